/*
 * contract-test-exceptions.json: what the project accepts, with reasons. An array
 * of exceptions, or an object with that array under "exceptions", or one
 * exception alone.
 */
#include "cfnc/project/exceptions.h"
#include "cfnc/project/project.h"
#include <string.h>

#include "cfnc/aws/aws.h"
#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"

enum { EXCEPTIONS_LARGEST = 1024 * 1024 };

/* A file that is being read, and the exception in it that is looked at. */
struct exceptions_reading {
    struct arena *arena;
    const struct document *file;
    const struct subject *subject;
    const char *today; /* "2026-11-21" */
    const char *place; /* the pointer of the exception */
    struct waiver *waiver;
    struct error *error;
};

static const char *here(const struct exceptions_reading *r, const char *member)
{
    return pointer_add(r->arena, r->place, member);
}

static bool read_rule(struct exceptions_reading *r, const char *id)
{
    const struct protocol *protocol = r->subject->protocol;
    const char **names = arena_array(r->arena, rule_count(protocol) + 1, sizeof(*names));

    for (size_t i = 0; i < rule_count(protocol); i++)
        names[i] = rule_at(protocol, i)->id;
    r->waiver->rule = rule_named(protocol, id);
    return r->waiver->rule ||
           document_error(r->file, here(r, "rule"), r->error,
                          "no rule is called \"%s\"%s; \"cfnc list rules\" lists them",
                          text_quote(r->arena, id, 60),
                          text_meant(r->arena, text_nearest(id, names), ""));
}

static bool is_called(const struct contract_test *test, const char *name)
{
    return strcmp(test->name, name) == 0 || (test->v2_name && strcmp(test->v2_name, name) == 0);
}

/* Its own name, or the one that the documentation of contract tests v2 has for it. */
static bool read_test(struct exceptions_reading *r, const char *name)
{
    size_t count = 0, room = 0;

    for (const struct module *m = r->subject->protocol->modules; m->name; m++)
        for (const struct contract_test *test = m->tests; test->name; test++)
            room += 2;
    const char **names = arena_array(r->arena, room + 1, sizeof(*names));
    for (const struct module *m = r->subject->protocol->modules; m->name; m++)
        for (const struct contract_test *test = m->tests; test->name; test++) {
            if (is_called(test, name))
                r->waiver->test = test->name;
            names[count++] = test->name;
            if (test->v2_name)
                names[count++] = test->v2_name;
        }
    return r->waiver->test ||
           document_error(r->file, here(r, "test"), r->error,
                          "no test is called \"%s\"%s; \"cfnc list tests\" lists them",
                          text_quote(r->arena, name, 60),
                          text_meant(r->arena, text_nearest(name, names), ""));
}

static bool read_reason(struct exceptions_reading *r, const char *text)
{
    r->waiver->reason = text_quote(r->arena, text + strspn(text, " \t\r\n"), 0);
    return *r->waiver->reason || document_error(r->file, here(r, "reason"), r->error,
                                                "the reason is empty; say why this is accepted");
}

/* A day of the calendar, YYYY-MM-DD. */
static bool is_date(struct arena *arena, const char *text)
{
    int64_t seconds;

    return strlen(text) == 10 && aws_time(arena_printf(arena, "%sT00:00:00Z", text), &seconds) &&
           strncmp(date_text(arena, seconds * 1000), text, 10) == 0;
}

static bool read_expires(struct exceptions_reading *r, const char *text)
{
    r->waiver->expires = text;
    r->waiver->expired = strcmp(text, r->today) < 0;
    return is_date(r->arena, text) ||
           document_error(r->file, here(r, "expires"), r->error,
                          "expected a day such as \"2027-01-31\", not \"%s\"",
                          text_quote(r->arena, text, 40));
}

static bool read_type(struct exceptions_reading *r, const char *name)
{
    return resource_type_is_name(name) ||
           document_error(r->file, here(r, "type"), r->error,
                          "expected Organization::Service::Resource, not \"%s\"",
                          text_quote(r->arena, name, 80));
}

static const struct exception_member {
    const char *name;
    bool (*read)(struct exceptions_reading *r, const char *text);
} members[] = {
    { "rule", read_rule },       { "test", read_test }, { "reason", read_reason },
    { "expires", read_expires }, { "type", read_type }, { 0 },
};

static bool read_member(struct exceptions_reading *r, const json *member)
{
    const struct exception_member *row = members;
    const char *key = json_key(member);
    const char *names[sizeof(members) / sizeof(members[0])];

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        names[i] = members[i].name;
    while (row->name && strcmp(row->name, key) != 0)
        row++;
    if (!row->name)
        return document_error(
            r->file, here(r, key), r->error,
            "an exception has rule, test, reason, expires and type, but no \"%s\"%s",
            text_quote(r->arena, key, 60), text_meant(r->arena, text_nearest(key, names), ""));
    if (!json_string(member))
        return document_error(r->file, here(r, key), r->error, "%s: expected a string, not %s", key,
                              json_type_name(member));
    return row->read(r, json_string(member));
}

static bool read_exception(struct exceptions_reading *r, const json *exception)
{

    if (json_type(exception) != JSON_OBJECT)
        return document_error(r->file, r->place, r->error,
                              "expected an exception, an object, not %s",
                              json_type_name(exception));
    json_each (member, exception)
        if (!read_member(r, member))
            return false;
    if (!r->waiver->rule && !r->waiver->test)
        return document_error(r->file, r->place, r->error,
                              "the exception names neither a rule nor a test; add \"rule\"");
    if (!r->waiver->reason)
        return document_error(r->file, r->place, r->error,
                              "the exception has no reason; add \"reason\"");
    struct place place = { .pointer = r->place };
    if (json_place(r->file->text, &place))
        r->waiver->line = place.line;
    return true;
}

/* One that is about another type is no business of this run. */
static bool is_ours(const struct exceptions_reading *r, const json *exception)
{
    const char *type = json_string(json_get(exception, "type"));

    return !type || strcmp(type, r->subject->name) == 0;
}

static bool read_one(struct exceptions_reading *r, const char *place, const json *exception,
                     struct waiver ***end)
{
    r->place = place;
    r->waiver = arena_alloc(r->arena, sizeof(*r->waiver));
    r->waiver->file = r->file->path;
    if (!read_exception(r, exception))
        return false;
    if (!is_ours(r, exception))
        return true;
    **end = r->waiver;
    *end = &r->waiver->next;
    return true;
}

static bool read_all(struct exceptions_reading *r, const char *place, const json *list,
                     struct waiver **waivers)
{
    size_t index = 0;

    json_each (exception, list)
        if (!read_one(r, pointer_add_index(r->arena, place, index++), exception, &waivers))
            return false;
    return true;
}

static bool read_document(struct exceptions_reading *r, struct waiver **waivers)
{
    const json *value = r->file->value, *list = json_get(value, "exceptions");

    if (json_type(value) == JSON_ARRAY)
        return read_all(r, "", value, waivers);
    if (json_type(value) != JSON_OBJECT)
        return document_error(r->file, "", r->error, "expected an array of exceptions, not %s",
                              json_type_name(value));
    if (!list)
        return read_one(r, "", value, &waivers);
    if (json_type(list) != JSON_ARRAY)
        return document_error(r->file, "/exceptions", r->error,
                              "exceptions: expected an array, not %s", json_type_name(list));
    json_each (member, value)
        if (member != list)
            return document_error(r->file, pointer_add(r->arena, "", json_key(member)), r->error,
                                  "beside \"exceptions\" stands \"%s\", which is unknown",
                                  text_quote(r->arena, json_key(member), 60));
    return read_all(r, "/exceptions", list, waivers);
}

bool exceptions_read(struct arena *arena, const char *folder, const struct subject *subject,
                     const char *today, struct waiver **waivers, struct error *error)
{
    const char *path = file_join(arena, folder, "contract-test-exceptions.json");
    struct document file;
    struct exceptions_reading reading = {
        .arena = arena, .file = &file, .subject = subject, .today = today, .error = error
    };

    *waivers = NULL;
    if (file_kind(path) == FILE_NONE)
        return true;
    return document_read(arena, path, EXCEPTIONS_LARGEST, &file, error) &&
           read_document(&reading, waivers);
}
