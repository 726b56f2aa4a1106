/* What a $ref is about: in which document, where that is, and what a pointer finds in it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/schema/embedded.h"
#include "schema_private.h"

enum { DOCUMENTS_MOST = 1000 };

#define LOCAL_SERVER "http://localhost:1234/"

/* ---- documents ---- */

const char *references_file_uri(struct arena *arena, const char *file)
{
    struct text uri = text_new(arena);
    char folder[4096] = "";
    const char *fragment;

    if (file[0] != '/' && getcwd(folder, sizeof(folder)))
        file = arena_printf(arena, "%s/%s", folder, file);
    text_add(&uri, "file://");
    for (; *file; file++)
        if (strchr("%#? ", *file))
            text_addf(&uri, "%%%02X", (unsigned)(unsigned char)*file);
        else
            text_add_bytes(&uri, file, 1);
    return uri_resolve(arena, uri.bytes, "", &fragment);
}

/* The file whose place a URI names, or NULL. */
static const char *file_of(const struct compiler *c, const char *uri)
{
    const size_t local = strlen(LOCAL_SERVER);

    if (c->path && strncmp(uri, LOCAL_SERVER, local) == 0) {
        const char *path = uri_decode(c->arena, uri + local, strlen(uri + local));
        const bool leads_out = strstr(arena_printf(c->arena, "/%s/", path), "/../");
        return leads_out ? NULL : arena_printf(c->arena, "%s/%s", c->path, path);
    }
    if (strncmp(uri, "file:///", 8) == 0)
        return uri_decode(c->arena, uri + 7, strlen(uri + 7));
    return NULL;
}

/* A document, once it is known where it is. */
struct document_source {
    const char *uri, *file;
};

static struct document_source find(struct compiler *c, const struct schema_site *site,
                                   const char *uri, const char *ref)
{
    const struct schema_document *document = site->document;
    struct document_source source = { uri, file_of(c, uri) };
    const char *fragment;

    if (embedded_find_id(uri) || (source.file && file_exists(source.file)))
        return source;
    const char *file = folder_find(c, uri);
    if (file)
        return (struct document_source){ uri, file };
    /* a document with an $id of the web, beside files that it refers to, still finds them */
    const char *base =
        document->file ? references_file_uri(c->arena, document->file) : document->uri;
    const char *near = uri_resolve(c->arena, base, ref, &fragment);
    file = file_of(c, near);
    return file && file_exists(file) ? (struct document_source){ near, file } : source;
}

static void not_known(struct compiler *c, const struct schema_site *from, const char *wanted)
{
    const char *ref = json_string(json_get(from->raw, "$ref"));
    const size_t length = strlen(wanted);
    const bool said = strncmp(ref, wanted, length) == 0 && (!ref[length] || ref[length] == '#');
    const char *start =
        said ? "" : arena_printf(c->arena, "$ref \"%s\": ", text_quote(c->arena, ref, 60));

    site_error(from, "$ref",
               "%sthe document \"%s\" is not known, and nothing is fetched from a network; %s",
               start, text_quote(c->arena, wanted, 100), folder_blame(c));
}

static struct schema_site *load(struct compiler *c, const struct schema_site *from,
                                const struct document_source *source, const char *wanted)
{
    const struct embedded *embedded = embedded_find_id(source->uri);
    const json *root = NULL;
    struct error why;

    if (c->documents >= DOCUMENTS_MOST) {
        site_error(from, "$ref", "more than %d documents; use fewer", DOCUMENTS_MOST);
    } else if (!embedded && !source->file) {
        not_known(c, from, wanted);
    } else {
        root = embedded ? embedded_read(c->arena, embedded)
                        : json_read(c->arena, source->file, SCHEMA_LARGEST, &why);
        if (!root)
            site_error(from, "$ref", "the document of this $ref cannot be read: %s",
                       text_quote(c->arena, why.text, 0));
    }
    return root ? references_add(c, root, source->uri, source->file) : NULL;
}

/* The root of what `uri` names: it is known, or it is read now. */
static struct schema_site *document_of(struct compiler *c, const struct schema_site *site,
                                       const char **uri, const char *ref)
{
    struct schema_site *root = references_known(c, *uri);

    if (root)
        return root;
    const struct document_source source = find(c, site, *uri, ref);
    const char *wanted = *uri;
    *uri = source.uri;
    root = references_known(c, *uri);
    return root ? root : load(c, site, &source, wanted);
}

/* ---- pointers ---- */

/* The next step of a pointer, without its "~0" and "~1"; goes past it. */
static const char *take_step(struct text *step, const char **pointer)
{
    const char *in = *pointer + 1;

    for (step->length = 0;;) {
        const size_t plain = strcspn(in, "~/");
        const bool escape = in[plain] == '~' && (in[plain + 1] == '0' || in[plain + 1] == '1');

        text_add_bytes(step, in, plain);
        in += plain;
        if (*in != '~')
            break;
        text_add_bytes(step, escape && in[1] == '1' ? "/" : "~", 1);
        in += escape ? 2 : 1;
    }
    *pointer = in;
    return step->bytes;
}

/*
 * What the JSON pointer finds below `root`: a known site, or a value that becomes one by being
 * referred to. NULL when there is nothing.
 */
static struct schema_site *walk(struct compiler *c, struct schema_site *root, const char *pointer)
{
    const json *value = root->raw;
    struct schema_site *nearest = root;
    const char *rest = pointer;

    while (*pointer == '/' && value) {
        value = child_find(c->arena, &c->children, value, take_step(&c->step, &pointer));
        struct schema_site *site = value ? references_site(c, value) : NULL;
        if (site) {
            nearest = site;
            rest = pointer;
        }
    }
    if (*pointer || !value)
        return NULL;
    if (nearest->raw == value)
        return nearest;
    const struct schema_site site = { .raw = value,
                                      .document = root->document,
                                      .base = nearest->base,
                                      .above = nearest,
                                      .word = arena_copy(c->arena, rest + 1, strlen(rest + 1)),
                                      .index = ALONE };
    return references_adopt(&site);
}

/* Most $refs stay in their document: nothing need be put together for them. */
static const char *split(struct compiler *c, const struct schema_site *site, const char *ref,
                         const char **fragment)
{
    if (ref[0] != '#')
        return uri_resolve(c->arena, site->base, ref, fragment);
    *fragment = strchr(ref, '%') ? uri_decode(c->arena, ref + 1, strlen(ref + 1)) : ref + 1;
    return site->base;
}

struct schema_site *references_follow(const struct schema_site *site, const char *ref)
{
    struct compiler *c = site->document->c;
    const char *fragment;
    const char *uri = split(c, site, ref, &fragment);
    struct schema_site *root = uri == c->last_uri ? c->last_root : document_of(c, site, &uri, ref);

    if (!root)
        return NULL;
    c->last_uri = uri;
    c->last_root = root;
    struct schema_site *target =
        *fragment && *fragment != '/'
            ? references_known(c, arena_printf(c->arena, "%s#%s", uri, fragment))
            : walk(c, root, fragment);
    if (!target)
        site_error(site, "$ref", "the $ref \"%s\" leads to nothing; correct it",
                   text_quote(c->arena, ref, 100));
    return target;
}
