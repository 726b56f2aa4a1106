#include "recording_private.h"

#include <string.h>

#include "cfnc/coverage.h"
#include "cfnc/looked_over.h"
#include "cfnc/stand_in.h"
#include "cfnc/text.h"
#include "cfnc/waivers.h"

enum { BODY_KEPT = 64 * 1024 }; /* bytes of an answer that is no JSON */

struct recorder {
    struct tape tape; /* first: a tape of ours is one of these */
    struct recorder_world {
        struct world world; /* first, likewise */
        struct recorder *recorder;
    } outer;
    struct world *inner;
    struct run *run;
    struct stand_ins *stand_ins;
    struct recording_sink sink;
    json *held;      /* secrets of the first line, until it is written; NULL afterwards */
    bool incomplete; /* a line could not be written */
};

/* The last that is done with the line: its arena is freed. */
static void write_line(struct recorder *r, struct arena *scratch, const json *line)
{
    const char *text = arena_printf(scratch, "%s\n", json_print(scratch, line));

    r->incomplete = !r->sink.write(r->sink.context, text, strlen(text)) || r->incomplete;
    arena_free(scratch);
}

static json *line_new(struct arena *arena, const char *is)
{
    json *line = json_object(arena);

    json_set_string(line, "is", is);
    return line;
}

static void write_secret(struct recorder *r, const char *text)
{
    struct arena *scratch = arena_new();
    json *line = line_new(scratch, "secret");

    json_set_string(line, "text", text);
    write_line(r, scratch, line);
}

static void secret_made(void *context, const char *text)
{
    struct recorder *r = context;

    if (r->held)
        json_append(r->held, json_new_string(r->run->arena, text));
    else
        write_secret(r, text);
}

static void release_held(struct recorder *r)
{
    const json *held = r->held;

    r->held = NULL;
    json_each (text, held)
        write_secret(r, json_string(text));
}

/* --- What is written of it --- */

static bool is_utf8(const char *text)
{
    size_t length = 1;

    for (; *text && length; text += length)
        length = text_utf8_length(text);
    return length;
}

static const char *text_of(void *context, struct arena *arena, const char *text)
{
    const struct recorder *r = context;
    const char *shown = stand_in_text(r->stand_ins, arena, text);

    return is_utf8(shown) ? shown : text_quote(arena, shown, 0);
}

static void set_text(struct recorder *r, json *object, const char *key, const char *text)
{
    struct arena *scratch = arena_new();

    if (text)
        json_set_string(object, key, text_of(r, scratch, text));
    arena_free(scratch);
}

/* What came instead of JSON may be anything: bytes that are no text are written as digits. */
static void set_body(struct recorder *r, json *object, const char *body)
{
    struct arena *scratch = arena_new();
    const char *shown = body ? stand_in_text(r->stand_ins, scratch, body) : "";
    struct text digits = text_new(scratch);

    for (const char *c = shown; *c && digits.length < 2 * (size_t)BODY_KEPT; c++)
        text_addf(&digits, "%02x", (unsigned)(unsigned char)*c);
    if (is_utf8(shown) && strlen(shown) <= BODY_KEPT)
        json_set_string(object, "body", shown);
    else
        json_set_string(object, "body_hex", digits.bytes);
    arena_free(scratch);
}

static void set_value(struct recorder *r, json *object, const char *key, const json *value)
{
    struct arena *scratch = arena_new();

    if (value)
        json_set(object, key, stand_in_value(r->stand_ins, scratch, value));
    arena_free(scratch);
}

static void set_model(struct recorder *r, json *object, const char *key, const json *model)
{
    struct arena *scratch = arena_new();

    if (model)
        json_set(object, key, stand_in_model(r->stand_ins, scratch, model));
    arena_free(scratch);
}

static void set_context(struct recorder *r, json *object, const char *key, const json *context)
{
    struct arena *scratch = arena_new();

    if (context)
        json_set(object, key, stand_in_context(r->stand_ins, scratch, context));
    arena_free(scratch);
}

static void set_texts(struct recorder *r, json *object, const char *key, const char *const *texts)
{
    struct arena *scratch = arena_new();
    json *array = texts ? json_set_array(object, key) : NULL;

    for (; texts && *texts; texts++)
        json_append(
            array,
            json_new_string(scratch,
                            text_quote(scratch, stand_in_text(r->stand_ins, scratch, *texts), 0)));
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
    json_set_string(options, "variant", variant_name(o->how.variant));
    json_set_number(options, "examples",
                    o->how.coverage ? (double)coverage_rows(o->how.coverage) : 0);
    set_text(r, options, "k", o->selection_k);
    set_text(r, options, "m", o->selection_m);
    set_texts(r, options, "names", o->selection_names);
    set_texts(r, options, "deselect", o->selection_deselect);
    set_texts(r, line, "argv", o->argv);
}

/* Nothing of a credential is kept but whether reports hide it. */
static void set_credential(struct recorder *r, json *object, const char *key, const char *text)
{
    struct arena *scratch = arena_new();
    const char *shown = stand_in_text(r->stand_ins, scratch, text ? text : "");

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
    set_text(r, object, "endpoint", target->endpoint);
    set_text(r, object, "function_name", target->function_name);
    set_text(r, object, "region", target->region);
    set_text(r, object, "account_id", target->account_id);
    set_value(r, object, "type_configuration", target->type_configuration);
    set_text(r, object, "log_group_name", target->log_group_name);
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
        const json *shown = readable ? stand_in_model(r->stand_ins, scratch, model) : NULL;

        json_set(masked, json_key(override),
                 readable ? path_get(shown, &path)
                          : stand_in_value(r->stand_ins, scratch, override));
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
        set_model(r, object, "create", set->create);
        set_model(r, object, "update", set->update);
        set_model(r, object, "invalid", set->invalid);
        set_text(r, object, "create_file", set->create_file);
        set_text(r, object, "update_file", set->update_file);
        set_text(r, object, "invalid_file", set->invalid_file);
        set_text(r, object, "overrides_file", set->overrides_file);
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
        set_text(r, object, "message", w->message);
        set_text(r, object, "file", w->file);
        json_set_number(object, "line", w->line);
    }
}

static void set_exceptions(struct recorder *r, json *line)
{
    json *array = json_set_array(line, "exceptions");

    for (const struct waiver *w = r->run->waivers; w; w = w->next) {
        json *object = json_append_object(array);

        set_text(r, object, "rule", w->rule ? w->rule->id : NULL);
        set_text(r, object, "test", w->test);
        set_text(r, object, "reason", w->reason);
        set_text(r, object, "expires", w->expires);
        set_text(r, object, "file", w->file);
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

static void write_run(struct recorder *r)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = r->run->type;
    json *line = line_new(arena, "run");

    json_set_number(line, "version", RECORDING_VERSION);
    json_set_string(line, "cfnc", CFNC_VERSION);
    set_text(r, line, "id", r->run->id);
    json_set_number(line, "started_ms", (double)r->run->started_wall_ms);
    set_options(r, arena, line);
    set_target(r, line);
    set_sets(r, line);
    set_warnings(r, line);
    set_exceptions(r, line);
    if (r->run->looked_over)
        json_set(line, "looked_over", looked_over_print(arena, r->run->looked_over, text_of, r));
    set_text(r, line, "schema_file", type->file);
    json_set(line, "schema", type->document);
    write_line(r, arena, line);
}

/* --- The tape --- */

static struct recorder *of_tape(struct tape *tape)
{
    return (struct recorder *)tape;
}

static void begins(struct tape *tape, const struct outcome *outcome, bool tearing_down)
{
    struct arena *scratch = arena_new();
    json *line = line_new(scratch, "part");

    json_set_string(line, "set", outcome->set->id);
    json_set_string(line, "module", outcome->module);
    json_set_string(line, "name", outcome->name);
    json_set_boolean(line, "tearing_down", tearing_down);
    write_line(of_tape(tape), scratch, line);
}

static const char *ends(struct tape *tape)
{
    (void)tape;
    return NULL;
}

/* What was drawn is secret where its models are; the redactor has not seen it yet. */
static const json *drawn(struct tape *tape, struct arena *arena, const json *model,
                         struct error *error)
{
    struct recorder *r = of_tape(tape);
    struct arena *scratch = arena_new();
    json *line = line_new(scratch, "draw");

    (void)arena;
    redactor_learn(r->run->redactor, model);
    set_model(r, line, "model", model);
    if (!model)
        set_text(r, line, "error", error->text);
    write_line(r, scratch, line);
    return model;
}

/* --- The world --- */

static struct recorder *of_world(struct world *world)
{
    return ((struct recorder_world *)world)->recorder;
}

static void set_request(struct recorder *r, json *line, const struct request *request)
{
    json *object = json_set_object(line, "request");

    json_set_string(object, "action", action_name(request->action));
    set_model(r, object, "desired", request->desired);
    set_model(r, object, "previous", request->previous);
    set_context(r, object, "context", request->context);
    set_text(r, object, "token", request->token);
    set_text(r, object, "next_token", request->next_token);
}

static void set_event(struct recorder *r, json *object, const json *value)
{
    struct arena *scratch = arena_new();

    json_set(object, "value", stand_in_event(r->stand_ins, scratch, value));
    arena_free(scratch);
}

static void set_reply(struct recorder *r, json *line, const struct reply *reply)
{
    json *object = json_set_object(line, "reply");

    json_set_string(object, "kind", reply_kind_name(reply->kind));
    json_set_boolean(object, "sent", reply->sent);
    if (reply->given_up)
        json_set_boolean(object, "given_up", true);
    json_set_number(object, "http_status", reply->http_status);
    json_set_number(object, "length", (double)reply->length);
    if (reply->value)
        set_event(r, object, reply->value);
    else
        set_body(r, object, reply->body);
    set_text(r, object, "problem", reply->problem);
    set_text(r, object, "error_type", reply->error_type);
    set_text(r, object, "error_message", reply->error_message);
    set_value(r, object, "trace", reply->trace);
    set_text(r, object, "hint", reply->hint);
}

static void write_call(struct recorder *r, const struct request *request, int64_t ms,
                       const struct reply *reply, const struct error *error)
{
    struct arena *scratch = arena_new();
    json *line = line_new(scratch, "call");

    json_set_number(line, "ms", (double)ms);
    set_request(r, line, request);
    if (error)
        set_text(r, line, "error", error->text);
    set_reply(r, line, reply);
    write_line(r, scratch, line);
}

static bool invoke(struct world *world, const struct request *request, struct arena *arena,
                   struct reply *reply, struct error *error)
{
    struct recorder *r = of_world(world);
    const int64_t start = r->inner->now_ms(r->inner);
    const bool answered = r->inner->invoke(r->inner, request, arena, reply, error);
    const int64_t ms = r->inner->now_ms(r->inner) - start;

    redactor_learn_event(r->run->redactor, reply->value);
    write_call(r, request, ms, reply, answered ? NULL : error);
    return answered;
}

static int64_t now_ms(struct world *world)
{
    struct world *inner = of_world(world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = of_world(world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct recorder *r = of_world(world);
    const char *text = r->inner->token(r->inner, arena);
    struct arena *scratch = arena_new();
    json *line = line_new(scratch, "token");

    json_set_string(line, "text", text);
    write_line(r, scratch, line);
    return text;
}

struct world *recorder_world(struct recorder *recorder, struct world *world)
{
    recorder->inner = world;
    recorder->outer = (struct recorder_world){ { invoke, now_ms, sleep_ms, token }, recorder };
    return &recorder->outer.world;
}

struct recorder *recorder_new(struct arena *arena, struct run *run,
                              const struct recording_sink *sink)
{
    struct recorder *r = arena_alloc(arena, sizeof(*r));

    *r = (struct recorder){ .tape = { begins, ends, drawn }, .run = run, .sink = *sink };
    r->stand_ins = stand_ins_new(arena, run->redactor, run->type, secret_made, r);
    r->held = json_array(arena);
    learn(r);
    write_run(r);
    release_held(r);
    run->tape = &r->tape;
    return r;
}

bool recorder_end(struct recorder *r)
{
    struct arena *scratch = arena_new();
    json *line = line_new(scratch, "end");

    json_set_number(line, "exit_code", r->run->exit_code);
    json_set_boolean(line, "interrupted", r->run->interrupted);
    json_set_number(line, "calls", r->run->call_count);
    write_line(r, scratch, line);
    r->run->tape = NULL;
    return !r->incomplete;
}
