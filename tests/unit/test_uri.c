#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/schema/schema.h"

/* Whether, below `base`, the $ref leads to the schema whose $id is `target`. */
static bool leads_to(const char *base, const char *reference, const char *target)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    json *document = json_object(arena);
    json *properties = json_set_object(document, "properties");
    json *definitions = json_set_object(document, "definitions");
    const json *number = json_new_number(arena, 1);
    json *instance = json_object(arena);

    json_set_string(document, "$id", base);
    json_set_string(json_set_object(properties, "a"), "$ref", reference);
    json *there = json_set_object(definitions, "there");
    json_set_string(there, "$id", target);
    json_set_string(there, "type", "string");
    const struct schema *schema = schema_compile(arena, document, NULL, &error);
    json_set(instance, "a", number);
    const bool leads = schema && !schema_valid(schema, instance, SCHEMA_ALL);
    arena_free(arena);
    return leads;
}

/* The examples of RFC 3986 section 5.4, but for those that only differ in a fragment. */
static void references(void)
{
    static const struct {
        const char *reference, *target;
    } rows[] = {
        { "g:h", "g:h" },
        { "g", "http://a/b/c/g" },
        { "./g", "http://a/b/c/g" },
        { "g/", "http://a/b/c/g/" },
        { "/g", "http://a/g" },
        { "//g", "http://g" },
        { "?y", "http://a/b/c/d;p?y" },
        { "g?y", "http://a/b/c/g?y" },
        { ";x", "http://a/b/c/;x" },
        { "g;x", "http://a/b/c/g;x" },
        { ".", "http://a/b/c/" },
        { "./", "http://a/b/c/" },
        { "..", "http://a/b/" },
        { "../", "http://a/b/" },
        { "../g", "http://a/b/g" },
        { "../..", "http://a/" },
        { "../../", "http://a/" },
        { "../../g", "http://a/g" },
        { "../../../g", "http://a/g" },
        { "../../../../g", "http://a/g" },
        { "/./g", "http://a/g" },
        { "/../g", "http://a/g" },
        { "g.", "http://a/b/c/g." },
        { ".g", "http://a/b/c/.g" },
        { "g..", "http://a/b/c/g.." },
        { "..g", "http://a/b/c/..g" },
        { "./../g", "http://a/b/g" },
        { "./g/.", "http://a/b/c/g/" },
        { "g/./h", "http://a/b/c/g/h" },
        { "g/../h", "http://a/b/c/h" },
        { "g;x=1/./y", "http://a/b/c/g;x=1/y" },
        { "g;x=1/../y", "http://a/b/c/y" },
        { "g?y/./x", "http://a/b/c/g?y/./x" },
        { "g?y/../x", "http://a/b/c/g?y/../x" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (!check(leads_to("http://a/b/c/d;p?q", rows[i].reference, rows[i].target)))
            printf("      %s\n", rows[i].reference);
    check(leads_to("http://a", "g", "http://a/g"));
    check(leads_to("http://a?q", "g", "http://a/g"));
    check(!leads_to("http://a/b/c/d;p?q", "g", "http://a/b/g"));
}

/* Only % and two hexadecimal digits stand for another character. */
static void escapes(void)
{
    static const struct {
        const char *fragment, *name;
    } rows[] = {
        { "%41", "A" }, { "%c3%BC", "\xC3\xBC" },     { "%25", "%" },   { "%2", "%2" },
        { "%", "%" },   { "%\x10\x11", "%\x10\x11" }, { "%4g", "%4g" }, { "%%41", "%A" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        struct error error = { .text = "" };
        json *document = json_object(arena);

        json_set_object(json_set_object(document, "definitions"), rows[i].name);
        json_set_string(json_set_object(document, "not"), "$ref",
                        arena_printf(arena, "#/definitions/%s", rows[i].fragment));
        if (!check(schema_compile(arena, document, NULL, &error) != NULL))
            printf("      %s\n", error.text);
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "uri: references are resolved", references },
    { "uri: escapes in a fragment", escapes },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
