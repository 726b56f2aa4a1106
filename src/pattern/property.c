/* The part of the parser that reads \p{...}. */
#include <string.h>

#include "tree.h"

/* clang-format off */

/* The values of General_Category, short and long; some have an old name of POSIX too. */
static const struct {
    const char *is, *name;
} categories[] = {
    { "L", "Letter" }, { "LC", "Cased_Letter" }, { "Lu", "Uppercase_Letter" },
    { "Ll", "Lowercase_Letter" }, { "Lt", "Titlecase_Letter" }, { "Lm", "Modifier_Letter" },
    { "Lo", "Other_Letter" }, { "M", "Mark" }, { "M", "Combining_Mark" },
    { "Mn", "Nonspacing_Mark" }, { "Mc", "Spacing_Mark" }, { "Me", "Enclosing_Mark" },
    { "N", "Number" }, { "Nd", "Decimal_Number" }, { "Nd", "digit" }, { "Nl", "Letter_Number" },
    { "No", "Other_Number" }, { "P", "Punctuation" }, { "P", "punct" },
    { "Pc", "Connector_Punctuation" }, { "Pd", "Dash_Punctuation" }, { "Ps", "Open_Punctuation" },
    { "Pe", "Close_Punctuation" }, { "Pi", "Initial_Punctuation" }, { "Pf", "Final_Punctuation" },
    { "Po", "Other_Punctuation" }, { "S", "Symbol" }, { "Sm", "Math_Symbol" },
    { "Sc", "Currency_Symbol" }, { "Sk", "Modifier_Symbol" }, { "So", "Other_Symbol" },
    { "Z", "Separator" }, { "Zs", "Space_Separator" }, { "Zl", "Line_Separator" },
    { "Zp", "Paragraph_Separator" }, { "C", "Other" }, { "Cc", "Control" }, { "Cc", "cntrl" },
    { "Cf", "Format" }, { "Cs", "Surrogate" }, { "Co", "Private_Use" }, { "Cn", "Unassigned" },
};

/* The properties of yes or no that ECMA-262 names; PCRE2 knows them by these names. */
static const char *const yes_or_no[] = {
    "ASCII", "ASCII_Hex_Digit", "AHex", "Alphabetic", "Alpha", "Any", "Bidi_Control", "Bidi_C",
    "Bidi_Mirrored", "Bidi_M", "Case_Ignorable", "CI", "Cased", "Changes_When_Casefolded", "CWCF",
    "Changes_When_Casemapped", "CWCM", "Changes_When_Lowercased", "CWL", "Changes_When_Titlecased",
    "CWT", "Changes_When_Uppercased", "CWU", "Dash", "Default_Ignorable_Code_Point", "DI",
    "Deprecated", "Dep", "Diacritic", "Dia", "Emoji", "Emoji_Component", "EComp", "Emoji_Modifier",
    "EMod", "Emoji_Modifier_Base", "EBase", "Emoji_Presentation", "EPres", "Extended_Pictographic",
    "ExtPict", "Extender", "Ext", "Grapheme_Base", "Gr_Base", "Grapheme_Extend", "Gr_Ext",
    "Hex_Digit", "Hex", "IDS_Binary_Operator", "IDSB", "IDS_Trinary_Operator", "IDST",
    "ID_Continue", "IDC", "ID_Start", "IDS", "Ideographic", "Ideo", "Join_Control", "Join_C",
    "Logical_Order_Exception", "LOE", "Lowercase", "Lower", "Math", "Noncharacter_Code_Point",
    "NChar", "Pattern_Syntax", "Pat_Syn", "Pattern_White_Space", "Pat_WS", "Quotation_Mark",
    "QMark", "Radical", "Regional_Indicator", "RI", "Sentence_Terminal", "STerm", "Soft_Dotted",
    "SD", "Terminal_Punctuation", "Term", "Unified_Ideograph", "UIdeo", "Uppercase", "Upper",
    "Variation_Selector", "VS", "White_Space", "space", "XID_Continue", "XIDC", "XID_Start", "XIDS",
};

/* clang-format on */

/* Java's names of classes in ASCII. Where ECMA-262 has the name too, it means another set. */
static const struct {
    const char *name, *is;
    bool only_java;
} javas[] = {
    { "Alnum", "alnum", true },  { "Alpha", "alpha", false }, { "Blank", "blank", true },
    { "Cntrl", "cntrl", true },  { "Digit", "digit", true },  { "Graph", "graph", true },
    { "Lower", "lower", false }, { "Print", "print", true },  { "Punct", "punct", true },
    { "Space", "space", true },  { "Upper", "upper", false }, { "XDigit", "xdigit", true },
    { "ASCII", "ascii", false },
};

static const struct {
    const char *prefix, *becomes;
} prefixes[] = {
    { "General_Category=", NULL },
    { "gc=", NULL },
    { "Script_Extensions=", "scx:" },
    { "scx=", "scx:" },
    { "Script=", "sc:" },
    { "sc=", "sc:" },
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static const char *category(const char *name)
{
    for (size_t i = 0; i < COUNT(categories); i++)
        if (strcmp(name, categories[i].is) == 0 || strcmp(name, categories[i].name) == 0)
            return categories[i].is;
    return NULL;
}

static bool is_yes_or_no(const char *name)
{
    for (size_t i = 0; i < COUNT(yes_or_no); i++)
        if (strcmp(name, yes_or_no[i]) == 0)
            return true;
    return false;
}

/* Whoever writes \p{Alnum} writes for Java, and means Java's \p{Alpha} as well. */
static bool is_for_java(const char *source)
{
    for (size_t i = 0; i < COUNT(javas); i++) {
        const char *found = javas[i].only_java ? strstr(source, javas[i].name) : NULL;

        if (found && found - source >= 3 && found[-1] == '{' && (found[-2] | 0x20) == 'p' &&
            found[strlen(javas[i].name)] == '}')
            return true;
    }
    return false;
}

static const char *java_class(const struct parse *parse, const char *name)
{
    for (size_t i = 0; i < COUNT(javas); i++)
        if (strcmp(name, javas[i].name) == 0)
            return javas[i].only_java || is_for_java(parse->source) ? javas[i].is : NULL;
    return NULL;
}

/* A name with '='; NULL when there is no such value. */
static const char *valued(struct parse *parse, const char *name)
{
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        const size_t length = strlen(prefixes[i].prefix);

        if (strncmp(name, prefixes[i].prefix, length) != 0)
            continue;
        if (!prefixes[i].becomes)
            return category(name + length);
        parse->names_script = true;
        return arena_printf(parse->arena, "%s%s", prefixes[i].becomes, name + length);
    }
    return NULL;
}

/* What PCRE2 reads between the braces, or "[:name:]"; NULL when there is no such property. */
static const char *property(struct parse *parse, const char *at, const char *name)
{
    const char *const java = java_class(parse, name);

    if (java) {
        pattern_remark(parse, at, PATTERN_FOREIGN, "ECMA-262 has no property of this name",
                       "write a class like [A-Za-z0-9], or \\p{Script=...}");
        return arena_printf(parse->arena, "[:%s:]", java);
    }
    if (strchr(name, '='))
        return valued(parse, name);
    if (category(name))
        return category(name);
    if (strcmp(name, "Assigned") == 0 || is_yes_or_no(name))
        return name;
    pattern_remark(parse, at, PATTERN_FOREIGN, "ECMA-262 has no property of this name",
                   "write a class like [A-Za-z0-9], or \\p{Script=...}");
    if (strncmp(name, "Is", 2) == 0)
        name += 2;
    return category(name) ? category(name) : name;
}

static void add_property(struct arena *arena, struct char_set *set, const char *is, bool negated)
{
    const char *form = is;

    if (strcmp(is, "Any") == 0) {
        if (!negated)
            char_set_add_range(arena, set, 0, 0x10FFFF);
        return;
    }
    if (strcmp(is, "Assigned") == 0)
        form = negated ? "\\p{Cn}" : "\\P{Cn}";
    else if (*is != '[')
        form = arena_printf(arena, "\\%c{%s}", negated ? 'P' : 'p', is);
    else if (negated)
        form = arena_printf(arena, "[:^%s", is + 2);
    char_set_add(arena, set, (struct char_member){ .form = form });
}

bool pattern_read_property(struct parse *parse, struct char_set *set)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=&";
    const char *const at = parse->at, *is = NULL;

    if (at[1] != 'p' && at[1] != 'P')
        return false;
    const bool braced = at[2] == '{';
    const char *const name = at + (braced ? 3 : 2);
    const size_t length = braced ? strspn(name, letters) : 1;
    if (!braced && (!*name || !strchr("LMNPSZC", *name)))
        return false;
    if (!braced || (length && name[length] == '}'))
        is = property(parse, at, arena_copy(parse->arena, name, length));
    if (!is) {
        pattern_refuse(parse, at, "unknown property of characters");
        return true;
    }
    if (braced)
        pattern_remark(parse, at, PATTERN_DIFFERS, "\\p{...} is an error to Python",
                       "write a class like [A-Za-z]");
    else
        pattern_remark(parse, at, PATTERN_FOREIGN, "\\p without braces is not ECMA-262",
                       "write \\p{L}");
    parse->at = name + length + braced;
    add_property(parse->arena, set, is, at[1] == 'P');
    return true;
}
