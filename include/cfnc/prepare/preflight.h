#ifndef CFNC_PREFLIGHT_H
#define CFNC_PREFLIGHT_H

#include "cfnc/prepare/aim.h"

/*
 * Preconditions: what must hold before a handler is called. Each is a row of one table, in the
 * order in which they are told; `cfnc test` and `cfnc doctor` go through the same one. All of them
 * are checked, whatever is wrong with some: only one that depends on another that failed is not.
 */
enum check_id {
    CHECK_PROJECT,
    CHECK_SCHEMA,
    CHECK_INPUTS,
    CHECK_TYPE_CONFIGURATION,
    CHECK_IMAGE,
    CHECK_EXCEPTIONS,
    CHECK_AGAINST,
    CHECK_TESTS,
    CHECK_CREDENTIALS,
    CHECK_REGION,
    CHECK_ENDPOINT,
    CHECK_FUNCTION,
    CHECK_ACCOUNT,
    CHECK_TEMPLATE,
    CHECK_LEFTOVERS,
    CHECK_COUNT
};

/* When a row has its turn: before there is a run, when there is one, last; or in doctor alone. */
enum check_stage { STAGE_FILES = 1, STAGE_RUN = 2, STAGE_TARGET = 4, STAGE_DOCTOR = 8 };

enum check_verdict { CHECK_NOT_LOOKED_AT, CHECK_OK, CHECK_WARNING, CHECK_PROBLEM };

/* What came of one. Texts are one line each. */
struct checked {
    enum check_verdict verdict;
    const char *note; /* what there is; or why it was not looked at; NULL: not worth a word */
    struct problems problems;
    struct problems warnings; /* their codes are EXIT_OK */
    const char *todo;      /* what to do about the problem, where its text does not say; or NULL */
    struct problems fixes; /* commands for a shell that repair it; their codes are EXIT_OK */
};

struct preflight {
    struct arena *arena;
    const struct options *options;
    struct project_subject *subject; /* is filled in */
    struct target *target;           /* likewise */
    struct run *run; /* that STAGE_RUN is about, and the selection of its tests; or NULL */
    const struct selection *selection;

    /* What was found on the way. */
    struct redactor *redactor; /* knows every secret that there is */
    uint64_t seed;
    struct generation how; /* once the type is known */
    enum service service;
    bool unreachable; /* nobody answered there */
    bool thorough;    /* what only matters elsewhere is worth a warning, too */
    struct checked checked[CHECK_COUNT];
};

/* `subject` and `target` are the caller's, and `subject` has a project from the first stage on. */
struct preflight preflight_new(struct arena *arena, const struct options *options,
                               struct project_subject *subject, struct target *target);

/* Looks at the rows of a stage. Nothing is invoked. */
void preflight_look(struct preflight *preflight, enum check_stage stage);

/* Everything that is wrong, each once, redacted. */
struct problems preflight_problems(const struct preflight *preflight);

/* Prints that, in one message on the error stream. EXIT_OK, and nothing, when nothing is wrong. */
enum exit_code preflight_report(const struct preflight *preflight);

/* "project"; the word that users read. */
const char *check_name(enum check_id id);

#endif
