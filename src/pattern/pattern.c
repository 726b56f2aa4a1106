#include "cfnc/pattern/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/text.h"
#include "pattern_translate.h"

/*
 * PCRE2 searches in three ways, each where it is the fastest: by its interpreter
 * the first few times, by machine code after that, and where these run into
 * their limits, or the subject is so long that the limits would have to be too
 * tight, by the interpreter again, watched by a clock. Only the last gives up.
 */
enum {
    SEARCHED_OFTEN = 8, /* from when on machine code pays */
    WORK = 1 << 22,     /* steps, times the characters that each may pass: some milliseconds */
    STEPS_LEAST = 32,   /* from one start, before the watch takes over */
    STEPS_MOST = 1 << 17,
    SHORT = 2048,            /* bytes that machine code is given, */
    MEDIUM = 1 << 17,        /* and the interpreter where each start is cheap */
    CHEAP = 256,             /* characters that a start may look at */
    WATCHED_LEAST = 16,      /* steps from one start */
    WATCHED_WORK = 1 << 23,  /* between two looks at the clock */
    SURE_WORK = 1 << 27,     /* of one start, whatever the clock says */
    PER_STEP = 32,           /* what a step costs, as characters that are passed, */
    CODE_PER_CHARACTER = 16, /* and bytes of code: it may leave hundreds of groups at once */
    LONGEST = 50,            /* milliseconds of the processor */
    LONGEST_TO_TRY = 10,     /* with four times the steps */
    HEAP_MOST = 32 * 1024    /* KiB */
};

/* Not const, as it learns in searching. */
struct engine {
    const char *source;
    pcre2_code *code, *watched; /* the latter only when it is needed */
    pcre2_match_data *data;     /* from the first search on */
    pcre2_match_context *limits;
    size_t weight; /* what a step may cost beside the characters, as it grows with the code */
    unsigned searches;
    bool anchored, by_call, compiled;
    bool bounded; /* never looks further than CHEAP */
    bool exact;   /* tells where; the rest is for these only */
    pcre2_match_data *places;
    const size_t *numbers; /* of the groups, in the translation */
    size_t groups;
};

struct pattern {
    struct engine *engine;
};

static void release(void *resource)
{
    struct engine *engine = resource;

    pcre2_match_context_free(engine->limits);
    pcre2_match_data_free(engine->places);
    pcre2_match_data_free(engine->data);
    pcre2_code_free(engine->watched);
    pcre2_code_free(engine->code);
}

static pcre2_code *compile_translated(const char *translated, int *code, size_t *offset)
{
    return pcre2_compile((PCRE2_SPTR)translated, PCRE2_ZERO_TERMINATED,
                         PCRE2_UTF | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C, code,
                         offset, NULL);
}

static bool compile(struct engine *engine, struct arena *scratch, struct error *error)
{
    size_t reach = 0;
    const char *translated =
        pattern_translate(scratch, engine->source, engine->by_call, &reach, error);
    unsigned char why[160] = "";
    int code = 0;
    size_t offset = 0;

    if (!translated)
        return false;
    engine->bounded = reach <= CHEAP;
    engine->code = compile_translated(translated, &code, &offset);
    if (engine->code)
        return true;
    if (code == PCRE2_ERROR_PATTERN_TOO_LARGE && !engine->by_call) {
        engine->by_call = true;
        return compile(engine, scratch, error);
    }
    pcre2_get_error_message(code, why, sizeof(why));
    return error_set(error, "offset %zu: %s",
                     pattern_translated_from(scratch, engine->source, offset), (const char *)why);
}

const struct pattern *pattern_compile(struct arena *arena, const char *source, struct error *error)
{
    struct pattern *pattern = arena_alloc(arena, sizeof(*pattern));
    struct engine *engine = arena_alloc(arena, sizeof(*engine));
    struct arena *scratch = arena_new();
    uint32_t options = 0;

    pattern->engine = engine;
    engine->source = arena_copy(arena, source, strlen(source));
    const bool compiled = compile(engine, scratch, error);
    if (compiled) {
        arena_defer(arena, release, engine);
        pcre2_pattern_info(engine->code, PCRE2_INFO_ALLOPTIONS, &options);
        engine->anchored = options & PCRE2_ANCHORED;
        pcre2_pattern_info(engine->code, PCRE2_INFO_SIZE, &engine->weight);
        engine->weight = engine->weight / CODE_PER_CHARACTER + 1;
    } else {
        error_prefix(error,
                     "the pattern \"%s\" does not compile: ", text_quote(scratch, source, 60));
    }
    arena_free(scratch);
    return compiled ? pattern : NULL;
}

static size_t clamp(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

struct subject {
    const char *bytes;
    size_t length;
    uint32_t options; /* PCRE2_NO_UTF_CHECK where it is known to be UTF-8 */
    size_t from;      /* where the search begins */
};

/* Ends a search that takes too long: called at each start, by the code that is watched. */
struct watch {
    size_t length, work;
    double ends, late; /* by the clock of the processor, and when that has to be asked */
};

static double milliseconds(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The clock of the processor is slow to read, and never faster than the one on the wall. */
static bool is_over(struct watch *watch)
{
    const double now = milliseconds(CLOCK_MONOTONIC);

    watch->work = 0;
    if (now < watch->late)
        return false;
    const double left = watch->ends - milliseconds(CLOCK_THREAD_CPUTIME_ID);
    watch->late = now + left;
    return left <= 0;
}

static int on_start(pcre2_callout_block *start, void *data)
{
    struct watch *watch = data;

    watch->work += watch->length - start->current_position + 1;
    return watch->work > WATCHED_WORK && is_over(watch) ? PCRE2_ERROR_MATCHLIMIT : 0;
}

/* The same pattern, with a call to on_start() in front. */
static const pcre2_code *watched_code(struct engine *engine)
{
    struct arena *scratch = arena_new();
    struct error ignored;
    const char *const translated =
        pattern_translate(scratch, engine->source, engine->by_call, NULL, &ignored);
    int code = 0;
    size_t offset = 0;

    if (!engine->watched && translated)
        engine->watched =
            compile_translated(arena_printf(scratch, "(?C)(?:%s)", translated), &code, &offset);
    arena_free(scratch);
    return engine->watched ? engine->watched : engine->code;
}

/*
 * PCRE2 counts the steps of each start by itself, and not the characters that
 * one step passes. So it begins with few steps, and as long as these took next
 * to no time it tries with more.
 */
static int search_watched(struct engine *engine, const struct subject *subject)
{
    const double began = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    const pcre2_code *const code = engine->exact ? engine->code : watched_code(engine);
    pcre2_match_data *const data =
        engine->places ? engine->places : pcre2_match_data_create(1, NULL);
    struct watch watch = { .length = subject->length, .ends = began + LONGEST };
    size_t steps = clamp(WORK / (subject->length + engine->weight), WATCHED_LEAST, STEPS_MOST);
    int found = PCRE2_ERROR_MATCHLIMIT;

    if (!data)
        abort();
    pcre2_set_callout(engine->limits, on_start, &watch);
    for (bool more = true; more && found == PCRE2_ERROR_MATCHLIMIT;) {
        pcre2_set_match_limit(engine->limits, (uint32_t)clamp(steps, 0, UINT32_MAX));
        found = pcre2_match(code, (PCRE2_SPTR)subject->bytes, subject->length, subject->from,
                            subject->options | PCRE2_NO_JIT, data, engine->limits);
        steps *= 4;
        more = steps * (subject->length + engine->weight + PER_STEP) < SURE_WORK ||
               milliseconds(CLOCK_THREAD_CPUTIME_ID) - began < LONGEST_TO_TRY;
    }
    pcre2_set_callout(engine->limits, NULL, NULL);
    if (data != engine->places)
        pcre2_match_data_free(data);
    return found;
}

/*
 * Machine code reads whole blocks, beyond both ends of the subject (but of no
 * page). So that it sees nothing but what was written, it is given a copy with
 * zeros on either side.
 */
static PCRE2_SPTR with_borders(const struct subject *subject)
{
    enum { BLOCK = 64 };
    static _Thread_local alignas(BLOCK) unsigned char copy[BLOCK + SHORT + BLOCK];

    memcpy(copy + BLOCK, subject->bytes, subject->length);
    memset(copy + BLOCK + subject->length, 0, BLOCK);
    return copy + BLOCK;
}

static int search_fast(const struct engine *engine, const struct subject *subject)
{
    const size_t passes = subject->length + engine->weight;
    const size_t starts = engine->anchored || engine->bounded ? 1 : subject->length + 1;

    pcre2_set_match_limit(engine->limits,
                          (uint32_t)clamp(WORK / passes / starts, STEPS_LEAST, STEPS_MOST));
    if (!engine->compiled || subject->length > SHORT)
        return pcre2_match(engine->code, (PCRE2_SPTR)subject->bytes, subject->length, 0,
                           subject->options | PCRE2_NO_JIT, engine->data, engine->limits);
    if (subject->options)
        return pcre2_jit_match(engine->code, with_borders(subject), subject->length, 0, 0,
                               engine->data, engine->limits);
    return pcre2_match(engine->code, with_borders(subject), subject->length, 0, 0, engine->data,
                       engine->limits);
}

static void prepare(struct engine *engine)
{
    if (!engine->data) {
        engine->data = pcre2_match_data_create(1, NULL);
        engine->limits = pcre2_match_context_create(NULL);
        if (!engine->data || !engine->limits)
            abort();
        pcre2_set_heap_limit(engine->limits, HEAP_MOST);
    }
    if (engine->searches < SEARCHED_OFTEN && ++engine->searches == SEARCHED_OFTEN)
        engine->compiled = pcre2_jit_compile(engine->code, PCRE2_JIT_COMPLETE) == 0;
}

static enum pattern_verdict search(struct engine *engine, const struct subject *subject)
{
    int found = PCRE2_ERROR_MATCHLIMIT;

    prepare(engine);
    if (engine->anchored || subject->length <= (engine->bounded ? MEDIUM : SHORT))
        found = search_fast(engine, subject);
    if (found == PCRE2_ERROR_MATCHLIMIT || found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = search_watched(engine, subject);
    return found >= 0                     ? PATTERN_MATCH
           : found == PCRE2_ERROR_NOMATCH ? PATTERN_NO_MATCH
                                          : PATTERN_LIMIT;
}

/* PCRE2 knows U+0000 only as a byte of 0. How many bytes it becomes. */
static size_t decode_nuls(char *bytes, const char *string)
{
    char *out = bytes;

    for (const char *in = string; *in; in++) {
        const bool nul = text_is_nul(in);

        *out++ = nul ? '\0' : *in;
        in += nul ? 1 : 0;
    }
    return (size_t)(out - bytes);
}

static enum pattern_verdict search_with_nuls(struct engine *engine, const char *subject)
{
    char *const bytes = malloc(strlen(subject) + 1);

    if (!bytes)
        abort();
    const struct subject decoded = { .bytes = bytes, .length = decode_nuls(bytes, subject) };
    const enum pattern_verdict verdict = search(engine, &decoded);
    free(bytes);
    return verdict;
}

static bool is_ascii(const char *bytes, size_t length)
{
    uint64_t word = 0, all = 0;

    for (; length >= sizeof(word); length -= sizeof(word), bytes += sizeof(word)) {
        memcpy(&word, bytes, sizeof(word));
        all |= word;
    }
    word = 0;
    memcpy(&word, bytes, length);
    return !((all | word) & 0x8080808080808080);
}

enum pattern_verdict pattern_search(const struct pattern *pattern, const char *subject)
{
    const size_t length = strlen(subject);
    const bool ascii = is_ascii(subject, length);
    const struct subject given = { subject, length, ascii ? PCRE2_NO_UTF_CHECK : 0, 0 };

    return !ascii && strstr(subject, TEXT_NUL) ? search_with_nuls(pattern->engine, subject)
                                               : search(pattern->engine, &given);
}

/* ---- where ---- */

/* The translation lives as long as the pattern, as its numbers of groups do. */
static bool compile_exact(struct engine *engine, struct arena *arena, struct error *error)
{
    unsigned char why[160] = "";
    int code = 0;
    size_t offset = 0;
    const char *translated =
        pattern_translate_exact(arena, engine->source, &engine->numbers, &engine->groups, error);

    if (!translated)
        return false;
    engine->code =
        compile_translated(arena_printf(arena, "(?C)(?:%s)", translated), &code, &offset);
    if (engine->code)
        return true;
    pcre2_get_error_message(code, why, sizeof(why));
    return error_set(error, "%s", (const char *)why);
}

const struct pattern *pattern_compile_exact(struct arena *arena, const char *source,
                                            const char *flags, struct error *error)
{
    struct pattern *pattern = arena_alloc(arena, sizeof(*pattern));
    struct engine *engine = arena_alloc(arena, sizeof(*engine));

    pattern->engine = engine;
    engine->exact = true;
    engine->source = *flags ? arena_printf(arena, "(?%s)%s", flags, source)
                            : arena_copy(arena, source, strlen(source));
    if (!compile_exact(engine, arena, error)) {
        error_prefix(error, "the pattern \"%s\" does not compile: ", text_quote(arena, source, 60));
        return NULL;
    }
    arena_defer(arena, release, engine);
    pcre2_pattern_info(engine->code, PCRE2_INFO_SIZE, &engine->weight);
    engine->weight = engine->weight / CODE_PER_CHARACTER + 1;
    return pattern;
}

size_t pattern_groups(const struct pattern *pattern)
{
    return pattern->engine->groups;
}

struct pattern_subject pattern_subject(struct arena *arena, const char *string)
{
    struct pattern_subject subject = { string, string, strlen(string) };

    if (strstr(string, TEXT_NUL)) {
        char *bytes = arena_alloc(arena, subject.length + 1);

        subject.length = decode_nuls(bytes, string);
        subject.bytes = bytes;
    }
    return subject;
}

/* A place in the string as one in the bytes, or the other way round. */
static size_t place_in(const struct pattern_subject *subject, size_t place, bool in_bytes)
{
    size_t string = 0, bytes = 0;

    if (subject->bytes == subject->string)
        return place;
    while ((in_bytes ? string : bytes) < place) {
        string += text_is_nul(subject->string + string) ? 2 : 1;
        bytes++;
    }
    return in_bytes ? bytes : string;
}

enum pattern_verdict pattern_match(const struct pattern *pattern,
                                   const struct pattern_subject *subject, size_t from,
                                   struct pattern_span *spans)
{
    struct engine *const engine = pattern->engine;
    const struct subject given = { subject->bytes, subject->length, PCRE2_NO_UTF_CHECK,
                                   place_in(subject, from, true) };

    prepare(engine);
    if (!engine->places)
        engine->places = pcre2_match_data_create_from_pattern(engine->code, NULL);
    if (!engine->places)
        abort();
    const int found = search_watched(engine, &given);
    if (found < 0)
        return found == PCRE2_ERROR_NOMATCH ? PATTERN_NO_MATCH : PATTERN_LIMIT;
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(engine->places);
    for (size_t i = 0; i <= engine->groups; i++) {
        const size_t number = i ? engine->numbers[i - 1] : 0;
        const bool took = number < (size_t)found && places[2 * number] != PCRE2_UNSET;

        spans[i].start = took ? place_in(subject, places[2 * number], false) : SIZE_MAX;
        spans[i].end = took ? place_in(subject, places[2 * number + 1], false) : SIZE_MAX;
    }
    return PATTERN_MATCH;
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
    return pattern->engine->source;
}
