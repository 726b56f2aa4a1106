/* Sending a recorded call again, after whatever made its resource what it was. */
#include "replay_private.h"

#include <string.h>

#include "cfnc/engine/live.h"

#include "cfnc/base/text.h"
#include "cfnc/report/failure.h"

/* A recorded call that is being sent again, as a trial that judges nothing. */
struct repeat {
    const struct replay *replay;
    const struct recorded_call *call;
    const struct replay_values *values;
    const struct sending *sending;
    struct trial trial;
    struct sent *sent;
    struct token_pair *tokens;
    struct error *error;
};

/* Two calls with one token then are two calls with one token now. */
struct token_pair {
    struct token_pair *next;
    const char *then, *now;
};

/* --- The resource that was made again may have another name --- */

static void rename_at(const struct property_set *set, json *model, const json *was, const json *is)
{
    for (size_t i = 0; i < set->count; i++) {
        const json *there = path_get(model, &set->paths[i]), *then = path_get(was, &set->paths[i]),
                   *now = path_get(is, &set->paths[i]);

        if (there && then && now && json_equal(there, then))
            path_replace(model, &set->paths[i], now);
    }
}

static const json *renamed(const struct repeat *r, const json *model, bool lists)
{
    const struct resource_type *type = r->replay->recording->run.type;

    if (!model)
        return NULL;
    json *copy = json_copy(r->replay->arena, model);
    for (const struct made_again *made = r->sent->made; made; made = made->next) {
        if (!replay_same(type, copy, made->was) && !lists)
            continue;
        rename_at(&type->identifier, copy, made->was, made->is);
        rename_at(&type->read_only, copy, made->was, made->is);
        for (size_t i = 0; i < type->additional_identifier_count; i++)
            rename_at(&type->additional_identifiers[i], copy, made->was, made->is);
        break;
    }
    return copy;
}

static const char *token_for(struct repeat *r, const struct recorded_call *call)
{
    const char *then = json_string(json_get(call->request, "token"));
    struct trial *t = &r->trial;
    struct token_pair *pair = r->tokens;

    while (pair && then && strcmp(pair->then, then) != 0)
        pair = pair->next;
    if (pair && then)
        return pair->now;
    pair = arena_alloc(r->replay->arena, sizeof(*pair));
    *pair = (struct token_pair){ r->tokens, then ? then : "",
                                 t->world->token(t->world, r->replay->arena) };
    r->tokens = pair;
    return pair->now;
}

static const char *wanted(const struct recorded_call *call)
{
    return action_name(call->call->action);
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
    request->desired = renamed(r, request->desired, request->action == LIST);
    request->previous = renamed(r, request->previous, false);
    if (!request->token)
        request->token = token_for(r, call);
    return true;
}

/* --- Before it --- */

static bool make_again(struct repeat *r, const struct recorded_call *call)
{
    struct trial *t = &r->trial;
    struct request request;
    struct exchange x;

    if (!request_of(r, call, &request))
        return false;
    if (!trial_try_unjudged(t, request, &x) || x.event.status != SUCCESS) {
        const char *how =
            t->outcome->error ? t->outcome->error : call_end_text(t->arena, t->last_call);

        r->sent->code = t->outcome->error ? EXIT_TARGET : EXIT_TEST_FAILED;
        r->sent->why = arena_printf(
            r->replay->arena, "what it is about cannot be made again: %s (c%u) %s%s%s",
            wanted(call), call->call->seq, t->outcome->error ? "" : "ended with ",
            text_quote(t->arena, redact_text(r->sending->run->redactor, t->arena, how), 300),
            x.event.error_code == ALREADY_EXISTS ? "; --alone sends the call to what is there"
                                                 : "");
        return false;
    }
    if (call->call->action == CREATE && x.event.model) {
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

enum presence_of { IS_GONE, IS_THERE, IS_UNKNOWN };

static bool is_ours(const struct repeat *r, const json *model)
{
    for (const struct live *live = r->trial.live; live; live = live->next)
        if (replay_same(r->sending->run->type, live->model, model))
            return true;
    return live_is_in_ledger(&r->trial, model);
}

/* In words. */
static const char *name_of(struct repeat *r, const json *model)
{
    struct trial *t = &r->trial;
    const struct resource_type *type = r->sending->run->type;
    const char *name = resource_type_lacks(type, model)
                           ? json_print(t->arena, model)
                           : resource_type_identify(t->arena, type, model);

    return text_quote(t->arena, redact_text(r->sending->run->redactor, t->arena, name), 200);
}

static enum presence_of look(struct repeat *r, const json *model)
{
    struct trial *t = &r->trial;
    const struct resource_type *type = r->sending->run->type;
    struct exchange x;

    if (is_ours(r, model))
        return IS_THERE;
    if (!model || resource_type_lacks(type, model) || !(type->handlers & READ))
        return IS_UNKNOWN;
    const struct request request = { .action = READ, .desired = identifier_of(t, model) };
    if (!trial_try_unjudged(t, request, &x))
        return IS_UNKNOWN;
    if (x.event.status == SUCCESS)
        return IS_THERE;
    return x.event.error_code == NOT_FOUND ? IS_GONE : IS_UNKNOWN;
}

/* What others may have made since must not be changed or deleted unasked. */
static bool may_change(struct repeat *r, const json *model, enum presence_of presence)
{
    if (r->sending->sure || presence == IS_GONE || is_ours(r, model))
        return true;
    r->sent->code = EXIT_USAGE;
    r->sent->why = arena_printf(
        r->replay->arena, "%s %s, and this %s would change it; add --yes when it is yours",
        name_of(r, model), presence == IS_THERE ? "is there" : "may be there", wanted(r->call));
    return false;
}

static void say_gone(struct repeat *r, const json *model)
{
    r->sent->gone = arena_printf(r->replay->arena, "%s is there no more", name_of(r, model));
}

/* --- It --- */

static struct call *call_number(const struct run *run, unsigned seq)
{
    struct call *c = run->calls;

    while (c && c->seq != seq)
        c = c->next;
    return c;
}

/* Whether it is to be sent, and what is expected to be there. */
static bool is_allowed(struct repeat *r, const struct request *request, size_t made,
                       struct expectation *expected)
{
    const bool changes = request->action & (UPDATE | DELETE) && !request->context;

    if (!changes)
        return true;
    const enum presence_of presence = look(r, request->desired);
    r->trial.failed = false; /* the call itself will tell */
    r->trial.outcome->error = NULL;
    if (presence == IS_GONE && !made)
        say_gone(r, request->desired);
    if (presence == IS_GONE && request->action == UPDATE)
        expected->outcome = NOT_FOUND; /* what it makes is ours to delete */
    return may_change(r, request->desired, presence);
}

static void send_it(struct repeat *r, size_t made)
{
    struct expectation expected = { .requested = NULL };
    struct trial *t = &r->trial;
    struct run *run = r->sending->run;
    struct request request;
    struct exchange x;

    if (!request_of(r, r->call, &request) || !is_allowed(r, &request, made, &expected))
        return;
    const unsigned seq = run->call_count + 1;
    t->tolerant = true;
    (void)trial_try(t, request, expected, &x);
    t->tolerant = false;
    const struct call *call = call_number(run, seq);
    r->sent->code = EXIT_TARGET;
    r->sent->why = t->outcome->error ? arena_printf(r->replay->arena, "%s", t->outcome->error)
                   : call            ? NULL
                                     : "it was stopped before it was sent";
    if (!call || (call->event.status == NO_STATUS && !call->reply.problem))
        return;
    r->sent->call = call;
    if (request.action == READ && call->event.error_code == NOT_FOUND && !made &&
        r->call->call->event.status == SUCCESS)
        say_gone(r, request.desired);
}

static void keep_it(struct repeat *r)
{
    struct text ids = text_new(r->replay->arena);

    for (const struct live *live = r->trial.live; live; live = live->next)
        if (live->entry)
            text_addf(&ids, "%s%s", ids.length ? ", " : "", live->entry->id);
    r->sent->kept = ids.length ? ids.bytes : NULL;
}

bool replay_send(const struct replay *replay, const struct recorded_call *call,
                 const struct replay_values *values, const struct sending *sending,
                 struct sent *sent, struct error *error)
{
    struct outcome *outcome = arena_alloc(replay->arena, sizeof(*outcome));
    struct repeat r = { .replay = replay,
                        .call = call,
                        .values = values,
                        .sending = sending,
                        .sent = sent,
                        .error = error };
    size_t made;

    *sent = (struct sent){ .call = NULL };
    *outcome = (struct outcome){ .name = call->call->owner->name,
                                 .module = call->call->owner->module,
                                 .set = call->call->owner->set };
    r.trial = (struct trial){ .arena = arena_new(),
                              .run = sending->run,
                              .outcome = outcome,
                              .world = sending->world,
                              .reporters = sending->reporters,
                              .phase = PHASE_SETUP,
                              .began_ms = sending->world->now_ms(sending->world) };
    error->text[0] = '\0';
    if (make_all_again(&r, &made)) {
        r.trial.phase = PHASE_CALL;
        send_it(&r, made);
    }
    r.trial.phase = PHASE_TEARDOWN;
    if (sending->keep)
        keep_it(&r);
    else
        live_delete_all(&r.trial);
    arena_free(r.trial.arena);
    return !error->text[0];
}
