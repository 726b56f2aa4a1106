#ifndef CFNC_GENERATE_PRIVATE_H
#define CFNC_GENERATE_PRIVATE_H

#include "cfnc/generate/coverage.h"
#include "cfnc/generate/generate.h"
#include "cfnc/pattern/pattern.h"

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
 * out to match all the same, it is made once more and *spoilt*: one member that
 * the avoided subschema describes is wanted, and what is said of it is to be
 * avoided there, all such members in turn; and so with the items of an array.
 *
 * A *place* is where in the model a value is made. What is random there comes
 * from the seed, the place and how often the place was blamed, so that a model
 * can be made again with nothing changed but the places that were at fault:
 * that is how a model is repaired until the whole of it validates.
 *
 *   generate.c           levels of attempts, and the entry points
 *   generate_repair.c    which places were blamed, and what they try next
 *   generate_demand.c    what is asked of a value
 *   generate_choose.c    which branches that comes from
 *   generate_clash.c     whether it contradicts itself
 *   generate_lists.c     values that are named: enum, const
 *   generate_values.c    which kind a value is, and what is tried until it is valid
 *   generate_vain.c      what was asked for in vain, and is not tried for ever
 *   generate_text.c      strings
 *   generate_numbers.c   numbers
 *   generate_arrays.c    arrays
 *   generate_objects.c   objects
 *   generate_avoid.c     objects that must not match something
 *   generate_given.c     values that are given, and holes
 *   generate_update.c    from a created model to its update
 *   generate_resize.c    lists of an update that grow and shrink
 *   generate_less.c      a state with less in it
 *   generate_odd.c       models that are emptied, odd, or extreme
 *   generate_sparse.c    models with about a third left out
 *   generate_invalid.c   models that break one keyword
 *   generate_break.c     what breaks each keyword
 *   generate_list.c      the list handler's input
 *   generate_where.c     where the schema says what cannot be
 *   generate_renamed.c   the same model under another name
 */
enum {
    DEMAND_MOST = 128,    /* subschemas that one value is described by */
    DEEPEST = 150,        /* levels of a generated value */
    OPEN_TURN = 100000,   /* from this turn on, a type that is only hinted at does not count */
    WORK_MOST = 20000,    /* values made in one attempt, kept or not */
    BLAMES_MOST = 256,    /* places that one model was repaired at */
    PARTS_AVOIDED = 8,    /* subschemas that a child must not match, so that what holds it fails */
    HOPELESS_MOST = 32,   /* demands that are remembered for having no text, or no number */
    FAILURES_MOST = 2000, /* values made at one level, and not kept */
    POINTER_ROOM = 300,   /* of the pointer to a place; longer ones end there */
    VAIN_MOST = 64,       /* and subschemas that are remembered for having no value */
    PATTERN_SLOTS = 256   /* of compiled patterns; each holds a chain of them */
};

/* What is given of a value. */
enum given {
    GIVEN_WHOLE,  /* `value` is the value */
    GIVEN_CLOSED, /* a container of what is given below it, and nothing else */
    GIVEN_OPEN,   /* an object of what is given below it, and of what is generated */
    GIVEN_MAYBE   /* as WHOLE, if the schema wants the value to be there */
};

/* A value that the user gave, and where it goes. */
struct fixed {
    struct property_path path;
    enum given given;
    const json *value; /* NULL when only an object is meant, of no other type */
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

/* A pattern that was compiled for this model. */
struct known_pattern {
    struct known_pattern *next; /* of the same slot */
    const char *source;
    const struct pattern *pattern;        /* NULL: it does not compile */
    const struct string_pattern *strings; /* NULL: none was asked for */
    bool barren;                          /* no string of these lengths was found: */
    size_t shortest, longest;
};

/* Why a value could not be made, and where in the model that was. */
struct reason {
    struct error error;
    char pointer[POINTER_ROOM];
};

/* A demand that no text, or no number, was found for: how often since there was one. */
enum search { HOPELESS_TEXT, HOPELESS_NUMBER, SEARCHES };

struct hopeless {
    const json **nodes, **avoid;
    size_t count, avoided;
    unsigned times[SEARCHES];
};

/* Subschemas of one value, together, that no value was found for. */
struct vain {
    const json **nodes, **avoid;
    size_t count, avoided;
    bool rich;         /* where optional properties were made */
    unsigned failures; /* since there was a value */
    unsigned hints;    /* since there was one of the type that is hinted at */
    struct reason reason;
};

struct generator {
    struct arena *keep;          /* as long as the generator */
    struct arena *scratch;       /* as long as one attempt */
    const json *document;        /* what is read */
    const struct schema *schema; /* the same, compiled: where $refs lead, and what is valid */
    uint64_t seed;
    enum variant variant;
    const struct coverage *coverage; /* or NULL */
    size_t row;
    unsigned rich_depth;     /* optional properties are made above this depth only */
    size_t work, work_limit; /* values made in this attempt, kept or not */
    size_t failures;         /* values that were not kept, in all attempts at this level */
    struct fixed_set fixed;
    const struct property_set *names; /* of which no two values are to be alike; or NULL */
    struct blame blames[BLAMES_MOST];
    size_t blame_count;
    struct known_pattern *patterns[PATTERN_SLOTS];
    struct hopeless hopeless[HOPELESS_MOST];
    size_t hopeless_count;
    struct vain vain[VAIN_MOST];
    size_t vain_count;
    struct reason reason; /* of the value that could not be made last */
};

struct place {
    const struct place *parent; /* NULL of the root */
    const char *step;
    const struct demand *demand; /* what is asked there */
    uint64_t hash;
    uint64_t salt; /* another one makes another value at the same place */
    unsigned depth;
    unsigned retried; /* an item that must be unlike the others: how often */
    bool spoils;      /* what is to be avoided is to fail by a member, or an item, of the value */
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
};

/* The subschemas of a child, before they are made a demand. */
struct parts {
    const json *nodes[DEMAND_MOST];
    size_t count;
    const json *avoid[PARTS_AVOIDED]; /* subschemas that must not match */
    size_t avoided;
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

/* generate_vain.c */
/* NULL: nothing is remembered of these subschemas, or no more can be. */
struct vain *vain_find(struct generator *g, const struct parts *parts, bool rich);
struct vain *vain_make(struct generator *g, const struct parts *parts, bool rich);
bool vain_enough(const struct vain *vain); /* no value is to be looked for any more */
bool vain_hint(const struct vain *vain);   /* nor one of the type that is hinted at */

/* Whether a text, or a number, was looked for in vain so often that it is not any more. */
bool hopeless(struct generator *g, const struct demand *d, enum search search);
void hopeless_note(struct generator *g, const struct demand *d, enum search search, bool found);

/* generate_demand.c */
const json *demand_target(const struct generator *g, const json *node); /* behind its $refs */
void demand_add(struct generator *g, struct demand *d, const json *node);
void demand_read(struct generator *g, struct demand *d, const struct parts *parts, uint64_t turn,
                 struct random random);
unsigned demand_types(const struct demand *d, unsigned tries);
unsigned types_named(const json *type); /* by the value of "type" */
unsigned type_of_value(const json *value);
double demand_least(const struct demand *d, const char *keyword, double absent); /* the strictest */
double demand_most(const struct demand *d, const char *keyword, double absent);
bool demand_has(const struct demand *d, const char *keyword);
bool demand_true(const struct demand *d, const char *keyword);
bool demand_same(const struct demand *a, const struct demand *b);
/*
 * Whether a "$ref" has a "type" beside it that what it refers to cannot have.
 * Draft-07 ignores it, but not every validator does.
 */
bool demand_disputed(const struct generator *g, const struct parts *parts);
void parts_add(struct parts *parts, const json *node); /* NULL: nothing is asked */
void parts_avoid(struct parts *parts, const json *node);
/* The subschemas of one member, of every part of the demand. */
struct parts member_parts(struct generator *g, const struct demand *d, const char *key);
/* Whether the compiled subschemas take the value, and those to be avoided do not. */
bool parts_accept(const struct generator *g, const struct parts *parts, const json *value);
bool demand_accepts(const struct generator *g, const struct demand *d, const json *value);
struct known_pattern *generator_pattern(struct generator *g, const char *source);
bool generator_matches(struct generator *g, const char *source, const char *subject);

/* generate_choose.c */
/* Which of `count`, all of them in turn as the demand's turn goes up. */
size_t demand_choose(struct demand *d, size_t count);
/* One of the branches of anyOf or, `only_one`, of oneOf. */
void demand_choose_branch(struct generator *g, struct demand *d, const json *branches,
                          bool only_one);
/* Whether the "if" of the node, when it has one, is to hold. */
void demand_choose_side(struct generator *g, struct demand *d, const json *node);
void demand_avoid(struct generator *g, struct demand *d, const json *node);

/* generate_clash.c */
/* Whether the subschemas of one value name values, or types, that have nothing in common. */
bool parts_clash(const struct generator *g, const struct parts *parts);
/* Whether what was added, behind so many nodes and so many avoided, contradicts the rest. */
bool demand_clashes(const struct generator *g, const struct demand *d, size_t nodes,
                    size_t avoided);

/* generate_lists.c */
/*
 * The values that a demand names (enum, const, booleans), or NULL; demand_admits()
 * tells. `with_null`: null as well where it is one of several types.
 */
const json *demand_list(struct generator *g, const struct demand *d, unsigned types,
                        bool with_null);
/* One of them, or NULL when none is admitted. */
const json *demand_pick(struct generator *g, const struct demand *d, const json *list,
                        struct random *random);
/*
 * Whether a value keeps what is asked of it. `list` is an enum that it was
 * taken from, which is not searched again, or NULL.
 */
bool demand_admits(struct generator *g, const struct demand *d, const json *value,
                   const json *list);

/* One of the defaults and examples that are valid, scalars only; NULL when there is none. */
const json *demand_example(struct generator *g, const struct demand *d, unsigned types,
                           struct random *random);

/* generate_text.c */
bool text_admitted(struct generator *g, const struct demand *d, const char *s);
/* `pattern` is one more that it must match, or NULL. NULL and g->reason when none was found. */
const char *make_text(struct generator *g, const struct place *place, const struct demand *d,
                      const char *pattern, struct random *random, bool plain);

/* generate_numbers.c */
bool number_admitted(const struct demand *d, double number);
const json *make_number(struct generator *g, const struct place *place, const struct demand *d,
                        bool whole, struct random *random);
/* All numbers of these types that the demand allows, where they are at most so many; or NULL. */
const json *number_list(struct generator *g, const struct demand *d, unsigned types, size_t most);

/* generate_values.c */
const json *make_value(struct generator *g, struct place *place, const struct parts *parts);
struct place place_child(const struct place *parent, const char *step);

/* generate_arrays.c */
const json *make_array(struct generator *g, const struct place *place, struct demand *d,
                       enum mood mood, struct random *random);

/* generate_objects.c */
const json *make_object(struct generator *g, const struct place *place, struct demand *d,
                        enum mood mood);

/* generate_given.c */
/* Adds what `value`, given at `path`, gives: it alone, or all around its holes. */
struct givens {
    struct arena *arena;
    struct fixed *items;
    size_t count, room;
};
void givens_add(struct givens *givens, const struct property_path *path, const json *value);
void givens_add_as(struct givens *givens, const struct property_path *path, const json *value,
                   enum given given);
struct fixed_set givens_set(const struct givens *givens);
/* Whether something that must be there is given at the place or below its member `step`. */
bool fixed_runs_through(const struct generator *g, uint64_t parent, const char *step);
bool fixed_below(const struct generator *g, const struct place *place);
const struct fixed *fixed_at(const struct generator *g, const struct place *place);

/* generate.c */
struct making {
    enum variant variant;
    const struct coverage *coverage;
    size_t row;
    struct fixed_set fixed;
    const struct property_set *names; /* whose values differ from model to model; or NULL */
};
struct making making_of(struct arena *arena, const struct generation *how);

/* As in generate.h, with values that are given. */
const json *generate_create_with(struct arena *arena, const struct resource_type *type,
                                 const struct making *making, struct random *random,
                                 struct error *error);
const json *generate_update_with(struct arena *arena, const struct resource_type *type,
                                 const json *requested, const json *created,
                                 const struct making *making, struct random *random,
                                 struct error *error);
/* For any schema. */
const json *generate_any(struct arena *arena, const struct schema *schema, const json *document,
                         const struct making *making, struct random *random, struct reason *reason);

/* A value for a subschema of what `schema` was compiled from. */
const json *generate_part(struct arena *arena, const struct schema *schema, const json *node,
                          struct random *random, struct error *error);

/* generate_where.c */
/* Where in the schema's file a place of the model is described, FILE:LINE:COL, or what is known. */
const char *generate_where(struct arena *arena, const struct resource_type *type,
                           const char *pointer);

/* generate_resize.c */
/* Lists of `model` that may change, with more or fewer items than `start` has. */
json *resize_lists(struct arena *arena, const struct resource_type *type, const json *start,
                   json *model, struct random *random);
/*
 * Maps of `model` that may change, with a key that was `requested`, under another value.
 * What the service put there by itself is left to it.
 */
json *keep_keys(struct arena *arena, const struct resource_type *type, const json *requested,
                json *model);

/* generate_less.c */
/* Whether leaving it out would take away what an update must not touch, or nobody could see. */
bool update_needs(const struct resource_type *type, const struct property_path *at);

/* generate_update.c */
/* Whether the property is not an update's to change. `pointer` is concrete. */
bool update_keeps(const struct resource_type *type, const char *pointer);
/* Whether the top-level property, with everything in it, is an update's to change. */
bool update_frees(const struct resource_type *type, const char *key);

#endif
