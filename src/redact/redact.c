/* What is secret in models, in answers of handlers and in what is said of them. */
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "redact_private.h"

/* Words of every protocol and of our own sentences: as a value they tell nobody anything. */
static const char common[] =
    "SUCCESS FAILED IN_PROGRESS PENDING CREATE UPDATE DELETE "
    "operationStatus status errorCode message "
    "string object number integer boolean "
    "expected nothing answered answer answers returned requested created deleted updated listed "
    "resource identifier property properties handler handlers before behind another";

static void spare(struct redactor *redactor, const char *word)
{
    if (word && redactor_takes(word))
        names_add(&redactor->learnt->spared, word);
}

static void spare_each(struct redactor *redactor, struct arena *arena, const char *words)
{
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        const size_t length = strcspn(words, " ");

        spare(redactor, arena_copy(arena, words, length));
        words += length;
    }
}

/* The names of properties and the values that are written in the schema: everybody has those. */
static void spare_schema(struct redactor *redactor, const json *schema)
{
    json_each (property, json_get(schema, "properties"))
        spare(redactor, json_key(property));
    json_each (value, json_get(schema, "enum"))
        spare(redactor, json_string(value));
    spare(redactor, json_string(json_get(schema, "const")));
    json_each (child, schema)
        spare_schema(redactor, child);
}

struct redactor *redactor_new(struct arena *arena, struct secrecy secrecy)
{
    static const struct property_set nowhere;
    struct redactor *redactor = arena_alloc(arena, sizeof(*redactor));
    struct learnt *learnt = arena_alloc(arena, sizeof(*learnt));

    redactor->learnt = learnt;
    learnt->secrecy = secrecy;
    if (!secrecy.secret)
        learnt->secrecy.secret = &nowhere;
    learnt->secrets.arena = arena;
    learnt->spared = names_new(arena);
    spare_each(redactor, arena, common);
    spare_each(redactor, arena, secrecy.words ? secrecy.words : "");
    spare_schema(redactor, secrecy.document);
    spare(redactor, secrecy.name);
    return redactor;
}

struct redactor *redactor_styled(struct arena *arena, const struct redactor *redactor,
                                 const struct redact_style *style)
{
    struct redactor *styled = arena_alloc(arena, sizeof(*styled));

    *styled = (struct redactor){ .learnt = redactor->learnt, .style = *style };
    return styled;
}

unsigned long redactor_count(const struct redactor *redactor)
{
    return redactor->hidden;
}

/* --- Places --- */

const struct model_place *model_place_of(const struct model_place *places, enum place_kind kind)
{
    while (places->key && places->kind != kind)
        places++;
    return places->key ? places : NULL;
}

const json *model_place_get(const json *document, const struct model_place *place)
{
    return json_get(place->parent ? json_get(document, place->parent) : document, place->key);
}

/* --- Learning --- */

static bool is_spared(const struct redactor *redactor, const char *word)
{
    return names_find(&redactor->learnt->spared, word) != NAMES_NONE;
}

bool redactor_knows(const struct redactor *redactor, const char *secret)
{
    const size_t length = strlen(secret);
    struct script script = { .end = secret + length, .effort = SIZE_MAX };

    return length && secrets_said(&redactor->learnt->secrets, &script, secret, 0) == length;
}

void redactor_learn_text(struct redactor *redactor, const char *secret)
{
    if (secret && redactor_takes(secret) && !redactor_knows(redactor, secret) &&
        !is_spared(redactor, secret))
        spelling_add_each(&redactor->learnt->secrets, secret, strlen(secret));
}

void redactor_learn_strings(struct redactor *redactor, const json *value)
{
    redactor_learn_text(redactor, json_string(value));
    json_each (child, value)
        redactor_learn_strings(redactor, child);
}

static bool learn_one(void *context, const char *pointer, const json *value)
{
    (void)pointer;
    redactor_learn_strings(context, value);
    return true;
}

void redactor_learn(struct redactor *redactor, const json *model)
{
    const struct property_set *secret = redactor->learnt->secrecy.secret;
    struct arena *scratch = arena_new();

    for (size_t i = 0; i < secret->count; i++)
        path_each(scratch, model, &secret->paths[i], learn_one, redactor);
    arena_free(scratch);
}

/* What was always called a credential, wherever it turns up. */
static bool is_credential(const struct redactor *redactor, const char *key)
{
    static const char *const names[] = { "callerCredentials", "providerCredentials",
                                         "authorization" };

    for (size_t i = 0; key && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcasecmp(key, names[i]) == 0)
            return !is_spared(redactor, key); /* no property of the type */
    return false;
}

/* A handler keeps models in its context under names of its own. */
static void learn_anywhere(struct redactor *redactor, const json *value)
{
    if (json_type(value) == JSON_OBJECT)
        redactor_learn(redactor, value);
    json_each (child, value) {
        if (is_credential(redactor, json_key(child)))
            redactor_learn_strings(redactor, child);
        learn_anywhere(redactor, child);
    }
}

void redactor_learn_places(struct redactor *redactor, const json *document,
                           const struct model_place *places)
{
    for (const struct model_place *p = places; p->key; p++) {
        const json *value = model_place_get(document, p);

        switch (p->kind) {
        case PLACE_MODEL:
            redactor_learn(redactor, value);
            break;
        case PLACE_MODELS:
            json_each (model, value)
                redactor_learn(redactor, model);
            break;
        case PLACE_CONTEXT:
            learn_anywhere(redactor, value);
            break;
        case PLACE_SECRET:
            redactor_learn_strings(redactor, value);
            break;
        }
    }
}

/* --- Hiding --- */

/* Two keys of an object may become the same one: the later gets a number. */
static void hide_key(struct redactor *redactor, struct arena *scratch, json *member,
                     size_t *hidden_keys)
{
    const char *hidden = redactor_hide(redactor, scratch, json_key(member));

    if (!hidden)
        return;
    if (++*hidden_keys > 1)
        hidden = arena_printf(scratch, "%s (%zu)", hidden, *hidden_keys);
    json_rename(member, hidden);
}

/* All that is below is secret; its form is kept where something else stands for it. */
static json *conceal(struct redactor *redactor, struct arena *scratch, json *container, json *child)
{
    const char *string = json_string(child);

    if (json_is_null(child))
        return child;
    if (string || !redactor->style.text)
        return json_replace(
            container, child,
            json_new_string(scratch, redactor_instead(redactor, string ? string : "",
                                                      string ? strlen(string) : 0)));
    for (json *inner = json_edit_first(child); inner; inner = json_edit_next(inner))
        inner = conceal(redactor, scratch, child, inner);
    return child;
}

static void hide_below(struct redactor *redactor, struct arena *scratch, json *container)
{
    const bool object = json_type(container) == JSON_OBJECT;
    size_t hidden_keys = 0;

    for (json *child = json_edit_first(container); child; child = json_edit_next(child)) {
        const char *string = json_string(child);
        const bool credential = object && is_credential(redactor, json_key(child));
        const char *hidden =
            string && !credential ? redactor_hide(redactor, scratch, string) : NULL;

        if (object)
            hide_key(redactor, scratch, child, &hidden_keys);
        if (credential)
            child = conceal(redactor, scratch, container, child);
        else if (hidden)
            child = json_replace(container, child, json_new_string(scratch, hidden));
        if (!credential)
            hide_below(redactor, scratch, child);
    }
}

/* --- Models --- */

/* A value that is being rewritten: a model or a part of one, or something with models in it. */
struct masking {
    struct redactor *redactor;
    void (*masks)(struct masking *m, json *value); /* hides what paths lead to; NULL: no models */
    const char *pointer; /* where in a model the value is; NULL: it is no part of one */
    const struct model_place *places; /* where in the value models are */
    struct arena *scratch;
    const json *bullets;
    struct property_path at; /* the pointer */
    bool whole;              /* all of it is secret */
    struct property_path path;
    json *model;
};

static bool mask_value(void *context, const char *pointer, const json *value)
{
    const struct masking *m = context;
    const struct redact_style *style = &m->redactor->style;
    struct property_path at;

    if (pointer_read(m->scratch, pointer, &at))
        path_replace(m->model, &at, style->value(style->context, &m->path, value));
    return true;
}

/*
 * How many steps of a secret's path lead to a place or into it; SIZE_MAX when they
 * lead elsewhere. A path may leave out the items of arrays.
 */
static size_t steps_to(const struct property_path *secret, const struct property_path *place)
{
    size_t taken = 0, index;

    for (size_t i = 0; i < place->depth && taken < secret->depth; i++) {
        if (step_is_star(secret->steps[taken]) ||
            strcmp(secret->steps[taken], place->steps[i]) == 0)
            taken++;
        else if (!step_is_index(place->steps[i], &index))
            return SIZE_MAX;
    }
    return taken;
}

/* By path alone. */
static void mask(struct masking *m, json *model)
{
    const struct property_set *secret = m->redactor->learnt->secrecy.secret;
    const json *before = NULL;

    m->model = model;
    for (size_t i = 0; i < secret->count; i++) {
        struct property_path rest = secret->paths[i];
        const size_t taken = steps_to(&rest, &m->at);

        if (taken > rest.depth)
            continue;
        rest.steps += taken;
        rest.depth -= taken;
        m->path = rest;
        m->whole = m->whole || !rest.depth;
        if (!m->redactor->style.value) {
            m->redactor->hidden += path_replace(model, &rest, m->bullets) + !rest.depth;
        } else if (before || path_get(model, &rest)) {
            before = before ? before : json_copy(m->scratch, model);
            path_each(m->scratch, before, &rest, mask_value, m);
        }
    }
}

/* Each object in it, as handlers keep models in a callback context under names of their own. */
static void mask_objects(struct masking *m, json *value)
{
    if (json_type(value) == JSON_OBJECT)
        mask(m, value);
    for (json *child = json_edit_first(value); child; child = json_edit_next(child))
        mask_objects(m, child);
}

static void mask_place(struct masking *m, const struct model_place *place, json *holder)
{
    json *value = json_edit(holder, place->key);

    switch (place->kind) {
    case PLACE_MODEL:
        mask(m, value);
        break;
    case PLACE_MODELS:
        if (json_type(value) == JSON_ARRAY)
            for (json *model = json_edit_first(value); model; model = json_edit_next(model))
                mask(m, model);
        break;
    case PLACE_CONTEXT:
        mask_objects(m, value);
        break;
    case PLACE_SECRET:
        if (!is_credential(m->redactor, place->key)) /* which are hidden wherever they are */
            conceal(m->redactor, m->scratch, holder, value);
        break;
    }
}

static void mask_places(struct masking *m, json *document)
{
    for (const struct model_place *p = m->places; p->key; p++) {
        json *holder = p->parent ? json_edit(document, p->parent) : document;

        if (json_get(holder, p->key))
            mask_place(m, p, holder);
    }
}

static json *rewrite(struct masking m, struct arena *arena, const json *value)
{
    json *list = json_array(arena); /* so that the value, too, can be replaced */

    m.scratch = arena_new();
    m.bullets = json_new_string(m.scratch, redacted);
    if (!m.pointer || !pointer_read(m.scratch, m.pointer, &m.at))
        m.at.depth = 0;
    json_append(list, value);
    if (m.masks)
        m.masks(&m, json_edit_first(list));
    if (m.whole)
        json_replace_at(list, 0, m.bullets);
    hide_below(m.redactor, m.scratch, list);
    arena_free(m.scratch);
    return json_edit_first(list);
}

json *redact_value(struct redactor *redactor, struct arena *arena, const json *value)
{
    return rewrite((struct masking){ .redactor = redactor }, arena, value);
}

json *redact_model(struct redactor *redactor, struct arena *arena, const json *model)
{
    return rewrite((struct masking){ .redactor = redactor, .masks = mask }, arena, model);
}

json *redact_context(struct redactor *redactor, struct arena *arena, const json *context)
{
    return rewrite((struct masking){ .redactor = redactor, .masks = mask_objects }, arena, context);
}

json *redact_places(struct redactor *redactor, struct arena *arena, const json *document,
                    const struct model_place *places)
{
    return rewrite((struct masking){ .redactor = redactor, .masks = mask_places, .places = places },
                   arena, document);
}

json *redact_request(struct redactor *redactor, struct arena *arena, const json *request,
                     const struct model_place *places)
{
    json *shown = redact_places(redactor, arena, request, places);

    for (const struct model_place *p = places; p->key; p++)
        if (p->kind == PLACE_SECRET && model_place_get(shown, p))
            json_remove(p->parent ? json_edit(shown, p->parent) : shown, p->key);
    return shown;
}

/* --- What differs between models --- */

static const char *keep_text(struct redactor *redactor, struct arena *arena, const char *text)
{
    return arena_printf(arena, "%s", redact_text(redactor, arena, text));
}

static const json *keep_part(struct redactor *redactor, struct arena *arena, const char *place,
                             const json *value)
{
    return value
               ? rewrite((struct masking){ .redactor = redactor, .masks = mask, .pointer = place },
                         arena, value)
               : NULL;
}

struct comparison redact_comparison(struct redactor *redactor, struct arena *arena,
                                    const struct comparison *from)
{
    struct comparison kept = { .requested = keep_part(redactor, arena, "", from->requested) };
    const struct difference **end = &kept.differences;
    const struct not_compared **not_end = &kept.not_compared;

    for (const struct difference *d = from->differences; d; d = d->next) {
        struct difference *copy = arena_alloc(arena, sizeof(*copy));

        *copy = (struct difference){
            .kind = d->kind,
            .path = keep_text(redactor, arena, d->path),
            .requested = keep_part(redactor, arena, d->path, d->requested),
            .returned = keep_part(redactor, arena, d->path, d->returned),
            .transformed = keep_part(redactor, arena, d->path, d->transformed),
        };
        *end = copy;
        end = &copy->next;
    }
    for (const struct not_compared *n = from->not_compared; n; n = n->next) {
        struct not_compared *copy = arena_alloc(arena, sizeof(*copy));

        *copy = (struct not_compared){ .path = keep_text(redactor, arena, n->path),
                                       .why = keep_text(redactor, arena, n->why),
                                       .failed = n->failed };
        *not_end = copy;
        not_end = &copy->next;
    }
    return kept;
}
