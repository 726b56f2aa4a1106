/*
 * A secret in every place of an answer, in every spelling, and no byte of it in
 * anything that is written of the run, or of judging it again.
 */
#include "cfnc/suite/protocols.h"
#include "corpus.h"
#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/record/recording.h"
#include "cfnc/report/report.h"

static const char type_text[] =
    "{\"typeName\":\"Acme::Demo::Vault\",\"primaryIdentifier\":[\"/properties/Name\"],"
    "\"createOnlyProperties\":[\"/properties/Name\"],\"additionalProperties\":false,"
    "\"writeOnlyProperties\":[\"/properties/Secret\",\"/properties/Users/*/Keys\","
    "\"/properties/Pin\"],\"required\":[\"Name\"],\"properties\":{"
    "\"Name\":{\"type\":\"string\"},\"Size\":{\"type\":\"integer\"},\"Pin\":{\"type\":\"integer\"},"
    "\"Note\":{\"type\":\"string\"},\"Secret\":{\"type\":\"string\"},\"Users\":{\"type\":\"array\","
    "\"items\":{\"type\":\"object\",\"properties\":{\"Id\":{\"type\":\"string\"},"
    "\"Keys\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}}},\"handlers\":{"
    "\"create\":{\"permissions\":[]},\"read\":{\"permissions\":[]},\"update\":{\"permissions\":[]},"
    "\"delete\":{\"permissions\":[]},\"list\":{\"permissions\":[]}}}";

/* As JSON has them. The first is at /Secret, the second in an array below /Users/0. */
static const char creation[] =
    "{\"Name\":\"abc\",\"Size\":3,\"Pin\":847310962,\"Note\":\"plain\",\"Secret\":"
    "\"Zq7.\\\"p\u00E4ss "
    "w\u00F6rd\\\"/+\\\\1\",\"Users\":[{\"Id\":\"u1\",\"Keys\":[\"Xk9!live-0zy3\"]}]}";
static const char change[] =
    "{\"Name\":\"abc\",\"Size\":4,\"Pin\":847320962,\"Note\":\"plain\",\"Secret\":"
    "\"Zq7.\\\"p\u00E4ss "
    "w\u00F6rd\\\"/+\\\\1\",\"Users\":[{\"Id\":\"u1\",\"Keys\":[\"Xk9!live-0zy3\"]}]}";
static const char first_secret[] = "Zq7.\"p\u00E4ss w\u00F6rd\"/+\\1";
static const char second_secret[] = "Xk9!live-0zy3";
/*
 * How they begin, end, or are in base64 or hexadecimal: no other text of a run has
 * these, and no identifier made by chance can.
 */
static const char *const told[] = { "Zq7.",        "/+\\1",        "Xk9!",        "-0zy3",
                                    "847310962",   "847320962",    "p\u00E4ss",   "w\u00F6rd",
                                    "P\\u00e4ss",  "WnE3LiJ",      "cTcuInDD",    "E3LiJww6",
                                    "WGs5IWxpdmU", "azkhbGl2ZS0w", "rOSFsaXZlLT", "5a71372e22",
                                    "5A71372E22",  "586b39216c",   "586B39216C" };

/* --- Spellings --- */

static const char *plain(struct arena *arena, const char *secret)
{
    (void)arena;
    return secret;
}

static const char *in_json(struct arena *arena, const char *secret)
{
    return json_print(arena, json_new_string(arena, secret));
}

static const char *in_json_twice(struct arena *arena, const char *secret)
{
    return in_json(arena, in_json(arena, secret));
}

/* As who writes ASCII only has it: every character by its number. */
static const char *by_numbers(struct arena *arena, const char *secret)
{
    struct text out = text_new(arena);

    for (const unsigned char *c = (const unsigned char *)secret; *c; c++) {
        const unsigned code = *c < 0x80 ? *c : (*c & 0x1Fu) << 6 | (c[1] & 0x3Fu);

        text_addf(&out, "\\u%04X", code);
        c += *c >= 0x80;
    }
    return out.bytes;
}

static const char *percent(struct arena *arena, const char *secret)
{
    struct text out = text_new(arena);

    for (const char *c = secret; *c; c++)
        if ((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'))
            text_add_bytes(&out, c, 1);
        else if (*c == ' ')
            text_add(&out, "%20");
        else
            text_addf(&out, "%%%02x", (unsigned)(unsigned char)*c);
    return out.bytes;
}

static const char *html(struct arena *arena, const char *secret)
{
    struct text out = text_new(arena);

    for (const char *c = secret; *c; c++)
        if (*c == '"')
            text_add(&out, "&quot;");
        else if (*c == '/')
            text_add(&out, "&#x2F;");
        else
            text_add_bytes(&out, c, 1);
    return out.bytes;
}

static const char *base64(struct arena *arena, const char *secret)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct text out = text_new(arena);

    for (size_t shift = 0; shift < 3; shift++) {
        const char *bytes = arena_printf(arena, "%.*s%s:::", (int)shift, "ab", secret);

        for (const unsigned char *c = (const unsigned char *)bytes; c[0] && c[1] && c[2]; c += 3) {
            const unsigned three = (unsigned)c[0] << 16 | (unsigned)c[1] << 8 | c[2];

            for (int bits = 18; bits >= 0; bits -= 6)
                text_add_bytes(&out, &digits[three >> bits & 63], 1);
        }
        text_add(&out, " ");
    }
    return out.bytes;
}

static const char *hexadecimal(struct arena *arena, const char *secret)
{
    struct text out = text_new(arena);

    for (int upper = 0; upper < 2; upper++) {
        for (const char *c = secret; *c; c++)
            text_addf(&out, upper ? "%02X" : "%02x", (unsigned)(unsigned char)*c);
        text_add(&out, " ");
    }
    return out.bytes;
}

static const struct spelling {
    const char *name;
    const char *(*spell)(struct arena *arena, const char *secret);
} spellings[] = {
    { "plain", plain },    { "in JSON", in_json },         { "in JSON in JSON", in_json_twice },
    { "\\u", by_numbers }, { "percent", percent },         { "HTML", html },
    { "base64", base64 },  { "hexadecimal", hexadecimal },
};

/* --- Places --- */

/* What is sent instead of an event; NULL: the event, which was changed. */
typedef const char *(*place_maker)(struct arena *arena, json *event, const char *words);

static const char *in_message(struct arena *arena, json *event, const char *words)
{
    (void)arena;
    json_set_string(event, "message", words);
    return NULL;
}

static const char *in_error_code(struct arena *arena, json *event, const char *words)
{
    (void)arena;
    json_set_string(event, "status", "FAILED");
    json_set_string(event, "errorCode", words);
    return NULL;
}

static const char *in_status(struct arena *arena, json *event, const char *words)
{
    (void)arena;
    json_set_string(event, "status", words);
    return NULL;
}

/* The context of a handler that keeps the whole request in it. */
static const char *in_context(struct arena *arena, json *event, const char *words)
{
    json_set_string(event, "status", "IN_PROGRESS");
    json *context = json_set_object(event, "callbackContext");
    json_set(context, "state", json_of_text(arena, creation));
    json_set(context, words, json_of_text(arena, change));
    json_set_string(context, "note", words);
    return NULL;
}

static const char *in_model(struct arena *arena, json *event, const char *words)
{
    const json *model = json_of_text(arena, creation);

    if (json_get(event, "resourceModel")) {
        json_set(event, "resourceModel", model);
        json_set_string(json_edit(event, "resourceModel"), "Note", words);
    }
    return NULL;
}

/* Where the contract knows no property, and where an object is compared as a whole. */
static const char *in_more(struct arena *arena, json *event, const char *words)
{
    json *model = json_edit(event, "resourceModel");

    json_set_string(event, "extra", words);
    if (json_type(model) == JSON_OBJECT) {
        json_set_string(model, words, words);
        json *users = json_set_array(model, "Users");
        json_append(users, json_at(json_get(json_of_text(arena, creation), "Users"), 0));
        json_set_string(json_append_object(users), "Keys", "Xk9!live-0zy3");
    }
    return NULL;
}

static const char *in_token(struct arena *arena, json *event, const char *words)
{
    (void)arena;
    if (json_get(event, "resourceModels") && strlen(words) < 60)
        json_set_string(event, "nextToken", words);
    return NULL;
}

static const char *in_credentials(struct arena *arena, json *event, const char *words)
{
    json *context = json_set_object(event, "callbackContext");

    json_set_string(context, "callerCredentials", "{\"sessionToken\": \"Zq7.847310962\"}");
    json_set_string(json_set_object(context, "providerCredentials"), "x", "Xk9!live");
    json_set_string(context, "Authorization", "Zq7.847310962");
    json_set_string(event, "message",
                    arena_printf(arena, "Authorization: Bearer Zq7.847310962\n%s", words));
    return NULL;
}

static const char *in_a_crash(struct arena *arena, json *event, const char *words)
{
    json *crash = json_object(arena);

    (void)event;
    json_set_string(crash, "errorMessage", words);
    json_set_string(crash, "errorType", words);
    json_append(json_set_array(crash, "stackTrace"), json_new_string(arena, words));
    return json_print(arena, crash);
}

static const char *in_text(struct arena *arena, json *event, const char *words)
{
    (void)event;
    return arena_printf(arena, "oops: %s", words);
}

static const char *in_a_string(struct arena *arena, json *event, const char *words)
{
    (void)event;
    return in_json(arena, words);
}

static const struct test_place {
    const char *name;
    place_maker make;
    int http_status;
    bool in_header;
} places[] = {
    { "message", in_message, 200, false },
    { "errorCode", in_error_code, 200, false },
    { "status", in_status, 200, false },
    { "callbackContext", in_context, 200, false },
    { "resourceModel", in_model, 200, false },
    { "another member", in_more, 200, false },
    { "nextToken", in_token, 200, false },
    { "credentials", in_credentials, 200, false },
    { "a crash", in_a_crash, 200, true },
    { "a text", in_text, 200, false },
    { "a string", in_a_string, 200, false },
    { "an error of the service", in_a_crash, 502, true },
    { "an error in text", in_text, 500, true },
};

/* --- A handler that tells --- */

struct teller {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    const struct test_place *place;
    const char *words;
    unsigned calls;
};

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct teller *teller = (struct teller *)world;
    const struct target target = { .endpoint = "http://127.0.0.1:3001", .function_name = "F" };

    if (!teller->inner->call(teller->inner, sending, arena, reply, error))
        return false;
    if (reply->kind != REPLY_OBJECT || ++teller->calls % 3 == 0)
        return true;
    json *event = json_copy(arena, reply->value);
    const char *instead = teller->place->make(arena, event, teller->words);
    const char *body = instead ? instead : json_print(arena, event);
    const struct http_answer answer = {
        .status = teller->place->http_status,
        .body = body,
        .length = strlen(body),
        .function_error = teller->place->make == in_a_crash ? "Unhandled" : NULL,
        .error_type = teller->place->in_header ? teller->words : NULL,
    };
    const bool read = reply_read(reply, &answer, &target, arena, error);
    const struct http_wire wire = {
        .sent = arena_printf(arena, "POST /%s HTTP/1.1\n", teller->words),
        .received = arena_printf(arena, "HTTP/1.1 200 OK\nX-Note: %s\n", teller->words),
        .peer = "127.0.0.1:3001",
    };

    reply->wire = memcpy(arena_alloc(arena, sizeof(wire)), &wire, sizeof(wire));
    return read;
}

static int64_t now_ms(struct world *world)
{
    struct world *inner = ((struct teller *)world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = ((struct teller *)world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct world *inner = ((struct teller *)world)->inner;

    return inner->token(inner, arena);
}

/* What is written down of a run, and whose handler it is. */
struct scene {
    const struct test_place *place;
    const char *words;
    struct tape_in_memory tape;
};

static void listen(struct arena *arena, struct run *run, void *context)
{
    struct scene *scene = context;

    record_in_memory(arena, run, &scene->tape);
}

static struct world *around(struct arena *arena, struct world *provider, const void *context)
{
    const struct scene *scene = context;
    struct teller *teller = arena_alloc(arena, sizeof(*teller));

    *teller = (struct teller){
        { call, now_ms, sleep_ms, token }, provider, scene->place, scene->words, 0
    };
    return recorder_world(scene->tape.recorder, &teller->world);
}

/* --- Sinks --- */

static bool tells(const char *sink, const struct scene *scene, const char *text)
{
    for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
        const char *found = strstr(text, told[i]);

        if (!found)
            continue;
        printf("    %s in %s, %s: %s in %.60s\n", told[i], scene->place->name, scene->words, sink,
               found - text > 20 ? found - 20 : text);
        return true;
    }
    return false;
}

static bool told_by(struct arena *arena, const struct scene *scene, const struct run *run)
{
    static const char *const tracebacks[] = { "auto", "long", "short", "line", "native" };
    bool found = false;

    for (const struct report_format *f = report_formats; f->name && !found; f++)
        found = tells(f->name, scene, report_as(arena, f->name, run));
    for (const struct stream_format *f = stream_formats; f->name && !found; f++) {
        const struct console_options options = { .traceback = "auto",
                                                 .summary = "",
                                                 .columns = 80 };
        struct reporter reporters[STREAM_REPORTERS_MOST] = { { .self = NULL } };

        f->add(arena, &options, reporters);
        found = tells(f->name, scene, told_text(arena, run, reporters));
    }
    for (size_t i = 0; i < sizeof(tracebacks) / sizeof(tracebacks[0]) && !found; i++)
        found = tells(tracebacks[i], scene,
                      console_text(arena, run,
                                   &(struct console_options){ .verbosity = 3,
                                                              .traceback = tracebacks[i],
                                                              .diff = i % 2 ? "both" : "paths",
                                                              .summary = "AR",
                                                              .columns = 100 }));
    return found;
}

/*
 * Line by line. Where a secret stood is a text of another length in a recording, so
 * that what is cut is cut elsewhere, and may hold one more or less to be hidden.
 */
static bool same(const struct scene *scene, const char *run, const char *judged)
{
    while (*run && *judged) {
        const size_t length = strcspn(run, "\n"), other = strcspn(judged, "\n");
        const char *note = strstr(run, "...(+"), *count = strstr(run, "\"count\": ");

        if ((length != other || memcmp(run, judged, length) != 0) &&
            !(note && note < run + length) && !(count && count < run + length)) {
            printf("    %s, %s:\n      run    %.*s\n      judged %.*s\n", scene->place->name,
                   scene->words, (int)length, run, (int)other, judged);
            return false;
        }
        run += length + (run[length] != '\0');
        judged += other + (judged[other] != '\0');
    }
    return *run == *judged;
}

static void one_scene(const struct resource_type *type, const struct input_set *set,
                      const struct test_place *place, const char *words)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    const struct builtin_options options = { .stabilize = 1 };
    struct arena *arena = arena_new();
    struct scene scene = { .place = place, .words = words };
    const struct run_setting setting = { .suite = SUITE_FULL,
                                         .set = set,
                                         .before = listen,
                                         .before_context = &scene,
                                         .around = around,
                                         .context = &scene };
    struct error error = { .text = "" };
    struct run *run = run_builtin_set(arena, type, &options, &setting);

    check(recorder_end(scene.tape.recorder));
    check(!told_by(arena, &scene, run));
    check(!tells("the recording", &scene, scene.tape.text.bytes));
    check(redactor_count(run->redactor) > 0);
    struct recording *recording = recording_read(arena, "r", scene.tape.text.bytes,
                                                 scene.tape.text.length, protocols, &error);
    check_text(error.text, "");
    check(recording && recording_judge(arena, recording, nobody, &error));
    check(recording && !told_by(arena, &scene, &recording->run));
    check(recording &&
          same(&scene, report_as(arena, "json", run), report_as(arena, "json", &recording->run)));
    arena_free(arena);
}

static void every_place(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, type_text);
    const struct input_set set = set_of(arena, creation, change);
    const size_t step = corpus_step(1) > 1 ? 7 : 1; /* in slow builds, some of them */

    for (size_t p = 0; p < sizeof(places) / sizeof(places[0]); p++)
        for (size_t s = p % step; s < sizeof(spellings) / sizeof(spellings[0]); s += step)
            one_scene(type, &set, &places[p],
                      arena_printf(arena, "it was %s and %s",
                                   spellings[s].spell(arena, first_secret),
                                   spellings[s].spell(arena, second_secret)));
    arena_free(arena);
}

/* Whatever is cut off where it is shown, no beginning of a secret stays. */
static void cut_anywhere(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, type_text);
    const struct input_set set = set_of(arena, creation, change);
    const int step = corpus_step(1) > 1 ? 145 : 9;
    char filling[600];

    memset(filling, 'x', sizeof(filling));
    for (int length = 20; length < 600; length += step)
        one_scene(type, &set, &places[(size_t)length % (sizeof(places) / sizeof(places[0]))],
                  arena_printf(arena, "%.*s %s", length, filling, first_secret));
    arena_free(arena);
}

static const struct test tests[] = {
    { "secrets: each place of an answer, each spelling, each sink", every_place },
    { "secrets: cut anywhere", cut_anywhere },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
