/* What shells offer where: from the rows of options, and from the usage of commands. */
#include "completion.h"

#include <ctype.h>
#include <string.h>
#include "cfnc/help/help.h"
#include "cfnc/report/report.h"

enum { FILES = 1, FOLDERS = 2 };

/* What stands for something in usage lines and behind options. */
static const struct placeholder {
    const char *name, *list, *words;
    int paths;
} placeholders[] = {
    { "TEST", .list = "list tests" },
    { "TOPIC", .list = "explain" },
    { "RUN", .list = "list runs" },
    { "RUN/CALL", .list = "list runs" },
    { "FILE", .paths = FILES },
    { "SCHEMA", .paths = FILES },
    { "REQUESTED", .paths = FILES },
    { "RETURNED", .paths = FILES },
    { "REQUEST.json", .paths = FILES },
    { "DIR", .paths = FOLDERS },
    { "ACTION", .words = "CREATE READ UPDATE DELETE LIST" },
    { "FORMAT[:FILE]", .paths = FILES },
    { 0 },
};

/* Options whose argument is "NAME" of something. */
static const struct named_words {
    const char *option, *list;
} named[] = {
    { "preset", "list presets" },
    { "profile", "list profiles" },
    { "fault", "list faults" },
    { "print", "list schemas" },
};

static const struct placeholder *find(const char *name)
{
    for (const struct placeholder *p = placeholders; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

bool completion_has_argument(const struct option *row)
{
    return row->argument && row->argument[0] != '[';
}

bool completion_offers(const struct option *row, const struct command *command)
{
    return row->places & command->place && row->group != GROUP_HIDDEN && row->help &&
           row->kind != OPTION_REFUSED;
}

static void add_word(struct text *words, const char *word)
{
    text_addf(words, "%s%s", words->length ? " " : "", word);
}

static struct offer offer_of(const struct placeholder *p)
{
    return (struct offer){ .words = p && p->words ? p->words : "",
                           .list = p ? p->list : NULL,
                           .files = p && p->paths == FILES,
                           .folders = p && p->paths == FOLDERS };
}

struct offer completion_of_option(const struct option *row, struct arena *arena)
{
    struct offer offer = offer_of(row->argument ? find(row->argument) : NULL);
    struct text words = text_new(arena);

    for (size_t i = 0; row->name && i < sizeof(named) / sizeof(named[0]); i++)
        if (strcmp(named[i].option, row->name) == 0)
            offer.list = named[i].list;
    if (row->argument && strncmp(row->argument, "FORMAT[", 7) == 0)
        for (const struct report_format *f = report_formats; f->name; f++)
            add_word(&words, f->name);
    offer.words = words.length ? words.bytes : offer.words;
    if (row->kind != OPTION_WORD)
        return offer;
    for (const char *const *word = row->choices; *word; word++)
        add_word(&words, *word);
    offer.words = words.bytes;
    return offer;
}

bool help_has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool is_literal(const char *word)
{
    const struct placeholder *actions = find("ACTION");
    const char *c = word;

    while (islower((unsigned char)*c))
        c++;
    return *word && (!*c || (actions && help_has_word(actions->words, word)));
}

/* "tests", or "FILE": one of what a usage line has between |. */
static void take_piece(struct offer *offer, struct text *words, const char *piece)
{
    const struct placeholder *p = find(piece);

    if (p) {
        const struct offer more = offer_of(p);

        offer->list = more.list ? more.list : offer->list;
        offer->files = offer->files || more.files || more.folders;
        if (*more.words && !help_has_word(words->bytes, more.words))
            add_word(words, more.words);
    } else if (strcmp(piece, "COMMAND") == 0) {
        commands_each (c)
            if (c->run)
                add_word(words, c->name);
    } else if (is_literal(piece) && !help_has_word(words->bytes, piece)) {
        add_word(words, piece);
    }
}

/* "TOPIC..." */
static const char *without_dots(char *word)
{
    char *dots = strstr(word, "...");

    if (dots)
        *dots = '\0';
    return word;
}

/* The words of a line of usage, without "cfnc" and the name of the command. */
static void take_line(struct offer *offer, struct text *words, char *line)
{
    static const char gaps[] = " []|";
    static const char program[] = "cfnc ";

    if (strncmp(line, program, sizeof(program) - 1) == 0) {
        line += sizeof(program) - 1;
        line += strcspn(line, " ");
    }
    for (char *save, *word = strtok_r(line, gaps, &save); word; word = strtok_r(NULL, gaps, &save))
        take_piece(offer, words, without_dots(word));
}

struct offer completion_of_command(const struct command *command, struct arena *arena)
{
    struct offer offer = { .words = "" };
    struct text words = text_new(arena);
    const char *line = command->usage;

    while (strncmp(line, "Usage: ", 7) == 0 || strncmp(line, "       ", 7) == 0) {
        const size_t length = strcspn(line, "\n");

        take_line(&offer, &words, arena_copy(arena, line + 7, length - 7));
        line += length + (line[length] == '\n');
    }
    offer.words = words.bytes;
    return offer;
}

const char *completion_script(struct arena *arena, const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(struct text *out);
    } shells[] = { { "bash", completion_bash },
                   { "zsh", completion_zsh },
                   { "fish", completion_fish } };

    for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++)
        if (strcmp(shells[i].name, shell) == 0) {
            struct text out = text_new(arena);

            shells[i].print(&out);
            return out.bytes;
        }
    return NULL;
}
