#include "transform.h"

#include <string.h>

#include "cfnc/jsonata/jsonata.h"
#include "cfnc/pattern/pattern.h"

struct transform {
    const struct jsonata *first;
};

const struct transform *transform_read(struct arena *arena, const char *text, struct error *error)
{
    struct transform *transform = arena_alloc(arena, sizeof(*transform));

    transform->first = jsonata_parse(arena, text, "OR", error);
    return transform->first ? transform : NULL;
}

/* ---- results ---- */

/* What is more than a text in which a dot may stand. */
static bool is_pattern(const char *text)
{
    return strpbrk(text, "[](){}*+?|\\^$") != NULL;
}

static bool matches(struct arena *arena, const char *source, const char *subject)
{
    struct error ignored;
    const char *whole = arena_printf(arena, "^(?:%s)$", source);
    const struct pattern *pattern = pattern_compile(arena, whole, &ignored);

    return pattern && pattern_search(pattern, subject) == PATTERN_MATCH;
}

static bool is_equal(struct arena *arena, const struct transform_input *input, const json *result)
{
    const char *text = json_string(result), *subject = json_string(input->returned);

    if (!input->returned)
        return json_type(result) == JSON_NULL;
    if (input->equals(input->context, result))
        return true;
    return text && subject && is_pattern(text) && matches(arena, text, subject);
}

/* What an alternative makes, seen from one place. */
struct sight {
    const json *result; /* NULL: nothing */
    bool failed;
    struct error error;
};

static struct sight see(struct arena *arena, const struct jsonata *alternative, const json *context)
{
    struct sight sight = { .failed = false };

    sight.failed =
        !jsonata_evaluate(arena, alternative, context, NULL, &sight.result, &sight.error);
    return sight;
}

/* Whether two places show the same: both nothing, both a failure, or one value. */
static bool same_sight(const struct sight *a, const struct sight *b)
{
    return a->failed == b->failed &&
           (a->result && b->result ? json_equal(a->result, b->result) : a->result == b->result);
}

/*
 * What an alternative makes, seen from the model and from the property's
 * parent. Where only one of them has the names that it asks for, the other
 * shows what is to be seen from nowhere; that is not meant, and would be
 * anybody's: $join(["arn:.*", Name]) is "arn:.*" where there is no Name.
 */
struct sights {
    struct sight of[2];
    size_t count;
};

static struct sights look(struct arena *arena, const struct jsonata *alternative,
                          const struct transform_input *input)
{
    struct sights s = { .of = { see(arena, alternative, input->model) }, .count = 1 };

    if (!input->parent || input->parent == input->model)
        return s;
    s.of[s.count++] = see(arena, alternative, input->parent);
    if (same_sight(&s.of[0], &s.of[1]))
        return s;
    const struct sight nowhere = see(arena, alternative, json_object(arena));
    for (size_t i = 0; i < 2; i++)
        if (same_sight(&s.of[i], &nowhere)) {
            s.of[0] = s.of[1 - i];
            s.count = 1;
            break;
        }
    return s;
}

enum transform_verdict transform_match(struct arena *arena, const struct transform *transform,
                                       const struct transform_input *input, const json **result,
                                       struct error *error)
{
    struct arena *scratch = arena_new();
    bool failed = false, equal = false;

    *result = NULL;
    for (const struct jsonata *a = transform->first; a && !equal; a = jsonata_next(a)) {
        const struct sights sights = look(scratch, a, input);
        const struct sight *wrong = NULL;
        const json *made = NULL;

        for (size_t i = 0; i < sights.count && !equal; i++) {
            const struct sight *sight = &sights.of[i];

            equal = sight->result && is_equal(scratch, input, sight->result);
            made = made ? made : sight->result;
            wrong = wrong || !sight->failed ? wrong : sight;
        }
        if (made && !*result && !equal)
            *result = json_copy(arena, made);
        if (wrong && !made && !failed) {
            failed = true; /* a value seen from one place says that the other was not meant */
            *error = wrong->error;
        }
    }
    arena_free(scratch);
    return equal ? TRANSFORM_EQUAL : failed ? TRANSFORM_FAILED : TRANSFORM_DIFFERS;
}
