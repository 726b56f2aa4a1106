/* What suite v1 asks for: models like those that cfn test draws, on which its verdicts hang. */
#include <string.h>

#include "cfnc/generate/generate.h"
#include "run_builtin.h"
#include "test.h"

enum { SEEDS = 20 };

static const char schema[] =
    "{\"typeName\":\"Aa::Bb::Cc\",\"properties\":{"
    "\"Id\":{\"type\":\"string\",\"pattern\":\"^[a-z]{8}$\"},"
    "\"Few\":{\"type\":\"array\",\"minItems\":2,\"maxItems\":3,\"items\":{\"type\":\"string\"}},"
    "\"Many\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"Two\":{\"type\":\"array\",\"minItems\":2,\"maxItems\":2,\"items\":{\"type\":\"string\"}},"
    "\"Fixed\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"On\":{\"type\":\"boolean\"},\"Off\":{\"const\":true},"
    "\"Part\":{\"type\":\"number\",\"minimum\":1,\"maximum\":9},"
    "\"Whole\":{\"type\":\"integer\"}},"
    "\"required\":[\"Id\",\"Few\",\"Many\",\"Two\",\"Fixed\",\"On\",\"Off\",\"Part\",\"Whole\"],"
    "\"additionalProperties\":false,\"primaryIdentifier\":[\"/properties/Id\"],"
    "\"createOnlyProperties\":[\"/properties/Id\",\"/properties/Fixed\"],\"handlers\":{}}";

struct models {
    const json *usual, *created, *state, *update;
};

static struct models models_of(struct arena *arena, const struct resource_type *type, uint64_t seed)
{
    struct random random = { seed };
    struct error error = { .text = "" };
    struct models m = { .usual = generate_create(arena, type, &random, &error) };

    m.created = m.usual ? generate_v1(arena, type, m.usual, &random) : NULL;
    m.state = m.created
                  ? generate_update_as(arena, type, m.created, m.created, NULL, &random, &error)
                  : NULL;
    m.update = m.state ? generate_v1_update(arena, type, m.state, m.created, &random) : NULL;
    check_text(error.text, "");
    return m;
}

static size_t count_of(const json *model, const char *key)
{
    return json_length(json_get(model, key));
}

static void a_model_is_like_theirs(void)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct arena *arena = arena_new();
        const json *m = models_of(arena, type_of_text(arena, schema), seed).created;
        const double part = json_number(json_get(m, "Part"), 0);

        check_number((long long)count_of(m, "Few"), 3);
        check_number((long long)count_of(m, "Many"), 4);
        check_number((long long)count_of(m, "Two"), 2);
        check(json_false(json_get(m, "On")));
        check(json_true(json_get(m, "Off")));
        check((double)(float)part < part || (double)(float)part > part);
        arena_free(arena);
    }
}

static void no_item_is_kept(const json *created, const json *update, const char *key)
{
    json_each (item, json_get(update, key))
        json_each (old, json_get(created, key))
            check(!json_equal(item, old));
}

static void an_update_has_other_lists_and_shorter(void)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct arena *arena = arena_new();
        const struct models m = models_of(arena, type_of_text(arena, schema), seed);

        check_number((long long)count_of(m.update, "Few"), 2);
        check_number((long long)count_of(m.update, "Many"), 3);
        check_number((long long)count_of(m.update, "Two"), 2);
        check(json_equal(json_get(m.update, "Fixed"), json_get(m.created, "Fixed")));
        no_item_is_kept(m.created, m.update, "Few");
        no_item_is_kept(m.created, m.update, "Many");
        check_text(json_key(json_first(m.update)),
                   json_key(json_at(m.state, json_length(m.state) - 1)));
        arena_free(arena);
    }
}

/* Whatever the type: valid, the same resource, and the same for the same seed. */
static void they_are_valid(void)
{
    static const char *const names[] = { "thing",     "fleet",        "grant", "archive",
                                         "composite", "generated_id", "shapes" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct arena *arena = arena_new();
            const struct resource_type *type = type_named(arena, names[i]);
            const struct models m = models_of(arena, type, seed);
            const struct models again = models_of(arena, type, seed);

            check(schema_valid(type->create, m.created, SCHEMA_ALL));
            check(schema_valid(type->update, m.update, SCHEMA_ALL));
            check(json_equal(m.created, again.created) && json_equal(m.update, again.update));
            for (size_t k = 0; k < type->identifier.count; k++) {
                const struct property_path *path = &type->identifier.paths[k];
                const json *id = path_get(m.usual, path); /* none: the handler makes it */

                check(!id || json_equal(id, path_get(m.update, path)));
            }
            arena_free(arena);
        }
}

static const struct test tests[] = {
    { "v1: lists have room, booleans are false, numbers have a fraction", a_model_is_like_theirs },
    { "v1: an update has other lists, and shorter ones", an_update_has_other_lists_and_shorter },
    { "v1: valid, of the same resource, and of the seed", they_are_valid },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
