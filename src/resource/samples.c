/* Models for the steps, and fixtures: a resource that was created, deleted, updated. */
#include <string.h>

#include "cfnc/engine/tracked.h"
#include "cfnc/type/lacks.h"
#include "steps_private.h"

enum { TRIES = 20 /* for an object among what breaks a keyword */ };

static struct examples *examples_of(const struct trial *t)
{
    return &memory_of(t)->examples;
}

bool may_vary(const struct trial *t)
{
    const struct examples *examples = examples_of(t);

    return in_full(t) && strcmp(examples->set->source, "generated") == 0 &&
           !examples->set->create && examples->how.variant == VARIANT_MAXIMAL &&
           !examples->how.coverage;
}

/* --- Models --- */

static const json *sample_variant(struct trial *t, enum variant variant)
{
    struct examples examples = *examples_of(t);
    struct error error;

    if (t->failed)
        return NULL;
    examples.how.variant = variant;
    const json *model = examples_create(t->arena, &examples, &error);
    examples.how.variant = examples_of(t)->how.variant;
    *examples_of(t) = examples;
    if (!model)
        trial_error_at(t, &error.place, error.text);
    if (!own_state(t)->sampled)
        own_state(t)->sampled = model;
    return model;
}

const json *sample_create(struct trial *t)
{
    return sample_variant(t, examples_of(t)->how.variant);
}

const json *sample_create_as(struct trial *t, enum sample sample)
{
    const json *usual = own_state(t)->sampled;

    if (!may_vary(t))
        return sample_create(t);
    const json *model =
        sample_variant(t, sample == SAMPLE_MINIMAL ? VARIANT_MINIMAL : VARIANT_MAXIMAL);
    if (model && sample == SAMPLE_EMPTIED)
        model = generate_emptied(t->arena, type_in(t), model);
    if (model && sample == SAMPLE_SPARSE)
        model = generate_sparse(t->arena, type_in(t), model);
    if (!usual)
        own_state(t)->sampled = model;
    return model;
}

const json *sample_update(struct trial *t, const json *requested, const json *created)
{
    struct error error;

    if (t->failed)
        return NULL;
    const json *model = examples_update(t->arena, examples_of(t), requested, created, &error);
    if (!model)
        trial_error_at(t, &error.place, error.text);
    return model;
}

const json *sample_invalid(struct trial *t)
{
    struct examples *examples = examples_of(t);
    struct random random = { random_next(&examples->random) };
    struct invalid_model invalid = { .model = NULL };
    struct error ignored;

    if (t->failed || examples->set->invalid)
        return t->failed ? NULL : examples->set->invalid;
    for (int i = 0; i < TRIES && json_type(invalid.model) != JSON_OBJECT; i++)
        if (!generate_invalid(t->arena, type_in(t), NULL, &random, &invalid, &ignored))
            return NULL;
    return json_type(invalid.model) == JSON_OBJECT ? invalid.model : NULL;
}

void shapeless(struct trial *t)
{
    if (t->tracked)
        t->tracked->unjudged = true;
}

struct inputs_of_set inputs_of(struct trial *t, const struct input_set *set)
{
    struct examples examples = *examples_of(t); /* a copy: nothing is used up */
    struct inputs_of_set inputs = { .set = set };
    struct error ignored;

    examples.set = set;
    inputs.create = examples_create(t->arena, &examples, &ignored);
    if (inputs.create && set->update)
        inputs.update =
            examples_update(t->arena, &examples, inputs.create, inputs.create, &ignored);
    return inputs;
}

/* --- Fixtures --- */

/* The handler knows better than the schema, which should say so. */
static void advise_of_refusal(struct trial *t, const char *rule)
{
    static const struct verdict_on refusal = {
        .fault = "it refuses values that the schema allows; say in the schema what is valid",
        .mild = true,
    };

    (void)judge_as(t, rule_find(t->run->subject->protocol, rule), last_call(t), &refusal);
}

/* CREATE of the resource that is given; whether it was refused, so that something milder is tried.
 */
static bool create_given(struct trial *t, const json *desired, bool may_refuse)
{
    struct given *g = given(t);
    struct exchange x;
    const struct expected expected = { .outcome = NO_ERROR,
                                       .requested = desired,
                                       .may_refuse = may_refuse };

    g->token = NULL;
    g->last_callback = NULL;
    g->requested = own_state(t)->sampled = desired;
    if (!try_step(t, (struct request){ .action = CREATE, .desired = desired }, expected, &x))
        return false;
    keep_create(t, &x);
    g->resource = g->created = x.event.model;
    return !t->failed && may_refuse && x.event.status == FAILED;
}

/*
 * The resource, with values as unusual as the schema allows, where models are ours to vary. A
 * handler that refuses them as invalid is told so, and given a model that is merely odd, and if
 * need be the usual one.
 */
static void make_created(struct trial *t)
{
    const json *usual = sample_create(t);

    if (!usual)
        return;
    if (may_vary(t)) {
        if (!create_given(t, generate_extreme(t->arena, type_in(t), usual), true))
            return;
        advise_of_refusal(t, "create.succeeds");
        if (!create_given(t, generate_odd(t->arena, type_in(t), usual), true))
            return;
    }
    create_given(t, usual, false);
}

static void make_deleted(struct trial *t)
{
    const json *desired = lacks_any_writable_identifier(type_in(t))
                              ? sample_create_as(t, SAMPLE_MINIMAL)
                              : sample_create(t); /* it is created again, with less */

    create_given(t, desired, false);
    expect_deleted(t, given(t)->created);
    given(t)->deleted = true;
}

/* The reference deletes a deleted resource once more; NotFound is as good as SUCCESS then. */
static void end_deleted(struct trial *t)
{
    struct exchange x;
    const struct request request = { .action = DELETE, .desired = given(t)->created };

    if (!given(t)->deleted || t->run->options.suite != SUITE_V1)
        return;
    (void)try_step(t, request, (struct expected){ .outcome = NOT_FOUND, .unjudged = true }, &x);
    if (!t->outcome->error && x.event.status == FAILED && x.event.error_code != NOT_FOUND)
        judge(t, "delete.not-found", last_call(t),
              arena_printf(t->arena, "DELETE FAILED with %s",
                           x.event.error_text ? x.event.error_text : "no errorCode"));
}

/* Likewise of its update; of a refused one the usual one at once. */
static void update_unusual(struct trial *t)
{
    struct given *g = given(t);
    const json *usual = sample_update(t, g->requested, g->created);
    struct exchange x;
    struct request update = { .action = UPDATE, .desired = usual, .previous = g->created };
    struct expected expected = {
        .outcome = NO_ERROR, .before = g->created, .replaced = g->requested, .resource = g->created
    };

    if (usual && may_vary(t)) {
        update.desired = generate_extreme_update(t->arena, type_in(t), usual, g->created);
        expected.may_refuse = true;
    }
    expected.requested = g->update = update.desired;
    if (usual && try_step(t, update, expected, &x))
        g->resource = x.event.model;
    if (!usual || t->failed || !expected.may_refuse || x.event.status != FAILED)
        return;
    advise_of_refusal(t, "update.succeeds");
    g->update = usual;
    g->resource = expect_updated(t, usual, g->created);
}

static void make_updated(struct trial *t)
{
    create_given(t, sample_create_as(t, SAMPLE_SPARSE), false);
    update_unusual(t);
}

const struct fixture created_resource = { .name = "created_resource", .make = make_created };
const struct fixture deleted_resource = { .name = "deleted_resource",
                                          .make = make_deleted,
                                          .end = end_deleted };
const struct fixture updated_resource = { .name = "updated_resource", .make = make_updated };
