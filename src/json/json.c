#include "cfnc/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/file.h"
#include "cfnc/json_scan.h"
#include "cfnc/text.h"

static void release_document(void *document)
{
    cJSON_Delete(document);
}

/* Every document passes through here exactly once. */
static json *adopt(struct arena *arena, json *document)
{
    if (!document)
        abort(); /* out of memory, and cJSON has no way to say so */
    arena_defer(arena, release_document, document);
    return document;
}

static int key_order(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *key_twice_here(const json *object)
{
    const size_t count = json_length(object);
    const char **keys = calloc(count + 1, sizeof(*keys));
    const char *twice = NULL;
    size_t n = 0;

    if (!keys)
        abort();
    json_each (member, object)
        keys[n++] = json_key(member);
    qsort(keys, count, sizeof(*keys), key_order);
    for (n = 1; n < count && !twice; n++)
        if (strcmp(keys[n - 1], keys[n]) == 0)
            twice = keys[n];
    free(keys);
    return twice;
}

/* The key that some object holds twice once its escapes are resolved, or NULL. */
static const char *key_twice(const json *value)
{
    const char *twice =
        json_type(value) == JSON_OBJECT && json_length(value) > 1 ? key_twice_here(value) : NULL;

    for (const json *child = json_first(value); child && !twice; child = json_next(child))
        twice = key_twice(child);
    return twice;
}

const json *json_parse(struct arena *arena, const char *text, size_t length, struct error *error)
{
    if (!json_scan(text, length, error))
        return NULL;
    const size_t mark =
        strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* the library knows it only in long texts */
    const json *document = adopt(arena, cJSON_ParseWithLength(text + mark, length - mark));
    const char *twice = strstr(text, "\\u") ? key_twice(document) : NULL;
    if (twice) {
        error_set(error, "1:1: the key \"%.60s\" stands twice in an object; remove one", twice);
        return NULL;
    }
    return document;
}

const json *json_read(struct arena *arena, const char *path, size_t limit, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, limit, &length, error);

    if (!text)
        return NULL;
    const json *document = json_parse(arena, text, length, error);
    if (!document)
        error_prefix(error, "%s:", path);
    return document;
}

bool json_place(const char *text, const char *pointer, int *line, int *column)
{
    return json_scan_place(text, pointer, line, column);
}

/* Whole numbers are written without an exponent, or some reader takes them for floats. */
static void print_number(struct text *out, double number)
{
    const double exact = 9007199254740992.0; /* 2^53 */

    if (number >= -exact && number <= exact && trunc(number) >= number && trunc(number) <= number)
        text_addf(out, "%.0f", fabs(number) > 0 ? number : 0.0);
    else if (trunc(number) >= number && trunc(number) <= number && fabs(number) < 1e21)
        text_addf(out, "%.0f", number);
    else {
        char digits[40];

        for (int precision = 15; precision <= 17; precision++) {
            snprintf(digits, sizeof(digits), "%.*g", precision, number);
            const double back = strtod(digits, NULL);
            if (back >= number && back <= number)
                break;
        }
        text_add(out, digits);
    }
}

/* Beyond what JSON asks for, what could drive a terminal is escaped: people print these texts. */
static void print_string(struct text *out, const char *s)
{
    text_add_bytes(out, "\"", 1);
    for (const char *plain = s;; s++) {
        const unsigned char c = (unsigned char)*s;
        const unsigned harmful = c >= 0x7F ? text_harmful(s) : 0;

        if (c >= 0x20 && c != '"' && c != '\\' && !harmful)
            continue;
        text_add_bytes(out, plain, (size_t)(s - plain));
        if (!c)
            break;
        if (c == '"' || c == '\\')
            text_addf(out, "\\%c", c);
        else if (c == '\n')
            text_add(out, "\\n");
        else
            text_addf(out, "\\u%04x", harmful ? harmful : (unsigned)c);
        s += harmful ? text_utf8_length(s) - 1 : 0;
        plain = s + 1;
    }
    text_add_bytes(out, "\"", 1);
}

/* `indent` below 0: everything on one line. */
static void new_line(struct text *out, int indent)
{
    if (indent >= 0)
        text_addf(out, "\n%*s", indent * 2, "");
}

static void print_value(struct text *out, const json *value, int indent);

static void print_container(struct text *out, const json *value, int indent)
{
    const bool object = json_type(value) == JSON_OBJECT;
    const int inner = indent < 0 ? indent : indent + 1;
    bool first = true;

    text_add(out, object ? "{" : "[");
    json_each (item, value) {
        if (!first)
            text_add_bytes(out, ",", 1);
        first = false;
        new_line(out, inner);
        if (object) {
            print_string(out, json_key(item));
            text_add(out, indent < 0 ? ":" : ": ");
        }
        print_value(out, item, inner);
    }
    if (!first)
        new_line(out, indent);
    text_add(out, object ? "}" : "]");
}

static void print_value(struct text *out, const json *value, int indent)
{
    switch (json_type(value)) {
    case JSON_BOOLEAN:
        text_add(out, json_true(value) ? "true" : "false");
        break;
    case JSON_NUMBER:
        print_number(out, value->valuedouble);
        break;
    case JSON_STRING:
        print_string(out, value->valuestring);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        print_container(out, value, indent);
        break;
    case JSON_NULL:
    case JSON_ABSENT:
        text_add(out, "null");
        break;
    }
}

const char *json_print(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    print_value(&out, value, -1);
    return out.bytes;
}

const char *json_print_pretty(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    print_value(&out, value, 0);
    return out.bytes;
}

enum json_type json_type(const json *value)
{
    if (!value)
        return JSON_ABSENT;
    switch (value->type & 0xFF) {
    case cJSON_True:
    case cJSON_False:
        return JSON_BOOLEAN;
    case cJSON_Number:
        return JSON_NUMBER;
    case cJSON_String:
        return JSON_STRING;
    case cJSON_Array:
        return JSON_ARRAY;
    case cJSON_Object:
        return JSON_OBJECT;
    default:
        return JSON_NULL;
    }
}

const char *json_type_name(const json *value)
{
    switch (json_type(value)) {
    case JSON_BOOLEAN:
        return "boolean";
    case JSON_NUMBER:
        return json_is_integer(value) ? "integer" : "number";
    case JSON_STRING:
        return "string";
    case JSON_ARRAY:
        return "array";
    case JSON_OBJECT:
        return "object";
    case JSON_NULL:
        return "null";
    case JSON_ABSENT:
        break;
    }
    return "nothing";
}

const json *json_get(const json *object, const char *key)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
}

const json *json_at(const json *array, size_t index)
{
    const json *item = json_first(array);

    while (item && index--)
        item = item->next;
    return item;
}

size_t json_length(const json *container)
{
    size_t length = 0;

    json_each (item, container)
        length++;
    return length;
}

const char *json_string(const json *value)
{
    return cJSON_GetStringValue(value);
}

double json_number(const json *value, double absent)
{
    return cJSON_IsNumber(value) ? value->valuedouble : absent;
}

bool json_true(const json *value)
{
    return cJSON_IsTrue(value);
}

bool json_false(const json *value)
{
    return cJSON_IsFalse(value);
}

bool json_is_null(const json *value)
{
    return !value || cJSON_IsNull(value);
}

bool json_is_integer(const json *value)
{
    return cJSON_IsNumber(value) && floor(value->valuedouble) >= value->valuedouble;
}

const json *json_first(const json *container)
{
    return container ? container->child : NULL;
}

const json *json_next(const json *item)
{
    return item->next;
}

const char *json_key(const json *member)
{
    return member->string;
}

/* A value of its own, to be put into a container. */
static json *loose_copy(const json *value)
{
    json *copy = value ? cJSON_Duplicate(value, true) : cJSON_CreateNull();

    if (!copy)
        abort();
    cJSON_free(copy->string); /* a member's copy has no key until it gets one */
    copy->string = NULL;
    return copy;
}

json *json_name_new(struct arena *arena)
{
    return adopt(arena, cJSON_CreateStringReference(""));
}

const json *json_name_of(json *name, const json *member)
{
    name->valuestring = member->string;
    return name;
}

json *json_copy(struct arena *arena, const json *value)
{
    return adopt(arena, loose_copy(value));
}

json *json_object(struct arena *arena)
{
    return adopt(arena, cJSON_CreateObject());
}

json *json_array(struct arena *arena)
{
    return adopt(arena, cJSON_CreateArray());
}

const json *json_new_string(struct arena *arena, const char *value)
{
    return adopt(arena, cJSON_CreateString(value));
}

const json *json_new_number(struct arena *arena, double value)
{
    return adopt(arena, cJSON_CreateNumber(value));
}

const json *json_new_boolean(struct arena *arena, bool value)
{
    return adopt(arena, cJSON_CreateBool(value));
}

const json *json_new_null(struct arena *arena)
{
    return adopt(arena, cJSON_CreateNull());
}

json *json_edit(json *object, const char *key)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
}

json *json_edit_at(json *array, size_t index)
{
    json *item = json_edit_first(array);

    while (item && index--)
        item = item->next;
    return item;
}

json *json_edit_first(json *container)
{
    return container ? container->child : NULL;
}

json *json_edit_next(json *item)
{
    return item->next;
}

/* Puts `item`, which nobody owns yet, under `key`. */
static json *put(json *object, const char *key, json *item)
{
    if (json_get(object, key))
        cJSON_ReplaceItemInObjectCaseSensitive(object, key, item);
    else
        cJSON_AddItemToObject(object, key, item);
    return item;
}

void json_set(json *object, const char *key, const json *value)
{
    put(object, key, loose_copy(value));
}

void json_set_string(json *object, const char *key, const char *value)
{
    put(object, key, value ? cJSON_CreateString(value) : cJSON_CreateNull());
}

void json_set_number(json *object, const char *key, double value)
{
    put(object, key, cJSON_CreateNumber(value));
}

void json_set_boolean(json *object, const char *key, bool value)
{
    put(object, key, cJSON_CreateBool(value));
}

json *json_set_object(json *object, const char *key)
{
    return put(object, key, cJSON_CreateObject());
}

json *json_set_array(json *object, const char *key)
{
    return put(object, key, cJSON_CreateArray());
}

void json_remove(json *object, const char *key)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, key);
}

void json_append(json *array, const json *value)
{
    cJSON_AddItemToArray(array, loose_copy(value));
}

json *json_append_object(json *array)
{
    json *item = cJSON_CreateObject();

    cJSON_AddItemToArray(array, item);
    return item;
}

void json_remove_at(json *array, size_t index)
{
    cJSON_DeleteItemFromArray(array, (int)index);
}

void json_replace_at(json *array, size_t index, const json *value)
{
    cJSON_ReplaceItemInArray(array, (int)index, loose_copy(value));
}

json *json_replace(json *container, json *child, const json *value)
{
    json *copy = loose_copy(value);

    copy->string = child->string;
    child->string = NULL;
    cJSON_ReplaceItemViaPointer(container, child, copy);
    return copy;
}

void json_rename(json *member, const char *key)
{
    json *owner = cJSON_CreateString(key);
    char *old = member->string;

    if (!owner)
        abort();
    member->string = owner->valuestring;
    owner->valuestring = old;
    cJSON_Delete(owner);
}
