/* What an update must take away, and what it must not do. */
#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/type/system_tags.h"
#include "judge.h"

/* What is being looked for: something that was asked for once, and is not any more. */
struct remains {
    struct arena *arena;
    const struct taking *taking;
    const struct resource_type *type;
    const char *pointer; /* the first that is still there; NULL until then */
};

static void look_at(struct remains *r, const char *pointer, const json *was, const json *asked,
                    const json *is);

/* What the service may have put there by itself, so that nobody can tell. */
static bool may_be_default(const struct remains *r, const char *pointer, const json *value)
{
    const double number = json_number(value, 2);
    struct property_path path;
    const json *node =
        pointer_read(r->arena, pointer, &path) ? schema_at(r->type->document, &path) : NULL;
    const char *string = json_string(value);

    return json_equal(value, json_get(node, "default")) || json_get(node, "enum") ||
           json_get(node, "const") || json_type(value) == JSON_BOOLEAN ||
           (number > -2 && number < 2) || (string && !*string);
}

static bool is_container(const json *value)
{
    return json_type(value) & (JSON_ARRAY | JSON_OBJECT);
}

static void still_there(struct remains *r, const char *pointer)
{
    const bool tag = r->type->taggable && r->type->tag_property.depth &&
                     path_covers(&r->type->tag_property, pointer);

    if (!r->pointer && (tag || !r->taking->tags_only))
        r->pointer = pointer;
}

/* Neither what a handler chooses, nor what an update cannot take away, though a delete can. */
static bool out_of_reach(const struct remains *r, const char *pointer)
{
    const struct resource_type *type = r->type;

    return set_covers(&type->names, pointer) || set_covers(&type->read_only, pointer) ||
           set_covers(&type->write_only, pointer) ||
           (!r->taking->after_delete && set_covers(&type->create_only, pointer));
}

static void look_at_members(struct remains *r, const char *pointer, const json *was,
                            const json *asked, const json *is)
{
    json_each (member, is) {
        const char *at = pointer_add(r->arena, pointer, json_key(member));
        const json *old = json_get(was, json_key(member));
        const json *wanted = json_get(asked, json_key(member));

        /* A transform may make something else of it. */
        if (!old || out_of_reach(r, at) || resource_type_transforms(r->type, at) ||
            strncmp(json_key(member), "aws:", 4) == 0)
            continue;
        if (wanted || is_container(old))
            look_at(r, at, old, wanted, member);
        else if (json_equal(old, member) && !may_be_default(r, at, member))
            still_there(r, at);
    }
}

/* Whether `returned` says all that `asked` says; it may say more, as after defaults. */
static bool says(const json *asked, const json *returned)
{
    if (json_type(asked) != json_type(returned))
        return false;
    if (json_type(asked) == JSON_OBJECT) {
        json_each (member, asked)
            if (!says(member, json_get(returned, json_key(member))))
                return false;
        return true;
    }
    return json_type(asked) == JSON_ARRAY ? json_length(asked) == json_length(returned)
                                          : json_equal(asked, returned);
}

/* Removes the first item that is the same, or says the same and maybe more. */
static bool take(json *items, const json *wanted, bool exactly)
{
    size_t index = 0;

    json_each (item, items) {
        if (exactly ? json_equal(wanted, item) : says(wanted, item)) {
            json_remove_at(items, index);
            return true;
        }
        index++;
    }
    return false;
}

/* What remains of `items` when one item is gone for each of `others`. */
static json *without(struct arena *arena, const json *items, const json *others)
{
    json *left = json_copy(arena, items), *others_left = json_array(arena);

    json_each (other, others)
        if (!take(left, other, true))
            json_append(others_left, other);
    json_each (other, others_left)
        take(left, other, false);
    return left;
}

/* A member that nobody asks for any more, with the value that some item had. */
static bool is_of_old_item(const json *was, const json *member)
{
    json_each (item, was)
        if (json_get(item, json_key(member)) &&
            json_equal(json_get(item, json_key(member)), member))
            return true;
    return false;
}

/* Which item became which cannot be told: a kept member is looked for in all of the old ones. */
static void look_at_item(struct remains *r, const char *pointer, const json *was, const json *asked,
                         const json *item)
{
    const json *wanted = NULL;

    json_each (one, asked)
        if (says(one, item) && json_length(one) >= json_length(wanted))
            wanted = one; /* the one that says most of it */
    if (!wanted || json_type(item) != JSON_OBJECT)
        return;
    json_each (member, item) {
        const char *at = pointer_add(r->arena, pointer, json_key(member));

        if (!json_get(wanted, json_key(member)) && is_of_old_item(was, member) &&
            !out_of_reach(r, at) && !may_be_default(r, at, member) &&
            (!is_container(member) || json_first(member)))
            still_there(r, at);
    }
}

/* An item too many is one that was there before; so is a member too many of an item. */
static void look_at_items(struct remains *r, const char *pointer, const json *was,
                          const json *asked, const json *is)
{
    size_t index = 0;

    if (json_length(is) > json_length(asked)) {
        json *more = without(r->arena, is, asked);

        json_each (item, was)
            if (take(more, item, false)) {
                still_there(r, pointer);
                return;
            }
    }
    json_each (item, is)
        look_at_item(r, pointer_add_index(r->arena, pointer, index++), was, asked, item);
}

static void look_at(struct remains *r, const char *pointer, const json *was, const json *asked,
                    const json *is)
{
    if (json_type(was) != json_type(is) || (asked && json_type(asked) != json_type(is)))
        return;
    if (json_type(is) == JSON_OBJECT)
        look_at_members(r, pointer, was, asked, is);
    else if (json_type(is) == JSON_ARRAY)
        look_at_items(r, pointer, was, asked, is);
}

const char *what_remains(struct arena *arena, const struct taking *taking)
{
    struct remains r = { .arena = arena, .taking = taking, .type = taking->type };

    if (taking->replaced && taking->requested && taking->returned)
        look_at(&r, "", resource_type_chosen(arena, r.type, taking->replaced),
                resource_type_chosen(arena, r.type, taking->requested),
                resource_type_chosen(arena, r.type, taking->returned));
    return r.pointer;
}

static const char *find_remains(const struct exchange *x, struct evidence *e, bool tags_only)
{
    const struct expected *expected = expected_of(x);

    return what_remains(e->arena, &(struct taking){ .type = type_of(x->subject),
                                                    .replaced = expected->replaced,
                                                    .requested = expected->requested,
                                                    .returned = x->event.model,
                                                    .after_delete = expected->after_delete,
                                                    .tags_only = tags_only });
}

static const char *replaced_remains(const struct exchange *x, struct evidence *e)
{
    const char *pointer = find_remains(x, e, false);

    return pointer ? arena_printf(e->arena, "%s still has what the update took away", pointer)
                   : NULL;
}

static const char *tags_missing(const struct exchange *x, struct evidence *e)
{
    const json *returned = model_without_system_tags(e->arena, type_of(x->subject), x->event.model,
                                                     expected_of(x)->requested);
    const struct comparison c =
        compare_models(e->arena, type_of(x->subject), expected_of(x)->requested, returned);

    for (const struct difference *d = c.differences; d; d = d->next)
        if (path_covers(&type_of(x->subject)->tag_property, d->path))
            return arena_printf(e->arena, "%s is not what the update asked for", d->path);
    return NULL;
}

/* The tags that were asked for, and those that were taken away. */
static const char *tags_not_updated(const struct exchange *x, struct evidence *e)
{
    const char *pointer = x->suite == SUITE_FULL ? find_remains(x, e, true) : NULL;

    if (pointer)
        return arena_printf(e->arena, "%s still has tags that the update took away", pointer);
    if (x->suite != SUITE_FULL || !expected_of(x)->replaced || !type_of(x->subject)->tag_updatable)
        return NULL;
    return tags_missing(x, e);
}

/* Whether a name is that of the time when something was created. */
static bool is_birth(const char *name)
{
    static const char *const ends[] = { "at", "time", "date", "on", "timestamp", "created" };
    char lower[40] = "";
    size_t length = 0;

    for (; name[length] && length + 1 < sizeof(lower); length++)
        lower[length] = (char)tolower((unsigned char)name[length]);
    if (name[length] || !strstr(lower, "creat"))
        return false;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        const size_t end = strlen(ends[i]);

        if (length >= end && strcmp(lower + length - end, ends[i]) == 0)
            return true;
    }
    return false;
}

/* The same moment may be told more or less exactly: 12:00:00.5 and 12:00:00. */
static bool same_moment(struct arena *arena, const json *a, const json *b)
{
    const char *p = json_print(arena, a), *q = json_print(arena, b);

    while (*p && *q) {
        if (!isdigit((unsigned char)*p))
            p++;
        else if (!isdigit((unsigned char)*q))
            q++;
        else if (*p++ != *q++)
            return false;
    }
    return true;
}

static const char *changed_at(const struct exchange *x, struct evidence *e,
                              const struct property_path *path, bool moment)
{
    const json *was = path_get(expected_of(x)->before, path), *is = path_get(x->event.model, path);

    if (json_is_null(was) || json_is_null(is) || json_equal(was, is) ||
        (moment && same_moment(e->arena, was, is)))
        return NULL;
    return arena_printf(e->arena, "%s is %s, and was %s before the update", path->pointer,
                        text_quote(e->arena, json_print(e->arena, is), 60),
                        text_quote(e->arena, json_print(e->arena, was), 60));
}

/* What tells one resource from the next: when it was created, and what else identifies it. */
static const char *made_anew(const struct exchange *x, struct evidence *e)
{
    const struct resource_type *type = type_of(x->subject);
    const char *fault = NULL;

    if (!expected_of(x)->before || !expected_of(x)->replaced || !x->event.model)
        return NULL;
    for (size_t i = 0; i < type->read_only.count && !fault; i++) {
        const struct property_path *path = &type->read_only.paths[i];

        if (path->depth && !strchr(path->pointer, '*') && is_birth(path->steps[path->depth - 1]))
            fault = changed_at(x, e, path, true);
    }
    for (size_t k = 0; k < type->additional_identifier_count && !fault; k++)
        for (size_t i = 0; i < type->additional_identifiers[k].count && !fault; i++)
            if (set_has(&type->read_only, &type->additional_identifiers[k].paths[i]))
                fault = changed_at(x, e, &type->additional_identifiers[k].paths[i], false);
    return fault;
}

/* A create-only change: NotUpdatable; that the request is not valid says the same. */
static const char *create_only_taken(const struct exchange *x, struct evidence *e)
{
    if (x->event.status == SUCCESS)
        return "UPDATE answered SUCCESS";
    if (x->event.error_code & (NOT_UPDATABLE | INVALID_REQUEST))
        return NULL;
    return arena_printf(e->arena, "UPDATE FAILED with %s",
                        x->event.error_text ? text_quote(e->arena, x->event.error_text, 40)
                                            : "no errorCode");
}

/* clang-format off */
const struct rule replacing_rules[] = {
    { .id = "update.replaces-collections", .suites = SUITE_FULL, .on = READ | UPDATE,
      .source = said_of_update,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = replaced_remains,
      .features = AN_UPDATE_HANDLER,
      .must = "A list or map that an update makes shorter or empties is exactly that afterwards, "
              "and a property that it leaves out is gone",
      .title = "What the update took away is still there.",
      .hint = "an update replaces the whole state: do not merge it into the old one, and do not "
              "take what is empty for what is not given" },
    { 0 },
};

const struct rule update_rules[] = {
    { .id = "update.tags", .suites = ALL_SUITES,
      .source = "cfn test, contract_update_tag_updatable",
      .features = TAG_UPDATES,
      .on = UPDATE | READ, .at = SUCCESS, .expecting = NO_ERROR, .fault = tags_not_updated,
      .must = "The update input of a type with tagUpdatable has tags; they are read back, and "
              "those that it took away are gone",
      .title = "The tags of an update are not there, or not as it asked for.",
      .hint = "add the tag property to the update input; an update replaces all tags" },
    { .id = "update.no-new-resource", .suites = SUITE_FULL, .on = UPDATE | READ,
      .source = said_of_update,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = made_anew,
      .features = AN_UPDATE_HANDLER,
      .must = "An update changes the resource in its place: it makes no other, and does not make "
              "it anew",
      .title = "UPDATE made another resource.",
      .hint = "a property that cannot change in place belongs into createOnlyProperties" },
    { .id = "update.create-only", .level = SHOULD, .suites = SUITE_FULL, .on = UPDATE,
      .source = said_of_update,
      .at = SETTLED, .expecting = NOT_UPDATABLE, .fault = create_only_taken,
      .features = CREATE_ONLY,
      .must = "An update that changes a create-only property is FAILED with NotUpdatable, and "
              "changes nothing",
      .title = "UPDATE of a create-only property was not refused with NotUpdatable.",
      .hint = "compare with previousResourceProperties and answer NotUpdatable: CloudFormation "
              "replaces such a resource instead" },
    { 0 },
};
/* clang-format on */
