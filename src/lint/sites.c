#include <string.h>

#include "cfnc/json/pointer.h"
#include "lint_private.h"

/* How deep branches are looked into for a type. */
enum { DEEPEST = 20 };

enum holds { ONE, ONE_OR_LIST, MEMBERS };

static const struct {
    const char *word;
    enum holds holds;
    enum lint_role role;
} words[] = {
    { "definitions", MEMBERS, ROLE_DEFINITION },
    { "properties", MEMBERS, ROLE_PROPERTY },
    { "patternProperties", MEMBERS, ROLE_PATTERN },
    { "additionalProperties", ONE, ROLE_REST },
    { "propertyNames", ONE, ROLE_OTHER },
    { "dependencies", MEMBERS, ROLE_BRANCH },
    { "items", ONE_OR_LIST, ROLE_ITEMS },
    { "additionalItems", ONE, ROLE_ITEMS },
    { "contains", ONE, ROLE_OTHER },
    { "allOf", ONE_OR_LIST, ROLE_BRANCH },
    { "anyOf", ONE_OR_LIST, ROLE_BRANCH },
    { "oneOf", ONE_OR_LIST, ROLE_BRANCH },
    { "if", ONE, ROLE_OTHER },
    { "then", ONE, ROLE_BRANCH },
    { "else", ONE, ROLE_BRANCH },
    { "not", ONE, ROLE_OTHER },
};

struct sites {
    struct arena *arena;
    const struct lint_site *first;
    struct lint_site *last;
};

static void add_site(struct sites *s, struct lint_site site)
{
    const enum json_type type = json_type(site.raw);

    if (type != JSON_OBJECT && type != JSON_BOOLEAN)
        return;
    struct lint_site *copy = arena_alloc(s->arena, sizeof(*copy));
    *copy = site;
    if (site.at.above && site.at.above != site.list.above)
        copy->at.above = &copy->list;
    if (s->last)
        s->last->next = copy;
    else
        s->first = copy;
    s->last = copy;
}

static void add_below(struct sites *s, const struct lint_site *above, size_t row)
{
    const json *value = json_get(above->raw, words[row].word);
    const enum json_type type = json_type(value);
    const struct lint_place list = { &above->at, words[row].word, 0 };
    struct lint_site site = {
        .above = above, .role = words[row].role, .raw = value, .list = list, .at = list
    };
    size_t index = 0;

    if (words[row].holds != MEMBERS && type != JSON_ARRAY) {
        add_site(s, site);
        return;
    }
    if (type != (words[row].holds == MEMBERS ? JSON_OBJECT : JSON_ARRAY) || words[row].holds == ONE)
        return;
    json_each (child, value) {
        site.raw = child;
        site.at = (struct lint_place){ &site.list, json_key(child), index++ };
        add_site(s, site);
    }
}

/* A site is followed by those below it only after its siblings; nobody minds. */
const struct lint_site *lint_sites(struct arena *arena, const json *document)
{
    struct sites s = { .arena = arena };

    add_site(&s, (struct lint_site){ .raw = document, .at.key = "" });
    add_site(&s, (struct lint_site){ .raw = json_get(document, "typeConfiguration"),
                                     .at.key = "/typeConfiguration" });
    for (const struct lint_site *site = s.first; site; site = site->next)
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
            add_below(&s, site, i);
    return s.first;
}

const char *lint_site_pointer(struct arena *arena, const struct lint_site *site)
{
    return lint_place_pointer(arena, &site->at);
}

/* Whether a branch says more of a property that is declared beside the branches. */
static bool repeats(const struct lint_site *site)
{
    const struct lint_site *base = site->above;

    if (site->role != ROLE_PROPERTY || !base)
        return false;
    while (base->role == ROLE_BRANCH && base->above)
        base = base->above;
    return base != site->above && json_get(json_get(base->raw, "properties"), site->at.key);
}

bool lint_site_describes(const struct lint_site *site)
{
    for (; site; site = site->above)
        if (repeats(site) || site->role == ROLE_OTHER)
            return false;
    return true;
}

unsigned lint_types_named(const json *type)
{
    static const struct {
        const char *name;
        enum json_type type;
    } rows[] = {
        { "string", JSON_STRING },   { "object", JSON_OBJECT }, { "array", JSON_ARRAY },
        { "boolean", JSON_BOOLEAN }, { "number", JSON_NUMBER }, { "integer", JSON_NUMBER },
        { "null", JSON_NULL },
    };
    const char *name = json_string(type);
    unsigned types = 0;

    for (size_t i = 0; name && i < sizeof(rows) / sizeof(rows[0]); i++)
        types |= strcmp(rows[i].name, name) == 0 ? rows[i].type : 0;
    for (const json *item = json_type(type) == JSON_ARRAY ? json_first(type) : NULL; item;
         item = json_next(item))
        types |= json_string(item) ? lint_types_named(item) : 0;
    return types;
}

/* A $ref into another document is not followed here, but it may say everything. */
static void gather(const struct lint *lint, const json *raw, struct lint_types *types, int depth)
{
    static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
    const json *target = schema_resolve(lint->schema->document, raw);

    if (!target || depth == DEEPEST || types->steps++ > 1000) {
        types->unknown = true;
        return;
    }
    types->types |= lint_types_named(json_get(target, "type"));
    types->pattern |=
        json_get(target, "pattern") || json_get(target, "enum") || json_get(target, "const");
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        const json *list = json_get(target, lists[i]);

        json_each (branch, json_type(list) == JSON_ARRAY ? list : NULL)
            gather(lint, branch, types, depth + 1);
    }
}

struct lint_types lint_types_of(const struct lint *lint, const json *raw)
{
    struct lint_types types = { 0 };

    gather(lint, raw, &types, 0);
    return types;
}
