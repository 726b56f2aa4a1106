#include "compat_private.h"

#include <string.h>

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

#define ERROR(id, text, hint, source)                                                              \
    {                                                                                              \
        "compat." id, LINT_ERROR, LINT_AGAINST, text, hint, source, check_compat                   \
    }
#define WARNING(id, text, hint, source)                                                            \
    {                                                                                              \
        "compat." id, LINT_WARNING, LINT_AGAINST, text, hint, source, check_compat                 \
    }

#define NEW_TYPE "undo it, or register another type"
#define WIDEN    "allow at least what was allowed"
#define CHECK    "make sure that nothing that was valid is refused"

const struct lint_rule compat_rules[] = {
    [COMPAT_TYPE_NAME] =
        ERROR("type-name", "A new version has the name of the type that it is a version of.",
              "compare with the schema of the same type", GUIDE),
    [COMPAT_PROPERTY_REMOVED] =
        ERROR("property-removed", "A property that was declared stays declared.",
              "put it back; list it in deprecatedProperties when it is not to be used", GUARD),
    [COMPAT_CREATE_ONLY] =
        ERROR("create-only-added", "A property that could be updated still can.", NEW_TYPE, GUARD),
    [COMPAT_WRITE_ONLY] =
        ERROR("write-only-added", "A property that could be read still can.", NEW_TYPE, GUARD),
    [COMPAT_READ_ONLY] =
        ERROR("read-only-added", "A property that could be set still can.", NEW_TYPE, GUARD),
    [COMPAT_READ_ONLY_REMOVED] =
        ERROR("read-only-removed", "A property that the handler chose is still the handler's.",
              "keep it in readOnlyProperties, and add another property for what can be set", GUARD),
    [COMPAT_CONDITIONAL_CREATE_ONLY] =
        ERROR("conditional-create-only-added", "A property that was updated in place still is.",
              NEW_TYPE, TYPE_META),
    [COMPAT_IDENTIFIER] =
        ERROR("primary-identifier", "The primary identifier stays as it is, in the same order.",
              NEW_TYPE, GUARD),
    [COMPAT_ADDITIONAL_IDENTIFIER] =
        ERROR("additional-identifier-removed", "An identifier that was one still is.",
              "put it back", TYPE_META),
    [COMPAT_REQUIRED] =
        ERROR("required-added", "A property that was optional still is, and a new one is, too.",
              "make it optional, and let the handler choose when it is absent", GUARD),
    [COMPAT_TYPE] = ERROR("type-changed", "The type of a property stays as it is.",
                          "add another property for values of the other type", GUARD),
    [COMPAT_ENUM] =
        ERROR("enum-reduced", "A value that enum or const named is still allowed.", WIDEN, GUARD),
    [COMPAT_LIMIT] =
        ERROR("limit-tightened", "A limit is not added and gets no tighter.", WIDEN, GUARD),
    [COMPAT_UNIQUE_ITEMS] = ERROR(
        "unique-items-added", "An array that could hold an item twice still can.", WIDEN, DRAFT_07),
    [COMPAT_CLOSED] =
        ERROR("closed", "An object that could have other properties still can.", WIDEN, DRAFT_07),
    [COMPAT_ITEMS] = ERROR("items-changed",
                           "The items of an array are all alike, or each by itself, as they "
                           "were.",
                           WIDEN, DRAFT_07),
    [COMPAT_BRANCH] = ERROR("branch-removed", "What one of the branches allowed is still allowed.",
                            WIDEN, DRAFT_07),
    [COMPAT_CONDITION] =
        ERROR("condition-added", "No condition is added to what was valid.", WIDEN, DRAFT_07),
    [COMPAT_TAGGING] =
        ERROR("tagging-removed", "What was said of tagging is still said.", "put it back", GUARD),
    [COMPAT_TAGGABLE] =
        ERROR("taggable-switched", "A type that could be tagged still can, and only then.",
              NEW_TYPE, GUARD),
    [COMPAT_TAGS] =
        ERROR("tagging-reduced", "What could be done with tags still can, in the same property.",
              "put it back", TYPE_META),
    [COMPAT_HANDLER] = ERROR("handler-removed", "A handler that was there is still there.",
                             "put it back", TYPE_META),
    [COMPAT_PATTERN] =
        WARNING("pattern-changed", "What a pattern matched is still matched.", CHECK, GUARD),
    [COMPAT_FORMAT] =
        WARNING("format-changed", "What a format allowed is still allowed.", CHECK, DRAFT_07),
    [COMPAT_DEFAULT] = WARNING(
        "default-changed", "A model without the property means what it meant.",
        "make sure that stacks without the property keep their resources as they are", GUARD),
    [COMPAT_LOOSENED] = WARNING("loosened", "A reader meets only values that it could expect.",
                                "make sure that who reads the property can do with more", GUARD),
    [COMPAT_INSERTION_ORDER] =
        WARNING("insertion-order-changed", "The order of items means as much as it did.",
                "make sure that stacks are not found to have drifted", TYPE_META),
    [COMPAT_CONDITION_CHANGED] =
        WARNING("condition-changed", "A condition allows what it allowed.", CHECK, DRAFT_07),
    [COMPAT_REPLACEMENT] = WARNING(
        "replacement-strategy", "A resource is replaced in the same order as it was.",
        "make sure that nothing needs the old resource until the new one is there", TYPE_META),
    [COMPAT_UNCLEAR] = WARNING("not-compared", "All of both schemas can be compared.",
                               "keep everything in one file, and references simple", DRAFT_07),
    [COMPAT_RULE_COUNT] = { 0 },
};
