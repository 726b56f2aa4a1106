#include "schema_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/file.h"
#include "cfnc/text.h"

enum { DOCUMENT_BYTES = 8 * 1024 * 1024, DOCUMENTS_MOST = 100 };

#define LOCAL_SERVER "http://localhost:1234/"
#define DRAFT_07     "http://json-schema.org/draft-07/schema"

extern const char schema_draft_07[];
extern const unsigned long schema_draft_07_length;

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

static struct site *known_site(const struct compiler *c, const char *uri)
{
    for (const struct known *known = c->known; known; known = known->next)
        if (strcmp(known->uri, uri) == 0)
            return known->site;
    return NULL;
}

/* The first who takes a URI keeps it. */
static void remember_uri(struct compiler *c, const char *uri, struct site *site)
{
    if (known_site(c, uri))
        return;
    struct known *known = arena_alloc(c->arena, sizeof(*known));
    *known = (struct known){ uri, site, c->known };
    c->known = known;
}

/* $id gives the subschema a base, a plain name, or both; beside $ref it is ignored (8.3). */
static void read_id(struct compiler *c, struct site *site)
{
    const char *id = json_string(json_get(site->raw, "$id"));
    const char *name = "";

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

enum holds { ONE, ONE_OR_LIST, MEMBERS };

static const struct {
    const char *word;
    enum holds holds;
} words[] = {
    { "items", ONE_OR_LIST },
    { "additionalItems", ONE },
    { "contains", ONE },
    { "properties", MEMBERS },
    { "patternProperties", MEMBERS },
    { "additionalProperties", ONE },
    { "propertyNames", ONE },
    { "dependencies", MEMBERS },
    { "definitions", MEMBERS },
    { "if", ONE },
    { "then", ONE },
    { "else", ONE },
    { "allOf", ONE_OR_LIST },
    { "anyOf", ONE_OR_LIST },
    { "oneOf", ONE_OR_LIST },
    { "not", ONE },
};

static void add_below(struct compiler *c, const struct site *above, const char *word,
                      const json *raw, const char *key, long index);

static struct site *add_site(struct compiler *c, const struct site site)
{
    struct site *added = references_site(c, site.raw);

    if (added)
        return added;
    added = arena_alloc(c->arena, sizeof(*added));
    *added = site;
    remember_site(c, added);
    if (json_type(added->raw) != JSON_OBJECT)
        return added;
    read_id(c, added);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const json *value = json_get(added->raw, words[i].word);
        const enum json_type type = json_type(value);
        long index = 0;

        if (words[i].holds != MEMBERS && (type == JSON_OBJECT || type == JSON_BOOLEAN))
            add_below(c, added, words[i].word, value, NULL, -1);
        else if (type == JSON_ARRAY ? words[i].holds == ONE_OR_LIST : words[i].holds == MEMBERS)
            json_each (item, value)
                add_below(c, added, words[i].word, item, json_key(item),
                          type == JSON_ARRAY ? index++ : -1);
    }
    return added;
}

static void add_below(struct compiler *c, const struct site *above, const char *word,
                      const json *raw, const char *key, long index)
{
    const enum json_type type = json_type(raw);

    if (type != JSON_OBJECT && type != JSON_BOOLEAN)
        return;
    add_site(c, (struct site){
                    .raw = raw,
                    .document = above->document,
                    .base = above->base,
                    .above = above,
                    .word = word,
                    .key = key,
                    .index = index,
                });
}

struct site *references_add(struct compiler *c, const json *root, const char *uri, const char *file)
{
    struct document *document = arena_alloc(c->arena, sizeof(*document));

    *document = (struct document){ root, uri, file, c->documents++ == 0 };
    struct site *site =
        add_site(c, (struct site){ .raw = root, .document = document, .base = uri, .index = -1 });
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
        text = file_read(c->arena, document->file, DOCUMENT_BYTES, NULL, &ignored);
    if (text && json_place(text, pointer, &line, &column))
        return error_prefix(c->error, "%s:%d:%d: ", document->file, line, column);
    return error_prefix(c->error,
                        "%s#%s: ", document->first ? "" : text_quote(c->arena, document->uri, 100),
                        text_quote(c->arena, pointer, 120));
}

/* ---- where references lead ---- */

const char *references_file_uri(struct arena *arena, const char *file)
{
    struct text out = text_new(arena);
    char folder[4096] = "";

    text_add(&out, "file://");
    if (file[0] != '/' && getcwd(folder, sizeof(folder)))
        text_addf(&out, "%s/", folder);
    text_add(&out, file);
    struct text uri = text_new(arena);
    for (const char *s = out.bytes; *s; s++)
        if (strchr("%#? ", *s))
            text_addf(&uri, "%%%02X", (unsigned)(unsigned char)*s);
        else
            text_add_bytes(&uri, s, 1);
    const char *fragment;
    return uri_resolve(arena, uri.bytes, "", &fragment);
}

/* The file that stands for a URI, or NULL. */
static const char *file_of(const struct compiler *c, const char *uri)
{
    const size_t local = strlen(LOCAL_SERVER);

    if (c->remotes && strncmp(uri, LOCAL_SERVER, local) == 0) {
        const char *path = uri_decode(c->arena, uri + local, strlen(uri + local));
        return strstr(path, "..") ? NULL : arena_printf(c->arena, "%s/%s", c->remotes, path);
    }
    if (strncmp(uri, "file:///", 8) == 0)
        return uri_decode(c->arena, uri + 7, strlen(uri + 7));
    return NULL;
}

static struct site *load(struct compiler *c, const struct site *from, const char *uri)
{
    const char *file = file_of(c, uri), *quoted = text_quote(c->arena, uri, 100);
    const json *root = NULL;
    struct error why;

    if (c->documents >= DOCUMENTS_MOST) {
        site_error(c, from, "$ref", "more than %d documents; use fewer", DOCUMENTS_MOST);
        return NULL;
    }
    if (strcmp(uri, DRAFT_07) == 0) {
        root = json_parse(c->arena, schema_draft_07, schema_draft_07_length, &why);
    } else if (!file) {
        site_error(c, from, "$ref",
                   "the document \"%s\" is not known and nothing is fetched from a network; "
                   "put it into a file beside this one and refer to that",
                   quoted);
        return NULL;
    } else {
        root = json_read(c->arena, file, DOCUMENT_BYTES, &why);
    }
    if (!root) {
        site_error(c, from, "$ref", "the document of this $ref cannot be read: %s", why.text);
        return NULL;
    }
    return references_add(c, root, uri, file);
}

/* The member or item of `value` that a pointer's next step names; goes past that step. */
static const json *step_down(struct compiler *c, const json *value, const char **pointer)
{
    const size_t length = strcspn(*pointer + 1, "/");
    char *step = arena_copy(c->arena, *pointer + 1, length), *out = step;

    *pointer += 1 + length;
    if (json_type(value) == JSON_ARRAY) {
        const size_t digits = strspn(step, "0123456789");
        const bool number =
            digits && digits < 10 && !step[digits] && (step[0] != '0' || digits == 1);
        return number ? json_at(value, (size_t)strtoul(step, NULL, 10)) : NULL;
    }
    for (const char *in = step; *in; in++) {
        const bool escape = *in == '~' && (in[1] == '0' || in[1] == '1');

        *out++ = escape ? (in[1] == '0' ? '~' : '/') : *in;
        in += escape ? 1 : 0;
    }
    *out = '\0';
    return json_get(value, step);
}

/* What `pointer` finds below `root`: a known site, or a value that becomes one by being referred
 * to. */
static struct site *walk(struct compiler *c, struct site *root, const char *pointer)
{
    const json *value = root->raw;
    struct site *nearest = root;
    const char *rest = pointer;

    while (*pointer == '/') {
        value = step_down(c, value, &pointer);
        if (!value)
            return NULL;
        struct site *site = references_site(c, value);
        if (site) {
            nearest = site;
            rest = pointer;
        }
    }
    if (*pointer)
        return NULL;
    if (nearest->raw == value)
        return nearest;
    return add_site(c, (struct site){
                           .raw = value,
                           .document = root->document,
                           .base = nearest->base,
                           .above = nearest,
                           .word = rest + 1,
                           .index = -1,
                       });
}

/* A document with an $id of the web, beside files that it refers to, still finds them. */
static const char *beside_the_file(struct compiler *c, const struct site *site, const char *uri,
                                   const char *ref)
{
    const char *fragment;
    const char *beside = uri_resolve(c->arena, site->document->uri, ref, &fragment);

    if (strcmp(uri, DRAFT_07) == 0 || file_of(c, uri) || !file_of(c, beside))
        return uri;
    return beside;
}

struct site *references_follow(struct compiler *c, const struct site *site, const char *ref)
{
    const char *fragment;
    const char *uri = uri_resolve(c->arena, site->base, ref, &fragment);

    if (!known_site(c, uri))
        uri = beside_the_file(c, site, uri, ref);
    struct site *root = known_site(c, uri);

    if (!root)
        root = load(c, site, uri);
    if (!root)
        return NULL;
    struct site *target = *fragment && *fragment != '/'
                              ? known_site(c, arena_printf(c->arena, "%s#%s", uri, fragment))
                              : walk(c, root, fragment);
    if (!target)
        site_error(c, site, "$ref", "the $ref \"%s\" leads to nothing; correct it",
                   text_quote(c->arena, ref, 100));
    return target;
}
