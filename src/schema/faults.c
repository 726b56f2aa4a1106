/* What is wrong, in words. Nothing here runs while only the verdict is asked for. */
#include <string.h>

#include "schema_private.h"

enum { VALUE_COLUMNS = 60, CHOICE_COLUMNS = 30, CHOICES_MOST = 8, EXPLAINED_DEEPEST = 3 };

static void add_path(struct text *out, const struct step *step)
{
    if (!step)
        return;
    add_path(out, step->above);
    if (step->key)
        add_pointer_step(out, step->key);
    else
        text_addf(out, "/%zu", step->index);
}

static struct schema_fault *new_fault(struct validation *run, const struct schema_node *node,
                                      const char *keyword)
{
    struct fault_list *list = run->faults;

    if (!list || list->count >= list->limit)
        return NULL;
    struct schema_fault *new = arena_alloc(list->arena, sizeof(*new));
    struct text path = text_new(list->arena);
    const char *site = site_pointer(list->arena, node->site);

    add_path(&path, run->at);
    new->path = path.bytes;
    new->keyword = keyword;
    new->schema_path =
        strcmp(keyword, "false") == 0 ? site : arena_printf(list->arena, "%s/%s", site, keyword);
    *(list->count++ ? &list->last->next : &list->first) = new;
    list->last = new;
    return new;
}

enum validity fault(struct validation *run, const struct schema_node *node, const char *keyword,
                    const char *format, ...)
{
    struct schema_fault *new = new_fault(run, node, keyword);
    va_list args;

    va_start(args, format);
    if (new)
        new->message = arena_vprintf(run->faults->arena, format, args);
    va_end(args);
    return INVALID;
}

enum validity fault_undecided(struct validation *run, const struct schema_node *node,
                              const char *keyword, const char *why)
{
    struct schema_fault *new = new_fault(run, node, keyword);

    if (new) {
        new->message = arena_printf(run->faults->arena, "cannot be judged: %s", why);
        new->undecided = true;
    }
    return UNDECIDED;
}

/* How many of `most` values are left after those of `value`. */
static size_t values_left(const json *value, size_t most)
{
    most -= most > 0;
    for (const json *child = json_first(value); child && most; child = json_next(child))
        most = values_left(child, most);
    return most;
}

/* As JSON, when it is small. */
static const char *describe(struct arena *arena, const json *value, size_t columns)
{
    const size_t length = json_length(value);

    if (json_string(value))
        return arena_printf(arena, "\"%s\"", text_quote(arena, json_string(value), columns));
    const char *full = !length || values_left(value, columns / 2) ? json_print(arena, value) : NULL;
    if (full && (!length || strlen(full) <= columns))
        return full;
    return json_type(value) == JSON_ARRAY
               ? arena_printf(arena, "an array of %zu item%s", length, length == 1 ? "" : "s")
               : arena_printf(arena, "an object of %zu propert%s", length,
                              length == 1 ? "y" : "ies");
}

const char *fault_value(struct validation *run, const json *value)
{
    return run->faults ? describe(run->faults->arena, value, VALUE_COLUMNS - 10) : "";
}

const char *fault_text(struct validation *run, const char *text)
{
    return run->faults ? text_quote(run->faults->arena, text, VALUE_COLUMNS - 10) : "";
}

const char *fault_count(struct validation *run, size_t count, const char *what)
{
    const size_t length = strlen(what);
    const bool y = count != 1 && what[length - 1] == 'y';
    const char *end = count == 1 ? "" : y ? "ies" : "s";

    return run->faults
               ? arena_printf(run->faults->arena, "%zu %.*s%s", count, (int)(length - y), what, end)
               : "";
}

const char *fault_choices(struct validation *run, const json *values)
{
    size_t shown = 0;

    if (!run->faults)
        return "";
    struct text out = text_new(run->faults->arena);
    text_add(&out, json_length(values) > 1 ? "one of " : "");
    for (const json *value = json_first(values); value && shown < CHOICES_MOST;
         value = json_next(value), shown++) {
        text_add(&out, shown ? ", " : "");
        text_add(&out, describe(run->faults->arena, value, CHOICE_COLUMNS));
    }
    if (json_length(values) > shown)
        text_addf(&out, ", ...(+%zu)", json_length(values) - shown);
    return shown ? out.bytes : "nothing";
}

/*
 * How a value misses a subschema: its faults, at most two; none when this is
 * asked in an answer to itself, in an answer to itself: nobody would read on.
 */
static struct fault_list misses(struct validation *run, const struct schema_node *node,
                                const json *value)
{
    struct fault_list list = { .arena = run->faults->arena, .limit = 2 };
    struct fault_list *const faults = run->faults;

    if (run->explaining == EXPLAINED_DEEPEST)
        return list;
    run->explaining++;
    run->faults = &list;
    node_judge(run, node, value);
    run->faults = faults;
    run->explaining--;
    return list;
}

const char *fault_reason(struct validation *run, const struct schema_node *node, const json *value)
{
    if (!run->faults)
        return "";
    const struct fault_list list = misses(run, node, value);
    return list.first ? list.first->message : "";
}

/* "expected to match exactly one of 3 alternatives, but matches none; nearest is 2: /A: ..." */
const char *fault_alternatives(struct validation *run, const struct node_list *nodes,
                               const json *value, const char *how_many)
{
    struct fault_list nearest = { .count = 3 };
    size_t which = 0;

    if (!run->faults)
        return "";
    for (size_t i = 0; i < nodes->count && i < CHOICES_MOST; i++) {
        const struct fault_list list = misses(run, nodes->nodes[i], value);

        if (list.count && list.count < nearest.count) {
            nearest = list;
            which = i + 1;
        }
    }
    struct arena *arena = run->faults->arena;
    const char *start =
        nodes->count == 1
            ? "does not match the only alternative"
            : arena_printf(arena, "expected to match %s one of %zu alternatives, but matches none",
                           how_many, nodes->count);
    if (!nearest.first)
        return start;
    struct text here = text_new(arena);
    add_path(&here, run->at);
    const char *path = nearest.first->path;
    path += strlen(path) >= here.length ? here.length : 0;
    return arena_printf(arena, "%s; alternative %zu: %s%s%s", start, which,
                        text_quote(arena, path, VALUE_COLUMNS), *path ? ": " : "",
                        nearest.first->message);
}
