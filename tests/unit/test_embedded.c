#include "cfnc/schema/embedded.h"

#include <string.h>

#include "cfnc/schema/schema.h"
#include "test.h"

/* A row says of its file what the file says of itself, and the file is a schema. */
static void rows_are_their_files(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    for (const struct embedded *row = embedded_schemas; row->name; row++) {
        const json *document = json_parse(arena, row->bytes, *row->length, &error);
        const char *id = json_string(json_get(document, "$id"));

        check_text(error.text, "");
        if (!check(id))
            continue;
        check_text(arena_printf(arena, "%.*s", (int)strcspn(id, "#"), id), row->id);
        check(embedded_find(row->name) == row);
        check(embedded_find_id(row->id) == row);
        check(schema_compile(arena, document, NULL, &error));
        check_text(error.text, "");
    }
    arena_free(arena);
}

static void nothing_else_is_found(void)
{
    check(!embedded_find("draft-08"));
    check(!embedded_find(""));
    check(!embedded_find_id("draft-07"));
    check(!embedded_find_id(""));
}

/* Each is draft-07, and says so in a way that another schema can refer to. */
static void a_reference_finds_it(void)
{
    static const char text[] =
        "{\"items\": {\"allOf\": [{\"$ref\": \"http://json-schema.org/draft-07/schema#\"},"
        "{\"properties\": {\"$ref\": {\"$ref\": \"urn:cfnc:nothing\"}}}]}}";
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    for (const struct embedded *row = embedded_schemas; row->name; row++) {
        const char *whole = arena_printf(arena, "{\"$ref\": \"%s\"}", row->id);
        const json *document = json_parse(arena, whole, strlen(whole), &error);
        const struct schema *schema = schema_compile(arena, document, NULL, &error);

        check_text(error.text, "");
        check(schema && !schema_valid(schema, json_new_number(arena, 1), SCHEMA_ALL));
    }
    const json *document = json_parse(arena, text, sizeof(text) - 1, &error);
    check(!schema_compile(arena, document, NULL, &error));
    check_contains(error.text, "\"urn:cfnc:nothing\" is not known");
    arena_free(arena);
}

/* Whether every $ref is a pointer into the document. */
static bool self_contained(const json *part)
{
    json_each (child, part) {
        const char *key = json_key(child), *ref = json_string(child);

        if (key && strcmp(key, "$ref") == 0 && ref && ref[0] != '#')
            return false;
        if (!self_contained(child))
            return false;
    }
    return true;
}

/* A bundle needs nothing else, says the same, and adds only what is referred to. */
static void bundles(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    for (const struct embedded *row = embedded_schemas; row->name; row++) {
        const char *text = embedded_bundle(arena, row);
        const json *document = json_parse(arena, text, strlen(text), &error);

        check_text(error.text, "");
        check(self_contained(document));
        check(schema_compile(arena, document, NULL, &error));
        check(!json_get(json_get(document, "definitions"), row->name));
        check(!json_get(json_get(document, "definitions"), "lint"));
    }
    check_text(embedded_bundle(arena, embedded_find("report")), embedded_find("report")->bytes);
    check_contains(embedded_bundle(arena, embedded_find("hook-definition")),
                   "#/definitions/type-configuration/definitions/properties");
    arena_free(arena);
}

static const struct test tests[] = {
    { "embedded: a row is what its file says", rows_are_their_files },
    { "embedded: there is nothing else", nothing_else_is_found },
    { "embedded: a $ref finds an $id", a_reference_finds_it },
    { "embedded: a bundle needs no other document", bundles },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
