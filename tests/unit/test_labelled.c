#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/type/resource_type.h"
#include "corpus.h"

/*
 * Models of real types that an independent validator has judged: our verdicts
 * are the same. labelled.jsonl of the corpus has a line for each,
 *
 *     {"schema":"schemas/x.json","model":{},"create":true,"createNoFormat":true,
 *      "update":true,"returned":true,"mut":"what was done to it","kw":"what it breaks"}
 *
 * "create" and "update" assert draft-07's formats, as we do; "createNoFormat" says the same but for
 * them, so that it is never stricter.
 */
enum { LARGEST = 64 * 1024 * 1024, MOST_SHOWN = 20 };

static const struct {
    const char *name;
    enum schema_mode mode;
} views[] = {
    { "create", SCHEMA_ALL },
    { "update", SCHEMA_ALL },
    { "returned", SCHEMA_SHAPE_KEYWORDS },
};
enum { VIEW_COUNT = sizeof(views) / sizeof(views[0]) };

/* The models of one schema stand beside each other, so one type at a time is kept. */
struct labels {
    const char *folder;
    struct arena *arena;
    char file[200];
    const struct resource_type *type;
    int agreed[VIEW_COUNT], judged[VIEW_COUNT], shown, unread, no_format;
};

static const struct schema *schema_of(const struct resource_type *type, size_t view)
{
    const struct schema *const schemas[VIEW_COUNT] = { type->create, type->update, type->returned };

    return schemas[view];
}

/* What the JSON reader does not take (json.h). */
static bool is_known(const struct error *error)
{
    return strstr(error->text, "\\u0000 in a string is not supported");
}

static void use_type(struct labels *labels, const char *file)
{
    struct error error = { .text = "" };

    if (strcmp(labels->file, file) == 0)
        return;
    arena_free(labels->arena);
    labels->arena = arena_new();
    snprintf(labels->file, sizeof(labels->file), "%s", file);
    const char *path = file_join(labels->arena, labels->folder, file);
    const json *document = json_read(labels->arena, path, LARGEST, &error);
    labels->type = document ? resource_type_read(labels->arena, document, path, &error) : NULL;
    if (!labels->type && !is_known(&error))
        check_text(error.text, "");
    if (!labels->type)
        printf("      not read: %s\n", error.text);
}

static void show(struct labels *labels, struct arena *arena, size_t view, const json *line)
{
    const json *model = json_get(line, "model");
    const struct schema_fault *fault =
        schema_faults(arena, schema_of(labels->type, view), model, views[view].mode);

    if (labels->shown++ >= MOST_SHOWN)
        return;
    printf("      %s %s: %s, expected %s (%s, %s)\n", views[view].name, labels->type->name,
           fault ? fault->message : "valid",
           json_true(json_get(line, views[view].name)) ? "valid" : "invalid",
           json_string(json_get(line, "mut")), json_print(arena, json_get(line, "kw")));
    printf("        %s %s: %.300s\n", fault ? fault->path : "", fault ? fault->schema_path : "",
           json_print(arena, model));
}

static void judge_views(struct labels *labels, struct arena *arena, const json *line)
{
    const json *model = json_get(line, "model");

    for (size_t view = 0; view < VIEW_COUNT; view++) {
        const struct schema *schema = schema_of(labels->type, view);
        const bool valid = schema_valid(schema, model, views[view].mode);

        check(valid == !schema_faults(arena, schema, model, views[view].mode));
        labels->judged[view]++;
        if (valid == json_true(json_get(line, views[view].name)))
            labels->agreed[view]++;
        else
            show(labels, arena, view, line);
    }
    labels->no_format += schema_valid(labels->type->create, model, SCHEMA_ALL) &&
                         !json_true(json_get(line, "createNoFormat"));
}

static void judge_line(struct labels *labels, const char *text, size_t length)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *line = json_parse(arena, arena_copy(arena, text, length), length, &error);

    check_text(error.text, "");
    if (line)
        use_type(labels, json_string(json_get(line, "schema")));
    labels->unread += line && !labels->type;
    if (line && labels->type)
        judge_views(labels, arena, line);
    arena_free(arena);
}

static void every_verdict_agrees(void)
{
    struct arena *arena = arena_new();
    struct labels labels = { .folder = corpus_folder(arena) };
    struct error error = { .text = "" };
    const char *text = NULL;

    if (labels.folder) {
        text = file_read(arena, file_join(arena, labels.folder, "labelled.jsonl"), LARGEST, NULL,
                         &error);
        check_text(error.text, "");
    }
    for (const char *end; text && *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        judge_line(&labels, text, (size_t)(end - text));
    }
    for (size_t view = 0; text && view < VIEW_COUNT; view++) {
        printf("      %s: %d/%d agree\n", views[view].name, labels.agreed[view],
               labels.judged[view]);
        check(labels.judged[view] > 0);
        check_number(labels.agreed[view], labels.judged[view]);
    }
    if (text)
        check_number(labels.no_format, 0);
    if (text)
        printf("      %d models of schemas that were not read\n", labels.unread);
    arena_free(labels.arena);
    arena_free(arena);
}

static const struct test tests[] = {
    { "labelled: verdicts on the models of the corpus", every_verdict_agrees },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
