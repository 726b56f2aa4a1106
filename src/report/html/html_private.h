#ifndef CFNC_HTML_PRIVATE_H
#define CFNC_HTML_PRIVATE_H

#include "cfnc/report/failure.h"
#include "cfnc/report/report.h"

/*
 * Between the files of the HTML report. Every text that is not ours comes into the page
 * by html(), html_text() or html_lines(), which escape it: there is no other way in.
 */
struct html_place {
    const struct outcome *outcome;
    const char *anchor; /* the id of its element */
};

struct page {
    struct text out;
    struct arena *scratch; /* for what is printed at once */
    const struct run *run;
    const struct cause *causes;
    const struct finding **blame; /* by call->seq: the first clause that the call broke; or NULL */
    bool *texts;                  /* by call->seq: its request and answer are in the page, */
    bool *rows;                   /* and it has a row in a timeline, which can be linked to */
    struct html_place *places;    /* of the tests and fixtures that are listed */
    size_t place_count;
    size_t difference_count; /* rows of tables so far */
};

/* Markup of ours, as it stands. */
void html_add(struct page *p, const char *markup);

/* The beginning of a part of the page. */
void html_section(struct page *p, const char *id, const char *heading);

/* Markup of ours, each $ in it replaced by the next text, escaped for elements and attributes. */
#define html(p, markup, ...)                                                                       \
    html_fill(p, markup, (const char *const[]){ __VA_ARGS__ },                                     \
              sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))
void html_fill(struct page *p, const char *markup, const char *const *texts, size_t count);

/* A text on one line, made harmless as for a terminal, and cut where it is very long; NULL is none.
 */
void html_text(struct page *p, const char *text);
/* The same for an element alone, of at most `most` bytes of a text whose lines stay; a TEXT_NUL
   counts as two. How many bytes are left out. */
size_t html_lines(struct page *p, const char *text, size_t most);

/* Texts of the scratch arena, in the spelling of a page. */
const char *html_number(struct page *p, long long number);
const char *html_ms(struct page *p, int64_t ms);                         /* 120 ms, 16.3 s */
const char *html_count(struct page *p, size_t count, const char *thing); /* 1 test, 2 tests */
const char *html_anchor(const struct page *p, const struct outcome *o);  /* NULL: not listed */
const char *html_recording(struct page *p); /* where all of the run is; NULL: nowhere */

/* Gives the outcomes their anchors. */
void html_places(struct page *p);

/* "CREATE 6" as a link to the call. */
void html_call_link(struct page *p, const struct call *call);
/* The name of a test or fixture, as a link to it. */
void html_outcome_link(struct page *p, const struct outcome *o);
/* A row of a list: a command that is to be typed. */
void html_command(struct page *p, const char *label, const char *command);
/* Those that run a test again. */
void html_again(struct page *p, const struct outcome *test);

/* "pass", "fail", "mild", "idle": how it looks. */
const char *html_tone(enum verdict verdict);
const char *html_finding_tone(const struct finding *f); /* "mild" of what fails no test */

/*
 * The beginning of a page, up to its title. Nothing is fetched, and nothing runs but the one script
 * and the one style of the house, each known by its hash: what a handler says could not become one
 * of them, were it not escaped.
 */
void html_begin(struct page *p);
/* The style, and the end of what stands before the body. */
void html_style(struct page *p);

/* The page of several runs. */
const char *html_runs(struct arena *arena, const struct runs *runs);

/* The parts of the page of one, in their order. */
void html_causes(struct page *p);
void html_leftovers(struct page *p);
void html_warnings(struct page *p);
void html_tests(struct page *p);
void html_rules(struct page *p);
void html_fixtures(struct page *p);
void html_exceptions(struct page *p);
void html_environment(struct page *p);

/* Their parts. */
void html_evidence(struct page *p, const struct finding *f); /* what exactly is wrong */
/* Rows of a <dl class="about">: the handler's own words, the usual cause, the contract. */
void html_about(struct page *p, const struct finding *f);
size_t html_calls_of(const struct page *p, const struct outcome *o); /* how many */
/* The calls of an outcome, to scale; nothing when it made none. */
void html_timeline(struct page *p, const struct outcome *o);
/* Which calls have a row, and which requests and answers find room in the page. */
void html_choose_rows(struct page *p, const struct outcome *o);
void html_choose_texts(struct page *p);

#endif
