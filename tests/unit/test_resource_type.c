#include "cfnc/type/resource_type.h"
#include "json_of_text.h"
#include "test.h"

#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/schema/schema_pointer.h"

static const char widget_file[] = TEST_DATA "/resource_type/widget.json";

static struct arena *arena;
static const struct resource_type *widget;

static const json *parse(const char *text)
{
    return json_of_text(arena, text);
}

static void begin(void)
{
    struct error error = { .text = "" };

    arena = arena_new();
    const json *document = json_read(arena, widget_file, 1 << 20, &error);
    widget = document ? resource_type_read(arena, document, widget_file, &error) : NULL;
    check_text(error.text, "");
}

static void what_it_says(void)
{
    begin();
    check_text(widget->name, "Acme::Shop::Widget");
    check_number(widget->handlers, CREATE | READ | UPDATE | DELETE);
    check_number(resource_type_timeout_minutes(widget, CREATE), 15);
    check_number(resource_type_timeout_minutes(widget, READ), 120);
    check_number(resource_type_timeout_minutes(widget, UPDATE), 120);
    check_number(resource_type_timeout_minutes(widget, DELETE), 2160);
    check(widget->has_tagging && widget->taggable && !widget->tag_updatable);
    check_text(widget->tag_property.pointer, "/Labels");
    check_number((long long)widget->additional_identifier_count, 2);
    check_text(widget->additional_identifiers[1].paths[0].pointer, "/Chain/Id");
    check_number((long long)widget->create_only.count, 1);
    check(resource_type_identifier_is_writable(widget));
    check_text(action_name(LIST), "LIST");
    check_text(action_handler(action_at(2)), "update");
    arena_free(arena);
}

static void what_is_odd(void)
{
    begin();
    check_contains(widget->warnings[0], "/resource_type/widget.json:69:5: \"/properties/Missing\" "
                                        "leads to no property of the schema");
    check_text(widget->read_only.paths[5].pointer, "/Missing");
    check_contains(widget->warnings[1], "/resource_type/widget.json:77:36: timeoutInMinutes");
    check(widget->warnings[2] == NULL);
    arena_free(arena);
}

static void leads(const char *pointer, const char *path)
{
    struct property_path found = { .pointer = NULL };

    check(schema_pointer_read(arena, widget->document, pointer, &found));
    check_text(found.pointer, path);
}

static void leads_nowhere(const char *pointer, const char *path)
{
    struct property_path found = { .pointer = NULL };

    check(!schema_pointer_read(arena, widget->document, pointer, &found));
    check_text(found.pointer, path);
}

static void spellings(void)
{
    begin();
    leads("/properties/Name", "/Name");
    leads("/properties/Chain/Next/Next/Id", "/Chain/Next/Next/Id");
    leads("/properties/Chain/properties/Next/properties/Id", "/Chain/Next/Id");
    leads("/properties/Tags/*/Key", "/Tags/*/Key");
    leads("/properties/Tags/items/Key", "/Tags/*/Key");
    leads("/properties/Tags/items/properties/Key", "/Tags/*/Key");
    leads("/properties/Tags/Key", "/Tags/*/Key");
    leads("/properties/Tags/0/Key", "/Tags/0/Key");
    leads("/properties/Tags/items", "/Tags/*");
    leads("/properties/Zones/*/Id", "/Zones/*/Id");
    leads("/properties/Zones/a/Id", "/Zones/a/Id");
    leads("/properties/Choice/Id", "/Choice/Id");
    leads("/properties/Choice/items", "/Choice/items");
    leads("/properties/Odd/properties", "/Odd/properties");
    leads("/properties/Odd/properties/X", "/Odd/properties/X");
    leads("/properties/Odd/properties/properties/X", "/Odd/properties/X");
    leads("/properties/Odd/properties/items", "/Odd/items");
    leads("/properties/Odd/items/items", "/Odd/items/*");
    leads_nowhere("/properties/Nope/A", "/Nope/A");
    leads_nowhere("/properties/Name/A", "/Name/A");
    leads_nowhere("/Name", "/Name");
    leads_nowhere("/properties", "/properties");
    leads_nowhere("Name", "");
    arena_free(arena);
}

/* Branches that lead back to themselves must not be followed for ever. */
static void endless_schemas(void)
{
    struct property_path found;

    arena = arena_new();
    const json *document = parse(
        "{\"definitions\":{\"A\":{\"allOf\":[{\"$ref\":\"#/definitions/A\"},"
        "{\"$ref\":\"#/definitions/A\"}],\"properties\":{\"a\":{\"$ref\":\"#/definitions/A\"}},"
        "\"anyOf\":[{\"$ref\":\"#/definitions/A\"}],\"items\":{\"$ref\":\"#/definitions/A\"}},"
        "\"Loop\":{\"$ref\":\"#/definitions/Loop\"}},\"properties\":{"
        "\"A\":{\"$ref\":\"#/definitions/A\"},\"L\":{\"$ref\":\"#/definitions/Loop\"}}}");
    check(!schema_pointer_read(arena, document, "/properties/A/a/a/a/a/a/a/a/b", &found));
    check(schema_pointer_read(arena, document, "/properties/A/a/a/a/a", &found));
    check(!schema_pointer_read(arena, document, "/properties/L/a", &found));
    check(schema_resolve(document, pointer_get(document, "/properties/L")) == NULL);
    arena_free(arena);
}

/* A shared definition that every branch leads back to, pruned along many paths. */
static void endless_views(void)
{
    struct error error = { .text = "" };

    arena = arena_new();
    const json *document = parse(
        "{\"typeName\":\"Aa::Bb::Cc\",\"definitions\":{\"A\":{\"type\":\"object\",\"properties\":{"
        "\"a\":{\"anyOf\":[{\"$ref\":\"#/definitions/A\"},{\"$ref\":\"#/definitions/"
        "A\"},{\"$ref\":\"#\"}]},"
        "\"b\":{\"type\":\"string\"}}},\"L\":{\"allOf\":[{\"$ref\":\"#/definitions/M\"}]},"
        "\"M\":{\"$ref\":\"#/definitions/A\"}},\"properties\":{\"a\":{\"$ref\":\"#/definitions/"
        "A\"},"
        "\"l\":{\"$ref\":\"#/definitions/L\"},\"Id\":{\"type\":\"string\"}},"
        "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/a/b\","
        "\"/properties/l/b\",\"/properties/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/b\"]}");
    const struct resource_type *type = resource_type_read(arena, document, NULL, &error);
    check_text(error.text, "");
    if (type) {
        check(schema_valid(type->create, parse("{\"a\":{\"a\":{\"b\":\"\"}}}"), SCHEMA_ALL));
        check(!schema_valid(type->create, parse("{\"a\":{\"b\":\"\"}}"), SCHEMA_ALL));
        check(!schema_valid(type->create, parse("{\"l\":{\"b\":\"\"}}"), SCHEMA_ALL));
    }
    arena_free(arena);
}

#define HEAD "{\"typeName\":\"Aa::Bb::Cc\",\"properties\":{\"Id\":{\"type\":\"string\"},\"At\":{}},"

static void accepts(const struct schema *schema, const char *model, bool valid)
{
    if (schema_valid(schema, parse(model), SCHEMA_ALL) != valid)
        check_text(model, valid ? "accepted" : "refused");
    else
        check(true);
}

/* Definitions under "remote", and a property that only a pattern knows by name. */
static void remote_and_patterns(void)
{
    struct error error = { .text = "" };

    arena = arena_new();
    const json *document =
        parse(HEAD "\"primaryIdentifier\":[\"/properties/Id\"],"
                   "\"patternProperties\":{\"^Z\":{\"$ref\":\"#/remote/schema0/definitions/Z\"}},"
                   "\"additionalProperties\":false,"
                   "\"remote\":{\"schema0\":{\"definitions\":{\"Z\":{\"type\":\"object\","
                   "\"properties\":{\"A\":{\"type\":\"integer\"}}}}}},"
                   "\"readOnlyProperties\":[\"/properties/Z1/A\",\"/properties/Z2\"]}");
    const struct resource_type *type = resource_type_read(arena, document, NULL, &error);
    check_text(error.text, "");
    if (type) {
        check(type->warnings[0] == NULL);
        accepts(type->create, "{\"Z3\":{\"A\":1}}", true);
        accepts(type->create, "{\"Z3\":{\"A\":\"1\"}}", false);
        accepts(type->create, "{\"Z1\":{}}", true);
        accepts(type->create, "{\"Z1\":{\"A\":1}}", false);
        accepts(type->create, "{\"Z2\":{}}", false);
        accepts(type->create, "{\"Y\":{}}", false);
        accepts(type->update, "{\"Z1\":{\"A\":1},\"Z2\":{}}", true);
    }
    arena_free(arena);
}

static bool count(void *context, const json *child)
{
    size_t *seen = context;

    check(child != NULL);
    return ++*seen < 3;
}

static void raw_walks(void)
{
    const json *document;
    struct property_path path;
    size_t seen = 0;

    begin();
    document = widget->document;
    check(pointer_read(arena, "/Tags/*/Key", &path));
    check(schema_at(document, &path) == pointer_get(document, "/definitions/Tag/properties/Key"));
    check(pointer_read(arena, "/Tags/*", &path));
    check(schema_at(document, &path) == pointer_get(document, "/definitions/Tag"));
    check(pointer_read(arena, "/Odd/properties/X", &path));
    check(schema_at(document, &path) != NULL);
    check(pointer_read(arena, "/Chain/properties/Id", &path));
    check(schema_at(document, &path) == NULL);
    schema_each_child(document, pointer_get(document, "/properties/Choice"), "Id", count, &seen);
    check_number((long long)seen, 1);
    schema_each_child(document, document, "*", count, &seen);
    check_number((long long)seen, 3);
    arena_free(arena);
}

static void places_in_the_schema(void)
{
    static const struct {
        const char *model, *schema;
    } cases[] = {
        { "/Name", "/properties/Name" },
        { "/Peer", "/properties/Peer" },
        { "/Tags", "/properties/Tags" },
        { "/Tags/0", "/properties/Tags/items" },
        { "/Tags/0/Key", "/definitions/Tag/properties/Key" },
        { "/Tags/0/None", "/properties/Tags/items" },
        { "/Chain/Next/Next/Id", "/definitions/Node/properties/Id" },
        { "/Zones/a", "/properties/Zones/patternProperties/^[a-z]+$" },
        { "/Choice/Id", "/properties/Choice/oneOf/1/properties/Id" },
        { "/None/Key", "" },
    };

    begin();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct property_path path;

        check(pointer_read(arena, cases[i].model, &path));
        check_text(schema_where(arena, widget->document, &path), cases[i].schema);
    }
    check_text(schema_where(arena, widget->document, &(struct property_path){ .depth = 0 }), "");
    arena_free(arena);
}

static void refuses(const char *text, const char *message)
{
    struct error error = { .text = "" };

    check(resource_type_read(arena, parse(text), NULL, &error) == NULL);
    check_text(error.text, message);
}

static void refusals(void)
{
    arena = arena_new();
    refuses("[]", "#: a resource schema is an object, found array");
    refuses("{}",
            "#: the schema has no typeName; give it one such as \"Company::Service::Resource\"");
    refuses("{\"typeName\":7}", "#/typeName: expected a typeName such as "
                                "\"Company::Service::Resource\", found integer");
    refuses("{\"typeName\":\"Aa::Bb::C\"}",
            "#/typeName: \"Aa::Bb::C\" is not a typeName such as \"Company::Service::Resource\"");
    refuses("{\"typeName\":\"Aa::Bb::Cc::MODULE\"}",
            "#/typeName: \"Aa::Bb::Cc::MODULE\" is not a "
            "typeName such as \"Company::Service::Resource\"");
    refuses("{\"typeName\":\"Aa::Bb::Cc\"}",
            "#: the schema has no properties; describe the resource's model there");
    refuses("{\"typeName\":\"Aa::Bb::Cc\",\"properties\":[]}",
            "#/properties: expected an object, found array");
    refuses(HEAD "\"x\":1}", "#: the schema has no primaryIdentifier; name a property in one");
    refuses(HEAD "\"primaryIdentifier\":[]}",
            "#/primaryIdentifier: the primaryIdentifier is empty; name a property");
    refuses(HEAD "\"primaryIdentifier\":\"/properties/Id\"}",
            "#/primaryIdentifier: expected a list of pointers, found string");
    refuses(HEAD "\"primaryIdentifier\":[\"Id\"]}",
            "#/primaryIdentifier/0: \"Id\" is not a JSON pointer; write \"/properties/Name\"");
    refuses(HEAD "\"primaryIdentifier\":[\"/properties/No\"]}",
            "#/primaryIdentifier/0: \"/properties/No\" of the primaryIdentifier leads to no "
            "property; correct it");
    refuses(HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"handlers\":[]}",
            "#/handlers: handlers: expected an object, found array");
    refuses(HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"handlers\":{\"craete\":{}}}",
            "#/handlers/craete: no handler is called \"craete\" (did you mean create?)");
    refuses(
        HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"handlers\":{\"\177pdate\":{}}}",
        "#/handlers/\\u007fpdate: no handler is called \"\\u007fpdate\" (did you mean update?)");
    refuses(HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"handlers\":{\"read\":true}}",
            "#/handlers/read: read: expected an object with permissions, found boolean");
    refuses(
        HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[1]}",
        "#/readOnlyProperties/0: expected a pointer such as \"/properties/Name\", found integer");
    refuses(HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"additionalIdentifiers\":[\"x\"]}",
            "#/additionalIdentifiers/0: expected a list of pointers, found string");
    refuses(HEAD "\"primaryIdentifier\":[\"/properties/Id\"],\"additionalIdentifiers\":[[]]}",
            "#/additionalIdentifiers/0: an additional identifier is empty; remove it");
    arena_free(arena);
}

static void refusals_have_places(void)
{
    static const char file[] = TEST_DATA "/resource_type/no_pointer.json";
    struct error error = { .text = "" };

    arena = arena_new();
    check(resource_type_read(arena, json_read(arena, file, 1 << 20, &error), file, &error) == NULL);
    check_contains(error.text, "/resource_type/no_pointer.json:8:5: \"Id\" is not a JSON pointer");
    check(resource_type_read(arena, parse("{}"), "/nowhere/at-all.json", &error) == NULL);
    check_contains(error.text, "/nowhere/at-all.json#: the schema has no typeName");
    arena_free(arena);
}

static void create_view(void)
{
    begin();
    const struct schema *create = widget->create;
    accepts(create, "{\"Name\":\"n\"}", true);
    accepts(create, "{}", false);
    accepts(create, "[]", false);
    accepts(create, "{\"Name\":\"n\",\"Arn\":\"arn:x\"}", false);
    accepts(create, "{\"Name\":\"n\",\"Secret\":\"s\"}", true);
    accepts(create, "{\"Name\":\"n\",\"Peer\":\"arn:x\"}", true);
    accepts(create, "{\"Name\":\"n\",\"Peer\":\"x\"}", false);
    accepts(create, "{\"Name\":\"n\",\"Tags\":[{\"Key\":\"k\"}]}", true);
    accepts(create, "{\"Name\":\"n\",\"Tags\":[{\"Key\":\"k\",\"Origin\":\"o\"}]}", false);
    accepts(create, "{\"Name\":\"n\",\"Labels\":[{\"Key\":\"k\"}]}", false);
    accepts(create, "{\"Name\":\"n\",\"Labels\":[{\"Key\":\"k\",\"Origin\":\"o\"}]}", true);
    accepts(create, "{\"Name\":\"n\",\"Chain\":{\"Id\":\"i\",\"Next\":{\"Label\":\"l\"}}}", true);
    accepts(create, "{\"Name\":\"n\",\"Chain\":{\"Next\":{\"Label\":\"l\"}}}", false);
    accepts(create, "{\"Name\":\"n\",\"Chain\":{\"Id\":\"i\",\"Next\":{\"Id\":\"j\"}}}", false);
    accepts(create, "{\"Name\":\"n\",\"Free\":{\"Id\":\"i\",\"Next\":{\"Id\":\"j\"}}}", true);
    accepts(create, "{\"Name\":\"n\",\"Free\":{\"Id\":\"i\",\"Next\":{\"Label\":\"l\"}}}", false);
    accepts(create, "{\"Name\":\"n\",\"Zones\":{\"a\":{\"Label\":\"l\"}}}", true);
    accepts(create, "{\"Name\":\"n\",\"Zones\":{\"a\":{\"Id\":\"i\"}}}", false);
    accepts(create, "{\"Name\":\"n\",\"Choice\":{\"items\":1}}", true);
    accepts(create, "{\"Name\":\"n\",\"Choice\":{\"Id\":\"i\"}}", false);
    arena_free(arena);
}

static void update_view(void)
{
    begin();
    const struct schema *update = widget->update;
    accepts(update, "{\"Name\":\"n\"}", true);
    accepts(update, "{\"Name\":\"n\",\"Arn\":\"arn:x\"}", true);
    accepts(update, "{\"Name\":\"n\",\"Arn\":\"x\"}", false);
    accepts(update, "{\"Name\":\"n\",\"Secret\":\"s\"}", true);
    accepts(update, "{\"Name\":\"n\",\"Tags\":[{\"Key\":\"k\"}]}", true);
    accepts(update, "{\"Name\":\"n\",\"Tags\":[{\"Key\":\"k\",\"Origin\":\"o\"}]}", true);
    accepts(update, "{\"Name\":\"n\",\"Chain\":{\"Id\":\"i\",\"Next\":{\"Id\":\"j\"}}}", true);
    accepts(update, "{\"Name\":\"n\",\"Chain\":{\"Id\":\"i\",\"Next\":{}}}", true);
    accepts(update, "{\"Name\":\"n\",\"Chain\":{\"Next\":{}}}", false);
    check(schema_valid(widget->returned, parse("{\"Arn\":\"arn:x\"}"), SCHEMA_SHAPE));
    check(!schema_valid(widget->returned, parse("{\"Else\":1}"), SCHEMA_SHAPE));
    arena_free(arena);
}

static void documents(void)
{
    begin();
    const json *document = widget->create_document;
    check(json_get(document, "typeName") == NULL && json_get(document, "handlers") == NULL);
    check_text(json_string(json_get(document, "type")), "object");
    check_text(json_print(arena, json_get(document, "required")), "[\"Name\"]");
    check(json_false(pointer_get(document, "/properties/Arn")));
    const json *peer = pointer_get(document, "/properties/Peer");
    check_text(json_string(json_get(schema_resolve(document, peer), "pattern")), "^arn:");
    check(json_equal(pointer_get(document, "/definitions/Tag"),
                     pointer_get(widget->document, "/definitions/Tag")));
    arena_free(arena);
}

static void identity(void)
{
    struct error error;

    arena = arena_new();
    const struct resource_type *type = resource_type_read(
        arena,
        parse(HEAD "\"primaryIdentifier\":[\"/properties/Id\",\"/properties/At/Zone\"],"
                   "\"createOnlyProperties\":[\"/properties/Id\"]}"),
        NULL, &error);
    const json *both = parse("{\"At\":{\"Zone\":0,\"X\":1},\"Id\":\"\",\"Y\":2}");
    check_text(resource_type_identify(arena, type, both), "{\"Id\":\"\",\"At\":{\"Zone\":0}}");
    check_text(resource_type_identify(arena, type, NULL), "{}");
    check(resource_type_lacks(type, both) == NULL);
    check_text(resource_type_lacks(type, parse("{\"Id\":false,\"At\":{}}")), "/At/Zone");
    check_text(resource_type_lacks(type, parse("{\"Id\":null,\"At\":{\"Zone\":1}}")), "/Id");
    check_text(resource_type_lacks(type, NULL), "/Id");
    check(resource_type_same(type, both, parse("{\"Id\":\"\",\"At\":{\"Zone\":0.0}}")));
    check(!resource_type_same(type, both, parse("{\"Id\":\"\",\"At\":{\"Zone\":false}}")));
    check(!resource_type_same(type, parse("{\"Id\":null}"), parse("{\"Id\":null}")));
    check(!resource_type_same(type, both, NULL));
    check(!resource_type_identifier_is_writable(type));
    check(!type->has_tagging && type->taggable && type->tag_updatable);
    check_text(type->tag_property.pointer, "/Tags");
    const char *long_id = arena_printf(arena, "{\"Id\":\"%0300d\\u001b\"}", 7);
    check(strlen(resource_type_identify(arena, type, parse(long_id))) <= 120);
    arena_free(arena);
}

/* A property whose name only begins like another's is not transformed because of it. */
static void transforms(void)
{
    arena = arena_new();
    struct error error = { .text = "" };
    const json *document =
        parse("{\"typeName\":\"Ab::Cd::Ef\",\"primaryIdentifier\":[\"/properties/Id\"],"
              "\"properties\":{\"Id\":{},\"Name\":{},\"NameServer\":{},\"At\":{}},"
              "\"propertyTransform\":{\"/properties/NameServer\":\"$lowercase(NameServer)\","
              "\"/properties/At/Zone\":\"$lowercase(Zone)\"}}");
    const struct resource_type *type = resource_type_read(arena, document, NULL, &error);

    check_text(error.text, "");
    check(type && resource_type_transforms(type, "/NameServer"));
    check(type && resource_type_transforms(type, "/At"));
    check(type && resource_type_transforms(type, "/At/Zone"));
    check(type && !resource_type_transforms(type, "/Name"));
    check(type && !resource_type_transforms(type, "/At/Zo"));
    check(type && !resource_type_transforms(type, "/Id"));
    arena_free(arena);
}

static const struct test tests[] = {
    { "resource type: what the schema says", what_it_says },
    { "resource type: what is odd is warned of, with its place", what_is_odd },
    { "resource type: pointers in every spelling", spellings },
    { "resource type: schemas that refer to themselves end", endless_schemas },
    { "resource type: walks over the raw schema", raw_walks },
    { "resource type: where the schema describes a place", places_in_the_schema },
    { "resource type: refusals", refusals },
    { "resource type: refusals have places", refusals_have_places },
    { "resource type: what a create may send", create_view },
    { "resource type: what an update may send", update_view },
    { "resource type: the documents of the views", documents },
    { "resource type: views of schemas that refer to themselves", endless_views },
    { "resource type: views of remote definitions and of patterns", remote_and_patterns },
    { "resource type: identity", identity },
    { "resource type: what is transformed", transforms },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
