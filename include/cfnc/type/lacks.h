#ifndef CFNC_LACKS_H
#define CFNC_LACKS_H

#include "cfnc/type/resource_type.h"

/*
 * What a type may lack, so that a rule, a test or a fault has nothing to show on it. Each
 * function gives the reason as one line, or NULL when the type has what the function is named by.
 */
const char *lacks_update_handler(const struct resource_type *type);
const char *lacks_write_only(const struct resource_type *type);
const char *lacks_read_only(const struct resource_type *type);
const char *lacks_default(const struct resource_type *type);
const char *lacks_create_only(const struct resource_type *type); /* see create_only_is_plain() */

/* Tags, and tags that an update may change. */
const char *lacks_tags(const struct resource_type *type);
const char *lacks_tag_updates(const struct resource_type *type);

/* An identifier that a request may choose: the primary one, an additional one, any. */
const char *lacks_writable_identifier(const struct resource_type *type);
const char *lacks_writable_alias(const struct resource_type *type);
const char *lacks_any_writable_identifier(const struct resource_type *type);

/* A primary identifier of which the handler chooses a part. */
const char *lacks_read_only_identifier(const struct resource_type *type);
const char *lacks_additional_identifiers(const struct resource_type *type);

/*
 * Whether an update may try to change what the create-only path leads to: it identifies nothing,
 * and is returned as it was asked for.
 */
bool create_only_is_plain(const struct resource_type *type, const struct property_path *path);

/* Whether no part of the identifier is read-only: then a request may hold all of it. */
bool may_be_asked_for(const struct resource_type *type, const struct property_set *set);

#endif
