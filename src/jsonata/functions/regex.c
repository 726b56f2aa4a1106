/*
 * Regular expressions as functions: f(text) is nothing, or the first match as
 * an object whose `next` is a function that finds the one behind it. Any
 * function that does the same can be used in its place.
 */
#include <string.h>
#include <time.h>

#include "jsonata/jsonata_private.h"

enum {
    STEPS_OF_MATCH = 4,
    SEARCHED_MOST = 1 /* seconds of the processor, of all regular expressions together */
};

/* Where a regular expression has got to in a subject. */
struct search {
    struct pattern_subject subject;
    const struct pattern *pattern;
    size_t at, characters; /* the end of the last match, in both measures */
};

static size_t count_between(const char *from, const char *to)
{
    size_t count = 0;

    for (; from < to; from++)
        count += ((unsigned char)*from & 0xC0) != 0x80;
    return count;
}

static struct value groups_of(struct call *call, const struct search *search,
                              const struct pattern_span *spans)
{
    struct array *groups = array_new(call->m, false);

    for (size_t i = 1; i <= pattern_groups(search->pattern); i++) {
        const struct pattern_span *span = &spans[i];
        char *text;

        if (span->start == SIZE_MAX) {
            array_push(call->m, groups, jsonata_nothing);
            continue;
        }
        jsonata_charge(&call->m->limits, span->end - span->start + 1);
        text = arena_copy(call->m->limits.arena, search->subject.string + span->start,
                          span->end - span->start);
        array_push(call->m, groups, value_string(text));
    }
    return value_array(groups);
}

static bool find(struct call *call, struct search *search, struct match *match)
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
    match->start = search->characters + count_between(string + search->at, string + spans->start);
    match->end = match->start + count_between(string + spans->start, string + spans->end);
    jsonata_charge(limits, spans->end - spans->start + 1);
    match->text = arena_copy(limits->arena, string + spans->start, spans->end - spans->start);
    match->start_byte = spans->start;
    match->end_byte = spans->end;
    match->groups = groups_of(call, search, spans);
    search->at = spans->end;
    search->characters = match->end;
    match->search = search;
    return true;
}

static struct search *search_new(struct call *call, const struct pattern *pattern,
                                 const char *subject)
{
    struct search *search = jsonata_alloc(&call->m->limits, 1, sizeof(*search));

    jsonata_charge(&call->m->limits, strlen(subject));
    search->subject = pattern_subject(call->m->limits.arena, subject);
    search->pattern = pattern;
    return search;
}

/* ---- as a function ---- */

static size_t arity_regex(const struct function *function)
{
    (void)function;
    return 1;
}

static struct value apply_next(struct call *call);

static struct value object_of_match(struct call *call, const struct match *match)
{
    static const struct function_kind next_kind = { apply_next, arity_regex };
    struct object *object = object_new(call->m);
    struct function *next = jsonata_alloc(&call->m->limits, 1, sizeof(*next));

    *next = (struct function){ .kind = &next_kind, .search = match->search };
    object_set(call->m, object, "match", value_string(match->text));
    object_set(call->m, object, "start", value_number((double)match->start));
    object_set(call->m, object, "end", value_number((double)match->end));
    object_set(call->m, object, "groups", match->groups);
    object_set(call->m, object, "next", (struct value){ .type = FUNCTION, .u.function = next });
    return value_object(object);
}

/* Each goes on from where it began, however often it is called. */
static struct value apply_next(struct call *call)
{
    struct search *search = jsonata_alloc(&call->m->limits, 1, sizeof(*search));
    struct match match;

    *search = *call->function->search;
    return find(call, search, &match) ? object_of_match(call, &match) : jsonata_nothing;
}

static struct value apply_regex(struct call *call)
{
    struct match match;

    if (call->count < 1 || call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    if (call->arguments[0].type != STRING)
        call_fail(call, "T0410", "a regular expression is given a %s, and wants a string",
                  value_type_name(call->arguments[0]));
    struct search *search =
        search_new(call, call->function->node->pattern, call->arguments[0].u.text);
    return find(call, search, &match) ? object_of_match(call, &match) : jsonata_nothing;
}

static const struct function_kind regex_kind = { apply_regex, arity_regex };

struct value evaluate_regex(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame)
{
    struct function *function = jsonata_alloc(&m->limits, 1, sizeof(*function));

    (void)input, (void)frame;
    *function = (struct function){ .kind = &regex_kind, .node = node };
    return (struct value){ .type = FUNCTION, .u.function = function };
}

/* ---- matching with it, or with another function ---- */

static __attribute__((noreturn)) void fail_shape(const struct call *call)
{
    call_fail(call, "T1010",
              "the function that stands for a regular expression gives no object "
              "with match, start, end, groups and next");
}

static size_t position_of(const struct call *call, struct value value)
{
    if (value.type != NUMBER || !is_whole(value.u.number) || value.u.number < 0 ||
        value.u.number > JSONATA_BYTES)
        fail_shape(call);
    return (size_t)value.u.number;
}

static bool read_match(struct call *call, struct value value, struct match *match)
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

bool match_first(struct call *call, struct value matcher, const char *subject, struct match *match)
{
    const struct value argument = value_string(subject);

    match->subject = subject;
    if (matcher.type == FUNCTION && matcher.u.function->kind == &regex_kind)
        return find(call, search_new(call, matcher.u.function->node->pattern, subject), match);
    return read_match(call, call_back(call, matcher, &argument, 1), match);
}

bool match_next(struct call *call, struct match *match)
{
    if (match->search)
        return find(call, match->search, match);
    return read_match(call, call_back(call, match->next, NULL, 0), match);
}
