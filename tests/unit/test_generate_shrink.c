#include "cfnc/generate/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/generate/coverage.h"
#include "run_builtin.h"
#include "test.h"

enum { ROWS_MOST = 64 };

#define HEAD                                                                                       \
    "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","                             \
    "\"primaryIdentifier\":[\"/properties/Name\"],\"createOnlyProperties\":[\"/properties/"        \
    "Name\"],"                                                                                     \
    "\"additionalProperties\":false,\"required\":[\"Name\"],\"properties\":{"                      \
    "\"Name\":{\"type\":\"string\"},"

static const char ten[] =
    HEAD "\"A\":{\"type\":\"string\"},\"B\":{\"type\":\"string\"},\"C\":{\"type\":\"string\"},"
         "\"D\":{\"type\":\"string\"},\"E\":{\"type\":\"string\"},\"F\":{\"type\":\"string\"},"
         "\"G\":{\"type\":\"object\",\"properties\":{\"H\":{\"type\":\"string\"},"
         "\"I\":{\"type\":\"integer\",\"minimum\":3}}},"
         "\"J\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
         "\"Key\":{\"type\":\"string\"},\"Value\":{\"type\":\"string\",\"minLength\":2}}}}}}";

/* ---- coverage ---- */

/* The optional properties of `ten`. */
static const char *const places[] = {
    "/A", "/B", "/C", "/D", "/E", "/F", "/G", "/G/H", "/G/I", "/J"
};
enum { PLACES = sizeof(places) / sizeof(*places) };

static bool wants_pair(const struct coverage *c, const char *a, enum coverage_wish x, const char *b,
                       enum coverage_wish y)
{
    for (size_t row = 0; row < coverage_rows(c); row++)
        if (coverage_wants(c, row, a) == x && coverage_wants(c, row, b) == y)
            return true;
    return false;
}

/* How many pairs the rows ask for. */
static size_t count_pairs(const struct coverage *c)
{
    static const enum coverage_wish wishes[] = { COVERAGE_IN, COVERAGE_OUT };
    size_t count = 0;

    for (size_t a = 0; a < PLACES; a++)
        for (size_t b = a + 1; b < PLACES; b++)
            for (size_t v = 0; v < 4; v++)
                count += wants_pair(c, places[a], wishes[v / 2], places[b], wishes[v % 2]);
    return count;
}

static void pairs_are_covered(void)
{
    struct arena *arena = arena_new();
    struct random random = { 1 };
    const struct coverage *c = coverage_new(arena, type_of_text(arena, ten), 12, &random);

    /* Four of every two, but for what is inside of /G: that is there only with it. */
    check_number((long long)count_pairs(c), 45 * 4 - 4);
    check(!wants_pair(c, "/G", COVERAGE_OUT, "/G/H", COVERAGE_IN));
    check(!wants_pair(c, "/G", COVERAGE_OUT, "/G/H", COVERAGE_OUT));
    check(coverage_wants(c, 0, "/Name") == COVERAGE_OPEN);
    arena_free(arena);
}

static void few_rows_cover_what_they_can(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, ten);
    size_t before = 0;

    for (size_t rows = 0; rows < 10; rows++) {
        struct random random = { 3 };
        const struct coverage *c = coverage_new(arena, type, rows, &random);
        const size_t covered = count_pairs(c);

        check(covered >= before && (!rows || covered));
        check(coverage_rows(c) == rows);
        before = covered;
    }
    arena_free(arena);
}

/* What a row says is in the model, and the model is valid. */
static void models_follow_their_row(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, ten);
    struct random random = { 5 };
    const struct coverage *c = coverage_new(arena, type, 10, &random);

    for (size_t row = 0; row < 20; row++) {
        const struct generation how = { .coverage = c, .row = row };
        struct error error = { .text = "" };
        const json *model = generate_create_as(arena, type, &how, &random, &error);

        check(schema_valid(type->create, model, SCHEMA_ALL));
        for (size_t i = 0; i < PLACES; i++) {
            const enum coverage_wish wish = coverage_wants(c, row, places[i]);
            if (wish != COVERAGE_OPEN)
                check((pointer_get(model, places[i]) != NULL) == (wish == COVERAGE_IN));
        }
    }
    arena_free(arena);
}

/* Rows are wishes: what excludes each other is not made together. */
static void coverage_of_what_excludes_each_other(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena, HEAD "\"A\":{\"type\":\"string\"},\"B\":{\"type\":\"string\"},"
                    "\"T\":{\"$ref\":\"#/definitions/T\"}},\"definitions\":{\"T\":{\"type\":"
                    "\"object\",\"properties\":{\"T\":{\"$ref\":\"#/definitions/T\"}}}},"
                    "\"oneOf\":[{\"required\":[\"A\"]},{\"required\":[\"B\"]}]}");
    struct random random = { 5 };
    const struct coverage *c = coverage_new(arena, type, 8, &random);

    check(coverage_wants(c, 0, "/T/T/T") != COVERAGE_OPEN); /* three levels of T */
    check(coverage_wants(c, 0, "/T/T/T/T") == COVERAGE_OPEN);
    for (size_t row = 0; row < 8; row++) {
        const struct generation how = { .coverage = c, .row = row };
        struct error error = { .text = "" };
        const json *model = generate_create_as(arena, type, &how, &random, &error);

        check_text(error.text, "");
        check(model && schema_valid(type->create, model, SCHEMA_ALL));
    }
    arena_free(arena);
}

/* ---- shrinking ---- */

struct attempt {
    const struct resource_type *type;
    const char *needs[3]; /* pointers that all must be there for it to fail */
    const json *first;
    size_t runs;
};

static bool fails(void *context, const json *model)
{
    struct attempt *trial = context;

    trial->runs++;
    check(schema_valid(trial->type->create, model, SCHEMA_ALL));
    check(json_equal(json_get(model, "Name"), json_get(trial->first, "Name")));
    for (size_t i = 0; i < 3 && trial->needs[i]; i++)
        if (!pointer_get(model, trial->needs[i]))
            return false;
    return true;
}

static struct shrunk shrink(struct arena *arena, struct attempt *trial, size_t runs)
{
    struct random random = { 11 };
    struct error error = { .text = "" };
    const struct shrinking with = { trial->type, fails, trial, runs };

    trial->first = generate_create(arena, trial->type, &random, &error);
    trial->runs = 0;
    return shrink_model(arena, &with, trial->first);
}

static void what_matters_is_left(void)
{
    static const struct {
        const char *needs[3];
        const char *left; /* but for the name */
    } rows[] = {
        { { NULL }, "{}" },
        { { "/C" }, "{\"C\":\"\"}" },
        { { "/B", "/G/I" }, "{\"B\":\"\",\"G\":{\"I\":3}}" },
        { { "/J/0/Value" }, "{\"J\":[{\"Value\":\"" },
        { { "/A", "/D", "/F" }, "{\"A\":\"\",\"D\":\"\",\"F\":\"\"}" },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct attempt trial = { .type = type_of_text(arena, ten) };

        memcpy(trial.needs, rows[i].needs, sizeof(trial.needs));
        const struct shrunk small = shrink(arena, &trial, 500);
        json *rest = json_copy(arena, small.model);
        json_remove(rest, "Name");
        check_contains(json_print(arena, rest), rows[i].left);
        check(!small.is_exhausted && small.runs == trial.runs && small.failed <= small.runs);
        check(small.runs <= 120);
    }
    arena_free(arena);
}

static void runs_are_bounded(void)
{
    struct arena *arena = arena_new();

    for (size_t runs = 0; runs < 20; runs++) {
        struct attempt trial = { .type = type_of_text(arena, ten), .needs = { "/A", "/F" } };
        struct attempt again = trial;
        const struct shrunk small = shrink(arena, &trial, runs);
        const struct shrunk same = shrink(arena, &again, runs);

        check(trial.runs <= runs && (small.is_exhausted || runs > 5));
        check(json_equal(small.model, same.model));
        check(pointer_get(small.model, "/A") && pointer_get(small.model, "/F"));
    }
    arena_free(arena);
}

static bool never(void *context, const json *model)
{
    (void)context;
    return !model;
}

static void what_does_not_fail_again_is_left_alone(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, ten);
    struct random random = { 11 };
    struct error error = { .text = "" };
    const json *model = generate_create(arena, type, &random, &error);
    const struct shrinking with = { type, never, NULL, 1000 };
    const struct shrunk small = shrink_model(arena, &with, model);

    check(json_equal(small.model, model));
    check(small.failed == 0 && small.runs > 10 && !small.is_exhausted);
    arena_free(arena);
}

static const struct test tests[] = {
    { "coverage: every pair in few rows", pairs_are_covered },
    { "coverage: fewer rows cover what they can", few_rows_cover_what_they_can },
    { "coverage: models follow their row", models_follow_their_row },
    { "coverage: what excludes each other", coverage_of_what_excludes_each_other },
    { "shrink: what matters is left", what_matters_is_left },
    { "shrink: runs are bounded, and the same again", runs_are_bounded },
    { "shrink: what does not fail again is left alone", what_does_not_fail_again_is_left_alone },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
