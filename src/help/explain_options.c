/* Options, told from their rows. */
#include "cfnc/option/command.h"
#include <stdio.h>
#include <string.h>

#include "explain_private.h"

/* "--endpoint", "-k" */
static const char *spelled(struct arena *arena, const struct option *row)
{
    return row->name ? arena_printf(arena, "--%s", row->name)
                     : arena_printf(arena, "-%c", row->letter);
}

static bool same_option(const struct option *a, const struct option *b)
{
    if (a->name && b->name)
        return strcmp(a->name, b->name) == 0;
    return !a->name && !b->name && a->letter == b->letter;
}

static bool is_first(const struct option *row)
{
    for (const struct option *other = option_rows(); other != row; other++)
        if (same_option(other, row))
            return false;
    return true;
}

/* The rows that begin a name, in their order, then an empty one; found once. */
static const struct option *row_at(size_t index)
{
    static const struct option *rows[OPTION_LIMIT];
    static const struct option none = { .name = NULL };
    static size_t count;

    if (!count)
        for (const struct option *row = option_rows(); row->name || row->letter; row++)
            if (is_first(row) && count < OPTION_LIMIT)
                rows[count++] = row;
    return index < count ? rows[index] : &none;
}

/* Names are asked for by number, and outlive the asking. */
static const char *option_name(size_t index)
{
    static char names[OPTION_LIMIT][40];
    const struct option *row = row_at(index);

    if (!row->name && !row->letter)
        return NULL;
    if (names[index][0])
        return names[index];
    if (row->name)
        snprintf(names[index], sizeof(names[index]), "--%s", row->name);
    else
        snprintf(names[index], sizeof(names[index]), "-%c", row->letter);
    return names[index];
}

static const char *sentence_of(const struct option *row)
{
    if (row->kind == OPTION_IGNORED)
        return "an option of pytest: accepted behind --, and without effect here";
    if (row->help)
        return row->help;
    if (row->alias)
        return "another name of an option";
    if (row->name && strcmp(row->name, "help") == 0)
        return "print the options of the command";
    return "an option of pytest, obeyed behind --";
}

static struct explained_topic option_topic(size_t index)
{
    const char *name = option_name(index);

    return (struct explained_topic){ name, name ? sentence_of(row_at(index)) : NULL };
}

/* ---- what can be said of a row ---- */

static const char *commands_of(struct arena *arena, unsigned places)
{
    struct text out = text_new(arena);

    commands_each (c)
        if (c->run && places & c->place)
            explain_add_word(&out, c->name);
    if (places & BEHIND)
        text_add(&out, out.length ? "; test, behind --" : "test, behind --");
    return out.bytes;
}

static const char *values_of(struct arena *arena, const struct option *row)
{
    struct text out = text_new(arena);

    switch (row->kind) {
    case OPTION_NUMBER:
        return row->most ? arena_printf(arena, "a number from 0 to %d", row->most)
                         : "a number, 0 or more";
    case OPTION_DURATION:
        return "90 or 90s, 500ms, 5m, 2h";
    case OPTION_SEED:
        return "a number of up to 64 bits";
    case OPTION_WORD:
        for (size_t i = 0; row->choices[i]; i++)
            explain_add_word(&out, row->choices[i]);
        return out.bytes;
    case OPTION_LETTERS:
        return arena_printf(arena, "letters of %s", row->choices[0]);
    case OPTION_LIST:
        return "may be repeated";
    case OPTION_UP:
    case OPTION_DOWN:
        return "more often for more";
    case OPTION_FLAG:
    case OPTION_TEXT:
    case OPTION_EXPRESSION:
    case OPTION_LOG_LEVEL:
    case OPTION_IGNORED:
    case OPTION_REFUSED:
        break;
    }
    return NULL;
}

/* Something that may stand in the place of an argument. */
static const char *sample(const struct option *row)
{
    static const struct {
        const char *argument, *value;
    } samples[] = {
        { "URL", "http://127.0.0.1:3001" },
        { "ARN", "arn:aws:iam::123456789012:role/cfnc" },
        { "ID", "123456789012" },
        { "IMAGE", "acme/thing:1" },
        { "FILE", "file.json" },
        { "DIR", "folder" },
        { "SCHEMA", "git:HEAD" },
        { "EXPR", "\"create and not list\"" },
        { "TEST", "contract_create_read" },
        { "RUN", "last" },
        { "D", "90s" },
        { "N", "3" },
        { "PORT", "5858" },
        { "POINTER", "/properties/Password" },
        { "/PLACE=VALUE", "/Size=3" },
        { "NAME=VALUE", "Network=vpc-1" },
        { "FORMAT[:FILE]", "junit:report.xml" },
        { "CHARS", "fE" },
        { "WORD", "maxLength" },
        { "PATH", "file" },
        { NULL, NULL },
    };

    if (row->choices && row->kind == OPTION_WORD)
        return row->choices[0];
    for (size_t i = 0; samples[i].argument; i++)
        if (strcmp(samples[i].argument, row->argument) == 0)
            return samples[i].value;
    return row->standard ? row->standard : row->argument;
}

static const char *example_of(struct arena *arena, const struct option *row)
{
    const char *command = NULL, *option = spelled(arena, row);

    commands_each (c)
        if (!command && c->run && row->places & c->place)
            command = c->name;
    if (row->name && strchr(row->name, '*'))
        option = arena_printf(arena, "--%.*s", (int)strcspn(row->name, "*"), row->name);
    if (!command)
        command = row->places & BEHIND ? "test --" : "test";
    if (!row->argument || row->argument[0] == '[')
        return arena_printf(arena, "cfnc %s %s", command, option);
    return arena_printf(arena, "cfnc %s %s%s%s", command, option, row->name ? "=" : " ",
                        sample(row));
}

static const char *stands_for(struct arena *arena, const struct option *row)
{
    if (row->alias)
        return arena_printf(arena, "--%s%s%s", row->alias, row->value ? " " : "",
                            row->value ? row->value : "");
    return NULL;
}

static void add_row(struct text *out, const struct option *row)
{
    struct arena *arena = out->arena;
    const bool other = !is_first(row);

    if (other)
        explain_add_line(out, "There", sentence_of(row));
    explain_add_line(out, "Commands", commands_of(arena, row->places));
    explain_add_line(out, "The same as", stands_for(arena, row));
    if (row->letter && row->name)
        explain_add_line(out, "In short", arena_printf(arena, "-%c", row->letter));
    if (row->kind == OPTION_REFUSED) {
        explain_add_line(out, "Refused", arena_printf(arena, "exit %d", row->code));
        return;
    }
    explain_add_line(out, "Argument", row->argument);
    explain_add_line(out, "Values", values_of(arena, row));
    explain_add_line(out, "Default", row->standard);
    if (option_is_variable(row) && !other)
        explain_add_line(out, "Variable", option_variable(arena, row));
    if (option_is_key(row) && !other)
        explain_add_line(
            out, "In cfnc.ini",
            arena_printf(arena, "%s = %s", row->name, row->argument ? sample(row) : "true"));
    explain_add_line(out, "Example", example_of(arena, row));
}

static void explain_option(struct text *out, size_t index)
{
    const struct option *first = row_at(index);

    explain_add_heading(out, option_name(index),
                        first->original ? "an option that cfn test has, too" : "an option",
                        sentence_of(first));
    for (const struct option *row = first; row->name || row->letter; row++)
        if (same_option(row, first))
            add_row(out, row);
}

const struct explained_kind explained_options[] = {
    { .title = "Options", .topic = option_topic, .explain = explain_option },
    { 0 },
};
