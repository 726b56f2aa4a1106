#include <string.h>

#include "builtin_private.h"

/* Deleted resources that faults still show; more of them would make a long run grow. */
enum { MOST_GHOSTS = 256 };

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
    *link_to(builtin, resource) = resource->next;
    arena_free(resource->arena);
}

struct resource *store_put(struct builtin *builtin, const json *full, const json *requested,
                           const char *token, struct resource *replaced)
{
    struct arena *arena = arena_new();
    struct resource *resource = arena_alloc(arena, sizeof(*resource));

    if (replaced) {
        *resource = *replaced;
        resource->before = json_copy(arena, replaced->full);
        resource->updates++;
        token = replaced->token;
    } else {
        resource->serial = ++builtin->serial;
        resource->unread = true;
        builtin->count++;
    }
    resource->arena = arena;
    resource->full = json_copy(arena, full);
    resource->requested = json_copy(arena, requested);
    resource->claimed = NULL;
    resource->token = token ? arena_copy(arena, token, strlen(token)) : NULL;
    *link_to(builtin, replaced) = resource;
    if (replaced)
        arena_free(replaced->arena);
    return resource;
}

void store_drop(struct builtin *builtin, struct resource *resource)
{
    builtin->count--;
    if (!builtin->ghosts) {
        unlink_resource(builtin, resource);
        return;
    }
    resource->ghost = true;
    resource->listed = false;
    if (++builtin->ghost_count <= MOST_GHOSTS)
        return;
    for (resource = builtin->first; !resource->ghost;)
        resource = resource->next;
    unlink_resource(builtin, resource);
    builtin->ghost_count--;
}

void store_raise(struct builtin *builtin, struct resource *ghost)
{
    ghost->ghost = false;
    builtin->ghost_count--;
    builtin->count++;
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
    const size_t count = builtin->same_aliases ? 0 : type->additional_identifier_count;
    struct resource *holder = find_by(builtin, &type->identifier, model, false, except);

    for (size_t i = 0; i < count && !holder; i++)
        holder = find_by(builtin, &type->additional_identifiers[i], model, false, except);
    return holder;
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
