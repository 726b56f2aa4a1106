/* Failures that are one and the same are told once. */
#include "cfnc/report/failure.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_paths(const struct difference *a, const struct difference *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (a->kind != b->kind || strcmp(a->path, b->path) != 0)
            return false;
    return a == b;
}

static bool same_call(const struct call *a, const struct call *b)
{
    if (!a || !b)
        return a == b;
    return a->action == b->action && a->event.status == b->event.status &&
           a->reply.kind == b->reply.kind && same_text(a->event.error_text, b->event.error_text) &&
           same_text(a->reply.error_type, b->reply.error_type);
}

static bool same_cause(const struct outcome *a, const struct outcome *b)
{
    const struct finding *p = a->findings, *q = b->findings;

    if ((!p || !q || a->error) && !same_text(a->error, b->error))
        return false;
    if (!p || !q)
        return p == q;
    return p->rule == q->rule && same_call(p->call, q->call) &&
           same_paths(p->comparison.differences, q->comparison.differences);
}

static size_t blocked_by(const struct run *run, const struct outcome *fixture)
{
    size_t count = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        count += o->verdict == VERDICT_NOT_RUN && o->fixture == fixture;
    return count;
}

static void add_outcome(struct arena *arena, const struct run *run, struct cause *cause,
                        const struct outcome *outcome)
{
    const struct outcome **more = arena_array(arena, cause->count + 1, sizeof(*more));

    if (cause->count)
        memcpy(more, cause->outcomes, cause->count * sizeof(*more));
    more[cause->count++] = outcome;
    cause->outcomes = more;
    cause->blocked += outcome->test ? 0 : blocked_by(run, outcome);
}

struct cause *causes_find(struct arena *arena, const struct run *run)
{
    struct cause *causes = NULL;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        struct cause **at = &causes;

        if (!verdict_is_bad(o->verdict))
            continue;
        while (*at && !same_cause((*at)->first, o))
            at = &(*at)->next;
        if (!*at) {
            *at = arena_alloc(arena, sizeof(**at));
            (*at)->first = o;
        }
        add_outcome(arena, run, *at, o);
    }
    return causes;
}
