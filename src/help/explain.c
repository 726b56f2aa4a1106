#include "cfnc/help/explain.h"

#include <stdio.h>
#include <string.h>

#include "completion.h"
#include "explain_private.h"

/* ---- how a text is laid out ---- */

void explain_add_heading(struct text *out, const char *name, const char *kind, const char *sentence)
{
    const size_t length = strlen(sentence);
    const char *stop = length && sentence[length - 1] == '.' ? "" : ".";

    text_addf(out, "%s: %s\n\n  ", name, kind);
    text_add_wrapped(out, arena_printf(out->arena, "%s%s", sentence, stop), 2, 2, EXPLAIN_COLUMNS);
    text_add(out, "\n\n");
}

void explain_add_line(struct text *out, const char *label, const char *words)
{
    if (!words || !*words)
        return;
    text_addf(out, "  %-*s", EXPLAIN_LABEL - 2, label);
    text_add_wrapped(out, words, EXPLAIN_LABEL, EXPLAIN_LABEL, EXPLAIN_COLUMNS);
    text_add(out, "\n");
}

void explain_add_word(struct text *out, const char *word)
{
    text_addf(out, "%s%s", out->length ? ", " : "", word);
}

/* As it was written: it is code. */
static void add_code(struct text *out, const char *label, const char *code)
{
    for (const char *line = code; *line; label = "") {
        const size_t length = strcspn(line, "\n");

        text_addf(out, "  %-*s%.*s\n", EXPLAIN_LABEL - 2, label, (int)length, line);
        line += length + (line[length] == '\n');
    }
}

const struct explained_cause *explain_cause(const char *topic)
{
    const struct explained_cause *row = explained_causes;

    while (row->topics && !help_has_word(row->topics, topic))
        row++;
    return row->topics ? row : NULL;
}

void explain_add_causes(struct text *out, const char *topic)
{
    const struct explained_cause *row = explain_cause(topic);

    if (!row)
        return;
    if (row->java)
        text_add(out, "\n");
    explain_add_line(out, "Java", row->java);
    explain_add_line(out, "Python", row->python);
    explain_add_line(out, "TypeScript", row->typescript);
    explain_add_line(out, "Go", row->go);
    text_add(out, "\n");
    add_code(out, "Before", row->before);
    add_code(out, "After", row->after);
}

/* ---- all of them ---- */

static struct explained_topic topic_of(const struct explained_kind *kind, size_t index)
{
    return kind->words
               ? (struct explained_topic){ kind->words[index].name, kind->words[index].meaning }
               : kind->topic(index);
}

/* Calls `visit` for every topic, kind by kind. */
static void each_topic(void (*visit)(void *context, const struct explained_kind *kind,
                                     size_t index),
                       void *context)
{
    const struct explained_kind *const all[] = { explained_contract, explained_others,
                                                 explained_options };

    for (size_t a = 0; a < sizeof(all) / sizeof(all[0]); a++)
        for (const struct explained_kind *kind = all[a]; kind->title; kind++)
            for (size_t i = 0; topic_of(kind, i).name; i++)
                visit(context, kind, i);
}

struct looking {
    struct arena *arena;
    const char *topic;
    struct text out;
};

/* An option is meant without its dashes, too; of another name for a verdict see its row. */
static bool is_meant(const char *topic, const char *name)
{
    while (*name == '-' && *topic != '-')
        name++;
    return *topic && strcmp(topic, name) == 0;
}

static void look(void *context, const struct explained_kind *kind, size_t index)
{
    struct looking *l = context;

    if (!is_meant(l->topic, topic_of(kind, index).name))
        return;
    if (l->out.length)
        text_add(&l->out, "\n");
    if (kind->label) {
        const struct explained_word *row = &kind->words[index];

        explain_add_heading(&l->out, row->name, kind->what, row->meaning);
        explain_add_line(&l->out, kind->label, row->advice);
    }
    if (kind->explain)
        kind->explain(&l->out, index);
}

const char *explain_topic(struct arena *arena, const char *topic)
{
    struct looking l = { arena, explain_verdict_named(topic), text_new(arena) };

    each_topic(look, &l);
    return l.out.length ? l.out.bytes : NULL;
}

struct naming {
    const char **names;
    size_t count;
};

static void name_it(void *context, const struct explained_kind *kind, size_t index)
{
    struct naming *n = context;

    if (n->names)
        n->names[n->count] = topic_of(kind, index).name;
    n->count++;
}

const char *explain_nearest(struct arena *arena, const char *word)
{
    struct naming n = { NULL, 0 };

    each_topic(name_it, &n);
    n = (struct naming){ arena_array(arena, n.count + 1, sizeof(*n.names)), 0 };
    each_topic(name_it, &n);
    return strlen(word) < 3 ? NULL : text_nearest(word, n.names); /* not 7 for 8 */
}

struct listing_of {
    struct text out;
    const struct explained_kind *kind;
    bool names_only;
    json *rows;
};

static void list_it(void *context, const struct explained_kind *kind, size_t index)
{
    const struct explained_topic topic = topic_of(kind, index);
    struct listing_of *l = context;

    if (l->rows) {
        json *row = json_append_object(l->rows);

        json_set_string(row, "name", topic.name);
        json_set_string(row, "kind", kind->title);
        json_set_string(row, "text", topic.line);
    } else if (l->names_only) {
        text_addf(&l->out, "%s\n", topic.name);
    } else {
        if (kind != l->kind)
            text_addf(&l->out, "%s%s\n", l->kind ? "\n" : "", kind->title);
        text_addf(&l->out, "  %-*s %s\n", EXPLAIN_NAME - 2, topic.name, topic.line);
    }
    l->kind = kind;
}

const char *explain_list(struct arena *arena, bool names_only)
{
    struct listing_of l = { text_new(arena), NULL, names_only, NULL };

    each_topic(list_it, &l);
    return l.out.bytes;
}

const json *explain_list_json(struct arena *arena)
{
    struct listing_of l = { text_new(arena), NULL, false, json_array(arena) };

    each_topic(list_it, &l);
    return l.rows;
}
