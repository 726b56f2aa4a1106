#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/commands.h"
#include "cfnc/file.h"
#include "cfnc/text.h"

static const struct format {
    const char *name, *file;
    const char *(*print)(struct arena *arena, const struct run *run);
} formats[] = {
    { "json", "cfnc-report.json", json_report_print },
    { "junit", "cfnc-report.xml", junit_print },
    { 0 },
};

/* "junit:out/junit.xml", "json". */
struct report {
    const struct format *format;
    const char *path;
    bool named; /* by the user */
};

static struct report read_report(struct arena *arena, const char *text, const char *folder)
{
    const size_t length = strcspn(text, ":");
    const char *path = text[length] && text[length + 1] ? text + length + 1 : NULL;

    for (const struct format *f = formats; f->name; f++) {
        if (strlen(f->name) != length || strncmp(f->name, text, length) != 0)
            continue;
        const char *file = path ? path : f->file;
        return (struct report){ f, strcmp(file, "-") == 0 ? file : file_join(arena, folder, file),
                                path != NULL };
    }
    return (struct report){ 0 };
}

/*
 * Why nothing could be written there, or NULL: a look at the nearest folder that
 * exists. A link is followed where the user names it, and not where a project that
 * came from anywhere holds one of the usual name.
 */
static const char *unwritable(struct arena *arena, const struct report *report)
{
    const char *path = report->path;
    struct stat status;

    if (strcmp(path, "-") == 0)
        return NULL;
    if (!report->named && lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        return "is a link; remove it, or name the file behind a colon";
    if (file_is_folder(path))
        return "is a folder";
    const char *folder = file_folder(arena, path);
    while (stat(folder, &status) != 0 && strcmp(folder, file_folder(arena, folder)) != 0)
        folder = file_folder(arena, folder);
    if (!file_is_folder(folder))
        return arena_printf(arena, "%s is no folder", folder);
    return access(folder, W_OK | X_OK) == 0
               ? NULL
               : arena_printf(arena, "nothing can be written in %s", folder);
}

bool reports_to_stdout(struct arena *arena, const struct options *options)
{
    for (size_t i = 0; i < options->reports.count; i++) {
        const struct report report = read_report(arena, options->reports.items[i], options->folder);

        if (report.path && strcmp(report.path, "-") == 0)
            return true;
    }
    return false;
}

bool reports_check(struct arena *arena, const struct options *options, struct error *error)
{
    bool printed = false;

    for (size_t i = 0; i < options->reports.count; i++) {
        const char *text = options->reports.items[i];
        const struct report report = read_report(arena, text, options->folder);

        if (!report.format)
            return error_set(error, "--report %s: expected json or junit, then perhaps :FILE",
                             text_quote(arena, text, 60));
        const char *problem = unwritable(arena, &report);
        if (problem)
            return error_set(error, "report %s: %s", text_quote(arena, report.path, 100), problem);
        if (strcmp(report.path, "-") == 0 && printed)
            return error_set(error, "--report: only one report can go to standard output");
        printed = printed || strcmp(report.path, "-") == 0;
    }
    return true;
}

bool reports_write(struct arena *arena, const struct options *options, const struct run *run,
                   struct error *error)
{
    struct error first = { "" };

    for (size_t i = 0; i < options->reports.count; i++) {
        const struct report report = read_report(arena, options->reports.items[i], options->folder);
        assert(report.format); /* reports_check() has seen it */
        const char *text = report.format->print(arena, run);

        if (!file_write(arena, report.path, text, strlen(text), error) && !first.text[0])
            first = *error;
    }
    *error = first;
    return !first.text[0];
}
