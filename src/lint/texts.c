/* Every text of a document: its strings, and the names of its members. */
#include "cfnc/base/text.h"
#include "lint_private.h"

static const char *pointer_of(struct arena *arena, const struct lint_trail *trail)
{
    const char *pointers[256];
    size_t depth = 0;
    struct text out = text_new(arena);

    for (; trail->above && depth < sizeof(pointers) / sizeof(pointers[0]); trail = trail->above)
        pointers[depth++] = trail->key ? pointer_add(arena, "", trail->key)
                                       : pointer_add_index(arena, "", trail->index);
    text_add(&out, trail->above ? pointer_of(arena, trail) : "");
    while (depth)
        text_add(&out, pointers[--depth]);
    return out.bytes;
}

struct lint_finding lint_place_of(const struct lint *lint, const struct lint_text *text,
                                  size_t offset)
{
    return (struct lint_finding){ .pointer = pointer_of(lint->arena, text->trail),
                                  .offset = (long)offset,
                                  .of_name = text->is_name };
}

static void visit_below(const struct lint_trail *trail, const json *value, lint_visit *visit,
                        void *context)
{
    size_t index = 0;

    if (json_string(value))
        visit(context, &(struct lint_text){ json_string(value), false, trail });
    json_each (child, value) {
        const struct lint_trail below = { trail, json_key(child), index++ };

        if (below.key)
            visit(context, &(struct lint_text){ below.key, true, &below });
        visit_below(&below, child, visit, context);
    }
}

void lint_each_text(const json *document, lint_visit *visit, void *context)
{
    const struct lint_trail root = { 0 };

    visit_below(&root, document, visit, context);
}
