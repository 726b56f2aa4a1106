/*
 * A secret and a text around it: whatever both are, the secret is in nothing that is shown, however
 * it is written there, and cut or not; and a text that holds none stays as it is. The secret stands
 * before the first byte of 0xFF.
 */
#include "cfnc/redact/redact.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "support.h"

enum { LONGEST = 4096, SHORTEST = 6 };

static const struct secrecy nobody = { .name = "Acme::Demo::Thing" };
static const char bullets[] = "\u2022\u2022\u2022";

static void check_hidden(const char *shown, const char *secret)
{
    must(!strstr(shown, secret));
}

enum digits { DECIMAL, TWO, FOUR };

/* Every byte of it in the manner of URLs, of HTML, of JSON, and as hexadecimal digits. */
static const char *spelled(struct arena *arena, const char *before, enum digits digits,
                           const char *after, const char *secret)
{
    struct text out = text_new(arena);

    for (const unsigned char *c = (const unsigned char *)secret; *c; c++) {
        text_add(&out, before);
        if (digits == DECIMAL)
            text_addf(&out, "%u", (unsigned)*c);
        else
            text_addf(&out, "%0*x", digits == TWO ? 2 : 4, (unsigned)*c);
        text_add(&out, after);
    }
    return out.bytes;
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void check_around(struct redactor *redactor, struct arena *arena, const char *text,
                         const char *secret, const char *spelling)
{
    const char *around = arena_printf(arena, "%s%s%s", text, spelling, text);
    const char *shown = redact_text(redactor, arena, around);
    const unsigned long before = redactor_count(redactor);

    check_hidden(shown, secret);
    check_hidden(shown, spelling);
    must(strstr(shown, bullets));
    const json *value = json_new_string(arena, around);
    check_hidden(json_string(redact_value(redactor, arena, value)), secret);
    must(redactor_count(redactor) > before);
}

/* A text that was cut within it shows not even how it begins. */
static void check_cut(struct redactor *redactor, struct arena *arena, const char *secret)
{
    const size_t half = strlen(secret) / 2;
    const char *cut = text_quote(arena, arena_printf(arena, "%s it", secret), half);

    if (half < SHORTEST || strcmp(text_quote(arena, secret, 0), secret) != 0 || !is_ascii(secret))
        return;
    must(strncmp(redact_text(redactor, arena, cut), secret, half) != 0);
}

static const char *instead(void *context, const char *secret, size_t length)
{
    unsigned *told = context;

    must(length && strnlen(secret, length) == length);
    ++*told;
    return "~~~";
}

static void check_known(struct redactor *redactor, struct arena *arena, const char *text,
                        const char *secret)
{
    unsigned told = 0;

    check_around(redactor, arena, text, secret, secret);
    check_around(redactor, arena, text, secret, json_print(arena, json_new_string(arena, secret)));
    check_around(redactor, arena, "", secret, spelled(arena, "%", TWO, "", secret));
    check_around(redactor, arena, "", secret, spelled(arena, "\\x", TWO, "", secret));
    check_around(redactor, arena, "", secret, spelled(arena, "", TWO, "", secret));
    if (is_ascii(secret)) {
        check_around(redactor, arena, "", secret, spelled(arena, "&#", DECIMAL, ";", secret));
        check_around(redactor, arena, "", secret, spelled(arena, "&#x", TWO, ";", secret));
        check_around(redactor, arena, "", secret, spelled(arena, "\\u", FOUR, "", secret));
    }
    check_cut(redactor, arena, secret);
    const struct redact_style style = { .text = instead, .context = &told };
    check_hidden(redact_text(redactor_styled(arena, redactor, &style), arena, secret), secret);
    must(told);
}

/* What an access key id and a header of credentials look like is hidden of everybody. */
static void check_unknown(struct arena *arena, const char *text)
{
    static const char id[] = "AKIAIOSFODNN7EXAMPLE", header[] = "Authorization: Bearer ";
    struct redactor *nothing = redactor_new(arena, nobody);

    if (!strpbrk(text, "aA"))
        must(strcmp(redact_text(nothing, arena, text), text) == 0);
    check_hidden(redact_text(nothing, arena, arena_printf(arena, "%s%s%s", text, id, text)), id);
    if (!strstr(text, "0123"))
        check_hidden(redact_text(nothing, arena, arena_printf(arena, "%s%s0123", text, header)),
                     "0123");
    must(!redact_text(nothing, arena, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const char *bytes = fuzz_text(arena, data, size < LONGEST ? size : LONGEST);
    const char *mark = strchr(bytes, 0xFF);
    const char *secret = mark ? arena_copy(arena, bytes, (size_t)(mark - bytes)) : "";
    const char *text = mark ? mark + 1 : bytes;
    struct redactor *redactor = redactor_new(arena, nobody);

    if (strcmp(redact_text(redactor, arena, secret), secret) == 0)
        redactor_learn_text(redactor, secret);
    must(!redactor_knows(redactor, secret) || redactor_takes(secret));
    if (redactor_knows(redactor, secret) && !strstr(bullets, secret))
        check_known(redactor, arena, text, secret);
    check_unknown(arena, text);
    arena_free(arena);
    return 0;
}
