/* What faults make of a delete: more than was asked for goes, or less. */
#include <string.h>

#include "builtin_private.h"

void fault_apply_remove(const struct call *call, const json *stored)
{
    for (const struct fault *const *f = call->builtin->faults; *f; f++)
        if ((*f)->remove)
            (*f)->remove(call->builtin, stored);
}

/* Drops what the run made for which `is_meant` holds; what was there before is not ours to lose. */
static void drop_those(struct builtin *builtin, const json *stored,
                       bool (*is_meant)(const struct builtin *builtin, const json *stored,
                                        const json *other))
{
    for (struct resource *r = builtin->first, *next; r; r = next) {
        next = r->next;
        if (!r->ghost && is_meant(builtin, stored, r->full))
            store_drop(builtin, r);
    }
}

static bool any(const struct builtin *builtin, const json *stored, const json *other)
{
    (void)builtin;
    (void)stored;
    (void)other;
    return true;
}

void fault_remove_all(struct builtin *builtin, const json *stored)
{
    drop_those(builtin, stored, any);
}

void fault_remove_next(struct builtin *builtin, const json *stored)
{
    struct resource *last = NULL;

    (void)stored;
    for (struct resource *r = builtin->first; r; r = r->next)
        if (!r->ghost)
            last = r;
    if (last)
        store_drop(builtin, last);
}

/* Whether the identifiers agree but for what comes after the shorter one's end. */
static bool begins_alike(const struct builtin *builtin, const json *stored, const json *other)
{
    const struct property_set *identifier = &builtin->type->identifier;

    for (size_t i = 0; i < identifier->count; i++) {
        const json *a = path_get(stored, &identifier->paths[i]);
        const json *b = path_get(other, &identifier->paths[i]);
        const char *name = json_string(a), *longer = json_string(b);

        if (name && longer ? strncmp(name, longer, strlen(name)) != 0 : !json_equal(a, b))
            return false;
    }
    return true;
}

void fault_remove_prefix(struct builtin *builtin, const json *stored)
{
    drop_those(builtin, stored, begins_alike);
}

/* Only the first part of the identifier is looked at. */
static bool same_first_part(const struct builtin *builtin, const json *stored, const json *other)
{
    const struct property_path *first = &builtin->type->identifier.paths[0];

    return json_equal(path_get(stored, first), path_get(other, first));
}

void fault_remove_same_part(struct builtin *builtin, const json *stored)
{
    drop_those(builtin, stored, same_first_part);
}

void fault_raise(struct builtin *builtin)
{
    if (!builtin_faulty(builtin, "delete-comes-back"))
        return;
    for (struct resource *r = builtin->first; r; r = r->next) {
        if (r->ghost && r->missed && !store_holder(builtin, r->full, NULL)) {
            r->ghost = false;
            builtin->ghosts--;
            builtin->count++;
        }
        r->missed = r->ghost;
    }
}

/* --- What a second or later invocation gets wrong, and the first does not --- */

static void fail_callback(const struct builtin *builtin, json *event, enum error_code code,
                          const char *message)
{
    if (!builtin->call->context)
        return;
    json_remove(event, "resourceModel");
    json_set_string(event, "status", status_name(FAILED));
    json_set_string(event, "errorCode", error_code_name(code));
    json_set_string(event, "message", message);
}

/* The look whether the resource is gone yet ends in what it was to find out. */
void fault_callback_not_found(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    fail_callback(builtin, event, NOT_FOUND, "the resource does not exist");
}

void fault_callback_fails(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    fail_callback(builtin, event, GENERAL_SERVICE_EXCEPTION, "the callback could not go on");
}

void fault_callback_other_identifier(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->context)
        fault_other_identifier(builtin, payload, event);
}

void fault_callback_before(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->context)
        fault_before(builtin, payload, event);
}

void fault_no_model(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_remove(event, "resourceModel");
}

void fault_create_only_code(struct builtin *builtin, const json *payload, json *event)
{
    const char *code = json_string(json_get(event, "errorCode"));

    (void)builtin;
    (void)payload;
    if (code && strcmp(code, error_code_name(NOT_UPDATABLE)) == 0)
        json_set_string(event, "errorCode", error_code_name(GENERAL_SERVICE_EXCEPTION));
}
