#include "cfnc/engine/bounds.h"
#include "cfnc/generate/shrink.h"
#include "run_private.h"

/* What is tried again and again. */
struct attempt {
    struct session *session;
    enum given given;
    const struct contract_test *test; /* NULL: the fixture alone */
    struct outcome *outcome;
    struct random random; /* of identifiers */
};

/* What an attempt leaves behind is left behind by the test that it is an attempt of. */
static void keep_leftovers(struct run *run, struct leftover *leftovers,
                           const struct outcome *outcome)
{
    struct leftover **end = &run->leftovers;

    while (*end)
        end = &(*end)->next;
    *end = leftovers;
    for (struct leftover *l = leftovers; l; l = l->next) {
        l->made_by = outcome;
        l->last_call = NULL;
    }
}

/* An attempt has a record of its own, which nobody reads. */
static bool fails(void *context, const json *model)
{
    static const struct reporter nobody[1];
    struct attempt *attempt = context;
    struct run *run = attempt->session->run;
    struct run apart = *run;
    struct arena *arena = arena_new();
    struct input_set set = *attempt->session->set;
    struct session again = *attempt->session;

    apart.outcomes = NULL;
    apart.calls = NULL;
    apart.leftovers = NULL;
    set.create = generate_renamed(arena, run->type, model, &attempt->random);
    again.run = &apart;
    again.examples = run_examples(run, again.set);
    again.examples.set = again.set = &set;
    again.reporters = nobody;
    again.outcomes_end = &apart.outcomes;
    again.fixture = (struct trial){ .outcome = NULL };
    again.memory = (struct memory){ 0 };
    const bool failed = !run_stops(run, attempt->session->world) &&
                        session_fails(&again, attempt->given, attempt->test,
                                      failure_finding(attempt->outcome)->rule);
    memory_free(&again.memory);
    keep_leftovers(run, apart.leftovers, attempt->outcome);
    arena_free(arena);
    return failed;
}

void session_shrink(struct session *s, enum given given, const struct contract_test *test,
                    struct outcome *outcome, const json *model)
{
    struct run *run = s->run;
    struct attempt attempt = {
        .session = s,
        .given = given,
        .test = test,
        .outcome = outcome,
        .random = { run->options.seed ^ 1 },
    };
    const struct shrinking shrinking = {
        .type = run->type,
        .fails = fails,
        .context = &attempt,
        .runs = (size_t)run->options.shrink,
    };
    struct arena *arena = arena_new();
    const struct shrunk shrunk = shrink_model(arena, &shrinking, model);

    outcome->smallest = redact_model(run->redactor, run->arena, shrunk.model);
    outcome->shrink_runs = (unsigned)shrunk.runs;
    arena_free(arena);
}
