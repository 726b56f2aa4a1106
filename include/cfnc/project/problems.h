#ifndef CFNC_PROBLEMS_H
#define CFNC_PROBLEMS_H

#include "cfnc/base/arena.h"
#include "cfnc/base/exit.h"

/*
 * What keeps a run from beginning: one line each, as of a struct error, in the
 * order found. What the beginning of an earlier one says already is not said again.
 */
struct problem {
    enum exit_code code;
    const char *text;
    struct problem *next;
};

struct problems {
    struct arena *arena;
    struct problem *first;
    size_t count;
};

struct problems problems_new(struct arena *arena);

/* Copies the text. */
void problems_add(struct problems *problems, enum exit_code code, const char *text);

/* What the process ends with: of several codes the one that goes before the others (2, 4, 3, 5). */
enum exit_code problems_code(const struct problems *problems);

#endif
