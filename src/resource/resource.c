/* Resource types as a protocol: requests and answers, the lifecycle, what reports ask. */
#include "cfnc/engine/tape.h"
#include "cfnc/resource/resource.h"

#include <string.h>

#include "cfnc/engine/tracked.h"
#include "cfnc/generate/coverage.h"
#include "cfnc/generate/shrink.h"
#include "cfnc/type/lacks.h"
#include "steps_private.h"

const struct resource_type *type_of(const struct subject *subject)
{
    return subject->of;
}

const struct subject *subject_of(struct arena *arena, const struct resource_type *type,
                                 const struct protocol *protocol)
{
    struct subject *subject = arena_alloc(arena, sizeof(*subject));
    const struct named_set sets[] = {
        { "primary_identifier", "Primary identifier", &type->identifier },
        { "read_only", "Read-only", &type->read_only },
        { "create_only", "Create-only", &type->create_only },
        { "write_only", "Write-only", &type->write_only },
        { 0 },
    };
    struct named_set *kept = arena_array(arena, sizeof(sets) / sizeof(sets[0]), sizeof(*kept));

    memcpy(kept, sets, sizeof(sets));
    *subject = (struct subject){
        .protocol = protocol,
        .name = type->name,
        .file = type->file,
        .document = type->document,
        .schema = type->returned,
        .handlers = type->handlers,
        .secret = &type->secret,
        .sets = kept,
        .of = type,
    };
    return subject;
}

const struct handler resource_handlers[] = {
    { .name = "CREATE", .key = "create", .changes = true },
    { .name = "READ", .key = "read", .quick = true },
    { .name = "UPDATE", .key = "update", .changes = true },
    { .name = "DELETE", .key = "delete", .changes = true },
    { .name = "LIST", .key = "list", .quick = true, .pages = true },
    { 0 },
};

/* --- What a type may have to have --- */

static const char *lacks_need_of_alias(const struct resource_type *type)
{
    return lacks_writable_identifier(type) ? lacks_any_writable_identifier(type)
                                           : "contract_delete_create does it";
}

static const struct feature_row {
    unsigned feature;
    const char *(*lacks)(const struct resource_type *type);
} features[] = {
    { AN_UPDATE_HANDLER, lacks_update_handler },
    { WRITE_ONLY, lacks_write_only },
    { READ_ONLY, lacks_read_only },
    { A_DEFAULT, lacks_default },
    { CREATE_ONLY, lacks_create_only },
    { TAGS, lacks_tags },
    { TAG_UPDATES, lacks_tag_updates },
    { WRITABLE_IDENTIFIER, lacks_writable_identifier },
    { WRITABLE_ALIAS, lacks_writable_alias },
    { ANY_WRITABLE_IDENTIFIER, lacks_any_writable_identifier },
    { ONLY_AN_ALIAS_WRITABLE, lacks_need_of_alias },
    { READ_ONLY_IDENTIFIER, lacks_read_only_identifier },
    { ADDITIONAL_IDENTIFIERS, lacks_additional_identifiers },
};

const char *resource_lacks(const struct subject *subject, unsigned wanted)
{
    const char *reason = NULL;

    for (size_t i = 0; i < sizeof(features) / sizeof(features[0]) && !reason; i++)
        if (wanted & features[i].feature)
            reason = features[i].lacks(type_of(subject));
    return reason;
}

/* --- Requests and answers --- */

const struct model_place resource_request_places[] = {
    { "requestData", "resourceProperties", PLACE_MODEL },
    { "requestData", "previousResourceProperties", PLACE_MODEL },
    { "requestData", "callerCredentials", PLACE_SECRET },
    { "requestData", "providerCredentials", PLACE_SECRET },
    { NULL, "callbackContext", PLACE_CONTEXT },
    { 0 },
};

const struct model_place resource_answer_places[] = {
    { NULL, "resourceModel", PLACE_MODEL },
    { NULL, "resourceModels", PLACE_MODELS },
    { NULL, "callbackContext", PLACE_CONTEXT },
    { 0 },
};

const char resource_words[] =
    "NotUpdatable InvalidRequest AccessDenied InvalidCredentials AlreadyExists NotFound "
    "ResourceConflict Throttling ServiceLimitExceeded NotStabilized GeneralServiceException "
    "ServiceInternalError NetworkFailure InternalFailure InvalidTypeConfiguration Unknown "
    "HandlerInternalFailure NonCompliant UnsupportedTarget UnauthorizedTaggingOperation "
    "callbackContext callbackDelaySeconds resourceModel resourceModels nextToken requestData "
    "bearerToken";

static void set_credentials(json *data, const char *key, const struct credentials *credentials)
{
    json *caller = json_set_object(data, key);

    json_set_string(caller, "accessKeyId", credentials->access_key_id);
    json_set_string(caller, "secretAccessKey", credentials->secret_access_key);
    json_set_string(caller, "sessionToken", credentials->session_token);
}

/* As cfn test sends it: same members, same order. */
json *resource_encode(struct arena *arena, const struct target *target,
                      const struct request *request)
{
    json *payload = json_object(arena);
    json *data = json_set_object(payload, "requestData");

    set_credentials(data, "callerCredentials", &target->credentials);
    json_set(data, "resourceProperties", request->desired ? request->desired : json_object(arena));
    json_set(data, "previousResourceProperties", request->previous);
    json_set_string(data, "logicalResourceId", request->token);
    json_set(data, "typeConfiguration", target->type_configuration);
    if (target->log_group_name) {
        set_credentials(data, "providerCredentials", &target->log_credentials);
        json_set_string(data, "providerLogGroupName", target->log_group_name);
    }
    json_set_string(payload, "region", target->region);
    json_set_string(payload, "awsAccountId", target->account_id);
    json_set_string(payload, "action", action_name((enum action)request->action));
    json_set(payload, "callbackContext", request->context);
    json_set_string(payload, "bearerToken", request->token);
    json_set_string(payload, "resourceType", target->type_name);
    if (request->next_token)
        json_set_string(payload, "nextToken", request->next_token);
    return payload;
}

/* The model that a handler returned, and its context, go into the next call of the operation. */
void resource_follow(const struct exchange *x, struct request *next)
{
    if (x->event.model)
        next->desired = x->event.model;
    next->context = x->event.context;
}

struct comparison resource_compare(struct arena *arena, const struct subject *subject,
                                   const json *requested, const json *returned)
{
    return compare_models(arena, type_of(subject), requested, returned);
}

int64_t resource_settling_limit_ms(const struct subject *subject, unsigned action)
{
    return (int64_t)resource_type_timeout_minutes(type_of(subject), (enum action)action) * 60 *
           1000;
}

/* --- What its trials share and have --- */

static const json *drawn(void *context, struct arena *arena, const json *model, struct error *error)
{
    struct tape *tape = context;

    return tape->drawn(tape, arena, model, error);
}

/* Its place among the run's; a set that is tried in the place of one has the same name. */
static size_t number_of(const struct run *run, const struct input_set *set)
{
    size_t number = 0;

    while (number + 1 < run->set_count && strcmp(run->sets[number].id, set->id) != 0)
        number++;
    return number;
}

static struct examples examples_for(struct arena *arena, const struct run *run,
                                    const struct input_set *set)
{
    const size_t number = number_of(run, set), rows = run->options.examples;
    struct random random = { run->options.seed };
    struct examples examples = {
        .type = type_of(run->subject),
        .set = set,
        .random = { run->options.seed + number },
        .seed = run->options.seed,
        .location = run->location,
        .how = { .variant = run->options.variant, .row = number },
        .drawn = run->tape ? drawn : NULL,
        .context = run->tape,
    };

    if (rows > 1)
        examples.how.coverage = coverage_new(arena, examples.type, rows, &random);
    examples.as_v1 = run->options.suite == SUITE_V1 && examples.how.variant == VARIANT_MAXIMAL &&
                     !examples.how.coverage;
    return examples;
}

void *resource_session(struct arena *arena, const struct run *run, const struct input_set *set)
{
    struct memory *memory = arena_alloc(arena, sizeof(*memory));

    *memory = (struct memory){ .arena = arena, .examples = examples_for(arena, run, set) };
    return memory;
}

void *resource_begin(struct trial *t)
{
    struct own_state *own = arena_alloc(t->arena, sizeof(*own));

    if (t->fixture)
        own->given = *given(t->fixture);
    return own;
}

/* --- The smallest model that fails likewise --- */

struct shrink {
    const struct retrial *retrial;
    struct random random; /* of identifiers */
};

static bool fails_with(void *context, const json *model)
{
    struct shrink *shrink = context;
    const struct resource_type *type = type_of(shrink->retrial->run->subject);
    struct arena *arena = arena_new();
    struct input_set set = *shrink->retrial->set;

    set.create = generate_renamed(arena, type, model, &shrink->random);
    const bool fails = retrial_fails(shrink->retrial, &set);
    arena_free(arena);
    return fails;
}

void resource_shrink(struct retrial *retrial, const struct trial *t)
{
    const struct run *run = retrial->run;
    const json *model = retrial->test && !t->fixture ? sampled(t) : given(t)->requested;
    struct shrink shrink = { retrial, { run->options.seed ^ 1 } };
    const struct shrinking shrinking = {
        .type = type_of(run->subject),
        .fails = fails_with,
        .context = &shrink,
        .runs = (size_t)run->options.shrink,
    };

    if (!model || retrial->set->create) /* where models are ours to choose */
        return;
    struct arena *arena = arena_new();
    const struct shrunk shrunk = shrink_model(arena, &shrinking, model);
    retrial->outcome->smallest = redact_model(run->redactor, run->arena, shrunk.model);
    retrial->outcome->shrink_runs = (unsigned)shrunk.runs;
    arena_free(arena);
}

/* --- The lifecycle --- */

static bool is_named(const struct subject *subject, const json *model)
{
    return !resource_type_lacks(type_of(subject), model);
}

static bool same(const struct subject *subject, const json *a, const json *b)
{
    return resource_type_same(type_of(subject), a, b);
}

static bool same_by_any(const struct subject *subject, const json *a, const json *b)
{
    const struct resource_type *type = type_of(subject);

    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (set_same(&type->additional_identifiers[i], a, b))
            return true;
    return resource_type_same(type, a, b);
}

static json *identifier(struct arena *arena, const struct subject *subject, const json *model)
{
    return model_only(arena, model, &type_of(subject)->identifier);
}

static json *keep_names(struct arena *arena, const struct subject *subject, const json *model,
                        json *into)
{
    const struct property_set *set = &type_of(subject)->names;
    const json *names = model_only(arena, model, set);

    for (size_t i = 0; i < set->count; i++) {
        const json *value = path_get(names, &set->paths[i]);

        if (value)
            (void)path_set(into, &set->paths[i], value);
    }
    return into;
}

static const char *text(struct arena *arena, const struct subject *subject, const json *model)
{
    return resource_type_identify(arena, type_of(subject), model);
}

static void rename_at(const struct property_set *set, json *model, const json *was, const json *is)
{
    for (size_t i = 0; i < set->count; i++) {
        const json *there = path_get(model, &set->paths[i]), *then = path_get(was, &set->paths[i]),
                   *now = path_get(is, &set->paths[i]);

        if (there && then && now && json_equal(there, then))
            path_replace(model, &set->paths[i], now);
    }
}

static void rename_model(const struct subject *subject, json *model, const json *was,
                         const json *is)
{
    rename_at(&type_of(subject)->names, model, was, is);
    rename_at(&type_of(subject)->read_only, model, was, is);
}

/* What was listed before it is sent says later what is new. */
static void begins(struct trial *t, struct tracked *made)
{
    made->before = memory_of(t) ? memory_of(t)->earlier : NULL;
}

/* The primary identifier; of what was updated an additional one, so that both are tried. */
static const json *alone(struct trial *t, const json *model)
{
    const json *alias = NULL;

    for (size_t i = 0; given(t)->update && i < type_in(t)->additional_identifier_count && !alias;
         i++)
        alias = alias_of(t, model, i);
    return alias ? alias : identifier_of(t, model);
}

static enum status look(struct trial *t, const json *model)
{
    struct exchange x;

    if (!has_handler(t, READ))
        return NO_STATUS;
    (void)try_step(t, (struct request){ .action = READ, .desired = identifier_of(t, model) },
                   (struct expected){ .unjudged = true, .aside = true }, &x);
    if (x.event.status == FAILED && x.event.error_code != NOT_FOUND)
        return NO_STATUS;
    return x.event.status;
}

static const json *shared(const struct trial *t)
{
    return given(t)->deleted ? NULL : given(t)->created;
}

const struct lifecycle resource_life = {
    .makes = CREATE,
    .updates = UPDATE,
    .removes = DELETE,
    .answers = CREATE | READ | UPDATE,
    .leak = "leak.none",
    .absent = NOT_FOUND,
    .taken = ALREADY_EXISTS,
    .retriable = THROTTLING | RESOURCE_CONFLICT | NETWORK_FAILURE | SERVICE_INTERNAL_ERROR,
    .is_named = is_named,
    .same = same,
    .same_by_any = same_by_any,
    .identifier = identifier,
    .keep_names = keep_names,
    .text = text,
    .shared = shared,
    .rename = rename_model,
    .begins = begins,
    .ends = note_gone,
    .find = find_lost,
    .is_unique = is_unique,
    .alone = alone,
    .alone_rule = "delete.by-identifier",
    .look = look,
};

/* --- What reports ask --- */

const char *resource_origin(const struct trial *t)
{
    return given(t)->update ? "UPDATE" : "CREATE";
}

const char *resource_input_file(const struct outcome *outcome, const struct call *call)
{
    const struct input_set *set = outcome->set;

    if (call->event.status != FAILED || call->event.error_code != INVALID_REQUEST ||
        !(call->action & (CREATE | UPDATE)))
        return NULL;
    const char *own = call->action == CREATE ? set->create_file : set->update_file;
    return own ? own : set->overrides_file;
}
