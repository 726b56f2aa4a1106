#include "cfnc/pattern/strings.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"
#include "regex_walk.h"

enum { ATTEMPTS = 400, MOST_LIMITS = 8, MOST_BYTES = 32 * 1024 * 1024, SHOWN = 100 };

struct string_pattern {
    const char *source;
    const struct pattern *compiled;
    const struct regex_tree *tree;
};

/* What is asked for, and what has been spent on it. */
struct request {
    const struct string_pattern *pattern;
    size_t shortest, longest;
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
    const enum pattern_verdict verdict = pattern_search(request->pattern->compiled, string);
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

static void not_found(const struct string_pattern *pattern, struct error *error)
{
    struct arena *const scratch = arena_new();

    error_prefix(error, "pattern \"%s\": ", text_quote(scratch, pattern->source, SHOWN));
    arena_free(scratch);
}

const struct string_pattern *string_pattern_read(struct arena *arena, const char *source,
                                                 struct error *error)
{
    struct string_pattern *const pattern = arena_alloc(arena, sizeof(*pattern));

    *pattern = (struct string_pattern){ .source = source,
                                        .compiled = pattern_compile(arena, source, error) };
    if (!pattern->compiled)
        return NULL;
    pattern->tree = regex_parse(arena, source, error);
    if (!pattern->tree)
        not_found(pattern, error);
    return pattern->tree ? pattern : NULL;
}

static const char *search(struct arena *arena, struct arena *scratch, struct request *request,
                          struct error *error)
{
    const struct regex_plan *const plan =
        regex_plan_new(scratch, request->pattern->tree, request->shortest, request->longest, error);

    while (plan && may_go_on(request)) {
        const char *const found = attempt(arena, request, plan);
        if (found)
            return found;
    }
    if (plan && request->limits < MOST_LIMITS)
        error_set(error, "no string was found that matches it");
    else if (plan)
        error_set(error, "matching it takes more steps than are allowed");
    not_found(request->pattern, error);
    return NULL;
}

const char *string_like(struct arena *arena, const struct string_pattern *pattern,
                        const struct string_condition *condition, struct random *random,
                        struct error *error)
{
    struct arena *const scratch = arena_new();
    struct request request = {
        .pattern = pattern,
        .shortest = condition->shortest,
        .longest = condition->longest,
        .accept = condition->accept,
        .context = condition->context,
        .random = random,
        .first = condition->first,
    };
    const char *const found = search(arena, scratch, &request, error);

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
