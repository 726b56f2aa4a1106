#include "cfnc/json/json.h"
#include "json_of_text.h"
#include "test.h"

#include <string.h>

#include "cfnc/base/text.h"

static struct arena *arena;

static const json *parse(const char *text)
{
    return json_of_text(arena, text);
}

static void says(const char *text, const char *message)
{
    struct error error = { .text = "" };

    check(json_parse(arena, text, strlen(text), &error) == NULL);
    check_text(error.text, message);
}

static void refusals(void)
{
    arena = arena_new();
    says("", "1:1: the text is empty where a JSON value was expected");
    says("{\n  \"a\": 1, # size\n  \"b\": 2}",
         "2:11: a comment, which JSON does not have; remove it");
    says("{\"a\": 1,\n}", "2:1: a comma before '}', which JSON does not allow; remove it");
    says("[1, ]", "1:5: a comma before ']', which JSON does not allow; remove it");
    says("{\"a\": 1, \"b\": 2, \"a\": 3}",
         "1:18: the key \"a\" stands twice in this object; remove one");
    says("{\"a\": 1, \"\\u0061\": 3}",
         "1:10: the key \"\\u0061\" stands twice in this object; remove one");
    says("{\"a\": NaN}", "1:7: NaN and Infinity are not JSON numbers");
    says("-Infinity", "1:1: NaN and Infinity are not JSON numbers");
    says("1e400", "1:1: a number too large for a double");
    says("01", "1:1: a number must not begin with 0");
    says("\"a\xC0\x80\"", "1:3: not UTF-8");
    says("{\"a\\u0000\":1,\"a\\u0000\":2}",
         "1:14: the key \"a\\u0000\" stands twice in this object; remove one");
    says("{\"\\u0061\\u0000\":1,\"a\\u0000\":2}",
         "1:19: the key \"a\\u0000\" stands twice in this object; remove one");
    says("\"\\ud800\"", "1:2: half of a surrogate pair stands alone");
    says("\"\xFF\"", "1:2: not UTF-8");
    says("{\"a\": 1", "1:8: the text ends where ',' or '}' was expected");
    says("{} x", "1:4: expected the end of the text, found 'x'");
    says("{'a': 1}", "1:2: a string in single quotes; JSON needs double quotes");
    says("{\"a\": True}", "1:7: Python's None, True and False are null, true and false in JSON");
    arena_free(arena);
}

static void nesting(void)
{
    char deep[2 * JSON_DEEPEST + 3] = "";
    size_t levels = JSON_DEEPEST;
    struct error error;

    arena = arena_new();
    memset(deep, '[', levels);
    memset(deep + levels, ']', levels);
    check(json_parse(arena, deep, 2 * levels, &error) != NULL);
    levels++;
    memset(deep, '[', levels);
    memset(deep + levels, ']', levels);
    check(json_parse(arena, deep, 2 * levels, &error) == NULL);
    check_contains(error.text, "nested too deeply");
    arena_free(arena);
}

static void a_nul_byte_is_refused(void)
{
    struct error error;

    arena = arena_new();
    check(json_parse(arena, "{}\0{}", 5, &error) == NULL);
    check(json_parse(arena, "\"a\0b\"", 5, &error) == NULL);
    arena_free(arena);
}

static void prints(const char *text, const char *printed)
{
    check_text(json_print(arena, parse(text)), printed);
}

static void printing(void)
{
    arena = arena_new();
    prints("{\"a\" : [1, 2.50, true, null, \"x\\ny\\\"\"]}",
           "{\"a\":[1,2.5,true,null,\"x\\ny\\\"\"]}");
    prints("1e15", "1000000000000000");
    prints("[9007199254740993, -12345678901234567890]", "[9007199254740993,-12345678901234567890]");
    prints("9007199254740993.0", "9007199254740992");
    prints("1e18", "1000000000000000000");
    prints("0.1", "0.1");
    prints("-0", "0");
    prints("1e300", "1e+300");
    prints("\"\\u001b[31m\\u007f\"", "\"\\u001b[31m\\u007f\"");
    prints("\"\xC2\x9B\xE2\x80\xAE\xE2\x80\xAC\xC3\xA9\"", "\"\\u009b\\u202e\\u202c\xC3\xA9\"");
    check_text(json_print_pretty(arena, parse("{\"a\":[1],\"b\":{},\"c\":[]}")),
               "{\n  \"a\": [\n    1\n  ],\n  \"b\": {},\n  \"c\": []\n}");
    arena_free(arena);
}

/* U+0000 is a character like others, and an escaped backslash is not the half of it. */
static void nul_characters(void)
{
    arena = arena_new();
    const json *object = parse("{\"\\u0000\":\"a\\u0000b\\\\u0000\\\\\\u0000\\u0000\"}");

    check_text(json_string(json_first(object)), "a" TEXT_NUL "b\\u0000\\" TEXT_NUL TEXT_NUL);
    check_text(json_key(json_first(object)), TEXT_NUL);
    check_text(json_print(arena, object), "{\"\\u0000\":\"a\\u0000b\\\\u0000\\\\\\u0000\\u0000\"}");
    check(json_equal(object, parse(json_print_pretty(arena, object))));
    check(json_get(object, TEXT_NUL) == json_first(object) && !json_get(object, ""));
    check(!json_equal(parse("\"a\\u0000b\""), parse("\"ab\"")));
    check(json_holds(parse("[1,{\"a\":2}]"), parse("{\"a\":2.0}")));
    check(!json_holds(parse("[1,[2]]"), parse("2")) && !json_holds(NULL, parse("2")));
    check(!json_equal(parse("\"a\\u0000b\""), parse("\"a\\u0000c\"")));
    check_text(text_quote(arena, json_string(json_first(object)), 4), "a\\u0000b\\...(+8)");
    prints("\xEF\xBB\xBF[\"\\u0000\", \"\\u00000\", \"\\u0001\"]",
           "[\"\\u0000\",\"\\u00000\",\"\\u0001\"]");
    arena_free(arena);
}

static void escapes_are_read(void)
{
    arena = arena_new();
    check_text(json_string(parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")), "\"\\/\b\f\n\r\t");
    check_text(json_string(parse("\"\\u0041\\u00e9\\u07FF\\u0800\\uFFFF\\uD7FF\\uE000\"")),
               "A\xC3\xA9\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xED\x9F\xBF\xEE\x80\x80");
    check_text(json_string(parse("\"\\ud83d\\uDE00 \\uD800\\uDC00\\uDBFF\\uDFFF\"")),
               "\xF0\x9F\x98\x80 \xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
    check_text(json_string(parse("\"\"")), "");
    check_text(json_string(parse("\"a\\\\\"")), "a\\");
    prints(" { \"\" : [ ] , \"a\\\"b\" : { } , \"c\":[[],[ {} ,null]]\t,\"d\" :\r\n-1.5e+2 } ",
           "{\"\":[],\"a\\\"b\":{},\"c\":[[],[{},null]],\"d\":-150}");
    const json *list = parse("[1,[2],3]");
    check(json_length(list) == 3 && json_number(json_at(list, 2), 0) >= 3);
    arena_free(arena);
}

static void a_byte_order_mark_is_skipped(void)
{
    arena = arena_new();
    prints("\xEF\xBB\xBF"
           "0",
           "0");
    prints("\xEF\xBB\xBF {\"a\":1}", "{\"a\":1}");
    arena_free(arena);
}

static void equality(void)
{
    arena = arena_new();
    check(json_equal(parse("{\"a\":1,\"b\":[1.0]}"), parse("{\"b\":[1],\"a\":1.0}")));
    check(!json_equal(parse("1"), parse("true")));
    check(!json_equal(parse("1"), parse("\"1\"")));
    check(!json_equal(parse("[1,2]"), parse("[2,1]")));
    check(!json_equal(parse("{\"a\":null}"), parse("{}")));
    check(!json_equal(parse("9007199254740992"), parse("9007199254740994")));
    check(!json_equal(parse("9007199254740992"), parse("9007199254740993")));
    check(json_equal(parse("9007199254740993"), json_copy(arena, parse("9007199254740993"))));
    check(json_equal(parse("9007199254740993"), json_new_number(arena, 9007199254740992.0)));
    arena_free(arena);
}

/* An object of `count` members, the last first when `reversed`. */
static json *large(size_t count, bool reversed)
{
    struct text text = text_new(arena);

    for (size_t i = 0; i < count; i++) {
        const size_t n = reversed ? count - 1 - i : i;

        text_addf(&text, "%s\"key-%zu\":%zu", i ? "," : "{", n, n);
    }
    text_add(&text, "}");
    return json_copy(arena, parse(text.bytes));
}

static void equality_of_large_objects(void)
{
    size_t size = 0, again = 0;

    arena = arena_new();
    const json *object = large(20000, false);
    json *reversed = large(20000, true);
    check(json_equal(object, reversed) && json_equal(reversed, object));
    check(json_hash(object, &size) == json_hash(reversed, &again));
    check(size == 20001 && again == 20001);
    check(json_hash(object, &size) != json_hash(large(19999, false), &again));
    json_rename(json_edit_first(reversed), "key-x");
    check(!json_equal(object, reversed) && !json_equal(reversed, object));
    check(!json_equal(object, large(19999, false)) && !json_equal(large(19999, true), object));
    check(!json_equal(large(17, true), large(18, false)));
    check(json_hash(parse("[1,-0.0,\"a\"]"), &size) == json_hash(parse("[1.0,0,\"a\"]"), &size));
    check(json_hash(parse("[1,2]"), &size) != json_hash(parse("[2,1]"), &size));
    check(json_hash(parse("[]"), &size) != json_hash(parse("{}"), &size));
    check(json_hash(parse("true"), &size) != json_hash(parse("false"), &size));
    arena_free(arena);
}

static void a_place(const char *text, const char *pointer, int line, int column)
{
    struct place place = { .pointer = pointer };

    check(json_place(text, &place));
    check_number(place.line, line);
    check_number(place.column, column);
}

static void places(void)
{
    static const char text[] = "{\n  \"a\": {\n    \"b/c\": [1,\n      {\"d\": 2}]\n  }\n}";

    a_place(text, "", 1, 1);
    a_place(text, "/a", 2, 3);
    a_place(text, "/a/b~1c", 3, 5);
    a_place(text, "/a/b~1c/1/d", 4, 8);
    a_place(text, "/a/zzz", 2, 3);
}

static void building(void)
{
    arena = arena_new();
    json *object = json_object(arena);
    json_set_string(object, "s", "one");
    json_set_number(object, "n", 2);
    json_set_string(object, "s", "two");
    json_append(json_set_array(object, "l"), json_get(object, "n"));
    json_remove(object, "absent");
    check_text(json_print(arena, object), "{\"s\":\"two\",\"n\":2,\"l\":[2]}");
    check(json_get(NULL, "a") == NULL && json_string(NULL) == NULL && !json_first(NULL));
    check(json_get(parse("[1]"), "a") == NULL);
    arena_free(arena);
}

/* An item that was once a member must not keep its key, nor a member its old one. */
static void keys_of_copies(void)
{
    arena = arena_new();
    const json *object = parse("{\"a\":{\"b\":1}}");
    json *list = json_array(arena);

    json_append(list, json_get(object, "a"));
    json_append(list, json_get(object, "a"));
    json_replace_at(list, 1, json_get(json_get(object, "a"), "b"));
    check(json_key(json_at(list, 0)) == NULL && json_key(json_at(list, 1)) == NULL);
    check(json_key(json_copy(arena, json_get(object, "a"))) == NULL);
    check_text(json_key(json_first(json_at(list, 0))), "b");
    arena_free(arena);
}

/* What no type of C holds is no undefined number either. */
static void whole_numbers(void)
{
    static const struct {
        const char *text;
        int64_t whole;
    } rows[] = { { "3.9", 3 },   { "-3.9", 0 }, { "1e300", 100 }, { "-1e300", 0 },
                 { "100", 100 }, { "0", 0 },    { "\"3\"", 7 },   { "null", 7 } };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_number((int)json_whole(parse(rows[i].text), 0, 100, 7), (int)rows[i].whole);
    check_number((int)json_whole(NULL, 0, 100, 7), 7);
    arena_free(arena);
}

static void replacing(void)
{
    arena = arena_new();
    json *object = json_copy(arena, parse("{\"a\":1,\"b\":[1,2],\"c\":3}"));
    json *list = json_edit(object, "b");

    json_replace(list, json_edit_first(list), json_get(object, "c"));
    check(json_replace(object, list, parse("{}")) == json_get(object, "b"));
    json_replace(object, json_edit(object, "a"), NULL);
    json_rename(json_edit(object, "c"), "d\"");
    check_text(json_print(arena, object), "{\"a\":null,\"b\":{},\"d\\\"\":3}");
    check_text(json_print_line(arena, object), "{\"a\":null,\"b\":{},\"d\\\"\":3}\n");
    check(json_get(object, "c") == NULL && json_get(object, "d\"") != NULL);
    arena_free(arena);
}

static const struct test tests[] = {
    { "json: what is refused, where and in which words", refusals },
    { "json: depth is bounded", nesting },
    { "json: a NUL byte is refused", a_nul_byte_is_refused },
    { "json: printing", printing },
    { "json: U+0000 in strings", nul_characters },
    { "json: escapes and blanks", escapes_are_read },
    { "json: a byte order mark is skipped", a_byte_order_mark_is_skipped },
    { "json: equality is exact", equality },
    { "json: large objects are equal in any order", equality_of_large_objects },
    { "json: a pointer is found again in the text", places },
    { "json: building", building },
    { "json: a copy has no key", keys_of_copies },
    { "json: whole numbers within bounds", whole_numbers },
    { "json: children are replaced and renamed", replacing },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
