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

/* Values, none of them twice, found by their hashes. */
struct value_slot {
    const json *value; /* NULL: the slot is empty */
    uint64_t hash;
    size_t index; /* the caller's */
};
struct value_set {
    struct value_slot *slots;
    size_t room; /* a power of two; at least one slot stays empty */
};
struct value_set value_set_new(struct arena *arena, size_t most);
/*
 * The slot of an equal value, or the empty one where this one belongs: it is in the set once it is
 * the slot's value. *size goes up by the values in it.
 */
struct value_slot *value_set_slot(const struct value_set *set, const json *value, size_t *size);

#endif
