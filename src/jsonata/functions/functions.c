/* All functions, by name: the tables at the feet of the files of this folder. */
#include "functions.h"

#include <string.h>

static struct value fn_left_out(struct function_call *call)
{
    call_fail(call, "U1002", "this function is not supported; those of date and time are left out");
}

static const struct jsonata_function left_out[] = {
    { "fromMillis", "x+", fn_left_out, .arity = 3 },
    { "millis", "x?", fn_left_out, .arity = 0 },
    { "now", "x?x?", fn_left_out, .arity = 2 },
    { "toMillis", "x+", fn_left_out, .arity = 2 },
    { 0 },
};

const struct jsonata_function *jsonata_builtin(const char *name)
{
    static const struct jsonata_function *const tables[] = {
        string_functions, match_functions,         encode_functions,
        number_functions, format_number_functions, format_integer_functions,
        array_functions,  object_functions,        higher_functions,
        left_out,
    };

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct jsonata_function *row = tables[i]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}
