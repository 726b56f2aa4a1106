#include "cfnc/world/docker.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/world/template.h"

enum { PATIENCE_MS = 10000 /* nothing that is asked here takes a container */ };

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

static bool no_such_function(struct arena *arena, const struct target *target, const char *folder,
                             enum service service, struct error *error)
{
    struct sam_template template = { 0 };
    const char *name = text_quote(arena, target->function_name, 60), *nearest;
    struct text known = text_new(arena);

    if (service == SERVICE_SAM)
        template_read(arena, folder, &template);
    nearest = text_nearest(target->function_name, template_names(arena, &template));
    if (nearest)
        return error_set(error, "%s has no function \"%s\" (did you mean %s?)",
                         service_name(service), name, text_quote(arena, nearest, 60));
    for (size_t i = 0; i < template.count; i++)
        text_addf(&known, "%s%s", i ? ", " : "", text_quote(arena, template.functions[i].name, 60));
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

bool target_probe_endpoint(struct arena *arena, const struct target *target, enum service *service,
                           struct error *error)
{
    struct http_request request = question(target);
    struct http_answer answer;

    *service = target->image ? SERVICE_DOCKER : SERVICE_UNKNOWN;
    if (target->image)
        return docker_probe(arena, target, error);
    if (!http_url_check(target->endpoint, arena, error))
        return false;
    request.url = arena_printf(arena, "%s/", target->endpoint);
    if (http_send(http_new(arena), &request, arena, &answer, error) != HTTP_ANSWERED)
        return false;
    *service = recognise(&answer);
    return true;
}

/*
 * SAM local starts a container for a dry run, and for any tenant of a function
 * that has tenants. Asked for both, it objects before it starts anything, but
 * only after it has looked for the function.
 */
static bool ask_for_function(struct arena *arena, const struct target *target, const char *folder,
                             enum service service, enum presence *presence, struct error *error)
{
    static const char *const headers[] = { "Content-Type: application/json",
                                           "X-Amz-Invocation-Type: DryRun", "X-Amz-Tenant-Id: cfnc",
                                           NULL };
    struct http *http = http_new(arena);
    struct http_request request = question(target);
    struct http_answer answer;
    struct error unasked;

    request.method = "POST";
    request.url = target_url(arena, target);
    request.body = "{}";
    request.headers = headers;
    if (http_send(http, &request, arena, &answer, &unasked) != HTTP_ANSWERED)
        return true; /* not known; the first invocation will tell */
    *presence = answer.status == 400 || answer.status == 204 ? FUNCTION_THERE : FUNCTION_NOT_KNOWN;
    if (answer.status == 404)
        return no_such_function(arena, target, folder, service, error);
    if (answer.status == 400 && has(answer.body, "functionName"))
        return error_set(error, "\"%s\" cannot be the name of a function; see --function-name",
                         text_quote(arena, target->function_name, 60));
    return true;
}

bool target_probe_function(struct arena *arena, const struct target *target, const char *folder,
                           enum service service, enum presence *presence, struct error *error)
{
    *presence = FUNCTION_NOT_KNOWN;
    if (service == SERVICE_SAM || service == SERVICE_CFNC)
        return ask_for_function(arena, target, folder, service, presence, error);
    if (service != SERVICE_RIE)
        return true;
    *presence = FUNCTION_THERE;
    return strcmp(target->function_name, "function") == 0 ||
           error_set(error,
                     "%s has no function \"%s\", only one named function; "
                     "use --function-name function",
                     service_name(service), text_quote(arena, target->function_name, 60));
}
