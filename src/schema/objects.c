#include <string.h>

#include "cfnc/base/text.h"
#include "schema_private.h"

/* The judging half of the keywords about objects, and of those that combine subschemas. */

enum { FEW = 16 };

CHECK_DECLARATION(judge_property_names)
{
    const struct property_names *names = &check->operand.property_names;
    enum verdict verdict = VALID;

    for (const json *member = json_first(value); member && !run_may_stop(run, verdict);
         member = json_next(member)) {
        const enum verdict name =
            node_judge_quietly(run, names->node, json_name_of(names->name, member));

        if (name == UNDECIDED)
            verdict = worse(verdict, fault_undecided(run, node, "propertyNames",
                                                     "a property's name could not be judged"));
        else if (name == INVALID)
            verdict = fault(run, node, "propertyNames", "the name \"%s\" is not allowed: %s",
                            fault_text(run, json_key(member)),
                            fault_reason(run, names->node, json_name_of(names->name, member)));
    }
    return verdict;
}

static const struct schema_node *numbered_node(const struct object_words *object, size_t number)
{
    return number == NAMES_NONE ? NULL : object->properties[number];
}

const struct schema_node *declared_node(const struct object_words *object, const char *name)
{
    return numbered_node(object, names_find(&object->names, name));
}

/* A member that neither properties nor patternProperties names. */
static enum verdict judge_additional(struct run *run, const struct schema_node *node,
                                     const struct object_words *words, const json *member)
{
    if (!words->additional || (words->closed && run->mode == SCHEMA_SHAPE))
        return VALID;
    if (!words->closed)
        return node_judge_below(run, words->additional, member, json_key(member), 0);
    return fault_below(run, node, "additionalProperties", json_key(member),
                       "the property is not declared, and no others are allowed");
}

static enum verdict judge_member(struct run *run, const struct schema_node *node,
                                 const struct object_words *words, const json *member,
                                 const struct schema_node *own)
{
    const char *name = json_key(member);
    enum verdict verdict = own ? node_judge_below(run, own, member, name, 0) : VALID;
    bool matched = own != NULL, unsure = false;

    for (size_t i = 0; i < words->pattern_count && !run_may_stop(run, verdict); i++) {
        const enum verdict found = run_search(run, words->patterns[i].pattern, name);

        if (found == VALID) {
            matched = true;
            verdict =
                worse(verdict, node_judge_below(run, words->patterns[i].node, member, name, 0));
        }
        unsure = unsure || found == UNDECIDED;
    }
    if (unsure)
        return worse(verdict, fault_undecided(run, node, "patternProperties",
                                              "matching a name took too many steps"));
    return matched || run_may_stop(run, verdict) ? verdict
                                                 : judge_additional(run, node, words, member);
}

/* The names of an object's members: in a table, when there are many and many are asked for. */
struct present {
    const json *object;
    struct arena *scratch; /* or NULL */
    struct names names;
};

static struct present present_in(const json *object, size_t questions)
{
    struct present present = { .object = object };

    if (questions <= FEW || json_length(object) <= FEW)
        return present;
    present.scratch = arena_new();
    present.names = names_new(present.scratch);
    json_each (member, object)
        names_add(&present.names, json_key(member));
    return present;
}

static bool is_present(const struct present *present, const char *name)
{
    return present->scratch ? names_find(&present->names, name) != NAMES_NONE
                            : json_get(present->object, name) != NULL;
}

/* Names what is missing. */
static enum verdict judge_required(struct run *run, const struct schema_node *node,
                                   const struct name_list *required, const json *value)
{
    const struct present present = present_in(value, required->count);
    enum verdict verdict = VALID;

    for (size_t i = 0; i < required->count && !run_may_stop(run, verdict); i++)
        if (!is_present(&present, required->names[i]))
            verdict = fault(run, node, "required", "the property \"%s\" is required, but missing",
                            fault_text(run, required->names[i]));
    arena_free(present.scratch);
    return verdict;
}

/* For the verdict alone it is enough to count those of the required members that are there. */
CHECK_DECLARATION(judge_properties)
{
    const struct object_words *words = check->operand.object;
    size_t missing = run->mode == SCHEMA_ALL ? words->required.count : 0;
    enum verdict verdict = VALID;

    if (missing && run->faults) {
        verdict = judge_required(run, node, &words->required, value);
        missing = 0;
    }
    for (const json *member = json_first(value); member && !run_may_stop(run, verdict);
         member = json_next(member)) {
        const size_t number = names_find(&words->names, json_key(member));

        missing -= number < words->required.count && missing;
        verdict =
            worse(verdict, judge_member(run, node, words, member, numbered_node(words, number)));
    }
    return missing && !run->gave_up ? INVALID : verdict;
}

static enum verdict judge_dependency(struct run *run, const struct schema_node *node,
                                     const struct dependency *row, const json *value,
                                     const struct present *present)
{
    enum verdict verdict = row->node ? node_judge(run, row->node, value) : VALID;

    for (size_t i = 0; i < row->names.count && !run_may_stop(run, verdict); i++)
        if (!is_present(present, row->names.names[i]))
            verdict = fault(run, node, "dependencies",
                            "the property \"%s\" is required beside \"%s\", but missing",
                            fault_text(run, row->names.names[i]), fault_text(run, row->name));
    return verdict;
}

CHECK_DECLARATION(judge_dependencies)
{
    const struct dependency_list *list = check->operand.dependencies;
    const struct present present = present_in(value, list->names);
    enum verdict verdict = VALID;

    for (size_t i = 0; i < list->count && !run_may_stop(run, verdict); i++)
        if (is_present(&present, list->rows[i].name))
            verdict = worse(verdict, judge_dependency(run, node, &list->rows[i], value, &present));
    arena_free(present.scratch);
    return verdict;
}

/* ---- combinations ---- */

CHECK_DECLARATION(judge_if)
{
    const struct conditional *parts = check->operand.conditional;

    if (!parts->condition || (!parts->then && !parts->otherwise))
        return VALID;
    const enum verdict condition = node_judge_quietly(run, parts->condition, value);
    if (condition == UNDECIDED)
        return fault_undecided(run, node, "if", "the condition could not be judged");
    const struct schema_node *next = condition == VALID ? parts->then : parts->otherwise;
    return next ? node_judge(run, next, value) : VALID;
}

CHECK_DECLARATION(judge_all_of)
{
    const struct node_list *nodes = &check->operand.nodes;
    enum verdict verdict = VALID;

    (void)node;
    for (size_t i = 0; i < nodes->count && !run_may_stop(run, verdict); i++)
        verdict = worse(verdict, node_judge(run, nodes->nodes[i], value));
    return verdict;
}

CHECK_DECLARATION(judge_any_of)
{
    const struct node_list *nodes = &check->operand.nodes;
    enum verdict best = INVALID;

    for (size_t i = 0; i < nodes->count && best != VALID; i++) {
        const enum verdict verdict = node_judge_quietly(run, nodes->nodes[i], value);
        best = verdict < best ? verdict : best;
    }
    if (best == UNDECIDED)
        return fault_undecided(run, node, "anyOf", "an alternative could not be judged");
    return best == VALID
               ? VALID
               : fault(run, node, "anyOf", "%s", fault_alternatives(run, nodes, value, "at least"));
}

CHECK_DECLARATION(judge_one_of)
{
    const struct node_list *nodes = &check->operand.nodes;
    size_t valid = 0, unsure = 0, first = 0, second = 0;

    for (size_t i = 0; i < nodes->count && valid < 2; i++) {
        const enum verdict verdict = node_judge_quietly(run, nodes->nodes[i], value);

        if (verdict == VALID)
            *(valid++ ? &second : &first) = i + 1;
        unsure += verdict == UNDECIDED;
    }
    if (valid >= 2)
        return fault(run, node, "oneOf",
                     "expected to match exactly one of %zu alternatives, but matches %zu and %zu",
                     nodes->count, first, second);
    if (unsure)
        return fault_undecided(run, node, "oneOf", "an alternative could not be judged");
    return valid
               ? VALID
               : fault(run, node, "oneOf", "%s", fault_alternatives(run, nodes, value, "exactly"));
}

CHECK_DECLARATION(judge_not)
{
    const enum verdict verdict = node_judge_quietly(run, check->operand.node, value);

    if (verdict == UNDECIDED)
        return fault_undecided(run, node, "not", "what is forbidden could not be judged");
    return verdict == INVALID
               ? VALID
               : fault(run, node, "not", "expected not to match, got %s", fault_value(run, value));
}
