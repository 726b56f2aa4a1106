#include "cfnc/demo/builtin.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "builtin_private.h"

bool builtin_faulty(const struct builtin *builtin, const char *fault)
{
    for (const struct fault *const *f = builtin->faults; *f; f++)
        if (strcmp((*f)->name, fault) == 0)
            return true;
    return false;
}

static bool unknown_fault(struct arena *arena, const char *name, struct error *error)
{
    const struct fault *fault;
    size_t count = 0;

    for (fault = fault_first(); fault; fault = fault_next(fault))
        count++;
    const char **names = arena_array(arena, count + 1, sizeof(*names));
    count = 0;
    for (fault = fault_first(); fault; fault = fault_next(fault))
        names[count++] = fault->name;
    const char *nearest = text_nearest(name, names);
    if (nearest)
        return error_set(error, "there is no fault \"%s\"; did you mean \"%s\"?",
                         text_quote(arena, name, 60), nearest);
    return error_set(error, "there is no fault \"%s\"; see the list of faults",
                     text_quote(arena, name, 60));
}

/* Faults of IN_PROGRESS answers, named "progress-...", need an operation that takes a while. */
static bool take_faults(struct arena *arena, struct builtin *builtin, struct error *error)
{
    const char *const *names = builtin->options.faults;
    size_t count = 0;

    while (names && names[count])
        count++;
    builtin->faults = arena_array(arena, count + 1, sizeof(*builtin->faults));
    for (size_t i = 0; i < count; i++) {
        builtin->faults[i] = fault_find(names[i]);
        if (!builtin->faults[i])
            return unknown_fault(arena, names[i], error);
        if (strncmp(names[i], "progress-", 9) == 0 && !builtin->options.stabilize)
            builtin->options.stabilize = 1;
        if (strncmp(names[i], "progress-second-", 16) == 0 && builtin->options.stabilize < 2)
            builtin->options.stabilize = 2;
    }
    return true;
}

/* A desired state that nobody asked for, with its defaults; NULL and the error. */
static json *imagine(const struct call *call, const json **desired, struct error *error)
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
static bool preload_one(const struct call *call, struct error *error)
{
    struct builtin *builtin = call->builtin;
    const json *desired, *other;
    json *model = imagine(call, &desired, error);
    const json *next = model ? imagine(call, &other, error) : NULL;

    if (!next)
        return false;
    if (store_holder(builtin, model, NULL) || resource_type_same(call->type, model, next))
        return true;
    const char *objection = model_add_identifiers(call, model);
    if (objection)
        return error_set(error, "no resource can be preloaded: %s", objection);
    model_add_read_only(call, model, NULL);
    store_put(builtin, model, desired, NULL, NULL)->unread = false;
    return true;
}

static bool preload(struct builtin *builtin, struct error *error)
{
    bool going = true;

    for (unsigned i = 0; i < builtin->options.preload && going; i++) {
        struct call call = { .builtin = builtin, .type = builtin->type, .arena = arena_new() };

        going = preload_one(&call, error);
        arena_free(call.arena);
    }
    builtin->preloaded = builtin->count;
    return going;
}

static void have_pages(struct builtin *builtin)
{
    enum { SIZE = 2, RESOURCES = 3 };
    const char *const *name = builtin->options.faults;

    while (name && *name && !fault_find(*name)->pages)
        name++;
    if (name && *name && !builtin->options.page_size && !builtin->options.preload) {
        builtin->options.page_size = SIZE;
        builtin->options.preload = RESOURCES;
    }
}

struct builtin *builtin_new(struct arena *arena, const struct resource_type *type,
                            const struct builtin_options *options, struct error *error)
{
    struct builtin *builtin = arena_alloc(arena, sizeof(*builtin));

    builtin->type = type;
    builtin->options = *options;
    builtin->random.state = options->seed;
    arena_defer(arena, store_free, builtin);
    if (!take_faults(arena, builtin, error))
        return NULL;
    have_pages(builtin);
    if (!preload(builtin, error))
        return NULL;
    return builtin;
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
static const char *read_call(struct call *call, const char *text, size_t length)
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
    call->payload = payload;
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

static bool fault_fits(const struct fault *fault, const struct call *call, const json *event)
{
    const char *status = json_string(json_get(event, "status"));

    if ((fault->on && !(fault->on & call->action)) || (fault->when && !fault->when(call->builtin)))
        return false;
    return !fault->at ||
           (status && ((fault->at & SUCCESS && strcmp(status, "SUCCESS") == 0) ||
                       (fault->at & FAILED && strcmp(status, "FAILED") == 0) ||
                       (fault->at & IN_PROGRESS && strcmp(status, "IN_PROGRESS") == 0)));
}

/* The honest event, then what the faults make of it. */
static struct builtin_answer answer_call(struct call *call)
{
    struct builtin *builtin = call->builtin;
    json *event = builtin_handle(call);
    const json *honest = json_copy(call->arena, event);
    const struct random random = builtin->random;
    const struct fault *const *f;

    for (f = builtin->faults; *f; f++)
        if ((*f)->tamper && fault_fits(*f, call, honest))
            (*f)->tamper(builtin, call->payload, event);
    builtin->random = random; /* no fault changes what is made next */
    struct builtin_answer answer = { 200, json_print(call->arena, event), NULL, 0 };
    for (f = builtin->faults; *f; f++)
        if ((*f)->spoil && fault_fits(*f, call, honest))
            (*f)->spoil(builtin, &answer, call->arena);
    return answer;
}

struct builtin_answer builtin_answer(struct builtin *builtin, const char *payload, size_t length,
                                     struct arena *arena)
{
    struct call call = { .builtin = builtin, .type = builtin->type, .arena = arena_new() };
    const char *why = read_call(&call, payload, length);

    builtin->call = &call;
    struct builtin_answer answer = why ? crash(call.arena, why) : answer_call(&call);
    builtin->call = NULL;
    answer.body = arena_copy(arena, answer.body, strlen(answer.body));
    arena_free(call.arena);
    return answer;
}
