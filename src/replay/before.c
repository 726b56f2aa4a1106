/* What a recorded call was about, and what made that what it was. */
#include "replay_private.h"

#include <string.h>

static bool is_follow_up(const struct recorded_call *c)
{
    return c->call->callbacks || !json_is_null(json_get(c->request, "context"));
}

/* The last call of the operation that begins with `first`. */
static const struct recorded_call *end_of(const struct recorded_call *first)
{
    while (first->next && first->next->call->callbacks &&
           first->next->call->owner == first->call->owner)
        first = first->next;
    return first;
}

const json *replay_outcome(const struct recorded_call *first)
{
    const struct recorded_call *end = end_of(first);

    return end->model ? end->model : json_get(first->request, "desired");
}

static bool changes_something(const struct recorded_call *c)
{
    return c->call->handler->changes && !is_follow_up(c) &&
           end_of(c)->call->event.status == SUCCESS;
}

static bool is_about(const struct subject *subject, const struct recorded_call *c,
                     const json *resource)
{
    const struct lifecycle *life = subject->protocol->life;

    return life->same_by_any(subject, json_get(c->request, "desired"), resource) ||
           life->same_by_any(subject, replay_outcome(c), resource);
}

static const char *token_of(const struct recorded_call *c)
{
    const char *token = json_string(json_get(c->request, "token"));

    return token ? token : "";
}

/* The calls before it that still count. */
struct before {
    const struct subject *subject;
    const struct recorded_call **calls;
    size_t count;
};

/* The same create sent once more, with its token, made nothing. */
static bool is_repeat(const struct before *b, const struct recorded_call *c)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->calls[i]->call->action == c->call->action &&
            strcmp(token_of(b->calls[i]), token_of(c)) == 0)
            return true;
    return false;
}

/* What was there before counts no more: it is gone, or began anew. */
static void forget(struct before *b, const json *resource)
{
    size_t left = 0;

    for (size_t i = 0; i < b->count; i++)
        if (!is_about(b->subject, b->calls[i], resource))
            b->calls[left++] = b->calls[i];
    b->count = left;
}

static bool is_known(const struct before *b, const json *resource)
{
    for (size_t i = 0; i < b->count; i++)
        if (is_about(b->subject, b->calls[i], resource))
            return true;
    return false;
}

static void add(struct before *b, const struct recorded_call *c, bool deletes)
{
    const struct lifecycle *life = b->subject->protocol->life;
    const json *resource = replay_outcome(c);

    if (c->call->action & life->removes)
        resource = json_get(c->request, "desired");
    if (c->call->action & life->makes) {
        if (is_repeat(b, c))
            return;
        forget(b, resource);
    } else if (!is_known(b, resource)) {
        return; /* the run did not make it */
    } else if (c->call->action & life->removes && deletes) {
        forget(b, resource);
        return;
    }
    b->calls[b->count++] = c;
}

const struct recorded_call *const *replay_before(const struct replay *replay,
                                                 const struct recorded_call *call)
{
    const json *resource = json_get(call->request, "desired");
    const bool lists = call->call->handler->pages;
    struct before b = { .subject = replay->recording->run.subject };
    size_t count = 1;

    for (const struct recorded_call *c = replay->calls; c; c = c->next)
        count++;
    b.calls = arena_array(replay->arena, count, sizeof(*b.calls));
    for (const struct recorded_call *c = replay->calls; c && c != call && b.subject->protocol->life;
         c = c->next)
        if (!is_follow_up(call) && changes_something(c) &&
            (lists || is_about(b.subject, c, resource) || /* or by another of its names: */
             is_known(&b, json_get(c->request, "desired"))))
            add(&b, c, lists);
    b.calls[b.count] = NULL;
    return b.calls;
}
