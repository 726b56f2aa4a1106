/* Contract tests v2: what is asked of every READ of a run, whichever test made it. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/resource/steps.h"
#include "cfnc/type/property_rows.h"
#include "suite.h"

/* Looks at the reads of the run; where a selection left none, at one of its own. */
static void look_at_reads(struct trial *t)
{
    if (look_back(t, READ, t->outcome->test->rules, NULL))
        return;
    const json *desired = sample_create(t), *created = expect_created(t, desired);
    read_of(
        t, created,
        (struct expected){
            .outcome = NO_ERROR, .requested = desired, .returned = created, .resource = created });
}

/* ---- all of the schema's properties ---- */

/* A model that a READ returned, and what had been asked for before it. */
struct read_back {
    const json *returned, *asked;
};

struct reads {
    struct read_back *items;
    size_t count;
};

static const json *model_sent(const struct run *run, const struct call *c)
{
    return c->action & (CREATE | UPDATE) && !c->callbacks && c->expected == NO_ERROR
               ? call_model(run, c)
               : NULL;
}

/* The last CREATE or UPDATE before the READ, by its test or the fixture of that. */
static const json *model_asked_for(const struct run *run, const struct call *read)
{
    const json *asked = NULL;

    for (const struct call *c = run->calls; c != read; c = c->next)
        if ((c->owner == read->owner || c->owner == read->owner->fixture) && model_sent(run, c))
            asked = model_sent(run, c);
    return asked;
}

static struct reads reads_of(struct trial *t)
{
    const struct run *run = t->run;
    struct reads reads = { arena_array(t->arena, run->call_count, sizeof(*reads.items)), 0 };

    for (const struct call *c = run->calls; c; c = c->next)
        if (c->action == READ && c->event.status == SUCCESS && c->reply.value)
            reads.items[reads.count++] =
                (struct read_back){ c->event.model, model_asked_for(run, c) };
    return reads;
}

static bool is_returned(const struct reads *reads, const struct property_row *row)
{
    for (size_t i = 0; i < reads->count; i++)
        if (property_is_in(row, reads->items[i].returned))
            return true;
    return false;
}

static bool is_asked_for(const struct reads *reads, const struct property_row *row)
{
    for (size_t i = 0; i < reads->count; i++)
        if (property_is_in(row, reads->items[i].asked))
            return true;
    return false;
}

static void note_coverage(struct run *run, const struct property_row *row, bool returned)
{
    if (!run->coverage)
        run->coverage = json_object(run->arena);
    json *entry = json_edit(run->coverage, row->path.pointer);
    if (!entry)
        entry = json_set_object(run->coverage, row->path.pointer);
    json_set_boolean(entry, "returned", returned);
}

/* What the reads lack. */
struct gaps {
    struct text names; /* of some of those that are to be told of */
    size_t all, told;  /* properties that are to be returned; of them, those that are at fault */
    size_t left_out;   /* those that models of ours did not have */
};

static void find_gap(struct trial *t, const struct reads *reads, const struct property_row *row,
                     struct gaps *gaps)
{
    enum { NAMES_MOST = 10 };
    const bool files = t->run->sets[0].create, returned = is_returned(reads, row);

    if (row->write_only || row->exempt)
        return;
    gaps->all++;
    note_coverage(t->run, row, returned);
    if (returned)
        return;
    if (!files && !is_asked_for(reads, row))
        gaps->left_out++;
    else if (gaps->told++ < NAMES_MOST)
        text_addf(&gaps->names, "%s%s", gaps->names.length ? ", " : "", row->path.pointer);
    else if (gaps->told == NAMES_MOST + 1)
        text_add(&gaps->names, ", ...");
}

/*
 * What nobody asked for is missing from the inputs: of files, that is for the
 * user to mend. A model of ours cannot have what only another branch of the
 * schema allows: then nothing is said of the handlers.
 */
static void all_properties(struct trial *t)
{
    const struct property_rows rows = property_rows(t->arena, type_in(t));
    struct gaps gaps = { .names = text_new(t->arena) };

    look_at_reads(t);
    if (t->failed)
        return;
    const struct reads reads = reads_of(t);
    for (size_t i = 0; i < rows.count; i++)
        find_gap(t, &reads, &rows.items[i], &gaps);
    if (gaps.told) {
        judge(t, "read.coverage", NULL,
              arena_printf(t->arena, "%zu of %zu: %s", gaps.told, gaps.all, gaps.names.bytes));
    } else if (gaps.left_out) {
        trial_skip(t, arena_printf(t->arena,
                                   "generated models lack %zu of %zu properties; more of "
                                   "them (--examples) may have them",
                                   gaps.left_out, gaps.all));
    } else {
        judge(t, "read.coverage", NULL, NULL);
    }
}

const struct contract_test v2_read_tests[] = {
    { .name = "test_read_input_output_negative_match",
      .needs = CREATE | READ,
      .rules = (const char *const[]){ "read.equals", "create.applied", "update.applied", NULL },
      .run = look_at_reads },
    { .name = "test_read_return_readonly_properties",
      .needs = CREATE | READ,
      .features = READ_ONLY,
      .rules = (const char *const[]){ "model.read-only", NULL },
      .run = look_at_reads },
    { .name = "test_read_return_write_only_properties",
      .needs = CREATE | READ,
      .features = WRITE_ONLY,
      .rules = (const char *const[]){ "model.no-write-only", NULL },
      .run = look_at_reads },
    { .name = "test_read_output_over_schema",
      .needs = CREATE | READ,
      .rules = (const char *const[]){ "model.shape", NULL },
      .run = look_at_reads },
    { .name = "test_read_return_all_schema_properties_using_one_or_more_inputs",
      .needs = CREATE | READ,
      .rules = (const char *const[]){ NULL },
      .run = all_properties },
    { 0 },
};
