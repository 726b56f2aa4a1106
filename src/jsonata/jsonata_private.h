#ifndef CFNC_JSONATA_PRIVATE_H
#define CFNC_JSONATA_PRIVATE_H

#include <setjmp.h>
#include <stdint.h>

#include "cfnc/base/names.h"
#include "cfnc/base/text.h"
#include "cfnc/jsonata/jsonata.h"
#include "cfnc/pattern/pattern.h"

/*
 * An expression goes through lexer.c (tokens) and parse.c (a tree, by the binding powers of
 * operators) before evaluate.c and its neighbours make values. Operators, kinds of nodes and
 * functions are rows, each at the foot of the file that holds its functions.
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
/* Items with room for one more: themselves, or in another place. */
void *jsonata_grow(struct limits *limits, void *items, size_t count, size_t *room, size_t size);
void jsonata_charge(struct limits *limits, size_t bytes);
void jsonata_step(struct limits *limits, size_t column, size_t steps);
/* One level more of what is evaluated inside of something else. */
void jsonata_enter(struct limits *limits, size_t column);
/* A step, at so many levels inside of a value. */
void jsonata_step_down(struct limits *limits, int depth);
/* A word of an expression or of its input, fit for an error. */
const char *jsonata_quote(struct limits *limits, const char *text);

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
        struct function_call *call;
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
    struct names names; /* the positions of the keys of a large object, or older than it */
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

struct function_call;

struct function {
    struct value (*apply)(struct function_call *call);
    size_t arity; /* how many arguments a function that calls it back should give */
    const struct jsonata_function *builtin;
    const struct signature *signature; /* of a builtin or a lambda; or NULL */
    const struct node *node;           /* lambda, transform, regex */
    struct frame *frame;
    struct value input;
    struct value first, second;    /* composed: second(first(x)); partial: first */
    const struct value *arguments; /* of a partial application; PENDING: a placeholder */
    size_t count;
    const struct regex_search *search; /* of the next match: how far the last one came */
};

/* A call of a function that is there, with its arguments. */
struct function_call {
    struct machine *m;
    const struct function *function;
    struct value *arguments; /* ARGUMENTS_LEAST at least, NOTHING behind those given */
    size_t count;
    struct value input;
    struct frame *frame; /* the caller's */
    size_t column;
    const struct node *procedure; /* what names the function in errors, unless it is a builtin */
};

enum { ARGUMENTS_LEAST = 4 };

/* A function of the language. Its arguments fit its signature. */
struct jsonata_function {
    const char *name, *signature;
    struct value (*run)(struct function_call *call);
    size_t arity;
    size_t needs;             /* the first arguments: where one is nothing, so is the result */
    double (*change)(double); /* what some functions differ by from others */
    double (*fold)(double, double);
    const char *text;
};

/* ---- tokens ---- */

enum token_type {
    TOKEN_END,
    TOKEN_OPERATOR,
    TOKEN_NAME,
    TOKEN_VARIABLE,
    TOKEN_VALUE, /* a number, a string, true, false, null */
    TOKEN_REGEX
};

struct lexer_token {
    enum token_type type;
    const char *text; /* as it is written; of a string what it says, of a regex its source */
    const char *flags;
    struct value value;
    size_t column;
    bool quoted; /* a name in backticks */
};

struct lexer {
    struct limits *limits;
    const char *at;
    const char *counted; /* up to where columns were counted */
    size_t column;
};

/* `operand`: whether a slash begins a regular expression here. */
struct lexer_token jsonata_token(struct lexer *lexer, bool operand);
size_t jsonata_number_length(const char *at); /* of the number there, that has no sign */

/* ---- the tree ---- */

enum node_type {
    NODE_NONE,
    NODE_VALUE,
    NODE_NAME,
    NODE_VARIABLE,
    NODE_WILDCARD,
    NODE_DESCENDANT,
    NODE_PARENT,
    NODE_REGEX,
    NODE_PATH,      /* children: its steps */
    NODE_BINARY,    /* left, right */
    NODE_RANGE,     /* left .. right */
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

struct node_array {
    struct node **items;
    size_t count, room;
};

/* What a parent operator asks for: the value `level` steps before. */
struct parent_slot {
    struct parent_slot *next; /* of those that a node could not resolve */
    const char *label;        /* the variable that holds it */
    int level;
};

struct node {
    enum node_type type;
    size_t column;
    const char *text; /* the operator, name or variable */
    struct value value;
    struct node *left, *right, *third;
    struct node_array children;
    struct node_array predicate; /* filters of what is no step */
    struct node_array stages;    /* of a step: filters and positions */
    struct node *group;
    const struct operator_row *operator;
    const struct signature *signature;
    const struct pattern *pattern;
    const char *focus, *index; /* of a step: the variables of @ and # */
    struct parent_slot *ancestor, *slot, *seeking;
    bool keep_array, keep_singleton, constructs, tuple, descending, tail, resolved, quoted;
};

struct jsonata {
    const struct node *root;
    const struct jsonata *next; /* the alternative behind it */
};

struct jsonata_parser {
    struct limits limits;
    struct lexer lexer;
    struct lexer_token token;
    size_t labels;
    const char *joint; /* the variable between alternatives; NULL: there is one expression */
};

/* Where and in what something is evaluated. */
struct evaluation {
    struct machine *m;
    struct value input;
    struct frame *frame;
};

typedef struct value evaluating(const struct evaluation *in, const struct node *node);

/* An operator, before an operand or behind one; a text may have a row for each. */
struct operator_row {
    const char *text;
    int power, right; /* how tightly it binds on its left (0: never behind an operand), its right */
    enum node_type type;
    /* Goes on from a node of that type: what it stands for. `left` only behind an operand. */
    struct node *(*prefix)(struct jsonata_parser *parser, struct node *node);
    struct node *(*infix)(struct jsonata_parser *parser, struct node *node, struct node *left);
    evaluating *evaluate; /* of NODE_BINARY */
};

/* parse_operators.c, parse_paths.c, operators.c; each ends with no text */
extern const struct operator_row jsonata_operators[], jsonata_path_operators[],
    jsonata_binary_operators[];

/* parse.c */
struct node *jsonata_expression(struct jsonata_parser *parser, int power);
void jsonata_advance(struct jsonata_parser *parser, const char *expected, bool operand);
bool jsonata_at(const struct jsonata_parser *parser, const char *operator);
bool jsonata_more(struct jsonata_parser *parser,
                  const char *separator); /* goes past it, if it is there */
struct node *jsonata_node(struct jsonata_parser *parser, enum node_type type, size_t column);
void jsonata_push(struct jsonata_parser *parser, struct node_array *nodes, struct node *node);
/* What it takes is counted in `limits`. */
const struct jsonata *jsonata_parse_within(struct limits *limits, const char *text,
                                           const char *joint, struct error *error);

/* parse_operators.c */
struct node *infix_pair(struct jsonata_parser *parser, struct node *node, struct node *left);

/* parse_paths.c */
struct node *jsonata_path_of(struct jsonata_parser *parser,
                             struct node *node);            /* itself, or around it */
void jsonata_inherit(struct node *node, struct node *part); /* what `part` still seeks */

/* ---- evaluating ---- */

struct machine {
    struct limits limits;
    struct value root;
    struct frame *top;
    uint64_t random;
    double searched; /* seconds that regular expressions took */
    evaluating *kinds[NODE_TYPES];
};

/* How a kind of node is evaluated. */
struct node_kind {
    enum node_type type;
    evaluating *evaluate;
};

/* path.c, operators.c, call.c, functions/regex.c; each ends with NODE_NONE */
extern const struct node_kind jsonata_path_kinds[], jsonata_operator_kinds[], jsonata_call_kinds[],
    jsonata_regex_kinds[];

/* value.c */
extern const struct value jsonata_nothing;
struct value value_boolean(bool truth);
struct value value_number(double number);
struct value value_string(const char *text);
struct value value_part(struct machine *m, const char *text, size_t length); /* a copy of it */
struct value value_array(struct array *array);
struct value value_of_json(struct machine *m, const json *source);
struct array *array_new(struct machine *m, bool sequence);
struct array *array_of(struct machine *m, struct value value); /* itself, or around it */
struct array *array_with(struct machine *m, bool sequence, struct value item);
struct value array_at(struct machine *m, struct array *array, size_t index);
void array_push(struct machine *m, struct array *array, struct value item);
void array_spread(struct machine *m, struct array *array, struct value items);
/* What is in an array or an object, by number; anything else holds nothing. */
size_t value_count(struct machine *m, struct value value);
struct value value_item(struct machine *m, struct value value, size_t index);
struct value value_append(struct machine *m, struct value left, struct value right);
struct object *object_new(struct machine *m);
struct value value_object(struct object *object);
void object_open(struct machine *m, struct object *object);
struct value object_get(struct machine *m, struct object *object, const char *key);
void object_set(struct machine *m, struct object *object, const char *key, struct value value);
void object_set_all(struct machine *m, struct object *object, struct object *from);
void object_remove(struct machine *m, struct object *object, const char *key);
struct value value_lookup(struct machine *m, struct value value, const char *key);
bool value_true(struct machine *m, struct value value);
bool value_equal(struct machine *m, struct value a, struct value b);
uint64_t value_hash(struct machine *m, struct value value);
int value_compare(struct machine *m, struct value a, struct value b); /* strings or numbers */
bool value_orderable(struct value value);                             /* a number or a string */
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

/* evaluate.c */
struct value evaluate_node(const struct evaluation *in, const struct node *node);
struct frame *frame_new(struct machine *m, struct frame *parent);
void binding_add(struct machine *m, const struct binding **bindings, const char *name,
                 struct value value);
/* Within `in`, with an item for input; of a tuple its value, and its variables. */
struct evaluation scope_of(const struct evaluation *in, struct value item);
/* An input that is one thing to begin from, not many: that an array is in, when it is one. */
struct value value_outer(struct machine *m, struct value input);
struct value value_inner(struct machine *m, struct value input);

/* filter.c */
struct value evaluate_filter(const struct evaluation *in, const struct node *filter);
struct value evaluate_group(const struct evaluation *in, const struct node *pairs);
struct value evaluate_sort(const struct evaluation *in, const struct node *node);
/* A stable sort; `after` tells whether a stands behind b. */
struct order {
    bool (*after)(const struct order *order, struct value a, struct value b);
    const struct evaluation *in;
    const struct node *node;
    struct function_call *call;
};
void jsonata_sort(const struct order *order, struct array *array);

/* call.c */
struct value value_function(struct machine *m, struct function function);
/* The function of that name; NOTHING when there is none. */
struct value value_builtin(struct machine *m, const char *name);
/* Calls `function` from within the call of another; `count` arguments. */
struct value call_back(struct function_call *call, struct value function,
                       const struct value *arguments, size_t count);
/* The same with as many of (item, position, all of them) as it takes. */
struct value call_for_item(struct function_call *call, struct value function, struct value item,
                           struct value position, struct value all);
void call_fail(const struct function_call *call, const char *code, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* signature.c */
const struct signature *jsonata_signature(struct limits *limits, const char *text, size_t column);
/* The arguments as the signature wants them: replaces call->arguments and call->count. */
void jsonata_validate(struct function_call *call, const struct signature *signature);

/* functions/functions.c: NULL when there is none of that name. */
const struct jsonata_function *jsonata_builtin(const char *name);

#endif
