#include "cfnc/base/text.h"
#include "cfnc/engine/run.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/report/failure.h"
#include "cfnc/resource/resource.h"
#include "cli/commands.h"
#include "cli/terminal.h"

bool dry_run_check(const struct options *options, struct error *error)
{
    if (!options->dry_run)
        return true;
    if (options->faults.count)
        return error_set(error, "--dry-run plans for handlers that keep their contract; leave out "
                                "--fault");
    if (options->reports.count)
        return error_set(error, "--dry-run writes nothing; leave out --report and --junitxml");
    return true;
}

/* What stands in the requests that nobody gets. */
static struct target *nowhere(struct arena *arena, const struct options *options,
                              const struct run *run)
{
    struct target *target = arena_alloc(arena, sizeof(*target));

    *target = (struct target){
        .endpoint = "",
        .function_name = options->function_name,
        .region = options->region,
        .account_id = options->account_id,
        .type_name = run->subject->name,
        .credentials = credentials_placeholders(),
    };
    return target;
}

/* What kept the plan from being whole, in one line; NULL when it is. */
static const char *gap_in(struct arena *arena, const struct run *run)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->error || o->findings)
            return arena_printf(arena, "%s: %s", o->name, failure_line(arena, o));
    return NULL;
}

enum exit_code dry_run(struct arena *arena, const struct options *options, struct run *run,
                       const struct selection *selection)
{
    const struct console_options console = console_choose(options);
    const struct reporter reporters[2] = { plan_reporter(arena, console.columns) };
    struct error error;
    struct builtin *builtin = options_builtin(arena, options, type_of(run->subject), &error);

    if (!builtin)
        return complain(EXIT_PROJECT, "%s", error.text);
    run->target = nowhere(arena, options, run);
    run_suite(run, builtin_world(arena, builtin, run->target), selection, reporters);
    const char *gap = gap_in(arena, run);
    return gap ? complain(EXIT_PROJECT, "the plan is not whole: %s", gap) : EXIT_OK;
}
