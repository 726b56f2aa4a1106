/* What is asked of the rows of rules.c. */
#include <assert.h>
#include <string.h>

#include "cfnc/engine/contract.h"

const struct rule *rule_named(const char *id)
{
    const struct rule *rule = rules;

    while (rule->id && strcmp(rule->id, id) != 0)
        rule++;
    return rule->id ? rule : NULL;
}

const struct rule *rule_find(const char *id)
{
    const struct rule *rule = rule_named(id);

    assert(rule);
    return rule;
}

static bool in(unsigned set, unsigned member)
{
    return !set || (set & member);
}

bool rule_applies(const struct rule *rule, const struct exchange *x)
{
    const bool about_the_answer = x->reply.kind == REPLY_OBJECT || (!rule->at && !rule->expecting);

    return rule->fault && (rule->suites & x->suite) && about_the_answer &&
           in(rule->on, x->request.action) && in(rule->at, x->event.status) &&
           in(rule->expecting, x->expected.outcome);
}

const char *rule_not_applicable(const struct rule *rule, const struct resource_type *type)
{
    static const char *const without[ACTION_COUNT] = {
        "the type has no create handler", "the type has no read handler",
        "the type has no update handler", "the type has no delete handler",
        "the type has no list handler",
    };

    if (rule->on && !(rule->on & type->handlers))
        for (size_t i = 0; i < ACTION_COUNT; i++)
            if (rule->on & action_at(i))
                return without[i];
    return rule->not_for ? rule->not_for(type) : NULL;
}

enum level rule_level(const struct rule *rule, enum suite suite)
{
    return rule->lax & suite ? SHOULD : rule->level;
}

const char *level_name(enum level level)
{
    return level == MUST ? "MUST" : "SHOULD";
}
