/* Whole numbers in English words. */
#include <math.h>
#include <string.h>

#include "format_integer.h"

static const struct {
    const char *cardinal, *ordinal;
} small[] = {
    { "zero", "zeroth" },         { "one", "first" },           { "two", "second" },
    { "three", "third" },         { "four", "fourth" },         { "five", "fifth" },
    { "six", "sixth" },           { "seven", "seventh" },       { "eight", "eighth" },
    { "nine", "ninth" },          { "ten", "tenth" },           { "eleven", "eleventh" },
    { "twelve", "twelfth" },      { "thirteen", "thirteenth" }, { "fourteen", "fourteenth" },
    { "fifteen", "fifteenth" },   { "sixteen", "sixteenth" },   { "seventeen", "seventeenth" },
    { "eighteen", "eighteenth" }, { "nineteen", "nineteenth" },
};

static const struct {
    const char *cardinal, *ordinal;
} tens[] = {
    { "", "" },
    { "", "" },
    { "twenty", "twentieth" },
    { "thirty", "thirtieth" },
    { "forty", "fortieth" },
    { "fifty", "fiftieth" },
    { "sixty", "sixtieth" },
    { "seventy", "seventieth" },
    { "eighty", "eightieth" },
    { "ninety", "ninetieth" },
};

/* From the greatest; a trillion of trillions is said as that. */
static const struct {
    double value;
    const char *cardinal, *ordinal;
} scales[] = {
    { 1e12, "trillion", "trillionth" }, { 1e9, "billion", "billionth" },
    { 1e6, "million", "millionth" },    { 1e3, "thousand", "thousandth" },
    { 100, "hundred", "hundredth" },
};

enum { SCALES = sizeof(scales) / sizeof(scales[0]), DEEPEST_WORDS = 64 };

struct wording {
    struct call *call;
    struct text *out;
    enum letter_case letters;
};

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static void say(const struct wording *w, const char *word)
{
    for (const char *s = word; *s; s++) {
        const bool joins = strcmp(word, " and ") == 0;
        const bool big =
            w->letters == UPPER_CASE || (w->letters == TITLE_CASE && s == word && !joins);
        const char c = big ? upper(*s) : *s;

        add_bytes(w->call->m, w->out, &c, 1);
    }
}

static void say_small(const struct wording *w, int number, bool ordinal)
{
    if (number < 20) {
        say(w, ordinal ? small[number].ordinal : small[number].cardinal);
        return;
    }
    const bool round = number % 10 == 0;
    say(w, ordinal && round ? tens[number / 10].ordinal : tens[number / 10].cardinal);
    if (!round) {
        say(w, "-");
        say(w, ordinal ? small[number % 10].ordinal : small[number % 10].cardinal);
    }
}

static void say_number(const struct wording *w, double number, bool ordinal, int depth)
{
    size_t scale = 0;

    while (scale < SCALES && number < scales[scale].value)
        scale++;
    if (scale == SCALES || depth == DEEPEST_WORDS) {
        say_small(w, (int)fmod(number, 100), ordinal);
        return;
    }
    const double many = floor(number / scales[scale].value);
    const double rest = number - many * scales[scale].value;
    say_number(w, many, false, depth + 1);
    say(w, " ");
    say(w, ordinal && !(rest > 0) ? scales[scale].ordinal : scales[scale].cardinal);
    if (!(rest > 0))
        return;
    say(w, rest < 100 ? " and " : ", ");
    say_number(w, rest, ordinal, depth + 1);
}

void add_words(struct call *call, struct text *out, const struct picture *picture, double number)
{
    const struct wording w = { call, out, picture->letters };

    say_number(&w, number, picture->ordinal, 0);
}

/* ---- back ---- */

static bool same_word(const char *word, const char *text, size_t length)
{
    if (strlen(word) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (upper(word[i]) != upper(text[i]))
            return false;
    return true;
}

/* The value of a word below a hundred, or -1. */
static double small_value(const char *text, size_t length)
{
    for (int i = 0; i < 20; i++)
        if (same_word(small[i].cardinal, text, length) || same_word(small[i].ordinal, text, length))
            return i;
    for (int i = 2; i < 10; i++)
        if (same_word(tens[i].cardinal, text, length) || same_word(tens[i].ordinal, text, length))
            return i * 10;
    return -1;
}

static double scale_value(const char *text, size_t length)
{
    for (size_t i = 0; i < SCALES; i++)
        if (same_word(scales[i].cardinal, text, length) ||
            same_word(scales[i].ordinal, text, length))
            return scales[i].value;
    return -1;
}

struct reading_words {
    double total, part; /* part: what the next scale is about */
    double last;        /* the scale before, of one that stands right behind it */
};

static bool take_word(struct reading_words *r, const char *text, size_t length)
{
    const double plain = small_value(text, length), scale = scale_value(text, length);

    if (plain >= 0)
        r->part += plain;
    else if (scale > 0 && scale < 1000)
        r->part *= scale;
    else if (scale > 0 && r->part > 0) {
        r->total += r->part * scale;
        r->last = r->part * scale;
        r->part = 0;
    } else if (scale > 0) { /* a million million */
        r->total += r->last * scale - r->last;
        r->last *= scale;
    } else {
        return same_word("and", text, length);
    }
    return true;
}

/* Words between blanks, commas and hyphens. False when some word is no number's. */
bool read_words(const char *text, double *number)
{
    static const char between[] = " ,-";
    struct reading_words r = { 0, 0, 0 };

    while (*(text += strspn(text, between))) {
        const size_t length = strcspn(text, between);

        if (!take_word(&r, text, length))
            return false;
        text += length;
    }
    *number = r.total + r.part;
    return true;
}
