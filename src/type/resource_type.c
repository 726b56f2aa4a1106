#include "cfnc/type/resource_type.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/schema/schema_pointer.h"
#include "cfnc/schema/views.h"

enum {
    MOST_WARNINGS = 100,
    IDENTIFIER_COLUMNS = 110,
    TIMEOUT_DEFAULT = 120,
    TIMEOUT_LEAST = 2,
    TIMEOUT_MOST = 2160
};

/* In the order of their bits. */
static const struct {
    const char *name, *handler;
} actions[ACTION_COUNT] = {
    { "CREATE", "create" }, { "READ", "read" }, { "UPDATE", "update" },
    { "DELETE", "delete" }, { "LIST", "list" },
};

enum action action_at(size_t index)
{
    return (enum action)(1u << index);
}

static size_t action_index(enum action action)
{
    size_t index = 0;

    while (index + 1 < ACTION_COUNT && action_at(index) != action)
        index++;
    return index;
}

const char *action_name(enum action action)
{
    return actions[action_index(action)].name;
}

const char *action_handler(enum action action)
{
    return actions[action_index(action)].handler;
}

/* A resource type that is being read. */
struct type_reading {
    struct arena *arena;
    struct resource_type *type;
    const struct schema_sources *sources;
    const json *written; /* the document, before what it refers to was put into it */
    const char **warnings;
    size_t warning_count;
    struct error *error;
};

/* Where the value at `pointer` stands: FILE:LINE:COL, or #/pointer when no file is known. */
static const char *place(struct type_reading *r, const char *pointer)
{
    struct place place = { .pointer = pointer };

    if (schema_place(r->sources, &place)) {
        place.path = text_quote(r->arena, place.path, 0);
        return place_text(r->arena, &place);
    }
    return arena_printf(r->arena, "%s#%s", text_quote(r->arena, r->type->file, 0),
                        text_quote(r->arena, pointer, 0)); /* a name in it may hold anything */
}

__attribute__((format(printf, 3, 4))) static bool wrong(struct type_reading *r, const char *pointer,
                                                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *what = arena_vprintf(r->arena, format, args);
    va_end(args);
    error_set(r->error, "%s: %s", place(r, pointer), what);
    r->error->place.pointer = pointer;
    return false;
}

__attribute__((format(printf, 3, 4))) static void warn(struct type_reading *r, const char *pointer,
                                                       const char *format, ...)
{
    va_list args;

    if (r->warning_count == MOST_WARNINGS)
        return;
    va_start(args, format);
    const char *what = arena_vprintf(r->arena, format, args);
    va_end(args);
    r->warnings[r->warning_count++] = arena_printf(r->arena, "%s: %s", place(r, pointer), what);
}

static const char *quoted(const struct type_reading *r, const char *string)
{
    return text_quote(r->arena, string, 80);
}

/* One pointer of a set; `where` is the pointer to it. */
static bool read_path(struct type_reading *r, const char *where, const json *value,
                      struct property_path *path)
{
    const char *pointer = json_string(value);

    if (!pointer)
        return wrong(r, where, "expected a pointer such as \"/properties/Name\", found %s",
                     json_type_name(value));
    if (schema_pointer_read(r->arena, r->type->document, pointer, path))
        return true;
    if (!path->depth)
        return wrong(r, where, "\"%s\" is not a JSON pointer; write \"/properties/Name\"",
                     quoted(r, pointer));
    warn(r, where, "\"%s\" leads to no property of the schema; correct or remove it",
         quoted(r, pointer));
    return true;
}

static bool read_set(struct type_reading *r, const char *where, const json *list,
                     struct property_set *set)
{
    if (json_type(list) != JSON_ARRAY)
        return wrong(r, where, "expected a list of pointers, found %s", json_type_name(list));
    struct property_path *paths = arena_array(r->arena, json_length(list), sizeof(*paths));
    json_each (item, list) {
        if (!read_path(r, pointer_add_index(r->arena, where, set->count), item, &paths[set->count]))
            return false;
        set->count++;
    }
    set->paths = paths;
    return true;
}

/* Without its identifier, no resource can be told from another. */
static bool check_identifier(struct type_reading *r)
{
    const struct property_set *identifier = &r->type->identifier;
    const json *properties = json_get(r->type->document, "properties");

    for (size_t i = 0; i < identifier->count; i++)
        if (!json_get(properties, identifier->paths[i].steps[0]))
            return wrong(r, pointer_add_index(r->arena, "/primaryIdentifier", i),
                         "\"/properties%s\" of the primaryIdentifier leads to no property; "
                         "correct it",
                         quoted(r, identifier->paths[i].pointer));
    return true;
}

static bool read_sets(struct type_reading *r)
{
    const struct {
        const char *key;
        struct property_set *set;
    } rows[] = {
        { "primaryIdentifier", &r->type->identifier },
        { "readOnlyProperties", &r->type->read_only },
        { "writeOnlyProperties", &r->type->write_only },
        { "createOnlyProperties", &r->type->create_only },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const json *list = json_get(r->type->document, rows[i].key);
        const char *where = pointer_add(r->arena, "", rows[i].key);

        if (list && !read_set(r, where, list, rows[i].set))
            return false;
    }
    if (r->type->identifier.count)
        return check_identifier(r);
    return json_get(r->type->document, "primaryIdentifier")
               ? wrong(r, "/primaryIdentifier", "the primaryIdentifier is empty; name a property")
               : wrong(r, "", "the schema has no primaryIdentifier; name a property in one");
}

static bool read_additional_identifiers(struct type_reading *r)
{
    static const char where[] = "/additionalIdentifiers";
    const json *lists = json_get(r->type->document, "additionalIdentifiers");
    size_t count = 0;

    if (!lists)
        return true;
    if (json_type(lists) != JSON_ARRAY)
        return wrong(r, where, "expected a list of lists of pointers, found %s",
                     json_type_name(lists));
    struct property_set *sets = arena_array(r->arena, json_length(lists), sizeof(*sets));
    json_each (list, lists) {
        const char *at = pointer_add_index(r->arena, where, count);

        if (!read_set(r, at, list, &sets[count]))
            return false;
        if (!sets[count++].count)
            return wrong(r, at, "an additional identifier is empty; remove it");
    }
    r->type->additional_identifiers = sets;
    r->type->additional_identifier_count = count;
    return true;
}

/* All that identifies a resource. */
static void collect_names(struct type_reading *r)
{
    struct resource_type *type = r->type;
    struct property_path *names = NULL;
    size_t count = 0, room = 0;

    for (size_t k = 0; k <= type->additional_identifier_count; k++) {
        const struct property_set *set =
            k ? &type->additional_identifiers[k - 1] : &type->identifier;

        for (size_t i = 0; i < set->count; i++) {
            names = arena_grow(r->arena, names, count, &room, sizeof(*names));
            names[count++] = set->paths[i];
        }
    }
    type->names = (struct property_set){ names, count };
}

bool resource_type_is_name(const char *name)
{
    for (int part = 0; part < 3; part++) {
        size_t length = 0;

        while (isalnum((unsigned char)name[length]))
            length++;
        if (length < 2 || length > 64)
            return false;
        name += length;
        if (part < 2 && strncmp(name, "::", 2) != 0)
            return false;
        name += part < 2 ? 2 : 0;
    }
    return !*name;
}

static bool read_name(struct type_reading *r)
{
    const json *document = r->type->document, *name = json_get(document, "typeName");
    static const char wanted[] = "such as \"Company::Service::Resource\"";

    if (json_type(document) != JSON_OBJECT)
        return wrong(r, "", "a resource schema is an object, found %s", json_type_name(document));
    if (!name)
        return wrong(r, "", "the schema has no typeName; give it one %s", wanted);
    if (!json_string(name))
        return wrong(r, "/typeName", "expected a typeName %s, found %s", wanted,
                     json_type_name(name));
    r->type->name = json_string(name);
    if (!resource_type_is_name(r->type->name))
        return wrong(r, "/typeName", "\"%s\" is not a typeName %s", quoted(r, r->type->name),
                     wanted);
    const json *properties = json_get(document, "properties");
    if (!properties)
        return wrong(r, "", "the schema has no properties; describe the resource's model there");
    if (json_type(properties) != JSON_OBJECT)
        return wrong(r, "/properties", "expected an object, found %s", json_type_name(properties));
    return true;
}

static int read_timeout(struct type_reading *r, size_t action, const json *handler)
{
    const json *minutes = json_get(handler, "timeoutInMinutes");
    const double number = json_number(minutes, 0);

    if (!minutes)
        return TIMEOUT_DEFAULT;
    if (json_is_integer(minutes) && number >= TIMEOUT_LEAST && number <= TIMEOUT_MOST)
        return (int)number;
    warn(r, arena_printf(r->arena, "/handlers/%s/timeoutInMinutes", actions[action].handler),
         "timeoutInMinutes is not a whole number from %d to %d; %d is assumed", TIMEOUT_LEAST,
         TIMEOUT_MOST, TIMEOUT_DEFAULT);
    return TIMEOUT_DEFAULT;
}

/* A handler that is misspelt would be one that nobody tests. */
static bool check_handlers(struct type_reading *r, const json *handlers)
{
    const char *names[ACTION_COUNT + 1] = { NULL };

    if (handlers && json_type(handlers) != JSON_OBJECT)
        return wrong(r, "/handlers", "handlers: expected an object, found %s",
                     json_type_name(handlers));
    for (size_t i = 0; i < ACTION_COUNT; i++)
        names[i] = actions[i].handler;
    json_each (handler, handlers) {
        const char *name = json_key(handler), *near = text_nearest(name, names);
        const char *where = pointer_add(r->arena, "/handlers", name);

        if (!near || strcmp(near, name) != 0)
            return wrong(r, where, "no handler is called \"%s\"%s%s%s", quoted(r, name),
                         near ? " (did you mean "
                              : "; there are create, read, update, delete, list",
                         near ? near : "", near ? "?)" : "");
        if (json_type(handler) != JSON_OBJECT)
            return wrong(r, where, "%s: expected an object with permissions, found %s", name,
                         json_type_name(handler));
    }
    return true;
}

static bool read_handlers(struct type_reading *r)
{
    const json *handlers = json_get(r->type->document, "handlers");

    if (!check_handlers(r, handlers))
        return false;
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        const json *handler = json_get(handlers, actions[i].handler);

        r->type->timeout_minutes[i] = read_timeout(r, i, handler);
        if (handler)
            r->type->handlers |= 1u << i;
    }
    return true;
}

static bool read_tagging(struct type_reading *r)
{
    const json *document = r->type->document, *tagging = json_get(document, "tagging");
    const json *property = json_get(tagging, "tagProperty");

    r->type->has_tagging = tagging || json_get(document, "taggable");
    r->type->taggable = tagging ? !json_false(json_get(tagging, "taggable"))
                                : !json_false(json_get(document, "taggable"));
    r->type->tag_updatable = !json_false(json_get(tagging, "tagUpdatable"));
    if (property)
        return read_path(r, "/tagging/tagProperty", property, &r->type->tag_property);
    schema_pointer_read(r->arena, document, "/properties/Tags", &r->type->tag_property);
    return true;
}

/* The document as it is goes first: an error then has a place in the file. */
static bool compile(struct type_reading *r)
{
    struct resource_type *type = r->type;
    const struct schema_sources *sources = r->sources;
    const json *update;

    type->returned = schema_compile(r->arena, r->written, sources, r->error);
    if (!type->returned)
        return false;
    type->create_document = view_make(r->arena, type->document, &type->read_only, VIEW_CREATE);
    type->create = schema_compile(r->arena, type->create_document, sources, r->error);
    if (!type->create)
        return false;
    update = view_make(r->arena, type->document, &type->read_only, VIEW_UPDATE);
    type->update = schema_compile(r->arena, update, sources, r->error);
    return type->update;
}

const struct resource_type *resource_type_read(struct arena *arena, const json *document,
                                               const char *file, struct error *error)
{
    return resource_type_read_from(arena, document, &(struct schema_sources){ .file = file },
                                   error);
}

const struct resource_type *resource_type_read_from(struct arena *arena, const json *document,
                                                    const struct schema_sources *sources,
                                                    struct error *error)
{
    struct resource_type *type = arena_alloc(arena, sizeof(*type));
    struct type_reading r = { .arena = arena, .type = type, .sources = sources, .error = error };

    r.written = document;
    type->document = view_bundle(arena, document, sources);
    type->file = sources->file;
    type->source = sources->source;
    type->warnings = r.warnings = arena_array(arena, MOST_WARNINGS + 1, sizeof(*r.warnings));
    if (!read_name(&r) || !read_sets(&r) || !read_additional_identifiers(&r) || !read_tagging(&r) ||
        !read_handlers(&r))
        return NULL;
    collect_names(&r);
    type->secret = type->write_only;
    return compile(&r) ? type : NULL;
}

static bool read_secret(struct arena *arena, const struct resource_type *type, const char *pointer,
                        struct property_path *path, struct error *error)
{
    const char *shown = text_quote(arena, pointer, 80);

    if (!schema_pointer_read(arena, type->document, pointer, path))
        return error_set(error, "\"%s\" leads to no property of %s; write \"/properties/Name\"",
                         shown, type->name);
    for (size_t i = 0; i < type->identifier.count; i++)
        if (path_covers(path, type->identifier.paths[i].pointer))
            return error_set(error,
                             "\"%s\" identifies the resource: it is noted so that what is left "
                             "behind can be deleted, and cannot be hidden",
                             shown);
    return true;
}

const struct resource_type *resource_type_hide(struct arena *arena,
                                               const struct resource_type *type,
                                               const char *const *pointers, struct error *error)
{
    struct resource_type *copy = arena_alloc(arena, sizeof(*copy));
    size_t count = type->secret.count, more = 0;

    while (pointers[more])
        more++;
    struct property_path *paths = arena_array(arena, count + more, sizeof(*paths));
    for (size_t i = 0; i < count; i++)
        paths[i] = type->secret.paths[i];
    for (; *pointers; pointers++)
        if (!read_secret(arena, type, *pointers, &paths[count++], error))
            return NULL;
    *copy = *type;
    copy->secret = (struct property_set){ paths, count };
    return copy;
}

int resource_type_timeout_minutes(const struct resource_type *type, enum action action)
{
    return type->timeout_minutes[action_index(action)];
}

bool resource_type_identifier_is_writable(const struct resource_type *type)
{
    for (size_t i = 0; i < type->identifier.count; i++) {
        const char *pointer = type->identifier.paths[i].pointer;

        if (!set_covers(&type->create_only, pointer) || set_covers(&type->read_only, pointer))
            return false;
    }
    return true;
}

const char *resource_type_identify(struct arena *arena, const struct resource_type *type,
                                   const json *model)
{
    const json *only = model_only(arena, model, &type->identifier);

    return text_quote(arena, json_print(arena, only), IDENTIFIER_COLUMNS);
}

json *resource_type_chosen(struct arena *arena, const struct resource_type *type, const json *model)
{
    return model_without(arena, model_without(arena, model, &type->read_only), &type->write_only);
}

const char *set_lacks(const struct property_set *set, const json *model)
{
    for (size_t i = 0; i < set->count; i++)
        if (json_is_null(path_get(model, &set->paths[i])))
            return set->paths[i].pointer;
    return NULL;
}

bool set_same(const struct property_set *set, const json *a, const json *b)
{
    for (size_t i = 0; i < set->count; i++)
        if (!json_equal(path_get(a, &set->paths[i]), path_get(b, &set->paths[i])))
            return false;
    return !set_lacks(set, a);
}

bool resource_type_same(const struct resource_type *type, const json *a, const json *b)
{
    return set_same(&type->identifier, a, b);
}

const char *resource_type_lacks(const struct resource_type *type, const json *model)
{
    return set_lacks(&type->identifier, model);
}

bool resource_type_transforms(const struct resource_type *type, const char *pointer)
{
    static const char before[] = "/properties";
    const size_t length = strlen(pointer);

    json_each (transform, json_get(type->document, "propertyTransform")) {
        const char *at = json_key(transform);

        if (strncmp(at, before, sizeof(before) - 1) != 0)
            continue;
        at += sizeof(before) - 1;
        if (strncmp(at, pointer, length) == 0 && strchr("/", at[length]))
            return true;
    }
    return false;
}
