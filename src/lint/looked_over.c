#include "cfnc/lint/looked_over.h"

#include "cfnc/base/text.h"

static const char *told(struct arena *arena, const struct lint_finding *f,
                        const struct place *place)
{
    return arena_printf(arena, "%s: %s%s%s [%s]", place_text(arena, place), f->message,
                        f->suggestion ? "; " : "", f->suggestion ? f->suggestion : "", f->rule->id);
}

const struct looked_over *looked_over_of(const struct lint *lint)
{
    struct looked_over *all = arena_alloc(lint->arena, sizeof(*all));
    const struct remark **end = &all->remarks;

    *all = (struct looked_over){ .against = lint->against != NULL,
                                 .inputs = lint->inputs && lint->inputs[0] };
    for (const struct lint_finding *f = lint->findings; f; f = f->next) {
        struct remark *remark = arena_alloc(lint->arena, sizeof(*remark));
        const struct lint_region at = lint_region_of(lint->arena, f);
        const struct place place = { .path = f->source->path,
                                     .line = (int)at.line,
                                     .column = (int)at.column };

        *remark = (struct remark){ .rule = f->rule,
                                   .text = told(lint->arena, f, &place),
                                   .place = place };
        *end = remark;
        end = &remark->next;
    }
    return all;
}

json *looked_over_print(struct arena *arena, const struct looked_over *all,
                        const char *(*shown)(void *context, struct arena *arena, const char *text),
                        void *context)
{
    json *object = json_object(arena), *remarks = json_set_array(object, "remarks");

    json_set_boolean(object, "against", all->against);
    json_set_boolean(object, "inputs", all->inputs);
    for (const struct remark *remark = all->remarks; remark; remark = remark->next) {
        json *row = json_append_object(remarks);

        json_set_string(row, "rule", remark->rule->id);
        json_set_string(row, "text", shown(context, arena, remark->text));
        struct place place = remark->place;
        place.path = place.path ? shown(context, arena, place.path) : NULL;
        json_set_place(row, &place);
    }
    return object;
}

const struct looked_over *looked_over_parse(struct arena *arena, const json *object)
{
    struct looked_over *all = arena_alloc(arena, sizeof(*all));
    const json *remarks = json_get(object, "remarks");
    const struct remark **end = &all->remarks;

    all->against = json_true(json_get(object, "against"));
    all->inputs = json_true(json_get(object, "inputs"));
    json_each (row, remarks) {
        const char *id = json_string(json_get(row, "rule"));
        const char *text = json_string(json_get(row, "text"));
        struct remark *remark = arena_alloc(arena, sizeof(*remark));

        *remark = (struct remark){ .rule = id ? lint_rule_find(id) : NULL,
                                   .text = text,
                                   .place = json_get_place(row) };
        if (!remark->rule || !text)
            return NULL;
        *end = remark;
        end = &remark->next;
    }
    return json_type(remarks) == JSON_ARRAY ? all : NULL;
}
