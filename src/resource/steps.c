/* What a contract test is written with; see trial.h. */
#include "cfnc/engine/operation.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/type/system_tags.h"

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

bool trial_try_unjudged(struct trial *t, struct request request, struct exchange *last)
{
    const bool tolerant = t->tolerant;

    t->tolerant = true;
    const bool answered = trial_try(t, request, (struct expectation){ .requested = NULL }, last);
    t->tolerant = tolerant;
    if (request.action == CREATE && last->event.status == NO_STATUS)
        live_need_not_be(t);
    return answered;
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
    return trial_step(
        t, (struct request){ .action = READ, .desired = model },
        (struct expectation){ .outcome = NO_ERROR,
                              .requested = requested,
                              .returned = model,
                              .before = t->update ? t->created : NULL,
                              .replaced = t->update ? t->requested : NULL,
                              .resource = model,
                              .fresh = requested && !t->update &&
                                       (requested == t->requested || requested == t->sampled) });
}

const json *expect_updated(struct trial *t, const json *desired, const json *previous)
{
    return trial_step(
        t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
        (struct expectation){ .outcome = NO_ERROR,
                              .requested = desired,
                              .before = previous,
                              .replaced = t->requested,
                              .resource = previous });
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

bool in_full(const struct trial *t)
{
    return t->run->options.suite == SUITE_FULL;
}

bool has_handler(const struct trial *t, enum action action)
{
    return t->run->type->handlers & action;
}

void trial_judge(struct trial *t, const char *rule, const char *fault)
{
    const struct rule *row = rule_find(rule);

    if (t->failed || !(row->suites & t->run->options.suite))
        return;
    trial_keep(t, row);
    if (fault)
        trial_find(t, row, t->last_call, fault, NULL, t->last_call ? t->last_call->action : CREATE);
}

static const char *both_names(struct trial *t, const json *first, const json *model)
{
    if (resource_type_same(t->run->type, first, model))
        return arena_printf(t->arena, "it named %s, which was there already",
                            resource_type_identify(t->arena, t->run->type, model));
    return arena_printf(t->arena, "it named %s, but %s was there already",
                        resource_type_identify(t->arena, t->run->type, model),
                        resource_type_identify(t->arena, t->run->type, first));
}

void expect_same(struct trial *t, const char *rule, const json *first, const json *model)
{
    trial_judge(t, rule,
                resource_type_same(t->run->type, first, model) ? NULL
                                                               : both_names(t, first, model));
}

void expect_another(struct trial *t, const char *rule, const json *first, const json *model)
{
    trial_judge(t, rule,
                resource_type_same(t->run->type, first, model) ? both_names(t, first, model)
                                                               : NULL);
}

void expect_equal(struct trial *t, const char *rule, const json *before, const json *model)
{
    const struct resource_type *type = t->run->type;
    const struct rule *row = rule_find(rule);

    if (t->failed || !before || !model || !(row->suites & t->run->options.suite))
        return;
    model = model_without_system_tags(t->arena, type, model, before);
    const json *was = model_without_system_tags(t->arena, type, before, model);
    const struct comparison now = compare_models(t->arena, type, was, model);
    trial_keep(t, row);
    if (now.differences)
        trial_find(t, row, t->last_call,
                   arena_printf(t->arena, "%s is not as it was before",
                                *now.differences->path ? now.differences->path : "the model"),
                   &now, READ);
}

void expect_tags_kept(struct trial *t, const char *rule, const json *requested, const json *read)
{
    const struct property_path *path = &t->run->type->tag_property;
    const json *tags = path_get(requested, path);
    json *asked = json_object(t->arena);

    if (!tags || !read || path_set(asked, path, tags))
        return;
    read = model_without_system_tags(t->arena, t->run->type, read, asked);
    const struct comparison comparison = compare_models(t->arena, t->run->type, asked, read);
    trial_judge(t, rule,
                comparison.differences ? arena_printf(t->arena, "%s is not as it was asked for",
                                                      comparison.differences->path)
                                       : NULL);
}

void trial_skip(struct trial *t, const char *reason)
{
    if (!t->failed)
        t->skipped = arena_printf(t->run->arena, "%s", reason);
}

bool trial_repeat_create(struct trial *t, const json *desired, struct exchange *last)
{
    return trial_try(t, (struct request){ .action = CREATE, .desired = desired, .token = t->token },
                     (struct expectation){ .resource = t->created }, last);
}

bool trial_repeat_callback(struct trial *t, struct exchange *last)
{
    return trial_try_unjudged(t, *t->last_callback, last);
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

bool may_vary(const struct trial *t)
{
    const struct generation *how = &t->examples->how;

    return in_full(t) && strcmp(t->examples->set->source, "generated") == 0 &&
           !t->examples->set->create && how->variant == VARIANT_MAXIMAL && !how->coverage;
}

static const json *minimal_sample(struct trial *t)
{
    t->examples->how.variant = VARIANT_MINIMAL;
    const json *model = sample_create(t);
    t->examples->how.variant = VARIANT_MAXIMAL;
    return model;
}

const json *sample_create_as(struct trial *t, enum sample sample)
{
    const json *usual = t->sampled;
    const json *model;

    if (!may_vary(t) || t->failed)
        return sample_create(t);
    model = sample == SAMPLE_MINIMAL ? minimal_sample(t) : sample_create(t);
    if (model && sample == SAMPLE_EMPTIED)
        model = generate_emptied(t->arena, t->run->type, model);
    if (model && sample == SAMPLE_SPARSE)
        model = generate_sparse(t->arena, t->run->type, model);
    if (!usual)
        t->sampled = model;
    return model;
}

/* The handler knows better than the schema, which should say so. */
static void advise_of_refusal(struct trial *t, const char *rule, enum action action)
{
    trial_advise(t, rule_find(rule), t->last_call,
                 "it refuses values that the schema allows; say in the schema what is valid",
                 action);
}

/* CREATE of the fixture's resource; whether it was refused, so that something milder is tried. */
static bool is_create_refused(struct trial *t, const json *desired, bool may_refuse)
{
    struct exchange x;
    const struct request create = { .action = CREATE, .desired = desired };
    const struct expectation expected = { .outcome = NO_ERROR,
                                          .requested = desired,
                                          .may_refuse = may_refuse };

    t->token = NULL;
    t->last_callback = NULL;
    t->requested = t->sampled = desired;
    if (!trial_try(t, create, expected, &x))
        return false;
    keep_create(t, &x);
    t->resource = t->created = x.event.model;
    return !t->failed && may_refuse && x.event.status == FAILED;
}

void create_unusual(struct trial *t)
{
    const json *usual = sample_create(t);

    if (!usual)
        return;
    if (may_vary(t)) {
        if (!is_create_refused(t, generate_extreme(t->arena, t->run->type, usual), true))
            return;
        advise_of_refusal(t, "create.succeeds", CREATE);
        if (!is_create_refused(t, generate_odd(t->arena, t->run->type, usual), true))
            return;
    }
    is_create_refused(t, usual, false);
}

void update_unusual(struct trial *t)
{
    const json *usual = sample_update(t, t->requested, t->created);
    struct exchange x;
    struct request update = { .action = UPDATE, .desired = usual, .previous = t->created };
    struct expectation expected = {
        .outcome = NO_ERROR, .before = t->created, .replaced = t->requested, .resource = t->created
    };

    if (usual && may_vary(t)) {
        update.desired = generate_extreme_update(t->arena, t->run->type, usual, t->created);
        expected.may_refuse = true;
    }
    expected.requested = t->update = update.desired;
    if (usual && trial_try(t, update, expected, &x))
        t->resource = x.event.model;
    if (!usual || t->failed || !expected.may_refuse || x.event.status != FAILED)
        return;
    advise_of_refusal(t, "update.succeeds", UPDATE);
    t->update = usual;
    t->resource = expect_updated(t, usual, t->created);
}

const json *sample_invalid(struct trial *t)
{
    struct random random = { random_next(&t->examples->random) };
    struct invalid_model invalid;
    struct error ignored;

    if (t->failed)
        return NULL;
    if (t->examples->set->invalid)
        return t->examples->set->invalid;
    return generate_invalid(t->arena, t->run->type, NULL, &random, &invalid, &ignored)
               ? invalid.model
               : NULL;
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
