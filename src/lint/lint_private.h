#ifndef CFNC_LINT_PRIVATE_H
#define CFNC_LINT_PRIVATE_H

#include "cfnc/base/names.h"
#include "cfnc/lint/lint.h"
#include "cfnc/schema/name_table.h"

/* What the files of lint share. */

/* ---- places (texts.c) ---- */

/* Where a value stands: a pointer, or a step below another place. */
struct lint_place {
    const struct lint_place *above; /* NULL: `key` is a pointer from the document's root */
    const char *key;                /* NULL: `index` counts */
    size_t index;
};

const char *lint_place_pointer(struct arena *arena, const struct lint_place *place);

/* ---- subschemas (sites.c) ---- */

/* What a subschema is to the one that holds it. */
enum lint_role {
    ROLE_ROOT,       /* the schema, or its typeConfiguration */
    ROLE_PROPERTY,   /* a member of "properties" */
    ROLE_PATTERN,    /* of "patternProperties" */
    ROLE_DEFINITION, /* of "definitions" */
    ROLE_REST,       /* "additionalProperties" */
    ROLE_ITEMS,      /* "items", or one of them */
    ROLE_BRANCH,     /* of allOf, anyOf, oneOf; then, else */
    ROLE_OTHER       /* if, not, contains, ...: describes no value of the model by itself */
};

struct lint_site {
    const struct lint_site *next;  /* in the order of the schema */
    const struct lint_site *above; /* NULL of a root */
    const json *raw;
    enum lint_role role;
    struct lint_place list; /* of the keyword's value below `above` */
    struct lint_place at;   /* the same, or a member or an item of it */
};

const struct lint_site *lint_sites(struct arena *arena, const json *document);
const char *lint_site_pointer(struct arena *arena, const struct lint_site *site);

/*
 * Whether it describes values of the model by itself: nothing between it and
 * its root only tests a value (if, not, contains), or says more of a property
 * that is described elsewhere.
 */
bool lint_site_describes(const struct lint_site *site);

/* What the schema says of a value: that of its $ref, and of its branches. */
struct lint_types {
    unsigned types; /* set of enum json_type, as far as "type" names them */
    bool pattern;   /* some part has a pattern, an enum or a const */
    bool unknown;   /* a $ref could not be followed here, or it is too much */
    int steps;
};
struct lint_types lint_types_of(const struct lint *lint, const json *raw);

/* A "type": set of enum json_type; an integer is a number. */
unsigned lint_types_named(const json *type);

/* ---- what the rules share (lint.c) ---- */

struct lint_pointer;

struct lint_pointers {
    const struct lint_pointer *items;
    size_t count;
};

/* A list of pointers that was read. */
struct lint_list {
    struct lint_pointers pointers;
    struct names paths; /* of those that lead somewhere */
};

struct lint_work {
    const struct lint_site *sites; /* every subschema */
    size_t guesses;                /* how many names were compared to suggest one */
    const char *const *targets; /* what a $ref may mean, once somebody has asked; ends with NULL */
    size_t target_count;
    struct names names;      /* of the properties at the top, once somebody has asked */
    struct name_table lists; /* struct lint_list, by their keywords */
};

/* ---- findings (lint.c) ---- */

#define LINT_HERE(at) ((struct lint_finding){ .pointer = (at), .offset = LINT_WHOLE })

/* One finding, its message formatted. */
void lint_say(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What a message may show of a text that others wrote. */
const char *lint_quote(const struct lint *lint, const char *text);

/* "did you mean NAME?"; NULL of NULL. */
const char *lint_suggestion(const struct lint *lint, const char *name);

/* What an error says, without "PATH:LINE:COL: ", "PATH#/pointer: " or "#/pointer: " in front. */
const char *lint_without_place(const char *path, const char *text);

/* Where the schema and what it refers to come from. */
struct schema_sources lint_sources(const struct lint *lint);

/* Whether so many more names may be compared for this schema; if so, they count. */
bool lint_may_guess(struct lint *lint, size_t count);

/* ---- texts (texts.c) ---- */

/* A string, or the name of a member. */
struct lint_text {
    const char *text;
    bool is_name;
    const struct lint_place *at;
};

typedef void lint_visit(void *context, const struct lint_text *text);
void lint_each_text(const json *document, lint_visit *visit, void *context);
struct lint_finding lint_at_text(const struct lint *lint, const struct lint_text *text,
                                 size_t offset);

/* ---- lists of pointers (pointers.c) ---- */

/* One pointer of readOnlyProperties or the like. */
struct lint_pointer {
    const char *place;   /* where it stands in the schema */
    const char *written; /* NULL when it is no string */
    bool found;          /* it leads to a property */
    struct property_path path;
};

/* The list under that keyword of the schema, which is read once. */
const struct lint_list *lint_list_of(struct lint *lint, const char *keyword);

/* What a pointer that leads to no property may have meant, or NULL; `read` is what was read of it.
 */
const char *lint_suggest_pointer(struct lint *lint, const char *written,
                                 const struct property_path *read);

/* Whether a path of the list is this one, or above it. */
bool lint_list_covers(const struct lint_list *list, const char *path);

/* ---- the rules: a table in each file that has some, which ends with an empty row ---- */

extern const struct lint_rule document_rules[], pattern_rules[], property_rules[], pointer_rules[],
    handler_rules[], meta_rules[], input_rules[], compat_rules[];

/* Where a rule is said. */
#define VALIDATE "cfn validate"

#endif
