/* Operators between two values. */
#include <math.h>
#include <string.h>

#include "jsonata_private.h"

struct operands {
    struct value left, right;
};

static struct operands operands_of(struct machine *m, const struct node *node, struct value input,
                                   struct frame *frame)
{
    struct operands of;

    of.left = jsonata_evaluate_node(m, node->left, input, frame);
    of.right = jsonata_evaluate_node(m, node->right, input, frame);
    return of;
}

static bool nothing(const struct operands *of)
{
    return of->left.type == NOTHING || of->right.type == NOTHING;
}

static void want_number(struct machine *m, const struct node *node, const char *code,
                        const char *side, struct value value)
{
    if (value.type != NOTHING && value.type != NUMBER)
        jsonata_fail(&m->limits, node->column, code, "%s %s is a %s, and must be a number", side,
                     node->text, value_type_name(value));
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

struct value evaluate_numeric(struct machine *m, const struct node *node, struct value input,
                              struct frame *frame)
{
    const struct operands of = operands_of(m, node, input, frame);

    want_number(m, node, "T2001", "what stands before", of.left);
    want_number(m, node, "T2002", "what stands behind", of.right);
    if (nothing(&of))
        return jsonata_nothing;
    const double result = calculate(*node->text, of.left.u.number, of.right.u.number);
    if (!isfinite(result))
        jsonata_fail(&m->limits, node->column, "D1001",
                     "the result of %s is no number that "
                     "a double can hold",
                     node->text);
    return value_number(result);
}

static bool is_orderable(struct value value)
{
    return value.type == NOTHING || value.type == NUMBER || value.type == STRING;
}

struct value evaluate_order(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame)
{
    const struct operands of = operands_of(m, node, input, frame);

    if (!is_orderable(of.left) || !is_orderable(of.right))
        jsonata_fail(&m->limits, node->column, "T2010",
                     "%s compares a %s, and wants numbers or strings", node->text,
                     value_type_name(is_orderable(of.left) ? of.right : of.left));
    if (nothing(&of))
        return jsonata_nothing;
    if (of.left.type != of.right.type)
        jsonata_fail(&m->limits, node->column, "T2009", "%s compares a %s with a %s", node->text,
                     value_type_name(of.left), value_type_name(of.right));
    const double a = of.left.u.number, b = of.right.u.number;
    const int compared = of.left.type == STRING ? text_compare(m, of.left.u.text, of.right.u.text)
                                                : (a > b) - (a < b);
    const bool or_equal = node->text[1] == '=';
    return value_boolean(compared == 0 ? or_equal : (*node->text == '<') == (compared < 0));
}

struct value evaluate_equal(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame)
{
    const struct operands of = operands_of(m, node, input, frame);

    if (nothing(&of))
        return value_boolean(false);
    return value_boolean(value_equal(m, of.left, of.right) == (*node->text == '='));
}

struct value evaluate_join(struct machine *m, const struct node *node, struct value input,
                           struct frame *frame)
{
    const struct operands of = operands_of(m, node, input, frame);
    struct text out = text_new(m->limits.arena);

    if (of.left.type != NOTHING)
        add_text(m, &out, value_text(m, of.left, false, node->column));
    if (of.right.type != NOTHING)
        add_text(m, &out, value_text(m, of.right, false, node->column));
    return value_string(out.bytes);
}

struct value evaluate_logic(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame)
{
    const bool decides = *node->text == 'o';
    const struct value left = jsonata_evaluate_node(m, node->left, input, frame);

    if (value_true(m, left) == decides)
        return value_boolean(decides);
    return value_boolean(value_true(m, jsonata_evaluate_node(m, node->right, input, frame)));
}

struct value evaluate_in(struct machine *m, const struct node *node, struct value input,
                         struct frame *frame)
{
    const struct operands of = operands_of(m, node, input, frame);

    if (nothing(&of))
        return value_boolean(false);
    struct array *among = array_of(m, of.right);
    jsonata_step(&m->limits, node->column, among->count);
    for (size_t i = 0; i < among->count; i++)
        if (value_equal(m, of.left, array_at(m, among, i)))
            return value_boolean(true);
    return value_boolean(false);
}

static void want_integer(struct machine *m, const struct node *node, const char *code,
                         const char *side, struct value value)
{
    if (value.type != NOTHING && (value.type != NUMBER || !is_whole(value.u.number)))
        jsonata_fail(&m->limits, node->column, code, "%s .. is a %s, and must be an integer", side,
                     value_type_name(value));
}

struct value evaluate_range(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame)
{
    const struct operands of = operands_of(m, node, input, frame);

    want_integer(m, node, "T2003", "what stands before", of.left);
    want_integer(m, node, "T2004", "what stands behind", of.right);
    if (nothing(&of) || of.left.u.number > of.right.u.number)
        return jsonata_nothing;
    const double count = of.right.u.number - of.left.u.number + 1;
    if (count > JSONATA_RANGE)
        jsonata_fail(&m->limits, node->column, "D2014",
                     "the range holds %.0f numbers, and at most %d are allowed", count,
                     JSONATA_RANGE);
    struct array *range = array_new(m, true);
    range->range = true;
    range->first = of.left.u.number;
    range->count = (size_t)count;
    return value_array(range);
}
