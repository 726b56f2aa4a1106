/* The command that runs one test again: the options of this run, without what chose its tests. */
#include "cfnc/failure.h"

#include <string.h>

static bool is_among(const char *const *names, const char *word)
{
    for (; names && *names; names++)
        if (strcmp(*names, word) == 0)
            return true;
    return false;
}

/* How many words the option at `argv` takes, when it is one to be left out; else 0. */
static size_t words_to_drop(const char *const *argv)
{
    static const char *const dropped[] = { "-k",        "-m",       "--deselect",
                                           "--maxfail", "--report", "--junitxml" };

    for (size_t i = 0; i < sizeof(dropped) / sizeof(dropped[0]); i++) {
        const size_t length = strlen(dropped[i]);

        if (strncmp(*argv, dropped[i], length) != 0)
            continue;
        if ((*argv)[length])
            return (*argv)[length] == '=' || length == 2 ? 1 : 0;
        return argv[1] ? 2 : 1;
    }
    return strcmp(*argv, "-x") == 0 || strcmp(*argv, "--exitfirst") == 0;
}

/* As a shell reads it. */
static void add_word(struct text *out, const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+.,:/@%";

    text_add(out, " ");
    if (*word && strspn(word, plain) == strlen(word)) {
        text_add(out, word);
        return;
    }
    text_add(out, "'");
    for (; *word; word++) {
        if (*word == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, word, 1);
    }
    text_add(out, "'");
}

const char *again_command(struct arena *arena, const struct run *run, const struct outcome *outcome)
{
    const char *const *word = run->options.argv;
    struct text out = text_new(arena);

    text_add(&out, "cfnc test");
    word = word && word[0] && word[1] ? word + 2 : NULL;
    while (word && *word && strcmp(*word, "--") != 0) {
        const size_t drop = words_to_drop(word);

        if (!drop && !is_among(run->options.selection_names, *word))
            add_word(&out, *word);
        word += drop ? drop : 1;
    }
    add_word(&out, run->set_count > 1
                       ? arena_printf(arena, "%s[%s]", outcome->name, outcome->set->id)
                       : outcome->name);
    return text_quote(arena, redact_text(run->redactor, arena, out.bytes), 0);
}
