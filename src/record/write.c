/* A run is recorded: the tape and the world around its own, which write line by line. */
#include "recording_write.h"

#include <string.h>

#include "cfnc/base/text.h"

enum { BODY_KEPT = 64 * 1024 }; /* bytes of an answer that is no JSON */

void recorder_write(struct recorder *r, struct arena *scratch, json *line)
{
    clock_notes_write(&r->clock, line);
    const char *text = json_print_line(scratch, line);

    r->incomplete = !r->sink.write(r->sink.context, text, strlen(text)) || r->incomplete;
    arena_free(scratch);
}

json *recorder_line(struct arena *arena, const char *is)
{
    json *line = json_object(arena);

    json_set_string(line, "is", is);
    return line;
}

static void write_secret(struct recorder *r, const char *text)
{
    struct arena *scratch = arena_new();
    json *line = recorder_line(scratch, "secret");

    json_set_string(line, "text", text);
    recorder_write(r, scratch, line);
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

const char *recorder_text(void *context, struct arena *arena, const char *text)
{
    const struct recorder *r = context;
    const char *shown = redact_text(r->stand_ins, arena, text);

    return is_utf8(shown) ? shown : text_quote(arena, shown, 0);
}

void recorder_set_text(struct recorder *r, json *object, const char *key, const char *text)
{
    struct arena *scratch = arena_new();

    if (text)
        json_set_string(object, key, recorder_text(r, scratch, text));
    arena_free(scratch);
}

/* What came instead of JSON may be anything: bytes that are no text are written as digits. */
static void set_body(struct recorder *r, json *object, const char *body)
{
    struct arena *scratch = arena_new();
    const char *shown = redact_text(r->stand_ins, scratch, body);
    struct text digits = text_new(scratch);

    for (const char *c = shown; *c && digits.length < 2 * (size_t)BODY_KEPT; c++)
        text_addf(&digits, "%02x", (unsigned)(unsigned char)*c);
    if (is_utf8(shown) && strlen(shown) <= BODY_KEPT)
        json_set_string(object, "body", shown);
    else
        json_set_string(object, "body_hex", digits.bytes);
    arena_free(scratch);
}

void recorder_set(struct recorder *r, json *object, const char *key, const json *value,
                  mask_with *mask)
{
    struct arena *scratch = arena_new();

    if (value)
        json_set(object, key, mask(r->stand_ins, scratch, value));
    arena_free(scratch);
}

/* --- The tape --- */

static struct recorder *of_tape(struct tape *tape)
{
    return (struct recorder *)tape;
}

static void begins(struct tape *tape, const struct outcome *outcome, bool tearing_down)
{
    struct arena *scratch = arena_new();
    json *line = recorder_line(scratch, "part");

    json_set_string(line, "set", outcome->set->id);
    json_set_string(line, "module", outcome->module);
    json_set_string(line, "name", outcome->name);
    json_set_boolean(line, "tearing_down", tearing_down);
    recorder_write(of_tape(tape), scratch, line);
}

static const char *ends(struct tape *tape)
{
    (void)tape;
    return NULL;
}

static void set_error(struct recorder *r, json *line, const struct error *error)
{
    struct arena *scratch = arena_new();
    struct place place = error->place;

    recorder_set_text(r, line, "error", error->text);
    place.path = place.path ? recorder_text(r, scratch, place.path) : NULL;
    json_set_place(line, &place);
    arena_free(scratch);
}

/* What was drawn is secret where its models are; the redactor has not seen it yet. */
static const json *drawn(struct tape *tape, struct arena *arena, const json *model,
                         struct error *error)
{
    struct recorder *r = of_tape(tape);
    struct arena *scratch = arena_new();
    json *line = recorder_line(scratch, "draw");

    (void)arena;
    redactor_learn(r->run->redactor, model);
    recorder_set(r, line, "model", model, redact_model);
    if (!model)
        set_error(r, line, error);
    recorder_write(r, scratch, line);
    return model;
}

static int stops(struct tape *tape, int code)
{
    clock_notes_stop(&of_tape(tape)->clock, code);
    return code;
}

/* --- The world --- */

static struct recorder *of_world(struct world *world)
{
    return ((struct recorder_world *)world)->recorder;
}

static void set_request(struct recorder *r, json *line, const struct request *request)
{
    json *object = json_set_object(line, "request");

    json_set_string(object, "action", handler_of(r->run->subject->protocol, request->action)->name);
    recorder_set(r, object, "desired", request->desired, redact_model);
    recorder_set(r, object, "previous", request->previous, redact_model);
    recorder_set(r, object, "context", request->context, redact_context);
    recorder_set_text(r, object, "token", request->token);
    recorder_set_text(r, object, "next_token", request->next_token);
}

static void set_value(struct recorder *r, json *object, const json *value)
{
    struct arena *scratch = arena_new();

    json_set(object, "value",
             redact_places(r->stand_ins, scratch, value, r->run->subject->protocol->answer_places));
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
    json_set_number(object, "values", (double)reply->values);
    if (reply->value)
        set_value(r, object, reply->value);
    else if (reply->body)
        set_body(r, object, reply->body);
    recorder_set_text(r, object, "problem", reply->problem);
    recorder_set_text(r, object, "error_type", reply->error_type);
    recorder_set_text(r, object, "error_message", reply->error_message);
    recorder_set(r, object, "trace", reply->trace, redact_value);
    recorder_set_text(r, object, "hint", reply->hint);
}

static void write_call(struct recorder *r, const struct request *request, int64_t ms,
                       const struct reply *reply, const struct error *error)
{
    struct arena *scratch = arena_new();
    json *line = recorder_line(scratch, "call");

    json_set_number(line, "ms", (double)ms);
    set_request(r, line, request);
    if (error)
        recorder_set_text(r, line, "error", error->text);
    set_reply(r, line, reply);
    recorder_write(r, scratch, line);
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct recorder *r = of_world(world);
    const int64_t start = r->inner->now_ms(r->inner);
    const bool answered = r->inner->call(r->inner, sending, arena, reply, error);
    const int64_t ms = r->inner->now_ms(r->inner) - start;

    redactor_learn_places(r->run->redactor, reply->value, r->run->subject->protocol->answer_places);
    write_call(r, sending->request, ms, reply, answered ? NULL : error);
    return answered;
}

static int64_t now_ms(struct world *world)
{
    struct recorder *r = of_world(world);

    return clock_notes_add(r->run->arena, &r->clock, r->inner->now_ms(r->inner));
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
    json *line = recorder_line(scratch, "token");

    json_set_string(line, "text", text);
    recorder_write(r, scratch, line);
    return text;
}

struct world *recorder_world(struct recorder *recorder, struct world *world)
{
    recorder->inner = world;
    recorder->outer = (struct recorder_world){ { call, now_ms, sleep_ms, token }, recorder };
    return &recorder->outer.world;
}

struct recorder *recorder_new(struct arena *arena, struct run *run,
                              const struct recording_sink *sink)
{
    struct recorder *r = arena_alloc(arena, sizeof(*r));

    *r = (struct recorder){ .tape = { begins, ends, drawn, stops }, .run = run, .sink = *sink };
    r->stand_ins = stand_ins_new(arena, run->redactor, secret_made, r);
    r->held = json_array(arena);
    recorder_write_run(r);
    release_held(r);
    run->tape = &r->tape;
    return r;
}

bool recorder_end(struct recorder *r)
{
    struct arena *scratch = arena_new();
    json *line = recorder_line(scratch, "end");

    json_set_number(line, "exit_code", r->run->exit_code);
    json_set_boolean(line, "interrupted", r->run->interrupted);
    json_set_number(line, "calls", r->run->call_count);
    recorder_write(r, scratch, line);
    r->run->tape = NULL;
    return !r->incomplete;
}
