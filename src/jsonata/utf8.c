/* Strings by their characters: code points, U+0000 as in json.h. */
#include "jsonata_private.h"

static size_t length_at(const char *text)
{
    const size_t length = (unsigned char)*text < 0x80 ? 1 : text_utf8_length(text);

    return length ? length : 1;
}

size_t text_count(const char *text)
{
    size_t count = 0;

    for (; *text; text += length_at(text))
        count++;
    return count;
}

const char *text_skip(const char *text, size_t characters)
{
    while (*text && characters--)
        text += length_at(text);
    return text;
}

uint32_t text_code(const char *text, size_t *length)
{
    static const unsigned char masks[] = { 0xFF, 0x7F, 0x1F, 0x0F, 0x07 };

    *length = length_at(text);
    uint32_t code = (unsigned char)*text & masks[*length];
    for (size_t i = 1; i < *length; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3F);
    return code;
}
