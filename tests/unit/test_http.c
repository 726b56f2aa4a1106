#include "cfnc/http/http.h"
#include "hostile.h"
#include "test.h"

#define OK "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

enum {
    SHORT_MS = 200, /* where the time is meant to run out */
    LONG_MS = 20000 /* where it is not */
};

static struct arena *arena;
static struct http *http;
static struct hostile server;
static struct http_answer answer;
static struct error error;

static enum http_outcome post(const char *url, const char *body, int64_t limit_ms)
{
    static const char *const headers[] = { "Content-Type: application/json", NULL };
    const struct http_request request = {
        .url = url,
        .method = "POST",
        .body = body,
        .headers = headers,
        .connect_timeout_ms = limit_ms,
        .total_timeout_ms = limit_ms,
    };

    error = (struct error){ .text = "" };
    return http_send(http, &request, arena, &answer, &error);
}

static void start(const struct act *script)
{
    arena = arena_new();
    http = http_new(arena);
    hostile_start(&server, script);
}

/* The client goes first: the server may be waiting for that. */
static void stop(void)
{
    arena_free(arena);
    hostile_stop(&server);
}

/* What comes of one request, and what the error says of it. */
static void meets(const struct act *script, int64_t limit_ms, enum http_outcome outcome,
                  const char *part)
{
    start(script);
    check_number(post(server.url, "{}", limit_ms), outcome);
    check_contains(error.text, part);
    if (part[0])
        check_contains(error.text, server.url);
    stop();
}

static void nobody_listens(void)
{
    static const struct act script[] = { { END, NULL } };
    char expected[128];

    arena = arena_new();
    http = http_new(arena);
    hostile_start(&server, script);
    hostile_stop(&server);
    snprintf(expected, sizeof(expected), "nothing listens on %s (connection refused)", server.url);
    check_number(post(server.url, "{}", LONG_MS), HTTP_NOT_SENT);
    check_text(error.text, expected);
    arena_free(arena);
}

static void slow_headers(void)
{
    static const struct act script[] = { { ACCEPT, NULL },
                                         { RECEIVE, NULL },
                                         { SEND, "HTTP/1.1 200" },
                                         { STALL, NULL },
                                         { END, NULL } };

    meets(script, SHORT_MS, HTTP_NO_ANSWER, "no answer within 0.2 s");
}

static void slow_body(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a" },
        { STALL, NULL },
        { END, NULL },
    };

    meets(script, SHORT_MS, HTTP_NO_ANSWER, "no answer within");
}

static void a_body_that_is_cut(void)
{
    static const struct act closed[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}" },
        { CLOSE, NULL },
        { END, NULL },
    };
    static const struct act chunked[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n" },
        { CLOSE, NULL },
        { END, NULL },
    };
    static const struct act reset[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}" },
        { RESET, NULL },
        { END, NULL },
    };

    meets(closed, LONG_MS, HTTP_BROKEN, "before it was complete");
    meets(chunked, LONG_MS, HTTP_BROKEN, "complete");
    meets(reset, LONG_MS, HTTP_BROKEN, "complete");
}

/* Reset after every byte of a good answer. */
static void a_reset_at_every_byte(void)
{
    static const char whole[] = OK;

    for (size_t count = 0; count < sizeof(whole); count++) {
        char part[sizeof(whole)] = "";
        const struct act script[] = {
            { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, part }, { RESET, NULL }, { END, NULL }
        };

        memcpy(part, whole, count);
        start(script);
        const enum http_outcome outcome = post(server.url, "{}", LONG_MS);
        /* a reset may overtake what was sent before it, but not complete it */
        check(outcome == HTTP_BROKEN || (outcome == HTTP_ANSWERED && count + 1 == sizeof(whole)));
        stop();
    }
}

static void no_answer_at_all(void)
{
    static const struct act closed[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { CLOSE, NULL }, { END, NULL }
    };
    static const struct act reset[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { RESET, NULL }, { END, NULL }
    };

    meets(closed, LONG_MS, HTTP_BROKEN, "closed without an answer");
    meets(reset, LONG_MS, HTTP_BROKEN, "before the answer was complete");
}

static void an_endless_body(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" },
        { REPEAT, "20\r\n0123456789abcdef0123456789abcdef\r\n" },
        { END, NULL },
    };

    start(script);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    check(answer.too_large);
    check_number((long long)answer.length, REPLY_LARGEST);
    check_number(answer.status, 200);
    stop();
}

static void endless_headers(void)
{
    static const struct act headers[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\n" },
        { REPEAT, "X-More: 0123456789abcdef0123456789abcdef\r\n" },
        { END, NULL },
    };
    static const struct act interim[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { REPEAT, "HTTP/1.1 102 Processing\r\n\r\n" },
        { END, NULL },
    };
    static const struct act trailers[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" },
        { REPEAT, "X-More: 0123456789abcdef\r\n" },
        { END, NULL },
    };

    meets(headers, LONG_MS, HTTP_BROKEN, "larger than 64 KiB");
    meets(interim, LONG_MS, HTTP_BROKEN, "larger than 64 KiB");
    meets(trailers, LONG_MS, HTTP_BROKEN, "larger than 64 KiB");
}

static void something_that_is_no_http(void)
{
    static const struct act other[] = {
        { ACCEPT, NULL }, { SEND, "SSH-2.0-Server\r\n" }, { STALL, NULL }, { END, NULL }
    };
    static const struct act ancient[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, "<html>{}" }, { CLOSE, NULL }, { END, NULL }
    };

    meets(other, LONG_MS, HTTP_BROKEN, "is no HTTP");
    meets(ancient, LONG_MS, HTTP_BROKEN, "is no HTTP");
}

static void redirects_are_not_followed(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n" },
        { STALL, NULL },
        { END, NULL },
    };

    start(script);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    check_number(answer.status, 302);
    stop();
    check_number(server.requests, 1);
}

static void the_connection_is_kept(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK }, { RECEIVE, NULL },
        { SEND, OK },     { RECEIVE, NULL }, { SEND, OK }, { END, NULL },
    };

    start(script);
    for (int i = 0; i < 3; i++) {
        check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
        check_text(answer.body, "{}");
    }
    stop();
    check_number(server.connections, 1);
    check_number(server.requests, 3);
}

static void a_dropped_connection_is_renewed(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK }, { CLOSE, NULL },
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK }, { END, NULL },
    };

    start(script);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    sem_wait(&server.closed);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    stop();
    check_number(server.connections, 2);
}

/* The handler may have run: nothing may be created twice. */
static void a_request_is_never_repeated(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL },  { RECEIVE, NULL }, { SEND, OK },
        { RECEIVE, NULL }, { CLOSE, NULL },   { END, NULL },
    };

    start(script);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    check_number(post(server.url, "{}", LONG_MS), HTTP_BROKEN);
    check_contains(error.text, "closed without an answer");
    stop();
    check_number(server.requests, 2);
}

static void interim_answers_are_skipped(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 100 Continue\r\nX-Amz-Function-Error: Unhandled\r\n\r\n" },
        { SEND, "HTTP/1.1 404 NOT FOUND\r\nserver:  Thing/1.0 \r\nCONTENT-TYPE: text/x\r\n"
                "x-amzn-ErrorType: PathNotFoundLocally\r\nContent-Length: 3\r\n\r\n" },
        { SEND, "abc" },
        { END, NULL },
    };

    start(script);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    check_number(answer.status, 404);
    check_text(answer.body, "abc");
    check_text(answer.server, "Thing/1.0");
    check_text(answer.error_type, "PathNotFoundLocally");
    check(answer.function_error == NULL);
    stop();
}

static void what_is_sent(void)
{
    static const struct act script[] = { { ACCEPT, NULL },
                                         { RECEIVE, NULL },
                                         { SEND, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" },
                                         { END, NULL } };
    enum { LARGE = 2 * 1024 * 1024 };
    char url[96];

    start(script);
    char *body = arena_alloc(arena, LARGE + 1);
    memset(body, ' ', LARGE);
    snprintf(url, sizeof(url), "%s/a/../b%%20c?q=1", server.url);
    check_number(post(url, body, LONG_MS), HTTP_ANSWERED);
    check_number((long long)answer.length, 0);
    check_text(answer.body, "");
    stop();
    check_contains(server.request, "POST /a/../b%20c?q=1 HTTP/1.1\r\n");
    check_contains(server.request, "Content-Type: application/json\r\n");
    check_contains(server.request, "Content-Length: 2097152\r\n");
    check(strstr(server.request, "Expect") == NULL);
    check(strstr(server.request, "Accept-Encoding") == NULL);
    check(strstr(server.request, "urlencoded") == NULL);
}

static void a_get_has_no_body(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK }, { END, NULL }
    };

    start(script);
    const struct http_request request = { .url = server.url, .method = "GET" };
    check_number(http_send(http, &request, arena, &answer, &error), HTTP_ANSWERED);
    stop();
    check_contains(server.request, "GET / HTTP/1.1\r\n");
    check(strstr(server.request, "Content-Length") == NULL);
}

static void loopback_knows_no_proxy(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK }, { END, NULL }
    };

    start(script);
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("all_proxy", "http://127.0.0.1:1", 1);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    unsetenv("http_proxy");
    unsetenv("all_proxy");
    stop();
}

static void tls_after_plain_http(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK },    { CLOSE, NULL },
        { ACCEPT, NULL }, { SEND, OK },      { STALL, NULL }, { END, NULL },
    };
    char url[96];

    start(script);
    snprintf(url, sizeof(url), "https://127.0.0.1:%u", server.port);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    check_number(post(url, "{}", LONG_MS), HTTP_NOT_SENT);
    check_contains(error.text, "no TLS connection");
    stop();
}

static volatile sig_atomic_t alarms;

static void ring(int number)
{
    (void)number;
    alarms++;
    if (alarms == 3)
        sem_post(&server.go);
}

static void signals_do_no_harm(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { AWAIT, NULL }, { SEND, OK }, { END, NULL }
    };
    const struct sigaction action = { .sa_handler = ring };
    const struct itimerval often = { { 0, 10000 }, { 0, 10000 } }, never = { { 0, 0 }, { 0, 0 } };

    start(script);
    alarms = 0;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    check_number(post(server.url, "{}", LONG_MS), HTTP_ANSWERED);
    setitimer(ITIMER_REAL, &never, NULL);
    check_text(answer.body, "{}");
    check(alarms >= 3);
    stop();
}

/* What proves who somebody is stands in no head that is kept, on however many lines it came. */
static void what_went_over_the_wire(void)
{
    static const char *const proofs[] = { "Authorization: Basic c2VjcmV0", "cookie: a=secret",
                                          "X-Amz-Security-Token: secret", "X-Other: told", NULL };
    static const struct act script[] = {
        { ACCEPT, NULL },
        { RECEIVE, NULL },
        { SEND, "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nset-cookie: secret\r\n"
                "Set-Cookie: a;\r\n\tsecret\r\nX-Folded: one,\r\n two\r\n"
                "Content-Length: 2\r\n\r\n{}" },
        { RECEIVE, NULL },
        { SEND, OK },
        { CLOSE, NULL },
        { END, NULL },
    };
    struct http_wire wire = { .sent = "" };

    start(script);
    const struct http_request request = { .url = server.url,
                                          .method = "POST",
                                          .body = "{\"a\": \"a body is no head\"}",
                                          .headers = proofs,
                                          .total_timeout_ms = LONG_MS,
                                          .wire = &wire };

    check_number(http_send(http, &request, arena, &answer, &error), HTTP_ANSWERED);
    check_contains(wire.sent, "POST / HTTP/1.1\n");
    check_contains(wire.sent, "Authorization: •••\ncookie: •••\nX-Amz-Security-Token: •••\n"
                              "X-Other: told\n");
    check(!strstr(wire.sent, "ecret") && !strstr(wire.sent, "c2Vj") && !strstr(wire.sent, "body"));
    check_text(wire.received, "HTTP/1.1 102 Processing\nHTTP/1.1 200 OK\nset-cookie: •••\n"
                              "Set-Cookie: •••\nX-Folded: one,\n two\nContent-Length: 2\n");
    check_text(wire.peer, server.url + strlen("http://"));
    check(!wire.kept && wire.connect_us <= wire.first_byte_us && wire.first_byte_us > 0 &&
          wire.first_byte_us <= wire.total_us && !wire.tls_us);
    check_number(http_send(http, &request, arena, &answer, &error), HTTP_ANSWERED);
    check(wire.kept && !strstr(wire.received, "102"));
    stop();
}

/* Of what was never sent nothing is told, and nothing of the request before. */
static void nothing_went_over_the_wire(void)
{
    struct http_wire wire = { .sent = "before" };
    const struct http_request request = {
        .url = "http://127.0.0.1:1", .method = "GET", .total_timeout_ms = LONG_MS, .wire = &wire
    };

    arena = arena_new();
    http = http_new(arena);
    check_number(http_send(http, &request, arena, &answer, &error), HTTP_NOT_SENT);
    check_text(wire.sent, "");
    check_text(wire.received, "");
    check(!wire.kept && !wire.first_byte_us);
    arena_free(arena);
}

static void urls(void)
{
    static const struct {
        const char *url, *says; /* says NULL: it is fine */
    } rows[] = {
        { "http://127.0.0.1:3001", NULL },
        { "https://lambda.us-east-1.amazonaws.com", NULL },
        { "HTTP://[::1]:8080/base", NULL },
        { "127.0.0.1:3001", "has no scheme; write http://127.0.0.1:3001" },
        { "localhost:3001", "has no scheme; write http://localhost:3001" },
        { "", "has no scheme; write http://HOST:PORT" },
        { "ftp://127.0.0.1/", "is neither http nor https" },
        { "file:///etc/passwd", "is neither http nor https" },
        { "http://", "is no URL" },
        { "http://127.0.0.1:99999", "is no URL" },
        { "http://a b/", "is no URL" },
        { "http://[::1", "is no URL" },
        { "http://a/\n\033[2J", "is no URL" },
        { "http://127.0.0.1:3001/?Qualifier=1", "has a query" },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bool fine = http_url_check(rows[i].url, arena, &error);

        check_number(fine, !rows[i].says);
        if (rows[i].says && !fine)
            check_contains(error.text, rows[i].says);
        check(strpbrk(error.text, "\n\033") == NULL);
    }
    http = http_new(arena);
    check_number(post("gopher://127.0.0.1:1/", "{}", LONG_MS), HTTP_NOT_SENT);
    arena_free(arena);
}

static void loopback_hosts(void)
{
    static const char *const here[] = { "http://127.0.0.1:1", "http://127.9.8.7/",
                                        "http://localhost:1", "https://LocalHost",
                                        "http://[::1]:1",     "http://[0:0::1]/" };
    static const char *const elsewhere[] = { "http://128.0.0.1:1",
                                             "http://localhost.example.com",
                                             "http://127.0.0.1.example.com",
                                             "http://127.0.0.1@example.com/",
                                             "http://[::2]:1",
                                             "http://example.com/127.0.0.1",
                                             "ftp://127.0.0.1/",
                                             "127.0.0.1" };

    for (size_t i = 0; i < sizeof(here) / sizeof(here[0]); i++)
        if (!check(http_url_is_loopback(here[i])))
            check_text(here[i], "");
    for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
        if (!check(!http_url_is_loopback(elsewhere[i])))
            check_text(elsewhere[i], "");
}

static const struct test tests[] = {
    { "http: nobody listens", nobody_listens },
    { "http: slow headers", slow_headers },
    { "http: slow body", slow_body },
    { "http: a body that is cut", a_body_that_is_cut },
    { "http: a reset at every byte", a_reset_at_every_byte },
    { "http: no answer at all", no_answer_at_all },
    { "http: an endless body is cut", an_endless_body },
    { "http: endless headers", endless_headers },
    { "http: something that is no HTTP", something_that_is_no_http },
    { "http: redirects are not followed", redirects_are_not_followed },
    { "http: the connection is kept", the_connection_is_kept },
    { "http: a dropped connection is renewed", a_dropped_connection_is_renewed },
    { "http: a request is never repeated", a_request_is_never_repeated },
    { "http: interim answers are skipped", interim_answers_are_skipped },
    { "http: what is sent", what_is_sent },
    { "http: a GET has no body", a_get_has_no_body },
    { "http: loopback knows no proxy", loopback_knows_no_proxy },
    { "http: TLS after plain HTTP", tls_after_plain_http },
    { "http: signals do no harm", signals_do_no_harm },
    { "http: what went over the wire", what_went_over_the_wire },
    { "http: nothing went over the wire", nothing_went_over_the_wire },
    { "http: URLs", urls },
    { "http: loopback hosts", loopback_hosts },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
