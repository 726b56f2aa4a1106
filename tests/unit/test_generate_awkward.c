#include "cfnc/generate/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "generate/generate_private.h"
#include "test.h"

/*
 * Schemas that are hard to satisfy, each of which has an instance: a thousand
 * seeds, the variants in turn. What is made is valid, and the same again.
 */
enum { FILE_BYTES = 1 << 20, SEEDS = 1000, AGAIN = 50, FEW = 8 };

static const json *make(struct arena *arena, const struct schema *schema, const json *document,
                        uint64_t seed, struct error *error)
{
    const struct making making = { .variant = (enum variant)(seed % VARIANT_COUNT) };
    struct random random = { seed };
    struct reason reason = { .pointer = "" };
    const json *made = generate_any(arena, schema, document, &making, &random, &reason);

    if (!made)
        *error = reason.error;
    return made;
}

static void try_schema(const json *row)
{
    const char *name = json_string(json_get(row, "name"));
    const json *document = json_get(row, "schema");
    struct arena *keep = arena_new();
    struct error error = { .text = "" };
    const struct schema *schema = schema_compile(keep, document, NULL, &error);
    const size_t seeds = SEEDS / corpus_step(1);
    size_t valid = 0;

    check_text(error.text, "");
    for (uint64_t seed = 0; schema && seed < seeds; seed++) {
        struct arena *arena = arena_new();
        const json *made = make(arena, schema, document, seed, &error);

        valid += made && schema_valid(schema, made, SCHEMA_ALL);
        if (seed < AGAIN / corpus_step(1))
            check(json_equal(made, make(arena, schema, document, seed, &error)));
        arena_free(arena);
    }
    if (!check(valid == seeds))
        printf("    %s: %zu of %zu: %s\n", name, valid, seeds, error.text);
    arena_free(keep);
}

static void awkward_schemas(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *rows = json_read(arena, TEST_DATA "/generate/awkward.json", FILE_BYTES, &error);

    check_text(error.text, "");
    check(json_length(rows) >= 100);
    json_each (row, rows)
        try_schema(row);
    arena_free(arena);
}

/* Schemas without any instance end, and soon: what was in vain is not tried for ever. */
static void impossible_schemas(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const uint64_t few = corpus_step(1) > 1 ? 1 : FEW;
    const json *rows = json_read(arena, TEST_DATA "/generate/impossible.json", FILE_BYTES, &error);

    check_text(error.text, "");
    check(json_length(rows) >= 20);
    json_each (row, rows)
        for (uint64_t seed = 0; seed < few; seed++) {
            const json *document = json_get(row, "schema");
            const struct schema *schema = schema_compile(arena, document, NULL, &error);

            error.text[0] = '\0';
            if (!check(schema && !make(arena, schema, document, seed, &error)))
                printf("    %s\n", json_string(json_get(row, "name")));
            check(*error.text);
        }
    arena_free(arena);
}

static const struct test tests[] = {
    { "generate: awkward schemas, a thousand seeds", awkward_schemas },
    { "generate: impossible schemas", impossible_schemas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
