#ifndef CFNC_GENERATE_PRIVATE_H
#define CFNC_GENERATE_PRIVATE_H

#include "cfnc/generate/coverage.h"
#include "cfnc/generate/generate.h"
#include "cfnc/pattern/pattern.h"
#include "cfnc/schema/name_table.h"

/*
 * How the generator is built.
 *
 * A *demand* is the list of subschemas that all describe one value: what $ref,
 * allOf and the chosen branches of anyOf, oneOf and if lead to. Nothing is
 * merged; each keyword is read from all of them. What was made is then held
 * against the compiled subschemas, and made anew, with other choices, until it
 * is valid where it stands.
 *
 * What must not match (not, the other branches of oneOf, a false if) fails by
 * itself, or by something it requires that is left out. Where the value turns
 * out to match all the same, it is changed (avoid.c) by what breaks each keyword
 * (break.c).
 *
 * A *place* is where in the model a value is made. What is random there comes
 * from the seed, the place and how often it was tried, so that a property more
 * or less changes no other.
 */
enum {
    DEMAND_MOST = 128,   /* subschemas that one value is described by */
    DEEPEST = 150,       /* levels of a generated value */
    OPEN_TURN = 100000,  /* from this turn on, a type that is only hinted at does not count */
    WORK_MOST = 20000,   /* values made in one attempt, kept or not */
    FAILURES_MOST = 128, /* subschemas that are remembered for having no value */
    FAILURES_ENOUGH = 6, /* in a row, after which there are no more tries */
    MISSES_MOST = 2000,  /* values made in one attempt, and not kept */
    POINTER_ROOM = 300   /* of the pointer to a place; longer ones end there */
};

/* What is given of a value. */
enum given_kind {
    GIVEN_WHOLE,  /* `value` is the value */
    GIVEN_CLOSED, /* a container of what is given below it, and nothing else */
    GIVEN_OPEN,   /* an object of what is given below it, and of what is generated */
    GIVEN_MAYBE   /* as WHOLE, if the schema wants the value to be there */
};

/* A value that the user gave, and where it goes. */
struct fixed {
    struct property_path path;
    enum given_kind given;
    const json *value; /* NULL when only an object is meant, of no other type */
};

struct fixed_set {
    const struct fixed *items;
    size_t count;
};

/* Why a value could not be made, and where in the model that was. */
struct reason {
    struct error error;
    char pointer[POINTER_ROOM];
};

/* Subschemas that no value was found for, by failure_key(): how often since there was one. */
struct failure {
    struct failure *next;
    uint64_t key;
    unsigned times;
    struct reason reason;
};

struct generator {
    struct arena *keep;          /* as long as the generator */
    struct arena *scratch;       /* as long as one attempt */
    const json *plain;           /* plain_values(), once they are needed */
    const json *document;        /* what is read */
    const struct schema *schema; /* the same, compiled: where $refs lead, and what is valid */
    uint64_t seed;
    enum variant variant;
    const struct coverage *coverage; /* or NULL */
    size_t row;
    unsigned rich_depth;     /* optional properties are made above this depth only */
    size_t work, work_limit; /* values made in this attempt, kept or not */
    size_t misses;           /* values that were not kept, in this attempt */
    struct fixed_set fixed;
    const struct property_set *names; /* of which no two values are to be alike; or NULL */
    struct name_table patterns, strings, barren; /* of text.c, by the sources of patterns */
    struct failure *failures;
    size_t failure_count;
    struct reason reason; /* of the value that could not be made last */
};

struct value_place {
    const struct value_place *parent; /* NULL of the root */
    const char *step;
    const struct demand *demand; /* what is asked there */
    uint64_t hash;
    uint64_t salt; /* another one makes another value at the same place */
    unsigned depth;
    unsigned retried; /* an item that must be unlike the others: how often */
    bool crowded;     /* one of many: no more than it needs */
    bool rich;        /* optional properties are made here */
    bool ends;        /* nothing that holds values is made here */
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
    TYPE_ANY = (1 << 7) - 1,
    TYPES_THAT_END = TYPE_ANY ^ (TYPE_ARRAY | TYPE_OBJECT)
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
    bool is_loose; /* what is made is changed later so that it fails what must not match */
};

/* The subschemas of a child, before they are made a demand. */
struct parts {
    const json *nodes[DEMAND_MOST];
    size_t count;
    bool impossible;
};

/* How much of what is optional goes into an object. */
enum mood { RICH, HALF, LEAN, MOODS };

/* place.c */
uint64_t place_hash(uint64_t parent, const char *step);
uint64_t place_hash_of(const struct property_path *path);
const char *pointer_of_place(struct arena *arena, const struct value_place *place);
/* What is random at a place, another one for each of its tries. */
struct random place_random(const struct generator *g, const struct value_place *place,
                           unsigned tries);
/* Remembers why a value cannot be made and returns NULL. */
const json *cannot(struct generator *g, const struct value_place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether the attempt has made as many values as it may: a model without the rest is not wanted. */
bool is_worked_out(const struct generator *g);

/*
 * A schema that needs itself, or contradicts itself, would have every value around it tried again
 * for each of its own tries: so it is remembered how often subschemas had no value.
 */
uint64_t failure_key(const json *const *nodes, size_t count, uint64_t kind);
struct failure *failure_find(struct generator *g, uint64_t key); /* NULL: none is remembered */
void failure_note(struct generator *g, uint64_t key, bool failed);

/* demand.c */
const json *demand_target(const struct generator *g, const json *node); /* behind its $refs */
void demand_add(struct generator *g, struct demand *d, const json *node);
void demand_read(struct generator *g, struct demand *d, const struct parts *parts, uint64_t turn,
                 struct random random);
/* Which of `count`, all of them in turn as the demand's turn goes up. */
size_t demand_choose(struct demand *d, size_t count);
double demand_least(const struct demand *d, const char *keyword, double absent); /* the strictest */
double demand_most(const struct demand *d, const char *keyword, double absent);
bool demand_has(const struct demand *d, const char *keyword);
bool demand_true(const struct demand *d, const char *keyword);
bool demand_same(const struct demand *a, const struct demand *b);
void parts_add(struct parts *parts, const json *node); /* NULL: nothing is asked */
/* Whether the compiled subschemas take the value. */
bool parts_accept(const struct generator *g, const struct parts *parts, const json *value);

/* types.c */
unsigned demand_types(const struct demand *d, unsigned tries);
unsigned types_named(const json *type); /* by the value of "type" */
unsigned type_of_value(const json *value);

/* avoid.c */
/* Whether the compiled subschemas take the value, and those to be avoided do not. */
bool demand_accepts(const struct generator *g, const struct demand *d, const json *value);
/* The value, changed so that nothing matches that must not; NULL when there is no such change. */
const json *avoid_matches(struct generator *g, const struct demand *d, const json *value);

/* enums.c */
/*
 * The values that a demand names (enum, const, booleans), or NULL; demand_accepts() tells which it
 * allows. `with_null`: null as well where it is one of several types.
 */
const json *demand_list(struct generator *g, const struct demand *d, unsigned types,
                        bool with_null);
/* One of them, or NULL when none is allowed. */
const json *demand_pick(struct generator *g, const struct demand *d, const json *list,
                        struct random *random);
/* One of the defaults and examples that are valid, scalars only; NULL when there is none. */
const json *demand_example(struct generator *g, const struct demand *d, unsigned types,
                           struct random *random);

/* text.c */
bool generator_matches(struct generator *g, const char *source, const char *subject);
/* `pattern` is one more that it must match, or NULL. NULL and g->reason when none was found. */
const char *make_text(struct generator *g, const struct value_place *place, const struct demand *d,
                      const char *pattern, struct random *random, bool plain);

/* numbers.c */
const json *make_number(struct generator *g, const struct value_place *place,
                        const struct demand *d, bool whole, struct random *random);

/* values.c */
const json *make_value(struct generator *g, struct value_place *place, const struct parts *parts);
struct value_place place_child(const struct value_place *parent, const char *step);

/* arrays.c */
const json *make_array(struct generator *g, const struct value_place *place, struct demand *d,
                       enum mood mood, struct random *random);

/* objects.c */
const json *make_object(struct generator *g, const struct value_place *place, struct demand *d,
                        enum mood mood);

/* variant/given.c */
/* Adds what `value`, given at `path`, gives: it alone, or all around its holes. */
struct givens {
    struct arena *arena;
    struct fixed *items;
    size_t count, room;
};
void givens_add(struct givens *givens, const struct property_path *path, const json *value);
void givens_add_as(struct givens *givens, const struct property_path *path, const json *value,
                   enum given_kind given);
struct fixed_set givens_set(const struct givens *givens);
/* Whether something that must be there is given at the place or below its member `step`. */
bool fixed_runs_through(const struct generator *g, uint64_t parent, const char *step);
bool fixed_below(const struct generator *g, const struct value_place *place);
const struct fixed *fixed_at(const struct generator *g, const struct value_place *place);

/* generate.c */
struct making {
    enum variant variant;
    const struct coverage *coverage;
    size_t row;
    struct fixed_set fixed;
    const struct property_set *names; /* whose values differ from model to model; or NULL */
};
struct making making_of(struct arena *arena, const struct generation *how);

/* For any schema. */
const json *generate_any(struct arena *arena, const struct schema *schema, const json *document,
                         const struct making *making, struct random *random, struct reason *reason);

/* Where the value at the pointer stands in a file, or as much of it as is known. */
struct place place_in_file(const char *file, const char *pointer);

/* resize.c */
json *first_items(struct arena *arena, const json *array, size_t count);
/* Lists of `model` that may change, with more or fewer items than `start` has. */
json *resize_lists(struct arena *arena, const struct resource_type *type, const json *start,
                   json *model, struct random *random);
/*
 * Maps of `model` that may change, with a key that was `requested`, under another value.
 * What the service put there by itself is left to it.
 */
json *keep_keys(struct arena *arena, const struct resource_type *type, const json *requested,
                json *model);

/* variant/less.c */
/* Whether leaving it out would take away what an update must not touch, or nobody could see. */
bool update_needs(const struct resource_type *type, const struct property_path *at);

/* variant/update.c */
/* Whether the property is not an update's to change. `pointer` is concrete. */
bool update_keeps(const struct resource_type *type, const char *pointer);
/* Whether the top-level property, with everything in it, is an update's to change. */
bool update_frees(const struct resource_type *type, const char *key);

#endif
