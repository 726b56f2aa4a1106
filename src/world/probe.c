#include "cfnc/docker.h"

#include <string.h>

#include "cfnc/file.h"
#include "cfnc/text.h"

enum {
    PATIENCE_MS = 10000, /* nothing that is asked here takes a container */
    TEMPLATE_LARGEST = 1024 * 1024,
    FUNCTIONS_MOST = 64
};

const char *service_name(enum service service)
{
    static const char *const names[] = {
        [SERVICE_UNKNOWN] = "an unknown service",
        [SERVICE_SAM] = "SAM local",
        [SERVICE_RIE] = "Lambda's runtime interface emulator",
        [SERVICE_CFNC] = "cfnc serve",
        [SERVICE_DOCKER] = "Docker",
    };

    return names[service];
}

/* The functions of a SAM template, found line by line. */
struct template
{
    struct arena *arena;
    const char *names[FUNCTIONS_MOST + 1]; /* ends with NULL */
    size_t count;
    bool in_resources;
    const char *resource;        /* the one whose lines are being read, or NULL */
    size_t indent, inner_indent; /* of the resources, of the members of this one; 0: not known */
};

/* A plain or quoted YAML word. */
static const char *yaml_word(struct arena *arena, const char *from, size_t length)
{
    while (length && strchr(" \t\r", from[length - 1]))
        length--;
    if (length >= 2 && (*from == '"' || *from == '\'') && from[length - 1] == *from)
        return arena_copy(arena, from + 1, length - 2);
    return arena_copy(arena, from, length);
}

/* The resource that begins on this line has the members that follow. */
static void template_member(struct template *t, size_t indent, const char *key, const char *value)
{
    if (t->indent == 0)
        t->indent = indent;
    if (indent <= t->indent) {
        t->resource = indent == t->indent ? key : NULL;
        t->inner_indent = 0;
        return;
    }
    if (t->inner_indent == 0)
        t->inner_indent = indent;
    if (!t->resource || indent != t->inner_indent || strcmp(key, "Type") != 0)
        return;
    if ((strcmp(value, "AWS::Serverless::Function") == 0 ||
         strcmp(value, "AWS::Lambda::Function") == 0) &&
        t->count < FUNCTIONS_MOST)
        t->names[t->count++] = t->resource;
}

static void template_line(struct template *t, const char *line, size_t length)
{
    size_t indent = 0;

    while (indent < length && line[indent] == ' ')
        indent++;
    line += indent;
    length -= indent;
    if (length == 0 || *line == '#' || *line == '\r')
        return;

    const char *colon = memchr(line, ':', length);
    const size_t key_length = colon ? (size_t)(colon - line) : length;
    const char *key = yaml_word(t->arena, line, key_length);
    if (indent == 0) {
        t->in_resources = colon && strcmp(key, "Resources") == 0;
        t->resource = NULL;
        return;
    }
    if (!t->in_resources || !colon)
        return;

    const char *value = colon + 1, *end = line + length, *comment = value;
    while (comment < end && !(*comment == '#' && comment[-1] == ' '))
        comment++;
    while (value < comment && *value == ' ')
        value++;
    template_member(t, indent, key, yaml_word(t->arena, value, (size_t)(comment - value)));
}

/* No template, no names: they only serve a suggestion. */
static void template_read(struct template *t, const char *folder)
{
    static const char *const files[] = { "template.yml", "template.yaml" };
    struct error error;
    const char *text = NULL;

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && !text; i++)
        text = file_read(t->arena, file_join(t->arena, folder, files[i]), TEMPLATE_LARGEST, NULL,
                         &error);
    while (text && *text) {
        const size_t length = strcspn(text, "\n");

        template_line(t, text, length);
        text += length + (text[length] == '\n');
    }
}

static bool no_such_function(struct arena *arena, const struct target *target, const char *folder,
                             enum service service, struct error *error)
{
    struct template template = { .arena = arena };
    const char *name = text_quote(arena, target->function_name, 60), *nearest;
    struct text known = text_new(arena);

    if (service == SERVICE_SAM)
        template_read(&template, folder);
    nearest = text_nearest(target->function_name, template.names);
    if (nearest)
        return error_set(error, "%s has no function \"%s\" (did you mean %s?)",
                         service_name(service), name, text_quote(arena, nearest, 60));
    for (size_t i = 0; i < template.count; i++)
        text_addf(&known, "%s%s", i ? ", " : "", text_quote(arena, template.names[i], 60));
    if (template.count)
        return error_set(error, "%s has no function \"%s\"; the template has %s",
                         service_name(service), name, known.bytes);
    return error_set(error, "%s has no function \"%s\"; name one with --function-name",
                     service_name(service), name);
}

static bool has(const char *text, const char *part)
{
    return text && strstr(text, part);
}

static enum service recognise(const struct http_answer *answer)
{
    if (answer->server && strncmp(answer->server, "cfnc", 4) == 0)
        return SERVICE_CFNC;
    if (has(answer->error_type, "PathNotFoundLocally"))
        return SERVICE_SAM;
    if (answer->status == 404 && strncmp(answer->body, "404 page not found", 18) == 0)
        return SERVICE_RIE;
    return SERVICE_UNKNOWN;
}

static int64_t at_most(int64_t ms, int64_t limit)
{
    return ms > 0 && ms < limit ? ms : limit;
}

static struct http_request question(const struct target *target)
{
    return (struct http_request){
        .method = "GET",
        .connect_timeout_ms = at_most(target->connect_timeout_ms, PATIENCE_MS),
        .total_timeout_ms = at_most(target->total_timeout_ms, PATIENCE_MS),
    };
}

/*
 * SAM local starts a container for a dry run, and for any tenant of a function
 * that has tenants. Asked for both, it objects before it starts anything, but
 * only after it has looked for the function.
 */
static bool probe_function(struct arena *arena, struct http *http, const struct target *target,
                           const char *folder, enum service service, struct error *error)
{
    static const char *const headers[] = { "Content-Type: application/json",
                                           "X-Amz-Invocation-Type: DryRun", "X-Amz-Tenant-Id: cfnc",
                                           NULL };
    struct http_request request = question(target);
    struct http_answer answer;
    struct error unasked;

    request.method = "POST";
    request.url = target_url(arena, target);
    request.body = "{}";
    request.headers = headers;
    if (http_send(http, &request, arena, &answer, &unasked) != HTTP_ANSWERED)
        return true; /* not known; the first invocation will tell */
    if (answer.status == 404)
        return no_such_function(arena, target, folder, service, error);
    if (answer.status == 400 && has(answer.body, "functionName"))
        return error_set(error, "\"%s\" cannot be the name of a function; see --function-name",
                         text_quote(arena, target->function_name, 60));
    return true;
}

bool target_probe(struct arena *arena, const struct target *target, const char *folder,
                  enum service *service, struct error *error)
{
    struct http *http = http_new(arena);
    struct http_request request = question(target);
    struct http_answer answer;

    *service = target->image ? SERVICE_DOCKER : SERVICE_UNKNOWN;
    if (target->image)
        return docker_probe(arena, target, error);
    if (!http_url_check(target->endpoint, arena, error))
        return false;
    request.url = arena_printf(arena, "%s/", target->endpoint);
    if (http_send(http, &request, arena, &answer, error) != HTTP_ANSWERED)
        return false;
    *service = recognise(&answer);
    if (*service == SERVICE_RIE && strcmp(target->function_name, "function") != 0)
        return error_set(error,
                         "%s has no function \"%s\", only one named function; "
                         "use --function-name function",
                         service_name(*service), text_quote(arena, target->function_name, 60));
    if (*service == SERVICE_SAM || *service == SERVICE_CFNC)
        return probe_function(arena, http, target, folder, *service, error);
    return true;
}
