#include "cfnc/base/text.h"
#include "cfnc/world/template.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/shell.h"

static struct arena *arena;

static struct sam_template read_text(const char *text)
{
    char folder[] = "/tmp/cfnc-template-XXXXXX";
    struct sam_template template;
    struct error error;

    check(mkdtemp(folder) != NULL);
    const char *path = file_join(arena, folder, "template.yaml");
    check(file_write(arena, path, text, strlen(text), &error));
    template_read(arena, folder, &template);
    check_text(template.path, path);
    unlink(path);
    rmdir(folder);
    return template;
}

/* "SECONDS at LINE" */
static const char *timeout_in(const char *text, const char *function)
{
    const struct sam_template template = read_text(text);
    const struct template_timeout timeout = template_timeout_of(&template, function);

    return arena_printf(arena, "%ld at %d", timeout.seconds, timeout.line);
}

static void time_outs(void)
{
    static const char full[] = "AWSTemplateFormatVersion: \"2010-09-09\"\r\n"
                               "Globals:\r\n"
                               "  Api:\r\n"
                               "    Timeout: 7\r\n"
                               "  Function:\r\n"
                               "    Timeout: 60  # start-up\r\n"
                               "    MemorySize: 256\r\n"
                               "Resources:\r\n"
                               "  One:\r\n"
                               "    Type: AWS::Serverless::Function\r\n"
                               "    Properties:\r\n"
                               "      Timeout: \"180\"\r\n"
                               "      Environment:\r\n"
                               "        Timeout: 8\r\n"
                               "    Timeout: 9\r\n"
                               "  Two:\r\n"
                               "    Properties:\r\n"
                               "      Handler: x\r\n"
                               "    Type: AWS::Lambda::Function\r\n"
                               "  Three:\r\n"
                               "    Type: AWS::S3::Bucket\r\n"
                               "    Properties:\r\n"
                               "      Timeout: 10\r\n";

    arena = arena_new();
    const struct sam_template template = read_text(full);
    check_number((long long)template.count, 2);
    check_text(template_names(arena, &template)[0], "One");
    check_text(template_names(arena, &template)[1], "Two");
    check(!template_names(arena, &template)[2]);
    check_text(timeout_in(full, "One"), "180 at 12");
    check_text(timeout_in(full, "Two"), "60 at 6");
    check_text(timeout_in(full, "Three"), "60 at 6");
    check_text(timeout_in("Resources:\n  A:\n    Type: AWS::Lambda::Function\n", "A"), "3 at 0");
    check_text(timeout_in("", "A"), "3 at 0");
    arena_free(arena);
}

/* Nothing that can stand there is taken for a number, or read past its end. */
static void odd_texts(void)
{
    static const char *const values[] = { "",        " ",   " abc",
                                          " 0",      " -5", " 1e3",
                                          " !Ref X", " ''", " 99999999999999999999",
                                          " 60s",    " {",  ":" };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        check_text(
            timeout_in(arena_printf(arena, "Globals:\n Function:\n  Timeout:%s\n", values[i]), "A"),
            "0 at 3");
    check_text(timeout_in("Globals:\n Function:\n  Timeout: 60", "A"), "60 at 3");
    check_text(timeout_in(" Globals:\n  Function:\n   Timeout: 60", "A"), "3 at 0");
    check_text(timeout_in("\tGlobals:\nGlobals\nFunction:\n Timeout: 60\n:\n::\n   :", "A"),
               "3 at 0");
    check_number((long long)read_text("Resources:\n  A: {Type: AWS::Lambda::Function}\n").count, 0);
    arena_free(arena);
}

static void nothing_there(void)
{
    struct sam_template template;

    arena = arena_new();
    template_read(arena, "/no/such/folder", &template);
    check(!template.path);
    check_number((long long)template.count, 0);
    arena_free(arena);
}

static void shell_words(void)
{
    static const char *const rows[][2] = {
        { "inputs/inputs_1.json", "inputs/inputs_1.json" },
        { "", "''" },
        { "a b", "'a b'" },
        { "it's", "'it'\\''s'" },
        { "$(rm -rf ~)", "'$(rm -rf ~)'" },
        { "a;b", "'a;b'" },
        { "~", "'~'" },
        { "*", "'*'" },
        { "\xC3\xA9", "'\xC3\xA9'" },
    };
    static const char *const never[] = {
        "a\nb", "\033[31m", "a\r", "\xFF", "\xE2\x80\xAE", "\x7F"
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_text(shell_word(arena, rows[i][0]), rows[i][1]);
    for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
        check(!shell_word(arena, never[i]));
    arena_free(arena);
}

static void shell_splits(void)
{
    static const struct {
        const char *text, *words; /* joined by '|' */
        size_t last, open;        /* the column of the last word */
    } rows[] = {
        { "", "", 0, 0 },
        { "  \t\n ", "", 0, 0 },
        { "-q  --tb=no", "-q|--tb=no", 5, 0 },
        { "-k 'a b' \"c \"'d'e", "-k|a b|c de", 10, 0 },
        { "'' \"\" x", "||x", 7, 0 },
        { "a\\ b \\\\", "a b|\\", 6, 0 },
        { "\"\\\"\\$\\x\" '\\'", "\"$\\x|\\", 10, 0 },
        { "a\\\nb \"c\\\nd\"", "ab|cd", 6, 0 },
        { "$HOME ~ * # `x`", "$HOME|~|*|#|`x`", 13, 0 },
        { "\xC3\xA9 \"b", "\xC3\xA9|b", 3, 3 },
        { "a'b", "ab", 1, 2 },
        { "a\\", "a\\", 1, 0 },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct shell_words words = shell_split(arena, rows[i].text, SHELL_ESCAPED);
        struct text all = text_new(arena);

        for (size_t w = 0; w < words.count; w++)
            text_addf(&all, "%s%s", w ? "|" : "", words.items[w]);
        check_text(all.bytes, rows[i].words);
        check(words.items[words.count] == NULL);
        check_number((long long)words.open, (long long)rows[i].open);
        check_number(words.count ? (long long)words.columns[words.count - 1] : 0,
                     (long long)rows[i].last);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "template: time-outs", time_outs },         { "template: odd texts", odd_texts },
    { "template: nothing there", nothing_there }, { "shell: words", shell_words },
    { "shell: a text is split", shell_splits },   { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
