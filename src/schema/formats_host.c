#include <string.h>
#include <strings.h>

#include "formats_private.h"

/* Addresses, host names, and the mail addresses that end with one. */

bool format_ipv4_bytes(const char *text, size_t length)
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

bool format_ipv6_bytes(const char *text, size_t length)
{
    const char *const end = text + length;
    int groups = 0;
    bool gap = length >= 2 && strncmp(text, "::", 2) == 0;

    text += gap ? 2 : 0;
    while (text < end) {
        const size_t digits = strspn(text, "0123456789abcdefABCDEF");

        if (text[digits] == '.')
            return (gap ? groups <= 5 : groups == 6) &&
                   format_ipv4_bytes(text, (size_t)(end - text));
        if (digits < 1 || digits > 4 || ++groups > 8)
            return false;
        text += digits;
        if (text < end && !skip_colons(&text, end, &gap))
            return false;
    }
    return text == end && (gap ? groups <= 7 : groups == 8);
}

bool format_ipv4(const char *text)
{
    return format_ipv4_bytes(text, strlen(text));
}

bool format_ipv6(const char *text)
{
    return format_ipv6_bytes(text, strlen(text));
}

/* ---- names ---- */

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
    if (length > LABEL_LONGEST || text[0] == '-' || text[length - 1] == '-')
        return false;
    for (size_t i = 0; i < length; i++)
        if (!format_is_digit(text[i]) && !format_is_letter(text[i]) && text[i] != '-')
            return false;
    return true;
}

static bool add_encoded_label(struct host_name *name, const char *text, size_t length)
{
    struct idn_label label;

    if (!idn_label_read(&label, text, length, name->kind == HOST_OF_MAIL))
        return false;
    if (idn_label_is_bidi(&label))
        name->bidi = true;
    else
        name->suits = name->suits && idn_label_suits_bidi(&label);
    name->length += strlen(label.ascii) + 1;
    return true;
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
    name->suits = name->suits && format_is_letter(text[0]);
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

bool format_hostname(const char *text)
{
    return format_host_bytes(text, strlen(text), HOST_ASCII);
}

bool format_idn_hostname(const char *text)
{
    return format_host_bytes(text, strlen(text), HOST_INTERNATIONAL);
}

/* ---- mail ---- */

enum { LOCAL_PART_LONGEST = 64, ADDRESS_LONGEST = 254 }; /* RFC 5321 section 4.5.3.1, in bytes */

/* The bytes of the character at `text` when it is beyond ASCII and may be; else 0. */
static size_t beyond_ascii(const char *text, bool international)
{
    return international && *text & 0x80 ? format_utf8_length(text) : 0;
}

/* Between the quotes: printable ASCII; a backslash before anything, and before " and \. */
static bool is_quoted(const char *text, const char *end, bool international)
{
    while (text < end) {
        const size_t beyond = beyond_ascii(text, international);
        const bool escape = *text == '\\' && text + 1 < end;

        text += escape ? 1 : 0;
        if (!beyond && (*text < 0x20 || *text > 0x7E || (!escape && strchr("\"\\", *text))))
            return false;
        text += beyond ? beyond : 1;
    }
    return text == end;
}

static bool is_local_part(const char *text, size_t length, bool international)
{
    const char *const end = text + length;
    bool dot = true; /* no dot may come now */

    if (length > LOCAL_PART_LONGEST)
        return false;
    if (length >= 2 && text[0] == '"' && end[-1] == '"')
        return is_quoted(text + 1, end - 1, international);
    while (text < end) {
        const size_t beyond = beyond_ascii(text, international);

        if (*text == '.' ? dot
                         : !beyond && !format_is_digit(*text) && !format_is_letter(*text) &&
                               !strchr("!#$%&'*+-/=?^_`{|}~", *text))
            return false;
        dot = *text == '.';
        text += beyond ? beyond : 1;
    }
    return text == end && !dot;
}

/* What an address literal in brackets holds: IPv4, or IPv6 with its tag. */
static bool is_address_literal(const char *text, size_t length)
{
    if (length > 5 && strncasecmp(text, "IPv6:", 5) == 0)
        return format_ipv6_bytes(text + 5, length - 5);
    return format_ipv4_bytes(text, length);
}

static bool is_mail(const char *text, enum host_kind kind)
{
    const char *const at = strrchr(text, '@');
    const size_t length = strlen(text), host = at ? strlen(at + 1) : 0;

    if (!at || !host || length > ADDRESS_LONGEST ||
        !is_local_part(text, (size_t)(at - text), kind == HOST_OF_MAIL))
        return false;
    if (at[1] == '[')
        return text[length - 1] == ']' && is_address_literal(at + 2, host - 2);
    return format_host_bytes(at + 1, host, kind);
}

bool format_email(const char *text)
{
    return is_mail(text, HOST_ASCII);
}

bool format_idn_email(const char *text)
{
    return is_mail(text, HOST_OF_MAIL);
}
