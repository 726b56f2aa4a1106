/* All functions, by name. */
#include "functions.h"

#include <string.h>

static struct value fn_left_out(struct call *call)
{
    call_fail(call, "U1002",
              "this function is not supported; only those of date and time "
              "and $eval are left out");
}

/* Ordered by name. */
static const struct builtin rows[] = {
    { "abs", "n-:n", fn_abs, 1 },
    { "append", "xx:a", fn_append, 2 },
    { "assert", "bs?:x", fn_assert, 2 },
    { "average", "a<n>:n", fn_average, 1 },
    { "base64decode", "s-:s", fn_base64_decode, 1 },
    { "base64encode", "s-:s", fn_base64_encode, 1 },
    { "boolean", "x-:b", fn_boolean, 1 },
    { "ceil", "n-:n", fn_ceil, 1 },
    { "contains", "s-(sf):b", fn_contains, 2 },
    { "count", "a:n", fn_count, 1 },
    { "decodeUrl", "s-:s", fn_decode_url, 1 },
    { "decodeUrlComponent", "s-:s", fn_decode_url_component, 1 },
    { "distinct", "x:x", fn_distinct, 1 },
    { "each", "o-f:a", fn_each, 2 },
    { "encodeUrl", "s-:s", fn_encode_url, 1 },
    { "encodeUrlComponent", "s-:s", fn_encode_url_component, 1 },
    { "error", "s?:x", fn_error, 1 },
    { "eval", "sx?:x", fn_eval, 2 },
    { "exists", "x:b", fn_exists, 1 },
    { "filter", "af", fn_filter, 2 },
    { "floor", "n-:n", fn_floor, 1 },
    { "formatBase", "n-n?:s", fn_format_base, 2 },
    { "formatInteger", "n-s:s", fn_format_integer, 2 },
    { "formatNumber", "n-so?:s", fn_format_number, 3 },
    { "fromMillis", "x+", fn_left_out, 3 },
    { "join", "a<s>s?:s", fn_join, 2 },
    { "keys", "x-:a<s>", fn_keys, 1 },
    { "length", "s-:n", fn_length, 1 },
    { "lookup", "x-s:x", fn_lookup, 2 },
    { "lowercase", "s-:s", fn_lowercase, 1 },
    { "map", "af", fn_map, 2 },
    { "match", "s-f<s:o>n?:a<o>", fn_match, 3 },
    { "max", "a<n>:n", fn_max, 1 },
    { "merge", "a<o>:o", fn_merge, 1 },
    { "millis", "x?", fn_left_out, 0 },
    { "min", "a<n>:n", fn_min, 1 },
    { "not", "x-:b", fn_not, 1 },
    { "now", "x?x?", fn_left_out, 2 },
    { "number", "(nsb)-:n", fn_number, 1 },
    { "pad", "s-ns?:s", fn_pad, 3 },
    { "parseInteger", "s-s:n", fn_parse_integer, 2 },
    { "power", "n-n:n", fn_power, 2 },
    { "random", ":n", fn_random, 0 },
    { "reduce", "afj?:j", fn_reduce, 3 },
    { "replace", "s-(sf)(sf)n?:s", fn_replace, 4 },
    { "reverse", "a:a", fn_reverse, 1 },
    { "round", "n-n?:n", fn_round, 2 },
    { "shuffle", "a:a", fn_shuffle, 1 },
    { "sift", "o-f?:o", fn_sift, 2 },
    { "single", "af?", fn_single, 2 },
    { "sort", "af?:a", fn_sort, 2 },
    { "split", "s-(sf)n?:a<s>", fn_split, 3 },
    { "spread", "x-:a<o>", fn_spread, 1 },
    { "sqrt", "n-:n", fn_sqrt, 1 },
    { "string", "x-b?:s", fn_string, 1 },
    { "substring", "s-nn?:s", fn_substring, 3 },
    { "substringAfter", "s-s:s", fn_substring_after, 2 },
    { "substringBefore", "s-s:s", fn_substring_before, 2 },
    { "sum", "a<n>:n", fn_sum, 1 },
    { "toMillis", "x+", fn_left_out, 2 },
    { "trim", "s-:s", fn_trim, 1 },
    { "type", "x:s", fn_type, 1 },
    { "uppercase", "s-:s", fn_uppercase, 1 },
    { "zip", "a+", fn_zip, 0 },
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

const struct builtin *jsonata_builtin(const char *name)
{
    size_t from = 0, to = ROWS;

    while (from < to) {
        const size_t middle = (from + to) / 2;
        const int order = strcmp(name, rows[middle].name);

        if (order == 0)
            return &rows[middle];
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

size_t jsonata_builtin_index(const struct builtin *builtin)
{
    return (size_t)(builtin - rows);
}

size_t jsonata_builtin_count(void)
{
    return ROWS;
}
