#include "cfnc/aws/exports.h"

#include <string.h>

#include "cfnc/base/text.h"

enum { PAGES_MOST = 1000, FILE_LARGEST = 10 * 1024 * 1024 };

static const char name_bytes[] = "-:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

size_t export_at(struct arena *arena, const char *text, const char **name)
{
    const char *at = text;

    if (strncmp(at, "{{", 2) != 0)
        return 0;
    at += 2 + strspn(at + 2, " \t\r\n");
    const size_t length = strspn(at, name_bytes);
    const char *end = at + length + strspn(at + length, " \t\r\n");
    if (!length || strncmp(end, "}}", 2) != 0)
        return 0;
    *name = arena_copy(arena, at, length);
    return (size_t)(end + 2 - text);
}

static void keep(json *table, const char *name, const char *value)
{
    if (name && value && !json_get(table, name))
        json_set_string(table, name, value);
}

static void keep_all(json *table, const json *exports)
{
    json_each (item, exports)
        keep(table, json_string(json_get(item, "Name")), json_string(json_get(item, "Value")));
}

bool exports_list(struct arena *arena, struct http *http, const char *endpoint, const char *region,
                  const struct credentials *credentials, json *table, struct error *error)
{
    const char *token = NULL;

    for (int page = 0; page < PAGES_MOST; page++) {
        const char *const parameters[][2] = { { "NextToken", token }, { NULL, NULL } };
        const struct aws_question question = {
            .service = "cloudformation",
            .version = "2010-05-15",
            .action = "ListExports",
            .endpoint = endpoint,
            .region = region,
            .parameters = parameters,
            .credentials = credentials,
        };
        const json *result;

        if (!aws_ask(arena, http, &question, &result, error))
            return false;
        keep_all(table, json_get(result, "Exports"));
        const char *next = json_string(json_get(result, "NextToken"));
        if (!next || !*next)
            return true;
        if (token && strcmp(next, token) == 0)
            break;
        token = next;
    }
    return error_set(error, "ListExports: the pages do not end; pass --exports FILE");
}

static const char *plain(struct arena *arena, const json *value)
{
    if (json_string(value))
        return json_string(value);
    return json_type(value) & (JSON_NUMBER | JSON_BOOLEAN) ? json_print(arena, value) : NULL;
}

bool exports_read(struct arena *arena, const char *path, json *table, struct error *error)
{
    const json *document = json_read(arena, path, FILE_LARGEST, error);

    if (!document)
        return false;
    if (json_type(document) != JSON_OBJECT)
        return error_set(error, "%s: expected an object of names and values, not %s",
                         text_quote(arena, path, 100), json_type_name(document));
    if (json_type(json_get(document, "Exports")) == JSON_ARRAY) {
        keep_all(table, json_get(document, "Exports"));
        return true;
    }
    json_each (member, document) {
        if (!plain(arena, member))
            return error_set(error, "%s: %s: expected a string, not %s",
                             text_quote(arena, path, 100), text_quote(arena, json_key(member), 60),
                             json_type_name(member));
        keep(table, json_key(member), plain(arena, member));
    }
    return true;
}

bool exports_add(struct arena *arena, const char *text, json *table, struct error *error)
{
    const size_t length = strcspn(text, "=");

    if (!length || !text[length] || strspn(text, name_bytes) != length)
        return error_set(error,
                         "expected NAME=VALUE, the name of letters, digits, - and :, not "
                         "\"%s\"",
                         text_quote(arena, text, 60));
    json_set_string(table, arena_copy(arena, text, length), text + length + 1);
    return true;
}
