#ifndef CFNC_GENERATE_PRIVATE_H
#define CFNC_GENERATE_PRIVATE_H

#include "cfnc/generate.h"
#include "cfnc/pattern.h"

/*
 * How the generator is built.
 *
 * A *demand* is the list of subschemas that all describe one value: what $ref,
 * allOf and the chosen branches of anyOf, oneOf and if lead to. Nothing is
 * merged; each keyword is read from all of them.
 *
 * A *place* is where in the model a value is made. What is random there comes
 * from the seed, the place and how often the place was blamed, so that a model
 * can be made again with nothing changed but the places that were at fault:
 * that is how a model is repaired until it validates.
 *
 *   generate.c          attempts, and the entry points
 *   generate_repair.c   which places were blamed, and what they try next
 *   generate_demand.c   what is asked of a value
 *   generate_text.c     strings
 *   generate_values.c   numbers, arrays, and which kind a value is
 *   generate_objects.c  objects
 *   generate_update.c   from a created model to its update
 */
enum {
    DEMAND_MOST = 128,  /* subschemas that one value is described by */
    DEEPEST = 150,      /* levels of a generated value */
    WORK_MOST = 20000,  /* values made in one attempt, kept or not */
    BLAMES_MOST = 256,  /* places that one model was repaired at */
    PATTERN_SLOTS = 256 /* compiled patterns that are remembered */
};

/* A value that the user gave, and where it goes. */
struct fixed {
    struct property_path path;
    const json *value;
};

struct fixed_set {
    const struct fixed *items;
    size_t count;
};

struct blame {
    uint64_t place;
    unsigned tries; /* how often it was blamed */
    unsigned ways;  /* choices there, when it was last made */
    bool dropped;   /* leave it out where it is optional */
};

struct generator {
    struct arena *keep;    /* as long as the generator */
    struct arena *scratch; /* as long as one attempt */
    const json *document;  /* that $refs lead into */
    uint64_t seed;
    unsigned rich_depth; /* optional properties are made above this depth only */
    size_t work, work_limit;
    struct fixed_set fixed;
    struct blame blames[BLAMES_MOST];
    size_t blame_count;
    struct known_pattern {
        const char *source;
        const struct pattern *pattern; /* NULL: it does not compile */
        bool barren;                   /* no string of these lengths was found: */
        size_t shortest, longest;
    } patterns[PATTERN_SLOTS];
    struct error reason; /* of the value that could not be made last */
};

struct place {
    const struct place *parent; /* NULL of the root */
    const char *step;
    const struct demand *demand; /* what is asked there */
    uint64_t hash;
    uint64_t salt; /* another one makes another value at the same place */
    unsigned depth;
};

/* One-bit sets. A number that may be a fraction is TYPE_NUMBER | TYPE_INTEGER. */
enum type_bit {
    TYPE_NULL = 1 << 0,
    TYPE_BOOLEAN = 1 << 1,
    TYPE_INTEGER = 1 << 2,
    TYPE_NUMBER = 1 << 3,
    TYPE_STRING = 1 << 4,
    TYPE_ARRAY = 1 << 5,
    TYPE_OBJECT = 1 << 6,
    TYPE_ANY = (1 << 7) - 1
};

struct demand {
    const json *nodes[DEMAND_MOST];
    size_t count;
    const json *avoid[DEMAND_MOST]; /* subschemas that must not match */
    size_t avoided;
    uint64_t turn; /* which combination of choices is wanted; used up as they are made */
    uint64_t ways; /* how many there are */
    struct random random;
    bool impossible;
};

/* The subschemas of a child, before they are made a demand. */
struct parts {
    const json *nodes[DEMAND_MOST];
    size_t count;
    bool impossible;
};

/* How much of what is optional goes into an object. */
enum mood { RICH, HALF, LEAN, MOODS };

/* generate_repair.c */
uint64_t place_hash(uint64_t parent, const char *step);
uint64_t place_hash_of(const char *pointer);
struct random place_random(const struct generator *g, const struct place *place, unsigned tries);
struct blame *blame_find(struct generator *g, uint64_t place);
bool blame_dropped(struct generator *g, uint64_t place);
void blame_pointer(struct generator *g, const char *pointer);
/* Remembers why a value cannot be made and returns NULL. */
const json *cannot(struct generator *g, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the attempt has made as many values as it may: a model without the rest is not wanted. */
bool is_worked_out(const struct generator *g);

/* generate_demand.c */
void demand_add(struct generator *g, struct demand *d, const json *node);
void demand_read(struct generator *g, struct demand *d, const struct parts *parts, uint64_t turn,
                 struct random random);
size_t demand_choose(struct demand *d, size_t count);
unsigned demand_types(const struct demand *d);
double demand_least(const struct demand *d, const char *keyword, double absent); /* the strictest */
double demand_most(const struct demand *d, const char *keyword, double absent);
bool demand_has(const struct demand *d, const char *keyword);
bool demand_true(const struct demand *d, const char *keyword);
bool demand_same(const struct demand *a, const struct demand *b);
void parts_add(struct parts *parts, const json *node); /* NULL: nothing is asked */
struct known_pattern *generator_pattern(struct generator *g, const char *source);
bool generator_matches(struct generator *g, const char *source, const char *subject);
/* The values that a demand names (enum, const, booleans, null), or NULL; demand_admits() tells. */
const json *demand_list(struct generator *g, const struct demand *d, unsigned types);
/* One of them, or NULL when none is admitted. */
const json *demand_pick(struct generator *g, const struct demand *d, const json *list,
                        struct random *random);
/*
 * Whether a number, string, boolean or null keeps what is asked of it. `list` is
 * an enum that it was taken from, which is not searched again, or NULL.
 */
bool demand_admits(struct generator *g, const struct demand *d, const json *value,
                   const json *list);

/* generate_text.c */
bool text_admitted(struct generator *g, const struct demand *d, const char *s);
/* `pattern` is one more that it must match, or NULL. NULL and g->reason when none was found. */
const char *make_text(struct generator *g, const struct place *place, const struct demand *d,
                      const char *pattern, struct random *random, bool plain);

/* generate_values.c */
bool number_admitted(const struct demand *d, double number);
const json *make_value(struct generator *g, struct place *place, const struct parts *parts);
struct place place_child(const struct place *parent, const char *step);

/* generate_objects.c */
const json *make_object(struct generator *g, const struct place *place, struct demand *d,
                        enum mood mood);

/* generate.c */
bool fixed_runs_through(const struct generator *g, uint64_t parent, const char *step);

/* As in generate.h, with values that are given. */
const json *generate_create_with(struct arena *arena, const struct resource_type *type,
                                 const struct fixed_set *fixed, struct random *random,
                                 struct error *error);
const json *generate_update_with(struct arena *arena, const struct resource_type *type,
                                 const json *requested, const json *created,
                                 const struct fixed_set *fixed, struct random *random,
                                 struct error *error);

/* Whether the property is not an update's to change. `pointer` is concrete. */
bool update_keeps(const struct resource_type *type, const char *pointer);

#endif
