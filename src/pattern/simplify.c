/*
 * Makes trees match the same texts with fewer steps. All that counts is whether
 * there is a match: not where it begins or ends, nor what is captured on the way.
 */
#include "tree.h"

/* What is all there is in `term`, through groups that nobody refers to. */
static struct term *unwrapped(const struct parse *parse, struct term *term)
{
    while (
        term->items && !term->items->next &&
        (term->kind == TERM_SEQUENCE || (term->kind == TERM_GROUP && !term->name &&
                                         (!term->group || !parse->groups[term->group - 1].used))))
        term = term->items;
    return term;
}

/* The set that is all there is in `term`, through groups that nobody refers to; or NULL. */
static struct term *only_set(const struct parse *parse, struct term *term)
{
    term = unwrapped(parse, term);
    return term->kind == TERM_SET ? term : NULL;
}

/* (?:.|\n) is one set: PCRE2 would keep a way back for each character. */
static void merge_sets(struct parse *parse, struct term *choice)
{
    struct char_set all = { .negated = false };

    for (struct term *item = choice->items; item; item = item->next) {
        const struct term *const only = only_set(parse, item);

        if (!only || (only->set.negated ? !only->set.dot : !only->set.count))
            return;
        if (only->set.dot)
            char_set_add_outside(parse->arena, &all, &only->set);
        for (size_t i = 0; !only->set.dot && i < only->set.count; i++)
            char_set_add(parse->arena, &all, only->set.members[i]);
    }
    choice->kind = TERM_SET;
    choice->items = NULL;
    choice->set = all;
}

/*
 * (x{a,b}){n,m} is x{a*n,b*m} when a is 0 or 1, as then no number between is left
 * out. PCRE2 would try every way to divide the x among the rounds.
 */
static void merge_repeats(const struct parse *parse, struct term *term)
{
    enum { MOST = 65535 };
    struct term *const set = only_set(parse, term->items);

    if (set)
        term->items = set;
    const struct term *const inner = unwrapped(parse, term->items);
    if (term->greed == '+' || term->most == 0 || inner->kind != TERM_REPEAT ||
        inner->greed == '+' || inner->least > 1 || pattern_holds_used_group(parse, inner))
        return;
    const size_t least = pattern_times(inner->least, term->least),
                 most = pattern_times(inner->most, term->most);
    if (least > MOST || (most > MOST && most != SIZE_MAX))
        return;
    term->least = least;
    term->most = most;
    term->items = inner->items;
}

/* What matches no character does so once or a thousand times. */
static void merge_places(const struct parse *parse, struct term *term)
{
    if (pattern_width(term->items).most > 0 || pattern_holds_used_group(parse, term->items))
        return;
    term->least = term->least > 0;
    term->most = term->least;
}

/* From the inside out. */
static void merge(struct parse *parse, struct term *term)
{
    for (struct term *item = term->items; item; item = item->next)
        merge(parse, item);
    if (term->kind == TERM_CHOICE)
        merge_sets(parse, term);
    if (term->kind == TERM_REPEAT && term->items) {
        merge_repeats(parse, term);
        merge_places(parse, term);
    }
}

static bool trim(const struct parse *parse, struct term *term, bool start);

/* Whether what stands behind it in the direction of the cut is at the border now. */
static bool trim_repeat(const struct parse *parse, struct term *term, bool start)
{
    if ((term->greed == '+' && start) || pattern_holds_used_group(parse, term))
        return false;
    term->most = term->least;
    if (term->least == 1)
        trim(parse, term->items, start);
    return term->least == 0;
}

/* From the border on, as long as each item is nothing. */
static void trim_sequence(const struct parse *parse, const struct term *sequence, bool start)
{
    enum { ITEMS_MOST = 50 }; /* from the end: each is looked for from the first on */
    const struct term *end = NULL;
    struct term *item = sequence->items;

    while (start && item && trim(parse, item, start))
        item = item->next;
    for (size_t i = 0; !start && i < ITEMS_MOST; i++) {
        for (item = sequence->items; item && item->next != end;)
            item = item->next;
        if (!item || !trim(parse, item, start))
            return;
        end = item;
    }
}

/* Cuts what repeats at the start or at the end; whether the term is nothing then. */
static bool trim(const struct parse *parse, struct term *term, bool start)
{
    switch (term->kind) {
    case TERM_REPEAT:
        return trim_repeat(parse, term, start);
    case TERM_SEQUENCE:
        trim_sequence(parse, term, start);
        return !term->items;
    case TERM_CHOICE:
        for (struct term *item = term->items; item; item = item->next)
            trim(parse, item, start);
        return false;
    case TERM_GROUP:
        if (!pattern_holds_used_group(parse, term))
            trim(parse, term->items, start);
        return false;
    case TERM_FLAGS:
        return true;
    default:
        return false;
    }
}

/* [a-z]{1,9}$: what was taken is never given back, as then it would not end there. */
static void keep_before_end(struct term *term)
{
    for (struct term *item = term->items; item; item = item->next) {
        if (term->kind == TERM_SEQUENCE && item->kind == TERM_REPEAT && item->next &&
            item->items->kind == TERM_SET && item->next->kind == TERM_ANCHOR &&
            item->next->anchor == ANCHOR_END)
            item->greed = '+';
        keep_before_end(item);
    }
}

/* Look-arounds care for no captures that nobody reads, nor for how far they looked. */
static void trim_looks(const struct parse *parse, struct term *term)
{
    if (term->kind == TERM_AHEAD)
        trim(parse, term->items, false);
    if (term->kind == TERM_BEHIND)
        trim(parse, term->items, true);
    for (struct term *item = term->items; item; item = item->next)
        trim_looks(parse, item);
}

void pattern_simplify(struct parse *parse)
{
    merge(parse, parse->root);
    trim_looks(parse, parse->root);
    trim(parse, parse->root, true);
    trim(parse, parse->root, false);
    keep_before_end(parse->root);
}
