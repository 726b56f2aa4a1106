/* What steps make of identifiers, and the unusual models that they ask for. */
#include <string.h>

#include "cfnc/operation.h"
#include "run_builtin.h"
#include "test.h"

static struct arena *arena;
static struct run run;
static struct examples examples;
static const struct input_set generated = { .id = "generated", .source = "generated" };

/* A trial on a type whose identifier is /Id, of that schema. */
static struct trial begin(const char *schema)
{
    arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena, arena_printf(arena,
                            "{\"typeName\":\"A1::B2::C3\",\"properties\":{\"Id\":%s,\"Note\":"
                            "{\"type\":\"string\"}},\"required\":[\"Id\"],"
                            "\"primaryIdentifier\":[\"/properties/Id\"],\"createOnlyProperties\":"
                            "[\"/properties/Id\"],\"additionalProperties\":false}",
                            schema));

    run = (struct run){ .arena = arena, .type = type, .options = { .suite = SUITE_FULL } };
    examples = (struct examples){ .type = type, .set = &generated, .random = { 3 } };
    return (struct trial){ .arena = arena, .run = &run, .examples = &examples };
}

static const json *model_of(const json *id)
{
    json *model = json_object(arena);

    json_set(model, "Id", id);
    json_set_string(model, "Note", "n");
    return model;
}

/* The other identifier for `id`, which must be of the same shape: NULL where there is none. */
static const json *other_id(const char *schema, const char *id)
{
    struct trial t = begin(schema);
    struct error error;
    const json *value = json_parse(arena, id, strlen(id), &error);
    const json *never = identifier_never(&t, model_of(value));

    check(!never || json_length(never) == 1);
    check(!never || !json_equal(json_get(never, "Id"), value));
    check(!never || schema_valid(run.type->returned, never, SCHEMA_SHAPE));
    return json_get(never, "Id");
}

static void what_never_existed_has_the_same_shape(void)
{
    const char *uuid = json_string(other_id(
        "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$\"}",
        "\"123e4567-e89b-42d3-a456-426614174000\""));
    check(uuid && strncmp(uuid, "123e4567-e89b-42d3-", 19) == 0);
    arena_free(arena);
    const char *arn = json_string(
        other_id("{\"type\":\"string\"}", "\"arn:aws:sns:us-east-1:123456789012:topic-ab12\""));
    check(arn && strncmp(arn, "arn:aws:sns:us-east-1:123456789012:", 35) == 0);
    arena_free(arena);
    check(other_id("{\"type\":\"string\",\"maxLength\":1}", "\"a\"") != NULL);
    arena_free(arena);
    check(other_id("{\"type\":\"integer\",\"minimum\":1,\"maximum\":9}", "9") != NULL);
    arena_free(arena);
    check(other_id("{\"type\":\"number\"}", "1.5") != NULL);
    arena_free(arena);
}

static void where_nothing_else_fits_there_is_none(void)
{
    check(other_id("{\"type\":\"string\",\"enum\":[\"main\"]}", "\"main\"") == NULL);
    arena_free(arena);
    check(other_id("{\"type\":\"integer\",\"const\":4}", "4") == NULL);
    arena_free(arena);
    check(other_id("{\"type\":\"boolean\"}", "true") == NULL);
    arena_free(arena);
    check(other_id("{\"type\":\"string\"}", "\"...\"") == NULL);
    arena_free(arena);
}

static void a_model_is_renamed_and_nothing_else(void)
{
    struct trial t = begin("{\"type\":\"string\",\"minLength\":6}");
    const json *model = model_of(json_new_string(arena, "cfnc-first"));
    const json *renamed = model_renamed(&t, model);

    check(renamed && !json_equal(json_get(renamed, "Id"), json_get(model, "Id")));
    check_text(json_string(json_get(renamed, "Note")), "n");
    arena_free(arena);
    t = begin("{\"type\":\"string\",\"enum\":[\"main\"]}");
    check(model_renamed(&t, model_of(json_new_string(arena, "main"))) == NULL);
    arena_free(arena);
}

static void odd_models_are_valid_and_odd(void)
{
    arena = arena_new();
    const struct resource_type *type = type_of(arena, "fleet");
    struct random random = { 1 };
    struct error error;
    const json *model = generate_create(arena, type, &random, &error);
    const json *odd = generate_odd(arena, type, model);
    const json *emptied = generate_emptied(arena, type, model);
    const json *grid = json_get(odd, "Grid");
    const size_t count = json_length(grid);

    check(schema_valid(type->create, odd, SCHEMA_ALL));
    check(schema_valid(type->create, emptied, SCHEMA_ALL));
    check(count > 2 && json_equal(json_at(grid, count - 1), json_at(grid, count - 2)));
    check(!json_is_integer(json_get(odd, "Ratio")) && json_is_integer(json_get(odd, "Size")));
    check(strlen(json_string(json_get(odd, "Note"))) > 250);
    check(json_length(json_get(emptied, "Ports")) == 0 && json_get(emptied, "Ports"));
    check(json_get(emptied, "Tier") == NULL);
    check_number((long long)json_number(json_get(emptied, "Size"), 1), 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "steps: what never existed has the shape of what does",
      what_never_existed_has_the_same_shape },
    { "steps: where nothing else fits there is none", where_nothing_else_fits_there_is_none },
    { "steps: a model is renamed and nothing else", a_model_is_renamed_and_nothing_else },
    { "steps: odd models are valid, and odd", odd_models_are_valid_and_odd },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
