#include "cfnc/file.h"
#include "cfnc/text.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string.h>

static void quoting(void)
{
    struct arena *arena = arena_new();

    check_text(text_quote(arena, "plain \xC3\xA9", 0), "plain \xC3\xA9");
    check_text(text_quote(arena, "\x1B[31mred", 0), "\\u001b[31mred");
    check_text(text_quote(arena, "a\nb\tc\x7F", 0), "a\\nb\\tc\\u007f");
    check_text(text_quote(arena,
                          "\xC2\x9B"
                          "0m",
                          0),
               "\\u009b0m");
    check_text(text_quote(arena, "\xE2\x80\xAE\xE2\x80\xAC", 0), "\\u202e\\u202c");
    check_text(text_quote(arena, "\xFFz", 0), "\\xffz");
    check_text(text_quote(arena, "abcdef", 4), "abcd...(+2)");
    check_text(text_quote(arena, NULL, 4), "");
    arena_free(arena);
}

static void nearest(void)
{
    static const char *const names[] = { "--endpoint", "--enforce-timeout", "--region", NULL };

    check_text(text_nearest("--endpont", names), "--endpoint");
    check_text(text_nearest("--ednpoint", names), "--endpoint");
    check_text(text_nearest("--REGION", names), "--region");
    check(text_nearest("--zzzzzzzzzz", names) == NULL);
}

static void globs(void)
{
    check(text_glob("contract_delete_*", "contract_delete_read"));
    check(!text_glob("contract_delete_*", "contract_create_read"));
    check(text_glob("*_read", "contract_create_read"));
    check(text_glob("a?c", "abc") && !text_glob("a?c", "ac"));
    check(text_glob("*", "") && !text_glob("", "a"));
}

static void arenas(void)
{
    struct arena *arena = arena_new();
    char *text = arena_printf(arena, "%s-%d", "a", 7);

    check_text(text, "a-7");
    char *big = arena_alloc(arena, 100000);
    check(big[0] == 0 && big[99999] == 0);
    struct text grown = text_new(arena);
    for (int i = 0; i < 1000; i++)
        text_add(&grown, "ab");
    check_number((long long)strlen(grown.bytes), 2000);
    arena_free(arena);
}

static void wraps(const char *words, int at, int columns, const char *lines)
{
    struct arena *arena = arena_new();
    struct text out = text_new(arena);

    text_add_wrapped(&out, words, at, 2, columns);
    check_text(out.bytes, lines);
    arena_free(arena);
}

static void wrapping(void)
{
    wraps("one two three", 0, 7, "one two\n  three");
    wraps("one two three", 1, 7, "one\n  two\n  three");
    wraps("one  two   ", 0, 80, "one  two");
    wraps("a-word-that-is-too-long b", 0, 12, "a-word-tha\n  t-is-too-l\n  ong b");
    wraps("\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9", 0, 5, "\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9");
    wraps("", 0, 5, "");
    wraps("   ", 0, 5, "");
}

static void files_keep_their_kind(void)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    char folder[] = "/tmp/cfnc-test-XXXXXX";
    struct stat status;
    size_t length;

    check(mkdtemp(folder) != NULL);
    const char *file = file_join(arena, folder, "file"), *link = file_join(arena, folder, "link");
    const char *pipe = file_join(arena, folder, "pipe");
    const mode_t mask = umask(022);
    check(file_write(arena, file, "old", 3, &error));
    check(stat(file, &status) == 0 && (status.st_mode & 0777) == 0644);
    umask(mask);
    check(symlink("file", link) == 0);
    check(file_write(arena, link, "new", 3, &error));
    check(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
    check_text(file_read(arena, file, 10, &length, &error), "new");
    check(mkfifo(pipe, 0600) == 0);
    check(file_read(arena, pipe, 10, &length, &error) == NULL); /* and does not wait */
    check(unlink(file) == 0 && unlink(link) == 0 && unlink(pipe) == 0 && rmdir(folder) == 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "text: words are wrapped", wrapping },
    { "file: links stay links, pipes are not waited for", files_keep_their_kind },
    { "text: what could hurt a terminal is escaped", quoting },
    { "text: the nearest word", nearest },
    { "text: globs", globs },
    { "arena: allocations", arenas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
