#ifndef CFNC_REDACT_H
#define CFNC_REDACT_H

#include "cfnc/resource_type.h"

/*
 * Keeps secrets out of everything that is written: what the schema calls
 * write-only, wherever it turns up, and credentials. Values are learnt from
 * every request before it is sent.
 */
struct redactor;

struct redactor *redactor_new(struct arena *arena, const struct resource_type *type);

/* Remembers a credential, or the write-only values of a model (strings of 6 characters and more).
 */
void redactor_learn_text(struct redactor *redactor, const char *secret);
void redactor_learn(struct redactor *redactor, const json *model);

/* Remembers every string of a value: a type configuration often holds keys of an API. */
void redactor_learn_strings(struct redactor *redactor, const json *value);

/* `text` with every secret, and every AWS access key id, replaced by three bullets. */
const char *redact_text(struct redactor *redactor, struct arena *arena, const char *text);

/* A copy of a model with write-only values, and secrets in other strings, replaced. */
json *redact_model(struct redactor *redactor, struct arena *arena, const json *model);

/* The same of any value: secrets are replaced in all its strings, keys included. */
json *redact_value(struct redactor *redactor, struct arena *arena, const json *value);

/*
 * For a recording: from now on, what redact_text() and redact_value() hide is
 * replaced by what `instead` returns for it, and not counted. NULL: bullets again.
 */
void redactor_show(struct redactor *redactor,
                   const char *(*instead)(void *context, const char *secret, size_t length),
                   void *context);

/* Whether a string is long enough to be remembered as a secret, and whether it is. */
bool redactor_takes(const char *secret);
bool redactor_knows(const struct redactor *redactor, const char *secret);

/* How often something was hidden, for the report. */
unsigned long redactor_count(const struct redactor *redactor);

#endif
