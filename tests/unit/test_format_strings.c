#include "test.h"

#include <stdio.h>
#include <string.h>

#include "generate/format_strings.h"
#include "cfnc/schema/schema.h"

/* The strings that are made of formats, held against what judges formats. */
static const char *const formats[] = {
    "date-time",     "date",         "time",          "email",
    "idn-email",     "hostname",     "idn-hostname",  "ipv4",
    "ipv6",          "uri",          "uri-reference", "iri",
    "iri-reference", "uri-template", "json-pointer",  "relative-json-pointer",
    "regex",         "arn",          "timestamp",
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]), SEEDS = 1000 };

static size_t characters(const char *s)
{
    size_t count = 0;

    for (; *s; s++)
        count += ((unsigned char)*s & 0xC0) != 0x80;
    return count;
}

static const struct schema *schema_of(struct arena *arena, const char *format)
{
    struct error error = { .text = "" };
    json *schema = json_object(arena);

    /* A timestamp is judged by nobody, but is as a date-time is. */
    json_set_string(schema, "format", strcmp(format, "timestamp") == 0 ? "date-time" : format);
    return schema_compile(arena, schema, NULL, &error);
}

static bool is_sound(struct arena *arena, const struct schema *schema, const char *string,
                     size_t shortest, size_t longest)
{
    return string && schema_valid(schema, json_new_string(arena, string), SCHEMA_ALL) &&
           characters(string) >= shortest && characters(string) <= longest;
}

/* As many as there are seeds, but for a few that meet (or many: a date is one of 13,000). */
static void varied(void)
{
    for (size_t i = 0; i < FORMATS; i++) {
        struct arena *arena = arena_new();
        const struct schema *schema = schema_of(arena, formats[i]);
        const char *made[SEEDS];
        size_t twice = 0;

        for (size_t seed = 0; seed < SEEDS; seed++) {
            struct random random = { seed }, same = { seed };

            made[seed] = string_for_format(arena, formats[i], 0, SIZE_MAX, &random);
            if (!check(is_sound(arena, schema, made[seed], 1, 200)))
                printf("      %s: %s\n", formats[i], made[seed] ? made[seed] : "nothing");
            check_text(string_for_format(arena, formats[i], 0, SIZE_MAX, &same), made[seed]);
            for (size_t k = 0; made[seed] && k < seed; k++)
                twice += made[k] && strcmp(made[k], made[seed]) == 0;
        }
        if (!check(twice < SEEDS / 10))
            printf("      %s: %zu pairs are alike\n", formats[i], twice);
        arena_free(arena);
    }
}

/* Whatever lengths a format has, a schema may ask for. */
static void lengths(void)
{
    static const struct {
        const char *format;
        size_t shortest, longest;
    } rows[] = {
        { "date-time", 20, 20 },
        { "date-time", 30, 30 },
        { "timestamp", 20, 20 },
        { "date", 10, 10 },
        { "time", 9, 9 },
        { "time", 15, 18 },
        { "email", 3, 3 },
        { "email", 0, 6 },
        { "email", 100, 254 },
        { "email", 200, 254 },
        { "idn-email", 0, 8 },
        { "hostname", 1, 1 },
        { "hostname", 0, 10 },
        { "hostname", 64, 64 },
        { "hostname", 200, 253 },
        { "idn-hostname", 0, 10 },
        { "idn-hostname", 100, 253 },
        { "ipv4", 7, 7 },
        { "ipv4", 0, 9 },
        { "ipv4", 15, 15 },
        { "ipv6", 2, 2 },
        { "ipv6", 0, 10 },
        { "ipv6", 39, 39 },
        { "ipv6", 30, 36 },
        { "uri", 2, 2 },
        { "uri", 0, 12 },
        { "uri", 1000, 1024 },
        { "uri-reference", 0, 0 },
        { "uri-reference", 0, 4 },
        { "uri-reference", 300, 300 },
        { "iri", 2, 5 },
        { "iri", 500, 500 },
        { "iri-reference", 0, 3 },
        { "uri-template", 0, 5 },
        { "uri-template", 64, 64 },
        { "json-pointer", 0, 0 },
        { "json-pointer", 1, 3 },
        { "json-pointer", 99, 99 },
        { "relative-json-pointer", 1, 1 },
        { "relative-json-pointer", 50, 60 },
        { "regex", 0, 4 },
        { "regex", 100, 120 },
        { "arn", 20, 20 },
        { "arn", 200, 2048 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        const struct schema *schema = schema_of(arena, rows[i].format);

        for (size_t seed = 0; seed < 20; seed++) {
            struct random random = { seed };
            const char *string = string_for_format(arena, rows[i].format, rows[i].shortest,
                                                   rows[i].longest, &random);

            if (!check(is_sound(arena, schema, string, rows[i].shortest, rows[i].longest)))
                printf("      %s, %zu to %zu: %s\n", rows[i].format, rows[i].shortest,
                       rows[i].longest, string ? string : "nothing");
        }
        arena_free(arena);
    }
}

static void impossible(void)
{
    static const struct {
        const char *format;
        size_t shortest, longest;
    } rows[] = { { "date", 11, SIZE_MAX }, { "date", 0, 9 },     { "date-time", 0, 19 },
                 { "ipv4", 16, SIZE_MAX }, { "ipv4", 0, 6 },     { "ipv6", 0, 1 },
                 { "email", 0, 2 },        { "hostname", 0, 0 }, { "hostname", 254, SIZE_MAX },
                 { "int64", 0, SIZE_MAX }, { "", 0, SIZE_MAX },  { "Date", 0, SIZE_MAX } };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct random random = { 1 };
        check(
            !string_for_format(arena, rows[i].format, rows[i].shortest, rows[i].longest, &random));
    }
    arena_free(arena);
}

/* Those of the international formats are not all of ASCII. */
static void international(void)
{
    static const char *const names[] = { "idn-email", "idn-hostname", "iri", "iri-reference" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct arena *arena = arena_new();
        size_t beyond = 0;

        for (size_t seed = 0; seed < 100; seed++) {
            struct random random = { seed };
            const char *string = string_for_format(arena, names[i], 0, SIZE_MAX, &random);
            beyond += string && characters(string) < strlen(string);
        }
        check(beyond > 50);
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "format strings: sound and unlike each other", varied },
    { "format strings: of every length", lengths },
    { "format strings: none where there is none", impossible },
    { "format strings: beyond ASCII", international },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
