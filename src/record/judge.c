/*
 * A recording as a world. It keeps to the part that a call is made in, and to the
 * order of what changed anything there: a READ of a later state is no answer to
 * one of an earlier.
 */
#include "recording_private.h"

#include <string.h>

/* Two calls with one token then are two calls with one token now, whatever it is. */
struct played_token {
    struct played_token *next;
    const char *recorded, *asked;
};

struct player {
    struct tape tape; /* first: a tape of ours is one of these */
    struct player_world {
        struct world world; /* first, likewise */
        struct player *player;
    } outer;
    struct recording *recording;
    struct recorded_part *part; /* that is played; NULL when the recording has none */
    const char *gap;            /* what of it was missing, since it began */
    struct playing_clock clock;
    unsigned long tokens; /* made up, where none was recorded */
    struct played_token *pairs;
};

static struct player *of_tape(struct tape *tape)
{
    return (struct player *)tape;
}

static struct player *of_world(struct world *world)
{
    return ((struct player_world *)world)->player;
}

static const char *note_gap(struct player *p, const char *what)
{
    if (!p->gap)
        p->gap = arena_printf(p->recording->run.arena, "not in the recording: %s", what);
    return p->gap;
}

static void begins(struct tape *tape, const struct outcome *outcome, bool tearing_down)
{
    struct player *p = of_tape(tape);
    struct recorded_part *part = p->recording->parts;

    while (part &&
           (part->used || part->tearing_down != tearing_down ||
            strcmp(part->name, outcome->name) != 0 || strcmp(part->module, outcome->module) != 0 ||
            strcmp(part->set, outcome->set->id) != 0))
        part = part->next;
    if (part) {
        part->used = true;
        clock_go_to(&p->clock, part->moment, part->moments_end);
    }
    p->part = part;
    p->gap = NULL;
}

static const char *ends(struct tape *tape)
{
    struct player *p = of_tape(tape);
    const char *gap = p->gap;

    p->gap = NULL;
    return gap;
}

/* The next of its kind that was not used, or NULL. */
static struct entry *next_entry(const struct player *p, enum entry_kind kind)
{
    struct entry *entry = p->part ? p->part->entries : NULL;

    while (entry && (entry->used || entry->kind != kind))
        entry = entry->next;
    return entry;
}

static const json *drawn(struct tape *tape, struct arena *arena, const json *model,
                         struct error *error)
{
    struct player *p = of_tape(tape);
    struct entry *entry = next_entry(p, ENTRY_DRAW);
    const json *recorded = entry ? json_get(entry->line, "model") : NULL;

    if (recorded && p->recording->drew)
        p->recording->drew(p->recording->context, recorded, model);
    if (recorded) {
        entry->used = true;
        return json_copy(arena, recorded);
    }
    if (entry) {
        entry->used = true;
        error_set(error, "%s", json_string(json_get(entry->line, "error")));
        error->place = json_get_place(entry->line);
    } else {
        error_set(error, "%s", note_gap(p, "another model is asked for than when it was made"));
    }
    return NULL;
}

static int stops(struct tape *tape, int code)
{
    const int recorded = clock_stopped(&of_tape(tape)->clock);

    return recorded ? recorded : code;
}

/* --- The world --- */

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_value(const json *a, const json *b)
{
    return json_is_null(a) ? json_is_null(b) : json_equal(a, b);
}

/* Secrets are there, or are not: they are made anew, and were not kept. */
static const json *shown(struct arena *arena, const struct property_set *secret, const json *model)
{
    json *copy = json_copy(arena, model);

    for (size_t i = 0; i < secret->count; i++)
        path_replace(copy, &secret->paths[i], json_new_null(arena));
    return copy;
}

static bool same_model(const struct player *p, const json *a, const json *b)
{
    struct arena *scratch = arena_new();
    const struct property_set *secret = p->recording->run.subject->secret;
    const bool same =
        a && b ? json_equal(shown(scratch, secret, a), shown(scratch, secret, b)) : !a == !b;

    arena_free(scratch);
    return same;
}

static bool same_token(const struct player *p, const char *recorded, const char *asked)
{
    for (const struct played_token *pair = p->pairs; pair; pair = pair->next)
        if (same_text(pair->recorded, recorded) || same_text(pair->asked, asked))
            return same_text(pair->recorded, recorded) && same_text(pair->asked, asked);
    return true;
}

static void pair_tokens(struct player *p, const char *recorded, const char *asked)
{
    struct arena *arena = p->recording->run.arena;
    struct played_token *pair;

    if (!recorded || !asked)
        return;
    for (pair = p->pairs; pair; pair = pair->next)
        if (strcmp(pair->recorded, recorded) == 0)
            return;
    pair = arena_alloc(arena, sizeof(*pair));
    *pair = (struct played_token){ p->pairs, recorded, arena_printf(arena, "%s", asked) };
    p->pairs = pair;
}

static bool same_request(const struct player *p, const struct entry *entry,
                         const struct request *request)
{
    const json *recorded = json_get(entry->line, "request");

    return entry->action == request->action &&
           same_token(p, json_string(json_get(recorded, "token")), request->token) &&
           same_model(p, json_get(recorded, "desired"), request->desired) &&
           same_model(p, json_get(recorded, "previous"), request->previous) &&
           same_value(json_get(recorded, "context"), request->context) &&
           same_text(json_string(json_get(recorded, "next_token")), request->next_token);
}

/* Only what changed nothing may be passed over. */
static struct entry *answer_to(const struct player *p, const struct request *request)
{
    for (struct entry *e = p->part ? p->part->entries : NULL; e; e = e->next) {
        if (e->used || e->kind != ENTRY_CALL)
            continue;
        if (same_request(p, e, request))
            return e;
        if (handler_of(p->recording->run.subject->protocol, e->action)->changes)
            return NULL;
    }
    return NULL;
}

static void pass_over(struct player *p, const struct entry *until)
{
    for (struct entry *e = p->part->entries; e != until; e = e->next)
        e->used = e->used || e->kind == ENTRY_CALL;
}

static enum reply_kind kind_called(const char *name)
{
    enum reply_kind kind = REPLY_OBJECT;

    while (kind < REPLY_HTTP_ERROR && strcmp(reply_kind_name(kind), name) != 0)
        kind++;
    return kind;
}

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : 0;
}

static const char *body_of(struct arena *arena, const json *recorded)
{
    const char *body = json_string(json_get(recorded, "body"));
    const char *hex = json_string(json_get(recorded, "body_hex"));
    const size_t length = hex ? strlen(hex) / 2 : 0;
    char *bytes;

    if (!hex)
        return body;
    bytes = arena_alloc(arena, length + 1);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (char)(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
    return bytes;
}

/* What an answer weighed; whatever stands there, a sum of such numbers is one. */
static size_t size_of(const json *recorded, const char *key)
{
    const double number = json_number(json_get(recorded, key), 0);

    return number > 0 && number < 1 << 30 ? (size_t)number : 0;
}

static void play_reply(struct reply *reply, struct arena *arena, const json *recorded)
{
    const json *value = json_get(recorded, "value"), *trace = json_get(recorded, "trace");
    const char *body = body_of(arena, recorded);

    *reply = (struct reply){
        .kind = kind_called(json_string(json_get(recorded, "kind"))),
        .sent = json_true(json_get(recorded, "sent")),
        .given_up = json_true(json_get(recorded, "given_up")),
        .http_status = (int)json_whole(json_get(recorded, "http_status"), 0, 999, 0),
        .body = body || !value ? body : "",
        .length = size_of(recorded, "length"),
        .values = size_of(recorded, "values"),
        .value = value ? json_copy(arena, value) : NULL,
        .problem = json_string(json_get(recorded, "problem")),
        .error_type = json_string(json_get(recorded, "error_type")),
        .error_message = json_string(json_get(recorded, "error_message")),
        .trace = trace ? json_copy(arena, trace) : NULL,
        .hint = json_string(json_get(recorded, "hint")),
    };
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct player *p = of_world(world);
    const struct request *request = sending->request;
    struct entry *entry = answer_to(p, request);

    *reply = (struct reply){ 0 };
    p->recording->answered = entry ? entry->line : NULL;
    if (!entry)
        return error_set(
            error, "%s",
            note_gap(p,
                     arena_printf(
                         arena, "no %s like this was sent then",
                         handler_of(p->recording->run.subject->protocol, request->action)->name)));
    pass_over(p, entry);
    entry->used = true;
    pair_tokens(p, json_string(json_get(json_get(entry->line, "request"), "token")),
                request->token);
    clock_go_to(&p->clock, entry->moment, p->part->moments_end);
    clock_pass(&p->clock, json_whole(json_get(entry->line, "ms"), 0, (int64_t)1 << 53, 0));
    play_reply(reply, arena, json_get(entry->line, "reply"));
    const char *failure = json_string(json_get(entry->line, "error"));
    return !failure || error_set(error, "%s", failure);
}

static int64_t now_ms(struct world *world)
{
    return clock_play(&of_world(world)->clock);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    clock_pass(&of_world(world)->clock, ms);
}

/* A token that was not recorded belongs to a call that was not, which is a gap by itself. */
static const char *token(struct world *world, struct arena *arena)
{
    struct player *p = of_world(world);
    struct entry *entry = next_entry(p, ENTRY_TOKEN);

    if (!entry)
        return arena_printf(arena, "not-recorded-%lu", ++p->tokens);
    entry->used = true;
    return json_string(json_get(entry->line, "text"));
}

bool recording_judge(struct arena *arena, struct recording *recording,
                     const struct reporter *reporters, struct error *error)
{
    struct run *run = &recording->run;
    const struct selection_options wanted = {
        .k = run->options.selection_k,
        .m = run->options.selection_m,
        .names = run->options.selection_names,
        .deselect = run->options.selection_deselect,
        .shard = run->options.shard,
        .protocol = run->subject->protocol,
    };
    struct selection *selection = selection_read(arena, &wanted, error);
    struct player *p = arena_alloc(arena, sizeof(*p));

    if (!selection)
        return error_prefix(error, "%s: ", recording->path);
    *p = (struct player){
        .tape = { begins, ends, drawn, stops },
        .outer = { { call, now_ms, sleep_ms, token }, p },
        .recording = recording,
        .clock = { .recorded = &recording->clock },
    };
    clock_go_to(&p->clock, 0,
                recording->parts ? recording->parts->moment : recording->clock.moments.count);
    run->tape = &p->tape;
    run_suite(run, &p->outer.world, selection, reporters);
    run->tape = NULL;
    return true;
}
