/*
 * propertyTransform: what a service makes of a value that was asked for, so
 * that drift detection does not take it for a change. The text is JSONata; some
 * expressions with $OR between them are alternatives, tried in their order:
 *
 *     $lowercase(Name) $OR $join(["arn:aws[-a-z]*:iam::[0-9]{12}:role/", Name])
 *
 * Schemas write names as seen from the model, or from the object that holds
 * the property: each alternative is evaluated for both, and what it makes
 * without the names that it asks for counts only where neither has them. A
 * result that is a regular expression matches what was returned, from its
 * beginning to its end.
 *
 * A text that is no JSONata (jq, say, which came before it) is no transform: where
 * values differ, the property is not compared.
 */
#include <string.h>

#include "cfnc/pattern/pattern.h"
#include "compare_private.h"

static bool is_equal(struct arena *arena, const struct transform_input *input, const json *result)
{
    const char *text = json_string(result), *subject = json_string(input->returned);
    struct error ignored;

    if (!input->returned)
        return json_type(result) == JSON_NULL;
    if (input->equals(input->context, result))
        return true;
    if (!text || !subject || !strpbrk(text, "[](){}*+?|\\^$")) /* a dot alone is no pattern */
        return false;
    const struct pattern *pattern =
        pattern_compile(arena, arena_printf(arena, "^(?:%s)$", text), &ignored);
    return pattern && pattern_search(pattern, subject) == PATTERN_MATCH;
}

/* What an alternative makes, seen from one place. */
struct result {
    const json *value; /* NULL: nothing */
    bool failed;
    struct error error;
};

static struct result evaluate(struct arena *arena, const struct jsonata *alternative,
                              const json *context)
{
    struct result result = { .failed = false };

    result.failed =
        !jsonata_evaluate(arena, alternative, context, NULL, &result.value, &result.error);
    return result;
}

/* Whether two places show the same: both nothing, both a failure, or one value. */
static bool same_result(const struct result *a, const struct result *b)
{
    return a->failed == b->failed &&
           (a->value && b->value ? json_equal(a->value, b->value) : a->value == b->value);
}

/*
 * What an alternative makes, seen from the model and from the property's
 * parent. Where only one of them has the names that it asks for, the other
 * shows what is to be seen from nowhere; that is not meant, and would be
 * anybody's: $join(["arn:.*", Name]) is "arn:.*" where there is no Name.
 */
struct results {
    struct result of[2];
    size_t count;
};

static struct results evaluate_both(struct arena *arena, const struct jsonata *alternative,
                                    const struct transform_input *input)
{
    struct results s = { .of = { evaluate(arena, alternative, input->model) }, .count = 1 };

    if (!input->parent || input->parent == input->model)
        return s;
    s.of[s.count++] = evaluate(arena, alternative, input->parent);
    if (same_result(&s.of[0], &s.of[1]))
        return s;
    const struct result nowhere = evaluate(arena, alternative, json_object(arena));
    for (size_t i = 0; i < 2; i++)
        if (same_result(&s.of[i], &nowhere)) {
            s.of[0] = s.of[1 - i];
            s.count = 1;
            break;
        }
    return s;
}

enum transform_verdict transform_match(struct arena *arena, const struct jsonata *transform,
                                       const struct transform_input *input, const json **result,
                                       struct error *error)
{
    struct arena *scratch = arena_new();
    bool failed = false, equal = false;

    *result = NULL;
    for (const struct jsonata *a = transform; a && !equal; a = jsonata_next(a)) {
        const struct results results = evaluate_both(scratch, a, input);
        const struct result *wrong = NULL;
        const json *made = NULL;

        for (size_t i = 0; i < results.count && !equal; i++) {
            const struct result *r = &results.of[i];

            equal = r->value && is_equal(scratch, input, r->value);
            made = made ? made : r->value;
            wrong = wrong || !r->failed ? wrong : r;
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

/* ---- the values of a place ---- */

/* For transform_match(): a result and what was returned, by the schema of the place. */
struct matching {
    const struct scope *scope;
    const struct value_pair *at;
};

static bool equals(void *context, const json *result)
{
    const struct matching *m = context;
    struct scope trial = { .all = m->scope->all, .quiet = true, .most = 1 };
    struct value_pair at = *m->at;

    at.requested = result;
    m->scope->all->passing++;
    compare_plainly(&trial, &at);
    m->scope->all->passing--;
    return trial.found == 0;
}

/* The parsed transform, or NULL and `problem`. */
static const struct jsonata *parse(struct compare_run *all, struct spot_transform *transform)
{
    const char *text = json_string(transform->text);
    struct error error = { .text = "it is no string" };

    if (transform->parsed || transform->problem)
        return transform->parsed;
    transform->parsed = text ? jsonata_parse(all->scratch, text, "OR", &error) : NULL;
    if (!transform->parsed)
        transform->problem =
            arena_printf(all->arena, "its propertyTransform cannot be read: %s", error.text);
    return transform->parsed;
}

/*
 * Equal as it is, or as the transform makes it. A transform that cannot be
 * evaluated says neither: then the value is not compared, and that is said.
 */
void compare_transformed(struct scope *s, const struct value_pair *at)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };
    struct matching matching = { s, at };
    const struct transform_input input = { .model = s->all->requested,
                                           .parent = s->parent,
                                           .returned = at->returned,
                                           .equals = equals,
                                           .context = &matching };
    struct error error = { .text = "" };
    const json *result = NULL;

    compare_plainly(&trial, at);
    if (!trial.found)
        return;
    const struct jsonata *transform = parse(s->all, at->spot->transform);
    if (!transform) {
        compare_note(s, at, at->spot->transform->problem, true);
        return;
    }
    s->all->spots->work += COST_OF_TRANSFORM;
    switch (transform_match(s->all->scratch, transform, &input, &result, &error)) {
    case TRANSFORM_EQUAL:
        break;
    case TRANSFORM_FAILED:
        compare_note(s, at,
                     arena_printf(s->all->arena, "its propertyTransform cannot be evaluated: %s",
                                  error.text),
                     true);
        break;
    case TRANSFORM_DIFFERS:
        if (!at->returned || !(json_type(at->requested) & (JSON_OBJECT | JSON_ARRAY)))
            s->transformed = result;
        compare_plainly(s, at);
        s->transformed = NULL;
        break;
    }
}
