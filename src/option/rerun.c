/* The options of a run, for the commands that a failure is told with. */
#include "cfnc/base/text.h"
#include "cfnc/http/http.h"
#include "options_private.h"

static void add(struct arena *arena, struct list *words, const struct option *row,
                const char *argument)
{
    words->items[words->count++] = row->letter ? arena_printf(arena, "-%c", row->letter)
                                               : arena_printf(arena, "--%s", row->name);
    if (argument)
        words->items[words->count++] = argument;
}

/* An option of pytest's has another name in front of "--", or changes nothing that matters. */
void rerun_note(struct options_reading *r, const struct option *row, const char *argument)
{
    const struct option *meaning = option_meaning(row);
    const struct option *told = row->places & IN_TEST ? row : meaning;
    struct rerun *rerun = r->rerun;

    if (!rerun || meaning->rerun == RERUN_DROP || !(told->places & IN_TEST))
        return;
    rerun->seeded = rerun->seeded || meaning->kind == OPTION_SEED;
    add(r->arena, &rerun->test, told, argument);
    if (meaning->rerun == RERUN_RESEND &&
        (meaning->trust != TRUST_LOCAL || !http_url_is_loopback(argument)))
        add(r->arena, &rerun->replay, told, argument);
}

void options_rerun(struct arena *arena, struct run_options *run)
{
    const char *const *word = run->argv && run->argv[0] && run->argv[1] ? run->argv + 2 : NULL;
    struct options options = { .help = false };
    struct error ignored;
    struct rerun rerun = { .seeded = false };
    struct options_reading r = { .arena = arena,
                                 .options = &options,
                                 .place = IN_TEST,
                                 .command = IN_TEST,
                                 .lenient = true,
                                 .now = { .kind = ORIGIN_LINE },
                                 .rerun = &rerun,
                                 .error = &ignored };

    while (word && word[r.argc])
        r.argc++;
    char **words = arena_array(arena, (size_t)r.argc + 1, sizeof(*words));
    for (int i = 0; i < r.argc; i++)
        words[i] = arena_printf(arena, "%s", word[i]);
    r.argv = words;
    const size_t room = options_line_room(r.argc, words);
    rerun.test.items = arena_array(arena, room + 1, sizeof(*rerun.test.items));
    rerun.replay.items = arena_array(arena, room + 1, sizeof(*rerun.replay.items));
    options_begin(&r, room);
    while (!options_read_words(&r))
        continue; /* behind a word that is refused: it was an option once, or hides a secret */
    run->rerun = rerun.test.items;
    run->resend = rerun.replay.items;
    run->seeded = rerun.seeded;
}
