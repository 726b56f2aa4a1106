/*
 * Whatever the expression, reading it ends, and so does asking it; parentheses around it change
 * nothing, "not" before them turns it around. An error names a column of the text.
 */
#include "engine/expression.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static bool has(const void *context, const char *identifier)
{
    must(*identifier && strstr(context, identifier));
    return strlen(identifier) % 2;
}

static void check_error(const char *text, const struct error *error)
{
    static const char place[] = "at column ";

    must_be_told(error);
    must(strncmp(error->text, place, strlen(place)) == 0);
    const unsigned long column = strtoul(error->text + strlen(place), NULL, 10);
    must(column >= 1 && column <= strlen(text) + 1);
}

/* The same within something else; it may be too deep there. */
static void check_within(struct arena *arena, const char *format_before, const char *text,
                         bool expected)
{
    struct error error = { .text = "" };
    const char *whole = arena_printf(arena, "%s(%s)", format_before, text);
    const struct expression *expression = expression_read(arena, whole, &error);

    must(expression ? expression_true(expression, has, whole) == expected
                    : strstr(error.text, "nested deeper") != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *text = fuzz_text(arena, data, size);
    const struct expression *expression = expression_read(arena, text, &error);

    if (!expression) {
        check_error(text, &error);
    } else if (text[strspn(text, " \t")]) {
        const char *word = expression_word(expression);
        const bool is = expression_true(expression, has, text);

        must(!word || is == has(text, word));
        check_within(arena, "", text, is);
        check_within(arena, "not ", text, !is);
        check_within(arena, "x or not", arena_printf(arena, "%s) or (%s", text, text), true);
    } else {
        must(!expression_true(expression, has, text) && !expression_word(expression));
    }
    arena_free(arena);
    return 0;
}
