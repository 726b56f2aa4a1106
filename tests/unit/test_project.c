#include "cfnc/prepare/subject.h"
#include "cfnc/project/project.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"

/* A project that a test writes, and that is gone when it ends. */
struct folder {
    struct arena *arena;
    char path[64];
    const char *files[32];
    size_t count;
    const struct location *location; /* that {{region}} stands for; or NULL */
    struct error error;
};

static struct folder folder_new(void)
{
    struct folder f = { .arena = arena_new(), .path = "/tmp/cfnc-project-XXXXXX" };

    check(mkdtemp(f.path) != NULL);
    unsetenv("HOME");
    return f;
}

static void add(struct folder *f, const char *name, const char *text)
{
    f->files[f->count] = file_join(f->arena, f->path, name);
    check(file_write(f->arena, f->files[f->count++], text, strlen(text), &f->error));
}

static void folder_free(struct folder *f)
{
    for (size_t i = 0; i < f->count; i++)
        unlink(f->files[i]);
    rmdir(file_join(f->arena, f->path, "inputs"));
    check_number(rmdir(f->path), 0);
    arena_free(f->arena);
}

static struct project *find(struct folder *f)
{
    const struct project_options options = { .folder = f->path };

    f->error = (struct error){ .text = "" };
    return project_find(f->arena, &options, &f->error);
}

/* The error without the folder in front. */
static const char *problem(const struct folder *f)
{
    const size_t length = strlen(f->path);
    const char *text = f->error.text;

    return strncmp(text, f->path, length) == 0 ? text + length + 1 : text;
}

static void config_is(const char *text, const char *expected)
{
    struct folder f = folder_new();

    add(&f, ".rpdk-config", text);
    check(!find(&f));
    check_text(problem(&f), expected);
    folder_free(&f);
}

static void found(void)
{
    struct folder f = folder_new();

    add(&f, ".rpdk-config",
        "{\"typeName\": \"AWS::Foo::Bar2\", \"language\": \"python37\", \"entrypoint\": null,\n"
        " \"settings\": {\"protocolVersion\": \"2.0.0\"}, \"mine\": 1}");
    add(&f, "aws-foo-bar2.json", "{}");
    const struct project *project = find(&f);
    check_text(f.error.text, "");
    check_text(project ? project->type_name : NULL, "AWS::Foo::Bar2");
    check_text(project ? project->schema_file : NULL,
               file_join(f.arena, f.path, "aws-foo-bar2.json"));
    check(project && project->artifact == ARTIFACT_RESOURCE && !project->type_configuration);
    folder_free(&f);
}

static void other_artifacts(void)
{
    struct folder f = folder_new();

    add(&f, ".rpdk-config", "{\"artifact_type\": \"MODULE\", \"typeName\": \"A::B::C::MODULE\"}");
    const struct project *project = find(&f);
    check(project && project->artifact == ARTIFACT_MODULE);
    add(&f, ".rpdk-config", "{\"artifact_type\": \"HOOK\", \"typeName\": \"AA::BB::CC\"}");
    project = find(&f);
    check(project && project->artifact == ARTIFACT_HOOK);
    folder_free(&f);
}

static void bad_config(void)
{
    struct folder f = folder_new();

    check(!find(&f));
    check_contains(f.error.text, "/.rpdk-config: there is no project here; go to its folder");
    folder_free(&f);
    config_is("[]", ".rpdk-config:1:1: expected an object, not array");
    config_is("{}", ".rpdk-config:1:1: typeName is missing; add \"typeName\": \"A::B::C\"");
    config_is("{\n  \"typeName\": 7}",
              ".rpdk-config:2:3: typeName: expected a string, not integer");
    config_is(
        "{\"typeName\": \"A::B\"}",
        ".rpdk-config:1:2: typeName: expected Organization::Service::Resource, each part 2 to "
        "64 letters and digits, not \"A::B\"");
    config_is(
        "{\"typeName\": \"AWS::Foo::../../etc\"}",
        ".rpdk-config:1:2: typeName: expected Organization::Service::Resource, each part 2 to "
        "64 letters and digits, not \"AWS::Foo::../../etc\"");
    config_is("{\"typeName\": \"AA::BB::CC\", \"artifact_type\": \"THING\"}",
              ".rpdk-config:1:28: artifact_type: expected RESOURCE, MODULE or HOOK, not \"THING\"");
    config_is("{\"typeName\": \"AA::BB::CC\",\n\"settings\": {\n \"protocolVersion\": \"3\"}}",
              ".rpdk-config:3:2: settings/protocolVersion: expected 1.0.0 or 2.0.0, not \"3\"");
    config_is("{\"typeName\": \"AA::BB::CC\", \"entrypoint\": 1}",
              ".rpdk-config:1:28: entrypoint: expected a string or null, not integer");
    config_is("{\"typeName\": \"AA::BB::CC\",}",
              ".rpdk-config:1:27: a comma before '}', which JSON does not allow; remove it");
}

static void config_limits(void)
{
    struct folder f = folder_new();
    char *big = arena_alloc(f.arena, 10 * 1024 + 2);

    memset(big, ' ', 10 * 1024 + 1);
    add(&f, ".rpdk-config", big);
    check(!find(&f));
    check_text(problem(&f), ".rpdk-config: larger than 10 KiB");
    folder_free(&f);

    f = folder_new();
    add(&f, ".rpdk-config", "{\n\"typeName\": \"AWS::Foo::Bar\"}");
    check(!find(&f));
    check_contains(f.error.text, ".rpdk-config:2:1: ");
    check_contains(f.error.text,
                   "aws-foo-bar.json, the schema of AWS::Foo::Bar, is not there; pass --schema");
    folder_free(&f);
}

static void type_configuration(void)
{
    struct folder f = folder_new();
    struct project_options options = { .folder = f.path,
                                       .schema_file = "s.json",
                                       .type_configuration_file = "t.json" };

    check(!project_find(f.arena, &options, &f.error));
    check_contains(f.error.text, "t.json: No such file");
    add(&f, "t.json", "{\"Key\": 1}");
    const struct project *project = project_find(f.arena, &options, &f.error);
    check(project && json_number(json_get(project->type_configuration, "Key"), 0) >= 1);
    check_text(project ? project->schema_file : NULL, file_join(f.arena, f.path, "s.json"));
    check(project && !project->type_name);
    add(&f, "t.json", "null");
    project = project_find(f.arena, &options, &f.error);
    check(project && !project->type_configuration);
    add(&f, "t.json", "[1]");
    check(!project_find(f.arena, &options, &f.error));
    check_text(problem(&f), "t.json:1:1: expected an object, not array");

    options.type_configuration_file = NULL;
    add(&f, ".cfn-cli/typeConfiguration.json", "{\"Home\": 1}");
    setenv("HOME", f.path, 1);
    project = project_find(f.arena, &options, &f.error);
    check(project && json_get(project->type_configuration, "Home"));
    unlink(f.files[f.count - 1]);
    project = project_find(f.arena, &options, &f.error);
    check(project && !project->type_configuration);
    rmdir(file_join(f.arena, f.path, ".cfn-cli"));
    folder_free(&f);
}

/* Inputs for a type of a few properties. */
static struct project *inputs(struct folder *f)
{
    static const char schema[] =
        "{\"properties\": {\"Name\": {\"type\": \"string\"}, \"Config\": {\"$ref\": "
        "\"#/definitions/Config\"}, \"Tags\": {\"type\": \"array\", \"items\": {\"properties\": "
        "{\"Key\": {}}}}}, \"definitions\": {\"Config\": {\"type\": \"object\", \"properties\": "
        "{\"Mode\": {}, \"a/b\": {}}}}}";
    const struct resource_type type = { .document = json_parse(f->arena, schema, sizeof(schema) - 1,
                                                               &f->error) };
    const struct project_options options = { .folder = f->path, .schema_file = "s.json" };
    struct project *project = project_find(f->arena, &options, &f->error);

    f->error = (struct error){ .text = "" };
    check(type.document && project);
    if (project)
        project->location = f->location;
    struct project_subject subject = { .project = project, .type = &type };
    const struct options offline = { .target.offline = true, .target.region = "us-east-1" };
    return project && project_read_inputs(f->arena, project, &type, &f->error) &&
                   inputs_fill_exports(f->arena, &offline, &subject, &f->error)
               ? project
               : NULL;
}

static void files(void)
{
    struct folder f = folder_new();

    add(&f, "inputs/inputs_10_create.json", "{\"Name\": \"ten\"}");
    add(&f, "inputs/inputs_1_create.json", "{\"Name\": \"one\"}");
    add(&f, "inputs/inputs_1_update.json", "{\"Name\": \"uno\"}");
    add(&f, "inputs/inputs_1_invalid.json", "{\"Name\": \"{ {a}} {{a/b}} {{}} {}\"}");
    add(&f, "inputs/inputs_3_create.json", "{}");
    add(&f, "overrides.json", "not read");
    const struct project *project = inputs(&f);
    check_text(f.error.text, "");
    check_number(project ? (long long)project->set_count : -1, 3);
    if (project && project->set_count == 3) {
        const struct input_set *one = &project->sets[0], *ten = &project->sets[2];

        check_text(one->id, "inputs_1");
        check_text(one->source, "files");
        check_text(json_string(json_get(one->create, "Name")), "one");
        check_text(json_string(json_get(one->update, "Name")), "uno");
        check(one->invalid != NULL);
        check_text(one->update_file, file_join(f.arena, f.path, "inputs/inputs_1_update.json"));
        check_text(project->sets[1].id, "inputs_3");
        check_text(json_string(json_get(ten->create, "Name")), "ten");
        check(!ten->update && !ten->update_file && project->warnings && !project->warnings->next);
        check_contains(project->warnings ? project->warnings->message : "",
                       "expected a value, found 'n'; not used, because inputs/ has files");
    }
    folder_free(&f);
}

static void odd_names(void)
{
    static const char *const names[] = { "input_1_create.json",      "inputs_01_create.json",
                                         "inputs_0_create.json",     "inputs_1_creat.json",
                                         "inputs_1_create.json.bak", "README.md" };
    struct folder f = folder_new();
    size_t count = 0;
    bool hinted = false;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        add(&f, file_join(f.arena, "inputs", names[i]), "no JSON");
    add(&f, "inputs/.hidden", "");
    add(&f, "inputs/inputs_2_create.json", "{}");
    const struct project *project = inputs(&f);
    check(project != NULL);
    for (const struct warning *w = project ? project->warnings : NULL; w; w = w->next, count++)
        hinted = hinted || strstr(w->message, "input_1_create.json is not read (did you mean "
                                              "inputs_1_create.json?)");
    check_number((long long)count, 6);
    check(hinted);
    check_number(project ? (long long)project->set_count : -1, 1);
    folder_free(&f);
}

static void input_is(const char *name, const char *text, const char *expected)
{
    struct folder f = folder_new();

    add(&f, name, text);
    check(!inputs(&f));
    check_text(problem(&f), expected);
    folder_free(&f);
}

static void bad_inputs(void)
{
    struct folder f = folder_new();

    add(&f, "inputs/inputs_1_create.json", "{}");
    add(&f, "inputs/inputs_2_update.json", "{}");
    check(!inputs(&f));
    check_contains(f.error.text, "inputs/inputs_2_create.json: not there, but ");
    folder_free(&f);
    input_is("inputs/inputs_1_create.json", "[1]",
             "inputs/inputs_1_create.json:1:1: expected an object, not array");
    input_is(
        "inputs/inputs_1_create.json",
        "{\n\"Vpc\": \"{{My-Vpc}}\", \"Other\": \"x{{A:B}}y\","
        "\"Again\": \"{{My-Vpc}}\"}",
        "inputs/inputs_1_create.json:2:1: {{My-Vpc}}, {{A:B}}: --offline asks nobody for exports; "
        "pass --export My-Vpc=VALUE");
    input_is("inputs/inputs_1_create.json", "{\"P\": \"{{resolve:ssm:/a/b}}\"}",
             "inputs/inputs_1_create.json:1:2: {{resolve:ssm:/a/b}}: CloudFormation resolves such "
             "references, tests do not; write {{env:NAME}} and export the value as NAME");
    input_is("inputs/inputs_1_create.json", "{\"P\": \"{{region}}\"}",
             "inputs/inputs_1_create.json:1:2: {{region}}: --offline asks nobody for exports; "
             "pass --export region=VALUE");
}

/* Where {{region}} is a variable it is kept for each create to fill in; other names stay exports.
 */
static void variables_of_inputs(void)
{
    static const struct location here = { "eu-west-1", "111122223333" };
    struct folder f = folder_new();

    f.location = &here;
    add(&f, "inputs/inputs_1_create.json", "{\"Name\": \"{{region}}{{account}}{{partition}}\"}");
    const struct project *project = inputs(&f);
    check_text(f.error.text, "");
    check(project && project->sets[0].create);
    add(&f, "inputs/inputs_1_create.json", "{\"Name\": \"{{region}}{{Region}}\"}");
    check(!inputs(&f));
    check_contains(f.error.text, "inputs_1_create.json:1:2: {{Region}}: --offline asks nobody");
    folder_free(&f);
}

static void overrides(void)
{
    struct folder f = folder_new();
    const struct project *project = inputs(&f);

    check_text(project ? project->sets[0].id : NULL, "generated");
    add(&f, "overrides.json",
        "{\"CREATE\": {\"/Name\": \"n\", \"/Config/a~1b\": 1,"
        "\"/Tags/0/Key\": \"k\"}}");
    project = inputs(&f);
    check_text(f.error.text, "");
    check_text(project ? project->sets[0].id : NULL, "overrides");
    check_text(project ? project->sets[0].source : NULL, "overrides");
    check(project && project->sets[0].create_overrides &&
          project->sets[0].update_overrides == project->sets[0].create_overrides);
    add(&f, "overrides.json", "{\"CREATE\": {\"/Name\": \"n\"}, \"UPDATE\": {}}");
    project = inputs(&f);
    check(project && project->sets[0].update_overrides &&
          !json_length(project->sets[0].update_overrides));
    folder_free(&f);
}

static void bad_overrides(void)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        { "{}", ":1:1: expected an object with CREATE, UPDATE or both" },
        { "[]", ":1:1: expected an object with CREATE, UPDATE or both" },
        { "{\n \"CREAT\": {}}",
          ":2:2: \"CREAT\": only CREATE and UPDATE have overrides (did you mean CREATE?)" },
        { "{\"DELETE\": {}}", ":1:2: \"DELETE\": only CREATE and UPDATE have overrides" },
        { "{\"CREATE\": 3}",
          ":1:2: CREATE: expected an object of pointers and values, not integer" },
        { "{\"CREATE\": {\n\"Name\": 1}}",
          ":2:1: \"Name\": expected a pointer into the model, such as \"/Name\"" },
        { "{\"CREATE\": {\"\": 1}}",
          ":1:13: \"\": expected a pointer into the model, such as \"/Name\"" },
        { "{\"CREATE\": {\"/a~2\": 1}}",
          ":1:13: \"/a~2\": expected a pointer into the model, such as \"/Name\"" },
        { "{\"UPDATE\": {\"/Nmae\": 1}}",
          ":1:13: \"/Nmae\": the schema has no such property (did you mean Name?)" },
        { "{\"UPDATE\": {\"/Config/Modes\": 1}}",
          ":1:13: \"/Config/Modes\": the schema has no such property (did you mean Mode?)" },
        { "{\"UPDATE\": {\"/Tags/0/Kez\": 1}}",
          ":1:13: \"/Tags/0/Kez\": the schema has no such property (did you mean Key?)" },
        { "{\"UPDATE\": {\"/Zzzzzzz/Y/X\": 1}}",
          ":1:13: \"/Zzzzzzz/Y/X\": the schema has no such property" },
        { "{\"UPDATE\": {\"/Name\": \"{{Export}}\"}}",
          ":1:13: {{Export}}: --offline asks nobody for exports; pass --export Export=VALUE" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();

        input_is("overrides.json", rows[i].text,
                 arena_printf(arena, "overrides.json%s", rows[i].error));
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "project: found", found },
    { "project: modules and hooks", other_artifacts },
    { "project: a config that is none", bad_config },
    { "project: a config that is too much, a schema that is not there", config_limits },
    { "project: the type configuration", type_configuration },
    { "inputs: numbers are exact", files },
    { "inputs: names that are nearly right", odd_names },
    { "inputs: files that are none", bad_inputs },
    { "inputs: region, account and partition are variables", variables_of_inputs },
    { "overrides: read", overrides },
    { "overrides: refused", bad_overrides },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
