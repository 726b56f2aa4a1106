#ifndef CFNC_EMBEDDED_H
#define CFNC_EMBEDDED_H

#include "cfnc/json/json.h"

/*
 * The schemas that are part of the program: the files of schemas/, as they
 * are. A $ref to one of their $ids is found here, nothing is fetched.
 */
struct embedded {
    const char *name; /* "draft-07": what it is called on a command line */
    const char *text; /* what it describes, one line */
    const char *id;   /* its $id, without the empty fragment */
    const char *bytes;
    const unsigned long *length; /* a NUL stands behind them */
};

extern const struct embedded embedded_schemas[]; /* ends with an empty row */

/* The row of that name, or of that $id; NULL when there is none. */
const struct embedded *embedded_find(const char *name);
const struct embedded *embedded_find_id(const char *id);

/*
 * The schema as a document that needs no other: those that it refers to stand
 * in its definitions under their names, and every $ref is a pointer into the
 * document; no $id is left, so that each validator can follow them. Its bytes
 * as they are when it refers to none.
 */
const char *embedded_bundle(struct arena *arena, const struct embedded *row);

#endif
