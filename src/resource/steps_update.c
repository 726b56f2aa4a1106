/* Steps about what updates and deletes must not do; see trial.h. */
#include "steps_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/type/lacks.h"
#include "judge.h"

/* --- Updates --- */

/* What follows starts from here; the fixture's resource is in this state from now on. */
static void hand_over_state(struct trial *t, const json *desired, const json *model)
{
    given(t)->update = desired;
    given(t)->resource = model ? model : given(t)->resource;
    if (!t->fixture)
        return;
    if (!given(t->fixture)->first_update)
        given(t->fixture)->first_update = given(t->fixture)->update;
    given(t->fixture)->update = json_copy(t->fixture->arena, given(t)->update);
    given(t->fixture)->resource = json_copy(t->fixture->arena, given(t)->resource);
}

/* `desired` without what the service had added by itself when the resource was created. */
static json *asked_for(struct arena *arena, const json *desired, const json *requested,
                       const json *created)
{
    json *own = json_object(arena);

    json_each (member, desired) {
        const json *first = json_get(requested, json_key(member));
        const json *returned = json_get(created, json_key(member));

        if (!first && json_equal(member, returned))
            continue;
        json_set(own, json_key(member),
                 json_type(member) == JSON_OBJECT && json_type(returned) == JSON_OBJECT
                     ? asked_for(arena, member, first, returned)
                     : member);
    }
    return own;
}

/* Whether the inputs are the generator's: then what the schema allows is to be taken. */
static bool inputs_are_ours(const struct trial *t)
{
    return !memory_of(t)->examples.set->create && !memory_of(t)->examples.set->update;
}

/* An update that should succeed, and READ to see what came of it. */
struct change {
    const char *rule;    /* that it is about */
    const json *desired; /* what is sent */
    const json *state;   /* the same with the identifier, where it is sent without */
    enum named_by by;
};

/* The user's own inputs keep rules that the schema does not tell: then a refusal is no fault. */
static void try_change(struct trial *t, const struct change *change)
{
    struct exchange x;
    struct expected expected = {
        .outcome = inputs_are_ours(t) ? NO_ERROR : 0,
        .requested = change->state,
        .before = given(t)->resource,
        .replaced = asked_for(t->arena, given(t)->update, given(t)->requested, given(t)->created),
        .resource = given(t)->resource,
        .by = change->by,
        .evidence_of = change->by == BY_ALIAS ? change->rule : NULL,
    };
    const struct request update = { .action = UPDATE,
                                    .desired = change->desired,
                                    .previous = given(t)->resource };

    if (!try_step(t, update, expected, &x))
        return;
    if (x.event.status != SUCCESS && x.event.error_code != INVALID_REQUEST)
        judge(t, change->by == BY_ALIAS ? change->rule : "update.succeeds", last_call(t),
              "UPDATE FAILED, and not because the request is invalid");
    if (x.event.status != SUCCESS) {
        trial_pass_over(t, change->rule, "the handler refuses what was made of the update input");
        return;
    }
    hand_over_state(t, change->state, x.event.model);
    expected.outcome = NO_ERROR;
    expected.by = BY_MODEL;
    expected.evidence_of = NULL;
    if (has_handler(t, READ))
        read_of(t, given(t)->resource, expected);
}

/* --- What is left out of the model altogether --- */

/* A state that an update takes the place of. */
struct former {
    const json *state;
    const json *asked; /* of it, what was asked for */
};

/* Whether a handler that kept the property, which `less` leaves out, would be seen. */
static bool would_show(struct trial *t, const struct former *former, const json *less,
                       const char *name)
{
    json *kept = json_copy(t->arena, less);

    json_set(kept, name, json_get(former->state, name));
    return what_remains(t->arena, &(struct taking){ .type = type_in(t),
                                                    .replaced = former->asked,
                                                    .requested = less,
                                                    .returned = kept });
}

static bool begins_in(const struct property_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth && strcmp(set->paths[i].steps[0], name) == 0)
            return true;
    return false;
}

/* Whether an update may leave the property out: nothing in it identifies, and it has no default. */
static bool may_be_left_out(const struct resource_type *type, const char *name)
{
    const struct property_path path = { .pointer = name, .steps = &name, .depth = 1 };
    const json *node = schema_at(type->document, &path);

    return node && !json_get(node, "default") && !begins_in(&type->names, name) &&
           !begins_in(&type->create_only, name);
}

/* `desired` without that property, where the schema allows it and a handler that keeps it shows. */
static const json *without_that(struct trial *t, const struct former *former, const json *desired,
                                const char *name)
{
    json *less = json_copy(t->arena, desired);

    if (!json_get(desired, name) || !may_be_left_out(type_in(t), name))
        return NULL;
    json_remove(less, name);
    return schema_valid(type_in(t)->update, less, SCHEMA_ALL) && would_show(t, former, less, name)
               ? less
               : NULL;
}

/*
 * `desired` without the properties of the former state that may be left out, all at once: a
 * handler that keeps what it is not told of does so property by property. But one single value
 * stays, so that there is something to be read. NULL: there are none.
 */
static const json *without_all(struct trial *t, const struct former *former, const json *desired)
{
    const json *less = NULL;
    bool kept = false;

    json_each (m, former->state) {
        const json *more = without_that(t, former, less ? less : desired, json_key(m));
        const bool keep = more && !kept && json_type(m) & (JSON_STRING | JSON_NUMBER);

        kept = kept || keep;
        less = more && !keep ? more : less;
    }
    return less;
}

/*
 * What is emptied says nothing of what is left out: a handler may store the one, and merge
 * the other into what it has. So one of those that nothing was done to is left out too,
 * unless some other is.
 */
static const json *leave_out_too(struct trial *t, const json *less)
{
    const struct former former = { given(t)->update,
                                   asked_for(t->arena, given(t)->update, given(t)->requested,
                                             given(t)->created) };
    const json *more = NULL;

    json_each (m, given(t)->update)
        if (!json_get(less, json_key(m)) && would_show(t, &former, less, json_key(m)))
            return less;
    for (const json *m = json_first(given(t)->update); m && !more; m = json_next(m))
        if (json_equal(m, json_get(less, json_key(m))))
            more = without_that(t, &former, less, json_key(m));
    return more ? more : less;
}

void expect_less(struct trial *t)
{
    static const char rule[] = "update.replaces-collections";

    if (!counts(t, rule))
        return;
    const json *less = generate_less(t->arena, type_in(t), given(t)->update);
    if (!less) {
        trial_pass_over(t, rule, "nothing in the update input can be left out or made shorter");
        return;
    }
    less = leave_out_too(t, less);
    try_change(t, &(struct change){ rule, less, less, BY_MODEL });
}

/* --- Beside another resource --- */

/* Another state for it; the models that come after are no others for it. */
static const json *another_state(struct trial *t, const json *requested, const json *created)
{
    struct examples apart = memory_of(t)->examples;
    struct error ignored;

    apart.random = (struct random){ t->run->options.seed ^ 0x6e65696768626f72u };
    return examples_update(t->arena, &apart, requested, created, &ignored);
}

const json *expect_updated_beside(struct trial *t, const json *requested, const json *created,
                                  bool *updated)
{
    const struct former former = { requested, asked_for(t->arena, requested, given(t)->requested,
                                                        given(t)->created) };
    const json *desired = t->failed || !has_handler(t, UPDATE) || !inputs_are_ours(t)
                              ? NULL
                              : another_state(t, requested, created);
    const json *less = desired ? without_all(t, &former, desired) : NULL;
    const struct expected expected = {
        .outcome = NO_ERROR,
        .requested = less ? less : desired,
        .before = created,
        .replaced = former.asked,
        .resource = created,
    };
    const struct request update = { .action = UPDATE,
                                    .desired = expected.requested,
                                    .previous = created };

    *updated = desired != NULL;
    if (!desired)
        return expect_read(t, identifier_of(t, created), requested);
    step(t, update, expected);
    return step(t, (struct request){ .action = READ, .desired = identifier_of(t, created) },
                expected);
}

/* The state without the primary identifier, where an additional one and the schema allow that. */
static const json *without_primary(struct trial *t, const json *state)
{
    const struct resource_type *type = type_in(t);

    for (size_t i = 0; i < type->additional_identifier_count; i++) {
        const json *alias = alias_of(t, given(t)->resource, i);
        json *desired = alias ? model_without(t->arena, state, &type->identifier) : NULL;

        for (size_t k = 0; desired && k < type->additional_identifiers[i].count; k++) {
            const struct property_path *path = &type->additional_identifiers[i].paths[k];

            path_set(desired, path, path_get(alias, path));
        }
        if (desired && resource_type_lacks(type, desired) &&
            schema_valid(type->update, desired, SCHEMA_ALL))
            return desired;
    }
    return NULL;
}

void expect_updated_by_alias(struct trial *t)
{
    static const char rule[] = "update.by-alias";

    if (!counts(t, rule))
        return;
    const json *state = sample_update(t, given(t)->requested, given(t)->created);
    const json *desired = state ? without_primary(t, state) : NULL;
    if (desired)
        try_change(t, &(struct change){ rule, desired, state, BY_ALIAS });
    else
        trial_pass_over(t, rule, "the schema asks for the primaryIdentifier in every model");
}

void expect_create_only(struct trial *t)
{
    static const char rule[] = "update.create-only";
    static const struct verdict_on changed = { .fault =
                                                   "it was refused, and changed the resource" };
    struct exchange x;

    if (!counts(t, rule))
        return;
    const json *desired = examples_forbidden(t->arena, &memory_of(t)->examples, given(t)->update);
    const struct request update = { .action = UPDATE,
                                    .desired = desired,
                                    .previous = given(t)->resource };
    if (!desired) {
        trial_pass_over(t, rule, "no other value was found for a create-only property");
        return;
    }
    if (!try_step(t, update, (struct expected){ .outcome = NOT_UPDATABLE }, &x))
        return;
    if (x.event.status == SUCCESS || !has_handler(t, READ))
        return;
    read_of(t, given(t)->resource,
            (struct expected){ .outcome = NO_ERROR,
                               .requested = given(t)->update,
                               .resource = given(t)->resource });
    if (t->failed)
        (void)judge_as(t, rule_find(t->run->subject->protocol, rule), last_call(t), &changed);
}

void expect_no_new_resource(struct trial *t)
{
    static const char rule[] = "update.no-new-resource";

    if (!counts(t, rule) || !has_handler(t, LIST))
        return;
    const struct listed *now = listing_of(t, given(t)->resource);
    const struct listed *before = listing_before(t, now);
    if (!before)
        trial_pass_over(t, rule, "nothing was listed before the update");
    else
        expect_none_gained(t, rule, before, now,
                           t->fixture && given(t->fixture)->first_update
                               ? given(t->fixture)->first_update
                               : given(t)->update);
}

/* --- What does not exist, and must not begin to --- */

void expect_not_upserted(struct trial *t, const json *model)
{
    static const char rule[] = "update.no-upsert";
    const struct request by_identifier = { .action = READ, .desired = identifier_of(t, model) };
    struct exchange x;

    if (!counts(t, rule) || !has_handler(t, READ) || resource_type_lacks(type_in(t), model))
        return;
    if (!try_step(t, by_identifier, (struct expected){ .never_created = !given(t)->created }, &x))
        return;
    if (x.event.status == FAILED) {
        judge(t, rule, last_call(t), NULL);
        judge(t, "read.not-found", last_call(t),
              x.event.error_code == NOT_FOUND ? NULL : "READ FAILED with another code");
        return;
    }
    /* The whole model was not found before the update: if it is now, that was the update. */
    try_step(t, (struct request){ .action = READ, .desired = model },
             (struct expected){ .requested = NULL }, &x);
    judge(t, x.event.status == SUCCESS ? rule : "read.not-found", last_call(t),
          "READ by the identifier finds it now");
}

/* DELETE by the identifier alone of what does not exist. */
void expect_nothing_to_delete(struct trial *t, const json *model)
{
    if (!counts(t, "delete.by-identifier") || resource_type_lacks(type_in(t), model))
        return;
    step(t, (struct request){ .action = DELETE, .desired = identifier_of(t, model) },
         (struct expected){ .outcome = NOT_FOUND, .never_created = !given(t)->created });
}

void expect_alias_gone(struct trial *t, const json *model)
{
    const struct resource_type *type = type_in(t);
    const json *alias = NULL;

    /* what a request may ask for is tried by creating it again */
    for (size_t i = 0; i < type->additional_identifier_count && !t->failed && !alias; i++)
        if (!may_be_asked_for(type, &type->additional_identifiers[i]))
            alias = alias_of(t, model, i);
    if (alias && counts(t, "delete.by-identifier"))
        step(t, (struct request){ .action = READ, .desired = alias },
             (struct expected){ .outcome = NOT_FOUND });
}

void expect_never_listed(struct trial *t, const json *model)
{
    static const char rule[] = "update.no-upsert";

    if (!counts(t, rule) || !has_handler(t, LIST))
        return;
    const struct listed *now = listing_of(t, model), *before = listing_before(t, now);
    if (now && listing_has(t, now, model))
        judge(t, rule, last_call(t), "what was not to be found is listed");
    else
        expect_none_gained(t, rule, before, now, model);
}

const json *with_identifier_never(struct trial *t, const json *model)
{
    const struct property_set *identifier = &type_in(t)->identifier;
    const json *known = last_gone(t);

    if (!counts(t, "update.no-upsert") || !resource_type_lacks(type_in(t), model) || !known)
        return model;
    const json *never = identifier_never(t, known);
    json *named = json_copy(t->arena, model);
    for (size_t i = 0; never && i < identifier->count; i++)
        path_set(named, &identifier->paths[i], path_get(never, &identifier->paths[i]));
    return named;
}

void expect_not_revived(struct trial *t, const json *model)
{
    static const char rule[] = "update.no-upsert";
    struct exchange x;

    if (!counts(t, rule) || !has_handler(t, LIST)) {
        expect_not_upserted(t, model);
        return;
    }
    const struct listed *now = listing_of(t, model);
    if (!now || !listing_has(t, now, model) || !has_handler(t, READ)) {
        judge(t, rule, last_call(t), NULL);
        return;
    }
    /* What is listed only was so before, maybe. */
    const struct request read = { .action = READ, .desired = identifier_of(t, model) };
    if (try_step(t, read, (struct expected){ .requested = NULL }, &x))
        judge(t, rule, last_call(t), x.event.status == SUCCESS ? "it answered SUCCESS" : NULL);
}

/* --- What is created again --- */

const json *expect_created_again(struct trial *t)
{
    static const char rule[] = "delete.then-create";
    const json *desired =
        in_full(t) ? model_minimal_as(t, given(t)->requested) : given(t)->requested;
    struct expected expected = { .outcome = NO_ERROR, .requested = desired, .after_delete = true };
    struct exchange x;

    if (!try_step(t, (struct request){ .action = CREATE, .desired = desired }, expected, &x))
        return NULL;
    const json *created = x.event.model;
    if (!in_full(t) || !has_handler(t, READ))
        return created;
    expected = (struct expected){
        .outcome = NO_ERROR, .requested = desired, .resource = created, .fresh = true
    };
    const struct request read = { .action = READ, .desired = identifier_of(t, created) };
    if (!try_step(t, read, expected, &x))
        return created;
    const char *back = what_remains(t->arena, &(struct taking){ .type = type_in(t),
                                                                .replaced = given(t)->requested,
                                                                .requested = desired,
                                                                .returned = x.event.model,
                                                                .after_delete = true });
    judge(t, rule, last_call(t),
          back ? arena_printf(t->arena,
                              "READ shows what was deleted: %s still has what the update took away",
                              back)
               : NULL);
    return created;
}

/* --- Deletes --- */

void expect_deleted_alone(struct trial *t, const json *model)
{
    static const char rule[] = "delete.by-identifier";
    const json *named = t->failed ? NULL : identifier_of(t, model);

    if (!counts(t, rule)) {
        expect_deleted(t, model);
        return;
    }
    for (size_t i = type_in(t)->additional_identifier_count; i-- > 0;)
        named = alias_of(t, model, i) ? alias_of(t, model, i) : named;
    step(t, (struct request){ .action = DELETE, .desired = named },
         (struct expected){ .outcome = NO_ERROR, .resource = model, .evidence_of = rule });
}
