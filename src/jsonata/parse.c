/* From tokens to a tree, by the binding powers of the operators' rows; and what bounds it all. */
#include <string.h>

#include "jsonata_private.h"

enum { STEPS_OF_REGEX = 1000 };

/* ---- limits ---- */

void jsonata_fail(struct limits *limits, size_t column, const char *code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *text = arena_vprintf(limits->arena, format, args);
    va_end(args);
    error_set(limits->error, "column %zu: %s (%s)", column ? column : limits->column, text, code);
    longjmp(*limits->way_out, 1);
}

void jsonata_charge(struct limits *limits, size_t bytes)
{
    limits->bytes += bytes;
    if (bytes > JSONATA_BYTES || limits->bytes > JSONATA_BYTES)
        jsonata_fail(limits, 0, "U1001",
                     "it takes more than %d MB of memory; is there a recursion without an end?",
                     JSONATA_BYTES >> 20);
}

void *jsonata_alloc(struct limits *limits, size_t count, size_t size)
{
    if (size && count > JSONATA_BYTES / size)
        jsonata_charge(limits, JSONATA_BYTES + (size_t)1);
    jsonata_charge(limits, count * size + 16);
    return arena_array(limits->arena, count, size);
}

void *jsonata_grow(struct limits *limits, void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room * 2 + 4;
    void *grown = jsonata_alloc(limits, *room, size);
    if (count)
        memcpy(grown, items, count * size);
    return grown;
}

void jsonata_step(struct limits *limits, size_t column, size_t steps)
{
    limits->steps += steps;
    if (steps > JSONATA_STEPS || limits->steps > JSONATA_STEPS)
        jsonata_fail(limits, column, "U1001",
                     "it takes more than %d steps; is there a recursion without an end?",
                     JSONATA_STEPS);
}

void jsonata_enter(struct limits *limits, size_t column)
{
    if (++limits->depth > JSONATA_DEEPEST)
        jsonata_fail(limits, column, "U1001",
                     "it is more than %d levels deep; is there a recursion without an end?",
                     JSONATA_DEEPEST);
}

void jsonata_step_down(struct limits *limits, int depth)
{
    jsonata_step(limits, 0, 1);
    if (depth > JSON_DEEPEST)
        jsonata_fail(limits, 0, "U1001", "a value is nested more than %d levels deep",
                     JSON_DEEPEST);
}

const char *jsonata_quote(struct limits *limits, const char *text)
{
    return text_quote(limits->arena, text, 40);
}

/* ---- what reads operators ---- */

struct node *jsonata_node(struct jsonata_parser *parser, enum node_type type, size_t column)
{
    struct node *node = jsonata_alloc(&parser->limits, 1, sizeof(*node));

    node->type = type;
    node->column = column;
    return node;
}

void jsonata_push(struct jsonata_parser *parser, struct node_array *nodes, struct node *node)
{
    nodes->items = jsonata_grow(&parser->limits, nodes->items, nodes->count, &nodes->room,
                                sizeof(struct node *));
    nodes->items[nodes->count++] = node;
}

bool jsonata_at(const struct jsonata_parser *parser, const char *operator)
{
    return parser->token.type == TOKEN_OPERATOR && strcmp(parser->token.text, operator) == 0;
}

/* Goes on to the next token, from `expected` unless that is NULL. */
void jsonata_advance(struct jsonata_parser *parser, const char *expected, bool operand)
{
    const struct lexer_token *token = &parser->token;

    if (expected && !jsonata_at(parser, expected)) {
        if (token->type == TOKEN_END)
            jsonata_fail(&parser->limits, token->column, "S0203",
                         "the expression ends where \"%s\" is missing", expected);
        jsonata_fail(&parser->limits, token->column, "S0202",
                     "\"%s\" stands where \"%s\" is missing",
                     jsonata_quote(&parser->limits, token->text), expected);
    }
    parser->token = jsonata_token(&parser->lexer, operand);
}

bool jsonata_more(struct jsonata_parser *parser, const char *separator)
{
    const bool more = jsonata_at(parser, separator);

    if (more)
        jsonata_advance(parser, NULL, true);
    return more;
}

/* ---- expressions ---- */

/* The row of an operator before an operand or behind one; where it is none there, any of its rows.
 */
static const struct operator_row *find_row(struct jsonata_parser *parser,
                                           const struct lexer_token *token, bool infix)
{
    static const struct operator_row *const tables[] = { jsonata_operators, jsonata_path_operators,
                                                         jsonata_binary_operators };
    const struct operator_row *known = NULL;

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct operator_row *row = tables[i]; row->text; row++) {
            if (strcmp(row->text, token->text) != 0)
                continue;
            if (infix ? row->power > 0 : row->prefix != NULL)
                return row;
            known = row;
        }
    if (!known)
        jsonata_fail(&parser->limits, token->column, "S0204", "there is no operator \"%s\"",
                     token->text);
    return known;
}

static struct node *read_regex(struct jsonata_parser *parser, struct node *node,
                               const struct lexer_token *token)
{
    struct error error = { .text = "" };

    jsonata_step(&parser->limits, token->column, STEPS_OF_REGEX);
    node->type = NODE_REGEX;
    node->pattern = pattern_compile_exact(parser->limits.arena, token->text, token->flags, &error);
    if (!node->pattern)
        jsonata_fail(&parser->limits, token->column, "S0302", "%s", error.text);
    return node;
}

/* What stands between alternatives, and is no variable there. */
static bool is_joint(const struct jsonata_parser *parser, const struct lexer_token *token)
{
    return parser->joint && token->type == TOKEN_VARIABLE &&
           strcmp(token->text, parser->joint) == 0;
}

static struct node *operand(struct jsonata_parser *parser, const struct lexer_token *token)
{
    if (token->type == TOKEN_END || is_joint(parser, token))
        jsonata_fail(&parser->limits, token->column, "S0207",
                     "the expression ends where an operand is missing");
    struct node *node = jsonata_node(parser, NODE_VALUE, token->column);
    node->text = token->text;
    node->value = token->value;
    node->quoted = token->quoted;
    switch (token->type) {
    case TOKEN_NAME:
        node->type = NODE_NAME;
        return jsonata_path_of(parser, node);
    case TOKEN_VARIABLE:
        node->type = NODE_VARIABLE;
        return node;
    case TOKEN_VALUE:
        return node;
    case TOKEN_REGEX:
        return read_regex(parser, node, token);
    case TOKEN_END:
    case TOKEN_OPERATOR:
        break;
    }
    const struct operator_row *row = find_row(parser, token, false);
    if (!row->prefix)
        jsonata_fail(&parser->limits, token->column, "S0211",
                     "\"%s\" stands where an operand is missing", token->text);
    node->type = row->type;
    return row->prefix(parser, node);
}

struct node *jsonata_expression(struct jsonata_parser *parser, int power)
{
    const struct lexer_token first = parser->token;

    if (++parser->limits.depth > JSONATA_DEEPEST_PARSED)
        jsonata_fail(&parser->limits, first.column, "U1001",
                     "the expression is nested more than %d levels deep", JSONATA_DEEPEST_PARSED);
    const bool begins = first.type == TOKEN_OPERATOR && strchr("([{-|", *first.text);
    parser->token = jsonata_token(&parser->lexer, begins);
    struct node *left = operand(parser, &first);
    while (parser->token.type == TOKEN_OPERATOR) {
        const struct operator_row *row = find_row(parser, &parser->token, true);

        if (row->power <= power)
            break;
        struct node *node = jsonata_node(parser, row->type, parser->token.column);
        node->text = row->text;
        node->operator= row;
        parser->token = jsonata_token(&parser->lexer, true);
        left = row->infix(parser, node, left);
    }
    parser->limits.depth--;
    return left;
}

/* ---- the whole ---- */

static void check_text(struct jsonata_parser *parser, const char *text)
{
    const char *at = text;

    if (strlen(text) > JSONATA_LONGEST)
        jsonata_fail(&parser->limits, 1, "U1001", "the expression is longer than %d bytes",
                     JSONATA_LONGEST);
    for (size_t length = 1; *at && length; at += length)
        length = text_utf8_length(at);
    if (*at)
        jsonata_fail(&parser->limits, 1, "S0101", "the expression is no UTF-8");
}

/* One expression, up to the joint behind it or the end of all. */
static const struct node *parse_one(struct jsonata_parser *parser)
{
    parser->token = jsonata_token(&parser->lexer, true);
    struct node *root = jsonata_expression(parser, 0);
    if (parser->token.type != TOKEN_END && !is_joint(parser, &parser->token))
        jsonata_fail(&parser->limits, parser->token.column, "S0201",
                     "\"%s\" stands behind the end of the expression",
                     jsonata_quote(&parser->limits, parser->token.text));
    if (root->type == NODE_PARENT || root->seeking)
        jsonata_fail(&parser->limits, root->column, "S0217",
                     "the parent operator %% has no step before it");
    return root;
}

static const struct jsonata *parse_each(struct jsonata_parser *parser)
{
    struct jsonata *const first = arena_alloc(parser->limits.arena, sizeof(*first));
    struct jsonata *last = first;

    check_text(parser, parser->lexer.at);
    last->root = parse_one(parser);
    while (parser->token.type != TOKEN_END) {
        struct jsonata *next = jsonata_alloc(&parser->limits, 1, sizeof(*next));

        next->root = parse_one(parser);
        last->next = next;
        last = next;
    }
    return first;
}

const struct jsonata *jsonata_parse_within(struct limits *limits, const char *text,
                                           const char *joint, struct error *error)
{
    jmp_buf way_out;
    struct jsonata_parser *const parser = arena_alloc(limits->arena, sizeof(*parser));
    const struct jsonata *volatile parsed = NULL;

    parser->joint = joint;
    parser->limits = *limits;
    parser->limits.error = error;
    parser->limits.way_out = &way_out;
    parser->limits.depth = 0;
    parser->lexer =
        (struct lexer){ .limits = &parser->limits, .at = text, .counted = text, .column = 1 };
    if (!setjmp(way_out))
        parsed = parse_each(parser);
    parser->limits.way_out = NULL;
    limits->steps = parser->limits.steps;
    limits->bytes = parser->limits.bytes;
    return parsed;
}

const struct jsonata *jsonata_parse(struct arena *arena, const char *text, const char *joint,
                                    struct error *error)
{
    struct limits limits = { .arena = arena, .column = 1 };

    return jsonata_parse_within(&limits, text, joint, error);
}

const struct jsonata *jsonata_next(const struct jsonata *expression)
{
    return expression->next;
}
