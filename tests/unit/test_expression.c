#include "engine/expression.h"
#include "test.h"

#include <string.h>

/* The identifiers that are true stand in the context, blanks around each. */
static bool among(const void *context, const char *identifier)
{
    const char *all = context;

    for (const char *at = strstr(all, identifier); at; at = strstr(at + 1, identifier))
        if (at > all && at[-1] == ' ' && at[strlen(identifier)] == ' ')
            return true;
    return false;
}

static bool holds(const char *text, const char *all)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct expression *expression = expression_read(arena, text, &error);

    check_text(error.text, "");
    const bool result = expression && expression_true(expression, among, all);
    arena_free(arena);
    return result;
}

static void values(void)
{
    check(holds("a", " a ") && !holds("a", " b "));
    check(holds("not a", " b ") && !holds("not a", " a "));
    check(holds("not not a", " a "));
    check(holds("a and b", " a b ") && !holds("a and b", " a "));
    check(holds("a or b", " b ") && !holds("a or b", " c "));
    check(holds("a or b and c", " a ") && !holds("a or b and c", " b "));
    check(!holds("(a or b) and c", " a ") && holds("(a or b) and c", " b c "));
    check(holds("not a or b", " a b ") && !holds("not (a or b)", " a b "));
    check(!holds("not a and not b", " b ") && holds("not a and not b", " c "));
    check(holds("a and (b or (c and not d)) and e", " a c e "));
    check(!holds("a and (b or (c and not d)) and e", " a c d e "));
    check(holds("a or b or c or d", " d ") && !holds("a and b and c and d", " a b c "));
    check(!holds("", " a ") && !holds(" \t", " a "));
}

static void identifiers(void)
{
    check(holds("a-b", " a-b ") && holds("-a", " -a "));
    check(holds("x::y[inputs_1]", " x::y[inputs_1] "));
    check(holds("a\\b/c.d+e:f", " a\\b/c.d+e:f "));
    check(holds("(a)and(b)", " a b "));
    check(holds("andy or notable", " notable ") && holds("AND", " AND "));
    check(holds("\xC3\xA9t\xC3\xA9", " \xC3\xA9t\xC3\xA9 "));
    check(holds("1", " 1 ") && holds("\ta \t", " a "));
}

static void objections(void)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        { "a and",
          "at column 6: expected not OR left parenthesis OR identifier; got end of input" },
        { "(", "at column 2: expected not OR left parenthesis OR identifier; got end of input" },
        { ")",
          "at column 1: expected not OR left parenthesis OR identifier; got right parenthesis" },
        { "or", "at column 1: expected not OR left parenthesis OR identifier; got or" },
        { "not or", "at column 5: expected not OR left parenthesis OR identifier; got or" },
        { "a b", "at column 3: expected end of input; got identifier" },
        { "a not b", "at column 3: expected end of input; got not" },
        { "(a", "at column 3: expected right parenthesis; got end of input" },
        { "(a b", "at column 4: expected right parenthesis; got identifier" },
        { "a)", "at column 2: expected end of input; got right parenthesis" },
        { "not", "at column 4: expected not OR left parenthesis OR identifier; got end of input" },
        { "a == b", "at column 3: unexpected character \"=\"" },
        { "\xC3\xA9 & a", "at column 3: unexpected character \"&\"" },
        { "a \x1B", "at column 3: unexpected character \"\\u001b\"" },
        { "a\xFF", "at column 2: unexpected character \"\\xff\"" },
        { "a\nb", "at column 2: unexpected character \"\\n\"" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        struct error error = { .text = "" };

        check(!expression_read(arena, rows[i].text, &error));
        check_text(error.text, rows[i].error);
        arena_free(arena);
    }
}

static void depth(void)
{
    static char text[200001];
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    memset(text, '(', 200000);
    check(!expression_read(arena, text, &error));
    check_contains(error.text, "at column 101: nested deeper than 100 levels");
    for (size_t i = 0; i < 200000; i += 4)
        memcpy(text + i, "not ", 4);
    check(!expression_read(arena, text, &error));
    check_contains(error.text, "nested deeper");
    memset(text, 0, sizeof(text));
    memset(text, '(', 99);
    text[99] = 'a';
    memset(text + 100, ')', 99);
    check(holds(text, " a "));
    for (size_t i = 0; i < 200000; i += 5)
        memcpy(text + i, "a or ", 5);
    memcpy(text + 199995, "bcdef", 5);
    check(holds(text, " bcdef ") && !holds(text, " b "));
    arena_free(arena);
}

static const struct test tests[] = {
    { "expression: what it is true of", values },
    { "expression: identifiers", identifiers },
    { "expression: errors with their column", objections },
    { "expression: deep and long ones", depth },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
