#include "cfnc/demo/builtin.h"
#include "cfnc/resource/codes.h"

#include "provider.h"

static struct bench bench;

static bool start(const char *schema, struct builtin_options options)
{
    struct arena *arena = arena_new();
    const char *path = arena_printf(arena, TEST_DATA "/provider_%s.json", schema);
    char copy[1024];

    check(strlen(path) < sizeof(copy));
    memcpy(copy, path, strlen(path) + 1);
    arena_free(arena);
    return check(bench_open(&bench, copy, &options));
}

static const json *get(const json *model, const char *pointer)
{
    return pointer_get(model, pointer);
}

static const char *print(const json *value)
{
    return json_print(bench.arena, value);
}

static void failed_with(enum error_code code, const char *message)
{
    check_number(bench.event.status, FAILED);
    check_text(bench.event.error_text, error_code_name(code));
    check_contains(bench.event.message, message);
    check(!bench.event.model && !bench.event.models && !bench.event.delay);
}

static const char memo[] =
    "{\"Title\":\"t\",\"Password\":\"12345678\",\"Owner\":\"me\","
    "\"Lines\":[{\"Text\":\"a\",\"Key\":\"k1\"},{\"Text\":\"b\",\"Bold\":true}],\"Place\":{}}";

static void a_created_model_is_whole(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    const json *model = bench_create(&bench, memo);
    check_number(bench.event.status, SUCCESS);
    check(json_string(get(model, "/Id")) && json_string(get(model, "/Arn")));
    check_text(print(get(model, "/Owner")), "\"me\"");
    check_number((long long)json_number(get(model, "/Priority"), 0), 3);
    check_text(print(get(model, "/Lines/0/Bold")), "false");
    check_text(print(get(model, "/Lines/1/Bold")), "true");
    check_text(print(get(model, "/Place/Room")), "\"attic\"");
    check(json_number(get(model, "/Lines/0/Number"), 0) >= 1);
    check(json_number(get(model, "/Lines/1/Number"), 0) >= 1);
    check(json_string(get(model, "/Place/Sign")) != NULL);
    check(json_number(get(model, "/Status/Pages"), 0) >= 1);
    check(!get(model, "/Password") && !get(model, "/Lines/0/Key"));
    check(!json_get(bench.answer, "errorCode"));
    check(!json_get(bench.answer, "callbackDelaySeconds"));
    check(schema_valid(bench.type->returned, model, SCHEMA_SHAPE));
    bench_close(&bench);
}

static void read_takes_identifiers_alone(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    bench_create(&bench, "{\"Title\":\"another\"}");
    const json *created = bench_create(&bench, memo);
    check(json_equal(bench_do(&bench, READ, bench_only(&bench, created)), created));
    json *alias = json_object(bench.arena);
    json_set(alias, "Arn", get(created, "/Arn"));
    const json *named = bench_do(&bench, READ, alias);
    check(json_equal(get(named, "/Arn"), get(created, "/Arn")));
    json *wrong = json_copy(bench.arena, created);
    json_set_string(wrong, "Title", "not looked at");
    check(json_equal(bench_do(&bench, READ, wrong), created));
    json_set_string(wrong, "Id", "m-00000000");
    bench_do(&bench, READ, wrong);
    failed_with(NOT_FOUND, "Cfnc::Test::Memo {\"Id\":\"m-00000000\"} does not exist");
    bench_do(&bench, READ, bench_json(&bench, "{\"Title\":\"t\"}"));
    failed_with(NOT_FOUND, "does not exist");
    bench_close(&bench);
}

static void an_invalid_create_is_refused(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    bench_create(&bench, "{\"Priority\":3}");
    failed_with(INVALID_REQUEST, "Title");
    bench_create(&bench, "{\"Title\":\"t\",\"Priority\":6}");
    failed_with(INVALID_REQUEST, "/Priority: ");
    check_number((long long)builtin_count(bench.builtin), 0);
    bench_close(&bench);
}

static void the_same_token_makes_one_resource(void)
{
    const struct builtin_options options = { .seed = 1 };

    if (!start("memo", options))
        return;
    struct request request = { .action = CREATE,
                               .desired = bench_json(&bench, memo),
                               .token = "one" };
    const json *first = bench_run(&bench, request);
    check(json_equal(bench_run(&bench, request), first));
    check_number((long long)builtin_count(bench.builtin), 1);
    request.desired = bench_json(&bench, "{\"Title\":\"another\"}");
    bench_run(&bench, request);
    failed_with(INVALID_REQUEST, "token");
    request.desired = bench_json(&bench, memo);
    request.token = "two";
    check(!resource_type_same(bench.type, bench_run(&bench, request), first));
    check_number((long long)builtin_count(bench.builtin), 2);
    bench_close(&bench);
}

static void identifiers_exist_once(void)
{
    if (!start("route", (struct builtin_options){ .seed = 1 }))
        return;
    const json *first = bench_create(&bench, "{\"Table\":\"a\",\"Cidr\":\"10.1.0.0/16\","
                                             "\"Target\":\"t\",\"Alias\":\"A\"}");
    check_number(bench.event.status, SUCCESS);
    bench_create(&bench, "{\"Table\":\"a\",\"Cidr\":\"10.1.0.0/16\",\"Target\":\"u\"}");
    failed_with(ALREADY_EXISTS, "exists already");
    bench_create(&bench, "{\"Table\":\"b\",\"Cidr\":\"10.1.0.0/16\",\"Target\":\"t\","
                         "\"Alias\":\"A\"}");
    failed_with(ALREADY_EXISTS, "exists already");
    check(json_equal(bench_do(&bench, READ, bench_only(&bench, first)), first));
    const json *second =
        bench_create(&bench, "{\"Table\":\"b\",\"Cidr\":\"10.1.0.0/16\",\"Target\":\"t\"}");
    check_number(bench.event.status, SUCCESS);
    json *update = json_copy(bench.arena, second);
    json_set_string(update, "Alias", "A");
    bench_do(&bench, UPDATE, update);
    failed_with(ALREADY_EXISTS, "another resource");
    bench_do(&bench, DELETE, bench_only(&bench, first));
    bench_create(&bench, "{\"Table\":\"a\",\"Cidr\":\"10.1.0.0/16\",\"Target\":\"t\","
                         "\"Alias\":\"A\"}");
    check_number(bench.event.status, SUCCESS);
    bench_close(&bench);
}

static void update_replaces(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    const json *created = bench_create(&bench, memo);
    json *update =
        bench_only(&bench, created) ? json_copy(bench.arena, bench_only(&bench, created)) : NULL;
    json_set_string(update, "Title", "new");
    json_set_string(update, "Arn", "arn:zzz:memo");
    json_set(update, "Lines", bench_json(&bench, "[{\"Text\":\"c\"}]"));
    const json *updated = bench_do(&bench, UPDATE, update);
    check_number(bench.event.status, SUCCESS);
    check_text(print(get(updated, "/Title")), "\"new\"");
    check_text(print(get(updated, "/Owner")), "\"me\"");
    check(json_equal(get(updated, "/Arn"), get(created, "/Arn")));
    check_number((long long)json_length(get(updated, "/Lines")), 1);
    check(json_equal(get(updated, "/Lines/0/Number"), get(created, "/Lines/0/Number")));
    check_text(print(get(updated, "/Lines/0/Bold")), "false");
    check_number((long long)json_number(get(updated, "/Priority"), 0), 3);
    check(!get(updated, "/Place/Room"));
    check(json_equal(get(updated, "/Status"), get(created, "/Status")));
    check(json_equal(bench_do(&bench, READ, bench_only(&bench, created)), updated));
    check_number((long long)builtin_count(bench.builtin), 1);
    bench_close(&bench);
}

static void update_refuses(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    const json *created = bench_create(&bench, memo);
    json *update = json_copy(bench.arena, created);
    json_set_string(update, "Owner", "you");
    bench_do(&bench, UPDATE, update);
    failed_with(NOT_UPDATABLE, "/Owner");
    json_set_string(update, "Owner", "me");
    json_set_number(update, "Priority", 9);
    bench_do(&bench, UPDATE, update);
    failed_with(INVALID_REQUEST, "/Priority");
    check(json_equal(bench_do(&bench, READ, bench_only(&bench, created)), created));
    json_set_string(update, "Id", "m-00000000");
    bench_do(&bench, UPDATE, update);
    failed_with(NOT_FOUND, "does not exist");
    check_number((long long)builtin_count(bench.builtin), 1);
    bench_close(&bench);
}

static void update_by_alias(void)
{
    if (!start("route", (struct builtin_options){ .seed = 1 }))
        return;
    const json *created = bench_create(&bench, "{\"Table\":\"a\",\"Cidr\":\"10.1.0.0/16\","
                                               "\"Target\":\"t\",\"Alias\":\"A\"}");
    json *update = json_object(bench.arena);
    json_set_string(update, "Alias", "A");
    json_set_string(update, "Table", "a");
    json_set_string(update, "Target", "new");
    bench_do(&bench, UPDATE, update);
    failed_with(INVALID_REQUEST, "Cidr");
    json_set(update, "Cidr", get(created, "/Cidr"));
    const json *updated = bench_do(&bench, UPDATE, update);
    check_number(bench.event.status, SUCCESS);
    check_text(print(get(updated, "/Target")), "\"new\"");
    check(json_equal(get(updated, "/Region"), get(created, "/Region")));
    bench_close(&bench);
}

static void deleted_is_gone(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    const json *created = bench_create(&bench, memo);
    const json *other = bench_create(&bench, memo);
    bench_do(&bench, DELETE, bench_only(&bench, created));
    check_text(print(bench.answer), "{\"status\":\"SUCCESS\"}");
    static const enum action after[] = { READ, UPDATE, DELETE };
    for (size_t i = 0; i < 3; i++) {
        bench_do(&bench, after[i], created);
        failed_with(NOT_FOUND, "does not exist");
    }
    bench_do(&bench, LIST, NULL);
    check_number((long long)json_length(bench.event.models), 1);
    check(resource_type_same(bench.type, json_at(bench.event.models, 0), other));
    json *alias = json_object(bench.arena);
    json_set(alias, "Arn", get(other, "/Arn"));
    bench_do(&bench, DELETE, alias);
    check_number(bench.event.status, SUCCESS);
    bench_do(&bench, LIST, NULL);
    check_text(print(bench.answer), "{\"status\":\"SUCCESS\",\"resourceModels\":[]}");
    check_number((long long)builtin_count(bench.builtin), 0);
    bench_close(&bench);
}

static void operations_settle_after_callbacks(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1, .stabilize = 2, .delay = 5 }))
        return;
    const json *created = bench_create(&bench, memo);
    check_number(bench.callbacks, 2);
    check_number(bench.event.status, SUCCESS);
    check_text(print(bench.progress.delay), "5");
    check(json_equal(get(bench.progress.model, "/Id"), get(created, "/Id")));
    check_text(print(get(bench.progress.model, "/Password")), "\"12345678\"");
    check_text(print(get(bench.progress.model, "/Lines/0/Key")), "\"k1\"");
    check(!get(bench.progress.model, "/Priority"));
    check(!get(created, "/Password"));
    json *update = json_copy(bench.arena, created);
    json_set_string(update, "Title", "new");
    const json *updated = bench_do(&bench, UPDATE, update);
    check_number(bench.callbacks, 2);
    check_text(print(get(updated, "/Title")), "\"new\"");
    bench_do(&bench, DELETE, bench_only(&bench, created));
    check_number(bench.callbacks, 2);
    check_text(print(bench.answer), "{\"status\":\"SUCCESS\"}");
    check(json_equal(bench.progress.model, bench_only(&bench, created)));
    check_number((long long)builtin_count(bench.builtin), 0);
    bench_close(&bench);
}

/* What a callback brings is the caller's word: it may be anything. */
static void contexts_are_not_trusted(void)
{
    static const char *const contexts[] = { "{}",
                                            "{\"resource\":99,\"remaining\":1e300}",
                                            "{\"resource\":-1,\"remaining\":-5}",
                                            "{\"resource\":\"1\",\"remaining\":\"x\"}",
                                            "[]",
                                            "\"x\"",
                                            "{\"resource\":1e300}" };

    if (!start("memo", (struct builtin_options){ .seed = 1, .stabilize = 1 }))
        return;
    bench_create(&bench, memo);
    for (size_t i = 0; i < sizeof(contexts) / sizeof(contexts[0]); i++)
        for (size_t k = 0; k < ACTION_COUNT; k++) {
            bench_run(&bench, (struct request){ .action = action_at(k),
                                                .context = bench_json(&bench, contexts[i]) });
            check_number(bench.event.status & (SUCCESS | FAILED), bench.event.status);
        }
    check_number((long long)builtin_count(bench.builtin), 1);
    bench_close(&bench);
}

static void pages(void)
{
    size_t listed = 0, count = 0;
    const char *token = NULL;

    if (!start("memo", (struct builtin_options){ .seed = 1, .page_size = 2, .preload = 4 }))
        return;
    check_number((long long)builtin_preloaded(bench.builtin), 4);
    bench_create(&bench, memo);
    do {
        bench_run(&bench, (struct request){ .action = LIST, .next_token = token });
        check_number(bench.event.status, SUCCESS);
        listed += json_length(bench.event.models);
        token = json_string(bench.event.next_token);
    } while (token && ++count < 10);
    check_number((long long)listed, 5);
    check_number((long long)count, 2);
    static const char *const bad[] = { "",         "x",        "after-",   "after-0", "after-99",
                                       "after-1x", "after--1", "after- 1", "again" };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        bench_run(&bench, (struct request){ .action = LIST, .next_token = bad[i] });
        failed_with(INVALID_REQUEST, "nextToken");
    }
    bench_close(&bench);
}

/* Two full pages: the second is the last, and says so. */
static void the_last_page_is_not_empty(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1, .page_size = 2, .preload = 4 }))
        return;
    bench_do(&bench, LIST, NULL);
    const char *token = json_string(bench.event.next_token);
    check(token != NULL);
    bench_run(&bench, (struct request){ .action = LIST, .next_token = token });
    check_number((long long)json_length(bench.event.models), 2);
    check(!json_get(bench.answer, "nextToken"));
    bench_close(&bench);
}

static void nested_identifiers(void)
{
    if (!start("nested", (struct builtin_options){ .seed = 1 }))
        return;
    const json *created = bench_create(&bench, "{\"Key\":{\"Hint\":\"h\"},\"Size\":1}");
    check(json_number(get(created, "/Key/Serial"), 0) >= 1);
    check_text(print(get(created, "/Key/Hint")), "\"h\"");
    check(json_equal(bench_do(&bench, READ, bench_only(&bench, created)), created));
    const json *bare = bench_create(&bench, "{}");
    check(json_number(get(bare, "/Key/Serial"), 0) >= 1);
    bench_create(&bench, "{}");
    check_number((long long)builtin_count(bench.builtin), 3);
    bench_create(&bench, "{}"); /* the schema has room for three */
    failed_with(SERVICE_LIMIT_EXCEEDED, "identifier");
    bench_do(&bench, DELETE, bench_only(&bench, bare));
    const json *again = bench_create(&bench, "{}");
    check(resource_type_same(bench.type, again, bare));
    bench_close(&bench);
}

/* A preloaded resource would take the only identifier there is. */
static void preloading_leaves_room(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    static const char text[] =
        "{\"typeName\":\"Cfnc::Test::Only\",\"properties\":{\"Scope\":{\"type\":\"string\","
        "\"enum\":[\"ACCOUNT\"]}},\"required\":[\"Scope\"],\"additionalProperties\":false,"
        "\"primaryIdentifier\":[\"/properties/Scope\"],"
        "\"createOnlyProperties\":[\"/properties/Scope\"],"
        "\"handlers\":{\"create\":{\"permissions\":[]}}}";
    const json *document = json_parse(arena, text, strlen(text), &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, NULL, &error) : NULL;

    check_text(error.text, "");
    if (type && bench_of(&bench, type, &(struct builtin_options){ .preload = 3 })) {
        check_number((long long)builtin_preloaded(bench.builtin), 0);
        bench_create(&bench, "{\"Scope\":\"ACCOUNT\"}");
        check_number(bench.event.status, SUCCESS);
        bench_close(&bench);
    }
    arena_free(arena);
}

static void missing_handlers_say_so(void)
{
    if (!start("nested", (struct builtin_options){ .seed = 1 }))
        return;
    bench_do(&bench, UPDATE, bench_json(&bench, "{}"));
    failed_with(INVALID_REQUEST, "the type has no update handler");
    bench_do(&bench, LIST, NULL);
    failed_with(INVALID_REQUEST, "the type has no list handler");
    bench_close(&bench);
}

static void crashes(const char *payload, const char *message)
{
    const struct builtin_answer answer =
        builtin_answer(bench.builtin, payload, strlen(payload), bench.arena);

    check_text(answer.function_error, "Unhandled");
    check_number(answer.http_status, 200);
    check_contains(answer.body, "\"errorType\":");
    check_contains(answer.body, message);
}

static void bad_payloads_crash(void)
{
    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    crashes("", "the event is no JSON");
    crashes("{", "the event is no JSON");
    crashes("[]", "the event is no JSON object");
    crashes("null", "the event is no JSON object");
    crashes("{}", "the event names no action");
    crashes("{\"action\":7}", "the event names no action");
    crashes("{\"action\":\"DROP\"}", "DROP");
    crashes("{\"action\":\"READ\",\"requestData\":{\"resourceProperties\":[]}}",
            "resourceProperties");
    check_number((long long)builtin_count(bench.builtin), 0);
    bench_close(&bench);
}

static void the_same_seed_gives_the_same_resources(void)
{
    const char *first = NULL;

    for (uint64_t seed = 1; seed <= 2; seed++)
        for (int i = 0; i < 2; i++) {
            struct arena *const kept = arena_new();

            if (!start("memo", (struct builtin_options){ .seed = seed }))
                return;
            const char *id = json_print(kept, get(bench_create(&bench, memo), "/Id"));
            bench_close(&bench);
            if (i)
                check_text(id, first);
            else if (first)
                check(strcmp(id, first) != 0);
            static char keep[64];
            memcpy(keep, id, strlen(id) + 1);
            first = keep;
            arena_free(kept);
        }
}

static void unknown_faults_are_named(void)
{
    static const char *const names[] = { "read-wrong-valeu", NULL };
    struct error error;

    if (!start("memo", (struct builtin_options){ .seed = 1 }))
        return;
    check(!builtin_new(bench.arena, bench.type, &(struct builtin_options){ .faults = names },
                       &error));
    check_text(error.text,
               "there is no fault \"read-wrong-valeu\"; did you mean \"read-wrong-value\"?");
    bench_close(&bench);
}

/* Time is what the provider says it is, and nothing waits. */
static void the_clock_is_virtual(void)
{
    static const char *const slow[] = { "read-slow", "create-slow", NULL };

    if (!start("memo", (struct builtin_options){ .seed = 1, .faults = slow }))
        return;
    check_number((long long)bench.world->now_ms(bench.world), 0);
    bench.world->sleep_ms(bench.world, 7200000);
    bench.world->sleep_ms(bench.world, -5);
    check_number((long long)bench.world->now_ms(bench.world), 7200000);
    const json *created = bench_create(&bench, memo);
    check_number((long long)bench.world->now_ms(bench.world), 7200000 + 481000);
    bench_do(&bench, READ, created);
    check_number((long long)bench.world->now_ms(bench.world), 7200000 + 481000 + 241000);
    bench_close(&bench);
}

static const struct test tests[] = {
    { "builtin: a created model has identifiers, read-only values and defaults, and no secrets",
      a_created_model_is_whole },
    { "builtin: READ takes an identifier alone", read_takes_identifiers_alone },
    { "builtin: an invalid create is refused", an_invalid_create_is_refused },
    { "builtin: the same token makes one resource", the_same_token_makes_one_resource },
    { "builtin: identifiers exist once", identifiers_exist_once },
    { "builtin: an update replaces the state", update_replaces },
    { "builtin: an update refuses what it must", update_refuses },
    { "builtin: an update by an additional identifier", update_by_alias },
    { "builtin: what is deleted is gone", deleted_is_gone },
    { "builtin: operations settle after callbacks", operations_settle_after_callbacks },
    { "builtin: callback contexts are not trusted", contexts_are_not_trusted },
    { "builtin: pages of LIST", pages },
    { "builtin: the last page is not empty", the_last_page_is_not_empty },
    { "builtin: identifiers inside objects, until there is no room", nested_identifiers },
    { "builtin: preloading leaves room for one more", preloading_leaves_room },
    { "builtin: a missing handler says so", missing_handlers_say_so },
    { "builtin: a bad payload is a crash", bad_payloads_crash },
    { "builtin: the same seed gives the same resources", the_same_seed_gives_the_same_resources },
    { "builtin: an unknown fault is named", unknown_faults_are_named },
    { "builtin: the clock is virtual", the_clock_is_virtual },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
