#include "suite.h"

/* What was updated can be read back as it was asked for, */
static void update_read(struct trial *t)
{
    expect_read(t, t->resource, t->update);
}

/* and is still listed. */
static void update_list(struct trial *t)
{
    expect_listed(t, t->resource, "update.listed");
}

/* The input of a type whose tags can be updated tries them. */
static void update_tag_updatable(struct trial *t)
{
    expect_tags(t, "update.tags", t->update);
}

/* What was never created cannot be updated. */
static void update_without_create(struct trial *t)
{
    const json *never = sample_create(t);

    expect_update_failure(t, sample_update(t, never, never), never, NOT_FOUND);
}

const struct contract_test update_tests[] = {
    { .name = "contract_update_read",
      .v2_name = "test_update_read",
      .needs = UPDATE | READ,
      .given = AN_UPDATED_RESOURCE,
      .run = update_read },
    { .name = "contract_update_list",
      .v2_name = "test_update_list",
      .needs = UPDATE | LIST,
      .given = AN_UPDATED_RESOURCE,
      .run = update_list },
    { .name = "contract_update_tag_updatable",
      .suites = SUITE_V1 | SUITE_FULL,
      .needs = UPDATE,
      .given = AN_UPDATED_RESOURCE,
      .skip = unless_tag_updatable,
      .run = update_tag_updatable },
    { 0 },
};

const struct contract_test update_invalid_tests[] = {
    { .name = "contract_update_without_create",
      .suites = SUITE_V1 | SUITE_FULL,
      .needs = UPDATE,
      .run = update_without_create },
    { 0 },
};
