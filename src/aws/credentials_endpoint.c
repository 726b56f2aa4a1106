/* Credentials that a container or an instance is given over HTTP. */
#include "credentials_private.h"

#include <string.h>
#include <strings.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

enum {
    INSTANCE_MS = 2000, /* for all of it: where there is no instance, nobody answers */
    CONNECT_MS = 1000,
    CONTAINER_MS = 5000,
    TOKEN_LARGEST = 64 * 1024
};

static const char *base_of_instance(struct arena *arena)
{
    const char *set = aws_variable("AWS_EC2_METADATA_SERVICE_ENDPOINT");
    const char *mode = aws_variable("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE");

    if (!set)
        return mode && strcasecmp(mode, "IPv6") == 0 ? "http://[fd00:ec2::254]"
                                                     : "http://169.254.169.254";
    size_t length = strlen(set);
    while (length && set[length - 1] == '/')
        length--;
    return arena_copy(arena, set, length);
}

/* One question of the instance's service. NULL when it does not answer with 200. */
static const struct http_answer *ask_instance(const struct source_search *search, int64_t until_ms,
                                              const char *method, const char *path,
                                              const char *header)
{
    const char *const headers[] = { header, NULL };
    const int64_t left = until_ms - clock_steady_ms();
    struct http_answer *answer = arena_alloc(search->arena, sizeof(*answer));
    struct error error;
    const struct http_request request = {
        .url = arena_printf(search->arena, "%s%s", base_of_instance(search->arena), path),
        .method = method,
        .body = strcmp(method, "PUT") == 0 ? "" : NULL,
        .headers = headers,
        .direct = true,
        .connect_timeout_ms = left < CONNECT_MS ? left : CONNECT_MS,
        .total_timeout_ms = left,
    };

    if (left <= 0 || http_send(search->wanted->sts.http, &request, search->arena, answer, &error) !=
                         HTTP_ANSWERED)
        return NULL;
    return answer->status == 200 && answer->length ? answer : NULL;
}

/* What becomes a part of a header or a path may not end it. */
static bool is_one_word(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || (unsigned char)*text > '~')
            return false;
    return true;
}

/* The first line of an answer, where that is a word. */
static const char *word_of(struct arena *arena, const struct http_answer *answer)
{
    const char *word =
        answer ? arena_copy(arena, answer->body, strcspn(answer->body, "\r\n")) : NULL;

    return word && *word && is_one_word(word) ? word : NULL;
}

enum credentials_outcome source_instance(struct source_search *search)
{
    static const char path[] = "/latest/meta-data/iam/security-credentials/";
    const char *disabled = aws_variable("AWS_EC2_METADATA_DISABLED");
    const int64_t until = clock_steady_ms() + INSTANCE_MS;
    struct arena *arena = search->arena;

    if (search->wanted->loopback || (disabled && strcasecmp(disabled, "true") == 0))
        return CREDENTIALS_NONE;
    const char *token = word_of(arena, ask_instance(search, until, "PUT", "/latest/api/token",
                                                    "X-aws-ec2-metadata-token-ttl-seconds: 21600"));
    if (!token)
        return CREDENTIALS_NONE;
    const char *header = arena_printf(arena, "X-aws-ec2-metadata-token: %s", token);
    const char *role = word_of(arena, ask_instance(search, until, "GET", path, header));
    if (!role || strpbrk(role, "/?#"))
        return CREDENTIALS_NONE;
    const struct http_answer *answer =
        ask_instance(search, until, "GET", arena_printf(arena, "%s%s", path, role), header);
    const json *value =
        answer ? json_parse(arena, answer->body, answer->length, search->error) : NULL;
    if (!value)
        return search_done(error_set(search->error,
                                     "the instance's role %s: its service gave no JSON",
                                     text_quote(arena, role, 60)));
    return search_done(
        credentials_of_json(arena, value, "the instance's service", search->found, search->error));
}

/* Where http may be spoken: only to what certainly is this machine's own. */
static bool is_own_host(const char *url)
{
    static const char *const hosts[] = { "http://169.254.170.2", "http://169.254.170.23",
                                         "http://[fd00:ec2::23]" };

    if (strchr(url, '@')) /* what looks like a host may be a user's name */
        return false;
    if (strncasecmp(url, "https://", 8) == 0 || http_url_is_loopback(url))
        return true;
    for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
        const size_t length = strlen(hosts[i]);

        if (strncasecmp(url, hosts[i], length) == 0 && strchr(":/", url[length]))
            return true;
    }
    return false;
}

/* "Authorization: ..." or NULL; false and the error when it cannot be had. */
static bool container_header(struct source_search *search, const char **header)
{
    const char *path = aws_variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
    const char *token = aws_variable("AWS_CONTAINER_AUTHORIZATION_TOKEN");

    *header = NULL;
    if (path) {
        char *text = file_read(search->arena, path, TOKEN_LARGEST, NULL, search->error);

        if (!text)
            return false;
        text[strcspn(text, "\r\n")] = '\0';
        token = text;
    }
    if (!token)
        return true;
    for (const char *c = token; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            return error_set(search->error,
                             "AWS_CONTAINER_AUTHORIZATION_TOKEN%s holds what "
                             "cannot be in a header",
                             path ? "_FILE" : "");
    *header = arena_printf(search->arena, "Authorization: %s", token);
    return true;
}

static enum credentials_outcome ask_container(struct source_search *search, const char *url)
{
    const char *headers[2] = { NULL };
    struct http_answer answer;
    const struct http_request request = {
        .url = url,
        .method = "GET",
        .headers = headers,
        .direct = true,
        .connect_timeout_ms = CONNECT_MS,
        .total_timeout_ms = CONTAINER_MS,
    };

    if (!container_header(search, &headers[0]) ||
        http_send(search->wanted->sts.http, &request, search->arena, &answer, search->error) !=
            HTTP_ANSWERED) {
        error_prefix(search->error, "the container's credentials: ");
        return CREDENTIALS_BAD;
    }
    if (answer.status != 200)
        return search_done(
            error_set(search->error, "the container's credentials: HTTP %d", answer.status));
    const json *value = json_parse(search->arena, answer.body, answer.length, search->error);
    if (!value)
        return search_done(
            error_set(search->error, "the container's credentials: the answer is no JSON"));
    return search_done(credentials_of_json(search->arena, value, "the container's service",
                                           search->found, search->error));
}

enum credentials_outcome source_container(struct source_search *search)
{
    const char *relative = aws_variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
    const char *full = aws_variable("AWS_CONTAINER_CREDENTIALS_FULL_URI");

    if (!relative && !full)
        return CREDENTIALS_NONE;
    if (relative)
        full = arena_printf(search->arena, "http://169.254.170.2%s%s", *relative == '/' ? "" : "/",
                            relative);
    if (!is_own_host(full))
        return search_done(error_set(
            search->error, "AWS_CONTAINER_CREDENTIALS_FULL_URI: its host is neither this machine "
                           "nor the container's service; only https may go there"));
    return ask_container(search, full);
}
