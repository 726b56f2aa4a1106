#include "references_private.h"

#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

/* ---- where subschemas stand ---- */

static size_t bucket(const struct compiler *c, const json *raw)
{
    const uintptr_t address = (uintptr_t)raw;
    size_t i = (size_t)(address >> 4 ^ address >> 16) & (c->site_room - 1);

    while (c->sites[i] && c->sites[i]->raw != raw)
        i = (i + 1) & (c->site_room - 1);
    return i;
}

struct site *references_site(const struct compiler *c, const json *raw)
{
    return c->site_room ? c->sites[bucket(c, raw)] : NULL;
}

static void remember_site(struct compiler *c, struct site *site)
{
    if (c->site_count * 2 >= c->site_room) {
        struct site **old = c->sites;
        const size_t count = c->site_room;

        c->site_room = count ? count * 4 : 256;
        c->sites = arena_array(c->arena, c->site_room, sizeof(struct site *));
        for (size_t i = 0; i < count; i++)
            if (old[i])
                c->sites[bucket(c, old[i]->raw)] = old[i];
    }
    c->sites[bucket(c, site->raw)] = site;
    c->site_count++;
    if (c->last_site)
        c->last_site->next = site;
    else
        c->first_site = site;
    c->last_site = site;
}

/* FNV-1a. */
size_t references_hash(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037U;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    return (size_t)(hash ^ hash >> 32);
}

static size_t known_bucket(const struct compiler *c, const char *uri)
{
    size_t i = references_hash(uri, strlen(uri)) & (c->known_room - 1);

    while (c->known[i].uri && strcmp(c->known[i].uri, uri) != 0)
        i = (i + 1) & (c->known_room - 1);
    return i;
}

struct site *references_known(const struct compiler *c, const char *uri)
{
    return c->known_room ? c->known[known_bucket(c, uri)].site : NULL;
}

/* The first who takes a URI keeps it. */
static void remember_uri(struct compiler *c, const char *uri, struct site *site)
{
    if (c->known_count * 2 >= c->known_room) {
        const struct known *old = c->known;
        const size_t count = c->known_room;

        c->known_room = count ? count * 2 : 8;
        c->known = arena_array(c->arena, c->known_room, sizeof(*c->known));
        for (size_t i = 0; i < count; i++)
            if (old[i].uri)
                c->known[known_bucket(c, old[i].uri)] = old[i];
    }
    struct known *known = &c->known[known_bucket(c, uri)];
    if (known->uri)
        return;
    *known = (struct known){ uri, site };
    c->known_count++;
}

/* $id gives the subschema a base, a plain name, or both; beside $ref it is ignored (8.3). */
static void read_id(struct compiler *c, struct site *site)
{
    const char *id = NULL, *name = "";

    json_each (member, site->raw) {
        const char *key = json_key(member);

        if (key[0] == '$' && strcmp(key, "$ref") == 0)
            return;
        if (key[0] == '$' && strcmp(key, "$id") == 0)
            id = json_string(member);
    }
    if (!id)
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

static bool is_schema(const json *raw)
{
    return json_type(raw) & (JSON_OBJECT | JSON_BOOLEAN);
}

static void add_below(struct compiler *c, const struct site *above, const char *word,
                      const json *raw, long index)
{
    if (is_schema(raw))
        references_adopt(c, &(struct site){
                                .raw = raw,
                                .document = above->document,
                                .base = above->base,
                                .above = above,
                                .word = word,
                                .key = index == IN_MEMBER ? json_key(raw) : NULL,
                                .index = index,
                            });
}

static void add_held(struct compiler *c, const struct site *above, const struct holder *holder,
                     const json *value)
{
    const enum json_type type = json_type(value);
    long index = 0;

    if (holder->one && is_schema(value))
        add_below(c, above, holder->word, value, ALONE);
    else if (holder->list && type == JSON_ARRAY)
        json_each (item, value)
            add_below(c, above, holder->word, item, index++);
    else if (holder->members && type == JSON_OBJECT)
        json_each (member, value)
            add_below(c, above, holder->word, member, IN_MEMBER);
}

struct site *references_adopt(struct compiler *c, const struct site *site)
{
    struct site *added = references_site(c, site->raw);

    if (added)
        return added;
    added = arena_alloc(c->arena, sizeof(*added));
    *added = *site;
    remember_site(c, added);
    if (json_type(added->raw) != JSON_OBJECT)
        return added;
    read_id(c, added);
    json_each (member, added->raw) {
        const struct holder *holder = holder_of(json_key(member));

        if (holder)
            add_held(c, added, holder, member);
    }
    return added;
}

struct site *references_add(struct compiler *c, const json *root, const char *uri, const char *file)
{
    struct document *document = arena_alloc(c->arena, sizeof(*document));

    *document = (struct document){ root, uri, file, c->documents++ == 0 };
    const struct site top = { .raw = root, .document = document, .base = uri, .index = ALONE };
    struct site *site = references_adopt(c, &top);
    remember_uri(c, uri, site);
    return site;
}

/* ---- what messages say about places ---- */

static void add_escaped(struct text *out, const char *step)
{
    for (; *step; step++)
        if (*step == '~' || *step == '/')
            text_add(out, *step == '~' ? "~0" : "~1");
        else
            text_add_bytes(out, step, 1);
}

static void add_pointer(struct text *out, const struct site *site)
{
    if (!site->above)
        return;
    add_pointer(out, site->above);
    text_addf(out, "/%s", site->word);
    if (site->key) {
        text_add(out, "/");
        add_escaped(out, site->key);
    } else if (site->index >= 0) {
        text_addf(out, "/%ld", site->index);
    }
}

static const char *local_pointer(struct arena *arena, const struct site *site)
{
    struct text out = text_new(arena);

    add_pointer(&out, site);
    return out.bytes;
}

const char *site_pointer(struct arena *arena, const struct site *site)
{
    const char *pointer = local_pointer(arena, site);

    return site->document->first ? pointer
                                 : arena_printf(arena, "%s#%s", site->document->uri, pointer);
}

bool site_error(const struct compiler *c, const struct site *site, const char *word,
                const char *format, ...)
{
    const struct document *document = site->document;
    struct error ignored;
    const char *pointer = local_pointer(c->arena, site), *text = NULL;
    int line = 1, column = 1;
    va_list args;

    if (word)
        pointer = arena_printf(c->arena, "%s/%s", pointer, word);
    va_start(args, format);
    error_set(c->error, "%s", arena_vprintf(c->arena, format, args));
    va_end(args);
    if (document->file)
        text = file_read(c->arena, document->file, DOCUMENT_LARGEST, NULL, &ignored);
    if (text && json_place(text, pointer, &line, &column))
        return error_prefix(c->error, "%s:%d:%d: ", document->file, line, column);
    return error_prefix(c->error,
                        "%s#%s: ", document->first ? "" : text_quote(c->arena, document->uri, 100),
                        text_quote(c->arena, pointer, 120));
}
