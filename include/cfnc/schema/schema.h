#ifndef CFNC_SCHEMA_H
#define CFNC_SCHEMA_H

#include "cfnc/json/json_source.h"

/*
 * JSON Schema draft-07. A document is compiled once, with every $ref resolved
 * and every pattern compiled (equal ones once), into a form that is judged by
 * the rows of one table of keywords. Time and memory are linear in the document.
 *
 * $ref (draft-07 core section 8.3): within the document (pointers, $id and
 * plain-name anchors, recursion), to sibling files and `file:` documents, to
 * the schemas of cfnc/embedded.h, and to what lies in the folder `path`: there a
 * document is found by the $id of its root, in whatever file of whatever
 * folder below, and http://localhost:1234/NAME is the file NAME. Never the
 * network: a URL that is not found so is an error.
 *
 * `format` is asserted (section 7); of contentEncoding base64, of contentMediaType
 * JSON (section 8).
 */
struct schema;

struct schema_sources {
    const char *file; /* where the document came from, for sibling $refs and messages; or NULL */
    const char *path; /* folder in which documents of other URIs lie, or NULL */
    const struct json_source *source; /* its text, where that is at hand; or NULL */
};

enum { SCHEMA_LARGEST = 16 * 1024 * 1024 }; /* bytes of a document, wherever one is read */

/* Completes the place of place->pointer in the document: its text is read where it is not at hand.
 * False where no file is known, or it cannot be read. */
bool schema_place(const struct schema_sources *sources, struct place *place);

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
    SCHEMA_ALL,            /* everything */
    SCHEMA_SHAPE_KEYWORDS, /* what the contract says of returned models: the keywords of validation
                              section 6 but for required, dependencies, propertyNames and those of
                              6.6 and 6.7 (if, allOf, ...); and no format */
    SCHEMA_SHAPE           /* these, and a property that no part of the schema declares is a fault,
                              be its object open or its declarations in branches of oneOf */
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
 * Whether the instance is valid. Allocates nothing that outlives it (tables for
 * many items or members; what `format: regex`, host names beyond ASCII and
 * contentEncoding need) and stops at the first fault. The time is that of
 * reading the instance, for each subschema that looks at it. What cannot be
 * judged within the limits on steps and work is not valid; then
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
 * Whether `name` is a format of draft-07 or of CloudFormation. One that is not is ignored, and so
 * are CloudFormation's own (int64, timestamp, arn, ...): no service holds a value to them.
 */
bool schema_format_is_known(const char *name);

/*
 * For those who read the document beside the compiled schema, as the generator
 * does. `node` is a subschema of the document, as json_get() finds it there.
 *
 * schema_target() is the subschema at the end of its $refs, in whichever
 * document that is; `node` itself when it has none; NULL when it is no
 * subschema. schema_valid_at() is schema_valid() of that part of the schema;
 * what is no subschema asks for nothing.
 */
const json *schema_target(const struct schema *schema, const json *node);
bool schema_valid_at(const struct schema *schema, const json *node, const json *instance);

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
