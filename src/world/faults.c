/*
 * The saboteurs, a row each. `tamper` gets the event that an honest handler
 * would answer with; it finds the call, and what is known of its resource, in
 * builtin->call. Rows without a function are looked at where the provider does
 * the thing: see builtin_faulty().
 */
#include <string.h>

#include "builtin_private.h"

bool fault_touches(const struct property_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth && strcmp(set->paths[i].steps[0], name) == 0)
            return true;
    return false;
}

static bool identifies(const struct resource_type *type, const char *name)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (fault_touches(&type->additional_identifiers[i], name))
            return true;
    return fault_touches(&type->identifier, name);
}

/* A property with a transform may come back as something else, and nobody can tell. */
static bool transformed(const struct resource_type *type, const char *name)
{
    static const char before[] = "/properties/";
    const size_t length = strlen(name);

    json_each (transform, json_get(type->document, "propertyTransform")) {
        const char *pointer = json_key(transform);

        if (strncmp(pointer, before, sizeof(before) - 1) != 0)
            continue;
        pointer += sizeof(before) - 1;
        if (strncmp(pointer, name, length) == 0 && strchr("/", pointer[length]))
            return true;
    }
    return false;
}

bool fault_changeable(const struct resource_type *type, const char *name)
{
    return !identifies(type, name) && !transformed(type, name) &&
           !fault_touches(&type->read_only, name) && !fault_touches(&type->write_only, name);
}

bool fault_changeable_inside(const struct resource_type *type, const char *name)
{
    const struct property_path whole = { .steps = &name, .depth = 1 };

    return !identifies(type, name) && !transformed(type, name) &&
           !set_has(&type->read_only, &whole) && !set_has(&type->write_only, &whole);
}

const struct property_path *fault_read_only(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++) {
        const struct property_path *path = &type->read_only.paths[i];

        if (path->depth == 1 && !fault_touches(&type->identifier, path->steps[0]))
            return path;
    }
    return NULL;
}

bool fault_has_default(const struct resource_type *type, const json *property)
{
    const json *resolved = schema_resolve(type->document, property);

    return !json_is_null(json_get(resolved, "default")) &&
           fault_changeable(type, json_key(property));
}

/* --- What a type may lack --- */

static const char *no_secret(const struct resource_type *type)
{
    return type->write_only.count ? NULL : "nothing is write-only";
}

static const char *no_read_only(const struct resource_type *type)
{
    return fault_read_only(type) ? NULL : "nothing is read-only but the identifier";
}

static const char *no_default(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_has_default(type, property))
            return NULL;
    return "no property has a default";
}

static const char *no_plain(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)))
            return NULL;
    return "no property could have another value";
}

static const char *no_nullable(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (!fault_touches(&type->identifier, json_key(property)))
            return NULL;
    return "every property is of the identifier";
}

static const char *no_mutable(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)) &&
            !fault_touches(&type->create_only, json_key(property)))
            return NULL;
    return "no property can be updated";
}

/* Whether the values of a property have an inside, as far as its schema tells at first sight. */
static bool is_container(const struct resource_type *type, const json *property, const char *only)
{
    const json *word = json_get(schema_resolve(type->document, property), "type");
    const char *name = json_string(word);

    return name && (strcmp(name, "array") == 0 || (!only && strcmp(name, "object") == 0));
}

static const char *no_nested(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable_inside(type, json_key(property)) && is_container(type, property, NULL))
            return NULL;
    return "no property has values inside";
}

static const char *no_ordered(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable_inside(type, json_key(property)) &&
            is_container(type, property, "array") &&
            !json_false(json_get(schema_resolve(type->document, property), "insertionOrder")))
            return NULL;
    return "no property is an array whose order counts";
}

static const char *no_given_identifier(const struct resource_type *type)
{
    return resource_type_identifier_is_writable(type)
               ? NULL
               : "the identifier is not for the request to choose";
}

/* Shape faults cannot show where the schema lets anything in. */
static const char *no_undeclared(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    json *model = json_object(arena);

    json_set_string(model, "CfncUndeclared", "x");
    const bool allowed = schema_valid(type->returned, model, SCHEMA_SHAPE);
    arena_free(arena);
    return allowed ? "the schema lets any property in" : NULL;
}

/* clang-format off */
const struct fault faults[] = {
    /* Events and the answers that carry them */
    { .name = "answer-not-json", .rule = "event.json", .on = READ, .spoil = fault_not_json,
      .text = "READ is answered with a Python dictionary" },
    { .name = "answer-empty", .rule = "event.json", .on = READ, .spoil = fault_empty_body,
      .text = "READ is answered with nothing" },
    { .name = "answer-truncated", .rule = "event.json", .on = READ, .spoil = fault_truncated,
      .text = "READ is answered with JSON that ends too early" },
    { .name = "answer-trailing-bytes", .rule = "event.json", .on = READ,
      .spoil = fault_trailing_bytes,
      .text = "READ is answered with something more behind the JSON" },
    { .name = "answer-array", .rule = "event.json", .on = READ, .spoil = fault_array,
      .text = "READ is answered with an array that holds the event" },
    { .name = "answer-bad-utf8", .rule = "event.json", .on = READ, .spoil = fault_bad_utf8,
      .text = "READ is answered with bytes that are not UTF-8" },
    { .name = "answer-crash", .rule = "event.status", .on = READ, .spoil = fault_crash,
      .text = "the read handler raises an exception" },
    { .name = "status-lower-case", .rule = "event.status", .on = READ, .at = SUCCESS,
      .tamper = fault_lower_case, .text = "the status of READ is \"success\"" },
    { .name = "status-missing", .rule = "event.status", .on = READ, .at = SUCCESS,
      .tamper = fault_no_status, .text = "READ is answered without a status" },
    { .name = "status-pending", .rule = "event.status", .on = READ, .at = SUCCESS,
      .tamper = fault_pending, .text = "the status of READ is PENDING" },
    { .name = "success-error-code", .rule = "event.success-clean", .on = READ, .at = SUCCESS,
      .tamper = fault_error_code, .text = "SUCCESS of READ carries an errorCode" },
    { .name = "success-delay", .rule = "event.success-clean", .on = CREATE, .at = SUCCESS,
      .tamper = fault_delay, .text = "SUCCESS of CREATE carries a callbackDelaySeconds" },
    { .name = "failed-without-code", .rule = "event.failed-code", .on = READ, .at = FAILED,
      .tamper = fault_no_code, .text = "FAILED of READ carries no errorCode" },
    { .name = "failed-unknown-code", .rule = "event.failed-code", .on = READ, .at = FAILED,
      .tamper = fault_unknown_code, .text = "FAILED of READ carries an errorCode that is none" },
    { .name = "failed-delay", .rule = "event.failed-clean", .on = READ, .at = FAILED,
      .tamper = fault_delay, .text = "FAILED of READ carries a callbackDelaySeconds" },
    { .name = "failed-models", .rule = "event.failed-clean", .on = READ, .at = FAILED,
      .tamper = fault_empty_models, .text = "FAILED of READ carries resourceModels" },
    { .name = "update-without-message", .rule = "event.failed-message", .on = UPDATE,
      .at = FAILED, .tamper = fault_no_message, .text = "FAILED of UPDATE carries no message" },
    { .name = "delete-without-message", .rule = "event.failed-message", .on = DELETE,
      .at = FAILED, .tamper = fault_no_message, .text = "FAILED of DELETE carries no message" },
    { .name = "progress-error-code", .rule = "event.progress-clean", .on = CREATE,
      .at = IN_PROGRESS, .tamper = fault_error_code,
      .text = "IN_PROGRESS of CREATE carries an errorCode" },
    { .name = "progress-models", .rule = "event.progress-clean", .on = CREATE,
      .at = IN_PROGRESS, .tamper = fault_models,
      .text = "IN_PROGRESS of CREATE carries resourceModels" },
    { .name = "progress-delay-string", .rule = "event.delay", .on = CREATE, .at = IN_PROGRESS,
      .tamper = fault_delay_string, .text = "the callbackDelaySeconds of CREATE is a string" },
    { .name = "progress-delay-negative", .rule = "event.delay", .on = CREATE, .at = IN_PROGRESS,
      .tamper = fault_delay_negative, .text = "the callbackDelaySeconds of CREATE is negative" },

    /* Time */
    { .name = "read-slow", .rule = "time.read-list", .on = READ, .spoil = fault_slow,
      .text = "READ takes longer than it may" },
    { .name = "list-slow", .rule = "time.read-list", .on = LIST, .spoil = fault_slow,
      .text = "LIST takes longer than it may" },
    { .name = "create-slow", .rule = "time.create-update-delete", .on = CREATE,
      .spoil = fault_slow, .text = "CREATE takes longer than it may" },
    { .name = "update-slow", .rule = "time.create-update-delete", .on = UPDATE,
      .spoil = fault_slow, .text = "UPDATE takes longer than it may" },
    { .name = "delete-slow", .rule = "time.create-update-delete", .on = DELETE,
      .spoil = fault_slow, .text = "DELETE takes longer than it may" },
    { .name = "progress-slow-callback", .rule = "time.create-update-delete", .on = CREATE,
      .spoil = fault_slow_callback, .text = "a callback of CREATE takes longer than it may" },
    { .name = "progress-for-ever", .rule = "time.stabilizes", .needs = CREATE,
      .text = "CREATE is IN_PROGRESS for ever" },

    /* Models */
    { .name = "create-without-identifier", .rule = "model.identifier", .on = CREATE,
      .at = SUCCESS, .tamper = fault_no_identifier,
      .text = "CREATE returns a model without its identifier" },
    { .name = "read-without-identifier", .rule = "model.identifier", .on = READ, .at = SUCCESS,
      .tamper = fault_no_identifier, .text = "READ returns a model without its identifier" },
    { .name = "update-without-identifier", .rule = "model.identifier", .on = UPDATE,
      .at = SUCCESS, .tamper = fault_no_identifier,
      .text = "UPDATE returns a model without its identifier" },
    { .name = "progress-without-identifier", .rule = "model.identifier", .on = CREATE,
      .at = IN_PROGRESS, .tamper = fault_no_identifier,
      .text = "IN_PROGRESS of CREATE has a model without its identifier" },
    { .name = "progress-other-identifier", .rule = "model.same-identifier", .on = CREATE,
      .at = IN_PROGRESS, .tamper = fault_other_identifier,
      .text = "IN_PROGRESS of CREATE names another resource than SUCCESS" },
    { .name = "create-undeclared-property", .rule = "model.shape", .on = CREATE, .at = SUCCESS,
      .tamper = fault_undeclared, .impossible = no_undeclared,
      .text = "CREATE returns a property that the schema does not declare" },
    { .name = "read-undeclared-property", .rule = "model.shape", .on = READ, .at = SUCCESS,
      .tamper = fault_undeclared, .impossible = no_undeclared,
      .text = "READ returns a property that the schema does not declare" },
    { .name = "read-wrong-type", .rule = "model.shape", .on = READ, .at = SUCCESS,
      .tamper = fault_wrong_type, .impossible = no_read_only,
      .text = "READ returns a read-only value of another type" },
    { .name = "create-null", .rule = "model.no-null", .on = CREATE, .at = SUCCESS,
      .tamper = fault_null, .impossible = no_nullable,
      .text = "CREATE returns null for a property without a value" },
    { .name = "read-null", .rule = "model.no-null", .on = READ, .at = SUCCESS,
      .tamper = fault_null, .impossible = no_nullable,
      .text = "READ returns null for a property without a value" },
    { .name = "create-write-only", .rule = "model.no-write-only", .on = CREATE, .at = SUCCESS,
      .tamper = fault_write_only, .impossible = no_secret,
      .text = "CREATE returns a write-only value" },
    { .name = "read-write-only", .rule = "model.no-write-only", .on = READ, .at = SUCCESS,
      .tamper = fault_write_only, .impossible = no_secret,
      .text = "READ returns a write-only value" },
    { .name = "update-write-only", .rule = "model.no-write-only", .on = UPDATE, .at = SUCCESS,
      .tamper = fault_write_only, .impossible = no_secret,
      .text = "UPDATE returns a write-only value" },
    { .name = "read-falsy-write-only", .rule = "model.no-write-only", .on = READ, .at = SUCCESS,
      .tamper = fault_falsy_write_only, .impossible = no_secret,
      .text = "READ returns a write-only property emptied: \"\", 0 or false" },
    { .name = "list-write-only", .rule = "model.no-write-only", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_write_only, .impossible = no_secret,
      .text = "LIST returns write-only values" },
    { .name = "create-without-read-only", .rule = "model.read-only", .on = CREATE, .at = SUCCESS,
      .tamper = fault_no_read_only, .impossible = no_read_only,
      .text = "CREATE leaves out a read-only property" },
    { .name = "read-without-read-only", .rule = "model.read-only", .on = READ, .at = SUCCESS,
      .tamper = fault_no_read_only, .impossible = no_read_only,
      .text = "READ leaves out a read-only property" },
    { .name = "create-without-default", .rule = "model.defaults", .on = CREATE, .at = SUCCESS,
      .tamper = fault_no_default, .impossible = no_default,
      .text = "CREATE leaves out a property that has a default" },
    { .name = "read-without-default", .rule = "model.defaults", .on = READ, .at = SUCCESS,
      .tamper = fault_no_default, .impossible = no_default,
      .text = "READ leaves out a property that has a default" },

    /* Create */
    { .name = "create-fails", .rule = "create.succeeds", .needs = CREATE,
      .text = "CREATE is FAILED with InternalFailure" },
    { .name = "create-wrong-value", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .tamper = fault_wrong_value, .impossible = no_plain,
      .text = "CREATE returns another value than was asked for" },
    { .name = "create-drops-property", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .tamper = fault_drop_property, .impossible = no_plain,
      .text = "CREATE leaves out a property that was asked for" },
    { .name = "create-not-readable", .rule = "create.readable", .needs = CREATE | READ,
      .text = "the first READ after CREATE is FAILED with NotFound" },
    { .name = "read-other-identifier", .rule = "create.readable", .on = READ, .at = SUCCESS,
      .tamper = fault_other_identifier, .text = "READ names another resource" },
    { .name = "create-not-listed", .rule = "create.listed", .needs = CREATE | LIST,
      .text = "LIST leaves out what was created" },
    { .name = "create-again-succeeds", .rule = "create.already-exists", .needs = CREATE,
      .impossible = no_given_identifier, .text = "CREATE of what exists is SUCCESS" },
    { .name = "create-again-other-code", .rule = "create.already-exists", .on = CREATE,
      .at = FAILED, .tamper = fault_other_code, .impossible = no_given_identifier,
      .text = "CREATE of what exists is FAILED with another code" },

    /* Read */
    { .name = "read-in-progress", .rule = "read.synchronous", .on = READ, .at = SUCCESS,
      .tamper = fault_in_progress, .text = "READ is IN_PROGRESS at first" },
    { .name = "read-deleted", .rule = "read.not-found", .needs = READ | DELETE,
      .text = "READ of what was deleted is SUCCESS" },
    { .name = "read-absent-other-code", .rule = "read.not-found", .on = READ, .at = FAILED,
      .tamper = fault_other_code, .text = "READ of what does not exist FAILED with another code" },
    { .name = "read-wrong-value", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .tamper = fault_wrong_value, .impossible = no_plain,
      .text = "READ returns another value than was asked for" },
    { .name = "read-drops-property", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .tamper = fault_drop_property, .impossible = no_plain,
      .text = "READ leaves out a property that was asked for" },
    { .name = "read-wrong-nested-value", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .tamper = fault_nested_value, .impossible = no_nested,
      .text = "READ returns another value inside an object or array" },
    { .name = "read-other-order", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .tamper = fault_other_order, .impossible = no_ordered,
      .text = "READ returns an array in another order" },

    /* Update */
    { .name = "update-fails", .rule = "update.succeeds", .needs = CREATE | UPDATE,
      .text = "UPDATE is FAILED with InternalFailure" },
    { .name = "update-shows-old", .rule = "update.echo", .on = UPDATE, .at = SUCCESS,
      .tamper = fault_before, .impossible = no_mutable,
      .text = "UPDATE returns the model as it was before" },
    { .name = "update-not-stored", .rule = "update.applied", .needs = UPDATE, .on = READ,
      .at = SUCCESS, .tamper = fault_before, .impossible = no_mutable,
      .text = "READ after UPDATE shows the model as it was before" },
    { .name = "update-other-identifier", .rule = "update.same-identifier", .on = UPDATE,
      .at = SUCCESS, .tamper = fault_other_identifier, .text = "UPDATE names another resource" },
    { .name = "update-absent-succeeds", .rule = "update.not-found", .needs = UPDATE,
      .text = "UPDATE of what does not exist is SUCCESS" },
    { .name = "update-absent-other-code", .rule = "update.not-found", .on = UPDATE, .at = FAILED,
      .tamper = fault_other_code,
      .text = "UPDATE of what does not exist is FAILED with another code" },
    { .name = "update-not-listed", .rule = "update.listed", .needs = UPDATE | LIST,
      .text = "LIST leaves out what was updated" },

    /* Delete */
    { .name = "delete-fails", .rule = "delete.succeeds", .needs = DELETE,
      .text = "DELETE is FAILED with InternalFailure" },
    { .name = "delete-protected", .rule = "leak.none", .needs = DELETE,
      .text = "DELETE is FAILED with ResourceConflict, so that everything stays" },
    { .name = "delete-does-nothing", .rule = "read.not-found", .needs = READ | DELETE,
      .text = "DELETE is SUCCESS and the resource stays" },
    { .name = "delete-model", .rule = "delete.no-model", .on = DELETE, .at = SUCCESS,
      .tamper = fault_keep_model, .text = "SUCCESS of DELETE carries the model" },
    { .name = "delete-empty-model", .rule = "delete.no-model", .on = DELETE, .at = SUCCESS,
      .tamper = fault_empty_model, .text = "SUCCESS of DELETE carries an empty model" },
    { .name = "delete-again-succeeds", .rule = "delete.not-found", .needs = DELETE,
      .text = "DELETE of what does not exist is SUCCESS" },
    { .name = "delete-absent-other-code", .rule = "delete.not-found", .on = DELETE, .at = FAILED,
      .tamper = fault_other_code,
      .text = "DELETE of what does not exist is FAILED with another code" },
    { .name = "delete-still-listed", .rule = "delete.then-list", .needs = DELETE | LIST,
      .text = "LIST contains what was deleted" },
    { .name = "delete-keeps-identifier", .rule = "delete.then-create", .needs = CREATE | DELETE,
      .impossible = no_given_identifier,
      .text = "CREATE of what was deleted is FAILED with AlreadyExists" },

    /* List */
    { .name = "list-in-progress", .rule = "list.synchronous", .on = LIST, .at = SUCCESS,
      .tamper = fault_in_progress, .text = "LIST is IN_PROGRESS at first" },
    { .name = "list-models-missing", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_missing, .text = "LIST returns no resourceModels" },
    { .name = "list-models-null", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_null, .text = "LIST returns null for resourceModels" },
    { .name = "list-models-object", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_object, .text = "LIST returns an object for resourceModels" },
    { .name = "list-without-identifiers", .rule = "list.identifiers", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_no_identifier, .text = "LIST returns models without identifiers" },
    { .name = "list-same-token", .rule = "list.pages", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_same_token, .text = "LIST returns the same nextToken for ever" },
    { .name = "list-repeats-page", .rule = "list.pages", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_repeats, .text = "the second page of LIST is the first again" },
    { .name = "list-empty-last-token", .rule = "list.ends", .on = LIST, .at = SUCCESS,
      .tamper = fault_list_empty_token, .text = "the nextToken of LIST's last page is \"\"" },
    { 0 },
};
/* clang-format on */

const struct fault *fault_find(const char *name)
{
    for (const struct fault *fault = faults; fault->name; fault++)
        if (strcmp(fault->name, name) == 0)
            return fault;
    return NULL;
}

const char *fault_impossible(const struct fault *fault, const struct resource_type *type)
{
    static const char *const without[ACTION_COUNT] = {
        "the type has no create handler", "the type has no read handler",
        "the type has no update handler", "the type has no delete handler",
        "the type has no list handler",
    };
    const unsigned needs = fault->needs | fault->on;

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (needs & action_at(i) & ~type->handlers)
            return without[i];
    return fault->impossible ? fault->impossible(type) : NULL;
}
