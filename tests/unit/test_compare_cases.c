#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/compare/compare.h"
#include "run_builtin.h"
#include "test.h"

/*
 * The files of tests/data/compare: cases of a schema (typeName and identifier
 * are put in), what was requested, what was returned, and the rows that are
 * expected, as "kind path"; "exactly": those of compare_models_exactly();
 * "notes": what was not compared, as "path why".
 */
enum { FILE_BYTES = 1 << 20 };

static const struct resource_type *type_of_case(struct arena *arena, const json *row)
{
    json *schema = json_copy(arena, json_get(row, "schema"));
    json *properties = json_edit(schema, "properties");
    struct error error = { .text = "" };

    json_set_string(schema, "typeName", "Acme::Demo::Case");
    if (!json_get(properties, "Identifier"))
        json_set_string(json_set_object(properties, "Identifier"), "type", "string");
    json_append(json_set_array(schema, "primaryIdentifier"),
                json_new_string(arena, "/properties/Identifier"));
    const struct resource_type *type = resource_type_read(arena, schema, NULL, &error);
    check_text(error.text, "");
    return type;
}

static const char *rows_of(struct arena *arena, const struct comparison *c)
{
    struct text out = text_new(arena);

    for (const struct difference *d = c->differences; d; d = d->next)
        text_addf(&out, "%s %s\n", difference_kind_name(d->kind), d->path);
    return out.bytes;
}

static const char *notes_of(struct arena *arena, const struct comparison *c)
{
    struct text out = text_new(arena);

    for (const struct not_compared *n = c->not_compared; n; n = n->next)
        text_addf(&out, "%s%s %s\n", n->failed ? "! " : "", n->path, n->why);
    return out.bytes;
}

static const char *lines_of(struct arena *arena, const json *strings)
{
    struct text out = text_new(arena);

    json_each (line, strings)
        text_addf(&out, "%s\n", json_string(line));
    return out.bytes;
}

/* Each row shows values that are there. */
static void check_rows(const struct comparison *c, const json *requested, const json *returned)
{
    for (const struct difference *d = c->differences; d; d = d->next) {
        const bool added = d->kind == DIFFERENCE_UNEXPECTED;

        check(added ? d->requested == NULL : pointer_get(requested, d->path) == d->requested);
        check(!added || pointer_get(returned, d->path) == d->returned);
        check((d->kind == DIFFERENCE_MISSING) == (d->returned == NULL));
    }
}

static void try_case(const char *file, const json *row)
{
    struct arena *arena = arena_new();
    const char *name = json_string(json_get(row, "name"));
    const struct resource_type *type = type_of_case(arena, row);
    const json *requested = json_get(row, "requested"), *returned = json_get(row, "returned");

    if (!type || !requested || !returned || !json_get(row, "rows")) {
        check(type && requested && returned && json_get(row, "rows"));
        printf("    %s: %s\n", file, name);
        arena_free(arena);
        return;
    }
    const struct comparison c = compare_models(arena, type, requested, returned);
    const struct comparison exact = compare_models_exactly(arena, type, requested, returned);
    const struct comparison same = compare_models_exactly(arena, type, requested, requested);
    bool good = check_text(rows_of(arena, &c), lines_of(arena, json_get(row, "rows")));
    if (json_get(row, "notes"))
        good &= check_text(notes_of(arena, &c), lines_of(arena, json_get(row, "notes")));
    if (json_get(row, "exactly"))
        good &= check_text(rows_of(arena, &exact), lines_of(arena, json_get(row, "exactly")));
    good &= check_text(rows_of(arena, &same), "");
    check_rows(&c, requested, returned);
    if (!good)
        printf("    %s: %s\n", file, name);
    arena_free(arena);
}

static size_t try_file(const char *name)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *path = arena_printf(arena, TEST_DATA "/compare/%s.json", name);
    const json *rows = json_read(arena, path, FILE_BYTES, &error);

    check_text(error.text, "");
    json_each (row, rows)
        try_case(name, row);
    const size_t count = json_length(rows);
    arena_free(arena);
    return count;
}

static void all_cases(void)
{
    static const char *const files[] = { "values",  "arrays",    "unordered", "marks",
                                         "exactly", "user_pain", "transform" };
    size_t count = 0;

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        count += try_file(files[i]);
    check(count >= 150);
}

static const struct test tests[] = {
    { "compare: the cases of tests/data/compare", all_cases },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
