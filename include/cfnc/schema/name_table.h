#ifndef CFNC_NAME_TABLE_H
#define CFNC_NAME_TABLE_H

#include "cfnc/base/names.h"
#include "cfnc/json/json.h"

/* Values by their names. Begin with all zero. */
struct name_table {
    struct names names;
    const void **values; /* by the numbers of their names */
    size_t room;
};
const void *name_table_get(const struct name_table *table, const char *name); /* or NULL */
void name_table_set(struct arena *arena, struct name_table *table, const char *name,
                    const void *value);

/* The same by an address. */
const void *address_table_get(const struct name_table *table, const void *address);
void address_table_set(struct arena *arena, struct name_table *table, const void *address,
                       const void *value);

/*
 * Members by their names and items by their numbers. Ten thousand $refs into ten thousand
 * definitions must not take a hundred million steps: a container with many children is indexed
 * when the first of them is looked up. Begin with all zero.
 */
struct child_index {
    struct name_table containers; /* that are large, by their addresses */
    const struct container_index *last;
};
/* The child of an object or an array, or NULL. */
const json *child_find(struct arena *arena, struct child_index *index, const json *container,
                       const char *step);

#endif
