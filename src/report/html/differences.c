/* Two models beside each other: what differs, and what was not compared. */
#include "report/differences_private.h"
#include "html_private.h"

/* Beyond so many in all, tables are short. */
enum {
    ROWS_IN_ALL = 1000,
    FEW_ROWS = 6,
    MOST_ROWS = 60,
    VALUE_COLUMNS = 300,
    MOST_EXCUSED = 12,
    MOST_HINTS = 3
};

static void add_value(struct page *p, const json *value)
{
    if (value)
        html(p, "<code>$</code>",
             text_quote(p->scratch, json_print(p->scratch, value), VALUE_COLUMNS));
    else
        html_add(p, "<span class=\"absent\">absent</span>");
}

static void add_row(struct page *p, const struct difference *d, const char *returned)
{
    html(p, "<tr><th scope=\"row\"><code>$</code></th><td data-label=\"requested\">",
         *d->path ? d->path : "(the model)");
    add_value(p, d->requested);
    if (d->transformed) {
        html_add(p, "<small>or, by its propertyTransform, ");
        add_value(p, d->transformed);
        html_add(p, "</small>");
    }
    html(p, "</td><td data-label=\"$\" class=\"got\">", returned);
    add_value(p, d->returned);
    html(p, "</td><td data-label=\"difference\">$</td></tr>\n", difference_kind_name(d->kind));
}

static void add_hints(struct page *p, const struct difference *first)
{
    for (const struct difference **d = differences_hinted(p->scratch, first, MOST_ROWS, MOST_HINTS);
         *d; d++)
        html(p, "<p class=\"excused\"><code>$</code>: $</p>\n", (*d)->path,
             difference_hint(p->scratch, *d));
}

static void add_excused(struct page *p, const struct not_compared *first)
{
    size_t rows = 0;

    if (!first)
        return;
    html_add(p, "<p class=\"excused\">Not compared: ");
    for (const struct not_compared *n = first; n; n = n->next)
        if (rows++ < MOST_EXCUSED)
            html(p, "$<code>$</code> ($)", rows > 1 ? ", " : "", *n->path ? n->path : "the model",
                 n->why);
    if (rows > MOST_EXCUSED)
        html(p, " and $ more", html_number(p, (long long)(rows - MOST_EXCUSED)));
    html_add(p, "</p>\n");
}

static void add_table(struct page *p, const struct difference *first, const char *returned)
{
    const size_t most = p->difference_count < ROWS_IN_ALL ? MOST_ROWS : FEW_ROWS;
    size_t rows = 0;

    html(p,
         "<table class=\"differences\"><caption>What differs</caption><thead><tr>"
         "<th scope=\"col\">path</th><th scope=\"col\">requested</th><th scope=\"col\">$</th>"
         "<th scope=\"col\">difference</th></tr></thead><tbody>\n",
         returned);
    for (const struct difference *d = first; d; d = d->next)
        if (rows++ < most)
            add_row(p, d, returned);
    html_add(p, "</tbody></table>\n");
    if (rows > most)
        html(p, "<p class=\"excused\">And $ more: the JSON report has them all.</p>\n",
             html_number(p, (long long)(rows - most)));
    p->difference_count += rows < most ? rows : most;
}

void html_comparison(struct page *p, const struct comparison *comparison, const char *returned)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    if (comparison->differences) {
        add_table(p, comparison->differences, returned);
        add_hints(p, comparison->differences);
    }
    add_excused(p, comparison->not_compared);
    arena_release(p->scratch, mark);
}
