#include "cfnc/compare/compare.h"

#include <string.h>

#include "cfnc/base/random.h"
#include "cfnc/base/text.h"
#include "run_builtin.h"
#include "test.h"

static struct arena *arena;
static const struct resource_type *type;

static const json *model(const char *text)
{
    struct error error = { .text = "" };
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
    type = type_named(arena, "shapes");
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
    differ("{\"Ordered\":[\"a\",\"b\"]}", "{\"Ordered\":[\"a\"]}", "count /Ordered");
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

static void transformed_values_are_equal(void)
{
    begin();
    differ("{\"Alias\":\"ABC\"}", "{\"Alias\":\"abc\"}", "");
    differ("{\"Alias\":\"ABC\"}", "{\"Alias\":\"abd\"}", "changed /Alias");
    arena_free(arena);
}

/* To look for the best pairs at every depth, within every trial, would never end. */
static void unordered_arrays_within_each_other_end(void)
{
    enum { DEPTH = 500 };
    struct text requested = text_new(arena = arena_new()), returned = text_new(arena);
    struct text expected = text_new(arena);

    type = type_of_text(arena, "{\"typeName\":\"Acme::Demo::Deep\",\"properties\":{\"Id\":{},"
                               "\"A\":{\"$ref\":\"#/definitions/T\"}},\"definitions\":{\"T\":{"
                               "\"insertionOrder\":false,\"items\":{\"$ref\":\"#/definitions/T\"}"
                               "}},\"primaryIdentifier\":[\"/properties/Id\"]}");
    text_add(&expected, "changed /A");
    text_add(&requested, "{\"A\":");
    text_add(&returned, "{\"A\":");
    for (int i = 0; i < DEPTH; i++) {
        text_add(&requested, "[");
        text_add(&returned, "[");
        text_add(&expected, "/0");
    }
    text_add(&requested, "1");
    text_add(&returned, "2");
    for (int i = 0; i < DEPTH; i++) {
        text_add(&requested, "]");
        text_add(&returned, "]");
    }
    text_add(&requested, "}");
    text_add(&returned, "}");
    differ(requested.bytes, returned.bytes, expected.bytes);
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

/* The hint of one property that was asked for, and returned ("" for not at all). */
/* ---- bags of objects that hold bags ---- */

/* Adds the items of a bag, in another order where `turned`; the leaf of number `odd` is another. */
static void add_bag(struct text *out, struct random *random, int levels, bool turned, int *leaf,
                    int odd)
{
    const size_t count = 1 + random_below(random, 4);
    const char *items[4] = { "", "", "", "" };

    for (size_t i = 0; i < count; i++) {
        struct text item = text_new(arena);
        const bool other = (*leaf)++ == odd;

        text_addf(&item, "{\"Kind\":\"k\",\"Name\":\"n%zu\",\"Size\":%s%zu", i, other ? "9" : "",
                  (size_t)random_below(random, 2));
        if (levels) {
            text_add(&item, ",\"Bag\":[");
            add_bag(&item, random, levels - 1, turned, leaf, odd);
            text_add(&item, "]");
        }
        text_add(&item, turned ? ",\"Id\":\"made\"}" : "}");
        items[turned ? count - 1 - i : i] = item.bytes;
    }
    for (size_t i = 0; i < count; i++)
        text_addf(out, "%s%s", i ? "," : "", items[i]);
}

static const char *bags(uint64_t seed, bool turned, int odd, int *leaves)
{
    struct random random = { seed };
    struct text out = text_new(arena);

    *leaves = 0;
    text_add(&out, "{\"Bag\":[");
    add_bag(&out, &random, 3, turned, leaves, odd);
    text_add(&out, "]}");
    return out.bytes;
}

static const struct resource_type *bag_type(void)
{
    struct error error = { .text = "" };
    const json *schema = model(
        "{\"typeName\":\"Acme::Demo::Bag\",\"primaryIdentifier\":[\"/properties/Id\"],"
        "\"readOnlyProperties\":[\"/properties/Id\",\"/properties/Bag/*/Id\"],"
        "\"properties\":{\"Id\":{\"type\":\"string\"},"
        "\"Bag\":{\"$ref\":\"#/definitions/Bag\"}},\"definitions\":{\"Bag\":{\"type\":\"array\","
        "\"insertionOrder\":false,\"items\":{\"type\":\"object\",\"properties\":"
        "{\"Bag\":{\"$ref\":\"#/definitions/Bag\"}}}}}}");
    const struct resource_type *read = resource_type_read(arena, schema, NULL, &error);

    check_text(error.text, "");
    return read;
}

/* Whatever is turned around, it is equal; and one value that changed is one row. */
static void bags_in_bags_turned_around(void)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        int leaves, ignored;

        arena = arena_new();
        type = bag_type();
        const char *asked = bags(seed, false, -1, &leaves);
        differ(asked, asked, "");
        differ(asked, bags(seed, true, -1, &ignored), "");
        for (int odd = 0; odd < leaves; odd += 1 + leaves / 9) {
            const struct comparison c =
                compare_models(arena, type, model(asked), model(bags(seed, true, odd, &ignored)));

            check(c.differences && !c.differences->next);
            check(c.differences && c.differences->kind == DIFFERENCE_CHANGED &&
                  strcmp(c.differences->path + strlen(c.differences->path) - 5, "/Size") == 0);
        }
        arena_free(arena);
    }
}

/* A thousand items alike but for one value; what is read-only in them is said all the same. */
static void alike_but_for_one_member(void)
{
    struct text asked, got;

    arena = arena_new();
    type = bag_type();
    asked = text_new(arena);
    got = text_new(arena);
    for (int i = 0; i < 1000; i++) {
        text_addf(&asked, "%s{\"Kind\":\"k\",\"Id\":\"i\",\"Name\":\"n%d\"}", i ? "," : "", i);
        text_addf(&got, "%s{\"Kind\":\"k\",\"Id\":\"j\",\"Name\":\"n%d\"}", i ? "," : "",
                  i == 300 ? 5000 : 999 - i);
    }
    const struct comparison c =
        compare_models(arena, type, model(arena_printf(arena, "{\"Bag\":[%s]}", asked.bytes)),
                       model(arena_printf(arena, "{\"Bag\":[%s]}", got.bytes)));
    check(c.differences && !c.differences->next);
    check_text(c.differences ? c.differences->path : "", "/Bag/699/Name");
    check(c.not_compared && !c.not_compared->next);
    check_text(c.not_compared ? c.not_compared->path : "", "/Bag/*/Id");
    arena_free(arena);
}

static const char *hint_of(const char *requested, const char *returned)
{
    json *p = json_object(arena), *q = json_object(arena);

    json_set(p, "Any", model(requested));
    if (*returned)
        json_set(q, "Any", model(returned));
    const struct comparison c = compare_models(arena, type, p, q);
    const char *hint = c.differences ? difference_hint(arena, c.differences) : "equal";
    return hint ? hint : "";
}

static void hints_name_known_causes(void)
{
    static const struct {
        const char *requested, *returned, *hint;
    } rows[] = {
        { "3", "\"3\"",
          "integer 3 -> string \"3\"; the Go plugin writes numbers and booleans as strings" },
        { "true", "\"true\"", "boolean true -> string \"true\"; the Go plugin" },
        { "\"3\"", "3", "type changed: string \"3\" -> integer 3" },
        { "\"x\"", "null", "null in place of a value" },
        { "{\"a\":1}", "\"{ \\\"a\\\": 1 }\"", "came back as JSON text" },
        { "\"{}\"", "{}", "JSON text came back" },
        { "[\"a\"]", "\"a\"", "a list of one came back as its item" },
        { "\"a\"", "[\"a\"]", "a value came back as a list of one" },
        { "null", "", "null was asked for" },
        { "[]", "", "absent for an empty array" },
        { "{}", "", "absent for an empty object" },
        { "false", "", "false is a value" },
        { "0", "", "0 is a value" },
        { "\"\"", "", "\"\" is a value" },
        { "[1,2,3]", "[1,2]", "3 items were asked for and 2 returned: missing from /2 on" },
        { "[1,2]", "[1,2,3]", "more from /2 on" },
        { "[1,2]", "[3]", "different from /0 on" },
        { "[1,2]", "[2,1]", "insertionOrder" },
        { "\"Web\"", "\"web\"", "only the case differs" },
        { "\"a.example\"", "\"a.example.\"", "a trailing dot was added" },
        { "\"a.example.\"", "\"a.example\"", "the trailing dot was removed" },
        { "\"a\"", "\" a\\n\"", "only white space" },
        { "\"admin\"", "\"arn:aws:iam::123456789012:role/admin\"", "an ARN for the name" },
        { "\"arn:aws:sns:us-east-1:123456789012:t\"", "\"t\"", "a name for the ARN" },
        { "\"{\\\"a\\\": 1}\"", "\"{\\\"a\\\":1}\"", "the same JSON" },
        { "\"plain text\"", "\"cGxhaW4gdGV4dA==\"", "base64-encoded" },
        { "\"cGxhaW4gdGV4dA==\"", "\"plain text\"", "base64-decoded" },
        { "\"a b/c\"", "\"a%20b%2Fc\"", "it came back escaped" },
        { "\"a & b\"", "\"a &amp; b\"", "it came back escaped" },
        { "\"a%20b\"", "\"a b\"", "escapes decoded" },
        { "0.1", "0.10000000149011612", "lost precision" },
        { "2.5", "2", "rounded" },
        { "1700000000", "1700000000000", "a thousandfold" },
    };
    static const char *const without[][2] = {
        { "\"a\"", "\"b\"" }, { "1", "2" },  { "\"x\"", "" },     { "[1,2]", "[1,3]" },
        { "\"\"", "\"a\"" },  { "1", "{}" }, { "true", "false" },
    };

    begin();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_contains(hint_of(rows[i].requested, rows[i].returned), rows[i].hint);
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++)
        check_text(hint_of(without[i][0], without[i][1]), "");
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
    { "compare: transformed values are equal", transformed_values_are_equal },
    { "compare: a large unordered array ends", large_unordered_arrays_end },
    { "compare: unordered arrays within each other end", unordered_arrays_within_each_other_end },
    { "compare: bags in bags, turned around", bags_in_bags_turned_around },
    { "compare: alike but for one member", alike_but_for_one_member },
    { "compare: hints name known causes", hints_name_known_causes },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
