/*
 * Whatever the text, its places lie within it; and when it is a document, each
 * of its values is found again, at text that reads as that very value.
 */
#include "cfnc/json/json_places.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/json/json.h"
#include "cfnc/json/pointer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct found {
    struct arena *arena;
    const struct json_places *places;
    const char *text;
    size_t length, left;
};

static void check_span(const struct found *f, const struct json_span *span)
{
    if (span->begin > span->value || span->value >= span->end || span->end > f->length)
        abort();
    if (json_places_line(f->places, span->begin).number < 1 ||
        json_places_column(f->places, span->end) < 1)
        abort();
}

static void check_string(const struct found *f, const char *string, size_t quote)
{
    const size_t length = strlen(string);
    size_t last = quote;

    for (size_t i = 0; i <= length; i++) {
        const size_t at = json_places_inside(f->places, quote, i);

        if (at < last || at >= f->length)
            abort();
        last = at;
    }
    if (f->text[last] != '"')
        abort();
}

static void check_value(struct found *f, const json *value, const char *pointer)
{
    struct json_span span;
    struct error error;
    size_t index = 0;

    if (!f->left || !f->left--)
        return;
    if (!json_places_find(f->places, pointer, &span))
        abort();
    check_span(f, &span);
    const char *copy = arena_copy(f->arena, f->text + span.value, span.end - span.value);
    const json *again = json_parse(f->arena, copy, strlen(copy), &error);
    if (!again || !json_equal(again, value))
        abort();
    if (json_string(value))
        check_string(f, json_string(value), span.value);
    if (json_key(value) && span.begin < span.value)
        check_string(f, json_key(value), span.begin);
    json_each (child, value) {
        const char *key = json_key(child);

        check_value(f, child,
                    key ? pointer_add(f->arena, pointer, key)
                        : pointer_add_index(f->arena, pointer, index));
        index++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const pointers[] = { "", "/", "/a", "/0", "/a/0/b", "/~0~1", "/a~", "x" };
    struct arena *arena = arena_new();
    char *text = arena_alloc(arena, size + 1);
    struct json_span span;
    struct error error;

    if (size)
        memcpy(text, data, size);
    struct found f = { arena, json_places_new(arena, text, size), text, size, 300 };
    for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
        json_places_find(f.places, pointers[i], &span);
        if (span.begin > span.value || span.value > span.end || span.end > size)
            abort();
        if (json_places_inside(f.places, span.value, 3) > size ||
            json_places_line(f.places, span.end).begin > size)
            abort();
    }
    const json *document = json_parse(arena, text, size, &error);
    if (document)
        check_value(&f, document, "");
    arena_free(arena);
    return 0;
}
