#include "pattern_translate.h"

#include <stdint.h>
#include <string.h>

#include "pattern_private.h"

enum {
    PIECE = 65535,     /* PCRE2 counts no further */
    BEHIND_MOST = 255, /* different lengths of a lookbehind */
    CALLED_FROM = 4    /* so often a group is repeated by calling it */
};

/* A tree as it is written for PCRE2. */
struct writing {
    struct text out;
    struct parse *parse;
    size_t captures;       /* that were written */
    bool by_call, behind;  /* behind: inside of a lookbehind */
    size_t wanted, source; /* the place in `out`, and the offset in the source that it is of */
};

static bool write_part(struct writing *w, const struct part *part);

static void add_number(struct text *out, const char *before, size_t number, const char *after)
{
    char digits[24];
    size_t i = sizeof(digits);

    do
        digits[--i] = (char)('0' + number % 10);
    while (number /= 10);
    text_add(out, before);
    text_add_bytes(out, digits + i, sizeof(digits) - i);
    text_add(out, after);
}

static bool write_items(struct writing *w, const struct part *part)
{
    for (const struct part *item = part->items; item; item = item->next) {
        if (part->kind == PART_CHOICE && item != part->items)
            text_add_bytes(&w->out, "|", 1);
        if (!write_part(w, item))
            return false;
    }
    return true;
}

static bool write_form(struct writing *w, const struct part *part)
{
    text_add_bytes(&w->out, w->parse->forms.bytes + part->from, part->length);
    return true;
}

/* A group that no reference is to does not capture: that costs PCRE2 time. */
static bool write_group(struct writing *w, const struct part *part)
{
    struct pattern_group *group = part->group ? &w->parse->groups[part->group - 1] : NULL;
    const bool captures = group && group->used;

    if (captures)
        group->number = ++w->captures;
    text_add(&w->out, captures ? "(" : "(?");
    if (part->name)
        text_add_bytes(&w->out, part->name, part->name_length);
    text_add(&w->out, captures ? "" : ":");
    if (!write_items(w, part))
        return false;
    if (captures)
        group->closed = true;
    text_add_bytes(&w->out, ")", 1);
    return true;
}

static bool write_wrapped(struct writing *w, const char *begin, const struct part *part)
{
    text_add(&w->out, begin);
    if (!write_items(w, part))
        return false;
    text_add_bytes(&w->out, ")", 1);
    return true;
}

static bool write_atomic(struct writing *w, const struct part *part)
{
    return write_wrapped(w, "(?>", part);
}

static bool write_ahead(struct writing *w, const struct part *part)
{
    const bool behind = w->behind;

    w->behind = false;
    if (!write_wrapped(w, part->negated ? "(?!" : "(?=", part))
        return false;
    w->behind = behind;
    return true;
}

static bool write_flags(struct writing *w, const struct part *part)
{
    if (!part->name_length)
        return true;
    text_add(&w->out, "(?");
    text_add_bytes(&w->out, part->name, part->name_length);
    text_add_bytes(&w->out, ")", 1);
    return true;
}

/* A group that is not closed yet is not set in ECMA-262, and such a reference matches nothing. */
static bool write_reference(struct writing *w, const struct part *part)
{
    const struct pattern_group *group = &w->parse->groups[part->group - 1];

    if (w->behind)
        return pattern_object(w->parse, w->parse->source + part->at,
                              "a reference in a lookbehind is not supported");
    if (group->closed)
        add_number(&w->out, "\\g{", group->number, "}");
    else
        text_add(&w->out, "(?:)");
    return true;
}

static void write_count(struct writing *w, const struct part *part, size_t least, size_t most)
{
    if (least == 0 && most == SIZE_MAX)
        text_add(&w->out, "*");
    else if (least == 1 && most == SIZE_MAX)
        text_add(&w->out, "+");
    else if (least == 0 && most == 1)
        text_add(&w->out, "?");
    else {
        add_number(&w->out, "{", least, "");
        if (most == SIZE_MAX)
            text_add(&w->out, ",}");
        else if (most != least)
            add_number(&w->out, ",", most, "}");
        else
            text_add(&w->out, "}");
    }
    if (part->greed)
        text_add_bytes(&w->out, &part->greed, 1);
}

static void write_call(struct writing *w, size_t group, size_t least, size_t most)
{
    if (!most)
        return;
    add_number(&w->out, "(?:(?", group, "))");
    write_count(w, &(struct part){ .least = least, .most = most }, least, most);
}

/*
 * (...){1,900}: written once and called. PCRE2 would copy it, up to a limit on
 * the size. It copies the calls as well, so many of them are called in blocks.
 */
static bool write_calls(struct writing *w, const struct part *part)
{
    enum { BLOCK = 128 };
    const size_t least = part->least ? part->least - 1 : 0;
    const size_t more = part->most == SIZE_MAX ? SIZE_MAX : part->most - 1 - least;
    const size_t one = w->captures + 1;

    text_add(&w->out, part->greed == '+' ? "(?>(" : "(?:(");
    w->captures++;
    if (!write_part(w, part->items))
        return false;
    const size_t block = ++w->captures;
    text_add(&w->out, ")(?(DEFINE)(");
    write_call(w, one, BLOCK, BLOCK);
    text_add(&w->out, "))");
    write_call(w, block, least / BLOCK, least / BLOCK);
    write_call(w, one, least % BLOCK, least % BLOCK);
    if (more != SIZE_MAX && more >= 2 * BLOCK)
        write_call(w, block, 0, more / BLOCK - 1);
    write_call(w, one, 0, more == SIZE_MAX || more < 2 * BLOCK ? more : more % BLOCK + BLOCK);
    text_add_bytes(&w->out, ")", 1);
    if (!part->least)
        text_add_bytes(&w->out, "?", 1);
    return true;
}

static bool write_once(struct writing *w, const struct part *item)
{
    const bool whole = item->kind == PART_SET || (item->kind == PART_GROUP);

    if (!whole)
        text_add(&w->out, "(?:");
    if (!write_part(w, item))
        return false;
    if (!whole)
        text_add_bytes(&w->out, ")", 1);
    return true;
}

/* More than PCRE2 counts, in pieces. */
static bool write_pieces(struct writing *w, const struct part *part)
{
    size_t least = part->least, most = part->most;

    if (part->items->kind != PART_SET)
        return pattern_object(w->parse, w->parse->source + part->at,
                              "numbers in a quantifier are too big");
    text_add(&w->out, part->greed == '+' ? "(?>" : "(?:");
    while (least > PIECE || (most != SIZE_MAX && most > PIECE)) {
        const size_t piece_most = most > PIECE ? PIECE : most;
        const size_t piece_least = least > PIECE ? PIECE : least;

        write_form(w, part->items);
        write_count(w, part, piece_least, most == SIZE_MAX ? piece_least : piece_most);
        least -= piece_least;
        most -= most == SIZE_MAX ? 0 : piece_most;
    }
    write_form(w, part->items);
    write_count(w, part, least, most);
    text_add_bytes(&w->out, ")", 1);
    return true;
}

static bool write_repeat(struct writing *w, const struct part *part)
{
    if (part->most == 0)
        return true;
    if (part->least > PIECE || (part->most > PIECE && part->most != SIZE_MAX))
        return write_pieces(w, part);
    if (w->by_call && part->items->kind != PART_SET &&
        (part->most == SIZE_MAX ? part->least : part->most) >= CALLED_FROM &&
        !pattern_holds_used_group(w->parse, part))
        return write_calls(w, part);
    if (!write_once(w, part->items))
        return false;
    if (part->least != 1 || part->most != 1)
        write_count(w, part, part->least, part->most);
    return true;
}

/* Also of nothing, which PCRE2 does not look into. */
static bool holds_loop(const struct part *part)
{
    if (part->kind == PART_REPEAT && part->least != part->most)
        return true;
    if (part->kind == PART_AHEAD || part->kind == PART_BEHIND)
        return false;
    for (const struct part *item = part->items; item; item = item->next)
        if (holds_loop(item))
            return true;
    return false;
}

/* PCRE2 wants one length of each alternative, and none in two lengths inside. */
static bool is_fixed(const struct part *body)
{
    const struct part *const alternative = body->kind == PART_CHOICE ? body->items : NULL;

    for (const struct part *one = alternative ? alternative : body; one; one = one->next) {
        const struct width width = pattern_width(one);

        if (width.least != width.most || holds_loop(one))
            return false;
        if (!alternative)
            return true;
    }
    return true;
}

/*
 * A lookbehind of several lengths: for each length so far back, what is looked
 * for and then all that stands behind the place, up to the end.
 */
static bool write_lengths(struct writing *w, const struct part *part, struct width width)
{
    const size_t rest = ++w->captures, body = ++w->captures;

    text_add(&w->out, "(?:(?=((?s:.)*))");
    text_add(&w->out, part->negated ? "(?<!" : "(?<=");
    for (size_t length = width.least; length <= width.most; length++) {
        if (length == width.least) {
            text_add(&w->out, "(?=(");
            if (!write_items(w, part))
                return false;
        } else {
            add_number(&w->out, "|(?=(?:(?", body, ")");
        }
        add_number(&w->out, ")\\g{", rest, "}\\z)");
        add_number(&w->out, "(?s:.){", length, "}");
    }
    text_add(&w->out, "))");
    return true;
}

static bool write_behind(struct writing *w, const struct part *part)
{
    const struct width width = pattern_width(part->items);
    const bool behind = w->behind;

    w->behind = true;
    if (is_fixed(part->items)) {
        if (!write_wrapped(w, part->negated ? "(?<!" : "(?<=", part))
            return false;
    } else if (width.most == SIZE_MAX || width.most - width.least > BEHIND_MOST ||
               pattern_holds_used_group(w->parse, part)) {
        return pattern_object(w->parse, w->parse->source + part->at,
                              "a lookbehind of this length is not supported; "
                              "write {0,100} and not * inside of it");
    } else if (!write_lengths(w, part, width)) {
        return false;
    }
    w->behind = behind;
    return true;
}

static bool write_part(struct writing *w, const struct part *part)
{
    static bool (*const rows[])(struct writing * w, const struct part *part) = {
        [PART_SET] = write_form,       [PART_PLACE] = write_form,
        [PART_SEQUENCE] = write_items, [PART_CHOICE] = write_items,
        [PART_GROUP] = write_group,    [PART_ATOMIC] = write_atomic,
        [PART_AHEAD] = write_ahead,    [PART_BEHIND] = write_behind,
        [PART_REPEAT] = write_repeat,  [PART_REFERENCE] = write_reference,
        [PART_FLAGS] = write_flags,
    };

    if (w->out.length < w->wanted)
        w->source = part->at;
    return rows[part->kind](w, part);
}

static bool translate(struct writing *w, struct arena *arena, const char *source, bool by_call,
                      struct error *error)
{
    struct parse *parse = arena_alloc(arena, sizeof(*parse));

    *w = (struct writing){ .parse = parse, .by_call = by_call };
    if (!pattern_parse(parse, arena, source, false, error))
        return false;
    w->out = text_new(arena);
    pattern_simplify(parse);
    return true;
}

const char *pattern_translate(struct arena *arena, const char *source, bool by_call, size_t *reach,
                              struct error *error)
{
    struct writing w;

    if (!translate(&w, arena, source, by_call, error) || !write_part(&w, w.parse->root))
        return NULL;
    if (reach)
        *reach = pattern_reach(w.parse->root);
    return w.out.bytes;
}

const char *pattern_translate_exact(struct arena *arena, const char *source, const size_t **numbers,
                                    size_t *groups, struct error *error)
{
    struct parse *parse = arena_alloc(arena, sizeof(*parse));
    struct writing w = { .parse = parse };

    if (!pattern_parse(parse, arena, source, false, error))
        return NULL;
    for (size_t i = 0; i < parse->group_count; i++)
        parse->groups[i].used = true;
    w.out = text_new(arena);
    if (!write_part(&w, parse->root))
        return NULL;
    size_t *written = arena_array(arena, parse->group_count + 1, sizeof(*written));
    for (size_t i = 0; i < parse->group_count; i++)
        written[i] = parse->groups[i].number;
    *numbers = written;
    *groups = parse->group_count;
    return w.out.bytes;
}

size_t pattern_translated_from(struct arena *arena, const char *source, size_t translated)
{
    struct error ignored;
    struct writing w;

    if (!translate(&w, arena, source, false, &ignored))
        return 0;
    w.wanted = translated;
    (void)write_part(&w, w.parse->root);
    return w.source;
}
