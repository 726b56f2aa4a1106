/*
 * Covering arrays of strength two, built greedily row by row: a candidate
 * begins with a pair that is not covered yet, and each other place takes the
 * value that covers more; the best of some candidates becomes the row.
 */
#include "cfnc/generate/coverage.h"

#include <string.h>

enum {
    PLACES_MOST = 100,
    DEEPEST = 3,
    CANDIDATES = 12,
    VALUES = 2 /* in and out */
};

struct coverage_option {
    const char *pointer;
    size_t parent; /* the optional place it is inside of, or SIZE_MAX */
};

struct coverage {
    struct arena *arena;
    const json *document;
    const struct schema *schema;
    struct coverage_option places[PLACES_MOST];
    size_t count;
    unsigned char *rows; /* `count` wishes each */
    size_t row_count;
    unsigned char *pairs; /* by both places, the lesser first: a bit for each pair of values */
};

static size_t value_of(unsigned char wish)
{
    return wish == COVERAGE_IN;
}

static unsigned char *pair_at(const struct coverage *c, size_t a, size_t b)
{
    return &c->pairs[a < b ? a * c->count + b : b * c->count + a];
}

static unsigned char pair_bit(size_t a, unsigned char x, size_t b, unsigned char y)
{
    const size_t first = value_of(a < b ? x : y), second = value_of(a < b ? y : x);

    return (unsigned char)(1U << (first * VALUES + second));
}

/* ---- the places ---- */

static const json *target_of(const struct coverage *c, const json *node)
{
    const json *target = schema_target(c->schema, node);

    return target ? target : node;
}

static bool is_required(const struct coverage *c, const json *node, const char *key, int levels)
{
    const json *target = target_of(c, node);

    json_each (name, json_get(target, "required"))
        if (json_string(name) && strcmp(json_string(name), key) == 0)
            return true;
    json_each (part, levels ? json_get(target, "allOf") : NULL)
        if (is_required(c, part, key, levels - 1))
            return true;
    return false;
}

static size_t place_find(const struct coverage *c, const char *pointer)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->places[i].pointer, pointer) == 0)
            return i;
    return SIZE_MAX;
}

/* An object's schema, and how the way there is. */
struct inside {
    const json *whole; /* what requires its members */
    const char *pointer;
    size_t parent;
    int levels;
};

static void add_places(struct coverage *c, const struct inside *in, const json *node, int parts);

static void add_place(struct coverage *c, const struct inside *in, const json *member)
{
    const char *pointer = pointer_add(c->arena, in->pointer, json_key(member));
    const bool optional = !is_required(c, in->whole, json_key(member), DEEPEST);
    struct inside below = { member, pointer, in->parent, in->levels - 1 };

    if (json_false(target_of(c, member)) || place_find(c, pointer) != SIZE_MAX)
        return;
    if (optional && c->count == PLACES_MOST)
        return;
    if (optional) {
        below.parent = c->count;
        c->places[c->count++] = (struct coverage_option){ pointer, in->parent };
    }
    if (below.levels)
        add_places(c, &below, member, DEEPEST);
}

static void add_places(struct coverage *c, const struct inside *in, const json *node, int parts)
{
    const json *target = target_of(c, node);

    json_each (member, json_get(target, "properties"))
        add_place(c, in, member);
    json_each (part, parts ? json_get(target, "allOf") : NULL)
        add_places(c, in, part, parts - 1);
}

static void find_places_to(struct coverage *c, int levels)
{
    const struct inside root = { c->document, "", SIZE_MAX, levels };

    c->count = 0;
    add_places(c, &root, c->document, DEEPEST);
}

/* No deeper than all places of that depth have room. */
static void find_places(struct coverage *c)
{
    int levels = 0;

    do
        find_places_to(c, ++levels);
    while (levels < DEEPEST && c->count < PLACES_MOST);
    if (c->count == PLACES_MOST && levels > 1)
        find_places_to(c, levels - 1);
}

/* ---- the rows ---- */

static bool is_above(const struct coverage *c, size_t above, size_t place)
{
    for (; place != SIZE_MAX; place = c->places[place].parent)
        if (place == above)
            return true;
    return false;
}

/* Of a place inside another, only what it is when the other is there counts. */
static bool is_possible(const struct coverage *c, size_t a, unsigned char x, size_t b,
                        unsigned char y)
{
    if (is_above(c, a, b))
        return x == COVERAGE_IN;
    return !is_above(c, b, a) || y == COVERAGE_IN;
}

static bool may_be(const struct coverage *c, const unsigned char *row, size_t place)
{
    const size_t parent = c->places[place].parent;

    return parent == SIZE_MAX || row[parent] == COVERAGE_IN;
}

static void put(const struct coverage *c, unsigned char *row, size_t place, unsigned char wish)
{
    row[place] = wish;
    for (place = c->places[place].parent; place != SIZE_MAX; place = c->places[place].parent)
        row[place] = COVERAGE_IN;
}

/* How many pairs the value would cover with what the row has so far. */
static size_t gain_of(const struct coverage *c, const unsigned char *row, size_t place,
                      unsigned char wish)
{
    size_t gain = 0;

    for (size_t i = 0; i < c->count; i++)
        gain += i != place && row[i] != COVERAGE_OPEN &&
                !(*pair_at(c, i, place) & pair_bit(i, row[i], place, wish));
    return gain;
}

/* Parents stand before what is inside of them, so they are decided by then. */
static void fill_row(const struct coverage *c, unsigned char *row, struct random *random)
{
    for (size_t i = 0; i < c->count; i++) {
        if (row[i] != COVERAGE_OPEN || !may_be(c, row, i))
            continue;
        const size_t in = gain_of(c, row, i, COVERAGE_IN), out = gain_of(c, row, i, COVERAGE_OUT);
        const bool coin = random_below(random, 2) == 0;

        row[i] = in > out || (in == out && coin) ? COVERAGE_IN : COVERAGE_OUT;
    }
}

static size_t cover(const struct coverage *c, const unsigned char *row, bool really)
{
    size_t gain = 0;

    for (size_t a = 0; a < c->count; a++)
        for (size_t b = a + 1; b < c->count; b++) {
            unsigned char *pair = pair_at(c, a, b);

            if (row[a] == COVERAGE_OPEN || row[b] == COVERAGE_OPEN)
                continue;
            const unsigned char bit = pair_bit(a, row[a], b, row[b]);
            gain += !(*pair & bit);
            *pair |= really ? bit : 0;
        }
    return gain;
}

/* A pair that no row has yet, from a random one on. */
static bool seed_row(const struct coverage *c, unsigned char *row, struct random *random)
{
    static const unsigned char wishes[] = { COVERAGE_OUT, COVERAGE_IN };
    const size_t all = c->count * c->count, start = (size_t)random_below(random, all);

    for (size_t k = 0; k < all; k++) {
        const size_t a = (start + k) % all / c->count, b = (start + k) % all % c->count;

        for (size_t v = 0; a < b && v < 4; v++) {
            const unsigned char x = wishes[v / 2], y = wishes[v % 2];

            if (*pair_at(c, a, b) & pair_bit(a, x, b, y) || !is_possible(c, a, x, b, y))
                continue;
            put(c, row, a, x);
            put(c, row, b, y);
            return true;
        }
    }
    return false;
}

static void make_row(const struct coverage *c, unsigned char *best, struct random *random)
{
    unsigned char row[PLACES_MOST];
    size_t most = 0;

    for (size_t i = 0; i < CANDIDATES; i++) {
        memset(row, COVERAGE_OPEN, sizeof(row));
        const bool useful = c->count && seed_row(c, row, random);
        fill_row(c, row, random);
        const size_t gain = cover(c, row, false);
        if (i == 0 || gain > most) {
            memcpy(best, row, c->count);
            most = gain;
        }
        if (!useful) /* all is covered: the first will do, which is random */
            break;
    }
}

/* Everything there is, then nothing: what one would try by hand. */
static void make_plain_row(const struct coverage *c, unsigned char *row, unsigned char wish)
{
    memset(row, COVERAGE_OPEN, c->count);
    for (size_t i = 0; i < c->count; i++)
        if (may_be(c, row, i))
            row[i] = wish;
}

const struct coverage *coverage_new(struct arena *arena, const struct resource_type *type,
                                    size_t rows, struct random *random)
{
    struct coverage *c = arena_alloc(arena, sizeof(*c));
    struct random own = { random_next(random) };

    c->arena = arena;
    c->document = type->create_document;
    c->schema = type->create;
    find_places(c);
    c->row_count = rows;
    c->rows = arena_alloc(arena, rows * c->count + 1);
    c->pairs = arena_alloc(arena, c->count * c->count + 1);
    for (size_t i = 0; i < rows; i++) {
        unsigned char *row = &c->rows[i * c->count];

        if (i < 2)
            make_plain_row(c, row, i == 0 ? COVERAGE_IN : COVERAGE_OUT);
        else
            make_row(c, row, &own);
        cover(c, row, true);
    }
    return c;
}

size_t coverage_rows(const struct coverage *coverage)
{
    return coverage->row_count;
}

enum coverage_wish coverage_wants(const struct coverage *coverage, size_t row, const char *pointer)
{
    const size_t place = place_find(coverage, pointer);

    if (place == SIZE_MAX || !coverage->row_count)
        return COVERAGE_OPEN;
    row %= coverage->row_count;
    return (enum coverage_wish)coverage->rows[row * coverage->count + place];
}
