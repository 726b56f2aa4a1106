#include <string.h>

#include "schema_private.h"

/*
 * What SCHEMA_SHAPE asks beside the keywords: is each property declared by any
 * part of the schema that may apply to its object, be it in a branch of anyOf
 * or behind an if? A place in the instance is looked at together with all the
 * subschemas that may describe it.
 */

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

/* What one object's declarations say about one property, and about whether they are complete. */
struct declared {
    const char *name;
    struct together *below; /* what describes the property */
    bool declared, closed;
};

static void ask_object(struct validation *run, const struct object_words *object,
                       struct declared *answer)
{
    const struct schema_node *node = declared_node(object, answer->name);
    bool named = node != NULL;

    answer->closed =
        answer->closed || object->closed || object->property_count > 0 || object->pattern_count > 0;
    answer->declared = answer->declared || (node && !node->nothing);
    join(answer->below, node);
    for (size_t i = 0; i < object->pattern_count; i++)
        if (run_search(run, object->patterns[i].pattern, answer->name) != INVALID) {
            named = true;
            answer->declared = answer->declared || !object->patterns[i].node->nothing;
            join(answer->below, object->patterns[i].node);
        }
    if (!named && object->open) {
        answer->declared = true;
        join(answer->below, object->additional);
    }
}

static void ask(struct validation *run, const struct schema_node *node, struct declared *answer,
                size_t depth)
{
    if (depth == BESIDE_DEEPEST || !run_work(run, 1))
        return;
    const struct declarations *declares = node->declares;
    if (declares && declares->object)
        ask_object(run, declares->object, answer);
    for (size_t i = 0; declares && i < declares->beside.count; i++)
        ask(run, declares->beside.nodes[i], answer, depth + 1);
}

static void join_items(struct validation *run, const struct schema_node *node, size_t index,
                       struct together *below, size_t depth)
{
    const struct declarations *declares = node->declares;

    if (depth == BESIDE_DEEPEST || !run_work(run, 1))
        return;
    const struct item_words *items = declares ? declares->items : NULL;
    if (items && !items->is_tuple)
        join(below, items->every);
    else if (items)
        join(below, index < items->tuple.count ? items->tuple.nodes[index] : items->additional);
    for (size_t i = 0; declares && i < declares->beside.count; i++)
        join_items(run, declares->beside.nodes[i], index, below, depth + 1);
}

static enum validity judge_place(struct validation *run, const struct together *set,
                                 const json *value);

static enum validity judge_below(struct validation *run, const struct together *set,
                                 const json *value, const char *key, size_t index)
{
    const struct step step = { run->at, key, index };

    if (!set->count || set->overflow)
        return VALID;
    run->at = &step;
    const enum validity verdict = judge_place(run, set, value);
    run->at = step.above;
    return verdict;
}

static enum validity judge_member(struct validation *run, const struct together *set,
                                  const json *member)
{
    struct together below = { .count = 0 };
    struct declared answer = { .name = json_key(member), .below = &below };

    for (size_t i = 0; i < set->count; i++)
        ask(run, set->nodes[i], &answer, 0);
    if (run->gave_up)
        return fault_undecided(run, set->nodes[0], "properties", "too much work");
    if (answer.closed && !answer.declared)
        return fault_below(run, set->nodes[0], "additionalProperties", answer.name,
                           "the property is declared nowhere in the schema");
    return judge_below(run, &below, member, answer.name, 0);
}

static enum validity judge_place(struct validation *run, const struct together *set,
                                 const json *value)
{
    const enum json_type type = json_type(value);
    enum validity verdict = VALID;
    size_t index = 0;

    if (type != JSON_OBJECT && type != JSON_ARRAY)
        return VALID;
    for (const json *item = json_first(value); item && !run_may_stop(run, verdict);
         item = json_next(item), index++) {
        enum validity below = VALID;

        if (type == JSON_OBJECT) {
            below = judge_member(run, set, item);
        } else {
            struct together items = { .count = 0 };

            for (size_t i = 0; i < set->count; i++)
                join_items(run, set->nodes[i], index, &items, 0);
            below = judge_below(run, &items, item, NULL, index);
        }
        verdict = below > verdict ? below : verdict;
    }
    return verdict;
}

enum validity shape_judge(struct validation *run, const struct schema_node *node, const json *value)
{
    struct together set = { .count = 0 };

    join(&set, node);
    return set.count ? judge_place(run, &set, value) : VALID;
}
