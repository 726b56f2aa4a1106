/* Faults of CREATE, and of what is found after it. */
#include "builtin_private.h"

/* --- What is refused --- */

static bool of_what_is_invalid(const struct invocation *call)
{
    return call_objection(call);
}

static bool of_the_same(const struct invocation *call)
{
    return json_equal(model_requested(call, call->desired), call->requested);
}

/* Both the primary identifier, and an additional one. */
static const char *lacks_writable_identifiers(const struct resource_type *type)
{
    const char *reason = lacks_writable_identifier(type);

    return reason ? reason : lacks_writable_alias(type);
}

/* --- What was asked for before --- */

/* What others may have asked for, too. */
static const json *common(const struct invocation *call, const json *requested)
{
    return fault_unnamed(call, model_without(call->arena, requested, &call->type->write_only));
}

/* What was created by a request that differs in identifiers at most; or NULL. */
static const struct resource *find_alike(const struct invocation *call)
{
    const struct resource *r = call_is_new(call) ? call->builtin->first : NULL;
    const json *wanted = common(call, model_requested(call, call->desired));

    while (r && (r->ghost || !r->token || !json_equal(common(call, r->requested), wanted)))
        r = r->next;
    return r;
}

static json *adopt(struct invocation *call)
{
    const struct resource *alike = find_alike(call);

    return alike ? event_success(call, alike->full) : NULL;
}

static bool like_another(const struct invocation *call)
{
    return find_alike(call);
}

static json *forget_token(struct invocation *call)
{
    call->token = "";
    return NULL;
}

static bool by_a_known_token(const struct invocation *call)
{
    return !call->context && store_by_token(call->builtin, call->token);
}

/* A callback that comes again is taken for a new request. */
static json *begin_anew(struct invocation *call)
{
    const struct resource *resource = call->context ? call_continued(call) : NULL;

    if (resource && resource->settled && !call_remaining(call)) {
        call->desired = model_requested(call, call->desired);
        call->context = NULL;
        call->token = "";
    }
    return NULL;
}

static bool made_one(const struct invocation *call)
{
    return call->made;
}

/* --- What READ and LIST make of it --- */

static void read_oldest(const struct invocation *call, json *model)
{
    become(model, model_shown(call, store_oldest(call->builtin)->full));
}

static void read_newest(const struct invocation *call, json *model)
{
    become(model, model_shown(call, store_newest(call->builtin)->full));
}

/* All share what the newest one holds; their names apart. */
static void read_values_of_newest(const struct invocation *call, json *model)
{
    const json *newest = model_shown(call, store_newest(call->builtin)->full);

    json_each (member, newest)
        if (fault_changeable(call->type, member) && json_get(model, json_key(member)))
            json_set(model, json_key(member), member);
}

static bool is_new(const struct invocation *call, const struct resource *resource)
{
    return !resource->before && resource->serial > call->builtin->preloaded;
}

/* The first LIST after a create comes too early. */
static bool was_never_listed(const struct invocation *call, const struct resource *resource)
{
    return !resource->listed && resource->serial > call->builtin->preloaded;
}

/* clang-format off */
const struct fault create_faults[] = {
    { .name = "create-fails", .rule = "create.succeeds", .on = CREATE, .needs = CREATE,
      .when = call_is_new, .refuses = INTERNAL_FAILURE,
      .message = "the create handler could not go on",
      .text = "CREATE is FAILED with InternalFailure" },
    { .name = "create-not-readable", .rule = "create.readable", .on = READ, .needs = CREATE | READ,
      .when = at_first_read, .hides = fault_any,
      .text = "the first READ after CREATE is FAILED with NotFound" },
    { .name = "read-other-identifier", .rule = "create.readable", .on = READ, .at = SUCCESS,
      .model = fault_other_identifier, .text = "READ names another resource" },
    { .name = "create-not-listed", .rule = "create.listed", .on = LIST, .needs = CREATE | LIST,
      .hides = is_new, .text = "LIST leaves out what was created" },
    { .name = "create-again-succeeds", .rule = "create.already-exists", .on = CREATE,
      .needs = CREATE, .code = ALREADY_EXISTS, .tamper = fault_succeed,
      .lacks = lacks_writable_identifier, .text = "CREATE of what exists is SUCCESS" },
    { .name = "create-again-other-code", .rule = "create.already-exists", .on = CREATE,
      .code = NOT_FOUND | ALREADY_EXISTS, .member = "errorCode",
      .value = "\"GeneralServiceException\"", .lacks = lacks_writable_identifier,
      .text = "CREATE of what exists is FAILED with another code" },
    { .name = "create-same-again-succeeds", .rule = "create.already-exists", .on = CREATE,
      .needs = CREATE, .code = ALREADY_EXISTS, .when = of_the_same, .tamper = fault_succeed,
      .lacks = lacks_writable_identifier,
      .text = "CREATE of what exists is SUCCESS when it asks for just the same" },
    { .name = "create-ignores-alias", .rule = "create.already-exists", .needs = CREATE,
      .same_aliases = true, .lacks = lacks_writable_identifiers,
      .text = "CREATE makes a second resource with the same additional identifier" },
    { .name = "create-again-overwrites", .rule = "create.already-exists", .on = CREATE,
      .needs = CREATE | READ, .code = ALREADY_EXISTS, .act = fault_overwrite,
      .lacks = lacks_writable_identifier, .property = fault_updatable,
      .text = "CREATE of what exists is FAILED, and changes it all the same" },
    { .name = "create-refused-is-made", .rule = "create.unborn", .on = CREATE,
      .needs = CREATE | LIST, .code = ALREADY_EXISTS, .act = fault_make_another,
      .lacks = lacks_writable_identifier,
      .text = "CREATE of what exists is FAILED, and makes something all the same" },
    { .name = "create-invalid-is-made", .rule = "create.unborn", .on = CREATE,
      .needs = CREATE | LIST, .code = INVALID_REQUEST, .when = of_what_is_invalid,
      .act = fault_make_another, .lacks = lacks_read_only_identifier,
      .text = "CREATE of an invalid model is FAILED, and makes something all the same" },
    { .name = "create-adopts", .rule = "create.no-adopt", .on = CREATE, .needs = CREATE | DELETE,
      .instead = adopt, .lacks = lacks_read_only_identifier,
      .text = "a second CREATE with the same request gives the first resource again" },
    { .name = "create-forgets-token", .rule = "create.idempotent", .on = CREATE, .needs = CREATE,
      .instead = forget_token, .lacks = lacks_read_only_identifier,
      .text = "CREATE with a bearerToken that was used before makes another resource" },
    { .name = "create-makes-two", .rule = "create.idempotent", .on = CREATE,
      .needs = CREATE | READ | DELETE | LIST, .when = made_one, .act = fault_make_another,
      .lacks = lacks_read_only_identifier,
      .text = "CREATE makes a second resource beside the first" },
    { .name = "create-token-again-fails", .rule = "create.idempotent", .on = CREATE,
      .needs = CREATE, .when = by_a_known_token, .refuses = SERVICE_INTERNAL_ERROR,
      .message = "the token was used before",
      .text = "CREATE with a bearerToken that was used before is FAILED" },
    { .name = "progress-again-makes-another", .rule = "create.idempotent", .on = CREATE,
      .needs = CREATE | LIST, .callbacks = 1, .instead = begin_anew,
      .lacks = lacks_read_only_identifier,
      .text = "a callback of CREATE that comes twice makes another resource" },
    { .name = "create-refuses-copy", .rule = "create.round-trip", .on = CREATE,
      .needs = CREATE | READ | DELETE, .when = like_another, .refuses = INVALID_REQUEST,
      .message = "the request is like that of another resource", .lacks = lacks_copies,
      .property = fault_changeable,
      .text = "CREATE refuses what READ returned, under another name" },
    { .name = "read-alias-not-found", .rule = "create.readable-alias", .on = READ,
      .needs = CREATE | READ, .when = by_alias, .hides = fault_any,
      .lacks = lacks_additional_identifiers,
      .text = "READ by an additional identifier is FAILED with NotFound" },
    { .name = "read-alias-other", .rule = "create.readable-alias", .on = READ, .at = SUCCESS,
      .needs = CREATE | READ, .when = by_alias, .model = read_oldest,
      .lacks = lacks_additional_identifiers,
      .text = "READ by an additional identifier returns the oldest" },
    { .name = "read-oldest", .rule = "create.readable", .on = READ, .at = SUCCESS,
      .needs = CREATE | READ, .model = read_oldest,
      .text = "READ returns the oldest resource, whatever it is asked for" },
    { .name = "read-newest", .rule = "create.readable", .on = READ, .at = SUCCESS,
      .needs = CREATE | READ | DELETE, .model = read_newest, .lacks = lacks_copies,
      .property = fault_changeable,
      .text = "READ returns the newest resource, whatever it is asked for" },
    { .name = "read-values-of-newest", .rule = "update.only-that", .on = READ, .at = SUCCESS,
      .needs = CREATE | UPDATE | DELETE, .when = beside_another, .model = read_values_of_newest,
      .lacks = lacks_copies, .property = fault_updatable,
      .text = "READ returns the values of the newest resource under the name that was asked for" },
    { .name = "create-listed-late", .rule = "create.listed", .on = LIST, .at = SUCCESS,
      .needs = CREATE, .hides = was_never_listed,
      .text = "the first LIST after CREATE leaves out what was created" },
    { .name = "create-changes-another", .rule = "create.only-that", .on = CREATE, .at = SUCCESS,
      .needs = READ | DELETE, .act = fault_touch_neighbour, .lacks = lacks_copies,
      .property = fault_changeable, .text = "CREATE changes another resource as well" },
    { 0 },
};
/* clang-format on */
