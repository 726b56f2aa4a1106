/* Findings for people: what is wrong, the line, a caret below it. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "lint_report_private.h"

enum { INDENT = 4, LEAST_COLUMNS = 40, ELLIPSIS = 3 };

#define BOLD  "\033[1m"
#define RESET "\033[0m"

static const char *const colours[] = {
    [LINT_NOTE] = "\033[36m", [LINT_WARNING] = "\033[33m", [LINT_ERROR] = "\033[1;31m"
};

/* ---- how wide a character is on a terminal ---- */

struct range {
    unsigned first, last;
};

static bool within(unsigned code, const struct range *ranges)
{
    for (; ranges->last; ranges++)
        if (code >= ranges->first && code <= ranges->last)
            return true;
    return false;
}

/* Marks that stand on the character before them, and joiners (Unicode's Mn, Me and some Cf). */
static const struct range narrow[] = {
    { 0x0300, 0x036F },   { 0x0483, 0x0489 }, { 0x0591, 0x05BD }, { 0x0610, 0x061A },
    { 0x064B, 0x065F },   { 0x0900, 0x0902 }, { 0x0E31, 0x0E31 }, { 0x0E34, 0x0E3A },
    { 0x1AB0, 0x1AFF },   { 0x1DC0, 0x1DFF }, { 0x200B, 0x200D }, { 0x20D0, 0x20FF },
    { 0x3099, 0x309A },   { 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F }, { 0x1F3FB, 0x1F3FF },
    { 0xE0100, 0xE01EF }, { 0, 0 },
};

/* East Asian wide and full-width ones, and emoji. */
static const struct range wide[] = {
    { 0x1100, 0x115F },
    { 0x231A, 0x231B },
    { 0x2E80, 0x303E },
    { 0x3041, 0x33FF },
    { 0x3400, 0x4DBF },
    { 0x4E00, 0x9FFF },
    { 0xA000, 0xA4CF },
    { 0xAC00, 0xD7A3 },
    { 0xF900, 0xFAFF },
    { 0xFE30, 0xFE6F },
    { 0xFF00, 0xFF60 },
    { 0xFFE0, 0xFFE6 },
    { 0x1F300, 0x1F64F },
    { 0x1F680, 0x1F6FF },
    { 0x1F900, 0x1F9FF },
    { 0x20000, 0x3FFFD },
    { 0, 0 },
};

static unsigned code_of(const char *at, size_t length)
{
    static const unsigned char lead[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    unsigned code = (unsigned char)at[0] & lead[length];

    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3F);
    return code;
}

/* One character as it is shown, and the columns that it takes. */
struct glyph {
    const char *shown;
    size_t bytes, width;
};

static struct glyph glyph_at(struct arena *arena, const char *at)
{
    const size_t length = text_utf8_length(at);
    const size_t bytes = length ? length : 1;

    if (*at == '\t')
        return (struct glyph){ " ", 1, 1 };
    if (*at >= ' ' && *at < 0x7F)
        return (struct glyph){ arena_copy(arena, at, 1), 1, 1 };
    const char *shown = text_quote(arena, arena_copy(arena, at, bytes), 0);
    const unsigned code = length ? code_of(at, length) : 0;
    if (strlen(shown) != bytes || memcmp(shown, at, bytes) != 0)
        return (struct glyph){ shown, bytes, strlen(shown) };
    return (struct glyph){ shown, bytes, within(code, narrow) ? 0 : within(code, wide) ? 2 : 1 };
}

/* ---- the line ---- */

/* What of the line is shown: [begin, end), and the caret's column in it. */
struct window {
    size_t begin, end;
    bool cut_begin, cut_end;
};

static size_t before(const char *text, size_t begin, size_t at)
{
    for (at--; at > begin && ((unsigned char)text[at] & 0xC0) == 0x80;)
        at--;
    return at;
}

static size_t width_at(struct arena *arena, const char *text, size_t at)
{
    return glyph_at(arena, text + at).width;
}

/* From the finding to both sides, as far as there is room: a third of it in front. */
static struct window choose(struct arena *arena, const char *text, struct json_line line, size_t at,
                            size_t room)
{
    struct window w = { at, at, false, false };
    size_t used = 0;

    while (w.begin > line.begin && used < room / 3) {
        w.begin = before(text, line.begin, w.begin);
        used += width_at(arena, text, w.begin);
    }
    while (w.end < line.end && used < room) {
        used += width_at(arena, text, w.end);
        w.end += glyph_at(arena, text + w.end).bytes;
    }
    while (w.begin > line.begin && used < room) {
        w.begin = before(text, line.begin, w.begin);
        used += width_at(arena, text, w.begin);
    }
    w.cut_begin = w.begin > line.begin;
    w.cut_end = w.end < line.end;
    while (w.begin < at && !w.cut_begin && strchr(" \t", text[w.begin]))
        w.begin++;
    return w;
}

static void add_line(struct text *out, const struct lint_finding *finding,
                     const struct lint_results *results)
{
    struct arena *scratch = arena_new();
    const struct json_places *places = lint_places(scratch, finding->source);
    const char *text = finding->source->text;
    const int columns = results->columns < LEAST_COLUMNS ? LEAST_COLUMNS : results->columns;
    const struct json_line line = json_places_line(places, finding->begin);
    const size_t at = finding->begin < line.end ? finding->begin : line.end;
    const struct window w =
        choose(scratch, text, line, at, (size_t)columns - INDENT - 2 * ELLIPSIS);
    size_t caret = w.cut_begin ? ELLIPSIS : 0;

    text_addf(out, "%*s%s", INDENT, "", w.cut_begin ? "..." : "");
    for (size_t i = w.begin; i < w.end;) {
        const struct glyph glyph = glyph_at(scratch, text + i);

        text_add(out, glyph.shown);
        caret += i < at ? glyph.width : 0;
        i += glyph.bytes;
    }
    text_addf(out, "%s\n%*s%s^%s\n", w.cut_end ? "..." : "", (int)caret + INDENT, "",
              results->colour ? colours[finding->rule->level] : "", results->colour ? RESET : "");
    arena_free(scratch);
}

static void add_finding(struct text *out, const struct lint_finding *finding,
                        const struct lint_results *results)
{
    const struct lint_region region = lint_region_of(out->arena, finding);
    const bool colour = results->colour;

    text_addf(out, "%s%s:%zu:%zu:%s ", colour ? BOLD : "",
              text_quote(out->arena, finding->source->path, 0), region.line, region.column,
              colour ? RESET : "");
    text_addf(out, "%s%s:%s %s [%s]\n", colour ? colours[finding->rule->level] : "",
              lint_level_name(finding->rule->level), colour ? RESET : "", finding->message,
              finding->rule->id);
    add_line(out, finding, results);
    if (finding->suggestion)
        text_addf(out, "%*s%s\n", INDENT, "", finding->suggestion);
}

static void add_count(struct text *out, size_t count, const char *what)
{
    text_addf(out, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

static void add_summary(struct text *out, const struct lint_results *results)
{
    size_t count[LINT_ERROR + 1] = { 0 };

    for (size_t i = 0; i < results->count; i++)
        for (size_t level = 0; level <= LINT_ERROR; level++)
            count[level] += results->lints[i]->count[level];
    add_count(out, count[LINT_ERROR], "error");
    text_add(out, ", ");
    add_count(out, count[LINT_WARNING], "warning");
    if (count[LINT_NOTE]) {
        text_add(out, ", ");
        add_count(out, count[LINT_NOTE], "note");
    }
    text_add(out, " in ");
    add_count(out, results->count, "schema");
    if (count[LINT_ERROR] + count[LINT_WARNING] + count[LINT_NOTE])
        text_add(out, " (rules: cfnc explain RULE)");
    text_add(out, "\n");
}

const char *report_human(struct arena *arena, const struct lint_results *results)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next)
            add_finding(&out, f, results);
    add_summary(&out, results);
    return out.bytes;
}
