#include <stdio.h>
#include <string.h>

#include "cfnc/builtin.h"
#include "cfnc/commands.h"
#include "cfnc/embedded.h"
#include "cfnc/file.h"
#include "cfnc/text.h"

static const char *marker_words(struct arena *arena, unsigned needs)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (needs & action_at(i))
            text_addf(&out, "%s%s", out.length ? " " : "", action_handler(action_at(i)));
    return out.bytes;
}

static void print_test(struct arena *arena, const struct listing *l,
                       const struct contract_test *test, const struct input_set *set)
{
    const char *name = test_name(test, l->suite);
    const char *other = name == test->name ? test->v2_name : test->name;

    if (l->names_only && l->set_count > 1)
        printf("%s[%s]\n", name, set->id);
    else if (l->names_only)
        puts(name);
    else if (other && strcmp(other, name) != 0)
        printf("  %-31s %-19s %s\n", name, marker_words(arena, test->needs), other);
    else if (test->needs)
        printf("  %-31s %s\n", name, marker_words(arena, test->needs));
    else
        printf("  %s\n", name);
}

static size_t print_module(struct arena *arena, const struct listing *l,
                           const struct module *module, const struct input_set *set)
{
    size_t count = 0;

    for (const struct contract_test *test = module->tests; test->name; test++) {
        if (!selection_takes(l->selection, l->suite, l->type, module, test, set))
            continue;
        if (!count && !l->names_only)
            printf(l->set_count > 1 ? "%s [%s]\n" : "%s\n", module->name, set->id);
        print_test(arena, l, test, set);
        count++;
    }
    return count;
}

size_t listing_print(struct arena *arena, const struct listing *listing)
{
    size_t count = 0;

    for (size_t i = 0; i < listing->set_count; i++)
        for (const struct module *module = suite; module->name; module++)
            if (module_is_due(module, i, listing->set_count))
                count += print_module(arena, listing, module, &listing->sets[i]);
    return count;
}

/* A type, where there is one to be seen from here, hides the tests that it has no handlers for. */
static enum exit_code list_tests(struct arena *arena, const struct options *options)
{
    static const struct input_set any = { .id = "" };
    struct listing listing = { .suite = options_suite(options),
                               .sets = &any,
                               .set_count = 1,
                               .names_only = options->names_only };
    struct subject subject = { 0 };
    struct error error;

    listing.selection = options_selection(arena, options, NULL, &error);
    if (!listing.selection)
        return complain(EXIT_USAGE, "%s", error.text);
    if ((options->schema || file_exists(file_join(arena, options->folder, ".rpdk-config"))) &&
        !subject_load(arena, options, &subject, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    listing.type = subject.type;
    if (listing_print(arena, &listing))
        return EXIT_OK;
    return complain(
        EXIT_NO_TEST, "%s",
        selection_blame(arena, listing.selection, listing.suite, listing.type, &any, 1));
}

static void print_suites(const struct rule *rule)
{
    static const enum suite all[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
    const char *gap = "";

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (!rule->suites || rule->suites & all[i]) {
            printf("%s%s", gap, suite_name(all[i]));
            if (rule_level(rule, all[i]) != rule->level)
                printf(" (%s)", level_name(rule_level(rule, all[i])));
            gap = " ";
        }
}

static enum exit_code list_rules(struct arena *arena, const struct options *options)
{
    (void)arena;
    for (const struct rule *rule = rules; rule->id; rule++) {
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

void faults_print(bool names_only)
{
    for (const struct fault *fault = fault_first(); fault; fault = fault_next(fault))
        if (names_only)
            puts(fault->name);
        else
            printf("%-28s %-24s %s\n", fault->name, fault->rule ? fault->rule : "-", fault->text);
}

static enum exit_code list_faults(struct arena *arena, const struct options *options)
{
    (void)arena;
    faults_print(options->names_only);
    return EXIT_OK;
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
    const char *near = text_nearest(name, names), *quoted = text_quote(arena, name, 60);
    return near
               ? complain(EXIT_USAGE, "no schema is called \"%s\" (did you mean %s?)", quoted, near)
               : complain(EXIT_USAGE,
                          "no schema is called \"%s\"; \"cfnc list schemas\" lists them", quoted);
}

static enum exit_code list_schemas(struct arena *arena, const struct options *options)
{
    if (options->print)
        return print_schema(arena, options->print);
    for (const struct embedded *row = embedded_schemas; row->name; row++)
        if (options->names_only)
            puts(row->name);
        else
            printf("%-20s %-44s %s\n", row->name, row->text, row->id);
    return EXIT_OK;
}

static const struct list_row {
    const char *name;
    enum exit_code (*print)(struct arena *arena, const struct options *options);
} lists[] = { { "tests", list_tests },     { "rules", list_rules }, { "faults", list_faults },
              { "schemas", list_schemas }, { "runs", list_runs },   { 0 } };

enum exit_code cmd_list(struct arena *arena, const struct options *options)
{
    const char *name = options->tests.items[0] ? options->tests.items[0] : "tests";

    if (options->tests.count > 1)
        return complain(EXIT_USAGE, "list takes one of tests, rules, faults, schemas and runs");
    for (const struct list_row *row = lists; row->name; row++) {
        if (strcmp(row->name, name) != 0)
            continue;
        if (options->print && row->print != list_schemas)
            return complain(EXIT_USAGE, "--print: only of schemas; write \"cfnc list schemas\"");
        return row->print(arena, options);
    }
    return complain(EXIT_USAGE, "list: expected tests, rules, faults, schemas or runs, not \"%s\"",
                    text_quote(arena, name, 60));
}
