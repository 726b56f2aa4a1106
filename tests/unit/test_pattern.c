#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"
#include "pattern/translate.h"

struct row {
    const char *pattern, *subject;
    enum pattern_verdict verdict;
};

static void check_rows(const struct row *rows)
{
    struct arena *arena = arena_new();

    for (; rows->pattern; rows++) {
        struct error error = { .text = "" };
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
    struct error error = { .text = "" };

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

/* U+0000 in a pattern and in a subject: as json.h holds it. */
static void nul_is_a_character(void)
{
    static const struct row rows[] = {
        { "^a.b$", "a" TEXT_NUL "b", PATTERN_MATCH },
        { "^a" TEXT_NUL "+b$", "a" TEXT_NUL TEXT_NUL "b", PATTERN_MATCH },
        { "^[" TEXT_NUL "-\x1F]+$", TEXT_NUL "\x01" TEXT_NUL, PATTERN_MATCH },
        { "^[" TEXT_NUL "-\x1F]+$", TEXT_NUL "a", PATTERN_NO_MATCH },
        { "^[^" TEXT_NUL "]*$", "a" TEXT_NUL, PATTERN_NO_MATCH },
        { "^[^" TEXT_NUL "]*$", "a\xC3\x80", PATTERN_MATCH },
        { "^\\0\\x00\\u0000\\u{0}c?$", TEXT_NUL TEXT_NUL TEXT_NUL TEXT_NUL "c", PATTERN_MATCH },
        { "^.$", TEXT_NUL, PATTERN_MATCH },
        { "^a$", "a" TEXT_NUL, PATTERN_NO_MATCH },
        { "^\\" TEXT_NUL "$", TEXT_NUL, PATTERN_MATCH },
        { "\xC3\x80", TEXT_NUL "\xC3\x80", PATTERN_MATCH },
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
    struct error error = { .text = "" };
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

/* The verdict on `head`, `unit` over and over, and `tail`. */
static enum pattern_verdict search_long(const char *source, const char *head, const char *unit,
                                        size_t length, const char *tail)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct pattern *pattern = pattern_compile(arena, source, &error);
    struct text subject = text_new(arena);
    enum pattern_verdict verdict = PATTERN_LIMIT;

    text_add(&subject, head);
    while (subject.length < length)
        text_add(&subject, unit);
    text_add(&subject, tail);
    for (size_t i = 0; pattern && i < 8; i++) /* then it is machine code */
        pattern_search(pattern, "a");
    check_text(error.text, "");
    if (pattern)
        verdict = pattern_search(pattern, subject.bytes);
    arena_free(arena);
    return verdict;
}

static void check_repeated(const char *source, const char *unit, size_t least, size_t most)
{
    check_number(search_long(source, "", unit, strlen(unit) * least, ""), PATTERN_MATCH);
    check_number(search_long(source, "", unit, strlen(unit) * most, ""), PATTERN_MATCH);
    check(search_long(source, "", unit, strlen(unit) * (least - 1), "") != PATTERN_MATCH);
    check(search_long(source, "", unit, strlen(unit) * (most + 1), "") != PATTERN_MATCH);
}

/* Long searches are given up by the clock of the processor, which valgrind makes run too fast. */
static bool clock_is_wrong(void)
{
    if (getenv("CFNC_WATCHED"))
        test_skip("the clock of the processor is wrong under valgrind");
    return getenv("CFNC_WATCHED");
}

static void many_repetitions_are_counted(void)
{
    if (clock_is_wrong())
        return;
    check_repeated("^(?:ab|cd){1,300}$", "ab", 1, 300);
    check_repeated("^(ab|cd){255,257}$", "ab", 255, 257);
    check_repeated("^(?:ab|cdefg|[0-9]){1,8192}$", "ab", 1, 8192);
    check_repeated("^(?:ab|cdefg|[0-9]){4000}$", "cdefg", 4000, 4000);
    check_repeated("^(?:ab|cdefg|[0-9]){1000,3000}$", "ab", 1000, 3000);
    check_number(search_long("^(?:ab|cdefg){4000,}$", "", "ab", 8000, ""), PATTERN_MATCH);
    check_number(search_long("^(?:ab|cdefg){4000,}$", "", "ab", 7998, ""), PATTERN_NO_MATCH);
    check_number(search_long("^(?:.|[\\r\\n]){1,70000}$", "", "\n", 70000, ""), PATTERN_MATCH);
    check_number(search_long("^(?:.|[\\r\\n]){1,70000}$", "", "\n", 70001, ""), PATTERN_NO_MATCH);
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
    check_refused("a{99999999}", "too big");
    check_refused("a**", "offset 2: nothing to repeat");
    check_refused("a*?*", "offset 3: nothing to repeat");
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
}

static void hostile_patterns_end(void)
{
    static const struct row rows[] = {
        { "^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", PATTERN_NO_MATCH },
        { "^(?:(a*)?){2,}$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", PATTERN_NO_MATCH },
        { "^(a|aa)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", PATTERN_LIMIT },
        { "a(a|aa)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
          PATTERN_LIMIT },
        { "z(x+x+)+y", "zxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nz y", PATTERN_LIMIT },
        { "^(?=(a+))\\1*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", PATTERN_NO_MATCH },
        { 0 },
    };
    check_rows(rows);
}

static void hostile_and_long_subjects_end(void)
{
    static const struct {
        const char *pattern, *head, *unit, *tail;
    } rows[] = {
        { "^(?:a|b|ab)*$", "", "ab", "!" },
        { "^(\\w+\\s?)*$", "", "word ", "!" },
        { "^([a-z]+\\d*)*$", "", "abc1", "!" },
        { "a[^b]*b[^c]*c[^d]*d[^!]*x$", "", "abcd", "x!" },
        { "^(([a-z])+.)+[A-Z]([a-z])+$", "", "a", "" },
        { "^(?=(?:a|aa)*$)", "", "a", "!" },
        { "(.*)\\1x$", "", "ab", "x!" },
        { "^(|[a-z]|\\{1@\\}){1,900}$", "", "ab", "!" }, /* leaves 900 groups at each step */
    };
    static const size_t lengths[] = { 300, 3000, 100000, 1000000 };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t k = 0; k < sizeof(lengths) / sizeof(lengths[0]); k++)
            check(search_long(rows[i].pattern, rows[i].head, rows[i].unit, lengths[k],
                              rows[i].tail) != PATTERN_MATCH);
}

static void ordinary_patterns_judge_long_subjects(void)
{
    enum { LENGTH = 64 * 1024 };

    if (clock_is_wrong())
        return;
    check_number(search_long("^[a-z ]+$", "", "word ", LENGTH, ""), PATTERN_MATCH);
    check_number(search_long("^[a-z ]+$", "", "word ", LENGTH, "!"), PATTERN_NO_MATCH);
    check_number(search_long("^(?:[a-z]+ )*$", "", "word ", LENGTH, ""), PATTERN_MATCH);
    check_number(search_long("^(?:[a-z]+ )*$", "", "word ", LENGTH, "!"), PATTERN_NO_MATCH);
    check_number(search_long("[^\\s]$", "", "word ", LENGTH, ""), PATTERN_NO_MATCH);
    check_number(search_long("\\S+@\\S+", "", "w", LENGTH, ""), PATTERN_NO_MATCH);
    check_number(search_long("foo.*bar", "", "foo baz\n", LENGTH, ""), PATTERN_NO_MATCH);
    check_number(search_long("[a-z]+\\d", "", "word ", LENGTH, ""), PATTERN_NO_MATCH);
    check_number(search_long("^(?!.*secret).*$", "", "word ", LENGTH, ""), PATTERN_MATCH);
    check_number(search_long("^(?:.|\\n)*$", "", "\xC3\xA9\n", LENGTH, ""), PATTERN_MATCH);
    check_number(search_long("^.{1,65000}$", "", "a", LENGTH, ""), PATTERN_NO_MATCH);
    check_number(search_long("^[a-z]{1,100000}$", "", "a", LENGTH, ""), PATTERN_MATCH);
    check_number(search_long("^[a-z]{65536}$", "", "a", LENGTH, ""), PATTERN_MATCH);
    check_number(search_long("^[a-z]{65537}$", "", "a", LENGTH, ""), PATTERN_NO_MATCH);
    check_number(search_long("^[a-z]{0,65535}$", "", "a", LENGTH, ""), PATTERN_NO_MATCH);
}

static void long_patterns_end(void)
{
    struct arena *arena = arena_new();
    char *source = arena_alloc(arena, 100001);

    memset(source, '(', 1000);
    check_refused(source, "too deep");
    memset(source, '*', 1000);
    source[0] = 'a';
    check_refused(source, "nothing to repeat");
    for (size_t i = 0; i < 300; i++)
        memcpy(source + 1 + 3 * i, "{2}", 3);
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
    struct error error = { .text = "" };

    check(pattern_compile(arena, "^[a-z]\\d(?<=ba+)", &error) == NULL);
    check_contains(error.text, "the pattern \"^[a-z]\\d(?<=ba+)\" does not compile: offset 8: ");
    check(pattern_compile(arena, "^[a-z]\\d\\p{Sc=Kawi}", &error) == NULL);
    check_contains(error.text, "offset 8: unknown property");
    check(pattern_compile(arena, "^[a-z]\\d\\p{sc=Kawii}$", &error) == NULL);
    check_contains(error.text, "offset 8: unknown property");
    check(pattern_compile(arena, "(\033[31m", &error) == NULL);
    check_contains(error.text, "\"(\\u001b[31m\"");
    check_number((long long)pattern_translated_from(arena, "^\\s\\sx", 10), 1);
    const struct pattern *pattern = pattern_compile(arena, "a\\Z", &error);
    check_text(pattern ? pattern_source(pattern) : NULL, "a\\Z");
    arena_free(arena);
}

static const struct test tests[] = {
    { "pattern: \\d \\w \\b are ASCII", classes_are_ascii },
    { "pattern: \\s is ECMA's white space", white_space_is_ecmas },
    { "pattern: U+0000 is a character", nul_is_a_character },
    { "pattern: . and $ end lines as ECMA does", lines_end_as_in_ecma },
    { "pattern: escapes name characters", escapes_name_characters },
    { "pattern: classes", sets_in_brackets },
    { "pattern: properties of characters", properties_of_characters },
    { "pattern: groups, flags and references", groups_and_references },
    { "pattern: quantifiers, also two in a row", quantifiers },
    { "pattern: a group repeated 900 times is counted", long_repetitions_are_counted },
    { "pattern: groups repeated thousands of times are counted", many_repetitions_are_counted },
    { "pattern: nonsense is refused", nonsense_is_refused },
    { "pattern: commands to the engine are refused", engine_commands_are_refused },
    { "pattern: hostile patterns end in a limit", hostile_patterns_end },
    { "pattern: hostile patterns end on long subjects", hostile_and_long_subjects_end },
    { "pattern: ordinary patterns judge long subjects", ordinary_patterns_judge_long_subjects },
    { "pattern: long and deep patterns end", long_patterns_end },
    { "pattern: a subject that is no UTF-8 cannot be judged", invalid_subjects_cannot_be_judged },
    { "pattern: errors name the pattern and the place", errors_name_pattern_and_place },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
