/* What an answer says that it did not say when it was recorded. */
#include "replay_private.h"

#include <string.h>

#include "cfnc/base/text.h"

enum { SHORTEST_NAME = 4 /* of what is looked for in messages */ };

struct comparing {
    struct arena *arena;
    const struct subject *subject;
    const struct sent *sent;
    struct answer_change **end;
};

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void add(struct comparing *c, const char *what, const char *then, const char *now)
{
    if (!what || same_text(then, now))
        return;
    *c->end = arena_alloc(c->arena, sizeof(**c->end));
    **c->end = (struct answer_change){ .what = what, .then = then, .now = now };
    c->end = &(*c->end)->next;
}

/* What the protocol calls the member of an answer that holds such a thing; NULL: none does. */
static const char *name_of(const struct comparing *c, enum place_kind kind)
{
    const struct model_place *place = model_place_of(c->subject->protocol->answer_places, kind);

    return place ? place->key : NULL;
}

static const char *printed(struct arena *arena, const char *text)
{
    return text ? json_print(arena, json_new_string(arena, text)) : NULL;
}

/* --- Messages name the resource, which may have another name now --- */

static const char *named_anew(const struct comparing *c, const struct property_set *set,
                              const struct made_again *made, const char *text)
{
    for (size_t i = 0; text && i < set->count; i++) {
        const char *then = json_string(path_get(made->was, &set->paths[i]));
        const char *now = json_string(path_get(made->is, &set->paths[i]));

        if (then && now && strlen(then) >= SHORTEST_NAME && strcmp(then, now) != 0)
            text = text_replace(c->arena, text, then, now);
    }
    return text;
}

static const char *message(const struct comparing *c, const char *text)
{
    for (const struct made_again *made = c->sent->made; made; made = made->next) {
        for (const struct named_set *s = c->subject->sets; s && s->name; s++)
            text = named_anew(c, s->set, made, text);
    }
    return text;
}

/* --- The words --- */

static const char *status_of(const struct call *call)
{
    return call->event.status == NO_STATUS ? NULL : status_name(call->event.status);
}

static const char *number_of(struct arena *arena, const json *value)
{
    return json_type(value) == JSON_NUMBER ? json_print(arena, value) : NULL;
}

static const char *presence(const json *value)
{
    return json_is_null(value) ? NULL : "present";
}

static const char *models(struct arena *arena, const json *value)
{
    if (json_type(value) != JSON_ARRAY)
        return json_is_null(value) ? NULL : json_type_name(value);
    return arena_printf(arena, "%zu models", json_length(value));
}

static const char *http_status(struct arena *arena, const struct call *call)
{
    return arena_printf(arena, "%d", call->reply.http_status);
}

static void compare_words(struct comparing *c, const struct call *then, const struct call *now)
{
    const struct event *was = &then->event, *is = &now->event;
    struct arena *arena = c->arena;

    add(c, "answer", reply_kind_name(then->reply.kind), reply_kind_name(now->reply.kind));
    if (then->reply.http_status && now->reply.http_status)
        add(c, "HTTP status", http_status(arena, then), http_status(arena, now));
    add(c, "status", status_of(then), status_of(now));
    add(c, "errorCode", printed(arena, then->event.error_text),
        printed(arena, now->event.error_text));
    add(c, "message", printed(arena, message(c, then->event.message)),
        printed(arena, now->event.message));
    add(c, "errorType", printed(arena, then->reply.error_type),
        printed(arena, now->reply.error_type));
    add(c, "errorMessage", printed(arena, then->reply.error_message),
        printed(arena, now->reply.error_message));
    if (then->reply.kind != REPLY_OBJECT && now->reply.kind == then->reply.kind)
        add(c, "body", printed(arena, then->reply.body), printed(arena, now->reply.body));
    if (!then->reply.value || !now->reply.value)
        return;
    add(c, "callbackDelaySeconds", number_of(arena, was->delay), number_of(arena, is->delay));
    add(c, name_of(c, PLACE_CONTEXT), presence(was->context), presence(is->context));
    add(c, name_of(c, PLACE_MODELS), models(arena, was->models), models(arena, is->models));
    add(c, "nextToken", presence(was->next_token), presence(is->next_token));
}

/* --- The model --- */

static const struct difference **copy_row(struct comparing *c, const struct difference **end,
                                          const struct difference *row)
{
    struct difference *copy = arena_alloc(c->arena, sizeof(*copy));

    *copy = *row;
    copy->next = NULL;
    *end = copy;
    return &copy->next;
}

/* A comparison looks only for what it was asked for: what is new is found the other way round. */
static void add_new(struct comparing *c, const json *then, const json *now,
                    struct comparison *comparison)
{
    const struct comparison other = c->subject->protocol->compare(c->arena, c->subject, now, then);
    const struct difference *rows = NULL, **end = &rows;

    for (const struct difference *d = comparison->differences; d; d = d->next)
        end = copy_row(c, end, d);
    for (const struct difference *d = other.differences; d; d = d->next) {
        const struct difference added = { .kind = DIFFERENCE_UNEXPECTED,
                                          .path = d->path,
                                          .returned = d->requested };

        if (d->kind == DIFFERENCE_MISSING)
            end = copy_row(c, end, &added);
    }
    comparison->differences = rows;
}

static void compare_both(struct comparing *c, const struct call *then, const struct call *now,
                         struct comparison *comparison)
{
    const json *was = then->event.model, *is = now->event.model;

    if (json_type(was) != JSON_OBJECT || json_type(is) != JSON_OBJECT) {
        add(c, name_of(c, PLACE_MODEL), was ? json_type_name(was) : NULL,
            is ? json_type_name(is) : NULL);
        return;
    }
    *comparison = c->subject->protocol->compare(c->arena, c->subject, was, is);
    add_new(c, was, is, comparison);
}

struct changes replay_compare(struct arena *arena, const struct subject *subject,
                              const struct call *then, const struct sent *sent)
{
    struct changes changes = { .words = NULL };
    struct comparing c = { arena, subject, sent, &changes.words };

    compare_words(&c, then, sent->call);
    compare_both(&c, then, sent->call, &changes.model);
    return changes;
}
