/* Keywords that combine subschemas of the same value; SCHEMA_SHAPE asks these what they declare. */
#include "schema_private.h"

struct conditional {
    const struct schema_node *condition, *then, *otherwise;
};

static bool compile_if(struct schema_site *site, const json *value, union operand *operand)
{
    static const char *const words[] = { "if", "then", "else" };
    struct conditional *parts = arena_alloc(arena_of(site), sizeof(*parts));
    const struct schema_node **nodes[] = { &parts->condition, &parts->then, &parts->otherwise };

    (void)value;
    operand->conditional = parts;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (!part_of(site, words[i], nodes[i]))
            return false;
        declare_beside(site, (struct node_list){ nodes[i], *nodes[i] ? 1 : 0 });
    }
    return true;
}

JUDGE(judge_if)
{
    const struct conditional *parts = check->operand.conditional;

    if (!parts->condition || (!parts->then && !parts->otherwise))
        return VALID;
    const enum validity condition = node_judge_quietly(run, parts->condition, value);
    if (condition == UNDECIDED)
        return fault_undecided(run, node, "if", "the condition could not be judged");
    const struct schema_node *next = condition == VALID ? parts->then : parts->otherwise;
    return next ? node_judge(run, next, value) : VALID;
}

static bool compile_nodes(struct schema_site *site, const json *value, union operand *operand)
{
    const char *word = json_key(value);

    if (json_type(value) != JSON_ARRAY || !json_first(value))
        return site_error(site, word, "%s is a list of at least one schema", word);
    if (!subschemas(site, word, value, &operand->nodes))
        return false;
    declare_beside(site, operand->nodes);
    return true;
}

JUDGE(judge_all_of)
{
    const struct node_list *nodes = &check->operand.nodes;
    enum validity verdict = VALID;

    (void)node;
    for (size_t i = 0; i < nodes->count && !run_may_stop(run, verdict); i++)
        verdict = worse(verdict, node_judge(run, nodes->nodes[i], value));
    return verdict;
}

/* One that is valid is enough, or must be the only one. */
JUDGE(judge_alternatives)
{
    const struct node_list *nodes = &check->operand.nodes;
    const bool one = check->keyword->exclusive;
    size_t valid = 0, unsure = 0, which[2] = { 0, 0 };

    for (size_t i = 0; i < nodes->count && valid < (one ? 2 : 1); i++) {
        const enum validity verdict = node_judge_quietly(run, nodes->nodes[i], value);

        if (verdict == VALID)
            which[valid++] = i + 1;
        unsure += verdict == UNDECIDED;
    }
    if (valid >= 2)
        return fault(run, node, "oneOf",
                     "expected to match exactly one of %zu alternatives, but matches %zu and %zu",
                     nodes->count, which[0], which[1]);
    if (unsure && (one || !valid))
        return fault_undecided(run, node, check->keyword->name,
                               "an alternative could not be judged");
    return valid ? VALID
                 : fault(run, node, check->keyword->name, "%s",
                         fault_alternatives(run, nodes, value, one ? "exactly" : "at least"));
}

bool compile_node(struct schema_site *site, const json *value, union operand *operand)
{
    operand->node = subschema(site, json_key(value), value);
    return operand->node;
}

JUDGE(judge_not)
{
    const enum validity verdict = node_judge_quietly(run, check->operand.node, value);

    if (verdict == UNDECIDED)
        return fault_undecided(run, node, "not", "what is forbidden could not be judged");
    return verdict == INVALID
               ? VALID
               : fault(run, node, "not", "expected not to match, got %s", fault_value(run, value));
}

const struct keyword branch_keywords[] = {
    { "if", ANY, .with = { "then", "else" }, .compile = compile_if, .judge = judge_if,
      .all_only = true },
    { "allOf", ANY, .compile = compile_nodes, .judge = judge_all_of, .all_only = true },
    { "anyOf", ANY, .compile = compile_nodes, .judge = judge_alternatives, .all_only = true },
    { "oneOf", ANY, .compile = compile_nodes, .judge = judge_alternatives, .exclusive = true,
      .all_only = true },
    { "not", ANY, .compile = compile_node, .judge = judge_not, .all_only = true },
    { 0 },
};
