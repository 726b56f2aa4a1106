#ifndef POINTER_PRIVATE_H
#define POINTER_PRIVATE_H

#include "cfnc/base/text.h"

/* What pointer.c and path.c share. */

/* One more step at the end of a pointer, escaped. */
void pointer_append(struct text *text, const char *step);
void pointer_append_index(struct text *text, size_t index);

#endif
