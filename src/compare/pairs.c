#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "compare_private.h"

/*
 * Which requested item a returned one is, where they differ. A few are assigned
 * so that all of them together differ least. Of many, each is compared with
 * those that share its rarest values, so that the cost is about that of reading
 * them.
 */

enum {
    FEW_ITEMS = 40,      /* assigned together */
    MOST_CANDIDATES = 8, /* of many, that one is compared with */
    MOST_POSTINGS = 256, /* shared values that are followed, for one item */
    MOST_OF_COMMON = 64, /* and of the rarest one, however common it is */
    MOST_POSTINGS_OF_ONE =
        1024,          /* of a value, that are looked at for one that differs in nothing, */
    MOST_HOLDERS = 64, /* and that are compared */
    COST_OF_ROW = 8,   /* a difference weighs more than all that decides between equals */
    COST_OF_NAME = 4,  /* another name, where as many values differ */
    COST_OF_KIND = 4,  /* a string of nothing in common */
    COST_OF_PLACE = 1
};

/* ---- how far one item is from another ---- */

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), of_end = strlen(end);

    return length >= of_end && strcasecmp(text + length - of_end, end) == 0;
}

/* What people name things by. */
static bool is_name(const char *key)
{
    static const char *const ends[] = { "Key", "Name", "Id", "Arn", "Identifier" };

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        if (ends_with(key, ends[i]))
            return true;
    return false;
}

static bool same_name(const json *requested, const json *returned)
{
    for (const json *member = json_type(requested) == JSON_OBJECT ? json_first(requested) : NULL;
         member; member = json_next(member))
        if (is_name(json_key(member)))
            return json_equal(member, json_get(returned, json_key(member)));
    return true;
}

/* One of two scalars may have been made of the other: 3 and "3", "Web" and "web", a name and its
 * ARN. */
static bool kindred(struct arena *arena, const json *a, const json *b)
{
    const char *p = json_string(a) ? json_string(a) : json_print(arena, a);
    const char *q = json_string(b) ? json_string(b) : json_print(arena, b);

    if (!*p || !*q)
        return false;
    return strcasecmp(p, q) == 0 || strstr(p, q) || strstr(q, p);
}

static bool is_container(const json *value)
{
    return json_type(value) == JSON_OBJECT || json_type(value) == JSON_ARRAY;
}

/* The cost of taking one for the other, or NO_PAIR: they have nothing in common. */
static size_t cost_of(const struct pairing *p, const struct item *requested,
                      const struct item *returned, size_t most)
{
    if (p->twins_only)
        most = 1;
    const bool containers = is_container(requested->value);
    const size_t place = requested->index == returned->index ? 0 : COST_OF_PLACE;

    if (containers != is_container(returned->value) ||
        (most == 1 && !print_may_hold(&returned->print, &requested->print)))
        return NO_PAIR;
    const size_t rows =
        compare_distance(p->scope, p->spot, p->place, requested->value, returned->value, most);
    if (rows == 0)
        return place;
    if (rows >= most)
        return NO_PAIR;
    if (!containers)
        return COST_OF_ROW + place +
               (kindred(p->arena, requested->value, returned->value) ? 0 : COST_OF_KIND);
    if ((rows > 1 && rows >= requested->weight) ||
        json_type(requested->value) != json_type(returned->value))
        return NO_PAIR;
    return rows * COST_OF_ROW + place +
           (same_name(requested->value, returned->value) ? 0 : COST_OF_NAME);
}

static void take(struct pairing *p, size_t requested, size_t returned)
{
    p->requested[requested].pair = returned;
    p->returned[returned].taken = true;
}

/* The numbers of items that are not paired yet. */
static size_t *list_unpaired(const struct pairing *p, bool requested, size_t *count)
{
    const struct item *items = requested ? p->requested : p->returned;
    const size_t all = requested ? p->requested_count : p->returned_count;
    size_t *numbers = arena_array(p->arena, all + 1, sizeof(*numbers));

    *count = 0;
    for (size_t i = 0; i < all; i++)
        if (requested ? items[i].pair == NO_PAIR : !items[i].taken)
            numbers[(*count)++] = i;
    return numbers;
}

/* ---- few: all of them together ---- */

static void pair_few(struct pairing *p, const size_t *asked, size_t asked_count, const size_t *got,
                     size_t got_count)
{
    const bool turned = asked_count > got_count;
    struct assignment a = assignment_new(p->arena, turned ? got_count : asked_count,
                                         turned ? asked_count : got_count);
    size_t apart = 3; /* two rows for a pair that is none, and a little */

    for (size_t i = 0; i < asked_count; i++)
        apart += p->requested[asked[i]].weight;
    const double never = (double)(apart * COST_OF_ROW * 2);
    for (size_t i = 0; i < asked_count; i++)
        for (size_t j = 0; j < got_count; j++) {
            const size_t cost = cost_of(p, &p->requested[asked[i]], &p->returned[got[j]], NO_PAIR);

            a.costs[turned ? j * a.columns + i : i * a.columns + j] =
                cost == NO_PAIR ? never : (double)cost;
        }
    assignment_solve(&a);
    for (size_t column = 1; column <= a.columns; column++) {
        const size_t row = a.row_of[column];

        if (row && a.costs[(row - 1) * a.columns + column - 1] < never)
            take(p, asked[(turned ? column : row) - 1], got[(turned ? row : column) - 1]);
    }
}

/* ---- many: those that share rare values ---- */

struct posting {
    uint64_t token;
    size_t item;
    struct posting *next;
};

/* A value at its place, and the items that have it. */
struct token {
    uint64_t token;
    size_t count;
    struct posting *first;
    struct token *next;
};

struct shared {
    struct pairing *pairing;
    struct arena *arena;
    struct token **buckets;
    size_t room;
    size_t item;           /* whose values are being read */
    struct token **tokens; /* of that item, */
    size_t count, most;
    bool lacking;            /* one of its values is in no other item */
    size_t *votes, *touched; /* of the returned items */
    size_t touched_count;
};

static struct token **token_at(const struct shared *shared, uint64_t token)
{
    struct token **at = &shared->buckets[token & (shared->room - 1)];

    while (*at && (*at)->token != token)
        at = &(*at)->next;
    return at;
}

static void post(void *context, uint64_t token)
{
    struct shared *shared = context;
    struct token **at = token_at(shared, token);
    struct posting *posting = arena_alloc(shared->arena, sizeof(*posting));

    if (!*at) {
        *at = arena_alloc(shared->arena, sizeof(**at));
        (*at)->token = token;
    }
    *posting = (struct posting){ token, shared->item, (*at)->first };
    (*at)->first = posting;
    (*at)->count++;
}

static void ask(void *context, uint64_t token)
{
    struct shared *shared = context;
    struct token *known = *token_at(shared, token);

    if (!known || !known->first)
        shared->lacking = true;
    else if (shared->count < shared->most)
        shared->tokens[shared->count++] = known;
}

static int rarer(const void *a, const void *b)
{
    const struct token *const *p = a, *const *q = b;

    return ((*p)->count > (*q)->count) - ((*p)->count < (*q)->count);
}

/* Counts how many values each item shares that has this one; forgets those that are taken. */
static size_t vote(struct shared *shared, struct token *token, size_t most)
{
    struct posting **link = &token->first;
    size_t seen = 0;

    while (*link && seen < most) {
        const size_t item = (*link)->item;

        if (shared->pairing->returned[item].taken) {
            *link = (*link)->next;
            token->count--;
            continue;
        }
        if (!shared->votes[item]++)
            shared->touched[shared->touched_count++] = item;
        link = &(*link)->next;
        seen++;
    }
    return seen;
}

static void find_candidates(struct shared *shared)
{
    size_t seen = 0;

    qsort(shared->tokens, shared->count, sizeof(*shared->tokens), rarer);
    shared->touched_count = 0;
    for (size_t i = 0; i < shared->count && seen < MOST_POSTINGS; i++) {
        struct token *token = shared->tokens[i];

        if (seen && seen + token->count > MOST_POSTINGS)
            break;
        seen += vote(shared, token, seen ? MOST_POSTINGS : MOST_OF_COMMON * 2);
    }
}

/* Those with the most votes, best first; nobody has any from then on. Their number. */
static size_t list_best(struct shared *shared, size_t best[MOST_CANDIDATES])
{
    size_t votes[MOST_CANDIDATES], count = 0;

    for (size_t i = 0; i < shared->touched_count; i++) {
        const size_t item = shared->touched[i], has = shared->votes[item];
        size_t at = count < MOST_CANDIDATES ? count++ : MOST_CANDIDATES;

        shared->votes[item] = 0;
        for (; at > 0 && has > votes[at - 1]; at--)
            if (at < MOST_CANDIDATES) {
                best[at] = best[at - 1];
                votes[at] = votes[at - 1];
            }
        if (at < MOST_CANDIDATES) {
            best[at] = item;
            votes[at] = has;
        }
    }
    return count;
}

/* The nearest of the candidates, or NO_PAIR. */
static size_t nearest(struct shared *shared, const struct item *item)
{
    struct pairing *p = shared->pairing;
    size_t best[MOST_CANDIDATES], found = NO_PAIR, least = NO_PAIR;
    const size_t count = list_best(shared, best);

    for (size_t i = 0; i < count && least > COST_OF_PLACE; i++) {
        const size_t cost = cost_of(p, item, &p->returned[best[i]], NO_PAIR);

        if (cost < least) {
            least = cost;
            found = best[i];
        }
    }
    return found;
}

/* Any that differs in nothing, of those that have the rarest value too; or NO_PAIR. */
static size_t holder(struct shared *shared, const struct item *item)
{
    struct pairing *p = shared->pairing;
    struct token *rarest = NULL;
    size_t seen = 0, tried = 0;

    for (size_t i = 0; i < shared->count; i++)
        if (!rarest || shared->tokens[i]->count < rarest->count)
            rarest = shared->tokens[i];
    if (!rarest || (shared->lacking && !item->print.loose))
        return NO_PAIR;
    for (struct posting **link = &rarest->first;
         *link && seen < MOST_POSTINGS_OF_ONE && tried < MOST_HOLDERS;) {
        const struct item *other = &p->returned[(*link)->item];

        if (other->taken) {
            *link = (*link)->next;
            rarest->count--;
            continue;
        }
        seen++;
        if (print_may_hold(&other->print, &item->print)) {
            tried++;
            if (cost_of(p, item, other, 1) != NO_PAIR)
                return (*link)->item;
        }
        link = &(*link)->next;
    }
    return NO_PAIR;
}

static size_t find_pair(struct shared *shared, const struct item *item, bool twin)
{
    shared->count = 0;
    shared->lacking = false;
    each_leaf(shared->pairing->scope->all, shared->pairing->spot, item->value, ask, shared);
    if (twin)
        return holder(shared, item);
    find_candidates(shared);
    return nearest(shared, item);
}

static int by_weight(const void *a, const void *b)
{
    const struct item *const *p = a, *const *q = b;

    if ((*p)->weight != (*q)->weight)
        return (*p)->weight < (*q)->weight ? 1 : -1;
    return ((*p)->index > (*q)->index) - ((*p)->index < (*q)->index);
}

/* What says most has the first choice; `twins`: of those only that differ in nothing. */
static void pair_shared(struct shared *shared, const size_t *asked, size_t count, bool twins)
{
    struct pairing *p = shared->pairing;
    struct item **items = arena_array(p->arena, count + 1, sizeof(struct item *));

    for (size_t i = 0; i < count; i++)
        items[i] = &p->requested[asked[i]];
    qsort(items, count, sizeof(*items), by_weight);
    for (size_t i = 0; i < count && p->scope->all->spots->work <= MOST_WORK; i++) {
        if (items[i]->pair != NO_PAIR)
            continue;
        const size_t found = find_pair(shared, items[i], twins);
        if (found != NO_PAIR)
            take(p, items[i]->index, found);
    }
}

static void pair_many(struct pairing *p, const size_t *asked, size_t asked_count, const size_t *got,
                      size_t got_count)
{
    struct shared shared = { .pairing = p, .arena = p->arena, .room = 1024 };

    while (shared.room < got_count * 4)
        shared.room *= 2;
    shared.buckets = arena_array(p->arena, shared.room, sizeof(struct token *));
    for (size_t i = got_count; i-- > 0;) {
        shared.item = got[i];
        each_leaf(p->scope->all, p->spot, p->returned[got[i]].value, post, &shared);
    }
    for (size_t i = 0; i < asked_count; i++)
        if (p->requested[asked[i]].weight > shared.most)
            shared.most = p->requested[asked[i]].weight;
    shared.tokens = arena_array(p->arena, shared.most + 1, sizeof(struct token *));
    shared.votes = arena_array(p->arena, p->returned_count + 1, sizeof(*shared.votes));
    shared.touched = arena_array(p->arena, p->returned_count + 1, sizeof(*shared.touched));
    pair_shared(&shared, asked, asked_count, true);
    if (!p->twins_only)
        pair_shared(&shared, asked, asked_count, false);
}

/* Those that share nothing, by their order: scalars that changed, objects that say nothing. */
static void pair_rest(struct pairing *p, const size_t *asked, size_t asked_count, const size_t *got,
                      size_t got_count)
{
    size_t first = 0;

    for (size_t i = 0; i < asked_count; i++) {
        while (first < got_count && p->returned[got[first]].taken)
            first++;
        for (size_t j = first; j < got_count && j < first + MOST_CANDIDATES; j++) {
            if (p->returned[got[j]].taken ||
                cost_of(p, &p->requested[asked[i]], &p->returned[got[j]], NO_PAIR) == NO_PAIR)
                continue;
            take(p, asked[i], got[j]);
            break;
        }
    }
}

static void count_leaf(void *context, uint64_t token)
{
    size_t *count = context;

    (void)token;
    ++*count;
}

static bool are_few(size_t asked_count, size_t got_count)
{
    return asked_count <= FEW_ITEMS && got_count <= FEW_ITEMS;
}

void pair_items(struct pairing *p)
{
    size_t asked_count, got_count;
    size_t *asked = list_unpaired(p, true, &asked_count);
    size_t *got = list_unpaired(p, false, &got_count);

    if (!asked_count || !got_count || p->scope->all->spots->work > MOST_WORK)
        return;
    for (size_t i = 0; i < asked_count; i++)
        each_leaf(p->scope->all, p->spot, p->requested[asked[i]].value, count_leaf,
                  &p->requested[asked[i]].weight);
    if (!are_few(asked_count, got_count)) {
        pair_many(p, asked, asked_count, got, got_count);
        asked = list_unpaired(p, true, &asked_count);
        got = list_unpaired(p, false, &got_count);
    }
    if (!asked_count || !got_count || p->scope->all->spots->work > MOST_WORK)
        return;
    if (are_few(asked_count, got_count))
        pair_few(p, asked, asked_count, got, got_count);
    else
        pair_rest(p, asked, asked_count, got, got_count);
}
