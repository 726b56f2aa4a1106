#include "cfnc/lint/lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "lint_private.h"

/*
 * Every table of rules. Errors are what the registry refuses, or what the published lint rules of
 * contract tests v2 make an error; where cfn validate only warns of such a thing, the hint says so.
 * meta_rules say what no rule of the schema before them has said already.
 */
static const struct lint_rule *const tables[] = {
    document_rules, pattern_rules, property_rules, pointer_rules,
    handler_rules,  meta_rules,    input_rules,    compat_rules,
};

enum { GUESSES_MOST = 200000, QUOTE_COLUMNS = 80 };

const struct json_places *lint_places(struct arena *arena, const struct json_source *source)
{
    return source->places ? source->places : json_places_new(arena, source->text, source->length);
}

/* The bytes that a finding is about: a value with its key, or one character of a string. */
static void set_span(const struct lint *lint, struct lint_finding *finding)
{
    const struct json_places *places = lint_places(lint->arena, finding->source);
    struct json_span span = { 0 };

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
    copy->next = lint->findings;
    lint->findings = copy;
    lint->count[copy->rule->level]++;
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

void lint_find(struct lint *lint, const struct lint_rule *rule, const char *pointer,
               const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *message = arena_vprintf(lint->arena, format, args);
    va_end(args);
    lint_say(lint, rule, LINT_HERE(pointer), "%s", message);
}

const char *lint_quote(const struct lint *lint, const char *text)
{
    return text_quote(lint->arena, text, QUOTE_COLUMNS);
}

const char *lint_suggestion(const struct lint *lint, const char *name)
{
    return name ? arena_printf(lint->arena, "did you mean %s?", lint_quote(lint, name)) : NULL;
}

bool lint_may_guess(struct lint *lint, size_t count)
{
    if (lint->work->guesses + count > GUESSES_MOST)
        return false;
    lint->work->guesses += count;
    return true;
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

struct lint_region lint_region_of(struct arena *arena, const struct lint_finding *finding)
{
    const struct json_places *places = lint_places(arena, finding->source);

    return (struct lint_region){
        .line = json_places_line(places, finding->begin).number,
        .column = json_places_column(places, finding->begin),
        .end_line = json_places_line(places, finding->end).number,
        .end_column = json_places_column(places, finding->end),
    };
}

/* ---- order ---- */

/* The schema comes first, then the inputs in their order. */
static size_t source_rank(const struct lint *lint, const struct json_source *source)
{
    size_t rank = 0;

    if (source == lint->schema)
        return 0;
    while (lint->inputs && lint->inputs[rank] && lint->inputs[rank] != source)
        rank++;
    return rank + 1;
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

/* What a finding is sorted by: its source, its place there, its rule, when it was found. */
struct ranked {
    const struct lint_finding *finding;
    size_t ranks[4];
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    size_t i = 0;

    while (i < 3 && x->ranks[i] == y->ranks[i])
        i++;
    return x->ranks[i] < y->ranks[i] ? -1 : x->ranks[i] > y->ranks[i];
}

/* From the list that grew at its head to one in order. */
static void sort_findings(struct lint *lint)
{
    const size_t count =
        lint->count[LINT_NOTE] + lint->count[LINT_WARNING] + lint->count[LINT_ERROR];
    struct ranked *rows = arena_array(lint->arena, count, sizeof(*rows));
    size_t n = count;

    for (const struct lint_finding *f = lint->findings; f; f = f->next) {
        n--;
        rows[n] = (struct ranked){
            f, { source_rank(lint, f->source), f->begin, lint_rule_rank(f->rule), n }
        };
    }
    if (count)
        qsort(rows, count, sizeof(*rows), by_rank);
    lint->findings = NULL;
    for (size_t i = count; i; i--) {
        struct lint_finding *copy = arena_alloc(lint->arena, sizeof(*copy));

        *copy = *rows[i - 1].finding;
        copy->next = lint->findings;
        lint->findings = copy;
    }
}

/* ---- all of it ---- */

static bool applies(const struct lint *lint, const struct lint_rule *rule)
{
    const bool there[] = {
        [LINT_SCHEMA] = true, [LINT_AGAINST] = lint->against, [LINT_INPUTS] = lint->inputs
    };

    return there[rule->subject] && (rule->any || json_type(lint->schema->document) == JSON_OBJECT);
}

struct schema_sources lint_sources(const struct lint *lint)
{
    return (struct schema_sources){ .file = lint->schema->path,
                                    .path = lint->schema_path,
                                    .source = lint->schema };
}

void lint_run(struct lint *lint)
{
    const struct schema_sources sources = lint_sources(lint);
    const struct lint_rule *rule;
    struct error ignored;

    lint->findings = NULL;
    lint->compatibility = NULL;
    memset(lint->count, 0, sizeof(lint->count));
    lint->work = arena_alloc(lint->arena, sizeof(*lint->work));
    lint->work->sites = lint_sites(lint->arena, lint->schema->document);
    lint->type = resource_type_read_from(lint->arena, lint->schema->document, &sources, &ignored);
    for (size_t i = 0; (rule = lint_rule_at(i)); i++)
        if (applies(lint, rule))
            rule->check(lint, rule);
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
