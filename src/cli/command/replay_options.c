/* What is replayed, and with which options. */
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/http/http.h"
#include "cfnc/redact/stand_in.h"
#include "cli/commands.h"
#include "replay_command_private.h"

enum { VALUE_LARGEST = 1024 * 1024, DIGITS_MOST = 9 };

static bool is_call_number(const char *word)
{
    const char *digits = word + (*word == 'c');
    const size_t length = strlen(digits);

    return length && length <= DIGITS_MOST && strspn(digits, "0123456789") == length;
}

/* The time that an id begins with: 20261121T190312Z */
static bool is_run(const char *word)
{
    return strcmp(word, "last") == 0 ||
           (strspn(word, "0123456789") >= 8 && word[strspn(word, "0123456789")] == 'T');
}

static bool is_path(struct arena *arena, const char *word)
{
    return file_exists(word) || file_is_folder(word) ||
           file_exists(arena_printf(arena, "%s.jsonl", word));
}

void replay_split(struct arena *arena, const char *word, const char **run, const char **call)
{
    const char *slash = word ? strrchr(word, '/') : NULL;

    *run = "last";
    *call = NULL;
    if (!word)
        return;
    if ((!slash && is_run(word)) || (slash && !is_call_number(slash + 1) && is_path(arena, word))) {
        *run = word;
    } else if (slash) {
        *run = arena_copy(arena, word, (size_t)(slash - word));
        *call = slash[1] ? slash + 1 : NULL;
    } else {
        *call = word;
    }
}

/* JSON where it is some, else the text as it stands. */
static const json *value_of(struct arena *arena, const char *text, size_t length)
{
    struct error ignored;
    const json *value = json_parse(arena, text, length, &ignored);

    return value ? value : json_new_string(arena, text);
}

static bool read_value(struct arena *arena, const char *item, struct replay_value *value,
                       struct error *error)
{
    const char *equals = strchr(item, '=');
    size_t length;

    if (item[0] != '/' || !equals)
        return error_set(error, "--set: expected a place and a value, /Name=VALUE, not \"%s\"",
                         item[0] == '/' ? text_quote(arena, item, 60) : "...");
    value->pointer = arena_copy(arena, item, (size_t)(equals - item));
    const char *text = equals + 1;
    if (text[0] != '@') {
        value->value = value_of(arena, text, strlen(text));
        return true;
    }
    char *bytes = file_read(arena, text + 1, VALUE_LARGEST, &length, error);
    if (!bytes)
        return error_prefix(error, "--set %s: ", text_quote(arena, value->pointer, 100));
    if (length && bytes[length - 1] == '\n')
        bytes[--length] = '\0';
    value->value = value_of(arena, bytes, length);
    return true;
}

bool replay_values_read(struct arena *arena, const struct options *options,
                        struct replay_values *values, struct error *error)
{
    const struct replay_options *own = options_own(options, IN_REPLAY);
    struct replay_value *items = arena_array(arena, own->values.count + 1, sizeof(*items));

    *values = (struct replay_values){ items, own->values.count };
    for (size_t i = 0; i < own->values.count; i++)
        if (!read_value(arena, own->values.items[i], &items[i], error))
            return false;
    return true;
}

/* --- The options of the run --- */

/* What is stored of each kind; 0: a text. */
static const size_t sizes[] = {
    [OPTION_FLAG] = sizeof(bool),        [OPTION_UP] = sizeof(int),
    [OPTION_DOWN] = sizeof(int),         [OPTION_LIST] = sizeof(struct list),
    [OPTION_NUMBER] = sizeof(int),       [OPTION_DURATION] = sizeof(int64_t),
    [OPTION_SEED] = sizeof(struct seed), [OPTION_REFUSED] = 0,
};

/* Where handlers are, and what they are: not what was tested, or shown. */
static bool is_of_the_handlers(const struct option *row)
{
    return (row->group == GROUP_TARGET && row->name) || row->group == GROUP_BUILTIN;
}

static bool was_given_now(const struct options *now, const struct option *row)
{
    return row->name && options_given(now, row->name);
}

/*
 * A recording may have come from somebody else, as a cfnc.ini may: it does not choose whose
 * credentials are sent, nor where to. What it would have chosen is told.
 */
static void take_given(struct replaying *r, const struct options *then, const struct options *now)
{
    struct text untaken = text_new(r->arena);

    for (size_t i = 0; option_rows()[i].name || option_rows()[i].letter; i++) {
        const struct option *row = &option_rows()[i];
        const bool trusted = row->trust == TRUST_ALL || row->group == GROUP_BUILTIN;

        if (!then->given[i] || !is_of_the_handlers(row) || was_given_now(now, row))
            continue;
        if (trusted)
            memcpy(option_slot(&r->options, row), option_value(then, row),
                   sizes[row->kind] ? sizes[row->kind] : sizeof(char *));
        else if (row->trust == TRUST_CALLER && !options_said(now, row->name) &&
                 strcmp(row->name, "docker-image") != 0)
            text_addf(&untaken, "%s--%s", untaken.length ? ", " : "", row->name);
    }
    r->untaken = untaken.length ? untaken.bytes : NULL;
}

/* What the run's command line says, as far as it was kept: nothing secret is in it. */
static void take_command_line(struct replaying *r, const struct options *now)
{
    const struct run *run = &r->recording->run;
    const char *const *argv = run->options.argv;
    struct options then;
    struct error ignored;
    int count = 0;

    while (argv && argv[count] && !strstr(argv[count], STAND_IN))
        count++;
    char **words = arena_array(r->arena, (size_t)count + 1, sizeof(*words));
    for (int i = 0; i < count; i++)
        words[i] = arena_printf(r->arena, "%s", argv[i]);
    if (count >= 2 &&
        options_read(r->arena, IN_TEST, count - 2, words + 2, &then, &ignored) == EXIT_OK)
        take_given(r, &then, now);
}

/* The endpoint of this machine that answered then, unless something else is said now. */
static bool take_target(struct replaying *r, const struct options *now)
{
    static const char image[] = "docker:";
    const struct target *target = r->recording->run.target;
    const bool aimed = options_given(now, "endpoint") || options_said(now, "docker-image");
    const bool is_image = strncmp(target->endpoint, image, strlen(image)) == 0;
    const bool is_here = !is_image && http_url_is_loopback(target->endpoint);

    if (!aimed && !r->recording->run.demo && is_here)
        r->options.target.endpoint = target->endpoint;
    if (!aimed && !r->recording->run.demo && !is_here &&
        (is_image || !options_said(now, "endpoint")))
        return error_set(&r->error,
                         "the run called %s, and a recording may not choose what is called "
                         "elsewhere; pass --%s",
                         text_quote(r->arena, target->endpoint, 100),
                         is_image ? "docker-image IMAGE" : "endpoint URL");
    if (!options_given(now, "function-name") && *target->function_name)
        r->options.target.function_name = target->function_name;
    if (!options_given(now, "region") && *target->region)
        r->options.target.region = target->region;
    if (!options_given(now, "account-id") && *target->account_id)
        r->options.target.account_id = target->account_id;
    return true;
}

bool replay_take_options(struct replaying *r, const struct options *now)
{
    const struct run *run = &r->recording->run;

    r->options = *now;
    take_command_line(r, now);
    if (!take_target(r, now))
        return false;
    r->options.target.demo = run->demo; /* of which the built-in type is, too */
    r->builtin =
        run->demo && !options_given(now, "endpoint") && !options_given(now, "docker-image");
    r->options.model.seed = (struct seed){ true, run->options.seed };
    r->options.filter.suite = suite_name(run->options.suite);
    return true;
}

/* clang-format off */
static const struct option replay_rows[] = {
    { .name = "yes", .letter = 'y', .help = "UPDATE or DELETE what this replay did not make",
      .kind = OPTION_FLAG, .group = GROUP_REPLAY, OWN(replay, yes), .trust = TRUST_LINE },
    { .name = "set", .argument = "/PLACE=VALUE",
      .help = "this value there (JSON, text, @FILE); repeatable",
      .kind = OPTION_LIST, .group = GROUP_REPLAY, OWN(replay, values), .trust = TRUST_LINE },
    { .name = "alone", .help = "the call alone: make nothing again before it",
      .kind = OPTION_FLAG, .group = GROUP_REPLAY, OWN(replay, alone), .trust = TRUST_LINE },
    { .name = "keep", .help = "do not delete what it makes; cfnc cleanup does",
      .kind = OPTION_FLAG, .group = GROUP_REPLAY, OWN(replay, keep), .trust = TRUST_LINE },
    { .name = "print", .help = "send nothing: print the request, without secrets",
      .kind = OPTION_FLAG, .group = GROUP_REPLAY, OWN(replay, print_request), .trust = TRUST_LINE },
    { .name = "curl", .help = "send nothing: print a curl command that would",
      .kind = OPTION_FLAG, .group = GROUP_REPLAY, OWN(replay, curl), .trust = TRUST_LINE },
    { .name = "sam-debug", .argument = "PORT",
      .help = "send nothing: print the sam command that debugs it",
      .kind = OPTION_NUMBER, .group = GROUP_REPLAY, OWN(replay, sam_debug), .most = 65535,
      .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_replay = {
    .name = "replay",
    .summary = "send a recorded call again, and show what changed",
    .usage =
        "Usage: cfnc replay [OPTION]... [RUN/CALL]\n"
        "Send a call of a recorded run again, to the handler that it went to, and show what its\n"
        "answer says that it did not say then. CALL is c9, or the name of a test: the call that\n"
        "it failed at. Without one: the call that failed first.\n"
        "\n"
        "  cfnc replay                           the first failure of the last run\n"
        "  cfnc replay last/c9                   its ninth call; also just c9\n"
        "  cfnc replay contract_create_read      the call that this test failed at\n"
        "  cfnc replay c9 --curl                 print a command that sends the same\n"
        "\n"
        "The resource that the call is about is made again first, as the run had made it, and\n"
        "deleted afterwards. A recording keeps no secrets: they come from the inputs or the\n"
        "seed of the run, or from --set.\n"
        "\n",
    .ending = "Exit: 0 the same answer  1 another one, or what it is about cannot be made\n"
              "      2 usage  3 no handler  4 the recording, the project, an unknown secret\n"
              "      6 the same answer, and something left behind  130, 143 interrupted\n",
    .place = IN_REPLAY,
    .options = replay_rows,
    .own = sizeof(struct replay_options),
    .run = cmd_replay,
};
