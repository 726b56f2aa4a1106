/*
 * models [-s SEEDS] [-f FIRST] [-v VARIANT]... SCHEMA...
 * models -d SCHEMA...
 *
 * Makes models of resource schemas and prints each as a JSON line: schema,
 * variant, seed, kind ("create" or "update"), microseconds of CPU, and the
 * model, or the error. An update is of the created model with values for its
 * read-only properties, as a handler would return it. With -d, no models but
 * the plain draft-07 documents that a create and an update must satisfy.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/generate/generate.h"
#include "cfnc/schema/views.h"
#include "../as_created.h"

struct task {
    const char *path;
    const struct resource_type *type;
    enum variant variant;
    unsigned long long seed;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void print_line(struct arena *arena, const struct task *task, const char *kind,
                       const json *model, double microseconds, const struct error *error)
{
    json *line = json_object(arena);

    json_set_string(line, "schema", task->path);
    json_set_string(line, "variant", variant_name(task->variant));
    json_set_number(line, "seed", (double)task->seed);
    json_set_string(line, "kind", kind);
    json_set_number(line, "us", microseconds);
    if (model)
        json_set(line, "model", model);
    else
        json_set_string(line, "error", error->text);
    puts(json_print(arena, line));
}

static void make(const struct task *task)
{
    const struct generation how = { .variant = task->variant };
    struct arena *arena = arena_new();
    struct random random = { task->seed };
    struct error error = { .text = "" };
    double start = now();
    const json *model = generate_create_as(arena, task->type, &how, &random, &error);

    print_line(arena, task, "create", model, now() - start, &error);
    if (model) {
        const json *created = as_created(arena, task->type, model, &random);

        start = now();
        const json *update =
            generate_update_as(arena, task->type, model, created, &how, &random, &error);
        print_line(arena, task, "update", update, now() - start, &error);
    }
    arena_free(arena);
}

static void print_documents(const char *path)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, 16 << 20, &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, path, &error) : NULL;
    json *line = json_object(arena);

    if (type) {
        json_set_string(line, "schema", path);
        json_set(line, "create", type->create_document);
        json_set(line, "update", view_make(arena, type->document, &type->read_only, VIEW_UPDATE));
        puts(json_print(arena, line));
    }
    arena_free(arena);
}

static void make_all(const char *path, unsigned variants, unsigned long long first,
                     unsigned long long seeds)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, 16 << 20, &error);
    struct task task = { .path = path };

    task.type = document ? resource_type_read(arena, document, path, &error) : NULL;
    if (!task.type)
        fprintf(stderr, "%s\n", error.text);
    for (unsigned v = 0; task.type && v < VARIANT_COUNT; v++)
        for (unsigned long long seed = first; variants >> v & 1 && seed < first + seeds; seed++) {
            task.variant = (enum variant)v;
            task.seed = seed;
            make(&task);
        }
    arena_free(arena);
}

int main(int argc, char **argv)
{
    unsigned long long seeds = 1, first = 1;
    unsigned variants = 0;
    bool documents = false;
    enum variant variant;
    int option;

    while ((option = getopt(argc, argv, "ds:f:v:")) != -1) {
        if (option == 'd')
            documents = true;
        else if (option == 's')
            seeds = strtoull(optarg, NULL, 10);
        else if (option == 'f')
            first = strtoull(optarg, NULL, 10);
        else if (option == 'v' && variant_find(optarg, &variant))
            variants |= 1U << variant;
        else
            return 2;
    }
    for (; optind < argc; optind++)
        if (documents)
            print_documents(argv[optind]);
        else
            make_all(argv[optind], variants ? variants : ~0U, first, seeds);
    return 0;
}
