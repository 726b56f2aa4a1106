#ifndef CFNC_TEST_HTML_PAGE_H
#define CFNC_TEST_HTML_PAGE_H

#include "cfnc/base/arena.h"

/* cmake/embed.cmake makes these of the files in page/. */
extern const char page_style[], page_style_sha256[], page_script[], page_script_sha256[];

/*
 * What is wrong with `page` as a page of --report html, or NULL: an element, an attribute
 * or an address that is none of ours, one that is not closed, a letter that was to be
 * escaped, an id that is there twice, a link to nowhere, another style or script.
 */
const char *page_fault(struct arena *arena, const char *page);

#endif
