/* Which faults there are, what they need of a type, and where the provider lets them act. */
#include <assert.h>
#include <string.h>

#include "builtin_private.h"

/* Every table of rows, in the order in which faults are told. */
static const struct fault *const tables[] = {
    event_faults,  model_faults,       read_faults,   read_value_faults,   read_turn_faults,
    list_faults,   list_model_faults,  create_faults, create_value_faults, create_turn_faults,
    update_faults, update_turn_faults, merge_faults,  delete_faults,
};

const struct fault *fault_next(const struct fault *previous)
{
    const size_t count = sizeof(tables) / sizeof(tables[0]);

    if (!previous)
        return tables[0];
    if (previous[1].name)
        return previous + 1;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct fault *last = tables[i];

        while (last[1].name)
            last++;
        if (last == previous)
            return tables[i + 1];
    }
    return NULL;
}

const struct fault *fault_find(const char *name)
{
    fault_each (fault)
        if (strcmp(fault->name, name) == 0)
            return fault;
    return NULL;
}

/* Whether the property may have one of the values. */
static bool may_have(struct arena *arena, const struct resource_type *type, const json *property,
                     const json *values)
{
    json_each (value, values) {
        json *model = json_object(arena);

        json_set(model, json_key(property), value);
        if (schema_valid(type->returned, model, SCHEMA_SHAPE))
            return true;
    }
    return false;
}

static const json *parse(struct arena *arena, const char *text)
{
    struct error error;
    const json *value = json_parse(arena, text, strlen(text), &error);

    assert(value);
    return value;
}

const char *fault_impossible(const struct fault *fault, const struct resource_type *type)
{
    const char *reason = "no property of the type could show it";

    if ((fault->needs | fault->on) & ~type->handlers)
        return "the type has not all handlers that it needs";
    if (fault->lacks && fault->lacks(type))
        return fault->lacks(type);
    if (!fault->property && !fault->takes)
        return NULL;
    struct arena *arena = arena_new();
    const json *values = fault->takes ? parse(arena, fault->takes) : NULL;
    json_each (property, json_get(type->document, "properties"))
        if ((fault->property ? fault->property : fault_changeable)(type, property) &&
            (!values || may_have(arena, type, property, values)))
            reason = NULL;
    arena_free(arena);
    return reason;
}

/* --- Where they act --- */

static bool is_about(const struct fault *fault, const struct invocation *call)
{
    return !fault->on || fault->on & call->action;
}

json *faults_instead(struct invocation *call)
{
    json *event = NULL;

    for (const struct fault *const *f = call->builtin->faults; *f && !event; f++) {
        if (!is_about(*f, call))
            continue;
        if ((*f)->refuses && (*f)->when(call))
            event = event_failed(call, (*f)->refuses, (*f)->message);
        else if ((*f)->instead)
            event = (*f)->instead(call);
    }
    return event;
}

bool faults_hide(const struct invocation *call, const struct resource *resource)
{
    for (const struct fault *const *f = call->builtin->faults; *f; f++)
        if ((*f)->hides && is_about(*f, call) && (!(*f)->when || (*f)->when(call)) &&
            (*f)->hides(call, resource))
            return true;
    return false;
}

const json *fault_map(struct arena *arena, const char *text, int (*map)(int byte))
{
    char *copy = arena_copy(arena, text, strlen(text));

    for (char *c = copy; *c; c++)
        *c = (char)map((unsigned char)*c);
    return json_new_string(arena, copy);
}

/* What the fault makes of a property; NULL: it goes. */
static const json *turned(const struct invocation *call, const struct fault *fault,
                          const json *property)
{
    if (fault->byte && json_string(property))
        return fault_map(call->arena, json_string(property), fault->byte);
    if (fault->number && json_type(property) == JSON_NUMBER)
        return json_new_number(call->arena, fault->number(json_number(property, 0)));
    return fault->turn ? fault->turn(call, property) : property;
}

static void turn_each(const struct invocation *call, const struct fault *fault, json *model)
{
    const json *before = json_copy(call->arena, model);

    json_each (property, before) {
        const bool plain = fault_changeable(call->type, property);
        const json *other = plain ? turned(call, fault, property) : property;

        if (!other)
            json_remove(model, json_key(property));
        else if (other != property)
            json_set(model, json_key(property), other);
    }
}

/* The state as the fault makes it: see struct fault. */
static json *updated(const struct invocation *call, const struct fault *fault, const json *model,
                     const json *stored)
{
    json *made = json_copy(call->arena, model);

    if (fault->update)
        fault->update(call, made, stored);
    if (fault->stored)
        turn_each(call, fault, made);
    json_each (old, stored) {
        json *now = fault->mix ? json_edit(made, json_key(old)) : NULL;
        const json *mixed = now ? fault->mix(call, now, old) : NULL;

        if (mixed != now)
            json_replace(made, now, mixed);
    }
    return made;
}

const json *faults_update(const struct invocation *call, json *model, const json *stored)
{
    const json *honest = json_copy(call->arena, model), *claimed = NULL;

    for (const struct fault *const *f = call->builtin->faults; *f; f++) {
        const json *made = updated(call, *f, model, stored);

        if (json_equal(made, model) ||
            (!model_is_shapely(call, made) && model_is_shapely(call, model)))
            continue; /* a model of another shape would be another fault */
        become(model, made);
        claimed = (*f)->silent ? honest : claimed;
    }
    return claimed;
}

void faults_remove(const struct invocation *call)
{
    for (const struct fault *const *f = call->builtin->faults; *f; f++)
        for (struct resource *r = call->builtin->first, *next; r && (*f)->removes; r = next) {
            next = r->next;
            if (!r->ghost && (*f)->removes(call, r))
                store_drop(call->builtin, r);
        }
}

/* Whether it shows in the answer to the call. */
static bool shows(const struct fault *fault, const struct invocation *call)
{
    struct event honest;

    event_read(&honest, call->honest);
    return is_about(fault, call) && (!fault->at || fault->at & honest.status) &&
           (!fault->code || fault->code & honest.error_code) && (!fault->when || fault->when(call));
}

static void tamper_model(const struct invocation *call, const struct fault *fault, json *model)
{
    if (json_type(model) == JSON_OBJECT && !fault->stored)
        turn_each(call, fault, model);
    if (json_type(model) == JSON_OBJECT && fault->model)
        fault->model(call, model);
}

void faults_tamper(struct invocation *call, json *event)
{
    const struct random random = call->builtin->random;

    call->honest = json_copy(call->arena, event);
    for (const struct fault *const *f = call->builtin->faults; *f; f++) {
        if (!shows(*f, call))
            continue;
        if ((*f)->member && (*f)->value)
            json_set(event, (*f)->member, parse(call->arena, (*f)->value));
        else if ((*f)->member)
            json_remove(event, (*f)->member);
        tamper_model(call, *f, json_edit(event, "resourceModel"));
        for (json *model = json_edit_first(json_edit(event, "resourceModels")); model;
             model = json_edit_next(model))
            tamper_model(call, *f, model);
        if ((*f)->tamper)
            (*f)->tamper(call, event);
        if ((*f)->act)
            (*f)->act(call);
    }
    call->builtin->random = random; /* no fault changes what is made next */
}

/* READ and LIST may take half as long as the others. */
static int64_t too_long_ms(const struct invocation *call)
{
    const double seconds = call->builtin->options.slow_seconds;
    const bool quick = call->action & (READ | LIST);

    if (seconds > 0)
        return (int64_t)(seconds * (quick ? 1000 : 2000));
    return quick ? 241000 : 481000;
}

void faults_spoil(const struct invocation *call, struct builtin_answer *answer)
{
    for (const struct fault *const *f = call->builtin->faults; *f; f++) {
        if (!shows(*f, call))
            continue;
        if ((*f)->spoil)
            (*f)->spoil(answer, call->arena);
        if ((*f)->slow)
            answer->delay_ms = too_long_ms(call);
    }
}
