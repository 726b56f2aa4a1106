/* What is true, what is equal, and what a type is called. */
#include <math.h>
#include <string.h>

#include "jsonata_private.h"

enum { BYTES_OF_STEP = 128 };

bool same_number(double a, double b)
{
    return a <= b && a >= b;
}

bool is_whole(double number)
{
    return isfinite(number) && same_number(floor(number), number);
}

const char *value_type_name(struct value value)
{
    static const char *const names[] = {
        [NOTHING] = "nothing", [IS_NULL] = "null",      [BOOLEAN] = "boolean",
        [NUMBER] = "number",   [STRING] = "string",     [ARRAY] = "array",
        [OBJECT] = "object",   [FUNCTION] = "function", [TUPLE] = "nothing",
        [PENDING] = "nothing",
    };

    return names[value.type];
}

char value_symbol(struct value value)
{
    static const char symbols[] = {
        [NOTHING] = 'm', [IS_NULL] = 'l', [BOOLEAN] = 'b',  [NUMBER] = 'n', [STRING] = 's',
        [ARRAY] = 'a',   [OBJECT] = 'o',  [FUNCTION] = 'f', [TUPLE] = 'm',  [PENDING] = 'm',
    };

    return symbols[value.type];
}

/* Looking at a long string costs, however little at once. */
void text_steps(struct machine *m, const char *text)
{
    jsonata_step(&m->limits, 0, strlen(text) / BYTES_OF_STEP);
}

int text_compare(struct machine *m, const char *a, const char *b)
{
    text_steps(m, a);
    return a == b ? 0 : strcmp(a, b);
}

static void too_deep(struct machine *m, int depth)
{
    jsonata_step(&m->limits, 0, 1);
    if (depth > JSON_DEEPEST)
        jsonata_fail(&m->limits, 0, "U1001", "a value is nested more than %d levels deep",
                     JSON_DEEPEST);
}

static bool is_true(struct machine *m, struct value value, int depth)
{
    switch (value.type) {
    case BOOLEAN:
        return value.u.truth;
    case NUMBER:
        return fabs(value.u.number) > 0;
    case STRING:
        return *value.u.text;
    case OBJECT:
        object_open(m, value.u.object);
        return value.u.object->count;
    case ARRAY:
        break;
    case NOTHING:
    case IS_NULL:
    case FUNCTION:
    case TUPLE:
    case PENDING:
        return false;
    }
    too_deep(m, depth);
    for (size_t i = 0; i < value.u.array->count; i++)
        if (is_true(m, array_at(m, value.u.array, i), depth + 1))
            return true;
    return false;
}

/* An array is true when some item is. */
bool value_true(struct machine *m, struct value value)
{
    return is_true(m, value, 0);
}

static bool is_equal(struct machine *m, struct value a, struct value b, int depth);

static bool arrays_equal(struct machine *m, struct array *a, struct array *b, int depth)
{
    if (a->count != b->count)
        return false;
    jsonata_step(&m->limits, 0, a->count / 8);
    for (size_t i = 0; i < a->count; i++)
        if (!is_equal(m, array_at(m, a, i), array_at(m, b, i), depth + 1))
            return false;
    return true;
}

static bool objects_equal(struct machine *m, struct object *a, struct object *b, int depth)
{
    object_open(m, a);
    object_open(m, b);
    if (a->count != b->count)
        return false;
    jsonata_step(&m->limits, 0, a->count / 8);
    for (size_t i = 0; i < a->count; i++)
        if (!is_equal(m, a->members[i].value, object_get(m, b, a->members[i].key), depth + 1))
            return false;
    return true;
}

static bool is_equal(struct machine *m, struct value a, struct value b, int depth)
{
    if (a.type != b.type)
        return false;
    switch (a.type) {
    case NOTHING:
    case IS_NULL:
        return true;
    case BOOLEAN:
        return a.u.truth == b.u.truth;
    case NUMBER:
        return same_number(a.u.number, b.u.number);
    case STRING:
        return text_compare(m, a.u.text, b.u.text) == 0;
    case ARRAY:
        too_deep(m, depth);
        return a.u.array == b.u.array || arrays_equal(m, a.u.array, b.u.array, depth);
    case OBJECT:
        too_deep(m, depth);
        return a.u.object == b.u.object || objects_equal(m, a.u.object, b.u.object, depth);
    case FUNCTION:
        return a.u.function == b.u.function;
    case TUPLE:
    case PENDING:
        break;
    }
    return false;
}

bool value_equal(struct machine *m, struct value a, struct value b)
{
    return is_equal(m, a, b, 0);
}

static uint64_t hash_of(struct machine *m, struct value value, int depth);

static uint64_t hash_bytes(uint64_t sum, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 1099511628211U;
    return sum;
}

static uint64_t hash_container(struct machine *m, struct value value, int depth)
{
    uint64_t sum = value.type;

    too_deep(m, depth);
    if (value.type == ARRAY) {
        for (size_t i = 0; i < value.u.array->count; i++)
            sum = sum * 31 + hash_of(m, array_at(m, value.u.array, i), depth + 1);
        return sum;
    }
    object_open(m, value.u.object);
    for (size_t i = 0; i < value.u.object->count; i++) {
        const struct member *member = &value.u.object->members[i];

        sum += hash_bytes(hash_of(m, member->value, depth + 1), member->key, strlen(member->key));
    }
    return sum;
}

static uint64_t hash_of(struct machine *m, struct value value, int depth)
{
    const uint64_t start = 14695981039346656037U + value.type;
    const double number = value.type == NUMBER ? value.u.number + 0.0 : 0;

    if (value.type == ARRAY || value.type == OBJECT)
        return hash_container(m, value, depth);
    if (value.type == STRING)
        text_steps(m, value.u.text);
    if (value.type == STRING)
        return hash_bytes(start, value.u.text, strlen(value.u.text));
    if (value.type == NUMBER)
        return hash_bytes(start, &number, sizeof(number));
    return start + (value.type == BOOLEAN && value.u.truth);
}

/* Equal values have equal hashes. */
uint64_t value_hash(struct machine *m, struct value value)
{
    return hash_of(m, value, 0);
}
