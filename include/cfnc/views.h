#ifndef CFNC_VIEWS_H
#define CFNC_VIEWS_H

#include "cfnc/pointer.h"

/*
 * Documents made from a resource schema, each of them plain draft-07. What
 * CloudFormation writes at the root (typeName, handlers, ...) is not in them.
 */
enum view {
    VIEW_CREATE, /* read-only properties may not be sent, and are not required */
    VIEW_UPDATE  /* they may be sent, and are not required */
};

const json *view_make(struct arena *arena, const json *document,
                      const struct property_set *read_only, enum view view);

#endif
