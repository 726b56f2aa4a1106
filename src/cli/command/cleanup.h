#ifndef CFNC_CLEANUP_H
#define CFNC_CLEANUP_H

#include "cfnc/ledger/ledger.h"

/* Entries of the ledger, as cfnc cleanup prints them. */

/* "Acme::Demo::Thing {"Name":"x"}", on one line; what was asked for, where no answer named it. */
const char *cleanup_name(struct arena *arena, const struct ledger_entry *entry);
/* All of them, two lines each; or as one JSON document. */
void cleanup_print(struct arena *arena, const struct ledger_content *content);
void cleanup_print_json(struct arena *arena, const struct ledger_content *content);

#endif
