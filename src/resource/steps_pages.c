/* One LIST: its pages, what is wrong with them, and whom they name. */
#include "steps_private.h"

#include <string.h>

#include "cfnc/base/text.h"

enum {
    MOST_PAGES = 1000,         /* of one LIST: as many resources as an account may hold */
    STALE_PAGES = 2,           /* that name nobody new: then it goes on like that */
    LISTED_LARGEST = 16777216, /* bytes of memory of the identifiers it names, */
    LISTED_SINGLY = 200,       /* of which so many are none of their texts */
    TOKEN_LONGEST = 64 * 1024, /* bytes of a nextToken */
    WALKS_MOST = 4             /* through the pages, where somebody makes something meanwhile */
};

/* Whether the name is a new one; it is none from now on. */
static bool note(struct names *names, const char *name)
{
    const size_t known = names->count;

    return names_add(names, name) == known;
}

bool listing_has(const struct trial *t, const struct listed *listing, const json *model)
{
    return names_find(&listing->seen, json_print(t->arena, identifier_of(t, model))) !=
               NAMES_NONE &&
           !resource_type_lacks(type_in(t), model);
}

bool listing_lacks_some(const struct trial *t, const struct listed *listing,
                        const struct listed *of)
{
    json_each (identifier, of->identifiers)
        if (!listing_has(t, listing, identifier))
            return true;
    return false;
}

/* The pages of one LIST. */
struct pages {
    struct listed *listing;
    enum asking how;
    struct arena *arena; /* of the listing */
    struct arena *page;  /* of the page that is looked at, which goes but for what is noted */
    bool over;
    json *identifiers;
    size_t bytes;                 /* of those */
    unsigned stale;               /* pages that named nobody new */
    const char *repeated;         /* who is named a second time, on another page; or NULL */
    const struct call *repeating; /* the page it was */
    uint64_t tokens[MOST_PAGES];  /* hashes: they may be long */
};

/*
 * Takes note of what the page names; tells what it names twice. What an earlier page named
 * already is noted only, for that may be nobody's fault: `p->repeated`. v1 counts nobody.
 */
static const char *look_at_page(const struct trial *t, struct pages *p, const struct event *page)
{
    struct listed *l = p->listing;
    struct names here = names_new(p->page);
    const size_t known = l->seen.count;
    const char *fault = NULL;

    json_each (model, page->models) {
        const json *identifier = model_only(p->page, model, &type_in(t)->identifier);
        const char *text = json_print(p->page, identifier);

        p->bytes += strlen(text) + LISTED_SINGLY;
        if (p->bytes > LISTED_LARGEST)
            return fault;
        json_append(p->identifiers, identifier);
        l->count++;
        const bool once = note(&here, text);

        if ((note(&l->seen, text) && once) || t->run->options.suite == SUITE_V1)
            continue;
        text = arena_printf(p->arena, "%s is listed twice",
                            resource_type_identify(p->page, type_in(t), model));
        p->repeated = p->repeated ? p->repeated : text;
        fault = once || fault ? fault : text;
    }
    if (here.count && l->seen.count == known && ++p->stale >= STALE_PAGES)
        return p->repeated;
    p->repeating = p->repeated && !p->repeating ? last_call(t) : p->repeating;
    return fault;
}

/* What is wrong with the nextToken, which is there; takes note of it. */
static const char *look_at_token(struct pages *p, const json *token)
{
    const char *text = json_print(p->page, token);
    const size_t page = p->listing->pages;

    p->tokens[page] = hash_bytes(0, text, strlen(text));
    if (strlen(text) > TOKEN_LONGEST)
        return arena_printf(p->page, "the nextToken of page %zu has more than %d bytes", page + 1,
                            TOKEN_LONGEST);
    for (size_t i = 0; i < page; i++)
        if (p->tokens[i] == p->tokens[page])
            return arena_printf(p->page, "page %zu has the nextToken of page %zu", page + 1, i + 1);
    return page + 1 < MOST_PAGES
               ? NULL
               : arena_printf(p->page, "there is a page after %d pages", MOST_PAGES);
}

/* The page, and what it says of the next one. */
static void judge_page(struct trial *t, struct pages *p, const struct event *page)
{
    const char *fault = look_at_page(t, p, page);

    if (page->next_token && !fault)
        fault = look_at_token(p, page->next_token);
    p->listing->pages++;
    p->over = fault || p->bytes > LISTED_LARGEST;
    if (p->how != ASK_ASIDE)
        judge(t, "list.pages", last_call(t), fault);
    if (p->how != ASK_ASIDE && p->bytes > LISTED_LARGEST)
        trial_error(t, arena_printf(t->arena,
                                    "LIST names more resources than cfnc holds: %zu, with %d MiB "
                                    "of identifiers; use an account that has fewer",
                                    p->listing->count, LISTED_LARGEST / 1024 / 1024));
}

/* Fetches one page. Its nextToken, in `kept`; NULL behind the last page, and when it is over. */
static const char *list_page(struct trial *t, struct pages *p, const json *desired,
                             const char *next_token, struct arena *kept)
{
    const struct request request = { .action = LIST, .desired = desired, .next_token = next_token };
    const struct expectation expected = { .outcome = NO_ERROR,
                                          .unjudged = p->how != ASK_JUDGED,
                                          .aside = p->how == ASK_ASIDE };
    struct exchange x;
    const char *next = NULL;

    p->page = arena_new();
    p->over = !trial_call(t, p->page, &request, &expected, &x);
    if (!p->over) {
        judge_page(t, p, &x.event);
        next = json_string(x.event.next_token);
    }
    p->over = p->over || (t->failed && p->how != ASK_ASIDE);
    next = next && !p->over ? arena_copy(kept, next, strlen(next)) : NULL;
    arena_free(p->page);
    return next;
}

/* Fetches all pages; false when that was ended before. */
static bool list_all(struct trial *t, struct pages *p, const json *desired)
{
    struct arena *pair[2] = { NULL, NULL }; /* of the tokens: that which is sent, and the next */
    const char *token = NULL;

    for (size_t i = 0; !p->over && (!i || token); i++) {
        arena_free(pair[i % 2]);
        pair[i % 2] = arena_new();
        token = list_page(t, p, desired, token, pair[i % 2]);
    }
    arena_free(pair[0]);
    arena_free(pair[1]);
    return !p->over;
}

/* One walk through all pages; NULL when it is over. */
static const struct pages *walk(struct trial *t, struct arena *arena, const json *desired,
                                enum asking how)
{
    struct pages *p = arena_alloc(t->arena, sizeof(*p));

    *p = (struct pages){ .listing = arena_alloc(arena, sizeof(*p->listing)),
                         .how = how,
                         .arena = arena,
                         .identifiers = json_array(arena) };
    p->listing->seen = names_new(arena);
    if (!list_all(t, p, desired))
        return NULL;
    p->listing->identifiers = p->identifiers;
    return p;
}

/* Nobody came between two walks, and in both somebody is on two pages. */
static void judge_repeats(struct trial *t, const struct pages *p, const struct pages *again)
{
    if (!p->repeated || !again->repeated || listing_lacks_some(t, p->listing, again->listing))
        return;
    judge(t, "list.pages", again->repeating, again->repeated);
}

/*
 * A list whose pages are told by position shifts when somebody makes what comes on a page
 * before: the last of that page comes first on the next one as well. So where a page repeats
 * what another one named, all are listed once more; whoever shifted them is named then.
 */
struct listed *pages_walk(struct trial *t, struct arena *arena, const json *desired,
                          enum asking how)
{
    const struct pages *p = walk(t, arena, desired, how);

    for (int walks = 1; walks < WALKS_MOST && p && p->repeated && (!t->failed || how == ASK_ASIDE);
         walks++) {
        const struct pages *again = walk(t, arena, desired, how);

        if (again && how != ASK_ASIDE)
            judge_repeats(t, p, again);
        p = again;
    }
    return p && (!t->failed || how == ASK_ASIDE) ? p->listing : NULL;
}
