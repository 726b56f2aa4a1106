#include "compat_private.h"

#include <string.h>

/* Words that ask for more, and only under a condition; those of a plain part are done. */

/* One word on both sides. */
struct word {
    const char *name;
    struct meaning old_whole, new_whole; /* plain */
    const struct part *before, *after;   /* that have it */
    const json *old, *new;
    const struct lint_place *at;
};

static void say_added(struct compatibility *c, const struct word *word)
{
    compat_find(c, COMPAT_CONDITION, word->at, NULL,
                "%s added: a value that was valid may be refused now", word->name);
}

static void say_changed(struct compatibility *c, const struct word *word)
{
    compat_find(c, COMPAT_CONDITION_CHANGED, word->at, NULL,
                "%s changed: what was valid may be refused now, which cannot be told", word->name);
}

/* Whether the word is on both sides; if not, that is said. */
static bool is_kept(struct compatibility *c, const struct word *word)
{
    if (!word->old)
        say_added(c, word);
    else if (!word->new)
        compat_find(c, COMPAT_LOOSENED, word->at, place_of(c, word->before->at, word->name),
                    "%s removed: a reader may meet a value that it does not expect", word->name);
    return word->old && word->new;
}

/* Nothing can be said of how two conditions differ. */
static void compare_whole(struct compatibility *c, const struct word *word)
{
    if (is_kept(c, word) && !meaning_same(c, word->old, word->new))
        say_changed(c, word);
}

/* The items that it wants, the names: as tight as it was. */
static void compare_below(struct compatibility *c, const struct word *word)
{
    if (is_kept(c, word))
        compat_add(c, meaning_of(c, c->old, word->old, place_of(c, word->before->at, word->name)),
                   meaning_of(c, c->new, word->new, word->at), true);
}

/* What is asked for beside everything else. */
static void compare_beside(struct compatibility *c, const struct word *word)
{
    const struct lint_place *was = word->before ? place_of(c, word->before->at, word->name) : NULL;
    struct meaning old = meaning_of(c, c->old, word->old, was);
    struct meaning new = meaning_of(c, c->new, word->new, word->at);

    old = meaning_join(c, old, word->old_whole);
    new = meaning_join(c, new, word->new_whole);
    compat_add(c, old, new, false);
}

static void compare_dependency(struct compatibility *c, const struct word *word, const json *new)
{
    const char *name = json_key(new);
    const json *old = side_member(c, c->old, word->old, name);
    struct names names = names_new(c->arena);
    struct word one = *word;

    one.name = arena_printf(c->arena, "dependency of \"%s\"", compat_quote(c, name));
    one.at = place_of(c, word->at, name);
    one.old = old;
    one.new = new;
    if (!old) {
        say_added(c, &one);
    } else if (json_type(old) != json_type(new)) {
        say_changed(c, &one);
    } else if (json_type(new) != JSON_ARRAY) {
        one.before = NULL;
        compare_beside(c, &one);
    } else {
        add_strings(&names, old);
        json_each (item, new)
            if (json_string(item) && is_new(&names, json_string(item)))
                compat_find(c, COMPAT_CONDITION, one.at, NULL,
                            "property \"%s\" is required with \"%s\" now: a model without it "
                            "was valid",
                            compat_quote(c, json_string(item)), compat_quote(c, name));
    }
}

static void compare_dependencies(struct compatibility *c, const struct word *word)
{
    json_each (new, object_at(word->after ? word->after->node : NULL, word->name))
        compare_dependency(c, word, new);
}

static bool has_branches(const struct part *part)
{
    return part && (json_get(part->node, "then") || json_get(part->node, "else"));
}

/* Only where the condition is the same do its branches have something to do with each other. */
static void compare_if(struct compatibility *c, const struct word *word)
{
    static const char *const names[] = { "then", "else" };

    if (!has_branches(word->before) && !has_branches(word->after))
        return;
    if (!word->old || !word->new || !meaning_same(c, word->old, word->new)) {
        compare_whole(c, word);
        return;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct word branch = *word;

        branch.name = names[i];
        branch.old = json_get(word->before->node, names[i]);
        branch.new = json_get(word->after->node, names[i]);
        branch.at = branch.new ? place_of(c, word->after->at, names[i]) : word->after->at;
        if (branch.old || branch.new)
            compare_beside(c, &branch);
    }
}

static const struct {
    const char *name;
    void (*compare)(struct compatibility *c, const struct word *word);
} words[] = {
    { "if", compare_if },
    { "not", compare_whole },
    { "contains", compare_below },
    { "propertyNames", compare_below },
    { "dependencies", compare_dependencies },
};

static struct word word_of(struct compatibility *c, struct meaning old, struct meaning new,
                           const char *name)
{
    struct word word = { name, old,  new, meaning_with(old, name), meaning_with(new, name),
                         NULL, NULL, NULL };

    word.old = word.before ? json_get(word.before->node, name) : NULL;
    word.new = word.after ? json_get(word.after->node, name) : NULL;
    word.at = word.after ? place_of(c, word.after->at, name) : new.at;
    return word;
}

void compare_conditions(struct compatibility *c, const struct pair *pair)
{
    bool any = false;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        any =
            any || meaning_with(pair->old, words[i].name) || meaning_with(pair->new, words[i].name);
    if (!any)
        return;
    const struct meaning old = meaning_parts(c, pair->old, true, false);
    const struct meaning new = meaning_parts(c, pair->new, true, false);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct word word = word_of(c, old, new, words[i].name);

        word.old_whole = meaning_beside(c, pair->old);
        word.new_whole = meaning_beside(c, pair->new);
        if (word.old || word.new)
            words[i].compare(c, &word);
    }
}
