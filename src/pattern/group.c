#include <string.h>

#include "pattern_private.h"

/* Groups of a pattern, whatever stands in ( ). */

enum { GROUPS_DEEPEST = 200 };

static bool add_group(struct parse *parse, struct part *part, const char *name, size_t length)
{
    if (parse->group_count == parse->group_room) {
        const size_t room = parse->group_room * 2 + 8;
        struct pattern_group *grown = arena_array(parse->arena, room, sizeof(*grown));

        if (parse->group_count)
            memcpy(grown, parse->groups, parse->group_count * sizeof(*grown));
        parse->groups = grown;
        parse->group_room = room;
    }
    for (size_t i = 0; name && i < parse->group_count; i++)
        if (parse->groups[i].name_length == length &&
            strncmp(parse->groups[i].name, name, length) == 0)
            return pattern_object(parse, name, "another group has this name already");
    parse->groups[parse->group_count++] = (struct pattern_group){ name, length, 0, false, false };
    part->group = parse->group_count;
    return true;
}

/* The flags of (?i:...) and (?i) at `s`; the ')' or ':' behind them, or NULL and the error. */
static const char *read_flags(struct parse *parse, struct part *part, const char *s)
{
    char *kept = arena_alloc(parse->arena, 8);
    size_t length = 0;
    bool off = false;

    for (; *s && *s != ':' && *s != ')'; s++) {
        if (!strchr("imsxuUda-", *s) || (*s == '-' && off)) {
            pattern_object(parse, parse->at, "this kind of group is not ECMA-262");
            return NULL;
        }
        off = off || *s == '-';
        if (*s == 's')
            parse->flags.dotall = !off;
        if (*s == 'm')
            parse->flags.multiline = !off;
        if (*s == 'x')
            parse->flags.extended = !off;
        if (*s == 'i' && (!length || kept[length - 1] != 'i')) {
            if (off)
                kept[length++] = '-';
            kept[length++] = 'i';
        }
        if (length > 4)
            length = 4;
    }
    if (!*s)
        pattern_object(parse, s, "')' is missing");
    part->name = kept;
    part->name_length = length;
    return *s ? s : NULL;
}

/* From behind the '(' and what follows it up to its ')'. */
static struct part *parse_inside(struct parse *parse, struct part *group, const char *inside,
                                 struct flags before)
{
    if (parse->depth++ == GROUPS_DEEPEST) {
        pattern_object(parse, parse->at, "groups are nested too deep");
        return NULL;
    }
    parse->at = inside;
    group->items = pattern_parse_choice(parse);
    if (!group->items)
        return NULL;
    if (*parse->at != ')') {
        pattern_object(parse, parse->at, "')' is missing");
        return NULL;
    }
    parse->at++;
    parse->depth--;
    parse->flags = before;
    return group;
}

static struct part *parse_flags(struct parse *parse)
{
    struct part *part = pattern_part(parse, PART_GROUP);
    const struct flags before = parse->flags;
    const char *const end = read_flags(parse, part, parse->at + 2);

    if (!end)
        return NULL;
    pattern_remark(parse, *end == ')' ? REMARK_FLAGS : REMARK_FLAG_GROUP, parse->at);
    if (*end == ')') {
        part->kind = PART_FLAGS;
        parse->at = end + 1;
        return part;
    }
    return parse_inside(parse, part, end + 1, before);
}

static struct part *parse_comment(struct parse *parse)
{
    struct part *part = pattern_part(parse, PART_SEQUENCE);

    pattern_remark(parse, REMARK_COMMENT, parse->at);
    parse->at += strcspn(parse->at, ")");
    if (!*parse->at) {
        pattern_object(parse, parse->at, "')' is missing");
        return NULL;
    }
    parse->at++;
    return part;
}

static struct part *parse_named(struct parse *parse)
{
    const char *const name = strchr(parse->at, '<') + 1;
    const size_t length = pattern_name_length(name, '>');
    struct part *part = pattern_part(parse, PART_GROUP);

    if (!length) {
        pattern_object(parse, name, "a name of a group is missing here");
        return NULL;
    }
    pattern_remark(parse, parse->at[2] == 'P' ? REMARK_PYTHON_GROUP : REMARK_NAMED_GROUP,
                   parse->at);
    return add_group(parse, part, name, length)
               ? parse_inside(parse, part, name + length + 1, parse->flags)
               : NULL;
}

struct part *pattern_parse_group(struct parse *parse)
{
    static const struct {
        const char *begin;
        enum part_kind kind;
        bool negated;
    } kinds[] = {
        { "(?:", PART_GROUP, false },  { "(?=", PART_AHEAD, false },
        { "(?!", PART_AHEAD, true },   { "(?<=", PART_BEHIND, false },
        { "(?<!", PART_BEHIND, true }, { "(?>", PART_ATOMIC, false },
    };
    const char *const at = parse->at;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strncmp(at, kinds[i].begin, strlen(kinds[i].begin)) == 0) {
            struct part *part = pattern_part(parse, kinds[i].kind);

            part->negated = kinds[i].negated;
            if (part->kind == PART_ATOMIC)
                pattern_remark(parse, REMARK_ATOMIC, at);
            return parse_inside(parse, part, at + strlen(kinds[i].begin), parse->flags);
        }
    if (pattern_is_name_group(at))
        return parse_named(parse);
    if (strncmp(at, "(?P=", 4) == 0) {
        pattern_remark(parse, REMARK_PYTHON_REFERENCE, at);
        return pattern_parse_name(parse, at + 4, ')');
    }
    if (strncmp(at, "(?#", 3) == 0)
        return parse_comment(parse);
    if (at[1] == '?')
        return parse_flags(parse);
    struct part *part = pattern_part(parse, PART_GROUP);
    return add_group(parse, part, NULL, 0) ? parse_inside(parse, part, at + 1, parse->flags) : NULL;
}
