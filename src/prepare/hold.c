/* Holding a project: its lock and its ledger, for whoever makes or deletes resources. */

#include "cfnc/prepare/hold.h"
bool hold_project(struct arena *arena, const struct options *options, const char *folder,
                  struct hold *hold, struct error *error)
{
    *hold = (struct hold){ NULL, NULL };
    hold->lock = ledger_lock(arena, folder, options->wait_for_lock_ms, error);
    if (!hold->lock)
        return false;
    hold->ledger = ledger_open(arena, folder, error);
    if (!hold->ledger)
        hold_end(hold);
    return hold->ledger;
}

void hold_end(struct hold *hold)
{
    if (hold->ledger)
        ledger_close(hold->ledger);
    if (hold->lock)
        ledger_unlock(hold->lock);
    *hold = (struct hold){ NULL, NULL };
}
