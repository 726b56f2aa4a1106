#ifndef CFNC_SUBJECT_H
#define CFNC_SUBJECT_H

#include "cfnc/aws/wallet.h"
#include "cfnc/lint/lint.h"
#include "cfnc/option/options.h"
#include "cfnc/project/project.h"

/* What is tested: a project, a schema alone, or the built-in type. */
struct project_subject {
    struct project *project;
    struct json_source *source;       /* its schema, as it was read; NULL of the built-in type */
    const struct resource_type *type; /* NULL of modules and hooks */
    const struct subject *tested;     /* of the type, for who runs its tests; or NULL */
    struct wallet *wallet;            /* NULL until somebody needs it */
    bool is_demo;                     /* the built-in type */
};

/* Where the options say that a project is. */
struct project_options options_project(const struct subject_options *options);

/* The project alone; also when false is returned there is one, that is empty. */
MUST_USE bool subject_project(struct arena *arena, const struct options *options,
                              struct project_subject *subject, struct error *error);
/* Its type. */
MUST_USE bool subject_type(struct arena *arena, const struct subject_options *options,
                           struct project_subject *subject, struct error *error);
/* What {{region}} and the like stand for in its inputs. */
void subject_locate(struct arena *arena, const struct options *options,
                    struct project_subject *subject);

/* The project, its type configuration and its type. */
MUST_USE bool subject_find(struct arena *arena, const struct options *options,
                           struct project_subject *subject, struct error *error);
/* The same, and the inputs. */
MUST_USE bool subject_load(struct arena *arena, const struct options *options,
                           struct project_subject *subject, struct error *error);

/*
 * The schema, the inputs and the schema of --against, looked over for the
 * checks of suites v2 and full. NULL and the error when one cannot be read.
 */
MUST_USE const struct lint *subject_lint(struct arena *arena, const struct subject_options *options,
                                         const struct project_subject *subject,
                                         struct error *error);

/*
 * Holds the type configuration against the schema's typeConfiguration: what was
 * named must fit, of ~/.cfn-cli/typeConfiguration.json there is a warning.
 */
MUST_USE bool type_configuration_check(struct arena *arena, const struct project_subject *subject,
                                       struct error *error);

/*
 * Fills in the exports in inputs and overrides: those of --export and --exports,
 * else of CloudFormation, which is asked only when there are others. All names
 * that nobody exports are one error.
 */
MUST_USE bool inputs_fill_exports(struct arena *arena, const struct options *options,
                                  struct project_subject *subject, struct error *error);

#endif
