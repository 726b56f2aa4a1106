/*
 * The shards of a run as one run: each outcome as its shard has it, in the order in which
 * one run would have come to them.
 */
#include <string.h>

#include "cfnc/engine/bounds.h"
#include "cfnc/engine/run.h"
#include "cfnc/engine/waivers.h"

/* What is taken over, unit by unit: one module on one input set. */
struct shard_merger {
    const char *set;
    const struct module *module;
    struct outcome *outcomes, **outcomes_end;
    struct call *calls, **calls_end;
    struct leftover *leftovers, **leftovers_end;
    unsigned seq;
    size_t rules; /* how many there are */
};

static bool is_of(const struct shard_merger *m, const struct outcome *outcome)
{
    return outcome->module == m->module->name && strcmp(outcome->set->id, m->set) == 0;
}

/* What asks about all that a run did was asked in every shard: the gravest verdict is the run's. */
static bool is_graver(enum verdict a, enum verdict b)
{
    static const int gravity[] = {
        [VERDICT_SKIPPED] = 0, [VERDICT_PASSED] = 1, [VERDICT_FLAKY] = 2,   [VERDICT_WAIVED] = 3,
        [VERDICT_NOT_RUN] = 4, [VERDICT_FAILED] = 5, [VERDICT_ERRORED] = 6,
    };

    return gravity[a] > gravity[b];
}

static void add_findings(struct finding **end, struct finding *more)
{
    while (*end)
        end = &(*end)->next;
    *end = more;
}

/* The one of the same name that another shard had, in whose place this one stands then. */
static bool joins_another(struct shard_merger *m, struct outcome *outcome)
{
    struct outcome *o = m->outcomes;

    while (o && !(outcome->test && o->test == outcome->test && is_of(m, o)))
        o = o->next;
    if (!o)
        return false;
    for (size_t i = 0; i < m->rules; i++) {
        o->judged[i] = o->judged[i] || outcome->judged[i];
        o->broken[i] = o->broken[i] || outcome->broken[i];
    }
    add_findings(&o->findings, outcome->findings);
    add_findings(&o->waived, outcome->waived);
    o->duration_ms += outcome->duration_ms;
    o->error = o->error ? o->error : outcome->error;
    if (is_graver(outcome->verdict, o->verdict)) {
        o->verdict = outcome->verdict;
        o->reason = outcome->reason;
    }
    return true;
}

static void take_outcomes(struct shard_merger *m, struct run *shard)
{
    for (struct outcome **at = &shard->outcomes; *at;) {
        struct outcome *outcome = *at;

        if (!is_of(m, outcome)) {
            at = &outcome->next;
            continue;
        }
        *at = outcome->next;
        outcome->next = NULL;
        if (joins_another(m, outcome))
            continue;
        *m->outcomes_end = outcome;
        m->outcomes_end = &outcome->next;
    }
}

static void take_calls(struct shard_merger *m, struct run *shard)
{
    for (struct call **at = &shard->calls; *at;) {
        struct call *call = *at;

        if (!is_of(m, call->owner)) {
            at = &call->next;
            continue;
        }
        *at = call->next;
        call->next = NULL;
        call->seq = ++m->seq;
        *m->calls_end = call;
        m->calls_end = &call->next;
    }
}

static void take_leftovers(struct shard_merger *m, struct run *shard)
{
    for (struct leftover **at = &shard->leftovers; *at;) {
        struct leftover *leftover = *at;

        if (!is_of(m, leftover->made_by)) {
            at = &leftover->next;
            continue;
        }
        *at = leftover->next;
        leftover->next = NULL;
        *m->leftovers_end = leftover;
        m->leftovers_end = &leftover->next;
    }
}

static void take_all(struct shard_merger *m, struct run *const *shards, size_t count)
{
    for (size_t set = 0; set < shards[0]->set_count; set++)
        for (m->module = shards[0]->subject->protocol->modules; m->module->name; m->module++)
            for (size_t i = 0; i < count; i++) {
                m->set = shards[0]->sets[set].id;
                take_outcomes(m, shards[i]);
                take_calls(m, shards[i]);
                take_leftovers(m, shards[i]);
            }
}

static void add_warnings(struct run *into, const struct run *from)
{
    for (const struct warning *w = from->warnings; w; w = w->next) {
        struct warning **end = &into->warnings;

        while (*end && strcmp((*end)->message, w->message) != 0)
            end = &(*end)->next;
        if (*end)
            continue;
        *end = arena_alloc(into->arena, sizeof(**end));
        **end = *w;
        (*end)->next = NULL;
    }
}

static void add_counts(struct run *into, const struct run *from)
{
    struct waiver *w = into->waivers;

    into->duration_ms += from->duration_ms;
    into->cut_waits += from->cut_waits;
    into->stopped = into->stopped ? into->stopped : from->stopped;
    into->interrupted = into->interrupted || from->interrupted;
    if (from->started_wall_ms < into->started_wall_ms)
        into->started_wall_ms = from->started_wall_ms;
    for (size_t i = 0; i < rule_count(into->subject->protocol); i++)
        if (!into->not_applicable[i])
            into->not_applicable[i] = from->not_applicable[i];
    for (const struct waiver *v = from->waivers; v && w; v = v->next, w = w->next)
        w->used = w->used || v->used;
}

/* A property is read when some shard read it. */
static void add_coverage(json *into, const json *from)
{
    for (json *member = json_edit_first(into); member; member = json_edit_next(member)) {
        const json *other = json_get(from, json_key(member));

        if (json_type(member) == JSON_OBJECT)
            add_coverage(member, other);
    }
    json_each (member, from)
        if (json_true(member))
            json_set_boolean(into, json_key(member), true);
}

void run_merge(struct run *const *shards, size_t count)
{
    struct run *into = shards[0];
    struct shard_merger m = { .rules = rule_count(into->subject->protocol) };

    m.outcomes_end = &m.outcomes;
    m.calls_end = &m.calls;
    m.leftovers_end = &m.leftovers;
    take_all(&m, shards, count);
    into->outcomes = m.outcomes;
    into->calls = m.calls;
    into->leftovers = m.leftovers;
    into->call_count = m.seq;
    for (size_t i = 1; i < count; i++) {
        add_counts(into, shards[i]);
        add_warnings(into, shards[i]);
        if (into->coverage && shards[i]->coverage)
            add_coverage(into->coverage, shards[i]->coverage);
    }
    const size_t all = into->selected + into->deselected;
    into->selected = 0;
    for (const struct outcome *o = into->outcomes; o; o = o->next)
        into->selected += o->test != NULL;
    into->deselected = all > into->selected ? all - into->selected : 0;
    into->options.shard = (struct shard){ 0, 0 };
    run_conclude(into);
}

/* --- A run that is over, told from its record --- */

static void tell_calls(const struct reporter *reporters, const struct run *run,
                       const struct outcome *outcome)
{
    for (const struct call *call = run->calls; call; call = call->next) {
        if (call->owner != outcome)
            continue;
        tell_all(reporters, call_begins, run, call);
        tell_all(reporters, call_ends, run, call);
    }
}

static void tell_outcome(const struct reporter *reporters, const struct run *run,
                         const struct outcome *outcome)
{
    tell_all(reporters, test_begins, run, outcome);
    tell_calls(reporters, run, outcome);
    tell_all(reporters, test_ends, run, outcome);
}

void run_tell(const struct run *run, const struct reporter *reporters)
{
    tell_all(reporters, run_begins, run);
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        tell_outcome(reporters, run, o);
    tell_all(reporters, run_ends, run);
}
