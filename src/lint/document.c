/* What is to be said of the document as a whole, and of where its $refs lead. */
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "lint_private.h"

enum {
    SIZE_NOTED = 60 * 1024,
    OTHERS_COST = 1000 /* guesses for a $ref into another document, which may be looked for */
};

static void check_remote(struct lint *lint, const struct lint_rule *rule)
{
    if (json_get(lint->schema->document, "remote"))
        lint_find(lint, rule, "/remote", "\"remote\" is a word that the registry keeps for itself");
}

static void check_size(struct lint *lint, const struct lint_rule *rule)
{
    if (lint->schema->length > SIZE_NOTED)
        lint_find(lint, rule, "", "the schema is %zu KiB; cfn reads at most %d KiB",
                  (lint->schema->length + 1023) / 1024, SIZE_NOTED / 1024);
}

static void check_description(struct lint *lint, const struct lint_rule *rule)
{
    static const char start[] = "Resource Type definition for";
    const char *description = json_string(json_get(lint->schema->document, "description"));

    if (description && strncasecmp(description, start, sizeof(start) - 1) != 0)
        lint_find(lint, rule, "/description", "the description does not begin with \"%s\"", start);
}

static void check_source_url(struct lint *lint, const struct lint_rule *rule)
{
    const char *url = json_string(json_get(lint->schema->document, "sourceUrl"));

    if (url && strncasecmp(url, "https://", 8) != 0)
        lint_find(lint, rule, "/sourceUrl", "the sourceUrl \"%s\" is not https",
                  lint_quote(lint, url));
}

/* ---- characters ---- */

/* The first text that is not ASCII, and how many there are. */
struct foreign {
    const struct lint *lint;
    struct lint_finding first;
    size_t count;
};

static void look_at(void *context, const struct lint_text *text)
{
    struct foreign *foreign = context;
    size_t offset = 0;

    while (text->text[offset] && !(text->text[offset] & 0x80))
        offset++;
    if (text->text[offset] && foreign->count++ == 0)
        foreign->first = lint_at_text(foreign->lint, text, offset);
}

static void check_ascii(struct lint *lint, const struct lint_rule *rule)
{
    struct foreign foreign = { .lint = lint };

    lint_each_text(lint->schema->document, look_at, &foreign);
    if (foreign.count == 1)
        lint_say(lint, rule, foreign.first, "a character that is not ASCII");
    if (foreign.count > 1)
        lint_say(lint, rule, foreign.first,
                 "characters that are not ASCII, here and in %zu more text%s", foreign.count - 1,
                 foreign.count == 2 ? "" : "s");
}

/* ---- references ---- */

/* All that a $ref may mean: what the document defines. */
static void list_targets(struct lint *lint)
{
    static const char *const lists[] = { "definitions", "properties" };
    const json *document = lint->schema->document;
    const size_t most =
        json_length(json_get(document, lists[0])) + json_length(json_get(document, lists[1]));
    const char **names = arena_array(lint->arena, most + 1, sizeof(*names));

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        const char *above = arena_printf(lint->arena, "#/%s", lists[i]);

        json_each (member, json_get(document, lists[i]))
            if (json_key(member))
                names[lint->work->target_count++] =
                    pointer_add(lint->arena, above, json_key(member));
    }
    lint->work->targets = names;
}

/* What a $ref may have meant: the same name elsewhere, or one like it. */
static const char *suggest_target(struct lint *lint, const char *ref)
{
    const char *last = strrchr(ref, '/');
    const char *near = NULL;

    if (!lint->work->targets)
        list_targets(lint);
    if (!lint_may_guess(lint, lint->work->target_count))
        return NULL;
    for (size_t i = 0; last && !near && i < lint->work->target_count; i++)
        if (strcasecmp(strrchr(lint->work->targets[i], '/'), last) == 0)
            near = lint->work->targets[i];
    return lint_suggestion(lint, near ? near : text_nearest(ref, lint->work->targets));
}

/* Whether an $id gives some subschema this name or address, so that a $ref may mean it. */
static bool has_ids(const struct lint *lint)
{
    for (const struct lint_site *site = lint->work->sites; site; site = site->next)
        if (site->above && json_get(site->raw, "$id"))
            return true;
    return false;
}

/* Whether $refs within the document lead from one to the other without end. */
static bool is_circle(const json *document, const json *raw)
{
    enum { LONGEST = 1000 };

    for (int i = 0; i < LONGEST; i++) {
        const char *ref = json_string(json_get(raw, "$ref"));

        raw = ref && *ref == '#' ? pointer_get_fragment(document, ref + 1) : NULL;
        if (!raw)
            return false;
    }
    return true;
}

/*
 * What is wrong with one $ref that the compiler met or may have met; NULL when
 * nothing is. *lost tells whether it names nothing in this document.
 */
static const char *judge_ref(struct lint *lint, const json *raw, bool with_ids, bool *lost)
{
    const json *document = lint->schema->document;
    const char *ref = json_string(json_get(raw, "$ref"));
    const struct schema_sources sources = lint_sources(lint);
    struct error error;

    *lost = false;
    if (!ref || schema_resolve(document, raw))
        return NULL;
    if (*ref == '#' && (!ref[1] || ref[1] == '/')) {
        if (with_ids || pointer_get_fragment(document, ref + 1))
            return !with_ids && is_circle(document, raw) ? "this $ref leads to itself" : NULL;
        *lost = true;
        return arena_printf(lint->arena, "the $ref \"%s\" leads to nothing", lint_quote(lint, ref));
    }
    if (*ref == '#')
        return with_ids ? NULL
                        : arena_printf(lint->arena, "no $id of the schema is called \"%s\"",
                                       lint_quote(lint, ref));
    if (!lint_may_guess(lint, OTHERS_COST))
        return NULL; /* enough of them were found to lead nowhere */
    json *alone = json_object(lint->arena);
    json_append(json_set_array(alone, "allOf"), raw);
    if (json_string(json_get(document, "$id")))
        json_set(alone, "$id", json_get(document, "$id"));
    if (schema_compile(lint->arena, alone, &sources, &error))
        return NULL;
    return text_quote(lint->arena, lint_without_place(lint->schema->path, error.text), 0);
}

/*
 * Whether a $ref stands where the compiler of models does not look: in the
 * typeConfiguration, whose pointers may begin there as well as at the root.
 */
static bool is_overlooked(const struct lint_site *site)
{
    const char *ref = json_string(json_get(site->raw, "$ref"));

    while (site->above)
        site = site->above;
    return strcmp(site->at.key, "/typeConfiguration") == 0 && ref && *ref == '#' &&
           !pointer_get_fragment(site->raw, ref + 1);
}

/* Where the whole compiles, every $ref leads somewhere: nobody is accused by a second opinion. */
static void check_ref(struct lint *lint, const struct lint_rule *rule)
{
    const bool with_ids = has_ids(lint);
    struct error error;
    const struct schema_sources sources = lint_sources(lint);
    const bool compiles =
        lint->type || schema_compile(lint->arena, lint->schema->document, &sources, &error);

    for (const struct lint_site *site = lint->work->sites; site; site = site->next) {
        bool lost = false;
        const char *what =
            compiles && !is_overlooked(site) ? NULL : judge_ref(lint, site->raw, with_ids, &lost);
        if (!what)
            continue;
        const char *ref = json_string(json_get(site->raw, "$ref"));
        struct lint_finding where =
            LINT_HERE(arena_printf(lint->arena, "%s/$ref", lint_site_pointer(lint->arena, site)));

        if (lost)
            where.suggestion = suggest_target(lint, ref);
        lint_say(lint, rule, where, "%s", what);
    }
}

/* "resource-schema.json#/properties/Name" in a handler's schema means the resource's. */
static void check_handler_ref(struct lint *lint, const struct lint_rule *rule)
{
    static const char own[] = "resource-schema.json#";
    const json *document = lint->schema->document;

    json_each (handler, json_get(document, "handlers"))
        json_each (property, json_get(json_get(handler, "handlerSchema"), "properties")) {
            const char *ref = json_string(json_get(property, "$ref"));

            if (!ref || strncmp(ref, own, sizeof(own) - 1) != 0 ||
                pointer_get_fragment(document, ref + sizeof(own) - 1))
                continue;
            const char *at = pointer_add(lint->arena, "/handlers", json_key(handler));
            at = arena_printf(lint->arena, "%s/handlerSchema/properties", at);
            at = pointer_add(lint->arena, at, json_key(property));
            struct lint_finding where = LINT_HERE(arena_printf(lint->arena, "%s/$ref", at));
            where.suggestion = suggest_target(lint, ref + sizeof(own) - 2);
            lint_say(lint, rule, where, "the $ref \"%s\" leads to nothing", lint_quote(lint, ref));
        }
}

/* clang-format off */
const struct lint_rule document_rules[] = {
    { .id = "schema.ref", .level = LINT_ERROR, .source = VALIDATE, .check = check_ref,
      .text = "Each $ref leads to a schema.",
      .hint = "Correct the pointer, or add the definition; nothing is fetched from a network." },
    { .id = "schema.handler-ref", .level = LINT_WARNING, .source = "handlerSchema",
      .check = check_handler_ref,
      .text = "Each $ref of a handlerSchema leads to something in the resource schema.",
      .hint = "Correct the pointer behind resource-schema.json#." },
    { .id = "schema.remote", .level = LINT_ERROR, .source = VALIDATE, .check = check_remote,
      .text = "The word \"remote\" is not used at the top of a schema.",
      .hint = "Remove it: the registry puts schemas there that $refs lead to." },
    { .id = "schema.size", .level = LINT_NOTE, .source = VALIDATE, .check = check_size,
      .text = "A schema is at most 60 KiB.",
      .hint = "The registry takes larger ones, but cfn validate and cfn submit refuse them." },
    { .id = "schema.ascii", .level = LINT_WARNING, .source = VALIDATE, .check = check_ascii,
      .text = "A schema is written in ASCII.",
      .hint = "Write other characters as \\uXXXX in patterns, and leave them out of names." },
    { .id = "schema.description", .level = LINT_WARNING, .source = "GN001",
      .check = check_description,
      .text = "The description begins with \"Resource Type definition for\".",
      .hint = "Begin it so: \"Resource Type definition for Company::Service::Resource\"." },
    { .id = "schema.source-url", .level = LINT_ERROR, .source = "GN002", .check = check_source_url,
      .faults = { { "/sourceUrl", "*" } },
      .text = "The sourceUrl is https.",
      .hint = "Write https:// in front of it; the lint rule only warns, the registry refuses." },
    { 0 },
};
/* clang-format on */
