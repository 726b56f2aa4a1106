/*
 * Signatures of functions, <s-n?:s>: what types the arguments have. A letter is
 * a type, (..) a choice of them, <..> behind a is the type of the items; ? may
 * be left out, - is taken from the context, + is one or more.
 */
#include <string.h>

#include "jsonata_private.h"

enum { PARAMETERS = 16 };

struct typed_parameter {
    const char *symbols; /* of the values that it takes; m is nothing */
    const char *items;   /* of an array: of its items, or NULL */
    bool array, context, optional, many;
};

struct signature {
    struct typed_parameter parameters[PARAMETERS];
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

static const char *symbols_of(char letter)
{
    static const struct {
        char letter;
        const char *symbols;
    } types[] = {
        { 's', "sm" },       { 'n', "nm" },       { 'b', "bm" },      { 'l', "lm" }, { 'o', "om" },
        { 'a', "asnblfom" }, { 'x', "asnblfom" }, { 'j', "asnblom" }, { 'f', "f" },
    };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (types[i].letter == letter)
            return types[i].symbols;
    return NULL;
}

/* s, or (sf) for one of several; where it ends. */
static const char *read_type(struct limits *limits, struct signature *signature, const char *at,
                             size_t column)
{
    const char *end = *at == '(' ? closing(limits, column, at, '(', ')') : at;

    if (signature->count == PARAMETERS)
        jsonata_fail(limits, column, "S0401", "a signature has more than %d parameters",
                     PARAMETERS);
    struct typed_parameter *parameter = &signature->parameters[signature->count++];
    if (memchr(at, '<', (size_t)(end - at)))
        jsonata_fail(limits, column, "S0402",
                     "a choice of types in a signature holds a type with < >");
    const char *choice = end > at ? arena_copy(limits->arena, at + 1, (size_t)(end - at - 1)) : "";
    parameter->array = *at == 'a';
    parameter->symbols = end > at ? arena_printf(limits->arena, "%sm%s", choice,
                                                 strchr(choice, 'x') ? "asnblfo" : "")
                                  : symbols_of(*at);
    if (!parameter->symbols)
        jsonata_fail(limits, column, "S0401", "a signature has no type \"%s\"",
                     jsonata_quote(limits, arena_copy(limits->arena, at, 1)));
    return end;
}

static const char *read_items(struct limits *limits, struct typed_parameter *last, const char *at,
                              size_t column)
{
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
        struct typed_parameter *last =
            signature->count ? &signature->parameters[signature->count - 1] : NULL;

        if (strchr(" \t\r\n", *at))
            continue;
        if (*at == '<')
            at = read_items(limits, last, at, column);
        else if (!strchr("-?+", *at))
            at = read_type(limits, signature, at, column);
        else if (last) {
            last->context = last->context || *at == '-';
            last->optional = last->optional || *at != '+';
            last->many = last->many || *at == '+';
        }
    }
    return signature;
}

/* ---- arguments against a signature ---- */

struct fitting {
    struct function_call *call;
    const struct signature *signature;
    size_t taken[PARAMETERS]; /* how many arguments each parameter takes */
    size_t misfit;            /* where the first try came to its end, or SIZE_MAX */
};

/* Each parameter takes as many arguments as it can, as long as the rest fits too. */
static bool distribute(struct fitting *f, size_t index, size_t position)
{
    const struct function_call *call = f->call;
    const bool end = index == f->signature->count;
    const struct typed_parameter *parameter = &f->signature->parameters[end ? 0 : index];
    const size_t most = parameter->many ? call->count - position : 1;
    const size_t least = parameter->optional ? 0 : 1;
    size_t can = 0;

    while (!end && can < most && position + can < call->count &&
           strchr(parameter->symbols, value_symbol(call->arguments[position + can])))
        can++;
    for (size_t take = can + 1; !end && take-- > least;) {
        jsonata_step(&call->m->limits, call->column, 1);
        f->taken[index] = take;
        if (distribute(f, index + 1, position + take))
            return true;
    }
    if (f->misfit == SIZE_MAX)
        f->misfit = position;
    return end && position == call->count;
}

static bool items_fit(struct machine *m, const struct typed_parameter *parameter,
                      struct value argument)
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

static struct value fit(struct function_call *call, const struct typed_parameter *parameter,
                        size_t number, struct value argument)
{
    if (!parameter->array || argument.type == NOTHING)
        return argument;
    if (!items_fit(call->m, parameter, argument))
        call_fail(call, "T0412", "argument %zu must be an array of <%s>", number,
                  jsonata_quote(&call->m->limits, parameter->items));
    return argument.type == ARRAY ? argument : value_array(array_with(call->m, false, argument));
}

static struct value from_context(const struct function_call *call,
                                 const struct typed_parameter *parameter)
{
    if (!strchr(parameter->symbols, value_symbol(call->input)))
        call_fail(call, "T0411",
                  "an argument is missing, and the context, a %s, does not fit its signature",
                  value_type_name(call->input));
    return call->input;
}

static struct value argument_at(const struct function_call *call, size_t position)
{
    return position < call->count ? call->arguments[position] : jsonata_nothing;
}

void jsonata_validate(struct function_call *call, const struct signature *signature)
{
    struct fitting f = { .call = call, .signature = signature, .misfit = SIZE_MAX };
    size_t position = 0, count = 0;

    if (!distribute(&f, 0, 0)) {
        if (f.misfit == call->count)
            call_fail(call, "T0410", "an argument is missing behind the %zu given", call->count);
        call_fail(call, "T0410", "argument %zu, a %s, does not fit its signature", f.misfit + 1,
                  value_type_name(call->arguments[f.misfit]));
    }
    struct value *arguments = jsonata_alloc(
        &call->m->limits, call->count + PARAMETERS + ARGUMENTS_LEAST, sizeof(*arguments));
    for (size_t i = 0; i < signature->count; i++) {
        const struct typed_parameter *parameter = &signature->parameters[i];

        if (!f.taken[i] && parameter->context)
            arguments[count++] = from_context(call, parameter);
        else if (!f.taken[i]) /* as JSONata has it, though it is of another type */
            arguments[count++] = argument_at(call, position++);
        for (size_t j = 0; j < f.taken[i]; j++, position++)
            arguments[count++] = fit(call, parameter, position + 1, argument_at(call, position));
    }
    call->arguments = arguments;
    call->count = count;
}
