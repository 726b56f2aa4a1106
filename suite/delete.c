#include "suite.h"

/* A deleted resource cannot be read, */
static void delete_read(struct trial *t)
{
    expect_failure(t, READ, t->resource, NOT_FOUND);
}

/* is not listed, */
static void delete_list(struct trial *t)
{
    expect_not_listed(t, t->resource, "delete.then-list");
}

/* cannot be updated, */
static void delete_update(struct trial *t)
{
    const json *update = sample_update(t, t->requested, t->resource);

    expect_update_failure(t, update, t->resource, NOT_FOUND);
}

/* nor deleted once more, */
static void delete_delete(struct trial *t)
{
    expect_failure(t, DELETE, t->resource, NOT_FOUND);
}

/* but can be created again where its identifier is ours to choose. */
static void delete_create(struct trial *t)
{
    const json *again = expect_created(t, t->requested);

    expect_deleted(t, again);
}

const struct contract_test delete_tests[] = {
    { .name = "contract_delete_read",
      .v2_name = "test_delete_read",
      .needs = DELETE | READ,
      .given = A_DELETED_RESOURCE,
      .run = delete_read },
    { .name = "contract_delete_list",
      .v2_name = "test_delete_list",
      .needs = DELETE | LIST,
      .given = A_DELETED_RESOURCE,
      .run = delete_list },
    { .name = "contract_delete_update",
      .v2_name = "test_delete_update",
      .needs = DELETE | UPDATE,
      .given = A_DELETED_RESOURCE,
      .run = delete_update },
    { .name = "contract_delete_delete",
      .v2_name = "test_delete_delete",
      .needs = DELETE,
      .given = A_DELETED_RESOURCE,
      .run = delete_delete },
    { .name = "contract_delete_create",
      .v2_name = "test_delete_create",
      .needs = CREATE | DELETE,
      .given = A_DELETED_RESOURCE,
      .skip = unless_identifier_is_writable,
      .run = delete_create },
    { 0 },
};
