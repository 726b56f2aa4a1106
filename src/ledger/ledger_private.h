#ifndef CFNC_LEDGER_PRIVATE_H
#define CFNC_LEDGER_PRIVATE_H

#include "cfnc/json/pointer.h"
#include "cfnc/ledger/ledger.h"

/* What the reader and the writer of a ledger share. */
enum { LEDGER_ID_LENGTH = 8, LEDGER_TEXT_COUNT = 9 };

/* A text of an entry, and what it is called in its line. */
struct ledger_text {
    const char *name;
    size_t offset; /* in struct ledger_entry */
};
extern const struct ledger_text ledger_texts[LEDGER_TEXT_COUNT];
const char **ledger_text_of(struct ledger_entry *entry, const struct ledger_text *row);

/* The name of the file in the folder, and the most that it may hold. */
#define LEDGER_FILE "ledger.jsonl"
enum { LEDGER_LARGEST = 1 << 28 };

#endif
