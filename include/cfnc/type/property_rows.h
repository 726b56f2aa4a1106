#ifndef CFNC_PROPERTY_ROWS_H
#define CFNC_PROPERTY_ROWS_H

#include "cfnc/type/resource_type.h"

/*
 * Every property that a schema describes, nested ones too, to ask which of them
 * the inputs of a run set and its reads return: /Name, /Config/Mode, and with
 * "*" for items of arrays and members of maps. What several branches (anyOf and
 * the like) describe is one row. A definition that contains itself is walked
 * through once, and a property that the schema forbids (false) is none.
 *
 * Rows are in the order of the schema, a property before those inside it; at
 * most 20,000, the rest is left out.
 */
struct property_row {
    struct property_path path;
    const struct property_row *above; /* the property it is inside of, or NULL */
    bool read_only, write_only;       /* it, all that is inside of it, or what it is inside of */
    bool exempt; /* among deprecatedProperties or nonPublicProperties: nobody has to try it */
};

struct property_rows {
    const struct property_row *items;
    size_t count;
};

struct property_rows property_rows(struct arena *arena, const struct resource_type *type);

/* Whether the model has a value there, in one item or member at least. */
bool property_is_in(const struct property_row *row, const json *model);

#endif
