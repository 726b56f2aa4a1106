#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/schema/embedded.h"
#include "references_private.h"

/* Which document a $ref is about, and where that document is. */

enum { DOCUMENTS_MOST = 1000 };

#define LOCAL_SERVER "http://localhost:1234/"

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

/* Whether a path leads out of the folder that it is below. */
static bool leads_out(const char *path)
{
    while (*path) {
        const size_t length = strcspn(path, "/");

        if (length == 2 && strncmp(path, "..", 2) == 0)
            return true;
        path += length + (path[length] == '/');
    }
    return false;
}

/* The file whose place a URI names, or NULL. */
static const char *file_of(const struct compiler *c, const char *uri)
{
    const size_t local = strlen(LOCAL_SERVER);

    if (c->path && strncmp(uri, LOCAL_SERVER, local) == 0) {
        const char *path = uri_decode(c->arena, uri + local, strlen(uri + local));
        return leads_out(path) ? NULL : arena_printf(c->arena, "%s/%s", c->path, path);
    }
    if (strncmp(uri, "file:///", 8) == 0)
        return uri_decode(c->arena, uri + 7, strlen(uri + 7));
    return NULL;
}

/* A document, once it is known where it is. */
struct source {
    const char *uri, *file;
};

/* A document with an $id of the web, beside files that it refers to, still finds them. */
static struct source beside(struct compiler *c, const struct site *site, const char *ref)
{
    const struct document *document = site->document;
    const char *base =
        document->file ? references_file_uri(c->arena, document->file) : document->uri;
    const char *fragment;
    const struct source source = { .uri = uri_resolve(c->arena, base, ref, &fragment) };

    return (struct source){ source.uri, file_of(c, source.uri) };
}

static struct source find(struct compiler *c, const struct site *site, const char *uri,
                          const char *ref)
{
    const struct source there = { uri, file_of(c, uri) };
    const struct source near = beside(c, site, ref);
    const char *file;

    if (embedded_find_id(uri) || (there.file && file_exists(there.file)))
        return there;
    file = folder_find(c, uri);
    if (file)
        return (struct source){ uri, file };
    return near.file && file_exists(near.file) ? near : there;
}

static void not_known(struct compiler *c, const struct site *from, const char *wanted)
{
    const char *ref = json_string(json_get(from->raw, "$ref"));
    const size_t length = strlen(wanted);
    const bool said = strncmp(ref, wanted, length) == 0 && (!ref[length] || ref[length] == '#');
    const char *start =
        said ? "" : arena_printf(c->arena, "$ref \"%s\": ", text_quote(c->arena, ref, 60));

    site_error(c, from, "$ref",
               "%sthe document \"%s\" is not known, and nothing is fetched from a network; %s",
               start, text_quote(c->arena, wanted, 100), folder_blame(c));
}

static struct site *load(struct compiler *c, const struct site *from, const struct source *source,
                         const char *wanted)
{
    const struct embedded *embedded = embedded_find_id(source->uri);
    const json *root = NULL;
    struct error why;

    if (c->documents >= DOCUMENTS_MOST) {
        site_error(c, from, "$ref", "more than %d documents; use fewer", DOCUMENTS_MOST);
        return NULL;
    }
    if (embedded) {
        root = json_parse(c->arena, embedded->bytes, *embedded->length, &why);
    } else if (source->file) {
        root = json_read(c->arena, source->file, DOCUMENT_LARGEST, &why);
    } else {
        not_known(c, from, wanted);
        return NULL;
    }
    if (!root) {
        site_error(c, from, "$ref", "the document of this $ref cannot be read: %s",
                   text_quote(c->arena, why.text, 0));
        return NULL;
    }
    return references_add(c, root, source->uri, source->file);
}

/* The root of what `uri` names: it is known, or it is read now. */
static struct site *document_of(struct compiler *c, const struct site *site, const char **uri,
                                const char *ref)
{
    struct site *root = references_known(c, *uri);

    if (root)
        return root;
    const struct source source = find(c, site, *uri, ref);
    const char *wanted = *uri;
    *uri = source.uri;
    root = references_known(c, *uri);
    return root ? root : load(c, site, &source, wanted);
}

/* Most $refs stay in their document: nothing need be put together for them. */
static const char *split(struct compiler *c, const struct site *site, const char *ref,
                         const char **fragment)
{
    if (ref[0] != '#')
        return uri_resolve(c->arena, site->base, ref, fragment);
    *fragment = strchr(ref, '%') ? uri_decode(c->arena, ref + 1, strlen(ref + 1)) : ref + 1;
    return site->base;
}

struct site *references_follow(struct compiler *c, const struct site *site, const char *ref)
{
    const char *fragment;
    const char *uri = split(c, site, ref, &fragment);
    struct site *root = uri == c->last_uri ? c->last_root : document_of(c, site, &uri, ref);

    if (!root)
        return NULL;
    c->last_uri = uri;
    c->last_root = root;
    struct site *target = *fragment && *fragment != '/'
                              ? references_known(c, arena_printf(c->arena, "%s#%s", uri, fragment))
                              : references_walk(c, root, fragment);
    if (!target)
        site_error(c, site, "$ref", "the $ref \"%s\" leads to nothing; correct it",
                   text_quote(c->arena, ref, 100));
    return target;
}
