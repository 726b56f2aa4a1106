/* GitHub's workflow commands: https://docs.github.com/actions, "Workflow commands". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/report/failure.h"
#include "cfnc/world/world.h"
#include "finding_place.h"
#include "formats.h"
#include "spelling.h"

enum { PATH_BYTES = 4096 };

/* --- What handlers say is no command --- */

struct annotator {
    struct arena *arena;
    const char *token; /* that ends the guard; nobody can guess it */
    size_t count[2];   /* annotations, by level */
};

static void guard_begins(void *self, const struct run *run)
{
    const struct annotator *a = self;

    (void)run;
    printf("::stop-commands::%s\n", a->token);
    fflush(stdout);
}

/* --- Annotations --- */

static const char *const commands[] = { [MUST] = "error", [SHOULD] = "warning" };

static void add_escaped(struct text *out, const char *text, bool property)
{
    workflow_add(out, text_quote(out->arena, text, 0), property);
}

static const char *behind(const char *path, const char *folder)
{
    const size_t length = strlen(folder);

    return length && strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1
                                                                               : NULL;
}

/* GitHub counts paths from the root of the repository, cfnc from where it is. */
static const char *from_root(struct arena *arena, const char *path)
{
    const char *root = getenv("GITHUB_WORKSPACE");
    char here[PATH_BYTES];

    while (strncmp(path, "./", 2) == 0)
        path += 2;
    if (!root)
        return path;
    if (*path == '/')
        return behind(path, root) ? behind(path, root) : path;
    const char *below = getcwd(here, sizeof(here)) ? behind(here, root) : NULL;
    return below ? arena_printf(arena, "%s/%s", below, path) : path;
}

static void annotate(struct annotator *a, enum level level, const char *title, struct place place,
                     const char *message)
{
    struct text out = text_new(a->arena);

    if (a->count[level]++ >= ANNOTATIONS_MOST)
        return;
    text_addf(&out, "::%s ", commands[level]);
    if (place.path) {
        text_add(&out, "file=");
        add_escaped(&out, from_root(a->arena, place.path), true);
        text_addf(&out, ",line=%d,", place.line);
    }
    text_add(&out, "title=");
    add_escaped(&out, title, true);
    text_add(&out, "::");
    add_escaped(&out, message, false);
    puts(out.bytes);
}

static const char *message_of(struct arena *arena, const struct finding *finding)
{
    static const struct differences_words words = { .rows = 5,
                                                    .columns = 60,
                                                    .model = "(model)",
                                                    .absent = "(absent)",
                                                    .before = { " ", " != " } };
    const struct difference *differences = finding->comparison.differences;
    struct text out = text_new(arena);

    text_addf(&out, "%s: %s", finding->rule->id, finding->title);
    if (!differences)
        text_addf(&out, " %s", finding->fault);
    differences_line(&out, differences, &words);
    return out.bytes;
}

static void annotate_outcome(struct annotator *a, const struct run *run, const struct outcome *o)
{
    const char *title =
        run->set_count > 1 ? arena_printf(a->arena, "%s [%s]", o->name, o->set->id) : o->name;

    if (o->error)
        annotate(a, MUST, title, finding_place(run, o, NULL), o->error);
    for (const struct finding *f = o->findings; f; f = f->next)
        annotate(a, f->level, title, finding_place(run, o, f), message_of(a->arena, f));
}

static void tell_more(const struct annotator *a, enum level level)
{
    const size_t count = a->count[level];

    if (count > ANNOTATIONS_MOST)
        printf("::notice title=cfnc::and %zu more %ss\n", count - ANNOTATIONS_MOST,
               commands[level]);
}

static void run_ends(void *self, const struct run *run)
{
    struct annotator *a = self;

    printf("::%s::\n", a->token);
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        annotate_outcome(a, run, o);
    tell_more(a, MUST);
    tell_more(a, SHOULD);
    fflush(stdout);
}

void github_stream(struct arena *arena, const struct console_options *options,
                   struct reporter *reporters)
{
    struct annotator *a = arena_alloc(arena, sizeof(*a));

    *a = (struct annotator){ .arena = arena, .token = token_new(NULL, arena) };
    reporters[0] = (struct reporter){ .self = a, .run_begins = guard_begins };
    human_stream(arena, options, &reporters[1]);
    reporters[2] = (struct reporter){ .self = a, .run_ends = run_ends };
}
