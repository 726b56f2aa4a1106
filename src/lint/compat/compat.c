/* The rules of the comparison, in the order in which they are told. */
#include "compat_private.h"

#define GUIDE     "CloudFormation CLI user guide: changing a type that is registered"
#define GUARD     "resource-schema-guard-rail: breaking changes"
#define DRAFT_07  "JSON Schema draft-07, validation"
#define TYPE_META "CloudFormation resource type definition schema"

/* Every rule reads the same comparison, which the first of them makes. */
static void check_compat(struct lint *lint, const struct lint_rule *rule)
{
    const struct compatibility *comparison = compat_of(lint);

    for (const struct compat_finding *f = comparison->findings; f; f = f->next)
        if (f->rule == rule)
            lint_find(lint, rule, f->pointer, "%s%s", f->message, f->was);
}

#define ERROR(name)                                                                                \
    .id = "compat." name, .level = LINT_ERROR, .subject = LINT_AGAINST, .check = check_compat
#define WARNING(name)                                                                              \
    .id = "compat." name, .level = LINT_WARNING, .subject = LINT_AGAINST, .check = check_compat

#define NEW_TYPE "undo it, or register another type"
#define WIDEN    "allow at least what was allowed"
#define CHECK    "make sure that nothing that was valid is refused"

/* clang-format off */
const struct lint_rule compat_rules[] = {
    [COMPAT_TYPE_NAME] = { ERROR("type-name"), .source = GUIDE,
        .text = "A new version has the name of the type that it is a version of.",
        .hint = "compare with the schema of the same type" },
    [COMPAT_PROPERTY_REMOVED] = { ERROR("property-removed"), .source = GUARD,
        .text = "A property that was declared stays declared.",
        .hint = "put it back; list it in deprecatedProperties when it is not to be used" },
    [COMPAT_CREATE_ONLY] = { ERROR("create-only-added"), .source = GUARD,
        .text = "A property that could be updated still can.",
        .hint = NEW_TYPE },
    [COMPAT_WRITE_ONLY] = { ERROR("write-only-added"), .source = GUARD,
        .text = "A property that could be read still can.",
        .hint = NEW_TYPE },
    [COMPAT_READ_ONLY] = { ERROR("read-only-added"), .source = GUARD,
        .text = "A property that could be set still can.",
        .hint = NEW_TYPE },
    [COMPAT_READ_ONLY_REMOVED] = { ERROR("read-only-removed"), .source = GUARD,
        .text = "A property that the handler chose is still the handler's.",
        .hint = "keep it in readOnlyProperties, and add another property for what can be set" },
    [COMPAT_CONDITIONAL_CREATE_ONLY] = { ERROR("conditional-create-only-added"),
        .source = TYPE_META,
        .text = "A property that was updated in place still is.",
        .hint = NEW_TYPE },
    [COMPAT_IDENTIFIER] = { ERROR("primary-identifier"), .source = GUARD,
        .text = "The primary identifier stays as it is, in the same order.",
        .hint = NEW_TYPE },
    [COMPAT_ADDITIONAL_IDENTIFIER] = { ERROR("additional-identifier-removed"), .source = TYPE_META,
        .text = "An identifier that was one still is.",
        .hint = "put it back" },
    [COMPAT_REQUIRED] = { ERROR("required-added"), .source = GUARD,
        .text = "A property that was optional still is, and a new one is, too.",
        .hint = "make it optional, and let the handler choose when it is absent" },
    [COMPAT_TYPE] = { ERROR("type-changed"), .source = GUARD,
        .text = "The type of a property stays as it is.",
        .hint = "add another property for values of the other type" },
    [COMPAT_ENUM] = { ERROR("enum-reduced"), .source = GUARD,
        .text = "A value that enum or const named is still allowed.",
        .hint = WIDEN },
    [COMPAT_LIMIT] = { ERROR("limit-tightened"), .source = GUARD,
        .text = "A limit is not added and gets no tighter.",
        .hint = WIDEN },
    [COMPAT_UNIQUE_ITEMS] = { ERROR("unique-items-added"), .source = DRAFT_07,
        .text = "An array that could hold an item twice still can.",
        .hint = WIDEN },
    [COMPAT_CLOSED] = { ERROR("closed"), .source = DRAFT_07,
        .text = "An object that could have other properties still can.",
        .hint = WIDEN },
    [COMPAT_ITEMS] = { ERROR("items-changed"), .source = DRAFT_07,
        .text = "The items of an array are all alike, or each by itself, as they were.",
        .hint = WIDEN },
    [COMPAT_BRANCH] = { ERROR("branch-removed"), .source = DRAFT_07,
        .text = "What one of the branches allowed is still allowed.",
        .hint = WIDEN },
    [COMPAT_CONDITION] = { ERROR("condition-added"), .source = DRAFT_07,
        .text = "No condition is added to what was valid.",
        .hint = WIDEN },
    [COMPAT_TAGGING] = { ERROR("tagging-removed"), .source = GUARD,
        .text = "What was said of tagging is still said.",
        .hint = "put it back" },
    [COMPAT_TAGGABLE] = { ERROR("taggable-switched"), .source = GUARD,
        .text = "A type that could be tagged still can, and only then.",
        .hint = NEW_TYPE },
    [COMPAT_TAGS] = { ERROR("tagging-reduced"), .source = TYPE_META,
        .text = "What could be done with tags still can, in the same property.",
        .hint = "put it back" },
    [COMPAT_HANDLER] = { ERROR("handler-removed"), .source = TYPE_META,
        .text = "A handler that was there is still there.",
        .hint = "put it back" },
    [COMPAT_PATTERN] = { WARNING("pattern-changed"), .source = GUARD,
        .text = "What a pattern matched is still matched.",
        .hint = CHECK },
    [COMPAT_FORMAT] = { WARNING("format-changed"), .source = DRAFT_07,
        .text = "What a format allowed is still allowed.",
        .hint = CHECK },
    [COMPAT_DEFAULT] = { WARNING("default-changed"), .source = GUARD,
        .text = "A model without the property means what it meant.",
        .hint = "make sure that stacks without the property keep their resources as they are" },
    [COMPAT_LOOSENED] = { WARNING("loosened"), .source = GUARD,
        .text = "A reader meets only values that it could expect.",
        .hint = "make sure that who reads the property can do with more" },
    [COMPAT_INSERTION_ORDER] = { WARNING("insertion-order-changed"), .source = TYPE_META,
        .text = "The order of items means as much as it did.",
        .hint = "make sure that stacks are not found to have drifted" },
    [COMPAT_CONDITION_CHANGED] = { WARNING("condition-changed"), .source = DRAFT_07,
        .text = "A condition allows what it allowed.",
        .hint = CHECK },
    [COMPAT_REPLACEMENT] = { WARNING("replacement-strategy"), .source = TYPE_META,
        .text = "A resource is replaced in the same order as it was.",
        .hint = "make sure that nothing needs the old resource until the new one is there" },
    [COMPAT_UNCLEAR] = { WARNING("not-compared"), .source = DRAFT_07,
        .text = "All of both schemas can be compared.",
        .hint = "keep everything in one file, and references simple" },
    [COMPAT_RULE_COUNT] = { 0 },
};
/* clang-format on */
