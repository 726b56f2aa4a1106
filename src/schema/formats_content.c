#include <string.h>
#include <strings.h>

#include "cfnc/json/json_scan.h"
#include "formats_private.h"
#include "schema_private.h"

/*
 * contentEncoding and contentMediaType (draft-07 validation section 8), which may be asserted:
 * base64 and JSON are; what is encoded or meant otherwise is not judged.
 */
enum encoding { ENCODING_OTHER, ENCODING_NONE, ENCODING_BASE64 };

struct content {
    const char *encoding_name, *media_type;
    enum encoding encoding;
    bool json;
};

/* RFC 2045 section 6.1. */
static enum encoding encoding_of(const char *name)
{
    static const struct {
        const char *name;
        enum encoding encoding;
    } rows[] = { { "7bit", ENCODING_NONE },
                 { "8bit", ENCODING_NONE },
                 { "binary", ENCODING_NONE },
                 { "base64", ENCODING_BASE64 } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcasecmp(rows[i].name, name) == 0)
            return rows[i].encoding;
    return ENCODING_OTHER;
}

/* application/json, or what ends with +json (RFC 6839), whatever its parameters. */
static bool is_json_type(const char *type)
{
    const size_t length = strcspn(type, "; \t");

    return (length == 16 && strncasecmp(type, "application/json", length) == 0) ||
           (length > 5 && strncasecmp(type + length - 5, "+json", 5) == 0);
}

bool compile_content(struct compiler *c, struct site *site, const json *value,
                     union operand *operand)
{
    static const char *const words[] = { "contentEncoding", "contentMediaType" };
    struct content *content = arena_alloc(c->arena, sizeof(*content));
    const char **texts[] = { &content->encoding_name, &content->media_type };

    (void)value;
    for (size_t i = 0; i < 2; i++) {
        const json *word = json_get(site->raw, words[i]);
        if (word && !(*texts[i] = json_string(word)))
            return site_error(c, site, words[i], "%s is a string, not %s", words[i],
                              json_type_name(word));
    }
    content->encoding =
        content->encoding_name ? encoding_of(content->encoding_name) : ENCODING_NONE;
    content->json = content->media_type && is_json_type(content->media_type);
    operand->content = content;
    return true;
}

/* The six bits that a character of base64 (RFC 2045 section 6.8) stands for; -1 for another. */
static int six_bits(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *const found = c ? strchr(digits, c) : NULL;

    return found ? (int)(found - digits) : -1;
}

/*
 * Decodes `text`, which may be broken into lines, to `out`, that is no shorter; when it is
 * no base64, -1.
 */
static long decode_base64(const char *text, char *out)
{
    const char *const start = out;
    unsigned bits = 0;
    size_t digits = 0, padding = 0;

    for (; *text; text++) {
        const int six = six_bits(*text);

        if (strchr(" \t\r\n", *text))
            continue;
        if (*text == '=')
            padding++;
        if (*text != '=' && (six < 0 || padding))
            return -1;
        bits = six < 0 ? bits : (bits << 6 | (unsigned)six) & 0xFFFFFF;
        digits += six < 0 ? 0 : 1;
        if (six >= 0 && digits % 4 != 1)
            *out++ = (char)(unsigned char)(bits >> (6 - 2 * ((digits - 1) % 4)));
    }
    *out = '\0';
    return padding <= 2 && (digits + padding) % 4 == 0 ? out - start : -1;
}

enum verdict judge_content(struct run *run, const struct schema_node *node,
                           const struct check *check, const json *value)
{
    const struct content *content = check->operand.content;
    const char *text = json_string(value);
    struct arena *arena = arena_new();
    struct error error;
    bool decoded = true, fits = true;
    size_t length = strlen(text);

    if (content->encoding == ENCODING_BASE64) {
        char *bytes = arena_alloc(arena, length + 1);
        const long count = decode_base64(text, bytes);

        decoded = count >= 0;
        length = decoded ? (size_t)count : 0;
        text = bytes;
    }
    if (decoded && content->json && content->encoding != ENCODING_OTHER)
        fits = json_scan(text, length, &error);
    arena_free(arena);
    if (!decoded)
        return fault(run, node, "contentEncoding", "expected base64, got %s",
                     fault_value(run, value));
    if (!fits)
        return fault(run, node, "contentMediaType", "expected the text of JSON, got %s",
                     fault_value(run, value));
    return VALID;
}
