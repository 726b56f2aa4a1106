#ifndef CFNC_REDACT_PRIVATE_H
#define CFNC_REDACT_PRIVATE_H

#include "cfnc/base/names.h"
#include "cfnc/redact/redact.h"

/* Between redact.c, which knows models, and redact_text.c, which knows texts. */

enum {
    SHORTEST_SECRET = 6, /* in characters; a shorter one would hide half of every text */
    MOST_SECRETS = 1000000,
    BUCKETS = 16384
};

/*
 * Secrets that begin alike, as a tree: a node is what they go on with up to where they part, and
 * the root is where they begin. So however many there are, a text is read once for all of them.
 */
struct secrets {
    struct secrets *other; /* go on with another byte than this one */
    struct secrets *more;  /* go on behind this one; the first of them */
    const char *bytes;
    size_t length;
    bool whole; /* a secret ends here */
};

/* Trees are found by the first six bytes, as a layer of the text says them. */
struct redactor {
    struct arena *arena;
    const struct resource_type *type;
    struct names spared; /* words that are no secrets */
    struct names known;  /* all that are below */
    struct secrets *buckets[BUCKETS];
    struct secrets *odd; /* the secrets whose own first bytes look like escapes, in one tree */
    unsigned long hidden;
    const char *(*instead)(void *context, const char *secret, size_t length); /* or NULL: bullets */
    void *context;
};

/* One more in a tree of `arena`, which keeps the bytes. */
void secrets_add(struct arena *arena, struct secrets *root, const char *bytes, size_t length);

/* Whether some secret of a tree, which may be NULL, begins so. */
bool secrets_begin(const struct secrets *root, const char *bytes, size_t length);

extern const char redacted[]; /* three bullets */

/*
 * Where models are: the value itself; each object in it, as handlers keep models in a
 * callback context under names of their own; those of an answer, and of its context.
 */
typedef void model_visitor(void *context, json *model);
typedef void model_walk(json *value, model_visitor *visit, void *context);
model_walk itself, each_object, each_model;

size_t redactor_bucket(const char *bytes); /* of the first SHORTEST_SECRET bytes */
void redactor_remember(struct redactor *redactor, const char *bytes, size_t length);

/* What stands in a text in the place of `length` bytes of a secret. */
const char *redactor_instead(struct redactor *redactor, const char *secret, size_t length);

/* The text with its secrets hidden, or NULL when there are none. Secrets may overlap. */
const char *redactor_hide(struct redactor *redactor, struct arena *arena, const char *text);

/* "/Pin: expected at least 9, got 3; ..." without what was got, where that is write-only. */
const char *redactor_hide_got(struct redactor *redactor, struct arena *arena, const char *text);

/*
 * The bytes of a text as they were before somebody wrote them into JSON, a URL,
 * HTML or XML, `layers` times one into another: what stands at `text`, and in
 * `used` how much of the text says so. 0 bytes at its end. What was read lately is
 * known: a layer is read from each byte on, and asks for what the layers below it
 * say there again and again. Of a new script the end is set, and the effort.
 */
struct spelled {
    char bytes[4];
    size_t count, used;
};
enum { MOST_LAYERS = 3, SCRIPT_KNOWN = 16 };
struct script {
    const char *end;
    size_t effort; /* so many bytes of secrets may still be looked at */
    struct {
        const char *at;
        struct spelled says;
    } known[MOST_LAYERS][SCRIPT_KNOWN];
};
struct spelled spelling_read(struct script *script, const char *text, int layers);

/* Whether a byte may begin another spelling of some character. */
bool spelling_begins(char c);

/*
 * How much of a text from `text` on says a secret of the tree, or 0; the longest
 * if there are several. The text is read with `layers` spellings one in another, and as if any of
 * them stood in the secret itself. When no effort is left afterwards, nobody knows.
 */
size_t secrets_said(const struct secrets *root, struct script *script, const char *text,
                    int layers);

/* Tells `learn` each other spelling of the bytes that spelling_read() does not see through. */
void spelling_each(const char *bytes, size_t length, struct redactor *redactor);

#endif
