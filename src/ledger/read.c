/* What stands in a ledger: anything may, so one line that cannot be read loses none of the others.
 */
#include "ledger_private.h"

#include <string.h>

#include "cfnc/base/names.h"

struct ledger_reading {
    struct arena *arena;
    struct ledger_content *content;
    struct names ids;            /* the closed ones too */
    struct ledger_entry **by_id; /* by their number in `ids`; NULL: closed */
    size_t room;
    const char *path, *text; /* of the line */
    const json *line;
};

static bool refuse_member(struct ledger_reading *r, const char *pointer, const char *what)
{
    struct place place = { .path = r->path, .pointer = pointer, .column = 1 };

    (void)json_place(r->text, &place);
    place.line = (int)r->content->lines;
    return error_at(&r->content->error, &place,
                    "%s; look for what it names in the account, then delete the line", what);
}

/* --- Members --- */

static bool get_text(struct ledger_reading *r, const char *pointer, const char **text)
{
    const json *value = pointer_get(r->line, pointer);

    *text = json_string(value);
    return *text || refuse_member(r, pointer,
                                  value ? arena_printf(r->arena, "%s: expected a string, not %s",
                                                       pointer + 1, json_type_name(value))
                                        : arena_printf(r->arena, "%s is missing", pointer + 1));
}

static bool get_object(struct ledger_reading *r, const char *pointer, const json **object)
{
    const json *value = pointer_get(r->line, pointer);

    *object = value;
    return json_type(value) == JSON_OBJECT ||
           refuse_member(r, pointer,
                         arena_printf(r->arena, "%s: expected an object, not %s", pointer + 1,
                                      value ? json_type_name(value) : "nothing"));
}

static bool get_time(struct ledger_reading *r, int64_t *time_ms)
{
    const json *value = json_get(r->line, "time");
    const double most = 253402300799999; /* the last of the year 9999 */
    const double read = json_number(value, -1);

    if (!json_is_integer(value) || read < 0 || read > most)
        return refuse_member(r, "/time", "time: expected milliseconds since 1970");
    *time_ms = (int64_t)read;
    return true;
}

static bool is_id(const char *text)
{
    return strlen(text) == LEDGER_ID_LENGTH &&
           strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz") == LEDGER_ID_LENGTH;
}

/* --- Lines --- */

static bool read_texts(struct ledger_reading *r, struct ledger_entry *entry)
{
    for (size_t i = 0; i < LEDGER_TEXT_COUNT; i++) {
        const struct ledger_text *row = &ledger_texts[i];

        if (!get_text(r, arena_printf(r->arena, "/%s", row->name), ledger_text_of(entry, row)))
            return false;
    }
    return true;
}

static void add(struct ledger_reading *r, struct ledger_entry *entry)
{
    const size_t number = names_add(&r->ids, entry->id);

    r->by_id = arena_grow(r->arena, r->by_id, number, &r->room, sizeof(struct ledger_entry *));
    r->by_id[number] = entry;
}

static bool read_sent(struct ledger_reading *r)
{
    struct ledger_entry *entry = arena_alloc(r->arena, sizeof(*entry));

    if (!read_texts(r, entry) || !get_time(r, &entry->time_ms) ||
        !get_object(r, "/desired", &entry->desired))
        return false;
    if (!is_id(entry->id))
        return refuse_member(r, "/entry", "this is no id of an entry");
    if (names_find(&r->ids, entry->id) != NAMES_NONE)
        return refuse_member(r, "/entry", "an entry of this id stands before it");
    entry->unique = json_true(json_get(r->line, "unique"));
    add(r, entry);
    return true;
}

/* What a line is about, in `by_id`; NULL when there is no such entry. */
static struct ledger_entry **entry_of(struct ledger_reading *r)
{
    const char *id;
    size_t number;

    if (!get_text(r, "/entry", &id))
        return NULL;
    number = names_find(&r->ids, id);
    if (number != NAMES_NONE)
        return &r->by_id[number];
    refuse_member(r, "/entry", "no create of this id stands before it");
    return NULL;
}

static bool read_known(struct ledger_reading *r)
{
    struct ledger_entry **place = entry_of(r);
    const json *model, *identifier;

    if (!place || !get_object(r, "/model", &model) || !get_object(r, "/identifier", &identifier))
        return false;
    if (*place) {
        (*place)->model = model;
        (*place)->identifier = identifier;
        (*place)->answered = true;
        if ((*place)->state == LEDGER_SENT)
            (*place)->state = LEDGER_KNOWN;
    }
    return true;
}

static bool read_answered(struct ledger_reading *r)
{
    struct ledger_entry **place = entry_of(r);

    if (place && *place)
        (*place)->answered = true;
    return place;
}

static bool read_closing(struct ledger_reading *r)
{
    struct ledger_entry **place = entry_of(r);

    if (place && *place)
        (*place)->state = LEDGER_CLOSING;
    return place;
}

static bool read_closed(struct ledger_reading *r)
{
    struct ledger_entry **place = entry_of(r);

    if (place)
        *place = NULL;
    return place;
}

static bool read_first(struct ledger_reading *r)
{
    const double version = json_number(json_get(r->line, "version"), -1);

    if (r->content->lines > 1)
        return refuse_member(r, "/is", "only a first line is like this");
    if (version < LEDGER_VERSION || version > LEDGER_VERSION)
        return refuse_member(r, "/version", "this cfnc knows version 1 of ledgers and no other");
    return true;
}

static const struct {
    const char *is;
    bool (*read)(struct ledger_reading *r);
} kinds[] = {
    { "ledger", read_first },      { "sent", read_sent },       { "known", read_known },
    { "answered", read_answered }, { "closing", read_closing }, { "closed", read_closed },
};

static bool read_line(struct ledger_reading *r, size_t length)
{
    struct error error;
    const char *is;

    r->line = json_parse(r->arena, r->text, length, &error);
    if (!r->line) /* "1:COL: ..." */
        return error_set(&r->content->error,
                         "%s:%zu%s; look for what it names in the account, then delete the line",
                         r->path, r->content->lines, strchr(error.text, ':'));
    if (!get_text(r, "/is", &is))
        return false;
    if (r->content->lines == 1 && strcmp(is, "ledger") != 0)
        return refuse_member(r, "/is", "a ledger begins with its version");
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(kinds[i].is, is) == 0)
            return kinds[i].read(r);
    return refuse_member(r, "/is", "a ledger has no such line");
}

/* Only the first error is kept. */
static void take_line(struct ledger_reading *r, const char *line, size_t length)
{
    const struct error first = r->content->error;
    const bool broken = r->content->broken;

    r->content->lines++;
    r->text = arena_copy(r->arena, line, length);
    if (!read_line(r, length))
        r->content->broken = true;
    if (broken)
        r->content->error = first;
}

/* Line by line; a last one that was cut off is left out. */
static void read_lines(struct ledger_reading *r, const char *text, size_t length)
{
    struct error ignored;

    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t line = end ? (size_t)(end - (text + at)) : length - at;

        if (!end) { /* cut off, unless all but its end is there */
            r->content->unended =
                json_parse(r->arena, arena_copy(r->arena, text + at, line), line, &ignored);
            if (!r->content->unended)
                return;
        }
        take_line(r, text + at, line);
        at += line + (end ? 1 : 0);
        r->content->whole = at;
    }
}

struct ledger_content ledger_parse(struct arena *arena, const char *path, const char *text,
                                   size_t length)
{
    struct ledger_content content = { .entries = NULL };
    struct ledger_entry **end = &content.entries;
    struct ledger_reading r = {
        .arena = arena, .content = &content, .ids = names_new(arena), .path = path
    };

    read_lines(&r, text, length);
    for (size_t i = 0; r.by_id && i < r.ids.count; i++)
        if (r.by_id[i]) {
            *end = r.by_id[i];
            end = &r.by_id[i]->next;
            content.count++;
        }
    return content;
}
