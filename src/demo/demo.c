#include "cfnc/demo/demo.h"
#include <string.h>

/* A type with one property of every sort that the contract knows. */
static const char schema[] =
    "{"
    "\"typeName\":\"Acme::Demo::Thing\","
    "\"description\":\"Resource Type definition for a thing that shows what cfnc does\","
    "\"properties\":{"
    "\"Name\":{\"type\":\"string\",\"pattern\":\"^[a-z][a-z0-9-]{2,30}$\"},"
    "\"Size\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":64},"
    "\"Config\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
    "\"Mode\":{\"type\":\"string\",\"enum\":[\"fast\",\"slow\"]},"
    "\"Retain\":{\"type\":\"boolean\"}}},"
    "\"Secret\":{\"type\":\"string\",\"minLength\":8,\"maxLength\":40},"
    "\"Id\":{\"type\":\"string\"}},"
    "\"additionalProperties\":false,"
    "\"required\":[\"Name\"],"
    "\"primaryIdentifier\":[\"/properties/Name\"],"
    "\"createOnlyProperties\":[\"/properties/Name\"],"
    "\"readOnlyProperties\":[\"/properties/Id\"],"
    "\"writeOnlyProperties\":[\"/properties/Secret\"],"
    "\"tagging\":{\"taggable\":false},"
    "\"handlers\":{"
    "\"create\":{\"permissions\":[\"demo:CreateThing\"]},"
    "\"read\":{\"permissions\":[\"demo:GetThing\"]},"
    "\"update\":{\"permissions\":[\"demo:UpdateThing\"]},"
    "\"delete\":{\"permissions\":[\"demo:DeleteThing\"]},"
    "\"list\":{\"permissions\":[\"demo:ListThings\"]}}"
    "}";

extern const char demo_thing[], demo_archive[], demo_fleet[], demo_grant[];

/* Faults that this type lacks something for, and a type of schemas/demo that shows each. */
static const struct {
    const char *schema, *faults; /* words */
} others[] = {
    { demo_thing, "create-without-default read-without-default read-null-for-absent "
                  "create-without-nested-read-only read-without-nested-read-only "
                  "read-other-order read-drops-duplicates read-ascii read-truncates "
                  "read-rounds read-lower-case read-sorts read-alias-not-found "
                  "read-alias-other read-drops-tags create-drops-empties "
                  "create-drops-duplicates create-ascii create-minimal-drops "
                  "create-truncates create-trims create-single-precision "
                  "create-drops-zero update-merges-maps update-keeps-values "
                  "update-merges-nested "
                  "update-appends-lists update-overlays-lists update-ignores-emptied "
                  "update-ignores-shorter update-keeps-tags update-ignores-tags "
                  "update-ignores-blank update-trims update-makes-anew "
                  "delete-needs-identifier read-one-line read-escapes" },
    { demo_archive, "create-invalid-is-made create-adopts create-forgets-token "
                    "create-makes-two progress-again-makes-another create-32-bits "
                    "update-first-items update-merges-items update-needs-identifier "
                    "update-applies-create-only update-create-only-other-code "
                    "update-refuses-and-changes update-32-bits" },
    { demo_fleet, "create-loses-sign create-lowers-keys" },
    { demo_grant, "create-ignores-alias create-drops-false delete-removes-part" },
};

static bool is_among(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (; *words; words += strcspn(words, " "), words += *words == ' ')
        if (strcspn(words, " ") == length && strncmp(words, word, length) == 0)
            return true;
    return false;
}

static const char *schema_for(const char *const *faults)
{
    for (; faults && *faults; faults++)
        for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
            if (is_among(others[i].faults, *faults))
                return others[i].schema;
    return schema;
}

bool demo_schema(struct arena *arena, const char *const *faults, struct json_source *source,
                 struct error *error)
{
    const char *text = schema_for(faults);

    return json_source_parse(arena, "(built-in schema)", text, strlen(text), source, error);
}

const struct resource_type *demo_type(struct arena *arena, const char *const *faults,
                                      struct error *error)
{
    const char *text = schema_for(faults);
    const json *document = json_parse(arena, text, strlen(text), error);

    return document ? resource_type_read(arena, document, NULL, error) : NULL;
}
