/* --report json: the record of a run as one document, version 1.1 of its schema. */
#include "cfnc/base/clock.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "formats.h"
#include "ruling.h"
#include "spelling.h"

static void set_calls(struct arena *arena, json *object, const char *key, const struct run *run,
                      const struct outcome *owner, bool teardown)
{
    json *array = json_set_array(object, key);

    for (const struct call *c = run->calls; c; c = c->next)
        if (c->owner == owner && (owner->test || (c->phase == PHASE_TEARDOWN) == teardown))
            report_append(arena, array, report_call_id(arena, c));
}

static const char *outcome_word(const struct run *run)
{
    const struct summary s = run_summary(run);

    if (run->interrupted)
        return "interrupted";
    if (!s.total)
        return "no_tests";
    if (s.errored)
        return "errored";
    if (s.failed || s.not_run || (s.flaky && run->options.flaky_fails))
        return "failed";
    return s.leftovers ? "leftovers" : "passed";
}

static void add_run(struct arena *arena, json *report, const struct run *run)
{
    json *object = json_set_object(report, "run");
    json *argv = json_set_array(object, "argv");
    const int64_t started = run->started_wall_ms;

    json_set_string(object, "id",
                    run->id ? run->id
                            : arena_printf(arena, "%s-%04x", report_date_time(arena, started),
                                           (unsigned)(run->options.seed & 0xFFFF)));
    json_set_string(object, "started", report_date_time(arena, started));
    json_set_string(object, "ended", report_date_time(arena, started + run->duration_ms));
    report_ms(object, "duration_ms", run->duration_ms);
    for (const char *const *word = run->options.argv; word && *word; word++)
        report_append(arena, argv, text_quote(arena, redact_text(run->redactor, arena, *word), 0));
    json_set_number(object, "seed", (double)run->options.seed);
    json_set_number(object, "exit_code", run->exit_code);
    json_set_boolean(object, "interrupted", run->interrupted);
    json_set_string(object, "outcome", outcome_word(run));
    json *selection = json_set_object(object, "selection");
    json *names = json_set_array(selection, "names");
    for (const char *const *name = run->options.selection_names; name && *name; name++)
        report_append(arena, names, redact_text(run->redactor, arena, *name));
    report_text(arena, selection, "k", redact_text(run->redactor, arena, run->options.selection_k));
    report_text(arena, selection, "m", redact_text(run->redactor, arena, run->options.selection_m));
    json_set_number(selection, "deselected", (double)run->deselected);
    if (run->options.shard.of)
        json_set_string(
            selection, "shard",
            arena_printf(arena, "%u/%u", run->options.shard.number, run->options.shard.of));
}

static void add_target(struct arena *arena, json *report, const struct run *run)
{
    static const char *const kinds[] = { "http", "sam", "rie", "http", "docker" };
    const struct target *target = run->target;
    json *object = json_set_object(report, "target");
    json *limits = json_set_object(object, "limits");
    const bool is_image = run->service == SERVICE_DOCKER;

    json_set_string(object, "kind", run->demo ? "demo" : kinds[run->service]);
    report_text(arena, object, "endpoint", target->endpoint);
    report_text(arena, object, "function_name", is_image ? NULL : target->function_name);
    report_text(arena, object, "region", target->region);
    report_text(arena, object, "account_id", target->account_id);
    json_set_number(limits, "read_list_s", run->options.enforce_timeout_s);
    json_set_number(limits, "create_update_delete_s", 2.0 * run->options.enforce_timeout_s);
}

static void add_type(struct arena *arena, json *report, const struct run *run)
{
    const struct subject *subject = run->subject;
    json *object = json_set_object(report, "type");

    json_set_string(object, "name", subject->name);
    json_set_string(object, "kind", subject->protocol->artifact);
    if (subject->file)
        report_text(arena, object, "schema_path", subject->file);
    report_handlers(arena, object, "handlers", run, subject->handlers);
    for (const struct named_set *s = subject->sets; s && s->name; s++)
        report_pointers(arena, object, s->name, s->set);
}

static void add_input_sets(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "input_sets");

    for (size_t i = 0; i < run->set_count; i++) {
        const struct input_set *set = &run->sets[i];
        json *object = json_append_object(array);

        json_set_string(object, "id", set->id);
        json_set_string(object, "source", set->source);
        if (!set->create_file)
            continue;
        json *files = json_set_object(object, "files");
        report_text(arena, files, "create", set->create_file);
        if (set->update_file)
            report_text(arena, files, "update", set->update_file);
    }
}

static void add_warnings(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "warnings");

    for (const struct warning *w = run->warnings; w; w = w->next) {
        json *object = json_append_object(array);

        json_set_string(object, "code", w->code);
        report_text(arena, object, "message", w->message);
        if (w->file)
            report_text(arena, object, "file", w->file);
        if (w->line)
            json_set_number(object, "line", w->line);
    }
}

/* What else was found: nothing of it is in the failure. */
static void add_others(struct arena *arena, json *failure, const struct finding *first)
{
    json *array = first->next ? json_set_array(failure, "also") : NULL;

    for (const struct finding *f = first->next; f; f = f->next) {
        json *row = json_append_object(array);

        json_set_string(row, "rule", f->rule->id);
        json_set_string(row, "level", level_name(f->level));
        report_text(arena, row, "detail", f->fault);
        report_text(arena, row, "actual_call", f->call ? report_call_id(arena, f->call) : NULL);
    }
}

static void set_failure(struct arena *arena, json *object, const struct outcome *o)
{
    const struct finding *f = o->findings;

    if (!f && !o->error) {
        json_set(object, "failure", NULL);
        return;
    }
    json *failure = json_set_object(object, "failure");
    json_set_string(failure, "rule", f ? f->rule->id : "cfnc.error");
    json_set_string(failure, "level", level_name(f ? f->level : MUST));
    report_text(arena, failure, "title", f ? f->title : "cfnc cannot judge this.");
    report_text(arena, failure, "detail", f ? f->fault : o->error);
    report_text(arena, failure, "hint", f ? f->rule->hint : NULL);
    if (o->smallest)
        json_set(failure, "smallest_model", o->smallest);
    if (!f)
        return;
    differences_report(arena, failure, &f->comparison);
    report_text(arena, failure, "actual_call", f->call ? report_call_id(arena, f->call) : NULL);
    add_others(arena, failure, f);
}

/* Only where there are some: what is told of a run without exceptions stays as it was. */
static void add_waived(struct arena *arena, json *object, const struct outcome *o)
{
    json *array = o->waived ? json_set_array(object, "waived") : NULL;

    for (const struct finding *f = o->waived; f; f = f->next) {
        json *row = json_append_object(array);

        json_set_string(row, "rule", f->rule->id);
        report_text(arena, row, "title", f->title);
        report_text(arena, row, "detail", f->fault);
        report_text(arena, row, "reason", f->waiver->reason);
        report_text(arena, row, "expires", f->waiver->expires);
        report_text(arena, row, "actual_call", f->call ? report_call_id(arena, f->call) : NULL);
    }
}

static const char *fixture_status(const struct outcome *o)
{
    if (o->torn_down_badly)
        return "teardown_failed";
    return o->verdict == VERDICT_PASSED    ? "passed"
           : o->verdict == VERDICT_NOT_RUN ? "not_run"
                                           : "failed";
}

static void add_fixture(struct arena *arena, json *array, const struct run *run,
                        const struct outcome *o)
{
    json *object = json_append_object(array);
    json *users = json_set_array(object, "used_by");

    json_set_string(object, "id", report_outcome_id(arena, o));
    json_set_string(object, "name", o->name);
    json_set_string(object, "status", fixture_status(o));
    set_calls(arena, object, "setup_calls", run, o, false);
    set_calls(arena, object, "teardown_calls", run, o, true);
    for (const struct outcome *user = run->outcomes; user; user = user->next)
        if (user->fixture == o)
            report_append(arena, users, report_outcome_id(arena, user));
    set_failure(arena, object, o);
    add_waived(arena, object, o);
}

static bool violates(const struct outcome *o, const struct rule *rule)
{
    for (const struct finding *f = o->findings; f; f = f->next)
        if (f->rule == rule && f->level == MUST)
            return true;
    return false;
}

static void add_checks(json *object, const struct protocol *protocol, const struct outcome *o)
{
    json *array = json_set_array(object, "checks");

    for (size_t i = 0; i < rule_count(protocol); i++) {
        const struct rule *rule = rule_at(protocol, i);

        if (!o->judged[i] && !o->broken[i])
            continue;
        json *check = json_append_object(array);
        json_set_string(check, "rule", rule->id);
        json_set_string(check, "status",
                        !o->broken[i]             ? "pass"
                        : outcome_waives(o, rule) ? "waived"
                        : violates(o, rule)       ? "fail"
                                                  : "warn");
    }
}

static void add_attempt(struct arena *arena, json *array, const struct run *run,
                        const struct outcome *o)
{
    if (o->earlier)
        add_attempt(arena, array, run, o->earlier);
    json *attempt = json_append_object(array);
    json_set_number(attempt, "n", o->attempt ? o->attempt : 1);
    json_set_string(attempt, "status",
                    verdict_name(o->verdict == VERDICT_FLAKY ? VERDICT_PASSED : o->verdict));
    report_ms(attempt, "duration_ms", o->duration_ms);
    set_calls(arena, attempt, "calls", run, o, false);
    if (!run->options.retries)
        return;
    if (o->verdict == VERDICT_NOT_RUN)
        report_text(arena, attempt, "reason", attempt_line(arena, o));
    set_failure(arena, attempt, o);
}

static void add_attempts(struct arena *arena, json *object, const struct run *run,
                         const struct outcome *o)
{
    json *array = json_set_array(object, "attempts");

    if (o->earlier ||
        !(o->verdict == VERDICT_SKIPPED || o->verdict == VERDICT_NOT_RUN || o->reason))
        add_attempt(arena, array, run, o);
}

static void add_test(struct arena *arena, json *array, const struct run *run,
                     const struct outcome *o)
{
    json *object = json_append_object(array);

    json_set_string(object, "id", report_outcome_id(arena, o));
    json_set_string(object, "name", o->name);
    json_set_string(object, "module", arena_printf(arena, "handler_%s.py", o->module));
    json_set_string(object, "input_set", o->set->id);
    report_handlers(arena, object, "markers", run, o->test->needs);
    report_text(arena, object, "fixture", o->fixture ? report_outcome_id(arena, o->fixture) : NULL);
    json_set_string(object, "status", verdict_name(o->verdict));
    report_ms(object, "duration_ms", o->duration_ms);
    report_text(arena, object, "skip_reason", o->verdict == VERDICT_SKIPPED ? o->reason : NULL);
    if (o->verdict == VERDICT_WAIVED)
        report_text(arena, object, "waive_reason", waived_reason(arena, o));
    report_text(arena, object, "blocked_by",
                o->verdict == VERDICT_NOT_RUN && o->fixture ? report_outcome_id(arena, o->fixture)
                                                            : NULL);
    add_attempts(arena, object, run, o);
    add_checks(object, run->subject->protocol, o);
    set_failure(arena, object, o);
    add_waived(arena, object, o);
}

static void add_outcomes(struct arena *arena, json *report, const struct run *run)
{
    json *fixtures = json_set_array(report, "fixtures");
    json *tests = json_set_array(report, "tests");

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (o->test)
            add_test(arena, tests, run, o);
        else
            add_fixture(arena, fixtures, run, o);
    }
}

/* --- Below the tests: calls, rules, what is left --- */

static void set_response(struct arena *arena, json *object, const struct call *call)
{
    if (call->reply.value)
        json_set(object, "response", call->reply.value);
    else
        report_text(arena, object, "response", call->reply.body);
}

static void add_call(struct arena *arena, json *array, const struct run *run,
                     const struct call *call)
{
    json *object = json_append_object(array);
    json *owner = json_set_object(object, "owner");

    json_set_string(owner, "type", call->owner->test ? "test" : "fixture");
    json_set_string(owner, "id", report_outcome_id(arena, call->owner));
    json_set_string(object, "id", report_call_id(arena, call));
    json_set_number(object, "seq", call->seq);
    json_set_string(object, "phase", report_phase(call));
    json_set_string(object, "action", call->handler->name);
    json_set_number(object, "callback_index", call->callbacks);
    report_ms(object, "started_ms", call->started_ms);
    report_ms(object, "duration_ms", call->duration_ms);
    report_ms(object, "wait_before_ms", call->wait_before_ms);
    report_ms(object, "limit_ms", call->limit_ms);
    json_set_number(object, "http_status", call->reply.http_status);
    report_text(arena, object, "function_error", call->reply.error_type);
    report_text(arena, object, "status", status_name(call->event.status));
    report_text(arena, object, "error_code", call->event.error_text);
    report_text(arena, object, "message", call->event.message);
    json_set_string(object, "verdict", report_verdict(run, call));
    if (call->request)
        json_set(object, "request", call->request);
    else
        json_set_object(object, "request");
    set_response(arena, object, call);
}

static void add_rule(struct arena *arena, json *object, const struct run *run,
                     const struct rule *rule)
{
    const struct ruling ruling = ruling_of(run, rule);
    const size_t index = rule_index(run->subject->protocol, rule);
    json *tests = json_set_array(object, "tests");

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->judged[index] || o->broken[index])
            report_append(arena, tests, report_outcome_id(arena, o));
    json_set_string(object, "id", rule->id);
    json_set_string(object, "level", level_name(rule->level));
    json_set_string(object, "text", rule->must);
    json_set_string(object, "status", ruling_names[ruling.kind].key);
    if (ruling.reason)
        json_set_string(object, "reason", ruling.reason);
    if (ruling.waived)
        report_text(arena, object, "waived", ruling.waived);
}

static void add_rules(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "rules");

    for (size_t i = 0; i < rule_count(run->subject->protocol); i++)
        add_rule(arena, json_append_object(array), run, rule_at(run->subject->protocol, i));
}

static void add_leftovers(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "leftovers");

    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        json *object = json_append_object(array);

        json_set_string(object, "type_name", run->subject->name);
        json_set(object, "primary_identifier", l->identifier);
        json_set(object, "model", l->model);
        json_set_string(object, "created_by", report_outcome_id(arena, l->made_by));
        report_text(arena, object, "reason", l->reason);
        if (l->waived)
            report_text(arena, object, "waived", l->waived);
        report_text(arena, object, "last_call",
                    l->last_call ? report_call_id(arena, l->last_call) : NULL);
    }
}

static void add_exceptions(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "exceptions");

    for (const struct waiver *w = run->waivers; w; w = w->next) {
        json *object = json_append_object(array);

        report_text(arena, object, "rule", w->rule ? w->rule->id : NULL);
        report_text(arena, object, "test", w->test);
        report_text(arena, object, "reason", w->reason);
        report_text(arena, object, "expires", w->expires);
        report_text(arena, object, "file", w->file);
        json_set_number(object, "line", w->line);
        json_set_string(object, "status", waiver_status(run, w));
    }
}

static void add_redactions(struct arena *arena, json *report, const struct run *run)
{
    json *object = json_set_object(report, "redactions");

    report_pointers(arena, object, "paths", run->subject->secret);
    json_set_number(object, "count", (double)redactor_count(run->redactor));
}

static void add_ending(struct arena *arena, json *report, const struct run *run)
{
    json *calls = json_set_array(report, "calls");

    for (const struct call *c = run->calls; c; c = c->next)
        add_call(arena, calls, run, c);
    add_rules(arena, report, run);
    if (run->coverage)
        json_set(report, "coverage", run->coverage);
    add_leftovers(arena, report, run);
    add_exceptions(arena, report, run);
    add_redactions(arena, report, run);
}

/* --- All of it --- */

static json *add_tool(json *document)
{
    json *tool = json_set_object(document, "tool");

    json_set_string(tool, "name", "cfnc");
    json_set_string(tool, "version", CFNC_VERSION);
    return tool;
}

static json *document_of(struct arena *arena, const struct run *run)
{
    json *report = json_object(arena);

    json_set_string(report, "format", "cfnc-report");
    json_set_string(report, "version", "1.1");
    json_set_string(add_tool(report), "contract", suite_name(run->options.suite));
    add_run(arena, report, run);
    add_target(arena, report, run);
    add_type(arena, report, run);
    add_input_sets(arena, report, run);
    report_summary(report, run);
    add_warnings(arena, report, run);
    add_outcomes(arena, report, run);
    add_ending(arena, report, run);
    return report;
}

/* --- Of several runs: a list of reports --- */

static json *list_of(struct arena *arena, const struct runs *runs)
{
    const struct summary s = runs_summary(runs);
    json *list = json_object(arena);

    json_set_string(list, "format", "cfnc-reports");
    json_set_string(list, "version", "1.0");
    add_tool(list);
    json_set_number(list, "exit_code", runs_exit_code(runs));
    json *summary = json_set_object(list, "summary");
    json_set_number(summary, "runs", (double)runs->count);
    report_counts(summary, &s);
    json_set_number(summary, "leftovers", s.leftovers);
    json *reports = json_set_array(list, "reports");
    for (size_t i = 0; i < runs->count; i++)
        json_append(reports, document_of(arena, runs->items[i]));
    return list;
}

const char *json_report(struct arena *arena, const struct runs *runs)
{
    const json *document =
        runs->count == 1 ? document_of(arena, runs->items[0]) : list_of(arena, runs);

    return arena_printf(arena, "%s\n", json_print_pretty(arena, document));
}
