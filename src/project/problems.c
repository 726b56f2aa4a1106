#include "cfnc/project/problems.h"

#include <string.h>

struct problems problems_new(struct arena *arena)
{
    return (struct problems){ .arena = arena };
}

void problems_add(struct problems *problems, enum exit_code code, const char *text)
{
    struct problem *problem = arena_alloc(problems->arena, sizeof(*problem));
    struct problem **end = &problems->first;

    for (; *end; end = &(*end)->next)
        if (strncmp(text, (*end)->text, strlen((*end)->text)) == 0)
            return;
    *problem =
        (struct problem){ .code = code, .text = arena_copy(problems->arena, text, strlen(text)) };
    *end = problem;
    problems->count++;
}

enum exit_code problems_code(const struct problems *problems)
{
    static const enum exit_code order[] = { EXIT_USAGE, EXIT_PROJECT, EXIT_TARGET, EXIT_NO_TEST };

    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        for (const struct problem *p = problems->first; p; p = p->next)
            if (p->code == order[i])
                return p->code;
    return problems->first ? problems->first->code : EXIT_OK;
}
