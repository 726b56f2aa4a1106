#ifndef CFNC_TEMPLATE_H
#define CFNC_TEMPLATE_H

#include "cfnc/base/arena.h"

/*
 * What a SAM template says of functions, found line by line: no YAML is read.
 * So what comes of it only makes suggestions and warnings. A template that is
 * not there, or is larger than 1 MiB, says nothing.
 */
enum { TEMPLATE_FUNCTIONS_MOST = 64 };

struct template_timeout {
    long seconds; /* 0: not said, or no number */
    int line;
};

struct template_function {
    const char *name;
    struct template_timeout timeout; /* its own */
};

struct sam_template {
    const char *path; /* FOLDER/template.yml or .yaml; NULL: neither is there */
    struct template_function functions[TEMPLATE_FUNCTIONS_MOST + 1]; /* ends with a NULL name */
    size_t count;
    struct template_timeout globals; /* Globals.Function.Timeout */
};

/* Reads what is there, line by line, as far as it is understood: no YAML is refused. */
void template_read(struct arena *arena, const char *folder, struct sam_template *into);

/* The names alone, ending with NULL. */
const char *const *template_names(struct arena *arena, const struct sam_template *t);

/* How long a function may take: its own timeout, else that of all, else Lambda's 3 s (line 0). */
struct template_timeout template_timeout_of(const struct sam_template *t, const char *function);

#endif
