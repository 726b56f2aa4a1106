#include "cfnc/type/resource_type.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "corpus.h"

/* Real schemas: all are read. */
enum { LARGEST = 64 * 1024 * 1024 };

static const struct resource_type *read_type(struct arena *arena, const char *file,
                                             struct error *error)
{
    const json *document = json_read(arena, file, LARGEST, error);

    return document ? resource_type_read(arena, document, file, error) : NULL;
}

/* Why a schema of the corpus may be refused: a limit of the pattern engine. */
static bool is_known(const struct error *error)
{
    return strstr(error->text, "regular expression is too large");
}

struct tally {
    int read, unread, warnings;
};

static void read_one(struct tally *tally, const char *file)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct resource_type *type = read_type(arena, file, &error);

    tally->read += type != NULL;
    tally->unread += !type;
    if (!type)
        printf("      %s\n", error.text);
    if (!type && !is_known(&error))
        check_text(error.text, "");
    for (size_t i = 0; type && type->warnings[i]; i++, tally->warnings++)
        printf("      %s\n", type->warnings[i]);
    arena_free(arena);
}

static void every_schema_is_read(void)
{
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);
    struct tally tally = { 0, 0, 0 };

    for (size_t i = 0; paths && paths[i]; i++)
        read_one(&tally, paths[i]);
    check(!paths || tally.read > 0);
    printf("      %d schemas read, %d not, %d warnings\n", tally.read, tally.unread,
           tally.warnings);
    arena_free(arena);
}

/* A type whose schema is in several documents; its folder is gone when it ends. */
static const struct resource_type *spread(struct arena *arena, const char *schema,
                                          const char *remote, struct error *error)
{
    char folder[] = "/tmp/cfnc-views-XXXXXX";

    check(mkdtemp(folder) != NULL);
    const char *file = arena_printf(arena, "%s/remote", folder);
    check(file_write(arena, file, remote, strlen(remote), error));
    *error = (struct error){ .text = "" };
    const struct schema_sources sources = { .path = folder };
    const char *text = arena_printf(arena,
                                    "{\"typeName\":\"Acme::Demo::Thing\","
                                    "\"primaryIdentifier\":[\"/properties/Id\"],%s}",
                                    schema);
    const json *document = json_parse(arena, text, strlen(text), error);
    check_text(error->text, "");
    const struct resource_type *type = resource_type_read_from(arena, document, &sources, error);
    check_number(unlink(file), 0);
    check_number(rmdir(folder), 0);
    return type;
}

static void is_valid(struct arena *arena, const struct schema *schema, const char *model,
                     bool expected)
{
    struct error error = { .text = "" };
    const json *value = json_parse(arena, model, strlen(model), &error);

    check_text(error.text, "");
    if (!check(schema_valid(schema, value, SCHEMA_ALL) == expected))
        printf("      %s\n", model);
}

/* What is read-only is so wherever its schema was written. */
static void read_only_in_other_documents(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct resource_type *type =
        spread(arena,
               "\"readOnlyProperties\":[\"/properties/Id\",\"/properties/Parts/*/Serial\","
               "\"/properties/Near/Made\",\"/properties/Named/Made\"],"
               "\"properties\":{\"Id\":{\"type\":\"string\"},"
               "\"Parts\":{\"$ref\":\"http://x.org/a%20b/parts.json#/definitions/l%25~1\"},"
               "\"Near\":{\"$ref\":\"http://x.org/near\"},\"Named\":{\"$ref\":\"#named\"}},"
               "\"definitions\":{\"n\":{\"$id\":\"http://x.org/near\",\"required\":[\"Made\"],"
               "\"properties\":{\"Made\":{\"$ref\":\"#/definitions/made\"}},"
               "\"definitions\":{\"made\":{\"type\":\"integer\"}}},"
               "\"m\":{\"$id\":\"#named\",\"required\":[\"Made\"],"
               "\"properties\":{\"Made\":{\"type\":\"integer\"}}}}",
               "{\"$id\":\"http://x.org/a%20b/parts.json\",\"definitions\":{\"l%/\":{\"items\":"
               "{\"$ref\":\"#/definitions/part\"}},\"part\":{\"required\":[\"Serial\"],"
               "\"properties\":{\"Serial\":{\"type\":\"integer\"},"
               "\"Parts\":{\"$ref\":\"#/definitions/l%25~1\"}}}}}",
               &error);

    check_text(error.text, "");
    if (check(type)) {
        check(!type->warnings[0]);
        is_valid(arena, type->create, "{\"Parts\":[{}],\"Near\":{},\"Named\":{}}", true);
        is_valid(arena, type->create, "{\"Parts\":[{\"Serial\":1}]}", false);
        is_valid(arena, type->create, "{\"Parts\":[{\"Parts\":[{\"Serial\":1}]}]}", true);
        is_valid(arena, type->create, "{\"Parts\":[{\"Parts\":[{\"Serial\":\"\"}]}]}", false);
        is_valid(arena, type->create, "{\"Near\":{\"Made\":1}}", false);
        is_valid(arena, type->create, "{\"Named\":{\"Made\":1}}", false);
        is_valid(arena, type->update, "{\"Parts\":[{\"Serial\":1},{}],\"Near\":{\"Made\":1}}",
                 true);
        is_valid(arena, type->update, "{\"Near\":{\"Made\":\"\"}}", false);
        is_valid(arena, type->update, "{\"Named\":{\"Made\":\"\"}}", false);
        is_valid(arena, type->returned, "{\"Parts\":[{}]}", false);
        is_valid(arena, type->returned, "{\"Parts\":[{\"Serial\":1}]}", true);
    }
    arena_free(arena);
}

static void documents_that_lead_back(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct resource_type *type =
        spread(arena,
               "\"$id\":\"http://x.org/main\",\"readOnlyProperties\":[\"/properties/Id\","
               "\"/properties/A/Id\"],\"properties\":{\"Id\":{\"type\":\"string\"},"
               "\"A\":{\"$ref\":\"other\"}}",
               "{\"$id\":\"http://x.org/other\",\"allOf\":[{\"items\":{\"$ref\":\"#\"}},"
               "{\"properties\":{\"Id\":{\"$ref\":\"main#/properties/Id\"}}}]}",
               &error);

    check_text(error.text, "");
    if (check(type)) {
        is_valid(arena, type->update, "{\"A\":{\"Id\":\"x\"}}", true);
        is_valid(arena, type->update, "{\"A\":{\"Id\":1}}", false);
        is_valid(arena, type->create, "{\"A\":{\"Id\":\"x\"}}", false);
    }
    type = spread(arena, "\"properties\":{\"Id\":{\"$ref\":\"http://x.org/none\"}}", "{}", &error);
    check(!type);
    check_contains(error.text, "#/properties/Id/$ref: the document \"http://x.org/none\"");
    arena_free(arena);
}

enum { MANY = 2500, BRANCHES = 10 };

/* Each path has steps of its own: many of them do not leave the last ones as they were. */
static void many_read_only_properties(void)
{
    struct arena *arena = arena_new();
    struct text pointers = text_new(arena), properties = text_new(arena),
                branches = text_new(arena);
    struct error error = { .text = "" };

    for (int i = 0; i < BRANCHES; i++)
        text_addf(&branches, "%s{\"properties\":{\"B%d\":true,\"Made\":{\"type\":\"integer\"}}}",
                  i ? "," : "", i);
    for (int i = 0; i < MANY; i++) {
        text_addf(&pointers, "%s\"/properties/P%d/Made\"", i ? "," : "", i);
        text_addf(&properties, ",\"P%d\":{\"$ref\":\"#/definitions/Part\"}", i);
    }
    const struct resource_type *type =
        spread(arena,
               arena_printf(arena,
                            "\"readOnlyProperties\":[%s],\"properties\":{\"Id\":true%s},"
                            "\"definitions\":{\"Part\":{\"anyOf\":[%s]}}",
                            pointers.bytes, properties.bytes, branches.bytes),
               "{}", &error);
    check_text(error.text, "");
    if (check(type)) {
        is_valid(arena, type->create, "{\"P0\":{}}", true);
        is_valid(arena, type->create, "{\"P0\":{\"Made\":1}}", false);
        is_valid(arena, type->create, arena_printf(arena, "{\"P%d\":{\"Made\":1}}", MANY - 1),
                 false);
        is_valid(arena, type->update, arena_printf(arena, "{\"P%d\":{\"Made\":1}}", MANY - 1),
                 true);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "views: every schema of the corpus is read", every_schema_is_read },
    { "views: what is read-only in another document", read_only_in_other_documents },
    { "views: documents that lead back", documents_that_lead_back },
    { "views: many read-only properties", many_read_only_properties },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
