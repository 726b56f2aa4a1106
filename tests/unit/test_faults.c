/* Every fault of the built-in provider shows, and is convicted by the rule that it names. */
#include <stdio.h>
#include <stdlib.h>

#include "cfnc/base/text.h"
#include "cfnc/generate/examples.h"
#include "cfnc/resource/steps.h"
#include "corpus.h"
#include "provider.h"
#include "run_builtin.h"

/* A walk from create to delete; what was answered, and which rules were broken. */
struct walk {
    struct bench bench;
    const struct subject *subject;
    struct text transcript, broken;
    const json *desired, *update; /* what is asked for, the same in every walk */
    const json *forbidden;        /* an update of something create-only; or NULL */
    const json *created;          /* what an honest provider answers to that */
};

static void hold(struct walk *w, const struct exchange *x)
{
    for (size_t r = 0; r < rule_count(&resource_protocol); r++) {
        const struct rule *rule = rule_at(&resource_protocol, r);

        struct evidence evidence = { .arena = w->bench.arena };

        if (rule_applies(rule, x) && rule->fault(x, &evidence))
            text_addf(&w->broken, " %s ", rule->id);
    }
}

/* One invocation, judged. */
static void call(struct walk *w, struct exchange *x)
{
    struct world *world = w->bench.world;
    const int64_t began = world->now_ms(world);
    struct error error = { .text = "" };

    x->event = (struct event){ .status = NO_STATUS };
    const char *bytes =
        json_print(w->bench.arena, resource_encode(w->bench.arena, &w->bench.target, &x->request));
    const struct sending sending = { .bytes = bytes, .length = strlen(bytes) };
    check(world->call(world, &sending, w->bench.arena, &x->reply, &error));
    if (x->reply.kind == REPLY_OBJECT)
        event_read(&x->event, x->reply.value);
    x->elapsed_ms = world->now_ms(world) - began;
    x->settling_ms += x->elapsed_ms;
    text_addf(&w->transcript, "%s %lld: %s\n", action_name(x->request.action),
              (long long)x->elapsed_ms,
              x->reply.value ? json_print(w->bench.arena, x->reply.value) : x->reply.body);
    hold(w, x);
    if (!x->named && x->event.model && !resource_type_lacks(w->bench.type, x->event.model))
        x->named = x->event.model;
}

/* A whole operation. */
static struct event operate(struct walk *w, enum action action, const json *model,
                            struct expected expected)
{
    struct exchange x = {
        .subject = w->subject,
        .arena = w->bench.arena,
        .suite = SUITE_FULL,
        .request = { .action = action,
                     .desired = model,
                     .token = w->bench.world->token(w->bench.world, w->bench.arena) },
        .expected = { .outcome = expected.outcome,
                      .resource = expected.resource,
                      .more = &expected },
        .limit_ms = action & (READ | LIST) ? 240000 : 480000,
        .settling_limit_ms = 7200000,
    };

    if (!(w->bench.type->handlers & action))
        return x.event;
    x.named = action == DELETE ? expected.resource : NULL;
    call(w, &x);
    while (x.event.status == IN_PROGRESS && x.settling_ms <= x.settling_limit_ms) {
        const int64_t delay = (int64_t)(x.event.delay_seconds * 1000);

        w->bench.world->sleep_ms(w->bench.world, delay);
        x.settling_ms += delay;
        x.callbacks++;
        x.request.context = x.event.context;
        x.request.desired = x.event.model;
        call(w, &x);
    }
    return x.event;
}

static void list(struct walk *w)
{
    struct exchange x = {
        .subject = w->subject,
        .arena = w->bench.arena,
        .suite = SUITE_FULL,
        .request = { .action = LIST, .token = "list" },
        .expected = { .outcome = NO_ERROR },
        .limit_ms = 240000,
        .settling_limit_ms = 7200000,
    };

    if (!(w->bench.type->handlers & LIST))
        return;
    call(w, &x);
    x.request.next_token = json_string(x.event.next_token);
    if (x.request.next_token)
        call(w, &x);
}

/* What exists: created, read, updated, deleted. */
static void walk_existing(struct walk *w)
{
    const json *only = bench_only(&w->bench, w->created);
    const bool writable = resource_type_identifier_is_writable(w->bench.type);
    const struct expected read = { .outcome = NO_ERROR,
                                   .requested = w->desired,
                                   .returned = w->created,
                                   .resource = w->created,
                                   .fresh = true };

    operate(w, CREATE, w->desired,
            (struct expected){ .outcome = NO_ERROR, .requested = w->desired });
    if (writable)
        operate(w, CREATE, w->desired, (struct expected){ .outcome = ALREADY_EXISTS });
    operate(w, READ, only, read);
    list(w);
    if (w->update) {
        operate(w, UPDATE, w->update,
                (struct expected){ .outcome = NO_ERROR,
                                   .requested = w->update,
                                   .before = w->created,
                                   .replaced = w->desired,
                                   .resource = w->created });
        operate(w, READ, only,
                (struct expected){ .outcome = NO_ERROR,
                                   .requested = w->update,
                                   .before = w->created,
                                   .replaced = w->desired,
                                   .resource = w->created });
        list(w);
    }
    if (w->forbidden)
        operate(w, UPDATE, w->forbidden, (struct expected){ .outcome = NOT_UPDATABLE });
    operate(w, DELETE, only, (struct expected){ .outcome = NO_ERROR, .resource = w->created });
}

/* What does not exist any more. */
static void walk_absent(struct walk *w)
{
    const json *only = bench_only(&w->bench, w->created);
    const struct expected absent = { .outcome = NOT_FOUND };

    operate(w, READ, only, absent);
    if (w->update)
        operate(w, UPDATE, w->update, absent);
    operate(w, DELETE, only, absent);
    list(w);
    if (resource_type_identifier_is_writable(w->bench.type))
        operate(w, CREATE, w->desired,
                (struct expected){
                    .outcome = NO_ERROR, .requested = w->desired, .after_delete = true });
}

static const char *fault_names[2];

static bool begin(struct walk *w, const struct resource_type *type, const char *fault,
                  unsigned stabilize)
{
    const struct builtin_options options = {
        .seed = 9, .stabilize = stabilize, .preload = 1, .faults = fault_names
    };

    fault_names[0] = fault;
    *w = (struct walk){
        .desired = w->desired, .update = w->update, .forbidden = w->forbidden, .created = w->created
    };
    const bool open = bench_of(&w->bench, type, &options);
    w->subject = resource_subject(w->bench.arena, type);
    w->transcript = text_new(w->bench.arena);
    w->broken = text_new(w->bench.arena);
    return open;
}

/* What the walks ask for, made with an honest provider. False when the type allows none. */
static bool prepare(struct walk *w, const struct resource_type *type, const char *desired,
                    const char *update)
{
    struct random random = { 5 };
    struct bench *b = &w->bench;
    struct error error;

    if (!begin(w, type, NULL, 0) || !(type->handlers & CREATE))
        return false;
    w->desired =
        desired ? bench_json(b, desired) : generate_create(b->arena, b->type, &random, &error);
    w->created = w->desired ? bench_do(b, CREATE, w->desired) : NULL;
    if (!w->created || !(b->type->handlers & UPDATE))
        return w->created;
    json *state = json_copy(b->arena, w->created);
    json_each (property, update ? bench_json(b, update) : NULL)
        json_set(state, json_key(property), property);
    w->update = update ? state
                       : generate_update_as(b->arena, b->type, w->desired, w->created, NULL,
                                            &random, &error);
    struct examples examples = { .type = b->type, .random = random };
    w->forbidden = w->update ? examples_forbidden(b->arena, &examples, w->update) : NULL;
    return true;
}

struct tally {
    unsigned shown, impossible, unseen, unconvicted, honest;
};

/*
 * A fault that changes what happens, and not just an answer, may take more to
 * show than a walk: the suite's own tests try those.
 */
static bool is_deed(const struct fault *fault)
{
    return !fault->member && (!fault->turn || fault->stored) && !fault->number && !fault->byte &&
           !fault->model && !fault->tamper && !fault->spoil && !fault->slow;
}

/* The rules that it takes more than one exchange to see have no function. */
static bool convicts(const struct walk *w, const char *id)
{
    return !rule_of(id)->fault || strstr(w->broken.bytes, arena_printf(w->bench.arena, " %s ", id));
}

/* The honest provider's walks, with no callback and with one: what all others are held against. */
struct honest {
    struct walk walks[2];
};

static void walk_honestly(struct honest *honest, const struct walk *prepared, const char *path,
                          struct tally *tally)
{
    for (unsigned stabilize = 0; stabilize < 2; stabilize++) {
        struct walk *w = &honest->walks[stabilize];

        *w = *prepared;
        const bool open = begin(w, prepared->bench.type, NULL, stabilize);
        check(open);
        if (!open)
            continue;
        walk_existing(w);
        walk_absent(w);
        if (w->broken.length)
            printf("      honest %s: %s\n%s", path, w->broken.bytes, w->transcript.bytes);
        tally->honest += w->broken.length > 0;
    }
}

/* It takes more than these walks to see them: test_saboteurs.c has the suite do that. */
static const char *const elsewhere[] = {
    "*-changes-another",
    "create-adopts",
    "create-again-overwrites",
    "create-ascii",
    "create-drops-*",
    "create-forgets-*",
    "create-ignores-*",
    "create-same-*",
    "create-invalid-*",
    "create-minimal-*",
    "create-refuses-*",
    "create-token-*",
    "list-empty-null",
    "list-first-page-only",
    "list-loses-edges",
    "list-overlap",
    "list-second-*",
    "list-without-*",
    "create-second-*",
    "create-listed-*",
    "create-truncates",
    "read-truncates",
    "read-rounds",
    "read-lower-*",
    "read-sorts",
    "read-second-*",
    "read-null-*",
    "progress-second-*",
    "create-wrong-nested-*",
    "progress-again-*",
    "progress-extra-*",
    "read-alias-*",
    "read-alone-*",
    "read-ascii",
    "read-drops-empties",
    "read-drops-duplicates",
    "read-drops-tags",
    "read-invents",
    "read-newest",
    "read-oldest",
    "read-second-differs",
    "create-trims",
    "create-loses-sign",
    "create-32-bits",
    "create-single-precision",
    "create-lowers-keys",
    "read-one-line",
    "read-escapes",
    "read-values-of-newest",
    "delete-never-succeeds",
};

static bool shows_elsewhere(const struct fault *fault)
{
    for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
        if (text_glob(elsewhere[i], fault->name))
            return true;
    return false;
}

static void try_fault(const struct fault *fault, const struct honest *honest, const char *path,
                      struct tally *tally, bool loudly)
{
    const struct walk *other = &honest->walks[fault->callbacks > 0];
    struct walk faulty = *other;

    if (fault_impossible(fault, other->bench.type)) {
        tally->impossible++;
        return;
    }
    if (shows_elsewhere(fault))
        return;
    const bool open = begin(&faulty, other->bench.type, fault->name, 0);
    check(open);
    if (open) {
        walk_existing(&faulty);
        walk_absent(&faulty);
    }
    const bool seen = strcmp(other->transcript.bytes, faulty.transcript.bytes) != 0;
    const bool acquitted = seen && !is_deed(fault) && !convicts(&faulty, fault->rule);
    const bool unseen = !seen && !is_deed(fault);
    if (loudly && (unseen || acquitted))
        printf("      %s: %s: %s\n", path, fault->name,
               unseen ? "does not show" : faulty.broken.bytes);
    tally->unseen += unseen;
    tally->unconvicted += acquitted;
    tally->shown += seen && !acquitted;
    bench_close(&faulty.bench);
}

static void try_faults(const struct walk *prepared, const char *path, struct tally *tally,
                       bool loudly)
{
    struct honest honest;

    walk_honestly(&honest, prepared, path, tally);
    fault_each (fault)
        try_fault(fault, &honest, path, tally, loudly);
    bench_close(&honest.walks[0].bench);
    bench_close(&honest.walks[1].bench);
}

static struct tally try_all(const char *path, const char *desired, const char *update, bool loudly)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = bench_type(arena, path);
    struct walk prepared = { .desired = NULL };
    struct tally tally = { 0 };

    if (type && prepare(&prepared, type, desired, update))
        try_faults(&prepared, path, &tally, loudly);
    if (type)
        bench_close(&prepared.bench);
    arena_free(arena);
    return tally;
}

static void all_show(const char *path, const char *desired, const char *update, unsigned impossible)
{
    const struct tally tally = try_all(path, desired, update, true);

    check(tally.shown > 0);
    check_number(tally.impossible, impossible);
    check_number(tally.unseen, 0);
    check_number(tally.unconvicted, 0);
    check_number(tally.honest, 0);
}

static void of_generated_identifiers(void)
{
    all_show(TEST_DATA "/provider_memo.json",
             "{\"Title\":\"t\",\"Password\":\"12345678\",\"Owner\":\"me\",\"Lines\":"
             "[{\"Text\":\"a\",\"Key\":\"k1\"},{\"Text\":\"b\",\"Bold\":true}],\"Place\":{}}",
             "{\"Title\":\"new\",\"Lines\":[{\"Text\":\"c\"},{\"Text\":\"d\"}]}", 31);
}

static void of_chosen_identifiers(void)
{
    all_show(TEST_DATA "/provider_route.json",
             "{\"Table\":\"a\",\"Cidr\":\"10.1.0.0/16\",\"Target\":\"t\",\"Hops\":[1,2,3]}",
             "{\"Target\":\"new\"}", 48);
}

static void of_few_handlers(void)
{
    const struct tally tally =
        try_all(TEST_DATA "/provider_nested.json", "{\"Key\":{},\"Size\":1}", NULL, true);

    check(tally.shown > 20);
    check_number(tally.unseen, 0);
    check_number(tally.unconvicted, 0);
}

static void names_are_unique_and_rules_known(void)
{
    fault_each (fault) {
        check(fault_find(fault->name) == fault);
        check(rule_of(fault->rule) != NULL);
        check(fault->text && fault->text[0]);
        check(fault->needs | fault->on);
    }
}

/* Each type of a corpus is as good as any: a few stand for all. */
static void of_a_corpus(void)
{
    enum { STEP = 25 };
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, STEP);
    struct tally all = { 0 };

    for (size_t i = 0; paths && paths[i]; i++) {
        const struct tally tally = try_all(paths[i], NULL, NULL, corpus_step(STEP) == 1);

        all.shown += tally.shown;
        all.impossible += tally.impossible;
        all.unseen += tally.unseen;
        all.unconvicted += tally.unconvicted;
        all.honest += tally.honest;
    }
    printf("      %u convicted, %u impossible, %u not to be seen, %u not convicted\n", all.shown,
           all.impossible, all.unseen, all.unconvicted);
    check_number(all.honest, 0);
    check(!paths || all.shown > 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "faults: names are unique, rules known", names_are_unique_and_rules_known },
    { "faults: all show where identifiers are generated", of_generated_identifiers },
    { "faults: all show where identifiers are chosen", of_chosen_identifiers },
    { "faults: all show where handlers are few", of_few_handlers },
    { "faults: on real schemas", of_a_corpus },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
