/* The operators: one row each, and how what belongs to them is read. */
#include <string.h>

#include "jsonata_private.h"

static struct node *pair(struct parser *parser, enum node_type type, const struct token *token,
                         struct node *left, struct node *right)
{
    struct node *node = jsonata_node(parser, type, token->column);

    node->left = left;
    node->right = right;
    node->text = token->text;
    jsonata_inherit(node, left);
    jsonata_inherit(node, right);
    return node;
}

static const struct operator_row *row_of(const char *text)
{
    const struct operator_row *row = jsonata_operators;

    while (strcmp(row->text, text) != 0)
        row++;
    return row;
}

/* ---- behind an operand ---- */

static struct node *infix_binary(struct parser *parser, const struct token *token,
                                 struct node *left)
{
    const struct operator_row *row = row_of(token->text);
    struct node *node =
        pair(parser, NODE_BINARY, token, left, jsonata_expression(parser, row->power));

    node->operator= row;
    return node;
}

static struct node *infix_dot(struct parser *parser, const struct token *token, struct node *left)
{
    return jsonata_join(parser, left, jsonata_expression(parser, row_of(token->text)->power));
}

static struct node *infix_apply(struct parser *parser, const struct token *token, struct node *left)
{
    struct node *node = pair(parser, NODE_APPLY, token, left,
                             jsonata_expression(parser, row_of(token->text)->power));

    node->keep_array = node->left->keep_array || node->right->keep_array;
    return node;
}

static struct node *infix_bind(struct parser *parser, const struct token *token, struct node *left)
{
    if (left->type != NODE_VARIABLE || left->predicate.count || left->group)
        jsonata_fail(&parser->limits, token->column, "S0212",
                     "what stands before := is no variable; its name begins with $");
    struct node *node = jsonata_node(parser, NODE_BIND, token->column);
    node->text = left->text;
    node->right = jsonata_expression(parser, row_of(token->text)->power - 1);
    jsonata_inherit(node, node->right);
    return node;
}

static struct node *infix_condition(struct parser *parser, const struct token *token,
                                    struct node *left)
{
    struct node *node = pair(parser, NODE_CONDITION, token, left, jsonata_expression(parser, 0));

    if (jsonata_at(parser, ":")) {
        jsonata_advance(parser, ":", true);
        node->third = jsonata_expression(parser, 0);
        jsonata_inherit(node, node->third);
    }
    return node;
}

static struct node *infix_default(struct parser *parser, const struct token *token,
                                  struct node *left)
{
    return pair(parser, NODE_DEFAULT, token, left, jsonata_expression(parser, 0));
}

static struct node *infix_coalesce(struct parser *parser, const struct token *token,
                                   struct node *left)
{
    return pair(parser, NODE_COALESCE, token, left, jsonata_expression(parser, 0));
}

static struct token read_variable(struct parser *parser, const struct token *operator)
{
    const struct token variable = parser->token;

    if (variable.type != TOKEN_VARIABLE)
        jsonata_fail(&parser->limits, operator->column, "S0214",
                     "no variable stands behind %s; its name begins with $", operator->text);
    jsonata_advance(parser, NULL, false);
    return variable;
}

static struct node *infix_focus(struct parser *parser, const struct token *token, struct node *left)
{
    const struct token variable = read_variable(parser, token);

    return jsonata_focus(parser, left, &variable);
}

static struct node *infix_position(struct parser *parser, const struct token *token,
                                   struct node *left)
{
    const struct token variable = read_variable(parser, token);

    return jsonata_position(parser, left, &variable);
}

static struct node *infix_filter(struct parser *parser, const struct token *token,
                                 struct node *left)
{
    if (jsonata_at(parser, "]")) {
        jsonata_advance(parser, "]", false);
        jsonata_keep_array(left);
        return left;
    }
    struct node *filter = jsonata_node(parser, NODE_FILTER, token->column);
    filter->left = jsonata_expression(parser, 0);
    jsonata_advance(parser, "]", false);
    return jsonata_filter(parser, left, filter);
}

static struct node *infix_sort(struct parser *parser, const struct token *token, struct node *left)
{
    struct node *sort = jsonata_node(parser, NODE_SORT, token->column);
    bool more = true;

    jsonata_advance(parser, "(", true);
    while (more) {
        const bool descending = jsonata_at(parser, ">");

        if (descending || jsonata_at(parser, "<"))
            jsonata_advance(parser, NULL, true);
        struct node *term = jsonata_node(parser, NODE_FILTER, parser->token.column);
        term->left = jsonata_expression(parser, 0);
        term->descending = descending;
        jsonata_push(parser, &sort->children, term);
        more = jsonata_at(parser, ",");
        if (more)
            jsonata_advance(parser, ",", true);
    }
    jsonata_advance(parser, ")", false);
    return jsonata_ordered(parser, left, sort);
}

/* Up to the closing brace: key : value, key : value. */
static struct node *read_pairs(struct parser *parser, const struct token *token)
{
    struct node *node = jsonata_node(parser, NODE_OBJECT, token->column);
    bool more = !jsonata_at(parser, "}");

    while (more) {
        struct node *key = jsonata_expression(parser, 0);

        jsonata_advance(parser, ":", true);
        struct node *value = jsonata_expression(parser, 0);
        jsonata_push(parser, &node->children, key);
        jsonata_push(parser, &node->children, value);
        jsonata_inherit(node, key);
        jsonata_inherit(node, value);
        more = jsonata_at(parser, ",");
        if (more)
            jsonata_advance(parser, ",", true);
    }
    jsonata_advance(parser, "}", false);
    return node;
}

static struct node *infix_group(struct parser *parser, const struct token *token, struct node *left)
{
    if (left->group)
        jsonata_fail(&parser->limits, token->column, "S0210",
                     "a second { } groups what is grouped already");
    left->group = read_pairs(parser, token);
    return left;
}

/* ---- calls and lambdas ---- */

static const char *read_signature(struct parser *parser)
{
    const char *begin = parser->lexer.at;
    int depth = 1;

    while (depth > 0) {
        jsonata_advance(parser, NULL, false);
        if (parser->token.type == TOKEN_END || jsonata_at(parser, "{"))
            jsonata_fail(&parser->limits, parser->token.column, "S0202",
                         "a signature has no end; write > behind it");
        depth += jsonata_at(parser, "<") ? 1 : jsonata_at(parser, ">") ? -1 : 0;
    }
    const size_t length = (size_t)(parser->lexer.at - begin) - 1;
    const char *text = arena_copy(parser->limits.arena, begin, length);
    jsonata_advance(parser, ">", false);
    return text;
}

static struct node *read_lambda(struct parser *parser, struct node *node)
{
    const size_t column = node->column;

    node->type = NODE_LAMBDA;
    node->left = NULL;
    for (size_t i = 0; i < node->children.count; i++)
        if (node->children.items[i]->type != NODE_VARIABLE)
            jsonata_fail(&parser->limits, node->children.items[i]->column, "S0208",
                         "a parameter of a function is no variable; its name begins with $");
    if (jsonata_at(parser, "<"))
        node->signature = jsonata_signature(&parser->limits, read_signature(parser), column);
    jsonata_advance(parser, "{", true);
    node->right = jsonata_expression(parser, 0);
    jsonata_advance(parser, "}", false);
    jsonata_mark_tail(node->right);
    return node;
}

static bool begins_lambda(const struct node *node)
{
    return node->type == NODE_PATH && node->children.count == 1 && node->number < 1 &&
           node->children.items[0]->type == NODE_NAME &&
           (strcmp(node->children.items[0]->text, "function") == 0 ||
            strcmp(node->children.items[0]->text, "\xCE\xBB") == 0);
}

static void read_argument(struct parser *parser, struct node *call)
{
    if (jsonata_at(parser, "?")) {
        call->type = NODE_PARTIAL;
        jsonata_push(parser, &call->children,
                     jsonata_node(parser, NODE_PLACEHOLDER, parser->token.column));
        jsonata_advance(parser, "?", false);
        return;
    }
    struct node *argument = jsonata_expression(parser, 0);
    jsonata_push(parser, &call->children, argument);
    jsonata_inherit(call, argument);
}

static struct node *infix_call(struct parser *parser, const struct token *token, struct node *left)
{
    struct node *node = jsonata_node(parser, NODE_CALL, left->column);
    bool more = !jsonata_at(parser, ")");

    (void)token;
    node->left = left;
    while (more) {
        read_argument(parser, node);
        more = jsonata_at(parser, ",");
        if (more)
            jsonata_advance(parser, ",", true);
    }
    jsonata_advance(parser, ")", false);
    return begins_lambda(left) ? read_lambda(parser, node) : node;
}

/* ---- before an operand, or one ---- */

static struct node *prefix_name(struct parser *parser, const struct token *token)
{
    return jsonata_name(parser, token->text, token->column);
}

static struct node *prefix_wildcard(struct parser *parser, const struct token *token)
{
    return jsonata_node(parser, NODE_WILDCARD, token->column);
}

static struct node *prefix_descendant(struct parser *parser, const struct token *token)
{
    return jsonata_node(parser, NODE_DESCENDANT, token->column);
}

static struct node *prefix_parent(struct parser *parser, const struct token *token)
{
    struct node *node = jsonata_node(parser, NODE_PARENT, token->column);

    node->slot = jsonata_alloc(&parser->limits, 1, sizeof(*node->slot));
    *node->slot = (struct slot){
        .label = arena_printf(parser->limits.arena, "%%%zu", parser->labels++),
        .level = 1,
    };
    return node;
}

static struct node *prefix_minus(struct parser *parser, const struct token *token)
{
    struct node *operand = jsonata_expression(parser, 70);

    if (operand->type == NODE_NUMBER && !operand->predicate.count && !operand->group) {
        operand->number = -operand->number;
        return operand;
    }
    struct node *node = jsonata_node(parser, NODE_NEGATE, token->column);
    node->left = operand;
    jsonata_inherit(node, operand);
    return node;
}

static struct node *prefix_block(struct parser *parser, const struct token *token)
{
    struct node *node = jsonata_node(parser, NODE_BLOCK, token->column);

    while (!jsonata_at(parser, ")")) {
        struct node *item = jsonata_expression(parser, 0);

        jsonata_push(parser, &node->children, item);
        jsonata_inherit(node, item);
        if (item->constructs || (item->type == NODE_PATH && item->children.items[0]->constructs))
            node->constructs = true;
        if (!jsonata_at(parser, ";"))
            break;
        jsonata_advance(parser, ";", true);
    }
    jsonata_advance(parser, ")", false);
    return node;
}

static struct node *prefix_array(struct parser *parser, const struct token *token)
{
    struct node *node = jsonata_node(parser, NODE_ARRAY, token->column);
    bool more = !jsonata_at(parser, "]");

    while (more) {
        struct node *item = jsonata_expression(parser, 0);
        const struct token operator= parser->token;

        if (jsonata_at(parser, "..")) {
            jsonata_advance(parser, "..", true);
            item = pair(parser, NODE_BINARY, &operator, item, jsonata_expression(parser, 0));
            item->operator= row_of("..");
        }
        jsonata_push(parser, &node->children, item);
        jsonata_inherit(node, item);
        more = jsonata_at(parser, ",");
        if (more)
            jsonata_advance(parser, ",", true);
    }
    jsonata_advance(parser, "]", false);
    return node;
}

static struct node *prefix_transform(struct parser *parser, const struct token *token)
{
    struct node *node = jsonata_node(parser, NODE_TRANSFORM, token->column);

    node->left = jsonata_expression(parser, 0);
    jsonata_advance(parser, "|", true);
    node->right = jsonata_expression(parser, 0);
    if (jsonata_at(parser, ",")) {
        jsonata_advance(parser, ",", true);
        node->third = jsonata_expression(parser, 0);
    }
    jsonata_advance(parser, "|", false);
    return node;
}

const struct operator_row jsonata_operators[] = {
    { ".", 75, NULL, infix_dot, NULL },
    { "[", 80, prefix_array, infix_filter, NULL },
    { "{", 70, read_pairs, infix_group, NULL },
    { "(", 80, prefix_block, infix_call, NULL },
    { "@", 80, NULL, infix_focus, NULL },
    { "#", 80, NULL, infix_position, NULL },
    { "*", 60, prefix_wildcard, infix_binary, evaluate_numeric },
    { "/", 60, NULL, infix_binary, evaluate_numeric },
    { "%", 60, prefix_parent, infix_binary, evaluate_numeric },
    { "+", 50, NULL, infix_binary, evaluate_numeric },
    { "-", 50, prefix_minus, infix_binary, evaluate_numeric },
    { "&", 50, NULL, infix_binary, evaluate_join },
    { "=", 40, NULL, infix_binary, evaluate_equal },
    { "!=", 40, NULL, infix_binary, evaluate_equal },
    { "<", 40, NULL, infix_binary, evaluate_order },
    { "<=", 40, NULL, infix_binary, evaluate_order },
    { ">", 40, NULL, infix_binary, evaluate_order },
    { ">=", 40, NULL, infix_binary, evaluate_order },
    { "in", 40, prefix_name, infix_binary, evaluate_in },
    { "^", 40, NULL, infix_sort, NULL },
    { "~>", 40, NULL, infix_apply, NULL },
    { "?:", 40, NULL, infix_default, NULL },
    { "??", 40, NULL, infix_coalesce, NULL },
    { "and", 30, prefix_name, infix_binary, evaluate_logic },
    { "or", 25, prefix_name, infix_binary, evaluate_logic },
    { "?", 20, NULL, infix_condition, NULL },
    { ":=", 10, NULL, infix_bind, NULL },
    { "**", 0, prefix_descendant, NULL, NULL },
    { "|", 0, prefix_transform, NULL, NULL },
    { "..", 0, NULL, NULL, evaluate_range },
    { ")", 0, NULL, NULL, NULL },
    { "]", 0, NULL, NULL, NULL },
    { "}", 0, NULL, NULL, NULL },
    { ",", 0, NULL, NULL, NULL },
    { ";", 0, NULL, NULL, NULL },
    { ":", 0, NULL, NULL, NULL },
    { NULL, 0, NULL, NULL, NULL },
};
