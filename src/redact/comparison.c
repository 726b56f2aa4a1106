/* What differs between models, and the words of what is wrong with one. */
#include "redact_private.h"

#include <string.h>

static const char *keep(struct redactor *redactor, struct arena *arena, const char *text)
{
    return arena_printf(arena, "%s", redact_text(redactor, arena, text));
}

static const json *part(struct redactor *redactor, struct arena *arena, const char *path,
                        const json *value)
{
    return value ? redact_part(redactor, arena, path, value) : NULL;
}

struct comparison redact_comparison(struct redactor *redactor, struct arena *arena,
                                    const struct comparison *from)
{
    struct comparison kept = { NULL, NULL, NULL };
    const struct difference **end = &kept.differences;
    const struct not_compared **excused_end = &kept.not_compared;

    for (const struct difference *d = from->differences; d; d = d->next) {
        struct difference *copy = arena_alloc(arena, sizeof(*copy));
        *copy = (struct difference){
            .kind = d->kind,
            .path = keep(redactor, arena, d->path),
            .requested = part(redactor, arena, d->path, d->requested),
            .returned = part(redactor, arena, d->path, d->returned),
            .transformed = part(redactor, arena, d->path, d->transformed),
        };
        *end = copy;
        end = &copy->next;
    }
    for (const struct not_compared *n = from->not_compared; n; n = n->next) {
        struct not_compared *copy = arena_alloc(arena, sizeof(*copy));
        *copy = (struct not_compared){ .path = keep(redactor, arena, n->path),
                                       .why = keep(redactor, arena, n->why),
                                       .failed = n->failed };
        *excused_end = copy;
        excused_end = &copy->next;
    }
    if (from->requested)
        kept.requested = redact_model(redactor, arena, from->requested);
    return kept;
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

const char *redactor_hide_got(struct redactor *redactor, struct arena *arena, const char *text)
{
    static const char got[] = ", got ";
    const struct property_set *secret = &redactor->type->secret;

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
        const char *shown = redactor_instead(
            redactor, arena_copy(arena, value, (size_t)(end - value)), (size_t)(end - value));
        text = arena_printf(arena, "%.*s%s%s", (int)(value - text), text, shown, end);
    }
    return text;
}
