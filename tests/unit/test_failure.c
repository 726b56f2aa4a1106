/* The failure block: whatever breaks, it fits on a screen. */
#include "cfnc/report/failure.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

enum { LONGEST_BLOCK = 25, FRAME_AND_SEEN_IN = 3, WIDEST = 86 };

static void block_fits(const struct run *run, const struct outcome *o)
{
    static const struct failure_style style = { .traceback = TRACEBACK_AUTO, .columns = 80 };
    struct text block = text_new(run->arena);
    int lines = 0;

    failure_add(&block, run, o, &style);
    check(strstr(block.bytes, "cfnc test ") != NULL);
    for (char *line = strtok(block.bytes, "\n"); line; line = strtok(NULL, "\n")) {
        lines++;
        check(!*line || line[strlen(line) - 1] != ' ');
        if (!check(text_width(line) <= WIDEST || strstr(line, "cfnc test ")))
            printf("      %s\n", line);
    }
    if (!check(lines <= LONGEST_BLOCK - FRAME_AND_SEEN_IN))
        printf("      %d lines\n", lines);
}

static void blocks_fit(const struct fault *fault, const char *name)
{
    struct arena *arena = arena_new();
    const char *const names[] = { fault->name, NULL };
    const struct builtin_options options = { .page_size = 2, .preload = 3, .faults = names };
    const struct run *run = run_builtin(arena, type_named(arena, name), &options, SUITE_FULL);

    for (const struct outcome *o = run ? run->outcomes : NULL; o; o = o->next)
        if (o->test && (o->verdict == VERDICT_FAILED || o->verdict == VERDICT_ERRORED))
            block_fits(run, o);
    arena_free(arena);
}

/* In slow builds some of them, on one of the types. */
static void every_fault_fits_on_a_screen(void)
{
    static const char *const types[] = { "thing", "generated_id" };
    size_t count = 0;

    fault_each (fault) {
        for (size_t i = 0; i < 2; i++)
            if (corpus_step(1) == 1 || (count % 5 == 0 && i == count / 5 % 2))
                blocks_fit(fault, types[i]);
        count++;
    }
}

/* Everything at once: many differences, long words, a second finding. */
static void the_worst_fits_too(void)
{
    struct arena *arena = arena_new();
    const struct builtin_options honest = { .stabilize = 0 };
    struct run *run = run_builtin(arena, type_named(arena, "thing"), &honest, SUITE_FULL);
    struct outcome *o = run->outcomes;
    struct finding *findings = arena_array(arena, 4, sizeof(*findings));
    struct difference *rows = arena_array(arena, 30, sizeof(*rows));
    char words[2000];

    memset(words, 'w', sizeof(words) - 1);
    for (size_t i = 20; i < sizeof(words); i += 20)
        words[i] = ' ';
    words[sizeof(words) - 1] = '\0';
    for (size_t i = 0; i < 29; i++)
        rows[i] = (struct difference){ .next = i < 28 ? &rows[i + 1] : NULL,
                                       .path = arena_printf(arena, "/A/Rather/Long/Path/%zu", i),
                                       .requested = json_new_string(arena, words),
                                       .returned = json_new_string(arena, words) };
    run->calls->event.status = FAILED;
    run->calls->event.error_text = words;
    run->calls->event.message = words;
    for (size_t i = 0; i < 4; i++)
        findings[i] = (struct finding){ .next = i < 3 ? &findings[i + 1] : NULL,
                                        .rule = rule_of("read.equals"),
                                        .call = run->calls,
                                        .title = "READ returned something else.",
                                        .fault = words,
                                        .comparison = { .differences = i ? NULL : rows } };
    while (!o->test)
        o = o->next;
    o->verdict = VERDICT_FAILED;
    o->findings = findings;
    block_fits(run, o);
    arena_free(arena);
}

static const struct test tests[] = {
    { "failure: the block of every fault fits on a screen", every_fault_fits_on_a_screen },
    { "failure: the worst fits too", the_worst_fits_too },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
