#ifndef CFNC_TAP_PRIVATE_H
#define CFNC_TAP_PRIVATE_H

#include "cfnc/base/text.h"
#include "cfnc/engine/reporter.h"

/* Between tap.c, which writes a report, and tap_live.c, which prints one as it comes. */

/*
 * The syntax is that of version 14, whose readers take 13 as well: and Perl's prove, before
 * its version 3.48, refuses whatever says that it is of 14.
 */
enum { TAP_VERSION = 13 };

bool tap_takes(const struct outcome *o); /* whether it is a test point */
void tap_add(struct text *out, const struct run *run, const struct outcome *o, size_t number);
size_t tap_add_leftovers(struct text *out, const struct run *run, size_t number);
void tap_add_plan(struct text *out, size_t count);
void tap_add_head(struct text *out, const struct run *run);

#endif
