/*
 * Contract tests v2: create, update, delete and list, by their documented names.
 * In suite v2 a resource is read, listed and deleted by its identifier alone.
 */
#include "cfnc/resource/steps.h"
#include "cfnc/type/system_tags.h"
#include "suite.h"

static const json *read_back(struct trial *t, const json *model, const json *requested)
{
    return read_of(t, model,
                   (struct expected){ .outcome = NO_ERROR,
                                      .requested = requested,
                                      .returned = model,
                                      .before = given(t)->update ? given(t)->created : NULL,
                                      .resource = model });
}

/* What was found when the fixture was made: CREATE succeeds, and its model has the identifier. */
static void look_at_fixture(struct trial *t)
{
    const struct contract_test *test = t->outcome->test;

    look_back(t, test->needs, test->rules, t->fixture->outcome);
}

/* ---- create ---- */

static void create_create_read(struct trial *t)
{
    read_back(t, given(t)->created, given(t)->requested);
}

static void create_list(struct trial *t)
{
    expect_listed(t, given(t)->created, "create.listed");
}

/* Whatever is listed can be read: what is ours, and of the rest a few that stand for all. */
static void create_list_read(struct trial *t)
{
    expect_listed_readable(t, given(t)->created);
}

static void create_create(struct trial *t)
{
    expect_failure(t, CREATE, requested_again(t), ALREADY_EXISTS);
}

/* How the second CREATE ended: that of a test before, or one of our own; NULL when t is over. */
static const struct call *second_create(struct trial *t)
{
    const struct call *last = NULL;
    struct exchange x;

    for (const struct call *c = t->run->calls; c; c = c->next)
        if (c->owner->fixture == t->outcome->fixture && c->action == CREATE)
            last = c;
    if (last)
        return last;
    return try_step(t, (struct request){ .action = CREATE, .desired = requested_again(t) },
                    (struct expected){ .requested = NULL }, &x)
               ? last_call(t)
               : NULL;
}

/* Where the second CREATE succeeds instead, it made another resource. */
static void create_create_primary_id_check(struct trial *t)
{
    const struct call *second = second_create(t);

    if (!second)
        return;
    if (second->event.status == FAILED && second->event.error_code == ALREADY_EXISTS) {
        trial_skip(t, "the second CREATE was refused, so it made nothing");
        return;
    }
    if (second->event.status != SUCCESS) {
        judge(t, "create.succeeds", second,
              arena_printf(t->arena, "the second CREATE FAILED with %s",
                           second->event.error_text ? second->event.error_text : "no errorCode"));
        return;
    }
    judge(t, "create.no-adopt", second,
          resource_type_same(type_in(t), second->event.model, given(t)->created)
              ? arena_printf(t->arena, "it gave %s again",
                             resource_type_identify(t->arena, type_in(t), given(t)->created))
              : NULL);
}

/* The first resource is still there after the second CREATE. */
static void create_read(struct trial *t)
{
    if (second_create(t))
        read_back(t, given(t)->created, given(t)->requested);
}

/* What READ returned can be asked for, as a template would. */
static void create_with_read_response(struct trial *t)
{
    const json *read = read_back(t, given(t)->created, given(t)->requested);
    const json *desired = read ? model_to_create(t, read) : NULL;

    if (!read)
        return;
    if (!desired) {
        trial_skip(t, "no other resource can be made of what READ returned");
        return;
    }
    judge(t, "create.round-trip", NULL, NULL);
    step(t, (struct request){ .action = CREATE, .desired = desired },
         (struct expected){
             .outcome = NO_ERROR, .requested = desired, .evidence_of = "create.round-trip" });
}

const struct contract_test v2_create_tests[] = {
    { .name = "test_create",
      .needs = CREATE,
      .given = &created_resource,
      .in_hindsight = true,
      .run = look_at_fixture },
    { .name = "contract_create_read",
      .v2_name = "test_create_create_read",
      .needs = CREATE | READ,
      .given = &created_resource,
      .run = create_create_read },
    { .name = "contract_create_list",
      .v2_name = "test_create_list",
      .needs = CREATE | LIST,
      .given = &created_resource,
      .run = create_list },
    { .name = "test_create_list_read",
      .needs = CREATE | LIST | READ,
      .given = &created_resource,
      .run = create_list_read },
    { .name = "contract_create_create",
      .v2_name = "test_create_create",
      .needs = CREATE,
      .given = &created_resource,
      .features = WRITABLE_IDENTIFIER,
      .run = create_create },
    { .name = "test_create_create_primary_id_check",
      .needs = CREATE,
      .given = &created_resource,
      .run = create_create_primary_id_check },
    { .name = "test_create_read",
      .needs = CREATE | READ,
      .given = &created_resource,
      .run = create_read },
    { .name = "test_create_with_read_response_lcs",
      .needs = CREATE | READ,
      .given = &created_resource,
      .run = create_with_read_response },
    { 0 },
};

/* ---- delete ---- */

static void delete_read(struct trial *t)
{
    expect_failure(t, READ, identifier_of(t, given(t)->created), NOT_FOUND);
}

static void delete_update(struct trial *t)
{
    expect_update_failure(t, sample_update(t, given(t)->requested, given(t)->created),
                          given(t)->created, NOT_FOUND);
}

static void delete_delete(struct trial *t)
{
    expect_failure(t, DELETE, identifier_of(t, given(t)->created), NOT_FOUND);
}

static void delete_list(struct trial *t)
{
    expect_not_listed(t, given(t)->created, "delete.then-list");
}

/* CREATE again may fail for a reason of the service's own, but for no trace of the first. */
static void delete_create(struct trial *t)
{
    struct exchange x;

    if (!try_step(t, (struct request){ .action = CREATE, .desired = given(t)->requested },
                  (struct expected){ .after_delete = true }, &x))
        return;
    judge(t, "delete.then-create", last_call(t),
          x.event.status == FAILED && x.event.error_code & (ALREADY_EXISTS | INTERNAL_FAILURE)
              ? arena_printf(t->arena, "CREATE FAILED with %s", error_code_name(x.event.error_code))
              : NULL);
}

const struct contract_test v2_delete_tests[] = {
    { .name = "contract_create_delete",
      .v2_name = "test_create_delete",
      .needs = CREATE | DELETE,
      .given = &deleted_resource,
      .in_hindsight = true,
      .run = look_at_fixture },
    { .name = "contract_delete_read",
      .v2_name = "test_delete_read",
      .needs = DELETE | READ,
      .given = &deleted_resource,
      .run = delete_read },
    { .name = "contract_delete_update",
      .v2_name = "test_delete_update",
      .needs = DELETE | UPDATE,
      .given = &deleted_resource,
      .run = delete_update },
    { .name = "contract_delete_delete",
      .v2_name = "test_delete_delete",
      .needs = DELETE,
      .given = &deleted_resource,
      .run = delete_delete },
    { .name = "contract_delete_list",
      .v2_name = "test_delete_list",
      .needs = DELETE | LIST,
      .given = &deleted_resource,
      .run = delete_list },
    { .name = "contract_delete_create",
      .v2_name = "test_delete_create",
      .needs = CREATE | DELETE,
      .given = &deleted_resource,
      .run = delete_create },
    { 0 },
};

/* ---- update ---- */

static void update_read(struct trial *t)
{
    read_back(t, given(t)->resource, given(t)->update);
}

/* READ by what CREATE returned and by what UPDATE returned: the same model. */
static void reads_are_equal(struct trial *t)
{
    const json *one = read_back(t, given(t)->resource, given(t)->update);
    const struct expected expected = { .outcome = NO_ERROR, .returned = one, .resource = one };
    const json *other =
        one ? step(t,
                   (struct request){ .action = READ,
                                     .desired = identifier_of(t, given(t)->created) },
                   expected)
            : NULL;

    if (!other)
        return;
    one = model_without_system_tags(t->arena, type_in(t), one, other);
    other = model_without_system_tags(t->arena, type_in(t), other, one);
    const struct comparison back = compare_models(t->arena, type_in(t), other, one);
    const struct verdict_on verdict = {
        .fault = "READ by what CREATE returned shows more than by what UPDATE returned",
        .comparison = &back,
    };
    if (back.differences)
        (void)judge_as(t, rule_find(t->run->subject->protocol, "read.equals"), last_call(t),
                       &verdict);
}

static void update_list(struct trial *t)
{
    expect_listed(t, given(t)->resource, "update.listed");
}

const struct contract_test v2_update_tests[] = {
    { .name = "test_update",
      .needs = UPDATE,
      .given = &updated_resource,
      .in_hindsight = true,
      .run = look_at_fixture },
    { .name = "test_update_primary_id_check",
      .needs = UPDATE,
      .given = &updated_resource,
      .in_hindsight = true,
      .rules = (const char *const[]){ "update.same-identifier", NULL },
      .run = look_at_fixture },
    { .name = "contract_update_read",
      .v2_name = "test_update_read",
      .needs = UPDATE | READ,
      .given = &updated_resource,
      .run = update_read },
    { .name = "test_read_by_create_equals_read_by_update",
      .needs = UPDATE | READ,
      .given = &updated_resource,
      .run = reads_are_equal },
    { .name = "contract_update_list",
      .v2_name = "test_update_list",
      .needs = UPDATE | LIST,
      .given = &updated_resource,
      .run = update_list },
    { 0 },
};
