#ifndef CFNC_STAND_IN_H
#define CFNC_STAND_IN_H

#include "cfnc/redact/redact.h"

/*
 * Stand-ins for secrets, in a recording that is to be judged again. A secret is
 * replaced by a value of its own, always the same one: what rules ask of it (is it
 * there, of which type, empty or false, valid against its schema, equal to
 * another) is kept where that can be, and the value itself is not.
 */
struct stand_ins;

/* Where nothing else is known of the value, it begins so, and is so long. */
#define STAND_IN "cfnc-redacted-"
enum { STAND_IN_LENGTH = sizeof(STAND_IN) - 1 + 6 };

/* `made` is told of each stand-in that readers have to hide like the secret that it stands for. */
struct stand_ins *stand_ins_new(struct arena *arena, struct redactor *redactor,
                                const struct resource_type *type,
                                void (*made)(void *context, const char *text), void *context);

/* The text, the value, the model, the callback context, the answer with stand-ins for what a
 * redactor hides. */
const char *stand_in_text(struct stand_ins *stand_ins, struct arena *arena, const char *text);
json *stand_in_value(struct stand_ins *stand_ins, struct arena *arena, const json *value);
json *stand_in_model(struct stand_ins *stand_ins, struct arena *arena, const json *model);
json *stand_in_context(struct stand_ins *stand_ins, struct arena *arena, const json *context);
json *stand_in_event(struct stand_ins *stand_ins, struct arena *arena, const json *event);

#endif
