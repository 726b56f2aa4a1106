/* What a contract test is written with; see trial.h. */
#include "cfnc/operation.h"

#include <string.h>

#include "cfnc/text.h"

bool trial_try(struct trial *t, struct request request, struct expectation expected,
               struct exchange *last)
{
    *last = (struct exchange){ .event = { .status = NO_STATUS } };
    if (t->failed)
        return false;
    if (!request.token)
        request.token = t->world->token(t->world, t->arena);
    return operation_run(t, &request, &expected, last);
}

const json *trial_step(struct trial *t, struct request request, struct expectation expected)
{
    struct exchange x;

    return trial_try(t, request, expected, &x) ? x.event.model : NULL;
}

/* The first CREATE of a trial may be sent once more, as it was. */
static void keep_create(struct trial *t, const struct exchange *x)
{
    if (t->token)
        return;
    t->token = x->request.token;
    if (!x->callbacks)
        return;
    struct request *last = arena_alloc(t->arena, sizeof(*last));
    *last = x->request;
    t->last_callback = last;
}

const json *expect_created(struct trial *t, const json *desired)
{
    struct exchange x;
    const struct expectation expected = { .outcome = NO_ERROR,
                                          .requested = desired,
                                          .after_delete = t->deleted && desired == t->requested };

    if (!trial_try(t, (struct request){ .action = CREATE, .desired = desired }, expected, &x))
        return NULL;
    keep_create(t, &x);
    return x.event.model;
}

const json *expect_read(struct trial *t, const json *model, const json *requested)
{
    return trial_step(t, (struct request){ .action = READ, .desired = model },
                      (struct expectation){ .outcome = NO_ERROR,
                                            .requested = requested,
                                            .returned = model,
                                            .before = t->update ? t->created : NULL,
                                            .resource = model });
}

const json *expect_updated(struct trial *t, const json *desired, const json *previous)
{
    return trial_step(
        t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
        (struct expectation){ .outcome = NO_ERROR, .requested = desired, .resource = previous });
}

void expect_deleted(struct trial *t, const json *model)
{
    trial_step(t, (struct request){ .action = DELETE, .desired = model },
               (struct expectation){ .outcome = NO_ERROR, .resource = model });
}

void expect_failure(struct trial *t, enum action action, const json *desired, enum error_code why)
{
    trial_step(t, (struct request){ .action = action, .desired = desired },
               (struct expectation){ .outcome = why, .never_created = !t->created });
}

void expect_update_failure(struct trial *t, const json *desired, const json *previous,
                           enum error_code why)
{
    trial_step(t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
               (struct expectation){ .outcome = why, .never_created = !t->created });
}

void expect_kept(struct trial *t, const char *rule, const char *fault)
{
    const struct call *none = NULL;
    const struct rule *row = rule_find(rule);

    if (t->failed)
        return;
    trial_keep(t, row);
    if (fault)
        trial_find(t, row, none, fault, NULL, CREATE);
}

void expect_tags(struct trial *t, const char *rule, const json *input)
{
    const struct generation *how = &t->examples->how;
    const struct property_path *tags = &t->run->type->tag_property;
    const bool chosen = how->variant != VARIANT_MAXIMAL || how->coverage;

    if (chosen && !t->examples->set->create && !path_get(input, tags))
        return;
    expect_kept(t, rule,
                path_get(input, tags)
                    ? NULL
                    : arena_printf(t->arena, "%s is not in the input", tags->pointer));
}

bool trial_repeat_create(struct trial *t, const json *desired, struct exchange *last)
{
    return trial_try(t, (struct request){ .action = CREATE, .desired = desired, .token = t->token },
                     (struct expectation){ .resource = t->created }, last);
}

bool trial_repeat_callback(struct trial *t, struct exchange *last)
{
    return trial_try(t, *t->last_callback, (struct expectation){ .resource = t->created }, last);
}

void trial_pass_over(struct trial *t, const char *rule, const char *reason)
{
    const struct rule *row = rule_find(rule);

    if (!t->failed && row->suites & t->run->options.suite)
        t->run->not_applicable[row - rules] = arena_printf(t->run->arena, "%s", reason);
}

const json *sample_create(struct trial *t)
{
    struct error error;
    const json *model;

    if (t->failed)
        return NULL;
    model = examples_create(t->arena, t->examples, &error);
    if (!model)
        trial_error(t, error.text);
    if (!t->sampled)
        t->sampled = model;
    return model;
}

const json *sample_update(struct trial *t, const json *requested, const json *created)
{
    struct error error;
    const json *model;

    if (t->failed)
        return NULL;
    model = examples_update(t->arena, t->examples, requested, created, &error);
    if (!model)
        trial_error(t, error.text);
    return model;
}
