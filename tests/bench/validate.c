/*
 * What the schema engine costs; tests/bench/schema.sh builds and runs it.
 *
 *     validate emit FOLDER CORPUS     for every schema of CORPUS: FOLDER/N.json, its create view as
 *                                     plain draft-07, and FOLDER/N.models, the models of
 *                                     CORPUS/labelled.jsonl that are valid to it, one on a line;
 *                                     FOLDER/N.source is the resource schema
 *     validate make FOLDER SCHEMA...  the same of these schemas, with models that are made up
 *     validate measure FOLDER         what it costs to compile them and to judge the models
 *     validate hot FOLDER             only judging, for a profiler
 *     validate curves                 the same of schemas and instances that grow
 */
#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/generate/generate.h"
#include "cfnc/type/resource_type.h"
#include "curves.h"

enum { LARGEST = 256 << 20, MADE_UP = 40, REPEATED = 1000 };

double cpu_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void give_up(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    if (!file || fputs(text, file) < 0 || fclose(file))
        give_up(path);
}

static int is_json(const struct dirent *entry)
{
    return text_glob("*.json", entry->d_name);
}

static const char **files_of(struct arena *arena, const char *folder, size_t *count)
{
    struct dirent **entries = NULL;
    const int found = scandir(folder, &entries, is_json, alphasort);
    const char **paths = arena_array(arena, (size_t)(found > 0 ? found : 0), sizeof(*paths));

    if (found <= 0)
        give_up(folder);
    for (int i = 0; i < found; i++) {
        paths[i] = arena_printf(arena, "%s/%s", folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    *count = (size_t)found;
    return paths;
}

/* ---- emit ---- */

static const struct resource_type *read_type(struct arena *arena, const char *path)
{
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, LARGEST, &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, path, &error) : NULL;

    if (!type)
        fprintf(stderr, "%s\n", error.text);
    return type;
}

static void emit(struct arena *arena, const char *folder, const char *name,
                 const struct resource_type *type, const char *models)
{
    write_text(arena_printf(arena, "%s/%s.json", folder, name),
               json_print(arena, type->create_document));
    write_text(arena_printf(arena, "%s/%s.source", folder, name),
               json_print(arena, type->document));
    write_text(arena_printf(arena, "%s/%s.models", folder, name), models);
}

/* The lines of `labels` about `schema` whose model is valid to its create view. */
static const char *models_of(struct arena *arena, const char *labels, const char *schema,
                             const struct resource_type *type)
{
    const char *mark = arena_printf(arena, "\"schema\": \"schemas/%s\"", schema);
    struct text out = text_new(arena);
    struct error error;

    for (const char *at = labels; (at = strstr(at, mark));) {
        const char *line = at;

        while (line > labels && line[-1] != '\n')
            line--;
        at += strcspn(at, "\n");
        const size_t length = (size_t)(at - line);
        const json *row = json_parse(arena, arena_copy(arena, line, length), length, &error);
        const json *model = json_get(row, "model");
        if (json_true(json_get(row, "create")) && schema_valid(type->create, model, SCHEMA_ALL))
            text_addf(&out, "%s\n", json_print(arena, model));
    }
    return out.bytes;
}

static void emit_corpus(const char *folder, const char *corpus)
{
    struct arena *all = arena_new();
    struct error error;
    size_t count = 0;
    const char **paths = files_of(all, file_join(all, corpus, "schemas"), &count);
    const char *labels =
        file_read(all, file_join(all, corpus, "labelled.jsonl"), LARGEST, NULL, &error);

    for (size_t i = 0; i < count; i++) {
        struct arena *arena = arena_new();
        const char *name = strrchr(paths[i], '/') + 1;
        const struct resource_type *type = read_type(arena, paths[i]);

        if (type)
            emit(arena, folder, arena_copy(arena, name, strlen(name) - strlen(".json")), type,
                 labels ? models_of(arena, labels, name, type) : "");
        arena_free(arena);
    }
    arena_free(all);
}

static void make_up(const char *folder, const char *path)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = read_type(arena, path);
    struct random random = { 1 };
    struct text models = text_new(arena);
    struct error error;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    for (size_t i = 0; type && i < MADE_UP; i++) {
        const json *model = generate_create(arena, type, &random, &error);
        if (model)
            text_addf(&models, "%s\n", json_print(arena, model));
    }
    if (type)
        emit(arena, folder, arena_copy(arena, name, strcspn(name, ".")), type, models.bytes);
    arena_free(arena);
}

/* ---- measure ---- */

struct subject {
    const char *text, *source;
    size_t length, source_length;
    const char **lines; /* the models */
    size_t line_count;
    const json **models;
    const struct schema *schema;
    double parse, compile, read; /* CPU seconds of one */
    size_t bytes;                /* what parsing and compiling took of the heap */
};

static const char **split(struct arena *arena, const char *text, size_t *count)
{
    const char **lines = arena_array(arena, strlen(text) / 2 + 1, sizeof(*lines));

    for (*count = 0; *text; text += strcspn(text, "\n") + 1)
        lines[(*count)++] = arena_copy(arena, text, strcspn(text, "\n"));
    return lines;
}

static struct subject read_subject(struct arena *arena, const char *path)
{
    struct subject s = { 0 };
    struct error error;
    const char *stem = arena_copy(arena, path, strlen(path) - strlen(".json"));

    s.text = file_read(arena, path, LARGEST, &s.length, &error);
    s.source =
        file_read(arena, arena_printf(arena, "%s.source", stem), LARGEST, &s.source_length, &error);
    const char *models =
        file_read(arena, arena_printf(arena, "%s.models", stem), LARGEST, NULL, &error);
    if (!s.text || !s.source || !models)
        give_up(error.text);
    s.lines = split(arena, models, &s.line_count);
    s.models = arena_array(arena, s.line_count, sizeof(*s.models));
    for (size_t i = 0; i < s.line_count; i++)
        s.models[i] = json_parse(arena, s.lines[i], strlen(s.lines[i]), &error);
    return s;
}

/* Once: what it takes of time and of the heap. */
static void compile_once(struct arena *arena, struct subject *s)
{
    struct error error = { .text = "" };
    const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    const double start = cpu_seconds();
    const json *document = json_parse(arena, s->text, s->length, &error);
    const double parsed = cpu_seconds();

    s->schema = document ? schema_compile(arena, document, NULL, &error) : NULL;
    if (!s->schema)
        give_up(error.text);
    s->parse += parsed - start;
    s->compile += cpu_seconds() - parsed;
    s->bytes = mallinfo2().uordblks + mallinfo2().hblkhd - before;
}

/* All that is read of a resource schema before a test: three views, compiled. */
static void read_once(struct subject *s)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const double start = cpu_seconds();
    const json *document = json_parse(arena, s->source, s->source_length, &error);

    if (!document || !resource_type_read(arena, document, NULL, &error))
        give_up(error.text);
    s->read += cpu_seconds() - start;
    arena_free(arena);
}

enum { TIMES = 20 };

static void measure_compile(struct arena *arena, struct subject *s)
{
    for (size_t i = 0; i < TIMES; i++) {
        struct arena *scratch = arena_new();

        compile_once(scratch, s);
        arena_free(scratch);
        read_once(s);
    }
    s->parse /= TIMES;
    s->compile /= TIMES;
    s->read /= TIMES;
    const struct subject times = *s;
    compile_once(arena, s);
    s->parse = times.parse;
    s->compile = times.compile;
}

static int by_size(const void *a, const void *b)
{
    const double *p = a, *q = b;

    return (*p > *q) - (*p < *q);
}

/* `what` is sorted. */
static void print_spread(const char *label, double *what, size_t count, double unit,
                         const char *name)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += what[i];
    qsort(what, count, sizeof(*what), by_size);
    printf("  %-44s %9.3f %9.3f %9.3f %9.3f  %s\n", label, sum / (double)count * unit,
           what[count / 2] * unit, what[count * 99 / 100] * unit, what[count - 1] * unit, name);
}

static void print_compiling(const struct subject *subjects, size_t count)
{
    struct arena *arena = arena_new();
    double *both = arena_array(arena, count, sizeof(double));
    double *alone = arena_array(arena, count, sizeof(double));
    double *whole = arena_array(arena, count, sizeof(double));
    double *memory = arena_array(arena, count, sizeof(double));

    for (size_t i = 0; i < count; i++) {
        both[i] = subjects[i].parse + subjects[i].compile;
        alone[i] = subjects[i].compile;
        whole[i] = subjects[i].read;
        memory[i] = (double)subjects[i].bytes / (double)subjects[i].length;
    }
    printf("  %-44s %9s %9s %9s %9s\n", "", "mean", "median", "99 %", "max");
    print_spread("cfnc: parse and compile", both, count, 1e3, "ms CPU");
    print_spread("cfnc: compile alone", alone, count, 1e3, "ms CPU");
    print_spread("cfnc: parse, views, three compiled", whole, count, 1e3, "ms CPU");
    print_spread("cfnc: memory", memory, count, 1, "bytes per byte of schema");
    arena_free(arena);
}

/* The models of all, `times` those of one schema before those of the next. */
static size_t judge_all(const struct subject *subjects, size_t count, size_t times)
{
    size_t valid = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t n = 0; n < times; n++)
            for (size_t k = 0; k < subjects[i].line_count; k++)
                valid += schema_valid(subjects[i].schema, subjects[i].models[k], SCHEMA_ALL);
    return valid;
}

/* Everything again and again, for at least a second. */
static void print_hot(const struct subject *subjects, size_t count, size_t times, const char *label)
{
    const size_t valid = judge_all(subjects, count, 1);
    size_t rounds = 0;
    const double start = cpu_seconds();

    do
        judge_all(subjects, count, times);
    while (++rounds && cpu_seconds() - start < 1);
    printf("  %-44s %9.0f  models per CPU second (%zu models)\n", label,
           (double)(valid * times * rounds) / (cpu_seconds() - start), valid);
}

static void print_both_hot(const struct subject *subjects, size_t count)
{
    print_hot(subjects, count, REPEATED, "cfnc: hot, schema by schema");
    print_hot(subjects, count, 1, "cfnc: hot, all in turn");
}

/* As a program that has one model: read the schema, compile it, read the model, judge it. */
static void print_cold(const struct subject *subjects, size_t count)
{
    size_t models = 0;
    const double start = cpu_seconds();

    for (size_t i = 0; i < count; i++) {
        struct arena *arena = arena_new();
        struct subject once = subjects[i];
        struct error error;

        if (!once.line_count)
            continue;
        compile_once(arena, &once);
        const json *model = json_parse(arena, once.lines[0], strlen(once.lines[0]), &error);
        models += schema_valid(once.schema, model, SCHEMA_ALL);
        arena_free(arena);
    }
    printf("  %-44s %9.0f  models per CPU second (a schema each)\n", "cfnc: cold",
           (double)models / (cpu_seconds() - start));
}

static void measure(const char *folder, bool hot)
{
    struct arena *arena = arena_new();
    size_t count = 0, bytes = 0;
    const char **paths = files_of(arena, folder, &count);
    struct subject *subjects = arena_array(arena, count, sizeof(*subjects));

    for (size_t i = 0; i < count; i++) {
        subjects[i] = read_subject(arena, paths[i]);
        if (hot)
            compile_once(arena, &subjects[i]);
        else
            measure_compile(arena, &subjects[i]);
        bytes += subjects[i].length;
    }
    printf("%zu schemas of %.1f KiB in the mean\n", count, (double)bytes / (double)count / 1024);
    if (!hot)
        print_compiling(subjects, count);
    print_both_hot(subjects, count);
    if (!hot)
        print_cold(subjects, count);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (strcmp(what, "emit") == 0 && argc == 4)
        emit_corpus(argv[2], argv[3]);
    else if (strcmp(what, "make") == 0 && argc > 3)
        for (int i = 3; i < argc; i++)
            make_up(argv[2], argv[i]);
    else if ((strcmp(what, "measure") == 0 || strcmp(what, "hot") == 0) && argc == 3)
        measure(argv[2], *what == 'h');
    else if (strcmp(what, "curves") == 0)
        curves_print();
    else
        give_up("validate emit|make|measure|curves ...");
    return 0;
}
