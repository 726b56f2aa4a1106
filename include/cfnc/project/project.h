#ifndef CFNC_PROJECT_H
#define CFNC_PROJECT_H

#include "cfnc/generate/examples.h"
#include "cfnc/json/json_source.h"
#include "cfnc/project/problems.h"

/*
 * What is on disk: .rpdk-config, the schema, inputs/, overrides.json and the
 * type configuration. Every error is "FILE:LINE:COL: what is wrong; what to do".
 *
 * The type configuration is that of --typeconfig, else contractSettings.typeConfiguration of
 * .rpdk-config (the object itself, the path of a file from the project's folder, or null: there is
 * none), else ~/.cfn-cli/typeConfiguration.json when it is there. A file that is named must be.
 */
enum artifact { ARTIFACT_RESOURCE, ARTIFACT_MODULE, ARTIFACT_HOOK };

struct project {
    const char *folder;
    enum artifact artifact;
    const char *type_name; /* of .rpdk-config; NULL without a project */
    const char *language;  /* "python37", the plugin, of the same; or NULL */
    const char *schema_file;
    const struct document *settings;     /* .rpdk-config; NULL: it is not asked for */
    const char *entrypoint;              /* executableEntrypoint of .rpdk-config; NULL for none */
    bool has_settings;                   /* there is a .rpdk-config, and it was read */
    const json *type_configuration;      /* or NULL */
    const char *type_configuration_file; /* where it stands, and the pointer to it there */
    const char *type_configuration_pointer; /* "" where it is all of the file */
    bool type_configuration_named;          /* by --typeconfig or .rpdk-config: it must fit */
    const struct location *location; /* what {{region}} stands for in inputs; NULL: an export */
    struct input_set *sets;          /* at least one */
    size_t set_count;
    struct warning *warnings;
};

struct project_options {
    const char *folder;                  /* -C; "." by default */
    const char *stranger;                /* a project above that is not taken; or NULL */
    const char *schema_file;             /* --schema: no .rpdk-config is needed; or NULL */
    const char *type_configuration_file; /* --typeconfig; NULL: ~/.cfn-cli/typeConfiguration.json if
                                            there */
};

/* Finds the project: .rpdk-config, artifact, names. Modules and hooks stop here. */
MUST_USE struct project *project_find(struct arena *arena, const struct project_options *options,
                                      struct error *error);
/* The same in two steps, of which the second reads the type configuration. */
MUST_USE bool project_settle(struct arena *arena, struct project *project,
                             const struct project_options *options, struct error *error);
MUST_USE bool project_read_type_configuration(struct arena *arena, struct project *project,
                                              const struct project_options *options,
                                              struct error *error);

/* The built-in type, which needs no file: models are generated. */
struct project *project_demo(struct arena *arena);

/*
 * Reads inputs/, or overrides.json, or nothing, once the schema is known: all of
 * the files, whatever is wrong with some. What cannot be read is NULL in its set.
 */
void project_collect_inputs(struct arena *arena, struct project *project,
                            const struct resource_type *type, struct problems *problems);
/* The same, and the first of the problems. */
MUST_USE bool project_read_inputs(struct arena *arena, struct project *project,
                                  const struct resource_type *type, struct error *error);

/* Whether a file of inputs/ is called so: "inputs_1_create.json". */
bool input_is_name(const char *name);

/* Adds a warning to the project's, for the run. */
void project_warn(struct arena *arena, struct project *project, const char *code, const char *file,
                  const char *message);

/* A JSON file with its text, so that a message can say where in it something stands. */
struct document {
    const char *path, *text;
    const json *value;
    const char *const *bare; /* of input_read(): pointers, in the order of their bytes */
    size_t bare_count;
};

/* Reads a file of at most `limit` bytes. The error is "PATH: ..." or "PATH:LINE:COL: ...". */
MUST_USE bool document_read(struct arena *arena, const char *path, size_t limit,
                            struct document *document, struct error *error);

/*
 * The same of inputs and overrides, in which {{Name}} may stand without quotes
 * where a value may: it is the string "{{Name}}" then, and "bare". The text has
 * it in quotes, with everything else where it was.
 */
MUST_USE bool input_parse(struct arena *arena, const char *path, const char *text, size_t length,
                          struct document *document, struct error *error);
MUST_USE bool input_read(struct arena *arena, const char *path, size_t limit,
                         struct document *document, struct error *error);
bool input_is_bare(const struct document *document, const char *pointer);
/* The same for messages that show the text, which is as it was written. */
MUST_USE bool input_source_read(struct arena *arena, const char *path, size_t limit,
                                struct json_source *source, struct error *error);

/* Sets "PATH:LINE:COL: ..." of the value at the pointer, and returns false. */
bool document_error(const struct document *document, const char *pointer, struct error *error,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
