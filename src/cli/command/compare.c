/*
 * The comparison of a run, by hand: of what was asked for and what was
 * returned, each in a file.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/report/differences.h"
#include "cfnc/suite/resource.h"
#include "cfnc/type/system_tags.h"
#include "cli/commands.h"
#include "cli/terminal.h"

struct compare_options {
    bool exactly;
    bool drift;
};

enum { MODEL_LARGEST = 64 * 1024 * 1024 };

/* What was asked for, and what came of it. */
struct compared {
    struct arena *arena;
    const struct options *options;
    const struct resource_type *type;
    struct comparison comparison;
};

static const struct resource_type *read_type(struct arena *arena,
                                             const struct subject_options *subject,
                                             struct error *error)
{
    const struct schema_sources sources = { .file = subject->schema, .path = subject->schema_path };
    const json *document = json_read(arena, subject->schema, SCHEMA_LARGEST, error);

    return options_hide(arena, subject,
                        document ? resource_type_read_from(arena, document, &sources, error) : NULL,
                        error);
}

static const json *read_model(struct arena *arena, const char *path, struct error *error)
{
    const json *model = json_read(arena, path, MODEL_LARGEST, error);

    if (model && json_type(model) != JSON_OBJECT) {
        error_set(error, "%s:1:1: a model is an object, found %s", path, json_type_name(model));
        return NULL;
    }
    return model;
}

/* What should have been compared and could not be; or NULL. */
static const struct not_compared *first_failed(const struct comparison *comparison)
{
    const struct not_compared *n = comparison->not_compared;

    while (n && !n->failed)
        n = n->next;
    return n;
}

static enum exit_code verdict(const struct compared *c)
{
    const struct not_compared *failed = first_failed(&c->comparison);

    if (failed)
        complain(EXIT_PROJECT, "%s: %s was not compared: %s", c->options->subject.schema,
                 *failed->path ? failed->path : "the model", failed->why);
    if (c->comparison.differences)
        return EXIT_TEST_FAILED;
    return failed ? EXIT_PROJECT : EXIT_OK;
}

/* ---- proposals ---- */

/* propertyTransform as it would have to be, or an empty object. */
static const json *proposals(const struct compared *c)
{
    json *transforms = json_object(c->arena);

    for (const struct difference *d = c->comparison.differences; d; d = d->next) {
        const char *pointer = NULL;
        const char *expression = difference_proposal(c->arena, d, &pointer);

        if (expression && !json_get(transforms, pointer))
            json_set_string(transforms, pointer, expression);
    }
    return transforms;
}

static void print_proposals(const struct compared *c)
{
    const json *transforms = proposals(c);

    if (!json_first(transforms))
        return;
    puts("\nWhere the service normalises these values, the schema may say so:\n");
    printf("  \"propertyTransform\": {\n");
    json_each (transform, transforms)
        printf("    %s: %s%s\n",
               text_quote(c->arena,
                          json_print(c->arena, json_new_string(c->arena, json_key(transform))), 0),
               text_quote(c->arena, json_print(c->arena, transform), 0),
               json_next(transform) ? "," : "");
    puts("  }");
}

/* ---- as drift detection tells it ---- */

static const char *drift_type(const struct difference *d)
{
    return d->kind == DIFFERENCE_MISSING      ? "REMOVE"
           : d->kind == DIFFERENCE_UNEXPECTED ? "ADD"
                                              : "NOT_EQUAL";
}

static const char *drift_status(const struct compared *c)
{
    return c->comparison.differences ? "MODIFIED" : "IN_SYNC";
}

/* A value in a string: what is no string itself, as JSON. */
static const char *drift_value(const struct compared *c, const json *value)
{
    return !value ? "null" : json_string(value) ? json_string(value) : json_print(c->arena, value);
}

/* The members of DescribeStackResourceDrifts. */
static json *drift_report(const struct compared *c)
{
    json *report = json_object(c->arena);

    json_set_string(report, "ResourceType", c->type->name);
    json_set_string(report, "StackResourceDriftStatus", drift_status(c));
    json *rows = json_set_array(report, "PropertyDifferences");
    for (const struct difference *d = c->comparison.differences; d; d = d->next) {
        json *row = json_append_object(rows);

        json_set_string(row, "PropertyPath", d->path);
        json_set_string(row, "ExpectedValue", drift_value(c, d->requested));
        json_set_string(row, "ActualValue", drift_value(c, d->returned));
        json_set_string(row, "DifferenceType", drift_type(d));
    }
    json_set(report, "propertyTransform", proposals(c));
    return report;
}

static const char *drift_text(const struct compared *c, const json *value)
{
    enum { COLUMNS = 60 };

    return value ? text_fit(c->arena, json_print(c->arena, value), COLUMNS) : "nothing";
}

static void print_drift(const struct compared *c)
{
    enum { PATH = 24 };

    printf("%s  %s\n", drift_status(c), c->type->name);
    for (const struct difference *d = c->comparison.differences; d; d = d->next)
        printf("  %-9s  %s  expected %s, actual %s\n", drift_type(d),
               text_padded(c->arena, text_quote(c->arena, *d->path ? d->path : "(model)", 0), PATH),
               drift_text(c, d->requested), drift_text(c, d->returned));
    print_proposals(c);
}

/* ---- as a failure tells it ---- */

static void print_equal(const struct compared *c)
{
    puts("equal");
    for (const struct not_compared *n = c->comparison.not_compared; n; n = n->next)
        printf("  not compared: %s (%s)\n", text_quote(c->arena, n->path, 0),
               text_quote(c->arena, n->why, 0));
}

static void print_differences(const struct compared *c)
{
    const struct console_options console = console_choose(c->options);
    struct text out = text_new(c->arena);
    struct differences_style style = { .colour = console.colour,
                                       .columns = console.columns,
                                       .rows = SIZE_MAX,
                                       .hints = SIZE_MAX,
                                       .returned = "returned" };

    if (!diff_format_read(c->options->console.diff, &style.format))
        return;
    differences_add(&out, &c->comparison, &style);
    fputs(out.bytes, stdout);
}

static json *report(const struct compared *c)
{
    json *object = json_object(c->arena);

    json_set_boolean(object, "equal", !c->comparison.differences && !first_failed(&c->comparison));
    differences_report(c->arena, object, &c->comparison);
    return object;
}

static void print(const struct compared *c)
{
    const struct compare_options *own = options_own(c->options, IN_COMPARE);

    if (c->options->json)
        puts(json_print_pretty(c->arena, own->drift ? drift_report(c) : report(c)));
    else if (own->drift)
        print_drift(c);
    else if (c->comparison.differences)
        print_differences(c);
    else if (!first_failed(&c->comparison))
        print_equal(c);
}

static struct comparison without_secrets(const struct compared *c,
                                         const struct comparison *comparison, const json *requested,
                                         const json *returned)
{
    struct redactor *redactor =
        secrets_redactor(c->arena, c->options, resource_subject(c->arena, c->type));

    redactor_learn(redactor, requested);
    redactor_learn(redactor, returned);
    struct comparison kept = redact_comparison(redactor, c->arena, comparison);
    /* secrets that are equal need not be shown */
    kept.requested =
        redact_model(redactor, c->arena, model_without(c->arena, requested, &c->type->secret));
    return kept;
}

static enum exit_code cmd_compare(struct arena *arena, const struct options *options)
{
    const struct compare_options *own = options_own(options, IN_COMPARE);
    const char *const *files = options->words.items;
    struct compared c = { .arena = arena, .options = options };
    struct error error;

    if (!options->subject.schema)
        return complain(EXIT_USAGE, "compare: by which schema? pass --schema FILE");
    if (options->words.count != 2)
        return complain(EXIT_USAGE,
                        "compare: expected two files, what was requested and what was returned");
    c.type = read_type(arena, &options->subject, &error);
    const json *requested = c.type ? read_model(arena, files[0], &error) : NULL;
    const json *returned = requested ? read_model(arena, files[1], &error) : NULL;
    if (!returned)
        return complain(EXIT_PROJECT, "%s", error.text);
    returned = model_without_system_tags(arena, c.type, returned, requested);
    const struct comparison comparison = (own->exactly ? compare_models_exactly : compare_models)(
        arena, c.type, requested, returned);
    c.comparison = without_secrets(&c, &comparison, requested, returned);
    print(&c);
    return verdict(&c);
}

/* clang-format off */
static const struct option compare_rows[] = {
    { .name = "exactly", .help = "nothing may be left below a requested property",
      .kind = OPTION_FLAG, .group = GROUP_SCHEMA, OWN(compare, exactly) },
    { .name = "drift", .help = "as drift detection tells it, with transforms that would explain it",
      .kind = OPTION_FLAG, .group = GROUP_OUTPUT, OWN(compare, drift) },
    { 0 },
};
/* clang-format on */

const struct command command_compare = {
    .name = "compare",
    .summary = "whether a returned model shows what was requested",
    .usage = "Usage: cfnc compare --schema FILE [OPTION]... REQUESTED RETURNED\n"
             "Compare two models, each in a JSON file, as the contract tests do: what differs,\n"
             "what it usually comes from, and what was not compared.\n"
             "\n"
             "  cfnc compare --schema acme-demo-thing.json inputs/inputs_1_create.json read.json\n"
             "  cfnc compare --schema acme-demo-thing.json --drift template.json read.json\n"
             "\n",
    .ending = "Exit: 0 equal  1 different  2 usage  4 unreadable, or a propertyTransform that\n"
              "      cannot be evaluated  8 lost output\n",
    .place = IN_COMPARE,
    .options = compare_rows,
    .own = sizeof(struct compare_options),
    .run = cmd_compare,
};
