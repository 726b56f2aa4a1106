/*
 * What is kept of a trial in the record of the run: findings, calls, answers.
 * All of it is redacted here, before anybody can print it, and outlives the
 * trial.
 */
#include "cfnc/engine/operation.h"

#include <string.h>

#include "cfnc/base/text.h"

enum {
    TEXT_KEPT = 64 * 1024,        /* bytes of what was said, or of an answer that is no JSON */
    CALLS_KEPT_WHOLE = 2000,      /* beyond so many calls, requests and answers are not kept, */
    WHOLE_KEPT = 8 * 1024 * 1024, /* nor beyond so many bytes of memory */
    VALUE_BYTES = 80              /* what a JSON value costs of that, beside its text */
};

/* Copies a rule's title with the names filled in. */
static const char *fill_in(struct arena *arena, const char *title, enum action action,
                           const char *origin)
{
    struct text out = text_new(arena);

    while (*title) {
        if (strncmp(title, "{action}", 8) == 0) {
            text_add(&out, action_name(action));
            title += 8;
        } else if (strncmp(title, "{origin}", 8) == 0) {
            text_add(&out, origin);
            title += 8;
        } else {
            text_add_bytes(&out, title++, 1);
        }
    }
    return out.bytes;
}

/* Where things are made that are copied at once: there may be no call any more. */
static struct arena *scratch_of(const struct trial *t)
{
    return t->scratch ? t->scratch : t->arena;
}

/* What is said about a trial outlives it. */
static const char *say(struct trial *t, const char *text)
{
    const char *shown = redact_text(t->run->redactor, scratch_of(t), text);
    size_t length = strlen(shown);

    if (length <= TEXT_KEPT)
        return arena_copy(t->run->arena, shown, length);
    for (length = TEXT_KEPT; length && (shown[length] & 0xC0) == 0x80;)
        length--; /* not within a letter */
    return arena_printf(t->run->arena, "%.*s...", (int)length, shown);
}

/* Whether the same was found already: a READ that differs may break several rules that yield. */
static bool found_already(const struct trial *t, const struct rule *rule, const struct call *call)
{
    const struct finding *const lists[] = { t->outcome->findings, t->outcome->waived };

    for (size_t i = 0; i < 2 && call; i++)
        for (const struct finding *f = lists[i]; f; f = f->next)
            if (f->rule == rule && f->call == call)
                return true;
    return false;
}

static void find(struct trial *t, const struct finding *found, const struct comparison *comparison,
                 enum action action)
{
    const struct rule *rule = found->rule;
    struct arena *arena = t->run->arena;
    struct finding *finding = arena_alloc(arena, sizeof(*finding));
    struct finding **end = &t->outcome->findings;

    if (found_already(t, rule, found->call))
        return;
    *finding = *found;
    finding->title = fill_in(arena, rule->title, action, t->update ? "UPDATE" : "CREATE");
    finding->fault = say(t, found->fault);
    finding->no_event = found->call && found->call->event.status == NO_STATUS;
    if (comparison)
        finding->comparison = redact_comparison(t->run->redactor, arena, comparison);
    t->outcome->broken[rule - rules] = true;
    if (trial_waive(t, finding))
        return;
    /* What fails the test is told before what does not. */
    while (*end && !(finding->level == MUST && (*end)->level == SHOULD))
        end = &(*end)->next;
    finding->next = *end;
    *end = finding;
    t->failed = t->failed || finding->level == MUST;
}

void trial_find(struct trial *t, const struct rule *rule, const struct call *call,
                const char *fault, const struct comparison *comparison, enum action action)
{
    const struct finding found = {
        .rule = rule, .level = rule->level, .call = call, .fault = fault
    };

    find(t, &found, comparison, action);
}

void trial_advise(struct trial *t, const struct rule *rule, const struct call *call,
                  const char *fault, enum action action)
{
    const struct finding found = { .rule = rule, .level = SHOULD, .call = call, .fault = fault };

    find(t, &found, NULL, action);
}

void trial_keep(struct trial *t, const struct rule *rule)
{
    t->outcome->judged[rule - rules] = true;
}

void trial_error(struct trial *t, const char *text)
{
    if (!t->outcome->error) /* the first one is what the user has to mend */
        t->outcome->error = say(t, text);
    t->failed = true;
}

/* The payload without what is secret, for the record. */
static const json *keep_request(struct trial *t, const struct request *request)
{
    struct arena *arena = t->run->arena;
    struct redactor *redactor = t->run->redactor;
    struct request bare = *request; /* what is large, and hidden by path, is put in below */
    struct error ignored;

    bare.desired = bare.previous = bare.context = NULL;
    const char *text = payload_print(t->scratch, t->run->target, &bare);
    const json *payload = json_parse(t->scratch, text, strlen(text), &ignored);
    json *kept = payload ? redact_value(redactor, arena, payload) : json_object(arena);
    json *data = json_edit(kept, "requestData");

    if (!data) /* a configuration as deep as a document may be does not fit into another */
        data = json_set_object(kept, "requestData");
    json_set_string(data, "callerCredentials", "•••");
    if (json_get(data, "providerCredentials"))
        json_set_string(data, "providerCredentials", "•••");
    if (request->context)
        json_set(kept, "callbackContext", redact_context(redactor, t->scratch, request->context));
    json_set(data, "resourceProperties", redact_model(redactor, t->scratch, request->desired));
    if (request->previous)
        json_set(data, "previousResourceProperties",
                 redact_model(redactor, t->scratch, request->previous));
    return kept;
}

static const char *keep_text(struct trial *t, const char *text)
{
    return text ? say(t, text) : NULL;
}

static void keep_event(struct trial *t, struct call *call, const struct event *event)
{
    call->event = (struct event){
        .status = event->status,
        .error_code = event->error_code,
        .error_text = keep_text(t, event->error_text),
        .message = keep_text(t, event->message),
        .delay_seconds = event->delay_seconds,
    };
}

/* The heads, like any text; and how long it took. */
static const struct http_wire *keep_wire(struct trial *t, const struct http_wire *wire)
{
    struct http_wire *kept = wire ? arena_alloc(t->run->arena, sizeof(*kept)) : NULL;

    if (!wire)
        return NULL;
    *kept = *wire;
    kept->sent = say(t, wire->sent);
    kept->received = say(t, wire->received);
    kept->peer = say(t, wire->peer);
    return kept;
}

static void keep_reply(struct trial *t, struct call *call, const struct reply *reply)
{
    struct arena *arena = t->run->arena;
    const char *body = reply->value || !reply->body ? NULL : say(t, reply->body);

    call->reply = *reply;
    call->reply.value = reply->value ? redact_event(t->run->redactor, arena, reply->value) : NULL;
    call->reply.body = body; /* cut when it was redacted: the beginning of a secret is none */
    call->reply.trace = reply->trace ? redact_value(t->run->redactor, arena, reply->trace) : NULL;
    call->reply.wire = keep_wire(t, reply->wire);
}

static void keep_words(struct trial *t, struct call *call, const struct reply *reply)
{
    call->reply.kind = reply->kind;
    call->reply.sent = reply->sent;
    call->reply.http_status = reply->http_status;
    call->reply.problem = keep_text(t, reply->problem);
    call->reply.error_type = keep_text(t, reply->error_type);
    call->reply.error_message = keep_text(t, reply->error_message);
    call->reply.hint = keep_text(t, reply->hint);
}

/* The answer, and the request, which is about as much. */
static size_t weight_of(const struct exchange *x)
{
    return 2 * (x->reply.length + x->reply.values * VALUE_BYTES);
}

static bool is_kept_whole(struct run *run, const struct call *call, const struct exchange *x)
{
    const size_t weight = weight_of(x);

    if (call->seq > CALLS_KEPT_WHOLE || run->kept + weight > WHOLE_KEPT)
        return false;
    run->kept += weight;
    return true;
}

/* Long stabilizations make thousands of calls; of the later ones only the words are kept. */
void call_keep(struct trial *t, struct call *call, const struct exchange *x)
{
    call->duration_ms = x->elapsed_ms;
    if (is_kept_whole(t->run, call, x)) {
        call->request = keep_request(t, &x->request);
        keep_reply(t, call, &x->reply);
    }
    keep_words(t, call, &x->reply);
    keep_event(t, call, &x->event);
}
