/* cfnc report --extract: the requests and answers of some calls, each in a file of its own. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/report/failure.h"
#include "cli/commands.h"

static const char standard_folder[] = "cfnc-calls";

struct extraction {
    struct arena *arena;
    const struct run *run;
    const char *wanted;
    const char *folder;
    struct error *error;
};

/* "c12", or 12; 0 when it is neither. */
static unsigned long call_number(const char *wanted)
{
    const char *digits = wanted + (*wanted == 'c');
    char *end;

    if (!*digits || digits[strspn(digits, "0123456789")])
        return 0;
    errno = 0;
    const unsigned long number = strtoul(digits, &end, 10);
    return errno ? 0 : number;
}

/* By its name, which may be a glob, with its inputs behind it or not, or by its id in reports. */
static bool is_named(const struct extraction *e, const struct outcome *outcome)
{
    const char *names[] = {
        outcome->name,
        arena_printf(e->arena, "%s[%s]", outcome->name, outcome->set->id),
        arena_printf(e->arena, "%s/handler_%s.py::%s", outcome->set->id, outcome->module,
                     outcome->name),
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i], e->wanted) == 0 || text_glob(e->wanted, names[i]))
            return true;
    return false;
}

/* A test's calls, and those of the fixture that was set up for it. */
static bool is_wanted(const struct extraction *e, const struct call *call)
{
    const unsigned long number = call_number(e->wanted);

    if (number)
        return call->seq == number;
    if (is_named(e, call->owner))
        return true;
    for (const struct outcome *o = e->run->outcomes; o && !call->owner->test; o = o->next)
        if (o->fixture == call->owner && call->phase == PHASE_SETUP && is_named(e, o))
            return true;
    return false;
}

/* For its owner alone, and no link is followed. */
static bool write_file(struct extraction *e, const char *name, const char *text)
{
    const char *path = file_join(e->arena, e->folder, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (!file || fchmod(fd, 0600) != 0 || fputs(text, file) < 0) {
        error_set(e->error, "%s: %s", path, strerror(errno));
        if (file)
            fclose(file);
        else if (fd >= 0)
            close(fd);
        return false;
    }
    return fclose(file) == 0 || error_set(e->error, "%s: %s", path, strerror(errno));
}

static bool write_json(struct extraction *e, const char *name, const json *value)
{
    return write_file(e, name, arena_printf(e->arena, "%s\n", json_print_pretty(e->arena, value)));
}

/* Nothing that a test or a handler is called is part of a file's name. */
static bool write_call(struct extraction *e, const struct call *call)
{
    const char *stem = arena_printf(e->arena, "%04u_%s", call->seq, action_name(call->action));
    const char *request = arena_printf(e->arena, "%s_request.json", stem);
    const char *ending = call->reply.value ? "json" : "txt";
    const char *response = arena_printf(e->arena, "%s_response.%s", stem, ending);
    const bool answered = call->reply.value || call->reply.body;

    if (call->request && !write_json(e, request, call->request))
        return false;
    if (call->reply.value ? !write_json(e, response, call->reply.value)
                          : answered && !write_file(e, response, call->reply.body))
        return false;
    printf("c%-4u %-6s %-24s %s %s\n", call->seq, action_name(call->action),
           call_end_text(e->arena, call), call->request ? request : "(request not kept)",
           answered ? response : "(no answer, or not kept)");
    return true;
}

bool extract(struct arena *arena, const struct options *options, const struct run *run,
             struct error *error)
{
    struct extraction e = {
        .arena = arena,
        .run = run,
        .wanted = options->extract,
        .folder = options->out ? options->out : standard_folder,
        .error = error,
    };
    size_t count = 0;

    for (const struct call *call = run->calls; call; call = call->next)
        count += is_wanted(&e, call);
    if (!count)
        return error_set(error,
                         "--extract %s: this run has no such call, and no test of that name that "
                         "called a handler; \"cfnc report -v\" shows them",
                         text_quote(arena, options->extract, 60));
    if (mkdir(e.folder, 0700) != 0 && (errno != EEXIST || !file_is_folder(e.folder)))
        return error_set(error, "--out %s: %s", text_quote(arena, e.folder, 100), strerror(errno));
    for (const struct call *call = run->calls; call; call = call->next)
        if (is_wanted(&e, call) && !write_call(&e, call))
            return false;
    return true;
}
