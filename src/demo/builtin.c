#include "cfnc/demo/builtin.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "builtin_private.h"

static bool unknown_fault(struct arena *arena, const char *name, struct error *error)
{
    size_t count = 0;

    fault_each (fault)
        count++;
    const char **names = arena_array(arena, count + 1, sizeof(*names));
    count = 0;
    fault_each (fault)
        names[count++] = fault->name;
    const char *nearest = text_nearest(name, names);
    return error_set(error, "there is no fault \"%s\"; %s", text_quote(arena, name, 60),
                     nearest ? arena_printf(arena, "did you mean \"%s\"?", nearest)
                             : "see the list of faults");
}

/* The options become what the faults need to show. */
static bool take_faults(struct arena *arena, struct builtin *builtin, struct error *error)
{
    enum { SIZE = 2, RESOURCES = 3 };
    struct builtin_options *options = &builtin->options;
    const bool few = !options->page_size && !options->preload;
    size_t count = 0;

    while (options->faults && options->faults[count])
        count++;
    builtin->faults = arena_array(arena, count + 1, sizeof(*builtin->faults));
    for (size_t i = 0; i < count; i++) {
        const struct fault *fault = fault_find(options->faults[i]);

        if (!fault)
            return unknown_fault(arena, options->faults[i], error);
        builtin->faults[i] = fault;
        builtin->ghosts = builtin->ghosts || fault->ghosts;
        builtin->same_aliases = builtin->same_aliases || fault->same_aliases;
        if (options->stabilize < fault->callbacks)
            options->stabilize = fault->callbacks;
        if (fault->pages && few) {
            options->page_size = SIZE;
            options->preload = RESOURCES;
        }
    }
    return true;
}

/* A desired state that nobody asked for, with its defaults; NULL and the error. */
static json *imagine(const struct invocation *call, const json **desired, struct error *error)
{
    *desired = generate_create(call->arena, call->type, &call->builtin->random, error);
    if (!*desired)
        return NULL;
    json *model = model_requested(call, *desired);
    model_add_defaults(call, model);
    return model;
}

/*
 * A resource that nobody created, unless the schema leaves no room for
 * another one beside it: then it would be in everybody's way.
 */
static bool preload_one(const struct invocation *call, struct error *error)
{
    struct builtin *builtin = call->builtin;
    const json *desired, *other;
    json *model = imagine(call, &desired, error);
    const json *next = model ? imagine(call, &other, error) : NULL;

    if (!next)
        return false;
    if (store_holder(builtin, model, NULL) || resource_type_same(call->type, model, next))
        return true;
    const char *objection = model_complete(call, model);
    if (objection)
        return error_set(error, "no resource can be preloaded: %s", objection);
    store_put(builtin, model, desired, NULL, NULL)->unread = false;
    return true;
}

static bool preload(struct builtin *builtin, struct error *error)
{
    bool going = true;

    for (unsigned i = 0; i < builtin->options.preload && going; i++) {
        struct invocation call = { .builtin = builtin,
                                   .type = builtin->type,
                                   .arena = arena_new() };

        going = preload_one(&call, error);
        arena_free(call.arena);
    }
    builtin->preloaded = builtin->count;
    return going;
}

struct builtin *builtin_new(struct arena *arena, const struct resource_type *type,
                            const struct builtin_options *options, struct error *error)
{
    struct builtin *builtin = arena_alloc(arena, sizeof(*builtin));

    builtin->type = type;
    builtin->options = *options;
    builtin->random.state = options->seed;
    arena_defer(arena, store_free, builtin);
    return take_faults(arena, builtin, error) && preload(builtin, error) ? builtin : NULL;
}

size_t builtin_count(const struct builtin *builtin)
{
    return builtin->count;
}

size_t builtin_preloaded(const struct builtin *builtin)
{
    return builtin->preloaded;
}

static bool action_read(const char *name, enum action *action)
{
    for (size_t i = 0; name && i < ACTION_COUNT; i++)
        if (strcmp(name, action_name(action_at(i))) == 0) {
            *action = action_at(i);
            return true;
        }
    return false;
}

static const json *present(const json *value)
{
    return json_is_null(value) ? NULL : value;
}

/* Reads the payload into `call`. What a handler would have crashed of, or NULL. */
static const char *read_call(struct invocation *call, const char *text, size_t length)
{
    struct error error;
    const json *payload = json_parse(call->arena, text, length, &error);

    if (!payload)
        return arena_printf(call->arena, "the event is no JSON: %s", error.text);
    if (json_type(payload) != JSON_OBJECT)
        return "the event is no JSON object";
    const char *action = json_string(json_get(payload, "action"));
    if (!action_read(action, &call->action))
        return action ? arena_printf(call->arena, "the event's action is \"%s\", which is none",
                                     text_quote(call->arena, action, 40))
                      : "the event names no action";
    const json *desired = present(json_get(json_get(payload, "requestData"), "resourceProperties"));
    if (desired && json_type(desired) != JSON_OBJECT)
        return "the event's resourceProperties are no object";
    call->desired = desired ? desired : json_object(call->arena);
    call->context = present(json_get(payload, "callbackContext"));
    call->next_token = present(json_get(payload, "nextToken"));
    const char *token = json_string(json_get(payload, "bearerToken"));
    call->token = token ? token : "";
    return NULL;
}

static struct builtin_answer crash(struct arena *arena, const char *why)
{
    json *body = json_object(arena);

    json_set_string(body, "errorType", "HandlerCrash");
    json_set_string(body, "errorMessage", why);
    json_set_array(body, "stackTrace");
    return (struct builtin_answer){ 200, json_print(arena, body), "Unhandled", 0 };
}

static struct builtin_answer answer_call(struct invocation *call)
{
    json *event = builtin_handle(call);

    faults_tamper(call, event);
    struct builtin_answer answer = { 200, json_print(call->arena, event), NULL, 0 };
    faults_spoil(call, &answer);
    return answer;
}

struct builtin_answer builtin_answer(struct builtin *builtin, const char *payload, size_t length,
                                     struct arena *arena)
{
    struct invocation call = { .builtin = builtin, .type = builtin->type, .arena = arena_new() };
    const char *why = read_call(&call, payload, length);
    struct builtin_answer answer = why ? crash(call.arena, why) : answer_call(&call);

    answer.body = arena_copy(arena, answer.body, strlen(answer.body));
    arena_free(call.arena);
    return answer;
}

/* A world of which time passes only where somebody waits. */
struct builtin_world {
    struct world world; /* first: worlds are handed around by its address */
    struct builtin *builtin;
    const struct target *target;
    int64_t now_ms;
    unsigned long tokens;
};

static struct builtin_world *of(struct world *world)
{
    return (struct builtin_world *)world;
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct builtin_world *w = of(world);
    const struct builtin_answer answer =
        builtin_answer(w->builtin, sending->bytes, sending->length, arena);
    const struct http_answer http = {
        .status = answer.http_status,
        .body = answer.body,
        .length = strlen(answer.body),
        .function_error = answer.function_error,
    };

    w->now_ms += answer.delay_ms;
    const bool read = reply_read(reply, &http, w->target, arena, error);
    reply->sent = true;
    return read;
}

static int64_t now_ms(struct world *world)
{
    return of(world)->now_ms;
}

static void sleep_ms(struct world *world, int64_t ms)
{
    if (ms > 0)
        of(world)->now_ms += ms;
}

static const char *token(struct world *world, struct arena *arena)
{
    return arena_printf(arena, "00000000-0000-4000-8000-%012lu", ++of(world)->tokens);
}

struct world *builtin_world(struct arena *arena, struct builtin *builtin,
                            const struct target *target)
{
    struct builtin_world *w = arena_alloc(arena, sizeof(*w));

    w->world = (struct world){ call, now_ms, sleep_ms, token };
    w->builtin = builtin;
    w->target = target;
    return &w->world;
}
