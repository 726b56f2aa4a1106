#include "cfnc/explain.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/contract.h"
#include "cfnc/lint.h"
#include "cfnc/text.h"
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
    for (const struct rule *rule = rules; rule->id; rule++) {
        explained(rule->id, rule->must);
        explained(rule->id, rule->hint ? rule->hint : "");
        if (check(rule->source && *rule->source))
            explained(rule->id, rule->source);
    }
    for (const struct fault *fault = fault_first(); fault; fault = fault_next(fault))
        explained(fault->name, fault->text);
    const struct lint_rule *row;
    for (size_t i = 0; (row = lint_rule_at(i)); i++) {
        explained(row->id, row->text);
        explained(row->id, row->hint);
        explained(row->id, row->source);
    }
}

/* Every code that a handler may return has a row, and there is no row of anything else. */
static void error_codes(void)
{
    unsigned seen = 0;

    for (const struct explained_code *row = explained_codes; row->code; row++) {
        check(!(seen & row->code));
        seen |= row->code;
        explained(error_code_name(row->code), row->meaning);
    }
    for (unsigned code = 1; code < UNDOCUMENTED_CODE; code <<= 1)
        check(!!(seen & code) == (code != NO_ERROR));
    check(!(seen & UNDOCUMENTED_CODE));
}

static void exit_codes(void)
{
    static const enum exit_code all[] = { EXIT_OK,          EXIT_TEST_FAILED, EXIT_USAGE,
                                          EXIT_TARGET,      EXIT_PROJECT,     EXIT_NO_TEST,
                                          EXIT_LEFT_BEHIND, EXIT_TIMED_OUT,   EXIT_REPORT,
                                          EXIT_INTERNAL,    EXIT_INTERRUPTED, EXIT_TERMINATED };
    size_t count = 0;

    for (const struct explained_exit *row = explained_exits; row->code; row++) {
        if (check(count < sizeof(all) / sizeof(all[0])))
            check_number(strtol(row->code, NULL, 10), all[count++]);
        explained(row->code, row->advice);
    }
    check_number((long long)count, sizeof(all) / sizeof(all[0]));
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
    static const char *const words[] = {
        "", "9", "read", "NOTFOUND", "no-such-topic-anywhere", "%s", "\xff", "Unknown\n"
    };
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
    { "explain: every error code", error_codes },
    { "explain: every exit code", exit_codes },
    { "explain: the list is complete", the_list },
    { "explain: what there is not", what_there_is_not },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
