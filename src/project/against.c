#include "cfnc/project/against.h"

#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/process.h"
#include "cfnc/base/text.h"

enum { LARGEST = 8 * 1024 * 1024, COLUMNS = 100, LINKS_MOST = 40, GIT_MS = 120 * 1000 };

/*
 * Runs `git -C FOLDER ARGUMENT...`. False and the error only when it cannot be run. Its words would
 * be in any language: our own say what failed.
 */
static bool ask_git(struct arena *arena, const char *folder, const char *const *arguments,
                    struct process_result *answer, struct error *error)
{
    const char *argv[8] = { "git", "-C", folder };
    const struct process git = { .argv = argv, .timeout_ms = GIT_MS, .most = LARGEST };
    struct error why;

    for (size_t i = 0; arguments[i]; i++)
        argv[i + 3] = arguments[i];
    if (process_run(arena, &git, answer, &why) || answer->end == PROCESS_TOO_MUCH)
        return true;
    return answer->end == PROCESS_NOT_STARTED
               ? error_set(error, "git cannot be run (%s); install it, or pass --against FILE",
                           why.text + strlen("git: "))
               : error_set(error, "%s; pass --against FILE", why.text);
}

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
    struct process_result answer;

    if (!ask_git(arena, folder, repository, &answer, error))
        return false;
    if (answer.exit_code)
        return error_set(error,
                         "--against git:%s: git finds no repository at %s; see `git -C %s status`, "
                         "or pass --against FILE",
                         quoted, at, at);
    if (!ask_git(arena, folder, tree, &answer, error))
        return false;
    if (answer.exit_code)
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
    struct process_result answer;

    if (!check_revision(arena, revision, error) || !ask_git(arena, folder, blob, &answer, error))
        return false;
    source->path = arena_printf(arena, "git:%s:%s", text_quote(arena, revision, COLUMNS),
                                text_quote(arena, name, COLUMNS));
    if (answer.end == PROCESS_TOO_MUCH)
        return error_set(error, "%s: larger than %d KiB; a schema is smaller", source->path,
                         LARGEST / 1024);
    if (answer.exit_code)
        return explain(arena, folder, name, revision, error);
    source->text = answer.output;
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
