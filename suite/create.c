#include "suite.h"

/* A resource can be created, and what was created can be deleted. */
static void create_delete(struct trial *t)
{
    const json *created = expect_created(t, sample_create(t));

    expect_deleted(t, created);
}

/* Asking for the same identifier again must not make a second resource. */
static void create_create(struct trial *t)
{
    expect_failure(t, CREATE, t->requested, ALREADY_EXISTS);
}

/* What was created can be read back, */
static void create_read(struct trial *t)
{
    expect_read(t, t->resource, t->requested);
}

/* and is listed. */
static void create_list(struct trial *t)
{
    expect_listed(t, t->resource, "create.listed");
    expect_read(t, t->resource, NULL);
}

/* The input of a taggable type tries its tags. */
static void create_taggable(struct trial *t)
{
    const json *model = sample_create(t);

    expect_kept(t, "create.tags",
                path_get(model, &t->run->type->tag_property)
                    ? NULL
                    : arena_printf(t->arena, "%s is not in the create input",
                                   t->run->type->tag_property.pointer));
}

const struct contract_test create_tests[] = {
    { .name = "contract_create_delete",
      .v2_name = "test_create_delete",
      .needs = CREATE | DELETE,
      .run = create_delete },
    { .name = "contract_create_create",
      .v2_name = "test_create_create",
      .needs = CREATE,
      .given = A_CREATED_RESOURCE,
      .skip = unless_identifier_is_writable,
      .run = create_create },
    { .name = "contract_create_read",
      .v2_name = "test_create_create_read",
      .needs = CREATE | READ,
      .given = A_CREATED_RESOURCE,
      .run = create_read },
    { .name = "contract_create_list",
      .v2_name = "test_create_list",
      .needs = CREATE | LIST | READ,
      .given = A_CREATED_RESOURCE,
      .run = create_list },
    { .name = "contract_create_taggable",
      .suites = SUITE_V1 | SUITE_FULL,
      .needs = CREATE,
      .skip = unless_taggable,
      .run = create_taggable },
    { 0 },
};
