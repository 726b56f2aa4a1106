#include "cfnc/option/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"

bool duration_read(const char *text, int64_t *ms)
{
    static const struct {
        const char *unit;
        double ms;
    } units[] = { { "", 1000 }, { "ms", 1 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 } };
    const double longest = 366.0 * 24 * 3600 * 1000;
    const size_t digits = strspn(text, "0123456789.");
    char *end;

    if (!digits || strspn(text, ".") == digits)
        return false;
    const double number = strtod(text, &end);
    if (end != text + digits)
        return false;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (strcmp(end, units[i].unit) == 0 && number * units[i].ms <= longest) {
            *ms = (int64_t)ceil(number * units[i].ms);
            return true;
        }
    return false;
}

static bool number_read(const char *text, unsigned long long most, unsigned long long *number)
{
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    errno = 0;
    *number = strtoull(text, NULL, 10);
    return errno == 0 && *number <= most;
}

static const char *store_number(struct arena *arena, const struct option *row, const char *text,
                                int *slot)
{
    const int most = row->most ? row->most : INT32_MAX;
    unsigned long long number;

    if (!number_read(text, (unsigned long long)most, &number))
        return arena_printf(arena, "expected a number from 0 to %d, not \"%s\"", most,
                            text_quote(arena, text, 40));
    *slot = (int)number;
    return NULL;
}

static const char *store_seed(struct arena *arena, const char *text, struct seed *slot)
{
    unsigned long long number;

    if (!number_read(text, UINT64_MAX, &number))
        return arena_printf(arena, "expected a number from 0 to 2^64-1, not \"%s\"",
                            text_quote(arena, text, 40));
    *slot = (struct seed){ .given = true, .value = number };
    return NULL;
}

static const char *store_duration(struct arena *arena, const char *text, int64_t *slot)
{
    if (duration_read(text, slot))
        return NULL;
    return arena_printf(arena, "expected a duration up to a year (90, 500ms, 5m, 2h), not \"%s\"",
                        text_quote(arena, text, 40));
}

static const char *store_word(struct arena *arena, const struct option *row, const char *text,
                              const char **slot)
{
    struct text words = text_new(arena);

    for (const char *const *word = row->choices; *word; word++) {
        if (strcmp(*word, text) == 0) {
            *slot = *word;
            return NULL;
        }
        text_addf(&words, "%s%s", word == row->choices ? "" : ", ", *word);
    }
    return arena_printf(arena, "expected one of %s, not \"%s\"", words.bytes,
                        text_quote(arena, text, 40));
}

static const char *store_letters(struct arena *arena, const struct option *row, const char *text,
                                 const char **slot)
{
    const size_t known = strspn(text, row->choices[0]);

    if (text[known])
        return arena_printf(arena, "\"%s\" is none of the letters %s",
                            text_quote(arena, text + known, 1), row->choices[0]);
    *slot = text;
    return NULL;
}

static const char *store_item(struct arena *arena, const struct option *row, const char *text,
                              struct list *slot)
{
    if (!*text)
        return "expected something, not \"\"";
    slot->items[slot->count++] = row->value ? arena_printf(arena, "%s%s", row->value, text) : text;
    return NULL;
}

/* The settings that people use to see more of a cfn test run; any other is accepted. */
static const char *store_log_level(const char *text, int *verbosity)
{
    static const char setting[] = "log_cli_level=";
    const char *level =
        strncmp(text, setting, sizeof(setting) - 1) == 0 ? text + sizeof(setting) - 1 : text;
    const int wanted = strcasecmp(level, "DEBUG") == 0 ? 2 : strcasecmp(level, "INFO") == 0 ? 1 : 0;

    if (*verbosity < wanted)
        *verbosity = wanted;
    return NULL;
}

static const char *store_text(const char *text, const char **slot)
{
    if (!*text)
        return "expected something, not \"\"";
    *slot = text;
    return NULL;
}

const char *option_store(struct arena *arena, const struct option *row, const char *argument,
                         struct options *options)
{
    void *const slot = option_slot(options, row);

    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)slot = true;
        break;
    case OPTION_UP:
        *(int *)slot += 1;
        break;
    case OPTION_DOWN:
        *(int *)slot -= 1;
        break;
    case OPTION_TEXT:
        return store_text(argument, slot);
    case OPTION_EXPRESSION:
        *(const char **)slot = argument;
        break;
    case OPTION_WORD:
        return store_word(arena, row, argument, slot);
    case OPTION_LETTERS:
        return store_letters(arena, row, argument, slot);
    case OPTION_LIST:
        return store_item(arena, row, argument, slot);
    case OPTION_NUMBER:
        return store_number(arena, row, argument, slot);
    case OPTION_DURATION:
        return store_duration(arena, argument, slot);
    case OPTION_SEED:
        return store_seed(arena, argument, slot);
    case OPTION_LOG_LEVEL:
        return store_log_level(argument, slot);
    case OPTION_IGNORED:
    case OPTION_REFUSED:
        break;
    }
    return NULL;
}
