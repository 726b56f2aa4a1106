#include "format_strings.h"

#include <string.h>

/*
 * What a string of each format may look like. First the usual ones: unlike each other, in the form
 * in which a service that knows the format gives them back, and leading to nobody's host or
 * address. Then those that fit where a schema wants them shorter or longer.
 */
#define DATE      "20[0-3][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
#define TIME      "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
#define NAME      "[a-z][a-z0-9]{7}"
#define LABEL     "[a-z][a-z0-9]{0,60}"
#define AT_HOME   "\\.example\\.(com|net|org)"
#define GREEK     "[\\u03b1-\\u03c9]{8,12}"
#define CYRILLIC  "[\\u0430-\\u044f]{8,12}"
#define HEBREW    "[\\u05d0-\\u05ea]{8,12}"
#define HAN       "[\\u4e00-\\u9fa0]{5,8}"
#define UMLAUTS   "[a-z][a-z0-9\\u00e4\\u00f6\\u00fc\\u00e9\\u00f1]{9}"
#define FOREIGN   "(" GREEK "|" CYRILLIC "|" HEBREW "|" HAN "|" UMLAUTS ")"
#define PATH      "(/[a-z0-9]{4,8}){2,3}"
#define QUERY     "\\?[a-z]{1,8}=[a-z0-9._~-]{4,8}(&[a-z]{1,8}=%[2-7][0-9A-F]){0,2}"
#define FRAGMENT  "#[a-z][a-z0-9]{2,7}"
#define BYTE      "(1[0-9]{2}|[1-9][0-9])"
#define GROUP     "[1-9a-f][0-9a-f]{3}"
#define STEP      "/[a-z][a-z0-9]{3,7}"
#define LONG_MAIL "[a-z][a-z0-9]{0,63}@" LABEL "(\\." LABEL "){0,2}"

static const struct format_row {
    const char *format;
    bool usual;
    const char *pattern;
} rows[] = {
    { "date-time", true, "^" DATE "T" TIME "Z$" },
    { "date-time", false, "^" DATE "T" TIME "\\.[0-9]*[1-9]Z$" },
    { "timestamp", true, "^" DATE "T" TIME "Z$" },
    { "date", true, "^" DATE "$" },
    { "time", true, "^" TIME "Z$" },
    { "time", false, "^" TIME "\\.[0-9]*[1-9]Z$" },
    { "email", true, "^" NAME "@example\\.(com|net|org)$" },
    { "email", true, "^" NAME "([.+_-][a-z0-9]{1,6}){1,2}@[a-z][a-z0-9]{3,7}" AT_HOME "$" },
    { "email", false, "^" LONG_MAIL "$" },
    { "idn-email", true, "^" FOREIGN "@example\\.(com|net|org)$" },
    { "idn-email", true, "^" NAME "@" FOREIGN AT_HOME "$" },
    { "idn-email", false, "^" LONG_MAIL "$" },
    { "hostname", true, "^" NAME AT_HOME "$" },
    { "hostname", true, "^[a-z][a-z0-9]{3,7}-[a-z0-9]{1,7}(\\.[a-z][a-z0-9]{1,7})?" AT_HOME "$" },
    { "hostname", false, "^" LABEL "(\\." LABEL "){0,3}$" },
    { "hostname", false, "^([a-z0-9]{63}\\.){3}[a-z0-9]{1,61}$" },
    { "idn-hostname", true, "^" FOREIGN AT_HOME "$" },
    { "idn-hostname", true, "^" FOREIGN "\\." UMLAUTS AT_HOME "$" },
    { "idn-hostname", false, "^" LABEL "(\\." LABEL "){0,3}$" },
    { "ipv4", true, "^10\\." BYTE "\\." BYTE "\\." BYTE "$" },
    { "ipv4", false, "^(0|10)\\.[0-9]\\.[0-9]\\.[1-9][0-9]?$" },
    { "ipv4", false, "^192\\.168\\.1[0-9]{2}\\.1[0-9]{2}$" },
    { "ipv6", true, "^2001:db8:" GROUP "::" GROUP "$" },
    { "ipv6", true, "^2001:db8(:" GROUP "){6}$" },
    { "ipv6", false, "^fd[0-9a-f]{2}(:[1-9a-f][0-9a-f]{0,3}){7}$" },
    { "ipv6", false, "^fd[0-9a-f]{2}:([1-9a-f][0-9a-f]{0,3}:){0,5}:[1-9a-f]?$" },
    { "ipv6", false, "^fe80::(([1-9a-f][0-9a-f]{0,3}:){0,3}[1-9a-f][0-9a-f]{0,3})$" },
    { "ipv6", false, "^[1-9a-f][0-9a-f]{0,3}(:[1-9a-f][0-9a-f]{0,3}){7}$" },
    { "ipv6", false, "^::[1-9a-f]?$" },
    { "ipv6", false, "^::[1-9a-f]?$" },
    { "uri", true, "^https://" NAME AT_HOME "/[a-z0-9]{8}$" },
    { "uri", true, "^https://" NAME AT_HOME "(:8[0-9]{3})?" PATH "(" QUERY ")?(" FRAGMENT ")?$" },
    { "uri", true, "^urn:example:" NAME "(:[a-z0-9]{2,6}){0,2}$" },
    { "uri", false, "^[a-z]:[a-z0-9]*$" },
    { "uri-reference", true, "^/[a-z0-9]{8}$" },
    { "uri-reference", true, "^(\\.\\./)?[a-z][a-z0-9]{7}" PATH "(" QUERY ")?(" FRAGMENT ")?$" },
    { "uri-reference", false, "^[a-z0-9]*$" },
    { "iri", true, "^https://" FOREIGN AT_HOME "/[a-z0-9]{8}$" },
    { "iri", true, "^https://" NAME AT_HOME "/" FOREIGN "(" QUERY ")?(#" FOREIGN ")?$" },
    { "iri", false, "^[a-z]:[a-z0-9]*$" },
    { "iri-reference", true, "^/" FOREIGN "(" QUERY ")?$" },
    { "iri-reference", true, "^" FOREIGN PATH "(#" FOREIGN ")?$" },
    { "iri-reference", false, "^[a-z0-9]*$" },
    { "uri-template", true, "^https://" NAME AT_HOME "/[a-z0-9]{8}/\\{id\\}$" },
    { "uri-template", true,
      "^/[a-z0-9]{8}\\{[+#./;?&]?[a-z_]{1,6}(:[1-9][0-9]?|\\*)?(,[a-z]{1,6}\\*?){0,2}\\}$" },
    { "uri-template", false, "^[a-z0-9]*$" },
    { "json-pointer", true, "^/" NAME "$" },
    { "json-pointer", true, "^/" NAME "(" STEP "|/[0-9]|/~[01][a-z]{1,4}){1,3}$" },
    { "json-pointer", false, "^/[a-z0-9]*$" },
    { "json-pointer", false, "^$" },
    { "relative-json-pointer", true, "^[0-9]/" NAME "(" STEP "){0,2}$" },
    { "relative-json-pointer", true, "^[1-9][0-9]?/[0-9]{1,3}/" NAME "$" },
    { "relative-json-pointer", false, "^[1-9](/[a-z0-9]*)?$" },
    { "regex", true, "^\\^[a-z0-9]{8}\\$$" },
    { "regex", true, "^\\^" NAME "(\\[a-z\\]|\\\\d|\\(x\\|[0-9]y\\))([*+?]|\\{[1-9],\\})?\\$$" },
    { "regex", false, "^[a-z0-9]*$" },
    { "arn", true, "^arn:aws:[a-z]{6}:us-east-1:[0-9]{12}:[a-z]{6}/[a-z0-9]{8}$" },
    { "arn", false, "^arn:aws:s3:::[a-z0-9]*$" },
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

/* Of the usual rows, or of the others, beginning with any of them. */
static const char *from_rows(struct arena *arena, const char *format, bool usual, size_t shortest,
                             size_t longest, struct random *random)
{
    size_t of_format[ROWS], count = 0;
    const char *string = NULL;
    struct error error;

    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].usual == usual && strcmp(rows[i].format, format) == 0)
            of_format[count++] = i;
    const size_t first = count > 1 ? random_below(random, count) : 0;
    for (size_t i = 0; i < count && !string; i++)
        string = string_for_pattern(arena, rows[of_format[(first + i) % count]].pattern, shortest,
                                    longest, random, &error);
    return string;
}

const char *string_for_format(struct arena *arena, const char *format, size_t shortest,
                              size_t longest, struct random *random)
{
    const char *usual = from_rows(arena, format, true, shortest, longest, random);

    return usual ? usual : from_rows(arena, format, false, shortest, longest, random);
}

/*
 * The pattern is looked for ahead of the format's: where both leave a choice of
 * characters, what one wants is worked into the other.
 */
const char *string_for_format_like(struct arena *arena, const char *format, const char *pattern,
                                   const struct string_condition *condition, struct random *random)
{
    const char *string = NULL;
    struct error error;

    for (size_t i = 0; i < ROWS && !string; i++) {
        if (strcmp(rows[i].format, format) != 0)
            continue;
        const struct string_pattern *both = string_pattern_read(
            arena, arena_printf(arena, "^(?=[^]*?(?:%s))%s", pattern, rows[i].pattern), &error);
        if (both)
            string = string_like(arena, both, condition, random, &error);
    }
    return string;
}
