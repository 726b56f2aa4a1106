#include "cfnc/generate/placeholders.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/json/pointer.h"

enum { RANDOM_LENGTH = 12, NAME_SHOWN = 60 };

/* What one {{...}} is replaced by; `rest` is what stands behind the name of its kind. */
static const char *seed_of(struct arena *arena, const struct placeholders *with, const char *rest)
{
    (void)rest;
    return arena_printf(arena, "%llu", (unsigned long long)with->seed);
}

static const char *random_of(struct arena *arena, const struct placeholders *with, const char *rest)
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char *text = arena_alloc(arena, RANDOM_LENGTH + 1);

    (void)rest;
    for (size_t i = 0; i < RANDOM_LENGTH; i++)
        text[i] = characters[random_below(with->random, i ? sizeof(characters) - 1 : 26)];
    return text;
}

static const char *uuid_of(struct arena *arena, const struct placeholders *with, const char *rest)
{
    const uint64_t high = random_next(with->random), low = random_next(with->random);

    (void)rest;
    return arena_printf(arena, "%08x-%04x-4%03x-%04x-%012llx", (unsigned)(high >> 32),
                        (unsigned)(high >> 16 & 0xFFFF), (unsigned)(high & 0xFFF),
                        (unsigned)(low >> 48 & 0x3FFF) | 0x8000,
                        (unsigned long long)(low & UINT64_C(0xFFFFFFFFFFFF)));
}

static const char *variable_of(struct arena *arena, const struct placeholders *with,
                               const char *rest)
{
    const char *value = with->variable ? with->variable(with->context, rest) : getenv(rest);

    return value ? arena_copy(arena, value, strlen(value)) : NULL;
}

const char *partition_of_region(const char *region)
{
    static const struct {
        const char *beginning, *partition;
    } rows[] = {
        { "cn-", "aws-cn" },         { "us-gov-", "aws-us-gov" }, { "us-iso-", "aws-iso" },
        { "us-isob-", "aws-iso-b" }, { "eu-isoe-", "aws-iso-e" }, { "us-isof-", "aws-iso-f" },
        { "eusc-", "aws-eusc" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (strncmp(region, rows[i].beginning, strlen(rows[i].beginning)) == 0)
            return rows[i].partition;
    return "aws";
}

static const char *region_of(struct arena *arena, const struct placeholders *with, const char *rest)
{
    (void)arena;
    (void)rest;
    return with->location->region;
}

static const char *account_of(struct arena *arena, const struct placeholders *with,
                              const char *rest)
{
    (void)arena;
    (void)rest;
    return with->location->account;
}

static const char *partition_of(struct arena *arena, const struct placeholders *with,
                                const char *rest)
{
    (void)arena;
    (void)rest;
    return partition_of_region(with->location->region);
}

static const struct placeholder_kind {
    const char *name;
    bool has_rest, of_location;
    const char *(*value)(struct arena *arena, const struct placeholders *with, const char *rest);
} kinds[] = {
    { "uuid", false, false, uuid_of },          { "random", false, false, random_of },
    { "seed", false, false, seed_of },          { "env:", true, false, variable_of },
    { "region", false, true, region_of },       { "account", false, true, account_of },
    { "partition", false, true, partition_of },
};

/* The placeholder that `text` begins with, or NULL; its length, braces and all. */
static const struct placeholder_kind *kind_at(const char *text, const struct location *location,
                                              size_t *length)
{
    const char *name = text + 2, *end = strstr(name, "}}");

    for (size_t i = 0; end && i < sizeof(kinds) / sizeof(*kinds); i++) {
        const size_t known = strlen(kinds[i].name);

        *length = (size_t)(end + 2 - text);
        if ((location || !kinds[i].of_location) && strncmp(name, kinds[i].name, known) == 0 &&
            (kinds[i].has_rest ? name + known < end : name + known == end))
            return &kinds[i];
    }
    return NULL;
}

static bool string_has_any(const char *text, const struct location *location)
{
    size_t length;

    for (const char *at = strstr(text, "{{"); at; at = strstr(at + 1, "{{"))
        if (kind_at(at, location, &length))
            return true;
    return false;
}

bool placeholders_any(const json *value, const struct location *location)
{
    if (json_string(value))
        return string_has_any(json_string(value), location);
    json_each (child, value)
        if (placeholders_any(child, location))
            return true;
    return false;
}

static bool is_utf8(const char *s)
{
    for (size_t length; *s; s += length) {
        length = text_utf8_length(s);
        if (!length)
            return false;
    }
    return true;
}

static const char *replaced(struct arena *arena, const char *string,
                            const struct placeholders *with, struct error *error)
{
    struct text text = text_new(arena);
    size_t length = 0;

    while (*string) {
        const struct placeholder_kind *kind =
            strncmp(string, "{{", 2) == 0 ? kind_at(string, with->location, &length) : NULL;

        if (!kind) {
            text_add_bytes(&text, string++, 1);
            continue;
        }
        const size_t known = strlen(kind->name);
        const char *rest = arena_copy(arena, string + 2 + known, length - 4 - known);
        const char *value = kind->value(arena, with, rest);
        if (!value || !is_utf8(value)) {
            error_set(error, "{{%s%s}}: %s", kind->name, text_quote(arena, rest, NAME_SHOWN),
                      value ? "its value is not UTF-8" : "the variable is not set; export it");
            return NULL;
        }
        text_add(&text, value);
        string += length;
    }
    return text.bytes;
}

/* Replaces below `value`, which is being built. */
static bool replace_below(struct arena *arena, json *container, const char *pointer,
                          const struct placeholders *with, struct error *error)
{
    size_t index = 0;

    for (json *child = json_edit_first(container); child; child = json_edit_next(child), index++) {
        const char *place = json_key(child) ? pointer_add(arena, pointer, json_key(child))
                                            : pointer_add_index(arena, pointer, index);
        const char *string = json_string(child);

        if (string && string_has_any(string, with->location)) {
            const char *now = replaced(arena, string, with, error);
            if (!now)
                return error_prefix(error, "%.200s: ", text_quote(arena, place, 200));
            child = json_replace(container, child, json_new_string(arena, now));
        } else if (!replace_below(arena, child, place, with, error))
            return false;
    }
    return true;
}

const json *placeholders_replace(struct arena *arena, const json *value,
                                 const struct placeholders *with, struct error *error)
{
    const char *string = json_string(value);

    if (string) {
        const char *now = replaced(arena, string, with, error);
        return now ? json_new_string(arena, now) : NULL;
    }
    json *copy = json_copy(arena, value);
    return replace_below(arena, copy, "", with, error) ? copy : NULL;
}
