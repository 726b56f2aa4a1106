#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/schema.h"

/* contentEncoding and contentMediaType. */

static void check_content(const char *encoding, const char *type, const char *text, bool valid)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    json *document = json_object(arena);

    if (encoding)
        json_set_string(document, "contentEncoding", encoding);
    if (type)
        json_set_string(document, "contentMediaType", type);
    const struct schema *schema = schema_compile(arena, document, NULL, &error);
    if (check(schema != NULL) &&
        !check(schema_valid(schema, json_new_string(arena, text), SCHEMA_ALL) == valid))
        printf("      %s, %s: \"%s\" is %s\n", encoding, type, text, valid ? "valid" : "invalid");
    arena_free(arena);
}

/* RFC 4648 section 4, broken into lines as RFC 2045 section 6.8 does. */
static void content_encoding(void)
{
    static const char *const good[] = {
        "", "YQ==", "YWI=", "YWJj", "BASE+/64", "YWJj\r\nYWJj\r\n"
    };
    static const char *const bad[] = { "Y",     "YQ",   "YQ=",      "YWJ",  "=",    "====",
                                       "YQ==Y", "Y===", "YQ==YQ==", "YQ=a", "YW-_", "YQ\xC3\xBC=" };

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        check_content("base64", NULL, good[i], true);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        check_content("BASE64", NULL, bad[i], false);
        check_content("base32", NULL, bad[i], true);
        check_content("8bit", NULL, bad[i], true);
    }
    check_content("base64", NULL, "YQ" TEXT_NUL "==", false);
}

static void content_media_type(void)
{
    check_content(NULL, "application/json", "{\"a\":[1]}", true);
    check_content(NULL, "application/json; charset=utf-8", "{", false);
    check_content(NULL, "Application/JSON", "", false);
    check_content(NULL, "application/problem+json", "{} {}", false);
    check_content(NULL, "application/json", "\"" TEXT_NUL "\"", false);
    check_content(NULL, "text/plain", "{", true);
    check_content(NULL, "application/jsonlines", "{", true);
    check_content("quoted-printable", "application/json", "{", true);
    check_content("7bit", "application/json", "{", false);
    check_content("base64", "application/json", "e30=", true);
    check_content("base64", "application/json", "e30A", false); /* "{}" and a byte of 0 */
    check_content("base64", "application/json", "IsCAIg==", false);
    check_content("base64", "text/plain", "AAAA", true);
}

/* A model's shape is no matter of what its strings hold. */
static void content_says_where(void)
{
    static const char schema_text[] = "{\"contentEncoding\":\"base64\"}",
                      wrong[] = "{\"contentMediaType\":7}";
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *document = json_parse(arena, schema_text, strlen(schema_text), &error);
    const struct schema *schema = schema_compile(arena, document, NULL, &error);
    const json *value = json_new_string(arena, "%");
    const struct schema_fault *fault = schema_faults(arena, schema, value, SCHEMA_ALL);

    check(fault != NULL);
    if (fault) {
        check_text(fault->keyword, "contentEncoding");
        check_text(fault->message, "expected base64, got \"%\"");
    }
    check(schema_valid(schema, value, SCHEMA_SHAPE));
    document = json_parse(arena, wrong, strlen(wrong), &error);
    check(!schema_compile(arena, document, NULL, &error));
    check_contains(error.text, "contentMediaType is a string, not");
    arena_free(arena);
}

static const struct test tests[] = {
    { "content: base64", content_encoding },
    { "content: JSON in a string", content_media_type },
    { "content: what is wrong, and in which mode", content_says_where },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
