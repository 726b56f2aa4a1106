#ifndef CFNC_JSONATA_FUNCTIONS_H
#define CFNC_JSONATA_FUNCTIONS_H

#include "jsonata/jsonata_private.h"

/*
 * The functions of the table in functions.c. Each is given arguments that fit
 * its signature, with nothing behind those that were given.
 */
typedef struct value builtin_function(struct call *call);

/* functions_string.c */
builtin_function fn_string, fn_length, fn_substring, fn_substring_before, fn_substring_after,
    fn_lowercase, fn_uppercase, fn_trim, fn_pad, fn_join;
/* functions_match.c */
builtin_function fn_contains, fn_split, fn_match, fn_replace;
/* functions_encode.c */
builtin_function fn_base64_encode, fn_base64_decode, fn_encode_url, fn_encode_url_component,
    fn_decode_url, fn_decode_url_component;
/* functions_number.c */
builtin_function fn_number, fn_abs, fn_floor, fn_ceil, fn_round, fn_power, fn_sqrt, fn_random,
    fn_format_base, fn_sum, fn_max, fn_min, fn_average;
/* format_number.c, format_integer.c, parse_integer.c */
builtin_function fn_format_number, fn_format_integer, fn_parse_integer;
/* functions_array.c */
builtin_function fn_count, fn_append, fn_sort, fn_reverse, fn_shuffle, fn_distinct, fn_zip;
/* functions_object.c */
builtin_function fn_keys, fn_lookup, fn_spread, fn_merge, fn_boolean, fn_not, fn_exists, fn_type,
    fn_error, fn_assert;
/* functions_eval.c */
builtin_function fn_eval;
/* functions_higher.c */
builtin_function fn_map, fn_filter, fn_single, fn_reduce, fn_each, fn_sift;

#endif
