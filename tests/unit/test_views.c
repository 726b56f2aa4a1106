#include "cfnc/resource_type.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/file.h"
#include "corpus.h"

/*
 * Real schemas, and models that an independent validator has judged against
 * them: all are read, and our verdicts are the same.
 */
enum { LARGEST = 64 * 1024 * 1024, MOST_SHOWN = 20 };

static const struct resource_type *read_type(struct arena *arena, const char *file,
                                             struct error *error)
{
    const json *document = json_read(arena, file, LARGEST, error);

    return document ? resource_type_read(arena, document, file, error) : NULL;
}

/* Why a schema of the corpus may be refused: what json.h says, and a limit of the pattern engine.
 */
static bool is_known(const struct error *error)
{
    return strstr(error->text, "\\u0000 in a string is not supported") ||
           strstr(error->text, "regular expression is too large");
}

struct tally {
    int read, unread, warnings;
};

static void read_one(struct tally *tally, const char *file)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    const struct resource_type *type = read_type(arena, file, &error);

    tally->read += type != NULL;
    tally->unread += !type;
    if (!type)
        printf("      %s\n", error.text);
    if (!type && !is_known(&error))
        check_text(error.text, "");
    for (size_t i = 0; type && type->warnings[i]; i++, tally->warnings++)
        printf("      %s\n", type->warnings[i]);
    arena_free(arena);
}

static void every_schema_is_read(void)
{
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);
    struct tally tally = { 0, 0, 0 };

    for (size_t i = 0; paths && paths[i]; i++)
        read_one(&tally, paths[i]);
    check(!paths || tally.read > 0);
    printf("      %d schemas read, %d not, %d warnings\n", tally.read, tally.unread,
           tally.warnings);
    arena_free(arena);
}

static const struct {
    const char *name;
    enum schema_mode mode;
} views[] = {
    { "create", SCHEMA_ALL },
    { "update", SCHEMA_ALL },
    { "returned", SCHEMA_SHAPE },
};
enum { VIEW_COUNT = sizeof(views) / sizeof(views[0]) };

/* The models of one schema stand beside each other, so one type at a time is kept. */
struct labels {
    const char *folder;
    struct arena *arena;
    char file[200];
    const struct resource_type *type;
    int agreed[VIEW_COUNT], explained[VIEW_COUNT], judged[VIEW_COUNT], shown, unread;
};

static const struct schema *schema_of(const struct resource_type *type, size_t view)
{
    const struct schema *const schemas[VIEW_COUNT] = { type->create, type->update, type->returned };

    return schemas[view];
}

static void use_type(struct labels *labels, const char *file)
{
    struct error error = { "" };

    if (strcmp(labels->file, file) == 0)
        return;
    arena_free(labels->arena);
    labels->arena = arena_new();
    snprintf(labels->file, sizeof(labels->file), "%s", file);
    labels->type = read_type(labels->arena, file_join(labels->arena, labels->folder, file), &error);
    if (!labels->type && !is_known(&error))
        check_text(error.text, "");
}

/*
 * Where we mean to differ, both about returned models: the number of properties
 * does not count (the other judge counts it), and a property that no branch of a
 * oneOf declares is a fault (the other judge does not look into branches).
 */
static bool is_explained(size_t view, const json *line, const struct schema_fault *fault)
{
    const char *keyword = json_string(json_get(line, "kw"));
    const char *mutation = json_string(json_get(line, "mut"));

    if (views[view].mode != SCHEMA_SHAPE || !keyword || !mutation)
        return false;
    if (!fault)
        return strcmp(keyword, "minProperties") == 0 || strcmp(keyword, "maxProperties") == 0;
    return strcmp(fault->keyword, "additionalProperties") == 0 &&
           strstr(mutation, "extra property") && !fault->next;
}

static void disagree(struct labels *labels, struct arena *arena, size_t view, const json *line)
{
    const struct schema *schema = schema_of(labels->type, view);
    const json *model = json_get(line, "model");
    const struct schema_fault *fault = schema_faults(arena, schema, model, views[view].mode);

    if (is_explained(view, line, fault)) {
        labels->explained[view]++;
        return;
    }
    if (labels->shown++ >= MOST_SHOWN)
        return;
    printf("      %s %s: %s, expected %s (%s, %s)\n", views[view].name, labels->type->name,
           fault ? fault->message : "valid",
           json_true(json_get(line, views[view].name)) ? "valid" : "invalid",
           json_string(json_get(line, "mut")), json_print(arena, json_get(line, "kw")));
    printf("        %s %s: %.300s\n", fault ? fault->path : "", fault ? fault->schema_path : "",
           json_print(arena, model));
}

static void judge_line(struct labels *labels, const char *text, size_t length)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    const json *line = json_parse(arena, arena_copy(arena, text, length), length, &error);

    check_text(error.text, "");
    if (line)
        use_type(labels, json_string(json_get(line, "schema")));
    labels->unread += line && !labels->type;
    for (size_t view = 0; line && labels->type && view < VIEW_COUNT; view++) {
        const bool valid =
            schema_valid(schema_of(labels->type, view), json_get(line, "model"), views[view].mode);

        labels->judged[view]++;
        if (valid == json_true(json_get(line, views[view].name)))
            labels->agreed[view]++;
        else
            disagree(labels, arena, view, line);
    }
    arena_free(arena);
}

static void every_verdict_agrees(void)
{
    struct arena *arena = arena_new();
    struct labels labels = { .folder = corpus_folder(arena) };
    struct error error = { "" };

    if (!labels.folder) {
        arena_free(arena);
        return;
    }
    const char *text =
        file_read(arena, file_join(arena, labels.folder, "labelled.jsonl"), LARGEST, NULL, &error);
    check_text(error.text, "");
    for (const char *end; text && *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        judge_line(&labels, text, (size_t)(end - text));
    }
    for (size_t view = 0; view < VIEW_COUNT; view++) {
        printf("      %s: %d/%d agree, %d differ as they should\n", views[view].name,
               labels.agreed[view], labels.judged[view], labels.explained[view]);
        check_number(labels.agreed[view] + labels.explained[view], labels.judged[view]);
    }
    printf("      %d models of schemas that were not read\n", labels.unread);
    arena_free(labels.arena);
    arena_free(arena);
}

static const struct test tests[] = {
    { "views: every schema of the corpus is read", every_schema_is_read },
    { "views: verdicts on the models of the corpus", every_verdict_agrees },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
