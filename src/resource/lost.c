/*
 * What a create made whose answer never came. It is ours when it is as was asked
 * for, and nobody else can have asked for the same; whatever else is found is
 * left alone, and said.
 */
#include "cfnc/engine/tracked.h"
#include "steps_private.h"

#include <string.h>

enum {
    MOST_READ = 200,     /* of what is listed */
    LOOKS = 3,           /* where the handler may still be at it */
    FIRST_PAUSE_MS = 500 /* between them; the next is twice that */
};

/* What of it is READ and is what was asked for. */
struct lost_search {
    struct trial *t;
    struct tracked *made;
    const json *match;
    size_t matches, others; /* others: not there before, and not as was asked for; */
    bool kin;               /* one of them has a text that only we asked for */
    const char *why;        /* something could not be found out; or NULL */
};

/* Whether what was read is what was asked for, in all that can be compared. */
static bool is_as_asked(struct trial *t, const struct tracked *made, const json *read)
{
    const struct comparison c = compare_models(t->arena, type_in(t), made->desired, read);
    const struct not_compared *n = c.not_compared;

    while (n && !n->failed)
        n = n->next;
    return !c.differences && !n;
}

static bool nobody_else_asks(const struct trial *t, const struct tracked *made)
{
    return made->kept ? made->unique : is_unique(t->run, made->desired);
}

/* *there: it is, and this is what it is like. Why that cannot be said, or NULL. */
static const char *read_one(struct trial *t, const json *identifier, const json **there)
{
    struct exchange x;

    (void)try_step(t, (struct request){ .action = READ, .desired = identifier },
                   (struct expected){ .resource = identifier, .unjudged = true, .aside = true },
                   &x);
    const char *problem = tracked_problem(t, &x);

    *there = NULL;
    if (problem || x.event.status == SUCCESS) {
        *there = problem ? NULL : x.event.model;
        return problem || *there ? problem : "READ returned no model";
    }
    return x.event.error_code == NOT_FOUND
               ? NULL
               : arena_printf(t->arena, "READ FAILED with %s",
                              x.event.error_text ? x.event.error_text : "no errorCode");
}

static const char *unsure(struct trial *t, const char *what)
{
    return arena_printf(t->arena, "CREATE was sent, and no answer named what it made; %s", what);
}

/* --- Where the name was ours to choose --- */

/* All that there was had been listed, and it was not among that. */
static bool was_absent(const struct tracked *made)
{
    const struct listed *before = made->before;

    return before && strcmp(before->asked_with, "{}") == 0;
}

static enum finding_of judge_named(struct trial *t, struct tracked *made, const json *read,
                                   const char **why)
{
    if (!is_as_asked(t, made, read))
        *why = unsure(t, "what has this name is not as was asked for, and may be another's");
    else if (!nobody_else_asks(t, made) && !was_absent(made))
        *why = unsure(t, "what has this name may be another's: nothing in it is unique");
    else
        return FOUND_IT;
    return FOUND_UNSURE;
}

static enum finding_of find_named(struct trial *t, struct tracked *made, const char **why)
{
    const json *identifier = identifier_of(t, made->model), *read = NULL;
    const struct listed *before = made->before;

    if (made->answered)
        return FOUND_IT;
    if (tracked_is_of_another(t, made, identifier) ||
        (before && listing_has(t, before, identifier)))
        return FOUND_NONE;
    const char *problem = read_one(t, identifier, &read);
    if (problem) {
        *why = unsure(t, problem);
        return FOUND_UNSURE;
    }
    return read ? judge_named(t, made, read, why) : FOUND_NONE;
}

/* --- Where it was not --- */

static void look_at(struct lost_search *s, const json *identifier)
{
    const json *read;
    const char *problem = read_one(s->t, identifier, &read);

    if (problem)
        s->why = problem;
    else if (read && is_as_asked(s->t, s->made, read)) {
        s->match = json_copy(s->t->arena, read);
        s->matches++;
    } else if (read) {
        s->others++;
        s->kin = s->kin || is_kin(s->t->run, s->made->desired, read);
    }
}

/* Everything that is listed and may be it. */
static void look_through(struct lost_search *s, const struct listed *now,
                         const struct listed *before)
{
    size_t reads = 0;

    json_each (identifier, now->identifiers) {
        if ((before && listing_has(s->t, before, identifier)) ||
            resource_type_lacks(type_in(s->t), identifier) ||
            tracked_is_of_another(s->t, s->made, identifier))
            continue;
        if (reads++ == MOST_READ) {
            s->why = "too many are listed to be looked at";
            return;
        }
        look_at(s, identifier);
    }
}

/* Why what is as was asked for may be another's, or NULL. */
static const char *doubt_of_match(const struct lost_search *s)
{
    if (s->matches > 1)
        return "several are listed that are as was asked for";
    return nobody_else_asks(s->t, s->made)
               ? NULL
               : "one is listed that may be another's: nothing in it is unique";
}

/* Why what is not as was asked for may be what the handler made of it, or NULL. */
static const char *doubt_of_others(const struct lost_search *s, bool before)
{
    if (s->kin)
        return "one is listed with a text that was asked for, and other values";
    if (s->others && before)
        return "something new is listed that is not as was asked for";
    if (s->others && !nobody_else_asks(s->t, s->made))
        return "what is listed may be it: nothing that was asked for is unique";
    return s->made->answered ? "nothing is listed that is as was asked for" : NULL;
}

static enum finding_of judge_search(const struct lost_search *s, bool before, const char **why)
{
    const char *doubt = s->why       ? s->why
                        : s->matches ? doubt_of_match(s)
                                     : doubt_of_others(s, before);

    *why = doubt ? unsure(s->t, doubt) : NULL;
    if (doubt)
        return FOUND_UNSURE;
    return s->matches ? FOUND_IT : FOUND_NONE;
}

/* A listing to the end, whatever is wrong with it. */
static const struct listed *list_now(struct trial *t, const json *desired)
{
    struct memory *memory = memory_of(t);

    if (memory)
        resource_forget(memory);
    const struct listed *now = listing_as(t, desired, ASK_ASIDE);
    if (now && last_call(t)->event.status == SUCCESS)
        return now;
    if (memory)
        memory->listing = NULL; /* nobody else is to take it for one */
    return NULL;
}

static enum finding_of find_unnamed(struct trial *t, struct tracked *made, const char **why)
{
    struct lost_search s = { .t = t, .made = made };
    const struct listed *before = made->before;
    const bool lists = has_handler(t, LIST);
    const struct listed *now = lists ? list_now(t, made->desired) : NULL;

    if (!now) {
        *why = unsure(t, lists ? "LIST did not tell what there is"
                               : "there is no LIST to look for it");
        return FOUND_UNSURE;
    }
    const bool same = before && strcmp(before->asked_with, now->asked_with) == 0;
    look_through(&s, now, same ? before : NULL);
    const enum finding_of found = judge_search(&s, same, why);
    if (found == FOUND_IT)
        made->model = s.match;
    return found;
}

static enum finding_of look(struct trial *t, struct tracked *made, const char **why)
{
    *why = NULL;
    if (!made->desired) {
        *why = unsure(t, "it is not known what was asked for");
        return FOUND_UNSURE;
    }
    return resource_type_lacks(type_in(t), made->model) ? find_unnamed(t, made, why)
                                                        : find_named(t, made, why);
}

enum finding_of find_lost(struct trial *t, struct tracked *made, const char **why)
{
    enum finding_of found = look(t, made, why);
    int64_t pause = FIRST_PAUSE_MS;

    for (int i = 1; i < LOOKS && made->late && found == FOUND_NONE; i++, pause *= 2) {
        t->world->sleep_ms(t->world, pause);
        found = look(t, made, why);
    }
    return found;
}
