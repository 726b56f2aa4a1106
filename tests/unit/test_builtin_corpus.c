/* The built-in provider, honest, against every schema of a corpus of real ones. */
#include <stdio.h>
#include <stdlib.h>

#include "cfnc/base/file.h"
#include "cfnc/generate/generate.h"
#include "cfnc/resource/codes.h"
#include "cfnc/resource/steps.h"
#include "corpus.h"
#include "provider.h"
#include "run_builtin.h"

/* What a schema of the corpus came to. */
struct tally {
    unsigned walked, unwalkable, unreadable, wrong;
};

static void wrong(struct tally *tally, const char *file, const char *what, const json *answer)
{
    struct arena *arena = arena_new();

    tally->wrong++;
    printf("      %s: %s: %.600s\n", file, what, answer ? json_print(arena, answer) : "no answer");
    arena_free(arena);
}

/* What our own rules say of an answer that should be a success. */
static void hold(struct tally *tally, struct bench *b, const char *file, enum action action,
                 const json *requested)
{
    const struct exchange x = {
        .subject = resource_subject(b->arena, b->type),
        .arena = b->arena,
        .suite = SUITE_FULL,
        .request = { .action = action },
        .expected = { .outcome = NO_ERROR, .more = &(struct expected){ .requested = requested } },
        .reply = { .kind = REPLY_OBJECT, .value = b->answer },
        .event = b->event,
    };

    for (size_t r = 0; r < rule_count(&resource_protocol); r++) {
        const struct rule *rule = rule_at(&resource_protocol, r);

        struct evidence evidence = { .arena = b->arena };
        const char *fault = rule_applies(rule, &x) ? rule->fault(&x, &evidence) : NULL;

        if (fault)
            wrong(tally, file,
                  arena_printf(b->arena, "%s: %s: %s", action_name(action), rule->id, fault),
                  b->answer);
    }
}

static void walk_step(struct tally *tally, struct bench *b, const char *file, enum action action,
                      const json *desired, const json *requested)
{
    if (!(b->type->handlers & action))
        return;
    bench_do(b, action, desired);
    hold(tally, b, file, action, requested);
    if (action == LIST && json_length(b->event.models) != builtin_count(b->builtin))
        wrong(tally, file, "LIST shows another number of resources", b->answer);
}

static void walk(struct tally *tally, struct bench *b, const char *file)
{
    struct random random = { 7 };
    struct error error = { .text = "" };
    const json *desired = generate_create(b->arena, b->type, &random, &error);
    const json *other = desired ? generate_create(b->arena, b->type, &random, &error) : NULL;

    if (!other || !(b->type->handlers & CREATE)) {
        tally->unwalkable++;
        return;
    }
    tally->walked++;
    if (!resource_type_same(b->type, desired, other))
        walk_step(tally, b, file, CREATE, other, other);
    walk_step(tally, b, file, CREATE, desired, desired);
    const json *created = b->event.model;
    const size_t count = builtin_count(b->builtin);
    if (!created)
        return;
    walk_step(tally, b, file, READ, bench_only(b, created), desired);
    walk_step(tally, b, file, LIST, NULL, NULL);
    const json *update =
        b->type->handlers & UPDATE
            ? generate_update_as(b->arena, b->type, desired, created, NULL, &random, &error)
            : NULL;
    if (update) {
        walk_step(tally, b, file, UPDATE, update, update);
        walk_step(tally, b, file, READ, bench_only(b, created), update);
    }
    walk_step(tally, b, file, DELETE, bench_only(b, created), NULL);
    if (b->type->handlers & DELETE && builtin_count(b->builtin) != count - 1)
        wrong(tally, file, "something is left", NULL);
}

static void corpus(void)
{
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);
    struct tally tally = { 0 };

    for (size_t i = 0; paths && paths[i]; i++) {
        struct bench b;

        if (bench_open(&b, paths[i], &(struct builtin_options){ .seed = 3, .stabilize = 1 }))
            walk(&tally, &b, paths[i]);
        else
            tally.unreadable++;
        bench_close(&b);
    }
    printf("      %u walked, %u without a create handler or a model, %u unreadable\n", tally.walked,
           tally.unwalkable, tally.unreadable);
    check_number(tally.wrong, 0);
    check(!paths || tally.walked > 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "builtin: an honest walk over every schema of the corpus", corpus },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
