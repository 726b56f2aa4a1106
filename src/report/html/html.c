/*
 * --report html: a run as one page that needs nothing else. It is a function of the record: the
 * same record, the same bytes. What failed stands first, then what it was seen in.
 */
#include "report/formats.h"
#include "html_private.h"

/* cmake/embed.cmake makes these of the files in page/. */
extern const char page_style[], page_style_sha256[], page_script[], page_script_sha256[];

static void blame(struct page *p, const struct finding *f)
{
    for (; f; f = f->next)
        if (f->call && f->call->seq <= p->run->call_count && !p->blame[f->call->seq])
            p->blame[f->call->seq] = f;
}

/* With its earlier attempts and their fixtures, which are in no list. */
static void look_at(struct page *p, const struct outcome *o)
{
    for (; o; o = o->earlier) {
        blame(p, o->findings);
        blame(p, o->waived);
        html_choose_rows(p, o);
        if (o->fixture && !html_anchor(p, o->fixture)) {
            blame(p, o->fixture->findings);
            blame(p, o->fixture->waived);
            html_choose_rows(p, o->fixture);
        }
    }
}

static void begin(struct page *p)
{
    const size_t calls = (size_t)p->run->call_count + 1;

    p->causes = causes_find(p->scratch, p->run);
    p->blame = arena_array(p->scratch, calls, sizeof(*p->blame));
    p->texts = arena_array(p->scratch, calls, sizeof(*p->texts));
    p->rows = arena_array(p->scratch, calls, sizeof(*p->rows));
    html_places(p);
    for (const struct outcome *o = p->run->outcomes; o; o = o->next)
        look_at(p, o);
    html_choose_texts(p);
}

void html_begin(struct page *p)
{
    html(p,
         "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'sha256-$'; script-src 'sha256-$'; img-src data:; base-uri 'none'; "
         "form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n"
         "<meta name=\"generator\" content=\"cfnc $\">\n",
         page_style_sha256, page_script_sha256, CFNC_VERSION);
}

void html_style(struct page *p)
{
    html_add(p, "<style>");
    html_add(p, page_style);
    html_add(p, "</style>\n</head>\n<body>\n");
}

/* What the timelines hatch their waits with. */
static void add_hatch(struct page *p)
{
    html_add(p, "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                "focusable=\"false\"><defs><pattern id=\"hatch\" width=\"5\" height=\"5\" "
                "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                "<rect width=\"1.5\" height=\"5\"/></pattern></defs></svg>\n");
}

static void add_parts(struct page *p)
{
    html_add(p, "<main id=\"main\">\n");
    html_causes(p);
    html_leftovers(p);
    html_warnings(p);
    html_tests(p);
    html_rules(p);
    html_fixtures(p);
    html_exceptions(p);
    html_environment(p);
    html_add(p, "</main>\n");
}

static const char *page_of(struct arena *arena, const struct run *run)
{
    struct page p = { .out = text_new(arena), .scratch = arena_new(), .run = run };

    begin(&p);
    html_begin(&p);
    html_head(&p);
    html_style(&p);
    add_hatch(&p);
    html_masthead(&p);
    add_parts(&p);
    html(&p,
         "<footer>Written by cfnc $ of the record of the run. Nothing on this page comes "
         "from a network.</footer>\n<script>",
         CFNC_VERSION);
    html_add(&p, page_script);
    html_add(&p, "</script>\n</body>\n</html>\n");
    arena_free(p.scratch);
    return p.out.bytes;
}

const char *html_report(struct arena *arena, const struct runs *runs)
{
    return runs->count == 1 ? page_of(arena, runs->items[0]) : html_runs(arena, runs);
}
