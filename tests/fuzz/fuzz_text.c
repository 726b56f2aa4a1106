/*
 * Whatever a handler says, a terminal is shown lines of plain text: no control
 * character but the end of a line, no C1, nothing that is no UTF-8.
 */
#include "cfnc/judge.h"
#include "cfnc/reporter.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST = 2000, COLUMNS_LEAST = 40 };

static void check_plain(const char *text, size_t length, bool lines)
{
    for (size_t i = 0; i < length;) {
        const size_t bytes = text_utf8_length(text + i);
        unsigned code;

        if (!bytes || i + bytes > length)
            abort();
        if (text_harmful(text + i, &code) && !(lines && code == '\n'))
            abort();
        i += bytes;
    }
}

/* A rule's finding, and all else that holds texts of a handler. */
static void show(struct arena *arena, const char *words, uint8_t how)
{
    static const char *const tracebacks[] = { "auto", "long", "short", "line", "native" };
    static const struct input_set set = { .id = "generated", .source = "generated" };
    const struct resource_type type = { .name = "Acme::Demo::Thing" };
    const struct target target = {
        .endpoint = words, .function_name = words, .region = words, .account_id = words
    };
    const struct console_options options = { .verbosity = how & 3,
                                             .traceback = tracebacks[(how >> 2) % 5],
                                             .diff = how & 64 ? "both" : "paths",
                                             .summary = "AR",
                                             .columns = COLUMNS_LEAST + how % 80 };
    const json *value = json_new_string(arena, text_quote(arena, words, 0));
    json *model = json_object(arena);
    json *list = json_array(arena);
    struct difference difference = {
        .kind = DIFFERENCE_CHANGED, .path = words, .requested = value, .returned = model
    };
    struct not_compared not_compared = { .path = words, .why = words };
    struct warning warning = { .code = "x", .message = words };
    struct outcome outcome = { .name = "contract_create_read",
                               .module = "create",
                               .set = &set,
                               .verdict = how & 32 ? VERDICT_FAILED : VERDICT_ERRORED,
                               .error = how & 32 ? NULL : words };
    struct call call = {
        .seq = 1,
        .owner = &outcome,
        .action = READ,
        .expected = NO_ERROR,
        .reply = { .kind = REPLY_CRASH,
                   .problem = words,
                   .body = words,
                   .error_type = words,
                   .error_message = words,
                   .trace = list,
                   .hint = NULL },
        .event = { .status = how & 16 ? FAILED : NO_STATUS, .error_text = words, .message = words },
        .request = model
    };
    struct finding finding = { .rule = rules,
                               .call = &call,
                               .level = MUST,
                               .title = "A title.",
                               .fault = words,
                               .comparison = { &difference, &not_compared, model } };
    struct finding advice = { .rule = rules, .level = SHOULD, .title = "A title.", .fault = words };
    struct leftover leftover = {
        .model = model, .identifier = model, .made_by = &outcome, .reason = words
    };
    struct run run = { .arena = arena,
                       .type = &type,
                       .target = &target,
                       .sets = &set,
                       .set_count = 1,
                       .redactor = redactor_new(arena, &type),
                       .outcomes = &outcome,
                       .calls = &call,
                       .call_count = 1,
                       .leftovers = &leftover,
                       .warnings = &warning };

    json_set(model, text_quote(arena, words, 0), value);
    json_append(list, value);
    finding.next = &advice;
    outcome.findings = how & 32 ? &finding : NULL;
    const struct reporter console = console_reporter(arena, &options);
    console.run_begins(console.self, &run);
    console.call_ends(console.self, &run, &call);
    console.waits(console.self, &run, &call, 120000, 1000, 100000);
    console.test_ends(console.self, &run, &outcome);
    console.run_ends(console.self, &run);
    check_plain(junit_print(arena, &run), strlen(junit_print(arena, &run)), true);
}

/* Shows with standard output in a file, and looks at that. */
static void check_shown(struct arena *arena, const char *words, uint8_t how)
{
    static FILE *file;
    const int output = dup(STDOUT_FILENO);
    struct text text = text_new(arena);
    char bytes[4096];

    file = file ? file : tmpfile();
    if (!file || output < 0)
        abort();
    fflush(stdout);
    if (ftruncate(fileno(file), 0) != 0)
        abort();
    rewind(file);
    dup2(fileno(file), STDOUT_FILENO);
    show(arena, words, how);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    rewind(file);
    for (size_t got; (got = fread(bytes, 1, sizeof(bytes), file)) > 0;)
        text_add_bytes(&text, bytes, got);
    check_plain(text.bytes, text.length, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const uint8_t how = size ? data[0] : 0;
    const size_t length = size > LONGEST ? LONGEST : size ? size - 1 : 0;
    const char *words = arena_copy(arena, size ? (const char *)data + 1 : "", length);
    const char *whole = text_quote(arena, words, 0), *cut = text_quote(arena, words, 1 + how % 50U);
    struct text wrapped = text_new(arena);

    check_plain(whole, strlen(whole), false);
    check_plain(cut, strlen(cut), false);
    if (strcmp(text_quote(arena, whole, 0), whole) != 0)
        abort();
    text_add_wrapped(&wrapped, whole, how % 20, how % 30, COLUMNS_LEAST);
    check_plain(wrapped.bytes, wrapped.length, true);
    check_shown(arena, words, how);
    arena_free(arena);
    return 0;
}
