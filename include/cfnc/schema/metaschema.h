#ifndef CFNC_METASCHEMA_H
#define CFNC_METASCHEMA_H

#include "cfnc/schema/schema.h"

/*
 * Whether a schema is one that CloudFormation's registry takes: what it may
 * say, where, of which type and within which limits. The rules are the schemas
 * of schemas/ (cfnc/embedded.h), which `cfnc list schemas --print NAME` shows.
 *
 * They are as strict as the registry's command line: unknown members are
 * refused everywhere but in patternProperties, formats are not asserted (a
 * pattern that is no regular expression passes), pointers and $refs may lead
 * nowhere. Those are for whoever reads the schema.
 */
struct metaschema;

/*
 * Compiles the embedded schema of that name ("provider-definition"), which
 * must exist. Compile once, judge many: the result lives as long as the arena.
 */
MUST_USE const struct metaschema *metaschema_new(struct arena *arena, const char *name);

/*
 * What is wrong with the document, at most 100 faults, in its order; NULL when
 * nothing is. A message names the member that is meant, what was expected of
 * it and what it is instead, and the nearest word that would be right:
 *
 *   path     /properties/Name/type
 *   message  "type": expected one of "string", ... got "strng" (did you mean "string"?)
 */
const struct schema_fault *metaschema_faults(struct arena *arena,
                                             const struct metaschema *metaschema,
                                             const json *document);

#endif
