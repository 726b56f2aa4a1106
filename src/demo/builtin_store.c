#include <string.h>

#include "builtin_private.h"

/* Deleted resources that faults still show; more of them would make a long run grow. */
enum { MOST_GHOSTS = 256 };

static struct resource *resource_new(const json *full, const json *requested, const char *token)
{
    struct arena *arena = arena_new();
    struct resource *resource = arena_alloc(arena, sizeof(*resource));

    resource->arena = arena;
    resource->full = json_copy(arena, full);
    resource->requested = json_copy(arena, requested);
    resource->token = token ? arena_copy(arena, token, strlen(token)) : NULL;
    return resource;
}

/* The link that leads to `resource`; to the end when it is NULL. */
static struct resource **link_to(struct builtin *builtin, const struct resource *resource)
{
    struct resource **link = &builtin->first;

    while (*link && *link != resource)
        link = &(*link)->next;
    return link;
}

static void unlink_resource(struct builtin *builtin, struct resource *resource)
{
    struct resource *before = NULL;

    for (struct resource *r = builtin->first; r && r != resource; r = r->next)
        before = r;
    *link_to(builtin, resource) = resource->next;
    if (builtin->last == resource)
        builtin->last = before;
    arena_free(resource->arena);
}

static struct resource *append(struct builtin *builtin, struct resource *resource)
{
    if (builtin->last)
        builtin->last->next = resource;
    else
        builtin->first = resource;
    builtin->last = resource;
    resource->serial = ++builtin->serial;
    resource->unread = true;
    builtin->count++;
    return resource;
}

struct resource *store_put(struct builtin *builtin, const json *full, const json *requested,
                           const char *token, struct resource *replaced)
{
    struct resource *resource = resource_new(full, requested, replaced ? replaced->token : token);

    if (!replaced)
        return append(builtin, resource);
    resource->before = json_copy(resource->arena, replaced->full);
    resource->serial = replaced->serial;
    resource->settled = replaced->settled;
    resource->listed = replaced->listed;
    resource->reads = replaced->reads;
    resource->updates = replaced->updates + 1;
    resource->unread = replaced->unread;
    resource->next = replaced->next;
    *link_to(builtin, replaced) = resource;
    if (builtin->last == replaced)
        builtin->last = resource;
    arena_free(replaced->arena);
    return resource;
}

/* The faults that remember what was deleted. */
static bool keeps_ghosts(const struct builtin *builtin)
{
    static const char *const names[] = {
        "read-deleted",
        "read-deleted-updated",
        "create-again-restores",
        "delete-still-listed",
        "delete-keeps-identifier",
        "update-deleted-creates",
        "delete-deleted-succeeds",
        "delete-never-succeeds",
        "delete-comes-back",
        "read-invents",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (builtin_faulty(builtin, names[i]))
            return true;
    return false;
}

static void drop_oldest_ghost(struct builtin *builtin)
{
    struct resource *resource = builtin->first;

    while (!resource->ghost)
        resource = resource->next;
    unlink_resource(builtin, resource);
    builtin->ghosts--;
}

void store_drop(struct builtin *builtin, struct resource *resource)
{
    builtin->count--;
    if (!keeps_ghosts(builtin)) {
        unlink_resource(builtin, resource);
        return;
    }
    resource->ghost = true;
    if (++builtin->ghosts > MOST_GHOSTS)
        drop_oldest_ghost(builtin);
}

void store_free(void *builtin)
{
    struct builtin *all = builtin;

    for (struct resource *r = all->first, *next; r; r = next) {
        next = r->next;
        arena_free(r->arena);
    }
}

struct resource *store_by_serial(const struct builtin *builtin, unsigned long serial)
{
    struct resource *resource = builtin->first;

    while (resource && (resource->ghost || resource->serial != serial))
        resource = resource->next;
    return resource;
}

struct resource *store_by_token(const struct builtin *builtin, const char *token)
{
    struct resource *resource = builtin->first;

    if (!*token)
        return NULL;
    while (resource && (resource->ghost || !resource->token || strcmp(resource->token, token) != 0))
        resource = resource->next;
    return resource;
}

static bool holds(const struct property_set *set, const json *model)
{
    for (size_t i = 0; i < set->count; i++)
        if (json_is_null(path_get(model, &set->paths[i])))
            return false;
    return set->count > 0;
}

static bool same_in(const struct property_set *set, const json *a, const json *b)
{
    for (size_t i = 0; i < set->count; i++)
        if (!json_equal(path_get(a, &set->paths[i]), path_get(b, &set->paths[i])))
            return false;
    return true;
}

/* The first that has the same identifier of this kind, in the state `ghost`. */
static struct resource *find_by(const struct builtin *builtin, const struct property_set *set,
                                const json *model, bool ghost, const struct resource *except)
{
    if (!holds(set, model))
        return NULL;
    for (struct resource *r = builtin->first; r; r = r->next)
        if (r->ghost == ghost && r != except && same_in(set, r->full, model))
            return r;
    return NULL;
}

struct resource *store_find(const struct builtin *builtin, const json *model, bool ghost)
{
    const struct resource_type *type = builtin->type;
    struct resource *found = NULL;

    if (holds(&type->identifier, model))
        return find_by(builtin, &type->identifier, model, ghost, NULL);
    for (size_t i = 0; i < type->additional_identifier_count && !found; i++)
        found = find_by(builtin, &type->additional_identifiers[i], model, ghost, NULL);
    return found;
}

struct resource *store_holder(const struct builtin *builtin, const json *model,
                              const struct resource *except)
{
    const struct resource_type *type = builtin->type;
    const bool ghosts = builtin_faulty(builtin, "delete-keeps-identifier");
    const size_t count =
        builtin_faulty(builtin, "create-ignores-alias") ? 0 : type->additional_identifier_count;

    for (size_t i = 0; i <= count; i++) {
        const struct property_set *set =
            i == 0 ? &type->identifier : &type->additional_identifiers[i - 1];
        struct resource *holder = find_by(builtin, set, model, false, except);

        if (!holder && ghosts)
            holder = find_by(builtin, set, model, true, except);
        if (holder)
            return holder;
    }
    return NULL;
}

/* The model without any identifier. */
static const json *unnamed(struct arena *arena, const struct resource_type *type, const json *model)
{
    const json *rest =
        model_without(arena, model_without(arena, model, &type->write_only), &type->identifier);

    for (size_t i = 0; i < type->additional_identifier_count; i++)
        rest = model_without(arena, rest, &type->additional_identifiers[i]);
    return rest;
}

struct resource *store_like(const struct builtin *builtin, const json *requested)
{
    struct arena *arena = builtin->call->arena;
    const json *wanted = unnamed(arena, builtin->type, requested);
    struct resource *r = builtin->first;

    while (r && (r->ghost || !r->token ||
                 !json_equal(unnamed(arena, builtin->type, r->requested), wanted)))
        r = r->next;
    return r;
}

struct resource *store_oldest(const struct builtin *builtin)
{
    struct resource *r = builtin->first;

    while (r && r->ghost)
        r = r->next;
    return r;
}

struct resource *store_newest(const struct builtin *builtin)
{
    struct resource *newest = NULL;

    for (struct resource *r = builtin->first; r; r = r->next)
        newest = r->ghost ? newest : r;
    return newest;
}
