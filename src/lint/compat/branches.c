#include "compat_private.h"

#include <string.h>

/*
 * anyOf and oneOf. A branch is looked at together with what stands beside it,
 * so that a property may move from one to the other. Which old branch became
 * which new one is guessed by what they have in common; what has nothing in
 * common with any is gone. That oneOf wants exactly one is not considered.
 */
enum { GREEDY_MOST = 100, ALIKE_MOST = 20 };

static const char *const words[] = { "anyOf", "oneOf" };

/* One anyOf or oneOf. */
struct group {
    const struct part *part; /* NULL: there is none */
    const char *word;
    const json *branches;
    size_t count;
};

/* The `n`-th of that word. */
static struct group group_of(struct meaning meaning, const char *word, size_t n)
{
    for (size_t i = 0; i < meaning.count; i++) {
        const struct part *part = &meaning.parts[i];
        const json *branches = part->plain ? NULL : json_get(part->node, word);

        if (json_type(branches) == JSON_ARRAY && json_first(branches) && n-- == 0)
            return (struct group){ part, word, branches, json_length(branches) };
    }
    return (struct group){ 0 };
}

/* One branch of a group. */
struct branch {
    const json *node;
    const struct lint_place *at;
    struct meaning meaning; /* with what stands beside the group */
    unsigned types;         /* 0: not asked for yet */
    bool matched;
};

static struct branch *branches_of(struct compatibility *c, struct side *side, struct group group,
                                  struct meaning beside)
{
    struct branch *branches = arena_array(c->arena, group.count, sizeof(*branches));
    const struct lint_place *above = place_of(c, group.part->at, group.word);
    const struct meaning plain = meaning_beside(c, beside);
    size_t i = 0;

    json_each (node, group.branches) {
        const struct lint_place *at = place_of_item(c, above, i);
        const struct meaning own = meaning_of(c, side, node, at);

        branches[i] = (struct branch){ node, at, meaning_join(c, own, plain), 0, false };
        branches[i++].meaning.at = own.at;
    }
    return branches;
}

/* ---- which became which ---- */

static int shared_members(struct compatibility *c, const struct branch *old,
                          const struct branch *new)
{
    int shared = 0;

    for (size_t i = 0; i < old->meaning.count; i++) {
        if (old->meaning.parts[i].plain)
            continue;
        json_each (property, object_at(old->meaning.parts[i].node, "properties"))
            for (size_t k = 0; k < new->meaning.count &&shared < ALIKE_MOST; k++)
                shared += !new->meaning.parts[k].plain &&side_member(
                    c, c->new, json_get(new->meaning.parts[k].node, "properties"),
                    json_key(property));
    }
    return shared;
}

static int shared_required(const json *old, const json *new)
{
    int shared = 0;

    json_each (name, compat_array_at(old, "required"))
        json_each (other, compat_array_at(new, "required"))
            shared += shared < ALIKE_MOST && json_equal(name, other);
    return shared;
}

static bool same_member(const json *old, const json *new, const char *key)
{
    const json *value = json_get(old, key);

    return value && json_equal(value, json_get(new, key));
}

static unsigned types_of(struct compatibility *c, struct side *side, struct branch *branch)
{
    if (!branch->types)
        branch->types = meaning_types(c, side, branch->meaning);
    return branch->types;
}

static int likeness(struct compatibility *c, struct branch *old, struct branch *new)
{
    if (meaning_same(c, old->node, new->node))
        return 1000;
    return same_member(old->node, new->node, "title") * 100 + shared_members(c, old, new) +
           shared_required(old->node, new->node) +
           (same_member(old->node, new->node, "type") ||
            (json_get(old->node, "$ref") && json_get(new->node, "$ref") &&
             types_of(c, c->old, old) == types_of(c, c->new, new)));
}

struct match {
    struct branch *old, *new;
    int likeness;
};

static struct match best_match(struct compatibility *c, struct branch *old, size_t old_count,
                               struct branch *new, size_t new_count, int *table)
{
    struct match best = { NULL, NULL, 0 };

    for (size_t i = 0; i < old_count; i++)
        for (size_t k = 0; k < new_count; k++) {
            int *known = &table[i * new_count + k];

            if (old[i].matched || new[k].matched)
                continue;
            *known = *known < 0 ? likeness(c, &old[i], &new[k]) : *known;
            if (*known > best.likeness)
                best = (struct match){ &old[i], &new[k], *known };
        }
    return best;
}

static void take_match(struct compatibility *c, struct match match)
{
    match.old->matched = match.new->matched = true;
    compat_add(c, match.old->meaning, match.new->meaning, false);
}

/* Definitions of the same name, before anything is looked at. */
static bool match_by_name(struct compatibility *c, struct branch *old, size_t old_count,
                          struct branch *new, size_t new_count)
{
    bool any = false;

    for (size_t i = 0; i < old_count; i++)
        for (size_t k = 0; k < new_count && !old[i].matched; k++)
            if (!new[k].matched && same_member(old[i].node, new[k].node, "$ref")) {
                take_match(c, (struct match){ &old[i], &new[k], 1 });
                any = true;
            }
    return any;
}

/* Whether there is one. */
static bool match_branches(struct compatibility *c, struct branch *old, size_t old_count,
                           struct branch *new, size_t new_count)
{
    if (old_count > GREEDY_MOST || new_count > GREEDY_MOST) {
        for (size_t i = 0; i < old_count && i < new_count;
             i++) /* too many: the same place will do */
            take_match(c, (struct match){ &old[i], &new[i], 1 });
        return true;
    }
    bool any = match_by_name(c, old, old_count, new, new_count);
    int *table = arena_array(c->arena, old_count * new_count, sizeof(*table));
    for (size_t i = 0; i < old_count * new_count; i++)
        table[i] = -1;
    for (;;) {
        const struct match match = best_match(c, old, old_count, new, new_count, table);

        if (!match.old)
            return any;
        take_match(c, match);
        any = true;
    }
}

/* ---- what became of a group ---- */

static const char *name_of(struct compatibility *c, const struct branch *branch, size_t index)
{
    const char *title = json_string(json_get(branch->node, "title"));
    const char *ref = json_string(json_get(branch->node, "$ref"));

    if (title || ref)
        return arena_printf(c->arena, "\"%s\"", compat_quote(c, title ? title : ref));
    return arena_printf(c->arena, "%zu", index + 1);
}

/* Whether what stands beside was looked at with a branch. */
static bool compare_group(struct compatibility *c, const struct pair *pair, struct group old,
                          struct group new)
{
    struct branch *before = branches_of(c, c->old, old, pair->old);
    struct branch *after = branches_of(c, c->new, new, pair->new);

    const bool any = match_branches(c, before, old.count, after, new.count);
    for (size_t i = 0; i < old.count; i++)
        if (!before[i].matched && /* and not of a type that was found to be gone */
            (!pair->typed || types_of(c, c->old, &before[i]) & meaning_types(c, c->new, pair->new)))
            compat_find(c, COMPAT_BRANCH, place_of(c, new.part->at, new.word), before[i].at,
                        "branch %s of %s removed: a value that fitted it was valid",
                        name_of(c, &before[i], i), old.word);
    return any;
}

/* For each type, some new branch has to take whatever was valid. */
static bool compare_added(struct compatibility *c, const struct pair *pair, struct group new)
{
    struct branch *after = branches_of(c, c->new, new, pair->new);
    const struct meaning old = meaning_parts(c, pair->old, false, true);
    unsigned types = meaning_types(c, c->old, old) & meaning_types(c, c->new, pair->new);

    for (size_t i = 0; i < new.count; i++) {
        const unsigned own = types_of(c, c->new, &after[i]);

        after[i].matched = (types & own) && compat_accepts(c, old, after[i].meaning);
        types &= after[i].matched ? ~own : TYPE_ANY;
    }
    if (types) {
        compat_find(c, COMPAT_BRANCH, place_of(c, new.part->at, new.word), NULL,
                    "%s added: a value that fits none of its %zu branches was valid", new.word,
                    new.count);
        return false;
    }
    for (size_t i = 0; i < new.count; i++)
        if (after[i].matched)
            compat_add(c, old, after[i].meaning, false);
    return true;
}

bool compare_branches(struct compatibility *c, const struct pair *pair)
{
    bool done = false;

    for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++)
        for (size_t i = 0; group_of(pair->old, words[w], i).part; i++)
            if (!group_of(pair->new, words[w], i).part) {
                const struct group old = group_of(pair->old, words[w], i);
                const struct branch *before = branches_of(c, c->old, old, pair->old);

                for (size_t k = 0; k < old.count; k++) /* each has to be as the whole is now */
                    compat_add(c, before[k].meaning, pair->new, false);
                return !meaning_is_deep(pair->old);
            }
    for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++)
        for (size_t i = 0; group_of(pair->new, words[w], i).part; i++) {
            const struct group old = group_of(pair->old, words[w], i);
            const struct group new = group_of(pair->new, words[w], i);

            const bool whole =
                old.part ? compare_group(c, pair, old, new) : compare_added(c, pair, new);
            done = done || whole;
        }
    return done && !meaning_is_deep(pair->old) && !meaning_is_deep(pair->new);
}

/* Whether the branch names the member among its properties. */
static bool branch_declares(struct compatibility *c, struct side *side, const json *node,
                            const char *name)
{
    const struct meaning branch = meaning_of(c, side, node, NULL);

    for (size_t k = 0; k < branch.count; k++)
        if (side_member(c, side, json_get(branch.parts[k].node, "properties"), name))
            return true;
    return false;
}

bool branches_declare(struct compatibility *c, struct side *side, struct meaning meaning,
                      const char *name)
{
    for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++)
        for (size_t i = 0; group_of(meaning, words[w], i).part; i++)
            json_each (node, group_of(meaning, words[w], i).branches)
                if (branch_declares(c, side, node, name))
                    return true;
    return false;
}
