/* Keywords about objects. */
#include "schema_private.h"

enum { FEW = 16 };

/* ---- what several have in common ---- */

static bool is_members(struct schema_site *site, const char *word, const json *value)
{
    return !value || is_of_type(site, word, value, JSON_OBJECT, "an object");
}

static bool compile_names(struct schema_site *site, const char *word, const json *value,
                          struct name_list *list)
{
    const char **names = arena_array(arena_of(site), json_length(value), sizeof(*names));
    size_t count = 0;

    if (!is_of_type(site, word, value, JSON_ARRAY, "a list of names"))
        return false;
    json_each (item, value) {
        names[count] = json_string(item);
        if (!names[count++])
            return site_error(site, word, "%s is a list of names, but holds %s", word,
                              json_type_name(item));
    }
    *list = (struct name_list){ names, count };
    return true;
}

/* The names of an object's members: in a table, when there are many and many are asked for. */
struct present {
    const json *object;
    struct arena *scratch; /* or NULL */
    struct names names;
};

static struct present present_in(const json *object, size_t questions)
{
    struct present present = { .object = object };

    if (questions <= FEW || json_length(object) <= FEW)
        return present;
    present.scratch = arena_new();
    present.names = names_new(present.scratch);
    json_each (member, object)
        names_add(&present.names, json_key(member));
    return present;
}

static bool is_present(const struct present *present, const char *name)
{
    return present->scratch ? names_find(&present->names, name) != NAMES_NONE
                            : json_get(present->object, name) != NULL;
}

/* Says which of the names are missing, `beside` which property if it is for one. */
static enum validity judge_names(struct validation *run, const struct schema_node *node,
                                 const struct name_list *list, const struct present *present,
                                 const char *beside)
{
    enum validity verdict = VALID;

    for (size_t i = 0; i < list->count && !run_may_stop(run, verdict); i++)
        if (!is_present(present, list->names[i]))
            verdict = beside ? fault(run, node, "dependencies",
                                     "the property \"%s\" is required beside \"%s\", but missing",
                                     fault_text(run, list->names[i]), fault_text(run, beside))
                             : fault(run, node, "required",
                                     "the property \"%s\" is required, but missing",
                                     fault_text(run, list->names[i]));
    return verdict;
}

/* ---- propertyNames ---- */

static bool compile_property_names(struct schema_site *site, const json *value,
                                   union operand *operand)
{
    operand->property_names.node = subschema(site, "propertyNames", value);
    operand->property_names.name = json_name_new(arena_of(site));
    return operand->property_names.node;
}

JUDGE(judge_property_names)
{
    const struct property_names *names = &check->operand.property_names;
    enum validity verdict = VALID;

    for (const json *member = json_first(value); member && !run_may_stop(run, verdict);
         member = json_next(member)) {
        const enum validity name =
            node_judge_quietly(run, names->node, json_name_of(names->name, member));

        if (name == UNDECIDED)
            verdict = worse(verdict, fault_undecided(run, node, "propertyNames",
                                                     "a property's name could not be judged"));
        else if (name == INVALID)
            verdict = fault(run, node, "propertyNames", "the name \"%s\" is not allowed: %s",
                            fault_text(run, json_key(member)),
                            fault_reason(run, names->node, json_name_of(names->name, member)));
    }
    return verdict;
}

/* ---- properties, patternProperties, additionalProperties, required ---- */

/* A name that the list of required ones holds twice is required once. */
static bool compile_declared(struct schema_site *site, struct object_words *words)
{
    const json *value = json_get(site->raw, "properties");
    const json *required = json_get(site->raw, "required");
    const size_t most = json_length(value) + json_length(required);
    const struct schema_node **properties = arena_array(arena_of(site), most, sizeof(*properties));
    struct name_list list = { NULL, 0 };

    words->names = names_new_for(arena_of(site), most);
    words->properties = properties;
    if (!is_members(site, "properties", value) ||
        (required && !compile_names(site, "required", required, &list)))
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (names_add(&words->names, list.names[i]) == words->required.count)
            list.names[words->required.count++] = list.names[i];
    words->required.names = list.names;
    json_each (member, value) {
        const struct schema_node *node = subschema(site, "properties", member);

        if (!node)
            return false;
        properties[names_add(&words->names, json_key(member))] = node;
        words->property_count++;
    }
    return true;
}

static bool compile_declared_patterns(struct schema_site *site, struct object_words *words)
{
    const json *value = json_get(site->raw, "patternProperties");
    struct declared_pattern *rows = arena_array(arena_of(site), json_length(value), sizeof(*rows));

    if (!is_members(site, "patternProperties", value))
        return false;
    json_each (member, value) {
        struct declared_pattern *row = &rows[words->pattern_count++];

        row->pattern = pattern_of(site, "patternProperties", json_key(member));
        row->node = row->pattern ? subschema(site, "patternProperties", member) : NULL;
        if (!row->node)
            return false;
    }
    words->patterns = rows;
    return true;
}

static bool compile_properties(struct schema_site *site, const json *value, union operand *operand)
{
    struct object_words *words = arena_alloc(arena_of(site), sizeof(*words));
    const json *additional = json_get(site->raw, "additionalProperties");

    (void)value;
    if (!compile_declared(site, words) || !compile_declared_patterns(site, words) ||
        !part_of(site, "additionalProperties", &words->additional))
        return false;
    words->closed = json_false(additional);
    words->open = additional && !words->closed;
    operand->object = words;
    if (words->property_count || words->pattern_count || additional)
        schema_declarations(site)->object = words;
    return true;
}

const struct schema_node *declared_node(const struct object_words *object, const char *name)
{
    const size_t number = names_find(&object->names, name);

    return number == NAMES_NONE ? NULL : object->properties[number];
}

/* A member that neither properties nor patternProperties names. */
static enum validity judge_additional(struct validation *run, const struct schema_node *node,
                                      const struct object_words *words, const json *member)
{
    if (!words->additional || (words->closed && run->mode == SCHEMA_SHAPE))
        return VALID;
    if (!words->closed)
        return node_judge_below(run, words->additional, member, json_key(member), 0);
    const struct step step = { run->at, json_key(member), 0 };
    run->at = &step;
    fault(run, node, "additionalProperties",
          "the property is not declared, and no others are allowed");
    run->at = step.above;
    return INVALID;
}

static enum validity judge_member(struct validation *run, const struct schema_node *node,
                                  const struct object_words *words, const json *member,
                                  const struct schema_node *own)
{
    const char *name = json_key(member);
    enum validity verdict = own ? node_judge_below(run, own, member, name, 0) : VALID;
    bool matched = own != NULL, unsure = false;

    for (size_t i = 0; i < words->pattern_count && !run_may_stop(run, verdict); i++) {
        const enum validity found = run_search(run, words->patterns[i].pattern, name);

        if (found == VALID) {
            matched = true;
            verdict =
                worse(verdict, node_judge_below(run, words->patterns[i].node, member, name, 0));
        }
        unsure = unsure || found == UNDECIDED;
    }
    if (unsure)
        return worse(verdict, fault_undecided(run, node, "patternProperties",
                                              "matching a name took too many steps"));
    return matched || run_may_stop(run, verdict) ? verdict
                                                 : judge_additional(run, node, words, member);
}

/* For the verdict alone it is enough to count those of the required members that are there. */
JUDGE(judge_properties)
{
    const struct object_words *words = check->operand.object;
    size_t missing = run->mode == SCHEMA_ALL ? words->required.count : 0;
    enum validity verdict = VALID;

    if (missing && run->faults) {
        const struct present present = present_in(value, missing);

        verdict = judge_names(run, node, &words->required, &present, NULL);
        arena_free(present.scratch);
        missing = 0;
    }
    for (const json *member = json_first(value); member && !run_may_stop(run, verdict);
         member = json_next(member)) {
        const size_t number = names_find(&words->names, json_key(member));
        const struct schema_node *own = number == NAMES_NONE ? NULL : words->properties[number];

        missing -= number < words->required.count && missing;
        verdict = worse(verdict, judge_member(run, node, words, member, own));
    }
    return missing && !run->gave_up ? INVALID : verdict;
}

/* ---- dependencies ---- */

struct dependency {
    const char *name;
    struct name_list names;
    const struct schema_node *node; /* instead of the names, or NULL */
};

struct dependency_list {
    const struct dependency *rows;
    size_t count, names; /* names: in all rows together */
};

static bool compile_dependencies(struct schema_site *site, const json *value,
                                 union operand *operand)
{
    struct dependency *rows = arena_array(arena_of(site), json_length(value), sizeof(*rows));
    const struct schema_node **nodes =
        arena_array(arena_of(site), json_length(value), sizeof(*nodes));
    struct dependency_list *list = arena_alloc(arena_of(site), sizeof(*list));
    size_t node_count = 0;

    list->rows = rows;
    operand->dependencies = list;
    if (!is_members(site, "dependencies", value))
        return false;
    json_each (member, value) {
        const bool names = json_type(member) == JSON_ARRAY;
        struct dependency *row = &rows[list->count++];

        row->name = json_key(member);
        row->node = names ? NULL : subschema(site, "dependencies", member);
        if (names ? !compile_names(site, "dependencies", member, &row->names) : !row->node)
            return false;
        list->names += 1 + row->names.count;
        if (!names)
            nodes[node_count++] = row->node;
    }
    declare_beside(site, (struct node_list){ nodes, node_count });
    return true;
}

JUDGE(judge_dependencies)
{
    const struct dependency_list *list = check->operand.dependencies;
    const struct present present = present_in(value, list->names);
    enum validity verdict = VALID;

    for (size_t i = 0; i < list->count && !run_may_stop(run, verdict); i++) {
        const struct dependency *row = &list->rows[i];

        if (is_present(&present, row->name))
            verdict = worse(verdict,
                            row->node ? node_judge(run, row->node, value)
                                      : judge_names(run, node, &row->names, &present, row->name));
    }
    arena_free(present.scratch);
    return verdict;
}

static bool compile_definitions(struct schema_site *site, const json *value, union operand *operand)
{
    (void)operand;
    return is_members(site, "definitions", value);
}

const struct keyword object_keywords[] = {
    { "propertyNames", JSON_OBJECT, .compile = compile_property_names,
      .judge = judge_property_names, .all_only = true },
    { "properties", JSON_OBJECT,
      .with = { "patternProperties", "additionalProperties", "required" },
      .compile = compile_properties, .judge = judge_properties },
    { "dependencies", JSON_OBJECT, .compile = compile_dependencies, .judge = judge_dependencies,
      .all_only = true },
    { "definitions", 0, .compile = compile_definitions },
    { 0 },
};
