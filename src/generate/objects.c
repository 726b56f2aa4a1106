#include <math.h>
#include <string.h>

#include "generate_private.h"

enum {
    KEY_TRIES = 12,
    ROOMY = 8,           /* members that unlike maps may have more than they must */
    BOUNDARY_MOST = 100, /* members of a map that is made as large as it may be */
    COIN = 77,           /* sets the coin for a member apart from its value */
    KEYS_MOST = 2000
};

struct wish {
    const char *key;
    bool required;
};

struct wishes {
    struct wish *items;
    size_t count, room;
};

/* What goes into an object, and what stays out so that a branch not chosen does not match. */
struct keys {
    struct generator *g;
    const struct value_place *place;
    struct demand *demand;
    struct parts names;           /* propertyNames */
    struct wishes wanted, banned; /* their texts are the schema's, and outlive this */
    double least, most;           /* how many there are to be */
};

static struct wish *wish_find(const struct wishes *wishes, const char *key)
{
    for (size_t i = 0; i < wishes->count; i++)
        if (strcmp(wishes->items[i].key, key) == 0)
            return &wishes->items[i];
    return NULL;
}

static void wish_add(struct arena *arena, struct wishes *wishes, const char *key, bool required)
{
    struct wish *found = wishes->count > KEYS_MOST ? NULL : wish_find(wishes, key);

    if (found) {
        found->required = found->required || required;
        return;
    }
    if (wishes->count > KEYS_MOST) /* one more than there may be */
        return;
    wishes->items =
        arena_grow(arena, wishes->items, wishes->count, &wishes->room, sizeof(*wishes->items));
    wishes->items[wishes->count++] = (struct wish){ key, required };
}

/* The subschemas of one member, of every part of the demand. */
static struct parts member_parts(struct generator *g, const struct demand *d, const char *key)
{
    struct parts parts = { .count = 0 };

    for (size_t i = 0; i < d->count; i++) {
        const json *declared = json_get(json_get(d->nodes[i], "properties"), key);
        bool matched = declared != NULL;

        parts_add(&parts, declared);
        json_each (member, json_get(d->nodes[i], "patternProperties"))
            if (generator_matches(g, json_key(member), key)) {
                parts_add(&parts, member);
                matched = true;
            }
        if (!matched)
            parts_add(&parts, json_get(d->nodes[i], "additionalProperties"));
    }
    return parts;
}

static bool name_allowed(const struct keys *keys, const char *key)
{
    if (!keys->names.count && !keys->names.impossible)
        return true;
    const json *name = json_new_string(keys->g->scratch, key);
    return !keys->names.impossible && parts_accept(keys->g, &keys->names, name);
}

/*
 * Whether a "$ref" has a "type" beside it that what it refers to cannot have.
 * Draft-07 ignores it, but not every validator does.
 */
static bool is_disputed(const struct generator *g, const struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        const json *beside = json_get(parts->nodes[i], "type");
        const json *behind = json_get(demand_target(g, parts->nodes[i]), "type");

        if (json_get(parts->nodes[i], "$ref") && beside && behind &&
            !(types_named(beside) & types_named(behind)))
            return true;
    }
    return false;
}

static bool is_open(const struct keys *keys, const char *key)
{
    const struct parts parts = member_parts(keys->g, keys->demand, key);

    return !parts.impossible && !is_disputed(keys->g, &parts) && name_allowed(keys, key);
}

static void want(struct keys *keys, const char *key, bool required)
{
    wish_add(keys->g->scratch, &keys->wanted, key, required);
}

static bool dependents_banned(const struct keys *keys, const char *key)
{
    for (size_t i = 0; i < keys->demand->count; i++) {
        const json *dependency = json_get(json_get(keys->demand->nodes[i], "dependencies"), key);

        if (json_false(dependency))
            return true;
        json_each (name, dependency)
            if (json_string(name) && !wish_find(&keys->wanted, json_string(name)) &&
                (wish_find(&keys->banned, json_string(name)) || !is_open(keys, json_string(name))))
                return true;
    }
    return false;
}

static bool may_want(const struct keys *keys, const char *key)
{
    return !wish_find(&keys->wanted, key) && !wish_find(&keys->banned, key) &&
           !dependents_banned(keys, key) && is_open(keys, key);
}

/*
 * Keeps a branch from matching by leaving out something that it requires, and nobody else does:
 * the last such. Where there is none, the value is changed once it is made.
 */
static void ban_one_of(struct keys *keys, const json *branch)
{
    const char *victim = NULL;

    json_each (name, json_get(demand_target(keys->g, branch), "required")) {
        if (!json_string(name) || wish_find(&keys->banned, json_string(name)))
            return;
        if (!wish_find(&keys->wanted, json_string(name)))
            victim = json_string(name);
    }
    if (victim)
        wish_add(keys->g->scratch, &keys->banned, victim, true);
}

static void want_required(struct keys *keys)
{
    const struct demand *d = keys->demand;

    for (size_t i = 0; i < d->count; i++)
        json_each (name, json_get(d->nodes[i], "required"))
            if (json_string(name))
                want(keys, json_string(name), true);
}

/* Wants what the presence of `key` asks for. */
static void want_dependents(struct keys *keys, const char *key)
{
    for (size_t i = 0; i < keys->demand->count; i++) {
        const json *dependency = json_get(json_get(keys->demand->nodes[i], "dependencies"), key);

        if (json_type(dependency) == JSON_ARRAY) {
            json_each (name, dependency)
                if (json_string(name))
                    want(keys, json_string(name), true);
        } else if (dependency)
            demand_add(keys->g, keys->demand, dependency);
    }
}

/* All that is asked for by what is wanted from `from` on; the list grows on the way. */
static void want_all_dependents(struct keys *keys, size_t from)
{
    for (size_t i = from; i < keys->wanted.count; i++) {
        const size_t parts = keys->demand->count, avoided = keys->demand->avoided;

        want_dependents(keys, keys->wanted.items[i].key);
        if (keys->demand->count > parts)
            want_required(keys);
        for (size_t k = avoided; k < keys->demand->avoided; k++)
            ban_one_of(keys, keys->demand->avoid[k]);
    }
}

static void avoid_all(struct keys *keys)
{
    const size_t from = keys->wanted.count;

    for (size_t i = 0; i < keys->demand->avoided; i++)
        ban_one_of(keys, keys->demand->avoid[i]);
    want_all_dependents(keys, from);
}

static size_t length_bound(double bound)
{
    return bound > KEYS_MOST ? KEYS_MOST : bound < 0 ? 0 : (size_t)bound;
}

/* How many members of those that are optional the mood and the bounds ask for. */
struct quota {
    size_t least, most;
    enum mood mood;
    const char *pointer; /* of the object, when a coverage is followed */
};

/* A coverage goes before the mood. */
static bool is_skipped(const struct keys *keys, const struct quota *quota, const char *key,
                       struct random *random)
{
    const struct generator *g = keys->g;
    const bool coin = quota->mood == HALF && random_below(random, 2);
    enum coverage_wish wish = COVERAGE_OPEN;

    if (keys->wanted.count < quota->least)
        return false;
    if (quota->pointer)
        wish = coverage_wants(g->coverage, g->row, pointer_add(g->scratch, quota->pointer, key));
    return wish == COVERAGE_OPEN ? coin || quota->mood == LEAN : wish == COVERAGE_OUT;
}

/* How many members must come with `key` that are not there yet. */
static size_t dependents_missing(const struct keys *keys, const char *key)
{
    size_t missing = 0;

    for (size_t i = 0; i < keys->demand->count; i++)
        json_each (name, json_get(json_get(keys->demand->nodes[i], "dependencies"), key))
            missing += json_string(name) && !wish_find(&keys->wanted, json_string(name));
    return missing;
}

static void want_declared(struct keys *keys, const struct quota *quota)
{
    for (size_t i = 0; i < keys->demand->count; i++)
        json_each (member, json_get(keys->demand->nodes[i], "properties")) {
            const size_t count = keys->wanted.count;
            struct value_place place = place_child(keys->place, json_key(member));
            struct random coin = place_random(keys->g, &place, COIN);

            if (count >= quota->most || count >= KEYS_MOST)
                return;
            if (is_skipped(keys, quota, json_key(member), &coin) ||
                !may_want(keys, json_key(member)) ||
                count + 1 + dependents_missing(keys, json_key(member)) > quota->most)
                continue;
            want(keys, json_key(member), false);
            want_all_dependents(keys, count);
        }
}

/* Optional ones: all, half, or as many as must be there. */
static void want_optional(struct keys *keys, enum mood mood)
{
    struct generator *g = keys->g;
    struct quota quota = {
        .least = length_bound(keys->least),
        .most = length_bound(keys->most),
        .mood = mood,
        .pointer =
            g->coverage && keys->place->rich ? pointer_of_place(g->scratch, keys->place) : NULL,
    };
    const size_t least = quota.least;

    /* Those that the mood asks for first, wherever they stand; then what is still missing. */
    quota.least = 0;
    want_declared(keys, &quota);
    quota.least = least;
    if (keys->wanted.count < least)
        want_declared(keys, &quota);
}

static void want_fixed(struct keys *keys)
{
    const struct generator *g = keys->g;

    for (size_t i = 0; i < g->fixed.count; i++) {
        const struct property_path *path = &g->fixed.items[i].path;
        const unsigned depth = keys->place->depth;

        if (depth < path->depth && fixed_runs_through(g, keys->place->hash, path->steps[depth]))
            want(keys, path->steps[depth], true);
    }
}

/* An optional value that was made with nothing in it says nothing: handlers return it or not. */
static bool is_hollow(const struct keys *keys, const json *value)
{
    const enum json_type type = json_type(value);

    return (type == JSON_OBJECT || type == JSON_ARRAY) && !json_length(value) &&
           !keys->place->rich && !keys->g->fixed.count &&
           !demand_has(keys->demand, "minProperties");
}

/* False when the object cannot do without what it has not got, or too much was tried already. */
static bool add_member(const struct keys *keys, json *object, const char *key, bool required)
{
    struct generator *g = keys->g;
    struct parts parts = member_parts(g, keys->demand, key);
    struct value_place place = place_child(keys->place, key);
    const json *value = NULL;

    if (parts.impossible || !name_allowed(keys, key))
        cannot(g, &place, "the schema requires it and forbids it");
    else
        value = make_value(g, &place, &parts);
    if (value && (required || !is_hollow(keys, value)))
        json_set(object, key, value);
    return value || (!required && !is_worked_out(g));
}

/* In the schema's order, so that a model reads like its documentation. */
static bool add_members(const struct keys *keys, json *object)
{
    const struct demand *d = keys->demand;

    for (size_t i = 0; i < d->count; i++)
        json_each (member, json_get(d->nodes[i], "properties")) {
            const char *key = json_key(member);
            const struct wish *wanted = wish_find(&keys->wanted, key);

            if (wanted && !json_get(object, key) &&
                !add_member(keys, object, key, wanted->required))
                return false;
        }
    for (size_t i = 0; i < keys->wanted.count; i++) {
        const struct wish *wanted = &keys->wanted.items[i];

        if (wanted->required && !json_get(object, wanted->key) &&
            !add_member(keys, object, wanted->key, true))
            return false;
    }
    return true;
}

/* A pattern of some patternProperties, each in turn; NULL when there is none. */
static const char *key_pattern(const struct demand *d, size_t index)
{
    size_t count = 0;

    for (size_t i = 0; i < d->count; i++)
        json_each (member, json_get(d->nodes[i], "patternProperties"))
            count += !json_false(member);
    if (!count)
        return NULL;
    index %= count;
    for (size_t i = 0; i < d->count; i++)
        json_each (member, json_get(d->nodes[i], "patternProperties"))
            if (!json_false(member) && index-- == 0)
                return json_key(member);
    return NULL;
}

/* A key that nobody named; the one at `index` is another one than that before. */
static const char *make_key(const struct keys *keys, const json *object, size_t index,
                            struct random *random)
{
    struct generator *g = keys->g;
    struct demand names;
    const size_t enough = KEY_TRIES + 4 * json_length(object);
    for (size_t tries = 0; tries < enough; tries++) {
        demand_read(g, &names, &keys->names, tries, *random);
        if (names.impossible)
            return NULL;
        const json *list = demand_list(g, &names, TYPE_STRING, false);
        const char *like = key_pattern(keys->demand, index + tries / 4);
        /* Those that no pattern is for may be all that there is left. */
        like = tries % 8 < 6 ? like : NULL;
        const char *key = list ? json_string(demand_pick(g, &names, list, random))
                               : make_text(g, keys->place, &names, like, random, tries == 0);

        if (key && !json_get(object, key) && !wish_find(&keys->banned, key) && is_open(keys, key))
            return key;
    }
    return NULL;
}

static bool declares_nothing(const struct demand *d)
{
    for (size_t i = 0; i < d->count; i++)
        if (json_length(json_get(d->nodes[i], "properties")))
            return false;
    return true;
}

/* Members of a map, and what minProperties still lacks. */
static void add_extra(const struct keys *keys, json *object, enum mood mood, struct random *random)
{
    const struct demand *d = keys->demand;
    const size_t least = length_bound(keys->least), most = length_bound(keys->most);
    size_t count = least;

    if (mood != LEAN && declares_nothing(d) && count < 2)
        count = key_pattern(d, 0) ? 1 + random_below(random, 2) : 1;
    if (keys->g->variant == VARIANT_BOUNDARY && keys->place->rich && declares_nothing(d) &&
        (most <= BOUNDARY_MOST || least))
        count = most <= BOUNDARY_MOST && random_below(random, 2) ? most : least;
    if (keys->place->retried && declares_nothing(d))
        count = least + random_below(random, 1 + keys->place->retried % ROOMY);
    count = count > most ? most : count < least ? least : count;
    for (size_t i = 0; json_length(object) < count && i < count + KEY_TRIES; i++) {
        const char *key = make_key(keys, object, i, random);
        if (!key)
            return;
        add_member(keys, object, key, false);
    }
}

const json *make_object(struct generator *g, const struct value_place *place, struct demand *d,
                        enum mood mood)
{
    struct random random = place_random(g, place, (unsigned)mood);
    const struct fixed *fixed = g->fixed.count ? fixed_at(g, place) : NULL;
    const bool is_closed = fixed && fixed->given == GIVEN_CLOSED;
    struct keys keys = {
        .g = g,
        .place = place,
        .demand = d,
        .least = demand_least(d, "minProperties", 0),
        .most = demand_most(d, "maxProperties", HUGE_VAL),
    };
    json *object = json_object(g->scratch);

    for (size_t i = 0; i < d->count; i++)
        parts_add(&keys.names, json_get(d->nodes[i], "propertyNames"));
    if (!is_closed)
        want_required(&keys);
    want_fixed(&keys);
    want_all_dependents(&keys, 0);
    avoid_all(&keys);
    if (keys.wanted.count > KEYS_MOST)
        return cannot(g, place, "more than %d members are required", KEYS_MOST);
    if (!is_closed)
        want_optional(&keys, mood);
    if (!add_members(&keys, object))
        return NULL;
    if (!is_closed)
        add_extra(&keys, object, mood, &random);
    if (is_worked_out(g))
        return NULL;
    if ((double)json_length(object) > keys.most)
        return cannot(g, place, "it may have %.0f members at most, of which %zu are required",
                      keys.most, json_length(object));
    if ((double)json_length(object) < demand_least(d, "minProperties", 0))
        return cannot(g, place, "it needs %.0f members, of which %zu were found",
                      demand_least(d, "minProperties", 0), json_length(object));
    return object;
}
