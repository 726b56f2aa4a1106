/* Teardown: what is tracked is deleted, the newest first; what cannot be deleted is left over. */
#include "cfnc/base/stop.h"
#include "cfnc/engine/bounds.h"
#include "cfnc/engine/waivers.h"
#include "engine_private.h"

enum {
    ATTEMPTS = 4,          /* at one delete */
    DOUBTFUL_ATTEMPTS = 2, /* where it takes minutes, or will hardly be another answer */
    FIRST_PAUSE_MS = 500   /* before the second; twice as long each time */
};

static const struct rule *leak_of(const struct trial *t)
{
    return rule_find(t->run->subject->protocol, life_of(t)->leak);
}

static void leave_behind(struct trial *t, const struct tracked *made, const char *reason)
{
    struct arena *arena = t->run->arena;
    struct redactor *redactor = t->run->redactor;
    const struct subject *subject = t->run->subject;
    struct leftover *leftover = arena_alloc(arena, sizeof(*leftover));
    struct leftover **end = &t->run->leftovers;
    const struct waiver *waiver = waiver_for(t->run, t->outcome, leak_of(t));
    const char *fault = made->known ? arena_printf(t->arena, "%s is left behind",
                                                   life_of(t)->text(t->arena, subject, made->model))
                                    : "a resource may be left behind";

    *leftover = (struct leftover){
        .model = redact_model(redactor, arena, made->model),
        .identifier =
            redact_model(redactor, arena, life_of(t)->identifier(arena, subject, made->model)),
        .made_by = made->made_by,
        .reason = arena_printf(arena, "%s", redact_text(redactor, t->arena, reason)),
        .waived = waiver ? waiver->reason : NULL,
        .last_call = made->last_call,
        .entry = made->entry ? arena_printf(arena, "%s", made->entry->id) : NULL,
    };
    while (*end)
        end = &(*end)->next;
    *end = leftover;
    stop_owns(+1); /* it still exists, though nothing more is done about it */
    (void)judge_as(t, leak_of(t), made->last_call, &(struct verdict_on){ .fault = fault });
}

const char *tracked_problem(struct trial *t, const struct exchange *x)
{
    const struct call *call = last_call(t);

    if (x->problem || x->event.status & SETTLED)
        return x->problem;
    return call && call->reply.problem
               ? call->reply.problem
               : arena_printf(t->arena, "%s did not settle",
                              handler_of(t->run->subject->protocol, x->request.action)->name);
}

/* Why the removal is no success; NULL when it is. */
static const char *complaint(struct trial *t, const struct exchange *x)
{
    const char *problem = tracked_problem(t, x);

    if (problem || x->event.status == SUCCESS)
        return problem;
    return arena_printf(t->arena, "%s FAILED with %s: %s",
                        handler_of(t->run->subject->protocol, life_of(t)->removes)->name,
                        x->event.error_text ? x->event.error_text : "no errorCode",
                        x->event.message ? x->event.message : "no message");
}

/*
 * How often a removal that ended like this is tried in all. A retry is never
 * wrong: what is gone is not found. A connection that failed is no reply of the
 * handler's, of the kind that says nothing about it.
 */
static int attempts(const struct trial *t, const struct exchange *x)
{
    const struct reply *reply = &last_call(t)->reply;

    if (x->event.status != NO_STATUS)
        return x->event.error_code & life_of(t)->retriable ? ATTEMPTS : 1;
    return reply->problem && reply->kind != REPLY_EMPTY && reply->kind != REPLY_HTTP_ERROR
               ? DOUBTFUL_ATTEMPTS
               : ATTEMPTS;
}

static bool is_judged(const struct trial *t, const struct tracked *made)
{
    return !t->cleaning && !made->unjudged;
}

/*
 * No outcome is expected: what cannot be deleted is left behind, which is a
 * verdict of its own. The first attempt is judged, unless something was wrong
 * before. Why it is not deleted, or NULL.
 */
static const char *try_delete(struct trial *t, struct tracked *made, const json *named, int most)
{
    const struct request request = { .action = life_of(t)->removes, .desired = named };
    struct exchange x;
    int64_t pause = FIRST_PAUSE_MS;

    if (made->entry)
        ledger_closing(t->run->ledger, made->entry);
    for (int attempt = 1;; attempt++, pause *= 2) {
        const struct expectation expected = {
            .resource = made->model,
            .aside = true,
            .unjudged = attempt > 1 || !is_judged(t, made) || !made->known ||
                        t->outcome->findings || t->outcome->error,
        };

        (void)trial_call(t, NULL, &request, &expected, &x);
        const char *why = complaint(t, &x), *over = teardown_over(t);
        if (!why || tracked_is_removed(t, made) || over || attempt >= most ||
            attempt >= attempts(t, &x))
            return why && over ? over : why;
        t->world->sleep_ms(t->world, pause);
    }
}

/*
 * In production a removal is given the identifier. A handler that does not find
 * by that what it finds by the whole model breaks a rule.
 */
static const char *try_delete_alone(struct trial *t, struct tracked *made)
{
    const struct rule *rule = rule_find(t->run->subject->protocol, life_of(t)->alone_rule);
    const char *fault = try_delete(t, made, life_of(t)->alone(t, made->model), ATTEMPTS);
    const struct call *call = last_call(t);

    (void)judge_as(t, rule, call, &(struct verdict_on){ .fault = NULL });
    if (call->event.status != FAILED)
        return fault;
    if (tracked_is_removed(t, made)) /* it may be gone, or nobody looked */
        tracked_restore(t, made);
    /* What was retried in vain is not to be retried as often again. */
    const int most = call->event.error_code & life_of(t)->retriable ? 1 : ATTEMPTS;
    const char *why = try_delete(t, made, made->model, most);
    if (last_call(t)->event.status == SUCCESS)
        (void)judge_as(t, rule, call, &(struct verdict_on){ .fault = fault });
    return why;
}

static bool asks_alone(const struct trial *t, const struct tracked *made)
{
    const char *rule = life_of(t)->alone_rule;

    return rule && made->known && is_judged(t, made) &&
           rule_find(t->run->subject->protocol, rule)->suites & t->run->options.suite;
}

/* False when there is nothing to delete, or nothing that is surely ours. */
static bool is_found(struct trial *t, struct tracked *made)
{
    const char *why = NULL;
    const enum finding_of found = life_of(t)->find(t, made, &why);

    if (found == FOUND_IT)
        return true;
    if (found == FOUND_NONE || made->invalid)
        tracked_close(t, made, found == FOUND_NONE ? "never made" : "not found");
    else
        leave_behind(t, made, why);
    tracked_remove(t, made);
    return false;
}

static void delete_one(struct trial *t, struct tracked *made)
{
    const bool named = made->known && life_of(t)->is_named(t->run->subject, made->model);
    const char *why = teardown_over(t);

    if (!why) {
        if (!named && !is_found(t, made))
            return;
        why = asks_alone(t, made) ? try_delete_alone(t, made)
                                  : try_delete(t, made, made->model, ATTEMPTS);
        if (tracked_is_removed(t, made))
            return;
    }
    leave_behind(t, made, why ? why : "DELETE did not say that it is gone");
    tracked_remove(t, made);
}

void tracked_delete_all(struct trial *t)
{
    while (t->tracked)
        delete_one(t, t->tracked);
}
