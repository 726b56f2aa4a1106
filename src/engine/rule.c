/* What is asked of the tables of a protocol: its rules, handlers, codes and suites. */
#include <assert.h>
#include <string.h>

#include "cfnc/engine/protocol.h"

/* --- Suites, statuses, codes --- */

static const struct code suites[] = {
    { SUITE_V1, "v1" },
    { SUITE_V2, "v2" },
    { SUITE_FULL, "full" },
    { 0 },
};

static const struct code statuses[] = {
    { SUCCESS, "SUCCESS" }, { FAILED, "FAILED" }, { IN_PROGRESS, "IN_PROGRESS" },
    { PENDING, "PENDING" }, { NO_STATUS, NULL },
};

/* The row of a name; the last row of a table, which has none, stands for every other. */
static const struct code *row_named(const struct code *row, const char *name)
{
    while (row->name && (!name || strcmp(row->name, name) != 0))
        row++;
    return row;
}

const char *code_name(const struct code *codes, unsigned code)
{
    while (codes->name && codes->value != code)
        codes++;
    return codes->name;
}

unsigned code_read(const struct code *codes, const char *name)
{
    const struct code *row = row_named(codes, name);

    return row->name ? row->value : UNDOCUMENTED_CODE;
}

const char *status_name(enum status status)
{
    return code_name(statuses, status);
}

enum status status_read(const char *name)
{
    return (enum status)row_named(statuses, name)->value;
}

enum suite suite_at(size_t index)
{
    return (enum suite)suites[index].value;
}

const char *suite_name(enum suite suite)
{
    return code_name(suites, suite);
}

enum suite suite_read(const char *name)
{
    return (enum suite)row_named(suites, name)->value;
}

/* --- Handlers --- */

const struct handler *handler_at(const struct protocol *protocol, size_t index)
{
    const struct handler *handler = protocol->handlers;

    while (index && handler->name) {
        handler++;
        index--;
    }
    return handler->name ? handler : NULL;
}

const struct handler *handler_of(const struct protocol *protocol, unsigned action)
{
    const struct handler *handler = protocol->handlers;

    while (handler[1].name && !(action & 1u << (handler - protocol->handlers)))
        handler++;
    return handler;
}

unsigned action_named(const struct protocol *protocol, const char *name)
{
    const struct handler *handler;

    for (size_t i = 0; (handler = handler_at(protocol, i)); i++)
        if (strcmp(handler->name, name) == 0)
            return 1u << i;
    return 0;
}

/* --- Subjects --- */

struct secrecy subject_secrecy(const struct subject *subject)
{
    return (struct secrecy){ .secret = subject->secret,
                             .document = subject->document,
                             .schema = subject->schema,
                             .name = subject->name,
                             .words = subject->protocol->words };
}

/* --- Rules --- */

size_t rule_count(const struct protocol *protocol)
{
    size_t count = 0;

    for (const struct rule *const *table = protocol->rules; *table; table++)
        for (const struct rule *rule = *table; rule->id; rule++)
            count++;
    return count;
}

const struct rule *rule_at(const struct protocol *protocol, size_t index)
{
    for (const struct rule *const *table = protocol->rules; *table; table++)
        for (const struct rule *rule = *table; rule->id; rule++)
            if (!index--)
                return rule;
    return NULL;
}

size_t rule_index(const struct protocol *protocol, const struct rule *wanted)
{
    size_t index = 0;

    for (const struct rule *const *table = protocol->rules; *table; table++)
        for (const struct rule *rule = *table; rule->id; rule++, index++)
            if (rule == wanted)
                return index;
    return index;
}

const struct rule *rule_named(const struct protocol *protocol, const char *id)
{
    for (const struct rule *const *table = protocol->rules; *table; table++)
        for (const struct rule *rule = *table; rule->id; rule++)
            if (strcmp(rule->id, id) == 0)
                return rule;
    return NULL;
}

const struct rule *rule_find(const struct protocol *protocol, const char *id)
{
    const struct rule *rule = rule_named(protocol, id);

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

enum level rule_level(const struct rule *rule, enum suite suite)
{
    return rule->lax & suite ? SHOULD : rule->level;
}

const char *level_name(enum level level)
{
    return level == MUST ? "MUST" : "SHOULD";
}
