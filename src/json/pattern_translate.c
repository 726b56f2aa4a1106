#include "cfnc/pattern_translate.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cfnc/text.h"
#include "pattern_private.h"

/* PCRE2's own limits are of this order; ours keep hostile patterns from costing much before. */
enum { SOURCE_MOST = 65535, GROUPS_DEEPEST = 200, WRAPS_MOST = 20, QUANTIFIER_MOST = 65535 };

/* What the group around a place began with. */
struct group {
    size_t start;   /* in the translation */
    size_t capture; /* its number, or 0 */
    bool dotall;    /* (?s) holds outside of it */
};

struct translation {
    struct text out;
    const char *source, *at;
    struct error *error;
    size_t captures, opened;     /* capturing groups: in the whole pattern, so far */
    bool by_call;                /* repeat a long group by calling it, which PCRE2 keeps small */
    size_t depth;                /* how many of `open` are */
    size_t atom;                 /* where in `out` the last atom begins */
    size_t atom_capture;         /* its number, when it is a capturing group */
    char repeats;                /* when the last atom is a repeated one: by '*', '+' or '{' */
    bool has_atom, atom_wrapped; /* wrapped: only in (?:...) may it be quantified */
    size_t wraps;                /* of the last atom */
    bool dotall;
    struct group open[GROUPS_DEEPEST];
};

static bool object_to(struct translation *t, const char *what)
{
    return error_set(t->error, "offset %zu: %s", (size_t)(t->at - t->source), what);
}

static void begin_atom(struct translation *t, bool wrapped)
{
    t->atom = t->out.length;
    t->atom_capture = 0;
    t->repeats = 0;
    t->wraps = 0;
    t->has_atom = true;
    t->atom_wrapped = wrapped;
}

static bool copy_character(struct translation *t)
{
    const size_t length = text_utf8_length(t->at);

    if (!length)
        return object_to(t, "this is no UTF-8");
    begin_atom(t, false);
    text_add_bytes(&t->out, t->at, length);
    t->at += length;
    return true;
}

/* ECMA's dot stops at four line ends, PCRE2's at one. */
static bool translate_dot(struct translation *t)
{
    begin_atom(t, false);
    text_add(&t->out, t->dotall ? "[\\x{0}-\\x{10FFFF}]" : "[^\\n\\r\\x{2028}\\x{2029}]");
    t->at++;
    return true;
}

static bool translate_anchor(struct translation *t)
{
    begin_atom(t, true);
    text_add_bytes(&t->out, t->at++, 1);
    return true;
}

static bool translate_bar(struct translation *t)
{
    t->has_atom = false;
    text_add_bytes(&t->out, t->at++, 1);
    return true;
}

/* Reads flags up to ':' or ')'. Those without a meaning in ECMA or here are dropped. */
static bool translate_flags(struct translation *t)
{
    char kept[16] = "";
    size_t length = 0;
    bool off = false;
    const char *flag = t->at + 2;

    for (; *flag && *flag != ':' && *flag != ')'; flag++) {
        if (!strchr("imsuUda-", *flag) || length + 1 >= sizeof(kept))
            return object_to(t, "this kind of group is not ECMA-262");
        if (*flag == '-')
            off = true;
        if (*flag == 's')
            t->dotall = !off;
        if (strchr("im-", *flag))
            kept[length++] = *flag;
    }
    if (!*flag)
        return object_to(t, "')' is missing");
    if (*flag == ':' || length)
        text_addf(&t->out, "(?%s%c", kept, *flag);
    t->at = flag + 1;
    return true;
}

/* A flag group "(?i)" has no ')' of its own to wait for. */
static bool flags_only(const char *at)
{
    return at[1] == '?' && at[2 + strspn(at + 2, "imsuUda-")] == ')';
}

static bool is_name_group(const char *at)
{
    return (strncmp(at, "(?<", 3) == 0 && at[3] != '=' && at[3] != '!') ||
           strncmp(at, "(?P<", 4) == 0;
}

static bool open_group(struct translation *t)
{
    static const char *const kinds[] = { "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", NULL };
    const char *const *kind = kinds;

    if (flags_only(t->at))
        return translate_flags(t);
    if (t->depth == GROUPS_DEEPEST)
        return object_to(t, "groups are nested too deep");
    if (t->at[1] == '*')
        return object_to(t, "nothing to repeat");
    const bool captures = t->at[1] != '?' || is_name_group(t->at);
    t->opened += captures;
    t->open[t->depth++] = (struct group){ t->out.length, captures ? t->opened : 0, t->dotall };
    t->has_atom = false;
    while (*kind && strncmp(t->at, *kind, strlen(*kind)) != 0)
        kind++;
    if (t->at[1] == '?' && !*kind && !is_name_group(t->at))
        return translate_flags(t);
    const size_t length = *kind ? strlen(*kind) : strcspn(t->at, "<") + 1;
    const size_t take = t->at[1] != '?' ? 1 : length;
    text_add_bytes(&t->out, t->at, take);
    t->at += take;
    if (is_name_group(t->at - take))
        for (; *t->at && *t->at != '>' && *t->at != ')'; t->at++)
            text_add_bytes(&t->out, t->at, 1);
    return true;
}

static bool close_group(struct translation *t)
{
    if (!t->depth)
        return object_to(t, "')' without '('");
    const struct group *group = &t->open[--t->depth];
    t->atom = group->start;
    t->atom_capture = group->capture;
    t->repeats = 0;
    t->wraps = 0;
    t->has_atom = true;
    t->atom_wrapped = false;
    t->dotall = group->dotall;
    text_add_bytes(&t->out, t->at++, 1);
    return true;
}

/* Puts "(?:" and ")" around the last atom. */
static bool wrap_atom(struct translation *t)
{
    if (t->wraps++ == WRAPS_MOST)
        return object_to(t, "too many quantifiers in a row");
    text_add_bytes(&t->out, ")   ", 4);
    memmove(t->out.bytes + t->atom + 3, t->out.bytes + t->atom, t->out.length - 3 - t->atom);
    for (size_t i = 0; i < 3; i++)
        t->out.bytes[t->atom + i] = "(?:"[i];
    return true;
}

/* {n}, {n,} or {n,m} at `at`: its length, else 0, and then '{' is only a character. */
static size_t braces(const char *at, unsigned long *least, unsigned long *most)
{
    const char *s = at + 1;

    *least = *most = 0;
    const size_t digits = strspn(s, "0123456789");
    for (size_t i = 0; i < digits; i++, s++)
        *least = *least > QUANTIFIER_MOST ? *least : *least * 10 + (unsigned long)(*s - '0');
    *most = *least;
    if (!digits || (*s != ',' && *s != '}'))
        return 0;
    if (*s == ',') {
        s++;
        *most = *s == '}' ? QUANTIFIER_MOST + 1 : 0;
        for (; *s >= '0' && *s <= '9'; s++)
            *most = *most > QUANTIFIER_MOST ? *most : *most * 10 + (unsigned long)(*s - '0');
    }
    return *s == '}' ? (size_t)(s + 1 - at) : 0;
}

static bool add_quantifier(struct translation *t, char kind, unsigned long least,
                           unsigned long most)
{
    if (t->atom_wrapped && !wrap_atom(t))
        return false;
    if (kind != '{') {
        text_add_bytes(&t->out, &kind, 1);
    } else if (t->by_call && t->atom_capture && least >= 1 && most > 1 && most <= QUANTIFIER_MOST) {
        text_addf(&t->out, "(?:(?%zu)){%lu,%lu}", t->atom_capture, least - 1, most - 1);
    } else if (most == least) {
        text_addf(&t->out, "{%lu}", least);
    } else if (most > QUANTIFIER_MOST) {
        text_addf(&t->out, "{%lu,}", least);
    } else {
        text_addf(&t->out, "{%lu,%lu}", least, most);
    }
    t->atom_capture = 0;
    t->repeats = kind;
    return true;
}

static bool translate_quantifier(struct translation *t)
{
    unsigned long least = 0, most = 0;
    const size_t length = *t->at == '{' ? braces(t->at, &least, &most) : 1;

    if (!length) {
        begin_atom(t, false);
        text_add(&t->out, "\\{");
        t->at++;
        return true;
    }
    if (!t->has_atom)
        return object_to(t, "nothing to repeat");
    if (*t->at == '{' && (least > QUANTIFIER_MOST || most < least))
        return object_to(t, "numbers in a quantifier are too big or out of order");
    const char kind = *t->at;
    /* PCRE2 would count a repetition of x* through; it changes nothing. */
    const bool idle =
        kind == '{' && ((t->repeats == '*' && most >= 1) || (t->repeats == '+' && least == 1));
    if (!idle && !add_quantifier(t, kind, least, most))
        return false;
    t->at += length;
    if (*t->at == '?' && !idle)
        text_add_bytes(&t->out, t->at++, 1);
    if (t->at[-1] == '?' && kind != '?')
        t->repeats = '?'; /* lazily: left alone */
    t->atom_wrapped = true;
    return true;
}

static bool translate_class(struct translation *t)
{
    begin_atom(t, false);
    return pattern_translate_class(&t->out, &t->at) || object_to(t, "this class is not ECMA-262");
}

/* \1 to \99: a reference when there are so many groups, else an octal or a plain digit. */
static void translate_number(struct translation *t)
{
    const size_t digits = strspn(t->at + 1, "0123456789");
    size_t number = 0;

    for (size_t i = 0; i < digits && number < 1000; i++)
        number = number * 10 + (size_t)(t->at[1 + i] - '0');
    if (number <= t->captures) {
        text_addf(&t->out, "\\g{%zu}", number);
        t->at += 1 + digits;
        return;
    }
    unsigned code = 0;
    const size_t octal = strspn(t->at + 1, "01234567");
    for (size_t i = 0; i < octal && i < 3 && code < 32; i++)
        code = code * 8 + (unsigned)(t->at[1 + i] - '0');
    pattern_add_code(&t->out, octal ? code : (unsigned char)t->at[1]);
    t->at += 1 + (octal ? (octal < 3 ? octal : 3) : 1);
}

/* Escapes that stand for places, not for characters; the last two as Perl and Java write them. */
static bool translate_place(struct translation *t)
{
    static const struct {
        char letter;
        const char *becomes;
    } places[] = { { 'b', "\\b" }, { 'B', "\\B" }, { 'A', "\\A" }, { 'Z', "\\z" }, { 'z', "\\z" } };

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        if (t->at[1] == places[i].letter) {
            begin_atom(t, true);
            text_add(&t->out, places[i].becomes);
            t->at += 2;
            return true;
        }
    return false;
}

static bool translate_escape(struct translation *t)
{
    const char next = t->at[1];

    if (!next)
        return object_to(t, "'\\' at the end");
    if (translate_place(t))
        return true;
    begin_atom(t, false);
    if (next == 'k' && t->at[2] == '<' && strchr(t->at, '>')) {
        text_add_bytes(&t->out, t->at, strcspn(t->at, ">") + 1);
        t->at += strcspn(t->at, ">") + 1;
    } else if (next >= '1' && next <= '9') {
        translate_number(t);
    } else {
        uint32_t code = 0;
        const char *set = pattern_read_escape(t->out.arena, &t->at, &code);

        if (set)
            text_addf(&t->out, "[%s]", set);
        else if (code >= 0xD800 && code <= 0xDFFF)
            text_add(&t->out, "(?!)");
        else
            pattern_add_code(&t->out, code);
    }
    return true;
}

static size_t count_captures(const char *s)
{
    size_t captures = 0;
    bool in_class = false;

    for (; *s; s++) {
        if (*s == '\\' && s[1])
            s++;
        else if (in_class || *s == '[')
            in_class = *s != ']';
        else if (*s == '(' && (s[1] != '?' || is_name_group(s)))
            captures++;
    }
    return captures;
}

static const struct {
    char first;
    bool (*translate)(struct translation *t);
} rows[] = {
    { '(', open_group },           { ')', close_group },          { '[', translate_class },
    { '\\', translate_escape },    { '.', translate_dot },        { '|', translate_bar },
    { '*', translate_quantifier }, { '+', translate_quantifier }, { '?', translate_quantifier },
    { '{', translate_quantifier }, { '^', translate_anchor },     { '$', translate_anchor },
    { '\0', copy_character },
};

/* Stops at the end of the pattern, or before `enough` bytes would be passed. */
static bool translate(struct translation *t, size_t enough)
{
    while (*t->at && t->out.length <= enough) {
        size_t row = 0;

        while (rows[row].first && rows[row].first != *t->at)
            row++;
        if (!rows[row].translate(t))
            return false;
    }
    return !t->depth || *t->at || object_to(t, "')' is missing");
}

static struct translation *translation_new(struct arena *arena, const char *source, bool by_call,
                                           struct error *error)
{
    struct translation *t = arena_alloc(arena, sizeof(*t));

    *t = (struct translation){
        .out = text_new(arena),
        .source = source,
        .at = source,
        .error = error,
        .by_call = by_call,
        .captures = count_captures(source),
    };
    return t;
}

const char *pattern_translate(struct arena *arena, const char *source, bool by_call,
                              struct error *error)
{
    struct translation *t = translation_new(arena, source, by_call, error);

    const bool done = strlen(source) > SOURCE_MOST ? object_to(t, "the pattern is too long")
                                                   : translate(t, SIZE_MAX);
    return done ? t->out.bytes : NULL;
}

size_t pattern_translated_from(struct arena *arena, const char *source, size_t translated)
{
    struct error ignored;
    struct translation *t = translation_new(arena, source, false, &ignored);

    return translate(t, translated) ? (size_t)(t->at - source) : 0;
}
