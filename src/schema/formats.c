/* The formats: those of draft-07 (validation section 7.3), and CloudFormation's. */
#include <string.h>

#include "schema_private.h"

size_t format_utf8_length(const char *text)
{
    return text_is_nul(text) ? 0 : text_utf8_length(text);
}

/* ---- pointers (RFC 6901), whose names are anything: U+0000 too ---- */

static bool is_pointer(const char *text, int relative)
{
    const size_t digits = relative ? strspn(text, DIGITS) : 0;

    if (relative && (!digits || (digits > 1 && *text == '0')))
        return false;
    text += digits;
    if (relative && strcmp(text, "#") == 0)
        return true;
    for (const char *s = text; *s; s++)
        if (*s == '~' && s[1] != '0' && s[1] != '1')
            return false;
    return !*text || *text == '/';
}

static bool is_regex(const char *text, int kind)
{
    (void)kind;
    return pattern_is_ecma(text);
}

static const struct format other_formats[] = {
    { "json-pointer", is_pointer, false },
    { "relative-json-pointer", is_pointer, true },
    { "regex", is_regex, 0 },
    { 0 },
};

/*
 * What CloudFormation and its tools call a format says what a value is meant to be: the services do
 * not hold anybody to it.
 */
static const struct format plain_formats[] = {
    { .name = "arn" },   { .name = "double" },   { .name = "float" },     { .name = "int32" },
    { .name = "int64" }, { .name = "password" }, { .name = "timestamp" }, { 0 },
};

const struct format *format_find(const char *name)
{
    static const struct format *const tables[] = { time_formats, address_formats, host_formats,
                                                   uri_formats,  other_formats,   plain_formats };

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct format *format = tables[i]; format->name; format++)
            if (strcmp(format->name, name) == 0)
                return format;
    return NULL;
}

bool schema_format_is_known(const char *name)
{
    return name && format_find(name);
}
