/*
 * Everything that bounds a run: each bound has a test that reaches it, which is printed beside what
 * users are told; and those bounds are reached here that no other test is about.
 */
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/subject.h"
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/engine/bounds.h"
#include "cfnc/engine/run.h"
#include "cfnc/report/report.h"
#include "cfnc/http/http.h"
#include "run_builtin.h"
#include "test.h"

/* --- Each has a test --- */

/* What reaches a bound: the name of a test, or of a row of one, as it stands in its file. */
static const struct {
    const char *bound, *file, *test;
} reached[] = {
    { "bound.connect", "unit/test_bounds_reached", "bounds: a connection has its time" },
    { "bound.call", "unit/test_bounds_reached", "bounds: a call has its time" },
    { "bound.answer-time", "unit/test_bounds", "bounds: time-outs of production" },
    { "bound.operation", "unit/test_operation", "operation: what never settles ends" },
    { "bound.callbacks", "unit/test_bounds", "bounds: callbacks are counted" },
    { "bound.callback-delay", "unit/test_bounds", "bounds: waits are cut" },
    { "bound.test", "unit/test_bounds", "bounds: a test has its time" },
    { "bound.run", "unit/test_bounds", "bounds: a run has its time" },
    { "bound.grace", "unit/test_stop", "stop: a grace ends" },
    { "bound.teardown", "unit/test_bounds", "bounds: tearing down ends once the run has" },
    { "bound.answer-bytes", "worst_behaviours", "message of 10 MiB" },
    { "bound.header-bytes", "worst_behaviours", "endless headers" },
    { "bound.answer-values", "worst_behaviours", "6 MiB of [" },
    { "bound.answer-depth", "worst_behaviours", "99000 of [" },
    { "bound.list-pages", "worst_behaviours", "pages without end" },
    { "bound.list-items", "worst_behaviours", "30000 models on each page" },
    { "bound.token-bytes", "worst_behaviours", "tokens that grow" },
    { "bound.report-calls", "unit/test_bounds_reached",
      "bounds: reports hold so many calls whole" },
    { "bound.report-text", "unit/test_bounds_reached", "bounds: a text in reports has its length" },
    { "bound.secrets", "unit/test_redact", "redact: what takes too long to read" },
    { "bound.recording", "unit/test_record", "record: a recording ends where it is full" },
};
enum { REACHED = sizeof(reached) / sizeof(reached[0]) };

static void check_test(struct arena *arena, const struct bound *bound, size_t row)
{
    struct error error = { .text = "" };
    const char *path = arena_printf(arena, "%s/../%s.c", TEST_DATA, reached[row].file);
    const char *text = file_read(arena, path, 1 << 20, NULL, &error);
    const char *found =
        text ? strstr(text, arena_printf(arena, "{ \"%s\"", reached[row].test)) : "";

    check_text(error.text, "");
    while (found && strncmp(found, "{ \"bound.", 9) == 0) /* this table is no test */
        found = strstr(found + 1, reached[row].test);
    check(found != NULL);
    printf("    %-22s %-45s %-20s %s: %s\n", bound->name, bound->standard,
           bound->option ? bound->option : "-", reached[row].file, reached[row].test);
}

static void each_is_reached(void)
{
    struct arena *arena = arena_new();
    size_t count = 0;

    for (const struct bound *b = bounds; b->name; b++, count++) {
        size_t row = 0;

        while (row < REACHED && strcmp(reached[row].bound, b->name) != 0)
            row++;
        if (check(row < REACHED))
            check_test(arena, b, row);
        else
            printf("    %s: no test\n", b->name);
    }
    check_number((long long)count, REACHED);
    arena_free(arena);
}

/* --- The time of a connection, and of a call --- */

enum { WAITING = 4, SHORT_MS = 200, LONG_MS = 600000 };

/* A port of 127.0.0.1 where nobody answers: as many wait there already as may. */
struct full_port {
    int listener, waiting[WAITING];
    unsigned port;
};

static struct full_port fill_port(void)
{
    struct full_port full = { .listener = socket(AF_INET, SOCK_STREAM, 0) };
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof(address);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(full.listener, (const struct sockaddr *)&address, length) < 0 ||
        listen(full.listener, 0) < 0 ||
        getsockname(full.listener, (struct sockaddr *)&address, &length) < 0)
        abort();
    full.port = ntohs(address.sin_port);
    for (size_t i = 0; i < WAITING; i++) {
        full.waiting[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        (void)connect(full.waiting[i], (const struct sockaddr *)&address, length);
    }
    return full;
}

static void empty_port(const struct full_port *full)
{
    for (size_t i = 0; i < WAITING; i++)
        close(full->waiting[i]);
    close(full->listener);
}

static struct target target_with(struct arena *arena, const struct target_options *options)
{
    struct project project = { .folder = "." };
    const struct project_subject subject = { .project = &project };

    return target_of(arena, options, &subject);
}

static void a_connection_has_its_time(void)
{
    const struct full_port full = fill_port();
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    struct http_answer answer;
    const struct target_options options = { .endpoint = arena_printf(arena, "http://127.0.0.1:%u",
                                                                     full.port),
                                            .connect_timeout_ms = SHORT_MS };
    const struct target target = target_with(arena, &options);
    const struct http_request request = { .url = target.endpoint,
                                          .method = "GET",
                                          .connect_timeout_ms = target.connect_timeout_ms,
                                          .total_timeout_ms = LONG_MS };

    check_number(http_send(http_new(arena), &request, arena, &answer, &error), HTTP_NOT_SENT);
    check_contains(error.text, "no connection in time");
    arena_free(arena);
    empty_port(&full);
}

/* What becomes of a run when it is over: test_lost_answers. */
static void a_call_has_its_time(void)
{
    const struct target_options options = { .endpoint = "http://127.0.0.1:1" };
    struct arena *arena = arena_new();
    const struct target target = target_with(arena, &options);

    check_number(target.total_timeout_ms, 15 * 60 * 1000);
    arena_free(arena);
}

/* --- What reports keep --- */

static size_t kept_whole(const struct run *run)
{
    size_t count = 0;

    for (const struct call *call = run->calls; call; call = call->next) {
        count += call->request != NULL;
        check(!call->request || call->seq <= 2000);
        check(call->event.status != NO_STATUS || call->reply.kind != REPLY_OBJECT);
    }
    return count;
}

static size_t report_length(struct arena *arena, const struct run *run)
{
    struct error error = { .text = "" };
    const char *text = report_as(arena, "json", run);

    check(json_parse(arena, text, strlen(text), &error) != NULL);
    check_text(error.text, "");
    return strlen(text);
}

static const char small[] =
    "{\"typeName\": \"Acme::Demo::Small\", \"primaryIdentifier\": [\"/properties/Id\"],"
    "\"readOnlyProperties\": [\"/properties/Id\"], \"additionalProperties\": false,"
    "\"properties\": {\"Id\": {\"type\": \"string\"}, \"Text\": {\"type\": \"string\"}},"
    "\"handlers\": {\"create\": {}, \"read\": {}, \"delete\": {}, \"list\": {}}}";

static void so_many_calls_whole(void)
{
    const struct builtin_options options = { .stabilize = 200 };
    struct arena *arena = arena_new();
    const struct run *run = run_builtin(arena, type_of_text(arena, small), &options, SUITE_FULL);

    if (check(run && run->call_count > 2000))
        check_number((long long)kept_whole(run), 2000);
    arena_free(arena);
}

/* A model of a megabyte: a few calls are all that is kept of those. */
static void so_many_bytes_whole(void)
{
    enum { LARGE = 1024 * 1024, MOST = 8 * 1024 * 1024 };
    struct arena *arena = arena_new();
    const struct builtin_options options = { .stabilize = 0 };
    const struct resource_type *type = type_of_text(arena, small);
    char *text = arena_alloc(arena, LARGE + 1);
    json *model = json_object(arena);

    memset(text, 'a', LARGE);
    json_set_string(model, "Text", text);
    const struct input_set set = { .id = "inputs_1", .source = "files", .create = model };
    const struct run_setting setting = { .suite = SUITE_FULL, .set = &set };
    const struct run *run = run_builtin_set(arena, type, &options, &setting);
    if (check(run && run->kept <= MOST)) {
        check(kept_whole(run) > 2 && kept_whole(run) < run->call_count);
        check(report_length(arena, run) < 2 * (size_t)MOST);
    }
    arena_free(arena);
}

/* --- One text --- */

/* A world whose READ fails, and has a megabyte to say about it. */
struct talker {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
};

static bool talk(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    static const struct target target = { .endpoint = "e", .function_name = "f" };
    struct world *inner = ((struct talker *)world)->inner;
    enum { LONG = 1024 * 1024 };

    if (sending->request->action != READ)
        return inner->call(inner, sending, arena, reply, error);
    json *event = json_object(arena);
    char *message = arena_alloc(arena, LONG + 1);
    memset(message, 'm', LONG);
    json_set_string(event, "status", "FAILED");
    json_set_string(event, "errorCode", "InternalFailure");
    json_set_string(event, "message", message);
    const char *body = json_print(arena, event);
    const struct http_answer http = { .status = 200, .body = body, .length = strlen(body) };
    return reply_read(reply, &http, &target, arena, error);
}

static int64_t now_ms(struct world *world)
{
    struct world *inner = ((struct talker *)world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = ((struct talker *)world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct world *inner = ((struct talker *)world)->inner;

    return inner->token(inner, arena);
}

static struct world *talkative(struct arena *arena, struct world *provider, const void *context)
{
    struct talker *talker = arena_alloc(arena, sizeof(*talker));

    (void)context;
    *talker = (struct talker){ { talk, now_ms, sleep_ms, token }, provider };
    return &talker->world;
}

static void a_text_has_its_length(void)
{
    enum { MOST = 64 * 1024 };
    const struct builtin_options options = { .stabilize = 0 };
    const struct run_setting setting = { .suite = SUITE_V1, .around = talkative };
    struct arena *arena = arena_new();
    const struct run *run = run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
    unsigned cut = 0;

    for (const struct call *call = run ? run->calls : NULL; call; call = call->next) {
        const char *message = call->event.message;

        check(!message || strlen(message) <= MOST + strlen("..."));
        cut += message && strlen(message) > MOST;
    }
    check(cut > 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "bounds: each is reached by a test", each_is_reached },
    { "bounds: a connection has its time", a_connection_has_its_time },
    { "bounds: a call has its time", a_call_has_its_time },
    { "bounds: reports hold so many calls whole", so_many_calls_whole },
    { "bounds: and so many bytes", so_many_bytes_whole },
    { "bounds: a text in reports has its length", a_text_has_its_length },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
