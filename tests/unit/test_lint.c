/* Every rule of lint is broken by one edit of an honest schema, which breaks no other. */
#include "cfnc/lint/lint.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "corpus.h"
#include "json_of_text.h"
#include "test.h"

static struct arena *arena;

/* What breaks a rule: a merge patch (RFC 7396) of the honest schema, or an input beside it. */
struct breach {
    const char *rule;
    const char *patch;      /* of the schema */
    const char *file;       /* of an input, or NULL */
    const char *input;      /* its text */
    const char *pointer;    /* of the first finding */
    const char *suggestion; /* a part of it, or NULL: there is none */
    const char *first;      /* what the finding is about: the text begins so at its place */
};

/* clang-format off */
static const struct breach breaches[] = {
    { "schema.ref", "{\"properties\":{\"Frame\":{\"$ref\":\"#/definitions/Fraem\"}}}", NULL, NULL,
      "/properties/Frame/$ref", "did you mean #/definitions/Frame?", "\"$ref\"" },
    { "schema.ref", "{\"properties\":{\"Frame\":{\"$ref\":\"#/definition/Frame\"}}}", NULL, NULL,
      "/properties/Frame/$ref", "did you mean #/definitions/Frame?", "\"$ref\"" },
    { "schema.ref", "{\"definitions\":{\"Frame\":{\"$ref\":\"#/definitions/Xyzzyxyzzyxyz\"}}}", NULL, NULL,
      "/definitions/Frame/$ref", NULL, "\"$ref\"" },
    { "schema.ref", "{\"definitions\":{\"RoleArn\":{\"$ref\":\"#/properties/Arn\"}}}", NULL, NULL,
      "/definitions/RoleArn/$ref", NULL, "\"$ref\"" },
    { "schema.ref", "{\"properties\":{\"Frame\":{\"$ref\":\"https://example.com/x.json#/a\"}}}", NULL, NULL,
      "/properties/Frame/$ref", NULL, "\"$ref\"" },
    { "schema.ref", "{\"properties\":{\"Frame\":{\"$ref\":\"#frame\"}}}", NULL, NULL,
      "/properties/Frame/$ref", NULL, "\"$ref\"" },
    { "schema.ref", "{\"typeConfiguration\":{\"properties\":{\"Key\":{\"$ref\":\"#/definitions/Fraem\"}},"
      "\"additionalProperties\":false}}", NULL, NULL,
      "/typeConfiguration/properties/Key/$ref", "did you mean #/definitions/Frame?", "\"$ref\"" },
    { "schema.handler-ref", "{\"handlers\":{\"list\":{\"handlerSchema\":{\"properties\":{\"Name\":"
      "{\"$ref\":\"resource-schema.json#/properties/Nam\"}}}}}}", NULL, NULL,
      "/handlers/list/handlerSchema/properties/Name/$ref", "did you mean #/properties/Name?",
      "\"$ref\"" },
    { "schema.remote", "{\"remote\":{}}", NULL, NULL, "/remote", NULL, "\"remote\"" },
    { "schema.ascii", "{\"documentationUrl\":\"https://example.com/\xC3\xA9\"}", NULL, NULL,
      "/documentationUrl", NULL, "\xC3\xA9" },
    { "schema.ascii", "{\"title\":\"\\u00e9t\\u00e9\"}", NULL, NULL, "/title", NULL, "\xC3\xA9" },
    { "schema.description", "{\"description\":\"A board\"}", NULL, NULL, "/description", NULL,
      "\"description\"" },
    { "schema.source-url", "{\"sourceUrl\":\"http://example.com\"}", NULL, NULL, "/sourceUrl",
      NULL, "\"sourceUrl\"" },
    { "schema.pattern-compiles", "{\"properties\":{\"Id\":{\"pattern\":\"^\\\"a(b\"}}}", NULL, NULL,
      "/properties/Id/pattern", NULL, NULL },
    { "schema.pattern-compiles", "{\"definitions\":{\"Labels\":{\"patternProperties\":"
      "{\"^[z-a]$\":{\"type\":\"string\"}}}}}", NULL, NULL,
      "/definitions/Labels/patternProperties/^[z-a]$", NULL, NULL },
    { "schema.pattern-dialect", "{\"properties\":{\"Id\":{\"pattern\":\"^\\\"?a\\\\Z\"}}}", NULL,
      NULL, "/properties/Id/pattern", "write $", "\\\\Z" },
    { "schema.pattern-anchors", "{\"properties\":{\"Id\":{\"pattern\":\"^a|b$\"}}}", NULL, NULL,
      "/properties/Id/pattern", "write ^(a|b)$", "|b$" },
    { "schema.pattern-escape", "{\"properties\":{\"Id\":{\"pattern\":\"^a\\\\-$\"}}}", NULL, NULL,
      "/properties/Id/pattern", "leave the \\ out", NULL },
    { "schema.pattern-portable", "{\"properties\":{\"Id\":{\"pattern\":\"^a\\\\p{L}$\"}}}", NULL, NULL,
      "/properties/Id/pattern", "write a class like [A-Za-z]", "\\\\p" },
    { "schema.meta", "{\"properties\":{\"Name\":{\"type\":\"strng\"}}}", NULL, NULL,
      "/properties/Name/type", NULL, "\"type\"" },
    { "schema.meta", "{\"descriptoin\":\"x\"}", NULL, NULL, "/descriptoin", NULL, "\"desc" },
    { "schema.pattern-partition", "{\"definitions\":{\"RoleArn\":{\"pattern\":\"^\\\"?arn:aws:x\"}}}",
      NULL, NULL, "/definitions/RoleArn/pattern", NULL, "arn:aws:x" },
    { "schema.format", "{\"properties\":{\"CreatedAt\":{\"format\":\"datetime\"}}}", NULL, NULL,
      "/properties/CreatedAt/format", NULL, "\"format\"" },
    { "property.name", "{\"properties\":{\"name\":{\"type\":\"string\"}}}", NULL, NULL,
      "/properties/name", NULL, "\"name\"" },
    { "property.name", "{\"definitions\":{\"Frame\":{\"properties\":{\"width\":{\"type\":\"string\"}}}}}",
      NULL, NULL, "/definitions/Frame/properties/width", NULL, "\"width\"" },
    { "property.paging", "{\"properties\":{\"NextToken\":{\"type\":\"string\"}}}", NULL, NULL,
      "/properties/NextToken", NULL, "\"NextToken\"" },
    { "property.type", "{\"properties\":{\"Any\":{\"description\":\"x\"}}}", NULL, NULL,
      "/properties/Any", NULL, "\"Any\"" },
    { "property.one-type", "{\"properties\":{\"Any\":{\"type\":[\"object\",\"string\"]}}}", NULL,
      NULL, "/properties/Any/type", NULL, "\"type\"" },
    { "property.keyword", "{\"properties\":{\"Name\":{\"minimum\":1}}}", NULL, NULL,
      "/properties/Name/minimum", NULL, "\"minimum\"" },
    { "property.enum", "{\"properties\":{\"Name\":{\"enum\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\","
      "\"h\",\"i\",\"j\",\"k\",\"l\",\"m\",\"n\",\"o\",\"p\"]}}}", NULL, NULL,
      "/properties/Name/enum", NULL, "\"enum\"" },
    { "property.insertion-order", "{\"properties\":{\"Tags\":{\"insertionOrder\":null}}}", NULL,
      NULL, "/properties/Tags", NULL, "\"Tags\"" },
    { "property.array-type", "{\"properties\":{\"Name\":{\"arrayType\":\"Standard\"}}}", NULL,
      NULL, "/properties/Name/arrayType", NULL, "\"arrayType\"" },
    { "property.items", "{\"properties\":{\"Things\":{\"type\":\"array\",\"insertionOrder\":true}}}",
      NULL, NULL, "/properties/Things", NULL, "\"Things\"" },
    { "property.items-branches", "{\"properties\":{\"Things\":{\"type\":\"array\",\"insertionOrder\":true,"
      "\"items\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}}}}", NULL, NULL,
      "/properties/Things/items/oneOf", NULL, "\"oneOf\"" },
    { "property.closed", "{\"definitions\":{\"Tag\":{\"additionalProperties\":null}}}", NULL, NULL,
      "/definitions/Tag", NULL, "\"Tag\"" },
    { "property.pattern-properties", "{\"definitions\":{\"Labels\":{\"properties\":{\"Main\":"
      "{\"type\":\"string\"}}}}}", NULL, NULL, "/definitions/Labels/patternProperties", NULL,
      "\"patternProperties\"" },
    { "property.required", "{\"definitions\":{\"Tag\":{\"required\":[\"Key\",\"Valu\"]}}}", NULL,
      NULL, "/definitions/Tag/required/1", NULL, "\"Valu\"" },
    { "property.arn-type", "{\"properties\":{\"RoleArn\":{\"type\":\"integer\"}}}", NULL, NULL,
      "/properties/RoleArn", NULL, "\"RoleArn\"" },
    { "property.arn-pattern", "{\"properties\":{\"RoleArn\":{\"type\":\"string\"}}}", NULL, NULL,
      "/properties/RoleArn", NULL, "\"RoleArn\"" },
    { "pointer.property", "{\"writeOnlyProperties\":[\"/properties/Secert\"]}", NULL, NULL,
      "/writeOnlyProperties/0", "did you mean /properties/Secret?", "\"/properties/Secert\"" },
    { "pointer.property", "{\"writeOnlyProperties\":[\"/properties/Frame/properties/Widht\"]}", NULL,
      NULL, "/writeOnlyProperties/0", "did you mean /properties/Frame/Width?", "\"/prop" },
    { "pointer.property", "{\"writeOnlyProperties\":[\"/properties/Tags/*/Valu\"]}", NULL, NULL,
      "/writeOnlyProperties/0", "did you mean /properties/Tags/*/Value?", "\"/prop" },
    { "pointer.property", "{\"writeOnlyProperties\":[\"/Secret\"]}", NULL, NULL,
      "/writeOnlyProperties/0", "did you mean /properties/Secret?", "\"/Secret\"" },
    { "pointer.property", "{\"writeOnlyProperties\":[\"/properties/properties\"]}", NULL, NULL,
      "/writeOnlyProperties/0", NULL, "\"/prop" },
    { "pointer.other", "{\"deprecatedProperties\":[\"/properties/Label\"]}", NULL, NULL,
      "/deprecatedProperties/0", "did you mean /properties/Labels?", "\"/prop" },
    { "pointer.other", "{\"additionalIdentifiers\":[[\"/properties/Nmae\"]]}", NULL, NULL,
      "/additionalIdentifiers/0/0", "did you mean /properties/Name?", "\"/prop" },
    { "pointer.other", "{\"propertyTransform\":{\"/properties/Wals\":\"x\"}}", NULL, NULL,
      "/propertyTransform/~1properties~1Wals", "did you mean /properties/Walls?", "\"/prop" },
    { "pointer.read-and-create-only", "{\"createOnlyProperties\":[\"/properties/Name\","
      "\"/properties/Arn\"]}", NULL, NULL, "/readOnlyProperties/1", NULL, "\"/properties/Arn" },
    { "pointer.read-and-write-only", "{\"writeOnlyProperties\":[\"/properties/CreatedAt\"]}", NULL,
      NULL, "/readOnlyProperties/2", NULL, "\"/properties/CreatedAt" },
    { "pointer.read-only-required", "{\"required\":[\"Name\",\"Arn\"]}", NULL, NULL,
      "/readOnlyProperties/1", NULL, "\"/properties/Arn" },
    { "pointer.read-only-required", "{\"definitions\":{\"Frame\":{\"required\":[\"Serial\"]}}}", NULL,
      NULL, "/readOnlyProperties/3", NULL, "\"/properties/Frame/Serial" },
    { "pointer.conditional-create-only", "{\"createOnlyProperties\":[\"/properties/Name\","
      "\"/properties/Walls\"]}", NULL, NULL, "/conditionalCreateOnlyProperties/0", NULL, NULL },
    { "identifier.present", "{\"primaryIdentifier\":null}", NULL, NULL, "", NULL, "{" },
    { "identifier.present", "{\"primaryIdentifier\":[]}", NULL, NULL, "/primaryIdentifier", NULL,
      "\"primaryIdentifier\"" },
    { "identifier.unchanging", "{\"primaryIdentifier\":[\"/properties/Id\",\"/properties/Size\"]}",
      NULL, NULL, "/primaryIdentifier/1", NULL, "\"/properties/Size" },
    { "identifier.readable", "{\"primaryIdentifier\":[\"/properties/Secret\"],"
      "\"createOnlyProperties\":[\"/properties/Secret\"]}", NULL, NULL, "/primaryIdentifier/0",
      NULL, "\"/properties/Secret" },
    { "handlers.present", "{\"handlers\":{\"list\":null}}", NULL, NULL, "/handlers", NULL,
      "\"handlers\"" },
    { "handlers.update", "{\"handlers\":{\"update\":null}}", NULL, NULL, "/handlers", NULL,
      "\"handlers\"" },
    { "handlers.permissions", "{\"handlers\":{\"read\":{\"permissions\":[]}}}", NULL, NULL,
      "/handlers/read/permissions", NULL, "\"permissions\"" },
    { "handlers.wildcard", "{\"handlers\":{\"read\":{\"permissions\":[\"notes:Get*\"]}}}", NULL, NULL,
      "/handlers/read/permissions/0", NULL, "*" },
    { "handlers.wildcard-elsewhere", "{\"handlers\":{\"read\":{\"permissions\":[\"notes:*Board\"]}}}",
      NULL, NULL, "/handlers/read/permissions/0", NULL, "*" },
    { "tagging.present", "{\"tagging\":null}", NULL, NULL, "", NULL, "{" },
    { "tagging.taggable", "{\"tagging\":{\"taggable\":null}}", NULL, NULL, "/tagging", NULL,
      "\"tagging\"" },
    { "tagging.complete", "{\"tagging\":{\"tagOnCreate\":null}}", NULL, NULL, "/tagging", NULL,
      "\"tagging\"" },
    { "tagging.property", "{\"tagging\":{\"tagProperty\":\"/properties/Tag\"}}", NULL, NULL,
      "/tagging/tagProperty", "did you mean /properties/Tags?", "\"tagProperty\"" },
    { "tagging.write-only", "{\"writeOnlyProperties\":[\"/properties/Tags\"]}", NULL, NULL,
      "/tagging/tagProperty", NULL, "\"tagProperty\"" },
    { "tagging.untaggable", "{\"tagging\":{\"taggable\":false}}", NULL, NULL, "/tagging/taggable",
      NULL, "\"taggable\"" },
    { "tagging.twice", "{\"taggable\":true}", NULL, NULL, "/taggable", NULL, "\"taggable\"" },
    { "tagging.wildcard", "{\"tagging\":{\"tagProperty\":\"/properties/Walls/*\"}}", NULL, NULL,
      "/tagging/tagProperty", NULL, "*" },
    { "tagging.create-only", "{\"createOnlyProperties\":[\"/properties/Name\",\"/properties/Tags\"]}",
      NULL, NULL, "/tagging/tagProperty", NULL, "\"tagProperty\"" },
    { "inputs.model", "{}", "inputs_1_create.json", "{\"Name\":\"\",\"Size\":1}", "/Name", NULL,
      "\"Name\"" },
    { "inputs.model", "{}", "inputs_1_create.json", "{\"Name\":7,\"...\":\"generate\"}", "/Name", NULL,
      "\"Name\"" },
    { "inputs.model", "{}", "inputs_1_create.json", "{\"Nmae\":\"x\",\"...\":\"generate\"}", "/Nmae", NULL,
      "\"Nmae\"" },
    { "inputs.model", "{}", "inputs_1_update.json", "{\"Name\":\"x\",\"Size\":null}", "/Size", NULL,
      "\"Size\"" },
    { "inputs.model", "{}", "inputs_1_invalid.json", "[]", "", NULL, "[" },
    { "inputs.model", "{}", "inputs_1_create.json", "{\"Name\":\"x\",\"Size\":1,\"Id\":\"x\"}", "/Id",
      NULL, "\"Id\"" },
    { "inputs.overrides", "{}", "overrides.json", "{\"CREATE\":{\"/Nam\":\"x\"}}", "/CREATE/~1Nam",
      "did you mean /Name?", "\"/Nam\"" },
    { "inputs.overrides", "{}", "overrides.json", "{\"CREAT\":{\"/Name\":\"x\"}}", "/CREAT",
      "did you mean CREATE?", "\"CREAT\"" },
    { "inputs.overrides", "{}", "overrides.json", "{\"UPDATE\":{\"Name\":\"x\"}}", "/UPDATE/Name",
      NULL, "\"Name\"" },
    { "inputs.overrides", "{}", "overrides.json", "{\"CREATE\":{\"/Size\":1,\"/Name\":7}}",
      "/CREATE/~1Name", NULL, "\"/Name\"" },
    { "inputs.overrides", "{}", "overrides.json", "[]", "", NULL, "[" },
    { "inputs.region", "{}", "inputs_1_create.json", "{\"Name\":\"a/us-gov-west-1b\",\"Size\":1}",
      "/Name", "write {{region}}", "us-gov" },
    { "inputs.account", "{}", "inputs_1_create.json", "{\"Name\":\"role:310987654321\",\"Size\":1}",
      "/Name", "write {{account}}", "310987654321" },
    { "inputs.partition", "{}", "overrides.json", "{\"CREATE\":{\"/Name\":\"arn:aws-cn:s3:::x\"}}",
      "/CREATE/~1Name", "write arn:{{partition}}", "arn:aws-cn" },
};
/* clang-format on */

static void merge(json *target, const json *patch)
{
    json_each (member, patch) {
        const char *key = json_key(member);

        if (json_type(member) == JSON_NULL)
            json_remove(target, key);
        else if (json_type(member) == JSON_OBJECT &&
                 json_type(json_get(target, key)) == JSON_OBJECT)
            merge(json_edit(target, key), member);
        else
            json_set(target, key, member);
    }
}

static const json *parse(const char *text)
{
    return json_of_text(arena, text);
}

static const struct json_source *source_of(const char *path, const char *text)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));
    struct error error;

    if (!json_source_parse(arena, path, text, strlen(text), source, &error))
        printf("%s\n", error.text);
    return source;
}

static const char *honest_text(void)
{
    struct error error;

    return file_read(arena, TEST_DATA "/lint/honest.json", 1 << 20, NULL, &error);
}

static struct lint *lint_of(const char *path, const char *text)
{
    struct lint *lint = arena_alloc(arena, sizeof(*lint));

    *lint = (struct lint){ .arena = arena, .schema = source_of(path, text) };
    return lint;
}

static const char *list(const struct lint *lint)
{
    struct text out = text_new(arena);

    for (const struct lint_finding *f = lint->findings; f; f = f->next)
        text_addf(&out, "%s %s: %s\n", f->rule->id, f->pointer, f->message);
    return out.bytes;
}

static void honest_schema(void)
{
    arena = arena_new();
    struct lint *lint = lint_of("board.json", honest_text());
    const struct json_source *inputs[] = {
        source_of("inputs/inputs_1_create.json",
                  "{\"Name\":\"{{region}} 123456789012\",\"Size\":1}"),
        source_of("inputs/inputs_2_create.json", "{\"Name\":\"x\",\"Size\":\"{{env:SIZE}}\"}"),
        source_of("inputs/inputs_3_create.json", "{\"...\":\"generate\",\"Size\":1}"),
        source_of("inputs/inputs_3_update.json",
                  "{\"Frame\":{\"...\":\"generate\"},\"...\":\"generate\"}"),
        source_of("inputs/inputs_1_update.json", "{\"Name\":\"x\",\"Frame\":{\"Width\":1}}"),
        source_of("inputs/inputs_1_invalid.json", "{\"Size\":true}"),
        source_of("overrides.json", "{\"CREATE\":{\"/Frame/Width\":2,\"/Tags/0/Key\":\"k\"}}"),
        NULL,
    };

    lint->inputs = inputs;
    lint_run(lint);
    check_text(list(lint), "");
    check(lint->type != NULL);
    arena_free(arena);
}

static void judge(const struct breach *breach)
{
    json *schema = json_copy(arena, parse(honest_text()));
    const struct json_source *inputs[2] = { NULL };

    merge(schema, parse(breach->patch));
    struct lint *lint = lint_of("board.json", json_print_pretty(arena, schema));
    if (breach->file) {
        inputs[0] = source_of(breach->file, breach->input);
        lint->inputs = inputs;
    }
    lint_run(lint);
    const struct lint_finding *found = lint->findings;
    check(found != NULL);
    if (!found) {
        printf("%s is not broken by %s\n", breach->rule, breach->patch);
        return;
    }
    for (const struct lint_finding *f = found; f; f = f->next)
        if (!check_text(f->rule->id, breach->rule))
            printf("%s %s", breach->patch, list(lint));
    check_text(found->pointer, breach->pointer);
    check(!found->suggestion == !breach->suggestion);
    if (breach->suggestion)
        check_text(found->suggestion, breach->suggestion);
    if (breach->first && !check(strncmp(found->source->text + found->begin, breach->first,
                                        strlen(breach->first)) == 0))
        printf("%s: %.40s\n", breach->rule, found->source->text + found->begin);
    check(found->begin < found->end && found->end <= found->source->length);
    check(lint->count[found->rule->level] > 0);
}

static void every_breach(void)
{
    for (size_t i = 0; i < sizeof(breaches) / sizeof(breaches[0]); i++) {
        arena = arena_new();
        judge(&breaches[i]);
        arena_free(arena);
    }
}

/* Rules that more than an edit is needed for; each has a test of its own below. */
static const char *const others[] = { "schema.size", "schema.compiles", "tagging.old" };

static bool is_tested(const struct lint_rule *rule)
{
    for (size_t i = 0; i < sizeof(breaches) / sizeof(breaches[0]); i++)
        if (strcmp(breaches[i].rule, rule->id) == 0)
            return true;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(others[i], rule->id) == 0)
            return true;
    return rule->subject == LINT_AGAINST; /* test_compat.c */
}

static void every_rule(void)
{
    const struct lint_rule *rule;

    for (size_t i = 0; (rule = lint_rule_at(i)); i++) {
        if (!check(is_tested(rule)))
            printf("nothing breaks %s\n", rule->id);
        check(lint_rule_find(rule->id) == rule); /* no id twice */
        check(rule->text[strlen(rule->text) - 1] == '.' && rule->hint[0] && rule->source[0]);
    }
    check(lint_rule_find("no.such-rule") == NULL);
}

static bool has(const struct lint *lint, const char *rule)
{
    for (const struct lint_finding *f = lint->findings; f; f = f->next)
        if (strcmp(f->rule->id, rule) == 0)
            return true;
    return false;
}

static void rules_with_company(void)
{
    arena = arena_new();
    json *schema = json_copy(arena, parse(honest_text()));

    merge(schema, parse("{\"tagging\":null,\"taggable\":true}"));
    struct lint *lint = lint_of("x.json", json_print(arena, schema));
    lint_run(lint);
    check(has(lint, "tagging.old"));
    check_number((long long)lint->count[LINT_WARNING], 1);

    merge(schema, parse("{\"tagging\":{\"taggable\":false},\"taggable\":null,\"properties\":"
                        "{\"Tags\":null,\"Id\":{\"pattern\":\"(: \"}}}"));
    lint = lint_of("odd: name#/x: 1:2: .json", json_print(arena, schema));
    lint_run(lint);
    check_number((long long)lint->count[LINT_ERROR], 1);
    check(has(lint, "schema.pattern-compiles"));

    merge(schema, parse("{\"$id\":\"https://example.com/board\",\"properties\":{\"Frame\":"
                        "{\"$ref\":\"https://example.com/board#/definitions/Frame\"}}}"));
    lint = lint_of("x.json", json_print(arena, schema));
    lint_run(lint);
    check(has(lint, "schema.pattern-compiles") && !has(lint, "schema.ref"));

    lint = lint_of("x.json", arena_printf(arena, "%s%*s", honest_text(), 62000, ""));
    lint_run(lint);
    check(has(lint, "schema.size"));
    check_number((long long)lint->count[LINT_NOTE], 1);
    check_number((long long)(lint->count[LINT_WARNING] + lint->count[LINT_ERROR]), 0);

    lint = lint_of("x.json", "{\"typeName\":7,\"primaryIdentifier\":[\"/properties/A\"],"
                             "\"tagging\":{\"taggable\":false},\"properties\":{\"A\":{}}}");
    lint_run(lint);
    check(lint->type == NULL && lint->count[LINT_ERROR] > 0);
    arena_free(arena);
}

/* Arrays where objects are expected, and so on: every rule looks, none falls over. */
static void hostile_schemas(void)
{
    static const char *const values[] = {
        "null",
        "true",
        "[]",
        "{}",
        "\"x\"",
        "7",
        "[[]]",
        "[{}]",
        "[\"/\"]",
        "{\"\":[]}",
        "[\"/properties/A~\"]",
        "{\"a/b~\\u001b\":{\"$ref\":\"#/definitions/a~1b~0\\u001b\"}}",
        "{\"$ref\":\"#\"}",
        "{\"$ref\":7}",
        "{\"\\u0007\":null}",
    };
    static const char *const words[] = {
        "typeName",
        "description",
        "properties",
        "definitions",
        "required",
        "handlers",
        "tagging",
        "primaryIdentifier",
        "readOnlyProperties",
        "createOnlyProperties",
        "writeOnlyProperties",
        "additionalIdentifiers",
        "propertyTransform",
        "typeConfiguration",
        "oneOf",
        "allOf",
        "if",
        "patternProperties",
        "additionalProperties",
        "items",
        "type",
        "enum",
        "pattern",
        "$ref",
        "$id",
        "dependencies",
        "sourceUrl",
        "taggable",
        "conditionalCreateOnlyProperties",
    };

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        for (size_t j = 0; j < sizeof(words) / sizeof(words[0]); j++) {
            arena = arena_new();
            json *schema = json_copy(arena, parse(honest_text()));
            json_set(schema, words[j], parse(values[i]));
            struct lint *lint = lint_of("x.json", json_print(arena, schema));
            lint_run(lint);
            for (const struct lint_finding *f = lint->findings; f; f = f->next)
                check(!strpbrk(f->message, "\033\n\a") && f->end <= f->source->length);
            for (const struct json_source *const *in = lint->inputs; in && *in; in++)
                check(false);
            check(lint->schema != NULL);
            lint = lint_of("x.json", values[i]);
            lint_run(lint);
            check(lint->findings != NULL);
            arena_free(arena);
        }
}

/* What stands in real schemas is not dangling, and compiles. */
static void real_schemas(void)
{
    static const char *const never[] = {
        "schema.ref",        "schema.compiles",    "schema.pattern-compiles", "pointer.property",
        "property.required", "identifier.present", "schema.handler-ref"
    };
    arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);

    for (; paths && *paths; paths++) {
        struct arena *own = arena_new();
        struct json_source source;
        struct lint lint = { .arena = own, .schema = &source };
        struct error error;

        if (json_source_read(own, *paths, 1 << 24, &source, &error)) {
            lint_run(&lint);
            for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
                if (!check(!has(&lint, never[i])))
                    printf("%s: %s\n", *paths, never[i]);
        }
        arena_free(own);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "lint: an honest schema and its inputs break no rule", honest_schema },
    { "lint: each edit breaks its rule and no other, at its place", every_breach },
    { "lint: every rule is broken by a test", every_rule },
    { "lint: rules that are broken in company", rules_with_company },
    { "lint: hostile schemas are judged too", hostile_schemas },
    { "lint: real schemas are not accused of what they do not", real_schemas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
