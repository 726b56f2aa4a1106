#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cfnc/commands.h"

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

static bool in_ci(void)
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

int terminal_columns(void)
{
    struct winsize size = { 0 };

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return 80;
    return size.ws_col;
}

struct console_options console_choose(const struct options *options)
{
    const int most = 3, least = -2;
    const int wanted = options->verbosity;

    return (struct console_options){
        .verbosity = wanted > most    ? most
                     : wanted < least ? least
                                      : wanted,
        .traceback = options->traceback,
        .diff = options->diff,
        .summary = options->summary,
        .colour = wants_colour(options->colour),
        .redraw = is_terminal() && !in_ci(),
        .columns = terminal_columns(),
    };
}
