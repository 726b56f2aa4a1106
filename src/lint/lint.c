#include "cfnc/lint/lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "lint/compat/compat.h"
#include "lint_private.h"

/* Every table of rules. */
static const struct lint_rule *const tables[] = { lint_rules, compat_rules };

enum { GUESSES_MOST = 200000, QUOTE_COLUMNS = 80 };

/* A list that grows at its head; lint_run() puts it in order. */
static void remember(struct lint *lint, struct lint_finding *finding)
{
    finding->next = lint->findings;
    lint->findings = finding;
    lint->count[finding->rule->level]++;
}

/* The bytes that a finding is about: a value with its key, or one character of a string. */
static void set_span(const struct lint *lint, struct lint_finding *finding)
{
    const struct json_places *places = finding->source->places;
    struct json_span span = { 0 };

    if (!places)
        places = json_places_new(lint->arena, finding->source->text, finding->source->length);
    json_places_find(places, finding->pointer, &span);
    finding->begin = span.begin;
    finding->end = span.end;
    if (finding->offset < 0)
        return;
    const size_t quote = finding->of_name ? span.begin : span.value;
    finding->begin = json_places_inside(places, quote, (size_t)finding->offset);
    finding->end = json_places_inside(places, quote, (size_t)finding->offset + 1);
    if (finding->end <= finding->begin)
        finding->end = finding->begin + 1;
}

void lint_add(struct lint *lint, const struct lint_finding *finding)
{
    struct lint_finding *copy = arena_alloc(lint->arena, sizeof(*copy));

    *copy = *finding;
    if (!copy->source)
        copy->source = lint->schema;
    set_span(lint, copy);
    remember(lint, copy);
}

void lint_find(struct lint *lint, const struct lint_rule *rule, const char *pointer,
               const char *format, ...)
{
    struct lint_finding finding = LINT_HERE(pointer);
    va_list args;

    va_start(args, format);
    finding.message = arena_vprintf(lint->arena, format, args);
    va_end(args);
    finding.rule = rule;
    lint_add(lint, &finding);
}

void lint_say(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
              const char *format, ...)
{
    va_list args;

    va_start(args, format);
    where.message = arena_vprintf(lint->arena, format, args);
    va_end(args);
    where.rule = rule;
    lint_add(lint, &where);
}

const char *lint_quote(const struct lint *lint, const char *text)
{
    return text_quote(lint->arena, text, QUOTE_COLUMNS);
}

bool lint_may_guess(struct lint *lint, size_t count)
{
    if (lint->work->guesses + count > GUESSES_MOST)
        return false;
    lint->work->guesses += count;
    return true;
}

const char *lint_nearest(struct lint *lint, const char *word, const char *const *candidates,
                         size_t count)
{
    return lint_may_guess(lint, count) ? text_nearest(word, candidates) : NULL;
}

const char *lint_suggest(struct lint *lint, const char *word, const char *const *candidates,
                         size_t count)
{
    const char *near = lint_nearest(lint, word, candidates, count);

    return near ? arena_printf(lint->arena, "did you mean %s?", lint_quote(lint, near)) : NULL;
}

const char *lint_without_place(const char *path, const char *text)
{
    const size_t length = strlen(path);

    if (strncmp(text, path, length) == 0)
        text += length;
    if (*text == ':')
        text += strspn(text, ":0123456789");
    const char *colon = *text == '#' ? strstr(text, ": ") : NULL;
    text = colon ? colon + 1 : text;
    return *text == ' ' ? text + 1 : text;
}

/* ---- order ---- */

/* What a finding is sorted by. */
struct ranked {
    struct lint_finding *finding;
    size_t source, rule, arrival;
};

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    const int orders[] = {
        compare_sizes(x->source, y->source),
        compare_sizes(x->finding->begin, y->finding->begin),
        compare_sizes(x->rule, y->rule),
        compare_sizes(x->arrival, y->arrival),
    };

    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
        if (orders[i])
            return orders[i];
    return 0;
}

/* The schema comes first, then the inputs in their order. */
static size_t source_rank(const struct lint *lint, const struct json_source *source)
{
    size_t rank = 1;

    if (source == lint->schema)
        return 0;
    for (size_t i = 0; lint->inputs && lint->inputs[i]; i++, rank++)
        if (lint->inputs[i] == source)
            return rank;
    return rank;
}

size_t lint_rule_rank(const struct lint_rule *rule)
{
    size_t rank = 0;

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct lint_rule *row = tables[i]; row->id; row++, rank++)
            if (row == rule)
                return rank;
    return rank;
}

static void sort_findings(struct lint *lint)
{
    const size_t count =
        lint->count[LINT_NOTE] + lint->count[LINT_WARNING] + lint->count[LINT_ERROR];
    struct ranked *rows = arena_array(lint->arena, count, sizeof(*rows));
    size_t n = count;

    for (const struct lint_finding *f = lint->findings; f; f = f->next) {
        struct lint_finding *copy = arena_alloc(lint->arena, sizeof(*copy));

        *copy = *f;
        n--;
        rows[n] = (struct ranked){ copy, source_rank(lint, f->source), lint_rule_rank(f->rule), n };
    }
    if (count)
        qsort(rows, count, sizeof(*rows), by_rank);
    lint->findings = NULL;
    for (size_t i = count; i; i--) {
        rows[i - 1].finding->next = lint->findings;
        lint->findings = rows[i - 1].finding;
    }
}

/* ---- all of it ---- */

static bool applies(const struct lint *lint, const struct lint_rule *rule)
{
    switch (rule->subject) {
    case LINT_SCHEMA:
        return true;
    case LINT_AGAINST:
        return lint->against;
    case LINT_INPUTS:
        return lint->inputs;
    }
    return false;
}

static void apply(struct lint *lint, const struct lint_rule *rows)
{
    for (const struct lint_rule *rule = rows; rule->id; rule++)
        if (applies(lint, rule))
            rule->check(lint, rule);
}

void lint_run(struct lint *lint)
{
    const struct schema_sources sources = { .file = lint->schema->path, .path = lint->schema_path };
    struct error ignored;

    lint->findings = NULL;
    lint->compatibility = NULL;
    memset(lint->count, 0, sizeof(lint->count));
    lint->work = arena_alloc(lint->arena, sizeof(*lint->work));
    lint->work->sites = lint_sites(lint->arena, lint->schema->document);
    lint->type = resource_type_read_from(lint->arena, lint->schema->document, &sources, &ignored);
    if (json_type(lint->schema->document) == JSON_OBJECT)
        for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
            apply(lint, tables[i]);
    else
        check_compiles(lint, lint_rule_find("schema.compiles"));
    sort_findings(lint);
}

const struct lint_rule *lint_rule_at(size_t index)
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct lint_rule *rule = tables[i]; rule->id; rule++)
            if (!index--)
                return rule;
    return NULL;
}

const struct lint_rule *lint_rule_find(const char *id)
{
    const struct lint_rule *rule;

    for (size_t i = 0; (rule = lint_rule_at(i)); i++)
        if (strcmp(rule->id, id) == 0)
            return rule;
    return NULL;
}

const char *lint_level_name(enum lint_level level)
{
    static const char *const names[] = {
        [LINT_NOTE] = "note", [LINT_WARNING] = "warning", [LINT_ERROR] = "error"
    };

    return names[level];
}
