/*
 * Requests come out of a recording as they were, secrets included; what is not
 * known of them is missing; and a call is found by its number, or its test.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/redact/stand_in.h"
#include "json_of_text.h"
#include "spied.h"

static const char *const types[] = {
    "thing", "generated_id", "composite", "archive", "fleet", NULL
};

/* --- Secrets of every sort --- */

static const char secretive[] =
    "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Name\"],"
    " \"createOnlyProperties\": [\"/properties/Name\"], \"additionalProperties\": false,"
    " \"writeOnlyProperties\": [\"/properties/Secret\", \"/properties/Pin\","
    "   \"/properties/Users/*/Keys\", \"/properties/Flag\"],"
    " \"properties\": {\"Name\": {\"type\": \"string\"}, \"Text\": {\"type\": \"string\"},"
    "   \"Secret\": {\"type\": \"string\", \"pattern\": \"^[A-Z][a-z \\\"]+$\"},"
    "   \"Pin\": {\"type\": \"integer\", \"minimum\": 100000},"
    "   \"Flag\": {\"type\": \"boolean\"},"
    "   \"Users\": {\"type\": \"array\", \"items\": {\"type\": \"object\","
    "     \"additionalProperties\": false, \"properties\": {\"Id\": {\"type\": \"string\"},"
    "     \"Keys\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}}}},"
    " \"handlers\": {\"create\": {}, \"read\": {}, \"update\": {}, \"delete\": {}, \"list\": {}}}";

static const char creation[] =
    "{\"Name\": \"n{{uuid}}\", \"Text\": \"holds Hunter two \\\"quoted\\\" and more\","
    " \"Secret\": \"Hunter two \\\"quoted\\\"\", \"Pin\": 48151623, \"Flag\": true,"
    " \"Users\": [{\"Id\": \"u\", \"Keys\": [\"first-key\", \"k2\", \"\"]}]}";
static const char change[] =
    "{\"Text\": \"other\", \"Secret\": \"Horse battery\", \"Pin\": 31415926,"
    " \"Users\": [{\"Id\": \"u\", \"Keys\": [\"second-key\"]}]}";

/* --- Requests --- */

static bool same(const char *what, unsigned seq, const json *sent, const json *again,
                 struct arena *arena)
{
    if (json_equal(sent, again) || (json_is_null(sent) && json_is_null(again)))
        return true;
    printf("    c%u %s\n      sent  %s\n      again %s\n", seq, what,
           sent ? json_print(arena, sent) : "nothing",
           again ? json_print(arena, again) : "nothing");
    return false;
}

static void requests_of(const struct resource_type *type, const struct input_set *set,
                        unsigned stabilize)
{
    static const struct replay_values none = { NULL, 0 };
    const struct builtin_options options = { .stabilize = stabilize, .page_size = 2, .preload = 3 };
    struct arena *arena = arena_new();
    struct spied *s = arena_alloc(arena, sizeof(*s));
    const char *text = spied_record(arena, type, &options, set, s);
    struct replay replay = { .arena = NULL };
    struct error error = { .text = "" };
    size_t same_again = 0, count = 0;

    if (!check(text && spied_open_text(arena, text, set, &replay, &error)))
        return;
    for (const struct recorded_call *c = replay.calls; c; c = c->next, count++) {
        const unsigned seq = c->call->seq;
        const struct request *sent = &s->requests[seq - 1];
        struct refilled filled = { .again = "", .other = "", .given = "", .missing = "" };

        if (!check(seq <= s->count && replay_refill(&replay, c, &none, &filled, &error)))
            break;
        if (*filled.missing)
            printf("    c%u of %s: %s\n", seq, type->name, filled.missing);
        check(!*filled.missing && !*filled.given && filled.request.action == sent->action);
        same_again += !*filled.other;
        if (!*filled.other)
            check(same("desired", seq, sent->desired, filled.request.desired, arena) &&
                  same("previous", seq, sent->previous, filled.request.previous, arena) &&
                  same("context", seq, sent->context, filled.request.context, arena));
        if (c->call->callbacks)
            check_text(filled.request.token, sent->token);
        else
            check(!filled.request.token);
    }
    check_number((long long)count, (long long)s->count);
    check(10 * same_again >= 8 * count); /* of models that a test changed, secrets are others */
    arena_free(arena);
}

static void requests_come_out_as_they_were(void)
{
    struct arena *arena = arena_new();
    const struct input_set set = set_of(arena, creation, change);
    const struct resource_type *type = type_of_text(arena, secretive);

    for (size_t t = 0; types[t]; t++)
        for (unsigned stabilize = 0; stabilize < 3; stabilize += 2)
            requests_of(type_named(arena, types[t]), NULL, stabilize);
    for (unsigned stabilize = 0; stabilize < 3; stabilize += 2) {
        requests_of(type, &set, stabilize);
        requests_of(type, NULL, stabilize);
    }
    arena_free(arena);
}

/* Without the inputs nothing is known of what is secret, and then it is not sent. */
static void what_is_not_known_is_missing(void)
{
    static const struct replay_values none = { NULL, 0 };
    const struct builtin_options options = { .stabilize = 2 };
    struct arena *arena = arena_new();
    const struct input_set set = set_of(arena, creation, change);
    const struct resource_type *type = type_of_text(arena, secretive);
    struct spied *s = arena_alloc(arena, sizeof(*s));
    const char *text = spied_record(arena, type, &options, &set, s);
    struct replay replay = { .arena = NULL };
    struct error error = { .text = "" };
    struct refilled filled = { .again = "", .other = "", .given = "", .missing = "" };

    if (!check(text && spied_open_text(arena, text, NULL, &replay, &error)))
        return;
    for (const struct recorded_call *c = replay.calls; c; c = c->next) {
        const json *desired = json_get(c->request, "desired");

        check(replay_refill(&replay, c, &none, &filled, &error));
        if (json_get(desired, "Secret"))
            check_contains(filled.missing, "/Secret");
        check(!json_get(desired, "Pin") || strstr(filled.missing, "/Pin"));
        check(!strstr(json_print(arena, desired), STAND_IN) || *filled.missing);
    }
    const struct replay_value given[] = {
        { "/Secret", json_of_text(arena, "\"Sesame\"") },
        { "/Pin", json_of_text(arena, "123456") },
        { "/Text", json_of_text(arena, "\"t\"") },
        { "/Users/0/Keys", json_of_text(arena, "[\"a\"]") },
    };
    const struct replay_values values = { given, 4 };
    check(replay_refill(&replay, replay.calls, &values, &filled, &error));
    check_text(filled.missing, "");
    check_text(json_string(json_get(filled.request.desired, "Secret")), "Sesame");
    const struct replay_value bad[] = { { "/Name/x/y", json_of_text(arena, "1") } };
    check(
        !replay_refill(&replay, replay.calls, &(struct replay_values){ bad, 1 }, &filled, &error));
    check_contains(error.text, "--set /Name/x/y: it cannot be put there");
    arena_free(arena);
}

/* --- Which call --- */

static void the_call_that_is_meant(void)
{
    static const struct {
        const char *name, *says; /* of the error; NULL: a call is found */
    } rows[] = {
        { NULL, NULL },
        { "c1", NULL },
        { "2", NULL },
        { "contract_create_read", NULL },
        { "contract_create_read[generated]", NULL },
        { "c0", "there is no call c0; its last one is c" },
        { "c999999999", "there is no call c999999999; its last one is c" },
        { "c9999999999", "no call or test is called" },
        { "c", "no call or test is called" },
        { "", "no call or test is called \"\"" },
        { "-1", "no call or test is called" },
        { "contract_create_raed", "(did you mean contract_create_read?)" },
        { "\033[31m", "\\u001b" },
        { "contract_delete_delete", "name one of its calls: c" },
    };
    const char *const names[] = { "read-wrong-value", NULL };
    const struct builtin_options options = { .faults = names };
    struct arena *arena = arena_new();
    struct spied *s = arena_alloc(arena, sizeof(*s));
    const char *text = spied_record(arena, type_named(arena, "thing"), &options, NULL, s);
    struct replay replay = { .arena = NULL };
    struct error error = { .text = "" };

    if (!check(text && spied_open_text(arena, text, NULL, &replay, &error)))
        return;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct recorded_call *c = replay_find(&replay, rows[i].name, &error);

        check(!c == !!rows[i].says);
        if (!c && rows[i].says)
            check_contains(error.text, rows[i].says);
    }
    check(replay_find(&replay, NULL, &error)->call->action == READ);
    arena_free(arena);
}

static const struct test tests[] = {
    { "replay: requests come out as they were", requests_come_out_as_they_were },
    { "replay: what is not known is missing", what_is_not_known_is_missing },
    { "replay: the call that is meant", the_call_that_is_meant },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
