/* What the author of a pattern should know: what the parser remarks, and anchors that are missing.
 */
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "set.h"

/* What may be noted, by `enum remark`. What differs to other engines is noted once. */
static const struct {
    enum pattern_note_kind kind;
    const char *what, *hint;
} rows[] = {
    [REMARK_START] = { PATTERN_FOREIGN, "\\A is not ECMA-262", "write ^" },
    [REMARK_END_JAVA] = { PATTERN_FOREIGN, "\\z is not ECMA-262", "write $" },
    [REMARK_END] = { PATTERN_FOREIGN, "\\Z is not ECMA-262", "write $" },
    [REMARK_FLAGS] = { PATTERN_FOREIGN, "flags like (?i) are not ECMA-262",
                       "write the characters that are meant, like [Aa]" },
    [REMARK_FLAG_GROUP] = { PATTERN_FOREIGN, "flags like (?i:...) are not ECMA-262 before 2025",
                            "write the characters that are meant, like [Aa]" },
    [REMARK_COMMENT] = { PATTERN_FOREIGN, "(?#...) is not ECMA-262", "leave it out" },
    [REMARK_PYTHON_GROUP] = { PATTERN_FOREIGN, "(?P<name>...) is not ECMA-262",
                              "write (?<name>...)" },
    [REMARK_PYTHON_REFERENCE] = { PATTERN_FOREIGN, "(?P=name) is not ECMA-262", "write \\k<name>" },
    [REMARK_ATOMIC] = { PATTERN_FOREIGN, "(?>...) is not ECMA-262", "write (?:...)" },
    [REMARK_POSSESSIVE] = { PATTERN_FOREIGN, "a possessive quantifier is not ECMA-262",
                            "leave the second + out" },
    [REMARK_TWICE] = { PATTERN_FOREIGN, "a quantifier behind a quantifier is not ECMA-262",
                       "write one of them" },
    [REMARK_REPEATED_PLACE] = { PATTERN_FOREIGN,
                                "to repeat what matches no character is not ECMA-262",
                                "leave the quantifier out" },
    [REMARK_REPEATED_AHEAD] = { PATTERN_LOOSE, "to repeat a lookahead is not ECMA-262 with flag u",
                                "leave the quantifier out" },
    [REMARK_QUOTED] = { PATTERN_FOREIGN, "\\Q...\\E is not ECMA-262",
                        "escape the characters one by one" },
    [REMARK_JAVA_PROPERTY] = { PATTERN_FOREIGN, "ECMA-262 has no property of this name",
                               "write a class like [A-Za-z0-9], or \\p{Script=...}" },
    [REMARK_PROPERTY_LETTER] = { PATTERN_FOREIGN, "\\p without braces is not ECMA-262",
                                 "write \\p{L}" },
    [REMARK_HEX_BRACES] = { PATTERN_FOREIGN, "\\x{...} is not ECMA-262", "write \\u{...}" },
    [REMARK_ESCAPED_LETTER] = { PATTERN_LOOSE,
                                "this escape means only the letter itself in ECMA-262",
                                "write the letter, or what is meant" },
    [REMARK_ESCAPED_SIGN] = { PATTERN_LOOSE, "this character needs no escape here",
                              "leave the \\ out" },
    [REMARK_OCTAL] = { PATTERN_LOOSE, "an octal escape is not ECMA-262 with flag u",
                       "write \\xNN" },
    [REMARK_INCOMPLETE] = { PATTERN_LOOSE, "this escape is not complete",
                            "write \\xNN, \\uNNNN or \\cX" },
    [REMARK_BRACE] = { PATTERN_LOOSE, "this brace is no quantifier, only a character",
                       "write \\{ and \\}" },
    [REMARK_BRACKET] = { PATTERN_LOOSE, "this bracket ends no class", "write \\]" },
    [REMARK_RANGE_OF_SET] = { PATTERN_LOOSE,
                              "a set cannot begin or end a range; '-' is only a character here",
                              "write the - first in the class" },
    [REMARK_NAMELESS] = { PATTERN_LOOSE, "\\k refers to no group here", "name the group" },
    [REMARK_POSIX_CLASS] = { PATTERN_DIFFERS,
                             "[:name:] is only these characters in ECMA-262, Python and Java",
                             "write a class like [A-Za-z]" },
    [REMARK_NESTED_CLASS] = { PATTERN_DIFFERS,
                              "[ in a class is only a character; Java begins a class in the class",
                              "write \\[" },
    [REMARK_INTERSECTION] = { PATTERN_DIFFERS, "&& is only characters; Java cuts two classes",
                              "write & once, or (?!...) in front" },
    [REMARK_EMPTY_CLASS] = { PATTERN_DIFFERS, "Python and Java read on behind the ] of this class",
                             "write (?!) for nothing, [\\s\\S] for everything" },
    [REMARK_NO_LEAST] = { PATTERN_DIFFERS, "{,n} is only characters; Python counts from 0",
                          "write {0,n}" },
    [REMARK_LONE_SURROGATE] = { PATTERN_DIFFERS,
                                "half a surrogate pair is in no text and matches nothing",
                                "write \\u{...}, or the pair" },
    [REMARK_PROPERTY] = { PATTERN_DIFFERS, "\\p{...} is an error to Python",
                          "write a class like [A-Za-z]" },
    [REMARK_NAMED_GROUP] = { PATTERN_DIFFERS, "(?<name>...) is an error to Python", "write (...)" },
    [REMARK_CODE_POINT] = { PATTERN_DIFFERS, "\\u{...} is an error to Python and Java",
                            "write the character itself" },
    [REMARK_PAIR] = { PATTERN_DIFFERS, "a surrogate pair never matches in Python",
                      "write the character itself" },
    [REMARK_DIGITS] = { PATTERN_DIFFERS, "\\d is any script's digit to Python", "write [0-9]" },
    [REMARK_WORDS] = { PATTERN_DIFFERS, "\\w is any script's letter to Python",
                       "write [A-Za-z0-9_]" },
    [REMARK_SPACES] = { PATTERN_DIFFERS, "\\s is less to Java, and more to Python",
                        "write the characters that are meant" },
    [REMARK_BOUNDARY] = { PATTERN_DIFFERS, "\\b knows any script's letters in Python and Java",
                          "write what may stand there" },
    [REMARK_VERTICAL] = { PATTERN_DIFFERS, "\\v is any line end to Java", "write \\x0B" },
    [REMARK_LAST_LINE] = { PATTERN_DIFFERS,
                           "$ matches before a last line end too in Python and Java",
                           "write nothing else: a text with a line end at its end is not valid" },
    [REMARK_OPEN_START] = { PATTERN_OPEN, "the pattern matches also behind other text",
                            "write ^ in front" },
    [REMARK_OPEN_END] = { PATTERN_OPEN, "the pattern matches also before other text",
                          "write $ at the end" },
    [REMARK_OPEN_BOTH] = { PATTERN_OPEN, "the pattern matches also inside of other text",
                           "write ^ in front and $ at the end" },
    [REMARK_PARTLY] = { PATTERN_PARTLY,
                        "| divides the whole pattern, so some of its parts lack the ^ or the $",
                        "write ^(a|b)$" },
};

void pattern_remark(struct parse *parse, enum remark remark, const char *at)
{
    const enum pattern_note_kind kind = rows[remark].kind;

    if (parse->failed)
        return;
    if (kind == PATTERN_FOREIGN || kind == PATTERN_LOOSE)
        parse->strict = false;
    if (!parse->with_notes)
        return;
    for (size_t i = 0; kind == PATTERN_DIFFERS && i < parse->note_count; i++)
        if (parse->notes[i].what == rows[remark].what)
            return;
    parse->notes = pattern_grow(parse->arena, parse->notes, parse->note_count, &parse->note_room,
                                sizeof(*parse->notes));
    parse->notes[parse->note_count++] = (struct pattern_note){
        .kind = kind,
        .offset = (size_t)(at - parse->source),
        .what = rows[remark].what,
        .hint = rows[remark].hint,
    };
}

/* Whether a match begins (or ends) at the border of the text alone: never, in some cases, always.
 */
enum hold { HOLDS_NOT, HOLDS_SOME, HOLDS };

static enum hold held(struct arena *arena, const struct term *term, enum anchor border);

static enum hold held_choice(struct arena *arena, const struct term *term, enum anchor border)
{
    size_t holding = 0, loose = 0;

    for (const struct term *item = term->items; item; item = item->next) {
        const enum hold one = held(arena, item, border);

        holding += one != HOLDS_NOT;
        loose += one != HOLDS;
    }
    return !loose ? HOLDS : holding ? HOLDS_SOME : HOLDS_NOT;
}

static enum hold held_sequence(struct arena *arena, const struct term *term, enum anchor border)
{
    enum hold hold = HOLDS_NOT;

    for (const struct term *item = term->items; item; item = item->next) {
        const enum hold one = held(arena, item, border);

        if (one == HOLDS_NOT && pattern_width(item).most == 0)
            continue;
        if (border == ANCHOR_START)
            return one;
        hold = one;
    }
    return hold;
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

static enum hold held(struct arena *arena, const struct term *term, enum anchor border)
{
    switch (term->kind) {
    case TERM_ANCHOR:
        return term->anchor == border ? HOLDS : HOLDS_NOT;
    case TERM_CHOICE:
        return held_choice(arena, term, border);
    case TERM_SEQUENCE:
        return held_sequence(arena, term, border);
    case TERM_GROUP:
    case TERM_ATOMIC:
        return held(arena, term->items, border);
    case TERM_REPEAT:
        if (is_anything(arena, term))
            return HOLDS;
        return term->least ? held(arena, term->items, border) : HOLDS_NOT;
    default:
        return HOLDS_NOT;
    }
}

static void remark_anchors(struct parse *parse)
{
    const enum hold start = held(parse->arena, parse->root, ANCHOR_START),
                    end = held(parse->arena, parse->root, ANCHOR_END);
    const bool choice = parse->root->kind == TERM_CHOICE; /* which begins at its first | */

    if (start == HOLDS_SOME || end == HOLDS_SOME)
        pattern_remark(parse, REMARK_PARTLY, parse->source + (choice ? parse->root->at : 0));
    else if (start == HOLDS_NOT && end == HOLDS_NOT)
        pattern_remark(parse, REMARK_OPEN_BOTH, parse->source);
    else if (start == HOLDS_NOT)
        pattern_remark(parse, REMARK_OPEN_START, parse->source);
    else if (end == HOLDS_NOT)
        pattern_remark(parse, REMARK_OPEN_END, parse->source + strlen(parse->source));
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

    if (pattern_parse(parse, arena, source, true, &ignored))
        remark_anchors(parse);
    struct pattern_note *const notes =
        pattern_grow(arena, parse->notes, parse->note_count, &parse->note_room, sizeof(*notes));
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
