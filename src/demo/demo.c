/* The types of the demo: the first that a fault can show on is the one that is taken for it. */
#include "cfnc/demo/demo.h"

#include <assert.h>
#include <string.h>

#include "cfnc/demo/builtin.h"

/* Of schemas/demo; the first has one property of every sort that the contract knows. */
extern const char demo_simple[], demo_thing[], demo_archive[], demo_fleet[], demo_grant[];

static const char *const schemas[] = { demo_simple, demo_thing, demo_archive, demo_fleet,
                                       demo_grant };
enum { SCHEMAS = sizeof(schemas) / sizeof(schemas[0]) };

static bool shows_on(const char *schema, const struct fault *fault)
{
    struct arena *arena = arena_new();
    struct error error;
    const json *document = json_parse(arena, schema, strlen(schema), &error);
    const struct resource_type *type = resource_type_read(arena, document, NULL, &error);

    assert(type);
    const bool shows = !fault_impossible(fault, type);
    arena_free(arena);
    return shows;
}

/* What is no fault is told by builtin_new(). */
static const char *schema_for(const char *const *names)
{
    for (; names && *names; names++) {
        const struct fault *fault = fault_find(*names);
        size_t i = 0;

        while (fault && i < SCHEMAS && !shows_on(schemas[i], fault))
            i++;
        if (i && i < SCHEMAS)
            return schemas[i];
    }
    return schemas[0];
}

bool demo_schema(struct arena *arena, const char *const *faults, struct json_source *source,
                 struct error *error)
{
    const char *text = schema_for(faults);

    return json_source_parse(arena, "(built-in schema)", text, strlen(text), source, error);
}

const struct resource_type *demo_type(struct arena *arena, const char *const *faults,
                                      struct error *error)
{
    struct json_source source;

    return demo_schema(arena, faults, &source, error)
               ? resource_type_read(arena, source.document, NULL, error)
               : NULL;
}
