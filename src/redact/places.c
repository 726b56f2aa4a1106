/* Payloads and answers, in which models are at places that their protocol names. */
#include <string.h>

#include "redact_private.h"

/* The object that holds the place's member, in a copy; NULL: it is not there. */
static json *holder_of(json *document, const struct model_place *place)
{
    json *holder = place->parent ? json_edit(document, place->parent) : document;

    return json_get(holder, place->key) ? holder : NULL;
}

static const json *original_of(const json *document, const struct model_place *place)
{
    return json_get(place->parent ? json_get(document, place->parent) : document, place->key);
}

static const json *redact_place(struct redactor *redactor, struct arena *arena,
                                const struct model_place *place, const json *value)
{
    json *models;

    switch (place->kind) {
    case PLACE_MODEL:
        return redact_model(redactor, arena, value);
    case PLACE_CONTEXT:
        return redact_context(redactor, arena, value);
    case PLACE_SECRET:
        return json_new_string(arena, redactor_instead(redactor, "", 0));
    case PLACE_MODELS:
        break;
    }
    models = json_array(arena);
    json_each (model, value)
        json_append(models, redact_model(redactor, arena, model));
    return json_type(value) == JSON_ARRAY ? models : redact_value(redactor, arena, value);
}

json *redact_places(struct redactor *redactor, struct arena *arena, const json *document,
                    const struct model_place *places)
{
    struct arena *scratch = arena_new();
    json *bare = json_copy(scratch, document);

    for (const struct model_place *p = places; p->key; p++)
        if (holder_of(bare, p))
            json_set(holder_of(bare, p), p->key, NULL);
    json *kept = redact_value(redactor, arena, bare);
    for (const struct model_place *p = places; p->key; p++)
        if (holder_of(kept, p) && !json_is_null(original_of(document, p)))
            json_set(holder_of(kept, p), p->key,
                     redact_place(redactor, scratch, p, original_of(document, p)));
    arena_free(scratch);
    return kept;
}

json *redact_request(struct redactor *redactor, struct arena *arena, const json *request,
                     const struct model_place *places)
{
    json *shown = redact_places(redactor, arena, request, places);

    for (const struct model_place *p = places; p->key; p++)
        if (p->kind == PLACE_SECRET && holder_of(shown, p))
            json_remove(holder_of(shown, p), p->key);
    return shown;
}

const struct resource_type *secrecy_type(struct arena *arena, const struct secrecy *secrecy)
{
    struct resource_type *type = arena_alloc(arena, sizeof(*type));

    *type = (struct resource_type){ .name = secrecy->name,
                                    .document = secrecy->document,
                                    .returned = secrecy->schema };
    if (secrecy->secret)
        type->secret = *secrecy->secret;
    return type;
}
