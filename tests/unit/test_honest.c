/*
 * Handlers that are honest in another way: what the contract leaves open must
 * not be called a violation.
 */
#include <string.h>

#include "run_builtin.h"
#include "test.h"

/* Says the same as `event`, in its own words. */
struct manner {
    const char *name;
    unsigned stabilize;
    void (*speak)(json *event, enum action action);
};

static bool is(const json *event, const char *status)
{
    const char *actual = json_string(json_get(event, "status"));

    return actual && strcmp(actual, status) == 0;
}

static void extra_members(json *event, enum action action)
{
    json_set_string(event, "bearerToken", action_name(action));
    json_set_string(event, "message", "all is well");
    json_set_number(event, "version", 2);
}

static void nulls_for_absent(json *event, enum action action)
{
    static const char *const members[] = { "errorCode",     "message",        "callbackContext",
                                           "resourceModel", "resourceModels", "nextToken" };

    (void)action;
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
        if (!json_get(event, members[i]))
            json_set(event, members[i], NULL);
}

static void no_delay(json *event, enum action action)
{
    (void)action;
    json_remove(event, "callbackDelaySeconds");
}

static void a_delay_of_zero(json *event, enum action action)
{
    (void)action;
    if (!is(event, "IN_PROGRESS"))
        json_set_number(event, "callbackDelaySeconds", 0);
}

static void delete_without_model(json *event, enum action action)
{
    if (action == DELETE)
        json_remove(event, "resourceModel");
}

static void turn_around(json *array)
{
    const size_t count = json_length(array);

    for (size_t i = 0; count && i < count - 1; i++) {
        json_append(array, json_at(array, count - 2 - i));
        json_remove_at(array, count - 2 - i);
    }
}

static void other_order_in_sets(json *event, enum action action)
{
    (void)action;
    if (is(event, "SUCCESS")) {
        turn_around(json_edit(json_edit(event, "resourceModel"), "Members"));
        turn_around(json_edit(json_edit(event, "resourceModel"), "Tags"));
    }
}

static void identifiers_alone_in_lists(json *event, enum action action)
{
    (void)action;
    for (json *m = json_edit_first(json_edit(event, "resourceModels")); m; m = json_edit_next(m))
        for (json *p = json_edit_first(m), *next; p; p = next) {
            next = json_edit_next(p);
            if (strcmp(json_key(p), "Name") != 0)
                json_remove(m, json_key(p));
        }
}

static const struct manner manners[] = {
    { "extra members, and a message on SUCCESS", 1, extra_members },
    { "null for what is absent", 1, nulls_for_absent },
    { "IN_PROGRESS without a delay", 2, no_delay },
    { "a delay of 0 at the end", 1, a_delay_of_zero },
    { "DELETE in progress without a model", 2, delete_without_model },
    { "another order where order does not count", 0, other_order_in_sets },
    { "identifiers alone in lists", 0, identifiers_alone_in_lists },
};

/* The built-in provider behind a manner. */
struct polite {
    struct world world;
    struct world *inner;
    const struct manner *manner;
};

static bool polite_invoke(struct world *world, const struct request *request, struct arena *arena,
                          struct reply *reply, struct error *error)
{
    const struct polite *p = (const struct polite *)world; /* its first member */

    if (!p->inner->invoke(p->inner, request, arena, reply, error))
        return false;
    json *event = json_copy(arena, reply->value);
    p->manner->speak(event, request->action);
    reply->value = event;
    return true;
}

static int64_t polite_now(struct world *world)
{
    const struct polite *p = (const struct polite *)world;

    return p->inner->now_ms(p->inner);
}

static void polite_sleep(struct world *world, int64_t ms)
{
    const struct polite *p = (const struct polite *)world;

    p->inner->sleep_ms(p->inner, ms);
}

static const char *polite_token(struct world *world, struct arena *arena)
{
    const struct polite *p = (const struct polite *)world;

    return p->inner->token(p->inner, arena);
}

static struct world *be_polite(struct arena *arena, struct world *inner, const void *manner)
{
    struct polite *p = arena_alloc(arena, sizeof(*p));

    *p =
        (struct polite){ { polite_invoke, polite_now, polite_sleep, polite_token }, inner, manner };
    return &p->world;
}

static void every_manner_is_acquitted(void)
{
    for (size_t i = 0; i < sizeof(manners) / sizeof(manners[0]); i++) {
        struct arena *arena = arena_new();
        const struct builtin_options options = {
            .stabilize = manners[i].stabilize, .delay = 1, .page_size = 2, .preload = 3
        };
        const struct run_setting setting = { .suite = SUITE_FULL,
                                             .around = be_polite,
                                             .context = &manners[i] };
        const struct run *run = run_builtin_set(arena, type_of(arena, "thing"), &options, &setting);

        check_text(run ? first_complaint(arena, run) : manners[i].name, NULL);
        check(run && run_summary(run).passed > 10);
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "honest: what the contract leaves open is no violation", every_manner_is_acquitted },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
