#ifndef CFNC_SUITE_RESOURCE_H
#define CFNC_SUITE_RESOURCE_H

#include "cfnc/resource/resource.h"

/* Resource types. */
extern const struct protocol resource_protocol;

/* A resource type as what is tested; in the arena. */
const struct subject *resource_subject(struct arena *arena, const struct resource_type *type);

#endif
