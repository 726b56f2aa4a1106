#include "cfnc/bounds.h"
#include "cfnc/judge.h"
#include "cfnc/operation.h"

const char *given_name(enum given given)
{
    static const char *const names[] = {
        [NOTHING] = "nothing",
        [A_CREATED_RESOURCE] = "created_resource",
        [A_DELETED_RESOURCE] = "deleted_resource",
        [AN_UPDATED_RESOURCE] = "updated_resource",
    };
    return names[given];
}

const char *test_name(const struct contract_test *test, enum suite suite_wanted)
{
    return suite_wanted == SUITE_V2 && test->v2_name ? test->v2_name : test->name;
}

bool test_is_of(const struct module *module, const struct contract_test *test,
                enum suite suite_wanted)
{
    return (!module->suites || module->suites & suite_wanted) &&
           (!test->suites || test->suites & suite_wanted);
}

bool module_is_due(const struct module *module, size_t set, size_t set_count)
{
    return module->when == FOR_EACH_SET ||
           set == (module->when == WITH_THE_FIRST_SET ? 0 : set_count - 1);
}

const char *unless_identifier_is_writable(const struct resource_type *type)
{
    if (resource_type_identifier_is_writable(type))
        return NULL;
    for (size_t i = 0; i < type->identifier.count; i++)
        if (set_covers(&type->read_only, type->identifier.paths[i].pointer))
            return "primaryIdentifier is read-only, so a second CREATE makes a second resource";
    return "primaryIdentifier is not createOnly, so a second CREATE may make a second resource";
}

const char *unless_identifier_is_read_only(const struct resource_type *type)
{
    return no_identifier_to_be_given(type);
}

const char *unless_alias_is_writable(const struct resource_type *type)
{
    return no_alias_to_ask_for(type);
}

const char *unless_additional_identifiers(const struct resource_type *type)
{
    return no_additional_identifiers(type);
}

const char *unless_create_only(const struct resource_type *type)
{
    return no_create_only(type);
}

const char *unless_some_identifier_is_writable(const struct resource_type *type)
{
    return resource_type_identifier_is_writable(type) ? "contract_delete_create does it"
                                                      : no_identifier_to_ask_for(type);
}

const char *unless_taggable(const struct resource_type *type)
{
    return not_taggable(type);
}

const char *unless_tag_updatable(const struct resource_type *type)
{
    return tags_not_updatable(type);
}

/* Whether a failure of it is waived; what was left behind, and what need not be, is none. */
static bool is_waived(const struct outcome *outcome)
{
    const struct finding *f = outcome->waived;

    while (f && (f->rule == rule_find("leak.none") || f->level != MUST))
        f = f->next;
    return f;
}

/*
 * An answer that is no event, or none at all, is an error; any other fault of a
 * MUST a failure. What was left behind is told apart: the test itself may have
 * passed.
 */
static enum verdict judge_outcome(const struct outcome *outcome)
{
    const struct rule *leak = rule_find("leak.none");
    enum verdict verdict = outcome->error       ? VERDICT_ERRORED
                           : is_waived(outcome) ? VERDICT_WAIVED
                                                : VERDICT_PASSED;

    for (const struct finding *f = outcome->findings; f; f = f->next) {
        if (f->rule == leak && !(f->call && f->call->action & (READ | LIST)))
            continue;
        if (f->no_event)
            return VERDICT_ERRORED;
        if (f->level == MUST && verdict != VERDICT_ERRORED)
            verdict = VERDICT_FAILED;
    }
    return verdict;
}

static void conclude(struct trial *t)
{
    t->outcome->verdict = judge_outcome(t->outcome);
    if (t->skipped && t->outcome->verdict == VERDICT_PASSED) {
        t->outcome->verdict = VERDICT_SKIPPED;
        t->outcome->reason = t->skipped;
    }
    if (t->stopped && t->outcome->verdict == VERDICT_PASSED) {
        t->outcome->verdict = VERDICT_NOT_RUN;
        t->outcome->reason = run_stop_reason(t->run);
    }
}

/* Whatever a trial found, what it made is deleted; the first failure stays the first. */
static void clean_up(struct trial *t)
{
    const bool failed = t->failed;
    const enum phase phase = t->phase;

    t->phase = PHASE_TEARDOWN;
    live_delete_all(t);
    t->phase = phase;
    t->failed = t->failed || failed;
}

void trial_run(struct trial *t, const struct contract_test *test)
{
    t->phase = PHASE_CALL;
    test->run(t);
    clean_up(t);
    conclude(t);
}

void trial_set_up(struct trial *t, enum given given)
{
    t->phase = PHASE_SETUP;
    if (given == A_CREATED_RESOURCE) {
        create_unusual(t);
    } else {
        t->requested = given == AN_UPDATED_RESOURCE ? sample_create_as(t, SAMPLE_SPARSE)
                       : no_identifier_to_ask_for(t->run->type)
                           ? sample_create_as(t, SAMPLE_MINIMAL)
                           : sample_create(t); /* it is created again, with less */
        t->created = expect_created(t, t->requested);
        t->resource = t->created;
    }
    if (given == A_DELETED_RESOURCE) {
        expect_deleted(t, t->created);
        t->deleted = true;
    }
    if (given == AN_UPDATED_RESOURCE)
        update_unusual(t);
    if (t->failed)
        clean_up(t);
    conclude(t);
}

/* The reference deletes a deleted resource once more; NotFound is as good as SUCCESS then. */
static void delete_once_more(struct trial *t)
{
    struct exchange x;
    const struct request request = { .action = DELETE,
                                     .desired = t->created,
                                     .token = t->world->token(t->world, t->arena) };
    const struct expectation expected = { .outcome = NOT_FOUND };

    t->phase = PHASE_TEARDOWN;
    t->tolerant = true;
    operation_run(t, &request, &expected, &x);
    t->tolerant = false;
    if (!t->outcome->error && x.event.status == FAILED && x.event.error_code != NOT_FOUND)
        trial_find(t, rule_find("delete.not-found"), t->last_call,
                   arena_printf(t->arena, "DELETE FAILED with %s",
                                x.event.error_text ? x.event.error_text : "no errorCode"),
                   NULL, DELETE);
}

void trial_tear_down(struct trial *t)
{
    const bool failed = t->failed;

    if (t->deleted && !failed && t->run->options.suite == SUITE_V1)
        delete_once_more(t);
    clean_up(t);
    if (failed || !t->failed)
        return;
    conclude(t);
    t->outcome->torn_down_badly =
        t->outcome->verdict == VERDICT_FAILED || t->outcome->verdict == VERDICT_ERRORED;
}
