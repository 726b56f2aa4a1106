/*
 * From a request to the end of its operation:
 *
 *      request --> encode --> world --> answer --> every rule --+--> SUCCESS, FAILED: settled
 *         ^                                                     |
 *         |                                                     +--> broken rule: over
 *         |                                                     |
 *         +--- follow up, callbackContext <--- wait <-----------+--> IN_PROGRESS
 */
#include "engine_private.h"

#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/engine/bounds.h"

enum {
    QUICK_CALLBACKS = 3,    /* as often a handler may ask to be called back at once; then */
    SHORTEST_WAIT_MS = 100, /* this is the least, lest the endpoint is hammered */
    TICK_MS = 1000,         /* how often a wait is shown */
    STORY_LONGEST = 4096,   /* bytes of a message that is held */
    QUICK_MS = 30000,       /* what quick handlers have in production, */
    CHANGE_MS = 60000       /* and the others; of one call */
};

/* One operation that is under way. */
struct operation {
    struct trial *t;
    struct exchange *x;
    const struct protocol *protocol;
    struct call *call;     /* that is being made, or was made last */
    struct arena *scratch; /* of that call; what it holds lives until the next one is answered */
    struct arena *sending; /* of its bytes, until they are recorded */
    struct sending sent;
};

/* The rule that an outcome is evidence of, where the step says so. */
static const struct rule *in_question(const struct rule *rule, const struct operation *o)
{
    const char *evidence_of = o->x->expected.evidence_of;
    const struct rule *other =
        rule->yields && evidence_of ? rule_find(o->protocol, evidence_of) : rule;

    return other->suites & o->x->suite ? other : rule;
}

static void judge_exchange(struct operation *o)
{
    struct exchange *x = o->x;

    for (size_t i = 0; i < rule_count(o->protocol) && !x->expected.unjudged; i++) {
        const struct rule *rule = rule_at(o->protocol, i);
        struct evidence evidence = { .arena = o->scratch };

        if (!rule_applies(rule, x))
            continue;
        const char *fault = rule->fault(x, &evidence);
        const struct verdict_on verdict = { .fault = fault,
                                            .comparison = &evidence.comparison,
                                            .mild = evidence.mild };
        x->over = judge_as(o->t, in_question(rule, o), o->call, &verdict) || x->over;
    }
}

static struct call *call_new(const struct operation *o, int64_t waited_ms)
{
    const struct exchange *x = o->x;
    struct run *run = o->t->run;
    struct call *call = arena_alloc(run->arena, sizeof(*call));
    struct call **end = run->last_call ? &run->last_call->next : &run->calls;

    *call = (struct call){
        .seq = ++run->call_count,
        .owner = o->t->outcome,
        .phase = o->t->phase,
        .action = x->request.action,
        .handler = handler_of(o->protocol, x->request.action),
        .callbacks = x->callbacks,
        .expected = x->expected.outcome,
        .started_ms = o->t->world->now_ms(o->t->world) - run->began_ms,
        .wait_before_ms = waited_ms,
        .limit_ms = x->limit_ms,
    };
    *end = run->last_call = call;
    return call;
}

static void tell_in_flight(void *context, int64_t waited_ms)
{
    const struct operation *o = context;

    tell_all(o->t->reporters, in_flight, o->t->run, o->call, o->x->settling_ms + waited_ms,
             waited_ms);
}

/* Of what handlers may answer at most, little fits into memory twice: as text alone, it does. */
static void encode_request(struct operation *o)
{
    struct trial *t = o->t;
    struct exchange *x = o->x;
    struct arena *tree = arena_new();
    const json *payload = o->protocol->encode(tree, t->run->target, &x->request);
    const char *bytes = json_print(tree, payload);
    const size_t length = strlen(bytes);

    o->sent = (struct sending){ .bytes = arena_copy(o->sending, bytes, length),
                                .length = length,
                                .limit_ms = x->limit_ms,
                                .request = &x->request };
    arena_free(tree);
}

static bool send_request(struct operation *o, struct error *error)
{
    struct world *world = o->t->world;
    const struct patience patience = { tell_in_flight, o };

    if (!target_refresh(o->t->run->target, error))
        return false;
    encode_request(o);
    const int64_t left = trial_time_left(o->t);
    o->sent.within_ms = left == INT64_MAX ? 0 : left > 0 ? left : 1; /* 0: as long as it takes */
    o->sent.patience = &patience;
    return world->call(world, &o->sent, o->scratch, &o->x->reply, error);
}

/* There was no answer that could be judged. */
static void give_up(struct operation *o, const char *why)
{
    o->x->over = true;
    if (o->x->reply.given_up)
        why = trial_given_up(o->t, why);
    if (why && o->x->expected.aside)
        o->x->problem = trial_say(o->t, why);
    else if (why)
        trial_error(o->t, why);
}

/* Calls the handler once and judges its answer; false when the operation is over. */
static bool call_once(struct operation *o, int64_t waited_ms)
{
    struct trial *t = o->t;
    struct exchange *x = o->x;
    struct redactor *redactor = t->run->redactor;
    struct error error = { .text = "" };

    o->call = call_new(o, waited_ms);
    o->sending = arena_new();
    o->sent = (struct sending){ .length = 0 };
    const int64_t start = t->world->now_ms(t->world);
    redactor_learn(redactor, x->request.desired);
    redactor_learn(redactor, x->request.previous);
    x->reply = (struct reply){ .sent = false };
    tell_all(t->reporters, call_begins, t->run, o->call);
    const bool answered = send_request(o, &error);
    x->elapsed_ms = t->world->now_ms(t->world) - start;
    x->settling_ms += x->elapsed_ms;
    redactor_learn_places(redactor, x->reply.value, o->protocol->answer_places);
    x->event = (struct event){ .status = NO_STATUS, .error_code = NO_ERROR };
    if (answered && x->reply.kind == REPLY_OBJECT)
        o->protocol->decode(&x->event, x->reply.value);
    call_record(t, o->call, x, &o->sent);
    arena_free(o->sending);
    tracked_after(t, x, o->call);
    if (answered)
        judge_exchange(o);
    else
        give_up(o, error.text);
    tell_all(t->reporters, call_ends, t->run, o->call);
    return !x->over;
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

static void sleep_aloud(const struct operation *o, int64_t wait_ms)
{
    struct trial *t = o->t;
    int64_t left = wait_ms;

    for (int64_t time; left > 0 && (time = trial_time_left(t)) > 0;) {
        const int64_t most = time < TICK_MS ? time : TICK_MS, tick = left < most ? left : most;

        tell_all(t->reporters, waits, t->run, o->call, o->x->settling_ms + wait_ms - left, left,
                 o->x->settling_limit_ms);
        t->world->sleep_ms(t->world, tick);
        left -= tick;
    }
}

/* Waits as asked, unless that goes beyond the limit: then the operation never settles. */
static bool wait_for_callback(struct operation *o, int64_t *waited_ms)
{
    struct exchange *x = o->x;

    *waited_ms = wait_for(o->t, x);
    x->settling_ms += *waited_ms;
    if (x->settling_ms > x->settling_limit_ms || x->callbacks >= CALLBACKS_MOST) {
        judge_exchange(o);
        return false;
    }
    x->settling_ms -= *waited_ms;
    sleep_aloud(o, *waited_ms);
    x->settling_ms += *waited_ms;
    return true;
}

static void follow_up(const struct operation *o)
{
    struct exchange *x = o->x;
    const struct lifecycle *life = o->protocol->life;

    if (life && !x->named && x->event.model && life->is_named(x->subject, x->event.model))
        x->named = json_copy(x->arena, x->event.model);
    if (x->callbacks) /* what an earlier answer said, whose memory ends with the next call */
        x->request.desired = json_copy(o->scratch, x->request.desired);
    o->protocol->follow(x, &x->request);
    x->request.desired = json_without_nulls(o->scratch, x->request.desired);
    x->callbacks++;
}

/*
 * The answer to a call lives until the next one is answered: of an operation
 * with thousands of callbacks, no more than two are in memory.
 */
static void renew_scratch(struct operation *o, struct arena *pair[2], unsigned call)
{
    arena_free(pair[call % 2]);
    pair[call % 2] = o->scratch = arena_new();
}

/* What steps may look at, for as long as the trial: no stories, no callbackContext. */
static const json *outlast(struct arena *arena, const json *value)
{
    json *copy = value ? json_copy(arena, value) : NULL;
    const char *message = json_string(json_get(copy, "message"));

    if (json_type(copy) != JSON_OBJECT)
        return copy;
    json_remove(copy, "callbackContext");
    if (message && strlen(message) > STORY_LONGEST)
        json_remove(copy, "message");
    return copy;
}

static bool goes_on(struct operation *o, int64_t *waited_ms)
{
    if (o->x->event.status != IN_PROGRESS || !o->protocol->follow ||
        !wait_for_callback(o, waited_ms))
        return false;
    if (!trial_stops(o->t))
        return true;
    o->x->over = true;
    return false;
}

static void run_to_end(struct operation *o)
{
    struct arena *pair[2] = { NULL, NULL };
    struct exchange *x = o->x;
    int64_t waited_ms = 0;

    renew_scratch(o, pair, 0);
    while (call_once(o, waited_ms) && goes_on(o, &waited_ms)) {
        follow_up(o);
        renew_scratch(o, pair, x->callbacks);
    }
    /* What the step may look at outlives the operation. */
    if (x->callbacks) {
        x->request.desired = json_copy(x->arena, x->request.desired);
        x->request.context = x->request.context ? json_copy(x->arena, x->request.context) : NULL;
    }
    x->reply = (struct reply){ .kind = x->reply.kind, .value = outlast(x->arena, x->reply.value) };
    if (x->reply.kind == REPLY_OBJECT)
        o->protocol->decode(&x->event, x->reply.value);
    arena_free(pair[0]);
    arena_free(pair[1]);
}

static int64_t settling_limit(const struct run *run, unsigned action)
{
    const struct protocol *protocol = run->subject->protocol;

    if (run->options.stabilize_timeout_ms || !protocol->settling_limit_ms)
        return run->options.stabilize_timeout_ms;
    return protocol->settling_limit_ms(run->subject, action);
}

bool trial_call(struct trial *t, struct arena *arena, const struct request *request,
                const struct expectation *expected, struct exchange *x)
{
    const struct run *run = t->run;
    const int64_t limit_ms = (int64_t)run->options.enforce_timeout_s * 1000;
    const struct handler *handler = handler_of(run->subject->protocol, request->action);
    struct operation o = { .t = t, .x = x, .protocol = run->subject->protocol };

    *x = (struct exchange){
        .subject = run->subject,
        .suite = run->options.suite,
        .arena = arena ? arena : t->arena,
        .request = *request,
        .expected = *expected,
        .event = { .status = NO_STATUS },
        .limit_ms = handler->quick ? limit_ms : 2 * limit_ms,
        .settling_limit_ms = settling_limit(run, request->action),
        .strict_timeouts = run->options.strict_timeouts,
        .contract_limit_ms =
            run->options.contract_timeouts ? (handler->quick ? QUICK_MS : CHANGE_MS) : 0,
        .over = true,
    };
    if (t->failed && !expected->aside)
        return false;
    if (!x->request.token)
        x->request.token = t->world->token(t->world, x->arena);
    if (trial_stops(t))
        return false;
    if (o.protocol->life && request->action & o.protocol->life->removes)
        x->named = expected->resource;
    if (handler->changes && o.protocol->forget && t->session)
        o.protocol->forget(t->session);
    /* A null that a handler returned would break the next call in some plugins. */
    x->request.desired = json_without_nulls(x->arena, request->desired);
    x->request.previous = json_without_nulls(x->arena, request->previous);
    if (!tracked_before(t, request))
        return false;
    x->over = false;
    run_to_end(&o);
    return !x->over;
}
