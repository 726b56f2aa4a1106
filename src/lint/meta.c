/* What the registry's definition of a schema refuses, and what keeps a schema from being read. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/metaschema.h"
#include "lint_private.h"

/* Whether a rule of its own has said it already, and better: its row says of which faults. */
static bool is_said_better(const struct lint *lint, const struct schema_fault *fault)
{
    for (const struct lint_finding *f = lint->findings; f; f = f->next)
        for (size_t i = 0; i < 2 && f->rule->faults[i].path; i++)
            if (strcmp(f->pointer, fault->path) == 0 &&
                text_glob(f->rule->faults[i].path, fault->path) &&
                text_glob(f->rule->faults[i].part, fault->message))
                return true;
    return false;
}

static void check_meta(struct lint *lint, const struct lint_rule *rule)
{
    const struct metaschema *metaschema =
        lint->metaschema ? lint->metaschema : metaschema_new(lint->arena, "provider-definition");
    const struct schema_fault *fault =
        metaschema_faults(lint->arena, metaschema, lint->schema->document);

    for (; fault; fault = fault->next)
        if (!is_said_better(lint, fault))
            lint_find(lint, rule, fault->path, "%s", fault->message);
}

/* Whether a rule has said something of that value, or of what is below it. */
static bool is_said(const struct lint *lint, const char *pointer)
{
    const size_t length = strlen(pointer);

    for (const struct lint_finding *f = lint->findings; f; f = f->next)
        if (f->rule->level == LINT_ERROR && strncmp(f->pointer, pointer, length) == 0 &&
            (!f->pointer[length] || (length && f->pointer[length] == '/')))
            return true;
    return false;
}

/* Asked without the name of the file, the error names a pointer and not a line. */
static bool is_usable(const struct lint *lint, const struct schema_sources *sources,
                      struct error *error)
{
    const json *document = lint->schema->document;

    return schema_compile(lint->arena, document, sources, error) &&
           resource_type_read_from(lint->arena, document, sources, error);
}

/* What keeps the schema from being used, if no rule has said so already. */
static void check_compiles(struct lint *lint, const struct lint_rule *rule)
{
    const struct schema_sources sources = lint_sources(lint);
    struct error error;
    struct lint_finding where = LINT_HERE("");

    if (lint->type || is_usable(lint, &sources, &error))
        return;
    const char *what = lint_without_place(lint->schema->path, error.text);
    if (error.place.pointer && pointer_get(lint->schema->document, error.place.pointer))
        where.pointer = error.place.pointer;
    if (!is_said(lint, where.pointer))
        lint_say(lint, rule, where, "%s", text_quote(lint->arena, what, 0));
}

#define REFUSED "the registry's meta-schema"

/* clang-format off */
const struct lint_rule meta_rules[] = {
    { .id = "schema.meta", .level = LINT_ERROR, .source = REFUSED,
      .check = check_meta,
      .text = "A schema is what the provider definition says: known words, of the right types.",
      .hint = "Correct what the message names; \"cfnc list schemas --print "
              "provider-definition\" shows all of it." },
    { .id = "schema.compiles", .level = LINT_ERROR, .source = REFUSED,
      .check = check_compiles, .any = true,
      .text = "The schema can be read as that of a resource type.",
      .hint = "Correct what the message names." },
    { 0 },
};
/* clang-format on */
