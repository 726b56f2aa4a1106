#include "html_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"

/* All that a page may be made of: what a handler says becomes no more of it. */
static const char *const elements[] = {
    "html",    "head", "meta",   "title", "link",    "style",   "script",  "body",    "svg",
    "defs",    "rect", "a",      "main",  "pattern", "header",  "section", "nav",     "footer",
    "h1",      "h2",   "h3",     "h4",    "p",       "ul",      "ol",      "li",      "dl",
    "dt",      "dd",   "div",    "span",  "small",   "b",       "code",    "pre",     "q",
    "details", "time", "button", "input", "label",   "summary", "table",   "caption", "thead",
    "tbody",   "tr",   "th",     "td",    NULL
};
static const char *const attributes[] = { "lang",
                                          "charset",
                                          "http-equiv",
                                          "content",
                                          "name",
                                          "rel",
                                          "href",
                                          "class",
                                          "id",
                                          "width",
                                          "height",
                                          "aria-hidden",
                                          "scope",
                                          "focusable",
                                          "x",
                                          "y",
                                          "patternUnits",
                                          "patternTransform",
                                          "open",
                                          "role",
                                          "tabindex",
                                          "aria-label",
                                          "aria-labelledby",
                                          "aria-pressed",
                                          "hidden",
                                          "for",
                                          "type",
                                          "autocomplete",
                                          "placeholder",
                                          "datetime",
                                          "data-copy",
                                          "data-show",
                                          "data-label",
                                          "data-status",
                                          NULL };
/* These have no end. */
static const char *const bare[] = { "meta", "link", "input", "rect", NULL };

enum { DEEPEST = 64 };

struct reader {
    struct arena *arena;
    const char *at;
    const char *open[DEEPEST];
    size_t depth;
    const char *wrong; /* the first thing that is, or NULL */
    const char **ids, **links;
    size_t id_count, link_count;
};

static bool among(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void complain(struct reader *r, const char *what)
{
    if (!r->wrong)
        r->wrong = arena_printf(r->arena, "%s: %.80s", what, r->at ? r->at : "");
}

static const char *word(struct reader *r)
{
    const char *from = r->at;

    while (isalnum((unsigned char)*r->at) || *r->at == '-')
        r->at++;
    return arena_copy(r->arena, from, (size_t)(r->at - from));
}

static void note(struct reader *r, const char *name, const char *value)
{
    if (strcmp(name, "id") == 0)
        r->ids[r->id_count++] = value;
    if (strcmp(name, "href") == 0 && *value == '#')
        r->links[r->link_count++] = value + 1;
    if (strcmp(name, "href") == 0 && *value != '#' &&
        strncmp(value, "data:image/svg+xml,", 19) != 0)
        complain(r, "a link that leads away");
}

static void read_attribute(struct reader *r)
{
    const char *name = word(r);
    const char *value = "";

    if (!among(attributes, name))
        complain(r, arena_printf(r->arena, "the attribute %s", name));
    if (*r->at == '=') {
        const char *end = r->at[1] == '"' ? strchr(r->at + 2, '"') : NULL;

        if (!end) {
            complain(r, "an attribute without quotes");
            return;
        }
        value = arena_copy(r->arena, r->at + 2, (size_t)(end - r->at - 2));
        r->at = end + 1;
    }
    note(r, name, value);
}

static void read_end(struct reader *r)
{
    const char *name = word(r);

    if (!r->depth || strcmp(r->open[r->depth - 1], name) != 0)
        complain(r, arena_printf(r->arena, "</%s> closes <%s>", name,
                                 r->depth ? r->open[r->depth - 1] : ""));
    else
        r->depth--;
    if (*r->at != '>')
        complain(r, "an end of more than a name");
}

static void read_element(struct reader *r)
{
    const char *name = word(r);

    if (!among(elements, name))
        complain(r, arena_printf(r->arena, "the element %s", name));
    while (*r->at == ' ' && !r->wrong) {
        r->at++;
        read_attribute(r);
    }
    r->at += *r->at == '/';
    if (*r->at != '>')
        complain(r, "an element that does not end");
    if (!among(bare, name) && r->depth < DEEPEST)
        r->open[r->depth++] = name;
    if (strcmp(name, "style") == 0 || strcmp(name, "script") == 0) {
        const char *text = strcmp(name, "style") == 0 ? page_style : page_script;

        if (strncmp(r->at + 1, text, strlen(text)) != 0)
            complain(r, "another text than the one whose hash is known");
        else
            r->at += strlen(text);
    }
}

/* Leaves r->at at its end. */
static void read_tag(struct reader *r)
{
    r->at++;
    if (*r->at == '/') {
        r->at++;
        read_end(r);
    } else {
        read_element(r);
    }
}

static void read_page(struct reader *r, const char *page)
{
    static const char doctype[] = "<!doctype html>";

    r->at = page;
    if (strncmp(page, doctype, strlen(doctype)) != 0)
        complain(r, "no document type");
    else
        r->at += strlen(doctype);
    while (*r->at && !r->wrong) {
        const size_t letter = text_utf8_length(r->at);

        if (*r->at == '>')
            complain(r, "a letter that was to be escaped");
        if (((unsigned char)*r->at < ' ' && *r->at != '\n') || *r->at == 0x7F || !letter)
            complain(r, "a letter that is none of a page");
        if (*r->at == '<')
            read_tag(r);
        r->at += letter && *r->at != '>' ? letter : 1;
    }
    if (!r->wrong && r->depth)
        complain(r, "elements that are not closed");
}

/* Opaque to qsort: pointers to names. */
static int by_name(const void *a, const void *b)
{
    const char *const *left = a, *const *right = b;

    return strcmp(*left, *right);
}

static void check_links(struct reader *r)
{
    qsort(r->ids, r->id_count, sizeof(*r->ids), by_name);
    for (size_t i = 1; i < r->id_count; i++)
        if (strcmp(r->ids[i - 1], r->ids[i]) == 0)
            complain(r, arena_printf(r->arena, "the id %s twice", r->ids[i]));
    for (size_t i = 0; i < r->link_count; i++)
        if (!bsearch(&r->links[i], r->ids, r->id_count, sizeof(*r->ids), by_name))
            complain(r, arena_printf(r->arena, "nothing is at #%s", r->links[i]));
}

const char *page_fault(struct arena *arena, const char *page)
{
    struct reader r = { .arena = arena };
    size_t letters = strlen(page);

    r.ids = arena_array(arena, letters / 8 + 1, sizeof(*r.ids));
    r.links = arena_array(arena, letters / 8 + 1, sizeof(*r.links));
    read_page(&r, page);
    check_links(&r);
    return r.wrong;
}
