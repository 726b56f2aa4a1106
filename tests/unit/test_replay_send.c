/*
 * Recorded calls, sent again: the same handlers answer the same, others do not;
 * nothing is left behind; what is another's is left alone; and a recording that
 * somebody has broken sends nothing that was not meant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/random.h"
#include "cfnc/redact/stand_in.h"
#include "cfnc/suite/resource.h"
#include "corpus.h"
#include "spied.h"

static const char *const types[] = {
    "thing", "generated_id", "composite", "archive", "fleet", NULL
};

/* --- Sending --- */

struct handlers {
    struct run run;
    struct builtin *builtin;
    struct world *world;
};

static void begin(struct arena *arena, const struct replay *replay,
                  const struct builtin_options *options, struct handlers *h)
{
    const struct run *then = replay->recording ? &replay->recording->run : NULL;
    struct error error = { .text = "" };

    if (!then)
        abort();
    h->builtin = builtin_new(arena, type_of(then->subject), options, &error);
    check_text(error.text, "");
    h->run =
        run_apart(&(struct run){ .arena = arena,
                                 .options = { .suite = SUITE_FULL,
                                              .seed = then->options.seed,
                                              .enforce_timeout_s = 240 },
                                 .subject = then->subject,
                                 .target = then->target,
                                 .sets = then->sets,
                                 .set_count = then->set_count,
                                 .redactor = redactor_new(arena, subject_secrecy(then->subject)) },
                  arena);
    h->world = builtin_world(arena, h->builtin, then->target);
}

static const char *changed(const struct changes *changes, struct arena *arena)
{
    struct text out = text_new(arena);

    for (const struct answer_change *c = changes->words; c; c = c->next)
        text_addf(&out, " %s: %s, %s;", c->what, c->then ? c->then : "-", c->now ? c->now : "-");
    for (const struct difference *d = changes->model.differences; d; d = d->next)
        text_addf(&out, " %s", d->path);
    return out.bytes;
}

/* Whether the call came to the same. */
static bool sends_the_same(const struct replay *replay, const struct recorded_call *c,
                           const struct builtin_options *options, bool quiet)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    static const struct replay_values none = { NULL, 0 };
    struct arena *arena = arena_new();
    struct handlers h;
    struct sent sent = { .call = NULL };
    struct error error = { .text = "" };
    bool is_same = false;

    begin(arena, replay, options, &h);
    const struct resending sending = { &h.run, h.world, nobody, false, false, false };
    check(replay_send(replay, c, &none, &sending, &sent, &error));
    check_text(error.text, "");
    if (sent.call) {
        const struct changes changes = replay_compare(arena, h.run.subject, c->call, &sent);

        is_same = !changes.words && !changes.model.differences;
        if (!is_same && !quiet)
            printf("    c%u %s in %s:%s\n", c->call->seq, action_name(c->call->action),
                   c->call->owner->name, changed(&changes, arena));
    } else {
        check(sent.why && sent.code != EXIT_OK);
        printf("    c%u %s in %s: %s\n", c->call->seq, action_name(c->call->action),
               c->call->owner->name, sent.why);
    }
    check(!h.run.leftovers);
    check_number((long long)builtin_count(h.builtin), (long long)builtin_preloaded(h.builtin));
    arena_free(arena);
    return is_same;
}

static void the_same_handlers_answer_the_same(void)
{
    struct arena *arena = arena_new();

    for (size_t t = 0; types[t]; t++)
        for (unsigned stabilize = 0; stabilize < 3; stabilize += 2) {
            const struct builtin_options options = { .stabilize = stabilize };
            const struct resource_type *type = type_named(arena, types[t]);
            struct spied *s = arena_alloc(arena, sizeof(*s));
            const char *text = spied_record(arena, type, &options, NULL, s);
            struct replay replay = { .arena = NULL };
            struct error error = { .text = "" };
            size_t count = 0, alike = 0;

            if (!check(text && spied_open_text(arena, text, NULL, &replay, &error)))
                continue;
            for (const struct recorded_call *c = replay.calls; c; c = c->next)
                if (!c->call->callbacks && !json_get(c->request, "context")) {
                    count++;
                    alike += sends_the_same(&replay, c, &options, false);
                }
            check(count > 20);
            check_number((long long)alike, (long long)count);
        }
    arena_free(arena);
}

/* Follow-ups are sent as they were, and whatever they come to, nothing is left. */
static void follow_ups_leave_nothing(void)
{
    const struct builtin_options options = { .stabilize = 2 };
    struct arena *arena = arena_new();
    struct spied *s = arena_alloc(arena, sizeof(*s));
    const char *text = spied_record(arena, type_named(arena, "thing"), &options, NULL, s);
    struct replay replay = { .arena = NULL };
    struct error error = { .text = "" };
    size_t count = 0;

    if (!check(text && spied_open_text(arena, text, NULL, &replay, &error)))
        return;
    for (const struct recorded_call *c = replay.calls; c; c = c->next)
        if (c->call->callbacks) {
            check(!*replay_before(&replay, c));
            sends_the_same(&replay, c, &options, true);
            count++;
        }
    check(count > 10);
    arena_free(arena);
}

/* --- Another answer --- */

static void other_handlers_answer_otherwise(void)
{
    static const struct {
        const char *then, *now, *test, *change;
    } rows[] = {
        { "read-wrong-value", NULL, "contract_create_read", " /" },
        { "read-deleted", NULL, "contract_delete_read", " status: SUCCESS, FAILED" },
        { "read-absent-other-code", NULL, "contract_delete_read", " errorCode: " },
        { NULL, "read-wrong-value", NULL, " /" }, /* its first READ */
    };
    static const struct reporter nobody[] = { { .self = NULL } };
    static const struct replay_values none = { NULL, 0 };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const then[] = { rows[i].then, NULL }, *const now[] = { rows[i].now, NULL };
        const struct builtin_options options = { .faults = then }, others = { .faults = now };
        struct spied *s = arena_alloc(arena, sizeof(*s));
        struct replay replay = { .arena = NULL };
        struct handlers h;
        struct sent sent = { .call = NULL };
        struct error error = { .text = "" };

        const char *text = spied_record(arena, type_named(arena, "thing"), &options, NULL, s);
        if (!check(text && spied_open_text(arena, text, NULL, &replay, &error)))
            continue;
        const struct recorded_call *c = replay.calls;
        while (!rows[i].test && c && c->call->action != READ)
            c = c->next;
        if (rows[i].test)
            c = replay_find(&replay, rows[i].test, &error);
        check_text(error.text, "");
        check(c != NULL);
        if (!c)
            continue;
        begin(arena, &replay, &others, &h);
        const struct resending sending = { &h.run, h.world, nobody, false, false, false };
        check(replay_send(&replay, c, &none, &sending, &sent, &error) && sent.call);
        if (sent.call) {
            const struct changes changes = replay_compare(arena, h.run.subject, c->call, &sent);

            check_contains(changed(&changes, arena), rows[i].change);
        }
        check_number((long long)builtin_count(h.builtin), 0);
    }
    arena_free(arena);
}

/* What somebody else has under that name now is not touched, unless that is asked for. */
static void others_are_left_alone(void)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    static const struct replay_values none = { NULL, 0 };
    const struct builtin_options options = { .stabilize = 0 };
    struct arena *arena = arena_new();
    struct spied *s = arena_alloc(arena, sizeof(*s));
    const char *text = spied_record(arena, type_named(arena, "thing"), &options, NULL, s);
    struct replay replay = { .arena = NULL };
    struct handlers h;
    struct sent sent = { .call = NULL };
    struct error error = { .text = "" };
    size_t refused = 0;

    if (!check(text && spied_open_text(arena, text, NULL, &replay, &error)))
        return;
    for (const struct recorded_call *c = replay.calls; c; c = c->next) {
        const struct recorded_call *const *before = replay_before(&replay, c);
        struct refilled made = { .again = "", .other = "", .given = "", .missing = "" };
        struct reply reply;

        if (!(c->call->action & (UPDATE | DELETE)) || !before[0] ||
            before[0]->call->action != CREATE || before[1])
            continue;
        begin(arena, &replay, &options, &h);
        check(replay_refill(&replay, before[0], &none, &made, &error));
        made.request.token = "theirs";
        check(call_with(h.world, &made.request, arena, &reply, &error));
        check_number((long long)builtin_count(h.builtin), 1);
        for (int alone = 0; alone < 2; alone++) {
            const struct resending sending = { &h.run, h.world, nobody, alone, false, false };

            check(replay_send(&replay, c, &none, &sending, &sent, &error));
            check(!sent.call && sent.why && !h.run.leftovers);
            check_number((long long)builtin_count(h.builtin), 1);
        }
        check_contains(sent.why, "add --yes when it is yours");
        const struct resending sure = { &h.run, h.world, nobody, true, true, false };
        check(replay_send(&replay, c, &none, &sure, &sent, &error) && sent.call);
        refused++;
    }
    check(refused > 2);
    arena_free(arena);
}

/* --- Hostile recordings --- */

/* Whatever is read is sent whole, or not: never a stand-in, and nothing is left. */
static void try_text(const char *text)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    static const struct replay_values none = { NULL, 0 };
    const struct builtin_options options = { .stabilize = 0 };
    struct arena *arena = arena_new();
    struct replay replay = { .arena = NULL };
    struct error error = { .text = "" };
    size_t sent_count = 0;

    if (!spied_open_text(arena, text, NULL, &replay, &error)) {
        check(error.text[0] && !strchr(error.text, '\n'));
        arena_free(arena);
        return;
    }
    check(true);
    for (const struct recorded_call *c = replay.calls; c && sent_count < 6; c = c->next) {
        struct arena *each = arena_new();
        struct handlers h;
        struct refilled filled = { .again = "", .other = "", .given = "", .missing = "" };
        struct sent sent = { .call = NULL };

        begin(each, &replay, &options, &h);
        const struct resending sending = { &h.run, h.world, nobody, false, true, false };
        if (!replay_refill(&replay, c, &none, &filled, &error))
            break;
        if (filled.request.desired && !*filled.missing)
            check(!strstr(json_print(each, filled.request.desired), STAND_IN));
        if (replay_send(&replay, c, &none, &sending, &sent, &error)) {
            check(sent.call || sent.why);
            check(builtin_count(h.builtin) == 0 || h.run.leftovers);
        }
        sent_count++;
        arena_free(each);
    }
    arena_free(arena);
}

static void broken_recordings(void)
{
    static const char *const bits[] = { "null",
                                        "[]",
                                        "{}",
                                        "\"\"",
                                        "-1",
                                        "1e308",
                                        "\"x\"",
                                        "{\"Name\":null}",
                                        "true",
                                        "{\"Name\":{\"Name\":[]}}",
                                        "\"cfnc-redacted-000001\"" };
    const struct builtin_options options = { .stabilize = 0 };
    struct arena *arena = arena_new();
    struct spied *s = arena_alloc(arena, sizeof(*s));
    const char *text = spied_record(arena, type_named(arena, "thing"), &options, NULL, s);
    const size_t length = strlen(text ? text : ""), first = strcspn(text ? text : "", "\n");
    struct random random = { 11 };

    for (size_t i = 0; text && i < 400; i++) {
        struct arena *scratch = arena_new();
        const char *bit = bits[random_next(&random) % (sizeof(bits) / sizeof(bits[0]))];
        const size_t from = first + random_next(&random) % (length - first);
        const char *colon = strchr(text + from, ':');

        if (!corpus_takes(i) || !colon) {
            arena_free(scratch);
            continue;
        }
        /* a value becomes another one: up to the next comma or brace, as far as that is one */
        const char *end = colon + 1 + strcspn(colon + 1, ",}\n");
        try_text(arena_printf(scratch, "%.*s%s%s", (int)(colon + 1 - text), text, bit, end));
        arena_free(scratch);
    }
    try_text("");
    try_text("{}\n");
    arena_free(arena);
}

static const struct test tests[] = {
    { "replay: the same handlers answer the same", the_same_handlers_answer_the_same },
    { "replay: follow-ups leave nothing", follow_ups_leave_nothing },
    { "replay: other handlers answer otherwise", other_handlers_answer_otherwise },
    { "replay: others are left alone", others_are_left_alone },
    { "replay: broken recordings", broken_recordings },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
