/* Functions that look for a string or a regular expression. */
#include <math.h>
#include <string.h>

#include "functions.h"

static struct value fn_contains(struct function_call *call)
{
    struct text_match match;

    return value_boolean(match_first(call, call->arguments[1], call->arguments[0].u.text, &match));
}

/* How many at most; SIZE_MAX: no limit was given. */
static size_t limit_of(struct function_call *call, struct value limit, const char *code,
                       size_t number)
{
    if (limit.type == NOTHING)
        return SIZE_MAX;
    if (limit.u.number < 0)
        call_fail(call, code, "argument %zu, the limit, is below 0", number);
    return limit.u.number >= JSONATA_RANGE ? SIZE_MAX : (size_t)ceil(limit.u.number);
}

static void push_part(struct function_call *call, struct array *out, const char *from,
                      const char *to)
{
    array_push(call->m, out, value_part(call->m, from, to > from ? (size_t)(to - from) : 0));
}

static struct value fn_split(struct function_call *call)
{
    const char *text = call->arguments[0].u.text;
    const struct value by = call->arguments[1], most = call->arguments[2];
    struct array *out = array_new(call->m, false);
    const bool characters = by.type == STRING && !*by.u.text;
    size_t from = 0, limit = limit_of(call, most, "D3020", 3);
    struct text_match match;

    if (limit != SIZE_MAX)
        limit = (size_t)floor(most.u.number);
    for (const char *next; characters && *text && out->count < limit; text = next) {
        next = text_skip(text, 1);
        push_part(call, out, text, next);
    }
    if (characters || !limit)
        return value_array(out);
    for (bool more = match_first(call, by, text, &match); more && out->count < limit;
         more = match_next(call, &match)) {
        push_part(call, out, text + from, text + match.start_byte);
        from = match.end_byte;
    }
    if (out->count < limit)
        push_part(call, out, text + from, text + strlen(text));
    return value_array(out);
}

static struct value fn_match(struct function_call *call)
{
    const struct value *arguments = call->arguments;
    struct array *out = array_new(call->m, true);
    struct text_match match;
    const size_t limit = limit_of(call, arguments[2], "D3040", 3);

    for (bool more = limit && match_first(call, arguments[1], arguments[0].u.text, &match);
         more && out->count < limit; more = match_next(call, &match)) {
        struct object *row = object_new(call->m);

        object_set(call->m, row, "match", value_string(match.text));
        object_set(call->m, row, "index", value_number((double)match.start));
        object_set(call->m, row, "groups", match.groups);
        array_push(call->m, out, value_object(row));
    }
    return value_array(out);
}

/* ---- $replace ---- */

/* $12: group 12 where there are so many, or group 1 and a 2. How many digits are the number's. */
static size_t read_group(const char *at, size_t groups, size_t *number)
{
    size_t digits = 0;

    for (*number = 0; at[digits] >= '0' && at[digits] <= '9'; digits++) {
        const size_t longer = *number * 10 + (size_t)(at[digits] - '0');

        if (digits && longer > groups)
            break;
        *number = longer;
    }
    return digits;
}

/* $$ is a dollar, $0 the whole match, $1 its first group. */
static void add_replacement(struct function_call *call, struct text *out, const char *with,
                            const struct text_match *match)
{
    struct array *groups = match->groups.u.array;
    size_t number = 0;

    for (const char *dollar; (dollar = strchr(with, '$'));) {
        add_bytes(call->m, out, with, (size_t)(dollar - with));
        with = dollar + 1;
        const size_t digits = *with == '0' ? 1 : read_group(with, groups->count, &number);
        const struct value group =
            digits && *with != '0' ? array_at(call->m, groups, number - 1) : jsonata_nothing;
        if (*with == '0')
            add_text(call->m, out, match->text);
        else if (group.type == STRING)
            add_text(call->m, out, group.u.text);
        else if (!digits)
            add_bytes(call->m, out, "$", 1);
        with += *with == '$' ? 1 : digits;
    }
    add_text(call->m, out, with);
}

static void add_result(struct function_call *call, struct text *out, const struct text_match *match)
{
    const struct value what = call->arguments[1], with = call->arguments[2];

    if (with.type == STRING && what.type == STRING) {
        add_text(call->m, out, with.u.text);
        return;
    }
    if (with.type == STRING) {
        add_replacement(call, out, with.u.text, match);
        return;
    }
    if (what.type == STRING)
        call_fail(call, "D3012",
                  "a string cannot be replaced by what a function gives; "
                  "use a regular expression");
    const struct value argument = value_object(match_object(call, match));
    const struct value result = call_back(call, with, &argument, 1);
    if (result.type != STRING)
        call_fail(call, "D3012", "the function that replaces gives a %s, and must give a string",
                  value_type_name(result));
    add_text(call->m, out, result.u.text);
}

static struct value fn_replace(struct function_call *call)
{
    const char *text = call->arguments[0].u.text;
    const struct value what = call->arguments[1];
    struct text out = text_new(call->m->limits.arena);
    struct text_match match;
    size_t from = 0, limit = limit_of(call, call->arguments[3], "D3011", 4);

    if (call->arguments[2].type == NOTHING)
        call_fail(call, "T0410", "argument 3, what is put in its place, is nothing");
    if (what.type == STRING && !*what.u.text)
        call_fail(call, "D3010", "argument 2, what is replaced, is an empty string");
    for (bool more = limit && match_first(call, what, text, &match); more;
         more = --limit && match_next(call, &match)) {
        if (match.start_byte > from)
            add_bytes(call->m, &out, text + from, match.start_byte - from);
        add_result(call, &out, &match);
        from = match.end_byte > from ? match.end_byte : from;
    }
    add_text(call->m, &out, text + from);
    return value_string(out.bytes);
}

const struct jsonata_function match_functions[] = {
    { "contains", "s-(sf):b", fn_contains, .arity = 2, .needs = 2 },
    { "match", "s-f<s:o>n?:a<o>", fn_match, .arity = 3, .needs = 1 },
    { "replace", "s-(sf)(sf)n?:s", fn_replace, .arity = 4, .needs = 2 },
    { "split", "s-(sf)n?:a<s>", fn_split, .arity = 3, .needs = 2 },
    { 0 },
};
