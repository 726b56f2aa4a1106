#include "cfnc/strings.h"

#include <string.h>

/*
 * What a string of each format may look like: plain ones that every validator
 * accepts, and that lead to nobody's host or address.
 */
#define DATE "20[0-3][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
#define TIME "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"
#define HOST "[a-z][a-z0-9]{7}\\.example\\.com"

static const struct {
    const char *format, *pattern;
} formats[] = {
    { "date-time", "^" DATE "T" TIME "$" },
    { "timestamp", "^" DATE "T" TIME "$" },
    { "date", "^" DATE "$" },
    { "time", "^" TIME "$" },
    { "email", "^[a-z][a-z0-9]{7}@example\\.com$" },
    { "idn-email", "^[a-z][a-z0-9]{7}@example\\.com$" },
    { "hostname", "^" HOST "$" },
    { "idn-hostname", "^" HOST "$" },
    { "ipv4", "^10\\.(1[0-9]{2}|[1-9][0-9])\\.(1[0-9]{2}|[1-9][0-9])\\.(1[0-9]{2}|[1-9][0-9])$" },
    { "ipv6", "^2001:db8:[1-9a-f][0-9a-f]{3}::[1-9a-f][0-9a-f]{3}$" },
    { "uri", "^https://" HOST "/[a-z0-9]{8}$" },
    { "uri-reference", "^/[a-z0-9]{8}$" },
    { "iri", "^https://" HOST "/[a-z0-9]{8}$" },
    { "iri-reference", "^/[a-z0-9]{8}$" },
    { "uri-template", "^https://" HOST "/[a-z0-9]{8}/\\{id\\}$" },
    { "json-pointer", "^/[a-z][a-z0-9]{7}$" },
    { "relative-json-pointer", "^[0-9]/[a-z][a-z0-9]{7}$" },
    { "regex", "^\\^[a-z0-9]{8}\\$$" },
    { "arn", "^arn:aws:[a-z]{6}:us-east-1:[0-9]{12}:[a-z]{6}/[a-z0-9]{8}$" },
};

const char *string_for_format(struct arena *arena, const char *format, struct random *random)
{
    struct error error;

    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (strcmp(formats[i].format, format) == 0)
            return string_for_pattern(arena, formats[i].pattern, 0, SIZE_MAX, random, &error);
    return NULL;
}
