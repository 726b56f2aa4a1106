#include "cfnc/transform.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/jq.h"
#include "cfnc/jsonata.h"
#include "cfnc/pattern.h"
#include "cfnc/text.h"

/* One of the two: JSONata or jq. */
struct alternative {
    const struct alternative *next;
    const struct jsonata *expression;
    struct jq_program *program;
};

struct transform {
    const struct alternative *first;
};

enum { MOST_IN_JQ = 20 }; /* alternatives of one text: each is a process */

static const char joint[] = "$OR";

/* ---- alternatives ---- */

static struct alternative *alternative_new(struct arena *arena, const struct jsonata *expression,
                                           struct jq_program *program)
{
    struct alternative *alternative = arena_alloc(arena, sizeof(*alternative));

    *alternative = (struct alternative){ .expression = expression, .program = program };
    return alternative;
}

static const struct alternative *all_jsonata(struct arena *arena, const struct jsonata *expression)
{
    const struct alternative *first = NULL, **end = &first;

    for (; expression; expression = jsonata_next(expression)) {
        struct alternative *alternative = alternative_new(arena, expression, NULL);

        *end = alternative;
        end = &alternative->next;
    }
    return first;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Where the alternative ends that begins at `at`, in jq: outside of its strings. */
static const char *alternative_end(const char *at)
{
    const size_t length = strlen(joint);
    bool string = false;

    for (; *at; at++) {
        if (*at == '\\' && string && at[1])
            at++;
        else if (*at == '"')
            string = !string;
        else if (!string && strncmp(at, joint, length) == 0 && !is_word(at[length]))
            break;
    }
    return at;
}

/* As many blanks as there are characters, so that columns are those of the whole text. */
static void add_blanks(struct text *out, const char *from, const char *to)
{
    for (; from < to; from++)
        if (((unsigned char)*from & 0xC0) != 0x80)
            text_add(out, " ");
}

/* An alternative of a text of which not all is JSONata. */
static struct alternative *read_either(struct arena *arena, const char *text, const char *from,
                                       const char *to, struct error *error)
{
    const char *source = arena_copy(arena, from, (size_t)(to - from));
    struct text spaced = text_new(arena);
    struct error ignored;

    add_blanks(&spaced, text, from);
    text_add(&spaced, source);
    const struct jsonata *expression = jsonata_parse(arena, spaced.bytes, &ignored);
    if (expression)
        return alternative_new(arena, expression, NULL);
    if (!source[strspn(source, " \t\r\n")]) { /* which jq takes for the value itself */
        error_set(error, "nothing stands on one side of %s", joint);
        return NULL;
    }
    struct jq_program *program = jq_read(arena, source, error);
    return program ? alternative_new(arena, NULL, program) : NULL;
}

static const struct alternative *read_each(struct arena *arena, const char *text,
                                           struct error *error)
{
    const struct alternative *first = NULL, **end = &first;
    const char *from = text;

    for (int count = 0; count < MOST_IN_JQ; count++) {
        const char *to = alternative_end(from);
        struct alternative *alternative = read_either(arena, text, from, to, error);

        if (!alternative)
            return NULL;
        *end = alternative;
        end = &alternative->next;
        if (!*to)
            return first;
        from = to + strlen(joint);
    }
    error_set(error, "jq: there are more than %d alternatives", MOST_IN_JQ);
    return NULL;
}

const struct transform *transform_read(struct arena *arena, const char *text, struct error *error)
{
    struct transform *transform = arena_alloc(arena, sizeof(*transform));
    const struct jsonata *expression = jsonata_parse_joined(arena, text, joint + 1, error);
    struct error in_jq = { "" };

    transform->first = expression ? all_jsonata(arena, expression) : read_each(arena, text, &in_jq);
    if (!transform->first && strlen(error->text) + strlen(in_jq.text) + 2 < sizeof(error->text)) {
        const struct error in_jsonata = *error;

        error_set(error, "%s; %s", in_jsonata.text, in_jq.text);
    }
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

static bool evaluate(struct arena *arena, const struct alternative *alternative,
                     const json *context, const json **result, struct error *error)
{
    return alternative->program
               ? jq_evaluate(arena, alternative->program, context, result, error)
               : jsonata_evaluate(arena, alternative->expression, context, NULL, result, error);
}

/* What an alternative makes, seen from one place. */
struct sight {
    const json *result; /* NULL: nothing */
    bool failed;
    struct error error;
};

static struct sight see(struct arena *arena, const struct alternative *alternative,
                        const json *context)
{
    struct sight sight = { .failed = false };

    sight.failed = !evaluate(arena, alternative, context, &sight.result, &sight.error);
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

static struct sights look(struct arena *arena, const struct alternative *alternative,
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
    for (const struct alternative *a = transform->first; a && !equal; a = a->next) {
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
