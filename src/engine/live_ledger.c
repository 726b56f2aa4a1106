/* What the ledger is told of resources: what a delete needs, and no secret. */
#include "cfnc/engine/live.h"

#include <string.h>

enum {
    MODEL_KEPT = 64 * 1024, /* bytes of a model; of a larger one what identifies it */
    RENEWALS = 50           /* of one entry; then only other identifiers are noted */
};

/* So that what is hidden here is not counted by the reports. */
static const char *bullets(void *context, const char *secret, size_t length)
{
    (void)context;
    (void)secret;
    (void)length;
    return "•••";
}

static void put_names(struct arena *arena, const struct property_set *set, const json *from,
                      json *to)
{
    const json *names = model_only(arena, from, set);

    for (size_t i = 0; i < set->count; i++) {
        const json *value = path_get(names, &set->paths[i]);

        if (value)
            (void)path_set(to, &set->paths[i], value);
    }
}

/* What identifies the resource, as it is: nothing else could delete it. */
static json *with_names(const struct run *run, struct arena *arena, const json *model, json *kept)
{
    const struct resource_type *type = run->type;

    put_names(arena, &type->identifier, model, kept);
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        put_names(arena, &type->additional_identifiers[i], model, kept);
    return kept;
}

/* A line holds the model a little deeper than it was, and must be readable. */
static bool fits(struct arena *arena, const json *model)
{
    json *line = json_object(arena);
    struct error ignored;

    json_set(line, "model", model);
    const char *text = json_print(arena, line);
    return strlen(text) <= MODEL_KEPT && json_parse(arena, text, strlen(text), &ignored) &&
           json_type(json_get(line, "model")) == JSON_OBJECT;
}

/* *whole: nothing was left out for its size. */
static const json *without_secrets(const struct run *run, struct arena *arena, const json *model,
                                   bool *whole)
{
    redactor_show(run->redactor, bullets, NULL);
    json *kept =
        redact_value(run->redactor, arena, model_without(arena, model, &run->type->secret));
    redactor_show(run->redactor, NULL, NULL);
    kept = with_names(run, arena, model, kept);
    *whole = fits(arena, kept);
    return *whole ? kept : with_names(run, arena, model, json_object(arena));
}

bool live_enter(struct trial *t, struct live *live, struct error *error)
{
    const struct run *run = t->run;

    if (!run->ledger)
        return true;
    struct arena *scratch = arena_new();
    bool whole;
    const json *desired = without_secrets(run, scratch, live->model, &whole);
    const struct ledger_origin origin = {
        .run = run->id,
        .type_name = run->type->name,
        .account_id = run->target->account_id,
        .region = run->target->region,
        .endpoint = run->target->endpoint,
        .function_name = run->target->function_name,
    };
    const struct ledger_entry what = {
        .test = t->outcome->name,
        .set = t->outcome->set ? t->outcome->set->id : NULL,
        .desired = desired,
        .unique = whole && live_is_unique(run, live->model),
    };
    live->entry = ledger_add(run->ledger, &origin, &what, error);
    arena_free(scratch);
    return live->entry;
}

void live_note_model(struct trial *t, struct live *live)
{
    const struct run *run = t->run;

    if (!live->entry)
        return;
    struct arena *scratch = arena_new();
    bool whole;
    const bool named = live->known && !resource_type_lacks(run->type, live->model);
    const bool renamed = named && !(live->entry->model &&
                                    resource_type_same(run->type, live->entry->model, live->model));

    const json *identifier = model_only(scratch, live->model, &run->type->identifier);

    if (renamed || (named && live->renewals++ < RENEWALS))
        ledger_known(run->ledger, live->entry, without_secrets(run, scratch, live->model, &whole),
                     identifier, renamed);
    else if (live->answered)
        ledger_answered(run->ledger, live->entry);
    arena_free(scratch);
}

bool live_is_in_ledger(const struct trial *t, const json *model)
{
    const struct ledger_entry *e = t->run->ledger ? ledger_content(t->run->ledger)->entries : NULL;

    while (e && !(e->model && strcmp(e->type_name, t->run->type->name) == 0 &&
                  strcmp(e->account_id, t->run->target->account_id) == 0 &&
                  strcmp(e->region, t->run->target->region) == 0 &&
                  resource_type_same(t->run->type, e->model, model)))
        e = e->next;
    return e;
}
