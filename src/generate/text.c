#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "format_strings.h"
#include "generate_private.h"

enum {
    REPEATED = 32,       /* characters of a long string; more are not drawn */
    LENGTH_WORK = 64,    /* characters are as much work as a value */
    USUAL_LENGTH = 15,   /* of a string that may have any */
    TELLING_LENGTH = 12, /* from here on random strings do not meet */
    LONGEST = 1 << 20,   /* of a string that the schema wants long */
    FORMAT_TRIES = 20,
    BOUNDARY_MOST = 32768, /* longer ones are not made for being at their limit */
    BOUNDARY_SLACK = 4,    /* off the limit, where no string is at it */
    REFUSED_MOST = 600,    /* strings of a pattern that something else forbids */
    PATTERN_WORK = 3       /* as many values is a string from a pattern worth */
};

static size_t as_length(double length)
{
    return length > LONGEST ? LONGEST + 1 : length < 0 ? 0 : (size_t)length;
}

/* In characters, as the keywords count. */
static size_t length_of(const char *s)
{
    return text_count(s, s + strlen(s));
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
        s[i] = i >= started + TELLING_LENGTH + REPEATED
                   ? s[i - REPEATED]
                   : characters[random_below(random, i ? sizeof(characters) - 1 : 26)];
    return s;
}

/* Compiled once; found by its text and not by its address, which is another one in each run. */
bool generator_matches(struct generator *g, const char *source, const char *subject)
{
    const struct pattern *pattern = name_table_get(&g->patterns, source);
    struct error ignored;

    if (!pattern) {
        pattern = pattern_compile(g->keep, source, &ignored);
        name_table_set(g->keep, &g->patterns, source, pattern);
    }
    return pattern && pattern_search(pattern, subject) == PATTERN_MATCH;
}

struct text_wish {
    struct generator *g;
    const struct demand *demand;
    const char *pattern; /* one more, or NULL */
    unsigned stray;      /* how far from the most readable strings */
    unsigned refused;    /* strings that match a pattern, and will not do all the same */
    size_t shortest, longest;
};

static bool is_wished(void *context, const char *s)
{
    struct text_wish *wish = context;
    const size_t length = s ? length_of(s) : 0;
    const bool wished =
        s && length >= wish->shortest && length <= wish->longest &&
        demand_accepts(wish->g, wish->demand, json_new_string(wish->g->scratch, s)) &&
        (!wish->pattern || generator_matches(wish->g, wish->pattern, s));

    wish->refused += !wished;
    return wished;
}

static const char *by_format(struct generator *g, struct text_wish *wish, struct random *random)
{
    for (size_t i = 0; i < wish->demand->count; i++) {
        const char *format = json_string(json_get(wish->demand->nodes[i], "format"));

        for (int tries = 0; format && tries < FORMAT_TRIES; tries++) {
            const char *s =
                string_for_format(g->scratch, format, wish->shortest, wish->longest, random);
            if (!s)
                break;
            if (is_wished(wish, s))
                return s;
        }
    }
    return NULL;
}

/* Where luck does not find what both a format and a pattern allow. */
static const char *by_format_and_pattern(struct generator *g, struct text_wish *wish,
                                         struct random *random)
{
    const struct string_condition condition = {
        .shortest = wish->shortest, .longest = wish->longest, .accept = is_wished, .context = wish
    };

    for (size_t i = 0; i < wish->demand->count; i++) {
        const char *format = json_string(json_get(wish->demand->nodes[i], "format"));

        for (size_t k = 0; format && k < wish->demand->count && !is_worked_out(g); k++) {
            const char *pattern = json_string(json_get(wish->demand->nodes[k], "pattern"));
            g->work += pattern ? PATTERN_WORK : 0;
            const char *s =
                pattern ? string_for_format_like(g->scratch, format, pattern, &condition, random)
                        : NULL;
            if (s)
                return s;
        }
    }
    return NULL;
}

/* Names that people can read, where the pattern happens to allow them. */
static const char *by_luck(struct generator *g, struct text_wish *wish, struct random *random)
{
    static const char *const starts[] = { "cfnc-", "cfnc", "Cfnc", "" };
    size_t length = USUAL_LENGTH;

    length = length < wish->shortest ? wish->shortest : length;
    length = length > wish->longest ? wish->longest : length;
    g->work += length / LENGTH_WORK;
    for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
        const char *s = plain_text(g, starts[i], length, random);
        if (is_wished(wish, s))
            return s;
    }
    return NULL;
}

/* Searches that are made count as work. */
static const char *search_pattern(struct generator *g, struct text_wish *wish, const char *pattern,
                                  size_t shortest, size_t longest, struct random *random)
{
    const struct string_condition condition = { .shortest = shortest,
                                                .longest = longest,
                                                .accept = is_wished,
                                                .context = wish,
                                                .first = wish->stray };
    const struct string_pattern *strings = name_table_get(&g->strings, pattern);
    struct error error = { .text = "" };

    g->work += PATTERN_WORK + shortest / LENGTH_WORK;
    if (is_worked_out(g))
        return NULL;
    if (!strings) {
        strings = string_pattern_read(g->keep, pattern, &error);
        name_table_set(g->keep, &g->strings, pattern, strings);
    }
    const char *s = strings ? string_like(g->scratch, strings, &condition, random, &error) : NULL;
    if (!s)
        g->reason.error = error;
    return s;
}

/* The lengths that were asked for when no string was found that matches a pattern. */
struct barren {
    size_t shortest, longest;
};

static void mark_barren(struct generator *g, const struct text_wish *wish, const char *pattern)
{
    struct barren *barren = arena_alloc(g->keep, sizeof(*barren));

    *barren = (struct barren){ wish->shortest, wish->longest };
    name_table_set(g->keep, &g->barren, pattern, barren);
}

/* Long enough to be unlike all others if it can be, and no longer than is needed. */
static const char *by_pattern(struct generator *g, struct text_wish *wish, const char *pattern,
                              struct random *random)
{
    static const struct {
        size_t shortest, longest;
    } windows[] = { { TELLING_LENGTH, 30 }, { 0, 30 }, { 0, 300 }, { 0, 5000 } };

    const struct barren *barren = name_table_get(&g->barren, pattern);
    struct text_wish tried = { .shortest = SIZE_MAX };
    const unsigned refused = wish->refused;

    if (wish->refused >= REFUSED_MOST ||
        (barren && barren->shortest == wish->shortest && barren->longest == wish->longest))
        return NULL;
    for (size_t i = 0; i < sizeof(windows) / sizeof(*windows) && wish->refused < REFUSED_MOST;
         i++) {
        size_t shortest = windows[i].shortest, longest = windows[i].longest;

        shortest = shortest > wish->longest ? wish->longest : shortest;
        shortest = shortest < wish->shortest ? wish->shortest : shortest;
        longest = longest < shortest + 18 ? shortest + 18 : longest;
        longest = longest > wish->longest ? wish->longest : longest;
        const char *s = shortest == tried.shortest && longest == tried.longest
                            ? NULL
                            : search_pattern(g, wish, pattern, shortest, longest, random);
        if (s)
            return s;
        tried.shortest = shortest;
        tried.longest = longest;
    }
    if (wish->refused == refused && !is_worked_out(g))
        mark_barren(g, wish, pattern);
    return NULL;
}

static const char *by_any_pattern(struct generator *g, struct text_wish *wish,
                                  struct random *random)
{
    const char *s = wish->pattern ? by_pattern(g, wish, wish->pattern, random) : NULL;

    for (size_t i = 0; i < wish->demand->count && !s; i++) {
        const char *pattern = json_string(json_get(wish->demand->nodes[i], "pattern"));
        s = pattern ? by_pattern(g, wish, pattern, random) : NULL;
    }
    return s;
}

/*
 * Whether some part of a pattern repeats what repeats itself: validators without
 * limits never finish with a long string of such a one, so none is made.
 */
static bool is_explosive(const struct demand *d)
{
    static const char *const nested[] = { "*)*", "*)+", "*){", "+)*", "+)+", "+){" };

    for (size_t i = 0; i < d->count; i++) {
        const char *pattern = json_string(json_get(d->nodes[i], "pattern"));

        for (size_t k = 0; pattern && k < sizeof(nested) / sizeof(*nested); k++)
            if (strstr(pattern, nested[k]))
                return true;
    }
    return false;
}

/* A string of a length at one end of what is allowed, or near it. */
static const char *at_boundary(struct generator *g, const struct text_wish *wish, bool patterned,
                               struct random *random)
{
    const bool least = random_below(random, 2) == 0;
    struct text_wish near = *wish;
    const char *s = NULL;

    if (wish->longest > BOUNDARY_MOST ? !wish->shortest : wish->shortest == wish->longest)
        return NULL;
    for (size_t slack = 0; slack <= BOUNDARY_SLACK && !s; slack += BOUNDARY_SLACK) {
        if (wish->longest > BOUNDARY_MOST || (least && wish->shortest))
            near.longest = wish->shortest + slack;
        else
            near.shortest = wish->longest - (slack < wish->longest ? slack : wish->longest);
        near.shortest = near.shortest < wish->shortest ? wish->shortest : near.shortest;
        near.longest = near.longest > wish->longest ? wish->longest : near.longest;
        s = by_format(g, &near, random);
        s = s ? s : by_luck(g, &near, random);
        s = !s && patterned ? by_any_pattern(g, &near, random) : s;
    }
    return s;
}

static const char *find_text(struct generator *g, struct text_wish *wish, bool patterned,
                             bool plain, bool crowded, struct random *random)
{
    /* Of contentEncoding and contentMediaType: base64 of JSON, JSON, base64 of nothing. */
    static const char *const contents[] = { "eyJjZm5jIjp0cnVlfQ==", "{\"cfnc\":true}", "" };
    const char *s = NULL;

    g->reason.error.text[0] = '\0';
    if (g->variant == VARIANT_BOUNDARY && !crowded && !is_explosive(wish->demand))
        s = at_boundary(g, wish, patterned, random);
    if (!s)
        s = by_format(g, wish, random);
    if (!s && (!patterned || (plain && !wish->demand->is_loose)))
        s = by_luck(g, wish, random);
    if (!s && patterned && demand_has(wish->demand, "format"))
        s = by_format_and_pattern(g, wish, random);
    if (!s && patterned)
        s = by_any_pattern(g, wish, random);
    for (size_t i = 0; i < sizeof(contents) / sizeof(*contents) && !s; i++)
        s = is_wished(wish, contents[i]) ? contents[i] : NULL;
    if (!s) {
        const json *example = demand_example(g, wish->demand, TYPE_STRING, random);
        s = is_wished(wish, json_string(example)) ? json_string(example) : NULL;
    }
    return s;
}

const char *make_text(struct generator *g, const struct value_place *place, const struct demand *d,
                      const char *pattern, struct random *random, bool plain)
{
    struct text_wish wish = { .g = g,
                              .demand = d,
                              .pattern = pattern,
                              .stray = place->retried,
                              .shortest = as_length(demand_least(d, "minLength", 0)),
                              .longest = as_length(demand_most(d, "maxLength", HUGE_VAL)) };
    const bool patterned = pattern || demand_has(d, "pattern");

    if (wish.shortest > wish.longest || wish.shortest > LONGEST) {
        cannot(g, place, "a string of at least %zu and at most %zu characters", wish.shortest,
               wish.longest);
        return NULL;
    }
    const char *s = find_text(g, &wish, patterned, plain, place->crowded, random);
    if (!s)
        cannot(g, place, "no string matches (%.200s)",
               arena_printf(g->scratch, "%s", g->reason.error.text));
    return s;
}
