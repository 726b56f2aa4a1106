#ifndef CFNC_SECRETS_H
#define CFNC_SECRETS_H

#include "cfnc/engine/protocol.h"
#include "cfnc/option/options.h"

/* The type with what --redact-path calls secret; NULL of NULL. */
MUST_USE const struct resource_type *options_hide(struct arena *arena,
                                                  const struct options *options,
                                                  const struct resource_type *type,
                                                  struct error *error);

/*
 * A redactor that knows the credentials that this machine has: of the environment,
 * the profile, token files. With --no-redact nothing of the subject's (or NULL) is secret to it.
 */
struct redactor *secrets_redactor(struct arena *arena, const struct options *options,
                                  const struct subject *subject);

#endif
