#include <string.h>

#include "cfnc/base/text.h"
#include "schema_private.h"

/* The judging half of each keyword. A check only sees values of the types its row names. */

static bool counts(const struct run *run, const struct keyword *keyword, enum json_type type)
{
    return keyword->types & type && (run->mode == SCHEMA_ALL || keyword->shape);
}

/* A value that has none of the types, unless it is an integer. */
static enum verdict judge_type(struct run *run, const struct schema_node *node, const json *value)
{
    if (node->types & TYPE_INTEGER && json_is_integer(value))
        return VALID;
    return fault(run, node, "type", "expected %s, got %s", fault_types(run, node->types),
                 json_type(value) == JSON_NUMBER ? fault_value(run, value) : json_type_name(value));
}

enum verdict node_judge(struct run *run, const struct schema_node *node, const json *value)
{
    const enum json_type type = json_type(value);
    enum verdict verdict = VALID;

    if (run->gave_up)
        return UNDECIDED;
    if (!run_work(run, 1) || run->depth >= RECURSION_DEEPEST) {
        run->gave_up = true;
        return fault_undecided(run, node, "$ref",
                               "the schema goes in circles, or is too much work");
    }
    if (node->nothing)
        return fault(run, node, "false", "nothing is allowed here, got %s",
                     fault_value(run, value));
    if (!(node->types & type))
        verdict = judge_type(run, node, value);
    run->depth++;
    for (size_t i = 0; i < node->check_count && !run_may_stop(run, verdict); i++) {
        const struct check *check = &node->checks[i];

        if (counts(run, check->keyword, type))
            verdict = worse(verdict, check->keyword->judge(run, node, check, value));
    }
    run->depth--;
    return verdict;
}

enum verdict node_judge_quietly(struct run *run, const struct schema_node *node, const json *value)
{
    struct fault_list *const faults = run->faults;

    run->faults = NULL;
    const enum verdict verdict = node_judge(run, node, value);
    run->faults = faults;
    return verdict;
}

enum verdict node_judge_below(struct run *run, const struct schema_node *node, const json *value,
                              const char *key, size_t index)
{
    const struct step step = { run->at, key, index };

    run->at = &step;
    const enum verdict verdict = node_judge(run, node, value);
    run->at = step.above;
    return verdict;
}

/* ---- any value ---- */

CHECK_DECLARATION(judge_enum)
{
    const struct enum_words *choices = check->operand.choices;
    size_t size = 0;

    if (choices->types & json_type(value)) {
        const uint64_t hash = json_hash(value, &size);

        if (choices->slots[slots_find(choices->slots, choices->room, value, hash)].value)
            return VALID;
        if (!run_work(run, size / 8))
            return fault_undecided(run, node, "enum", "too much work");
    }
    return fault(run, node, "enum", "expected %s, got %s", fault_choices(run, choices->values),
                 fault_value(run, value));
}

CHECK_DECLARATION(judge_const)
{
    if (json_equal(check->operand.value, value))
        return VALID;
    return fault(run, node, "const", "expected %s, got %s", fault_value(run, check->operand.value),
                 fault_value(run, value));
}

/* ---- numbers ---- */

CHECK_DECLARATION(judge_multiple_of)
{
    if (decimal_divides(check->operand.decimal, json_number(value, 0)))
        return VALID;
    return fault(run, node, "multipleOf", "expected a multiple of %s, got %s",
                 fault_number(run, check->operand.decimal->number), fault_value(run, value));
}

CHECK_DECLARATION(judge_maximum)
{
    if (json_number(value, 0) <= check->operand.number)
        return VALID;
    return fault(run, node, "maximum", "expected at most %s, got %s",
                 fault_number(run, check->operand.number), fault_value(run, value));
}

CHECK_DECLARATION(judge_exclusive_maximum)
{
    if (json_number(value, 0) < check->operand.number)
        return VALID;
    return fault(run, node, "exclusiveMaximum", "expected less than %s, got %s",
                 fault_number(run, check->operand.number), fault_value(run, value));
}

CHECK_DECLARATION(judge_minimum)
{
    if (json_number(value, 0) >= check->operand.number)
        return VALID;
    return fault(run, node, "minimum", "expected at least %s, got %s",
                 fault_number(run, check->operand.number), fault_value(run, value));
}

CHECK_DECLARATION(judge_exclusive_minimum)
{
    if (json_number(value, 0) > check->operand.number)
        return VALID;
    return fault(run, node, "exclusiveMinimum", "expected more than %s, got %s",
                 fault_number(run, check->operand.number), fault_value(run, value));
}

/* ---- strings ---- */

/* Characters, not bytes. */
static size_t characters(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

/* A character has one to four bytes, so that mostly nobody need count them. */
CHECK_DECLARATION(judge_max_length)
{
    const char *text = json_string(value);
    const size_t most = check->operand.count;

    if (strlen(text) <= most || characters(text) <= most)
        return VALID;
    return fault(run, node, "maxLength", "expected at most %s, got %zu",
                 fault_count(run, most, "character"), run->faults ? characters(text) : 0);
}

CHECK_DECLARATION(judge_min_length)
{
    const char *text = json_string(value);
    const size_t fewest = check->operand.count, bytes = strlen(text);

    if (bytes / 4 >= fewest || (bytes >= fewest && characters(text) >= fewest))
        return VALID;
    return fault(run, node, "minLength", "expected at least %s, got %zu",
                 fault_count(run, fewest, "character"), characters(text));
}

enum verdict run_search(struct run *run, const struct pattern *pattern, const char *text)
{
    const enum pattern_verdict found = run->gave_up ? PATTERN_LIMIT : pattern_search(pattern, text);

    if (found != PATTERN_LIMIT)
        return found == PATTERN_MATCH ? VALID : INVALID;
    run_work(run, LIMIT_COSTS);
    return UNDECIDED;
}

CHECK_DECLARATION(judge_pattern)
{
    const struct pattern *pattern = check->operand.pattern;
    const enum verdict verdict = run_search(run, pattern, json_string(value));

    if (verdict == VALID)
        return VALID;
    if (verdict == UNDECIDED)
        return fault_undecided(run, node, "pattern", "matching took too many steps");
    return fault(run, node, "pattern", "expected a match of the pattern \"%s\", got %s",
                 fault_text(run, pattern_source(pattern)), fault_value(run, value));
}

CHECK_DECLARATION(judge_format)
{
    const struct format *format = check->operand.format;

    if (!format || format->valid(json_string(value)))
        return VALID;
    return fault(run, node, "format", "expected the format %s, got %s", format->name,
                 fault_value(run, value));
}

/* ---- arrays and counts ---- */

static size_t count_up_to(const json *container, size_t enough)
{
    size_t count = 0;

    for (const json *item = json_first(container); item && count <= enough; item = json_next(item))
        count++;
    return count;
}

static enum verdict judge_most(struct run *run, const struct schema_node *node,
                               const struct check *check, const json *value, const char *what)
{
    if (count_up_to(value, check->operand.count) <= check->operand.count)
        return VALID;
    return fault(run, node, check->keyword->name, "expected at most %s, got %zu",
                 fault_count(run, check->operand.count, what), json_length(value));
}

static enum verdict judge_fewest(struct run *run, const struct schema_node *node,
                                 const struct check *check, const json *value, const char *what)
{
    const size_t count = count_up_to(value, check->operand.count);

    if (count >= check->operand.count)
        return VALID;
    return fault(run, node, check->keyword->name, "expected at least %s, got %zu",
                 fault_count(run, check->operand.count, what), count);
}

CHECK_DECLARATION(judge_max_items)
{
    return judge_most(run, node, check, value, "item");
}

CHECK_DECLARATION(judge_min_items)
{
    return judge_fewest(run, node, check, value, "item");
}

CHECK_DECLARATION(judge_max_properties)
{
    return judge_most(run, node, check, value, "property");
}

CHECK_DECLARATION(judge_min_properties)
{
    return judge_fewest(run, node, check, value, "property");
}

CHECK_DECLARATION(judge_unique_items)
{
    size_t first = 0, second = 0;

    if (!check->operand.wanted || !unique_find_twice(run, value, &first, &second))
        return run->gave_up ? fault_undecided(run, node, "uniqueItems", "too many items") : VALID;
    return fault(run, node, "uniqueItems",
                 "expected no item twice, but items %zu and %zu are equal", first, second);
}

CHECK_DECLARATION(judge_items)
{
    const struct item_words *words = check->operand.items;
    enum verdict verdict = VALID;
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

CHECK_DECLARATION(judge_contains)
{
    enum verdict best = INVALID;

    for (const json *item = json_first(value); item && best != VALID; item = json_next(item)) {
        const enum verdict verdict = node_judge_quietly(run, check->operand.node, item);
        best = verdict < best ? verdict : best;
    }
    if (best == UNDECIDED)
        return fault_undecided(run, node, "contains", "an item could not be judged");
    return best == VALID
               ? VALID
               : fault(run, node, "contains", "expected an item that matches, but none of %zu does",
                       json_length(value));
}
