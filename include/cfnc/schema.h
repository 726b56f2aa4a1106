#ifndef CFNC_SCHEMA_H
#define CFNC_SCHEMA_H

#include "cfnc/json.h"

/*
 * JSON Schema draft-07. A document is compiled once, with every $ref resolved
 * and every pattern compiled, into a form that validates without allocating;
 * only describing what is wrong allocates.
 *
 * $ref (draft-07 core section 8.3): within the document (pointers, $id and
 * plain-name anchors, recursion), to sibling files and `file:` documents, and
 * to draft-07's own meta-schema. Never the network: another URL is looked up
 * in `remotes` or is an error.
 */
struct schema;

struct schema_sources {
    const char *file;    /* where the document came from, for sibling $refs and messages; or NULL */
    const char *remotes; /* folder that stands for http://localhost:1234/, or NULL */
};

/*
 * Compiles `document`, which must outlive the schema. Errors are
 * "FILE:LINE:COL: ..." where the file is known, else "#/pointer: ...": not an
 * object or boolean, a keyword of the wrong type, a $ref to nothing, a
 * pattern that does not compile.
 */
MUST_USE const struct schema *schema_compile(struct arena *arena, const json *document,
                                             const struct schema_sources *sources,
                                             struct error *error);

/* What of draft-07 counts. */
enum schema_mode {
    SCHEMA_ALL,  /* everything */
    SCHEMA_SHAPE /* the contract's shape of a returned model: no required, dependencies,
                    propertyNames, min/maxProperties; no allOf, anyOf, oneOf, not, if/then/else; but
                    a property that no part of the schema declares is a fault */
};

/* One thing that is wrong with an instance. */
struct schema_fault {
    const struct schema_fault *next;
    const char *path;        /* JSON pointer into the instance, "" for the whole */
    const char *schema_path; /* JSON pointer of the keyword, following $refs */
    const char *keyword;     /* "required"; "false" for a false schema */
    const char *message;     /* one line: expected and actual; safe to print */
    bool undecided;          /* a match limit was reached: cfnc cannot judge this */
};

/*
 * Whether the instance is valid. Allocates nothing (but for `format: regex`,
 * whose values are compiled and forgotten) and stops at the first fault. What
 * cannot be judged within the limits on steps and work is not valid; then
 * schema_faults() has a fault that is `undecided`. One thread at a time.
 */
bool schema_valid(const struct schema *schema, const json *instance, enum schema_mode mode);

/*
 * Every fault, in the order of the instance and the schema; NULL when valid. At
 * most 100. Those of SCHEMA_SHAPE about undeclared properties come last.
 */
const struct schema_fault *schema_faults(struct arena *arena, const struct schema *schema,
                                         const json *instance, enum schema_mode mode);

/*
 * Following $refs in a raw document: the subschema that `node` stands for,
 * after at most 100 steps. NULL when the reference leads nowhere.
 */
const json *schema_resolve(const json *document, const json *node);

/*
 * The raw subschemas that may describe property (or item, for "*") `step` of a
 * value that `node` describes: through $ref, allOf, anyOf, oneOf, if/then/else,
 * properties, patternProperties, additionalProperties, items. Calls `visit`
 * for each; stops when it returns false.
 */
void schema_each_child(const json *document, const json *node, const char *step,
                       bool (*visit)(void *context, const json *child), void *context);

/*
 * The subschema at a property path of the model, its $ref followed, or NULL:
 * the first that is found. A name that meets an array means that of its items.
 */
struct property_path;
const json *schema_at(const json *document, const struct property_path *path);

#endif
