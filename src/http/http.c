#include "cfnc/http/http.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "http_private.h"

/* Of a callback whose type is given. */
#define UNUSED __attribute__((unused))

enum {
    IDLE_LONGEST_S = 4, /* some servers drop a connection that was idle for 5 s */
    LOOK_MS = 1000      /* how often a wait for an answer is looked at */
};

struct http {
    CURL *curl;   /* NULL until the first request */
    CURLM *multi; /* so that a stop ends a wait; it keeps the connections */
    bool tls;     /* what libcurl was made ready for */
};

/* Where a request goes. */
struct url_place {
    const char *origin; /* "http://127.0.0.1:3001", for messages: without what may be secret */
    bool tls, loopback;
};

/* A request on its way. */
struct transfer {
    const struct url_place *place;
    const struct http_request *request;
    struct arena *arena;
    struct arrival *arrival;
    unsigned departures;        /* how often the request may have gone out */
    int stop;                   /* stop_code() when it began */
    bool given_up;              /* because of a stop */
    struct text sent, received; /* heads, where request->wire wants them */
    char detail[CURL_ERROR_SIZE];
};

/* A part of a URL, or NULL when it has none. */
static const char *url_part(CURLU *url, CURLUPart part, struct arena *arena)
{
    char *raw = NULL;

    if (curl_url_get(url, part, &raw, 0) != CURLUE_OK)
        return NULL;
    const char *copy = arena_copy(arena, raw, strlen(raw));
    curl_free(raw);
    return copy;
}

static void release_url(void *url)
{
    curl_url_cleanup(url);
}

/* The parsed URL with at least a scheme and a host, or NULL and the error. */
static CURLU *url_read(const char *url, struct arena *arena, struct error *error)
{
    CURLU *parsed = curl_url();
    const char *shown = text_quote(arena, url, 100);

    if (!parsed)
        abort(); /* out of memory */
    arena_defer(arena, release_url, parsed);
    if (!strstr(url, "://")) {
        error_set(error, "the endpoint \"%s\" has no scheme; write http://%s", shown,
                  *shown ? shown : "HOST:PORT");
        return NULL;
    }
    if (curl_url_set(parsed, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) {
        error_set(error, "the endpoint \"%s\" is no URL; write http://HOST:PORT", shown);
        return NULL;
    }
    return parsed;
}

static bool place_read(struct url_place *place, const char *url, struct arena *arena,
                       struct error *error)
{
    CURLU *parsed = url_read(url, arena, error);

    if (!parsed)
        return false;
    const char *scheme = url_part(parsed, CURLUPART_SCHEME, arena);
    const char *host = url_part(parsed, CURLUPART_HOST, arena);
    const char *port = url_part(parsed, CURLUPART_PORT, arena);

    place->tls = scheme && strcmp(scheme, "https") == 0;
    if (!scheme || (!place->tls && strcmp(scheme, "http") != 0))
        return error_set(error, "the endpoint \"%s\" is neither http nor https",
                         text_quote(arena, url, 100));
    if (!host)
        return error_set(error, "the endpoint \"%s\" names no host; write http://HOST:PORT",
                         text_quote(arena, url, 100));
    place->loopback = http_host_is_loopback(host);
    place->origin = arena_printf(arena, "%s://%s%s%s", scheme, text_quote(arena, host, 100),
                                 port ? ":" : "", port ? port : "");
    return true;
}

bool http_url_check(const char *url, struct arena *arena, struct error *error)
{
    struct url_place place = { 0 };

    if (!place_read(&place, url, arena, error))
        return false;
    if (strpbrk(url, "?#"))
        return error_set(error, "the endpoint \"%s\" has a query or fragment; end it before that",
                         text_quote(arena, url, 100));
    return true;
}

bool http_url_is_loopback(const char *url)
{
    struct arena *arena = arena_new();
    struct url_place place = { 0 };
    struct error error;
    const bool loopback = place_read(&place, url, arena, &error) && place.loopback;

    arena_free(arena);
    return loopback;
}

static void http_close(void *resource)
{
    struct http *http = resource;

    if (!http->curl)
        return;
    curl_easy_cleanup(http->curl);
    curl_multi_cleanup(http->multi);
    curl_global_cleanup();
    http->curl = NULL;
}

struct http *http_new(struct arena *arena)
{
    struct http *http = arena_alloc(arena, sizeof(*http));

    arena_defer(arena, http_close, http);
    return http;
}

/* Making TLS ready costs time that a plain endpoint need not pay. */
static void http_open(struct http *http, bool tls)
{
    if (!http->curl || (tls && !http->tls)) {
        http_close(http);
        http->tls = tls;
        if (curl_global_init(tls ? CURL_GLOBAL_SSL : CURL_GLOBAL_NOTHING) != CURLE_OK)
            abort(); /* out of memory, or a libcurl without its TLS library */
        http->curl = curl_easy_init();
        http->multi = curl_multi_init();
        if (!http->curl || !http->multi)
            abort();
    }
    curl_easy_reset(http->curl); /* keeps the connection */
}

/*
 * Called when a connection stands and the request is about to go out. libcurl
 * would send it again when a kept connection dies without an answer, but the
 * handler may have run by then: a resource must not be created twice. The type is
 * libcurl's; where the connection leads does not matter.
 */
static int departs(void *context, char *remote UNUSED, char *local UNUSED, int remote_port UNUSED,
                   int local_port UNUSED)
{
    struct transfer *transfer = context;

    return ++transfer->departures > 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

static size_t header_arrives(char *line, size_t size, size_t count, void *context)
{
    const struct transfer *transfer = context;

    return arrival_header(transfer->arrival, line, size * count) ? size * count : 0;
}

static size_t body_arrives(char *bytes, size_t size, size_t count, void *context)
{
    const struct transfer *transfer = context;

    return arrival_body(transfer->arrival, bytes, size * count) ? size * count : 0;
}

/* libcurl's type. It says more than is kept: bodies, and what it thinks. */
static int overheard(CURL *curl UNUSED, curl_infotype kind, char *bytes, size_t length,
                     void *context)
{
    struct transfer *transfer = context;

    if (kind == CURLINFO_HEADER_OUT)
        http_wire_add(&transfer->sent, bytes, length);
    else if (kind == CURLINFO_HEADER_IN)
        http_wire_add(&transfer->received, bytes, length);
    return 0;
}

static void listen_closely(CURL *curl, struct transfer *transfer)
{
    if (!transfer->request->wire)
        return;
    transfer->sent = text_new(transfer->arena);
    transfer->received = text_new(transfer->arena);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, overheard);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, transfer);
}

static int64_t time_of(CURL *curl, CURLINFO which)
{
    curl_off_t microseconds = 0;

    curl_easy_getinfo(curl, which, &microseconds);
    return microseconds;
}

static void take_times(CURL *curl, struct transfer *transfer)
{
    struct http_wire *wire = transfer->request->wire;
    long connections = 0, port = 0;
    const char *address = NULL;

    if (!wire)
        return;
    *wire = (struct http_wire){ .sent = transfer->sent.bytes,
                                .received = transfer->received.bytes,
                                .peer = "" };
    curl_easy_getinfo(curl, CURLINFO_NUM_CONNECTS, &connections);
    curl_easy_getinfo(curl, CURLINFO_PRIMARY_IP, &address);
    curl_easy_getinfo(curl, CURLINFO_PRIMARY_PORT, &port);
    if (address && *address)
        wire->peer = arena_printf(transfer->arena, strchr(address, ':') ? "[%s]:%ld" : "%s:%ld",
                                  address, port);
    wire->kept = !connections && transfer->departures;
    wire->connect_us = time_of(curl, CURLINFO_CONNECT_TIME_T);
    wire->tls_us = time_of(curl, CURLINFO_APPCONNECT_TIME_T);
    wire->first_byte_us = time_of(curl, CURLINFO_STARTTRANSFER_TIME_T);
    wire->total_us = time_of(curl, CURLINFO_TOTAL_TIME_T);
}

/* What holds for every request. */
static void set_policy(CURL *curl, struct transfer *transfer)
{
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L); /* handlers may be silent for minutes */
    curl_easy_setopt(curl, CURLOPT_MAXAGE_CONN, (long)IDLE_LONGEST_S);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "cfnc/" CFNC_VERSION);
    const char *bundle = getenv("AWS_CA_BUNDLE"); /* of a proxy that looks into TLS, say */
    if (bundle && *bundle)
        curl_easy_setopt(curl, CURLOPT_CAINFO, bundle);
    if (transfer->place->loopback || transfer->request->direct)
        curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* not even the environment's */
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer->detail);
    curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, departs);
    curl_easy_setopt(curl, CURLOPT_PREREQDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header_arrives);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body_arrives);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
}

static void set_request(CURL *curl, const struct http_request *request, const char *url)
{
    if (request->body) {
        curl_easy_setopt(curl, CURLOPT_POST, 1L);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(request->body));
    }
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    if (request->connect_timeout_ms > 0)
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
    if (request->total_timeout_ms > 0)
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)request->total_timeout_ms);
}

static void set_signature(CURL *curl, const struct http_signature *signature, const char *provider)
{
    curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, provider);
    curl_easy_setopt(curl, CURLOPT_USERNAME, signature->access_key_id);
    curl_easy_setopt(curl, CURLOPT_PASSWORD, signature->secret_access_key);
    /* The header that says "do not expect" would be signed and not be sent. */
    curl_easy_setopt(curl, CURLOPT_EXPECT_100_TIMEOUT_MS, 1L);
}

static struct curl_slist *longer_list(struct curl_slist *list, const char *header)
{
    struct curl_slist *longer = curl_slist_append(list, header);

    if (!longer)
        abort(); /* out of memory */
    return longer;
}

static struct curl_slist *header_list(const char *const *headers, bool is_signed)
{
    struct curl_slist *list = NULL;

    if (!is_signed) /* a large body goes at once: no server here refuses one on sight */
        list = longer_list(list, "Expect:");
    for (size_t i = 0; headers && headers[i]; i++)
        list = longer_list(list, headers[i]);
    return list;
}

static const struct {
    CURLcode code;
    const char *text;
} troubles[] = {
    { CURLE_COULDNT_RESOLVE_HOST, "no such host; check the endpoint's name" },
    { CURLE_COULDNT_RESOLVE_PROXY, "no such proxy; check http_proxy and https_proxy" },
    { CURLE_SSL_CONNECT_ERROR, "no TLS connection; does it speak https, or only http?" },
    { CURLE_PEER_FAILED_VERIFICATION, "its TLS certificate is not trusted, or of another host" },
    { CURLE_SSL_CACERT_BADFILE, "the system's TLS certificates cannot be read; install them" },
    { CURLE_GOT_NOTHING, "the connection was closed without an answer" },
    { CURLE_SEND_ERROR, "the connection broke while the request was sent" },
    { CURLE_RECV_ERROR, "the connection broke before the answer was complete" },
    { CURLE_PARTIAL_FILE, "the answer ended before it was complete" },
    { CURLE_UNSUPPORTED_PROTOCOL, "the answer is no HTTP; does something else listen there?" },
    { CURLE_WEIRD_SERVER_REPLY, "the answer is no HTTP; does something else listen there?" },
    { CURLE_ABORTED_BY_CALLBACK, "the connection was closed without an answer" },
};

static void describe_connecting(const struct transfer *transfer, CURL *curl, struct error *error)
{
    const char *origin = transfer->place->origin;
    long number = 0;

    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &number);
    if (number == ECONNREFUSED)
        error_set(error, "nothing listens on %s (connection refused)", origin);
    else
        error_set(error, "%s: no connection (%s); check the endpoint", origin,
                  number ? strerror((int)number) : "no reason given");
}

static void describe(const struct transfer *transfer, CURL *curl, CURLcode code,
                     struct error *error)
{
    const char *origin = transfer->place->origin, *text = NULL;

    for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]) && !text; i++)
        if (troubles[i].code == code)
            text = troubles[i].text;
    if (transfer->given_up)
        error_set(error, "%s: given up, because cfnc is stopping", origin);
    else if (text)
        error_set(error, "%s: %s", origin, text);
    else if (code == CURLE_COULDNT_CONNECT)
        describe_connecting(transfer, curl, error);
    else if (code == CURLE_OPERATION_TIMEDOUT && !transfer->departures)
        error_set(error, "%s: no connection in time; check the endpoint's host and port", origin);
    else if (code == CURLE_OPERATION_TIMEDOUT)
        error_set(error, "%s: no answer within %g s", origin,
                  (double)transfer->request->total_timeout_ms / 1000);
    else if (transfer->arrival->header_bytes > HEADERS_LARGEST)
        error_set(error, "%s: the headers of the answer are larger than %d KiB", origin,
                  HEADERS_LARGEST / 1024);
    else
        error_set(error, "%s: %s", origin,
                  text_quote(transfer->arena,
                             transfer->detail[0] ? transfer->detail : curl_easy_strerror(code),
                             200));
}

static enum http_outcome settle(struct transfer *transfer, CURL *curl, CURLcode code,
                                struct error *error)
{
    struct http_answer *answer = transfer->arrival->answer;
    long status = 0;

    if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && answer->too_large)) {
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        answer->status = (int)status;
        answer->body = transfer->arrival->bytes;
        answer->length = transfer->arrival->length;
        return HTTP_ANSWERED;
    }
    describe(transfer, curl, code, error);
    if (!transfer->departures)
        return HTTP_NOT_SENT;
    if (transfer->given_up)
        return HTTP_GIVEN_UP;
    return code == CURLE_OPERATION_TIMEDOUT ? HTTP_NO_ANSWER : HTTP_BROKEN;
}

/* Whether it is not waited for any longer; and how long to wait until that is asked again. */
static bool gives_up(const struct transfer *transfer, int *wait_ms)
{
    const int64_t left = transfer->request->grace_ms - stop_age_ms();

    *wait_ms = LOOK_MS;
    if (!stop_ends(transfer->stop))
        return false;
    if (left > 0 && left < LOOK_MS)
        *wait_ms = (int)left;
    return left <= 0;
}

/* The wait goes on: whoever wants to know is told, unless that was just now. */
static void tell(const struct transfer *transfer, int64_t began_ms, int64_t *told_ms)
{
    const struct patience *patience = transfer->request->patience;
    const int64_t waited_ms = clock_steady_ms() - began_ms;

    if (!patience || waited_ms - *told_ms < LOOK_MS)
        return;
    *told_ms = waited_ms;
    patience->tell(patience->context, waited_ms);
}

/* curl_easy_perform(), but for a stop, which ends it when its grace is over. */
static CURLcode perform(struct http *http, struct transfer *transfer)
{
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    const int64_t began_ms = clock_steady_ms();
    int64_t told_ms = 0;
    int running = 1, left = 0, wait_ms = LOOK_MS;

    if (curl_multi_add_handle(http->multi, http->curl) != CURLM_OK)
        abort(); /* out of memory */
    while (running && !transfer->given_up) {
        struct curl_waitfd stop = { .fd = stop_fd(), .events = CURL_WAIT_POLLIN };
        const bool listens = stop.fd >= 0 && !stop_code();

        if (gives_up(transfer, &wait_ms))
            transfer->given_up = true;
        else if (curl_multi_perform(http->multi, &running) != CURLM_OK)
            abort();
        else if (running)
            (void)curl_multi_poll(http->multi, &stop, listens ? 1 : 0, wait_ms, NULL);
        tell(transfer, began_ms, &told_ms);
    }
    for (const CURLMsg *m; (m = curl_multi_info_read(http->multi, &left));)
        if (m->msg == CURLMSG_DONE)
            code = m->data.result;
    curl_multi_remove_handle(http->multi, http->curl);
    return code;
}

enum http_outcome http_send(struct http *http, const struct http_request *request,
                            struct arena *arena, struct http_answer *answer, struct error *error)
{
    struct url_place place = { 0 };
    struct transfer transfer = {
        .place = &place,
        .request = request,
        .arena = arena,
        .arrival = arrival_new(arena, answer),
        .stop = stop_code(),
    };
    struct signable put = { .url = request->url, .headers = request->headers };

    if (!place_read(&place, request->url, arena, error) ||
        (request->signature && !http_signable(arena, request, &put, error)))
        return HTTP_NOT_SENT;
    http_open(http, place.tls);
    struct curl_slist *headers = header_list(put.headers, request->signature != NULL);
    set_policy(http->curl, &transfer);
    set_request(http->curl, request, put.url);
    if (request->signature)
        set_signature(http->curl, request->signature, put.provider);
    curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, headers);
    listen_closely(http->curl, &transfer);
    const CURLcode code = perform(http, &transfer);
    const enum http_outcome outcome = settle(&transfer, http->curl, code, error);
    take_times(http->curl, &transfer);
    curl_easy_reset(http->curl); /* it must not remember what is about to go */
    curl_slist_free_all(headers);
    return outcome;
}
