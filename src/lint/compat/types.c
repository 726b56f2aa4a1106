#include "compat_private.h"

#include <string.h>

#include "cfnc/base/text.h"

enum { DEEPEST = 20, WORK = 200 };

static const struct {
    const char *name;
    unsigned types;
} names[] = {
    { "string", JSON_STRING },   { "number", JSON_NUMBER | TYPE_INTEGER },
    { "integer", TYPE_INTEGER }, { "boolean", JSON_BOOLEAN },
    { "object", JSON_OBJECT },   { "array", JSON_ARRAY },
    { "null", JSON_NULL },
};

static unsigned named_types(const json *name)
{
    const char *text = json_string(name);

    for (size_t i = 0; text && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(text, names[i].name) == 0)
            return names[i].types;
    return TYPE_ANY;
}

static unsigned written_types(const json *type)
{
    unsigned types = 0;

    if (json_type(type) != JSON_ARRAY)
        return named_types(type);
    json_each (name, type)
        types |= named_types(name);
    return types ? types : TYPE_ANY;
}

static unsigned types_at(struct compatibility *c, struct side *side, struct meaning meaning,
                         int depth, int *work);

/* What some branch of an anyOf or oneOf allows. */
static unsigned branch_types(struct compatibility *c, struct side *side, const json *branches,
                             int depth, int *work)
{
    unsigned types = 0;

    json_each (branch, branches)
        types |= types_at(c, side, meaning_of(c, side, branch, NULL), depth + 1, work);
    return json_first(branches) ? types : TYPE_ANY;
}

static unsigned types_at(struct compatibility *c, struct side *side, struct meaning meaning,
                         int depth, int *work)
{
    static const char *const words[] = { "anyOf", "oneOf" };
    unsigned types = meaning.never ? 0 : TYPE_ANY;

    for (size_t i = 0; i < meaning.count && depth < DEEPEST && --*work > 0; i++) {
        const struct part *part = &meaning.parts[i];

        types &= written_types(json_get(part->node, "type"));
        for (size_t k = 0; k < sizeof(words) / sizeof(words[0]) && !part->plain; k++)
            types &= branch_types(c, side, compat_array_at(part->node, words[k]), depth, work);
    }
    return types;
}

unsigned meaning_types(struct compatibility *c, struct side *side, struct meaning meaning)
{
    int work = WORK;

    const unsigned types = types_at(c, side, meaning, 0, &work);

    compat_work(c, (size_t)(WORK - work) / 8);
    return types;
}

static const char *print(struct compatibility *c, unsigned types)
{
    struct text text = text_new(c->arena);

    if (types == TYPE_ANY)
        return "any";
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (names[i].types && (types & names[i].types) == names[i].types) {
            text_addf(&text, "%s%s", text.length ? " or " : "", names[i].name);
            types &= ~names[i].types;
        }
    return text.length ? text.bytes : "none";
}

void compare_types(struct compatibility *c, struct meaning old, struct meaning new,
                   unsigned *old_types, unsigned *new_types)
{
    const struct part *part = meaning_with(new, "type"), *before = meaning_with(old, "type");
    const struct lint_place *at = part ? place_of(c, part->at, "type") : new.at;
    const struct lint_place *was = before ? place_of(c, before->at, "type") : old.at;
    const unsigned p = *old_types = meaning_types(c, c->old, old);
    const unsigned q = *new_types = meaning_types(c, c->new, new);

    if (p == q || old.never || new.never)
        return;
    compat_change(c, COMPAT_TYPE, at, was, "type", p == TYPE_ANY ? NULL : print(c, p),
                  q == TYPE_ANY ? NULL : print(c, q),
                  p == TYPE_ANY   ? "a value of another type was valid and is refused now"
                  : q == TYPE_ANY ? "a reader may meet a value of any type now"
                  : p & ~q        ? "a value that was valid is refused now"
                                  : "a reader may meet a type that it does not know");
}
