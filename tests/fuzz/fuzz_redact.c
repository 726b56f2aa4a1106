/*
 * A secret and a text around it: whatever both are, the secret is in nothing that is
 * shown, and a text that holds none stays as it is. The secret stands before the first
 * byte of 0xFF.
 */
#include "cfnc/redact.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 4096 };

static void check_hidden(const char *shown, const char *secret)
{
    if (strstr(shown, secret))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct resource_type type = { .name = "Acme::Demo::Thing" };
    struct arena *arena = arena_new();
    const char *bytes = arena_copy(arena, (const char *)data, size < LONGEST ? size : LONGEST);
    const char *mark = strchr(bytes, 0xFF);
    const char *secret = mark ? arena_copy(arena, bytes, (size_t)(mark - bytes)) : "";
    const char *text = mark ? mark + 1 : bytes;
    struct redactor *redactor = redactor_new(arena, &type);

    if (strcmp(redact_text(redactor, arena, secret), secret) == 0)
        redactor_learn_text(redactor, secret);
    const bool taken = redactor_knows(redactor, secret) && !strstr("\u2022\u2022\u2022", secret);
    const char *spellings[] = { secret, json_print(arena, json_new_string(arena, secret)) };
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]) && taken; i++) {
        const char *around = arena_printf(arena, "%s%s%s", text, spellings[i], text);
        const char *shown = redact_text(redactor, arena, around);

        check_hidden(shown, secret);
        const json *value = json_new_string(arena, around);
        check_hidden(json_string(redact_value(redactor, arena, value)), secret);
        if (!redactor_count(redactor))
            abort();
    }
    struct redactor *nothing = redactor_new(arena, &type);
    if (!strstr(text, "KIA") && !strstr(text, "SIA") && !strpbrk(text, "aA") &&
        strcmp(redact_text(nothing, arena, text), text) != 0)
        abort();
    arena_free(arena);
    return 0;
}
