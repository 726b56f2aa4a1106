/* What the registry's definition of a schema refuses. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/metaschema.h"
#include "lint_private.h"

static bool has_found(const struct lint *lint, const char *rule, const char *pointer)
{
    for (const struct lint_finding *f = lint->findings; f; f = f->next)
        if (strcmp(f->rule->id, rule) == 0 && strcmp(f->pointer, pointer) == 0)
            return true;
    return false;
}

/* Whether a rule of its own has said it already, and better. */
static bool is_said(const struct lint *lint, const struct schema_fault *fault)
{
    static const struct {
        const char *path, *part; /* globs of the place and of the message */
        const char *rule;
    } rows[] = {
        { "", "*\"primaryIdentifier\"*", "identifier.present" },
        { "/primaryIdentifier", "*", "identifier.present" },
        { "/sourceUrl", "*", "schema.source-url" },
        { "/tagging", "*\"taggable\"*", "tagging.taggable" },
        { "*/patternProperties", "*", "property.pattern-properties" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (text_glob(rows[i].path, fault->path) && text_glob(rows[i].part, fault->message) &&
            has_found(lint, rows[i].rule, fault->path))
            return true;
    return false;
}

void check_meta(struct lint *lint, const struct lint_rule *rule)
{
    const struct metaschema *metaschema =
        lint->metaschema ? lint->metaschema : metaschema_new(lint->arena, "provider-definition");
    const struct schema_fault *fault =
        metaschema_faults(lint->arena, metaschema, lint->schema->document);

    for (; fault; fault = fault->next)
        if (!is_said(lint, fault))
            lint_find(lint, rule, fault->path, "%s", fault->message);
}
