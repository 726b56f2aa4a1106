#include "cfnc/schema/metaschema.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/schema/embedded.h"
#include "corpus.h"
#include "json_of_text.h"
#include "test.h"

enum { FILE_BYTES = 8 * 1024 * 1024 };

/* A small type that is right; each mistake changes a place of it. */
static const char sound[] =
    "{'typeName':'Acme::Notes::Memo','description':'A memo.','additionalProperties':false,"
    "'properties':{'Id':{'type':'string'},'Tags':{'type':'array','items':{'type':'object',"
    "'properties':{'Key':{'type':'string'}},'additionalProperties':false}}},"
    "'primaryIdentifier':['/properties/Id'],'readOnlyProperties':['/properties/Id'],"
    "'definitions':{'Size':{'type':'integer'}},'tagging':{'taggable':false},"
    "'handlers':{'create':{'permissions':['a:B']},'list':{'permissions':['a:C']}}}";

static const json *parse(struct arena *arena, const char *text)
{
    char *copy = arena_copy(arena, text, strlen(text));

    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return json_of_text(arena, copy);
}

/* Sets the member `name` of the object at `parent`, one key after the other, or takes it out. */
static void edit(json *object, const char *parent, const char *name, const json *value)
{
    for (; *parent; parent += strlen(parent) + 1)
        object = json_edit(object, parent);
    if (value)
        json_set(object, name, value);
    else
        json_remove(object, name);
}

static const struct mistake {
    const char *parent; /* keys, each with a NUL behind it */
    const char *name, *value;
    const char *path, *message;
} mistakes[] = {
    { "properties\0Id\0", "type", "'strng'", "/properties/Id/type",
      "\"type\": expected one of \"string\", \"integer\", \"number\", \"boolean\", \"object\", "
      "\"array\", \"null\", got \"strng\" (did you mean \"string\"?)" },
    { "properties\0Id\0", "minlength", "1", "/properties/Id/minlength",
      "\"minlength\" is not allowed here (did you mean \"minLength\"?)" },
    { "properties\0", "Id", "true", "/properties/Id", "\"Id\": expected object, got boolean" },
    { "properties\0", "A.B", "{}", "/properties/A.B",
      "\"A.B\": the name of a property is 1 to 64 letters and digits" },
    { "definitions\0", "a/b", "{}", "/definitions/a~1b",
      "\"a/b\": the name of a definition is 1 to 64 letters and digits" },
    { "definitions\0", "Size", "{'enum':[1,2]}", "/definitions/Size",
      "\"Size\": the property \"type\" is required beside \"enum\", but missing" },
    { "definitions\0Size\0", "minLength", "-1", "/definitions/Size/minLength",
      "\"minLength\": expected at least 0, got -1" },
    { "properties\0Tags\0", "items", "[{'type':'string'}]", "/properties/Tags/items",
      "\"items\": expected object, got array" },
    { "properties\0Tags\0items\0", "additionalProperties", "true",
      "/properties/Tags/items/additionalProperties",
      "\"additionalProperties\": expected false, got true" },
    { "properties\0Tags\0items\0", "patternProperties", "{}",
      "/properties/Tags/items/patternProperties",
      "\"patternProperties\": cannot stand beside \"properties\"; keep one of them" },
    { "properties\0Tags\0", "anyOf", "[]", "/properties/Tags/anyOf",
      "\"anyOf\": expected at least 1 item, got 0" },
    { "properties\0Tags\0", "oneOf", "[{'required':'Key'}]", "/properties/Tags/oneOf/0/required",
      "\"required\": expected array, got string" },
    { "properties\0Tags\0", "dependencies", "{'Key':'Value'}", "/properties/Tags/dependencies/Key",
      "\"Key\": expected object or array, got string" },
    { "", "typeName", "'Memo'", "/typeName",
      "\"typeName\": expected Organization::Service::Resource, each of 2 to 64 letters and "
      "digits, got \"Memo\"" },
    { "", "sourceUrl", "'http://example.com'", "/sourceUrl",
      "\"sourceUrl\": expected an https:// address, got \"http://example.com\"" },
    { "", "readonlyProperties", "['/properties/Id']", "/readonlyProperties",
      "\"readonlyProperties\" is not allowed here (did you mean \"readOnlyProperties\"?)" },
    { "", "primaryIdentifier", "[]", "/primaryIdentifier",
      "\"primaryIdentifier\": expected at least 1 item, got 0" },
    { "", "primaryIdentifier", NULL, "",
      "the schema: the property \"primaryIdentifier\" is required, but missing" },
    { "", "createOnlyProperties", "[['/properties/Id']]", "/createOnlyProperties/0",
      "item 0 of \"createOnlyProperties\": expected string, got array" },
    { "", "additionalIdentifiers", "['/properties/Id']", "/additionalIdentifiers/0",
      "item 0 of \"additionalIdentifiers\": expected array, got string" },
    { "handlers\0", "Create", "{'permissions':[]}", "/handlers/Create",
      "\"Create\" is not allowed here (did you mean \"create\"?)" },
    { "handlers\0create\0", "permissions", NULL, "/handlers/create",
      "\"create\": the property \"permissions\" is required, but missing" },
    { "handlers\0create\0", "timeoutInMinutes", "2161", "/handlers/create/timeoutInMinutes",
      "\"timeoutInMinutes\": expected at most 2160, got 2161" },
    { "handlers\0create\0", "handlerSchema", "{}", "/handlers/create/handlerSchema",
      "\"handlerSchema\" is not allowed here" },
    { "tagging\0", "taggable", "'yes'", "/tagging/taggable",
      "\"taggable\": expected boolean, got string" },
    { "", "replacementStrategy", "'delete-then-create'", "/replacementStrategy",
      "\"replacementStrategy\": expected one of \"create_then_delete\", \"delete_then_create\", "
      "got \"delete-then-create\" (did you mean \"delete_then_create\"?)" },
    { "", "typeConfiguration",
      "{'properties':{'CloudFormationKey':{}},'additionalProperties':false}",
      "/typeConfiguration/properties/CloudFormationKey",
      "\"CloudFormationKey\": a name is 1 to 64 letters and digits, and does not begin with "
      "CloudFormation, which is reserved" },
    { "properties\0Id\0", "contains", "{'enum':[]}", "/properties/Id/contains/enum",
      "\"enum\": expected at least 1 item, got 0" },
    { "properties\0Id\0", "contains", "{'writeOnly':1}", "/properties/Id/contains/writeOnly",
      "\"writeOnly\": expected boolean, got 1" },
    { "", "propertyTransform", "{'Name':1}", "/propertyTransform/Name",
      "\"Name\": expected string, got 1" },
    { "", "resourceLink", "{'templateUri':'http://x','mappings':{}}", "/resourceLink/templateUri",
      "\"templateUri\": expected what begins with / or https:, got \"http://x\"" },
};

/* One mistake is one fault, at the mistake, in words that name it. */
static void mistakes_are_named(void)
{
    struct arena *arena = arena_new();
    const struct metaschema *metaschema = metaschema_new(arena, "provider-definition");

    check(!metaschema_faults(arena, metaschema, parse(arena, sound)));
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
        const struct mistake *m = &mistakes[i];
        json *document = json_copy(arena, parse(arena, sound));

        edit(document, m->parent, m->name, m->value ? parse(arena, m->value) : NULL);
        const struct schema_fault *fault = metaschema_faults(arena, metaschema, document);
        if (!check(fault))
            continue;
        check_text(fault->path, m->path);
        check_text(fault->message, m->message);
        check(!fault->next);
    }
    arena_free(arena);
}

/* What looks wrong and is taken. */
static void what_is_not_judged(void)
{
    static const struct {
        const char *parent, *name, *value;
    } rows[] = {
        { "properties\0Id\0", "pattern", "'('" },
        { "properties\0Id\0", "format", "'no-such-format'" },
        { "properties\0Id\0", "$ref", "'#/definitions/Nothing'" },
        { "properties\0Id\0", "contains", "{'pattern':'(','$ref':'a b'}" },
        { "properties\0Id\0", "type", "['string','null']" },
        { "definitions\0Size\0", "patternProperties", "{'(':1}" },
        { "definitions\0Size\0", "relationshipRef",
          "{'typeName':'Acme::Notes::Pad','propertyPath':'/properties/Id'}" },
        { "handlers\0list\0", "handlerSchema",
          "{'properties':{'Id':{'$ref':'resource-schema.json#/properties/"
          "Id'}},'required':['Id']}" },
        { "", "$id", "'a b'" },
        { "", "propertyTransform", "{'/properties/Nothing':1}" },
        { "", "remote", "{'schema0':{'definitions':{'A':{}}}}" },
        { "", "required", "['Nothing']" },
    };
    struct arena *arena = arena_new();
    const struct metaschema *metaschema = metaschema_new(arena, "provider-definition");

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json *document = json_copy(arena, parse(arena, sound));

        edit(document, rows[i].parent, rows[i].name, parse(arena, rows[i].value));
        const struct schema_fault *fault = metaschema_faults(arena, metaschema, document);
        check_text(fault ? fault->message : NULL, NULL);
    }
    arena_free(arena);
}

/* Whatever stands where an object should: faults, no crash, and no end of them. */
static void hostile(void)
{
    static const char *const texts[] = {
        "null",
        "[]",
        "1",
        "'x'",
        "{}",
        "{'properties':{'A':{'properties':{'B':null}}}}",
        "{'':{'':{'':[]}}}",
        "{'typeName':'\\u001b[31m','a\\nb':1}",
    };
    struct arena *arena = arena_new();
    const struct metaschema *metaschema = metaschema_new(arena, "provider-definition");

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const struct schema_fault *fault =
            metaschema_faults(arena, metaschema, parse(arena, texts[i]));

        check(fault);
        for (; fault; fault = fault->next)
            check(!strpbrk(fault->message, "\x1b\n"));
    }
    json *many = json_copy(arena, parse(arena, sound));
    json *properties = json_edit(many, "properties");
    for (int i = 0; i < 1000; i++)
        json_set_number(properties, arena_printf(arena, "P%d", i), i);
    size_t count = 0;
    for (const struct schema_fault *fault = metaschema_faults(arena, metaschema, many); fault;
         fault = fault->next)
        count++;
    check_number((long long)count, 100);
    arena_free(arena);
}

/* ---- real schemas ---- */

struct tally {
    size_t files, refused;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *const *files_of(struct arena *arena, const char *folder)
{
    const char **names = arena_array(arena, 1001, sizeof(*names));
    DIR *dir = opendir(folder);
    size_t count = 0;

    check(dir);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && count < 1000;
         entry = readdir(dir))
        if (strstr(entry->d_name, ".json"))
            names[count++] = arena_printf(arena, "%s", entry->d_name);
    if (dir)
        closedir(dir);
    qsort(names, count, sizeof(*names), by_name);
    return names;
}

/* Whether the name is a line of the list. */
static bool listed(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list ? strstr(list, name) : NULL; at; at = strstr(at + 1, name))
        if ((at == list || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

/* Judges every file of a folder; `refused` lists those that are no schemas, NULL: none is. */
static struct tally judge_folder(const char *metaschema_name, const char *folder,
                                 const char *refused)
{
    struct arena *arena = arena_new();
    const struct metaschema *metaschema = metaschema_new(arena, metaschema_name);
    const char *path = file_join(arena, corpus_folder(arena), folder);
    struct tally tally = { 0 };
    struct error error = { .text = "" };

    for (const char *const *name = files_of(arena, path); *name; name++) {
        const json *document = json_read(arena, file_join(arena, path, *name), FILE_BYTES, &error);
        const struct schema_fault *fault = metaschema_faults(arena, metaschema, document);

        check_text(error.text, "");
        tally.files++;
        tally.refused += fault ? 1 : 0;
        if (!check(!!fault == listed(refused, *name)))
            printf("    %s/%s: %s%s\n", folder, *name, fault ? fault->path : "accepted",
                   fault ? fault->message : "");
    }
    printf("  %-24s %3zu of %3zu refused\n", folder, tally.refused, tally.files);
    arena_free(arena);
    return tally;
}

static void real_schemas(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *list =
        file_read(arena, TEST_DATA "/metaschema_refused.txt", FILE_BYTES, NULL, &error);

    check_text(error.text, "");
    if (corpus_folder(arena)) {
        check_number((long long)judge_folder("provider-definition", "schemas", NULL).refused, 0);
        judge_folder("provider-definition", "cfn-cli/valid", NULL);
        judge_folder("provider-definition", "cfn-cli/invalid", list);
        judge_folder("provider-definition", "cfn-lint-fixtures", list);
        judge_folder("hook-definition", "cfn-cli/hook/valid", NULL);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "metaschema: a mistake is named where it is", mistakes_are_named },
    { "metaschema: what others have to judge", what_is_not_judged },
    { "metaschema: hostile documents", hostile },
    { "metaschema: real schemas, good and bad", real_schemas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
