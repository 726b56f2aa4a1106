#include <stdio.h>
#include <string.h>

#include "pattern_private.h"

/* The values of General_Category: short, long, and an old name of POSIX. */
static const struct {
    const char *is, *name, *alias;
} categories[] = {
    { "L", "Letter", NULL },
    { "LC", "Cased_Letter", NULL },
    { "Lu", "Uppercase_Letter", NULL },
    { "Ll", "Lowercase_Letter", NULL },
    { "Lt", "Titlecase_Letter", NULL },
    { "Lm", "Modifier_Letter", NULL },
    { "Lo", "Other_Letter", NULL },
    { "M", "Mark", "Combining_Mark" },
    { "Mn", "Nonspacing_Mark", NULL },
    { "Mc", "Spacing_Mark", NULL },
    { "Me", "Enclosing_Mark", NULL },
    { "N", "Number", NULL },
    { "Nd", "Decimal_Number", "digit" },
    { "Nl", "Letter_Number", NULL },
    { "No", "Other_Number", NULL },
    { "P", "Punctuation", "punct" },
    { "Pc", "Connector_Punctuation", NULL },
    { "Pd", "Dash_Punctuation", NULL },
    { "Ps", "Open_Punctuation", NULL },
    { "Pe", "Close_Punctuation", NULL },
    { "Pi", "Initial_Punctuation", NULL },
    { "Pf", "Final_Punctuation", NULL },
    { "Po", "Other_Punctuation", NULL },
    { "S", "Symbol", NULL },
    { "Sm", "Math_Symbol", NULL },
    { "Sc", "Currency_Symbol", NULL },
    { "Sk", "Modifier_Symbol", NULL },
    { "So", "Other_Symbol", NULL },
    { "Z", "Separator", NULL },
    { "Zs", "Space_Separator", NULL },
    { "Zl", "Line_Separator", NULL },
    { "Zp", "Paragraph_Separator", NULL },
    { "C", "Other", NULL },
    { "Cc", "Control", "cntrl" },
    { "Cf", "Format", NULL },
    { "Cs", "Surrogate", NULL },
    { "Co", "Private_Use", NULL },
    { "Cn", "Unassigned", NULL },
};

/* The properties of yes or no that ECMA-262 names; PCRE2 knows them by these names. */
static const char *const yes_or_no[] = {
    "ASCII",
    "ASCII_Hex_Digit",
    "AHex",
    "Alphabetic",
    "Alpha",
    "Any",
    "Bidi_Control",
    "Bidi_C",
    "Bidi_Mirrored",
    "Bidi_M",
    "Case_Ignorable",
    "CI",
    "Cased",
    "Changes_When_Casefolded",
    "CWCF",
    "Changes_When_Casemapped",
    "CWCM",
    "Changes_When_Lowercased",
    "CWL",
    "Changes_When_Titlecased",
    "CWT",
    "Changes_When_Uppercased",
    "CWU",
    "Dash",
    "Default_Ignorable_Code_Point",
    "DI",
    "Deprecated",
    "Dep",
    "Diacritic",
    "Dia",
    "Emoji",
    "Emoji_Component",
    "EComp",
    "Emoji_Modifier",
    "EMod",
    "Emoji_Modifier_Base",
    "EBase",
    "Emoji_Presentation",
    "EPres",
    "Extended_Pictographic",
    "ExtPict",
    "Extender",
    "Ext",
    "Grapheme_Base",
    "Gr_Base",
    "Grapheme_Extend",
    "Gr_Ext",
    "Hex_Digit",
    "Hex",
    "IDS_Binary_Operator",
    "IDSB",
    "IDS_Trinary_Operator",
    "IDST",
    "ID_Continue",
    "IDC",
    "ID_Start",
    "IDS",
    "Ideographic",
    "Ideo",
    "Join_Control",
    "Join_C",
    "Logical_Order_Exception",
    "LOE",
    "Lowercase",
    "Lower",
    "Math",
    "Noncharacter_Code_Point",
    "NChar",
    "Pattern_Syntax",
    "Pat_Syn",
    "Pattern_White_Space",
    "Pat_WS",
    "Quotation_Mark",
    "QMark",
    "Radical",
    "Regional_Indicator",
    "RI",
    "Sentence_Terminal",
    "STerm",
    "Soft_Dotted",
    "SD",
    "Terminal_Punctuation",
    "Term",
    "Unified_Ideograph",
    "UIdeo",
    "Uppercase",
    "Upper",
    "Variation_Selector",
    "VS",
    "White_Space",
    "space",
    "XID_Continue",
    "XIDC",
    "XID_Start",
    "XIDS",
};

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
        if (strcmp(name, categories[i].is) == 0 || strcmp(name, categories[i].name) == 0 ||
            (categories[i].alias && strcmp(name, categories[i].alias) == 0))
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

/* A name with '=': NULL and the error when it has no such value. */
static const char *valued(struct parse *parse, const char *at, const char *name)
{
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        const size_t length = strlen(prefixes[i].prefix);

        if (strncmp(name, prefixes[i].prefix, length) != 0)
            continue;
        parse->names_script = parse->names_script || prefixes[i].becomes;
        if (prefixes[i].becomes)
            return arena_printf(parse->arena, "%s%s", prefixes[i].becomes, name + length);
        if (category(name + length))
            return category(name + length);
    }
    pattern_object(parse, at, "unknown property of characters");
    return NULL;
}

/* What PCRE2 reads between the braces, or "[:name:]"; NULL and the error. */
static const char *property(struct parse *parse, const char *at, const char *name)
{
    const char *const java = java_class(parse, name);

    if (java) {
        pattern_remark(parse, REMARK_JAVA_PROPERTY, at);
        return arena_printf(parse->arena, "[:%s:]", java);
    }
    if (strchr(name, '='))
        return valued(parse, at, name);
    if (category(name))
        return category(name);
    if (strcmp(name, "Assigned") == 0 || is_yes_or_no(name))
        return name;
    pattern_remark(parse, REMARK_JAVA_PROPERTY, at);
    if (strncmp(name, "Is", 2) == 0)
        name += 2;
    return category(name) ? category(name) : name;
}

bool pattern_read_property(struct parse *parse, const char **set)
{
    const char *const at = parse->at;
    const bool braced = at[2] == '{';
    const size_t length = braced ? strspn(at + 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrs"
                                                  "tuvwxyz0123456789_=&")
                                 : 1;
    bool negated = at[1] == 'P';

    *set = NULL;
    if (braced ? !length || at[3 + length] != '}' : !at[2] || !strchr("LMNPSZC", at[2])) {
        if (braced)
            return pattern_object(parse, at, "unknown property of characters");
        return true;
    }
    const char *is = arena_copy(parse->arena, at + (braced ? 3 : 2), length);
    is = property(parse, at, is);
    if (!is)
        return false;
    pattern_remark(parse, braced ? REMARK_PROPERTY : REMARK_PROPERTY_LETTER, at);
    parse->at += braced ? length + 4 : 3;
    if (strcmp(is, "Assigned") == 0) {
        negated = !negated;
        is = "Cn";
    }
    if (strcmp(is, "Any") == 0)
        *set = negated ? "" : "\\x{0}-\\x{10FFFF}";
    else if (*is == '[')
        *set = negated ? arena_printf(parse->arena, "[:^%s", is + 2) : is;
    else
        *set = arena_printf(parse->arena, "\\%c{%s}", negated ? 'P' : 'p', is);
    return true;
}
