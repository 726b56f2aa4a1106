#include <math.h>
#include <string.h>

#include "cfnc/strings.h"
#include "cfnc/text.h"
#include "generate_private.h"

enum {
    USUAL_LENGTH = 15,   /* of a string that may have any */
    TELLING_LENGTH = 12, /* from here on random strings do not meet */
    LONGEST = 1 << 20,   /* of a string that the schema wants long */
    FORMAT_TRIES = 30,
    PATTERN_WORK = 3 /* as many values is a string from a pattern worth */
};

static size_t as_length(double length)
{
    return length > LONGEST ? LONGEST + 1 : length < 0 ? 0 : (size_t)ceil(length);
}

static size_t shortest_of(const struct demand *d)
{
    return as_length(demand_least(d, "minLength", 0));
}

static size_t longest_of(const struct demand *d)
{
    return as_length(floor(demand_most(d, "maxLength", HUGE_VAL)));
}

/* In characters, as the keywords count. */
static size_t length_of(const char *s)
{
    size_t length = 0;

    for (; *s; s++)
        length += ((unsigned char)*s & 0xC0) != 0x80;
    return length;
}

/* "not": {"pattern": P}, and nothing else that it could fail by. */
static bool is_avoided(struct generator *g, const json *node, const char *s)
{
    const char *pattern = json_string(json_get(node, "pattern"));
    const size_t others = json_get(node, "type") ? 2 : 1;

    return pattern && json_length(node) == others && generator_matches(g, pattern, s);
}

bool text_admitted(struct generator *g, const struct demand *d, const char *s)
{
    const size_t length = length_of(s);

    if (length < shortest_of(d) || length > longest_of(d))
        return false;
    for (size_t i = 0; i < d->count; i++) {
        const char *pattern = json_string(json_get(d->nodes[i], "pattern"));

        if (pattern && !generator_matches(g, pattern, s))
            return false;
    }
    for (size_t i = 0; i < d->avoided; i++)
        if (is_avoided(g, d->avoid[i], s))
            return false;
    return true;
}

/* Small letters and digits after `start`, to be told from what others made and from each other. */
static const char *plain_text(struct generator *g, const char *start, size_t length,
                              struct random *random)
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char *s = arena_alloc(g->scratch, length + 1);
    const size_t started = strlen(start);
    size_t i = 0;

    if (length >= started + 8)
        for (; i < started; i++)
            s[i] = start[i];
    for (; i < length; i++)
        s[i] = characters[random_below(random, i ? sizeof(characters) - 1 : 26)];
    return s;
}

struct text_wish {
    const struct demand *demand;
    const char *pattern; /* one more, or NULL */
    size_t shortest, longest;
};

static bool is_wished(struct generator *g, const struct text_wish *wish, const char *s)
{
    return s && text_admitted(g, wish->demand, s) &&
           (!wish->pattern || generator_matches(g, wish->pattern, s));
}

static const char *by_format(struct generator *g, const struct text_wish *wish,
                             struct random *random)
{
    for (size_t i = 0; i < wish->demand->count; i++) {
        const char *format = json_string(json_get(wish->demand->nodes[i], "format"));

        for (int tries = 0; format && tries < FORMAT_TRIES; tries++) {
            const char *s = string_for_format(g->scratch, format, random);
            if (!s)
                break;
            if (is_wished(g, wish, s))
                return s;
        }
    }
    return NULL;
}

/* Names that people can read, where the pattern happens to allow them. */
static const char *by_luck(struct generator *g, const struct text_wish *wish, struct random *random)
{
    static const char *const starts[] = { "cfnc-", "cfnc", "Cfnc" };
    size_t length = USUAL_LENGTH;

    length = length < wish->shortest ? wish->shortest : length;
    length = length > wish->longest ? wish->longest : length;
    for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
        const char *s = plain_text(g, starts[i], length, random);
        if (is_wished(g, wish, s))
            return s;
    }
    return NULL;
}

/* Long searches in vain are not repeated; those that are made count as work. */
static const char *search_pattern(struct generator *g, const char *pattern, size_t shortest,
                                  size_t longest, struct random *random)
{
    struct error error;

    g->work += PATTERN_WORK;
    if (is_worked_out(g))
        return NULL;
    const char *s = string_for_pattern(g->scratch, pattern, shortest, longest, random, &error);
    if (!s)
        g->reason = error;
    return s;
}

static bool is_barren(struct generator *g, const struct text_wish *wish, const char *pattern)
{
    const struct known_pattern *known = generator_pattern(g, pattern);

    return !known->pattern ||
           (known->barren && known->shortest <= wish->shortest && known->longest >= wish->longest);
}

static void mark_barren(struct generator *g, const struct text_wish *wish, const char *pattern)
{
    struct known_pattern *known = generator_pattern(g, pattern);

    known->barren = true;
    known->shortest = wish->shortest;
    known->longest = wish->longest;
}

/* Long enough to be unlike all others if it can be, and no longer than is needed. */
static const char *by_pattern(struct generator *g, const struct text_wish *wish,
                              const char *pattern, struct random *random)
{
    static const struct {
        size_t shortest, longest;
    } windows[] = { { TELLING_LENGTH, 30 }, { 0, 30 }, { 0, 300 }, { 0, 5000 } };
    bool any = false;

    if (is_barren(g, wish, pattern))
        return NULL;
    for (size_t i = 0; i < sizeof(windows) / sizeof(*windows); i++) {
        size_t shortest = windows[i].shortest, longest = windows[i].longest;

        shortest = shortest > wish->longest ? wish->longest : shortest;
        shortest = shortest < wish->shortest ? wish->shortest : shortest;
        longest = longest < shortest + 18 ? shortest + 18 : longest;
        longest = longest > wish->longest ? wish->longest : longest;
        const char *s = search_pattern(g, pattern, shortest, longest, random);
        if (is_wished(g, wish, s))
            return s;
        any = any || s;
    }
    if (!any && !is_worked_out(g))
        mark_barren(g, wish, pattern);
    return NULL;
}

/* One string after another of each pattern: what anchored patterns may have in common. */
static const char *by_joining(struct generator *g, const struct text_wish *wish,
                              const char *const *parts, size_t count)
{
    for (size_t first = 0; first < count; first++) {
        const char *joined = "";

        for (size_t i = 0; i < count; i++)
            joined = arena_printf(g->scratch, "%s%s", joined, parts[(first + i) % count]);
        if (is_wished(g, wish, joined))
            return joined;
    }
    return NULL;
}

static const char *by_any_pattern(struct generator *g, const struct text_wish *wish,
                                  struct random *random)
{
    const char *patterns[DEMAND_MOST + 1], *parts[DEMAND_MOST + 1];
    size_t count = 0;

    if (wish->pattern)
        patterns[count++] = wish->pattern;
    for (size_t i = 0; i < wish->demand->count; i++) {
        const char *pattern = json_string(json_get(wish->demand->nodes[i], "pattern"));
        if (pattern)
            patterns[count++] = pattern;
    }
    for (size_t i = 0; i < count; i++) {
        const char *s = by_pattern(g, wish, patterns[i], random);
        if (s)
            return s;
        s = count > 1 ? search_pattern(g, patterns[i], 0, wish->longest, random) : NULL;
        parts[i] = s ? s : "";
    }
    return count > 1 ? by_joining(g, wish, parts, count) : NULL;
}

/* What the schema's author thought of. */
static const char *by_example(struct generator *g, const struct text_wish *wish)
{
    for (size_t i = 0; i < wish->demand->count; i++) {
        const char *s = json_string(json_get(wish->demand->nodes[i], "default"));

        if (is_wished(g, wish, s))
            return s;
        json_each (example, json_get(wish->demand->nodes[i], "examples"))
            if (is_wished(g, wish, json_string(example)))
                return json_string(example);
    }
    return NULL;
}

const char *make_text(struct generator *g, const struct place *place, const struct demand *d,
                      const char *pattern, struct random *random, bool plain)
{
    const struct text_wish wish = { d, pattern, shortest_of(d), longest_of(d) };
    const bool patterned = pattern || demand_has(d, "pattern");
    const char *s;

    if (wish.shortest > wish.longest || wish.shortest > LONGEST) {
        cannot(g, place, "a string of at least %zu and at most %zu characters", wish.shortest,
               wish.longest);
        return NULL;
    }
    g->reason.text[0] = '\0';
    s = by_format(g, &wish, random);
    if (!s && (plain || !patterned))
        s = by_luck(g, &wish, random);
    if (!s && patterned)
        s = by_any_pattern(g, &wish, random);
    if (!s)
        s = by_example(g, &wish);
    if (!s)
        cannot(g, place, "no string matches (%.200s)",
               arena_printf(g->scratch, "%s", g->reason.text));
    return s;
}
