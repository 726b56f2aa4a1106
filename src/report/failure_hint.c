/* What to look at first when a test failed. */
#include "failure_private.h"

static const char *log_hint(const struct run *run)
{
    return run->service == SERVICE_SAM
               ? "the rest of the log is in the terminal of sam local start-lambda"
               : "an exception left the handler: mend what raised it; the rest of its log is where "
                 "the endpoint runs";
}

const char *failure_hint(struct arena *arena, const struct run *run, const struct finding *finding)
{
    const struct protocol *protocol = run->subject->protocol;
    const struct call *call = finding->call;
    const char *hint = protocol->hint ? protocol->hint(arena, run, finding) : NULL;

    if (call && call->reply.hint)
        return call->reply.hint;
    if (hint)
        return hint;
    if (call && finding->no_event && call->reply.kind == REPLY_CRASH)
        return log_hint(run);
    return finding->rule->hint;
}
