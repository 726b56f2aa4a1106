#include "cfnc/process.h"
#include "test.h"

#include <string.h>

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
    { "process: words of a command line", words },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
