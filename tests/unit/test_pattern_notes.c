#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/pattern/pattern.h"

/* The one note of its kind on a pattern: NULL for none. */
struct row {
    const char *pattern;
    enum pattern_note_kind kind;
    size_t offset;
    const char *what;
};

static void check_rows(const struct row *rows)
{
    struct arena *arena = arena_new();

    for (; rows->pattern; rows++) {
        const struct pattern_note *note = pattern_notes(arena, rows->pattern);

        while (note->what && note->kind != rows->kind)
            note++;
        bool good = rows->what ? check_contains(note->what, rows->what) &&
                                     check_number((long long)note->offset, (long long)rows->offset)
                               : check_text(note->what, NULL);
        for (; good && note->what; note++)
            good = check(note->hint && *note->hint);
        if (!good)
            printf("      %s\n", rows->pattern);
    }
    arena_free(arena);
}

static void other_dialects_are_noted(void)
{
    static const struct row rows[] = {
        { "^[a-z]{1,3}$", PATTERN_FOREIGN, 0, NULL },
        { "^(?:a|b)*?(?=c)(?<!d)$", PATTERN_FOREIGN, 0, NULL },
        { "\\Aabc$", PATTERN_FOREIGN, 0, "\\A is not ECMA-262" },
        { "^abc\\Z", PATTERN_FOREIGN, 4, "\\Z is not ECMA-262" },
        { "^abc\\z", PATTERN_FOREIGN, 4, "\\z is not ECMA-262" },
        { "^\\u00e9\\Z", PATTERN_FOREIGN, 7, "\\Z" },
        { "(?i)^a$", PATTERN_FOREIGN, 0, "(?i)" },
        { "^(?i:a)$", PATTERN_FOREIGN, 1, "(?i:...)" },
        { "^a(?#b)$", PATTERN_FOREIGN, 2, "(?#...)" },
        { "^(?P<n>a)$", PATTERN_FOREIGN, 1, "(?P<name>...)" },
        { "^(?<n>a)(?P=n)$", PATTERN_FOREIGN, 8, "(?P=name)" },
        { "^(?>a)$", PATTERN_FOREIGN, 1, "(?>...)" },
        { "^a++$", PATTERN_FOREIGN, 3, "possessive" },
        { "^a*{1,3}$", PATTERN_FOREIGN, 3, "quantifier behind a quantifier" },
        { "^*a$", PATTERN_FOREIGN, 1, "repeat" },
        { "^\\Qa.b\\E$", PATTERN_FOREIGN, 1, "\\Q...\\E" },
        { "^[\\p{Alnum}]$", PATTERN_FOREIGN, 2, "property" },
        { "^\\p{IsLatin}$", PATTERN_FOREIGN, 1, "property" },
        { "^\\pL$", PATTERN_FOREIGN, 1, "without braces" },
        { "^\\x{e9}$", PATTERN_FOREIGN, 1, "\\x{...}" },
        { 0 },
    };
    check_rows(rows);
}

static void what_only_browsers_allow_is_noted(void)
{
    static const struct row rows[] = {
        { "^\\-\\_$", PATTERN_LOOSE, 1, "needs no escape" },
        { "^[\\-]\\/\\.$", PATTERN_LOOSE, 0, NULL },
        { "^\\a$", PATTERN_LOOSE, 1, "only the letter" },
        { "^\\012$", PATTERN_LOOSE, 1, "octal" },
        { "^\\0$", PATTERN_LOOSE, 0, NULL },
        { "^\\u12$", PATTERN_LOOSE, 1, "not complete" },
        { "^\\c1$", PATTERN_LOOSE, 1, "not complete" },
        { "^{a}$", PATTERN_LOOSE, 1, "brace" },
        { "^a]$", PATTERN_LOOSE, 2, "bracket" },
        { "^[a\\w-.]$", PATTERN_LOOSE, 3, "range" },
        { "^(?=a)*$", PATTERN_LOOSE, 6, "lookahead" },
        { "^\\k<n>$", PATTERN_LOOSE, 1, "\\k" },
        { 0 },
    };
    check_rows(rows);
}

static void what_python_refuses_is_noted(void)
{
    static const struct row rows[] = {
        { "^a\\z", PATTERN_DIFFERS, 0, NULL },
        { "^\\d\\d$", PATTERN_DIFFERS, 0, NULL },
        { "^\\p{L}\\P{L}", PATTERN_DIFFERS, 1, "Python" },
        { 0 },
    };
    check_rows(rows);
}

static void anchors_of_some_alternatives_are_noted(void)
{
    static const struct row rows[] = {
        { "^$|^abc$", PATTERN_PARTLY, 0, NULL },
        { "(^a$)|(?:^b$)", PATTERN_PARTLY, 0, NULL },
        { "\\Aabc\\Z|(?!-)^abc$(?<!-)", PATTERN_PARTLY, 0, NULL },
        { "^abc$|.*abc.*|[\\s\\S]*", PATTERN_PARTLY, 0, NULL },
        { "^a|b$", PATTERN_PARTLY, 2, "|" },
        { "^a|b|^c", PATTERN_PARTLY, 2, "|" },
        { "(?m)^a$|b", PATTERN_PARTLY, 0, NULL },
        { "a|b", PATTERN_PARTLY, 0, NULL },
        { 0 },
    };
    check_rows(rows);
}

static void notes_are_in_order(void)
{
    struct arena *arena = arena_new();
    const struct pattern_note *note = pattern_notes(arena, "(?=a\\Z)*\\_|\\A++\\d{2}{3}\\d\\p{L}");
    size_t last = 0, count = 0;

    for (; note->what; note++, count++) {
        check(note->offset >= last);
        last = note->offset;
    }
    check(count >= 7);
    check_text(pattern_notes(arena, "")->what, NULL);
    check_contains(pattern_notes(arena, "a\\Z(")->what, "\\Z");
    check_text(pattern_notes(arena, "(")->what, NULL);
    arena_free(arena);
}

static void ecma_with_flag_u_is_told(void)
{
    static const char *const good[] = {
        "",           "^[a-z]+$",      "a{2}",
        "\\u{1F432}", "\\p{Lu}",       "\\p{Script=Greek}",
        "(?<n>a)\\1", "(?<=a+)b",      "[^]",
        "[]",         "\\cJ",          "\\0",
        "[\\b\\-]",   "\\/",           "\\k<n>(?<n>)",
        "(?:)",       "\\p{ID_Start}", "\\p{gc=Lu}",
    };
    static const char *const bad[] = {
        "a\\Z",
        "\\a",
        "\\-",
        "{",
        "}",
        "]",
        "a{,2}",
        "(?i)a",
        "a++",
        "[\\w-a]",
        "\\1",
        "\\08",
        "\\c1",
        "[\\c1]",
        "\\k",
        "\\p{Alnum}",
        "\\pL",
        "\\u{110000}",
        "(?=a)*",
        "(?<=a)*",
        "(",
        "[",
        "*",
        "(?<n>a)(?<n>b)",
        "\\x4",
        "\\p{Lv}",
        "\\p{gc=Alpha}",
        "\\p{sc=Nonsense}",
        "(?<1>a)",
        "\\k<m>(?<n>)",
    };

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        if (!check(pattern_is_ecma(good[i])))
            printf("      %s\n", good[i]);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (!check(!pattern_is_ecma(bad[i])))
            printf("      %s\n", bad[i]);
}

static const struct test tests[] = {
    { "pattern notes: other dialects", other_dialects_are_noted },
    { "pattern notes: what only browsers allow", what_only_browsers_allow_is_noted },
    { "pattern notes: what Python refuses", what_python_refuses_is_noted },
    { "pattern notes: anchors of some alternatives", anchors_of_some_alternatives_are_noted },
    { "pattern notes: in the order of the source", notes_are_in_order },
    { "pattern: ECMA-262 with flag u is told from the rest", ecma_with_flag_u_is_told },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
