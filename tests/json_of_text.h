#ifndef CFNC_JSON_OF_TEXT_H
#define CFNC_JSON_OF_TEXT_H

#include "cfnc/json/json.h"

/* The value that a test's own text says, which must be right: else NULL, and a failed check. */
#define json_of_text(arena, text) test_json_of_text((arena), (text), __FILE__, __LINE__)

const json *test_json_of_text(struct arena *arena, const char *text, const char *file, int line);

#endif
