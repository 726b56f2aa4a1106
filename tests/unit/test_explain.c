#include "cfnc/engine/trial.h"
#include "cfnc/help/explain.h"
#include "cfnc/suite/resource.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/lint/lint.h"
#include "cfnc/option/options.h"
#include "cfnc/prepare/preflight.h"
#include "cfnc/resource/codes.h"
#include "test.h"

/* A text on one line, with one blank between its words. */
static const char *unwrapped(struct arena *arena, const char *text)
{
    struct text out = text_new(arena);

    for (size_t length; *text; text += length) {
        text += strspn(text, " \n");
        length = strcspn(text, " \n");
        text_addf(&out, "%s%.*s", out.length ? " " : "", (int)length, text);
    }
    return out.bytes;
}

/* The topic is explained with that sentence, on lines that fit a terminal. */
static void explained(const char *topic, const char *sentence)
{
    struct arena *arena = arena_new();
    const char *text = explain_topic(arena, topic);

    if (check(text)) {
        check_contains(unwrapped(arena, text), unwrapped(arena, sentence));
        check(strncmp(text, topic, strlen(topic)) == 0 && text[strlen(topic)] == ':');
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            check(strcspn(line, "\n") <= 80 && strncmp(line, "  \n", 3) != 0);
    }
    arena_free(arena);
}

static void rules_and_faults(void)
{
    for (size_t r = 0; r < rule_count(&resource_protocol); r++) {
        const struct rule *rule = rule_at(&resource_protocol, r);

        explained(rule->id, rule->must);
        /* what to change, in more than a word, and no more than three lines of a block */
        if (check(rule->hint && strlen(rule->hint) > 25 && strlen(rule->hint) < 180))
            explained(rule->id, rule->hint);
        else
            printf("    the hint of %s\n", rule->id);
        if (check(rule->source && *rule->source))
            explained(rule->id, rule->source);
    }
    fault_each (fault)
        explained(fault->name, fault->text);
    const struct lint_rule *row;
    for (size_t i = 0; (row = lint_rule_at(i)); i++) {
        explained(row->id, row->text);
        explained(row->id, row->hint);
        explained(row->id, row->source);
    }
}

/* Every code that a handler may return has a row, and there is no row of anything else. */
static void codes(void)
{
    unsigned seen = 0;

    for (const struct explained_code *row = explained_codes; row->code; row++) {
        check(!(seen & row->code));
        seen |= row->code;
        explained(error_code_name(row->code), row->meaning);
    }
    for (const struct code *code = error_codes; code->name; code++) {
        check(seen & code->value);
        seen &= ~code->value;
    }
    check_number(seen, 0);
}

static void exit_codes(void)
{
    static const enum exit_code all[] = { EXIT_OK,          EXIT_TEST_FAILED, EXIT_USAGE,
                                          EXIT_TARGET,      EXIT_PROJECT,     EXIT_NO_TEST,
                                          EXIT_LEFT_BEHIND, EXIT_TIMED_OUT,   EXIT_REPORT,
                                          EXIT_INTERNAL,    EXIT_INTERRUPTED, EXIT_TERMINATED };
    size_t count = 0;

    for (const struct explained_word *row = explained_exits; row->name; row++) {
        if (check(count < sizeof(all) / sizeof(all[0])))
            check_number(strtol(row->name, NULL, 10), all[count++]);
        explained(row->name, row->advice);
    }
    check_number((long long)count, sizeof(all) / sizeof(all[0]));
}

/* --- What is explained at all, and that no part of it is empty --- */

static void says_all(const char *topic, const char *const *labels)
{
    struct arena *arena = arena_new();
    const char *text = explain_topic(arena, topic);

    for (; check(text) && *labels; labels++) {
        const char *line = strstr(text, arena_printf(arena, "\n  %s ", *labels));

        if (!check(line && line[2 + strlen(*labels) + 1] != '\n'))
            printf("    %s has no %s\n", topic, *labels);
    }
    arena_free(arena);
}

/* Every rule and code has causes in each language, or is about no handler; and an example. */
static void causes(void)
{
    static const char *const all[] = {
        "Java", "Python", "TypeScript", "Go", "Before", "After", NULL
    };
    static const char *const example[] = { "Before", "After", NULL };
    size_t rows = 0;

    for (size_t r = 0; r < rule_count(&resource_protocol); r++) {
        const struct rule *rule = rule_at(&resource_protocol, r);

        says_all(rule->id, rule->looks_at ? example : all);
    }
    for (const struct explained_code *row = explained_codes; row->code; row++)
        says_all(error_code_name(row->code), all);
    for (const struct explained_cause *row = explained_causes; row->topics; row++, rows++) {
        struct arena *arena = arena_new();
        char *words = arena_printf(arena, "%s", row->topics);

        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
            if (!check((rule_named(&resource_protocol, word) ||
                        code_read(error_codes, word) != UNDOCUMENTED_CODE) &&
                       explain_cause(word) == row))
                printf("    %s is explained twice, or is none\n", word);
        check(!row->java == !row->go && !row->java == !row->python &&
              !row->java == !row->typescript && row->before && row->after);
        arena_free(arena);
    }
    check(rows > 30);
}

static void every_option(void)
{
    static const char *const parts[] = { "Commands", "Example", NULL };
    struct arena *arena = arena_new();
    size_t count = 0;

    for (const struct option *row = option_rows(); row->name || row->letter; row++, count++) {
        const char *name = row->name ? arena_printf(arena, "--%s", row->name)
                                     : arena_printf(arena, "-%c", row->letter);

        if (row->kind == OPTION_REFUSED)
            explained(name, row->help);
        else
            says_all(name, parts);
        if (row->help && row->kind != OPTION_IGNORED)
            explained(name, row->help);
        check(explain_topic(arena, name + (row->name ? 2 : 1)));
    }
    check(count > 150);
    arena_free(arena);
}

/* Each row has words, and each thing a row. */
static size_t words(const struct explained_word *row)
{
    size_t count = 0;

    for (; row->name; row++, count++) {
        check(row->meaning && *row->meaning && row->advice && *row->advice);
        explained(row->name, row->meaning);
        explained(row->name, row->advice);
    }
    return count;
}

static void tests_and_other_words(void)
{
    struct arena *arena = arena_new();

    for (const struct module *module = resource_protocol.modules; module->name; module++)
        for (const struct contract_test *t = module->tests; t->name; t++) {
            check(explain_topic(arena, t->name));
            check(!t->v2_name || explain_topic(arena, t->v2_name));
        }
    for (const struct explained_word *row = explained_tests; row->name; row++) {
        bool known = false;

        for (const struct module *module = resource_protocol.modules; module->name; module++)
            for (const struct contract_test *t = module->tests; t->name; t++)
                known = known || strcmp(t->name, row->name) == 0 ||
                        (t->v2_name && strcmp(t->v2_name, row->name) == 0);
        if (!check(known))
            printf("    there is no test %s\n", row->name);
    }
    check(words(explained_tests) > 50);
    check_number((long long)words(explained_markers), ACTION_COUNT);
    check_number((long long)words(explained_suites), 3);
    check_number((long long)words(explained_checks), CHECK_COUNT);
    for (int id = 0; id < CHECK_COUNT; id++)
        check(explain_topic(arena, check_name((enum check_id)id)));
    explained("contract_create_read", "Judges create.readable");
    explained("contract_create_taggable", "skipped: the type is not taggable");
    for (int v = VERDICT_PASSED; v <= VERDICT_NOT_RUN; v++)
        check(explain_topic(arena, verdict_name((enum verdict)v)));
    check_contains(explain_topic(arena, "FLAKY"), "flaky: ");
    check_contains(explain_topic(arena, "WAIVED"), "waived: ");
    arena_free(arena);
}

/* All of it fits a screen that is not tall: nobody scrolls for one word. */
static void one_screen(void)
{
    enum { LINES = 36 };
    struct arena *arena = arena_new();
    const char *names = explain_list(arena, true);

    for (const char *at = names; *at; at += strcspn(at, "\n") + 1) {
        struct arena *scratch = arena_new();
        const char *text = explain_topic(scratch, arena_copy(scratch, at, strcspn(at, "\n")));
        size_t lines = 0;

        for (const char *line = text; line && *line; line += strcspn(line, "\n") + 1, lines++)
            if (!check(strcspn(line, "\n") <= 80))
                printf("    %.*s: %.*s\n", (int)strcspn(at, "\n"), at, (int)strcspn(line, "\n"),
                       line);
        if (!check(lines && lines <= LINES))
            printf("    %.*s has %zu lines\n", (int)strcspn(at, "\n"), at, lines);
        arena_free(scratch);
    }
    arena_free(arena);
}

static void the_list_as_json(void)
{
    struct arena *arena = arena_new();
    const json *rows = explain_list_json(arena);
    size_t count = 0;

    for (const char *at = explain_list(arena, true); *at; at += strcspn(at, "\n") + 1) {
        const json *row = json_at(rows, count++);

        check(strncmp(json_string(json_get(row, "name")), at, strcspn(at, "\n")) == 0);
        check(*json_string(json_get(row, "kind")) && *json_string(json_get(row, "text")));
    }
    check_number((long long)json_length(rows), (long long)count);
    arena_free(arena);
}

/* The list names each topic once, and everything that it names is explained. */
static void the_list(void)
{
    struct arena *arena = arena_new();
    const char *names = explain_list(arena, true), *list = explain_list(arena, false);

    for (const char *at = names; *at; at += strcspn(at, "\n") + 1) {
        const char *name = arena_copy(arena, at, strcspn(at, "\n"));
        const char *line = arena_printf(arena, "\n%s\n", name);

        check(explain_topic(arena, name));
        check_contains(list, arena_printf(arena, "\n  %s ", name));
        check(!strstr(at + strlen(name), line));
    }
    check_contains(names, "\n143\n");
    arena_free(arena);
}

static void what_there_is_not(void)
{
    static const char *const words[] = { "",
                                         "9",
                                         "raed",
                                         "NOTFOUND",
                                         "-",
                                         "--",
                                         "---k",
                                         "--nothing-like-it",
                                         "no-such-topic-anywhere",
                                         "%s",
                                         "\xff",
                                         "Unknown\n" };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        check(!explain_topic(arena, words[i]));
    check_text(explain_nearest(arena, "notfound"), "NotFound");
    check_text(explain_nearest(arena, "read.not-fuond"), "read.not-found");
    check_text(explain_nearest(arena, "no-such-topic-anywhere"), NULL);
    arena_free(arena);
}

static const struct test tests[] = {
    { "explain: rules and faults, in the words of their rows", rules_and_faults },
    { "explain: every error code", codes },
    { "explain: every exit code", exit_codes },
    { "explain: causes by language, and examples", causes },
    { "explain: every option", every_option },
    { "explain: tests, markers, verdicts, checks", tests_and_other_words },
    { "explain: one screen", one_screen },
    { "explain: the list is complete", the_list },
    { "explain: the list as JSON", the_list_as_json },
    { "explain: what there is not", what_there_is_not },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
