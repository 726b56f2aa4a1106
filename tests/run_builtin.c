#include "run_builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/report/failure.h"
#include "json_of_text.h"
#include "test.h"

static const struct target target = {
    .endpoint = "http://127.0.0.1:3001",
    .function_name = "TypeFunction",
    .region = "us-east-1",
    .account_id = "123456789012",
    .credentials = { "AKIAIOSFODNN7EXAMPLE", "secretsecret", "tokentoken", true, 0 },
};

static const struct input_set generated = { .id = "generated", .source = "generated" };

struct run *run_builtin(struct arena *arena, const struct resource_type *type,
                        const struct builtin_options *options, enum suite suite_wanted)
{
    return run_builtin_set(arena, type, options, &(struct run_setting){ .suite = suite_wanted });
}

struct run *run_builtin_set(struct arena *arena, const struct resource_type *type,
                            const struct builtin_options *options,
                            const struct run_setting *setting)
{
    const struct selection_options everything = {
        .shard = setting->shard,
        .protocol = &resource_protocol,
    };
    static const struct reporter nobody[] = { { .self = NULL } };
    struct run *run = arena_alloc(arena, sizeof(*run));
    struct target *here = arena_alloc(arena, sizeof(*here));
    struct error error = { .text = "" };
    struct builtin *builtin = builtin_new(arena, type, options, &error);
    const struct selection *selection =
        setting->selection ? setting->selection : selection_read(arena, &everything, &error);

    if (!builtin || !selection) {
        check_text(error.text, "");
        return NULL;
    }
    if (setting->provider)
        *setting->provider = builtin;
    *here = target;
    here->type_name = type->name;
    *run = (struct run){
        .arena = arena,
        .options = { .suite = setting->suite,
                     .seed = setting->seed ? setting->seed : 7,
                     .enforce_timeout_s = 240,
                     .list_sample = 3,
                     .variant = setting->variant,
                     .examples = setting->examples,
                     .shrink = setting->shrink,
                     .retries = setting->retries,
                     .shard = setting->shard },
        .subject = resource_subject(arena, type),
        .target = here,
        .sets = setting->set ? setting->set : &generated,
        .set_count = 1,
        .redactor = redactor_new(arena, subject_secrecy(resource_subject(arena, type))),
        .waivers = setting->waivers,
    };
    if (setting->before)
        setting->before(arena, run, setting->before_context);
    struct world *world = builtin_world(arena, builtin, here);
    if (setting->around)
        world = setting->around(arena, world, setting->context);
    run_suite(run, world, selection, setting->reporters ? setting->reporters : nobody);
    return run;
}

const struct resource_type *type_of_file(struct arena *arena, const char *path)
{
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, 4 << 20, &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, path, &error) : NULL;

    if (!type)
        check_text(error.text, "");
    return type;
}

const struct resource_type *type_named(struct arena *arena, const char *name)
{
    return type_of_file(arena, arena_printf(arena, "%s/types/%s.json", TEST_DATA, name));
}

const struct resource_type *type_of_text(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    const json *document = json_parse(arena, text, strlen(text), &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, NULL, &error) : NULL;

    if (type)
        return type;
    puts(error.text);
    abort();
}

struct input_set set_of(struct arena *arena, const char *create, const char *update)
{
    return (struct input_set){ .id = "inputs_1",
                               .source = "files",
                               .create = json_of_text(arena, create),
                               .update = update ? json_of_text(arena, update) : NULL,
                               .create_file = "inputs/inputs_1_create.json",
                               .update_file = update ? "inputs/inputs_1_update.json" : NULL };
}

bool call_with(struct world *world, const struct request *request, struct arena *arena,
               struct reply *reply, struct error *error)
{
    struct target here = target;
    here.type_name = "Acme::Demo::Any";
    const char *bytes = json_print(arena, resource_encode(arena, &here, request));
    const struct sending sending = { .bytes = bytes, .length = strlen(bytes), .request = request };

    return world->call(world, &sending, arena, reply, error);
}

static bool keep(void *context, const char *line, size_t length)
{
    struct tape_in_memory *memory = context;

    check(length && strchr(line, '\n') == line + length - 1);
    text_add_bytes(&memory->text, line, length);
    return true;
}

void record_in_memory(struct arena *arena, struct run *run, struct tape_in_memory *memory)
{
    const struct recording_sink sink = { keep, memory };

    memory->text = text_new(arena);
    run->id = "20261121T190312Z-4f2a";
    memory->recorder = recorder_new(arena, run, &sink);
}

bool convicted(const struct run *run, const char *rule)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        for (const struct finding *f = o->findings; f; f = f->next)
            if (strcmp(f->rule->id, rule) == 0)
                return true;
    return false;
}

const char *first_complaint(struct arena *arena, const struct run *run)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->findings || o->error)
            return arena_printf(arena, "%s: %s", o->name, failure_line(arena, o));
    return NULL;
}

struct capture capture_begin(void)
{
    const struct capture capture = { .file = tmpfile(), .output = dup(STDOUT_FILENO) };

    check(capture.file != NULL && capture.output >= 0);
    fflush(stdout);
    if (capture.file)
        dup2(fileno(capture.file), STDOUT_FILENO);
    return capture;
}

const char *capture_end(struct arena *arena, const struct capture *capture)
{
    struct text text = text_new(arena);
    char bytes[4096];

    if (!capture->file)
        return "";
    fflush(stdout);
    dup2(capture->output, STDOUT_FILENO);
    close(capture->output);
    rewind(capture->file);
    for (size_t got; (got = fread(bytes, 1, sizeof(bytes), capture->file)) > 0;)
        text_add_bytes(&text, bytes, got);
    fclose(capture->file);
    return text.bytes;
}

static void tell(const struct reporter *r, const struct run *run)
{
    if (r->run_begins)
        r->run_begins(r->self, run);
    for (const struct call *call = run->calls; call; call = call->next) {
        if (r->call_begins)
            r->call_begins(r->self, run, call);
        if (r->call_ends)
            r->call_ends(r->self, run, call);
        if (r->in_flight)
            r->in_flight(r->self, run, call, 60000, 50000);
        if (r->waits)
            r->waits(r->self, run, call, 120000, 1000, 100000);
    }
    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (r->test_begins)
            r->test_begins(r->self, run, o);
        if (r->test_ends)
            r->test_ends(r->self, run, o);
    }
    if (r->run_ends)
        r->run_ends(r->self, run);
}

const char *told_text(struct arena *arena, const struct run *run, const struct reporter *reporters)
{
    const struct capture capture = capture_begin();

    for (; reporters->self; reporters++)
        tell(reporters, run);
    return capture_end(arena, &capture);
}

const struct report_format *format_named(const char *name)
{
    const struct report_format *format = report_formats;

    while (strcmp(format->name, name) != 0)
        format++;
    return format;
}

const char *report_as(struct arena *arena, const char *format, const struct run *run)
{
    return format_named(format)->print(arena, &(struct runs){ &run, 1 });
}

const char *console_text(struct arena *arena, const struct run *run,
                         const struct console_options *options)
{
    struct reporter console[STREAM_REPORTERS_MOST] = { { .self = NULL } };

    stream_formats[0].add(arena, options, console);
    return told_text(arena, run, console);
}
