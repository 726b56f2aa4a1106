#ifndef CFNC_SELECT_H
#define CFNC_SELECT_H

#include "cfnc/engine/trial.h"

/*
 * Which tests run: names and globs, -k and -m in pytest's grammar (pytest 7.2
 * mark/expression.py), --deselect, and the handlers that the subject has.
 */
struct selection;

struct selection_options {
    const char *k, *m;               /* expressions, or NULL */
    const char *const *names;        /* TEST arguments, NULL-terminated; or NULL */
    const char *const *deselect;     /* --deselect, NULL-terminated; or NULL */
    struct shard shard;              /* whole modules on one input set, dealt out in turn */
    const struct protocol *protocol; /* whose tests they are */
};

/* NULL and the error: an expression with its column, a name that is no test with the nearest. */
MUST_USE struct selection *selection_read(struct arena *arena,
                                          const struct selection_options *options,
                                          struct error *error);

/*
 * Whether the test is in the suite, its handlers are there, and the user wants
 * it. `subject` NULL: any handlers; `set` NULL: any input.
 */
bool selection_takes(const struct selection *selection, enum suite suite_wanted,
                     const struct subject *subject, const struct module *module,
                     const struct contract_test *test, const struct input_set *set);

/* "2/3"; false when it is none, and *shard stays. */
bool shard_read(const char *text, struct shard *shard);

/* Why nothing is taken, one line that names the filter to blame. */
const char *selection_blame(struct arena *arena, const struct selection *selection,
                            enum suite suite_wanted, const struct subject *subject,
                            const struct input_set *sets, size_t set_count);

#endif
