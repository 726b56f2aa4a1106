/* --report json: the record of a run as one document, version 1.0 of its schema. */
#include "cfnc/reporter.h"

#include <string.h>

#include "cfnc/failure.h"
#include "cfnc/trial.h"

static void set_ms(json *object, const char *key, int64_t ms)
{
    json_set_number(object, key, (double)(ms < 0 ? 0 : ms));
}

static void set_text(struct arena *arena, json *object, const char *key, const char *text)
{
    if (text)
        json_set_string(object, key, text_quote(arena, text, 0));
    else
        json_set(object, key, NULL);
}

static const char *date_time(struct arena *arena, int64_t wall_ms)
{
    return arena_printf(arena, "%s.%03dZ", date_text(arena, wall_ms), (int)(wall_ms % 1000));
}

static const char *call_id(struct arena *arena, const struct call *call)
{
    return arena_printf(arena, "c%u", call->seq);
}

static const char *outcome_id(struct arena *arena, const struct outcome *o)
{
    return arena_printf(arena, "%s/handler_%s.py::%s", o->set->id, o->module, o->name);
}

static void append_text(struct arena *arena, json *array, const char *text)
{
    json_append(array, json_new_string(arena, text));
}

static void set_pointers(struct arena *arena, json *object, const char *key,
                         const struct property_set *set)
{
    json *array = json_set_array(object, key);

    for (size_t i = 0; i < set->count; i++)
        append_text(arena, array, set->paths[i].pointer);
}

static void set_calls(struct arena *arena, json *object, const char *key, const struct run *run,
                      const struct outcome *owner, bool teardown)
{
    json *array = json_set_array(object, key);

    for (const struct call *c = run->calls; c; c = c->next)
        if (c->owner == owner && (owner->test || (c->phase == PHASE_TEARDOWN) == teardown))
            append_text(arena, array, call_id(arena, c));
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
    if (s.failed || s.not_run)
        return "failed";
    return s.leftovers ? "leftovers" : "passed";
}

static void add_run(struct arena *arena, json *report, const struct run *run)
{
    json *object = json_set_object(report, "run");
    json *argv = json_set_array(object, "argv");
    const int64_t started = run->started_wall_ms;

    json_set_string(object, "id",
                    arena_printf(arena, "%s-%04x", date_time(arena, started),
                                 (unsigned)(run->options.seed & 0xFFFF)));
    json_set_string(object, "started", date_time(arena, started));
    json_set_string(object, "ended", date_time(arena, started + run->duration_ms));
    set_ms(object, "duration_ms", run->duration_ms);
    for (const char *const *word = run->options.argv; word && *word; word++)
        append_text(arena, argv, text_quote(arena, redact_text(run->redactor, arena, *word), 0));
    json_set_number(object, "seed", (double)run->options.seed);
    json_set_number(object, "exit_code", run->exit_code);
    json_set_boolean(object, "interrupted", run->interrupted);
    json_set_string(object, "outcome", outcome_word(run));
    json *selection = json_set_object(object, "selection");
    json *names = json_set_array(selection, "names");
    for (const char *const *name = run->options.selection_names; name && *name; name++)
        append_text(arena, names, *name);
    set_text(arena, selection, "k", run->options.selection_k);
    set_text(arena, selection, "m", run->options.selection_m);
    json_set_number(selection, "deselected", (double)run->deselected);
}

static void add_target(struct arena *arena, json *report, const struct run *run)
{
    static const char *const kinds[] = { "http", "sam", "rie", "http" };
    const struct target *target = run->target;
    json *object = json_set_object(report, "target");
    json *limits = json_set_object(object, "limits");

    json_set_string(object, "kind", run->demo ? "demo" : kinds[run->service]);
    set_text(arena, object, "endpoint", target->endpoint);
    set_text(arena, object, "function_name", target->function_name);
    set_text(arena, object, "region", target->region);
    set_text(arena, object, "account_id", target->account_id);
    json_set_number(limits, "read_list_s", run->options.enforce_timeout_s);
    json_set_number(limits, "create_update_delete_s", 2.0 * run->options.enforce_timeout_s);
}

static void add_type(struct arena *arena, json *report, const struct run *run)
{
    const struct resource_type *type = run->type;
    json *object = json_set_object(report, "type");
    json *handlers = json_set_array(object, "handlers");

    json_set_string(object, "name", type->name);
    json_set_string(object, "kind", "RESOURCE");
    if (type->file)
        set_text(arena, object, "schema_path", type->file);
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (type->handlers & action_at(i))
            append_text(arena, handlers, action_handler(action_at(i)));
    set_pointers(arena, object, "primary_identifier", &type->identifier);
    set_pointers(arena, object, "read_only", &type->read_only);
    set_pointers(arena, object, "write_only", &type->write_only);
    set_pointers(arena, object, "create_only", &type->create_only);
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
        set_text(arena, files, "create", set->create_file);
        if (set->update_file)
            set_text(arena, files, "update", set->update_file);
    }
}

static void add_summary(json *report, const struct run *run)
{
    const struct summary s = run_summary(run);
    json *object = json_set_object(report, "summary");

    json_set_number(object, "total", s.total);
    json_set_number(object, "passed", s.passed);
    json_set_number(object, "failed", s.failed);
    json_set_number(object, "errored", s.errored);
    json_set_number(object, "skipped", s.skipped);
    json_set_number(object, "not_run", s.not_run);
    json_set_number(object, "flaky", 0);
    json_set_number(object, "handler_calls", run->call_count);
    json_set_number(object, "leftovers", s.leftovers);
}

static void add_warnings(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "warnings");

    for (const struct warning *w = run->warnings; w; w = w->next) {
        json *object = json_append_object(array);

        json_set_string(object, "code", w->code);
        set_text(arena, object, "message", w->message);
        if (w->file)
            set_text(arena, object, "file", w->file);
        if (w->line)
            json_set_number(object, "line", w->line);
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
    set_text(arena, failure, "title", f ? f->title : "cfnc cannot judge this.");
    set_text(arena, failure, "detail", f ? f->fault : o->error);
    set_text(arena, failure, "hint", f ? f->rule->hint : NULL);
    if (o->smallest)
        json_set(failure, "smallest_model", o->smallest);
    if (!f)
        return;
    differences_report(arena, failure, &f->comparison);
    set_text(arena, failure, "actual_call", f->call ? call_id(arena, f->call) : NULL);
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

    json_set_string(object, "id", outcome_id(arena, o));
    json_set_string(object, "name", o->name);
    json_set_string(object, "status", fixture_status(o));
    set_calls(arena, object, "setup_calls", run, o, false);
    set_calls(arena, object, "teardown_calls", run, o, true);
    for (const struct outcome *user = run->outcomes; user; user = user->next)
        if (user->fixture == o)
            append_text(arena, users, outcome_id(arena, user));
    set_failure(arena, object, o);
}

static bool violates(const struct outcome *o, const struct rule *rule)
{
    for (const struct finding *f = o->findings; f; f = f->next)
        if (f->rule == rule && f->level == MUST)
            return true;
    return false;
}

static void add_checks(json *object, const struct outcome *o)
{
    json *array = json_set_array(object, "checks");

    for (size_t i = 0; rules[i].id; i++) {
        if (!o->judged[i] && !o->broken[i])
            continue;
        json *check = json_append_object(array);
        json_set_string(check, "rule", rules[i].id);
        json_set_string(check, "status",
                        !o->broken[i]            ? "pass"
                        : violates(o, &rules[i]) ? "fail"
                                                 : "warn");
    }
}

static void add_attempts(struct arena *arena, json *object, const struct run *run,
                         const struct outcome *o)
{
    json *array = json_set_array(object, "attempts");

    if (o->verdict == VERDICT_SKIPPED || o->verdict == VERDICT_NOT_RUN)
        return;
    json *attempt = json_append_object(array);
    json_set_number(attempt, "n", 1);
    json_set_string(attempt, "status", verdict_name(o->verdict));
    set_ms(attempt, "duration_ms", o->duration_ms);
    set_calls(arena, attempt, "calls", run, o, false);
}

static void add_test(struct arena *arena, json *array, const struct run *run,
                     const struct outcome *o)
{
    json *object = json_append_object(array);
    json *markers = json_set_array(object, "markers");

    json_set_string(object, "id", outcome_id(arena, o));
    json_set_string(object, "name", o->name);
    json_set_string(object, "module", arena_printf(arena, "handler_%s.py", o->module));
    json_set_string(object, "input_set", o->set->id);
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (o->test->needs & action_at(i))
            append_text(arena, markers, action_handler(action_at(i)));
    set_text(arena, object, "fixture", o->fixture ? outcome_id(arena, o->fixture) : NULL);
    json_set_string(object, "status", verdict_name(o->verdict));
    set_ms(object, "duration_ms", o->duration_ms);
    set_text(arena, object, "skip_reason", o->verdict == VERDICT_SKIPPED ? o->reason : NULL);
    set_text(arena, object, "blocked_by",
             o->verdict == VERDICT_NOT_RUN && o->fixture ? outcome_id(arena, o->fixture) : NULL);
    add_attempts(arena, object, run, o);
    add_checks(object, o);
    set_failure(arena, object, o);
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

static const char *verdict_on_call(const struct run *run, const struct call *call)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        for (const struct finding *f = o->findings; f; f = f->next)
            if (f->call == call)
                return f->rule->id;
    return "ok";
}

static void set_response(struct arena *arena, json *object, const struct call *call)
{
    if (call->reply.value)
        json_set(object, "response", call->reply.value);
    else
        set_text(arena, object, "response", call->reply.body);
}

static void add_call(struct arena *arena, json *array, const struct run *run,
                     const struct call *call)
{
    static const char *const phases[] = { "setup", "call", "teardown" };
    json *object = json_append_object(array);
    json *owner = json_set_object(object, "owner");

    json_set_string(owner, "type", call->owner->test ? "test" : "fixture");
    json_set_string(owner, "id", outcome_id(arena, call->owner));
    json_set_string(object, "id", call_id(arena, call));
    json_set_number(object, "seq", call->seq);
    json_set_string(object, "phase", phases[call->phase]);
    json_set_string(object, "action", action_name(call->action));
    json_set_number(object, "callback_index", call->callbacks);
    set_ms(object, "started_ms", call->started_ms);
    set_ms(object, "duration_ms", call->duration_ms);
    set_ms(object, "wait_before_ms", call->wait_before_ms);
    set_ms(object, "limit_ms", call->limit_ms);
    json_set_number(object, "http_status", call->reply.http_status);
    set_text(arena, object, "function_error", call->reply.error_type);
    set_text(arena, object, "status", status_name(call->event.status));
    set_text(arena, object, "error_code", call->event.error_text);
    set_text(arena, object, "message", call->event.message);
    json_set_string(object, "verdict", verdict_on_call(run, call));
    if (call->request)
        json_set(object, "request", call->request);
    else
        json_set_object(object, "request");
    set_response(arena, object, call);
}

static const char *rule_status(struct arena *arena, const struct run *run, size_t rule, json *tests)
{
    const bool wanted = rules[rule].suites & run->options.suite;
    bool judged = false, broken = false;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (!o->judged[rule] && !o->broken[rule])
            continue;
        judged = true;
        broken = broken || o->broken[rule];
        append_text(arena, tests, outcome_id(arena, o));
    }
    return broken ? "violated" : judged ? "verified" : wanted ? "not_exercised" : "not_applicable";
}

static void add_rules(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "rules");

    for (size_t i = 0; rules[i].id; i++) {
        json *object = json_append_object(array);
        json *tests = json_set_array(object, "tests");

        json_set_string(object, "id", rules[i].id);
        json_set_string(object, "level", level_name(rules[i].level));
        json_set_string(object, "text", rules[i].must);
        json_set_string(object, "status", rule_status(arena, run, i, tests));
    }
}

static void add_leftovers(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "leftovers");

    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        json *object = json_append_object(array);

        json_set_string(object, "type_name", run->type->name);
        json_set(object, "primary_identifier", l->identifier);
        json_set(object, "model", l->model);
        json_set_string(object, "created_by", outcome_id(arena, l->made_by));
        set_text(arena, object, "reason", l->reason);
        set_text(arena, object, "last_call", l->last_call ? call_id(arena, l->last_call) : NULL);
    }
}

static void add_redactions(struct arena *arena, json *report, const struct run *run)
{
    json *object = json_set_object(report, "redactions");

    set_pointers(arena, object, "paths", &run->type->write_only);
    json_set_number(object, "count", (double)redactor_count(run->redactor));
}

const char *json_report_print(struct arena *arena, const struct run *run)
{
    json *report = json_object(arena);

    json_set_string(report, "format", "cfnc-report");
    json_set_string(report, "version", "1.0");
    json *tool = json_set_object(report, "tool");
    json_set_string(tool, "name", "cfnc");
    json_set_string(tool, "version", CFNC_VERSION);
    json_set_string(tool, "contract", suite_name(run->options.suite));
    add_run(arena, report, run);
    add_target(arena, report, run);
    add_type(arena, report, run);
    add_input_sets(arena, report, run);
    add_summary(report, run);
    add_warnings(arena, report, run);
    add_outcomes(arena, report, run);
    json *calls = json_set_array(report, "calls");
    for (const struct call *c = run->calls; c; c = c->next)
        add_call(arena, calls, run, c);
    add_rules(arena, report, run);
    add_leftovers(arena, report, run);
    add_redactions(arena, report, run);
    return arena_printf(arena, "%s\n", json_print_pretty(arena, report));
}
