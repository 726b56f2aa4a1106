#include "cfnc/report/failure.h"
#include "test.h"

static const struct secrecy thing = { .name = "Acme::Demo::Thing" };
static const struct outcome outcome = { .name = "contract_create_read" };

/* Of files, or drawn at random. */
static const struct input_set *sets_of(struct arena *arena, bool drawn)
{
    struct input_set *set = arena_alloc(arena, sizeof(*set));

    set->create = drawn ? NULL : json_object(arena);
    return set;
}

static void again(const char *const *argv, const char *const *names, const char *command)
{
    struct arena *arena = arena_new();
    const struct run run = { .options = { .argv = argv, .selection_names = names },
                             .sets = sets_of(arena, false),
                             .set_count = 1,
                             .redactor = redactor_new(arena, thing) };

    check_text(again_command(arena, &run, &outcome), command);
    arena_free(arena);
}

static void options_stay(void)
{
    again(NULL, NULL, "cfnc test contract_create_read");
    again((const char *const[]){ "cfnc", "test", "--seed", "1", "--schema", "it's one.json", NULL },
          NULL, "cfnc test --seed 1 --schema 'it'\\''s one.json' contract_create_read");
    again((const char *const[]){ "cfnc", "test", "--region=", "", NULL }, NULL,
          "cfnc test --region= '' contract_create_read");
}

static void what_chose_the_tests_goes(void)
{
    again((const char *const[]){ "cfnc", "test", "-k", "create", "-mread", "--deselect=x", "-x",
                                 "--maxfail", "2", "--report", "json", "--junitxml=o.xml", "--html",
                                 "o.html", "-v", "contract_create_list", "--", "--pdb", NULL },
          (const char *const[]){ "contract_create_list", NULL },
          "cfnc test -v contract_create_read");
    again((const char *const[]){ "cfnc", "test", "-k", NULL }, NULL,
          "cfnc test contract_create_read");
}

/* What was drawn is drawn again; a seed of the user's own stays. */
static void the_seed_is_told(void)
{
    struct arena *arena = arena_new();
    struct run run = { .options = { .seed = 42,
                                    .argv = (const char *const[]){ "cfnc", "test", "-k", "read",
                                                                   "--", "-x", NULL } },
                       .sets = sets_of(arena, true),
                       .set_count = 1,
                       .redactor = redactor_new(arena, thing) };

    check_text(again_command(arena, &run, &outcome), "cfnc test --seed 42 contract_create_read");
    check_text(again_whole(arena, &run), "cfnc test --seed 42 -k read -- -x");
    run.options.argv = (const char *const[]){ "cfnc", "test", "--seed=42", NULL };
    check_text(again_whole(arena, &run), "cfnc test --seed=42");
    arena_free(arena);
}

static void one_of_several_sets(void)
{
    struct arena *arena = arena_new();
    const struct input_set sets[] = { { .id = "inputs_1", .create = json_object(arena) },
                                      { .id = "inputs_2", .create = json_object(arena) } };
    const struct outcome second = { .name = "contract_create_read", .set = &sets[1] };
    const struct run run = { .sets = sets, .set_count = 2, .redactor = redactor_new(arena, thing) };

    check_text(again_command(arena, &run, &second), "cfnc test 'contract_create_read[inputs_2]'");
    arena_free(arena);
}

static const struct test tests[] = {
    { "again: options stay, as a shell reads them", options_stay },
    { "again: what chose the tests goes", what_chose_the_tests_goes },
    { "again: the seed of what was drawn at random", the_seed_is_told },
    { "again: one of several sets", one_of_several_sets },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
