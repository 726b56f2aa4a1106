#ifndef CFNC_CLI_REPLAY_PRIVATE_H
#define CFNC_CLI_REPLAY_PRIVATE_H

#include "cfnc/prepare/subject.h"
#include "cfnc/redact/redact.h"
#include "cfnc/replay/replay.h"

/* What `cfnc replay` alone is asked for. */
struct replay_options {
    bool yes;
    struct list values; /* "/PLACE=VALUE" */
    bool alone;
    bool keep;
    bool print_request;
    bool curl;
    int sam_debug;
};

/* Between the files of `cfnc replay`. */
struct replaying {
    struct arena *arena;
    struct options options; /* with what the recorded run was given, and this one was not */
    struct project_subject subject;
    struct recording *recording;
    struct replay replay;
    const struct recorded_call *call;
    struct replay_values values;
    struct refilled refilled;
    bool builtin; /* the handlers of --demo, as in the run */
    struct redactor *redactor;
    struct target target;
    const char *untaken;   /* options of the run that are not taken from a recording; or NULL */
    const char *no_inputs; /* why nothing can be drawn from the inputs; or NULL */
    struct error error;
};

/* The command; its row stands with its options. */
enum exit_code cmd_replay(struct arena *arena, const struct options *options);

/* --- replay_options.c --- */

/* "RUN/CALL", "CALL", "RUN" or NULL, in two parts; *call is NULL for the one that failed first. */
void replay_split(struct arena *arena, const char *word, const char **run, const char **call);

/* What stands after --set: "/Secret=hunter2", "/Size=3", "/Key=@FILE". */
MUST_USE bool replay_values_read(struct arena *arena, const struct options *options,
                                 struct replay_values *values, struct error *error);

/*
 * The options that the recorded run was given, where others were not given now; but for those that
 * the user alone may choose. False and r->error: what was called is one of them.
 */
MUST_USE bool replay_take_options(struct replaying *r, const struct options *now);

/* --- replay_command.c --- */

/* The request without what is secret. */
void replay_print_request(const struct replaying *r);
/* A line for a shell that sends the same; what is secret in it are variables, which are named. */
enum exit_code replay_print_curl(struct replaying *r);
/* The event in a file, and the line for `sam local invoke` with a debugger. */
enum exit_code replay_print_sam(struct replaying *r);

#endif
