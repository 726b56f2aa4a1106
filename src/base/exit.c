#include "cfnc/base/exit.h"

#include <stdarg.h>
#include <stdio.h>

#include "cfnc/base/text.h"

enum exit_code complain(enum exit_code code, const char *format, ...)
{
    struct arena *arena = arena_new();
    va_list args;

    fflush(stdout);
    va_start(args, format);
    fprintf(stderr, "cfnc: %s\n", text_quote(arena, arena_vprintf(arena, format, args), 0));
    va_end(args);
    arena_free(arena);
    return code;
}
