/*
 * Whatever a schema and two models are, comparing them ends; each row shows
 * values that are there, and can be shown; a model is equal to itself. The
 * input is [SCHEMA, REQUESTED, RETURNED].
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/compare/compare.h"
#include "cfnc/type/resource_type.h"
#include "cfnc/report/differences.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct resource_type *type_named(struct arena *arena, const json *schema)
{
    json *document = json_copy(arena, schema);
    struct error error;

    json_set_string(document, "typeName", "Acme::Demo::Thing");
    if (json_type(json_get(document, "properties")) != JSON_OBJECT)
        json_set_object(document, "properties");
    json_set_object(json_edit(document, "properties"), "Id");
    json_append(json_set_array(document, "primaryIdentifier"),
                json_new_string(arena, "/properties/Id"));
    return resource_type_read(arena, document, NULL, &error);
}

/* Whether a row shows what is in the request; of an addition, what it was added to. */
static bool is_placed(struct arena *arena, const struct comparison *c, const struct difference *d)
{
    const char *slash = strrchr(d->path, '/');

    if (d->kind != DIFFERENCE_UNEXPECTED)
        return pointer_get(c->requested, d->path) == d->requested;
    return slash && json_type(pointer_get(c->requested,
                                          arena_copy(arena, d->path, (size_t)(slash - d->path)))) >=
                        JSON_ARRAY;
}

static void look_at(struct arena *arena, const struct comparison *c)
{
    const struct differences_style style = {
        .format = DIFF_BOTH, .columns = 80, .rows = 20, .hints = 5, .returned = "returned"
    };
    struct text out = text_new(arena);

    for (const struct difference *d = c->differences; d; d = d->next) {
        const char *pointer = NULL;

        if (!is_placed(arena, c, d))
            abort();
        difference_proposal(arena, d, &pointer);
    }
    differences_add(&out, c, &style);
    if (strpbrk(out.bytes, "\033\r\007"))
        abort();
}

static void compare(struct arena *arena, const struct resource_type *type, const json *requested,
                    const json *returned)
{
    const json *same = json_copy(arena, requested);
    struct comparison c = compare_models(arena, type, requested, returned);

    look_at(arena, &c);
    c = compare_models_exactly(arena, type, requested, returned);
    look_at(arena, &c);
    c = compare_models(arena, type, requested, same);
    const struct comparison exactly = compare_models_exactly(arena, type, same, requested);
    if (c.differences || exactly.differences)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error;
    char *text = arena_alloc(arena, size + 1);

    if (size)
        memcpy(text, data, size);
    const json *input = json_parse(arena, text, size, &error);
    const json *schema = json_at(input, 0), *requested = json_at(input, 1),
               *returned = json_at(input, 2);
    const struct resource_type *type =
        json_type(schema) == JSON_OBJECT ? type_named(arena, schema) : NULL;
    if (type && requested && returned) {
        compare(arena, type, requested, returned);
        compare(arena, type, returned, requested);
    }
    arena_free(arena);
    return 0;
}
