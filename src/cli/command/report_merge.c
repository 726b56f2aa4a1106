/*
 * cfnc report merge: what several runs did, as one report. Shards of one type are put together
 * first; what is no shard stands for itself.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/record/recording.h"
#include "cli/commands.h"
#include "cli/terminal.h"

enum { REPORT_LARGEST = 1 << 30, FOLDERS_UP = 3 };

/* --- Shards of one run --- */

/* Each shard once, and none missing: of what is not there, nothing can be said. */
static bool are_all(struct arena *arena, struct recording *const *shards, size_t count,
                    struct error *error)
{
    const unsigned of = shards[0]->run.options.shard.of;
    const char **paths = arena_array(arena, (size_t)of + 1, sizeof(*paths));

    for (size_t i = 0; i < count; i++) {
        const struct shard shard = shards[i]->run.options.shard;

        if (!shard.of || shard.of != of)
            return error_set(error, "%s is no shard of %u; \"cfnc test --shard I/N\" makes them",
                             shards[i]->path, of > 1 ? of : 2);
        if (paths[shard.number])
            return error_set(error, "%s and %s are both shard %u of %u", paths[shard.number],
                             shards[i]->path, shard.number, of);
        paths[shard.number] = shards[i]->path;
    }
    for (unsigned n = 1; n <= of; n++)
        if (!paths[n])
            return error_set(error, "shard %u of %u is missing; name its recording too", n, of);
    return true;
}

static void warn_of_seeds(struct arena *arena, struct recording *into,
                          const struct recording *other)
{
    if (other->run.options.seed != into->run.options.seed)
        recording_add_warning(
            arena, into,
            arena_printf(arena, "%s had another seed, %llu; pass the same --seed to each shard",
                         other->path, (unsigned long long)other->run.options.seed));
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* What two runs do not have in common, though shards of one run have; or NULL. */
static const char *apart(const struct run *a, const struct run *b)
{
    bool alike = a->set_count == b->set_count;

    for (size_t i = 0; alike && i < a->set_count; i++)
        alike = strcmp(a->sets[i].id, b->sets[i].id) == 0 &&
                strcmp(a->sets[i].source, b->sets[i].source) == 0;
    if (!alike)
        return "has other inputs";
    if (!json_equal(a->subject->document, b->subject->document))
        return "is of another schema";
    if (a->options.suite != b->options.suite)
        return "is of another suite";
    return same_text(a->options.selection_k, b->options.selection_k) &&
                   same_text(a->options.selection_m, b->options.selection_m)
               ? NULL
               : "selects other tests";
}

/* Judges it without what a run concludes at its end, which is for all of them. */
static bool judge_shard(struct arena *arena, const struct options *options, struct recording *shard,
                        struct error *error)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    struct warning **end = &shard->run.warnings;

    recording_prepare(arena, options, shard);
    while (*end)
        end = &(*end)->next;
    const bool judged = recording_judge(arena, shard, nobody, error);
    *end = NULL;
    return judged;
}

/* The first of them goes out as the run that they are shards of. */
static bool put_together(struct arena *arena, const struct options *options,
                         struct recording *const *shards, size_t count, struct error *error)
{
    struct run **runs = arena_array(arena, count, sizeof(*runs));

    if (!are_all(arena, shards, count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        runs[i] = &shards[i]->run;
        const char *why = apart(runs[0], runs[i]);
        if (why)
            return error_set(error, "%s %s than %s: only shards of one run can be merged",
                             shards[i]->path, why, shards[0]->path);
        warn_of_seeds(arena, shards[0], shards[i]);
        if (!judge_shard(arena, options, shards[i], error))
            return false;
    }
    run_merge(runs, count);
    return true;
}

/* --- What is named --- */

static bool is_report(const char *path)
{
    const char *end = strrchr(path, '.');

    return end && strcmp(end, ".json") == 0 && file_kind(path) == FILE_PLAIN;
}

/* The id of the run that a JSON report is of; NULL: it is none. */
static const char *reported_run(struct arena *arena, const char *path)
{
    struct error none;
    const json *document = json_read(arena, path, REPORT_LARGEST, &none);
    const char *format = json_string(json_get(document, "format"));

    return format && strcmp(format, "cfnc-report") == 0
               ? json_string(json_get(json_get(document, "run"), "id"))
               : NULL;
}

/* Of the run of that very id; or NULL. */
static const char *exactly(struct arena *arena, const char *folder, const char *id)
{
    const char *path = recording_path(arena, folder, id);

    return file_exists(path) ? path : NULL;
}

/*
 * The recording of the run that a JSON report is of, which holds all that a report is made of: it
 * is sought in the project that the report stands in, and here. Ids are those of one project, so
 * the nearest counts.
 */
static const char *find_reported(struct arena *arena, const char *here, const char *path,
                                 struct error *error)
{
    const char *id = reported_run(arena, path), *folder = file_folder(arena, path), *found = NULL;

    if (!id) {
        error_set(error,
                  "%s: no JSON report of one run; name recordings (.cfnc/runs/ID/run.jsonl), "
                  "reports of --report json, or projects",
                  path);
        return NULL;
    }
    for (int up = 0; !found && !strchr(id, '/') && up < FOLDERS_UP; up++) {
        found = exactly(arena, folder, id);
        folder = file_join(arena, folder, "..");
    }
    if (!found && !strchr(id, '/'))
        found = exactly(arena, here, id);
    if (!found)
        error_set(error,
                  "%s: the recording of its run is not here; name that: "
                  ".cfnc/runs/%s/run.jsonl of the project",
                  path, text_quote(arena, id, 60));
    return found;
}

/* A recording, a run, a JSON report, or a project: its last run. */
static const char *find(struct arena *arena, const char *here, const char *name,
                        struct error *error)
{
    if (is_report(name))
        return find_reported(arena, here, name, error);
    if (file_is_folder(name) && file_kind(file_join(arena, name, ".cfnc")) != FILE_NONE)
        return recording_find(arena, name, "last", error);
    return recording_find(arena, here, name, error);
}

/* All that the command line names behind "merge". */
struct merger {
    struct arena *arena;
    const struct options *options;
    const struct report_options *own;
    struct recording **recordings; /* those that were taken are NULL */
    size_t count;
    const struct run **runs;
    size_t run_count;
};

static bool load_all(struct merger *m, struct error *error)
{
    m->recordings = arena_array(m->arena, m->count + 1, sizeof(*m->recordings));
    m->runs = arena_array(m->arena, m->count + 1, sizeof(*m->runs));
    for (size_t i = 0; i < m->count; i++) {
        const char *path =
            find(m->arena, m->options->subject.folder, m->options->words.items[i + 1], error);

        m->recordings[i] = path ? recording_load(m->arena, path, error) : NULL;
        if (!m->recordings[i])
            return false;
    }
    return true;
}

static bool is_shard(const struct recording *recording)
{
    return recording->run.options.shard.of > 1;
}

/* The first of them, and what is merged with it: shards of its type. */
static size_t take_shards(struct merger *m, size_t first, struct recording **shards)
{
    const char *type = m->recordings[first]->run.subject->name;
    size_t count = 0;

    for (size_t i = first; i < m->count; i++) {
        struct recording *recording = m->recordings[i];

        if (!recording || strcmp(recording->run.subject->name, type) != 0 || !is_shard(recording))
            continue;
        shards[count++] = recording;
        m->recordings[i] = NULL;
    }
    return count;
}

/* Ids are those of one project: another type's run may have the same. */
static bool is_same_run(const struct run *a, const struct run *b)
{
    return a->id && b->id && strcmp(a->id, b->id) == 0 &&
           strcmp(a->subject->name, b->subject->name) == 0;
}

static bool judge_one(const struct merger *m, struct recording *recording, struct error *error)
{
    static const struct reporter nobody[] = { { .self = NULL } };

    for (size_t i = 0; i < m->run_count; i++)
        if (is_same_run(m->runs[i], &recording->run))
            return error_set(error, "%s: run %s is named already; name each run once",
                             recording->path, recording->run.id);
    recording_prepare(m->arena, m->options, recording);
    return recording_judge(m->arena, recording, nobody, error);
}

static bool merge_all(struct merger *m, struct error *error)
{
    struct recording **shards = arena_array(m->arena, m->count + 1, sizeof(*shards));

    for (size_t i = 0; i < m->count; i++) {
        struct recording *recording = m->recordings[i];

        if (!recording)
            continue;
        if (is_shard(recording)
                ? !put_together(m->arena, m->options, shards, take_shards(m, i, shards), error)
                : !judge_one(m, recording, error))
            return false;
        m->runs[m->run_count++] = &recording->run;
    }
    return true;
}

/* --- What is told of it --- */

static const char *sentence(struct arena *arena, const struct runs *runs)
{
    const struct summary s = runs_summary(runs);

    return arena_printf(arena, "all %zu runs: %u passed, %u failed, %u skipped", runs->count,
                        s.passed, s.failed + s.errored + s.not_run, s.skipped + s.waived + s.flaky);
}

/* Each run as `cfnc report` tells it, and a line of all of them. */
static void tell(struct arena *arena, const struct options *options, const struct runs *runs)
{
    struct console_options console = console_choose(options);

    console.redraw = false;
    for (size_t i = 0; i < runs->count; i++) {
        struct reporter reporters[STREAM_REPORTERS_MOST] = { { 0 } };

        reporters_choose(arena, options, &console, reporters);
        run_tell(runs->items[i], reporters);
        if (runs->count > 1 && reporters[0].self && strcmp(options->format, "human") == 0)
            puts(i + 1 < runs->count ? "" : sentence(arena, runs));
    }
}

static bool check_words(const struct merger *m, struct error *error)
{
    if (m->own->list_runs)
        return error_set(error, "--list prints the runs and merges none; leave out merge");
    return (m->count > 1 && !m->own->judge) ||
           error_set(error, "report merge: name two runs or more, as in \"cfnc report merge "
                            "a/run.jsonl b/run.jsonl --junit all.xml\"");
}

/* What one stream cannot say of several runs. */
static bool check_several(const struct merger *m, struct error *error)
{
    if (m->run_count < 2)
        return true;
    if (m->own->extract)
        return error_set(error, "--extract takes one run; leave out merge, and name it");
    return strcmp(m->options->format, "tap") != 0 ||
           error_set(error, "--format tap tells of one run; pass --tap -, which numbers all tests");
}

enum exit_code report_merge(struct arena *arena, const struct options *options)
{
    struct merger m = { .arena = arena,
                        .options = options,
                        .own = options_own(options, IN_REPORT),
                        .count = options->words.count - 1 };
    struct error error;

    if (!check_words(&m, &error) || !reports_check(arena, options, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    if (!load_all(&m, &error) || !merge_all(&m, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    if (!check_several(&m, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    const struct runs runs = { m.runs, m.run_count };
    if (!m.own->extract)
        tell(arena, options, &runs);
    return reports_hand_out(arena, options, &runs);
}
