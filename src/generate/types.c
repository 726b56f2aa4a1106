/* Which types a value may have. */
#include <string.h>

#include "generate_private.h"

static const struct {
    const char *name;
    unsigned bits;
} type_names[] = {
    { "null", TYPE_NULL },       { "boolean", TYPE_BOOLEAN },
    { "integer", TYPE_INTEGER }, { "number", TYPE_NUMBER | TYPE_INTEGER },
    { "string", TYPE_STRING },   { "array", TYPE_ARRAY },
    { "object", TYPE_OBJECT },
};

static unsigned type_bits(const char *name)
{
    for (size_t i = 0; name && i < sizeof(type_names) / sizeof(*type_names); i++)
        if (strcmp(type_names[i].name, name) == 0)
            return type_names[i].bits;
    return 0;
}

/* What a keyword says about the type where the schema does not; the first row that is there. */
static const struct {
    const char *keyword;
    unsigned bits;
} type_hints[] = {
    { "properties", TYPE_OBJECT },
    { "patternProperties", TYPE_OBJECT },
    { "required", TYPE_OBJECT },
    { "additionalProperties", TYPE_OBJECT },
    { "minProperties", TYPE_OBJECT },
    { "maxProperties", TYPE_OBJECT },
    { "dependencies", TYPE_OBJECT },
    { "propertyNames", TYPE_OBJECT },
    { "items", TYPE_ARRAY },
    { "contains", TYPE_ARRAY },
    { "minItems", TYPE_ARRAY },
    { "maxItems", TYPE_ARRAY },
    { "uniqueItems", TYPE_ARRAY },
    { "insertionOrder", TYPE_ARRAY },
    { "pattern", TYPE_STRING },
    { "format", TYPE_STRING },
    { "minLength", TYPE_STRING },
    { "maxLength", TYPE_STRING },
    { "minimum", TYPE_NUMBER },
    { "maximum", TYPE_NUMBER },
    { "exclusiveMinimum", TYPE_NUMBER },
    { "exclusiveMaximum", TYPE_NUMBER },
    { "multipleOf", TYPE_NUMBER },
};

unsigned types_named(const json *type)
{
    unsigned bits = type_bits(json_string(type));

    json_each (name, json_type(type) == JSON_ARRAY ? type : NULL)
        bits |= type_bits(json_string(name));
    return bits;
}

static unsigned types_declared(const struct demand *d)
{
    unsigned types = TYPE_ANY;

    for (size_t i = 0; i < d->count; i++) {
        const json *type = json_get(d->nodes[i], "type");

        if (type)
            types &= types_named(type);
    }
    for (size_t i = 0; i < d->avoided; i++)
        if (json_length(d->avoid[i]) == 1) /* there is nothing else that it could fail by */
            types &= ~types_named(json_get(d->avoid[i], "type"));
    return types;
}

/* A keyword fails values of its own type only: so does what is to be avoided by it. */
static bool is_avoided_by(const struct demand *d, const char *keyword)
{
    for (size_t i = 0; i < d->avoided; i++)
        if (json_get(d->avoid[i], keyword) && !json_get(d->avoid[i], "type"))
            return true;
    return false;
}

static unsigned types_hinted(const struct demand *d)
{
    enum { HINTS = sizeof(type_hints) / sizeof(*type_hints) };
    size_t i = 0;

    while (i < HINTS && !demand_has(d, type_hints[i].keyword))
        i++;
    if (i == HINTS && d->avoided)
        for (i = 0; i < HINTS && !is_avoided_by(d, type_hints[i].keyword);)
            i++;
    if (i == HINTS)
        return TYPE_STRING;
    return type_hints[i].bits == TYPE_NUMBER ? TYPE_NUMBER | TYPE_INTEGER : type_hints[i].bits;
}

/*
 * The types that a value may have; 0 when none is left. Where the schema
 * leaves them open, what it says of values hints at one; if that leads nowhere,
 * any may do.
 */
unsigned demand_types(const struct demand *d, unsigned tries)
{
    const unsigned types = types_declared(d);

    if (demand_has(d, "type"))
        return types;
    return types & types_hinted(d) && tries / MOODS < OPEN_TURN ? types & types_hinted(d) : types;
}

unsigned type_of_value(const json *value)
{
    if (json_type(value) == JSON_NUMBER)
        return json_is_integer(value) ? TYPE_INTEGER : TYPE_NUMBER;
    return type_bits(json_type_name(value));
}
