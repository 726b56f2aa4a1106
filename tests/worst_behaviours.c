/* What endpoints and handlers do at their worst, as rows. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "cfnc/base/text.h"
#include "worst.h"

enum { PIECE = 64 * 1024 };

/* --- What it does: below HTTP --- */

/* Bit by bit, for ever, after what is given. */
static void trickle(int fd, const char *before)
{
    bool more = worst_say_text(fd, before);

    while (more) {
        worst_nap(50);
        more = worst_say_text(fd, "a");
    }
}

static void repeat(int fd, const char *before, const char *bytes)
{
    bool more = worst_say_text(fd, before);

    while (more)
        more = worst_say_text(fd, bytes);
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
    if (worst_say_text(v->fd, "HTTP/1.1 100 Continue\r\n\r\n"))
        worst_say_event(v, v->honest);
}

static void longer_than_it_says(const struct victim *v)
{
    worst_say_text(v->fd, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
    worst_say_text(v->fd, v->honest);
}

static void shorter_than_it_says(const struct victim *v)
{
    worst_say_text(v->fd, "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n");
    worst_say_text(v->fd, v->honest);
    shutdown(v->fd, SHUT_RDWR);
}

/* Thousand zero bytes for each of its own, if somebody inflates it. */
static void gzip_bomb(const struct victim *v)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                               "Content-Length: 1010\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03";
    char rest[1000] = { 0 };

    (void)(worst_say(v->fd, head, sizeof(head) - 1) && worst_say(v->fd, rest, sizeof(rest)));
}

static void redirect(const struct victim *v)
{
    worst_say_text(v->fd, "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\n"
                          "Content-Length: 0\r\n\r\n");
}

static void http_09(const struct victim *v)
{
    worst_say_text(v->fd, "{\"status\":\"SUCCESS\"}\n");
    shutdown(v->fd, SHUT_RDWR);
}

static void reset_after(const struct victim *v, size_t count)
{
    const char *whole = arena_printf(v->arena, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n%s",
                                     strlen(v->honest), v->honest);

    worst_say(v->fd, whole, count < strlen(whole) ? count : strlen(whole) - 1);
    worst_reset(v->fd);
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
        worst_nap(1000);
}

/* --- What it does: JSON --- */

static void twice(const struct victim *v)
{
    worst_say_event(v, "{\"status\":\"SUCCESS\",\"status\":\"FAILED\"}");
}

static void lone_surrogate(const struct victim *v)
{
    worst_say_event(
        v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\",\"message\":\"\\ud800\"}");
}

static void nul_in_text(const struct victim *v)
{
    worst_say_event(v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\","
                       "\"message\":\"before\\u0000after\"}");
}

static void nul_byte(const struct victim *v)
{
    (void)worst_say_body(v->fd, "{\"status\":\0\"SUCCESS\"}", 21);
}

static void escapes(const struct victim *v)
{
    worst_say_event(v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\",\"message\":\""
                       "\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\r\\b<script>alert(1)</script>"
                       "]]>&lt;\\u202e\\ufffe\"}");
}

static void nan_delay(const struct victim *v)
{
    worst_say_event(v, "{\"status\":\"IN_PROGRESS\",\"callbackDelaySeconds\":NaN}");
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
    (void)worst_say_body(v->fd, text.bytes, text.length);
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

/* Each may be the beginning of another spelling of something, in another, in another. */
static void message_of_escapes(const struct victim *v)
{
    say_many(v, "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\",\"message\":\"", "&",
             "\"}", 2 * 1024 * 1024);
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
        worst_say_event(v, v->honest);
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
    worst_say_event(
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

    worst_say_event(v, arena_printf(v->arena, "{\"status\":\"IN_PROGRESS\",%.*s%s}", (int)length,
                                    model ? model : "", rest));
}

static void going_for_ever(const struct victim *v)
{
    say_going(v, "");
}

static void going_with_load(const struct victim *v)
{
    struct text context = text_new(v->arena);

    /* up to what an answer may be, whose growth no slow machine ends before */
    for (size_t i = 0; i < (v->calls < 4 ? v->calls : 4) * 190000; i++)
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
    worst_say_event(
        v, arena_printf(v->arena,
                        "{\"status\":\"SUCCESS\",\"resourceModels\":[],\"nextToken\":\"%u\"}",
                        v->calls));
}

static void same_token(const struct victim *v)
{
    worst_say_event(v, "{\"status\":\"SUCCESS\",\"resourceModels\":[],\"nextToken\":\"again\"}");
}

static void growing_tokens(const struct victim *v)
{
    struct text token = text_new(v->arena);

    for (size_t i = 0; i < (size_t)1 << (v->calls < 20 ? v->calls : 20); i++)
        text_add(&token, "abcd");
    worst_say_event(
        v, arena_printf(v->arena,
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
    (void)worst_say_body(v->fd, text.bytes, text.length);
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
const struct behaviour behaviours[] = {
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
    { "message of 2 MiB of &", "CREATE", message_of_escapes, "", 1, "&&&&&&" },
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
    { 0 },
};
/* clang-format on */
