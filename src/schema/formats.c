#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"
#include "formats_private.h"
#include "schema_private.h"

bool format_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool format_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

size_t format_utf8_length(const char *text)
{
    return text_is_nul(text) ? 0 : text_utf8_length(text);
}

/* ---- pointers (RFC 6901), whose names are anything: U+0000 too ---- */

static bool is_json_pointer(const char *text)
{
    if (*text && *text != '/')
        return false;
    for (; *text; text++)
        if (*text == '~' && text[1] != '0' && text[1] != '1')
            return false;
    return true;
}

static bool is_relative_json_pointer(const char *text)
{
    const size_t digits = strspn(text, "0123456789");

    if (!digits || (digits > 1 && *text == '0'))
        return false;
    return strcmp(text + digits, "#") == 0 || is_json_pointer(text + digits);
}

/*
 * Those of draft-07 (validation section 7.3), then those of CloudFormation and its tools. The
 * latter only say what a value is meant to be: the services do not hold anybody to them.
 */
static const struct format formats[] = {
    { "date-time", format_date_time },
    { "date", format_date },
    { "time", format_time },
    { "email", format_email },
    { "idn-email", format_idn_email },
    { "hostname", format_hostname },
    { "idn-hostname", format_idn_hostname },
    { "ipv4", format_ipv4 },
    { "ipv6", format_ipv6 },
    { "uri", format_uri },
    { "uri-reference", format_uri_reference },
    { "iri", format_iri },
    { "iri-reference", format_iri_reference },
    { "uri-template", format_uri_template },
    { "json-pointer", is_json_pointer },
    { "relative-json-pointer", is_relative_json_pointer },
    { "regex", pattern_is_ecma },
    { "arn", NULL },
    { "double", NULL },
    { "float", NULL },
    { "int32", NULL },
    { "int64", NULL },
    { "password", NULL },
    { "timestamp", NULL },
    { 0 },
};

static const struct format *row_of(const char *name)
{
    for (const struct format *format = formats; format->name; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}

const struct format *format_find(const char *name)
{
    const struct format *const format = row_of(name);

    return format && format->valid ? format : NULL;
}

bool schema_format_is_known(const char *name)
{
    return name && row_of(name);
}
