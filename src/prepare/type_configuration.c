/* The type configuration against what the schema says of it. Its values are never shown. */
#include "cfnc/base/text.h"
#include "cfnc/prepare/subject.h"

enum { LARGEST = 1024 * 1024 };

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

static const char *describe(struct arena *arena, const struct schema_fault *fault)
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
        return document_read(arena, project->type_configuration_file, LARGEST, &document, error) &&
               document_object(
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
    return !fault || complain_of(arena, project, describe(arena, fault), fault->path, error);
}
