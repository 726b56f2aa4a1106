/* Whatever STS and CloudFormation answer is understood, or an error. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/aws/exports.h"
#include "cfnc/aws/sts.h"
#include "cfnc/http/http.h"
#include "aws/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In place of the client: every request gets these bytes. */
static struct http_answer given;

struct http {
    int unused;
};

static struct http nobody;

struct http *http_new(struct arena *arena)
{
    (void)arena;
    return &nobody;
}

enum http_outcome http_send(struct http *http, const struct http_request *request,
                            struct arena *arena, struct http_answer *answer, struct error *error)
{
    (void)http;
    (void)request;
    (void)arena;
    (void)error;
    *answer = given;
    return HTTP_ANSWERED;
}

bool http_url_check(const char *url, struct arena *arena, struct error *error)
{
    (void)url;
    (void)arena;
    (void)error;
    return true;
}

bool http_url_is_loopback(const char *url)
{
    (void)url;
    return true;
}

/* What was got is whole, and what was not is explained. */
static void must(bool holds)
{
    if (!holds)
        abort();
}

static void ask_sts(struct arena *arena)
{
    const struct sts sts = { .http = &nobody, .region = "us-east-1" };
    const struct sts_role role = { .arn = "arn:aws:iam::123456789012:role/x",
                                   .session_name = "x",
                                   .duration_s = 900 };
    const struct credentials with = { .access_key_id = "a",
                                      .secret_access_key = "b",
                                      .session_token = "" };
    struct credentials got;
    struct error error = { .text = "" };

    must(!sts_session(arena, &sts, &with, &got, &error) ? error.text[0] != '\0'
                                                        : got.access_key_id && got.expires_s);
    error.text[0] = '\0';
    must(!sts_assume_role(arena, &sts, &with, &role, &got, &error)
             ? error.text[0] != '\0'
             : *got.secret_access_key && got.session_token);
    error.text[0] = '\0';
    const char *arn;
    const char *account = sts_account(arena, &sts, &with, &arn, &error);
    must(account ? strlen(account) == 12 : error.text[0] != '\0');
    must(!strchr(error.text, '\n'));
}

static void ask_exports(struct arena *arena)
{
    const struct credentials with = { .access_key_id = "a",
                                      .secret_access_key = "b",
                                      .session_token = "" };
    struct error error = { .text = "" };
    json *table = json_object(arena);

    if (!exports_list(arena, &nobody, NULL, "us-east-1", &with, table, &error))
        must(error.text[0] && !strchr(error.text, '\n'));
    json_each (item, table)
        must(json_string(item) != NULL);
}

/* The first byte chooses the status. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int statuses[] = { 200, 200, 200, 400, 403, 302 };
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    if (size) {
        const char *body = arena_copy(arena, (const char *)data + 1, size - 1);
        const json *value = xml_parse(arena, body, size - 1, &error);

        must(value ? json_print(arena, value) != NULL : error.text[0] != '\0');
        given = (struct http_answer){ .status = statuses[data[0] % 6],
                                      .body = body,
                                      .length = size - 1 };
        ask_sts(arena);
        ask_exports(arena);
    }
    arena_free(arena);
    return 0;
}
