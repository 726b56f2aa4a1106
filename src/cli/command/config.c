#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/secrets.h"
#include "cli/commands.h"

enum { NAME_COLUMNS = 28, VALUE_COLUMNS = 34, VALUE_LONGEST = 60 };

extern char **environ;

/* "90s", "500ms": as it can be typed. */
static const json *duration(struct arena *arena, int64_t ms)
{
    return json_new_string(arena, ms % 1000 ? arena_printf(arena, "%lldms", (long long)ms)
                                            : arena_printf(arena, "%llds", (long long)(ms / 1000)));
}

static const json *text_or_null(struct arena *arena, const char *text)
{
    return text ? json_new_string(arena, text) : json_new_null(arena);
}

/* Without a user and a password, which an endpoint is refused for later on. */
static const char *shown_text(struct arena *arena, const struct option *row, const char *text)
{
    const char *host = text && strcmp(row->argument, "URL") == 0 ? strstr(text, "://") : NULL;

    if (!host || host[3 + strcspn(host + 3, "@/?#")] != '@')
        return text;
    return arena_printf(arena, "%.*s...%s", (int)(host + 3 - text), text, strchr(host, '@'));
}

/* "NAME=VALUE" without what may be secret. */
static const char *shown_item(struct arena *arena, const struct option *row, const char *item)
{
    const bool is_export = row->argument && strcmp(row->argument, "NAME=VALUE") == 0;

    return is_export ? arena_printf(arena, "%.*s=...", (int)strcspn(item, "="), item) : item;
}

static const json *items(struct arena *arena, const struct option *row, const struct list *list)
{
    json *array = json_array(arena);

    for (size_t i = 0; i < list->count; i++)
        json_append(array, json_new_string(arena, shown_item(arena, row, list->items[i])));
    return array;
}

/* -v and -q share a slot: each tells its own side of it. */
static const json *often(struct arena *arena, const struct option *row, int verbosity)
{
    const int times = row->kind == OPTION_UP ? verbosity : -verbosity;

    return json_new_number(arena, times > 0 ? times : 0);
}

/* What a row's slot holds. */
static const json *value_of(struct arena *arena, const struct option *row,
                            const struct options *options)
{
    const void *const slot = option_value(options, row);
    const struct seed *seed = slot;

    switch (row->kind) {
    case OPTION_FLAG:
        return json_new_boolean(arena, *(const bool *)slot);
    case OPTION_UP:
    case OPTION_DOWN:
        return often(arena, row, *(const int *)slot);
    case OPTION_NUMBER:
        return json_new_number(arena, *(const int *)slot);
    case OPTION_DURATION:
        return *(const int64_t *)slot || row->standard ? duration(arena, *(const int64_t *)slot)
                                                       : json_new_null(arena);
    case OPTION_LIST:
        return items(arena, row, slot);
    case OPTION_SEED: /* up to 2^64, which a JSON number does not hold */
        return seed->given ? json_new_string(arena, arena_printf(arena, "%llu",
                                                                 (unsigned long long)seed->value))
                           : json_new_null(arena);
    default:
        return text_or_null(arena, shown_text(arena, row, *(const char *const *)slot));
    }
}

static const char *plain(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    if (json_type(value) == JSON_STRING)
        return json_string(value);
    if (json_type(value) == JSON_NULL)
        return "-";
    if (json_type(value) != JSON_ARRAY)
        return json_print(arena, value);
    for (const json *item = json_first(value); item; item = json_next(item))
        text_addf(&out, "%s%s", out.length ? ", " : "", json_string(item));
    return out.length ? out.bytes : "-";
}

/* Whether it is a setting of the command, by a name of its own. */
static bool is_shown(const struct option *row, const struct options *options)
{
    return row->places & options->about && (option_is_variable(row) || option_is_key(row)) &&
           !row->alias && !(row->kind == OPTION_LIST && row->value);
}

struct printing {
    struct arena *arena;
    const struct options *options;
    struct redactor *redactor;
};

static json *row_json(const struct printing *p, const struct option *row)
{
    json *object = json_object(p->arena);
    const struct origin *origin = &p->options->origins[row - option_rows()];
    const json *value = value_of(p->arena, row, p->options);

    json_set_string(object, "name", row->name);
    json_set(object, "value", redact_value(p->redactor, p->arena, value));
    json_set_string(object, "origin", options_origin(p->arena, p->options, row));
    const struct config_file *file = options_origin_file(p->options, row);
    if (file) {
        json_set_string(object, "file", file->path);
        json_set_number(object, "line", origin->line);
    }
    json_set(object, "variable",
             option_is_variable(row) ? json_new_string(p->arena, option_variable(p->arena, row))
                                     : json_new_null(p->arena));
    json_set_boolean(object, "file_may_set", option_is_key(row));
    return object;
}

static const char ours[] = "CFNC_";

/* The nearest name that a variable may have meant, "" where there is none; NULL: it is one. */
static const char *meant(struct arena *arena, const char *name)
{
    const char *names[OPTION_LIMIT + 1];
    size_t count = 0;

    if (strcmp(name, "CFNC_ADDOPTS") == 0)
        return NULL;
    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        if (!option_is_variable(row))
            continue;
        names[count] = option_variable(arena, row) + sizeof(ours) - 1;
        if (strcmp(names[count++], name + sizeof(ours) - 1) == 0)
            return NULL;
    }
    names[count] = NULL;
    const char *near = text_nearest(name + sizeof(ours) - 1, names);
    return near ? near - (sizeof(ours) - 1) : "";
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The variables that look like ours, "NAME=VALUE", by name: their own order tells nothing. */
static char **ours_in_environment(struct arena *arena, size_t *count)
{
    size_t all = 0;

    while (environ[all])
        all++;
    char **found = arena_array(arena, all + 1, sizeof(*found));
    *count = 0;
    for (char **at = environ; *at; at++)
        if (strncmp(*at, ours, sizeof(ours) - 1) == 0)
            found[(*count)++] = *at;
    qsort(found, *count, sizeof(*found), by_name);
    return found;
}

/* Those that are no option: other programs may have such. */
static json *strangers(struct arena *arena)
{
    json *array = json_array(arena);
    size_t count;
    char **variables = ours_in_environment(arena, &count);

    for (size_t i = 0; i < count; i++) {
        const char *name = arena_copy(arena, variables[i], strcspn(variables[i], "="));
        const char *near = meant(arena, name);
        if (!near)
            continue;
        json *object = json_append_object(array);
        json_set_string(object, "name", name);
        if (*near)
            json_set_string(object, "nearest", near);
    }
    return array;
}

static const json *document_of(const struct printing *p)
{
    json *report = json_object(p->arena), *rows;

    json_set_string(report, "command", place_name(p->options->about));
    json_set(report, "file",
             text_or_null(p->arena, p->options->file ? p->options->file->path : NULL));
    json_set(report, "preset", text_or_null(p->arena, p->options->preset));
    json_set_boolean(report, "ci", p->options->in_ci);
    rows = json_set_array(report, "options");
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (is_shown(row, p->options))
            json_append(rows, row_json(p, row));
    json_set(report, "unknown_variables", strangers(p->arena));
    return report;
}

static void print_names(const struct options *options)
{
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->places & options->about && option_is_key(row))
            puts(row->name);
}

static void print_table(const struct printing *p, const json *document)
{
    const struct options *o = p->options;

    printf("cfnc %s in %s: %s%s\n", place_name(o->about),
           text_quote(p->arena, o->subject.folder, 100),
           o->file        ? o->file->path
           : o->no_config ? "cfnc.ini is not read"
                          : "no cfnc.ini",
           o->in_ci ? ", in a CI" : "");
    json_each (row, json_get(document, "options")) {
        const char *value = plain(p->arena, json_get(row, "value"));

        printf("  %-*s %s %s\n", NAME_COLUMNS, json_string(json_get(row, "name")),
               text_padded(p->arena, text_quote(p->arena, value, VALUE_LONGEST), VALUE_COLUMNS),
               json_string(json_get(row, "origin")));
    }
    json_each (item, json_get(document, "unknown_variables"))
        printf("%s: no option is called so%s\n",
               text_quote(p->arena, json_string(json_get(item, "name")), 60),
               text_meant(p->arena, json_string(json_get(item, "nearest")), ""));
}

/*
 * --json is one object:
 *
 *      {"command": TEXT, "file": PATH or null, "preset": NAME or null, "ci": BOOLEAN,
 *       "options": [{"name": TEXT, "value": what there is, null for nothing; durations as
 *                    "90s" or "500ms", seeds as text, lists as arrays,
 *                    "origin": "default" | "cfnc.ini:3" | "cfnc.ini:3 [ci]" | "CFNC_NAME" |
 *                    "command line", "file": PATH and "line": N of what stands in a file,
 *                    "variable": NAME or null, "file_may_set": BOOLEAN}...],
 *       "unknown_variables": [{"name": NAME, "nearest": NAME, may be left out}...]}
 */
static enum exit_code cmd_config(struct arena *arena, const struct options *options)
{
    const struct printing p = { arena, options, secrets_redactor(arena, options, NULL) };
    const char *word = options->words.items[0];

    if (word && (options->words.count > 1 || strcmp(word, place_name(options->about)) != 0))
        return complain(EXIT_USAGE,
                        "config: expected the name of a command, in front of its "
                        "options, not \"%s\"",
                        text_quote(arena, options->words.items[options->words.count - 1], 60));
    if (options->names_only) {
        print_names(options);
        return EXIT_OK;
    }
    const json *document = document_of(&p);
    if (options->json)
        puts(json_print_pretty(arena, document));
    else
        print_table(&p, document);
    return EXIT_OK;
}

const struct command command_config = {
    .name = "config",
    .summary = "the options that count here, and where each comes from",
    .usage = "Usage: cfnc config [COMMAND] [OPTION]...\n"
             "Print every option of cfnc test, or of another command: its value and whether that\n"
             "is the default, or stands in cfnc.ini, in a variable or on this command line.\n"
             "\n"
             "  cfnc config                           what \"cfnc test\" would do here\n"
             "  cfnc config --preset nightly          with [preset nightly] of cfnc.ini\n"
             "  cfnc config validate --names          what cfnc.ini may set for cfnc validate\n"
             "\n",
    .ending = "Exit: 0  2 what is wrong with cfnc.ini, a variable or an option\n",
    .place = IN_CONFIG,
    .run = cmd_config,
};
