/* readOnlyProperties, primaryIdentifier and the other lists of pointers. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/schema_pointer.h"
#include "lint_private.h"

/* The names of the properties: most pointers mean one of these, and there may be many. */
static const struct names *names_at_top(struct lint *lint)
{
    const json *properties = json_get(lint->schema->document, "properties");
    struct names *names = &lint->work->names;

    if (!names->arena) {
        *names = names_new(lint->arena);
        json_each (property, properties)
            if (json_key(property))
                names_add(names, json_key(property));
    }
    return names;
}

/* Whether properties at the top are declared under their names and in no other way. */
static bool is_plain(const json *document)
{
    static const char *const others[] = {
        "$ref", "patternProperties", "allOf", "anyOf", "oneOf", "if", "then", "else"
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (json_get(document, others[i]))
            return false;
    return json_type(json_get(document, "additionalProperties")) != JSON_OBJECT;
}

/*
 * Reads "/properties/Name", of a property at the top. False when it is not for
 * here to say.
 */
static bool read_plainly(struct lint *lint, const char *written, struct lint_pointer *pointer)
{
    static const char start[] = "/properties/";
    const char *const name = written + sizeof(start) - 1;

    if (strncmp(written, start, sizeof(start) - 1) != 0 || strpbrk(name, "/~"))
        return false;
    const bool found = names_find(names_at_top(lint), name) != NAMES_NONE;
    if (!found && (!is_plain(lint->schema->document) || step_is_item(name)))
        return false;
    const char **steps = arena_alloc(lint->arena, sizeof(*steps));
    steps[0] = name;
    pointer->path = (struct property_path){ .pointer = name - 1, .steps = steps, .depth = 1 };
    pointer->found = found;
    return true;
}

static struct lint_pointer read_pointer(struct lint *lint, const char *place, const json *value)
{
    struct lint_pointer pointer = { .place = place, .written = json_string(value) };

    if (pointer.written && !read_plainly(lint, pointer.written, &pointer))
        pointer.found = schema_pointer_read(lint->arena, lint->schema->document, pointer.written,
                                            &pointer.path);
    return pointer;
}

static struct lint_pointers read_list(struct lint *lint, const char *place, const json *list)
{
    struct lint_pointer *items = arena_array(lint->arena, json_length(list), sizeof(*items));
    size_t count = 0;

    if (json_type(list) == JSON_ARRAY)
        json_each (item, list) {
            items[count] = read_pointer(lint, pointer_add_index(lint->arena, place, count), item);
            count++;
        }
    return (struct lint_pointers){ items, count };
}

const struct lint_list *lint_list_of(struct lint *lint, const char *keyword)
{
    const struct lint_list *known = name_table_get(&lint->work->lists, keyword);

    if (known)
        return known;
    struct lint_list *list = arena_alloc(lint->arena, sizeof(*list));
    name_table_set(lint->arena, &lint->work->lists, keyword, list);
    list->pointers = read_list(lint, pointer_add(lint->arena, "", keyword),
                               json_get(lint->schema->document, keyword));
    list->paths = names_new(lint->arena);
    for (size_t k = 0; k < list->pointers.count; k++)
        if (list->pointers.items[k].found)
            names_add(&list->paths, list->pointers.items[k].path.pointer);
    return list;
}

/* Whether the list has this very path. */
static bool has_path(const struct lint_list *list, const char *path)
{
    return names_find(&list->paths, path) != NAMES_NONE;
}

bool lint_list_covers(const struct lint_list *list, const char *path)
{
    const struct lint_pointers *pointers = &list->pointers;

    if (has_path(list, path))
        return true;
    for (size_t i = 0; i < pointers->count; i++)
        if (pointers->items[i].found && path_covers(&pointers->items[i].path, path))
            return true;
    return false;
}

/* ---- pointers that lead nowhere ---- */

struct candidates {
    const char **items;
    size_t count, room;
};

static bool add_candidate(void *context, const json *child)
{
    struct candidates *names = context;

    if (json_key(child) && names->count < names->room)
        names->items[names->count++] = json_key(child);
    return true;
}

/* The schema of everything in front of step `depth`. */
static const json *schema_above(const struct lint *lint, struct property_path path, size_t depth)
{
    const json *document = lint->schema->document;

    path.depth = depth;
    return depth ? schema_resolve(document, schema_at(document, &path)) : document;
}

/* "/properties/A/B" of the steps before `depth`, and `name`. */
static const char *spell(const struct lint *lint, const struct property_path *path, size_t depth,
                         const char *name)
{
    const char *pointer = "/properties";

    for (size_t i = 0; i < depth; i++)
        pointer = pointer_add(lint->arena, pointer, path->steps[i]);
    pointer = pointer_add(lint->arena, pointer, name);
    for (size_t i = depth + 1; i < path->depth; i++)
        pointer = pointer_add(lint->arena, pointer, path->steps[i]);
    return pointer;
}

/* Only what leads somewhere is worth a suggestion. */
static const char *suggest_if_right(struct lint *lint, const char *pointer)
{
    struct property_path path;

    return schema_pointer_read(lint->arena, lint->schema->document, pointer, &path)
               ? lint_suggestion(lint, pointer)
               : NULL;
}

/*
 * How many of the path's steps lead somewhere. Words of JSON Schema between
 * the names are taken out of the steps on the way, as "items" becomes "*".
 */
static size_t steps_that_lead(const struct lint *lint, const char **steps, size_t *count)
{
    size_t depth = 0;

    while (depth < *count) {
        const struct property_path path = { .steps = steps, .depth = depth + 1 };

        if (schema_at(lint->schema->document, &path)) {
            depth++;
        } else if (strcmp(steps[depth], "properties") == 0) {
            memmove(&steps[depth], &steps[depth + 1], (*count - depth - 1) * sizeof(*steps));
            --*count;
        } else if (strcmp(steps[depth], "items") == 0) {
            steps[depth] = "*";
        } else {
            break;
        }
    }
    return depth;
}

/* The path with its own copy of the steps, up to the first that leads nowhere. */
static struct property_path own_steps(const struct lint *lint, const struct property_path *path,
                                      size_t *leading)
{
    const char **steps = arena_array(lint->arena, path->depth + 1, sizeof(*steps));
    size_t count = path->depth;

    for (size_t i = 0; i < count; i++)
        steps[i] = path->steps[i];
    *leading = steps_that_lead(lint, steps, &count);
    return (struct property_path){ .pointer = "", .steps = steps, .depth = count };
}

/* The nearest name in place of the first step that leads nowhere. */
static const char *suggest_name(struct lint *lint, const struct property_path *written)
{
    static const size_t most = 2000;
    struct candidates names = { arena_array(lint->arena, most + 1, sizeof(*names.items)), 0, most };
    size_t depth;

    if (!lint_may_guess(lint, 0))
        return NULL;
    const struct property_path path = own_steps(lint, written, &depth);
    if (!path.depth) /* nothing but words of JSON Schema */
        return NULL;
    if (depth == path.depth)
        return suggest_if_right(lint, spell(lint, &path, depth - 1, path.steps[depth - 1]));
    const json *above = schema_above(lint, path, depth);
    schema_each_child(lint->schema->document, above, "*", add_candidate, &names);
    if (!lint_may_guess(lint, names.count + 1))
        return NULL;
    const char *near = text_nearest(path.steps[depth], names.items);
    return near ? suggest_if_right(lint, spell(lint, &path, depth, near)) : NULL;
}

/* Whether it is a $ref to nothing that is in the way, of which another rule speaks. */
static bool is_blocked(const struct lint *lint, const struct property_path *written)
{
    size_t depth;

    if (written->depth < 2)
        return false;
    struct property_path path = own_steps(lint, written, &depth);
    path.depth = depth;
    return depth && json_get(schema_at(lint->schema->document, &path), "$ref");
}

const char *lint_suggest_pointer(struct lint *lint, const char *written,
                                 const struct property_path *read)
{
    const char *slash = *written == '/' ? "" : "/";
    struct property_path path = *read;

    if (!lint_may_guess(lint, lint->work->names.count))
        return NULL;
    const char *suggestion =
        suggest_if_right(lint, arena_printf(lint->arena, "/properties%s%s", slash, written));

    if (!suggestion && !path.depth &&
        !pointer_read(lint->arena, arena_printf(lint->arena, "/%s", written), &path))
        return NULL;
    return suggestion || !path.depth ? suggestion : suggest_name(lint, &path);
}

/* In lists that do nothing but inform, a place in a definition will do. */
static void find_lost(struct lint *lint, const struct lint_rule *rule,
                      const struct lint_pointers *list, bool into_definitions)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct lint_pointer *pointer = &list->items[i];
        struct lint_finding where = LINT_HERE(pointer->place);

        if (!pointer->written || pointer->found || is_blocked(lint, &pointer->path) ||
            (into_definitions && pointer_get(lint->schema->document, pointer->written)))
            continue;
        where.suggestion = lint_suggest_pointer(lint, pointer->written, &pointer->path);
        lint_say(lint, rule, where, "\"%s\" leads to no property of the schema",
                 lint_quote(lint, pointer->written));
    }
}

static void check_pointer(struct lint *lint, const struct lint_rule *rule)
{
    static const char *const keywords[] = { "primaryIdentifier", "createOnlyProperties",
                                            "readOnlyProperties", "writeOnlyProperties" };

    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
        find_lost(lint, rule, &lint_list_of(lint, keywords[i])->pointers, false);
}

/* The names of propertyTransform are pointers too. */
static void find_lost_transforms(struct lint *lint, const struct lint_rule *rule)
{
    const json *transforms = json_get(lint->schema->document, "propertyTransform");

    if (json_type(transforms) != JSON_OBJECT)
        return;
    json_each (transform, transforms) {
        struct lint_pointer pointer = { .written = json_key(transform) };

        pointer.place = pointer_add(lint->arena, "/propertyTransform", pointer.written);
        pointer.found = schema_pointer_read(lint->arena, lint->schema->document, pointer.written,
                                            &pointer.path);
        find_lost(lint, rule, &(struct lint_pointers){ &pointer, 1 }, true);
    }
}

static void check_pointer_elsewhere(struct lint *lint, const struct lint_rule *rule)
{
    static const char *const keywords[] = { "conditionalCreateOnlyProperties",
                                            "deprecatedProperties", "nonPublicProperties" };
    const json *identifiers = json_get(lint->schema->document, "additionalIdentifiers");
    size_t index = 0;

    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
        find_lost(lint, rule, &lint_list_of(lint, keywords[i])->pointers, true);
    json_each (identifier, json_type(identifiers) == JSON_ARRAY ? identifiers : NULL) {
        const struct lint_pointers list = read_list(
            lint, pointer_add_index(lint->arena, "/additionalIdentifiers", index++), identifier);
        find_lost(lint, rule, &list, true);
    }
    find_lost_transforms(lint, rule);
}

/* ---- lists that must not, or must, overlap ---- */

/* The list of the rule has nothing in common with the others. */
static void check_overlap(struct lint *lint, const struct lint_rule *rule)
{
    const struct lint_pointers *list = &lint_list_of(lint, rule->list)->pointers;

    for (const struct lint_overlap *o = rule->others; o < rule->others + 2 && o->list; o++)
        for (size_t i = 0; i < list->count; i++)
            if (list->items[i].found &&
                has_path(lint_list_of(lint, o->list), list->items[i].path.pointer))
                lint_find(lint, rule, list->items[i].place, "\"%s\" is %s",
                          lint_quote(lint, list->items[i].written), o->what);
}

static bool requires(const json *object, const char *name)
{
    const json *required = json_get(object, "required");

    json_each (item, json_type(required) == JSON_ARRAY ? required : NULL)
        if (json_string(item) && strcmp(json_string(item), name) == 0)
            return true;
    return false;
}

static void check_read_required(struct lint *lint, const struct lint_rule *rule)
{
    const struct lint_pointers *list = &lint_list_of(lint, "readOnlyProperties")->pointers;

    for (size_t i = 0; i < list->count; i++) {
        const struct lint_pointer *pointer = &list->items[i];
        const size_t last = pointer->path.depth - 1;

        if (pointer->found &&
            requires(schema_above(lint, pointer->path, last), pointer->path.steps[last]))
            lint_find(lint, rule, pointer->place, "\"%s\" is read-only, but required",
                      lint_quote(lint, pointer->written));
    }
}

/* ---- the identifier ---- */

static void check_identifier(struct lint *lint, const struct lint_rule *rule)
{
    const json *identifier = json_get(lint->schema->document, "primaryIdentifier");

    if (!identifier)
        lint_find(lint, rule, "", "the schema has no primaryIdentifier");
    else if (json_type(identifier) == JSON_ARRAY && !json_length(identifier))
        lint_find(lint, rule, "/primaryIdentifier", "the primaryIdentifier is empty");
}

static void check_identifier_unchanging(struct lint *lint, const struct lint_rule *rule)
{
    const struct lint_pointers *list = &lint_list_of(lint, "primaryIdentifier")->pointers;
    const struct lint_list *read = lint_list_of(lint, "readOnlyProperties");
    const struct lint_list *create = lint_list_of(lint, "createOnlyProperties");

    for (size_t i = 0; i < list->count; i++) {
        const struct lint_pointer *pointer = &list->items[i];

        if (pointer->found && !lint_list_covers(read, pointer->path.pointer) &&
            !lint_list_covers(create, pointer->path.pointer))
            lint_find(lint, rule, pointer->place,
                      "\"%s\" of the primaryIdentifier is neither read-only nor create-only",
                      lint_quote(lint, pointer->written));
    }
}

static void check_identifier_readable(struct lint *lint, const struct lint_rule *rule)
{
    const struct lint_pointers *list = &lint_list_of(lint, "primaryIdentifier")->pointers;
    const struct lint_list *write = lint_list_of(lint, "writeOnlyProperties");

    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].found && lint_list_covers(write, list->items[i].path.pointer))
            lint_find(lint, rule, list->items[i].place,
                      "\"%s\" of the primaryIdentifier is write-only",
                      lint_quote(lint, list->items[i].written));
}

/* clang-format off */
const struct lint_rule pointer_rules[] = {
    { .id = "pointer.property", .level = LINT_ERROR, .source = "PR005, PR006, PR007, PR008",
      .check = check_pointer,
      .text = "Each pointer of primaryIdentifier, createOnly-, readOnly- and writeOnlyProperties "
              "names a property.",
      .hint = "Correct or remove it." },
    { .id = "pointer.other", .level = LINT_WARNING, .source = "the guide of resource schemas",
      .check = check_pointer_elsewhere,
      .text = "Each pointer of additionalIdentifiers, conditionalCreateOnly-, deprecated- and "
              "nonPublicProperties and propertyTransform names a property.",
      .hint = "Correct or remove it." },
    { .id = "pointer.read-and-create-only", .level = LINT_ERROR, .source = "PR001",
      .check = check_overlap, .list = "readOnlyProperties",
      .others = { { "createOnlyProperties", "read-only and create-only" } },
      .text = "A read-only property is not create-only.",
      .hint = "Take it out of one of the lists; cfn validate only warns, contract tests v2 fail." },
    { .id = "pointer.read-and-write-only", .level = LINT_ERROR, .source = "PR004",
      .check = check_overlap, .list = "readOnlyProperties",
      .others = { { "writeOnlyProperties", "read-only and write-only" } },
      .text = "A read-only property is not write-only.",
      .hint = "Take it out of one of the lists; cfn validate only warns, contract tests v2 fail." },
    { .id = "pointer.read-only-required", .level = LINT_WARNING, .source = VALIDATE,
      .check = check_read_required,
      .text = "A read-only property is not required.",
      .hint = "Take it out of \"required\": nobody can give it." },
    { .id = "pointer.conditional-create-only", .level = LINT_ERROR, .source = VALIDATE,
      .check = check_overlap, .list = "conditionalCreateOnlyProperties",
      .others = { { "createOnlyProperties", "create-only on a condition, and always" },
                  { "readOnlyProperties", "create-only on a condition, and read-only" } },
      .text = "What is create-only on a condition is neither create-only nor read-only.",
      .hint = "Take it out of one of the lists." },
    { .id = "identifier.present", .level = LINT_ERROR, .source = "PID001, PID002",
      .check = check_identifier,
      .faults = { { "", "*\"primaryIdentifier\"*" }, { "/primaryIdentifier", "*" } },
      .text = "A resource type has a primaryIdentifier.",
      .hint = "Name the properties that tell one resource from another." },
    { .id = "identifier.unchanging", .level = LINT_ERROR, .source = "PID003",
      .check = check_identifier_unchanging,
      .text = "Each property of the primaryIdentifier is read-only or create-only.",
      .hint = "Add it to createOnlyProperties or readOnlyProperties; cfn validate only warns, "
              "contract tests v2 fail." },
    { .id = "identifier.readable", .level = LINT_ERROR, .source = "PID004",
      .check = check_identifier_readable,
      .text = "No property of the primaryIdentifier is write-only.",
      .hint = "Take it out of writeOnlyProperties: it must be read." },
    { 0 },
};
/* clang-format on */
