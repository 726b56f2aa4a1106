/* The command that runs one test again: the options of this run, without what chose its tests. */
#include "cfnc/report/failure.h"

#include <string.h>

static bool is_among(const char *const *names, const char *word)
{
    for (; names && *names; names++)
        if (strcmp(*names, word) == 0)
            return true;
    return false;
}

/* How many words the option at `argv` takes, when it is one to be left out; else 0. */
static size_t words_to_drop(const char *const *argv)
{
    static const char *const dropped[] = { "-k",        "-m",       "--deselect",
                                           "--maxfail", "--report", "--junitxml",
                                           "--html",    "--format", "--shard" };

    for (size_t i = 0; i < sizeof(dropped) / sizeof(dropped[0]); i++) {
        const size_t length = strlen(dropped[i]);

        if (strncmp(*argv, dropped[i], length) != 0)
            continue;
        if ((*argv)[length])
            return (*argv)[length] == '=' || length == 2 ? 1 : 0;
        return argv[1] ? 2 : 1;
    }
    return strcmp(*argv, "-x") == 0 || strcmp(*argv, "--exitfirst") == 0;
}

/* As a shell reads it. */
static void add_word(struct text *out, const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+.,:/@%";

    text_add(out, " ");
    if (*word && strspn(word, plain) == strlen(word)) {
        text_add(out, word);
        return;
    }
    text_add(out, "'");
    for (; *word; word++) {
        if (*word == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, word, 1);
    }
    text_add(out, "'");
}

/* What was drawn at random is drawn again by the same seed. */
static void add_seed(struct text *out, const struct run *run)
{
    const char *const *word = run->options.argv;
    bool drawn = false;

    for (size_t i = 0; i < run->set_count; i++)
        drawn = drawn || !run->sets[i].create;
    for (; word && *word; word++)
        if (strncmp(*word, "--seed", 6) == 0)
            return;
    if (drawn)
        text_addf(out, " --seed %llu", (unsigned long long)run->options.seed);
}

static struct text command_of(struct arena *arena, const struct run *run)
{
    struct text out = text_new(arena);

    text_add(&out, "cfnc test");
    add_seed(&out, run);
    return out;
}

/* The first argument behind the command's name. */
static const char *const *arguments_of(const struct run *run)
{
    const char *const *word = run->options.argv;

    return word && word[0] && word[1] ? word + 2 : NULL;
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

static const char *shown(const struct run *run, const struct text *command)
{
    struct arena *arena = command->arena;

    return text_quote(arena, redact_text(run->redactor, arena, command->bytes), 0);
}

const char *again_command(struct arena *arena, const struct run *run, const struct outcome *outcome)
{
    const char *const *word = arguments_of(run);
    struct text out = command_of(arena, run);

    if (looks_back(run, outcome))
        return again_whole(arena, run);
    while (word && *word && strcmp(*word, "--") != 0) {
        const size_t drop = words_to_drop(word);

        if (!drop && !is_among(run->options.selection_names, *word))
            add_word(&out, *word);
        word += drop ? drop : 1;
    }
    add_word(&out, run->set_count > 1
                       ? arena_printf(arena, "%s[%s]", outcome->name, outcome->set->id)
                       : outcome->name);
    return shown(run, &out);
}

const char *again_whole(struct arena *arena, const struct run *run)
{
    const char *const *word = arguments_of(run);
    struct text out = command_of(arena, run);

    for (; word && *word; word++)
        add_word(&out, *word);
    return shown(run, &out);
}

bool again_may_pass(const struct run *run, const struct outcome *outcome)
{
    const struct call *first = run->calls;

    return first && first->owner != outcome && first->owner != outcome->fixture &&
           !looks_back(run, outcome);
}

/*
 * How many words an option takes that a recording does not choose again: where it is, whose
 * credentials are sent, what is called elsewhere. 0: it is none of these.
 */
static size_t words_to_keep(const struct run *run, const char *const *argv)
{
    static const char *const kept[] = { "--profile", "--role-arn", "--log-role-arn",
                                        "--docker-image", "--endpoint" };

    if (strncmp(*argv, "-C", 2) == 0)
        return (*argv)[2] || !argv[1] ? 1 : 2;
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        const size_t length = strlen(kept[i]);

        if (strncmp(*argv, kept[i], length) != 0 || !strchr("=", (*argv)[length]))
            continue;
        if (strcmp(kept[i], "--endpoint") == 0 && target_is_loopback(run->target))
            return 0;
        return (*argv)[length] || !argv[1] ? 1 : 2;
    }
    return strcmp(*argv, "--ask-sts") == 0 || strcmp(*argv, "--expose-secrets") == 0;
}

const char *replay_command(struct arena *arena, const struct run *run, const struct call *call)
{
    const char *const *word = run->options.argv;
    struct text out = text_new(arena);

    if (!run->id || !call)
        return NULL;
    text_addf(&out, "cfnc replay %s/c%u", run->id, call->seq);
    for (size_t left = 0; word && *word && strcmp(*word, "--") != 0; word++) {
        left = left ? left : words_to_keep(run, word);
        if (!left)
            continue;
        add_word(&out, *word);
        left--;
    }
    return text_quote(arena, redact_text(run->redactor, arena, out.bytes), 0);
}
