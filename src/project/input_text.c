/*
 * {{Name}} without quotes in inputs and overrides. cfn test fills exports in
 * before it reads the text as JSON, so that "Port": {{Port}} is a number there.
 * Here such a name becomes a string of the same length, "{Name}", and {{Name}}
 * again once the text has been read: every place in it stays what it was.
 */
#include <stdlib.h>
#include <string.h>

#include "cfnc/aws/exports.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/generate/placeholders.h"
#include "cfnc/project/project.h"

/* A text with such names. */
struct input_reading {
    struct arena *arena;
    char *text;
    size_t *quotes; /* where the names' first quotes were put, ascending */
    bool *is_value; /* of each: not a key */
    size_t count;
    const struct json_places *places;
    const char **pointers; /* of those that are values */
    size_t pointer_count;
};

/* The length of "{{Name}}" at `at`, or 0: an export, a placeholder, {{resolve:...}}. */
static size_t name_at(struct arena *arena, const char *at)
{
    static const struct location anywhere = { "", "" };
    const size_t inside = strcspn(at + 2, "{}\"\\\r\n\t"), length = inside + 4;
    const char *name;

    if (strncmp(at + 2 + inside, "}}", 2) != 0)
        return 0;
    const char *all = arena_copy(arena, at, length);
    return export_at(arena, all, &name) == length || strncmp(all, "{{resolve:", 10) == 0 ||
                   placeholders_any(json_new_string(arena, all), &anywhere)
               ? length
               : 0;
}

static const char *behind_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return *at ? at + 1 : at;
}

/* What is no JSON anyway is left as it is: reading it will tell. */
static void quote_names(struct input_reading *r, size_t length)
{
    struct arena *scratch = arena_new();

    r->quotes = arena_array(r->arena, length / 5 + 1, sizeof(*r->quotes)); /* "{{N}}" is short */
    for (const char *at = r->text; *at;) {
        const size_t size = strncmp(at, "{{", 2) == 0 && at[2] != '{' ? name_at(scratch, at) : 0;

        if (*at == '"') {
            at = behind_string(at);
            continue;
        }
        if (size) {
            const size_t first = (size_t)(at - r->text);

            r->quotes[r->count++] = first;
            r->text[first] = r->text[first + size - 1] = '"';
        }
        at += size ? size : 1;
    }
    arena_free(scratch);
}

static int compare_offsets(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static bool is_quoted_name(struct input_reading *r, const char *pointer)
{
    struct json_span span;

    if (!json_places_find(r->places, pointer, &span))
        return false;
    const size_t *found =
        bsearch(&span.value, r->quotes, r->count, sizeof(*r->quotes), compare_offsets);
    if (found)
        r->is_value[found - r->quotes] = true;
    return found;
}

static void restore_names(struct input_reading *r, json *container, const char *pointer)
{
    size_t index = 0;

    for (json *child = json_edit_first(container); child; child = json_edit_next(child)) {
        const char *key = json_key(child), *text = json_string(child);
        const char *at = key ? pointer_add(r->arena, pointer, key)
                             : pointer_add_index(r->arena, pointer, index++);

        if (text && *text == '{' && is_quoted_name(r, at)) {
            const char *name = arena_printf(r->arena, "{%s}", text);

            child = json_replace(container, child, json_new_string(r->arena, name));
            r->pointers[r->pointer_count++] = at;
        } else if (json_type(child) & (JSON_ARRAY | JSON_OBJECT)) {
            restore_names(r, child, at);
        }
    }
}

/* A name that was no value was a key. */
static bool check_keys(const struct input_reading *r, const char *path, struct error *error)
{
    for (size_t i = 0; i < r->count; i++)
        if (!r->is_value[i])
            return error_at(
                error,
                &(struct place){ .path = path,
                                 .line = (int)json_places_line(r->places, r->quotes[i]).number,
                                 .column = (int)json_places_column(r->places, r->quotes[i]) },
                "a {{Name}} without quotes can be a value, not a key");
    return true;
}

static int compare_texts(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;

    return strcmp(*x, *y);
}

static bool read_text(struct input_reading *r, const char *path, size_t length, const json **value,
                      struct error *error)
{
    quote_names(r, length);
    *value = json_parse(r->arena, r->text, length, error);
    if (!*value)
        return error_in(error, path);
    if (!r->count)
        return true;
    json *copy = json_copy(r->arena, *value);
    r->places = json_places_new(r->arena, r->text, length);
    r->pointers = arena_array(r->arena, r->count, sizeof(*r->pointers));
    r->is_value = arena_array(r->arena, r->count, sizeof(*r->is_value));
    restore_names(r, copy, "");
    *value = copy;
    if (!(json_type(copy) & (JSON_ARRAY | JSON_OBJECT)))
        return true; /* it is the whole of it, and whoever asked wants something else */
    if (!check_keys(r, path, error))
        return false;
    qsort(r->pointers, r->pointer_count, sizeof(*r->pointers), compare_texts);
    return true;
}

bool input_parse(struct arena *arena, const char *path, const char *text, size_t length,
                 struct document *document, struct error *error)
{
    struct input_reading reading = { .arena = arena, .text = arena_copy(arena, text, length) };

    *document = (struct document){ .path = path };
    if (!read_text(&reading, path, length, &document->value, error))
        return false;
    document->text = reading.text;
    document->bare = reading.pointers;
    document->bare_count = reading.pointer_count;
    return true;
}

bool input_read(struct arena *arena, const char *path, size_t limit, struct document *document,
                struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, limit, &length, error);

    return text && input_parse(arena, path, text, length, document, error);
}

bool input_is_bare(const struct document *document, const char *pointer)
{
    return document->bare_count && bsearch(&pointer, document->bare, document->bare_count,
                                           sizeof(*document->bare), compare_texts);
}

bool input_source_read(struct arena *arena, const char *path, size_t limit,
                       struct json_source *source, struct error *error)
{
    struct input_reading reading = { .arena = arena };
    const json *value;

    *source = (struct json_source){ .path = path };
    source->text = file_read(arena, path, limit, &source->length, error);
    if (!source->text)
        return false;
    reading.text = arena_copy(arena, source->text, source->length);
    if (!read_text(&reading, path, source->length, &value, error))
        return false;
    source->document = value;
    source->places = json_places_new(arena, reading.text, source->length);
    return true;
}
