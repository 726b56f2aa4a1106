/* Handlers and their permissions; tagging. */
#include <ctype.h>
#include <string.h>

#include "cfnc/schema/schema_pointer.h"
#include "lint_private.h"

static const json *handlers(const struct lint *lint)
{
    return json_get(lint->schema->document, "handlers");
}

static const char *handlers_pointer(const struct lint *lint)
{
    return handlers(lint) ? "/handlers" : "";
}

void check_handlers(struct lint *lint, const struct lint_rule *rule)
{
    static const enum action needed[] = { CREATE, READ, DELETE, LIST };

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (!json_get(handlers(lint), action_handler(needed[i])))
            lint_find(lint, rule, handlers_pointer(lint), "there is no %s handler",
                      action_handler(needed[i]));
}

void check_handler_update(struct lint *lint, const struct lint_rule *rule)
{
    if (!json_get(handlers(lint), action_handler(UPDATE)))
        lint_find(lint, rule, handlers_pointer(lint), "there is no update handler");
}

void check_permissions(struct lint *lint, const struct lint_rule *rule)
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

/* "service:*" and "service:Prefix*". */
static bool is_refused_wildcard(const char *permission)
{
    const char *action = strchr(permission, ':');

    if (!action)
        return false;
    for (action++; isalnum((unsigned char)*action);)
        action++;
    return strcmp(action, "*") == 0;
}

static void find_wildcards(struct lint *lint, const struct lint_rule *rule, bool refused)
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

            if (!star || is_refused_wildcard(text) != refused)
                continue;
            where.offset = star - text;
            lint_say(lint, rule, where, "the permission \"%s\" has a wildcard",
                     lint_quote(lint, text));
        }
    }
}

void check_wildcard(struct lint *lint, const struct lint_rule *rule)
{
    find_wildcards(lint, rule, true);
}

void check_wildcard_elsewhere(struct lint *lint, const struct lint_rule *rule)
{
    find_wildcards(lint, rule, false);
}

/* ---- tagging ---- */

static const json *tagging(const struct lint *lint)
{
    return json_get(lint->schema->document, "tagging");
}

void check_tagging(struct lint *lint, const struct lint_rule *rule)
{
    if (!tagging(lint))
        lint_find(lint, rule, "", "there is no \"tagging\"");
}

void check_tagging_shape(struct lint *lint, const struct lint_rule *rule)
{
    const json *block = tagging(lint);

    if (json_type(block) == JSON_OBJECT && !json_get(block, "taggable"))
        lint_find(lint, rule, "/tagging", "\"tagging\" does not say \"taggable\": true or false");
}

void check_tagging_complete(struct lint *lint, const struct lint_rule *rule)
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

void check_tag_property(struct lint *lint, const struct lint_rule *rule)
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

static void find_tags_in(struct lint *lint, const struct lint_rule *rule, const char *keyword,
                         const char *what)
{
    const struct tag_property tags = tag_property(lint);
    const struct lint_list *list = lint_list_of(lint, keyword);

    if (tags.found && tagging(lint) && !json_false(json_get(tagging(lint), "taggable")) &&
        lint_list_covers(list, tags.path.pointer))
        lint_find(lint, rule, tags.written ? "/tagging/tagProperty" : "/tagging",
                  "the property of the tags, \"%s\", is %s",
                  tags.written ? lint_quote(lint, tags.written) : "/properties/Tags", what);
}

void check_tag_write_only(struct lint *lint, const struct lint_rule *rule)
{
    find_tags_in(lint, rule, "writeOnlyProperties", "write-only");
}

void check_tag_create_only(struct lint *lint, const struct lint_rule *rule)
{
    find_tags_in(lint, rule, "createOnlyProperties", "create-only");
}

void check_untaggable(struct lint *lint, const struct lint_rule *rule)
{
    const struct tag_property tags = tag_property(lint);

    if (json_false(json_get(tagging(lint), "taggable")) && tags.found)
        lint_find(lint, rule, "/tagging/taggable", "not taggable, but there is a property %s",
                  tags.written ? lint_quote(lint, tags.written) : "/properties/Tags");
}

void check_tagging_twice(struct lint *lint, const struct lint_rule *rule)
{
    if (tagging(lint) && json_get(lint->schema->document, "taggable"))
        lint_find(lint, rule, "/taggable", "\"taggable\" beside \"tagging\", which replaces it");
}

void check_taggable(struct lint *lint, const struct lint_rule *rule)
{
    if (!tagging(lint) && json_get(lint->schema->document, "taggable"))
        lint_find(lint, rule, "/taggable", "\"taggable\" is the old way to say \"tagging\"");
}

void check_tag_wildcard(struct lint *lint, const struct lint_rule *rule)
{
    const char *written = json_string(json_get(tagging(lint), "tagProperty"));
    const char *star = written ? strchr(written, '*') : NULL;
    struct lint_finding where = LINT_HERE("/tagging/tagProperty");

    if (!star)
        return;
    where.offset = star - written;
    lint_say(lint, rule, where, "the tagProperty \"%s\" has a wildcard", lint_quote(lint, written));
}
