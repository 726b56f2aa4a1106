/* Faults of CloudFormation's schemas in the words of whoever writes one. */
#include "cfnc/schema/metaschema.h"

#include <assert.h>
#include <string.h>

#include "cfnc/schema/embedded.h"
#include "schema_private.h"

enum { WORDS_MOST = 100, COLUMNS = 70 };

struct metaschema {
    const struct schema *schema;
};

const struct metaschema *metaschema_new(struct arena *arena, const char *name)
{
    struct metaschema *metaschema = arena_alloc(arena, sizeof(*metaschema));
    const struct embedded *row = embedded_find(name);
    struct error error;

    assert(row);
    metaschema->schema = schema_compile(arena, embedded_read(arena, row), NULL, &error);
    assert(metaschema->schema);
    return metaschema;
}

/* ---- what a fault says ---- */

struct judged {
    struct arena *arena;
    const struct schema_fault *fault;
    const json *value;   /* what the fault is about */
    const json *rules;   /* the part of the meta-schema that it breaks */
    const char *name;    /* the last step to the value; "" of the whole */
    const char *subject; /* what it is called */
};

/* The words that could have been meant, for text_nearest(). */
static const char *nearest(const struct judged *j, const char *word, const json *words)
{
    const char *candidates[WORDS_MOST + 1];
    size_t count = 0;

    json_each (item, words) {
        const char *candidate = json_key(item) ? json_key(item) : json_string(item);

        if (candidate && count < WORDS_MOST)
            candidates[count++] = candidate;
    }
    candidates[count] = NULL;
    const char *near = word ? text_nearest(word, candidates) : NULL;
    return near ? arena_printf(j->arena, " (did you mean \"%s\"?)", near) : "";
}

static const char *say_plainly(const struct judged *j)
{
    return arena_printf(j->arena, "%s: %s", j->subject, j->fault->message);
}

/* The schemas of schemas/ say in a $comment what a pattern or a name has to be. */
static const char *say_comment(const struct judged *j)
{
    const char *comment = json_string(json_get(j->rules, "$comment"));
    const char *word = json_string(j->value);

    if (!comment)
        return say_plainly(j);
    return word ? arena_printf(j->arena, "%s: %s, got \"%s\"", j->subject, comment,
                               text_quote(j->arena, word, COLUMNS))
                : arena_printf(j->arena, "%s: %s", j->subject, comment);
}

/* A member that no rule is about. */
static const char *say_unknown(const struct judged *j)
{
    const char *comment = json_string(json_get(j->rules, "$comment"));
    const json *known = json_get(j->rules, "properties");

    if (comment && !known)
        return arena_printf(j->arena, "%s: %s", j->subject, comment);
    return arena_printf(j->arena, "%s is not allowed here%s", j->subject,
                        nearest(j, j->name, known));
}

static const char *say_choice(const struct judged *j)
{
    return arena_printf(j->arena, "%s: %s%s", j->subject, j->fault->message,
                        nearest(j, json_string(j->value), json_get(j->rules, "enum")));
}

static const struct {
    const char *keyword;
    const char *(*say)(const struct judged *judged);
} sayings[] = {
    { "additionalProperties", say_unknown },
    { "enum", say_choice },
    { "pattern", say_comment },
    { "not", say_comment },
    { NULL, say_plainly },
};

/* The schema that the keyword of a schema path stands in; "ID#/a/b/keyword" or "/a/b/keyword". */
static const json *rules_at(struct arena *arena, const struct metaschema *metaschema,
                            const char *schema_path)
{
    const char *fragment = strchr(schema_path, '#');
    const char *pointer = fragment ? fragment + 1 : schema_path;
    const char *last = strrchr(pointer, '/');
    const json *document = metaschema->schema->sites->first_site->raw;

    if (fragment)
        document = name_table_get(&metaschema->schema->sites->known,
                                  arena_copy(arena, schema_path, (size_t)(fragment - schema_path)));
    return last ? pointer_get(document, arena_copy(arena, pointer, (size_t)(last - pointer)))
                : document;
}

/* "type"; item 0 of "permissions"; the schema */
static const char *subject_of(struct arena *arena, const struct property_path *path)
{
    const char *const *last = path->steps + path->depth - 1;
    size_t index;

    if (path->depth > 1 && step_is_index(*last, &index))
        return arena_printf(arena, "item %s of \"%s\"", *last,
                            text_quote(arena, last[-1], COLUMNS));
    return arena_printf(arena, "\"%s\"", text_quote(arena, *last, COLUMNS));
}

static void say(struct arena *arena, const struct metaschema *metaschema, const json *document,
                struct schema_fault *fault)
{
    struct property_path path = { 0 };
    const bool below = pointer_read(arena, fault->path, &path) && path.depth;
    const struct judged judged = {
        .arena = arena,
        .fault = fault,
        .value = pointer_get(document, fault->path),
        .rules = rules_at(arena, metaschema, fault->schema_path),
        .name = below ? path.steps[path.depth - 1] : "",
        .subject = below ? subject_of(arena, &path) : "the schema",
    };
    size_t i = 0;

    while (sayings[i].keyword && strcmp(sayings[i].keyword, fault->keyword) != 0)
        i++;
    fault->message = sayings[i].say(&judged);
}

const struct schema_fault *metaschema_faults(struct arena *arena,
                                             const struct metaschema *metaschema,
                                             const json *document)
{
    const struct schema_fault *first = NULL, **end = &first;

    for (const struct schema_fault *fault =
             schema_faults(arena, metaschema->schema, document, SCHEMA_ALL);
         fault; fault = fault->next) {
        struct schema_fault *copy = arena_alloc(arena, sizeof(*copy));

        *copy = *fault;
        copy->next = NULL;
        say(arena, metaschema, document, copy);
        *end = copy;
        end = &copy->next;
    }
    return first;
}
