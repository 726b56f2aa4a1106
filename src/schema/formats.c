#include <string.h>
#include <strings.h>

#include "cfnc/pattern.h"
#include "cfnc/text.h"
#include "formats_private.h"
#include "schema_private.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Reads exactly `digits` digits; -1 when they are not there. */
static int number(const char **at, size_t digits)
{
    int value = 0;

    for (size_t i = 0; i < digits; i++, ++*at) {
        if (!is_digit(**at))
            return -1;
        value = value * 10 + (**at - '0');
    }
    return value;
}

static bool skip(const char **at, const char *one_of)
{
    const bool found = **at && strchr(one_of, **at);

    *at += found ? 1 : 0;
    return found;
}

/* ---- dates and times (RFC 3339) ---- */

static bool read_date(const char **at)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const int year = number(at, 4);
    const int month = year >= 0 && skip(at, "-") ? number(at, 2) : -1;
    const int day = month >= 1 && month <= 12 && skip(at, "-") ? number(at, 2) : -1;
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return day >= 1 && day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

static bool read_time(const char **at)
{
    const int hour = number(at, 2);
    const int minute = hour >= 0 && hour < 24 && skip(at, ":") ? number(at, 2) : -1;
    const int second = minute >= 0 && minute < 60 && skip(at, ":") ? number(at, 2) : -1;
    int offset = 0;

    if (second < 0 || second > 60 || (skip(at, ".") && !is_digit(**at)))
        return false;
    *at += strspn(*at, "0123456789");
    if (!skip(at, "zZ")) {
        const int sign = **at == '-' ? -1 : 1;
        const int hours = skip(at, "+-") ? number(at, 2) : -1;
        const int minutes = hours >= 0 && hours < 24 && skip(at, ":") ? number(at, 2) : -1;

        if (minutes < 0 || minutes > 59)
            return false;
        offset = sign * (hours * 60 + minutes);
    }
    /* A leap second comes in the last minute of a day, as it is in Greenwich. */
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439;
}

static bool is_date(const char *text)
{
    return read_date(&text) && !*text;
}

static bool is_time(const char *text)
{
    return read_time(&text) && !*text;
}

static bool is_date_time(const char *text)
{
    return read_date(&text) && skip(&text, "tT") && read_time(&text) && !*text;
}

/* ---- hosts ---- */

static bool format_ipv4(const char *text, size_t length)
{
    const char *const end = text + length;

    for (int part = 0; part < 4; part++) {
        const size_t digits = strspn(text, "0123456789");
        int value = 0;

        if (digits < 1 || digits > 3 || (digits > 1 && *text == '0'))
            return false;
        for (size_t i = 0; i < digits; i++)
            value = value * 10 + (*text++ - '0');
        if (value > 255 || (part < 3 && *text++ != '.'))
            return false;
    }
    return text == end;
}

/* What stands between two groups: ':', or "::" once and even at the end. */
static bool skip_colons(const char **text, const char *end, bool *gap)
{
    if (*(*text)++ != ':' || *text == end)
        return false;
    if (**text != ':')
        return true;
    if (*gap)
        return false;
    *gap = true;
    (*text)++;
    return true;
}

bool format_ipv6(const char *text, size_t length)
{
    const char *const end = text + length;
    int groups = 0;
    bool gap = strncmp(text, "::", 2) == 0;

    text += gap ? 2 : 0;
    while (text < end) {
        const size_t digits = strspn(text, "0123456789abcdefABCDEF");

        if (text[digits] == '.')
            return (gap ? groups <= 5 : groups == 6) && format_ipv4(text, (size_t)(end - text));
        if (digits < 1 || digits > 4 || ++groups > 8)
            return false;
        text += digits;
        if (text < end && !skip_colons(&text, end, &gap))
            return false;
    }
    return text == end && (gap ? groups <= 7 : groups == 8);
}

static bool is_ipv4(const char *text)
{
    return format_ipv4(text, strlen(text));
}

static bool is_ipv6(const char *text)
{
    return format_ipv6(text, strlen(text));
}

/* RFC 1123; a label beyond ASCII only when `international`. */
static bool read_hostname(const char *text, size_t length, bool international)
{
    size_t label = 0;

    if (!length || length > 253)
        return false;
    for (size_t i = 0; i <= length; i++) {
        const char c = i < length ? text[i] : '.';

        if (c == '.') {
            if (!label || label > 63 || text[i - 1] == '-' ||
                (label > 3 && strncmp(text + i - label + 2, "--", 2) == 0 &&
                 strncasecmp(text + i - label, "xn", 2) != 0))
                return false;
            label = 0;
        } else if (c == '-' ? label == 0
                            : !is_digit(c) && !is_letter(c) && !(international && c & 0x80)) {
            return false;
        } else {
            label++;
        }
    }
    return true;
}

static bool is_hostname(const char *text)
{
    return read_hostname(text, strlen(text), false);
}

/* ---- mail (RFC 5321) ---- */

static bool is_local_part(const char *text, size_t length, bool international)
{
    bool dot = true; /* no dot may come now */

    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        for (size_t i = 1; i + 1 < length; i++) {
            const bool escape = text[i] == '\\' && i + 2 < length;

            i += escape ? 1 : 0;
            if ((unsigned char)text[i] < 0x20 || (text[i] & 0x80 && !international) ||
                (!escape && strchr("\"\\", text[i])))
                return false;
        }
        return true;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];

        if (c == '.' ? dot
                     : !is_digit(c) && !is_letter(c) && !strchr("!#$%&'*+-/=?^_`{|}~", c) &&
                           !(international && c & 0x80))
            return false;
        dot = c == '.';
    }
    return !dot;
}

static bool is_mail(const char *text, bool international)
{
    const char *at = strrchr(text, '@');

    if (!at || !is_local_part(text, (size_t)(at - text), international))
        return false;
    const char *host = at + 1;
    const size_t length = strlen(host);
    if (*host != '[')
        return read_hostname(host, length, international);
    if (length < 3 || host[length - 1] != ']')
        return false;
    return strncmp(host, "[IPv6:", 6) == 0 ? format_ipv6(host + 6, length - 7)
                                           : format_ipv4(host + 1, length - 2);
}

static bool is_email(const char *text)
{
    return is_mail(text, false);
}

static bool is_idn_email(const char *text)
{
    return is_mail(text, true);
}

/* ---- pointers (RFC 6901) and patterns ---- */

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

static const struct format formats[] = {
    { "date-time", is_date_time },
    { "date", is_date },
    { "time", is_time },
    { "email", is_email },
    { "idn-email", is_idn_email },
    { "hostname", is_hostname },
    { "ipv4", is_ipv4 },
    { "ipv6", is_ipv6 },
    { "uri", format_uri },
    { "uri-reference", format_uri_reference },
    { "iri", format_iri },
    { "iri-reference", format_iri_reference },
    { "uri-template", format_uri_template },
    { "json-pointer", is_json_pointer },
    { "relative-json-pointer", is_relative_json_pointer },
    { "regex", pattern_compiles },
    { 0 },
};

const struct format *format_find(const char *name)
{
    for (const struct format *format = formats; format->name; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}
