#include "json_of_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/schema/schema.h"
#include "corpus.h"

static const struct schema *compile(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    const struct schema *schema = schema_compile(arena, json_of_text(arena, text), NULL, &error);

    check_text(error.text, "");
    return schema;
}

/* Both ways of judging, which must agree; the first fault, or NULL. */
static const struct schema_fault *judge(struct arena *arena, const struct schema *schema,
                                        const json *instance, enum schema_mode mode)
{
    if (!check(schema != NULL))
        return NULL;
    const struct schema_fault *fault = schema_faults(arena, schema, instance, mode);
    check(schema_valid(schema, instance, mode) == !fault);
    return fault;
}

static void check_mode(const char *schema, const char *instance, bool valid, enum schema_mode mode)
{
    struct arena *arena = arena_new();
    const struct schema_fault *fault =
        judge(arena, compile(arena, schema), json_of_text(arena, instance), mode);

    if (!check(valid == !fault))
        printf("      %s\n      %s\n      %s\n", schema, instance,
               fault ? fault->message : "valid");
    arena_free(arena);
}

static void check_valid(const char *schema, const char *instance)
{
    check_mode(schema, instance, true, SCHEMA_ALL);
}

static void check_invalid(const char *schema, const char *instance)
{
    check_mode(schema, instance, false, SCHEMA_ALL);
}

static void check_fault(const char *schema, const char *instance, const char *path,
                        const char *schema_path, const char *message)
{
    struct arena *arena = arena_new();
    const struct schema_fault *fault =
        judge(arena, compile(arena, schema), json_of_text(arena, instance), SCHEMA_ALL);

    if (check(fault != NULL) && fault) {
        check_text(fault->path, path);
        check_text(fault->schema_path, schema_path);
        check_text(fault->message, message);
        check(!fault->undecided);
    }
    arena_free(arena);
}

static void check_refused(const char *schema, const char *message)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    check(schema_compile(arena, json_of_text(arena, schema), NULL, &error) == NULL);
    check_text(error.text, message);
    arena_free(arena);
}

static void faults_say_what_was_expected(void)
{
    check_fault("{\"properties\":{\"A\":{\"minLength\":3}}}", "{\"A\":\"xy\"}", "/A",
                "/properties/A/minLength", "expected at least 3 characters, got 2");
    check_fault("{\"maxLength\":1}", "\"\xC3\xA9\xC3\xA9\"", "", "/maxLength",
                "expected at most 1 character, got 2");
    check_fault("{\"type\":[\"object\",\"integer\"]}", "1.5", "", "/type",
                "expected object or integer, got 1.5");
    check_fault("{\"items\":{\"$ref\":\"#/definitions/a~1b\"},\"definitions\":{\"a/b\":"
                "{\"maximum\":5}}}",
                "[1,6]", "/1", "/definitions/a~1b/maximum", "expected at most 5, got 6");
    check_fault("{\"required\":[\"B\",\"A\"]}", "{\"B\":1}", "", "/required",
                "the property \"A\" is required, but missing");
    check_fault("{\"additionalProperties\":false}", "{\"a/b\":1}", "/a~1b", "/additionalProperties",
                "the property is not declared, and no others are allowed");
    check_fault("{\"enum\":[\"A\",2,null]}", "[]", "", "/enum",
                "expected one of \"A\", 2, null, got []");
    check_fault("{\"const\":{\"a\":1}}", "3", "", "/const", "expected {\"a\":1}, got 3");
    check_fault("{\"const\":{\"a\":[1,2]}}", "{\"a\":[1,3]}", "", "/const",
                "expected {\"a\":[1,2]}, got {\"a\":[1,3]}");
    check_fault("{\"const\":0}", "[\"a string that is long enough\",\"another long one to see\"]",
                "", "/const", "expected 0, got an array of 2 items");
    check_fault("{\"maxProperties\":1}", "{\"a\":1,\"b\":2}", "", "/maxProperties",
                "expected at most 1 property, got 2");
    check_fault("{\"propertyNames\":{\"maxLength\":1}}", "{\"a\":1,\"bc\":2}", "", "/propertyNames",
                "the name \"bc\" is not allowed: expected at most 1 character, got 2");
    check_fault("{\"propertyNames\":{\"anyOf\":[{\"const\":\"a\"}]}}", "{\"\\u001b\":1}", "",
                "/propertyNames",
                "the name \"\\u001b\" is not allowed: does not match the only alternative; "
                "alternative 1: expected \"a\", got \"\\u001b\"");
    check_fault("{\"contains\":{\"minimum\":3}}", "[1,2]", "", "/contains",
                "expected an item that matches, but none of 2 does");
    check_fault("{\"not\":{\"required\":[\"a\"]}}", "{\"a\":1}", "", "/not",
                "expected not to match, got {\"a\":1}");
    check_fault("{\"dependencies\":{\"a\":[\"b\"]}}", "{\"a\":1}", "", "/dependencies",
                "the property \"b\" is required beside \"a\", but missing");
    check_fault("{\"multipleOf\":0.01}", "0.015", "", "/multipleOf",
                "expected a multiple of 0.01, got 0.015");
    check_fault("{\"uniqueItems\":true}", "[1,2,1.0]", "", "/uniqueItems",
                "expected no item twice, but items 0 and 2 are equal");
    check_fault("{\"pattern\":\"^a$\"}", "\"b\"", "", "/pattern",
                "expected a match of the pattern \"^a$\", got \"b\"");
    check_fault("{\"format\":\"ipv4\"}", "\"1.2.3\"", "", "/format",
                "expected the format ipv4, got \"1.2.3\"");
    check_fault("{\"properties\":{\"A\":false}}", "{\"A\":1}", "/A", "/properties/A",
                "nothing is allowed here, got 1");
    check_fault("{\"oneOf\":[{\"type\":\"string\"},{\"required\":[\"X\"]}]}", "{}", "", "/oneOf",
                "expected to match exactly one of 2 alternatives, but matches none; alternative 1: "
                "expected string, got object");
    check_fault("{\"oneOf\":[true,false,{}]}", "1", "", "/oneOf",
                "expected to match exactly one of 3 alternatives, but matches 1 and 3");
}

static void faults_are_safe_to_print(void)
{
    struct arena *arena = arena_new();
    const char *instance = arena_printf(arena, "\"\\u001b[2J%04000d\"", 0);

    const struct schema_fault *fault = judge(arena, compile(arena, "{\"enum\":[\"\\u0007\"]}"),
                                             json_of_text(arena, instance), SCHEMA_ALL);
    if (check(fault != NULL) && fault) {
        check(!strpbrk(fault->message, "\033\007\n"));
        check_contains(fault->message, "\"\\u0007\"");
        check(strlen(fault->message) < 120);
    }
    arena_free(arena);
}

static void nul_characters_are_judged(void)
{
    check_valid("{\"const\":\"a\\u0000b\"}", "\"a\\u0000b\"");
    check_invalid("{\"const\":\"a\\u0000b\"}", "\"ab\"");
    check_invalid("{\"enum\":[\"a\"]}", "\"a\\u0000\"");
    check_valid("{\"minLength\":3,\"maxLength\":3}", "\"a\\u0000b\"");
    check_valid("{\"pattern\":\"^[\\u0000-\\u001f]+$\"}", "\"\\u0000\\u0001\"");
    check_valid("{\"patternProperties\":{\"^\\u0000$\":{\"minimum\":1}},"
                "\"additionalProperties\":false}",
                "{\"\\u0000\":1}");
    check_valid("{\"required\":[\"a\\u0000\"],\"properties\":{\"a\":false}}", "{\"a\\u0000\":1}");
    check_valid("{\"$ref\":\"#/definitions/a%00\",\"definitions\":{\"a\\u0000\":{}}}", "1");
    check_invalid("{\"uniqueItems\":true}", "[\"\\u0000\",\"\\u0000\"]");
    check_invalid("{\"format\":\"iri-reference\"}", "\"a\\u0000\"");
    check_fault("{\"properties\":{\"a\\u0000\":{\"enum\":[\"\\u0000\"]}}}",
                "{\"a\\u0000\":\"b\\u0000\"}", "/a" TEXT_NUL, "/properties/a" TEXT_NUL "/enum",
                "expected \"\\u0000\", got \"b\\u0000\"");
}

static void every_fault_is_named_up_to_a_hundred(void)
{
    struct arena *arena = arena_new();
    const struct schema *schema = compile(
        arena, "{\"properties\":{\"A\":{\"type\":\"string\"},\"B\":{\"minimum\":3}},"
               "\"additionalProperties\":{\"items\":{\"maximum\":0}},\"required\":[\"C\"]}");
    const struct schema_fault *fault =
        judge(arena, schema, json_of_text(arena, "{\"B\":1,\"A\":2}"), SCHEMA_ALL);
    static const char *const paths[] = { "", "/B", "/A" };
    size_t count = 0;

    for (; fault && count < 3; fault = fault->next)
        check_text(fault->path, paths[count++]);
    check(count == 3 && !fault);

    json *many = json_object(arena);
    json *list = json_set_array(many, "C");
    for (int i = 0; i < 1000; i++)
        json_append(list, json_new_number(arena, i + 1));
    count = 0;
    for (fault = judge(arena, schema, many, SCHEMA_ALL); fault; fault = fault->next)
        count++;
    check_number((long long)count, 100);
    arena_free(arena);
}

static void numbers_are_decimals(void)
{
    check_valid("{\"multipleOf\":0.0001}", "0.0075");
    check_invalid("{\"multipleOf\":0.0001}", "0.00751");
    check_valid("{\"multipleOf\":0.01}", "19.99");
    check_valid("{\"multipleOf\":0.01}", "-4.35");
    check_valid("{\"multipleOf\":0.1}", "123456789012.3");
    check_invalid("{\"multipleOf\":0.1}", "123456789012.34");
    check_invalid("{\"multipleOf\":0.123456789}", "1e308");
    check_valid("{\"multipleOf\":0.5}", "1e308");
    check_valid("{\"multipleOf\":1e-300}", "1e308");
    check_invalid("{\"multipleOf\":1e300}", "1e-300");
    check_valid("{\"multipleOf\":7}", "0");
    check_valid("{\"multipleOf\":3}", "-9");
    check_invalid("{\"multipleOf\":3}", "-10");
    check_valid("{\"type\":\"integer\"}", "3.0");
    check_invalid("{\"type\":\"integer\"}", "3.5");
    check_valid("{\"type\":\"number\"}", "3");
    check_invalid("{\"enum\":[1]}", "true");
    check_valid("{\"const\":0}", "-0.0");
    check_valid("{\"maximum\":9223372036854775807}", "9223372036854775806");
}

static void items_are_unique_by_json_equality(void)
{
    const char *const unique = "{\"uniqueItems\":true}";
    struct arena *arena = arena_new();
    const struct schema *schema = compile(arena, unique);
    json *array = json_array(arena);
    const struct schema_fault *fault;

    check_valid(unique, "[1,true,\"1\",[1],{\"a\":1},{\"a\":true},null,false,0]");
    check_invalid(unique, "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]");
    check_valid(unique, "[[1,2],[2,1]]");
    check_valid("{\"uniqueItems\":false}", "[1,1]");
    for (int i = 0; i < 40000; i++)
        json_append(array, json_new_number(arena, i));
    check(!judge(arena, schema, array, SCHEMA_ALL));
    json_append(array, json_new_boolean(arena, true));
    check(!judge(arena, schema, array, SCHEMA_ALL));
    json_append(array, json_new_number(arena, 39999));
    fault = judge(arena, schema, array, SCHEMA_ALL);
    check_text(fault ? fault->message : NULL,
               "expected no item twice, but items 39999 and 40001 are equal");
    arena_free(arena);
}

static void references_lead_where_they_say(void)
{
    check_invalid("{\"$ref\":\"#/definitions/a\",\"definitions\":{\"a\":{\"type\":\"null\"}}}",
                  "1");
    check_valid("{\"$ref\":\"#/definitions/a\",\"type\":\"null\",\"definitions\":{\"a\":true}}",
                "1");
    check_valid("{\"properties\":{\"$ref\":{\"type\":\"string\"}}}", "{\"$ref\":\"#/nowhere\"}");
    check_valid("{\"const\":{\"$ref\":\"#/nowhere\",\"$id\":5}}",
                "{\"$ref\":\"#/nowhere\",\"$id\":5}");
    check_invalid("{\"definitions\":{\"a\":{\"$id\":\"#x\",\"type\":\"null\"}},\"$ref\":\"#x\"}",
                  "1");
    check_invalid("{\"$ref\":\"#/unknown/0/word\",\"unknown\":[{\"word\":{\"type\":\"null\"}}]}",
                  "1");
    check_invalid("{\"$ref\":\"http://json-schema.org/draft-07/schema#\"}", "{\"type\":1}");
    check_valid("{\"$ref\":\"http://json-schema.org/draft-07/schema\"}", "{\"type\":\"null\"}");
    check_refused("{\"$ref\":\"#/definitions/b\"}",
                  "#/$ref: the $ref \"#/definitions/b\" leads to nothing; correct it");
    check_refused("{\"items\":{\"$ref\":\"https://example.com/a.json\"}}",
                  "#/items/$ref: the document \"https://example.com/a.json\" is not known, and "
                  "nothing is fetched from a network; save it, and name its folder with "
                  "--schema-path");
}

static void circles_end(void)
{
    struct arena *arena = arena_new();
    const struct schema *schema =
        compile(arena, "{\"anyOf\":[{\"type\":\"string\"},{\"$ref\":\"#\"}]}");
    const struct schema_fault *fault = judge(arena, schema, json_of_text(arena, "1"), SCHEMA_ALL);

    check_refused("{\"$ref\":\"#\"}",
                  "#/$ref: this $ref leads to itself, or on through 1000 others; shorten the way");
    check_refused("{\"definitions\":{\"a\":{\"$ref\":\"#/definitions/b\"},\"b\":{\"$ref\":"
                  "\"#/definitions/a\"}}}",
                  "#/definitions/a/$ref: this $ref leads to itself, or on through 1000 others; "
                  "shorten the way");
    check(fault && fault->undecided);
    check(!judge(arena, schema, json_of_text(arena, "\"a\""), SCHEMA_ALL));
    fault = judge(arena, compile(arena, "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}"),
                  json_of_text(arena, "1"), SCHEMA_ALL);
    check(fault && fault->undecided);
    fault = judge(arena,
                  compile(arena, "{\"propertyNames\":{\"$ref\":\"#/definitions/a\"},"
                                 "\"definitions\":{\"a\":{\"oneOf\":[{\"$ref\":"
                                 "\"#/definitions/a\"},false]}}}"),
                  json_of_text(arena, "{\"a\":1}"), SCHEMA_ALL);
    check(fault && fault->undecided);
    fault = judge(arena, compile(arena, "{\"not\":{\"$ref\":\"#\"}}"), json_of_text(arena, "1"),
                  SCHEMA_ALL);
    check(fault && fault->undecided);
    arena_free(arena);
}

/* A tower of doublings: 2 to the power of 40 visits, if somebody paid for them. */
static void work_is_bounded(void)
{
    struct arena *arena = arena_new();
    struct text text = text_new(arena);

    text_add(&text, "{\"definitions\":{\"d0\":{\"type\":\"integer\"}");
    for (int i = 1; i <= 40; i++)
        text_addf(&text,
                  ",\"d%d\":{\"allOf\":[{\"$ref\":\"#/definitions/d%d\"},{\"$ref\":"
                  "\"#/definitions/d%d\"}]}",
                  i, i - 1, i - 1);
    text_add(&text, "},\"allOf\":[{\"$ref\":\"#/definitions/d40\"}]}");
    const struct schema *schema = compile(arena, text.bytes);
    const struct schema_fault *fault = judge(arena, schema, json_of_text(arena, "1"), SCHEMA_ALL);
    check(fault && fault->undecided);
    arena_free(arena);
}

/* A text of `before` n times, `middle`, `after` n times. */
static const char *nested(struct arena *arena, const char *before, const char *middle,
                          const char *after, size_t n)
{
    struct text text = text_new(arena);

    for (size_t i = 0; i < n; i++)
        text_add(&text, before);
    text_add(&text, middle);
    for (size_t i = 0; i < n; i++)
        text_add(&text, after);
    return text.bytes;
}

static void deep_schemas_are_judged(void)
{
    static const struct {
        const char *before, *after, *instance_before, *instance_after;
        size_t levels;
    } rows[] = {
        { "{\"items\":", "}", "[", "]", 900 },
        { "{\"properties\":{\"a\":", "}}", "{\"a\":", "}", 900 },
        { "{\"additionalProperties\":", "}", "{\"a\":", "}", 900 },
        { "{\"allOf\":[", "]}", "", "", 900 },
        { "{\"anyOf\":[", "]}", "", "", 900 },
        { "{\"if\":true,\"then\":", "}", "", "", 900 },
        { "{\"not\":{\"not\":", "}}", "", "", 900 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        const char *text =
            nested(arena, rows[i].before, "{\"minimum\":3}", rows[i].after, rows[i].levels);
        const struct schema *schema = compile(arena, text);
        const char *const valid =
            nested(arena, rows[i].instance_before, "3", rows[i].instance_after, rows[i].levels);
        const char *const invalid =
            nested(arena, rows[i].instance_before, "2", rows[i].instance_after, rows[i].levels);

        check(!judge(arena, schema, json_of_text(arena, valid), SCHEMA_ALL));
        const struct schema_fault *fault =
            judge(arena, schema, json_of_text(arena, invalid), SCHEMA_ALL);
        check(fault && !fault->undecided);
        judge(arena, schema, json_of_text(arena, invalid), SCHEMA_SHAPE);
        check_text(json_print(arena, json_of_text(arena, text)), text);
        arena_free(arena);
    }
}

static void depth_is_no_trouble(void)
{
    struct arena *arena = arena_new();
    const json *deepest = json_of_text(arena, nested(arena, "[", "1", "]", JSON_DEEPEST - 1));
    const json *deep = json_of_text(arena, nested(arena, "[", "1", "]", JSON_DEEPEST / 2));

    const struct schema *schema = compile(arena, "{\"items\":{\"$ref\":\"#\"}}");
    check(!judge(arena, schema, deepest, SCHEMA_ALL));
    check(!judge(arena, schema, deepest, SCHEMA_SHAPE));
    schema = compile(
        arena, "{\"allOf\":[{\"anyOf\":[{\"type\":\"integer\"},{\"items\":{\"$ref\":\"#\"}}]}]}");
    check(!judge(arena, schema, deep, SCHEMA_ALL));
    check(!judge(arena, schema, deep, SCHEMA_SHAPE));
    arena_free(arena);
}

static void limits_make_undecided(void)
{
    static const char *const schemas[] = {
        "{\"pattern\":\"^(a|aa)+$\"}",
        "{\"not\":{\"pattern\":\"^(a|aa)+$\"}}",
        "{\"anyOf\":[{\"pattern\":\"^(a|aa)+$\"},false]}",
        "{\"oneOf\":[{\"pattern\":\"^(a|aa)+$\"},true]}",
        "{\"if\":{\"pattern\":\"^(a|aa)+$\"},\"then\":true,\"else\":true}",
    };
    const char *const hostile = "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"";
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(schemas) / sizeof(schemas[0]); i++) {
        const struct schema_fault *fault =
            judge(arena, compile(arena, schemas[i]), json_of_text(arena, hostile), SCHEMA_ALL);
        if (!check(fault && fault->undecided && !fault->next))
            printf("      %s\n", schemas[i]);
    }
    check_valid("{\"anyOf\":[{\"pattern\":\"^(a|aa)+$\"},true]}", hostile);

    /* Ten thousand of them are not tried one by one. */
    json *many = json_array(arena);
    for (int i = 0; i < 10000; i++)
        json_append(many, json_of_text(arena, hostile));
    const struct schema *items = compile(arena, "{\"items\":{\"pattern\":\"^(a|aa)+$\"}}");
    const struct schema_fault *first = judge(arena, items, many, SCHEMA_ALL);
    check(first && first->undecided);
    arena_free(arena);
}

static void keywords_of_a_wrong_type_are_refused(void)
{
    static const struct {
        const char *schema, *message;
    } rows[] = {
        { "[]", "#: a schema is an object or a boolean, not array" },
        { "{\"type\":\"any\"}", "#/type: type \"any\" is not one of JSON Schema's" },
        { "{\"type\":7}", "#/type: type is a name such as \"string\", not integer" },
        { "{\"type\":[\"string\",null]}", "#/type: type is a name such as \"string\", not null" },
        { "{\"items\":{\"minLength\":-1}}",
          "#/items/minLength: minLength is a whole number from 0 on" },
        { "{\"maximum\":\"1\"}", "#/maximum: maximum is a number, not string" },
        { "{\"multipleOf\":0}", "#/multipleOf: multipleOf is a number above 0" },
        { "{\"required\":true}", "#/required: required is a list of names, not boolean" },
        { "{\"properties\":{\"a\":[]}}",
          "#/properties: properties: a schema is an object or a boolean, not array" },
        { "{\"properties\":[]}", "#/properties: properties is an object, not array" },
        { "{\"allOf\":[]}", "#/allOf: allOf is a list of at least one schema" },
        { "{\"$ref\":1}", "#/$ref: $ref is a string, not integer" },
        { "{\"pattern\":\"(\"}",
          "#/pattern: the pattern \"(\" does not compile: offset 1: ')' is missing" },
        { "{\"definitions\":{\"unused\":{\"enum\":1}}}",
          "#/definitions/unused/enum: enum is a list of values, not integer" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_refused(rows[i].schema, rows[i].message);
}

static void files_beside_are_read(void)
{
    static const char *const file = TEST_DATA "/schema/main.json";
    const struct schema_sources sources = { .file = file };
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *document = json_read(arena, file, 1000, &error);
    const struct schema *schema = schema_compile(arena, document, &sources, &error);

    check_text(error.text, "");
    check(!judge(arena, schema, json_of_text(arena, "{\"A\":\"x\",\"B\":[\"x\"]}"), SCHEMA_ALL));
    const struct schema_fault *fault =
        judge(arena, schema, json_of_text(arena, "{\"B\":[1]}"), SCHEMA_ALL);
    check_text(fault ? fault->path : NULL, "/B/0");
    check_contains(fault ? fault->schema_path : NULL, "/schema/beside.json#/definitions/text/type");

    document = json_of_text(arena, "{\"type\":\"object\",\n \"properties\":{\"A\":"
                                   "{\"$ref\":\"missing.json\"}}}");
    check(schema_compile(arena, document, &sources, &error) == NULL);
    check_contains(error.text, "schema/main.json:5:12: the document of this $ref cannot be read: ");
    check_contains(error.text, "No such file or directory");
    arena_free(arena);
}

static void shape_ignores_what_is_not_shape(void)
{
    const char *const schema =
        "{\"type\":\"object\",\"required\":[\"Z\"],"
        "\"propertyNames\":false,\"dependencies\":{\"A\":[\"Q\"]},\"not\":{},\"allOf\":[false],"
        "\"oneOf\":[false],\"anyOf\":[false],\"if\":true,\"then\":false,"
        "\"properties\":{\"A\":{\"type\":\"string\",\"format\":\"ipv4\",\"maxLength\":3},"
        "\"L\":{\"items\":{\"enum\":[1]}}}}";

    check_mode(schema, "{\"A\":\"x\"}", true, SCHEMA_SHAPE);
    check_mode(schema, "{\"A\":\"xxxx\"}", false, SCHEMA_SHAPE);
    check_mode(schema, "{\"A\":1}", false, SCHEMA_SHAPE);
    check_mode(schema, "{\"L\":[1,2]}", false, SCHEMA_SHAPE);
    check_mode(schema, "[]", false, SCHEMA_SHAPE);
    check_mode("{\"type\":\"integer\"}", "3.0", true, SCHEMA_SHAPE);
}

static void shape_wants_properties_declared(void)
{
    const char *const schema =
        "{\"properties\":{\"A\":{\"type\":\"object\",\"properties\":{\"X\":true}},"
        "\"Free\":{\"type\":\"object\"},\"List\":{\"items\":{\"properties\":{\"I\":true}}}},"
        "\"additionalProperties\":false,"
        "\"oneOf\":[{\"properties\":{\"B\":true,\"A\":{\"properties\":{\"Y\":{\"type\":\"string\"}}"
        "}},"
        "\"required\":[\"B\"]},{\"$ref\":\"#/definitions/more\"}],"
        "\"if\":true,\"then\":{\"properties\":{\"T\":true}},\"else\":{\"properties\":{\"E\":true}},"
        "\"definitions\":{\"more\":{\"allOf\":[{\"patternProperties\":{\"^x-\":true}}]}}}";

    check_mode(schema, "{\"A\":{\"X\":1,\"Y\":2},\"B\":1,\"x-1\":1,\"T\":1,\"E\":2}", true,
               SCHEMA_SHAPE);
    check_mode(schema, "{\"Free\":{\"any\":{\"thing\":1}}}", true, SCHEMA_SHAPE);
    check_mode(schema, "{\"C\":1}", false, SCHEMA_SHAPE);
    check_mode(schema, "{\"A\":{\"Z\":1}}", false, SCHEMA_SHAPE);
    check_mode(schema, "{\"List\":[{\"I\":1}]}", true, SCHEMA_SHAPE);
    check_mode(schema, "{\"List\":[{\"I\":1},{\"J\":1}]}", false, SCHEMA_SHAPE);
    check_mode("{\"properties\":{\"A\":true}}", "{\"B\":1}", false, SCHEMA_SHAPE);
    check_mode("{\"properties\":{\"A\":true},\"additionalProperties\":{}}", "{\"B\":1}", true,
               SCHEMA_SHAPE);
    check_mode("{\"additionalProperties\":false}", "{\"B\":1}", false, SCHEMA_SHAPE);
    check_mode("{\"properties\":{\"A\":false}}", "{\"A\":1}", false, SCHEMA_SHAPE);
    check_mode("{\"properties\":{\"A\":{\"$ref\":\"#\"}}}", "{\"A\":{\"A\":{\"B\":1}}}", false,
               SCHEMA_SHAPE);
}

static void unknown_formats_are_ignored(void)
{
    static const char *const names[] = {
        "int64",   "double", "timestamp", "password", "arn", "string", "AWS::S3::Bucket.Name",
        "^[a-z]$", ""
    };
    static const char *const values[] = { "\"\"", "\"x\"", "1", "1e300", "{}", "null" };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++)
            check_valid(arena_printf(arena, "{\"format\":\"%s\"}", names[i]), values[k]);
    arena_free(arena);
}

/* Every schema of a folder of resource schemas compiles; those that do not are named. */
static void real_schemas_compile(void)
{
    struct arena *names = arena_new();
    const char *const *paths = corpus_schemas(names, 1);
    int failed = 0, unreadable = 0;

    for (size_t i = 0; paths && paths[i]; i++) {
        struct arena *arena = arena_new();
        struct error error = { .text = "" };
        const struct schema_sources sources = { .file = paths[i] };
        const json *document = json_read(arena, paths[i], 8 << 20, &error);

        if (!document) {
            printf("    not read: %s\n", error.text);
            unreadable++;
        } else if (!schema_compile(arena, document, &sources, &error)) {
            printf("    not compiled: %s\n", error.text);
            failed++;
        }
        arena_free(arena);
    }
    check_number(failed, 0);
    check_number(unreadable, 0);
    arena_free(names);
}

static const struct test tests[] = {
    { "schema: faults say what was expected and what came", faults_say_what_was_expected },
    { "schema: faults are short and safe to print", faults_are_safe_to_print },
    { "schema: U+0000 is a character", nul_characters_are_judged },
    { "schema: every fault is named, up to a hundred", every_fault_is_named_up_to_a_hundred },
    { "schema: numbers are decimals", numbers_are_decimals },
    { "schema: uniqueItems is JSON equality, few or many", items_are_unique_by_json_equality },
    { "schema: $refs lead where they say", references_lead_where_they_say },
    { "schema: circles end", circles_end },
    { "schema: work is bounded", work_is_bounded },
    { "schema: the deepest instance", depth_is_no_trouble },
    { "schema: deep schemas", deep_schemas_are_judged },
    { "schema: a limit makes a verdict undecided", limits_make_undecided },
    { "schema: keywords of a wrong type are refused", keywords_of_a_wrong_type_are_refused },
    { "schema: sibling files, and places in them", files_beside_are_read },
    { "schema: SCHEMA_SHAPE ignores what is not shape", shape_ignores_what_is_not_shape },
    { "schema: SCHEMA_SHAPE wants every property declared", shape_wants_properties_declared },
    { "schema: unknown formats are ignored", unknown_formats_are_ignored },
    { "schema: real resource schemas compile", real_schemas_compile },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
