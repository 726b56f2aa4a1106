#include "cfnc/json/json_places.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/json/json_source.h"
#include "cfnc/json/pointer.h"
#include "corpus.h"
#include "test.h"

static struct arena *arena;
static const char *text;
static const struct json_places *places;

static void read(const char *json_text)
{
    arena = arena_new();
    text = json_text;
    places = json_places_new(arena, text, strlen(text));
}

/* The text from a member's key on, to the end of its value. */
static void spans(const char *pointer, const char *expected)
{
    struct json_span span;

    check(json_places_find(places, pointer, &span));
    check_text(arena_copy(arena, text + span.begin, span.end - span.begin), expected);
}

/* There is no such value; its nearest ancestor is. */
static void lacks(const char *pointer, const char *ancestor)
{
    struct json_span span, above;

    check(!json_places_find(places, pointer, &span));
    check(json_places_find(places, ancestor, &above));
    check_number((long long)span.begin, (long long)above.begin);
    check_number((long long)span.end, (long long)above.end);
}

static void values(void)
{
    read(" {\"a\" : [1, {\"b\":-2.5e3}, [ ], \"x,]\\\"\"] ,\"\":{ \"\" :null},\"c\":true}\n");
    spans("", "{\"a\" : [1, {\"b\":-2.5e3}, [ ], \"x,]\\\"\"] ,\"\":{ \"\" :null},\"c\":true}");
    spans("/a", "\"a\" : [1, {\"b\":-2.5e3}, [ ], \"x,]\\\"\"]");
    spans("/a/0", "1");
    spans("/a/1", "{\"b\":-2.5e3}");
    spans("/a/1/b", "\"b\":-2.5e3");
    spans("/a/2", "[ ]");
    spans("/a/3", "\"x,]\\\"\"");
    spans("/", "\"\":{ \"\" :null}");
    spans("//", "\"\" :null");
    spans("/c", "\"c\":true");
    lacks("/a/4", "/a");
    lacks("/a/00", "/a");
    lacks("/a/-", "/a");
    lacks("/a/0/b", "/a/0");
    lacks("/b", "");
    lacks("b", "");
    lacks("/c/", "/c");
    arena_free(arena);
}

/* A pointer's step and a key are compared as the names that they mean. */
static void names(void)
{
    read(
        "{\"a/b\":1,\"~\":2,\"\\u0041\\n\\\"\":3,\"\\ud83d\\ude00\":4,\"\xC3\xA9\":5,\"\\/\\\\\":6,"
        "\"\\u0000\":7,\"0\":{\"1\":8}}");
    spans("/a~1b", "\"a/b\":1");
    spans("/~0", "\"~\":2");
    spans("/A\n\"", "\"\\u0041\\n\\\"\":3");
    spans("/\xF0\x9F\x98\x80", "\"\\ud83d\\ude00\":4");
    spans("/\xC3\xA9", "\"\xC3\xA9\":5");
    spans("/~1\\", "\"\\/\\\\\":6");
    spans("/\xC0\x80", "\"\\u0000\":7");
    spans("/0/1", "\"1\":8");
    lacks("/a", "");
    lacks("/a~1", "");
    lacks("/a~1bc", "");
    arena_free(arena);
}

static void inside(size_t quote, size_t offset, const char *rest)
{
    const size_t at = json_places_inside(places, quote, offset);

    check(strncmp(text + at, rest, strlen(rest)) == 0);
}

/* Bytes of the value, of which an escape is one, two, three or four. */
static void strings(void)
{
    read("[\"a\\n\\u00e9\\u20ac\\ud83d\\ude00\xC3\xA9z\"]");
    inside(1, 0, "a");
    inside(1, 1, "\\n");
    inside(1, 2, "\\u00e9");
    inside(1, 3, "\\u00e9");
    inside(1, 4, "\\u20ac");
    inside(1, 6, "\\u20ac");
    inside(1, 7, "\\ud83d");
    inside(1, 10, "\\ud83d");
    inside(1, 11, "\xC3\xA9");
    inside(1, 13, "z");
    inside(1, 14, "\"]");
    inside(1, 999, "\"]");
    inside(0, 3, "[");
    check_number((long long)json_places_inside(places, 9999, 3), (long long)strlen(text));
    arena_free(arena);
}

static void stands(const char *pointer, size_t line, size_t column)
{
    struct json_span span;
    struct place place = { .pointer = pointer };

    check(json_places_find(places, pointer, &span));
    check_number((long long)json_places_line(places, span.begin).number, (long long)line);
    check_number((long long)json_places_column(places, span.begin), (long long)column);
    check(json_place(text, &place));
    check_number(place.line, (long long)line);
    check_number(place.column, (long long)column);
}

static void lines(void)
{
    read("\xEF\xBB\xBF{\r\n\t\"a\":1,\r\n\"\xE6\x97\xA5\xF0\x9F\x98\x80\":2,\"b\":[\r\n3\n]}");
    stands("", 1, 1);
    stands("/a", 2, 2);
    stands("/\xE6\x97\xA5\xF0\x9F\x98\x80", 3, 1);
    stands("/b", 3, 8);
    stands("/b/0", 4, 1);
    const struct json_line line = json_places_line(places, 6);
    check_text(arena_copy(arena, text + line.begin, line.end - line.begin), "\t\"a\":1,");
    arena_free(arena);
}

/* A long line, whose characters are counted from marks on the way. */
static void long_lines(void)
{
    struct text long_text;

    arena = arena_new();
    long_text = text_new(arena);
    text_add(&long_text, "\n[");
    for (int i = 0; i < 2000; i++)
        text_addf(&long_text, "%s\"\xC3\xA9\xE6\x97\xA5%04d\"", i ? "," : "", i);
    text_add(&long_text, "]");
    text = long_text.bytes;
    places = json_places_new(arena, text, long_text.length);
    for (int i = 0; i < 2000; i += 37)
        stands(arena_printf(arena, "/%d", i), 2, 2 + 9 * (size_t)i);
    arena_free(arena);
}

/* No document: nothing is found outside of the text. */
static void broken(void)
{
    static const char *const texts[] = { "",        "}",     "]]{",     "{\"a",
                                         "{\"a\":", "[1,,2", "\"\\u12", "\"\\ud83d\\u",
                                         "\\",      "{{{{",  "a:b",     "\xEF\xBB\xBF" };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct json_span span;

        read(texts[i]);
        json_places_find(places, "/a/0", &span);
        check(span.begin <= span.value && span.value <= span.end && span.end <= strlen(text));
        check(json_places_inside(places, span.value, 2) <= strlen(text));
        check(json_places_line(places, span.end).number == 1);
        arena_free(arena);
    }
}

static void find_all(const struct json_source *source, const json *value, const char *pointer)
{
    struct json_span span;
    size_t index = 0;

    if (!check(json_places_find(source->places, pointer, &span)))
        printf("%s: %s\n", source->path, pointer);
    if (json_key(value))
        check(source->text[span.begin] == '"' && span.value > span.begin);
    json_each (child, value) {
        const char *key = json_key(child);

        find_all(source, child,
                 key ? pointer_add(arena, pointer, key) : pointer_add_index(arena, pointer, index));
        index++;
    }
}

static void real_schemas(void)
{
    arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 10);

    for (; paths && *paths; paths++) {
        struct json_source source;
        struct error error;

        check(json_source_read(arena, *paths, 1 << 24, &source, &error));
        find_all(&source, source.document, "");
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "places: each value, with its key", values },
    { "places: names with escapes", names },
    { "places: within strings", strings },
    { "places: lines and columns", lines },
    { "places: columns of a long line", long_lines },
    { "places: no document", broken },
    { "places: every value of real schemas", real_schemas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
