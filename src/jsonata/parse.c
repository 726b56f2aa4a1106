/* From tokens to a tree, by the binding powers of the rows in parse_operators.c. */
#include <stdlib.h>
#include <string.h>

#include "jsonata_private.h"

enum { STEPS_OF_REGEX = 1000 };

struct jsonata {
    const struct node *root;
    const struct jsonata *next; /* the alternative behind it */
};

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

void jsonata_step(struct limits *limits, size_t column, size_t steps)
{
    limits->steps += steps;
    if (steps > JSONATA_STEPS || limits->steps > JSONATA_STEPS)
        jsonata_fail(limits, column, "U1001",
                     "it takes more than %d steps; is there a recursion without an end?",
                     JSONATA_STEPS);
}

const char *jsonata_quote(struct limits *limits, const char *text)
{
    return text_quote(limits->arena, text, 40);
}

struct node *jsonata_node(struct parser *parser, enum node_type type, size_t column)
{
    struct node *node = jsonata_alloc(&parser->limits, 1, sizeof(*node));

    node->type = type;
    node->column = column;
    return node;
}

void jsonata_push(struct parser *parser, struct nodes *nodes, struct node *node)
{
    if (nodes->count == nodes->room) {
        const size_t room = nodes->room * 2 + 2;
        struct node **grown = jsonata_alloc(&parser->limits, room, sizeof(struct node *));

        if (nodes->count)
            memcpy(grown, nodes->items, nodes->count * sizeof(struct node *));
        nodes->items = grown;
        nodes->room = room;
    }
    nodes->items[nodes->count++] = node;
}

bool jsonata_at(const struct parser *parser, const char *operator)
{
    return parser->token.type == TOKEN_OPERATOR && strcmp(parser->token.text, operator) == 0;
}

/* Goes on to the next token, from `expected` unless that is NULL. */
void jsonata_advance(struct parser *parser, const char *expected, bool operand)
{
    const struct token *token = &parser->token;

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

/* ---- operands ---- */

static const struct operator_row *find_row(const struct token *token)
{
    const struct operator_row *row = jsonata_operators;

    if (token->type != TOKEN_OPERATOR)
        return NULL;
    while (row->text && strcmp(row->text, token->text) != 0)
        row++;
    return row->text ? row : NULL;
}

static struct node *leaf(struct parser *parser, enum node_type type, const struct token *token)
{
    struct node *node = jsonata_node(parser, type, token->column);

    node->text = token->text;
    node->number = token->number;
    return node;
}

static struct node *name_leaf(struct parser *parser, const struct token *token)
{
    struct node *node = jsonata_name(parser, token->text, token->column);

    /* What makes `function(...)` a lambda and not a call. */
    node->number = token->quoted ? 1 : 0;
    return node;
}

static struct node *regex_leaf(struct parser *parser, const struct token *token)
{
    struct node *node = leaf(parser, NODE_REGEX, token);
    struct error error = { "" };

    jsonata_step(&parser->limits, token->column, STEPS_OF_REGEX);
    node->pattern = pattern_compile_exact(parser->limits.arena, token->text, token->flags, &error);
    if (!node->pattern)
        jsonata_fail(&parser->limits, token->column, "S0302", "%s", error.text);
    return node;
}

/* What stands between alternatives, and is no variable there. */
static bool is_joint(const struct parser *parser, const struct token *token)
{
    return parser->joint && token->type == TOKEN_VARIABLE &&
           strcmp(token->text, parser->joint) == 0;
}

static struct node *operand(struct parser *parser, const struct token *token)
{
    static const enum node_type types[] = {
        [TOKEN_VARIABLE] = NODE_VARIABLE,
        [TOKEN_STRING] = NODE_STRING,
        [TOKEN_NUMBER] = NODE_NUMBER,
        [TOKEN_VALUE] = NODE_LITERAL,
    };
    const struct operator_row *row = find_row(token);

    if (token->type == TOKEN_END || is_joint(parser, token))
        jsonata_fail(&parser->limits, token->column, "S0207",
                     "the expression ends where an operand is missing");
    if (token->type == TOKEN_NAME)
        return name_leaf(parser, token);
    if (token->type == TOKEN_REGEX)
        return regex_leaf(parser, token);
    if (token->type != TOKEN_OPERATOR)
        return leaf(parser, types[token->type], token);
    if (!row)
        jsonata_fail(&parser->limits, token->column, "S0204", "there is no operator \"%s\"",
                     token->text);
    if (!row->prefix)
        jsonata_fail(&parser->limits, token->column, "S0211",
                     "\"%s\" stands where an operand is missing", token->text);
    return row->prefix(parser, token);
}

/* Of the token that stands behind an operand. */
static const struct operator_row *infix_row(struct parser *parser)
{
    const struct token *token = &parser->token;
    const struct operator_row *row = find_row(token);

    if (token->type == TOKEN_OPERATOR && !row)
        jsonata_fail(&parser->limits, token->column, "S0204", "there is no operator \"%s\"",
                     token->text);
    return row;
}

static bool takes_operand(const struct token *token)
{
    return token->type == TOKEN_OPERATOR && strchr("([{-|", *token->text) != NULL;
}

struct node *jsonata_expression(struct parser *parser, int power)
{
    const struct token first = parser->token;

    if (++parser->limits.depth > JSONATA_DEEPEST_PARSED)
        jsonata_fail(&parser->limits, first.column, "U1001",
                     "the expression is nested more than %d levels deep", JSONATA_DEEPEST_PARSED);
    parser->token = jsonata_token(&parser->lexer, takes_operand(&first));
    struct node *left = operand(parser, &first);
    for (const struct operator_row *row = infix_row(parser); row && row->power > power;
         row = infix_row(parser)) {
        struct token *token = jsonata_alloc(&parser->limits, 1, sizeof(*token));

        *token = parser->token;
        parser->token = jsonata_token(&parser->lexer, true);
        left = row->infix(parser, token, left);
    }
    parser->limits.depth--;
    return left;
}

static bool is_utf8(const char *text)
{
    for (size_t length = 1; *text && length; text += length)
        length = (unsigned char)*text < 0x80 ? 1 : text_utf8_length(text);
    return !*text;
}

static void check_whole(struct parser *parser, const char *text)
{
    if (strlen(text) > JSONATA_LONGEST)
        jsonata_fail(&parser->limits, 1, "U1001", "the expression is longer than %d bytes",
                     JSONATA_LONGEST);
    if (!is_utf8(text))
        jsonata_fail(&parser->limits, 1, "S0101", "the expression is no UTF-8");
}

/* One expression, up to the joint behind it or the end of all. */
static const struct node *parse_one(struct parser *parser)
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

static const struct jsonata *parse_each(struct parser *parser, const char *text)
{
    struct jsonata *const first = arena_alloc(parser->limits.arena, sizeof(*first));
    struct jsonata *last = first;

    check_whole(parser, text);
    last->root = parse_one(parser);
    while (parser->token.type != TOKEN_END) {
        struct jsonata *next = jsonata_alloc(&parser->limits, 1, sizeof(*next));

        next->root = parse_one(parser);
        last->next = next;
        last = next;
    }
    return first;
}

static const struct jsonata *parse_joined(struct limits *limits, const char *text,
                                          const char *joint, struct error *error)
{
    jmp_buf way_out;
    struct parser *const parser = arena_alloc(limits->arena, sizeof(*parser));
    const struct jsonata *volatile parsed = NULL;

    parser->joint = joint;
    parser->limits = *limits;
    parser->limits.error = error;
    parser->limits.way_out = &way_out;
    parser->limits.depth = 0;
    parser->lexer = (struct lexer){
        .limits = &parser->limits, .start = text, .at = text, .counted = text, .column = 1
    };
    if (!setjmp(way_out))
        parsed = parse_each(parser, text);
    parser->limits.way_out = NULL;
    limits->steps = parser->limits.steps;
    limits->bytes = parser->limits.bytes;
    return parsed;
}

const struct jsonata *jsonata_parse_within(struct limits *limits, const char *text,
                                           struct error *error)
{
    return parse_joined(limits, text, NULL, error);
}

const struct jsonata *jsonata_parse(struct arena *arena, const char *text, struct error *error)
{
    return jsonata_parse_joined(arena, text, NULL, error);
}

const struct jsonata *jsonata_parse_joined(struct arena *arena, const char *text, const char *joint,
                                           struct error *error)
{
    struct limits limits = { .arena = arena, .column = 1 };

    return parse_joined(&limits, text, joint, error);
}

const struct jsonata *jsonata_next(const struct jsonata *expression)
{
    return expression->next;
}

const struct node *jsonata_root(const struct jsonata *expression)
{
    return expression->root;
}
