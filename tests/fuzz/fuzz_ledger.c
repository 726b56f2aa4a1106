/*
 * Whatever stands in a ledger, it is entries or an error that names its place. A broken line loses
 * no entry and no byte; one that is whole says the same after it was opened, which writes it anew,
 * and is empty when all in it was closed.
 */
#include "cfnc/ledger/ledger.h"

#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "support.h"

enum { LARGEST = 1 << 20 };
#define IN_FOLDER ".cfnc/ledger.jsonl"

static void check_entry(const struct ledger_entry *e)
{
    must(e->id && *e->id && e->type_name && e->account_id && e->region && e->endpoint);
    must(e->function_name && e->run && e->test && e->set && e->desired);
    must(*ledger_state_name(e->state) && !e->identifier == !e->model);
    must(e->state != LEDGER_KNOWN || (e->model && e->answered));
}

static void check_content(const struct ledger_content *content, const char *path, size_t size)
{
    size_t count = 0;

    for (const struct ledger_entry *e = content->entries; e; e = e->next, count++)
        check_entry(e);
    must(count == content->count && content->whole <= size && (!content->whole || content->lines));
    if (content->broken) {
        must_be_told(&content->error);
        must(strncmp(content->error.text, path, strlen(path)) == 0);
    }
}

static bool is_same(const struct ledger_entry *a, const struct ledger_entry *b)
{
    const char *const texts[][2] = { { a->id, b->id },
                                     { a->run, b->run },
                                     { a->type_name, b->type_name },
                                     { a->account_id, b->account_id },
                                     { a->region, b->region },
                                     { a->endpoint, b->endpoint },
                                     { a->function_name, b->function_name },
                                     { a->test, b->test },
                                     { a->set, b->set } };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (strcmp(texts[i][0], texts[i][1]) != 0)
            return false;
    return a->time_ms == b->time_ms && a->unique == b->unique && a->answered == b->answered &&
           a->state == b->state && json_equal(a->desired, b->desired) && !a->model == !b->model &&
           (!a->model ||
            (json_equal(a->model, b->model) && json_equal(a->identifier, b->identifier)));
}

static void check_same(const struct ledger_content *a, const struct ledger_content *b)
{
    const struct ledger_entry *x = a->entries, *y = b->entries;

    for (; x && y; x = x->next, y = y->next)
        must(is_same(x, y));
    must(!x && !y);
}

static struct ledger_content read_again(struct arena *arena)
{
    struct ledger_content content;
    struct error error = { .text = "" };

    must(ledger_read(arena, fuzz_folder(), &content, &error));
    return content;
}

/* Something of each kind is noted, and then the entry is closed. */
static void live_and_end(struct arena *arena, struct ledger *ledger, struct ledger_entry *entry)
{
    json *model = json_object(arena);

    json_set_string(model, "Id", entry->id);
    ledger_answered(ledger, entry);
    ledger_known(ledger, entry, model, model, true);
    ledger_closing(ledger, entry);
    const struct ledger_content noted = read_again(arena);
    must(noted.broken == ledger_content(ledger)->broken);
    check_same(ledger_content(ledger), &noted);
    ledger_closed(ledger, entry, "deleted");
}

static void check_written(struct arena *arena, const struct ledger_content *before,
                          const char *text)
{
    const struct ledger_entry what = { .run = "r",
                                       .type_name = "A::B::C",
                                       .account_id = "1",
                                       .region = "e",
                                       .endpoint = "http://x",
                                       .function_name = "F",
                                       .test = "t",
                                       .set = "s",
                                       .desired = json_object(arena) };
    struct error error = { .text = "" };
    struct ledger *ledger = ledger_open(arena, fuzz_folder(), &error);

    must(ledger && !ledger_failed(ledger));
    check_same(before, ledger_content(ledger));
    struct ledger_content now = read_again(arena);
    check_same(before, &now);
    must(now.broken == before->broken && !now.unended);
    struct ledger_entry *mine = ledger_add(ledger, &what, &error);
    must(mine);
    live_and_end(arena, ledger, mine);
    while (!before->broken && ledger_content(ledger)->entries)
        live_and_end(arena, ledger, ledger_content(ledger)->entries);
    ledger_close(ledger);
    now = read_again(arena);
    must(before->broken ? now.count == before->count : !now.count && now.lines == 1);
    if (before->broken) { /* what cannot be read is somebody's, and stays */
        size_t length;
        const char *kept = file_read(arena, fuzz_path(arena, IN_FOLDER), LARGEST, &length, &error);

        must(kept && length >= before->whole && memcmp(kept, text, before->whole) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const char *text = fuzz_text(arena, data, size);
    const struct ledger_content content = ledger_parse(arena, "ledger.jsonl", text, size);

    check_content(&content, "ledger.jsonl:", size);
    if (content.lines && content.count < 4) {
        fuzz_put(arena, IN_FOLDER, text, size);
        check_written(arena, &content, text);
    }
    arena_free(arena);
    return 0;
}
