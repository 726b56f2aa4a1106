/* The project and cfnc.ini, sought in the folders above. */
#include "cfnc/base/upwards.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"

/* A folder of its own, in whose depths the test works. */
struct scene {
    struct arena *arena;
    char folder[40];
};

static struct scene scene_new(const char *below)
{
    struct scene s = { .arena = arena_new(), .folder = "/tmp/test_above.XXXXXX" };
    struct error error = { .text = "" };

    check(mkdtemp(s.folder) != NULL);
    check(file_write(s.arena, arena_printf(s.arena, "%s/%s/x", s.folder, below), "", 0, &error));
    check(chdir(file_join(s.arena, s.folder, below)) == 0);
    return s;
}

static void add(const struct scene *s, const char *name)
{
    struct error error = { .text = "" };

    check(file_write(s->arena, file_join(s->arena, s->folder, name), "{}", 2, &error));
}

static void scene_end(struct scene *s)
{
    check(chdir("/") == 0);
    check(system(arena_printf(s->arena, "rm -rf '%s'", s->folder)) == 0);
    arena_free(s->arena);
}

static const char *project(const struct scene *s, const char **stranger)
{
    const char *folder = upwards_project(s->arena, stranger);

    return folder ? folder : "";
}

static void a_project_is_found(void)
{
    struct scene s = scene_new("a/src/deep");
    const char *stranger;

    check_text(project(&s, &stranger), "");
    add(&s, "a/.rpdk-config");
    check_text(project(&s, &stranger), "../..");
    add(&s, "a/src/deep/.rpdk-config"); /* the nearest counts */
    check_text(project(&s, &stranger), ".");
    check(!stranger);
    scene_end(&s);
}

static void a_repository_ends_the_search(void)
{
    struct scene s = scene_new("a/src");
    const char *stranger;

    add(&s, ".rpdk-config");
    check_text(project(&s, &stranger), "../..");
    add(&s, "a/.git"); /* as of a worktree */
    check_text(project(&s, &stranger), "");
    add(&s, "a/.rpdk-config");
    check_text(project(&s, &stranger), "..");
    scene_end(&s);
}

static void what_others_may_write_is_not_taken(void)
{
    struct scene s = scene_new("a/src");
    const char *stranger;

    add(&s, "a/.rpdk-config");
    add(&s, "a/cfnc.ini");
    add(&s, ".git/config");
    check_text(upwards_file(s.arena, ".", "cfnc.ini"), "../cfnc.ini");
    check(chmod(file_join(s.arena, s.folder, "a"), 0777) == 0);
    check_text(project(&s, &stranger), "");
    check_text(stranger, "../.rpdk-config");
    check(!upwards_file(s.arena, ".", "cfnc.ini"));
    check(chmod(file_join(s.arena, s.folder, "a"), 0755) == 0);
    if (geteuid() != 0) {
        scene_end(&s);
        test_skip("only root can give a file to somebody else");
        return;
    }
    check(lchown(file_join(s.arena, s.folder, "a/.rpdk-config"), 12345, 12345) == 0);
    check_text(project(&s, &stranger), "");
    check_text(stranger, "../.rpdk-config");
    check(lchown(file_join(s.arena, s.folder, "a/cfnc.ini"), 12345, 12345) == 0);
    check(!upwards_file(s.arena, ".", "cfnc.ini"));
    scene_end(&s);
}

/* Without a repository nothing says that a file above has to do with the project. */
static void a_file_is_of_the_repository(void)
{
    struct scene s = scene_new("types/a");

    add(&s, "cfnc.ini");
    check(!upwards_file(s.arena, ".", "cfnc.ini"));
    add(&s, ".git/config");
    check_text(upwards_file(s.arena, ".", "cfnc.ini"), "../../cfnc.ini");
    add(&s, "types/a/cfnc.ini");
    check_text(upwards_file(s.arena, ".", "cfnc.ini"), "cfnc.ini");
    check_text(upwards_file(s.arena, "..", "cfnc.ini"), "../../cfnc.ini");
    scene_end(&s);
}

static const struct test tests[] = {
    { "above: a project is found from its folders", a_project_is_found },
    { "above: a repository ends the search", a_repository_ends_the_search },
    { "above: what others may write is not taken", what_others_may_write_is_not_taken },
    { "above: a file is sought in the repository", a_file_is_of_the_repository },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
