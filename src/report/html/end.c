/* What stands around the tests: what is left, what was remarked, and where it all ran. */
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/engine/waivers.h"
#include "html_private.h"

void html_leftovers(struct page *p)
{
    bool known = false;

    if (!p->run->leftovers)
        return;
    html_section(p, "leftovers", "Left behind");
    html_add(p, "<ul class=\"notes\">\n");
    for (const struct leftover *l = p->run->leftovers; l; l = l->next) {
        html(p, "<li class=\"$\"><p><code>$ $</code></p>\n<p>$", l->waived ? "mild" : "fail",
             p->run->subject->name, json_print(p->scratch, l->identifier), l->reason);
        if (l->waived)
            html(p, " (waived: $)", l->waived);
        html_add(p, "</p>\n<p class=\"at\">Made by ");
        html_outcome_link(p, l->made_by);
        if (l->last_call) {
            html_add(p, "; the last call was ");
            html_call_link(p, l->last_call);
        }
        html_add(p, ".</p></li>\n");
        known = known || l->entry;
    }
    html_add(p, "</ul>\n");
    if (known) {
        html_add(p, "<dl class=\"about\">");
        html_command(p, "Delete it", "cfnc cleanup");
        html_add(p, "</dl>\n");
    }
    html_add(p, "</section>\n");
}

void html_warnings(struct page *p)
{
    if (!p->run->warnings)
        return;
    html_section(p, "warnings", "Warnings");
    html_add(p, "<ul class=\"notes\">\n");
    for (const struct warning *w = p->run->warnings; w; w = w->next) {
        html(p, "<li class=\"mild\"><p>$", w->message);
        if (w->file)
            html(p, " <small>$</small>",
                 w->line ? arena_printf(p->scratch, "%s:%d", w->file, w->line) : w->file);
        html_add(p, "</p></li>\n");
    }
    html_add(p, "</ul>\n</section>\n");
}

void html_exceptions(struct page *p)
{
    if (!p->run->waivers)
        return;
    html_section(p, "exceptions", "Exceptions");
    html_add(p, "<p class=\"lead\">What the project accepts, and why.</p>\n<ul class=\"notes\">\n");
    for (const struct waiver *w = p->run->waivers; w; w = w->next) {
        html(p, "<li class=\"$\"><p><b>$</b> <code>$</code></p>\n<p>$</p>\n<p class=\"at\">",
             w->expired ? "fail" : "mild", waiver_status(p->run, w), waiver_subject(p->scratch, w),
             w->reason);
        if (w->expires)
            html(p, "$ $. ", w->expired ? "Expired on" : "Expires on", w->expires);
        html(p, "$</p></li>\n", arena_printf(p->scratch, "%s:%d", w->file, w->line));
    }
    html_add(p, "</ul>\n</section>\n");
}

static void add_fact(struct page *p, const char *label, const char *text)
{
    if (text && *text)
        html(p, "<div><dt>$</dt><dd>$</dd></div>\n", label, text);
}

static const char *joined(struct page *p, const char *const *words, const char *between)
{
    struct text out = text_new(p->scratch);

    for (; words && *words; words++)
        text_addf(&out, "%s%s", out.length ? between : "",
                  redact_text(p->run->redactor, p->scratch, *words));
    return out.bytes;
}

static const char *pointers(struct page *p, const struct property_set *set)
{
    struct text out = text_new(p->scratch);

    for (size_t i = 0; i < set->count; i++)
        text_addf(&out, "%s%s", i ? ", " : "", set->paths[i].pointer);
    return out.bytes;
}

static const char *exit_words(struct page *p)
{
    static const struct {
        int code;
        const char *words;
    } rows[] = {
        { EXIT_OK, "passed" },
        { EXIT_TEST_FAILED, "a test failed" },
        { EXIT_TARGET, "no handler answered" },
        { EXIT_NO_TEST, "no test ran" },
        { EXIT_LEFT_BEHIND, "something is left behind" },
        { EXIT_TIMED_OUT, "--global-timeout was over" },
        { EXIT_INTERRUPTED, "interrupted" },
        { EXIT_TERMINATED, "terminated" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].code == p->run->exit_code)
            return arena_printf(p->scratch, "%d, %s", p->run->exit_code, rows[i].words);
    return html_number(p, p->run->exit_code);
}

static void add_run(struct page *p)
{
    const struct run *run = p->run;

    html_add(p, "<h3>The run</h3>\n<dl class=\"facts\">\n");
    add_fact(p, "Run", run->id);
    add_fact(p, "Recorded in", html_recording(p));
    add_fact(p, "Command", joined(p, run->options.argv, " "));
    add_fact(p, "Exit code", exit_words(p));
    add_fact(p, "Began",
             arena_printf(p->scratch, "%sZ", date_text(p->scratch, run->started_wall_ms)));
    add_fact(p, "Took", html_ms(p, run->duration_ms));
    add_fact(p, "Seed", arena_printf(p->scratch, "%llu", (unsigned long long)run->options.seed));
    add_fact(p, "Suite", suite_name(run->options.suite));
    add_fact(p, "cfnc", CFNC_VERSION);
    add_fact(p, "Tests asked for", joined(p, run->options.selection_names, ", "));
    add_fact(p, "-k", redact_text(run->redactor, p->scratch, run->options.selection_k));
    add_fact(p, "-m", redact_text(run->redactor, p->scratch, run->options.selection_m));
    add_fact(p, "Deselected", run->deselected ? html_count(p, run->deselected, "test") : NULL);
    html_add(p, "</dl>\n");
}

static void add_target(struct page *p)
{
    const struct run *run = p->run;
    const struct target *target = run->target;
    const int limit = run->options.enforce_timeout_s;

    html_add(p, "<h3>The handlers</h3>\n<dl class=\"facts\">\n");
    add_fact(p, "Handlers", run->demo ? "built in (--demo)" : NULL);
    add_fact(p, "Endpoint", target->endpoint);
    add_fact(p, "Service",
             run->demo || run->service == SERVICE_UNKNOWN ? NULL : service_name(run->service));
    add_fact(p, "Function", run->service == SERVICE_DOCKER ? NULL : target->function_name);
    add_fact(p, "Region", target->region);
    add_fact(p, "Account", target->account_id);
    add_fact(p, "Limit of READ and LIST", html_ms(p, (int64_t)limit * 1000));
    add_fact(p, "Limit of the others", html_ms(p, (int64_t)limit * 2000));
    html_add(p, "</dl>\n");
}

static void add_type(struct page *p)
{
    const struct subject *subject = p->run->subject;
    const struct handler *handler;
    struct text handlers = text_new(p->scratch);

    for (size_t i = 0; (handler = handler_at(subject->protocol, i)); i++)
        if (subject->handlers & 1u << i)
            text_addf(&handlers, "%s%s", handlers.length ? ", " : "", handler->key);
    html_add(p, "<h3>The type</h3>\n<dl class=\"facts\">\n");
    add_fact(p, "Type", subject->name);
    add_fact(p, "Schema", subject->file);
    add_fact(p, "Handlers", handlers.bytes);
    for (const struct named_set *s = subject->sets; s && s->name; s++)
        add_fact(p, s->words, pointers(p, s->set));
    add_fact(p, "Secret", pointers(p, subject->secret));
    for (size_t i = 0; i < p->run->set_count; i++) {
        const struct input_set *set = &p->run->sets[i];

        add_fact(p, arena_printf(p->scratch, "Inputs %s", set->id),
                 set->create_file ? arena_printf(p->scratch, "%s%s%s", set->create_file,
                                                 set->update_file ? ", " : "",
                                                 set->update_file ? set->update_file : "")
                                  : set->source);
    }
    html_add(p, "</dl>\n");
}

void html_environment(struct page *p)
{
    html_section(p, "environment", "Environment");
    add_run(p);
    add_target(p);
    add_type(p);
    html_add(p, "</section>\n");
}
