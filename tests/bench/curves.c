#include "curves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/schema.h"

/* Texts of size n. */
struct growing {
    struct text schema, instance;
};

/* `format` has one %zu; a comma between the items. */
#define ADD_EACH(text, count, format)                                                              \
    for (size_t i = 0; i < (count); i++)                                                           \
    text_addf(text, "%s" format, i ? "," : "", i)

static void properties(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"properties\":{");
    ADD_EACH(&g->schema, n, "\"property-%zu\":{\"type\":\"integer\"}");
    text_add(&g->schema, "},\"required\":[");
    ADD_EACH(&g->schema, n, "\"property-%zu\"");
    text_add(&g->schema, "],\"additionalProperties\":false}");
    text_add(&g->instance, "{");
    ADD_EACH(&g->instance, n, "\"property-%zu\":1");
    text_add(&g->instance, "}");
}

static void nested(struct growing *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_add(&g->schema, "{\"items\":");
        text_add(&g->instance, "[");
    }
    text_add(&g->schema, "{}");
    for (size_t i = 0; i < n; i++) {
        text_add(&g->schema, "}");
        text_add(&g->instance, "]");
    }
}

static void choices(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"items\":{\"enum\":[");
    ADD_EACH(&g->schema, n, "\"choice-%zu\"");
    text_add(&g->schema, "]}}");
    text_add(&g->instance, "[");
    ADD_EACH(&g->instance, n, "\"choice-%zu\"");
    text_add(&g->instance, "]");
}

static void unique(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"uniqueItems\":true}");
    text_add(&g->instance, "[");
    ADD_EACH(&g->instance, n, "{\"Key\":\"key-%zu\",\"Value\":[1,2]}");
    text_add(&g->instance, "]");
}

static void reversed(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"const\":{");
    ADD_EACH(&g->schema, n, "\"member-%zu\":null");
    text_add(&g->schema, "}}");
    text_add(&g->instance, "{");
    for (size_t i = n; i-- > 0;)
        text_addf(&g->instance, "\"member-%zu\":null%s", i, i ? "," : "}");
}

static void definitions(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"definitions\":{");
    ADD_EACH(&g->schema, n, "\"definition-%zu\":{\"minimum\":1}");
    text_add(&g->schema, "},\"properties\":{");
    for (size_t i = 0; i < n; i++)
        text_addf(&g->schema, "%s\"p%zu\":{\"$ref\":\"#/definitions/definition-%zu\"}",
                  i ? "," : "", i, i);
    text_add(&g->schema, "}}");
    text_add(&g->instance, "{\"p0\":1}");
}

static void identifiers(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"definitions\":{");
    for (size_t i = 0; i < n; i++)
        text_addf(&g->schema, "%s\"definition-%zu\":{\"$id\":\"#name-%zu\"}", i ? "," : "", i, i);
    text_add(&g->schema, "},\"allOf\":[");
    ADD_EACH(&g->schema, n, "{\"$ref\":\"#name-%zu\"}");
    text_add(&g->schema, "]}");
    text_add(&g->instance, "1");
}

static void patterns(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"patternProperties\":{");
    ADD_EACH(&g->schema, (size_t)10, "\"^%zu[a-z]+-\":{}");
    text_add(&g->schema, "}}");
    text_add(&g->instance, "{");
    ADD_EACH(&g->instance, n, "\"9member-%zu\":1");
    text_add(&g->instance, "}");
}

static void dependencies(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"dependencies\":{");
    ADD_EACH(&g->schema, n, "\"member-%zu\":[\"member-0\"]");
    text_add(&g->schema, "}}");
    text_add(&g->instance, "{");
    ADD_EACH(&g->instance, n, "\"member-%zu\":1");
    text_add(&g->instance, "}");
}

static void same_pattern(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"items\":[");
    ADD_EACH(&g->schema, n, "{\"pattern\":\"^[a-z]{1,60}$\",\"title\":\"%zu\"}");
    text_add(&g->schema, "]}");
    text_add(&g->instance, "[");
    ADD_EACH(&g->instance, n, "\"abcdef\",%zu");
    text_add(&g->instance, "]");
}

static void alternatives(struct growing *g, size_t n)
{
    text_add(&g->schema, "{\"oneOf\":[");
    ADD_EACH(&g->schema, n, "{\"properties\":{\"Kind\":{\"const\":%zu}}}");
    text_add(&g->schema, "]}");
    text_addf(&g->instance, "{\"Kind\":%zu}", n - 1);
}

static const struct {
    const char *label;
    void (*grow)(struct growing *g, size_t n);
    size_t most;
} rows[] = {
    { "properties, all required", properties, 10000 },
    { "levels of items", nested, 900 },
    { "choices of an enum, each looked for", choices, 100000 },
    { "objects, uniqueItems", unique, 100000 },
    { "members of a const, keys reversed", reversed, 10000 },
    { "definitions, each referred to", definitions, 10000 },
    { "$ids, each referred to", identifiers, 10000 },
    { "members, ten patternProperties", patterns, 10000 },
    { "dependencies, each of them met", dependencies, 10000 },
    { "times the same pattern", same_pattern, 10000 },
    { "alternatives of a oneOf", alternatives, 10000 },
};

static const json *parse(struct arena *arena, const struct text *text)
{
    struct error error = { .text = "" };
    const json *value = json_parse(arena, text->bytes, text->length, &error);

    if (!value)
        fprintf(stderr, "%s\n", error.text);
    return value;
}

/* Milliseconds to parse and compile the schema, and to judge the instance. */
static bool measure(void (*grow)(struct growing *g, size_t n), size_t n, double ms[2])
{
    struct arena *arena = arena_new();
    struct growing g = { text_new(arena), text_new(arena) };
    struct error error = { .text = "" };

    grow(&g, n);
    const json *instance = parse(arena, &g.instance);
    const double start = cpu_seconds();
    const json *document = parse(arena, &g.schema);
    const struct schema *schema =
        document && instance ? schema_compile(arena, document, NULL, &error) : NULL;
    const double compiled = cpu_seconds();
    const bool valid = schema && schema_valid(schema, instance, SCHEMA_ALL);
    ms[0] = (compiled - start) * 1e3;
    ms[1] = (cpu_seconds() - compiled) * 1e3;
    arena_free(arena);
    if (!valid)
        fprintf(stderr, "not compiled, or not valid: %s\n", error.text);
    return valid;
}

void curves_print(void)
{
    printf("ms CPU to parse and compile a schema + to judge an instance, for n/100, n/10 and n\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        printf("  %6zu %-37s", rows[i].most, rows[i].label);
        for (size_t part = 100; part; part /= 10) {
            double ms[2] = { 0, 0 };

            measure(rows[i].grow, rows[i].most / part, ms);
            printf(" %8.2f + %-8.2f", ms[0], ms[1]);
            fflush(stdout);
        }
        printf("\n");
    }
}
