#include "cfnc/engine/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "expression.h"

/* A TEST argument: "contract_delete_*", "delete::contract_delete_read", "NAME[inputs_2]". */
struct pattern_of_test {
    const char *text;                /* as written */
    const char *module, *name, *set; /* globs; NULL: any */
};

struct selection {
    const char *k, *m;                              /* as written; NULL when not given */
    const struct expression *keywords, *markers;    /* NULL: everything */
    const struct pattern_of_test *names, *deselect; /* each ends with an empty row */
    struct shard shard;
    const struct protocol *protocol;
};

/* The parts of a selection, to be tried one by one when nothing is left. */
enum filter { BY_NAME = 1 << 0, BY_K = 1 << 1, BY_M = 1 << 2, BY_DESELECT = 1 << 3 };
enum { BY_ALL = BY_NAME | BY_K | BY_M | BY_DESELECT }; /* but by shard */

enum { SHARDS_MOST = 1000 };

/* pytest's node ids begin with the file: "handler_create.py", or a path to it. */
static bool module_matches(const char *pattern, const struct module *module)
{
    const char *slash = strrchr(pattern, '/');
    char file[64];

    if (text_glob(pattern, module->name))
        return true;
    snprintf(file, sizeof(file), "handler_%s.py", module->name);
    return strcmp(slash ? slash + 1 : pattern, file) == 0;
}

static bool test_matches(const struct pattern_of_test *pattern, const struct module *module,
                         const struct contract_test *test)
{
    return (!pattern->module || module_matches(pattern->module, module)) &&
           (text_glob(pattern->name, test->name) ||
            (test->v2_name && text_glob(pattern->name, test->v2_name)));
}

static bool patterns_match(const struct pattern_of_test *pattern, const struct module *module,
                           const struct contract_test *test, const struct input_set *set)
{
    for (; pattern->text; pattern++)
        if (test_matches(pattern, module, test) &&
            (!pattern->set || !set || text_glob(pattern->set, set->id)))
            return true;
    return false;
}

static bool any_test_matches(const struct protocol *protocol, const struct pattern_of_test *pattern)
{
    for (const struct module *m = protocol->modules; m->name; m++)
        for (const struct contract_test *test = m->tests; test->name; test++)
            if (test_matches(pattern, m, test))
                return true;
    return false;
}

/* The name of a test that is nearest to `word`, or NULL. */
static const char *nearest_name(struct arena *arena, const struct protocol *protocol,
                                const char *word)
{
    size_t count = 0;

    for (const struct module *m = protocol->modules; m->name; m++)
        for (const struct contract_test *test = m->tests; test->name; test++)
            count += 2;
    const char **names = arena_array(arena, count + 1, sizeof(*names));
    count = 0;
    for (const struct module *m = protocol->modules; m->name; m++)
        for (const struct contract_test *test = m->tests; test->name; test++) {
            names[count++] = test->name;
            if (test->v2_name)
                names[count++] = test->v2_name;
        }
    return text_nearest(word, names);
}

static struct pattern_of_test read_pattern(struct arena *arena, const char *text)
{
    const char *colons = strstr(text, "::");
    const char *name = colons ? colons + 2 : text;
    const char *bracket = strchr(name, '[');
    const size_t length = strlen(name);
    struct pattern_of_test pattern = { .text = text, .name = name };

    if (colons)
        pattern.module = arena_copy(arena, text, (size_t)(colons - text));
    if (bracket && name[length - 1] == ']') {
        pattern.set = arena_copy(arena, bracket + 1, (size_t)(name + length - 2 - bracket));
        pattern.name = arena_copy(arena, name, (size_t)(bracket - name));
    }
    return pattern;
}

static bool read_patterns(struct arena *arena, const struct pattern_of_test **patterns,
                          const char *const *texts, const struct protocol *protocol,
                          struct error *error)
{
    size_t count = 0;

    while (texts && texts[count])
        count++;
    struct pattern_of_test *pattern = arena_array(arena, count + 1, sizeof(*pattern));
    *patterns = pattern;
    for (size_t i = 0; i < count; i++, pattern++) {
        *pattern = read_pattern(arena, texts[i]);
        if (any_test_matches(protocol, pattern))
            continue;
        const char *quoted = text_quote(arena, pattern->text, 80);
        const char *near = nearest_name(arena, protocol, pattern->name);
        return near ? error_set(error, "no test is called \"%s\" (did you mean %s?)", quoted, near)
                    : error_set(error, "no test is called \"%s\"; \"cfnc list tests\" names them",
                                quoted);
    }
    return true;
}

/* An empty expression selects everything, as in pytest; -k of blanks too, but not -m. */
static bool read_expression(struct arena *arena, const char *option, const char *text,
                            const struct expression **expression, struct error *error)
{
    if (!text || !*text)
        return true;
    *expression = expression_read(arena, text, error);
    return *expression || error_prefix(error, "%s: \"%s\": ", option, text_quote(arena, text, 200));
}

struct selection *selection_read(struct arena *arena, const struct selection_options *options,
                                 struct error *error)
{
    struct selection *s = arena_alloc(arena, sizeof(*s));
    const char *k = options->k ? options->k + strspn(options->k, " \t\n\v\f\r") : NULL;

    *s = (struct selection){
        .k = k, .m = options->m, .shard = options->shard, .protocol = options->protocol
    };
    if (!read_expression(arena, "-k", s->k, &s->keywords, error) ||
        !read_expression(arena, "-m", s->m, &s->markers, error) ||
        !read_patterns(arena, &s->names, options->names, options->protocol, error) ||
        !read_patterns(arena, &s->deselect, options->deselect, options->protocol, error))
        return NULL;
    return s;
}

/* What an identifier of -k or -m is held against. */
struct candidate {
    const struct protocol *protocol;
    const struct module *module;
    const struct contract_test *test;
};

static bool contains(const char *keyword, const char *identifier)
{
    const size_t length = strlen(identifier);

    for (; *keyword; keyword++)
        if (strncasecmp(keyword, identifier, length) == 0)
            return true;
    return length == 0;
}

static bool is_marked(const struct candidate *c, const char *identifier,
                      bool (*like)(const char *marker, const char *identifier))
{
    const struct handler *handler;

    for (size_t i = 0; (handler = handler_at(c->protocol, i)); i++)
        if (c->test->needs & 1u << i && like(handler->key, identifier))
            return true;
    return false;
}

static bool equals(const char *marker, const char *identifier)
{
    return strcmp(marker, identifier) == 0;
}

/* The keywords of a test: its names, the file of the original suite, the folder, its markers. */
static bool has_keyword(const void *context, const char *identifier)
{
    const struct candidate *c = context;
    char file[64];

    snprintf(file, sizeof(file), "handler_%s.py", c->module->name);
    return contains(c->test->name, identifier) || contains(file, identifier) ||
           contains(c->protocol->name, identifier) ||
           (c->test->v2_name && contains(c->test->v2_name, identifier)) ||
           is_marked(c, identifier, contains);
}

static bool has_marker(const void *context, const char *identifier)
{
    return is_marked(context, identifier, equals);
}

static bool takes(const struct selection *s, unsigned filters, const struct module *module,
                  const struct contract_test *test, const struct input_set *set)
{
    const struct candidate candidate = { s->protocol, module, test };

    if (filters & BY_NAME && s->names->text && !patterns_match(s->names, module, test, set))
        return false;
    if (filters & BY_K && s->keywords && !expression_true(s->keywords, has_keyword, &candidate))
        return false;
    if (filters & BY_M && s->markers && !expression_true(s->markers, has_marker, &candidate))
        return false;
    return !(filters & BY_DESELECT) || !patterns_match(s->deselect, module, test, set);
}

/* In suite v2, a test that the type has no handler for is told of as one that does not apply. */
static bool applies(const struct module *module, const struct contract_test *test,
                    enum suite suite_wanted, const struct subject *subject)
{
    return test_is_of(module, test, suite_wanted) &&
           (!subject || suite_wanted == SUITE_V2 || !(test->needs & ~subject->handlers));
}

static bool takes_some(const struct selection *s, enum suite suite_wanted,
                       const struct subject *subject, const struct module *module,
                       const struct input_set *set)
{
    for (const struct contract_test *test = module->tests; test->name; test++)
        if (applies(module, test, suite_wanted, subject) && takes(s, BY_ALL, module, test, set))
            return true;
    return false;
}

/* 12 of "inputs_12"; 0 where there is no number. */
static unsigned long set_number(const struct input_set *set)
{
    const char *digits = set ? set->id + strlen(set->id) : "";

    while (set && digits > set->id && strchr("0123456789", digits[-1]))
        digits--;
    return strtoul(digits, NULL, 10);
}

/*
 * Tests of a module share a resource, so that a module on one input set is dealt out as a
 * whole: the first to the first shard, and so on.
 */
static bool is_in_shard(const struct selection *s, enum suite suite_wanted,
                        const struct subject *subject, const struct module *module,
                        const struct input_set *set)
{
    unsigned long unit = set_number(set);

    if (!s->shard.of || module->looks_back)
        return true;
    for (const struct module *m = s->protocol->modules; m->name && m != module; m++)
        unit += !m->looks_back && takes_some(s, suite_wanted, subject, m, set);
    return unit % s->shard.of == s->shard.number - 1;
}

bool shard_read(const char *text, struct shard *shard)
{
    struct shard read;
    int length = 0;

    if (sscanf(text, "%4u/%4u%n", &read.number, &read.of, &length) != 2 || text[length] ||
        text[strspn(text, "0123456789/")] || !read.number || read.number > read.of ||
        read.of > SHARDS_MOST)
        return false;
    *shard = read;
    return true;
}

bool selection_takes(const struct selection *selection, enum suite suite_wanted,
                     const struct subject *subject, const struct module *module,
                     const struct contract_test *test, const struct input_set *set)
{
    return applies(module, test, suite_wanted, subject) &&
           takes(selection, BY_ALL, module, test, set) &&
           is_in_shard(selection, suite_wanted, subject, module, set);
}

/* Whether something is left when only these filters are asked. */
static bool leaves(const struct selection *s, unsigned filters, enum suite suite_wanted,
                   const struct subject *subject, const struct input_set *sets, size_t set_count)
{
    for (size_t i = 0; i < set_count; i++)
        for (const struct module *m = s->protocol->modules; m->name; m++)
            for (const struct contract_test *test = m->tests; test->name; test++)
                if (applies(m, test, suite_wanted, subject) && takes(s, filters, m, test, &sets[i]))
                    return true;
    return false;
}

/* `expression` matches nothing: the name that was meant, perhaps. */
static const char *blame_expression(struct arena *arena, const struct selection *s,
                                    const char *option, const char *text,
                                    const struct expression *expression)
{
    const char *word = expression_word(expression);
    const char *near = word ? nearest_name(arena, s->protocol, word) : NULL;
    const char *quoted = text_quote(arena, text, 100);

    if (near)
        return arena_printf(arena, "no test matches %s \"%s\" (did you mean %s?)", option, quoted,
                            near);
    return arena_printf(arena, "no test matches %s \"%s\"; \"cfnc list tests\" names them", option,
                        quoted);
}

/* "create, read, update, delete and list" */
static const char *markers(struct arena *arena, const struct protocol *protocol)
{
    struct text out = text_new(arena);
    const struct handler *handler;

    for (size_t i = 0; (handler = handler_at(protocol, i)); i++)
        text_addf(&out, "%s%s",
                  !i                            ? ""
                  : handler_at(protocol, i + 1) ? ", "
                                                : " and ",
                  handler->key);
    return out.bytes;
}

const char *selection_blame(struct arena *arena, const struct selection *selection,
                            enum suite suite_wanted, const struct subject *subject,
                            const struct input_set *sets, size_t set_count)
{
    const struct selection *s = selection;
    const struct input_set any = { .id = "" };

    if (!leaves(s, 0, suite_wanted, subject, &any, 1))
        return arena_printf(arena, "suite %s has no test for the handlers of this type",
                            suite_name(suite_wanted));
    if (!leaves(s, BY_NAME, suite_wanted, NULL, sets, set_count))
        return arena_printf(arena, "\"%s\" is no test of suite %s on these inputs",
                            text_quote(arena, s->names->text, 80), suite_name(suite_wanted));
    if (!leaves(s, BY_NAME, suite_wanted, subject, sets, set_count))
        return arena_printf(arena, "\"%s\" takes a handler that the schema does not have",
                            text_quote(arena, s->names->text, 80));
    if (!leaves(s, BY_K, suite_wanted, subject, sets, set_count))
        return blame_expression(arena, s, "-k", s->k, s->keywords);
    if (!leaves(s, BY_M, suite_wanted, subject, sets, set_count))
        return arena_printf(arena, "no test matches -m \"%s\"; markers are %s",
                            text_quote(arena, s->m, 100), markers(arena, s->protocol));
    if (leaves(s, BY_ALL, suite_wanted, subject, sets, set_count))
        return arena_printf(arena, "shard %u of %u is empty: there are fewer modules and inputs",
                            s->shard.number, s->shard.of);
    if (leaves(s, BY_ALL & ~(unsigned)BY_DESELECT, suite_wanted, subject, sets, set_count))
        return "--deselect leaves no test";
    return "no test matches all of the names, -k and -m";
}
