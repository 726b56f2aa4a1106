/* What earlier runs left behind: listed, deleted where they made it, or forgotten. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/engine/tracked.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/hold.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/report/failure.h"
#include "cli/commands.h"

struct cleanup_options {
    bool list_leftovers;
    bool all;
    bool yes;
    struct list forget; /* IDs */
};

/* --- The list --- */

enum { NAME_SHOWN = 120, PLACE_SHOWN = 100 };

static const char *quoted(struct arena *arena, const char *text)
{
    return text_quote(arena, text, PLACE_SHOWN);
}

/* "Acme::Demo::Thing {"Name":"x"}", on one line; what was asked for, where no answer named it. */
static const char *cleanup_name(struct arena *arena, const struct ledger_entry *entry)
{
    const json *shown = entry->model ? entry->identifier : entry->desired;

    return arena_printf(arena, "%s %s%s", quoted(arena, entry->type_name),
                        entry->model ? "" : "made of ",
                        text_quote(arena, json_print(arena, shown), NAME_SHOWN));
}

/* "3 min", in the largest unit that there is one of. */
static const char *age_text(struct arena *arena, int64_t ms)
{
    static const struct {
        int64_t ms;
        const char *name;
    } units[] = {
        { INT64_C(86400000), "day" }, { 3600000, "hour" }, { 60000, "minute" }, { 1000, "second" }
    };
    size_t i = 0;

    while (i < 3 && ms < units[i].ms)
        i++;
    const long long count = ms > 0 ? (long long)(ms / units[i].ms) : 0;
    return arena_printf(arena, "%lld %s%s", count, units[i].name, count == 1 ? "" : "s");
}

static void print_entry(struct arena *arena, const struct ledger_entry *e)
{
    printf("%s  %s\n", e->id, cleanup_name(arena, e));
    printf("          %s; made by %s (%s) %s ago\n",
           e->model      ? "a handler named it"
           : e->answered ? "a handler said that it is being made"
                         : "CREATE was sent, and no answer came",
           quoted(arena, e->test), quoted(arena, e->set),
           age_text(arena, clock_wall_ms() - e->time_ms));
    printf("          account %s, %s; %s at %s\n", quoted(arena, e->account_id),
           quoted(arena, e->region), quoted(arena, e->function_name), quoted(arena, e->endpoint));
}

static void cleanup_print(struct arena *arena, const struct ledger_content *content)
{
    printf("%zu resource%s may be left behind\n", content->count, content->count == 1 ? "" : "s");
    for (const struct ledger_entry *e = content->entries; e; e = e->next)
        print_entry(arena, e);
}

static void cleanup_print_json(struct arena *arena, const struct ledger_content *content)
{
    json *document = json_object(arena);
    json *array = json_set_array(document, "leftovers");

    for (const struct ledger_entry *e = content->entries; e; e = e->next) {
        json *object = json_append_object(array);

        json_set_string(object, "id", e->id);
        json_set_string(object, "state", ledger_state_name(e->state));
        json_set_string(object, "type", e->type_name);
        json_set(object, "identifier", e->identifier);
        json_set(object, "model", e->model);
        json_set(object, "desired", e->desired);
        json_set_string(object, "made_by", e->test);
        json_set_string(object, "input_set", e->set);
        json_set_string(object, "run", e->run);
        json_set_string(object, "time", arena_printf(arena, "%sZ", date_text(arena, e->time_ms)));
        const int64_t age_s = (clock_wall_ms() - e->time_ms) / 1000;
        json_set_number(object, "age_seconds", (double)age_s);
        json_set_string(object, "account", e->account_id);
        json_set_string(object, "region", e->region);
        json_set_string(object, "endpoint", e->endpoint);
        json_set_string(object, "function", e->function_name);
    }
    puts(json_print_pretty(arena, document));
}

/* --- What is to be deleted --- */

struct cleanup {
    struct arena *arena;
    const struct options *options;
    const struct cleanup_options *own;
    struct project_subject subject;
    struct redactor *redactor;
    struct hold hold;
    struct run run;
    const char *aimed; /* place_of() the last one, which is asked only once whether it is there */
    struct target target;
    enum exit_code aim; /* whether it can be used: EXIT_OK, or why not */
    enum exit_code worst;
};

static enum exit_code note(struct cleanup *c, enum exit_code code)
{
    c->worst = c->worst == EXIT_OK ? code : c->worst;
    return code;
}

static bool is_named(const struct ledger_entry *entry, const struct list *ids)
{
    for (size_t i = 0; i < ids->count; i++)
        if (strncmp(entry->id, ids->items[i], strlen(ids->items[i])) == 0)
            return true;
    return false;
}

/* Each of the ids, of what is to be deleted or forgotten, must mean one entry. */
static bool check_ids(const struct cleanup *c, const struct ledger_content *content,
                      struct error *error)
{
    const struct list *forget = &c->own->forget;
    const struct list *ids = forget->count ? forget : &c->options->words;

    for (size_t i = 0; i < ids->count; i++) {
        const char *id = ids->items[i];
        size_t found = 0;

        for (const struct ledger_entry *e = content->entries; e; e = e->next)
            found += *id && strncmp(e->id, id, strlen(id)) == 0;
        if (found != 1)
            return error_set(error, "%s \"%s\"; \"cfnc cleanup --list\" shows what there is",
                             found ? "several entries begin with" : "no entry is called",
                             text_quote(c->arena, id, 60));
    }
    return true;
}

enum { GRACE_MS = 10000 }; /* for the call in flight when cfnc is asked to stop */

/* --- Where it is --- */

static bool differs(const struct cleanup *c, const char *option, const char *given,
                    const char *there)
{
    return options_given(c->options, option) && strcmp(given, there) != 0;
}

/* Why an entry is not for this command line, or NULL. */
static const char *why_refused(const struct cleanup *c, const struct ledger_entry *e)
{
    const char *made = arena_printf(c->arena, "%s: it was made", e->id);

    if (strcmp(e->type_name, c->subject.type->name) != 0)
        return arena_printf(c->arena, "%s: it is of %s, and this schema of %s; pass --schema FILE",
                            e->id, text_quote(c->arena, e->type_name, 100), c->subject.type->name);
    if (differs(c, "region", c->options->target.region, e->region))
        return arena_printf(c->arena, "%s in %s; leave out --region", made,
                            text_quote(c->arena, e->region, 40));
    if (differs(c, "account-id", c->options->target.account_id, e->account_id))
        return arena_printf(c->arena, "%s in account %s; leave out --account-id", made,
                            text_quote(c->arena, e->account_id, 40));
    return NULL;
}

/* Where a handler is, and for whom, as one text. */
static const char *place_of(struct arena *arena, const struct target_options *o)
{
    return arena_printf(arena, "%s\n%s\n%s\n%s\n%s", o->endpoint, o->function_name,
                        o->docker_image ? o->docker_image : "", o->region, o->account_id);
}

static enum exit_code aim_at(struct cleanup *c, const struct options *wanted)
{
    struct error error;

    c->subject.wallet = NULL;
    if (!target_check(c->arena, wanted, &error) ||
        !image_prepare(c->arena, &wanted->target, &c->subject, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    const enum exit_code code =
        target_reach(c->arena, wanted, &c->subject, c->redactor, &c->target);
    c->target.grace_ms = GRACE_MS;
    return code;
}

/* The endpoint or image that made it, or the one that is given. */
static void choose_handler(const struct options *options, const struct ledger_entry *e,
                           struct target_options *wanted)
{
    static const char image[] = "docker:";
    const size_t length = strlen(image);

    if (options->target.docker_image)
        return;
    if (!options_given(options, "endpoint") && strncmp(e->endpoint, image, length) == 0) {
        wanted->docker_image = e->endpoint + length;
        return;
    }
    if (!options_given(options, "endpoint"))
        wanted->endpoint = e->endpoint;
    if (!options_given(options, "function-name") && *e->function_name)
        wanted->function_name = e->function_name;
}

static enum exit_code aim(struct cleanup *c, const struct ledger_entry *e)
{
    struct options wanted = *c->options;
    const char *refused = why_refused(c, e);

    if (refused)
        return complain(EXIT_PROJECT, "%s", refused);
    choose_handler(c->options, e, &wanted.target);
    wanted.target.region = e->region;
    wanted.target.account_id = e->account_id;
    const char *place = place_of(c->arena, &wanted.target);
    if (!c->aimed || strcmp(c->aimed, place) != 0)
        c->aim = aim_at(c, &wanted);
    c->aimed = place;
    if (c->aim == EXIT_OK && strcmp(c->target.account_id, e->account_id) != 0)
        return complain(EXIT_PROJECT,
                        "%s: it was made in account %s, and the credentials are of %s; pass "
                        "--profile or --role-arn of that account",
                        e->id, text_quote(c->arena, e->account_id, 40), c->target.account_id);
    return c->aim;
}

/* --- Deleting --- */

static void make_run(struct cleanup *c)
{
    const struct options *options = c->options;

    c->redactor = secrets_redactor(c->arena, options, c->subject.tested);
    redactor_learn_strings(c->redactor, c->subject.project->type_configuration);
    c->run = run_apart(
        &(struct run){
            .arena = c->arena,
            .options = { .suite = SUITE_FULL,
                         .enforce_timeout_s =
                             (int)((options->target.enforce_timeout_ms + 999) / 1000),
                         .stabilize_timeout_ms = options->stabilize_timeout_ms },
            .subject = c->subject.tested,
            .target = &c->target,
            .redactor = c->redactor,
            .ledger = c->hold.ledger,
        },
        c->arena);
}

/* Whether it is gone. */
static bool delete_entry(struct cleanup *c, struct ledger_entry *e, bool vouched)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    const char *name = cleanup_name(c->arena, e), *id = e->id;
    struct world *world = target_world(c->arena, &c->target);
    struct outcome *outcome = outcome_new(c->arena, c->run.subject->protocol);
    struct trial t = trial_new(&(struct trial){
        .run = &c->run,
        .outcome = outcome,
        .world = world,
        .reporters = nobody,
        .phase = PHASE_TEARDOWN,
        .cleaning = true,
    });

    outcome->name = e->test;
    c->run.leftovers = NULL;
    c->run.calls = c->run.last_call = NULL;
    tracked_adopt(&t, e, vouched);
    tracked_delete_all(&t);
    const struct call *last = last_call(&t);
    const bool deleted = last && last->action == DELETE && last->event.status == SUCCESS;
    const struct leftover *left = c->run.leftovers;

    printf("%s  %-7s  %s\n", id, left ? "left" : deleted ? "deleted" : "gone", name);
    if (left)
        printf("          %s\n", text_quote(c->arena, left->reason, 0));
    fflush(stdout);
    arena_free(t.arena);
    return !left;
}

/* The newest first: what was made later may need what was made before. */
static void delete_named(struct cleanup *c, const struct list *ids)
{
    const struct ledger_content *content = ledger_content(c->hold.ledger);
    const size_t count = content->count;
    struct ledger_entry **all = arena_array(c->arena, count + 1, sizeof(*all));
    size_t n = 0;

    for (struct ledger_entry *e = content->entries; e; e = e->next)
        all[n++] = e;
    while (n-- && !stop_code()) {
        if (ids->count && !is_named(all[n], ids))
            continue;
        const enum exit_code aimed = aim(c, all[n]);

        if (note(c, aimed) == EXIT_OK && !delete_entry(c, all[n], ids->count > 0))
            note(c, EXIT_LEFT_BEHIND);
    }
}

static void advise(struct cleanup *c)
{
    if (c->worst == EXIT_LEFT_BEHIND)
        puts("\nWhat is yours: cfnc cleanup ID --yes.  What is gone: cfnc cleanup --forget ID");
    if (ledger_failed(c->hold.ledger))
        note(c, complain(EXIT_PROJECT, "%s", ledger_failed(c->hold.ledger)));
}

/* --- The command --- */

static enum exit_code forget(struct cleanup *c)
{
    const struct list *ids = &c->own->forget;
    struct ledger_entry *next;

    for (struct ledger_entry *e = ledger_content(c->hold.ledger)->entries; e; e = next) {
        next = e->next;
        if (!is_named(e, ids))
            continue;
        printf("%s  forgotten  %s\n", e->id, cleanup_name(c->arena, e));
        ledger_closed(c->hold.ledger, e, "forgotten");
    }
    return EXIT_OK;
}

static enum exit_code clean(struct cleanup *c)
{
    struct error error;

    if (!subject_find(c->arena, c->options, &c->subject, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    if (!c->subject.type)
        return complain(EXIT_PROJECT, "cleanup: only resources have such handlers");
    make_run(c);
    signals_catch("stopping.  what is not deleted by now stays in the list (once more: quit)");
    delete_named(c, &c->options->words);
    advise(c);
    return stop_code() ? (enum exit_code)stop_code() : c->worst;
}

/* With the lock, on what stands in the ledger then. */
static enum exit_code work(struct cleanup *c)
{
    const struct options *options = c->options;
    struct error error;

    if (!hold_project(c->arena, options->subject.folder, options->wait_for_lock_ms, &c->hold,
                      &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    const struct ledger_content *content = ledger_content(c->hold.ledger);
    enum exit_code code = EXIT_OK;
    if (!check_ids(c, content, &error))
        code = complain(EXIT_USAGE, "%s", error.text);
    else
        code = c->own->forget.count ? forget(c) : clean(c);
    if (code == EXIT_OK && content->broken)
        code = complain(EXIT_PROJECT, "%s", content->error.text);
    hold_end(&c->hold);
    return code;
}

/* Whether somebody who could say no has said yes. */
static bool is_agreed(const struct options *options, size_t count)
{
    const struct cleanup_options *own = options_own(options, IN_CLEANUP);
    char answer[16] = "";

    if (own->yes)
        return own->all || options->words.count;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    printf("\nDelete %s? [y/N] ", options->words.count ? "what is named"
                                  : count == 1         ? "it"
                                                       : "all of them");
    fflush(stdout);
    return fgets(answer, sizeof(answer), stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static enum exit_code list_only(struct arena *arena, const struct ledger_content *content,
                                bool as_json)
{
    if (as_json)
        cleanup_print_json(arena, content);
    else if (content->count)
        cleanup_print(arena, content);
    else
        puts("nothing is left behind");
    if (content->broken)
        return complain(EXIT_PROJECT, "%s", content->error.text);
    return content->count ? EXIT_LEFT_BEHIND : EXIT_OK;
}

static enum exit_code check_words(const struct options *options)
{
    const struct cleanup_options *own = options_own(options, IN_CLEANUP);
    const bool ids = options->words.count || own->all;

    if (own->list_leftovers && (ids || own->forget.count))
        return complain(EXIT_USAGE, "--list prints and does nothing else; leave it out");
    if (own->forget.count && ids)
        return complain(EXIT_USAGE, "--forget deletes nothing; leave out --all and other ids");
    if (own->all && options->words.count)
        return complain(EXIT_USAGE, "--all is about every entry; leave it or the ids out");
    if (options->json && (ids || own->forget.count))
        return complain(EXIT_USAGE, "--json is for --list");
    return EXIT_OK;
}

static enum exit_code cmd_cleanup(struct arena *arena, const struct options *options)
{
    const struct cleanup_options *own = options_own(options, IN_CLEANUP);
    struct cleanup c = { .arena = arena, .options = options, .own = own };
    struct ledger_content content;
    struct error error;

    if (check_words(options) != EXIT_OK)
        return EXIT_USAGE;
    if (!ledger_read(arena, options->subject.folder, &content, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    if (!check_ids(&c, &content, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    if (own->forget.count)
        return work(&c);
    if (own->list_leftovers || options->json || (!content.count && !options->words.count))
        return list_only(arena, &content, options->json);
    if (!own->yes)
        list_only(arena, &content, false);
    if (is_agreed(options, content.count))
        return work(&c);
    puts("\nNothing was deleted.  To delete: cfnc cleanup --all --yes, or ID --yes.  To take one "
         "off\nthe list, because it is gone: cfnc cleanup --forget ID");
    return EXIT_LEFT_BEHIND;
}

/* clang-format off */
static const struct option cleanup_rows[] = {
    { .name = "list", .help = "print them; call nothing",
      .kind = OPTION_FLAG, .group = GROUP_LEFTOVERS, OWN(cleanup, list_leftovers), .trust = TRUST_LINE },
    { .name = "all", .help = "delete all of them",
      .kind = OPTION_FLAG, .group = GROUP_LEFTOVERS, OWN(cleanup, all), .trust = TRUST_LINE },
    { .name = "yes", .letter = 'y', .help = "do not ask",
      .kind = OPTION_FLAG, .group = GROUP_LEFTOVERS, OWN(cleanup, yes), .trust = TRUST_LINE },
    { .name = "forget", .argument = "ID",
      .help = "it is gone: take it off the list; may be repeated",
      .kind = OPTION_LIST, .group = GROUP_LEFTOVERS, OWN(cleanup, forget), .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_cleanup = {
    .name = "cleanup",
    .summary = "delete what earlier runs left behind",
    .usage =
        "Usage: cfnc cleanup [OPTION]... [ID]...\n"
        "Delete resources that earlier runs made and could not delete, or that a run which was\n"
        "killed left behind, through the endpoint that made them.\n"
        "\n"
        "  cfnc cleanup                          list them, and ask\n"
        "  cfnc cleanup --all --yes              delete all, without a question\n"
        "  cfnc cleanup --forget ID              it is gone: take it off the list\n"
        "\n"
        "What no answer ever named is looked for, and deleted only when it is as was asked for\n"
        "and nobody else can have asked for the same, or its ID is given.\n"
        "\n",
    .ending = "Exit: 0 nothing is left  2 usage  3 no handler  4 another account, region or type,\n"
              "      or a ledger that is broken or in use  6 something is left\n",
    .place = IN_CLEANUP,
    .options = cleanup_rows,
    .own = sizeof(struct cleanup_options),
    .run = cmd_cleanup,
};
