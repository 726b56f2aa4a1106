/* What the checks of a run look at: the texts of the schema and of the inputs. */
#include "cfnc/demo/demo.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/project/against.h"
#include "cfnc/schema/metaschema.h"

enum { LARGEST = 16 * 1024 * 1024, FILES_OF_SET = 4 };

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
    return input_source_read(arena, path, LARGEST, source, error);
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

static bool add_against(struct arena *arena, const struct options *options, struct lint *lint,
                        struct error *error)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));

    if (!options->against)
        return true;
    lint->against = source;
    return against_read(arena, options->against, lint->schema->path, source, error);
}

const struct lint *subject_lint(struct arena *arena, const struct options *options,
                                const struct project_subject *subject, struct error *error)
{
    const struct project *project = subject->project;
    struct json_source *schema = arena_alloc(arena, sizeof(*schema));
    struct lint *lint = arena_alloc(arena, sizeof(*lint));

    *lint = (struct lint){ .arena = arena,
                           .schema = schema,
                           .schema_path = options_schema_path(options) };
    if (!(project->schema_file
              ? json_source_read(arena, project->schema_file, LARGEST, schema, error)
              : demo_schema(arena, (const char *const *)options->faults.items, schema, error)) ||
        !add_inputs(arena, project, lint, error) || !add_against(arena, options, lint, error))
        return NULL;
    lint->metaschema = metaschema_new(arena, "provider-definition");
    lint_run(lint);
    return lint;
}
