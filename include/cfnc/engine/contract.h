#ifndef CFNC_CONTRACT_H
#define CFNC_CONTRACT_H

#include "cfnc/compare/compare.h"
#include "cfnc/world/request.h"

/*
 * The contract is a table of rules. A rule judges one exchange: a request to a
 * handler and the answer that came back.
 *
 * Actions, statuses, error codes and suites are one-bit sets. In a rule the
 * empty set means "any".
 */
enum suite { SUITE_V1 = 1 << 0, SUITE_V2 = 1 << 1, SUITE_FULL = 1 << 2 };
enum { SUITE_COUNT = 3 };

enum status {
    SUCCESS = 1 << 0,
    FAILED = 1 << 1,
    IN_PROGRESS = 1 << 2,
    PENDING = 1 << 3,
    NO_STATUS = 1 << 4 /* absent, or a word that is none */
};
enum { SETTLED = SUCCESS | FAILED };

/* The handler error codes of the contract; the last two rows are ours. */
enum error_code {
    NOT_UPDATABLE = 1 << 0,
    INVALID_REQUEST = 1 << 1,
    ACCESS_DENIED = 1 << 2,
    INVALID_CREDENTIALS = 1 << 3,
    ALREADY_EXISTS = 1 << 4,
    NOT_FOUND = 1 << 5,
    RESOURCE_CONFLICT = 1 << 6,
    THROTTLING = 1 << 7,
    SERVICE_LIMIT_EXCEEDED = 1 << 8,
    NOT_STABILIZED = 1 << 9,
    GENERAL_SERVICE_EXCEPTION = 1 << 10,
    SERVICE_INTERNAL_ERROR = 1 << 11,
    NETWORK_FAILURE = 1 << 12,
    INTERNAL_FAILURE = 1 << 13,
    INVALID_TYPE_CONFIGURATION = 1 << 14,
    HANDLER_INTERNAL_FAILURE = 1 << 15,
    NON_COMPLIANT = 1 << 16,
    UNSUPPORTED_TARGET = 1 << 17,
    UNKNOWN_CODE = 1 << 18,                   /* the documented code "Unknown" */
    UNAUTHORIZED_TAGGING_OPERATION = 1 << 19, /* of the Java plugin; used by real providers */
    NO_ERROR = 1 << 20,                       /* no code at all */
    UNDOCUMENTED_CODE = 1 << 21               /* a word that is none of these */
};

/* As in JSON; NULL of what has no name there, such as NO_ERROR. */
const char *status_name(enum status status);
const char *error_code_name(enum error_code code);
enum error_code error_code_read(const char *name); /* UNDOCUMENTED_CODE when it is none */
enum suite suite_at(size_t index);                 /* below SUITE_COUNT */
const char *suite_name(enum suite suite);          /* "v1" "v2" "full" */
enum suite suite_read(const char *name);           /* 0 when it is none */
/* The nearest documented code, for "did you mean"; or NULL. */
const char *error_code_nearest(const char *name);

enum { CALLBACKS_MOST = 10000 }; /* of one operation */

/* A progress event, read out of a reply that is an object. Absent and null are the same: NULL. */
struct event {
    enum status status;
    enum error_code error_code;
    const char *error_text; /* errorCode as it was spelled */
    const char *message;    /* NULL when absent or no string */
    double delay_seconds;   /* callbackDelaySeconds; 0 when absent, no number or negative */
    const json *delay;      /* as it came; NULL when absent or null */
    const json *model, *models, *context, *next_token;
};

/* Reads an object of JSON, whatever is in it; what it points to is the reply's. */
void event_read(struct event *event, const json *reply);

/* What names the resource that a request is about. */
enum named_by {
    BY_MODEL,      /* a model; or an identifier of which nothing else is known */
    BY_IDENTIFIER, /* the primary identifier alone, after the whole model was good enough */
    BY_ALIAS       /* an additional identifier alone */
};

/* What a step expects of an operation. */
struct expectation {
    enum error_code outcome; /* NO_ERROR: it should succeed */
    const json *requested;   /* the desired state that the final model must show, or NULL */
    const json *returned;    /* an earlier answer that the final model must show too, or NULL */
    const json *before;      /* what the resource was before its update, or NULL */
    const json *replaced;    /* the desired state that an update took the place of, or NULL */
    const json *resource;    /* the resource that is meant, when it exists: its identifier counts */
    bool never_created;      /* the resource that is meant never existed */
    bool after_delete;       /* a CREATE of what was there and is deleted */
    bool may_exist;          /* a CREATE that may be FAILED with AlreadyExists as well */
    bool may_refuse; /* likewise InvalidRequest, or ServiceLimitExceeded: it asks too much */
    bool fresh;      /* a READ at once after the CREATE that asked for `requested` */
    enum named_by by;
    /*
     * The rule that an unexpected outcome breaks here, instead of the one that it
     * breaks elsewhere: a READ that finds the neighbour of what was deleted gone is
     * evidence of delete.only-that. NULL: none. See struct rule, `yields`.
     */
    const char *evidence_of;
};

struct exchange {
    const struct resource_type *type;
    enum suite suite;
    struct request request;
    struct expectation expected;
    struct reply reply;
    struct event event;  /* valid when reply.kind is REPLY_OBJECT; else status is NO_STATUS */
    const json *named;   /* the first model of this operation that held the identifier, or NULL */
    unsigned callbacks;  /* 0 of the first invocation */
    int64_t elapsed_ms;  /* for this answer */
    int64_t settling_ms; /* since the operation began, waits included */
    int64_t limit_ms;    /* for one answer; READ and LIST N, the others 2N */
    int64_t settling_limit_ms;
    bool strict_timeouts;      /* in suite v1, limit_ms holds for callbacks too */
    int64_t contract_limit_ms; /* beyond this it should not go; 0: nobody asked */
};

/* What a fault function may add to its verdict. */
struct evidence {
    struct arena *arena;
    struct comparison comparison;
    bool mild; /* what is wrong breaks a SHOULD, though the rule is a MUST elsewhere */
};

enum level { MUST, SHOULD };

struct rule {
    const char *id;
    enum level level;
    unsigned suites;            /* set of enum suite */
    unsigned lax;               /* those of them in which a MUST is no more than a SHOULD */
    unsigned on, at, expecting; /* sets of action, status and error code it judges */
    const char *must;           /* the contract's sentence, in our words */
    const char *title;  /* one sentence when it is broken; {action} and {origin} are filled in */
    const char *hint;   /* the usual cause */
    const char *source; /* the section of the contract, or the documented test, that says so */

    /*
     * Names what is at fault, one line, or returns NULL when the exchange keeps
     * the rule. NULL here: a step judges the rule, because it takes more than
     * one exchange to see (create.listed).
     */
    const char *(*fault)(const struct exchange *x, struct evidence *evidence);

    /* It is about the outcome, and gives way to the rule that the step is evidence of. */
    bool yields;
    /* Why it cannot be judged on this type, one line, or NULL; NULL here: it always can. */
    const char *(*not_for)(const struct resource_type *type);
};

extern const struct rule rules[]; /* ends with an empty row */

const struct rule *rule_find(const char *id);  /* a bug of ours when there is none */
const struct rule *rule_named(const char *id); /* NULL when there is none */
bool rule_applies(const struct rule *rule, const struct exchange *x);
const char *level_name(enum level level);
enum level rule_level(const struct rule *rule, enum suite suite);

/*
 * Why no run on this type can judge the rule, or NULL: it has no such handler, or
 * lacks what the rule is about.
 */
const char *rule_not_applicable(const struct rule *rule, const struct resource_type *type);

#endif
