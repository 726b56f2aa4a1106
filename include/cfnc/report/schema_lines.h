#ifndef CFNC_SCHEMA_LINES_H
#define CFNC_SCHEMA_LINES_H

#include "cfnc/engine/record.h"

/*
 * In which lines of a schema's text its properties are said, for reports that point
 * at a line: an object of JSON pointers into the schema and lines, from 1. Only what
 * is a member of "properties", "patternProperties" or "definitions" is in it, at most
 * SCHEMA_LINES_MOST of these.
 */
enum { SCHEMA_LINES_MOST = 5000 };

/* NULL when the text is no JSON object. */
const json *schema_lines(struct arena *arena, const char *text, size_t length);

/*
 * The line about the property at a JSON pointer into a model, or about the nearest
 * that it is a part of; where the text says nothing of it, or is not known, 1.
 */
int schema_line_of(const struct run *run, const char *pointer);

#endif
