#include "test.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"

enum { SPANS = 16 };

/* The first match from byte `from`, as "start-end start-end ..."; "none", "limit" or the error. */
static const char *match(struct arena *arena, const char *source, const char *flags,
                         const char *string, size_t from)
{
    struct error error = { .text = "" };
    struct pattern_span spans[SPANS];
    struct text out = text_new(arena);
    const struct pattern *pattern = pattern_compile_exact(arena, source, flags, &error);

    if (!pattern)
        return arena_copy(arena, error.text, strlen(error.text));
    check(pattern_groups(pattern) < SPANS);
    const struct pattern_subject subject = pattern_subject(arena, string);
    const enum pattern_verdict verdict = pattern_match(pattern, &subject, from, spans);
    if (verdict != PATTERN_MATCH)
        return verdict == PATTERN_LIMIT ? "limit" : "none";
    for (size_t i = 0; i <= pattern_groups(pattern); i++) {
        text_add(&out, i ? " " : "");
        if (spans[i].start == SIZE_MAX)
            text_add(&out, "x");
        else
            text_addf(&out, "%zu-%zu", spans[i].start, spans[i].end);
    }
    return out.bytes;
}

static void places(void)
{
    static const struct {
        const char *source, *flags, *string;
        size_t from;
        const char *expected;
    } rows[] = {
        { "b+", "", "abbc", 0, "1-3" },
        { "b+?", "", "abbc", 0, "1-2" },
        { "b*", "", "abbc", 0, "0-0" },
        { "b", "", "abcb", 2, "3-4" },
        { "^b", "", "ab", 1, "none" },
        { "(?<=a)b", "", "ab", 1, "1-2" },
        { "(a)|(b)", "", "b", 0, "0-1 x 0-1" },
        { "(a(b)?)+", "", "aba", 0, "0-3 2-3 1-2" },
        { "(?:a)(b)", "", "ab", 0, "0-2 1-2" },
        { "(?<n>a)\\k<n>", "", "baa", 0, "1-3 1-2" },
        { "B", "i", "ab", 0, "1-2" },
        { "^b$", "m", "a\nb\nc", 0, "2-3" },
        { "^b$", "", "a\nb\nc", 0, "none" },
        { "a.b", "s", "a\nb", 0, "0-3" },
        { "\xC3\xA9", "", "a\xC3\xA9z", 0, "1-3" },
        { ".", "", "\xF0\x9F\x98\x80", 0, "0-4" },
        { "b", "", "a" TEXT_NUL "b", 0, "3-4" },
        { "\\0(b)", "", "a" TEXT_NUL "b" TEXT_NUL "b", 4, "4-7 6-7" },
        { "(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)", "", "abcdefghij", 0,
          "0-10 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10" },
        { "(x{1,3})(?=(y))", "", "axxy", 0, "1-3 1-3 3-4" },
        { "", "", "", 0, "0-0" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();

        check_text(match(arena, rows[i].source, rows[i].flags, rows[i].string, rows[i].from),
                   rows[i].expected);
        arena_free(arena);
    }
}

static void hostile(void)
{
    struct arena *arena = arena_new();
    char *many = arena_alloc(arena, 50001);

    memset(many, 'a', 50000);
    check_text(match(arena, "(a+)+$", "", many, 0), "0-50000 0-50000");
    many[49999] = 'b';
    check_text(match(arena, "^(a+)+$", "", many, 0), "limit");
    check_contains(match(arena, "(", "", "a", 0), "does not compile");
    check_contains(match(arena, "a**", "im", "a", 0), "does not compile");
    arena_free(arena);
}

static void again(void)
{
    struct arena *arena = arena_new();
    struct error error;
    const struct pattern *pattern = pattern_compile_exact(arena, "(a)b?", "", &error);
    const struct pattern_subject subject = pattern_subject(arena, "abaab");
    struct pattern_span spans[2];
    size_t at = 0, found = 0;

    while (pattern_match(pattern, &subject, at, spans) == PATTERN_MATCH) {
        check(spans[0].start >= at && spans[1].end == spans[1].start + 1);
        at = spans[0].end;
        found++;
    }
    check_number((long long)found, 3);
    check(pattern_search(pattern, "xxab") == PATTERN_MATCH);
    check(pattern_search(pattern, "xx") == PATTERN_NO_MATCH);
    arena_free(arena);
}

static const struct test tests[] = {
    { "pattern: where it matches, and what its groups took", places },
    { "pattern: matches that take too long", hostile },
    { "pattern: one match after the other", again },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
