/* Where the subschemas of documents stand, and which $ids they took. */
#include <string.h>

#include "cfnc/base/file.h"
#include "schema_private.h"

/* ---- where subschemas stand ---- */

static size_t bucket(const struct compiler *c, const json *raw)
{
    const uintptr_t address = (uintptr_t)raw;
    size_t i = (size_t)(address >> 4 ^ address >> 16) & (c->site_room - 1);

    while (c->sites[i] && c->sites[i]->raw != raw)
        i = (i + 1) & (c->site_room - 1);
    return i;
}

struct schema_site *references_site(const struct compiler *c, const json *raw)
{
    return c->site_room ? c->sites[bucket(c, raw)] : NULL;
}

static void remember_site(struct compiler *c, struct schema_site *site)
{
    if (c->site_count * 2 >= c->site_room) {
        struct schema_site **old = c->sites;
        const size_t count = c->site_room;

        c->site_room = count ? count * 4 : 256;
        c->sites = arena_array(c->arena, c->site_room, sizeof(struct schema_site *));
        for (size_t i = 0; i < count; i++)
            if (old[i])
                c->sites[bucket(c, old[i]->raw)] = old[i];
    }
    c->sites[bucket(c, site->raw)] = site;
    *(c->site_count++ ? &c->last_site->next : &c->first_site) = site;
    c->last_site = site;
}

/* The first who takes a URI keeps it. */
static void remember_uri(struct compiler *c, const char *uri, struct schema_site *site)
{
    if (!name_table_get(&c->known, uri))
        name_table_set(c->arena, &c->known, uri, site->raw);
}

struct schema_site *references_known(const struct compiler *c, const char *uri)
{
    const json *raw = name_table_get(&c->known, uri);

    return raw ? references_site(c, raw) : NULL;
}

/* $id gives the subschema a base, a plain name, or both; beside $ref it is ignored (8.3). */
static void read_id(struct compiler *c, struct schema_site *site)
{
    const char *id = json_string(json_get(site->raw, "$id")), *name = "";

    if (!id || json_get(site->raw, "$ref"))
        return;
    const char *uri = uri_resolve(c->arena, site->base, id, &name);
    if (id[0] != '#') {
        site->base = uri;
        remember_uri(c, uri, site);
    }
    if (*name)
        remember_uri(c, arena_printf(c->arena, "%s#%s", uri, name), site);
}

/* The keywords that hold subschemas, and what of: one, a list, members. */
static const struct holder {
    const char *word;
    bool one, list, members;
} holders[] = {
    { "properties", .members = true },
    { "items", .one = true, .list = true },
    { "patternProperties", .members = true },
    { "additionalProperties", .one = true },
    { "definitions", .members = true },
    { "oneOf", .list = true },
    { "anyOf", .list = true },
    { "allOf", .list = true },
    { "dependencies", .members = true },
    { "additionalItems", .one = true },
    { "contains", .one = true },
    { "propertyNames", .one = true },
    { "if", .one = true },
    { "then", .one = true },
    { "else", .one = true },
    { "not", .one = true },
};

static const struct holder *holder_of(const char *word)
{
    for (size_t i = 0; i < sizeof(holders) / sizeof(holders[0]); i++)
        if (word[0] == holders[i].word[0] && strcmp(word, holders[i].word) == 0)
            return &holders[i];
    return NULL;
}

static void add_below(const struct schema_site *above, const char *word, const json *raw,
                      long index)
{
    struct schema_site site = { .raw = raw,
                                .document = above->document,
                                .base = above->base,
                                .above = above,
                                .word = word,
                                .key = index == IN_MEMBER ? json_key(raw) : NULL,
                                .index = index };

    if (json_type(raw) & (JSON_OBJECT | JSON_BOOLEAN))
        references_adopt(&site);
}

struct schema_site *references_adopt(const struct schema_site *site)
{
    struct compiler *c = site->document->c;
    struct schema_site *added = references_site(c, site->raw);

    if (added)
        return added;
    added = arena_alloc(c->arena, sizeof(*added));
    *added = *site;
    remember_site(c, added);
    read_id(c, added);
    for (const json *value = json_type(added->raw) == JSON_OBJECT ? json_first(added->raw) : NULL;
         value; value = json_next(value)) {
        const struct holder *holder = holder_of(json_key(value));
        const enum json_type type = json_type(value);
        long index = 0;

        if (holder && holder->one)
            add_below(added, holder->word, value, ALONE);
        if (holder &&
            ((holder->list && type == JSON_ARRAY) || (holder->members && type == JSON_OBJECT)))
            json_each (below, value)
                add_below(added, holder->word, below, type == JSON_ARRAY ? index++ : IN_MEMBER);
    }
    return added;
}

struct schema_site *references_add(struct compiler *c, const json *root, const char *uri,
                                   const char *file)
{
    struct schema_document *document = arena_alloc(c->arena, sizeof(*document));

    *document = (struct schema_document){ c, uri, file, c->documents++ == 0 };
    const struct schema_site top = {
        .raw = root, .document = document, .base = uri, .index = ALONE
    };
    struct schema_site *site = references_adopt(&top);
    remember_uri(c, uri, site);
    return site;
}

struct schema_site *references_begin(struct compiler *c, struct arena *arena, const json *root,
                                     const struct schema_sources *sources, struct error *error)
{
    const char *file = sources ? sources->file : NULL;

    *c = (struct compiler){ .arena = arena, .error = error, .step = text_new(arena) };
    c->path = sources ? sources->path : NULL;
    c->source = sources ? sources->source : NULL;
    c->to_fill_end = &c->to_fill;
    return references_add(c, root, file ? references_file_uri(arena, file) : "", file);
}

/* ---- what messages say about places ---- */

void add_pointer_step(struct text *out, const char *step)
{
    text_add(out, "/");
    for (; *step; step++)
        if (*step == '~' || *step == '/')
            text_add(out, *step == '~' ? "~0" : "~1");
        else
            text_add_bytes(out, step, 1);
}

static void add_pointer(struct text *out, const struct schema_site *site)
{
    if (!site->above)
        return;
    add_pointer(out, site->above);
    text_addf(out, "/%s", site->word);
    if (site->key)
        add_pointer_step(out, site->key);
    else if (site->index >= 0)
        text_addf(out, "/%ld", site->index);
}

const char *site_pointer(struct arena *arena, const struct schema_site *site)
{
    struct text out = text_new(arena);

    if (!site->document->first)
        text_addf(&out, "%s#", site->document->uri);
    add_pointer(&out, site);
    return out.bytes;
}

bool schema_place(const struct schema_sources *sources, struct place *place)
{
    struct arena *scratch = arena_new();
    struct error ignored;
    const char *text = sources->source ? sources->source->text
                       : sources->file
                           ? file_read(scratch, sources->file, SCHEMA_LARGEST, NULL, &ignored)
                           : NULL;
    const bool found = text && json_place(text, place);

    if (found)
        place->path = sources->file;
    arena_free(scratch);
    return found;
}

bool site_error(const struct schema_site *site, const char *word, const char *format, ...)
{
    const struct schema_document *document = site->document;
    struct compiler *c = document->c;
    struct text pointer = text_new(c->arena);
    va_list args;

    add_pointer(&pointer, site);
    if (word)
        text_addf(&pointer, "/%s", word);
    va_start(args, format);
    error_set(c->error, "%s", arena_vprintf(c->arena, format, args));
    va_end(args);
    const struct schema_sources sources = { .file = document->file,
                                            .source = document->first ? c->source : NULL };
    struct place place = { .pointer = pointer.bytes };
    if (schema_place(&sources, &place))
        return error_prefix_at(c->error, &place, "");
    c->error->place.pointer = pointer.bytes;
    return error_prefix(c->error,
                        "%s#%s: ", document->first ? "" : text_quote(c->arena, document->uri, 100),
                        text_quote(c->arena, pointer.bytes, 120));
}
