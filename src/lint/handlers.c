/* Handlers and their permissions; tagging. */
#include <ctype.h>
#include <string.h>

#include "cfnc/schema/schema_pointer.h"
#include "lint_private.h"

static const json *handlers(const struct lint *lint)
{
    return json_get(lint->schema->document, "handlers");
}

static void check_handlers(struct lint *lint, const struct lint_rule *rule)
{
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (rule->actions & action_at(i) && !json_get(handlers(lint), action_handler(action_at(i))))
            lint_find(lint, rule, handlers(lint) ? "/handlers" : "", "there is no %s handler",
                      action_handler(action_at(i)));
}

static void check_permissions(struct lint *lint, const struct lint_rule *rule)
{
    json_each (handler, handlers(lint)) {
        const json *permissions = json_get(handler, "permissions");

        if (json_type(handler) != JSON_OBJECT || !json_key(handler) ||
            (permissions && json_type(permissions) != JSON_ARRAY) || json_length(permissions))
            continue;
        const char *at = pointer_add(lint->arena, "/handlers", json_key(handler));
        lint_find(lint, rule, permissions ? pointer_add(lint->arena, at, "permissions") : at,
                  "the %s handler names no permissions", lint_quote(lint, json_key(handler)));
    }
}

/* "service:*" and "service:Prefix*", which are refused. */
static bool is_refused(const char *permission)
{
    const char *action = strchr(permission, ':');

    if (!action)
        return false;
    for (action++; isalnum((unsigned char)*action);)
        action++;
    return strcmp(action, "*") == 0;
}

/* Those that are refused are errors, the others are not. */
static void check_wildcards(struct lint *lint, const struct lint_rule *rule)
{
    json_each (handler, handlers(lint)) {
        const json *permissions = json_get(handler, "permissions");
        size_t index = 0;

        if (!json_key(handler) || json_type(permissions) != JSON_ARRAY)
            continue;
        const char *at = pointer_add(lint->arena, "/handlers", json_key(handler));
        at = pointer_add(lint->arena, at, "permissions");
        json_each (permission, permissions) {
            const char *text = json_string(permission), *star = text ? strchr(text, '*') : NULL;
            struct lint_finding where = LINT_HERE(pointer_add_index(lint->arena, at, index++));

            if (!star || is_refused(text) != (rule->level == LINT_ERROR))
                continue;
            where.offset = star - text;
            lint_say(lint, rule, where, "the permission \"%s\" has a wildcard",
                     lint_quote(lint, text));
        }
    }
}

/* ---- tagging ---- */

static const json *tagging(const struct lint *lint)
{
    return json_get(lint->schema->document, "tagging");
}

static void check_tagging(struct lint *lint, const struct lint_rule *rule)
{
    if (!tagging(lint))
        lint_find(lint, rule, "", "there is no \"tagging\"");
}

static void check_tagging_shape(struct lint *lint, const struct lint_rule *rule)
{
    const json *block = tagging(lint);

    if (json_type(block) == JSON_OBJECT && !json_get(block, "taggable"))
        lint_find(lint, rule, "/tagging", "\"tagging\" does not say \"taggable\": true or false");
}

static void check_tagging_complete(struct lint *lint, const struct lint_rule *rule)
{
    static const char *const keys[] = { "tagOnCreate", "tagUpdatable", "cloudFormationSystemTags",
                                        "tagProperty", "permissions" };
    const json *block = tagging(lint);

    if (!json_true(json_get(block, "taggable")))
        return;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (!json_get(block, keys[i]))
            lint_find(lint, rule, "/tagging", "\"tagging\" lacks %s", keys[i]);
}

/* The tag property: where it is named, or in the schema, or nowhere. */
struct tag_property {
    const char *written; /* NULL when the usual one is meant */
    bool found;
    struct property_path path;
};

static struct tag_property tag_property(const struct lint *lint)
{
    struct tag_property tags = { .written = json_string(json_get(tagging(lint), "tagProperty")) };
    const char *pointer = tags.written ? tags.written : "/properties/Tags";

    tags.found = schema_pointer_read(lint->arena, lint->schema->document, pointer, &tags.path);
    return tags;
}

static void check_tag_property(struct lint *lint, const struct lint_rule *rule)
{
    const struct tag_property tags = tag_property(lint);
    const json *block = tagging(lint);

    if (tags.found || !json_true(json_get(block, "taggable")))
        return;
    if (tags.written) {
        struct lint_finding where = LINT_HERE("/tagging/tagProperty");

        where.suggestion = lint_suggest_pointer(lint, tags.written, &tags.path);
        lint_say(lint, rule, where, "the tagProperty \"%s\" leads to no property of the schema",
                 lint_quote(lint, tags.written));
    }
    if (!json_get(block, "tagProperty"))
        lint_find(lint, rule, "/tagging",
                  "\"tagging\" names no tagProperty, and there is no /properties/Tags");
}

/* The property of the tags is not in the list. */
static void check_tag_list(struct lint *lint, const struct lint_rule *rule)
{
    const struct tag_property tags = tag_property(lint);

    if (tags.found && tagging(lint) && !json_false(json_get(tagging(lint), "taggable")) &&
        lint_list_covers(lint_list_of(lint, rule->list), tags.path.pointer))
        lint_find(lint, rule, tags.written ? "/tagging/tagProperty" : "/tagging",
                  "the property of the tags, \"%s\", is %s",
                  tags.written ? lint_quote(lint, tags.written) : "/properties/Tags", rule->what);
}

static void check_untaggable(struct lint *lint, const struct lint_rule *rule)
{
    const struct tag_property tags = tag_property(lint);

    if (json_false(json_get(tagging(lint), "taggable")) && tags.found)
        lint_find(lint, rule, "/tagging/taggable", "not taggable, but there is a property %s",
                  tags.written ? lint_quote(lint, tags.written) : "/properties/Tags");
}

static void check_tagging_twice(struct lint *lint, const struct lint_rule *rule)
{
    if (tagging(lint) && json_get(lint->schema->document, "taggable"))
        lint_find(lint, rule, "/taggable", "\"taggable\" beside \"tagging\", which replaces it");
}

static void check_taggable(struct lint *lint, const struct lint_rule *rule)
{
    if (!tagging(lint) && json_get(lint->schema->document, "taggable"))
        lint_find(lint, rule, "/taggable", "\"taggable\" is the old way to say \"tagging\"");
}

static void check_tag_wildcard(struct lint *lint, const struct lint_rule *rule)
{
    const char *written = json_string(json_get(tagging(lint), "tagProperty"));
    const char *star = written ? strchr(written, '*') : NULL;
    struct lint_finding where = LINT_HERE("/tagging/tagProperty");

    if (!star)
        return;
    where.offset = star - written;
    lint_say(lint, rule, where, "the tagProperty \"%s\" has a wildcard", lint_quote(lint, written));
}

/* clang-format off */
const struct lint_rule handler_rules[] = {
    { .id = "handlers.present", .level = LINT_ERROR, .source = "PER001, PER002, PER003, PER004",
      .check = check_handlers, .actions = CREATE | READ | DELETE | LIST,
      .text = "There are create, read, delete and list handlers.",
      .hint = "Add it under \"handlers\", with its permissions." },
    { .id = "handlers.update", .level = LINT_WARNING, .source = "PER005", .check = check_handlers,
      .actions = UPDATE,
      .text = "There is an update handler.",
      .hint = "Add it, or leave it out when every property is create-only." },
    { .id = "handlers.permissions", .level = LINT_ERROR,
      .source = "PER001, PER002, PER003, PER004, PER006", .check = check_permissions,
      .text = "Each handler names the permissions that it needs.",
      .hint = "Add \"permissions\": [\"service:Action\"]." },
    { .id = "handlers.wildcard", .level = LINT_ERROR,
      .source = "PER007, PER008, PER009, PER010, PER011", .check = check_wildcards,
      .text = "No permission is service:* or service:Prefix*.",
      .hint = "Name each action; cfn validate only warns, contract tests v2 fail." },
    { .id = "handlers.wildcard-elsewhere", .level = LINT_WARNING, .source = VALIDATE,
      .check = check_wildcards,
      .text = "No permission has a wildcard.",
      .hint = "Name each action." },
    { .id = "tagging.present", .level = LINT_ERROR, .source = "TAG002", .check = check_tagging,
      .text = "A schema says under \"tagging\" whether its resources can have tags.",
      .hint = "Add \"tagging\": {\"taggable\": false}, or what taggable resources need; cfn "
              "validate only warns, contract tests v2 fail." },
    { .id = "tagging.taggable", .level = LINT_ERROR, .source = "TAG003, TAG004",
      .check = check_tagging_shape,
      .faults = { { "/tagging", "*\"taggable\"*" } },
      .text = "\"tagging\" says \"taggable\".",
      .hint = "Add \"taggable\": true or false." },
    { .id = "tagging.complete", .level = LINT_ERROR, .source = "TAG005 to TAG016",
      .check = check_tagging_complete,
      .text = "A taggable resource's \"tagging\" has tagOnCreate, tagUpdatable, "
              "cloudFormationSystemTags, tagProperty and permissions.",
      .hint = "Add it." },
    { .id = "tagging.property", .level = LINT_ERROR, .source = "TAG005 to TAG016",
      .check = check_tag_property,
      .text = "The tagProperty names a property.",
      .hint = "Correct it, or declare the property." },
    { .id = "tagging.write-only", .level = LINT_ERROR, .source = "TAG005 to TAG016",
      .check = check_tag_list, .list = "writeOnlyProperties", .what = "write-only",
      .text = "The property of the tags is not write-only.",
      .hint = "Take it out of writeOnlyProperties: tags are read." },
    { .id = "tagging.untaggable", .level = LINT_ERROR, .source = "TAG005 to TAG016",
      .check = check_untaggable,
      .text = "What is not taggable has no property for tags.",
      .hint = "Say \"taggable\": true, or remove the property." },
    { .id = "tagging.twice", .level = LINT_ERROR, .source = "TAG005 to TAG016",
      .check = check_tagging_twice,
      .text = "\"tagging\" and \"taggable\" do not stand together.",
      .hint = "Remove \"taggable\"." },
    { .id = "tagging.old", .level = LINT_WARNING, .source = "TAG001", .check = check_taggable,
      .text = "\"tagging\" is used, not \"taggable\".",
      .hint = "Write \"tagging\": {\"taggable\": ...} instead." },
    { .id = "tagging.wildcard", .level = LINT_WARNING, .source = "TAG017, TAG018",
      .check = check_tag_wildcard,
      .text = "The tagProperty has no wildcard.",
      .hint = "Name one property for the tags." },
    { .id = "tagging.create-only", .level = LINT_WARNING, .source = "TAG019",
      .check = check_tag_list, .list = "createOnlyProperties", .what = "create-only",
      .text = "The property of the tags is not create-only.",
      .hint = "Let tags be changed, or say \"tagUpdatable\": false." },
    { 0 },
};
/* clang-format on */
