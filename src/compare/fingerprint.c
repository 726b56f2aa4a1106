/*
 * Fingerprints of values: equal in all that is compared, they have the same one; that two others
 * have the same is chance alone, one in 2 to the 64th.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare_private.h"

/*
 * ---- a keyed hash: SipHash (Aumasson and Bernstein, 2012) of one round a word and three at the
 * end. Who sends the values does not know the key, and so cannot choose values that collide, as
 * can be done for hash_bytes(), whatever its seed. ----
 */

struct siphash {
    uint64_t a, b, c, d;
};

static uint64_t rotated(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static void do_round(struct siphash *s)
{
    s->a += s->b;
    s->c += s->d;
    s->b = rotated(s->b, 13) ^ s->a;
    s->d = rotated(s->d, 16) ^ s->c;
    s->a = rotated(s->a, 32) + s->d;
    s->c += s->b;
    s->d = rotated(s->d, 21) ^ s->a;
    s->b = rotated(s->b, 17) ^ s->c;
    s->c = rotated(s->c, 32);
}

static void take_word(struct siphash *s, uint64_t word)
{
    s->d ^= word;
    do_round(s);
    s->a ^= word;
}

uint64_t keyed_hash(const struct hash_key *key, unsigned kind, const char *bytes, size_t length)
{
    struct siphash s = { key->half[0] ^ 0x736F6D6570736575u,
                         key->half[1] ^ 0x646F72616E646F6Du ^ kind,
                         key->half[0] ^ 0x6C7967656E657261u, key->half[1] ^ 0x7465646279746573u };
    const uint64_t last = (uint64_t)length << 56;
    uint64_t word = 0;

    for (; length >= sizeof(word); bytes += sizeof(word), length -= sizeof(word)) {
        memcpy(&word, bytes, sizeof(word));
        take_word(&s, word);
    }
    word = 0;
    memcpy(&word, bytes, length);
    take_word(&s, word ^ last);
    s.c ^= 0xFF;
    for (int i = 0; i < 3; i++)
        do_round(&s);
    return s.a ^ s.b ^ s.c ^ s.d;
}

struct hash_key hash_key_new(const void *somewhere)
{
    struct hash_key key = { { (uintptr_t)somewhere, (uintptr_t)getpid() } };
    struct timespec now[2] = { { 0 } };

    clock_gettime(CLOCK_REALTIME, &now[0]);
    clock_gettime(CLOCK_MONOTONIC, &now[1]);
    for (unsigned i = 0; i < 2; i++)
        key.half[i] = keyed_hash(&key, i, (const char *)now, sizeof(now));
    return key;
}

uint64_t mix_hash(uint64_t hash)
{
    hash = (hash ^ hash >> 30) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ hash >> 27) * 0x94D049BB133111EBu;
    return hash ^ hash >> 31;
}

uint64_t hash_of_scalar(const struct model_spots *spots, const json *value)
{
    const char *text = json_string(value);
    const double number = json_number(value, 0) + 0.0; /* -0 is 0 */
    const char *bytes = text ? text : (const char *)&number;

    return keyed_hash(&spots->key, json_true(value) ? JSON_ABSENT : json_type(value), bytes,
                      text ? strlen(text) : sizeof(number));
}

/* ---- arrays whose fingerprints are known ---- */

enum { FIRST_ROOM = 64 };

/* The fingerprints of an unordered array and its items, so that each is made once, at any depth. */
struct known_array {
    const json *array;
    const struct model_spot *spot;
    const struct fingerprint *items;
    struct fingerprint whole;
};

static struct known_array *slot_of(const struct known_arrays *known, const struct model_spot *spot,
                                   const json *array)
{
    size_t i = mix_hash((uintptr_t)array ^ (uintptr_t)spot) & (known->room - 1);

    while (known->slots[i].array &&
           (known->slots[i].array != array || known->slots[i].spot != spot))
        i = (i + 1) & (known->room - 1);
    return &known->slots[i];
}

static void grow(struct arena *arena, struct known_arrays *known)
{
    const struct known_arrays old = *known;

    known->room = old.room ? old.room * 2 : FIRST_ROOM;
    known->slots = arena_array(arena, known->room, sizeof(*known->slots));
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].array)
            *slot_of(known, old.slots[i].spot, old.slots[i].array) = old.slots[i];
}

static const struct known_array *find_known(const struct compare_run *all,
                                            const struct model_spot *spot, const json *array)
{
    if (!all->known.count || all->passing)
        return NULL;
    const struct known_array *slot = slot_of(&all->known, spot, array);
    return slot->array ? slot : NULL;
}

const struct fingerprint *fingerprints_known(const struct compare_run *all,
                                             const struct model_spot *spot, const json *array)
{
    const struct known_array *known = find_known(all, spot, array);

    return known ? known->items : NULL;
}

/* ---- fingerprints ---- */

static struct fingerprint of_members(struct compare_run *all, struct model_spot *spot,
                                     const json *object)
{
    struct fingerprint whole = { .hash = JSON_OBJECT };

    json_each (value, object) {
        const struct spot_member member = *spot_find(all->spots, spot, json_key(value));

        if (why_not_compared(member.spot)) {
            whole.inexact = true;
            continue;
        }
        const struct fingerprint below = fingerprint_of(all, member.spot, value);
        whole.hash += mix_hash(below.hash ^ member.hash);
        whole.inexact = whole.inexact || below.inexact;
    }
    return whole;
}

static bool has_containers(const json *array)
{
    json_each (item, array)
        if (json_type(item) & (JSON_OBJECT | JSON_ARRAY))
            return true;
    return false;
}

/* Of items, as they stand or in no order; that of each goes into `items` unless it is NULL. */
static struct fingerprint of_items(struct compare_run *all, struct model_spot *spot,
                                   const json *array, bool ordered, struct fingerprint *items)
{
    struct fingerprint whole = { .hash = JSON_ARRAY };
    size_t i = 0;

    json_each (item, array) {
        struct model_spot *at = spot_item(all->spots, spot, ordered ? i : ANY_ITEM);
        struct fingerprint below = { .inexact = true };

        if (!why_not_compared(at))
            below = fingerprint_of(all, at, item);
        const uint64_t hash = mix_hash(below.hash ^ all->spots->key.half[0]);

        whole.hash = ordered ? mix_hash(whole.hash ^ hash) : whole.hash + hash;
        whole.inexact = whole.inexact || below.inexact;
        if (items)
            items[i] = below;
        i++;
    }
    return whole;
}

/* To go over an array of scalars again costs no more than to keep what it comes to. */
struct fingerprint fingerprint_of_multiset(struct compare_run *all, struct model_spot *spot,
                                           const json *array)
{
    const struct known_array *before = find_known(all, spot, array);

    if (before)
        return before->whole;
    if (all->passing || !has_containers(array))
        return of_items(all, spot, array, false, NULL);
    struct fingerprint *items = arena_array(all->scratch, json_length(array), sizeof(*items));
    const struct fingerprint whole = of_items(all, spot, array, false, items);
    if (all->known.count++ * 2 >= all->known.room)
        grow(all->scratch, &all->known);
    *slot_of(&all->known, spot, array) = (struct known_array){ array, spot, items, whole };
    return whole;
}

struct fingerprint fingerprint_of(struct compare_run *all, struct model_spot *spot,
                                  const json *value)
{
    all->spots->work++;
    if (json_type(value) == JSON_OBJECT)
        return of_members(all, spot, value);
    if (json_type(value) != JSON_ARRAY)
        return (struct fingerprint){ hash_of_scalar(all->spots, value),
                                     json_digits(value) != NULL };
    if (why_not_compared(spot_item(all->spots, spot, ANY_ITEM)))
        return (struct fingerprint){ .hash = JSON_ARRAY, .inexact = true };
    return spot->unordered ? fingerprint_of_multiset(all, spot, value)
                           : of_items(all, spot, value, true, NULL);
}
