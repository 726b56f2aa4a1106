/* {{Name}} without quotes in inputs: what it is read as, and that nothing else moves. */
#include <string.h>

#include "cfnc/project/project.h"
#include "test.h"

static struct arena *arena;
static struct error error;

static struct document read(const char *text)
{
    struct document document = { 0 };

    error.text[0] = '\0';
    (void)!input_parse(arena, "in.json", text, strlen(text), &document, &error);
    return document;
}

static void accepted(void)
{
    static const struct {
        const char *text, *value, *bare; /* pointers, each with a blank behind it */
    } rows[] = {
        { "{\"A\": {{Name}}}", "{\"A\":\"{{Name}}\"}", "/A " },
        { "{\"A\": {{ Na:me-1 }} , \"B\": [{{X}},{{Y}}]}",
          "{\"A\":\"{{ Na:me-1 }}\",\"B\":[\"{{X}}\",\"{{Y}}\"]}", "/A /B/0 /B/1 " },
        { "{\"a/b\": {\"~\": {{X}}}}", "{\"a/b\":{\"~\":\"{{X}}\"}}", "/a~1b/~0 " },
        { "{\"A\": \"{{Name}}\", \"B\": \"{Name}\"}", "{\"A\":\"{{Name}}\",\"B\":\"{Name}\"}", "" },
        { "{\"A\": \"\\\"{{X}}\\\\\", \"B\": {{X}}}", "{\"A\":\"\\\"{{X}}\\\\\",\"B\":\"{{X}}\"}",
          "/B " },
        { "{\"{{X}}\": \"{X}\"}", "{\"{{X}}\":\"{X}\"}", "" },
        { "{\"A\": {{uuid}}, \"B\": {{env:A_B}}}", "{\"A\":\"{{uuid}}\",\"B\":\"{{env:A_B}}\"}",
          "/A /B " },
        { "{\"A\": {{resolve:ssm:/a/b:1}}}", "{\"A\":\"{{resolve:ssm:/a/b:1}}\"}", "/A " },
        { "[{{X}}]", "[\"{{X}}\"]", "/0 " },
        { "{{X}}", "\"{X}\"", "" },
        { "{}", "{}", "" },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct document document = read(rows[i].text);
        const char *bare = "";

        check_text(error.text, "");
        check_text(json_print(arena, document.value), rows[i].value);
        for (size_t k = 0; k < document.bare_count; k++) {
            bare = arena_printf(arena, "%s%s ", bare, document.bare[k]);
            check(input_is_bare(&document, document.bare[k]));
        }
        check_text(bare, rows[i].bare);
        check(!input_is_bare(&document, "/none"));
        check_number((long long)strlen(document.text), (long long)strlen(rows[i].text));
    }
    arena_free(arena);
}

static void refused(void)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        { "{{{X}}: 1}", "in.json:1:2: " },
        { "{\n \"A\": 1, {{X}}: 2}", "in.json:2:10: a {{Name}} without quotes can be a value" },
        { "{\"A\": {{X}} {{Y}}}", "in.json:1:13: " },
        { "{\"A\": 1{{X}}}", "in.json:1:8: " },
        { "{\"A\": {{A_B}}}", "in.json:1:8: " },
        { "{\"A\": {{}}}", "in.json:1:8: " },
        { "{\"A\": {{X}", "in.json:1:8: " },
        { "{\"A\": {{X\n}}}", "in.json:1:8: " },
        { "{\"A\": {{\"X\"}}}", "in.json:1:8: " },
        { "{\"h\xC3\xA9\": {{X}}, \"B\": ?}", "in.json:1:20: " },
        { "{\"A\": {{X}}, \"A\": {{Y}}}", "in.json:1:14: " },
        { "\"{{X}}", "in.json:1:" },
        { "", "in.json:1:1: " },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check(!read(rows[i].text).value || error.text[0]);
        check_contains(error.text, rows[i].error);
    }
    arena_free(arena);
}

/* Messages say where things stand in the file, not in what it was made into. */
static void places(void)
{
    struct place place = { .pointer = "/B" };

    arena = arena_new();
    const struct document document = read("{\"A\": {{Name}}, \"B\": 1,\n \"C\": [{{X}}, 2]}");
    check(!document_error(&document, "/B", &error, "x"));
    check_text(error.text, "in.json:1:17: x");
    check(!document_error(&document, "/C/1", &error, "x"));
    check_text(error.text, "in.json:2:15: x");
    check(json_place("{\"A\": {{Name}}, \"B\": 1}", &place));
    check_number(place.column, 17);
    place.pointer = "/C";
    check(!json_place("{\"A\": {{Name}}, \"B\": 1}", &place));
    arena_free(arena);
}

static const struct test tests[] = {
    { "input text: what is accepted", accepted },
    { "input text: what is refused", refused },
    { "input text: places", places },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
