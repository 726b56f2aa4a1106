#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/generate/coverage.h"
#include "cfnc/generate/placeholders.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/world/lambda.h"
#include "cli/commands.h"

struct generate_options {
    int count;
    const char *keyword;
    int set;
    bool force;
};

/* Who makes models, one after the other from one seed. */
struct maker {
    const struct options *options;
    const struct generate_options *own;
    const struct resource_type *type;
    struct random random;
    struct generation how;
    size_t made;
};

/* A kind of model: one is made in `arena`, which is of this model alone. */
struct model_kind {
    const char *name;
    const json *(*make)(struct maker *maker, struct arena *arena, struct error *error);
};

static const json *make_create(struct maker *maker, struct arena *arena, struct error *error)
{
    return generate_create_as(arena, maker->type, &maker->how, &maker->random, error);
}

/* The update of a resource that came out as it was asked for. */
static const json *make_update(struct maker *maker, struct arena *arena, struct error *error)
{
    const json *created = make_create(maker, arena, error);

    return created ? generate_update_as(arena, maker->type, created, created, &maker->how,
                                        &maker->random, error)
                   : NULL;
}

/* Which keyword is broken is for people; the model is for the next program. */
static const json *make_invalid(struct maker *maker, struct arena *arena, struct error *error)
{
    struct invalid_model invalid;

    if (!generate_invalid(arena, maker->type, maker->own->keyword, &maker->random, &invalid, error))
        return NULL;
    fprintf(stderr, "model %zu breaks %s at %s: %s\n", maker->made, invalid.keyword,
            *invalid.pointer ? text_quote(arena, invalid.pointer, 200) : "the top",
            invalid.message);
    return invalid.model;
}

/* Puts a stand-in of the right form where the handler would choose a value. */
static bool stand_in(struct arena *arena, struct maker *maker, json *resource,
                     const struct property_path *path, struct error *error)
{
    const json *node = schema_at(maker->type->document, path);
    const json *value =
        node ? generate_value(arena, maker->type, node, &maker->random, error) : NULL;
    const char *blocked = value ? path_set(resource, path, value) : NULL;

    if (!node)
        error_set(error, "%.200s: the schema says nothing of %.100s; write the event by hand",
                  maker->type->file ? maker->type->file : maker->type->name,
                  text_quote(arena, path->pointer, 100));
    if (blocked)
        error_set(error,
                  "%.200s: no place for the identifier %.100s in the model: %.100s is there; "
                  "write the event by hand",
                  maker->type->file ? maker->type->file : maker->type->name,
                  text_quote(arena, path->pointer, 100), blocked);
    return value && !blocked;
}

/* What LIST is given may be read-only: where such a value has a place, it gets a stand-in. */
static const json *list_input(struct arena *arena, struct maker *maker, const json *created,
                              struct error *error)
{
    json *resource = json_copy(arena, created);
    const struct property_set *read_only = &maker->type->read_only;

    for (size_t i = 0; i < read_only->count; i++) {
        struct error no_place;

        if (!path_get(resource, &read_only->paths[i]))
            (void)!stand_in(arena, maker, resource, &read_only->paths[i], &no_place);
    }
    return generate_list_input(arena, maker->type, resource, &maker->random, error);
}

static const json *make_list(struct maker *maker, struct arena *arena, struct error *error)
{
    const json *created = make_create(maker, arena, error);

    return created ? list_input(arena, maker, created, error) : NULL;
}

static const struct model_kind kinds[] = {
    { "create", make_create },
    { "update", make_update },
    { "invalid", make_invalid },
    { "list", make_list },
    { 0 },
};

/* The kind of that name, or the empty row. */
static const struct model_kind *find_kind(const char *name)
{
    const struct model_kind *kind = kinds;

    while (kind->name && strcmp(kind->name, name) != 0)
        kind++;
    return kind;
}

/* ---- generate model KIND ---- */

static bool is_kind(const char *word)
{
    return find_kind(word)->name != NULL;
}

static enum exit_code print_models(struct arena *all, struct maker *maker, const char *name)
{
    const struct model_kind *kind = find_kind(name);
    const int wanted =
        maker->options->model.examples ? maker->options->model.examples : maker->own->count;
    struct error error;

    (void)all; /* each has an arena of its own: there may be millions */
    for (int i = 0; i < wanted && !ferror(stdout); i++) {
        struct arena *arena = arena_new();

        maker->how.row = maker->made++;
        const json *model = kind->make(maker, arena, &error);

        if (model)
            puts(json_print(arena, model));
        arena_free(arena);
        if (!model)
            return complain(EXIT_PROJECT, "%s", error.text);
    }
    return EXIT_OK;
}

/* ---- generate inputs ---- */

enum { INVALID_TRIES = 100 };

/* A file of inputs/, and what goes into it. */
struct input {
    const char *kind, *path, *text;
};

/* A file of inputs holds an object: a model that is none is invalid, but is no input. */
static bool make_invalid_input(struct arena *arena, struct maker *maker,
                               struct invalid_model *invalid, struct error *error)
{
    for (int i = 0; i < INVALID_TRIES; i++) {
        if (!generate_invalid(arena, maker->type, NULL, &maker->random, invalid, error))
            return false;
        if (json_type(invalid->model) == JSON_OBJECT)
            return true;
    }
    return error_set(error, "the schema refuses only what is no object");
}

/* All of them are made before the first is written. What a type has no use for stays NULL. */
static bool make_inputs(struct arena *arena, struct maker *maker, struct input inputs[3],
                        struct error *error)
{
    const json *create = make_create(maker, arena, error), *update = NULL;
    struct invalid_model invalid;
    struct error reason;

    if (!create)
        return false;
    if (maker->type->handlers & UPDATE) {
        update = generate_update_as(arena, maker->type, create, create, &maker->how, &maker->random,
                                    error);
        if (!update)
            return false;
        inputs[1].text = json_print_pretty(arena, update);
    }
    inputs[0].text = json_print_pretty(arena, create);
    if (make_invalid_input(arena, maker, &invalid, &reason))
        inputs[2].text = json_print_pretty(arena, invalid.model);
    else
        fprintf(stderr, "no invalid input: %s\n", reason.text);
    return true;
}

static enum exit_code write_inputs(struct arena *arena, struct maker *maker, const char *word)
{
    struct input inputs[] = { { .kind = "create" }, { .kind = "update" }, { .kind = "invalid" } };
    const size_t count = sizeof(inputs) / sizeof(inputs[0]);
    struct error error;

    (void)word;
    for (size_t i = 0; i < count; i++) {
        inputs[i].path = file_join(
            arena, maker->options->subject.folder,
            arena_printf(arena, "inputs/inputs_%d_%s.json", maker->own->set, inputs[i].kind));
        const enum file_kind there = file_kind(inputs[i].path);
        if (there == FILE_OTHER)
            return complain(EXIT_PROJECT, "%s is no regular file; remove it, or pass --set %d",
                            inputs[i].path, maker->own->set + 1);
        if (there == FILE_PLAIN && !maker->own->force)
            return complain(EXIT_PROJECT,
                            "%s is there already; pass --force to replace it, or --set %d for "
                            "another set",
                            inputs[i].path, maker->own->set + 1);
    }
    if (!make_inputs(arena, maker, inputs, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    for (size_t i = 0; i < count; i++) {
        const char *text = inputs[i].text ? arena_printf(arena, "%s\n", inputs[i].text) : NULL;

        if (!text)
            continue;
        if (!file_write(arena, inputs[i].path, text, strlen(text), &error))
            return complain(EXIT_REPORT, "%s", error.text);
        puts(inputs[i].path);
    }
    return EXIT_OK;
}

/* ---- generate event ACTION ---- */

/* The action of that name, CREATE or create; 0 when there is none. */
static unsigned find_action(const char *name)
{
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (strcasecmp(action_name(action_at(i)), name) == 0)
            return action_at(i);
    return 0;
}

static bool is_action(const char *word)
{
    return find_action(word) != 0;
}

/* A resource as the handler may have made it: with its identifier. */
static json *made_resource(struct arena *arena, struct maker *maker, const json *created,
                           struct error *error)
{
    json *resource = json_copy(arena, created);

    for (size_t i = 0; i < maker->type->identifier.count; i++) {
        const struct property_path *path = &maker->type->identifier.paths[i];

        if (path_get(resource, path))
            continue;
        if (!stand_in(arena, maker, resource, path, error))
            return NULL;
        fprintf(stderr, "%s is the handler's to choose: put in that of a real resource\n",
                path->pointer);
    }
    return resource;
}

/* What the action is given, as the contract has it. */
static bool fill_request(struct arena *arena, struct maker *maker, enum action action,
                         json *request, struct error *error)
{
    const json *created = make_create(maker, arena, error), *desired = created;
    const json *previous = NULL;

    if (created && action == LIST)
        desired = list_input(arena, maker, created, error);
    else if (created && action != CREATE)
        desired = created = made_resource(arena, maker, created, error);
    if (created && action == UPDATE) {
        previous = created;
        desired = generate_update_as(arena, maker->type, created, created, &maker->how,
                                     &maker->random, error);
    }
    if (!desired)
        return false;
    json_set(request, "desiredResourceState", desired);
    if (previous)
        json_set(request, "previousResourceState", previous);
    return true;
}

/* What `sam local invoke TestEntrypoint --event FILE` reads. */
static enum exit_code print_event(struct arena *arena, struct maker *maker, const char *name)
{
    const unsigned action = find_action(name);
    const struct credentials none = credentials_placeholders();
    const struct placeholders placeholders = { .seed = maker->random.state,
                                               .random = &maker->random };
    json *event = json_object(arena), *credentials = json_set_object(event, "credentials");
    struct error error;

    json_set_string(credentials, "accessKeyId", none.access_key_id);
    json_set_string(credentials, "secretAccessKey", none.secret_access_key);
    json_set_string(credentials, "sessionToken", none.session_token);
    json_set_string(event, "action", action_name((enum action)action));
    json *request = json_set_object(event, "request");
    const json *token =
        placeholders_replace(arena, json_new_string(arena, "{{uuid}}"), &placeholders, &error);
    json_set(request, "clientRequestToken", token);
    if (!token || !fill_request(arena, maker, (enum action)action, request, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    json_set_string(request, "logicalResourceIdentifier", "MyResource");
    json_set(event, "callbackContext", NULL);
    puts(json_print_pretty(arena, event));
    return EXIT_OK;
}

/* ---- the command ---- */

static bool prepare(struct arena *arena, const struct options *options, struct maker *maker,
                    struct error *error)
{
    struct project_subject subject;
    const uint64_t seed = options_seed(&options->model);

    *maker = (struct maker){ .options = options,
                             .own = options_own(options, IN_GENERATE),
                             .random = { seed } };
    if (!subject_find(arena, options, &subject, error))
        return false;
    if (!subject.type)
        return error_set(error, "only resource types have models; pass --schema FILE");
    maker->type = subject.type;
    maker->how = options_generation(arena, &options->model, subject.type, seed);
    fprintf(stderr, "seed %" PRIu64 "\n", seed);
    return true;
}

/* What can be generated, and of what: a kind of model, an action, nothing. */
static const struct noun {
    const char *name, *takes;
    bool (*knows)(const char *word); /* NULL: it takes no word */
    enum exit_code (*write)(struct arena *arena, struct maker *maker, const char *word);
} nouns[] = {
    { "model", "create, update, invalid or list", is_kind, print_models },
    { "inputs", "no further word", NULL, write_inputs },
    { "event", "CREATE, READ, UPDATE, DELETE or LIST", is_action, print_event },
    { 0 },
};

/* An option that would change nothing is no option. */
static bool options_fit(const struct options *options, const char *noun, const char *word)
{
    const struct generate_options *own = options_own(options, IN_GENERATE);
    const bool models = strcmp(noun, "model") == 0;
    const char *why = NULL;

    if (own->keyword && !(models && strcmp(word, "invalid") == 0))
        why = "--keyword is for \"generate model invalid\"";
    else if (options_given(options, "examples") && !models)
        why = "--examples is for \"generate model\"";
    else if (options->model.examples && own->count != 1)
        why = "--examples says how many; leave out -n";
    else if ((own->force || options_given(options, "set")) && strcmp(noun, "inputs") != 0)
        why = "--force and --set are for \"generate inputs\"";
    if (why)
        complain(EXIT_USAGE, "%s", why);
    return !why;
}

static enum exit_code cmd_generate(struct arena *arena, const struct options *options)
{
    const char *const *words = (const char *const *)options->words.items;
    const struct noun *noun = nouns;
    struct maker maker;
    struct error error;

    while (noun->name && !(words[0] && strcmp(noun->name, words[0]) == 0))
        noun++;
    if (!noun->name)
        return complain(EXIT_USAGE, "generate: say what: model, inputs or event (code generation "
                                    "is \"cfn generate\")");
    if (options->words.count != (noun->knows ? 2 : 1) || (noun->knows && !noun->knows(words[1])))
        return complain(EXIT_USAGE, "generate %s takes %s", noun->name, noun->takes);
    if (!options_fit(options, noun->name, words[1]))
        return EXIT_USAGE;
    if (!prepare(arena, options, &maker, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    return noun->write(arena, &maker, words[1]);
}

/* clang-format off */
static const struct option generate_rows[] = {
    { .letter = 'n', .argument = "N", .standard = "1", .help = "so many models, one on a line",
      .kind = OPTION_NUMBER, .group = GROUP_MODELS, OWN(generate, count) },
    { .name = "keyword", .argument = "WORD", .help = "what an invalid model breaks: maxLength, say",
      .kind = OPTION_TEXT, .group = GROUP_MODELS, OWN(generate, keyword), .trust = TRUST_LINE },
    { .name = "set", .argument = "N", .standard = "1", .help = "the number in inputs_N_create.json",
      .kind = OPTION_NUMBER, .group = GROUP_MODELS, OWN(generate, set), .most = 1000000,
      .trust = TRUST_LINE },
    { .name = "force", .help = "replace files that are there",
      .kind = OPTION_FLAG, .group = GROUP_MODELS, OWN(generate, force), .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_generate = {
    .name = "generate",
    .summary = "test data from a schema: models, input files, events",
    .usage = "Usage: cfnc generate model create|update|invalid|list [OPTION]...\n"
             "       cfnc generate inputs [OPTION]...\n"
             "       cfnc generate event CREATE|READ|UPDATE|DELETE|LIST [OPTION]...\n"
             "Print models that satisfy a resource schema, one on a line; write inputs/; print an\n"
             "event for \"sam local invoke TestEntrypoint --event\".\n"
             "\n"
             "  cfnc generate model create -n 10 --variant boundary\n"
             "  cfnc generate model invalid --keyword maxLength\n"
             "  cfnc generate inputs --set 2\n"
             "  cfnc generate event CREATE > sam-tests/create.json\n"
             "\n",
    .place = IN_GENERATE,
    .options = generate_rows,
    .own = sizeof(struct generate_options),
    .run = cmd_generate,
};
