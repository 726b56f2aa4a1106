#include "cfnc/engine/record.h"
#include "cfnc/project/project.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

static const char in_settings[] = "/contractSettings/typeConfiguration";

enum { SETTINGS_LARGEST = 10 * 1024, TYPE_CONFIGURATION_LARGEST = 1024 * 1024 };

static const char *check_type_name(const char *name)
{
    return resource_type_is_name(name)
               ? NULL
               : "expected Organization::Service::Resource, each part 2 to 64 "
                 "letters and digits";
}

static const char *check_artifact(const char *artifact)
{
    return strcmp(artifact, "RESOURCE") == 0 ? NULL : "expected RESOURCE, MODULE or HOOK";
}

static const char *check_protocol(const char *version)
{
    return strcmp(version, "1.0.0") == 0 || strcmp(version, "2.0.0") == 0
               ? NULL
               : "expected 1.0.0 or 2.0.0";
}

/* What may stand in .rpdk-config. Other members are left to the language plugins. */
static const struct contract_setting {
    const char *pointer;
    unsigned types;     /* set of enum json_type */
    const char *wanted; /* the types in words */
    const char *(*check)(const char *value);
} settings[] = {
    { "/artifact_type", JSON_STRING, "a string", check_artifact },
    { "/typeName", JSON_STRING, "a string", check_type_name },
    { "/language", JSON_STRING, "a string", NULL },
    { "/runtime", JSON_STRING, "a string", NULL },
    { "/entrypoint", JSON_STRING | JSON_NULL, "a string or null", NULL },
    { "/testEntrypoint", JSON_STRING | JSON_NULL, "a string or null", NULL },
    { "/executableEntrypoint", JSON_STRING | JSON_NULL, "a string or null", NULL },
    { "/settings", JSON_OBJECT, "an object", NULL },
    { "/settings/protocolVersion", JSON_STRING, "a string", check_protocol },
    { "/canarySettings", JSON_OBJECT, "an object", NULL },
    { "/contractSettings", JSON_OBJECT, "an object", NULL },
    { in_settings, JSON_OBJECT | JSON_STRING | JSON_NULL, "an object, the path of a file or null",
      NULL },
    { 0 },
};

static bool check_settings(struct arena *arena, const struct document *config, struct error *error)
{
    if (json_type(config->value) != JSON_OBJECT)
        return document_error(config, "", error, "expected an object, not %s",
                              json_type_name(config->value));
    for (const struct contract_setting *s = settings; s->pointer; s++) {
        const json *value = pointer_get(config->value, s->pointer);
        const char *text = json_string(value);
        const char *problem = text && s->check ? s->check(text) : NULL;

        if (value && !(json_type(value) & s->types))
            return document_error(config, s->pointer, error, "%s: expected %s, not %s",
                                  s->pointer + 1, s->wanted, json_type_name(value));
        if (problem)
            return document_error(config, s->pointer, error, "%s: %s, not \"%s\"", s->pointer + 1,
                                  problem, text_quote(arena, text, 80));
    }
    return json_get(config->value, "typeName") ||
           document_error(config, "", error, "typeName is missing; add \"typeName\": \"A::B::C\"");
}

/* AWS::Foo::Bar is described in aws-foo-bar.json. */
static const char *schema_name(struct arena *arena, const char *type_name)
{
    struct text out = text_new(arena);

    for (const char *s = type_name; *s; s++) {
        const char lower = (char)tolower((unsigned char)*s);

        if (s[0] == ':' && s[1] == ':')
            text_add(&out, "-");
        else if (*s != ':')
            text_add_bytes(&out, &lower, 1);
    }
    text_add(&out, ".json");
    return out.bytes;
}

static bool no_project(struct arena *arena, const char *path, const char *stranger,
                       struct error *error)
{
    if (stranger)
        return error_set(error,
                         "%s: others may have written it, so it is not taken from below; if it is "
                         "your project, pass -C %s",
                         stranger, file_folder(arena, stranger));
    return error_set(error,
                     "%s: there is no project here; go to its folder, pass -C DIR or "
                     "--schema FILE, or try --demo",
                     path);
}

static bool read_settings(struct arena *arena, struct project *project, struct document *config,
                          const char *stranger, struct error *error)
{
    const char *path = file_join(arena, project->folder, ".rpdk-config");

    if (!file_exists(path))
        return no_project(arena, path, stranger, error);
    if (!document_read(arena, path, SETTINGS_LARGEST, config, error))
        return false;

    const char *artifact = json_string(json_get(config->value, "artifact_type"));
    if (artifact && strcmp(artifact, "MODULE") == 0)
        project->artifact = ARTIFACT_MODULE;
    if (artifact && strcmp(artifact, "HOOK") == 0)
        project->artifact = ARTIFACT_HOOK;
    if (project->artifact != ARTIFACT_RESOURCE)
        return true;
    if (!check_settings(arena, config, error))
        return false;
    project->has_settings = true;
    project->entrypoint = json_string(json_get(config->value, "executableEntrypoint"));
    project->type_name = json_string(json_get(config->value, "typeName"));
    project->language = json_string(json_get(config->value, "language"));
    project->schema_file =
        file_join(arena, project->folder, schema_name(arena, project->type_name));
    if (!file_exists(project->schema_file))
        return document_error(config, "/typeName", error,
                              "%s, the schema of %s, is not there; pass --schema FILE",
                              project->schema_file, project->type_name);
    return true;
}

/* ~/.cfn-cli/typeConfiguration.json, when it is there. */
static const char *usual_type_configuration(struct arena *arena)
{
    const char *home = getenv("HOME");

    if (!home || !*home)
        return NULL;
    const char *path = arena_printf(arena, "%s/.cfn-cli/typeConfiguration.json", home);
    return file_exists(path) ? path : NULL;
}

static bool read_configuration_file(struct arena *arena, struct project *project, const char *path,
                                    struct error *error)
{
    struct document document;

    if (!document_read(arena, path, TYPE_CONFIGURATION_LARGEST, &document, error))
        return false;
    if (!(json_type(document.value) & (JSON_OBJECT | JSON_NULL)))
        return document_error(&document, "", error, "expected an object, not %s",
                              json_type_name(document.value));
    project->type_configuration_file = path;
    project->type_configuration_pointer = "";
    project->type_configuration = json_is_null(document.value) ? NULL : document.value;
    return true;
}

/* What .rpdk-config says itself, or which file it names. */
static bool read_configured(struct arena *arena, struct project *project,
                            const struct document *config, const json *said, struct error *error)
{
    const char *path = json_string(said);
    struct error why;

    project->type_configuration_named = true;
    project->type_configuration_file = config->path;
    project->type_configuration_pointer = in_settings;
    if (json_type(said) == JSON_OBJECT)
        project->type_configuration = said;
    if (!path)
        return true;
    return read_configuration_file(arena, project, file_join(arena, project->folder, path), &why) ||
           document_error(config, in_settings, error, "%s", why.text);
}

bool project_read_type_configuration(struct arena *arena, struct project *project,
                                     const struct project_options *options, struct error *error)
{
    const struct document *config = project->settings;
    const char *named = options->type_configuration_file;
    const json *said = config ? pointer_get(config->value, in_settings) : NULL;
    const char *usual = usual_type_configuration(arena);

    if (named) {
        project->type_configuration_named = true;
        return read_configuration_file(arena, project, file_join(arena, project->folder, named),
                                       error);
    }
    if (said)
        return read_configured(arena, project, config, said, error);
    return !usual || read_configuration_file(arena, project, usual, error);
}

bool project_settle(struct arena *arena, struct project *project,
                    const struct project_options *options, struct error *error)
{
    struct document *config = arena_alloc(arena, sizeof(*config));

    *project = (struct project){ .folder = options->folder ? options->folder : "." };
    if (!options->schema_file) {
        project->settings = config;
        return read_settings(arena, project, config, options->stranger, error);
    }
    project->schema_file = file_join(arena, project->folder, options->schema_file);
    return true;
}

struct project *project_find(struct arena *arena, const struct project_options *options,
                             struct error *error)
{
    struct project *project = arena_alloc(arena, sizeof(*project));

    if (!project_settle(arena, project, options, error))
        return NULL;
    if (project->artifact != ARTIFACT_RESOURCE)
        return project;
    return project_read_type_configuration(arena, project, options, error) ? project : NULL;
}

void project_warn(struct arena *arena, struct project *project, const char *code, const char *file,
                  const char *message)
{
    warning_add(arena, &project->warnings,
                (struct warning){ .code = code, .file = file, .message = message });
}
