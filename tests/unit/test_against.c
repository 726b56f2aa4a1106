#include "cfnc/project/against.h"
#include "test.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cfnc/base/file.h"

/*
 * A schema beside the one of a file, and of a revision of a real repository,
 * which is made in a folder of its own.
 */
extern char **environ;

static char folder[] = "/tmp/test_against.XXXXXX";

static const char *in_folder(struct arena *arena, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

static void write_file(struct arena *arena, const char *name, const char *text)
{
    struct error error = { .text = "" };

    check(file_write(arena, in_folder(arena, name), text, strlen(text), &error));
    check_text(error.text, "");
}

/* Whether the program ends with 0; what it says is nobody's. */
static bool run(struct arena *arena, const char *const *words)
{
    char *argv[16] = { NULL };
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    int status = -1;

    for (size_t i = 0; words[i]; i++)
        argv[i] = arena_copy(arena, words[i], strlen(words[i]));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const bool spawned = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return spawned && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool git(struct arena *arena, const char *first, const char *second, const char *third)
{
    const char *const words[] = {
        "git", "-C", folder, "-c", "user.name=N", "-c", "user.email=e@x", first, second, third, NULL
    };

    return run(arena, words);
}

/* Two revisions of schema.json, below a folder too, and a link to it. */
static bool make_repository(struct arena *arena)
{
    if (!git(arena, "init", "--quiet", NULL)) {
        test_skip("no git");
        return false;
    }
    write_file(arena, "schema.json", "{\"typeName\":\"A::B::Old\"}");
    write_file(arena, "sub/a b\"c.json", "{\"typeName\":\"A::B::Below\"}");
    write_file(arena, "bad.json", "{\"typeName\":");
    check(symlink("schema.json", in_folder(arena, "link.json")) == 0);
    check(git(arena, "add", "-A", NULL) && git(arena, "commit", "-qm", "old"));
    check(git(arena, "tag", "v1", NULL));
    write_file(arena, "schema.json", "{\"typeName\":\"A::B::New\"}");
    write_file(arena, "later.json", "{}");
    check(git(arena, "add", "-A", NULL) && git(arena, "commit", "-qm", "new"));
    write_file(arena, "schema.json", "{\"typeName\":\"A::B::Now\"}");
    return true;
}

static const char *read_name(struct arena *arena, const char *spec, const char *file,
                             struct error *error)
{
    struct json_source source;

    if (!against_read(arena, spec, in_folder(arena, file), &source, error))
        return NULL;
    check_number((long long)source.length, (long long)strlen(source.text));
    return json_string(json_get(source.document, "typeName"));
}

static void a_revision_is_read(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    struct json_source source;

    if (make_repository(arena)) {
        check_text(read_name(arena, "git:v1", "schema.json", &error), "A::B::Old");
        check_text(read_name(arena, "git:HEAD", "schema.json", &error), "A::B::New");
        check_text(read_name(arena, "git:HEAD~1", "schema.json", &error), "A::B::Old");
        check_text(read_name(arena, "git:v1", "link.json", &error), "A::B::Old");
        check_text(read_name(arena, "git:v1", "sub/a b\"c.json", &error), "A::B::Below");
        check(against_read(arena, "git:v1", in_folder(arena, "schema.json"), &source, &error));
        check_text(source.path, "git:v1:schema.json");
        check(chdir(folder) == 0);
        check(against_read(arena, "git:v1", "schema.json", &source, &error));
        check(chdir("sub") == 0);
        check(against_read(arena, "git:v1", "../schema.json", &source, &error));
        check(chdir("/") == 0);
        check_text(error.text, "");
    }
    arena_free(arena);
}

static void refuse(struct arena *arena, const char *spec, const char *file, const char *why)
{
    struct error error = { .text = "" };

    check(!read_name(arena, spec, file, &error));
    if (!check_contains(error.text, why))
        printf("      %s\n", spec);
    check(!strpbrk(error.text, "\n\033"));
}

static void a_revision_is_refused(void)
{
    struct arena *arena = arena_new();

    if (git(arena, "rev-parse", "HEAD", NULL)) {
        refuse(arena, "git:nowhere", "schema.json", "has no such revision; see `git log`");
        refuse(arena, "git:v1 x", "schema.json", "has no such revision");
        refuse(arena, "git:v1\n\033[2J", "schema.json", "git:v1\\n\\u001b[2J: the repository");
        refuse(arena, "git:v1", "later.json", "no file later.json in");
        refuse(arena, "git:", "schema.json", "names no revision; write git:HEAD");
        refuse(arena, "git:HEAD:schema.json", "schema.json", "without a path");
        refuse(arena, "git:--output=/tmp/x", "schema.json", "does not begin with \"-\"");
        refuse(arena, "git:-h", "schema.json", "does not begin with \"-\"");
        refuse(arena, "git:$(touch x)", "schema.json", "has no such revision");
        refuse(arena, "git:v1", "bad.json", "git:v1:bad.json:1:13:");
        refuse(arena, "git:v1", "../none/schema.json", "git finds no repository at");
        refuse(arena, "git:v1", "../../schema.json", "git finds no repository at");
    } else {
        test_skip("no git");
    }
    arena_free(arena);
}

static void too_large_a_revision(void)
{
    struct arena *arena = arena_new();
    const size_t size = 9 * 1024 * 1024;

    if (git(arena, "rev-parse", "HEAD", NULL)) {
        char *text = arena_alloc(arena, size + 1);

        memset(text, ' ', size);
        write_file(arena, "large.json", text);
        check(git(arena, "add", "-A", NULL) && git(arena, "commit", "-qm", "large"));
        refuse(arena, "git:HEAD", "large.json", "git:HEAD:large.json: larger than 8192 KiB");
    } else {
        test_skip("no git");
    }
    arena_free(arena);
}

static void no_git_at_all(void)
{
    struct arena *arena = arena_new();
    const char *path = getenv("PATH");
    const char *kept = path ? arena_copy(arena, path, strlen(path)) : "/usr/bin:/bin";

    check(setenv("PATH", folder, 1) == 0);
    refuse(arena, "git:HEAD", "schema.json",
           "git cannot be run (No such file or directory); "
           "install it, or pass --against FILE");
    check(setenv("PATH", kept, 1) == 0);
    arena_free(arena);
}

static void a_file_is_read(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    struct json_source source;

    write_file(arena, "other.json", "{\"typeName\":\"A::B::Other\"}");
    check(against_read(arena, in_folder(arena, "other.json"), "schema.json", &source, &error));
    check_text(source.path, in_folder(arena, "other.json"));
    check_text(json_string(json_get(source.document, "typeName")), "A::B::Other");
    refuse(arena, in_folder(arena, "none.json"), "schema.json", "none.json: No such file");
    refuse(arena, folder, "schema.json", "a folder, where a file is expected");
    write_file(arena, "wrong.json", "{,}");
    refuse(arena, in_folder(arena, "wrong.json"), "schema.json", "wrong.json:1:2: ");
    arena_free(arena);
}

static const struct test tests[] = {
    { "against: a revision is read", a_revision_is_read },
    { "against: a revision is refused", a_revision_is_refused },
    { "against: too large a revision", too_large_a_revision },
    { "against: no git at all", no_git_at_all },
    { "against: a file is read", a_file_is_read },
    { 0 },
};

int main(int argc, char **argv)
{
    if (!mkdtemp(folder))
        return EXIT_FAILURE;
    /* Nobody's own repository or settings. */
    setenv("GIT_CEILING_DIRECTORIES", "/tmp", 1);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    const int result = test_main(argc, argv, tests);
    struct arena *arena = arena_new();
    const char *const removal[] = { "rm", "-rf", folder, NULL };
    run(arena, removal);
    arena_free(arena);
    return result;
}
