#ifndef CFNC_JUDGE_H
#define CFNC_JUDGE_H

#include "cfnc/engine/contract.h"

/*
 * The fault functions that rules.c names in its rows; see struct rule.
 */

/* Of models: judge_models.c. */
const char *identifier_missing(const struct exchange *x, struct evidence *e);
const char *identifier_changed(const struct exchange *x, struct evidence *e);
const char *shape_broken(const struct exchange *x, struct evidence *e);
const char *null_inside(const struct exchange *x, struct evidence *e);
const char *write_only_returned(const struct exchange *x, struct evidence *e);
const char *read_only_missing(const struct exchange *x, struct evidence *e);
const char *default_missing(const struct exchange *x, struct evidence *e);
const char *request_not_echoed(const struct exchange *x, struct evidence *e);
const char *read_differs(const struct exchange *x, struct evidence *e);
const char *tags_not_created(const struct exchange *x, struct evidence *e);
const char *create_not_applied(const struct exchange *x, struct evidence *e);
const char *update_not_applied(const struct exchange *x, struct evidence *e);
const char *other_resource_read(const struct exchange *x, struct evidence *e);
const char *other_resource_updated(const struct exchange *x, struct evidence *e);
const char *beyond_the_request(const struct exchange *x, struct evidence *e);
const char *listed_without_identifier(const struct exchange *x, struct evidence *e);

/* Suite v1: an item of an unordered array that has more than was asked for; or NULL. */
const struct difference *item_with_more(const struct exchange *x, struct arena *arena,
                                        const json *asked);

/* Of updates: judge_updates.c. */
const char *replaced_remains(const struct exchange *x, struct evidence *e);
const char *tags_not_updated(const struct exchange *x, struct evidence *e);
const char *made_anew(const struct exchange *x, struct evidence *e);
const char *create_only_taken(const struct exchange *x, struct evidence *e);

/* Of events: judge_events.c. */
const char *no_json_object(const struct exchange *x, struct evidence *e);
const char *no_status(const struct exchange *x, struct evidence *e);
const char *code_or_delay(const struct exchange *x, struct evidence *e);
const char *code_undocumented(const struct exchange *x, struct evidence *e);
const char *delay_or_models(const struct exchange *x, struct evidence *e);
const char *no_message(const struct exchange *x, struct evidence *e);
const char *code_or_models(const struct exchange *x, struct evidence *e);
const char *delay_unusable(const struct exchange *x, struct evidence *e);
const char *too_slow(const struct exchange *x, struct evidence *e);
const char *never_settles(const struct exchange *x, struct evidence *e);
const char *not_succeeded(const struct exchange *x, struct evidence *e);
const char *not_created_again(const struct exchange *x, struct evidence *e);
const char *wrong_outcome(const struct exchange *x, struct evidence *e);
const char *not_readable(const struct exchange *x, struct evidence *e);
const char *not_readable_alone(const struct exchange *x, struct evidence *e);
const char *not_readable_by_alias(const struct exchange *x, struct evidence *e);
const char *model_present(const struct exchange *x, struct evidence *e);
const char *in_progress(const struct exchange *x, struct evidence *e);
const char *no_list(const struct exchange *x, struct evidence *e);
const char *bad_end(const struct exchange *x, struct evidence *e);

#endif
