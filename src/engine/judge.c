/* Judging: what a rule found, in the record of the run; and what a trial says of itself. */
#include <string.h>

#include "cfnc/base/text.h"
#include "engine_private.h"

/* Copies a rule's title with the names filled in. */
static const char *fill_in(struct arena *arena, const char *title, const char *action,
                           const char *origin)
{
    struct text out = text_new(arena);

    while (*title) {
        if (strncmp(title, "{action}", 8) == 0) {
            text_add(&out, action);
            title += 8;
        } else if (strncmp(title, "{origin}", 8) == 0) {
            text_add(&out, origin);
            title += 8;
        } else {
            text_add_bytes(&out, title++, 1);
        }
    }
    return out.bytes;
}

/* Whether the same was found already: a READ that differs may break several rules that yield. */
static bool found_already(const struct trial *t, const struct rule *rule, const struct call *about)
{
    const struct finding *const lists[] = { t->outcome->findings, t->outcome->waived };

    for (size_t i = 0; i < 2 && about; i++)
        for (const struct finding *f = lists[i]; f; f = f->next)
            if (f->rule == rule && f->call == about)
                return true;
    return false;
}

/* What fails the test is told before what does not. */
static void add_finding(struct trial *t, struct finding *finding)
{
    struct finding **end = &t->outcome->findings;

    while (*end && !(finding->level == MUST && (*end)->level == SHOULD))
        end = &(*end)->next;
    finding->next = *end;
    *end = finding;
}

bool judge_as(struct trial *t, const struct rule *rule, const struct call *about,
              const struct verdict_on *verdict)
{
    const struct protocol *protocol = t->run->subject->protocol;
    struct arena *arena = t->run->arena;
    const size_t index = rule_index(protocol, rule);

    t->outcome->judged[index] = true;
    if (!verdict->fault || found_already(t, rule, about))
        return false;
    /* of what is about no call, the first action that the rule is on */
    const struct handler *handler = about ? about->handler : handler_of(protocol, rule->on);
    struct finding *finding = arena_alloc(arena, sizeof(*finding));
    *finding = (struct finding){
        .rule = rule,
        .call = about,
        .level = verdict->mild ? SHOULD : rule->level,
        .title =
            fill_in(arena, rule->title, handler->name, protocol->origin ? protocol->origin(t) : ""),
        .fault = trial_say(t, verdict->fault),
        .place = verdict->place ? *verdict->place : (struct place){ .path = NULL },
        .no_event = about && about->event.status == NO_STATUS,
    };
    if (verdict->comparison)
        finding->comparison = redact_comparison(t->run->redactor, arena, verdict->comparison);
    t->outcome->broken[index] = true;
    bool fails = finding->level == MUST;
    if (trial_waive(t, finding))
        fails = fails && !waived_may_go_on(t, finding);
    else
        add_finding(t, finding);
    t->failed = t->failed || fails;
    return fails;
}

void judge(struct trial *t, const char *id, const struct call *about, const char *fault)
{
    const struct rule *rule = rule_find(t->run->subject->protocol, id);
    const struct verdict_on verdict = { .fault = fault };

    if (counts(t, id))
        (void)judge_as(t, rule, about, &verdict);
}

bool counts(const struct trial *t, const char *rule)
{
    return !t->failed && rule_find(t->run->subject->protocol, rule)->suites & t->run->options.suite;
}

void trial_pass_over(struct trial *t, const char *id, const char *reason)
{
    const struct protocol *protocol = t->run->subject->protocol;

    if (counts(t, id))
        t->run->not_applicable[rule_index(protocol, rule_find(protocol, id))] =
            arena_printf(t->run->arena, "%s", reason);
}

void trial_skip(struct trial *t, const char *reason)
{
    if (!t->failed)
        t->skipped = arena_printf(t->run->arena, "%s", reason);
}

void trial_error(struct trial *t, const char *text)
{
    trial_error_at(t, &(struct place){ .path = NULL }, text);
}

void trial_error_at(struct trial *t, const struct place *place, const char *text)
{
    if (!t->outcome->error) { /* the first one is what the user has to mend */
        t->outcome->error = trial_say(t, text);
        t->outcome->place = *place;
    }
    t->failed = true;
}

const struct call *last_call(const struct trial *t)
{
    return t->run->last_call;
}
