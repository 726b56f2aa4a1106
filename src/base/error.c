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

__attribute__((format(printf, 2, 0))) static int print(struct error *error, const char *format,
                                                       va_list args)
{
    return vsnprintf(error->text, sizeof(error->text), format, args);
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list args;

    error->place = (struct place){ .path = NULL };
    va_start(args, format);
    const int wanted = print(error, format, args);
    va_end(args);
    drop_half_character(error, wanted);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    const struct error old = *error;
    va_list args;

    va_start(args, format);
    int wanted = print(error, format, args);
    va_end(args);
    if (wanted >= 0 && (size_t)wanted < sizeof(error->text))
        wanted +=
            snprintf(error->text + wanted, sizeof(error->text) - (size_t)wanted, "%s", old.text);
    drop_half_character(error, wanted);
    return false;
}

bool error_prefix_at(struct error *error, const struct place *place, const char *words)
{
    const char *path = place->path ? place->path : "", *colon = place->path ? ":" : "";

    if (place->line && place->column)
        error_prefix(error, "%s%s%d:%d: %s", path, colon, place->line, place->column, words);
    else if (place->line)
        error_prefix(error, "%s%s%d: %s", path, colon, place->line, words);
    else
        error_prefix(error, "%s: %s", path, words);
    error->place = *place;
    return false;
}

bool error_at(struct error *error, const struct place *place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int wanted = print(error, format, args);
    va_end(args);
    drop_half_character(error, wanted);
    return error_prefix_at(error, place, "");
}

bool error_in(struct error *error, const char *path)
{
    error_prefix(error, "%s:", path);
    error->place.path = path;
    return false;
}

const char *place_text(struct arena *arena, const struct place *place)
{
    const char *path = place->path ? place->path : "";

    if (!place->line)
        return path;
    return place->column ? arena_printf(arena, "%s:%d:%d", path, place->line, place->column)
                         : arena_printf(arena, "%s:%d", path, place->line);
}
