#include "cfnc/demo/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "cfnc/base/text.h"
#include "cfnc/http/http.h"
#include "provider.h"

static const char invocations[] = "/2015-03-31/functions/TypeFunction/invocations";
static struct bench bench;
static struct server *server;

static bool start(const char *function, const struct builtin_options *options)
{
    struct error error = { .text = "" };

    if (!bench_open(&bench, TEST_DATA "/provider_memo.json", options))
        return check(false);
    server =
        server_start(bench.arena, bench.builtin, &(struct server_options){ 0, function }, &error);
    check_text(error.text, "");
    return check(server != NULL);
}

static void stop(void)
{
    server_stop(server);
    bench_close(&bench);
}

/* A socket, connected when somebody listens. It checks nothing: a thread beside a test calls it. */
static int open_connection(unsigned port, bool *connected)
{
    const struct timeval patience = { .tv_sec = 20 };
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t)port) };
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    *connected = connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0;
    return fd;
}

/* Sends bytes as they are and reads until the other side closes. */
static const char *exchange(const char *bytes, size_t length)
{
    bool connected;
    const int fd = open_connection(server_port(server), &connected);
    struct text answer = text_new(bench.arena);
    char piece[4096];
    ssize_t count;

    for (size_t sent = 0; connected && sent < length; sent += (size_t)count) {
        count = send(fd, bytes + sent, length - sent, MSG_NOSIGNAL);
        if (count <= 0)
            break;
    }
    while (connected && (count = recv(fd, piece, sizeof(piece), 0)) > 0)
        text_add_bytes(&answer, piece, (size_t)count);
    close(fd);
    return answer.bytes;
}

static const char *ask(const char *method, const char *path, const char *headers, const char *body)
{
    const char *request = arena_printf(bench.arena,
                                       "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"
                                       "Content-Length: %zu\r\n\r\n%s",
                                       method, path, headers, strlen(body), body);

    return exchange(request, strlen(request));
}

static void a_create_is_answered(void)
{
    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    const char *answer =
        ask("POST", invocations, "",
            "{\"action\":\"CREATE\",\"requestData\":{\"resourceProperties\":{\"Title\":\"t\"}}}");
    check_contains(answer, "HTTP/1.1 200 OK\r\n");
    check_contains(answer, "\r\nServer: cfnc\r\n");
    check_contains(answer, "\r\nContent-Type: application/json\r\n");
    check_contains(answer, "{\"status\":\"SUCCESS\",");
    check(!strstr(answer, "X-Amz-Function-Error"));
    check_number((long long)server_requests(server), 1);
    check_number((long long)builtin_count(bench.builtin), 1);
    stop();
}

static void a_crash_is_marked(void)
{
    if (!start("*", &(struct builtin_options){ .seed = 1 }))
        return;
    const char *answer = ask("POST", "/2015-03-31/functions/anything/invocations", "", "[]");
    check_contains(answer, "HTTP/1.1 200 OK\r\n");
    check_contains(answer, "\r\nX-Amz-Function-Error: Unhandled\r\n");
    check_contains(answer, "\"errorType\":");
    stop();
}

static void refuses(const char *method, const char *path, const char *body, const char *status,
                    const char *type, const char *text)
{
    const char *answer = ask(method, path, "", body);

    check_contains(answer, arena_printf(bench.arena, "HTTP/1.1 %s\r\n", status));
    check_contains(answer, arena_printf(bench.arena, "\r\nx-amzn-errortype: %s\r\n", type));
    check_contains(answer, "\r\nServer: cfnc\r\n");
    check_contains(answer, text);
}

static void the_service_refuses_as_sam_does(void)
{
    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    refuses("POST", "/2015-03-31/functions/Other/invocations", "{}", "404 Not Found",
            "ResourceNotFound",
            "{\"Type\":\"User\",\"Message\":\"Function not found: "
            "arn:aws:lambda:us-west-2:012345678901:function:Other\"}");
    refuses("GET", "/", "", "404 Not Found", "PathNotFoundLocally",
            "{\"Type\":\"LocalService\",\"Message\":\"PathNotFoundException\"}");
    refuses("POST", "/2015-03-31/functions//invocations", "{}", "404 Not Found",
            "PathNotFoundLocally", "PathNotFoundException");
    refuses("POST", "/2015-03-31/functions/TypeFunction/invocations/", "{}", "404 Not Found",
            "PathNotFoundLocally", "PathNotFoundException");
    refuses("GET", invocations, "", "405 Method Not Allowed", "MethodNotAllowedLocally",
            "{\"Type\":\"LocalService\",\"Message\":\"MethodNotAllowedException\"}");
    refuses("POST", invocations, "{'a': 1}", "400 Bad Request", "InvalidRequestContent",
            "{\"Type\":\"User\",\"Message\":\"Could not parse request body into json: 1:2:");
    refuses("POST", invocations, "", "400 Bad Request", "InvalidRequestContent", "json");
    refuses("POST", "/2015-03-31/functions/TypeFunction/invocations?Qualifier=1", "{}",
            "400 Bad Request", "InvalidRequestContent", "Query Parameters are not supported");
    check_number((long long)server_requests(server), 0);
    stop();
}

static void names_come_down_to_the_function(void)
{
    static const char *const names[] = {
        "TypeFunction:alias", "arn:aws:lambda:eu-west-1:123456789012:function:TypeFunction",
        "arn%3Aaws%3Alambda%3Aeu-west-1%3A123456789012%3Afunction%3ATypeFunction%3Alive",
        "123456789012:function:TypeFunction", "TypeFunction"
    };

    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        check_contains(
            ask("POST", arena_printf(bench.arena, "/2015-03-31/functions/%s/invocations", names[i]),
                "", "{\"action\":\"LIST\"}"),
            "{\"status\":\"SUCCESS\",\"resourceModels\":[]}");
    stop();
}

static void a_dry_run_runs_nothing(void)
{
    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    const char *const dry = "X-Amz-Invocation-Type: DryRun\r\n";
    check_contains(ask("POST", invocations, dry, "{\"action\":\"CREATE\"}"),
                   "HTTP/1.1 204 No Content\r\n");
    check_contains(ask("POST", "/2015-03-31/functions/Other/invocations", dry, "{}"),
                   "HTTP/1.1 404 Not Found\r\n");
    check_contains(ask("POST", invocations, "X-Amz-Invocation-Type: Event\r\n", "{}"),
                   "HTTP/1.1 501 Not Implemented\r\n");
    check_number((long long)server_requests(server), 0);
    check_number((long long)builtin_count(bench.builtin), 0);
    stop();
}

static void too_large_a_body_is_refused(void)
{
    const size_t large = REPLY_LARGEST + 1;

    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    char *body = arena_alloc(bench.arena, large + 1);
    memset(body, ' ', large);
    check_contains(ask("POST", invocations, "", body), "HTTP/1.1 413 ");
    body[large - 1] = '\0';
    memcpy(body, "{\"action\":\"LIST\"}", 17);
    check_contains(ask("POST", invocations, "", body), "HTTP/1.1 200 OK\r\n");
    const char *first = arena_printf(bench.arena,
                                     "POST %s HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                                     "Content-Length: 99999999999\r\n\r\n",
                                     invocations);
    check_contains(exchange(first, strlen(first)), "HTTP/1.1 413 ");
    check_number((long long)server_requests(server), 1);
    stop();
}

static void rubbish_does_no_harm(void)
{
    static const char *const rubbish[] = {
        "",
        "\r\n\r\n",
        "\x16\x03\x01\x02",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET",
        "POST /2015-03-31/functions/TypeFunction/invocations HTTP/9.9\r\n\r\n"
    };

    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    for (size_t i = 0; i < sizeof(rubbish) / sizeof(rubbish[0]); i++) {
        bool connected;
        const int fd = open_connection(server_port(server), &connected);

        check(connected);
        check(send(fd, rubbish[i], strlen(rubbish[i]), MSG_NOSIGNAL) >= 0);
        close(fd);
    }
    check_contains(ask("POST", invocations, "", "{\"action\":\"LIST\"}"), "SUCCESS");
    stop();
}

static void a_port_in_use_is_named(void)
{
    struct error error = { .text = "" };

    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    const struct server_options same = { server_port(server), "TypeFunction" };
    check(server_start(bench.arena, bench.builtin, &same, &error) == NULL);
    check_text(error.text,
               arena_printf(bench.arena, "port %u is in use; choose another with --port",
                            server_port(server)));
    check(server_start(bench.arena, bench.builtin, &(struct server_options){ 65536, "*" },
                       &error) == NULL);
    check_text(error.text, "port 65536 is none; choose one from 1 to 65535");
    stop();
}

static void only_loopback_listens(void)
{
    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1 }))
        return;
    struct sockaddr_in other = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1),
                                 .sin_port = htons((uint16_t)server_port(server)) };
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    check(connect(fd, (struct sockaddr *)&other, sizeof(other)) != 0);
    close(fd);
    stop();
}

static void *list_slowly(void *context)
{
    const char **answer = context;

    *answer = ask("POST", invocations, "", "{\"action\":\"LIST\"}");
    return NULL;
}

/* The answer would take hours; the test ends because stopping does not wait for it. */
static void stopping_interrupts_a_slow_answer(void)
{
    static const char *const slow[] = { "list-slow", NULL };
    const struct timespec moment = { .tv_nsec = 1000000 };
    const char *answer = NULL;
    pthread_t thread;

    if (!start("TypeFunction", &(struct builtin_options){ .slow_seconds = 36000, .faults = slow }))
        return;
    check_number(pthread_create(&thread, NULL, list_slowly, &answer), 0);
    while (!server_requests(server))
        nanosleep(&moment, NULL);
    server_stop(server);
    pthread_join(thread, NULL);
    check_text(answer, "");
    stop();
}

/* The same walk as without a network, over one connection. */
static void a_real_client_walks(void)
{
    struct error error = { .text = "" };
    enum service service = SERVICE_UNKNOWN;
    enum presence presence;

    if (!start("TypeFunction", &(struct builtin_options){ .seed = 1, .stabilize = 1 }))
        return;
    bench.target.endpoint = arena_printf(bench.arena, "http://127.0.0.1:%u", server_port(server));
    bench.target.connect_timeout_ms = bench.target.total_timeout_ms = 20000;
    bench.world = lambda_world(bench.arena, &bench.target);
    const json *created = bench_create(&bench, "{\"Title\":\"t\"}");
    check_number(bench.event.status, SUCCESS);
    check_number(bench.callbacks, 1);
    bench_do(&bench, READ, bench_only(&bench, created));
    check(json_equal(bench.event.model, created));
    bench_do(&bench, DELETE, bench_only(&bench, created));
    check_number(bench.event.status, SUCCESS);
    check_number((long long)builtin_count(bench.builtin), 0);
    check_number((long long)server_requests(server), 5);
    check(target_probe_endpoint(bench.arena, &bench.target, &service, &error));
    check(target_probe_function(bench.arena, &bench.target, ".", service, &presence, &error));
    check_number(service, SERVICE_CFNC);
    check_number((long long)server_requests(server), 5);
    stop();
}

static const struct test tests[] = {
    { "server: an invocation reaches the provider", a_create_is_answered },
    { "server: a crash is a 200 with a function error", a_crash_is_marked },
    { "server: refusals have the statuses and bodies of SAM local",
      the_service_refuses_as_sam_does },
    { "server: names, aliases and ARNs name the function", names_come_down_to_the_function },
    { "server: a dry run runs nothing", a_dry_run_runs_nothing },
    { "server: too large a body is refused", too_large_a_body_is_refused },
    { "server: rubbish does no harm", rubbish_does_no_harm },
    { "server: a port in use is named", a_port_in_use_is_named },
    { "server: nothing but 127.0.0.1 listens", only_loopback_listens },
    { "server: stopping interrupts a slow answer", stopping_interrupts_a_slow_answer },
    { "server: a real client walks through it", a_real_client_walks },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
