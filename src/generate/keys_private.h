#ifndef CFNC_GENERATE_KEYS_H
#define CFNC_GENERATE_KEYS_H

#include "generate_private.h"

/*
 * Which members an object is to have: what generate_objects.c collects, and what
 * generate_avoid.c has to say of it where a subschema must not match.
 */
enum { KEYS_MOST = 2000, SPOILT_MOST = 8 /* branches that fail by a member */ };

struct wish {
    const char *key;
    bool required;
};

struct wishes {
    struct wish *items;
    size_t count, room;
};

/* A branch to be avoided, and the member that it fails by. */
struct spoilt {
    const json *branch;
    const char *key;
    const json *node; /* what the branch says of the member, which must not match; or NULL */
};

/* What goes into an object, and what stays out so that a branch not chosen does not match. */
struct keys {
    struct generator *g;
    const struct place *place;
    struct demand *demand;
    struct parts names;           /* propertyNames */
    struct wishes wanted, banned; /* their texts are the schema's, and outlive this */
    struct spoilt spoilt[SPOILT_MOST];
    size_t spoilt_count;
    double least, most;  /* how many there are to be */
    bool spoils;         /* such members are wanted */
    uint64_t spoil_turn; /* which combination of members is wanted; used up as they are chosen */
};

/* generate_objects.c */
struct wish *wish_find(const struct wishes *wishes, const char *key);
void wish_add(struct arena *arena, struct wishes *wishes, const char *key, bool required);
void want(struct keys *keys, const char *key, bool required);
/* Whether the member is none yet, and may be there. */
bool may_want(const struct keys *keys, const char *key);
/*
 * A key that nobody named, and that `object` (or NULL) has not got; the one at `index` is
 * another one than that before. It matches `pattern`, or one of the patternProperties where
 * that is NULL, and not the subschema `avoided`, or NULL. NULL when none was found.
 */
const char *make_key(const struct keys *keys, const json *object, size_t index, const char *pattern,
                     const json *avoided, struct random *random);

/* generate_avoid.c */
/* Chooses members so that `avoided` does not match, or leaves one out. */
void keys_avoid(struct keys *keys, const json *avoided);

#endif
