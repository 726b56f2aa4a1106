#ifndef FUZZ_SUPPORT_H
#define FUZZ_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/* What fuzz targets share. Each is this function, which libFuzzer calls, or replay.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Breaks the target where something does not hold. */
static inline void must(bool holds)
{
    if (!holds)
        abort();
}

/* An error says something, in one line that a terminal may be shown. */
void must_be_told(const struct error *error);

/* A text has nothing in it that text_quote() would write otherwise; lines: but ends of lines. */
void must_be_plain(const char *text, size_t length, bool lines);

/* The bytes with a NUL behind them. */
char *fuzz_text(struct arena *arena, const uint8_t *data, size_t size);

/*
 * A folder of this process, in TMPDIR or /tmp, that is removed at its end with all that is in it.
 * Files are put there and taken away by their names, which may have a "/"; what cannot be written
 * breaks the target.
 */
const char *fuzz_folder(void);
const char *fuzz_path(struct arena *arena, const char *name);
void fuzz_put(struct arena *arena, const char *name, const char *bytes, size_t length);
void fuzz_empty(void);

#endif
