#include "cfnc/demo/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/base/text.h"

enum {
    MOST_CONNECTIONS = 128,
    IDLE_SECONDS = 300,
    LAST_MOMENT_MS = 100,           /* for connections when the server stops */
    REQUEST_LARGEST = REPLY_LARGEST /* Lambda's limit is the same both ways */
};

struct server {
    struct MHD_Daemon *daemon;
    struct builtin *builtin;
    const char *function_name;
    unsigned port;
    pthread_mutex_t lock; /* of the provider, and of `stopping` */
    pthread_cond_t stop;
    bool stopping;
    atomic_ulong requests;
};

/* One request and its answer. */
struct exchange_http {
    struct server *server;
    struct MHD_Connection *connection;
    struct arena *arena;
    struct text body;
    bool too_large;
};

static enum MHD_Result send_body(const struct exchange_http *x, int status, const char *body,
                                 const char *header, const char *value)
{
    const size_t length = strlen(body);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        length, arena_copy(x->arena, body, length), MHD_RESPMEM_MUST_COPY);

    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_SERVER, "cfnc");
    if (length)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
    if (value)
        MHD_add_response_header(response, header, value);
    const enum MHD_Result queued = MHD_queue_response(x->connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return queued;
}

/* What the service says of itself, where the function does not come to answer. */
static enum MHD_Result refuse(const struct exchange_http *x, int status, const char *error,
                              const char *type, const char *message)
{
    json *body = json_object(x->arena);

    json_set_string(body, "Type", type);
    json_set_string(body, "Message", message);
    return send_body(x, status, json_print(x->arena, body), "x-amzn-errortype", error);
}

/* Waits until the time is over or the server stops; false when it stops. */
static bool wait_ms(struct server *server, int64_t ms)
{
    struct timespec until;
    int result = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&server->lock);
    while (!server->stopping && result == 0)
        result = pthread_cond_timedwait(&server->stop, &server->lock, &until);
    const bool over = !server->stopping;
    pthread_mutex_unlock(&server->lock);
    return over;
}

static enum MHD_Result invoke(const struct exchange_http *x)
{
    struct server *server = x->server;
    struct error error;

    if (!json_parse(x->arena, x->body.bytes, x->body.length, &error))
        return refuse(
            x, 400, "InvalidRequestContent", "User",
            arena_printf(x->arena, "Could not parse request body into json: %s", error.text));
    pthread_mutex_lock(&server->lock);
    const struct builtin_answer answer =
        builtin_answer(server->builtin, x->body.bytes, x->body.length, x->arena);
    atomic_fetch_add(&server->requests, 1);
    pthread_mutex_unlock(&server->lock);
    if (answer.delay_ms > 0 && !wait_ms(server, answer.delay_ms))
        return MHD_NO;
    return send_body(x, answer.http_status, answer.body, "X-Amz-Function-Error",
                     answer.function_error);
}

/*
 * The function that the path names, or NULL when it is another path. Names,
 * name:alias and ARNs, whole or partial, all come down to the bare name.
 */
static const char *function_of(struct arena *arena, const char *path)
{
    static const char before[] = "/2015-03-31/functions/", after[] = "/invocations";
    const size_t length = strlen(path);

    if (length <= sizeof(before) + sizeof(after) - 2 ||
        strncmp(path, before, sizeof(before) - 1) != 0 ||
        strcmp(path + length - (sizeof(after) - 1), after) != 0)
        return NULL;
    char *name = arena_copy(arena, path + sizeof(before) - 1,
                            length - (sizeof(before) - 1) - (sizeof(after) - 1));
    char *bare = strstr(name, "function:");
    bare = bare ? bare + strlen("function:") : name;
    bare[strcspn(bare, ":")] = '\0';
    return bare;
}

/* Answers a request that has come in whole. */
static enum MHD_Result dispatch(const struct exchange_http *x, const char *path, const char *method)
{
    const char *ours = x->server->function_name, *function = function_of(x->arena, path);
    const char *kind =
        MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, "X-Amz-Invocation-Type");

    if (!function)
        return refuse(x, 404, "PathNotFoundLocally", "LocalService", "PathNotFoundException");
    if (strcmp(method, MHD_HTTP_METHOD_POST) != 0)
        return refuse(x, 405, "MethodNotAllowedLocally", "LocalService",
                      "MethodNotAllowedException");
    if (MHD_get_connection_values(x->connection, MHD_GET_ARGUMENT_KIND, NULL, NULL) > 0)
        return refuse(x, 400, "InvalidRequestContent", "User",
                      "Query Parameters are not supported");
    if (strcmp(ours, "*") != 0 && strcmp(ours, function) != 0)
        return refuse(x, 404, "ResourceNotFound", "User",
                      arena_printf(x->arena,
                                   "Function not found: "
                                   "arn:aws:lambda:us-west-2:012345678901:function:%s",
                                   text_quote(x->arena, function, 140)));
    if (kind && strcmp(kind, "DryRun") == 0)
        return send_body(x, 204, "", NULL, NULL);
    if (kind && strcmp(kind, "RequestResponse") != 0)
        return refuse(x, 501, "NotImplemented", "LocalService",
                      "invocation-type is none of RequestResponse, DryRun");
    return invoke(x);
}

static enum MHD_Result refuse_size(const struct exchange_http *x)
{
    return refuse(x, 413, "RequestTooLarge", "User",
                  arena_printf(x->arena,
                               "Request must be smaller than %d bytes for "
                               "the InvokeFunction operation",
                               (int)REQUEST_LARGEST));
}

/* Whether a client that asks first would send too much; others are heard out, or they see no
 * answer. */
static bool announces_too_much(struct MHD_Connection *connection)
{
    const char *expect =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_EXPECT);
    const char *length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);

    return expect && length && strtoull(length, NULL, 10) > REQUEST_LARGEST;
}

/* libmicrohttpd calls this when the headers are there, for each piece of the body, and at its end.
 */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *piece, size_t *length, void **state)
{
    struct exchange_http *x = *state;

    (void)version;
    if (!x) {
        struct arena *arena = arena_new();

        *state = x = arena_alloc(arena, sizeof(*x));
        *x = (struct exchange_http){ context, connection, arena, text_new(arena), false };
        return announces_too_much(connection) ? refuse_size(x) : MHD_YES;
    }
    if (!*length)
        return x->too_large ? refuse_size(x) : dispatch(x, path, method);
    x->too_large = x->too_large || *length > REQUEST_LARGEST - x->body.length;
    if (!x->too_large)
        text_add_bytes(&x->body, piece, *length);
    *length = 0;
    return MHD_YES;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode why)
{
    const struct exchange_http *x = *state;

    (void)context;
    (void)connection;
    (void)why;
    if (x)
        arena_free(x->arena);
    *state = NULL;
}

/* A socket that listens on loopback, or -1 and the error. */
static int listen_on(unsigned *port, struct error *error)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t)*port) };
    struct sockaddr *const generic = (struct sockaddr *)&address;
    socklen_t length = sizeof(address);
    const int yes = 1;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) == 0 &&
        bind(fd, generic, length) == 0 && listen(fd, MOST_CONNECTIONS) == 0 &&
        getsockname(fd, generic, &length) == 0) {
        *port = ntohs(address.sin_port);
        return fd;
    }
    if (errno == EADDRINUSE)
        error_set(error, "port %u is in use; choose another with --port", *port);
    else
        error_set(error, "127.0.0.1:%u cannot be listened on: %s; choose another with --port",
                  *port, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

static void init_locks(struct server *server)
{
    pthread_condattr_t monotonic;

    pthread_mutex_init(&server->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&server->stop, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void release(void *server)
{
    struct server *s = server;

    server_stop(s);
    pthread_cond_destroy(&s->stop);
    pthread_mutex_destroy(&s->lock);
}

struct server *server_start(struct arena *arena, struct builtin *builtin,
                            const struct server_options *options, struct error *error)
{
    struct server *server = arena_alloc(arena, sizeof(*server));

    if (options->port > 65535) {
        error_set(error, "port %u is none; choose one from 1 to 65535", options->port);
        return NULL;
    }
    server->builtin = builtin;
    server->function_name = options->function_name;
    server->port = options->port;
    const int fd = listen_on(&server->port, error);
    if (fd < 0)
        return NULL;
    init_locks(server);
    arena_defer(arena, release, server);
    server->daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, NULL, NULL, on_request,
        server, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)IDLE_SECONDS, MHD_OPTION_END);
    if (server->daemon)
        return server;
    error_set(error, "no thread could be started for port %u; try again", server->port);
    return NULL;
}

unsigned server_port(const struct server *server)
{
    return server->port;
}

unsigned long server_requests(const struct server *server)
{
    return atomic_load(&server->requests);
}

/*
 * libmicrohttpd 0.9.75 crashes when it is stopped while it answers a malformed request by itself:
 * connections get a moment to end. Those that are kept alive do not, and are safe.
 */
static void let_connections_end(struct MHD_Daemon *daemon)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    const union MHD_DaemonInfo *open =
        MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

    for (int i = 0; i < LAST_MOMENT_MS && open && open->num_connections; i++) {
        nanosleep(&pause, NULL);
        open = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    }
}

void server_stop(struct server *server)
{
    pthread_mutex_lock(&server->lock);
    server->stopping = true;
    pthread_cond_broadcast(&server->stop);
    pthread_mutex_unlock(&server->lock);
    if (server->daemon) {
        let_connections_end(server->daemon);
        MHD_stop_daemon(server->daemon);
    }
    server->daemon = NULL;
}
