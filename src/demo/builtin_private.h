#ifndef CFNC_BUILTIN_PRIVATE_H
#define CFNC_BUILTIN_PRIVATE_H

#include "cfnc/demo/builtin.h"
#include "cfnc/resource/codes.h"
#include "cfnc/generate/generate.h"
#include "cfnc/type/lacks.h"

/*
 * What the files of the built-in provider share: builtin.c (dispatch), builtin_store.c (what
 * exists), builtin_models.c (what a model comes to hold), builtin_handlers.c (five honest
 * handlers), and the faults: faults.c lets them act, the fault_*.c hold their functions and rows.
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
    bool listed;           /* LIST told all that there is since it was created, or deleted */
    bool settled;          /* its create has ended */
    unsigned reads;        /* so often it was read, */
    unsigned updates;      /* and updated */
    bool unread;           /* not read since it was created, which one fault asks for */
    bool ghost;            /* deleted, and kept because a fault still shows it */
};

struct builtin {
    const struct resource_type *type;
    struct builtin_options options;
    const struct fault **faults; /* NULL-terminated */
    bool ghosts, same_aliases;   /* some fault asks for it */
    struct random random;
    struct resource *first; /* by serial */
    size_t count, preloaded, ghost_count;
    unsigned long serial; /* of the youngest resource */
};

/* One invocation. What it points to lives until it is answered. */
struct invocation {
    struct builtin *builtin;
    const struct resource_type *type;
    struct arena *arena; /* everything of this call that the store does not keep */
    enum action action;
    const json *desired;    /* the model sent; an object */
    const json *context;    /* callbackContext, or NULL at the first invocation */
    const char *token;      /* bearerToken, "" when there is none */
    const json *next_token; /* or NULL */

    /* About the resource that it was about, when it existed; for faults. */
    const json *full, *requested, *before;
    bool made;          /* CREATE: it is a new one */
    bool unread;        /* READ: the first since the create */
    unsigned reads;     /* READ: how often it was read before */
    bool again;         /* LIST: a fault begins with the first page again */
    const json *honest; /* the event that the handler answers with */
};

/* --- builtin_store.c --- */

/* A new resource, or with `replaced` the next state of one; copies what it keeps. */
struct resource *store_put(struct builtin *builtin, const json *full, const json *requested,
                           const char *token, struct resource *replaced);
void store_drop(struct builtin *builtin, struct resource *resource);
void store_raise(struct builtin *builtin, struct resource *ghost); /* it is there again */
void store_free(void *builtin);

struct resource *store_by_serial(const struct builtin *builtin, unsigned long serial);
struct resource *store_by_token(const struct builtin *builtin, const char *token);

/*
 * The resource that `model` names: by its primary identifier, or where it has
 * none, by a whole additional one. Ghosts are looked at only when asked for.
 */
struct resource *store_find(const struct builtin *builtin, const json *model, bool ghost);

/* The first and the last that were created and are there. */
struct resource *store_oldest(const struct builtin *builtin);
struct resource *store_newest(const struct builtin *builtin);

/* A resource that has an identifier of `model`, primary or additional, and is not `except`. */
struct resource *store_holder(const struct builtin *builtin, const json *model,
                              const struct resource *except);

/* --- builtin_models.c --- */

/* A copy of what was asked for: without nulls and read-only values. */
json *model_requested(const struct invocation *call, const json *desired);

/* Adds the defaults of the schema where they are absent from an object that is there. */
void model_add_defaults(const struct invocation *call, json *model);

/* Adds what a new resource has got and was not asked for: identifiers, read-only values. An
 * objection, or NULL. */
const char *model_complete(const struct invocation *call, json *model);

/* Adds read-only values: those of `stored` at the same place, or new ones. `stored` may be NULL. */
void model_add_read_only(const struct invocation *call, json *model, const json *stored);

/*
 * The model of an IN_PROGRESS event, which the next callback is given: the request with its
 * secrets, what identifies the resource, and what is read-only inside of what was asked for.
 */
json *model_progress(const struct invocation *call, const struct resource *resource);

/* Adds what an update must not lose: identifiers and create-only values of `stored`. */
void model_keep(const struct invocation *call, json *model, const json *stored);

/* The path of a create-only property that `model` would change, or NULL. */
const char *model_changes_create_only(const struct invocation *call, const json *model,
                                      const json *stored);

/* What handlers return: `full` without the write-only values. */
json *model_shown(const struct invocation *call, const json *full);

/* A new value for the property at `path`, without nulls; or NULL. */
const json *model_value(const struct invocation *call, const struct property_path *path);

/* Whether a handler may return it. */
bool model_is_shapely(const struct invocation *call, const json *model);

/* --- builtin_handlers.c --- */

/* The event that the handler answers with. */
json *builtin_handle(struct invocation *call);

/* SUCCESS with the model of that state, which may be NULL; FAILED. */
json *event_success(const struct invocation *call, const json *full);
json *event_failed(const struct invocation *call, enum error_code code, const char *message);

/* What is wrong with the state that a CREATE or UPDATE asks for, or NULL. */
const char *call_objection(const struct invocation *call);
/* Whether it asks for a resource that no earlier CREATE asked for, and for a valid one. */
bool call_is_new(const struct invocation *call);

/* How many more IN_PROGRESS answers follow, in a callbackContext. */
#define CONTEXT_REMAINING "remaining"
unsigned call_remaining(const struct invocation *call);
/* The resource that a callback goes on with, or NULL when there is none any more. */
struct resource *call_continued(const struct invocation *call);

/* --- faults.c: what the faults of the provider do, each where it is to happen --- */

json *faults_instead(struct invocation *call);
bool faults_hide(const struct invocation *call, const struct resource *resource);
/* What the update's answer is to show, where that is something else; or NULL. */
const json *faults_update(const struct invocation *call, json *model, const json *stored);
void faults_remove(const struct invocation *call);
/* The event of the handler, then the answer that carries it. */
void faults_tamper(struct invocation *call, json *event);
void faults_spoil(const struct invocation *call, struct builtin_answer *answer);

/* The text as `map` makes it of its bytes. */
const json *fault_map(struct arena *arena, const char *text, int (*map)(int byte));

/* The rows of each file; each table ends with an empty one. */
extern const struct fault event_faults[], model_faults[], read_faults[], list_faults[],
    list_model_faults[], read_value_faults[], create_value_faults[], read_turn_faults[],
    create_turn_faults[], update_turn_faults[], create_faults[], update_faults[], merge_faults[],
    delete_faults[];

/* --- fault_tools.c: what the functions of several files ask and do --- */

/* Whether some path of the set begins with the top-level property `name`. */
bool fault_touches(const struct property_set *set, const char *name);

/*
 * Of the top-level property that `member` is, in a model or in the schema: whether nothing of it
 * identifies, is read-only or write-only; whether a part of it is like that; whether an update may
 * change it.
 */
bool fault_changeable(const struct resource_type *type, const json *member);
bool fault_changeable_inside(const struct resource_type *type, const json *member);
bool fault_updatable(const struct resource_type *type, const json *member);

/*
 * Of a property of the schema: whether its absence would show a default; whether it may be left
 * out, and comes without a default; whether it holds the tags; whether it has this "type", as far
 * as that tells at first sight, or one with something inside; whether it is a single value that
 * nobody would take for a default; whether an update may leave it out, or empty it.
 */
bool fault_has_default(const struct resource_type *type, const json *property);
bool fault_is_optional(const struct resource_type *type, const json *property);
bool fault_is_tags(const struct resource_type *type, const json *property);
bool fault_has_type(const struct resource_type *type, const json *property, const char *wanted);
bool fault_has_inside(const struct resource_type *type, const json *property);
bool fault_is_telling(const struct resource_type *type, const json *property);
bool fault_may_lessen(const struct resource_type *type, const json *property);

/* Whether an object that `node` describes must have the member. */
bool fault_is_required(const json *node, const char *name);
bool fault_is_blank(const json *value); /* "", 0 or false */

/* What a type lacks where no second resource like the first can be made. */
const char *lacks_copies(const struct resource_type *type);

/* When faults show: which invocation it is, and how the model names the resource, */
bool at_a_callback(const struct invocation *call);
bool at_first_read(const struct invocation *call);
bool on_a_later_page(const struct invocation *call);
bool on_the_last_page(const struct invocation *call); /* as the handler says */
bool by_identifier_alone(const struct invocation *call);
bool by_alias(const struct invocation *call); /* at the first invocation */
/* and what there is. */
bool of_what_is_there(const struct invocation *call); /* at the first invocation */
bool of_the_deleted(const struct invocation *call);
bool of_what_never_was(const struct invocation *call);
bool beside_another(const struct invocation *call); /* two that were asked for */

/* The object holds what `other` holds, and nothing else. */
void become(json *object, const json *other);

/* Puts another value in the place of the one at `pointer`, one that the schema allows. */
bool fault_change(const struct invocation *call, json *model, const char *pointer);
/* The model without any identifier. */
json *fault_unnamed(const struct invocation *call, const json *model);
/* Makes another resource in the state that was asked for, under identifiers of its own. */
void fault_make_another(const struct invocation *call);

bool fault_any(const struct invocation *call, const struct resource *resource);
void fault_no_identifier(const struct invocation *call, json *model);
void fault_other_identifier(const struct invocation *call, json *model);
void fault_succeed(const struct invocation *call, json *event); /* with what it was about */
void fault_invent(const struct invocation *call, json *event);  /* with what was asked for */
void fault_overwrite(const struct invocation *call);
void fault_touch_neighbour(const struct invocation *call);

#endif
