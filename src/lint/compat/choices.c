#include "compat_private.h"

#include <string.h>

#include "cfnc/base/text.h"

/*
 * enum and const: which values are named. Hashed, for an enum may have 100,000.
 */
enum { SHOWN_MOST = 3 };

/* One enum or const of a meaning. */
struct named_choice {
    const struct part *part;
    const char *word;
    const json *value;    /* the list, or the one value */
    struct value_set set; /* of the list */
};

struct named_list {
    struct named_choice *items;
    size_t count;
};

static struct named_list named_of(struct compatibility *c, struct meaning meaning)
{
    static const char *const words[] = { "enum", "const" };
    struct named_list list = { .items = arena_array(c->arena, meaning.count * 2,
                                                    sizeof(struct named_choice)) };
    size_t size = 0;

    for (size_t i = 0; i < meaning.count; i++)
        for (size_t k = 0; k < 2; k++) {
            const json *value = json_get(meaning.parts[i].node, words[k]);
            struct named_choice *named = &list.items[list.count];

            if (!value || (k == 0 && json_type(value) != JSON_ARRAY))
                continue;
            *named = (struct named_choice){ &meaning.parts[i], words[k], value, { 0 } };
            if (k == 0)
                named->set = value_set_new(c->arena, json_length(value));
            json_each (item, k == 0 ? value : NULL)
                value_set_slot(&named->set, item, &size)->value = item;
            list.count++;
        }
    return list;
}

/* The first that does not name the value, or NULL. */
static const struct named_choice *refuses(const struct named_list *list, const json *value)
{
    size_t size = 0;

    for (size_t i = 0; i < list->count; i++) {
        const struct named_choice *named = &list->items[i];
        const bool has = named->set.room ? value_set_slot(&named->set, value, &size)->value != NULL
                                         : json_equal(named->value, value);
        if (!has)
            return named;
    }
    return NULL;
}

/* What is gone, up to a few, and how many more. */
struct gone {
    struct text names;
    size_t count;
    const struct named_choice *by;
};

static void note_gone(struct compatibility *c, struct gone *gone, const struct named_list *old,
                      const struct named_list *new, const json *value)
{
    const struct named_choice *by = refuses(old, value) ? NULL : refuses(new, value);

    if (!by)
        return;
    gone->by = gone->by ? gone->by : by;
    if (gone->count++ < SHOWN_MOST)
        text_addf(&gone->names, "%s%s", gone->names.length ? ", " : "", compat_value(c, value));
}

static void compare_named(struct compatibility *c, const struct named_list *old,
                          const struct named_list *new)
{
    const struct named_choice *first = &old->items[0];
    struct gone gone = { text_new(c->arena), 0, NULL };

    if (first->set.room) {
        json_each (value, first->value)
            note_gone(c, &gone, old, new, value);
    } else {
        note_gone(c, &gone, old, new, first->value);
    }
    if (!gone.count)
        return;
    if (gone.count > SHOWN_MOST)
        text_addf(&gone.names, " and %zu more", gone.count - SHOWN_MOST);
    compat_find(c, COMPAT_ENUM, place_of(c, gone.by->part->at, gone.by->word),
                place_of(c, first->part->at, first->word),
                "%s value%s %s removed: what was valid is refused now", first->word,
                gone.count == 1 ? "" : "s", gone.names.bytes);
}

void compare_choices(struct compatibility *c, const struct pair *pair)
{
    if (!meaning_with(pair->old, "enum") && !meaning_with(pair->old, "const") &&
        !meaning_with(pair->new, "enum") && !meaning_with(pair->new, "const"))
        return;
    const struct named_list old = named_of(c, pair->old), new = named_of(c, pair->new);

    if (old.count && new.count)
        compare_named(c, &old, &new);
    else if (new.count)
        compat_find(c, COMPAT_ENUM, place_of(c, new.items[0].part->at, new.items[0].word), NULL,
                    "%s %s added: another value was valid and is refused now", new.items[0].word,
                    compat_value(c, new.items[0].value));
    else if (old.count)
        compat_find(
            c, COMPAT_LOOSENED, pair->new.at, place_of(c, old.items[0].part->at, old.items[0].word),
            "%s removed: a reader may meet a value that it does not know", old.items[0].word);
}
