/*
 * The contract of resource types, sentence by sentence. A rule that one exchange can break is a row
 * at the foot of the judge_*.c that holds its function; those that steps judge, which see more
 * than one exchange, and those about inputs are here. To add one, see CONTRIBUTING.md.
 *
 * Ids are stable: a retired one is never used again.
 */
#include "judge.h"

/* Where a rule stands: a section of the public contract, or a documented test. */
const char said_of_create[] = "the handler contract, Create handlers: output requirements";
static const char said_of_create_input[] =
    "the handler contract, Create handlers: input assumptions";
const char said_of_update[] = "the handler contract, Update handlers: output requirements";
const char said_of_delete[] = "the handler contract, Delete handlers: output requirements";
static const char said_of_update_input[] =
    "the handler contract, Update handlers: input assumptions";
static const char said_of_delete_input[] =
    "the handler contract, Delete handlers: input assumptions";
const char said_of_read[] = "the handler contract, Read handlers: output requirements";
const char said_of_read_input[] = "the handler contract, Read handlers: input assumptions";
const char said_of_list[] = "the handler contract, List handlers";
const char said_of_shape[] =
    "the handler contract, Returned models must conform to the shape of the schema";
const char said_of_stabilization[] =
    "the handler contract, Update, create, and delete handlers must satisfy desired-state "
    "stabilization";
static const char said_of_leaks[] = "the handler contract, Handlers must not leak resources";
static const char said_of_inputs[] = "contract tests v2, test input";
const char said_of_events[] = "the user guide, ProgressEvent object schema";
const char said_of_codes[] = "the user guide, Resource type handler error codes";

/* clang-format off */
/* Judged by steps and tests, which see more than one exchange. */
static const struct rule step_rules[] = {
    { .id = "list.pages", .endless = true, .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .must = "Each nextToken fetches a new page; no page, token or identifier comes twice",
      .title = "LIST repeats itself.",
      .hint = "hand the request's nextToken to the service and return the one it gives; some "
              "language plugins drop it" },
    { .id = "create.listed", .suites = ALL_SUITES, .on = LIST, .source = said_of_create,
      .must = "LIST contains a resource that was created",
      .title = "LIST does not contain the created resource.",
      .hint = "hand the service's token on until its last page, filter nothing away, and name "
              "resources in LIST by the identifier that CREATE returned" },
    { .id = "update.listed", .suites = ALL_SUITES, .on = LIST,
      .source = "contract tests v2, test_update_list",
      .must = "LIST contains a resource that was updated",
      .title = "LIST does not contain the updated resource.",
      .hint = "list by what an update cannot change: a filter by properties, or what was "
              "remembered of them, loses what was updated" },
    { .id = "delete.then-list", .suites = ALL_SUITES, .on = LIST, .source = said_of_delete,
      .must = "LIST does not contain a resource that was deleted",
      .title = "LIST still contains the deleted resource.",
      .hint = "leave out what the service calls deleted or deleting; or let DELETE be IN_PROGRESS "
              "until it is listed no more" },
    { .id = "create.no-adopt", .suites = NEW_SUITES, .on = CREATE,
      .features = READ_ONLY_IDENTIFIER,
      .source = "contract tests v2, test_create_create_primary_id_check",
      .must = "Where a second CREATE may succeed, it makes a resource with another identifier",
      .title = "A second CREATE gave the first resource again.",
      .hint = "a create handler makes a resource or fails; it never takes over one that exists" },
    { .id = "create.idempotent", .suites = SUITE_FULL, .on = CREATE,
      .source = said_of_create,
      .must = "The same CREATE with the same bearerToken, and a repeated callback, make no second "
              "resource",
      .title = "CREATE repeated with the same bearerToken made a second resource.",
      .hint = "hand the request's client token to the service, or look for what it made before" },
    { .id = "create.unborn", .suites = SUITE_FULL, .on = CREATE,
      .source = said_of_leaks,
      .must = "A CREATE whose first event is FAILED left nothing",
      .title = "CREATE FAILED at once, and made a resource all the same.",
      .hint = "nobody deletes what a create made that FAILED at once: check before anything is "
              "made" },
    { .id = "create.round-trip", .suites = NEW_SUITES, .on = CREATE,
      .source = "contract tests v2, test_create_with_read_response_lcs",
      .must = "What READ returns, less its read-only properties, can be created",
      .title = "What READ returned was refused by CREATE.",
      .hint = "READ returns the model as a template would have it: no members, values or formats "
              "that CREATE does not take" },
    { .id = "list.readable", .suites = NEW_SUITES, .on = LIST,
      .source = "contract tests v2, test_create_list_read",
      .must = "Whatever is listed can be read",
      .title = "READ does not find a resource that is listed.",
      .hint = "list only what READ finds: leave out what is deleted, and name resources by the "
              "identifier that READ takes" },
    { .id = "update.by-alias", .suites = SUITE_FULL, .on = UPDATE,
      .source = said_of_update_input,
      .features = ADDITIONAL_IDENTIFIERS,
      .must = "An update may name its resource by an additional identifier alone",
      .title = "UPDATE did not find a resource by its additional identifier.",
      .hint = "look the resource up by whichever identifier the model has" },
    { .id = "update.no-upsert", .suites = SUITE_FULL, .on = UPDATE,
      .source = said_of_update,
      .must = "An update of what does not exist makes nothing",
      .title = "UPDATE made a resource that did not exist.",
      .hint = "read the resource before updating it: many services' put creates what is missing" },
    { .id = "delete.by-identifier", .suites = SUITE_FULL, .on = DELETE,
      .source = said_of_delete_input,
      .must = "The primary identifier alone, or an additional one, is enough for DELETE",
      .title = "DELETE did not find a resource by its identifier alone.",
      .hint = "production sends the identifier only: read what else is needed from the service" },
    { .id = "delete.only-that", .suites = SUITE_FULL, .on = DELETE,
      .source = said_of_delete,
      .must = "DELETE deletes one resource: its neighbour is still readable",
      .title = "DELETE deleted another resource as well.",
      .hint = "compare whole identifiers, not their beginnings or parts" },
    { .id = "create.only-that", .suites = SUITE_FULL, .on = CREATE, .source = said_of_create,
      .must = "CREATE makes one resource, and changes no other",
      .title = "CREATE changed another resource.",
      .hint = "look whether resources share what they keep: a list, a map, an object by reference" },
    { .id = "update.only-that", .suites = SUITE_FULL, .on = UPDATE, .source = said_of_update,
      .features = AN_UPDATE_HANDLER,
      .must = "UPDATE changes one resource: its neighbour stays as it is",
      .title = "UPDATE changed another resource as well.",
      .hint = "compare whole identifiers; look whether resources share what they keep" },
    { .id = "leak.none", .leak = true, .held_by = CREATE, .suites = ALL_SUITES, .on = DELETE, .source = said_of_leaks,
      .must = "Nothing that the run made is left at its end",
      .title = "A resource could not be deleted and was left behind.",
      .hint = "see what DELETE was sent and answered, and mend that; \"cfnc cleanup\" then "
              "deletes what is still there" },
    { 0 },
};

static const char the_schema[] = "the schema", the_inputs[] = "inputs";

/* Judged before any call: of the schema and of what handlers are to be given. */
static const struct rule input_rules[] = {
    { .id = "schema.valid", .looks_at = the_schema, .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = "the resource type definition schema",
      .must = "The schema is one that the registry takes",
      .title = "The schema is not valid.",
      .hint = "\"cfnc validate\" shows each fault with its line" },
    { .id = "schema.lint", .looks_at = the_schema, .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = "contract tests v2, schema linter checks",
      .must = "The schema keeps the lint rules of contract tests v2",
      .title = "The schema breaks a lint rule of contract tests v2.",
      .hint = "\"cfnc validate\" shows each fault with its line, \"cfnc explain\" its rule" },
    { .id = "schema.compatible", .looks_at = the_schema, .suites = NEW_SUITES,
      .source = "contract tests v2, schema backward-compatibility checks",
      .must = "A new version of the schema breaks nobody who uses the registered one",
      .title = "The schema breaks users of the registered one.",
      .hint = "\"cfnc validate --against\" shows each change with its line" },
    { .id = "input.valid", .looks_at = the_inputs, .suites = NEW_SUITES, .source = said_of_create_input,
      .must = "Inputs for CREATE and UPDATE are valid against the schema",
      .title = "An input is not valid against the schema.",
      .hint = "\"cfnc validate --inputs\" shows each fault with its line" },
    { .id = "input.hardcoded-region", .looks_at = the_inputs, .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = said_of_inputs,
      .must = "No input names a region",
      .title = "An input names a region.",
      .hint = "write {{region}}: the tests may run elsewhere" },
    { .id = "input.hardcoded-account", .looks_at = the_inputs, .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = said_of_inputs,
      .must = "No input names an account, but for the ids of examples",
      .title = "An input names an account.",
      .hint = "write {{account}}, or an id that belongs to nobody, such as 123456789012" },
    { .id = "input.hardcoded-partition", .looks_at = the_inputs, .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = said_of_inputs,
      .must = "No input names a partition",
      .title = "An input names a partition.",
      .hint = "write arn:{{partition}}: instead of arn:aws:" },
    { .id = "input.coverage", .looks_at = the_inputs, .level = SHOULD, .suites = NEW_SUITES, .source = said_of_inputs,
      .must = "Create and update inputs together set every property of the schema",
      .title = "There are properties that no input sets.",
      .hint = "add them to an input, or another set of inputs: inputs_2_create.json" },
    { .id = "read.coverage", .suites = SUITE_V2, .on = READ,
      .source = "contract tests v2, "
                "test_read_return_all_schema_properties_using_one_or_more_inputs",
      .must = "All reads of a run together return every property of the schema",
      .title = "There are properties that no READ returned.",
      .hint = "what no input sets cannot be returned: add it to an input; what one sets must be" },
    { 0 },
};
/* clang-format on */

const struct rule *const resource_rules[] = {
    event_rules, identity_rules, shape_rules, echo_rules, replacing_rules, state_rules, list_rules,
    step_rules,  update_rules,   input_rules, NULL,
};
