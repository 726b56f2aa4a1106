/*
 * Whatever a recording holds, reading and judging it is safe: it is a run, or an error that names
 * its place. A run that is judged twice is reported twice in the same words, to the byte.
 */
#include "cfnc/record/recording.h"
#include "cfnc/suite/protocols.h"

#include <string.h>

#include "cfnc/report/report.h"
#include "cfnc/suite/resource.h"
#include "support.h"

static struct recording *read_it(struct arena *arena, const uint8_t *data, size_t size,
                                 struct error *error)
{
    struct recording *recording =
        recording_read(arena, "r", fuzz_text(arena, data, size), size, protocols, error);

    if (!recording) {
        must_be_told(error);
        must(strncmp(error->text, "r:", 2) == 0);
    }
    return recording;
}

static bool judge_again(struct arena *arena, struct recording *recording, struct error *error)
{
    static const struct reporter nobody[] = { { .self = NULL } };

    return recording_judge(arena, recording, nobody, error);
}

/* Two runs that were judged alike have the same reports. */
static void check_reports(struct arena *arena, const struct run *run, const struct run *same)
{
    for (const struct report_format *f = report_formats; f->name; f++) {
        const char *text = f->print(arena, &(struct runs){ &run, 1 });

        must(*text);
        if (strcmp(f->name, "junit") == 0)
            must_be_plain(text, strlen(text), true);
        must(strcmp(text, f->print(arena, &(struct runs){ &same, 1 })) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" }, again = { .text = "" };
    struct recording *recording = read_it(arena, data, size, &error);

    /* Smaller models are looked for as often as the recording says. */
    if (recording && recording->run.options.shrink == 0) {
        struct recording *same = read_it(arena, data, size, &again);
        const bool judged = judge_again(arena, recording, &error);

        must(judge_again(arena, same, &again) == judged);
        if (judged) {
            check_reports(arena, &recording->run, &same->run);
        } else {
            must_be_told(&error);
            must(strcmp(error.text, again.text) == 0);
        }
    }
    arena_free(arena);
    return 0;
}
