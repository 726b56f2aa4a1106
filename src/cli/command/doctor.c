/* What `cfnc test` would look at before any call, as a table. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/prepare/preflight.h"
#include "cfnc/redact/redact.h"
#include "cli/commands.h"
#include "cli/terminal.h"

struct doctor_options {
    bool fix;
};

enum { TEXT_AT = 19, TEXTS_MOST = 12 };

static const struct {
    const char *shown, *name;
} words[] = {
    [CHECK_NOT_LOOKED_AT] = { "-", "not looked at" },
    [CHECK_OK] = { "ok", "ok" },
    [CHECK_WARNING] = { "WARN", "warning" },
    [CHECK_PROBLEM] = { "FAIL", "problem" },
};

struct examination {
    struct arena *arena;
    const struct options *options;
    struct project_subject subject;
    struct target target;
    struct preflight preflight;
    struct text out;
    int columns;
    size_t warnings, problems;
};

static const char *hide(const struct examination *e, const char *text)
{
    return text_quote(e->arena, redact_text(e->preflight.redactor, e->arena, text), 0);
}

/* One text of a row; only the first of a row has the name in front. */
static void print_text(struct examination *e, const char *name, enum check_verdict verdict,
                       const char *text)
{
    text_addf(&e->out, "%-12s %-5s ", name, words[verdict].shown);
    text_add_wrapped(&e->out, hide(e, text), TEXT_AT, TEXT_AT, e->columns);
    text_add(&e->out, "\n");
}

static void print_texts(struct examination *e, const char **name, enum check_verdict verdict,
                        const struct problems *texts, const char *todo)
{
    size_t count = 0;

    for (const struct problem *p = texts->first; p; p = p->next, *name = "")
        if (count++ < TEXTS_MOST)
            print_text(e, *name, verdict,
                       todo ? arena_printf(e->arena, "%s; %s", p->text, todo) : p->text);
    if (count > TEXTS_MOST)
        print_text(e, "", verdict, arena_printf(e->arena, "and %zu more", count - TEXTS_MOST));
}

/* A row of which there is nothing to say has no line. */
static void print_row(struct examination *e, enum check_id id)
{
    const struct checked *checked = &e->preflight.checked[id];
    const char *name = check_name(id);

    print_texts(e, &name, CHECK_PROBLEM, &checked->problems, checked->todo);
    print_texts(e, &name, CHECK_WARNING, &checked->warnings, NULL);
    if (*name && checked->note)
        print_text(e, name, checked->verdict, checked->note);
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void print_table(struct examination *e)
{
    for (size_t i = 0; i < CHECK_COUNT; i++)
        print_row(e, (enum check_id)i);
    text_addf(&e->out, "%zu warning%s, %zu problem%s\n", e->warnings, plural(e->warnings),
              e->problems, plural(e->problems));
}

static void add_texts(const struct examination *e, json *row, const char *key,
                      const struct problems *texts)
{
    json *array = json_set_array(row, key);

    for (const struct problem *p = texts->first; p; p = p->next)
        json_append(array, json_new_string(e->arena, hide(e, p->text)));
}

static void print_json(struct examination *e, enum exit_code code)
{
    json *object = json_object(e->arena), *rows = json_set_array(object, "checks");

    for (size_t i = 0; i < CHECK_COUNT; i++) {
        const struct checked *checked = &e->preflight.checked[i];
        json *row = json_object(e->arena);

        if (!checked->note && !checked->problems.first && !checked->warnings.first)
            continue;
        json_set_string(row, "name", check_name((enum check_id)i));
        json_set_string(row, "verdict", words[checked->verdict].name);
        if (checked->note)
            json_set_string(row, "note", hide(e, checked->note));
        add_texts(e, row, "problems", &checked->problems);
        add_texts(e, row, "warnings", &checked->warnings);
        add_texts(e, row, "fixes", &checked->fixes);
        json_append(rows, row);
    }
    json_set_number(object, "warnings", (double)e->warnings);
    json_set_number(object, "problems", (double)e->problems);
    json_set_number(object, "exit_code", (double)code);
    text_add(&e->out, json_print_pretty(e->arena, object));
    text_add(&e->out, "\n");
}

static void print_fixes_of(struct examination *e, size_t id)
{
    for (const struct problem *p = e->preflight.checked[id].fixes.first; p; p = p->next)
        text_addf(&e->out, "%s\n", hide(e, p->text));
}

/* What asks the user for something comes last, or it would read the lines behind it. */
static void print_fixes(struct examination *e)
{
    for (size_t i = 0; i < CHECK_COUNT; i++)
        if (i != CHECK_CREDENTIALS)
            print_fixes_of(e, i);
    print_fixes_of(e, CHECK_CREDENTIALS);
}

static void examine(struct examination *e)
{
    static const enum check_stage stages[] = { STAGE_FILES, STAGE_RUN, STAGE_TARGET, STAGE_DOCTOR };

    e->preflight = preflight_new(e->arena, e->options, &e->subject, &e->target);
    e->preflight.thorough = true;
    for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++)
        preflight_look(&e->preflight, stages[i]);
    e->problems = preflight_problems(&e->preflight).count;
    for (size_t i = 0; i < CHECK_COUNT; i++)
        e->warnings += e->preflight.checked[i].warnings.count;
}

/*
 * --json is one object:
 *
 *      {"checks": [{"name": "endpoint", "verdict": "ok" | "warning" | "problem" | "not looked at",
 *                   "note": what there is, or why it was not looked at; may be left out,
 *                   "problems": [TEXT...], "warnings": [TEXT...], "fixes": [COMMAND...]}...],
 *       "warnings": N, "problems": N, "exit_code": N}
 */
static enum exit_code cmd_doctor(struct arena *arena, const struct options *options)
{
    const struct doctor_options *own = options_own(options, IN_DOCTOR);
    struct examination e = {
        .arena = arena,
        .options = options,
        .out = text_new(arena),
        .columns = terminal_columns(),
    };
    struct error error;

    if (options->json && own->fix)
        return complain(EXIT_USAGE, "--json has the commands of --fix; leave out one of them");
    if (!target_check(arena, options, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    examine(&e);
    const struct problems problems = preflight_problems(&e.preflight);
    const enum exit_code code = problems_code(&problems);
    if (options->json)
        print_json(&e, code);
    else if (own->fix)
        print_fixes(&e);
    else
        print_table(&e);
    fputs(e.out.bytes, stdout);
    return code;
}

/* clang-format off */
static const struct option doctor_rows[] = {
    { .name = "fix", .help = "print only commands that would repair it",
      .kind = OPTION_FLAG, .group = GROUP_OUTPUT, OWN(doctor, fix), .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_doctor = {
    .name = "doctor",
    .summary = "what is in the way of a run; nothing is invoked",
    .usage = "Usage: cfnc doctor [OPTION]...\n"
             "Look at the project, its schema and inputs, the credentials, the endpoint and the\n"
             "function, as \"cfnc test\" does before it calls a handler.\n"
             "\n"
             "  cfnc doctor                           a table; with the options of the run in "
             "question\n"
             "  cfnc doctor --fix                     commands only, for a shell\n"
             "\n",
    .ending = "Exit: 0 ready, or warnings only  2 usage  3 endpoint, function or credentials\n"
              "      4 project\n",
    .place = IN_DOCTOR,
    .options = doctor_rows,
    .own = sizeof(struct doctor_options),
    .run = cmd_doctor,
};
