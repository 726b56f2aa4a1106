#ifndef CFNC_STAND_IN_H
#define CFNC_STAND_IN_H

#include "cfnc/redact/redact.h"

/*
 * Stand-ins for secrets, in a recording that is to be judged again. A secret is
 * replaced by a value of its own, always the same one: what rules ask of it (is it
 * there, of which type, empty or false, valid against its schema, equal to
 * another) is kept where that can be, and the value itself is not.
 */

/* Where nothing else is known of the value, it begins so, and is so long. */
#define STAND_IN "cfnc-redacted-"
enum { STAND_IN_LENGTH = sizeof(STAND_IN) - 1 + 6 };

/*
 * A view of a redactor that shows stand-ins for what it hides, in models and elsewhere. `made` is
 * told of each that readers have to hide like the secret that it stands for.
 */
struct redactor *stand_ins_new(struct arena *arena, struct redactor *redactor,
                               void (*made)(void *context, const char *text), void *context);

#endif
