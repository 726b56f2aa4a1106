#ifndef CFNC_EXCEPTIONS_H
#define CFNC_EXCEPTIONS_H

#include "cfnc/engine/waivers.h"

/*
 * The exceptions of contract-test-exceptions.json in the folder, those of other
 * types left out; none without the file. `today` is "2026-11-21", UTC: what
 * expired before does not count. The error is "FILE:LINE:COL: ...".
 */
MUST_USE bool exceptions_read(struct arena *arena, const char *folder,
                              const struct subject *subject, const char *today,
                              struct waiver **waivers, struct error *error);

#endif
