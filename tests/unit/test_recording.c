/*
 * A run that is recorded and judged again comes to the same, whatever the
 * handlers did; what is not in the recording is no pass; and nothing secret is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/lint/looked_over.h"
#include "cfnc/record/recording.h"
#include "cfnc/suite/protocols.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

static const char *const types[] = { "thing", "generated_id", "composite", NULL };

/* What lint found in the texts of the next run, if anything did look. */
static const struct looked_over *remarked;

static void listen(struct arena *arena, struct run *run, void *context)
{
    run->looked_over = remarked;
    record_in_memory(arena, run, context);
}

/* A clock that never stands still: what takes its time without a call is judged alike, too. */
struct restless {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    int64_t looks;
    unsigned calls;
};

/* While the call of this number is answered, cfnc is asked to stop; 0: it never is. */
static unsigned stops_at;

static struct restless *restless_of(struct world *world)
{
    return (struct restless *)world;
}

static bool pass_on(struct world *world, const struct sending *sending, struct arena *arena,
                    struct reply *reply, struct error *error)
{
    struct world *inner = restless_of(world)->inner;

    if (++restless_of(world)->calls == stops_at)
        stop_ask(EXIT_INTERRUPTED);
    return inner->call(inner, sending, arena, reply, error);
}

static int64_t restless_now(struct world *world)
{
    struct restless *r = restless_of(world);

    r->looks++;
    return r->inner->now_ms(r->inner) + r->looks / 3;
}

static void restless_sleep(struct world *world, int64_t ms)
{
    struct world *inner = restless_of(world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *restless_token(struct world *world, struct arena *arena)
{
    struct world *inner = restless_of(world)->inner;

    return inner->token(inner, arena);
}

static struct world *around(struct arena *arena, struct world *world, const void *context)
{
    const struct tape_in_memory *memory = context;
    struct restless *r = arena_alloc(arena, sizeof(*r));

    *r = (struct restless){
        .world = { pass_on, restless_now, restless_sleep, restless_token },
        .inner = world,
    };
    return recorder_world(memory->recorder, &r->world);
}

static struct run *record(struct arena *arena, const struct resource_type *type,
                          const struct builtin_options *options, struct run_setting setting,
                          struct tape_in_memory *memory)
{
    setting.before = listen;
    setting.before_context = memory;
    setting.around = around;
    setting.context = memory;
    struct run *run = run_builtin_set(arena, type, options, &setting);
    if (run)
        check(recorder_end(memory->recorder));
    stop_forget();
    return run;
}

static struct run *judge_again(struct arena *arena, const char *text, struct error *error)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    struct recording *recording =
        recording_read(arena, "r.jsonl", text, strlen(text), protocols, error);

    if (!recording || !recording_judge(arena, recording, nobody, error))
        return NULL;
    return &recording->run;
}

/* The first line in which two texts differ, for a message. */
static bool differs(const char *what, const char *a, const char *b)
{
    size_t line = 1;

    while (*a && *a == *b) {
        line += *a == '\n';
        a++;
        b++;
    }
    if (*a == *b)
        return false;
    while (a[-1] != '\n' && b[-1] != '\n') {
        a--;
        b--;
    }
    printf("    %s: line %zu:\n      run    %.*s\n      judged %.*s\n", what, line,
           (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
    return true;
}

static bool judged_alike(const char *what, const struct resource_type *type,
                         const struct builtin_options *options, struct run_setting setting)
{
    struct arena *arena = arena_new();
    struct tape_in_memory memory = { .recorder = NULL };
    struct error error = { .text = "" };
    struct run *run = record(arena, type, options, setting, &memory);
    struct run *again = run ? judge_again(arena, memory.text.bytes, &error) : NULL;
    bool alike = again != NULL;

    check_text(error.text, "");
    if (again) {
        alike = again->exit_code == run->exit_code;
        for (const struct report_format *f = report_formats; f->name && alike; f++)
            alike =
                !differs(what, report_as(arena, f->name, run), report_as(arena, f->name, again));
    }
    arena_free(arena);
    return alike;
}

static void judge_fault(const char *name, const struct resource_type *type, unsigned stabilize,
                        enum suite suite_wanted)
{
    struct arena *arena = arena_new();
    const char *const names[] = { name, NULL };
    const struct builtin_options options = {
        .stabilize = stabilize, .delay = 5, .page_size = 2, .preload = 3, .faults = names
    };
    const char *what =
        arena_printf(arena, "%s on %s, stabilize %u, suite %s", name ? name : "honest", type->name,
                     stabilize, suite_name(suite_wanted));

    check(judged_alike(what, type, &options, (struct run_setting){ .suite = suite_wanted }));
    arena_free(arena);
}

static void the_honest_one(void)
{
    static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
    struct arena *arena = arena_new();

    for (size_t t = 0; types[t]; t++)
        for (size_t s = 0; s < 3; s++)
            for (unsigned stabilize = 0; stabilize < 3; stabilize += 2)
                if (corpus_step(1) == 1 || !t || suites[s] == SUITE_FULL)
                    judge_fault(NULL, type_named(arena, types[t]), stabilize, suites[s]);
    arena_free(arena);
}

static void every_fault(void)
{
    struct arena *arena = arena_new();
    size_t tried = 0;

    for (size_t t = 0; types[t]; t++) {
        const struct resource_type *type = type_named(arena, types[t]);

        fault_each (fault) {
            if (corpus_takes(tried) && !fault_impossible(fault, type) && (!t || tried % 4 == 0))
                judge_fault(fault->name, type, tried % 3 ? 0 : 2, SUITE_FULL);
            tried++;
        }
    }
    arena_free(arena);
}

/* --- With inputs of the user's, and secrets of every sort in them --- */

static const char secretive[] =
    "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Name\"],"
    " \"createOnlyProperties\": [\"/properties/Name\"], \"additionalProperties\": false,"
    " \"writeOnlyProperties\": [\"/properties/Secret\", \"/properties/Pin\","
    "   \"/properties/Users/*/Keys\", \"/properties/Mode\", \"/properties/Flag\"],"
    " \"properties\": {\"Name\": {\"type\": \"string\"}, \"Text\": {\"type\": \"string\"},"
    "   \"Secret\": {\"type\": \"string\", \"pattern\": \"^[A-Z][a-z \\\"]+$\"},"
    "   \"Pin\": {\"type\": \"integer\", \"minimum\": 100000},"
    "   \"Flag\": {\"type\": \"boolean\"},"
    "   \"Mode\": {\"type\": \"string\", \"enum\": [\"openness\", \"closeness\"]},"
    "   \"Users\": {\"type\": \"array\", \"items\": {\"type\": \"object\","
    "     \"additionalProperties\": false, \"properties\": {\"Id\": {\"type\": \"string\"},"
    "     \"Keys\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}}}},"
    " \"handlers\": {\"create\": {}, \"read\": {}, \"update\": {}, \"delete\": {}, \"list\": {}}}";

static const char creation[] =
    "{\"Name\": \"n{{uuid}}\", \"Text\": \"holds Hunter two \\\"quoted\\\" and more\","
    " \"Secret\": \"Hunter two \\\"quoted\\\"\", \"Pin\": 48151623, \"Flag\": true,"
    " \"Mode\": \"openness\","
    " \"Users\": [{\"Id\": \"u\", \"Keys\": [\"first-key\", \"k2\", \"\"]}]}";
static const char change[] =
    "{\"Text\": \"other\", \"Secret\": \"Horse battery\", \"Pin\": 31415926,"
    " \"Users\": [{\"Id\": \"u\", \"Keys\": [\"second-key\"]}]}";

static const char *const hidden[] = { "Hunter",   "Horse",     "48151623",
                                      "31415926", "first-key", "second-key" };

/* Whether anything that is hidden stands in the text. */
static bool tells(const char *what, const char *text)
{
    for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
        if (strstr(text, hidden[i])) {
            printf("    %s tells %s\n", what, hidden[i]);
            return true;
        }
    return false;
}

static void secrets_with(const char *fault, unsigned stabilize)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, secretive);
    const struct input_set set = set_of(arena, creation, change);
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = { .stabilize = stabilize, .faults = names };
    const struct run_setting setting = { .suite = SUITE_FULL, .set = &set };
    struct tape_in_memory memory = { .recorder = NULL };
    const struct run *run = record(arena, type, &options, setting, &memory);

    check(run && !tells(fault ? fault : "honest", memory.text.bytes));
    check(judged_alike(fault ? fault : "honest, secrets", type, &options, setting));
    arena_free(arena);
}

static void no_secret_is_written(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, secretive);
    size_t tried = 0;

    secrets_with(NULL, 0);
    secrets_with(NULL, 2);
    fault_each (fault) {
        if (corpus_takes(tried) && !fault_impossible(fault, type) &&
            (strstr(fault->name, "write") || tried % 3 == 0))
            secrets_with(fault->name, 0);
        tried++;
    }
    arena_free(arena);
}

/* --- What was remarked on the texts of schema and inputs --- */

static void remarks_are_kept(void)
{
    const struct remark remarks[] = {
        { &remarks[1],
          lint_rule_find("handlers.permissions"),
          "a.json:1:2: no permissions [x]",
          { "a.json", NULL, 1, 2 } },
        { &remarks[2],
          lint_rule_find("inputs.region"),
          "inputs/a.json:3:4: Hunter two \"quoted\" is in us-east-1 [y]",
          { "inputs/a.json", NULL, 3, 4 } },
        { NULL,
          lint_rule_find("schema.compiles"),
          "a.json:5:6: letters: \xc3\xa4 [z]",
          { .path = NULL } },
    };
    const struct looked_over all = { .against = false, .inputs = true, .remarks = remarks };
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, secretive);
    const struct input_set set = set_of(arena, creation, change);
    const struct builtin_options options = { .stabilize = 0 };

    remarked = &all;
    for (int full = 0; full < 2; full++) {
        const struct run_setting setting = { .suite = full ? SUITE_FULL : SUITE_V2, .set = &set };
        struct tape_in_memory memory = { .recorder = NULL };
        const struct run *run = record(arena, type, &options, setting, &memory);
        struct error error = { .text = "" };

        check(run && convicted(run, full ? "input.hardcoded-region" : "schema.lint"));
        check(!tells("remarks", memory.text.bytes));
        check(judged_alike("remarks", type, &options, setting));
        char *known = strstr(memory.text.bytes, "\"inputs.region\"");
        check(known != NULL);
        if (known)
            memcpy(known, "\"inputs.regioX\"", 15);
        check(!judge_again(arena, memory.text.bytes, &error));
        check(strstr(error.text, "looked_over has a remark of a rule that is not known"));
    }
    remarked = NULL;
    arena_free(arena);
}

/* --- What is not in the recording --- */

/* A recording of a run, and what came of it. */
static struct run *recorded(struct arena *arena, const char *fault, enum suite suite_wanted,
                            struct tape_in_memory *memory)
{
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = { .faults = names };

    return record(arena, type_named(arena, "thing"), &options,
                  (struct run_setting){ .suite = suite_wanted }, memory);
}

static const char part_line[] = "{\"is\":\"part\"";

/* The text without its line `number` (from 0); NULL when that is no line of this kind. */
static const char *without_line(struct arena *arena, const char *text, size_t number,
                                const char *is)
{
    const char *at = text;

    while (number-- && *at)
        at = strchr(at, '\n') + 1;
    if (!*at || strncmp(at, is, strlen(is)) != 0)
        return NULL;
    const char *next = strchr(at, '\n') + 1;
    const char *after = strstr(next, part_line), *call = strstr(next, "{\"is\":\"call\"");
    if (strncmp(at, part_line, strlen(part_line)) == 0 && (!call || (after && after < call)))
        return NULL; /* nothing was called in it */
    return arena_printf(arena, "%.*s%s", (int)(at - text), text, next);
}

static void what_is_missing_is_no_pass(void)
{
    static const char *const kinds[] = { "{\"is\":\"call\"", "{\"is\":\"draw\"", part_line };
    struct arena *arena = arena_new();
    struct tape_in_memory memory = { .recorder = NULL };
    const struct run *run = recorded(arena, NULL, SUITE_FULL, &memory);
    size_t number = 0, tried = 0;

    for (size_t k = 0; run && k < sizeof(kinds) / sizeof(kinds[0]); k++)
        for (size_t line = 1 + k; line < 250; line += k ? 1 : 2) {
            if (!corpus_takes(number++ / 2)) /* two neighbours: parts and calls take turns */
                continue;
            struct arena *scratch = arena_new();
            const char *less = without_line(scratch, memory.text.bytes, line, kinds[k]);
            struct error error = { .text = "" };
            struct run *again = less ? judge_again(scratch, less, &error) : NULL;

            if (less && again) {
                const bool seen = again->exit_code == EXIT_TEST_FAILED &&
                                  run_summary(again).passed < run_summary(run).passed + 1 &&
                                  strstr(report_as(scratch, "json", again), "not in the recording");

                if (!seen)
                    printf("    without line %zu, %s: exit %d\n", line + 1, kinds[k],
                           again->exit_code);
                check(seen);
                tried++;
            }
            arena_free(scratch);
        }
    check(tried > 30 / corpus_step(1));
    arena_free(arena);
}

/* A run of suite v1 asks less than suite full does. */
static void another_suite_asks_for_more(void)
{
    struct arena *arena = arena_new();
    struct tape_in_memory memory = { .recorder = NULL };
    const struct run *run = recorded(arena, NULL, SUITE_V1, &memory);
    struct error error = { .text = "" };
    char *at = run ? strstr(memory.text.bytes, "\"suite\":\"v1\"") : NULL;

    check(at != NULL);
    if (at) {
        const char *text = arena_printf(arena, "%.*s\"suite\":\"full\"%s",
                                        (int)(at - memory.text.bytes), memory.text.bytes, at + 12);
        const struct run *again = judge_again(arena, text, &error);

        check_text(error.text, "");
        check(again && again->exit_code == EXIT_TEST_FAILED && run_summary(again).errored > 0);
        for (const struct outcome *o = again ? again->outcomes : NULL; o; o = o->next)
            check(!o->findings || o->error);
    }
    arena_free(arena);
}

/* Judging is done anew: an answer that is another one comes to another verdict. */
static void another_answer_another_verdict(void)
{
    struct arena *arena = arena_new();
    struct tape_in_memory memory = { .recorder = NULL };
    const struct run *run = recorded(arena, NULL, SUITE_FULL, &memory);
    struct error error = { .text = "" };
    char *call = run ? strstr(memory.text.bytes, "\"action\":\"READ\"") : NULL;
    char *status = call ? strstr(call, "\"status\":\"SUCCESS\"") : NULL;

    check(status != NULL);
    if (status) {
        memcpy(status, "\"status\":\"SUCCES_\"", 18);
        const struct run *again = judge_again(arena, memory.text.bytes, &error);

        check(again && again->exit_code == EXIT_TEST_FAILED && convicted(again, "event.status"));
    }
    arena_free(arena);
}

/* --- Damage --- */

static void cut_anywhere(void)
{
    struct arena *arena = arena_new();
    struct tape_in_memory memory = { .recorder = NULL };
    const struct run *run = recorded(arena, NULL, SUITE_FULL, &memory);
    const char *text = memory.text.bytes;

    for (size_t length = 0; run && length < memory.text.length; length += 1 + length / 15) {
        struct arena *scratch = arena_new();
        const char *cut = arena_copy(scratch, text, length);
        const bool whole_line = length && cut[length - 1] == '\n';
        struct error error = { .text = "" };
        const struct run *again = judge_again(scratch, cut, &error);

        if (!whole_line)
            check(!again && strncmp(error.text, "r.jsonl:", 8) == 0);
        else if (again)
            check(again->exit_code != EXIT_OK || length + 80 > memory.text.length);
        arena_free(scratch);
    }
    arena_free(arena);
}

static const struct damage {
    const char *text, *error;
} damages[] = {
    { "", "r.jsonl:1:1: the recording is empty" },
    { "\n", "r.jsonl:1:1: the text is empty where a JSON value was expected" },
    { "7\n", "r.jsonl:1:1: this is no line of a recording" },
    { "{}\n", "r.jsonl:1:1: is is missing: this is no recording of cfnc, or a damaged one" },
    { "{\"is\": \"end\", \"exit_code\": 0}\n", "r.jsonl:1:2: a recording begins with its run" },
    { "{\"is\": \"thing\"}\n", "r.jsonl:1:2: a recording has no such line" },
    { "{\"is\": \"run\"}\n",
      "r.jsonl:1:1: version is missing: this is no recording of cfnc, or a damaged one" },
    { "{\"is\": \"run\", \"version\": 2}\n",
      "r.jsonl:1:15: version 2 of recordings is not known to this cfnc, which knows 1" },
    { "{\"is\": \"run\", \"version\": \"1\"}\n",
      "r.jsonl:1:15: version: expected a number from 0 to 1000000, not string" },
};

static void damage_is_told_with_its_place(void)
{
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        struct error error = { .text = "" };

        check(!judge_again(arena, damages[i].text, &error));
        check_text(error.text, damages[i].error);
    }
    arena_free(arena);
}

/* Each member of each line taken away, or made another thing: an error or a run, but no crash. */
static void members_are_checked(void)
{
    static const char *const others[] = { "null", "7", "-1", "1e300", "\"x\"", "[]", "{}", "true" };
    struct arena *arena = arena_new();
    struct tape_in_memory memory = { .recorder = NULL };
    const struct run *run = recorded(arena, "answer-bad-utf8", SUITE_FULL, &memory);
    const char *text = memory.text.bytes;
    size_t tried = 0, seen = 0;

    for (const char *at = text; run && at; at = strstr(at + 1, "\":")) {
        const char *value = at == text ? NULL : at + 2, *end = value;

        if (!value || strchr("{[", *value) || (seen++ > 120 && seen % 17) || !corpus_takes(seen))
            continue;
        end += *value == '"' ? 1 + strcspn(value + 1, "\"") + 1 : strcspn(value, ",]}");
        struct arena *scratch = arena_new();
        struct error error = { .text = "" };
        const char *changed =
            arena_printf(scratch, "%.*s%s%s", (int)(value - text), text,
                         others[tried++ % (sizeof(others) / sizeof(others[0]))], end);

        if (!judge_again(scratch, changed, &error))
            check(strncmp(error.text, "r.jsonl:", 8) == 0);
        arena_free(scratch);
    }
    check(tried > 100 / corpus_step(1));
    arena_free(arena);
}

static void with_shrinking(void)
{
    struct arena *arena = arena_new();
    const char *const names[] = { "read-wrong-value", NULL };
    const struct builtin_options options = { .faults = names };

    check(judged_alike("shrinking", type_named(arena, "thing"), &options,
                       (struct run_setting){ .suite = SUITE_FULL, .shrink = 20 }));
    arena_free(arena);
}

/* At each call of a run, with callbacks and without. */
static void interrupted(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, "thing");
    const struct run_setting setting = { .suite = SUITE_FULL };

    for (unsigned stabilize = 0; stabilize < 4; stabilize += 2) {
        const struct builtin_options options = { .stabilize = stabilize };

        for (stops_at = 1; stops_at < 60; stops_at++)
            if (corpus_takes(stops_at))
                check(judged_alike(arena_printf(arena, "stopped at call %u", stops_at), type,
                                   &options, setting));
    }
    stops_at = 0;
    arena_free(arena);
}

static const struct test tests[] = {
    { "recording: the honest provider", the_honest_one },
    { "recording: every fault", every_fault },
    { "recording: no secret is written", no_secret_is_written },
    { "recording: what was remarked before any call", remarks_are_kept },
    { "recording: what is missing is no pass", what_is_missing_is_no_pass },
    { "recording: another suite asks for more", another_suite_asks_for_more },
    { "recording: another answer, another verdict", another_answer_another_verdict },
    { "recording: cut anywhere", cut_anywhere },
    { "recording: damage is told with its place", damage_is_told_with_its_place },
    { "recording: members are checked", members_are_checked },
    { "recording: with shrinking", with_shrinking },
    { "recording: interrupted", interrupted },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
