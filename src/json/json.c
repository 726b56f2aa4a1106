#include "cfnc/json/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "json_private.h"

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

char *json_bytes(size_t size)
{
    char *bytes = cJSON_malloc(size);

    if (!bytes)
        abort();
    return bytes;
}

json *json_add(struct arena *arena, json *container, struct json_node node)
{
    static const int types[] = {
        [JSON_NULL] = cJSON_NULL,     [JSON_BOOLEAN] = cJSON_False, [JSON_NUMBER] = cJSON_Number,
        [JSON_STRING] = cJSON_String, [JSON_ARRAY] = cJSON_Array,   [JSON_OBJECT] = cJSON_Object,
    };
    json *item = cJSON_CreateNull();

    if (!item)
        abort();
    item->type = node.yes ? cJSON_True : types[node.type];
    item->string = node.key;
    item->valuestring = node.string;
    cJSON_SetNumberValue(item, node.number);
    if (!container)
        return adopt(arena, item);
    json *first = container->child ? container->child : item;
    item->prev = first == item ? item : first->prev;
    if (first == item)
        container->child = item;
    else
        item->prev->next = item;
    first->prev = item;
    return item;
}

const json *json_read(struct arena *arena, const char *path, size_t limit, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, limit, &length, error);

    if (!text)
        return NULL;
    const json *document = json_parse(arena, text, length, error);
    if (!document)
        error_in(error, path);
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

void json_drop(json *container, json *child)
{
    cJSON_Delete(cJSON_DetachItemViaPointer(container, child));
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
