#ifndef CFNC_XML_H
#define CFNC_XML_H

#include "cfnc/json/json.h"

/*
 * An XML document as the JSON value that says the same, for answers of AWS's
 * query services: an element that holds elements is an object, an element
 * called "member" is an item of its parent, which is an array then, and any
 * other element is a string. Attributes, comments and name spaces are left out;
 * of two elements with one name the first counts. The value returned is an
 * object with the outermost element in it.
 *
 * NULL and the error, "LINE:COL: ...", for what is no XML, has a document type
 * (which could make a small text endless), or is nested deeper than 30.
 * Only xml.c includes <expat.h>.
 */
MUST_USE const json *xml_parse(struct arena *arena, const char *bytes, size_t length,
                               struct error *error);

#endif
