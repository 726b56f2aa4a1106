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

uint64_t place_hash_of(const char *pointer)
{
    uint64_t hash = root_hash;

    while (*pointer == '/') {
        hash = hash_byte(hash, '/');
        for (pointer++; *pointer && *pointer != '/'; pointer++) {
            if (*pointer == '~' && pointer[1])
                hash = hash_byte(hash, *++pointer == '1' ? '/' : '~');
            else
                hash = hash_byte(hash, *pointer);
        }
        hash = hash_byte(hash, '\xFF');
    }
    return hash;
}

static const char *place_pointer(struct arena *arena, const struct place *place)
{
    if (!place || !place->parent)
        return "";
    return pointer_add(arena, place_pointer(arena, place->parent), place->step);
}

/* Two rounds of the generator's own mixing set apart states that are close to each other. */
struct random place_random(const struct generator *g, const struct place *place, unsigned tries)
{
    struct random random = { g->seed ^ place->hash };

    random.state = random_next(&random) + place->salt * 1000 + tries;
    random.state = random_next(&random);
    return random;
}

struct blame *blame_find(struct generator *g, uint64_t place)
{
    for (size_t i = 0; i < g->blame_count; i++)
        if (g->blames[i].place == place)
            return &g->blames[i];
    return NULL;
}

bool blame_dropped(struct generator *g, uint64_t place)
{
    const struct blame *blame = blame_find(g, place);

    return blame && blame->dropped;
}

static struct blame *blame_make(struct generator *g, uint64_t place)
{
    struct blame *blame = blame_find(g, place);

    if (!blame && g->blame_count < BLAMES_MOST) {
        blame = &g->blames[g->blame_count++];
        *blame = (struct blame){ .place = place, .ways = 1 };
    }
    return blame;
}

/* Every choice in every mood, within reason. */
static unsigned tries_enough(const struct blame *blame)
{
    const unsigned tries = blame->ways * MOODS;

    return tries < 6 ? 6 : tries > 48 ? 48 : tries;
}

/*
 * The place tries something else next time; once it has tried enough it is
 * left out; and if it is still there, because it is required, the value that
 * holds it tries something else.
 */
void blame_pointer(struct generator *g, const char *pointer)
{
    char *rest = arena_copy(g->scratch, pointer, strlen(pointer));

    for (;;) {
        struct blame *blame = blame_make(g, place_hash_of(rest));
        char *last = strrchr(rest, '/');

        if (!blame)
            return;
        if (!last || blame->tries < tries_enough(blame)) {
            blame->tries++;
            return;
        }
        if (!blame->dropped) {
            blame->dropped = true;
            return;
        }
        blame->tries = 0;
        *last = '\0';
    }
}

const json *cannot(struct generator *g, const struct place *place, const char *format, ...)
{
    char text[300];
    const char *pointer = place_pointer(g->scratch, place);
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
    return g->work > g->work_limit || g->failures > FAILURES_MOST;
}
