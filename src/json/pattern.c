#include "cfnc/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/pattern_translate.h"
#include "cfnc/text.h"

enum {
    STEPS_MOST = 500000, /* of a match from one start: some 20 ms */
    STEPS_LEAST = 10000,
    DEPTH_MOST = 250000,
    HEAP_MOST = 32 * 1024, /* KiB */
    NEVER_SLOWER = 1 << 27 /* characters looked at in one search, roughly */
};

struct pattern {
    const char *source;
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *limits;
    bool anchored;
};

static void release(void *resource)
{
    struct pattern *pattern = resource;

    pcre2_match_context_free(pattern->limits);
    pcre2_match_data_free(pattern->data);
    pcre2_code_free(pattern->code);
}

static bool refuse(struct error *error, const char *source, struct arena *arena)
{
    return error_prefix(error,
                        "the pattern \"%s\" does not compile: ", text_quote(arena, source, 60));
}

static pcre2_code *compile(struct arena *arena, const char *source, bool by_call,
                           struct error *error)
{
    const uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF |
                             PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT;
    const char *translated = pattern_translate(arena, source, by_call, error);
    int code = 0;
    size_t offset = 0;

    if (!translated)
        return NULL;
    pcre2_code *compiled =
        pcre2_compile((PCRE2_SPTR)translated, PCRE2_ZERO_TERMINATED, options, &code, &offset, NULL);
    if (!compiled && code == PCRE2_ERROR_PATTERN_TOO_LARGE && !by_call)
        return compile(arena, source, true, error);
    if (!compiled) {
        unsigned char why[160] = "";

        pcre2_get_error_message(code, why, sizeof(why));
        error_set(error, "offset %zu: %s", pattern_translated_from(arena, source, offset),
                  (const char *)why);
    }
    return compiled;
}

const struct pattern *pattern_compile(struct arena *arena, const char *source, struct error *error)
{
    struct pattern *pattern = arena_alloc(arena, sizeof(*pattern));
    uint32_t options = 0;

    pattern->source = arena_copy(arena, source, strlen(source));
    pattern->code = compile(arena, source, false, error);
    if (!pattern->code) {
        refuse(error, source, arena);
        return NULL;
    }
    arena_defer(arena, release, pattern);
    pattern->data = pcre2_match_data_create(1, NULL);
    pattern->limits = pcre2_match_context_create(NULL);
    if (!pattern->data || !pattern->limits)
        abort();
    pcre2_pattern_info(pattern->code, PCRE2_INFO_ALLOPTIONS, &options);
    pattern->anchored = options & PCRE2_ANCHORED;
    pcre2_set_depth_limit(pattern->limits, DEPTH_MOST);
    pcre2_set_heap_limit(pattern->limits, HEAP_MOST);
    return pattern;
}

static size_t clamp(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

/*
 * PCRE2 counts the steps of each start by itself, and not the characters that
 * one step passes. So a long subject gets fewer steps, and when even a step a
 * start is too much, fewer starts.
 */
enum pattern_verdict pattern_search(const struct pattern *pattern, const char *subject)
{
    const size_t length = strlen(subject);
    const size_t starts = pattern->anchored ? 1 : clamp(NEVER_SLOWER / (length + 1), 1, length + 1);
    const size_t fewest = STEPS_LEAST + 8 * length;
    size_t steps = clamp(NEVER_SLOWER * 2UL / (length + 1), fewest, STEPS_MOST + fewest);

    if (starts > 8)
        steps = clamp(steps * 8 / starts, fewest, steps);
    pcre2_set_match_limit(pattern->limits, (uint32_t)clamp(steps, 0, UINT32_MAX));
    pcre2_set_offset_limit(pattern->limits,
                           pattern->anchored || starts > length ? PCRE2_UNSET : starts);
    const int found = pcre2_match(pattern->code, (PCRE2_SPTR)subject, length, 0, 0, pattern->data,
                                  pattern->limits);
    if (found >= 0)
        return PATTERN_MATCH;
    if (found != PCRE2_ERROR_NOMATCH)
        return PATTERN_LIMIT;
    return pattern->anchored || starts > length ? PATTERN_NO_MATCH : PATTERN_LIMIT;
}

bool pattern_compiles(const char *source)
{
    struct arena *arena = arena_new();
    struct error why;
    const bool compiles = pattern_compile(arena, source, &why);

    arena_free(arena);
    return compiles;
}

const char *pattern_source(const struct pattern *pattern)
{
    return pattern->source;
}
