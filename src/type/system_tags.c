#include "cfnc/type/system_tags.h"

#include <string.h>
#include <strings.h>

/* {"Key": ..., "Value": ...}, or with another word before it: {"TagKey": ...}. */
static bool is_key(const char *name)
{
    const size_t length = strlen(name), end = strlen("key");

    return length >= end && strcasecmp(name + length - end, "key") == 0;
}

/* What a tag is called: the member of a map by its name, an item of a list by its key; or NULL. */
static const char *key_of(const json *tag)
{
    if (json_key(tag))
        return json_key(tag);
    if (json_type(tag) == JSON_OBJECT)
        json_each (member, tag)
            if (is_key(json_key(member)) && json_string(member))
                return json_string(member);
    return NULL;
}

static bool is_of_system(const char *key)
{
    return strncasecmp(key, "aws:", 4) == 0;
}

static bool has_tag(const json *tags, const char *key)
{
    json_each (tag, tags) {
        const char *other = key_of(tag);

        if (other && strcmp(other, key) == 0)
            return true;
    }
    return false;
}

static json *without(struct arena *arena, const json *tags, const json *others)
{
    const bool list = json_type(tags) == JSON_ARRAY;
    json *left = list ? json_array(arena) : json_object(arena);

    json_each (tag, tags) {
        const char *key = key_of(tag);

        if (key && is_of_system(key) && !has_tag(others, key))
            continue;
        if (list)
            json_append(left, tag);
        else
            json_set(left, json_key(tag), tag);
    }
    return left;
}

static const json *tags_of(const struct resource_type *type, const json *model)
{
    return type->taggable && type->tag_property.depth ? path_get(model, &type->tag_property) : NULL;
}

/* The model with the tags that are `left`, where those are fewer. */
static const json *with_tags(struct arena *arena, const struct resource_type *type,
                             const json *model, const json *left)
{
    if (json_length(left) == json_length(tags_of(type, model)))
        return model;
    json *copy = json_copy(arena, model);
    path_set(copy, &type->tag_property, left);
    return copy;
}

const json *model_without_system_tags(struct arena *arena, const struct resource_type *type,
                                      const json *model, const json *other)
{
    const json *tags = tags_of(type, model);

    if (!(json_type(tags) & (JSON_ARRAY | JSON_OBJECT)))
        return model;
    return with_tags(arena, type, model,
                     without(arena, tags, path_get(other, &type->tag_property)));
}

const json *model_without_twin_tags(struct arena *arena, const struct resource_type *type,
                                    const json *model)
{
    const json *tags = tags_of(type, model);
    json *left = json_array(arena);

    if (json_type(tags) != JSON_ARRAY)
        return model;
    json_each (tag, tags) {
        const char *key = key_of(tag);

        if (!key || !has_tag(left, key))
            json_append(left, tag);
    }
    return with_tags(arena, type, model, left);
}
