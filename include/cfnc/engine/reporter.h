#ifndef CFNC_REPORTER_H
#define CFNC_REPORTER_H

#include "cfnc/engine/record.h"

/*
 * Listens to a run. Every callback may be NULL. `self` is what the reporter's
 * maker handed over. A report file is a reporter that only listens to the end.
 */
struct reporter {
    void *self;
    void (*run_begins)(void *self, const struct run *run);
    void (*test_begins)(void *self, const struct run *run, const struct outcome *outcome);
    void (*call_begins)(void *self, const struct run *run, const struct call *call);
    void (*call_ends)(void *self, const struct run *run, const struct call *call);
    /* Before a wait for a callback; again whenever a second of it is over. */
    void (*waits)(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                  int64_t next_in_ms, int64_t gives_up_ms);
    /* A call is not answered yet, `waited_ms` after it was made: told about once a second. */
    void (*in_flight)(void *self, const struct run *run, const struct call *call,
                      int64_t operation_ms, int64_t waited_ms);
    /* A fixture that is torn down badly ends twice. */
    void (*test_ends)(void *self, const struct run *run, const struct outcome *outcome);
    void (*run_ends)(void *self, const struct run *run);
};

/* Calls a callback of each of them that has it: tell_all(reporters, run_begins, run). */
#define tell_all(reporters, callback, ...)                                                         \
    do {                                                                                           \
        for (const struct reporter *listener = (reporters); listener->self; listener++)            \
            if (listener->callback)                                                                \
                listener->callback(listener->self, __VA_ARGS__);                                   \
    } while (false)

#endif
