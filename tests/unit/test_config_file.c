#include "cfnc/option/config_file.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"

/* What a text comes to: "section|name|value|line;" of each setting, or the error. */
static const char *parsed(struct arena *arena, const char *text, size_t length)
{
    struct error error;
    const struct config_file *file = config_file_parse(arena, "a.ini", text, length, &error);
    const char *all = "";

    if (!file)
        return arena_printf(arena, "%s", error.text);
    for (size_t i = 0; i < file->count; i++) {
        const struct setting *s = &file->settings[i];

        all = arena_printf(arena, "%s%s|%s|%s|%d;", all, s->section, s->name ? s->name : "",
                           s->name ? s->value : "", s->line);
    }
    return all;
}

static void texts(void)
{
    static const struct {
        const char *text, *wanted;
    } rows[] = {
        { "", "" },
        { "\n\n", "" },
        { "a = b", "|a|b|1;" },
        { "a=b\r\n[c]\r\nd: e\r\n", "|a|b|1;c|||2;c|d|e|3;" },
        { "\xEF\xBB\xBF"
          "a = b\n",
          "|a|b|1;" },
        { "; x\n# y = z\n\ta = b ; c\n", "|a|b|3;" },
        { "a = b;c\n", "|a|b;c|1;" },
        { "a = \" b \"\nc = \"x # y\"\n", "|a| b |1;|c|x # y|2;" },
        { "a =\n", "|a||1;" },
        { "a = b = c : d\n", "|a|b = c : d|1;" },
        { "export = N=V\n", "|export|N=V|1;" },
        /* a line that goes on is not one: the blanks in front mean nothing */
        { "[x]\na = b\n  c = d\n", "x|||1;x|a|b|2;x|c|d|3;" },
        { "a = b\n   and more\n", "a.ini:2: expected NAME = VALUE, [SECTION] or # a comment" },
        { "[empty]\n[other] ; why\n", "empty|||1;other|||2;" },
        { "[a\nb = c\n", "a.ini:1: a section is written [NAME]; the ] is missing" },
        { "[a] b = c\n", "a.ini:1: nothing but a comment stands behind a [SECTION]" },
        { " = b\n", "a.ini:1: the name in front of the = is missing" },
        { "a = b\nnothing\n", "a.ini:2: expected NAME = VALUE, [SECTION] or # a comment" },
        { "na ;me = x\n", "a.ini:1: expected NAME = VALUE, [SECTION] or # a comment" },
        { "a = b # c\n", "a.ini:1: a comment behind a value begins with \" ;\"; a value with \" "
                         "#\" in it stands in "
                         "quotes" },
        { "a = \"b ;c\"\n", "a.ini:1: the \" at the end of the value is missing, or a \" ;\" in it "
                            "begins a comment" },
        { "a = \"\n", "a.ini:1: the \" at the end of the value is missing, or a \" ;\" in it "
                      "begins a comment" },
        { "a = b\nc = \xFF\n", "a.ini:2: this is not UTF-8; save the file as UTF-8" },
        { "a = \xC3", "a.ini:1: this is not UTF-8; save the file as UTF-8" },
        { "a = \xC0\x80\n", "a.ini:1: this is not UTF-8; save the file as UTF-8" },
        { "a = b\rc = d\r", "a.ini:1: a control character, 0x0D" },
        { "a = \x1B[2J\n", "a.ini:1: a control character, 0x1B" },
        { "a = caf\xC3\xA9\n", "|a|caf\xC3\xA9|1;" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();

        check_text(parsed(arena, rows[i].text, strlen(rows[i].text)), rows[i].wanted);
        arena_free(arena);
    }
}

static void zero_bytes(void)
{
    struct arena *arena = arena_new();

    check_text(parsed(arena, "a = b\nc\0d = e\n", 14),
               "a.ini:2: a byte of 0; save the file as UTF-8");
    check_text(parsed(arena,
                      "\xFF\xFE"
                      "a\0=\0b\0",
                      8),
               "a.ini:1: this is not UTF-8; save the file as UTF-8");
    arena_free(arena);
}

static const char *line_of(struct arena *arena, const char *start, size_t length, const char *end)
{
    char *line = arena_alloc(arena, length + strlen(start) + strlen(end) + 1);

    memcpy(line, start, strlen(start));
    memset(line + strlen(start), 'x', length);
    memcpy(line + strlen(start) + length, end, strlen(end));
    return line;
}

/* Whatever its length, a line is read whole or refused; nothing of it is taken for another. */
static void long_lines(void)
{
    bool refused = false;

    for (size_t length = 150; length < 700; length++) {
        struct arena *arena = arena_new();
        const char *text = line_of(arena, "a = ", length, "\nb = c\n");
        const char *said = parsed(arena, text, strlen(text));
        const char *whole = line_of(arena, "|a|", length, "|1;|b|c|2;");

        if (strncmp(said, "a.ini:1: a line has at most ", 28) == 0)
            refused = true;
        else
            check(!refused && strcmp(said, whole) == 0);
        arena_free(arena);
    }
    struct arena *arena = arena_new();
    const char *huge = line_of(arena, "a = ", 100000, "");
    check_contains(parsed(arena, huge, strlen(huge)), "a.ini:1: a line has at most ");
    const char *comment = line_of(arena, "# ", 100000, "\n   \t \t a = b\n");
    check_text(parsed(arena, comment, strlen(comment)), "|a|b|2;");
    arena_free(arena);
}

/* The library keeps 49 bytes of the name of a section: what is longer could be another one. */
static void long_sections(void)
{
    for (size_t length = 40; length < 60; length++) {
        struct arena *arena = arena_new();
        const char *text = line_of(arena, "[", length, "]\na = b\n");
        const char *name = line_of(arena, "", length, "");

        if (length <= 49)
            check_text(parsed(arena, text, strlen(text)),
                       arena_printf(arena, "%s|||1;%s|a|b|2;", name, name));
        else
            check_text(parsed(arena, text, strlen(text)),
                       "a.ini:1: the name of a section has at most 49 bytes");
        arena_free(arena);
    }
}

static void files(void)
{
    struct arena *arena = arena_new();
    char folder[] = "/tmp/test_config_file.XXXXXX";
    struct error error;

    check(mkdtemp(folder) != NULL);
    const char *path = file_join(arena, folder, "cfnc.ini"), *link = file_join(arena, folder, "l");
    check(config_file_read(arena, path, &error) == NULL);
    check_contains(error.text, "cfnc.ini: No such file");
    check(config_file_read(arena, folder, &error) == NULL);
    check_contains(error.text, folder);
    check(symlink("nowhere", link) == 0 && config_file_read(arena, link, &error) == NULL);
    check_contains(error.text, "/l: ");
    const char *big = line_of(arena, "", 64 * 1024 + 1, "");
    check(file_write(arena, path, big, strlen(big), &error));
    check(config_file_read(arena, path, &error) == NULL);
    check_contains(error.text, "cfnc.ini: ");
    check(file_write(arena, path, "a = b", 5, &error));
    const struct config_file *file = config_file_read(arena, path, &error);
    check(file && file->count == 1);
    unlink(path);
    check(mkfifo(path, 0600) == 0 && config_file_read(arena, path, &error) == NULL);
    unlink(path);
    unlink(link);
    rmdir(folder);
    arena_free(arena);
}

static const struct test tests[] = {
    { "config_file: each line is a setting, a section, a comment or an error", texts },
    { "config_file: a byte of 0 is refused with its line", zero_bytes },
    { "config_file: a line that is too long is refused, and never cut", long_lines },
    { "config_file: so is the name of a section", long_sections },
    { "config_file: folders, pipes, links to nothing and large files are refused", files },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
