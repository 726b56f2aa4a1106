/*
 * Calls and their answers in the record of the run. All of it is redacted here, before anybody
 * can print it, and outlives the trial.
 */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/http/http.h"
#include "engine_private.h"

enum {
    TEXT_KEPT = 64 * 1024,        /* bytes of what was said, or of an answer that is no JSON */
    CALLS_KEPT_WHOLE = 2000,      /* beyond so many calls, requests and answers are not kept, */
    WHOLE_KEPT = 8 * 1024 * 1024, /* nor beyond so many bytes of memory */
    VALUE_BYTES = 80              /* what a JSON value costs of that, beside its text */
};

const char *trial_say(struct trial *t, const char *text)
{
    struct arena *scratch = arena_new();
    const char *shown = redact_text(t->run->redactor, scratch, text), *kept;
    size_t length = strlen(shown);

    if (length <= TEXT_KEPT) {
        kept = arena_copy(t->run->arena, shown, length);
    } else {
        for (length = TEXT_KEPT; length && (shown[length] & 0xC0) == 0x80;)
            length--; /* not within a letter */
        kept = arena_printf(t->run->arena, "%.*s...", (int)length, shown);
    }
    arena_free(scratch);
    return kept;
}

static const char *say_if_any(struct trial *t, const char *text)
{
    return text ? trial_say(t, text) : NULL;
}

static void record_event(struct trial *t, struct call *call, const struct event *event)
{
    if (call->reply.kind == REPLY_OBJECT && call->reply.value)
        t->run->subject->protocol->decode(&call->event, call->reply.value);
    call->event.status = event->status;
    call->event.error_code = event->error_code;
    call->event.error_text = say_if_any(t, event->error_text);
    call->event.message = say_if_any(t, event->message);
    call->event.delay_seconds = event->delay_seconds;
}

/* The heads, like any text; and how long it took. */
static const struct http_wire *record_wire(struct trial *t, const struct http_wire *wire)
{
    struct http_wire *kept = wire ? arena_alloc(t->run->arena, sizeof(*kept)) : NULL;

    if (!wire)
        return NULL;
    *kept = *wire;
    kept->sent = trial_say(t, wire->sent);
    kept->received = trial_say(t, wire->received);
    kept->peer = trial_say(t, wire->peer);
    return kept;
}

static void record_reply(struct trial *t, struct call *call, const struct reply *reply)
{
    struct arena *arena = t->run->arena;
    struct redactor *redactor = t->run->redactor;

    call->reply = *reply;
    call->reply.value = reply->value ? redact_places(redactor, arena, reply->value,
                                                     t->run->subject->protocol->answer_places)
                                     : NULL;
    /* cut when it was redacted: the beginning of a secret is none */
    call->reply.body = reply->value ? NULL : say_if_any(t, reply->body);
    call->reply.trace = reply->trace ? redact_value(redactor, arena, reply->trace) : NULL;
    call->reply.wire = record_wire(t, reply->wire);
}

static void record_words(struct trial *t, struct call *call, const struct reply *reply)
{
    call->reply.kind = reply->kind;
    call->reply.sent = reply->sent;
    call->reply.http_status = reply->http_status;
    call->reply.problem = say_if_any(t, reply->problem);
    call->reply.error_type = say_if_any(t, reply->error_type);
    call->reply.error_message = say_if_any(t, reply->error_message);
    call->reply.hint = say_if_any(t, reply->hint);
}

/* What was sent, redacted once; NULL where it nests deeper than what is read may. */
static const json *record_request(struct trial *t, const struct sending *sent)
{
    const struct run *run = t->run;
    struct arena *scratch = arena_new();
    struct error error;
    const json *payload =
        sent->bytes ? json_parse(scratch, sent->bytes, sent->length, &error) : NULL;
    const json *kept = payload ? redact_places(run->redactor, run->arena, payload,
                                               run->subject->protocol->request_places)
                               : NULL;

    arena_free(scratch);
    return kept;
}

/* Long stabilizations make thousands of calls; of the later ones only the words are kept. */
void call_record(struct trial *t, struct call *call, const struct exchange *x,
                 const struct sending *sent)
{
    struct run *run = t->run;
    /* the answer, and the request, which is about as much */
    const size_t weight = 2 * (x->reply.length + x->reply.values * VALUE_BYTES);

    call->duration_ms = x->elapsed_ms;
    if (call->seq <= CALLS_KEPT_WHOLE && run->kept + weight <= WHOLE_KEPT) {
        run->kept += weight;
        call->request = record_request(t, sent);
        record_reply(t, call, &x->reply);
    }
    record_words(t, call, &x->reply);
    record_event(t, call, &x->event);
}
