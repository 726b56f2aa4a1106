#include "suite.h"

/* A resource can be created, and what was created can be deleted. */
static void create_delete(struct trial *t)
{
    const json *created = expect_created(t, sample_create_as(t, SAMPLE_EMPTIED));

    if (in_full(t) && has_handler(t, READ))
        expect_read(t, created, sampled(t));
    expect_deleted(t, in_full(t) ? identifier_of(t, created) : created);
}

const json *requested_again(struct trial *t)
{
    json *model = json_copy(t->arena, given(t)->requested);

    for (size_t i = 0; i < type_in(t)->identifier.count; i++) {
        const struct property_path *path = &type_in(t)->identifier.paths[i];
        const json *chosen = path_get(given(t)->created, path);

        if (chosen && !set_has(&type_in(t)->read_only, path) && json_is_null(path_get(model, path)))
            path_set(model, path, chosen);
    }
    return model;
}

/* The resource is as it was read before: else the test's own rule is broken. */
static void expect_unchanged(struct trial *t, const json *before, const char *rule)
{
    if (before)
        step(t, (struct request){ .action = READ, .desired = identifier_of(t, given(t)->resource) },
             (struct expected){ .outcome = NO_ERROR,
                                .returned = before,
                                .resource = given(t)->resource,
                                .evidence_of = rule });
}

/* What was read of the resource; a test may be the first that asks. */
static const json *as_it_is(struct trial *t)
{
    if (!has_handler(t, READ))
        return NULL;
    return read_once_of(t, given(t)->resource,
                        (struct expected){ .outcome = NO_ERROR, .resource = given(t)->resource });
}

/*
 * Asking for the same identifier again must not make a second resource, nor
 * change the first: in suite full all the rest of the request is another.
 */
static void create_create(struct trial *t)
{
    const json *same = requested_again(t);

    if (!in_full(t)) {
        expect_failure(t, CREATE, same, ALREADY_EXISTS);
        return;
    }
    const json *before = as_it_is(t);
    const struct listed *listed = listing_of(t, given(t)->resource);
    const json *other = model_named_as(t, same);
    expect_failure(t, CREATE, same, ALREADY_EXISTS);
    if (!json_equal(other, same))
        expect_failure(t, CREATE, other, ALREADY_EXISTS);
    expect_unchanged(t, before, "create.already-exists");
    const struct listed *now = listing_of(t, given(t)->resource);
    expect_none_gained(t, "create.unborn", listed, now, same);
    if (!json_equal(other, same))
        expect_none_gained(t, "create.unborn", listed, now, other);
}

/* Neither must another primary identifier help where an additional one is taken. */
static void create_alias(struct trial *t)
{
    const struct resource_type *type = type_in(t);
    bool tried = false;

    for (size_t i = 0; i < type->additional_identifier_count; i++) {
        const json *other = model_renamed_but(t, given(t)->requested, i);

        tried = tried || other;
        if (other)
            expect_failure(t, CREATE, other, ALREADY_EXISTS);
    }
    if (!tried)
        trial_skip(t, "no model has another primary identifier and the same additional one");
}

/* Where the handler chooses the identifier, the same request makes another resource, or none. */
static void create_adopt(struct trial *t)
{
    const struct listed *listed = listing_of(t, given(t)->resource);
    struct exchange x;

    const struct expected expected = { .outcome = NO_ERROR,
                                       .requested = given(t)->requested,
                                       .may_exist = true };
    if (!try_step(t, (struct request){ .action = CREATE, .desired = given(t)->requested }, expected,
                  &x))
        return;
    if (x.event.status == FAILED) {
        trial_pass_over(t, "create.no-adopt", "a second CREATE of the same request is refused");
        expect_none_gained(t, "create.unborn", listed, listing_of(t, given(t)->resource),
                           given(t)->requested);
        return;
    }
    expect_another(t, "create.no-adopt", given(t)->resource, x.event.model);
    if (has_handler(t, READ))
        expect_read(t, identifier_of(t, given(t)->resource), given(t)->requested);
    expect_deleted(t, identifier_of(t, x.event.model));
    if (has_handler(t, READ))
        step(t, (struct request){ .action = READ, .desired = identifier_of(t, given(t)->resource) },
             (struct expected){ .outcome = NO_ERROR,
                                .requested = given(t)->requested,
                                .resource = given(t)->resource,
                                .evidence_of = "delete.only-that" });
    expect_none_gained(t, "create.idempotent", listed, listing_of(t, given(t)->resource),
                       given(t)->requested);
}

/*
 * What the schema forbids makes nothing when it is refused at once. CloudFormation
 * would not send it, so whatever else the handler answers is its own affair.
 */
static void create_invalid(struct trial *t)
{
    const struct listed *listed = listing_of(t, given(t)->resource);
    const json *invalid = sample_invalid(t);
    struct exchange x;

    if (!invalid) {
        trial_skip(t, "no model was found that breaks the schema");
        return;
    }
    if (!try_unjudged(t, (struct request){ .action = CREATE, .desired = invalid }, &x))
        return;
    if (x.event.status == FAILED && !x.callbacks) {
        /* what was made all the same is not valid either */
        const struct listed *now = listing_as(t, given(t)->resource, ASK_UNJUDGED);
        expect_none_gained(t, "create.unborn", listed, now, invalid);
    } else {
        shapeless(t);
        trial_skip(t, "CREATE does not refuse at once what the schema forbids");
    }
}

/* What was created can be read back; in suite full by its identifiers alone too. */
static void create_read(struct trial *t)
{
    const json *read = expect_read(t, given(t)->resource, given(t)->requested);

    if (!in_full(t))
        return;
    read_of(t, given(t)->resource,
            (struct expected){ .outcome = NO_ERROR,
                               .requested = given(t)->requested,
                               .returned = read,
                               .resource = given(t)->resource,
                               .by = BY_IDENTIFIER });
}

/* What never existed cannot. */
static void read_never_created(struct trial *t)
{
    const json *never = identifier_never(t, given(t)->resource);

    if (!never)
        trial_skip(t, "the schema has no other value for the identifier");
    else
        step(t, (struct request){ .action = READ, .desired = never },
             (struct expected){ .outcome = NOT_FOUND, .never_created = true });
}

/* What was created is listed, and what is listed can be read. */
static void create_list(struct trial *t)
{
    expect_listed(t, given(t)->resource, "create.listed");
    if (in_full(t))
        expect_listed_readable(t, given(t)->resource);
    else
        expect_read(t, given(t)->resource, NULL);
}

/* The same once more, as when an answer was lost: nothing new may come of it. */
static void create_idempotent(struct trial *t)
{
    const struct listed *listed = listing_of(t, given(t)->resource);
    const struct request again = { .action = CREATE,
                                   .desired = given(t)->requested,
                                   .token = given(t)->token };
    struct exchange x;

    if (given(t)->last_callback && try_unjudged(t, *given(t)->last_callback, &x) &&
        x.event.status == SUCCESS)
        expect_same(t, "create.idempotent", given(t)->resource, x.event.model);
    if (!try_step(t, again, (struct expected){ .resource = given(t)->created }, &x))
        return;
    if (x.event.status == SUCCESS)
        expect_same(t, "create.idempotent", given(t)->resource, x.event.model);
    else if (x.event.error_code != ALREADY_EXISTS)
        judge(t, "create.idempotent", last_call(t), "CREATE FAILED, and not with AlreadyExists");
    else
        judge(t, "create.idempotent", last_call(t), NULL);
    expect_none_gained(t, "create.idempotent", listed, listing_of(t, given(t)->resource),
                       given(t)->requested);
}

/* Each additional identifier alone leads to what was read. */
static void expect_read_by_aliases(struct trial *t, const json *read)
{
    for (size_t i = 0; read && i < type_in(t)->additional_identifier_count; i++) {
        const json *alias = alias_of(t, read, i);

        if (alias)
            step(t, (struct request){ .action = READ, .desired = alias },
                 (struct expected){
                     .outcome = NO_ERROR, .returned = read, .resource = read, .by = BY_ALIAS });
    }
}

/* Which rules are broken where something happened to a resource that was not asked for. */
struct spared {
    const char *gone, *changed;
};

/* The resource is there, and as it was `before`, whatever was done to another. */
static void expect_spared(struct trial *t, const json *before, const struct spared *rules_of,
                          const json *alias)
{
    struct exchange x;
    const struct request read = { .action = READ,
                                  .desired = alias ? alias : identifier_of(t, before) };
    const struct expected expected = {
        .outcome = NO_ERROR,
        .resource = before,
        .by = alias ? BY_ALIAS : BY_MODEL,
        .evidence_of = rules_of->gone,
    };

    if (try_step(t, read, expected, &x))
        expect_equal(t, rules_of->changed, before, x.event.model);
}

/* The same, named by each of its additional identifiers; where it has none, by its own. */
static void expect_spared_by_aliases(struct trial *t, const json *before,
                                     const struct spared *rules_of)
{
    bool any = false;

    for (size_t i = 0; i < type_in(t)->additional_identifier_count; i++) {
        const json *alias = alias_of(t, before, i);

        any = any || alias;
        if (alias)
            expect_spared(t, before, rules_of, alias);
    }
    if (!any)
        expect_spared(t, before, rules_of, NULL);
}

/* The second of two resources is read, updated, listed and deleted; the first is left alone. */
static void try_beside(struct trial *t, const json *first, const json *requested,
                       const json *second, const struct listed *listed)
{
    static const struct spared by_create = { "create.readable", "create.only-that" };
    static const struct spared by_update = { "update.only-that", "update.only-that" };
    static const struct spared by_delete = { "delete.only-that", "delete.only-that" };
    bool updated = false;

    expect_spared(t, first, &by_create, NULL);
    expect_read_by_aliases(t, expect_updated_beside(t, requested, second, &updated));
    if (updated)
        expect_spared(t, first, &by_update, NULL);
    if (has_handler(t, LIST)) {
        expect_listed(t, given(t)->resource, "create.listed");
        expect_listed(t, second, "create.listed");
        expect_none_gained_but(t, second, "create.idempotent", listed,
                               listing_of(t, given(t)->resource), requested);
    }
    expect_deleted(t, identifier_of(t, second));
    expect_spared_by_aliases(t, first, &by_delete);
}

/* What READ returns is a template for another one; the two are not taken for each other. */
static void create_round_trip(struct trial *t)
{
    const json *read = as_it_is(t);
    const json *copy = read ? model_to_create(t, read) : NULL;
    const struct listed *listed = copy ? listing_of(t, given(t)->resource) : NULL;

    if (!copy) {
        expect_read_by_aliases(t, read);
        trial_skip(t, "no other resource can be made of what READ returned");
        return;
    }
    struct exchange x;
    const struct expected expected = {
        .outcome = NO_ERROR,
        .requested = copy,
        .may_exist = !resource_lacks(t->run->subject, READ_ONLY_IDENTIFIER),
        .evidence_of = "create.round-trip",
    };
    if (!try_step(t, (struct request){ .action = CREATE, .desired = copy }, expected, &x))
        return;
    if (x.event.status == FAILED) {
        trial_skip(t, "CREATE takes the request for one that was made already");
        return;
    }
    try_beside(t, read, copy, x.event.model, listed);
}

/* The input of a taggable type tries its tags, */
static void create_taggable(struct trial *t)
{
    expect_tags(t, "create.tags", sample_create(t));
}

/* and they are kept. */
static void create_tagged(struct trial *t)
{
    expect_tags(t, "create.tags", given(t)->requested);
    if (has_handler(t, READ))
        expect_tags_kept(t, "create.tags", given(t)->requested, as_it_is(t));
}

const struct contract_test create_tests[] = {
    { .name = "contract_create_delete",
      .v2_name = "test_create_delete",
      .needs = CREATE | DELETE,
      .run = create_delete },
    { .name = "contract_create_create",
      .v2_name = "test_create_create",
      .suites = SUITE_V1,
      .needs = CREATE,
      .given = &created_resource,
      .features = WRITABLE_IDENTIFIER,
      .run = create_create },
    { .name = "contract_create_read",
      .v2_name = "test_create_create_read",
      .needs = CREATE | READ,
      .given = &created_resource,
      .run = create_read },
    { .name = "contract_create_list",
      .v2_name = "test_create_list",
      .needs = CREATE | LIST | READ,
      .given = &created_resource,
      .run = create_list },
    { .name = "contract_create_taggable",
      .suites = SUITE_V1,
      .needs = CREATE,
      .features = TAGS,
      .run = create_taggable },
    { .name = "contract_create_taggable",
      .suites = SUITE_FULL,
      .needs = CREATE,
      .given = &created_resource,
      .features = TAGS,
      .run = create_tagged },
    { .name = "contract_read_never_created",
      .suites = SUITE_FULL,
      .needs = CREATE | READ,
      .given = &created_resource,
      .run = read_never_created },
    { .name = "contract_create_create",
      .suites = SUITE_FULL,
      .needs = CREATE,
      .given = &created_resource,
      .features = WRITABLE_IDENTIFIER,
      .run = create_create },
    { .name = "contract_create_adopt",
      .suites = SUITE_FULL,
      .needs = CREATE | DELETE,
      .given = &created_resource,
      .features = READ_ONLY_IDENTIFIER,
      .run = create_adopt },
    { .name = "contract_create_invalid",
      .suites = SUITE_FULL,
      .needs = CREATE | LIST,
      .given = &created_resource,
      .features = READ_ONLY_IDENTIFIER,
      .run = create_invalid },
    { .name = "contract_create_idempotent",
      .suites = SUITE_FULL,
      .needs = CREATE,
      .given = &created_resource,
      .run = create_idempotent },
    { .name = "contract_create_round_trip",
      .suites = SUITE_FULL,
      .needs = CREATE | READ | DELETE,
      .given = &created_resource,
      .run = create_round_trip },
    { .name = "contract_create_alias", /* the last: what it is refused makes listings old */
      .suites = SUITE_FULL,
      .needs = CREATE,
      .given = &created_resource,
      .features = WRITABLE_ALIAS,
      .run = create_alias },
    { 0 },
};
