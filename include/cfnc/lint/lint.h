#ifndef CFNC_LINT_H
#define CFNC_LINT_H

#include "cfnc/json/json_source.h"
#include "cfnc/type/resource_type.h"

/*
 * What is wrong with a resource schema, found without a handler: what the
 * registry and `cfn validate` refuse or warn of, what a new version of a
 * registered schema may not change, what must not stand in inputs.
 *
 * A rule is a row with the function that looks for what breaks it. A finding
 * says what is wrong with which value of which file, so that it can be shown
 * with its line. That a file cannot be read at all is a struct error.
 */
enum lint_level { LINT_NOTE, LINT_WARNING, LINT_ERROR };

/* What a rule looks at; it is left out when that is not there. */
enum lint_subject {
    LINT_SCHEMA,  /* the resource schema */
    LINT_AGAINST, /* the schema beside the one that is registered already */
    LINT_INPUTS   /* inputs and overrides */
};

struct lint;
struct lint_rule;
struct lint_site;
struct compatibility;

enum { LINT_WHOLE = -1 };

struct lint_finding {
    const struct lint_finding *next;
    const struct lint_rule *rule;
    const struct json_source *source;
    const char *pointer;    /* JSON pointer of the value it is about */
    long offset;            /* bytes into that string, or LINT_WHOLE */
    bool of_name;           /* the offset counts in the member's name, not in its value */
    const char *message;    /* one line, without the place; safe to print */
    const char *suggestion; /* "did you mean /properties/Name?"; or NULL */
    size_t begin, end; /* the bytes of the source's text that are meant; lint_add() sets them */
};

struct lint_rule {
    const char *id; /* "schema.pattern-compiles"; for ever */
    enum lint_level level;
    enum lint_subject subject;
    const char *text;   /* what must hold, one sentence */
    const char *hint;   /* what to do, one sentence */
    const char *source; /* where that is said: a document, or the rule id of another tool */
    void (*check)(struct lint *lint, const struct lint_rule *rule);
    bool any; /* it is about schemas that are no objects too */
    struct {
        const char *path, *part;
    } faults[2]; /* what the registry's definition says of the same: globs of place and message */

    /* What `check` looks for, where it serves several rules; its file says more. */
    void (*site)(struct lint *lint, const struct lint_rule *rule, const struct lint_site *site);
    void (*pattern)(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                    const char *pattern);
    size_t (*seek)(const char *text, const char *at);
    unsigned note;    /* enum pattern_note_kind */
    unsigned actions; /* handlers that must be there */
    const char *list; /* a list of pointers, by its keyword, */
    struct lint_overlap {
        const char *list, *what;
    } others[2];                /* and those that it must have nothing in common with */
    const char *what, *instead; /* for messages */
};

struct lint_work;
struct metaschema;

struct lint {
    struct arena *arena;
    const struct json_source *schema;
    const char *schema_path;                   /* schema.h: where other documents lie; or NULL */
    const struct metaschema *metaschema;       /* "provider-definition", compiled once; or NULL */
    const struct json_source *against;         /* the registered schema; or NULL */
    const struct json_source *const *inputs;   /* inputs and overrides, NULL-terminated; or NULL */
    const struct resource_type *type;          /* NULL when the schema cannot be read as one */
    const struct lint_finding *findings;       /* by source, its order in the text, then by rule */
    size_t count[LINT_ERROR + 1];              /* by level */
    struct lint_work *work;                    /* what the rules share while they look */
    const struct compatibility *compatibility; /* of schema and against, once a rule needs it */
};

/* Applies every rule whose subject is there. Fills in type, findings, count and the rest. */
void lint_run(struct lint *lint);

/* For the rules: one finding about the value at `pointer` of the schema. */
void lint_find(struct lint *lint, const struct lint_rule *rule, const char *pointer,
               const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * The same with everything said; `finding->rule` is set, and `source` unless
 * it is the schema. What it points to lives as long as the arena.
 */
void lint_add(struct lint *lint, const struct lint_finding *finding);

const struct lint_rule *lint_rule_find(const char *id);
const struct lint_rule *lint_rule_at(size_t index);  /* of all of them; NULL behind the last */
const char *lint_level_name(enum lint_level level);  /* "error" */
size_t lint_rule_rank(const struct lint_rule *rule); /* its index for lint_rule_at() */

/* The places of a source; read now where nobody has done so. */
const struct json_places *lint_places(struct arena *arena, const struct json_source *source);

/* Where a finding stands. */
struct lint_region {
    size_t line, column, end_line, end_column; /* the end is behind the last character */
};
struct lint_region lint_region_of(struct arena *arena, const struct lint_finding *finding);

#endif
