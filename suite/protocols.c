#include "cfnc/suite/protocols.h"

#include "cfnc/suite/resource.h"

const struct protocol *const protocols[] = { &resource_protocol, NULL };
