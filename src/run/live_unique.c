#include "live_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/text.h"

enum {
    SHORTEST = 8,  /* letters and digits in a row, */
    DIFFERENT = 5, /* so many of them different, */
    MOST_TRIED = 100
};

/* What a text must not be found in. */
struct known {
    const struct run *run;
    const char *word;
    size_t length;
};

static bool holds(const char *text, const struct known *known)
{
    for (const char *at = text; at && (at = strchr(at, known->word[0])); at++)
        if (strncmp(at, known->word, known->length) == 0)
            return true;
    return false;
}

/* {{env:NAME}} is what the variable says. */
static bool holds_variable(const char *text, const struct known *known)
{
    static const char start[] = "{{env:";

    for (const char *at = strstr(text, start); at; at = strstr(at + 1, start)) {
        char name[256];
        const size_t length = strcspn(at + strlen(start), "}");

        if (length >= sizeof(name))
            return true;
        memcpy(name, at + strlen(start), length);
        name[length] = '\0';
        if (holds(getenv(name), known))
            return true;
    }
    return false;
}

static bool is_in(const json *value, const struct known *known)
{
    const char *text = json_string(value);

    if (text && (holds(text, known) || holds_variable(text, known)))
        return true;
    json_each (child, value)
        if ((json_key(child) && holds(json_key(child), known)) || is_in(child, known))
            return true;
    return false;
}

static bool is_in_inputs(const struct known *known)
{
    for (size_t i = 0; i < known->run->set_count; i++) {
        const struct input_set *set = &known->run->sets[i];
        const json *const all[] = { set->create, set->update, set->invalid, set->create_overrides,
                                    set->update_overrides };

        for (size_t k = 0; k < sizeof(all) / sizeof(all[0]); k++)
            if (is_in(all[k], known))
                return true;
    }
    return false;
}

static bool is_known(const struct known *known)
{
    const struct target *target = known->run->target;
    struct arena *scratch = arena_new();
    const char *seed = arena_printf(scratch, "%llu", (unsigned long long)known->run->options.seed);
    const bool found = holds(seed, known) || holds(target->region, known) ||
                       holds(target->account_id, known) ||
                       is_in(known->run->type->document, known) || is_in_inputs(known);

    arena_free(scratch);
    return found;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool is_varied(const char *word, size_t length)
{
    size_t different = 0;

    for (size_t i = 0; i < length && different < DIFFERENT; i++)
        different += memchr(word, word[i], i) == NULL;
    return different == DIFFERENT;
}

/* Whether a word of the text is long, random to look at, and nowhere else. */
static bool has_unique_word(const struct run *run, const char *text, int *left)
{
    while (*text && *left > 0) {
        size_t length = 0;

        while (is_word(text[length]))
            length++;
        const struct known known = { run, text, length };
        if (length >= SHORTEST && is_varied(text, length) && (*left)-- && !is_known(&known))
            return true;
        text += length ? length : 1;
    }
    return false;
}

static bool any_unique(const struct run *run, const json *value, int *left)
{
    const char *text = json_string(value);

    if (text && has_unique_word(run, text, left))
        return true;
    json_each (child, value)
        if (any_unique(run, child, left))
            return true;
    return false;
}

bool live_is_unique(const struct run *run, const json *desired)
{
    struct arena *scratch = arena_new();
    const json *shown = model_without(scratch, desired, &run->type->write_only);
    int left = MOST_TRIED;
    const bool unique =
        any_unique(run, model_without(scratch, shown, &run->type->read_only), &left);

    arena_free(scratch);
    return unique;
}
