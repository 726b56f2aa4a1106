#include "jq_private.h"

/* In place of jq.c where there is no libjq. */

bool jq_is_there(void)
{
    return false;
}

bool jq_engine_begin(const char *program, jq_tell *tell, void *context)
{
    (void)program;
    tell(context, JQ_FAILED, "", 0);
    return false;
}

void jq_engine_run(const char *input, size_t length, jq_tell *tell, void *context)
{
    (void)input;
    (void)length;
    tell(context, JQ_FAILED, "", 0);
}
