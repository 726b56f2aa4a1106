#ifndef CFNC_COMPARE_PRIVATE_H
#define CFNC_COMPARE_PRIVATE_H

#include <stdint.h>

#include "cfnc/base/names.h"
#include "cfnc/compare/compare.h"

/* What the files of the comparison share. */

/* ---- what bytes come to (compare_digest.c) ---- */

struct digest {
    uint64_t half[2];
};

/* Of `length` bytes, which are of that kind; nobody can tell it who does not know the key. */
struct digest digest_of(const struct digest *key, unsigned kind, const char *bytes, size_t length);
/* Another one each time; `somewhere` is an address that is hard to tell. */
struct digest digest_key(const void *somewhere);

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
    bool noted;         /* it is among what was not compared */
    struct names names; /* of the members that were seen here, */
    struct spot_member *members;
    size_t member_room;
    size_t next_member;  /* that is likely to be asked for now: objects mostly look alike */
    struct spot **items; /* the first few, the others, and any; made when asked for */
    size_t item_kinds;   /* so many items have spots of their own */
    struct spot *same_bucket;
    uint64_t hash;
};

/* A name that was seen at a spot, and the spot of what has it. */
struct spot_member {
    const char *name;
    struct digest digest; /* of the name, */
    uint64_t hash;        /* and what is the same in each comparison */
    struct spot *spot;
};

enum { SPOT_BUCKETS = 1024 };

struct spots {
    struct arena *arena;
    const struct resource_type *type;
    const struct marked_path *paths;
    size_t path_count;
    struct digest key;
    struct spot *buckets[SPOT_BUCKETS];
    struct names pattern_names; /* of patternProperties, */
    const struct pattern **patterns;
    size_t pattern_room;
    struct spot *root;
    size_t work; /* values that were looked at so far */
};

#define ANY_ITEM SIZE_MAX /* what may describe any item of an array */

struct spots *spots_new(struct arena *arena, const struct resource_type *type);
/* Valid until the next call for the same spot. */
const struct spot_member *spot_find(struct spots *spots, struct spot *spot, const char *name);
struct spot *spot_member(struct spots *spots, struct spot *spot, const char *name);
struct spot *spot_item(struct spots *spots, struct spot *spot, size_t index);

/* ---- what values come to (compare_prints.c) ---- */

/*
 * What all that is compared in a value comes to; the order of what has none
 * does not count. Equal values have equal prints, and values of equal prints
 * are equal, unless they are `loose`: values below a propertyTransform may come
 * back as others, and count in `full` only.
 */
struct print {
    struct digest full;
    uint64_t hash;
    uint64_t sign[2]; /* some bits for each scalar: with one of them gone, a value is missing */
    bool loose;
    bool mute; /* there are values in it that are not compared */
};

/* The prints of items, so that none is made twice, however deep they are. */
struct printed {
    const json *array;
    const struct spot *spot;
    const struct print *items;
    struct print whole;
};

struct print_table {
    struct printed *slots;
    size_t count, room; /* room: a power of two, or 0 */
};

struct comparing;

struct print print_of(struct comparing *all, struct spot *spot, const json *value);
/* Of the items of an unordered array whose print was made before; or NULL. */
const struct print *prints_known(const struct comparing *all, const struct spot *spot,
                                 const json *array);
/* Whether nothing shows that a returned value lacks something of a requested one. */
bool print_may_hold(const struct print *returned, const struct print *requested);

/* Calls `leaf` for each scalar value that is compared below `value`, with a hash of where it is. */
void each_leaf(struct comparing *all, struct spot *spot, const json *value,
               void (*leaf)(void *context, uint64_t token), void *context);
uint64_t mix_hash(uint64_t hash);

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
    struct arena *pairing; /* while items are paired: marked and released */
    struct spots *spots;
    struct print_table prints;
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
    struct print print;
    size_t index;  /* in its array */
    size_t weight; /* how many values it has that are compared */
    size_t pair;   /* of a requested item: the number of its returned one, or NO_PAIR */
    bool done;     /* of a requested item: it was compared with that one, and is equal */
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

/* ---- who goes with whom, at least cost in all (compare_assign.c) ---- */

/* Rows that are to be assigned to columns, one to one. */
struct assignment {
    size_t rows, columns;       /* no more rows than columns */
    double *costs;              /* rows by columns */
    double *of_row, *of_column; /* potentials; these arrays begin at 1 */
    size_t *row_of;             /* that a column is assigned to, or 0 */
    size_t *way;
    double *least;
    bool *used;
};

struct assignment assignment_new(struct arena *arena, size_t rows, size_t columns);
/* From `costs` to `row_of`; the time is rows times rows times columns. */
void assignment_solve(struct assignment *assignment);

/* ---- what is behind a difference (hints.c) ---- */

/* Whether `arn` is an ARN that ends in `name`. */
bool is_arn_of(struct arena *arena, const char *arn, const char *name);
const char *trimmed(struct arena *arena, const char *text); /* without white space at its ends */

#endif
