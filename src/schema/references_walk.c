#include <stdlib.h>
#include <string.h>

#include "references_private.h"

/*
 * Where a JSON pointer leads. Ten thousand $refs into ten thousand definitions
 * must not take a hundred million steps: a container with many children is
 * indexed when the first pointer goes through it.
 */

enum { FEW = 32 };

struct index {
    const json *container;
    const json **slots; /* an array's items in order; an object's members by the hash of the key */
    size_t room;
};

static bool is_large(const json *container)
{
    size_t count = 0;

    for (const json *child = json_first(container); child && count <= FEW; child = json_next(child))
        count++;
    return count > FEW;
}

static bool is_named(const json *member, const char *name, size_t length)
{
    const char *key = json_key(member);

    return strncmp(key, name, length) == 0 && !key[length];
}

static size_t slot_of(const struct index *index, const char *name, size_t length)
{
    size_t i = references_hash(name, length) & (index->room - 1);

    while (index->slots[i] && !is_named(index->slots[i], name, length))
        i = (i + 1) & (index->room - 1);
    return i;
}

static void fill_index(struct compiler *c, struct index *index, const json *container)
{
    const bool object = json_type(container) == JSON_OBJECT;
    const size_t count = json_length(container);
    size_t at = 0;

    index->container = container;
    for (index->room = 1; index->room < count * (object ? 2 : 1);)
        index->room *= 2;
    index->slots = arena_array(c->arena, index->room, sizeof(const json *));
    json_each (child, container)
        index->slots[object ? slot_of(index, json_key(child), strlen(json_key(child))) : at++] =
            child;
}

static size_t index_bucket(const struct compiler *c, const json *container)
{
    const uintptr_t address = (uintptr_t)container;
    size_t i = (size_t)(address >> 4 ^ address >> 16) & (c->index_room - 1);

    while (c->indices[i].container && c->indices[i].container != container)
        i = (i + 1) & (c->index_room - 1);
    return i;
}

static const struct index *index_of(struct compiler *c, const json *container)
{
    if (c->index_count * 2 >= c->index_room) {
        const struct index *old = c->indices;
        const size_t count = c->index_room;

        c->index_room = count ? count * 2 : 8;
        c->indices = arena_array(c->arena, c->index_room, sizeof(*c->indices));
        for (size_t i = 0; i < count; i++)
            if (old[i].container)
                c->indices[index_bucket(c, old[i].container)] = old[i];
    }
    struct index *index = &c->indices[index_bucket(c, container)];
    if (!index->container) {
        fill_index(c, index, container);
        c->index_count++;
    }
    return index;
}

static const json *item_of(struct compiler *c, const json *array, const char *step, size_t length)
{
    const size_t digits = strspn(step, "0123456789");

    if (!digits || digits != length || digits > 9 || (step[0] == '0' && digits > 1))
        return NULL;
    const size_t number = (size_t)strtoul(step, NULL, 10);
    if (!is_large(array))
        return json_at(array, number);
    const struct index *index = index_of(c, array);
    return number < index->room ? index->slots[number] : NULL;
}

static const json *member_of(struct compiler *c, const json *object, const char *name,
                             size_t length)
{
    if (is_large(object)) {
        const struct index *index = index_of(c, object);
        return index->slots[slot_of(index, name, length)];
    }
    json_each (member, object)
        if (is_named(member, name, length))
            return member;
    return NULL;
}

/* A step without its "~0" and "~1". */
static char *unescape(struct arena *arena, const char *step, size_t length)
{
    char *name = arena_copy(arena, step, length), *out = name;

    for (const char *in = name; *in; in++) {
        const bool escape = *in == '~' && (in[1] == '0' || in[1] == '1');

        *out++ = escape ? (in[1] == '0' ? '~' : '/') : *in;
        in += escape ? 1 : 0;
    }
    *out = '\0';
    return name;
}

/* The member or item of `value` that a pointer's next step names; goes past that step. */
static const json *step_down(struct compiler *c, const json *value, const char **pointer)
{
    const char *const step = *pointer + 1;
    const size_t length = strcspn(step, "/");

    *pointer = step + length;
    if (json_type(value) == JSON_ARRAY)
        return item_of(c, value, step, length);
    if (json_type(value) != JSON_OBJECT)
        return NULL;
    if (!memchr(step, '~', length))
        return member_of(c, value, step, length);
    const char *name = unescape(c->arena, step, length);
    return member_of(c, value, name, strlen(name));
}

struct site *references_walk(struct compiler *c, struct site *root, const char *pointer)
{
    const json *value = root->raw;
    struct site *nearest = root;
    const char *rest = pointer;

    while (*pointer == '/') {
        value = step_down(c, value, &pointer);
        if (!value)
            return NULL;
        struct site *site = references_site(c, value);
        if (site) {
            nearest = site;
            rest = pointer;
        }
    }
    if (*pointer)
        return NULL;
    if (nearest->raw == value)
        return nearest;
    return references_adopt(c, &(struct site){
                                   .raw = value,
                                   .document = root->document,
                                   .base = nearest->base,
                                   .above = nearest,
                                   .word = arena_copy(c->arena, rest + 1, strlen(rest + 1)),
                                   .index = ALONE,
                               });
}
