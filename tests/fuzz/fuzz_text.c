/*
 * Whatever a handler says, a terminal is shown lines of plain text: no control character but the
 * end of a line, no C1, nothing that is no UTF-8, and no sequence but our own. What the functions
 * of text.h promise of any words holds of these.
 *
 * The first line of the input is the shape of a run: five bytes of options, then a byte a test.
 * What stands behind it are the words.
 */
#include "cfnc/base/text.h"
#include "cfnc/suite/resource.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/report/report.h"
#include "cfnc/engine/trial.h"
#include "cfnc/http/http.h"
#include "support.h"

enum { LONGEST = 500, COLUMNS_LEAST = 40, SHAPE = 5, TESTS_MOST = 12, WORD_LONGEST = 64 };

static const char schema[] =
    "{\"typeName\":\"Acme::Demo::Thing\",\"primaryIdentifier\":[\"/properties/"
    "Id\"],\"properties\":{"
    "\"Id\":{\"type\":\"string\"}},\"handlers\":{\"create\":{\"permissions\":[]},\"read\":{"
    "\"permissions\":[]},\"delete\":{\"permissions\":[]}}}";

struct shape {
    uint8_t how[SHAPE];
    const uint8_t *tests;
    size_t count;
    const char *words;
};

/* --- Functions of text.h --- */

static void check_quoted(struct arena *arena, const char *words, unsigned how)
{
    const char *whole = text_quote(arena, words, 0), *cut = text_quote(arena, words, 1 + how % 50);
    const char *fit = text_fit(arena, words, 12 + how % 50), *ascii = text_ascii(arena, whole);
    struct text wrapped = text_new(arena);

    must_be_plain(whole, strlen(whole), false);
    must_be_plain(cut, strlen(cut), false);
    must_be_plain(fit, strlen(fit), false);
    must(text_width(fit) <= 12 + how % 50);
    must(strcmp(text_quote(arena, whole, 0), whole) == 0);
    must(text_width(text_padded(arena, whole, how)) >= how);
    for (const char *c = ascii; *c; c++)
        must((unsigned char)*c < 0x80);
    text_add_wrapped(&wrapped, whole, (int)how % 20, (int)how % 30, COLUMNS_LEAST);
    must_be_plain(wrapped.bytes, wrapped.length, true);
}

static void check_found(struct arena *arena, const char *words)
{
    const char *const candidates[] = { "--endpoint", words, NULL };
    const char *nearest = text_nearest(words, candidates);
    const char *part = arena_copy(arena, words, strnlen(words, 2));

    must(strlen(words) > WORD_LONGEST || nearest == words || strcmp(nearest, words) == 0);
    must(text_glob("*", words) && text_glob(words, words));
    must(text_glob(arena_printf(arena, "?%s*", words), arena_printf(arena, "x%sy", words)));
    must(!text_glob(words, arena_printf(arena, "%sx", words)) || strchr(words, '*'));
    must(!*part || strcmp(text_replace(arena, words, part, part), words) == 0);
}

static void check_characters(const char *words)
{
    for (const char *s = words; *s;) {
        const size_t length = text_utf8_length(s);
        char bytes[TEXT_UTF8_ROOM];
        unsigned code;

        (void)text_harmful(s, &code);
        if (length)
            must(text_utf8_write(code, bytes) == length && memcmp(bytes, s, length) == 0);
        s += length ? length : 1;
    }
}

/* --- A run on a terminal --- */

static const struct subject *subject_of_run(void)
{
    static const struct subject *subject;
    static struct arena *forever;
    struct error error;

    if (subject)
        return subject;
    forever = arena_new();
    const json *document = json_parse(forever, schema, sizeof(schema) - 1, &error);
    subject = resource_protocol.read(forever, document, NULL, &error);
    must(subject);
    return subject;
}

static struct console_options options_of(const struct shape *shape)
{
    static const char *const tracebacks[] = { "auto", "long", "short", "line", "native", "no" };
    static const char *const summaries[] = { "AR", "fE", "a", "psxX" };
    const uint8_t *how = shape->how;

    return (struct console_options){
        .verbosity = (int)(how[0] % 6) - 2,
        .traceback = tracebacks[how[1] % 6],
        .diff = how[0] & 64   ? "both"
                : how[0] & 32 ? "unified"
                              : "paths",
        .summary = summaries[how[1] / 8 % 4],
        .colour = how[2] & 1,
        .redraw = how[2] & 2,
        .ascii = how[2] & 4,
        .durations_wanted = how[2] & 8,
        .slow_ms = how[2] & 16 ? 1 : 0,
        .columns = COLUMNS_LEAST + how[4] % 80,
    };
}

/* Findings that hold the words wherever a finding holds some: `count` and one more, a MUST. */
static struct finding *findings_of(struct arena *arena, const struct call *call, const char *words,
                                   unsigned count)
{
    struct finding *first = NULL;
    struct difference *difference = arena_alloc(arena, sizeof(*difference));
    struct not_compared *not_compared = arena_alloc(arena, sizeof(*not_compared));

    *difference = (struct difference){ .kind = DIFFERENCE_CHANGED,
                                       .path = words,
                                       .requested = json_new_string(arena, words),
                                       .returned = call->request };
    *not_compared = (struct not_compared){ .path = words, .why = words };
    for (unsigned i = 0; i <= count; i++) {
        struct finding *finding = arena_alloc(arena, sizeof(*finding));

        *finding = (struct finding){ .next = first,
                                     .rule = rule_at(&resource_protocol, 0),
                                     .level = i < count ? SHOULD : MUST,
                                     .title = "A title.",
                                     .fault = words };
        if (i == count) {
            finding->call = call;
            finding->comparison = (struct comparison){ difference, not_compared, call->request };
        }
        first = finding;
    }
    return first;
}

/* A byte: verdict, whether it is a fixture, another module, another reason, SHOULDs. */
static void add_test(struct arena *arena, struct run *run, const struct call *call, uint8_t how,
                     const char *words)
{
    static const char *const names[] = { "contract_create_read", "contract_update_list_success" };
    static struct contract_test test;
    struct outcome **end = &run->outcomes, *outcome = outcome_new(arena, &resource_protocol);
    const enum verdict verdict = (enum verdict)(how % 7);
    struct waiver *waiver = arena_alloc(arena, sizeof(*waiver));

    *waiver = (struct waiver){ .reason = words, .file = words, .line = 1 };
    while (*end)
        end = &(*end)->next;
    outcome->name = names[how & 1];
    outcome->module = how & 16 ? "update" : "create";
    outcome->test = how & 8 ? NULL : &test;
    outcome->set = &run->sets[run->set_count - 1];
    outcome->verdict = verdict;
    outcome->reason = how & 32 ? "it has no list handler; so it is" : "nothing is taggable, say";
    outcome->duration_ms = how * 1000;
    outcome->attempt = 1;
    if (verdict == VERDICT_FAILED || verdict == VERDICT_PASSED)
        outcome->findings = findings_of(arena, call, words, how / 64u + (how & 4));
    if (verdict == VERDICT_PASSED)
        outcome->findings = outcome->findings->next;
    if (verdict == VERDICT_WAIVED) {
        outcome->waived = findings_of(arena, call, words, 0);
        outcome->waived->waiver = waiver;
    }
    if (verdict == VERDICT_ERRORED)
        outcome->error = words;
    if (verdict == VERDICT_FLAKY) {
        outcome->earlier = run->outcomes;
        outcome->attempt = 2;
    }
    if (verdict == VERDICT_NOT_RUN && !(how & 8))
        outcome->fixture = run->outcomes;
    *end = outcome;
}

static void tell(struct arena *arena, const struct run *run, const struct console_options *options,
                 const struct call *call)
{
    struct reporter console;

    stream_formats[0].add(arena, options, &console);
    console.run_begins(console.self, run);
    console.call_ends(console.self, run, call);
    console.in_flight(console.self, run, call, 60000, 50000);
    console.waits(console.self, run, call, 120000, 1000, 100000);
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        console.test_ends(console.self, run, o);
    console.waits(console.self, run, call, 180000, 1000, 100000);
    console.call_ends(console.self, run, call);
    console.run_ends(console.self, run);
}

/* What is in files is no terminal's business, but who looks at one has it on one. */
static void check_report(struct arena *arena, const struct run *run, unsigned which)
{
    for (const struct report_format *f = report_formats; f->name; f++, which--) {
        const bool junit = strcmp(f->name, "junit") == 0;
        const char *text = which && !junit ? "" : f->print(arena, &(struct runs){ &run, 1 });

        if (junit)
            must_be_plain(text, strlen(text), true);
        for (const char *c = text; *c; c++)
            must((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t');
    }
}

static struct call call_of(struct arena *arena, const struct shape *shape, json *model)
{
    const uint8_t *how = shape->how;
    const char *words = shape->words;
    static const enum status statuses[] = { FAILED, NO_STATUS, IN_PROGRESS, SUCCESS };
    json *list = json_array(arena), *request = json_object(arena);
    const char *head = arena_printf(arena, "%s\n", words); /* a line has its end there */
    struct http_wire *wire = arena_alloc(arena, sizeof(*wire));

    *wire = (struct http_wire){ .sent = head,
                                .received = head,
                                .peer = how[3] & 32 ? "127.0.0.1:3001" : "",
                                .connect_us = how[3],
                                .kept = how[3] & 32 };
    json_append(list, json_new_string(arena, words));
    json_set(json_set_object(request, "requestData"), "resourceProperties", model);
    return (struct call){
        .seq = 1 + how[3] % 4u,
        .callbacks = how[3] % 4u,
        .action = how[3] & 4 ? DELETE : READ,
        .handler = handler_of(&resource_protocol, how[3] & 4 ? DELETE : READ),
        .phase = how[3] & 8 ? PHASE_TEARDOWN : PHASE_CALL,
        .expected = NO_ERROR,
        .reply = { .kind = how[3] & 16 ? REPLY_OBJECT : REPLY_CRASH,
                   .value = how[3] & 16 ? model : NULL,
                   .problem = how[3] & 16 ? NULL : words,
                   .body = words,
                   .error_type = words,
                   .error_message = words,
                   .trace = list,
                   .wire = how[3] & 16 ? wire : NULL },
        .event = { .status = statuses[how[3] >> 6], .error_text = words, .message = words },
        .request = request
    };
}

static void show(struct arena *arena, const struct shape *shape)
{
    static const struct input_set sets[] = { { .id = "inputs_1", .source = "files" },
                                             { .id = "inputs_2", .source = "files" } };
    const uint8_t *how = shape->how;
    const char *words = shape->words;
    const struct console_options options = options_of(shape);
    struct target target = {
        .endpoint = words,
        .function_name = words,
        .region = words,
        .account_id = words,
        .credentials = { .placeholders = how[4] & 1 },
    };
    json *model = json_object(arena);
    json_set_string(model, "Id", text_quote(arena, words, 0));
    json_set_string(model, text_quote(arena, words, 0), "");
    struct warning late = { .code = "x", .message = words }, warning = late;
    struct call call = call_of(arena, shape, model);
    struct leftover leftover = { .model = model,
                                 .identifier = model,
                                 .reason = words,
                                 .entry = how[4] & 2 ? "abcdefgh" : NULL,
                                 .waived = how[4] & 4 ? words : NULL };
    struct run run = { .arena = arena,
                       .options = { .suite = how[4] & 8 ? SUITE_V2 : SUITE_FULL,
                                    .selection_k = how[4] & 16 ? words : NULL,
                                    .selection_m = how[4] & 16 ? words : NULL },
                       .subject = subject_of_run(),
                       .target = &target,
                       .service = how[2] & 32 ? SERVICE_DOCKER : SERVICE_SAM,
                       .demo = how[2] & 64,
                       .sets = sets,
                       .set_count = how[2] & 128 ? 2 : 1,
                       .selected = 5,
                       .deselected = how[4] & 32,
                       .redactor = redactor_new(arena, subject_secrecy(subject_of_run())),
                       .not_applicable = arena_array(arena, rule_count(&resource_protocol),
                                                     sizeof(*run.not_applicable)),
                       .calls = &call,
                       .call_count = call.seq,
                       .warnings = &warning,
                       .stopped = how[4] & 64 ? EXIT_INTERRUPTED : EXIT_OK,
                       .interrupted = how[4] & 64 };

    add_test(arena, &run, &call, 0, words);
    call.owner = leftover.made_by = run.outcomes;
    run.leftovers = how[4] & 128 ? &leftover : NULL;
    for (size_t i = 0; i < shape->count; i++)
        add_test(arena, &run, &call, shape->tests[i], words);
    tell(arena, &run, &options, &call);
    check_report(arena, &run, (7 ^ how[1] >> 5));
}

/* What a terminal is shown without the sequences that are our own, where there may be any. */
static const char *without_ours(struct arena *arena, const char *text, const struct shape *shape)
{
    static const char erase[] = "\r\033[K\033[1A\r\033[K";
    struct text out = text_new(arena);

    if (shape->how[2] & 2)
        text = text_replace(arena, text, erase, "");
    if (!(shape->how[2] & 1))
        return text;
    for (const char *at; (at = strstr(text, "\033[")); text = at + 1) {
        const size_t digits = strspn(at + 2, "0123456789;");

        text_add_bytes(&out, text, (size_t)(at - text));
        at += at[2 + digits] == 'm' ? 2 + digits : 0;
        must(*at == 'm');
    }
    text_add(&out, text);
    return out.bytes;
}

/* Shows with standard output in a file, and looks at that. */
static void check_shown(struct arena *arena, const struct shape *shape)
{
    static FILE *file;
    const int output = dup(STDOUT_FILENO);
    struct text text = text_new(arena);
    char bytes[4096];

    file = file ? file : tmpfile();
    must(file && output >= 0);
    fflush(stdout);
    must(ftruncate(fileno(file), 0) == 0);
    rewind(file);
    dup2(fileno(file), STDOUT_FILENO);
    show(arena, shape);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    rewind(file);
    for (size_t got; (got = fread(bytes, 1, sizeof(bytes), file)) > 0;)
        text_add_bytes(&text, bytes, got);
    must(strlen(text.bytes) == text.length);
    const char *shown = without_ours(arena, text.bytes, shape);
    must_be_plain(shown, strlen(shown), true);
    for (size_t i = 0; shape->how[2] & 4 && i < text.length; i++)
        must((unsigned char)text.bytes[i] < 0x80);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    const size_t first = end ? (size_t)(end - data) : 0, skip = end ? first + 1 : 0;
    const size_t length = size - skip < LONGEST ? size - skip : LONGEST;
    struct shape shape = { .words = fuzz_text(arena, size ? data + skip : data, length) };

    for (size_t i = 0; i < SHAPE && i < first; i++)
        shape.how[i] = data[i];
    if (first > SHAPE) {
        shape.tests = data + SHAPE;
        shape.count = first - SHAPE < TESTS_MOST ? first - SHAPE : TESTS_MOST;
    }
    check_quoted(arena, shape.words, shape.how[0]);
    check_found(arena, shape.words);
    check_characters(shape.words);
    check_shown(arena, &shape);
    arena_free(arena);
    return 0;
}
