#include "suite.h"

/* What was updated can be read back as it was asked for, */
static void update_read(struct trial *t)
{
    expect_read(t, given(t)->resource, given(t)->update);
}

/* and is still listed. */
static void update_list(struct trial *t)
{
    expect_listed(t, given(t)->resource, "update.listed");
}

/* The input of a type whose tags can be updated tries them. */
static void update_tag_updatable(struct trial *t)
{
    expect_tags(t, "update.tags", given(t)->update);
}

/* What was never created cannot be updated; trying to does not make it, and leaves nothing. */
static void update_without_create(struct trial *t)
{
    const json *never = sample_create(t);
    const json *desired = with_identifier_never(t, sample_update(t, never, never));

    expect_update_failure(t, desired, never, NOT_FOUND);
    if (!has_handler(t, LIST))
        expect_not_upserted(t, desired);
    expect_never_listed(t, desired);
}

const struct contract_test update_tests[] = {
    { .name = "contract_update_read",
      .v2_name = "test_update_read",
      .needs = UPDATE | READ,
      .given = &updated_resource,
      .run = update_read },
    { .name = "contract_update_list",
      .v2_name = "test_update_list",
      .suites = SUITE_V1 | SUITE_V2,
      .needs = UPDATE | LIST,
      .given = &updated_resource,
      .run = update_list },
    { .name = "contract_update_tag_updatable",
      .suites = SUITE_V1 | SUITE_FULL,
      .needs = UPDATE,
      .given = &updated_resource,
      .features = TAG_UPDATES,
      .run = update_tag_updatable },
    { .name = "contract_update_by_alias",
      .suites = SUITE_FULL,
      .needs = UPDATE,
      .given = &updated_resource,
      .features = ADDITIONAL_IDENTIFIERS,
      .run = expect_updated_by_alias },
    { .name = "contract_update_shrink",
      .suites = SUITE_FULL,
      .needs = UPDATE,
      .given = &updated_resource,
      .run = expect_less },
    { .name = "contract_update_create_only",
      .suites = SUITE_FULL,
      .needs = UPDATE,
      .given = &updated_resource,
      .features = CREATE_ONLY,
      .run = expect_create_only },
    { .name = "contract_update_list", /* after all the updates: each may lose it */
      .suites = SUITE_FULL,
      .needs = UPDATE | LIST,
      .given = &updated_resource,
      .run = update_list },
    { .name = "contract_update_no_new_resource",
      .suites = SUITE_FULL,
      .needs = UPDATE | LIST,
      .given = &updated_resource,
      .run = expect_no_new_resource },
    { 0 },
};

const struct contract_test update_invalid_tests[] = {
    { .name = "contract_update_without_create",
      .suites = SUITE_V1 | SUITE_FULL,
      .needs = UPDATE,
      .run = update_without_create },
    { 0 },
};

/* The last of all: what was deleted may come back later. */
const struct contract_test leak_tests[] = {
    { .name = "contract_leave_nothing",
      .suites = SUITE_FULL,
      .needs = CREATE | DELETE,
      .run = expect_nothing_left },
    { 0 },
};
