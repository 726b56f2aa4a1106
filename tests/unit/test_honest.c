/*
 * Handlers that are honest in another way: what the contract leaves open must
 * not be called a violation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_builtin.h"
#include "test.h"

struct polite;

/* Says the same as the provider, in its own words. */
struct manner {
    const char *name;
    unsigned stabilize;
    void (*speak)(const struct polite *p, const struct request *request, json *event);
    /* Answers in the provider's place: the event, or NULL. */
    json *(*act)(struct polite *p, const struct request *request, struct arena *arena);
    unsigned absent; /* of the strangers, at first */
};

enum { MOST_TOKENS = 64, STRANGERS = 5, PAGE = 2 };

/* The built-in provider behind a manner. */
struct polite {
    struct world world;
    struct world *inner;
    const struct manner *manner;
    const struct resource_type *type;
    struct arena *arena;
    const char *tokens[MOST_TOKENS]; /* of creates that have settled, */
    const json *made[MOST_TOKENS];   /* and what came of them */
    size_t token_count;
    bool again;     /* a token was used again, so callbacks come again */
    unsigned lists; /* how often LIST was asked */
    unsigned gone;  /* of the strangers, who are numbered from 1 */
};

static bool is(const json *event, const char *status)
{
    const char *actual = json_string(json_get(event, "status"));

    return actual && strcmp(actual, status) == 0;
}

static void extra_members(const struct polite *p, const struct request *request, json *event)
{
    (void)p;
    json_set_string(event, "bearerToken", action_name(request->action));
    json_set_string(event, "message", "all is well");
    json_set_number(event, "version", 2);
}

static void nulls_for_absent(const struct polite *p, const struct request *request, json *event)
{
    static const char *const members[] = { "errorCode",     "message",        "callbackContext",
                                           "resourceModel", "resourceModels", "nextToken" };

    (void)p;
    (void)request;
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
        if (!json_get(event, members[i]))
            json_set(event, members[i], NULL);
}

static void no_delay(const struct polite *p, const struct request *request, json *event)
{
    (void)p;
    (void)request;
    json_remove(event, "callbackDelaySeconds");
}

static void a_delay_of_zero(const struct polite *p, const struct request *request, json *event)
{
    (void)p;
    (void)request;
    if (!is(event, "IN_PROGRESS"))
        json_set_number(event, "callbackDelaySeconds", 0);
}

static void delete_without_model(const struct polite *p, const struct request *request, json *event)
{
    (void)p;
    if (request->action == DELETE)
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

static void other_order_in_sets(const struct polite *p, const struct request *request, json *event)
{
    (void)request;
    if (!is(event, "SUCCESS"))
        return;
    json *model = json_edit(event, "resourceModel");
    for (json *member = json_edit_first(model); member; member = json_edit_next(member)) {
        const char *name = json_key(member);
        const struct property_path path = { .pointer = "", .steps = &name, .depth = 1 };

        if (json_type(member) == JSON_ARRAY && compare_unordered(p->type, &path))
            turn_around(member);
    }
}

static void identifiers_alone_in_lists(const struct polite *p, const struct request *request,
                                       json *event)
{
    json *models = json_edit(event, "resourceModels");

    (void)request;
    for (size_t i = 0; i < json_length(models); i++)
        json_replace_at(models, i, model_only(p->arena, json_at(models, i), &p->type->identifier));
}

static void identifiers_alone_in_progress(const struct polite *p, const struct request *request,
                                          json *event)
{
    (void)request;
    if (is(event, "IN_PROGRESS"))
        json_set(event, "resourceModel",
                 model_only(p->arena, json_get(event, "resourceModel"), &p->type->identifier));
}

/* A read-only value that is another each time. */
static void values_that_move_on(const struct polite *p, const struct request *request, json *event)
{
    json *model = json_edit(event, "resourceModel");
    static unsigned tick;

    if (request->action != READ || !model)
        return;
    if (json_get(model, "Arn"))
        json_set_string(model, "Arn", arena_printf(p->arena, "arn:%u", ++tick));
    if (json_get(model, "Since"))
        json_set_string(model, "Since", arena_printf(p->arena, "%u", ++tick));
}

/* Tags that AWS itself puts there, in a list as in a map. */
static void tags_of_the_system(const struct polite *p, const struct request *request, json *event)
{
    json *model = json_edit(event, "resourceModel");
    const char *name = "aws:stack-name";

    if (request->action != READ || !model || !p->type->has_tagging || !p->type->taggable)
        return;
    json *tags = json_edit(model, "Tags");
    if (json_type(tags) == JSON_OBJECT) {
        json_set_string(tags, name, "s");
        return;
    }
    json *tag = json_append_object(tags ? tags : json_set_array(model, "Tags"));
    json_set_string(tag, "Key", name);
    json_set_string(tag, "Value", "s");
}

static json *event_of(struct arena *arena, const char *status)
{
    json *event = json_object(arena);

    json_set_string(event, "status", status);
    return event;
}

static json *refuse(struct arena *arena, const char *code)
{
    json *event = event_of(arena, "FAILED");

    json_set_string(event, "errorCode", code);
    json_set_string(event, "message", "no");
    return event;
}

static const json *made_with(const struct polite *p, const struct request *request)
{
    for (size_t i = 0; i < p->token_count && request->action == CREATE; i++)
        if (strcmp(p->tokens[i], request->token) == 0)
            return p->made[i];
    return NULL;
}

static json *a_used_token_is_refused(struct polite *p, const struct request *request,
                                     struct arena *arena)
{
    return made_with(p, request) && !request->context ? refuse(arena, "AlreadyExists") : NULL;
}

static json *a_used_token_succeeds_at_once(struct polite *p, const struct request *request,
                                           struct arena *arena)
{
    const json *made = made_with(p, request);
    json *event = made ? event_of(arena, "SUCCESS") : NULL;

    if (event)
        json_set(event, "resourceModel", made);
    return event;
}

/* A callback of what has settled is one too many. */
static json *a_late_callback_is_refused(struct polite *p, const struct request *request,
                                        struct arena *arena)
{
    p->again = p->again || (made_with(p, request) && !request->context);
    return made_with(p, request) && request->context && !p->again ? refuse(arena, "InternalFailure")
                                                                  : NULL;
}

/* That it is there is seen by a callback only. */
static json *what_is_there_is_refused_later(struct polite *p, const struct request *request,
                                            struct arena *arena)
{
    const struct request read = { .action = READ, .desired = request->desired, .token = "" };
    struct reply reply = { .kind = REPLY_OBJECT };
    struct error error;

    if (request->action != CREATE || made_with(p, request) ||
        resource_type_lacks(p->type, request->desired))
        return NULL;
    if (json_get(request->context, "late"))
        return refuse(arena, "AlreadyExists");
    if (!call_with(p->inner, &read, arena, &reply, &error) || !is(reply.value, "SUCCESS"))
        return NULL;
    json *event = event_of(arena, "IN_PROGRESS");
    json_set_boolean(json_set_object(event, "callbackContext"), "late", true);
    json_set(event, "resourceModel", request->desired);
    return event;
}

/* Where the handler chooses identifiers, the same request twice is still refused. */
static json *likes_are_refused(struct polite *p, const struct request *request, struct arena *arena)
{
    if (request->action != CREATE || request->context || made_with(p, request))
        return NULL;
    for (size_t i = 0; i < p->token_count; i++) {
        const json *made = p->made[i];
        struct request read = { .action = READ, .desired = made, .token = "look" };
        struct reply reply = { .kind = REPLY_OBJECT };
        struct error error;

        if (json_equal(json_get(made, "Title"), json_get(request->desired, "Title")) &&
            json_get(made, "Title") && call_with(p->inner, &read, arena, &reply, &error) &&
            is(reply.value, "SUCCESS"))
            return refuse(arena, "AlreadyExists");
    }
    return NULL;
}

/* Somebody else's resource, which is there for one LIST only. */
static json *a_stranger(const struct polite *p, struct arena *arena, unsigned number)
{
    json *model = json_object(arena);

    if (strcmp(p->type->name, "Acme::Demo::Thing") == 0)
        json_set_string(model, "Name", arena_printf(arena, "stranger-%u", number));
    else if (strcmp(p->type->name, "Acme::Demo::Fleet") == 0)
        json_set_string(model, "FleetId", arena_printf(arena, "fl-%012x", number));
    else if (strcmp(p->type->name, "Acme::Demo::Ticket") == 0)
        json_set_string(model, "Id", arena_printf(arena, "stranger-%u", number));
    else
        json_set_string(model, "Group", arena_printf(arena, "stranger-%u", number));
    if (strcmp(p->type->name, "Acme::Demo::Grant") == 0)
        json_set_number(model, "Number", number);
    return model;
}

static void strangers_come_and_go(const struct polite *p, const struct request *request,
                                  json *event)
{
    if (request->action == LIST && !request->next_token)
        json_append(json_edit(event, "resourceModels"), a_stranger(p, p->arena, p->lists));
}

/* They stay, are readable, and are not like ours. */
static void strangers_come_and_stay(const struct polite *p, const struct request *request,
                                    json *event)
{
    for (unsigned i = 1; request->action == LIST && !request->next_token && i <= p->lists; i++)
        json_append(json_edit(event, "resourceModels"), a_stranger(p, p->arena, i));
}

static json *strangers_are_readable(struct polite *p, const struct request *request,
                                    struct arena *arena)
{
    for (unsigned i = 1; request->action == READ && i <= p->lists; i++) {
        const json *stranger = a_stranger(p, arena, i);

        if (!resource_type_same(p->type, stranger, request->desired))
            continue;
        json *event = event_of(arena, "SUCCESS");
        json_set(event, "resourceModel", stranger);
        return event;
    }
    return NULL;
}

/* All that the provider lists, behind the strangers who are still there. */
static json *all_listed(struct polite *p, const struct request *request, struct arena *arena)
{
    struct request list = { .action = LIST, .desired = request->desired, .token = request->token };
    json *all = json_array(arena);

    for (unsigned i = p->gone + 1; i <= STRANGERS; i++)
        json_append(all, a_stranger(p, arena, i));
    do {
        struct reply reply = { .kind = REPLY_OBJECT };
        struct error error;

        if (!call_with(p->inner, &list, arena, &reply, &error))
            return all;
        json_each (model, json_get(reply.value, "resourceModels"))
            json_append(all, model);
        list.next_token = json_string(json_get(reply.value, "nextToken"));
    } while (list.next_token);
    return all;
}

/*
 * Pages are told by position. Between them the first of the strangers is deleted; or another one
 * comes before them all, so that the last of a page is the first of the next.
 */
static json *a_list_by_position(struct polite *p, const struct request *request,
                                struct arena *arena)
{
    json *event = event_of(arena, "SUCCESS");

    if (request->action == READ)
        for (unsigned i = p->gone + 1; i <= STRANGERS; i++)
            if (resource_type_same(p->type, a_stranger(p, arena, i), request->desired)) {
                json_set(event, "resourceModel", a_stranger(p, arena, i));
                return event;
            }
    if (request->action != LIST)
        return NULL;
    const json *all = all_listed(p, request, arena);
    json *models = json_set_array(event, "resourceModels");
    const size_t from = request->next_token ? strtoul(request->next_token, NULL, 10) : 0;
    for (size_t i = from; i < from + PAGE && i < json_length(all); i++)
        json_append(models, json_at(all, i));
    if (from + PAGE < json_length(all))
        json_set_string(event, "nextToken", arena_printf(arena, "%zu", from + PAGE));
    if (p->manner->absent)
        p->gone -= !request->next_token && p->gone > 0;
    else
        p->gone += json_length(all) > from + PAGE + 1; /* the next page is not empty then */
    return event;
}

/* What CloudFormation never sends may be taken: its schema is not looked at again. */
static json *the_schema_is_not_looked_at(struct polite *p, const struct request *request,
                                         struct arena *arena)
{
    const char *name = p->type->identifier.paths[0].steps[0];
    const json *own = json_get(request->desired, name);
    const bool ours = own && json_string(own) && strcmp(json_string(own), "fl-0123456789ab") == 0;
    const bool invalid = request->action == CREATE && !request->context &&
                         resource_type_lacks(p->type, request->desired) &&
                         !schema_valid(p->type->create, request->desired, SCHEMA_ALL);
    json *event = invalid || ours ? event_of(arena, "SUCCESS") : NULL;

    if (!event || (request->action == DELETE && request->context))
        return event;
    json *model = json_copy(arena, request->desired);
    json_set_string(model, name, "fl-0123456789ab");
    json_set_string(model, "Unknown", "x");
    json_set(event, "resourceModel", model);
    if (request->action == DELETE) {
        json_set_string(event, "status", "IN_PROGRESS");
        json_set_boolean(json_set_object(event, "callbackContext"), "going", true);
    }
    return event;
}

static const struct manner manners[] = {
    { "extra members, and a message on SUCCESS", 1, extra_members, NULL, 0 },
    { "null for what is absent", 1, nulls_for_absent, NULL, 0 },
    { "IN_PROGRESS without a delay", 2, no_delay, NULL, 0 },
    { "a delay of 0 at the end", 1, a_delay_of_zero, NULL, 0 },
    { "DELETE in progress without a model", 2, delete_without_model, NULL, 0 },
    { "another order where order does not count", 0, other_order_in_sets, NULL, 0 },
    { "identifiers alone in lists", 0, identifiers_alone_in_lists, NULL, 0 },
    { "identifiers alone in progress", 2, identifiers_alone_in_progress, NULL, 0 },
    { "read-only values that are others each time", 0, values_that_move_on, NULL, 0 },
    { "tags of the system beside those asked for", 0, tags_of_the_system, NULL, 0 },
    { "AlreadyExists for a token that was used", 0, NULL, a_used_token_is_refused, 0 },
    { "AlreadyExists for a token that was used, later", 2, NULL, a_used_token_is_refused, 0 },
    { "SUCCESS at once for a token that was used", 2, NULL, a_used_token_succeeds_at_once, 0 },
    { "a callback too many is refused", 2, NULL, a_late_callback_is_refused, 0 },
    { "a request like another is refused", 0, NULL, likes_are_refused, 0 },
    { "what is there is refused later", 0, NULL, what_is_there_is_refused_later, 0 },
    { "a create of what the schema forbids", 0, NULL, the_schema_is_not_looked_at, 0 },
    { "others come and go", 0, strangers_come_and_go, NULL, 0 },
    { "others come and stay", 0, strangers_come_and_stay, strangers_are_readable, 0 },
    { "others go, and pages are told by position", 0, NULL, a_list_by_position, 0 },
    { "others come, and pages are told by position", 0, NULL, a_list_by_position, STRANGERS },
};

static void note_made(struct polite *p, const struct request *request, const json *event)
{
    if (request->action != CREATE || !is(event, "SUCCESS") || made_with(p, request) ||
        p->token_count == MOST_TOKENS)
        return;
    p->tokens[p->token_count] = arena_printf(p->arena, "%s", request->token);
    p->made[p->token_count++] = json_copy(p->arena, json_get(event, "resourceModel"));
}

static bool polite_call(struct world *world, const struct sending *sending, struct arena *arena,
                        struct reply *reply, struct error *error)
{
    struct polite *p = (struct polite *)world; /* its first member */
    const struct request *request = sending->request;

    p->lists += request->action == LIST && !request->next_token;
    json *acted = p->manner->act ? p->manner->act(p, request, arena) : NULL;
    if (acted) {
        *reply = (struct reply){ .kind = REPLY_OBJECT, .http_status = 200, .sent = true };
        reply->value = acted;
        reply->body = json_print(arena, acted);
        reply->length = strlen(reply->body);
        return true;
    }
    if (!p->inner->call(p->inner, sending, arena, reply, error))
        return false;
    json *event = json_copy(arena, reply->value);
    if (p->manner->speak)
        p->manner->speak(p, request, event);
    note_made(p, request, event);
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

/* What be_polite() is told. */
struct etiquette {
    const struct manner *manner;
    const struct resource_type *type;
};

static struct world *be_polite(struct arena *arena, struct world *inner, const void *context)
{
    const struct etiquette *etiquette = context;
    struct polite *p = arena_alloc(arena, sizeof(*p));

    *p = (struct polite){
        .world = { polite_call, polite_now, polite_sleep, polite_token },
        .inner = inner,
        .manner = etiquette->manner,
        .type = etiquette->type,
        .arena = arena,
        .gone = etiquette->manner->absent,
    };
    return &p->world;
}

static void acquitted(const struct manner *manner, const char *name, unsigned preload)
{
    struct arena *arena = arena_new();
    const struct etiquette etiquette = { manner, type_named(arena, name) };
    const struct builtin_options options = {
        .stabilize = manner->stabilize, .delay = 1, .page_size = 2, .preload = preload
    };
    const struct run_setting setting = { .suite = SUITE_FULL,
                                         .around = be_polite,
                                         .context = &etiquette };
    const struct run *run = run_builtin_set(arena, etiquette.type, &options, &setting);
    const char *complaint = run ? first_complaint(arena, run) : "no run";

    if (complaint)
        printf("    %s, %s:\n", manner->name, name);
    check_text(complaint, NULL);
    check(run && run_summary(run).passed > 10);
    arena_free(arena);
}

static void every_manner_is_acquitted(void)
{
    static const char *const types[] = { "thing", "generated_id", "grant", "fleet" };

    for (size_t i = 0; i < sizeof(manners) / sizeof(manners[0]); i++)
        for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
            acquitted(&manners[i], types[t], 3);
            acquitted(&manners[i], types[t], 0);
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
