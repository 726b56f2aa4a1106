/* A recording is read: its lines, into parts and their entries. */
#include "recording_read.h"

#include <string.h>

bool reading_error(struct recording_reader *r, const char *pointer, const char *what)
{
    struct place place = { .path = r->recording->path, .pointer = pointer, .column = 1 };

    (void)json_place(r->text, &place);
    place.line = (int)r->number;
    return error_at(r->error, &place, "%s", what);
}

static bool is_wrong(struct recording_reader *r, const char *pointer, const char *wanted)
{
    const json *value = pointer_get(r->line, pointer);

    return reading_error(r, pointer,
                         value ? arena_printf(r->arena, "%s: expected %s, not %s", pointer + 1,
                                              wanted, json_type_name(value))
                               : arena_printf(r->arena,
                                              "%s is missing: this is no recording of cfnc, "
                                              "or a damaged one",
                                              pointer + 1));
}

/* --- Members of a line --- */

bool reading_text(struct recording_reader *r, const char *pointer, const char **text)
{
    *text = json_string(pointer_get(r->line, pointer));
    return *text || is_wrong(r, pointer, "a string");
}

bool reading_number(struct recording_reader *r, const char *pointer, double most, int64_t *number)
{
    const json *value = pointer_get(r->line, pointer);
    const double read = json_number(value, -1);

    *number = 0;
    if (!json_is_integer(value) || read < 0 || read > most)
        return is_wrong(r, pointer, arena_printf(r->arena, "a number from 0 to %.0f", most));
    *number = (int64_t)read;
    return true;
}

bool reading_int(struct recording_reader *r, const char *pointer, int *number)
{
    int64_t wide;
    const bool read = reading_number(r, pointer, 2147483647, &wide);

    *number = (int)wide;
    return read;
}

bool reading_typed(struct recording_reader *r, const char *pointer, enum json_type type,
                   const char *wanted, const json **value)
{
    *value = pointer_get(r->line, pointer);
    return json_type(*value) == type || is_wrong(r, pointer, wanted);
}

/* --- The lines --- */

static bool read_secret(struct recording_reader *r)
{
    const char *text;

    if (!reading_text(r, "/text", &text))
        return false;
    redactor_learn_text(r->recording->run.redactor, text);
    return true;
}

static bool read_part(struct recording_reader *r)
{
    struct recorded_part *part = arena_alloc(r->arena, sizeof(*part));

    if (!reading_text(r, "/set", &part->set) || !reading_text(r, "/module", &part->module) ||
        !reading_text(r, "/name", &part->name))
        return false;
    part->tearing_down = json_true(json_get(r->line, "tearing_down"));
    part->moment = part->moments_end = r->recording->clock.moments.count;
    *r->parts_end = r->part = part;
    r->parts_end = &part->next;
    r->entries_end = &part->entries;
    return true;
}

/* `action` is of a call. */
static bool add_entry(struct recording_reader *r, enum entry_kind kind, unsigned action)
{
    struct entry *entry = arena_alloc(r->arena, sizeof(*entry));

    if (!r->entries_end)
        return reading_error(r, "", "this belongs to no part: a line before it is missing");
    *entry = (struct entry){
        .kind = kind, .line = r->line, .action = action, .moment = r->recording->clock.moments.count
    };
    *r->entries_end = entry;
    r->entries_end = &entry->next;
    return true;
}

static bool read_draw(struct recording_reader *r)
{
    const json *model = json_get(r->line, "model");
    const char *error;

    if (model && json_type(model) != JSON_OBJECT)
        return is_wrong(r, "/model", "an object");
    return (model || reading_text(r, "/error", &error)) && add_entry(r, ENTRY_DRAW, 0);
}

static bool read_token(struct recording_reader *r)
{
    const char *text;

    return reading_text(r, "/text", &text) && add_entry(r, ENTRY_TOKEN, 0);
}

static bool read_call(struct recording_reader *r)
{
    const json *request, *reply;
    const char *action, *kind;
    int64_t ms;

    if (!reading_number(r, "/ms", 9e15, &ms) ||
        !reading_typed(r, "/request", JSON_OBJECT, "an object", &request) ||
        !reading_text(r, "/request/action", &action) ||
        !reading_typed(r, "/reply", JSON_OBJECT, "an object", &reply) ||
        !reading_text(r, "/reply/kind", &kind))
        return false;
    r->recording->calls++;
    const unsigned called = action_named(r->recording->run.subject->protocol, action);
    return called ? add_entry(r, ENTRY_CALL, called)
                  : reading_error(r, "/request/action", "there is no such action");
}

static bool read_end(struct recording_reader *r)
{
    r->recording->ended = true;
    return reading_int(r, "/exit_code", &r->recording->exit_code);
}

static const struct line_kind {
    const char *is;
    bool (*read)(struct recording_reader *r);
} kinds[] = {
    { "run", reading_run },  { "secret", read_secret },
    { "part", read_part },   { "draw", read_draw },
    { "token", read_token }, { "call", read_call },
    { "end", read_end },     { 0 },
};

static bool read_line(struct recording_reader *r)
{
    const struct line_kind *kind = kinds;
    const char *is;

    if (json_type(r->line) != JSON_OBJECT)
        return reading_error(r, "", "this is no line of a recording");
    if (!reading_text(r, "/is", &is))
        return false;
    while (kind->is && strcmp(kind->is, is) != 0)
        kind++;
    if (!kind->is)
        return reading_error(r, "/is", "a recording has no such line");
    if ((r->number == 1) != (kind == kinds))
        return reading_error(r, "/is",
                             kind == kinds ? "a second run begins here"
                                           : "a recording begins with its run");
    if (r->recording->ended)
        return reading_error(r, "", "there is a line behind the end");
    clock_read(r->arena, &r->recording->clock, r->line);
    if (r->part)
        r->part->moments_end = r->recording->clock.moments.count;
    return kind->read(r);
}

static bool parse_line(struct recording_reader *r, const char *text, size_t length)
{
    struct error error;

    r->text = arena_copy(r->arena, text, length);
    r->line = json_parse(r->arena, r->text, length, &error);
    if (!r->line) /* "1:COL: ..." */
        return error_set(r->error, "%s:%zu:%s", r->recording->path, r->number,
                         strchr(error.text, ':') ? strchr(error.text, ':') + 1 : error.text);
    return read_line(r);
}

struct recording *recording_read(struct arena *arena, const char *path, const char *text,
                                 size_t length, const struct protocol *const *protocols,
                                 struct error *error)
{
    struct recording *recording = arena_alloc(arena, sizeof(*recording));
    struct recording_reader r = {
        .arena = arena,
        .recording = recording,
        .protocols = protocols,
        .target = arena_alloc(arena, sizeof(*r.target)),
        .parts_end = &recording->parts,
        .error = error,
    };

    recording->path = path;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t here = end ? (size_t)(end - text) - at : length - at;

        r.number++;
        if (!parse_line(&r, text + at, here))
            return NULL;
        if (!end) {
            error_set(error, "%s:%zu:%zu: the line is cut off", path, r.number, here + 1);
            return NULL;
        }
        at += here + 1;
    }
    if (r.number)
        return recording;
    error_set(error, "%s:1:1: the recording is empty", path);
    return NULL;
}
