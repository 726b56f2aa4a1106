#ifndef CFNC_SARIF_LOG_H
#define CFNC_SARIF_LOG_H

#include "cfnc/json/json.h"

/* A log of SARIF 2.1.0 with runs of cfnc, for whoever has results to tell: lint, or a run. */
struct sarif_log {
    json *whole, *runs;
    json *run;   /* the newest; "results" are for the caller to set */
    json *rules; /* of its driver */
};

/* Without a run. */
struct sarif_log sarif_log_new(struct arena *arena);

/* One more run. */
void sarif_log_run(struct sarif_log *log);

/* One more rule, and its object; no hint for NULL. The level is "error", "warning" or "note". */
json *sarif_log_rule(const struct sarif_log *log, const char *id, const char *text,
                     const char *hint, const char *level);

/* A path as a URI reference (RFC 3986): relative, unless the file is named from the root. */
const char *sarif_uri(struct arena *arena, const char *path);

#endif
