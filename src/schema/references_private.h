#ifndef CFNC_REFERENCES_PRIVATE_H
#define CFNC_REFERENCES_PRIVATE_H

#include "schema_private.h"

/* What the files about references share. */

enum { DOCUMENT_LARGEST = 64 * 1024 * 1024 };

/* struct schema_site.index, where it is no item's number. */
enum { ALONE = -1, IN_MEMBER = -2 };

/* Makes a site of a raw value, and of the subschemas below it; the one that is there already, when
 * there is one. `site` is copied. */
struct schema_site *references_adopt(const struct schema_site *site);
/* Reads the subschemas below a new document. */
struct schema_site *references_add(struct compiler *c, const json *root, const char *uri,
                                   const char *file);
/* The site that took a URI (with "#name" where it has a plain name), or NULL. */
struct schema_site *references_known(const struct compiler *c, const char *uri);
/* The URI of a file's document. */
const char *references_file_uri(struct arena *arena, const char *file);

/* The file below the folder of other documents whose $id is `uri`, or NULL. (references_folder.c)
 */
const char *folder_find(struct compiler *c, const char *uri);
/* What is to be said when it has none: "no file below DIR has this $id", say. */
const char *folder_blame(const struct compiler *c);

#endif
