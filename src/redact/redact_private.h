#ifndef CFNC_REDACT_PRIVATE_H
#define CFNC_REDACT_PRIVATE_H

#include "cfnc/base/names.h"
#include "cfnc/redact/redact.h"

/* What the files of the redactor share. */

/* ---- a text as it was before somebody escaped it (spelling.c) ---- */

enum { MOST_LAYERS = 3, SCRIPT_KNOWN = 16 };

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
struct script {
    const char *end;
    size_t effort;   /* so many bytes of secrets may still be looked at */
    bool cut;        /* more stood behind its end */
    bool escaped;    /* an escape was met */
    const char *odd; /* the next escape or note of a cut, or its end; NULL: not sought yet */
    struct {
        const char *at;
        struct spelled says;
    } known[MOST_LAYERS][SCRIPT_KNOWN];
};
struct spelled spelling_read(struct script *script, const char *text, int layers);

/* Whether a byte may begin another spelling of some character. */
bool spelling_begins(char c);

/* ---- the secrets that are known (secrets.c) ---- */

enum {
    SHORTEST_SECRET = 6, /* in characters; a shorter one would hide half of every text */
    SHORTEST_CUT = 3,    /* so much of a secret is hidden where a text was cut in it */
    FILTER_BYTES = 128 * 1024
};

/*
 * Secrets that begin alike, as a tree: a node is what they go on with up to where they part.
 * So however many there are, a text is read once for all of them.
 */
struct secrets {
    struct arena *arena;
    struct secret_node *first[256];     /* by their first byte */
    unsigned char filter[FILTER_BYTES]; /* a bit for the first bytes of each */
    size_t count;
};

void secrets_add(struct secrets *secrets, const char *bytes, size_t length);

/*
 * How much of a text from `text` on says a secret, or 0; the longest if there are
 * several. The text is read with up to `layers` spellings one in another, and as if any
 * of them stood in the secret itself; where it was cut, the beginning of a secret is one.
 * When no effort is left afterwards, nobody knows.
 */
size_t secrets_said(struct secrets *secrets, struct script *script, const char *text, int layers);

size_t larger(size_t a, size_t b);

/* Adds a secret as it is, and in each spelling that spelling_read() does not see through. */
void spelling_add_each(struct secrets *secrets, const char *bytes, size_t length);

/* ---- redactors ---- */

/* What a redactor knows. Its views share it. */
struct learnt {
    struct secrecy secrecy; /* its `secret` is never NULL */
    struct names spared;    /* words that are no secrets */
    struct secrets secrets;
};

struct redactor {
    struct learnt *learnt;
    struct redact_style style;
    unsigned long hidden;
};

extern const char redacted[]; /* three bullets */

/* What stands in a text in the place of `length` bytes of a secret. */
const char *redactor_instead(struct redactor *redactor, const char *secret, size_t length);

/* The text with its secrets hidden, or NULL when there are none. Secrets may overlap. */
const char *redactor_hide(struct redactor *redactor, struct arena *arena, const char *text);

#endif
