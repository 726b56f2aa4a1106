/* What the options come to, for whoever needs it. */
#include "cfnc/suite/resource.h"
#include "cfnc/prepare/choices.h"
#include <assert.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/base/text.h"
#include "cfnc/generate/coverage.h"

/* Short enough to be typed again. */
uint64_t options_seed(const struct model_options *model)
{
    struct timespec now = { 0 };

    if (model->seed.given)
        return model->seed.value;
    clock_gettime(CLOCK_REALTIME, &now);
    struct random random = { (uint64_t)now.tv_sec ^ (uint64_t)now.tv_nsec << 20 ^
                             (uint64_t)getpid() << 50 };
    return random_below(&random, 10000000);
}

struct generation options_generation(struct arena *arena, const struct model_options *model,
                                     const struct resource_type *type, uint64_t seed)
{
    struct random random = { seed };
    struct generation how = { .variant = VARIANT_MAXIMAL };

    const bool known = variant_find(model->variant, &how.variant);
    assert(known); /* else the rows of --variant and the generator's differ */
    (void)known;
    if (model->examples > 1)
        how.coverage = coverage_new(arena, type, (size_t)model->examples, &random);
    return how;
}

struct selection *options_selection(struct arena *arena, const struct filter_options *filter,
                                    const char *const *names, struct error *error)
{
    struct selection_options wanted = {
        .k = filter->k,
        .m = filter->m,
        .names = names,
        .deselect = (const char *const *)filter->deselect.items,
        .protocol = &resource_protocol,
    };
    if (filter->shard && !shard_read(filter->shard, &wanted.shard)) {
        error_set(error, "--shard %s: expected one of so many, such as 2/3",
                  text_quote(arena, filter->shard, 40));
        return NULL;
    }

    return selection_read(arena, &wanted, error);
}
