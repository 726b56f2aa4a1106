/* What a contract test is written with; see steps.h. */
#include "cfnc/base/text.h"
#include "cfnc/engine/tracked.h"
#include "cfnc/type/system_tags.h"
#include "steps_private.h"

/* --- What a trial has --- */

struct memory *memory_of(const struct trial *t)
{
    return t->session;
}

struct own_state *own_state(const struct trial *t)
{
    return t->own;
}

struct given *given(const struct trial *t)
{
    return &own_state(t)->given;
}

const json *sampled(const struct trial *t)
{
    return own_state(t)->sampled;
}

const struct resource_type *type_in(const struct trial *t)
{
    return type_of(t->run->subject);
}

bool in_full(const struct trial *t)
{
    return t->run->options.suite == SUITE_FULL;
}

bool has_handler(const struct trial *t, enum action action)
{
    return t->run->subject->handlers & action;
}

const struct expected *expected_of(const struct exchange *x)
{
    static const struct expected nothing;

    return x->expected.more ? x->expected.more : &nothing;
}

/* --- Calls --- */

bool try_step(struct trial *t, struct request request, struct expected expected,
              struct exchange *last)
{
    const struct expectation of_engine = {
        .outcome = expected.outcome,
        .resource = expected.resource,
        .evidence_of = expected.evidence_of,
        .unjudged = expected.unjudged,
        .aside = expected.aside,
        .more = &expected,
    };
    const bool goes_on = trial_call(t, NULL, &request, &of_engine, last);

    last->expected.more = NULL;
    return goes_on;
}

bool try_unjudged(struct trial *t, struct request request, struct exchange *last)
{
    const bool answered = try_step(t, request, (struct expected){ .unjudged = true }, last);

    /* when no answer named what it made, it is no leftover unless it is found */
    if (request.action == CREATE && last->event.status == NO_STATUS && t->tracked)
        t->tracked->invalid = t->tracked->invalid || !t->tracked->known;
    return answered;
}

const json *step(struct trial *t, struct request request, struct expected expected)
{
    struct exchange x;

    return try_step(t, request, expected, &x) ? x.event.model : NULL;
}

void keep_create(struct trial *t, const struct exchange *x)
{
    if (given(t)->token)
        return;
    given(t)->token = x->request.token;
    if (!x->callbacks)
        return;
    struct request *last = arena_alloc(t->arena, sizeof(*last));
    *last = x->request;
    given(t)->last_callback = last;
}

const json *expect_created(struct trial *t, const json *desired)
{
    struct exchange x;
    const struct expected expected = { .outcome = NO_ERROR, .requested = desired };

    if (!try_step(t, (struct request){ .action = CREATE, .desired = desired }, expected, &x))
        return NULL;
    keep_create(t, &x);
    return x.event.model;
}

const json *expect_read(struct trial *t, const json *model, const json *requested)
{
    const struct given *g = given(t);

    return step(
        t, (struct request){ .action = READ, .desired = model },
        (struct expected){ .outcome = NO_ERROR,
                           .requested = requested,
                           .returned = model,
                           .before = g->update ? g->created : NULL,
                           .replaced = g->update ? g->requested : NULL,
                           .resource = model,
                           .fresh = requested && !g->update &&
                                    (requested == g->requested || requested == sampled(t)) });
}

const json *expect_updated(struct trial *t, const json *desired, const json *previous)
{
    return step(t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
                (struct expected){ .outcome = NO_ERROR,
                                   .requested = desired,
                                   .before = previous,
                                   .replaced = given(t)->requested,
                                   .resource = previous });
}

void expect_deleted(struct trial *t, const json *model)
{
    step(t, (struct request){ .action = DELETE, .desired = model },
         (struct expected){ .outcome = NO_ERROR, .resource = model });
}

void expect_failure(struct trial *t, enum action action, const json *desired, enum error_code why)
{
    step(t, (struct request){ .action = action, .desired = desired },
         (struct expected){ .outcome = why, .never_created = !given(t)->created });
}

void expect_update_failure(struct trial *t, const json *desired, const json *previous,
                           enum error_code why)
{
    step(t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
         (struct expected){ .outcome = why, .never_created = !given(t)->created });
}

/* --- Judging models --- */

void expect_tags(struct trial *t, const char *rule, const json *input)
{
    const struct examples *examples = &memory_of(t)->examples;
    const struct property_path *tags = &type_in(t)->tag_property;
    const bool chosen = examples->how.variant != VARIANT_MAXIMAL || examples->how.coverage;

    if (chosen && !examples->set->create && !path_get(input, tags))
        return;
    judge(t, rule, NULL,
          path_get(input, tags) ? NULL
                                : arena_printf(t->arena, "%s is not in the input", tags->pointer));
}

void expect_tags_kept(struct trial *t, const char *rule, const json *requested, const json *read)
{
    const struct property_path *path = &type_in(t)->tag_property;
    const json *tags = path_get(requested, path);
    json *asked = json_object(t->arena);

    if (!tags || !read || path_set(asked, path, tags))
        return;
    read = model_without_system_tags(t->arena, type_in(t), read, asked);
    const struct comparison comparison = compare_models(t->arena, type_in(t), asked, read);
    judge(t, rule, last_call(t),
          comparison.differences ? arena_printf(t->arena, "%s is not as it was asked for",
                                                comparison.differences->path)
                                 : NULL);
}

void expect_same(struct trial *t, const char *rule, const json *first, const json *model)
{
    const struct resource_type *type = type_in(t);

    judge(t, rule, last_call(t),
          resource_type_same(type, first, model)
              ? NULL
              : arena_printf(t->arena, "it named %s, but %s was there already",
                             resource_type_identify(t->arena, type, model),
                             resource_type_identify(t->arena, type, first)));
}

void expect_another(struct trial *t, const char *rule, const json *first, const json *model)
{
    const struct resource_type *type = type_in(t);

    judge(t, rule, last_call(t),
          resource_type_same(type, first, model)
              ? arena_printf(t->arena, "it named %s, which was there already",
                             resource_type_identify(t->arena, type, model))
              : NULL);
}

void expect_equal(struct trial *t, const char *rule, const json *before, const json *model)
{
    const struct resource_type *type = type_in(t);

    if (!counts(t, rule) || !before || !model)
        return;
    model = model_without_system_tags(t->arena, type, model, before);
    const json *was = model_without_system_tags(t->arena, type, before, model);
    const struct comparison now = compare_models(t->arena, type, was, model);
    const char *path = now.differences ? now.differences->path : NULL;
    const struct verdict_on verdict = {
        .fault =
            path ? arena_printf(t->arena, "%s is not as it was before", *path ? path : "the model")
                 : NULL,
        .comparison = &now,
    };
    (void)judge_as(t, rule_find(t->run->subject->protocol, rule), last_call(t), &verdict);
}
