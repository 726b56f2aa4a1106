#include "suite.h"

/* A resource can be created, and what was created can be deleted. */
static void create_delete(struct trial *t)
{
    const json *created = expect_created(t, sample_create(t));

    expect_deleted(t, created);
}

/* What was asked for, with the identifier that the handler chose where none was asked for. */
static const json *requested_by_name(struct trial *t)
{
    const struct property_set *identifier = &t->run->type->identifier;
    json *model = json_copy(t->arena, t->requested);

    for (size_t i = 0; i < identifier->count; i++) {
        const json *chosen = path_get(t->created, &identifier->paths[i]);

        if (chosen && json_is_null(path_get(model, &identifier->paths[i])))
            path_set(model, &identifier->paths[i], chosen);
    }
    return model;
}

/* Asking for the same identifier again must not make a second resource. */
static void create_create(struct trial *t)
{
    expect_failure(t, CREATE, requested_by_name(t), ALREADY_EXISTS);
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
    expect_tags(t, "create.tags", sample_create(t));
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
