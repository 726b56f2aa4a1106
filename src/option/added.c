/* Words for the command line of cfnc test that stand in the environment. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/shell.h"
#include "cfnc/base/text.h"
#include "options_private.h"

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

static bool object(struct reading *r, const struct added *from, size_t column, const char *problem)
{
    r->code = EXIT_USAGE;
    return error_set(r->error, "%s, column %zu: %s", from->variable, column, problem);
}

static bool read_added(struct reading *r, const struct added *from, const char *value)
{
    const struct shell_words words = shell_split(r->arena, value);
    struct error error = { "" };
    struct reading line = *r;

    if (words.open)
        return object(r, from, words.open, "this quote is never closed");
    line.argv = words.items;
    line.argc = (int)words.count;
    line.at = 0;
    line.place = from->place;
    line.command = IN_TEST;
    line.lenient = from->lenient;
    line.now = (struct origin){ .kind = from->kind, .variable = from->variable };
    line.error = &error;
    return options_read_words(&line) || object(r, from, words.columns[line.word], error.text);
}

bool options_read_added(struct reading *r)
{
    for (size_t i = 0; r->options->subject == IN_TEST && i < ADDED; i++) {
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
