/* Functions that look for a string or a regular expression. */
#include <math.h>
#include <string.h>

#include "functions.h"

struct value fn_contains(struct call *call)
{
    const struct value *arguments = call->arguments;
    struct match match;

    if (arguments[0].type == NOTHING || arguments[1].type == NOTHING)
        return jsonata_nothing;
    if (arguments[1].type == STRING)
        return value_boolean(strstr(arguments[0].u.text, arguments[1].u.text));
    return value_boolean(match_first(call, arguments[1], arguments[0].u.text, &match));
}

/* How many at most; SIZE_MAX: no limit was given. */
static size_t limit_of(struct call *call, struct value limit, const char *code, size_t number)
{
    if (limit.type == NOTHING)
        return SIZE_MAX;
    if (limit.u.number < 0)
        call_fail(call, code, "argument %zu, the limit, is below 0", number);
    return limit.u.number >= JSONATA_RANGE ? SIZE_MAX : (size_t)ceil(limit.u.number);
}

static void push_slice(struct call *call, struct array *out, const char *from, const char *to)
{
    const size_t length = to > from ? (size_t)(to - from) : 0;

    jsonata_charge(&call->m->limits, length + 1);
    array_push(call->m, out, value_string(arena_copy(call->m->limits.arena, from, length)));
}

static void split_by_string(struct call *call, struct array *out, const char *text, const char *by,
                            size_t limit)
{
    const size_t length = strlen(by);

    while (!length && *text && out->count < limit) {
        const char *next = text_skip(text, 1);

        push_slice(call, out, text, next);
        text = next;
    }
    for (const char *found = text; length && found && out->count < limit;) {
        found = strstr(text, by);
        push_slice(call, out, text, found ? found : text + strlen(text));
        text = found ? found + length : text;
    }
}

static void split_by_match(struct call *call, struct array *out, const char *text, struct value by,
                           size_t limit)
{
    struct match match;
    size_t from = 0;

    for (bool more = match_first(call, by, text, &match); more && out->count < limit;
         more = match_next(call, &match)) {
        push_slice(call, out, text + from, text + match.start_byte);
        from = match.end_byte;
    }
    if (out->count < limit)
        push_slice(call, out, text + from, text + strlen(text));
}

struct value fn_split(struct call *call)
{
    const struct value *arguments = call->arguments;
    struct array *out = array_new(call->m, false);

    if (arguments[0].type == NOTHING || arguments[1].type == NOTHING)
        return jsonata_nothing;
    size_t limit = limit_of(call, arguments[2], "D3020", 3);
    if (limit != SIZE_MAX)
        limit = (size_t)floor(arguments[2].u.number);
    if (arguments[1].type == STRING)
        split_by_string(call, out, arguments[0].u.text, arguments[1].u.text, limit);
    else if (limit)
        split_by_match(call, out, arguments[0].u.text, arguments[1], limit);
    return value_array(out);
}

static struct value row_of_match(struct call *call, const struct match *match)
{
    struct object *row = object_new(call->m);

    object_set(call->m, row, "match", value_string(match->text));
    object_set(call->m, row, "index", value_number((double)match->start));
    object_set(call->m, row, "groups", match->groups);
    return value_object(row);
}

struct value fn_match(struct call *call)
{
    const struct value *arguments = call->arguments;
    struct array *out = array_new(call->m, true);
    struct match match;

    if (arguments[0].type == NOTHING)
        return jsonata_nothing;
    const size_t limit = limit_of(call, arguments[2], "D3040", 3);
    for (bool more = limit && match_first(call, arguments[1], arguments[0].u.text, &match);
         more && out->count < limit; more = match_next(call, &match))
        array_push(call->m, out, row_of_match(call, &match));
    return value_array(out);
}

/* ---- $replace ---- */

static void add_group(struct call *call, struct text *out, const struct match *match, size_t number)
{
    const struct value group =
        number ? array_at(call->m, match->groups.u.array, number - 1) : jsonata_nothing;

    if (group.type == STRING)
        add_text(call->m, out, group.u.text);
}

static size_t read_number(const char *digits, size_t length)
{
    size_t number = 0;

    for (size_t i = 0; i < length; i++)
        number = number * 10 + (size_t)(digits[i] - '0');
    return number;
}

/* $12: group 12 where there are so many, or group 1 and a 2. How many digits are the number's. */
static size_t digits_of_group(const char *at, size_t groups)
{
    size_t most = 1;
    const size_t given = strspn(at, "0123456789");

    for (size_t rest = groups; rest >= 10; rest /= 10)
        most++;
    size_t length = given < most ? given : most;
    if (length > 1 && read_number(at, length) > groups)
        length--;
    return length;
}

/* $$ is a dollar, $0 the whole match, $1 its first group. */
static void add_replacement(struct call *call, struct text *out, const char *with,
                            const struct match *match)
{
    const size_t groups = match->groups.u.array->count;

    for (const char *dollar; (dollar = strchr(with, '$'));) {
        add_bytes(call->m, out, with, (size_t)(dollar - with));
        with = dollar + 1;
        const size_t digits = digits_of_group(with, groups);
        if (*with == '$')
            add_bytes(call->m, out, with++, 1);
        else if (*with == '0') {
            add_text(call->m, out, match->text);
            with++;
        } else if (digits) {
            add_group(call, out, match, read_number(with, digits));
            with += digits;
        } else {
            add_bytes(call->m, out, "$", 1);
        }
    }
    add_text(call->m, out, with);
}

static void add_result(struct call *call, struct text *out, struct value with,
                       const struct match *match)
{
    const struct value argument = value_object(object_new(call->m));

    if (with.type == STRING) {
        add_replacement(call, out, with.u.text, match);
        return;
    }
    object_set(call->m, argument.u.object, "match", value_string(match->text));
    object_set(call->m, argument.u.object, "start", value_number((double)match->start));
    object_set(call->m, argument.u.object, "end", value_number((double)match->end));
    object_set(call->m, argument.u.object, "groups", match->groups);
    const struct value result = call_back(call, with, &argument, 1);
    if (result.type != STRING)
        call_fail(call, "D3012", "the function that replaces gives a %s, and must give a string",
                  value_type_name(result));
    add_text(call->m, out, result.u.text);
}

static struct value replace_string(struct call *call, size_t limit)
{
    const char *text = call->arguments[0].u.text, *what = call->arguments[1].u.text;
    struct text out = text_new(call->m->limits.arena);

    if (!*what)
        call_fail(call, "D3010", "argument 2, what is replaced, is an empty string");
    for (const char *found; limit && (found = strstr(text, what)); limit--) {
        add_bytes(call->m, &out, text, (size_t)(found - text));
        if (call->arguments[2].type != STRING)
            call_fail(call, "D3012",
                      "a string cannot be replaced by what a function gives; "
                      "use a regular expression");
        add_text(call->m, &out, call->arguments[2].u.text);
        text = found + strlen(what);
    }
    add_text(call->m, &out, text);
    return value_string(out.bytes);
}

static struct value replace_match(struct call *call, size_t limit)
{
    const char *text = call->arguments[0].u.text;
    struct text out = text_new(call->m->limits.arena);
    struct match match;
    size_t from = 0;

    for (bool more = limit && match_first(call, call->arguments[1], text, &match); more && limit;
         more = --limit && match_next(call, &match)) {
        if (match.start_byte > from)
            add_bytes(call->m, &out, text + from, match.start_byte - from);
        add_result(call, &out, call->arguments[2], &match);
        from = match.end_byte > from ? match.end_byte : from;
    }
    add_text(call->m, &out, text + from);
    return value_string(out.bytes);
}

struct value fn_replace(struct call *call)
{
    const struct value *arguments = call->arguments;

    if (arguments[0].type == NOTHING || arguments[1].type == NOTHING)
        return jsonata_nothing;
    const size_t limit = limit_of(call, arguments[3], "D3011", 4);
    if (arguments[2].type == NOTHING)
        call_fail(call, "T0410", "argument 3, what is put in its place, is nothing");
    return arguments[1].type == STRING ? replace_string(call, limit) : replace_match(call, limit);
}
