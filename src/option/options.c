/* The words of a command line, and those that variables add to it. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/shell.h"
#include "cfnc/base/text.h"
#include "cfnc/option/command.h"
#include "options_private.h"

size_t option_index(const struct option *row)
{
    return (size_t)(row - option_rows());
}

bool option_is_last(const struct option *row)
{
    return !row->name && !row->letter;
}

void *option_slot(struct options *options, const struct option *row)
{
    return (char *)(row->owner ? options->own[row->owner - 1] : options) + row->offset;
}

const void *option_value(const struct options *options, const struct option *row)
{
    return (const char *)(row->owner ? options->own[row->owner - 1] : options) + row->offset;
}

const void *options_own(const struct options *options, enum command_place command)
{
    return options->own[command_index(command)];
}

const struct option *option_meaning(const struct option *row)
{
    return row->alias ? option_find(row->alias, ~0U) : row;
}

/* Whether the row has a place of its own in struct options. */
static bool is_stored(const struct option *row)
{
    return !row->alias && row->kind != OPTION_IGNORED && row->kind != OPTION_REFUSED;
}

const struct option *option_find(const char *name, unsigned places)
{
    for (const struct option *row = option_rows(); !option_is_last(row); row++) {
        if (!(row->places & places))
            continue;
        if (row->name ? text_glob(row->name, name) : name[0] == row->letter && !name[1])
            return row;
    }
    return NULL;
}

static const struct option *find_letter(char letter, unsigned places)
{
    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (row->places & places && row->letter == letter)
            return row;
    return NULL;
}

bool options_given(const struct options *options, const char *name)
{
    const struct option *row = option_find(name, ~0U);

    return row && options->given[option_index(option_meaning(row))];
}

static bool refuse(struct options_reading *r, enum exit_code code, const char *option,
                   const char *problem)
{
    r->code = code;
    return error_set(r->error, "%s: %s", option, problem);
}

/* Whether a name may be cut short to `start`, of `length` bytes. */
static bool may_mean(const struct options_reading *r, const struct option *row, const char *start,
                     size_t length)
{
    return row->places & r->place && row->name && strncmp(row->name, start, length) == 0 &&
           (row->kind != OPTION_REFUSED || row->original);
}

/*
 * The only row that begins so: several names of one option are one, and an
 * option of cfn test wins over one that it has not. NULL when there is none,
 * or when there is a tie; `tied` then names the candidates.
 */
static const struct option *find_start(const struct options_reading *r, const char *start,
                                       size_t length, struct text *tied)
{
    const struct option *found = NULL;
    unsigned rivals = 0;

    for (const struct option *row = option_rows(); !option_is_last(row); row++) {
        if (!may_mean(r, row, start, length))
            continue;
        text_addf(tied, "%s--%s", tied->length ? ", " : "", row->name);
        if (found && option_meaning(found) == option_meaning(row))
            continue;
        if (!found || (row->original && !found->original)) {
            found = row;
            rivals = 0;
        } else if (row->original == found->original) {
            rivals++;
        }
    }
    return rivals ? NULL : found;
}

static bool may_be_meant(const struct option *row)
{
    return row->name && row->kind != OPTION_REFUSED;
}

static bool pass_over(struct options_reading *r, const char *option)
{
    r->options->ignored.items[r->options->ignored.count++] = option;
    return true;
}

/* No such option here: perhaps on the other side of "--", perhaps misspelled. */
static bool unknown(struct options_reading *r, const char *option, const char *name)
{
    const char *near = option_nearest(name, r->place, may_be_meant);

    if (r->lenient)
        return pass_over(r, option);
    if (r->place == BEHIND && option_find(name, IN_TEST))
        return refuse(r, EXIT_USAGE, option, "pytest has no such option; put it in front of --");
    if (r->place == IN_TEST && option_find(name, BEHIND))
        return refuse(r, EXIT_USAGE, option, "an option of pytest; put it behind --");
    near = near ? arena_printf(r->arena, "--%s", near) : NULL;
    return refuse(r, EXIT_USAGE, option,
                  arena_printf(r->arena, "unknown option%s",
                               text_meant(r->arena, near, "; --help lists them")));
}

/* Forgets what lower places said of it: lists begin anew, and so does counting. */
static void take_over(struct options_reading *r, const struct option *target)
{
    struct options *options = r->options;
    void *const slot = option_slot(options, target);

    if (options->origins[option_index(target)].kind != r->now.kind) {
        struct list *list = slot;

        if (target->kind == OPTION_LIST && !target->adds)
            for (; list->count; list->count--)
                list->items[list->count - 1] = NULL;
        if (target->kind == OPTION_UP || target->kind == OPTION_DOWN)
            *(int *)slot = 0;
    }
    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (is_stored(row) && option_slot(options, row) == slot)
            options->origins[option_index(row)] = r->now;
}

const char *options_put(struct options_reading *r, const struct option *row, const char *argument)
{
    const struct option *target = option_meaning(row);

    take_over(r, target);
    return option_store(r->arena, target, row->alias && row->value ? row->value : argument,
                        r->options);
}

static bool apply(struct options_reading *r, const struct option *row, const char *spelled,
                  const char *argument)
{
    const bool typed = r->now.kind == ORIGIN_LINE, act = !typed && row->trust == TRUST_LINE;

    r->options->given[option_index(option_meaning(row))] |= typed;
    if (row->kind == OPTION_IGNORED || (r->lenient && (row->kind == OPTION_REFUSED || act)))
        return pass_over(r, spelled);
    if (row->kind == OPTION_REFUSED)
        return refuse(r, (enum exit_code)row->code, spelled, row->help);
    if (act)
        return refuse(r, EXIT_USAGE, spelled, "is for the command line only");
    rerun_note(r, row, argument);
    const char *problem = options_put(r, row, argument);
    return !problem || refuse(r, EXIT_USAGE, spelled, problem);
}

/* The argument of an option: what was glued to it, or the next word. */
static bool take_argument(struct options_reading *r, const struct option *row, const char *spelled,
                          const char *glued, const char **argument)
{
    *argument = glued;
    if (!row->argument && glued)
        return refuse(r, EXIT_USAGE, spelled, "takes no argument");
    if (!row->argument || glued || row->argument[0] == '[')
        return true;
    if (r->at == r->argc)
        return refuse(r, EXIT_USAGE, spelled,
                      arena_printf(r->arena, "%s is missing", row->argument));
    *argument = r->argv[r->at++];
    return true;
}

/* A refusal says why before anybody misses its argument. */
static bool read_row(struct options_reading *r, const struct option *row, const char *spelled,
                     const char *glued)
{
    const char *argument = NULL;

    if (row->kind != OPTION_REFUSED && !take_argument(r, row, spelled, glued, &argument))
        return false;
    return apply(r, row, spelled, argument);
}

static bool read_long(struct options_reading *r, const char *word)
{
    const size_t length = strcspn(word, "=");
    const char *name = arena_copy(r->arena, word, length);
    const char *spelled = arena_printf(r->arena, "--%s", text_quote(r->arena, name, 60));
    const char *glued = word[length] ? word + length + 1 : NULL;
    struct text tied = text_new(r->arena);
    const struct option *row = length > 1 ? option_find(name, r->place) : NULL;

    if (!row)
        row = find_start(r, name, length, &tied);
    if (row)
        return read_row(r, row, spelled, glued);
    if (tied.length)
        return refuse(r, EXIT_USAGE, spelled,
                      arena_printf(r->arena, "ambiguous; it may mean %s", tied.bytes));
    return unknown(r, spelled, name);
}

/* "-x", "-xvs", "-kEXPR", "-k=EXPR" is the expression "=EXPR", as with pytest. */
static bool read_shorts(struct options_reading *r, const char *letters)
{
    while (*letters) {
        const char name[] = { *letters++, '\0' };
        const char *spelled = arena_printf(r->arena, "-%s", text_quote(r->arena, name, 0));
        const struct option *row = find_letter(name[0], r->place);

        if (!row)
            return unknown(r, spelled, name);
        if (!row->argument || !*letters) {
            if (!read_row(r, row, spelled, NULL))
                return false;
            continue;
        }
        return read_row(r, row, spelled, letters);
    }
    return true;
}

static bool read_plain(struct options_reading *r, const char *word)
{
    const char *quoted = text_quote(r->arena, word, 60);

    if (r->lenient)
        return pass_over(r, quoted);
    if (r->now.kind == ORIGIN_ADDED)
        return refuse(r, EXIT_USAGE, quoted, "tests are named on the command line");
    if (r->place == BEHIND)
        return refuse(r, EXIT_USAGE, quoted,
                      "tests are not found in files here; name them in front of --");
    if (r->command & (IN_SERVE | IN_DOCTOR | IN_VERSION))
        return refuse(r, EXIT_USAGE, quoted, "this command takes options only");
    r->options->words.items[r->options->words.count++] = word;
    return true;
}

/* "cfnc explain --endpoint" asks what the option means: it is none of its own. */
static bool is_topic(const struct options_reading *r, const char *word)
{
    const bool is_long = strncmp(word, "--", 2) == 0;
    const char *name = is_long ? word + 2 : word + 1;

    if (r->command != IN_EXPLAIN || word[0] != '-' || !*name)
        return false;
    if (is_long)
        return option_find(name, ~0U) && !option_find(name, r->place);
    return !name[1] && find_letter(name[0], ~0U) && !find_letter(name[0], r->place);
}

static bool read_word(struct options_reading *r)
{
    const char *word = r->argv[r->at];

    r->word = r->at++;
    if (strcmp(word, "--") == 0) {
        r->place = r->command == IN_TEST ? (unsigned)BEHIND : r->place;
        return true;
    }
    if (is_topic(r, word))
        return read_plain(r, word);
    if (strncmp(word, "--", 2) == 0)
        return read_long(r, word + 2);
    if (word[0] == '-' && word[1])
        return read_shorts(r, word + 1);
    return read_plain(r, word);
}

/* Each list has room for every argument. */
static void make_lists(struct arena *arena, struct options *options, size_t count)
{
    options->words.items = arena_array(arena, count + 1, sizeof(*options->words.items));
    options->ignored.items = arena_array(arena, count + 1, sizeof(*options->ignored.items));
    for (const struct option *row = option_rows(); !option_is_last(row); row++) {
        struct list *list =
            row->kind == OPTION_LIST && !row->alias ? option_slot(options, row) : NULL;

        if (list && !list->items)
            list->items = arena_array(arena, count + 1, sizeof(*list->items));
    }
}

/* A bundle of n letters may be n options. */
size_t options_line_room(int argc, char *const *argv)
{
    size_t count = 0;

    for (int i = 0; i < argc; i++)
        count += 1 + strlen(argv[i]);
    return count;
}

void options_begin(struct options_reading *r, size_t room)
{
    *r->options = (struct options){ .about = r->command };
    for (size_t i = 0; commands[i]; i++)
        r->options->own[i] = arena_alloc(r->arena, commands[i]->own + 1);
    make_lists(r->arena, r->options, room);
    for (const struct option *row = option_rows(); !option_is_last(row); row++)
        if (row->standard && option_store(r->arena, row, row->standard, r->options))
            abort(); /* a row of ours is wrong */
}

bool options_read_words(struct options_reading *r)
{
    while (r->at < r->argc && !r->options->help)
        if (!read_word(r))
            return false;
    return true;
}

bool options_read_line(struct options_reading *r)
{
    r->now = (struct origin){ .kind = ORIGIN_LINE };
    return options_read_words(r);
}

enum exit_code options_read(struct arena *arena, enum command_place command, int argc,
                            char *const *argv, struct options *options, struct error *error)
{
    struct options_reading r = { .arena = arena,
                                 .options = options,
                                 .place = command,
                                 .command = command,
                                 .argv = argv,
                                 .argc = argc,
                                 .error = error };

    options_begin(&r, options_line_room(argc, argv));
    return options_read_line(&r) ? EXIT_OK : r.code;
}

/* --- Words for cfnc test that stand in the environment --- */

/* What people have set for pytest counts as far as it would behind "--", and is no error. */
static const struct added {
    const char *variable;
    enum origin_kind kind;
    unsigned place;
    bool lenient;
} added[] = {
    { "PYTEST_ADDOPTS", ORIGIN_PYTEST, BEHIND, true },
    { "CFNC_ADDOPTS", ORIGIN_ADDED, IN_TEST, false },
};

enum { ADDED = sizeof(added) / sizeof(added[0]) };

static bool refuse_word(struct options_reading *r, const struct added *from, size_t column,
                        const char *problem)
{
    r->code = EXIT_USAGE;
    return error_set(r->error, "%s, column %zu: %s", from->variable, column, problem);
}

static bool read_added(struct options_reading *r, const struct added *from, const char *value)
{
    const struct shell_words words = shell_split(r->arena, value, SHELL_ESCAPED);
    struct error error = { .text = "" };
    struct options_reading line = *r;

    if (words.open)
        return refuse_word(r, from, words.open, "this quote is never closed");
    line.argv = words.items;
    line.argc = (int)words.count;
    line.at = 0;
    line.place = from->place;
    line.command = IN_TEST;
    line.lenient = from->lenient;
    line.now = (struct origin){ .kind = from->kind, .variable = from->variable };
    line.error = &error;
    return options_read_words(&line) || refuse_word(r, from, words.columns[line.word], error.text);
}

bool options_read_added(struct options_reading *r)
{
    for (size_t i = 0; r->options->about == IN_TEST && i < ADDED; i++) {
        const char *value = getenv(added[i].variable);

        if (value && !read_added(r, &added[i], value))
            return false;
    }
    return true;
}

size_t options_added_room(void)
{
    size_t room = 0;

    for (size_t i = 0; i < ADDED; i++) {
        const char *value = getenv(added[i].variable);

        room += value ? strlen(value) + 1 : 0;
    }
    return room;
}
