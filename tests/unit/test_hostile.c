/*
 * cfnc test against handlers, and endpoints, that do their worst. Each behaviour ends within its
 * bound, with a word about it, little memory, and output that does no harm. What came of each is
 * printed as a table: of its figures only those about memory are judged, and none in builds with
 * sanitizers.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/builtin.h"
#include "cfnc/file.h"
#include "cfnc/text.h"
#include "hostile.h"
#include "run_builtin.h"
#include "test.h"

enum { PATIENCE_S = 100, MEMORY_MOST_KB = 64 * 1024, PIECE = 64 * 1024 };

/* Where an answer goes, and what an honest handler would say. */
struct victim {
    int fd;
    const char *action, *honest; /* "CREATE", its event */
    unsigned calls;              /* of this action, this one too */
    struct arena *arena;
};

struct behaviour {
    const char *name;
    const char *action; /* whose answer is spoilt; NULL: all */
    void (*answer)(const struct victim *v);
    const char *options; /* beside the usual ones, apart by blanks */
    int code;            /* exit code */
    const char *says;
};

static const char schema[] =
    "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": [\"/properties/Name\"],"
    "\"createOnlyProperties\": [\"/properties/Name\"], \"additionalProperties\": false,"
    "\"properties\": {\"Name\": {\"type\": \"string\", \"pattern\": \"^[a-z]{8}$\"},"
    "\"Size\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 9}},"
    "\"handlers\": {\"create\": {\"permissions\": []}, \"read\": {\"permissions\": []},"
    "\"delete\": {\"permissions\": []}, \"list\": {\"permissions\": []}}}";

/* --- The endpoint --- */

static struct {
    const struct behaviour *behaviour;
    struct builtin *builtin;
    struct arena *arena;
    pthread_mutex_t lock;
    pid_t process; /* its own: what it holds is not to be taken for cfnc's memory */
    int listener;
    unsigned port, calls;
} endpoint;

static bool say(int fd, const char *bytes, size_t length)
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

static bool say_text(int fd, const char *text)
{
    return say(fd, text, strlen(text));
}

static bool say_body(int fd, const char *body, size_t length)
{
    char head[128];

    snprintf(head, sizeof(head), "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", length);
    return say_text(fd, head) && say(fd, body, length);
}

static void say_event(const struct victim *v, const char *event)
{
    (void)say_body(v->fd, event, strlen(event));
}

static void nap(int ms)
{
    const struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

    nanosleep(&time, NULL);
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
        say_event(&v, v.honest);
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
            say_text(fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
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
        builtin_new(endpoint.arena, type_of_text(endpoint.arena, schema), &options, &error);
    listen_to_all();
}

static void open_endpoint(const struct behaviour *behaviour)
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
}

static void close_endpoint(void)
{
    kill(endpoint.process, SIGKILL);
    waitpid(endpoint.process, NULL, 0);
    close(endpoint.listener);
}

/* --- What it does: below HTTP --- */

/* Bit by bit, for ever, after what is given. */
static void trickle(int fd, const char *before)
{
    bool more = say_text(fd, before);

    while (more) {
        nap(50);
        more = say_text(fd, "a");
    }
}

static void repeat(int fd, const char *before, const char *bytes)
{
    bool more = say_text(fd, before);

    while (more)
        more = say_text(fd, bytes);
}

static void slow_header(const struct victim *v)
{
    trickle(v->fd, "HTTP/1.1 200 OK\r\nX-Slow: ");
}

static void slow_body(const struct victim *v)
{
    trickle(v->fd, "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n\"");
}

static void endless_headers(const struct victim *v)
{
    repeat(v->fd, "HTTP/1.1 200 OK\r\n", "X-More: and more, and more, and more\r\n");
}

static void endless_body(const struct victim *v)
{
    char *piece = arena_alloc(v->arena, PIECE + 16);
    const int head = snprintf(piece, 16, "%x\r\n", (unsigned)PIECE);

    memset(piece + head, ' ', PIECE);
    memcpy(piece + head + PIECE, "\r\n", 3);
    repeat(v->fd, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", piece);
}

static void endless_100(const struct victim *v)
{
    repeat(v->fd, "", "HTTP/1.1 100 Continue\r\n\r\n");
}

static void one_100(const struct victim *v)
{
    if (say_text(v->fd, "HTTP/1.1 100 Continue\r\n\r\n"))
        say_event(v, v->honest);
}

static void longer_than_it_says(const struct victim *v)
{
    say_text(v->fd, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
    say_text(v->fd, v->honest);
}

static void shorter_than_it_says(const struct victim *v)
{
    say_text(v->fd, "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n");
    say_text(v->fd, v->honest);
    shutdown(v->fd, SHUT_RDWR);
}

/* Thousand zero bytes for each of its own, if somebody inflates it. */
static void gzip_bomb(const struct victim *v)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                               "Content-Length: 1010\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03";
    char rest[1000] = { 0 };

    (void)(say(v->fd, head, sizeof(head) - 1) && say(v->fd, rest, sizeof(rest)));
}

static void redirect(const struct victim *v)
{
    say_text(v->fd, "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\n"
                    "Content-Length: 0\r\n\r\n");
}

static void http_09(const struct victim *v)
{
    say_text(v->fd, "{\"status\":\"SUCCESS\"}\n");
    shutdown(v->fd, SHUT_RDWR);
}

static void reset_after(const struct victim *v, size_t count)
{
    const struct linger now = { .l_onoff = 1 };
    const char *whole = arena_printf(v->arena, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n%s",
                                     strlen(v->honest), v->honest);

    say(v->fd, whole, count < strlen(whole) ? count : strlen(whole) - 1);
    setsockopt(v->fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    nap(20);                        /* what was sent is read, and then there is a reset */
    dup2(endpoint.listener, v->fd); /* closes the connection under the number that its thread has */
}

static void reset_at_once(const struct victim *v)
{
    reset_after(v, 0);
}

static void reset_in_head(const struct victim *v)
{
    reset_after(v, 20);
}

static void reset_in_body(const struct victim *v)
{
    reset_after(v, 100000);
}

static void never(const struct victim *v)
{
    (void)v;
    for (;;)
        nap(1000);
}

/* --- What it does: JSON --- */

static void twice(const struct victim *v)
{
    say_event(v, "{\"status\":\"SUCCESS\",\"status\":\"FAILED\"}");
}

static void lone_surrogate(const struct victim *v)
{
    say_event(v,
              "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\",\"message\":\"\\ud800\"}");
}

static void nul_in_text(const struct victim *v)
{
    say_event(v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\","
                 "\"message\":\"before\\u0000after\"}");
}

static void nul_byte(const struct victim *v)
{
    (void)say_body(v->fd, "{\"status\":\0\"SUCCESS\"}", 21);
}

static void escapes(const struct victim *v)
{
    say_event(v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\",\"message\":\""
                 "\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\r\\b<script>alert(1)</script>"
                 "]]>&lt;\\u202e\\ufffe\"}");
}

static void nan_delay(const struct victim *v)
{
    say_event(v, "{\"status\":\"IN_PROGRESS\",\"callbackDelaySeconds\":NaN}");
}

/* `open` and `close` as often as an answer may hold, or one more megabyte. */
static void say_many(const struct victim *v, const char *before, const char *one, const char *after,
                     size_t bytes)
{
    struct text text = text_new(v->arena);

    text_add(&text, before);
    while (text.length + strlen(one) + strlen(after) < bytes)
        text_add(&text, one);
    text_add(&text, after);
    (void)say_body(v->fd, text.bytes, text.length);
}

enum { ALL = 6 * 1024 * 1024, MORE = 10 * 1024 * 1024, MUCH = 5 * 1024 * 1024 };

static void nested_arrays(const struct victim *v)
{
    say_many(v, "", "[", "", ALL);
}

static void deep_arrays(const struct victim *v)
{
    say_many(v, "", "[", "", 99000);
}

static void nested_objects(const struct victim *v)
{
    say_many(v, "", "{\"a\":", "", ALL);
}

static void many_numbers(const struct victim *v)
{
    say_many(v, "{\"status\":\"SUCCESS\",\"resourceModel\":{\"Name\":[0", ",0", "]}}", ALL);
}

static void many_arrays(const struct victim *v)
{
    say_many(v, "[[]", ",[]", "]", ALL);
}

static void many_members(const struct victim *v)
{
    say_many(v, "{\"a\":0", ",\"a\":0", "}", ALL);
}

static void long_message(const struct victim *v)
{
    say_many(v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\",\"message\":\"",
             "long <b> ", "\"}", MUCH);
}

static void longer_message(const struct victim *v)
{
    say_many(v, "{\"status\":\"FAILED\",\"message\":\"", "long ", "\"}", MORE);
}

/* An honest event with a message of megabytes, call after call. */
static void long_stories(const struct victim *v)
{
    const size_t length = strlen(v->honest);

    if (strstr(v->honest, "\"message\""))
        say_event(v, v->honest);
    else
        say_many(v, arena_printf(v->arena, "%.*s,\"message\":\"", (int)length - 1, v->honest),
                 "story ", "\"}", MUCH);
}

/* As many values as an answer may have. */
static void many_values(const struct victim *v)
{
    const size_t length = strlen(v->honest);

    say_many(v, arena_printf(v->arena, "%.*s,\"callbackContext\":[0", (int)length - 1, v->honest),
             ",0", "]}", 2 * 99000);
}

static void say_model(const struct victim *v, const char *name)
{
    say_event(
        v, arena_printf(v->arena,
                        "{\"status\":\"SUCCESS\",\"resourceModel\":{\"Name\":\"%s\",\"Size\":1}}",
                        name));
}

static void name_of_a_path(const struct victim *v)
{
    say_model(v, "../../../../tmp/cfnc-was-here");
}

static void name_of_lines(const struct victim *v)
{
    say_model(v, "one\\n{\\\"is\\\":\\\"closed\\\"}\\r\\ntwo\\u0000three\\u001b[31m");
}

static void name_of_a_megabyte(const struct victim *v)
{
    say_many(v, "{\"status\":\"SUCCESS\",\"resourceModel\":{\"Name\":\"", "abcdefgh",
             "\",\"Size\":1}}", 1024 * 1024);
}

/* --- What it does: operations that go on --- */

/* The honest event, made IN_PROGRESS. */
static void say_going(const struct victim *v, const char *rest)
{
    const char *model = strstr(v->honest, "\"resourceModel\":");
    const size_t length = model ? strcspn(model, "}") + 1 : 0;

    say_event(v, arena_printf(v->arena, "{\"status\":\"IN_PROGRESS\",%.*s%s}", (int)length,
                              model ? model : "", rest));
}

static void going_for_ever(const struct victim *v)
{
    say_going(v, "");
}

static void going_with_load(const struct victim *v)
{
    struct text context = text_new(v->arena);

    for (size_t i = 0; i < v->calls * 20000; i++)
        text_add(&context, "growing ");
    say_going(v, arena_printf(v->arena, ",\"callbackContext\":{\"n\":\"%s\"}", context.bytes));
}

static void going_for_a_year(const struct victim *v)
{
    say_going(v, ",\"callbackDelaySeconds\":1e400");
}

static void going_till_doomsday(const struct victim *v)
{
    say_going(v, ",\"callbackDelaySeconds\":1e9");
}

/* --- What it does: LIST --- */

static void endless_pages(const struct victim *v)
{
    say_event(v, arena_printf(v->arena,
                              "{\"status\":\"SUCCESS\",\"resourceModels\":[],\"nextToken\":\"%u\"}",
                              v->calls));
}

static void same_token(const struct victim *v)
{
    say_event(v, "{\"status\":\"SUCCESS\",\"resourceModels\":[],\"nextToken\":\"again\"}");
}

static void growing_tokens(const struct victim *v)
{
    struct text token = text_new(v->arena);

    for (size_t i = 0; i < (size_t)1 << (v->calls < 20 ? v->calls : 20); i++)
        text_add(&token, "abcd");
    say_event(v, arena_printf(v->arena,
                              "{\"status\":\"SUCCESS\",\"resourceModels\":[],\"nextToken\":\"%s\"}",
                              token.bytes));
}

/* As the schema wants it: eight letters. */
static const char *name_of(struct arena *arena, size_t number)
{
    char letters[] = "aaaaaaaa";

    for (size_t at = 8; at-- > 0; number /= 26)
        letters[at] = (char)('a' + number % 26);
    return arena_copy(arena, letters, 8);
}

static void say_models(const struct victim *v, size_t count, const char *token)
{
    struct text text = text_new(v->arena);

    text_add(&text, "{\"status\":\"SUCCESS\",\"resourceModels\":[");
    for (size_t i = 0; i < count; i++)
        text_addf(&text, "%s{\"Name\":\"%s\"}", i ? "," : "",
                  name_of(v->arena, i + v->calls * count));
    text_addf(&text, "],\"nextToken\":%s}", token);
    (void)say_body(v->fd, text.bytes, text.length);
}

static void a_million_models(const struct victim *v)
{
    say_models(v, 300000, "null");
}

static void a_million_models_on_pages(const struct victim *v)
{
    say_models(v, 30000, arena_printf(v->arena, "\"%u\"", v->calls));
}

/* clang-format off */
static const struct behaviour behaviours[] = {
    { "header, bit by bit", "CREATE", slow_header, "--test-timeout 1", 1, "--test-timeout" },
    { "body, bit by bit", "CREATE", slow_body, "--test-timeout 1", 1, "--test-timeout" },
    { "never answers", "CREATE", never, "--global-timeout 1", 7, "--global-timeout" },
    { "endless headers", "CREATE", endless_headers, "", 1, "the headers of the answer are larger" },
    { "endless chunked body", "CREATE", endless_body, "", 1, "larger than the 6291556 bytes" },
    { "endless 100 Continue", "CREATE", endless_100, "", 1, "the headers of the answer are larger" },
    { "one 100 Continue", NULL, one_100, "", 0, "1 passed" },
    { "Content-Length too small", "CREATE", longer_than_it_says, "", 1, "not JSON" },
    { "Content-Length too large", "CREATE", shorter_than_it_says, "", 1, "before it was complete" },
    { "gzip bomb", "CREATE", gzip_bomb, "", 1, "not JSON" },
    { "redirect", "CREATE", redirect, "", 1, "redirects are not followed" },
    { "HTTP/0.9", "CREATE", http_09, "", 1, "no HTTP" },
    { "reset at once", "CREATE", reset_at_once, "", 1, "connection" },
    { "reset in the head", "CREATE", reset_in_head, "", 1, "connection broke" },
    { "reset before the last byte", "CREATE", reset_in_body, "", 1, "connection broke" },
    { "keys twice", "CREATE", twice, "", 1, "twice" },
    { "lone surrogate", "CREATE", lone_surrogate, "", 1, "surrogate" },
    { "NUL in a text", "CREATE", nul_in_text, "", 1, "before" },
    { "NUL byte", "CREATE", nul_byte, "", 1, "not JSON" },
    { "escapes and HTML in a message", "CREATE", escapes, "", 1, "owned" },
    { "NaN", "CREATE", nan_delay, "", 1, "Python writes NaN" },
    { "6 MiB of [", "CREATE", nested_arrays, "", 1, "more than 100000 JSON values" },
    { "6 MiB of {\"a\":", "CREATE", nested_objects, "", 1, "more than 100000 JSON values" },
    { "99000 of [", "CREATE", deep_arrays, "", 1, "nested too deeply" },
    { "6 MiB of 0,", "CREATE", many_numbers, "", 1, "more than 100000 JSON values" },
    { "6 MiB of [],", "CREATE", many_arrays, "", 1, "more than 100000 JSON values" },
    { "6 MiB of \"a\":0,", "CREATE", many_members, "", 1, "more than 100000 JSON values" },
    { "99000 values in each answer", NULL, many_values, "", 0, "1 passed" },
    { "message of 5 MiB", "CREATE", long_message, "", 1, "long <b> long" },
    { "message of 5 MiB in each answer", NULL, long_stories, "-k create_read or create_list", 0, "2 passed" },
    { "message of 10 MiB", "CREATE", longer_message, "", 1, "larger than the 6291556 bytes" },
    { "identifier ../../../..", "CREATE", name_of_a_path, "", 1, "cfnc-was-here" },
    { "identifier of lines", "CREATE", name_of_lines, "", 1, "one" },
    { "identifier of 1 MiB", "CREATE", name_of_a_megabyte, "", 1, "abcdefghabcdefgh" },
    { "callbacks without delay", "CREATE", going_for_ever, "--stabilize-timeout 2", 1, "still IN_PROGRESS" },
    { "a context that grows", "CREATE", going_with_load, "--stabilize-timeout 4", 1, "IN_PROGRESS" },
    { "a delay of 1e400 s", "CREATE", going_for_a_year, "", 1, "IN_PROGRESS" },
    { "a delay of 1e9 s", "CREATE", going_till_doomsday, "", 1, "still IN_PROGRESS" },
    { "pages without end", "LIST", endless_pages, "-k create_list", 1, "there is a page after 1000 pages" },
    { "tokens that repeat", "LIST", same_token, "-k create_list", 1, "page 2 has the nextToken of page 1" },
    { "tokens that grow", "LIST", growing_tokens, "-k create_list", 1, "more than 65536 bytes" },
    { "300000 models on a page", "LIST", a_million_models, "-k create_list", 1, "more than 100000 JSON values" },
    { "30000 models on each page", "LIST", a_million_models_on_pages, "-k create_list", 1, "more resources than cfnc holds" },
};
/* clang-format on */

/* --- cfnc --- */

struct outcome_of {
    int code; /* -1: it was killed, for it did not end */
    double seconds;
    long peak_kb;
    char *output;
    size_t length;
};

static char folder[] = "/tmp/cfnc-hostile-XXXXXX";
static const char *program = "";

static const char *in_folder(struct arena *arena, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

/* In the child. */
static void become(struct arena *arena, const struct behaviour *b)
{
    const char *url = arena_printf(arena, "http://127.0.0.1:%u", endpoint.port);
    const char *argv[40] = { program,       "test",       "--schema",
                             "schema.json", "--endpoint", url,
                             "--seed",      "1",          "--teardown-timeout",
                             "1",           "--report",   "json:report.json",
                             "--junitxml",  "report.xml", "-k",
                             "create_read" };
    size_t count = 16;
    char *options = arena_copy(arena, b->options, strlen(b->options)), *rest = options;
    const int out = chdir(folder) == 0 ? open("output", O_CREAT | O_TRUNC | O_WRONLY, 0600) : -1;

    while (*rest && count < 38) { /* of "-k a or b" all that follows is one word */
        const bool expression = count && strcmp(argv[count - 1], "-k") == 0 && count > 16;
        const size_t length = expression ? strlen(rest) : strcspn(rest, " ");

        argv[count++] = rest;
        rest += length;
        if (*rest)
            *rest++ = '\0';
    }
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(argv[0], (char *const *)(void *)argv);
    _exit(127);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/*
 * In a process between us and cfnc, whose only child that is: what getrusage() says of children is
 * said of cfnc then. (The memory of this process counts as well, where it is more.)
 */
static struct outcome_of watch(struct arena *arena, const struct behaviour *b)
{
    struct outcome_of o = { .code = -1 };
    struct timespec start;
    struct rusage usage;
    int status = 0;

    clock_gettime(CLOCK_MONOTONIC, &start);
    const pid_t child = fork();
    if (child == 0)
        become(arena, b);
    while (waitpid(child, &status, WNOHANG) == 0 && seconds_since(&start) < PATIENCE_S)
        nap(5);
    o.seconds = seconds_since(&start);
    if (o.seconds >= PATIENCE_S)
        kill(child, SIGKILL);
    else
        o.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    waitpid(child, &status, 0);
    getrusage(RUSAGE_CHILDREN, &usage);
    o.peak_kb = usage.ru_maxrss;
    return o;
}

static struct outcome_of run_cfnc(struct arena *arena, const struct behaviour *b)
{
    struct outcome_of o = { .code = -1 };
    struct error error;
    int ends[2];

    open_endpoint(b);
    if (pipe(ends) != 0)
        abort();
    const pid_t watcher = fork();
    if (watcher == 0) {
        o = watch(arena, b);
        _exit(write(ends[1], &o, sizeof(o)) == (ssize_t)sizeof(o) ? 0 : 1);
    }
    waitpid(watcher, NULL, 0);
    if (read(ends[0], &o, sizeof(o)) != (ssize_t)sizeof(o))
        abort();
    close(ends[0]);
    close(ends[1]);
    close_endpoint();
    o.output = file_read(arena, in_folder(arena, "output"), 64 << 20, &o.length, &error);
    return o;
}

/* Nothing in it moves a cursor, changes a title or ends a line that is not its own. */
static bool is_harmless(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];

        if ((c < ' ' && c != '\n') || c == 0x7F || (c == 0xC2 && (unsigned char)text[i + 1] < 0xA0))
            return false;
    }
    return true;
}

static void check_reports(struct arena *arena)
{
    size_t length;
    struct error error = { "" };
    const char *text = file_read(arena, in_folder(arena, "report.json"), 64 << 20, &length, &error);
    const char *xml = file_read(arena, in_folder(arena, "report.xml"), 64 << 20, NULL, &error);

    if (check(text && xml)) {
        check(json_parse(arena, text, length, &error) != NULL);
        check(is_harmless(text, length) && is_harmless(xml, strlen(xml)));
        check(!strstr(xml, "<script") && !strstr(xml, "<b>"));
    }
    unlink(in_folder(arena, "report.json"));
    unlink(in_folder(arena, "report.xml"));
}

/* The line of the output that has the words, cut. */
static const char *line_of(struct arena *arena, const struct outcome_of *o, const char *words)
{
    const char *found = o->output ? strstr(o->output, words) : NULL;

    if (!found)
        return "";
    const char *line = found;
    while (line > o->output && line[-1] != '\n' && found - line < 30)
        line--;
    line += strspn(line, " ");
    const size_t length = strcspn(line, "\n");
    return arena_copy(arena, line, length < 56 ? length : 56);
}

static void try(const struct behaviour *b)
{
    struct arena *arena = arena_new();
    const struct outcome_of o = run_cfnc(arena, b);

    printf("%-32s %-56s %3d %6.2f s %3ld MB\n", b->name, line_of(arena, &o, b->says), o.code,
           o.seconds, o.peak_kb / 1024);
    fflush(stdout);
    const bool ended = check_number(o.code, b->code), said = check_contains(o.output, b->says);
    if (!ended || !said)
        check(o.output && is_harmless(o.output, o.length));
#ifndef CFNC_STRICT_ARENA
    check(o.peak_kb < MEMORY_MOST_KB);
#endif
    check_reports(arena);
    arena_free(arena);
}

static void all_of_them(void)
{
    const char *only = getenv("HOSTILE"), *named = getenv("CFNC");
    struct arena *arena = arena_new();
    struct error error;

    if (!named || *named != '/') {
        test_skip("CFNC is no path of a cfnc, from /");
        arena_free(arena);
        return;
    }
    program = named;
    check(mkdtemp(folder) != NULL);
    check(file_write(arena, in_folder(arena, "schema.json"), schema, sizeof(schema) - 1, &error));
    for (size_t i = 0; i < sizeof(behaviours) / sizeof(behaviours[0]); i++)
        if (!only || strstr(behaviours[i].name, only))
            try(&behaviours[i]);
    check(access("/tmp/cfnc-was-here", F_OK) != 0);
    check_number(system(arena_printf(arena, "rm -rf '%s'", folder)), 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "hostile: each ends within its bound", all_of_them },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
