#ifndef CFNC_REPLAY_PRIVATE_H
#define CFNC_REPLAY_PRIVATE_H

#include "cfnc/replay/replay.h"

/* Between the files about replaying. */

/* A secret: what stands for it at a place of a model, and what was drawn there again. */
struct drawn_value {
    struct drawn_value *next;
    size_t number;                     /* from 1 */
    const struct property_path *place; /* of the type's write-only ones */
    const json *recorded, *made;
    bool same; /* all else of that model is as it was, so this is, too */
};

/* fill.c: a model was drawn, see struct recording. `context` is a struct replay. */
void replay_drew(void *context, const json *recorded, const json *made);

/* before.c: the model that an operation ended with; where there is none, what it was asked for. */
const json *replay_outcome(const struct recorded_call *first);

#endif
