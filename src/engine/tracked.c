/* Tracked resources: when one begins to be tracked, under which model, and when it is gone. */
#include "engine_private.h"

#include "cfnc/base/stop.h"

const struct lifecycle *life_of(const struct trial *t)
{
    return t->run->subject->protocol->life;
}

static bool is_named(const struct trial *t, const json *model)
{
    return life_of(t)->is_named(t->run->subject, model);
}

/* The one among them that the model names, or NULL. */
static struct tracked *find(const struct trial *t, struct tracked *among, const json *model)
{
    while (among && !life_of(t)->same(t->run->subject, among->model, model))
        among = among->next;
    return among;
}

static void track(struct trial *t, struct tracked *made)
{
    made->next = t->tracked;
    t->tracked = made;
    stop_owns(+1);
}

static struct tracked *tracked_new(struct trial *t, const json *model)
{
    struct tracked *made = arena_alloc(t->arena, sizeof(*made));

    *made = (struct tracked){ .model = model, .made_by = t->outcome };
    track(t, made);
    return made;
}

/* Events mostly repeat the model, and there may be thousands of them. */
static void renew(struct trial *t, struct tracked *made, const json *model)
{
    const bool news = !made->known || !json_equal(made->model, model);

    if (!json_equal(made->model, model))
        made->model = json_copy(t->arena, model);
    made->known = true;
    if (news)
        tracked_note_model(t, made);
}

void tracked_remove(struct trial *t, const struct tracked *gone)
{
    struct tracked **at = &t->tracked;

    while (*at && *at != gone)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = gone->next;
    stop_owns(-1);
}

void tracked_close(struct trial *t, struct tracked *gone, const char *why)
{
    if (gone->entry)
        ledger_closed(t->run->ledger, gone->entry, why);
    gone->entry = NULL;
    tracked_remove(t, gone);
}

bool tracked_is_removed(const struct trial *t, const struct tracked *made)
{
    const struct tracked *at = t->tracked;

    while (at && at != made)
        at = at->next;
    return !at;
}

void tracked_restore(struct trial *t, struct tracked *made)
{
    struct error ignored;

    track(t, made);
    made->entry = NULL;
    if (tracked_enter(t, made, &ignored))
        tracked_note_model(t, made);
}

void tracked_adopt(struct trial *t, struct ledger_entry *entry, bool vouched)
{
    struct tracked *made = tracked_new(t, entry->model ? entry->model : entry->desired);

    made->desired = entry->desired;
    made->entry = entry;
    made->known = entry->model != NULL;
    made->answered = entry->answered;
    made->unique = entry->unique || vouched;
    made->kept = made->late = true;
}

struct tracked *tracked_discover(struct trial *t, const json *model)
{
    struct tracked *made = tracked_new(t, model);
    struct error ignored; /* it is kept in mind by the ledger, and ends the run */

    made->known = true;
    if (tracked_enter(t, made, &ignored))
        tracked_note_model(t, made);
    return made;
}

bool tracked_before(struct trial *t, const struct request *request)
{
    struct error error;

    if (!life_of(t) || !(request->action & life_of(t)->makes))
        return true;
    struct tracked *made = tracked_new(t, request->desired);
    made->desired = request->desired;
    life_of(t)->begins(t, made);
    if (tracked_enter(t, made, &error))
        return true;
    tracked_remove(t, made);
    trial_error(t, error.text);
    return false;
}

static bool is_shared(const struct trial *t, const json *model)
{
    const json *shared = t->fixture ? life_of(t)->shared(t) : NULL;

    return shared && life_of(t)->same(t->run->subject, shared, model);
}

/*
 * A second create that should have been refused, and gave the fixture's resource
 * again: deleting it here would take it away from the tests that follow, so the
 * fixture deletes it, as often as it was made.
 */
static bool hand_over(struct trial *t, struct tracked *made, const json *model)
{
    if (!model || !is_shared(t, model))
        return false;
    struct tracked *there = tracked_new(t->fixture, json_copy(t->fixture->arena, model));
    there->known = there->answered = true;
    there->entry = made->entry;
    tracked_note_model(t->fixture, there);
    tracked_remove(t, made);
    return true;
}

/* It took a callback to see that the fixture's resource is there: it made nothing. */
static bool refused_late(const struct trial *t, const struct tracked *made,
                         const struct exchange *x)
{
    return made && x->callbacks && x->event.status == FAILED &&
           x->event.error_code & life_of(t)->taken && is_shared(t, made->model);
}

/* The same create once more, and it made nothing: what it names is somebody's already. */
static bool known_already(const struct trial *t, const struct exchange *x)
{
    return x->expected.resource && x->event.model &&
           life_of(t)->same(x->subject, x->expected.resource, x->event.model);
}

/* The newest create's event: it may name what is being made, or say that nothing was made. */
static void after_create(struct trial *t, const struct exchange *x, const struct call *call)
{
    struct tracked *made = t->tracked;
    const bool refused = !x->callbacks && x->event.status == FAILED;

    if (known_already(t, x)) {
        if (made && !x->callbacks)
            tracked_close(t, made, "it is another's");
        return;
    }
    if (refused_late(t, made, x)) {
        tracked_close(t, made, "it is another's");
        return;
    }
    if (!made) /* its first answer was that nothing was made, and still it goes on */
        made = tracked_discover(t, json_copy(t->arena, x->request.desired));
    made->last_call = call;
    made->late = x->reply.sent && x->event.status == NO_STATUS &&
                 (!x->reply.problem || x->reply.kind == REPLY_TIMED_OUT);
    made->answered = made->answered || x->event.status & (SUCCESS | IN_PROGRESS);
    if (refused) {
        tracked_close(t, made, "refused");
    } else if (!x->callbacks && !x->reply.sent) {
        tracked_close(t, made, "not sent");
    } else if (x->event.status != IN_PROGRESS && hand_over(t, made, x->event.model)) {
        return;
    } else if (x->event.model && is_named(t, x->event.model)) {
        renew(t, made, x->event.model);
    } else {
        made->known = made->known || x->event.status == SUCCESS;
        tracked_note_model(t, made);
    }
}

static void after_update(struct trial *t, const struct exchange *x, const struct call *call)
{
    const json *model = x->event.model;
    struct tracked *made;

    if (!(x->event.status & (SUCCESS | IN_PROGRESS)) || !model || !is_named(t, model))
        return;
    made = find(t, t->tracked, model);
    if (!made && x->expected.outcome & life_of(t)->absent)
        made = tracked_discover(t, json_copy(t->arena, model)); /* the update made it */
    if (!made)
        return;
    renew(t, made, model);
    made->last_call = call;
}

static void after_delete(struct trial *t, const struct exchange *x, const struct call *call)
{
    const json *sent = x->request.desired;
    const bool named = is_named(t, sent) || !x->expected.resource;
    struct tracked *made = find(t, t->tracked, named ? sent : x->expected.resource);

    if (!made)
        return;
    made->last_call = call;
    if (x->event.status == SUCCESS || x->event.error_code & life_of(t)->absent) {
        life_of(t)->ends(t, made->model);
        tracked_close(t, made, x->event.status == SUCCESS ? "deleted" : "not found");
    }
}

void tracked_after(struct trial *t, const struct exchange *x, const struct call *call)
{
    const struct lifecycle *life = life_of(t);

    if (!life)
        return;
    if (x->request.action & life->makes)
        after_create(t, x, call);
    else if (x->request.action & life->updates)
        after_update(t, x, call);
    else if (x->request.action & life->removes)
        after_delete(t, x, call);
}

bool tracked_is_of_another(const struct trial *t, const struct tracked *made, const json *model)
{
    const struct trial *const trials[] = { t, t->fixture };

    for (size_t i = 0; i < 2; i++)
        for (const struct tracked *m = trials[i] ? trials[i]->tracked : NULL; m; m = m->next)
            if (m != made && m->known && life_of(t)->same(t->run->subject, m->model, model))
                return true;
    return tracked_is_in_ledger(t, model);
}
