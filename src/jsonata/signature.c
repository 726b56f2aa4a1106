/*
 * Signatures of functions, <s-n?:s>: what types the arguments have. A letter is
 * a type, (..) a choice of them, <..> behind a is the type of the items; ? may
 * be left out, - is taken from the context, + is one or more.
 */
#include <string.h>

#include "jsonata_private.h"

enum { PARAMETERS = 16 };

struct parameter {
    const char *symbols; /* of the values that it takes; m is nothing */
    const char *items;   /* of an array: of its items, or NULL */
    bool array, context, optional, many;
};

struct signature {
    struct parameter parameters[PARAMETERS];
    size_t count;
};

/* Where the bracket at `open` closes. */
static const char *closing(struct limits *limits, size_t column, const char *open, char begin,
                           char end)
{
    int depth = 0;

    for (const char *s = open; *s; s++) {
        depth += *s == begin ? 1 : *s == end ? -1 : 0;
        if (!depth)
            return s;
    }
    jsonata_fail(limits, column, "S0402", "a %c in a signature is not closed by %c", begin, end);
}

static struct parameter *add_parameter(struct limits *limits, struct signature *signature,
                                       size_t column)
{
    if (signature->count == PARAMETERS)
        jsonata_fail(limits, column, "S0401", "a signature has more than %d parameters",
                     PARAMETERS);
    return &signature->parameters[signature->count++];
}

static void read_type(struct limits *limits, struct signature *signature, char letter,
                      size_t column)
{
    static const struct {
        char letter;
        const char *symbols;
    } types[] = {
        { 's', "sm" },       { 'n', "nm" },       { 'b', "bm" },      { 'l', "lm" }, { 'o', "om" },
        { 'a', "asnblfom" }, { 'x', "asnblfom" }, { 'j', "asnblom" }, { 'f', "f" },
    };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (types[i].letter == letter) {
            struct parameter *parameter = add_parameter(limits, signature, column);

            parameter->symbols = types[i].symbols;
            parameter->array = letter == 'a';
            return;
        }
    jsonata_fail(limits, column, "S0401", "a signature has no type \"%s\"",
                 jsonata_quote(limits, arena_copy(limits->arena, &letter, 1)));
}

/* (sf): one of several; what stands behind it. */
static const char *read_choice(struct limits *limits, struct signature *signature, const char *at,
                               size_t column)
{
    const char *end = closing(limits, column, at, '(', ')');

    if (memchr(at, '<', (size_t)(end - at)))
        jsonata_fail(limits, column, "S0402",
                     "a choice of types in a signature holds a type with < >");
    const char *choice = arena_copy(limits->arena, at + 1, (size_t)(end - at - 1));
    add_parameter(limits, signature, column)->symbols =
        arena_printf(limits->arena, "%sm%s", choice, strchr(choice, 'x') ? "asnblfo" : "");
    return end;
}

static const char *read_items(struct limits *limits, struct signature *signature, const char *at,
                              size_t column)
{
    struct parameter *last = signature->count ? &signature->parameters[signature->count - 1] : NULL;
    const char *end = closing(limits, column, at, '<', '>');

    if (!last || !(last->array || strcmp(last->symbols, "f") == 0))
        jsonata_fail(limits, column, "S0401",
                     "< > in a signature stands behind a type other than a and f");
    if (last->array)
        last->items = arena_copy(limits->arena, at + 1, (size_t)(end - at - 1));
    return end;
}

const struct signature *jsonata_signature(struct limits *limits, const char *text, size_t column)
{
    struct signature *signature = jsonata_alloc(limits, 1, sizeof(*signature));

    for (const char *at = text; *at && *at != ':'; at++) {
        struct parameter *last =
            signature->count ? &signature->parameters[signature->count - 1] : NULL;

        if (strchr(" \t\r\n", *at))
            continue;
        if (*at == '(')
            at = read_choice(limits, signature, at, column);
        else if (*at == '<')
            at = read_items(limits, signature, at, column);
        else if (!strchr("-?+", *at))
            read_type(limits, signature, *at, column);
        else if (last) {
            last->context = last->context || *at == '-';
            last->optional = last->optional || *at != '+';
            last->many = last->many || *at == '+';
        }
    }
    return signature;
}

/* ---- arguments against a signature ---- */

/* How many arguments each parameter takes: as many as it can, as long as the rest fits too. */
static bool distribute(struct call *call, const struct signature *signature, size_t index,
                       size_t position, size_t *taken)
{
    if (index == signature->count)
        return position == call->count;
    const struct parameter *parameter = &signature->parameters[index];
    const size_t most = parameter->many ? call->count - position : 1;
    const size_t least = parameter->optional ? 0 : 1;
    size_t can = 0;

    while (can < most && position + can < call->count &&
           strchr(parameter->symbols, value_symbol(call->arguments[position + can])))
        can++;
    for (size_t take = can + 1; take-- > least;) {
        jsonata_step(&call->m->limits, call->column, 1);
        taken[index] = take;
        if (distribute(call, signature, index + 1, position + take, taken))
            return true;
    }
    return false;
}

/* The first argument that no parameter takes, from 1. */
static size_t first_misfit(const struct call *call, const struct signature *signature)
{
    size_t index = 0;

    for (size_t i = 0; i < call->count; i++) {
        const char symbol = value_symbol(call->arguments[i]);

        while (index < signature->count && !strchr(signature->parameters[index].symbols, symbol) &&
               signature->parameters[index].optional)
            index++;
        if (index == signature->count || !strchr(signature->parameters[index].symbols, symbol))
            return i + 1;
        index += signature->parameters[index].many ? 0 : 1;
    }
    return 0;
}

static __attribute__((noreturn)) void fail_misfit(const struct call *call,
                                                  const struct signature *signature)
{
    const size_t misfit = first_misfit(call, signature);

    if (!misfit)
        call_fail(call, "T0410", "an argument is missing behind the %zu given", call->count);
    call_fail(call, "T0410", "argument %zu, a %s, does not fit its signature", misfit,
              value_type_name(call->arguments[misfit - 1]));
}

static bool items_fit(struct machine *m, const struct parameter *parameter, struct value argument)
{
    if (!parameter->items || !*parameter->items)
        return true;
    if (argument.type != ARRAY)
        return value_symbol(argument) == *parameter->items;
    struct array *array = argument.u.array;
    jsonata_step(&m->limits, 0, array->count / 8);
    if (array->range)
        return *parameter->items == 'n';
    for (size_t i = 0; i < array->count; i++)
        if (value_symbol(array_at(m, array, i)) != *parameter->items)
            return false;
    return true;
}

static struct value fit(struct call *call, const struct parameter *parameter, size_t number,
                        struct value argument)
{
    if (!parameter->array || argument.type == NOTHING)
        return argument;
    if (!items_fit(call->m, parameter, argument))
        call_fail(call, "T0412", "argument %zu must be an array of <%s>", number,
                  jsonata_quote(&call->m->limits, parameter->items));
    if (argument.type == ARRAY)
        return argument;
    struct array *around = array_new(call->m, false);
    array_push(call->m, around, argument);
    return value_array(around);
}

static struct value from_context(const struct call *call, const struct parameter *parameter)
{
    if (!strchr(parameter->symbols, value_symbol(call->input)))
        call_fail(call, "T0411",
                  "an argument is missing, and the context, a %s, does not fit its signature",
                  value_type_name(call->input));
    return call->input;
}

void jsonata_validate(struct call *call, const struct signature *signature)
{
    size_t taken[PARAMETERS] = { 0 }, position = 0, count = 0;

    if (!distribute(call, signature, 0, 0, taken))
        fail_misfit(call, signature);
    struct value *arguments = jsonata_alloc(
        &call->m->limits, call->count + PARAMETERS + ARGUMENTS_LEAST, sizeof(*arguments));
    for (size_t i = 0; i < signature->count; i++) {
        const struct parameter *parameter = &signature->parameters[i];

        if (!taken[i] && parameter->context)
            arguments[count++] = from_context(call, parameter);
        else if (!taken[i])
            arguments[count++] =
                position < call->count ? call->arguments[position++] : jsonata_nothing;
        for (size_t j = 0; j < taken[i]; j++, position++)
            arguments[count++] =
                fit(call, parameter, position + 1,
                    position < call->count ? call->arguments[position] : jsonata_nothing);
    }
    call->arguments = arguments;
    call->count = count;
}
