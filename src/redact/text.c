/* Secrets in texts, however they are written there. */
#include <string.h>
#include <strings.h>

#include "cfnc/base/error.h"
#include "cfnc/base/text.h"
#include "redact_private.h"

enum {
    KEY_ID_PREFIX = 4,
    KEY_ID_LENGTH = 20,
    EFFORT = 64, /* so many bytes of secrets are looked at for each of a text, and so many beside */
    LEAST_EFFORT = 1 << 20
};

const char redacted[] = "\u2022\u2022\u2022";

/* The length of an AWS access key id that begins at `text`, or 0. */
static size_t key_id_at(const char *text)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    size_t length = KEY_ID_PREFIX;

    if (strncmp(text, "AKIA", KEY_ID_PREFIX) != 0 && strncmp(text, "ASIA", KEY_ID_PREFIX) != 0)
        return 0;
    while (length < KEY_ID_LENGTH && text[length] && strchr(alphabet, text[length]))
        length++;
    return length == KEY_ID_LENGTH ? length : 0;
}

/* What stands behind the name of a scheme of Authorization (RFC 9110, section 11.4), or 0. */
static size_t authorization_at(const char *text)
{
    static const char *const schemes[] = { "AWS4-HMAC-SHA256 ", "Bearer ", "Basic " };
    static const char name[] = "authorization";
    const size_t length = sizeof(name) - 1;

    if (strncasecmp(text, name, length) != 0)
        return 0;
    const size_t before = length + strspn(text + length, "\\\"' :=");
    for (size_t i = 0; before > length && i < sizeof(schemes) / sizeof(schemes[0]); i++)
        if (strncasecmp(text + before, schemes[i], strlen(schemes[i])) == 0)
            return before + strcspn(text + before, "\\\"'\r\n");
    return 0;
}

const char *redactor_instead(struct redactor *redactor, const char *secret, size_t length)
{
    const struct redact_style *style = &redactor->style;

    redactor->hidden += !style->text;
    return style->text ? style->text(style->context, secret, length) : redacted;
}

/* How many bytes of a text are to be hidden. What takes too long to read is hidden to its end. */
static size_t hidden_at(struct redactor *redactor, struct script *script, const char *text,
                        int layers)
{
    const size_t known =
        (*text | 0x20) == 'a' ? larger(key_id_at(text), authorization_at(text)) : 0;
    const size_t secret =
        script->effort ? secrets_said(&redactor->learnt->secrets, script, text, layers) : 0;

    return script->effort ? larger(known, secret) : (size_t)(script->end - text);
}

const char *redactor_hide(struct redactor *redactor, struct arena *arena, const char *text)
{
    const struct error *error = NULL;
    const size_t length = strlen(text), full = sizeof(error->text);
    const bool escaped = redactor->learnt->secrets.count && strpbrk(text, "\\%&~");
    struct script script = { .end = text + length,
                             .effort = LEAST_EFFORT + length * EFFORT,
                             .cut = length < full && length + 4 >= full };
    struct text out = { .arena = NULL };
    size_t hidden_to = 0; /* everything before this has been dealt with, or is hidden */

    for (size_t i = 0; i < length; i++) {
        const size_t found = hidden_at(redactor, &script, text + i, escaped ? MOST_LAYERS : 0);

        if (!found)
            continue;
        if (!out.arena)
            out = text_new(arena);
        if (i >= hidden_to) {
            text_add_bytes(&out, text + hidden_to, i - hidden_to);
            text_add(&out, redactor_instead(redactor, text + i, found));
        }
        hidden_to = larger(hidden_to, i + found);
    }
    if (!out.arena)
        return NULL;
    text_add(&out, text + hidden_to);
    return out.bytes;
}

/* Where in the text the path is spelled, behind it; NULL when it is not. */
static const char *behind_path(const char *text, const struct property_path *path)
{
    for (const char *start = strchr(text, '/'); start; start = strchr(start + 1, '/')) {
        const char *at = start;
        size_t taken = 0;

        while (*at == '/' && taken < path->depth) {
            const char *step = path->steps[taken];
            const size_t length = strcspn(at + 1, "/:,; )");
            const bool same = strlen(step) == length && strncmp(at + 1, step, length) == 0;

            if (same || step_is_star(step))
                taken++;
            else if (!length || strspn(at + 1, "0123456789") != length)
                break;
            at += 1 + length;
        }
        if (taken == path->depth)
            return at;
    }
    return NULL;
}

/* "/Pin: expected at least 9, got 3; ..." without what was got, where that is write-only. */
static const char *hide_got(struct redactor *redactor, struct arena *arena, const char *text)
{
    static const char got[] = ", got ";
    const struct property_set *secret = redactor->learnt->secrecy.secret;

    for (size_t i = 0; i < secret->count && strstr(text, got); i++) {
        const char *behind = behind_path(text, &secret->paths[i]);
        const char *value = behind ? strstr(behind, got) : NULL;

        if (!value)
            continue;
        value += sizeof(got) - 1;
        const char *end = value + strlen(value), *last = NULL;
        for (const char *at = value; (at = strstr(at, "; ")); at++)
            last = at;
        end = last ? last : end;
        end -= end > value + 1 && end[-1] == ')' && !memchr(value, '(', (size_t)(end - value));
        const size_t length = (size_t)(end - value);
        const char *shown = redactor_instead(redactor, arena_copy(arena, value, length), length);
        text = arena_printf(arena, "%.*s%s%s", (int)(value - text), text, shown, end);
    }
    return text;
}

const char *redact_text(struct redactor *redactor, struct arena *arena, const char *text)
{
    if (!text)
        return NULL;
    text = hide_got(redactor, arena, text);
    const char *hidden = redactor_hide(redactor, arena, text);
    return hidden ? hidden : text;
}

bool redactor_takes(const char *secret)
{
    return text_count(secret, secret + strlen(secret)) >= SHORTEST_SECRET;
}
