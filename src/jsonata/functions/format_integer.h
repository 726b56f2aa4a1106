#ifndef CFNC_JSONATA_FORMAT_INTEGER_H
#define CFNC_JSONATA_FORMAT_INTEGER_H

#include "functions.h"

/* Pictures of whole numbers, between the files that write and read them. */

enum { PICTURE_GROUPS = 32 };
enum picture_kind { PICTURE_DIGITS, PICTURE_LETTERS, PICTURE_ROMAN, PICTURE_WORDS };
enum letter_case { LOWER_CASE, UPPER_CASE, TITLE_CASE };

struct group_separator {
    size_t position; /* how many digits stand behind it */
    uint32_t code;
};

struct picture {
    enum picture_kind kind;
    enum letter_case letters;
    bool ordinal;
    uint32_t zero;                                 /* of the digits */
    size_t mandatory;                              /* digits */
    struct group_separator groups[PICTURE_GROUPS]; /* from the right */
    size_t count;
    size_t regular; /* a separator each so many digits, or 0 */
};

struct picture read_picture(struct call *call, const char *text);

struct roman {
    int value;
    const char *upper, *lower;
};
extern const struct roman roman_numbers[]; /* up to a value of 0 */

/* integer_words.c */
void add_words(struct call *call, struct text *out, const struct picture *picture, double number);
bool read_words(const char *text, double *number);

#endif
