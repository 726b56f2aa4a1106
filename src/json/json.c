#include "cfnc/json/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/json/json_scan.h"

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

/* ---- reading: of texts that json_scan() has found to be sound ---- */

static char *read_string(const char **at)
{
    const char *in = *at + 1, *end = in;

    while (*end != '"')
        end += *end == '\\' ? 2 : 1;
    char *const string = cJSON_malloc((size_t)(end - in) + TEXT_UTF8_ROOM), *out = string;
    if (!string)
        abort();
    while (in < end)
        if (*in == '\\')
            out += json_scan_escape(&in, end, out);
        else
            *out++ = *in++;
    *out = '\0';
    *at = end + 1;
    return string;
}

static json *new_item(int type)
{
    json *item = cJSON_CreateNull();

    if (!item)
        abort();
    item->type = type;
    return item;
}

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

static json *read_value(const char **at);

static json *read_member(const char **at, bool keyed)
{
    char *const key = keyed ? read_string(at) : NULL;

    if (keyed) {
        skip_blanks(at);
        ++*at; /* ':' */
    }
    json *item = read_value(at);
    item->string = key;
    return item;
}

static json *read_container(const char **at, int type)
{
    json *container = new_item(type), *last = NULL;

    for (++*at;; ++*at) {
        skip_blanks(at);
        if (**at == '}' || **at == ']')
            break;
        json *item = read_member(at, type == cJSON_Object);
        if (last)
            last->next = item;
        else
            container->child = item;
        item->prev = last;
        container->child->prev = last = item;
        skip_blanks(at);
        if (**at != ',')
            break;
    }
    ++*at;
    return container;
}

static json *read_word(const char **at, const char *word, int type)
{
    *at += strlen(word);
    return new_item(type);
}

static json *read_text(const char **at)
{
    json *item = new_item(cJSON_String);

    item->valuestring = read_string(at);
    return item;
}

/* Where no double is sure to hold the whole number that `text` is, its digits stand beside it. */
static char *digits_beyond_doubles(const char *text, size_t length, double number)
{
    const double exact = 9007199254740992.0; /* 2^53 */

    if (fabs(number) < exact || strspn(text, "-0123456789") < length)
        return NULL;
    char *digits = cJSON_malloc(length + 1);
    if (!digits)
        abort();
    memcpy(digits, text, length);
    digits[length] = '\0';
    return digits;
}

static json *read_number(const char **at)
{
    char *end = NULL;
    json *item = new_item(cJSON_Number);

    cJSON_SetNumberValue(item, strtod(*at, &end));
    item->valuestring = digits_beyond_doubles(*at, (size_t)(end - *at), item->valuedouble);
    *at = end;
    return item;
}

static json *read_value(const char **at)
{
    skip_blanks(at);
    switch (**at) {
    case '{':
        return read_container(at, cJSON_Object);
    case '[':
        return read_container(at, cJSON_Array);
    case '"':
        return read_text(at);
    case 't':
        return read_word(at, "true", cJSON_True);
    case 'f':
        return read_word(at, "false", cJSON_False);
    case 'n':
        return read_word(at, "null", cJSON_NULL);
    default:
        return read_number(at);
    }
}

const json *json_parse(struct arena *arena, const char *text, size_t length, struct error *error)
{
    if (!json_scan(text, length, error))
        return NULL;
    const char *at = text + (strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    const json *document = adopt(arena, read_value(&at));
    const char *twice = strstr(text, "\\u") ? json_key_twice(document) : NULL;
    if (twice) {
        error_set(error, "1:1: the key \"%s\" stands twice in an object; remove one",
                  text_quote(arena, twice, 60));
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

static bool is(const json *value, int type)
{
    return value && (value->type & 0xFF) == type;
}

enum json_type json_type(const json *value)
{
    static const enum json_type types[] = {
        [cJSON_False] = JSON_BOOLEAN, [cJSON_True] = JSON_BOOLEAN,  [cJSON_NULL] = JSON_NULL,
        [cJSON_Number] = JSON_NUMBER, [cJSON_String] = JSON_STRING, [cJSON_Array] = JSON_ARRAY,
        [cJSON_Object] = JSON_OBJECT,
    };

    return value ? types[value->type & 0x7F] : JSON_ABSENT;
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
    const json *member = is(object, cJSON_Object) ? object->child : NULL;

    while (member && (*member->string != *key || strcmp(member->string, key) != 0))
        member = member->next;
    return member;
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
    return is(value, cJSON_String) ? value->valuestring : NULL;
}

double json_number(const json *value, double absent)
{
    return is(value, cJSON_Number) ? value->valuedouble : absent;
}

const char *json_digits(const json *value)
{
    return is(value, cJSON_Number) ? value->valuestring : NULL;
}

int64_t json_whole(const json *value, int64_t least, int64_t most, int64_t absent)
{
    if (!is(value, cJSON_Number))
        return absent;
    const double number = value->valuedouble;
    return number <= (double)least ? least : number >= (double)most ? most : (int64_t)number;
}

bool json_true(const json *value)
{
    return is(value, cJSON_True);
}

bool json_false(const json *value)
{
    return is(value, cJSON_False);
}

bool json_is_null(const json *value)
{
    return !value || is(value, cJSON_NULL);
}

bool json_is_integer(const json *value)
{
    return is(value, cJSON_Number) && floor(value->valuedouble) >= value->valuedouble;
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
