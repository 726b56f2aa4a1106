#ifndef CFNC_JSONATA_FUNCTIONS_H
#define CFNC_JSONATA_FUNCTIONS_H

#include "jsonata/jsonata_private.h"

/* The functions of the language, at the feet of the files that hold them; each ends with no name.
 */
extern const struct jsonata_function string_functions[], match_functions[], encode_functions[],
    number_functions[], format_number_functions[], format_integer_functions[], array_functions[],
    object_functions[], higher_functions[];

/* string.c: of valid UTF-8, U+0000 as in json.h. */
const char *text_skip(const char *text, size_t characters); /* behind so many, or its end */

/* regex.c */
struct text_match {
    const char *text;  /* what was matched */
    size_t start, end; /* in characters; not of a string */
    size_t start_byte, end_byte;
    struct value groups;         /* an array of strings */
    struct value next;           /* the function that finds the one behind it, or the string; */
    struct regex_search *search; /* but of a regular expression how far it came */
    const char *subject;
};
/* The first match in `subject` of a regex, of a function that behaves like one, or of a string. */
bool match_first(struct function_call *call, struct value matcher, const char *subject,
                 struct text_match *match);
bool match_next(struct function_call *call, struct text_match *match);
/* An object with its match, start, end and groups. */
struct object *match_object(struct function_call *call, const struct text_match *match);

/* number.c: half of the last place goes to the even neighbour. */
double round_to_even(double number, int places);
double next_random(struct machine *m); /* from 0 on, below 1 */

/* picture.c: where a picture of a number has separators between its digits. */
enum { SEPARATORS = 64 };
struct grouping {
    struct {
        size_t position; /* how many digits are between it and the decimal point */
        uint32_t code;
    } separators[SEPARATORS]; /* in the order of the picture */
    size_t count;
    size_t regular; /* one each so many digits, on to the left; or 0 */
};

/* Fails with `code` when there are too many. */
void grouping_add(struct function_call *call, struct grouping *grouping, size_t position,
                  uint32_t sign, const char *code);
/* Whether the separators of whole numbers are the same, at even distances. */
void grouping_find_regular(struct grouping *grouping);
/* Adds the separator at a position, if there is one. */
void grouping_add_separator(struct function_call *call, struct text *out,
                            const struct grouping *grouping, size_t position);
/* Adds digits, with zeros before them up to `least`, in the script of `zero`. */
void grouping_add_digits(struct function_call *call, struct text *out,
                         const struct grouping *grouping, uint32_t zero, size_t least,
                         const char *digits, size_t count);
void add_code(struct function_call *call, struct text *out, uint32_t code);
/* Argument 2 of the call, which is a picture; fails when it is nothing. */
const char *picture_of(struct function_call *call);
/* "the picture "#" has no digit", say. */
void picture_fail(struct function_call *call, const char *code, const char *what)
    __attribute__((noreturn));

#endif
