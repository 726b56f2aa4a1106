/* The HTML report: a page of ours alone, whatever is told in it. */
#include <stdio.h>
#include <string.h>

#include "corpus.h"
#include "html_page.h"
#include "run_builtin.h"
#include "test.h"

#include "cfnc/base/text.h"
#include "cfnc/report/failure.h"

/* A page is too long to be printed. */
#define check_holds(page, part) check(strstr(page, part) != NULL)

static size_t times(const char *text, const char *part)
{
    size_t count = 0;

    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* ---- runs ---- */

static const char secret[] = "hunter2hunter2";

/* What a run is asked to do besides. */
struct wish {
    enum suite suite; /* 0: full */
    int retries;
    double delay; /* before a callback, in seconds */
    struct waiver *waivers;
};

static void grant(struct arena *arena, struct run *run, void *context)
{
    const struct wish *wish = context;

    (void)arena;
    run->options.retries = wish->retries;
}

/* A run on the type Thing, whose Name is `name` (letters of a JSON string). */
static struct run *run_with(struct arena *arena, const char *fault, unsigned stabilize,
                            const char *name, struct wish *wish)
{
    const char *const faults[] = { fault, NULL };
    const struct builtin_options options = { .stabilize = stabilize,
                                             .delay = wish->delay,
                                             .faults = faults };
    struct input_set *set = arena_alloc(arena, sizeof(*set));

    *set = set_of(arena,
                  arena_printf(arena,
                               "{\"Name\":\"%s\",\"Size\":3,\"Secret\":\"%s\","
                               "\"Config\":{\"Retain\":true},\"Tags\":[]}",
                               name, secret),
                  arena_printf(arena,
                               "{\"Name\":\"%s\",\"Size\":4,\"Secret\":\"%s\","
                               "\"Config\":{\"Retain\":false},\"Tags\":[]}",
                               name, secret));
    const struct run_setting setting = { .suite = wish->suite ? wish->suite : SUITE_FULL,
                                         .set = set,
                                         .waivers = wish->waivers,
                                         .before = grant,
                                         .before_context = wish };
    return run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
}

static struct run *run_of(struct arena *arena, const char *fault, unsigned stabilize,
                          const char *name)
{
    struct wish nothing = { .waivers = NULL };

    return run_with(arena, fault, stabilize, name, &nothing);
}

static void is_ours(struct arena *arena, const char *page)
{
    check_text(page_fault(arena, page), NULL);
    check(!strstr(page, secret));
    check(!strstr(page, "secretsecret"));
    check_number((long long)times(page, "<script>"), 1);
    check_number((long long)times(page, "<style>"), 1);
}

static void every_fault_makes_a_page(void)
{
    static const struct {
        int retries;
        const char *name;
    } rows[] = {
        { 0, "a-name-of-ours" },
        { 2, "a-name-of-ours" },
        { 0, "<b>&amp;\\\"'\\u0000\\u2028\\u202E</b>]]>-->" },
    };
    size_t again = 0, number = 0;

    fault_each (fault) {
        if (!corpus_takes(number++))
            continue;
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
            struct arena *arena = arena_new();
            struct wish wish = { .retries = rows[i].retries };
            const struct run *run = run_with(arena, fault->name, 1, rows[i].name, &wish);
            const char *page = run ? report_as(arena, "html", run) : "";

            is_ours(arena, page);
            if (run && !strstr(page, "that went on") &&
                !check(times(page, " id=\"call-c") == run->call_count))
                puts(fault->name);
            again += times(page, "<p class=\"title\">Attempt 1:");
            arena_free(arena);
        }
    }
    check(again > 0);
}

/* A create that waits 5 s, a delete that does: bars where they belong on a scale of the whole. */
static void waits_are_hatched_to_scale(void)
{
    struct arena *arena = arena_new();
    struct wish wish = { .delay = 5 };
    const struct run *run = run_with(arena, NULL, 1, "a-name-of-ours", &wish);
    const char *page = run ? report_as(arena, "html", run) : "";

    check_holds(page, "<p class=\"scale\" aria-hidden=\"true\"><span>0</span>"
                      "<span>10.0\xC2\xA0s</span></p>");
    check_holds(page, "<rect class=\"wait\" x=\"0.0%\" width=\"50.0%\" y=\"3\" height=\"8\"/>");
    check_holds(page, "<rect class=\"wait\" x=\"50.0%\" width=\"50.0%\" y=\"3\" height=\"8\"/>");
    check_holds(page, ", after a wait of 5.0\xC2\xA0s; took ");
    check_holds(page, "<small>callback 1</small>");
    arena_free(arena);
}

static void what_is_waived_is_told_apart(void)
{
    struct arena *arena = arena_new();
    struct waiver waiver = { .rule = rule_of("read.equals"),
                             .reason = "known & accepted",
                             .file = "cfnc-exceptions.json",
                             .line = 3 };
    struct wish wish = { .waivers = &waiver };
    const struct run *run = run_with(arena, "read-wrong-value", 0, "a-name-of-ours", &wish);
    const char *page = run ? report_as(arena, "html", run) : "";

    is_ours(arena, page);
    check_holds(page, "<section id=\"exceptions\"");
    check_holds(page, "<dt>Waived</dt><dd>known &amp; accepted</dd>");
    check_holds(page, "<span class=\"broke mild\">waived: read.equals</span>");
    check_holds(page, "cfnc-exceptions.json:3");
    check_holds(page, "data-status=\"waived\"");
    arena_free(arena);
}

static void properties_are_covered(void)
{
    static const char set_by[] = "<code>/Size</code></th><td data-label=\"set by\">"
                                 "inputs/inputs_1_create.json";
    struct arena *arena = arena_new();
    struct wish wish = { .suite = SUITE_V2 };
    const struct run *run = run_of(arena, NULL, 0, "a-name-of-ours");
    const char *page = run ? report_as(arena, "html", run) : "";

    check_holds(page, set_by);
    check(!strstr(page, "data-label=\"returned\">"));
    run = run_with(arena, NULL, 0, "a-name-of-ours", &wish);
    page = run ? report_as(arena, "html", run) : "";
    is_ours(arena, page);
    check_holds(page, set_by);
    check_holds(page, "<td data-label=\"returned\">by READ</td>");
    arena_free(arena);
}

static void the_same_record_gives_the_same_page(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_of(arena, "read-wrong-value", 2, "a-name-of-ours");

    if (run) {
        const char *page = report_as(arena, "html", run);

        check_text(report_as(arena, "html", run), page);
        is_ours(arena, page);
    }
    arena_free(arena);
}

static void what_failed_stands_first(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_of(arena, "read-wrong-value", 0, "a-name-of-ours");
    const char *page = run ? report_as(arena, "html", run) : "";
    const char *failed = strstr(page, "id=\"failures\""), *listed = strstr(page, "id=\"tests\"");

    check(failed && listed && failed < listed);
    if (failed && listed) {
        const char *first = arena_copy(arena, failed, (size_t)(listed - failed));

        check_contains(first, "id=\"cause-1\" open");
        check_contains(first, "<code class=\"rule\">read.equals</code>");
        check_contains(first, "<code>/Size</code></th><td data-label=\"requested\"><code>3</code>");
        check_contains(first, "(write-only)");
        check_contains(first, "cfnc explain read.equals");
        check_contains(first, ">contract_create_read</a>");
        check(!strstr(first, "id=\"cause-2\" open"));
    }
    check_holds(page, "data-status=\"failed\"");
    check_holds(page, " tests failed, from ");
    check_holds(page, ": Acme::Demo::Thing</title>");
    check_holds(page, "<p class=\"verdict fail\">");
    arena_free(arena);
}

/* A crash is the handler's: those tests failed, and the first line says of how much it comes. */
static void the_first_line_counts_causes(void)
{
    struct arena *arena = arena_new();
    struct run *run = run_of(arena, "answer-crash", 0, "a-name-of-ours");
    const char *page = run ? report_as(arena, "html", run) : "";

    const unsigned count = run ? run_summary(run).errored : 0;

    check(count > 1);
    check_holds(page, arena_printf(arena,
                                   "<p class=\"verdict fail\">%u tests failed, from one "
                                   "cause</p>",
                                   count));
    check_holds(page, arena_printf(arena, "<li class=\"fail\"><b>%u</b> failed</li>", count));
    check(!strstr(page, "judged</p>") && !strstr(page, "not judged"));
    for (struct outcome *o = run ? run->outcomes : NULL; o; o = o->next)
        if (o->verdict == VERDICT_ERRORED) {
            o->findings = NULL;
            o->error = "nothing listens";
        }
    page = run ? report_as(arena, "html", run) : "";
    check_holds(page, arena_printf(arena, "\">%u tests could not be judged</p>", count));
    check_holds(page, arena_printf(arena, "<b>%u</b> not judged</li>", count));
    arena_free(arena);
}

static void every_call_is_there_once(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_of(arena, NULL, 2, "a-name-of-ours");
    const char *page = run ? report_as(arena, "html", run) : "";

    check(run && times(page, "<details class=\"call\" id=\"call-c") == run->call_count);
    for (const struct call *c = run ? run->calls : NULL; c; c = c->next)
        check_holds(page, arena_printf(arena, "id=\"call-c%u\"", c->seq));
    check_holds(page, "<p class=\"verdict pass\">");
    check(!strstr(page, "id=\"failures\""));
    for (const struct outcome *o = run ? run->outcomes : NULL; o; o = o->next)
        check_holds(page, arena_printf(arena, ">%s", o->name));
    arena_free(arena);
}

/* What a handler repeats a thousand times takes no thousand rows. */
static void endless_waiting_is_folded(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_of(arena, NULL, corpus_step(1) > 1 ? 400 : 2000, "a-name-of-ours");
    const char *page = run ? report_as(arena, "html", run) : "";

    check(run && run->call_count > 2000);
    is_ours(arena, page);
    check_holds(page, "that went on as the one before");
    check(strlen(page) < 2000000);
    arena_free(arena);
}

static const char hostile[] = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'`$ ]]> --> "
                              "&lt;b&gt; \x1b[31m \x07 \xff\xfe \xed\xa0\x80 " TEXT_NUL
                              "\xE2\x80\xA8\xE2\x80\xAE</style></pre></details>\r\n<svg onload=a>";

static void spoil_calls(struct arena *arena, struct run *run)
{
    json *model = json_object(arena);

    json_set_string(model, "</pre><script>alert(3)</script>", "</PRE><iframe src=//a>");
    for (struct call *c = run->calls; c; c = c->next) {
        c->event.message = c->event.error_text = c->reply.problem = c->reply.hint = hostile;
        c->reply.error_type = c->reply.error_message = c->reply.body = hostile;
        c->reply.trace = c->seq % 2 ? model : NULL;
        c->request = model;
        c->reply.value = c->seq % 3 ? model : NULL;
    }
}

static void spoil_outcomes(struct run *run)
{
    for (struct outcome *o = run->outcomes; o; o = o->next) {
        o->name = o->name[0] == 'c' && o->test ? hostile : o->name;
        o->reason = o->reason ? hostile : NULL;
        o->error = o->verdict == VERDICT_FAILED ? hostile : o->error;
        for (struct finding *f = o->findings; f; f = f->next)
            f->title = f->fault = hostile;
    }
}

/* Handlers, files, names, the command line: nothing of all that is trusted. */
static void nothing_becomes_markup(void)
{
    static const char *const argv[] = { "cfnc", "test", hostile, NULL };
    struct arena *arena = arena_new();
    struct run *run = run_of(arena, "read-wrong-value", 1, "a-name-of-ours");

    if (run) {
        struct target *target = arena_alloc(arena, sizeof(*target));
        struct subject *subject = arena_alloc(arena, sizeof(*subject));
        struct warning warning = {
            .code = hostile, .message = hostile, .file = hostile, .line = 3
        };
        struct leftover left = { .identifier = json_new_string(arena, "</code><b>"),
                                 .made_by = run->outcomes,
                                 .reason = hostile,
                                 .entry = hostile,
                                 .last_call = run->calls };
        struct waiver waiver = {
            .test = hostile, .reason = hostile, .expires = hostile, .file = hostile
        };

        *target = *run->target;
        target->endpoint = target->function_name = target->region = target->account_id = hostile;
        *subject = *run->subject;
        subject->name = subject->file = hostile;
        run->target = target;
        run->subject = subject;
        run->warnings = &warning;
        run->leftovers = &left;
        run->waivers = &waiver;
        run->id = run->options.selection_k = run->options.selection_m = hostile;
        run->options.argv = run->options.selection_names = argv;
        spoil_calls(arena, run);
        spoil_outcomes(run);
        const char *page = report_as(arena, "html", run);
        is_ours(arena, page);
        check_holds(page, "&lt;script&gt;alert(1)&lt;/script&gt;");
        check_holds(page, "&lt;/pre&gt;&lt;script&gt;alert(3)");
        check_holds(page, "\\u001b[31m \\u0007 \\xff\\xfe \\xed\\xa0\\x80 \\u0000");
        check(!strstr(page, "<img") && !strstr(page, "\xE2\x80\xAE"));
    }
    arena_free(arena);
}

/* Letters of two bytes behind one of one: limits are within a letter. */
static const char *long_text(struct arena *arena)
{
    enum { LONG = 300000 };
    char *text = arena_alloc(arena, LONG + 1);

    text[0] = 'a';
    for (size_t i = 1; i + 1 < LONG; i += 2)
        memcpy(text + i, "\xC3\xA9", 2);
    return text;
}

static void lengthen(struct run *run, const char *text)
{
    for (struct call *c = run->calls; c; c = c->next) {
        c->request = NULL;
        c->reply.value = NULL;
        c->reply.body = c->reply.problem = c->reply.error_message = c->event.message = text;
    }
    for (struct outcome *o = run->outcomes; o; o = o->next)
        for (struct finding *f = o->findings; f; f = f->next)
            f->fault = text;
}

static void long_texts_are_cut(void)
{
    struct arena *arena = arena_new();
    struct run *run = run_of(arena, "read-wrong-value", 0, "a-name-of-ours");

    if (run) {
        run->id = "20261121T190312Z-4f2a";
        lengthen(run, long_text(arena));
        const char *page = report_as(arena, "html", run);

        is_ours(arena, page);
        check_holds(page, "bytes more; .cfnc/runs/20261121T190312Z-4f2a/run.jsonl");
        check_holds(page, "are left out, so that this page stays small");
        check_holds(page, "...(+");
        check(!strstr(page, "\\xc3"));
        check(strlen(page) < 3000000);
    }
    arena_free(arena);
}

static void a_run_of_nothing_is_a_page(void)
{
    struct arena *arena = arena_new();
    struct run *run = run_of(arena, NULL, 0, "a-name-of-ours");

    if (run) {
        run->outcomes = NULL;
        run->calls = NULL;
        run->call_count = 0;
        const char *page = report_as(arena, "html", run);

        is_ours(arena, page);
        check_holds(page, "No test ran");
    }
    arena_free(arena);
}

/* The hashes are those of what is in the page: a browser runs nothing else. */
static void the_policy_names_both_hashes(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_of(arena, NULL, 0, "a-name-of-ours");
    const char *page = run ? report_as(arena, "html", run) : "";

    check_holds(page, arena_printf(arena,
                                   "content=\"default-src 'none'; style-src 'sha256-%s'; "
                                   "script-src 'sha256-%s'; img-src data:; base-uri 'none'; "
                                   "form-action 'none'\"",
                                   page_style_sha256, page_script_sha256));
    check_number((long long)strlen(page_style_sha256), 44);
    check(!strstr(page_style, "</") && !strstr(page_script, "</"));
    check(!strchr(page_style, '\r') && !strchr(page_script, '\r'));
    arena_free(arena);
}

static const struct test tests[] = {
    { "html: every fault makes a page of ours", every_fault_makes_a_page },
    { "html: waits are hatched, to scale", waits_are_hatched_to_scale },
    { "html: what is waived is told apart", what_is_waived_is_told_apart },
    { "html: properties are covered", properties_are_covered },
    { "html: the same record gives the same page", the_same_record_gives_the_same_page },
    { "html: what failed stands first", what_failed_stands_first },
    { "html: the first line counts causes", the_first_line_counts_causes },
    { "html: every call is there once", every_call_is_there_once },
    { "html: endless waiting is folded", endless_waiting_is_folded },
    { "html: nothing becomes markup", nothing_becomes_markup },
    { "html: long texts are cut", long_texts_are_cut },
    { "html: a run of nothing is a page", a_run_of_nothing_is_a_page },
    { "html: the policy names both hashes", the_policy_names_both_hashes },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
