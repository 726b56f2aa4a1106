/* What a contract test is written with; see trial.h. */
#include "cfnc/operation.h"

#include <string.h>

#include "cfnc/text.h"

/* Runs one operation to its end; the final model, when everything was as expected. */
static const json *step(struct trial *t, struct request request, struct expectation expected)
{
    struct exchange x;

    if (t->failed)
        return NULL;
    request.token = t->world->token(t->world, t->arena);
    return operation_run(t, &request, &expected, &x) ? x.event.model : NULL;
}

const json *expect_created(struct trial *t, const json *desired)
{
    return step(t, (struct request){ .action = CREATE, .desired = desired },
                (struct expectation){ .outcome = NO_ERROR,
                                      .requested = desired,
                                      .after_delete = t->deleted && desired == t->requested });
}

const json *expect_read(struct trial *t, const json *model, const json *requested)
{
    return step(t, (struct request){ .action = READ, .desired = model },
                (struct expectation){ .outcome = NO_ERROR,
                                      .requested = requested,
                                      .returned = model,
                                      .before = t->update ? t->created : NULL,
                                      .resource = model });
}

const json *expect_updated(struct trial *t, const json *desired, const json *previous)
{
    return step(
        t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
        (struct expectation){ .outcome = NO_ERROR, .requested = desired, .resource = previous });
}

void expect_deleted(struct trial *t, const json *model)
{
    step(t, (struct request){ .action = DELETE, .desired = model },
         (struct expectation){ .outcome = NO_ERROR, .resource = model });
}

void expect_failure(struct trial *t, enum action action, const json *desired, enum error_code why)
{
    step(t, (struct request){ .action = action, .desired = desired },
         (struct expectation){ .outcome = why, .never_created = !t->created });
}

void expect_update_failure(struct trial *t, const json *desired, const json *previous,
                           enum error_code why)
{
    step(t, (struct request){ .action = UPDATE, .desired = desired, .previous = previous },
         (struct expectation){ .outcome = why, .never_created = !t->created });
}

enum {
    MOST_PAGES = 1000
}; /* of one LIST: as many resources as an account may hold, a few a page */

/* What was seen on the pages so far. */
struct listing {
    const json *wanted;
    bool found;
    size_t pages;
    const json *tokens[MOST_PAGES];
    uint64_t *seen; /* hashes of identifiers; 0 is a free place */
    size_t seen_count, seen_room;
};

static uint64_t hash(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h ? h : 1;
}

/* Whether the hash is new; places double when half of them are taken. */
static bool remember(struct arena *arena, struct listing *l, uint64_t h)
{
    if (2 * l->seen_count >= l->seen_room) {
        const struct listing old = *l;

        l->seen_room = old.seen_room ? old.seen_room * 2 : 64;
        l->seen = arena_array(arena, l->seen_room, sizeof(*l->seen));
        l->seen_count = 0;
        for (size_t i = 0; i < old.seen_room; i++)
            if (old.seen[i])
                remember(arena, l, old.seen[i]);
    }
    size_t at = h % l->seen_room;
    while (l->seen[at] && l->seen[at] != h)
        at = (at + 1) % l->seen_room;
    if (l->seen[at] == h)
        return false;
    l->seen[at] = h;
    l->seen_count++;
    return true;
}

static const char *look_at_page(struct trial *t, struct listing *l, const struct event *page)
{
    const char *fault = NULL;

    json_each (model, page->models) {
        const json *identifier = model_only(t->arena, model, &t->run->type->identifier);
        const char *name = json_print(t->arena, identifier);

        l->found = l->found || resource_type_same(t->run->type, model, l->wanted);
        if (!remember(t->arena, l, hash(name)) && !fault)
            fault = arena_printf(t->arena, "%s is listed twice",
                                 resource_type_identify(t->arena, t->run->type, model));
    }
    for (size_t i = 0; i < l->pages && page->next_token && !fault; i++)
        if (json_equal(l->tokens[i], page->next_token))
            fault = arena_printf(t->arena, "page %zu has the nextToken of page %zu", l->pages + 1,
                                 i + 1);
    if (!fault && page->next_token && l->pages + 1 == MOST_PAGES)
        fault = arena_printf(t->arena, "there is a page after %d pages", MOST_PAGES);
    l->tokens[l->pages++] = page->next_token;
    return fault;
}

static void judge_here(struct trial *t, const char *rule, const char *fault)
{
    const struct rule *row = rule_find(rule);

    if (t->failed || !(row->suites & t->run->options.suite))
        return;
    trial_keep(t, row);
    if (fault)
        trial_find(t, row, t->last_call, fault, NULL, LIST);
}

/* Fetches all pages; false when the trial is over. */
static bool list_all(struct trial *t, struct listing *l)
{
    struct exchange x = { .event = { .next_token = NULL } };

    do {
        const struct request request = {
            .action = LIST,
            .desired = l->wanted,
            .token = t->world->token(t->world, t->arena),
            .next_token = json_string(x.event.next_token),
        };
        const struct expectation expected = { .outcome = NO_ERROR };

        if (t->failed || !operation_run(t, &request, &expected, &x))
            return false;
        judge_here(t, "list.pages", look_at_page(t, l, &x.event));
    } while (!t->failed && x.event.next_token);
    return !t->failed;
}

void expect_listed(struct trial *t, const json *model, const char *rule)
{
    struct listing *l = arena_alloc(t->arena, sizeof(*l));

    l->wanted = model;
    if (list_all(t, l))
        judge_here(t, rule,
                   l->found ? NULL
                            : arena_printf(t->arena, "%s is not among the %zu listed on %zu page%s",
                                           resource_type_identify(t->arena, t->run->type, model),
                                           l->seen_count, l->pages, l->pages == 1 ? "" : "s"));
}

void expect_not_listed(struct trial *t, const json *model, const char *rule)
{
    struct listing *l = arena_alloc(t->arena, sizeof(*l));

    l->wanted = model;
    if (list_all(t, l))
        judge_here(t, rule,
                   l->found ? arena_printf(t->arena, "%s is listed",
                                           resource_type_identify(t->arena, t->run->type, model))
                            : NULL);
}

void expect_kept(struct trial *t, const char *rule, const char *fault)
{
    const struct call *none = NULL;
    const struct rule *row = rule_find(rule);

    if (t->failed)
        return;
    trial_keep(t, row);
    if (fault)
        trial_find(t, row, none, fault, NULL, CREATE);
}

void expect_tags(struct trial *t, const char *rule, const json *input)
{
    const struct generation *how = &t->examples->how;
    const struct property_path *tags = &t->run->type->tag_property;
    const bool chosen = how->variant != VARIANT_MAXIMAL || how->coverage;

    if (chosen && !t->examples->set->create && !path_get(input, tags))
        return;
    expect_kept(t, rule,
                path_get(input, tags)
                    ? NULL
                    : arena_printf(t->arena, "%s is not in the input", tags->pointer));
}

const json *sample_create(struct trial *t)
{
    struct error error;
    const json *model;

    if (t->failed)
        return NULL;
    model = examples_create(t->arena, t->examples, &error);
    if (!model)
        trial_error(t, error.text);
    if (!t->sampled)
        t->sampled = model;
    return model;
}

const json *sample_update(struct trial *t, const json *requested, const json *created)
{
    struct error error;
    const json *model;

    if (t->failed)
        return NULL;
    model = examples_update(t->arena, t->examples, requested, created, &error);
    if (!model)
        trial_error(t, error.text);
    return model;
}
