#ifndef CFNC_CHOICES_H
#define CFNC_CHOICES_H

#include "cfnc/demo/builtin.h"
#include "cfnc/engine/select.h"
#include "cfnc/option/options.h"

/* What --seed says; a seed of at most seven digits is drawn where none was given. */
uint64_t options_seed(const struct model_options *model);
/* How models are generated: --variant, and the coverage of --examples. */
struct generation options_generation(struct arena *arena, const struct model_options *model,
                                     const struct resource_type *type, uint64_t seed);

/* A selection as the options ask for it. */
MUST_USE struct selection *options_selection(struct arena *arena,
                                             const struct filter_options *filter,
                                             const char *const *names, struct error *error);

/* The built-in provider as the options want it. */
MUST_USE struct builtin *options_builtin(struct arena *arena, const struct options *options,
                                         const struct resource_type *type, struct error *error);

#endif
