#include "cfnc/demo/demo.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/suite/resource.h"
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

enum { SCHEMA_LARGEST = 1024 * 1024 };

const char *options_schema_path(const struct options *options)
{
    return options->schema_path;
}

/* Without a project or a schema, the built-in handlers have a type of their own. */
static bool is_demo(struct arena *arena, const struct options *options)
{
    return options->demo && !options->schema &&
           !file_exists(file_join(arena, options->folder, ".rpdk-config"));
}

/* The other name is what the project is registered under, so it matters, but no test depends on it.
 */
static void compare_names(struct arena *arena, struct project_subject *subject)
{
    const char *wanted = subject->project->type_name;

    if (wanted && strcmp(wanted, subject->type->name) != 0)
        project_warn(arena, subject->project, "type-name", subject->project->schema_file,
                     arena_printf(arena, "the schema is of %s, but .rpdk-config of %s",
                                  subject->type->name, wanted));
}

static void add_warnings(struct arena *arena, struct project_subject *subject)
{
    for (const char *const *text = subject->type->warnings; text && *text; text++)
        project_warn(arena, subject->project, "schema", subject->project->schema_file, *text);
}

struct project_options options_project(const struct options *options)
{
    return (struct project_options){
        .folder = options->folder,
        .stranger = options->stranger,
        .schema_file = options->schema,
        .type_configuration_file = options->type_configuration,
    };
}

bool subject_project(struct arena *arena, const struct options *options,
                     struct project_subject *subject, struct error *error)
{
    const struct project_options wanted = options_project(options);

    *subject = (struct project_subject){ .project = project_demo(arena) };
    subject->is_demo = is_demo(arena, options);
    if (subject->is_demo)
        return true;
    subject->project = arena_alloc(arena, sizeof(*subject->project));
    return project_settle(arena, subject->project, &wanted, error);
}

bool subject_type(struct arena *arena, const struct options *options,
                  struct project_subject *subject, struct error *error)
{
    const struct schema_sources sources = { .file = subject->project->schema_file,
                                            .path = options_schema_path(options) };

    const json *schema =
        subject->is_demo ? NULL : json_read(arena, sources.file, SCHEMA_LARGEST, error);
    subject->type = subject->is_demo
                        ? demo_type(arena, (const char *const *)options->faults.items, error)
                    : schema ? resource_type_read_from(arena, schema, &sources, error)
                             : NULL;
    subject->type = options_hide(arena, options, subject->type, error);
    if (!subject->type)
        return false;
    subject->tested = resource_subject(arena, subject->type);
    if (subject->is_demo)
        return true;
    compare_names(arena, subject);
    add_warnings(arena, subject);
    return true;
}

bool subject_find(struct arena *arena, const struct options *options,
                  struct project_subject *subject, struct error *error)
{
    const struct project_options wanted = options_project(options);

    if (!subject_project(arena, options, subject, error))
        return false;
    if (subject->project->artifact != ARTIFACT_RESOURCE)
        return true;
    return (subject->is_demo ||
            project_read_type_configuration(arena, subject->project, &wanted, error)) &&
           subject_type(arena, options, subject, error);
}

/* The variables of contract tests v2; to suite v1, whose original has none, they are exports. */
static const struct location *location_of(struct arena *arena, const struct options *options)
{
    struct location *location = arena_alloc(arena, sizeof(*location));

    *location = (struct location){ options->region, options->account_id };
    return options->region && options_suite(options) != SUITE_V1 ? location : NULL;
}

void subject_locate(struct arena *arena, const struct options *options,
                    struct project_subject *subject)
{
    subject->project->location = location_of(arena, options);
}

bool subject_load(struct arena *arena, const struct options *options,
                  struct project_subject *subject, struct error *error)
{
    if (!subject_find(arena, options, subject, error))
        return false;
    subject_locate(arena, options, subject);
    return !subject->type || subject->is_demo ||
           project_read_inputs(arena, subject->project, subject->type, error);
}
