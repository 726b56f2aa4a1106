#include "cfnc/schema/metaschema.h"

#include <assert.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/json/pointer.h"
#include "cfnc/schema/embedded.h"

enum { WORDS_MOST = 100, COLUMNS = 70 };

/* An embedded document, read; the schemas refer to each other. */
struct source {
    const char *id;
    const json *document;
};

struct metaschema {
    const struct schema *schema;
    const char *id;
    const struct source *sources; /* ends with an empty row */
};

static const struct source *read_sources(struct arena *arena)
{
    struct source *sources;
    struct error error;
    size_t count = 0;

    for (const struct embedded *row = embedded_schemas; row->name; row++)
        count++;
    sources = arena_array(arena, count + 1, sizeof(*sources));
    for (size_t i = 0; i < count; i++) {
        const struct embedded *row = &embedded_schemas[i];

        sources[i] =
            (struct source){ row->id, json_parse(arena, row->bytes, *row->length, &error) };
        assert(sources[i].document);
    }
    return sources;
}

static const json *source_find(const struct metaschema *metaschema, const char *id, size_t length)
{
    for (const struct source *source = metaschema->sources; source->id; source++)
        if (strlen(source->id) == length && memcmp(source->id, id, length) == 0)
            return source->document;
    return NULL;
}

const struct metaschema *metaschema_new(struct arena *arena, const char *name)
{
    struct metaschema *metaschema = arena_alloc(arena, sizeof(*metaschema));
    const struct embedded *row = embedded_find(name);
    struct error error;

    assert(row);
    metaschema->id = row->id;
    metaschema->sources = read_sources(arena);
    metaschema->schema =
        schema_compile(arena, source_find(metaschema, row->id, strlen(row->id)), NULL, &error);
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
    const char *message;
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

static void say_plainly(struct judged *j)
{
    j->message = arena_printf(j->arena, "%s: %s", j->subject, j->fault->message);
}

/* The schemas of schemas/ say in a $comment what a pattern or a name has to be. */
static void say_comment(struct judged *j)
{
    const char *comment = json_string(json_get(j->rules, "$comment"));
    const char *word = json_string(j->value);

    if (!comment)
        say_plainly(j);
    else if (!word)
        j->message = arena_printf(j->arena, "%s: %s", j->subject, comment);
    else
        j->message = arena_printf(j->arena, "%s: %s, got \"%s\"", j->subject, comment,
                                  text_quote(j->arena, word, COLUMNS));
}

/* A member that no rule is about. */
static void say_unknown(struct judged *j)
{
    const char *comment = json_string(json_get(j->rules, "$comment"));
    const json *known = json_get(j->rules, "properties");

    if (comment && !known)
        j->message = arena_printf(j->arena, "%s: %s", j->subject, comment);
    else
        j->message = arena_printf(j->arena, "%s is not allowed here%s", j->subject,
                                  nearest(j, j->name, known));
}

static void say_choice(struct judged *j)
{
    j->message = arena_printf(j->arena, "%s: %s%s", j->subject, j->fault->message,
                              nearest(j, json_string(j->value), json_get(j->rules, "enum")));
}

static const struct {
    const char *keyword;
    void (*say)(struct judged *judged);
} sayings[] = {
    { "additionalProperties", say_unknown },
    { "enum", say_choice },
    { "pattern", say_comment },
    { "not", say_comment },
};

/* The schema that the keyword of a schema path stands in; "ID#/a/b/keyword" or "/a/b/keyword". */
static const json *rules_at(struct arena *arena, const struct metaschema *metaschema,
                            const char *schema_path)
{
    const char *fragment = strchr(schema_path, '#');
    const char *pointer = fragment ? fragment + 1 : schema_path;
    const char *last = strrchr(pointer, '/');
    const json *document =
        fragment ? source_find(metaschema, schema_path, (size_t)(fragment - schema_path))
                 : source_find(metaschema, metaschema->id, strlen(metaschema->id));

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

static const char *say(struct arena *arena, const struct metaschema *metaschema,
                       const struct schema_fault *fault, const json *document)
{
    struct property_path path = { 0 };
    const bool below = pointer_read(arena, fault->path, &path) && path.depth;
    struct judged judged = {
        .arena = arena,
        .fault = fault,
        .value = pointer_get(document, fault->path),
        .rules = rules_at(arena, metaschema, fault->schema_path),
        .name = below ? path.steps[path.depth - 1] : "",
        .subject = below ? subject_of(arena, &path) : "the schema",
    };

    say_plainly(&judged);
    for (size_t i = 0; i < sizeof(sayings) / sizeof(sayings[0]); i++)
        if (strcmp(sayings[i].keyword, fault->keyword) == 0)
            sayings[i].say(&judged);
    return judged.message;
}

const struct schema_fault *metaschema_faults(struct arena *arena,
                                             const struct metaschema *metaschema,
                                             const json *document)
{
    const struct schema_fault *first = NULL;
    struct schema_fault *last = NULL;

    for (const struct schema_fault *fault =
             schema_faults(arena, metaschema->schema, document, SCHEMA_ALL);
         fault; fault = fault->next) {
        struct schema_fault *copy = arena_alloc(arena, sizeof(*copy));

        *copy = *fault;
        copy->next = NULL;
        copy->message = say(arena, metaschema, fault, document);
        if (last)
            last->next = copy;
        else
            first = copy;
        last = copy;
    }
    return first;
}
