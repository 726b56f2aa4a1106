#include "cfnc/generate/generate.h"

#include <stdio.h>
#include <string.h>

#include "run_builtin.h"
#include "test.h"

enum { MANY = 60 };

static const json *create(struct arena *arena, const struct resource_type *type,
                          enum variant variant, uint64_t seed)
{
    const struct generation how = { .variant = variant };
    struct random random = { seed };
    struct error error = { .text = "" };
    const json *model = generate_create_as(arena, type, &how, &random, &error);

    check_text(error.text, "");
    check(schema_valid(type->create, model, SCHEMA_ALL));
    return model;
}

#define HEAD                                                                                       \
    "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","                             \
    "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/Id\"],"      \
    "\"additionalProperties\":false,\"properties\":{\"Id\":{\"type\":\"string\"},"

/* Nine levels of optional objects, each with an optional text beside it. */
static const char *deep(struct arena *arena)
{
    const char *inner = "{\"type\":\"string\"}";

    for (int i = 0; i < 9; i++)
        inner = arena_printf(arena,
                             "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
                             "\"In\":%s,\"Text\":{\"type\":\"string\"}}}",
                             inner);
    return arena_printf(arena,
                        HEAD "\"Must\":{\"type\":\"integer\"},\"In\":%s},"
                             "\"required\":[\"Must\"]}",
                        inner);
}

static void maximal_has_everything(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, deep(arena));
    const json *model = create(arena, type, VARIANT_MAXIMAL, 1);
    size_t levels = 0;

    check(json_length(model) == 2);
    for (const json *at = json_get(model, "In"); json_type(at) == JSON_OBJECT; levels++) {
        check(json_string(json_get(at, "Text")) != NULL);
        at = json_get(at, "In");
    }
    check_number((long long)levels, 9);
    arena_free(arena);
}

static void minimal_has_what_is_required(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, deep(arena));

    for (uint64_t seed = 0; seed < MANY; seed++)
        check(json_length(create(arena, type, VARIANT_MINIMAL, seed)) == 1);
    arena_free(arena);
}

static void random_has_each_or_not(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type =
        type_of_text(arena, HEAD "\"A\":{\"type\":\"string\"},\"B\":{\"type\":\"string\"}}}");
    size_t seen[4] = { 0 };

    for (uint64_t seed = 0; seed < 400; seed++) {
        const json *model = create(arena, type, VARIANT_RANDOM, seed);
        seen[(json_get(model, "A") ? 2 : 0) + (json_get(model, "B") ? 1 : 0)]++;
    }
    for (size_t i = 0; i < 4; i++)
        check(seen[i] > 50 && seen[i] < 150); /* p = 0.5 each, apart from each other */
    arena_free(arena);
}

static size_t length_of(const json *value)
{
    return json_string(value) ? strlen(json_string(value)) : json_length(value);
}

static void boundary_is_at_the_limits(void)
{
    static const struct {
        const char *schema;
        double least, most;
    } rows[] = {
        { "{\"type\":\"string\",\"minLength\":3,\"maxLength\":40}", 3, 40 },
        { "{\"type\":\"string\",\"pattern\":\"^[a-z-]+$\",\"minLength\":3,\"maxLength\":63}", 3,
          63 },
        { "{\"type\":\"string\",\"maxLength\":7}", 7, 7 },
        { "{\"type\":\"string\",\"minLength\":21}", 21, 21 },
        { "{\"type\":\"integer\",\"minimum\":-7,\"maximum\":200}", -7, 200 },
        { "{\"type\":\"integer\",\"exclusiveMinimum\":-7,\"exclusiveMaximum\":200}", -6, 199 },
        { "{\"type\":\"integer\",\"multipleOf\":60,\"minimum\":1,\"maximum\":400}", 60, 360 },
        { "{\"type\":\"number\",\"multipleOf\":0.5,\"minimum\":0.7,\"maximum\":9.9}", 1, 9.5 },
        { "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":2,\"maxItems\":30}", 2,
          30 },
        { "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":5}", 0, 5 },
        { "{\"type\":\"object\",\"patternProperties\":{\"^[a-z]+$\":{\"type\":\"string\"}},"
          "\"additionalProperties\":false,\"minProperties\":1,\"maxProperties\":9}",
          1, 9 },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct resource_type *type = type_of_text(
            arena, arena_printf(arena, HEAD "\"P\":%s},\"required\":[\"P\"]}", rows[i].schema));
        size_t least = 0, most = 0;

        for (uint64_t seed = 0; seed < MANY; seed++) {
            const json *p = json_get(create(arena, type, VARIANT_BOUNDARY, seed), "P");
            const double size = json_number(p, (double)length_of(p));
            const bool low = size <= rows[i].least && size >= rows[i].least;
            const bool high = size <= rows[i].most && size >= rows[i].most;

            if (!check(low || high))
                printf("    %s: %g\n", rows[i].schema, size);
            least += low;
            most += high;
        }
        check(least > MANY / 5 && most > MANY / 5);
    }
    arena_free(arena);
}

/* Each property draws from its own stream. */
static void another_property_changes_no_other(void)
{
    static const char *const schemas[] = {
        HEAD "\"A\":{\"type\":\"string\"},\"B\":{\"type\":\"array\",\"items\":{\"type\":\"integer\""
             "}},\"D\":{\"type\":\"object\",\"properties\":{\"X\":{\"type\":\"string\"}}}}}",
        HEAD "\"New\":{\"type\":\"integer\"},\"A\":{\"type\":\"string\"},\"B\":{\"type\":\"array\","
             "\"items\":{\"type\":\"integer\"}},\"C\":{\"type\":\"string\"},\"D\":{\"type\":"
             "\"object\",\"properties\":{\"W\":{\"type\":\"number\"},\"X\":{\"type\":\"string\"}}},"
             "\"E\":{\"type\":\"string\",\"pattern\":\"^x[0-9]+$\"}}}",
    };
    static const char *const same[] = { "/A", "/B", "/D/X" };
    struct arena *arena = arena_new();
    const struct resource_type *before = type_of_text(arena, schemas[0]);
    const struct resource_type *after = type_of_text(arena, schemas[1]);

    for (unsigned variant = 0; variant < VARIANT_COUNT; variant++)
        for (uint64_t seed = 0; seed < MANY; seed++) {
            const json *one = create(arena, before, (enum variant)variant, seed);
            const json *other = create(arena, after, (enum variant)variant, seed);

            for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
                const json *was = pointer_get(one, same[i]), *is = pointer_get(other, same[i]);
                check(was ? json_equal(was, is) : !is);
            }
        }
    arena_free(arena);
}

/* What one seed makes is the same on every machine, and from version to version but for a reason.
 */
static void a_seed_makes_the_same_everywhere(void)
{
    static const char schema[] =
        HEAD "\"A\":{\"type\":\"string\"},\"N\":{\"type\":\"number\",\"minimum\":0.1,"
             "\"maximum\":0.9},\"P\":{\"type\":\"string\",\"pattern\":\"^[a-f]{4}-[0-9]{2,5}$\"},"
             "\"L\":{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}}}}";
    struct arena *arena = arena_new();
    const json *model = create(arena, type_of_text(arena, schema), VARIANT_MAXIMAL, 20260101);

    check_text(json_print(arena, model),
               "{\"A\":\"cfnc-l1j2k3pk8z\",\"N\":0.64,\"P\":\"eaaa-08409\",\"L\":[true,false]}");
    arena_free(arena);
}

static void names_of_variants(void)
{
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        enum variant variant = VARIANT_COUNT;

        check(variant_find(variant_name((enum variant)i), &variant) && variant == i);
    }
    enum variant none;
    check(!variant_find("maximum", &none) && !variant_find("", &none));
}

/* ---- updates ---- */

static void lists_grow_and_shrink(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena, HEAD "\"Tags\":{\"type\":\"array\",\"uniqueItems\":true,\"maxItems\":4,\"items\":{"
                    "\"type\":\"string\"}},\"Kept\":{\"type\":\"array\",\"items\":{\"type\":"
                    "\"string\"}},\"Secret\":{\"type\":\"string\"}},"
                    "\"createOnlyProperties\":[\"/properties/Kept\"],"
                    "\"writeOnlyProperties\":[\"/properties/Secret\"],\"required\":[\"Secret\"]}");
    size_t longer = 0, shorter = 0;

    for (uint64_t seed = 0; seed < MANY; seed++) {
        const json *requested = create(arena, type, VARIANT_MAXIMAL, seed);
        json *created = json_copy(arena, requested);
        struct random random = { seed };
        struct error error = { .text = "" };

        json_set_string(created, "Id", "id");
        json_remove(created, "Secret");
        const json *update =
            generate_update_as(arena, type, requested, created, NULL, &random, &error);
        const size_t was = json_length(json_get(created, "Tags"));
        const size_t is = json_length(json_get(update, "Tags"));

        check(schema_valid(type->update, update, SCHEMA_ALL));
        check(json_equal(json_get(update, "Kept"), json_get(created, "Kept")));
        check(json_string(json_get(update, "Secret")) != NULL);
        longer += is > was;
        shorter += is < was;
    }
    check(longer >= MANY / 10 && shorter >= MANY / 10);
    arena_free(arena);
}

static void examples_are_preferred(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena,
        HEAD "\"Zone\":{\"type\":\"string\",\"examples\":[\"north\",7,\"south\"],"
             "\"maxLength\":5},\"Size\":{\"type\":\"integer\",\"default\":3,\"minimum\":5}}}");
    size_t seen = 0;

    for (uint64_t seed = 0; seed < MANY; seed++) {
        const json *model = create(arena, type, VARIANT_MAXIMAL, seed);
        const char *zone = json_string(json_get(model, "Zone"));

        seen += strcmp(zone, "north") == 0 || strcmp(zone, "south") == 0;
        check(json_number(json_get(model, "Size"), 0) >= 5);
    }
    check(seen > MANY / 2 && seen < MANY);
    arena_free(arena);
}

/* Keys of one letter, as they are at the limit, are soon the same. */
static void no_two_tags_have_one_key(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, "thing");
    size_t pairs = 0;

    for (uint64_t seed = 0; seed < MANY * 5; seed++) {
        const json *tags = json_get(create(arena, type, VARIANT_BOUNDARY, seed), "Tags");

        json_each (tag, tags)
            for (const json *next = json_next(tag); next; next = json_next(next), pairs++)
                check(strcmp(json_string(json_get(tag, "Key")),
                             json_string(json_get(next, "Key"))) != 0);
    }
    check(pairs > MANY);
    arena_free(arena);
}

static const struct test tests[] = {
    { "variants: maximal has everything", maximal_has_everything },
    { "variants: minimal has what is required", minimal_has_what_is_required },
    { "variants: random has each property or not", random_has_each_or_not },
    { "variants: boundary is at the limits", boundary_is_at_the_limits },
    { "variants: no two tags have one key", no_two_tags_have_one_key },
    { "variants: names", names_of_variants },
    { "seeds: another property changes no other", another_property_changes_no_other },
    { "seeds: the same everywhere", a_seed_makes_the_same_everywhere },
    { "update: lists grow and shrink", lists_grow_and_shrink },
    { "generate: examples are preferred where they are valid", examples_are_preferred },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
