/*
 * What it costs to hide secrets; tests/bench/redact.sh builds and runs it. Each row is a kind of
 * secret: a hundredth, a tenth and the whole of a number of them is learnt, and each is looked for
 * in a text that holds all of them, in milliseconds of the processor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/text.h"
#include "cfnc/redact/redact.h"

enum { LONG = 64 * 1024 };

struct kind {
    const char *name;
    const char *(*secret)(struct arena *arena, size_t i);
    const char *between; /* them in the text */
    size_t most;
};

static const char *all_others(struct arena *arena, size_t i)
{
    return arena_printf(arena, "%08zx-%zu", i * 2654435761u % 4294967296u, i);
}

static const char *one_prefix(struct arena *arena, size_t i)
{
    return arena_printf(arena, "arn:aws:secretsmanager:eu-west-1:123456789012:secret:%zu/", i);
}

static const char *one_prefix_quoted(struct arena *arena, size_t i)
{
    return arena_printf(arena, "\"key\" of %zu/", i);
}

/* Each is the beginning of the next. */
static const char *nested(struct arena *arena, size_t i)
{
    char *secret = arena_alloc(arena, i + 7);

    memset(secret, 'a', i + 6);
    return secret;
}

/* The same, and each is another when its escapes are read. */
static const char *nested_escapes(struct arena *arena, size_t i)
{
    struct text secret = text_new(arena);

    for (size_t k = 0; k < i + 6; k++)
        text_add(&secret, k % 2 ? "%25" : "%5C");
    return secret.bytes;
}

static const char *one_letter(struct arena *arena, size_t i)
{
    (void)i;
    return nested(arena, LONG);
}

static const struct kind kinds[] = {
    { "all others", all_others, ", ", 10000 },
    { "one prefix", one_prefix, ", ", 10000 },
    { "one prefix, in JSON in JSON", one_prefix_quoted, "\\\\\\\", ", 10000 },
    { "each begins the next", nested, ", ", 1000 },
    { "each begins the next, with escapes", nested_escapes, ", ", 300 },
    { "64 KiB of one letter, in so many KiB", one_letter, "", 10000 },
};

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static const char *make_text(struct arena *arena, const struct kind *kind, size_t n)
{
    struct text text = text_new(arena);

    for (size_t i = 0; i < n; i++) {
        if (kind->secret == one_letter)
            text_add_bytes(&text, one_letter(arena, 0), 1024);
        else
            text_add(&text, kind->secret(arena, i));
        text_add(&text, kind->between);
    }
    return text.bytes;
}

static void measure(const struct kind *kind, size_t n)
{
    struct arena *arena = arena_new();
    const char *text = make_text(arena, kind, n);
    struct redactor *redactor = redactor_new(arena, (struct secrecy){ 0 });
    const double start = now_ms();

    for (size_t i = 0; i < n; i++)
        redactor_learn_text(redactor, kind->secret(arena, i));
    const double learnt = now_ms();
    const char *hidden = redact_text(redactor, arena, text);
    printf(" %9.2f + %-9.2f", learnt - start, now_ms() - learnt);
    if (strstr(hidden, kind->secret(arena, n / 2)))
        printf(" NOT HIDDEN");
    fflush(stdout);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    printf("ms CPU to learn n secrets + to hide them in a text, for n/100, n/10 and n\n");
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (argc > 1 && !strstr(kinds[i].name, argv[1]))
            continue;
        printf("  %6zu %-38s", kinds[i].most, kinds[i].name);
        for (size_t part = 100; part; part /= 10)
            measure(&kinds[i], kinds[i].most / part);
        puts("");
    }
    return 0;
}
