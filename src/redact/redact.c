/* What is secret in models, in answers of handlers and in what is said of them. */
#include "redact_private.h"

#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"

/* Words of the protocol and of our own sentences: as a value they tell nobody anything. */
static const char common[] =
    "SUCCESS FAILED IN_PROGRESS PENDING CREATE UPDATE DELETE "
    "NotUpdatable InvalidRequest AccessDenied InvalidCredentials AlreadyExists NotFound "
    "ResourceConflict Throttling ServiceLimitExceeded NotStabilized GeneralServiceException "
    "ServiceInternalError NetworkFailure InternalFailure InvalidTypeConfiguration Unknown "
    "HandlerInternalFailure NonCompliant UnsupportedTarget UnauthorizedTaggingOperation "
    "operationStatus status errorCode message callbackContext callbackDelaySeconds "
    "resourceModel resourceModels nextToken requestData bearerToken "
    "string object number integer boolean "
    "expected nothing answered answer answers returned requested created deleted updated listed "
    "resource identifier property properties handler handlers before behind another";

static void spare(struct redactor *redactor, const char *word)
{
    if (word && redactor_takes(word))
        names_add(&redactor->spared, word);
}

static void spare_words(struct redactor *redactor, const char *words)
{
    struct arena *scratch = arena_new();

    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        const size_t length = strcspn(words, " ");

        spare(redactor, arena_copy(scratch, words, length));
        words += length;
    }
    arena_free(scratch);
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

struct redactor *redactor_new(struct arena *arena, const struct resource_type *type)
{
    static const struct resource_type unknown = { .name = NULL };
    struct redactor *redactor = arena_alloc(arena, sizeof(*redactor));

    redactor->arena = arena;
    redactor->type = type ? type : &unknown;
    redactor->spared = names_new(arena);
    redactor->known = names_new(arena);
    spare_words(redactor, common);
    spare_schema(redactor, redactor->type->document);
    spare(redactor, redactor->type->name);
    return redactor;
}

/* --- Learning --- */

void redactor_learn_text(struct redactor *redactor, const char *secret)
{
    if (!secret || !redactor_takes(secret) || redactor_knows(redactor, secret) ||
        names_find(&redactor->spared, secret) != NAMES_NONE)
        return;
    redactor_remember(redactor, secret, strlen(secret));
    spelling_each(secret, strlen(secret), redactor);
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
    struct arena *scratch = arena_new();

    for (size_t i = 0; i < redactor->type->secret.count; i++)
        path_each(scratch, model, &redactor->type->secret.paths[i], learn_one, redactor);
    arena_free(scratch);
}

/* What was always called a credential, wherever it turns up. */
static bool is_credential(const struct redactor *redactor, const char *key)
{
    static const char *const names[] = { "callerCredentials", "providerCredentials",
                                         "authorization" };

    for (size_t i = 0; key && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcasecmp(key, names[i]) == 0)
            return names_find(&redactor->spared, key) == NAMES_NONE; /* no property of the type */
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

void redactor_learn_event(struct redactor *redactor, const json *event)
{
    redactor_learn(redactor, json_get(event, "resourceModel"));
    json_each (model, json_get(event, "resourceModels"))
        redactor_learn(redactor, model);
    learn_anywhere(redactor, json_get(event, "callbackContext"));
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
    if (string || !redactor->instead)
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

json *redact_value(struct redactor *redactor, struct arena *arena, const json *value)
{
    struct arena *scratch = arena_new();
    json *list = json_array(scratch); /* so that the value, too, is a child */

    json_append(list, value);
    hide_below(redactor, scratch, list);
    json *copy = json_copy(arena, json_first(list));
    arena_free(scratch);
    return copy;
}

struct masking {
    struct redactor *redactor;
    struct arena *scratch;
};

/* By path alone. */
static void mask(void *context, json *model)
{
    const struct masking *m = context;
    const struct property_set *secret = &m->redactor->type->secret;

    for (size_t i = 0; i < secret->count; i++)
        m->redactor->hidden +=
            path_replace(model, &secret->paths[i], json_new_string(m->scratch, redacted));
}

/* A copy of a value, masked where `each` finds models in it. */
static json *redact_models(struct redactor *redactor, struct arena *arena, const json *value,
                           model_walk *each)
{
    struct masking m = { redactor, arena_new() };
    json *copy = json_copy(m.scratch, value);

    each(copy, mask, &m);
    json *shown = redact_value(redactor, arena, copy);
    arena_free(m.scratch);
    return shown;
}

json *redact_model(struct redactor *redactor, struct arena *arena, const json *model)
{
    return redact_models(redactor, arena, model, itself);
}

json *redact_context(struct redactor *redactor, struct arena *arena, const json *context)
{
    return redact_models(redactor, arena, context, each_object);
}

json *redact_event(struct redactor *redactor, struct arena *arena, const json *event)
{
    return redact_models(redactor, arena, event, each_model);
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

json *redact_part(struct redactor *redactor, struct arena *arena, const char *pointer,
                  const json *value)
{
    const struct property_set *secret = &redactor->type->secret;
    struct arena *scratch = arena_new();
    json *list = json_array(scratch); /* so that the value, too, can be replaced */
    const json *bullets = json_new_string(scratch, redacted);
    struct property_path place;

    json_append(list, value);
    if (!pointer_read(scratch, pointer, &place))
        place = (struct property_path){ "", NULL, 0 };
    for (size_t i = 0; i < secret->count; i++) {
        const struct property_path *whole = &secret->paths[i];
        const size_t taken = steps_to(whole, &place);

        if (taken == whole->depth) {
            json_replace_at(list, 0, bullets);
            redactor->hidden++;
        } else if (taken < whole->depth) {
            const struct property_path rest = { whole->pointer, whole->steps + taken,
                                                whole->depth - taken };
            redactor->hidden += path_replace(json_edit_at(list, 0), &rest, bullets);
        }
    }
    json *shown = redact_value(redactor, arena, json_first(list));
    arena_free(scratch);
    return shown;
}
