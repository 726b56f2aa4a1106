/* Attempts at a string, until one matches the pattern. */
#include <string.h>

#include "make.h"

enum { ATTEMPTS = 400, MOST_LIMITS = 8, MOST_BYTES = 32 * 1024 * 1024, SHOWN = 100 };

/* What is asked for, and what has been spent on it. */
struct string_search {
    const struct string_pattern *pattern;
    const struct string_condition *condition;
    struct random *random;
    unsigned attempts, limits;
    size_t bytes;
};

static bool satisfies(struct string_search *search, const char *string)
{
    const struct string_condition *const condition = search->condition;
    const size_t length = text_count(string, string + strlen(string));

    if (length < condition->shortest || length > condition->longest)
        return false;
    const enum pattern_verdict verdict = pattern_search(search->pattern->compiled, string);
    search->limits += verdict == PATTERN_LIMIT;
    return verdict == PATTERN_MATCH &&
           (!condition->accept || condition->accept(condition->context, string));
}

/* Each attempt has its own arena: hundreds of them leave nothing behind. */
static const char *attempt(struct arena *arena, struct string_search *search,
                           const struct string_plan *plan)
{
    struct arena *const scratch = arena_new();
    const char *const made =
        string_walk(scratch, plan, search->condition->first + search->attempts, search->random);
    const size_t bytes = made ? strlen(made) : 0;
    const char *const found =
        made && satisfies(search, made) ? arena_copy(arena, made, bytes) : NULL;

    search->attempts++;
    search->bytes += bytes;
    arena_free(scratch);
    return found;
}

const struct string_pattern *string_pattern_read(struct arena *arena, const char *source,
                                                 struct error *error)
{
    struct string_pattern *const pattern = arena_alloc(arena, sizeof(*pattern));

    pattern->source = source;
    pattern->compiled = pattern_compile(arena, source, error);
    if (!pattern->compiled)
        return NULL;
    if (pattern_parse(&pattern->parse, arena, source, false, error))
        pattern->traits = traits_of(arena, &pattern->parse, error);
    if (pattern->traits)
        return pattern;
    error_prefix(error, "pattern \"%s\": ", text_quote(arena, source, SHOWN));
    return NULL;
}

const char *string_like(struct arena *arena, const struct string_pattern *pattern,
                        const struct string_condition *condition, struct random *random,
                        struct error *error)
{
    struct arena *const scratch = arena_new();
    struct string_search search = { .pattern = pattern, .condition = condition, .random = random };
    const struct string_plan *const plan =
        string_plan_new(scratch, pattern, condition->shortest, condition->longest, error);
    const char *found = NULL;

    while (plan && !found && search.attempts < ATTEMPTS && search.limits < MOST_LIMITS &&
           search.bytes < MOST_BYTES)
        found = attempt(arena, &search, plan);
    if (plan && !found)
        error_set(error, search.limits < MOST_LIMITS
                             ? "no string was found that matches it"
                             : "matching it takes more steps than are allowed");
    if (!found)
        error_prefix(error, "pattern \"%s\": ", text_quote(scratch, pattern->source, SHOWN));
    arena_free(scratch);
    return found;
}

const char *string_for_pattern(struct arena *arena, const char *pattern, size_t shortest,
                               size_t longest, struct random *random, struct error *error)
{
    const struct string_condition lengths = { .shortest = shortest, .longest = longest };
    struct arena *const scratch = arena_new();
    const struct string_pattern *const read = string_pattern_read(scratch, pattern, error);
    const char *const found = read ? string_like(arena, read, &lengths, random, error) : NULL;

    arena_free(scratch);
    return found;
}
