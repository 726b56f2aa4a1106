/* The commands that run a test again, and send a call again: options_rerun() says with what. */
#include "cfnc/report/failure.h"

#include "cfnc/base/shell.h"

static void add_word(struct text *out, const struct run *run, const char *word)
{
    const char *shown = text_quote(out->arena, redact_text(run->redactor, out->arena, word), 0);

    text_addf(out, " %s", shell_word(out->arena, shown));
}

static void add_words(struct text *out, const struct run *run, const char *const *words)
{
    for (; words && *words; words++)
        add_word(out, run, *words);
}

/* What was drawn at random is drawn again by the same seed. */
static struct text command_of(struct arena *arena, const struct run *run)
{
    struct text out = text_new(arena);
    bool drawn = false;

    text_add(&out, "cfnc test");
    for (size_t i = 0; i < run->set_count; i++)
        drawn = drawn || !run->sets[i].create;
    if (drawn && !run->options.seeded)
        text_addf(&out, " --seed %llu", (unsigned long long)run->options.seed);
    return out;
}

/* It looks at what others made: by itself it has nothing to look at. */
static bool looks_back(const struct run *run, const struct outcome *outcome)
{
    const struct call *fault = outcome->findings ? outcome->findings->call : NULL;

    if (outcome->fixture || !fault || fault->handler->changes)
        return false;
    const struct lifecycle *life = run->subject->protocol->life;
    for (const struct call *c = run->calls; c && life; c = c->next)
        if (c->owner == outcome && c->action & life->makes)
            return false;
    return true;
}

const char *again_command(struct arena *arena, const struct run *run, const struct outcome *outcome)
{
    struct text out = command_of(arena, run);

    if (looks_back(run, outcome))
        return again_whole(arena, run);
    add_words(&out, run, run->options.rerun);
    add_word(&out, run,
             run->set_count > 1 ? arena_printf(arena, "%s[%s]", outcome->name, outcome->set->id)
                                : outcome->name);
    return out.bytes;
}

const char *again_whole(struct arena *arena, const struct run *run)
{
    const char *const *argv = run->options.argv;
    struct text out = command_of(arena, run);

    add_words(&out, run, argv && argv[0] && argv[1] ? argv + 2 : NULL);
    return out.bytes;
}

bool again_may_pass(const struct run *run, const struct outcome *outcome)
{
    const struct call *first = run->calls;

    return first && first->owner != outcome && first->owner != outcome->fixture &&
           !looks_back(run, outcome);
}

const char *replay_command(struct arena *arena, const struct run *run, const struct call *call)
{
    struct text out = text_new(arena);

    if (!run->id || !call)
        return NULL;
    text_addf(&out, "cfnc replay %s/c%u", text_quote(arena, run->id, 0), call->seq);
    add_words(&out, run, run->options.resend);
    return out.bytes;
}
