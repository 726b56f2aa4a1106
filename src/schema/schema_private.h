#ifndef CFNC_SCHEMA_PRIVATE_H
#define CFNC_SCHEMA_PRIVATE_H

#include <stdint.h>

#include "cfnc/base/names.h"
#include "cfnc/pattern/pattern.h"
#include "cfnc/schema/schema.h"

/* What the files of the JSON Schema engine share. */

/* ---- documents and references (references.c) ---- */

struct document {
    const json *root;
    const char *uri;  /* where it was found */
    const char *file; /* to be named in messages; or NULL */
    bool first;       /* the document that schema_compile() was given */
};

/* One subschema of a document, and how its own $ref is to be read. */
struct site {
    const json *raw;
    const struct document *document;
    const char *base;         /* the URI that a $ref here is relative to */
    const struct site *above; /* NULL of the document itself */
    const char *word;         /* the steps below `above`: a keyword (or an escaped pointer), */
    const char *key;          /* then a member's name, */
    long index;               /* or an item's number; NULL and below 0 when there is neither */
    struct schema_node *node; /* once compiled */
    struct site *next_to_fill, *next;
};

struct known {
    const char *uri; /* with "#name" where the $id gave one */
    struct site *site;
};

struct compiler {
    struct arena *arena;
    struct error *error;
    const char *path;    /* folder of other documents, or NULL */
    struct site **sites; /* hashed by the address of `raw` */
    size_t site_count, site_room;
    struct site *first_site, *last_site; /* in the order of the documents */
    struct known *known;                 /* hashed */
    size_t known_count, known_room;
    size_t documents;
    const char *last_uri; /* of the document that the last $ref led to, */
    struct site *last_root;
    struct index *indices; /* of large containers, hashed by their addresses */
    size_t index_count, index_room;
    struct folder *folder; /* once it was looked through */
    struct site *to_fill, **to_fill_end;
    struct names words;           /* of schema_keywords, */
    size_t *rows_of_words;        /* and the rows that they stand in */
    struct names pattern_sources; /* compiled once each */
    const struct pattern **patterns;
    size_t pattern_count, pattern_room;
};

/* Reads the subschemas below a new document. */
struct site *references_add(struct compiler *c, const json *root, const char *uri,
                            const char *file);
/* The site of a raw subschema, or NULL when it is none. */
struct site *references_site(const struct compiler *c, const json *raw);
/* What the $ref at `site` leads to, after at most one step; NULL and the error. */
struct site *references_follow(struct compiler *c, const struct site *site, const char *ref);
/* The URI of a file's document. */
const char *references_file_uri(struct arena *arena, const char *file);
/* The JSON pointer of a site, behind "URI#" when it is not in the first document. */
const char *site_pointer(struct arena *arena, const struct site *site);
/* Sets the error, with its place. `word` is the keyword that is wrong, or NULL. Returns false. */
bool site_error(const struct compiler *c, const struct site *site, const char *word,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* `reference` seen from `base` (RFC 3986 section 5), without its fragment, which goes to *fragment,
 * decoded. */
const char *uri_resolve(struct arena *arena, const char *base, const char *reference,
                        const char **fragment);
const char *uri_decode(struct arena *arena, const char *text, size_t length);

/* ---- the compiled form (schema.c) ---- */

enum { TYPE_INTEGER = 1 << 6 }; /* beside enum json_type, of the keyword "type" */

enum verdict { VALID, UNDECIDED, INVALID };

struct run;
struct check;

/* A number as its shortest decimal: digits * 10^exponent, no zero at the end. */
struct decimal {
    uint64_t digits;
    int exponent;
    double number;
};

struct node_list {
    const struct schema_node *const *nodes;
    size_t count;
};

struct name_list {
    const char *const *names;
    size_t count;
};

struct declared_pattern {
    const struct pattern *pattern;
    const struct schema_node *node;
};

/* properties, patternProperties, additionalProperties and required, which are judged in one go. */
struct object_words {
    struct names names;        /* first those that are required, then the other properties */
    struct name_list required; /* in the order of the schema, none twice */
    const struct schema_node *const *properties; /* by the numbers of their names; or NULL */
    size_t property_count;                       /* that are not NULL */
    const struct declared_pattern *patterns;
    size_t pattern_count;
    const struct schema_node *additional; /* NULL when everything goes */
    bool closed;                          /* additionalProperties: false */
    bool open;                            /* some other additionalProperties */
};

/* items and additionalItems. */
struct item_words {
    const struct schema_node *every;
    struct node_list tuple;
    bool is_tuple;
    const struct schema_node *additional; /* NULL when everything goes */
};

struct enum_words {
    const json *values;       /* the list as it stands in the schema */
    unsigned types;           /* set of enum json_type that is in it */
    const struct slot *slots; /* by the hashes of the values */
    size_t room;              /* a power of two */
};

struct conditional {
    const struct schema_node *condition, *then, *otherwise;
};

struct property_names {
    const struct schema_node *node;
    json *name; /* stands for each name in turn */
};

struct dependency {
    const char *name;
    struct name_list names;
    const struct schema_node *node; /* instead of the names, or NULL */
};

struct dependency_list {
    const struct dependency *rows;
    size_t count, names; /* names: in all rows together */
};

union operand {
    double number;
    size_t count;
    const json *value;
    const struct decimal *decimal;
    bool wanted;
    const struct enum_words *choices;
    const struct pattern *pattern;
    const struct format *format;
    const struct content *content;
    const struct schema_node *node;
    struct node_list nodes;
    struct property_names property_names;
    const struct object_words *object;
    const struct item_words *items;
    const struct conditional *conditional;
    const struct dependency_list *dependencies;
};

typedef enum verdict judge_function(struct run *run, const struct schema_node *node,
                                    const struct check *check, const json *value);

/* What one row of schema_keywords says in one schema. */
struct check {
    const struct keyword *keyword;
    union operand operand;
};

/* What a schema declares of what lies in a value, for shape.c. */
struct declarations {
    const struct object_words *object; /* or NULL */
    const struct item_words *items;    /* or NULL */
    struct node_list beside; /* those of allOf, anyOf, oneOf, if, then, else, dependencies */
};

/* Small, and its checks stand behind it: judging is mostly waiting for memory. */
struct schema_node {
    unsigned types;       /* set of enum json_type and TYPE_INTEGER: what "type" allows */
    unsigned check_count; /* of the other keywords */
    const struct site *site;
    struct declarations *declares; /* or NULL */
    bool nothing;                  /* the schema `false` */
    struct check checks[];
};

struct schema {
    const struct schema_node *root;
    struct compiler *sites; /* what is where in the documents, for schema_target() */
};

struct keyword {
    const char *name, *with[3]; /* compiled when one of them is there */
    unsigned types;             /* set of enum json_type of the values that it judges */
    bool shape;                 /* counts in SCHEMA_SHAPE */
    bool (*compile)(struct compiler *c, struct site *site, const json *value,
                    union operand *operand);
    judge_function *judge;
};

enum { SCHEMA_KEYWORDS_MOST = 32 };
/* compile.c; in the order of judging; ends with no name */
extern const struct keyword schema_keywords[];

struct schema_node *schema_node_at(struct compiler *c, struct site *site);

/* Formats, by name; NULL for one that is unknown and so never judged. */
struct format {
    const char *name;
    bool (*valid)(const char *text);
};
const struct format *format_find(const char *name);

/* contentEncoding and contentMediaType (formats_content.c). */
bool compile_content(struct compiler *c, struct site *site, const json *value,
                     union operand *operand);

/* ---- judging (keywords.c, unique.c, decimal.c, shape.c, faults.c) ---- */

struct step {
    const struct step *above;
    const char *key; /* NULL: `index` counts */
    size_t index;
};

enum {
    FAULTS_MOST = 100,
    NODES_MOST = 10000000,
    RECURSION_DEEPEST = 4000,
    LIMIT_COSTS = NODES_MOST / 50 /* work of a search that met its limit */
};

struct fault_list {
    struct arena *arena;
    const struct schema_fault *first;
    struct schema_fault *last;
    size_t count, limit;
};

struct run {
    enum schema_mode mode;
    size_t work;  /* visits of a node that are still allowed */
    size_t depth; /* of recursion */
    bool gave_up;
    unsigned explaining; /* faults.c: how often around what is judged now */
    const struct step *at;
    struct fault_list *faults; /* NULL: only the verdict counts */
};

static inline enum verdict worse(enum verdict a, enum verdict b)
{
    return a > b ? a : b;
}

/* Takes units of work; false when they are used up. */
static inline bool run_work(struct run *run, size_t units)
{
    if (run->work < units)
        run->gave_up = true;
    else
        run->work -= units;
    return !run->gave_up;
}

/* Whether judging may stop after this verdict. */
static inline bool run_may_stop(const struct run *run, enum verdict verdict)
{
    return run->gave_up ||
           (verdict == INVALID && (!run->faults || run->faults->count >= run->faults->limit));
}

enum verdict node_judge(struct run *run, const struct schema_node *node, const json *value);
/* The verdict alone, for a subschema whose faults are nobody's. */
enum verdict node_judge_quietly(struct run *run, const struct schema_node *node, const json *value);
/* Below a member (key) or an item (NULL and index). */
enum verdict node_judge_below(struct run *run, const struct schema_node *node, const json *value,
                              const char *key, size_t index);
/* VALID for a match, INVALID for none; one that meets its limit costs much of the run's work. */
enum verdict run_search(struct run *run, const struct pattern *pattern, const char *text);

/* Every property of the instance that nothing declares (SCHEMA_SHAPE). */
enum verdict shape_judge(struct run *run, const struct schema_node *node, const json *value);
const struct schema_node *declared_node(const struct object_words *object, const char *name);

#define CHECK_DECLARATION(name)                                                                    \
    enum verdict name(struct run *run, const struct schema_node *node, const struct check *check,  \
                      const json *value)
CHECK_DECLARATION(judge_enum);
CHECK_DECLARATION(judge_const);
CHECK_DECLARATION(judge_multiple_of);
CHECK_DECLARATION(judge_maximum);
CHECK_DECLARATION(judge_exclusive_maximum);
CHECK_DECLARATION(judge_minimum);
CHECK_DECLARATION(judge_exclusive_minimum);
CHECK_DECLARATION(judge_max_length);
CHECK_DECLARATION(judge_min_length);
CHECK_DECLARATION(judge_pattern);
CHECK_DECLARATION(judge_format);
CHECK_DECLARATION(judge_content);
CHECK_DECLARATION(judge_max_items);
CHECK_DECLARATION(judge_min_items);
CHECK_DECLARATION(judge_unique_items);
CHECK_DECLARATION(judge_items);
CHECK_DECLARATION(judge_contains);
CHECK_DECLARATION(judge_max_properties);
CHECK_DECLARATION(judge_min_properties);
CHECK_DECLARATION(judge_property_names);
CHECK_DECLARATION(judge_properties);
CHECK_DECLARATION(judge_dependencies);
CHECK_DECLARATION(judge_if);
CHECK_DECLARATION(judge_all_of);
CHECK_DECLARATION(judge_any_of);
CHECK_DECLARATION(judge_one_of);
CHECK_DECLARATION(judge_not);

struct decimal decimal_of(double number);
bool decimal_divides(const struct decimal *divisor, double number);

/* A table of values by their hashes, of `room` slots (a power of two; at least one stays empty). */
struct slot {
    const json *value;
    uint64_t hash;
    size_t index;
};
/* Room for so many. */
size_t slots_room(size_t count);
/* The slot of an equal value, or the empty one (`value` is NULL) where it belongs. */
size_t slots_find(const struct slot *slots, size_t room, const json *value, uint64_t hash);

/* The first pair of equal items; false when there is none, or when the run has no work left. */
bool unique_find_twice(struct run *run, const json *array, size_t *first, size_t *second);

/* Records what is wrong, when somebody asks, and returns INVALID (or UNDECIDED). */
enum verdict fault(struct run *run, const struct schema_node *node, const char *keyword,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
enum verdict fault_undecided(struct run *run, const struct schema_node *node, const char *keyword,
                             const char *why);
/* The same about the member `key` of the value. */
enum verdict fault_below(struct run *run, const struct schema_node *node, const char *keyword,
                         const char *key, const char *message);

/* Words for messages; "" when nobody asks for faults. */
const char *fault_value(struct run *run, const json *value);
const char *fault_number(struct run *run, double number);
const char *fault_text(struct run *run, const char *text);
const char *fault_count(struct run *run, size_t count, const char *what);
const char *fault_types(struct run *run, unsigned types);
const char *fault_choices(struct run *run, const json *values);
/* The first fault of a value that a subschema does not accept. */
const char *fault_reason(struct run *run, const struct schema_node *node, const json *value);
const char *fault_alternatives(struct run *run, const struct node_list *nodes, const json *value,
                               const char *how_many);

#endif
