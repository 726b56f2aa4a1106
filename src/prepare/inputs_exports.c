/* {{Name}} in inputs and overrides: what a stack exports under that name. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/aws/exports.h"
#include "cfnc/base/text.h"
#include "cfnc/generate/placeholders.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/subject.h"

enum { FILE_LARGEST = 6 * 1024 * 1024, NAMES_LONGEST = 250 };

/* Every input is gone through twice: for the names in it, then to fill them in. */
struct filling {
    struct arena *arena;
    const struct resource_type *type;
    const struct location *location;
    struct error *error;
    json *table;              /* what is known */
    json *wanted;             /* an object: each name that is not, and where it stands */
    struct document document; /* that is gone through, as it stands on disk */
    const char *resolve;      /* the first {{resolve:...}}, and where; or NULL */
    const char *resolve_place;
};

static void open_file(struct filling *f, const char *file)
{
    struct error ignored; /* it has been read before */

    if (!file || !input_read(f->arena, file, FILE_LARGEST, &f->document, &ignored))
        f->document = (struct document){ .path = file, .text = "" };
}

static const char *place_in(const struct filling *f, const char *pointer)
{
    struct place place = { .path = f->document.path, .pointer = pointer, .line = 1, .column = 1 };

    (void)json_place(f->document.text, &place);
    return place_text(f->arena, &place);
}

/* cfnc's own {{uuid}} and the like are no exports. */
static size_t name_at(const struct filling *f, const char *text, const char **name)
{
    const size_t length = export_at(f->arena, text, name);
    const json *itself = json_new_string(f->arena, arena_copy(f->arena, text, length));

    return length && !placeholders_any(itself, f->location) ? length : 0;
}

static void look(struct filling *f, const char *text, const char *pointer)
{
    const char *name;

    for (const char *at = strstr(text, "{{"); at; at = strstr(at + 1, "{{")) {
        if (strncmp(at, "{{resolve:", 10) == 0 && !f->resolve) {
            f->resolve = arena_copy(f->arena, at, strcspn(at, "}"));
            f->resolve_place = place_in(f, pointer);
        }
        if (name_at(f, at, &name) && !json_get(f->table, name) && !json_get(f->wanted, name))
            json_set_string(f->wanted, name, place_in(f, pointer));
    }
}

/* What the schema says of a pointer into the model; NULL where it says nothing. */
static const json *schema_of(const struct filling *f, const char *pointer)
{
    struct property_path path;

    if (!pointer_read(f->arena, pointer, &path) || !path.depth)
        return NULL;
    return schema_resolve(f->type->document, schema_at(f->type->document, &path));
}

static bool allows(const json *type, const char *name)
{
    bool found = json_string(type) && strcmp(json_string(type), name) == 0;

    json_each (item, type)
        found = found || (json_string(item) && strcmp(json_string(item), name) == 0);
    return found;
}

/* A value that is all of a string is a number or a boolean where the schema wants one. */
static const json *typed(const struct filling *f, const char *value, const char *pointer)
{
    const json *type = json_get(schema_of(f, pointer), "type");
    struct error ignored;
    const json *read = json_parse(f->arena, value, strlen(value), &ignored);
    const bool wanted = json_type(read) == JSON_NUMBER
                            ? allows(type, "integer") || allows(type, "number")
                            : json_type(read) == JSON_BOOLEAN && allows(type, "boolean");

    return wanted && !allows(type, "string") ? read : json_new_string(f->arena, value);
}

/* As if it had been there before the text was read, but for a string that the schema wants. */
static const json *bare(const struct filling *f, const char *value, const char *pointer)
{
    const char *type = json_string(json_get(schema_of(f, pointer), "type"));
    struct error ignored;
    const json *read = json_parse(f->arena, value, strlen(value), &ignored);
    const bool text = json_type(read) == JSON_STRING || !type || strcmp(type, "string") != 0;

    return read && text ? read : json_new_string(f->arena, value);
}

static const json *fill_string(const struct filling *f, const char *text, const char *place,
                               const char *pointer)
{
    struct text out = text_new(f->arena);
    const char *name;

    if (*text && name_at(f, text, &name) == strlen(text)) {
        const char *value = json_string(json_get(f->table, name));

        return input_is_bare(&f->document, place) ? bare(f, value, pointer)
                                                  : typed(f, value, pointer);
    }
    while (*text) {
        const size_t length = name_at(f, text, &name);

        if (length)
            text_add(&out, json_string(json_get(f->table, name)));
        else
            text_add_bytes(&out, text, 1);
        text += length ? length : 1;
    }
    return json_new_string(f->arena, out.bytes);
}

/* Looks at every string of the value, `place` in its file; a pointer into the model goes with it.
 */
static void look_all(struct filling *f, const json *value, const char *place)
{
    size_t index = 0;

    if (json_string(value))
        look(f, json_string(value), place);
    json_each (child, value) {
        const char *key = json_key(child);

        if (json_type(child) & (JSON_STRING | JSON_ARRAY | JSON_OBJECT))
            look_all(f, child,
                     key ? pointer_add(f->arena, place, key)
                         : pointer_add_index(f->arena, place, index));
        index++;
    }
}

/* `place` is where the value stands in its file, `pointer` where in the model. */
static const json *fill_all(const struct filling *f, const json *value, const char *place,
                            const char *pointer)
{
    json *copy;
    size_t index = 0;

    if (json_string(value))
        return strstr(json_string(value), "{{") ? fill_string(f, json_string(value), place, pointer)
                                                : value;
    if (!(json_type(value) & (JSON_ARRAY | JSON_OBJECT)))
        return value;
    copy = json_type(value) == JSON_ARRAY ? json_array(f->arena) : json_object(f->arena);
    json_each (child, value) {
        const char *key = json_key(child);

        if (key)
            json_set(copy, key,
                     fill_all(f, child, pointer_add(f->arena, place, key),
                              pointer_add(f->arena, pointer, key)));
        else
            json_append(copy, fill_all(f, child, pointer_add_index(f->arena, place, index),
                                       pointer_add_index(f->arena, pointer, index)));
        index++;
    }
    return copy;
}

/* The keys of overrides are pointers themselves. */
static const json *fill_overrides(const struct filling *f, const json *overrides, const char *group)
{
    json *copy = overrides ? json_object(f->arena) : NULL;

    json_each (override, overrides)
        json_set(copy, json_key(override),
                 fill_all(f, override, pointer_add(f->arena, group, json_key(override)),
                          json_key(override)));
    return copy;
}

static void look_at_set(struct filling *f, const struct input_set *set)
{
    const struct {
        const char *file, *place;
        const json *value;
    } parts[] = {
        { set->create_file, "", set->create },
        { set->update_file, "", set->update },
        { set->invalid_file, "", set->invalid },
        { set->overrides_file, "/CREATE", set->create_overrides },
        { set->overrides_file, "/UPDATE", set->update_overrides },
    };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].value)
            open_file(f, parts[i].file);
        look_all(f, parts[i].value, parts[i].place);
    }
}

static void fill_model(struct filling *f, const json **model, const char *file)
{
    if (!*model)
        return;
    open_file(f, file);
    *model = fill_all(f, *model, "", "");
}

static void fill_set(struct filling *f, struct input_set *set)
{
    const bool shared = set->update_overrides == set->create_overrides;

    fill_model(f, &set->create, set->create_file);
    fill_model(f, &set->update, set->update_file);
    fill_model(f, &set->invalid, set->invalid_file);
    if (set->overrides_file)
        open_file(f, set->overrides_file);
    set->create_overrides = fill_overrides(f, set->create_overrides, "/CREATE");
    set->update_overrides =
        shared ? set->create_overrides : fill_overrides(f, set->update_overrides, "/UPDATE");
}

/* All of the names, the first with its place, and the nearest that there is. */
static bool unknown(const struct filling *f, const char *why)
{
    const char **known = arena_array(f->arena, json_length(f->table) + 1, sizeof(*known));
    struct text names = text_new(f->arena);
    size_t count = 0, more = 0;

    json_each (entry, f->table)
        known[count++] = json_key(entry);
    json_each (name, f->wanted) {
        const char *near = text_nearest(json_key(name), known);

        more += names.length >= NAMES_LONGEST;
        if (!more)
            text_addf(&names, "%s{{%s}}%s", names.length ? ", " : "",
                      text_quote(f->arena, json_key(name), 60),
                      text_meant(f->arena, near ? text_quote(f->arena, near, 60) : NULL, ""));
    }
    return error_set(f->error, "%s: %s%s: %s; pass --export %s=VALUE",
                     json_string(json_first(f->wanted)), names.bytes,
                     more ? arena_printf(f->arena, " and %zu more", more) : "", why,
                     text_quote(f->arena, json_key(json_first(f->wanted)), 60));
}

static bool given(struct filling *f, const struct subject_options *subject)
{
    for (size_t i = 0; i < subject->exports.count; i++)
        if (!exports_add(f->arena, subject->exports.items[i], f->table, f->error))
            return error_prefix(f->error, "--export: ");
    return !subject->exports_file ||
           exports_read(f->arena, subject->exports_file, f->table, f->error) ||
           error_prefix(f->error, "--exports: ");
}

static bool ask(struct filling *f, const struct options *options, struct project_subject *subject)
{
    const struct credentials *credentials;

    switch (target_wallet(f->arena, &options->target, subject, f->error)) {
    case CREDENTIALS_FOUND:
        break;
    case CREDENTIALS_NONE:
        return unknown(f, "exports are asked of CloudFormation, and there are no credentials");
    case CREDENTIALS_BAD:
        return false;
    }
    credentials = wallet_caller(subject->wallet, f->error);
    return credentials &&
           exports_list(f->arena, http_new(f->arena), options->subject.cloudformation,
                        options->target.region, credentials, f->table, f->error);
}

static void forget_what_is_known(struct filling *f)
{
    json *left = json_object(f->arena);

    json_each (name, f->wanted)
        if (!json_get(f->table, json_key(name)))
            json_set(left, json_key(name), name);
    f->wanted = left;
}

bool inputs_fill_exports(struct arena *arena, const struct options *options,
                         struct project_subject *subject, struct error *error)
{
    struct project *project = subject->project;
    struct filling f = {
        .arena = arena,
        .type = subject->type,
        .location = project->location,
        .error = error,
        .table = json_object(arena),
        .wanted = json_object(arena),
    };

    if (!given(&f, &options->subject))
        return false;
    for (size_t i = 0; i < project->set_count; i++)
        look_at_set(&f, &project->sets[i]);
    if (f.resolve)
        return error_set(error,
                         "%s: %s}}: CloudFormation resolves such references, tests do not; write "
                         "{{env:NAME}} and export the value as NAME",
                         f.resolve_place, text_quote(arena, f.resolve, 80));
    if (json_length(f.wanted) &&
        (options->target.offline || options->target.demo || options->dry_run))
        return unknown(&f, arena_printf(arena, "--%s asks nobody for exports",
                                        options->target.offline ? "offline"
                                        : options->target.demo  ? "demo"
                                                                : "dry-run"));
    if (json_length(f.wanted) && !ask(&f, options, subject))
        return false;
    forget_what_is_known(&f);
    if (json_length(f.wanted))
        return unknown(&f, arena_printf(arena, "no stack exports that in %s",
                                        text_quote(arena, options->target.region, 40)));
    for (size_t i = 0; i < project->set_count; i++)
        fill_set(&f, &project->sets[i]);
    return true;
}
