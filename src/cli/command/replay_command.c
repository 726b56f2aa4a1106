/* The same call, not sent: its request, or for curl, or for `sam local invoke` with a debugger. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/shell.h"
#include "cfnc/base/text.h"
#include "cfnc/ledger/folder.h"
#include "cfnc/world/lambda.h"
#include "replay_command_private.h"

void replay_print_request(const struct replaying *r)
{
    const struct protocol *protocol = r->recording->run.subject->protocol;
    struct request request = r->refilled.request;

    request.token = json_string(json_get(r->call->request, "token"));
    const json *payload = protocol->encode(r->arena, &r->target, &request);
    puts(json_print_pretty(
        r->arena, redact_request(r->redactor, r->arena, payload, protocol->request_places)));
}

/* --- curl --- */

/* A payload whose secrets become variables of a shell. */
struct hiding {
    struct replaying *r;
    const char *mark;  /* a text that nobody else knows, before the name of a variable */
    struct text names; /* comments: what each variable is */
    unsigned count;
};

/* A variable that stands for JSON; the mark is cut out of the text afterwards. */
static const json *variable(struct hiding *h, const char *pointer)
{
    const char *name = arena_printf(h->r->arena, "SECRET_%u", ++h->count);

    text_addf(&h->names, "# %s  the JSON of %s\n", name, text_quote(h->r->arena, pointer, 100));
    return json_new_string(h->r->arena, arena_printf(h->r->arena, "%s%s;", h->mark, name));
}

struct hiding_model {
    struct hiding *h;
    json *copy;
    const char *before;
};

static bool hide_place(void *context, const char *pointer, const json *value)
{
    struct hiding_model *m = context;
    struct arena *arena = m->h->r->arena;
    struct property_path at;

    (void)value;
    if (pointer_read(arena, pointer, &at))
        path_replace(m->copy, &at, variable(m->h, arena_printf(arena, "%s%s", m->before, pointer)));
    return true;
}

static void hide_model(struct hiding *h, json *model, const char *before)
{
    const struct property_set *secret = h->r->recording->run.subject->secret;
    struct hiding_model m = { h, model, before };

    for (size_t i = 0; model && i < secret->count; i++)
        path_each(h->r->arena, json_copy(h->r->arena, model), &secret->paths[i], hide_place, &m);
}

static void hide_models(struct hiding *h, json *value, const char *before)
{
    if (json_type(value) == JSON_OBJECT)
        hide_model(h, value, before);
    for (json *child = json_edit_first(value); child; child = json_edit_next(child))
        if (json_key(child))
            hide_models(h, child, pointer_add(h->r->arena, before, json_key(child)));
        else
            hide_models(h, child, before);
}

/* Whatever else has a secret in it. */
static void hide_texts(struct hiding *h, json *container, const char *pointer)
{
    size_t index = 0;

    for (json *child = json_edit_first(container); child; child = json_edit_next(child)) {
        const char *text = json_string(child),
                   *at = json_key(child) ? pointer_add(h->r->arena, pointer, json_key(child))
                                         : pointer_add_index(h->r->arena, pointer, index++);

        if (text && !strstr(text, h->mark) &&
            strcmp(redact_text(h->r->redactor, h->r->arena, text), text) != 0)
            child = json_replace(container, child, variable(h, at));
        hide_texts(h, child, at);
    }
}

/* As JSON in letters that every shell and terminal takes. */
static const char *in_ascii(struct arena *arena, const char *text)
{
    struct text out = text_new(arena);

    for (size_t length; *text; text += length) {
        unsigned code = (unsigned char)*text;

        length = text_utf8_length(text);
        length = length ? length : 1;
        if (length == 1 && code < 0x7F) {
            text_add_bytes(&out, text, 1);
            continue;
        }
        (void)text_harmful(text, &code);
        if (code > 0xFFFF)
            text_addf(&out, "\\u%04x\\u%04x", 0xD800 + ((code - 0x10000) >> 10),
                      0xDC00 + ((code - 0x10000) & 0x3FF));
        else
            text_addf(&out, "\\u%04x", code);
    }
    return out.bytes;
}

static void add_quoted(struct text *out, const char *text, size_t length)
{
    const char *word = length ? shell_word(out->arena, arena_copy(out->arena, text, length)) : "";

    text_add(out, word ? word : "");
}

/*
 * Quoted for a shell. A mark becomes a variable: what stands for JSON loses the
 * quotes around it, a credential (its mark has no ';') keeps them.
 */
static const char *as_word(struct arena *arena, const char *text, const char *mark)
{
    struct text out = text_new(arena);

    for (const char *at; (at = strstr(text, mark));) {
        const char *name = at + strlen(mark);
        const size_t length = strcspn(name, ";\"");
        const bool whole = name[length] == ';';

        add_quoted(&out, text, (size_t)(at - text) - whole);
        text_addf(&out, "\"$%.*s\"", (int)length, name);
        text = name + length + (whole ? 2 : 0);
    }
    add_quoted(&out, text, strlen(text));
    return out.bytes;
}

static void set_credential(json *credentials, const char *key, const char *mark, const char *name)
{
    struct arena *scratch = arena_new();

    if (json_get(credentials, key))
        json_set_string(credentials, key, arena_printf(scratch, "%s%s", mark, name));
    arena_free(scratch);
}

static void set_credentials(json *data, const char *key, const char *mark)
{
    json *credentials = json_edit(data, key);

    set_credential(credentials, "accessKeyId", mark, "AWS_ACCESS_KEY_ID");
    set_credential(credentials, "secretAccessKey", mark, "AWS_SECRET_ACCESS_KEY");
    set_credential(credentials, "sessionToken", mark, "AWS_SESSION_TOKEN");
}

static json *payload_of(struct replaying *r)
{
    struct request *request = &r->refilled.request;

    if (!request->token)
        request->token = token_new(NULL, r->arena);
    return r->recording->run.subject->protocol->encode(r->arena, &r->target, request);
}

static void add_signature(struct text *out, const struct target *target)
{
    const char *region =
        shell_word(out->arena, arena_printf(out->arena, "aws:amz:%s:lambda", target->region));

    if (strncmp(target->endpoint, "https:", strlen("https:")) != 0 || !region)
        return;
    text_addf(out, " --aws-sigv4 %s --user \"$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY\"", region);
    text_add(out, " -H \"X-Amz-Security-Token: $AWS_SESSION_TOKEN\"");
}

enum exit_code replay_print_curl(struct replaying *r)
{
    struct hiding h = { .r = r,
                        .mark = arena_printf(r->arena, "%s-", token_new(NULL, r->arena)),
                        .names = text_new(r->arena) };
    struct text out = text_new(r->arena);

    if (r->builtin || r->target.image)
        return complain(EXIT_USAGE, "--curl: %s; leave it out, or give --endpoint URL",
                        r->builtin ? "the handlers of --demo end with cfnc"
                                   : "this run called an image, and curl cannot");
    json *payload = payload_of(r), *data = json_edit(payload, "requestData");
    set_credentials(data, "callerCredentials", h.mark);
    set_credentials(data, "providerCredentials", h.mark);
    hide_model(&h, json_edit(data, "resourceProperties"), "");
    hide_model(&h, json_edit(data, "previousResourceProperties"), "previous ");
    hide_models(&h, json_edit(payload, "callbackContext"), "/callbackContext");
    hide_texts(&h, payload, "");
    const char *url = shell_word(r->arena, target_url(r->arena, &r->target));
    const char *word = as_word(r->arena, in_ascii(r->arena, json_print(r->arena, payload)), h.mark);
    if (!url)
        return complain(EXIT_USAGE, "--curl: the endpoint cannot be written for a shell");
    text_addf(&out, "curl -sS -H 'Content-Type: application/json'");
    add_signature(&out, &r->target);
    printf("# AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN  what the handler gets\n"
           "%s%s --data-binary %s %s\n",
           h.names.bytes, out.bytes, word, url);
    return EXIT_OK;
}

/* --- sam local invoke --- */

static const char event_file[] = "replay-event.json";

/* For its owner alone, whatever was there. */
static bool write_event(struct replaying *r, const char *text)
{
    const int folder = folder_ours(r->options.subject.folder, true);
    const int fd = folder < 0
                       ? -1
                       : openat(folder, event_file,
                                O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    struct stat status;
    const bool ours = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                      fchmod(fd, 0600) == 0 && ftruncate(fd, 0) == 0;
    const bool written = ours && dprintf(fd, "%s", text) >= 0;
    const int why = errno;
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
    return written ||
           error_set(&r->error, ".cfnc/%s: %s", event_file,
                     fd >= 0 && !ours ? "it is no file of ours; remove it" : strerror(why));
}

/* What stays in a file may not be a key that lasts. */
static bool may_be_written(struct replaying *r)
{
    const struct credentials *given = &r->target.credentials;

    if (!target_refresh(&r->target, &r->error))
        return false;
    if (given->placeholders || (given->session_token && *given->session_token))
        return true;
    return error_set(&r->error,
                     "--sam-debug: these credentials last, and would stand in a file; pass "
                     "--ask-sts or --role-arn for some that end, or --offline");
}

enum exit_code replay_print_sam(struct replaying *r)
{
    const struct replay_options *own = options_own(&r->options, IN_REPLAY);
    const bool here = strcmp(r->options.subject.folder, ".") == 0;
    const char *name = shell_word(r->arena, r->options.target.function_name);
    const char *folder = shell_word(r->arena, r->options.subject.folder);

    if (!may_be_written(r))
        return complain(EXIT_TARGET, "%s", redact_text(r->redactor, r->arena, r->error.text));
    if (!name || !folder)
        return complain(EXIT_USAGE, "--sam-debug: the folder cannot be written for a shell");
    const char *text = arena_printf(r->arena, "%s\n", json_print_pretty(r->arena, payload_of(r)));
    if (!write_event(r, text))
        return complain(EXIT_PROJECT, "%s", r->error.text);
    if (!here)
        printf("cd %s && ", folder);
    printf("sam local invoke %s --debug-port %d --event .cfnc/%s\n", name, own->sam_debug,
           event_file);
    complain(EXIT_OK, "note: .cfnc/%s holds what is secret in the request; remove it afterwards",
             event_file);
    return EXIT_OK;
}
