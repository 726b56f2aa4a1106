/*
 * The files are read here because the INI libraries at hand cut lines at 200
 * characters, and a session token is longer.
 */
#include "cfnc/aws/profiles.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/aws/aws.h"
#include "cfnc/base/file.h"
#include "cfnc/base/names.h"
#include "cfnc/base/text.h"

enum { FILE_LARGEST = 1024 * 1024 };

/* Sections that are profiles; others are read and forgotten. */
struct profiles {
    json *sections[PROFILES_FILES][2]; /* settings by name, by profile; [1]: of [profile X] */
    const char *files[PROFILES_FILES];
};

/* A file that is being read. */
struct profiles_reading {
    struct arena *arena;
    struct profiles *profiles;
    struct error *error;
    enum profiles_file file;
    int line;
    bool in_section;
    json *profile;     /* NULL in a section of another kind */
    const char *name;  /* of the setting that the next lines may continue, or NULL */
    struct text value; /* of it */
    size_t indent;     /* of it */
    bool nests;        /* its value is empty: settings follow */
};

static bool refuse(const struct profiles_reading *r, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(const struct profiles_reading *r, size_t column, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *what = arena_vprintf(r->arena, format, args);
    va_end(args);
    const struct place place = { .path = r->profiles->files[r->file],
                                 .line = r->line,
                                 .column = (int)column + 1 };
    return error_at(r->error, &place, "%s", what);
}

static bool is_blank(char c)
{
    return c && strchr(" \t\r\f\v", c);
}

static const char *cut(struct arena *arena, const char *from, size_t length)
{
    for (; length && is_blank(*from); length--)
        from++;
    while (length && is_blank(from[length - 1]))
        length--;
    return arena_copy(arena, from, length);
}

/* Where a comment begins in a value, or its end. */
static size_t without_comment(const char *value)
{
    size_t length = 0;

    while (value[length] && !(length && strchr("#;", value[length]) && is_blank(value[length - 1])))
        length++;
    return length;
}

/* What was read of a setting is all of it. */
static void end_setting(struct profiles_reading *r)
{
    if (r->name && r->profile)
        json_set_string(r->profile, r->name, r->value.bytes);
    r->name = NULL;
}

static const char *small(struct arena *arena, const char *name)
{
    char *copy = arena_copy(arena, name, strlen(name));

    for (char *c = copy; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return copy;
}

/* "profile x" is of the kind "profile" and has the name x; quotes around a name are not of it. */
static const char *section_name(struct arena *arena, const char *text, const char *kind)
{
    const size_t length = strlen(kind);

    if (strncmp(text, kind, length) != 0 || (length && !is_blank(text[length])))
        return NULL;
    text = cut(arena, text + length, strlen(text + length));
    const size_t rest = strlen(text);
    if (rest >= 2 && strchr("\"'", *text) && text[rest - 1] == *text)
        return arena_copy(arena, text + 1, rest - 2);
    return text;
}

static bool read_section(struct profiles_reading *r, const char *line, size_t indent)
{
    const char *end = strchr(line, ']'), *comment = line + without_comment(line);

    if (!end || end > comment)
        return refuse(r, indent, "the [ is not closed; write [%s]",
                      r->file == PROFILES_CONFIG ? "profile NAME" : "NAME");
    const char *text = cut(r->arena, line + 1, (size_t)(end - line - 1));
    const char *plain = section_name(r->arena, text, "");
    const char *name = section_name(r->arena, text, "profile");

    if (!*text || (name && !*name))
        return refuse(r, indent, "the section has no name");
    r->in_section = true;
    r->profile = NULL;
    const bool prefixed = r->file == PROFILES_CONFIG && name;
    if (prefixed || r->file == PROFILES_SHARED || strcmp(plain, "default") == 0) {
        json *sections = r->profiles->sections[r->file][prefixed];

        name = prefixed ? name : plain;
        r->profile = json_edit(sections, name);
        if (!r->profile)
            r->profile = json_set_object(sections, name);
    }
    return true;
}

static bool read_setting(struct profiles_reading *r, const char *line, size_t indent)
{
    const size_t length = strcspn(line, "=:");
    const char *name = small(r->arena, cut(r->arena, line, length));

    if (!r->in_section)
        return refuse(r, indent, "a setting stands before the first [section]");
    if (!line[length] || !*name)
        return refuse(r, indent, "expected NAME = VALUE or a [section]");
    const char *value = line + length + 1;
    const size_t size =
        strcmp(name, "credential_process") == 0 ? strlen(value) : without_comment(value);
    r->name = name;
    r->indent = indent;
    r->value = text_new(r->arena);
    text_add(&r->value, cut(r->arena, value, size));
    r->nests = r->value.length == 0;
    return true;
}

/* A line that goes on with the setting before it. */
static void read_continuation(struct profiles_reading *r, const char *line)
{
    const size_t length = strcspn(line, "=");
    const char *value = cut(r->arena, line, without_comment(line));

    if (!r->nests) {
        text_add(&r->value, "\n");
        text_add(&r->value, value);
    } else if (line[length] && r->profile) {
        const char *name = small(r->arena, cut(r->arena, line, length));

        value = line + length + 1;
        json_set_string(r->profile, arena_printf(r->arena, "%s.%s", r->name, name),
                        cut(r->arena, value, without_comment(value)));
    }
}

static bool read_line(struct profiles_reading *r, const char *line)
{
    size_t indent = 0;

    while (is_blank(line[indent]))
        indent++;
    line += indent;
    if (!*line || strchr("#;", *line))
        return true;
    if (r->name && indent > r->indent) {
        read_continuation(r, line);
        return true;
    }
    end_setting(r);
    return *line == '[' ? read_section(r, line, indent) : read_setting(r, line, indent);
}

static bool read_text(struct profiles_reading *r, const struct profiles_text *text)
{
    const char *at = text->bytes, *const end = at + text->length;

    r->profiles->files[r->file] = text_quote(r->arena, text->name, 200);
    if (text->length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    for (r->line = 1; at < end; r->line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline ? newline : end) - at);

        if (memchr(at, '\0', length))
            return refuse(r, 0, "the line holds a byte of 0; is it a text?");
        if (!read_line(r, arena_copy(r->arena, at, length)))
            return false;
        at += length + (newline != NULL);
    }
    end_setting(r);
    return true;
}

const struct profiles *profiles_parse(struct arena *arena,
                                      const struct profiles_text texts[PROFILES_FILES],
                                      struct error *error)
{
    struct profiles *profiles = arena_alloc(arena, sizeof(*profiles));

    for (int file = 0; file < PROFILES_FILES; file++) {
        for (size_t i = 0; i < 2; i++)
            profiles->sections[file][i] = json_object(arena);
        struct profiles_reading reading = {
            .arena = arena,
            .profiles = profiles,
            .error = error,
            .file = (enum profiles_file)file,
        };

        if (!read_text(&reading, &texts[file]))
            return NULL;
    }
    return profiles;
}

static bool load(struct arena *arena, const char *variable, const char *name,
                 struct profiles_text *text, struct error *error)
{
    const char *path = aws_variable(variable), *home = getenv("HOME");

    text->name = path ? path : arena_printf(arena, "%s/.aws/%s", home ? home : "", name);
    text->bytes = "";
    if (strncmp(text->name, "~/", 2) == 0 && home)
        text->name = arena_printf(arena, "%s%s", home, text->name + 1);
    if (!file_exists(text->name))
        return true;
    text->bytes = file_read(arena, text->name, FILE_LARGEST, &text->length, error);
    return text->bytes != NULL;
}

const struct profiles *profiles_read(struct arena *arena, struct error *error)
{
    struct profiles_text texts[PROFILES_FILES] = { { 0 } };

    if (!load(arena, "AWS_SHARED_CREDENTIALS_FILE", "credentials", &texts[PROFILES_SHARED],
              error) ||
        !load(arena, "AWS_CONFIG_FILE", "config", &texts[PROFILES_CONFIG], error))
        return NULL;
    return profiles_parse(arena, texts, error);
}

const char *profiles_wanted(const char *option)
{
    if (option && *option)
        return option;
    return aws_variable("AWS_PROFILE") ? aws_variable("AWS_PROFILE")
                                       : aws_variable("AWS_DEFAULT_PROFILE");
}

bool profiles_have(const struct profiles *profiles, const char *name)
{
    bool have = false;

    for (size_t i = 0; i < 2 * PROFILES_FILES && !have; i++)
        have = json_get(profiles->sections[i / 2][i % 2], name);
    return have;
}

const char *const *profiles_names(struct arena *arena, const struct profiles *profiles)
{
    struct names known = names_new(arena);
    const char **names = NULL;
    size_t count = 0, room = 0;

    for (size_t i = 0; i < 2 * PROFILES_FILES; i++)
        json_each (profile, profiles->sections[i / 2][i % 2]) {
            names = arena_grow(arena, names, count, &room, sizeof(*names));
            names[count] = json_key(profile);
            count += names_add(&known, json_key(profile)) == count;
        }
    names = arena_grow(arena, names, count, &room, sizeof(*names));
    names[count] = NULL;
    return names;
}

bool profiles_missing(struct arena *arena, const struct profiles *profiles, const char *name,
                      struct error *error)
{
    const char *const *names = profiles_names(arena, profiles);
    const char *near = text_nearest(name, names);
    return error_set(error, "no profile \"%s\" in %s and %s%s%s%s", text_quote(arena, name, 60),
                     profiles->files[PROFILES_SHARED], profiles->files[PROFILES_CONFIG],
                     near ? " (did you mean " : "", near ? text_quote(arena, near, 60) : "",
                     near ? "?)" : "");
}

static const char *get(const struct profiles *profiles, enum profiles_file file, bool prefixed,
                       const char *name, const char *setting)
{
    const char *value =
        json_string(json_get(json_get(profiles->sections[file][prefixed], name), setting));

    return value && *value ? value : NULL;
}

const char *profiles_get_of(const struct profiles *profiles, enum profiles_file file,
                            const char *name, const char *setting)
{
    const char *value = get(profiles, file, true, name, setting);

    return value ? value : get(profiles, file, false, name, setting);
}

const char *profiles_get(const struct profiles *profiles, const char *name, const char *setting)
{
    const char *value = profiles_get_of(profiles, PROFILES_SHARED, name, setting);

    return value ? value : profiles_get_of(profiles, PROFILES_CONFIG, name, setting);
}
