#include "cfnc/prepare/preflight.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"

/* A project in a folder of its own, looked at as `cfnc doctor` does. Nothing listens at its
 * endpoint. */
struct bench {
    struct arena *arena;
    char folder[40];
    const char *files[8];
    size_t count;
    struct options options;
    struct project_subject subject;
    struct target target;
    struct preflight preflight;
};

static void begin(struct bench *b)
{
    static char words[][24] = { "--endpoint", "http://127.0.0.1:1", "--offline" };
    char *const argv[] = { words[0], words[1], words[2] };
    struct error error;

    *b = (struct bench){ .arena = arena_new(), .folder = "/tmp/cfnc-preflight-XXXXXX" };
    unsetenv("HOME");
    unsetenv("AWS_REGION");
    unsetenv("AWS_DEFAULT_REGION");
    unsetenv("AWS_PROFILE");
    check(mkdtemp(b->folder) != NULL);
    check_number(options_read(b->arena, IN_DOCTOR, 3, argv, &b->options, &error), EXIT_OK);
    b->options.subject.folder = b->folder;
}

static void put(struct bench *b, const char *name, const char *text)
{
    struct error error;

    b->files[b->count] = file_join(b->arena, b->folder, name);
    check(file_write(b->arena, b->files[b->count++], text, strlen(text), &error));
}

static void look(struct bench *b)
{
    b->preflight = preflight_new(b->arena, &b->options, &b->subject, &b->target);
    preflight_look(&b->preflight, STAGE_FILES);
    preflight_look(&b->preflight, STAGE_TARGET);
    preflight_look(&b->preflight, STAGE_DOCTOR);
}

static void end(struct bench *b)
{
    for (size_t i = 0; i < b->count; i++)
        unlink(b->files[i]);
    rmdir(file_join(b->arena, b->folder, "inputs"));
    check_number(rmdir(b->folder), 0);
    arena_free(b->arena);
}

static const char schema[] =
    "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Name\"],"
    " \"additionalProperties\": false, \"writeOnlyProperties\": [\"/properties/Key\"],"
    " \"properties\": {\"Name\": {\"type\": \"string\"}, \"Key\": {\"type\": \"string\"}},"
    " \"handlers\": {\"create\": {\"permissions\": []}, \"read\": {\"permissions\": []},"
    " \"delete\": {\"permissions\": []}}}";

static enum check_verdict verdict(const struct bench *b, enum check_id id)
{
    return b->preflight.checked[id].verdict;
}

/* Every verdict of every row, in their order: 'o', 'w', 'p', or '-' where it was not judged. */
static const char *verdicts(const struct bench *b)
{
    struct bench copy = *b;
    char *text = arena_alloc(copy.arena, CHECK_COUNT + 1);

    for (size_t i = 0; i < CHECK_COUNT; i++)
        text[i] = "-owp"[verdict(b, (enum check_id)i)];
    return text;
}

static void names_are_different(void)
{
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        check(*check_name((enum check_id)i) != '\0');
        for (size_t k = 0; k < i; k++)
            check(strcmp(check_name((enum check_id)i), check_name((enum check_id)k)) != 0);
    }
}

/* project to image, exceptions to tests, credentials to account, template, leftovers. */
static void what_depends_is_not_judged(void)
{
    struct bench b;

    begin(&b);
    look(&b);
    check_text(verdicts(&b), "p----"
                             "---"
                             "oop--"
                             "oo");
    check_number((long long)preflight_problems(&b.preflight).count, 2);
    put(&b, ".rpdk-config", "{\"typeName\": \"Acme::Demo::Thing\"}");
    put(&b, "acme-demo-thing.json", "{");
    look(&b);
    check_text(verdicts(&b), "op---"
                             "---"
                             "oop--"
                             "oo");
    put(&b, "acme-demo-thing.json", schema);
    b.count--; /* it is there once */
    look(&b);
    check_text(verdicts(&b), "ooooo"
                             "---"
                             "oop--"
                             "oo");
    check(b.preflight.unreachable);
    end(&b);
}

static void codes_have_an_order(void)
{
    static const enum exit_code order[] = { EXIT_NO_TEST, EXIT_TARGET, EXIT_PROJECT, EXIT_USAGE };
    struct arena *arena = arena_new();
    struct problems problems = problems_new(arena);

    check_number(problems_code(&problems), EXIT_OK);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        problems_add(&problems, order[i], arena_printf(arena, "problem %zu", i));
        check_number(problems_code(&problems), order[i]);
    }
    problems_add(&problems, EXIT_NO_TEST, "another");
    check_number(problems_code(&problems), EXIT_USAGE);
    arena_free(arena);
}

static void nothing_is_said_twice(void)
{
    struct arena *arena = arena_new();
    struct problems problems = problems_new(arena);

    problems_add(&problems, EXIT_PROJECT, "no profile \"x\"");
    problems_add(&problems, EXIT_TARGET, "no profile \"x\"; --offline sends placeholders");
    problems_add(&problems, EXIT_PROJECT, "no profile");
    problems_add(&problems, EXIT_PROJECT, "no profile \"x\"");
    check_number((long long)problems.count, 2);
    check_text(problems.first->text, "no profile \"x\"");
    check_text(problems.first->next->text, "no profile");
    arena_free(arena);
}

static void secrets_are_hidden(void)
{
    struct bench b;

    begin(&b);
    put(&b, ".rpdk-config", "{\"typeName\": \"Acme::Demo::Thing\"}");
    put(&b, "acme-demo-thing.json", schema);
    put(&b, "inputs/inputs_1_create.json",
        "{\"Name\": \"x\", \"Key\": \"open-sesame\", \"open-sesame\": 1}");
    look(&b);
    check_number(verdict(&b, CHECK_INPUTS), CHECK_PROBLEM);
    const struct problems problems = preflight_problems(&b.preflight);
    check_contains(problems.first->text, "the property is not declared");
    check(!strstr(problems.first->text, "sesame"));
    end(&b);
}

static const struct test tests[] = {
    { "preflight: names are different", names_are_different },
    { "preflight: what depends on something wrong is not judged", what_depends_is_not_judged },
    { "preflight: codes have an order", codes_have_an_order },
    { "preflight: nothing is said twice", nothing_is_said_twice },
    { "preflight: secrets are hidden", secrets_are_hidden },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
