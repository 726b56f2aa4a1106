#ifndef CFNC_RUN_BUILTIN_H
#define CFNC_RUN_BUILTIN_H

#include <stdio.h>

#include "cfnc/base/text.h"
#include "cfnc/demo/builtin.h"
#include "cfnc/report/report.h"
#include "cfnc/engine/run.h"
#include "cfnc/record/recording.h"
#include "cfnc/suite/resource.h"

/*
 * A run of the whole suite on the built-in provider, without a network and in
 * a time of its own. It belongs to the arena. NULL after a failed check.
 */
struct run *run_builtin(struct arena *arena, const struct resource_type *type,
                        const struct builtin_options *options, enum suite suite_wanted);

/* What else a test may set. */
struct run_setting {
    enum suite suite;
    uint64_t seed;               /* of generated models; 0: one that never changes */
    const struct input_set *set; /* NULL: generated models */
    enum variant variant;        /* of these */
    unsigned examples;           /* likewise */
    int shrink;
    int retries;
    struct shard shard;
    const struct reporter *reporters; /* or NULL */
    struct waiver *waivers;           /* exceptions; NULL: none */
    /* Is shown the run before it begins. Or NULL. */
    void (*before)(struct arena *arena, struct run *run, void *context);
    void *before_context;
    /* Puts a world of the test's own around the provider's, or NULL. */
    struct world *(*around)(struct arena *arena, struct world *provider, const void *context);
    const void *context;
    const struct selection *selection; /* NULL: every test of the suite */
    struct builtin **provider;         /* is set to the provider; or NULL */
};
struct run *run_builtin_set(struct arena *arena, const struct resource_type *type,
                            const struct builtin_options *options,
                            const struct run_setting *setting);

/* The type of tests/data/types/NAME.json, or of another file. */
const struct resource_type *type_named(struct arena *arena, const char *name);
const struct resource_type *type_of_file(struct arena *arena, const char *path);
/* The type of a schema in a test's own text, which must be right. */
const struct resource_type *type_of_text(struct arena *arena, const char *text);

/* The rule of resource types that has this id. */
static inline const struct rule *rule_of(const char *id)
{
    return rule_find(&resource_protocol, id);
}

/* The first set of a user's files, with these models; no update for NULL. */
struct input_set set_of(struct arena *arena, const char *create, const char *update);

/* Calls a handler of the world with a request of the test's own. */
bool call_with(struct world *world, const struct request *request, struct arena *arena,
               struct reply *reply, struct error *error);

/* A recording that is kept as text; recorder_end() is the caller's. */
struct tape_in_memory {
    struct text text;
    struct recorder *recorder;
};
void record_in_memory(struct arena *arena, struct run *run, struct tape_in_memory *memory);

/* What is written on standard output between the two. */
struct capture {
    FILE *file;
    int output;
};
struct capture capture_begin(void);
const char *capture_end(struct arena *arena, const struct capture *capture);

/* All that reporters write of a run that is over. */
const char *told_text(struct arena *arena, const struct run *run, const struct reporter *reporters);

/* A format of reports by its name; and a run in it. */
const struct report_format *format_named(const char *name);
const char *report_as(struct arena *arena, const char *format, const struct run *run);

/* All that the terminal shows of a run that is over. */
const char *console_text(struct arena *arena, const struct run *run,
                         const struct console_options *options);

/* Whether some outcome of the run was convicted by the rule. */
bool convicted(const struct run *run, const char *rule);

/* The first finding or error of a run in one line, for messages; NULL when there is none. */
const char *first_complaint(struct arena *arena, const struct run *run);

#endif
