#include "cfnc/schema/schema.h"

#include <limits.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "schema_private.h"

enum { REFERENCES_MOST = 1000 };

/* The compiled form of `site`, at the end of its $refs: filled in later, so that cycles are no
 * trouble. */
struct schema_node *schema_node_at(struct compiler *c, struct site *site)
{
    struct site *const first = site;

    for (size_t steps = 0;; steps++) {
        const json *ref = json_get(site->raw, "$ref");
        if (!ref)
            break;
        if (!json_string(ref)) {
            site_error(c, site, "$ref", "$ref is a string, not %s", json_type_name(ref));
            return NULL;
        }
        if (steps == REFERENCES_MOST) {
            site_error(c, first, "$ref",
                       "this $ref leads to itself, or on through %d others; shorten the way",
                       REFERENCES_MOST);
            return NULL;
        }
        site = references_follow(c, site, json_string(ref));
        if (!site)
            return NULL;
    }
    if (!site->node) {
        const size_t words = json_length(site->raw); /* each makes one check at most */

        site->node =
            arena_alloc(c->arena, sizeof(*site->node) + words * sizeof(*site->node->checks));
        site->node->site = site;
        site->node->types = UINT_MAX;
        *c->to_fill_end = site;
        c->to_fill_end = &site->next_to_fill;
    }
    return first->node = site->node;
}

enum { WITH = sizeof(schema_keywords->with) / sizeof(schema_keywords->with[0]) };

static void number_words(struct compiler *c)
{
    c->words = names_new(c->arena);
    c->rows_of_words = arena_array(c->arena, SCHEMA_KEYWORDS_MOST * (WITH + 1), sizeof(size_t));
    for (size_t row = 0; schema_keywords[row].name; row++) {
        c->rows_of_words[names_add(&c->words, schema_keywords[row].name)] = row;
        for (size_t k = 0; k < WITH && schema_keywords[row].with[k]; k++)
            c->rows_of_words[names_add(&c->words, schema_keywords[row].with[k])] = row;
    }
}

/* What a schema says, by the rows of schema_keywords. */
struct said {
    const json *values[SCHEMA_KEYWORDS_MOST]; /* of what names each row */
    bool any[SCHEMA_KEYWORDS_MOST];           /* whether it has that or another word of the row */
};

static struct said read_words(const struct compiler *c, const json *raw)
{
    struct said said = { { NULL }, { false } };

    json_each (member, raw) {
        const size_t word = names_find(&c->words, json_key(member));

        if (word == NAMES_NONE)
            continue;
        const size_t row = c->rows_of_words[word];
        said.any[row] = true;
        if (strcmp(schema_keywords[row].name, json_key(member)) == 0)
            said.values[row] = member;
    }
    return said;
}

static bool fill(struct compiler *c, struct site *site)
{
    struct schema_node *node = site->node;

    if (json_type(site->raw) == JSON_BOOLEAN) {
        node->nothing = json_false(site->raw);
        return true;
    }
    if (json_type(site->raw) != JSON_OBJECT)
        return site_error(c, site, NULL, "a schema is an object or a boolean, not %s",
                          json_type_name(site->raw));
    const struct said said = read_words(c, site->raw);
    for (size_t i = 0; schema_keywords[i].name; i++) {
        const struct keyword *keyword = &schema_keywords[i];
        struct check *check = &node->checks[node->check_count];

        if (!said.any[i])
            continue;
        *check = (struct check){ .keyword = keyword };
        if (!keyword->compile(c, site, said.values[i], &check->operand))
            return false;
        node->check_count += keyword->judge ? 1 : 0;
    }
    return true;
}

/* Everything in the document is compiled, also what nothing refers to: a mistake is a mistake. */
static bool compile_all(struct compiler *c)
{
    for (struct site *site = c->first_site; site; site = site->next)
        if (site->document->first && !schema_node_at(c, site))
            return false;
    for (; c->to_fill; c->to_fill = c->to_fill->next_to_fill)
        if (!fill(c, c->to_fill))
            return false;
    return true;
}

const struct schema *schema_compile(struct arena *arena, const json *document,
                                    const struct schema_sources *sources, struct error *error)
{
    const char *file = sources ? sources->file : NULL;
    struct schema *schema = arena_alloc(arena, sizeof(*schema));
    struct compiler c = { .arena = arena,
                          .error = error,
                          .path = sources ? sources->path : NULL,
                          .pattern_sources = names_new(arena) };

    c.to_fill_end = &c.to_fill;
    number_words(&c);
    struct site *root =
        references_add(&c, document, file ? references_file_uri(arena, file) : "", file);
    schema->root = schema_node_at(&c, root);
    if (!schema->root || !compile_all(&c))
        return NULL;
    schema->sites = arena_alloc(arena, sizeof(c));
    *schema->sites = c;
    schema->sites->error = NULL;
    return schema;
}

bool schema_valid(const struct schema *schema, const json *instance, enum schema_mode mode)
{
    struct run run = { .mode = mode, .work = NODES_MOST };
    const enum verdict verdict = node_judge(&run, schema->root, instance);

    return verdict == VALID &&
           (mode != SCHEMA_SHAPE || shape_judge(&run, schema->root, instance) == VALID);
}

const json *schema_target(const struct schema *schema, const json *node)
{
    const struct site *site = references_site(schema->sites, node);

    return site && site->node ? site->node->site->raw : NULL;
}

bool schema_valid_at(const struct schema *schema, const json *node, const json *instance)
{
    const struct site *site = references_site(schema->sites, node);
    struct run run = { .mode = SCHEMA_ALL, .work = NODES_MOST };

    return !site || !site->node || node_judge(&run, site->node, instance) == VALID;
}

const struct schema_fault *schema_faults(struct arena *arena, const struct schema *schema,
                                         const json *instance, enum schema_mode mode)
{
    struct fault_list faults = { .arena = arena, .limit = FAULTS_MOST };
    struct run run = { .mode = mode, .work = NODES_MOST, .faults = &faults };

    node_judge(&run, schema->root, instance);
    if (mode == SCHEMA_SHAPE && faults.count < faults.limit)
        shape_judge(&run, schema->root, instance);
    return faults.first;
}
