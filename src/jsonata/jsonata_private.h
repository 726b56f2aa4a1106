#ifndef CFNC_JSONATA_PRIVATE_H
#define CFNC_JSONATA_PRIVATE_H

#include <setjmp.h>
#include <stdint.h>

#include "cfnc/base/text.h"
#include "cfnc/jsonata/jsonata.h"
#include "cfnc/pattern/pattern.h"

/*
 * An expression goes through lexer.c (tokens), parse.c and parse_operators.c
 * (a tree, by the binding powers of rows) and tree.c (paths, and what the
 * parent operator is about) before evaluate.c and its neighbours make values.
 *
 * What is wrong ends the parser or the evaluation from wherever it is found:
 * jsonata_fail() does not return. All memory is of arenas, so nothing leaks.
 */

/* ---- what a parser and an evaluation have in common ---- */

struct limits {
    struct arena *arena;
    struct error *error;
    jmp_buf *way_out;
    size_t steps, bytes, depth; /* what was used */
    size_t column;              /* of what is evaluated, or was last */
};

/* `code` is JSONata's own, and stands behind the text; column 0: that of the limits. */
void jsonata_fail(struct limits *limits, size_t column, const char *code, const char *format, ...)
    __attribute__((noreturn, format(printf, 4, 5)));
void *jsonata_alloc(struct limits *limits, size_t count, size_t size);
void jsonata_charge(struct limits *limits, size_t bytes);
void jsonata_step(struct limits *limits, size_t column, size_t steps);
/* A word of an expression or of its input, fit for an error. */
const char *jsonata_quote(struct limits *limits, const char *text);

/* ---- tokens ---- */

enum token_type {
    TOKEN_END,
    TOKEN_OPERATOR,
    TOKEN_NAME,
    TOKEN_VARIABLE,
    TOKEN_STRING,
    TOKEN_NUMBER,
    TOKEN_VALUE, /* true, false, null */
    TOKEN_REGEX
};

struct token {
    enum token_type type;
    const char *text; /* the operator, name or string; of a regex its source */
    const char *flags;
    double number;
    size_t column;
    bool quoted; /* a name in backticks */
};

struct lexer {
    struct limits *limits;
    const char *start, *at;
    const char *counted; /* up to where columns were counted */
    size_t column;
};

/* `operand`: whether a slash begins a regular expression here. */
struct token jsonata_token(struct lexer *lexer, bool operand);

/* ---- the tree ---- */

enum node_type {
    NODE_NUMBER,
    NODE_STRING,
    NODE_LITERAL,
    NODE_NAME,
    NODE_VARIABLE,
    NODE_WILDCARD,
    NODE_DESCENDANT,
    NODE_PARENT,
    NODE_REGEX,
    NODE_PATH,      /* children: its steps */
    NODE_BINARY,    /* left, right */
    NODE_NEGATE,    /* left */
    NODE_ARRAY,     /* children */
    NODE_OBJECT,    /* children: key, value, key, value */
    NODE_BLOCK,     /* children */
    NODE_CONDITION, /* left ? right : third */
    NODE_DEFAULT,   /* left ?: right */
    NODE_COALESCE,  /* left ?? right */
    NODE_BIND,      /* text := right */
    NODE_CALL,      /* left ( children ) */
    NODE_PARTIAL,   /* the same with placeholders */
    NODE_PLACEHOLDER,
    NODE_LAMBDA,    /* children: parameters; right: body */
    NODE_APPLY,     /* left ~> right */
    NODE_SORT,      /* a step; children: terms */
    NODE_TRANSFORM, /* | left | right, third | */
    NODE_FILTER,    /* a stage; left */
    NODE_POSITION,  /* a stage that binds the position to `text` */
    NODE_TYPES
};

struct node;

struct nodes {
    struct node **items;
    size_t count, room;
};

/* What a parent operator asks for: the value `level` steps before. */
struct slot {
    struct slot *next; /* of those that a node could not resolve */
    const char *label; /* the variable that holds it */
    int level;
};

struct operator_row;
struct signature;

struct node {
    enum node_type type;
    size_t column;
    const char *text;
    double number;
    struct node *left, *right, *third;
    struct nodes children;
    struct nodes predicate; /* filters of what is no step */
    struct nodes stages;    /* of a step: filters and positions */
    struct node *group;
    const struct operator_row *operator;
    const struct signature *signature;
    const struct pattern *pattern;
    const char *focus, *index; /* of a step: the variables of @ and # */
    struct slot *ancestor, *slot, *seeking;
    bool keep_array, keep_singleton, constructs, tuple, descending, tail, resolved;
};

struct machine;
struct value;
struct frame;

struct parser {
    struct limits limits;
    struct lexer lexer;
    struct token token;
    size_t labels;
    const char *joint; /* the variable between alternatives; NULL: there is one expression */
};

/* One operator: how tightly it binds on its left, and how it is read and evaluated. */
struct operator_row {
    const char *text;
    int power; /* 0: never stands behind an operand */
    struct node *(*prefix)(struct parser *parser, const struct token *token);
    struct node *(*infix)(struct parser *parser, const struct token *token, struct node *left);
    struct value (*evaluate)(struct machine *m, const struct node *node, struct value input,
                             struct frame *frame);
};

extern const struct operator_row jsonata_operators[];

struct node *jsonata_expression(struct parser *parser, int power);
void jsonata_advance(struct parser *parser, const char *expected, bool operand);
bool jsonata_at(const struct parser *parser, const char *operator);
struct node *jsonata_node(struct parser *parser, enum node_type type, size_t column);
void jsonata_push(struct parser *parser, struct nodes *nodes, struct node *node);

/* parse.c: what it takes is counted in `limits`. */
const struct jsonata *jsonata_parse_within(struct limits *limits, const char *text,
                                           struct error *error);
const struct node *jsonata_root(const struct jsonata *expression);

/* tree.c */
struct node *jsonata_join(struct parser *parser, struct node *left, struct node *right);
struct node *jsonata_filter(struct parser *parser, struct node *left, struct node *filter);
struct node *jsonata_ordered(struct parser *parser, struct node *left, struct node *sort);
struct node *jsonata_focus(struct parser *parser, struct node *left, const struct token *variable);
struct node *jsonata_position(struct parser *parser, struct node *left,
                              const struct token *variable);
void jsonata_keep_array(struct node *node);
void jsonata_inherit(struct node *node, struct node *part); /* what `part` still seeks */
void jsonata_mark_tail(struct node *node);
struct node *jsonata_name(struct parser *parser, const char *text, size_t column);

/* ---- values ---- */

enum value_type {
    NOTHING,
    IS_NULL,
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT,
    FUNCTION,
    TUPLE,  /* an item of a stream of them: a value and the variables bound on its way */
    PENDING /* a tail call that is still to be made */
};

struct value {
    enum value_type type;
    union {
        bool truth;
        double number;
        const char *text; /* UTF-8, as in json.h */
        struct array *array;
        struct object *object;
        const struct function *function;
        struct tuple *tuple;
        struct call *call;
    } u;
};

/* Read by array_at(): what stands in the input is wrapped, and a range is counted, when asked for.
 */
struct array {
    struct value *items; /* NULL as long as `source` or `range` stands for them */
    size_t count, room;
    const json *source;
    double first; /* of a range */
    bool range;
    bool sequence;       /* results: one of them is the same as itself */
    bool keep_singleton; /* but not here */
    bool constructed;    /* by [ ] as a step: not flattened into the results */
    bool tuples;
    bool outer; /* put around an input that is an array */
};

struct member {
    const char *key;
    struct value value;
};

struct object {
    struct member *members; /* NULL as long as `source` stands for them */
    size_t count, room;
    const json *source;
    uint32_t *table; /* of positions, from 1, by the hash of the key; for large objects */
    size_t slots;
};

struct binding {
    const struct binding *next;
    const char *name;
    struct value value;
};

struct tuple {
    struct value at;
    const struct binding *bindings;
};

struct frame {
    struct frame *parent;
    const struct binding *bindings;
};

struct function_kind;
struct search;

struct function {
    const struct function_kind *kind;
    const struct builtin *builtin;
    const struct node *node; /* lambda, transform, regex */
    struct frame *frame;
    struct value input;
    const struct function *first, *second; /* composed: second(first(x)); partial: first */
    const struct value *arguments;         /* of a partial application; PENDING: a placeholder */
    size_t count;
    const struct search *search; /* of the next match: how far the last one came */
};

/* A call of a function that is there, with its arguments. */
struct call {
    struct machine *m;
    const struct function *function;
    struct value *arguments; /* ARGUMENTS_LEAST at least, NOTHING behind those given */
    size_t count;
    struct value input;
    struct frame *frame; /* the caller's */
    size_t column;
    const struct node *procedure;  /* what names the function in errors, */
    const struct builtin *builtin; /* unless it is one of the table */
};

enum { ARGUMENTS_LEAST = 4 };

struct function_kind {
    struct value (*apply)(struct call *call);
    size_t (*arity)(const struct function *function);
};

struct builtin {
    const char *name, *signature;
    struct value (*run)(struct call *call);
    size_t arity; /* how many arguments a function that calls it back should give */
};

struct machine {
    struct limits limits;
    struct value root;
    struct frame *top;
    uint64_t random;
    double searched; /* seconds that regular expressions took */
    /* Of the functions of the table, once they were asked for. */
    const struct signature **signatures;
    const struct function **builtins;
};

/* value.c */
extern const struct value jsonata_nothing;
struct value value_null(void);
struct value value_boolean(bool truth);
struct value value_number(double number);
struct value value_string(const char *text);
struct value value_array(struct array *array);
struct value value_of_json(struct machine *m, const json *source);
struct array *array_new(struct machine *m, bool sequence);
struct array *array_of(struct machine *m, struct value value); /* itself, or around it */
struct value array_at(struct machine *m, struct array *array, size_t index);
void array_push(struct machine *m, struct array *array, struct value item);
void array_spread(struct machine *m, struct array *array, struct value items);
bool is_sequence(struct value value);
struct value value_append(struct machine *m, struct value left, struct value right);
struct object *object_new(struct machine *m);
struct value value_object(struct object *object);
void object_open(struct machine *m, struct object *object);
struct value object_get(struct machine *m, struct object *object, const char *key);
void object_set(struct machine *m, struct object *object, const char *key, struct value value);
void object_remove(struct machine *m, struct object *object, const char *key);
struct value value_lookup(struct machine *m, struct value value, const char *key);

/* value_compare.c */
bool value_true(struct machine *m, struct value value);
bool value_equal(struct machine *m, struct value a, struct value b);
uint64_t value_hash(struct machine *m, struct value value);
int text_compare(struct machine *m, const char *a, const char *b); /* as strcmp() */
void text_steps(struct machine *m, const char *text);
bool same_number(double a, double b);
bool is_whole(double number);
const char *value_type_name(struct value value);
char value_symbol(struct value value); /* as signatures spell it */

/* value_print.c: as $string() and as JSON */
const char *value_text(struct machine *m, struct value value, bool pretty, size_t column);
const char *number_text(struct machine *m, double number);
const json *value_to_json(struct machine *m, struct arena *arena, struct value value);
void add_bytes(struct machine *m, struct text *text, const char *bytes, size_t length);
void add_text(struct machine *m, struct text *text, const char *string);

/* evaluate.c, path.c, filter.c, operators.c */
struct value jsonata_evaluate_node(struct machine *m, const struct node *node, struct value input,
                                   struct frame *frame);
struct value evaluate_path(struct machine *m, const struct node *node, struct value input,
                           struct frame *frame);
struct value evaluate_filter(struct machine *m, const struct node *filter, struct value input,
                             struct frame *frame);
struct value evaluate_group(struct machine *m, const struct node *pairs, struct value input,
                            struct frame *frame);
struct value evaluate_sort(struct machine *m, const struct node *sort, struct value input,
                           struct frame *frame);
struct frame *frame_new(struct machine *m, struct frame *parent);
struct frame *frame_of_tuple(struct machine *m, struct frame *parent, const struct tuple *tuple);
void frame_bind(struct machine *m, struct frame *frame, const char *name, struct value value);

struct value evaluate_numeric(struct machine *m, const struct node *node, struct value input,
                              struct frame *frame);
struct value evaluate_order(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame);
struct value evaluate_equal(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame);
struct value evaluate_join(struct machine *m, const struct node *node, struct value input,
                           struct frame *frame);
struct value evaluate_logic(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame);
struct value evaluate_in(struct machine *m, const struct node *node, struct value input,
                         struct frame *frame);
struct value evaluate_range(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame);

/* call.c */
struct value evaluate_call(struct machine *m, const struct node *node, struct value input,
                           struct frame *frame);
struct value evaluate_partial(struct machine *m, const struct node *node, struct value input,
                              struct frame *frame);
struct value evaluate_apply(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame);
struct value evaluate_lambda(struct machine *m, const struct node *node, struct value input,
                             struct frame *frame);
struct value value_builtin(struct machine *m, const struct builtin *builtin);
/* Calls `function` from within the call of another; `count` arguments. */
struct value call_back(struct call *call, struct value function, const struct value *arguments,
                       size_t count);
/* The same with as many of (item, position, all of them) as it takes. */
struct value call_for_item(struct call *call, struct value function, struct value item,
                           struct value position, struct value all);
size_t function_arity(const struct function *function);
void call_fail(const struct call *call, const char *code, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* transform.c, regex.c */
struct value evaluate_transform(struct machine *m, const struct node *node, struct value input,
                                struct frame *frame);
struct value evaluate_regex(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame);

struct match {
    const char *text;  /* what was matched */
    size_t start, end; /* in characters */
    size_t start_byte, end_byte;
    struct value groups;   /* an array of strings */
    struct value next;     /* the function that finds the one behind it; */
    struct search *search; /* but of a regular expression how far it came */
    const char *subject;
};

/* The first match that a regex, or a function that behaves like one, finds in `subject`. */
bool match_first(struct call *call, struct value matcher, const char *subject, struct match *match);
bool match_next(struct call *call, struct match *match);

/* signature.c */
const struct signature *jsonata_signature(struct limits *limits, const char *text, size_t column);
/* The arguments as the signature wants them: replaces call->arguments and call->count. */
void jsonata_validate(struct call *call, const struct signature *signature);

/* functions.c: the table of all; NULL when there is none of that name. */
const struct builtin *jsonata_builtin(const char *name);
size_t jsonata_builtin_index(const struct builtin *builtin);
size_t jsonata_builtin_count(void);

/* sort.c: stable; `after` tells whether a stands behind b. */
struct order {
    bool (*after)(const struct order *order, struct value a, struct value b);
    struct machine *m;
    const void *context;
    struct frame *frame;
    struct call *call;
};
void jsonata_sort(const struct order *order, struct value *items, size_t count);

/* utf8.c */
size_t text_count(const char *text);                        /* its characters */
const char *text_skip(const char *text, size_t characters); /* behind so many, or its end */
uint32_t text_code(const char *text, size_t *length);       /* the character at `text` */

#endif
