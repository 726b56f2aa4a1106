/*
 * cfnc test against handlers, and endpoints, that do their worst. Each behaviour ends within its
 * bound, with a word about it, little memory, and output that does no harm. What came of each is
 * printed as a table: of its figures only those about memory are judged, and none in builds with
 * sanitizers.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/json/json.h"
#include "corpus.h"
#include "test.h"
#include "worst.h"

enum { PATIENCE_S = 100, MEMORY_MOST_KB = 64 * 1024 };

struct outcome_of {
    int code; /* -1: it was killed, for it did not end */
    double seconds;
    long peak_kb;
    char *output;
    size_t length;
};

static char folder[] = "/tmp/cfnc-hostile-XXXXXX";
static const char *program = "";
static unsigned port; /* of the endpoint */

static const char *in_folder(struct arena *arena, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

/* In the child. */
static void become(struct arena *arena, const struct behaviour *b)
{
    const char *url = arena_printf(arena, "http://127.0.0.1:%u", port);
    const char *argv[40] = { program,       "test",       "--schema",
                             "schema.json", "--endpoint", url,
                             "--seed",      "1",          "--teardown-timeout",
                             "1",           "--report",   "json:report.json",
                             "--junitxml",  "report.xml", "-k",
                             "create_read" };
    size_t count = 16;
    char *options = arena_copy(arena, b->options, strlen(b->options)), *rest = options;
    const int out = chdir(folder) == 0 ? open("output", O_CREAT | O_TRUNC | O_WRONLY, 0600) : -1;

    while (*rest && count < 38) { /* of "-k a or b" all that follows is one word */
        const bool expression = count && strcmp(argv[count - 1], "-k") == 0 && count > 16;
        const size_t length = expression ? strlen(rest) : strcspn(rest, " ");

        argv[count++] = rest;
        rest += length;
        if (*rest)
            *rest++ = '\0';
    }
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(argv[0], (char *const *)(void *)argv);
    _exit(127);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/*
 * In a process between us and cfnc, whose only child that is: what getrusage() says of children is
 * said of cfnc then. (The memory of this process counts as well, where it is more.)
 */
static struct outcome_of watch(struct arena *arena, const struct behaviour *b)
{
    struct outcome_of o = { .code = -1 };
    struct timespec start;
    struct rusage usage;
    int status = 0;

    clock_gettime(CLOCK_MONOTONIC, &start);
    const pid_t child = fork();
    if (child == 0)
        become(arena, b);
    while (waitpid(child, &status, WNOHANG) == 0 && seconds_since(&start) < PATIENCE_S)
        worst_nap(5);
    o.seconds = seconds_since(&start);
    if (o.seconds >= PATIENCE_S)
        kill(child, SIGKILL);
    else
        o.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    waitpid(child, &status, 0);
    getrusage(RUSAGE_CHILDREN, &usage);
    o.peak_kb = usage.ru_maxrss;
    return o;
}

static struct outcome_of run_cfnc(struct arena *arena, const struct behaviour *b)
{
    struct outcome_of o = { .code = -1 };
    struct error error;
    int ends[2];

    port = worst_open(b);
    if (pipe(ends) != 0)
        abort();
    const pid_t watcher = fork();
    if (watcher == 0) {
        o = watch(arena, b);
        _exit(write(ends[1], &o, sizeof(o)) == (ssize_t)sizeof(o) ? 0 : 1);
    }
    waitpid(watcher, NULL, 0);
    if (read(ends[0], &o, sizeof(o)) != (ssize_t)sizeof(o))
        abort();
    close(ends[0]);
    close(ends[1]);
    worst_close();
    o.output = file_read(arena, in_folder(arena, "output"), 64 << 20, &o.length, &error);
    return o;
}

/* Nothing in it moves a cursor, changes a title or ends a line that is not its own. */
static bool is_harmless(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];

        if ((c < ' ' && c != '\n') || c == 0x7F || (c == 0xC2 && (unsigned char)text[i + 1] < 0xA0))
            return false;
    }
    return true;
}

static void check_reports(struct arena *arena)
{
    size_t length;
    struct error error = { .text = "" };
    const char *text = file_read(arena, in_folder(arena, "report.json"), 64 << 20, &length, &error);
    const char *xml = file_read(arena, in_folder(arena, "report.xml"), 64 << 20, NULL, &error);

    if (check(text && xml)) {
        check(json_parse(arena, text, length, &error) != NULL);
        check(is_harmless(text, length) && is_harmless(xml, strlen(xml)));
        check(!strstr(xml, "<script") && !strstr(xml, "<b>"));
    }
    unlink(in_folder(arena, "report.json"));
    unlink(in_folder(arena, "report.xml"));
}

/* The line of the output that has the words, cut. */
static const char *line_of(struct arena *arena, const struct outcome_of *o, const char *words)
{
    const char *found = o->output ? strstr(o->output, words) : NULL;

    if (!found)
        return "";
    const char *line = found;
    while (line > o->output && line[-1] != '\n' && found - line < 30)
        line--;
    line += strspn(line, " ");
    const size_t length = strcspn(line, "\n");
    return arena_copy(arena, line, length < 56 ? length : 56);
}

static void try(const struct behaviour *b)
{
    struct arena *arena = arena_new();
    const struct outcome_of o = run_cfnc(arena, b);

    printf("%-32s %-56s %3d %6.2f s %3ld MB\n", b->name, line_of(arena, &o, b->says), o.code,
           o.seconds, o.peak_kb / 1024);
    fflush(stdout);
    check_number(o.code, b->code);
    check_contains(o.output, b->says);
    check(o.output && is_harmless(o.output, o.length));
#ifndef CFNC_STRICT_ARENA
    check(o.peak_kb < MEMORY_MOST_KB);
#endif
    check_reports(arena);
    arena_free(arena);
}

static void all_of_them(void)
{
    const char *only = getenv("HOSTILE"), *named = getenv("CFNC");
    struct arena *arena = arena_new();
    struct error error;

    if (!named || *named != '/') {
        test_skip("CFNC is no path of a cfnc, from /");
        arena_free(arena);
        return;
    }
    program = named;
    check(mkdtemp(folder) != NULL);
    check(file_write(arena, in_folder(arena, "schema.json"), worst_schema, strlen(worst_schema),
                     &error));
    for (const struct behaviour *b = behaviours; b->name; b++)
        if (only ? strstr(b->name, only) != NULL : corpus_takes((size_t)(b - behaviours)))
            try(b);
    check(access("/tmp/cfnc-was-here", F_OK) != 0);
    check_number(system(arena_printf(arena, "rm -rf '%s'", folder)), 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "hostile: each ends within its bound", all_of_them },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
