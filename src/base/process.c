#include "cfnc/base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/shell.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"

extern char **environ; /* POSIX has it, and no header of it does */

enum { COMPLAINT_LARGEST = 4096, CANNOT_RUN = 127, AFTERWARDS_MS = 30000 };

enum stream { OUTPUT, COMPLAINT, START, STREAMS };

/* A program while it runs. */
struct child {
    const struct process *process;
    struct text read[STREAMS]; /* START: errno, when it could not be started */
    int pipes[STREAMS][2];     /* [0] is ours; -1 when closed */
    pid_t pid;
    int64_t until_ms;
    int stop; /* stop_code() when it began */
};

/* How many programs run, and what a signal handler wants: 1 + an exit code, or 0. */
static volatile sig_atomic_t running, quitting;

bool process_quit(int code)
{
    if (!running || quitting)
        return false;
    quitting = 1 + code;
    return true;
}

/* Why it is not waited for any longer; PROCESS_ENDED when it is. */
static enum process_end why_ended(const struct child *child)
{
    if (stop_ends(child->stop) && stop_age_ms() >= child->process->grace_ms)
        return PROCESS_GIVEN_UP;
    return clock_steady_ms() >= child->until_ms || quitting ? PROCESS_TOO_LONG : PROCESS_ENDED;
}

static void shut(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static bool open_pipes(struct child *child)
{
    bool opened = true;

    for (size_t i = 0; i < STREAMS; i++) {
        child->pipes[i][0] = child->pipes[i][1] = -1;
        opened = opened && pipe(child->pipes[i]) == 0;
        for (size_t end = 0; opened && end < 2; end++)
            (void)fcntl(child->pipes[i][end], F_SETFD, FD_CLOEXEC);
    }
    return opened;
}

static void close_ends(struct child *child, size_t end)
{
    for (size_t i = 0; i < STREAMS; i++)
        shut(&child->pipes[i][end]);
}

/* In the child: only what may be called after fork(). */
static void become(const struct child *child, char *const *argv, char **environment)
{
    const int nothing = open("/dev/null", O_RDONLY);

    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    dup2(child->pipes[OUTPUT][1], STDOUT_FILENO);
    dup2(child->pipes[COMPLAINT][1], STDERR_FILENO);
    environ = environment;
    execvp(argv[0], argv);
    const int number = errno;
    (void)!write(child->pipes[START][1], &number, sizeof(number));
    _exit(CANNOT_RUN);
}

/* The environment without the credentials in it, for programs that need none. Ends with NULL. */
static char **harmless_environment(struct arena *arena)
{
    static const char *const names[] = { "AWS_SECRET_ACCESS_KEY=", "AWS_SESSION_TOKEN=",
                                         "AWS_SECURITY_TOKEN=",
                                         "AWS_CONTAINER_AUTHORIZATION_TOKEN=" };
    size_t count = 0, kept = 0;

    while (environ[count])
        count++;
    char **rest = arena_array(arena, count + 1, sizeof(*rest));
    for (size_t i = 0; i < count; i++) {
        bool secret = false;

        for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
            secret = secret || strncmp(environ[i], names[k], strlen(names[k])) == 0;
        if (!secret)
            rest[kept++] = environ[i];
    }
    return rest;
}

static bool start(struct arena *arena, struct child *child, struct error *error)
{
    size_t count = 0;
    char **rest = child->process->credentials ? environ : harmless_environment(arena);

    while (child->process->argv[count])
        count++;
    char **argv = arena_array(arena, count + 1, sizeof(*argv));
    for (size_t i = 0; i < count; i++)
        argv[i] = arena_copy(arena, child->process->argv[i], strlen(child->process->argv[i]));
    child->pid = open_pipes(child) ? fork() : -1;
    if (child->pid == 0)
        become(child, argv, rest);
    const int number = errno;
    close_ends(child, 1);
    if (child->pid > 0)
        return true;
    close_ends(child, 0);
    return error_set(error, "%s: %s", text_quote(arena, argv[0], 80), strerror(number));
}

/* Of a long complaint the end is of use. */
static void keep_end(struct text *text)
{
    if (text->length <= COMPLAINT_LARGEST)
        return;
    memmove(text->bytes, text->bytes + text->length - COMPLAINT_LARGEST, COMPLAINT_LARGEST + 1);
    text->length = COMPLAINT_LARGEST;
}

/* Reads what is there; a stream that ended is closed. False when there is too much. */
static bool take(struct child *child, size_t stream)
{
    char bytes[4096];
    struct text *read_so_far = &child->read[stream];
    const ssize_t count = read(child->pipes[stream][0], bytes, sizeof(bytes));

    if (count < 0 && errno == EINTR)
        return true;
    if (count <= 0) {
        shut(&child->pipes[stream][0]);
        return true;
    }
    text_add_bytes(read_so_far, bytes, (size_t)count);
    if (stream == COMPLAINT && read_so_far->length > 4 * (size_t)COMPLAINT_LARGEST)
        keep_end(read_so_far);
    return stream != OUTPUT || read_so_far->length <= child->process->most;
}

static void tell(const struct child *child)
{
    const struct process *process = child->process;

    if (process->patience)
        process->patience->tell(process->patience->context,
                                clock_steady_ms() - (child->until_ms - process->timeout_ms));
}

/* Until every stream has ended, in time. */
static enum process_end listen_to(struct child *child)
{
    for (;;) {
        struct pollfd polled[STREAMS];
        const int64_t left = child->until_ms - clock_steady_ms();
        bool open = false;

        for (size_t i = 0; i < STREAMS; i++) {
            polled[i] = (struct pollfd){ .fd = child->pipes[i][0], .events = POLLIN };
            open = open || polled[i].fd >= 0;
        }
        if (!open)
            return PROCESS_ENDED;
        if (why_ended(child) != PROCESS_ENDED)
            return why_ended(child);
        if (poll(polled, STREAMS, left < 1000 ? (int)left : 1000) <= 0) {
            tell(child);
            continue;
        }
        for (size_t i = 0; i < STREAMS; i++)
            if (polled[i].fd >= 0 && polled[i].revents && !take(child, i))
                return PROCESS_TOO_MUCH;
    }
}

/* Streams may be closed by a program that goes on. */
static enum process_end wait_for(struct child *child, int *status)
{
    const struct timespec pause = { .tv_nsec = 5000000 };

    for (;;) {
        const pid_t ended = waitpid(child->pid, status, WNOHANG);

        if (ended == child->pid || (ended < 0 && errno != EINTR))
            return PROCESS_ENDED;
        if (why_ended(child) != PROCESS_ENDED)
            return why_ended(child);
        nanosleep(&pause, NULL);
    }
}

/* Whatever comes of it, the caller's own trouble is what is told. */
static void run_afterwards(struct arena *arena, const char *const *argv)
{
    const struct process process = { .argv = argv,
                                     .timeout_ms = AFTERWARDS_MS,
                                     .grace_ms = AFTERWARDS_MS,
                                     .most = COMPLAINT_LARGEST };
    struct process_result result;
    struct error ignored;

    (void)!process_run(arena, &process, &result, &ignored);
}

static void put_an_end_to(struct arena *arena, const struct child *child)
{
    const sig_atomic_t wanted = quitting;

    if (kill(-child->pid, SIGKILL) != 0)
        kill(child->pid, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    quitting = 0; /* or what comes now would be ended at once */
    if (child->process->afterwards)
        run_afterwards(arena, child->process->afterwards);
    quitting = wanted;
}

static const char *last_line(struct arena *arena, const struct text *text)
{
    size_t length = text->length;

    while (length && strchr(" \t\r\n", text->bytes[length - 1]))
        length--;
    const char *line = arena_copy(arena, text->bytes, length), *end = strrchr(line, '\n');
    return end ? end + 1 : line;
}

static bool tell_end(const char *name, const struct child *child, enum process_end end,
                     struct error *error)
{
    if (end == PROCESS_GIVEN_UP)
        return error_set(error, "%s: it was ended, because cfnc is stopping", name);
    return error_set(error, "%s: it %s (%g s, %zu bytes), and was ended", name,
                     end == PROCESS_TOO_LONG ? "took too long" : "wrote too much",
                     (double)child->process->timeout_ms / 1000, child->process->most);
}

static bool finish(struct arena *arena, struct child *child, struct process_result *result,
                   struct error *error)
{
    const char *name = text_quote(arena, child->process->argv[0], 80);
    int status = 0, number = 0;

    result->end = listen_to(child);
    if (result->end == PROCESS_ENDED)
        result->end = wait_for(child, &status);
    close_ends(child, 0);
    keep_end(&child->read[COMPLAINT]);
    result->complaint = last_line(arena, &child->read[COMPLAINT]);
    result->complaints = child->read[COMPLAINT].bytes;
    result->output = child->read[OUTPUT].bytes;
    result->length = child->read[OUTPUT].length;
    if (result->end != PROCESS_ENDED) {
        put_an_end_to(arena, child);
        return tell_end(name, child, result->end, error);
    }
    if (child->read[START].length == sizeof(number)) {
        memcpy(&number, child->read[START].bytes, sizeof(number));
        result->end = PROCESS_NOT_STARTED;
        return error_set(error, "%s: %s", name, strerror(number));
    }
    result->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

bool process_run(struct arena *arena, const struct process *process, struct process_result *result,
                 struct error *error)
{
    struct child child = { .process = process,
                           .until_ms = clock_steady_ms() + process->timeout_ms,
                           .stop = stop_code() };

    *result = (struct process_result){
        .end = PROCESS_NOT_STARTED, .output = "", .complaint = "", .complaints = ""
    };
    if (!process->argv[0])
        return error_set(error, "there is no program to run");
    for (size_t i = 0; i < STREAMS; i++)
        child.read[i] = text_new(arena);
    running++;
    const bool ended = start(arena, &child, error) && finish(arena, &child, result, error);
    running--;
    if (quitting && !running)
        _exit(quitting - 1);
    return ended;
}

const char *const *process_split(struct arena *arena, const char *line, struct error *error)
{
    const struct shell_words words = shell_split(arena, line, "\"\\");

    if (!words.open && !words.dangling)
        return (const char *const *)words.items;
    error_set(error, "a quote is not closed, or nothing follows a backslash");
    return NULL;
}
