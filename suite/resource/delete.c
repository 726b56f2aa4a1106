#include "suite.h"

/* A deleted resource cannot be read, by whatever it was named, */
static void delete_read(struct trial *t)
{
    expect_failure(t, READ, given(t)->resource, NOT_FOUND);
    expect_alias_gone(t, given(t)->resource);
}

/* is not listed, */
static void delete_list(struct trial *t)
{
    expect_not_listed(t, given(t)->resource, "delete.then-list");
}

/* cannot be updated, which does not bring it back, */
static void delete_update(struct trial *t)
{
    const json *update = sample_update(t, given(t)->requested, given(t)->resource);

    expect_update_failure(t, update, given(t)->resource, NOT_FOUND);
    expect_not_revived(t, given(t)->resource);
}

/* nor deleted once more, whatever comes with the identifier */
static void delete_delete(struct trial *t)
{
    expect_failure(t, DELETE, given(t)->resource, NOT_FOUND);
}

/* as little as what never existed; */
static void delete_never_created(struct trial *t)
{
    expect_nothing_to_delete(t, identifier_never(t, given(t)->resource));
}

/*
 * but can be created again where an identifier is ours to choose; and deleted
 * by that alone.
 */
static void delete_create(struct trial *t)
{
    expect_deleted_alone(t, expect_created_again(t));
}

const struct contract_test delete_tests[] = {
    { .name = "contract_delete_read",
      .v2_name = "test_delete_read",
      .needs = DELETE | READ,
      .given = &deleted_resource,
      .run = delete_read },
    { .name = "contract_delete_list",
      .v2_name = "test_delete_list",
      .suites = SUITE_V1 | SUITE_V2,
      .needs = DELETE | LIST,
      .given = &deleted_resource,
      .run = delete_list },
    { .name = "contract_delete_update",
      .v2_name = "test_delete_update",
      .needs = DELETE | UPDATE,
      .given = &deleted_resource,
      .run = delete_update },
    { .name = "contract_delete_list", /* what the update made again would be listed */
      .suites = SUITE_FULL,
      .needs = DELETE | LIST,
      .given = &deleted_resource,
      .run = delete_list },
    { .name = "contract_delete_delete",
      .v2_name = "test_delete_delete",
      .needs = DELETE,
      .given = &deleted_resource,
      .run = delete_delete },
    { .name = "contract_delete_never_created",
      .suites = SUITE_FULL,
      .needs = DELETE,
      .given = &deleted_resource,
      .run = delete_never_created },
    { .name = "contract_delete_create",
      .v2_name = "test_delete_create",
      .needs = CREATE | DELETE,
      .given = &deleted_resource,
      .features = WRITABLE_IDENTIFIER,
      .run = delete_create },
    { .name = "contract_delete_create_alias",
      .suites = SUITE_FULL,
      .needs = CREATE | DELETE,
      .given = &deleted_resource,
      .features = ONLY_AN_ALIAS_WRITABLE,
      .run = delete_create },
    { 0 },
};
