#ifndef CFNC_FORMATS_PRIVATE_H
#define CFNC_FORMATS_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

/* Between formats.c and formats_uri.c. */

bool format_ipv6(const char *text, size_t length);

bool format_uri(const char *text);
bool format_uri_reference(const char *text);
bool format_iri(const char *text);
bool format_iri_reference(const char *text);
bool format_uri_template(const char *text);

#endif
