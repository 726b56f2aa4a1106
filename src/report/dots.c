/* --format dot: a letter a test. */
#include <stdio.h>

#include "formats.h"

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

    if (!outcome->test && !outcome->torn_down_badly)
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

void dot_stream(struct arena *arena, const struct console_options *options,
                struct reporter *reporters)
{
    struct dots *d = arena_alloc(arena, sizeof(*d));
    struct console_options quiet = *options;

    quiet.verbosity = options->verbosity < -1 ? options->verbosity : -1;
    d->columns = options->columns;
    human_stream(arena, &quiet, &d->console);
    reporters[0] = (struct reporter){ .self = d, .test_ends = dot_ends, .run_ends = dots_end };
}
