#include <string.h>

#include "compare_private.h"

enum { FIRST_ROOM = 64, SIGN_BITS = 64 };

struct leaf_visit {
    void (*leaf)(void *context, uint64_t token);
    void *context;
};

/* ---- the prints that are known ---- */

static struct printed *slot_of(const struct print_table *table, const struct spot *spot,
                               const json *array)
{
    size_t i = mix_hash((uintptr_t)array ^ (uintptr_t)spot) & (table->room - 1);

    while (table->slots[i].array &&
           (table->slots[i].array != array || table->slots[i].spot != spot))
        i = (i + 1) & (table->room - 1);
    return &table->slots[i];
}

static void grow(struct arena *arena, struct print_table *table)
{
    const struct print_table old = *table;

    table->room = old.room ? old.room * 2 : FIRST_ROOM;
    table->slots = arena_array(arena, table->room, sizeof(*table->slots));
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].array)
            *slot_of(table, old.slots[i].spot, old.slots[i].array) = old.slots[i];
}

static const struct printed *known(const struct comparing *all, const struct spot *spot,
                                   const json *array)
{
    if (!all->prints.count || all->passing)
        return NULL;
    const struct printed *slot = slot_of(&all->prints, spot, array);
    return slot->array ? slot : NULL;
}

const struct print *prints_known(const struct comparing *all, const struct spot *spot,
                                 const json *array)
{
    const struct printed *printed = known(all, spot, array);

    return printed ? printed->items : NULL;
}

static void keep(struct comparing *all, struct printed printed)
{
    if (all->passing)
        return;
    if (all->prints.count * 2 >= all->prints.room)
        grow(all->scratch, &all->prints);
    *slot_of(&all->prints, printed.spot, printed.array) = printed;
    all->prints.count++;
}

/* ---- prints ---- */

bool print_may_hold(const struct print *returned, const struct print *requested)
{
    return !(requested->sign[0] & ~returned->sign[0]) && !(requested->sign[1] & ~returned->sign[1]);
}

static struct print print_new(const struct spots *spots, enum json_type type)
{
    return (struct print){ .full = { { spots->key.half[0] + type, spots->key.half[1] ^ type } },
                           .hash = type };
}

/* What a value comes to that has a propertyTransform of its own. */
static struct print loosened(struct print print, const struct spot *spot)
{
    if (spot->transform) {
        print.loose = true;
        print.sign[0] = print.sign[1] = 0;
    }
    return print;
}

/*
 * Takes in what is below, called `name`, beside what is there in no order; or,
 * where `ordered`, behind it. Its values may come back as others where `loose`.
 */
static void take_in(struct print *print, const struct print *below, const struct digest *name,
                    bool ordered, bool loose)
{
    const uint64_t hash = loose ? 1 : mix_hash(below->hash ^ name->half[0]);

    print->hash = ordered ? mix_hash(print->hash ^ hash) : print->hash + hash;
    for (size_t i = 0; i < 2; i++) {
        const uint64_t half = mix_hash(below->full.half[i] ^ name->half[i]);

        print->full.half[i] =
            ordered ? mix_hash(print->full.half[i] ^ half) : print->full.half[i] + half;
        print->sign[i] |= loose ? 0 : below->sign[i];
    }
    print->loose = print->loose || loose || below->loose;
    print->mute = print->mute || below->mute;
}

/* `name`: that of the nearest member above. */
static struct print print_below(struct comparing *all, struct spot *spot, const json *value,
                                const struct digest *name);

static struct print print_members(struct comparing *all, struct spot *spot, const json *object)
{
    struct print print = print_new(all->spots, JSON_OBJECT);

    json_each (value, object) {
        const struct spot_member *found = spot_find(all->spots, spot, json_key(value));
        const struct digest name = found->digest;
        struct spot *at = found->spot;

        if (why_not_compared(at)) {
            print.mute = true;
            continue;
        }
        const struct print below = print_below(all, at, value, &name);
        take_in(&print, &below, &name, false, at->transform != NULL);
    }
    return print;
}

static bool has_containers(const json *array)
{
    json_each (item, array)
        if (json_type(item) & (JSON_OBJECT | JSON_ARRAY))
            return true;
    return false;
}

/* To go over an array of scalars again costs no more than to keep what it comes to. */
static struct print print_multiset(struct comparing *all, struct spot *spot, const json *array,
                                   const struct digest *name)
{
    const struct printed *before = known(all, spot, array);
    struct spot *items = spot_item(all->spots, spot, ANY_ITEM);
    const bool kept = !before && !all->passing && has_containers(array);
    struct print *each =
        kept ? arena_array(all->scratch, json_length(array) + 1, sizeof(*each)) : NULL;
    struct print print = print_new(all->spots, JSON_ARRAY);
    size_t i = 0;

    if (before)
        return before->whole;
    json_each (item, array) {
        const struct print below = print_below(all, items, item, name);

        take_in(&print, &below, &all->spots->key, false, items->transform != NULL);
        if (kept)
            each[i++] = loosened(below, items);
    }
    if (kept)
        keep(all, (struct printed){ array, spot, each, print });
    return print;
}

static struct print print_list(struct comparing *all, struct spot *spot, const json *array,
                               const struct digest *name)
{
    struct print print = print_new(all->spots, JSON_ARRAY);
    size_t i = 0;

    json_each (item, array) {
        struct spot *at = spot_item(all->spots, spot, i++);
        const struct print below = print_below(all, at, item, name);

        take_in(&print, &below, &all->spots->key, true, at->transform || why_not_compared(at));
        print.mute = print.mute || why_not_compared(at);
    }
    return print;
}

static struct print print_items(struct comparing *all, struct spot *spot, const json *array,
                                const struct digest *name)
{
    struct print print = print_new(all->spots, JSON_ARRAY);

    print.mute = true;
    if (why_not_compared(spot_item(all->spots, spot, ANY_ITEM)))
        return print;
    return spot->unordered ? print_multiset(all, spot, array, name)
                           : print_list(all, spot, array, name);
}

static struct digest digest_of_scalar(const struct digest *key, const json *value)
{
    const char *text = json_string(value);
    const double number = json_number(value, 0) + 0.0; /* -0 is 0 */
    const char *bytes = text ? text : (const char *)&number;
    const enum json_type type = json_type(value);

    return digest_of(key, json_true(value) ? JSON_ABSENT : type, bytes,
                     text ? strlen(text) : sizeof(number));
}

static struct print print_below(struct comparing *all, struct spot *spot, const json *value,
                                const struct digest *name)
{
    struct print print = { .loose = false };

    all->spots->work++;
    if (json_type(value) == JSON_OBJECT)
        return print_members(all, spot, value);
    if (json_type(value) == JSON_ARRAY)
        return print_items(all, spot, value, name);
    print.full = digest_of_scalar(&all->spots->key, value);
    print.hash = print.full.half[0];
    const uint64_t token = mix_hash(print.hash ^ name->half[0]);
    print.sign[0] = (uint64_t)1 << token % SIGN_BITS;
    print.sign[1] = (uint64_t)1 << token / SIGN_BITS % SIGN_BITS;
    return print;
}

struct print print_of(struct comparing *all, struct spot *spot, const json *value)
{
    return loosened(print_below(all, spot, value, &all->spots->key), spot);
}

/* ---- leaves ---- */

static void leaves_below(struct comparing *all, struct spot *spot, const json *value,
                         uint64_t where, struct leaf_visit visit);

static void leaf_members(struct comparing *all, struct spot *spot, const json *object,
                         uint64_t where, struct leaf_visit visit)
{
    json_each (value, object) {
        const struct spot_member member = *spot_find(all->spots, spot, json_key(value));

        if (!why_not_compared(member.spot) && !member.spot->transform)
            leaves_below(all, member.spot, value, mix_hash(where + member.hash), visit);
    }
}

static void leaves_below(struct comparing *all, struct spot *spot, const json *value,
                         uint64_t where, struct leaf_visit visit)
{
    size_t i = 0;

    all->spots->work++;
    if (json_type(value) == JSON_OBJECT) {
        leaf_members(all, spot, value, where, visit);
        return;
    }
    if (json_type(value) != JSON_ARRAY || !json_first(value)) {
        visit.leaf(visit.context, mix_hash(where ^ mix_hash(json_hash(value, &i))));
        return;
    }
    json_each (item, value) {
        struct spot *at = spot_item(all->spots, spot, spot->unordered ? ANY_ITEM : i++);

        leaves_below(all, at, item, mix_hash(where), visit);
    }
}

void each_leaf(struct comparing *all, struct spot *spot, const json *value,
               void (*leaf)(void *context, uint64_t token), void *context)
{
    leaves_below(all, spot, value, 0, (struct leaf_visit){ leaf, context });
}
