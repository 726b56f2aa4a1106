/* Where values stand, and every text of a document: its strings, and the names of its members. */
#include "cfnc/base/text.h"
#include "lint_private.h"

/* Not by recursion: a place may be as deep as a chain of definitions is long. */
const char *lint_place_pointer(struct arena *arena, const struct lint_place *place)
{
    const struct lint_place *steps[JSON_DEEPEST * 2];
    size_t depth = 0;

    for (; place && place->above; place = place->above)
        if (depth < sizeof(steps) / sizeof(steps[0]))
            steps[depth++] = place;
    struct text pointer = text_new(arena);
    text_add(&pointer, place ? place->key : "");
    while (depth--)
        text_add(&pointer, steps[depth]->key ? pointer_add(arena, "", steps[depth]->key)
                                             : pointer_add_index(arena, "", steps[depth]->index));
    return pointer.bytes;
}

struct lint_finding lint_at_text(const struct lint *lint, const struct lint_text *text,
                                 size_t offset)
{
    return (struct lint_finding){ .pointer = lint_place_pointer(lint->arena, text->at),
                                  .offset = (long)offset,
                                  .of_name = text->is_name };
}

static void visit_below(const struct lint_place *above, const json *value, lint_visit *visit,
                        void *context)
{
    size_t index = 0;

    if (json_string(value))
        visit(context, &(struct lint_text){ json_string(value), false, above });
    json_each (child, value) {
        const struct lint_place below = { above, json_key(child), index++ };

        if (below.key)
            visit(context, &(struct lint_text){ below.key, true, &below });
        visit_below(&below, child, visit, context);
    }
}

void lint_each_text(const json *document, lint_visit *visit, void *context)
{
    const struct lint_place root = { .key = "" };

    visit_below(&root, document, visit, context);
}
