#include "cfnc/shell.h"

#include <string.h>

#include "cfnc/text.h"

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
