#include "cfnc/redact.h"
#include "test.h"

#include <string.h>

#include "cfnc/text.h"

#define HIDDEN "\u2022\u2022\u2022"

static struct arena *arena;
static struct redactor *redactor;

static const json *parse(const char *text)
{
    struct error error;
    const json *value = json_parse(arena, text, strlen(text), &error);

    check(value != NULL);
    return value;
}

/* A type whose /Password and /Users/.../Keys are write-only. */
static void begin(void)
{
    struct property_path *paths;
    struct resource_type *type;

    arena = arena_new();
    paths = arena_array(arena, 2, sizeof(*paths));
    type = arena_alloc(arena, sizeof(*type));
    check(pointer_read(arena, "/Password", &paths[0]));
    check(pointer_read(arena, "/Users/*/Keys", &paths[1]));
    type->write_only = (struct property_set){ paths, 2 };
    redactor = redactor_new(arena, type);
}

static void reads(const char *text, const char *redacted)
{
    check_text(redact_text(redactor, arena, text), redacted);
}

static void values_are_learnt(void)
{
    begin();
    redactor_learn(redactor,
                   parse("{\"Name\":\"visible\",\"Password\":\"hunter2!\",\"Users\":["
                         "{\"Id\":\"user-id\",\"Keys\":{\"a\":[\"abcdef\",\"short\"]}}]}"));
    redactor_learn(redactor, parse("{\"Password\":123456789}"));
    redactor_learn(redactor, parse("{}"));
    reads("visible user-id short 123456789", "visible user-id short 123456789");
    reads("no hunter2! here", "no " HIDDEN " here");
    reads("hunter2!", HIDDEN);
    reads("hunter2!abcdef", HIDDEN HIDDEN);
    reads("hunter2", "hunter2");
    reads("", "");
    check_number((long long)redactor_count(redactor), 4);
    arena_free(arena);
}

/* What is left of one secret must not show where another one ends. */
static void secrets_overlap(void)
{
    begin();
    redactor_learn_text(redactor, "abcdef");
    redactor_learn_text(redactor, "abcdefgh");
    redactor_learn_text(redactor, "fghijkl");
    reads("xabcdefx", "x" HIDDEN "x");
    reads("xabcdefghx", "x" HIDDEN "x");
    reads("xabcdefghijklx", "x" HIDDEN "x");
    reads("abcdeabcdef", "abcde" HIDDEN);
    arena_free(arena);
}

static void spellings(void)
{
    begin();
    redactor_learn_text(redactor, "p\"ss w\u00F6rd/");
    reads("{\"m\":\"p\\\"ss w\u00F6rd/\"}", "{\"m\":\"" HIDDEN "\"}");
    reads("?p=p%22ss%20w%C3%B6rd%2F&x", "?p=" HIDDEN "&x");
    redactor_learn_text(redactor, "\u00F6\u00F6\u00F6\u00F6\u00F6");
    reads("\u00F6\u00F6\u00F6\u00F6\u00F6", "\u00F6\u00F6\u00F6\u00F6\u00F6");
    redactor_learn_text(redactor, "p" TEXT_NUL "sswrd");
    reads("?p=p%00sswrd&q=\"p\\u0000sswrd\"", "?p=" HIDDEN "&q=\"" HIDDEN "\"");
    redactor_learn_text(redactor, NULL);
    redactor_learn_text(redactor, "");
    reads("", "");
    arena_free(arena);
}

static void access_keys(void)
{
    begin();
    reads("id AKIAIOSFODNN7EXAMPLE.", "id " HIDDEN ".");
    reads("ASIAIOSFODNN7EXAMPLE", HIDDEN);
    reads("AKIAIOSFODNN7EXAMPL", "AKIAIOSFODNN7EXAMPL");
    reads("AKIAIOSFODNN7EXAMPLe", "AKIAIOSFODNN7EXAMPLe");
    reads("AKIAKIAIOSFODNN7EXAMPLE-", HIDDEN "-");
    arena_free(arena);
}

static void models(void)
{
    begin();
    const json *model =
        parse("{\"Password\":42,\"Note\":\"is hunter2!\",\"Users\":[{\"Keys\":[1]},"
              "{\"Keys\":null,\"Id\":1}],\"hunter2!\":{\"hunter2!x\":[\"hunter2!\"]},"
              "\"x\":\"hunter2\"}");
    redactor_learn_text(redactor, "hunter2!");
    check_text(json_print(arena, redact_model(redactor, arena, model)),
               "{\"Password\":\"" HIDDEN "\",\"Note\":\"is " HIDDEN
               "\",\"Users\":[{\"Keys\":\"" HIDDEN "\"},{\"Keys\":\"" HIDDEN
               "\",\"Id\":1}],\"" HIDDEN "\":{\"" HIDDEN "x\":[\"" HIDDEN
               "\"]},\"x\":\"hunter2\"}");
    check_number((long long)redactor_count(redactor), 7);
    check_contains(json_print(arena, model), "\"Password\":42");
    check_text(json_print(arena, redact_value(redactor, arena, parse("{\"Password\":42}"))),
               "{\"Password\":42}");
    check_text(json_print(arena, redact_value(redactor, arena, parse("\"hunter2!\""))),
               "\"" HIDDEN "\"");
    check_text(json_print(arena, redact_value(redactor, arena, NULL)), "null");
    arena_free(arena);
}

static void keys_stay_apart(void)
{
    begin();
    redactor_learn_text(redactor, "secret-1");
    redactor_learn_text(redactor, "secret-2");
    const json *redacted =
        redact_value(redactor, arena, parse("{\"secret-1\":1,\"a\":2,\"secret-2\":3}"));
    check_text(json_print(arena, redacted), "{\"" HIDDEN "\":1,\"a\":2,\"" HIDDEN " (2)\":3}");
    arena_free(arena);
}

/* Thousands of secrets, and a reply that repeats one of them a hundred thousand times. */
static void large_inputs(void)
{
    enum { REPEATS = 100000 };

    begin();
    for (int i = 0; i < 5000; i++)
        redactor_learn_text(redactor, arena_printf(arena, "secret-%04d-", i));
    char *text = arena_alloc(arena, REPEATS * 12 + 1);
    json *list = json_array(arena);
    for (size_t i = 0; i < REPEATS; i++) {
        memcpy(text + i * 12, "secret-0007-", 12);
        json_append(list, json_new_string(arena, "secret-0007-"));
    }
    const char *hidden = redact_text(redactor, arena, text);
    check_number((long long)strlen(hidden), (long long)(REPEATS * strlen(HIDDEN)));
    check_text(json_string(json_at(redact_value(redactor, arena, list), REPEATS - 1)), HIDDEN);
    check_number((long long)redactor_count(redactor), 2LL * REPEATS);
    arena_free(arena);
}

static void any_strings(void)
{
    begin();
    redactor_learn_strings(redactor, parse("{\"Api\":[{\"Key\":\"live-0123\",\"Id\":\"short\"}],"
                                           "\"Limit\":1234567}"));
    redactor_learn_strings(redactor, NULL);
    reads("Api live-0123 short 1234567", "Api " HIDDEN " short 1234567");
    arena_free(arena);
}

static void json_in_json(void)
{
    begin();
    redactor_learn_text(redactor, "a \"quoted\" one");
    reads("{\"message\":\"{\\\"Password\\\":\\\"a \\\\\\\"quoted\\\\\\\" one\\\"}\"}",
          "{\"message\":\"{\\\"Password\\\":\\\"" HIDDEN "\\\"}\"}");
    arena_free(arena);
}

static const struct test tests[] = {
    { "redact: every string of a value", any_strings },
    { "redact: JSON in a string of JSON", json_in_json },
    { "redact: write-only strings are learnt and hidden", values_are_learnt },
    { "redact: overlapping secrets", secrets_overlap },
    { "redact: secrets in JSON and in URLs", spellings },
    { "redact: access key ids", access_keys },
    { "redact: models, by path and by value", models },
    { "redact: keys that become the same stay apart", keys_stay_apart },
    { "redact: many secrets in long texts", large_inputs },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
