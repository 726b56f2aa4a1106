#include "cfnc/project/against.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/process.h"
#include "cfnc/base/text.h"

enum {
    LARGEST = 8 * 1024 * 1024,
    COLUMNS = 100,
    LINKS_MOST = 40,
    NOT_SPAWNED = 127 /* as posix_spawn() may tell it */
};

/* ---- git ---- */

/* What git was asked, and what it answered. */
struct answer {
    const char *bytes; /* a NUL stands behind them */
    size_t length;
    bool large; /* more than LARGEST: the rest was not read */
    bool done;  /* it ended with 0 */
};

/* Its words would be in any language: our own say what failed, so they are not read. */
static int spawn(struct arena *arena, char *const *argv, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return failed;
    failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    failed = failed ? failed : posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!failed)
        failed =
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed = failed
                 ? failed
                 : posix_spawnp(child, argv[0], &actions, NULL, argv, process_environment(arena));
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static struct answer read_answer(struct arena *arena, int input)
{
    struct text text = text_new(arena);
    char bytes[16 * 1024];
    ssize_t got;

    while (text.length <= LARGEST &&
           ((got = read(input, bytes, sizeof(bytes))) > 0 || (got < 0 && errno == EINTR)))
        text_add_bytes(&text, bytes, got > 0 ? (size_t)got : 0);
    return (struct answer){ text.bytes, text.length, text.length > LARGEST, false };
}

/* The exit code; -1 when a signal ended it. */
static int wait_for(pid_t child)
{
    int status = 0;
    pid_t ended;

    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        continue;
    return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs `git -C FOLDER ARGUMENT...`. False and the error only when it cannot be run. */
static bool ask_git(struct arena *arena, const char *folder, const char *const *arguments,
                    struct answer *answer, struct error *error)
{
    char *argv[8] = { arena_printf(arena, "git"), arena_printf(arena, "-C"),
                      arena_printf(arena, "%s", folder) };
    int ends[2];
    pid_t child = -1;

    for (size_t i = 0; arguments[i]; i++)
        argv[i + 3] = arena_printf(arena, "%s", arguments[i]);
    if (pipe(ends) != 0)
        return error_set(error, "a pipe to git: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int failed = spawn(arena, argv, ends[1], &child);
    close(ends[1]);
    if (!failed)
        *answer = read_answer(arena, ends[0]);
    close(ends[0]);
    if (!failed && answer->large)
        kill(child, SIGKILL);
    const int code = failed ? -1 : wait_for(child);
    if (code == NOT_SPAWNED)
        failed = ENOENT;
    if (failed)
        return error_set(error, "git cannot be run (%s); install it, or pass --against FILE",
                         strerror(failed));
    answer->done = code == 0;
    return true;
}

/* ---- a revision ---- */

static bool check_revision(struct arena *arena, const char *revision, struct error *error)
{
    const char *quoted = text_quote(arena, revision, COLUMNS);

    if (!*revision)
        return error_set(error, "--against git: names no revision; write git:HEAD, git:main, "
                                "git:v1.0");
    if (*revision == '-')
        return error_set(error,
                         "--against git:%s: a revision does not begin with \"-\"; write "
                         "git:refs/tags/%s if there is such a tag",
                         quoted, quoted);
    if (strchr(revision, ':'))
        return error_set(error,
                         "--against git:%s: expected a revision without a path; the file is the "
                         "schema's own",
                         quoted);
    return true;
}

/* Why there is no such file: the first of what has to be there. */
static bool explain(struct arena *arena, const char *folder, const char *name, const char *revision,
                    struct error *error)
{
    const char *const repository[] = { "rev-parse", "--git-dir", NULL };
    const char *const tree[] = { "rev-parse", "--verify", "--quiet",
                                 arena_printf(arena, "%s^{tree}", revision), NULL };
    const char *at = text_quote(arena, folder, COLUMNS);
    const char *quoted = text_quote(arena, revision, COLUMNS);
    struct answer answer = { 0 };

    if (!ask_git(arena, folder, repository, &answer, error))
        return false;
    if (!answer.done)
        return error_set(error,
                         "--against git:%s: git finds no repository at %s; see `git -C %s status`, "
                         "or pass --against FILE",
                         quoted, at, at);
    if (!ask_git(arena, folder, tree, &answer, error))
        return false;
    if (!answer.done)
        return error_set(error,
                         "--against git:%s: the repository at %s has no such revision; see "
                         "`git log`, or fetch it first",
                         quoted, at);
    return error_set(error,
                     "--against git:%s: there is no file %s in %s at that revision; name one that "
                     "has it, or pass --against FILE",
                     quoted, text_quote(arena, name, COLUMNS), at);
}

/* A link's content, to git, would be where it leads to. */
static const char *real_path(struct arena *arena, const char *path)
{
    char target[4096];

    for (int i = 0; i < LINKS_MOST; i++) {
        const ssize_t length = readlink(path, target, sizeof(target));

        if (length <= 0 || (size_t)length == sizeof(target))
            break;
        path =
            file_join(arena, file_folder(arena, path), arena_copy(arena, target, (size_t)length));
    }
    return path;
}

static bool read_revision(struct arena *arena, const char *revision, const char *schema_path,
                          struct json_source *source, struct error *error)
{
    const char *path = real_path(arena, schema_path), *folder = file_folder(arena, path);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *object = arena_printf(arena, "%s:./%s", revision, name);
    const char *const blob[] = { "cat-file", "blob", object, NULL };
    struct answer answer = { 0 };

    if (!check_revision(arena, revision, error) || !ask_git(arena, folder, blob, &answer, error))
        return false;
    source->path = arena_printf(arena, "git:%s:%s", text_quote(arena, revision, COLUMNS),
                                text_quote(arena, name, COLUMNS));
    if (answer.large)
        return error_set(error, "%s: larger than %d KiB; a schema is smaller", source->path,
                         LARGEST / 1024);
    if (!answer.done)
        return explain(arena, folder, name, revision, error);
    source->text = answer.bytes;
    source->length = answer.length;
    return true;
}

bool against_read(struct arena *arena, const char *spec, const char *schema_path,
                  struct json_source *source, struct error *error)
{
    static const char git[] = "git:";
    const size_t length = sizeof(git) - 1;

    *source = (struct json_source){ .path = spec };
    if (strncmp(spec, git, length) == 0) {
        if (!read_revision(arena, spec + length, schema_path, source, error))
            return false;
    } else {
        source->text = file_read(arena, spec, LARGEST, &source->length, error);
        if (!source->text)
            return error_prefix(error, "--against ");
    }
    return json_source_parse(arena, source->path, source->text, source->length, source, error);
}
