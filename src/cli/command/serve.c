#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/demo/server.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/subject.h"
#include "cli/commands.h"

struct builtin *options_builtin(struct arena *arena, const struct options *options,
                                const struct resource_type *type, struct error *error)
{
    const struct builtin_options wanted = {
        .stabilize = (unsigned)options->stabilize,
        .delay = (double)options->delay_ms / 1000,
        .page_size = (unsigned)options->page_size,
        .preload = (unsigned)options->preload,
        .seed = options_seed(&options->model),
        .slow_seconds = (double)options->target.enforce_timeout_ms / 1000 + 1,
        .faults = (const char *const *)options->subject.faults.items,
    };

    return builtin_new(arena, type, &wanted, error);
}

/* The server's threads inherit the mask, so that the signal comes here. */
static sigset_t hold_signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return set;
}

static enum exit_code serve(struct arena *arena, const struct options *options,
                            const struct resource_type *type, struct builtin *builtin)
{
    const struct server_options wanted = { .port = (unsigned)options->port,
                                           .function_name = options->target.function_name };
    const sigset_t signals = hold_signals();
    struct error error;
    int signal = 0;

    struct server *server = server_start(arena, builtin, &wanted, &error);
    if (!server)
        return complain(EXIT_TARGET, "%s", error.text);
    printf("listening on http://127.0.0.1:%u\n", server_port(server));
    printf("  the handlers of %s, as %s; Ctrl-C stops\n", type->name,
           options->target.function_name);
    fflush(stdout);
    sigwait(&signals, &signal);
    const unsigned long requests = server_requests(server);
    server_stop(server);
    printf("%lu invocation%s answered, %zu resource%s left\n", requests, requests == 1 ? "" : "s",
           builtin_count(builtin), builtin_count(builtin) == 1 ? "" : "s");
    return EXIT_OK;
}

static enum exit_code cmd_serve(struct arena *arena, const struct options *options)
{
    struct options demo = *options;
    struct project_subject subject;
    struct error error;

    if (options->list_faults)
        return list_the_faults(arena, options);
    if (!target_check(arena, options, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    demo.target.demo = true;
    if (!subject_load(arena, &demo, &subject, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    if (!subject.type)
        return complain(EXIT_PROJECT, "only resource types can be served; pass --schema FILE");
    struct builtin *builtin = options_builtin(arena, options, subject.type, &error);
    if (!builtin)
        return complain(EXIT_USAGE, "%s", error.text);
    return serve(arena, options, subject.type, builtin);
}

const struct command command_serve = {
    .name = "serve",
    .summary = "a Lambda endpoint with built-in handlers, for trying things out",
    .usage = "Usage: cfnc serve [OPTION]...\n"
             "Answer like the handlers of a resource type, honestly or with one fault.\n"
             "\n"
             "  cfnc serve & cfnc test --schema FILE  test it over HTTP\n"
             "  cfnc serve --fault read-wrong-value   break one clause of the contract\n"
             "\n",
    .place = IN_SERVE,
    .run = cmd_serve,
};
