#include "cfnc/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    const struct error old = *error;
    va_list args;

    va_start(args, format);
    const int length = vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof(error->text))
        snprintf(error->text + length, sizeof(error->text) - (size_t)length, "%s", old.text);
    return false;
}
