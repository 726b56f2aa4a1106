#include "cfnc/world/docker.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cfnc/base/process.h"
#include "cfnc/base/text.h"
#include "cfnc/http/http.h"

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static const char start_mark[] = "__CFN_RESOURCE_START_RESPONSE__";
static const char end_mark[] = "__CFN_RESOURCE_END_RESPONSE__";

enum {
    OUTPUT_LARGEST = 16 * 1024 * 1024,
    ARGUMENT_LARGEST = 128 * 1024 - 1, /* of Linux */
    ASKED_MS = 20000,
    SHOWN = 200,
    DOCKER_FAILED = 125, /* the exit codes of docker run itself: 125, 126 and 127 */
    COMMAND_NOT_FOUND = 127
};

struct docker {
    struct world world; /* first, so that a world of ours is one of these */
    struct target target;
    const char *program; /* with its folder */
};

bool docker_is_image(const char *name)
{
    static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "._-/:@";

    return *name && *name != '-' && !name[strspn(name, others)];
}

/* The docker on PATH; NULL and the error. */
static const char *find_program(struct arena *arena, struct error *error)
{
    const char *at = getenv("PATH");

    while (at && *at) {
        const size_t length = strcspn(at, ":");
        const char *path = arena_printf(arena, "%.*s/docker", (int)length, at);

        if (length && access(path, X_OK) == 0)
            return path;
        at += length + (at[length] == ':');
    }
    error_set(error, "--docker-image: there is no docker on PATH; install it, or start the handler "
                     "behind an endpoint and pass --endpoint");
    return NULL;
}

/* What docker says about itself, and what is to be done; the first that is in it. */
static const struct {
    const char *words, *what;
    bool with_image;
} troubles[] = {
    { "no such image", "docker has no image of that name; pull it, or build it: docker build -t ",
      true },
    { "not known", "docker has no image of that name; pull it, or build it: docker build -t ",
      true },
    { "permission denied", "docker may not be used; join its group, or see DOCKER_HOST", false },
    { "daemon", "the docker daemon does not answer; start it, or see DOCKER_HOST", false },
    { "connect", "the docker daemon does not answer; start it, or see DOCKER_HOST", false },
};

static bool contains(const char *text, const char *words)
{
    const size_t length = strlen(words);

    for (; *text; text++)
        if (strncasecmp(text, words, length) == 0)
            return true;
    return false;
}

/* False and the error for what is known to be in the way. What is not, `docker run` will tell. */
static bool explain(struct arena *arena, const struct target *target,
                    const struct process_result *result, struct error *error)
{
    const char *image = text_quote(arena, target->image, 100);

    for (size_t i = 0; i < COUNT(troubles); i++)
        if (contains(result->complaints, troubles[i].words))
            return error_set(error, "--docker-image %s: %s%s", image, troubles[i].what,
                             troubles[i].with_image ? arena_printf(arena, "%s .", image) : "");
    return *result->complaint ||
           error_set(error,
                     "--docker-image %s: docker image inspect ended with exit code %d; try it by "
                     "hand",
                     image, result->exit_code);
}

bool docker_probe(struct arena *arena, const struct target *target, struct error *error)
{
    const char *program = find_program(arena, error);
    const char *const argv[] = { program, "image", "inspect", target->image, NULL };
    const struct process process = { .argv = argv, .timeout_ms = ASKED_MS, .most = OUTPUT_LARGEST };
    struct process_result result;

    if (!program)
        return false;
    if (!process_run(arena, &process, &result, error))
        return error_prefix(error, "--docker-image: ");
    return result.exit_code == 0 || explain(arena, target, &result, error);
}

/* What stands between the marks; NULL when there are none. */
static const char *cut_answer(struct arena *arena, const struct process_result *result,
                              size_t *length)
{
    const char *const end = result->output + result->length;
    const char *start = NULL, *last = NULL;

    for (const char *at = result->output; at < end; at++) {
        if (!start && strncmp(at, start_mark, sizeof(start_mark) - 1) == 0)
            start = at + sizeof(start_mark) - 1;
        if (start && at >= start && strncmp(at, end_mark, sizeof(end_mark) - 1) == 0)
            last = at;
    }
    if (!last)
        return NULL;
    while (start < last && strchr(" \t\r\n", *start) && *start)
        start++;
    while (start < last && strchr(" \t\r\n", last[-1]) && last[-1])
        last--;
    *length = (size_t)(last - start);
    return arena_copy(arena, start, *length);
}

/* What a container said, for people: its complaints, or else its output. */
static bool read_failure(struct reply *reply, struct arena *arena, enum reply_kind kind,
                         const struct process_result *result, const char *problem, const char *hint)
{
    const bool silent = !*result->complaint;
    const char *said = silent ? result->output : result->complaints;

    *reply = (struct reply){
        .kind = kind,
        .sent = true,
        .body = said,
        .length = silent ? result->length : strlen(said),
        .problem = arena_printf(arena, "%s%s%s", problem, *result->complaint ? ": " : "",
                                text_quote(arena, result->complaint, SHOWN)),
        .error_message = *result->complaint ? result->complaint : NULL,
        .hint = hint,
    };
    return true;
}

static bool read_crash(struct reply *reply, struct arena *arena,
                       const struct process_result *result)
{
    const char *hint =
        result->exit_code == 128 + 9
            ? "something killed it, most often for want of memory"
            : "run the image by hand to see why: it is to end with 0 once it has answered";

    return read_failure(
        reply, arena, REPLY_CRASH, result,
        arena_printf(arena, "the container ended with exit code %d", result->exit_code), hint);
}

static bool read_answer(const struct docker *docker, struct arena *arena,
                        const struct process_result *result, struct reply *reply,
                        struct error *error)
{
    struct http_answer answer = { .status = 200 };

    answer.body = cut_answer(arena, result, &answer.length);
    if (!answer.body)
        return read_failure(
            reply, arena, REPLY_EMPTY, result,
            arena_printf(arena, "there is no answer between %s and %s", start_mark, end_mark),
            "does executableEntrypoint in .rpdk-config name the entry point of "
            "containers?");
    answer.too_large = answer.length > REPLY_LARGEST;
    if (!reply_read(reply, &answer, &docker->target, arena, error))
        return false;
    reply->http_status = 0; /* there was no HTTP */
    if (reply->kind == REPLY_EMPTY || reply->kind == REPLY_TIMED_OUT)
        reply->hint = "see what the handler writes between the marks";
    return true;
}

/* docker run itself says "docker: ..." and ends with one of three codes, as programs may too. */
static bool is_of_docker(const struct process_result *result)
{
    return result->exit_code == DOCKER_FAILED ||
           (result->exit_code > DOCKER_FAILED && result->exit_code <= COMMAND_NOT_FOUND &&
            strncmp(result->complaints, "docker: ", 8) == 0);
}

static bool blame_docker(const struct docker *docker, struct arena *arena,
                         const struct process_result *result, struct error *error)
{
    const char *said = result->complaints;
    const char *line = arena_copy(arena, said, strcspn(said, "\r\n"));
    const char *image = text_quote(arena, docker->target.image, 100);

    if (strncmp(line, "docker: ", 8) == 0)
        line += 8;
    return error_set(
        error, "docker cannot run %s: %s%s", image,
        *line ? text_quote(arena, line, SHOWN) : "it does not say why",
        result->exit_code == DOCKER_FAILED ? "" : "; check executableEntrypoint in .rpdk-config");
}

/* A handler that is late is heard for as long again: what it says names what is to be deleted. */
static int64_t patience_ms(const struct target *target, const struct sending *sending)
{
    const int64_t limit = 2 * sending->limit_ms;

    return limit > 0 && limit < target->total_timeout_ms ? limit : target->total_timeout_ms;
}

static bool read_reply(const struct docker *docker, struct arena *arena, int64_t waited_ms,
                       const struct process_result *result, struct reply *reply,
                       struct error *error)
{
    if (result->end == PROCESS_TOO_LONG)
        return read_failure(reply, arena, REPLY_TIMED_OUT, result,
                            arena_printf(arena, "no answer within %g s", (double)waited_ms / 1000),
                            "the container was removed; see what the handler waits for");
    if (result->end == PROCESS_TOO_MUCH)
        return read_failure(reply, arena, REPLY_TOO_LARGE, result,
                            arena_printf(arena,
                                         "the container wrote more than %d MiB, and was "
                                         "removed",
                                         OUTPUT_LARGEST / 1024 / 1024),
                            "log less, and return less: LIST in pages, with a nextToken");
    if (is_of_docker(result))
        return blame_docker(docker, arena, result, error);
    return result->exit_code ? read_crash(reply, arena, result)
                             : read_answer(docker, arena, result, reply, error);
}

/* docker run --rm --name=NAME IMAGE ENTRYPOINT... PAYLOAD */
static const char *const *arguments(const struct docker *docker, struct arena *arena,
                                    const char *name, const char *payload)
{
    const char *const first[] = { docker->program, "run", "--rm",
                                  arena_printf(arena, "--name=%s", name), docker->target.image };
    const char *const *words = docker->target.entrypoint;
    size_t count = 0, length = COUNT(first);

    while (words && words[count])
        count++;
    const char **argv = arena_array(arena, COUNT(first) + count + 2, sizeof(*argv));
    memcpy(argv, first, sizeof(first));
    for (size_t i = 0; i < count; i++)
        argv[length++] = words[i];
    argv[length] = payload;
    return argv;
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct docker *docker = (struct docker *)world;
    const char *name = arena_printf(arena, "cfnc-%s", token_new(world, arena));
    struct process_result result;
    struct error why;
    const int64_t patience = patience_ms(&docker->target, sending);
    const bool hurried = sending->within_ms > 0 && sending->within_ms < patience;

    *reply = (struct reply){ .sent = false };
    if (sending->length > ARGUMENT_LARGEST)
        return error_set(error,
                         "the request is of %zu bytes, and an argument of docker run holds %d; "
                         "make the inputs smaller, or use --endpoint",
                         sending->length, ARGUMENT_LARGEST);
    if (!docker->program)
        docker->program = find_program(arena, error);
    if (!docker->program)
        return false;
    const char *const removal[] = { docker->program, "rm", "-f", name, NULL };
    const struct process process = {
        .argv = arguments(docker, arena, name, sending->bytes),
        .timeout_ms = hurried ? sending->within_ms : patience,
        .grace_ms = docker->target.grace_ms,
        .patience = sending->patience,
        .most = OUTPUT_LARGEST,
        .afterwards = removal,
        .credentials = true, /* its helpers sign in to registries with them */
    };
    if (!process_run(arena, &process, &result, &why) && result.end == PROCESS_NOT_STARTED)
        return error_set(error, "docker cannot be started: %s", why.text);
    reply->given_up = result.end == PROCESS_GIVEN_UP || (result.end == PROCESS_TOO_LONG && hurried);
    if (!reply->given_up)
        return read_reply(docker, arena, patience, &result, reply, error);
    reply->sent = true;
    return error_set(error, "%s; the container was removed", why.text);
}

struct world *docker_world(struct arena *arena, const struct target *target)
{
    struct docker *docker = arena_alloc(arena, sizeof(*docker));
    struct error later; /* whoever asks for a call is told */

    *docker = (struct docker){
        .world = { .call = call,
                   .now_ms = system_now_ms,
                   .sleep_ms = system_sleep_ms,
                   .token = token_new },
        .target = *target,
        .program = find_program(arena, &later),
    };
    return &docker->world;
}
