/* From text to tokens. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "jsonata_private.h"

static const char single[] = ".[]{}(),@#;:?+-*/%|=<>^&!~"; /* each ends a name */
static const char *const doubles[] = { "**", "..", ":=", "!=", "<=", ">=", "~>", "?:", "??" };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v';
}

static size_t column_of(struct lexer *lexer, const char *place)
{
    if (lexer->counted < place) {
        lexer->column += text_count(lexer->counted, place);
        lexer->counted = place;
    }
    return lexer->column;
}

static void skip_blanks(struct lexer *lexer)
{
    for (;;) {
        while (is_blank(*lexer->at))
            lexer->at++;
        if (lexer->at[0] != '/' || lexer->at[1] != '*')
            return;
        const char *end = strstr(lexer->at + 2, "*/");
        if (!end)
            jsonata_fail(lexer->limits, column_of(lexer, lexer->at), "S0106",
                         "a comment has no end; write */ behind it");
        lexer->at = end + 2;
    }
}

static uint32_t read_unicode(struct lexer *lexer)
{
    uint32_t code = 0, low = 0;

    if (text_hex(lexer->at + 1, 4, &code) != 4)
        jsonata_fail(lexer->limits, column_of(lexer, lexer->at), "S0104",
                     "\\u is not followed by four hexadecimal digits");
    lexer->at += 5;
    if (code >= 0xD800 && code < 0xDC00 && lexer->at[0] == '\\' && lexer->at[1] == 'u' &&
        text_hex(lexer->at + 2, 4, &low) == 4 && low >= 0xDC00 && low < 0xE000) {
        lexer->at += 6;
        return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000)
        jsonata_fail(lexer->limits, column_of(lexer, lexer->at), "S0104",
                     "\\u%04x is half of a pair of surrogates; write both", (unsigned)code);
    return code;
}

static void read_escape(struct lexer *lexer, struct text *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char c = *++lexer->at;
    const char *known = c ? strchr(from, c) : NULL;
    char bytes[TEXT_UTF8_ROOM];

    if (c == 'u') {
        text_add_bytes(out, bytes, text_utf8_write(read_unicode(lexer), bytes));
        return;
    }
    if (!known)
        jsonata_fail(
            lexer->limits, column_of(lexer, lexer->at - 1), "S0103",
            "a backslash stands before \"%s\"; only one of \" \\ / b f n r t u may follow",
            c ? jsonata_quote(lexer->limits, arena_copy(lexer->limits->arena, lexer->at, 1)) : "");
    text_add_bytes(out, &to[known - from], 1);
    lexer->at++;
}

static void read_string(struct lexer *lexer, struct lexer_token *token)
{
    const char quote = *lexer->at++;
    const char *plain = lexer->at;
    struct text out = text_new(lexer->limits->arena);

    while (*lexer->at != quote) {
        if (!*lexer->at)
            jsonata_fail(lexer->limits, token->column, "S0101",
                         "a string has no end; write %c behind it", quote);
        if (*lexer->at != '\\') {
            lexer->at++;
            continue;
        }
        text_add_bytes(&out, plain, (size_t)(lexer->at - plain));
        read_escape(lexer, &out);
        plain = lexer->at;
    }
    text_add_bytes(&out, plain, (size_t)(lexer->at - plain));
    lexer->at++;
    token->type = TOKEN_VALUE;
    token->text = out.bytes;
    token->value = value_string(out.bytes);
}

/* [1-9][0-9]* or 0, then perhaps a fraction and an exponent. */
size_t jsonata_number_length(const char *at)
{
    static const char digits[] = "0123456789";
    size_t length = *at == '0' ? 1 : strspn(at, digits);

    if (at[length] == '.' && strspn(at + length + 1, digits))
        length += 1 + strspn(at + length + 1, digits);
    if (at[length] == 'e' || at[length] == 'E') {
        const size_t sign = at[length + 1] == '-' || at[length + 1] == '+';
        const size_t exponent = strspn(at + length + 1 + sign, digits);
        length += exponent ? 1 + sign + exponent : 0;
    }
    return length;
}

static void read_number(struct lexer *lexer, struct lexer_token *token)
{
    const size_t length = jsonata_number_length(lexer->at);

    token->type = TOKEN_VALUE;
    token->text = arena_copy(lexer->limits->arena, lexer->at, length);
    token->value = value_number(strtod(token->text, NULL));
    if (!isfinite(token->value.u.number))
        jsonata_fail(lexer->limits, token->column, "S0102", "the number %s is out of range",
                     jsonata_quote(lexer->limits, token->text));
    lexer->at += length;
}

/* Up to the slash that is neither escaped nor inside of brackets. */
static const char *regex_end(const char *at)
{
    int depth = 0;

    for (; *at; at++) {
        if (*at == '\\' && at[1]) {
            at++;
            continue;
        }
        if (*at == '/' && depth == 0)
            return at;
        if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at))
            depth--;
    }
    return NULL;
}

static void read_regex(struct lexer *lexer, struct lexer_token *token)
{
    const char *start = lexer->at + 1, *end = regex_end(start);

    if (!end)
        jsonata_fail(lexer->limits, token->column, "S0302",
                     "a regular expression has no end; write / behind it");
    if (end == start)
        jsonata_fail(lexer->limits, token->column, "S0301",
                     "a regular expression is empty; write /(?:)/ for one that matches nothing");
    const size_t flags = strspn(end + 1, "im");
    token->type = TOKEN_REGEX;
    token->text = arena_copy(lexer->limits->arena, start, (size_t)(end - start));
    token->flags = arena_copy(lexer->limits->arena, end + 1, flags);
    lexer->at = end + 1 + flags;
}

static void read_quoted_name(struct lexer *lexer, struct lexer_token *token)
{
    const char *end = strchr(lexer->at + 1, '`');

    if (!end)
        jsonata_fail(lexer->limits, token->column, "S0105",
                     "a quoted name has no end; write ` behind it");
    token->type = TOKEN_NAME;
    token->quoted = true;
    token->text = arena_copy(lexer->limits->arena, lexer->at + 1, (size_t)(end - lexer->at - 1));
    lexer->at = end + 1;
}

static void read_name(struct lexer *lexer, struct lexer_token *token)
{
    static const struct {
        const char *text;
        enum token_type type;
        struct value value;
    } words[] = {
        { "and", TOKEN_OPERATOR, { .type = NOTHING } },
        { "or", TOKEN_OPERATOR, { .type = NOTHING } },
        { "in", TOKEN_OPERATOR, { .type = NOTHING } },
        { "true", TOKEN_VALUE, { .type = BOOLEAN, .u.truth = true } },
        { "false", TOKEN_VALUE, { .type = BOOLEAN } },
        { "null", TOKEN_VALUE, { .type = IS_NULL } },
    };
    const char *end = lexer->at;

    while (*end && !is_blank(*end) && !strchr(single, *end))
        end++;
    const char *text = arena_copy(lexer->limits->arena, lexer->at, (size_t)(end - lexer->at));
    token->type = *text == '$' ? TOKEN_VARIABLE : TOKEN_NAME;
    token->text = *text == '$' ? text + 1 : text;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(text, words[i].text) == 0) {
            token->type = words[i].type;
            token->value = words[i].value;
        }
    lexer->at = end;
}

static void read_operator(struct lexer *lexer, struct lexer_token *token)
{
    size_t length = 1;

    for (size_t i = 0; i < sizeof(doubles) / sizeof(doubles[0]); i++)
        if (strncmp(lexer->at, doubles[i], 2) == 0)
            length = 2;
    token->type = TOKEN_OPERATOR;
    token->text = arena_copy(lexer->limits->arena, lexer->at, length);
    lexer->at += length;
}

struct lexer_token jsonata_token(struct lexer *lexer, bool operand)
{
    struct lexer_token token = { .type = TOKEN_END, .text = "" };

    skip_blanks(lexer);
    const char c = *lexer->at;
    token.column = column_of(lexer, lexer->at);
    if (c == '/' && operand)
        read_regex(lexer, &token);
    else if (c == '"' || c == '\'')
        read_string(lexer, &token);
    else if (c == '`')
        read_quoted_name(lexer, &token);
    else if (c >= '0' && c <= '9')
        read_number(lexer, &token);
    else if (c && strchr(single, c))
        read_operator(lexer, &token);
    else if (c)
        read_name(lexer, &token);
    return token;
}
