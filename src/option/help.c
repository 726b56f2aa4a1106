#include "cfnc/option/options.h"

#include <string.h>

#include "cfnc/base/text.h"

static const char *const titles[] = {
    [GROUP_TARGET] = "Which handler",
    [GROUP_SCHEMA] = "What to check",
    [GROUP_LEFTOVERS] = "Which leftovers",
    [GROUP_REPLAY] = "What to send",
    [GROUP_TESTS] = "Which tests",
    [GROUP_TIME] = "How long",
    [GROUP_MODELS] = "Generated models",
    [GROUP_OUTPUT] = "What to show",
    [GROUP_BUILTIN] = "The built-in provider",
    [GROUP_SETTINGS] = "Where options come from",
};

enum { HELP_COLUMN = 30 };

const char *option_group_title(enum option_group group)
{
    return group < sizeof(titles) / sizeof(titles[0]) ? titles[group] : NULL;
}

const char *option_spelling(struct arena *arena, const struct option *row)
{
    struct text out = text_new(arena);

    if (row->letter)
        text_addf(&out, "-%c%s", row->letter, row->name ? ", " : "");
    if (row->name)
        text_addf(&out, "--%s", row->name);
    if (row->argument)
        text_addf(&out, " %s", row->argument);
    return out.bytes;
}

static void add_row(struct text *out, const struct option *row)
{
    const char *indent = row->letter ? "  " : "      ";

    text_addf(out, "%-*s %s", HELP_COLUMN,
              arena_printf(out->arena, "%s%s", indent, option_spelling(out->arena, row)),
              row->help);
    if (row->standard)
        text_addf(out, " [%s]", row->standard);
    text_add(out, "\n");
}

static void add_group(struct text *out, enum option_group group, enum command_place command,
                      bool rare_too)
{
    bool titled = false;

    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        if (row->group != group || !(row->places & command) || (row->rare && !rare_too))
            continue;
        if (!titled)
            text_addf(out, "%s\n", titles[group]);
        titled = true;
        add_row(out, row);
    }
}

const char *options_help(struct arena *arena, enum command_place command, bool rare_too)
{
    struct text out = text_new(arena);

    for (enum option_group group = GROUP_TARGET; group <= GROUP_SETTINGS; group++)
        add_group(&out, group, command, rare_too);
    return out.bytes;
}
