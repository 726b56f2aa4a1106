/*
 * A walk down the tree with a length to fill: every node shares its length out
 * among its items, choosing among the ways that can work out exactly.
 */
#include "regex_walk.h"

#include <string.h>

#include "cfnc/base/text.h"

enum { MOST_STEPS = 1000 * 1000 };

struct cell {
    uint32_t c;
    const struct regex_set *set;
};

struct cells {
    struct cell *items;
    size_t count, room;
};

/* A lookahead met on the way, to be worked into what follows. */
struct wish {
    size_t from;
    const struct regex_node *node;
};

enum { MOST_WISHES = 16 };

struct attempt {
    struct arena *arena;
    const struct regex_plan *plan;
    struct random *random;
    enum regex_variety variety;
    bool any_branch;
    struct cells cells;
    struct span {
        size_t start, end;
    } * groups;
    struct wish wishes[MOST_WISHES];
    size_t wish_count;
    bool wishing; /* groups and wishes inside a wish do not count */
    size_t total;
    const struct regex_set *stretch; /* what can be repeated `excess` times, and where */
    size_t stretch_at;
    size_t steps;
};

static bool fill(struct attempt *a, const struct regex_node *node, size_t length);

static bool emit(struct attempt *a, const struct regex_set *set, uint32_t c)
{
    struct cells *const cells = &a->cells;

    if (cells->count > 2 * a->plan->space.limit)
        return false;
    if (cells->count == cells->room) {
        const size_t room = cells->room * 2 + 64;
        struct cell *const items = arena_array(a->arena, room, sizeof(*items));

        if (cells->count)
            memcpy(items, cells->items, cells->count * sizeof(*items));
        cells->items = items;
        cells->room = room;
    }
    cells->items[cells->count++] = (struct cell){ c, set };
    return true;
}

static bool fill_character(struct attempt *a, const struct regex_node *node, size_t length)
{
    return length == 1 && node->set->count &&
           emit(a, node->set, regex_set_pick(node->set, a->variety, a->random));
}

/* A length of `set` that leaves one of `rest`, each as likely; SIZE_MAX when there is none. */
static size_t share(struct attempt *a, const uint64_t *set, const uint64_t *rest, size_t length)
{
    const struct length_space *const space = &a->plan->space;
    size_t chosen = SIZE_MAX, seen = 0;

    for (size_t i = lengths_up(space, set, 0); i <= length; i = lengths_up(space, set, i + 1)) {
        a->steps++;
        if (lengths_has(space, rest, length - i) && !random_below(a->random, ++seen))
            chosen = i;
    }
    return chosen;
}

static bool fill_sequence(struct attempt *a, const struct regex_node *node, size_t length)
{
    const struct measure *const measures = a->plan->measures;
    uint64_t *const *const rest = measures[node->id].rest;

    for (size_t i = 0; i < node->count; i++) {
        const struct regex_node *const item = node->items[i];
        const size_t part = share(a, measures[item->id].set, rest[i + 1], length);

        if (part == SIZE_MAX || !fill(a, item, part))
            return false;
        length -= part;
    }
    return true;
}

/* One of those that can have the length; a rich one where there is one. */
static const struct regex_node *branch(const struct attempt *a,
                                       const struct regex_node *const *items, size_t count,
                                       size_t length)
{
    const struct regex_node *chosen = NULL, *rich = NULL;
    size_t seen = 0, seen_rich = 0;

    for (size_t i = 0; i < count; i++) {
        if (!lengths_has(&a->plan->space, a->plan->measures[items[i]->id].set, length))
            continue;
        if (!random_below(a->random, ++seen))
            chosen = items[i];
        if (items[i]->bits >= REGEX_RICH && !random_below(a->random, ++seen_rich))
            rich = items[i];
    }
    return rich && !a->any_branch ? rich : chosen;
}

static bool fill_choice(struct attempt *a, const struct regex_node *node, size_t length)
{
    const struct regex_node *const item = branch(a, node->items, node->count, length);

    return item && fill(a, item, length);
}

static bool fill_run(struct attempt *a, const struct regex_node *node, size_t length)
{
    if (!a->wishing && !a->stretch && node->most >= length &&
        node->most - length >= a->plan->excess) {
        a->stretch = node->items[0]->set;
        a->stretch_at = a->cells.count;
    }
    for (size_t i = 0; i < length; i++)
        if (!fill(a, node->items[0], 1))
            return false;
    return true;
}

/* How many turns of `node` make up `length`; SIZE_MAX when none do. */
static size_t turns_for(const struct attempt *a, const struct regex_node *node, size_t length)
{
    const struct length_space *const space = &a->plan->space;
    const struct measure *const row = &a->plan->measures[node->id];
    const uint64_t *const item = a->plan->measures[node->items[0]->id].set;
    const size_t least = lengths_has(space, item, 0) ? 0 : node->least;
    size_t chosen = SIZE_MAX, seen = 0;

    for (size_t turns = least; turns < row->known; turns++)
        if (lengths_has(space, row->turns[turns], length) && !random_below(a->random, ++seen))
            chosen = turns;
    return chosen;
}

static bool fill_repeat(struct attempt *a, const struct regex_node *node, size_t length)
{
    const struct regex_node *const item = node->items[0];
    const struct measure *const row = &a->plan->measures[node->id];

    if (item->kind == REGEX_CHARACTER)
        return fill_run(a, node, length);
    if (!length && lengths_has(&a->plan->space, a->plan->measures[item->id].set, 0))
        return !node->least || fill(a, item, 0);
    size_t turns = turns_for(a, node, length);
    if (turns == SIZE_MAX)
        return false;
    for (; turns > 0; turns--) {
        const size_t part =
            share(a, a->plan->measures[item->id].set, row->turns[turns - 1], length);

        if (part == SIZE_MAX || !fill(a, item, part))
            return false;
        length -= part;
    }
    return true;
}

static bool fill_group(struct attempt *a, const struct regex_node *node, size_t length)
{
    const size_t start = a->cells.count;

    if (!fill(a, node->items[0], length))
        return false;
    if (!a->wishing)
        a->groups[node->group] = (struct span){ start, a->cells.count };
    return true;
}

/* The length may differ from what was planned; the whole is checked in the end. */
static bool fill_reference(struct attempt *a, const struct regex_node *node, size_t length)
{
    struct span span = { 0, 0 };

    (void)length;
    if (node->group <= a->plan->tree->groups && !a->wishing)
        span = a->groups[node->group];
    for (; span.start < span.end; span.start++) {
        const struct cell cell = a->cells.items[span.start];
        if (!emit(a, cell.set, cell.c))
            return false;
    }
    return true;
}

static bool fill_look(struct attempt *a, const struct regex_node *node, size_t length)
{
    (void)length;
    if (node->wanted && !a->wishing && a->wish_count < MOST_WISHES)
        a->wishes[a->wish_count++] = (struct wish){ a->cells.count, node->items[0] };
    return true;
}

static bool fill_nothing(struct attempt *a, const struct regex_node *node, size_t length)
{
    (void)a;
    (void)node;
    return length == 0;
}

static bool fill(struct attempt *a, const struct regex_node *node, size_t length)
{
    static bool (*const by_kind[])(struct attempt *, const struct regex_node *, size_t) = {
        [REGEX_CHARACTER] = fill_character, [REGEX_SEQUENCE] = fill_sequence,
        [REGEX_CHOICE] = fill_choice,       [REGEX_REPEAT] = fill_repeat,
        [REGEX_GROUP] = fill_group,         [REGEX_REFERENCE] = fill_reference,
        [REGEX_START] = fill_nothing,       [REGEX_END] = fill_nothing,
        [REGEX_BOUNDARY] = fill_nothing,    [REGEX_LOOK] = fill_look,
    };

    return a->steps++ < MOST_STEPS && by_kind[node->kind](a, node, length);
}

/* Characters around a pattern that is not anchored there. */
static bool pad(struct attempt *a, size_t length, bool left)
{
    static const struct regex_range letters[] = { { '0', '9' }, { 'a', 'z' } };
    static const struct regex_set set = {
        .ranges = letters,
        .count = 2,
        .ascii = "abcdefghijklmnopqrstuvwxyz0123456789",
        .upto = { 36, 36, 36, 36, 36, 36 },
    };

    static const struct regex_range hyphen = { '-', '-' };
    static const struct regex_set apart_set = {
        .ranges = &hyphen, .count = 1, .ascii = "-", .upto = { 0, 0, 1, 1, 1, 1 }
    };

    if (!a->stretch && length) {
        a->stretch = &set;
        a->stretch_at = a->cells.count;
    }
    /* A pattern may begin or end with the boundary of a word. */
    const size_t apart = !a->any_branch ? length : left ? length - 1 : 0;
    for (size_t i = 0; i < length; i++)
        if (!(i == apart ? emit(a, &apart_set, '-')
                         : emit(a, &set, regex_set_pick(&set, VARIETY_PLAIN, a->random))))
            return false;
    return true;
}

/* Works one lookahead into the cells, where their own sets allow it. */
static void grant(struct attempt *a, const struct wish *wish)
{
    const struct length_space *const space = &a->plan->space;
    const uint64_t *const set = a->plan->measures[wish->node->id].set;
    const struct cells whole = a->cells;
    const size_t room = wish->from < whole.count ? whole.count - wish->from : 0;
    size_t length = lengths_down(space, set, room);
    bool filled;

    if (length == SIZE_MAX && a->plan->tree->root->ends)
        return;
    if (!wish->node->ends && random_below(a->random, 4))
        length = lengths_down(space, set, (size_t)random_below(a->random, room + 1));
    if (length == SIZE_MAX)
        length = lengths_up(space, set, 0);
    if (length == SIZE_MAX) /* none that was measured */
        return;
    a->cells = (struct cells){ .items = NULL };
    a->wishing = true;
    filled = fill(a, wish->node, length);
    a->wishing = false;
    const struct cells wished_cells = a->cells;
    for (size_t i = 0; filled && i < wished_cells.count && i < room; i++) {
        struct cell *const cell = &whole.items[wish->from + i];
        const struct cell wished = wished_cells.items[i];

        if (!regex_set_has(wished.set, cell->c) && regex_set_has(cell->set, wished.c))
            cell->c = wished.c;
    }
    a->cells = whole;
    /* What is wanted behind the end of a pattern that has none can stand there. */
    for (size_t i = room; filled && !a->plan->tree->root->ends && i < wished_cells.count; i++)
        emit(a, wished_cells.items[i].set, wished_cells.items[i].c);
}

static void add_utf8(struct text *text, uint32_t c)
{
    char bytes[TEXT_UTF8_ROOM];

    text_add_bytes(text, bytes, text_utf8_write(c, bytes));
}

static const char *spell(struct attempt *a)
{
    struct text text = text_new(a->arena);

    if (a->plan->excess && !a->stretch)
        return NULL;
    for (size_t i = 0; i <= a->cells.count; i++) {
        if (a->plan->excess && i == a->stretch_at)
            for (size_t k = 0; k < a->plan->excess; k++)
                add_utf8(&text, regex_set_pick(a->stretch, a->variety, a->random));
        if (i < a->cells.count)
            add_utf8(&text, a->cells.items[i].c);
    }
    return text.bytes;
}

/* A branch with characters around it, for a total that no branch has alone. */
static bool fill_padded(struct attempt *a)
{
    const struct regex_plan *const plan = a->plan;
    const struct regex_node *chosen = NULL;
    size_t seen = 0, length, left = 0;

    for (size_t i = 0; i < plan->branch_count; i++) {
        const struct regex_node *const node = plan->branches[i];
        const uint64_t *const set = plan->measures[node->id].set;

        if (regex_can_pad(node) && lengths_up(&plan->space, set, 0) <= a->total &&
            !random_below(a->random, ++seen))
            chosen = node;
    }
    if (!chosen)
        return false;
    length = lengths_down(&plan->space, plan->measures[chosen->id].set, a->total);
    if (chosen->ends || (a->any_branch && !chosen->starts))
        left = chosen->ends ? a->total - length
                            : (size_t)random_below(a->random, a->total - length + 1);
    return pad(a, left, true) && fill(a, chosen, length) && pad(a, a->total - length - left, false);
}

const char *regex_walk(struct arena *arena, const struct regex_plan *plan, unsigned attempt,
                       struct random *random)
{
    static const enum regex_variety varieties[] = { VARIETY_PLAIN, VARIETY_PLAIN, VARIETY_PRINTABLE,
                                                    VARIETY_PLAIN, VARIETY_ANY };
    struct attempt a = {
        .arena = arena,
        .plan = plan,
        .random = random,
        .variety = varieties[attempt / 4 % (sizeof(varieties) / sizeof(varieties[0]))],
        .any_branch = attempt % 8 > 3,
        .groups = arena_array(arena, plan->tree->groups + 1, sizeof(struct span)),
    };

    a.total = regex_plan_total(plan, attempt, random);
    const struct regex_node *const whole = branch(&a, plan->branches, plan->branch_count, a.total);
    if (whole ? !fill(&a, whole, a.total) : !fill_padded(&a))
        return NULL;
    for (size_t i = 0; i < a.wish_count; i++)
        grant(&a, &a.wishes[i]);
    return spell(&a);
}
