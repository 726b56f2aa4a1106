/* Sending a recorded call again, after whatever made its resource what it was. */
#include "replay_private.h"

#include <string.h>

#include "cfnc/engine/tracked.h"

#include "cfnc/base/text.h"
#include "cfnc/report/failure.h"

/* A recorded call that is being sent again, as a trial that judges nothing. */
struct repeat {
    const struct replay *replay;
    const struct recorded_call *call;
    const struct replay_values *values;
    const struct resending *sending;
    struct trial trial;
    struct sent *sent;
    struct resent_token *tokens;
    struct error *error;
};

/* Two calls with one token then are two calls with one token now. */
struct resent_token {
    struct resent_token *next;
    const char *then, *now;
};

/* --- The resource that was made again may have another name --- */

static const struct lifecycle *life_of(const struct repeat *r)
{
    return r->replay->recording->run.subject->protocol->life;
}

static const json *renamed(const struct repeat *r, const json *model, bool lists)
{
    const struct subject *subject = r->replay->recording->run.subject;

    if (!model)
        return NULL;
    json *copy = json_copy(r->replay->arena, model);
    for (const struct made_again *made = r->sent->made; made; made = made->next) {
        if (!life_of(r)->same_by_any(subject, copy, made->was) && !lists)
            continue;
        life_of(r)->rename(subject, copy, made->was, made->is);
        break;
    }
    return copy;
}

static const char *token_for(struct repeat *r, const struct recorded_call *call)
{
    const char *then = json_string(json_get(call->request, "token"));
    struct trial *t = &r->trial;
    struct resent_token *pair = r->tokens;

    while (pair && then && strcmp(pair->then, then) != 0)
        pair = pair->next;
    if (pair && then)
        return pair->now;
    pair = arena_alloc(r->replay->arena, sizeof(*pair));
    *pair = (struct resent_token){ r->tokens, then ? then : "",
                                   t->world->token(t->world, r->replay->arena) };
    r->tokens = pair;
    return pair->now;
}

static const char *wanted(const struct recorded_call *call)
{
    return call->call->handler->name;
}

/* The request of a recorded call as it has to be now. False: it is not to be sent. */
static bool request_of(struct repeat *r, const struct recorded_call *call, struct request *request)
{
    static const struct replay_values none = { NULL, 0 };
    struct refilled refilled;

    if (!replay_refill(r->replay, call, call == r->call ? r->values : &none, &refilled, r->error))
        return false;
    if (*refilled.missing) {
        r->sent->code = EXIT_PROJECT;
        r->sent->why = arena_printf(r->replay->arena, "nothing is known of %s in c%u (%s)",
                                    refilled.missing, call->call->seq, wanted(call));
        return false;
    }
    *request = refilled.request;
    request->desired = renamed(r, request->desired, call->call->handler->pages);
    request->previous = renamed(r, request->previous, false);
    if (!request->token)
        request->token = token_for(r, call);
    return true;
}

/* --- Before it --- */

/* Nothing is judged; and what no answer named is no leftover unless it is found. */
static bool call_unjudged(struct repeat *r, const struct request *request, struct exchange *x)
{
    struct trial *t = &r->trial;
    const bool answered =
        trial_call(t, NULL, request, &(struct expectation){ .unjudged = true }, x);

    if (t->tracked && request->action & life_of(r)->makes && x->event.status == NO_STATUS)
        t->tracked->invalid = t->tracked->invalid || !t->tracked->known;
    return answered;
}

static bool make_again(struct repeat *r, const struct recorded_call *call)
{
    struct trial *t = &r->trial;
    struct request request;
    struct exchange x;

    if (!request_of(r, call, &request))
        return false;
    if (!call_unjudged(r, &request, &x) || x.event.status != SUCCESS) {
        const char *how =
            t->outcome->error ? t->outcome->error : call_end_text(t->arena, last_call(t));

        r->sent->code = t->outcome->error ? EXIT_TARGET : EXIT_TEST_FAILED;
        r->sent->why = arena_printf(
            r->replay->arena, "what it is about cannot be made again: %s (c%u) %s%s%s",
            wanted(call), call->call->seq, t->outcome->error ? "" : "ended with ",
            text_quote(t->arena, redact_text(r->sending->run->redactor, t->arena, how), 300),
            x.event.error_code & life_of(r)->taken ? "; --alone sends the call to what is there"
                                                   : "");
        return false;
    }
    if (call->call->action & life_of(r)->makes && x.event.model) {
        struct made_again *made = arena_alloc(r->replay->arena, sizeof(*made));

        *made = (struct made_again){ r->sent->made, replay_outcome(call),
                                     json_copy(r->replay->arena, x.event.model) };
        r->sent->made = made;
    }
    return true;
}

/* *count of them; false: the call is not to be sent. */
static bool make_all_again(struct repeat *r, size_t *count)
{
    const struct recorded_call *const *before = replay_before(r->replay, r->call);

    for (*count = 0; !r->sending->alone && before[*count]; ++*count)
        if (!make_again(r, before[*count]))
            return false;
    return true;
}

/* --- What is there --- */

static bool is_ours(const struct repeat *r, const json *model)
{
    for (const struct tracked *made = r->trial.tracked; made; made = made->next)
        if (life_of(r)->same_by_any(r->sending->run->subject, made->model, model))
            return true;
    return tracked_is_in_ledger(&r->trial, model);
}

/* In words. */
static const char *name_of(struct repeat *r, const json *model)
{
    struct arena *arena = r->trial.arena;
    const struct subject *subject = r->sending->run->subject;
    const char *name = life_of(r)->is_named(subject, model)
                           ? life_of(r)->text(arena, subject, model)
                           : json_print(arena, model);

    return text_quote(arena, redact_text(r->sending->run->redactor, arena, name), 200);
}

/* SUCCESS: it is there; FAILED: it is not; NO_STATUS: nobody knows. */
static enum status look(struct repeat *r, const json *model)
{
    if (is_ours(r, model))
        return SUCCESS;
    return model && life_of(r)->is_named(r->sending->run->subject, model)
               ? life_of(r)->look(&r->trial, model)
               : NO_STATUS;
}

/* What others may have made since must not be changed or deleted unasked. */
static bool may_change(struct repeat *r, const json *model, enum status presence)
{
    if (r->sending->sure || presence == FAILED || is_ours(r, model))
        return true;
    r->sent->code = EXIT_USAGE;
    r->sent->why = arena_printf(
        r->replay->arena, "%s %s, and this %s would change it; add --yes when it is yours",
        name_of(r, model), presence == SUCCESS ? "is there" : "may be there", wanted(r->call));
    return false;
}

static void say_gone(struct repeat *r, const json *model)
{
    r->sent->gone = arena_printf(r->replay->arena, "%s is there no more", name_of(r, model));
}

/* --- It --- */

/* Whether it is to be sent, and what is expected to be there. */
static bool is_allowed(struct repeat *r, const struct request *request, size_t made,
                       struct expectation *expected)
{
    const struct lifecycle *life = life_of(r);

    if (!life || !(request->action & (life->updates | life->removes)) || request->context)
        return true;
    const enum status presence = look(r, request->desired);
    if (presence == FAILED && !made)
        say_gone(r, request->desired);
    if (presence == FAILED && request->action & life->updates)
        expected->outcome = life->absent; /* what it makes is ours to delete */
    return may_change(r, request->desired, presence);
}

static void send_it(struct repeat *r, size_t made)
{
    struct expectation expected = { .unjudged = true };
    struct trial *t = &r->trial;
    struct run *run = r->sending->run;
    struct request request;
    struct exchange x;

    if (!request_of(r, r->call, &request) || !is_allowed(r, &request, made, &expected))
        return;
    const unsigned seq = run->call_count + 1;
    (void)trial_call(t, NULL, &request, &expected, &x);
    const struct call *call = run->calls;
    while (call && call->seq != seq)
        call = call->next;
    r->sent->code = EXIT_TARGET;
    r->sent->why = t->outcome->error ? arena_printf(r->replay->arena, "%s", t->outcome->error)
                   : call            ? NULL
                                     : "it was stopped before it was sent";
    if (!call || (call->event.status == NO_STATUS && !call->reply.problem))
        return;
    r->sent->call = call;
    if (life_of(r) && !call->handler->changes && call->event.error_code & life_of(r)->absent &&
        !made && r->call->call->event.status == SUCCESS)
        say_gone(r, request.desired);
}

static void keep_it(struct repeat *r)
{
    struct text ids = text_new(r->replay->arena);

    for (const struct tracked *m = r->trial.tracked; m; m = m->next)
        if (m->entry)
            text_addf(&ids, "%s%s", ids.length ? ", " : "", m->entry->id);
    r->sent->kept = ids.length ? ids.bytes : NULL;
}

bool replay_send(const struct replay *replay, const struct recorded_call *call,
                 const struct replay_values *values, const struct resending *sending,
                 struct sent *sent, struct error *error)
{
    struct outcome *outcome = outcome_new(replay->arena, sending->run->subject->protocol);
    struct repeat r = { .replay = replay,
                        .call = call,
                        .values = values,
                        .sending = sending,
                        .sent = sent,
                        .error = error };
    size_t made;

    *sent = (struct sent){ .call = NULL };
    outcome->name = call->call->owner->name;
    outcome->module = call->call->owner->module;
    outcome->set = call->call->owner->set;
    r.trial = trial_new(&(struct trial){ .run = sending->run,
                                         .outcome = outcome,
                                         .world = sending->world,
                                         .reporters = sending->reporters,
                                         .phase = PHASE_SETUP });
    error->text[0] = '\0';
    if (make_all_again(&r, &made)) {
        r.trial.phase = PHASE_CALL;
        send_it(&r, made);
    }
    r.trial.phase = PHASE_TEARDOWN;
    if (sending->keep)
        keep_it(&r);
    else
        tracked_delete_all(&r.trial);
    arena_free(r.trial.arena);
    return !error->text[0];
}
