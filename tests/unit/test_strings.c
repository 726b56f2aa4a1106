#include "cfnc/pattern/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/json/json.h"
#include "cfnc/pattern/pattern.h"
#include "corpus.h"
#include "test.h"

static struct arena *arena;
static struct error error;

static size_t characters(const char *s)
{
    size_t count = 0;

    for (; *s; s++)
        count += ((unsigned char)*s & 0xC0) != 0x80;
    return count;
}

static bool holds(const char *pattern, const char *string, size_t shortest, size_t longest)
{
    const struct pattern *const compiled = pattern_compile(arena, pattern, &error);
    const size_t length = string ? characters(string) : 0;

    return compiled && string && length >= shortest && length <= longest &&
           pattern_search(compiled, string) == PATTERN_MATCH;
}

/* Whether 20 seeds all give a string; says which pattern when not. */
static bool gives(const char *pattern, size_t shortest, size_t longest)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct random random = { seed };
        const char *const string =
            string_for_pattern(arena, pattern, shortest, longest, &random, &error);

        if (holds(pattern, string, shortest, longest))
            continue;
        printf("%s (%zu..%zu): %s\n", pattern, shortest, longest, string ? string : error.text);
        return false;
    }
    return true;
}

static const char *const every_feature[] = {
    "",
    "a",
    "^abc$",
    "[a-z]+",
    "^\\d\\D\\w\\W\\s\\S$",
    "^\\t\\n\\r\\f\\v\\cA\\x41\\u0042$",
    "^\\u{1F600}\\uD83D\\uDE00$",
    "^\\p{L}\\P{L}\\p{Lu}\\p{Script=Greek}\\p{Nd}$",
    "^[^\\p{L}]+$",
    "^[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*$",
    "^\\.\\/\\-\\$$",
    "^[^]$",
    "^[^a-z]{3}$",
    "^[a-z-]{3}[\\w-.]$",
    "^[]a]?$|b",
    "^.$",
    "^(a|b)(?:c|d)(?<n>e)$",
    "^a*b+c?d{2}e{1,}f{0,3}$",
    "^a*?b+?c??d{2,3}?$",
    "\\Aabc\\Z",
    "^a|b$",
    "x{,2}",
    "a{b}",
    "^(a+)-\\1$",
    "^(?<x>[ab]+)-\\k<x>$",
    "^(?=.*[A-Z])(?=.*\\d).{8,}$",
    "^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[!@#]).{8,32}$",
    "^(?!aws:).+$",
    "^(?!.*--)[a-z-]+(?<!-)$",
    "(?<=a)b",
    "^(?!(?i)aws)[A-Za-z]{2,64}$",
    "(?s)^.+$",
    "^(?=^[a-z][a-z0-9]*(-[a-z0-9]+)*$).{1,30}$",
    "^(?=.{40,128}$)arn.*",
    "\\bword\\b",
    "^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}$",
    "^(|a)$",
    "^()$",
    "^(a?){5000}$",
    "^(((a*)*)*)*$",
    "^[\\u0020-\\uD7FF\\uE000-\\uFFFD]*$",
    "^[^\\u0000-\\u00FF]$",
    "^\\Qa.b\\E+(?#c)$",
    "^(?P<n>[ab]+)-(?P=n)\\012\\8\\c1$",
    "^(?x) a b # both\n $",
    "^(?>a|b)++[^\\p{L}\\d]\\p{Script=Hebrew}$",
};

static void features(void)
{
    arena = arena_new();
    for (size_t i = 0; i < sizeof(every_feature) / sizeof(every_feature[0]); i++)
        check(gives(every_feature[i], 0, SIZE_MAX));
    arena_free(arena);
}

static void lengths(void)
{
    static const struct {
        const char *pattern;
        size_t shortest, longest;
    } rows[] = {
        { "^([a-z]{3}-){2,4}[0-9]{1,10}$", 20, 20 },
        { "^([a-z]{3}-){2,4}[0-9]{1,10}$", 9, 9 },
        { "^([a-z]{3}-){2,4}[0-9]{1,10}$", 26, 26 },
        { "^(aaaaa|bbb)+$", 17, 17 },
        { "^#[A-F0-9]{6}(?:[A-F0-9]{2})?$", 8, 20 },
        { "^$|^[a-z]{5}$", 1, 5 },
        { "abc", 30, 30 },
        { "^abc", 30, 30 },
        { "abc$", 30, 30 },
        { "^a|b$", 12, 12 },
        { "^.*$", 0, 0 },
        { "^.{0,8192}$", 0, 8192 },
        { "^[a-z]{1,8192}$", 8192, 8192 },
        { "^[a-z]*$", 100000, 100000 },
        { "a", 50000, 50001 },
        { "^arn:.*$", 20, 1600 },
        { "^\\p{Script=Greek}+$", 5, 5 },
        { "^(?:[a-z]{4})*(?:[a-z]{2}==|[a-z]{3}=)?$", 256, 4096 },
        { "^(a|[a-c]{2}|[x-z]{7})(-[0-9]{4})*$", 22, 22 },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check(gives(rows[i].pattern, rows[i].shortest, rows[i].longest));
    arena_free(arena);
}

static void short_without_need(void)
{
    static const char *const patterns[] = { "^.{0,8192}$", "^.*$", "^[a-z]{1,2048}$", "x", "" };
    struct random random = { 3 };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
        const char *const string =
            string_for_pattern(arena, patterns[i], 0, SIZE_MAX, &random, &error);
        check(string && characters(string) <= 16);
    }
    arena_free(arena);
}

static void plain_characters(void)
{
    static const char *const patterns[] = {
        "^.+$", "^\\S+$", "^[^a]{1,99}$", "^[ -~]*$", "^[\\p{L}\\p{Z}\\p{N}]+$", "^(?!aws:).*$", ""
    };
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789";

    arena = arena_new();
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct random random = { seed };
            const char *const string =
                string_for_pattern(arena, patterns[i], 0, SIZE_MAX, &random, &error);
            check(string && strspn(string, plain) == strlen(string));
        }
    arena_free(arena);
}

static void identifiers_differ(void)
{
    static const char *const patterns[] = { "^[a-z]{1,63}$",
                                            "^.*$",
                                            "",
                                            "^(default|[a-z0-9]{8,})$",
                                            "^$|^[a-z]{1}(?:-?[a-z0-9]){0,62}$",
                                            "^vpc-" };
    enum { SEEDS = 200 };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
        const char *strings[SEEDS];

        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct random random = { seed };
            strings[seed] = string_for_pattern(arena, patterns[i], 0, SIZE_MAX, &random, &error);
            for (uint64_t k = 0; k < seed; k++)
                check(strings[seed] && strings[k] && strcmp(strings[seed], strings[k]) != 0);
        }
    }
    arena_free(arena);
}

static void same_seed_same_string(void)
{
    struct random one = { 42 }, two = { 42 };

    arena = arena_new();
    for (int i = 0; i < 5; i++)
        check_text(string_for_pattern(arena, "^[a-z]{4,40}$", 0, SIZE_MAX, &one, &error),
                   string_for_pattern(arena, "^[a-z]{4,40}$", 0, SIZE_MAX, &two, &error));
    arena_free(arena);
}

static void refusals(void)
{
    static const struct {
        const char *pattern;
        size_t shortest, longest;
        const char *error;
    } rows[] = {
        { "^[a-z]{5}$", 6, 9, "no match has a length within the bounds" },
        { "^(?=.{40,128}$)arn.*", 12, 30, "no string was found" },
        { "^[a-z]+(?=.{400})", 1, 30, "no string was found" },
        { "^[a-z]{5}$", 0, 4, "longer than is allowed" },
        { "^[a-z]*$", 5, 4, "the least length allowed is above the greatest" },
        { "^[]$", 0, SIZE_MAX, "nothing can match" },
        { "^(?!a)a$", 0, SIZE_MAX, "no string was found" },
        { "^((a{1000}){1000}){1000}$", 0, SIZE_MAX, "" },
        { "(", 0, SIZE_MAX, "offset" },
        { "[b-a]", 0, SIZE_MAX, "offset" },
        { "\\", 0, SIZE_MAX, "offset" },
    };
    struct random random = { 1 };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        error.text[0] = '\0';
        check(!string_for_pattern(arena, rows[i].pattern, rows[i].shortest, rows[i].longest,
                                  &random, &error));
        check(error.text[0] != '\0');
        check_contains(error.text, rows[i].error);
    }
    arena_free(arena);
}

static char *repeated(const char *piece, size_t times, const char *end)
{
    const size_t length = strlen(piece);
    char *const text = arena_alloc(arena, length * times + strlen(end) + 1);

    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, piece, length);
    memcpy(text + length * times, end, strlen(end));
    return text;
}

/* Large and deep patterns end in a string or an error, soon. */
static void hostile(void)
{
    static const struct {
        const char *piece;
        size_t times;
        const char *end;
    } rows[] = {
        { "(", 100000, "" },      { "(a", 150, "" },           { "[", 100000, "" },
        { "|", 100000, "" },      { "a", 100000, "" },         { ".*", 5000, "" },
        { "(a|b)*", 3000, "" },   { "(?=a", 1000, "" },        { "(a)(\\1\\1)", 2000, "" },
        { "a{1}", 5000, "" },     { "(?:", 100, "" },          { "(a?){1000}", 20, "" },
        { "(ab?){900}", 9, "$" }, { "x{99999999999}", 2, "" }, { "\\p{L}", 2000, "" },
    };
    struct random random = { 1 };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const pattern = repeated(rows[i].piece, rows[i].times, rows[i].end);
        struct random again = random;
        const char *const string = string_for_pattern(arena, pattern, 0, SIZE_MAX, &again, &error);

        check(string ? holds(pattern, string, 0, SIZE_MAX) : error.text[0] != '\0');
    }
    arena_free(arena);
}

/* Patterns of real schemas. */

struct seen {
    const char *pattern;
    size_t shortest, longest;
};

static struct {
    struct seen items[5000];
    size_t count;
} seen;

static void note(const json *schema)
{
    const char *const pattern = json_string(json_get(schema, "pattern"));
    const double least = json_number(json_get(schema, "minLength"), 0);
    const double most = json_number(json_get(schema, "maxLength"), 1e18);
    const struct seen now = { pattern, (size_t)least, most < 1e9 ? (size_t)most : SIZE_MAX };

    if (!pattern || seen.count == sizeof(seen.items) / sizeof(seen.items[0]))
        return;
    for (size_t i = 0; i < seen.count; i++)
        if (strcmp(seen.items[i].pattern, pattern) == 0 && seen.items[i].shortest == now.shortest &&
            seen.items[i].longest == now.longest)
            return;
    seen.items[seen.count++] = now;
}

static void collect(const json *value)
{
    if (json_type(value) == JSON_OBJECT)
        note(value);
    json_each (item, value)
        collect(item);
}

/* Patterns that no engine compiles, or that contradict their own lengths; and why. */
static bool is_hopeless(const char *pattern)
{
    static const char *const starts[] = {
        "\"^arn:aws:acm",               /* its quotes ask for something before the start */
        "^([a-zA-Z0-9_\\-=/]|\\{satel", /* 900 copies of a group are too large for PCRE2 */
    };

    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
        if (strncmp(pattern, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static void real_patterns(void)
{
    size_t satisfied = 0;

    arena = arena_new();
    seen.count = 0;
    const char *const *paths = corpus_schemas(arena, 1);
    for (size_t i = 0; paths && paths[i]; i++)
        collect(json_read(arena, paths[i], 8 << 20, &error));
    for (size_t i = 0; i < seen.count; i++) {
        const struct seen *const s = &seen.items[i];
        struct random random = { i };
        int good = 0;

        for (int k = 0; k < 3; k++)
            good += holds(
                s->pattern,
                string_for_pattern(arena, s->pattern, s->shortest, s->longest, &random, &error),
                s->shortest, s->longest);
        satisfied += good == 3;
        if (good < 3)
            printf("not satisfied: %s (%zu..%zu): %s\n", s->pattern, s->shortest, s->longest,
                   error.text);
        check(good == 3 || is_hopeless(s->pattern));
    }
    printf("patterns: %zu/%zu satisfied\n", satisfied, seen.count);
    arena_free(arena);
}

static const struct test tests[] = {
    { "strings: every feature of patterns", features },
    { "strings: exact and bounded lengths", lengths },
    { "strings: short where nothing asks for more", short_without_need },
    { "strings: plain characters where there is a choice", plain_characters },
    { "strings: identifiers differ", identifiers_differ },
    { "strings: the same seed gives the same string", same_seed_same_string },
    { "strings: what cannot be", refusals },
    { "strings: hostile patterns", hostile },
    { "strings: the patterns of real schemas", real_patterns },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
