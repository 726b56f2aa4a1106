/*
 * From a request to the end of its operation:
 *
 *      request --> invoke --> answer --> every rule --+--> SUCCESS, FAILED: settled
 *         ^                                           |
 *         |                                           +--> broken rule: over
 *         |                                           |
 *         +--- model, callbackContext <--- wait <-----+--> IN_PROGRESS
 */
#include "cfnc/engine/operation.h"

#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/engine/bounds.h"

enum {
    QUICK_CALLBACKS = 3,    /* as often a handler may ask to be called back at once; then */
    SHORTEST_WAIT_MS = 100, /* this is the least, lest the endpoint is hammered */
    TICK_MS = 1000,         /* how often a wait is shown */
    STORY_LONGEST = 4096,   /* bytes of a message that is held */
    QUICK_MS = 30000,       /* what READ and LIST have in production, */
    CHANGE_MS = 60000       /* and the others; of one call */
};

/* The rule that an outcome is evidence of, where the step says so. */
static const struct rule *in_question(const struct rule *rule, const struct exchange *x)
{
    const struct rule *other =
        rule->yields && x->expected.evidence_of ? rule_find(x->expected.evidence_of) : rule;

    return other->suites & x->suite ? other : rule;
}

static void judge(struct trial *t, const struct exchange *x, const struct call *call)
{
    for (const struct rule *rule = rules; rule->id; rule++) {
        struct evidence evidence = { .arena = t->scratch };

        if (t->tolerant || !rule_applies(rule, x))
            continue;
        const char *fault = rule->fault(x, &evidence);
        trial_keep(t, in_question(rule, x));
        if (fault && evidence.mild)
            trial_advise(t, in_question(rule, x), call, fault, x->request.action);
        else if (fault)
            trial_find(t, in_question(rule, x), call, fault, &evidence.comparison,
                       x->request.action);
    }
}

static struct call *call_new(struct trial *t, const struct exchange *x, int64_t waited_ms)
{
    struct run *run = t->run;
    struct call *call = arena_alloc(run->arena, sizeof(*call));
    struct call **end = t->last_call ? &t->last_call->next : &run->calls;

    *call = (struct call){
        .seq = ++run->call_count,
        .owner = t->outcome,
        .phase = t->phase,
        .action = x->request.action,
        .callbacks = x->callbacks,
        .expected = x->expected.outcome,
        .started_ms = t->world->now_ms(t->world) - run->began_ms,
        .wait_before_ms = waited_ms,
        .limit_ms = x->limit_ms,
    };
    while (*end)
        end = &(*end)->next;
    *end = call;
    t->last_call = call;
    return call;
}

static void tell_call_begins(const struct trial *t, const struct call *call)
{
    for (const struct reporter *r = t->reporters; r->self; r++)
        if (r->call_begins)
            r->call_begins(r->self, t->run, call);
}

static void tell_call(const struct trial *t, const struct call *call)
{
    for (const struct reporter *r = t->reporters; r->self; r++)
        if (r->call_ends)
            r->call_ends(r->self, t->run, call);
}

/* An operation whose call is not answered yet. */
struct flight {
    const struct trial *trial;
    const struct exchange *x;
    const struct call *call;
};

static void tell_flight(void *context, int64_t waited_ms)
{
    const struct flight *flight = context;
    const struct trial *t = flight->trial;

    for (const struct reporter *r = t->reporters; r->self; r++)
        if (r->in_flight)
            r->in_flight(r->self, t->run, flight->call, flight->x->settling_ms + waited_ms,
                         waited_ms);
}

/* What request.within_ms wants. */
static int64_t time_for_call(struct trial *t)
{
    const int64_t left = trial_time_left(t);

    if (left == INT64_MAX)
        return 0;
    return left > 0 ? left : 1;
}

/* Calls the handler once and judges its answer; false when the trial is over. */
static bool call_once(struct trial *t, struct exchange *x, int64_t waited_ms)
{
    struct error error = { "" };
    struct call *call = call_new(t, x, waited_ms);
    const int64_t start = t->world->now_ms(t->world);
    struct flight flight = { t, x, call };
    const struct patience patience = { tell_flight, &flight };

    redactor_learn(t->run->redactor, x->request.desired);
    redactor_learn(t->run->redactor, x->request.previous);
    x->reply = (struct reply){ 0 };
    tell_call_begins(t, call);
    x->request.within_ms = time_for_call(t);
    x->request.patience = &patience;
    const bool answered = t->world->invoke(t->world, &x->request, t->scratch, &x->reply, &error);
    x->request.patience = NULL;
    x->elapsed_ms = t->world->now_ms(t->world) - start;
    x->settling_ms += x->elapsed_ms;
    redactor_learn_event(t->run->redactor, x->reply.value);
    x->event = (struct event){ .status = NO_STATUS, .error_code = NO_ERROR };
    if (answered && x->reply.kind == REPLY_OBJECT)
        event_read(&x->event, x->reply.value);
    call_keep(t, call, x);
    live_after(t, x, call);
    if (answered)
        judge(t, x, call);
    else if (x->reply.given_up)
        trial_give_up(t, error.text);
    else
        trial_error(t, error.text);
    tell_call(t, call);
    return answered && !t->failed;
}

/* What the handler asked for, as far as a clock can hold it. */
static int64_t wait_for(struct trial *t, const struct exchange *x)
{
    const double longest = (double)x->settling_limit_ms + 1;
    const double asked = ceil(x->event.delay_seconds * 1000);
    const int64_t least = x->callbacks >= QUICK_CALLBACKS ? SHORTEST_WAIT_MS : 0;
    const int64_t most = t->run->options.max_callback_delay_ms;
    int64_t wait = asked < longest ? (int64_t)asked : (int64_t)longest;

    if (most && wait > most) {
        wait = most;
        t->run->cut_waits++;
    }
    return wait > least ? wait : least;
}

static void sleep_aloud(struct trial *t, const struct exchange *x, int64_t wait_ms)
{
    int64_t left = wait_ms;

    for (int64_t time; left > 0 && (time = trial_time_left(t)) > 0;) {
        const int64_t most = time < TICK_MS ? time : TICK_MS, tick = left < most ? left : most;

        for (const struct reporter *r = t->reporters; r->self; r++)
            if (r->waits)
                r->waits(r->self, t->run, t->last_call, x->settling_ms + wait_ms - left, left,
                         x->settling_limit_ms);
        t->world->sleep_ms(t->world, tick);
        left -= tick;
    }
}

static int64_t settling_limit(const struct trial *t, enum action action)
{
    if (t->run->options.stabilize_timeout_ms)
        return t->run->options.stabilize_timeout_ms;
    return (int64_t)resource_type_timeout_minutes(t->run->type, action) * 60 * 1000;
}

/* Waits as asked, unless that goes beyond the limit: then the operation never settles. */
static bool wait_for_callback(struct trial *t, struct exchange *x, int64_t *waited_ms)
{
    *waited_ms = wait_for(t, x);
    x->settling_ms += *waited_ms;
    if (x->settling_ms > x->settling_limit_ms || x->callbacks >= CALLBACKS_MOST) {
        judge(t, x, t->last_call);
        return false;
    }
    x->settling_ms -= *waited_ms;
    sleep_aloud(t, x, *waited_ms);
    x->settling_ms += *waited_ms;
    return true;
}

static bool has_null(const json *value)
{
    const json *child = json_first(value);

    while (child && !json_is_null(child) && !has_null(child))
        child = json_next(child);
    return child;
}

static void drop_nulls(json *value)
{
    size_t index = 0;

    for (json *child = json_edit_first(value), *next; child; child = next) {
        next = json_edit_next(child);
        if (!json_is_null(child)) {
            drop_nulls(child);
            index++;
        } else if (json_key(child)) {
            json_remove(value, json_key(child));
        } else {
            json_remove_at(value, index);
        }
    }
}

/* A null that a handler returned (model.no-null judges it) would break the next call in some
 * plugins. */
static const json *sendable(struct arena *arena, const json *model)
{
    if (!has_null(model))
        return model;
    json *copy = json_copy(arena, model);
    drop_nulls(copy);
    return copy;
}

static void follow_up(struct trial *t, struct exchange *x)
{
    if (!x->named && x->event.model && !resource_type_lacks(x->type, x->event.model))
        x->named = json_copy(t->arena, x->event.model);
    if (x->event.model)
        x->request.desired = sendable(t->scratch, x->event.model);
    else if (x->callbacks) /* what an earlier answer said, whose memory ends with the next call */
        x->request.desired = json_copy(t->scratch, x->request.desired);
    x->request.context = x->event.context;
    x->callbacks++;
}

/*
 * The answer to a call lives until the next one is answered: of an operation
 * with thousands of callbacks, no more than two are in memory.
 */
static void renew_scratch(struct trial *t, struct arena *pair[2], unsigned call)
{
    arena_free(pair[call % 2]);
    pair[call % 2] = t->scratch = arena_new();
}

/* What steps may look at, for as long as the trial: no stories, no callbackContext. */
static const json *outlast(struct trial *t, const json *value)
{
    json *copy = value ? json_copy(t->arena, value) : NULL;
    const char *message = json_string(json_get(copy, "message"));

    if (json_type(copy) != JSON_OBJECT)
        return copy;
    json_remove(copy, "callbackContext");
    if (message && strlen(message) > STORY_LONGEST)
        json_remove(copy, "message");
    return copy;
}

static void follow(struct trial *t, struct exchange *x)
{
    struct arena *pair[2] = { NULL, NULL };
    int64_t waited_ms = 0;

    renew_scratch(t, pair, 0);
    while (call_once(t, x, waited_ms) && x->event.status == IN_PROGRESS &&
           wait_for_callback(t, x, &waited_ms) && !trial_stops(t)) {
        follow_up(t, x);
        renew_scratch(t, pair, x->callbacks);
    }
    /* What the step may look at outlives the operation. */
    if (x->callbacks) {
        x->request.desired = json_copy(t->arena, x->request.desired);
        x->request.context = x->request.context ? json_copy(t->arena, x->request.context) : NULL;
    }
    x->reply = (struct reply){ .kind = x->reply.kind, .value = outlast(t, x->reply.value) };
    if (x->reply.kind == REPLY_OBJECT)
        event_read(&x->event, x->reply.value);
    t->scratch = NULL;
    arena_free(pair[0]);
    arena_free(pair[1]);
}

bool operation_run(struct trial *t, const struct request *request,
                   const struct expectation *expected, struct exchange *x)
{
    const int64_t limit_ms = (int64_t)t->run->options.enforce_timeout_s * 1000;
    const bool quick = request->action & (READ | LIST);

    if (t->failed || trial_stops(t))
        return false;
    *x = (struct exchange){
        .type = t->run->type,
        .suite = t->run->options.suite,
        .request = *request,
        .expected = *expected,
        .limit_ms = quick ? limit_ms : 2 * limit_ms,
        .settling_limit_ms = settling_limit(t, request->action),
        .strict_timeouts = t->run->options.strict_timeouts,
        .contract_limit_ms = t->run->options.contract_timeouts ? (quick ? QUICK_MS : CHANGE_MS) : 0,
    };
    if (request->action == DELETE)
        x->named = expected->resource;
    if (t->memory && request->action & (CREATE | UPDATE | DELETE))
        memory_fade(t->memory);
    x->request.desired = sendable(t->arena, request->desired);
    x->request.previous = sendable(t->arena, request->previous);
    if (!live_before(t, request))
        return false;
    follow(t, x);
    return !t->failed;
}
