#include "cfnc/failure.h"

#include <string.h>
#include <time.h>

enum {
    VALUE_COLUMNS = 60,
    MOST_ROWS = 9,
    MOST_CAUSES = 2,
    MOST_FRAMES = 3,
    MOST_CALLS = 4,
    MOST_PLACES = 12,
    LABEL = 14,
    PAIR_COLUMNS = 65,
    HANDLERS_WORDS = 200,
    MODEL_COLUMNS = 400
};

bool traceback_read(const char *name, enum traceback *traceback)
{
    static const char *const names[] = {
        [TRACEBACK_AUTO] = "auto", [TRACEBACK_LONG] = "long",     [TRACEBACK_SHORT] = "short",
        [TRACEBACK_LINE] = "line", [TRACEBACK_NATIVE] = "native", [TRACEBACK_NO] = "no",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i], name) == 0) {
            *traceback = (enum traceback)i;
            return true;
        }
    }
    return false;
}

const char *date_text(struct arena *arena, int64_t wall_ms)
{
    const time_t seconds = (time_t)(wall_ms / 1000);
    char text[32] = "";
    struct tm utc;

    if (gmtime_r(&seconds, &utc))
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &utc);
    return arena_printf(arena, "%s", text);
}

const char *duration_text(struct arena *arena, int64_t ms)
{
    const int64_t seconds = ms / 1000;

    if (seconds < 60)
        return arena_printf(arena, "%.1fs", (double)ms / 1000);
    if (seconds < 3600)
        return arena_printf(arena, "%dm%02ds", (int)(seconds / 60), (int)(seconds % 60));
    return arena_printf(arena, "%dh%02dm", (int)(seconds / 3600), (int)(seconds / 60 % 60));
}

/* Words after a label, wrapped below each other. */
static void add_wrapped(struct text *out, const char *label, const char *words, int columns)
{
    text_addf(out, "  %-*s", LABEL, label);
    text_add_wrapped(out, words, 2 + LABEL, 2 + LABEL, columns);
    text_add(out, "\n");
}

/* What a handler said: as much as leaves the block on one screen, or all of it. */
static void add_labelled(struct text *out, const char *label, const char *handlers_words,
                         const struct failure_style *style)
{
    const size_t most = style->traceback == TRACEBACK_LONG ? 0 : HANDLERS_WORDS;

    if (handlers_words && *handlers_words)
        add_wrapped(out, label, text_quote(out->arena, handlers_words, most), style->columns);
}

/* The same of what should be one word, and may be anything. */
static void add_word(struct text *out, const char *label, const char *word,
                     const struct failure_style *style)
{
    add_labelled(out, label, word ? text_quote(out->arena, word, VALUE_COLUMNS) : NULL, style);
}

static void add_differences(struct text *out, const struct finding *finding,
                            const struct failure_style *style)
{
    const bool whole = style->traceback == TRACEBACK_LONG;
    const struct differences_style rows = {
        .format = style->diff,
        .colour = style->colour,
        .columns = style->columns,
        .rows = whole           ? SIZE_MAX
                : finding->next ? MOST_ROWS - 5
                                : MOST_ROWS,
        .hints = style->traceback == TRACEBACK_SHORT || finding->next ? 0 : MOST_CAUSES,
        .whole = whole,
        .returned = finding->call ? arena_printf(out->arena, "%s returned",
                                                 action_name(finding->call->action))
                                  : "handler returned",
    };

    differences_add(out, &finding->comparison, &rows);
}

static void add_trace(struct text *out, const json *trace, int columns)
{
    int shown = 0;

    json_each (frame, trace) {
        const char *text = json_string(frame) ? json_string(frame) : json_print(out->arena, frame);

        if (shown++ >= MOST_FRAMES)
            break;
        add_wrapped(out, shown == 1 ? "stackTrace" : "", text_quote(out->arena, text, 160),
                    columns);
    }
}

/* What the handler itself said. */
static void add_answer(struct text *out, const struct call *call, const struct failure_style *style)
{
    const struct reply *reply = &call->reply;

    add_word(out, "errorType", reply->error_type, style);
    add_labelled(out, "errorMessage", reply->error_message, style);
    add_trace(out, reply->trace, style->columns);
    if (call->event.status == FAILED) {
        add_word(out, "errorCode", call->event.error_text, style);
        add_labelled(out, "message", call->event.message, style);
    }
    if (reply->body && *reply->body)
        add_labelled(out, "answer", reply->body, style);
}

const char *call_end_text(struct arena *arena, const struct call *call)
{
    if (call->event.status == FAILED && call->event.error_text)
        return arena_printf(arena, "FAILED=%s", text_quote(arena, call->event.error_text, 30));
    if (call->event.status != NO_STATUS)
        return status_name(call->event.status);
    return call->reply.problem ? reply_kind_name(call->reply.kind) : "no answer";
}

/* The last few calls up to the one at fault, its fixture's among them. */
static void add_calls(struct text *out, const struct run *run, const struct outcome *outcome,
                      const struct call *until)
{
    const struct call *last[MOST_CALLS] = { NULL };
    size_t count = 0;

    for (const struct call *c = run->calls; c; c = c->next) {
        if (c->owner == outcome || (c->owner == outcome->fixture && c->phase == PHASE_SETUP))
            last[count++ % MOST_CALLS] = c;
        if (c == until)
            break;
    }
    if (!count)
        return;
    text_addf(out, "  %-*s", LABEL, "calls");
    size_t alone = 0; /* columns of a call that has no other beside it yet */
    for (size_t i = count > MOST_CALLS ? count - MOST_CALLS : 0, n = 0; i < count; i++, n++) {
        const struct call *c = last[i % MOST_CALLS];
        const char *shown =
            arena_printf(out->arena, "%u %s %s %s", c->seq, action_name(c->action),
                         call_end_text(out->arena, c), duration_text(out->arena, c->duration_ms));
        const bool beside = alone && alone + strlen(shown) <= PAIR_COLUMNS;

        if (n && !beside)
            text_addf(out, "\n%*s", 2 + LABEL, "");
        text_addf(out, "%s%s", beside ? "   " : "", shown);
        alone = beside ? 0 : strlen(shown);
    }
    text_add(out, "\n");
}

/* Where CREATE was refused at once, its errorCode says all of the fault, and nothing came to be. */
static bool says_it_all(const struct finding *finding)
{
    const char *clause = strchr(finding->rule->id, '.');

    return strcmp(clause ? clause : "", ".succeeds") == 0 && finding->call &&
           finding->call->event.status == FAILED && finding->call->event.error_text;
}

static bool refused(const struct finding *finding)
{
    return says_it_all(finding) && finding->call->action == CREATE && !finding->call->callbacks;
}

static void add_json(struct text *out, const char *label, const json *value)
{
    if (value)
        text_addf(out, "%s\n%s\n", label,
                  json_print_pretty(out->arena, value)); /* escapes control characters itself */
}

static const struct finding *other_finding(const struct outcome *outcome)
{
    return outcome->findings ? outcome->findings->next : NULL;
}

static void add_more_findings(struct text *out, const struct outcome *outcome, int columns)
{
    int shown = 0;

    /* What was found without a call is another place in a file: each is to be mended. */
    for (const struct finding *f = other_finding(outcome); f && shown < (f->call ? 2 : MOST_PLACES);
         f = f->next, shown++)
        add_wrapped(out, shown ? "" : "also",
                    arena_printf(out->arena, "%s: %s", f->rule->id,
                                 text_quote(out->arena, f->fault, f->call ? 50 : 240)),
                    columns);
}

static const char *hint_of(const struct finding *finding)
{
    if (finding->call && finding->call->reply.hint)
        return finding->call->reply.hint;
    return finding->rule->hint;
}

static void add_finding(struct text *out, const struct run *run, const struct outcome *outcome,
                        const struct failure_style *style)
{
    const struct finding *finding = outcome->findings;
    const bool brief = style->traceback == TRACEBACK_SHORT;

    text_addf(out, "%s  %s\n%s%s\n\n", level_name(finding->level), finding->rule->id,
              finding->title, refused(finding) ? "  No resource was made." : "");
    add_differences(out, finding, style);
    if (finding->comparison.differences)
        text_add(out, brief ? "" : "\n");
    else if (!says_it_all(finding))
        add_wrapped(out, "fault", text_quote(out->arena, finding->fault, 240), style->columns);
    if (finding->call)
        add_answer(out, finding->call, style);
    add_more_findings(out, outcome, style->columns);
    if (outcome->error)
        add_wrapped(out, "also", text_quote(out->arena, outcome->error, 160), style->columns);
    if (!brief)
        add_calls(out, run, outcome, finding->call);
    if (!brief && hint_of(finding))
        add_wrapped(out, "hint", hint_of(finding), style->columns);
    if (style->traceback == TRACEBACK_LONG && finding->call) {
        add_json(out, "  request", finding->call->request);
        add_json(out, "  answer", finding->call->reply.value);
    }
}

/* --shrink: what is left of the model that the test failed with. */
static void add_smallest(struct text *out, const struct outcome *outcome,
                         const struct failure_style *style)
{
    if (!outcome->shrink_runs)
        return;
    add_wrapped(out, "smallest",
                arena_printf(out->arena, "%s (%u tried)",
                             text_quote(out->arena, json_print(out->arena, outcome->smallest),
                                        style->traceback == TRACEBACK_LONG ? 0 : MODEL_COLUMNS),
                             outcome->shrink_runs),
                style->columns);
}

static void add_again(struct text *out, const struct run *run, const struct outcome *outcome)
{
    if (outcome->test)
        text_addf(out, "  %-*s%s\n", LABEL, "again", again_command(out->arena, run, outcome));
}

const struct finding *failure_finding(const struct outcome *outcome)
{
    const struct finding *first = outcome->findings;
    const bool leak = first && strcmp(first->rule->id, "leak.none") == 0;

    return outcome->error && leak ? NULL : first;
}

static void add_error(struct text *out, const struct run *run, const struct outcome *outcome,
                      const struct failure_style *style)
{
    const struct finding *leak = outcome->findings;

    text_add(out, "cfnc cannot judge this.\n\n");
    add_wrapped(out, "error", text_quote(out->arena, outcome->error, 600), style->columns);
    if (!leak)
        return;
    add_wrapped(out, "also",
                arena_printf(out->arena, "%s: %s", leak->rule->id,
                             text_quote(out->arena, leak->fault, 120)),
                style->columns);
    if (style->traceback != TRACEBACK_SHORT)
        add_calls(out, run, outcome, leak->call);
}

void failure_add(struct text *out, const struct run *run, const struct outcome *outcome,
                 const struct failure_style *style)
{
    if (style->traceback == TRACEBACK_NO)
        return;
    if (style->traceback == TRACEBACK_LINE) {
        text_addf(out, "%s: %s\n", outcome->name, failure_line(out->arena, outcome));
        return;
    }
    if (style->traceback == TRACEBACK_NATIVE && outcome->findings && outcome->findings->call) {
        add_json(out, "request", outcome->findings->call->request);
        add_json(out, "answer", outcome->findings->call->reply.value);
        return;
    }
    if (failure_finding(outcome))
        add_finding(out, run, outcome, style);
    else if (outcome->error)
        add_error(out, run, outcome, style);
    add_smallest(out, outcome, style);
    if (style->traceback != TRACEBACK_SHORT)
        add_again(out, run, outcome);
}

const char *failure_line(struct arena *arena, const struct outcome *outcome)
{
    const struct finding *finding = failure_finding(outcome);

    if (finding)
        return arena_printf(arena, "%s: %s", finding->rule->id,
                            text_quote(arena, finding->fault, 160));
    if (outcome->error)
        return text_quote(arena, outcome->error, 300);
    return outcome->reason ? outcome->reason : "";
}

/* How a call that made no success ended. */
static void add_ending(struct text *out, const struct call *call)
{
    if (call->event.status == FAILED && call->event.error_text)
        text_addf(out, "=%s", text_quote(out->arena, call->event.error_text, 30));
    else if (call->event.status == NO_STATUS)
        text_addf(out, "=%s",
                  call->reply.problem ? reply_kind_name(call->reply.kind) : "no-answer");
}

/* One call after another, follow-ups and pages folded. */
const char *attempt_line(struct arena *arena, const struct outcome *attempt)
{
    return attempt->verdict == VERDICT_NOT_RUN && attempt->fixture
               ? arena_printf(arena, "%s: %s", attempt->reason,
                              failure_line(arena, attempt->fixture))
               : failure_line(arena, attempt);
}

const char *calls_line(struct arena *arena, const struct run *run, const struct outcome *outcome)
{
    struct text out = text_new(arena);

    for (const struct call *c = run->calls; c; c = c->next) {
        unsigned callbacks = 0, pages = 1;

        if (c->owner != outcome || (!outcome->test && c->phase == PHASE_TEARDOWN))
            continue;
        text_addf(&out, "%s%s", out.length ? " " : "", action_name(c->action));
        for (; c->next && c->next->callbacks && c->next->owner == outcome; c = c->next)
            callbacks++;
        for (; c->action == LIST && c->next && c->next->action == LIST && c->next->owner == outcome;
             c = c->next)
            pages++;
        if (callbacks)
            text_addf(&out, "(+%u)", callbacks);
        if (pages > 1)
            text_addf(&out, "(%u pages)", pages);
        add_ending(&out, c);
    }
    return out.bytes;
}
