#include "cfnc/json/json.h"

#include <string.h>

#include "cfnc/base/names.h"

/* So many members are looked for one by one; more are put into a table first. */
enum { FEW = 16 };

static bool each_is_found(const json *a, const json *b)
{
    json_each (member, a)
        if (!json_equal(member, json_get(b, json_key(member))))
            return false;
    return true;
}

static bool each_is_in_table(const json *a, const json *b)
{
    struct arena *arena = arena_new();
    struct names names = names_new(arena);
    const json **members = arena_array(arena, json_length(b), sizeof(*members));
    bool equal = true;

    json_each (member, b)
        members[names_add(&names, json_key(member))] = member;
    for (const json *member = json_first(a); member && equal; member = json_next(member)) {
        const size_t other = names_find(&names, json_key(member));

        equal = other != NAMES_NONE && json_equal(member, members[other]);
    }
    arena_free(arena);
    return equal;
}

/* Mostly the keys stand in the same order. */
static bool every_member_equals(const json *a, const json *b)
{
    const json *p = json_first(a), *q = json_first(b);

    for (; p && q && strcmp(json_key(p), json_key(q)) == 0; p = json_next(p), q = json_next(q))
        if (!json_equal(p, q))
            return false;
    if (!p || !q)
        return !p && !q;
    const size_t length = json_length(a);
    if (length != json_length(b))
        return false;
    return length <= FEW ? each_is_found(a, b) : each_is_in_table(a, b);
}

static bool every_item_equals(const json *a, const json *b)
{
    const json *other = json_first(b);

    json_each (item, a) {
        if (!json_equal(item, other))
            return false;
        other = json_next(other);
    }
    return !other;
}

static bool same_number(const json *a, const json *b)
{
    const double p = json_number(a, 0), q = json_number(b, 0);
    const char *s = json_digits(a), *t = json_digits(b);

    return p <= q && p >= q && (!s || !t || strcmp(s, t) == 0);
}

/* The library's own takes numbers that differ by an epsilon for equal; we do not. */
bool json_equal(const json *a, const json *b)
{
    if (!a || !b || json_type(a) != json_type(b))
        return false;
    switch (json_type(a)) {
    case JSON_OBJECT:
        return every_member_equals(a, b);
    case JSON_ARRAY:
        return every_item_equals(a, b);
    case JSON_STRING:
        return strcmp(json_string(a), json_string(b)) == 0;
    case JSON_NUMBER:
        return same_number(a, b);
    case JSON_BOOLEAN:
        return json_true(a) == json_true(b);
    case JSON_NULL:
    case JSON_ABSENT:
        break;
    }
    return true;
}

bool json_holds(const json *array, const json *value)
{
    json_each (item, array)
        if (json_equal(item, value))
            return true;
    return false;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text));
}

static uint64_t hash_number(uint64_t hash, double number)
{
    char bytes[sizeof(number)];

    number += 0.0; /* -0 is 0 */
    memcpy(bytes, &number, sizeof(bytes));
    return hash_bytes(hash, bytes, sizeof(bytes));
}

/* Members are added up, as their order is none. */
uint64_t json_hash(const json *value, size_t *size)
{
    const enum json_type type = json_type(value);
    uint64_t hash = type;

    *size += 1;
    if (type == JSON_STRING)
        return hash_text(hash, json_string(value));
    if (type == JSON_NUMBER)
        return hash_number(hash, json_number(value, 0));
    json_each (item, value)
        if (type == JSON_OBJECT)
            hash += hash_text(json_hash(item, size), json_key(item));
        else
            hash = hash * 31 + json_hash(item, size);
    return hash_number(hash, json_true(value));
}
