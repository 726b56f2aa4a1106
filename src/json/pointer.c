#include "cfnc/json/pointer.h"

#include <stdio.h>
#include <string.h>

#include "json_private.h"

/* One escaped step of a pointer, unescaped byte by byte as it is read. */
struct pointer_token {
    const char *at, *end;
    bool percent; /* of a URI fragment: %41 is A */
};

enum { TOKEN_END = -1, TOKEN_BAD = -2, LONGEST_INDEX = 9 };

static int token_octet(struct pointer_token *token)
{
    uint32_t octet;

    if (token->at == token->end)
        return TOKEN_END;
    if (token->percent && *token->at == '%' && token->end - token->at > 2 &&
        text_hex(token->at + 1, 2, &octet) == 2) {
        token->at += 3;
        return (int)octet;
    }
    return (unsigned char)*token->at++;
}

static int token_byte(struct pointer_token *token)
{
    const int c = token_octet(token);

    if (c != '~')
        return c;
    switch (token_octet(token)) {
    case '0':
        return '~';
    case '1':
        return '/';
    default:
        return TOKEN_BAD;
    }
}

static bool token_is(struct pointer_token token, const char *step)
{
    for (;; step++) {
        const int c = token_byte(&token);

        if (c == TOKEN_END || c == TOKEN_BAD || c == 0)
            return c == TOKEN_END && !*step;
        if (c != (unsigned char)*step)
            return false;
    }
}

/* Takes the first step of `*rest`, which begins with '/', off it. */
static struct pointer_token token_next(const char **rest)
{
    const char *first = *rest + 1;

    *rest = first + strcspn(first, "/");
    return (struct pointer_token){ first, *rest, false };
}

/* Reads an array index as RFC 6901 spells it: no sign, no leading zero. */
static bool index_read(const char *digits, size_t length, size_t *index)
{
    if (!length || length > LONGEST_INDEX || (*digits == '0' && length > 1))
        return false;
    *index = 0;
    for (size_t i = 0; i < length; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        *index = *index * 10 + (size_t)(digits[i] - '0');
    }
    return true;
}

bool step_is_index(const char *step, size_t *index)
{
    return index_read(step, strlen(step), index);
}

bool step_is_star(const char *step)
{
    return strcmp(step, "*") == 0;
}

bool step_is_item(const char *step)
{
    size_t index;

    return step_is_star(step) || step_is_index(step, &index);
}

static bool unescape(struct pointer_token token, char *out)
{
    int c;

    while ((c = token_byte(&token)) >= 0)
        *out++ = (char)c;
    *out = '\0';
    return c == TOKEN_END;
}

bool pointer_read(struct arena *arena, const char *pointer, struct property_path *path)
{
    size_t count = 0;

    if (!pointer || *pointer != '/')
        return false;
    for (const char *c = pointer; *c; c++)
        count += *c == '/';
    const char **steps = arena_array(arena, count, sizeof(*steps));
    const char *rest = pointer;
    for (size_t i = 0; i < count; i++) {
        const struct pointer_token token = token_next(&rest);
        char *step = arena_alloc(arena, (size_t)(token.end - token.at) + 1);

        if (!unescape(token, step))
            return false;
        steps[i] = step;
    }
    *path = (struct property_path){ arena_copy(arena, pointer, strlen(pointer)), steps, count };
    return true;
}

void pointer_append(struct text *text, const char *step)
{
    text_add_bytes(text, "/", 1);
    for (;;) {
        const size_t plain = strcspn(step, "~/");

        text_add_bytes(text, step, plain);
        step += plain;
        if (!*step)
            break;
        text_add(text, *step++ == '~' ? "~0" : "~1");
    }
}

void pointer_append_index(struct text *text, size_t index)
{
    char digits[24];

    snprintf(digits, sizeof(digits), "/%zu", index);
    text_add(text, digits);
}

const char *pointer_add(struct arena *arena, const char *pointer, const char *step)
{
    struct text text = text_new(arena);

    text_add(&text, pointer);
    pointer_append(&text, step);
    return text.bytes;
}

const char *pointer_add_index(struct arena *arena, const char *pointer, size_t index)
{
    struct text text = text_new(arena);

    text_add(&text, pointer);
    pointer_append_index(&text, index);
    return text.bytes;
}

static const json *token_get(const json *value, struct pointer_token token)
{
    size_t index;

    if (json_type(value) == JSON_ARRAY)
        return index_read(token.at, (size_t)(token.end - token.at), &index) ? json_at(value, index)
                                                                            : NULL;
    if (json_type(value) != JSON_OBJECT)
        return NULL;
    json_each (member, value)
        if (token_is(token, json_key(member)))
            return member;
    return NULL;
}

static const json *get(const json *document, const char *rest, bool percent)
{
    const json *value = document;

    while (value && *rest) {
        if (*rest != '/')
            return NULL;
        struct pointer_token token = token_next(&rest);
        token.percent = percent;
        value = token_get(value, token);
    }
    return value;
}

const json *pointer_get(const json *document, const char *pointer)
{
    return get(document, pointer, false);
}

const json *pointer_get_fragment(const json *document, const char *fragment)
{
    return get(document, fragment, true);
}

bool path_covers(const struct property_path *path, const char *pointer)
{
    const char *rest = pointer;
    size_t depth = 0, index;

    while (depth < path->depth && *rest == '/') {
        const struct pointer_token token = token_next(&rest);
        const char *step = path->steps[depth];

        if (step_is_star(step) || token_is(token, step))
            depth++;
        else if (step_is_index(step, &index) ||
                 !index_read(token.at, (size_t)(token.end - token.at), &index))
            return false;
        /* else an array's item where the path names a property: as if '*' stood there */
    }
    return depth == path->depth;
}

bool set_covers(const struct property_set *set, const char *pointer)
{
    for (size_t i = 0; i < set->count; i++)
        if (path_covers(&set->paths[i], pointer))
            return true;
    return false;
}

static bool path_same(const struct property_path *a, const struct property_path *b)
{
    for (size_t i = 0; i < a->depth && a->depth == b->depth; i++)
        if (strcmp(a->steps[i], b->steps[i]) != 0)
            return false;
    return a->depth == b->depth;
}

bool set_has(const struct property_set *set, const struct property_path *path)
{
    for (size_t i = 0; i < set->count; i++)
        if (path_same(&set->paths[i], path))
            return true;
    return false;
}

/* Whether one is at, above or below the other. */
static bool path_meets(const struct property_path *a, const struct property_path *b)
{
    for (size_t i = 0; i < a->depth && i < b->depth; i++)
        if (strcmp(a->steps[i], b->steps[i]) != 0 && !step_is_star(a->steps[i]))
            return false;
    return true;
}

bool set_meets(const struct property_set *set, const struct property_path *path)
{
    for (size_t i = 0; i < set->count; i++)
        if (path_meets(&set->paths[i], path))
            return true;
    return false;
}
