/* Resource types: the modules of their tests, and all that the engine has to know of them. */
#include "suite.h"

#include "cfnc/suite/resource.h"

/* Nothing is called: the comparison must see that true is not 1, or no verdict counts. */
static void check_asserts_work(struct trial *t)
{
    const json *truth = json_new_boolean(t->arena, true);
    const json *one = json_new_number(t->arena, 1);

    if (json_equal(truth, one) || !json_equal(one, one))
        trial_error(t, "cfnc takes true for 1; please report this");
}

static const struct contract_test misc_tests[] = {
    { .name = "contract_check_asserts_work",
      .suites = SUITE_V1 | SUITE_FULL,
      .run = check_asserts_work },
    { 0 },
};

enum { OLD_SUITES = SUITE_V1 | SUITE_FULL, NEW_SUITES = SUITE_V2 | SUITE_FULL };

/* In the original's order: resources of one module are gone before the next begins. */
static const struct module modules[] = {
    { .name = "schema", .tests = schema_checks, .suites = NEW_SUITES, .when = WITH_THE_FIRST_SET },
    { .name = "input", .tests = input_checks, .suites = NEW_SUITES, .when = WITH_THE_FIRST_SET },
    { .name = "create", .tests = create_tests, .suites = OLD_SUITES },
    { .name = "delete", .tests = delete_tests, .suites = OLD_SUITES },
    { .name = "misc", .tests = misc_tests, .suites = OLD_SUITES },
    { .name = "update", .tests = update_tests, .suites = OLD_SUITES },
    { .name = "update_invalid", .tests = update_invalid_tests, .suites = OLD_SUITES },
    { .name = "leak", .tests = leak_tests, .suites = OLD_SUITES, .looks_back = true },
    { .name = "create", .tests = v2_create_tests, .suites = SUITE_V2 },
    { .name = "delete", .tests = v2_delete_tests, .suites = SUITE_V2 },
    { .name = "update", .tests = v2_update_tests, .suites = SUITE_V2 },
    { .name = "read",
      .tests = v2_read_tests,
      .suites = SUITE_V2,
      .when = WITH_THE_LAST_SET,
      .looks_back = true },
    { 0 },
};

static const struct subject *read_subject(struct arena *arena, const json *schema,
                                          const char *const *secrets, struct error *error)
{
    const char *const none = NULL;
    const struct resource_type *type = resource_type_read(arena, schema, NULL, error);

    if (!type)
        return NULL;
    type = resource_type_hide(arena, type, secrets ? secrets : &none, error);
    return type ? resource_subject(arena, type) : NULL;
}

const struct protocol resource_protocol = {
    .name = "resource",
    .artifact = "RESOURCE",
    .handlers = resource_handlers,
    .rules = resource_rules,
    .modules = modules,
    .life = &resource_life,
    .read = read_subject,
    .lacks = resource_lacks,
    .encode = resource_encode,
    .decode = event_read,
    .follow = resource_follow,
    .compare = resource_compare,
    .request_places = resource_request_places,
    .answer_places = resource_answer_places,
    .words = resource_words,
    .settling_limit_ms = resource_settling_limit_ms,
    .session = resource_session,
    .begin = resource_begin,
    .forget = resource_forget,
    .shrink = resource_shrink,
    .origin = resource_origin,
    .hint = resource_hint,
    .input_file = resource_input_file,
};

const struct subject *resource_subject(struct arena *arena, const struct resource_type *type)
{
    return subject_of(arena, type, &resource_protocol);
}
