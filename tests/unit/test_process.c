#include "cfnc/base/process.h"
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena *arena;
static struct error error;

static struct process_result ran(const char *const *argv)
{
    const struct process process = { .argv = argv, .timeout_ms = 20000, .most = 1000 };
    struct process_result result = { 0 };

    check(process_run(arena, &process, &result, &error));
    return result;
}

static void what_it_writes(void)
{
    static const char script[] = "echo out; echo first >&2; echo last >&2; cat; exit 3";
    const char *const argv[] = { "sh", "-c", script, NULL };

    arena = arena_new();
    const struct process_result result = ran(argv);
    check_text(result.output, "out\n");
    check_number((long long)result.length, 4);
    check_text(result.complaint, "last");
    check_number(result.exit_code, 3);
    arena_free(arena);
}

static void how_it_ends(void)
{
    const char *const killed[] = { "sh", "-c", "kill -9 $$", NULL };
    const char *const quiet[] = { "sh", "-c", "exec >&- 2>&-; exit 0", NULL };

    arena = arena_new();
    check_number(ran(killed).exit_code, 128 + 9);
    check_number(ran(quiet).exit_code, 0);
    arena_free(arena);
}

/* The end of a long complaint is kept. */
static void how_it_complains(void)
{
    static const char script[] =
        "for i in $(seq 20000); do echo line $i; done >&2; printf '\\n \\n' >&2";
    const char *const argv[] = { "sh", "-c", script, NULL };

    arena = arena_new();
    const struct process_result result = ran(argv);
    check_text(result.complaint, "line 20000");
    check_number((long long)strlen(result.complaints), 4096);
    check_contains(result.complaints, "line 19999\nline 20000\n\n \n");
    arena_free(arena);
}

/* No shell looks at an argument. */
static void arguments_are_what_they_are(void)
{
    const char *const argv[] = { "printf", "%s|", "a b", "$HOME", "*", "", ";exit", NULL };

    arena = arena_new();
    check_text(ran(argv).output, "a b|$HOME|*||;exit|");
    arena_free(arena);
}

static void refused(const char *const *argv, int64_t timeout_ms, const char *text)
{
    const struct process process = { .argv = argv, .timeout_ms = timeout_ms, .most = 1000 };
    struct process_result result;

    arena = arena_new();
    check(!process_run(arena, &process, &result, &error));
    check_contains(error.text, text);
    check(!strstr(error.text, "secret"));
    arena_free(arena);
}

static void what_is_ended(void)
{
    static const char *const none[] = { NULL };
    static const char *const missing[] = { "/no/such/program", "secret", NULL };
    static const char *const folder[] = { "/", NULL };
    static const char *const slow[] = { "sh", "-c", "sleep 100 & echo secret; wait", NULL };
    static const char *const hides[] = { "sh", "-c", "exec >&- 2>&-; exec sleep 100", NULL };
    static const char *const endless[] = { "sh", "-c", "while :; do echo secret; done", NULL };

    refused(none, 1000, "no program");
    refused(missing, 20000, "/no/such/program: No such file");
    refused(folder, 20000, "/: ");
    refused(slow, 100, "sh: it took too long");
    refused(hides, 100, "sh: it took too long");
    refused(endless, 20000, "sh: it wrote too much");
}

/* What is to be run afterwards is run when a program was killed, and only then. */
static void what_comes_afterwards(void)
{
    char path[] = "/tmp/cfnc-process-XXXXXX";
    const char *const quick[] = { "sh", "-c", "exit 1", NULL };
    const char *const slow[] = { "sh", "-c", "sleep 100", NULL };
    const char *const removal[] = { "rm", path, NULL };
    struct process process = {
        .argv = quick, .timeout_ms = 20000, .most = 1, .afterwards = removal
    };
    struct process_result result;

    arena = arena_new();
    const int file = mkstemp(path);
    check(file >= 0 && close(file) == 0);
    check(process_run(arena, &process, &result, &error));
    check(access(path, F_OK) == 0);
    process.argv = slow;
    process.timeout_ms = 100;
    check(!process_run(arena, &process, &result, &error));
    check_number(result.end, PROCESS_TOO_LONG);
    check_contains(error.text, "sh: it took too long");
    check(access(path, F_OK) != 0);
    arena_free(arena);
}

static void leave(int signal)
{
    (void)signal;
    if (!process_quit(42))
        _exit(1);
}

/* One that quits takes the program with it, and what comes afterwards is still run. */
static void quitting(void)
{
    char path[] = "/tmp/cfnc-process-XXXXXX";
    const char *const slow[] = { "sh", "-c", "exec >&- 2>&-; kill -TERM $PPID; exec sleep 100",
                                 NULL };
    const char *const removal[] = { "rm", path, NULL };
    const struct process process = {
        .argv = slow, .timeout_ms = 60000, .most = 1, .afterwards = removal
    };
    struct sigaction action = { .sa_handler = leave };
    struct process_result result;
    int status = 0;

    sigemptyset(&action.sa_mask);
    const int file = mkstemp(path);
    check(file >= 0 && close(file) == 0);
    check(!process_quit(1));
    const pid_t child = fork();
    if (child == 0) {
        sigaction(SIGTERM, &action, NULL);
        (void)!process_run(arena_new(), &process, &result, &error);
        _exit(2);
    }
    check(waitpid(child, &status, 0) == child);
    check(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    check(access(path, F_OK) != 0);
}

/* As Python's shlex.split() does it, and so the AWS CLI. */
static void words(void)
{
    static const struct {
        const char *line, *words;
    } rows[] = {
        { "", "" },
        { "  a b\t\nc  ", "<a><b><c>" },
        { "'a b' c", "<a b><c>" },
        { "\"a \\\"b\\\\\" c", "<a \"b\\><c>" },
        { "a\\ b", "<a b>" },
        { "\"a\\n\" 'a\\n'", "<a\\n><a\\n>" },
        { "'' x", "<><x>" },
        { "a'b'\"c\"", "<abc>" },
        { "$HOME `id` # *", "<$HOME><`id`><#><*>" },
        { "\"it's\"", "<it's>" },
    };
    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const *split = process_split(arena, rows[i].line, &error);
        const char *all = "";

        check(split != NULL);
        for (size_t k = 0; split && split[k]; k++)
            all = arena_printf(arena, "%s<%s>", all, split[k]);
        check_text(all, rows[i].words);
    }
    check(!process_split(arena, "a 'b", &error));
    check(!process_split(arena, "a \"b\\\"", &error));
    check(!process_split(arena, "a\\", &error));
    arena_free(arena);
}

static const struct test tests[] = {
    { "process: what it writes", what_it_writes },
    { "process: how it ends", how_it_ends },
    { "process: arguments are what they are", arguments_are_what_they_are },
    { "process: what is ended", what_is_ended },
    { "process: how it complains", how_it_complains },
    { "process: what comes afterwards", what_comes_afterwards },
    { "process: quitting", quitting },
    { "process: words of a command line", words },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
