#ifndef CFNC_COMPARE_PRIVATE_H
#define CFNC_COMPARE_PRIVATE_H

#include <stdint.h>

#include "cfnc/base/names.h"
#include "cfnc/compare/compare.h"
#include "cfnc/jsonata/jsonata.h"
#include "cfnc/type/resource_type.h"

/* What the files of the comparison share. */

/* ---- a keyed hash (fingerprint.c) ---- */

struct hash_key {
    uint64_t half[2];
};

/* Another one each time; `somewhere` is an address that is hard to tell. */
struct hash_key hash_key_new(const void *somewhere);
/* Of `length` bytes, which are of that kind; nobody can tell it who does not know the key. */
uint64_t keyed_hash(const struct hash_key *key, unsigned kind, const char *bytes, size_t length);
uint64_t mix_hash(uint64_t hash);

/* ---- what the schema says of a place (spots.c) ---- */

enum spot_mark { MARK_READ_ONLY = 1 << 0, MARK_WRITE_ONLY = 1 << 1, MARK_CREATE_ONLY = 1 << 2 };

/* The propertyTransform of a property; parsed when a value differs for the first time. */
struct spot_transform {
    const json *text;
    const struct jsonata *parsed;
    const char *problem; /* why it cannot be */
};

/* A path that the schema names, of which `depth` steps lead to a spot. */
struct way {
    struct marked_path *to;
    size_t depth;
};

/*
 * A place in models, and all that describes it. Places that are described by
 * the same subschemas and lie on the same ways are one spot, so there are few
 * of them, however large the models; they are made when a model goes there.
 */
struct model_spot {
    const json **nodes; /* subschemas, their $refs followed, and what stands beside a $ref */
    size_t node_count;
    struct way *ways;
    size_t way_count;
    unsigned marks;                   /* set of enum spot_mark */
    struct spot_transform *transform; /* or NULL */
    const json *default_value;        /* or NULL */
    bool unordered;
    bool noted;         /* it is among what was not compared */
    struct names names; /* of the members that were seen here, */
    struct spot_member *members;
    size_t member_room;
    size_t next_member;        /* that is likely to be asked for now: objects mostly look alike */
    struct model_spot **items; /* the first few, the others, and any; made when asked for */
    size_t item_kinds;         /* so many items have spots of their own */
    struct model_spot *same_bucket;
    uint64_t hash;
};

/* A name that was seen at a spot, and the spot of what has it. */
struct spot_member {
    const char *name;
    uint64_t hash; /* of the name */
    struct model_spot *spot;
};

enum { SPOT_BUCKETS = 1024 };

struct model_spots {
    struct arena *arena;
    const struct resource_type *type;
    struct marked_path *paths;
    size_t path_count, path_room;
    struct hash_key key;
    struct model_spot *buckets[SPOT_BUCKETS];
    struct names pattern_names; /* of patternProperties, */
    const struct pattern **patterns;
    size_t pattern_room;
    struct model_spot *root;
    size_t work; /* values that were looked at so far */
};

#define ANY_ITEM SIZE_MAX /* what may describe any item of an array */

struct model_spots *spots_new(struct arena *arena, const struct resource_type *type);
/* Valid until the next call for the same spot. */
const struct spot_member *spot_find(struct model_spots *spots, struct model_spot *spot,
                                    const char *name);
struct model_spot *spot_item(struct model_spots *spots, struct model_spot *spot, size_t index);

/* ---- fingerprints (fingerprint.c) ---- */

/* Of all that is compared in a value, as it stands; the order of what has none does not count. */
struct fingerprint {
    uint64_t hash;
    bool inexact; /* it does not tell all: something is not compared, or no double tells a number */
};

struct compare_run;

uint64_t hash_of_scalar(const struct model_spots *spots, const json *value);
struct fingerprint fingerprint_of(struct compare_run *all, struct model_spot *spot,
                                  const json *value);
/* Of an array as if its order did not count. */
struct fingerprint fingerprint_of_multiset(struct compare_run *all, struct model_spot *spot,
                                           const json *array);
/* Those of the items of an unordered array that are known already; or NULL. */
const struct fingerprint *fingerprints_known(const struct compare_run *all,
                                             const struct model_spot *spot, const json *array);

/* A table of the comparison. */
struct known_arrays {
    struct known_array *slots;
    size_t count, room; /* room: a power of two, or 0 */
};

/* ---- the comparison (compare.c) ---- */

/* What a place holds in both models, and the steps up to them; either value may be NULL. */
struct value_pair {
    const struct value_pair *above; /* NULL of the models */
    const char *key;                /* of a member; NULL of an item */
    size_t index;
    struct model_spot *spot;
    const json *requested, *returned;
};

/* One comparison of two models. */
struct compare_run {
    struct arena *arena;   /* of the result */
    struct arena *scratch; /* until it is made */
    struct arena *pairing; /* while items are paired: marked and released */
    struct model_spots *spots;
    struct known_arrays known;
    const json *requested; /* the models */
    bool exactly;
    const struct difference **end;
    const struct not_compared **not_end;
    size_t rows, listed, path_bytes;
    size_t unsaid;  /* notes that trials had to make, and kept to themselves */
    size_t passing; /* a value is compared that does not outlive this */
};

/* A part of it: all of it, or a trial that only counts. */
struct scope {
    struct compare_run *all;
    bool quiet;
    size_t found, most;      /* differences; a trial stops at `most` */
    const json *parent;      /* the object that holds the requested value */
    const json *transformed; /* what the propertyTransform of that value makes, for its row */
};

enum {
    MOST_WORK = 20 * 1000 * 1000, /* values: beyond it, pairing items takes too long */
    COST_OF_TRANSFORM = 500       /* in values */
};

void compare_values(struct scope *s, const struct value_pair *at);
void compare_differs(struct scope *s, enum difference_kind kind, const struct value_pair *at);
void compare_note(struct scope *s, const struct value_pair *at, const char *why, bool failed);
const char *why_not_compared(const struct model_spot *spot);

/* In how much two values differ, `most` at most, without telling anybody. */
size_t compare_distance(const struct scope *s, const struct value_pair *at, size_t most);

/* The same without asking whether the place is compared at all. */
void compare_plainly(struct scope *s, const struct value_pair *at);

/* ---- propertyTransform (transform.c) ---- */

void compare_transformed(struct scope *s, const struct value_pair *at);

enum transform_verdict {
    TRANSFORM_EQUAL,
    TRANSFORM_DIFFERS,
    TRANSFORM_FAILED /* some alternative could not be evaluated, and none of the others is equal */
};

/* The values that one property has. */
struct transform_input {
    const json *model, *parent; /* of the request: the whole, and what holds the property */
    const json *returned;       /* NULL when absent: then a result of null is equal */
    bool (*equals)(void *context, const json *result); /* to `returned`, which is there */
    void *context;
};

/*
 * Whether an alternative makes what was returned. TRANSFORM_DIFFERS: *result is
 * what the first that gives something makes, in `arena`, or NULL.
 * TRANSFORM_FAILED: the error names function and column.
 */
enum transform_verdict transform_match(struct arena *arena, const struct jsonata *transform,
                                       const struct transform_input *input, const json **result,
                                       struct error *error);

/* ---- arrays whose order does not count (sets.c) ---- */

void compare_unordered_items(struct scope *s, const struct value_pair *arrays);

/*
 * Whether two items differ in nothing. Then nothing more is to be said of them,
 * but what was not compared, which is said here.
 */
bool are_twins(struct scope *s, const struct value_pair *items);

/* ---- which item is which (pairs.c) ---- */

/* An item of an unordered array. */
struct item {
    const json *value;
    struct item *pair; /* of the other array, or NULL */
    size_t index;      /* in its array */
    struct fingerprint print;
    bool done; /* of a requested item: it was compared with its pair, and is equal */
    size_t first_leaf, leaf_count; /* the values in it that are compared as they stand, */
    uint64_t bits;                 /* and one bit for each: where it is not set, one is missing */
};

/* One of the two arrays. */
struct pairing_side {
    struct item *items, **left; /* left: those that are not paired yet */
    size_t count, left_count;
};

struct pairing {
    struct arena *arena; /* until the items are paired */
    struct scope *scope;
    struct model_spot *spot; /* of the items */
    const struct value_pair *arrays;
    struct pairing_side asked, got;
    bool twins_only;  /* what differs stays alone */
    size_t pairs;     /* so many were made */
    uint64_t *leaves; /* of all items that were read */
    size_t leaf_count, leaf_room;
};

/* Pairs each requested item with the returned one that explains it best, if there is any. */
void pair_items(struct pairing *p);
void make_pair(struct pairing *p, struct item *requested, struct item *returned);
/* Two items, of which one may be NULL. */
struct value_pair items_at(const struct pairing *p, const struct item *requested,
                           const struct item *returned);

enum {
    COST_OF_ROW = 8, /* a difference weighs more than all that decides between equals */
    COST_OF_PLACE = 1
};
#define TOO_FAR SIZE_MAX /* the cost of what cannot be a pair */

/* The cost of taking one for the other, or TOO_FAR: they have nothing in common, or differ in
   `most` rows. */
size_t pair_cost(const struct pairing *p, const struct item *requested, const struct item *returned,
                 size_t most);

/* ---- items that have something in common (shared.c) ---- */

/* Pairs items that are equal in all that is compared. */
void pair_twins(struct pairing *p);
void read_leaves(struct pairing *p,
                 const struct pairing_side *side); /* of the items that are left */
/* Pairs items that share rare values. */
void pair_many(struct pairing *p);

/* ---- what is behind a difference (hints.c) ---- */

/* Whether `arn` is an ARN that ends in `name`. */
bool is_arn_of(struct arena *arena, const char *arn, const char *name);
const char *trimmed(struct arena *arena, const char *text); /* without white space at its ends */

#endif
