/* Secrets of a recorded request, out of what was drawn again from the inputs or the seed. */
#include "replay_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/redact/stand_in.h"

/* --- What is known --- */

struct noting {
    struct replay *replay;
    const struct property_path *place;
    const json *made;
};

static bool note(void *context, const char *pointer, const json *recorded)
{
    const struct noting *n = context;
    struct replay *r = n->replay;
    const json *made = pointer_get(n->made, pointer);
    struct drawn_value *value;

    /* a recording's own inputs hold stand-ins: what is drawn from them is nothing new */
    if (!made || json_equal(made, recorded) || strstr(json_print(r->arena, made), STAND_IN))
        return true;
    value = arena_alloc(r->arena, sizeof(*value));
    *value = (struct drawn_value){ .next = r->drawn,
                                   .number = ++r->drawn_count,
                                   .place = n->place,
                                   .recorded = recorded,
                                   .made = json_copy(r->arena, made) };
    r->drawn = value;
    return true;
}

/* The text with what was drawn in the place of stand-ins; short ones ("x") mean nothing in a text.
 */
static const char *text_with(struct arena *arena, const char *text, const struct drawn_value *drawn,
                             bool same_only, size_t after)
{
    for (const struct drawn_value *d = drawn; d && d->number > after; d = d->next) {
        const char *stand_in = json_string(d->recorded), *made = json_string(d->made);

        if (stand_in && made && (d->same || !same_only) && redactor_takes(stand_in) &&
            strstr(text, stand_in))
            text = text_replace(arena, text, stand_in, made);
    }
    return text;
}

/* Whether both are the same but for stand-ins of what was drawn after the value `after`. */
static bool is_alike(struct arena *arena, const struct replay *r, const json *recorded,
                     const json *made, size_t after)
{
    const char *then = json_string(recorded), *now = json_string(made);
    size_t index = 0;

    if (then && now)
        return strcmp(text_with(arena, then, r->drawn, false, after), now) == 0;
    if (!(json_type(recorded) & (JSON_ARRAY | JSON_OBJECT)))
        return json_equal(recorded, made);
    if (json_type(recorded) != json_type(made) || json_length(recorded) != json_length(made))
        return false;
    json_each (child, recorded)
        if (!is_alike(arena, r, child,
                      json_key(child) ? json_get(made, json_key(child)) : json_at(made, index++),
                      after))
            return false;
    return true;
}

void replay_drew(void *context, const json *recorded, const json *made)
{
    struct replay *r = context;
    const struct property_set *secret = r->recording->run.subject->secret;
    const size_t before = r->drawn_count;
    struct arena *scratch;

    if (!made)
        return;
    for (size_t i = 0; i < secret->count; i++) {
        struct noting noting = { r, &secret->paths[i], made };

        path_each(r->arena, recorded, noting.place, note, &noting);
    }
    scratch = arena_new(); /* the rest of it says whether the model is drawn as it was */
    const bool same = is_alike(scratch, r, model_without(scratch, recorded, secret),
                               model_without(scratch, made, secret), before);
    arena_free(scratch);
    for (struct drawn_value *d = r->drawn; d && d->number > before; d = d->next)
        d->same = same;
}

/* --- A request that is being filled --- */

struct refilling {
    struct arena *arena;
    const struct replay *replay;
    const struct recorded_call *call;
    const struct replay_values *values;
    const char *where;                        /* what is before pointers in messages */
    const struct property_path *place;        /* of the value that is looked at */
    json *copy;                               /* of the model that is filled */
    struct text again, other, given, missing; /* lists of places */
};

static void add_place(struct text *list, const char *where, const char *pointer)
{
    const char *place =
        text_quote(list->arena, arena_printf(list->arena, "%s%s", where, pointer), 100);

    if (!strstr(list->bytes, place))
        text_addf(list, "%s%s", list->length ? ", " : "", place);
}

/* What is empty, true, false or null stands for itself: see stand_in.h. */
static bool stands_for_another(const json *value)
{
    const char *text = json_string(value);
    const double number = json_number(value, 0);

    if (text)
        return *text;
    if (json_type(value) == JSON_NUMBER)
        return number < 0 || number > 0;
    json_each (child, value)
        if (stands_for_another(child))
            return true;
    return false;
}

/* What was drawn at the same place: the same value then, or else the newest. */
static const struct drawn_value *find_drawn(const struct refilling *f, const json *recorded)
{
    const struct drawn_value *other = NULL;

    for (const struct drawn_value *d = f->replay->drawn; d; d = d->next) {
        if (d->number > f->call->drawn || d->place != f->place)
            continue;
        if (d->same && json_equal(d->recorded, recorded))
            return d;
        other = other ? other : d;
    }
    return other;
}

static const json *given_value(const struct refilling *f, const char *pointer)
{
    for (size_t i = 0; i < f->values->count; i++)
        if (strcmp(f->values->items[i].pointer, pointer) == 0)
            return f->values->items[i].value;
    return NULL;
}

static void put(struct refilling *f, const char *pointer, const json *value)
{
    struct property_path at;

    if (pointer_read(f->arena, pointer, &at))
        path_replace(f->copy, &at, value);
}

static bool fill_place(void *context, const char *pointer, const json *recorded)
{
    struct refilling *f = context;
    const json *given = given_value(f, pointer);

    if (given) {
        put(f, pointer, given);
        add_place(&f->given, f->where, pointer);
        return true;
    }
    if (!stands_for_another(recorded))
        return true;
    const struct drawn_value *drawn = find_drawn(f, recorded);
    if (!drawn) {
        add_place(&f->missing, f->where, pointer);
        return true;
    }
    put(f, pointer, drawn->made);
    add_place(drawn->same && json_equal(drawn->recorded, recorded) ? &f->again : &f->other,
              f->where, pointer);
    return true;
}

static void fill_model(struct refilling *f, json *copy, const json *recorded)
{
    const struct property_set *secret = f->replay->recording->run.subject->secret;

    f->copy = copy;
    for (size_t i = 0; i < secret->count; i++) {
        f->place = &secret->paths[i];
        path_each(f->arena, recorded, f->place, fill_place, f);
    }
}

/* --- Secrets in other texts --- */

/* Whether what was a secret is still not filled in. */
static bool is_masked(const struct refilling *f, const char *text)
{
    const char *shown = redact_text(f->replay->recording->run.redactor, f->arena, text);

    return strstr(text, STAND_IN) || strcmp(shown, text) != 0;
}

/* `is_model`: its keys may hold secrets too, and places of it may be given. */
static void fill_texts(struct refilling *f, json *container, const char *pointer, bool is_model)
{
    size_t index = 0;

    for (json *child = json_edit_first(container); child; child = json_edit_next(child)) {
        const char *key = json_key(child), *text = json_string(child);
        const char *at = key ? pointer_add(f->arena, pointer, key)
                             : pointer_add_index(f->arena, pointer, index++);
        const char *again = text ? text_with(f->arena, text, f->replay->drawn, true, 0) : NULL;

        if (key && is_model && is_masked(f, key))
            add_place(&f->missing, f->where, at);
        if (text && is_model && given_value(f, at))
            continue;
        if (again != text)
            child = json_replace(container, child, json_new_string(f->arena, again));
        else if (text && is_masked(f, text))
            add_place(&f->missing, f->where, at);
        fill_texts(f, child, at, is_model);
    }
}

/* Puts what `bare` says over the copy, which holds the write-only values, too. */
static void lay_over(json *copy, const json *bare)
{
    size_t index = 0;

    json_each (member, bare) {
        json *there =
            json_key(member) ? json_edit(copy, json_key(member)) : json_edit_at(copy, index++);

        if (json_string(member) && there)
            json_replace(copy, there, member);
        else if (there)
            lay_over(there, member);
    }
}

static json *fill_whole(struct refilling *f, const char *where, const json *recorded)
{
    const struct property_set *secret = f->replay->recording->run.subject->secret;
    json *copy = json_copy(f->arena, recorded), *bare = model_without(f->arena, recorded, secret);

    f->where = where;
    fill_texts(f, bare, "", true); /* fill_model() fills the places that hold secrets on purpose */
    lay_over(copy, bare);
    fill_model(f, copy, recorded);
    return copy;
}

/* A callback context may hold models anywhere in it. */
static void fill_within(struct refilling *f, json *copy, const json *recorded)
{
    json *child = json_edit_first(copy);

    if (json_type(recorded) == JSON_OBJECT)
        fill_model(f, copy, recorded);
    for (const json *was = json_first(recorded); was && child; was = json_next(was)) {
        fill_within(f, child, was);
        child = json_edit_next(child);
    }
}

static json *fill_context(struct refilling *f, const json *recorded)
{
    json *copy = json_copy(f->arena, recorded);

    f->where = "callbackContext";
    fill_within(f, copy, recorded);
    fill_texts(f, copy, "", false);
    return copy;
}

/* Any place of the desired state may be given, and be another than it was. */
static bool give(struct refilling *f, json *desired, struct error *error)
{
    for (size_t i = 0; i < f->values->count; i++) {
        const struct replay_value *item = &f->values->items[i];
        struct property_path at;

        if (!pointer_read(f->arena, item->pointer, &at) || !at.depth)
            return error_set(error, "--set %s: expected a place such as /Name=VALUE",
                             text_quote(f->arena, item->pointer, 100));
        const char *problem = path_set(desired, &at, item->value);
        if (problem)
            return error_set(error, "--set %s: it cannot be put there: %s",
                             text_quote(f->arena, item->pointer, 100), problem);
        add_place(&f->given, "", item->pointer);
    }
    return true;
}

static const char *plain_text(struct refilling *f, const char *key)
{
    const char *text = json_string(json_get(f->call->request, key));

    if (text && is_masked(f, text))
        add_place(&f->missing, key, "");
    return text;
}

bool replay_refill(const struct replay *replay, const struct recorded_call *call,
                   const struct replay_values *values, struct refilled *refilled,
                   struct error *error)
{
    struct arena *arena = replay->arena;
    struct refilling f = {
        .arena = arena,
        .replay = replay,
        .call = call,
        .values = values,
        .again = text_new(arena),
        .other = text_new(arena),
        .given = text_new(arena),
        .missing = text_new(arena),
    };
    const json *desired = json_get(call->request, "desired"),
               *previous = json_get(call->request, "previous"),
               *context = json_get(call->request, "context");
    json *model = json_type(desired) == JSON_OBJECT ? fill_whole(&f, "", desired) : NULL;
    json *old = previous ? fill_whole(&f, "previous ", previous) : NULL;
    json *own = context ? fill_context(&f, context) : NULL;

    if (values->count && !model)
        return error_set(error, "--set: this call has no desired state");
    if (model && !give(&f, model, error))
        return false;
    *refilled = (struct refilled){
        .request = { .action = call->call->action,
                     .desired = model,
                     .previous = old,
                     .context = own,
                     .next_token = plain_text(&f, "next_token"),
                     .token = call->call->callbacks ? plain_text(&f, "token") : NULL },
        .again = f.again.bytes,
        .other = f.other.bytes,
        .given = f.given.bytes,
        .missing = f.missing.bytes,
    };
    return true;
}
