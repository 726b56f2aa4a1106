/* Whatever waits ends when cfnc is asked to stop; by a signal, as in earnest. */
#include "cfnc/base/stop.h"

#include <signal.h>
#include <sys/time.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/process.h"
#include "cfnc/http/http.h"
#include "hostile.h"
#include "test.h"

#define OK "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

enum { CODE = 130, SOON_US = 20000, FOR_EVER_MS = 60 * 60 * 1000 };

static struct hostile server;
static volatile sig_atomic_t lets_go; /* the server goes on when the signal has come */

static void ring(int number)
{
    (void)number;
    stop_ask(CODE);
    if (lets_go)
        sem_post(&server.go);
}

/* SIGALRM is a request to stop. */
static void listen_for_stop(void)
{
    struct sigaction action = { .sa_handler = ring };

    stop_prepare();
    stop_forget();
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
}

/* It comes in a moment. */
static void stop_soon(void)
{
    const struct itimerval once = { .it_value = { .tv_usec = SOON_US } };

    listen_for_stop();
    setitimer(ITIMER_REAL, &once, NULL);
}

static enum http_outcome get(int64_t grace_ms, const char *part)
{
    struct arena *arena = arena_new();
    struct http_answer answer;
    struct error error = { .text = "" };
    const struct http_request request = {
        .url = server.url,
        .method = "GET",
        .connect_timeout_ms = FOR_EVER_MS,
        .total_timeout_ms = FOR_EVER_MS,
        .grace_ms = grace_ms,
    };
    const enum http_outcome outcome = http_send(http_new(arena), &request, arena, &answer, &error);

    check_contains(error.text, part);
    arena_free(arena);
    return outcome;
}

/* The stop comes while the answer is waited for, however slow this machine is. */
static const struct act silent[] = {
    { ACCEPT, NULL }, { RECEIVE, NULL }, { ALARM, NULL }, { STALL, NULL }, { END, NULL }
};
static const struct act late[] = { { ACCEPT, NULL }, { RECEIVE, NULL }, { ALARM, NULL },
                                   { AWAIT, NULL },  { SEND, OK },      { STALL, NULL },
                                   { END, NULL } };
static const struct act good[] = {
    { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, OK }, { STALL, NULL }, { END, NULL }
};

static void a_call_without_grace_is_given_up(void)
{
    lets_go = false;
    listen_for_stop();
    hostile_start(&server, silent);
    check_number(get(0, "cfnc is stopping"), HTTP_GIVEN_UP);
    check_number(stop_code(), CODE);
    stop_forget();
    hostile_stop(&server);
}

static void a_grace_ends(void)
{
    lets_go = false;
    listen_for_stop();
    hostile_start(&server, silent);
    check_number(get(100, "cfnc is stopping"), HTTP_GIVEN_UP);
    check(stop_age_ms() >= 100);
    stop_forget();
    hostile_stop(&server);
}

static void an_answer_within_the_grace_counts(void)
{
    lets_go = true;
    listen_for_stop();
    hostile_start(&server, late);
    check_number(get(FOR_EVER_MS, ""), HTTP_ANSWERED);
    check_number(stop_code(), CODE);
    stop_forget();
    hostile_stop(&server);
}

static void after_a_stop_nothing_begins(void)
{
    static const struct act nothing[] = { { END, NULL } };

    hostile_start(&server, nothing);
    stop_forget();
    stop_ask(CODE);
    check_number(get(0, "cfnc is stopping"), HTTP_NOT_SENT);
    stop_forget();
    hostile_stop(&server);
}

static void but_for_tidying_up(void)
{
    hostile_start(&server, good);
    stop_forget();
    stop_tidies();
    stop_ask(CODE);
    check_number(get(0, ""), HTTP_ANSWERED);
    stop_forget();
    hostile_stop(&server);
}

static void a_sleep_ends(void)
{
    lets_go = false;
    stop_soon();
    clock_sleep_ms(FOR_EVER_MS);
    check_number(stop_code(), CODE);
    clock_sleep_ms(FOR_EVER_MS); /* there is nothing to wait for any more */
    check(stop_age_ms() < FOR_EVER_MS);
    stop_forget();
}

static void a_program_is_ended(void)
{
    static const char *const argv[] = { "sleep", "3600", NULL };
    const struct process process = { .argv = argv, .timeout_ms = FOR_EVER_MS, .most = 10 };
    struct arena *arena = arena_new();
    struct process_result result;
    struct error error = { .text = "" };

    lets_go = false;
    stop_soon();
    check(!process_run(arena, &process, &result, &error));
    check_contains(error.text, "sleep: it was ended, because cfnc is stopping");
    stop_forget();
    arena_free(arena);
}

static void the_first_code_counts(void)
{
    stop_forget();
    check_number(stop_code(), 0);
    check_number(stop_age_ms(), 0);
    stop_ask(143);
    stop_ask(130);
    check_number(stop_code(), 143);
    stop_forget();
    check_number(stop_code(), 0);
}

static const struct test tests[] = {
    { "stop: a call without grace is given up", a_call_without_grace_is_given_up },
    { "stop: a grace ends", a_grace_ends },
    { "stop: an answer within the grace counts", an_answer_within_the_grace_counts },
    { "stop: nothing begins after it", after_a_stop_nothing_begins },
    { "stop: but for tidying up", but_for_tidying_up },
    { "stop: a sleep ends", a_sleep_ends },
    { "stop: a program is ended", a_program_is_ended },
    { "stop: the first code counts", the_first_code_counts },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
