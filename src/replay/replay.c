/* Which call of a recorded run is meant. */
#include "replay_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/report/failure.h"

enum { DIGITS_MOST = 9, NAMED_MOST = 12, SET_NAME = 300 };

/* --- Reading --- */

static void call_ends(void *self, const struct run *run, const struct call *call)
{
    struct replay *r = self;
    const json *line = r->recording->answered;
    struct recorded_call *made;

    if (!line)
        return;
    made = arena_alloc(r->arena, sizeof(*made));
    *made = (struct recorded_call){
        .call = call,
        .request = json_get(line, "request"),
        .drawn = r->drawn_count,
    };
    struct event event = { .model = NULL };
    if (call->reply.kind == REPLY_OBJECT)
        run->subject->protocol->decode(&event, pointer_get(line, "/reply/value"));
    made->model = json_type(event.model) == JSON_OBJECT ? event.model : NULL;
    *r->calls_end = made;
    r->calls_end = &made->next;
}

static const struct input_set *set_called(const struct input_set *sets, size_t count,
                                          const struct input_set *like)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(sets[i].id, like->id) == 0)
            return &sets[i];
    /* of several that share their overrides, the project has the first */
    return count && like->create_overrides && sets[0].create_overrides ? &sets[0] : NULL;
}

/* What the inputs are now, in the place of stand-ins. */
static void take_inputs(struct arena *arena, struct run *run, const struct input_set *sets,
                        size_t count)
{
    struct input_set *taken = arena_array(arena, run->set_count, sizeof(*taken));

    for (size_t i = 0; i < run->set_count; i++) {
        const struct input_set *now = set_called(sets, count, &run->sets[i]);

        taken[i] = now ? *now : run->sets[i];
        taken[i].id = run->sets[i].id;
    }
    run->sets = taken;
}

bool replay_read(struct arena *arena, struct recording *recording, const struct input_set *sets,
                 size_t count, struct replay *replay, struct error *error)
{
    const struct reporter reporters[] = { { .self = replay, .call_ends = call_ends }, { 0 } };

    *replay = (struct replay){ .arena = arena, .recording = recording };
    replay->calls_end = &replay->calls;
    take_inputs(arena, &recording->run, sets, count);
    recording->drew = replay_drew;
    recording->context = replay;
    const bool judged = recording_judge(arena, recording, reporters, error);
    recording->drew = NULL;
    return judged;
}

/* --- Finding --- */

static const struct recorded_call *call_of(const struct replay *r, const struct call *call)
{
    const struct recorded_call *c = r->calls;

    while (c && c->call != call)
        c = c->next;
    return c;
}

static bool is_number(const char *name, unsigned *number)
{
    const char *digits = name + (*name == 'c');
    const size_t length = strlen(digits);

    if (!length || length > DIGITS_MOST || strspn(digits, "0123456789") != length)
        return false;
    for (*number = 0; *digits; digits++)
        *number = *number * 10 + (unsigned)(*digits - '0');
    return true;
}

static const struct recorded_call *find_number(const struct replay *r, unsigned number,
                                               struct error *error)
{
    unsigned last = 0;

    for (const struct recorded_call *c = r->calls; c; c = c->next) {
        if (c->call->seq == number)
            return c;
        last = c->call->seq;
    }
    if (last)
        error_set(error, "%s: there is no call c%u; its last one is c%u", r->recording->path,
                  number, last);
    else
        error_set(error, "%s: no handler was called in this run", r->recording->path);
    return NULL;
}

static const struct call *last_call_of(const struct run *run, const struct outcome *outcome)
{
    const struct call *last = NULL;

    for (const struct call *c = run->calls; c; c = c->next)
        if (c->owner == outcome)
            last = c;
    return last;
}

/* The call at which an outcome failed, or its fixture did. */
static const struct call *failed_at(const struct run *run, const struct outcome *outcome)
{
    const struct finding *finding = failure_finding(outcome);

    if (outcome->verdict == VERDICT_NOT_RUN && outcome->fixture)
        return failed_at(run, outcome->fixture);
    if (outcome->verdict == VERDICT_FLAKY && outcome->earlier)
        return failed_at(run, outcome->earlier);
    if (outcome->error && !finding)
        return last_call_of(run, outcome);
    return finding && finding->level == MUST ? finding->call : NULL;
}

static const struct recorded_call *find_first_failed(const struct replay *r, struct error *error)
{
    const struct run *run = &r->recording->run;
    const struct recorded_call *first = NULL;
    bool broken = false;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        const struct recorded_call *c =
            verdict_is_bad(o->verdict) ? call_of(r, failed_at(run, o)) : NULL;

        broken = broken || verdict_is_bad(o->verdict);
        if (c && (!first || c->call->seq < first->call->seq))
            first = c;
    }
    if (!first)
        error_set(error, "%s: %s; name a call: c1, or the test that made it", r->recording->path,
                  broken ? "what failed was no call" : "nothing failed");
    return first;
}

static bool is_called(const struct outcome *o, const char *name, const char *set_name)
{
    const char *names[] = { o->name, o->test ? o->test->name : NULL,
                            o->test ? o->test->v2_name : NULL };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (names[i] && (strcmp(names[i], name) == 0 || (i == 0 && strcmp(set_name, name) == 0)))
            return true;
    return false;
}

static const char *numbers_of(struct arena *arena, const struct run *run, const struct outcome *o)
{
    struct text out = text_new(arena);
    size_t count = 0;

    for (const struct call *c = run->calls; c; c = c->next)
        if (c->owner == o && count++ < NAMED_MOST)
            text_addf(&out, "%sc%u", out.length ? ", " : "", c->seq);
    return count > NAMED_MOST ? arena_printf(arena, "%s ...", out.bytes) : out.bytes;
}

/* It is there, but there is no call at which it failed. */
static const struct recorded_call *not_failed(const struct replay *r, const struct outcome *o,
                                              struct error *error)
{
    const char *numbers = numbers_of(r->arena, &r->recording->run, o);

    if (*numbers)
        error_set(error, "%s %s; name one of its calls: %s", o->name, verdict_name(o->verdict),
                  numbers);
    else
        error_set(error, "%s %s, and made no call", o->name, verdict_name(o->verdict));
    return NULL;
}

static const struct recorded_call *unknown(const struct replay *r, const char *name,
                                           struct error *error)
{
    const char *names[SET_NAME + 1];
    size_t count = 0;

    for (const struct outcome *o = r->recording->run.outcomes; o && count < SET_NAME; o = o->next)
        names[count++] = o->name;
    names[count] = NULL;
    const char *near = text_nearest(name, names);
    error_set(error, "%s: no call or test is called \"%s\"%s%s%s", r->recording->path,
              text_quote(r->arena, name, 60), near ? " (did you mean " : "; calls are c1, c2 ...",
              near ? near : "", near ? "?)" : "");
    return NULL;
}

const struct recorded_call *replay_find(const struct replay *replay, const char *name,
                                        struct error *error)
{
    const struct run *run = &replay->recording->run;
    const struct outcome *passed = NULL;
    unsigned number;

    if (!name)
        return find_first_failed(replay, error);
    if (is_number(name, &number))
        return find_number(replay, number, error);
    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        const char *set_name = arena_printf(replay->arena, "%s[%s]", o->name, o->set->id);

        if (!is_called(o, name, set_name))
            continue;
        const struct recorded_call *c = call_of(replay, failed_at(run, o));
        if (c)
            return c;
        passed = passed ? passed : o;
    }
    return passed ? not_failed(replay, passed, error) : unknown(replay, name, error);
}
