/*
 * What operators make of their operands: paths of steps, filters that belong
 * to a step, and which step a parent operator is about.
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
static void add_slots(struct node *node, struct slot *slots)
{
    struct slot *last = slots;

    while (last && last->next)
        last = last->next;
    if (!last)
        return;
    last->next = node->seeking;
    node->seeking = slots;
}

static struct slot *take_slots(struct node *part)
{
    struct slot *slots = part->seeking;

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

static void resolve_in_name(struct node *node, struct slot *slot)
{
    if (--slot->level)
        return;
    if (node->ancestor)
        slot->label = node->ancestor->label;
    else
        node->ancestor = slot;
    node->tuple = true;
}

static void resolve_in(struct parser *parser, struct node *node, struct slot *slot);

static void resolve_in_path(struct parser *parser, struct node *node, struct slot *slot)
{
    node->tuple = true;
    for (size_t i = node->children.count; i-- && slot->level > 0;)
        resolve_in(parser, node->children.items[i], slot);
}

static void resolve_in_block(struct parser *parser, struct node *node, struct slot *slot)
{
    if (!node->children.count)
        return;
    node->tuple = true;
    resolve_in(parser, node->children.items[node->children.count - 1], slot);
}

/* Lets `slot` find what it is about in a step. */
static void resolve_in(struct parser *parser, struct node *node, struct slot *slot)
{
    jsonata_step(&parser->limits, node->column, 1);
    if (node->type == NODE_NAME || node->type == NODE_WILDCARD)
        resolve_in_name(node, slot);
    else if (node->type == NODE_PARENT)
        slot->level++;
    else if (node->type == NODE_BLOCK)
        resolve_in_block(parser, node, slot);
    else if (node->type == NODE_PATH)
        resolve_in_path(parser, node, slot);
    else
        jsonata_fail(&parser->limits, node->column, "S0217",
                     "the parent operator %% asks for what this step began from, "
                     "and it is no name, wildcard or block");
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
static void resolve_path(struct parser *parser, struct node *path)
{
    struct node *last = path->children.items[path->children.count - 1];
    struct slot *slots = take_slots(last);

    for (struct slot *slot = slots, *next; slot; slot = next) {
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

/* What a filter or a term of an order seeks is in its step first. */
static void resolve_part(struct parser *parser, struct node *step, struct node *part)
{
    for (struct slot *slot = take_slots(part), *next; slot; slot = next) {
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

static struct node *path_of(struct parser *parser, struct node *node)
{
    struct node *path = node;

    if (node->type != NODE_PATH) {
        path = jsonata_node(parser, NODE_PATH, node->column);
        jsonata_push(parser, &path->children, node);
    }
    return path;
}

static struct node *last_step(struct node *node)
{
    return node->type == NODE_PATH ? node->children.items[node->children.count - 1] : node;
}

struct node *jsonata_name(struct parser *parser, const char *text, size_t column)
{
    struct node *name = jsonata_node(parser, NODE_NAME, column);

    name->text = text;
    return path_of(parser, name);
}

static void push_step(struct parser *parser, struct node *path, struct node *step)
{
    if (step->type == NODE_PATH && !step->group && !step->predicate.count) {
        for (size_t i = 0; i < step->children.count; i++)
            jsonata_push(parser, &path->children, step->children.items[i]);
        add_slots(path, step->seeking);
        path->keep_singleton = path->keep_singleton || step->keep_singleton;
        return;
    }
    if (step->type != NODE_PATH && step->predicate.count && !step->stages.count) {
        step->stages = step->predicate;
        step->predicate = (struct nodes){ NULL, 0, 0 };
    }
    jsonata_push(parser, &path->children, step);
}

static void check_steps(struct parser *parser, struct node *path, size_t first)
{
    for (size_t i = first; i < path->children.count; i++) {
        struct node *step = path->children.items[i];

        if (step->type == NODE_NUMBER || step->type == NODE_LITERAL)
            jsonata_fail(&parser->limits, step->column, "S0213",
                         "a number, true, false or null is no step of a path");
        if (step->type == NODE_STRING)
            step->type = NODE_NAME;
        path->keep_singleton = path->keep_singleton || step->keep_array;
    }
}

struct node *jsonata_join(struct parser *parser, struct node *left, struct node *right)
{
    struct node *path = path_of(parser, left);
    const size_t known = path == left ? path->children.count : 0;

    if (left->type == NODE_PARENT)
        jsonata_inherit(path, left);
    push_step(parser, path, right);
    check_steps(parser, path, known);
    struct node *first = path->children.items[0];
    struct node *last = path->children.items[path->children.count - 1];
    first->constructs = first->constructs || first->type == NODE_ARRAY;
    last->constructs = last->constructs || last->type == NODE_ARRAY;
    resolve_path(parser, path);
    return path;
}

struct node *jsonata_filter(struct parser *parser, struct node *left, struct node *filter)
{
    struct node *step = last_step(left);

    if (step->group)
        jsonata_fail(&parser->limits, filter->column, "S0209",
                     "a [ ] filters what is grouped by { }; put parentheses around that");
    resolve_part(parser, step, filter->left);
    jsonata_push(parser, left->type == NODE_PATH ? &step->stages : &step->predicate, filter);
    return left;
}

struct node *jsonata_ordered(struct parser *parser, struct node *left, struct node *sort)
{
    struct node *path = path_of(parser, left);

    for (size_t i = 0; i < sort->children.count; i++)
        jsonata_inherit(sort, sort->children.items[i]->left);
    jsonata_push(parser, &path->children, sort);
    resolve_path(parser, path);
    return path;
}

struct node *jsonata_focus(struct parser *parser, struct node *left, const struct token *variable)
{
    struct node *step = last_step(left);

    if (step->stages.count || step->predicate.count)
        jsonata_fail(&parser->limits, variable->column, "S0215",
                     "@$%s stands behind a filter; write it before",
                     jsonata_quote(&parser->limits, variable->text));
    if (step->type == NODE_SORT)
        jsonata_fail(&parser->limits, variable->column, "S0216",
                     "@$%s stands behind an order; write it before",
                     jsonata_quote(&parser->limits, variable->text));
    step->focus = variable->text;
    step->tuple = true;
    return left;
}

struct node *jsonata_position(struct parser *parser, struct node *left,
                              const struct token *variable)
{
    struct node *path = path_of(parser, left);
    struct node *step = last_step(path);

    if (left != path && step->predicate.count) {
        step->stages = step->predicate;
        step->predicate = (struct nodes){ NULL, 0, 0 };
    }
    if (step->stages.count) {
        struct node *position = jsonata_node(parser, NODE_POSITION, variable->column);
        position->text = variable->text;
        jsonata_push(parser, &step->stages, position);
    } else {
        step->index = variable->text;
    }
    step->tuple = true;
    return path;
}

void jsonata_keep_array(struct node *node)
{
    node->keep_array = true;
    if (node->type == NODE_PATH && last_step(node)->type != NODE_SORT) {
        last_step(node)->keep_array = true;
        node->keep_singleton = true;
    }
}

/* A call whose result is the function's need not come back for it. */
void jsonata_mark_tail(struct node *node)
{
    if (node->predicate.count || node->group || node->keep_array)
        return;
    if (node->type == NODE_CALL)
        node->tail = true;
    if (node->type == NODE_CONDITION) {
        jsonata_mark_tail(node->right);
        if (node->third)
            jsonata_mark_tail(node->third);
    }
    if (node->type == NODE_BLOCK && node->children.count)
        jsonata_mark_tail(node->children.items[node->children.count - 1]);
}
