#ifndef CFNC_REDACT_H
#define CFNC_REDACT_H

#include "cfnc/compare/compare.h"

/*
 * Keeps secrets out of everything that is written. What is hidden:
 *
 *   - what the schema calls write-only, at its place in models, in callback
 *     contexts (in each object there), in what differs between models, and in
 *     what is said to be wrong with one ("/Pin: expected a string, got 42");
 *   - each string that was seen at such a place, in a request or an answer, and
 *     credentials: wherever they turn up in a text, keys included;
 *   - callerCredentials, providerCredentials and Authorization, whatever is in
 *     them, and what is like an AWS access key id (AKIA, ASIA).
 *
 * A text is read as it stands and as what it may be the JSON, the percent-encoding
 * (with blanks as + too), the HTML, the XML or the JSON pointer of, three times one
 * in another, with only some characters escaped; as base64, whatever stands
 * before it; and as hexadecimal digits, of one case. The beginning of a secret is
 * hidden where text_quote() or an error cut the text.
 *
 * What is not hidden by value: strings of fewer than six characters and numbers
 * (they would take half of every text with them), another case of the letters, and
 * words of the protocol, of the schema (names of properties, enumerated values)
 * and a few of our own sentences: a password of "SUCCESS" must not blot out verdicts.
 *
 * Values are learnt from every request before it is sent, and from every answer
 * before anything of it is kept.
 */
struct redactor;

/* What a redactor has to know of models. All zero: nothing is known. */
struct secrecy {
    const struct property_set *secret; /* where models hold secrets; NULL: nowhere */
    const json *document; /* a schema, whose properties and enumerated values are no secrets */
    const struct schema *schema; /* compiled of it, for stand-ins (stand_in.h) */
    const char *name;            /* what has these models: no secret either */
    const char *words;           /* of its protocol, with blanks between: no secrets; or NULL */
};

struct redactor *redactor_new(struct arena *arena, struct secrecy secrecy);

/*
 * Where models and secrets are in a payload or an answer: a member of the whole, or of its
 * parent. An empty row ends a table of them.
 */
struct model_place {
    const char *parent, *key; /* parent NULL: of the whole */
    enum place_kind {
        PLACE_MODEL,
        PLACE_MODELS,  /* an array of them */
        PLACE_CONTEXT, /* models may be anywhere in it */
        PLACE_SECRET   /* nothing of it is shown */
    } kind;
};

/* The first of that kind, or NULL; and what is there in a document, or NULL. */
const struct model_place *model_place_of(const struct model_place *places, enum place_kind kind);
const json *model_place_get(const json *document, const struct model_place *place);

/* Remembers a credential, or the write-only values of a model. */
void redactor_learn_text(struct redactor *redactor, const char *secret);
void redactor_learn(struct redactor *redactor, const json *model);

/* The same of a payload or an answer: of the models in it. */
void redactor_learn_places(struct redactor *redactor, const json *document,
                           const struct model_place *places);

/* Remembers every string of a value: a type configuration often holds keys of an API. */
void redactor_learn_strings(struct redactor *redactor, const json *value);

/* `text` with every secret replaced by three bullets; NULL of NULL. */
const char *redact_text(struct redactor *redactor, struct arena *arena, const char *text);

/* A copy of a model with write-only values, and secrets in other strings, replaced. */
json *redact_model(struct redactor *redactor, struct arena *arena, const json *model);

/* The same of any value: secrets are replaced in all its strings, keys included. */
json *redact_value(struct redactor *redactor, struct arena *arena, const json *value);

/* Of a callback context; of a payload or an answer, with what is at its places. */
json *redact_context(struct redactor *redactor, struct arena *arena, const json *context);
json *redact_places(struct redactor *redactor, struct arena *arena, const json *document,
                    const struct model_place *places);

/* The same of a request, for people who may send it again: without what nothing is shown of. */
json *redact_request(struct redactor *redactor, struct arena *arena, const json *request,
                     const struct model_place *places);

/* A copy of a comparison. */
struct comparison redact_comparison(struct redactor *redactor, struct arena *arena,
                                    const struct comparison *from);

/* What stands in the place of a secret, other than bullets; it is then not counted. */
struct redact_style {
    const char *(*text)(void *context, const char *secret, size_t length);
    /* Of a value that a path of a model leads to; NULL: bullets. */
    const json *(*value)(void *context, const struct property_path *path, const json *secret);
    void *context;
};

/* A view of a redactor, which knows what that one knows, and shows it in another way. */
struct redactor *redactor_styled(struct arena *arena, const struct redactor *redactor,
                                 const struct redact_style *style);

/* Whether a string is long enough to be remembered as a secret, and whether it is. */
bool redactor_takes(const char *secret);
bool redactor_knows(const struct redactor *redactor, const char *secret);

/* How often something was hidden, for the report. */
unsigned long redactor_count(const struct redactor *redactor);

#endif
