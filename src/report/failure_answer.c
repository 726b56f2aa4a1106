/* What the handler said, how a call ended, and what to look at first: words of a failure block. */
#include <string.h>

#include "cfnc/base/clock.h"
#include "failure_private.h"

enum { VALUE_COLUMNS = 60, MOST_FRAMES = 3, FRAME_COLUMNS = 160, HANDLERS_WORDS = 160 };

const char *verdict_word(enum verdict verdict)
{
    static const char *const words[] = {
        [VERDICT_PASSED] = "PASS",  [VERDICT_FAILED] = "FAIL", [VERDICT_ERRORED] = "ERROR",
        [VERDICT_WAIVED] = "WAIVE", [VERDICT_FLAKY] = "FLAKY", [VERDICT_SKIPPED] = "skip",
        [VERDICT_NOT_RUN] = "----",
    };

    return words[verdict];
}

/* The errorCode says all of it: a CREATE, UPDATE or DELETE that should have succeeded FAILED. */
static bool says_it_all(const struct finding *finding)
{
    return finding->rule->says_code && finding->call && finding->call->event.status == FAILED &&
           finding->call->event.error_text;
}

bool failure_refused(const struct run *run, const struct finding *finding)
{
    const struct lifecycle *life = run->subject->protocol->life;

    return life && says_it_all(finding) && finding->call->action & life->makes &&
           !finding->call->callbacks;
}

static bool is_answered_by(const struct finding *finding, enum reply_kind kind)
{
    return finding->no_event && finding->call && finding->call->reply.kind == kind;
}

bool failure_crashed(const struct finding *finding)
{
    return is_answered_by(finding, REPLY_CRASH);
}

const char *failure_title(struct arena *arena, const struct run *run, const struct finding *finding)
{
    const struct call *call = finding->call;

    if (failure_crashed(finding))
        return arena_printf(arena,
                            "%s: the handler crashed.  Lambda answered with an error, not an "
                            "event.",
                            call->handler->name);
    if (is_answered_by(finding, REPLY_EMPTY))
        return arena_printf(arena, "%s: HTTP %d with an empty body after %s.", call->handler->name,
                            call->reply.http_status, duration_text(arena, call->duration_ms));
    return failure_refused(run, finding)
               ? arena_printf(arena, "%s  No resource was made.", finding->title)
               : finding->title;
}

const char *failure_fault(struct arena *arena, const struct finding *finding)
{
    const bool told = finding->comparison.differences || says_it_all(finding) ||
                      is_answered_by(finding, REPLY_CRASH) || is_answered_by(finding, REPLY_EMPTY);

    return told ? NULL : text_quote(arena, finding->fault, 240);
}

/* What a handler said: as much as leaves the block on one screen, or all of it. */
static void add_labelled(struct text *out, const char *label, const char *handlers_words,
                         const struct failure_style *style)
{
    const size_t most = style->traceback == TRACEBACK_LONG ? 0 : HANDLERS_WORDS;

    if (handlers_words && *handlers_words)
        failure_words(out, label, text_quote(out->arena, handlers_words, most), style->columns);
}

/* The same of what should be one word, and may be anything. */
static void add_word(struct text *out, const char *label, const char *word,
                     const struct failure_style *style)
{
    add_labelled(out, label, word ? text_quote(out->arena, word, VALUE_COLUMNS) : NULL, style);
}

/* Python's   File "/var/task/x/handlers.py", line 41, in create_handler   is /var/task/... :41. */
static const char *python_frame(struct arena *arena, const char *frame)
{
    static const char before_file[] = "File \"", before_line[] = "\", line ";
    const char *file = strstr(frame, before_file);
    const char *end = file ? strstr(file, before_line) : NULL;
    const char *line = end ? end + strlen(before_line) : NULL;
    const size_t digits = line ? strspn(line, "0123456789") : 0;

    if (!digits || file != frame + strspn(frame, " "))
        return frame;
    file += strlen(before_file);
    const char *rest = line + digits + (line[digits] == ',');
    return arena_printf(arena, "%.*s:%.*s%.*s", (int)(end - file), file, (int)digits, line,
                        (int)strcspn(rest, "\n"), rest);
}

static void add_trace(struct text *out, const json *trace, const struct failure_style *style)
{
    int shown = 0;

    json_each (frame, trace) {
        const char *text = json_string(frame) ? python_frame(out->arena, json_string(frame))
                                              : json_print(out->arena, frame);

        if (shown++ >= MOST_FRAMES)
            break;
        failure_words(out, shown == 1 ? "stackTrace" : "",
                      text_quote(out->arena, text, FRAME_COLUMNS), style->columns);
    }
}

void failure_answer(struct text *out, const struct call *call, const struct failure_style *style)
{
    const struct reply *reply = &call->reply;

    add_word(out, "errorType", reply->error_type, style);
    add_labelled(out, "errorMessage", reply->error_message, style);
    add_trace(out, reply->trace, style);
    if (call->event.status == FAILED) {
        add_word(out, "errorCode", call->event.error_text, style);
        add_labelled(out, "message", call->event.message, style);
    }
    if (reply->body && *reply->body)
        add_labelled(out, "answer", reply->body, style);
}

const char *call_end_text(struct arena *arena, const struct call *call)
{
    const json *status = json_get(call->reply.value, "status");

    if (call->event.status == FAILED && call->event.error_text)
        return arena_printf(arena, "FAILED=%s", text_quote(arena, call->event.error_text, 30));
    if (call->event.status != NO_STATUS)
        return status_name(call->event.status);
    if (call->reply.problem)
        return reply_kind_name(call->reply.kind);
    if (call->reply.kind != REPLY_OBJECT || !call->reply.value)
        return "no answer";
    return json_string(status)
               ? arena_printf(arena, "status \"%s\"", text_quote(arena, json_string(status), 30))
               : "no status";
}

const char *failure_hint(struct arena *arena, const struct run *run, const struct finding *finding)
{
    const struct protocol *protocol = run->subject->protocol;
    const struct call *call = finding->call;
    const char *hint = protocol->hint ? protocol->hint(arena, run, finding) : NULL;

    if (call && call->reply.hint)
        return call->reply.hint;
    if (hint)
        return hint;
    if (call && finding->no_event && call->reply.kind == REPLY_CRASH)
        return run->service == SERVICE_SAM
                   ? "the rest of the log is in the terminal of sam local start-lambda"
                   : "an exception left the handler: mend what raised it; the rest of its log is "
                     "where the endpoint runs";
    return finding->rule->hint;
}
