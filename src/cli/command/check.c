/*
 * JSON lines in, one verdict for each out. Only one line is in memory at a
 * time, so that a file may be as long as it likes. What is no JSON gets a line
 * with "error" and the others are judged all the same: the exit code tells.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/text.h"
#include "cfnc/option/command.h"
#include "cfnc/prepare/subject.h"
#include "cli/commands.h"

enum { LINE_LARGEST = 8 * 1024 * 1024, ROOM = 64 * 1024 };

/* What a model is judged as. */
static const struct view_row {
    const char *name;
    size_t schema; /* its place in struct resource_type */
    enum schema_mode mode;
    bool plain; /* the document itself, which need not be a resource schema */
} views[] = {
    { "create", offsetof(struct resource_type, create), SCHEMA_ALL, false },
    { "update", offsetof(struct resource_type, update), SCHEMA_ALL, false },
    { "returned", offsetof(struct resource_type, returned), SCHEMA_SHAPE_KEYWORDS, false },
    { "plain", 0, SCHEMA_ALL, true },
    { 0 },
};

/* The lines of a file, as they come. */
struct lines {
    const char *name; /* as messages name it */
    int file;
    char bytes[ROOM]; /* what was read */
    size_t start, end;
    struct text line; /* the one that was read last */
    size_t number;    /* of that, from 1 */
    bool over;
    int trouble; /* errno of a read that failed */
};

struct checking {
    const struct view_row *view;
    const struct schema *schema;
    struct lines lines;
    size_t count; /* models so far */
    bool invalid, unreadable;
};

/* ---- lines ---- */

/* Who feeds one line and waits for its verdict gets it: nothing is held back while we wait. */
static void read_more(struct lines *l)
{
    ssize_t got = -1;

    fflush(stdout);
    do
        got = read(l->file, l->bytes, sizeof(l->bytes));
    while (got < 0 && errno == EINTR);
    l->trouble = got < 0 ? errno : 0;
    l->over = got <= 0;
    l->start = 0;
    l->end = got > 0 ? (size_t)got : 0;
}

static bool is_too_long(const struct lines *l)
{
    return l->line.length > LINE_LARGEST;
}

/* Reads a line, without what ends it; what makes it too long is forgotten. False at the end. */
static bool next_line(struct lines *l)
{
    bool any = false;

    l->line.length = 0;
    text_add(&l->line, "");
    while (!l->over) {
        const char *start = l->bytes + l->start;
        const size_t there = l->end - l->start;
        const char *end = there ? memchr(start, '\n', there) : NULL;
        const size_t length = end ? (size_t)(end - start) : there;

        if (!is_too_long(l))
            text_add_bytes(&l->line, start, length);
        any = any || there;
        l->start += length + (end ? 1 : 0);
        if (end)
            break;
        read_more(l);
    }
    l->number += any;
    return any;
}

/* ---- verdicts ---- */

static json *new_result(struct arena *arena, const struct checking *c)
{
    json *result = json_object(arena);

    json_set_number(result, "i", (double)c->count);
    return result;
}

static void print_result(struct arena *arena, const json *result)
{
    puts(json_print(arena, result));
}

/* Where and why, on the error stream; that it is so, in the output. */
static void refuse_line(struct checking *c, struct arena *arena, const char *column,
                        const char *why)
{
    json *result = new_result(arena, c);

    c->unreadable = true;
    complain(EXIT_PROJECT, "%s:%zu%s: %s", c->lines.name, c->lines.number, column, why);
    json_set_string(result, "error", why);
    print_result(arena, result);
}

/* The reader's "LINE:COL: why" counts lines within this one line. */
static void refuse_json(struct checking *c, struct arena *arena, const struct error *error)
{
    const char *column = strchr(error->text, ':');
    const char *why = column ? strstr(column, ": ") : NULL;

    if (why)
        refuse_line(c, arena, arena_copy(arena, column, (size_t)(why - column)), why + 2);
    else
        refuse_line(c, arena, "", error->text);
}

static void add_faults(json *result, const struct schema_fault *fault)
{
    json *errors = json_set_array(result, "errors");

    for (; fault; fault = fault->next) {
        json *error = json_append_object(errors);

        json_set_string(error, "path", fault->path);
        json_set_string(error, "keyword", fault->keyword);
        json_set_string(error, "schemaPath", fault->schema_path);
        json_set_string(error, "message", fault->message);
        if (fault->undecided)
            json_set_boolean(error, "undecided", true);
    }
}

/* What is wrong, or what cannot be judged: that is no verdict. */
static void print_faults(struct checking *c, struct arena *arena, const json *model)
{
    const struct schema_fault *first = schema_faults(arena, c->schema, model, c->view->mode);
    const struct schema_fault *sure = first;
    json *result = new_result(arena, c);

    while (sure && sure->undecided)
        sure = sure->next;
    json_set(result, "valid", sure ? json_new_boolean(arena, false) : NULL);
    if (!sure)
        json_set_boolean(result, "undecided", true);
    add_faults(result, first);
    print_result(arena, result);
    c->invalid = true;
}

/*
 * The contract's keywords leave out what branches of oneOf and the like say, and so
 * also that a property is declared in none of them. `cfnc test` looks at that too.
 */
static void print_undeclared(const struct checking *c, struct arena *arena, const json *model)
{
    const struct schema_fault *fault = schema_faults(arena, c->schema, model, SCHEMA_SHAPE);
    json *result = new_result(arena, c);

    json_set_boolean(result, "valid", true);
    json *undeclared = json_set_array(result, "undeclared");
    for (; fault; fault = fault->next)
        if (!fault->undecided)
            json_append(undeclared, json_new_string(arena, fault->path));
    print_result(arena, result);
}

static void judge_line(struct checking *c)
{
    const struct text *line = &c->lines.line;
    const bool too_long = is_too_long(&c->lines);
    struct arena *arena = arena_new();
    struct error error;
    const json *model = too_long ? NULL : json_parse(arena, line->bytes, line->length, &error);

    if (too_long)
        refuse_line(c, arena, "",
                    arena_printf(arena,
                                 "the line is longer than %d MiB; write a model into one that is "
                                 "shorter",
                                 LINE_LARGEST / 1024 / 1024));
    else if (!model)
        refuse_json(c, arena, &error);
    else if (!schema_valid(c->schema, model, c->view->mode))
        print_faults(c, arena, model);
    else if (c->view->mode == SCHEMA_SHAPE_KEYWORDS &&
             !schema_valid(c->schema, model, SCHEMA_SHAPE))
        print_undeclared(c, arena, model);
    else
        printf("{\"i\":%zu,\"valid\":true}\n", c->count);
    c->count++;
    arena_free(arena);
}

/* Why it ended matters in this order: what was not read, what is invalid. */
static enum exit_code judge_all(struct checking *c)
{
    const struct text *line = &c->lines.line;

    while (!ferror(stdout) && next_line(&c->lines))
        if (is_too_long(&c->lines) || strspn(line->bytes, " \t\r") < line->length)
            judge_line(c);
    if (ferror(stdout) || fflush(stdout) != 0)
        return EXIT_OK; /* main() looks for itself, and says so */
    if (c->lines.trouble)
        return complain(EXIT_PROJECT, "%s: %s", c->lines.name, strerror(c->lines.trouble));
    if (c->unreadable)
        return EXIT_PROJECT;
    return c->invalid ? EXIT_TEST_FAILED : EXIT_OK;
}

/* ---- what was asked for ---- */

/* Another draft's schema may be what is at hand; that it is read as draft-07 must be known. */
static void tell_of_draft(struct arena *arena, const char *file, const json *document)
{
    const char *draft = json_string(json_get(document, "$schema"));

    if (draft && strstr(draft, "json-schema.org/") && !strstr(draft, "/draft-07/"))
        complain(EXIT_OK, "%s: judged as draft-07, though its $schema is \"%s\"",
                 text_quote(arena, file, 0), text_quote(arena, draft, 80));
}

static const struct schema *read_schema(struct arena *arena, const struct subject_options *subject,
                                        const struct view_row *view, struct error *error)
{
    const struct schema_sources sources = { .file = subject->schema, .path = subject->schema_path };
    const json *document = json_read(arena, subject->schema, SCHEMA_LARGEST, error);
    const struct schema *const *schema = NULL;

    if (!document)
        return NULL;
    if (view->plain)
        tell_of_draft(arena, subject->schema, document);
    if (view->plain)
        return schema_compile(arena, document, &sources, error);
    const struct resource_type *type = resource_type_read_from(arena, document, &sources, error);
    if (!type)
        return NULL;
    schema = (const struct schema *const *)(const void *)((const char *)type + view->schema);
    return *schema;
}

static const struct view_row *find_view(const char *name)
{
    for (const struct view_row *row = views; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static enum exit_code misused(struct arena *arena, const struct options *options)
{
    const char *name = options->words.items[0];

    if (options->words.count > 2)
        return complain(EXIT_USAGE, "check: one file at a time, not \"%s\" too",
                        text_quote(arena, options->words.items[2], 60));
    if (name && find_view(name))
        return complain(EXIT_USAGE, "check: against which schema? pass --schema FILE");
    if (name)
        return complain(EXIT_USAGE, "check: expected create, update, returned or plain, not \"%s\"",
                        text_quote(arena, name, 60));
    fputs(command_check.usage, stderr);
    return complain(EXIT_USAGE, "check: expected create, update, returned or plain");
}

static enum exit_code cmd_check(struct arena *arena, const struct options *options)
{
    const char *const *words = options->words.items;
    const char *path = options->words.count > 1 ? words[1] : "-";
    struct checking c = { .view = words[0] ? find_view(words[0]) : NULL };
    struct error error;

    if (!c.view || !options->subject.schema || options->words.count > 2)
        return misused(arena, options);
    c.schema = read_schema(arena, &options->subject, c.view, &error);
    if (!c.schema)
        return complain(EXIT_PROJECT, "%s", error.text);
    c.lines.line = text_new(arena);
    c.lines.name = strcmp(path, "-") == 0 ? "stdin" : text_quote(arena, path, 0);
    c.lines.file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (c.lines.file < 0)
        return complain(EXIT_PROJECT, "%s: %s", c.lines.name, strerror(errno));
    const enum exit_code code = judge_all(&c);
    if (c.lines.file != STDIN_FILENO)
        close(c.lines.file);
    return code;
}

const struct command command_check = {
    .name = "check",
    .summary = "judge models against a schema, line by line",
    .usage =
        "Usage: cfnc check create|update|returned|plain --schema FILE [FILE|-]\n"
        "Read models, one JSON value a line, and print one verdict a line.\n"
        "\n"
        "  create     what may be sent to CREATE: no read-only property, none required\n"
        "  update     what may be sent to UPDATE: read-only ones allowed, none required\n"
        "  returned   what handlers may return: the shape that the contract asks for\n"
        "  plain      any JSON value against any JSON Schema of draft-07\n"
        "\n"
        "  cfnc check create --schema aws-s3-bucket.json models.jsonl\n"
        "  echo '{\"Name\":1}' | cfnc check plain --schema schema.json\n"
        "    {\"i\":0,\"valid\":false,\"errors\":[{\"path\":\"/Name\",\"keyword\":\"type\", ...\n"
        "\n"
        "A line that is no JSON gets \"error\"; where a pattern takes too long, \"undecided\".\n"
        "Of a returned model, \"undeclared\" names what no part of the schema declares.\n"
        "\n",
    .ending =
        "Exit: 0 all valid  1 some not  2 usage  4 unreadable schema or line  8 lost output\n",
    .place = IN_CHECK,
    .run = cmd_check,
};
