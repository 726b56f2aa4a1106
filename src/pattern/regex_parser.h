#ifndef CFNC_REGEX_PARSER_H
#define CFNC_REGEX_PARSER_H

#include "regex_tree.h"

/* What the two halves of the parser share. */
struct parser {
    struct arena *arena;
    const char *pattern, *at;
    size_t nodes, groups;
    int depth;
    struct error *error;
};

/* Sets the error about what is at `at`; NULL. */
void *parser_wrong(const struct parser *p, const char *at, const char *what);
/* Whether `word` comes next; it has been read then. */
bool parser_takes(struct parser *p, const char *word);

/* The next character of the pattern, which is UTF-8. */
uint32_t parser_next(struct parser *p);
/* The character after a backslash; letters without a meaning stand for themselves. */
uint32_t parser_escaped(struct parser *p);
/* Reads \d and the like, and \p{...}, into `ranges`: 1; 0 when none is here; -1 and the error. */
int parser_class_escape(struct parser *p, struct regex_ranges *ranges);
/* Reads [...]; NULL and the error. */
const struct regex_set *parser_class(struct parser *p);

#endif
