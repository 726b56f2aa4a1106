#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cfnc/clock.h"
#include "cfnc/text.h"
#include "jq_private.h"

enum { FILES_CLOSED = 256, COMPLAINT_COLUMNS = 200 };

struct jq_program {
    int socket; /* -1 when it was ended */
    pid_t process;
    const char *ended; /* why it answers no more, or NULL */
};

/* What goes before the bytes of a message, either way. */
struct header {
    uint64_t length, answer; /* enum jq_answer */
};

extern char **environ;

/* ---- both sides ---- */

static bool send_all(int to, const void *bytes, size_t length)
{
    const char *at = bytes;

    while (length) {
        const ssize_t sent = send(to, at, length, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* False at the end of the stream, and when nothing came until then. */
static bool receive_all(int from, void *bytes, size_t length, int64_t until_ms)
{
    char *at = bytes;

    while (length) {
        struct pollfd polled = { .fd = from, .events = POLLIN };
        const int64_t left = until_ms - clock_steady_ms();

        if (left <= 0)
            return false;
        if (poll(&polled, 1, left < INT_MAX ? (int)left : INT_MAX) <= 0)
            continue;
        const ssize_t got = recv(from, at, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        length -= (size_t)got;
    }
    return true;
}

/* ---- the process of the program ---- */

static void limit(int resource, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)
        now.rlim_max = most;
    now.rlim_cur = now.rlim_max;
    (void)setrlimit(resource, &now);
}

/* What it has already, in bytes: much, under a sanitizer. 0 where that cannot be told. */
static rlim_t memory_so_far(void)
{
    char text[64] = "";
    const int file = open("/proc/self/statm", O_RDONLY);
    const ssize_t got = file < 0 ? -1 : read(file, text, sizeof(text) - 1);

    if (file >= 0)
        close(file);
    return got > 0 ? (rlim_t)strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Nothing to read, nobody to write to, nowhere to look: what it can do is think, for a while. */
static void shut_in(int socket)
{
    static char *nothing[] = { NULL };
    const int none = open("/dev/null", O_RDWR);

    for (int file = 0; file <= STDERR_FILENO; file++)
        dup2(none, file);
    for (int file = STDERR_FILENO + 1; file < FILES_CLOSED; file++)
        if (file != socket)
            close(file);
    environ = nothing;
    limit(RLIMIT_AS, memory_so_far() + (rlim_t)JQ_MEGABYTES * 1024 * 1024);
    limit(RLIMIT_CPU, JQ_SECONDS_IN_ALL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 1); /* of which standard input is the one; poll() needs it */
    signal(SIGXCPU, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* which is for cfnc; this ends with it */
    signal(SIGHUP, SIG_IGN);
}

/* From now on it may use so many more; the system counts whole seconds. */
static void wind_up(rlim_t seconds)
{
    struct rusage used;
    struct rlimit now;

    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &now) != 0)
        return;
    const rlim_t until = (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + 1 + seconds;
    now.rlim_cur = until < now.rlim_max ? until : now.rlim_max;
    (void)setrlimit(RLIMIT_CPU, &now);
}

static void tell(void *context, enum jq_answer answer, const char *text, size_t length)
{
    static const char large[] = "what it makes is too large";
    const int socket = *(const int *)context;
    const struct header header = length > JQ_LARGEST ? (struct header){ strlen(large), JQ_FAILED }
                                                     : (struct header){ length, (uint64_t)answer };

    if (!send_all(socket, &header, sizeof(header)) ||
        !send_all(socket, length > JQ_LARGEST ? large : text, header.length))
        _exit(0);
}

_Noreturn static void live(int socket, const char *text)
{
    struct header header;

    shut_in(socket);
    if (!jq_engine_begin(text, tell, &socket))
        _exit(0);
    while (receive_all(socket, &header, sizeof(header), INT64_MAX)) {
        char *input = malloc(header.length + 1);

        if (!input || !receive_all(socket, input, header.length, INT64_MAX))
            break;
        input[header.length] = '\0';
        wind_up(JQ_SECONDS);
        jq_engine_run(input, header.length, tell, &socket);
        free(input);
    }
    _exit(0);
}

/* ---- our side ---- */

/* Its status, once it is gone. */
static int bury(struct jq_program *program)
{
    int status = 0;

    close(program->socket);
    program->socket = -1;
    kill(program->process, SIGKILL);
    while (waitpid(program->process, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

static void release(void *resource)
{
    struct jq_program *program = resource;

    if (program->socket >= 0)
        (void)bury(program);
}

/* Why nothing came from it any more. A process that is out of memory is aborted, or crashes. */
static const char *why_gone(int status, bool late)
{
    if (late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        return "it takes too long";
    return "it needs too much memory, or libjq crashed";
}

/* Takes an answer. False and the error when there is none, or it is that it failed. */
static bool take_answer(struct arena *arena, struct jq_program *program, struct header *header,
                        const char **text, struct error *error)
{
    const int64_t until = clock_steady_ms() + (int64_t)JQ_SECONDS_OF_WAITING * 1000;
    char *bytes = NULL;

    if (receive_all(program->socket, header, sizeof(*header), until) &&
        header->length <= JQ_LARGEST) {
        bytes = arena_alloc(arena, header->length + 1);
        if (!receive_all(program->socket, bytes, header->length, until))
            bytes = NULL;
    }
    if (!bytes) {
        const bool late = clock_steady_ms() >= until;

        program->ended = why_gone(bury(program), late);
        return error_set(error, "jq: %s", program->ended);
    }
    *text = bytes;
    if (header->answer == JQ_FAILED)
        return error_set(error, "jq: %s", text_quote(arena, bytes, COMPLAINT_COLUMNS));
    return true;
}

struct jq_program *jq_read(struct arena *arena, const char *text, struct error *error)
{
    struct jq_program *program = arena_alloc(arena, sizeof(*program));
    struct header header;
    const char *ignored = NULL;
    int ends[2];

    if (!jq_is_there()) {
        error_set(error, "this cfnc was built without jq");
        return NULL;
    }
    if (strlen(text) > JQ_LONGEST) {
        error_set(error, "jq: the program is longer than %d bytes", JQ_LONGEST);
        return NULL;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        error_set(error, "jq: %s", strerror(errno));
        return NULL;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    program->process = fork();
    if (program->process == 0)
        live(ends[1], text);
    close(ends[1]);
    program->socket = ends[0];
    if (program->process < 0) {
        error_set(error, "jq: %s", strerror(errno));
        close(ends[0]);
        return NULL;
    }
    arena_defer(arena, release, program);
    return take_answer(arena, program, &header, &ignored, error) ? program : NULL;
}

bool jq_evaluate(struct arena *arena, struct jq_program *program, const json *input,
                 const json **result, struct error *error)
{
    const char *given = json_print(arena, input), *made = "";
    struct header header = { strlen(given), 0 };

    *result = NULL;
    if (program->ended)
        return error_set(error, "jq: %s", program->ended);
    if (header.length > JQ_LARGEST)
        return error_set(error, "jq: the model is larger than %d bytes", JQ_LARGEST);
    /* where it is gone already, so is the answer */
    (void)(send_all(program->socket, &header, sizeof(header)) &&
           send_all(program->socket, given, header.length));
    if (!take_answer(arena, program, &header, &made, error))
        return false;
    if (header.answer == JQ_MADE)
        *result = json_parse(arena, made, header.length, error);
    return header.answer != JQ_MADE || *result || error_prefix(error, "jq: what it makes is ");
}
