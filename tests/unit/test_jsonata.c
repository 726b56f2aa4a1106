#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/jsonata/jsonata.h"
#include "corpus.h"

enum { FILE_BYTES = 8 * 1024 * 1024 };

/* ---- expressions one by one: the rows of tests/data/jsonata_cases.json ---- */

static bool is_as_said(const json *row, bool evaluated, const json *result, const char *error)
{
    const char *wrong = json_string(json_get(row, "error"));

    if (wrong)
        return !evaluated && strncmp(error, "column ", 7) == 0 && strstr(error, wrong) &&
               !strpbrk(error, "\n\r\033");
    if (json_true(json_get(row, "nothing")))
        return evaluated && !result;
    return evaluated && result && json_equal(result, json_get(row, "result"));
}

static void run_row(const json *row)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *text = json_string(json_get(row, "expression"));
    const json *result = NULL;
    const json *bindings = json_set_object(json_object(arena), "bindings");
    json *one = json_copy(arena, bindings);
    json_set_number(one, "v", 1);
    const struct jsonata *expression = jsonata_parse(arena, text, NULL, &error);
    const bool evaluated = expression && jsonata_evaluate(arena, expression, json_get(row, "input"),
                                                          one, &result, &error);
    const bool said = is_as_said(row, evaluated, result, error.text);

    if (!said)
        printf("    %s: %s\n", text_quote(arena, text, 0),
               evaluated ? text_quote(arena, json_print(arena, result), 200) : error.text);
    check(said);
    arena_free(arena);
}

static void rows(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *cases = json_read(arena, TEST_DATA "/jsonata_cases.json", FILE_BYTES, &error);

    check(json_length(cases) >= 120);
    json_each (row, cases)
        run_row(row);
    arena_free(arena);
}

/* ---- what is evaluated again ---- */

static const json *evaluate(struct arena *arena, const char *text, const json *input)
{
    struct error error = { .text = "" };
    const json *result = NULL;
    const struct jsonata *expression = jsonata_parse(arena, text, NULL, &error);

    check_text(error.text, "");
    check(expression && jsonata_evaluate(arena, expression, input, NULL, &result, &error));
    check_text(error.text, "");
    return result;
}

static void twice(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    static const char text[] = "{\"a\": [3, 1, 2], \"o\": {\"x\": 1}}";
    const json *input = json_parse(arena, text, strlen(text), &error);
    const struct jsonata *expression = jsonata_parse(
        arena, "{\"s\": $sort(a), \"t\": $ ~> |o|{\"x\": 2}|, \"r\": $random()}", NULL, &error);
    const json *first = NULL, *second = NULL;

    check(jsonata_evaluate(arena, expression, input, NULL, &first, &error));
    check(jsonata_evaluate(arena, expression, input, NULL, &second, &error));
    check(json_equal(first, second));
    check_text(json_print(arena, input), "{\"a\":[3,1,2],\"o\":{\"x\":1}}");
    arena_free(arena);
}

static void without_input(void)
{
    struct arena *arena = arena_new();

    check(!evaluate(arena, "a.b", NULL));
    check(!evaluate(arena, "$", NULL));
    check(!evaluate(arena, "function($x){$x}", NULL));
    check_text(json_print(arena, evaluate(arena, "\"a\" & b", NULL)), "\"a\"");
    check_text(json_print(arena, evaluate(arena, "[$sum, 1]", NULL)), "[null,1]");
    arena_free(arena);
}

/* ---- what is too much ---- */

static void refused(const char *text, const char *why)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *result = NULL;
    const struct jsonata *expression = jsonata_parse(arena, text, NULL, &error);

    check(!expression || !jsonata_evaluate(arena, expression, NULL, NULL, &result, &error));
    check_contains(error.text, why);
    arena_free(arena);
}

static void repeated(const char *part, size_t times, const char *end, const char *why)
{
    struct arena *arena = arena_new();
    struct text text = text_new(arena);

    while (times--)
        text_add(&text, part);
    text_add(&text, end);
    refused(text.bytes, why);
    arena_free(arena);
}

static void deep(void)
{
    static const char *const parts[] = {
        "(",    "[",         "-",      "{\"a\":",       "a[",  "a.(",   "$f(",
        "a ? ", "a ? b : ",  "$a := ", "function($x){", "|a|", "[[1..", "a{\"b\":",
        "a^(",  "\"a\" & (", "a ?: ",  "a ~> $f("
    };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        repeated(parts[i], 20000, "1", "levels deep");
    repeated("1+", 100000, "1", "levels deep");
    repeated("a and ", 100000, "a", "");
    repeated("a~>", 100000, "a", "");
    repeated("x", 2000000, "", "longer than");
}

static void long_and_flat(void)
{
    struct arena *arena = arena_new();
    struct text path = text_new(arena), list = text_new(arena);

    for (int i = 0; i < 20000; i++) {
        text_add(&path, i ? ".a" : "a");
        text_add(&list, i ? ",1" : "[1");
    }
    text_add(&list, "]");
    check(!evaluate(arena, path.bytes, NULL));
    check_number((long long)json_length(evaluate(arena, list.bytes, NULL)), 20000);
    arena_free(arena);
}

/* What is long in one way or another ends soon, with a result or an error. */
static void long_ways(void)
{
    static const struct {
        const char *begin, *part, *end;
    } rows[] = {
        { "$", ".a", "" },
        { "", "%.", "a" },
        { "a", ".a.%", "" },
        { "a", "#$i[true]", ".b" },
        { "$.(a", "#$i[true]", ")@$x.$i" },
        { "[", "/a/,", "1]" },
        { "(", "$a:=1;", "$zz)" },
        { "[", "%,", "1]" },
        { "$", ".b[%.a]", "" },
        { "{\"a\":1", ",\"a\":1", "}" },
        { "a^(a", ",a", ")" },
        { "function($x", ",$x", "){1}(1)" },
        { "", "a@$b.", "a" },
        { "$string(1", ",1", ")" },
        { "\"", "\\u0041", "\"" },
        { "/(a", ")(a", ")/" },
        { "|a|{\"a\":1", ",\"b\":2", "}|" },
    };
    static const char input[] = "{\"a\": [1, {\"a\": 2}], \"b\": {\"a\": 3}}";

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        struct text text = text_new(arena);
        struct error error = { .text = "" };
        const json *document = json_parse(arena, input, strlen(input), &error), *result = NULL;

        text_add(&text, rows[i].begin);
        while (text.length < 100000)
            text_add(&text, rows[i].part);
        text_add(&text, rows[i].end);
        const struct jsonata *expression = jsonata_parse(arena, text.bytes, NULL, &error);
        const bool done =
            expression && jsonata_evaluate(arena, expression, document, NULL, &result, &error);
        check(done || error.text[0]);
        arena_free(arena);
    }
}

/* An input as deep as one can be. */
static void deep_input(void)
{
    static const char *const texts[] = { "**",   "*",     "$string($)",   "$ = $$ & \"\"",
                                         "**.a", "a.a.a", "$ ~> |**|{}|", "$distinct([$, $$])",
                                         "[$]",  "$[0]",  "$keys(**)",    "$spread($)" };
    struct arena *arena = arena_new();
    struct text objects = text_new(arena), arrays = text_new(arena);
    struct error error = { .text = "" };

    for (int i = 0; i < JSON_DEEPEST; i++) {
        text_add(&objects, i + 1 < JSON_DEEPEST ? "{\"a\":" : "{");
        text_add(&arrays, "[");
    }
    for (int i = 0; i < JSON_DEEPEST; i++) {
        text_add(&objects, "}");
        text_add(&arrays, "]");
    }
    const json *inputs[] = { json_parse(arena, objects.bytes, objects.length, &error),
                             json_parse(arena, arrays.bytes, arrays.length, &error) };
    check(inputs[0] && inputs[1]);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        for (size_t j = 0; j < 2; j++) {
            const struct jsonata *expression = jsonata_parse(arena, texts[i], NULL, &error);
            const json *result = NULL;

            error.text[0] = '\0';
            check(expression != NULL);
            check(jsonata_evaluate(arena, expression, inputs[j], NULL, &result, &error) ||
                  error.text[0]);
        }
    arena_free(arena);
}

static void no_utf8(void)
{
    refused("\"\xff\"", "no UTF-8");
    refused("a\xC3", "no UTF-8");
    refused("", "an operand is missing");
}

/* ---- the transforms of real schemas ---- */

static void evaluate_all(struct arena *arena, const char *name, const char *text, const json *input)
{
    struct error error = { .text = "" };
    const json *result = NULL;
    const struct jsonata *expression = jsonata_parse(arena, text, "OR", &error);

    if (!check(expression != NULL))
        printf("    %s: %s: %s\n", name, text, error.text);
    for (; expression; expression = jsonata_next(expression))
        if (!check(jsonata_evaluate(arena, expression, input, NULL, &result, &error)))
            printf("    %s: %s: %s\n", name, text, error.text);
}

/* A model where each name that the expression may ask for is a text. */
static const json *model_of(struct arena *arena, const json *schema)
{
    json *model = json_object(arena);

    json_each (property, json_get(schema, "propertyTransform")) {
        const char *last = strrchr(json_key(property), '/');

        json_set_string(model, last ? last + 1 : json_key(property), "Some:Text/10:11:12Z");
    }
    json_each (property, json_get(schema, "properties")) {
        if (strcmp(json_type_name(json_get(property, "type")), "string") != 0)
            continue;
        if (strcmp(json_string(json_get(property, "type")), "string") == 0)
            json_set_string(model, json_key(property), "arn:aws:x:y:z:a/b:10.0");
        else
            json_remove(model, json_key(property));
    }
    return model;
}

static void corpus(void)
{
    struct arena *arena = arena_new();
    int count = 0;
    const char *const *paths = corpus_schemas(arena, 1);

    for (; paths && *paths; paths++) {
        struct error error = { .text = "" };
        const json *schema = json_read(arena, *paths, FILE_BYTES, &error);

        json_each (transform, json_get(schema, "propertyTransform")) {
            const char *texts = json_string(transform);

            evaluate_all(arena, *paths, texts, NULL);
            evaluate_all(arena, *paths, texts, model_of(arena, schema));
            count++;
        }
    }
    printf("    %d transforms\n", count);
    arena_free(arena);
}

/* How many alternatives there are, or what is wrong. */
static const char *joined(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    size_t count = 0;

    for (const struct jsonata *e = jsonata_parse(arena, text, "OR", &error); e; e = jsonata_next(e))
        count++;
    return count ? arena_printf(arena, "%zu", count) : arena_printf(arena, "%s", error.text);
}

/* Wherever an $OR may look like one that joins, it is the parser who knows. */
static void alternatives(void)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        { "A", "1" },
        { "A $OR B", "2" },
        { "A$OR B", "column 6: \"B\" stands behind" }, /* a name may hold a dollar */
        { "$f(A)$OR(B)", "2" },
        { "A $OR /* $OR */ \"$OR\" $OR '$OR' $OR `$OR`", "4" },
        { "$match(A, /[/] $OR (\\/)/) $OR A / 2 $OR B", "3" },
        { "A /2 $OR B/ 2", "2" },
        { "$ORDER $OR $OR1", "2" },
        { "A $OR B $OR )", "column 13: \")\"" },
        { "\"\xC3\xA9\" $OR )", "column 9: \")\"" },
        { "A $OR ", "column 7: the expression ends where an operand is missing" },
        { "$OR", "column 1: the expression ends where an operand is missing" },
        { "$OR A", "column 1: the expression ends where an operand is missing" },
        { "A $OR $OR B", "column 7: the expression ends where an operand is missing" },
        { "A & $OR B", "column 5: the expression ends where an operand is missing" },
        { "(A $OR B)", "column 4: \"OR\" stands where \")\" is missing" },
        { "A B $OR C", "column 3: \"B\" stands behind the end" },
    };
    struct arena *arena = arena_new();
    struct text many = text_new(arena);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_contains(joined(arena, cases[i].text), cases[i].said);
    text_add(&many, "A");
    for (int i = 0; i < 30000; i++)
        text_add(&many, " $OR A");
    check_text(joined(arena, many.bytes), "30001");
    /* alone it is a variable like others */
    struct error error = { .text = "" };
    check(jsonata_parse(arena, "($OR := 1; $OR)", NULL, &error) != NULL);
    check(!jsonata_parse(arena, "A $OR B", NULL, &error));
    arena_free(arena);
}

static const struct test tests[] = {
    { "jsonata: alternatives", alternatives },
    { "jsonata: expressions and what they give", rows },
    { "jsonata: the same again, and the input is as it was", twice },
    { "jsonata: without an input", without_input },
    { "jsonata: too deep and too long", deep },
    { "jsonata: long and flat", long_and_flat },
    { "jsonata: long in every way", long_ways },
    { "jsonata: an input as deep as one can be", deep_input },
    { "jsonata: no UTF-8, and nothing at all", no_utf8 },
    { "jsonata: the transforms of real schemas", corpus },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
