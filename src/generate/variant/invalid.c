#include <string.h>

#include "generate/break.h"

enum { BASES = 6, TRIES_EACH = 60, TRIES = 400, KEYWORDS_MOST = 32 };

/* The one fault that the broken model has; NULL when it has none, or more. */
static const struct schema_fault *only_fault(struct arena *arena, const struct resource_type *type,
                                             const json *broken)
{
    const struct schema_fault *fault =
        broken ? schema_faults(arena, type->create, broken, SCHEMA_ALL) : NULL;

    return fault && !fault->next && !fault->undecided ? fault : NULL;
}

/* The validator says "false" of an item that "additionalItems": false forbids. */
static const char *keyword_of(const struct schema_fault *fault)
{
    static const char more[] = "additionalItems";
    const size_t length = strlen(fault->schema_path);

    return strcmp(fault->keyword, "false") == 0 && length > strlen(more) &&
                   strcmp(fault->schema_path + length - strlen(more), more) == 0
               ? more
               : fault->keyword;
}

/* The keywords that there are breakages for, each once. */
static size_t keywords_of(const struct breakages *list, const char **keywords)
{
    size_t count = 0;

    for (size_t i = 0; i < list->count && count < KEYWORDS_MOST; i++) {
        size_t known = 0;
        while (known < count && strcmp(keywords[known], list->items[i].keyword) != 0)
            known++;
        if (known == count)
            keywords[count++] = list->items[i].keyword;
    }
    return count;
}

/* Those meant for one keyword, from a random one on. `asked` is what must break, or NULL. */
static bool try_keyword(struct arena *arena, const struct resource_type *type,
                        struct breakages *list, const json *model, const char *meant,
                        const char *asked, struct invalid_model *invalid)
{
    const size_t start = (size_t)random_below(list->random, list->count);
    const char *wanted = asked ? asked : meant;
    size_t tries = 0;

    for (size_t i = 0; i < list->count && tries < (meant ? TRIES_EACH : TRIES); i++) {
        const struct breakage *breakage = &list->items[(start + i) % list->count];

        if (meant && strcmp(breakage->keyword, meant) != 0)
            continue;
        tries++;
        const json *broken = breakage_apply(list->arena, breakage, model);
        const struct schema_fault *fault = only_fault(list->arena, type, broken);
        if (!fault || !wanted || strcmp(keyword_of(fault), wanted) != 0)
            continue;
        *invalid = (struct invalid_model){
            .model = json_copy(arena, broken),
            .keyword = arena_copy(arena, keyword_of(fault), strlen(keyword_of(fault))),
            .pointer = arena_copy(arena, fault->path, strlen(fault->path)),
            .schema_path = arena_copy(arena, fault->schema_path, strlen(fault->schema_path)),
            .message = arena_copy(arena, fault->message, strlen(fault->message)),
        };
        return true;
    }
    return false;
}

/* What is asked for by what is meant for it, then by what may break it as well. */
static bool try_model(struct arena *arena, const struct resource_type *type, struct breakages *list,
                      const json *model, const char *asked, struct invalid_model *invalid)
{
    const char *keywords[KEYWORDS_MOST];
    const size_t count = keywords_of(list, keywords);
    const size_t start = (size_t)random_below(list->random, count);

    if (asked)
        return count && (try_keyword(arena, type, list, model, asked, asked, invalid) ||
                         try_keyword(arena, type, list, model, NULL, asked, invalid));
    for (size_t i = 0; i < count; i++)
        if (try_keyword(arena, type, list, model, keywords[(start + i) % count], NULL, invalid))
            return true;
    return false;
}

bool generate_invalid(struct arena *arena, const struct resource_type *type, const char *keyword,
                      struct random *random, struct invalid_model *invalid, struct error *error)
{
    static const enum variant bases[] = { VARIANT_MAXIMAL, VARIANT_RANDOM, VARIANT_MINIMAL };
    struct random own = { random_next(random) };
    bool found = false;

    for (size_t i = 0; i < BASES && !found; i++) {
        const struct generation how = { .variant = bases[i % (sizeof(bases) / sizeof(*bases))] };
        struct arena *scratch = arena_new();
        struct breakages list = { .arena = scratch,
                                  .schema = type->create,
                                  .document = type->create_document,
                                  .random = &own,
                                  .plain = plain_values(scratch) };
        const json *model = generate_create_as(scratch, type, &how, &own, error);

        if (model)
            breakages_find(&list, type->create_document, NULL, model);
        found = model && try_model(arena, type, &list, model, keyword, invalid);
        arena_free(scratch);
        if (!model)
            return false;
    }
    if (!found)
        error_set(error, "%.100s: no model was found that breaks %.60s and nothing else",
                  type->file ? type->file : type->name, keyword ? keyword : "one keyword");
    return found;
}
