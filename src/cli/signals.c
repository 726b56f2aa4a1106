/* Once is a request to stop and tidy up, twice is an order. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/process.h"
#include "cfnc/base/stop.h"
#include "commands.h"

static const char *idle; /* what is said where nothing has to be tidied up */

/* A line that is put together where nothing may be allocated or formatted. */
struct line {
    char bytes[300];
    size_t length;
};

static void add(struct line *line, const char *text)
{
    const size_t length = strlen(text), room = sizeof(line->bytes) - line->length;

    if (length > room)
        return;
    memcpy(line->bytes + line->length, text, length);
    line->length += length;
}

static void add_number(struct line *line, int number)
{
    char digits[16] = "";
    size_t at = sizeof(digits) - 1;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0 && at);
    add(line, digits + at);
}

static void add_resources(struct line *line, int count)
{
    add_number(line, count);
    add(line, count == 1 ? " resource" : " resources");
}

/* How to ask again: as was asked before. */
static void add_again(struct line *line, int signal, const char *what)
{
    add(line, signal == SIGINT ? " (Ctrl-C again: " : " (once more: ");
    add(line, what);
    add(line, ")");
}

static void add_stopping(struct line *line, int signal)
{
    const int owned = stop_owned();

    if (!stop_is_tidied()) {
        add(line, idle);
        return;
    }
    add(line, "stopping.  ");
    if (owned > 0) {
        add_resources(line, owned);
        add(line, " may exist; deleting ");
        add(line, owned == 1 ? "it" : "them");
        add_again(line, signal, owned == 1 ? "leave it and quit" : "leave them and quit");
    } else {
        add(line, "nothing is left to delete");
        add_again(line, signal, "quit at once");
    }
}

static void add_leaving(struct line *line)
{
    const int owned = stop_owned();

    add(line, "quitting.");
    if (owned <= 0)
        return;
    add(line, "  ");
    add_resources(line, owned);
    add(line, " may be left behind\n  delete ");
    add(line, owned == 1 ? "it" : "them");
    add(line, " with:  cfnc cleanup");
}

static void asked(int signal)
{
    const int code = signal == SIGINT ? EXIT_INTERRUPTED : EXIT_TERMINATED;
    const bool again = stop_code() != 0;
    struct line line = { .length = 0 };

    add(&line, "\n");
    if (again)
        add_leaving(&line);
    else
        add_stopping(&line, signal);
    add(&line, "\n");
    (void)!write(STDERR_FILENO, line.bytes, line.length); /* whether somebody reads it or not */
    if (again && !process_quit(code))                     /* a container is ended first */
        _exit(code);
    stop_ask(code);
}

/* Who runs a program with nohup wants it to outlive the terminal. */
static bool is_ignored(int signal)
{
    struct sigaction action;

    return signal == SIGHUP && sigaction(signal, NULL, &action) == 0 &&
           action.sa_handler == SIG_IGN;
}

void signals_catch(const char *said_when_idle)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = asked };

    idle = said_when_idle;
    stop_prepare();
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (!is_ignored(signals[i]))
            sigaction(signals[i], &action, NULL);
}
