#ifndef CFNC_ERROR_H
#define CFNC_ERROR_H

#include <stdbool.h>

/*
 * Why cfnc itself could not go on: an unreadable schema, a refused connection,
 * a reply that never came. A handler that breaks its contract is not an error
 * but a finding; see record.h.
 *
 * The text is one line: where (file:line:col), what is wrong with what, and
 * after "; " what to do. No "failed to", no full stop, no new line. Nothing
 * untrusted goes in unescaped: see text_quote().
 *
 * The caller owns the struct; nothing in it is allocated. A function that can
 * fail takes it last and returns false (or NULL) after setting it. A longer
 * text is cut, between two characters.
 */
struct error {
    char text[512];
};

#define MUST_USE __attribute__((warn_unused_result))

/* Sets the error and returns false, so that `return error_set(...)` reads well. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts more in front of the text: the file it is about, say. Returns false. */
bool error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
