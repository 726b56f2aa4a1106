/* What error codes and exit codes mean: they have no rows of their own elsewhere. */
#include "cfnc/help/explain.h"

static const char guide[] = "handler error codes, in the user guide of the CloudFormation CLI";
static const char plugins[] = "the language plugins know it; the user guide does not list it";

/* clang-format off */
const struct explained_code explained_codes[] = {
    { NOT_UPDATABLE, false, "An update would change a property that only CREATE may set.",
      "name such properties in createOnlyProperties: CloudFormation then replaces the resource "
      "and never asks for this update", guide },
    { INVALID_REQUEST, false, "The desired state is not acceptable, and the user has to change it.",
      "say in the message which property is wrong; what the schema can say belongs there", guide },
    { ACCESS_DENIED, false, "The caller may not do this.",
      "map the service's authorization failures to it, and name the missing action in the "
      "permissions of the handler", guide },
    { INVALID_CREDENTIALS, false, "The caller's credentials are not valid.",
      "map the service's authentication failures to it", guide },
    { ALREADY_EXISTS, false, "CREATE found that there is such a resource already.",
      "look for the resource before creating it, or map the service's conflict to this", guide },
    { NOT_FOUND, false, "There is no such resource, or it is past all use.",
      "map the service's not-found answer to this in READ, UPDATE and DELETE; where the service "
      "stays silent, read before changing", guide },
    { RESOURCE_CONFLICT, true, "The resource is busy: another operation on it has to end first.",
      "map the service's answer for a resource that is being changed to this", guide },
    { THROTTLING, true, "The service refused because of too many requests.",
      "map the service's rate limits to this instead of waiting inside the handler", guide },
    { SERVICE_LIMIT_EXCEEDED, false, "A quota of the account is used up, and waiting does not help.",
      "name the quota in the message", guide },
    { NOT_STABILIZED, true, "The resource was made or changed, and did not become ready.",
      "say in the message which state it has; the time for it is handlers.*.timeoutInMinutes",
      guide },
    { GENERAL_SERVICE_EXCEPTION, false, "The service failed in a way that no other code describes.",
      "prefer the code that fits; put the service's own message into the message", guide },
    { SERVICE_INTERNAL_ERROR, true, "The service failed inside, mostly with an HTTP status of 500 "
      "and more.", "map the service's 5xx answers to this", guide },
    { NETWORK_FAILURE, true, "The service was not reached, or its answer did not arrive.",
      "map time-outs and broken connections of the service's client to this", guide },
    { INTERNAL_FAILURE, false, "The handler itself failed in a way that it did not foresee.",
      "an exception that nobody caught ends as this: find it in the handler's log and map it to "
      "a code that tells the user more", guide },
    { INVALID_TYPE_CONFIGURATION, false, "The configuration of the type is missing or wrong.",
      "say in the message which property of typeConfiguration is at fault", plugins },
    { HANDLER_INTERNAL_FAILURE, false, "The handler failed before it could answer.",
      "this is for the machinery around a handler: return InternalFailure yourself", plugins },
    { NON_COMPLIANT, false, "A hook found that the resource breaks its policy.",
      "for hooks alone; no handler of a resource type returns it", plugins },
    { UNSUPPORTED_TARGET, false, "A hook was called for a type that it does not handle.",
      "for hooks alone; no handler of a resource type returns it", plugins },
    { UNKNOWN_CODE, false, "The cause of the failure is not known.",
      "return a code that tells the user more", plugins },
    { UNAUTHORIZED_TAGGING_OPERATION, false, "The caller may not tag the resource.",
      "only the Java plugin knows it; AccessDenied is understood everywhere", plugins },
    { 0 },
};

const struct explained_exit explained_exits[] = {
    { "0", "Everything that was selected passed or was skipped; warnings count as passed.",
      "nothing" },
    { "1", "A test failed or could not be judged; of validate and check: something is not valid.",
      "read the first finding: each names its rule, and \"cfnc explain RULE\" tells more" },
    { "2", "The command line is wrong (a command, an option, an expression, the name of a test), or "
      "a variable or cfnc.ini is.",
      "the message names the word, and often what was meant; nothing was invoked" },
    { "3", "The handlers cannot be used: no endpoint, no such function, no credentials.",
      "start \"sam local start-lambda\", or see --endpoint and --function-name; nothing was tested" },
    { "4", "The project cannot be used: its schema, .rpdk-config, inputs or overrides.",
      "the message has the file and the line; nothing was invoked" },
    { "5", "No test was left after selection.",
      "loosen -k, -m, --deselect or --suite; \"cfnc list tests\" shows what there is" },
    { "6", "All tests passed, but a resource could not be deleted and is left behind.",
      "delete what the summary names, then look at the delete handler" },
    { "7", "The time of --global-timeout was over; what had been made was deleted.",
      "give the run more time, or select fewer tests; see which operation took so long" },
    { "8", "All went well, but a report or the output could not be written.",
      "look for a full disk or a missing folder; the verdict itself was good" },
    { "70", "cfnc itself failed.",
      "this is a bug of cfnc: report it with the command line and what was printed" },
    { "130", "The run was interrupted (Ctrl-C); what it had made was deleted, as far as possible.",
      "see the summary for what was left behind" },
    { "143", "The run was told to terminate; what it had made was deleted, as far as possible.",
      "see the summary for what was left behind" },
    { 0 },
};
/* clang-format on */
