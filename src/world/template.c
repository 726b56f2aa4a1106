#include "cfnc/world/template.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"

enum { LARGEST = 1024 * 1024, DEPTH = 5, LAMBDA_DEFAULT_S = 3, LONGEST_S = 100000 };

/* The keys that lead to the line being read, the outermost first. */
struct yaml_level {
    size_t indent;
    const char *key;
};

struct scan {
    struct arena *arena;
    struct sam_template *into;
    struct yaml_level path[DEPTH];
    size_t depth;
    struct template_function function; /* the resource being read, which may be none */
    bool is_function;
};

/* A plain or quoted YAML word. */
static const char *word(struct arena *arena, const char *from, size_t length)
{
    while (length && strchr(" \t\r", from[length - 1]))
        length--;
    if (length >= 2 && (*from == '"' || *from == '\'') && from[length - 1] == *from)
        return arena_copy(arena, from + 1, length - 2);
    return arena_copy(arena, from, length);
}

/* Whether these keys lead to the line; NULL stands for any. */
static bool is_at(const struct scan *s, size_t depth, const char *const *keys)
{
    for (size_t i = 0; s->depth == depth && i < depth; i++)
        if (keys[i] && strcmp(keys[i], s->path[i].key) != 0)
            return false;
    return s->depth == depth;
}

static struct template_timeout timeout_of(const char *value, int line)
{
    char *end;
    const long seconds = strtol(value, &end, 10);
    const bool good = end != value && !*end && seconds > 0 && seconds < LONGEST_S;

    return (struct template_timeout){ good ? seconds : 0, line };
}

static void end_resource(struct scan *s)
{
    if (s->is_function && s->function.name && s->into->count < TEMPLATE_FUNCTIONS_MOST)
        s->into->functions[s->into->count++] = s->function;
    s->function = (struct template_function){ 0 };
    s->is_function = false;
}

static bool is_function_type(const char *value)
{
    return strcmp(value, "AWS::Serverless::Function") == 0 ||
           strcmp(value, "AWS::Lambda::Function") == 0;
}

static void take(struct scan *s, const char *value, int line)
{
    static const char *const resource[] = { "Resources", NULL };
    static const char *const type[] = { "Resources", NULL, "Type" };
    static const char *const own[] = { "Resources", NULL, "Properties", "Timeout" };
    static const char *const of_all[] = { "Globals", "Function", "Timeout" };

    if (s->depth <= 2)
        end_resource(s);
    if (is_at(s, 2, resource))
        s->function.name = s->path[1].key;
    if (is_at(s, 3, type))
        s->is_function = is_function_type(value);
    if (is_at(s, 4, own))
        s->function.timeout = timeout_of(value, line);
    if (is_at(s, 3, of_all))
        s->into->globals = timeout_of(value, line);
}

/* Puts the key where its indent belongs; false when that is deeper than anything of interest. */
static bool place(struct scan *s, size_t indent, const char *key)
{
    while (s->depth && s->path[s->depth - 1].indent >= indent)
        s->depth--;
    if (s->depth == DEPTH || (!s->depth && indent))
        return false;
    s->path[s->depth++] = (struct yaml_level){ indent, key };
    return true;
}

static void read_line(struct scan *s, const char *line, size_t length, int number)
{
    size_t indent = 0;

    while (indent < length && line[indent] == ' ')
        indent++;
    line += indent;
    length -= indent;
    if (length == 0 || *line == '#' || *line == '\r')
        return;
    const char *colon = memchr(line, ':', length), *end = line + length;
    if (!colon && indent)
        return;
    if (!colon)
        colon = end;
    if (!place(s, indent, word(s->arena, line, (size_t)(colon - line))))
        return;
    const char *value = colon < end ? colon + 1 : end, *comment = value;
    while (comment < end && !(*comment == '#' && comment[-1] == ' '))
        comment++;
    while (value < comment && *value == ' ')
        value++;
    take(s, word(s->arena, value, (size_t)(comment - value)), number);
}

void template_read(struct arena *arena, const char *folder, struct sam_template *into)
{
    static const char *const files[] = { "template.yml", "template.yaml" };
    struct scan scan = { .arena = arena, .into = into };
    struct error error;
    const char *text = NULL;

    *into = (struct sam_template){ 0 };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && !text; i++) {
        into->path = file_join(arena, folder, files[i]);
        text = file_read(arena, into->path, LARGEST, NULL, &error);
    }
    into->path = text ? into->path : NULL;
    for (int number = 1; text && *text; number++) {
        const size_t length = strcspn(text, "\n");

        read_line(&scan, text, length, number);
        text += length + (text[length] == '\n');
    }
    end_resource(&scan);
}

const char *const *template_names(struct arena *arena, const struct sam_template *t)
{
    const char **names = arena_array(arena, t->count + 1, sizeof(*names));

    for (size_t i = 0; i < t->count; i++)
        names[i] = t->functions[i].name;
    return names;
}

struct template_timeout template_timeout_of(const struct sam_template *t, const char *function)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->functions[i].name, function) == 0 && t->functions[i].timeout.line)
            return t->functions[i].timeout;
    if (t->globals.line)
        return t->globals;
    return (struct template_timeout){ .seconds = LAMBDA_DEFAULT_S };
}
