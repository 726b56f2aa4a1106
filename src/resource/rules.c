/*
 * The contract, sentence by sentence. To add a rule, write the function that
 * finds the fault and give it a row: neither compiles without the other. Then
 * give it a saboteur in src/world/faults*.c, or the tests fail.
 *
 * Ids are stable: a retired one is never used again.
 */
#include "cfnc/engine/contract.h"
#include "cfnc/type/lacks.h"
#include "judge.h"

enum {
    ALL_SUITES = SUITE_V1 | SUITE_V2 | SUITE_FULL,
    NEW_SUITES = SUITE_V2 | SUITE_FULL,
    CHANGES = CREATE | UPDATE | DELETE,
    WITH_MODEL = CREATE | READ | UPDATE
};

static const char slow_hint[] =
    "hand the work over to IN_PROGRESS events with a callbackContext; a cold container's start "
    "counts too (--enforce-timeout)";
static const char read_hint[] =
    "the read handler usually maps the service's answer back into the model: look there first";

/* Where a rule stands: a section of the public contract, or a documented test. */
static const char said_of_create[] = "the handler contract, Create handlers: output requirements";
static const char said_of_create_input[] =
    "the handler contract, Create handlers: input assumptions";
static const char said_of_update[] = "the handler contract, Update handlers: output requirements";
static const char said_of_delete[] = "the handler contract, Delete handlers: output requirements";
static const char said_of_update_input[] =
    "the handler contract, Update handlers: input assumptions";
static const char said_of_delete_input[] =
    "the handler contract, Delete handlers: input assumptions";
static const char said_of_read[] = "the handler contract, Read handlers: output requirements";
static const char said_of_read_input[] = "the handler contract, Read handlers: input assumptions";
static const char said_of_list[] = "the handler contract, List handlers";
static const char said_of_shape[] =
    "the handler contract, Returned models must conform to the shape of the schema";
static const char said_of_stabilization[] =
    "the handler contract, Update, create, and delete handlers must satisfy desired-state "
    "stabilization";
static const char said_of_leaks[] = "the handler contract, Handlers must not leak resources";
static const char said_of_inputs[] = "contract tests v2, test input";
static const char said_of_events[] = "the user guide, ProgressEvent object schema";
static const char said_of_codes[] = "the user guide, Resource type handler error codes";

/* clang-format off */
const struct rule rules[] = {
    { .id = "event.json", .suites = ALL_SUITES, .source = said_of_events,
      .fault = no_json_object,
      .must = "Every answer is one JSON object",
      .title = "{action} was not answered with a progress event.",
      .hint = "return one ProgressEvent on every path and let the language plugin turn it into "
              "JSON; what is printed belongs into the log" },
    { .id = "event.status", .suites = ALL_SUITES, .source = said_of_events,
      .fault = no_status,
      .must = "Every progress event has the status IN_PROGRESS, SUCCESS or FAILED",
      .title = "{action} was answered without a status that ends or continues it.",
      .hint = "set status to SUCCESS, FAILED or IN_PROGRESS, spelled just so: in capitals, with "
              "no blank" },
    { .id = "time.read-list", .suites = ALL_SUITES, .on = READ | LIST,
      .source = "the handler contract, Read handlers and List handlers: output requirements",
      .fault = too_slow,
      .must = "READ and LIST answer within their time (30 s in production)",
      .title = "{action} took too long.",
      .hint = "ask the service for less, and once: READ and LIST have 30 s in production; a cold "
              "container's start counts too (--enforce-timeout)" },
    { .id = "time.create-update-delete", .suites = ALL_SUITES, .on = CHANGES,
      .source = "the handler contract, Create, Update and Delete handlers: output requirements",
      .fault = too_slow,
      .must = "Each invocation of CREATE, UPDATE and DELETE answers within its time (60 s in "
              "production)",
      .title = "{action} took too long.",
      .hint = slow_hint },
    { .id = "event.failed-code", .suites = ALL_SUITES, .source = said_of_codes,
      .at = FAILED, .fault = code_undocumented,
      .must = "A FAILED event carries one of the documented handler error codes",
      .title = "{action} FAILED without a documented error code.",
      .hint = "set errorCode to one of the handler error codes (\"cfnc explain --list\" has them "
              "all); an exception that nobody expected is InternalFailure" },
    { .id = "create.succeeds", .suites = ALL_SUITES, .on = CREATE, .source = said_of_create,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_succeeded, .yields = true,
      .must = "CREATE of a valid desired state ends in SUCCESS",
      .title = "CREATE returned FAILED where SUCCESS was expected.",
      .hint = "code and message are your handler's: find where it raises them, or its log; if the "
              "service is right to refuse that model, put one that works into inputs/" },
    { .id = "delete.then-create", .suites = ALL_SUITES, .on = CREATE, .source = said_of_delete,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_created_again,
      .must = "What was deleted can be created again, with the same identifier, and nothing of it "
              "comes back",
      .title = "What had been deleted is in the way of what is created in its place.",
      .hint = "DELETE was SUCCESS too early: let it be IN_PROGRESS until the service has let go "
              "of the name, and of what it kept under it" },
    { .id = "create.already-exists", .suites = ALL_SUITES, .on = CREATE, .source = said_of_create,
      .at = SETTLED, .expecting = ALREADY_EXISTS, .fault = wrong_outcome, .yields = true,
      .not_for = lacks_any_writable_identifier,
      .must = "CREATE of an identifier that exists, primary or additional, is FAILED with "
              "AlreadyExists, and leaves the first resource as it is",
      .title = "A second CREATE with the same identifier was not refused with AlreadyExists.",
      .hint = "look for the resource before creating it, or map the service's conflict to "
              "AlreadyExists; what exists stays as it is" },
    { .id = "create.readable", .suites = ALL_SUITES, .on = READ, .source = said_of_create,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_readable, .yields = true,
      .must = "A resource that exists can be read, and READ returns that resource",
      .title = "READ did not return a resource that exists.",
      .hint = "READ has the identifier and nothing else: look up by all of it, and return SUCCESS "
              "from CREATE only when the service finds it" },
    { .id = "create.readable-alias", .suites = SUITE_FULL, .on = READ,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_readable_by_alias, .yields = true,
      .not_for = lacks_additional_identifiers,
      .source = said_of_read_input,
      .must = "A resource can be read by each of its additionalIdentifiers alone",
      .title = "READ by an additional identifier did not return the resource.",
      .hint = "a model may hold an additional identifier alone: look the resource up by whichever "
              "is there" },
    { .id = "read.by-identifier", .suites = SUITE_FULL, .on = READ,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_readable_alone, .yields = true,
      .source = said_of_read_input,
      .must = "READ takes no more than the primaryIdentifier",
      .title = "READ FAILED when it was given the identifier alone.",
      .hint = "use nothing of the model but its identifier and read the rest from the service: "
              "drift detection, imports, Ref and GetAtt send no more" },
    { .id = "update.succeeds", .suites = ALL_SUITES, .on = UPDATE, .source = said_of_update,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_succeeded, .yields = true,
      .must = "UPDATE to a valid desired state ends in SUCCESS",
      .title = "UPDATE returned FAILED where SUCCESS was expected.",
      .hint = "code and message are your handler's: find where it raises them, or its log; if the "
              "service is right to refuse that change, put one that works into inputs/" },
    { .id = "delete.succeeds", .suites = ALL_SUITES, .on = DELETE, .source = said_of_delete,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_succeeded, .yields = true,
      .must = "DELETE of a resource that exists ends in SUCCESS",
      .title = "DELETE returned FAILED where SUCCESS was expected.",
      .hint = "code and message are your handler's: find where it raises them, or its log; a "
              "callback that finds nothing any more is SUCCESS, not NotFound" },
    { .id = "read.not-found", .suites = ALL_SUITES, .on = READ, .source = said_of_read,
      .at = SETTLED, .expecting = NOT_FOUND, .fault = wrong_outcome, .yields = true,
      .must = "READ of a resource that does not exist is FAILED with NotFound",
      .title = "READ of a resource that does not exist was not refused with NotFound.",
      .hint = "map the service's not-found answer to the error code NotFound; when it was "
              "deleted: did DELETE delete it, and does READ ask the service?" },
    { .id = "update.not-found", .suites = ALL_SUITES, .on = UPDATE, .source = said_of_update,
      .at = SETTLED, .expecting = NOT_FOUND, .fault = wrong_outcome, .yields = true,
      .must = "UPDATE of a resource that does not exist is FAILED with NotFound",
      .title = "UPDATE of a resource that does not exist was not refused with NotFound.",
      .hint = "read the resource before updating it; an update must never create" },
    { .id = "delete.not-found", .suites = ALL_SUITES, .on = DELETE, .source = said_of_delete,
      .at = SETTLED, .expecting = NOT_FOUND, .fault = wrong_outcome, .yields = true,
      .must = "DELETE of a resource that does not exist is FAILED with NotFound",
      .title = "DELETE of a resource that does not exist was not refused with NotFound.",
      .hint = "read the resource before deleting it: many services delete silently" },
    { .id = "event.success-clean", .suites = ALL_SUITES, .source = said_of_events,
      .at = SUCCESS, .fault = code_or_delay,
      .must = "A SUCCESS event carries no errorCode and no callbackDelaySeconds",
      .title = "{action} returned SUCCESS with what only other events carry.",
      .hint = "make a new event for SUCCESS instead of changing the last one: errorCode is for "
              "FAILED, callbackDelaySeconds for IN_PROGRESS" },
    { .id = "event.failed-clean", .suites = ALL_SUITES, .source = said_of_events,
      .at = FAILED, .fault = delay_or_models,
      .must = "A FAILED event carries no callbackDelaySeconds and no resourceModels",
      .title = "{action} returned FAILED with what only other events carry.",
      .hint = "make a new event for FAILED, with errorCode and message: callbackDelaySeconds is "
              "for IN_PROGRESS, resourceModels for SUCCESS of LIST" },
    { .id = "event.failed-message", .suites = ALL_SUITES, .source = said_of_events,
      .at = FAILED, .fault = no_message,
      .must = "A FAILED event of CREATE, UPDATE and DELETE carries a message; one of READ and "
              "LIST should",
      .title = "{action} returned FAILED without a message.",
      .hint = "say in message, a string, what went wrong and with what: it is all that users see "
              "of it in the events of their stack" },
    { .id = "event.progress-clean", .suites = ALL_SUITES, .source = said_of_events,
      .at = IN_PROGRESS, .fault = code_or_models,
      .must = "An IN_PROGRESS event carries no errorCode and no resourceModels",
      .title = "{action} returned IN_PROGRESS with what only other events carry.",
      .hint = "errorCode is for FAILED, resourceModels for SUCCESS of LIST; an event in progress "
              "has resourceModel, callbackContext and callbackDelaySeconds" },
    { .id = "event.delay", .suites = SUITE_FULL, .source = said_of_events,
      .fault = delay_unusable,
      .must = "callbackDelaySeconds is a number, 0 or more",
      .title = "{action} returned a callback delay that nobody can wait for.",
      .hint = "callbackDelaySeconds is a number, 0 or more, and no string: so many seconds pass "
              "until the handler is called again" },
    { .id = "time.stabilizes", .suites = ALL_SUITES, .on = CHANGES, .source = said_of_stabilization,
      .at = IN_PROGRESS, .fault = never_settles,
      .must = "An operation settles within the timeoutInMinutes of its handler (120 unless "
              "given)",
      .title = "{action} did not settle.",
      .hint = "the handler's stabilization never sees the state it waits for; or raise "
              "handlers.*.timeoutInMinutes in the schema" },
    { .id = "model.identifier", .suites = ALL_SUITES, .on = WITH_MODEL, .source = said_of_create,
      .at = SUCCESS | IN_PROGRESS, .expecting = NO_ERROR, .fault = identifier_missing,
      .must = "Every model of CREATE, READ and UPDATE holds the whole primaryIdentifier",
      .title = "{action} returned a model without its primary identifier.",
      .hint = "put every part of the identifier into the model before the first event is "
              "returned, IN_PROGRESS too; what the service assigns is in its answer" },
    { .id = "model.same-identifier", .suites = SUITE_FULL, 
      .at = SUCCESS | IN_PROGRESS, .fault = identifier_changed, .source = said_of_update,
      .must = "All events of one operation name the same resource",
      .title = "{action} named two resources in one operation.",
      .hint = "make the identifier once, keep it in callbackContext, and return that one in every "
              "event of the operation" },
    { .id = "update.same-identifier", .suites = ALL_SUITES, .on = UPDATE, .source = said_of_update,
      .at = SUCCESS | IN_PROGRESS, .expecting = NO_ERROR, .fault = other_resource_updated,
      .must = "An update keeps the primaryIdentifier",
      .title = "UPDATE changed the primary identifier.",
      .hint = "a property that cannot change in place belongs into createOnlyProperties" },
    { .id = "model.no-write-only", .suites = ALL_SUITES,
      .source = "the guide of resource type schemas, writeOnlyProperties",
      .at = SUCCESS, .fault = write_only_returned,
      .not_for = lacks_write_only,
      .must = "No model of a SUCCESS event holds a writeOnlyProperty",
      .title = "{action} returned a write-only property.",
      .hint = "remove writeOnlyProperties from the model before returning it" },
    { .id = "model.no-null", .suites = SUITE_FULL, .source = said_of_create,
      .fault = null_inside,
      .must = "No model holds null",
      .title = "{action} returned a model with null in it.",
      .hint = "leave out what has no value; serializers have a setting for it" },
    { .id = "model.shape", .suites = NEW_SUITES, .source = said_of_shape,
      .fault = shape_broken,
      .must = "Every model conforms to the shape of the schema",
      .title = "{action} returned a model that the schema does not allow.",
      .hint = "map the service's answer member by member to what the schema declares; declare "
              "what belongs to the type and is missing there" },
    { .id = "model.read-only", .suites = NEW_SUITES, .on = WITH_MODEL, .source = said_of_create,
      .at = SUCCESS, .fault = read_only_missing,
      .not_for = lacks_read_only,
      .must = "The final model of CREATE, READ and UPDATE holds every readOnlyProperty",
      .title = "{action} returned a model without all its read-only properties.",
      .hint = "read the resource from the service before SUCCESS, and copy what it assigned (ids, "
              "ARNs, times) into the model" },
    { .id = "model.defaults", .suites = SUITE_FULL, .on = WITH_MODEL, .source = said_of_create,
      .at = SUCCESS, .fault = default_missing,
      .not_for = lacks_default,
      .must = "The final model of CREATE, READ and UPDATE holds every property that has a "
              "default",
      .title = "{action} returned a model without a default.",
      .hint = "what was not asked for has its default: put that into the model, or read the model "
              "back from the service" },
    { .id = "create.echo", .suites = ALL_SUITES, .on = CREATE, .source = said_of_create,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = request_not_echoed,
      .must = "The final model of CREATE shows every requested property, unchanged",
      .title = "CREATE returned a model that differs from what it was asked for.",
      .hint = "return the model as it was requested, plus read-only properties and defaults" },
    { .id = "model.progress-subset", .level = SHOULD, .suites = SUITE_FULL,
      .on = CREATE | UPDATE, .at = IN_PROGRESS, .expecting = NO_ERROR,
      .fault = beyond_the_request,
      .source = said_of_shape,
      .must = "A model in progress holds nothing beyond the request and read-only properties",
      .title = "{action} returned IN_PROGRESS with properties that nobody asked for.",
      .hint = "what callbacks have to remember belongs into callbackContext" },
    { .id = "update.echo", .suites = SUITE_V1 | SUITE_FULL, .on = UPDATE, .source = said_of_update,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = request_not_echoed,
      .must = "The final model of UPDATE shows every requested property, unchanged",
      .title = "UPDATE returned a model that differs from what it was asked for.",
      .hint = "return the model as it is after the update, not as it was before" },
    { .id = "update.applied", .suites = ALL_SUITES, .on = READ, .source = said_of_stabilization,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = update_not_applied, .yields = true,
      .must = "READ after an update shows what the update asked for",
      .title = "READ still shows the state before UPDATE.",
      .hint = "UPDATE was SUCCESS without setting this in the service, or too early: let it be "
              "IN_PROGRESS until READ shows it" },
    { .id = "update.replaces-collections", .suites = SUITE_FULL, .on = READ | UPDATE,
      .source = said_of_update,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = replaced_remains,
      .not_for = lacks_update_handler,
      .must = "A list or map that an update makes shorter or empties is exactly that afterwards, "
              "and a property that it leaves out is gone",
      .title = "What the update took away is still there.",
      .hint = "an update replaces the whole state: do not merge it into the old one, and do not "
              "take what is empty for what is not given" },
    { .id = "read.equals", .suites = ALL_SUITES, .on = READ, .source = said_of_stabilization,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = read_differs, .yields = true,
      .must = "READ returns every property that the last CREATE or UPDATE asked for, unchanged",
      .title = "READ returned a model that differs from what {origin} was asked for.",
      .hint = read_hint },
    { .id = "create.applied", .suites = ALL_SUITES, .on = READ,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = create_not_applied, .yields = true,
      .source = said_of_create,
      .must = "READ at once after CREATE shows every requested property",
      .title = "READ does not show what CREATE was asked for.",
      .hint = "CREATE was SUCCESS without setting this in the service, or too early: let it be "
              "IN_PROGRESS until READ shows it" },
    { .id = "delete.no-model", .suites = ALL_SUITES, .on = DELETE, .source = said_of_delete,
      .at = SUCCESS, .fault = model_present,
      .must = "SUCCESS of DELETE carries no resourceModel",
      .title = "DELETE returned a model.",
      .hint = "return SUCCESS without resourceModel: what it describes is gone" },
    { .id = "read.synchronous", .suites = ALL_SUITES, .on = READ, .source = said_of_read,
      .at = IN_PROGRESS, .fault = in_progress,
      .must = "READ never answers IN_PROGRESS",
      .title = "READ returned IN_PROGRESS.",
      .hint = "READ is not called back: answer with what there is, or with NotFound" },
    { .id = "list.synchronous", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = IN_PROGRESS, .fault = in_progress,
      .must = "LIST never answers IN_PROGRESS",
      .title = "LIST returned IN_PROGRESS.",
      .hint = "LIST is not called back: answer with one page, and a nextToken when there are more" },
    { .id = "list.models", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = SETTLED, .expecting = NO_ERROR, .fault = no_list,
      .must = "LIST succeeds with an array of models, empty when there are none",
      .title = "LIST did not return an array of models.",
      .hint = "return resourceModels, not resourceModel: an array of models without null in it, "
              "and [] when there are none" },
    { .id = "list.identifiers", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = SUCCESS, .fault = listed_without_identifier,
      .must = "Every listed model holds the whole primaryIdentifier",
      .title = "LIST returned a model without its primary identifier.",
      .hint = "copy every part of the primary identifier into each listed model; the rest may be "
              "left out" },
    { .id = "list.ends", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = SUCCESS, .fault = bad_end,
      .must = "The last page's nextToken is null or absent, and every other a string; the last "
              "page should not be empty",
      .title = "LIST ended its pages wrongly.",
      .hint = "return no nextToken with the last page: null, None, undefined or nil, not \"\" or "
              "a number" },

    /* Judged by steps and tests, which see more than one exchange. */
    { .id = "list.pages", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
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
      .not_for = lacks_read_only_identifier,
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
    { .id = "create.tags", .suites = ALL_SUITES, .source = "cfn test, contract_create_taggable",
      .on = CREATE | READ, .at = SUCCESS, .expecting = NO_ERROR, .fault = tags_not_created,
      .not_for = lacks_tags,
      .must = "The create input of a taggable type has tags, and they are read back",
      .title = "The tags of a created resource are not there.",
      .hint = "add the tag property to the create input" },
    { .id = "update.tags", .suites = ALL_SUITES,
      .source = "cfn test, contract_update_tag_updatable",
      .not_for = lacks_tag_updates,
      .on = UPDATE | READ, .at = SUCCESS, .expecting = NO_ERROR, .fault = tags_not_updated,
      .must = "The update input of a type with tagUpdatable has tags; they are read back, and "
              "those that it took away are gone",
      .title = "The tags of an update are not there, or not as it asked for.",
      .hint = "add the tag property to the update input; an update replaces all tags" },
    { .id = "update.by-alias", .suites = SUITE_FULL, .on = UPDATE,
      .source = said_of_update_input,
      .not_for = lacks_additional_identifiers,
      .must = "An update may name its resource by an additional identifier alone",
      .title = "UPDATE did not find a resource by its additional identifier.",
      .hint = "look the resource up by whichever identifier the model has" },
    { .id = "update.no-upsert", .suites = SUITE_FULL, .on = UPDATE,
      .source = said_of_update,
      .must = "An update of what does not exist makes nothing",
      .title = "UPDATE made a resource that did not exist.",
      .hint = "read the resource before updating it: many services' put creates what is missing" },
    { .id = "update.no-new-resource", .suites = SUITE_FULL, .on = UPDATE | READ,
      .source = said_of_update,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = made_anew,
      .not_for = lacks_update_handler,
      .must = "An update changes the resource in its place: it makes no other, and does not make "
              "it anew",
      .title = "UPDATE made another resource.",
      .hint = "a property that cannot change in place belongs into createOnlyProperties" },
    { .id = "update.create-only", .level = SHOULD, .suites = SUITE_FULL, .on = UPDATE,
      .source = said_of_update,
      .at = SETTLED, .expecting = NOT_UPDATABLE, .fault = create_only_taken,
      .not_for = lacks_create_only,
      .must = "An update that changes a create-only property is FAILED with NotUpdatable, and "
              "changes nothing",
      .title = "UPDATE of a create-only property was not refused with NotUpdatable.",
      .hint = "compare with previousResourceProperties and answer NotUpdatable: CloudFormation "
              "replaces such a resource instead" },
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
      .not_for = lacks_update_handler,
      .must = "UPDATE changes one resource: its neighbour stays as it is",
      .title = "UPDATE changed another resource as well.",
      .hint = "compare whole identifiers; look whether resources share what they keep" },
    { .id = "leak.none", .suites = ALL_SUITES, .on = DELETE, .source = said_of_leaks,
      .must = "Nothing that the run made is left at its end",
      .title = "A resource could not be deleted and was left behind.",
      .hint = "see what DELETE was sent and answered, and mend that; \"cfnc cleanup\" then "
              "deletes what is still there" },

    /* Judged before any call: of the schema and of what handlers are to be given. */
    { .id = "schema.valid", .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = "the resource type definition schema",
      .must = "The schema is one that the registry takes",
      .title = "The schema is not valid.",
      .hint = "\"cfnc validate\" shows each fault with its line" },
    { .id = "schema.lint", .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = "contract tests v2, schema linter checks",
      .must = "The schema keeps the lint rules of contract tests v2",
      .title = "The schema breaks a lint rule of contract tests v2.",
      .hint = "\"cfnc validate\" shows each fault with its line, \"cfnc explain\" its rule" },
    { .id = "schema.compatible", .suites = NEW_SUITES,
      .source = "contract tests v2, schema backward-compatibility checks",
      .must = "A new version of the schema breaks nobody who uses the registered one",
      .title = "The schema breaks users of the registered one.",
      .hint = "\"cfnc validate --against\" shows each change with its line" },
    { .id = "input.valid", .suites = NEW_SUITES, .source = said_of_create_input,
      .must = "Inputs for CREATE and UPDATE are valid against the schema",
      .title = "An input is not valid against the schema.",
      .hint = "\"cfnc validate --inputs\" shows each fault with its line" },
    { .id = "input.hardcoded-region", .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = said_of_inputs,
      .must = "No input names a region",
      .title = "An input names a region.",
      .hint = "write {{region}}: the tests may run elsewhere" },
    { .id = "input.hardcoded-account", .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = said_of_inputs,
      .must = "No input names an account, but for the ids of examples",
      .title = "An input names an account.",
      .hint = "write {{account}}, or an id that belongs to nobody, such as 123456789012" },
    { .id = "input.hardcoded-partition", .suites = NEW_SUITES, .lax = SUITE_FULL,
      .source = said_of_inputs,
      .must = "No input names a partition",
      .title = "An input names a partition.",
      .hint = "write arn:{{partition}}: instead of arn:aws:" },
    { .id = "input.coverage", .level = SHOULD, .suites = NEW_SUITES, .source = said_of_inputs,
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

_Static_assert(sizeof(rules) / sizeof(rules[0]) <= 128, "record.h has room for 128 rules");
