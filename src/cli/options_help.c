#include "cfnc/options.h"

#include <string.h>

#include "cfnc/text.h"

static const char *const titles[] = {
    [GROUP_TARGET] = "Which handler",
    [GROUP_SCHEMA] = "What to check",
    [GROUP_LEFTOVERS] = "Which leftovers",
    [GROUP_TESTS] = "Which tests",
    [GROUP_TIME] = "How long",
    [GROUP_MODELS] = "Generated models",
    [GROUP_OUTPUT] = "What to show",
    [GROUP_BUILTIN] = "The built-in provider",
};

enum { HELP_COLUMN = 30, WIDTH = 84 };

/* "      --endpoint URL", "  -x, --exitfirst", "  -k EXPR" */
static const char *usage(struct arena *arena, const struct option *row)
{
    struct text out = text_new(arena);

    if (row->letter)
        text_addf(&out, "  -%c%s", row->letter, row->name ? ", " : "");
    else
        text_add(&out, "      ");
    if (row->name)
        text_addf(&out, "--%s", row->name);
    if (row->argument)
        text_addf(&out, " %s", row->argument);
    return out.bytes;
}

static void add_row(struct text *out, const struct option *row)
{
    text_addf(out, "%-*s %s", HELP_COLUMN, usage(out->arena, row), row->help);
    if (row->standard)
        text_addf(out, " [%s]", row->standard);
    text_add(out, "\n");
}

static void add_group(struct text *out, enum option_group group, enum place command)
{
    bool titled = false;

    for (const struct option *row = option_rows; row->name || row->letter; row++) {
        if (row->group != group || !(row->places & command))
            continue;
        if (!titled)
            text_addf(out, "%s\n", titles[group]);
        titled = true;
        add_row(out, row);
    }
}

const char *options_help(struct arena *arena, enum place command)
{
    struct text out = text_new(arena);

    for (enum option_group group = GROUP_TARGET; group <= GROUP_BUILTIN; group++)
        add_group(&out, group, command);
    return out.bytes;
}
