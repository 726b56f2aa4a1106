#ifndef CFNC_FORMATS_H
#define CFNC_FORMATS_H

#include "cfnc/report/report.h"

/* The functions of the rows in formats.c. */

const char *har_report(struct arena *arena, const struct runs *runs);
const char *html_report(struct arena *arena, const struct runs *runs);
const char *json_report(struct arena *arena, const struct runs *runs);
const char *junit_report(struct arena *arena, const struct runs *runs);
const char *markdown_report(struct arena *arena, const struct runs *runs);
const char *sarif_report(struct arena *arena, const struct runs *runs);
const char *tap_report(struct arena *arena, const struct runs *runs);

void dot_stream(struct arena *arena, const struct console_options *options,
                struct reporter *reporters);
void github_stream(struct arena *arena, const struct console_options *options,
                   struct reporter *reporters);
void human_stream(struct arena *arena, const struct console_options *options,
                  struct reporter *reporters);
void ndjson_stream(struct arena *arena, const struct console_options *options,
                   struct reporter *reporters);
void tap_stream(struct arena *arena, const struct console_options *options,
                struct reporter *reporters);

/* How many of those before it are of its type. */
size_t runs_before(const struct runs *runs, size_t at);

#endif
