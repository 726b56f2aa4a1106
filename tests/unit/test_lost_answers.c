/*
 * An endpoint that fails at call k of a run, for every k, in every way, whether
 * the handler had done its work or not: what is there at the end is told, and
 * nobody else's resource is gone. When cfnc is asked to stop at call k, nothing
 * is there. With CFNC_FAULTS=all every k is tried, or else
 * a dozen of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/file.h"
#include "cfnc/base/stop.h"
#include "cfnc/ledger/ledger.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

/* How an answer gets lost. */
struct loss {
    const char *name;
    /* NULL: it is not lost, but somebody has asked cfnc to stop meanwhile */
    bool (*lose)(struct arena *arena, struct reply *reply, struct error *error);
    bool executed; /* the handler had done its work */
    bool for_ever; /* not only at this call, but at all that follow */
};

static bool refused(struct arena *arena, struct reply *reply, struct error *error)
{
    (void)arena;
    reply->sent = false;
    return error_set(error, "nothing listens");
}

static bool reset(struct arena *arena, struct reply *reply, struct error *error)
{
    (void)arena;
    reply->sent = true;
    return error_set(error, "the connection broke");
}

static bool answer(struct arena *arena, int status, const char *body, struct reply *reply,
                   struct error *error)
{
    static const struct target target = { .endpoint = "e", .function_name = "f" };
    const struct http_answer http = { .status = status, .body = body, .length = strlen(body) };

    return reply_read(reply, &http, &target, arena, error);
}

static bool server_error(struct arena *arena, struct reply *reply, struct error *error)
{
    return answer(arena, 500, "oops", reply, error);
}

static bool empty(struct arena *arena, struct reply *reply, struct error *error)
{
    return answer(arena, 200, "", reply, error);
}

static bool timed_out(struct arena *arena, struct reply *reply, struct error *error)
{
    (void)arena;
    (void)error;
    *reply = (struct reply){
        .kind = REPLY_TIMED_OUT, .sent = true, .body = "", .problem = "no answer within 900 s"
    };
    return true;
}

static const struct loss losses[] = {
    { "refused", refused, false, false },         { "reset before", reset, false, false },
    { "reset after", reset, true, false },        { "500 before", server_error, false, false },
    { "500 after", server_error, true, false },   { "empty before", empty, false, false },
    { "empty after", empty, true, false },        { "time-out before", timed_out, false, false },
    { "time-out after", timed_out, true, false }, { "gone for good", refused, false, true },
    { "interrupted", NULL, true, false },
};
enum { LOSSES = sizeof(losses) / sizeof(losses[0]) };

/* A world that loses the answer of one call. */
struct loser {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    const struct loss *loss;
    unsigned at, calls;
};

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct loser *l = (struct loser *)world;
    const unsigned call = ++l->calls;
    const bool lost = l->loss->for_ever ? call >= l->at : call == l->at;

    if (!lost)
        return l->inner->call(l->inner, sending, arena, reply, error);
    if (!l->loss->lose) {
        stop_ask(EXIT_INTERRUPTED);
        return l->inner->call(l->inner, sending, arena, reply, error);
    }
    if (l->loss->executed)
        (void)l->inner->call(l->inner, sending, arena, reply, error);
    *reply = (struct reply){ .sent = false };
    return l->loss->lose(arena, reply, error);
}

static int64_t now_ms(struct world *world)
{
    struct world *inner = ((struct loser *)world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = ((struct loser *)world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct world *inner = ((struct loser *)world)->inner;

    return inner->token(inner, arena);
}

static struct loser loser;
static const struct input_set *inputs; /* NULL: generated ones */
static const json *stranger; /* somebody else's resource, made before the run begins; or NULL */

static struct world *around(struct arena *arena, struct world *provider, const void *context)
{
    const struct request request = { .action = CREATE, .desired = stranger, .token = "stranger" };
    struct reply reply;
    struct error error = { .text = "" };

    (void)context;
    if (stranger)
        check(call_with(provider, &request, arena, &reply, &error));
    loser.world = (struct world){ call, now_ms, sleep_ms, token };
    loser.inner = provider;
    return &loser.world;
}

/* --- What came of it --- */

static char folder[64];
static struct ledger *ledger;

static void with_ledger(struct arena *arena, struct run *run, void *context)
{
    struct error error = { .text = "" };

    (void)context;
    ledger = run->ledger = ledger_open(arena, folder, &error);
    check_text(error.text, "");
}

struct tally {
    unsigned runs, told, silent, others, unnoted;
    unsigned calls; /* of the last run */
};

static size_t count_leftovers(const struct run *run)
{
    size_t count = 0;

    for (const struct leftover *l = run->leftovers; l; l = l->next)
        count++;
    return count;
}

static void forget_all(void)
{
    while (ledger_content(ledger)->entries)
        ledger_closed(ledger, ledger_content(ledger)->entries, "forgotten");
    ledger_close(ledger);
}

/* One run. What is left in the store beyond what was there before must be told. */
static void lose_at(const struct resource_type *type, const struct loss *loss, unsigned at,
                    const struct builtin_options *options, enum suite suite_wanted,
                    struct tally *tally)
{
    struct arena *arena = arena_new();
    struct builtin *provider = NULL;
    const struct run_setting setting = { .suite = suite_wanted,
                                         .set = inputs,
                                         .before = with_ledger,
                                         .around = around,
                                         .provider = &provider };

    loser = (struct loser){ .loss = loss, .at = at };
    const struct run *run = run_builtin_set(arena, type, options, &setting);
    stop_forget();
    const size_t there = builtin_count(provider);
    const size_t before = builtin_preloaded(provider) + (stranger != NULL);
    const size_t told = run ? count_leftovers(run) : 0;

    tally->runs++;
    tally->calls = loser.calls;
    tally->told += told > 0;
    tally->silent += there > before + told;
    tally->others += there < before;
    tally->unnoted += ledger_content(ledger)->count != told;
    if (there > before + told || there < before || ledger_content(ledger)->count != told)
        printf("    %s, %s at call %u: %zu there, %zu before, %zu told, %zu in the ledger\n",
               type->name, loss->name, at, there, before, told, ledger_content(ledger)->count);
    check(run && run->exit_code != EXIT_OK ? true : loser.calls < at || !told);
    forget_all();
    arena_free(arena);
}

static struct tally lose_everywhere(const struct resource_type *type, const struct loss *loss,
                                    const struct builtin_options *options, unsigned calls,
                                    unsigned step, enum suite suite_wanted)
{
    struct tally tally = { 0 };

    for (unsigned at = 1; at <= calls; at += step)
        lose_at(type, loss, at, options, suite_wanted, &tally);
    return tally;
}

static bool wants_all(void)
{
    const char *wanted = getenv("CFNC_FAULTS");

    return wanted && strcmp(wanted, "all") == 0;
}

/* How many calls a run makes when nothing is lost. */
static unsigned calls_of(const struct resource_type *type, const struct builtin_options *options,
                         enum suite suite_wanted)
{
    struct tally tally = { 0 };

    lose_at(type, &losses[0], 0, options, suite_wanted, &tally);
    check(!tally.told && !tally.silent && !tally.others);
    return tally.calls;
}

/* Which calls of so many lose their answer: all, about twelve of them, or few in slow builds. */
static unsigned step_of(unsigned calls)
{
    return wants_all() ? 1 : 1 + calls / (corpus_step(1) > 1 ? 2 : 12);
}

static void table(const struct builtin_options *options, enum suite suite_wanted)
{
    static const char *const types[] = { "thing", "generated_id", "composite",
                                         "fleet", "grant",        "archive" };
    struct arena *arena = arena_new();

    printf("    an endpoint that fails at call k, suite %s, stabilize %u: runs / told / silent\n"
           "    %-16s",
           suite_name(suite_wanted), options->stabilize, "");
    for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++)
        printf(" %-13s", types[t]);
    puts("");
    for (size_t i = 0; i < LOSSES; i++) {
        printf("    %-16s", losses[i].name);
        for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
            if (corpus_step(1) > 1 && (i + t) % 3) { /* in slow builds, one cell of three */
                printf(" %-13s", "-");
                continue;
            }
            const struct resource_type *type = type_named(arena, types[t]);
            const unsigned calls = calls_of(type, options, suite_wanted);
            const struct tally tally =
                lose_everywhere(type, &losses[i], options, calls, step_of(calls), suite_wanted);

            printf(" %3u/%3u/%3u  ", tally.runs, tally.told, tally.silent);
            check(!tally.silent && !tally.others && !tally.unnoted);
            check(losses[i].lose || !tally.told); /* all that was made is deleted */
        }
        puts("");
    }
    arena_free(arena);
}

static void begin(void)
{
    /* In memory, where there is such a place: nothing is waited for there. */
    snprintf(folder, sizeof(folder), "%s/cfnc-lost-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    check(mkdtemp(folder) != NULL);
}

static void end(void)
{
    static const char *const names[] = { ".cfnc/.gitignore", ".cfnc/ledger.jsonl", ".cfnc" };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        remove(file_join(arena, folder, names[i]));
    check(rmdir(folder) == 0);
    arena_free(arena);
}

static void at_once(void)
{
    begin();
    table(&(struct builtin_options){ .preload = 3 }, SUITE_FULL);
    end();
}

static void after_a_while(void)
{
    begin();
    table(&(struct builtin_options){ .stabilize = 2, .delay = 5, .preload = 3, .page_size = 2 },
          SUITE_FULL);
    end();
}

static void as_the_original_asks(void)
{
    begin();
    table(&(struct builtin_options){ .preload = 3 }, SUITE_V1);
    end();
}

/* --- Who has the same is not robbed --- */

static void all_losses(const struct resource_type *type, const struct builtin_options *options,
                       unsigned calls)
{
    const unsigned step = corpus_step(1) > 1 ? step_of(calls) : 1;
    unsigned runs = 0, told = 0;

    for (size_t i = 0; i < LOSSES; i++) {
        const struct tally tally =
            lose_everywhere(type, &losses[i], options, calls, step, SUITE_FULL);

        check(!tally.silent && !tally.others && !tally.unnoted);
        runs += tally.runs;
        told += tally.told;
    }
    printf("    %s: %u runs, something is told of %u\n", type->name, runs, told);
}

#define HANDLERS                                                                                   \
    "\"handlers\": {\"create\": {}, \"read\": {}, \"update\": {}, \"delete\": {}, \"list\": {}}"

/* Everything of this type is alike: what is ours cannot be told from what is not. */
static void look_alikes(void)
{
    static const char text[] =
        "{\"typeName\": \"Acme::Demo::Alike\", \"primaryIdentifier\": [\"/properties/Id\"],"
        " \"readOnlyProperties\": [\"/properties/Id\"], \"additionalProperties\": false,"
        " \"properties\": {\"Id\": {\"type\": \"string\"}, \"Size\": {\"enum\": [3]},"
        "   \"Mode\": {\"enum\": [\"a-long-word1-of-the-schema\"]}},"
        " \"required\": [\"Size\"], " HANDLERS "}";
    const struct builtin_options options = { .preload = 3 };
    struct arena *arena = arena_new();

    begin();
    all_losses(type_of_text(arena, text), &options, 20);
    end();
    arena_free(arena);
}

/* A name of the user's choice, that somebody has taken for the very same, or nobody. */
static void a_chosen_name(void)
{
    static const char text[] =
        "{\"typeName\": \"Acme::Demo::Named\", \"primaryIdentifier\": [\"/properties/Name\"],"
        " \"createOnlyProperties\": [\"/properties/Name\"], \"additionalProperties\": false,"
        " \"properties\": {\"Name\": {\"type\": \"string\"}, \"Text\": {\"type\": \"string\"}},"
        " \"required\": [\"Name\"], " HANDLERS "}";
    static const char model[] = "{\"Name\": \"production-db1\", \"Text\": \"as k3v9q2x7ab says\"}";
    const struct builtin_options options = { .preload = 0 };
    struct arena *arena = arena_new();
    const struct input_set set = set_of(arena, model, NULL);

    begin();
    inputs = &set;
    all_losses(type_of_text(arena, text), &options, 12);
    stranger = set.create;
    all_losses(type_of_text(arena, text), &options, 12);
    stranger = NULL;
    inputs = NULL;
    end();
    arena_free(arena);
}

/* What is not as was asked for, and still has a value that nobody else asked for. */
static void not_as_asked(void)
{
    static const char text[] =
        "{\"typeName\": \"Acme::Demo::Changed\", \"primaryIdentifier\": [\"/properties/Id\"],"
        " \"readOnlyProperties\": [\"/properties/Id\"], \"additionalProperties\": false,"
        " \"properties\": {\"Id\": {\"type\": \"string\"}, \"Size\": {\"type\": \"integer\"},"
        "   \"Text\": {\"type\": \"string\"}},"
        " \"required\": [\"Size\", \"Text\"], " HANDLERS "}";
    static const char *const faults[] = { "read-drops-property", NULL };

    for (unsigned preload = 0; preload < 3; preload += 2) {
        const struct builtin_options options = { .preload = preload, .faults = faults };
        struct arena *arena = arena_new();

        begin();
        all_losses(type_of_text(arena, text), &options, 12);
        end();
        arena_free(arena);
    }
}

/* What a handler makes of a model that is no model, and crashes at, is looked for to the end. */
static void no_model(void)
{
    static const char create[] = "{\"Title\": \"k3v9q2x7ab\"}";
    static const struct loss interrupted = { "interrupted", NULL, true, false };
    const struct builtin_options options = { .stabilize = 0 };
    struct arena *arena = arena_new();
    struct error error;
    const struct input_set set = { .id = "inputs_1",
                                   .source = "files",
                                   .create = json_parse(arena, create, strlen(create), &error),
                                   .create_file = "inputs/inputs_1_create.json",
                                   .invalid = json_array(arena),
                                   .invalid_file = "inputs/inputs_1_invalid.json" };
    const struct resource_type *type = type_named(arena, "generated_id");

    begin();
    inputs = &set;
    const unsigned calls = calls_of(type, &options, SUITE_FULL);
    const struct tally tally = lose_everywhere(type, &interrupted, &options, calls, 1, SUITE_FULL);
    check(!tally.silent && !tally.told && !tally.others && !tally.unnoted);
    inputs = NULL;
    end();
    arena_free(arena);
}

static const struct test tests[] = {
    { "lost answers: a crash is looked into to the end", no_model },
    { "lost answers: handlers that settle at once", at_once },
    { "lost answers: handlers that take their time", after_a_while },
    { "lost answers: suite v1", as_the_original_asks },
    { "lost answers: look-alikes are left alone", look_alikes },
    { "lost answers: a chosen name may be another's", a_chosen_name },
    { "lost answers: what is not as was asked for", not_as_asked },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
