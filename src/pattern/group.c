/* The part of the parser that reads groups: whatever stands in ( ). */
#include <string.h>

#include "tree.h"

enum { GROUPS_DEEPEST = 200 };

static void add_group(struct parse *parse, struct term *term, const char *name, size_t length)
{
    for (size_t i = 0; name && i < parse->group_count; i++)
        if (parse->groups[i].name_length == length &&
            strncmp(parse->groups[i].name, name, length) == 0)
            pattern_refuse(parse, name, "another group has this name already");
    parse->groups = arena_grow(parse->arena, parse->groups, parse->group_count, &parse->group_room,
                               sizeof(*parse->groups));
    parse->groups[parse->group_count++] =
        (struct pattern_group){ .name = name, .name_length = length };
    term->group = parse->group_count;
}

/* The flags of (?i:...) and (?i); goes to the ')' or ':' behind them. */
static void read_flags(struct parse *parse, struct term *term)
{
    const char *const at = parse->at;
    char *kept = arena_alloc(parse->arena, 8);
    size_t length = 0;
    bool off = false;

    for (parse->at += 2; *parse->at && *parse->at != ':' && *parse->at != ')'; parse->at++) {
        const char flag = *parse->at;

        if (!strchr("imsxuUda-", flag) || (flag == '-' && off)) {
            pattern_refuse(parse, at, "this kind of group is not ECMA-262");
            return;
        }
        off = off || flag == '-';
        if (flag == 's')
            parse->flags.dotall = !off;
        if (flag == 'm')
            parse->flags.multiline = !off;
        if (flag == 'x')
            parse->flags.extended = !off;
        if (flag == 'i' && (!length || kept[length - 1] != 'i')) {
            if (off)
                kept[length++] = '-';
            kept[length++] = 'i';
        }
        if (length > 4)
            length = 4;
    }
    if (!*parse->at)
        pattern_refuse(parse, parse->at, "')' is missing");
    term->name = kept;
}

/* What is behind `inside`, up to the ')'. */
static struct term *parse_inside(struct parse *parse, struct term *group, const char *inside,
                                 struct flags before)
{
    if (parse->depth++ == GROUPS_DEEPEST)
        pattern_refuse(parse, parse->source + group->at, "groups are nested too deep");
    if (!parse->failed)
        parse->at = inside;
    group->items = pattern_parse_choice(parse);
    if (*parse->at == ')')
        parse->at++;
    else
        pattern_refuse(parse, parse->at, "')' is missing");
    parse->depth--;
    parse->flags = before;
    return group;
}

static struct term *parse_flags(struct parse *parse)
{
    struct term *term = pattern_term(parse, TERM_GROUP);
    const struct flags before = parse->flags;
    const char *const at = parse->at;

    read_flags(parse, term);
    const bool alone = *parse->at == ')';
    pattern_remark(parse, at, PATTERN_FOREIGN,
                   alone ? "flags like (?i) are not ECMA-262"
                         : "flags like (?i:...) are not ECMA-262 before 2025",
                   "write the characters that are meant, like [Aa]");
    if (!alone)
        return parse_inside(parse, term, parse->at + 1, before);
    term->kind = TERM_FLAGS;
    parse->at++;
    return term;
}

static struct term *parse_comment(struct parse *parse)
{
    struct term *term = pattern_term(parse, TERM_SEQUENCE);

    pattern_remark(parse, parse->at, PATTERN_FOREIGN, "(?#...) is not ECMA-262", "leave it out");
    parse->at += strcspn(parse->at, ")");
    if (*parse->at)
        parse->at++;
    else
        pattern_refuse(parse, parse->at, "')' is missing");
    return term;
}

static struct term *parse_named(struct parse *parse)
{
    const char *const name = strchr(parse->at, '<') + 1;
    const size_t length = pattern_name_length(name, '>');
    struct term *term = pattern_term(parse, TERM_GROUP);

    if (!length) {
        pattern_refuse(parse, name, "a name of a group is missing here");
        return term;
    }
    if (parse->at[2] == 'P')
        pattern_remark(parse, parse->at, PATTERN_FOREIGN, "(?P<name>...) is not ECMA-262",
                       "write (?<name>...)");
    add_group(parse, term, name, length);
    return parse_inside(parse, term, name + length + 1, parse->flags);
}

struct term *pattern_parse_group(struct parse *parse)
{
    static const struct {
        const char *begin;
        enum term_kind kind;
        bool negated;
    } kinds[] = {
        { "(?:", TERM_GROUP, false },  { "(?=", TERM_AHEAD, false },
        { "(?!", TERM_AHEAD, true },   { "(?<=", TERM_BEHIND, false },
        { "(?<!", TERM_BEHIND, true }, { "(?>", TERM_ATOMIC, false },
    };
    const char *const at = parse->at;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strncmp(at, kinds[i].begin, strlen(kinds[i].begin)) == 0) {
            struct term *term = pattern_term(parse, kinds[i].kind);

            term->negated = kinds[i].negated;
            if (term->kind == TERM_ATOMIC)
                pattern_remark(parse, at, PATTERN_FOREIGN, "(?>...) is not ECMA-262",
                               "write (?:...)");
            return parse_inside(parse, term, at + strlen(kinds[i].begin), parse->flags);
        }
    if (pattern_is_name_group(at))
        return parse_named(parse);
    if (strncmp(at, "(?P=", 4) == 0) {
        pattern_remark(parse, at, PATTERN_FOREIGN, "(?P=name) is not ECMA-262", "write \\k<name>");
        return pattern_parse_name(parse, at + 4, ')');
    }
    if (strncmp(at, "(?#", 3) == 0)
        return parse_comment(parse);
    if (at[1] == '?')
        return parse_flags(parse);
    struct term *term = pattern_term(parse, TERM_GROUP);
    add_group(parse, term, NULL, 0);
    return parse_inside(parse, term, at + 1, parse->flags);
}
