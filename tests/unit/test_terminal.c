#include "cli/terminal.h"
#include "test.h"

#include <stdlib.h>

/* Standard output is no terminal here, or may be one: only what is asked for is checked. */
static struct console_options choose(const char *colour, int verbosity)
{
    const struct options options = { .colour = colour,
                                     .console.verbosity = verbosity,
                                     .console.traceback = "auto",
                                     .console.summary = "fE" };

    return console_choose(&options);
}

static void forget(void)
{
    unsetenv("NO_COLOR");
    unsetenv("CLICOLOR_FORCE");
    unsetenv("FORCE_COLOR");
    setenv("TERM", "dumb", 1);
}

static void colours(void)
{
    forget();
    check(!choose("auto", 0).colour);
    check(choose("always", 0).colour && choose("yes", 0).colour);
    setenv("FORCE_COLOR", "1", 1);
    check(choose("auto", 0).colour && !choose("never", 0).colour && !choose("no", 0).colour);
    setenv("NO_COLOR", "1", 1);
    check(!choose("auto", 0).colour && choose("always", 0).colour);
    setenv("NO_COLOR", "", 1);
    check(choose("auto", 0).colour);
    setenv("FORCE_COLOR", "0", 1);
    check(!choose("auto", 0).colour);
    setenv("CLICOLOR_FORCE", "1", 1);
    check(choose("auto", 0).colour);
    forget();
}

static void shape(void)
{
    forget();
    check_number(choose("auto", 9).verbosity, 3);
    check_number(choose("auto", -9).verbosity, -2);
    check_number(choose("auto", 1).verbosity, 1);
    check(!choose("auto", 0).redraw);
    check(choose("auto", 0).columns >= 20);
    check_text(choose("auto", 0).summary, "fE");
}

static const struct test tests[] = {
    { "terminal: colours", colours },
    { "terminal: verbosity, redrawing, columns", shape },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
