/* The block of a failure; failure_answer.c has what the handler said. */
#include <string.h>

#include "cfnc/base/clock.h"
#include "failure_private.h"

enum {
    MOST_ROWS = 9,
    MOST_CAUSES = 2,
    MOST_CALLS = 4,
    MOST_PLACES = 12,
    LABEL = FAILURE_LABEL,
    MOST_NAMES = 4,
    CALL_GAP = 3,
    LEAST_FRAME = 10, /* columns of dashes */
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

/* Words after a label, wrapped below each other; in a narrow window, below the label. */
void failure_words(struct text *out, const char *label, const char *words, int columns)
{
    if (columns < FAILURE_NARROW) {
        text_addf(out, *label ? "  %s\n    " : "    ", label);
        text_add_wrapped(out, words, 4, 4, columns);
        text_add(out, "\n");
        return;
    }
    text_addf(out, "  %-*s", LABEL, label);
    text_add_wrapped(out, words, 2 + LABEL, 2 + LABEL, columns);
    text_add(out, "\n");
}

/* What is copied stays in one piece, whatever the width. */
static void add_command(struct text *out, const char *label, const char *command, int columns)
{
    if (columns < FAILURE_NARROW)
        text_addf(out, "  %s\n    %s\n", label, command);
    else
        text_addf(out, "  %-*s%s\n", LABEL, label, command);
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
                : finding->next ? MOST_ROWS - 6
                                : MOST_ROWS,
        .hints = style->traceback == TRACEBACK_SHORT || finding->next ? 0 : MOST_CAUSES,
        .whole = whole,
        .returned = finding->call
                        ? arena_printf(out->arena, "%s returned", finding->call->handler->name)
                        : "handler returned",
    };

    differences_add(out, &finding->comparison, &rows);
}

static const char *call_text(struct arena *arena, const struct call *call)
{
    return arena_printf(arena, "%u %s %s %s", call->seq, call->handler->name,
                        call_end_text(arena, call), duration_text(arena, call->duration_ms));
}

/* The last few calls up to the one at fault, its fixture's among them. */
static void add_calls(struct text *out, const struct run *run, const struct outcome *outcome,
                      const struct call *until, int columns)
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
    const int indent = columns < FAILURE_NARROW ? 4 : 2 + LABEL;
    text_addf(out, columns < FAILURE_NARROW ? "  %s\n    " : "  %-14s", "calls");
    int at = 0; /* the column behind the calls that stand in this line already */
    for (size_t i = count > MOST_CALLS ? count - MOST_CALLS : 0; i < count; i++) {
        const char *shown = call_text(out->arena, last[i % MOST_CALLS]);
        const int wide = (int)text_width(shown);

        if (at && at + CALL_GAP + wide > columns) {
            text_addf(out, "\n%*s", indent, "");
            at = 0;
        }
        text_addf(out, "%s%s", at ? "   " : "", shown);
        at = at ? at + CALL_GAP + wide : indent + wide;
    }
    text_add(out, "\n");
}

static void add_json(struct text *out, const char *label, const json *value)
{
    if (value)
        text_addf(out, "%s\n%s\n", label,
                  json_print_pretty(out->arena, value)); /* escapes control characters itself */
}

static void add_more_findings(struct text *out, const struct outcome *outcome, int columns)
{
    int shown = 0;

    /* What was found without a call is another place in a file: each is to be mended. */
    for (const struct finding *f = outcome->findings->next;
         f && shown < (f->call ? 2 : MOST_PLACES); f = f->next, shown++)
        failure_words(out, shown ? "" : "also",
                      arena_printf(out->arena, "%s: %s", f->rule->id,
                                   text_quote(out->arena, f->fault, f->call ? 50 : 240)),
                      columns);
}

/* Which tests and fixtures show the same, and how many could not run because of it. */
static void add_seen_in(struct text *out, const struct cause *cause, int columns)
{
    struct text names = text_new(out->arena);

    if (cause->count < 2 && !cause->blocked)
        return;
    for (size_t i = 0; i < cause->count && i < MOST_NAMES; i++)
        text_addf(&names, "%s%s", i ? ", " : "", cause->outcomes[i]->name);
    if (cause->count > MOST_NAMES)
        text_addf(&names, ", %zu more", cause->count - MOST_NAMES);
    if (cause->blocked)
        text_addf(&names, " (%zu more test%s did not run because of it)", cause->blocked,
                  cause->blocked == 1 ? "" : "s");
    failure_words(out, "seen in", names.bytes, columns);
}

static void add_finding(struct text *out, const struct run *run, const struct cause *cause,
                        const struct failure_style *style)
{
    const struct outcome *outcome = cause->first;
    const struct finding *finding = failure_finding(outcome);
    const bool brief = style->traceback == TRACEBACK_SHORT;
    const char *fault = failure_fault(out->arena, finding);
    const char *hint = failure_hint(out->arena, run, finding);

    text_addf(out, "%s  %s\n", level_name(finding->level), finding->rule->id);
    text_add_wrapped(out, failure_title(out->arena, run, finding), 0, 0, style->columns);
    text_add(out, "\n\n");
    add_differences(out, finding, style);
    if (finding->comparison.differences)
        text_add(out, brief ? "" : "\n");
    if (fault)
        failure_words(out, "fault", fault, style->columns);
    if (finding->call)
        failure_answer(out, finding->call, style);
    add_more_findings(out, outcome, style->columns);
    if (outcome->error)
        failure_words(out, "also", text_quote(out->arena, outcome->error, 160), style->columns);
    add_seen_in(out, cause, style->columns);
    if (!brief) {
        add_calls(out, run, outcome, finding->call, style->columns);
        if (hint)
            failure_words(out, "hint", hint, style->columns);
        add_command(out, "more", arena_printf(out->arena, "cfnc explain %s", finding->rule->id),
                    style->columns);
    }
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
    failure_words(out, "smallest",
                  arena_printf(out->arena, "%s (%u tried)",
                               text_quote(out->arena, json_print(out->arena, outcome->smallest),
                                          style->traceback == TRACEBACK_LONG ? 0 : MODEL_COLUMNS),
                               outcome->shrink_runs),
                  style->columns);
}

/* A fixture is not to be run by itself, but a test that needs it is. */
static const struct outcome *test_of(const struct run *run, const struct cause *cause)
{
    for (size_t i = 0; i < cause->count; i++)
        if (cause->outcomes[i]->test)
            return cause->outcomes[i];
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->test && o->fixture == cause->first)
            return o;
    return cause->first->test ? cause->first : NULL;
}

static void add_again(struct text *out, const struct run *run, const struct cause *cause,
                      int columns)
{
    const struct outcome *test = test_of(run, cause);
    const struct finding *finding = failure_finding(cause->first);
    const char *replay = replay_command(out->arena, run, finding ? finding->call : NULL);

    if (!test)
        return;
    add_command(out, "again", again_command(out->arena, run, test), columns);
    if (replay)
        add_command(out, "the call", replay, columns);
    if (again_may_pass(run, test))
        add_command(out, "if it passes", again_whole(out->arena, run), columns);
}

static void add_error(struct text *out, const struct run *run, const struct cause *cause,
                      const struct failure_style *style)
{
    const struct outcome *outcome = cause->first;
    const struct finding *leak = outcome->findings;
    const bool brief = style->traceback == TRACEBACK_SHORT;

    text_add(out, "cfnc cannot judge this.\n\n");
    failure_words(out, "error", text_quote(out->arena, outcome->error, 600), style->columns);
    if (leak)
        failure_words(out, "also",
                      arena_printf(out->arena, "%s: %s", leak->rule->id,
                                   text_quote(out->arena, leak->fault, 120)),
                      style->columns);
    add_seen_in(out, cause, style->columns);
    if (leak && !brief)
        add_calls(out, run, outcome, leak->call, style->columns);
    if (!brief && !run->demo)
        failure_words(out, "hint",
                      "\"cfnc doctor\" looks at endpoint, function and credentials, and invokes "
                      "nothing",
                      style->columns);
}

static void add_block(struct text *out, const struct run *run, const struct cause *cause,
                      const struct failure_style *style)
{
    const struct outcome *outcome = cause->first;

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
        add_finding(out, run, cause, style);
    else if (outcome->error)
        add_error(out, run, cause, style);
    add_smallest(out, outcome, style);
    if (style->traceback != TRACEBACK_SHORT)
        add_again(out, run, cause, style->columns);
}

void failure_add(struct text *out, const struct run *run, const struct outcome *outcome,
                 const struct failure_style *style)
{
    const struct cause alone = { .first = outcome, .outcomes = &outcome, .count = 1 };

    add_block(out, run, &alone, style);
}

/* What a frame has room for: what the handler did, of which the block tells more. */
static const char *headline(struct arena *arena, const struct run *run,
                            const struct outcome *outcome)
{
    const struct finding *finding = failure_finding(outcome);
    const char *endpoint = run->target->endpoint;

    if (!finding && strncmp(outcome->error, endpoint, strlen(endpoint)) == 0)
        return text_quote(
            arena,
            outcome->error + strlen(endpoint) + strspn(outcome->error + strlen(endpoint), ": "), 0);
    if (!finding)
        return text_quote(arena, outcome->error, 0);
    if (failure_refused(run, finding))
        return arena_printf(arena, "%s was refused", finding->call->handler->name);
    if (failure_crashed(finding))
        return arena_printf(arena, "%s: the handler crashed", finding->call->handler->name);
    const char *fault = text_quote(arena, finding->fault, 0);
    const char *action = finding->call ? finding->call->handler->name : "";
    /* "READ answered SUCCESS", "it named ...", "{"Name":"x"} is listed" say too little alone */
    if ((*action && strncmp(fault, action, strlen(action)) == 0) || strncmp(fault, "it ", 3) == 0 ||
        *fault == '{')
        return arena_copy(arena, finding->title, strcspn(finding->title, "."));
    return *action ? arena_printf(arena, "%s: %s", action, fault) : fault;
}

static void add_frame(struct text *out, const char *title, int columns)
{
    text_addf(out, "---- %s ", title);
    for (int at = 6 + (int)text_width(title); at < columns - 1; at++)
        text_add(out, "-");
    text_add(out, "\n");
}

void cause_add(struct text *out, const struct run *run, const struct cause *cause,
               const struct failure_style *style)
{
    const struct outcome *o = cause->first;
    size_t tests = cause->blocked;

    for (size_t i = 0; i < cause->count; i++)
        tests += cause->outcomes[i]->test != NULL;
    if (style->traceback == TRACEBACK_NO)
        return;
    if (style->traceback != TRACEBACK_LINE) {
        const bool alone = cause->count < 2 && !cause->blocked;
        const char *title =
            alone ? arena_printf(out->arena, "%s %s", verdict_word(o->verdict), o->name)
                  : arena_printf(out->arena, "1 cause, %zu test%s: %s", tests,
                                 tests == 1 ? "" : "s", headline(out->arena, run, o));

        add_frame(out, text_fit(out->arena, title, (size_t)style->columns - LEAST_FRAME),
                  style->columns);
    }
    add_block(out, run, cause, style);
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

const struct outcome *first_attempt(const struct outcome *outcome)
{
    while (outcome->earlier)
        outcome = outcome->earlier;
    return outcome;
}

const char *attempt_line(struct arena *arena, const struct outcome *attempt)
{
    return attempt->verdict == VERDICT_NOT_RUN && attempt->fixture
               ? arena_printf(arena, "%s: %s", attempt->reason,
                              failure_line(arena, attempt->fixture))
               : failure_line(arena, attempt);
}

const struct call *operation_add(struct text *out, const struct call *call)
{
    unsigned callbacks = 0, pages = 1;

    text_addf(out, "%s%s", out->length ? " " : "", call->handler->name);
    for (; call->next && call->next->callbacks && call->next->owner == call->owner;
         call = call->next)
        callbacks++;
    for (; call->handler->pages && call->next && call->next->handler == call->handler &&
           call->next->owner == call->owner;
         call = call->next)
        pages++;
    if (callbacks)
        text_addf(out, "(+%u)", callbacks);
    if (pages > 1)
        text_addf(out, "(%u pages)", pages);
    return call;
}

const char *calls_line(struct arena *arena, const struct run *run, const struct outcome *outcome)
{
    struct text out = text_new(arena);

    for (const struct call *c = run->calls; c; c = c->next) {
        if (c->owner != outcome || (!outcome->test && c->phase == PHASE_TEARDOWN))
            continue;
        c = operation_add(&out, c);
        add_ending(&out, c);
    }
    return out.bytes;
}
