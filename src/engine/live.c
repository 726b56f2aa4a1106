/*
 * What exists because of a trial. A resource counts from the moment its CREATE
 * is sent, under the newest model that the handler returned, until a DELETE of
 * it succeeds or finds nothing.
 */
#include "cfnc/engine/live.h"

#include "cfnc/base/stop.h"

static struct live *live_new(struct trial *t, const json *model)
{
    struct live *live = arena_alloc(t->arena, sizeof(*live));

    *live = (struct live){ .next = t->live, .model = model, .made_by = t->outcome };
    t->live = live;
    stop_owns(+1);
    return live;
}

/* Events mostly repeat the model, and there may be thousands of them. */
void live_renew(struct trial *t, struct live *live, const json *model)
{
    const bool news = !live->known || !json_equal(live->model, model);

    if (!json_equal(live->model, model))
        live->model = json_copy(t->arena, model);
    live->known = true;
    if (news)
        live_note_model(t, live);
}

static struct live *find_live(const struct trial *t, const json *model)
{
    struct live *live = t->live;

    while (live && !resource_type_same(t->run->type, live->model, model))
        live = live->next;
    return live;
}

void live_remove(struct trial *t, const struct live *gone)
{
    struct live **at = &t->live;

    while (*at && *at != gone)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = gone->next;
    stop_owns(-1);
}

void live_close(struct trial *t, struct live *gone, const char *why)
{
    if (gone->entry)
        ledger_closed(t->run->ledger, gone->entry, why);
    gone->entry = NULL;
    live_remove(t, gone);
}

bool live_is_removed(const struct trial *t, const struct live *live)
{
    const struct live *at = t->live;

    while (at && at != live)
        at = at->next;
    return !at;
}

void live_restore(struct trial *t, struct live *live)
{
    struct error ignored;

    live->next = t->live;
    t->live = live;
    stop_owns(+1);
    live->entry = NULL;
    if (live_enter(t, live, &ignored))
        live_note_model(t, live);
}

void live_adopt(struct trial *t, struct ledger_entry *entry, bool vouched)
{
    struct live *live = live_new(t, entry->model ? entry->model : entry->desired);

    live->desired = entry->desired;
    live->entry = entry;
    live->known = entry->model != NULL;
    live->answered = entry->answered;
    live->unique = entry->unique || vouched;
    live->kept = live->late = true;
}

/* What turned out to be there without a create of ours that it came from. */
static struct live *live_discover(struct trial *t, const json *model)
{
    struct live *live = live_new(t, model);
    struct error ignored; /* it is kept in mind by the ledger, and ends the run */

    live->known = true;
    if (live_enter(t, live, &ignored))
        live_note_model(t, live);
    return live;
}

void live_note(struct trial *t, const json *model)
{
    live_discover(t, model);
}

bool live_before(struct trial *t, const struct request *request)
{
    struct error error;

    if (request->action != CREATE)
        return true;
    struct live *live = live_new(t, request->desired);
    live->desired = request->desired;
    live->before = t->memory ? t->memory->earlier : NULL;
    live->before_for = t->memory ? t->memory->earlier_for : NULL;
    if (live_enter(t, live, &error))
        return true;
    live_remove(t, live);
    trial_error(t, error.text);
    return false;
}

/*
 * A second create that should have been refused, and gave the fixture's resource
 * again: deleting it here would take it away from the tests that follow, so the
 * fixture deletes it, as often as it was made.
 */
static bool hand_over(struct trial *t, struct live *live, const json *model)
{
    if (!t->fixture || t->deleted || !model || !resource_type_same(t->run->type, t->created, model))
        return false;
    struct live *there = live_new(t->fixture, json_copy(t->fixture->arena, model));
    there->known = there->answered = true;
    there->entry = live->entry;
    live_note_model(t->fixture, there);
    live_remove(t, live);
    return true;
}

/* It took a callback to see that the fixture's resource is there: it made nothing. */
static bool refused_late(const struct trial *t, const struct live *live, const struct exchange *x)
{
    return live && x->callbacks && x->event.status == FAILED &&
           x->event.error_code == ALREADY_EXISTS && t->fixture && !t->deleted &&
           resource_type_same(t->run->type, t->created, live->model);
}

/* The same create once more, and it made nothing: what it names is somebody's already. */
static bool known_already(const struct exchange *x)
{
    return x->expected.resource && x->event.model &&
           resource_type_same(x->type, x->expected.resource, x->event.model);
}

/* The newest create's event: it may name what is being made, or say that nothing was made. */
static void after_create(struct trial *t, const struct exchange *x, const struct call *call)
{
    struct live *live = t->live;
    const bool refused = !x->callbacks && x->event.status == FAILED;

    if (known_already(x)) {
        if (live && !x->callbacks)
            live_close(t, live, "it is another's");
        return;
    }
    if (refused_late(t, live, x)) {
        live_close(t, live, "it is another's");
        return;
    }
    if (!live) /* its first answer was that nothing was made, and still it goes on */
        live = live_discover(t, json_copy(t->arena, x->request.desired));
    live->last_call = call;
    live->late = x->reply.sent && x->event.status == NO_STATUS &&
                 (!x->reply.problem || x->reply.kind == REPLY_TIMED_OUT);
    live->answered = live->answered || x->event.status & (SUCCESS | IN_PROGRESS);
    if (refused) {
        live_close(t, live, "refused");
    } else if (!x->callbacks && !x->reply.sent) {
        live_close(t, live, "not sent");
    } else if (x->event.status != IN_PROGRESS && hand_over(t, live, x->event.model)) {
        return;
    } else if (x->event.model && !resource_type_lacks(x->type, x->event.model)) {
        live_renew(t, live, x->event.model);
    } else {
        live->known = live->known || x->event.status == SUCCESS;
        live_note_model(t, live);
    }
}

static void after_update(struct trial *t, const struct exchange *x, const struct call *call)
{
    const json *model = x->event.model;
    struct live *live;

    if (!(x->event.status & (SUCCESS | IN_PROGRESS)) || !model ||
        resource_type_lacks(x->type, model))
        return;
    live = find_live(t, model);
    if (!live && x->expected.outcome == NOT_FOUND)
        live = live_discover(t, json_copy(t->arena, model)); /* the update made it */
    if (!live)
        return;
    live_renew(t, live, model);
    live->last_call = call;
}

static void after_delete(struct trial *t, const struct exchange *x, const struct call *call)
{
    const json *sent = x->request.desired;
    const bool named = !resource_type_lacks(x->type, sent) || !x->expected.resource;
    struct live *live = find_live(t, named ? sent : x->expected.resource);

    if (!live)
        return;
    live->last_call = call;
    if (x->event.status == SUCCESS || x->event.error_code == NOT_FOUND) {
        memory_note_gone(t, live->model);
        live_close(t, live, x->event.status == SUCCESS ? "deleted" : "not found");
    }
}

void live_after(struct trial *t, const struct exchange *x, const struct call *call)
{
    if (x->request.action == CREATE)
        after_create(t, x, call);
    else if (x->request.action == UPDATE)
        after_update(t, x, call);
    else if (x->request.action == DELETE)
        after_delete(t, x, call);
}

void live_need_not_be(struct trial *t)
{
    if (t->live && !t->live->known)
        t->live->invalid = true;
}
