#include "cfnc/base/shell.h"

#include <string.h>

#include "cfnc/base/text.h"

const char *shell_word(struct arena *arena, const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+.,:/@%";
    struct text out = text_new(arena);

    if (strcmp(text_quote(arena, word, 0), word) != 0)
        return NULL;
    if (*word && strspn(word, plain) == strlen(word))
        return word;
    text_add(&out, "'");
    for (; *word; word++) {
        if (*word == '\'')
            text_add(&out, "'\\''");
        else
            text_add_bytes(&out, word, 1);
    }
    text_add(&out, "'");
    return out.bytes;
}

/* --- Splitting --- */

struct splitter {
    const char *text, *at;
    struct shell_words words;
    struct text word;
    const char *escaped; /* in double quotes */
};

static void take(struct splitter *s)
{
    text_add_bytes(&s->word, s->at++, 1);
}

/* In double quotes a backslash is one but before what it is there for. */
static void take_escaped(struct splitter *s, bool quoted)
{
    const bool escapes = s->at[1] && (!quoted || strchr(s->escaped, s->at[1]));
    const bool joins = escapes && s->at[1] == '\n';

    s->words.dangling = !s->at[1];
    s->at += escapes;
    if (joins)
        s->at++;
    else
        take(s);
}

static void take_quoted(struct splitter *s)
{
    const char *const begin = s->at;
    const char quote = *s->at++;

    while (*s->at && *s->at != quote) {
        if (quote == '"' && *s->at == '\\')
            take_escaped(s, true);
        else
            take(s);
    }
    if (*s->at)
        s->at++;
    else
        s->words.open = text_count(s->text, begin) + 1;
}

static void take_word(struct splitter *s)
{
    s->word = text_new(s->word.arena);
    s->words.columns[s->words.count] = text_count(s->text, s->at) + 1;
    while (*s->at && !strchr(" \t\r\n", *s->at)) {
        if (*s->at == '\'' || *s->at == '"')
            take_quoted(s);
        else if (*s->at == '\\')
            take_escaped(s, false);
        else
            take(s);
    }
    s->words.items[s->words.count++] = arena_copy(s->word.arena, s->word.bytes, s->word.length);
}

struct shell_words shell_split(struct arena *arena, const char *text, const char *escaped)
{
    const size_t most = strlen(text) / 2 + 2;
    struct splitter s = { .text = text,
                          .at = text,
                          .words = { .items = arena_array(arena, most, sizeof(char *)),
                                     .columns = arena_array(arena, most, sizeof(size_t)) },
                          .word = text_new(arena),
                          .escaped = escaped };

    for (s.at += strspn(s.at, " \t\r\n"); *s.at; s.at += strspn(s.at, " \t\r\n"))
        take_word(&s);
    return s.words;
}
