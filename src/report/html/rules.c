/* What the run says about each rule of its suite: a statement of compliance. */
#include "report/ruling.h"
#include "html_private.h"

enum { MOST_NAMES = 3 };

static const struct rule_group {
    enum ruling_kind kind;
    const char *tone, *words, *lead;
    bool open;
} kinds[] = {
    { RULING_VIOLATED, "fail", "violated", "Broken at least once.", true },
    { RULING_VERIFIED, "pass", "verified", "Held against some answer, and kept every time.",
      false },
    { RULING_NOT_EXERCISED, "idle", "not exercised", "Nothing came up that they are about.",
      false },
    { RULING_NOT_APPLICABLE, "idle", "not applicable", "No run on this type can judge them.",
      false },
    { 0 },
};

static void add_tests(struct page *p, const struct ruling *ruling)
{
    const size_t index = rule_index(p->run->subject->protocol, ruling->rule);
    size_t count = 0;

    for (const struct outcome *o = p->run->outcomes; o; o = o->next) {
        if (!(ruling->kind == RULING_VIOLATED ? o->broken[index] : o->judged[index]))
            continue;
        if (count++ >= MOST_NAMES)
            continue;
        html_add(p, count > 1 ? ", " : "");
        html_outcome_link(p, o);
    }
    if (count > MOST_NAMES)
        html(p, " and $ more", html_number(p, (long long)(count - MOST_NAMES)));
}

static void add_rule(struct page *p, const struct ruling *ruling)
{
    const struct rule *rule = ruling->rule;

    html(p,
         "<li id=\"rule-$\"><p class=\"id\"><code>$</code> <span class=\"level\">$</span></p>\n"
         "<div><p>$</p>\n<p class=\"source\">$</p>\n<p class=\"seen\">",
         rule->id, rule->id, level_name(rule_level(rule, p->run->options.suite)), rule->must,
         rule->source);
    if (ruling->waived)
        html(p, "waived: $", ruling->waived);
    else if (ruling->reason)
        html_text(p, ruling->reason);
    else
        add_tests(p, ruling);
    html_add(p, "</p></div></li>\n");
}

static size_t count_of(const struct page *p, enum ruling_kind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < rule_count(p->run->subject->protocol); i++) {
        const struct rule *rule = rule_at(p->run->subject->protocol, i);

        count += (rule->suites & p->run->options.suite) && ruling_of(p->run, rule).kind == kind;
    }
    return count;
}

static void add_kind(struct page *p, const struct rule_group *kind)
{
    const size_t count = count_of(p, kind->kind);

    if (!count)
        return;
    html(p,
         "<details class=\"rules $\"$>\n<summary><b>$</b> <span>$</span> "
         "<small>$</small></summary>\n"
         "<ul role=\"list\">\n",
         kind->tone, kind->open ? " open" : "", html_number(p, (long long)count), kind->words,
         kind->lead);
    for (size_t i = 0; i < rule_count(p->run->subject->protocol); i++) {
        const struct rule *rule = rule_at(p->run->subject->protocol, i);
        const struct ruling ruling = ruling_of(p->run, rule);
        const struct arena_mark mark = arena_mark(p->scratch);

        if ((rule->suites & p->run->options.suite) && ruling.kind == kind->kind)
            add_rule(p, &ruling);
        arena_release(p->scratch, mark);
    }
    html_add(p, "</ul>\n</details>\n");
}

/* By property: which inputs set it, and whether a READ returned it. */
static void add_property(struct page *p, const json *property, bool read)
{
    const json *files = json_get(property, "inputs");
    const char *between = "";

    html(p, "<tr><th scope=\"row\"><code>$</code></th><td data-label=\"set by\">",
         json_key(property));
    json_each (file, files) {
        html(p, "$$", between, json_string(file));
        between = ", ";
    }
    html(p, "$</td>", files && !json_length(files) ? "no input" : "");
    if (read)
        html(p, "<td data-label=\"returned\">$</td>",
             json_true(json_get(property, "returned")) ? "by READ" : "never");
    html_add(p, "</tr>\n");
}

/* Not every suite looks at what READ returned. */
static bool reads_are_told(const json *coverage)
{
    json_each (property, coverage)
        if (json_get(property, "returned"))
            return true;
    return false;
}

static void add_properties(struct page *p)
{
    const json *coverage = p->run->coverage;
    const bool read = reads_are_told(coverage);

    if (!json_length(coverage))
        return;
    html(p,
         "<details class=\"rules\">\n<summary><b>$</b> <span>properties</span> "
         "<small>$</small></summary>\n<table class=\"properties\"><caption>Properties</caption>"
         "<thead><tr><th scope=\"col\">path</th><th scope=\"col\">set by</th>",
         html_number(p, (long long)json_length(coverage)),
         read ? "Which inputs set them, and whether a READ returned them."
              : "Which inputs set them.");
    html_add(p, read ? "<th scope=\"col\">returned</th>" : "");
    html_add(p, "</tr></thead><tbody>\n");
    json_each (property, coverage)
        add_property(p, property, read);
    html_add(p, "</tbody></table>\n</details>\n");
}

void html_rules(struct page *p)
{
    html_section(p, "rules", "Rules");
    html(p,
         "<p class=\"lead\">Each sentence of the handler contract that suite $ can check, and what "
         "this run shows for it.</p>\n",
         suite_name(p->run->options.suite));
    for (const struct rule_group *kind = kinds; kind->words; kind++)
        add_kind(p, kind);
    add_properties(p);
    html_add(p, "</section>\n");
}
