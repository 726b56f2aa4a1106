#include "cfnc/json/pointer.h"
#include "json_of_text.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static struct arena *arena;

static const json *parse(const char *text)
{
    return json_of_text(arena, text);
}

static struct property_path path_of(const char *pointer)
{
    struct property_path path = { .pointer = NULL };

    check(pointer_read(arena, pointer, &path));
    return path;
}

static void escapes(void)
{
    struct property_path path;

    arena = arena_new();
    path = path_of("/a~1b/~0/~01//");
    check_number((long long)path.depth, 5);
    check_text(path.steps[0], "a/b");
    check_text(path.steps[1], "~");
    check_text(path.steps[2], "~1");
    check_text(path.steps[3], "");
    check_text(path.steps[4], "");
    check_text(pointer_add(arena, "/x", "a/b~c"), "/x/a~1b~0c");
    check_text(pointer_add_index(arena, "", 12), "/12");
    check(!pointer_read(arena, "", &path));
    check(!pointer_read(arena, "A", &path));
    check(!pointer_read(arena, "/a~", &path));
    check(!pointer_read(arena, "/a~2", &path));
    check(!pointer_read(arena, "/~/b", &path));
    check(!pointer_read(arena, NULL, &path));
    arena_free(arena);
}

static void finds(const json *document, const char *pointer, const char *printed)
{
    const json *value = pointer_get(document, pointer);

    check_text(value ? json_print(arena, value) : NULL, printed);
}

/* The document of RFC 6901 section 5, and what is not in it. */
static void values_at_pointers(void)
{
    arena = arena_new();
    const json *document = parse("{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,"
                                 "\"g|h\":4,\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}");
    finds(document, "/foo", "[\"bar\",\"baz\"]");
    finds(document, "/foo/0", "\"bar\"");
    finds(document, "/", "0");
    finds(document, "/a~1b", "1");
    finds(document, "/c%d", "2");
    finds(document, "/i\\j", "5");
    finds(document, "/k\"l", "6");
    finds(document, "/ ", "7");
    finds(document, "/m~0n", "8");
    check(pointer_get(document, "") == document);
    finds(document, "/foo/00", NULL);
    finds(document, "/foo/2", NULL);
    finds(document, "/foo/-", NULL);
    finds(document, "/foo/99999999999999999999", NULL);
    finds(document, "/foo/0/0", NULL);
    finds(document, "foo", NULL);
    finds(document, "/m~n", NULL);
    check(pointer_get(NULL, "/a") == NULL);
    check_number((long long)json_number(pointer_get_fragment(document, "/c%25d"), -1), 2);
    check_number((long long)json_number(pointer_get_fragment(document, "/%61~1b"), -1), 1);
    check(pointer_get_fragment(document, "/a%00b") == NULL);
    check_number((long long)json_number(pointer_get_fragment(document, "/c%d"), -1), 2);
    arena_free(arena);
}

static const char model_text[] =
    "{\"A\":{\"B\":1},\"Tags\":[{\"Key\":\"a\",\"Value\":1},{\"Key\":\"b\"},7],"
    "\"Map\":{\"x/y\":{\"Id\":1},\"z\":{\"Id\":2}},"
    "\"Deep\":[[{\"Id\":3}],[{\"Id\":4},{\"Id\":5}]],\"N\":null}";

struct seen {
    char places[300];
    int left;
};

static bool note(void *context, const char *pointer, const json *value)
{
    struct seen *seen = context;

    check(value != NULL);
    snprintf(seen->places + strlen(seen->places), sizeof(seen->places) - strlen(seen->places),
             "%s ", pointer);
    return --seen->left != 0;
}

static void visits(const char *model, const char *pointer, const char *places)
{
    const struct property_path path = path_of(pointer);
    struct seen seen = { "", -1 };

    path_each(arena, parse(model), &path, note, &seen);
    check_text(seen.places, places);
    check(!path_get(parse(model), &path) == !*places);
}

static void paths_visit(void)
{
    struct seen seen = { "", 1 };

    arena = arena_new();
    visits(model_text, "/A/B", "/A/B ");
    visits(model_text, "/Tags/*/Key", "/Tags/0/Key /Tags/1/Key ");
    visits(model_text, "/Tags/Key", "/Tags/0/Key /Tags/1/Key ");
    visits(model_text, "/Tags/1/Key", "/Tags/1/Key ");
    visits(model_text, "/Tags/*", "/Tags/0 /Tags/1 /Tags/2 ");
    visits(model_text, "/Map/*/Id", "/Map/x~1y/Id /Map/z/Id ");
    visits(model_text, "/Deep/*/*/Id", "/Deep/0/0/Id /Deep/1/0/Id /Deep/1/1/Id ");
    visits(model_text, "/Deep/Id", "/Deep/0/0/Id /Deep/1/0/Id /Deep/1/1/Id ");
    visits(model_text, "/N", "/N ");
    visits(model_text, "/N/X", "");
    visits(model_text, "/A/B/C", "");
    visits("{}", "/A", "");
    visits("[]", "/*/A", "");
    visits("3", "/*", "");
    const struct property_path every = path_of("/Tags/*");
    path_each(arena, parse(model_text), &every, note, &seen);
    check_text(seen.places, "/Tags/0 ");
    check(path_get(NULL, &every) == NULL);
    check_text(json_print(arena, path_get(parse(model_text), &every)),
               "{\"Key\":\"a\",\"Value\":1}");
    arena_free(arena);
}

static void removes(const char *model, const char *pointer, const char *left)
{
    const struct property_path path = path_of(pointer);
    json *copy = json_copy(arena, parse(model));

    path_remove(copy, &path);
    check_text(json_print(arena, copy), left);
}

static void paths_remove(void)
{
    arena = arena_new();
    removes("{\"A\":{\"B\":1}}", "/A/B", "{\"A\":{}}");
    removes("{\"A\":{\"B\":1}}", "/A/B/C", "{\"A\":{\"B\":1}}");
    removes("{\"T\":[{\"K\":1,\"V\":2},{\"K\":3},4]}", "/T/*/K", "{\"T\":[{\"V\":2},{},4]}");
    removes("{\"T\":[{\"K\":1,\"V\":2},{\"K\":3},4]}", "/T/K", "{\"T\":[{\"V\":2},{},4]}");
    removes("{\"T\":[1,2,3]}", "/T/*", "{\"T\":[]}");
    removes("{\"T\":{\"a\":1,\"b\":2}}", "/T/*", "{\"T\":{}}");
    removes("{\"T\":[1,2,3]}", "/T/1", "{\"T\":[1,3]}");
    removes("{\"T\":[1,2,3]}", "/T/3", "{\"T\":[1,2,3]}");
    removes("{\"T\":[[{\"K\":1}],[{\"K\":2}]]}", "/T/K", "{\"T\":[[{}],[{}]]}");
    removes("{\"T\":[[{\"K\":1}],[{\"K\":2}]]}", "/T/1/0/K", "{\"T\":[[{\"K\":1}],[{}]]}");
    removes("{\"M\":{\"x\":{\"K\":1},\"y\":5}}", "/M/*/K", "{\"M\":{\"x\":{},\"y\":5}}");
    removes("[{\"A\":1}]", "/A", "[{}]");
    arena_free(arena);
}

static void sets(const char *model, const char *pointer, const char *objection, const char *result)
{
    const struct property_path path = path_of(pointer);
    json *copy = json_copy(arena, parse(model));

    check_text(path_set(copy, &path, parse("\"v\"")), objection);
    check_text(json_print(arena, copy), result);
}

static void paths_set(void)
{
    arena = arena_new();
    sets("{}", "/A", NULL, "{\"A\":\"v\"}");
    sets("{\"A\":1,\"B\":2}", "/A", NULL, "{\"A\":\"v\",\"B\":2}");
    sets("{}", "/A/B/C", NULL, "{\"A\":{\"B\":{\"C\":\"v\"}}}");
    sets("{\"A\":null}", "/A/B", NULL, "{\"A\":{\"B\":\"v\"}}");
    sets("{}", "/A/0/B", NULL, "{\"A\":[{\"B\":\"v\"}]}");
    sets("{}", "/A/0/0/B", NULL, "{\"A\":[[{\"B\":\"v\"}]]}");
    sets("{\"A\":[1]}", "/A/0", NULL, "{\"A\":[\"v\"]}");
    sets("{\"A\":[1]}", "/A/1", NULL, "{\"A\":[1,\"v\"]}");
    sets("{\"A\":[1]}", "/A/-", NULL, "{\"A\":[1,\"v\"]}");
    sets("{\"A\":[1]}", "/A/1/B", NULL, "{\"A\":[1,{\"B\":\"v\"}]}");
    sets("{\"A\":[{\"B\":1}]}", "/A/0/B", NULL, "{\"A\":[{\"B\":\"v\"}]}");
    sets("{}", "/A/7", NULL, "{\"A\":{\"7\":\"v\"}}");
    sets("{\"A\":[1]}", "/A/2", "an array with fewer items", "{\"A\":[1]}");
    sets("{\"A\":[1]}", "/A/B/C", "an array, where the pointer needs a number", "{\"A\":[1]}");
    sets("{\"A\":\"s\"}", "/A/B", "a string", "{\"A\":\"s\"}");
    sets("{\"A\":1}", "/A/B", "a number", "{\"A\":1}");
    sets("{\"A\":true}", "/A/B/C", "a boolean", "{\"A\":true}");
    sets("{\"A\":[null]}", "/A/0/B", "null", "{\"A\":[null]}");
    sets("{\"A\":[]}", "/A/*", "'*', which stands for many places", "{\"A\":[]}");
    arena_free(arena);
}

static bool covers(const char *path, const char *pointer)
{
    const struct property_path steps = path_of(path);

    return path_covers(&steps, pointer);
}

static void covering(void)
{
    arena = arena_new();
    check(covers("/A", "/A"));
    check(covers("/A", "/A/B/0"));
    check(!covers("/A/B", "/A"));
    check(!covers("/A", "/AB"));
    check(!covers("/A", ""));
    check(covers("/T/*/K", "/T/0/K"));
    check(covers("/T/*/K", "/T/name/K/more"));
    check(!covers("/T/*/K", "/T/0"));
    check(covers("/T/K", "/T/12/K"));
    check(covers("/T/K", "/T/1/2/K"));
    check(!covers("/T/K", "/T/x/K"));
    check(!covers("/T/1", "/T/0/1"));
    check(covers("/a~1b", "/a~1b/c"));
    check(!covers("/a", "/a~1b"));
    arena_free(arena);
}

static void models(void)
{
    arena = arena_new();
    const struct property_path paths[] = { path_of("/A/B"), path_of("/Tags/*/Key"), path_of("/N") };
    const struct property_set set = { paths, 3 }, none = { NULL, 0 };
    const json *model = parse("{\"A\":{\"B\":1,\"C\":2},\"Tags\":[{\"Key\":1}],\"N\":false}");

    check_text(json_print(arena, model_without(arena, model, &set)),
               "{\"A\":{\"C\":2},\"Tags\":[{}]}");
    check_text(json_print(arena, model_only(arena, model, &set)), "{\"A\":{\"B\":1},\"N\":false}");
    check_text(json_print(arena, model_only(arena, NULL, &set)), "{}");
    check_text(json_print(arena, model_without(arena, model, &none)), json_print(arena, model));
    check(set_has(&set, &paths[1]) && !set_has(&none, &paths[1]));
    check(set_covers(&set, "/Tags/3/Key") && !set_covers(&set, "/Tags/3/Value"));
    arena_free(arena);
}

/* An array in an array in an array, as deep as a document goes. */
static void deep_models(void)
{
    char text[2 * JSON_DEEPEST + 1];

    arena = arena_new();
    memset(text, '[', JSON_DEEPEST);
    memset(text + JSON_DEEPEST, ']', JSON_DEEPEST);
    text[sizeof(text) - 1] = '\0';
    const struct property_path path = path_of("/Name/*/Name");
    json *model = json_copy(arena, parse(text));
    check(!path_get(model, &path));
    path_remove(model, &path);
    check_text(json_print(arena, model), text);
    arena_free(arena);
}

static const struct test tests[] = {
    { "pointer: escapes are read and written", escapes },
    { "pointer: values are found as RFC 6901 says", values_at_pointers },
    { "path: every value is visited, with its place", paths_visit },
    { "path: values are removed", paths_remove },
    { "path: values are set, and what is in the way is named", paths_set },
    { "path: which places a path covers", covering },
    { "path: models without, and models of, a set", models },
    { "path: deep arrays", deep_models },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
