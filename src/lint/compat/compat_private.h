#ifndef COMPAT_PRIVATE_H
#define COMPAT_PRIVATE_H

#include "cfnc/base/names.h"
#include "cfnc/schema/name_table.h"
#include "cfnc/type/resource_type.h"
#include "lint/lint_private.h"

/*
 * What a new version of a registered schema may not change (subject
 * LINT_AGAINST). Both schemas are compared by what they mean: a $ref is what it
 * refers to, an allOf is its parts at once, a definition's name means nothing.
 * A finding stands at the place in the new schema; what is gone, at what held
 * it, and its message says where it was.
 *
 * Errors are what a template, a stack or a caller that was fine with the old
 * schema may trip over. Warnings are what may be meant: nothing of a pattern or
 * of a default can be compared, and what is loosened hurts only readers.
 * Descriptions, titles, examples and the order of members mean nothing.
 *
 * Time is near-linear in both schemas. Schemas that refer to each other in
 * more ways than are looked at get a warning that says so, never silence.
 */

enum compat_rule {
    COMPAT_TYPE_NAME,
    COMPAT_PROPERTY_REMOVED,
    COMPAT_CREATE_ONLY,
    COMPAT_WRITE_ONLY,
    COMPAT_READ_ONLY,
    COMPAT_READ_ONLY_REMOVED,
    COMPAT_CONDITIONAL_CREATE_ONLY,
    COMPAT_IDENTIFIER,
    COMPAT_ADDITIONAL_IDENTIFIER,
    COMPAT_REQUIRED,
    COMPAT_TYPE,
    COMPAT_ENUM,
    COMPAT_LIMIT,
    COMPAT_UNIQUE_ITEMS,
    COMPAT_CLOSED,
    COMPAT_ITEMS,
    COMPAT_BRANCH,
    COMPAT_CONDITION,
    COMPAT_TAGGING,
    COMPAT_TAGGABLE,
    COMPAT_TAGS,
    COMPAT_HANDLER,
    COMPAT_PATTERN,
    COMPAT_FORMAT,
    COMPAT_DEFAULT,
    COMPAT_LOOSENED,
    COMPAT_INSERTION_ORDER,
    COMPAT_CONDITION_CHANGED,
    COMPAT_REPLACEMENT,
    COMPAT_UNCLEAR,
    COMPAT_RULE_COUNT
};

/* ---- meanings (meaning.c) ---- */

/* One of the two schemas. */
struct side {
    const struct json_source *source;
    const json *document;             /* that of the source, with what it refers to in others */
    const struct json_places *places; /* of the text, once one was asked for */
    struct child_index children;      /* of what was looked into */
    struct name_table references;     /* where each $ref leads, by its address */
};

/* One subschema that a value has to satisfy. */
struct part {
    const json *node; /* an object without a $ref */
    const struct lint_place *at;
    bool plain; /* its anyOf, oneOf, if and dependencies are looked at elsewhere */
};

/*
 * What a subschema means: everything that it, its $ref and its allOf ask of a
 * value. No part at all: every value will do.
 */
struct meaning {
    const struct part *parts;
    size_t count;
    const struct lint_place *at; /* where it was written, or referred to in the end */
    const char *foreign;         /* a $ref that leads out of the document; or NULL */
    bool never;                  /* no value will do */
};

struct compatibility;

const struct lint_place *place_of(struct compatibility *c, const struct lint_place *above,
                                  const char *key);
const struct lint_place *place_of_item(struct compatibility *c, const struct lint_place *above,
                                       size_t index);

/* What `word` of a subschema holds when it is an object, or an array, as it should be; or NULL. */
const json *object_at(const json *node, const char *word);
const json *compat_array_at(const json *node, const char *word);

/* The member of that name, in logarithmic time. */
const json *side_member(struct compatibility *c, struct side *side, const json *object,
                        const char *key);

/* `node` may be NULL: every value will do. */
struct meaning meaning_of(struct compatibility *c, struct side *side, const json *node,
                          const struct lint_place *at);
/* Both at once. */
struct meaning meaning_join(struct compatibility *c, struct meaning a, struct meaning b);
/* The same, with all parts or only those that are not plain; `plain`: they become so. */
struct meaning meaning_parts(struct compatibility *c, struct meaning meaning, bool rich,
                             bool plain);
/* What stands beside a branch: the same, but when branches of branches would make it as many sets
 * as there are ways through the schema, without those that are plain already. */
struct meaning meaning_beside(struct compatibility *c, struct meaning meaning);
/* Whether something is left out, and has to be looked at by itself. */
bool meaning_is_deep(struct meaning meaning);
/* The member `word` (of that, `name` and so on) of each part that has it, joined. */
struct meaning meaning_below(struct compatibility *c, struct side *side, struct meaning meaning,
                             const char *word, const char *name);
/* The first part that has the word, or NULL. */
const struct part *meaning_with(struct meaning meaning, const char *word);
/* Whether both are the same but for words that mean nothing. */
bool meaning_same(struct compatibility *c, const json *old, const json *new);

/* ---- types (compat_types.c) ---- */

enum { TYPE_INTEGER = 1 << 6, TYPE_ANY = (1 << 7) - 1 };

/* Set of enum json_type and TYPE_INTEGER; JSON_NUMBER never without TYPE_INTEGER. */
unsigned meaning_types(struct compatibility *c, struct side *side, struct meaning meaning);
void compare_types(struct compatibility *c, struct meaning old, struct meaning new,
                   unsigned *old_types, unsigned *new_types);

/* ---- the walk (compat_walk.c) ---- */

/* Two subschemas of the same value. */
struct pair {
    struct meaning old, new;
    bool typed; /* types are to be compared; not where a whole anyOf was */
    struct pair *next;
};

struct compat_finding {
    const struct lint_rule *rule;
    const char *pointer, *message;
    const char *was; /* where in the old schema, " (was at FILE:LINE:COL)", or "" */
    struct compat_finding *next;
};

struct compatibility {
    struct arena *arena;
    struct side *old, *new;
    struct pair *first, **end;
    struct names seen, found; /* pairs, and findings */
    struct compat_finding *findings, **last;
    size_t *work; /* parts and pairs that may still be looked at */
    size_t errors, trials;
    bool quiet; /* only the errors are counted */
    bool incomplete;
};

/* Both schemas compared, once. */
const struct compatibility *compat_of(struct lint *lint);

void compat_add(struct compatibility *c, struct meaning old, struct meaning new, bool typed);
/* Whether every value of `old` is one of `new`, types aside, as far as can be told. */
bool compat_accepts(struct compatibility *c, struct meaning old, struct meaning new);

/* Takes some work; false when all is used up. */
bool compat_work(struct compatibility *c, size_t units);

/* One finding; `was` may be NULL. */
void compat_find(struct compatibility *c, enum compat_rule rule, const struct lint_place *at,
                 const struct lint_place *was, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/*
 * The same of a word that is not as it was: its texts of old and new are NULL where it is not.
 * `at` is where it stands in the new schema, or is missed.
 */
void compat_change(struct compatibility *c, enum compat_rule rule, const struct lint_place *at,
                   const struct lint_place *was, const char *word, const char *old, const char *new,
                   const char *why);
const char *compat_value(struct compatibility *c, const json *value);
const char *compat_quote(struct compatibility *c, const char *text);

/* Adds the strings of a list, of which there may be none. */
void add_strings(struct names *set, const json *list);
/* Whether the name is new to the set; it is in it then. */
bool is_new(struct names *set, const char *name);

/* ---- what is compared of a pair ---- */

void compare_words(struct compatibility *c, const struct pair *pair);   /* compat_words.c */
void compare_limits(struct compatibility *c, const struct pair *pair);  /* compat_limits.c */
void compare_choices(struct compatibility *c, const struct pair *pair); /* compat_choices.c */
void compare_objects(struct compatibility *c, const struct pair *pair); /* compat_objects.c */
void compare_items(struct compatibility *c, const struct pair *pair);
/* Whether the rest of the pair is looked at branch by branch. */
bool compare_branches(struct compatibility *c, const struct pair *pair); /* compat_branches.c */
/* Whether some branch of the meaning declares the property. */
bool branches_declare(struct compatibility *c, struct side *side, struct meaning meaning,
                      const char *name);
void compare_conditions(struct compatibility *c, const struct pair *pair); /* compat_conditions.c */

/* What is said of the type as a whole. */
void compare_resources(struct compatibility *c); /* resource.c */

#endif
