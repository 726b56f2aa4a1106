/* A stable sort by merging, whose comparison may end the evaluation. */
#include <string.h>

#include "jsonata_private.h"

static void merge(const struct order *order, struct value *items, size_t middle, size_t count,
                  struct value *room)
{
    size_t left = 0, right = middle, out = 0;

    while (left < middle && right < count) {
        jsonata_step(&order->m->limits, 0, 1);
        if (order->after(order, items[left], items[right]))
            room[out++] = items[right++];
        else
            room[out++] = items[left++];
    }
    while (left < middle)
        room[out++] = items[left++];
    memcpy(items, room, out * sizeof(*items));
}

static void sort(const struct order *order, struct value *items, size_t count, struct value *room)
{
    const size_t middle = count / 2;

    if (count < 2)
        return;
    sort(order, items, middle, room);
    sort(order, items + middle, count - middle, room);
    merge(order, items, middle, count, room);
}

void jsonata_sort(const struct order *order, struct value *items, size_t count)
{
    if (count > 1)
        sort(order, items, count, jsonata_alloc(&order->m->limits, count, sizeof(struct value)));
}
