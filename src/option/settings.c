/* What cfnc.ini and variables may say, and what a line of the file must not. */
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/http/http.h"
#include "cfnc/option/command.h"
#include "options_private.h"

enum { NAMES_SHOWN = 60 };

const char *place_name(enum command_place place)
{
    const unsigned none = IN_HELP | IN_CONFIG | IN_COMPLETION | IN_VERSION;

    return place & none ? NULL : commands[command_index(place)]->name;
}

unsigned options_project_places(void)
{
    unsigned places = 0;

    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (row->letter == 'C' && !row->name)
            places |= row->places;
    return places;
}

/* Whether it has a name of its own, that help tells. */
static bool is_named(const struct option *row)
{
    return row->name && row->group != GROUP_HIDDEN && row->kind != OPTION_REFUSED &&
           row->kind != OPTION_IGNORED;
}

bool option_is_key(const struct option *row)
{
    return is_named(row) && row->trust != TRUST_CALLER && row->trust != TRUST_LINE &&
           row->places & options_project_places();
}

bool option_is_variable(const struct option *row)
{
    return is_named(row) && row->trust != TRUST_LINE;
}

const char *option_variable(struct arena *arena, const struct option *row)
{
    char *name = arena_printf(arena, "CFNC_%s", row->name);

    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
    return name;
}

const struct option *option_of_key(const char *name, unsigned places)
{
    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (is_named(row) && row->places & places && strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

bool option_section(const char *name, struct section *section)
{
    static const char preset[] = "preset ";

    *section = (struct section){ .kind = ORIGIN_FILE, .places = options_project_places() };
    if (!*name)
        return true;
    section->kind = strcmp(name, "ci") == 0 ? ORIGIN_CI : ORIGIN_PRESET;
    if (strncmp(name, preset, sizeof(preset) - 1) == 0)
        section->preset = name + sizeof(preset) - 1;
    if (section->kind == ORIGIN_CI || (section->preset && *section->preset))
        return true;
    commands_each (c)
        if (c->place & section->places && strcmp(c->name, name) == 0) {
            *section = (struct section){ .kind = ORIGIN_COMMAND, .places = c->place };
            return true;
        }
    return false;
}

const char *const *options_presets(struct arena *arena, const struct config_file *file)
{
    const char **names = arena_array(arena, (file ? file->count : 0) + 1, sizeof(*names));
    size_t count = 0;
    struct section section;

    for (size_t i = 0; file && i < file->count; i++) {
        if (file->settings[i].name || !option_section(file->settings[i].section, &section) ||
            !section.preset)
            continue;
        size_t same = 0;
        while (same < count && strcmp(names[same], section.preset) != 0)
            same++;
        if (same == count)
            names[count++] = section.preset;
    }
    return names;
}

static bool refuse(struct options_reading *r, const struct config_file *file,
                   const struct setting *setting, const char *problem)
{
    r->code = EXIT_USAGE;
    return error_at(r->error, &(struct place){ .path = file->path, .line = setting->line }, "%s",
                    problem);
}

static bool unknown_section(struct options_reading *r, const struct config_file *file,
                            const struct setting *setting)
{
    const char *names[COMMANDS_MOST + 2];
    size_t count = 0;

    names[count++] = "ci";
    commands_each (c)
        if (c->place & options_project_places())
            names[count++] = c->name;
    names[count] = NULL;
    const char *near = text_nearest(setting->section, names);
    const char *quoted = text_quote(r->arena, setting->section, NAMES_SHOWN);
    return refuse(
        r, file, setting,
        near
            ? arena_printf(r->arena, "no section is called [%s] (did you mean [%s]?)", quoted, near)
            : arena_printf(r->arena,
                           "no section is called [%s]; there are [ci], [preset NAME] and "
                           "those of commands, such as [test]",
                           quoted));
}

const char *option_nearest(const char *name, unsigned places,
                           bool (*takes)(const struct option *row))
{
    const char *names[OPTION_LIMIT + 1];
    size_t count = 0;

    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (row->places & places && takes(row))
            names[count++] = row->name;
    names[count] = NULL;
    return text_nearest(name, names);
}

static bool unknown_key(struct options_reading *r, const struct config_file *file,
                        const struct setting *setting, const struct section *section)
{
    const char *quoted = text_quote(r->arena, setting->name, NAMES_SHOWN);
    const char *near = option_nearest(setting->name, section->places, option_is_key);

    if (option_of_key(setting->name, options_project_places()))
        return refuse(r, file, setting,
                      arena_printf(r->arena,
                                   "cfnc %s has no option %s; it is set in front of any "
                                   "[SECTION], or in that of its command",
                                   setting->section, quoted));
    return refuse(r, file, setting,
                  arena_printf(r->arena, "no option is called \"%s\"%s", quoted,
                               text_meant(r->arena, near,
                                          "; \"cfnc config --names\" lists what may stand here")));
}

/* The first link on the way from the folder to a file below it; or NULL. */
static const char *link_on_the_way(struct arena *arena, const char *folder, const char *path)
{
    for (const char *end = path; *end; end += strspn(end, "/")) {
        end += strcspn(end, "/");
        const char *part = file_join(arena, folder, arena_copy(arena, path, (size_t)(end - path)));
        struct stat status;

        if (lstat(part, &status) == 0 && S_ISLNK(status.st_mode))
            return part;
    }
    return NULL;
}

static bool climbs(const char *path)
{
    for (; *path; path += strspn(path, "/")) {
        const size_t length = strcspn(path, "/");

        if (length == 2 && strncmp(path, "..", 2) == 0)
            return true;
        path += length;
    }
    return false;
}

/*
 * What is wrong with a path that does not stay below the project's folder, or NULL. The value is
 * "junit:out/junit.xml" of --report, "out/junit.xml" of --junitxml.
 */
static const char *leads_out(struct arena *arena, const struct option *row, const char *folder,
                             const char *value)
{
    const char *path = value;

    if (!row->value)
        path += strcspn(path, ":") + (path[strcspn(path, ":")] == ':');
    if (*path == '/' || climbs(path))
        return "a file that comes with a project writes below its folder only; pass this one on "
               "the command line";
    const char *link = link_on_the_way(arena, folder, path);
    return link ? arena_printf(arena,
                               "%s is a link, which a file that comes with a project does "
                               "not follow; pass this one on the command line",
                               text_quote(arena, link, 100))
                : NULL;
}

/* Why a project may not say it. NULL: it may. */
static const char *mistrust(struct options_reading *r, const struct option *row, const char *value)
{
    switch (row->trust) {
    case TRUST_LINE:
        return "is for the command line only";
    case TRUST_CALLER:
        return arena_printf(r->arena,
                            "is not taken from a file that comes with a project; pass --%s, or set "
                            "%s",
                            row->name, option_variable(r->arena, row));
    case TRUST_LOCAL:
        return http_url_is_loopback(value)
                   ? NULL
                   : arena_printf(r->arena,
                                  "a file that comes with a project may name this machine only; "
                                  "pass --%s, or set %s",
                                  row->name, option_variable(r->arena, row));
    case TRUST_INSIDE:
        return leads_out(r->arena, row, r->options->subject.folder, value);
    case TRUST_ALL:
        break;
    }
    return NULL;
}

/* What the option says of the value, for each command that it is an option of. NULL: one takes it.
 */
static const char *refusal(struct options_reading *r, const struct setting *setting,
                           unsigned places)
{
    const char *problem = NULL;

    for (const struct option *row = option_rows(); !option_is_last(row); row++) {
        if (!is_named(row) || !(row->places & places) || strcmp(row->name, setting->name) != 0)
            continue;
        problem = options_put_said(r, row, setting->value);
        if (!problem)
            return NULL;
    }
    return problem;
}

/* Looks over the value, unless something is wrong with the line already. */
static bool conclude(struct options_reading *r, const struct config_file *file, size_t at,
                     const struct option *row, unsigned places, const char *problem)
{
    const struct setting *setting = &file->settings[at];

    if (!problem)
        problem = refusal(r, setting, places);
    for (size_t i = 0; !problem && row && row->kind != OPTION_LIST && i < at; i++)
        if (file->settings[i].name && strcmp(file->settings[i].name, setting->name) == 0 &&
            strcmp(file->settings[i].section, setting->section) == 0)
            problem = arena_printf(r->arena, "line %d sets it already", file->settings[i].line);
    return option_refuse(r, file, setting, problem);
}

bool option_refuse(struct options_reading *r, const struct config_file *file,
                   const struct setting *setting, const char *problem)
{
    return !problem ||
           refuse(r, file, setting,
                  arena_printf(r->arena, "%s: %s", text_quote(r->arena, setting->name, NAMES_SHOWN),
                               problem));
}

bool option_setting_check(struct options_reading *r, const struct config_file *file, size_t at)
{
    const struct setting *setting = &file->settings[at];
    struct section section;

    if (!option_section(setting->section, &section))
        return unknown_section(r, file, setting);
    if (!setting->name)
        return true;
    const struct option *row = option_of_key(setting->name, section.places);
    if (!row)
        return unknown_key(r, file, setting, &section);
    return conclude(r, file, at, row, section.places, mistrust(r, row, setting->value));
}

bool option_preference_check(struct options_reading *r, const struct config_file *file, size_t at)
{
    const struct setting *setting = &file->settings[at];
    struct text names = text_new(r->arena);

    if (*setting->section)
        return refuse(r, file, setting, "the user's own file has no sections");
    const struct option *row = option_of_key(setting->name, ~0U);
    for (const struct option *p = option_rows(); !option_is_last(p); p++)
        if (p->preference)
            text_addf(&names, "%s%s", names.length ? ", " : "", p->name);
    return conclude(r, file, at, row, ~0U,
                    row && row->preference
                        ? NULL
                        : arena_printf(r->arena,
                                       "is not set in the user's own file, which sets %s; what is "
                                       "tested stands in the project's cfnc.ini",
                                       names.bytes));
}
