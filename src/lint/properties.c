/* What is to be said of single properties and other subschemas. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "lint_private.h"

enum { ENUM_MOST = 15 };

/* Every subschema that says something. */
static void each_site(struct lint *lint, const struct lint_rule *rule)
{
    for (const struct lint_site *site = lint->work->sites; site; site = site->next)
        if (json_type(site->raw) == JSON_OBJECT)
            rule->site(lint, rule, site);
}

static const char *at(const struct lint *lint, const struct lint_site *site)
{
    return lint_site_pointer(lint->arena, site);
}

/* A value below the site. */
static const char *below(const struct lint *lint, const struct lint_site *site, const char *word)
{
    return arena_printf(lint->arena, "%s/%s", at(lint, site), word);
}

static bool is_type(const json *raw, const char *name)
{
    const char *type = json_string(json_get(raw, "type"));

    return type && strcmp(type, name) == 0;
}

static bool is_model_property(const struct lint_site *site)
{
    return site->role == ROLE_PROPERTY && lint_site_describes(site);
}

/* Its own words count: it is no $ref, and it does not merely add to what another one says. */
static bool stands_alone(const struct lint_site *site)
{
    return site->role != ROLE_BRANCH && !json_get(site->raw, "$ref") && lint_site_describes(site);
}

/* ---- names ---- */

static void find_lower_case(struct lint *lint, const struct lint_rule *rule,
                            const struct lint_site *site)
{
    if (is_model_property(site) && islower((unsigned char)site->at.key[0]))
        lint_find(lint, rule, at(lint, site), "the property \"%s\" begins with a small letter",
                  lint_quote(lint, site->at.key));
}

static void check_paging(struct lint *lint, const struct lint_rule *rule)
{
    static const char *const names[] = {
        "MaxResults", "MaxRecords", "MaxItems",   "NextToken", "NextPageToken",   "NextMarker",
        "PageToken",  "PageSize",   "PageNumber", "Marker",    "PaginationToken",
    };

    json_each (property, json_get(lint->schema->document, "properties"))
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            if (json_key(property) && strcasecmp(json_key(property), names[i]) == 0)
                lint_find(lint, rule, pointer_add(lint->arena, "/properties", json_key(property)),
                          "\"%s\" is a parameter of a list call, not a property of a resource",
                          lint_quote(lint, json_key(property)));
}

/* ---- types ---- */

static void find_untyped(struct lint *lint, const struct lint_rule *rule,
                         const struct lint_site *site)
{
    if (!is_model_property(site) || json_get(site->raw, "$ref") || json_get(site->raw, "type"))
        return;
    const struct lint_types types = lint_types_of(lint, site->raw);
    if (!types.types && !types.unknown)
        lint_find(lint, rule, at(lint, site), "the property \"%s\" has neither type nor $ref",
                  lint_quote(lint, site->at.key));
}

static void find_many_types(struct lint *lint, const struct lint_rule *rule,
                            const struct lint_site *site)
{
    if (!json_get(site->raw, "$ref") && json_type(json_get(site->raw, "type")) == JSON_ARRAY)
        lint_find(lint, rule, below(lint, site, "type"), "a list of types, of which one is meant");
}

/* The keywords that say something about one type only. */
static const struct {
    enum json_type type;
    const char *of, *words[10];
} typed_words[] = {
    { JSON_NUMBER,
      "numbers",
      { "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" } },
    { JSON_STRING, "strings", { "minLength", "maxLength", "pattern" } },
    { JSON_ARRAY,
      "arrays",
      { "minItems", "maxItems", "uniqueItems", "insertionOrder", "items", "additionalItems",
        "contains" } },
    { JSON_OBJECT,
      "objects",
      { "minProperties", "maxProperties", "properties", "patternProperties", "additionalProperties",
        "required", "dependencies", "propertyNames" } },
};

static void find_wrong_keyword(struct lint *lint, const struct lint_rule *rule,
                               const struct lint_site *site)
{
    const json *type = json_get(site->raw, "type");
    const unsigned types = lint_types_named(type);

    if (!types || json_get(site->raw, "$ref"))
        return;
    for (size_t i = 0; i < sizeof(typed_words) / sizeof(typed_words[0]); i++)
        for (const char *const *word = typed_words[i].words; *word; word++)
            if (json_get(site->raw, *word) && !(types & typed_words[i].type))
                lint_find(lint, rule, below(lint, site, *word),
                          "%s is about %s, and says nothing of a value of type %s", *word,
                          typed_words[i].of, json_string(type) ? json_string(type) : "list");
}

static void find_big_enum(struct lint *lint, const struct lint_rule *rule,
                          const struct lint_site *site)
{
    const json *values = json_get(site->raw, "enum");

    if (json_type(values) == JSON_ARRAY && json_length(values) > ENUM_MOST)
        lint_find(lint, rule, below(lint, site, "enum"),
                  "an enum of %zu values; more than %d "
                  "soon miss the newest one",
                  json_length(values), ENUM_MOST);
}

/* ---- arrays ---- */

static void find_unordered(struct lint *lint, const struct lint_rule *rule,
                           const struct lint_site *site)
{
    if (is_model_property(site) && stands_alone(site) && is_type(site->raw, "array") &&
        !json_get(site->raw, "insertionOrder"))
        lint_find(lint, rule, at(lint, site),
                  "the array \"%s\" does not say whether the order of its items counts",
                  lint_quote(lint, site->at.key));
}

static void find_array_type(struct lint *lint, const struct lint_rule *rule,
                            const struct lint_site *site)
{
    if (!json_get(site->raw, "arrayType"))
        return;
    const struct lint_types types = lint_types_of(lint, site->raw);
    if (!(types.types & JSON_ARRAY) && !types.unknown)
        lint_find(lint, rule, below(lint, site, "arrayType"), "arrayType, but this is no array");
}

static const char *const lists[] = { "anyOf", "allOf", "oneOf" };

static bool branches_have(const json *raw, const char *word)
{
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        json_each (branch, json_get(raw, lists[i]))
            if (json_get(branch, word) || json_get(branch, "$ref"))
                return true;
    return false;
}

static void find_no_items(struct lint *lint, const struct lint_rule *rule,
                          const struct lint_site *site)
{
    if (stands_alone(site) && is_type(site->raw, "array") && !json_get(site->raw, "items") &&
        !branches_have(site->raw, "items"))
        lint_find(lint, rule, at(lint, site), "an array that does not describe its items");
}

static void find_items_branches(struct lint *lint, const struct lint_rule *rule,
                                const struct lint_site *site)
{
    if (site->role != ROLE_ITEMS || json_get(site->raw, "$ref"))
        return;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        if (json_get(site->raw, lists[i]))
            lint_find(lint, rule, below(lint, site, lists[i]), "items that are described by %s",
                      lists[i]);
}

/* ---- objects ---- */

static void find_open(struct lint *lint, const struct lint_rule *rule, const struct lint_site *site)
{
    const bool declares = json_length(json_get(site->raw, "properties")) ||
                          json_length(json_get(site->raw, "patternProperties"));

    if (declares && stands_alone(site) && !json_get(site->raw, "additionalProperties"))
        lint_find(lint, rule, at(lint, site), "an object without \"additionalProperties\": false");
}

static void find_both(struct lint *lint, const struct lint_rule *rule, const struct lint_site *site)
{
    if (json_length(json_get(site->raw, "properties")) &&
        json_length(json_get(site->raw, "patternProperties")) && !json_get(site->raw, "$ref"))
        lint_find(lint, rule, below(lint, site, "patternProperties"),
                  "patternProperties beside properties: one of them is meant");
}

static void find_undeclared(struct lint *lint, const struct lint_rule *rule,
                            const struct lint_site *site)
{
    const json *properties = json_get(site->raw, "properties");
    const json *required = json_get(site->raw, "required");
    size_t index = 0;

    if (!json_false(json_get(site->raw, "additionalProperties")) ||
        json_get(site->raw, "patternProperties") || json_get(site->raw, "$ref") ||
        json_type(required) != JSON_ARRAY)
        return;
    json_each (name, required) {
        const size_t at_index = index++;

        if (json_string(name) && !json_get(properties, json_string(name)))
            lint_find(lint, rule,
                      pointer_add_index(lint->arena, below(lint, site, "required"), at_index),
                      "\"%s\" is required, but no such property is allowed",
                      lint_quote(lint, json_string(name)));
    }
}

/* ---- ARNs ---- */

static bool ends_in_arn(const char *name)
{
    const size_t length = strlen(name);

    return length >= 3 &&
           (strcmp(name + length - 3, "Arn") == 0 || strcmp(name + length - 3, "ARN") == 0);
}

static void find_odd_arn(struct lint *lint, const struct lint_rule *rule,
                         const struct lint_site *site)
{
    if (!is_model_property(site) || !ends_in_arn(site->at.key))
        return;
    const struct lint_types types = lint_types_of(lint, site->raw);
    if (types.types && !(types.types & JSON_STRING) && !types.unknown)
        lint_find(lint, rule, at(lint, site), "the ARN \"%s\" is no string",
                  lint_quote(lint, site->at.key));
}

static void find_loose_arn(struct lint *lint, const struct lint_rule *rule,
                           const struct lint_site *site)
{
    if (!is_model_property(site) || !ends_in_arn(site->at.key))
        return;
    const struct lint_types types = lint_types_of(lint, site->raw);
    if (types.types & JSON_STRING && !types.pattern && !types.unknown)
        lint_find(lint, rule, at(lint, site), "the ARN \"%s\" has no pattern",
                  lint_quote(lint, site->at.key));
}

/* clang-format off */
const struct lint_rule property_rules[] = {
    { .id = "property.name", .level = LINT_WARNING, .source = VALIDATE, .check = each_site,
      .site = find_lower_case,
      .text = "The name of a property begins with a capital letter.",
      .hint = "Write it in PascalCase, as all of CloudFormation does." },
    { .id = "property.paging", .level = LINT_WARNING, .source = VALIDATE, .check = check_paging,
      .text = "What a list call is told about pages is no property of a resource.",
      .hint = "Remove the property." },
    { .id = "property.type", .level = LINT_WARNING, .source = "COM001", .check = each_site,
      .site = find_untyped,
      .text = "Each property has a type, or a $ref to what has one.",
      .hint = "Add \"type\"." },
    { .id = "property.one-type", .level = LINT_WARNING, .source = "COM002", .check = each_site,
      .site = find_many_types,
      .text = "A property has one type.",
      .hint = "Choose one; templates cannot say which one they mean." },
    { .id = "property.keyword", .level = LINT_WARNING, .source = VALIDATE, .check = each_site,
      .site = find_wrong_keyword,
      .text = "A keyword stands where the type is one that it says something about.",
      .hint = "Remove the keyword, or correct the type." },
    { .id = "property.enum", .level = LINT_WARNING, .source = VALIDATE, .check = each_site,
      .site = find_big_enum,
      .text = "An enum has at most 15 values.",
      .hint = "Leave long lists that change to the service; a pattern will do." },
    { .id = "property.insertion-order", .level = LINT_WARNING, .source = VALIDATE,
      .check = each_site, .site = find_unordered,
      .text = "An array says whether the order of its items counts.",
      .hint = "Add \"insertionOrder\": false where it does not, true where it does." },
    { .id = "property.array-type", .level = LINT_ERROR, .source = VALIDATE, .check = each_site,
      .site = find_array_type,
      .text = "Only an array has an arrayType.",
      .hint = "Remove arrayType, or make it an array." },
    { .id = "property.items", .level = LINT_WARNING, .source = "COM003", .check = each_site,
      .site = find_no_items,
      .text = "An array describes its items.",
      .hint = "Add \"items\"." },
    { .id = "property.items-branches", .level = LINT_WARNING, .source = "COM004, COM005, COM006",
      .check = each_site, .site = find_items_branches,
      .text = "The items of an array are described by one schema.",
      .hint = "Give the items one schema, by a $ref say, instead of anyOf, allOf or oneOf." },
    { .id = "property.closed", .level = LINT_WARNING, .source = VALIDATE, .check = each_site,
      .site = find_open,
      .text = "An object that declares its properties allows no others.",
      .hint = "Add \"additionalProperties\": false." },
    { .id = "property.pattern-properties", .level = LINT_ERROR, .source = VALIDATE,
      .check = each_site, .site = find_both,
      .faults = { { "*/patternProperties", "*" } },
      .text = "An object has properties or patternProperties, not both.",
      .hint = "Decide whether it is a structure or a map; the registry refuses both in one." },
    { .id = "property.required", .level = LINT_ERROR,
      .source = "JSON Schema draft-07, 6.5.3 and 6.5.6", .check = each_site,
      .site = find_undeclared,
      .text = "What a closed object requires is one of its properties.",
      .hint = "Correct the name in \"required\", or declare the property: no value is valid now." },
    { .id = "property.arn-type", .level = LINT_WARNING, .source = "ARN001", .check = each_site,
      .site = find_odd_arn,
      .text = "An ARN is a string.",
      .hint = "Make it a string, or give it another name." },
    { .id = "property.arn-pattern", .level = LINT_WARNING, .source = "ARN002", .check = each_site,
      .site = find_loose_arn,
      .text = "An ARN has a pattern.",
      .hint = "Add one, such as \"^arn:aws[-a-z]*:service:[-a-z0-9]*:[0-9]{12}:.+$\"." },
    { 0 },
};
/* clang-format on */
