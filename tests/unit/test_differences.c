#include "cfnc/report/differences.h"

#include <string.h>

#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

static const char schema[] =
    "{\"typeName\":\"Acme::Demo::Model\",\"properties\":{\"Id\":{\"type\":\"string\"},"
    "\"Size\":{\"type\":\"integer\"},\"Config\":{\"type\":\"object\"},"
    "\"Bag\":{\"type\":\"array\",\"insertionOrder\":false},\"List\":{\"type\":\"array\"}},"
    "\"readOnlyProperties\":[\"/properties/Id\"],\"primaryIdentifier\":[\"/properties/Id\"]}";

static struct arena *arena;

static const json *value_of(const char *text)
{
    return json_of_text(arena, text);
}

static struct comparison compared(const char *requested, const char *returned)
{
    return compare_models(arena, type_of_text(arena, schema), value_of(requested),
                          value_of(returned));
}

static struct differences_style plain(enum diff_format format)
{
    return (struct differences_style){
        .format = format, .columns = 80, .rows = 3, .hints = 2, .returned = "READ returned"
    };
}

static const char *shown(const char *requested, const char *returned,
                         const struct differences_style *style)
{
    const struct comparison c = compared(requested, returned);
    struct text out = text_new(arena);

    differences_add(&out, &c, style);
    return out.bytes;
}

static void nothing_is_said_of_equal_models(void)
{
    const struct differences_style both = plain(DIFF_BOTH);

    arena = arena_new();
    check_text(shown("{\"Id\":\"a\",\"Size\":1}", "{\"Size\":1}", &both), "");
    arena_free(arena);
}

/* What a text takes on a terminal, line by line, is what is asked for. */
static size_t widest_line(const char *text)
{
    size_t widest = 0;

    while (*text) {
        const size_t length = strcspn(text, "\n");
        const size_t width = text_width(arena_copy(arena, text, length));

        widest = width > widest ? width : widest;
        text += length + (text[length] != 0);
    }
    return widest;
}

static const char *many(const char *part, size_t times)
{
    struct text out = text_new(arena);

    while (times--)
        text_add(&out, part);
    return out.bytes;
}

static void whatever_is_long_is_cut_by_its_width(void)
{
    static const char *const parts[] = {
        "x",
        "\xE6\xBC\xA2",     /* two columns each */
        "e\xCC\x81",        /* with an accent upon it */
        "\xF0\x9F\x98\x80", /* a smile */
        "\\u001b",          /* escaped when shown */
        "\xE2\x80\x8B",     /* nothing to be seen */
    };
    static const int columns[] = { 20, 80, 200, 1000 };
    static const enum diff_format formats[] = { DIFF_PATHS, DIFF_UNIFIED };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        for (size_t j = 0; j < 8; j++) {
            struct differences_style style = plain(formats[j % 2]);
            const char *asked = arena_printf(arena, "{\"N%s\":\"a%s\",\"Size\":1}",
                                             many(parts[i], 70), many(parts[i], 300));
            const char *got = arena_printf(arena, "{\"N%s\":\"b%s\",\"Size\":2}",
                                           many(parts[i], 70), many(parts[i], 300));

            style.columns = columns[j / 2];
            style.hints = 0;
            const char *text = shown(asked, got, &style);
            check(widest_line(text) <= (size_t)(style.columns < 60 ? 60 : style.columns));
            check(style.format == DIFF_UNIFIED || widest_line(text) <= 700);
        }
    check_number((long long)text_width("a\xE6\xBC\xA2"
                                       "e\xCC\x81"),
                 4);
    check_text(text_fit(arena, "\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2", 10),
               "\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2");
    check_text(text_fit(arena,
                        "\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2",
                        10),
               "\xE6\xBC\xA2...(+5)");
    check_text(text_fit(arena, "0123456789abcdefghij", 12), "0123...(+16)");
    check_text(text_fit(arena, "0123456789ab", 12), "0123456789ab");
    check_text(text_padded(arena, "\xE6\xBC\xA2", 4), "\xE6\xBC\xA2  ");
    arena_free(arena);
}

/* Two long values that begin alike are shown from where they differ, in whole letters. */
static void what_begins_alike_is_skipped(void)
{
    struct differences_style paths = plain(DIFF_PATHS);

    arena = arena_new();
    paths.hints = 0;
    check_text(shown(arena_printf(arena, "{\"Id\":\"%sEND\"}", many("ä", 60)),
                     arena_printf(arena, "{\"Id\":\"%send\"}", many("ä", 60)), &paths),
               "");
    const char *table = shown(arena_printf(arena, "{\"N\":\"%sEND\"}", many("ä", 60)),
                              arena_printf(arena, "{\"N\":\"%send\"}", many("ä", 60)), &paths);
    check_contains(table, "(53+)...ääääääääEND\"   (53+)...ääääääääend\"\n");
    table = shown(arena_printf(arena, "{\"N\":\"%s\"}", many("0123456789", 30)),
                  arena_printf(arena, "{\"N\":\"%s\"}", many("0123456789", 20)), &paths);
    check_contains(table, "(193+)...234567890123...(+97)   (193+)...23456789\"\n");
    /* what is seen as it is, and where there is no room for more */
    table = shown("{\"N\":\"abcdefghij\"}", "{\"N\":\"abcdefghik\"}", &paths);
    check_contains(table, "\"abcdefghij\"   \"abcdefghik\"\n");
    paths.columns = 40;
    check(!strstr(shown(arena_printf(arena, "{\"N\":\"%sEND\"}", many("x", 60)),
                        arena_printf(arena, "{\"N\":\"%send\"}", many("x", 60)), &paths),
                  "+)..."));
    arena_free(arena);
}

static void a_table_with_causes(void)
{
    const struct differences_style paths = plain(DIFF_PATHS);

    arena = arena_new();
    check_text(
        shown("{\"Id\":\"a\",\"Size\":1,\"Bag\":[\"x\"]}", "{\"Size\":\"1\",\"Bag\":[]}", &paths),
        "  path             requested   READ returned\n"
        "  /Size            1           \"1\"  type\n"
        "  /Bag/0           \"x\"         (absent)\n"
        "  /Size: type changed: integer 1 -> string \"1\"; the Go plugin writes numbers and\n"
        "    booleans as strings\n"
        "  not compared: /Id (read-only)\n");
    const char *many = shown("{\"List\":[1,2,3,4,5]}", "{\"List\":[6,7,8,9,10]}", &paths);
    check_contains(many, "/List/2");
    check_contains(many, "... and 2 more");
    check(!strstr(many, "/List/4"));
    arena_free(arena);
}

static void a_unified_diff(void)
{
    const struct differences_style unified = plain(DIFF_UNIFIED);

    arena = arena_new();
    check_text(
        shown("{\"Size\":1,\"Config\":{\"a\":1,\"b\":2,\"c\":{\"d\":3}},\"Bag\":[1]}",
              "{\"Bag\":[1,9],\"Config\":{\"c\":{\"d\":4},\"a\":1,\"more\":true},\"Size\":1}",
              &unified),
        "  --- requested\n"
        "  +++ READ returned\n"
        "  @@ -2,12 +2,12 @@\n"
        "     \"Size\": 1,\n"
        "     \"Config\": {\n"
        "       \"a\": 1,\n"
        "  -    \"b\": 2,\n"
        "       \"c\": {\n"
        "  -      \"d\": 3\n"
        "  +      \"d\": 4\n"
        "       }\n"
        "     },\n"
        "     \"Bag\": [\n"
        "       1\n"
        "  +    9\n"
        "     ]\n"
        "   }\n");
    const char *far = shown("{\"List\":[0,1,2,3,4,5,6,7,8,9],\"Size\":1}",
                            "{\"List\":[0,1,2,3,4,5,6,7,8,0],\"Size\":1}", &unified);
    check_contains(far, "@@ -9,7 +9,7 @@");
    check(!strstr(far, "     5,"));
    arena_free(arena);
}

/* A model of another kind, a name that is empty, one with slashes. */
static void odd_places_are_shown(void)
{
    const struct differences_style both = plain(DIFF_BOTH);

    arena = arena_new();
    check_contains(shown("{\"Size\":1}", "[1]", &both), "(model)");
    check_contains(
        shown("{\"Config\":{\"\":1,\"a/b~\":2}}", "{\"Config\":{\"\":2,\"a/b~\":3}}", &both),
        "+    \"a/b~\": 3");
    arena_free(arena);
}

static void nothing_drives_a_terminal(void)
{
    struct differences_style both = plain(DIFF_BOTH);
    const char *hostile = "{\"Config\":{\"\\u001b[2J\\n\":\"\\u001b]0;x\\u0007\\r\\u202e\"}}";
    const char *other = "{\"Config\":{\"\\u001b[2J\\n\":\"\\u009b\\u0000\"}}";

    arena = arena_new();
    const char *text = shown(hostile, other, &both);
    check(*text && !strpbrk(text, "\033\r\007") && !strstr(text, "\xe2\x80\xae") &&
          !strstr(text, "\xc2\x9b"));
    both.colour = true;
    check_contains(shown("{\"Size\":1}", "{\"Size\":2}", &both), "\033[32m1");
    arena_free(arena);
}

static void as_json(void)
{
    arena = arena_new();
    const struct comparison c = compared("{\"Id\":\"a\",\"Size\":1}", "{\"Size\":\"1\"}");
    json *object = json_object(arena);

    differences_report(arena, object, &c);
    const json *row = json_at(json_get(object, "diff"), 0);
    check_text(json_string(json_get(row, "kind")), "type");
    check_number((int)json_number(json_get(row, "expected"), 0), 1);
    check_text(json_string(json_get(row, "actual")), "1");
    check_contains(json_string(json_get(row, "hint")), "Go plugin");
    check_text(json_print(arena, json_get(object, "not_compared")),
               "[{\"path\":\"/Id\",\"why\":\"read-only\",\"failed\":false}]");
    arena_free(arena);
}

static void formats_have_names(void)
{
    enum diff_format format = DIFF_BOTH;

    check(diff_format_read("paths", &format) && format == DIFF_PATHS);
    check(diff_format_read("unified", &format) && format == DIFF_UNIFIED);
    check(diff_format_read("both", &format) && format == DIFF_BOTH);
    check(!diff_format_read("Paths", &format) && !diff_format_read("", &format));
}

static const struct test tests[] = {
    { "differences: whatever is long is cut by its width", whatever_is_long_is_cut_by_its_width },
    { "differences: nothing is said of equal models", nothing_is_said_of_equal_models },
    { "differences: what begins alike is skipped", what_begins_alike_is_skipped },
    { "differences: a table with causes", a_table_with_causes },
    { "differences: a unified diff", a_unified_diff },
    { "differences: odd places are shown", odd_places_are_shown },
    { "differences: nothing drives a terminal", nothing_drives_a_terminal },
    { "differences: as JSON", as_json },
    { "differences: formats have names", formats_have_names },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
