/* Where in a model a value is made, why it could not be, and what is not tried any more. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "generate_private.h"

/* FNV-1a; a place is its steps, each with a slash in front. */
static uint64_t hash_byte(uint64_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * UINT64_C(0x100000001B3);
}

static const uint64_t root_hash = UINT64_C(0xCBF29CE484222325);

uint64_t place_hash(uint64_t parent, const char *step)
{
    uint64_t hash = hash_byte(parent ? parent : root_hash, '/');

    for (; *step; step++)
        hash = hash_byte(hash, *step);
    /* A step may hold what ends one; a byte that no text holds keeps "a/b" from "a", "b". */
    return hash_byte(hash, '\xFF');
}

uint64_t place_hash_of(const struct property_path *path)
{
    uint64_t hash = root_hash;

    for (size_t i = 0; i < path->depth; i++)
        hash = place_hash(hash, path->steps[i]);
    return hash;
}

const char *pointer_of_place(struct arena *arena, const struct value_place *place)
{
    if (!place->parent)
        return "";
    return pointer_add(arena, pointer_of_place(arena, place->parent), place->step);
}

/* Two rounds of the generator's own mixing set apart states that are close to each other. */
struct random place_random(const struct generator *g, const struct value_place *place,
                           unsigned tries)
{
    struct random random = { g->seed ^ place->hash };

    random.state = random_next(&random) + place->salt * 1000 + tries;
    random.state = random_next(&random);
    return random;
}

const json *cannot(struct generator *g, const struct value_place *place, const char *format, ...)
{
    char text[300];
    const char *pointer = pointer_of_place(g->scratch, place);
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    snprintf(g->reason.pointer, sizeof(g->reason.pointer), "%s", pointer);
    error_set(&g->reason.error, "%.150s: %s",
              *pointer ? text_quote(g->scratch, pointer, 150) : "the model", text);
    return NULL;
}

bool is_worked_out(const struct generator *g)
{
    return g->work > g->work_limit || g->misses > MISSES_MOST;
}

uint64_t failure_key(const json *const *nodes, size_t count, uint64_t kind)
{
    uint64_t key = root_hash + kind;

    for (size_t i = 0; i < count; i++)
        key = (key ^ (uint64_t)(uintptr_t)nodes[i]) * UINT64_C(0x100000001B3);
    return key;
}

struct failure *failure_find(struct generator *g, uint64_t key)
{
    struct failure *failure = g->failures;

    while (failure && failure->key != key)
        failure = failure->next;
    return failure;
}

void failure_note(struct generator *g, uint64_t key, bool failed)
{
    struct failure *failure = failure_find(g, key);

    if (!failure && failed && g->failure_count < FAILURES_MOST) {
        failure = arena_alloc(g->keep, sizeof(*failure));
        failure->key = key;
        failure->next = g->failures;
        g->failures = failure;
        g->failure_count++;
    }
    if (!failure)
        return;
    failure->times = failed ? failure->times + 1 : 0;
    failure->reason = g->reason;
}
