#include "finding_place.h"

#include <string.h>

#include "cfnc/report/schema_lines.h"

/* Of files that the run was given alone: a recording leads nowhere else. */
static bool is_of_run(const struct run *run, const char *path)
{
    bool found = path && run->subject->file && strcmp(path, run->subject->file) == 0;

    for (size_t i = 0; i < run->set_count && path && !found; i++) {
        const struct input_set *set = &run->sets[i];
        const char *const files[] = { set->create_file, set->update_file, set->invalid_file,
                                      set->overrides_file };

        for (size_t n = 0; n < sizeof(files) / sizeof(files[0]); n++)
            found = found || (files[n] && strcmp(path, files[n]) == 0);
    }
    return found;
}

/* The file of what a handler calls invalid; NULL: nobody wrote it. */
static const char *refused_input(const struct run *run, const struct outcome *o,
                                 const struct finding *finding)
{
    const struct protocol *protocol = run->subject->protocol;

    return finding && finding->call && protocol->input_file ? protocol->input_file(o, finding->call)
                                                            : NULL;
}

struct place finding_place(const struct run *run, const struct outcome *o,
                           const struct finding *finding)
{
    struct place place = finding ? finding->place : o->place;

    if (!is_of_run(run, place.path))
        place = (struct place){ .path = refused_input(run, o, finding) };
    if (!place.path) {
        const struct difference *d = finding ? finding->comparison.differences : NULL;

        place = (struct place){ .path = run->subject->file,
                                .line = schema_line_of(run, d ? d->path : "") };
    }
    place.line = place.line ? place.line : 1;
    return place;
}
