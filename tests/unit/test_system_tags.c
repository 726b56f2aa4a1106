/* Tags that AWS puts there by itself, in the comparison of what was asked for and what came. */
#include <string.h>

#include "cfnc/type/system_tags.h"
#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

static const char schema[] =
    "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Id\"],"
    " \"properties\": {\"Id\": {\"type\": \"string\"}, \"Labels\": {}, \"Tags\": {}},"
    " \"tagging\": {\"taggable\": true, \"tagProperty\": \"/properties/Labels\"}}";

/* What is left of the second model beside the first. */
static const struct row {
    const char *other, *model, *left;
} rows[] = {
    { "{\"Labels\":[{\"Key\":\"a\",\"Value\":\"b\"}]}",
      "{\"Labels\":[{\"Key\":\"aws:x\",\"Value\":\"y\"},{\"Key\":\"a\",\"Value\":\"b\"}]}",
      "{\"Labels\":[{\"Key\":\"a\",\"Value\":\"b\"}]}" },
    { "{\"Labels\":{\"a\":\"b\"}}", "{\"Labels\":{\"AWS:x\":\"y\",\"a\":\"b\"}}",
      "{\"Labels\":{\"a\":\"b\"}}" },
    { "{\"Labels\":[]}", "{\"Labels\":[{\"TagKey\":\"aws:x\",\"TagValue\":\"y\"}]}",
      "{\"Labels\":[]}" },
    { "{}", "{\"Labels\":[{\"key\":\"aws:x\"}]}", "{\"Labels\":[]}" },
    /* somebody asked for it, so that its value counts */
    { "{\"Labels\":[{\"Key\":\"aws:x\",\"Value\":\"z\"}]}",
      "{\"Labels\":[{\"Key\":\"aws:x\",\"Value\":\"y\"}]}",
      "{\"Labels\":[{\"Key\":\"aws:x\",\"Value\":\"y\"}]}" },
    /* not of the system; not the tags; no tags at all */
    { "{}", "{\"Labels\":[{\"Key\":\"awsx\"},{\"Key\":\"x\",\"Value\":\"aws:y\"}]}",
      "{\"Labels\":[{\"Key\":\"awsx\"},{\"Key\":\"x\",\"Value\":\"aws:y\"}]}" },
    { "{}", "{\"Tags\":[{\"Key\":\"aws:x\"}]}", "{\"Tags\":[{\"Key\":\"aws:x\"}]}" },
    { "{}", "{\"Labels\":[\"aws:x\",null,7,[\"aws:x\"],{\"Key\":7}]}",
      "{\"Labels\":[\"aws:x\",null,7,[\"aws:x\"],{\"Key\":7}]}" },
    { "{\"Labels\":\"aws:x\"}", "{\"Labels\":\"aws:x\"}", "{\"Labels\":\"aws:x\"}" },
    { "{\"Labels\":7}", "{\"Labels\":{\"aws:x\":7}}", "{\"Labels\":{}}" },
    { "{}", "{\"Id\":\"i\"}", "{\"Id\":\"i\"}" },
};

static void left_out_where_nobody_asked(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, schema);

    for (size_t i = 0; type && i < sizeof(rows) / sizeof(rows[0]); i++) {
        const json *model = json_of_text(arena, rows[i].model);
        const json *left =
            model_without_system_tags(arena, type, model, json_of_text(arena, rows[i].other));

        check_text(json_print(arena, left), json_print(arena, json_of_text(arena, rows[i].left)));
        check_text(json_print(arena, model), json_print(arena, json_of_text(arena, rows[i].model)));
    }
    check(type && model_without_system_tags(arena, type, NULL, NULL) == NULL);
    arena_free(arena);
}

static const struct test tests[] = {
    { "system tags: left out where nobody asked for them", left_out_where_nobody_asked },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
