#ifndef CFNC_PATTERN_PRIVATE_H
#define CFNC_PATTERN_PRIVATE_H

#include <stdint.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"

/* A pattern as a tree, and who makes and reads it; between the files pattern_*.c. */

enum part_kind {
    PART_SET,       /* one character or one of a set: the slice of `forms` */
    PART_PLACE,     /* ^ $ \b: of no length; the slice of `forms` */
    PART_SEQUENCE,  /* items, one after the other */
    PART_CHOICE,    /* items, of which one */
    PART_GROUP,     /* one item; captures when `group` is not 0 */
    PART_ATOMIC,    /* one item */
    PART_AHEAD,     /* one item; all of the look-arounds */
    PART_BEHIND,    /* one item */
    PART_REPEAT,    /* one item, `least` to `most` times */
    PART_REFERENCE, /* to `group`, or to the groups that are called `name` */
    PART_FLAGS      /* (?i) or (?-i), up to the end of the group */
};

enum place { PLACE_OTHER, PLACE_START, PLACE_END };

struct part {
    struct part *items, *next; /* the first inside; the one behind */
    struct part *link;         /* of references: the one before in the source */
    size_t at;                 /* offset in the source */
    size_t from, length;       /* of what it becomes, in `forms` */
    size_t least, most;        /* of REPEAT; SIZE_MAX is no limit */
    size_t group;              /* from 1, as they open in the source */
    const char *name;          /* of a reference by name, or the flags of (?i:...); else NULL */
    size_t name_length;
    enum part_kind kind;
    enum place place;
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
    const char *source, *at;
    struct text forms; /* what sets and places become, in the dialect of PCRE2 */
    struct part *root;
    struct pattern_group *groups; /* those that capture: groups[0] is the first */
    size_t group_count, group_room;
    size_t captures; /* how many there will be; SIZE_MAX when not counted yet */
    size_t depth;
    struct part *references; /* linked by `link` */
    struct flags flags;
    bool strict;       /* all is ECMA-262 with its flag u, so far */
    bool names_script; /* as in \p{Script=Greek} */
    bool with_notes;
    struct pattern_note *notes;
    size_t note_count, note_room;
};

/* Reads the whole of `source`. False and the error otherwise, "offset N: what is wrong". */
bool pattern_parse(struct parse *parse, struct arena *arena, const char *source, bool with_notes,
                   struct error *error);

/* Sets the error, with the offset of `at`. Returns false. */
bool pattern_object(struct parse *parse, const char *at, const char *what);

/* For pattern_group.c and pattern_parse.c; NULL and the error when it makes no sense. */
struct part *pattern_part(struct parse *parse, enum part_kind kind);
struct part *pattern_parse_choice(struct parse *parse);
struct part *pattern_parse_group(struct parse *parse);
struct part *pattern_parse_name(struct parse *parse, const char *name, char end);
size_t pattern_name_length(const char *s, char end);
bool pattern_is_name_group(const char *at);

/* What may be noted: rows of pattern_notes.c. */
enum remark {
    REMARK_START,
    REMARK_END_JAVA,
    REMARK_END,
    REMARK_FLAGS,
    REMARK_FLAG_GROUP,
    REMARK_COMMENT,
    REMARK_PYTHON_GROUP,
    REMARK_PYTHON_REFERENCE,
    REMARK_ATOMIC,
    REMARK_POSSESSIVE,
    REMARK_TWICE,
    REMARK_REPEATED_PLACE,
    REMARK_REPEATED_AHEAD,
    REMARK_QUOTED,
    REMARK_JAVA_PROPERTY,
    REMARK_PROPERTY_LETTER,
    REMARK_HEX_BRACES,
    REMARK_ESCAPED_LETTER,
    REMARK_ESCAPED_SIGN,
    REMARK_OCTAL,
    REMARK_INCOMPLETE,
    REMARK_BRACE,
    REMARK_BRACKET,
    REMARK_RANGE_OF_SET,
    REMARK_NAMELESS,
    REMARK_POSIX_CLASS,
    REMARK_NESTED_CLASS,
    REMARK_INTERSECTION,
    REMARK_EMPTY_CLASS,
    REMARK_NO_LEAST,
    REMARK_LONE_SURROGATE,
    REMARK_PROPERTY,
    REMARK_NAMED_GROUP,
    REMARK_CODE_POINT,
    REMARK_PAIR,
    REMARK_DIGITS,
    REMARK_WORDS,
    REMARK_SPACES,
    REMARK_BOUNDARY,
    REMARK_VERTICAL,
    REMARK_LAST_LINE,
    REMARK_OPEN_START,
    REMARK_OPEN_END,
    REMARK_OPEN_BOTH,
    REMARK_PARTLY
};

void pattern_remark(struct parse *parse, enum remark remark, const char *at);

/* Writes one character, escaped so that it means itself inside and outside a class. */
void pattern_add_code(struct text *out, uint32_t code);

/* The character at `s`; its length in bytes, 0 when that is no UTF-8. */
size_t pattern_read_character(const char *s, uint32_t *code);

/*
 * Reads the escape at `parse->at` (a '\\') and goes past it. `set` becomes what
 * stands for a set of characters inside of PCRE2's [...] ("": an empty one); or
 * NULL, and `code` the one character. False and the error where it makes no sense.
 */
bool pattern_read_escape(struct parse *parse, bool in_class, const char **set, uint32_t *code);

/* Reads \p{...} in the same way; `set` is NULL where 'p' is only a letter. */
bool pattern_read_property(struct parse *parse, const char **set);

/* Adds the class at `parse->at` (a '[') to the forms and goes past it. */
bool pattern_read_class(struct parse *parse);

struct width {
    size_t least, most; /* characters; SIZE_MAX is no limit, or not known */
};

struct width pattern_width(const struct part *part);

/* The characters that a match may look at; SIZE_MAX: no limit. */
size_t pattern_reach(const struct part *part);

/* As `a * b`, with SIZE_MAX for what has no limit. */
size_t pattern_times(size_t a, size_t b);

/* Makes the tree match the same texts with fewer steps. */
void pattern_simplify(struct parse *parse);

/* Whether it holds a group that some reference is to. */
bool pattern_holds_used_group(const struct parse *parse, const struct part *part);

#endif
