/* Verdicts that an engine of ECMA-262 gives, where others differ. */
#include "test.h"

#include <stdio.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"

struct row {
    const char *pattern;
    const char *matches[6], *others[6]; /* up to NULL */
};

static void check_verdict(const struct pattern *pattern, const char *subject,
                          enum pattern_verdict verdict)
{
    if (!check_number(pattern_search(pattern, subject), verdict))
        printf("      %s on \"%s\"\n", pattern_source(pattern), subject);
}

static void check_rows(const struct row *rows)
{
    struct arena *arena = arena_new();

    for (; rows->pattern; rows++) {
        struct error error = { .text = "" };
        const struct pattern *pattern = pattern_compile(arena, rows->pattern, &error);

        check_text(error.text, "");
        for (size_t i = 0; pattern && i < 6 && rows->matches[i]; i++)
            check_verdict(pattern, rows->matches[i], PATTERN_MATCH);
        for (size_t i = 0; pattern && i < 6 && rows->others[i]; i++)
            check_verdict(pattern, rows->others[i], PATTERN_NO_MATCH);
    }
    arena_free(arena);
}

#define DRAGON "\xF0\x9F\x90\xB2"
#define ALPHA  "\xCE\xB1"

static void characters(void)
{
    static const struct row rows[] = {
        { "^.$", { "a", DRAGON, "\v", TEXT_NUL }, { "\n", "\r", "\xE2\x80\xA8", "\xE2\x80\xA9" } },
        { "^[^a]$", { "\n", DRAGON, TEXT_NUL }, { "a", "", "bb" } },
        { "^\\uD83D\\uDC32?$", { "", DRAGON }, { "a" } },
        { "^[\\uD83D\\uDC32]$", { DRAGON }, { "a", DRAGON DRAGON } },
        { "^[^\\uD83D\\uDC32]$", { "a" }, { DRAGON } },
        { "^\\u{0000000041}$", { "A" }, { "B" } },
        { "^\\u{zz}$", { "u{zz}" }, { "zz" } },
        { "^\\uD83D$", { NULL }, { DRAGON, "", "\xEF\xBF\xBD" } },
        { "^\\012\\08\\377$", { "\n" TEXT_NUL "8\xC3\xBF" }, { "\n8" } },
        { "^\\400$", { " 0" }, { "0" } },
        { "^\\8\\9$", { "89" }, { "" } },
        { "^\\c1\\cj$", { "\\c1\n" }, { "\n" } },
        { "^[\\c1]$", { "\x11" }, { "c", "1", "\\" } },
        { "^[\\c]$", { "c", "\\" }, { "\x03" } },
        { "^\\x4\\u$", { "x4u" }, { "4" } },
        { "^[\\B\\k]+$", { "Bk" }, { "" } },
        { "^\\p$", { "p" }, { "" } },
        { "^]}{$", { "]}{" }, { "" } },
        { 0 },
    };
    check_rows(rows);
}

static void properties(void)
{
    static const struct row rows[] = {
        { "^\\p{Any}$", { "a", DRAGON, "\n" }, { "" } },
        { "\\P{Any}", { NULL }, { "a", DRAGON, "\n" } },
        { "^[a\\P{Any}]$", { "a" }, { "b" } },
        { "^\\p{Assigned}\\P{Assigned}$", { "a\xCD\xB8" }, { "aa" } },
        { "^[^\\p{L}]$", { "1" }, { ALPHA, "a" } },
        { "^\\p{ASCII}$", { "a", "\x7F" }, { ALPHA } },
        { "^\\p{Alphabetic}\\p{Alpha}$", { ALPHA ALPHA, "aa" }, { "a1" } },
        { "^\\p{White_Space}\\p{space}$", { "\t\xC2\xA0" }, { "aa" } },
        { "^\\p{ID_Start}\\p{ID_Continue}$", { "a1", ALPHA "_" }, { "1a" } },
        { "^\\p{Emoji_Presentation}$", { DRAGON }, { "1" } },
        { "^\\p{Emoji}$", { DRAGON, "1" }, { "a" } },
        { "^\\p{Uppercase_Letter}\\p{Lowercase}$", { "Ab" }, { "ab" } },
        { "^\\p{LC}\\p{Cased_Letter}$", { "aA" }, { "a1" } },
        { "^\\p{gc=Lu}\\p{General_Category=Other_Number}$", { "A\xC2\xB2" }, { "a2" } },
        { "^\\p{punct}$", { "!", "\xC2\xBF" }, { "+" } },
        { "^\\p{Script=Greek}\\p{sc=Grek}$", { ALPHA ALPHA }, { "aa" } },
        { "^\\p{Script_Extensions=Greek}\\p{scx=Grek}$", { ALPHA "\xCD\x82" }, { "aa" } },
        { "^\\p{Script=Greek}$", { ALPHA }, { "\xCD\x82" } },
        /* Alpha is a name of ECMA-262; beside Java's names it means what it does in Java. */
        { "^\\p{Alpha}\\p{Alnum}$", { "a1" }, { ALPHA "1" } },
        { "^\\p{IsLatin}\\p{IsL}$", { "ab" }, { "a1" } },
        { 0 },
    };
    check_rows(rows);
}

static void references(void)
{
    static const struct row rows[] = {
        { "^(a\\1)+$", { "a", "aaa" }, { "" } },
        { "^(?:(a)|b)\\1$", { "aa", "b" }, { "ab" } },
        { "^\\2(a)(b)$", { "ab" }, { "bab" } },
        { "^(?:\\2(a)(b))+$", { "abab" }, { "abbab" } },
        { "^\\k<n>(?<n>a)$", { "a" }, { "aa" } },
        { "^(?<n>a)\\k<n>\\1$", { "aaa" }, { "aa" } },
        { "^(?<$\xC3\xA9>a)\\k<$\xC3\xA9>$", { "aa" }, { "a" } },
        { "^\\k<n>$", { "k<n>" }, { "" } },
        { "^[(?<n>]\\(?<n>\\k<n>$", { "n<n>k<n>" }, { "n" } }, /* names no group */
        { "^(a)\\10$", { "a\b" }, { "aa0" } },
        { "^(a)(?:\\1)0$", { "aa0" }, { "a0" } },
        { "^(?=(a+))a*b\\1$", { "aba", "aabaa" }, { "aaba" } },
        { "^(?!(a)b)a\\1c$", { "ac" }, { "aac" } },
        { "^((a)|b)*\\1$", { "abb" }, { "aba" } },
        { 0 },
    };
    check_rows(rows);
}

static void what_is_around(void)
{
    static const struct row rows[] = {
        { "(?<=a|bc)d", { "ad", "bcd" }, { "cd", "d" } },
        { "^.*(?<=x{1,3}y)$", { "xy", "aaxxxxy" }, { "y", "ay" } },
        { "(?<!ab?)c", { "c", "bc", "abbc" }, { "ac", "abc" } },
        { "(?<!^a?b?)c", { "cc", "bac" }, { "c", "ac", "bc", "abc" } },
        { "(?<=a+)b", { "ab", "caab" }, { "b", "cb" } },
        { "(?<=\\d*x)b", { "xb", "1xb" }, { "1b", "b" } },
        { "(?<=^|,)b", { "b", "a,b" }, { "ab" } },
        { "(?<=(?:a|bc)d)e", { "ade", "bcde" }, { "bde", "ae" } },
        { "(?<!(?<!\\d\\w?)(?<!.[0-9]a{1,3}))b", { "1b", "1cb", "-1aab" }, { "b", "1aab" } },
        { "(?<=(?:)*a)b", { "ab" }, { "b" } },
        { "(?<=a(?=b)b?)b", { "ab" }, { "b" } },
        { "^(?=.*[A-Z])(?=.*\\d).{2,4}$", { "A1", "1aaA" }, { "aa", "A1aaa", "AA" } },
        { "^(?=a)*b", { "b" }, { "a" } },
        { "\\Bb\\B", { "aba", "abbb" }, { "b", "ab", "ba" } },
        { 0 },
    };
    check_rows(rows);
}

/* Repetitions at the borders are cut: nothing but what is searched may change by that. */
static void repetitions(void)
{
    static const struct row rows[] = {
        { "a*", { "", "b" }, { NULL } },
        { "^a+", { "a", "ab" }, { "", "ba" } },
        { "a{2,}$", { "aa", "baaa" }, { "a", "aab" } },
        { "a*b+?$", { "b", "abb" }, { "a", "ba" } },
        { "\\ba+b", { "ab", "aab", "-aab" }, { "b", "cab" } },
        { "(?:ab+)+$", { "ab", "abbab" }, { "a", "abba" } },
        { "(a*)b\\1$", { "aba", "aabaa", "bb" }, { "ba" } },
        { "a++a", { NULL }, { "aaa" } },
        { "(?:a*|b+)c", { "c", "bbc" }, { "a" } },
        { "^(?:a|b+)+$", { "abba" }, { "", "abc" } },
        { "a{0}b", { "b" }, { "a" } },
        { "^a{0,0}$", { "" }, { "a" } },
        { "^(a){0}\\1b$", { "b" }, { "ab" } },
        { "^[]*$", { "" }, { "a" } },
        { "^(?:(?<!b)){1,9000}a(?:(?=b)|(?=c)){2,5}", { "ab", "ac" }, { "ad", "ba" } },
        { "^(?:(?=b)){0,5}a(?=(b))+b\\1$", { "abb" }, { "ab", "aba" } },
        { "^(?:a{0,2}){2}$", { "", "aaaa" }, { "aaaaa" } },
        { "^a+{2,3}$", { "aa", "aaaaaaaa" }, { "a" } },
        { "^a+{0,3}$", { "", "aaaaaaaa" }, { "b" } },
        { 0 },
    };
    check_rows(rows);
}

static void dialects(void)
{
    static const struct row rows[] = {
        { "^a++$", { "aaa" }, { "" } },
        { "^a*+a$", { NULL }, { "aaa" } },
        { "^(?>a|ab)c$", { "ac" }, { "abc" } },
        { "^\\Qa.b*\\E+$", { "a.b*", "a.b***" }, { "axb*", "a.b" } },
        { "^\\Qa|b", { "a|b" }, { "a", "b" } },
        { "^a(?#any (kind)b$", { "ab" }, { "a" } },
        { "^(?#(a)\\)\\1$", { ")\x01" }, { "a)a" } },
        { "^(?x) a b # both\n $", { "ab" }, { "a b" } },
        { "^(?:(?x) a ) b$", { "a b" }, { "ab" } },
        { "^(?P<n>a)(?P=n)$", { "aa" }, { "a" } },
        { "(?m)^a$",
          { "a", "b\na\r",
            "b\xE2\x80\xA8"
            "a" },
          { "ba", "ab" } },
        { "^(?:(?i)a|b)c$", { "ac", "Ac", "Bc" }, { "aC" } },
        { "^(?i)a(?-i)b$", { "ab", "Ab" }, { "aB" } },
        { "^(?i:a(?-i:b))$", { "ab", "Ab" }, { "aB" } },
        { "^[[:alpha:]]$", { "a]", ":]" }, { "b", "b]" } },
        { "^\\b+a$", { "a" }, { "" } },
        { 0 },
    };
    check_rows(rows);
}

static const struct test tests[] = {
    { "ECMA-262: characters", characters },
    { "ECMA-262: properties", properties },
    { "ECMA-262: references", references },
    { "ECMA-262: lookahead and lookbehind", what_is_around },
    { "ECMA-262: repetitions", repetitions },
    { "ECMA-262: and what other dialects write", dialects },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
