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

/* Puts a path in front of the text; a long one is told by its end, so that what is wrong still
 * fits. */
static void prefix_path(struct error *error, const char *path)
{
    enum { DOTS_AND_COLON = 5, PATH_LEAST = 100 };
    const size_t length = strlen(path), others = strlen(error->text) + DOTS_AND_COLON;
    const size_t room =
        others + PATH_LEAST < sizeof(error->text) ? sizeof(error->text) - others : PATH_LEAST;
    const char *end = length > room ? path + length - room : path;

    while (end > path && ((unsigned char)*end & 0xC0) == 0x80)
        end++;
    error_prefix(error, "%s%s:", end > path ? "..." : "", end);
}

bool error_prefix_at(struct error *error, const struct place *place, const char *words)
{
    if (place->line && place->column)
        error_prefix(error, "%d:%d: %s", place->line, place->column, words);
    else if (place->line)
        error_prefix(error, "%d: %s", place->line, words);
    else
        error_prefix(error, " %s", words);
    if (place->path || !place->line)
        prefix_path(error, place->path ? place->path : "");
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
    prefix_path(error, path);
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
