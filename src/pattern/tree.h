#ifndef CFNC_PATTERN_TREE_H
#define CFNC_PATTERN_TREE_H

#include <stdint.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"

/*
 * A pattern as a tree. parse.c, group.c, escape.c and property.c read the source into it. It has
 * four readers: translate.c writes it for PCRE2, notes.c tells what its author should know,
 * measure.c how long a match can be, and what make.h lists makes strings that match.
 */

/* The characters from `first` to `last`, or what PCRE2 knows by a name. */
struct char_member {
    const char *form; /* as inside of [...]: \d, \p{L}, [:alnum:]; or NULL */
    uint32_t first, last;
};

/* A set of characters. No text holds a surrogate, so a pattern's lone ones are left out. */
struct char_set {
    struct char_member *members;
    size_t count, room;
    bool negated;
    bool bare; /* written without brackets where it has one member */
    bool dot;  /* all but the ends of lines */
};

enum term_kind {
    TERM_SET,       /* one character of `set` */
    TERM_ANCHOR,    /* ^ $ \b: of no length */
    TERM_SEQUENCE,  /* items, one after the other */
    TERM_CHOICE,    /* items, of which one */
    TERM_GROUP,     /* one item; captures when `group` is not 0 */
    TERM_ATOMIC,    /* one item */
    TERM_AHEAD,     /* one item; all of the look-arounds */
    TERM_BEHIND,    /* one item */
    TERM_REPEAT,    /* one item, `least` to `most` times */
    TERM_REFERENCE, /* to `group`, or to the groups that are called `name` */
    TERM_FLAGS      /* (?i) or (?-i), up to the end of the group */
};

enum anchor {
    ANCHOR_START,
    ANCHOR_END,
    ANCHOR_LINE_START,
    ANCHOR_LINE_END,
    ANCHOR_BOUNDARY,
    ANCHOR_NO_BOUNDARY
};

struct term {
    enum term_kind kind;
    enum anchor anchor;
    struct term *items, *next; /* the first inside; the one behind */
    struct term *link;         /* of references: the one before in the source */
    struct char_set set;
    size_t id;          /* from 0, up to the number of terms */
    size_t at, length;  /* in the source; the length of sets only */
    size_t least, most; /* of REPEAT; SIZE_MAX is no limit */
    size_t group;       /* from 1, as they open in the source */
    const char *name;   /* of a reference by name, or the flags of (?i:...); else NULL */
    size_t name_length;
    char greed;   /* of REPEAT: 0, '?' lazy, '+' possessive */
    bool negated; /* of AHEAD and BEHIND */
};

struct pattern_group {
    const char *name; /* or NULL */
    size_t name_length;
    size_t number; /* in the translation, 0 until it is opened there */
    bool used;     /* some reference is to it */
    bool closed;   /* in the translation */
};

struct flags {
    bool dotall, multiline, extended; /* (?s), (?m), (?x) */
};

/* What is parsed, and how far. */
struct parse {
    struct arena *arena;
    struct error *error;
    const char *source, *at, *end;
    struct term *root;
    size_t terms;
    struct pattern_group *groups; /* those that capture: groups[0] is the first */
    size_t group_count, group_room;
    size_t captures; /* how many there will be; SIZE_MAX when not counted yet */
    bool has_names;  /* and some of them will have one */
    size_t depth;
    struct term *references; /* linked by `link` */
    struct flags flags;
    bool failed;
    bool strict;       /* all is ECMA-262 with its flag u, so far */
    bool names_script; /* as in \p{Script=Greek} */
    bool with_notes;
    struct pattern_note *notes;
    size_t note_count, note_room;
};

/* Reads the whole of `source`. False and the error otherwise, "offset N: what is wrong". */
bool pattern_parse(struct parse *parse, struct arena *arena, const char *source, bool with_notes,
                   struct error *error);

/*
 * Sets the error, with the offset of `at`, unless there is one already. The parser is at the end
 * of the source then: whoever is reading finds nothing more.
 */
void pattern_refuse(struct parse *parse, const char *at, const char *what);

/* A new term that begins at `parse->at`. */
struct term *pattern_term(struct parse *parse, enum term_kind kind);

/* The parts of the parser; each begins at `parse->at` and goes past what it reads. */
struct term *pattern_parse_choice(struct parse *parse);
struct term *pattern_parse_group(struct parse *parse);
struct term *pattern_parse_class(struct parse *parse);

/* A reference to the group whose name begins at `name` and ends at `end`. */
struct term *pattern_parse_name(struct parse *parse, const char *name, char end);
/* The bytes of the name of a group at `s`, up to `end`; 0 when it is none. */
size_t pattern_name_length(const char *s, char end);
bool pattern_is_name_group(const char *at);

/* One character; `from` is the place of an error. */
uint32_t pattern_read_character(struct parse *parse, const char *from);

/* An escape: whether it is a set, which is added to `set`; else it is the one `code`. */
bool pattern_read_escape(struct parse *parse, bool in_class, struct char_set *set, uint32_t *code);

/* Adds \p{...} to the set; false where the 'p' is only a letter. */
bool pattern_read_property(struct parse *parse, struct char_set *set);

/* Notes what stands at `at`; see struct pattern_note. What differs is noted once. */
void pattern_remark(struct parse *parse, const char *at, enum pattern_note_kind kind,
                    const char *what, const char *hint);

/* Sets of characters: how they are collected and written. */

void char_set_add(struct arena *arena, struct char_set *set, struct char_member member);

/* The characters from low to high; where it begins or ends at a surrogate, around those. */
void char_set_add_range(struct arena *arena, struct char_set *set, uint32_t low, uint32_t high);

/* The characters of \d, \w or \s, or those outside of it: \D, \W, \S; '.': the ends of lines. */
void char_set_add_named(struct arena *arena, struct char_set *set, char letter);

/* Sorts ranges, and joins them where they touch. */
void char_set_tidy(struct char_set *set);

/* The characters outside of a set of ranges that is tidy. */
void char_set_add_outside(struct arena *arena, struct char_set *set, const struct char_set *tidy);

/* Writes the set in the dialect of PCRE2. */
void char_set_write(struct text *out, const struct char_set *set);

/* How long what matches a term can be. */
struct width {
    size_t least, most; /* characters; SIZE_MAX is no limit, or not known */
};

struct width pattern_width(const struct term *term);

/* The characters that a match may look at; SIZE_MAX: no limit. */
size_t pattern_reach(const struct term *term);

/* As `a + b` and `a * b`, with SIZE_MAX for what has no limit. */
size_t pattern_plus(size_t a, size_t b);
size_t pattern_times(size_t a, size_t b);

/* Whether it holds a group that some reference is to. */
bool pattern_holds_used_group(const struct parse *parse, const struct term *term);

/* Makes the tree match the same texts with fewer steps. */
void pattern_simplify(struct parse *parse);

#endif
