#ifndef CFNC_TEST_SCRIPTED_H
#define CFNC_TEST_SCRIPTED_H

#include <stdlib.h>
#include <string.h>

#include "cfnc/resource/steps.h"
#include "run_builtin.h"
#include "test.h"

/* A trial in a world that answers from a script. Each test frees the arena when it has looked. */

enum { SCRIPT_KEEPS = 64 };

/* What the scripted handler answers, one after the other; the last one for ever. */
struct script {
    struct world world;
    const char *const *answers; /* JSON; "!TEXT": no answer, the error TEXT; "*": a crash;
                                 "~": it hangs; "+9 JSON": after 9 s */
    size_t next, calls, tokens;
    int64_t now_ms;
    struct request requests[SCRIPT_KEEPS]; /* the first ones */
    int64_t sent_ms[SCRIPT_KEEPS], within_ms[SCRIPT_KEEPS];
};

static struct arena *arena; /* of the test: what the handler was sent is looked at afterwards */

static inline void script_keep(struct script *s, const struct sending *sending)
{
    const struct request *request = sending->request;

    if (s->calls < SCRIPT_KEEPS) {
        struct request *kept = &s->requests[s->calls];

        *kept = *request;
        kept->desired = json_copy(arena, request->desired);
        kept->context = request->context ? json_copy(arena, request->context) : NULL;
        if (request->next_token) /* that of a page goes with it */
            kept->next_token = arena_printf(arena, "%s", request->next_token);
        kept->token = arena_printf(arena, "%s", request->token);
        s->sent_ms[s->calls] = s->now_ms;
        s->within_ms[s->calls] = sending->within_ms;
    }
    s->calls++;
}

static inline bool script_call(struct world *world, const struct sending *sending,
                               struct arena *calls, struct reply *reply, struct error *error)
{
    struct script *s = (struct script *)world; /* its first member */
    const char *answer = s->answers[s->next];
    struct error ignored;

    script_keep(s, sending);
    s->next += s->answers[s->next + 1] != NULL;
    s->now_ms += 10;
    *reply = (struct reply){ .kind = REPLY_OBJECT, .http_status = 200, .sent = true };
    if (*answer == '+') {
        char *rest;

        s->now_ms += strtol(answer, &rest, 10) * 1000;
        answer = rest;
    }
    if (*answer == '~') {
        s->now_ms += sending->within_ms ? sending->within_ms : 15 * 60 * 1000;
        reply->given_up = sending->within_ms > 0;
        reply->kind = REPLY_TIMED_OUT;
        reply->problem = "no answer";
        return !reply->given_up || error_set(error, "no answer while cfnc waited");
    }
    if (*answer == '!') {
        reply->sent = false;
        return error_set(error, "%s", answer + 1);
    }
    if (*answer == '*') {
        reply->kind = REPLY_CRASH;
        reply->problem = "the handler crashed";
        return true;
    }
    reply->body = answer;
    reply->length = strlen(answer);
    reply->value = json_parse(calls, answer, reply->length, &ignored);
    return true;
}

static inline int64_t script_now(struct world *world)
{
    return ((struct script *)world)->now_ms;
}

static inline void script_sleep(struct world *world, int64_t ms)
{
    ((struct script *)world)->now_ms += ms;
}

static inline const char *script_token(struct world *world, struct arena *trial)
{
    return arena_printf(trial, "token-%zu", ++((struct script *)world)->tokens);
}

static struct run run;
static struct outcome *outcome;
static struct script script;

static struct target scripted_target = { .endpoint = "e",
                                         .function_name = "f",
                                         .region = "r",
                                         .account_id = "a",
                                         .type_name = "Acme::Demo::Ticket" };
static const struct reporter nobody[] = { { .self = NULL } };

/* A trial on the type Ticket (identifier /Id, read-only) whose handler answers from the script. */
static inline struct trial begin(const char *const *answers)
{
    arena = arena_new();
    const struct resource_type *type = type_named(arena, "generated_id");

    run = (struct run){ .arena = arena,
                        .options = { .suite = SUITE_V1, .enforce_timeout_s = 240 },
                        .subject = resource_subject(arena, type),
                        .target = &scripted_target,
                        .redactor =
                            redactor_new(arena, subject_secrecy(resource_subject(arena, type))) };
    run = run_apart(&run, arena);
    outcome = outcome_new(arena, &resource_protocol);
    outcome->name = "a_test";
    script = (struct script){ .world = { script_call, script_now, script_sleep, script_token },
                              .answers = answers };
    return trial_new(&(struct trial){ .run = &run,
                                      .outcome = outcome,
                                      .world = &script.world,
                                      .reporters = nobody,
                                      .phase = PHASE_CALL });
}

static inline const json *wanted(void)
{
    json *model = json_object(arena);

    json_set_string(model, "Title", "a title");
    return model;
}

static inline void create_only(struct trial *t)
{
    expect_created(t, wanted());
}

static inline void create_then_delete(struct trial *t)
{
    expect_deleted(t, expect_created(t, wanted()));
}

static inline void trying(const char *const *answers, void (*body)(struct trial *t))
{
    struct trial t = begin(answers);
    const struct contract_test test = { .name = "a_test", .run = body };

    trial_run(&t, &test);
    arena_free(t.arena);
}

/* The same, within bounds. */
static inline void trying_within(const struct run_options *options, const char *const *answers,
                                 void (*body)(struct trial *t))
{
    struct trial t = begin(answers);
    const struct contract_test test = { .name = "a_test", .run = body };

    run.options = *options;
    run.options.suite = SUITE_V1;
    run.options.enforce_timeout_s = 240;
    trial_run(&t, &test);
    arena_free(t.arena);
}

static inline bool found(const char *rule)
{
    return outcome->broken[rule_index(&resource_protocol, rule_of(rule))];
}

#define MODEL       "\"resourceModel\":{\"Id\":\"i1\",\"Title\":\"a title\"}"
#define GOING       "{\"status\":\"IN_PROGRESS\"," MODEL ",\"callbackContext\":{\"n\":1}"
#define GONE        "{\"status\":\"SUCCESS\"}"
#define MADE        "{\"status\":\"SUCCESS\"," MODEL "}"
#define LISTED(...) "{\"status\":\"SUCCESS\",\"resourceModels\":[" __VA_ARGS__ "]}"

#endif
