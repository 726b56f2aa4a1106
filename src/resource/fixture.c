/* What fixtures give; see trial.h. */
#include "cfnc/engine/operation.h"
#include "cfnc/type/lacks.h"

const char *given_name(enum given given)
{
    static const char *const names[] = {
        [NOTHING] = "nothing",
        [A_CREATED_RESOURCE] = "created_resource",
        [A_DELETED_RESOURCE] = "deleted_resource",
        [AN_UPDATED_RESOURCE] = "updated_resource",
    };
    return names[given];
}

void fixture_make(struct trial *t, enum given given)
{
    if (given == A_CREATED_RESOURCE) {
        create_unusual(t);
    } else {
        t->requested = given == AN_UPDATED_RESOURCE ? sample_create_as(t, SAMPLE_SPARSE)
                       : lacks_any_writable_identifier(t->run->type)
                           ? sample_create_as(t, SAMPLE_MINIMAL)
                           : sample_create(t); /* it is created again, with less */
        t->created = expect_created(t, t->requested);
        t->resource = t->created;
    }
    if (given == A_DELETED_RESOURCE) {
        expect_deleted(t, t->created);
        t->deleted = true;
    }
    if (given == AN_UPDATED_RESOURCE)
        update_unusual(t);
}

/* The reference deletes a deleted resource once more; NotFound is as good as SUCCESS then. */
static void delete_once_more(struct trial *t)
{
    struct exchange x;
    const struct request request = { .action = DELETE,
                                     .desired = t->created,
                                     .token = t->world->token(t->world, t->arena) };
    const struct expectation expected = { .outcome = NOT_FOUND };

    t->tolerant = true;
    operation_run(t, &request, &expected, &x);
    t->tolerant = false;
    if (!t->outcome->error && x.event.status == FAILED && x.event.error_code != NOT_FOUND)
        trial_find(t, rule_find("delete.not-found"), t->last_call,
                   arena_printf(t->arena, "DELETE FAILED with %s",
                                x.event.error_text ? x.event.error_text : "no errorCode"),
                   NULL, DELETE);
}

void fixture_end(struct trial *t)
{
    if (t->deleted && t->run->options.suite == SUITE_V1)
        delete_once_more(t);
}
