#include "cfnc/schema.h"

#include <string.h>

#include "cfnc/text.h"
#include "schema_private.h"

enum { REFERENCES_MOST = 1000 };

/* The compiled form of `site`, at the end of its $refs: filled in later, so that cycles are no
 * trouble. */
struct schema_node *schema_node_at(struct compiler *c, struct site *site)
{
    const struct site *first = site;

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
        site->node = arena_alloc(c->arena, sizeof(*site->node));
        site->node->site = site;
        *c->to_fill_end = site;
        c->to_fill_end = &site->next_to_fill;
    }
    return site->node;
}

static bool applies(const struct keyword *keyword, const json *raw)
{
    return json_get(raw, keyword->name) || (keyword->with[0] && json_get(raw, keyword->with[0])) ||
           (keyword->with[1] && json_get(raw, keyword->with[1]));
}

static bool fill(struct compiler *c, struct site *site)
{
    struct schema_node *node = site->node;
    struct check checks[SCHEMA_KEYWORDS_MOST];

    if (json_type(site->raw) == JSON_BOOLEAN) {
        node->nothing = json_false(site->raw);
        return true;
    }
    if (json_type(site->raw) != JSON_OBJECT)
        return site_error(c, site, NULL, "a schema is an object or a boolean, not %s",
                          json_type_name(site->raw));
    for (const struct keyword *keyword = schema_keywords; keyword->name; keyword++) {
        struct check *check = &checks[node->check_count];

        if (!applies(keyword, site->raw))
            continue;
        *check = (struct check){ .keyword = keyword };
        if (!keyword->compile(c, site, json_get(site->raw, keyword->name), &check->operand))
            return false;
        node->check_count += keyword->judge ? 1 : 0;
    }
    struct check *copy = arena_array(c->arena, node->check_count, sizeof(*copy));
    if (node->check_count)
        memcpy(copy, checks, node->check_count * sizeof(*copy));
    node->checks = copy;
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
                          .remotes = sources ? sources->remotes : NULL };

    c.to_fill_end = &c.to_fill;
    struct site *root =
        references_add(&c, document, file ? references_file_uri(arena, file) : "", file);
    schema->root = schema_node_at(&c, root);
    return schema->root && compile_all(&c) ? schema : NULL;
}

bool schema_valid(const struct schema *schema, const json *instance, enum schema_mode mode)
{
    struct run run = { .mode = mode, .work = NODES_MOST };
    const enum verdict verdict = node_judge(&run, schema->root, instance);

    return verdict == VALID &&
           (mode != SCHEMA_SHAPE || shape_judge(&run, schema->root, instance) == VALID);
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
