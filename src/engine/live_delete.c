/* Tearing down: what is alive is deleted, the newest first; what cannot be is left over. */
#include "cfnc/engine/live.h"

#include "cfnc/base/stop.h"
#include "cfnc/engine/bounds.h"
#include "cfnc/engine/waivers.h"

enum {
    ATTEMPTS = 4,          /* at one delete */
    DOUBTFUL_ATTEMPTS = 2, /* where it takes minutes, or will hardly be another answer */
    FIRST_PAUSE_MS = 500   /* before the second; twice as long each time */
};

/* What says of itself that it may go well another time. */
static const unsigned retriable =
    THROTTLING | RESOURCE_CONFLICT | NETWORK_FAILURE | SERVICE_INTERNAL_ERROR;

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
        .entry = live->entry ? arena_printf(arena, "%s", live->entry->id) : NULL,
    };
    while (*end)
        end = &(*end)->next;
    *end = leftover;
    stop_owns(+1); /* it still exists, though nothing more is done about it */
    trial_find(t, rule_find("leak.none"), live->last_call,
               live->known
                   ? arena_printf(t->arena, "%s is left behind",
                                  resource_type_identify(t->arena, t->run->type, live->model))
                   : "a resource may be left behind",
               NULL, DELETE);
}

/*
 * A step of our own. What goes wrong in it is its answer, and neither the error
 * of the trial, which is the first one, nor the end of it.
 */
static const char *step(struct trial *t, const struct request *request, const json *resource,
                        struct exchange *x)
{
    const struct expectation expected = { .resource = resource };
    const char *first = t->outcome->error;

    *x = (struct exchange){ .event = { .status = NO_STATUS } };
    t->failed = false;
    t->outcome->error = NULL;
    operation_run(t, request, &expected, x);
    const char *own = t->outcome->error;
    t->outcome->error = first;
    if (own || x->event.status & SETTLED)
        return own;
    const struct call *call = t->last_call;
    return call && call->reply.problem
               ? call->reply.problem
               : arena_printf(t->arena, "%s did not settle", action_name(request->action));
}

const char *live_ask(struct trial *t, struct request request, const json *resource,
                     struct exchange *x)
{
    const bool tolerant = t->tolerant;

    request.token = t->world->token(t->world, t->arena);
    t->tolerant = true;
    const char *problem = step(t, &request, resource, x);
    t->tolerant = tolerant;
    return problem;
}

/* Why the last DELETE is no success; NULL when it is. */
static const char *complaint(struct trial *t, const char *problem, const struct event *event)
{
    if (problem || event->status == SUCCESS)
        return problem;
    return arena_printf(t->arena, "DELETE FAILED with %s: %s",
                        event->error_text ? event->error_text : "no errorCode",
                        event->message ? event->message : "no message");
}

/*
 * How often a delete that ended like this is tried in all. Once more is never
 * wrong: what is gone is not found. A connection that failed is no reply of the
 * handler's, of the kind that says nothing about it.
 */
static int attempts(const struct trial *t, const struct exchange *x)
{
    const struct reply *reply = &t->last_call->reply;

    if (x->event.status != NO_STATUS)
        return x->event.error_code & retriable ? ATTEMPTS : 1;
    return reply->problem && reply->kind != REPLY_EMPTY && reply->kind != REPLY_HTTP_ERROR
               ? DOUBTFUL_ATTEMPTS
               : ATTEMPTS;
}

static bool is_judged(const struct trial *t)
{
    return !t->cleaning && !t->shapeless;
}

/*
 * No outcome is expected: what cannot be deleted is left behind, which is a
 * verdict of its own. The first attempt is judged, unless something was wrong
 * before. Why it is not deleted, or NULL.
 */
static const char *try_delete(struct trial *t, struct live *live, const json *named, int most)
{
    struct exchange x;
    int64_t pause = FIRST_PAUSE_MS;
    const char *why;

    if (live->entry)
        ledger_closing(t->run->ledger, live->entry);
    for (int attempt = 1;; attempt++, pause *= 2) {
        const struct request request = { .action = DELETE,
                                         .desired = named,
                                         .token = t->world->token(t->world, t->arena) };

        t->tolerant = attempt > 1 || !is_judged(t) || !live->known || t->outcome->findings ||
                      t->outcome->error;
        why = complaint(t, step(t, &request, live->model, &x), &x.event);
        t->tolerant = false;
        const char *over = teardown_over(t);
        if (!why || live_is_removed(t, live) || over || attempt >= most ||
            attempt >= attempts(t, &x))
            return why && over ? over : why;
        t->world->sleep_ms(t->world, pause);
    }
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
static const char *try_delete_alone(struct trial *t, struct live *live)
{
    const struct rule *rule = rule_find("delete.by-identifier");
    const char *fault = try_delete(t, live, name_alone(t, live->model), ATTEMPTS);
    const struct call *call = t->last_call;

    trial_keep(t, rule);
    if (call->event.status != FAILED)
        return fault;
    if (live_is_removed(t, live)) /* NotFound may mean that it is gone, or that nobody looked */
        live_restore(t, live);
    /* What was tried again and again is not to be tried as often once more. */
    const int most = call->event.error_code & retriable ? 1 : ATTEMPTS;
    const char *why = try_delete(t, live, live->model, most);
    if (t->last_call->event.status == SUCCESS)
        trial_find(t, rule, call, fault, NULL, DELETE);
    return why;
}

static bool asks_alone(const struct trial *t, const struct live *live)
{
    return live->known && is_judged(t) &&
           rule_find("delete.by-identifier")->suites & t->run->options.suite;
}

/* False when there is nothing to delete, or nothing that is surely ours. */
static bool is_found(struct trial *t, struct live *live)
{
    const char *why;

    switch (live_find(t, live, &why)) {
    case FOUND_IT:
        return true;
    case FOUND_NONE:
        live_close(t, live, "never made");
        return false;
    case FOUND_UNSURE:
        break;
    }
    if (live->invalid)
        live_close(t, live, "not found");
    else
        leave_behind(t, live, why);
    live_remove(t, live);
    return false;
}

static void delete_one(struct trial *t, struct live *live)
{
    const bool named = live->known && !resource_type_lacks(t->run->type, live->model);

    if (teardown_over(t)) {
        leave_behind(t, live, teardown_over(t));
        live_remove(t, live);
        return;
    }
    if (!named && !is_found(t, live))
        return;
    const char *why = asks_alone(t, live) ? try_delete_alone(t, live)
                                          : try_delete(t, live, live->model, ATTEMPTS);
    if (live_is_removed(t, live))
        return;
    leave_behind(t, live, why ? why : "DELETE did not say that it is gone");
    live_remove(t, live);
}

void live_delete_all(struct trial *t)
{
    while (t->live)
        delete_one(t, t->live);
}
