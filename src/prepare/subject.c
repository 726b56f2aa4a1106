/* What is tested: the project, its type and its configuration, and the checks of their texts. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/demo/demo.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/project/against.h"
#include "cfnc/schema/metaschema.h"
#include "cfnc/suite/resource.h"

enum { TYPE_CONFIGURATION_LARGEST = 1024 * 1024 };

/* Without a project or a schema, the built-in handlers have a type of their own. */
static bool is_demo(struct arena *arena, const struct options *options)
{
    return options->target.demo && !options->subject.schema &&
           !file_exists(file_join(arena, options->subject.folder, ".rpdk-config"));
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

struct project_options options_project(const struct subject_options *options)
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
    const struct project_options wanted = options_project(&options->subject);

    *subject = (struct project_subject){ .project = project_demo(arena) };
    subject->is_demo = is_demo(arena, options);
    if (subject->is_demo)
        return true;
    subject->project = arena_alloc(arena, sizeof(*subject->project));
    return project_settle(arena, subject->project, &wanted, error);
}

bool subject_type(struct arena *arena, const struct subject_options *options,
                  struct project_subject *subject, struct error *error)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));
    const struct schema_sources sources = { .file = subject->project->schema_file,
                                            .path = options->schema_path,
                                            .source = source };

    if (!subject->is_demo) {
        if (!json_source_read(arena, sources.file, SCHEMA_LARGEST, source, error))
            return false;
        subject->source = source;
    }
    subject->type = subject->is_demo
                        ? demo_type(arena, (const char *const *)options->faults.items, error)
                        : resource_type_read_from(arena, source->document, &sources, error);
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
    const struct project_options wanted = options_project(&options->subject);

    if (!subject_project(arena, options, subject, error))
        return false;
    if (subject->project->artifact != ARTIFACT_RESOURCE)
        return true;
    return (subject->is_demo ||
            project_read_type_configuration(arena, subject->project, &wanted, error)) &&
           subject_type(arena, &options->subject, subject, error);
}

/* The variables of contract tests v2; to suite v1, whose original has none, they are exports. */
static const struct location *location_of(struct arena *arena, const struct options *options)
{
    const struct target_options *target = &options->target;
    struct location *location = arena_alloc(arena, sizeof(*location));

    *location = (struct location){ target->region, target->account_id };
    return target->region && suite_read(options->filter.suite) != SUITE_V1 ? location : NULL;
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

/* --- The type configuration against what the schema says of it; its values are never shown --- */

/* It may refer to the definitions of the document that it stands in. */
static const struct schema *compile(struct arena *arena, const json *document, const json *declared,
                                    const char *file, struct error *error)
{
    const struct schema_sources sources = { .file = file };
    json *alone = json_copy(arena, declared);

    if (!json_get(alone, "definitions") && json_get(document, "definitions"))
        json_set(alone, "definitions", json_get(document, "definitions"));
    return schema_compile(arena, alone, &sources, error);
}

static const char *describe_fault(struct arena *arena, const struct schema_fault *fault)
{
    return arena_printf(
        arena, "%s breaks \"%s\" (%s) of the schema's typeConfiguration; correct it",
        *fault->path ? text_quote(arena, fault->path, 100) : "the whole",
        text_quote(arena, fault->keyword, 40), text_quote(arena, fault->schema_path, 100));
}

/* What was named must fit; the usual file may be meant for another type. */
static bool complain_of(struct arena *arena, struct project *project, const char *why,
                        const char *pointer, struct error *error)
{
    struct document document = { 0 };

    if (project->type_configuration_named)
        return document_read(arena, project->type_configuration_file, TYPE_CONFIGURATION_LARGEST,
                             &document, error) &&
               document_error(
                   &document,
                   arena_printf(arena, "%s%s", project->type_configuration_pointer, pointer), error,
                   "%s", why);
    project_warn(arena, project, "type-configuration", project->type_configuration_file,
                 arena_printf(arena, "%s: %s", project->type_configuration_file, why));
    return true;
}

bool type_configuration_check(struct arena *arena, const struct project_subject *subject,
                              struct error *error)
{
    struct project *project = subject->project;
    const json *declared = json_get(subject->type->document, "typeConfiguration");

    if (!declared != !project->type_configuration)
        project_warn(arena, project, "type-configuration", project->schema_file,
                     declared ? "the schema has a typeConfiguration, but none is sent; pass "
                                "--typeconfig FILE"
                              : "a type configuration is sent, but the schema has none");
    if (!declared || !project->type_configuration)
        return true;
    const struct schema *schema =
        compile(arena, subject->type->document, declared, project->schema_file, error);
    if (!schema)
        return error_prefix(error, "typeConfiguration: ");
    const struct schema_fault *fault =
        schema_faults(arena, schema, project->type_configuration, SCHEMA_ALL);
    return !fault || complain_of(arena, project, describe_fault(arena, fault), fault->path, error);
}

/* --- What the checks of a run look at: the texts of the schema and of the inputs --- */

enum { FILES_OF_SET = 4 };

/* A list that ends with NULL. */
struct sources {
    const struct json_source **items;
    size_t count;
};

static bool add_source(struct arena *arena, struct sources *sources, const char *path,
                       struct error *error)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));

    if (!path)
        return true;
    sources->items[sources->count++] = source;
    return input_source_read(arena, path, SCHEMA_LARGEST, source, error);
}

static bool add_inputs(struct arena *arena, const struct project *project, struct lint *lint,
                       struct error *error)
{
    struct sources sources = {
        arena_array(arena, FILES_OF_SET * project->set_count + 1, sizeof(*sources.items)), 0
    };

    for (size_t i = 0; i < project->set_count; i++) {
        const struct input_set *set = &project->sets[i];

        /* Every set of --examples has the same overrides. */
        if (!add_source(arena, &sources, set->create_file, error) ||
            !add_source(arena, &sources, set->update_file, error) ||
            !add_source(arena, &sources, set->invalid_file, error) ||
            !add_source(arena, &sources, i ? NULL : set->overrides_file, error))
            return false;
    }
    lint->inputs = sources.items;
    return true;
}

static bool add_against(struct arena *arena, const struct subject_options *options,
                        struct lint *lint, struct error *error)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));

    if (!options->against)
        return true;
    lint->against = source;
    return against_read(arena, options->against, lint->schema->path, source, error);
}

const struct lint *subject_lint(struct arena *arena, const struct subject_options *options,
                                const struct project_subject *subject, struct error *error)
{
    const struct project *project = subject->project;
    struct json_source *schema =
        subject->source ? subject->source : arena_alloc(arena, sizeof(*schema));
    struct lint *lint = arena_alloc(arena, sizeof(*lint));

    *lint = (struct lint){ .arena = arena, .schema = schema, .schema_path = options->schema_path };
    if ((!subject->source &&
         !demo_schema(arena, (const char *const *)options->faults.items, schema, error)) ||
        !add_inputs(arena, project, lint, error) || !add_against(arena, options, lint, error))
        return NULL;
    lint->metaschema = metaschema_new(arena, "provider-definition");
    lint_run(lint);
    return lint;
}
