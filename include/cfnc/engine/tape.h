#ifndef CFNC_TAPE_H
#define CFNC_TAPE_H

#include "cfnc/engine/record.h"

/*
 * What goes on between a run and its worlds, for whoever records it or plays a
 * recording back. Calls, tokens and models are counted within a part: one test,
 * one fixture's set-up, or its tearing down.
 */
struct tape {
    /* From now on, everything belongs to this part. */
    void (*begins)(struct tape *tape, const struct outcome *outcome, bool tearing_down);
    /* The part is over. Why it cannot be judged by what there is on the tape, or NULL. */
    const char *(*ends)(struct tape *tape);
    /* A model was drawn, or none (NULL and the error): the one to be used. See examples.h. */
    const json *(*drawn)(struct tape *tape, struct arena *arena, const json *model,
                         struct error *error);
    /* cfnc looked whether it is to stop, and `code` (stop_code()) says so: what it is to go by. */
    int (*stops)(struct tape *tape, int code);
};

#endif
