/* --format: what goes to standard output while a run goes on. Dots and TAP are short enough to
 * stand here. */
#include <stdio.h>

#include "cfnc/report/events.h"
#include "tap_private.h"

/* --- TAP --- */

struct tap_stream {
    size_t count;
};

static void tap_begins(void *self, const struct run *run)
{
    struct arena *arena = arena_new();
    struct text out = text_new(arena);

    (void)self;
    tap_add_head(&out, run);
    printf("TAP version %d\n%s", TAP_VERSION, out.bytes);
    fflush(stdout);
    arena_free(arena);
}

static void tap_ends(void *self, const struct run *run, const struct outcome *outcome)
{
    struct tap_stream *stream = self;
    struct arena *arena = arena_new();
    struct text out = text_new(arena);

    if (tap_takes(outcome)) {
        tap_add(&out, run, outcome, ++stream->count);
        fputs(out.bytes, stdout);
        fflush(stdout);
    }
    arena_free(arena);
}

static void tap_concludes(void *self, const struct run *run)
{
    struct tap_stream *stream = self;
    struct arena *arena = arena_new();
    struct text out = text_new(arena);

    stream->count = tap_add_leftovers(&out, run, stream->count);
    tap_add_plan(&out, stream->count);
    fputs(out.bytes, stdout);
    fflush(stdout);
    arena_free(arena);
}

struct reporter tap_reporter(struct arena *arena)
{
    return (struct reporter){
        .self = arena_alloc(arena, sizeof(struct tap_stream)),
        .run_begins = tap_begins,
        .test_ends = tap_ends,
        .run_ends = tap_concludes,
    };
}

/* --- Dots --- */

struct dots {
    struct reporter console; /* that has the end */
    const char *module;
    const struct input_set *set;
    int column, columns;
};

static const char letters[] = {
    [VERDICT_PASSED] = '.',  [VERDICT_FAILED] = 'F', [VERDICT_ERRORED] = 'E',
    [VERDICT_WAIVED] = 'x',  [VERDICT_FLAKY] = 'R',  [VERDICT_SKIPPED] = 's',
    [VERDICT_NOT_RUN] = 'E',
};

static void dot_heading(struct dots *d, const struct run *run, const struct outcome *outcome)
{
    if (d->module == outcome->module && d->set == outcome->set && d->column < d->columns)
        return;
    if (d->module)
        putchar('\n');
    d->module = outcome->module;
    d->set = outcome->set;
    d->column = run->set_count > 1 ? printf("%s [%s] ", outcome->module, outcome->set->id)
                                   : printf("%s ", outcome->module);
}

/* A fixture has a letter only when it is torn down badly. */
static void dot_ends(void *self, const struct run *run, const struct outcome *outcome)
{
    struct dots *d = self;

    if (!tap_takes(outcome))
        return;
    dot_heading(d, run, outcome);
    putchar(letters[outcome->verdict]);
    d->column++;
    fflush(stdout);
}

static void dots_end(void *self, const struct run *run)
{
    struct dots *d = self;

    if (d->module)
        putchar('\n');
    d->console.run_ends(d->console.self, run);
}

struct reporter dot_reporter(struct arena *arena, const struct console_options *options)
{
    struct dots *d = arena_alloc(arena, sizeof(*d));
    struct console_options quiet = *options;

    quiet.verbosity = options->verbosity < -1 ? options->verbosity : -1;
    *d = (struct dots){ .console = console_reporter(arena, &quiet), .columns = options->columns };
    return (struct reporter){ .self = d, .test_ends = dot_ends, .run_ends = dots_end };
}

/* --- All of them --- */

static void add_human(struct arena *arena, const struct console_options *options,
                      struct reporter reporters[LIVE_REPORTERS_MOST])
{
    reporters[0] = console_reporter(arena, options);
}

static void add_dot(struct arena *arena, const struct console_options *options,
                    struct reporter reporters[LIVE_REPORTERS_MOST])
{
    reporters[0] = dot_reporter(arena, options);
}

static void add_tap(struct arena *arena, const struct console_options *options,
                    struct reporter reporters[LIVE_REPORTERS_MOST])
{
    (void)options;
    reporters[0] = tap_reporter(arena);
}

static void add_ndjson(struct arena *arena, const struct console_options *options,
                       struct reporter reporters[LIVE_REPORTERS_MOST])
{
    (void)options;
    reporters[0] = ndjson_reporter(arena);
}

static void add_github(struct arena *arena, const struct console_options *options,
                       struct reporter reporters[LIVE_REPORTERS_MOST])
{
    reporters[0] = github_guard(arena);
    reporters[1] = console_reporter(arena, options);
    reporters[2] = github_reporter(arena, &reporters[0]);
}

const struct live_format live_formats[] = {
    { "human", add_human },   { "dot", add_dot },       { "tap", add_tap },
    { "ndjson", add_ndjson }, { "github", add_github }, { 0 },
};
