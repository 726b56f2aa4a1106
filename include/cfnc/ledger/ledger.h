#ifndef CFNC_LEDGER_H
#define CFNC_LEDGER_H

#include <stdint.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"
#include "cfnc/json/json.h"

/*
 * The ledger: which resources exist, or may exist, because of cfnc. It is a file of JSON lines,
 * FOLDER/.cfnc/ledger.jsonl, that outlives whoever wrote it: kill -9, a loss of power.
 *
 *      ledger  the first: version of the format
 *      sent    a CREATE is about to be sent: what for, and by whom (struct ledger_entry)
 *      known   the newest model of an entry: what names the resource
 *      answered  an event said that it is made, or being made, and did not name it
 *      closing a DELETE of it is about to be sent
 *      closed  it is gone, or was never made
 *
 * A line is on the disk (fsync) before the call that it speaks of is made. Where one cannot be
 * written, nothing may be created any more. A last line that was cut off is passed over, and taken
 * away by the next who writes; any other that cannot be read is an error that names its place, and
 * changes nothing about the others: they are still read, and the file is only added to.
 *
 * Nothing in it is secret but what a delete needs: models are without write-only properties, what a
 * redactor hides elsewhere in them is hidden, and only what identifies the resource stands as it
 * came. Credentials never do. Folder and file belong to their owner alone; no link is followed.
 */
enum { LEDGER_VERSION = 1 };

enum ledger_state {
    LEDGER_SENT,   /* no answer named what was made, if anything was */
    LEDGER_KNOWN,  /* a handler named it */
    LEDGER_CLOSING /* and a DELETE was sent */
};
const char *ledger_state_name(enum ledger_state state); /* "sent" "known" "closing" */

/* Texts are as they came: who prints them quotes them (text_quote()). */
struct ledger_entry {
    struct ledger_entry *next; /* in the order of their creates */
    const char *id;            /* eight letters and digits; another for each entry */
    const char *run;           /* id of the run, or "" */
    const char *type_name, *account_id, *region;
    const char *endpoint, *function_name;
    const char *test, *set; /* that made it: "contract_create_read", "inputs_1" */
    int64_t time_ms;        /* since 1970, UTC */
    const json *desired;    /* what was sent, redacted */
    bool unique;            /* something in that is like nothing that others make */
    bool answered;          /* an event said that it is made, or being made */
    const json *model;      /* the newest, redacted; NULL: no answer named it */
    const json *identifier; /* what of it names the resource; NULL likewise */
    enum ledger_state state;
};

struct ledger;

/* --- One at a time --- */

struct ledger_lock;

/*
 * Locks the project (FOLDER/.cfnc/lock) for this process, until it ends or the lock is given back;
 * waits at most so long for another that has it. NULL and the error, one line: who has it, or that
 * it cannot be made.
 */
MUST_USE struct ledger_lock *ledger_lock(struct arena *arena, const char *folder, int64_t wait_ms,
                                         struct error *error);
void ledger_unlock(struct ledger_lock *lock);

/* --- Reading --- */

/* What stands in a ledger. */
struct ledger_content {
    struct ledger_entry *entries; /* those that are not closed */
    size_t count;
    size_t lines; /* that were read */
    size_t whole; /* bytes, up to the end of the last line that is whole */
    bool unended; /* the last line is whole, but for its end */
    bool broken;  /* a line could not be read; `error` is about the first one */
    struct error error;
};

/* Of a text; `path` is for the error. Anything may stand in it. */
struct ledger_content ledger_parse(struct arena *arena, const char *path, const char *text,
                                   size_t length);

/*
 * Of the folder's ledger, without writing or locking: empty when there is none. False and the
 * error: it is no file of ours (a link, say), or cannot be opened.
 */
MUST_USE bool ledger_read(struct arena *arena, const char *folder, struct ledger_content *content,
                          struct error *error);

/* --- Writing; by whoever has the lock --- */

/*
 * Opens or makes the ledger. It is tried at once whether it can be written to: a full disk, a
 * folder that is read-only is an error now. A broken line (see above) is none: content->broken.
 */
MUST_USE struct ledger *ledger_open(struct arena *arena, const char *folder, struct error *error);
const struct ledger_content *ledger_content(const struct ledger *ledger);

/* Leaves what is open, and only that, where nothing is broken; one rename, or no change at all. */
void ledger_close(struct ledger *ledger);

/*
 * Notes a create that is about to be sent, and only when it is on the disk returns the entry: with
 * the texts of `what` (NULL is ""), `desired` and `unique`, and a new id. NULL and the error
 * otherwise; then nothing may be sent, and whatever is added later fails likewise.
 */
MUST_USE struct ledger_entry *ledger_add(struct ledger *ledger, const struct ledger_entry *what,
                                         struct error *error);

/*
 * What is noted of an entry. Nothing is written that stands there already. What cannot be written
 * is kept in mind: ledger_failed(), and nothing is added any more.
 */
void ledger_known(struct ledger *ledger, struct ledger_entry *entry, const json *model,
                  const json *identifier,
                  bool durable); /* false: the line may still be lost with the power */
void ledger_answered(struct ledger *ledger, struct ledger_entry *entry);
void ledger_closing(struct ledger *ledger, struct ledger_entry *entry);
void ledger_closed(struct ledger *ledger, struct ledger_entry *entry, const char *why);

/* Why something could not be written, one line; NULL when everything was. */
const char *ledger_failed(const struct ledger *ledger);

#endif
