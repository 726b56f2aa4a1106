/* Keywords about strings. */
#include <string.h>
#include <strings.h>

#include "cfnc/json/json.h"
#include "schema_private.h"

/* ---- lengths ---- */

JUDGE(judge_length)
{
    const char *text = json_string(value);
    const size_t bound = check->operand.count, bytes = strlen(text);
    const bool least = check->keyword->least;

    /* a character has one to four bytes, so that mostly nobody need count them */
    if (least ? bytes / 4 >= bound : bytes <= bound)
        return VALID;
    const size_t count = text_count(text, text + strlen(text));
    if (least ? count >= bound : count <= bound)
        return VALID;
    return fault(run, node, check->keyword->name, "expected at %s %s, got %zu",
                 least ? "least" : "most", fault_count(run, bound, "character"), count);
}

/* ---- pattern ---- */

static bool compile_pattern(struct schema_site *site, const json *value, union operand *operand)
{
    if (!is_of_type(site, "pattern", value, JSON_STRING, "a string"))
        return false;
    operand->pattern = pattern_of(site, "pattern", json_string(value));
    return operand->pattern;
}

JUDGE(judge_pattern)
{
    const struct pattern *pattern = check->operand.pattern;
    const enum validity verdict = run_search(run, pattern, json_string(value));

    if (verdict == UNDECIDED)
        return fault_undecided(run, node, "pattern", "matching took too many steps");
    if (verdict == VALID)
        return VALID;
    return fault(run, node, "pattern", "expected a match of the pattern \"%s\", got %s",
                 fault_text(run, pattern_source(pattern)), fault_value(run, value));
}

/* ---- format ---- */

static bool compile_format(struct schema_site *site, const json *value, union operand *operand)
{
    if (!is_of_type(site, "format", value, JSON_STRING, "a string"))
        return false;
    operand->format = format_find(json_string(value));
    return true;
}

JUDGE(judge_format)
{
    const struct format *format = check->operand.format;

    if (!format || !format->valid || format->valid(json_string(value), format->kind))
        return VALID;
    return fault(run, node, "format", "expected the format %s, got %s", format->name,
                 fault_value(run, value));
}

/* ---- contentEncoding and contentMediaType ---- */

/* Draft-07 validation section 8: base64 and JSON are asserted, anything else is not judged. */
struct content {
    bool base64, json;
};

/* RFC 2045 section 6.1. */
static bool is_plain(const char *encoding)
{
    return strcasecmp(encoding, "7bit") == 0 || strcasecmp(encoding, "8bit") == 0 ||
           strcasecmp(encoding, "binary") == 0;
}

/* application/json, or what ends with +json (RFC 6839), whatever its parameters. */
static bool is_json_type(const char *type)
{
    const size_t length = strcspn(type, "; \t");

    return (length == 16 && strncasecmp(type, "application/json", length) == 0) ||
           (length > 5 && strncasecmp(type + length - 5, "+json", 5) == 0);
}

static bool compile_content(struct schema_site *site, const json *value, union operand *operand)
{
    const json *encoding = json_get(site->raw, "contentEncoding");
    const json *type = json_get(site->raw, "contentMediaType");
    struct content *content = arena_alloc(arena_of(site), sizeof(*content));

    (void)value;
    operand->content = content;
    if ((encoding && !is_of_type(site, "contentEncoding", encoding, JSON_STRING, "a string")) ||
        (type && !is_of_type(site, "contentMediaType", type, JSON_STRING, "a string")))
        return false;
    content->base64 = encoding && strcasecmp(json_string(encoding), "base64") == 0;
    content->json = type && is_json_type(json_string(type)) &&
                    (!encoding || content->base64 || is_plain(json_string(encoding)));
    return true;
}

/*
 * Decodes base64 (RFC 2045 section 6.8), which may be broken into lines, to `out`, that is no
 * shorter; -1 when it is none.
 */
static long decode_base64(const char *text, char *out)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *const start = out;
    unsigned bits = 0;
    size_t digits = 0, padding = 0;

    for (; *text; text++) {
        const char *six = strchr(alphabet, *text);

        if (strchr(" \t\r\n", *text))
            continue;
        if (*text == '=')
            padding++;
        else if (!six || padding)
            return -1;
        if (!six)
            continue;
        bits = (bits << 6 | (unsigned)(six - alphabet)) & 0xFFFFFF;
        if (++digits % 4 != 1)
            *out++ = (char)(unsigned char)(bits >> (6 - 2 * ((digits - 1) % 4)));
    }
    *out = '\0';
    return padding <= 2 && (digits + padding) % 4 == 0 ? out - start : -1;
}

JUDGE(judge_content)
{
    const struct content *content = check->operand.content;
    const char *text = json_string(value);
    struct arena *arena = arena_new();
    struct error error;
    long length = (long)strlen(text);
    bool fits = true;

    if (content->base64) {
        char *bytes = arena_alloc(arena, (size_t)length + 1);

        length = decode_base64(text, bytes);
        text = bytes;
    }
    if (length >= 0 && content->json)
        fits = json_parse(arena, text, (size_t)length, &error);
    arena_free(arena);
    if (length >= 0 && fits)
        return VALID;
    return fault(run, node, length < 0 ? "contentEncoding" : "contentMediaType",
                 "expected %s, got %s", length < 0 ? "base64" : "the text of JSON",
                 fault_value(run, value));
}

const struct keyword string_keywords[] = {
    { "maxLength", JSON_STRING, .compile = compile_count, .judge = judge_length },
    { "minLength", JSON_STRING, .compile = compile_count, .judge = judge_length, .least = true },
    { "pattern", JSON_STRING, .compile = compile_pattern, .judge = judge_pattern },
    { "format", JSON_STRING, .compile = compile_format, .judge = judge_format, .all_only = true },
    { "contentEncoding", JSON_STRING, .with = { "contentMediaType" }, .compile = compile_content,
      .judge = judge_content, .all_only = true },
    { 0 },
};
