/* Whatever stands in a ledger, it is entries or an error that names its place. */
#include "cfnc/ledger.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const char *text = arena_copy(arena, (const char *)data, size);
    const struct ledger_content content = ledger_parse(arena, "ledger.jsonl", text, size);
    size_t count = 0;

    for (const struct ledger_entry *e = content.entries; e; e = e->next, count++)
        if (!e->id || !*e->id || !e->type_name || !e->endpoint || !e->run || !e->test || !e->set ||
            !*ledger_state_name(e->state) || !e->identifier != !e->model ||
            (e->state == LEDGER_KNOWN && !e->model))
            abort();
    if (count != content.count || content.whole > size || (content.whole && !content.lines))
        abort();
    if (content.broken &&
        (!content.error.text[0] || strpbrk(content.error.text, "\n\r\033") ||
         strncmp(content.error.text, "ledger.jsonl:", strlen("ledger.jsonl:")) != 0))
        abort();
    arena_free(arena);
    return 0;
}
