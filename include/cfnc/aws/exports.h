#ifndef CFNC_EXPORTS_H
#define CFNC_EXPORTS_H

#include "cfnc/aws/aws.h"

/*
 * Outputs that stacks of CloudFormation export, by name: what {{Name}} stands
 * for in inputs and overrides. A table of them is a JSON object of strings.
 */

/* The length of the "{{Name}}" at `text`, or 0; the name without the blanks around it. */
size_t export_at(struct arena *arena, const char *text, const char **name);

/*
 * Asks CloudFormation (ListExports, page by page) for every export of the
 * region and adds what the table does not have. `endpoint` NULL: aws_endpoint().
 */
MUST_USE bool exports_list(struct arena *arena, struct http *http, const char *endpoint,
                           const char *region, const struct credentials *credentials, json *table,
                           struct error *error);

/*
 * Adds those of a file: an object of names and strings (or numbers, or
 * booleans), or what "aws cloudformation list-exports" prints.
 */
MUST_USE bool exports_read(struct arena *arena, const char *path, json *table, struct error *error);

/* Adds "NAME=VALUE". */
MUST_USE bool exports_add(struct arena *arena, const char *text, json *table, struct error *error);

#endif
