/*
 * Sends each request that stands on a line of standard input, signed, and says
 * on a line what came of it: "sent", or "refused" and why. tests/peers/sigv4.py
 * makes the requests, records what arrives and judges its signature.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/http/http.h"
#include "cfnc/json/json.h"

static const char *string(const json *request, const char *key)
{
    const char *value = json_string(json_get(request, key));

    return value ? value : "";
}

static void send_one(struct arena *arena, struct http *http, const json *value)
{
    const json *lines = json_get(value, "headers");
    const char **headers = arena_array(arena, json_length(lines) + 1, sizeof(*headers));
    const struct http_signature signature = {
        .access_key_id = string(value, "id"),
        .secret_access_key = string(value, "secret"),
        .session_token = string(value, "token"),
        .region = string(value, "region"),
        .service = string(value, "service"),
    };
    const struct http_request request = {
        .url = string(value, "url"),
        .method = string(value, "method"),
        .body = json_string(json_get(value, "body")),
        .headers = headers,
        .signature = &signature,
        .connect_timeout_ms = 20000,
        .total_timeout_ms = 20000,
    };
    struct http_answer answer;
    struct error error;
    size_t count = 0;

    json_each (line, lines)
        headers[count++] = json_string(line);
    if (http_send(http, &request, arena, &answer, &error) == HTTP_ANSWERED)
        puts("sent");
    else
        printf("refused %s\n", error.text);
    fflush(stdout);
}

int main(void)
{
    struct arena *lasting = arena_new();
    struct http *http = http_new(lasting);
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    while ((length = getline(&line, &room, stdin)) > 0) {
        struct arena *arena = arena_new();
        struct error error;
        const json *value = json_parse(arena, line, (size_t)length, &error);

        if (value)
            send_one(arena, http, value);
        else
            printf("refused %s\n", error.text);
        arena_free(arena);
    }
    free(line);
    arena_free(lasting);
    return 0;
}
