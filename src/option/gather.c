/* From the defaults up to the command line: what each place says of the options. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/base/upwards.h"
#include "options_private.h"

#define FILE_NAME "cfnc.ini"

enum { PATH_BYTES = 4096 };

/* The words for yes and no. */
static bool read_flag(const char *text, bool *flag)
{
    static const char *const words[][4] = { { "false", "no", "off", "0" },
                                            { "true", "yes", "on", "1" } };

    for (size_t i = 0; i < 8; i++)
        if (strcmp(words[i / 4][i % 4], text) == 0) {
            *flag = i / 4 != 0;
            return true;
        }
    return false;
}

static bool refuse(struct options_reading *r, const char *problem)
{
    r->code = EXIT_USAGE;
    return error_set(r->error, "%s", problem);
}

/* "true" is the option, "false" is none; also of an alias, which then says nothing. */
static const char *put_flag(struct options_reading *r, const struct option *row, const char *said)
{
    bool flag;

    if (!read_flag(said, &flag))
        return arena_printf(r->arena, "expected true or false, not \"%s\"",
                            text_quote(r->arena, said, 40));
    if (!flag && row->alias)
        return NULL;
    const char *problem = options_put(r, row, NULL);
    if (!flag)
        *(bool *)option_slot(r->options, row) = false;
    return problem;
}

/* How often: 2 is -vv. */
static const char *put_count(struct options_reading *r, const struct option *row, const char *said)
{
    if (said[0] < '0' || said[0] > '3' || said[1])
        return arena_printf(r->arena, "expected a number from 0 to 3, not \"%s\"",
                            text_quote(r->arena, said, 40));
    for (int i = 0; i < said[0] - '0'; i++)
        (void)options_put(r, row, NULL);
    return NULL;
}

const char *options_put_said(struct options_reading *r, const struct option *row, const char *said)
{
    if (row->kind == OPTION_FLAG)
        return put_flag(r, row, said);
    if (row->kind == OPTION_UP || row->kind == OPTION_DOWN)
        return put_count(r, row, said);
    return options_put(r, row, said);
}

/* "git:HEAD" is no path. */
static const char *from_project(struct options_reading *r, const struct option *row,
                                const char *value)
{
    return row->from_project && *value ? file_join(r->arena, r->options->subject.folder, value)
                                       : value;
}

static bool counts(const struct options_reading *r, const struct section *section,
                   const char *preset)
{
    switch (section->kind) {
    case ORIGIN_COMMAND:
        return section->places & r->options->about;
    case ORIGIN_CI:
        return r->options->in_ci;
    case ORIGIN_PRESET:
        return preset && strcmp(section->preset, preset) == 0;
    default:
        return true;
    }
}

/* What one kind of sections, or the user's own file, says, as far as it is about this command. */
static bool take_sections(struct options_reading *r, const struct config_file *file,
                          const char *preset, enum origin_kind kind)
{
    for (size_t i = 0; i < file->count; i++) {
        const struct setting *setting = &file->settings[i];
        struct section section;
        const struct option *row =
            setting->name ? option_of_key(setting->name, r->options->about) : NULL;

        if (!row || !option_section(setting->section, &section) ||
            section.kind != (kind == ORIGIN_USER ? ORIGIN_FILE : kind) ||
            !counts(r, &section, preset))
            continue;
        r->now = (struct origin){ .kind = kind, .line = setting->line };
        if (!option_refuse(r, file, setting,
                           options_put_said(r, row, from_project(r, row, setting->value))))
            return false;
    }
    return true;
}

/* Items of a list stand on lines of their own. */
static const char *put_lines(struct options_reading *r, const struct option *row, const char *value)
{
    const char *problem = NULL;

    for (; *value && !problem; value += *value == '\n') {
        const size_t length = strcspn(value, "\n");

        if (length)
            problem = options_put_said(r, row, arena_copy(r->arena, value, length));
        value += length;
    }
    return problem;
}

/* An empty variable is as good as none: so a CI passes on what it has not. */
static bool take_variables(struct options_reading *r)
{
    for (const struct option *row = option_rows(); !option_is_last(row); row++) {
        if (!option_is_variable(row) || !(row->places & r->place))
            continue;
        const char *name = option_variable(r->arena, row), *value = getenv(name);

        if (!value || !*value)
            continue;
        r->now = (struct origin){ .kind = ORIGIN_VARIABLE, .variable = name };
        const char *problem =
            row->kind == OPTION_LIST ? put_lines(r, row, value) : options_put_said(r, row, value);
        if (problem)
            return refuse(r, arena_printf(r->arena, "%s: %s", name, problem));
    }
    return true;
}

/* Room in lists for what variables say: a line of theirs is an item. */
static size_t variables_room(struct arena *arena)
{
    size_t room = 0;

    for (const struct option *row = option_rows(); !option_is_last(row); row++) {
        const char *value = option_is_variable(row) ? getenv(option_variable(arena, row)) : NULL;

        room += value ? strlen(value) + 1 : 0;
    }
    return room;
}

/* What has to be known before the file is read: the command line, else the variable. */
static const char *early(const char *typed, const char *variable)
{
    const char *value = typed ? typed : getenv(variable);

    return value && *value ? value : NULL;
}

static bool check_preset(struct options_reading *r, const struct config_file *file,
                         const char *preset)
{
    const char *const *names = options_presets(r->arena, file);

    if (!preset)
        return true;
    const char *quoted = text_quote(r->arena, preset, 60), *near = text_nearest(preset, names);
    if (!file)
        return refuse(r,
                      arena_printf(r->arena, "--preset %s: there is no %s in %s", quoted, FILE_NAME,
                                   text_quote(r->arena, r->options->subject.folder, 100)));
    for (size_t i = 0; names[i]; i++)
        if (strcmp(names[i], preset) == 0)
            return true;
    return refuse(r,
                  arena_printf(r->arena, "--preset %s: %s has none%s", quoted, file->path,
                               text_meant(r->arena, near,
                                          arena_printf(r->arena, "; write [preset %s]", quoted))));
}

/* NULL where there is none. */
static bool read_file(struct options_reading *r, const char *path, struct config_file **file)
{
    *file = path ? config_file_read(r->arena, path, r->error) : NULL;
    r->code = EXIT_USAGE;
    return *file || !path;
}

/* The file that counts. */
static bool find_file(struct options_reading *r, struct config_file **file)
{
    const char *path = early(r->options->config, "CFNC_CONFIG");

    if (r->options->no_config || !(r->options->about & options_project_places()))
        path = NULL;
    else if (!path)
        path = upwards_file(r->arena, r->options->subject.folder, FILE_NAME);
    return read_file(r, path, file);
}

/* $XDG_CONFIG_HOME, or what stands for it; NULL without a home. */
static const char *user_path(struct arena *arena)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

    if (folder && *folder == '/')
        return file_join(arena, folder, "cfnc/" FILE_NAME);
    return home && *home ? arena_printf(arena, "%s/.config/cfnc/%s", home, FILE_NAME) : NULL;
}

/* Whether the command has an option that the user's own file may set. */
static bool has_preferences(unsigned place)
{
    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (row->preference && row->places & place)
            return true;
    return false;
}

static bool find_user_file(struct options_reading *r, struct config_file **file)
{
    const char *path = user_path(r->arena);

    if (r->options->no_config || !has_preferences(r->options->about) ||
        (path && file_kind(path) == FILE_NONE))
        path = NULL;
    return read_file(r, path, file);
}

static bool look_over(struct options_reading *r, const struct config_file *file,
                      bool (*check)(struct options_reading *r, const struct config_file *file,
                                    size_t at))
{
    struct options scratch;
    struct options_reading trial = *r;

    trial.options = &scratch;
    options_begin(&trial, file->count);
    scratch.subject.folder = r->options->subject.folder;
    for (size_t i = 0; i < file->count; i++) {
        trial.now = (struct origin){ .kind = ORIGIN_FILE, .line = (int)i };
        if (!check(&trial, file, i)) {
            r->code = trial.code;
            return false;
        }
    }
    return true;
}

/* Each place in its turn, the lowest first. */
static bool take_all(struct options_reading *r, const struct config_file *file, const char *preset)
{
    for (enum origin_kind kind = ORIGIN_USER; kind <= ORIGIN_PRESET; kind++) {
        const struct config_file *said = kind == ORIGIN_USER ? r->options->user_file : file;

        if (said && !take_sections(r, said, preset, kind))
            return false;
    }
    return take_variables(r) && options_read_added(r) && options_read_line(r);
}

/* Whether the command line says in which folder the project is, or that there is none. */
static bool says_where(const struct options_reading *r)
{
    const struct option *folder = option_find("C", r->options->about);

    return !folder || r->options->origins[option_index(folder)].kind != ORIGIN_DEFAULT ||
           early(r->options->subject.schema, "CFNC_SCHEMA");
}

/* What earlier runs left in a folder is asked for there. */
static bool has_runs_here(const struct options_reading *r)
{
    return r->options->about & (IN_REPORT | IN_CLEANUP | IN_REPLAY) &&
           file_kind(".cfnc") != FILE_NONE;
}

/* The project, when cfnc is typed in one of its folders: as if -C said where it begins. */
static void find_project(struct options_reading *r)
{
    struct options *options = r->options;

    if (says_where(r))
        return;
    const char *folder = upwards_project(r->arena, &options->subject.stranger);
    if (!folder || strcmp(folder, ".") == 0 || has_runs_here(r))
        return;
    options->subject.folder = folder;
    options->subject.sought = true;
}

static const char *from_here(struct arena *arena, const char *path)
{
    char here[PATH_BYTES];

    return *path && strcmp(path, "-") != 0 && getcwd(here, sizeof(here))
               ? file_join(arena, here, path)
               : path;
}

/* "junit:out.xml" */
static const char *report_from_here(struct arena *arena, const char *report)
{
    const size_t length = strcspn(report, ":") + 1;

    if (!report[length - 1])
        return report;
    return arena_printf(arena, "%.*s%s", (int)length, report, from_here(arena, report + length));
}

/* Of a run: it may be called by its id, too. */
static bool names_file(const struct options *options, const char *word)
{
    return options->about == IN_VALIDATE ||
           (options->about & (IN_REPORT | IN_REPLAY) && file_exists(word));
}

/* What was typed in a folder of the project begins there, as it does for every other program. */
static void settle_paths(struct arena *arena, struct options *options)
{
    const struct option *report = option_find("report", IN_TEST);
    const struct option *configuration = option_find("typeconfig", IN_TEST);

    if (!options->subject.sought)
        return;
    if (options->origins[option_index(configuration)].kind >= ORIGIN_VARIABLE)
        options->subject.type_configuration = from_here(arena, options->subject.type_configuration);
    for (size_t i = 0; i < options->words.count; i++)
        if (names_file(options, options->words.items[i]))
            options->words.items[i] = from_here(arena, options->words.items[i]);
    for (size_t i = 0; i < options->reports.count; i++)
        if (options->origins[option_index(report)].kind >= ORIGIN_VARIABLE)
            options->reports.items[i] = report_from_here(arena, options->reports.items[i]);
}

static struct options_reading reading_of(struct arena *arena, const struct gathering *from,
                                         struct options *options, struct error *error)
{
    return (struct options_reading){ .arena = arena,
                                     .options = options,
                                     .place = (unsigned)from->command | (unsigned)from->about,
                                     .command = from->command,
                                     .argv = from->argv,
                                     .argc = from->argc,
                                     .error = error };
}

enum exit_code options_gather(struct arena *arena, const struct gathering *from,
                              struct options *options, struct error *error)
{
    const size_t room = options_line_room(from->argc, from->argv) + options_added_room();
    struct options_reading r = reading_of(arena, from, options, error);
    struct config_file *file, *user_file;

    options_begin(&r, room);
    options->about = from->about;
    if (!options_read_added(&r) || !options_read_line(&r))
        return r.code;
    if (options->help || from->command == IN_HELP)
        return EXIT_OK;
    find_project(&r);
    const struct options first = *options;
    const char *const preset = early(options->preset, "CFNC_PRESET");
    if (!find_file(&r, &file) || !find_user_file(&r, &user_file) ||
        !check_preset(&r, file, preset) || (file && !look_over(&r, file, option_setting_check)) ||
        (user_file && !look_over(&r, user_file, option_preference_check)))
        return r.code;
    r = reading_of(arena, from, options, error);
    options_begin(&r, room + variables_room(arena) + (file ? file->count : 0));
    options->about = from->about;
    options->in_ci = from->in_ci;
    options->subject.folder = first.subject.folder;
    options->subject.sought = first.subject.sought;
    options->subject.stranger = first.subject.stranger;
    options->file = file;
    options->user_file = user_file;
    if (!take_all(&r, file, preset))
        return r.code;
    settle_paths(arena, options);
    return EXIT_OK;
}

bool options_said(const struct options *options, const char *name)
{
    const struct option *row = option_find(name, ~0U);

    return row && options->origins[option_index(option_meaning(row))].kind != ORIGIN_DEFAULT;
}

const struct config_file *options_origin_file(const struct options *options,
                                              const struct option *row)
{
    const struct origin *origin = &options->origins[option_index(option_meaning(row))];

    if (!origin->line)
        return NULL;
    return origin->kind == ORIGIN_USER ? options->user_file : options->file;
}

const char *options_origin(struct arena *arena, const struct options *options,
                           const struct option *row)
{
    const struct origin *origin = &options->origins[option_index(option_meaning(row))];
    const struct config_file *file = options_origin_file(options, row);
    const char *path = file ? file->path : FILE_NAME;

    switch (origin->kind) {
    case ORIGIN_DEFAULT:
        return "default";
    case ORIGIN_VARIABLE:
    case ORIGIN_PYTEST:
    case ORIGIN_ADDED:
        return origin->variable;
    case ORIGIN_LINE:
        return "command line";
    default:
        break;
    }
    for (size_t i = 0; file && i < file->count; i++)
        if (file->settings[i].line == origin->line && *file->settings[i].section)
            return arena_printf(arena, "%s:%d [%s]", path, origin->line,
                                text_quote(arena, file->settings[i].section, 60));
    return arena_printf(arena, "%s:%d", path, origin->line);
}
