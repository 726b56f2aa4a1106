#include <stdio.h>
#include <string.h>

#include "pattern_private.h"

/* PCRE2's own limits are of this order; ours keep hostile patterns from costing much before. */
enum { SOURCE_MOST = 65535, REPEATS_DEEPEST = 20, COUNT_MOST = 1 << 24 };

bool pattern_object(struct parse *parse, const char *at, const char *what)
{
    return error_set(parse->error, "offset %zu: %s", (size_t)(at - parse->source), what);
}

struct part *pattern_part(struct parse *parse, enum part_kind kind)
{
    struct part *part = arena_alloc(parse->arena, sizeof(*part));

    part->kind = kind;
    part->at = (size_t)(parse->at - parse->source);
    part->from = parse->forms.length;
    return part;
}

/* What was added to the forms since the part began is what it becomes. */
static struct part *formed(const struct parse *parse, struct part *part)
{
    part->length = parse->forms.length - part->from;
    return part;
}

/* A single character. */
static struct part *parse_character(struct parse *parse)
{
    struct part *part = pattern_part(parse, PART_SET);
    uint32_t code = 0;
    const size_t length = pattern_read_character(parse->at, &code);

    if (!length) {
        pattern_object(parse, parse->at, "this is no UTF-8");
        return NULL;
    }
    if (strchr("{}]", *parse->at))
        pattern_remark(parse, *parse->at == ']' ? REMARK_BRACKET : REMARK_BRACE, parse->at);
    pattern_add_code(&parse->forms, code);
    parse->at += length;
    return formed(parse, part);
}

/* ECMA's dot stops at four line ends, PCRE2's at one. */
static struct part *parse_dot(struct parse *parse)
{
    struct part *part = pattern_part(parse, PART_SET);

    text_add(&parse->forms, parse->flags.dotall ? "(?s:.)" : "[^\\n\\r\\x{2028}\\x{2029}]");
    parse->at++;
    return formed(parse, part);
}

static struct part *parse_class(struct parse *parse)
{
    struct part *part = pattern_part(parse, PART_SET);

    return pattern_read_class(parse) ? formed(parse, part) : NULL;
}

static struct part *place(struct parse *parse, enum place is, const char *form, size_t length)
{
    struct part *part = pattern_part(parse, PART_PLACE);

    part->place = is;
    text_add(&parse->forms, form);
    parse->at += length;
    return formed(parse, part);
}

static struct part *parse_start(struct parse *parse)
{
    return parse->flags.multiline ? place(parse, PLACE_OTHER, "(?<![^\\n\\r\\x{2028}\\x{2029}])", 1)
                                  : place(parse, PLACE_START, "^", 1);
}

static struct part *parse_end(struct parse *parse)
{
    if (!parse->flags.multiline)
        pattern_remark(parse, REMARK_LAST_LINE, parse->at);
    return parse->flags.multiline ? place(parse, PLACE_OTHER, "(?![^\\n\\r\\x{2028}\\x{2029}])", 1)
                                  : place(parse, PLACE_END, "\\z", 1);
}

bool pattern_is_name_group(const char *at)
{
    return (strncmp(at, "(?<", 3) == 0 && at[3] != '=' && at[3] != '!') ||
           strncmp(at, "(?P<", 4) == 0;
}

/* How many groups capture in the whole pattern: a reference may stand before its group. */
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
        else if (*s == '(' && (s[1] != '?' || pattern_is_name_group(s)))
            parse->captures++;
    }
}

static struct part *reference(struct parse *parse, struct part *part)
{
    part->kind = PART_REFERENCE;
    part->link = parse->references;
    parse->references = part;
    return part;
}

/* \1: a reference when there are so many groups; else NULL, and it is an octal or a digit. */
static struct part *parse_number(struct parse *parse)
{
    const size_t digits = strspn(parse->at + 1, "0123456789");
    size_t number = 0;

    count_captures(parse);
    for (size_t i = 0; i < digits && number <= parse->captures; i++)
        number = number * 10 + (size_t)(parse->at[1 + i] - '0');
    if (number > parse->captures)
        return NULL;
    struct part *part = reference(parse, pattern_part(parse, PART_REFERENCE));
    part->group = number;
    parse->at += 1 + digits;
    return part;
}

/* The bytes of a name of a group at `s`, up to `end`; 0 when it is none. */
size_t pattern_name_length(const char *s, char end)
{
    size_t length = 0;

    for (; s[length] && s[length] != end; length++)
        if ((unsigned char)s[length] < 0x80 && s[length] != '$' && s[length] != '_' &&
            !strchr("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", s[length]))
            return 0;
    return s[length] == end && !strchr("0123456789", *s) ? length : 0;
}

/* \k<name> and (?P=name), whose name begins at `name`. */
struct part *pattern_parse_name(struct parse *parse, const char *name, char end)
{
    struct part *part = reference(parse, pattern_part(parse, PART_REFERENCE));

    part->name = name;
    part->name_length = pattern_name_length(name, end);
    if (!part->name_length) {
        pattern_object(parse, name, "a name of a group is missing here");
        return NULL;
    }
    parse->at = name + part->name_length + 1;
    return part;
}

static bool has_names(const char *source)
{
    for (const char *s = strchr(source, '('); s; s = strchr(s + 1, '('))
        if (pattern_is_name_group(s))
            return true;
    return false;
}

/* Escapes that stand for places; those with a remark as Perl, Python and Java write them. */
static struct part *parse_place(struct parse *parse)
{
    static const struct {
        char letter;
        enum place is;
        const char *form;
        enum remark remark;
    } places[] = {
        { 'b', PLACE_OTHER, "\\b", REMARK_BOUNDARY }, { 'B', PLACE_OTHER, "\\B", REMARK_BOUNDARY },
        { 'A', PLACE_START, "\\A", REMARK_START },    { 'Z', PLACE_END, "\\z", REMARK_END },
        { 'z', PLACE_END, "\\z", REMARK_END_JAVA },
    };

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        if (parse->at[1] == places[i].letter) {
            pattern_remark(parse, places[i].remark, parse->at);
            return place(parse, places[i].is, places[i].form, 2);
        }
    return NULL;
}

static struct part *parse_repeats(struct parse *parse, struct part *item);

/* \Q...\E of Java; what follows repeats the last character. */
static struct part *parse_quoted(struct parse *parse)
{
    struct part *sequence = pattern_part(parse, PART_SEQUENCE), **last = &sequence->items;

    pattern_remark(parse, REMARK_QUOTED, parse->at);
    for (parse->at += 2; *parse->at && strncmp(parse->at, "\\E", 2) != 0;) {
        *last = parse_character(parse);
        if (*last && strncmp(parse->at, "\\E", 2) == 0) {
            parse->at += 2;
            *last = parse_repeats(parse, *last);
            return *last ? sequence : NULL;
        }
        if (!*last)
            return NULL;
        last = &(*last)->next;
    }
    parse->at += *parse->at ? 2 : 0;
    return sequence;
}

static void add_set(struct text *out, const char *set)
{
    const bool bare = set[0] == '\\' && set[1] != 'x';

    if (!*set)
        set = "^\\x{0}-\\x{10FFFF}";
    text_add(out, bare ? "" : "[");
    text_add(out, set);
    text_add(out, bare ? "" : "]");
}

static struct part *parse_escape(struct parse *parse)
{
    const char next = parse->at[1];
    struct part *part = parse_place(parse);
    const char *set = NULL;
    uint32_t code = 0;

    if (!part && next == 'Q')
        return parse_quoted(parse);
    if (!part && next == 'k' && has_names(parse->source))
        return pattern_parse_name(parse, parse->at + (parse->at[2] == '<' ? 3 : 2), '>');
    if (!part && next == 'k')
        pattern_remark(parse, REMARK_NAMELESS, parse->at);
    if (!part && next >= '1' && next <= '9')
        part = parse_number(parse);
    if (part)
        return part;
    part = pattern_part(parse, PART_SET);
    if (!pattern_read_escape(parse, false, &set, &code))
        return NULL;
    if (set)
        add_set(&parse->forms, set);
    else if (code >= 0xD800 && code <= 0xDFFF)
        add_set(&parse->forms, "");
    else
        pattern_add_code(&parse->forms, code);
    return formed(parse, part);
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

static void remark_repeat(struct parse *parse, const struct part *item)
{
    if (item->kind == PART_REPEAT)
        pattern_remark(parse, REMARK_TWICE, parse->at);
    else if (item->kind == PART_AHEAD)
        pattern_remark(parse, REMARK_REPEATED_AHEAD, parse->at);
    else if (item->kind == PART_PLACE || item->kind == PART_BEHIND)
        pattern_remark(parse, REMARK_REPEATED_PLACE, parse->at);
}

static struct part *parse_repeats(struct parse *parse, struct part *item)
{
    size_t least = 0, most = 0, length = 0, repeats = 0;

    while ((length = read_count(parse->at, &least, &most)) != 0) {
        struct part *part = pattern_part(parse, PART_REPEAT);

        if (item->kind == PART_FLAGS || (item->kind == PART_REPEAT && *parse->at != '{')) {
            pattern_object(parse, parse->at, "nothing to repeat");
            return NULL;
        }
        if (repeats++ == REPEATS_DEEPEST || most < least || least > COUNT_MOST) {
            pattern_object(parse, parse->at,
                           repeats > REPEATS_DEEPEST
                               ? "too many quantifiers in a row"
                               : "numbers in a quantifier are too big or out of order");
            return NULL;
        }
        remark_repeat(parse, item);
        part->least = least;
        part->most = most > COUNT_MOST ? SIZE_MAX : most;
        parse->at += length;
        if (*parse->at == '+')
            pattern_remark(parse, REMARK_POSSESSIVE, parse->at);
        if (*parse->at == '?' || *parse->at == '+')
            part->greed = *parse->at++;
        part->items = item;
        item = part;
    }
    return item;
}

static const struct {
    char first;
    struct part *(*parse)(struct parse *parse);
} rows[] = {
    { '(', pattern_parse_group }, { '[', parse_class }, { '\\', parse_escape },
    { '.', parse_dot },           { '^', parse_start }, { '$', parse_end },
    { '\0', parse_character },
};

static struct part *parse_term(struct parse *parse)
{
    size_t row = 0, least = 0, most = 0;

    if (read_count(parse->at, &least, &most)) {
        pattern_object(parse, parse->at, "nothing to repeat");
        return NULL;
    }
    if (*parse->at == '{' && parse->at[1] == ',')
        pattern_remark(parse, REMARK_NO_LEAST, parse->at);
    while (rows[row].first && rows[row].first != *parse->at)
        row++;
    struct part *item = rows[row].parse(parse);
    return item ? parse_repeats(parse, item) : NULL;
}

/* What (?x) leaves out. */
static void skip_blanks(struct parse *parse)
{
    while (parse->flags.extended && *parse->at && strchr(" \t\n\r\f\v#", *parse->at))
        parse->at += *parse->at == '#' ? strcspn(parse->at, "\n") : 1;
}

static struct part *parse_sequence(struct parse *parse)
{
    struct part *sequence = pattern_part(parse, PART_SEQUENCE), **last = &sequence->items;

    for (skip_blanks(parse); *parse->at && *parse->at != '|' && *parse->at != ')';
         skip_blanks(parse)) {
        *last = parse_term(parse);
        if (!*last)
            return NULL;
        last = &(*last)->next;
    }
    return sequence;
}

struct part *pattern_parse_choice(struct parse *parse)
{
    struct part *first = parse_sequence(parse), *last = first;

    if (!first || *parse->at != '|')
        return first;
    struct part *choice = pattern_part(parse, PART_CHOICE);
    choice->items = first;
    while (last && *parse->at == '|') {
        parse->at++;
        last->next = parse_sequence(parse);
        last = last->next;
    }
    return last ? choice : NULL;
}

static bool find_references(struct parse *parse)
{
    for (struct part *part = parse->references; part; part = part->link) {
        bool found = part->group != 0;

        for (size_t i = 0; part->name && i < parse->group_count; i++)
            if (parse->groups[i].name_length == part->name_length &&
                strncmp(parse->groups[i].name, part->name, part->name_length) == 0) {
                part->group = i + 1;
                found = true;
            }
        if (!found || part->group > parse->group_count)
            return pattern_object(parse, parse->source + part->at,
                                  found ? "there is no such group" : "no group has this name");
        parse->groups[part->group - 1].used = true;
    }
    return true;
}

bool pattern_parse(struct parse *parse, struct arena *arena, const char *source, bool with_notes,
                   struct error *error)
{
    *parse = (struct parse){
        .arena = arena,
        .error = error,
        .source = source,
        .at = source,
        .forms = text_new(arena),
        .captures = SIZE_MAX,
        .strict = true,
        .with_notes = with_notes,
    };
    if (strlen(source) > SOURCE_MOST)
        return pattern_object(parse, source, "the pattern is too long");
    parse->root = pattern_parse_choice(parse);
    if (!parse->root)
        return false;
    if (*parse->at == ')')
        return pattern_object(parse, parse->at, "')' without '('");
    return find_references(parse);
}
