/*
 * A walk down the tree with a length to fill: every term shares its length out
 * among its items, choosing among the ways that can work out exactly.
 */
#include "make.h"

enum { MOST_STEPS = 1000 * 1000, MOST_WISHES = 16 };

/* A character, and what else could stand there; NULL: nothing. */
struct cell {
    uint32_t c;
    const struct alphabet *alphabet;
};

struct cells {
    struct cell *items;
    size_t count, room;
};

struct string_attempt {
    struct arena *arena;
    const struct string_plan *plan;
    struct random *random;
    enum variety variety;
    bool any_branch;
    struct cells cells;
    struct pattern_span *groups; /* in cells */
    struct lookahead {           /* met on the way, to be worked into what follows */
        size_t from;
        const struct term *term;
    } wishes[MOST_WISHES];
    size_t wish_count;
    bool wishing; /* groups and wishes inside a wish do not count */
    size_t total;
    const struct alphabet *stretch; /* what can be repeated `excess` times, and where */
    size_t stretch_at;
    size_t steps;
};

static bool fill(struct string_attempt *a, const struct term *term, size_t length);

static const uint64_t *set_of(const struct string_attempt *a, const struct term *term)
{
    return a->plan->lengths[term->id].set;
}

static const struct traits *traits(const struct string_attempt *a, const struct term *term)
{
    return &a->plan->pattern->traits[term->id];
}

static bool emit(struct string_attempt *a, const struct alphabet *alphabet, uint32_t c)
{
    struct cells *const cells = &a->cells;

    if (cells->count > 2 * a->plan->space.limit)
        return false;
    cells->items =
        arena_grow(a->arena, cells->items, cells->count, &cells->room, sizeof(*cells->items));
    cells->items[cells->count++] = (struct cell){ c, alphabet };
    return true;
}

static bool fill_set(struct string_attempt *a, const struct term *term, size_t length)
{
    const struct alphabet *const alphabet = traits(a, term)->alphabet;

    return length == 1 && alphabet->known.count &&
           emit(a, alphabet, alphabet_pick(alphabet, a->variety, a->random));
}

/* Fills as much of `length` as leaves one of `rest`, each share as likely; false: none does. */
static bool fill_share(struct string_attempt *a, const struct term *term, const uint64_t *rest,
                       size_t *length)
{
    const struct length_space *const space = &a->plan->space;
    const uint64_t *const set = set_of(a, term);
    size_t chosen = SIZE_MAX, seen = 0;

    for (size_t i = lengths_up(space, set, 0); i <= *length; i = lengths_up(space, set, i + 1)) {
        a->steps++;
        if (lengths_has(space, rest, *length - i) && !random_below(a->random, ++seen))
            chosen = i;
    }
    *length -= chosen == SIZE_MAX ? 0 : chosen;
    return chosen != SIZE_MAX && fill(a, term, chosen);
}

static bool fill_sequence(struct string_attempt *a, const struct term *term, size_t length)
{
    uint64_t *const *rest = a->plan->lengths[term->id].rest;

    for (const struct term *item = term->items; item; item = item->next)
        if (!fill_share(a, item, *++rest, &length))
            return false;
    return true;
}

/* One of those from `items` on that can have the length; a rich one where there is one. */
static const struct term *branch(const struct string_attempt *a, const struct term *items,
                                 size_t length)
{
    const struct term *chosen = NULL, *rich = NULL;
    size_t seen = 0, seen_rich = 0;

    for (const struct term *item = items; item; item = item->next) {
        if (!lengths_has(&a->plan->space, set_of(a, item), length))
            continue;
        if (!random_below(a->random, ++seen))
            chosen = item;
        if (traits(a, item)->bits >= RICH && !random_below(a->random, ++seen_rich))
            rich = item;
    }
    return rich && !a->any_branch ? rich : chosen;
}

static bool fill_choice(struct string_attempt *a, const struct term *term, size_t length)
{
    const struct term *const item = branch(a, term->items, length);

    return item && fill(a, item, length);
}

static bool fill_run(struct string_attempt *a, const struct term *term, size_t length)
{
    if (!a->wishing && !a->stretch && term->most >= length &&
        term->most - length >= a->plan->excess) {
        a->stretch = traits(a, term->items)->alphabet;
        a->stretch_at = a->cells.count;
    }
    for (size_t i = 0; i < length; i++)
        if (!fill(a, term->items, 1))
            return false;
    return true;
}

/* How many turns of `term` make up `length`; SIZE_MAX when none do. */
static size_t turns_for(const struct string_attempt *a, const struct term *term, size_t length)
{
    const struct length_space *const space = &a->plan->space;
    const struct lengths *const row = &a->plan->lengths[term->id];
    const size_t least = lengths_has(space, set_of(a, term->items), 0) ? 0 : term->least;
    size_t chosen = SIZE_MAX, seen = 0;

    for (size_t turns = least; turns < row->known; turns++)
        if (lengths_has(space, row->turns[turns], length) && !random_below(a->random, ++seen))
            chosen = turns;
    return chosen;
}

static bool fill_repeat(struct string_attempt *a, const struct term *term, size_t length)
{
    const struct term *const item = term->items;

    if (item->kind == TERM_SET)
        return fill_run(a, term, length);
    if (!length && lengths_has(&a->plan->space, set_of(a, item), 0))
        return !term->least || fill(a, item, 0);
    size_t turns = turns_for(a, term, length);
    if (turns == SIZE_MAX)
        return false;
    while (turns-- > 0)
        if (!fill_share(a, item, a->plan->lengths[term->id].turns[turns], &length))
            return false;
    return true;
}

static bool fill_group(struct string_attempt *a, const struct term *term, size_t length)
{
    const size_t start = a->cells.count;

    if (!fill(a, term->items, length))
        return false;
    if (term->group && !a->wishing)
        a->groups[term->group - 1] = (struct pattern_span){ start, a->cells.count };
    return true;
}

/* The length may differ from what was planned; the whole is checked in the end. */
static bool fill_reference(struct string_attempt *a, const struct term *term, size_t length)
{
    struct pattern_span span = a->groups[term->group - 1];

    (void)length;
    for (; !a->wishing && span.start < span.end; span.start++) {
        const struct cell cell = a->cells.items[span.start];
        if (!emit(a, cell.alphabet, cell.c))
            return false;
    }
    return true;
}

static bool fill_ahead(struct string_attempt *a, const struct term *term, size_t length)
{
    (void)length;
    if (!term->negated && !a->wishing && a->wish_count < MOST_WISHES)
        a->wishes[a->wish_count++] = (struct lookahead){ a->cells.count, term->items };
    return true;
}

static bool fill_nothing(struct string_attempt *a, const struct term *term, size_t length)
{
    (void)a;
    (void)term;
    return length == 0;
}

static bool fill(struct string_attempt *a, const struct term *term, size_t length)
{
    static bool (*const rows[])(struct string_attempt *, const struct term *, size_t) = {
        [TERM_SET] = fill_set,           [TERM_ANCHOR] = fill_nothing,
        [TERM_SEQUENCE] = fill_sequence, [TERM_CHOICE] = fill_choice,
        [TERM_GROUP] = fill_group,       [TERM_ATOMIC] = fill_group,
        [TERM_AHEAD] = fill_ahead,       [TERM_BEHIND] = fill_nothing,
        [TERM_REPEAT] = fill_repeat,     [TERM_REFERENCE] = fill_reference,
        [TERM_FLAGS] = fill_nothing,
    };

    return a->steps++ < MOST_STEPS && rows[term->kind](a, term, length);
}

/* Characters around a pattern that is not anchored there. */
static bool pad(struct string_attempt *a, size_t length, bool left)
{
    static struct char_member letters[] = { { NULL, '0', '9' }, { NULL, 'a', 'z' } };
    static const struct alphabet alphabet = {
        .known = { .members = letters, .count = 2 },
        .ascii = "abcdefghijklmnopqrstuvwxyz0123456789",
        .upto = { 36, 36, 36, 36, 36, 36 },
    };

    if (!a->stretch && length) {
        a->stretch = &alphabet;
        a->stretch_at = a->cells.count;
    }
    /* A pattern may begin or end with the boundary of a word. */
    const size_t apart = !a->any_branch ? length : left ? length - 1 : 0;
    for (size_t i = 0; i < length; i++)
        if (!(i == apart ? emit(a, NULL, '-')
                         : emit(a, &alphabet, alphabet_pick(&alphabet, VARIETY_PLAIN, a->random))))
            return false;
    return true;
}

/* How many characters of a lookahead to work into `room` cells; SIZE_MAX: give it up. */
static size_t wished_length(struct string_attempt *a, const struct term *term, size_t room)
{
    const struct length_space *const space = &a->plan->space;
    const uint64_t *const set = set_of(a, term);
    size_t length = lengths_down(space, set, room);

    if (length == SIZE_MAX && traits(a, a->plan->pattern->parse.root)->ends)
        return SIZE_MAX;
    if (!traits(a, term)->ends && random_below(a->random, 4))
        length = lengths_down(space, set, (size_t)random_below(a->random, room + 1));
    return length == SIZE_MAX ? lengths_up(space, set, 0) : length;
}

/* Works one lookahead into the cells, where their own sets allow it. */
static void grant(struct string_attempt *a, const struct lookahead *wish)
{
    const struct cells whole = a->cells;
    const size_t room = wish->from < whole.count ? whole.count - wish->from : 0;
    const size_t length = wished_length(a, wish->term, room);

    if (length == SIZE_MAX)
        return;
    a->cells = (struct cells){ .items = NULL };
    a->wishing = true;
    const bool filled = fill(a, wish->term, length);
    a->wishing = false;
    const struct cells wished_cells = a->cells;
    a->cells = whole;
    for (size_t i = 0; filled && i < wished_cells.count; i++) {
        const struct cell wished = wished_cells.items[i];
        struct cell *const cell = i < room ? &whole.items[wish->from + i] : NULL;

        /* What is wanted behind the end of a pattern that has none can stand there. */
        if (!cell && !traits(a, a->plan->pattern->parse.root)->ends)
            emit(a, wished.alphabet, wished.c);
        else if (cell && cell->alphabet && !alphabet_has(wished.alphabet, cell->c) &&
                 alphabet_has(cell->alphabet, wished.c))
            cell->c = wished.c;
    }
}

static void add_utf8(struct text *text, uint32_t c)
{
    char bytes[TEXT_UTF8_ROOM];

    text_add_bytes(text, bytes, text_utf8_write(c, bytes));
}

static const char *spell(struct string_attempt *a)
{
    struct text text = text_new(a->arena);

    if (a->plan->excess && !a->stretch)
        return NULL;
    for (size_t i = 0; i <= a->cells.count; i++) {
        if (a->plan->excess && i == a->stretch_at)
            for (size_t k = 0; k < a->plan->excess; k++)
                add_utf8(&text, alphabet_pick(a->stretch, a->variety, a->random));
        if (i < a->cells.count)
            add_utf8(&text, a->cells.items[i].c);
    }
    return text.bytes;
}

/* A branch with characters around it, for a total that no branch has alone. */
static bool fill_padded(struct string_attempt *a)
{
    const struct string_plan *const plan = a->plan;
    const struct term *chosen = NULL;
    size_t seen = 0, left = 0;

    for (const struct term *term = plan->branches; term; term = term->next)
        if (string_plan_can_pad(plan, term) &&
            lengths_up(&plan->space, set_of(a, term), 0) <= a->total &&
            !random_below(a->random, ++seen))
            chosen = term;
    if (!chosen)
        return false;
    const size_t length = lengths_down(&plan->space, set_of(a, chosen), a->total);
    const bool ends = traits(a, chosen)->ends;
    if (ends || (a->any_branch && !traits(a, chosen)->starts))
        left = ends ? a->total - length : (size_t)random_below(a->random, a->total - length + 1);
    return pad(a, left, true) && fill(a, chosen, length) && pad(a, a->total - length - left, false);
}

const char *string_walk(struct arena *arena, const struct string_plan *plan, unsigned attempt,
                        struct random *random)
{
    static const enum variety varieties[] = { VARIETY_PLAIN, VARIETY_PLAIN, VARIETY_PRINTABLE,
                                              VARIETY_PLAIN, VARIETY_ANY };
    struct string_attempt a = {
        .arena = arena,
        .plan = plan,
        .random = random,
        .variety = varieties[attempt / 4 % (sizeof(varieties) / sizeof(varieties[0]))],
        .any_branch = attempt % 8 > 3,
        .groups = arena_array(arena, plan->pattern->parse.group_count + 1, sizeof(*a.groups)),
    };

    a.total = string_plan_total(plan, attempt, random);
    const struct term *const whole = branch(&a, plan->branches, a.total);
    if (whole ? !fill(&a, whole, a.total) : !fill_padded(&a))
        return NULL;
    for (size_t i = 0; i < a.wish_count; i++)
        grant(&a, &a.wishes[i]);
    return spell(&a);
}
