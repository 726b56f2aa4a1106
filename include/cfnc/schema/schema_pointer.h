#ifndef CFNC_SCHEMA_POINTER_H
#define CFNC_SCHEMA_POINTER_H

#include "cfnc/json/pointer.h"
#include "cfnc/schema/schema.h"

/*
 * What resource schemas write in readOnlyProperties, primaryIdentifier and the
 * like: a pointer that begins with "/properties/" and goes on in one of many
 * spellings. "/properties/A/B", "/properties/A/properties/B",
 * "/properties/A/items/B" and "/properties/A/" "*" "/B" all occur.
 */

/*
 * Reads one as a path of the model: schema words between the names are gone,
 * items are "*". A word is a name where the schema has a property of that
 * name. Returns false when it leads to nothing in `document`; the path is then
 * what was written, less the "/properties" in front, and of depth 0 when that
 * is no JSON pointer.
 */
bool schema_pointer_read(struct arena *arena, const json *document, const char *pointer,
                         struct property_path *path);

/*
 * Where the document describes a place of a model: the JSON pointer of the subschema there, which
 * may be a $ref, or of the nearest above it that there is; "" is the document.
 */
const char *schema_where(struct arena *arena, const json *document,
                         const struct property_path *path);

/* What a $ref to the document itself means there: its fragment, decoded. NULL of any other. */
const char *schema_own_fragment(struct arena *arena, const json *document, const char *ref);

#endif
