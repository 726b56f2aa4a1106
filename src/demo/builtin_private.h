#ifndef CFNC_BUILTIN_PRIVATE_H
#define CFNC_BUILTIN_PRIVATE_H

#include "cfnc/demo/builtin.h"
#include "cfnc/resource/codes.h"
#include "cfnc/generate/generate.h"

/*
 * What the files of the built-in provider share: builtin.c (dispatch),
 * builtin_store.c (what exists), builtin_models.c (what a model comes to
 * hold), builtin_handlers.c (the five handlers) and faults.c with the
 * fault_*.c files, which alone tamper.
 */

/*
 * A resource that exists. It and all it holds lie in an arena of their own:
 * an update puts a new one in its place, a delete frees it.
 */
struct resource {
    struct resource *next;
    struct arena *arena;
    unsigned long serial;  /* of its creation; they begin at 1 */
    const json *full;      /* its state, write-only values included: what only faults show */
    const json *requested; /* what the last create or update asked for */
    const json *claimed;   /* what UPDATE says that it is, where a fault makes it lie; or NULL */
    const json *before;    /* `full` before the last update; NULL when there was none */
    const char *token;     /* of the request that created it; NULL when preloaded */
    bool listed;           /* it was listed once */
    bool settled;          /* its create has ended */
    unsigned reads;        /* so often it was read, */
    unsigned updates;      /* and updated */
    bool unread;           /* not read since it was created, which one fault asks for */
    bool ghost;            /* deleted, and kept because a fault still shows it */
    bool missed;           /* a ghost that was not among what was listed */
};

struct builtin {
    const struct resource_type *type;
    struct builtin_options options;
    const struct fault **faults; /* NULL-terminated */
    struct random random;
    struct resource *first, *last; /* by serial */
    size_t count, preloaded, ghosts;
    unsigned long serial;    /* of the youngest resource */
    const struct call *call; /* being answered, for faults */
};

/* One invocation. What it points to lives until it is answered. */
struct call {
    struct builtin *builtin;
    const struct resource_type *type;
    struct arena *arena; /* everything of this call that the store does not keep */
    enum action action;
    const json *payload;    /* the whole body */
    const json *desired;    /* the model sent; an object */
    const json *context;    /* callbackContext, or NULL at the first invocation */
    const char *token;      /* bearerToken, "" when there is none */
    const json *next_token; /* or NULL */

    /* About the resource that it was about, when it existed. */
    const json *full, *requested, *before;
    bool unread, alone; /* READ: the first since the create; by an identifier alone */
    unsigned reads;     /* READ: how often it was read before */
};

/* Whether the provider was told to break this clause. */
bool builtin_faulty(const struct builtin *builtin, const char *fault);

/* --- builtin_store.c --- */

/* A new resource, or with `replaced` the next state of one; copies what it keeps. */
struct resource *store_put(struct builtin *builtin, const json *full, const json *requested,
                           const char *token, struct resource *replaced);
void store_drop(struct builtin *builtin, struct resource *resource);
void store_free(void *builtin);

struct resource *store_by_serial(const struct builtin *builtin, unsigned long serial);
struct resource *store_by_token(const struct builtin *builtin, const char *token);

/*
 * The resource that `model` names: by its primary identifier, or where it has
 * none, by a whole additional one. Ghosts are looked at only when asked for.
 */
struct resource *store_find(const struct builtin *builtin, const json *model, bool ghost);

/* One that was created by a request that differs in identifiers at most; or NULL. */
struct resource *store_like(const struct builtin *builtin, const json *requested);

/* The first and the last that were created and are there. */
struct resource *store_oldest(const struct builtin *builtin);
struct resource *store_newest(const struct builtin *builtin);

/* A resource that has an identifier of `model`, primary or additional, and is not `except`. */
struct resource *store_holder(const struct builtin *builtin, const json *model,
                              const struct resource *except);

/* --- builtin_models.c --- */

/* A copy of what was asked for: without nulls and read-only values. */
json *model_requested(const struct call *call, const json *desired);

/* Adds the defaults of the schema where they are absent from an object that is there. */
void model_add_defaults(const struct call *call, json *model);

/* Adds what identifies a new resource and is not there yet. An objection, or NULL. */
const char *model_add_identifiers(const struct call *call, json *model);

/* Adds read-only values: those of `stored` at the same place, or new ones. `stored` may be NULL. */
void model_add_read_only(const struct call *call, json *model, const json *stored);

/* Adds the read-only values of `stored` where they have a place in `model`. */
void model_keep_read_only(const struct call *call, json *model, const json *stored);

/* Adds what an update must not lose: identifiers and create-only values of `stored`. */
void model_keep(const struct call *call, json *model, const json *stored);

/* The path of a create-only property that `model` would change, or NULL. */
const char *model_changes_create_only(const struct call *call, const json *model,
                                      const json *stored);

/* What handlers return: `full` without the write-only values. */
json *model_shown(const struct call *call, const json *full);

/* A new value for the property at `path`, without nulls; or NULL. */
const json *model_value(const struct call *call, const struct property_path *path);

/* Whether a handler may return it. */
bool model_is_shapely(const struct call *call, const json *model);

/* --- builtin_handlers.c --- */

/* The event that an honest handler answers with, the faults of its behaviour aside. */
json *builtin_handle(struct call *call);

/*
 * What the faults that are named in the rows of faults.c do where the provider
 * creates, updates, deletes and looks for a resource: fault_create.c,
 * fault_update.c, fault_delete.c.
 */
void fault_make_two(const struct call *call, const json *model, const json *requested);
const json *fault_apply_update(const struct call *call, json *model, const json *stored);
void fault_apply_remove(const struct call *call, const json *stored);
bool fault_apply_blind(const struct call *call);

/* What an update of something that does not exist makes of it, before it is refused. */
void fault_upsert(const struct call *call);
/* What becomes of the resource at the last callback of an update. */
void fault_settle_update(const struct call *call, struct resource *resource);

/* What was deleted comes back, after a LIST that no longer showed it. */
void fault_raise(struct builtin *builtin);

/* Whether only an identifier was sent, and whether the primary one was not. */
bool fault_alone(const struct builtin *builtin);
bool fault_only_by_model(const struct builtin *builtin);
bool fault_only_by_identifier(const struct builtin *builtin);

/* The nextToken of faults that begin with the first page again. */
#define FIRST_PAGE_TOKEN "again"

/* The nextToken of a fault that ends with an empty page. */
#define LAST_PAGE_TOKEN "last"

/* --- faults_changes.c --- */

extern const struct fault faults_of_changes[]; /* ends with an empty row */

/* --- fault_event.c, fault_model.c, fault_list.c: what the rows of faults.c point to --- */

typedef void tamper(struct builtin *builtin, const json *payload, json *event);
typedef void spoil(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena);

tamper fault_lower_case, fault_no_status, fault_pending, fault_error_code, fault_delay,
    fault_empty_models, fault_models, fault_no_code, fault_unknown_code, fault_other_code,
    fault_no_message, fault_delay_string, fault_delay_negative, fault_in_progress,
    fault_empty_model, fault_keep_model;
spoil fault_not_json, fault_empty_body, fault_crash, fault_trailing_bytes, fault_array,
    fault_truncated, fault_bad_utf8, fault_slow, fault_slow_callback;
tamper fault_no_identifier, fault_other_identifier, fault_undeclared, fault_wrong_type, fault_null,
    fault_write_only, fault_falsy_write_only, fault_no_read_only, fault_no_default, fault_before;
tamper fault_wrong_value, fault_drop_property, fault_nested_value, fault_other_order;
tamper fault_extra_requested, fault_stale_once, fault_second_read, fault_alone_drops,
    fault_touch_neighbour, fault_drop_tags, fault_invent, fault_drop_empties, fault_drop_duplicates,
    fault_ascii, fault_drop_when_absent, fault_list_absent, fault_list_trailing_page,
    fault_list_edge, fault_list_second_no_identifier, fault_list_second_models_null,
    fault_list_second_undeclared, fault_list_overlap, fault_list_first_page_only,
    fault_list_empty_null, fault_list_token_number, fault_list_nested_null;
typedef void make(struct builtin *builtin, json *model, const json *stored);
typedef void removal(struct builtin *builtin, const json *stored);
make fault_merge_maps, fault_keep_values, fault_merge_nested, fault_keep_removed,
    fault_append_lists, fault_overlay_lists, fault_ignore_blank, fault_merge_items,
    fault_ignore_emptied, fault_ignore_shorter, fault_keep_tags, fault_ignore_tags,
    fault_top_level_only, fault_replace, fault_update_once, fault_make_another;
removal fault_remove_all, fault_remove_next, fault_remove_prefix, fault_remove_same_part;
tamper fault_trim, fault_lose_sign, fault_clamp, fault_single_precision, fault_drop_zero,
    fault_drop_false, fault_lower_keys;
make fault_trim_stored, fault_ignore_new, fault_first_items;
tamper fault_callback_not_found, fault_callback_fails, fault_callback_other_identifier,
    fault_callback_before, fault_no_model, fault_create_only_code;
tamper fault_list_missing, fault_list_null, fault_list_object, fault_list_no_identifier,
    fault_list_write_only, fault_list_same_token, fault_list_repeats, fault_list_empty_token;

/* --- fault_when.c: when a fault shows --- */

typedef bool when(const struct builtin *builtin);

when on_a_later_page, at_a_callback, beside_another, of_the_younger;

tamper fault_null_code, fault_message_number, fault_empty_code, fault_status_space, fault_truncate,
    fault_round, fault_lower, fault_sort, fault_null_absent, fault_nested_null,
    fault_nested_undeclared, fault_no_nested_read_only, fault_list_twice, fault_list_null_item,
    fault_list_without_youngest, fault_list_without_oldest, fault_list_late,
    fault_list_without_updated_twice, fault_read_updated_ghost, fault_read_former,
    fault_read_values_of_newest, fault_one_line, fault_escape;

/* --- fault_type.c: why a fault is impossible on a type, or NULL --- */

typedef const char *lacks(const struct resource_type *type);

lacks no_secret, no_read_only, no_default, no_plain, no_nullable, no_mutable, no_nested, no_ordered,
    no_given_identifier, no_undeclared;

lacks no_chosen_identifier, no_given_alias, no_alias, no_tags, no_more_than_identifier,
    no_rewritable, no_copy, no_fraction, no_ordered_plain, no_absent, no_inside,
    no_nested_read_only, no_optional, no_required, no_emptiable, no_free_text, no_long_text,
    no_multiset;
lacks no_blank_ends, no_negative, no_wide_integer, no_wide_fraction, no_zero, no_boolean,
    no_mixed_keys, no_updated_text;

/* --- fault_lacks.c: why a type has no such saboteur, or NULL --- */

lacks no_map, no_object_to_merge, no_blank, no_item_to_merge, no_optional_value, no_list_to_change,
    no_list_to_shorten, nothing_emptied, no_tags_to_change, no_additional, no_additional_alone,
    nothing_create_only, no_birth, no_parts, no_name, nothing_to_add, no_growing_list,
    no_second_update, no_copy_to_update, nothing_to_restore, no_wide_update, no_line_ends;

/* --- fault_type.c, fault_value.c: for the tampering functions --- */

/* Whether some path of the set begins with the top-level property `name`. */
bool fault_touches(const struct property_set *set, const char *name);

/* Whether nothing of the top-level property `name` identifies, is read-only or write-only. */
bool fault_changeable(const struct resource_type *type, const char *name);

/* Whether the property is a map that takes the same key in capitals and in small letters. */
bool fault_is_mixed_map(const struct resource_type *type, const char *name);

/* Whether that is true of a part of it at least. */
bool fault_changeable_inside(const struct resource_type *type, const char *name);

/* The first read-only path that is no identifier's, or NULL. */
const struct property_path *fault_read_only(const struct resource_type *type);

/* Whether a top-level property has a default that its absence would show. */
bool fault_has_default(const struct resource_type *type, const json *property);

/* Puts another value in the place of the one at `pointer`, one that the schema allows. */
bool fault_change(const struct call *call, json *model, const char *pointer);

#endif
