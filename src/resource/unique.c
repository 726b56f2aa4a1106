/* Whether a text in a desired state is like nothing that others may ask for. */
#include "steps_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"

enum {
    SHORTEST = 8,  /* letters and digits in a row, */
    DIFFERENT = 5, /* so many of them different, */
    MOST_TRIED = 100
};

/* What a text must not be found in. */
struct known {
    const struct run *run;
    const char *word;
};

static bool holds(const char *text, const struct known *known)
{
    return text && strstr(text, known->word);
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
                       is_in(known->run->subject->document, known) || is_in_inputs(known);

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

/* For a word that nobody else asks for. */
struct hunt {
    const struct run *run;
    const json *within; /* only words that it has count; or NULL: all do */
    struct arena *arena;
    int left; /* words that are tried */
};

/* Whether a word of the text is long, random to look at, and in nothing that is known. */
static bool has_unique_word(struct hunt *h, const char *text)
{
    while (*text && h->left > 0) {
        size_t length = 0;

        while (is_word(text[length]))
            length++;
        if (length >= SHORTEST && is_varied(text, length) && h->left--) {
            const struct known known = { h->run, arena_copy(h->arena, text, length) };

            if (!is_known(&known) && (!h->within || is_in(h->within, &known)))
                return true;
        }
        text += length ? length : 1;
    }
    return false;
}

static bool any_unique(struct hunt *h, const json *value)
{
    const char *text = json_string(value);

    if (text && has_unique_word(h, text))
        return true;
    json_each (child, value)
        if (any_unique(h, child))
            return true;
    return false;
}

static bool is_unique_within(const struct run *run, const json *desired, const json *within)
{
    struct arena *scratch = arena_new();
    struct hunt hunt = { run, within, scratch, MOST_TRIED };
    const bool unique =
        any_unique(&hunt, resource_type_chosen(scratch, type_of(run->subject), desired));

    arena_free(scratch);
    return unique;
}

bool is_unique(const struct run *run, const json *desired)
{
    return is_unique_within(run, desired, NULL);
}

bool is_kin(const struct run *run, const json *desired, const json *model)
{
    return is_unique_within(run, desired, model);
}
