/*
 * Host names (RFC 1034, 1123, 5890). Labels of IDNA2008 are read by libidn2, whose registration
 * check has what RFC 5891 section 4.2 demands: form C, hyphens, no mark in front, the code points
 * and contexts of RFC 5892, and of a single label the Bidi rule of RFC 5893. What it lacks, and
 * what concerns whole names, stands here.
 */
#include <idn2.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "schema_private.h"

enum { LABEL_LONGEST = 63, NAME_LONGEST = 253 };

/* What libidn2 says; `*ascii`, when it is not NULL, becomes the A-label, to be freed. */
static int check_label(const char *u_label, const char *a_label, bool normalize, char **ascii)
{
    uint8_t *result = NULL;
    const int code = idn2_register_u8((const uint8_t *)u_label, (const uint8_t *)a_label, &result,
                                      normalize ? IDN2_NFC_INPUT : 0);

    if (code == IDN2_MALLOC)
        abort();
    if (ascii && code == IDN2_OK)
        *ascii = (char *)result;
    else
        idn2_free(result);
    return code;
}

/* ---- the Bidi rule (RFC 5893 section 2) ---- */

#define ALEF "\xD7\x90"

/* As far as the rule tells them apart: L; R, AL and AN; EN; NSM. */
enum direction { LEFT, RIGHT, EUROPEAN, MARK, OTHER };

/* What must not be asked for: the digits that exclude each other, and R that wants a context. */
static const struct {
    const char *first, *last;
    enum direction direction;
    bool arabic_digit;
} known[] = {
    { "0", "9", EUROPEAN, false },
    { "\xDB\xB0", "\xDB\xB9", EUROPEAN, false },             /* U+06F0: extended Arabic-Indic */
    { "\xD9\xA0", "\xD9\xA9", RIGHT, true },                 /* U+0660: Arabic-Indic */
    { "\xF0\x90\xB4\xB0", "\xF0\x90\xB4\xB9", RIGHT, true }, /* U+10D30: Hanifi Rohingya */
    { "\xD7\xB3", "\xD7\xB4", RIGHT, false },                /* U+05F3: geresh, gershayim */
};
enum { KNOWN = sizeof(known) / sizeof(known[0]) };

/* The row of what is known of the character of `bytes` bytes, or KNOWN. */
static size_t known_row(const char *character, size_t bytes)
{
    size_t i = 0;

    while (i < KNOWN &&
           (strlen(known[i].first) != bytes || memcmp(character, known[i].first, bytes) < 0 ||
            memcmp(character, known[i].last, bytes) > 0))
        i++;
    return i;
}

/* What libidn2 says of the character between two others, which shows its class. */
static int probe(const char *before, const char *character, size_t bytes, const char *after)
{
    char text[12] = "";
    const size_t start = strlen(before);

    memcpy(text, before, start);
    memcpy(text + start, character, bytes);
    memcpy(text + start + bytes, after, strlen(after));
    return check_label(text, NULL, false, NULL);
}

/* The class of a character of a sound label, without tables of our own. */
static enum direction direction_of(const char *character)
{
    const size_t bytes = text_utf8_length(character), row = known_row(character, bytes);

    if (row < KNOWN)
        return known[row].direction;
    if (probe("a", character, bytes, "") == IDN2_BIDI)
        return RIGHT; /* which no label may have that begins with L */
    if (probe(ALEF, character, bytes, ALEF) == IDN2_BIDI)
        return LEFT; /* which no label may have that begins with R */
    return probe(ALEF, character, bytes, "") == IDN2_OK ? MARK : OTHER;
}

/* The class of the last character that is no mark (rules 3 and 6). */
static enum direction direction_of_end(const char *u_label)
{
    const char *at = u_label + strlen(u_label);
    enum direction found = MARK;

    while (at > u_label && found == MARK)
        if ((*--at & 0xC0) != 0x80)
            found = direction_of(at);
    return found;
}

/* Rule 4: not both sorts of digits. */
static bool mixes_digits(const char *u_label)
{
    bool european = false, arabic = false;

    for (size_t bytes = 0; *u_label; u_label += bytes) {
        bytes = text_utf8_length(u_label);
        const size_t row = known_row(u_label, bytes);
        european = european || (row < KNOWN && known[row].direction == EUROPEAN);
        arabic = arabic || (row < KNOWN && known[row].arabic_digit);
    }
    return european && arabic;
}

/* ---- labels and names ---- */

/* What is known of a name while its labels are read one after the other. */
struct host_name {
    enum host_kind kind;
    size_t length; /* of all A-labels and dots */
    bool bidi;     /* some label is written from right to left */
    bool suits;    /* every other label may stand beside such a one */
};

/* The bytes of the dot at `text`, 0 when there is none; RFC 3490 section 3.1 has the other three.
 */
static size_t dot_length(const char *text, const char *end, enum host_kind kind)
{
    static const char *const others[] = { "\xE3\x80\x82", "\xEF\xBC\x8E", "\xEF\xBD\xA1" };

    if (*text == '.')
        return 1;
    for (size_t i = 0; i < 3 && kind == HOST_INTERNATIONAL && end - text >= 3; i++)
        if (memcmp(text, others[i], 3) == 0)
            return 3;
    return 0;
}

/* RFC 1123 section 2.1: letters, digits, and hyphens but at the ends. */
static bool is_plain_label(const char *text, size_t length)
{
    return length <= LABEL_LONGEST && text[0] != '-' && text[length - 1] != '-' &&
           strspn(text, LETTERS_DIGITS "-") >= length;
}

/*
 * A label that is not mere ASCII, as U-label or as A-label. One with anything written from right to
 * left begins with it (rule 1), and obeys the rules 3 and 4, which libidn2 leaves out; any other
 * suits a name with such a one by the rules 1 and 6. libidn2 sees to rule 5.
 */
static bool add_encoded_label(struct host_name *name, const char *text, size_t length)
{
    char given[4 * LABEL_LONGEST + 1] = "", *ascii = NULL, *unicode = NULL;
    const bool encoded = length > 4 && strncasecmp(text, "xn--", 4) == 0;

    if (!length || length >= sizeof(given))
        return false;
    memcpy(given, text, length);
    for (char *s = given; encoded && *s; s++) /* RFC 5891 section 5.3 */
        *s = *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s;
    if (check_label(encoded ? NULL : given, encoded ? given : NULL, name->kind == HOST_OF_MAIL,
                    &ascii) != IDN2_OK)
        return false;
    if (idn2_to_unicode_8z8z(ascii, &unicode, 0) == IDN2_MALLOC)
        abort();
    const enum direction begin = unicode ? direction_of(unicode) : OTHER;
    const enum direction end = unicode ? direction_of_end(unicode) : OTHER;
    const bool fine = unicode && (begin != RIGHT ||
                                  ((end == RIGHT || end == EUROPEAN) && !mixes_digits(unicode)));
    name->bidi = name->bidi || begin == RIGHT;
    name->suits =
        name->suits && (begin == RIGHT || (begin == LEFT && (end == LEFT || end == EUROPEAN)));
    name->length += strlen(ascii) + 1;
    idn2_free(ascii);
    idn2_free(unicode);
    return fine;
}

/*
 * RFC 5890 section 2.3.1: a label with "--" after two characters is reserved. Plain host names
 * have them nevertheless, and only those of "xn--" mean something.
 */
static bool add_label(struct host_name *name, const char *text, size_t length)
{
    bool ascii = true;

    for (size_t i = 0; i < length; i++)
        ascii = ascii && !(text[i] & 0x80);
    const bool reserved = length > 3 && text[2] == '-' && text[3] == '-';
    if (!length || (!ascii && name->kind == HOST_ASCII))
        return false;
    if (!ascii || (reserved && strncasecmp(text, "xn", 2) == 0))
        return add_encoded_label(name, text, length);
    name->suits = name->suits && strchr(LETTERS, text[0]);
    name->length += length + 1;
    return is_plain_label(text, length) && !(reserved && name->kind == HOST_INTERNATIONAL);
}

bool format_host_bytes(const char *text, size_t length, enum host_kind kind)
{
    const char *const end = text + length;
    struct host_name name = { .kind = kind, .suits = true };

    for (const char *start = text;; start = text) {
        size_t dot = 0;

        while (text < end && !(dot = dot_length(text, end, kind)))
            text++;
        if (!add_label(&name, start, (size_t)(text - start)) || name.length > NAME_LONGEST + 1)
            return false;
        if (text == end)
            return !name.bidi || name.suits;
        text += dot;
    }
}

static bool is_hostname(const char *text, int kind)
{
    return format_host_bytes(text, strlen(text), (enum host_kind)kind);
}

const struct format host_formats[] = {
    { "hostname", is_hostname, HOST_ASCII },
    { "idn-hostname", is_hostname, HOST_INTERNATIONAL },
    { 0 },
};
