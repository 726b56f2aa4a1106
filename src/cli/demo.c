#include <string.h>

#include "cfnc/commands.h"

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

bool demo_schema(struct arena *arena, struct json_source *source, struct error *error)
{
    return json_source_parse(arena, "(built-in schema)", schema, strlen(schema), source, error);
}

const struct resource_type *demo_type(struct arena *arena, struct error *error)
{
    const json *document = json_parse(arena, schema, strlen(schema), error);

    return document ? resource_type_read(arena, document, NULL, error) : NULL;
}
