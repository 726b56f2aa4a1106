/*
 * Whatever is typed behind a command (a word a line), it is read or refused in one line; what was
 * read is among the words, within its bounds, and is read in the same way again.
 */
#include "cfnc/option/options.h"

#include <string.h>

#include "support.h"

static bool is_word(const char *text, int argc, char *const *argv)
{
    for (int i = 0; i < argc; i++)
        if (argv[i] == text)
            return true;
    return false;
}

static void check_read(const struct options *options, enum command_place command, int argc,
                       char *const *argv)
{
    must(options->target.endpoint && !options->words.items[options->words.count]);
    must(options->maxfail >= 0 && options->target.enforce_timeout_ms >= 0);
    for (size_t i = 0; i < options->words.count; i++)
        must(is_word(options->words.items[i], argc, argv));
    must(command != IN_SERVE || !options->words.count);
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->name && row->places & command && options_given(options, row->name))
            must(options_said(options, row->name));
}

static void judge(struct arena *arena, enum command_place command, int argc, char *const *argv)
{
    struct error error = { .text = "" }, again = { .text = "" };
    struct options options, same;
    const enum exit_code code = options_read(arena, command, argc, argv, &options, &error);

    must(options_read(arena, command, argc, argv, &same, &again) == code);
    must(strcmp(error.text, again.text) == 0);
    if (code == EXIT_OK) {
        check_read(&options, command, argc, argv);
        must(options.words.count == same.words.count && options.maxfail == same.maxfail &&
             strcmp(options.target.endpoint, same.target.endpoint) == 0);
    } else {
        must_be_told(&error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum command_place commands[] = { IN_TEST, IN_SERVE, IN_EXPLAIN, IN_CLEANUP };
    struct arena *arena = arena_new();
    char *text = fuzz_text(arena, data, size);
    char **argv = arena_array(arena, size + 1, sizeof(*argv));
    int argc = 0;

    for (char *word = text; word && argc < (int)size;) {
        char *end = strchr(word, '\n');

        argv[argc++] = word;
        if (end)
            *end = '\0';
        word = end ? end + 1 : NULL;
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        judge(arena, commands[i], argc, argv);
    arena_free(arena);
    return 0;
}
