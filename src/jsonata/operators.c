/* Operators between two values, and in front of one. */
#include <math.h>

#include "jsonata_private.h"

struct operands {
    struct value left, right;
    bool nothing; /* one of them is */
};

static struct operands operands_of(const struct evaluation *in, const struct node *node)
{
    struct operands of;

    of.left = evaluate_node(in, node->left);
    of.right = evaluate_node(in, node->right);
    of.nothing = of.left.type == NOTHING || of.right.type == NOTHING;
    return of;
}

static void want(const struct evaluation *in, const struct node *node, const char *code,
                 const char *side, struct value value, bool integer)
{
    if (value.type != NOTHING && (value.type != NUMBER || (integer && !is_whole(value.u.number))))
        jsonata_fail(&in->m->limits, node->column, code,
                     "what stands %s %s is a %s, and must be %s", side, node->text,
                     value_type_name(value), integer ? "an integer" : "a number");
}

static double calculate(char operator, double left, double right)
{
    switch (operator) {
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    case '/':
        return left / right;
    default:
        return fmod(left, right);
    }
}

static struct value evaluate_numeric(const struct evaluation *in, const struct node *node)
{
    const struct operands of = operands_of(in, node);

    want(in, node, "T2001", "before", of.left, false);
    want(in, node, "T2002", "behind", of.right, false);
    if (of.nothing)
        return jsonata_nothing;
    const double result = calculate(*node->text, of.left.u.number, of.right.u.number);
    if (!isfinite(result))
        jsonata_fail(&in->m->limits, node->column, "D1001",
                     "the result of %s is no number that a double can hold", node->text);
    return value_number(result);
}

static struct value evaluate_order(const struct evaluation *in, const struct node *node)
{
    const struct operands of = operands_of(in, node);
    const bool left_fits = of.left.type == NOTHING || value_orderable(of.left);

    if (!left_fits || (of.right.type != NOTHING && !value_orderable(of.right)))
        jsonata_fail(&in->m->limits, node->column, "T2010",
                     "%s compares a %s, and wants numbers or strings", node->text,
                     value_type_name(left_fits ? of.right : of.left));
    if (of.nothing)
        return jsonata_nothing;
    if (of.left.type != of.right.type)
        jsonata_fail(&in->m->limits, node->column, "T2009", "%s compares a %s with a %s",
                     node->text, value_type_name(of.left), value_type_name(of.right));
    const int compared = value_compare(in->m, of.left, of.right);
    const bool or_equal = node->text[1] == '=';
    return value_boolean(compared == 0 ? or_equal : (*node->text == '<') == (compared < 0));
}

static struct value evaluate_equal(const struct evaluation *in, const struct node *node)
{
    const struct operands of = operands_of(in, node);

    return value_boolean(!of.nothing &&
                         value_equal(in->m, of.left, of.right) == (*node->text == '='));
}

static struct value evaluate_join(const struct evaluation *in, const struct node *node)
{
    const struct operands of = operands_of(in, node);
    struct text out = text_new(in->m->limits.arena);

    if (of.left.type != NOTHING)
        add_text(in->m, &out, value_text(in->m, of.left, false, node->column));
    if (of.right.type != NOTHING)
        add_text(in->m, &out, value_text(in->m, of.right, false, node->column));
    return value_string(out.bytes);
}

static struct value evaluate_logic(const struct evaluation *in, const struct node *node)
{
    const bool decides = *node->text == 'o';

    if (value_true(in->m, evaluate_node(in, node->left)) == decides)
        return value_boolean(decides);
    return value_boolean(value_true(in->m, evaluate_node(in, node->right)));
}

static struct value evaluate_in(const struct evaluation *in, const struct node *node)
{
    const struct operands of = operands_of(in, node);
    bool found = false;

    if (of.nothing)
        return value_boolean(false);
    struct array *among = array_of(in->m, of.right);
    jsonata_step(&in->m->limits, node->column, among->count);
    for (size_t i = 0; i < among->count && !found; i++)
        found = value_equal(in->m, of.left, array_at(in->m, among, i));
    return value_boolean(found);
}

static struct value evaluate_binary(const struct evaluation *in, const struct node *node)
{
    return node->operator->evaluate(in, node);
}

static struct value evaluate_negate(const struct evaluation *in, const struct node *node)
{
    const struct value value = evaluate_node(in, node->left);

    if (value.type == NOTHING)
        return value;
    if (value.type != NUMBER)
        jsonata_fail(&in->m->limits, node->column, "D1002",
                     "- stands before a %s, and wants a number", value_type_name(value));
    return value_number(-value.u.number);
}

static struct value evaluate_range(const struct evaluation *in, const struct node *node)
{
    const struct operands of = operands_of(in, node);

    want(in, node, "T2003", "before", of.left, true);
    want(in, node, "T2004", "behind", of.right, true);
    if (of.nothing || of.left.u.number > of.right.u.number)
        return jsonata_nothing;
    const double count = of.right.u.number - of.left.u.number + 1;
    if (count > JSONATA_RANGE)
        jsonata_fail(&in->m->limits, node->column, "D2014",
                     "the range holds %.0f numbers, and at most %d are allowed", count,
                     JSONATA_RANGE);
    struct array *range = array_new(in->m, true);
    range->range = true;
    range->first = of.left.u.number;
    range->count = (size_t)count;
    return value_array(range);
}

const struct node_kind jsonata_operator_kinds[] = {
    { NODE_BINARY, evaluate_binary },
    { NODE_NEGATE, evaluate_negate },
    { NODE_RANGE, evaluate_range },
    { 0 },
};

const struct operator_row jsonata_binary_operators[] = {
    { "*", 60, 60, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_numeric },
    { "/", 60, 60, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_numeric },
    { "%", 60, 60, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_numeric },
    { "+", 50, 50, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_numeric },
    { "-", 50, 50, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_numeric },
    { "&", 50, 50, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_join },
    { "=", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_equal },
    { "!=", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_equal },
    { "<", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_order },
    { "<=", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_order },
    { ">", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_order },
    { ">=", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_order },
    { "in", 40, 40, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_in },
    { "and", 30, 30, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_logic },
    { "or", 25, 25, NODE_BINARY, .infix = infix_pair, .evaluate = evaluate_logic },
    { 0 },
};
