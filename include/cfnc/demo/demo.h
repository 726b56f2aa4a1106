#ifndef CFNC_DEMO_H
#define CFNC_DEMO_H

#include "cfnc/json/json_source.h"
#include "cfnc/type/resource_type.h"

/*
 * The built-in type, and its schema: Acme::Demo::Thing, or one that has what a fault
 * shows in. `faults` ends with NULL, or is NULL; the first that needs another decides.
 */
MUST_USE const struct resource_type *demo_type(struct arena *arena, const char *const *faults,
                                               struct error *error);
MUST_USE bool demo_schema(struct arena *arena, const char *const *faults,
                          struct json_source *source, struct error *error);

#endif
