/*
 * What SCHEMA_SHAPE asks beside the keywords: is each property declared by any
 * part of the schema that may apply to its object, be it in a branch of anyOf
 * or behind an if? A place in the instance is looked at together with all the
 * subschemas that may describe it.
 */
#include "schema_private.h"

enum { NODES_TOGETHER = 48, BESIDE_DEEPEST = 64 };

struct together {
    const struct schema_node *nodes[NODES_TOGETHER];
    size_t count;
    bool overflow; /* too many to remember: then nothing below is called undeclared */
};

static void join(struct together *set, const struct schema_node *node)
{
    if (!node || !node->declares)
        return;
    for (size_t i = 0; i < set->count; i++)
        if (set->nodes[i] == node)
            return;
    if (set->count == NODES_TOGETHER)
        set->overflow = true;
    else
        set->nodes[set->count++] = node;
}

/* What the declarations of an object say about one property, or those of an array about an item. */
struct declared {
    const char *name; /* or NULL */
    size_t index;
    struct together below; /* what describes it */
    bool declared, closed; /* the property is, the list of properties is complete */
};

static void ask_object(struct validation *run, const struct object_words *object,
                       struct declared *answer)
{
    const struct schema_node *node = declared_node(object, answer->name);
    bool named = node != NULL;

    answer->closed =
        answer->closed || object->closed || object->property_count > 0 || object->pattern_count > 0;
    answer->declared = answer->declared || (node && !node->nothing);
    join(&answer->below, node);
    for (size_t i = 0; i < object->pattern_count; i++)
        if (run_search(run, object->patterns[i].pattern, answer->name) != INVALID) {
            named = true;
            answer->declared = answer->declared || !object->patterns[i].node->nothing;
            join(&answer->below, object->patterns[i].node);
        }
    if (!named && object->open) {
        answer->declared = true;
        join(&answer->below, object->additional);
    }
}

static void ask(struct validation *run, const struct schema_node *node, struct declared *answer,
                size_t depth)
{
    const struct declarations *declares = node->declares;

    if (depth == BESIDE_DEEPEST || !run_work(run, 1) || !declares)
        return;
    const struct item_words *items = declares->items;
    if (answer->name && declares->object)
        ask_object(run, declares->object, answer);
    else if (!answer->name && items)
        join(&answer->below, !items->is_tuple ? items->every
                             : answer->index < items->tuple.count
                                 ? items->tuple.nodes[answer->index]
                                 : items->additional);
    for (size_t i = 0; i < declares->beside.count; i++)
        ask(run, declares->beside.nodes[i], answer, depth + 1);
}

static enum validity judge_place(struct validation *run, const struct together *set,
                                 const json *value)
{
    enum validity verdict = VALID;
    size_t index = 0;

    for (const json *item = json_first(value); item && !run_may_stop(run, verdict);
         item = json_next(item), index++) {
        struct declared answer = { .name = json_key(item), .index = index };
        const struct step step = { run->at, answer.name, index };
        enum validity below = VALID;

        for (size_t i = 0; i < set->count; i++)
            ask(run, set->nodes[i], &answer, 0);
        if (answer.name && run->gave_up)
            return worse(verdict,
                         fault_undecided(run, set->nodes[0], "properties", "too much work"));
        run->at = &step;
        if (answer.closed && !answer.declared)
            below = fault(run, set->nodes[0], "additionalProperties",
                          "the property is declared nowhere in the schema");
        else if (answer.below.count && !answer.below.overflow)
            below = judge_place(run, &answer.below, item);
        run->at = step.above;
        verdict = worse(verdict, below);
    }
    return verdict;
}

enum validity shape_judge(struct validation *run, const struct schema_node *node, const json *value)
{
    struct together set = { .count = 0 };

    join(&set, node);
    return set.count ? judge_place(run, &set, value) : VALID;
}
