/* What was listed and read, and remembered until something is changed; see trial.h. */
#include "steps_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/type/system_tags.h"

enum { WALKS_MOST = 4 /* through the pages, where somebody deletes meanwhile */ };

void resource_forget(void *session)
{
    struct memory *memory = session;

    memory->earlier = memory->listing ? memory->listing : memory->earlier;
    memory->listing = NULL;
    memory->reads = NULL;
}

/* Suite v1 asks as often as the original does. */
static bool remembers(const struct trial *t)
{
    return memory_of(t) && t->run->options.suite != SUITE_V1;
}

/* Where the memory's things live: a listing outlives the trial that made it. */
static struct arena *place_for(const struct trial *t)
{
    return remembers(t) ? memory_of(t)->arena : t->arena;
}

/* What handlers.list.handlerSchema requires, out of all that is known of the resource. */
static const json *required_to_list(struct trial *t, const json *model)
{
    struct random random = { t->run->options.seed };
    json *known = json_object(t->arena);
    struct error ignored;

    json_each (member, given(t)->requested)
        json_set(known, json_key(member), member);
    json_each (member, model)
        json_set(known, json_key(member), member);
    const json *input = generate_list_input(t->arena, type_in(t), known, &random, &ignored);
    return input ? input : json_object(t->arena);
}

const struct listed *listing_as(struct trial *t, const json *model, enum asking how)
{
    struct memory *memory = memory_of(t);

    if ((t->failed && how != ASK_ASIDE) || !has_handler(t, LIST))
        return NULL;
    const json *required = required_to_list(t, model);
    const char *key = json_print(t->arena, required);
    if (remembers(t) && memory->listing && strcmp(memory->listing->asked_with, key) == 0)
        return memory->listing;
    struct arena *arena = place_for(t);
    json *desired = identifier_of(t, model);

    json_each (member, required)
        json_set(desired, json_key(member), member);
    struct listed *listing =
        pages_walk(t, arena, t->run->options.suite == SUITE_V1 ? model : desired, how);
    if (listing)
        listing->asked_with = arena_printf(arena, "%s", key);
    if (listing && remembers(t))
        memory->listing = listing;
    return listing;
}

const struct listed *listing_of(struct trial *t, const json *model)
{
    return listing_as(t, model, ASK_JUDGED);
}

const struct listed *listing_before(const struct trial *t, const struct listed *now)
{
    const struct listed *earlier = memory_of(t) ? memory_of(t)->earlier : NULL;

    return earlier && now && strcmp(earlier->asked_with, now->asked_with) == 0 ? earlier : NULL;
}

/*
 * A list whose pages are told by position shifts when somebody deletes what was on a
 * page before: what comes first on the next one is never seen. So where the resource is
 * missing, and somebody else was deleted since the first page, all are listed once more.
 */
static const struct listed *listing_to_find(struct trial *t, const json *model)
{
    const struct listed *l = listing_of(t, model);

    for (int walks = 1; walks < WALKS_MOST && l && l->pages > 1 && !listing_has(t, l, model) &&
                        t->run->options.suite != SUITE_V1;
         walks++) {
        if (memory_of(t))
            memory_of(t)->listing = NULL;
        const struct listed *again = listing_of(t, model);
        if (again && !listing_lacks_some(t, again, l))
            return l;
        l = again;
    }
    return l;
}

void expect_listed(struct trial *t, const json *model, const char *rule)
{
    const struct listed *l = listing_to_find(t, model);

    if (l)
        judge(t, rule, last_call(t),
              listing_has(t, l, model)
                  ? NULL
                  : arena_printf(t->arena, "%s is not among the %zu listed on %zu page%s",
                                 resource_type_identify(t->arena, type_in(t), model), l->seen.count,
                                 l->pages, l->pages == 1 ? "" : "s"));
}

void expect_not_listed(struct trial *t, const json *model, const char *rule)
{
    const struct listed *l = listing_of(t, model);

    if (l)
        judge(t, rule, last_call(t),
              listing_has(t, l, model)
                  ? arena_printf(t->arena, "%s is listed",
                                 resource_type_identify(t->arena, type_in(t), model))
                  : NULL);
}

static void remember_read(struct trial *t, const char *key, const json *read)
{
    struct memory *memory = memory_of(t);
    struct arena *arena = place_for(t);

    if (!memory->reads)
        memory->reads = json_object(arena);
    if (!memory->seen)
        memory->seen = json_object(arena);
    json_set(memory->reads, key, read);
    json_set(memory->seen, key, read);
}

const json *read_of(struct trial *t, const json *model, struct expected expected)
{
    const json *identifier = identifier_of(t, model);
    const char *key = json_print(t->arena, identifier);
    const json *known = remembers(t) ? json_get(memory_of(t)->reads, key) : NULL;

    if (t->failed || known)
        return t->failed ? NULL : json_copy(t->arena, known);
    const json *read = step(t, (struct request){ .action = READ, .desired = identifier }, expected);
    if (read && remembers(t))
        remember_read(t, key, read);
    return read;
}

const json *read_once_of(struct trial *t, const json *model, struct expected expected)
{
    const json *known =
        remembers(t) ? json_get(memory_of(t)->seen, json_print(t->arena, identifier_of(t, model)))
                     : NULL;

    if (t->failed)
        return NULL;
    return known ? json_copy(t->arena, known) : read_of(t, model, expected);
}

/* Whether the resource is as `like` asks for. One that cannot be read is not: it is gone again. */
static bool is_like(struct trial *t, const json *identifier, const json *like)
{
    const struct resource_type *type = type_in(t);
    struct exchange x;

    if (!has_handler(t, READ))
        return true;
    if (!try_unjudged(t, (struct request){ .action = READ, .desired = identifier }, &x) ||
        x.event.status != SUCCESS || !x.event.model)
        return false;
    const json *read = model_without_system_tags(t->arena, type, x.event.model, like);
    return !compare_models(t->arena, type, like, read).differences;
}

void expect_none_gained_but(struct trial *t, const json *made, const char *rule,
                            const struct listed *before, const struct listed *after,
                            const json *desired)
{
    const struct call *judged = last_call(t);
    const char *fault = NULL;

    if (!before || !after || t->failed)
        return;
    /* its identifiers aside, a resource is known as somebody's by what was asked for */
    const json *like = model_without(t->arena, desired, &type_in(t)->names);
    json_each (identifier, after->identifiers)
        if (!fault && !listing_has(t, before, identifier) &&
            !resource_type_same(type_in(t), given(t)->resource, identifier) &&
            !(made && resource_type_same(type_in(t), made, identifier)) &&
            is_like(t, identifier, like))
            fault = arena_printf(t->arena, "%s is listed now, and was not before",
                                 resource_type_identify(t->arena, type_in(t), identifier));
    judge(t, rule, judged, fault);
}

void expect_none_gained(struct trial *t, const char *rule, const struct listed *before,
                        const struct listed *after, const json *desired)
{
    expect_none_gained_but(t, NULL, rule, before, after, desired);
}

/* Whether READ finds none of that name. Nothing else is judged: it may not be ours. */
static bool is_absent(struct trial *t, const json *identifier)
{
    struct exchange x;

    return try_unjudged(t, (struct request){ .action = READ, .desired = identifier }, &x) &&
           x.event.status == FAILED && x.event.error_code == NOT_FOUND;
}

/* One that vanished was deleted by somebody else: it must not be listed any more. */
static void expect_other_readable(struct trial *t, const json *model, const json *identifier)
{
    if (!is_absent(t, identifier)) {
        judge(t, "list.readable", last_call(t), NULL);
        return;
    }
    const struct call *read = last_call(t);
    if (memory_of(t))
        resource_forget(memory_of(t));
    const struct listed *now = listing_of(t, model);
    if (!now || !listing_has(t, now, identifier) || !is_absent(t, identifier))
        return;
    judge(t, "list.readable", read,
          arena_printf(t->arena, "%s is listed, and READ FAILED with NotFound",
                       resource_type_identify(t->arena, type_in(t), identifier)));
}

void expect_listed_readable(struct trial *t, const json *model)
{
    const struct listed *l = listing_of(t, model);
    const size_t wanted = t->run->options.list_sample;

    if (!l || !has_handler(t, READ))
        return;
    read_of(t, model,
            (struct expected){
                .outcome = NO_ERROR, .resource = model, .evidence_of = "list.readable" });
    judge(t, "list.readable", last_call(t), NULL);
    const size_t others = l->count ? l->count - 1 : 0, sample = others < wanted ? others : wanted;
    size_t index = 0, taken = 0;
    json_each (identifier, l->identifiers) {
        if (resource_type_same(type_in(t), identifier, model))
            continue;
        if (taken < sample && index * sample >= taken * others) {
            expect_other_readable(t, model, identifier);
            taken++;
        }
        index++;
    }
}
