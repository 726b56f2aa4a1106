#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cli/commands.h"

/* "junit:out/junit.xml", "json". */
struct report {
    const struct report_format *format;
    const char *path;
    bool named; /* by the user */
    bool added; /* to what is in the file already */
};

/* GitHub's file for what a job's page shows, of any number of steps; or NULL. */
static const char *step_summary(void)
{
    const char *path = getenv("GITHUB_STEP_SUMMARY");

    return path && *path ? path : NULL;
}

static struct report read_report(struct arena *arena, const char *text, const char *folder)
{
    const size_t length = strcspn(text, ":");
    const char *path = text[length] && text[length + 1] ? text + length + 1 : NULL;

    for (const struct report_format *f = report_formats; f->name; f++) {
        if (strlen(f->name) != length || strncmp(f->name, text, length) != 0)
            continue;
        const char *file = path ? path : f->file;
        const char *summary = !path && f->summarizes ? step_summary() : NULL;
        if (summary)
            return (struct report){ f, summary, .named = true, .added = true };
        return (struct report){ f, strcmp(file, "-") == 0 ? file : file_join(arena, folder, file),
                                .named = path != NULL };
    }
    return (struct report){ .path = "" };
}

static bool goes_to_stdout(struct report report)
{
    return strcmp(report.path, "-") == 0;
}

/* "json, junit or tap" */
static const char *format_names(struct arena *arena)
{
    struct text names = text_new(arena);

    for (const struct report_format *f = report_formats; f->name; f++)
        text_addf(&names, "%s%s", f == report_formats ? "" : f[1].name ? ", " : " or ", f->name);
    return names.bytes;
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

    if (goes_to_stdout(*report))
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

/* Whether one of them goes to standard output, which then shows nothing else. */
static bool reports_to_stdout(struct arena *arena, const struct options *options)
{
    for (size_t i = 0; i < options->reports.count; i++) {
        if (goes_to_stdout(read_report(arena, options->reports.items[i], options->subject.folder)))
            return true;
    }
    return false;
}

bool reports_check(struct arena *arena, const struct options *options, struct error *error)
{
    bool printed = false;

    for (size_t i = 0; i < options->reports.count; i++) {
        const char *text = options->reports.items[i];
        const struct report report = read_report(arena, text, options->subject.folder);

        if (!report.format)
            return error_set(error, "--report %s: expected %s, then perhaps :FILE",
                             text_quote(arena, text, 60), format_names(arena));
        const char *problem = unwritable(arena, &report);
        if (problem)
            return error_set(error, "report %s: %s", text_quote(arena, report.path, 100), problem);
        if (goes_to_stdout(report) && printed)
            return error_set(error, "--report: only one report can go to standard output");
        printed = printed || goes_to_stdout(report);
    }
    return true;
}

void reporters_choose(struct arena *arena, const struct options *options,
                      const struct console_options *console,
                      struct reporter reporters[STREAM_REPORTERS_MOST])
{
    const struct stream_format *format = stream_formats;

    while (strcmp(format->name, options->format) != 0)
        format++; /* the option's row knows no others */
    if (!reports_to_stdout(arena, options))
        format->add(arena, console, reporters);
}

static bool add_to(const char *path, const char *text, struct error *error)
{
    FILE *file = fopen(path, "ae");
    const bool written = file && fputs(text, file) >= 0;

    if (file && fclose(file) == 0 && written)
        return true;
    return error_set(error, "%s: %s", path, strerror(errno));
}

/* What standard output does not take is told by main(). */
static bool hand_over(struct arena *arena, const struct report *report, const char *text,
                      struct error *error)
{
    if (goes_to_stdout(*report)) {
        (void)fputs(text, stdout);
        return true;
    }
    if (report->added)
        return add_to(report->path, text, error);
    return file_write(arena, report->path, text, strlen(text), error);
}

bool reports_write(struct arena *arena, const struct options *options, const struct runs *runs,
                   struct error *error)
{
    struct error first = { .text = "" };

    for (const struct report_format *f = report_formats; f->name; f++)
        if (f->summarizes && strcmp(options->format, "github") == 0 && step_summary() &&
            !add_to(step_summary(), f->print(arena, runs), error))
            first = *error;
    for (size_t i = 0; i < options->reports.count; i++) {
        const struct report report =
            read_report(arena, options->reports.items[i], options->subject.folder);
        assert(report.format); /* reports_check() has seen it */
        if (!hand_over(arena, &report, report.format->print(arena, runs), error) && !first.text[0])
            first = *error;
    }
    *error = first;
    return !first.text[0];
}
