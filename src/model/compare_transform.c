#include "compare_private.h"

/* Equal as it is, or not judged. */
void compare_transformed(struct scope *s, struct spot *spot, const struct place *place,
                         const json *requested, const json *returned)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };

    compare_plainly(&trial, spot, place, requested, returned);
    if (trial.found)
        compare_note(s, spot, place, "propertyTransform, which is not evaluated yet", false);
}
