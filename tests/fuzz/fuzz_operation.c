/*
 * The whole suite against a handler that answers whatever the bytes say. A run
 * ends, its reports can be printed, and where no answer lied about what exists,
 * what the provider still holds is told as left behind.
 *
 * The first byte chooses suite, stabilizing, retries and which tests. Then each call takes one
 * byte for what becomes of its answer, and most of these some more. When there are no
 * bytes left, the handler is honest.
 */
#include "cfnc/builtin.h"
#include "cfnc/run.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char schema[] =
    "{\"typeName\":\"Acme::Demo::Thing\",\"primaryIdentifier\":[\"/properties/Id\"],"
    "\"readOnlyProperties\":[\"/properties/Id\"],\"writeOnlyProperties\":[\"/properties/Secret\"],"
    "\"additionalProperties\":false,\"required\":[\"Name\"],\"properties\":{\"Id\":{\"type\":"
    "\"string\"},\"Name\":{\"type\":\"string\"},\"Size\":{\"type\":\"integer\"},\"Secret\":{"
    "\"type\":"
    "\"string\"},\"Tags\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"Key\":{"
    "\"type\":\"string\"},\"Value\":{\"type\":\"string\"}}}}},\"tagging\":{\"taggable\":true},"
    "\"handlers\":{\"create\":{\"permissions\":[]},\"read\":{\"permissions\":[]},\"update\":{"
    "\"permissions\":[]},\"delete\":{\"permissions\":[]},\"list\":{\"permissions\":[]}}}";

enum { LONGEST = 4096, TAKEN = 24, MOST_CALLS = 20000, STABILIZE_MS = 5000 };

struct handler {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    const uint8_t *data;
    size_t left;
    bool lied; /* about what exists */
    unsigned calls;
};

static uint8_t take(struct handler *h)
{
    if (!h->left)
        return 0;
    h->left--;
    return *h->data++;
}

/* Some bytes as a text, which ends at a byte of 0 at the latest. */
static const char *take_text(struct handler *h, struct arena *arena)
{
    const size_t most = h->left < TAKEN ? h->left : TAKEN;
    const size_t length = strnlen((const char *)h->data, most);
    const char *text = arena_copy(arena, (const char *)h->data, length);

    h->data += length + (length < most);
    h->left -= length + (length < most);
    return text;
}

/* What the bytes are as JSON, or a string of them. */
static const json *take_value(struct handler *h, struct arena *arena)
{
    const char *text = take_text(h, arena);
    struct error ignored;
    const json *value = json_parse(arena, text, strlen(text), &ignored);

    return value ? value : json_new_string(arena, text_quote(arena, text, 0));
}

static const char *member(uint8_t choice)
{
    static const char *const names[] = { "status",        "errorCode",
                                         "message",       "callbackContext",
                                         "resourceModel", "resourceModels",
                                         "nextToken",     "callbackDelaySeconds",
                                         "bearerToken",   "operationStatus" };

    return names[choice % (sizeof(names) / sizeof(names[0]))];
}

/* Whether it says what there is: to change it may be a lie. */
static bool tells_of_existence(const char *name)
{
    return strcmp(name, "message") != 0 && strcmp(name, "callbackDelaySeconds") != 0 &&
           strcmp(name, "bearerToken") != 0 && strcmp(name, "operationStatus") != 0;
}

static void change_event(struct handler *h, struct arena *arena, json *event)
{
    static const char *const statuses[] = { "SUCCESS", "FAILED", "IN_PROGRESS", "PENDING" };
    const uint8_t how = take(h);
    const char *name = member(how >> 3);

    h->lied = h->lied || tells_of_existence(name);
    if ((how & 7) == 0)
        json_remove(event, name);
    else if ((how & 7) == 1)
        json_set_string(event, "status", statuses[take(h) % 4]);
    else if ((how & 7) == 2)
        json_set(event, name, json_get(event, member(take(h))));
    else
        json_set(event, name, take_value(h, arena));
    h->lied = h->lied || (how & 7) == 1;
}

static void change_model(struct handler *h, struct arena *arena, json *event)
{
    static const char *const names[] = { "Id", "Name", "Size", "Secret", "Tags", "Other" };
    json *models = json_edit(event, "resourceModels");
    json *model = json_edit(event, "resourceModel");
    const uint8_t how = take(h);
    const char *name = names[(how >> 2) % (sizeof(names) / sizeof(names[0]))];

    if (json_type(models) == JSON_ARRAY && json_first(models)) {
        model = json_edit_first(models);
        if ((how & 3) == 0)
            json_append(models, json_first(models));
    }
    if (json_type(model) != JSON_OBJECT)
        return;
    h->lied = h->lied || strcmp(name, "Id") == 0;
    if ((how & 3) == 1)
        json_remove(model, name);
    else if ((how & 3) > 1)
        json_set(model, name, take_value(h, arena));
}

/* An answer over HTTP that is nobody's event. */
static bool answer_otherwise(struct handler *h, struct arena *arena, struct reply *reply,
                             struct error *error)
{
    static const int statuses[] = { 200, 202, 400, 403, 404, 413, 429, 500, 502, 504 };
    const struct target target = { .endpoint = "http://127.0.0.1:3001", .function_name = "F" };
    const uint8_t how = take(h);
    const char *body = take_text(h, arena);
    const struct http_answer answer = {
        .status = statuses[how % (sizeof(statuses) / sizeof(statuses[0]))],
        .body = body,
        .length = strlen(body),
        .function_error = how & 0x40 ? "Unhandled" : NULL,
        .error_type = how & 0x80 ? take_text(h, arena) : NULL,
        .too_large = (how & 0x3F) == 0x3F,
    };
    const bool read = reply_read(reply, &answer, &target, arena, error);

    h->lied = h->lied || (read && reply->kind == REPLY_OBJECT); /* it may say anything */
    reply->sent = true;
    return read;
}

static bool invoke(struct world *world, const struct request *request, struct arena *arena,
                   struct reply *reply, struct error *error)
{
    struct handler *h = (struct handler *)world;
    const uint8_t what = take(h);

    if (++h->calls > MOST_CALLS)
        abort();        /* some bound does not hold */
    if (what >= 0xF0) { /* it never came there */
        *reply = (struct reply){ .kind = REPLY_EMPTY };
        return error_set(error, "nothing listens");
    }
    if (!h->inner->invoke(h->inner, request, arena, reply, error))
        return false;
    if (what >= 0xE0) { /* it came there, and the answer was lost */
        *reply = (struct reply){ .kind = REPLY_EMPTY, .sent = true };
        return error_set(error, "the connection was closed");
    }
    if (what >= 0xC0)
        return answer_otherwise(h, arena, reply, error);
    if (what < 0x40 || reply->kind != REPLY_OBJECT)
        return true;
    json *event = json_copy(arena, reply->value);
    if (what < 0x80)
        change_event(h, arena, event);
    else
        change_model(h, arena, event);
    reply->value = event;
    h->inner->sleep_ms(h->inner, what & 1 ? 0 : (int64_t)what * 1000);
    return true;
}

static int64_t now_ms(struct world *world)
{
    struct world *inner = ((struct handler *)world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = ((struct handler *)world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct world *inner = ((struct handler *)world)->inner;

    return inner->token(inner, arena);
}

/* What is still there is told, unless some answer lied. */
static void judge(struct arena *arena, const struct run *run, const struct builtin *builtin,
                  const struct handler *h)
{
    size_t told = 0;

    for (const struct leftover *l = run->leftovers; l; l = l->next)
        told++;
    if (!h->lied && builtin_count(builtin) > told)
        abort();
    if (!*json_report_print(arena, run) || !*junit_print(arena, run))
        abort();
    if (told && run->exit_code == EXIT_OK)
        abort();
}

static void run_with(struct arena *arena, const struct resource_type *type, struct handler *h)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    static const char *const parts[] = { "create", "delete", "update", NULL };
    static const struct input_set generated = { .id = "generated", .source = "generated" };
    static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL, SUITE_FULL };
    const uint8_t how = take(h);
    const struct builtin_options options = { .stabilize = how >> 2 & 1, .page_size = how >> 3 & 1 };
    const struct target target = { .endpoint = "http://127.0.0.1:3001",
                                   .function_name = "F",
                                   .region = "us-east-1",
                                   .account_id = "123456789012",
                                   .type_name = type->name,
                                   .credentials = { "a", "b", "c", true, 0 } };
    struct error error;
    struct run run = {
        .arena = arena,
        .id = "20261121T190312Z-4f2a",
        .options = { .suite = suites[how & 3],
                     .seed = 7,
                     .enforce_timeout_s = 60,
                     .stabilize_timeout_ms = STABILIZE_MS,
                     .list_sample = 1,
                     .retries = how >> 4 & 1 },
        .type = type,
        .target = &target,
        .sets = &generated,
        .set_count = 1,
        .redactor = redactor_new(arena, type),
    };
    struct builtin *builtin = builtin_new(arena, type, &options, &error);
    const struct selection_options wanted = { .k = parts[how >> 5 & 3], .modules = suite };
    const struct selection *selection = selection_read(arena, &wanted, &error);

    if (!builtin || !selection)
        abort();
    h->inner = builtin_world(arena, builtin, &target);
    run_suite(&run, &h->world, selection, nobody);
    judge(arena, &run, builtin, h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct resource_type *type;
    struct arena *arena = arena_new();
    struct handler h = { .world = { invoke, now_ms, sleep_ms, token }, .data = data, .left = size };
    struct error error;

    if (size > LONGEST) {
        arena_free(arena);
        return 0;
    }
    if (!type) {
        static struct arena *forever; /* the type is compiled once */

        forever = arena_new();
        const json *document = json_parse(forever, schema, sizeof(schema) - 1, &error);
        type = document ? resource_type_read(forever, document, NULL, &error) : NULL;
        if (!type)
            abort();
    }
    run_with(arena, type, &h);
    arena_free(arena);
    return 0;
}
