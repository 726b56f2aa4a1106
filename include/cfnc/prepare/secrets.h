#ifndef CFNC_SECRETS_H
#define CFNC_SECRETS_H

#include "cfnc/engine/protocol.h"
#include "cfnc/option/options.h"
#include "cfnc/project/project.h"

/* The type with what --redact-path calls secret; NULL of NULL. */
MUST_USE const struct resource_type *options_hide(struct arena *arena,
                                                  const struct subject_options *options,
                                                  const struct resource_type *type,
                                                  struct error *error);

/*
 * A redactor that knows the credentials that this machine has: of the environment,
 * the profile, token files. With --no-redact nothing of the subject's (or NULL) is secret to it.
 */
struct redactor *secrets_redactor(struct arena *arena, const struct options *options,
                                  const struct subject *subject);

/* Teaches it what is secret in the inputs, not to be told even to say what is wrong with them. */
void secrets_learn_inputs(struct arena *arena, struct redactor *redactor,
                          const struct project *project);

#endif
