/* What the run made and deleted, and what must be left of it at the end: nothing. */
#include "cfnc/engine/operation.h"

#include "cfnc/base/text.h"

void memory_note_gone(struct trial *t, const json *model)
{
    struct memory *memory = t->memory;

    if (!memory || resource_type_lacks(t->run->type, model))
        return;
    const json *identifier = model_only(t->arena, model, &t->run->type->identifier);
    if (!memory->arena)
        memory->arena = arena_new();
    if (!memory->gone)
        memory->gone = json_array(memory->arena);
    json_each (known, memory->gone)
        if (json_equal(known, identifier))
            return;
    json_append(memory->gone, identifier);
}

const json *last_gone(const struct trial *t)
{
    const json *gone = t->memory ? t->memory->gone : NULL;

    return gone && json_length(gone) ? json_at(gone, json_length(gone) - 1) : NULL;
}

/* It is there again, or still: it is deleted once more when the trial ends. */
static void find_alive(struct trial *t, const json *identifier, const char *how)
{
    const struct rule *rule = rule_find("leak.none");

    live_note(t, identifier);
    trial_find(t, rule, t->last_call,
               arena_printf(t->arena, "%s was deleted, and %s at the end of the run",
                            resource_type_identify(t->arena, t->run->type, identifier), how),
               NULL, DELETE);
}

/* What could not be deleted was reported when that was tried. */
static bool is_left_over(const struct trial *t, const json *identifier)
{
    for (const struct leftover *l = t->run->leftovers; l; l = l->next)
        if (json_equal(l->identifier, redact_model(t->run->redactor, t->arena, identifier)))
            return true;
    return false;
}

static bool still_read(struct trial *t, const json *identifier)
{
    struct exchange x;

    return trial_try(t, (struct request){ .action = READ, .desired = identifier },
                     (struct expectation){ .requested = NULL }, &x) &&
           x.event.status == SUCCESS;
}

void expect_nothing_left(struct trial *t)
{
    const json *gone = t->memory ? t->memory->gone : NULL;
    const bool lists = t->run->type->handlers & LIST;
    const struct listed *listing = lists && gone ? listing_of(t, last_gone(t)) : NULL;

    if (!gone)
        trial_skip(t, "nothing was made and deleted");
    else if (!t->failed)
        trial_keep(t, rule_find("leak.none"));
    json_each (identifier, gone) {
        if (t->stopped || is_left_over(t, identifier))
            continue;
        if (listing ? listing_has(t, listing, identifier) : !lists && still_read(t, identifier))
            find_alive(t, identifier, lists ? "is listed" : "can be read");
    }
    if (gone && lists && has_handler(t, READ) && !is_left_over(t, last_gone(t)))
        trial_step(t, (struct request){ .action = READ, .desired = last_gone(t) },
                   (struct expectation){ .outcome = NOT_FOUND });
}
