/* A state with less in it: each kind of value in its turn, and only what an update may touch. */
#include <string.h>

#include "cfnc/generate/generate.h"
#include "run_builtin.h"
#include "test.h"

static const char schema[] =
    "{\"typeName\":\"Aa::Bb::Cc\",\"properties\":{"
    "\"Id\":{\"type\":\"string\"},\"Kind\":{\"type\":\"string\"},\"Secret\":{\"type\":\"string\"},"
    "\"Needed\":{\"type\":\"integer\",\"minimum\":3},\"Note\":{\"type\":\"string\"},"
    "\"On\":{\"type\":\"boolean\"},"
    "\"One\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
    "\"Two\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
    "\"Three\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
    "\"Pair\":{\"type\":\"array\",\"minItems\":2,\"items\":{\"type\":\"integer\"}},"
    "\"Map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
    "\"Box\":{\"type\":\"object\",\"properties\":{\"Keep\":{\"type\":\"string\",\"minLength\":1},"
    "\"Drop\":{\"type\":\"string\"}},\"required\":[\"Keep\"],\"additionalProperties\":false}},"
    "\"required\":[\"Needed\",\"Pair\"],\"additionalProperties\":false,"
    "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/Id\"],"
    "\"createOnlyProperties\":[\"/properties/Kind\"],"
    "\"writeOnlyProperties\":[\"/properties/Secret\"],\"handlers\":{}}";

static const json *less_of(struct arena *arena, const char *state)
{
    struct error error = { .text = "" };
    const json *value = json_parse(arena, state, strlen(state), &error);

    check_text(error.text, "");
    return generate_less(arena, type_of_text(arena, schema), value);
}

static void each_kind_in_its_turn(void)
{
    struct arena *arena = arena_new();
    const json *less =
        less_of(arena, "{\"Needed\":5,\"Note\":\"x\",\"On\":true,\"One\":[1,2],\"Two\":[1,2],"
                       "\"Three\":[1,2],\"Pair\":[1,2],\"Map\":{\"a\":\"b\",\"c\":\"d\"}}");

    check_text(json_print(arena, less),
               "{\"Needed\":5,\"On\":false,\"One\":[],\"Two\":[2],\"Pair\":[1,2],\"Map\":{}}");
    arena_free(arena);
}

static void what_no_update_may_touch_stays(void)
{
    struct arena *arena = arena_new();

    check(!less_of(arena, "{\"Id\":\"i\",\"Kind\":\"k\",\"Secret\":\"s\",\"Needed\":5,"
                          "\"Pair\":[1,2]}"));
    check_text(json_print(arena, less_of(arena, "{\"Id\":\"i\",\"Kind\":\"k\",\"Needed\":5,"
                                                "\"Pair\":[1,2,3]}")),
               "{\"Id\":\"i\",\"Kind\":\"k\",\"Needed\":5,\"Pair\":[2,3]}");
    arena_free(arena);
}

static void what_lies_inside_goes_too(void)
{
    struct arena *arena = arena_new();

    check_text(json_print(arena, less_of(arena, "{\"Needed\":5,\"Pair\":[1,2],"
                                                "\"Box\":{\"Keep\":\"k\",\"Drop\":\"d\"}}")),
               "{\"Needed\":5,\"Pair\":[1,2],\"Box\":{\"Keep\":\"k\"}}");
    arena_free(arena);
}

static const struct test tests[] = {
    { "less: emptied, shorter, left out, in turn", each_kind_in_its_turn },
    { "less: identifiers, create-only and write-only values stay", what_no_update_may_touch_stays },
    { "less: objects lose what is optional in them", what_lies_inside_goes_too },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
