#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/pattern.h"
#include "cfnc/pattern_translate.h"

struct row {
    const char *pattern, *subject;
    enum pattern_verdict verdict;
};

static void check_rows(const struct row *rows)
{
    struct arena *arena = arena_new();

    for (; rows->pattern; rows++) {
        struct error error = { "" };
        const struct pattern *pattern = pattern_compile(arena, rows->pattern, &error);

        check_text(error.text, "");
        if (!check(pattern != NULL) || !pattern)
            continue;
        if (!check_number(pattern_search(pattern, rows->subject), rows->verdict))
            printf("      %s on %s\n", rows->pattern, rows->subject);
    }
    arena_free(arena);
}

static void check_refused(const char *source, const char *reason)
{
    struct arena *arena = arena_new();
    struct error error = { "" };

    check(pattern_compile(arena, source, &error) == NULL);
    check_contains(error.text, reason);
    check(!pattern_compiles(source));
    arena_free(arena);
}

static void classes_are_ascii(void)
{
    static const struct row rows[] = {
        { "^\\d$", "7", PATTERN_MATCH },
        { "^\\d$", "\xDF\x80", PATTERN_NO_MATCH }, /* NKO digit zero */
        { "^\\w$", "_", PATTERN_MATCH },
        { "^\\w$", "\xC3\xA9", PATTERN_NO_MATCH }, /* e with acute */
        { "^\\W$", "\xC3\xA9", PATTERN_MATCH },
        { "^[\\W]$", "\xE2\x82\xAC", PATTERN_MATCH },
        { "\\bx\\b", "\xC3\xA9x\xC3\xA9", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void white_space_is_ecmas(void)
{
    static const struct row rows[] = {
        { "^\\s$", "\v", PATTERN_MATCH },
        { "^\\s$", "\xC2\xA0", PATTERN_MATCH },
        { "^\\s$", "\xEF\xBB\xBF", PATTERN_MATCH },
        { "^[\\s]$", "\xE2\x80\xA8", PATTERN_MATCH },
        { "^\\s$", "\xE1\xA0\x8E", PATTERN_NO_MATCH },
        { "^\\S$", "\xEF\xBB\xBF", PATTERN_NO_MATCH },
        { "^[\\Sx]$", "\xE2\x80\xA9", PATTERN_NO_MATCH },
        { "^[^\\S\\n]$", "\n", PATTERN_NO_MATCH },
        { "^[^\\S\\n]$", "\t", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void lines_end_as_in_ecma(void)
{
    static const struct row rows[] = {
        { "^a.b$", "a\rb", PATTERN_NO_MATCH },
        { "^a.b$", "a\nb", PATTERN_NO_MATCH },
        { "^a.b$",
          "a\xE2\x80\xA8"
          "b",
          PATTERN_NO_MATCH },
        { "^a.b$",
          "a\xC2\x85"
          "b",
          PATTERN_MATCH },
        { "(?s)^a.b$", "a\nb", PATTERN_MATCH },
        { "^(?:(?s)a.)b.c$", "a\nb\nc", PATTERN_NO_MATCH },
        { "^abc$", "abc\n", PATTERN_NO_MATCH },
        { "^abc\\Z", "abc\n", PATTERN_NO_MATCH },
        { "\\Aabc\\Z", "abc", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void escapes_name_characters(void)
{
    static const struct row rows[] = {
        { "^\\u00e9$", "\xC3\xA9", PATTERN_MATCH },
        { "^\\uD83D\\uDC32+$", "\xF0\x9F\x90\xB2\xF0\x9F\x90\xB2", PATTERN_MATCH },
        { "^\\u{1F432}$", "\xF0\x9F\x90\xB2", PATTERN_MATCH },
        { "^\\x{1F432}\\x41$",
          "\xF0\x9F\x90\xB2"
          "A",
          PATTERN_MATCH },
        { "^\\cC\\cc$", "\x03\x03", PATTERN_MATCH },
        { "^\\v$", "\v", PATTERN_MATCH },
        { "^[\\b]$", "\b", PATTERN_MATCH },
        { "^\\-\\_\\@\\&\\e\\a$", "-_@&ea", PATTERN_MATCH },
        { "^\\h\\R\\K$", "hRK", PATTERN_MATCH },
        { "^\\u12$", "u12", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void sets_in_brackets(void)
{
    static const struct row rows[] = {
        { "[]", "]", PATTERN_NO_MATCH },
        { "^[^]$", "\n", PATTERN_MATCH },
        { "^[\\w-.]+$", "a-.", PATTERN_MATCH },
        { "^[\\w-.]+$", "a+", PATTERN_NO_MATCH },
        { "^[+-\\d]+$", "+-1", PATTERN_MATCH },
        { "^[a-]+$", "a-", PATTERN_MATCH },
        { "^[[:alpha:]]$", ":]", PATTERN_MATCH }, /* a class of five, and a bracket */
        { "^[a&&b]$", "&", PATTERN_MATCH },
        { "^[\\uD800\\uDC00-\\uDBFF\\uDFFF]$", "\xF0\x9F\x90\xB2", PATTERN_MATCH },
        { "^[\\uD800\\uDC00-\\uDBFF\\uDFFF]$", "a", PATTERN_NO_MATCH },
        { "^[\\uD000-\\uE000]$", "\xEE\x80\x80", PATTERN_MATCH },
        { "[\\uD800-\\uDBFF]", "\xF0\x9F\x90\xB2", PATTERN_NO_MATCH },
        { "^[^\\uD800]$", "a", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void properties_of_characters(void)
{
    static const struct row rows[] = {
        { "^\\p{Letter}\\p{L}\\pL$",
          "a\xC3\xA9"
          "b",
          PATTERN_MATCH },
        { "^\\p{Script=Greek}$", "\xCE\xB1", PATTERN_MATCH },
        { "^\\p{sc=Greek}$", "a", PATTERN_NO_MATCH },
        { "^\\p{IsLatin}$", "a", PATTERN_MATCH },
        { "^\\p{General_Category=Decimal_Number}$", "5", PATTERN_MATCH },
        { "^\\p{digit}$", "\xE0\xA7\xAA", PATTERN_MATCH }, /* Bengali four */
        { "^\\p{Digit}$", "\xE0\xA7\xAA", PATTERN_NO_MATCH },
        { "^[\\p{Alnum}_]+$", "a1_", PATTERN_MATCH },
        { "^[\\P{Alnum}]+$", "a", PATTERN_NO_MATCH },
        { "^\\P{L}$", "1", PATTERN_MATCH },
        { "^[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*$", "A b/c-1", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
    check_refused("\\p{Nonsense}", "unknown property");
}

static void groups_and_references(void)
{
    static const struct row rows[] = {
        { "^(a)(b)\\2\\1$", "abba", PATTERN_MATCH },
        { "^\\1(a)$", "a", PATTERN_MATCH }, /* a group that is not set matches nothing at all */
        { "^(?<n>a)\\k<n>$", "aa", PATTERN_MATCH },
        { "^(?P<n>a)b$", "ab", PATTERN_MATCH },
        { "^a(?=b)", "ab", PATTERN_MATCH },
        { "^(?!aws:)[a-z:]+$", "aws:x", PATTERN_NO_MATCH },
        { "(?<!-)$", "a-", PATTERN_NO_MATCH },
        { "^(?i)abc$", "aBc", PATTERN_MATCH },
        { "^(?i:a)b$", "AB", PATTERN_NO_MATCH },
        { "^\\101$", "A", PATTERN_MATCH }, /* octal where there is no such group */
        { 0 },
    };
    check_rows(rows);
}

static void quantifiers(void)
{
    static const struct row rows[] = {
        { "^a{,2}$", "a{,2}", PATTERN_MATCH },
        { "^a{2}$", "aa", PATTERN_MATCH },
        { "^{a}$", "{a}", PATTERN_MATCH },
        { "^a{2}{3}$", "aaaaaa", PATTERN_MATCH },
        { "^a{2}{3}$", "aaaaa", PATTERN_NO_MATCH },
        { "^[a-z]+{1,255}$", "abc", PATTERN_MATCH },
        { "^[a-z]*{1,1000}$", "", PATTERN_MATCH },
        { "^a*{0,1}b$", "aab", PATTERN_MATCH },
        { "^a+{2,3}$", "a", PATTERN_NO_MATCH },
        { "^a+?{1,3}b$", "aaab", PATTERN_MATCH },
        { "^a{0,70000}$", "aaa", PATTERN_MATCH },
        { "^(ab|\\{id\\}|\\{name\\}|[0-9_]){1,900}$", "ab{id}7{name}", PATTERN_MATCH },
        { "^(?:^)*a$", "a", PATTERN_MATCH },
        { 0 },
    };
    check_rows(rows);
}

/* So large that PCRE2 would not take the copies it makes of the group. */
static void long_repetitions_are_counted(void)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    char subject[1000] = "";
    const struct pattern *pattern = pattern_compile(
        arena,
        "^([a-zA-Z0-9_\\-=/]|\\{satellite_id\\}|\\{config\\-name}|\\{s3\\-config-id}|\\{year\\}|"
        "\\{month\\}|\\{day\\}){1,900}$",
        &error);

    check_text(error.text, "");
    if (check(pattern != NULL) && pattern) {
        check_number(pattern_search(pattern, ""), PATTERN_NO_MATCH);
        check_number(pattern_search(pattern, "a{year}b/{day}"), PATTERN_MATCH);
        memset(subject, 'a', 900);
        check_number(pattern_search(pattern, subject), PATTERN_MATCH);
        memset(subject, 'a', 901);
        check(pattern_search(pattern, subject) != PATTERN_MATCH);
    }
    arena_free(arena);
}

static void nonsense_is_refused(void)
{
    check_refused("(", "')' is missing");
    check_refused("a)", "offset 1: ')' without '('");
    check_refused("[", "class");
    check_refused("[z-a]", "class");
    check_refused("*a", "offset 0: nothing to repeat");
    check_refused("a|*", "offset 2: nothing to repeat");
    check_refused("a{3,2}", "out of order");
    check_refused("a{99999}", "too big");
    check_refused("\\", "at the end");
    check_refused("a\xFF", "UTF-8");
}

/* What PCRE2 would obey: verbs, calls, callouts and conditions. */
static void engine_commands_are_refused(void)
{
    check_refused("(*LIMIT_MATCH=4000000000)a", "nothing to repeat");
    check_refused("(?R)", "not ECMA-262");
    check_refused("(?1)(a)", "not ECMA-262");
    check_refused("(a)(?(1)b|c)", "not ECMA-262");
    check_refused("(?C1)a", "not ECMA-262");
    check_refused("(?|(a)|(b))", "not ECMA-262");
    check_refused("(?x)a b", "not ECMA-262");
    check_refused("(?#note)a", "not ECMA-262");
}

static void hostile_patterns_end(void)
{
    static const struct row rows[] = {
        { "^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", PATTERN_LIMIT },
        { "(a|aa)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
          PATTERN_LIMIT },
        { "(x+x+)+y", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nz y", PATTERN_LIMIT },
        { "^(?=(a+))\\1*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", PATTERN_NO_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void long_subjects_end(void)
{
    enum { LENGTH = 3 * 1024 * 1024 };
    struct arena *arena = arena_new();
    struct error error = { "" };
    char *subject = arena_alloc(arena, LENGTH + 1);
    const struct pattern *anchored = pattern_compile(arena, "^[a-z]*$", &error);
    const struct pattern *quadratic = pattern_compile(arena, "[a-z]*!(?<=b.)", &error);
    const struct pattern *grouped = pattern_compile(arena, "^(?:a|b)*$", &error);

    memset(subject, 'a', LENGTH);
    subject[LENGTH - 1] = '!';
    check(anchored && quadratic && grouped);
    if (anchored && quadratic && grouped) {
        check_number(pattern_search(anchored, subject), PATTERN_NO_MATCH);
        check_number(pattern_search(quadratic, subject), PATTERN_LIMIT);
        check_number(pattern_search(grouped, subject), PATTERN_LIMIT);
        subject[LENGTH - 1] = 'a';
        check_number(pattern_search(anchored, subject), PATTERN_MATCH);
    }
    arena_free(arena);
}

static void long_patterns_end(void)
{
    struct arena *arena = arena_new();
    char *source = arena_alloc(arena, 100001);

    memset(source, '(', 1000);
    check_refused(source, "too deep");
    memset(source, '*', 1000);
    source[0] = 'a';
    check_refused(source, "too many quantifiers");
    memset(source, 'a', 100000);
    check_refused(source, "too long");
    arena_free(arena);
}

static void invalid_subjects_cannot_be_judged(void)
{
    static const struct row rows[] = {
        { "^a", "a\xFF", PATTERN_LIMIT },
        { 0 },
    };
    check_rows(rows);
}

static void errors_name_pattern_and_place(void)
{
    struct arena *arena = arena_new();
    struct error error = { "" };

    check(pattern_compile(arena, "^[a-z]\\d(?<=a+)", &error) == NULL);
    check_contains(error.text, "the pattern \"^[a-z]\\d(?<=a+)\" does not compile: offset ");
    check(pattern_compile(arena, "(\033[31m", &error) == NULL);
    check_contains(error.text, "\"(\\u001b[31m\"");
    check_number((long long)pattern_translated_from(arena, "\\s\\sx", 1), 2);
    const struct pattern *pattern = pattern_compile(arena, "a\\Z", &error);
    check_text(pattern ? pattern_source(pattern) : NULL, "a\\Z");
    arena_free(arena);
}

static const struct test tests[] = {
    { "pattern: \\d \\w \\b are ASCII", classes_are_ascii },
    { "pattern: \\s is ECMA's white space", white_space_is_ecmas },
    { "pattern: . and $ end lines as ECMA does", lines_end_as_in_ecma },
    { "pattern: escapes name characters", escapes_name_characters },
    { "pattern: classes", sets_in_brackets },
    { "pattern: properties of characters", properties_of_characters },
    { "pattern: groups, flags and references", groups_and_references },
    { "pattern: quantifiers, also two in a row", quantifiers },
    { "pattern: a group repeated 900 times is counted", long_repetitions_are_counted },
    { "pattern: nonsense is refused", nonsense_is_refused },
    { "pattern: commands to the engine are refused", engine_commands_are_refused },
    { "pattern: hostile patterns end in a limit", hostile_patterns_end },
    { "pattern: long subjects end", long_subjects_end },
    { "pattern: long and deep patterns end", long_patterns_end },
    { "pattern: a subject that is no UTF-8 cannot be judged", invalid_subjects_cannot_be_judged },
    { "pattern: errors name the pattern and the place", errors_name_pattern_and_place },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
