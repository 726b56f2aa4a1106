/* Images, run by a stand-in for docker that is written here: a script on PATH. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/world/docker.h"
#include "test.h"

static struct arena *arena;
static struct error error;
static char folder[64];

static const char *in_folder(const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

/* Every word that it gets goes into the file "log", in brackets. */
static void begin(const char *script)
{
    arena = arena_new();
    strcpy(folder, "/tmp/cfnc-docker-XXXXXX");
    check(mkdtemp(folder) != NULL);
    FILE *file = fopen(in_folder("docker"), "w");
    check(file != NULL);
    if (!file)
        return;
    fprintf(file,
            "#!/bin/sh\nlog=%s/log\nfor word; do printf '[%%s]' \"$word\"; done >> $log\n"
            "echo >> $log\n%s\n",
            folder, script);
    fclose(file);
    check(chmod(in_folder("docker"), 0700) == 0);
    setenv("PATH", arena_printf(arena, "%s:/usr/local/bin:/usr/bin:/bin", folder), 1);
}

static void end(void)
{
    unlink(in_folder("docker"));
    unlink(in_folder("log"));
    unlink(in_folder("left"));
    check_number(rmdir(folder), 0);
    arena_free(arena);
}

static const char *logged(void)
{
    const char *text = file_read(arena, in_folder("log"), 1024 * 1024, NULL, &error);

    return text ? text : "";
}

static const char *const entrypoint[] = { "/bin/it has", "--flag", "$HOME", NULL };

static struct target target_of(void)
{
    return (struct target){
        .endpoint = "docker:acme/thing:1",
        .function_name = "",
        .image = "acme/thing:1",
        .entrypoint = entrypoint,
        .region = "eu-west-1",
        .account_id = "111122223333",
        .type_name = "My::Own::Thing",
        .credentials = { .access_key_id = "id", .secret_access_key = "s", .session_token = "t" },
        .total_timeout_ms = 20000,
    };
}

static int64_t limit_ms; /* of an answer; 0: none */

static bool call(const struct target *target, const char *name, struct reply *reply)
{
    json *payload = json_object(arena);
    struct world *world = docker_world(arena, target);

    error.text[0] = '\0';
    json_set_string(payload, "Name", name);
    const char *bytes = json_print(arena, payload);
    const struct sending sending = { .bytes = bytes,
                                     .length = strlen(bytes),
                                     .limit_ms = limit_ms };
    return world->call(world, &sending, arena, reply, &error);
}

static struct reply called(const char *script)
{
    const struct target target = target_of();
    struct reply reply = { 0 };

    begin(script);
    check(call(&target, "x", &reply));
    check_text(error.text, "");
    return reply;
}

#define START "echo __CFN_RESOURCE_START_RESPONSE__;"
#define END   "echo __CFN_RESOURCE_END_RESPONSE__;"

static void arguments(void)
{
    const struct reply reply = called(START "echo '{\"status\":\"SUCCESS\"}';" END);
    const char *words = logged(), *name = strstr(words, "[--name=cfnc-");

    check_number(reply.kind, REPLY_OBJECT);
    check_number(reply.http_status, 0);
    check(reply.sent);
    check_text(json_string(json_get(reply.value, "status")), "SUCCESS");
    check(strncmp(words, "[run][--rm][--name=cfnc-", 24) == 0);
    check_contains(words, "][acme/thing:1][/bin/it has][--flag][$HOME][{\"Name\":\"x\"}]\n");
    check(name && strcspn(name, "]") == strlen("[--name=cfnc-") + 36);
    end();
}

/* The image's own entry point gets the request alone. */
static void no_entrypoint(void)
{
    struct target target = target_of();
    struct reply reply;

    target.entrypoint = NULL;
    begin(START "echo '{}';" END);
    check(call(&target, "quote ' \" \\ $(id) h\xC3\xA9 \xE2\x82\xAC", &reply));
    check_contains(logged(), "[acme/thing:1][{\"Name\":");
    check_contains(logged(), "\"Name\":\"quote ' \\\" \\\\ $(id) h\xC3\xA9 \xE2\x82\xAC\"");
    check_number(reply.kind, REPLY_OBJECT);
    end();
}

static void what_is_around_the_answer(void)
{
    static const struct {
        const char *script, *status;
    } rows[] = {
        { "echo '{\"status\":\"FAILED\"}';" START "echo '{\"status\":\"A\"}';" END
          "echo '{\"status\":\"FAILED\"}'",
          "A" },
        { "printf '__CFN_RESOURCE_START_RESPONSE__{\"status\":\"B\"}__CFN_RESOURCE_END_RESPONSE__'",
          "B" },
        { "echo late >&2;" START "printf '\\r\\n {\"status\":\\n\"C\"}\\r\\n';" END, "C" },
        { START "echo '{\"m\":\"__CFN_RESOURCE_END_RESPONSE__ __CFN_RESOURCE_START_RESPONSE__\",';"
                "echo '\"status\":\"D\"}';" END,
          "D" },
        { "printf 'a\\000b\\n';" START "echo '{\"status\":\"h\xC3\xA9\"}';" END, "h\xC3\xA9" },
        { END START "echo '{\"status\":\"E\"}';" END, "E" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct reply reply = called(rows[i].script);

        check_number(reply.kind, REPLY_OBJECT);
        check_text(json_string(json_get(reply.value, "status")), rows[i].status);
        end();
    }
}

static void what_is_no_answer(void)
{
    static const struct {
        const char *script;
        enum reply_kind kind;
        const char *problem, *body;
    } rows[] = {
        { "echo log; echo why >&2", REPLY_EMPTY, "no answer between", "why\n" },
        { "echo '{\"status\":\"SUCCESS\"}'", REPLY_EMPTY, "no answer between",
          "{\"status\":\"SUCCESS\"}\n" },
        { START "echo '{}'", REPLY_EMPTY, "no answer between", NULL },
        { END START, REPLY_EMPTY, "no answer between", NULL },
        { ":", REPLY_EMPTY, "no answer between", "" },
        { START END, REPLY_EMPTY, "the answer is empty", NULL },
        { START "echo '{'; " END, REPLY_NOT_JSON, "the answer is not JSON", "{" },
        { START "echo '[1]'; " END, REPLY_NOT_OBJECT, "the answer is of type array", NULL },
        { START "echo '{\"errorType\":\"Boom\",\"errorMessage\":\"no\"}'; " END, REPLY_CRASH,
          "the handler crashed: Boom: no", NULL },
        { START "echo '{}'; " END "echo Exception in thread >&2; echo at x >&2; exit 3",
          REPLY_CRASH, "the container ended with exit code 3: at x",
          "Exception in thread\nat x\n" },
        { "exit 127", REPLY_CRASH, "exit code 127", NULL },
        { "kill -9 $$", REPLY_CRASH, "exit code 137", NULL },
        { "printf 'bad \\033[31m\\377' >&2; exit 1", REPLY_CRASH, "bad \\u001b[31m\\xff", NULL },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct reply reply = called(rows[i].script);

        check_number(reply.kind, rows[i].kind);
        check(reply.sent);
        check_contains(reply.problem, rows[i].problem);
        if (rows[i].body)
            check_text(reply.body, rows[i].body);
        end();
    }
}

static void what_says_nothing_of_the_handler(void)
{
    static const struct {
        const char *script, *text;
    } rows[] = {
        { "echo 'docker: Error response from daemon: gone.' >&2; echo See --help >&2; exit 125",
          "docker cannot run acme/thing:1: Error response from daemon: gone." },
        { "exit 125", "it does not say why" },
        { "echo 'docker: exec: \"/bin/it has\": not there' >&2; exit 127",
          "check executableEntrypoint" },
        { "echo 'docker: exec: permission denied' >&2; exit 126", "check executableEntrypoint" },
    };
    const struct target target = target_of();
    struct reply reply;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        begin(rows[i].script);
        check(!call(&target, "x", &reply));
        check_contains(error.text, rows[i].text);
        check(!strchr(error.text, '\n') && !strstr(error.text, "requestData"));
        end();
    }
}

/* Lambda lets no more than 6 MiB through, and nobody wants to keep an endless log. */
static void too_much(void)
{
    static const char large[] =
        START "printf '{\"a\":\"'; head -c 6300000 /dev/zero | tr '\\0' a; echo '\"}';" END;
    static const char log[] = "head -c 7000000 /dev/zero; " START "echo '{}'; " END;
    static const char endless[] =
        "case $1 in rm) exit;; esac; while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaa; done";

    check_number(called(large).kind, REPLY_TOO_LARGE);
    end();
    check_number(called(log).kind, REPLY_OBJECT);
    end();
    const struct reply reply = called(endless);
    check_number(reply.kind, REPLY_TOO_LARGE);
    check_contains(reply.problem, "16 MiB");
    check_contains(logged(), "\n[rm][-f][cfnc-");
    end();
}

/* The container that is removed is the one that was started. */
static void too_long(void)
{
    struct target target = target_of();
    struct reply reply;
    bool named = false;

    for (int ms = 200; !named && ms < 60000; ms *= 4) { /* once more where it was slow to start */
        target.total_timeout_ms = ms;
        begin("case $1 in rm) exit;; esac; echo waiting >&2; sleep 100 & wait");
        check(call(&target, "x", &reply));
        check_number(reply.kind, REPLY_TIMED_OUT);
        check_contains(reply.problem, arena_printf(arena, "no answer within %g s", ms / 1000.0));
        const char *words = logged(), *name = strstr(words, "--name=");
        const char *removed = strstr(words, "[rm][-f][");
        named = name != NULL;
        check(removed && (!named || strncmp(name + 7, removed + 9, 41) == 0));
        end();
    }
    check(named);
}

/* A handler is waited for twice as long as it may take. */
static void much_too_long(void)
{
    struct target target = target_of();
    struct reply reply;

    limit_ms = 200;
    begin("case $1 in rm) exit;; esac; sleep 100 & wait");
    check(call(&target, "x", &reply));
    check_number(reply.kind, REPLY_TIMED_OUT);
    check_contains(reply.problem, "no answer within 0.4 s");
    limit_ms = 1000000;
    target.total_timeout_ms = 300;
    check(call(&target, "x", &reply));
    check_contains(reply.problem, "no answer within 0.3 s");
    limit_ms = 0;
    end();
}

/* The kernel takes no more than 128 KiB in one argument. */
static void too_large_to_ask(void)
{
    const struct target target = target_of();
    struct reply reply;

    begin("exit 1");
    struct text name = text_new(arena);
    for (int i = 0; i < 140; i++)
        text_addf(&name, "%01000d", i);
    check(!call(&target, name.bytes, &reply));
    check_contains(error.text, "an argument of docker run holds 131071");
    check(!reply.sent);
    check_text(logged(), "");
    end();
}

static void no_program(void)
{
    const struct target target = target_of();
    struct reply reply;

    begin("exit 1");
    setenv("PATH", "/no/such/folder::", 1);
    check(!docker_probe(arena, &target, &error));
    check_contains(error.text, "there is no docker on PATH; install it");
    check(!call(&target, "x", &reply));
    check_contains(error.text, "there is no docker on PATH");
    unsetenv("PATH");
    check(!docker_probe(arena, &target, &error));
    setenv("PATH", "/usr/bin:/bin", 1);
    end();
}

static void asked_beforehand(void)
{
    static const struct {
        const char *script, *text; /* NULL: all is well */
    } rows[] = {
        { "echo '[{}]'", NULL },
        { "echo 'Error response from daemon: No such image: acme/thing:1' >&2; exit 1",
          "docker has no image of that name; pull it, or build it: docker build -t acme/thing:1 "
          "." },
        { "echo 'Error: acme/thing:1: image not known' >&2; exit 125", "docker has no image" },
        { "echo 'Cannot connect to the Docker daemon at unix:///x. Is it running?' >&2; exit 1",
          "the docker daemon does not answer; start it" },
        { "echo 'permission denied while trying to connect to the Docker daemon' >&2; exit 1",
          "docker may not be used; join its group" },
        { "exit 4", "docker image inspect ended with exit code 4" },
        { "echo 'something else' >&2; exit 1", NULL }, /* docker run will tell */
    };
    const struct target target = target_of();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        begin(rows[i].script);
        check(docker_probe(arena, &target, &error) == !rows[i].text);
        if (rows[i].text)
            check_contains(error.text, rows[i].text);
        check_text(logged(), "[image][inspect][acme/thing:1]\n");
        end();
    }
}

static void names_of_images(void)
{
    check(docker_is_image("thing"));
    check(docker_is_image("localhost:5000/a/b_c.d-e:v1@sha256:00ff"));
    check(!docker_is_image(""));
    check(!docker_is_image("--privileged"));
    check(!docker_is_image("a b"));
    check(!docker_is_image("a\n"));
    check(!docker_is_image("a;b"));
}

static const struct test tests[] = {
    { "docker: arguments", arguments },
    { "docker: the image's own entry point", no_entrypoint },
    { "docker: what is around the answer", what_is_around_the_answer },
    { "docker: what is no answer", what_is_no_answer },
    { "docker: what says nothing of the handler", what_says_nothing_of_the_handler },
    { "docker: too much", too_much },
    { "docker: too long", too_long },
    { "docker: much too long", much_too_long },
    { "docker: too large to ask", too_large_to_ask },
    { "docker: no program", no_program },
    { "docker: asked beforehand", asked_beforehand },
    { "docker: names of images", names_of_images },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
