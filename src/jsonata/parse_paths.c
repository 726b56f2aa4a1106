/*
 * The operators of paths: steps, the filters that belong to a step, and which step a parent
 * operator is about.
 *
 * A parent operator asks for the value that its step began from. Its slot goes
 * back over the steps before it, each a level, and on into the expression
 * around it; the step where no level is left keeps the value it began from in a
 * variable that the slot names. A step that keeps something makes its path a
 * stream of tuples.
 */
#include "jsonata_private.h"

/* ---- slots ---- */

/* A slot is on one list at a time: it goes on from `part` to what is around it. */
static void add_slots(struct node *node, struct parent_slot *slots)
{
    struct parent_slot *last = slots;

    while (last && last->next)
        last = last->next;
    if (!last)
        return;
    last->next = node->seeking;
    node->seeking = slots;
}

static struct parent_slot *take_slots(struct node *part)
{
    struct parent_slot *slots = part->seeking;

    part->seeking = NULL;
    if (part->type == NODE_PARENT && !part->resolved) {
        part->resolved = true;
        part->slot->next = slots;
        slots = part->slot;
    }
    return slots;
}

void jsonata_inherit(struct node *node, struct node *part)
{
    add_slots(node, take_slots(part));
}

/* Lets `slot` find what it is about in a step. */
static void resolve_in(struct jsonata_parser *parser, struct node *node, struct parent_slot *slot)
{
    const bool path = node->type == NODE_PATH;
    size_t i = node->children.count;

    jsonata_step(&parser->limits, node->column, 1);
    if (node->type == NODE_NAME || node->type == NODE_WILDCARD) {
        if (--slot->level)
            return;
        if (node->ancestor)
            slot->label = node->ancestor->label;
        else
            node->ancestor = slot;
        node->tuple = true;
    } else if (node->type == NODE_PARENT) {
        slot->level++;
    } else if (path || node->type == NODE_BLOCK) {
        node->tuple = node->tuple || i;
        for (const size_t least = path ? 0 : i - 1; i-- > least && slot->level > 0;)
            resolve_in(parser, node->children.items[i], slot);
    } else {
        jsonata_fail(&parser->limits, node->column, "S0217",
                     "the parent operator %% asks for what this step began from, "
                     "and it is no name, wildcard or block");
    }
}

/* Steps that bind a variable one after the other begin from the same value. */
static size_t step_before(const struct node *path, size_t index)
{
    while (index > 0 && path->children.items[index]->focus &&
           path->children.items[index - 1]->focus)
        index--;
    return index;
}

/* What the last step of a path seeks is in the steps before it, or around the path. */
static void resolve_path(struct jsonata_parser *parser, struct node *path)
{
    struct node *last = path->children.items[path->children.count - 1];
    struct parent_slot *slots = take_slots(last);

    for (struct parent_slot *slot = slots, *next; slot; slot = next) {
        size_t index = path->children.count - 1;

        next = slot->next;
        slot->next = NULL;
        while (slot->level > 0 && index > 0) {
            index = step_before(path, index - 1);
            resolve_in(parser, path->children.items[index], slot);
        }
        if (slot->level > 0)
            add_slots(path, slot);
    }
}

/* What a filter seeks is in its step first. */
static void resolve_part(struct jsonata_parser *parser, struct node *step, struct node *part)
{
    for (struct parent_slot *slot = take_slots(part), *next; slot; slot = next) {
        next = slot->next;
        slot->next = NULL;
        if (slot->level == 1)
            resolve_in(parser, step, slot);
        else
            slot->level--;
        if (slot->level > 0)
            add_slots(step, slot);
    }
}

/* ---- paths ---- */

struct node *jsonata_path_of(struct jsonata_parser *parser, struct node *node)
{
    if (node->type == NODE_PATH)
        return node;
    struct node *path = jsonata_node(parser, NODE_PATH, node->column);
    jsonata_push(parser, &path->children, node);
    return path;
}

static struct node *last_step(struct node *node)
{
    return node->type == NODE_PATH ? node->children.items[node->children.count - 1] : node;
}

static void predicate_to_stages(struct node *step)
{
    step->stages = step->predicate;
    step->predicate = (struct node_array){ NULL, 0, 0 };
}

static void push_step(struct jsonata_parser *parser, struct node *path, struct node *step)
{
    if (step->type == NODE_PATH && !step->group && !step->predicate.count) {
        for (size_t i = 0; i < step->children.count; i++)
            jsonata_push(parser, &path->children, step->children.items[i]);
        add_slots(path, step->seeking);
        path->keep_singleton = path->keep_singleton || step->keep_singleton;
        return;
    }
    if (step->type != NODE_PATH && step->predicate.count && !step->stages.count)
        predicate_to_stages(step);
    jsonata_push(parser, &path->children, step);
}

static void check_steps(struct jsonata_parser *parser, struct node *path, size_t first)
{
    for (size_t i = first; i < path->children.count; i++) {
        struct node *step = path->children.items[i];

        if (step->type == NODE_VALUE && step->value.type != STRING)
            jsonata_fail(&parser->limits, step->column, "S0213",
                         "a number, true, false or null is no step of a path");
        if (step->type == NODE_VALUE)
            step->type = NODE_NAME;
        path->keep_singleton = path->keep_singleton || step->keep_array;
    }
}

static struct node *infix_dot(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    struct node *right = jsonata_expression(parser, node->operator->right);
    struct node *path = jsonata_path_of(parser, left);
    const size_t known = path == left ? path->children.count : 0;

    if (left->type == NODE_PARENT)
        jsonata_inherit(path, left);
    push_step(parser, path, right);
    check_steps(parser, path, known);
    struct node *first = path->children.items[0], *last = last_step(path);
    first->constructs = first->constructs || first->type == NODE_ARRAY;
    last->constructs = last->constructs || last->type == NODE_ARRAY;
    resolve_path(parser, path);
    return path;
}

static struct node *infix_filter(struct jsonata_parser *parser, struct node *filter,
                                 struct node *left)
{
    struct node *step = last_step(left);

    if (jsonata_at(parser, "]")) { /* all of them as an array, though there is one */
        jsonata_advance(parser, "]", false);
        left->keep_array = true;
        if (left->type == NODE_PATH && step->type != NODE_SORT)
            step->keep_array = left->keep_singleton = true;
        return left;
    }
    filter->left = jsonata_expression(parser, 0);
    jsonata_advance(parser, "]", false);
    if (step->group)
        jsonata_fail(&parser->limits, filter->column, "S0209",
                     "a [ ] filters what is grouped by { }; put parentheses around that");
    resolve_part(parser, step, filter->left);
    jsonata_push(parser, left->type == NODE_PATH ? &step->stages : &step->predicate, filter);
    return left;
}

static struct node *infix_sort(struct jsonata_parser *parser, struct node *sort, struct node *left)
{
    struct node *path = jsonata_path_of(parser, left);
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
        jsonata_inherit(sort, term->left);
        more = jsonata_more(parser, ",");
    }
    jsonata_advance(parser, ")", false);
    jsonata_push(parser, &path->children, sort);
    resolve_path(parser, path);
    return path;
}

static const char *read_variable(struct jsonata_parser *parser, const struct node *operator,
                                 size_t * column)
{
    const struct lexer_token variable = parser->token;

    if (variable.type != TOKEN_VARIABLE)
        jsonata_fail(&parser->limits, operator->column, "S0214",
                     "no variable stands behind %s; its name begins with $", operator->text);
    jsonata_advance(parser, NULL, false);
    *column = variable.column;
    return variable.text;
}

static struct node *infix_focus(struct jsonata_parser *parser, struct node *node, struct node *left)
{
    const char *name = read_variable(parser, node, &node->column);
    struct node *step = last_step(left);

    if (step->stages.count || step->predicate.count)
        jsonata_fail(&parser->limits, node->column, "S0215",
                     "@$%s stands behind a filter; write it before",
                     jsonata_quote(&parser->limits, name));
    if (step->type == NODE_SORT)
        jsonata_fail(&parser->limits, node->column, "S0216",
                     "@$%s stands behind an order; write it before",
                     jsonata_quote(&parser->limits, name));
    step->focus = name;
    step->tuple = true;
    return left;
}

static struct node *infix_position(struct jsonata_parser *parser, struct node *node,
                                   struct node *left)
{
    struct node *path = jsonata_path_of(parser, left);
    struct node *step = last_step(path);

    node->text = read_variable(parser, node, &node->column);
    if (left != path && step->predicate.count)
        predicate_to_stages(step);
    if (step->stages.count)
        jsonata_push(parser, &step->stages, node);
    else
        step->index = node->text;
    step->tuple = true;
    return path;
}

static struct node *prefix_leaf(struct jsonata_parser *parser, struct node *node)
{
    (void)parser;
    return node;
}

static struct node *prefix_parent(struct jsonata_parser *parser, struct node *node)
{
    node->slot = jsonata_alloc(&parser->limits, 1, sizeof(*node->slot));
    *node->slot = (struct parent_slot){
        .label = arena_printf(parser->limits.arena, "%%%zu", parser->labels++),
        .level = 1,
    };
    return node;
}

const struct operator_row jsonata_path_operators[] = {
    { ".", 75, 75, .infix = infix_dot },
    { "[", 80, .type = NODE_FILTER, .infix = infix_filter },
    { "@", 80, .infix = infix_focus },
    { "#", 80, .type = NODE_POSITION, .infix = infix_position },
    { "^", 40, .type = NODE_SORT, .infix = infix_sort },
    { "*", .type = NODE_WILDCARD, .prefix = prefix_leaf },
    { "**", .type = NODE_DESCENDANT, .prefix = prefix_leaf },
    { "%", .type = NODE_PARENT, .prefix = prefix_parent },
    { "in", .type = NODE_NAME, .prefix = jsonata_path_of },
    { "and", .type = NODE_NAME, .prefix = jsonata_path_of },
    { "or", .type = NODE_NAME, .prefix = jsonata_path_of },
    { 0 },
};
