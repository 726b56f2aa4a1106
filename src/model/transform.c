#include "cfnc/transform.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/jsonata.h"
#include "cfnc/pattern.h"
#include "cfnc/text.h"

struct alternative {
    const struct alternative *next;
    const struct jsonata *expression;
};

struct transform {
    const struct alternative *first;
};

static const char joint[] = "$OR";

/* ---- alternatives ---- */

/* Where in an expression a reader is. */
struct scan {
    const char *at;
    int depth;    /* of brackets */
    bool operand; /* a value may begin here: a slash is a regular expression's */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Behind a string or a quoted name. */
static const char *behind_quote(const char *at)
{
    const char quote = *at++;

    while (*at && *at != quote)
        at += *at == '\\' && quote != '`' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* Behind a regular expression: a slash within brackets does not end it. */
static const char *behind_pattern(const char *at)
{
    int depth = 0;

    for (at++; *at && (*at != '/' || depth > 0); at++) {
        if (*at == '\\' && at[1])
            at++;
        else if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at))
            depth--;
    }
    return *at ? at + 1 : at;
}

static const char *behind_comment(const char *at)
{
    const char *end = strstr(at + 2, "*/");

    return end ? end + 2 : at + strlen(at);
}

static void scan_mark(struct scan *scan)
{
    const char c = *scan->at++;

    if (isspace((unsigned char)c))
        return;
    scan->depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
    scan->operand = !strchr(")]}", c);
}

/* Goes past one token. */
static void scan_token(struct scan *scan)
{
    const char c = *scan->at;

    if (strncmp(scan->at, "/*", 2) == 0) {
        scan->at = behind_comment(scan->at);
        return;
    }
    if (strchr("\"'`", c))
        scan->at = behind_quote(scan->at);
    else if (c == '/' && scan->operand)
        scan->at = behind_pattern(scan->at);
    else if (is_word(c))
        while (is_word(*scan->at))
            scan->at++;
    else {
        scan_mark(scan);
        return;
    }
    scan->operand = false;
}

/* The end of the alternative that begins at `text`: its $OR, or the end of all. */
static const char *alternative_end(const char *text)
{
    struct scan scan = { text, 0, true };
    const size_t length = strlen(joint);

    while (*scan.at) {
        if (scan.depth == 0 && strncmp(scan.at, joint, length) == 0 && !is_word(scan.at[length]))
            break;
        scan_token(&scan);
    }
    return scan.at;
}

/* As many blanks as there are characters, so that columns are those of the whole text. */
static void add_blanks(struct text *out, const char *from, const char *to)
{
    for (; from < to; from++)
        if (((unsigned char)*from & 0xC0) != 0x80)
            text_add(out, " ");
}

const struct transform *transform_read(struct arena *arena, const char *text, struct error *error)
{
    struct transform *transform = arena_alloc(arena, sizeof(*transform));
    const struct alternative **end = &transform->first;
    const char *begin = text;

    for (;;) {
        const char *stop = alternative_end(begin);
        struct text one = text_new(arena);
        struct alternative *alternative = arena_alloc(arena, sizeof(*alternative));

        add_blanks(&one, text, begin);
        text_add_bytes(&one, begin, (size_t)(stop - begin));
        alternative->expression = jsonata_parse(arena, one.bytes, error);
        if (!alternative->expression)
            return NULL;
        *end = alternative;
        end = &alternative->next;
        if (!*stop)
            return transform;
        begin = stop + strlen(joint);
    }
}

/* ---- results ---- */

/* What is more than a text in which a dot may stand. */
static bool is_pattern(const char *text)
{
    return strpbrk(text, "[](){}*+?|\\^$") != NULL;
}

static bool matches(struct arena *arena, const char *source, const char *subject)
{
    struct error ignored;
    const char *whole = arena_printf(arena, "^(?:%s)$", source);
    const struct pattern *pattern = pattern_compile(arena, whole, &ignored);

    return pattern && pattern_search(pattern, subject) == PATTERN_MATCH;
}

static bool is_equal(struct arena *arena, const struct transform_input *input, const json *result)
{
    const char *text = json_string(result), *subject = json_string(input->returned);

    if (!input->returned)
        return json_type(result) == JSON_NULL;
    if (input->equals(input->context, result))
        return true;
    return text && subject && is_pattern(text) && matches(arena, text, subject);
}

/* What became of one alternative, in the contexts that there are. */
struct trial {
    struct arena *scratch;
    const struct transform_input *input;
    const json *result;
    bool equal, failed;
    struct error *error; /* of the first that failed */
};

static void try_context(struct trial *t, const struct alternative *alternative, const json *context)
{
    const json *result = NULL;
    struct error error = { "" };

    if (!jsonata_evaluate(t->scratch, alternative->expression, context, NULL, &result, &error)) {
        if (!t->failed)
            *t->error = error;
        t->failed = true;
    } else if (result) {
        t->equal = is_equal(t->scratch, t->input, result);
        t->result = t->result ? t->result : result;
    }
}

enum transform_verdict transform_match(struct arena *arena, const struct transform *transform,
                                       const struct transform_input *input, const json **result,
                                       struct error *error)
{
    struct arena *scratch = arena_new();
    bool failed = false, equal = false;

    *result = NULL;
    for (const struct alternative *a = transform->first; a && !equal; a = a->next) {
        struct error why = { "" };
        struct trial t = { .scratch = scratch, .input = input, .error = &why };

        try_context(&t, a, input->model);
        if (!t.equal && input->parent && input->parent != input->model)
            try_context(&t, a, input->parent);
        equal = t.equal;
        if (t.result && !*result && !equal)
            *result = json_copy(arena, t.result);
        if (t.failed && !t.result && !failed) {
            failed = true; /* a value in one context says that the other was not meant */
            *error = why;
        }
    }
    arena_free(scratch);
    return equal ? TRANSFORM_EQUAL : failed ? TRANSFORM_FAILED : TRANSFORM_DIFFERS;
}
