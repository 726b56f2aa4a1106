#include "cfnc/base/file.h"
#include "cfnc/base/names.h"
#include "cfnc/base/text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void errors_are_cut_between_characters(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    struct text long_text = text_new(arena);

    for (int i = 0; i < 1000; i++)
        text_add(&long_text, "\xE2\x82\xAC");
    for (int i = 0; i < 3; i++) {
        check(!error_set(&error, "%.*s%s", i, "ab", long_text.bytes));
        check_text(text_quote(arena, error.text, 0), error.text);
        check(strlen(error.text) > sizeof(error.text) - 5);
        check(!error_prefix(&error, "%.*s", i, "cd"));
        check_text(text_quote(arena, error.text, 0), error.text);
    }
    error_set(&error, "\xE2\x82\xAC");
    check_text(error.text, "\xE2\x82\xAC");

    const struct place place = { .path = long_text.bytes, .line = 3, .column = 4 };
    check(!error_at(&error, &place, "what is wrong; what to do"));
    check(strlen(error.text) > sizeof(error.text) - 5 && strncmp(error.text, "...\xE2", 4) == 0);
    check_text(strchr(error.text, ':'), ":3:4: what is wrong; what to do");
    check_text(text_quote(arena, error.text, 0), error.text);
    error_set(&error, "3:4: what is wrong; what to do");
    check(!error_in(&error, long_text.bytes));
    check_text(strchr(error.text, ':'), ":3:4: what is wrong; what to do");
    arena_free(arena);
}

static void nul_characters(void)
{
    struct arena *arena = arena_new();
    unsigned code = 1;

    check_text(text_quote(arena, "a" TEXT_NUL "b", 2), "a\\u0000...(+1)");
    check_text(text_quote(arena, "\xC0\x81\xC0", 0), "\\xc0\\x81\\xc0");
    check(text_harmful(TEXT_NUL, &code) && code == 0);
    check(!text_harmful("\xC3\x80", &code) && code == 0xC0);
    arena_free(arena);
}

static void names_have_numbers(void)
{
    struct arena *arena = arena_new();
    struct names names = names_new(arena);

    check(names_find(&names, "") == NAMES_NONE);
    for (size_t i = 0; i < 5000; i++) {
        char name[40];

        snprintf(name, sizeof(name), "%.*s%zu", (int)(i % 20), "a long common prefix", i);
        check(names_add(&names, name) == i && names_add(&names, name) == i);
    }
    check(names_find(&names, "0") == 0);
    check(names_find(&names, "a long common prefi4999") == 4999);
    check(names_find(&names, "a long common prefi") == NAMES_NONE);
    check(names_add(&names, "") == 5000 && names_find(&names, "") == 5000);
    check(names.count == 5001);
    arena_free(arena);
}

static void files_keep_their_kind(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
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

static void names_of_files_are_told_harmlessly(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    check(file_read(arena, "/no/\033[2J\n", 10, NULL, &error) == NULL);
    check_text(error.text, "/no/\\u001b[2J\\n: No such file or directory");
    check(!file_write(arena, "/dev/null/\033", "", 0, &error));
    check_text(error.text, "/dev/null/\\u001b: Not a directory");
    arena_free(arena);
}

static void code_points(void)
{
    static const struct {
        uint32_t code;
        const char *bytes;
    } rows[] = {
        { 0, TEXT_NUL },
        { 1, "\x01" },
        { 0x7F, "\x7F" },
        { 0x80, "\xC2\x80" },
        { 0x7FF, "\xDF\xBF" },
        { 0x800, "\xE0\xA0\x80" },
        { 0xFFFF, "\xEF\xBF\xBF" },
        { 0x10000, "\xF0\x90\x80\x80" },
        { 0x10FFFF, "\xF4\x8F\xBF\xBF" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char bytes[TEXT_UTF8_ROOM];

        check_number((int)text_utf8_write(rows[i].code, bytes), (int)strlen(rows[i].bytes));
        check_text(bytes, rows[i].bytes);
        check_number((int)text_utf8_length(bytes), (int)strlen(rows[i].bytes));
    }
}

static void count_release(void *resource)
{
    ++*(int *)resource;
}

static void memory_back_to_a_mark(void)
{
    struct arena *arena = arena_new();
    int released = 0;

    for (size_t size = 1; size <= 100000; size *= 10) {
        char *kept = arena_copy(arena, "kept", 4);
        const struct arena_mark mark = arena_mark(arena);

        for (size_t times = 0; times < 3; times++) {
            char *bytes = arena_alloc(arena, size);

            check(bytes[0] == 0 && bytes[size - 1] == 0);
            memset(bytes, 'x', size);
            arena_defer(arena, count_release, &released);
            arena_release(arena, mark);
        }
        check_text(kept, "kept");
    }
    check_number(released, 18);
    arena_release(arena, arena_mark(arena));
    arena_free(arena);
    check_number(released, 18);
}

static const struct test tests[] = {
    { "arena: memory back to a mark", memory_back_to_a_mark },
    { "text: code points in UTF-8", code_points },
    { "text: words are wrapped", wrapping },
    { "file: links stay links, pipes are not waited for", files_keep_their_kind },
    { "file: an error's name drives no terminal", names_of_files_are_told_harmlessly },
    { "text: what could hurt a terminal is escaped", quoting },
    { "text: U+0000 is told", nul_characters },
    { "error: a long one is cut between characters", errors_are_cut_between_characters },
    { "text: the nearest word", nearest },
    { "names: each has its number", names_have_numbers },
    { "text: globs", globs },
    { "arena: allocations", arenas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
