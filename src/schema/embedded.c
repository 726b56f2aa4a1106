/* The schemas that are part of the program. */
#include "cfnc/schema/embedded.h"

#include <assert.h>
#include <string.h>

#include "schema_private.h"

/* cmake/embed.cmake makes these of the files in schemas/. */
#define FILE_OF(array)                                                                             \
    extern const char array[];                                                                     \
    extern const unsigned long array##_length
FILE_OF(schema_draft_07);
FILE_OF(schema_property_definition);
FILE_OF(schema_provider_definition);
FILE_OF(schema_type_configuration);
FILE_OF(schema_hook_definition);
FILE_OF(schema_report);
FILE_OF(schema_reports);
FILE_OF(schema_lint);

const struct embedded embedded_schemas[] = {
    { "draft-07", "any JSON Schema of draft-07", "http://json-schema.org/draft-07/schema",
      schema_draft_07, &schema_draft_07_length },
    { "provider-definition", "the schema of a resource type", "urn:cfnc:provider-definition:1",
      schema_provider_definition, &schema_provider_definition_length },
    { "property-definition", "a property in the schema of a resource type",
      "urn:cfnc:property-definition:1", schema_property_definition,
      &schema_property_definition_length },
    { "type-configuration", "the typeConfiguration of a resource type",
      "urn:cfnc:type-configuration:1", schema_type_configuration,
      &schema_type_configuration_length },
    { "hook-definition", "the schema of a hook", "urn:cfnc:hook-definition:1",
      schema_hook_definition, &schema_hook_definition_length },
    { "report", "the report of --report json", "urn:cfnc:report:1", schema_report,
      &schema_report_length },
    { "reports", "the report of several runs, of report merge --json", "urn:cfnc:reports:1",
      schema_reports, &schema_reports_length },
    { "lint", "the findings of cfnc validate --format json", "urn:cfnc:lint:1", schema_lint,
      &schema_lint_length },
    { 0 },
};

const struct embedded *embedded_find(const char *name)
{
    for (const struct embedded *row = embedded_schemas; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

const struct embedded *embedded_find_id(const char *id)
{
    for (const struct embedded *row = embedded_schemas; row->name; row++)
        if (strcmp(row->id, id) == 0)
            return row;
    return NULL;
}

const json *embedded_read(struct arena *arena, const struct embedded *row)
{
    struct error error;
    const json *document = json_parse(arena, row->bytes, *row->length, &error);

    assert(document);
    return document;
}

/* ---- one document out of several ---- */

struct embedded_bundle {
    struct arena *arena;
    const struct embedded *row;
    json *added; /* by name: what the schema refers to, directly or not */
};

/* Makes every $ref of a part of the schema `home` one within the bundle. */
static void rewrite(struct embedded_bundle *b, json *part, const struct embedded *home)
{
    const char *ref = json_string(json_get(part, "$ref"));
    const size_t length = ref ? strcspn(ref, "#") : 0;
    const struct embedded *row =
        length ? embedded_find_id(arena_copy(b->arena, ref, length)) : home;
    const char *pointer = ref && ref[length] ? ref + length + 1 : "";

    assert(row);
    if (ref)
        json_set_string(part, "$ref",
                        row == b->row
                            ? arena_printf(b->arena, "#%s", pointer)
                            : arena_printf(b->arena, "#/definitions/%s%s", row->name, pointer));
    if (row != b->row && !json_get(b->added, row->name)) {
        json *copy = json_copy(b->arena, embedded_read(b->arena, row));

        json_set_boolean(b->added, row->name, true); /* those behind it may refer to it */
        json_remove(copy, "$schema");
        json_remove(copy, "$id");
        rewrite(b, copy, row);
        json_set(b->added, row->name, copy);
    }
    for (json *child = json_edit_first(part); child; child = json_edit_next(child))
        rewrite(b, child, home);
}

const char *embedded_bundle(struct arena *arena, const struct embedded *row)
{
    struct embedded_bundle b = { .arena = arena, .row = row, .added = json_object(arena) };
    json *root = json_copy(arena, embedded_read(arena, row));

    rewrite(&b, root, row);
    if (!json_length(b.added))
        return row->bytes;
    json_remove(root, "$id"); /* some validators follow no pointer below a URN */
    json *definitions = json_edit(root, "definitions");
    if (!definitions)
        definitions = json_set_object(root, "definitions");
    json_each (schema, b.added)
        json_set(definitions, json_key(schema), schema);
    return arena_printf(arena, "%s\n", json_print_pretty(arena, root));
}
