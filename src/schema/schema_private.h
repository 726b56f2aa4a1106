#ifndef CFNC_SCHEMA_PRIVATE_H
#define CFNC_SCHEMA_PRIVATE_H

#include <stdint.h>

#include "cfnc/base/names.h"
#include "cfnc/base/text.h"
#include "cfnc/json/pointer.h"
#include "cfnc/pattern/pattern.h"
#include "cfnc/schema/name_table.h"
#include "cfnc/schema/schema.h"

/* What the files of the JSON Schema engine share. */

/* ---- documents and references (references*.c) ---- */

struct schema_document {
    struct compiler *c;
    const char *uri;  /* where it was found */
    const char *file; /* to be named in messages; or NULL */
    bool first;       /* the document that schema_compile() was given */
};

/* One subschema of a document, and how its own $ref is to be read. */
struct schema_site {
    const json *raw;
    const struct schema_document *document;
    const char *base;                /* the URI that a $ref here is relative to */
    const struct schema_site *above; /* NULL of the document itself */
    const char *word;                /* the steps below it: a keyword (or an escaped pointer), */
    const char *key;                 /* then a member's name, */
    long index;                      /* or an item's number; NULL and below 0: there is neither */
    struct schema_node *node;        /* once compiled */
    struct schema_site *next_to_fill, *next;
};

struct compiler {
    struct arena *arena;
    struct error *error;
    const char *path;                 /* folder of other documents, or NULL */
    const struct json_source *source; /* of the first document; or NULL */
    struct schema_site **sites;       /* hashed by the address of `raw` */
    size_t site_count, site_room;
    struct schema_site *first_site, *last_site; /* in the order of the documents */
    struct name_table known; /* subschemas by their URIs, with "#name" of a plain $id */
    size_t documents;
    const char *last_uri; /* of the document that the last $ref led to, */
    struct schema_site *last_root;
    struct child_index children; /* of what pointers lead through */
    struct text step;            /* of a pointer that is followed */
    struct folder *folder;       /* once it was looked through */
    struct schema_site *to_fill, **to_fill_end;
    const struct keyword **keywords; /* of all tables; */
    struct name_table words;         /* places in them by the words that they are about */
    struct name_table patterns;      /* by their sources: compiled once each */
};

static inline struct arena *arena_of(const struct schema_site *site)
{
    return site->document->c->arena;
}

enum { ALONE = -1, IN_MEMBER = -2 }; /* struct schema_site.index, where it is no number */

/* Begins with the document that everything is about; its site. */
struct schema_site *references_begin(struct compiler *c, struct arena *arena, const json *root,
                                     const struct schema_sources *sources, struct error *error);
/* The site of a raw subschema, or NULL when it is none. */
struct schema_site *references_site(const struct compiler *c, const json *raw);
/* What the $ref at `site` leads to, after at most one step; NULL and the error. */
struct schema_site *references_follow(const struct schema_site *site, const char *ref);
/* Makes a site of a raw value, and of the subschemas below it; the one that is there already, when
 * there is one. `site` is copied. */
struct schema_site *references_adopt(const struct schema_site *site);
/* Reads the subschemas below a new document. */
struct schema_site *references_add(struct compiler *c, const json *root, const char *uri,
                                   const char *file);
/* The site that took a URI (with "#name" where it has a plain name), or NULL. */
struct schema_site *references_known(const struct compiler *c, const char *uri);
/* The URI of a file's document. */
const char *references_file_uri(struct arena *arena, const char *file);
/* The file below the folder of other documents whose $id is `uri`, or NULL. */
const char *folder_find(struct compiler *c, const char *uri);
/* What is to be said when it has none: "no file below DIR has this $id", say. */
const char *folder_blame(const struct compiler *c);
/* The JSON pointer of a site, behind "URI#" when it is not in the first document. */
const char *site_pointer(struct arena *arena, const struct schema_site *site);
/* Sets the error, with its place. `word` is the keyword that is wrong, or NULL. Returns false. */
bool site_error(const struct schema_site *site, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void add_pointer_step(struct text *out, const char *step); /* escaped */

/* An embedded schema as a document. */
struct embedded;
const json *embedded_read(struct arena *arena, const struct embedded *row);

/* RFC 3986 section 5; without the fragment of `reference`, which goes to *fragment, decoded. */
const char *uri_resolve(struct arena *arena, const char *base, const char *reference,
                        const char **fragment);
const char *uri_decode(struct arena *arena, const char *text, size_t length);

/* ---- the compiled form ---- */

enum { TYPE_INTEGER = 1 << 6 }; /* beside enum json_type, of the keyword "type" */
enum { ANY = JSON_NULL | JSON_BOOLEAN | JSON_NUMBER | JSON_STRING | JSON_ARRAY | JSON_OBJECT };

enum validity { VALID, UNDECIDED, INVALID };

struct validation;

struct node_list {
    const struct schema_node *const *nodes;
    size_t count;
};

struct name_list {
    const char **names;
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

struct property_names {
    const struct schema_node *node;
    json *name; /* stands for each name in turn */
};

union operand {
    struct {
        double number;
        const json *value; /* as it was written */
    } bound;
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

/* What one row of a table of keywords says in one schema. */
struct assertion {
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
    const struct schema_site *site;
    struct declarations *declares; /* or NULL */
    bool nothing;                  /* the schema `false` */
    struct assertion checks[];
};

struct schema {
    const struct schema_node *root;
    struct compiler *sites; /* what is where in the documents, for schema_target() */
};

/* ---- keywords ---- */

enum { WITH_MOST = 3 };

struct keyword {
    const char *name;
    unsigned types;              /* set of enum json_type of the values that it judges */
    const char *with[WITH_MOST]; /* other words; compiled when one of all these is there */
    bool all_only;               /* counts in SCHEMA_ALL alone */
    bool (*compile)(struct schema_site *site, const json *value, union operand *operand);
    enum validity (*judge)(struct validation *run, const struct schema_node *node,
                           const struct assertion *check, const json *value);
    const char *words;     /* of a bound, in messages; what is counted */
    bool least, exclusive; /* of a bound */
};

/* At the feet of the keywords_*.c; each ends with no name. */
extern const struct keyword any_keywords[], number_keywords[], string_keywords[], array_keywords[],
    object_keywords[], branch_keywords[];

/* For the compiling functions (schema.c). Each sets the error when it returns false or NULL. */
bool is_of_type(struct schema_site *site, const char *word, const json *value, enum json_type type,
                const char *what);
struct schema_node *subschema(struct schema_site *site, const char *word, const json *value);
/* The subschema that the keyword holds; NULL when the keyword is not there. */
bool part_of(struct schema_site *site, const char *word, const struct schema_node **node);
bool subschemas(struct schema_site *site, const char *word, const json *value,
                struct node_list *list);
const struct pattern *pattern_of(struct schema_site *site, const char *word, const char *source);
struct declarations *schema_declarations(struct schema_site *site);
/* Subschemas that judge the same value; SCHEMA_SHAPE asks them what they declare. */
void declare_beside(struct schema_site *site, struct node_list more);
/* For rows of several tables. */
bool compile_count(struct schema_site *site, const json *value, union operand *operand);
bool compile_node(struct schema_site *site, const json *value, union operand *operand);

/* ---- formats ---- */

/*
 * Each answers in time that is linear in its text, whatever the text; none accepts the two bytes
 * C0 80 (how a string holds U+0000), but for those that say so. One without a function is known,
 * and never judged.
 */
struct format {
    const char *name;
    bool (*valid)(const char *text, int kind);
    int kind; /* which of those that have the function */
};

/* At the feet of the formats_*.c and of uri.c; each ends with no name. */
extern const struct format time_formats[], address_formats[], host_formats[], uri_formats[];
const struct format *format_find(const char *name); /* NULL: there is none */

#define DIGITS         "0123456789"
#define LETTERS        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS_DIGITS LETTERS DIGITS

/* The bytes of the character beyond ASCII at `text`; 0 for one that is not well-formed UTF-8. */
size_t format_utf8_length(const char *text);
/* An address in the `length` bytes at `text`, behind which at least one more may be read. */
bool format_ipv6_bytes(const char *text, size_t length);

/* Which labels a host name may have. */
enum host_kind {
    HOST_ASCII,         /* those of ASCII; of "xn--" labels only sound ones */
    HOST_INTERNATIONAL, /* U-labels too, between any of IDNA's four dots */
    HOST_OF_MAIL        /* U-labels too, and those that normalization makes one */
};
bool format_host_bytes(const char *text, size_t length, enum host_kind kind);

/* ---- judging ---- */

struct step {
    const struct step *above;
    const char *key; /* NULL: `index` counts */
    size_t index;
};

struct fault_list {
    struct arena *arena;
    const struct schema_fault *first;
    struct schema_fault *last;
    size_t count, limit;
};

struct validation {
    enum schema_mode mode;
    size_t work;  /* visits of a node that are still allowed */
    size_t depth; /* of recursion */
    bool gave_up;
    unsigned explaining; /* faults.c: how often around what is judged now */
    const struct step *at;
    struct fault_list *faults; /* NULL: only the verdict counts */
};

/* A judging function only sees values of the types that its row names. */
#define JUDGE(name)                                                                                \
    static enum validity name(struct validation *run, const struct schema_node *node,              \
                              const struct assertion *check, const json *value)

static inline enum validity worse(enum validity a, enum validity b)
{
    return a > b ? a : b;
}

/* Takes units of work; false when they are used up. */
static inline bool run_work(struct validation *run, size_t units)
{
    if (run->work < units)
        run->gave_up = true;
    else
        run->work -= units;
    return !run->gave_up;
}

/* Whether judging may stop after this verdict. */
static inline bool run_may_stop(const struct validation *run, enum validity verdict)
{
    return run->gave_up ||
           (verdict == INVALID && (!run->faults || run->faults->count >= run->faults->limit));
}

enum validity node_judge(struct validation *run, const struct schema_node *node, const json *value);
/* The verdict alone, for a subschema whose faults are nobody's. */
enum validity node_judge_quietly(struct validation *run, const struct schema_node *node,
                                 const json *value);
/* Below a member (key) or an item (NULL and index). */
enum validity node_judge_below(struct validation *run, const struct schema_node *node,
                               const json *value, const char *key, size_t index);
/* A value that has none of the types that the node allows. */
enum validity judge_type(struct validation *run, const struct schema_node *node, const json *value);
/* VALID for a match, INVALID for none; one that meets its limit costs much of the run's work. */
enum validity run_search(struct validation *run, const struct pattern *pattern, const char *text);

/* Every property of the instance that nothing declares (SCHEMA_SHAPE). */
enum validity shape_judge(struct validation *run, const struct schema_node *node,
                          const json *value);
const struct schema_node *declared_node(const struct object_words *object, const char *name);

/* Records what is wrong, when somebody asks, and returns INVALID (or UNDECIDED). */
enum validity fault(struct validation *run, const struct schema_node *node, const char *keyword,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));
enum validity fault_undecided(struct validation *run, const struct schema_node *node,
                              const char *keyword, const char *why);

/* Words for messages; "" when nobody asks for faults. */
const char *fault_value(struct validation *run, const json *value);
const char *fault_text(struct validation *run, const char *text);
const char *fault_count(struct validation *run, size_t count, const char *what);
const char *fault_choices(struct validation *run, const json *values);
/* The first fault of a value that a subschema does not accept. */
const char *fault_reason(struct validation *run, const struct schema_node *node, const json *value);
const char *fault_alternatives(struct validation *run, const struct node_list *nodes,
                               const json *value, const char *how_many);

#endif
