#include "cfnc/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/text.h"

enum { COMPLAINT_LARGEST = 4096, CANNOT_RUN = 127 };

enum stream { OUTPUT, COMPLAINT, START, STREAMS };

/* A program while it runs. */
struct child {
    const struct process *process;
    struct text read[STREAMS]; /* START: errno, when it could not be started */
    int pipes[STREAMS][2];     /* [0] is ours; -1 when closed */
    pid_t pid;
    int64_t until_ms;
};

static int64_t now_ms(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
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
static void become(const struct child *child, char *const *argv)
{
    const int nothing = open("/dev/null", O_RDONLY);

    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    dup2(child->pipes[OUTPUT][1], STDOUT_FILENO);
    dup2(child->pipes[COMPLAINT][1], STDERR_FILENO);
    execvp(argv[0], argv);
    const int number = errno;
    (void)!write(child->pipes[START][1], &number, sizeof(number));
    _exit(CANNOT_RUN);
}

static bool start(struct arena *arena, struct child *child, struct error *error)
{
    size_t count = 0;

    while (child->process->argv[count])
        count++;
    char **argv = arena_array(arena, count + 1, sizeof(*argv));
    for (size_t i = 0; i < count; i++)
        argv[i] = arena_copy(arena, child->process->argv[i], strlen(child->process->argv[i]));
    child->pid = open_pipes(child) ? fork() : -1;
    if (child->pid == 0)
        become(child, argv);
    const int number = errno;
    close_ends(child, 1);
    if (child->pid > 0)
        return true;
    close_ends(child, 0);
    return error_set(error, "%s: %s", text_quote(arena, argv[0], 80), strerror(number));
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
    if (stream == COMPLAINT && read_so_far->length > COMPLAINT_LARGEST)
        return true;
    text_add_bytes(read_so_far, bytes, (size_t)count);
    return stream != OUTPUT || read_so_far->length <= child->process->most;
}

/* NULL when every stream has ended in time, or what went wrong. */
static const char *listen_to(struct child *child)
{
    for (;;) {
        struct pollfd polled[STREAMS];
        const int64_t left = child->until_ms - now_ms();
        bool open = false;

        for (size_t i = 0; i < STREAMS; i++) {
            polled[i] = (struct pollfd){ .fd = child->pipes[i][0], .events = POLLIN };
            open = open || polled[i].fd >= 0;
        }
        if (!open)
            return NULL;
        if (left <= 0)
            return "took too long";
        if (poll(polled, STREAMS, left < 1000 ? (int)left : 1000) <= 0)
            continue;
        for (size_t i = 0; i < STREAMS; i++)
            if (polled[i].fd >= 0 && polled[i].revents && !take(child, i))
                return "wrote too much";
    }
}

/* Streams may be closed by a program that goes on. */
static const char *wait_for(struct child *child, int *status)
{
    const struct timespec pause = { .tv_nsec = 5000000 };

    for (;;) {
        const pid_t ended = waitpid(child->pid, status, WNOHANG);

        if (ended == child->pid || (ended < 0 && errno != EINTR))
            return NULL;
        if (now_ms() >= child->until_ms)
            return "took too long";
        nanosleep(&pause, NULL);
    }
}

static void put_an_end_to(struct child *child)
{
    if (kill(-child->pid, SIGKILL) != 0)
        kill(child->pid, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

static const char *last_line(struct text *text)
{
    while (text->length && strchr(" \t\r\n", text->bytes[text->length - 1]))
        text->bytes[--text->length] = '\0';
    const char *end = strrchr(text->bytes, '\n');
    return end ? end + 1 : text->bytes;
}

static bool finish(struct arena *arena, struct child *child, struct process_result *result,
                   struct error *error)
{
    const char *name = text_quote(arena, child->process->argv[0], 80);
    int status = 0, number = 0;
    const char *problem = listen_to(child);

    if (!problem)
        problem = wait_for(child, &status);
    close_ends(child, 0);
    if (problem) {
        put_an_end_to(child);
        return error_set(error, "%s: it %s (%g s, %zu bytes), and was ended", name, problem,
                         (double)child->process->timeout_ms / 1000, child->process->most);
    }
    if (child->read[START].length == sizeof(number)) {
        memcpy(&number, child->read[START].bytes, sizeof(number));
        return error_set(error, "%s: %s", name, strerror(number));
    }
    *result = (struct process_result){
        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
        .output = child->read[OUTPUT].bytes,
        .length = child->read[OUTPUT].length,
        .complaint = last_line(&child->read[COMPLAINT]),
    };
    return true;
}

bool process_run(struct arena *arena, const struct process *process, struct process_result *result,
                 struct error *error)
{
    struct child child = { .process = process, .until_ms = now_ms() + process->timeout_ms };

    if (!process->argv[0])
        return error_set(error, "there is no program to run");
    for (size_t i = 0; i < STREAMS; i++)
        child.read[i] = text_new(arena);
    return start(arena, &child, error) && finish(arena, &child, result, error);
}

/* One word: where its bytes go. Returns where it ends, or NULL. */
static const char *read_word(struct text *word, const char *at)
{
    char quote = 0;

    for (; *at && (quote || !strchr(" \t\r\n", *at)); at++) {
        if (*at == '\\' && quote != '\'') {
            if (!at[1])
                return NULL;
            if (!quote || strchr("\\\"", at[1]))
                at++;
            text_add_bytes(word, at, 1);
        } else if (quote && *at == quote) {
            quote = 0;
        } else if (!quote && strchr("'\"", *at)) {
            quote = *at;
        } else {
            text_add_bytes(word, at, 1);
        }
    }
    return quote ? NULL : at;
}

const char *const *process_split(struct arena *arena, const char *line, struct error *error)
{
    const char **words = arena_array(arena, strlen(line) / 2 + 2, sizeof(*words));
    size_t count = 0;

    for (const char *at = line + strspn(line, " \t\r\n"); *at; at += strspn(at, " \t\r\n")) {
        struct text word = text_new(arena);

        at = read_word(&word, at);
        if (!at) {
            error_set(error, "a quote is not closed, or nothing follows a backslash");
            return NULL;
        }
        words[count++] = word.bytes;
    }
    return words;
}
