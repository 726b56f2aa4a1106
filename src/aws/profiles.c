/*
 * The files are read here because the INI libraries at hand cut lines at 200
 * characters, and a session token is longer.
 */
#include "cfnc/aws/profiles.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

enum { FILE_LARGEST = 1024 * 1024 };

struct setting {
    struct setting *next; /* the latest first: it counts */
    const char *name, *value;
};

/* A section that is a profile; others are read and forgotten. */
struct profile {
    struct profile *next;
    const char *name;
    enum profiles_file file;
    bool prefixed; /* [profile X], not [X] */
    struct setting *settings;
};

struct profiles {
    struct profile *first;
    const char *files[PROFILES_FILES];
};

/* A file that is being read. */
struct reading {
    struct arena *arena;
    struct profiles *profiles;
    struct error *error;
    enum profiles_file file;
    int line;
    bool in_section;
    struct profile *profile; /* NULL in a section of another kind */
    const char *name;        /* of the setting that the next lines may continue, or NULL */
    struct text value;       /* of it */
    size_t indent;           /* of it */
    bool nests;              /* its value is empty: settings follow */
};

static bool refuse(const struct reading *r, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(const struct reading *r, size_t column, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *what = arena_vprintf(r->arena, format, args);
    va_end(args);
    return error_set(r->error, "%s:%d:%zu: %s", r->profiles->files[r->file], r->line, column + 1,
                     what);
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

static void add_setting(struct reading *r, const char *name, const char *value)
{
    struct setting *setting = arena_alloc(r->arena, sizeof(*setting));

    *setting = (struct setting){ .next = r->profile->settings, .name = name, .value = value };
    r->profile->settings = setting;
}

/* What was read of a setting is all of it. */
static void end_setting(struct reading *r)
{
    if (r->name && r->profile)
        add_setting(r, r->name, r->value.bytes);
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

static void enter(struct reading *r, const char *name, bool prefixed)
{
    struct profile **end = &r->profiles->first;

    for (; *end; end = &(*end)->next)
        if ((*end)->file == r->file && (*end)->prefixed == prefixed &&
            strcmp((*end)->name, name) == 0)
            break;
    if (!*end) {
        *end = arena_alloc(r->arena, sizeof(**end));
        **end = (struct profile){ .name = name, .file = r->file, .prefixed = prefixed };
    }
    r->profile = *end;
}

static bool read_section(struct reading *r, const char *line, size_t indent)
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
    if (prefixed || r->file == PROFILES_SHARED || strcmp(plain, "default") == 0)
        enter(r, prefixed ? name : plain, prefixed);
    return true;
}

static bool read_setting(struct reading *r, const char *line, size_t indent)
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
static void read_continuation(struct reading *r, const char *line)
{
    const size_t length = strcspn(line, "=");
    const char *value = cut(r->arena, line, without_comment(line));

    if (!r->nests) {
        text_add(&r->value, "\n");
        text_add(&r->value, value);
    } else if (line[length] && r->profile) {
        const char *name = small(r->arena, cut(r->arena, line, length));

        value = line + length + 1;
        add_setting(r, arena_printf(r->arena, "%s.%s", r->name, name),
                    cut(r->arena, value, without_comment(value)));
    }
}

static bool read_line(struct reading *r, const char *line)
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

static bool read_text(struct reading *r, const struct profiles_text *text)
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
        struct reading reading = {
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
    const char *path = getenv(variable), *home = getenv("HOME");

    text->name = path && *path ? path : arena_printf(arena, "%s/.aws/%s", home ? home : "", name);
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
    const char *const candidates[] = { option, getenv("AWS_PROFILE"),
                                       getenv("AWS_DEFAULT_PROFILE") };

    for (size_t i = 0; i < sizeof(candidates) / sizeof(candidates[0]); i++)
        if (candidates[i] && *candidates[i])
            return candidates[i];
    return NULL;
}

bool profiles_have(const struct profiles *profiles, const char *name)
{
    for (const struct profile *p = profiles->first; p; p = p->next)
        if (strcmp(p->name, name) == 0)
            return true;
    return false;
}

const char *const *profiles_names(struct arena *arena, const struct profiles *profiles)
{
    size_t count = 0;

    for (const struct profile *p = profiles->first; p; p = p->next)
        count++;
    const char **names = arena_array(arena, count + 1, sizeof(*names));
    count = 0;
    for (const struct profile *p = profiles->first; p; p = p->next) {
        size_t same = 0;

        while (same < count && strcmp(names[same], p->name) != 0)
            same++;
        if (same == count)
            names[count++] = p->name;
    }
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
    for (const struct profile *p = profiles->first; p; p = p->next) {
        if (p->file != file || p->prefixed != prefixed || strcmp(p->name, name) != 0)
            continue;
        for (const struct setting *s = p->settings; s; s = s->next)
            if (strcmp(s->name, setting) == 0)
                return *s->value ? s->value : NULL;
    }
    return NULL;
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
