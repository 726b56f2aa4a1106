#ifndef CFNC_TEST_PROVIDER_H
#define CFNC_TEST_PROVIDER_H

#include <stdio.h>
#include <string.h>

#include "cfnc/demo/builtin.h"
#include "cfnc/json/json.h"
#include "cfnc/suite/resource.h"
#include "test.h"

/* A built-in provider on a bench: one type, one world, and what the last operation came to. */
struct bench {
    struct arena *arena;
    const struct resource_type *type;
    struct builtin *builtin;
    struct world *world;
    struct target target;
    struct event event;    /* the last of the last operation */
    const json *answer;    /* the same, raw; NULL when it was no JSON object */
    struct event progress; /* its first IN_PROGRESS event; NO_STATUS when there was none */
    unsigned callbacks;
};

enum { MOST_CALLBACKS = 10 };

static inline const struct resource_type *bench_type(struct arena *arena, const char *path)
{
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, 1 << 22, &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, path, &error) : NULL;

    if (!type)
        printf("      %s\n", error.text);
    return type;
}

/* A provider of a type that outlives the bench. False when it cannot be made. */
static inline bool bench_of(struct bench *bench, const struct resource_type *type,
                            const struct builtin_options *options)
{
    struct error error = { .text = "" };

    *bench = (struct bench){ .arena = arena_new(), .type = type };
    bench->builtin = builtin_new(bench->arena, type, options, &error);
    check_text(error.text, "");
    bench->target = (struct target){
        .endpoint = "http://127.0.0.1:3001",
        .function_name = "TypeFunction",
        .region = "us-east-1",
        .account_id = "123456789012",
        .type_name = type->name,
        .credentials = { "a", "b", "c", true, 0 },
    };
    if (bench->builtin)
        bench->world = builtin_world(bench->arena, bench->builtin, &bench->target);
    return bench->world;
}

static inline void bench_free_arena(void *arena)
{
    arena_free(arena);
}

/* The same with the type of a schema file. */
static inline bool bench_open(struct bench *bench, const char *path,
                              const struct builtin_options *options)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = bench_type(arena, path);
    const bool open = type && bench_of(bench, type, options);

    if (!type)
        *bench = (struct bench){ .arena = arena_new() };
    arena_defer(bench->arena, bench_free_arena, arena);
    return open;
}

static inline void bench_close(struct bench *bench)
{
    arena_free(bench->arena);
}

/* One invocation. */
static inline const json *bench_send(struct bench *bench, const struct request *request)
{
    struct error error = { .text = "" };
    struct reply reply;
    const char *payload =
        json_print(bench->arena, resource_encode(bench->arena, &bench->target, request));
    const struct sending sending = { .bytes = payload, .length = strlen(payload) };
    const bool sent = bench->world->call(bench->world, &sending, bench->arena, &reply, &error);

    check_text(error.text, "");
    bench->event = (struct event){ .status = NO_STATUS };
    bench->answer = NULL;
    if (sent && reply.kind == REPLY_OBJECT) {
        bench->answer = reply.value;
        event_read(&bench->event, reply.value);
    }
    return bench->answer;
}

/* A whole operation, callbacks included. Its final model, or NULL. */
static inline const json *bench_run(struct bench *bench, struct request request)
{
    if (!request.token)
        request.token = bench->world->token(bench->world, bench->arena);
    bench->progress = (struct event){ .status = NO_STATUS };
    bench->callbacks = 0;
    bench_send(bench, &request);
    while (bench->event.status == IN_PROGRESS && bench->callbacks < MOST_CALLBACKS) {
        if (!bench->callbacks++)
            bench->progress = bench->event;
        request.desired = bench->event.model;
        request.context = bench->event.context;
        bench_send(bench, &request);
    }
    return bench->event.model;
}

static inline const json *bench_do(struct bench *bench, enum action action, const json *model)
{
    return bench_run(bench, (struct request){ .action = action, .desired = model });
}

static inline const json *bench_json(struct bench *bench, const char *text)
{
    struct error error = { .text = "" };
    const json *value = json_parse(bench->arena, text, strlen(text), &error);

    check_text(error.text, "");
    return value;
}

static inline const json *bench_create(struct bench *bench, const char *text)
{
    return bench_do(bench, CREATE, bench_json(bench, text));
}

/* Only what identifies the resource. */
static inline const json *bench_only(struct bench *bench, const json *model)
{
    return model_only(bench->arena, model, &bench->type->identifier);
}

#endif
