#ifndef CFNC_REFERENCES_PRIVATE_H
#define CFNC_REFERENCES_PRIVATE_H

#include "schema_private.h"

/* What the files about references share. */

enum { DOCUMENT_LARGEST = 64 * 1024 * 1024 };

/* struct site.index, where it is no item's number. */
enum { ALONE = -1, IN_MEMBER = -2 };

size_t references_hash(const char *text, size_t length);

/* The site that took a URI (with "#name" where it has a plain name), or NULL. */
struct site *references_known(const struct compiler *c, const char *uri);

/* Makes a site of a raw value, and of the subschemas below it; the one that is there already, when
 * there is one. `site` is copied. */
struct site *references_adopt(struct compiler *c, const struct site *site);

/* What the JSON pointer finds below `root`: a known site, or a value that becomes one by being
 * referred to. NULL when there is nothing. (references_walk.c) */
struct site *references_walk(struct compiler *c, struct site *root, const char *pointer);

/* The file below the folder of other documents whose $id is `uri`, or NULL. (references_folder.c)
 */
const char *folder_find(struct compiler *c, const char *uri);
/* What is to be said when it has none: "no file below DIR has this $id", say. */
const char *folder_blame(const struct compiler *c);

#endif
