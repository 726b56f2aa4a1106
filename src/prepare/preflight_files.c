/* The conditions that the project's files must meet. */
#include "preflight_private.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/shell.h"
#include "cfnc/base/text.h"
#include "cfnc/engine/run.h"
#include "cfnc/ledger/ledger.h"
#include "cfnc/lint/looked_over.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/project/exceptions.h"
#include "cfnc/redact/redact.h"
#include "cfnc/report/failure.h"

bool look_at_project(struct preflight *p, struct error *error)
{
    struct project_subject *subject = p->subject;

    if (!subject_project(p->arena, p->options, subject, error))
        return false;
    subject_locate(p->arena, p->options, subject);
    const struct project *project = subject->project;
    if (project->artifact == ARTIFACT_MODULE)
        check_warn(p, CHECK_PROJECT, "modules have no handlers; there is nothing to test");
    if (project->type_name)
        check_note(p, CHECK_PROJECT, ".rpdk-config, %s%s%s%s", project->type_name,
                   project->language ? ", " : "", text_quote(p->arena, project->language, 40),
                   project->language ? " plugin" : "");
    else if (project->schema_file)
        check_note(p, CHECK_PROJECT, "--schema %s is tested, without a project",
                   text_quote(p->arena, project->schema_file, 100));
    return project->artifact != ARTIFACT_HOOK ||
           error_set(error, "hooks come later; use \"cfn test\"");
}

/* What cannot be created cannot be tested, and what cannot be deleted would be left behind. */
static bool check_handlers(const struct preflight *p, struct error *error)
{
    const unsigned missing = (CREATE | READ | DELETE) & ~p->subject->type->handlers;
    struct text names = text_new(p->arena);

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (missing & action_at(i))
            text_addf(&names, "%sno %s", names.length ? ", " : "", action_handler(action_at(i)));
    return !missing ||
           error_set(error,
                     "%s: %s handler; every resource type has create, read and delete: add them "
                     "under \"handlers\"",
                     p->subject->project->schema_file, names.bytes);
}

static void note_type(struct preflight *p)
{
    const struct resource_type *type = p->subject->type;
    struct text out = text_new(p->arena);

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (type->handlers & action_at(i))
            text_addf(&out, "%s%s", out.length ? " " : "", action_handler(action_at(i)));
    text_add(&out, "; identifier");
    for (size_t i = 0; i < type->identifier.count; i++)
        text_addf(&out, " %s", text_quote(p->arena, type->identifier.paths[i].pointer, 60));
    check_note(p, CHECK_SCHEMA, "%s", out.bytes);
}

bool look_at_schema(struct preflight *p, struct error *error)
{
    if (p->subject->project->artifact != ARTIFACT_RESOURCE) {
        check_pass_over(p, CHECK_SCHEMA, "not looked at, because no resource type is here");
        return true;
    }
    if (!subject_type(p->arena, &p->options->subject, p->subject, error))
        return false;
    preflight_learn_type(p);
    p->how = options_generation(p->arena, &p->options->model, p->subject->type, p->seed);
    note_type(p);
    return p->options->collect_only || check_handlers(p, error);
}

/* As many sets as --examples wants, of models that are ours to choose. */
static void multiply_sets(struct preflight *p)
{
    struct project *project = p->subject->project;
    const size_t wanted = (size_t)p->options->model.examples;
    const bool files = project->sets[0].source && strcmp(project->sets[0].source, "files") == 0;
    const struct input_set one = project->sets[0];

    if (files && (wanted || p->options->model.shrink || options_given(p->options, "variant")))
        check_problem(p, CHECK_INPUTS, EXIT_USAGE,
                      "--examples, --variant and --shrink are for generated models, but inputs/ "
                      "has files");
    if (files || wanted < 2)
        return;
    project->sets = arena_array(p->arena, wanted, sizeof(*project->sets));
    project->set_count = wanted;
    for (size_t i = 0; i < wanted; i++) {
        project->sets[i] = one;
        project->sets[i].id = arena_printf(p->arena, "%s_%zu", one.id, i + 1);
    }
}

static struct examples examples_of(const struct preflight *p, const struct input_set *set,
                                   size_t number)
{
    struct examples examples = {
        .type = p->subject->type,
        .set = set,
        .random = { p->seed + number },
        .seed = p->seed,
        .location = p->subject->project->location,
        .how = p->how,
    };

    examples.how.row = number;
    return examples;
}

/*
 * An update is laid over what was created. Where that cannot be, a generated model stands for it,
 * so that what is wrong with the update is told in the same message.
 */
static bool check_update_alone(struct preflight *p, const struct input_set *set, size_t number,
                               struct error *error)
{
    const struct input_set generated = { .id = set->id, .source = "generated" };
    struct input_set alone = *set;
    struct examples examples = examples_of(p, &generated, number);

    alone.create_file = NULL;
    alone.create = set->update ? examples_create(p->arena, &examples, error) : NULL;
    if (!alone.create)
        return true;
    examples = examples_of(p, &alone, number);
    return examples_check(p->arena, &examples, error);
}

/* Inputs that no handler could be given are found out before one is called. */
static void check_values(struct preflight *p)
{
    const struct project *project = p->subject->project;
    struct error error;

    for (size_t i = 0; i < project->set_count; i++) {
        const struct input_set *set = &project->sets[i];
        const struct examples examples = examples_of(p, set, i);
        const bool judged = set->create || strcmp(set->source, "files") != 0;

        if (judged && examples_check(p->arena, &examples, &error))
            continue;
        if (judged)
            check_problem(p, CHECK_INPUTS, EXIT_PROJECT, error.text);
        if (!check_update_alone(p, set, i, &error))
            check_problem(p, CHECK_INPUTS, EXIT_PROJECT, error.text);
    }
}

static void note_sets(struct preflight *p)
{
    const struct project *project = p->subject->project;
    struct text out = text_new(p->arena);

    for (size_t i = 0; i < project->set_count && i < 5; i++)
        text_addf(&out, "%s%s", i ? ", " : "", project->sets[i].id);
    if (project->set_count > 5)
        text_addf(&out, ", %zu more", project->set_count - 5);
    if (strcmp(project->sets[0].source, "generated") == 0)
        check_note(p, CHECK_INPUTS, "there are none; models are generated from the schema");
    else if (strcmp(project->sets[0].source, "overrides") == 0)
        check_note(p, CHECK_INPUTS, "overrides.json, laid over generated models");
    else
        check_note(p, CHECK_INPUTS, "%s", out.bytes);
}

/* The first number that is free for the published tool, which does not tell 1 from 10; or 0. */
static int free_number(const struct project *project)
{
    for (int number = 1; number < 10; number++) {
        bool taken = false;

        for (size_t i = 0; i < project->set_count; i++)
            taken = taken || project->sets[i].id[strlen("inputs_")] == '0' + number;
        if (!taken)
            return number;
    }
    return 0;
}

static void advise_name(struct preflight *p, const char *path, const char *id, int number)
{
    const char *name = path ? strrchr(path, '/') + 1 + strlen(id) : "";
    const char *from = path ? shell_word(p->arena, path) : NULL;
    const char *to =
        path ? shell_word(p->arena, arena_printf(p->arena, "%s/inputs_%d%s",
                                                 file_folder(p->arena, path), number, name))
             : NULL;

    if (from && to && number)
        check_fix(p, CHECK_INPUTS, "mv %s %s", from, to);
}

/* The published tool looks for names that begin with inputs_1. */
static void warn_of_numbers(struct preflight *p)
{
    const struct project *project = p->subject->project;
    int number = free_number(project);

    for (size_t i = 0; i < project->set_count; i++) {
        const struct input_set *set = &project->sets[i];
        const char *digits = set->id + strlen("inputs_");

        if (strcmp(set->source, "files") != 0 || !digits[1] || !set->create_file)
            continue;
        check_warn(p, CHECK_INPUTS,
                   "%s: cfn test reads it as part of set %c too, and one of the two wins; rename "
                   "it to be sure",
                   set->create_file, *digits);
        advise_name(p, set->create_file, set->id, number);
        advise_name(p, set->update_file, set->id, number);
        advise_name(p, set->invalid_file, set->id, number);
        number = 0;
    }
}

bool look_at_inputs(struct preflight *p, struct error *error)
{
    struct project *project = p->subject->project;
    bool filled = true;

    if (!p->subject->is_demo)
        project_collect_inputs(p->arena, project, p->subject->type,
                               &p->checked[CHECK_INPUTS].problems);
    if (project->set_count)
        multiply_sets(p);
    secrets_learn_inputs(p->arena, p->redactor, project);
    if (!p->options->collect_only)
        filled = inputs_fill_exports(p->arena, p->options, p->subject, error);
    secrets_learn_inputs(p->arena, p->redactor, project);
    /* Overrides that are wrong in themselves need no model to tell. */
    if (filled && !p->options->collect_only &&
        !(project->set_count && project->sets[0].overrides_file &&
          p->checked[CHECK_INPUTS].problems.first))
        check_values(p);
    if (project->set_count)
        note_sets(p);
    if (p->thorough)
        warn_of_numbers(p);
    return filled;
}

bool look_at_type_configuration(struct preflight *p, struct error *error)
{
    const struct project_options wanted = options_project(&p->options->subject);
    struct project *project = p->subject->project;

    if (!p->subject->is_demo && !project_read_type_configuration(p->arena, project, &wanted, error))
        return false;
    redactor_learn_strings(p->redactor, project->type_configuration);
    if (p->options->collect_only)
        return true;
    if (project->type_configuration)
        check_note(p, CHECK_TYPE_CONFIGURATION, "%s",
                   text_quote(p->arena, project->type_configuration_file, 100));
    return type_configuration_check(p->arena, p->subject, error);
}

/* What a container needs of the project, and what its arguments may not show. */
bool look_at_image(struct preflight *p, struct error *error)
{
    return p->options->collect_only || p->options->dry_run ||
           image_prepare(p->arena, &p->options->target, p->subject, error);
}

/* What has run out is worth a word before the run, and of no effect in it. */
static void warn_of_expired(struct arena *arena, struct project *project,
                            const struct waiver *waivers)
{
    for (const struct waiver *w = waivers; w; w = w->next)
        if (w->expired)
            project_warn(arena, project, "exception", w->file,
                         arena_printf(arena,
                                      "%s:%d: the exception of %s ended on %s and does not count; "
                                      "renew or remove it",
                                      w->file, w->line, waiver_subject(arena, w), w->expires));
}

/* The exceptions of a run; those that have expired become warnings. */
static bool exceptions_take(struct arena *arena, const struct project_subject *subject,
                            struct run *run, struct error *error)
{
    const char *today = arena_printf(arena, "%.10s", date_text(arena, run->started_wall_ms));

    if (!subject->project->schema_file)
        return true;
    if (!exceptions_read(arena, subject->project->folder, run->subject, today, &run->waivers,
                         error))
        return false;
    warn_of_expired(arena, subject->project, run->waivers);
    return true;
}

/* Without a run, they are only read. */
bool look_at_exceptions(struct preflight *p, struct error *error)
{
    struct run none = { .subject = p->subject->tested,
                        .started_wall_ms = (int64_t)time(NULL) * 1000 };

    return p->options->no_exceptions ||
           exceptions_take(p->arena, p->subject, p->run ? p->run : &none, error);
}

/* What the checks before any call are about; the original's suite has none. */
bool look_at_against(struct preflight *p, struct error *error)
{
    if (!p->run || p->run->options.suite == SUITE_V1 || p->options->collect_only)
        return true;
    const struct lint *lint = subject_lint(p->arena, &p->options->subject, p->subject, error);
    p->run->looked_over = lint ? looked_over_of(lint) : NULL;
    return lint;
}

/* The newest are the last. */
static void warn_of_leftovers(struct preflight *p, const struct ledger_content *content)
{
    const char *folder = shell_word(p->arena, p->options->subject.folder);
    const bool here = strcmp(p->options->subject.folder, ".") == 0;

    check_warn(p, CHECK_LEFTOVERS,
               "%zu resource%s of earlier runs may be left behind, since %.10s; \"cfnc cleanup\" "
               "lists and deletes them",
               content->count, content->count == 1 ? "" : "s",
               date_text(p->arena, content->entries->time_ms));
    if (folder)
        check_fix(p, CHECK_LEFTOVERS, "cfnc cleanup --all --yes%s%s", here ? "" : " -C ",
                  here ? "" : folder);
}

/* What was noted and cannot be read must not be lost, and a run would add to it. */
bool look_at_leftovers(struct preflight *p, struct error *error)
{
    struct ledger_content content;

    if (p->options->target.demo)
        return true;
    if (!ledger_read(p->arena, p->options->subject.folder, &content, error)) {
        const struct error why = *error;

        return error_set(error, "%s; what is made could not be noted, so that nothing is",
                         why.text);
    }
    if (content.broken)
        return error_set(error, "%s", content.error.text);
    if (content.count)
        warn_of_leftovers(p, &content);
    else
        check_note(p, CHECK_LEFTOVERS, "none");
    return true;
}

bool look_at_tests(struct preflight *p, struct error *error)
{
    if (!p->run)
        return true;
    run_collect(p->run, p->selection);
    return p->run->selected ||
           error_set(error, "%s",
                     selection_blame(p->arena, p->selection, p->run->options.suite, p->run->subject,
                                     p->run->sets, p->run->set_count));
}
