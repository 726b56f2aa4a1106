#ifndef CFNC_REDACT_PRIVATE_H
#define CFNC_REDACT_PRIVATE_H

#include "cfnc/names.h"
#include "cfnc/redact.h"

/* Between redact.c, which knows models, and redact_text.c, which knows texts. */

enum {
    SHORTEST_SECRET = 6, /* in characters; a shorter one would hide half of every text */
    MOST_SECRETS = 1000000,
    BUCKETS = 16384
};

struct secret {
    const struct secret *next; /* of the same bucket */
    const char *bytes;
    size_t length;
};

/* Secrets are found by their first six bytes, so that a text is read once, however many there are.
 */
struct redactor {
    struct arena *arena;
    const struct resource_type *type;
    struct names spared; /* words that are no secrets */
    struct names known;  /* all that are below */
    const struct secret *buckets[BUCKETS];
    unsigned long hidden;
    const char *(*instead)(void *context, const char *secret, size_t length); /* or NULL: bullets */
    void *context;
};

extern const char redacted[]; /* three bullets */

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
 * `used` how much of the text says so. 0 bytes at its end.
 */
struct spelled {
    char bytes[4];
    size_t count, used;
};
enum { MOST_LAYERS = 3 };
struct spelled spelling_read(const char *text, size_t left, int layers);

/* Whether a byte may begin another spelling of some character. */
bool spelling_begins(char c);

/* Tells `learn` each other spelling of the bytes that spelling_read() does not see through. */
void spelling_each(const char *bytes, size_t length, struct redactor *redactor);

#endif
