#include "terminal.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cfnc/base/text.h"

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

bool terminal_in_ci(void)
{
    static const char *const signs[] = {
        "CI",       "GITHUB_ACTIONS", "GITLAB_CI", "CODEBUILD_BUILD_ID", "BUILDKITE",
        "CIRCLECI", "JENKINS_URL",    "TF_BUILD",  "TEAMCITY_VERSION",   "BUILD_NUMBER",
    };

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (is_set(signs[i]))
            return true;
    return false;
}

static bool forces(const char *name)
{
    const char *value = getenv(name);

    return value && *value && strcmp(value, "0") != 0;
}

static bool is_terminal(void)
{
    const char *terminal = getenv("TERM");

    return isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

/* The option, then NO_COLOR, then what forces colours, then what the terminal can do. */
static bool wants_colour(const char *when)
{
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0 || strcmp(when, "yes") == 0;
    if (is_set("NO_COLOR"))
        return false;
    return forces("CLICOLOR_FORCE") || forces("FORCE_COLOR") || is_terminal();
}

/* What a shell says where there is no terminal, or one that does not know its size. */
static int columns_said(void)
{
    const char *said = getenv("COLUMNS");
    char *end = NULL;
    const long columns = said ? strtol(said, &end, 10) : 0;

    return columns > 0 && columns < 10000 && !*end ? (int)columns : 0;
}

int terminal_columns(void)
{
    enum { LEAST = 20, USUAL = 80 };
    struct winsize size = { 0 };
    const int seen = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    const int columns = seen ? seen : columns_said();

    return !columns ? USUAL : columns < LEAST ? LEAST : columns;
}

/* POSIX: LC_ALL, else LC_CTYPE, else LANG; a value that is empty is none. */
static bool shows_utf8(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    size_t i = 0;

    while (i < sizeof(names) / sizeof(names[0]) && !is_set(names[i]))
        i++;
    const char *locale = i < sizeof(names) / sizeof(names[0]) ? getenv(names[i]) : "C";
    return text_glob("*UTF-8*", locale) || text_glob("*utf8*", locale) ||
           text_glob("*utf-8*", locale) || text_glob("*UTF8*", locale);
}

struct console_options console_choose(const struct options *options)
{
    const int most = 3, least = -2;
    struct console_options console = options->console;

    if (console.verbosity > most)
        console.verbosity = most;
    if (console.verbosity < least)
        console.verbosity = least;
    console.colour = wants_colour(options->colour);
    console.redraw = is_terminal() && !terminal_in_ci();
    console.columns = terminal_columns();
    console.measure = terminal_columns;
    console.ascii = !shows_utf8();
    console.durations_wanted = options_given(options, "durations");
    return console;
}
