/* Operators other than those of paths and between two values: how what belongs to them is read. */
#include <string.h>

#include "jsonata_private.h"

/* ---- behind an operand ---- */

struct node *infix_pair(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    node->left = left;
    node->right = jsonata_expression(parser, node->operator->right);
    jsonata_inherit(node, left);
    jsonata_inherit(node, node->right);
    return node;
}

static struct node *infix_apply(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    infix_pair(parser, node, left);
    node->keep_array = left->keep_array || node->right->keep_array;
    return node;
}

static struct node *infix_bind(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    if (left->type != NODE_VARIABLE || left->predicate.count || left->group)
        jsonata_fail(&parser->limits, node->column, "S0212",
                     "what stands before := is no variable; its name begins with $");
    node->text = left->text;
    node->right = jsonata_expression(parser, node->operator->right);
    jsonata_inherit(node, node->right);
    return node;
}

static struct node *infix_condition(struct jsonata_parser *parser, struct node *node,
                                    struct node *left)
{
    infix_pair(parser, node, left);
    if (jsonata_more(parser, ":")) {
        node->third = jsonata_expression(parser, 0);
        jsonata_inherit(node, node->third);
    }
    return node;
}

/* Up to the closing brace: key : value, key : value. */
static struct node *prefix_object(struct jsonata_parser *parser, struct node *node)
{
    bool more = !jsonata_at(parser, "}");

    while (more) {
        for (int i = 0; i < 2; i++) {
            struct node *part = jsonata_expression(parser, 0);

            if (i == 0)
                jsonata_advance(parser, ":", true);
            jsonata_push(parser, &node->children, part);
            jsonata_inherit(node, part);
        }
        more = jsonata_more(parser, ",");
    }
    jsonata_advance(parser, "}", false);
    return node;
}

static struct node *infix_group(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    if (left->group)
        jsonata_fail(&parser->limits, node->column, "S0210",
                     "a second { } groups what is grouped already");
    left->group = prefix_object(parser, node);
    return left;
}

/* ---- calls and lambdas ---- */

static const char *read_signature(struct jsonata_parser *parser)
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

/* A call whose result is the function's need not come back for it. */
static void mark_tail(struct node *node)
{
    if (node->predicate.count || node->group || node->keep_array)
        return;
    if (node->type == NODE_CALL)
        node->tail = true;
    if (node->type == NODE_CONDITION) {
        mark_tail(node->right);
        if (node->third)
            mark_tail(node->third);
    }
    if (node->type == NODE_BLOCK && node->children.count)
        mark_tail(node->children.items[node->children.count - 1]);
}

static struct node *read_lambda(struct jsonata_parser *parser, struct node *node)
{
    node->type = NODE_LAMBDA;
    node->left = NULL;
    for (size_t i = 0; i < node->children.count; i++)
        if (node->children.items[i]->type != NODE_VARIABLE)
            jsonata_fail(&parser->limits, node->children.items[i]->column, "S0208",
                         "a parameter of a function is no variable; its name begins with $");
    if (jsonata_at(parser, "<"))
        node->signature = jsonata_signature(&parser->limits, read_signature(parser), node->column);
    jsonata_advance(parser, "{", true);
    node->right = jsonata_expression(parser, 0);
    jsonata_advance(parser, "}", false);
    mark_tail(node->right);
    return node;
}

static bool begins_lambda(const struct node *node)
{
    if (node->type != NODE_PATH || node->children.count != 1)
        return false;
    const struct node *name = node->children.items[0];
    return name->type == NODE_NAME && !name->quoted &&
           (strcmp(name->text, "function") == 0 || strcmp(name->text, "\xCE\xBB") == 0);
}

static struct node *infix_call(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    bool more = !jsonata_at(parser, ")");

    node->column = left->column;
    node->left = left;
    while (more) {
        struct node *argument;

        if (jsonata_at(parser, "?")) {
            node->type = NODE_PARTIAL;
            argument = jsonata_node(parser, NODE_PLACEHOLDER, parser->token.column);
            jsonata_advance(parser, "?", false);
        } else {
            argument = jsonata_expression(parser, 0);
            jsonata_inherit(node, argument);
        }
        jsonata_push(parser, &node->children, argument);
        more = jsonata_more(parser, ",");
    }
    jsonata_advance(parser, ")", false);
    return begins_lambda(left) ? read_lambda(parser, node) : node;
}

/* ---- before an operand, or one ---- */

static struct node *prefix_minus(struct jsonata_parser *parser, struct node *node)
{
    struct node *operand = jsonata_expression(parser, 70);

    if (operand->type == NODE_VALUE && operand->value.type == NUMBER && !operand->predicate.count &&
        !operand->group) {
        operand->value.u.number = -operand->value.u.number;
        return operand;
    }
    node->left = operand;
    jsonata_inherit(node, operand);
    return node;
}

static struct node *prefix_block(struct jsonata_parser *parser, struct node *node)
{
    while (!jsonata_at(parser, ")")) {
        struct node *item = jsonata_expression(parser, 0);

        jsonata_push(parser, &node->children, item);
        jsonata_inherit(node, item);
        if (item->constructs || (item->type == NODE_PATH && item->children.items[0]->constructs))
            node->constructs = true;
        if (!jsonata_more(parser, ";"))
            break;
    }
    jsonata_advance(parser, ")", false);
    return node;
}

static struct node *prefix_array(struct jsonata_parser *parser, struct node *node)
{
    bool more = !jsonata_at(parser, "]");

    while (more) {
        struct node *item = jsonata_expression(parser, 0);
        const size_t column = parser->token.column;

        if (jsonata_more(parser, "..")) {
            struct node *range = jsonata_node(parser, NODE_RANGE, column);

            range->text = "..";
            range->left = item;
            range->right = jsonata_expression(parser, 0);
            jsonata_inherit(range, item);
            jsonata_inherit(range, range->right);
            item = range;
        }
        jsonata_push(parser, &node->children, item);
        jsonata_inherit(node, item);
        more = jsonata_more(parser, ",");
    }
    jsonata_advance(parser, "]", false);
    return node;
}

static struct node *prefix_transform(struct jsonata_parser *parser, struct node *node)
{
    node->left = jsonata_expression(parser, 0);
    jsonata_advance(parser, "|", true);
    node->right = jsonata_expression(parser, 0);
    if (jsonata_more(parser, ","))
        node->third = jsonata_expression(parser, 0);
    jsonata_advance(parser, "|", false);
    return node;
}

const struct operator_row jsonata_operators[] = {
    { "{", 70, .type = NODE_OBJECT, .infix = infix_group },
    { "{", .type = NODE_OBJECT, .prefix = prefix_object },
    { "(", 80, .type = NODE_CALL, .infix = infix_call },
    { "(", .type = NODE_BLOCK, .prefix = prefix_block },
    { "[", .type = NODE_ARRAY, .prefix = prefix_array },
    { "-", .type = NODE_NEGATE, .prefix = prefix_minus },
    { "|", .type = NODE_TRANSFORM, .prefix = prefix_transform },
    { "~>", 40, 40, .type = NODE_APPLY, .infix = infix_apply },
    { "?:", 40, .type = NODE_DEFAULT, .infix = infix_pair },
    { "??", 40, .type = NODE_COALESCE, .infix = infix_pair },
    { "?", 20, .type = NODE_CONDITION, .infix = infix_condition },
    { ":=", 10, 9, .type = NODE_BIND, .infix = infix_bind },
    { .text = ".." },
    { .text = ")" },
    { .text = "]" },
    { .text = "}" },
    { .text = "," },
    { .text = ";" },
    { .text = ":" },
    { 0 },
};
