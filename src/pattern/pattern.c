#include "cfnc/pattern/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/text.h"
#include "translate.h"

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
    enum translation_kind kind;
    bool anchored, compiled;
    bool bounded;             /* never looks further than CHEAP */
    pcre2_match_data *places; /* of TRANSLATION_EXACT, as what follows: */
    const size_t *numbers;    /* of the groups, in the translation */
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

/* With a call in front, at each start, where a long search is to be watched. */
static pcre2_code *compile_translated(struct arena *arena, const char *translated, bool watched,
                                      int *code, size_t *offset)
{
    if (watched)
        translated = arena_printf(arena, "(?C)(?:%s)", translated);
    return pcre2_compile((PCRE2_SPTR)translated, PCRE2_ZERO_TERMINATED,
                         PCRE2_UTF | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C, code,
                         offset, NULL);
}

static bool compile(struct engine *engine, struct arena *arena, struct error *error)
{
    const bool exact = engine->kind == TRANSLATION_EXACT;
    struct translation translation;
    unsigned char why[160] = "";
    int code = 0;
    size_t offset = 0;

    if (!pattern_translate(arena, engine->source, engine->kind, &translation, error))
        return false;
    engine->bounded = translation.reach <= CHEAP;
    engine->numbers = translation.numbers;
    engine->groups = translation.groups;
    engine->code = compile_translated(arena, translation.text, exact, &code, &offset);
    if (engine->code)
        return true;
    if (code == PCRE2_ERROR_PATTERN_TOO_LARGE && engine->kind == TRANSLATION_SEARCH) {
        engine->kind = TRANSLATION_BY_CALL;
        return compile(engine, arena, error);
    }
    pcre2_get_error_message(code, why, sizeof(why));
    error_set(error, "%s", (const char *)why);
    if (!exact)
        error_prefix(error, "offset %zu: ", pattern_translated_from(arena, engine->source, offset));
    return false;
}

/* `source` and what `work` holds live as long as the pattern, the latter where it is exact. */
static const struct pattern *pattern_of(struct arena *arena, struct arena *work, const char *source,
                                        enum translation_kind kind, struct error *error)
{
    struct pattern *pattern = arena_alloc(arena, sizeof(*pattern));
    struct engine *engine = arena_alloc(arena, sizeof(*engine));
    uint32_t options = 0;

    pattern->engine = engine;
    *engine = (struct engine){ .source = source, .kind = kind };
    if (!compile(engine, work, error)) {
        error_prefix(error, "the pattern \"%s\" does not compile: ", text_quote(work, source, 60));
        return NULL;
    }
    arena_defer(arena, release, engine);
    pcre2_pattern_info(engine->code, PCRE2_INFO_ALLOPTIONS, &options);
    engine->anchored = options & PCRE2_ANCHORED;
    pcre2_pattern_info(engine->code, PCRE2_INFO_SIZE, &engine->weight);
    engine->weight = engine->weight / CODE_PER_CHARACTER + 1;
    return pattern;
}

const struct pattern *pattern_compile(struct arena *arena, const char *source, struct error *error)
{
    struct arena *work = arena_new();
    const struct pattern *pattern = pattern_of(
        arena, work, arena_copy(arena, source, strlen(source)), TRANSLATION_SEARCH, error);

    arena_free(work);
    return pattern;
}

const struct pattern *pattern_compile_exact(struct arena *arena, const char *source,
                                            const char *flags, struct error *error)
{
    source = *flags ? arena_printf(arena, "(?%s)%s", flags, source)
                    : arena_copy(arena, source, strlen(source));
    return pattern_of(arena, arena, source, TRANSLATION_EXACT, error);
}

static size_t clamp(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

struct searched {
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

static const pcre2_code *watched_code(struct engine *engine)
{
    struct arena *work = arena_new();
    struct translation translation;
    struct error ignored;
    int code = 0;
    size_t offset = 0;

    if (engine->kind != TRANSLATION_EXACT && !engine->watched &&
        pattern_translate(work, engine->source, engine->kind, &translation, &ignored))
        engine->watched = compile_translated(work, translation.text, true, &code, &offset);
    arena_free(work);
    return engine->watched ? engine->watched : engine->code;
}

/*
 * PCRE2 counts the steps of each start by itself, and not the characters that
 * one step passes. So it begins with few steps, and as long as these took next
 * to no time it tries with more.
 */
static int search_watched(struct engine *engine, const struct searched *subject)
{
    const double began = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    const pcre2_code *const code = watched_code(engine);
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
static PCRE2_SPTR with_borders(const struct searched *subject)
{
    enum { BLOCK = 64 };
    static _Thread_local alignas(BLOCK) unsigned char copy[BLOCK + SHORT + BLOCK];

    memcpy(copy + BLOCK, subject->bytes, subject->length);
    memset(copy + BLOCK + subject->length, 0, BLOCK);
    return copy + BLOCK;
}

static int search_fast(const struct engine *engine, const struct searched *subject)
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

static enum pattern_verdict search(struct engine *engine, const struct searched *subject)
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

/* PCRE2 knows U+0000 only as a byte of 0. */
struct pattern_subject pattern_subject(struct arena *arena, const char *string)
{
    struct pattern_subject subject = { string, string, strlen(string) };

    if (!strstr(string, TEXT_NUL))
        return subject;
    char *const bytes = arena_alloc(arena, subject.length + 1);
    char *out = bytes;
    for (const char *in = string; *in; in++) {
        const bool nul = text_is_nul(in);

        *out++ = nul ? '\0' : *in;
        in += nul ? 1 : 0;
    }
    subject.bytes = bytes;
    subject.length = (size_t)(out - bytes);
    return subject;
}

static enum pattern_verdict search_with_nuls(struct engine *engine, const char *string)
{
    struct arena *work = arena_new();
    const struct pattern_subject subject = pattern_subject(work, string);
    const enum pattern_verdict verdict =
        search(engine, &(struct searched){ .bytes = subject.bytes, .length = subject.length });

    arena_free(work);
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
    const struct searched given = { subject, length, ascii ? PCRE2_NO_UTF_CHECK : 0, 0 };

    return !ascii && strstr(subject, TEXT_NUL) ? search_with_nuls(pattern->engine, subject)
                                               : search(pattern->engine, &given);
}

size_t pattern_groups(const struct pattern *pattern)
{
    return pattern->engine->groups;
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
    const struct searched given = { subject->bytes, subject->length, PCRE2_NO_UTF_CHECK,
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
