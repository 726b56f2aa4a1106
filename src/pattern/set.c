/* Sets of characters: collected by the parser, and written for PCRE2. */
#include "tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_CHARACTER = 0x10FFFF };

void char_set_add(struct arena *arena, struct char_set *set, struct char_member member)
{
    set->members = arena_grow(arena, set->members, set->count, &set->room, sizeof(member));
    set->members[set->count++] = member;
}

void char_set_add_range(struct arena *arena, struct char_set *set, uint32_t low, uint32_t high)
{
    if (low >= 0xD800 && low <= 0xDFFF)
        low = 0xE000;
    if (high >= 0xD800 && high <= 0xDFFF)
        high = 0xD7FF;
    if (low <= high)
        char_set_add(arena, set, (struct char_member){ NULL, low, high });
}

/* ECMA's white space is more than PCRE2's. A range that ends at 0 ends a row. */
static const struct unicode_set {
    char letter;
    uint32_t ranges[11][2];
} named_sets[] = {
    { 'd', { { '0', '9' } } },
    { '.', { { '\n', '\n' }, { '\r', '\r' }, { 0x2028, 0x2029 } } }, /* what the dot leaves out */
    { 'w', { { '0', '9' }, { 'A', 'Z' }, { '_', '_' }, { 'a', 'z' } } },
    { 's',
      { { 0x9, 0xD },
        { ' ', ' ' },
        { 0xA0, 0xA0 },
        { 0x1680, 0x1680 },
        { 0x2000, 0x200A },
        { 0x2028, 0x2029 },
        { 0x202F, 0x202F },
        { 0x205F, 0x205F },
        { 0x3000, 0x3000 },
        { 0xFEFF, 0xFEFF } } },
};

void char_set_add_named(struct arena *arena, struct char_set *set, char letter)
{
    const struct unicode_set *named = named_sets;
    struct char_set inside = { .negated = false };

    while (named->letter != (letter | 0x20))
        named++;
    struct char_set *const into = named->letter == letter ? set : &inside;
    for (size_t i = 0; named->ranges[i][1]; i++)
        char_set_add_range(arena, into, named->ranges[i][0], named->ranges[i][1]);
    if (into == &inside)
        char_set_add_outside(arena, set, &inside);
}

static int by_first(const void *a, const void *b)
{
    const struct char_member *const x = a, *const y = b;

    return (x->first > y->first) - (x->first < y->first);
}

void char_set_tidy(struct char_set *set)
{
    size_t kept = 0;

    if (!set->count)
        return;
    qsort(set->members, set->count, sizeof(*set->members), by_first);
    for (size_t i = 1; i < set->count; i++) {
        struct char_member *const last = &set->members[kept];
        const struct char_member next = set->members[i];

        if (next.first > last->last + 1)
            set->members[++kept] = next;
        else if (next.last > last->last)
            last->last = next.last;
    }
    set->count = kept + 1;
}

void char_set_add_outside(struct arena *arena, struct char_set *set, const struct char_set *tidy)
{
    uint32_t first = 0;

    for (size_t i = 0; i < tidy->count; i++) {
        if (tidy->members[i].first > first)
            char_set_add(arena, set,
                         (struct char_member){ NULL, first, tidy->members[i].first - 1 });
        first = tidy->members[i].last + 1;
    }
    if (first <= LAST_CHARACTER)
        char_set_add(arena, set, (struct char_member){ NULL, first, LAST_CHARACTER });
}

/* One character, escaped so that it means itself inside and outside of a class. */
static void write_code(struct text *out, uint32_t code)
{
    const char c = (char)(code & 0x7F);
    char form[] = "\\x{000000}";

    if (code > ' ' && code < 0x7F && code != '_') {
        const bool plain = isalnum(c);

        text_add_bytes(out, (const char[]){ plain ? c : '\\', c }, plain ? 1 : 2);
        return;
    }
    for (size_t i = 8; i > 2; i--, code /= 16)
        form[i] = "0123456789abcdef"[code % 16];
    text_add_bytes(out, form, sizeof(form) - 1);
}

void char_set_write(struct text *out, const struct char_set *set)
{
    const struct char_member *const only = set->members;
    const bool bare = set->bare && set->count == 1 &&
                      (only->form ? *only->form == '\\' : only->first == only->last);

    if (!set->count) { /* PCRE2 has no empty class */
        text_add(out, set->negated ? "(?s:.)" : "[^\\x{0}-\\x{10FFFF}]");
        return;
    }
    if (!bare)
        text_add_bytes(out, "[^", set->negated ? 2 : 1);
    for (size_t i = 0; i < set->count; i++) {
        const struct char_member *const member = &set->members[i];

        if (member->form) {
            text_add(out, member->form);
            continue;
        }
        write_code(out, member->first);
        if (member->last > member->first) {
            text_add_bytes(out, "-", 1);
            write_code(out, member->last);
        }
    }
    if (!bare)
        text_add_bytes(out, "]", 1);
}
