#ifndef CFNC_JSONATA_NUMBER_PICTURE_H
#define CFNC_JSONATA_NUMBER_PICTURE_H

#include "functions.h"

/*
 * Pictures of $formatNumber(), as of XPath's format-number (XPath and XQuery
 * Functions and Operators 3.1, section 4.7): read in number_picture.c, used in
 * format_number.c.
 */

/* What the signs of a picture are; the options of the call may change them. */
struct signs {
    uint32_t decimal, grouping, exponent, digit, zero, separator;
    const char *minus, *percent, *per_mille;
};

struct codes {
    const uint32_t *at;
    size_t count;
};

enum { SEPARATORS = 64 };

/* Where separators stand: how many digits are between them and the decimal point. */
struct separators {
    size_t positions[SEPARATORS];
    size_t count;
    size_t regular; /* one each so many digits, or 0 */
};

struct number_picture {
    struct codes prefix, suffix;
    struct separators whole, fraction;
    size_t whole_least, fraction_least, fraction_most;
    size_t scale;          /* digits before the point, where there is an exponent */
    size_t exponent_least; /* 0: there is none */
    bool decimal, percent, per_mille;
};

/* A picture is one or two of them, the second for numbers below 0. How many. */
size_t read_number_pictures(struct call *call, const struct signs *signs, const char *text,
                            struct number_picture pictures[2]);

/* functions_number.c: half of the last place goes to the even neighbour. */
double round_to_even(double number, int places);

#endif
