/* The first line of a recording: what the run was asked to do, and with what. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/lint/looked_over.h"
#include "recording_write.h"

static void set_texts(struct recorder *r, json *object, const char *key, const char *const *texts)
{
    struct arena *scratch = arena_new();
    json *array = texts ? json_set_array(object, key) : NULL;

    for (; texts && *texts; texts++)
        json_append(array, json_new_string(
                               scratch,
                               text_quote(scratch, redact_text(r->stand_ins, scratch, *texts), 0)));
    arena_free(scratch);
}

static void set_options(struct recorder *r, struct arena *arena, json *line)
{
    const struct run_options *o = &r->run->options;
    json *options = json_set_object(line, "options");

    json_set_string(line, "suite", suite_name(o->suite));
    json_set_string(line, "seed", arena_printf(arena, "%llu", (unsigned long long)o->seed));
    json_set_number(options, "enforce_timeout_s", o->enforce_timeout_s);
    json_set_number(options, "stabilize_timeout_ms", (double)o->stabilize_timeout_ms);
    recording_set_bounds(options, o);
    json_set_number(options, "maxfail", o->maxfail);
    json_set_number(options, "shrink", o->shrink);
    json_set_number(options, "list_sample", o->list_sample);
    json_set_string(options, "variant", variant_name(o->variant));
    json_set_number(options, "examples", (double)o->examples);
    recorder_set_text(r, options, "k", o->selection_k);
    recorder_set_text(r, options, "m", o->selection_m);
    set_texts(r, options, "names", o->selection_names);
    set_texts(r, options, "deselect", o->selection_deselect);
    set_texts(r, options, "redact_paths", o->redact_paths);
    set_texts(r, line, "argv", o->argv);
}

/* Nothing of a credential is kept but whether reports hide it. */
static void set_credential(struct recorder *r, json *object, const char *key, const char *text)
{
    struct arena *scratch = arena_new();
    const char *shown = redact_text(r->stand_ins, scratch, text ? text : "");

    /* as a whole: no part of it may be left beside a stand-in */
    if (strncmp(shown, STAND_IN, strlen(STAND_IN)) == 0 && strlen(shown) == STAND_IN_LENGTH)
        json_set_string(object, key, shown);
    arena_free(scratch);
}

static void set_credentials(struct recorder *r, json *target, const char *key,
                            const struct credentials *credentials)
{
    json *object = json_set_object(target, key);

    set_credential(r, object, "access_key_id", credentials->access_key_id);
    set_credential(r, object, "secret_access_key", credentials->secret_access_key);
    set_credential(r, object, "session_token", credentials->session_token);
}

static void set_target(struct recorder *r, json *line)
{
    const struct target *target = r->run->target;
    json *object = json_set_object(line, "target");

    json_set_boolean(object, "demo", r->run->demo);
    json_set_boolean(object, "location", r->run->location != NULL);
    json_set_number(object, "service", r->run->service);
    recorder_set_text(r, object, "endpoint", target->endpoint);
    recorder_set_text(r, object, "function_name", target->function_name);
    recorder_set_text(r, object, "region", target->region);
    recorder_set_text(r, object, "account_id", target->account_id);
    recorder_set(r, object, "type_configuration", target->type_configuration, redact_value);
    recorder_set_text(r, object, "log_group_name", target->log_group_name);
    set_credentials(r, object, "credentials", &target->credentials);
    if (target->log_group_name)
        set_credentials(r, object, "log_credentials", &target->log_credentials);
}

/* Their keys are pointers: a value at a secret place is masked as it would be in a model. */
static void set_overrides(struct recorder *r, json *object, const char *key, const json *overrides)
{
    struct arena *scratch = arena_new();
    json *masked = overrides ? json_set_object(object, key) : NULL;
    struct property_path path;

    json_each (override, overrides) {
        json *model = json_object(scratch);
        const bool readable = pointer_read(scratch, json_key(override), &path) && path.depth &&
                              !path_set(model, &path, override);
        const json *shown = readable ? redact_model(r->stand_ins, scratch, model) : NULL;

        json_set(masked, json_key(override),
                 readable ? path_get(shown, &path) : redact_value(r->stand_ins, scratch, override));
    }
    arena_free(scratch);
}

static void set_sets(struct recorder *r, json *line)
{
    json *array = json_set_array(line, "sets");

    for (size_t i = 0; i < r->run->set_count; i++) {
        const struct input_set *set = &r->run->sets[i];
        json *object = json_append_object(array);

        json_set_string(object, "id", set->id);
        json_set_string(object, "source", set->source);
        recorder_set(r, object, "create", set->create, redact_model);
        recorder_set(r, object, "update", set->update, redact_model);
        recorder_set(r, object, "invalid", set->invalid, redact_model);
        recorder_set_text(r, object, "create_file", set->create_file);
        recorder_set_text(r, object, "update_file", set->update_file);
        recorder_set_text(r, object, "invalid_file", set->invalid_file);
        recorder_set_text(r, object, "overrides_file", set->overrides_file);
        set_overrides(r, object, "create_overrides", set->create_overrides);
        set_overrides(r, object, "update_overrides", set->update_overrides);
    }
}

static void set_warnings(struct recorder *r, json *line)
{
    json *array = json_set_array(line, "warnings");

    for (const struct warning *w = r->run->warnings; w; w = w->next) {
        json *object = json_append_object(array);

        json_set_string(object, "code", w->code);
        recorder_set_text(r, object, "message", w->message);
        recorder_set_text(r, object, "file", w->file);
        json_set_number(object, "line", w->line);
    }
}

static void set_exceptions(struct recorder *r, json *line)
{
    json *array = json_set_array(line, "exceptions");

    for (const struct waiver *w = r->run->waivers; w; w = w->next) {
        json *object = json_append_object(array);

        recorder_set_text(r, object, "rule", w->rule ? w->rule->id : NULL);
        recorder_set_text(r, object, "test", w->test);
        recorder_set_text(r, object, "reason", w->reason);
        recorder_set_text(r, object, "expires", w->expires);
        recorder_set_text(r, object, "file", w->file);
        json_set_number(object, "line", w->line);
        json_set_boolean(object, "expired", w->expired);
    }
}

/* What is secret in one place of the first line is secret in all of it. */
static void learn(struct recorder *r)
{
    const struct run *run = r->run;

    for (size_t i = 0; i < run->set_count; i++) {
        redactor_learn(run->redactor, run->sets[i].create);
        redactor_learn(run->redactor, run->sets[i].update);
        redactor_learn(run->redactor, run->sets[i].invalid);
    }
    redactor_learn_strings(run->redactor, run->target->type_configuration);
}

void recorder_write_run(struct recorder *r)
{
    struct arena *arena = arena_new();
    const struct subject *subject = r->run->subject;
    json *line = recorder_line(arena, "run");

    learn(r);
    json_set_number(line, "version", RECORDING_VERSION);
    json_set_string(line, "cfnc", CFNC_VERSION);
    recorder_set_text(r, line, "id", r->run->id);
    json_set_number(line, "started_ms", (double)r->run->started_wall_ms);
    set_options(r, arena, line);
    set_target(r, line);
    set_sets(r, line);
    set_warnings(r, line);
    set_exceptions(r, line);
    if (r->run->looked_over)
        json_set(line, "looked_over",
                 looked_over_print(arena, r->run->looked_over, recorder_text, r));
    json_set_string(line, "protocol", subject->protocol->name);
    recorder_set_text(r, line, "schema_file", subject->file);
    if (r->run->schema_lines)
        json_set(line, "schema_lines", r->run->schema_lines);
    json_set(line, "schema", subject->document);
    recorder_write(r, arena, line);
}
