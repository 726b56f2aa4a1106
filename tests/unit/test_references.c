#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/schema/schema.h"

/* Where $refs lead, and the folder of documents that they lead to. */

/* A folder that a test fills, and that is gone when it ends. */
struct shelf {
    struct arena *arena;
    char path[64];
    const char *made[64]; /* files, links and folders, in the order of their making */
    size_t count;
};

static struct shelf shelf_new(void)
{
    struct shelf s = { .arena = arena_new(), .path = "/tmp/cfnc-shelf-XXXXXX" };

    check(mkdtemp(s.path) != NULL);
    return s;
}

static const char *make(struct shelf *s, const char *name)
{
    return s->made[s->count++] = file_join(s->arena, s->path, name);
}

static void add(struct shelf *s, const char *name, const char *text)
{
    struct error error;

    check(file_write(s->arena, make(s, name), text, strlen(text), &error));
}

static void add_folder(struct shelf *s, const char *name)
{
    check_number(mkdir(make(s, name), 0777), 0);
}

static void add_link(struct shelf *s, const char *name, const char *target)
{
    check_number(symlink(target, make(s, name)), 0);
}

static void shelf_free(struct shelf *s)
{
    while (s->count)
        check_number(remove(s->made[--s->count]), 0);
    check_number(rmdir(s->path), 0);
    arena_free(s->arena);
}

/* Whether the instance is valid; the error and -1 where the schema does not compile. */
static int judge(struct shelf *s, const char *schema, const char *instance, struct error *error)
{
    const struct schema_sources sources = { .path = s->path };
    const json *document = json_parse(s->arena, schema, strlen(schema), error);
    const json *value = json_parse(s->arena, instance, strlen(instance), error);

    *error = (struct error){ .text = "" };
    const struct schema *compiled = schema_compile(s->arena, document, &sources, error);
    return compiled ? schema_valid(compiled, value, SCHEMA_ALL) : -1;
}

static void leads_to(struct shelf *s, const char *schema, const char *valid, const char *invalid)
{
    struct error error;

    if (!check_number(judge(s, schema, valid, &error), 1) ||
        !check_number(judge(s, schema, invalid, &error), 0))
        printf("      %s %s\n", schema, error.text);
}

static void is_refused(struct shelf *s, const char *schema, const char *part)
{
    struct error error;

    check_number(judge(s, schema, "1", &error), -1);
    check_contains(error.text, part);
}

static void found_by_id(void)
{
    struct shelf s = shelf_new();

    add_folder(&s, "a");
    add_folder(&s, "a/b");
    add(&s, "a/b/anything", "{\"$id\":\"https://example.com/text.json\",\"type\":\"string\"}");
    add(&s, "list.json",
        "{\"$id\":\"https://example.com/lists/list.json#\",\"items\":{\"$ref\":\"../text.json\"},"
        "\"definitions\":{\"x\":{\"$id\":\"#named\",\"type\":\"null\"}}}");
    leads_to(&s, "{\"$ref\":\"https://example.com/text.json\"}", "\"x\"", "1");
    leads_to(&s, "{\"$ref\":\"https://example.com/text.json#\"}", "\"x\"", "1");
    leads_to(&s, "{\"$ref\":\"https://example.com/lists/list.json\"}", "[\"x\"]", "[1]");
    leads_to(&s, "{\"$ref\":\"https://example.com/lists/list.json#/definitions/x\"}", "null", "1");
    leads_to(&s, "{\"$ref\":\"https://example.com/lists/list.json#named\"}", "null", "1");
    leads_to(&s,
             "{\"$id\":\"https://example.com/main.json\",\"properties\":{\"A\":"
             "{\"$ref\":\"lists/list.json\"},\"B\":{\"$ref\":\"text.json\"}}}",
             "{\"A\":[\"x\"],\"B\":\"x\"}", "{\"A\":[1]}");
    shelf_free(&s);
}

static void found_by_place(void)
{
    struct shelf s = shelf_new();

    add_folder(&s, "sub");
    add(&s, "sub/a b.json", "{\"items\":{\"$ref\":\"../text.json\"}}");
    add(&s, "text.json", "{\"type\":\"string\"}");
    leads_to(&s, "{\"$ref\":\"http://localhost:1234/sub/a%20b.json\"}", "[\"x\"]", "[1]");
    leads_to(&s, "{\"$ref\":\"http://localhost:1234/sub/../text.json\"}", "\"x\"", "1");
    is_refused(&s, "{\"$ref\":\"http://localhost:1234/%2e%2e/text.json\"}", "is not known");
    is_refused(&s, "{\"$ref\":\"http://localhost:1234/none.json\"}", "No such file");
    is_refused(&s, "{\"$ref\":\"http://localhost:12345/text.json\"}", "is not known");
    shelf_free(&s);
}

/* What lies in such a folder need not be meant for us. */
static void odd_folders(void)
{
    struct shelf s = shelf_new();

    add_link(&s, "circle", ".");
    add_link(&s, "nowhere", "missing");
    add_link(&s, "self", "self");
    add(&s, "broken.json", "{\"$id\":\"https://example.com/broken.json\",}");
    add(&s, "list.json", "[{\"$id\":\"https://example.com/inner.json\"}]");
    add(&s, "number.json", "{\"$id\":7}");
    add(&s, "notes.txt", "\"$id\" is explained elsewhere");
    add(&s, "zeros", "");
    add_folder(&s, ".hidden");
    add(&s, ".hidden/x.json", "{\"$id\":\"https://example.com/hidden.json\"}");
    add(&s, "real", "\xEF\xBB\xBF{\"$id\":\"https://example.com/real.json\",\"type\":\"null\"}");
    add(&s, "second", "{\"$id\":\"https://example.com/real.json\"}");
    check_number(mkfifo(make(&s, "pipe"), 0600), 0);
    leads_to(&s, "{\"$ref\":\"https://example.com/real.json\"}", "null", "1");
    is_refused(&s, "{\"$ref\":\"https://example.com/inner.json\"}", "/broken.json is no JSON");
    is_refused(&s, "{\"$ref\":\"https://example.com/broken.json\"}", "is not known");
    is_refused(&s, "{\"$ref\":\"https://example.com/hidden.json\"}", "is not known");
    shelf_free(&s);
}

static void no_folder(void)
{
    struct shelf s = shelf_new(), gone = { .arena = s.arena, .path = "/tmp/cfnc-shelf-none/x" };
    const char *const schema = "{\"items\":{\"$ref\":\"https://example.com/a.json#/x\"}}";

    is_refused(
        &s, schema,
        "#/items/$ref: the document \"https://example.com/a.json\" is not known, and nothing "
        "is fetched from a network; save it below /tmp/cfnc-shelf-");
    is_refused(&gone, schema, "/tmp/cfnc-shelf-none/x: No such file or directory");
    shelf_free(&s);
}

static void documents_in_circles(void)
{
    struct shelf s = shelf_new();
    const char *const tree = "{\"$ref\":\"http://localhost:1234/tree.json\"}";

    add(&s, "tree.json",
        "{\"properties\":{\"leaves\":{\"items\":{\"$ref\":\"leaf.json\"}}},\"type\":\"object\"}");
    add(&s, "leaf.json", "{\"properties\":{\"of\":{\"$ref\":\"tree.json\"}},\"minProperties\":1}");
    add(&s, "one.json", "{\"$ref\":\"two.json\"}");
    add(&s, "two.json", "{\"$ref\":\"one.json#\"}");
    leads_to(&s, tree, "{\"leaves\":[{\"of\":{\"leaves\":[]}}]}",
             "{\"leaves\":[{\"of\":{\"leaves\":[{}]}}]}");
    is_refused(&s, "{\"$ref\":\"http://localhost:1234/one.json\"}", "this $ref leads to itself");
    shelf_free(&s);
}

static void ids_and_bases(void)
{
    struct shelf s = shelf_new();

    /* relative to the base around it */
    leads_to(&s,
             "{\"$id\":\"http://x.org/a/\",\"definitions\":{\"n\":{\"$id\":\"b/c.json\","
             "\"definitions\":{\"d\":{\"$id\":\"d.json\",\"type\":\"null\"}}}},"
             "\"$comment\":\"\",\"items\":{\"$ref\":\"b/d.json\"}}",
             "[null]", "[1]");
    /* beside $ref, $id is no $id */
    is_refused(&s,
               "{\"definitions\":{\"n\":{\"$id\":\"http://x.org/n\",\"$ref\":\"#/definitions/m\"},"
               "\"m\":{}},\"items\":{\"$ref\":\"http://x.org/n\"}}",
               "is not known");
    leads_to(&s,
             "{\"definitions\":{\"n\":{\"$ref\":\"#/definitions/m\",\"$id\":\"http://x.org/n\"},"
             "\"m\":{\"type\":\"null\"}},\"items\":{\"$ref\":\"#/definitions/n\"}}",
             "[null]", "[1]");
    /* nor where no schema is */
    is_refused(&s,
               "{\"const\":{\"$id\":\"http://x.org/n\"},\"items\":{\"$ref\":\"http://x.org/n\"}}",
               "is not known");
    /* the first who takes a URI keeps it */
    leads_to(&s,
             "{\"definitions\":{\"a\":{\"$id\":\"http://x.org/n\",\"type\":\"null\"},"
             "\"b\":{\"$id\":\"http://x.org/n\",\"type\":\"string\"}},"
             "\"items\":{\"$ref\":\"http://x.org/n\"}}",
             "[null]", "[\"x\"]");
    /* a root may be known by its own $id */
    leads_to(&s, "{\"$id\":\"urn:cfnc:x\",\"type\":\"array\",\"items\":{\"$ref\":\"urn:cfnc:x#\"}}",
             "[[[]]]", "[[1]]");
    shelf_free(&s);
}

static const char *with_ref(struct arena *arena, const char *ref)
{
    return arena_printf(
        arena,
        "{\"x\":{\"a/b\":{\"~c\":{\"type\":\"null\"}},\"per%%cent\":{\"type\":\"null\"},"
        "\"\":{\"type\":\"null\"},\"l\":[true,{\"type\":\"null\"}],"
        "\"\xC3\xA9\":{\"type\":\"null\"}},\"items\":{\"$ref\":\"%s\"}}",
        ref);
}

static void fragments(void)
{
    struct shelf s = shelf_new();
    static const char *const good[] = { "#/x/a~1b/~0c", "#/x/a%7E1b/%7e0c", "#/x/per%25cent",
                                        "#/x/",         "#/x/l/1",          "#/x/%C3%A9",
                                        "#/x/\xC3\xA9", "#%2Fx%2F" };
    static const char *const bad[] = {
        "#/x/a/b",        "#/x/l/01", "#/x/l/2", "#/x/l/-",
        "#/x/l/1/type/x", "#x",       "#/X",     "#/x/l/99999999999999999999"
    };

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        leads_to(&s, with_ref(s.arena, good[i]), "[null]", "[1]");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        is_refused(&s, with_ref(s.arena, bad[i]), "leads to nothing; correct it");
    is_refused(&s, with_ref(s.arena, "#/x/l"), "a schema is an object or a boolean");
    shelf_free(&s);
}

/* Below a word that is none of JSON Schema's, what is referred to becomes a schema, with all below.
 */
static void places_that_hold_no_schema(void)
{
    struct shelf s = shelf_new();

    leads_to(
        &s,
        "{\"mine\":{\"deep\":[{\"items\":{\"$ref\":\"#/other\"}}]},\"other\":{\"type\":\"null\"},"
        "\"items\":{\"$ref\":\"#/mine/deep/0\"}}",
        "[[null]]", "[[1]]");
    is_refused(&s, "{\"mine\":{\"type\":\"strnig\"},\"items\":{\"$ref\":\"#/mine\"}}",
               "#/mine/type: type \"strnig\" is not one of JSON Schema's (did you mean string?)");
    leads_to(&s, "{\"enum\":[{\"type\":\"null\"},[null]],\"items\":{\"$ref\":\"#/enum/0\"}}",
             "[null]", "[1]");
    shelf_free(&s);
}

static void the_meta_schema(void)
{
    struct shelf s = shelf_new();

    leads_to(&s, "{\"$ref\":\"http://json-schema.org/draft-07/schema#\"}", "{\"minLength\":1}",
             "{\"minLength\":-1}");
    leads_to(&s, "{\"$ref\":\"http://json-schema.org/draft-07/schema\"}", "{\"minLength\":1}",
             "{\"minLength\":-1}");
    leads_to(
        &s, "{\"$ref\":\"http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger\"}",
        "1", "-1");
    shelf_free(&s);
}

enum { MANY = 10000 };

/* Ten thousand of a kind, each of which leads to the right one. The number goes behind both. */
static void many(const char *id, const char *reference)
{
    struct shelf s = shelf_new();
    struct text schema = text_new(s.arena);

    text_add(&schema, "{\"definitions\":{\"first\":true");
    for (int i = 0; i < MANY; i++) {
        text_addf(&schema, ",\"d%d\":{\"const\":%d", i, i);
        if (*id)
            text_addf(&schema, ",\"$id\":\"%s%d\"", id, i);
        text_add(&schema, "}");
    }
    text_add(&schema, "},\"items\":[true");
    for (int i = 0; i < MANY; i++)
        text_addf(&schema, ",{\"$ref\":\"%s%d\"}", reference, i);
    text_add(&schema, "]}");
    struct text right = text_new(s.arena), wrong = text_new(s.arena);
    for (int i = 0; i <= MANY; i++) {
        text_addf(&right, "%s%d", i ? "," : "[", i - 1);
        text_addf(&wrong, "%s%d", i ? "," : "[", i == MANY ? 0 : i - 1);
    }
    text_add(&right, "]");
    text_add(&wrong, "]");
    leads_to(&s, schema.bytes, right.bytes, wrong.bytes);
    shelf_free(&s);
}

static void ten_thousand(void)
{
    many("", "#/definitions/d");
    many("http://x.org/", "http://x.org/");
    many("#n", "#n");
}

static const struct test tests[] = {
    { "references: documents are found by their $id", found_by_id },
    { "references: documents are found by their place", found_by_place },
    { "references: a folder may hold anything", odd_folders },
    { "references: a document that is nowhere", no_folder },
    { "references: documents that refer to each other", documents_in_circles },
    { "references: $id gives a base", ids_and_bases },
    { "references: fragments are JSON pointers, percent-encoded", fragments },
    { "references: what is referred to becomes a schema", places_that_hold_no_schema },
    { "references: draft-07's meta-schema is known", the_meta_schema },
    { "references: ten thousand of them", ten_thousand },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
