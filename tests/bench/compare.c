/*
 * What a comparison costs; tests/bench/compare.sh builds and runs it. Each row
 * is a kind of model of a hundredth, a tenth and the whole of a size, and the
 * best of a few comparisons, in milliseconds of the processor; the last size is
 * that at which a model is 1 MB of text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/text.h"
#include "cfnc/compare/compare.h"
#include "cfnc/type/resource_type.h"

enum { REPEATED = 5, COLUMNS = 4 };

static const char schema_text[] =
    "{\"typeName\":\"Acme::Bench::Model\",\"properties\":{\"Id\":{\"type\":\"string\"},"
    "\"Map\":{\"type\":\"object\",\"patternProperties\":{\"^k\":{\"type\":\"object\"}}},"
    "\"List\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/definitions/Item\"}},"
    "\"Bag\":{\"type\":\"array\",\"insertionOrder\":false,"
    "\"items\":{\"$ref\":\"#/definitions/Item\"}}},"
    "\"definitions\":{\"Item\":{\"type\":\"object\",\"properties\":{\"Name\":{\"type\":\"string\"},"
    "\"Size\":{\"type\":\"integer\"},\"Tags\":{\"type\":\"array\",\"insertionOrder\":false},"
    "\"Bags\":{\"type\":\"array\",\"insertionOrder\":false,"
    "\"items\":{\"$ref\":\"#/definitions/Item\"}}}}},"
    "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/Id\"]}";

/* One item of `n`, which stands at `at` in its array; `turned` in what is returned. */
typedef void make_item(struct text *out, size_t i, size_t n, bool turned);

static void same(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Name\":\"name-%zu\",\"Size\":%zu,\"Tags\":[\"a\",\"b\"]}", number,
              number % 7);
}

static void in_order(struct text *out, size_t i, size_t n, bool turned)
{
    (void)turned;
    same(out, i, n, false);
}

static void added(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Name\":\"name-%zu\",\"Size\":%zu%s}", number, number % 7,
              turned ? ",\"Added\":true" : "");
}

static void changed(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Name\":\"name-%zu\",\"Size\":%zu,\"Kind\":\"x\"}", number,
              turned ? 1 + number % 7 : 0);
}

static void alike(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Name\":\"%zu\",\"Size\":%zu%s}", number % 100, number / 100,
              turned ? ",\"Added\":true" : "");
}

static void others(struct text *out, size_t i, size_t n, bool turned)
{
    (void)n;
    text_addf(out, "\"%s-%zu\"", turned ? "new" : "old", i);
}

static void nothing_alike(struct text *out, size_t i, size_t n, bool turned)
{
    (void)n;
    text_addf(out, "{\"Name\":\"%s-%zu\",\"Size\":%zu}", turned ? "new" : "old", i,
              turned ? i * 2 + 1 : i * 2);
}

static void few_changed(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Name\":\"name-%zu\",\"Size\":%zu,\"Kind\":\"x\"}", number,
              turned && number % 100 == 7 ? number + 1 : number);
}

/* In which they differ in one member, the last one; all else is one. */
static void one_member(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Kind\":\"kind\",\"Size\":1,\"Name\":\"name-%zu\"}", number);
}

/* The same, and none of these members is in both models. */
static void one_member_other(struct text *out, size_t i, size_t n, bool turned)
{
    (void)n;
    text_addf(out, "{\"Kind\":\"kind\",\"Size\":1,\"Name\":\"%s-%zu\"}", turned ? "new" : "old", i);
}

/* All of them one value, but for a few in which one thing differs. */
static void one_value(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    text_addf(out, "{\"Name\":\"name\",\"Size\":%zu,\"Kind\":\"x\"}",
              number % 100 == 7 ? 2 + (size_t)turned : (size_t)1);
}

/* Arrays in arrays: each of these is unordered, and is turned around. */
static void add_nested(struct text *out, size_t number, size_t levels, bool turned, bool changed)
{
    text_addf(out, "{\"Name\":\"name-%zu\"", number);
    if (levels == 0 && changed)
        text_addf(out, ",\"Size\":%d", turned);
    for (size_t i = 0; levels && i < 3; i++) {
        text_add(out, i ? "," : ",\"Bags\":[");
        add_nested(out, number * 3 + (turned ? 2 - i : i), levels - 1, turned, changed);
    }
    text_add(out, levels ? "]}" : "}");
}

static void nested(struct text *out, size_t i, size_t n, bool turned)
{
    add_nested(out, turned ? n - 1 - i : i, 2, turned, false);
}

static void nested_changed(struct text *out, size_t i, size_t n, bool turned)
{
    const size_t number = turned ? n - 1 - i : i;

    add_nested(out, number, 2, turned, number % 100 == 7);
}

static void nested_deep(struct text *out, size_t i, size_t n, bool turned)
{
    add_nested(out, turned ? n - 1 - i : i, 5, turned, false);
}

static const struct kind {
    const char *name, *property;
    make_item *item;
} kinds[] = {
    { "ordered objects", "List", in_order },
    { "unordered objects, in order", "Bag", in_order },
    { "unordered objects, turned around", "Bag", same },
    { "the same, a value added to each", "Bag", added },
    { "the same, few different values", "Bag", alike },
    { "the same, a value changed in each", "Bag", changed },
    { "unordered objects, all others", "Bag", nothing_alike },
    { "unordered strings, all others", "Bag", others },
    { "the same, one of a hundred changed", "Bag", few_changed },
    { "alike but for one member", "Bag", one_member },
    { "alike, that member always another", "Bag", one_member_other },
    { "one value, one of a hundred changed", "Bag", one_value },
    { "bags in bags, turned around", "Bag", nested },
    { "bags in bags, one of a hundred changed", "Bag", nested_changed },
    { "bags, six in each other", "Bag", nested_deep },
    { "ordered objects, turned around", "List", same },
    { "a map of objects, turned around", "Map", same },
    { NULL, NULL, NULL },
};

static const json *read_text(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    const json *value = json_parse(arena, text, strlen(text), &error);

    if (!value) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return value;
}

static const json *make_model(struct arena *arena, const struct kind *kind, size_t n, bool turned,
                              size_t *bytes)
{
    const bool map = strcmp(kind->property, "Map") == 0;
    struct text out = text_new(arena);

    text_addf(&out, "{\"%s\":%s", kind->property, map ? "{" : "[");
    for (size_t i = 0; i < n; i++) {
        if (map)
            text_addf(&out, "%s\"k%zu\":", i ? "," : "", turned ? n - 1 - i : i);
        else
            text_add(&out, i ? "," : "");
        kind->item(&out, i, n, turned);
    }
    text_add(&out, map ? "}}" : "]}");
    *bytes = out.length;
    return read_text(arena, out.bytes);
}

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double best_of(const struct resource_type *type, const json *requested, const json *returned,
                      size_t *rows)
{
    double best = 1e9;

    for (int i = 0; i < REPEATED; i++) {
        struct arena *arena = arena_new();
        const double begin = now_ms();
        const struct comparison c = compare_models(arena, type, requested, returned);
        const double took = now_ms() - begin;

        *rows = 0;
        for (const struct difference *d = c.differences; d; d = d->next)
            ++*rows;
        best = took < best ? took : best;
        arena_free(arena);
    }
    return best;
}

static void print_row(const struct resource_type *type, const struct kind *kind, size_t whole)
{
    printf("  %-40s", kind->name);
    for (size_t column = 0, n = whole / 100; column < COLUMNS; column++) {
        struct arena *arena = arena_new();
        size_t bytes, rows;
        const json *requested = make_model(arena, kind, n, false, &bytes);
        const json *returned = make_model(arena, kind, n, true, &bytes);
        const double took = best_of(type, requested, returned, &rows);

        printf("  %9.3f", took);
        if (column == COLUMNS - 1)
            printf("  %6zu  %7zu", rows, n);
        n = column == COLUMNS - 2 ? n * 1000000 / bytes : n * 10;
        arena_free(arena);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const size_t whole = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct resource_type *type =
        resource_type_read(arena, read_text(arena, schema_text), NULL, &error);

    if (!type || whole < 100) {
        fprintf(stderr, "%s\n", type ? "at least 100 items" : error.text);
        return 1;
    }
    printf("  %-40s  %9zu  %9zu  %9zu  %9s  %6s  %7s\n", "ms", whole / 100, whole / 10, whole,
           "1 MB", "rows", "items");
    for (const struct kind *kind = kinds; kind->name; kind++)
        if (argc < 3 || strcmp(argv[2], kind->name) == 0)
            print_row(type, kind, whole);
    arena_free(arena);
    return 0;
}
