#include "regex_measure.h"

enum { SPARE_TURNS = 16 };

struct measuring {
    struct length_space *space;
    struct measure *rows;
    uint64_t **groups; /* by number; NULL while not closed */
    size_t group_count;
    uint64_t *zero, *one;
};

static uint64_t *measure(struct measuring *m, const struct regex_node *node);

static uint64_t *measure_sequence(struct measuring *m, const struct regex_node *node)
{
    struct arena *const arena = m->space->arena;
    uint64_t **const rest = arena_array(arena, node->count + 1, sizeof(*rest));

    for (size_t i = 0; i < node->count; i++)
        measure(m, node->items[i]);
    rest[node->count] = m->zero;
    for (size_t i = node->count; i-- > 0;) {
        const uint64_t *const set = m->rows[node->items[i]->id].set;
        rest[i] = set == m->zero ? rest[i + 1] : lengths_sum(m->space, set, rest[i + 1]);
    }
    m->rows[node->id].rest = rest;
    return rest[0];
}

static uint64_t *measure_choice(struct measuring *m, const struct regex_node *node)
{
    uint64_t *const set = lengths_new(m->space);

    for (size_t i = 0; i < node->count; i++)
        lengths_join(m->space, set, measure(m, node->items[i]));
    return set;
}

/*
 * What each number of turns adds up to, so that a length can be shared out
 * among them later: as many turns as bring new lengths, and some to choose
 * from. Empty turns bring nothing, so that of those none is needed.
 */
static uint64_t *measure_turns(struct measuring *m, const struct regex_node *node,
                               const uint64_t *item)
{
    struct length_space *const space = m->space;
    struct measure *const row = &m->rows[node->id];
    const size_t least = lengths_has(space, item, 0) ? 0 : node->least;
    const size_t most = node->most < space->limit ? node->most : space->limit;
    uint64_t *const set = lengths_new(space);
    bool more = true;

    row->turns = arena_array(space->arena, most + 1, sizeof(*row->turns));
    for (size_t i = 0; i <= most && (more || i < least + SPARE_TURNS); i++) {
        if (i > 1 && i > least && lengths_scarce(space))
            break;
        row->turns[i] = i ? lengths_sum(space, row->turns[i - 1], item) : m->zero;
        row->known = i + 1;
        more = i < least || lengths_join(space, set, row->turns[i]);
    }
    return set;
}

static uint64_t *measure_repeat(struct measuring *m, const struct regex_node *node)
{
    const struct regex_node *const item = node->items[0];
    const uint64_t *const each = measure(m, item);
    uint64_t *set;

    if (item->kind != REGEX_CHARACTER || !item->set->count)
        return measure_turns(m, node, each);
    set = lengths_new(m->space);
    lengths_add(m->space, set, node->least, node->most);
    return set;
}

static uint64_t *measure_group(struct measuring *m, const struct regex_node *node)
{
    return m->groups[node->group] = measure(m, node->items[0]);
}

/* A group that has not matched refers to nothing, which matches. */
static uint64_t *measure_reference(struct measuring *m, const struct regex_node *node)
{
    uint64_t *const set = node->group <= m->group_count ? m->groups[node->group] : NULL;

    return set ? set : m->zero;
}

static uint64_t *measure_character(struct measuring *m, const struct regex_node *node)
{
    return node->set->count ? m->one : lengths_new(m->space);
}

static uint64_t *measure_look(struct measuring *m, const struct regex_node *node)
{
    measure(m, node->items[0]);
    return m->zero;
}

static uint64_t *measure_nothing(struct measuring *m, const struct regex_node *node)
{
    (void)node;
    return m->zero;
}

static uint64_t *measure(struct measuring *m, const struct regex_node *node)
{
    static uint64_t *(*const by_kind[])(struct measuring *, const struct regex_node *) = {
        [REGEX_CHARACTER] = measure_character, [REGEX_SEQUENCE] = measure_sequence,
        [REGEX_CHOICE] = measure_choice,       [REGEX_REPEAT] = measure_repeat,
        [REGEX_GROUP] = measure_group,         [REGEX_REFERENCE] = measure_reference,
        [REGEX_START] = measure_nothing,       [REGEX_END] = measure_nothing,
        [REGEX_BOUNDARY] = measure_nothing,    [REGEX_LOOK] = measure_look,
    };

    return m->rows[node->id].set = by_kind[node->kind](m, node);
}

struct measure *regex_measure(struct length_space *space, const struct regex_tree *tree)
{
    struct measuring m = {
        .space = space,
        .rows = arena_array(space->arena, tree->nodes, sizeof(struct measure)),
        .groups = arena_array(space->arena, tree->groups + 1, sizeof(uint64_t *)),
        .group_count = tree->groups,
        .zero = lengths_new(space),
        .one = lengths_new(space),
    };

    lengths_add(space, m.zero, 0, 0);
    lengths_add(space, m.one, 1, 1);
    measure(&m, tree->root);
    return m.rows;
}
