/* The parser: terms, what repeats them, and references. */
#include <string.h>

#include "tree.h"

/* PCRE2's own limits are of this order; ours keep hostile patterns from costing much before. */
enum { SOURCE_MOST = 65535, REPEATS_DEEPEST = 20, COUNT_MOST = 1 << 24 };

void pattern_refuse(struct parse *parse, const char *at, const char *what)
{
    if (!parse->failed)
        error_set(parse->error, "offset %zu: %s", (size_t)(at - parse->source), what);
    parse->failed = true;
    parse->at = parse->end;
}

struct term *pattern_term(struct parse *parse, enum term_kind kind)
{
    struct term *term = arena_alloc(parse->arena, sizeof(*term));

    term->kind = kind;
    term->id = parse->terms++;
    term->at = (size_t)(parse->at - parse->source);
    return term;
}

uint32_t pattern_read_character(struct parse *parse, const char *from)
{
    size_t length;
    const uint32_t code = text_code(parse->at, &length);

    if (text_utf8_length(parse->at))
        parse->at += length;
    else
        pattern_refuse(parse, from, "this is no UTF-8");
    return code;
}

static struct term *parse_character(struct parse *parse)
{
    struct term *term = pattern_term(parse, TERM_SET);
    const char *const at = parse->at;
    const uint32_t code = pattern_read_character(parse, at);

    if (code == ']')
        pattern_remark(parse, at, PATTERN_LOOSE, "this bracket ends no class", "write \\]");
    if (code == '{' || code == '}')
        pattern_remark(parse, at, PATTERN_LOOSE, "this brace is no quantifier, only a character",
                       "write \\{ and \\}");
    char_set_add_range(parse->arena, &term->set, code, code);
    term->set.bare = true;
    return term;
}

/* ECMA's dot stops at four ends of lines, PCRE2's at one. */
static struct term *parse_dot(struct parse *parse)
{
    struct term *term = pattern_term(parse, TERM_SET);

    term->set.negated = true;
    term->set.dot = !parse->flags.dotall;
    if (term->set.dot)
        char_set_add_named(parse->arena, &term->set, '.');
    parse->at++;
    return term;
}

static struct term *anchor(struct parse *parse, enum anchor is, size_t length)
{
    struct term *term = pattern_term(parse, TERM_ANCHOR);

    term->anchor = is;
    parse->at += length;
    return term;
}

static struct term *parse_start(struct parse *parse)
{
    return anchor(parse, parse->flags.multiline ? ANCHOR_LINE_START : ANCHOR_START, 1);
}

static struct term *parse_end(struct parse *parse)
{
    return anchor(parse, parse->flags.multiline ? ANCHOR_LINE_END : ANCHOR_END, 1);
}

bool pattern_is_name_group(const char *at)
{
    return (strncmp(at, "(?<", 3) == 0 && at[3] != '=' && at[3] != '!') ||
           strncmp(at, "(?P<", 4) == 0;
}

/* How many groups capture in the whole pattern, some by a name: references may stand before them.
 */
static void count_captures(struct parse *parse)
{
    bool in_class = false;

    if (parse->captures != SIZE_MAX)
        return;
    parse->captures = 0;
    for (const char *s = parse->source; *s; s++) {
        if (*s == '\\' && s[1])
            s++;
        else if (!in_class && strncmp(s, "(?#", 3) == 0)
            s += strcspn(s, ")") - 1;
        else if (in_class || *s == '[')
            in_class = *s != ']';
        else if (*s == '(' && (s[1] != '?' || pattern_is_name_group(s))) {
            parse->captures++;
            parse->has_names = parse->has_names || s[1] == '?';
        }
    }
}

static struct term *reference(struct parse *parse)
{
    struct term *term = pattern_term(parse, TERM_REFERENCE);

    term->link = parse->references;
    parse->references = term;
    return term;
}

/* \1: a reference when there are so many groups; else NULL, and it is an octal or a digit. */
static struct term *parse_number(struct parse *parse)
{
    const size_t digits = strspn(parse->at + 1, "0123456789");
    size_t number = 0;

    count_captures(parse);
    for (size_t i = 0; i < digits && number <= parse->captures; i++)
        number = number * 10 + (size_t)(parse->at[1 + i] - '0');
    if (number > parse->captures)
        return NULL;
    struct term *term = reference(parse);
    term->group = number;
    parse->at += 1 + digits;
    return term;
}

size_t pattern_name_length(const char *s, char end)
{
    size_t length = 0;

    for (; s[length] && s[length] != end; length++)
        if ((unsigned char)s[length] < 0x80 && s[length] != '$' && s[length] != '_' &&
            !strchr("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", s[length]))
            return 0;
    return s[length] == end && !strchr("0123456789", *s) ? length : 0;
}

struct term *pattern_parse_name(struct parse *parse, const char *name, char end)
{
    struct term *term = reference(parse);

    term->name = name;
    term->name_length = pattern_name_length(name, end);
    if (term->name_length)
        parse->at = name + term->name_length + 1;
    else
        pattern_refuse(parse, name, "a name of a group is missing here");
    return term;
}

/* Those with a remark as Perl, Python and Java write them. */
static struct term *parse_anchor(struct parse *parse)
{
    static const struct {
        char letter;
        enum anchor is;
        const char *what, *hint;
    } anchors[] = {
        { 'b', ANCHOR_BOUNDARY, NULL, NULL },
        { 'B', ANCHOR_NO_BOUNDARY, NULL, NULL },
        { 'A', ANCHOR_START, "\\A is not ECMA-262", "write ^" },
        { 'Z', ANCHOR_END, "\\Z is not ECMA-262", "write $" },
        { 'z', ANCHOR_END, "\\z is not ECMA-262", "write $" },
    };

    for (size_t i = 0; i < sizeof(anchors) / sizeof(anchors[0]); i++) {
        if (parse->at[1] != anchors[i].letter)
            continue;
        if (anchors[i].what)
            pattern_remark(parse, parse->at, PATTERN_FOREIGN, anchors[i].what, anchors[i].hint);
        return anchor(parse, anchors[i].is, 2);
    }
    return NULL;
}

static struct term *parse_repeats(struct parse *parse, struct term *item);

/* \Q...\E of Java; what follows repeats the last character. */
static struct term *parse_quoted(struct parse *parse)
{
    struct term *sequence = pattern_term(parse, TERM_SEQUENCE), **last = &sequence->items;

    pattern_remark(parse, parse->at, PATTERN_FOREIGN, "\\Q...\\E is not ECMA-262",
                   "escape the characters one by one");
    for (parse->at += 2; *parse->at && strncmp(parse->at, "\\E", 2) != 0;) {
        *last = parse_character(parse);
        if (strncmp(parse->at, "\\E", 2) == 0) {
            parse->at += 2;
            *last = parse_repeats(parse, *last);
            return sequence;
        }
        last = &(*last)->next;
    }
    parse->at += *parse->at ? 2 : 0;
    return sequence;
}

static struct term *parse_escape(struct parse *parse)
{
    const char next = parse->at[1];
    struct term *term = parse_anchor(parse);
    uint32_t code = 0;

    if (next == 'Q')
        return parse_quoted(parse);
    if (next == 'k')
        count_captures(parse);
    if (next == 'k' && parse->has_names)
        return pattern_parse_name(parse, parse->at + (parse->at[2] == '<' ? 3 : 2), '>');
    if (next == 'k')
        pattern_remark(parse, parse->at, PATTERN_LOOSE, "\\k refers to no group here",
                       "name the group");
    if (next >= '1' && next <= '9')
        term = parse_number(parse);
    if (term)
        return term;
    term = pattern_term(parse, TERM_SET);
    term->set.bare = true;
    if (!pattern_read_escape(parse, false, &term->set, &code))
        char_set_add_range(parse->arena, &term->set, code, code);
    return term;
}

/* {n}, {n,} or {n,m} at `at`: its length, else 0, and then '{' is only a character. */
static size_t read_braces(const char *at, size_t *least, size_t *most)
{
    const size_t digits = strspn(at + 1, "0123456789");
    const char *s = at + 1;

    *least = 0;
    for (size_t i = 0; i < digits; i++, s++)
        *least = *least > COUNT_MOST ? *least : *least * 10 + (size_t)(*s - '0');
    *most = *least;
    if (!digits)
        return 0;
    if (*s == ',') {
        s++;
        *most = *s == '}' ? SIZE_MAX : 0;
        for (; *s >= '0' && *s <= '9'; s++)
            *most = *most > COUNT_MOST ? *most : *most * 10 + (size_t)(*s - '0');
    }
    return *s == '}' ? (size_t)(s + 1 - at) : 0;
}

/* The length of the quantifier at `at`, 0 when none stands there. */
static size_t read_count(const char *at, size_t *least, size_t *most)
{
    *least = *at == '+';
    *most = *at == '?' ? 1 : SIZE_MAX;
    if (*at == '{')
        return read_braces(at, least, most);
    return *at && strchr("*+?", *at) ? 1 : 0;
}

static void remark_repeat(struct parse *parse, const struct term *item)
{
    if (item->kind == TERM_REPEAT)
        pattern_remark(parse, parse->at, PATTERN_FOREIGN,
                       "a quantifier behind a quantifier is not ECMA-262", "write one of them");
    else if (item->kind == TERM_AHEAD)
        pattern_remark(parse, parse->at, PATTERN_LOOSE,
                       "to repeat a lookahead is not ECMA-262 with flag u",
                       "leave the quantifier out");
    else if (item->kind == TERM_ANCHOR || item->kind == TERM_BEHIND)
        pattern_remark(parse, parse->at, PATTERN_FOREIGN,
                       "to repeat what matches no character is not ECMA-262",
                       "leave the quantifier out");
}

static struct term *parse_repeats(struct parse *parse, struct term *item)
{
    size_t least = 0, most = 0, length = 0, repeats = 0;

    while ((length = read_count(parse->at, &least, &most)) != 0) {
        struct term *term = pattern_term(parse, TERM_REPEAT);

        if (item->kind == TERM_FLAGS || (item->kind == TERM_REPEAT && *parse->at != '{'))
            pattern_refuse(parse, parse->at, "nothing to repeat");
        else if (repeats++ == REPEATS_DEEPEST)
            pattern_refuse(parse, parse->at, "too many quantifiers in a row");
        else if (most < least || least > COUNT_MOST)
            pattern_refuse(parse, parse->at, "numbers in a quantifier are too big or out of order");
        if (parse->failed)
            return item;
        remark_repeat(parse, item);
        term->least = least;
        term->most = most > COUNT_MOST ? SIZE_MAX : most;
        parse->at += length;
        if (*parse->at == '+')
            pattern_remark(parse, parse->at, PATTERN_FOREIGN,
                           "a possessive quantifier is not ECMA-262", "leave the second + out");
        if (*parse->at == '?' || *parse->at == '+')
            term->greed = *parse->at++;
        term->items = item;
        item = term;
    }
    return item;
}

static const struct {
    char first;
    struct term *(*parse)(struct parse *parse);
} rows[] = {
    { '(', pattern_parse_group }, { '[', pattern_parse_class }, { '\\', parse_escape },
    { '.', parse_dot },           { '^', parse_start },         { '$', parse_end },
    { '\0', parse_character },
};

static struct term *parse_term(struct parse *parse)
{
    size_t row = 0, least = 0, most = 0;

    if (read_count(parse->at, &least, &most))
        pattern_refuse(parse, parse->at, "nothing to repeat");
    while (rows[row].first && rows[row].first != *parse->at)
        row++;
    const char *const at = parse->at;
    struct term *item = rows[row].parse(parse);
    item->length = (size_t)(parse->at - at);
    return parse_repeats(parse, item);
}

/* What (?x) leaves out. */
static void skip_blanks(struct parse *parse)
{
    while (parse->flags.extended && *parse->at && strchr(" \t\n\r\f\v#", *parse->at))
        parse->at += *parse->at == '#' ? strcspn(parse->at, "\n") : 1;
}

/* A sequence of one item is the item. */
static struct term *parse_sequence(struct parse *parse)
{
    struct term *sequence = pattern_term(parse, TERM_SEQUENCE), **last = &sequence->items;

    for (skip_blanks(parse); *parse->at && *parse->at != '|' && *parse->at != ')';
         skip_blanks(parse)) {
        *last = parse_term(parse);
        last = &(*last)->next;
    }
    return sequence->items && !sequence->items->next ? sequence->items : sequence;
}

struct term *pattern_parse_choice(struct parse *parse)
{
    struct term *first = parse_sequence(parse), *last = first;

    if (*parse->at != '|')
        return first;
    struct term *choice = pattern_term(parse, TERM_CHOICE);
    choice->items = first;
    while (*parse->at == '|') {
        parse->at++;
        last->next = parse_sequence(parse);
        last = last->next;
    }
    return choice;
}

static void find_references(struct parse *parse)
{
    for (struct term *term = parse->references; term; term = term->link) {
        const char *const at = parse->source + term->at;

        for (size_t i = 0; term->name && i < parse->group_count; i++)
            if (parse->groups[i].name_length == term->name_length &&
                strncmp(parse->groups[i].name, term->name, term->name_length) == 0)
                term->group = i + 1;
        if (!term->group)
            pattern_refuse(parse, at, "no group has this name");
        else if (term->group > parse->group_count)
            pattern_refuse(parse, at, "there is no such group");
        else
            parse->groups[term->group - 1].used = true;
    }
}

bool pattern_parse(struct parse *parse, struct arena *arena, const char *source, bool with_notes,
                   struct error *error)
{
    *parse = (struct parse){
        .arena = arena,
        .error = error,
        .source = source,
        .at = source,
        .end = source + strlen(source),
        .captures = SIZE_MAX,
        .strict = true,
        .with_notes = with_notes,
    };
    if (parse->end - source > SOURCE_MOST)
        pattern_refuse(parse, source, "the pattern is too long");
    parse->root = pattern_parse_choice(parse);
    if (*parse->at == ')')
        pattern_refuse(parse, parse->at, "')' without '('");
    if (!parse->failed)
        find_references(parse);
    return !parse->failed;
}
