#ifndef CFNC_RESOURCE_TYPE_H
#define CFNC_RESOURCE_TYPE_H

#include "cfnc/json/pointer.h"
#include "cfnc/schema/schema.h"

/* The handlers. One-bit sets, so that `CREATE | READ` is a set of two. */
enum action { CREATE = 1 << 0, READ = 1 << 1, UPDATE = 1 << 2, DELETE = 1 << 3, LIST = 1 << 4 };
enum { ACTION_COUNT = 5 };

const char *action_name(enum action action);    /* "CREATE" */
const char *action_handler(enum action action); /* "create", as under "handlers" of a schema */
enum action action_at(size_t index);            /* in the order above */

/*
 * What the schema promises about the type under test. Read once, never changed.
 */
struct resource_type {
    const char *name;                 /* typeName, "AWS::S3::Bucket" */
    const char *file;                 /* the schema file, for messages; may be NULL */
    const struct json_source *source; /* its text; or NULL */
    const json *document; /* the schema as it was written, with what it refers to (views.h) */

    const struct schema
        *create; /* a CREATE's desired state: read-only properties are absent and never required */
    const struct schema *update;   /* an UPDATE's: read-only ones allowed, never required */
    const struct schema *returned; /* what handlers return; validate with SCHEMA_SHAPE */

    const json *create_document; /* the raw document behind `create`, which the generator reads */

    struct property_set identifier; /* primaryIdentifier */
    const struct property_set *additional_identifiers;
    size_t additional_identifier_count;
    struct property_set names; /* all of these: the primary identifier, then the additional ones */
    struct property_set read_only, write_only, create_only;
    struct property_set secret; /* never shown: write_only, and resource_type_hide() */

    unsigned handlers;                 /* set of enum action */
    int timeout_minutes[ACTION_COUNT]; /* handlers.X.timeoutInMinutes, 120 unless given (section
                                          "handlers" of the contract) */

    bool has_tagging; /* a "tagging" block, or the older "taggable" */
    bool taggable;    /* true unless it says otherwise */
    bool tag_updatable;
    struct property_path tag_property; /* /Tags unless it says otherwise */

    const char *const
        *warnings; /* one line each, NULL-terminated: pointers that lead to nothing, and so on */
};

/*
 * Reads a resource schema. The error is "FILE:LINE:COL: ...": no object, no
 * typeName or a bad one, no primaryIdentifier, a property set that is no list
 * of pointers, $refs and patterns as in schema_compile(). `file` may be NULL,
 * then `text` need not be given either; with it, places are found.
 */
MUST_USE const struct resource_type *resource_type_read(struct arena *arena, const json *document,
                                                        const char *file, struct error *error);

/* The same with a folder of other documents, for $refs (schema.h). */
MUST_USE const struct resource_type *resource_type_read_from(struct arena *arena,
                                                             const json *document,
                                                             const struct schema_sources *sources,
                                                             struct error *error);

/*
 * A copy whose secrets are those at `pointers` too ("/properties/Name", as in a schema;
 * NULL-terminated). The error names one that leads to no property, or to what
 * identifies the resource: what is left behind could not be deleted by bullets.
 */
MUST_USE const struct resource_type *resource_type_hide(struct arena *arena,
                                                        const struct resource_type *type,
                                                        const char *const *pointers,
                                                        struct error *error);

/* Whether it is Organization::Service::Resource, each part 2 to 64 letters and digits. */
bool resource_type_is_name(const char *name);

/* handlers.X.timeoutInMinutes, or 120 where the schema gives none. */
int resource_type_timeout_minutes(const struct resource_type *type, enum action action);

/* Whether every primary identifier property is createOnly: then it is ours to choose. */
bool resource_type_identifier_is_writable(const struct resource_type *type);

/* A model without the values that a handler chooses, and those that it never returns. */
json *resource_type_chosen(struct arena *arena, const struct resource_type *type,
                           const json *model);

/* The pointer of the first property of the set that the model lacks, or NULL; null lacks. */
const char *set_lacks(const struct property_set *set, const json *model);
/* Whether both models hold all of the set, and the same. */
bool set_same(const struct property_set *set, const json *a, const json *b);

/* The identifier of a model as one line, {"Name":"x"}, for people. */
const char *resource_type_identify(struct arena *arena, const struct resource_type *type,
                                   const json *model);

/* Whether both models hold the whole primary identifier, and the same. */
bool resource_type_same(const struct resource_type *type, const json *a, const json *b);

/* The pointer of the first property of the primary identifier that the model lacks, or NULL. */
const char *resource_type_lacks(const struct resource_type *type, const json *model);

/* Whether a propertyTransform is about what the pointer into the model leads to, or about a part
   of it. */
bool resource_type_transforms(const struct resource_type *type, const char *pointer);

#endif
