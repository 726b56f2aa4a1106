#include "compat_private.h"

#include <string.h>

/* Where a finding about something that is gone stands: in what held it, or in its like. */
static const struct lint_place *holder(struct compatibility *c, struct meaning meaning,
                                       const char *word, bool plain)
{
    const struct part *part = meaning_with(meaning, word);

    for (size_t i = 0; i < meaning.count; i++)
        if (meaning.parts[i].plain == plain && json_get(meaning.parts[i].node, word)) {
            part = meaning.parts + i;
            break;
        }
    return part ? place_of(c, part->at, word) : meaning.at;
}

/* Whether an earlier part has the member too, so that it was looked at with that. */
static bool is_repeated(struct compatibility *c, struct side *side, struct meaning meaning,
                        size_t i, const char *word, const char *name)
{
    while (i--)
        if (side_member(c, side, json_get(meaning.parts[i].node, word), name))
            return true;
    return false;
}

static bool declares(struct compatibility *c, struct side *side, struct meaning meaning,
                     const char *word, const char *name)
{
    return is_repeated(c, side, meaning, meaning.count, word, name);
}

static void compare_property(struct compatibility *c, const struct pair *pair, const char *name,
                             bool plain)
{
    const struct meaning old = meaning_below(c, c->old, pair->old, "properties", name);
    const struct meaning new = meaning_below(c, c->new, pair->new, "properties", name);

    if (declares(c, c->new, pair->new, "properties", name))
        compat_add(c, old, new, true);
    else if (!old.never && !branches_declare(c, c->new, pair->new, name))
        compat_find(c, COMPAT_PROPERTY_REMOVED, holder(c, pair->new, "properties", plain), old.at,
                    "property \"%s\" removed: a model that has it was valid",
                    compat_quote(c, name));
}

static void compare_properties(struct compatibility *c, const struct pair *pair)
{
    for (size_t i = 0; i < pair->old.count; i++)
        json_each (property, object_at(pair->old.parts[i].node, "properties"))
            if (!is_repeated(c, c->old, pair->old, i, "properties", json_key(property)))
                compare_property(c, pair, json_key(property), pair->old.parts[i].plain);
}

static const json *patterns_of(struct meaning meaning)
{
    const struct part *part = meaning_with(meaning, "patternProperties");

    return part ? json_first(object_at(part->node, "patternProperties")) : NULL;
}

/* A pattern that is gone and one that is new are taken for the same, changed. */
static void compare_name_patterns(struct compatibility *c, const struct pair *pair)
{
    static const char word[] = "patternProperties";
    const json *new = patterns_of(pair->new);

    for (const json *old = patterns_of(pair->old); old; old = json_next(old)) {
        const char *key = json_key(old);
        const bool kept = declares(c, c->new, pair->new, word, key);
        const struct meaning before = meaning_below(c, c->old, pair->old, word, key);

        while (!kept && new &&declares(c, c->old, pair->old, word, json_key(new)))
            new = json_next(new);
        if (kept || new) {
            const char *now = kept ? key : json_key(new);
            const struct meaning after = meaning_below(c, c->new, pair->new, word, now);

            if (!kept)
                compat_find(c, COMPAT_PATTERN, after.at, NULL,
                            "the pattern of names \"%s\" -> \"%s\": a name that matched may be "
                            "refused now",
                            compat_quote(c, key), compat_quote(c, now));
            compat_add(c, before, after, true);
            new = kept ? new : json_next(new);
        } else if (!before.never) {
            compat_find(c, COMPAT_PROPERTY_REMOVED, holder(c, pair->new, word, false), before.at,
                        "the properties that match \"%s\" removed: a model that has one was "
                        "valid",
                        compat_quote(c, key));
        }
    }
}

enum openness { OPEN, BY_SCHEMA, CLOSED };

static enum openness openness_of(struct meaning meaning)
{
    enum openness openness = OPEN;

    for (size_t i = 0; i < meaning.count; i++) {
        const json *rest = json_get(meaning.parts[i].node, "additionalProperties");

        if (json_false(rest))
            return CLOSED;
        if (json_type(rest) == JSON_OBJECT)
            openness = BY_SCHEMA;
    }
    return openness;
}

static void compare_rest(struct compatibility *c, const struct pair *pair)
{
    static const char word[] = "additionalProperties";
    const enum openness old = openness_of(pair->old), new = openness_of(pair->new);
    const struct lint_place *at = holder(c, pair->new, word, false);

    if (old != CLOSED && new == CLOSED) {
        if (pair->old.count && (meaning_types(c, c->old, pair->old) & JSON_OBJECT))
            compat_find(c, COMPAT_CLOSED, at, NULL,
                        "additionalProperties is false now: a property that is not declared "
                        "was valid");
    } else if (old == CLOSED && new != CLOSED) {
        compat_find(c, COMPAT_LOOSENED, at, NULL,
                    "additionalProperties false -> %s: a reader may meet properties that it "
                    "does not know",
                    new == OPEN ? "true" : "a schema");
    } else if (old != CLOSED && (old == BY_SCHEMA || new == BY_SCHEMA)) {
        struct meaning now = meaning_below(c, c->new, pair->new, word, NULL);

        now.at = now.at ? now.at : at;
        compat_add(c, meaning_below(c, c->old, pair->old, word, NULL), now, true);
    }
}

static void compare_required(struct compatibility *c, const struct pair *pair)
{
    struct names names = names_new(c->arena);

    if (!meaning_with(pair->new, "required"))
        return;
    for (size_t i = 0; i < pair->old.count; i++)
        add_strings(&names, compat_array_at(pair->old.parts[i].node, "required"));
    for (size_t i = 0; i < pair->new.count; i++) {
        const struct lint_place *at = place_of(c, pair->new.parts[i].at, "required");
        size_t index = 0;

        json_each (item, compat_array_at(pair->new.parts[i].node, "required")) {
            const char *name = json_string(item);

            if (name && is_new(&names, name))
                compat_find(c, COMPAT_REQUIRED, place_of_item(c, at, index), NULL,
                            "property \"%s\" is required now: a model without it was valid",
                            compat_quote(c, name));
            index++;
        }
    }
}

void compare_objects(struct compatibility *c, const struct pair *pair)
{
    compare_required(c, pair);
    if (!pair->new.count)
        return;
    compare_properties(c, pair);
    compare_name_patterns(c, pair);
    compare_rest(c, pair);
}

/* ---- arrays ---- */

/* What is asked of the items, one position after the other. */
struct cursor {
    struct compatibility *c;
    struct side *side;
    struct meaning whole;        /* of the array */
    const struct lint_place *at; /* of its items; or NULL */
    const json *next;            /* of a list of schemas */
    bool is_list;
    size_t index;
};

static struct cursor cursor_of(struct compatibility *c, struct side *side, struct meaning whole)
{
    const struct part *part = meaning_with(whole, "items");
    const json *items = part ? json_get(part->node, "items") : NULL;
    const bool is_list = json_type(items) == JSON_ARRAY;

    return (struct cursor){ .c = c,
                            .side = side,
                            .whole = whole,
                            .at = part ? place_of(c, part->at, "items") : NULL,
                            .next = is_list ? json_first(items) : NULL,
                            .is_list = is_list };
}

static struct meaning cursor_next(struct cursor *cursor)
{
    struct compatibility *c = cursor->c;
    struct meaning item;

    if (cursor->next) {
        item = meaning_of(c, cursor->side, cursor->next,
                          place_of_item(c, cursor->at, cursor->index++));
        cursor->next = json_next(cursor->next);
    } else {
        item = meaning_below(c, cursor->side, cursor->whole,
                             cursor->is_list ? "additionalItems" : "items", NULL);
    }
    item.at = item.at ? item.at : cursor->whole.at;
    return item;
}

void compare_items(struct compatibility *c, const struct pair *pair)
{
    struct cursor old = cursor_of(c, c->old, pair->old), new = cursor_of(c, c->new, pair->new);

    if (!old.at && !new.at)
        return;
    if (old.at && new.at && old.is_list != new.is_list)
        compat_find(c, COMPAT_ITEMS, new.at, NULL, "items %s",
                    new.is_list ? "one schema -> a list of schemas: each position has its own"
                                : "a list of schemas -> one schema: every position is alike");
    for (bool rest = false; !rest;) { /* each position, and those behind the last */
        rest = !old.next && !new.next;
        const struct meaning before = cursor_next(&old);
        compat_add(c, before, cursor_next(&new), true);
    }
}
