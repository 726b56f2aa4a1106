#include "cfnc/report/schema_lines.h"

#include <limits.h>
#include <string.h>

#include "cfnc/json/json_places.h"
#include "cfnc/json/pointer.h"

enum { DEEPEST = 40, MOST_REFS = 16 };

/* --- Writing them down --- */

struct collector {
    struct arena *arena;
    const struct json_places *places;
    json *lines;
    size_t count;
};

static bool holds_schemas(const char *key)
{
    return strcmp(key, "properties") == 0 || strcmp(key, "patternProperties") == 0 ||
           strcmp(key, "definitions") == 0;
}

static void collect(struct collector *c, const json *value, const char *pointer, bool named,
                    int depth);

static void note(struct collector *c, const char *pointer)
{
    struct json_span span;

    if (c->count++ < SCHEMA_LINES_MOST && json_places_find(c->places, pointer, &span))
        json_set_number(c->lines, pointer, (double)json_places_line(c->places, span.begin).number);
}

static void collect_members(struct collector *c, const json *value, const char *pointer, bool named,
                            int depth)
{
    json_each (member, value) {
        const char *at = pointer_add(c->arena, pointer, json_key(member));

        if (named)
            note(c, at);
        collect(c, member, at, !named && holds_schemas(json_key(member)), depth + 1);
    }
}

/* `named`: its members are what stands there by name. */
static void collect(struct collector *c, const json *value, const char *pointer, bool named,
                    int depth)
{
    size_t index = 0;

    if (depth > DEEPEST || c->count >= SCHEMA_LINES_MOST)
        return;
    if (json_type(value) == JSON_OBJECT)
        collect_members(c, value, pointer, named, depth);
    if (json_type(value) != JSON_ARRAY)
        return;
    json_each (item, value)
        collect(c, item, pointer_add_index(c->arena, pointer, index++), false, depth + 1);
}

const json *schema_lines(struct arena *arena, const char *text, size_t length)
{
    struct error error;
    const json *document = json_parse(arena, text, length, &error);
    struct collector c = { .arena = arena, .lines = json_object(arena) };

    if (json_type(document) != JSON_OBJECT)
        return NULL;
    c.places = json_places_new(arena, text, length);
    collect(&c, document, "", false, 0);
    return c.lines;
}

/* --- Finding one --- */

/* What a chain of $refs into the document leads to; NULL where it leaves it, or never ends. */
static const json *follow(const json *document, const json *schema, const char **pointer)
{
    for (int i = 0; i < MOST_REFS; i++) {
        const char *ref = json_string(json_get(schema, "$ref"));

        if (!ref)
            return schema;
        if (*ref != '#')
            return NULL;
        *pointer = ref + 1;
        schema = pointer_get(document, *pointer);
    }
    return NULL;
}

/* The subschema for one step below another; NULL when no keyword that is looked at says it. */
static const json *below(struct arena *arena, const json *schema, const char *step,
                         const char **pointer)
{
    const json *property = json_get(json_get(schema, "properties"), step);
    const json *items = json_get(schema, "items");

    if (property) {
        *pointer = pointer_add(arena, pointer_add(arena, *pointer, "properties"), step);
        return property;
    }
    if (json_type(items) != JSON_OBJECT)
        return NULL;
    *pointer = pointer_add(arena, *pointer, "items");
    return items;
}

int schema_line_of(const struct run *run, const char *pointer)
{
    const json *document = run->subject->document, *schema = document;
    struct arena *arena = arena_new();
    struct property_path path = { .depth = 0 };
    const char *at = "";
    int line = 1;

    if (run->schema_lines && pointer_read(arena, pointer, &path))
        for (size_t i = 0; i < path.depth && schema; i++) {
            schema = follow(document, schema, &at);
            schema = schema ? below(arena, schema, path.steps[i], &at) : NULL;
            if (schema)
                line = (int)json_whole(json_get(run->schema_lines, at), 1, INT_MAX, line);
        }
    arena_free(arena);
    return line;
}
