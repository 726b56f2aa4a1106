#include "cfnc/report/differences.h"

#include <string.h>

#include "differences_private.h"

enum { VALUE_COLUMNS = 60, LEAST_COLUMNS = 12, NARROW = 36, WHOLE_COLUMNS = 1000, NOTES = 4 };

bool diff_format_read(const char *name, enum diff_format *format)
{
    static const char *const names[] = {
        [DIFF_PATHS] = "paths", [DIFF_UNIFIED] = "unified", [DIFF_BOTH] = "both"
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i], name) == 0) {
            *format = (enum diff_format)i;
            return true;
        }
    }
    return false;
}

/* Both values of a row, as wide as there is room for. */
struct shown_pair {
    const char *requested, *returned;
};

/*
 * How many bytes two long texts begin with alike, but for a little: what they differ
 * in would be cut off, and a row would show the same twice. 0: it is seen as it is.
 */
static size_t alike(const char *one, const char *other, size_t columns)
{
    enum {
        CONTEXT = 8,     /* bytes of what is alike */
        CUT = 10,        /* columns that "...(+246)" takes */
        LEAST_SHOWN = 26 /* or else there is room for the marks alone */
    };
    size_t same = 0;

    while (one[same] && one[same] == other[same])
        same++;
    if (columns < LEAST_SHOWN || same + CONTEXT + CUT <= columns)
        return 0;
    same -= CONTEXT;
    /* where both end soon, there is room for more of it */
    const size_t one_is = strlen(one), other_is = strlen(other);
    const size_t room = columns - CUT, longest = one_is > other_is ? one_is : other_is;
    if (longest - same < room)
        same = longest - room;
    while (same && (one[same] & 0xC0) == 0x80)
        same--; /* not within a letter */
    return same;
}

/* What follows the first `skip` bytes, with the number of letters that they are. */
static const char *from(struct arena *arena, const char *text, size_t skip, size_t columns)
{
    const char *mark = skip ? arena_printf(arena, "(%zu+)...", text_count(text, text + skip)) : "";

    return arena_printf(arena, "%s%s", mark, text_fit(arena, text + skip, columns - strlen(mark)));
}

static struct shown_pair pair_of(struct arena *arena, const struct difference *d, size_t columns)
{
    const char *requested = d->requested ? json_print(arena, d->requested) : NULL;
    const char *returned = d->returned ? json_print(arena, d->returned) : NULL;
    const bool cut = requested && returned &&
                     (text_width(requested) > columns || text_width(returned) > columns);
    const size_t skip = cut ? alike(requested, returned, columns) : 0;

    return (struct shown_pair){
        .requested = requested ? from(arena, requested, skip, columns) : "(absent)",
        .returned = returned ? from(arena, returned, skip, columns) : "(absent)",
    };
}

static const char *colour(const struct differences_style *style, const char *code)
{
    return style->colour ? code : "";
}

static int widest(int least, size_t length, int most)
{
    const int width = length < (size_t)most ? (int)length : most;

    return width > least ? width : least;
}

/* What the two values do not show by themselves. */
static const char *kind_note(const struct difference *d)
{
    return d->kind == DIFFERENCE_CHANGED || d->kind == DIFFERENCE_MISSING
               ? ""
               : difference_kind_name(d->kind);
}

/* How wide the columns of a table are. */
struct table {
    int path, requested;
    int room; /* for one value: what is longer is cut */
};

static void add_row(struct text *out, const struct difference *d, const struct table *table,
                    const struct differences_style *style)
{
    const struct shown_pair shown = pair_of(out->arena, d, (size_t)table->room);
    const char *note = kind_note(d);

    const char *path = text_fit(out->arena, *d->path ? d->path : "(model)", (size_t)table->path);
    text_addf(out, "  %s   %s%s%s   %s%s%s%s%s\n",
              text_padded(out->arena, path, (size_t)table->path), colour(style, "\033[32m"),
              text_padded(out->arena, shown.requested, (size_t)table->requested),
              colour(style, "\033[0m"), colour(style, "\033[31m"), shown.returned,
              colour(style, "\033[0m"), *note ? "  " : "", note);
}

static struct table measure(struct arena *arena, const struct difference *d,
                            const struct differences_style *style)
{
    const int columns = style->whole ? WHOLE_COLUMNS : style->columns;
    struct table table = { .path = 14, .requested = 9 };
    int note = 0;
    size_t rows = 0;

    for (const struct difference *e = d; e && rows < style->rows; e = e->next, rows++) {
        table.path = widest(table.path, text_width(text_quote(arena, e->path, 0)), columns / 2 - 6);
        note = widest(note, strlen(kind_note(e)), columns);
    }
    table.room = (columns - table.path - 8 - (note ? note + 2 : 0)) / 2; /* beside blanks */
    if (!style->whole && table.room > VALUE_COLUMNS)
        table.room = VALUE_COLUMNS;
    if (table.room < LEAST_COLUMNS)
        table.room = LEAST_COLUMNS;
    for (rows = 0; d && rows < style->rows; d = d->next, rows++)
        table.requested =
            widest(table.requested, text_width(pair_of(arena, d, (size_t)table.room).requested),
                   table.room);
    return table;
}

/* In a window with no room for columns: each value in a line of its own. */
static void add_narrow(struct text *out, const struct difference *d,
                       const struct differences_style *style)
{
    const size_t room = (size_t)style->columns - 4;
    const struct shown_pair shown = pair_of(out->arena, d, room);

    text_addf(out, "  %s\n    %s%s%s\n    %s%s%s\n",
              text_fit(out->arena, *d->path ? d->path : "(model)", room), colour(style, "\033[32m"),
              shown.requested, colour(style, "\033[0m"), colour(style, "\033[31m"), shown.returned,
              colour(style, "\033[0m"));
}

static void add_table(struct text *out, const struct difference *first,
                      const struct differences_style *style)
{
    const struct table table = measure(out->arena, first, style);
    size_t rows = 0;

    const char *requested = style->requested ? style->requested : "requested";
    const bool narrow = style->columns < NARROW && !style->whole;

    if (narrow)
        text_addf(out, "  path\n    %s\n    %s\n", requested, style->returned);
    else
        text_addf(out, "  %-*s   %-*s   %s\n", table.path, "path", table.requested, requested,
                  style->returned);
    for (const struct difference *d = first; d; d = d->next)
        if (rows++ < style->rows && narrow)
            add_narrow(out, d, style);
        else if (rows <= style->rows)
            add_row(out, d, &table, style);
    if (rows > style->rows)
        text_addf(out, "  ... and %zu more (--tb=long shows all)\n", rows - style->rows);
}

const struct difference **differences_hinted(struct arena *arena, const struct difference *first,
                                             size_t rows, size_t most)
{
    enum { SAME = 12 /* characters of it: hints differ in their values only */ };
    const struct difference **hinted = arena_array(arena, rows + 1, sizeof(*hinted));
    size_t count = 0;

    for (const struct difference *d = first; d && count < most && rows--; d = d->next) {
        const char *hint = difference_hint(arena, d);
        size_t i = 0;

        while (hint && i < count && strncmp(difference_hint(arena, hinted[i]), hint, SAME) != 0)
            i++;
        if (hint && i == count)
            hinted[count++] = d;
    }
    return hinted;
}

static void add_hints(struct text *out, const struct difference *first,
                      const struct differences_style *style)
{
    enum { LOOKED_AT = 100 /* rows */ };

    for (const struct difference **d =
             differences_hinted(out->arena, first, LOOKED_AT, style->hints);
         *d; d++) {
        text_add(out, "  ");
        text_add_wrapped(out,
                         arena_printf(out->arena, "%s: %s",
                                      text_fit(out->arena, (*d)->path, VALUE_COLUMNS),
                                      difference_hint(out->arena, *d)),
                         2, 4, style->columns);
        text_add(out, "\n");
    }
}

static void add_not_compared(struct text *out, const struct not_compared *n,
                             const struct differences_style *style)
{
    const size_t most = style->whole ? SIZE_MAX : NOTES;
    struct text words = text_new(out->arena);
    size_t shown = 0;

    if (!n)
        return;
    for (; n && shown < most; n = n->next, shown++)
        text_addf(&words, "%s %s (%s)", shown ? "," : "",
                  text_fit(out->arena, *n->path ? n->path : "the model", VALUE_COLUMNS),
                  text_quote(out->arena, n->why, 0));
    for (shown = 0; n; n = n->next)
        shown++;
    if (shown)
        text_addf(&words, " and %zu more", shown);
    text_add(out, "  not compared:");
    text_add_wrapped(out, words.bytes, 15, 4, style->columns);
    text_add(out, "\n");
}

void differences_add(struct text *out, const struct comparison *comparison,
                     const struct differences_style *style)
{
    const struct difference *first = comparison->differences;

    if (!first)
        return;
    if (style->format != DIFF_UNIFIED || !comparison->requested)
        add_table(out, first, style);
    if (style->format != DIFF_PATHS && comparison->requested)
        differences_unified(out, comparison, style);
    add_hints(out, first, style);
    add_not_compared(out, comparison->not_compared, style);
}

void differences_report(struct arena *arena, json *object, const struct comparison *comparison)
{
    json *diff = json_set_array(object, "diff");
    json *excused = json_set_array(object, "not_compared");

    for (const struct difference *d = comparison->differences; d; d = d->next) {
        json *row = json_append_object(diff);
        const char *hint = difference_hint(arena, d);

        json_set_string(row, "path", text_quote(arena, d->path, 0));
        json_set_string(row, "kind", difference_kind_name(d->kind));
        if (d->requested)
            json_set(row, "expected", d->requested);
        if (d->returned)
            json_set(row, "actual", d->returned);
        if (d->transformed)
            json_set(row, "transformed", d->transformed);
        if (hint)
            json_set_string(row, "hint", hint);
    }
    for (const struct not_compared *n = comparison->not_compared; n; n = n->next) {
        json *row = json_append_object(excused);

        json_set_string(row, "path", text_quote(arena, n->path, 0));
        json_set_string(row, "why", text_quote(arena, n->why, 0));
        json_set_boolean(row, "failed", n->failed);
    }
}
