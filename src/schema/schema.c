/* Compiling a schema, and judging by what was compiled: the rows of the keywords*.c. */
#include "cfnc/schema/schema.h"

#include <limits.h>
#include <string.h>

#include "schema_private.h"

enum {
    REFERENCES_MOST = 1000,
    KEYWORDS_MOST = 32,
    FAULTS_MOST = 100,
    NODES_MOST = 10000000,
    RECURSION_DEEPEST = 4000,
    LIMIT_COSTS = NODES_MOST / 50 /* work of a search that met its limit */
};

/* In the order of judging. */
static const struct keyword *const tables[] = { any_keywords,   number_keywords, string_keywords,
                                                array_keywords, object_keywords, branch_keywords };

/* ---- for the compiling functions of keywords ---- */

bool is_of_type(struct schema_site *site, const char *word, const json *value, enum json_type type,
                const char *what)
{
    return json_type(value) == type ||
           site_error(site, word, "%s is %s, not %s", word, what, json_type_name(value));
}

static struct schema_node *node_at(struct schema_site *site);

struct schema_node *subschema(struct schema_site *site, const char *word, const json *value)
{
    struct schema_site *below = references_site(site->document->c, value);

    if (below)
        return node_at(below);
    site_error(site, word, "%s: a schema is an object or a boolean, not %s", word,
               json_type_name(value));
    return NULL;
}

bool part_of(struct schema_site *site, const char *word, const struct schema_node **node)
{
    const json *part = json_get(site->raw, word);

    *node = part ? subschema(site, word, part) : NULL;
    return !part || *node;
}

bool subschemas(struct schema_site *site, const char *word, const json *value,
                struct node_list *list)
{
    const struct schema_node **nodes =
        arena_array(arena_of(site), json_length(value), sizeof(*nodes));
    size_t count = 0;

    json_each (item, value) {
        nodes[count] = subschema(site, word, item);
        if (!nodes[count++])
            return false;
    }
    *list = (struct node_list){ nodes, count };
    return true;
}

struct declarations *schema_declarations(struct schema_site *site)
{
    if (!site->node->declares)
        site->node->declares = arena_alloc(arena_of(site), sizeof(struct declarations));
    return site->node->declares;
}

void declare_beside(struct schema_site *site, struct node_list more)
{
    struct node_list *beside = &schema_declarations(site)->beside;
    const struct schema_node **all =
        arena_array(arena_of(site), beside->count + more.count, sizeof(*all));

    for (size_t i = 0; i < beside->count + more.count; i++)
        all[i] = i < beside->count ? beside->nodes[i] : more.nodes[i - beside->count];
    *beside = (struct node_list){ all, beside->count + more.count };
}

const struct pattern *pattern_of(struct schema_site *site, const char *word, const char *source)
{
    struct compiler *c = site->document->c;
    const struct pattern *pattern = name_table_get(&c->patterns, source);
    struct error why;

    if (pattern)
        return pattern;
    pattern = pattern_compile(c->arena, source, &why);
    if (pattern)
        name_table_set(c->arena, &c->patterns, source, pattern);
    else
        site_error(site, word, "%s", why.text);
    return pattern;
}

/* ---- compiling ---- */

/* The compiled form of `site`, at the end of its $refs: filled in later, so that cycles are no
 * trouble. */
static struct schema_node *node_at(struct schema_site *site)
{
    struct compiler *c = site->document->c;
    struct schema_site *const first = site;

    for (size_t steps = 0;; steps++) {
        const json *ref = json_get(site->raw, "$ref");
        if (!ref)
            break;
        if (!is_of_type(site, "$ref", ref, JSON_STRING, "a string"))
            return NULL;
        if (steps == REFERENCES_MOST) {
            site_error(first, "$ref",
                       "this $ref leads to itself, or on through %d others; shorten the way",
                       REFERENCES_MOST);
            return NULL;
        }
        site = references_follow(site, json_string(ref));
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

static void number_words(struct compiler *c)
{
    size_t row = 0;

    c->keywords = arena_array(c->arena, KEYWORDS_MOST, sizeof(const struct keyword *));
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct keyword *keyword = tables[i]; keyword->name; keyword++, row++) {
            c->keywords[row] = keyword;
            name_table_set(c->arena, &c->words, keyword->name, &c->keywords[row]);
            for (size_t k = 0; k < WITH_MOST && keyword->with[k]; k++)
                name_table_set(c->arena, &c->words, keyword->with[k], &c->keywords[row]);
        }
}

static bool fill(const struct compiler *c, struct schema_site *site)
{
    const json *values[KEYWORDS_MOST] = { NULL }; /* of what names each row */
    bool any[KEYWORDS_MOST] = { false };          /* whether it is there, or another word of it */
    struct schema_node *node = site->node;

    node->nothing = json_false(site->raw);
    if (!(json_type(site->raw) & (JSON_OBJECT | JSON_BOOLEAN)))
        return site_error(site, NULL, "a schema is an object or a boolean, not %s",
                          json_type_name(site->raw));
    json_each (member, site->raw) {
        const struct keyword *const *keyword = name_table_get(&c->words, json_key(member));

        if (!keyword)
            continue;
        any[keyword - c->keywords] = true;
        if (strcmp((*keyword)->name, json_key(member)) == 0)
            values[keyword - c->keywords] = member;
    }
    for (size_t row = 0; c->keywords[row]; row++) {
        struct assertion *check = &node->checks[node->check_count];

        if (!any[row])
            continue;
        *check = (struct assertion){ .keyword = c->keywords[row] };
        if (!c->keywords[row]->compile(site, values[row], &check->operand))
            return false;
        node->check_count += c->keywords[row]->judge ? 1 : 0;
    }
    return true;
}

/* Everything in the document is compiled, also what nothing refers to: a mistake is a mistake. */
static bool compile_all(struct compiler *c)
{
    for (struct schema_site *site = c->first_site; site; site = site->next)
        if (site->document->first && !node_at(site))
            return false;
    for (; c->to_fill; c->to_fill = c->to_fill->next_to_fill)
        if (!fill(c, c->to_fill))
            return false;
    return true;
}

const struct schema *schema_compile(struct arena *arena, const json *document,
                                    const struct schema_sources *sources, struct error *error)
{
    struct schema *schema = arena_alloc(arena, sizeof(*schema));
    struct compiler *c = arena_alloc(arena, sizeof(*c));

    schema->sites = c;
    c->to_fill_end = &c->to_fill;
    struct schema_site *root = references_begin(c, arena, document, sources, error);
    number_words(c);
    schema->root = node_at(root);
    if (!schema->root || !compile_all(c))
        return NULL;
    c->error = NULL;
    return schema;
}

/* ---- judging ---- */

enum validity node_judge(struct validation *run, const struct schema_node *node, const json *value)
{
    const enum json_type type = json_type(value);
    enum validity verdict = VALID;

    if (run->gave_up)
        return UNDECIDED;
    if (!run_work(run, 1) || run->depth >= RECURSION_DEEPEST) {
        run->gave_up = true;
        return fault_undecided(run, node, "$ref",
                               "the schema goes in circles, or is too much work");
    }
    if (node->nothing)
        return fault(run, node, "false", "nothing is allowed here, got %s",
                     fault_value(run, value));
    if (!(node->types & type))
        verdict = judge_type(run, node, value);
    run->depth++;
    for (size_t i = 0; i < node->check_count && !run_may_stop(run, verdict); i++) {
        const struct assertion *check = &node->checks[i];
        const struct keyword *keyword = check->keyword;

        if (keyword->types & type && (run->mode == SCHEMA_ALL || !keyword->all_only))
            verdict = worse(verdict, keyword->judge(run, node, check, value));
    }
    run->depth--;
    return verdict;
}

enum validity node_judge_quietly(struct validation *run, const struct schema_node *node,
                                 const json *value)
{
    struct fault_list *const faults = run->faults;

    run->faults = NULL;
    const enum validity verdict = node_judge(run, node, value);
    run->faults = faults;
    return verdict;
}

enum validity node_judge_below(struct validation *run, const struct schema_node *node,
                               const json *value, const char *key, size_t index)
{
    const struct step step = { run->at, key, index };

    run->at = &step;
    const enum validity verdict = node_judge(run, node, value);
    run->at = step.above;
    return verdict;
}

enum validity run_search(struct validation *run, const struct pattern *pattern, const char *text)
{
    const enum pattern_verdict found = run->gave_up ? PATTERN_LIMIT : pattern_search(pattern, text);

    if (found != PATTERN_LIMIT)
        return found == PATTERN_MATCH ? VALID : INVALID;
    run_work(run, LIMIT_COSTS);
    return UNDECIDED;
}

bool schema_valid(const struct schema *schema, const json *instance, enum schema_mode mode)
{
    struct validation run = { .mode = mode, .work = NODES_MOST };
    const enum validity verdict = node_judge(&run, schema->root, instance);

    return verdict == VALID &&
           (mode != SCHEMA_SHAPE || shape_judge(&run, schema->root, instance) == VALID);
}

const struct schema_fault *schema_faults(struct arena *arena, const struct schema *schema,
                                         const json *instance, enum schema_mode mode)
{
    struct fault_list faults = { .arena = arena, .limit = FAULTS_MOST };
    struct validation run = { .mode = mode, .work = NODES_MOST, .faults = &faults };

    node_judge(&run, schema->root, instance);
    if (mode == SCHEMA_SHAPE && faults.count < faults.limit)
        shape_judge(&run, schema->root, instance);
    return faults.first;
}

/* ---- the document beside its compiled form ---- */

const json *schema_target(const struct schema *schema, const json *node)
{
    const struct schema_site *site = references_site(schema->sites, node);

    return site && site->node ? site->node->site->raw : NULL;
}

bool schema_valid_at(const struct schema *schema, const json *node, const json *instance)
{
    const struct schema_site *site = references_site(schema->sites, node);
    struct validation run = { .mode = SCHEMA_ALL, .work = NODES_MOST };

    return !site || !site->node || node_judge(&run, site->node, instance) == VALID;
}
