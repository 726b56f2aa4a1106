#include <float.h>

#include "compare_private.h"

/* The assignment of least cost, by shortest augmenting paths (Kuhn and Munkres). */

struct assignment assignment_new(struct arena *arena, size_t rows, size_t columns)
{
    struct assignment a = { .rows = rows, .columns = columns };

    a.costs = arena_array(arena, rows * columns + 1, sizeof(*a.costs));
    a.of_row = arena_array(arena, rows + 1, sizeof(*a.of_row));
    a.of_column = arena_array(arena, columns + 1, sizeof(*a.of_column));
    a.row_of = arena_array(arena, columns + 1, sizeof(*a.row_of));
    a.way = arena_array(arena, columns + 1, sizeof(*a.way));
    a.least = arena_array(arena, columns + 1, sizeof(*a.least));
    a.used = arena_array(arena, columns + 1, sizeof(*a.used));
    return a;
}

/* Goes one column on from `column`: the unused one that is nearest. */
static size_t next_column(struct assignment *a, size_t column)
{
    const size_t row = a->row_of[column];
    double delta = DBL_MAX;
    size_t next = 0;

    a->used[column] = true;
    for (size_t j = 1; j <= a->columns; j++) {
        if (a->used[j])
            continue;
        const double cost =
            a->costs[(row - 1) * a->columns + j - 1] - a->of_row[row] - a->of_column[j];
        if (cost < a->least[j]) {
            a->least[j] = cost;
            a->way[j] = column;
        }
        if (a->least[j] < delta) {
            delta = a->least[j];
            next = j;
        }
    }
    for (size_t j = 0; j <= a->columns; j++) {
        if (a->used[j]) {
            a->of_row[a->row_of[j]] += delta;
            a->of_column[j] -= delta;
        } else {
            a->least[j] -= delta;
        }
    }
    return next;
}

static void assign_row(struct assignment *a, size_t row)
{
    size_t column = 0;

    a->row_of[0] = row;
    for (size_t j = 0; j <= a->columns; j++) {
        a->least[j] = DBL_MAX;
        a->used[j] = false;
    }
    do
        column = next_column(a, column);
    while (a->row_of[column]);
    for (; column; column = a->way[column])
        a->row_of[column] = a->row_of[a->way[column]];
}

void assignment_solve(struct assignment *a)
{
    for (size_t row = 1; row <= a->rows; row++)
        assign_row(a, row);
}
