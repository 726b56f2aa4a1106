#include "cfnc/base/text.h"
#include "cfnc/engine/select.h"
#include "cfnc/resource/resource.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const struct contract_test create_rows[] = {
    { .name = "contract_create_delete", .v2_name = "test_create_delete", .needs = CREATE | DELETE },
    { .name = "contract_create_create", .needs = CREATE },
    { .name = "contract_create_list", .needs = CREATE | LIST | READ },
    { .name = "test_create_with_read", .suites = SUITE_V2 | SUITE_FULL, .needs = CREATE | READ },
    { 0 },
};

static const struct contract_test delete_rows[] = {
    { .name = "contract_delete_update", .needs = DELETE | UPDATE },
    { .name = "contract_delete_delete", .needs = DELETE },
    { 0 },
};

static const struct contract_test misc_rows[] = {
    { .name = "contract_check_asserts_work", .suites = SUITE_V1 },
    { 0 },
};

static const struct contract_test update_rows[] = {
    { .name = "contract_update_read", .needs = UPDATE | READ },
    { 0 },
};

static const struct module rows[] = {
    { "create", create_rows, 0, FOR_EACH_SET, false },
    { "delete", delete_rows, 0, FOR_EACH_SET, false },
    { "misc", misc_rows, 0, FOR_EACH_SET, false },
    { "update", update_rows, 0, FOR_EACH_SET, false },
    { 0 },
};

static const struct protocol protocol = { .name = "resource",
                                          .handlers = resource_handlers,
                                          .modules = rows };

static const struct input_set sets[] = { { .id = "inputs_1" }, { .id = "inputs_2" } };
static const struct subject all_handlers = { .protocol = &protocol,
                                             .handlers = CREATE | READ | UPDATE | DELETE | LIST };

/* What is taken on inputs_1, as the middle of names with blanks between them. */
static const char *taken(struct arena *arena, const struct selection *s, enum suite wanted,
                         const struct subject *subject)
{
    struct text out = text_new(arena);

    for (const struct module *m = rows; m->name; m++)
        for (const struct contract_test *test = m->tests; test->name; test++)
            if (selection_takes(s, wanted, subject, m, test, &sets[0]))
                text_addf(&out, "%s%s", out.length ? " " : "", strchr(test->name, '_') + 1);
    return out.bytes;
}

static void selects(struct selection_options options, const char *expected)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    options.protocol = &protocol;
    const struct selection *s = selection_read(arena, &options, &error);
    check_text(error.text, "");
    check_text(s ? taken(arena, s, SUITE_V1, &all_handlers) : NULL, expected);
    arena_free(arena);
}

static void refuses(struct selection_options options, const char *expected)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    options.protocol = &protocol;
    check(!selection_read(arena, &options, &error));
    check_text(error.text, expected);
    arena_free(arena);
}

#define EVERYTHING                                                                                 \
    "create_delete create_create create_list delete_update delete_delete check_asserts_work "      \
    "update_read"

static void keywords(void)
{
    selects((struct selection_options){ 0 }, EVERYTHING);
    selects((struct selection_options){ .k = "" }, EVERYTHING);
    selects((struct selection_options){ .k = "  " }, EVERYTHING);
    selects((struct selection_options){ .k = "resource" }, EVERYTHING);
    selects((struct selection_options){ .k = "UPDATE" }, "delete_update update_read");
    selects((struct selection_options){ .k = "list" }, "create_list");
    selects((struct selection_options){ .k = "handler_misc.py" }, "check_asserts_work");
    selects((struct selection_options){ .k = "test_create" }, "create_delete");
    selects((struct selection_options){ .k = "update and not delete" }, "update_read");
    selects((struct selection_options){ .k = "read" }, "create_list update_read");
    selects((struct selection_options){ .k = "contract_create_delete or misc" },
            "create_delete check_asserts_work");
    selects((struct selection_options){ .k = "nothing_like_it" }, "");
    selects((struct selection_options){ .k = "pytestmark or __wrapped__" }, "");
}

static void markers(void)
{
    selects((struct selection_options){ .m = "update" }, "delete_update update_read");
    selects((struct selection_options){ .m = "updat" }, "");
    selects((struct selection_options){ .m = "UPDATE" }, "");
    selects((struct selection_options){ .m = "resource" }, "");
    selects((struct selection_options){ .m = "not create" },
            "delete_update delete_delete check_asserts_work update_read");
    selects((struct selection_options){ .m = "" }, EVERYTHING);
    selects((struct selection_options){ .m = " " }, "");
    selects((struct selection_options){ .m = "delete", .k = "create" }, "create_delete");
}

static void names(void)
{
    static const struct {
        const char *name, *selected;
    } cases[] = {
        { "contract_create_list", "create_list" },
        { "test_create_delete", "create_delete" },
        { "contract_create_*", "create_delete create_create create_list" },
        { "*_delete", "create_delete delete_delete" },
        { "create::contract_create_list", "create_list" },
        { "handler_create.py::contract_create_list", "create_list" },
        { "a/b/handler_create.py::*_list", "create_list" },
        { "contract_create_list[inputs_1]", "create_list" },
        { "contract_create_list[inputs_2]", "" },
        { "contract_create_list[inputs_*]", "create_list" },
        { "update::*", "update_read" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const list[] = { cases[i].name, NULL };

        selects((struct selection_options){ .names = list }, cases[i].selected);
    }
    const char *const two[] = { "contract_update_read", "contract_create_list", NULL };
    const char *const one[] = { "contract_create_list", NULL };
    selects((struct selection_options){ .names = two }, "create_list update_read");
    selects((struct selection_options){ .names = two, .deselect = one }, "update_read");
    selects((struct selection_options){ .names = two, .k = "create" }, "create_list");
}

static void unknown_names(void)
{
    static const struct {
        const char *name, *error;
    } cases[] = {
        { "contract_create_lst",
          "no test is called \"contract_create_lst\" (did you mean contract_create_list?)" },
        { "delete::contract_create_list",
          "no test is called \"delete::contract_create_list\" (did you mean "
          "contract_create_list?)" },
        { "zzz", "no test is called \"zzz\"; \"cfnc list tests\" names them" },
        { "", "no test is called \"\"; \"cfnc list tests\" names them" },
        { "[", "no test is called \"[\"; \"cfnc list tests\" names them" },
        { "]", "no test is called \"]\"; \"cfnc list tests\" names them" },
        { "[]", "no test is called \"[]\"; \"cfnc list tests\" names them" },
        { "::", "no test is called \"::\"; \"cfnc list tests\" names them" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const list[] = { cases[i].name, NULL };

        refuses((struct selection_options){ .names = list }, cases[i].error);
        refuses((struct selection_options){ .deselect = list }, cases[i].error);
    }
}

static void bad_expressions(void)
{
    refuses((struct selection_options){ .k = "a and" },
            "-k: \"a and\": at column 6: expected not OR left parenthesis OR identifier; got end "
            "of input");
    refuses((struct selection_options){ .m = "create delete" },
            "-m: \"create delete\": at column 8: expected end of input; got identifier");
}

static void handlers_and_suites(void)
{
    struct arena *arena = arena_new();
    struct error error;
    const struct selection_options options = { .protocol = &protocol };
    const struct selection *s = selection_read(arena, &options, &error);
    const struct subject few = { .protocol = &protocol, .handlers = CREATE | READ | DELETE };

    check_text(taken(arena, s, SUITE_V1, &few),
               "create_delete create_create delete_delete check_asserts_work");
    /* Suite v2 tells which tests the type has no handler for. */
    check_text(taken(arena, s, SUITE_V2, &few), taken(arena, s, SUITE_V2, NULL));
    check_text(taken(arena, s, SUITE_V1, NULL), EVERYTHING);
    arena_free(arena);
}

static void blames(struct selection_options options, const struct subject *subject,
                   const char *expected)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    options.protocol = &protocol;
    const struct selection *s = selection_read(arena, &options, &error);
    check_text(error.text, "");
    check_text(s ? selection_blame(arena, s, SUITE_V1, subject, sets, 2) : NULL, expected);
    arena_free(arena);
}

static void blame(void)
{
    const struct subject few = { .protocol = &protocol, .handlers = CREATE | READ | DELETE };
    const char *const other_set[] = { "contract_create_list[inputs_9]", NULL };
    const char *const other_suite[] = { "test_create_with_read", NULL };
    const char *const list[] = { "contract_create_list", NULL };
    const char *const all[] = { "*", NULL };

    blames((struct selection_options){ .k = "contract_create_lst" }, &all_handlers,
           "no test matches -k \"contract_create_lst\" (did you mean contract_create_list?)");
    blames((struct selection_options){ .k = "create and zzz" }, &all_handlers,
           "no test matches -k \"create and zzz\"; \"cfnc list tests\" names them");
    blames((struct selection_options){ .m = "creat" }, &all_handlers,
           "no test matches -m \"creat\"; markers are create, read, update, delete and list");
    blames((struct selection_options){ .names = other_set }, &all_handlers,
           "\"contract_create_list[inputs_9]\" is no test of suite v1 on these inputs");
    blames((struct selection_options){ .names = other_suite }, &all_handlers,
           "\"test_create_with_read\" is no test of suite v1 on these inputs");
    blames((struct selection_options){ .names = list }, &few,
           "\"contract_create_list\" takes a handler that the schema does not have");
    blames((struct selection_options){ .deselect = all }, &few, "--deselect leaves no test");
    blames((struct selection_options){ .k = "misc", .m = "create" }, &few,
           "no test matches all of the names, -k and -m");
}

static const struct test tests[] = {
    { "select: -k", keywords },
    { "select: -m", markers },
    { "select: names", names },
    { "select: unknown names", unknown_names },
    { "select: expressions that are none", bad_expressions },
    { "select: handlers and suites", handlers_and_suites },
    { "select: why nothing is left", blame },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
