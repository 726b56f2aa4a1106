/* What was listed and read, and remembered until something is changed; see trial.h. */
#include "cfnc/operation.h"

#include <string.h>

#include "cfnc/system_tags.h"
#include "cfnc/text.h"

enum {
    MOST_PAGES = 1000,         /* of one LIST: as many resources as an account may hold */
    LISTED_LARGEST = 16777216, /* bytes of memory of the identifiers it names, */
    LISTED_SINGLY = 200,       /* of which so many are none of their texts */
    TOKEN_LONGEST = 64 * 1024  /* bytes of a nextToken */
};

void memory_free(struct memory *memory)
{
    arena_free(memory->arena);
    *memory = (struct memory){ 0 };
}

void memory_fade(struct memory *memory)
{
    if (memory->listing) {
        memory->earlier = memory->listing;
        memory->earlier_for = memory->listed_for;
    }
    memory->listing = NULL;
    memory->reads = NULL;
}

/* Suite v1 asks as often as the original does. */
static bool remembers(const struct trial *t)
{
    return t->memory && t->run->options.suite != SUITE_V1;
}

/* Where the memory's things live: a listing outlives the trial that made it. */
static struct arena *place_for(struct trial *t)
{
    if (!remembers(t))
        return t->arena;
    if (!t->memory->arena)
        t->memory->arena = arena_new();
    return t->memory->arena;
}

static uint64_t hash(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h ? h : 1;
}

static size_t place_of(const struct listed *l, uint64_t h)
{
    size_t at = h % l->seen_room;

    while (l->seen[at] && l->seen[at] != h)
        at = (at + 1) % l->seen_room;
    return at;
}

/* Whether the hash is new; places double when half of them are taken. */
static bool note(struct arena *arena, struct listed *l, uint64_t h)
{
    if (2 * l->seen_count >= l->seen_room) {
        const struct listed old = *l;

        l->seen_room = old.seen_room ? old.seen_room * 2 : 64;
        l->seen = arena_array(arena, l->seen_room, sizeof(*l->seen));
        l->seen_count = 0;
        for (size_t i = 0; i < old.seen_room; i++)
            if (old.seen[i])
                note(arena, l, old.seen[i]);
    }
    const size_t at = place_of(l, h);
    if (l->seen[at] == h)
        return false;
    l->seen[at] = h;
    l->seen_count++;
    return true;
}

static uint64_t hash_of(const struct trial *t, const json *model)
{
    return hash(json_print(t->arena, model_only(t->arena, model, &t->run->type->identifier)));
}

bool listing_has(const struct trial *t, const struct listed *listing, const json *model)
{
    const uint64_t h = hash_of(t, model);

    return listing->seen_room && listing->seen[place_of(listing, h)] == h &&
           !resource_type_lacks(t->run->type, model);
}

/* The pages of one LIST. */
struct pages {
    struct listed *listing;
    struct arena *arena;
    json *identifiers;
    size_t bytes;                /* of those */
    uint64_t tokens[MOST_PAGES]; /* hashes: they may be long */
};

static const char *look_at_page(struct trial *t, struct pages *p, const struct event *page)
{
    struct listed *l = p->listing;
    const char *fault = NULL;

    json_each (model, page->models) {
        const json *identifier = model_only(t->arena, model, &t->run->type->identifier);
        const char *text = json_print(t->arena, identifier);

        p->bytes += strlen(text) + LISTED_SINGLY;
        if (p->bytes > LISTED_LARGEST)
            return fault;
        json_append(p->identifiers, identifier);
        l->count++;
        if (!note(p->arena, l, hash(text)) && !fault)
            fault = arena_printf(t->arena, "%s is listed twice",
                                 resource_type_identify(t->arena, t->run->type, model));
    }
    return fault;
}

/* What is wrong with the nextToken, which is there; takes note of it. */
static const char *look_at_token(struct trial *t, struct pages *p, const json *token)
{
    const char *text = json_print(t->arena, token);
    const size_t page = p->listing->pages;

    p->tokens[page] = hash(text);
    if (strlen(text) > TOKEN_LONGEST)
        return arena_printf(t->arena, "the nextToken of page %zu has more than %d bytes", page + 1,
                            TOKEN_LONGEST);
    for (size_t i = 0; i < page; i++)
        if (p->tokens[i] == p->tokens[page])
            return arena_printf(t->arena, "page %zu has the nextToken of page %zu", page + 1,
                                i + 1);
    return page + 1 < MOST_PAGES
               ? NULL
               : arena_printf(t->arena, "there is a page after %d pages", MOST_PAGES);
}

/* The page, and what it says of the next one. */
static void judge_page(struct trial *t, struct pages *p, const struct event *page)
{
    const char *fault = look_at_page(t, p, page);

    if (page->next_token && !fault)
        fault = look_at_token(t, p, page->next_token);
    p->listing->pages++;
    trial_judge(t, "list.pages", fault);
    if (p->bytes > LISTED_LARGEST)
        trial_error(t, arena_printf(t->arena,
                                    "LIST names more resources than cfnc holds: %zu, with %d MiB "
                                    "of identifiers; use an account that has fewer",
                                    p->listing->count, LISTED_LARGEST / 1024 / 1024));
}

/*
 * Fetches one page, all of whose memory goes with it but for what is noted. The
 * nextToken is of `kept`; NULL behind the last page, and when the trial is over.
 */
static const char *list_page(struct trial *t, struct pages *p, const json *desired,
                             const char *next_token, struct arena *kept)
{
    struct exchange x = { .event = { .next_token = NULL } };
    struct arena *whole = t->arena;
    const char *next = NULL;

    t->arena = arena_new();
    const struct request request = {
        .action = LIST,
        .desired = desired,
        .token = t->world->token(t->world, t->arena),
        .next_token = next_token,
    };
    const struct expectation expected = { .outcome = NO_ERROR };
    if (operation_run(t, &request, &expected, &x)) {
        judge_page(t, p, &x.event);
        next = json_string(x.event.next_token);
    }
    next = next && !t->failed ? arena_copy(kept, next, strlen(next)) : NULL;
    arena_free(t->arena);
    t->arena = whole;
    return next;
}

/* Fetches all pages; false when the trial is over. */
static bool list_all(struct trial *t, struct pages *p, const json *desired)
{
    struct arena *pair[2] = { NULL, NULL }; /* of the tokens: that which is sent, and the next */
    const char *token = NULL;

    for (size_t i = 0; !t->failed && (!i || token); i++) {
        arena_free(pair[i % 2]);
        pair[i % 2] = arena_new();
        token = list_page(t, p, desired, token, pair[i % 2]);
    }
    arena_free(pair[0]);
    arena_free(pair[1]);
    return !t->failed;
}

/* What handlers.list.handlerSchema requires, out of all that is known of the resource. */
static const json *required_to_list(struct trial *t, const json *model)
{
    struct random random = { t->run->options.seed };
    json *known = json_object(t->arena);
    struct error ignored;

    json_each (member, t->requested)
        json_set(known, json_key(member), member);
    json_each (member, model)
        json_set(known, json_key(member), member);
    const json *input = generate_list_input(t->arena, t->run->type, known, &random, &ignored);
    return input ? input : json_object(t->arena);
}

const struct listed *listing_of(struct trial *t, const json *model)
{
    if (t->failed || !(t->run->type->handlers & LIST))
        return NULL;
    const json *required = required_to_list(t, model);
    const char *key = json_print(t->arena, required);
    if (remembers(t) && t->memory->listing && strcmp(t->memory->listed_for, key) == 0)
        return t->memory->listing;
    struct arena *arena = place_for(t);
    struct pages *p = arena_alloc(t->arena, sizeof(*p));
    struct listed *listing = arena_alloc(arena, sizeof(*listing));
    json *desired = identifier_of(t, model);

    json_each (member, required)
        json_set(desired, json_key(member), member);
    *p = (struct pages){ .listing = listing, .arena = arena, .identifiers = json_array(arena) };
    if (!list_all(t, p, t->run->options.suite == SUITE_V1 ? model : desired))
        return NULL;
    listing->identifiers = p->identifiers;
    if (remembers(t)) {
        t->memory->listing = listing;
        t->memory->listed_for = arena_printf(arena, "%s", key);
    }
    return listing;
}

const struct listed *listing_before(const struct trial *t)
{
    const struct memory *m = t->memory;

    return m && m->earlier && m->listed_for && strcmp(m->earlier_for, m->listed_for) == 0
               ? m->earlier
               : NULL;
}

void expect_listed(struct trial *t, const json *model, const char *rule)
{
    const struct listed *l = listing_of(t, model);

    if (l)
        trial_judge(t, rule,
                    listing_has(t, l, model)
                        ? NULL
                        : arena_printf(t->arena, "%s is not among the %zu listed on %zu page%s",
                                       resource_type_identify(t->arena, t->run->type, model),
                                       l->seen_count, l->pages, l->pages == 1 ? "" : "s"));
}

void expect_not_listed(struct trial *t, const json *model, const char *rule)
{
    const struct listed *l = listing_of(t, model);

    if (l)
        trial_judge(t, rule,
                    listing_has(t, l, model)
                        ? arena_printf(t->arena, "%s is listed",
                                       resource_type_identify(t->arena, t->run->type, model))
                        : NULL);
}

static void remember_read(struct trial *t, const char *key, const json *read)
{
    struct memory *memory = t->memory;
    struct arena *arena = place_for(t);

    if (!memory->reads)
        memory->reads = json_object(arena);
    if (!memory->seen)
        memory->seen = json_object(arena);
    json_set(memory->reads, key, read);
    json_set(memory->seen, key, read);
}

const json *read_of(struct trial *t, const json *model, struct expectation expected)
{
    const json *identifier = identifier_of(t, model);
    const char *key = json_print(t->arena, identifier);
    const json *known = remembers(t) ? json_get(t->memory->reads, key) : NULL;

    if (t->failed || known)
        return t->failed ? NULL : json_copy(t->arena, known);
    const json *read =
        trial_step(t, (struct request){ .action = READ, .desired = identifier }, expected);
    if (read && remembers(t))
        remember_read(t, key, read);
    return read;
}

const json *read_once_of(struct trial *t, const json *model, struct expectation expected)
{
    const json *known =
        remembers(t) ? json_get(t->memory->seen, json_print(t->arena, identifier_of(t, model)))
                     : NULL;

    if (t->failed)
        return NULL;
    return known ? json_copy(t->arena, known) : read_of(t, model, expected);
}

/* What was asked for, its identifiers aside: by that a resource is known as somebody's. */
static const json *likeness(struct trial *t, const json *desired)
{
    const struct resource_type *type = t->run->type;
    const json *like = model_without(t->arena, desired, &type->identifier);

    for (size_t i = 0; i < type->additional_identifier_count; i++)
        like = model_without(t->arena, like, &type->additional_identifiers[i]);
    return like;
}

/* Whether the resource is as `like` asks for. One that cannot be read is not: it is gone again. */
static bool is_like(struct trial *t, const json *identifier, const json *like)
{
    const struct resource_type *type = t->run->type;
    struct exchange x;

    if (!has_handler(t, READ))
        return true;
    if (!trial_try_unjudged(t, (struct request){ .action = READ, .desired = identifier }, &x) ||
        x.event.status != SUCCESS || !x.event.model)
        return false;
    const json *read = model_without_system_tags(t->arena, type, x.event.model, like);
    return !compare_models(t->arena, type, like, read).differences;
}

void expect_none_gained_but(struct trial *t, const json *made, const char *rule,
                            const struct listed *before, const struct listed *after,
                            const json *desired)
{
    struct call *judged = t->last_call;
    const char *fault = NULL;

    if (!before || !after || t->failed)
        return;
    const json *like = likeness(t, desired);
    json_each (identifier, after->identifiers)
        if (!fault && !listing_has(t, before, identifier) &&
            !resource_type_same(t->run->type, t->resource, identifier) &&
            !(made && resource_type_same(t->run->type, made, identifier)) &&
            is_like(t, identifier, like))
            fault = arena_printf(t->arena, "%s is listed now, and was not before",
                                 resource_type_identify(t->arena, t->run->type, identifier));
    t->last_call = judged;
    trial_judge(t, rule, fault);
}

void expect_none_gained(struct trial *t, const char *rule, const struct listed *before,
                        const struct listed *after, const json *desired)
{
    expect_none_gained_but(t, NULL, rule, before, after, desired);
}

/* Whether READ finds none of that name. Nothing else is judged: it may not be ours. */
static bool is_absent(struct trial *t, const json *identifier)
{
    struct exchange x;

    return trial_try_unjudged(t, (struct request){ .action = READ, .desired = identifier }, &x) &&
           x.event.status == FAILED && x.event.error_code == NOT_FOUND;
}

/* One that vanished was deleted by somebody else: it must not be listed any more. */
static void expect_other_readable(struct trial *t, const json *model, const json *identifier)
{
    if (!is_absent(t, identifier)) {
        trial_judge(t, "list.readable", NULL);
        return;
    }
    struct call *read = t->last_call;
    if (t->memory)
        memory_fade(t->memory);
    const struct listed *now = listing_of(t, model);
    if (!now || !listing_has(t, now, identifier) || !is_absent(t, identifier))
        return;
    struct call *last = t->last_call;
    t->last_call = read;
    trial_judge(t, "list.readable",
                arena_printf(t->arena, "%s is listed, and READ FAILED with NotFound",
                             resource_type_identify(t->arena, t->run->type, identifier)));
    t->last_call = last;
}

void expect_listed_readable(struct trial *t, const json *model)
{
    const struct listed *l = listing_of(t, model);
    const size_t wanted = t->run->options.list_sample;

    if (!l || !has_handler(t, READ))
        return;
    read_of(t, model,
            (struct expectation){
                .outcome = NO_ERROR, .resource = model, .evidence_of = "list.readable" });
    trial_judge(t, "list.readable", NULL);
    const size_t others = l->count ? l->count - 1 : 0, sample = others < wanted ? others : wanted;
    size_t index = 0, taken = 0;
    json_each (identifier, l->identifiers) {
        if (resource_type_same(t->run->type, identifier, model))
            continue;
        if (taken < sample && index * sample >= taken * others) {
            expect_other_readable(t, model, identifier);
            taken++;
        }
        index++;
    }
}
