/* The tree of a pattern in the dialect of PCRE2. */
#include "translate.h"

#include "tree.h"

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

static void write_term(struct writing *w, const struct term *term);

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

static void write_items(struct writing *w, const struct term *term)
{
    for (const struct term *item = term->items; item; item = item->next) {
        if (term->kind == TERM_CHOICE && item != term->items)
            text_add_bytes(&w->out, "|", 1);
        write_term(w, item);
    }
}

static void write_wrapped(struct writing *w, const char *begin, const struct term *term)
{
    text_add(&w->out, begin);
    write_items(w, term);
    text_add_bytes(&w->out, ")", 1);
}

/* A group that no reference is to does not capture: that costs PCRE2 time. */
static void write_group(struct writing *w, const struct term *term)
{
    struct pattern_group *group = term->group ? &w->parse->groups[term->group - 1] : NULL;

    if (group && group->used) {
        group->number = ++w->captures;
        write_wrapped(w, "(", term);
        group->closed = true;
        return;
    }
    text_add(&w->out, "(?");
    if (term->name)
        text_add(&w->out, term->name);
    write_wrapped(w, ":", term);
}

static void write_ahead(struct writing *w, const struct term *term)
{
    const bool behind = w->behind;

    w->behind = false;
    write_wrapped(w, term->negated ? "(?!" : "(?=", term);
    w->behind = behind;
}

static void write_flags(struct writing *w, const struct term *term)
{
    if (!*term->name)
        return;
    text_add(&w->out, "(?");
    text_add(&w->out, term->name);
    text_add_bytes(&w->out, ")", 1);
}

static void refuse(const struct writing *w, const struct term *term, const char *what)
{
    pattern_refuse(w->parse, w->parse->source + term->at, what);
}

/* A group that is not closed yet is not set in ECMA-262, and such a reference matches nothing. */
static void write_reference(struct writing *w, const struct term *term)
{
    const struct pattern_group *group = &w->parse->groups[term->group - 1];

    if (w->behind)
        refuse(w, term, "a reference in a lookbehind is not supported");
    if (group->closed)
        add_number(&w->out, "\\g{", group->number, "}");
    else
        text_add(&w->out, "(?:)");
}

static void write_count(struct writing *w, char greed, size_t least, size_t most)
{
    const bool open = most == SIZE_MAX;

    if (open && least < 2) {
        text_add(&w->out, least ? "+" : "*");
    } else if (least == 0 && most == 1) {
        text_add(&w->out, "?");
    } else {
        add_number(&w->out, "{", least, open ? ",}" : most == least ? "}" : ",");
        if (!open && most != least)
            add_number(&w->out, "", most, "}");
    }
    if (greed)
        text_add_bytes(&w->out, &greed, 1);
}

static void write_call(struct writing *w, size_t group, size_t least, size_t most)
{
    if (!most)
        return;
    add_number(&w->out, "(?:(?", group, "))");
    write_count(w, 0, least, most);
}

/*
 * (...){1,900}: written once and called. PCRE2 would copy it, up to a limit on
 * the size. It copies the calls as well, so many of them are called in blocks.
 */
static void write_calls(struct writing *w, const struct term *term)
{
    enum { BLOCK = 128 };
    const size_t least = term->least ? term->least - 1 : 0;
    const size_t more = term->most == SIZE_MAX ? SIZE_MAX : term->most - 1 - least;
    const size_t one = w->captures + 1;

    text_add(&w->out, term->greed == '+' ? "(?>(" : "(?:(");
    w->captures++;
    write_term(w, term->items);
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
    if (!term->least)
        text_add_bytes(&w->out, "?", 1);
}

/* More than PCRE2 counts, in pieces. */
static void write_pieces(struct writing *w, const struct term *term)
{
    size_t least = term->least, most = term->most;

    if (term->items->kind != TERM_SET) {
        refuse(w, term, "numbers in a quantifier are too big");
        return;
    }
    text_add(&w->out, term->greed == '+' ? "(?>" : "(?:");
    while (least > PIECE || (most != SIZE_MAX && most > PIECE)) {
        const size_t piece_most = most > PIECE ? PIECE : most;
        const size_t piece_least = least > PIECE ? PIECE : least;

        write_term(w, term->items);
        write_count(w, term->greed, piece_least, most == SIZE_MAX ? piece_least : piece_most);
        least -= piece_least;
        most -= most == SIZE_MAX ? 0 : piece_most;
    }
    write_term(w, term->items);
    write_count(w, term->greed, least, most);
    text_add_bytes(&w->out, ")", 1);
}

static void write_repeat(struct writing *w, const struct term *term)
{
    const struct term *const item = term->items;
    const bool whole = item->kind == TERM_SET || item->kind == TERM_GROUP;

    if (term->most == 0)
        return;
    if (term->least > PIECE || (term->most > PIECE && term->most != SIZE_MAX)) {
        write_pieces(w, term);
        return;
    }
    if (w->by_call && item->kind != TERM_SET &&
        (term->most == SIZE_MAX ? term->least : term->most) >= CALLED_FROM &&
        !pattern_holds_used_group(w->parse, term)) {
        write_calls(w, term);
        return;
    }
    if (!whole)
        text_add(&w->out, "(?:");
    write_term(w, item);
    if (!whole)
        text_add_bytes(&w->out, ")", 1);
    if (term->least != 1 || term->most != 1)
        write_count(w, term->greed, term->least, term->most);
}

/* Also of nothing, which PCRE2 does not look into. */
static bool holds_loop(const struct term *term)
{
    if (term->kind == TERM_REPEAT && term->least != term->most)
        return true;
    if (term->kind == TERM_AHEAD || term->kind == TERM_BEHIND)
        return false;
    for (const struct term *item = term->items; item; item = item->next)
        if (holds_loop(item))
            return true;
    return false;
}

/* PCRE2 wants one length of each alternative, and none in two lengths inside. */
static bool is_fixed(const struct term *body)
{
    const struct term *const alternative = body->kind == TERM_CHOICE ? body->items : NULL;

    for (const struct term *one = alternative ? alternative : body; one; one = one->next) {
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
static void write_lengths(struct writing *w, const struct term *term, struct width width)
{
    const size_t rest = ++w->captures, body = ++w->captures;

    text_add(&w->out, "(?:(?=((?s:.)*))");
    text_add(&w->out, term->negated ? "(?<!" : "(?<=");
    for (size_t length = width.least; length <= width.most; length++) {
        if (length == width.least) {
            text_add(&w->out, "(?=(");
            write_items(w, term);
        } else {
            add_number(&w->out, "|(?=(?:(?", body, ")");
        }
        add_number(&w->out, ")\\g{", rest, "}\\z)");
        add_number(&w->out, "(?s:.){", length, "}");
    }
    text_add(&w->out, "))");
}

static void write_behind(struct writing *w, const struct term *term)
{
    const struct width width = pattern_width(term->items);
    const bool behind = w->behind;

    w->behind = true;
    if (is_fixed(term->items))
        write_wrapped(w, term->negated ? "(?<!" : "(?<=", term);
    else if (width.most == SIZE_MAX || width.most - width.least > BEHIND_MOST ||
             pattern_holds_used_group(w->parse, term))
        refuse(
            w, term,
            "a lookbehind of this length is not supported; write {0,100} and not * inside of it");
    else
        write_lengths(w, term, width);
    w->behind = behind;
}

static void write_set(struct writing *w, const struct term *term)
{
    char_set_write(&w->out, &term->set);
}

static void write_anchor(struct writing *w, const struct term *term)
{
    static const char *const forms[] = {
        [ANCHOR_START] = "^",
        [ANCHOR_END] = "\\z",
        [ANCHOR_LINE_START] = "(?<![^\\n\\r\\x{2028}\\x{2029}])",
        [ANCHOR_LINE_END] = "(?![^\\n\\r\\x{2028}\\x{2029}])",
        [ANCHOR_BOUNDARY] = "\\b",
        [ANCHOR_NO_BOUNDARY] = "\\B",
    };

    text_add(&w->out, forms[term->anchor]);
}

static void write_atomic(struct writing *w, const struct term *term)
{
    write_wrapped(w, "(?>", term);
}

static void write_term(struct writing *w, const struct term *term)
{
    static void (*const rows[])(struct writing *, const struct term *) = {
        [TERM_SET] = write_set,        [TERM_ANCHOR] = write_anchor,
        [TERM_SEQUENCE] = write_items, [TERM_CHOICE] = write_items,
        [TERM_GROUP] = write_group,    [TERM_ATOMIC] = write_atomic,
        [TERM_AHEAD] = write_ahead,    [TERM_BEHIND] = write_behind,
        [TERM_REPEAT] = write_repeat,  [TERM_REFERENCE] = write_reference,
        [TERM_FLAGS] = write_flags,
    };

    if (w->out.length < w->wanted)
        w->source = term->at;
    rows[term->kind](w, term);
}

static bool translate(struct writing *w, struct arena *arena, const char *source,
                      enum translation_kind kind, struct error *error)
{
    w->parse = arena_alloc(arena, sizeof(*w->parse));
    w->out = text_new(arena);
    w->by_call = kind == TRANSLATION_BY_CALL;
    if (!pattern_parse(w->parse, arena, source, false, error))
        return false;
    if (kind != TRANSLATION_EXACT)
        pattern_simplify(w->parse);
    for (size_t i = 0; kind == TRANSLATION_EXACT && i < w->parse->group_count; i++)
        w->parse->groups[i].used = true;
    write_term(w, w->parse->root);
    return !w->parse->failed;
}

bool pattern_translate(struct arena *arena, const char *source, enum translation_kind kind,
                       struct translation *translation, struct error *error)
{
    struct writing w = { .wanted = 0 };

    if (!translate(&w, arena, source, kind, error))
        return false;
    size_t *numbers = arena_array(arena, w.parse->group_count + 1, sizeof(*numbers));
    for (size_t i = 0; i < w.parse->group_count; i++)
        numbers[i] = w.parse->groups[i].number;
    *translation = (struct translation){ .text = w.out.bytes,
                                         .reach = pattern_reach(w.parse->root),
                                         .numbers = numbers,
                                         .groups = w.parse->group_count };
    return true;
}

size_t pattern_translated_from(struct arena *arena, const char *source, size_t translated)
{
    struct writing w = { .wanted = translated };
    struct error ignored;

    (void)translate(&w, arena, source, TRANSLATION_SEARCH, &ignored);
    return w.source;
}
