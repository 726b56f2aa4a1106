/*
 * The whole suite against a handler that answers whatever the bytes say. A run ends, its reports
 * can be printed, and where no answer lied about what exists, what the provider still holds is told
 * as left behind and stands in the ledger: who cleans up after it, with a handler that is honest
 * again, leaves nothing but what he names.
 *
 * The first byte chooses suite, stabilizing, retries and which tests, the second the type, the
 * bounds, and whether there is a ledger. Then each call takes one byte for what becomes of its
 * answer, and most of these some more. When there are no bytes left, the handler is honest.
 */
#include "cfnc/engine/run.h"
#include "cfnc/suite/resource.h"

#include <string.h>

#include "cfnc/base/patience.h"
#include "cfnc/base/text.h"
#include "cfnc/demo/builtin.h"
#include "cfnc/engine/tracked.h"
#include "cfnc/ledger/ledger.h"
#include "cfnc/report/report.h"
#include "support.h"

static const char schema[] =
    "{\"typeName\":\"Acme::Demo::Thing\",\"primaryIdentifier\":[\"/properties/%s\"],%s"
    "\"readOnlyProperties\":[\"/properties/Id\"],\"writeOnlyProperties\":[\"/properties/Secret\"],"
    "\"additionalProperties\":false,\"required\":[\"Name\"],\"properties\":{\"Id\":{\"type\":"
    "\"string\"},\"Name\":{\"type\":\"string\"},\"Size\":{\"type\":\"integer\"},\"Secret\":{"
    "\"type\":\"string\"},\"Tags\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"Key\":{\"type\":\"string\"},\"Value\":{\"type\":\"string\"}}}}},"
    "\"tagging\":{\"taggable\":true},\"handlers\":{\"create\":{\"permissions\":[]},\"read\":{"
    "\"permissions\":[]},\"update\":{\"permissions\":[]},\"delete\":{\"permissions\":[]},"
    "\"list\":{\"permissions\":[]}}}";

/* The handlers name the resource, or whoever creates it does. */
static const struct {
    const char *identifier, *more;
} types[] = {
    { "Id", "" },
    { "Name", "\"createOnlyProperties\":[\"/properties/Name\"],"
              "\"additionalIdentifiers\":[[\"/properties/Id\"]]," },
};
enum { TYPES = sizeof(types) / sizeof(types[0]) };

enum { LONGEST = 4096, TAKEN = 24, BODY = 120, MOST_CALLS = 20000, STABILIZE_MS = 5000 };

struct hostile {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    const uint8_t *data;
    size_t left;
    uint8_t how[2];
    bool lied; /* about what exists */
    bool lost; /* an answer to a CREATE, so that what it made is looked for by what it is like */
    unsigned calls;
};

static uint8_t take(struct hostile *h)
{
    if (!h->left)
        return 0;
    h->left--;
    return *h->data++;
}

/* Some bytes as a text, which ends at a byte of 0 at the latest. */
static const char *take_text(struct hostile *h, struct arena *arena, size_t longest)
{
    const size_t most = h->left < longest ? h->left : longest;
    const size_t length = strnlen((const char *)h->data, most);
    const char *text = arena_copy(arena, (const char *)h->data, length);

    h->data += length + (length < most);
    h->left -= length + (length < most);
    return text;
}

/* What the bytes are as JSON, or a string of them. */
static const json *take_value(struct hostile *h, struct arena *arena)
{
    const char *text = take_text(h, arena, TAKEN);
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

static void change_event(struct hostile *h, struct arena *arena, json *event)
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

static void change_model(struct hostile *h, struct arena *arena, json *event)
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
    h->lied = h->lied || h->lost || strcmp(name, types[h->how[1] & 1].identifier) == 0;
    if ((how & 3) == 1)
        json_remove(model, name);
    else if ((how & 3) > 1)
        json_set(model, name, take_value(h, arena));
}

/* An answer over HTTP that is nobody's event. */
static bool answer_otherwise(struct hostile *h, struct arena *arena, struct reply *reply,
                             struct error *error)
{
    static const int statuses[] = { 200, 202, 400, 403, 404, 413, 429, 500, 502, 504 };
    const struct target target = { .endpoint = "http://127.0.0.1:3001", .function_name = "F" };
    const uint8_t how = take(h);
    const char *body = take_text(h, arena, BODY);
    const struct http_answer answer = {
        .status = statuses[how % (sizeof(statuses) / sizeof(statuses[0]))],
        .body = body,
        .length = strlen(body),
        .function_error = how & 0x40 ? "Unhandled" : NULL,
        .error_type = how & 0x80 ? take_text(h, arena, TAKEN) : NULL,
        .too_large = (how & 0x3F) == 0x3F,
    };
    const bool read = reply_read(reply, &answer, &target, arena, error);

    h->lied = h->lied || (read && reply->kind == REPLY_OBJECT); /* it may say anything */
    reply->sent = true;
    return read;
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct hostile *h = (struct hostile *)world;
    const uint8_t what = take(h);

    must(++h->calls <= MOST_CALLS); /* or some bound does not hold */
    if (sending->patience)
        sending->patience->tell(sending->patience->context, 1000);
    if (what >= 0xF0) { /* it never came there */
        *reply = (struct reply){ .kind = REPLY_EMPTY };
        return error_set(error, "nothing listens");
    }
    if (!h->inner->call(h->inner, sending, arena, reply, error))
        return false;
    h->lost = h->lost || (what >= 0xC0 && sending->request->action == CREATE);
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
    struct world *inner = ((struct hostile *)world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = ((struct hostile *)world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct world *inner = ((struct hostile *)world)->inner;

    return inner->token(inner, arena);
}

/* --- What a run must come to --- */

/* Every call and every test that begins ends. */
struct witness {
    unsigned calls, answered;
};

static void call_begins(void *self, const struct run *run, const struct call *call)
{
    struct witness *w = self;

    must(++w->calls == call->seq && call->seq == run->call_count);
}

static void call_ends(void *self, const struct run *run, const struct call *call)
{
    struct witness *w = self;

    (void)run;
    must(++w->answered == call->seq);
}

static void in_flight(void *self, const struct run *run, const struct call *call,
                      int64_t operation_ms, int64_t waited_ms)
{
    const struct witness *w = self;

    (void)run;
    must(w->calls == call->seq && waited_ms <= operation_ms);
}

static void waits(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                  int64_t next_in_ms, int64_t gives_up_ms)
{
    const struct witness *w = self;

    (void)run;
    must(w->answered >= call->seq && next_in_ms >= 0 && operation_ms <= gives_up_ms);
}

static size_t count_leftovers(const struct run *run)
{
    size_t count = 0;

    for (const struct leftover *l = run->leftovers; l; l = l->next, count++)
        must(l->model && l->identifier && l->made_by && l->reason && !strchr(l->reason, '\n'));
    return count;
}

/* What is still there is told, and noted, unless some answer lied. */
static void look_at(struct arena *arena, const struct run *run, const struct builtin *builtin,
                    const struct hostile *h)
{
    const size_t told = count_leftovers(run), there = builtin_count(builtin);

    must(h->lied || there <= told);
    must(h->lied || !run->ledger || there <= ledger_content(run->ledger)->count);
    must(!told || run->exit_code != EXIT_OK);
    const bool all = h->how[0] & 128; /* which takes longer than most runs */
    for (const struct report_format *f = report_formats; f->name && (all || f == report_formats);
         f++)
        must(*f->print(arena, &(struct runs){ &run, 1 }));
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        must((o->verdict != VERDICT_FAILED && o->verdict != VERDICT_ERRORED) || o->findings ||
             o->error);
}

/* --- Cleaning up after it --- */

/* What an entry is about is deleted by nobody's test. */
static size_t clean_up(struct run *run, struct world *world, struct ledger_entry *entry)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    struct outcome *outcome = outcome_new(run->arena, run->subject->protocol);
    struct trial t = trial_new(&(struct trial){ .run = run,
                                                .outcome = outcome,
                                                .world = world,
                                                .reporters = nobody,
                                                .phase = PHASE_TEARDOWN,
                                                .cleaning = true });

    outcome->name = entry->test;
    run->leftovers = NULL;
    tracked_adopt(&t, entry, false);
    tracked_delete_all(&t);
    const size_t left = count_leftovers(run);
    arena_free(t.arena);
    return left;
}

static void clean_all(struct arena *arena, const struct run *ran, const struct builtin *builtin,
                      const struct hostile *h)
{
    struct error error = { .text = "" };
    const struct run plan = { .arena = arena,
                              .options = { .suite = SUITE_FULL, .enforce_timeout_s = 60 },
                              .subject = ran->subject,
                              .target = ran->target,
                              .redactor = redactor_new(arena, subject_secrecy(ran->subject)),
                              .ledger = ledger_open(arena, fuzz_folder(), &error) };
    struct run run = run_apart(&plan, arena);
    size_t left = 0;

    must(run.ledger && !ledger_content(run.ledger)->broken);
    const size_t count = ledger_content(run.ledger)->count;
    struct ledger_entry **all = arena_array(arena, count + 1, sizeof(*all));
    struct ledger_entry *entry = ledger_content(run.ledger)->entries;
    for (size_t i = count; i > 0; i--, entry = entry->next)
        all[i - 1] = entry;
    for (size_t i = 0; i < count; i++)
        left += clean_up(&run, h->inner, all[i]);
    must(left == ledger_content(run.ledger)->count);
    must(h->lied || builtin_count(builtin) <= left);
    ledger_close(run.ledger);
}

/* --- One run --- */

static void run_suite_on(struct run *run, struct hostile *h)
{
    static const char *const parts[] = { "create", "delete", "update", NULL };
    struct witness witness = { 0, 0 };
    const struct reporter reporters[] = { { .self = &witness,
                                            .call_begins = call_begins,
                                            .call_ends = call_ends,
                                            .in_flight = in_flight,
                                            .waits = waits },
                                          { .self = NULL } };
    const struct selection_options wanted = { .k = parts[h->how[0] >> 5 & 3],
                                              .protocol = &resource_protocol };
    struct error error;
    const struct selection *selection = selection_read(run->arena, &wanted, &error);

    must(selection);
    run_suite(run, &h->world, selection, reporters);
    must(witness.calls == witness.answered && witness.calls == run->call_count);
}

static struct run_options options_of(const struct hostile *h)
{
    static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL, SUITE_FULL };
    const uint8_t how = h->how[0], bounds = h->how[1];

    return (struct run_options){ .suite = suites[how & 3],
                                 .seed = 7,
                                 .enforce_timeout_s = 60,
                                 .stabilize_timeout_ms = STABILIZE_MS,
                                 .list_sample = 1,
                                 .retries = how >> 4 & 1,
                                 .max_callback_delay_ms = bounds & 2 ? 1000 : 0,
                                 .maxfail = bounds & 8 ? 1 : 0,
                                 .global_timeout_ms = bounds & 16 ? 600000 : 0,
                                 .test_timeout_ms = bounds & 32 ? 60000 : 0,
                                 .contract_timeouts = bounds & 64,
                                 .strict_timeouts = bounds & 64,
                                 .shrink = bounds & 128 ? 3 : 0 };
}

static void run_with(struct arena *arena, const struct resource_type *type, struct hostile *h)
{
    static const struct input_set generated = { .id = "generated", .source = "generated" };
    const struct builtin_options options = { .stabilize = h->how[0] >> 2 & 1,
                                             .page_size = h->how[0] >> 3 & 1 };
    struct target target = { .endpoint = "http://127.0.0.1:3001",
                             .function_name = "F",
                             .region = "us-east-1",
                             .account_id = "123456789012",
                             .type_name = type->name,
                             .credentials = { "a", "b", "c", true, 0 } };
    struct error error;
    struct run run = {
        .arena = arena,
        .id = "20261121T190312Z-4f2a",
        .options = options_of(h),
        .subject = resource_subject(arena, type),
        .target = &target,
        .sets = &generated,
        .set_count = 1,
        .redactor = redactor_new(arena, subject_secrecy(resource_subject(arena, type))),
    };
    struct builtin *builtin = builtin_new(arena, type, &options, &error);

    must(builtin);
    if (h->how[1] & 4) {
        fuzz_empty();
        run.ledger = ledger_open(arena, fuzz_folder(), &error);
        must(run.ledger);
    }
    h->inner = builtin_world(arena, builtin, &target);
    run_suite_on(&run, h);
    look_at(arena, &run, builtin, h);
    if (run.ledger) {
        must(!ledger_failed(run.ledger));
        ledger_close(run.ledger);
        clean_all(arena, &run, builtin, h);
    }
}

/* Compiled once. */
static const struct resource_type *type_named(size_t which)
{
    static const struct resource_type *compiled[TYPES];
    static struct arena *forever;
    struct error error;

    forever = forever ? forever : arena_new();
    if (!compiled[which]) {
        const char *text =
            arena_printf(forever, schema, types[which].identifier, types[which].more);
        const json *document = json_parse(forever, text, strlen(text), &error);

        compiled[which] = resource_type_read(forever, document, NULL, &error);
        must(compiled[which]);
    }
    return compiled[which];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct hostile h = { .world = { call, now_ms, sleep_ms, token }, .data = data, .left = size };

    if (size <= LONGEST) {
        h.how[0] = take(&h);
        h.how[1] = take(&h);
        run_with(arena, type_named(h.how[1] & 1), &h);
    }
    arena_free(arena);
    return 0;
}
