#include <string.h>

#include "pattern_private.h"

/*
 * Trees that match the same texts with fewer steps. All that counts is whether
 * there is a match: not where it begins or ends, nor what is captured on the way.
 */

/* What is all there is in `part`, through groups that nobody refers to. */
static struct part *unwrapped(const struct parse *parse, struct part *part)
{
    while (
        part->items && !part->items->next &&
        (part->kind == PART_SEQUENCE || (part->kind == PART_GROUP && !part->name &&
                                         (!part->group || !parse->groups[part->group - 1].used))))
        part = part->items;
    return part;
}

static const char *form_of(const struct parse *parse, const struct part *part)
{
    return parse->forms.bytes + part->from;
}

/* What stands for a set inside of [...], and its length in bytes; NULL when it cannot. */
static const char *inner_form(const struct parse *parse, const struct part *set, size_t *length)
{
    static const char dot[] = "[^\\n\\r\\x{2028}\\x{2029}]";
    static const char inner_dot[] =
        "\\x{0}-\\x{9}\\x{b}\\x{c}\\x{e}-\\x{2027}\\x{202a}-\\x{10ffff}";
    const char *const form = form_of(parse, set);

    *length = set->length;
    if (set->length == sizeof(dot) - 1 && strncmp(form, dot, set->length) == 0) {
        *length = sizeof(inner_dot) - 1;
        return inner_dot;
    }
    if (form[0] == '[' && form[1] != '^') {
        *length -= 2;
        return form + 1;
    }
    return form[0] == '[' || form[0] == '(' ? NULL : form;
}

/* The set that is all there is in `part`, through groups that nobody refers to; or NULL. */
static struct part *only_set(const struct parse *parse, struct part *part)
{
    part = unwrapped(parse, part);
    return part->kind == PART_SET ? part : NULL;
}

/* (?:.|\n) is one set: PCRE2 would keep a way back for each character. */
static void merge_sets(struct parse *parse, struct part *choice)
{
    const size_t from = parse->forms.length;
    size_t length = 0;

    for (struct part *item = choice->items; item; item = item->next)
        if (!only_set(parse, item) || !inner_form(parse, only_set(parse, item), &length))
            return;
    text_add_bytes(&parse->forms, "[", 1);
    for (struct part *item = choice->items; item; item = item->next) {
        const char *const form = inner_form(parse, unwrapped(parse, item), &length);

        text_add(&parse->forms, arena_copy(parse->arena, form, length)); /* as the forms may move */
    }
    text_add_bytes(&parse->forms, "]", 1);
    choice->kind = PART_SET;
    choice->items = NULL;
    choice->from = from;
    choice->length = parse->forms.length - from;
}

/*
 * (x{a,b}){n,m} is x{a*n,b*m} when a is 0 or 1, as then no number between is left
 * out. PCRE2 would try every way to divide the x among the rounds.
 */
static void merge_repeats(const struct parse *parse, struct part *part)
{
    enum { MOST = 65535 };

    if (only_set(parse, part->items))
        part->items = only_set(parse, part->items);
    const struct part *const inner = unwrapped(parse, part->items);
    if (part->greed == '+' || part->most == 0 || inner->kind != PART_REPEAT ||
        inner->greed == '+' || inner->least > 1 || pattern_holds_used_group(parse, inner))
        return;
    const size_t least = pattern_times(inner->least, part->least),
                 most = pattern_times(inner->most, part->most);
    if (least > MOST || (most > MOST && most != SIZE_MAX))
        return;
    part->least = least;
    part->most = most;
    part->items = inner->items;
}

/* What matches no character does so once or a thousand times. */
static void merge_places(const struct parse *parse, struct part *part)
{
    if (pattern_width(part->items).most > 0 || pattern_holds_used_group(parse, part->items))
        return;
    part->least = part->least > 0;
    part->most = part->least;
}

/* From the inside out. */
static void merge(struct parse *parse, struct part *part)
{
    for (struct part *item = part->items; item; item = item->next)
        merge(parse, item);
    if (part->kind == PART_CHOICE)
        merge_sets(parse, part);
    if (part->kind == PART_REPEAT && part->items) {
        merge_repeats(parse, part);
        merge_places(parse, part);
    }
}

static void trim_start(const struct parse *parse, struct part *part);
static void trim_end(const struct parse *parse, struct part *part);

/* Whether what stands behind it in the direction of the cut is at the border now. */
static bool trim_repeat(const struct parse *parse, struct part *part, bool start)
{
    if ((part->greed == '+' && start) || pattern_holds_used_group(parse, part))
        return false;
    part->most = part->least;
    if (part->least == 1)
        (start ? trim_start : trim_end)(parse, part->items);
    return part->least == 0;
}

/* Whether the part is nothing that stands between the border and the next one. */
static bool trim(const struct parse *parse, struct part *part, bool start)
{
    switch (part->kind) {
    case PART_REPEAT:
        return trim_repeat(parse, part, start);
    case PART_SEQUENCE:
    case PART_CHOICE:
        (start ? trim_start : trim_end)(parse, part);
        return !part->items;
    case PART_GROUP:
        if (!pattern_holds_used_group(parse, part))
            (start ? trim_start : trim_end)(parse, part->items);
        return false;
    case PART_FLAGS:
        return true;
    default:
        return false;
    }
}

/* From the last to the first, as long as each is nothing. */
static void trim_backwards(const struct parse *parse, const struct part *sequence)
{
    enum { ITEMS_MOST = 50 }; /* each is looked for from the first on */
    const struct part *end = NULL;

    for (size_t i = 0; i < ITEMS_MOST; i++) {
        struct part *last = sequence->items;

        while (last && last->next != end)
            last = last->next;
        if (!last || !trim(parse, last, false))
            return;
        end = last;
    }
}

static void trim_start(const struct parse *parse, struct part *part)
{
    if (part->kind != PART_SEQUENCE && part->kind != PART_CHOICE) {
        trim(parse, part, true);
        return;
    }
    for (struct part *item = part->items; item; item = item->next)
        if (!trim(parse, item, true) && part->kind == PART_SEQUENCE)
            return;
}

static void trim_end(const struct parse *parse, struct part *part)
{
    if (part->kind == PART_SEQUENCE) {
        trim_backwards(parse, part);
        return;
    }
    if (part->kind != PART_CHOICE) {
        trim(parse, part, false);
        return;
    }
    for (struct part *item = part->items; item; item = item->next)
        trim(parse, item, false);
}

/* [a-z]{1,9}$: what was taken is never given back, as then it would not end there. */
static void keep_before_end(struct part *part)
{
    for (struct part *item = part->items; item; item = item->next) {
        if (part->kind == PART_SEQUENCE && item->kind == PART_REPEAT && item->next &&
            item->items->kind == PART_SET && item->next->kind == PART_PLACE &&
            item->next->place == PLACE_END)
            item->greed = '+';
        keep_before_end(item);
    }
}

/* Look-arounds care for no captures that nobody reads, nor for how far they looked. */
static void trim_looks(const struct parse *parse, struct part *part)
{
    if (part->kind == PART_AHEAD)
        trim_end(parse, part->items);
    if (part->kind == PART_BEHIND)
        trim_start(parse, part->items);
    for (struct part *item = part->items; item; item = item->next)
        trim_looks(parse, item);
}

void pattern_simplify(struct parse *parse)
{
    merge(parse, parse->root);
    trim_looks(parse, parse->root);
    trim_start(parse, parse->root);
    trim_end(parse, parse->root);
    keep_before_end(parse->root);
}
