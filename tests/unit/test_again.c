#include "cfnc/option/options.h"
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

static void again(const char *const *argv, const char *command)
{
    struct arena *arena = arena_new();
    struct run run = { .options = { .argv = argv },
                       .sets = sets_of(arena, false),
                       .set_count = 1,
                       .redactor = redactor_new(arena, thing) };

    options_rerun(arena, &run.options);
    check_text(again_command(arena, &run, &outcome), command);
    arena_free(arena);
}

#define TYPED(...) ((const char *const[]){ "cfnc", "test", __VA_ARGS__, NULL })

static void options_stay(void)
{
    again(NULL, "cfnc test contract_create_read");
    again(TYPED("--seed", "1", "--schema", "it's one.json"),
          "cfnc test --seed 1 --schema 'it'\\''s one.json' contract_create_read");
    again(TYPED("--region=eu-west-1", "--", "-s", "--reruns", "2", "-p", "x"),
          "cfnc test --region eu-west-1 --retries 2 contract_create_read");
}

static void what_chose_the_tests_goes(void)
{
    again(TYPED("-k", "create", "-mread", "--deselect=x", "-x", "--maxfail", "2", "--report",
                "json", "--junitxml=o.xml", "--html", "o.html", "-v", "contract_create_list", "--",
                "--pdb"),
          "cfnc test -v contract_create_read");
    again(TYPED("-k", "contract_create_list", "--schema", "contract_create_list",
                "contract_create_list"),
          "cfnc test --schema contract_create_list contract_create_read");
    again(TYPED("-k"), "cfnc test contract_create_read");
}

static void it_is_read_as_options_are(void)
{
    again(TYPED("-xvkcreate", "--desel", "contract_read", "--", "-xvs", "--junit-xml=o.xml"),
          "cfnc test -v -v contract_create_read");
    again(TYPED("--wait-for-e", "5", "--is-none-now", "--seed", "cfnc-redacted-000001"),
          "cfnc test --wait-for-endpoint 5 --seed cfnc-redacted-000001 contract_create_read");
}

/* What a recording does not choose: where calls go, and with whose credentials. */
static void what_a_replay_needs(void)
{
    struct arena *arena = arena_new();
    const struct call call = { .seq = 3 };
    struct run run = { .id = "r",
                       .options = { .argv = TYPED("-C", "a b", "--prof", "p", "--schema", "s",
                                                  "--endpoint=https://x.example", "--region", "r",
                                                  "--ask-sts") },
                       .redactor = redactor_new(arena, thing) };

    options_rerun(arena, &run.options);
    check_text(replay_command(arena, &run, &call),
               "cfnc replay r/c3 -C 'a b' --profile p --endpoint https://x.example --ask-sts");
    run.options.argv = TYPED("--endpoint", "http://127.0.0.1:3001", "-v");
    options_rerun(arena, &run.options);
    check_text(replay_command(arena, &run, &call), "cfnc replay r/c3");
    arena_free(arena);
}

/* What was drawn is drawn again; a seed of the user's own stays. */
static void the_seed_is_told(void)
{
    struct arena *arena = arena_new();
    struct run run = { .options = { .seed = 42, .argv = TYPED("-k", "read", "--", "-x") },
                       .sets = sets_of(arena, true),
                       .set_count = 1,
                       .redactor = redactor_new(arena, thing) };

    options_rerun(arena, &run.options);
    check_text(again_command(arena, &run, &outcome), "cfnc test --seed 42 contract_create_read");
    check_text(again_whole(arena, &run), "cfnc test --seed 42 -k read -- -x");
    run.options.argv = TYPED("--seed=42");
    options_rerun(arena, &run.options);
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
    { "again: abbreviations, bundles and other names are read", it_is_read_as_options_are },
    { "again: what cfnc replay needs", what_a_replay_needs },
    { "again: the seed of what was drawn at random", the_seed_is_told },
    { "again: one of several sets", one_of_several_sets },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
