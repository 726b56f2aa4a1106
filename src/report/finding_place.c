#include "finding_place.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/report/schema_lines.h"

/* Where "FILE:LINE:" begins the text; .file is NULL where it does not. */
static struct finding_place said_by(const char *text, const char *file)
{
    const size_t length = file ? strlen(file) : 0;
    char *end = NULL;

    if (!length || strncmp(text, file, length) != 0 || text[length] != ':' ||
        text[length + 1] < '1' || text[length + 1] > '9')
        return (struct finding_place){ NULL, 0 };
    const long line = strtol(text + length + 1, &end, 10);
    return line <= INT32_MAX && *end == ':' ? (struct finding_place){ file, (int)line }
                                            : (struct finding_place){ NULL, 0 };
}

/* Of files that the run was given alone: what a handler says leads nowhere else. */
static struct finding_place said_in(const struct run *run, const char *text)
{
    struct finding_place place = said_by(text, run->subject->file);

    for (size_t i = 0; i < run->set_count && !place.file; i++) {
        const struct input_set *set = &run->sets[i];
        const char *const files[] = { set->create_file, set->update_file, set->invalid_file,
                                      set->overrides_file };

        for (size_t n = 0; n < sizeof(files) / sizeof(files[0]) && !place.file; n++)
            place = said_by(text, files[n]);
    }
    return place;
}

/* The file of what a handler calls invalid; NULL: nobody wrote it. */
static const char *refused_input(const struct run *run, const struct outcome *o,
                                 const struct finding *finding)
{
    const struct protocol *protocol = run->subject->protocol;

    return finding && finding->call && protocol->input_file ? protocol->input_file(o, finding->call)
                                                            : NULL;
}

struct finding_place finding_place(const struct run *run, const struct outcome *o,
                                   const struct finding *finding)
{
    const char *text = finding ? finding->fault : o->error;
    struct finding_place place = { NULL, 1 };

    if (text && !(finding && finding->call))
        place = said_in(run, text);
    if (!place.file)
        place = (struct finding_place){ refused_input(run, o, finding), 1 };
    if (place.file)
        return place;
    const struct difference *d = finding ? finding->comparison.differences : NULL;
    return (struct finding_place){ run->subject->file, schema_line_of(run, d ? d->path : "") };
}
