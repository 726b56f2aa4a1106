/* What steps make of identifiers, and the unusual models that they ask for. */
#include <string.h>

#include "cfnc/resource/steps.h"
#include "run_builtin.h"
#include "test.h"

static struct arena *arena;
static struct run run;
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

    run = (struct run){ .arena = arena,
                        .subject = resource_subject(arena, type),
                        .options = { .suite = SUITE_FULL, .seed = 3 } };
    return (struct trial){ .arena = arena,
                           .run = &run,
                           .session = resource_session(arena, &run, &generated) };
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
    check(!never || schema_valid(run.subject->schema, never, SCHEMA_SHAPE));
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
    const struct resource_type *type = type_named(arena, "fleet");
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

/* Everything that a value can be, with room for it. */
static const char roomy[] =
    "{\"typeName\":\"A1::B2::C3\",\"properties\":{\"Id\":{\"type\":\"string\"},"
    "\"Text\":{\"type\":\"string\"},\"Short\":{\"type\":\"string\",\"minLength\":5,\"maxLength\":5}"
    ","
    "\"Word\":{\"type\":\"string\",\"pattern\":\"^[a-z]{3,9}$\"},"
    "\"When\":{\"type\":\"string\",\"format\":\"date\"},"
    "\"Count\":{\"type\":\"integer\"},\"Size\":{\"type\":\"integer\",\"minimum\":1},"
    "\"Rate\":{\"type\":\"number\"},\"Small\":{\"type\":\"integer\",\"minimum\":-9,\"maximum\":9},"
    "\"On\":{\"type\":\"boolean\"},\"List\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"Others\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
    "\"Map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
    "\"Box\":{\"type\":\"object\",\"properties\":{\"Yes\":{\"type\":\"boolean\"},\"No\":{\"type\":"
    "\"integer\"},\"Maybe\":{\"type\":\"string\"}},\"additionalProperties\":false}},"
    "\"additionalProperties\":false,\"required\":[\"Count\"],\"primaryIdentifier\":"
    "[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/Id\"],\"handlers\":{}}";

static bool has_blank_ends(const json *value)
{
    const char *s = json_string(value);

    return s && *s == ' ' && s[strlen(s) - 1] == ' ';
}

static double number_in(const json *model, const char *name)
{
    return json_number(json_get(model, name), 0);
}

static const json *roomy_model(const struct resource_type **type)
{
    struct random random = { 1 };
    struct error error;

    arena = arena_new();
    *type = type_of_text(arena, roomy);
    return generate_create(arena, *type, &random, &error);
}

static void extreme_models_are_valid_and_extreme(void)
{
    const struct resource_type *type;
    const json *model = roomy_model(&type), *extreme = generate_extreme(arena, type, model);

    check(schema_valid(type->create, extreme, SCHEMA_ALL));
    check(has_blank_ends(json_get(extreme, "Text")) && has_blank_ends(json_get(extreme, "Short")));
    check(strstr(json_string(json_get(extreme, "Text")), "\U0001f600") != NULL);
    check(strstr(json_string(json_get(extreme, "Text")), "e\u0301") != NULL);
    check(has_blank_ends(json_at(json_get(extreme, "List"), 0)));
    check(json_equal(json_get(extreme, "Word"), json_get(model, "Word")));
    check(json_equal(json_get(extreme, "When"), json_get(model, "When")));
    check(number_in(extreme, "Count") < -2147483648.0);
    check(number_in(extreme, "Size") > 2147483647.0);
    check(number_in(extreme, "Small") < 0);
    check(number_in(extreme, "Rate") < -2147483648.0 &&
          !json_is_integer(json_get(extreme, "Rate")));
    check(json_length(json_get(extreme, "Map")) == json_length(json_get(model, "Map")) + 1);
    arena_free(arena);
}

static void updates_are_extreme_where_they_may_change(void)
{
    arena = arena_new();
    const struct resource_type *type = type_named(arena, "grant");
    static const char text[] = "{\"Group\":\"abcdef\",\"Number\":7,\"Alias\":\"alias\","
                               "\"Since\":\"then\",\"Note\":\"n\",\"Limit\":4,\"Scopes\":[\"s\"]}";
    struct error error;
    const json *state = json_parse(arena, text, strlen(text), &error);
    const json *extreme = generate_extreme_update(arena, type, state, state);

    check(schema_valid(type->update, extreme, SCHEMA_ALL));
    check(json_equal(json_get(extreme, "Group"), json_get(state, "Group")));
    check(json_equal(json_get(extreme, "Alias"), json_get(state, "Alias")));
    check(json_equal(json_get(extreme, "Since"), json_get(state, "Since")));
    check(has_blank_ends(json_get(extreme, "Note")));
    check(number_in(extreme, "Limit") > 2147483647.0);
    check(json_length(json_get(extreme, "Scopes")) == 4);
    arena_free(arena);
}

/* Of few values a new one is the old one half of the time. */
static void an_update_changes_what_has_few_values(void)
{
    static const char schema[] =
        "{\"typeName\":\"Aa::Bb::Cc\",\"properties\":{\"Id\":{\"type\":\"string\"},"
        "\"On\":{\"type\":\"boolean\"},\"Box\":{\"type\":\"object\",\"properties\":{"
        "\"Yes\":{\"type\":\"boolean\"},\"No\":{\"type\":\"boolean\"},"
        "\"Tier\":{\"enum\":[\"one\",\"two\",\"three\"]},\"Only\":{\"enum\":[1]}}}},"
        "\"primaryIdentifier\":[\"/properties/Id\"],\"handlers\":{}}";
    static const char before[] = "{\"Id\":\"i\",\"On\":true,\"Box\":{\"Yes\":true,\"No\":false,"
                                 "\"Tier\":\"one\",\"Only\":1}}";
    static const char state[] = "{\"Id\":\"i\",\"On\":false,\"Box\":{\"Yes\":true,\"No\":false,"
                                "\"Tier\":\"one\",\"Only\":1}}";
    struct error error;

    arena = arena_new();
    const json *update = generate_extreme_update(arena, type_of_text(arena, schema),
                                                 json_parse(arena, state, strlen(state), &error),
                                                 json_parse(arena, before, strlen(before), &error));
    const json *box = json_get(update, "Box");

    check(json_false(json_get(update, "On")));
    check(json_false(json_get(box, "Yes")) && json_true(json_get(box, "No")));
    check_text(json_string(json_get(box, "Tier")), "two");
    check_number((long long)number_in(box, "Only"), 1);
    arena_free(arena);
}

static void every_kind_is_emptied(void)
{
    const struct resource_type *type;
    const json *model = roomy_model(&type), *emptied = generate_emptied(arena, type, model);
    const json *box = json_get(emptied, "Box");

    check(schema_valid(type->create, emptied, SCHEMA_ALL));
    check_text(json_string(json_get(emptied, "Text")), "");
    check_text(json_print(arena, json_get(emptied, "Count")), "0");
    check(json_false(json_get(emptied, "On")));
    check(json_get(emptied, "List") && !json_first(json_get(emptied, "List")));
    check(json_get(emptied, "Map") && !json_first(json_get(emptied, "Map")));
    check(json_false(json_get(box, "Yes")));
    check_text(json_print(arena, json_get(box, "No")), "0");
    check(json_length(emptied) < json_length(model));
    arena_free(arena);
}

static void sparse_models_leave_something_to_add(void)
{
    static const char *const kinds[][3] = { { "List", "Others" }, { "Map" }, { "Box" } };
    const struct resource_type *type;
    const json *model = roomy_model(&type), *sparse = generate_sparse(arena, type, model);

    check(schema_valid(type->create, sparse, SCHEMA_ALL));
    check(json_length(sparse) < json_length(model) && json_get(sparse, "Count"));
    check(json_length(json_get(sparse, "Box")) == 2);
    for (size_t i = 0; i < 3; i++)
        check(json_get(sparse, kinds[i][0]) || (kinds[i][1] && json_get(sparse, kinds[i][1])));
    arena_free(arena);
}

/* One of each kind, and no single value: one of those that hold others comes later. */
static void something_is_left_to_add_anyhow(void)
{
    static const char schema[] =
        "{\"typeName\":\"A1::B2::C3\",\"properties\":{\"Id\":{\"type\":\"string\"},"
        "\"List\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
        "\"Map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}},"
        "\"additionalProperties\":false,\"primaryIdentifier\":[\"/properties/Id\"],"
        "\"readOnlyProperties\":[\"/properties/Id\"],\"handlers\":{}}";
    struct random random = { 1 };
    struct error error;

    arena = arena_new();
    const struct resource_type *type = type_of_text(arena, schema);
    const json *model = generate_create(arena, type, &random, &error);
    check_number((long long)json_length(model), 2);
    check_number((long long)json_length(generate_sparse(arena, type, model)), 1);
    arena_free(arena);
}

/* An update that gives what the service has filled in adds nothing. */
static void what_is_filled_in_stays(void)
{
    static const char schema[] =
        "{\"typeName\":\"A1::B2::C3\",\"properties\":{\"Id\":{\"type\":\"string\"},"
        "\"Map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
        "\"Box\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":"
        "{\"Name\":{\"type\":\"string\"},\"Made\":{\"type\":\"string\"}}}},"
        "\"additionalProperties\":false,\"primaryIdentifier\":[\"/properties/Id\"],"
        "\"readOnlyProperties\":[\"/properties/Id\",\"/properties/Box/Made\"],\"handlers\":{}}";
    struct random random = { 1 };
    struct error error;

    arena = arena_new();
    const struct resource_type *type = type_of_text(arena, schema);
    const json *model = generate_create(arena, type, &random, &error);
    const json *sparse = generate_sparse(arena, type, model);
    check_number((long long)json_length(model), 2);
    check(json_get(sparse, "Box") && !json_get(sparse, "Map"));
    arena_free(arena);
}

/* Whoever writes a template cannot send a handler anything else. */
static void invalid_models_are_objects(void)
{
    struct trial t = begin("{\"type\":\"string\"}");

    for (int i = 0; i < 200; i++)
        check_number(json_type(sample_invalid(&t)), JSON_OBJECT);
    arena_free(arena);
}

static const struct test tests[] = {
    { "steps: what never existed has the shape of what does",
      what_never_existed_has_the_same_shape },
    { "steps: where nothing else fits there is none", where_nothing_else_fits_there_is_none },
    { "steps: a model is renamed and nothing else", a_model_is_renamed_and_nothing_else },
    { "steps: odd models are valid, and odd", odd_models_are_valid_and_odd },
    { "steps: extreme models are valid, and extreme", extreme_models_are_valid_and_extreme },
    { "steps: updates are extreme where they may change",
      updates_are_extreme_where_they_may_change },
    { "steps: an update changes what has few values", an_update_changes_what_has_few_values },
    { "steps: each kind of value is emptied", every_kind_is_emptied },
    { "steps: sparse models leave something to add", sparse_models_leave_something_to_add },
    { "steps: something is left to add anyhow", something_is_left_to_add_anyhow },
    { "steps: what is filled in stays", what_is_filled_in_stays },
    { "steps: invalid models are objects", invalid_models_are_objects },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
