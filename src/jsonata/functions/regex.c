/*
 * Regular expressions as functions: f(text) is nothing, or the first match as
 * an object whose `next` is a function that finds the one behind it. Any
 * function that does the same can be used in its place.
 */
#include <string.h>
#include <time.h>

#include "functions.h"

enum {
    STEPS_OF_MATCH = 4,
    SEARCHED_MOST = 1 /* seconds of the processor, of all regular expressions together */
};

/* Where a regular expression has got to in a subject. */
struct regex_search {
    struct pattern_subject subject;
    const struct pattern *pattern;
    size_t at, characters; /* the end of the last match, in both measures */
};

static struct value groups_of(struct function_call *call, const struct regex_search *search,
                              const struct pattern_span *spans)
{
    struct array *groups = array_new(call->m, false);

    for (size_t i = 1; i <= pattern_groups(search->pattern); i++) {
        const size_t start = spans[i].start, end = spans[i].end;

        array_push(call->m, groups,
                   start == SIZE_MAX
                       ? jsonata_nothing
                       : value_part(call->m, search->subject.string + start, end - start));
    }
    return value_array(groups);
}

static bool find(struct function_call *call, struct regex_search *search, struct text_match *match)
{
    struct limits *limits = &call->m->limits;
    const char *string = search->subject.string;
    struct pattern_span *spans =
        jsonata_alloc(limits, pattern_groups(search->pattern) + 1, sizeof(*spans));
    const clock_t began = clock();
    const enum pattern_verdict verdict =
        pattern_match(search->pattern, &search->subject, search->at, spans);

    call->m->searched += (double)(clock() - began) / CLOCKS_PER_SEC;
    jsonata_step(limits, call->column, STEPS_OF_MATCH);
    if (search->subject.bytes != string)
        text_steps(call->m, string);
    if (verdict == PATTERN_LIMIT || call->m->searched > SEARCHED_MOST)
        call_fail(call, "U1001", "the regular expression \"%s\" takes too long",
                  jsonata_quote(limits, pattern_source(search->pattern)));
    if (verdict == PATTERN_NO_MATCH)
        return false;
    if (spans->end == spans->start)
        call_fail(call, "D1004", "the regular expression \"%s\" matches a text of no length",
                  jsonata_quote(limits, pattern_source(search->pattern)));
    match->start = search->characters + text_count(string + search->at, string + spans->start);
    match->end = match->start + text_count(string + spans->start, string + spans->end);
    match->text = value_part(call->m, string + spans->start, spans->end - spans->start).u.text;
    match->start_byte = spans->start;
    match->end_byte = spans->end;
    match->groups = groups_of(call, search, spans);
    search->at = spans->end;
    search->characters = match->end;
    match->search = search;
    return true;
}

static struct regex_search *search_new(struct function_call *call, const struct pattern *pattern,
                                       const char *subject)
{
    struct regex_search *search = jsonata_alloc(&call->m->limits, 1, sizeof(*search));

    jsonata_charge(&call->m->limits, strlen(subject));
    search->subject = pattern_subject(call->m->limits.arena, subject);
    search->pattern = pattern;
    return search;
}

/* ---- as a function ---- */

struct object *match_object(struct function_call *call, const struct text_match *match)
{
    struct object *object = object_new(call->m);

    object_set(call->m, object, "match", value_string(match->text));
    object_set(call->m, object, "start", value_number((double)match->start));
    object_set(call->m, object, "end", value_number((double)match->end));
    object_set(call->m, object, "groups", match->groups);
    return object;
}

static struct value apply_next(struct function_call *call);

static struct value next_match(struct function_call *call, struct regex_search *search)
{
    struct text_match match;

    if (!find(call, search, &match))
        return jsonata_nothing;
    struct object *object = match_object(call, &match);
    object_set(
        call->m, object, "next",
        value_function(
            call->m, (struct function){ .apply = apply_next, .arity = 1, .search = match.search }));
    return value_object(object);
}

/* Each goes on from where it began, however often it is called. */
static struct value apply_next(struct function_call *call)
{
    struct regex_search *search = jsonata_alloc(&call->m->limits, 1, sizeof(*search));

    *search = *call->function->search;
    return next_match(call, search);
}

static struct value apply_regex(struct function_call *call)
{
    if (call->count < 1 || call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    if (call->arguments[0].type != STRING)
        call_fail(call, "T0410", "a regular expression is given a %s, and wants a string",
                  value_type_name(call->arguments[0]));
    return next_match(call,
                      search_new(call, call->function->node->pattern, call->arguments[0].u.text));
}

static struct value evaluate_regex(const struct evaluation *in, const struct node *node)
{
    return value_function(in->m,
                          (struct function){ .apply = apply_regex, .arity = 1, .node = node });
}

/* ---- matching with it, or with another function ---- */

static __attribute__((noreturn)) void fail_shape(const struct function_call *call)
{
    call_fail(call, "T1010",
              "the function that stands for a regular expression gives no object "
              "with match, start, end, groups and next");
}

static size_t position_of(const struct function_call *call, struct value value)
{
    if (value.type != NUMBER || !is_whole(value.u.number) || value.u.number < 0 ||
        value.u.number > JSONATA_BYTES)
        fail_shape(call);
    return (size_t)value.u.number;
}

static bool read_match(struct function_call *call, struct value value, struct text_match *match)
{
    if (value.type == NOTHING)
        return false;
    if (value.type != OBJECT)
        fail_shape(call);
    struct object *object = value.u.object;
    const struct value text = object_get(call->m, object, "match");
    match->groups = object_get(call->m, object, "groups");
    match->next = object_get(call->m, object, "next");
    if (text.type != STRING || match->groups.type != ARRAY || match->next.type != FUNCTION)
        fail_shape(call);
    match->text = text.u.text;
    match->start = position_of(call, object_get(call->m, object, "start"));
    match->end = position_of(call, object_get(call->m, object, "end"));
    match->start_byte = (size_t)(text_skip(match->subject, match->start) - match->subject);
    match->end_byte = (size_t)(text_skip(match->subject, match->end) - match->subject);
    match->search = NULL;
    jsonata_step(&call->m->limits, call->column, match->end_byte / 128);
    return true;
}

bool match_first(struct function_call *call, struct value matcher, const char *subject,
                 struct text_match *match)
{
    const struct value argument = value_string(subject);

    *match = (struct text_match){ .subject = subject, .next = matcher };
    if (matcher.type == STRING)
        return match_next(call, match);
    if (matcher.type == FUNCTION && matcher.u.function->apply == apply_regex)
        return find(call, search_new(call, matcher.u.function->node->pattern, subject), match);
    return read_match(call, call_back(call, matcher, &argument, 1), match);
}

bool match_next(struct function_call *call, struct text_match *match)
{
    const char *text = match->next.u.text, *found;

    if (match->search)
        return find(call, match->search, match);
    if (match->next.type != STRING)
        return read_match(call, call_back(call, match->next, NULL, 0), match);
    found = strstr(match->subject + match->end_byte, text);
    match->start_byte = found ? (size_t)(found - match->subject) : 0;
    match->end_byte = match->start_byte + strlen(text);
    return found;
}

const struct node_kind jsonata_regex_kinds[] = {
    { NODE_REGEX, evaluate_regex },
    { 0 },
};
