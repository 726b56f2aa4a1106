/*
 * Whatever the expression and its input, evaluating ends, with a result that is
 * JSON or an error of one line. An expression, a line of "---", the input.
 */
#include "cfnc/jsonata/jsonata.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_error(const struct error *error)
{
    if (!error->text[0] || strpbrk(error->text, "\n\r\033"))
        abort();
}

static void expect_json(struct arena *arena, const json *result)
{
    struct error error = { .text = "" };
    const char *text = json_print(arena, result);

    if (!json_equal(json_parse(arena, text, strlen(text), &error), result))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    char *text = arena_copy(arena, (const char *)data, size);
    char *input = strstr(text, "\n---\n");
    const json *document = NULL, *result = NULL;

    if (input) {
        *input = '\0';
        input += strlen("\n---\n");
        document = json_parse(arena, input, strlen(input), &error);
    }
    error.text[0] = '\0';
    const struct jsonata *expression = jsonata_parse(arena, text, NULL, &error);
    if (!expression || !jsonata_evaluate(arena, expression, document, NULL, &result, &error))
        expect_error(&error);
    else if (result)
        expect_json(arena, result);
    arena_free(arena);
    return 0;
}
