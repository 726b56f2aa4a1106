/*
 * JUnit XML that both the Jenkins and the Ant schema accept. There is no one
 * standard; consumers key a case by classname and name.
 */
#include <ctype.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "formats.h"

/* Only what XML 1.0 allows: control characters were quoted, or are dropped here. */
static void add_escaped(struct text *out, const char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c == '&')
            text_add(out, "&amp;");
        else if (c == '<')
            text_add(out, "&lt;");
        else if (c == '>')
            text_add(out, "&gt;");
        else if (c == '"')
            text_add(out, "&quot;");
        else if (strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0)
            text += 2; /* U+FFFE and U+FFFF */
        else if (text_is_nul(text))
            text++;
        else if (c >= 0x20 || c == '\n')
            text_add_bytes(out, text, 1);
    }
}

static void add_attribute(struct text *out, const char *name, const char *value)
{
    text_addf(out, " %s=\"", name);
    add_escaped(out, text_quote(out->arena, value, 0));
    text_add(out, "\"");
}

static void add_seconds(struct text *out, const char *name, int64_t ms)
{
    text_addf(out, " %s=\"%.3f\"", name, (double)ms / 1000);
}

static void add_property(struct text *out, const char *name, const char *value)
{
    text_add(out, "<property");
    add_attribute(out, "name", name);
    add_attribute(out, "value", value);
    text_add(out, "/>");
}

static void add_properties(struct text *out, const struct run *run)
{
    text_add(out, "    <properties>");
    add_property(out, "cfnc.version", CFNC_VERSION);
    add_property(out, "cfnc.suite", suite_name(run->options.suite));
    add_property(out, "cfnc.seed",
                 arena_printf(out->arena, "%llu", (unsigned long long)run->options.seed));
    add_property(out, "cfnc.endpoint", run->target->endpoint);
    add_property(out, "cfnc.handler_calls", arena_printf(out->arena, "%u", run->call_count));
    text_add(out, "</properties>\n");
}

/* Acme::Demo::Thing, create -> Acme.Demo.Thing.handler_create */
static const char *class_name(struct arena *arena, const struct run *run, const char *module)
{
    struct text out = text_new(arena);

    for (const char *c = run->subject->name; *c; c++) {
        text_add_bytes(&out, *c == ':' ? "." : c, 1);
        c += *c == ':' && c[1] == ':';
    }
    text_addf(&out, ".%s", module);
    return out.bytes;
}

static void add_problem(struct text *out, const struct run *run, const struct outcome *o)
{
    static const struct failure_style style = { .traceback = TRACEBACK_AUTO, .columns = 100 };
    const struct finding *broken = failure_finding(o);
    const char *element = o->verdict == VERDICT_FAILED ? "failure" : "error";
    struct text body = text_new(out->arena);

    failure_add(&body, run, o, &style);
    text_addf(out, "      <%s", element);
    add_attribute(out, "type", broken ? broken->rule->id : "cfnc");
    add_attribute(out, "message", broken ? broken->title : o->error ? o->error : "not judged");
    text_add(out, ">");
    add_escaped(out, body.bytes);
    text_addf(out, "</%s>\n", element);
}

/* As Maven's Surefire has it: one line, which readers that do not know it pass over. */
static void add_flaky(struct text *out, const struct outcome *o)
{
    if (o->earlier)
        add_flaky(out, o->earlier);
    if (o->verdict == VERDICT_FLAKY)
        return;
    text_addf(out, "      <flaky%s", o->verdict == VERDICT_FAILED ? "Failure" : "Error");
    add_attribute(out, "type", failure_finding(o) ? failure_finding(o)->rule->id : "cfnc");
    add_attribute(out, "message", attempt_line(out->arena, o));
    text_add(out, "/>\n");
}

static void add_flaky_failure(struct text *out, const struct run *run, const struct outcome *o)
{
    const char *message = arena_printf(out->arena, "it failed, and passed at attempt %u of %d",
                                       o->attempt, run->options.retries + 1);

    text_add(out, "      <failure type=\"flaky\"");
    add_attribute(out, "message", message);
    text_add(out, ">");
    for (const struct outcome *e = o->earlier; e; e = e->earlier) {
        add_escaped(out, attempt_line(out->arena, e));
        text_add(out, e->earlier ? "\n" : "");
    }
    text_add(out, "</failure>\n");
}

static void add_skipped(struct text *out, const char *message)
{
    text_add(out, "      <skipped");
    add_attribute(out, "message", message);
    text_add(out, "/>\n");
}

static void add_verdict(struct text *out, const struct run *run, const struct outcome *o)
{
    switch (o->verdict) {
    case VERDICT_PASSED:
        break;
    case VERDICT_FLAKY:
        if (run->options.flaky_fails)
            add_flaky_failure(out, run, o);
        else
            add_flaky(out, o);
        break;
    case VERDICT_FAILED:
    case VERDICT_ERRORED:
        add_problem(out, run, o);
        break;
    case VERDICT_WAIVED:
        add_skipped(out, arena_printf(out->arena, "waived: %s", waived_reason(out->arena, o)));
        break;
    case VERDICT_SKIPPED:
        add_skipped(out, o->reason);
        break;
    case VERDICT_NOT_RUN:
        text_add(out, "      <error");
        add_attribute(out, "type", o->fixture ? "fixture" : "stopped");
        add_attribute(out, "message", attempt_line(out->arena, o));
        text_add(out, "/>\n");
        break;
    }
}

/* A fixture's time belongs to the first test that needed it, as pytest has it. */
static int64_t time_of(const struct run *run, const struct outcome *o)
{
    const struct outcome *first = run->outcomes;

    while (o->fixture && first->fixture != o->fixture)
        first = first->next;
    return o->duration_ms + (o->fixture && first == o ? o->fixture->duration_ms : 0);
}

/* `before`: runs of the same type in the file. Readers take one name for one case. */
static void begin_case(struct text *out, const struct run *run, const char *module,
                       const char *name, size_t before, int64_t ms)
{
    text_add(out, "    <testcase");
    add_attribute(out, "classname", class_name(out->arena, run, module));
    add_attribute(out, "name",
                  before ? arena_printf(out->arena, "%s#%zu", name, before + 1) : name);
    add_seconds(out, "time", ms);
    text_add(out, ">\n");
}

static void add_case(struct text *out, const struct run *run, const struct outcome *o,
                     size_t before)
{
    const char *name =
        run->set_count > 1 ? arena_printf(out->arena, "%s[%s]", o->name, o->set->id) : o->name;

    begin_case(out, run, arena_printf(out->arena, "handler_%s", o->module), name, before,
               o->test ? time_of(run, o) : 0);
    add_verdict(out, run, o);
    text_add(out, "    </testcase>\n");
}

static void add_leftover(struct text *out, const struct run *run, const struct leftover *l,
                         size_t number, size_t before)
{
    const char *identifier = json_print(out->arena, l->identifier);

    begin_case(out, run, "cleanup", arena_printf(out->arena, "left_behind_%zu", number), before, 0);
    if (l->waived) {
        add_skipped(out, arena_printf(out->arena, "waived: %s: %s", identifier, l->waived));
    } else {
        text_add(out, "      <error type=\"leak.none\"");
        add_attribute(out, "message", identifier);
        text_add(out, ">");
        add_escaped(out, text_quote(out->arena, l->reason, 0));
        text_add(out, "</error>\n");
    }
    text_add(out, "    </testcase>\n");
}

/* By its name: shards of a run have each their own. */
static bool is_on(const struct outcome *o, const struct input_set *set)
{
    return strcmp(o->set->id, set->id) == 0;
}

static bool in_file(const struct outcome *o, const struct input_set *set)
{
    return is_on(o, set) && (o->test || o->torn_down_badly);
}

struct suite_counts {
    unsigned tests, failures, errors, skipped;
    int64_t ms;
};

static struct suite_counts count(const struct run *run, const struct input_set *set)
{
    struct suite_counts counts = { 0 };

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (!in_file(o, set))
            continue;
        counts.tests++;
        counts.failures += o->verdict == VERDICT_FAILED ||
                           (o->verdict == VERDICT_FLAKY && run->options.flaky_fails);
        counts.errors += o->verdict == VERDICT_ERRORED || o->verdict == VERDICT_NOT_RUN;
        counts.skipped += o->verdict == VERDICT_SKIPPED || o->verdict == VERDICT_WAIVED;
        counts.ms += o->test ? time_of(run, o) : 0;
    }
    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        counts.tests += is_on(l->made_by, set);
        counts.errors += is_on(l->made_by, set) && !l->waived;
        counts.skipped += is_on(l->made_by, set) && l->waived;
    }
    return counts;
}

static void add_suite(struct text *out, const struct run *run, const struct input_set *set,
                      size_t id, size_t before)
{
    const char *name = arena_printf(out->arena, "%s [%s]", run->subject->name, set->id);
    const struct suite_counts counts = count(run, set);
    size_t number = 0;

    text_add(out, "  <testsuite");
    add_attribute(out, "name",
                  before ? arena_printf(out->arena, "%s #%zu", name, before + 1) : name);
    text_addf(out, " id=\"%zu\"", id);
    add_attribute(out, "package", run->subject->name);
    add_attribute(out, "hostname", "localhost");
    add_attribute(out, "timestamp", date_text(out->arena, run->started_wall_ms));
    text_addf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\"", counts.tests,
              counts.failures, counts.errors, counts.skipped);
    add_seconds(out, "time", counts.ms);
    text_add(out, ">\n");
    add_properties(out, run);
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (in_file(o, set))
            add_case(out, run, o, before);
    for (const struct leftover *l = run->leftovers; l; l = l->next)
        if (is_on(l->made_by, set))
            add_leftover(out, run, l, ++number, before);
    text_add(out, "    <system-out/>\n    <system-err/>\n  </testsuite>\n");
}

const char *junit_report(struct arena *arena, const struct runs *runs)
{
    struct text out = text_new(arena);
    size_t id = 0;

    text_add(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (size_t i = 0; i < runs->count; i++)
        for (size_t set = 0; set < runs->items[i]->set_count; set++)
            add_suite(&out, runs->items[i], &runs->items[i]->sets[set], id++, runs_before(runs, i));
    text_add(&out, "</testsuites>\n");
    return out.bytes;
}
