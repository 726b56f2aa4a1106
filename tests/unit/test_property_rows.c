#include "cfnc/type/property_rows.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "corpus.h"
#include "test.h"

static const struct resource_type *type_named(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    const json *document = json_parse(arena, text, strlen(text), &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, NULL, &error) : NULL;

    check_text(error.text, "");
    return type;
}

/* Every row with what is said of it: "/Id(r) /Secret(w) /Old(x)". */
static const char *rows_of(struct arena *arena, const struct property_rows *rows)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < rows->count; i++) {
        const struct property_row *row = &rows->items[i];

        text_addf(&out, "%s%s", i ? " " : "", row->path.pointer);
        if (row->read_only || row->write_only || row->exempt)
            text_addf(&out, "(%s%s%s)", row->read_only ? "r" : "", row->write_only ? "w" : "",
                      row->exempt ? "x" : "");
    }
    return out.bytes;
}

static void are(const char *body, const char *expected)
{
    struct arena *arena = arena_new();
    const struct resource_type *type =
        type_named(arena, arena_printf(arena,
                                       "{\"typeName\":\"Acme::Demo::Rows\","
                                       "\"primaryIdentifier\":[\"/properties/Id\"],%s}",
                                       body));
    const struct property_rows rows =
        type ? property_rows(arena, type) : (struct property_rows){ NULL, 0 };

    check_text(rows_of(arena, &rows), expected);
    arena_free(arena);
}

static void nested_ones(void)
{
    are("\"properties\":{\"Id\":{},\"Config\":{\"type\":\"object\",\"properties\":{\"Mode\":{},"
        "\"a/b~c\":{}}},\"Gone\":false}",
        "/Id /Config /Config/Mode /Config/a~1b~0c");
    are("\"properties\":{\"Id\":{},\"List\":{\"items\":{\"properties\":{\"Key\":{}}}},"
        "\"Tuple\":{\"items\":[{\"properties\":{\"A\":{}}},{\"properties\":{\"B\":{}}}]},"
        "\"Map\":{\"patternProperties\":{\"^a\":{\"properties\":{\"C\":{}}}}},"
        "\"Open\":{\"additionalProperties\":{\"properties\":{\"D\":{}}}},"
        "\"Deep\":{\"items\":{\"items\":{\"properties\":{\"E\":{}}}}}}",
        "/Id /List /List/*/Key /Tuple /Tuple/*/A /Tuple/*/B /Map /Map/*/C /Open /Open/*/D /Deep "
        "/Deep/*/*/E");
}

static void branches_are_one(void)
{
    are("\"properties\":{\"Id\":{},\"Any\":{\"anyOf\":[{\"properties\":{\"A\":{},\"B\":{}}},"
        "{\"properties\":{\"B\":{},\"C\":{}}}],\"allOf\":[{\"$ref\":\"#/definitions/D\"}],"
        "\"if\":{\"properties\":{\"X\":{}}},\"then\":{\"properties\":{\"Y\":{}}}}},"
        "\"definitions\":{\"D\":{\"properties\":{\"D\":{}}}},\"oneOf\":[{\"required\":[\"Id\"]},"
        "{\"properties\":{\"Root\":{}}}]",
        "/Id /Any /Any/D /Any/A /Any/B /Any/C /Any/Y /Root");
}

static void definitions_in_themselves(void)
{
    are("\"properties\":{\"Id\":{},\"Tree\":{\"$ref\":\"#/definitions/Node\"}},"
        "\"definitions\":{\"Node\":{\"properties\":{\"Name\":{},\"Children\":{\"items\":"
        "{\"$ref\":\"#/definitions/Node\"}},\"Other\":{\"$ref\":\"#/definitions/Node\"}}}}",
        "/Id /Tree /Tree/Name /Tree/Children /Tree/Other");
    are("\"properties\":{\"Id\":{},\"A\":{\"$ref\":\"#/properties/B\"},\"B\":{}}", "/Id /A /B");
}

/* What is inside decides, and what it is inside of. */
static void what_is_said_of_them(void)
{
    are("\"properties\":{\"Id\":{},\"Auth\":{\"properties\":{\"Password\":{},\"Key\":{}}},"
        "\"Mixed\":{\"properties\":{\"Secret\":{},\"Name\":{}}},\"State\":{\"properties\":"
        "{\"At\":{}}},\"Old\":{\"properties\":{\"Older\":{}}},\"L\":{\"items\":{\"properties\":"
        "{\"R\":{}}}}},\"readOnlyProperties\":[\"/properties/Id\",\"/properties/State/At\","
        "\"/properties/L/*/R\"],"
        "\"writeOnlyProperties\":[\"/properties/Auth/Password\",\"/properties/Auth/Key\","
        "\"/properties/Mixed/Secret\"],\"deprecatedProperties\":[\"/properties/Old\","
        "\"/properties/None\",7]",
        "/Id(r) /Auth(w) /Auth/Password(w) /Auth/Key(w) /Mixed /Mixed/Secret(w) /Mixed/Name "
        "/State(r) /State/At(r) /Old(x) /Old/Older(x) /L(r) /L/*/R(r)");
}

static void values_of_models(void)
{
    static const struct {
        const char *pointer, *model;
        bool is_in;
    } rows[] = {
        { "/A", "{\"A\":0}", true },
        { "/A", "{\"A\":[]}", true },
        { "/A", "{}", false },
        { "/A", "[]", false },
        { "/A/*/B", "{\"A\":[{},{\"B\":false}]}", true },
        { "/A/*/B", "{\"A\":{\"x\":{\"B\":\"\"}}}", true },
        { "/A/*/B", "{\"A\":[{\"C\":1}]}", false },
        { "/A/*/B", "{\"A\":\"B\"}", false },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct error error = { .text = "" };
        struct property_row row = { .above = NULL };

        check(pointer_read(arena, rows[i].pointer, &row.path));
        const json *model = json_parse(arena, rows[i].model, strlen(rows[i].model), &error);
        if (property_is_in(&row, model) != rows[i].is_in) {
            printf("    %s in %s\n", rows[i].pointer, rows[i].model);
            check(false);
        }
    }
    arena_free(arena);
}

/* Branches that double at each level end, and so do properties without end. */
static void too_many(void)
{
    struct arena *arena = arena_new();
    struct text text = text_new(arena);

    text_add(&text, "{\"typeName\":\"Acme::Demo::Rows\",\"primaryIdentifier\":"
                    "[\"/properties/Id\"],\"properties\":{\"Id\":{\"$ref\":\"#/definitions/D0\"}");
    for (int i = 0; i < 30000; i++)
        text_addf(&text, ",\"P%d\":{}", i);
    text_add(&text, "},\"definitions\":{");
    for (int i = 0; i < 40; i++)
        text_addf(&text,
                  "\"D%d\":{\"anyOf\":[{\"$ref\":\"#/definitions/D%d\"},"
                  "{\"properties\":{\"X%d\":{\"$ref\":\"#/definitions/D%d\"}}}]},",
                  i, i + 1, i, i + 1);
    text_add(&text, "\"D40\":{}}}");
    const struct resource_type *type = type_named(arena, text.bytes);
    if (type)
        check_number((long long)property_rows(arena, type).count, 20000);
    arena_free(arena);
}

/* Real schemas: what can be asked for at a path is there, and no path twice. */
static void of_a_corpus(void)
{
    enum { STEP = 5 };
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, STEP);
    size_t most = 0;

    for (size_t i = 0; paths && paths[i]; i++) {
        struct arena *own = arena_new();
        struct error error;
        const json *document = json_read(own, paths[i], 8 << 20, &error);
        const struct resource_type *type =
            document ? resource_type_read(own, document, paths[i], &error) : NULL;
        const struct property_rows rows =
            type ? property_rows(own, type) : (struct property_rows){ NULL, 0 };

        check(!type || rows.count >= json_length(json_get(document, "properties")));
        for (size_t n = 0; n < rows.count; n++)
            if (!schema_at(type->document, &rows.items[n].path)) {
                printf("    %s: %s\n", paths[i], rows.items[n].path.pointer);
                check(false);
            }
        most = rows.count > most ? rows.count : most;
        arena_free(own);
    }
    printf("    at most %zu properties\n", most);
    arena_free(arena);
}

static const struct test tests[] = {
    { "property rows: nested ones", nested_ones },
    { "property rows: branches describe one model", branches_are_one },
    { "property rows: definitions in themselves", definitions_in_themselves },
    { "property rows: read-only, write-only, exempt", what_is_said_of_them },
    { "property rows: values of models", values_of_models },
    { "property rows: too many", too_many },
    { "property rows: of real schemas", of_a_corpus },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
