/* What the run made and deleted, and what must be left of it at the end: nothing. */
#include "steps_private.h"

#include "cfnc/base/text.h"
#include "cfnc/engine/tracked.h"

void note_gone(struct trial *t, const json *model)
{
    struct memory *memory = memory_of(t);

    if (!memory || resource_type_lacks(type_in(t), model))
        return;
    const json *identifier = identifier_of(t, model);
    if (!memory->gone)
        memory->gone = json_array(memory->arena);
    if (!json_holds(memory->gone, identifier))
        json_append(memory->gone, identifier);
}

const json *last_gone(const struct trial *t)
{
    const json *gone = memory_of(t) ? memory_of(t)->gone : NULL;

    return gone && json_length(gone) ? json_at(gone, json_length(gone) - 1) : NULL;
}

/* It is there again, or still: it is deleted once more when the trial ends. */
static void find_alive(struct trial *t, const json *identifier, const char *how)
{
    const struct verdict_on verdict = {
        .fault = arena_printf(t->arena, "%s was deleted, and %s at the end of the run",
                              resource_type_identify(t->arena, type_in(t), identifier), how),
    };

    tracked_discover(t, identifier);
    (void)judge_as(t, rule_find(t->run->subject->protocol, "leak.none"), last_call(t), &verdict);
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

    return try_step(t, (struct request){ .action = READ, .desired = identifier },
                    (struct expected){ .outcome = 0 }, &x) &&
           x.event.status == SUCCESS;
}

void expect_nothing_left(struct trial *t)
{
    const json *gone = memory_of(t) ? memory_of(t)->gone : NULL;
    const bool lists = has_handler(t, LIST);
    const struct listed *listing = lists && gone ? listing_of(t, last_gone(t)) : NULL;

    if (!gone)
        trial_skip(t, "nothing was made and deleted");
    judge(t, "leak.none", NULL, NULL);
    json_each (identifier, gone) {
        if (t->stopped || is_left_over(t, identifier))
            continue;
        if (listing ? listing_has(t, listing, identifier) : !lists && still_read(t, identifier))
            find_alive(t, identifier, lists ? "is listed" : "can be read");
    }
    if (gone && lists && has_handler(t, READ) && !is_left_over(t, last_gone(t)))
        step(t, (struct request){ .action = READ, .desired = last_gone(t) },
             (struct expected){ .outcome = NOT_FOUND });
}
