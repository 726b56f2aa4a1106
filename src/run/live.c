/*
 * What exists because of a trial. A resource counts from the moment its CREATE
 * is sent, under the newest model that the handler returned, until a DELETE of
 * it succeeds or finds nothing.
 */
#include "cfnc/operation.h"
#include "cfnc/waivers.h"

struct live {
    struct live *next;
    const json *model; /* the newest; what was sent, until an event names the resource */
    const struct outcome *made_by;
    const struct call *last_call;
    bool known; /* an event named it: it exists, or did */
};

static struct live *live_new(struct trial *t, const json *model)
{
    struct live *live = arena_alloc(t->arena, sizeof(*live));

    *live = (struct live){ .next = t->live, .model = model, .made_by = t->outcome };
    t->live = live;
    return live;
}

/* Events mostly repeat the model, and there may be thousands of them. */
static void live_renew(struct trial *t, struct live *live, const json *model)
{
    if (!json_equal(live->model, model))
        live->model = json_copy(t->arena, model);
    live->known = true;
}

static struct live *live_find(const struct trial *t, const json *model)
{
    struct live *live = t->live;

    while (live && !resource_type_same(t->run->type, live->model, model))
        live = live->next;
    return live;
}

static void live_remove(struct trial *t, const struct live *gone)
{
    struct live **at = &t->live;

    while (*at && *at != gone)
        at = &(*at)->next;
    if (*at)
        *at = gone->next;
}

void live_note(struct trial *t, const json *model)
{
    live_new(t, model)->known = true;
}

void live_before(struct trial *t, const struct request *request)
{
    if (request->action == CREATE)
        live_new(t, request->desired);
}

/*
 * A second create that should have been refused, and gave the fixture's resource
 * again: deleting it here would take it away from the tests that follow, so the
 * fixture deletes it, as often as it was made.
 */
static bool hand_over(const struct trial *t, const json *model)
{
    const bool again =
        t->fixture && !t->deleted && model && resource_type_same(t->run->type, t->created, model);

    if (again)
        live_new(t->fixture, json_copy(t->fixture->arena, model))->known = true;
    return again;
}

/* The same create once more, and it made nothing: what it names is somebody's already. */
static bool known_already(const struct exchange *x)
{
    return x->expected.resource && x->event.model &&
           resource_type_same(x->type, x->expected.resource, x->event.model);
}

/* The newest create's event: it may name what is being made, or say that nothing was made. */
static void after_create(struct trial *t, const struct exchange *x, const struct call *call)
{
    struct live *live = t->live;
    const bool refused = !x->callbacks && x->event.status == FAILED;

    if (known_already(x)) {
        if (live && !x->callbacks)
            live_remove(t, live);
        return;
    }
    if (!live) /* its first answer was that nothing was made, and still it goes on */
        live = live_new(t, json_copy(t->arena, x->request.desired));
    live->last_call = call;
    if (refused || (!x->callbacks && !x->reply.sent) || hand_over(t, x->event.model)) {
        live_remove(t, live);
    } else if (x->event.model && !resource_type_lacks(x->type, x->event.model)) {
        live_renew(t, live, x->event.model);
    } else if (x->event.status == SUCCESS) {
        live->known = true;
    }
}

static void after_update(struct trial *t, const struct exchange *x, const struct call *call)
{
    const json *model = x->event.model;
    struct live *live;

    if (!(x->event.status & (SUCCESS | IN_PROGRESS)) || !model ||
        resource_type_lacks(x->type, model))
        return;
    live = live_find(t, model);
    if (!live && x->expected.outcome == NOT_FOUND)
        live = live_new(t, json_copy(t->arena, model)); /* the update made what was not there */
    if (!live)
        return;
    live_renew(t, live, model);
    live->last_call = call;
}

static void after_delete(struct trial *t, const struct exchange *x, const struct call *call)
{
    const json *sent = x->request.desired;
    const bool named = !resource_type_lacks(x->type, sent) || !x->expected.resource;
    struct live *live = live_find(t, named ? sent : x->expected.resource);

    if (!live)
        return;
    live->last_call = call;
    if (x->event.status == SUCCESS || x->event.error_code == NOT_FOUND) {
        memory_note_gone(t, live->model);
        live_remove(t, live);
    }
}

void live_after(struct trial *t, const struct exchange *x, const struct call *call)
{
    if (x->request.action == CREATE)
        after_create(t, x, call);
    else if (x->request.action == UPDATE)
        after_update(t, x, call);
    else if (x->request.action == DELETE)
        after_delete(t, x, call);
}

void live_forget_unnamed(struct trial *t)
{
    if (t->live && !t->live->known)
        live_remove(t, t->live);
}

static void leave_behind(struct trial *t, const struct live *live, const char *reason)
{
    struct arena *arena = t->run->arena;
    struct leftover *leftover = arena_alloc(arena, sizeof(*leftover));
    struct leftover **end = &t->run->leftovers;
    const json *identifier = model_only(arena, live->model, &t->run->type->identifier);
    const struct waiver *waiver = waiver_for(t->run, t->outcome, rule_find("leak.none"));

    *leftover = (struct leftover){
        .model = redact_model(t->run->redactor, arena, live->model),
        .identifier = redact_model(t->run->redactor, arena, identifier),
        .made_by = live->made_by,
        .reason = arena_printf(arena, "%s", redact_text(t->run->redactor, t->arena, reason)),
        .waived = waiver ? waiver->reason : NULL,
        .last_call = live->last_call,
    };
    while (*end)
        end = &(*end)->next;
    *end = leftover;
    trial_find(t, rule_find("leak.none"), live->last_call,
               live->known
                   ? arena_printf(t->arena, "%s is left behind",
                                  resource_type_identify(t->arena, t->run->type, live->model))
                   : "a resource may be left behind",
               NULL, DELETE);
}

static const char *why_not_deleted(struct trial *t, const struct call *call)
{
    if (t->outcome->error)
        return t->outcome->error;
    if (call->event.status == FAILED)
        return arena_printf(t->arena, "DELETE FAILED with %s: %s",
                            call->event.error_text ? call->event.error_text : "no errorCode",
                            call->event.message ? call->event.message : "no message");
    return call->reply.problem ? call->reply.problem : "DELETE did not succeed";
}

/* No outcome is expected: what cannot be deleted is left behind, which is a verdict of its own. */
static void try_delete(struct trial *t, const struct live *live, const json *named)
{
    struct exchange x = { .event = { .status = NO_STATUS } };
    const struct request request = { .action = DELETE,
                                     .desired = named,
                                     .token = t->world->token(t->world, t->arena) };
    const struct expectation expected = { .resource = live->model };

    t->failed = false;
    t->tolerant = !live->known || t->outcome->findings || t->outcome->error;
    operation_run(t, &request, &expected, &x);
    t->tolerant = false;
}

/* Whether it is gone, as far as its handler says. */
static bool is_removed(const struct trial *t, const struct live *live)
{
    const struct live *at = t->live;

    while (at && at != live)
        at = at->next;
    return !at;
}

/* The primary identifier; of what was updated an additional one, so that both are tried. */
static const json *name_alone(struct trial *t, const json *model)
{
    const json *alias = NULL;

    for (size_t i = 0; t->update && i < t->run->type->additional_identifier_count && !alias; i++)
        alias = alias_of(t, model, i);
    return alias ? alias : identifier_of(t, model);
}

/*
 * In production a delete is given the identifier. A handler that does not find
 * by that what it finds by the whole model breaks a rule.
 */
static void try_delete_alone(struct trial *t, struct live *live)
{
    const struct rule *rule = rule_find("delete.by-identifier");
    const json *model = live->model;

    try_delete(t, live, name_alone(t, model));
    const struct call *call = t->last_call;
    trial_keep(t, rule);
    if (call->event.status != FAILED)
        return;
    if (is_removed(t, live)) { /* NotFound may mean that it is gone, or that nobody looked */
        live->next = t->live;
        t->live = live;
    }
    const char *fault = why_not_deleted(t, call);
    try_delete(t, live, model);
    if (t->last_call->event.status == SUCCESS)
        trial_find(t, rule, call, fault, NULL, DELETE);
}

static bool asks_alone(const struct trial *t, const struct live *live)
{
    return live->known && rule_find("delete.by-identifier")->suites & t->run->options.suite;
}

static void delete_one(struct trial *t, struct live *live)
{
    const json *model = live->model;

    if (resource_type_lacks(t->run->type, model)) {
        leave_behind(t, live, "CREATE was sent, and no answer named what it made");
        live_remove(t, live);
        return;
    }
    if (asks_alone(t, live))
        try_delete_alone(t, live);
    else
        try_delete(t, live, model);
    if (!is_removed(t, live)) {
        leave_behind(t, live, why_not_deleted(t, t->last_call));
        live_remove(t, live);
    }
}

void live_delete_all(struct trial *t)
{
    while (t->live)
        delete_one(t, t->live);
}
