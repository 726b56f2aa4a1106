/* What the ledger is told of resources: what a delete needs, and no secret. */
#include "engine_private.h"

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
    const struct lifecycle *life = run->subject->protocol->life;
    const struct redact_style style = { .text = bullets };
    json *kept = redact_value(redactor_styled(arena, run->redactor, &style), arena,
                              model_without(arena, model, run->subject->secret));

    /* what identifies the resource stands as it is: nothing else could delete it */
    kept = life->keep_names(arena, run->subject, model, kept);
    *whole = fits(arena, kept);
    return *whole ? kept : life->keep_names(arena, run->subject, model, json_object(arena));
}

bool tracked_enter(struct trial *t, struct tracked *made, struct error *error)
{
    const struct run *run = t->run;

    if (!run->ledger)
        return true;
    struct arena *scratch = arena_new();
    bool whole;
    const json *desired = without_secrets(run, scratch, made->model, &whole);
    const struct ledger_entry what = {
        .run = run->id,
        .type_name = run->subject->name,
        .account_id = run->target->account_id,
        .region = run->target->region,
        .endpoint = run->target->endpoint,
        .function_name = run->target->function_name,
        .test = t->outcome->name,
        .set = t->outcome->set ? t->outcome->set->id : NULL,
        .desired = desired,
        .unique = whole && run->subject->protocol->life->is_unique(run, made->model),
    };
    made->entry = ledger_add(run->ledger, &what, error);
    arena_free(scratch);
    return made->entry;
}

void tracked_note_model(struct trial *t, struct tracked *made)
{
    const struct run *run = t->run;
    const struct lifecycle *life = run->subject->protocol->life;

    if (!made->entry)
        return;
    struct arena *scratch = arena_new();
    bool whole;
    const bool named = made->known && life->is_named(run->subject, made->model);
    const bool renamed =
        named && !(made->entry->model && life->same(run->subject, made->entry->model, made->model));

    const json *identifier = life->identifier(scratch, run->subject, made->model);

    if (renamed || (named && made->renewals++ < RENEWALS))
        ledger_known(run->ledger, made->entry, without_secrets(run, scratch, made->model, &whole),
                     identifier, renamed);
    else if (made->answered)
        ledger_answered(run->ledger, made->entry);
    arena_free(scratch);
}

bool tracked_is_in_ledger(const struct trial *t, const json *model)
{
    const struct ledger_entry *e = t->run->ledger ? ledger_content(t->run->ledger)->entries : NULL;

    while (e && !(e->model && strcmp(e->type_name, t->run->subject->name) == 0 &&
                  strcmp(e->account_id, t->run->target->account_id) == 0 &&
                  strcmp(e->region, t->run->target->region) == 0 &&
                  t->run->subject->protocol->life->same(t->run->subject, e->model, model)))
        e = e->next;
    return e;
}
