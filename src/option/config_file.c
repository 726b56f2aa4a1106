#include "cfnc/option/config_file.h"

#include <ini.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

enum {
    LARGEST = 64 * 1024,
    SECTION_LONGEST = 49 /* bytes; libinih cuts longer names */
};

/* How far the text has been handed over to libinih, a line at a time. */
struct ini_reading {
    struct arena *arena;
    struct config_file *file;
    const char *at, *end;
    int line;
    bool failed;
    struct error *error;
};

static bool refuse(struct ini_reading *r, const char *problem)
{
    if (!r->failed)
        error_at(r->error, &(struct place){ .path = r->file->path, .line = r->line }, "%s",
                 problem);
    r->failed = true;
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void trim(const char **start, const char **end)
{
    while (*start < *end && is_blank(**start))
        (*start)++;
    while (*end > *start && is_blank((*end)[-1]))
        (*end)--;
}

/* Names of sections, which libinih would cut, and what stands behind them, which it drops. */
static bool take_section(struct ini_reading *r, const char *start, const char *end)
{
    const char *close = memchr(start, ']', (size_t)(end - start));
    const char *name = start + 1, *rest = close ? close + 1 : end;

    if (!close)
        return refuse(r, "a section is written [NAME]; the ] is missing");
    if (close - name > SECTION_LONGEST)
        return refuse(r, arena_printf(r->arena, "the name of a section has at most %d bytes",
                                      SECTION_LONGEST));
    trim(&rest, &end);
    if (rest < end && *rest != ';' && *rest != '#')
        return refuse(r, "nothing but a comment stands behind a [SECTION]");
    r->file->settings[r->file->count++] =
        (struct setting){ .section = arena_copy(r->arena, name, (size_t)(close - name)),
                          .line = r->line };
    return true;
}

/* What a line without a NAME and a VALUE would be to libinih: sometimes an error, sometimes not. */
static bool check_line(struct ini_reading *r, const char *start, const char *end)
{
    if (*start == '[')
        return take_section(r, start, end);
    for (const char *c = start; c < end; c++)
        if (*c == '=' || *c == ':')
            return c > start || refuse(r, "the name in front of the = is missing");
    return refuse(r, "expected NAME = VALUE, [SECTION] or # a comment");
}

/*
 * What libinih calls for the next line. It gets them without what it would trip over: blanks in
 * front (the line would go on with the value before), comments however long, and the byte order
 * mark.
 */
static char *next_line(char *buffer, int size, void *context)
{
    struct ini_reading *r = context;

    if (r->failed || r->at == r->end)
        return NULL;
    const char *start = r->at;
    const char *stop = memchr(start, '\n', (size_t)(r->end - start)), *end = stop ? stop : r->end;
    r->at = stop ? stop + 1 : r->end;
    r->line++;
    trim(&start, &end);
    if (start < end && (*start == '#' || *start == ';'))
        end = start;
    if (end - start > size - 3) {
        refuse(r, arena_printf(r->arena,
                               "a line has at most %d bytes; what may be repeated, such "
                               "as report, goes on lines of its own",
                               size - 3));
        return NULL;
    }
    if (start < end && !check_line(r, start, end))
        return NULL;
    memcpy(buffer, start, (size_t)(end - start));
    memcpy(buffer + (end - start), "\n", 2);
    return buffer;
}

/* Whether somebody may have meant a comment: to libinih "#" begins none behind a value. */
static bool has_hash(const char *value)
{
    for (const char *c = value; *c; c++)
        if (*c == '#' && (c == value || is_blank(c[-1])))
            return true;
    return false;
}

/* A value without the quotes around all of it; NULL when the closing one is missing. */
static const char *unquoted(struct ini_reading *r, const char *value)
{
    const size_t length = strlen(value);

    if (value[0] != '"' && has_hash(value))
        refuse(r,
               "a comment behind a value begins with \" ;\"; a value with \" #\" in it stands in "
               "quotes");
    if (value[0] != '"')
        return arena_copy(r->arena, value, length);
    if (length > 1 && value[length - 1] == '"')
        return arena_copy(r->arena, value + 1, length - 2);
    refuse(r, "the \" at the end of the value is missing, or a \" ;\" in it begins a comment");
    return NULL;
}

/* What libinih calls for each NAME = VALUE. */
static int take(void *context, const char *section, const char *name, const char *value)
{
    struct ini_reading *r = context;

    if (!name || !value) /* as some builds of the library tell sections, and names alone */
        return 1;
    const char *said = unquoted(r, value);
    if (r->failed)
        return 0;
    r->file->settings[r->file->count++] =
        (struct setting){ .section = arena_copy(r->arena, section, strlen(section)),
                          .name = arena_copy(r->arena, name, strlen(name)),
                          .value = said,
                          .line = r->line };
    return 1;
}

/* A tab, and what ends a line; a return alone ends none. */
static bool is_control(const struct ini_reading *r, const char *s)
{
    if (*s == '\r')
        return s + 1 < r->end && s[1] != '\n';
    return ((unsigned char)*s < ' ' && *s != '\t' && *s != '\n') || *s == 0x7F;
}

/* Objects to the first byte that no text has. */
static bool is_text(struct ini_reading *r)
{
    r->line = 1;
    for (const char *s = r->at; s < r->end;) {
        const size_t bytes = text_utf8_length(s);

        if (!*s)
            return refuse(r, "a byte of 0; save the file as UTF-8");
        if (!bytes || text_is_nul(s) || bytes > (size_t)(r->end - s))
            return refuse(r, "this is not UTF-8; save the file as UTF-8");
        if (is_control(r, s))
            return refuse(r, arena_printf(r->arena, "a control character, 0x%02X",
                                          (unsigned)(unsigned char)*s));
        r->line += *s == '\n';
        s += bytes;
    }
    r->line = 0;
    return true;
}

static size_t count_lines(const char *text, size_t length)
{
    size_t count = 1;

    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

struct config_file *config_file_parse(struct arena *arena, const char *path, const char *text,
                                      size_t length, struct error *error)
{
    struct config_file *file = arena_alloc(arena, sizeof(*file));
    const size_t mark = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    struct ini_reading r = {
        .arena = arena, .file = file, .at = text + mark, .end = text + length, .error = error
    };

    file->path = text_quote(arena, path, 100);
    file->settings = arena_array(arena, count_lines(text, length), sizeof(*file->settings));
    if (!is_text(&r))
        return NULL;
    const int line = ini_parse_stream(next_line, &r, take, &r);
    if (line && !r.failed) {
        r.line = line > 0 ? line : r.line;
        refuse(&r, "expected NAME = VALUE, [SECTION] or # a comment");
    }
    return r.failed ? NULL : file;
}

struct config_file *config_file_read(struct arena *arena, const char *path, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, LARGEST, &length, error);

    return text ? config_file_parse(arena, path, text, length, error) : NULL;
}
