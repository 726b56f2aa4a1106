/* Whether a model shows the state that was asked for. */
#include "cfnc/type/system_tags.h"
#include "judge.h"

static const char *count_of(struct evidence *e)
{
    size_t count = 0;

    for (const struct difference *d = e->comparison.differences; d; d = d->next)
        count++;
    if (!count)
        return NULL;
    const char *first = e->comparison.differences->path;
    return count == 1 ? arena_printf(e->arena, "%s differs", *first ? first : "the model")
                      : arena_printf(e->arena, "%s and %zu more differ", first, count - 1);
}

static const char *compared(const struct exchange *x, struct evidence *e, const json *with)
{
    const json *model = x->event.model;

    if (!with || !model)
        return NULL;
    if (x->suite != SUITE_V1) {
        model = model_without_system_tags(e->arena, type_of(x->subject), model, with);
        with = model_without_system_tags(e->arena, type_of(x->subject), with, model);
    }
    e->comparison = compare_models(e->arena, type_of(x->subject), with, model);
    if (x->suite == SUITE_V1 && !e->comparison.differences)
        e->comparison.differences = item_with_more(x, e->arena, with);
    return count_of(e);
}

/* Nobody is accused of what could not be compared, but it is said. */
static const char *undecided(struct evidence *e)
{
    const struct not_compared *n = e->comparison.not_compared;

    while (n && !n->failed)
        n = n->next;
    e->mild = n != NULL;
    return n ? arena_printf(e->arena, "%s was not compared: %s", *n->path ? n->path : "the model",
                            n->why)
             : NULL;
}

static const char *request_not_echoed(const struct exchange *x, struct evidence *e)
{
    const char *fault = compared(x, e, expected_of(x)->requested);

    return fault ? fault : undecided(e);
}

static const char *create_not_applied(const struct exchange *x, struct evidence *e)
{
    return expected_of(x)->fresh ? compared(x, e, expected_of(x)->requested) : NULL;
}

/* Beyond the input's tags, suite full looks at what became of them. */
static const char *tags_not_created(const struct exchange *x, struct evidence *e)
{
    const struct property_path *path = &type_of(x->subject)->tag_property;
    const json *tags = path_get(expected_of(x)->requested, path);
    json *asked = json_object(e->arena);

    if (x->suite != SUITE_FULL || !type_of(x->subject)->has_tagging ||
        !type_of(x->subject)->taggable || expected_of(x)->before || !tags ||
        path_set(asked, path, tags))
        return NULL;
    return compared(x, e, asked);
}

/* Whether the top-level property that the pointer leads into is the one before the update. */
static bool whole_as_before(const struct exchange *x, struct evidence *e, const char *pointer)
{
    struct property_path path;

    if (!pointer_read(e->arena, pointer, &path) || !path.depth)
        return false;
    const json *old = json_get(expected_of(x)->before, path.steps[0]);
    const json *now = json_get(x->event.model, path.steps[0]);
    json *was = json_object(e->arena), *is = json_object(e->arena);
    if (!old || !now)
        return !old && !now;
    json_set(was, path.steps[0], old);
    json_set(is, path.steps[0], now);
    return !compare_models(e->arena, type_of(x->subject), was, is).differences;
}

/* Whether each difference shows what was there before the update. */
static bool all_as_before(const struct exchange *x, struct evidence *e, const struct difference *d)
{
    for (; d; d = d->next) {
        const json *old = pointer_get(expected_of(x)->before, d->path);
        const bool same = d->returned ? json_equal(old, d->returned) : !old;

        if (!same && !whole_as_before(x, e, d->path)) /* items of a set have no places */
            return false;
    }
    return true;
}

/* Whether a difference shows a property that was not there before the update: it did something. */
static bool some_is_new(const struct exchange *x, struct evidence *e, const struct difference *d)
{
    struct property_path path;

    for (; d; d = d->next)
        if (d->returned && pointer_read(e->arena, d->path, &path) && path.depth &&
            !json_get(expected_of(x)->before, path.steps[0]))
            return true;
    return false;
}

static const char *update_not_applied(const struct exchange *x, struct evidence *e)
{
    struct evidence before = { .arena = e->arena };

    if (!expected_of(x)->before || !compared(x, e, expected_of(x)->requested))
        return NULL;
    const struct difference *d = e->comparison.differences;
    if (all_as_before(x, e, d) ||
        (!some_is_new(x, e, d) && !compared(x, &before, expected_of(x)->before)))
        return count_of(e);
    return NULL;
}

static const char *read_differs(const struct exchange *x, struct evidence *e)
{
    const char *fault = compared(x, e, expected_of(x)->requested);

    if (fault)
        return update_not_applied(x, e) ? NULL : fault;
    struct evidence first = *e;
    fault = compared(x, e, expected_of(x)->returned);
    if (fault)
        return fault;
    *e = first;
    return undecided(e);
}

static const char read_hint[] =
    "the read handler usually maps the service's answer back into the model: look there first";

/* clang-format off */
const struct rule echo_rules[] = {
    { .id = "create.echo", .suites = ALL_SUITES, .on = CREATE, .source = said_of_create,
      .at = SUCCESS, .expecting = NO_ERROR, .fault = request_not_echoed,
      .must = "The final model of CREATE shows every requested property, unchanged",
      .title = "CREATE returned a model that differs from what it was asked for.",
      .hint = "return the model as it was requested, plus read-only properties and defaults" },
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
    { 0 },
};

const struct rule state_rules[] = {
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
    { .id = "create.tags", .suites = ALL_SUITES, .source = "cfn test, contract_create_taggable",
      .on = CREATE | READ, .at = SUCCESS, .expecting = NO_ERROR, .fault = tags_not_created,
      .features = TAGS,
      .must = "The create input of a taggable type has tags, and they are read back",
      .title = "The tags of a created resource are not there.",
      .hint = "add the tag property to the create input" },
    { 0 },
};
/* clang-format on */
