#include "cfnc/lint/lint.h"
#include "json_of_text.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/json/pointer.h"
#include "lint/lint_private.h"
#include "corpus.h"

/*
 * Pairs of schemas: those of breaking.json break one rule each, those of
 * harmless.json none. Each names what differs from the schema below.
 */
static const char base[] =
    "{\"typeName\": \"Notes::Memo::Compat\", \"properties\": {"
    "\"Id\": {\"type\": \"string\"}, \"Name\": {\"type\": \"string\"},"
    "\"List\": {\"type\": \"array\", \"items\": {\"properties\": {\"A\": {}}}}},"
    "\"primaryIdentifier\": [\"/properties/Id\"], \"readOnlyProperties\": [\"/properties/Id\"],"
    "\"handlers\": {\"create\": {}, \"read\": {}, \"update\": {}, \"delete\": {}, \"list\": {}}}";

enum { LARGEST = 64 * 1024 * 1024, FOUND_MOST = 400, MUTATIONS = 500, PLACES_MOST = 20000 };

static struct {
    const struct lint_rule *rule;
    const char *pointer, *message;
} found[FOUND_MOST];
static size_t found_count;

static void compare_sources(struct arena *arena, const struct json_source *old,
                            const struct json_source *new)
{
    struct lint lint = { .arena = arena, .schema = new, .against = old };

    for (const struct lint_rule *rule = compat_rules; rule->id; rule++)
        (rule->check)(&lint, rule); /* check() is a macro here */
    found_count = 0;
    for (const struct lint_finding *f = lint.findings; f && found_count < FOUND_MOST; f = f->next) {
        found[found_count].message = f->message;
        found[found_count].rule = f->rule;
        found[found_count++].pointer = f->pointer;
    }
}

static void compare(struct arena *arena, const json *old, const json *new)
{
    const char *old_text = json_print(arena, old), *new_text = json_print(arena, new);
    const struct json_source before = {
        .path = "old.json", .text = old_text, .length = strlen(old_text), .document = old
    };
    const struct json_source after = {
        .path = "new.json",
        .text = new_text,
        .length = strlen(new_text),
        .document = new,
        .places = json_places_new(arena, new_text, strlen(new_text)),
    };

    compare_sources(arena, &before, &after);
}

/* Whether a finding is of that rule; each is fit to be shown. */
static bool has_found(const char *id, const json *new)
{
    bool has = false;

    for (size_t i = 0; i < found_count; i++) {
        has = has || strcmp(found[i].rule->id, id) == 0;
        if (!check(pointer_get(new, found[i].pointer)))
            printf("      %s %s\n", found[i].rule->id, found[i].pointer);
        check(!strpbrk(found[i].message, "\n\r\033"));
        check(strlen(found[i].message) < 600);
    }
    return has;
}

static void print_found(const char *what)
{
    printf("      %s\n", what);
    for (size_t i = 0; i < found_count && i < 10; i++)
        printf("        %s %s: %s\n", found[i].rule->id, found[i].pointer, found[i].message);
}

/* ---- cases ---- */

static json *schema_with(struct arena *arena, const json *changes)
{
    struct error error = { .text = "" };
    json *schema = json_copy(arena, json_parse(arena, base, strlen(base), &error));

    check_text(error.text, "");
    json_each (change, changes)
        json_set(schema, json_key(change), change);
    return schema;
}

static const json *read_cases(struct arena *arena, const char *name)
{
    struct error error = { .text = "" };
    const char *path = arena_printf(arena, TEST_DATA "/compat/%s.json", name);
    const json *cases = json_read(arena, path, LARGEST, &error);

    check_text(error.text, "");
    check(json_length(cases) > 0);
    return cases;
}

static void break_one(struct arena *arena, const json *row)
{
    const json *old = schema_with(arena, json_get(row, "old"));
    const json *new = schema_with(arena, json_get(row, "new"));
    const char *at = json_string(json_get(row, "at")), *says = json_string(json_get(row, "says"));

    compare(arena, old, new);
    bool fine = check_number((long long)found_count, 1);
    fine = check(has_found(json_string(json_get(row, "rule")), new)) && fine;
    fine = (!at || check_text(found[0].pointer, at)) && fine;
    fine = (!says || check_contains(found[0].message, says)) && fine;
    if (!fine)
        print_found(json_string(json_get(row, "what")));
    compare(arena, new, old);
    has_found("", old);
    compare(arena, new, new);
    if (!check_number((long long)found_count, 0))
        print_found(json_string(json_get(row, "what")));
}

static void each_rule_is_broken_alone(void)
{
    struct arena *arena = arena_new();

    json_each (row, read_cases(arena, "breaking"))
        break_one(arena, row);
    arena_free(arena);
}

static void what_is_harmless_is_not_found(void)
{
    struct arena *arena = arena_new();

    json_each (row, read_cases(arena, "harmless")) {
        const json *old = schema_with(arena, json_get(row, "old"));

        compare(arena, old, schema_with(arena, json_get(row, "new")));
        if (!check_number((long long)found_count, 0))
            print_found(json_string(json_get(row, "what")));
    }
    arena_free(arena);
}

static void each_rule_has_a_case(void)
{
    struct arena *arena = arena_new();
    const json *cases = read_cases(arena, "breaking");

    for (const struct lint_rule *rule = compat_rules; rule->id; rule++) {
        size_t count = 0;

        json_each (row, cases)
            count += strcmp(json_string(json_get(row, "rule")), rule->id) == 0;
        if (!check(count > 0))
            printf("      %s\n", rule->id);
        check(rule->text && rule->hint && rule->source && rule->check);
        check_number(rule->subject, LINT_AGAINST);
        check(strncmp(rule->id, "compat.", 7) == 0);
    }
    arena_free(arena);
}

/* ---- hostile schemas ---- */

static void no_schemas_at_all(void)
{
    static const char *const texts[] = {
        "1",
        "null",
        "[]",
        "{}",
        "true",
        "false",
        "\"x\"",
        "{\"properties\":[\"\",{}],\"patternProperties\":[\"a\"],\"required\":{},\"handlers\":3,"
        "\"readOnlyProperties\":{\"a\":1},\"tagging\":[],"
        "\"primaryIdentifier\":7,\"oneOf\":{},\"enum\":1,"
        "\"items\":9,\"dependencies\":[1],\"typeName\":[],"
        "\"additionalIdentifiers\":[3],\"$ref\":5,\"type\":{},"
        "\"minimum\":\"1\",\"allOf\":{\"a\":{}},\"if\":1}"
    };
    const size_t count = sizeof(texts) / sizeof(texts[0]);
    struct arena *arena = arena_new();

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            const json *new = json_of_text(arena, texts[k]);

            compare(arena, json_of_text(arena, texts[i]), new);
            has_found("", new);
            check(i != k || found_count == 0);
        }
    arena_free(arena);
}

/* Every definition refers to `fan` others, in a word that branches or not. */
static const json *web(struct arena *arena, const char *word, size_t count, size_t fan, int limit)
{
    struct text text = text_new(arena);

    text_add(&text, "{\"definitions\":{");
    for (size_t i = 0; i < count; i++) {
        text_addf(&text, "%s\"D%zu\":{\"%s\":[", i ? "," : "", i, word);
        for (size_t k = 0; k < fan; k++)
            text_addf(&text, "%s{\"$ref\":\"#/definitions/D%zu\"}", k ? "," : "",
                      (i * fan + k + 1) % count);
        text_addf(&text, "],\"maxLength\":%d}", i + 1 == count ? limit : 9);
    }
    text_add(&text, "},\"properties\":{\"Id\":{\"$ref\":\"#/definitions/D0\"}}}");
    return json_of_text(arena, text.bytes);
}

static void schemas_that_refer_to_themselves(void)
{
    static const char *const words[] = { "items", "allOf", "anyOf", "oneOf" };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const json *new = web(arena, words[i], 30, 3, 8);

        compare(arena, web(arena, words[i], 30, 3, 9), new);
        check(has_found("compat.limit-tightened", new));
        compare(arena, new, new);
        check(!has_found("compat.limit-tightened", new));
        compare(arena, web(arena, words[i], 29, 2, 9), new);
        has_found("", new);
        compare(arena, web(arena, words[(i + 1) % 4], 29, 2, 9), new);
        has_found("", new);
    }
    arena_free(arena);
}

/* A chain of definitions as long as no stack is deep. */
static void a_long_chain(void)
{
    struct arena *arena = arena_new();
    const json *old = web(arena, "items", 20000, 1, 9), *new = web(arena, "items", 20000, 1, 8);

    compare(arena, old, new);
    check(has_found("compat.limit-tightened", new));
    check_number((long long)found_count, 1);
    arena_free(arena);
}

/* Cycles of 1,009 and 1,013 definitions meet in a million pairs: that is said, not tried. */
static void more_pairs_than_are_compared(void)
{
    struct arena *arena = arena_new();
    const json *old = web(arena, "items", 1009, 1, 9), *new = web(arena, "items", 1013, 1, 9);

    compare(arena, old, new);
    check(has_found("compat.not-compared", new));
    arena_free(arena);
}

static void many_properties(void)
{
    struct arena *arena = arena_new();
    json *old = schema_with(arena, NULL), *new;

    for (int i = 0; i < 10000; i++) {
        json *property = json_set_object(json_edit(old, "properties"),
                                         arena_printf(arena, "P%d", i * 7919 % 10000));

        json_set_string(property, "type", "string");
    }
    new = json_copy(arena, old);
    json_remove(json_edit(new, "properties"), "P77");
    json_set_string(json_edit(json_edit(new, "properties"), "P78"), "type", "number");
    compare(arena, old, new);
    check_number((long long)found_count, 2);
    check(has_found("compat.property-removed", new) && has_found("compat.type-changed", new));
    compare(arena, old, schema_with(arena, NULL));
    check_number((long long)found_count, FOUND_MOST);
    arena_free(arena);
}

static void messages_are_cut_and_quoted(void)
{
    struct arena *arena = arena_new();
    char name[300];

    memset(name, 'x', sizeof(name));
    memcpy(name, "\033[2J\n", 5);
    name[sizeof(name) - 1] = '\0';
    json *properties = json_object(arena), *old = json_object(arena);
    json_set(json_set_object(properties, name), "default", json_new_string(arena, name));
    json_set(old, "properties", properties);
    json *new = json_copy(arena, old);
    json_set_string(json_edit(json_edit(new, "properties"), name), "default", "y");
    compare(arena, old, new);
    check(has_found("compat.default-changed", new));
    compare(arena, old, json_set_object(json_object(arena), "properties"));
    check_number((long long)found_count, 1);
    check_contains(found[0].message, "property \"\\u001b[2J\\nxx");
    check(strlen(found[0].message) < 600);
    arena_free(arena);
}

/* ---- real schemas ---- */

static const json *read_schema(struct arena *arena, const char *path)
{
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, LARGEST, &error);

    if (!document)
        printf("      %s\n", error.text);
    return document;
}

static void a_schema_is_compatible_with_itself(void)
{
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);

    for (size_t i = 0; paths && paths[i]; i++) {
        struct arena *one = arena_new();
        const json *document = read_schema(one, paths[i]);

        if (document)
            compare(one, document, json_copy(one, document));
        if (document && !check_number((long long)found_count, 0))
            print_found(paths[i]);
        arena_free(one);
    }
    arena_free(arena);
}

/* Subschemas of a document that a model meets. */
struct places {
    struct arena *arena;
    const json *document;
    const char *pointers[PLACES_MOST];
    const json *nodes[PLACES_MOST];
    size_t count;
};

static void add_place(struct places *places, const json *node, const char *pointer)
{
    const char *ref = json_string(json_get(node, "$ref"));

    if (ref) {
        pointer = ref[0] == '#' ? ref + 1 : "none";
        node = pointer_get(places->document, pointer);
    }
    for (size_t i = 0; i < places->count; i++)
        if (places->nodes[i] == node)
            return;
    if (json_type(node) != JSON_OBJECT || places->count == PLACES_MOST)
        return;
    places->nodes[places->count] = node;
    places->pointers[places->count++] = pointer;
}

static void find_places(struct places *places)
{
    static const char *const maps[] = { "properties", "patternProperties" };

    add_place(places, places->document, "");
    for (size_t i = 0; i < places->count; i++) {
        const json *node = places->nodes[i];
        const char *above = places->pointers[i];

        for (size_t k = 0; k < 2; k++)
            json_each (child, json_get(node, maps[k]))
                add_place(places, child,
                          pointer_add(places->arena, pointer_add(places->arena, above, maps[k]),
                                      json_key(child)));
        add_place(places, json_get(node, "items"), pointer_add(places->arena, above, "items"));
    }
}

static json *edit_at(struct arena *arena, json *document, const char *pointer)
{
    struct property_path path = { .depth = 0 };
    json *value = document;
    size_t index;

    if (*pointer && !check(pointer_read(arena, pointer, &path)))
        return NULL;
    for (size_t i = 0; i < path.depth && value; i++)
        value = json_type(value) == JSON_ARRAY && step_is_index(path.steps[i], &index)
                    ? json_edit_at(value, index)
                    : json_edit(value, path.steps[i]);
    return value;
}

/* Each changes the subschema for the worse and returns true, or has nothing to change. */
static bool drop_property(struct arena *arena, json *node, uint64_t random)
{
    json *properties = json_edit(node, "properties");
    const size_t count = json_length(properties);
    const json *member = json_first(properties);

    (void)arena;
    for (uint64_t i = 0; count && i < random % count; i++)
        member = json_next(member);
    if (!member || json_false(member))
        return false;
    json_remove(properties, json_key(member));
    return true;
}

static bool drop_choice(struct arena *arena, json *node, uint64_t random)
{
    json *choices = json_edit(node, "enum");
    const size_t count = json_length(choices);

    (void)arena;
    if (json_type(choices) != JSON_ARRAY || count < 2)
        return false;
    const size_t index = (size_t)(random % count);
    json_remove_at(choices, index);
    return true;
}

static bool tighten(struct arena *arena, json *node, uint64_t random)
{
    static const char *const words[] = { "maxLength", "maxItems", "minLength",    "minItems",
                                         "maximum",   "minimum",  "minProperties" };
    const size_t count = sizeof(words) / sizeof(words[0]);
    const char *word = words[random % count];
    const json *limit = json_get(node, word);

    (void)arena;
    if (json_type(limit) == JSON_NUMBER)
        json_set_number(node, word, json_number(limit, 0) + (word[1] == 'a' ? -1 : 1));
    else
        json_set_number(node, word, 3);
    return true;
}

static bool require(struct arena *arena, json *node, uint64_t random)
{
    const json *properties = json_get(node, "properties"), *member = json_first(properties);
    const size_t count = json_length(properties);

    for (uint64_t i = 0; count && i < random % count; i++)
        member = json_next(member);
    if (!member)
        return false;
    json_each (name, json_get(node, "required"))
        if (strcmp(json_string(name), json_key(member)) == 0)
            return false;
    if (!json_get(node, "required"))
        json_set_array(node, "required");
    json_append(json_edit(node, "required"), json_new_string(arena, json_key(member)));
    return true;
}

static bool retype(struct arena *arena, json *node, uint64_t random)
{
    const char *type = json_string(json_get(node, "type"));

    (void)arena;
    (void)random;
    if (!type || json_get(node, "typeName") || json_get(node, "anyOf") || json_get(node, "oneOf"))
        return false;
    json_set_string(node, "type", strcmp(type, "string") == 0 ? "boolean" : "string");
    return true;
}

static const struct {
    const char *rule;
    bool (*change)(struct arena *arena, json *node, uint64_t random);
} mutations[] = {
    { "compat.property-removed", drop_property },
    { "compat.enum-reduced", drop_choice },
    { "compat.limit-tightened", tighten },
    { "compat.required-added", require },
    { "compat.type-changed", retype },
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Whether there was something to change. */
static bool mutate(struct arena *arena, const char *path, uint64_t *state)
{
    const json *document = read_schema(arena, path);
    struct places *places = arena_alloc(arena, sizeof(*places));
    const size_t kind = (size_t)next_random(state) % (sizeof(mutations) / sizeof(mutations[0]));

    *places = (struct places){ .arena = arena, .document = document };
    if (!document)
        return false;
    find_places(places);
    if (!places->count)
        return false;
    const char *pointer = places->pointers[next_random(state) % places->count];
    json *changed = json_copy(arena, document);
    json *node = edit_at(arena, changed, pointer);
    if (!node || !mutations[kind].change(arena, node, next_random(state)))
        return false;
    compare(arena, document, changed);
    if (!check(has_found(mutations[kind].rule, changed))) {
        printf("      %s#%s: %s\n", path, pointer, mutations[kind].rule);
        print_found("found:");
    }
    return true;
}

static void every_mutation_is_found(void)
{
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);
    uint64_t state = 3;
    size_t count = 0, done = 0, tries = 0;

    while (paths && paths[count])
        count++;
    while (count && done < MUTATIONS / corpus_step(1) && tries++ < MUTATIONS * 20) {
        struct arena *one = arena_new();

        done += mutate(one, paths[next_random(&state) % count], &state);
        arena_free(one);
    }
    check(!count || done == MUTATIONS / corpus_step(1));
    arena_free(arena);
}

static const struct test tests[] = {
    { "compat: each rule is broken alone", each_rule_is_broken_alone },
    { "compat: what is harmless is not found", what_is_harmless_is_not_found },
    { "compat: each rule has a case", each_rule_has_a_case },
    { "compat: no schemas at all", no_schemas_at_all },
    { "compat: schemas that refer to themselves", schemas_that_refer_to_themselves },
    { "compat: a long chain", a_long_chain },
    { "compat: more pairs than are compared", more_pairs_than_are_compared },
    { "compat: many properties", many_properties },
    { "compat: messages are cut and quoted", messages_are_cut_and_quoted },
    { "compat: a schema is compatible with itself", a_schema_is_compatible_with_itself },
    { "compat: every mutation is found", every_mutation_is_found },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
