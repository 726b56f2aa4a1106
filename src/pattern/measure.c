/* How long a match can be, and how far it looks. */
#include "tree.h"

size_t pattern_plus(size_t a, size_t b)
{
    return a == SIZE_MAX || b > SIZE_MAX - 1 - a ? SIZE_MAX : a + b;
}

size_t pattern_times(size_t a, size_t b)
{
    if (!a || !b)
        return 0;
    return a == SIZE_MAX || b == SIZE_MAX || a > (SIZE_MAX - 1) / b ? SIZE_MAX : a * b;
}

static struct width width_of_items(const struct term *term)
{
    struct width sum = { 0, 0 };

    for (const struct term *item = term->items; item; item = item->next) {
        const struct width one = pattern_width(item);

        if (term->kind == TERM_CHOICE && item != term->items) {
            sum.least = one.least < sum.least ? one.least : sum.least;
            sum.most = one.most > sum.most ? one.most : sum.most;
        } else {
            sum.least = pattern_plus(sum.least, one.least);
            sum.most = pattern_plus(sum.most, one.most);
        }
    }
    return sum;
}

struct width pattern_width(const struct term *term)
{
    switch (term->kind) {
    case TERM_SET:
        return (struct width){ 1, 1 };
    case TERM_SEQUENCE:
    case TERM_CHOICE:
    case TERM_GROUP:
    case TERM_ATOMIC:
        return width_of_items(term);
    case TERM_REPEAT: {
        const struct width one = pattern_width(term->items);
        return (struct width){ pattern_times(one.least, term->least),
                               pattern_times(one.most, term->most) };
    }
    case TERM_REFERENCE:
        return (struct width){ 0, SIZE_MAX };
    default:
        return (struct width){ 0, 0 };
    }
}

size_t pattern_reach(const struct term *term)
{
    size_t reach = term->kind == TERM_SET || term->kind == TERM_ANCHOR;

    if (term->kind == TERM_REFERENCE)
        return SIZE_MAX;
    for (const struct term *item = term->items; item; item = item->next)
        reach = pattern_plus(reach, pattern_reach(item));
    return term->kind == TERM_REPEAT ? pattern_times(reach, term->most) : reach;
}

bool pattern_holds_used_group(const struct parse *parse, const struct term *term)
{
    if (!parse->references)
        return false;
    if (term->kind == TERM_GROUP && term->group && parse->groups[term->group - 1].used)
        return true;
    for (const struct term *item = term->items; item; item = item->next)
        if (pattern_holds_used_group(parse, item))
            return true;
    return false;
}
