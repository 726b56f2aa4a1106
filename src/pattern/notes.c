/* What the author of a pattern should know: remarks of the parser, and anchors that are missing. */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

void pattern_remark(struct parse *parse, const char *at, enum pattern_note_kind kind,
                    const char *what, const char *hint)
{
    if (parse->failed)
        return;
    if (kind == PATTERN_FOREIGN || kind == PATTERN_LOOSE)
        parse->strict = false;
    if (!parse->with_notes)
        return;
    for (size_t i = 0; kind == PATTERN_DIFFERS && i < parse->note_count; i++)
        if (strcmp(parse->notes[i].what, what) == 0)
            return;
    parse->notes = arena_grow(parse->arena, parse->notes, parse->note_count, &parse->note_room,
                              sizeof(*parse->notes));
    parse->notes[parse->note_count++] = (struct pattern_note){
        .kind = kind, .offset = (size_t)(at - parse->source), .what = what, .hint = hint
    };
}

/* How often a match begins (or ends) only at the border of the text. */
enum anchored { ANCHORED_NEVER, ANCHORED_SOMETIMES, ANCHORED_ALWAYS };

static enum anchored anchored(struct arena *arena, const struct term *term, enum anchor border);

static enum anchored anchored_choice(struct arena *arena, const struct term *term,
                                     enum anchor border)
{
    size_t never = 0, always = 0, count = 0;

    for (const struct term *item = term->items; item; item = item->next) {
        const enum anchored one = anchored(arena, item, border);

        never += one == ANCHORED_NEVER;
        always += one == ANCHORED_ALWAYS;
        count++;
    }
    return always == count ? ANCHORED_ALWAYS : never == count ? ANCHORED_NEVER : ANCHORED_SOMETIMES;
}

static enum anchored anchored_sequence(struct arena *arena, const struct term *term,
                                       enum anchor border)
{
    enum anchored last = ANCHORED_NEVER;

    for (const struct term *item = term->items; item; item = item->next) {
        const enum anchored one = anchored(arena, item, border);

        if (one == ANCHORED_NEVER && pattern_width(item).most == 0)
            continue;
        if (border == ANCHOR_START)
            return one;
        last = one;
    }
    return last;
}

/* .* reaches the border as well: whoever writes it knows that there may be more. */
static bool is_anything(struct arena *arena, const struct term *term)
{
    enum { MANY = 6 }; /* bytes of a set that is no single range */

    if (term->least > 0 || term->most < SIZE_MAX || term->items->kind != TERM_SET)
        return false;
    struct text form = text_new(arena);
    char_set_write(&form, &term->items->set);
    return form.length >= MANY;
}

static enum anchored anchored(struct arena *arena, const struct term *term, enum anchor border)
{
    switch (term->kind) {
    case TERM_ANCHOR:
        return term->anchor == border ? ANCHORED_ALWAYS : ANCHORED_NEVER;
    case TERM_CHOICE:
        return anchored_choice(arena, term, border);
    case TERM_SEQUENCE:
        return anchored_sequence(arena, term, border);
    case TERM_GROUP:
    case TERM_ATOMIC:
        return anchored(arena, term->items, border);
    case TERM_REPEAT:
        if (is_anything(arena, term))
            return ANCHORED_ALWAYS;
        return term->least ? anchored(arena, term->items, border) : ANCHORED_NEVER;
    default:
        return ANCHORED_NEVER;
    }
}

static int by_offset(const void *a, const void *b)
{
    const struct pattern_note *const x = a, *const y = b;

    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

const struct pattern_note *pattern_notes(struct arena *arena, const char *source)
{
    struct parse *parse = arena_alloc(arena, sizeof(*parse));
    struct error ignored;

    if (pattern_parse(parse, arena, source, true, &ignored) &&
        (anchored(arena, parse->root, ANCHOR_START) == ANCHORED_SOMETIMES ||
         anchored(arena, parse->root, ANCHOR_END) == ANCHORED_SOMETIMES))
        pattern_remark(parse, source + (parse->root->kind == TERM_CHOICE ? parse->root->at : 0),
                       PATTERN_PARTLY,
                       "| divides the whole pattern, so some of its parts lack the ^ or the $",
                       "write ^(a|b)$");
    struct pattern_note *const notes =
        arena_grow(arena, parse->notes, parse->note_count, &parse->note_room, sizeof(*notes));
    qsort(notes, parse->note_count, sizeof(*notes), by_offset);
    return notes; /* and the empty row behind the last one */
}

bool pattern_is_ecma(const char *source)
{
    struct arena *arena = arena_new();
    struct parse *parse = arena_alloc(arena, sizeof(*parse));
    struct error ignored;
    const bool is = pattern_parse(parse, arena, source, false, &ignored) && parse->strict;
    const bool names_script = is && parse->names_script;

    arena_free(arena);
    return is && (!names_script || pattern_compiles(source)); /* PCRE2 knows the scripts */
}
