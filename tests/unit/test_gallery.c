/*
 * Every failure that there is, as the terminal shows it. Each is held against
 * what a reader needs: no more than a screen, the rule, the places that differ,
 * the handler's own words, and commands that do what they say. With
 * CFNC_GALLERY=FOLDER the pages failures.txt and failures.md are written there.
 */
#include "cfnc/demo/demo.h"
#include "cfnc/prepare/choices.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/help/explain.h"
#include "cfnc/report/failure.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

enum { LONGEST_BLOCK = 25, WIDEST = 80, MOST_WORDS = 64 };

static const struct failure_style style = { .traceback = TRACEBACK_AUTO, .columns = WIDEST };

/* --- A command line, run on the built-in handlers in a time of its own --- */

struct words {
    char *argv[MOST_WORDS + 1]; /* ends with NULL */
    int count;
};

/* As a shell would, of what the program prints: blanks, and quotes around a whole word. */
static struct words words_of(struct arena *arena, const char *line)
{
    struct words words = { .count = 0 };

    for (line += strspn(line, " "); *line && words.count < MOST_WORDS; line += strspn(line, " ")) {
        const bool quoted = *line == '\'';
        const size_t length = strcspn(line + quoted, quoted ? "'" : " ");

        words.argv[words.count++] = arena_copy(arena, line + quoted, length);
        line += length + 2 * (size_t)quoted;
    }
    return words;
}

struct typed {
    struct words words;
    struct options options;
};

static void set_up(struct arena *arena, struct run *run, void *context)
{
    const struct typed *command = context;

    run->demo = true;
    run->options.argv = (const char *const *)command->words.argv;
    run->options.selection_names = (const char *const *)command->options.words.items;
    options_rerun(arena, &run->options);
}

typedef struct world *around_world(struct arena *arena, struct world *provider,
                                   const void *context);

/* NULL after a failed check: not a line that cfnc would take. */
static const struct run *run_line(struct arena *arena, const char *line, around_world *around,
                                  const void *context)
{
    struct typed *command = arena_alloc(arena, sizeof(*command));
    struct words *words = &command->words;
    struct error error = { .text = "" };

    *words = words_of(arena, line);
    if (!check(words->count > 2 && strcmp(words->argv[0], "cfnc") == 0) ||
        !check_text(words->argv[1], "test") ||
        !check_number(options_read(arena, IN_TEST, words->count - 2, words->argv + 2,
                                   &command->options, &error),
                      EXIT_OK)) {
        printf("    %s\n      %s\n", line, error.text);
        return NULL;
    }
    const struct options *options = &command->options;
    const struct builtin_options provider = {
        .stabilize = (unsigned)options->stabilize,
        .page_size = (unsigned)options->page_size,
        .preload = (unsigned)options->preload,
        .seed = options->model.seed.value,
        .faults = (const char *const *)options->subject.faults.items,
    };
    const struct run_setting setting = {
        .suite = SUITE_FULL,
        .seed = options->model.seed.value,
        .selection = options_selection(arena, &options->filter,
                                       (const char *const *)options->words.items, &error),
        .before = set_up,
        .before_context = command,
        .around = around,
        .context = context,
    };
    const struct resource_type *type = options->subject.schema
                                           ? type_of_file(arena, options->subject.schema)
                                           : demo_type(arena, provider.faults, &error);

    check_text(error.text, "");
    return type && setting.selection ? run_builtin_set(arena, type, &provider, &setting) : NULL;
}

/* --- What a block must hold --- */

static bool breaks(const struct outcome *outcome, const char *rule)
{
    for (const struct finding *f = outcome->findings; f; f = f->next)
        if (strcmp(f->rule->id, rule) == 0)
            return true;
    return false;
}

static bool fits(struct arena *arena, const char *block)
{
    int lines = 0;
    bool good = true;

    for (const char *at = block; *at; lines++) {
        const size_t length = strcspn(at, "\n");
        const char *line = arena_copy(arena, at, length);

        at += length + (at[length] == '\n');
        good = check(!length || line[length - 1] != ' ') && good;
        good = check(text_width(line) <= WIDEST || strstr(line, "cfnc test ")) && good;
    }
    return check(lines <= LONGEST_BLOCK) && good;
}

/* The block in one line: a word that was wrapped is found all the same. */
static const char *unwrapped(struct arena *arena, const char *block)
{
    struct text out = text_new(arena);

    for (; *block; block += strspn(block, " \n")) {
        const size_t length = strcspn(block, " \n");

        text_add_bytes(&out, block, length);
        text_add(&out, " ");
        block += length;
    }
    return out.bytes;
}

static bool holds(const char *block, const char *part)
{
    return !part || !*part || check_contains(block, part);
}

/* The first letters: what is long is cut. */
static bool holds_words(struct arena *arena, const char *block, const char *words)
{
    enum { UNCUT = 24 };
    const char *quoted = text_quote(arena, words, 0);

    return holds(unwrapped(arena, block),
                 arena_copy(arena, quoted, strlen(quoted) < UNCUT ? strlen(quoted) : UNCUT));
}

static bool names_all(struct arena *arena, const char *block, const struct outcome *outcome)
{
    const struct finding *finding = failure_finding(outcome);
    bool good = true;

    if (!finding)
        return holds(block, "error");
    good = holds(block,
                 arena_printf(arena, "%s  %s\n", level_name(finding->level), finding->rule->id)) &&
           good;
    good = holds(block,
                 finding->comparison.differences ? finding->comparison.differences->path : NULL) &&
           good;
    if (finding->call && finding->call->event.status == FAILED) {
        good = holds(block, finding->call->event.error_text) && good;
        good = holds_words(arena, block, finding->call->event.message) && good;
    }
    if (finding->call)
        good = holds_words(arena, block, finding->call->reply.error_message) && good;
    good = holds(block, "\n  hint  ") && good;
    return check(explain_topic(arena, finding->rule->id) != NULL) && good;
}

/* The command behind a label, or NULL. */
static const char *command_of(struct arena *arena, const char *block, const char *label)
{
    const char *at = strstr(block, label);
    const char *command = at ? strstr(at, "cfnc ") : NULL;

    return command ? arena_copy(arena, command, strcspn(command, "\n")) : NULL;
}

static bool shows_again(struct arena *arena, const char *command, const struct outcome *outcome,
                        around_world *around, const void *context)
{
    const struct run *run = command ? run_line(arena, command, around, context) : NULL;

    for (const struct outcome *o = run ? run->outcomes : NULL; o; o = o->next)
        if (outcome->findings ? breaks(o, outcome->findings->rule->id) : o->error != NULL)
            return true;
    return false;
}

/* What the block says to type shows the same again: by itself, or with the tests before it. */
static bool again_works(const char *block, const struct outcome *outcome, around_world *around,
                        const void *context)
{
    struct arena *arena = arena_new();
    const char *command = command_of(arena, block, "\n  again ");
    const bool shown =
        shows_again(arena, command, outcome, around, context) ||
        shows_again(arena, command_of(arena, block, "\n  if it passes "), outcome, around, context);

    if (!shown)
        printf("    does not show %s: %s\n", outcome->findings ? outcome->findings->rule->id : "it",
               command ? command : "no command");
    arena_free(arena);
    return check(shown);
}

/* --- The pages --- */

static struct text *page_text, *page_markdown;
static size_t blocks, longest;

static size_t lines_of(const char *text)
{
    size_t lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void hang(const char *name, const char *what, const char *command, const char *shown)
{
    if (!page_text)
        return;
    text_addf(page_text, "==== %s: %s\n\n$ %s\n\n%s\n\n", name, what, command, shown);
    text_addf(page_markdown, "## %s\n\n%s\n\n```text\n$ %s\n\n%s```\n\n", name, what, command,
              shown);
}

/* What is only advice stands beside its test: the line of the test, and the advice. */
static const char *advice_shown(struct arena *arena, const struct run *run, const char *rule)
{
    const struct console_options options = { .traceback = "auto",
                                             .summary = "fE",
                                             .columns = WIDEST };
    const char *shown = console_text(arena, run, &options);
    const char *at = strstr(shown, arena_printf(arena, "        SHOULD %s", rule));
    const char *first = at, *end = at;

    if (!at) {
        printf("    %s\n%s", rule, shown);
        check(false);
        return "";
    }
    for (int lines = 0; first > shown && lines < 2; first--)
        lines += first[-1] == '\n';
    first += first > shown ? 1 : 0;
    do
        end += strcspn(end, "\n") + (strchr(end, '\n') != NULL);
    while (strncmp(end, "        ", 8) == 0);
    return arena_copy(arena, first, (size_t)(end - first));
}

struct exhibit {
    const char *name, *text, *rule, *command; /* rule NULL: cfnc cannot judge */
    around_world *around;                     /* or NULL */
    const void *context;
};

static bool shows_rule(const struct cause *cause, const char *rule)
{
    return rule ? breaks(cause->first, rule) : cause->first->error != NULL;
}

static void examine(const struct exhibit *e)
{
    struct arena *arena = arena_new();
    const struct run *run = run_line(arena, e->command, e->around, e->context);
    const char *shown = NULL;

    if (!run) {
        arena_free(arena);
        return;
    }
    for (const struct cause *c = causes_find(arena, run); c; c = c->next) {
        struct text block = text_new(arena);

        cause_add(&block, run, c, &style);
        blocks++;
        longest = lines_of(block.bytes) > longest ? lines_of(block.bytes) : longest;
        if (!fits(arena, block.bytes) || !names_all(arena, block.bytes, c->first) ||
            !again_works(block.bytes, c->first, e->around, e->context))
            printf("    %s\n%s", e->command, block.bytes);
        if (!shown && shows_rule(c, e->rule))
            shown = block.bytes;
    }
    if (!shown && check(e->rule != NULL))
        shown = advice_shown(arena, run, e->rule);
    hang(e->name, e->text, e->command, shown ? shown : "");
    arena_free(arena);
}

/* What `cfnc explain` says to type behind "See it", of a fault or of a rule; or NULL. */
static const char *explained_command(struct arena *arena, const char *topic)
{
    const char *text = explain_topic(arena, topic);
    const char *at = text ? strstr(text, "\n  See it ") : NULL;
    struct text out = text_new(arena);

    if (!at)
        return NULL;
    at += strlen("\n  See it ");
    do { /* it may go on in the next line, below its beginning */
        at += strspn(at, " ");
        text_addf(&out, "%s%.*s", out.length ? " " : "", (int)strcspn(at, "\n"), at);
        at += strcspn(at, "\n");
    } while (strncmp(at, "\n     ", 6) == 0 && at++);
    return out.bytes;
}

/* What is said to be typed is typed: it breaks the rule, and no advice is all that comes of it. */
static void every_fault(void)
{
    size_t number = 0;

    fault_each (f) {
        if (!corpus_takes(number++))
            continue;
        struct arena *arena = arena_new();
        const char *command = explained_command(arena, f->name);

        if (check(command)) {
            const struct exhibit e = { f->name, f->text, f->rule, command, NULL, NULL };

            examine(&e);
        }
        arena_free(arena);
    }
}

/* A rule that a fault breaks is shown by one. */
static void every_rule(void)
{
    for (size_t r = 0; r < rule_count(&resource_protocol); r++) {
        const struct rule *rule = rule_at(&resource_protocol, r);

        if (!corpus_takes(r))
            continue;
        struct arena *arena = arena_new();
        const char *command = explained_command(arena, rule->id);
        const struct run *run = command ? run_line(arena, command, NULL, NULL) : NULL;

        if (command && (!check(run && convicted(run, rule->id))))
            printf("    does not show %s: %s\n", rule->id, command);
        arena_free(arena);
    }
}

/* --- What comes back from READ instead of what the handler answered --- */

struct answer {
    const char *name, *text, *rule; /* rule NULL: cfnc cannot judge */
    int status;                     /* 0: there is no answer, and `body` is the error */
    const char *function_error, *error_type, *body;
    int64_t delay_ms;
};

static const char unauthorized[] =
    "{\"status\":\"FAILED\",\"errorCode\":\"AccessDenied\",\"message\":\"User: "
    "arn:aws:sts::123456789012:assumed-role/x is not authorized to perform: demo:CreateThing\"}";
static const char python_crash[] =
    "{\"errorType\":\"AttributeError\",\"errorMessage\":\"'NoneType' object has no attribute "
    "'Name'\",\"stackTrace\":[\"  File \\\"/var/task/acme_demo_thing/handlers.py\\\", line 41, in "
    "create_handler\\n    name = model.Name\\n\",\"  File "
    "\\\"/var/task/cloudformation_cli_python_lib/resource.py\\\", line 210, in __call__\\n\"]}";

static const struct answer answers[] = {
    { "connection-refused", "the endpoint is gone in the middle of a run", NULL, 0, NULL, NULL,
      "nothing listens on http://127.0.0.1:3001 (connection refused)", 0 },
    { "connection-broken", "the connection breaks before the answer is there", NULL, 0, NULL, NULL,
      "http://127.0.0.1:3001: the connection broke before the answer was complete", 0 },
    { "forbidden", "the service refuses the credentials", NULL, 403, NULL,
      "InvalidSignatureException", "{\"message\":\"The signature does not match\"}", 0 },
    { "service-broken", "the service breaks", NULL, 500, NULL, "ServiceException",
      "{\"message\":\"An internal error occurred.\"}", 0 },
    { "web-page", "a web page answers", "event.json", 200, NULL, NULL,
      "<html><body>It works!</body></html>", 0 },
    { "crash-python", "the handler raises an exception", "event.status", 200, "Unhandled", NULL,
      python_crash, 0 },
    { "crash-killed", "the handler is killed", "event.status", 200, "Unhandled", NULL,
      "{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"RequestId: 1 Error: Runtime exited "
      "with error: signal: killed\"}",
      0 },
    { "timed-out", "the function runs into its Timeout", "event.json", 200, "Unhandled", NULL,
      "{\"errorType\":\"Sandbox.Timedout\",\"errorMessage\":\"Task timed out after 60.00 "
      "seconds\"}",
      60000 },
    { "container-stopped", "the container is stopped", "event.json", 200, NULL, NULL, "", 60000 },
    { "null", "the handler returns nothing", "event.json", 200, NULL, NULL, "null", 0 },
    { "text", "the handler returns its event as text", "event.json", 200, NULL, NULL,
      "\"{\\\"status\\\":\\\"SUCCESS\\\"}\"", 0 },
    { "access-denied", "the service refuses the handler", "create.succeeds", 200, NULL, NULL,
      unauthorized, 0 },
    { "terminal-escapes", "the handler's words would drive a terminal", "event.status", 200,
      "Unhandled", NULL,
      "{\"errorType\":\"Bad\\u001b[31m\",\"errorMessage\":\"\\u001b]0;title\\u0007\\u202e\\r\\n"
      "all is well\"}",
      0 },
};

struct endpoint {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    const struct answer *answer;
    int64_t late_ms;
};

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    static const struct target target = { .endpoint = "http://127.0.0.1:3001",
                                          .function_name = "TypeFunction" };
    struct endpoint *e = (struct endpoint *)world;
    const struct answer *a = e->answer;
    const enum action at = a->body == unauthorized ? CREATE : READ;
    const struct http_answer http = { .status = a->status,
                                      .body = a->body,
                                      .length = strlen(a->body),
                                      .function_error = a->function_error,
                                      .error_type = a->error_type };

    *reply = (struct reply){ .sent = false };
    if (sending->request->action != at)
        return e->inner->call(e->inner, sending, arena, reply, error);
    e->late_ms += a->delay_ms;
    return a->status ? reply_read(reply, &http, &target, arena, error)
                     : error_set(error, "%s", a->body);
}

static int64_t now_ms(struct world *world)
{
    const struct endpoint *e = (struct endpoint *)world;

    return e->inner->now_ms(e->inner) + e->late_ms;
}

static void sleep_ms(struct world *world, int64_t ms)
{
    const struct endpoint *e = (struct endpoint *)world;

    e->inner->sleep_ms(e->inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    const struct endpoint *e = (struct endpoint *)world;

    return e->inner->token(e->inner, arena);
}

static struct world *around(struct arena *arena, struct world *provider, const void *context)
{
    struct endpoint *e = arena_alloc(arena, sizeof(*e));

    *e = (struct endpoint){ { call, now_ms, sleep_ms, token }, provider, context, 0 };
    return &e->world;
}

static void every_answer(void)
{
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
        const struct exhibit e = { answers[i].name, answers[i].text,
                                   answers[i].rule, "cfnc test --demo --seed 1",
                                   around,          &answers[i] };

        examine(&e);
    }
}

static const struct test tests[] = {
    { "gallery: every fault", every_fault },
    { "gallery: every rule, as it is explained", every_rule },
    { "gallery: every answer that is none", every_answer },
    { 0 },
};

static void write_page(struct arena *arena, const char *folder, const char *name,
                       const struct text *page)
{
    struct error error = { .text = "" };

    if (!check(
            file_write(arena, file_join(arena, folder, name), page->bytes, page->length, &error)))
        puts(error.text);
}

int main(int argc, char **argv)
{
    const char *folder = getenv("CFNC_GALLERY");
    struct arena *arena = arena_new();
    struct text text = text_new(arena), markdown = text_new(arena);

    text_add(&markdown, "# Every failure, as the terminal shows it\n\n");
    page_text = &text;
    page_markdown = &markdown;
    const int code = test_main(argc, argv, tests);
    if (folder) {
        write_page(arena, folder, "failures.txt", &text);
        write_page(arena, folder, "failures.md", &markdown);
    }
    printf("%zu blocks, the longest of %zu lines\n", blocks, longest);
    arena_free(arena);
    return code;
}
