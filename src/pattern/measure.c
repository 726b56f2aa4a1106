#include "pattern_private.h"

static size_t add(size_t a, size_t b)
{
    return a == SIZE_MAX || b > SIZE_MAX - 1 - a ? SIZE_MAX : a + b;
}

size_t pattern_times(size_t a, size_t b)
{
    if (!a || !b)
        return 0;
    return a == SIZE_MAX || b == SIZE_MAX || a > (SIZE_MAX - 1) / b ? SIZE_MAX : a * b;
}

static struct width width_of_items(const struct part *part)
{
    struct width sum = { 0, 0 };

    for (const struct part *item = part->items; item; item = item->next) {
        const struct width one = pattern_width(item);

        if (part->kind == PART_CHOICE && item != part->items) {
            sum.least = one.least < sum.least ? one.least : sum.least;
            sum.most = one.most > sum.most ? one.most : sum.most;
        } else {
            sum.least = add(sum.least, one.least);
            sum.most = add(sum.most, one.most);
        }
    }
    return sum;
}

struct width pattern_width(const struct part *part)
{
    switch (part->kind) {
    case PART_SET:
        return (struct width){ 1, 1 };
    case PART_SEQUENCE:
    case PART_CHOICE:
    case PART_GROUP:
    case PART_ATOMIC:
        return width_of_items(part);
    case PART_REPEAT: {
        const struct width one = pattern_width(part->items);
        return (struct width){ pattern_times(one.least, part->least),
                               pattern_times(one.most, part->most) };
    }
    case PART_REFERENCE:
        return (struct width){ 0, SIZE_MAX };
    default:
        return (struct width){ 0, 0 };
    }
}

size_t pattern_reach(const struct part *part)
{
    size_t reach = part->kind == PART_SET || part->kind == PART_PLACE;

    if (part->kind == PART_REFERENCE)
        return SIZE_MAX;
    for (const struct part *item = part->items; item; item = item->next)
        reach = add(reach, pattern_reach(item));
    return part->kind == PART_REPEAT ? pattern_times(reach, part->most) : reach;
}

bool pattern_holds_used_group(const struct parse *parse, const struct part *part)
{
    if (!parse->references)
        return false;
    if (part->kind == PART_GROUP && part->group && parse->groups[part->group - 1].used)
        return true;
    for (const struct part *item = part->items; item; item = item->next)
        if (pattern_holds_used_group(parse, item))
            return true;
    return false;
}
