/* The first line of a recording: what the run was asked to do, and with what. */
#include <limits.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/generate/placeholders.h"
#include "cfnc/lint/looked_over.h"
#include "recording_read.h"

/* What may be absent is NULL then. */
static const char *text_or_null(const json *object, const char *key)
{
    return json_string(json_get(object, key));
}

static const char *text_or_empty(const json *object, const char *key)
{
    const char *text = text_or_null(object, key);

    return text ? text : "";
}

static const json *object_or_null(const json *object, const char *key)
{
    const json *value = json_get(object, key);

    return json_type(value) == JSON_OBJECT ? value : NULL;
}

/* An array of strings, NULL-terminated; NULL when there is none. */
static const char *const *texts_of(struct arena *arena, const json *array)
{
    const char **texts = arena_array(arena, json_length(array) + 1, sizeof(*texts));
    size_t count = 0;

    if (json_type(array) != JSON_ARRAY)
        return NULL;
    json_each (item, array)
        if (json_string(item))
            texts[count++] = json_string(item);
    return texts;
}

static bool read_suite(struct recording_reader *r, struct run_options *options)
{
    const char *name, *seed;

    if (!reading_text(r, "/suite", &name) || !reading_text(r, "/seed", &seed))
        return false;
    options->suite = suite_read(name);
    if (!options->suite)
        return reading_error(r, "/suite", "this cfnc knows no such suite");
    if (!*seed || strlen(seed) > 20 || strspn(seed, "0123456789") != strlen(seed))
        return reading_error(r, "/seed", "the seed is no number");
    for (; *seed; seed++)
        options->seed = options->seed * 10 + (uint64_t)(*seed - '0');
    return true;
}

static bool read_options(struct recording_reader *r, struct run_options *options)
{
    const json *object;
    const char *variant;
    int list_sample, examples;

    if (!reading_typed(r, "/options", JSON_OBJECT, "an object", &object) ||
        !read_suite(r, options) ||
        !reading_int(r, "/options/enforce_timeout_s", &options->enforce_timeout_s) ||
        !reading_number(r, "/options/stabilize_timeout_ms", 1e15, &options->stabilize_timeout_ms) ||
        !reading_int(r, "/options/maxfail", &options->maxfail) ||
        !reading_int(r, "/options/shrink", &options->shrink) ||
        !reading_int(r, "/options/list_sample", &list_sample) ||
        !reading_int(r, "/options/examples", &examples) ||
        !reading_text(r, "/options/variant", &variant))
        return false;
    if (examples > MOST_EXAMPLES)
        return reading_error(r, "/options/examples", "so many examples cannot be asked for");
    if (!variant_find(variant, &options->variant))
        return reading_error(r, "/options/variant", "this cfnc knows no such variant");
    options->list_sample = (unsigned)list_sample;
    options->examples = (size_t)examples;
    recording_get_bounds(object, options);
    options->selection_k = text_or_null(object, "k");
    options->selection_m = text_or_null(object, "m");
    options->selection_names = texts_of(r->arena, json_get(object, "names"));
    options->selection_deselect = texts_of(r->arena, json_get(object, "deselect"));
    options->redact_paths = texts_of(r->arena, json_get(object, "redact_paths"));
    options->argv = texts_of(r->arena, json_get(r->line, "argv"));
    return true;
}

static struct credentials credentials_in(const json *object)
{
    return (struct credentials){ .access_key_id = text_or_empty(object, "access_key_id"),
                                 .secret_access_key = text_or_empty(object, "secret_access_key"),
                                 .session_token = text_or_empty(object, "session_token"),
                                 .placeholders = true };
}

static bool read_target(struct recording_reader *r, struct run *run)
{
    const json *object;
    int service;

    if (!reading_typed(r, "/target", JSON_OBJECT, "an object", &object) ||
        !reading_int(r, "/target/service", &service) ||
        !reading_text(r, "/target/endpoint", &r->target->endpoint) ||
        !reading_text(r, "/target/function_name", &r->target->function_name) ||
        !reading_text(r, "/target/region", &r->target->region) ||
        !reading_text(r, "/target/account_id", &r->target->account_id))
        return false;
    if (service > SERVICE_DOCKER)
        return reading_error(r, "/target/service", "this cfnc knows no such service");
    run->service = (enum service)service;
    run->demo = json_true(json_get(object, "demo"));
    if (json_true(json_get(object, "location"))) {
        struct location *location = arena_alloc(r->arena, sizeof(*location));

        *location = (struct location){ r->target->region, r->target->account_id };
        run->location = location;
    }
    r->target->type_configuration = object_or_null(object, "type_configuration");
    r->target->log_group_name = text_or_null(object, "log_group_name");
    r->target->credentials = credentials_in(json_get(object, "credentials"));
    r->target->log_credentials = credentials_in(json_get(object, "log_credentials"));
    run->target = r->target;
    return true;
}

static bool read_set(struct recording_reader *r, size_t index, const json *object,
                     struct input_set *set)
{
    const char *pointer = arena_printf(r->arena, "/sets/%zu", index);

    if (!reading_text(r, arena_printf(r->arena, "%s/id", pointer), &set->id) ||
        !reading_text(r, arena_printf(r->arena, "%s/source", pointer), &set->source))
        return false;
    set->create = object_or_null(object, "create");
    set->update = object_or_null(object, "update");
    set->invalid = object_or_null(object, "invalid");
    set->create_file = text_or_null(object, "create_file");
    set->update_file = text_or_null(object, "update_file");
    set->invalid_file = text_or_null(object, "invalid_file");
    set->overrides_file = text_or_null(object, "overrides_file");
    set->create_overrides = object_or_null(object, "create_overrides");
    set->update_overrides = object_or_null(object, "update_overrides");
    return true;
}

static bool read_sets(struct recording_reader *r, struct run *run)
{
    struct input_set *sets;
    const json *array;
    size_t count = 0;

    if (!reading_typed(r, "/sets", JSON_ARRAY, "an array", &array))
        return false;
    if (!json_first(array))
        return reading_error(r, "/sets", "there is no input set");
    sets = arena_array(r->arena, json_length(array), sizeof(*sets));
    json_each (object, array) {
        if (!read_set(r, count, object, &sets[count]))
            return false;
        count++;
    }
    run->sets = sets;
    run->set_count = count;
    return true;
}

static void read_warnings(struct recording_reader *r, struct run *run)
{
    struct warning **end = &run->warnings;

    json_each (object, json_get(r->line, "warnings")) {
        const char *code = text_or_null(object, "code"), *message = text_or_null(object, "message");

        if (!code || !message)
            continue;
        *end = arena_alloc(r->arena, sizeof(**end));
        **end =
            (struct warning){ .code = code,
                              .message = message,
                              .file = text_or_null(object, "file"),
                              .line = (int)json_whole(json_get(object, "line"), 0, INT_MAX, 0) };
        end = &(*end)->next;
    }
}

/* An exception of a rule that is no more excuses nothing. */
static void read_exceptions(struct recording_reader *r, struct run *run)
{
    struct waiver **end = &run->waivers;

    json_each (object, json_get(r->line, "exceptions")) {
        const char *id = text_or_null(object, "rule"), *test = text_or_null(object, "test");
        const char *reason = text_or_null(object, "reason"), *file = text_or_null(object, "file");
        const struct rule *rule = id ? rule_named(run->subject->protocol, id) : NULL;

        if (!reason || !file || (id ? !rule : !test))
            continue;
        *end = arena_alloc(r->arena, sizeof(**end));
        **end = (struct waiver){ .rule = rule,
                                 .test = test,
                                 .reason = reason,
                                 .file = file,
                                 .expires = text_or_null(object, "expires"),
                                 .line = (int)json_whole(json_get(object, "line"), 0, INT_MAX, 0),
                                 .expired = json_true(json_get(object, "expired")) };
        end = &(*end)->next;
    }
}

static bool read_subject(struct recording_reader *r, struct run *run)
{
    const char *name = text_or_null(r->line, "protocol");
    const struct protocol *const *protocol = r->protocols;
    const json *schema;
    struct error error;

    while (*protocol && name && strcmp((*protocol)->name, name) != 0)
        protocol++;
    if (!*protocol)
        return reading_error(r, "/protocol", "this cfnc knows no such kind of handlers");
    if (!reading_typed(r, "/schema", JSON_OBJECT, "an object", &schema))
        return false;
    const struct subject *read =
        (*protocol)->read(r->arena, schema, run->options.redact_paths, &error);
    if (!read)
        return reading_error(r, "/schema", arena_printf(r->arena, "schema: %s", error.text));
    struct subject *subject = arena_alloc(r->arena, sizeof(*subject));
    *subject = *read;
    subject->file = text_or_null(r->line, "schema_file");
    run->subject = subject;
    r->target->type_name = subject->name;
    return true;
}

bool reading_run(struct recording_reader *r)
{
    struct run *run = &r->recording->run;
    int64_t version;

    if (!reading_number(r, "/version", 1e6, &version))
        return false;
    if (version != RECORDING_VERSION)
        return reading_error(r, "/version",
                             arena_printf(r->arena,
                                          "version %lld of recordings is not known to this "
                                          "cfnc, which knows %d",
                                          (long long)version, RECORDING_VERSION));
    if (!reading_text(r, "/cfnc", &r->recording->cfnc) || !reading_text(r, "/id", &run->id) ||
        !reading_number(r, "/started_ms", 9e15, &run->started_wall_ms) ||
        !read_options(r, &run->options) || !read_target(r, run) || !read_sets(r, run) ||
        !read_subject(r, run))
        return false;
    run->looked_over = looked_over_parse(r->arena, json_get(r->line, "looked_over"));
    if (!run->looked_over && json_get(r->line, "looked_over"))
        return reading_error(r, "/looked_over",
                             "looked_over has a remark of a rule that is not known");
    run->schema_lines = object_or_null(r->line, "schema_lines");
    read_warnings(r, run);
    read_exceptions(r, run);
    run->arena = r->arena;
    run->redactor = redactor_new(r->arena, subject_secrecy(run->subject));
    return true;
}
