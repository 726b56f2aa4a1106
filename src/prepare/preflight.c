#include "preflight_private.h"

#include <stdio.h>

#include "cfnc/base/text.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/redact/redact.h"

enum { SHOWN_OF_ROW = 8, SHOWN_WARNINGS = 8 };

#define NEEDS(id) (1U << CHECK_##id)

/* clang-format off */
static const struct precondition {
    const char *name;
    const char *about; /* for "because of ..." */
    enum check_stage stage;
    unsigned needs; /* set of 1 << enum check_id: what must hold for this one to be judged */
    bool (*look)(struct preflight *p, struct error *error);
    enum exit_code code; /* of what it returns false for */
    bool quiet; /* that it was not looked at is not worth a word */
} checks[CHECK_COUNT] = {
    [CHECK_PROJECT] = { "project", "the project", STAGE_FILES, 0, look_at_project, EXIT_PROJECT, false },
    [CHECK_SCHEMA] = { "schema", "the schema", STAGE_FILES, NEEDS(PROJECT), look_at_schema, EXIT_PROJECT, false },
    [CHECK_INPUTS] = { "inputs", "the inputs", STAGE_FILES, NEEDS(SCHEMA), look_at_inputs, EXIT_PROJECT, false },
    [CHECK_TYPE_CONFIGURATION] = { "typeconfig", "the type configuration", STAGE_FILES,
        NEEDS(SCHEMA), look_at_type_configuration, EXIT_PROJECT, true },
    [CHECK_IMAGE] = { "image", "the image", STAGE_FILES,
        NEEDS(INPUTS) | NEEDS(TYPE_CONFIGURATION), look_at_image, EXIT_PROJECT, true },
    [CHECK_EXCEPTIONS] = { "exceptions", "the exceptions", STAGE_RUN,
        NEEDS(SCHEMA), look_at_exceptions, EXIT_PROJECT, true },
    [CHECK_AGAINST] = { "against", "--against", STAGE_RUN,
        NEEDS(SCHEMA) | NEEDS(INPUTS), look_at_against, EXIT_PROJECT, true },
    [CHECK_TESTS] = { "tests", "the tests", STAGE_RUN,
        NEEDS(SCHEMA) | NEEDS(INPUTS), look_at_tests, EXIT_NO_TEST, true },
    [CHECK_CREDENTIALS] = { "credentials", "the credentials", STAGE_TARGET,
        0, look_at_credentials, EXIT_TARGET, false },
    [CHECK_REGION] = { "region", "the region", STAGE_TARGET, 0, look_at_region, EXIT_TARGET, false },
    [CHECK_ENDPOINT] = { "endpoint", "the endpoint", STAGE_TARGET, 0, look_at_endpoint, EXIT_TARGET, false },
    [CHECK_FUNCTION] = { "function", "the function", STAGE_TARGET,
        NEEDS(ENDPOINT), look_at_function, EXIT_TARGET, false },
    [CHECK_ACCOUNT] = { "account", "the account", STAGE_TARGET,
        NEEDS(CREDENTIALS), look_at_account, EXIT_TARGET, true },
    [CHECK_TEMPLATE] = { "template", "the template", STAGE_DOCTOR, 0, look_at_template, EXIT_TARGET, false },
    [CHECK_LEFTOVERS] = { "leftovers", "what earlier runs left", STAGE_TARGET,
        0, look_at_leftovers, EXIT_PROJECT, false },
};
/* clang-format on */

const char *check_name(enum check_id id)
{
    return checks[id].name;
}

void check_problem(struct preflight *p, enum check_id id, enum exit_code code, const char *text)
{
    problems_add(&p->checked[id].problems, code, text);
}

void check_pass_over(struct preflight *p, enum check_id id, const char *why)
{
    p->checked[id].verdict = CHECK_NOT_LOOKED_AT;
    p->checked[id].note = why;
}

void preflight_learn_type(struct preflight *p)
{
    p->redactor = secrets_redactor(p->arena, p->options, p->subject->tested);
}

struct preflight preflight_new(struct arena *arena, const struct options *options,
                               struct project_subject *subject, struct target *target)
{
    struct preflight p = {
        .arena = arena,
        .options = options,
        .subject = subject,
        .target = target,
        .seed = options_seed(&options->model),
    };

    for (size_t i = 0; i < CHECK_COUNT; i++) {
        p.checked[i].problems = problems_new(arena);
        p.checked[i].warnings = problems_new(arena);
        p.checked[i].fixes = problems_new(arena);
    }
    preflight_learn_type(&p);
    return p;
}

/* Whether the row was looked at, and is no problem. */
static bool holds(const struct preflight *preflight, enum check_id id)
{
    const enum check_verdict verdict = preflight->checked[id].verdict;

    return verdict == CHECK_OK || verdict == CHECK_WARNING;
}

/* The first row that another depends on and that does not hold; or CHECK_COUNT. */
static size_t obstacle(const struct preflight *p, const struct precondition *check)
{
    size_t i = 0;

    while (i < CHECK_COUNT && (!(check->needs & 1U << i) || holds(p, (enum check_id)i)))
        i++;
    return i;
}

/* The last of the project's warnings, behind which those of a row will stand. */
static const struct warning *last_warning(const struct preflight *p)
{
    const struct warning *last = p->subject->project ? p->subject->project->warnings : NULL;

    while (last && last->next)
        last = last->next;
    return last;
}

static void look_at(struct preflight *p, enum check_id id)
{
    struct checked *checked = &p->checked[id];
    const struct warning *before = last_warning(p);
    struct error error;

    checked->verdict = CHECK_OK;
    if (!checks[id].look(p, &error))
        check_problem(p, id, checks[id].code, error.text);
    for (const struct warning *w = before                ? before->next
                                   : p->subject->project ? p->subject->project->warnings
                                                         : NULL;
         w; w = w->next)
        check_warn(p, id, "%s", w->message);
    if (checked->problems.first)
        checked->verdict = CHECK_PROBLEM;
    else if (checked->warnings.first && checked->verdict == CHECK_OK)
        checked->verdict = CHECK_WARNING;
}

void preflight_look(struct preflight *preflight, enum check_stage stage)
{
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        const size_t other = checks[i].stage == stage ? obstacle(preflight, &checks[i]) : 0;

        if (checks[i].stage != stage)
            continue;
        if (other == CHECK_COUNT)
            look_at(preflight, (enum check_id)i);
        else
            check_pass_over(preflight, (enum check_id)i,
                            checks[i].quiet
                                ? NULL
                                : arena_printf(preflight->arena, "not looked at, because of %s",
                                               checks[other].about));
    }
}

struct problems preflight_problems(const struct preflight *preflight)
{
    struct problems all = problems_new(preflight->arena);

    for (size_t i = 0; i < CHECK_COUNT; i++)
        for (const struct problem *p = preflight->checked[i].problems.first; p; p = p->next)
            problems_add(&all, p->code,
                         redact_text(preflight->redactor, preflight->arena, p->text));
    return all;
}

/* What to do next. A single problem of the project's own says that itself. */
static void advise(const struct preflight *p, size_t count)
{
    if (count > 1)
        fprintf(stderr, "\n%zu problems.  No handler was called.\n%s", count,
                p->unreachable ? "\n" : "");
    else if (p->unreachable)
        fputs("\nNo handler was called.  ", stderr);
    else if (p->checked[CHECK_FUNCTION].problems.first ||
             (p->checked[CHECK_ENDPOINT].problems.first && p->service != SERVICE_UNKNOWN))
        fputs("No handler was called.\n", stderr);
    if (p->unreachable)
        fputs(target_advice(p->target), stderr);
}

/* A project may have a hundred broken inputs: the first ones of each row will do. */
static void print_row(const struct preflight *p, const struct checked *checked, size_t id,
                      struct problems *said)
{
    size_t count = 0;

    for (const struct problem *problem = checked->problems.first; problem;
         problem = problem->next) {
        const char *text = redact_text(p->redactor, p->arena, problem->text);
        const size_t before = said->count;

        problems_add(said, problem->code, text);
        if (said->count > before && count++ < SHOWN_OF_ROW)
            complain(problem->code, "%s", text);
    }
    if (count > SHOWN_OF_ROW)
        complain(EXIT_OK, "and %zu more of %s", count - SHOWN_OF_ROW, checks[id].about);
}

static void print_warnings(const struct preflight *p)
{
    size_t count = 0;

    for (size_t i = 0; i < CHECK_COUNT; i++)
        for (const struct problem *w = p->checked[i].warnings.first; w; w = w->next)
            if (count++ < SHOWN_WARNINGS)
                complain(EXIT_OK, "warning: %s", redact_text(p->redactor, p->arena, w->text));
    if (count > SHOWN_WARNINGS)
        complain(EXIT_OK, "and %zu more warnings", count - SHOWN_WARNINGS);
}

enum exit_code preflight_report(const struct preflight *preflight)
{
    struct problems said = problems_new(preflight->arena);

    for (size_t i = 0; i < CHECK_COUNT; i++)
        print_row(preflight, &preflight->checked[i], i, &said);
    if (said.count > 1)
        print_warnings(preflight);
    if (said.count)
        advise(preflight, said.count);
    return problems_code(&said);
}
