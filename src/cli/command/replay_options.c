/* What is replayed, and with which options. */
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/http/http.h"
#include "cfnc/redact/stand_in.h"
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
    struct replay_value *items = arena_array(arena, options->values.count + 1, sizeof(*items));

    *values = (struct replay_values){ items, options->values.count };
    for (size_t i = 0; i < options->values.count; i++)
        if (!read_value(arena, options->values.items[i], &items[i], error))
            return false;
    return true;
}

/* --- The options of the run --- */

static size_t size_of(const struct option *row)
{
    switch (row->kind) {
    case OPTION_FLAG:
        return sizeof(bool);
    case OPTION_UP:
    case OPTION_DOWN:
    case OPTION_NUMBER:
    case OPTION_LOG_LEVEL:
        return sizeof(int);
    case OPTION_TEXT:
    case OPTION_EXPRESSION:
    case OPTION_WORD:
    case OPTION_LETTERS:
        return sizeof(const char *);
    case OPTION_LIST:
        return sizeof(struct list);
    case OPTION_DURATION:
        return sizeof(int64_t);
    case OPTION_SEED:
        return sizeof(struct seed);
    case OPTION_IGNORED:
    case OPTION_REFUSED:
        break;
    }
    return 0;
}

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

    for (size_t i = 0; option_rows[i].name || option_rows[i].letter; i++) {
        const struct option *row = &option_rows[i];
        const bool trusted = row->trust == TRUST_ALL || row->group == GROUP_BUILTIN;

        if (!then->given[i] || !is_of_the_handlers(row) || was_given_now(now, row))
            continue;
        if (trusted)
            memcpy((char *)&r->options + row->offset, (const char *)then + row->offset,
                   size_of(row));
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
        r->options.endpoint = target->endpoint;
    if (!aimed && !r->recording->run.demo && !is_here &&
        (is_image || !options_said(now, "endpoint")))
        return error_set(&r->error,
                         "the run called %s, and a recording may not choose what is called "
                         "elsewhere; pass --%s",
                         text_quote(r->arena, target->endpoint, 100),
                         is_image ? "docker-image IMAGE" : "endpoint URL");
    if (!options_given(now, "function-name") && *target->function_name)
        r->options.function_name = target->function_name;
    if (!options_given(now, "region") && *target->region)
        r->options.region = target->region;
    if (!options_given(now, "account-id") && *target->account_id)
        r->options.account_id = target->account_id;
    return true;
}

bool replay_take_options(struct replaying *r, const struct options *now)
{
    const struct run *run = &r->recording->run;

    r->options = *now;
    take_command_line(r, now);
    if (!take_target(r, now))
        return false;
    r->options.demo = run->demo; /* of which the built-in type is, too */
    r->builtin =
        run->demo && !options_given(now, "endpoint") && !options_given(now, "docker-image");
    r->options.seed = (struct seed){ true, run->options.seed };
    r->options.suite = suite_name(run->options.suite);
    return true;
}
