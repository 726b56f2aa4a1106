#ifndef CFNC_STOP_H
#define CFNC_STOP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Cancellation: the program was asked to stop, by a signal. Whatever waits (for an answer,
 * a callback, a program, an endpoint) asks here whether to go on. What a signal
 * handler may call is marked; the rest is for the main thread.
 */

/* Makes what stop_fd() gives; before the first signal can come. */
void stop_prepare(void);

/* Asks for the stop; the first code counts. Safe in a signal handler. */
void stop_ask(int code);

/* The exit code it was asked with, 0 when it was not. Safe in a signal handler. */
int stop_code(void);

/* How long ago that was, in ms; 0 when it was not. */
int64_t stop_age_ms(void);

/* Readable, and never read, once the stop was asked for; -1 before stop_prepare(). */
int stop_fd(void);

/*
 * Tidying begins: from now on there are resources that have to be deleted, and
 * what begins after the stop is part of that. Before, nothing begins any more.
 */
void stop_tidies(void);
bool stop_is_tidied(void); /* safe in a signal handler */

/* Whether what began when stop_code() was `before` is to end now. */
bool stop_ends(int before);

/* Counts what exists, or may exist, because of us: +1, -1. Both safe in a signal handler. */
void stop_owns(int change);
int stop_owned(void);

/* As if nothing had been asked; for tests. */
void stop_forget(void);

#endif
