/* One operation of a handler, with a request of the user's own: nothing is judged. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/suite/resource.h"
#include "cli/commands.h"

struct invoke_options {
    int max_reinvoke;
};

enum { REQUEST_LARGEST = 6 * 1024 * 1024, DELAY_MOST_S = 12 * 60 * 60 };

struct invoking {
    struct arena *arena;
    const struct options *options;
    struct project_subject subject;
    struct redactor *redactor;
    struct target target;
    const struct protocol *protocol;
    struct request request;
    struct error error;
};

static bool read_action(struct invoking *i, const char *name)
{
    const char *names[ACTION_COUNT + 1] = { NULL };

    i->request.action = action_named(&resource_protocol, name);
    if (i->request.action)
        return true;
    for (size_t k = 0; k < ACTION_COUNT; k++)
        names[k] = action_name(action_at(k));
    return error_set(&i->error, "\"%s\": expected CREATE, READ, UPDATE, DELETE or LIST%s",
                     text_quote(i->arena, name, 40),
                     text_meant(i->arena, text_nearest(name, names), ""));
}

static const json *read_stdin(struct invoking *i)
{
    struct text text = text_new(i->arena);
    char bytes[4096];

    for (size_t got; (got = fread(bytes, 1, sizeof(bytes), stdin)) > 0;) {
        text_add_bytes(&text, bytes, got);
        if (text.length > REQUEST_LARGEST) {
            error_set(&i->error, "-: the request is too large");
            return NULL;
        }
    }
    const json *value = json_parse(i->arena, text.bytes, text.length, &i->error);
    if (!value)
        error_prefix(&i->error, "-:");
    return value;
}

static bool read_request(struct invoking *i, const char *path)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    const json *value =
        is_stdin ? read_stdin(i) : json_read(i->arena, path, REQUEST_LARGEST, &i->error);

    if (!value)
        return false;
    const json *desired = json_get(value, "desiredResourceState");
    const json *previous = json_get(value, "previousResourceState");
    const json *configuration = json_get(value, "typeConfiguration");
    if (json_type(desired) != JSON_OBJECT)
        return error_set(&i->error, "%s: desiredResourceState: expected an object, not %s",
                         text_quote(i->arena, path, 100),
                         desired ? json_type_name(desired) : "nothing");
    if (!json_is_null(previous) && json_type(previous) != JSON_OBJECT)
        return error_set(&i->error, "%s: previousResourceState: expected an object or null, not %s",
                         text_quote(i->arena, path, 100), json_type_name(previous));
    i->request.desired = desired;
    i->request.previous = json_is_null(previous) ? NULL : previous;
    if (configuration)
        i->subject.project->type_configuration = configuration;
    return true;
}

static enum exit_code prepare(struct invoking *i)
{
    const char *const *words = (const char *const *)i->options->words.items;

    if (i->options->words.count != 3 || strcmp(words[0], "resource") != 0)
        return complain(EXIT_USAGE, "invoke: expected resource ACTION REQUEST.json");
    if (!read_action(i, words[1]) || !target_check(i->arena, i->options, &i->error))
        return complain(EXIT_USAGE, "%s", i->error.text);
    if (!subject_find(i->arena, i->options, &i->subject, &i->error))
        return complain(EXIT_PROJECT, "%s", i->error.text);
    if (!i->subject.type)
        return complain(EXIT_PROJECT, "invoke: only resources have such handlers");
    i->protocol = i->subject.tested->protocol;
    if (!type_configuration_check(i->arena, &i->subject, &i->error) || !read_request(i, words[2]))
        return complain(EXIT_PROJECT, "%s", i->error.text);
    if (!image_prepare_request(i->arena, &i->options->target, &i->subject, &i->request,
                               text_quote(i->arena, words[2], 100), &i->error))
        return complain(EXIT_PROJECT, "%s", i->error.text);
    i->redactor = secrets_redactor(i->arena, i->options, i->subject.tested);
    redactor_learn(i->redactor, i->request.desired);
    redactor_learn(i->redactor, i->request.previous);
    redactor_learn_strings(i->redactor, i->subject.project->type_configuration);
    return EXIT_OK;
}

static enum exit_code aim(struct invoking *i)
{
    const enum exit_code code =
        target_reach(i->arena, i->options, &i->subject, i->redactor, &i->target);

    for (const struct warning *w = code == EXIT_OK ? i->subject.project->warnings : NULL; w;
         w = w->next)
        complain(EXIT_OK, "warning: %s",
                 text_quote(i->arena, redact_text(i->redactor, i->arena, w->message), 0));
    return code;
}

static void print_request(const struct invoking *i, const json *payload)
{
    const json *shown = redact_request(i->redactor, i->arena, payload, i->protocol->request_places);

    printf("=== Handler input ===\n%s\n", json_print_pretty(i->arena, shown));
    fflush(stdout);
}

static void print_reply(const struct invoking *i, const struct reply *reply)
{
    const char *text =
        reply->value
            ? json_print_pretty(i->arena, redact_places(i->redactor, i->arena, reply->value,
                                                        i->protocol->answer_places))
            : text_quote(i->arena, redact_text(i->redactor, i->arena, reply->body), 2000);

    printf("=== Handler response ===\n%s\n", text);
    fflush(stdout);
}

static enum exit_code settle(const struct invoking *i, const struct reply *reply,
                             const struct event *event)
{
    if (reply->kind != REPLY_OBJECT)
        return complain(EXIT_TEST_FAILED, "%s%s%s",
                        redact_text(i->redactor, i->arena, reply->problem), reply->hint ? "; " : "",
                        reply->hint ? redact_text(i->redactor, i->arena, reply->hint) : "");
    return event->status == SUCCESS ? EXIT_OK : EXIT_TEST_FAILED;
}

/* Nothing is judged, so nothing is deleted either. */
static enum exit_code say_stopped(const struct invoking *i, const struct event *event)
{
    const struct handler *handler = handler_of(i->protocol, i->request.action);

    if (handler->changes && event->status != FAILED)
        complain(EXIT_OK, "stopped after the %s was sent: what came of it is yours to look after",
                 handler->name);
    return (enum exit_code)stop_code();
}

static bool send_request(struct invoking *i, struct world *world, struct reply *reply)
{
    *reply = (struct reply){ .kind = REPLY_EMPTY };
    if (!target_refresh(&i->target, &i->error))
        return false;
    const json *payload = i->protocol->encode(i->arena, &i->target, &i->request);
    const char *bytes = json_print(i->arena, payload);
    const struct sending sending = { .bytes = bytes,
                                     .length = strlen(bytes),
                                     .request = &i->request };

    print_request(i, payload);
    return world->call(world, &sending, i->arena, reply, &i->error);
}

static enum exit_code call(struct invoking *i)
{
    const struct invoke_options *own = options_own(i->options, IN_INVOKE);
    struct world *world = target_world(i->arena, &i->target);
    struct reply reply;
    struct exchange x = { .subject = i->subject.tested, .event = { .status = NO_STATUS } };

    i->request.token = world->token(world, i->arena);
    for (int left = own->max_reinvoke;; left--) {
        if (!send_request(i, world, &reply))
            return reply.given_up ? say_stopped(i, &x.event)
                                  : complain(EXIT_TARGET, "%s",
                                             redact_text(i->redactor, i->arena, i->error.text));
        redactor_learn_places(i->redactor, reply.value, i->protocol->answer_places);
        print_reply(i, &reply);
        if (reply.kind == REPLY_OBJECT)
            i->protocol->decode(&x.event, reply.value);
        if (reply.kind != REPLY_OBJECT || x.event.status != IN_PROGRESS || left <= 0)
            return settle(i, &reply, &x.event);
        const double delay =
            x.event.delay_seconds < DELAY_MOST_S ? x.event.delay_seconds : DELAY_MOST_S;
        world->sleep_ms(world, (int64_t)(delay * 1000));
        if (stop_code())
            return say_stopped(i, &x.event);
        i->protocol->follow(&x, &i->request);
    }
}

static enum exit_code cmd_invoke(struct arena *arena, const struct options *options)
{
    struct invoking i = { .arena = arena, .options = options };
    enum exit_code code = prepare(&i);

    signals_catch("stopping.");
    if (code == EXIT_OK)
        code = aim(&i);
    if (code == EXIT_OK)
        code = call(&i);
    return stop_code() ? (enum exit_code)stop_code() : code;
}

/* clang-format off */
static const struct option invoke_rows[] = {
    { .name = "max-reinvoke", .argument = "N", .standard = "2147483647",
      .help = "follow-ups of IN_PROGRESS answers",
      .kind = OPTION_NUMBER, .group = GROUP_TIME, .original = true, OWN(invoke, max_reinvoke) },
    { 0 },
};
/* clang-format on */

const struct command command_invoke = {
    .name = "invoke",
    .summary = "call one handler with a request of your own",
    .usage =
        "Usage: cfnc invoke resource ACTION REQUEST.json|- [OPTION]...\n"
        "Send {\"desiredResourceState\": {...}, \"previousResourceState\": {...}}, print each\n"
        "request and answer, and follow up while the handler is IN_PROGRESS.\n"
        "\n",
    .ending = "Exit: 0 SUCCESS  1 anything else  2 usage  3 endpoint or credentials\n"
              "      4 unreadable request, schema or project\n",
    .place = IN_INVOKE,
    .options = invoke_rows,
    .own = sizeof(struct invoke_options),
    .run = cmd_invoke,
};
