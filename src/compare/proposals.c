/* The propertyTransform that would explain a difference, where that is plain to see. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "cfnc/json/pointer.h"
#include "compare_private.h"

/* A difference between two strings, and the property as JSONata names it. */
struct renaming {
    struct arena *arena;
    const char *name, *requested, *returned;
};

static bool equals_mapped(const char *from, const char *to, int (*map)(int))
{
    for (; *from && *to; from++, to++)
        if ((char)map((unsigned char)*from) != *to)
            return false;
    return *from == *to;
}

static const char *by_case(const struct renaming *r)
{
    if (equals_mapped(r->requested, r->returned, tolower))
        return arena_printf(r->arena, "$lowercase(%s)", r->name);
    if (equals_mapped(r->requested, r->returned, toupper))
        return arena_printf(r->arena, "$uppercase(%s)", r->name);
    return NULL;
}

/* What stands behind `shorter` in `longer`, when it is one of these; or NULL. */
static const char *addition(const char *longer, const char *shorter)
{
    const size_t length = strlen(shorter);
    const char *more = longer + length;

    if (strncmp(longer, shorter, length) != 0)
        return NULL;
    return strcmp(more, ".") == 0 || strcmp(more, "\n") == 0 ? more : NULL;
}

static const char *by_ending(const struct renaming *r)
{
    const char *added = addition(r->returned, r->requested);
    const char *removed = addition(r->requested, r->returned);

    if (added)
        return arena_printf(r->arena, "$join([%s, \"%s\"])", r->name, *added == '.' ? "." : "\\n");
    if (removed)
        return arena_printf(r->arena, "$replace(%s, /%s$/, \"\")", r->name,
                            *removed == '.' ? "\\." : "\\n");
    return NULL;
}

static const char *by_trimming(const struct renaming *r)
{
    if (!*r->returned || strpbrk(r->returned, " \t\r\n\f\v") ||
        strcmp(trimmed(r->arena, r->requested), r->returned) != 0)
        return NULL;
    return arena_printf(r->arena, "$trim(%s)", r->name);
}

/* A character in a pattern in a string of JSONata. */
static void add_escaped(struct text *out, char c)
{
    if (c == '\\')
        text_add(out, "\\\\\\");
    else if (c == '"')
        text_add(out, "\\");
    else if (strchr(".[](){}*+?|^$", c))
        text_add(out, "\\\\");
    text_add_bytes(out, &c, 1);
}

/* One part of an ARN as a pattern: what differs between stacks matches anything alike. */
static void add_part(struct text *out, const char *part, size_t length, int number)
{
    enum { PARTITION = 1, REGION = 3, ACCOUNT = 4 };

    if (number == PARTITION)
        text_add(out, "aws[-a-z]*");
    else if (number == REGION && length)
        text_add(out, "[-a-z0-9]+");
    else if (number == ACCOUNT && length)
        text_add(out, "[0-9]{12}");
    else
        for (size_t i = 0; i < length; i++)
            add_escaped(out, part[i]);
}

/* The pattern of what stands before the name in an ARN. */
static const char *arn_pattern(struct arena *arena, const char *arn, size_t length)
{
    struct text out = text_new(arena);

    for (int number = 0;; number++) {
        const size_t part = number < 5 ? strcspn(arn, ":") : length;
        const size_t here = part < length ? part : length;

        add_part(&out, arn, here, number);
        if (here == length)
            return out.bytes;
        text_add(&out, ":");
        arn += here + 1;
        length -= here + 1;
    }
}

static const char *by_arn(const struct renaming *r)
{
    if (is_arn_of(r->arena, r->returned, r->requested))
        return arena_printf(
            r->arena, "$join([\"%s\", %s])",
            arn_pattern(r->arena, r->returned, strlen(r->returned) - strlen(r->requested)),
            r->name);
    if (!is_arn_of(r->arena, r->requested, r->returned) || strpbrk(r->returned, ":/"))
        return NULL;
    const char separator = r->requested[strlen(r->requested) - strlen(r->returned) - 1];
    return arena_printf(r->arena, "$split(%s, \"%c\")[-1]", r->name, separator);
}

/* A name as JSONata spells it. */
static const char *spelled(struct arena *arena, const char *name)
{
    bool plain = isalpha((unsigned char)*name) || *name == '_';

    for (const char *c = name; *c; c++)
        plain = plain && (isalnum((unsigned char)*c) || *c == '_');
    if (plain)
        return name;
    return strpbrk(name, "`\\") ? NULL : arena_printf(arena, "`%s`", name);
}

const char *difference_proposal(struct arena *arena, const struct difference *d,
                                const char **pointer)
{
    static const char *(*const ways[])(const struct renaming *r) = { by_case, by_ending,
                                                                     by_trimming, by_arn };
    struct renaming r = { .arena = arena,
                          .requested = json_string(d->requested),
                          .returned = json_string(d->returned) };
    const char *expression = NULL;
    struct property_path path;
    size_t index;

    if (d->kind != DIFFERENCE_CHANGED || !r.requested || !r.returned || d->transformed ||
        !pointer_read(arena, d->path, &path) || !path.depth ||
        step_is_index(path.steps[path.depth - 1], &index))
        return NULL;
    r.name = spelled(arena, path.steps[path.depth - 1]);
    *pointer = "/properties";
    for (size_t i = 0; i < path.depth; i++)
        *pointer = pointer_add(arena, *pointer,
                               step_is_index(path.steps[i], &index) ? "*" : path.steps[i]);
    for (size_t i = 0; r.name && !expression && i < sizeof(ways) / sizeof(ways[0]); i++)
        expression = ways[i](&r);
    return expression;
}
