#include "expression.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"

enum token { LEFT, RIGHT, OR, AND, NOT, WORD, END, BROKEN };

static const char *const token_names[] = {
    [LEFT] = "left parenthesis",
    [RIGHT] = "right parenthesis",
    [OR] = "or",
    [AND] = "and",
    [NOT] = "not",
    [WORD] = "identifier",
    [END] = "end of input",
};

/* OR and AND have as many parts as it takes, NOT has one, WORD has a word, END is false. */
struct expression {
    enum token kind;
    const char *word;
    const struct expression *parts, *next;
};

/* A reader that looks one token ahead. */
struct reader {
    struct arena *arena;
    const char *text, *at;
    enum token token;
    const char *start; /* of the token */
    const char *word;
    unsigned depth;
    struct error *error;
};

/* Columns count characters, as in Python. */
static size_t column(const struct reader *r)
{
    return text_count(r->text, r->start) + 1;
}

/* Letters beyond ASCII count as letters, all of them; \w of Python is nearly that. */
static size_t word_length(const char *s)
{
    const char *start = s;

    for (size_t length = 1; *s; s += length) {
        const bool plain = (unsigned char)*s < 0x80;

        length = plain ? 1 : text_utf8_length(s);
        if (!length || (plain && !isalnum((unsigned char)*s) && !strchr("_:+-.[]\\/", *s)))
            break;
    }
    return (size_t)(s - start);
}

static enum token word_kind(const char *word)
{
    static const enum token reserved[] = { OR, AND, NOT };

    for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
        if (strcmp(word, token_names[reserved[i]]) == 0)
            return reserved[i];
    return WORD;
}

/* Moves to the next token. */
static bool advance(struct reader *r)
{
    r->at += strspn(r->at, " \t");
    r->start = r->at;
    if (!*r->at || *r->at == '(' || *r->at == ')') {
        r->token = !*r->at ? END : *r->at == '(' ? LEFT : RIGHT;
        r->at += *r->at != '\0';
        return true;
    }
    const size_t length = word_length(r->at);
    if (!length) {
        const size_t bytes = text_utf8_length(r->at);
        const char *bad = arena_copy(r->arena, r->at, bytes ? bytes : 1);

        r->token = BROKEN;
        return error_set(r->error, "at column %zu: unexpected character \"%s\"", column(r),
                         text_quote(r->arena, bad, 0));
    }
    r->word = arena_copy(r->arena, r->at, length);
    r->token = word_kind(r->word);
    r->at += length;
    return true;
}

static struct expression *node(struct reader *r, enum token kind, const struct expression *parts)
{
    struct expression *expression = arena_alloc(r->arena, sizeof(*expression));

    *expression = (struct expression){ .kind = kind, .word = r->word, .parts = parts };
    return expression;
}

static struct expression *reject(const struct reader *r, const char *expected)
{
    assert(r->token != BROKEN); /* that has been told already */
    error_set(r->error, "at column %zu: expected %s; got %s", column(r), expected,
              token_names[r->token]);
    return NULL;
}

static struct expression *read_chain(struct reader *r, enum token joint);

static struct expression *read_parenthesis(struct reader *r)
{
    struct expression *inner = advance(r) ? read_chain(r, OR) : NULL;

    if (inner && r->token != RIGHT)
        return reject(r, token_names[RIGHT]);
    return inner && advance(r) ? inner : NULL;
}

static struct expression *read_not(struct reader *r)
{
    struct expression *result = NULL;

    if (r->depth++ == EXPRESSION_DEEPEST) {
        error_set(r->error, "at column %zu: nested deeper than %d levels", column(r),
                  EXPRESSION_DEEPEST);
        return NULL;
    }
    if (r->token == NOT) {
        const struct expression *inner = advance(r) ? read_not(r) : NULL;
        result = inner ? node(r, NOT, inner) : NULL;
    } else if (r->token == LEFT) {
        result = read_parenthesis(r);
    } else if (r->token == WORD) {
        result = node(r, WORD, NULL);
        result = advance(r) ? result : NULL;
    } else {
        result = reject(r, "not OR left parenthesis OR identifier");
    }
    r->depth--;
    return result;
}

/* One or more parts with `joint` between them; the parts of an "or" are chains of "and". */
static struct expression *read_chain(struct reader *r, enum token joint)
{
    struct expression *first = joint == OR ? read_chain(r, AND) : read_not(r);
    struct expression *last = first;

    if (!first || r->token != joint)
        return first;
    struct expression *chain = node(r, joint, first);
    while (last && r->token == joint) {
        struct expression *part = !advance(r)   ? NULL
                                  : joint == OR ? read_chain(r, AND)
                                                : read_not(r);

        last->next = part;
        last = part;
    }
    return last ? chain : NULL;
}

const struct expression *expression_read(struct arena *arena, const char *text, struct error *error)
{
    struct reader r = { .arena = arena, .text = text, .at = text, .error = error };

    if (!advance(&r))
        return NULL;
    if (r.token == END)
        return node(&r, END, NULL);
    const struct expression *expression = read_chain(&r, OR);
    if (expression && r.token != END)
        return reject(&r, token_names[END]);
    return expression;
}

bool expression_true(const struct expression *expression,
                     bool (*has)(const void *context, const char *identifier), const void *context)
{
    const bool until = expression->kind == OR; /* the value that settles a chain */

    if (expression->kind == WORD)
        return has(context, expression->word);
    if (expression->kind == NOT)
        return !expression_true(expression->parts, has, context);
    if (expression->kind == END)
        return false;
    for (const struct expression *part = expression->parts; part; part = part->next)
        if (expression_true(part, has, context) == until)
            return until;
    return !until;
}

const char *expression_word(const struct expression *expression)
{
    return expression->kind == WORD ? expression->word : NULL;
}
