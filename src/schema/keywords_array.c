/* Keywords about arrays, and about how many items or members there are. */
#include "schema_private.h"

/* ---- counts ---- */

bool compile_count(struct schema_site *site, const json *value, union operand *operand)
{
    const double number = json_number(value, -1);
    const double most = 9007199254740992.0; /* 2^53 */

    if (!json_is_integer(value) || number < 0)
        return site_error(site, json_key(value), "%s is a whole number from 0 on", json_key(value));
    operand->count = number < most ? (size_t)number : SIZE_MAX;
    return true;
}

/* No more than one above `enough`. */
static size_t count_up_to(const json *container, size_t enough)
{
    size_t count = 0;

    for (const json *item = json_first(container); item && count <= enough; item = json_next(item))
        count++;
    return count;
}

JUDGE(judge_count)
{
    const struct keyword *keyword = check->keyword;
    const size_t bound = check->operand.count, count = count_up_to(value, bound);

    if (keyword->least ? count >= bound : count <= bound)
        return VALID;
    return fault(run, node, keyword->name, "expected at %s %s, got %zu",
                 keyword->least ? "least" : "most", fault_count(run, bound, keyword->words),
                 json_length(value));
}

/* ---- uniqueItems: few are compared each with each, many are put into a table by their hashes ----
 */

enum { FEW = 16 };

static bool compile_unique_items(struct schema_site *site, const json *value,
                                 union operand *operand)
{
    operand->wanted = json_true(value);
    return is_of_type(site, "uniqueItems", value, JSON_BOOLEAN, "a boolean");
}

static bool twice_among_few(const json *array, size_t *first, size_t *second)
{
    *first = 0;
    for (const json *a = json_first(array); a; a = json_next(a), ++*first) {
        *second = *first + 1;
        for (const json *b = json_next(a); b; b = json_next(b), ++*second)
            if (json_equal(a, b))
                return true;
    }
    return false;
}

static bool twice_among_many(struct validation *run, const json *array, size_t count, size_t *first,
                             size_t *second)
{
    struct arena *scratch = arena_new();
    const struct value_set set = value_set_new(scratch, count);
    bool twice = false, work = true;

    *second = 0;
    for (const json *item = json_first(array); item && !twice && work; item = json_next(item)) {
        size_t size = 0;
        struct value_slot *slot = value_set_slot(&set, item, &size);

        *first = slot->index;
        twice = slot->value;
        work = twice || run_work(run, size / 8);
        if (!twice) {
            slot->value = item;
            slot->index = (*second)++;
        }
    }
    arena_free(scratch);
    return twice;
}

JUDGE(judge_unique_items)
{
    const size_t count = json_length(value);
    size_t first = 0, second = 0;

    if (!check->operand.wanted)
        return VALID;
    if (count <= FEW ? !twice_among_few(value, &first, &second)
                     : !twice_among_many(run, value, count, &first, &second))
        return run->gave_up ? fault_undecided(run, node, "uniqueItems", "too many items") : VALID;
    return fault(run, node, "uniqueItems",
                 "expected no item twice, but items %zu and %zu are equal", first, second);
}

/* ---- items ---- */

static bool compile_items(struct schema_site *site, const json *value, union operand *operand)
{
    struct item_words *words = arena_alloc(arena_of(site), sizeof(*words));

    words->is_tuple = json_type(value) == JSON_ARRAY;
    operand->items = schema_declarations(site)->items = words;
    if (words->is_tuple && !subschemas(site, "items", value, &words->tuple))
        return false;
    return (words->is_tuple || part_of(site, "items", &words->every)) &&
           part_of(site, "additionalItems", &words->additional);
}

JUDGE(judge_items)
{
    const struct item_words *words = check->operand.items;
    enum validity verdict = VALID;
    size_t index = 0;

    (void)node;
    for (const json *item = json_first(value); item && !run_may_stop(run, verdict);
         item = json_next(item), index++) {
        const struct schema_node *below = words->every;

        if (words->is_tuple)
            below = index < words->tuple.count ? words->tuple.nodes[index] : words->additional;
        if (below)
            verdict = worse(verdict, node_judge_below(run, below, item, NULL, index));
    }
    return verdict;
}

JUDGE(judge_contains)
{
    enum validity best = INVALID;

    for (const json *item = json_first(value); item && best != VALID; item = json_next(item)) {
        const enum validity verdict = node_judge_quietly(run, check->operand.node, item);
        best = verdict < best ? verdict : best;
    }
    if (best == UNDECIDED)
        return fault_undecided(run, node, "contains", "an item could not be judged");
    return best == VALID
               ? VALID
               : fault(run, node, "contains", "expected an item that matches, but none of %zu does",
                       json_length(value));
}

const struct keyword array_keywords[] = {
    { "maxItems", JSON_ARRAY, .compile = compile_count, .judge = judge_count, .words = "item" },
    { "minItems", JSON_ARRAY, .compile = compile_count, .judge = judge_count, .words = "item",
      .least = true },
    { "uniqueItems", JSON_ARRAY, .compile = compile_unique_items, .judge = judge_unique_items },
    { "items", JSON_ARRAY, .with = { "additionalItems" }, .compile = compile_items,
      .judge = judge_items },
    { "contains", JSON_ARRAY, .compile = compile_node, .judge = judge_contains },
    { "maxProperties", JSON_OBJECT, .compile = compile_count, .judge = judge_count,
      .words = "property" },
    { "minProperties", JSON_OBJECT, .compile = compile_count, .judge = judge_count,
      .words = "property", .least = true },
    { 0 },
};
