#include "compat_private.h"

#include <string.h>

/* ---- words whose texts cannot be compared: another one is another one ---- */

static bool has_text(struct meaning meaning, const char *word, const char *text)
{
    for (size_t i = 0; i < meaning.count; i++) {
        const char *own = json_string(json_get(meaning.parts[i].node, word));

        if (own && strcmp(own, text) == 0)
            return true;
    }
    return false;
}

/* The first part of `meaning` whose text the other has not; from part `*i` on. */
static const char *only_here(struct meaning meaning, struct meaning other, const char *word,
                             size_t *i)
{
    for (; *i < meaning.count; ++*i) {
        const char *text = json_string(json_get(meaning.parts[*i].node, word));

        if (text && !has_text(other, word, text))
            return text;
    }
    return NULL;
}

static const char *quoted(struct compatibility *c, const char *text)
{
    return text ? arena_printf(c->arena, "\"%s\"", compat_quote(c, text)) : NULL;
}

static void compare_text(struct compatibility *c, const struct pair *pair, const char *word,
                         enum compat_rule rule)
{
    size_t i = 0, k = 0;

    for (;; i++, k++) {
        const char *old = only_here(pair->old, pair->new, word, &i);
        const char *new = only_here(pair->new, pair->old, word, &k);
        const struct lint_place *at = new ? place_of(c, pair->new.parts[k].at, word) : pair->new.at;
        const struct lint_place *was = old ? place_of(c, pair->old.parts[i].at, word) : NULL;

        if (!old && !new)
            return;
        compat_change(c, rule, at, was, word, quoted(c, old), quoted(c, new),
                      new ? "a value that was valid may be refused now"
                          : "a reader may meet a value that it does not expect");
    }
}

/* ---- default ---- */

static void compare_default(struct compatibility *c, const struct pair *pair)
{
    static const char word[] = "default";
    const struct part *before = meaning_with(pair->old, word);
    const struct part *after = meaning_with(pair->new, word);
    const json *old = before ? json_get(before->node, word) : NULL;
    const json *new = after ? json_get(after->node, word) : NULL;

    if ((old || new) && !(old && new &&json_equal(old, new)))
        compat_change(c, COMPAT_DEFAULT, after ? place_of(c, after->at, word) : pair->new.at,
                      before ? place_of(c, before->at, word) : NULL, word,
                      old ? compat_value(c, old) : NULL, new ? compat_value(c, new) : NULL,
                      old && new ? "a model without the property means something else now"
                                 : "a model without the property may mean something else now");
}

/* ---- words of arrays that are true or false ---- */

static bool is_unique(struct meaning meaning)
{
    for (size_t i = 0; i < meaning.count; i++)
        if (json_true(json_get(meaning.parts[i].node, "uniqueItems")))
            return true;
    return false;
}

static void compare_unique(struct compatibility *c, const struct pair *pair)
{
    const bool old = is_unique(pair->old), new = is_unique(pair->new);
    const struct part *part = meaning_with(pair->new, "uniqueItems");
    const struct lint_place *at = part ? place_of(c, part->at, "uniqueItems") : pair->new.at;

    if (new && !old)
        compat_find(c, COMPAT_UNIQUE_ITEMS, at, NULL,
                    "uniqueItems is true now: an array with an item twice was valid");
    else if (old && !new)
        compat_find(c, COMPAT_LOOSENED, at, NULL,
                    "uniqueItems is no longer true: a reader may meet an item twice");
}

static bool is_ordered(struct meaning meaning)
{
    const struct part *part = meaning_with(meaning, "insertionOrder");

    return !part || !json_false(json_get(part->node, "insertionOrder"));
}

static void compare_order(struct compatibility *c, const struct pair *pair)
{
    const bool old = is_ordered(pair->old), new = is_ordered(pair->new);
    const struct part *part = meaning_with(pair->new, "insertionOrder");

    if (old != new && pair->new.count && pair->old.count)
        compat_find(c, COMPAT_INSERTION_ORDER,
                    part ? place_of(c, part->at, "insertionOrder") : pair->new.at, NULL,
                    "insertionOrder %s -> %s: %s", old ? "true" : "false", new ? "true" : "false",
                    new ? "another order of the items is a difference now"
                        : "the order of the items is not kept any more");
}

void compare_words(struct compatibility *c, const struct pair *pair)
{
    compare_text(c, pair, "pattern", COMPAT_PATTERN);
    compare_text(c, pair, "format", COMPAT_FORMAT);
    compare_default(c, pair);
    compare_unique(c, pair);
    compare_order(c, pair);
}
