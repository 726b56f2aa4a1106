/*
 * Services that update in their own way, and are honest: what an update must
 * take away is not always what a service puts there by itself.
 */
#include <stdio.h>
#include <string.h>

#include "run_builtin.h"
#include "test.h"

/* Around the provider: it may change what the handler is asked, and what it answers. */
struct habit {
    const char *name;
    const char *schema; /* NULL: of tests/data/types/archive.json */
    unsigned handlers;  /* that are taken away from it */
    void (*answer)(json *event, const struct request *request);
    bool (*refuses)(const struct request *request); /* as InvalidRequest; or NULL */
};

static bool succeeds(const json *event)
{
    const char *status = json_string(json_get(event, "status"));

    return status && strcmp(status, "SUCCESS") == 0;
}

/* Calls `edit` for each model of the event. */
static void each_model(json *event, void (*edit)(json *model))
{
    json *model = json_edit(event, "resourceModel");

    if (model)
        edit(model);
    for (json *m = json_edit_first(json_edit(event, "resourceModels")); m; m = json_edit_next(m))
        edit(m);
}

static void set_note(json *model)
{
    if (!json_get(model, "Note"))
        json_set_string(model, "Note", "nothing to note");
    if (!json_get(model, "Days"))
        json_set_number(model, "Days", 30);
    if (!json_get(model, "Settings"))
        json_set_string(json_set_object(model, "Settings"), "level", "usual");
}

/* Defaults that the schema does not tell. */
static void defaults_come_back(json *event, const struct request *request)
{
    (void)request;
    if (succeeds(event))
        each_model(event, set_note);
}

static void add_system_tag(json *model)
{
    json *tags = json_edit(model, "Tags");

    if (!tags)
        tags = json_set_object(model, "Tags");
    json_set_string(tags, "aws:cloudformation:stack-name", "stack");
}

/* Tags that the service keeps to itself, in a map. */
static void system_tags(json *event, const struct request *request)
{
    (void)request;
    if (succeeds(event))
        each_model(event, add_system_tag);
}

/* A create-only change is no valid request. */
static void invalid_for_create_only(json *event, const struct request *request)
{
    const char *code = json_string(json_get(event, "errorCode"));

    if (request->action == UPDATE && code && strcmp(code, "NotUpdatable") == 0)
        json_set_string(event, "errorCode", "InvalidRequest");
}

static void add_update_time(json *model)
{
    json_set_string(model, "CreatedAt", "2024-05-06T07:08:09Z");
}

/* The time of creation is told more exactly by CREATE than by READ. */
static void another_precision(json *event, const struct request *request)
{
    if (!succeeds(event))
        return;
    each_model(event, add_update_time);
    if (request->action == CREATE)
        json_set_string(json_edit(event, "resourceModel"), "CreatedAt", "2024-05-06T07:08:09.123Z");
}

static const char nothing_to_shrink[] =
    "{\"typeName\":\"Aa::Bb::Cc\",\"properties\":{\"Id\":{\"type\":\"string\"},"
    "\"Size\":{\"type\":\"integer\",\"minimum\":5},\"List\":{\"type\":\"array\",\"minItems\":1,"
    "\"maxItems\":1,\"items\":{\"type\":\"string\",\"minLength\":3}}},\"required\":[\"Size\","
    "\"List\"],\"additionalProperties\":false,\"primaryIdentifier\":[\"/properties/Id\"],"
    "\"readOnlyProperties\":[\"/properties/Id\"],\"handlers\":{\"create\":{},\"read\":{},"
    "\"update\":{},\"delete\":{},\"list\":{}}}";

static const char only_identifier[] =
    "{\"typeName\":\"Aa::Bb::Cc\",\"properties\":{\"Id\":{\"type\":\"string\"}},"
    "\"additionalProperties\":false,\"primaryIdentifier\":[\"/properties/Id\"],"
    "\"createOnlyProperties\":[\"/properties/Id\"],\"handlers\":{\"create\":{},\"read\":{},"
    "\"update\":{},\"delete\":{},\"list\":{}}}";

static void nothing(json *event, const struct request *request)
{
    (void)event;
    (void)request;
}

static const struct habit services[] = {
    { "defaults that come back when they are left out", NULL, 0, defaults_come_back, NULL },
    { "tags of the service's own", NULL, 0, system_tags, NULL },
    { "InvalidRequest for a create-only change", NULL, 0, invalid_for_create_only, NULL },
    { "the time of creation, more or less exactly", NULL, 0, another_precision, NULL },
    { "nothing that could be left out", nothing_to_shrink, 0, nothing, NULL },
    { "nothing but an identifier", only_identifier, 0, nothing, NULL },
    { "no update handler", NULL, UPDATE, nothing, NULL },
    { "no list handler", NULL, LIST, nothing, NULL },
    { "no update and no list handler", NULL, UPDATE | LIST, nothing, NULL },
};

struct wrapped {
    struct world world;
    struct world *inner;
    const struct habit *service;
};

static bool wrapped_call(struct world *world, const struct sending *sending, struct arena *arena,
                         struct reply *reply, struct error *error)
{
    const struct wrapped *w = (const struct wrapped *)world; /* its first member */
    const struct request *request = sending->request;

    if (w->service->refuses && w->service->refuses(request)) {
        json *refusal = json_object(arena);

        json_set_string(refusal, "status", "FAILED");
        json_set_string(refusal, "errorCode", "InvalidRequest");
        json_set_string(refusal, "message", "it needs a note");
        w->service->answer(refusal, request);
        *reply = (struct reply){ .kind = REPLY_OBJECT, .sent = true, .value = refusal };
        return true;
    }
    if (!w->inner->call(w->inner, sending, arena, reply, error))
        return false;
    json *event = json_copy(arena, reply->value);
    w->service->answer(event, request);
    reply->value = event;
    return true;
}

static int64_t wrapped_now(struct world *world)
{
    const struct wrapped *w = (const struct wrapped *)world;

    return w->inner->now_ms(w->inner);
}

static void wrapped_sleep(struct world *world, int64_t ms)
{
    const struct wrapped *w = (const struct wrapped *)world;

    w->inner->sleep_ms(w->inner, ms);
}

static const char *wrapped_token(struct world *world, struct arena *arena)
{
    const struct wrapped *w = (const struct wrapped *)world;

    return w->inner->token(w->inner, arena);
}

static struct world *wrap(struct arena *arena, struct world *inner, const void *service)
{
    struct wrapped *w = arena_alloc(arena, sizeof(*w));

    *w = (struct wrapped){ { wrapped_call, wrapped_now, wrapped_sleep, wrapped_token },
                           inner,
                           service };
    return &w->world;
}

/* The archive with tags that may begin with "aws:", and without some handlers. */
static const struct resource_type *archive_without(struct arena *arena, unsigned handlers)
{
    struct error error = { .text = "" };
    const json *read = json_read(arena, TEST_DATA "/types/archive.json", 1 << 20, &error);

    check_text(error.text, "");
    if (!read)
        return NULL;
    json *document = json_copy(arena, read);
    json *tags = json_edit(json_edit(document, "properties"), "Tags");
    const json *any = json_get(json_get(tags, "patternProperties"), "^[a-zA-Z0-9]{1,20}$");
    json *patterns = json_object(arena);
    json_set(patterns, "^(aws:)?[-:a-zA-Z0-9]{1,30}$", any);
    json_set(tags, "patternProperties", patterns);
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (handlers & action_at(i))
            json_remove(json_edit(document, "handlers"), action_handler(action_at(i)));
    return type_of_text(arena, json_print(arena, document));
}

static void acquit(const struct habit *service, unsigned stabilize, uint64_t seed)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = service->schema ? type_of_text(arena, service->schema)
                                                       : archive_without(arena, service->handlers);
    const struct builtin_options options = { .stabilize = stabilize, .page_size = 3, .preload = 4 };
    const struct run_setting setting = {
        .suite = SUITE_FULL,
        .seed = seed,
        .variant = (enum variant)(seed % VARIANT_COUNT),
        .around = wrap,
        .context = service,
    };
    const struct run *run = type ? run_builtin_set(arena, type, &options, &setting) : NULL;
    const char *complaint = run ? first_complaint(arena, run) : "no run";

    if (!check_text(complaint, NULL))
        printf("      %s, stabilize %u, seed %llu\n", service->name, stabilize,
               (unsigned long long)seed);
    check(run && run->exit_code == 0 && run_summary(run).passed > 4);
    arena_free(arena);
}

static void all_are_acquitted(void)
{
    for (size_t i = 0; i < sizeof(services) / sizeof(services[0]); i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            for (unsigned stabilize = 0; stabilize < 2; stabilize++)
                acquit(&services[i], stabilize, seed);
}

/*
 * The user's own inputs keep rules that no schema tells: here, that a Note is
 * never left out. What is made of them must not be held against the handler.
 */
static bool lacks_note(const struct request *request)
{
    return request->action == UPDATE && !request->context && !json_get(request->desired, "Note");
}

static void inputs_of_files_are_the_users(void)
{
    static const struct habit needs_note = { "a note is needed", NULL, 0, nothing, lacks_note };
    static const char create[] =
        "{\"Engine\":\"fast\",\"Layout\":{\"Blocks\":2,\"Name\":\"wide\"},\"Note\":\"one\","
        "\"Days\":11,\"Readers\":[\"ann\",\"bob\"],\"Tags\":{\"a\":\"b\"},"
        "\"Windows\":[{\"Day\":\"Monday\",\"Hours\":[1,2],\"Remark\":\"r\"}],"
        "\"Settings\":{\"level\":\"high\"},"
        "\"Rule\":{\"Target\":\"tt\",\"Until\":\"uu\",\"Paths\":[\"pp\"]}}";
    static const char update[] =
        "{\"Engine\":\"fast\",\"Layout\":{\"Blocks\":2,\"Name\":\"wide\"},\"Note\":\"two\","
        "\"Days\":12,\"Readers\":[\"ann\",\"eve\"],\"Tags\":{\"c\":\"d\"}}";
    struct arena *arena = arena_new();
    const struct input_set set = set_of(arena, create, update);
    const struct builtin_options options = { .preload = 2 };
    const struct run_setting setting = {
        .suite = SUITE_FULL, .set = &set, .around = wrap, .context = &needs_note
    };
    const struct run *run = run_builtin_set(arena, archive_without(arena, 0), &options, &setting);

    check_text(run ? first_complaint(arena, run) : "no run", NULL);
    check(run && run->exit_code == 0 && !run->leftovers);
    arena_free(arena);
}

/* It knows better than its schema what is a name and what is a number; and says so, or crashes. */
static bool is_out_of_hand(const json *value)
{
    const char *s = json_string(value);

    if (s && (*s == ' ' || strlen(s) > 300))
        return true;
    if (json_type(value) == JSON_NUMBER && json_number(value, 0) > 1e9)
        return true;
    json_each (child, value)
        if (is_out_of_hand(child))
            return true;
    return false;
}

static bool refuses_to_create(const struct request *request)
{
    return request->action == CREATE && !request->context && is_out_of_hand(request->desired);
}

static bool refuses_to_update(const struct request *request)
{
    return request->action == UPDATE && !request->context &&
           is_out_of_hand(json_get(request->desired, "Note"));
}

/* Letters beyond ASCII, which milder values have too; read-only tokens have none. */
static bool takes_ascii_alone(const struct request *request)
{
    struct arena *arena = arena_new();
    bool refused = false;

    for (const char *c = json_print(arena, request->desired); *c && !refused; c++)
        refused = request->action & (CREATE | UPDATE) && (unsigned char)*c > 127;
    arena_free(arena);
    return refused;
}

static bool refuses_all(const struct request *request)
{
    return request->action & (CREATE | UPDATE) && !request->context;
}

static void with_another_code(json *event, const struct request *request)
{
    const char *code = json_string(json_get(event, "errorCode"));

    if (request->action & (CREATE | UPDATE) && code && strcmp(code, "InvalidRequest") == 0)
        json_set_string(event, "errorCode", "InternalFailure");
}

static void as_a_limit(json *event, const struct request *request)
{
    const char *code = json_string(json_get(event, "errorCode"));

    if (request->action & (CREATE | UPDATE) && code && strcmp(code, "InvalidRequest") == 0)
        json_set_string(event, "errorCode", "ServiceLimitExceeded");
}

/* How a run ends with such a service, and of which findings. */
static const struct run *run_of(struct arena *arena, const struct habit *service)
{
    const struct builtin_options options = { .preload = 1 };
    const struct run_setting setting = {
        .suite = SUITE_FULL, .seed = 4, .around = wrap, .context = service
    };

    return run_builtin_set(arena, archive_without(arena, 0), &options, &setting);
}

static void what_nobody_asks_for_may_be_refused(void)
{
    static const struct habit choosy[] = {
        { "creates no such values", NULL, 0, nothing, refuses_to_create },
        { "updates to no such values", NULL, 0, nothing, refuses_to_update },
        { "has limits", NULL, 0, as_a_limit, refuses_to_create },
        { "creates nothing but ASCII", NULL, 0, nothing, takes_ascii_alone },
    };
    static const char *const advice[] = { "create.succeeds", "update.succeeds", "create.succeeds",
                                          "create.succeeds" };

    for (size_t i = 0; i < 4; i++) {
        struct arena *arena = arena_new();
        const struct run *run = run_of(arena, &choosy[i]);
        size_t advised = 0, faults = 0;

        for (const struct outcome *o = run ? run->outcomes : NULL; o; o = o->next)
            for (const struct finding *f = o->findings; f; f = f->next) {
                advised += f->level == SHOULD && strcmp(f->rule->id, advice[i]) == 0;
                faults += f->level == MUST;
            }
        check(run && run->exit_code == 0 && !run->leftovers && run_summary(run).passed > 20);
        check_number((long long)advised, 1);
        check_number((long long)faults, 0);
        if (faults)
            printf("      %s: %s\n", choosy[i].name, first_complaint(arena, run));
        arena_free(arena);
    }
}

/* But what is usual is to be taken, and nothing is to crash. */
static void other_refusals_are_violations(void)
{
    static const struct habit choosy[] = {
        { "takes nothing", NULL, 0, nothing, refuses_all },
        { "crashes on such values", NULL, 0, with_another_code, refuses_to_create },
        { "crashes on such updates", NULL, 0, with_another_code, refuses_to_update },
    };

    for (size_t i = 0; i < 3; i++) {
        struct arena *arena = arena_new();
        const struct run *run = run_of(arena, &choosy[i]);

        check(run && run->exit_code == 1);
        check(convicted(run, i == 2 ? "update.succeeds" : "create.succeeds"));
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "honest updates: what nobody asks for may be refused", what_nobody_asks_for_may_be_refused },
    { "honest updates: other refusals are violations", other_refusals_are_violations },
    { "honest updates: inputs of files keep rules of their own", inputs_of_files_are_the_users },
    { "honest updates: a service may have its own way", all_are_acquitted },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
