#ifndef CFNC_PLACEHOLDERS_H
#define CFNC_PLACEHOLDERS_H

#include "cfnc/base/random.h"
#include "cfnc/json/json.h"

/*
 * What a user's inputs and overrides may hold in their strings:
 *
 *     {{uuid}}       a random UUID (RFC 4122, version 4)
 *     {{random}}     12 small letters and digits, the first a letter
 *     {{seed}}       the seed, in decimal
 *     {{env:NAME}}   an environment variable, which must be set
 *     {{region}}     where the handlers are: us-east-1
 *     {{account}}    whose they are: 123456789012
 *     {{partition}}  of that region: aws, aws-cn
 *
 * Each {{uuid}} and {{random}} is another one. Other text in double braces
 * (exports, {{resolve:...}}) is left alone, and so are keys. The last three are
 * the template variables of contract tests v2; where there is no location they
 * are exports like any other name, as they are to cfn test without --v2.
 */
struct location {
    const char *region, *account;
};

struct placeholders {
    uint64_t seed;
    struct random *random;
    const struct location *location;                          /* NULL: none */
    const char *(*variable)(void *context, const char *name); /* NULL: the environment's */
    void *context;
};

/* Whether a string in `value` has one. */
bool placeholders_any(const json *value, const struct location *location);

/* The partition that a region is in, by its name: "aws-cn" of cn-north-1, "aws" of most. */
const char *partition_of_region(const char *region);

/* A copy with all of them replaced. NULL and the error, "/pointer: {{env:X}}: ...", otherwise. */
MUST_USE const json *placeholders_replace(struct arena *arena, const json *value,
                                          const struct placeholders *with, struct error *error);

#endif
