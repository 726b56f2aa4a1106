#include "cfnc/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text of `wanted` bytes that had to be cut may end with half a character. */
static void drop_half_character(struct error *error, int wanted)
{
    size_t length = strlen(error->text);

    if (wanted < (int)sizeof(error->text))
        return;
    while (length && ((unsigned char)error->text[length - 1] & 0xC0) == 0x80)
        length--;
    if (length && (unsigned char)error->text[length - 1] & 0x80)
        error->text[length - 1] = '\0';
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int wanted = vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    drop_half_character(error, wanted);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    const struct error old = *error;
    va_list args;

    va_start(args, format);
    int wanted = vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    if (wanted >= 0 && (size_t)wanted < sizeof(error->text))
        wanted +=
            snprintf(error->text + wanted, sizeof(error->text) - (size_t)wanted, "%s", old.text);
    drop_half_character(error, wanted);
    return false;
}
