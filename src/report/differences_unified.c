#include <string.h>

#include "cfnc/base/names.h"
#include "cfnc/json/pointer.h"
#include "differences_private.h"

/*
 * A unified diff of two models. What was returned is shown as the comparison
 * sees it: the request, with its differences. So neither the order of members
 * or of items that have none, nor what the service added, are lines of it.
 */

enum { CONTEXT = 3, MOST_LINES = 200, ROOM = 256 };

struct diff_line {
    char mark; /* ' ', '-' or '+' */
    const char *text;
};

struct unified {
    struct arena *arena;
    struct diff_line *lines;
    size_t count, room;
    struct names paths;             /* of rows, and of what holds unexpected values; */
    const struct difference **rows; /* of these paths, or NULL */
    const struct difference **first_added;
};

static void add_line(struct unified *u, char mark, const char *text)
{
    if (u->count == u->room) {
        const struct diff_line *old = u->lines;

        u->room = u->room ? u->room * 2 : ROOM;
        u->lines = arena_array(u->arena, u->room, sizeof(*u->lines));
        if (u->count)
            memcpy(u->lines, old, u->count * sizeof(*old));
    }
    u->lines[u->count++] = (struct diff_line){ mark, text };
}

/* `text` behind the name of the member, if it is one. */
static const char *named(struct arena *arena, const char *key, const char *text)
{
    return key ? arena_printf(arena, "%s: %s", json_print(arena, json_new_string(arena, key)), text)
               : text;
}

/* All lines of a value. */
static void add_value(struct unified *u, char mark, int indent, const char *key, const json *value,
                      const char *comma)
{
    const char *text = named(u->arena, key, json_print_pretty(u->arena, value));

    while (*text) {
        const size_t length = strcspn(text, "\n");
        const char *end = text[length] ? "" : comma;

        add_line(u, mark, arena_printf(u->arena, "%*s%.*s%s", indent, "", (int)length, text, end));
        text += length + (text[length] ? 1 : 0);
    }
}

/* What stands behind the last "/" of a pointer. */
static const char *last_step(const char *pointer)
{
    const char *slash = strrchr(pointer, '/');

    return slash ? slash : pointer;
}

static void add_additions(struct unified *u, const char *pointer, int indent)
{
    const size_t number = names_find(&u->paths, pointer);

    if (number == NAMES_NONE)
        return;
    for (const struct difference *d = u->first_added[number]; d; d = d->next) {
        const char *step = last_step(d->path);
        const size_t length = (size_t)(step - d->path);

        if (d->kind == DIFFERENCE_UNEXPECTED && strncmp(d->path, pointer, length) == 0 &&
            !pointer[length])
            add_value(u, '+', indent, json_key(d->returned), d->returned, "");
    }
}

static void add_node(struct unified *u, const char *pointer, int indent, const json *value,
                     const char *comma)
{
    const size_t number = names_find(&u->paths, pointer);
    const struct difference *d = number == NAMES_NONE ? NULL : u->rows[number];
    const bool object = json_type(value) == JSON_OBJECT, array = json_type(value) == JSON_ARRAY;
    size_t index = 0;

    if (d) {
        add_value(u, '-', indent, json_key(value), d->requested, comma);
        if (d->returned)
            add_value(u, '+', indent, json_key(value), d->returned, comma);
        return;
    }
    if ((!object && !array) || (!json_first(value) && number == NAMES_NONE)) {
        add_value(u, ' ', indent, json_key(value), value, comma);
        return;
    }
    add_line(u, ' ',
             arena_printf(u->arena, "%*s%s", indent, "",
                          named(u->arena, json_key(value), object ? "{" : "[")));
    json_each (child, value)
        add_node(u,
                 object ? pointer_add(u->arena, pointer, json_key(child))
                        : pointer_add_index(u->arena, pointer, index++),
                 indent + 2, child, json_next(child) ? "," : "");
    add_additions(u, pointer, indent + 2);
    add_line(u, ' ', arena_printf(u->arena, "%*s%s%s", indent, "", object ? "}" : "]", comma));
}

static void read_rows(struct unified *u, const struct difference *first)
{
    size_t count = 0;

    for (const struct difference *d = first; d; d = d->next)
        count++;
    u->rows = arena_array(u->arena, count + 1, sizeof(*u->rows));
    u->first_added = arena_array(u->arena, count + 1, sizeof(*u->first_added));
    for (const struct difference *d = first; d; d = d->next) {
        const bool added = d->kind == DIFFERENCE_UNEXPECTED;
        const size_t length = (size_t)(last_step(d->path) - d->path);
        const size_t number =
            names_add(&u->paths, added ? arena_copy(u->arena, d->path, length) : d->path);

        if (!added)
            u->rows[number] = d;
        else if (!u->first_added[number])
            u->first_added[number] = d;
    }
}

/* Whether a line is near enough to one that differs. */
static bool is_near(const struct unified *u, size_t at)
{
    const size_t from = at > CONTEXT ? at - CONTEXT : 0;

    for (size_t i = from; i < u->count && i <= at + CONTEXT; i++)
        if (u->lines[i].mark != ' ')
            return true;
    return false;
}

static void add_heading(struct text *out, const struct unified *u, size_t at, const size_t line[2])
{
    size_t requested = 0, returned = 0;

    for (; at < u->count && is_near(u, at); at++) {
        requested += u->lines[at].mark != '+';
        returned += u->lines[at].mark != '-';
    }
    text_addf(out, "  @@ -%zu,%zu +%zu,%zu @@\n", line[0], requested, line[1], returned);
}

static void print_line(struct text *out, const struct diff_line *line,
                       const struct differences_style *style)
{
    const bool coloured = style->colour && line->mark != ' ';
    const size_t columns = style->whole          ? 0
                           : style->columns > 24 ? (size_t)(style->columns - 4)
                                                 : 20;

    text_addf(out, "  %s%c%s%s\n",
              !coloured           ? ""
              : line->mark == '-' ? "\033[32m"
                                  : "\033[31m",
              line->mark, text_fit(out->arena, line->text, columns), coloured ? "\033[0m" : "");
}

void differences_unified(struct text *out, const struct comparison *comparison,
                         const struct differences_style *style)
{
    struct unified u = { .arena = out->arena, .paths = names_new(out->arena) };
    size_t number[2] = { 1, 1 }, shown = 0;
    bool inside = false;

    read_rows(&u, comparison->differences);
    add_node(&u, "", 0, comparison->requested, "");
    text_addf(out, "  --- requested\n  +++ %s\n", style->returned);
    for (size_t i = 0; i < u.count; i++) {
        const bool near = is_near(&u, i);

        if (near && (style->rows == SIZE_MAX || shown++ < MOST_LINES)) {
            if (!inside)
                add_heading(out, &u, i, number);
            print_line(out, &u.lines[i], style);
        }
        inside = near;
        number[0] += u.lines[i].mark != '+';
        number[1] += u.lines[i].mark != '-';
    }
    if (shown > MOST_LINES)
        text_addf(out, "  ... and %zu more lines (--tb=long shows all)\n", shown - MOST_LINES);
}
