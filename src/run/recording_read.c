#include "recording_private.h"

#include <string.h>

#include "cfnc/coverage.h"
#include "cfnc/looked_over.h"
#include "cfnc/placeholders.h"
#include "cfnc/text.h"
#include "cfnc/waivers.h"

/* A recording that is being read, and the line that is looked at. */
struct reading {
    struct arena *arena;
    struct recording *recording;
    struct target *target;
    const char *text; /* of the line */
    const json *line;
    size_t number;
    struct part **parts_end;
    struct entry **entries_end; /* of the last part; NULL before the first */
    struct error *error;
};

/* "PATH:LINE:COL: ..." of a place in the line; false. */
static bool object_to(struct reading *r, const char *pointer, const char *what)
{
    int line = 1, column = 1;

    if (!json_place(r->text, pointer, &line, &column))
        column = 1;
    return error_set(r->error, "%s:%zu:%d: %s", r->recording->path, r->number, column, what);
}

static bool is_wrong(struct reading *r, const char *pointer, const char *wanted)
{
    const json *value = pointer_get(r->line, pointer);

    return object_to(r, pointer,
                     value ? arena_printf(r->arena, "%s: expected %s, not %s", pointer + 1, wanted,
                                          json_type_name(value))
                           : arena_printf(r->arena,
                                          "%s is missing: this is no recording of cfnc, "
                                          "or a damaged one",
                                          pointer + 1));
}

/* --- Members of a line --- */

static bool get_text(struct reading *r, const char *pointer, const char **text)
{
    *text = json_string(pointer_get(r->line, pointer));
    return *text || is_wrong(r, pointer, "a string");
}

/* A whole number from 0 to `most`. */
static bool get_number(struct reading *r, const char *pointer, double most, int64_t *number)
{
    const json *value = pointer_get(r->line, pointer);
    const double read = json_number(value, -1);

    *number = 0;
    if (!json_is_integer(value) || read < 0 || read > most)
        return is_wrong(r, pointer, arena_printf(r->arena, "a number from 0 to %.0f", most));
    *number = (int64_t)read;
    return true;
}

static bool get_int(struct reading *r, const char *pointer, int *number)
{
    int64_t wide;
    const bool read = get_number(r, pointer, 2147483647, &wide);

    *number = (int)wide;
    return read;
}

static bool get_typed(struct reading *r, const char *pointer, enum json_type type,
                      const char *wanted, const json **value)
{
    *value = pointer_get(r->line, pointer);
    return json_type(*value) == type || is_wrong(r, pointer, wanted);
}

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

/* --- The first line --- */

static bool read_suite(struct reading *r, struct run_options *options)
{
    static const enum suite all[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
    const char *name, *seed;

    if (!get_text(r, "/suite", &name) || !get_text(r, "/seed", &seed))
        return false;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (strcmp(suite_name(all[i]), name) == 0)
            options->suite = all[i];
    if (!options->suite)
        return object_to(r, "/suite", "this cfnc knows no such suite");
    if (!*seed || strlen(seed) > 20 || strspn(seed, "0123456789") != strlen(seed))
        return object_to(r, "/seed", "the seed is no number");
    for (; *seed; seed++)
        options->seed = options->seed * 10 + (uint64_t)(*seed - '0');
    return true;
}

static bool read_options(struct reading *r, struct run_options *options)
{
    const json *object;
    const char *variant;
    int list_sample;

    if (!get_typed(r, "/options", JSON_OBJECT, "an object", &object) || !read_suite(r, options) ||
        !get_int(r, "/options/enforce_timeout_s", &options->enforce_timeout_s) ||
        !get_number(r, "/options/stabilize_timeout_ms", 1e15, &options->stabilize_timeout_ms) ||
        !get_int(r, "/options/maxfail", &options->maxfail) ||
        !get_int(r, "/options/shrink", &options->shrink) ||
        !get_int(r, "/options/list_sample", &list_sample) ||
        !get_text(r, "/options/variant", &variant))
        return false;
    if (!variant_find(variant, &options->how.variant))
        return object_to(r, "/options/variant", "this cfnc knows no such variant");
    options->list_sample = (unsigned)list_sample;
    recording_get_bounds(object, options);
    options->selection_k = text_or_null(object, "k");
    options->selection_m = text_or_null(object, "m");
    options->selection_names = texts_of(r->arena, json_get(object, "names"));
    options->selection_deselect = texts_of(r->arena, json_get(object, "deselect"));
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

static bool read_target(struct reading *r, struct run *run)
{
    const json *object;
    int service;

    if (!get_typed(r, "/target", JSON_OBJECT, "an object", &object) ||
        !get_int(r, "/target/service", &service) ||
        !get_text(r, "/target/endpoint", &r->target->endpoint) ||
        !get_text(r, "/target/function_name", &r->target->function_name) ||
        !get_text(r, "/target/region", &r->target->region) ||
        !get_text(r, "/target/account_id", &r->target->account_id))
        return false;
    if (service > SERVICE_DOCKER)
        return object_to(r, "/target/service", "this cfnc knows no such service");
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

static bool read_set(struct reading *r, size_t index, const json *object, struct input_set *set)
{
    const char *pointer = arena_printf(r->arena, "/sets/%zu", index);

    if (!get_text(r, arena_printf(r->arena, "%s/id", pointer), &set->id) ||
        !get_text(r, arena_printf(r->arena, "%s/source", pointer), &set->source))
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

static bool read_sets(struct reading *r, struct run *run)
{
    struct input_set *sets;
    const json *array;
    size_t count = 0;

    if (!get_typed(r, "/sets", JSON_ARRAY, "an array", &array))
        return false;
    if (!json_first(array))
        return object_to(r, "/sets", "there is no input set");
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

static void read_warnings(struct reading *r, struct run *run)
{
    struct warning **end = &run->warnings;

    json_each (object, json_get(r->line, "warnings")) {
        const char *code = text_or_null(object, "code"), *message = text_or_null(object, "message");

        if (!code || !message)
            continue;
        *end = arena_alloc(r->arena, sizeof(**end));
        **end = (struct warning){ .code = code,
                                  .message = message,
                                  .file = text_or_null(object, "file"),
                                  .line = (int)json_number(json_get(object, "line"), 0) };
        end = &(*end)->next;
    }
}

/* An exception of a rule that is no more excuses nothing. */
static void read_exceptions(struct reading *r, struct run *run)
{
    struct waiver **end = &run->waivers;

    json_each (object, json_get(r->line, "exceptions")) {
        const char *id = text_or_null(object, "rule"), *test = text_or_null(object, "test");
        const char *reason = text_or_null(object, "reason"), *file = text_or_null(object, "file");
        const struct rule *rule = id ? rule_named(id) : NULL;

        if (!reason || !file || (id ? !rule : !test))
            continue;
        *end = arena_alloc(r->arena, sizeof(**end));
        **end = (struct waiver){ .rule = rule,
                                 .test = test,
                                 .reason = reason,
                                 .file = file,
                                 .expires = text_or_null(object, "expires"),
                                 .line = (int)json_number(json_get(object, "line"), 0),
                                 .expired = json_true(json_get(object, "expired")) };
        end = &(*end)->next;
    }
}

static bool read_type(struct reading *r, struct run *run)
{
    const json *schema;
    struct error error;

    if (!get_typed(r, "/schema", JSON_OBJECT, "an object", &schema))
        return false;
    run->type = resource_type_read(r->arena, schema, NULL, &error);
    if (!run->type)
        return object_to(r, "/schema", arena_printf(r->arena, "schema: %s", error.text));
    struct resource_type *type = arena_alloc(r->arena, sizeof(*type));
    *type = *run->type;
    type->file = text_or_null(r->line, "schema_file");
    run->type = type;
    r->target->type_name = type->name;
    return true;
}

static bool read_coverage(struct reading *r, struct run *run)
{
    struct random random = { run->options.seed };
    int examples;

    if (!get_int(r, "/options/examples", &examples))
        return false;
    if (examples > MOST_EXAMPLES)
        return object_to(r, "/options/examples", "so many examples cannot be asked for");
    if (examples > 1)
        run->options.how.coverage = coverage_new(r->arena, run->type, (size_t)examples, &random);
    return true;
}

static bool read_run(struct reading *r)
{
    struct run *run = &r->recording->run;
    int64_t version;

    if (!get_number(r, "/version", 1e6, &version))
        return false;
    if (version != RECORDING_VERSION)
        return object_to(r, "/version",
                         arena_printf(r->arena,
                                      "version %lld of recordings is not known to this "
                                      "cfnc, which knows %d",
                                      (long long)version, RECORDING_VERSION));
    if (!get_text(r, "/cfnc", &r->recording->cfnc) || !get_text(r, "/id", &run->id) ||
        !get_number(r, "/started_ms", 9e15, &run->started_wall_ms) ||
        !read_options(r, &run->options) || !read_target(r, run) || !read_sets(r, run) ||
        !read_type(r, run) || !read_coverage(r, run))
        return false;
    run->looked_over = looked_over_parse(r->arena, json_get(r->line, "looked_over"));
    if (!run->looked_over && json_get(r->line, "looked_over"))
        return object_to(r, "/looked_over", "looked_over has a remark of a rule that is not known");
    read_warnings(r, run);
    read_exceptions(r, run);
    run->arena = r->arena;
    run->redactor = redactor_new(r->arena, run->type);
    return true;
}

/* --- The other lines --- */

static bool read_secret(struct reading *r)
{
    const char *text;

    if (!get_text(r, "/text", &text))
        return false;
    redactor_learn_text(r->recording->run.redactor, text);
    return true;
}

static bool read_part(struct reading *r)
{
    struct part *part = arena_alloc(r->arena, sizeof(*part));

    if (!get_text(r, "/set", &part->set) || !get_text(r, "/module", &part->module) ||
        !get_text(r, "/name", &part->name))
        return false;
    part->tearing_down = json_true(json_get(r->line, "tearing_down"));
    *r->parts_end = part;
    r->parts_end = &part->next;
    r->entries_end = &part->entries;
    return true;
}

/* `action` is of a call. */
static bool add_entry(struct reading *r, enum entry_kind kind, unsigned action)
{
    struct entry *entry = arena_alloc(r->arena, sizeof(*entry));

    if (!r->entries_end)
        return object_to(r, "", "this belongs to no part: a line before it is missing");
    *entry = (struct entry){ .kind = kind, .line = r->line, .action = action };
    *r->entries_end = entry;
    r->entries_end = &entry->next;
    return true;
}

static bool read_draw(struct reading *r)
{
    const json *model = json_get(r->line, "model");
    const char *error;

    if (model && json_type(model) != JSON_OBJECT)
        return is_wrong(r, "/model", "an object");
    return (model || get_text(r, "/error", &error)) && add_entry(r, ENTRY_DRAW, 0);
}

static bool read_token(struct reading *r)
{
    const char *text;

    return get_text(r, "/text", &text) && add_entry(r, ENTRY_TOKEN, 0);
}

static bool read_call(struct reading *r)
{
    const json *request, *reply;
    const char *action, *kind;
    int64_t ms;

    if (!get_number(r, "/ms", 9e15, &ms) ||
        !get_typed(r, "/request", JSON_OBJECT, "an object", &request) ||
        !get_text(r, "/request/action", &action) ||
        !get_typed(r, "/reply", JSON_OBJECT, "an object", &reply) ||
        !get_text(r, "/reply/kind", &kind))
        return false;
    r->recording->calls++;
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (strcmp(action_name(action_at(i)), action) == 0)
            return add_entry(r, ENTRY_CALL, action_at(i));
    return object_to(r, "/request/action", "there is no such action");
}

static bool read_end(struct reading *r)
{
    r->recording->ended = true;
    return get_int(r, "/exit_code", &r->recording->exit_code);
}

static const struct line_kind {
    const char *is;
    bool (*read)(struct reading *r);
} kinds[] = {
    { "run", read_run },     { "secret", read_secret },
    { "part", read_part },   { "draw", read_draw },
    { "token", read_token }, { "call", read_call },
    { "end", read_end },     { 0 },
};

static bool read_line(struct reading *r)
{
    const struct line_kind *kind = kinds;
    const char *is;

    if (json_type(r->line) != JSON_OBJECT)
        return object_to(r, "", "this is no line of a recording");
    if (!get_text(r, "/is", &is))
        return false;
    while (kind->is && strcmp(kind->is, is) != 0)
        kind++;
    if (!kind->is)
        return object_to(r, "/is", "a recording has no such line");
    if ((r->number == 1) != (kind == kinds))
        return object_to(r, "/is",
                         kind == kinds ? "a second run begins here"
                                       : "a recording begins with its run");
    if (r->recording->ended)
        return object_to(r, "", "there is a line behind the end");
    return kind->read(r);
}

static bool parse_line(struct reading *r, const char *text, size_t length)
{
    struct error error;

    r->text = arena_copy(r->arena, text, length);
    r->line = json_parse(r->arena, r->text, length, &error);
    if (!r->line) /* "1:COL: ..." */
        return error_set(r->error, "%s:%zu:%s", r->recording->path, r->number,
                         strchr(error.text, ':') ? strchr(error.text, ':') + 1 : error.text);
    return read_line(r);
}

struct recording *recording_read(struct arena *arena, const char *path, const char *text,
                                 size_t length, struct error *error)
{
    struct recording *recording = arena_alloc(arena, sizeof(*recording));
    struct reading r = {
        .arena = arena,
        .recording = recording,
        .target = arena_alloc(arena, sizeof(*r.target)),
        .parts_end = &recording->parts,
        .error = error,
    };

    recording->path = path;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t here = end ? (size_t)(end - text) - at : length - at;

        r.number++;
        if (!parse_line(&r, text + at, here))
            return NULL;
        if (!end) {
            error_set(error, "%s:%zu:%zu: the line is cut off", path, r.number, here + 1);
            return NULL;
        }
        at += here + 1;
    }
    if (r.number)
        return recording;
    error_set(error, "%s:1:1: the recording is empty", path);
    return NULL;
}
