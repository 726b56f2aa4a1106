#ifndef CFNC_COMPARE_PRIVATE_H
#define CFNC_COMPARE_PRIVATE_H

#include <stdint.h>

#include "cfnc/compare.h"
#include "cfnc/names.h"

/* What the files of the comparison share. */

/* ---- what the schema says of a place (compare_spots.c) ---- */

enum mark { MARK_READ_ONLY = 1 << 0, MARK_WRITE_ONLY = 1 << 1, MARK_CREATE_ONLY = 1 << 2 };

/* The propertyTransform of a property; parsed when a value differs for the first time. */
struct spot_transform {
    const json *text;
    const struct transform *parsed;
    const char *problem; /* why it cannot be */
};

/* A path that the schema names, of which `depth` steps lead to a spot. */
struct way {
    const struct marked_path *to;
    size_t depth;
};

/*
 * A place in models, and all that describes it. Places that are described by
 * the same subschemas and lie on the same ways are one spot, so there are few
 * of them, however large the models; they are made when a model goes there.
 */
struct spot {
    const json **nodes; /* subschemas, their $refs followed, and what stands beside a $ref */
    size_t node_count;
    const struct way *ways;
    size_t way_count;
    unsigned marks;                   /* set of enum mark */
    struct spot_transform *transform; /* or NULL */
    const json *default_value;        /* or NULL */
    bool unordered;
    bool noted;            /* it is among what was not compared */
    struct names names;    /* of the members that were seen here, */
    struct spot **members; /* and their spots */
    size_t member_room;
    struct spot **items; /* the first few, the others, and any; made when asked for */
    size_t item_kinds;   /* so many items have spots of their own */
    struct spot *same_bucket;
    uint64_t hash;
};

enum { SPOT_BUCKETS = 1024 };

struct spots {
    struct arena *arena;
    const struct resource_type *type;
    const struct marked_path *paths;
    size_t path_count;
    struct spot *buckets[SPOT_BUCKETS];
    struct names pattern_names; /* of patternProperties, */
    const struct pattern **patterns;
    size_t pattern_room;
    struct spot *root;
    size_t work; /* values that were looked at so far */
};

#define ANY_ITEM SIZE_MAX /* what may describe any item of an array */

struct spots *spots_new(struct arena *arena, const struct resource_type *type);
struct spot *spot_member(struct spots *spots, struct spot *spot, const char *name);
struct spot *spot_item(struct spots *spots, struct spot *spot, size_t index);

/* ---- the comparison (compare.c) ---- */

/* Where a value is: steps up to the model. */
struct place {
    const struct place *above;
    const char *key; /* of a member; NULL of an item */
    size_t index;
};

/* One comparison of two models. */
struct comparing {
    struct arena *arena;   /* of the result */
    struct arena *scratch; /* until it is made */
    struct spots *spots;
    const json *requested; /* the models */
    bool exactly;
    const struct difference **end;
    const struct not_compared **not_end;
    size_t rows, listed, path_bytes;
};

/* A part of it: all of it, or a trial that only counts. */
struct scope {
    struct comparing *all;
    bool quiet;
    size_t found, most; /* differences; a trial stops at `most` */
    const json *parent; /* the object that holds the requested value */
};

enum {
    MOST_WORK = 20 * 1000 * 1000, /* values: beyond it, pairing items takes too long */
    COST_OF_TRANSFORM = 500       /* in values */
};

void compare_values(struct scope *s, struct spot *spot, const struct place *place,
                    const json *requested, const json *returned);
void compare_differs(struct scope *s, enum difference_kind kind, const struct place *place,
                     const json *requested, const json *returned);
void compare_note(struct scope *s, struct spot *spot, const struct place *place, const char *why,
                  bool failed);
const char *why_not_compared(const struct spot *spot);

/* In how much two values differ, `most` at most, without telling anybody. */
size_t compare_distance(const struct scope *s, struct spot *spot, const struct place *place,
                        const json *requested, const json *returned, size_t most);

/* The same without asking whether the place is compared at all. */
void compare_plainly(struct scope *s, struct spot *spot, const struct place *place,
                     const json *requested, const json *returned);
/* A row of a value and what its transform made of it. */
void compare_differs_transformed(struct scope *s, const struct place *place, const json *requested,
                                 const json *returned, const json *transformed);

/* ---- propertyTransform (compare_transform.c) ---- */

void compare_transformed(struct scope *s, struct spot *spot, const struct place *place,
                         const json *requested, const json *returned);

/* ---- arrays whose order does not count (compare_sets.c) ---- */

void compare_unordered_items(struct scope *s, struct spot *spot, const struct place *place,
                             const json *requested, const json *returned);
/* Whether arrays of the same length have the same items, in whatever order. */
bool compare_same_items(const struct scope *s, struct spot *spot, const struct place *place,
                        const json *requested, const json *returned);
/* The same by hashes alone, of items to which nothing was added. */
bool compare_alike_items(const struct scope *s, struct spot *spot, const json *requested,
                         const json *returned);

/* ---- which item is which (compare_pairs.c) ---- */

/* Requested and returned items that are no twins of each other. */
struct item {
    const json *value;
    size_t index;  /* in its array */
    size_t weight; /* how many values it has that are compared */
    size_t pair;   /* of a requested item: the number of its returned one, or NO_PAIR */
    bool taken;    /* of a returned item */
};

#define NO_PAIR SIZE_MAX

struct pairing {
    struct arena *arena; /* until the items are paired */
    struct scope *scope;
    struct spot *spot; /* of the items */
    const struct place *place;
    struct item *requested, *returned;
    size_t requested_count, returned_count;
    bool twins_only; /* what differs stays alone */
};

/* Pairs each requested item with the returned one that explains it best, if there is any. */
void pair_items(struct pairing *p);

/* Calls `leaf` for each scalar value that is compared below `value`, with a hash of where it is.
 */
void each_leaf(struct spots *spots, struct spot *spot, const json *value,
               void (*leaf)(void *context, uint64_t token), void *context);
uint64_t mix_hash(uint64_t hash);

#endif
