#ifndef CFNC_VIEWS_H
#define CFNC_VIEWS_H

#include "cfnc/json/pointer.h"
#include "cfnc/schema/schema.h"

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

/*
 * The document with everything in it that it refers to: what lies in other
 * documents is copied among its definitions, and each $ref is "#" or "#/...", read
 * from the root, so that the document can be walked over as it is written.
 * `document` itself when it is like that already, and when a $ref leads to
 * nothing (then it does not compile either), or to more than a million values.
 */
const json *view_bundle(struct arena *arena, const json *document,
                        const struct schema_sources *sources);

/* What an object's schema says of the object, and what its $refs may lead to; the rest is left out.
 */
json *view_plain(struct arena *arena, const json *document);

/*
 * Lets what refers to the properties of `root` refer to a copy of `properties` among its
 * definitions: they stay what they were, whatever becomes of its own.
 */
void view_keep_references(struct arena *scratch, json *root, const json *properties);

#endif
