/*
 * HAR 1.2 (the archive that browsers write): an entry for each call, with what only
 * cfnc knows of it in "_cfnc". A payload that was not kept has a comment in its place.
 */
#include <string.h>

#include "cfnc/report/failure.h"
#include "formats.h"
#include "spelling.h"

static const char media_type[] = "application/json";

/* The URL that Lambda's API has for it; an image has none. */
static const char *url_of(struct arena *arena, const struct run *run)
{
    const struct target *target = run->target;

    if (run->service == SERVICE_DOCKER)
        return arena_printf(arena, "docker:%s", text_quote(arena, target->endpoint, 0));
    return arena_printf(arena, "%s/2015-03-31/functions/%s/invocations",
                        text_quote(arena, target->endpoint, 0),
                        text_quote(arena, target->function_name, 0));
}

/* Headers and cookies are not recorded. */
static void set_message(json *message)
{
    json_set_string(message, "httpVersion", "HTTP/1.1");
    json_set_array(message, "cookies");
    json_set_array(message, "headers");
    json_set_number(message, "headersSize", -1);
    json_set_number(message, "bodySize", -1);
}

static void add_request(struct arena *arena, json *entry, const struct run *run,
                        const struct call *call)
{
    json *request = json_set_object(entry, "request");

    json_set_string(request, "method", "POST");
    json_set_string(request, "url", url_of(arena, run));
    set_message(request);
    json_set_array(request, "queryString");
    if (!call->request) {
        json_set_string(request, "comment", "the request was not kept");
        return;
    }
    json *data = json_set_object(request, "postData");
    json_set_string(data, "mimeType", media_type);
    json_set_string(data, "text", json_print(arena, call->request));
}

static void add_response(struct arena *arena, json *entry, const struct call *call)
{
    const struct reply *reply = &call->reply;
    const char *text = reply->value  ? json_print(arena, reply->value)
                       : reply->body ? text_quote(arena, reply->body, 0)
                                     : NULL;
    json *response = json_set_object(entry, "response");

    json_set_number(response, "status", reply->http_status);
    json_set_string(response, "statusText", "");
    set_message(response);
    json_set_string(response, "redirectURL", "");
    json *content = json_set_object(response, "content");
    json_set_number(content, "size", text ? (double)strlen(text) : 0);
    json_set_string(content, "mimeType", reply->value ? media_type : "text/plain");
    if (text)
        json_set_string(content, "text", text);
    else
        json_set_string(content, "comment", "there was no answer, or it was not kept");
}

static void add_own(struct arena *arena, json *entry, const struct run *run,
                    const struct call *call)
{
    json *own = json_set_object(entry, "_cfnc");

    json_set_string(own, "call", report_call_id(arena, call));
    json_set_string(own, "type", run->subject->name);
    json_set_string(own, "test", report_outcome_id(arena, call->owner));
    json_set_string(own, "phase", report_phase(call));
    json_set_string(own, "action", call->handler->name);
    json_set_number(own, "callback_index", call->callbacks);
    report_text(arena, own, "status", status_name(call->event.status));
    report_text(arena, own, "error_code", call->event.error_text);
    report_text(arena, own, "message", call->event.message);
    report_text(arena, own, "function_error", call->reply.error_type);
    report_text(arena, own, "problem", call->reply.problem);
    json_set_string(own, "verdict", report_verdict(run, call));
    report_ms(own, "wait_before_ms", call->wait_before_ms);
}

static void add_entry(struct arena *arena, json *entries, const struct run *run,
                      const struct call *call)
{
    json *entry = json_append_object(entries);

    json_set_string(entry, "startedDateTime",
                    report_date_time(arena, run->started_wall_ms + call->started_ms));
    report_ms(entry, "time", call->duration_ms);
    add_request(arena, entry, run, call);
    add_response(arena, entry, call);
    json_set_object(entry, "cache");
    json *timings = json_set_object(entry, "timings");
    json_set_number(timings, "send", 0);
    report_ms(timings, "wait", call->duration_ms);
    json_set_number(timings, "receive", 0);
    add_own(arena, entry, run, call);
}

const char *har_report(struct arena *arena, const struct runs *runs)
{
    json *archive = json_object(arena), *log = json_set_object(archive, "log");
    struct text comment = text_new(arena);

    json_set_string(log, "version", "1.2");
    json *creator = json_set_object(log, "creator");
    json_set_string(creator, "name", "cfnc");
    json_set_string(creator, "version", CFNC_VERSION);
    for (size_t i = 0; i < runs->count; i++)
        text_addf(&comment, "%s, seed %llu; ", runs->items[i]->subject->name,
                  (unsigned long long)runs->items[i]->options.seed);
    text_add(&comment, "secrets are not in here");
    json_set_string(log, "comment", comment.bytes);
    json *entries = json_set_array(log, "entries");
    for (size_t i = 0; i < runs->count; i++)
        for (const struct call *call = runs->items[i]->calls; call; call = call->next)
            add_entry(arena, entries, runs->items[i], call);
    return arena_printf(arena, "%s\n", json_print_pretty(arena, archive));
}
