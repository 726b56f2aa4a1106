#ifndef CFNC_SUITE_PROTOCOLS_H
#define CFNC_SUITE_PROTOCOLS_H

#include "cfnc/engine/protocol.h"

/* All kinds of handlers that cfnc knows; ends with NULL. */
extern const struct protocol *const protocols[];

#endif
