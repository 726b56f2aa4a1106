#include "compat_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/schema_pointer.h"

/* What a resource schema says beside the schema of the model. */

static const json *old_at(struct compatibility *c, const char *pointer)
{
    return pointer_get(c->old->document, pointer);
}

static const json *new_at(struct compatibility *c, const char *pointer)
{
    return pointer_get(c->new->document, pointer);
}

/* Of what stands there in the new schema, or would. */
static const struct lint_place *at(struct compatibility *c, const char *pointer)
{
    char *nearest = arena_copy(c->arena, pointer, strlen(pointer));

    while (*nearest && !new_at(c, nearest))
        *strrchr(nearest, '/') = '\0';
    return place_of(c, NULL, nearest);
}

/* ---- sets of properties ---- */

/* One pointer as a path of the model. False when there is no such property. */
static bool read_path(struct compatibility *c, struct side *side, const json *item,
                      struct property_path *path)
{
    return json_string(item) &&
           schema_pointer_read(c->arena, side->document, json_string(item), path);
}

/* Every path of the set, as text. */
static const struct names *paths_of(struct compatibility *c, struct side *side, const char *word)
{
    struct names *paths = arena_alloc(c->arena, sizeof(*paths));
    struct property_path path;

    *paths = names_new(c->arena);
    json_each (item, compat_array_at(side->document, word))
        if (read_path(c, side, item, &path))
            names_add(paths, path.pointer);
    return paths;
}

/* Whether the path or one above it is in the set. */
static bool covers(struct compatibility *c, const struct names *paths, const char *pointer)
{
    char *above = arena_copy(c->arena, pointer, strlen(pointer));

    while (*above && names_find(paths, above) == NAMES_NONE)
        *strrchr(above, '/') = '\0';
    return *above;
}

static const struct set {
    const char *word, *stronger; /* what was in this one before is as it was, too; or NULL */
    enum compat_rule rule;
    bool gone; /* it is about what is in the old set and not in the new one */
    const char *why;
} sets[] = {
    { .word = "createOnlyProperties",
      .rule = COMPAT_CREATE_ONLY,
      .why = "is createOnly now: an update that changes it was possible" },
    { .word = "writeOnlyProperties",
      .rule = COMPAT_WRITE_ONLY,
      .why = "is writeOnly now: a reader could see it" },
    { .word = "readOnlyProperties",
      .rule = COMPAT_READ_ONLY,
      .why = "is readOnly now: a template could set it" },
    { .word = "conditionalCreateOnlyProperties",
      .stronger = "createOnlyProperties",
      .rule = COMPAT_CONDITIONAL_CREATE_ONLY,
      .why = "is conditionally createOnly now: an update that changes it did not replace the "
             "resource" },
    { .word = "readOnlyProperties",
      .rule = COMPAT_READ_ONLY_REMOVED,
      .gone = true,
      .why = "is not readOnly any more: its value was the handler's to choose" },
};

static void compare_set(struct compatibility *c, const struct set *set)
{
    struct side *from = set->gone ? c->old : c->new, *to = set->gone ? c->new : c->old;
    const struct names *others = NULL, *stronger = NULL;
    struct names same = names_new(c->arena); /* as written: what is in both needs no second look */
    const struct lint_place *above = place_of(c, place_of(c, NULL, ""), set->word);
    const struct lint_place *missed = at(c, arena_printf(c->arena, "/%s", set->word));
    struct property_path path;
    size_t index = 0;

    add_strings(&same, compat_array_at(to->document, set->word));
    json_each (item, compat_array_at(from->document, set->word)) {
        const struct lint_place *here = place_of_item(c, above, index++);

        const char *pointer = json_string(item);

        if (!pointer || names_find(&same, pointer) != NAMES_NONE ||
            !read_path(c, from, item, &path))
            continue;
        others = others ? others : paths_of(c, to, set->word);
        stronger = stronger || !set->stronger ? stronger : paths_of(c, to, set->stronger);
        if (!covers(c, others, path.pointer) && !(stronger && covers(c, stronger, path.pointer)) &&
            schema_at(to->document, &path))
            compat_find(c, set->rule, set->gone ? missed : here, set->gone ? here : NULL,
                        "property \"%s\" %s", compat_quote(c, path.pointer), set->why);
    }
}

/* ---- identifiers ---- */

/* As one line: the order counts, for the parts are joined in that order. */
static const char *print_identifier(struct compatibility *c, struct side *side, const json *list)
{
    struct text text = text_new(c->arena);

    json_each (item, list) {
        struct property_path path = { .pointer = NULL };
        const char *written = json_string(item) ? json_string(item) : json_print(c->arena, item);

        text_addf(&text, "%s%s", text.length ? ", " : "",
                  read_path(c, side, item, &path) ? path.pointer : written);
    }
    return text.bytes;
}

static void compare_identifier(struct compatibility *c)
{
    static const char pointer[] = "/primaryIdentifier";
    const char *old = print_identifier(c, c->old, old_at(c, pointer));
    const char *new = print_identifier(c, c->new, new_at(c, pointer));

    if (strcmp(old, new) != 0)
        compat_find(c, COMPAT_IDENTIFIER, at(c, pointer), NULL,
                    "primaryIdentifier %s -> %s: resources that exist cannot be found by "
                    "their identifiers any more",
                    compat_quote(c, *old ? old : "none"), compat_quote(c, *new ? new : "none"));
}

static void compare_additional_identifiers(struct compatibility *c)
{
    static const char pointer[] = "/additionalIdentifiers";
    struct names identifiers = names_new(c->arena);
    size_t index = 0;

    json_each (list, new_at(c, pointer))
        names_add(&identifiers, print_identifier(c, c->new, list));
    json_each (list, old_at(c, pointer)) {
        const char *text = print_identifier(c, c->old, list);
        const struct lint_place *before = place_of_item(c, place_of(c, NULL, pointer), index++);

        if (names_find(&identifiers, text) == NAMES_NONE)
            compat_find(c, COMPAT_ADDITIONAL_IDENTIFIER, at(c, pointer), before,
                        "the additional identifier %s removed: a caller could use it",
                        compat_quote(c, text));
    }
}

/* ---- names, tags, handlers ---- */

static void compare_name(struct compatibility *c)
{
    const char *old = json_string(old_at(c, "/typeName"));
    const char *new = json_string(new_at(c, "/typeName"));

    if (old && new &&strcmp(old, new) != 0)
        compat_find(c, COMPAT_TYPE_NAME, at(c, "/typeName"), NULL,
                    "typeName \"%s\" -> \"%s\": that is another type", compat_quote(c, old),
                    compat_quote(c, new));
}

/* The block, or the older word; a type that says nothing can be tagged. */
static bool is_taggable(const json *document)
{
    const json *tagging = json_get(document, "tagging");

    return !json_false(tagging ? json_get(tagging, "taggable") : json_get(document, "taggable"));
}

static const char *tag_property(struct compatibility *c, struct side *side)
{
    const json *item = pointer_get(side->document, "/tagging/tagProperty");
    struct property_path path;

    if (read_path(c, side, item, &path))
        return path.pointer;
    return json_string(item) ? json_string(item) : "/Tags";
}

/* What tags can do, unless it is said that they cannot. */
static void compare_tag_abilities(struct compatibility *c)
{
    static const char *const words[] = { "tagOnCreate", "tagUpdatable",
                                         "cloudFormationSystemTags" };
    const char *old = tag_property(c, c->old), *new = tag_property(c, c->new);

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const struct lint_place *here = place_of(c, at(c, "/tagging"), words[i]);

        if (json_false(json_get(new_at(c, "/tagging"), words[i])) &&
            !json_false(json_get(old_at(c, "/tagging"), words[i])))
            compat_find(c, COMPAT_TAGS, here, NULL, "%s is false now: tags could do that",
                        words[i]);
    }
    if (strcmp(old, new) != 0)
        compat_find(c, COMPAT_TAGS, at(c, "/tagging/tagProperty"), NULL,
                    "tagProperty \"%s\" -> \"%s\": tags that are set are not found any more",
                    compat_quote(c, old), compat_quote(c, new));
}

static void compare_tagging(struct compatibility *c)
{
    const bool old = is_taggable(c->old->document);
    const bool new = is_taggable(c->new->document);
    const json *before = old_at(c, "/tagging"), *after = new_at(c, "/tagging");

    if (before && !after && !new_at(c, "/taggable")) {
        compat_find(c, COMPAT_TAGGING, at(c, ""), place_of(c, NULL, "/tagging"),
                    "tagging removed: what it promised of tags was relied on");
        return;
    }
    if (old != new)
        compat_find(c, COMPAT_TAGGABLE, at(c, after ? "/tagging/taggable" : "/taggable"), NULL,
                    "taggable %s -> %s: %s", old ? "true" : "false", new ? "true" : "false",
                    new ? "stacks pass their tags to handlers that did not get any"
                        : "tags that were valid are refused now");
    else if (before && after && new)
        compare_tag_abilities(c);
}

static void compare_handlers(struct compatibility *c)
{
    const json *new = new_at(c, "/handlers");

    json_each (handler, object_at(c->old->document, "handlers"))
        if (!json_get(new, json_key(handler)))
            compat_find(c, COMPAT_HANDLER, at(c, "/handlers"),
                        place_of(c, at(c, "/handlers"), json_key(handler)),
                        "the %s handler removed: what it did was possible",
                        compat_quote(c, json_key(handler)));
}

static const char *replacement_of(struct compatibility *c, const json *document)
{
    const char *strategy = json_string(json_get(document, "replacementStrategy"));

    return compat_quote(c, strategy ? strategy : "create_then_delete");
}

static void compare_replacement(struct compatibility *c)
{
    const char *old = replacement_of(c, c->old->document);
    const char *new = replacement_of(c, c->new->document);

    if (strcmp(old, new) != 0)
        compat_find(c, COMPAT_REPLACEMENT, at(c, "/replacementStrategy"), NULL,
                    "replacementStrategy %s -> %s: a replacement goes another way now", old, new);
}

void compare_resources(struct compatibility *c)
{
    compare_name(c);
    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
        compare_set(c, &sets[i]);
    compare_identifier(c);
    compare_additional_identifiers(c);
    compare_tagging(c);
    compare_handlers(c);
    compare_replacement(c);
}
