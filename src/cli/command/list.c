#include <stdio.h>
#include <string.h>

#include "cfnc/suite/resource.h"
#include "cfnc/aws/profiles.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/demo/builtin.h"
#include "cfnc/help/explain.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/schema/embedded.h"
#include "cli/commands.h"

struct list_options {
    const char *print; /* the name of a schema, or NULL */
};

static void add_suites(json *row, unsigned suites)
{
    struct arena *scratch = arena_new();
    json *array = json_set_array(row, "suites");

    for (size_t i = 0; i < SUITE_COUNT; i++)
        if (!suites || suites & suite_at(i))
            json_append(array, json_new_string(scratch, suite_name(suite_at(i))));
    arena_free(scratch);
}

static void set_text(json *row, const char *key, const char *text)
{
    struct arena *scratch = arena_new();

    json_set(row, key, text ? json_new_string(scratch, text) : NULL);
    arena_free(scratch);
}

static json *test_row(const struct listing *l, json *rows, const struct module *module,
                      const struct contract_test *test, const struct input_set *set)
{
    const char *name = test_name(test, l->suite);
    const char *other = name == test->name ? test->v2_name : test->name;
    json *row = json_append_object(rows), *markers;
    struct arena *scratch = arena_new();

    json_set_string(row, "name", name);
    set_text(row, "other_name", other && strcmp(other, name) != 0 ? other : NULL);
    if (l->set_count > 1)
        json_set_string(row, "input_set", set->id);
    json_set_string(row, "module", module->name);
    markers = json_set_array(row, "markers");
    for (size_t i = 0; handler_at(&resource_protocol, i); i++)
        if (test->needs & 1u << i)
            json_append(markers, json_new_string(scratch, handler_at(&resource_protocol, i)->key));
    add_suites(row, test->suites ? test->suites : module->suites);
    set_text(row, "fixture", test->given ? test->given->name : NULL);
    arena_free(scratch);
    return row;
}

static void print_test(struct arena *arena, const struct listing *l, const json *row)
{
    const char *name = json_string(json_get(row, "name"));
    const char *other = json_string(json_get(row, "other_name"));
    const char *set = json_string(json_get(row, "input_set"));
    struct text markers = text_new(arena);

    json_each (marker, json_get(row, "markers"))
        text_addf(&markers, "%s%s", markers.length ? " " : "", json_string(marker));
    if (l->names_only)
        printf(set ? "%s[%s]\n" : "%s\n", name, set);
    else if (other)
        printf("  %-31s %-19s %s\n", name, markers.bytes, other);
    else if (markers.length)
        printf("  %-31s %s\n", name, markers.bytes);
    else
        printf("  %s\n", name);
}

static size_t print_module(struct arena *arena, const struct listing *l,
                           const struct module *module, const struct input_set *set)
{
    json *rows = l->rows ? l->rows : json_array(arena);
    size_t count = 0;

    for (const struct contract_test *test = module->tests; test->name; test++) {
        if (!selection_takes(l->selection, l->suite, l->subject, module, test, set))
            continue;
        const json *row = test_row(l, rows, module, test, set);
        if (!count++ && !l->names_only && !l->rows)
            printf(l->set_count > 1 ? "%s [%s]\n" : "%s\n", module->name, set->id);
        if (!l->rows)
            print_test(arena, l, row);
    }
    return count;
}

size_t listing_print(struct arena *arena, const struct listing *listing)
{
    size_t count = 0;

    for (size_t i = 0; i < listing->set_count; i++)
        for (const struct module *module = resource_protocol.modules; module->name; module++)
            if (module_is_due(module, i, listing->set_count))
                count += print_module(arena, listing, module, &listing->sets[i]);
    return count;
}

static const int no_columns[] = { 0 };

/*
 * A list of anything: as JSON, as bare names, or in columns, of which all but the last have a
 * width; `widths` ends with 0.
 */
static enum exit_code print_rows(struct arena *arena, const struct options *options,
                                 const json *rows, const int *widths)
{
    if (options->json) {
        puts(json_print_pretty(arena, rows));
        return EXIT_OK;
    }
    json_each (row, rows) {
        const json *cell = json_first(row);

        for (const int *w = widths; *w && !options->names_only; w++, cell = json_next(cell))
            printf("%-*s ", *w, json_string(cell) ? json_string(cell) : "-");
        puts(json_string(cell));
    }
    return EXIT_OK;
}

/* A type, where there is one to be seen from here, hides the tests that it has no handlers for. */
static enum exit_code list_tests(struct arena *arena, const struct options *options)
{
    static const struct input_set any = { .id = "" };
    struct listing listing = { .suite = suite_read(options->filter.suite),
                               .sets = &any,
                               .set_count = 1,
                               .names_only = options->names_only,
                               .rows = options->json ? json_array(arena) : NULL };
    struct project_subject subject = { 0 };
    struct error error;

    listing.selection = options_selection(arena, &options->filter, NULL, &error);
    if (!listing.selection)
        return complain(EXIT_USAGE, "%s", error.text);
    if ((options->subject.schema ||
         file_exists(file_join(arena, options->subject.folder, ".rpdk-config"))) &&
        !subject_load(arena, options, &subject, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    listing.subject = subject.tested;
    if (listing_print(arena, &listing))
        return listing.rows ? print_rows(arena, options, listing.rows, no_columns) : EXIT_OK;
    return complain(
        EXIT_NO_TEST, "%s",
        selection_blame(arena, listing.selection, listing.suite, listing.subject, &any, 1));
}

static void print_suites(const struct rule *rule)
{
    const char *gap = "";

    for (size_t i = 0; i < SUITE_COUNT; i++)
        if (!rule->suites || rule->suites & suite_at(i)) {
            printf("%s%s", gap, suite_name(suite_at(i)));
            if (rule_level(rule, suite_at(i)) != rule->level)
                printf(" (%s)", level_name(rule_level(rule, suite_at(i))));
            gap = " ";
        }
}

static const json *rules_json(struct arena *arena)
{
    json *rows = json_array(arena);

    for (size_t i = 0; i < rule_count(&resource_protocol); i++) {
        const struct rule *rule = rule_at(&resource_protocol, i);
        json *row = json_append_object(rows);

        json_set_string(row, "id", rule->id);
        json_set_string(row, "level", level_name(rule->level));
        add_suites(row, rule->suites);
        json_set_string(row, "must", rule->must);
        set_text(row, "hint", rule->hint);
        set_text(row, "source", rule->source);
    }
    return rows;
}

static enum exit_code list_rules(struct arena *arena, const struct options *options)
{
    if (options->json)
        return print_rows(arena, options, rules_json(arena), no_columns);
    for (size_t i = 0; i < rule_count(&resource_protocol); i++) {
        const struct rule *rule = rule_at(&resource_protocol, i);
        if (options->names_only) {
            puts(rule->id);
            continue;
        }
        printf("%-24s %-6s ", rule->id, level_name(rule->level));
        print_suites(rule);
        printf("\n    %s\n", rule->must);
    }
    return EXIT_OK;
}

enum exit_code list_the_faults(struct arena *arena, const struct options *options)
{
    json *rows = json_array(arena);

    fault_each (fault) {
        json *row = json_append_object(rows);

        json_set_string(row, "name", fault->name);
        set_text(row, "rule", fault->rule);
        json_set_string(row, "text", fault->text);
    }
    return print_rows(arena, options, rows, (const int[]){ 28, 24, 0 });
}

static enum exit_code list_markers(struct arena *arena, const struct options *options)
{
    json *rows = json_array(arena);

    for (const struct explained_word *marker = explained_markers; marker->name; marker++) {
        json *row = json_append_object(rows);

        json_set_string(row, "name", marker->name);
        json_set_string(row, "text", marker->meaning);
    }
    return print_rows(arena, options, rows, (const int[]){ 8, 0 });
}

/* The schema that --print names, with those that it refers to. */
static enum exit_code print_schema(struct arena *arena, const char *name)
{
    const struct embedded *wanted = embedded_find(name);
    const char *names[64];
    size_t count = 0;

    if (wanted) {
        fputs(embedded_bundle(arena, wanted), stdout);
        return EXIT_OK;
    }
    for (const struct embedded *row = embedded_schemas; row->name; row++)
        names[count++] = row->name;
    names[count] = NULL;
    return complain(
        EXIT_USAGE, "no schema is called \"%s\"%s", text_quote(arena, name, 60),
        text_meant(arena, text_nearest(name, names), "; \"cfnc list schemas\" lists them"));
}

static enum exit_code list_schemas(struct arena *arena, const struct options *options)
{
    const struct list_options *own = options_own(options, IN_LIST);
    if (own->print)
        return print_schema(arena, own->print);
    json *rows = json_array(arena);

    for (const struct embedded *row = embedded_schemas; row->name; row++) {
        json *object = json_append_object(rows);

        json_set_string(object, "name", row->name);
        json_set_string(object, "text", row->text);
        json_set_string(object, "id", row->id);
    }
    return print_rows(arena, options, rows, (const int[]){ 20, 44, 0 });
}

/* Names and nothing else, as people gave them. */
static enum exit_code print_names(struct arena *arena, const struct options *options,
                                  const char *const *names)
{
    json *rows = json_array(arena);

    for (; *names; names++)
        json_set_string(json_append_object(rows), "name", text_quote(arena, *names, 0));
    return print_rows(arena, options, rows, no_columns);
}

static enum exit_code list_presets(struct arena *arena, const struct options *options)
{
    return print_names(arena, options, options_presets(arena, options->file));
}

/* The AWS profiles of whoever runs this, for --profile. */
static enum exit_code list_profiles(struct arena *arena, const struct options *options)
{
    struct error error;
    const struct profiles *profiles = profiles_read(arena, &error);

    if (!profiles)
        return complain(EXIT_TARGET, "%s", error.text);
    return print_names(arena, options, profiles_names(arena, profiles));
}

static const struct list_row {
    const char *name;
    enum exit_code (*print)(struct arena *arena, const struct options *options);
} lists[] = { { "tests", list_tests },       { "rules", list_rules },
              { "faults", list_the_faults }, { "inputs", list_inputs },
              { "markers", list_markers },   { "schemas", list_schemas },
              { "runs", list_runs },         { "presets", list_presets },
              { "profiles", list_profiles }, { 0 } };

#define WHAT "tests, rules, faults, inputs, markers, schemas, runs, presets"

/*
 * Prints what there is, as words, as bare names (--names), or as an array of objects (--json):
 *
 *      tests    {"name", "other_name", "module", "markers": [...], "suites": [...], "fixture"}
 *      rules    {"id", "level", "suites": [...], "must", "hint", "source"}
 *      faults   {"name", "rule", "text"}
 *      inputs   {"id", "source", "files": [...], "problems": [...]}
 *      markers  {"name", "text"}
 *      runs     {"id", "type", "suite", "seed", "calls", "exit_code", "verdict"}, or "error"
 *      schemas  {"name", "text", "id"}
 *      presets  {"name"}
 *
 * What does not apply is null. Nothing is called, and no network asked.
 */
static enum exit_code cmd_list(struct arena *arena, const struct options *options)
{
    const struct list_options *own = options_own(options, IN_LIST);
    const char *name = options->words.items[0] ? options->words.items[0] : "tests";

    if (options->words.count > 1)
        return complain(EXIT_USAGE, "list takes one of " WHAT " and profiles");
    if (options->json && (options->names_only || own->print))
        return complain(EXIT_USAGE, "--json: leave out %s",
                        options->names_only ? "--names" : "--print");
    for (const struct list_row *row = lists; row->name; row++) {
        if (strcmp(row->name, name) != 0)
            continue;
        if (own->print && row->print != list_schemas)
            return complain(EXIT_USAGE, "--print: only of schemas; write \"cfnc list schemas\"");
        return row->print(arena, options);
    }
    return complain(EXIT_USAGE, "list: expected " WHAT " or profiles, not \"%s\"",
                    text_quote(arena, name, 60));
}

/* clang-format off */
static const struct option list_rows[] = {
    { .name = "print", .argument = "NAME", .help = "of schemas: this one itself",
      .kind = OPTION_TEXT, .group = GROUP_OUTPUT, OWN(list, print), .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_list = {
    .name = "list",
    .summary = "what there is: tests, rules, faults, inputs, runs and more",
    .usage =
        "Usage: cfnc list [tests|rules|faults|inputs|markers|schemas|runs|presets|profiles]\n"
        "                 [OPTION]...\n"
        "Print the contract tests, or what there is else: rules, markers, faults of cfnc serve,\n"
        "inputs of the project and what is wrong with them, JSON schemas that are part of cfnc,\n"
        "runs that are recorded here, presets of cfnc.ini, AWS profiles.\n"
        "\n"
        "  cfnc list tests -k \"update and not tag\" what a run would select\n"
        "  cfnc list inputs                      the input sets, and their problems\n"
        "  cfnc list runs --json                 for programs; --names: one name a line\n"
        "  cfnc list schemas --print report      what --report json writes\n"
        "\n",
    .place = IN_LIST,
    .options = list_rows,
    .own = sizeof(struct list_options),
    .run = cmd_list,
};
