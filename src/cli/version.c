#include <stdio.h>

#include "cfnc/base/exit.h"
#include "commands.h"

enum exit_code cmd_version(struct arena *arena, const struct options *options)
{
    (void)arena;
    (void)options;
    puts("cfnc " CFNC_VERSION "\n"
         "suite v1: the contract tests of cloudformation-cli 0.2.39");
    return EXIT_OK;
}
