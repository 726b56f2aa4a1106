/* One operation of a handler, with a request of the user's own: nothing is judged. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cli/commands.h"

enum { REQUEST_LARGEST = 6 * 1024 * 1024, DELAY_MOST_S = 12 * 60 * 60 };

struct invocation {
    struct arena *arena;
    const struct options *options;
    struct subject subject;
    struct redactor *redactor;
    struct target target;
    struct request request;
    struct error error;
};

static bool read_action(struct invocation *i, const char *name)
{
    const char *names[ACTION_COUNT + 1] = { NULL };

    for (size_t k = 0; k < ACTION_COUNT; k++) {
        names[k] = action_name(action_at(k));
        if (strcmp(names[k], name) == 0) {
            i->request.action = action_at(k);
            return true;
        }
    }
    const char *near = text_nearest(name, names);
    return error_set(&i->error, "\"%s\": expected CREATE, READ, UPDATE, DELETE or LIST%s%s%s",
                     text_quote(i->arena, name, 40), near ? " (did you mean " : "",
                     near ? near : "", near ? "?)" : "");
}

static const json *read_stdin(struct invocation *i)
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

static bool read_request(struct invocation *i, const char *path)
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

/* In the arguments of a container, where there is one. */
static bool may_be_shown(struct invocation *i)
{
    const json *const models[] = { i->request.desired, i->request.previous };
    const char *path = text_quote(i->arena, i->options->tests.items[2], 100);

    for (size_t k = 0; k < sizeof(models) / sizeof(models[0]); k++)
        if (!image_may_show(i->options, i->subject.type, models[k], path, &i->error))
            return false;
    return image_prepare(i->arena, i->options, &i->subject, &i->error);
}

static enum exit_code prepare(struct invocation *i)
{
    const char *const *words = (const char *const *)i->options->tests.items;

    if (i->options->tests.count != 3 || strcmp(words[0], "resource") != 0)
        return complain(EXIT_USAGE, "invoke: expected resource ACTION REQUEST.json");
    if (!read_action(i, words[1]) || !target_check(i->arena, i->options, &i->error))
        return complain(EXIT_USAGE, "%s", i->error.text);
    if (!subject_find(i->arena, i->options, &i->subject, &i->error))
        return complain(EXIT_PROJECT, "%s", i->error.text);
    if (!i->subject.type)
        return complain(EXIT_PROJECT, "invoke: only resources have such handlers");
    if (!type_configuration_check(i->arena, &i->subject, &i->error) || !read_request(i, words[2]))
        return complain(EXIT_PROJECT, "%s", i->error.text);
    if (!may_be_shown(i))
        return complain(EXIT_PROJECT, "%s", i->error.text);
    i->redactor = secrets_redactor(i->arena, i->options, i->subject.type);
    redactor_learn(i->redactor, i->request.desired);
    redactor_learn(i->redactor, i->request.previous);
    redactor_learn_strings(i->redactor, i->subject.project->type_configuration);
    return EXIT_OK;
}

static enum exit_code aim(struct invocation *i)
{
    enum service service;

    if (!target_aim(i->arena, i->options, &i->subject, i->redactor, &i->target, &i->error))
        return complain(EXIT_TARGET, "%s", redact_text(i->redactor, i->arena, i->error.text));
    if (!target_ready(i->options, &i->target, &service))
        return EXIT_TARGET;
    if (!target_authorise(i->arena, i->options, &i->target, i->subject.project, &i->error))
        return complain(EXIT_TARGET, "%s", redact_text(i->redactor, i->arena, i->error.text));
    for (const struct warning *w = i->subject.project->warnings; w; w = w->next)
        complain(EXIT_OK, "warning: %s",
                 text_quote(i->arena, redact_text(i->redactor, i->arena, w->message), 0));
    return EXIT_OK;
}

/* Models without what is write-only, requests without credentials. */
static void print_request(const struct invocation *i)
{
    const char *text = payload_print(i->arena, &i->target, &i->request);
    struct error ignored;
    const json *payload = json_parse(i->arena, text, strlen(text), &ignored);
    json *shown = redact_value(i->redactor, i->arena, payload);
    json *data = json_edit(shown, "requestData");

    json_remove(data, "callerCredentials");
    json_remove(data, "providerCredentials");
    if (i->request.context)
        json_set(shown, "callbackContext",
                 redact_context(i->redactor, i->arena, i->request.context));
    json_set(data, "resourceProperties", redact_model(i->redactor, i->arena, i->request.desired));
    if (i->request.previous)
        json_set(data, "previousResourceProperties",
                 redact_model(i->redactor, i->arena, i->request.previous));
    printf("=== Handler input ===\n%s\n", json_print_pretty(i->arena, shown));
    fflush(stdout);
}

static void print_reply(const struct invocation *i, const struct reply *reply)
{
    const char *text =
        reply->value
            ? json_print_pretty(i->arena, redact_event(i->redactor, i->arena, reply->value))
            : text_quote(i->arena, redact_text(i->redactor, i->arena, reply->body), 2000);

    printf("=== Handler response ===\n%s\n", text);
    fflush(stdout);
}

static enum exit_code settle(const struct invocation *i, const struct reply *reply,
                             const struct event *event)
{
    if (reply->kind != REPLY_OBJECT)
        return complain(EXIT_TEST_FAILED, "%s%s%s",
                        redact_text(i->redactor, i->arena, reply->problem), reply->hint ? "; " : "",
                        reply->hint ? redact_text(i->redactor, i->arena, reply->hint) : "");
    return event->status == SUCCESS ? EXIT_OK : EXIT_TEST_FAILED;
}

/* Nothing is judged, so nothing is deleted either. */
static enum exit_code say_stopped(const struct invocation *i, const struct event *event)
{
    if (i->request.action & (CREATE | UPDATE | DELETE) && event->status != FAILED)
        complain(EXIT_OK, "stopped after the %s was sent: what came of it is yours to look after",
                 action_name(i->request.action));
    return (enum exit_code)stop_code();
}

static enum exit_code call(struct invocation *i)
{
    struct world *world = target_world(i->arena, &i->target);
    struct reply reply;
    struct event event = { .status = NO_STATUS };

    i->request.token = world->token(world, i->arena);
    for (int left = i->options->max_reinvoke;; left--) {
        print_request(i);
        if (!world->invoke(world, &i->request, i->arena, &reply, &i->error))
            return reply.given_up ? say_stopped(i, &event)
                                  : complain(EXIT_TARGET, "%s",
                                             redact_text(i->redactor, i->arena, i->error.text));
        redactor_learn_event(i->redactor, reply.value);
        print_reply(i, &reply);
        event_read(&event, reply.value);
        if (reply.kind != REPLY_OBJECT || event.status != IN_PROGRESS || left <= 0)
            return settle(i, &reply, &event);
        const double delay =
            event.delay_seconds < DELAY_MOST_S ? event.delay_seconds : DELAY_MOST_S;
        world->sleep_ms(world, (int64_t)(delay * 1000));
        if (stop_code())
            return say_stopped(i, &event);
        i->request.desired = event.model ? event.model : i->request.desired;
        i->request.context = event.context;
    }
}

enum exit_code cmd_invoke(struct arena *arena, const struct options *options)
{
    struct invocation i = { .arena = arena, .options = options };
    enum exit_code code = prepare(&i);

    signals_catch("stopping.");
    if (code == EXIT_OK)
        code = aim(&i);
    if (code == EXIT_OK)
        code = call(&i);
    return stop_code() ? (enum exit_code)stop_code() : code;
}
