#include "cfnc/strings.h"

#include <string.h>

#include "cfnc/pattern.h"
#include "cfnc/text.h"
#include "regex_walk.h"

enum { ATTEMPTS = 400, MOST_LIMITS = 8, MOST_BYTES = 32 * 1024 * 1024, SHOWN = 100 };

/* What is asked for, and what has been spent on it. */
struct request {
    const char *pattern;
    size_t shortest, longest;
    const struct pattern *compiled;
    bool (*accept)(void *context, const char *string); /* or NULL */
    void *context;
    struct random *random;
    unsigned first, attempts, limits;
    size_t bytes;
};

static bool may_go_on(const struct request *request)
{
    return request->attempts < ATTEMPTS && request->limits < MOST_LIMITS &&
           request->bytes < MOST_BYTES;
}

static bool satisfies(struct request *request, const char *string)
{
    size_t length = 0;

    for (const char *s = string; *s; s++)
        length += ((unsigned char)*s & 0xC0) != 0x80;
    if (length < request->shortest || length > request->longest)
        return false;
    const enum pattern_verdict verdict = pattern_search(request->compiled, string);
    request->limits += verdict == PATTERN_LIMIT;
    return verdict == PATTERN_MATCH &&
           (!request->accept || request->accept(request->context, string));
}

/* Each attempt has its own arena: hundreds of them leave nothing behind. */
static const char *attempt(struct arena *arena, struct request *request,
                           const struct regex_plan *plan)
{
    struct arena *const scratch = arena_new();
    const char *const made =
        regex_walk(scratch, plan, request->first + request->attempts, request->random);
    const size_t bytes = made ? strlen(made) : 0;
    const char *const found =
        made && satisfies(request, made) ? arena_copy(arena, made, bytes) : NULL;

    request->attempts++;
    request->bytes += bytes;
    arena_free(scratch);
    return found;
}

static const char *search(struct arena *arena, struct arena *scratch, struct request *request,
                          struct error *error)
{
    const struct regex_tree *const tree = regex_parse(scratch, request->pattern, error);
    const struct regex_plan *const plan =
        tree ? regex_plan_new(scratch, tree, request->shortest, request->longest, error) : NULL;

    while (plan && may_go_on(request)) {
        const char *const found = attempt(arena, request, plan);
        if (found)
            return found;
    }
    if (plan && request->limits < MOST_LIMITS)
        error_set(error, "no string was found that matches it");
    else if (plan)
        error_set(error, "matching it takes more steps than are allowed");
    error_prefix(error, "pattern \"%s\": ", text_quote(scratch, request->pattern, SHOWN));
    return NULL;
}

const char *string_for_pattern_and(struct arena *arena, const char *pattern, size_t shortest,
                                   size_t longest, const struct string_condition *condition,
                                   struct random *random, struct error *error)
{
    struct arena *const scratch = arena_new();
    struct request request = {
        .pattern = pattern,
        .shortest = shortest,
        .longest = longest,
        .compiled = pattern_compile(scratch, pattern, error),
        .accept = condition->accept,
        .context = condition->context,
        .random = random,
        .first = condition->first,
    };
    const char *const found = request.compiled ? search(arena, scratch, &request, error) : NULL;

    arena_free(scratch);
    return found;
}

const char *string_for_pattern(struct arena *arena, const char *pattern, size_t shortest,
                               size_t longest, struct random *random, struct error *error)
{
    const struct string_condition none = { .accept = NULL };

    return string_for_pattern_and(arena, pattern, shortest, longest, &none, random, error);
}
