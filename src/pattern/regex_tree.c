/* A recursive-descent parser; what it does not know of ECMA-262, section 22.2.1, is refused. */
#include "regex_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "regex_parser.h"

/* Nodes of one sequence or choice, as they come. */
struct items {
    const struct regex_node **nodes;
    size_t count, room;
};

static const struct regex_node *choice(struct parser *p);

static size_t plus(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static size_t product(size_t a, size_t b)
{
    return a && b > SIZE_MAX / a ? SIZE_MAX : a * b;
}

static unsigned bits_sum(unsigned a, size_t b)
{
    enum { ENOUGH = 1000 };

    return b > ENOUGH || a + b > ENOUGH ? ENOUGH : a + (unsigned)b;
}

/* Nodes. What they know of their matches comes from their items. */

static struct regex_node *node_new(struct parser *p, enum regex_kind kind)
{
    struct regex_node *const node = arena_alloc(p->arena, sizeof(*node));

    node->kind = kind;
    node->id = p->nodes++;
    return node;
}

static struct regex_node *node_of(struct parser *p, enum regex_kind kind,
                                  const struct regex_node *const *items, size_t count)
{
    struct regex_node *const node = node_new(p, kind);

    node->items = items;
    node->count = count;
    for (size_t i = 0; i < count; i++)
        if (items[i]->depth >= node->depth)
            node->depth = items[i]->depth + 1;
    return node;
}

static struct regex_node *node_around(struct parser *p, enum regex_kind kind,
                                      const struct regex_node *inner)
{
    const struct regex_node **const items = arena_array(p->arena, 1, sizeof(const void *));

    items[0] = inner;
    return node_of(p, kind, items, 1);
}

static const struct regex_node *character(struct parser *p, const struct regex_set *set)
{
    struct regex_node *const node = node_new(p, REGEX_CHARACTER);
    size_t members = 0;

    for (size_t i = 0; i < set->count && members < 32; i++)
        members += set->ranges[i].last - set->ranges[i].first + 1;
    for (; members > 1; members /= 2)
        node->bits++;
    if (node->bits > 5)
        node->bits = 5;
    node->set = set;
    node->shortest = set->count ? 1 : SIZE_MAX;
    return node;
}

static const struct regex_node *one_character(struct parser *p, uint32_t c)
{
    struct regex_ranges ranges = { .arena = p->arena };

    regex_ranges_add(&ranges, c, c);
    return character(p, regex_set_new(&ranges, false));
}

static const struct regex_node *sequence_of(struct parser *p, const struct items *items)
{
    struct regex_node *node;

    if (items->count == 1)
        return items->nodes[0];
    node = node_of(p, REGEX_SEQUENCE, items->nodes, items->count);
    for (size_t i = 0; i < node->count; i++) {
        node->starts |= !node->shortest && node->items[i]->starts;
        node->shortest = plus(node->shortest, node->items[i]->shortest);
        node->bits = bits_sum(node->bits, node->items[i]->bits);
    }
    for (size_t i = node->count; i-- > 0 && !node->ends;) {
        node->ends = node->items[i]->ends;
        if (node->items[i]->shortest)
            break;
    }
    return node;
}

static const struct regex_node *choice_of(struct parser *p, const struct items *items)
{
    struct regex_node *node;

    if (items->count == 1)
        return items->nodes[0];
    node = node_of(p, REGEX_CHOICE, items->nodes, items->count);
    node->shortest = SIZE_MAX;
    node->starts = node->ends = true;
    for (size_t i = 0; i < node->count; i++) {
        const struct regex_node *const item = node->items[i];

        node->shortest = item->shortest < node->shortest ? item->shortest : node->shortest;
        node->bits = item->bits > node->bits ? item->bits : node->bits;
        node->starts &= item->starts;
        node->ends &= item->ends;
    }
    node->bits = bits_sum(node->bits, 1);
    return node;
}

static void add(struct parser *p, struct items *items, const struct regex_node *node)
{
    if (items->count == items->room) {
        const size_t room = items->room * 2 + 4;
        const struct regex_node **const nodes = arena_array(p->arena, room, sizeof(const void *));

        if (items->count)
            memcpy(nodes, items->nodes, items->count * sizeof(*nodes));
        items->nodes = nodes;
        items->room = room;
    }
    items->nodes[items->count++] = node;
}

/* Groups. */

/* Where the name of a capturing group at `c` begins; NULL when it has none. */
static const char *group_name(const char *c)
{
    c += strncmp(c, "(?P", 3) == 0 ? 3 : 2;
    return c[0] == '<' && c[1] != '=' && c[1] != '!' ? c + 1 : NULL;
}

/* The number of the group with this name, which may come later, or 0. */
static size_t group_named(const struct parser *p, const char *name, size_t length)
{
    size_t number = 0;
    bool in_class = false;

    for (const char *c = p->pattern; *c; c++) {
        const bool opens = *c == '(' && !in_class;
        const char *const found = opens && c[1] == '?' ? group_name(c) : NULL;

        if (*c == '\\' && c[1])
            c++;
        else if (*c == '[' || *c == ']')
            in_class = *c == '[';
        number += opens && (c[1] != '?' || found);
        if (found && strncmp(found, name, length) == 0 && found[length] == '>')
            return number;
    }
    return 0;
}

static const struct regex_node *reference(struct parser *p, size_t group)
{
    struct regex_node *const node = node_new(p, REGEX_REFERENCE);

    node->group = group;
    return node;
}

static const struct regex_node *capture(struct parser *p)
{
    const size_t group = ++p->groups;
    const struct regex_node *const inner = choice(p);
    struct regex_node *node;

    if (!inner)
        return NULL;
    node = node_around(p, REGEX_GROUP, inner);
    node->group = group;
    node->shortest = inner->shortest;
    node->bits = inner->bits;
    node->starts = inner->starts;
    node->ends = inner->ends;
    return node;
}

static const struct regex_node *look(struct parser *p, bool wanted)
{
    const struct regex_node *const inner = choice(p);
    struct regex_node *node;

    if (!inner)
        return NULL;
    node = node_around(p, REGEX_LOOK, inner);
    node->wanted = wanted;
    node->starts = wanted && inner->starts;
    return node;
}

/* After "(?" of (?i), (?i:...), (?:...), (?>...) and (?#...). */
static const struct regex_node *flagged(struct parser *p, const char *start)
{
    static const struct items none = { .count = 0 };

    if (parser_takes(p, "#")) {
        p->at += strcspn(p->at, ")");
        return sequence_of(p, &none);
    }
    if (parser_takes(p, ">")) /* gives nothing back once it has matched, which the check sees */
        return choice(p);
    p->at += strspn(p->at, "imsux-");
    if (*p->at == ')')
        return sequence_of(p, &none);
    if (!parser_takes(p, ":"))
        return parser_wrong(p, start, "a kind of group that ECMA-262 does not have");
    return choice(p);
}

static const struct regex_node *inside_group(struct parser *p)
{
    const char *const start = p->at++;

    if (!parser_takes(p, "?"))
        return capture(p);
    if (parser_takes(p, "="))
        return look(p, true);
    if (parser_takes(p, "!") || parser_takes(p, "<=") || parser_takes(p, "<!"))
        return look(p, false);
    if (parser_takes(p, "<") || parser_takes(p, "P<")) {
        p->at += strcspn(p->at, ">)");
        return parser_takes(p, ">") ? capture(p)
                                    : parser_wrong(p, start, "> is missing after the group's name");
    }
    return flagged(p, start);
}

static const struct regex_node *group(struct parser *p)
{
    const char *const start = p->at;
    const struct regex_node *node;

    if (p->depth++ == REGEX_DEEPEST)
        return parser_wrong(p, start, "groups nested too deep");
    node = inside_group(p);
    p->depth--;
    if (node && !parser_takes(p, ")"))
        return parser_wrong(p, start, ") is missing after (");
    return node;
}

/* Terms. */

static const struct regex_node *anchor(struct parser *p, enum regex_kind kind)
{
    struct regex_node *const node = node_new(p, kind);

    node->starts = kind == REGEX_START;
    node->ends = kind == REGEX_END;
    return node;
}

static const struct regex_node *back_reference(struct parser *p)
{
    if (*p->at == 'k') {
        const char *const name = p->at + 2;
        const size_t length = p->at[1] == '<' ? strcspn(name, ">") : 0;
        const size_t number = length ? group_named(p, name, length) : 0;

        if (!number || !name[length])
            return parser_wrong(p, p->at, "\\k does not name a group");
        p->at = name + length + 1;
        return reference(p, number);
    }
    char *end;
    const unsigned long number = strtoul(p->at, &end, 10);
    p->at = end;
    return reference(p, (size_t)number);
}

static const struct regex_node *escape(struct parser *p)
{
    static const struct {
        const char *escape;
        enum regex_kind kind;
    } anchors[] = { { "\\b", REGEX_BOUNDARY },
                    { "\\B", REGEX_BOUNDARY },
                    { "\\A", REGEX_START },
                    { "\\Z", REGEX_END },
                    { "\\z", REGEX_END } };
    struct regex_ranges ranges = { .arena = p->arena };
    const int read = parser_class_escape(p, &ranges);

    if (read)
        return read < 0 ? NULL : character(p, regex_set_new(&ranges, false));
    for (size_t i = 0; i < sizeof(anchors) / sizeof(anchors[0]); i++)
        if (parser_takes(p, anchors[i].escape))
            return anchor(p, anchors[i].kind);
    p->at++;
    if (!*p->at)
        return parser_wrong(p, p->at, "the pattern ends after a backslash");
    if (strchr("123456789k", *p->at))
        return back_reference(p);
    return one_character(p, parser_escaped(p));
}

static const struct regex_node *any(struct parser *p)
{
    struct regex_ranges ranges = { .arena = p->arena };

    regex_ranges_add(&ranges, '\n', '\n');
    regex_ranges_add(&ranges, '\r', '\r');
    regex_ranges_add(&ranges, 0x2028, 0x2029);
    p->at++;
    return character(p, regex_set_new(&ranges, true));
}

static const struct regex_node *class(struct parser *p)
{
    const struct regex_set *const set = parser_class(p);

    return set ? character(p, set) : NULL;
}

static const struct regex_node *atom(struct parser *p)
{
    switch (*p->at) {
    case '(':
        return group(p);
    case '[':
        return class(p);
    case '.':
        return any(p);
    case '\\':
        return escape(p);
    case '^':
        p->at++;
        return anchor(p, REGEX_START);
    case '$':
        p->at++;
        return anchor(p, REGEX_END);
    case '*':
    case '+':
    case '?':
        return parser_wrong(p, p->at, "there is nothing to repeat");
    default:
        return one_character(p, parser_next(p));
    }
}

static size_t number(struct parser *p)
{
    size_t value = 0;

    for (; isdigit((unsigned char)*p->at); p->at++)
        value = plus(product(value, 10), (size_t)(*p->at - '0'));
    return value;
}

/* Reads {n}, {n,} or {n,m}; reads nothing when the brace stands for itself. */
static bool counted(struct parser *p, size_t *least, size_t *most)
{
    const char *const start = p->at;

    if (*p->at != '{' || !isdigit((unsigned char)p->at[1]))
        return false;
    p->at++;
    *least = *most = number(p);
    if (parser_takes(p, ","))
        *most = isdigit((unsigned char)*p->at) ? number(p) : SIZE_MAX;
    if (parser_takes(p, "}"))
        return true;
    p->at = start;
    return false;
}

static bool quantifier(struct parser *p, size_t *least, size_t *most)
{
    *least = *p->at == '+';
    *most = *p->at == '?' ? 1 : SIZE_MAX;
    if (*p->at && strchr("*+?", *p->at))
        p->at++;
    else if (!counted(p, least, most))
        return false;
    parser_takes(p, "?"); /* lazy or greedy, the same strings match */
    return true;
}

static const struct regex_node *repeat(struct parser *p, const struct regex_node *item,
                                       size_t least, size_t most)
{
    struct regex_node *const node = node_around(p, REGEX_REPEAT, item);

    node->least = least;
    node->most = most;
    node->shortest = least ? product(least, item->shortest) : 0;
    node->bits = bits_sum(0, product(item->bits, most < 20 ? most : 20));
    node->starts = least && item->starts;
    node->ends = least && item->ends;
    return node;
}

static const struct regex_node *term(struct parser *p)
{
    const struct regex_node *node = atom(p);
    const char *start = p->at;
    size_t least, most;

    while (node && quantifier(p, &least, &most)) {
        if (most < least)
            return parser_wrong(p, start, "a repetition whose most is less than its least");
        node = repeat(p, node, least, most);
        start = p->at;
    }
    if (node && (node->depth > 4 * REGEX_DEEPEST || p->nodes > REGEX_LARGEST))
        return parser_wrong(p, start, "the pattern is too large");
    return node;
}

static const struct regex_node *choice(struct parser *p)
{
    struct items branches = { .count = 0 };

    do {
        struct items terms = { .count = 0 };

        while (*p->at && *p->at != '|' && *p->at != ')') {
            const struct regex_node *const node = term(p);
            if (!node)
                return NULL;
            add(p, &terms, node);
        }
        add(p, &branches, sequence_of(p, &terms));
        if (p->nodes > REGEX_LARGEST)
            return parser_wrong(p, p->at, "the pattern is too large");
    } while (parser_takes(p, "|"));
    return choice_of(p, &branches);
}

const struct regex_tree *regex_parse(struct arena *arena, const char *pattern, struct error *error)
{
    struct parser p = { .arena = arena, .pattern = pattern, .at = pattern, .error = error };
    struct regex_tree *const tree = arena_alloc(arena, sizeof(*tree));

    for (const char *c = pattern; *c; c += text_utf8_length(c))
        if (!text_utf8_length(c))
            return parser_wrong(&p, c, "not UTF-8");
    tree->root = choice(&p);
    if (!tree->root)
        return NULL;
    if (*p.at)
        return parser_wrong(&p, p.at, "a ) without its (");
    tree->nodes = p.nodes;
    tree->groups = p.groups;
    return tree;
}
