#include "json_of_text.h"

#include <string.h>

#include "test.h"

const json *test_json_of_text(struct arena *arena, const char *text, const char *file, int line)
{
    struct error error = { .text = "" };
    const json *value = json_parse(arena, text, strlen(text), &error);

    test_check_text(error.text, "", file, line);
    return value;
}
