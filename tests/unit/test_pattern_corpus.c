/* Every pattern of the real schemas at hand compiles, or is listed with the reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/json/json.h"
#include "cfnc/pattern/pattern.h"
#include "corpus.h"
#include "test.h"

/* Those that no engine compiles. None so far. */
static const struct {
    const char *pattern, *reason;
} refused[] = {
    { NULL, NULL },
};

struct patterns {
    struct arena *arena;
    const char **sources;
    size_t count, room;
};

static void add(struct patterns *patterns, const char *source)
{
    if (patterns->count == patterns->room) {
        const size_t room = patterns->room * 2 + 64;
        const char **grown = arena_array(patterns->arena, room, sizeof(*grown));

        if (patterns->count)
            memcpy(grown, patterns->sources, patterns->count * sizeof(*grown));
        patterns->sources = grown;
        patterns->room = room;
    }
    patterns->sources[patterns->count++] = source;
}

static void collect(struct patterns *patterns, const json *value)
{
    const char *const source = json_string(json_get(value, "pattern"));
    const json *const keys = json_get(value, "patternProperties");

    if (json_type(value) == JSON_OBJECT && source)
        add(patterns, source);
    if (json_type(keys) == JSON_OBJECT)
        json_each (key, keys)
            add(patterns, json_key(key));
    json_each (child, value)
        collect(patterns, child);
}

static int by_text(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;

    return strcmp(*x, *y);
}

static bool is_listed(const char *source)
{
    for (size_t i = 0; refused[i].pattern; i++)
        if (strcmp(refused[i].pattern, source) == 0)
            return true;
    return false;
}

static void every_pattern_of_real_schemas_compiles(void)
{
    struct arena *arena = arena_new();
    struct patterns patterns = { .arena = arena };
    const char *const *paths = corpus_schemas(arena, 1);
    size_t distinct = 0, compiled = 0, ecma = 0, noted = 0;

    for (size_t i = 0; paths && paths[i]; i++) {
        struct error error = { .text = "" };
        const json *document = json_read(arena, paths[i], 8 << 20, &error);

        check_text(error.text, "");
        collect(&patterns, document);
    }
    if (patterns.count)
        qsort(patterns.sources, patterns.count, sizeof(*patterns.sources), by_text);
    for (size_t i = 0; i < patterns.count; i++) {
        const char *const source = patterns.sources[i];
        struct error error = { .text = "" };

        if (i && strcmp(source, patterns.sources[i - 1]) == 0)
            continue;
        distinct++;
        const bool compiles = pattern_compile(arena, source, &error) != NULL;
        compiled += compiles;
        ecma += pattern_is_ecma(source);
        for (const struct pattern_note *note = pattern_notes(arena, source); note->what; note++)
            if (note->kind == PATTERN_FOREIGN) {
                noted++;
                break;
            }
        if (!check(compiles != is_listed(source)))
            printf("      %s\n", error.text);
    }
    if (paths)
        printf("    patterns: %zu, distinct %zu, compiled %zu, refused %zu; ECMA-262 with flag u "
               "%zu, translated from other dialects %zu\n",
               patterns.count, distinct, compiled, distinct - compiled, ecma, noted);
    check(!paths || distinct > 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "patterns of real schemas compile", every_pattern_of_real_schemas_compiles },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
