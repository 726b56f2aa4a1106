#include "cfnc/report/schema_lines.h"

#include <limits.h>
#include <string.h>

#include "cfnc/json/json_places.h"
#include "cfnc/schema/schema_pointer.h"

enum { DEEPEST = 40 };

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

static void note(struct collector *c, const char *pointer)
{
    struct json_span span;

    if (c->count++ < SCHEMA_LINES_MOST && json_places_find(c->places, pointer, &span))
        json_set_number(c->lines, pointer, (double)json_places_line(c->places, span.begin).number);
}

/* `named`: its members are what stands there by name. */
static void collect(struct collector *c, const json *value, const char *pointer, bool named,
                    int depth)
{
    size_t index = 0;

    if (depth > DEEPEST || c->count >= SCHEMA_LINES_MOST)
        return;
    json_each (child, value) {
        const char *key = json_key(child);
        const char *at = key ? pointer_add(c->arena, pointer, key)
                             : pointer_add_index(c->arena, pointer, index++);

        if (key && named)
            note(c, at);
        collect(c, child, at, key && !named && holds_schemas(key), depth + 1);
    }
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

int schema_line_of(const struct run *run, const char *pointer)
{
    struct arena *arena = arena_new();
    struct property_path path = { .depth = 0 };
    int line = 0;

    if (run->schema_lines && pointer_read(arena, pointer, &path)) {
        const char *where = schema_where(arena, run->subject->document, &path);
        char *at = arena_copy(arena, where, strlen(where));

        for (char *end = at + strlen(at); end && !line; end = strrchr(at, '/')) {
            *end = '\0';
            line = (int)json_whole(json_get(run->schema_lines, at), 1, INT_MAX, 0);
        }
    }
    arena_free(arena);
    return line ? line : 1;
}
