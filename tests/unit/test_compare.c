#include "cfnc/compare.h"

#include <string.h>

#include "cfnc/text.h"
#include "run_builtin.h"
#include "test.h"

static struct arena *arena;
static const struct resource_type *type;

static const json *model(const char *text)
{
    struct error error = { "" };
    const json *value = json_parse(arena, text, strlen(text), &error);

    check_text(error.text, "");
    return value;
}

/* The differences as "kind path" separated by blanks. */
static void differ(const char *requested, const char *returned, const char *expected)
{
    const struct comparison c = compare_models(arena, type, model(requested), model(returned));
    struct text out = text_new(arena);

    for (const struct difference *d = c.differences; d; d = d->next)
        text_addf(&out, "%s%s %s", out.length ? " " : "", difference_kind_name(d->kind), d->path);
    check_text(out.bytes, expected);
}

static void begin(void)
{
    arena = arena_new();
    type = type_of(arena, "shapes");
}

static void plain_values(void)
{
    begin();
    differ("{\"Size\":3}", "{\"Size\":3.0,\"Extra\":1}", "");
    differ("{\"Size\":3}", "{\"Size\":4}", "changed /Size");
    differ("{\"Size\":3}", "{}", "missing /Size");
    differ("{\"Size\":3}", "{\"Size\":\"3\"}", "type /Size");
    differ("{\"Size\":1}", "{\"Size\":true}", "type /Size");
    differ("{\"Size\":3,\"Ordered\":[\"a\"]}", "{\"Size\":4,\"Ordered\":[\"b\"]}",
           "changed /Size changed /Ordered/0");
    arena_free(arena);
}

static void read_only_and_write_only_are_left_out(void)
{
    begin();
    const struct comparison c = compare_models(arena, type, model("{\"Id\":\"a\",\"Size\":1}"),
                                               model("{\"Id\":\"b\",\"Size\":1}"));

    check(!c.differences && c.not_compared);
    check_text(c.not_compared->path, "/Id");
    check_text(c.not_compared->why, "read-only");
    differ("{\"Rules\":[{\"Name\":\"a\",\"Hidden\":\"x\",\"State\":\"new\"}]}",
           "{\"Rules\":[{\"Name\":\"a\",\"State\":\"old\"}]}", "");
    arena_free(arena);
}

static void ordered_arrays(void)
{
    begin();
    differ("{\"Ordered\":[\"a\",\"b\"]}", "{\"Ordered\":[\"a\",\"b\"]}", "");
    differ("{\"Ordered\":[\"a\",\"b\"]}", "{\"Ordered\":[\"b\",\"a\"]}", "order /Ordered");
    differ("{\"Ordered\":[\"a\",\"b\"]}", "{\"Ordered\":[\"a\"]}", "length /Ordered");
    differ("{\"Ordered\":[\"a\",\"b\"]}", "{\"Ordered\":[\"a\",\"c\"]}", "changed /Ordered/1");
    arena_free(arena);
}

static void unordered_arrays_are_multisets(void)
{
    begin();
    differ("{\"Bag\":[\"a\",\"b\"]}", "{\"Bag\":[\"b\",\"a\"]}", "");
    differ("{\"Bag\":[\"a\",\"a\",\"b\"]}", "{\"Bag\":[\"a\",\"b\",\"b\"]}", "changed /Bag/1");
    differ("{\"Bag\":[\"a\",\"b\"]}", "{\"Bag\":[\"b\"]}", "missing /Bag/0");
    differ("{\"Bag\":[\"a\"]}", "{\"Bag\":[\"b\",\"a\"]}", "unexpected /Bag/0");
    differ("{\"Map\":{\"k\":[1,2]}}", "{\"Map\":{\"k\":[2,1]}}", "");
    arena_free(arena);
}

static void unordered_objects_pair_with_their_nearest(void)
{
    begin();
    differ(
        "{\"Rules\":[{\"Name\":\"a\",\"Ports\":[1,2]},{\"Name\":\"b\",\"Ports\":[3]}]}",
        "{\"Rules\":[{\"Name\":\"b\",\"Ports\":[3],\"Added\":1},{\"Name\":\"a\",\"Ports\":[2,1]}]}",
        "");
    differ("{\"Rules\":[{\"Name\":\"a\",\"Ports\":[1]},{\"Name\":\"b\",\"Ports\":[3]}]}",
           "{\"Rules\":[{\"Name\":\"b\",\"Ports\":[4]},{\"Name\":\"a\",\"Ports\":[1]}]}",
           "changed /Rules/1/Ports/0");
    arena_free(arena);
}

static void transformed_values_are_not_judged(void)
{
    begin();
    differ("{\"Alias\":\"ABC\"}", "{\"Alias\":\"abc\"}", "");
    arena_free(arena);
}

static void large_unordered_arrays_end(void)
{
    begin();
    struct text a = text_new(arena), b = text_new(arena);

    text_add(&a, "{\"Bag\":[\"x\"");
    text_add(&b, "{\"Bag\":[\"x\"");
    for (int i = 0; i < 1500; i++) {
        text_addf(&a, ",\"%d\"", i);
        text_addf(&b, ",\"%d\"", 1499 - i);
    }
    text_add(&a, "]}");
    text_add(&b, "]}");
    differ(a.bytes, b.bytes, "");
    arena_free(arena);
}

static const struct test tests[] = {
    { "compare: plain values, exactly", plain_values },
    { "compare: read-only and write-only properties are left out",
      read_only_and_write_only_are_left_out },
    { "compare: ordered arrays", ordered_arrays },
    { "compare: unordered arrays are multisets", unordered_arrays_are_multisets },
    { "compare: unordered objects pair with their nearest",
      unordered_objects_pair_with_their_nearest },
    { "compare: transformed values are not judged", transformed_values_are_not_judged },
    { "compare: a large unordered array ends", large_unordered_arrays_end },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
