/* The endpoint of worst.h, in a process of its own. */
#include "worst.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/base/text.h"
#include "cfnc/demo/builtin.h"
#include "run_builtin.h"

const char worst_schema[] =
    "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Name\"],"
    "\"createOnlyProperties\": [\"/properties/Name\"], \"additionalProperties\": false,"
    "\"properties\": {\"Name\": {\"type\": \"string\", \"pattern\": \"^[a-z]{8}$\"},"
    "\"Size\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 9}},"
    "\"handlers\": {\"create\": {\"permissions\": []}, \"read\": {\"permissions\": []},"
    "\"delete\": {\"permissions\": []}, \"list\": {\"permissions\": []}}}";

static struct {
    const struct behaviour *behaviour;
    struct builtin *builtin;
    struct arena *arena;
    pthread_mutex_t lock;
    pid_t process; /* its own: what it holds is not to be taken for cfnc's memory */
    int listener;
    unsigned port, calls;
} endpoint;

bool worst_say(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);

        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool worst_say_text(int fd, const char *text)
{
    return worst_say(fd, text, strlen(text));
}

bool worst_say_body(int fd, const char *body, size_t length)
{
    char head[128];

    snprintf(head, sizeof(head), "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", length);
    return worst_say_text(fd, head) && worst_say(fd, body, length);
}

void worst_say_event(const struct victim *v, const char *event)
{
    (void)worst_say_body(v->fd, event, strlen(event));
}

void worst_nap(int ms)
{
    const struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

    nanosleep(&time, NULL);
}

void worst_reset(int fd)
{
    const struct linger now = { .l_onoff = 1 };

    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    worst_nap(20);               /* what was sent is read, and then there is a reset */
    dup2(endpoint.listener, fd); /* closes the connection under the number that its thread has */
}

/* The word behind "action": in a payload. */
static const char *action_of(struct arena *arena, const char *body)
{
    struct error error;
    const json *payload = json_parse(arena, body, strlen(body), &error);
    const char *action = json_string(json_get(payload, "action"));

    return action ? action : "";
}

static void answer(int fd, struct arena *arena, const char *body, size_t length)
{
    const struct behaviour *b = endpoint.behaviour;
    struct victim v = { .fd = fd, .action = action_of(arena, body), .arena = arena };

    pthread_mutex_lock(&endpoint.lock);
    v.honest = builtin_answer(endpoint.builtin, body, length, arena).body;
    if (!b->action || strcmp(b->action, v.action) == 0)
        v.calls = ++endpoint.calls;
    pthread_mutex_unlock(&endpoint.lock);
    if (v.calls)
        b->answer(&v);
    else
        worst_say_event(&v, v.honest);
}

/* One request, if one comes: its body; NULL when the client is gone. */
static const char *hear(int fd, struct arena *arena, size_t *length, bool *is_post)
{
    struct text text = text_new(arena);
    char bytes[4096];

    for (;;) {
        const char *end = strstr(text.bytes, "\r\n\r\n");
        const char *declared = end ? strstr(text.bytes, "Content-Length: ") : NULL;
        const size_t wanted = declared ? strtoul(declared + 16, NULL, 10) : 0;
        const size_t head = end ? (size_t)(end + 4 - text.bytes) : 0;

        if (end && text.length >= head + wanted) {
            *length = wanted;
            *is_post = strncmp(text.bytes, "POST", 4) == 0;
            return text.bytes + head;
        }
        const ssize_t got = recv(fd, bytes, sizeof(bytes), 0);
        if (got <= 0)
            return NULL;
        text_add_bytes(&text, bytes, (size_t)got);
    }
}

static void *serve(void *context)
{
    const int fd = *(int *)context;
    bool more = true;

    free(context);
    while (more) {
        struct arena *arena = arena_new();
        size_t length;
        bool is_post;
        const char *body = hear(fd, arena, &length, &is_post);

        more = body != NULL;
        if (body && is_post)
            answer(fd, arena, body, length);
        else if (body)
            worst_say_text(fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        arena_free(arena);
    }
    close(fd);
    return NULL;
}

/* A thread for each connection, for ever. */
static void listen_to_all(void)
{
    for (;;) {
        const int yes = 1, fd = accept(endpoint.listener, NULL, NULL);
        int *given = malloc(sizeof(*given));
        pthread_t thread;

        if (!given || fd < 0)
            abort();
        *given = fd;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
        if (pthread_create(&thread, NULL, serve, given) != 0)
            abort();
        pthread_detach(thread);
    }
}

/* In a process of its own. */
static void be_endpoint(const struct behaviour *behaviour)
{
    static const struct builtin_options options = { .stabilize = 0 };
    struct error error;

    endpoint.behaviour = behaviour;
    endpoint.arena = arena_new();
    pthread_mutex_init(&endpoint.lock, NULL);
    endpoint.builtin =
        builtin_new(endpoint.arena, type_of_text(endpoint.arena, worst_schema), &options, &error);
    listen_to_all();
}

unsigned worst_open(const struct behaviour *behaviour)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof(address);

    endpoint.listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(endpoint.listener, (const struct sockaddr *)&address, length) < 0 ||
        listen(endpoint.listener, 16) < 0 ||
        getsockname(endpoint.listener, (struct sockaddr *)&address, &length) < 0)
        abort();
    endpoint.port = ntohs(address.sin_port);
    endpoint.process = fork();
    if (endpoint.process == 0)
        be_endpoint(behaviour);
    return endpoint.port;
}

void worst_close(void)
{
    kill(endpoint.process, SIGKILL);
    waitpid(endpoint.process, NULL, 0);
    close(endpoint.listener);
}
