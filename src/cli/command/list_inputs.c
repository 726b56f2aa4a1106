/* The input sets of the project, and what is wrong with them. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/redact/redact.h"
#include "cli/commands.h"

struct inputs {
    struct arena *arena;
    const struct options *options;
    struct project_subject subject;
    struct problems problems; /* of all of them: each names its file */
    struct redactor *redactor;
};

/* What is filled in without asking anybody: other names in double braces are exports. */
static bool is_ours(const char *name, size_t length)
{
    static const char *const names[] = { "uuid",    "random",    "seed", "region",
                                         "account", "partition", NULL };

    for (size_t i = 0; names[i]; i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return true;
    return strncmp(name, "env:", strlen("env:")) == 0;
}

static bool has_exports(const json *value)
{
    const char *text = json_string(value);

    for (const char *at = text; at && (at = strstr(at, "{{")); at += 2) {
        const char *end = strstr(at, "}}");

        if (end && !is_ours(at + 2, (size_t)(end - at - 2)))
            return true;
    }
    json_each (child, value)
        if (has_exports(child))
            return true;
    return false;
}

static bool set_has_exports(const struct input_set *set)
{
    return has_exports(set->create) || has_exports(set->update) || has_exports(set->invalid) ||
           has_exports(set->create_overrides) || has_exports(set->update_overrides);
}

/* What the handlers could not be given. */
static void check_set(struct inputs *in, const struct input_set *set)
{
    const uint64_t seed = 1;
    const struct examples examples = {
        .type = in->subject.type,
        .set = set,
        .random = { seed },
        .seed = seed,
        .location = in->subject.project->location,
    };
    struct error error;

    if (!set->create && strcmp(set->source, "files") == 0)
        return; /* that it is missing, or cannot be read, is told already */
    if (!set_has_exports(set) && !examples_check(in->arena, &examples, &error))
        problems_add(&in->problems, EXIT_PROJECT, error.text);
}

static enum exit_code load(struct inputs *in)
{
    struct error error;

    if (!subject_find(in->arena, in->options, &in->subject, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    if (!in->subject.type)
        return complain(EXIT_PROJECT, "list: only resources have inputs of this kind");
    struct project *project = in->subject.project;
    subject_locate(in->arena, in->options, &in->subject);
    if (!in->subject.is_demo)
        project_collect_inputs(in->arena, project, in->subject.type, &in->problems);
    in->redactor = secrets_redactor(in->arena, in->options, in->subject.tested);
    secrets_learn_inputs(in->arena, in->redactor, project);
    for (size_t i = 0; i < project->set_count; i++)
        check_set(in, &project->sets[i]);
    return EXIT_OK;
}

static size_t files_of(const struct input_set *set, const char *files[4])
{
    const char *const all[] = { set->create_file, set->update_file, set->invalid_file,
                                set->overrides_file };
    size_t count = 0;

    for (size_t i = 0; i < 4; i++)
        if (all[i])
            files[count++] = all[i];
    return count;
}

/* Whether a problem is about a file of the set: it begins with its path. */
static bool is_about(const char *text, const struct input_set *set)
{
    const char *files[4];
    const size_t count = files_of(set, files);

    for (size_t i = 0; i < count; i++)
        if (strncmp(text, files[i], strlen(files[i])) == 0)
            return true;
    return false;
}

static const char *shown(struct inputs *in, const char *text)
{
    return text_quote(in->arena, redact_text(in->redactor, in->arena, text), 0);
}

static void add_json(struct inputs *in, json *rows, const struct input_set *set)
{
    const char *files[4];
    const size_t count = files_of(set, files);
    json *row = json_append_object(rows), *array;

    json_set_string(row, "id", set->id);
    json_set_string(row, "source", set->source);
    array = json_set_array(row, "files");
    for (size_t i = 0; i < count; i++)
        json_append(array, json_new_string(in->arena, files[i]));
    array = json_set_array(row, "problems");
    for (const struct problem *p = in->problems.first; p; p = p->next)
        if (is_about(p->text, set) || in->subject.project->set_count == 1)
            json_append(array, json_new_string(in->arena, shown(in, p->text)));
}

static void print_set(struct inputs *in, const struct input_set *set)
{
    const char *files[4];
    const size_t count = files_of(set, files);

    printf("%-12s %-*s", text_quote(in->arena, set->id, 40), count ? 10 : 0, set->source);
    for (size_t i = 0; i < count; i++)
        printf(" %s", text_quote(in->arena, files[i], 200));
    if (set_has_exports(set))
        printf("  (exports: values are not looked at)");
    putchar('\n');
}

static void print_all(struct inputs *in)
{
    const struct project *project = in->subject.project;

    for (size_t i = 0; i < project->set_count; i++)
        if (in->options->names_only)
            puts(text_quote(in->arena, project->sets[i].id, 0));
        else
            print_set(in, &project->sets[i]);
    for (const struct problem *p = in->problems.first; p && !in->options->names_only; p = p->next)
        printf("%s%s\n", p == in->problems.first ? "\n" : "", shown(in, p->text));
}

enum exit_code list_inputs(struct arena *arena, const struct options *options)
{
    struct inputs in = { .arena = arena, .options = options, .problems = problems_new(arena) };
    const enum exit_code code = load(&in);
    json *rows = json_array(arena);

    if (code != EXIT_OK)
        return code;
    for (size_t i = 0; options->json && i < in.subject.project->set_count; i++)
        add_json(&in, rows, &in.subject.project->sets[i]);
    if (options->json)
        puts(json_print_pretty(arena, rows));
    else
        print_all(&in);
    return in.problems.first && !options->names_only ? EXIT_PROJECT : EXIT_OK;
}
