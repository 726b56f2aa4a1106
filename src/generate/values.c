/* Which kind of value goes to a place, and what is tried there until it is valid. */
#include "generate_private.h"

enum {
    COIN = 78,         /* sets the coin for an example apart from the value, */
    CHOICES = 79,      /* and the choice of branches apart from both */
    CHEAP = 300,       /* more of them, as long as they are not so much work */
    CHOICES_MOST = 12, /* at one place, before what holds it must choose anew */
    OPEN_TRIES = 14,   /* with any type, where the schema leaves that open */
    REPAIRS = 4,       /* other values for one choice that is not valid; */
    REPAIRS_MOST = 40, /* so many where they are less work than this: */
    CHEAP_REPAIRS = 100,
    SEARCHES_ENOUGH = 3, /* for a text or a number, in vain */
    RECURRENCES = 2,     /* of one demand inside itself, with all its optional properties */
    SALT_STEP = 100003   /* between one value at a place and the next */
};

struct value_place place_child(const struct value_place *parent, const char *step)
{
    return (struct value_place){ .parent = parent,
                                 .step = step,
                                 .hash = place_hash(parent->hash, step),
                                 .salt = parent->salt,
                                 .crowded = parent->crowded,
                                 .depth = parent->depth + 1 };
}

/*
 * One of several types, with something to hold before nothing. Objects and
 * arrays that may not grow any more give way to what ends.
 */
static unsigned choose_type(struct demand *d, unsigned types, bool with_null)
{
    size_t count = 0;

    if (types & TYPE_NUMBER)
        types &= TYPE_ANY ^ TYPE_INTEGER;
    if (types & (TYPE_ANY ^ TYPE_NULL) && demand_has(d, "type") && !with_null)
        types &= TYPE_ANY ^ TYPE_NULL;
    for (unsigned bit = 1; bit < TYPE_ANY; bit <<= 1)
        count += (types & bit) != 0;
    size_t chosen = count ? demand_choose(d, count) : 0;
    for (unsigned bit = 1; bit < TYPE_ANY; bit <<= 1)
        if (types & bit && chosen-- == 0)
            return bit;
    return 0;
}

/* What has a value of the user's inside must be able to hold it. */
static unsigned fixed_types(const struct generator *g, const struct value_place *place,
                            const struct demand *d, unsigned types)
{
    const unsigned open = demand_has(d, "type") ? types : TYPE_ANY;
    const struct fixed *here = fixed_at(g, place);

    if (here && here->value)
        return json_type(here->value) == JSON_ARRAY ? TYPE_ARRAY : TYPE_OBJECT;
    for (size_t i = 0; i < g->fixed.count; i++) {
        const struct property_path *path = &g->fixed.items[i].path;
        const char *step = place->depth < path->depth ? path->steps[place->depth] : NULL;

        if (!step || !fixed_runs_through(g, place->hash, step))
            continue;
        if (open & TYPE_ARRAY && (*step >= '0' && *step <= '9'))
            return TYPE_ARRAY;
        return open & TYPE_OBJECT ? TYPE_OBJECT : types;
    }
    return types;
}

static bool is_name(const struct generator *g, const struct value_place *place)
{
    for (size_t i = 0; g->names && i < g->names->count; i++)
        if (place_hash_of(&g->names->paths[i]) == place->hash)
            return true;
    return false;
}

/* A text or a number, unless it was searched for in vain a few times. */
static const json *make_scalar(struct generator *g, const struct value_place *place,
                               const struct demand *d, enum type_bit type, struct random *random,
                               unsigned tries)
{
    const uint64_t key = failure_key(
        d->nodes, d->count,
        failure_key(d->avoid, d->avoided, (unsigned)type * (d->is_loose ? 1000 : 2000)));
    const struct failure *failure = failure_find(g, key);

    if (failure && failure->times >= SEARCHES_ENOUGH) {
        g->reason = failure->reason;
        return NULL;
    }
    const char *s =
        type == TYPE_STRING ? make_text(g, place, d, NULL, random, tries % 2 == 0) : NULL;
    const json *value = s ? json_new_string(g->scratch, s) : NULL;
    if (type != TYPE_STRING)
        value = make_number(g, place, d, type == TYPE_INTEGER, random);
    if (!is_worked_out(g))
        failure_note(g, key, !value);
    return value;
}

static const json *make_typed(struct generator *g, const struct value_place *place,
                              struct demand *d, enum mood mood, unsigned tries)
{
    struct random random = place_random(g, place, tries);
    const unsigned types =
        place->ends ? demand_types(d, OPEN_TURN * MOODS) & TYPES_THAT_END : demand_types(d, tries);
    const json *list = demand_list(g, d, types, place->retried > 0);
    const json *picked = list ? demand_pick(g, d, list, &random) : NULL;
    struct random coin = place_random(g, place, COIN);

    if (list && !(g->fixed.count && fixed_at(g, place)))
        return picked ? picked : cannot(g, place, "no value is left that the schema allows");
    /* Mostly what the schema's author thought of, or updates would have nothing to change. */
    if (g->variant != VARIANT_BOUNDARY && !place->retried && !is_name(g, place) &&
        random_below(&coin, 4))
        picked = demand_example(g, d, types, &coin);
    if (picked)
        return picked;
    switch (choose_type(d, g->fixed.count ? fixed_types(g, place, d, types) : types,
                        place->retried > 0)) {
    case TYPE_OBJECT:
        return make_object(g, place, d, mood);
    case TYPE_ARRAY:
        return make_array(g, place, d, mood, &random);
    case TYPE_INTEGER:
        return make_scalar(g, place, d, TYPE_INTEGER, &random, tries);
    case TYPE_NUMBER:
        return make_scalar(g, place, d, TYPE_NUMBER, &random, tries);
    case TYPE_STRING:
        return make_scalar(g, place, d, TYPE_STRING, &random, tries);
    case TYPE_BOOLEAN:
        return json_new_boolean(g->scratch, random_below(&random, 2) == 1);
    case TYPE_NULL:
        return json_new_null(g->scratch);
    default:
        return cannot(g, place, "the types that are asked for exclude each other");
    }
}

/*
 * Where only what is required is made, a value inside a value of the same
 * demand has no end: the smallest value of a demand never holds another one.
 */
static bool goes_in_circles(const struct value_place *place)
{
    for (const struct value_place *above = place->parent; above && !above->rich;
         above = above->parent)
        if (above->demand && demand_same(above->demand, place->demand))
            return place->demand->count > 0;
    return false;
}

/* How often the demand is asked for already by what holds the value; no further than `most`. */
static unsigned recurrences(const struct value_place *place, unsigned most)
{
    unsigned times = 0;

    for (const struct value_place *above = place->demand ? place->parent : NULL;
         above && times < most; above = above->parent)
        times += above->demand && demand_same(above->demand, place->demand);
    return place->demand && place->demand->count ? times : 0;
}

/* How much of what is optional is made, as the tries go on. */
static enum mood mood_at(const struct generator *g, const struct value_place *place, unsigned tries)
{
    static const enum mood moods[VARIANT_COUNT][MOODS] = {
        [VARIANT_MAXIMAL] = { RICH, HALF, LEAN },
        [VARIANT_RANDOM] = { HALF, RICH, LEAN },
        [VARIANT_MINIMAL] = { LEAN, HALF, RICH },
        [VARIANT_BOUNDARY] = { HALF, RICH, LEAN },
    };

    return place->rich ? moods[g->variant][(tries + place->retried) % MOODS] : LEAN;
}

static bool may_be_rich(const struct generator *g, const struct value_place *place)
{
    return (place->depth < g->rich_depth && !place->crowded) || place->retried > 0;
}

static const json *try_value(struct generator *g, struct value_place *place,
                             const struct parts *parts, unsigned tries, struct demand *d)
{
    if (g->work++ >= g->work_limit)
        return cannot(g, place, "it takes more than %zu values", g->work_limit);
    demand_read(g, d, parts, tries / MOODS, place_random(g, place, CHOICES));
    place->demand = d;
    if (d->impossible)
        return cannot(g, place, "no value is allowed, or too many subschemas describe it");
    /* What must be unlike its neighbours cannot do with nothing but what is required. */
    place->rich =
        may_be_rich(g, place) && (place->retried || recurrences(place, RECURRENCES) < RECURRENCES);
    /* What holds nothing ends a circle, where the schema leaves the type open. */
    place->ends = !place->rich && goes_in_circles(place);
    if (place->ends && demand_has(d, "type"))
        return cannot(g, place, "its required properties need themselves, without end");
    return make_typed(g, place, d, mood_at(g, place, tries), tries);
}

/*
 * Whether the value is valid where it stands. Texts and numbers were searched
 * for until they were, and so were the members of a container: it needs looking
 * at where its subschemas have a say about it as a whole.
 */
static bool is_right(const struct generator *g, const struct parts *parts, const struct demand *d,
                     const json *value)
{
    const bool searched = json_type(value) == JSON_STRING || json_type(value) == JSON_NUMBER;
    const bool is_simple =
        d->ways == 1 && !d->avoided && !demand_has(d, "dependencies") && !demand_has(d, "contains");

    return searched || is_simple || parts_accept(g, parts, value);
}

/*
 * A value that is valid but for what it must not match is changed. Where everything that was
 * looked for matches that, it is looked for without.
 */
static const json *try_avoiding(struct generator *g, struct value_place *place, struct demand *d,
                                const json *value, unsigned tries)
{
    if (!d->avoided || d->impossible || is_worked_out(g) ||
        (g->fixed.count && fixed_below(g, place)))
        return NULL;
    if (!value) {
        d->is_loose = true;
        value = make_typed(g, place, d, mood_at(g, place, tries), tries);
        d->is_loose = false;
    }
    return value ? avoid_matches(g, d, value) : NULL;
}

/* One choice, with some values for it. `spoiled` is one that is not valid. */
static const json *try_choice(struct generator *g, struct value_place *place,
                              const struct parts *parts, unsigned tries, struct demand *d,
                              const json **spoiled)
{
    const uint64_t salt = place->salt;
    const size_t before = g->work;
    const json *value = NULL;

    for (unsigned i = 0; i < REPAIRS_MOST && !is_worked_out(g); i++) {
        if (i >= REPAIRS && g->work - before > CHEAP_REPAIRS)
            break;
        place->salt = salt + (uint64_t)i * SALT_STEP;
        const json *made = try_value(g, place, parts, tries, d);
        const bool right = made && is_right(g, parts, d, made);
        value = right ? made : try_avoiding(g, place, d, made, tries);
        g->misses += !value;
        if (value || !made)
            break;
        *spoiled = made;
        cannot(g, place, "no value was found that is valid");
    }
    place->salt = salt;
    return value;
}

/* How many choices there are depends on those that were made: the most is tried. */
static const json *try_choices(struct generator *g, struct value_place *place,
                               const struct parts *parts, unsigned first, unsigned most,
                               struct demand *d, const json **spoiled)
{
    const json *value = NULL;
    const size_t before = g->work;
    uint64_t ways = first < OPEN_TURN ? 1 : most;

    for (unsigned i = 0; !value && i < ways && !is_worked_out(g); i++) {
        if (i >= most && g->work - before > CHEAP)
            break;
        value = try_choice(g, place, parts, first + i * MOODS, d, spoiled);
        ways = d->ways > ways ? d->ways : ways;
    }
    return value;
}

/* All choices in one mood, then in another; then with any type, where the schema says nothing of
 * it. */
static const json *try_all(struct generator *g, struct value_place *place,
                           const struct parts *parts)
{
    struct demand d = { .count = 0 };
    const json *value = NULL, *spoiled = NULL;
    bool is_open = false;

    for (unsigned mood = 0; mood < MOODS && !value && !is_open && !is_worked_out(g); mood++) {
        value = try_choices(g, place, parts, mood, CHOICES_MOST, &d, &spoiled);
        /* Inside itself, a value of another type is better than all there is to try. */
        is_open = !place->rich || d.impossible || recurrences(place, 1);
    }
    if (!value && !demand_has(&d, "type") && !d.impossible)
        value = try_choices(g, place, parts, OPEN_TURN * MOODS, OPEN_TRIES, &d, &spoiled);
    place->demand = NULL;
    /* With the user's values in it, what is wrong with it is said in the end. */
    return value || !spoiled || !fixed_below(g, place) ? value : spoiled;
}

const json *make_value(struct generator *g, struct value_place *place, const struct parts *parts)
{
    const struct fixed *fixed = g->fixed.count ? fixed_at(g, place) : NULL;
    const bool given = g->fixed.count && fixed_below(g, place);
    const uint64_t key =
        failure_key(parts->nodes, parts->count, may_be_rich(g, place) ? g->rich_depth + 1 : 0);
    const struct failure *failure = failure_find(g, key);

    if (fixed && (fixed->given == GIVEN_WHOLE || fixed->given == GIVEN_MAYBE))
        return fixed->value;
    if (place->depth > DEEPEST)
        return cannot(g, place, "more than %d levels are required", DEEPEST);
    if (failure && failure->times >= FAILURES_ENOUGH && !given) {
        g->reason = failure->reason;
        return NULL;
    }
    const json *value = try_all(g, place, parts);
    if (!given && !is_worked_out(g))
        failure_note(g, key, !value);
    return value;
}
