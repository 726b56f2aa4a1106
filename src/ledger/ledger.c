/* Writing the ledger: a line is on the disk before what it speaks of is done. */
#include "ledger_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/random.h"
#include "cfnc/base/text.h"
#include "cfnc/ledger/folder.h"

#define NEW_FILE "ledger.new"

struct ledger {
    struct arena *arena;
    const char *path; /* for messages */
    int folder, fd;
    struct ledger_content content;
    struct random random; /* of ids */
    const char *failed;
};

#define TEXT(name, member)                                                                         \
    {                                                                                              \
        name, offsetof(struct ledger_entry, member)                                                \
    }
const struct ledger_text ledger_texts[LEDGER_TEXT_COUNT] = {
    TEXT("entry", id),
    TEXT("run", run),
    TEXT("type", type_name),
    TEXT("account", account_id),
    TEXT("region", region),
    TEXT("endpoint", endpoint),
    TEXT("function", function_name),
    TEXT("test", test),
    TEXT("set", set),
};

const char **ledger_text_of(struct ledger_entry *entry, const struct ledger_text *row)
{
    return (const char **)(void *)((char *)entry + row->offset);
}

const char *ledger_state_name(enum ledger_state state)
{
    static const char *const names[] = { "sent", "known", "closing" };

    return names[state];
}

/* --- Bytes --- */

/* Some file systems have nothing to wait for, and say so. */
static bool is_synced(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static void fail(struct ledger *l, const char *why)
{
    if (!l->failed)
        l->failed = arena_printf(l->arena,
                                 "%s: %s; what is made could not be noted, so that nothing more is",
                                 l->path, why);
}

/* The whole of the line, or none of it. */
static void append(struct ledger *l, const char *text, bool durable)
{
    const off_t before = lseek(l->fd, 0, SEEK_END);
    const size_t length = strlen(text);

    if (file_write_all(l->fd, text, length) && (!durable || is_synced(l->fd)))
        return;
    fail(l, strerror(errno));
    if (before >= 0 && ftruncate(l->fd, before) != 0)
        fail(l, strerror(errno));
}

/* --- Lines --- */

static json *line_new(struct arena *arena, const char *is, const struct ledger_entry *entry)
{
    json *line = json_object(arena);

    json_set_string(line, "is", is);
    if (entry)
        json_set_string(line, "entry", entry->id);
    return line;
}

/* What a command line holds need not be UTF-8. */
static const char *utf8(struct arena *arena, const char *text)
{
    size_t length = 1;

    for (const char *c = text; *c && length; c += length)
        length = text_utf8_length(c);
    return length ? text : text_quote(arena, text, 0);
}

static void add_line(struct text *to, const json *line)
{
    text_add(to, json_print(to->arena, line));
    text_add(to, "\n");
}

static void add_sent(struct text *to, struct ledger_entry *entry)
{
    json *line = line_new(to->arena, "sent", NULL);

    for (size_t i = 0; i < LEDGER_TEXT_COUNT; i++)
        json_set_string(line, ledger_texts[i].name,
                        utf8(to->arena, *ledger_text_of(entry, &ledger_texts[i])));
    json_set_number(line, "time", (double)entry->time_ms);
    json_set_boolean(line, "unique", entry->unique);
    json_set(line, "desired", entry->desired);
    add_line(to, line);
}

static void add_known(struct text *to, const struct ledger_entry *entry)
{
    json *line = line_new(to->arena, "known", entry);

    json_set(line, "identifier", entry->identifier);
    json_set(line, "model", entry->model);
    add_line(to, line);
}

static void add_entry(struct text *to, struct ledger_entry *entry)
{
    add_sent(to, entry);
    if (entry->model)
        add_known(to, entry);
    else if (entry->answered)
        add_line(to, line_new(to->arena, "answered", entry));
    if (entry->state == LEDGER_CLOSING)
        add_line(to, line_new(to->arena, "closing", entry));
}

/* --- The file --- */

/* What is open, and nothing else, in place of what there is. False and errno: nothing is changed.
 */
static bool rewrite(struct ledger *l)
{
    struct text text = text_new(arena_new());
    json *version = line_new(text.arena, "ledger", NULL);
    const int fd = openat(l->folder, NEW_FILE,
                          O_RDWR | O_APPEND | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);

    json_set_number(version, "version", LEDGER_VERSION);
    add_line(&text, version);
    for (struct ledger_entry *e = l->content.entries; e; e = e->next)
        add_entry(&text, e);
    const bool done = fd >= 0 && file_write_all(fd, text.bytes, text.length) && is_synced(fd) &&
                      renameat(l->folder, NEW_FILE, l->folder, LEDGER_FILE) == 0;
    const int why = errno;
    arena_free(text.arena);
    if (done) {
        (void)is_synced(l->folder);
        if (l->fd >= 0)
            close(l->fd);
        l->fd = fd;
    } else if (fd >= 0) {
        (void)unlinkat(l->folder, NEW_FILE, 0);
        close(fd);
    }
    errno = why;
    return done;
}

/* What a last line lost when it was written comes off, or is put to it. */
static void mend_end(struct ledger *l)
{
    struct stat status;

    if (l->content.unended)
        append(l, "\n", false);
    else if (fstat(l->fd, &status) == 0 && (size_t)status.st_size > l->content.whole &&
             ftruncate(l->fd, (off_t)l->content.whole) != 0)
        fail(l, strerror(errno));
}

static const char *read_whole(struct arena *arena, int fd, size_t *length)
{
    struct stat status;
    char *bytes;

    *length = 0;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > LEDGER_LARGEST) {
        errno = EFBIG;
        return NULL;
    }
    bytes = arena_alloc(arena, (size_t)status.st_size + 1);
    while (*length < (size_t)status.st_size) {
        const ssize_t got = read(fd, bytes + *length, (size_t)status.st_size - *length);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        if (got == 0)
            break;
        *length += (size_t)got;
    }
    return bytes;
}

/* Reads what there is; -1 for none. False and errno. */
static bool read_file(struct arena *arena, const char *path, int fd, struct ledger_content *content)
{
    size_t length = 0;
    const char *text = fd < 0 ? NULL : read_whole(arena, fd, &length);

    *content = (struct ledger_content){ .entries = NULL };
    if (text)
        *content = ledger_parse(arena, path, text, length);
    return text || (fd < 0 && errno == ENOENT);
}

static bool cannot_open(const char *path, struct error *error)
{
    return error_set(error, "%s: %s", path,
                     errno == EFBIG ? "this is no file of a ledger; move it away"
                                    : strerror(errno));
}

enum {
    READING = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC,
    WRITING = O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
};

bool ledger_read(struct arena *arena, const char *folder, struct ledger_content *content,
                 struct error *error)
{
    const char *path = file_join(arena, folder, ".cfnc/" LEDGER_FILE);
    const int ours = folder_ours(folder, false);
    const int fd = ours < 0 ? -1 : openat(ours, LEDGER_FILE, READING);
    const bool done = read_file(arena, path, fd, content) || cannot_open(path, error);

    if (fd >= 0)
        close(fd);
    if (ours >= 0)
        close(ours);
    return done;
}

static void give_back(void *resource)
{
    struct ledger *l = resource;

    if (l->fd >= 0)
        close(l->fd);
    if (l->folder >= 0)
        close(l->folder);
}

static uint64_t seed_of_ids(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) + ((uint64_t)getpid() << 40);
}

struct ledger *ledger_open(struct arena *arena, const char *folder, struct error *error)
{
    struct ledger *l = arena_alloc(arena, sizeof(*l));

    *l = (struct ledger){ .arena = arena,
                          .path = file_join(arena, folder, ".cfnc/" LEDGER_FILE),
                          .folder = folder_ours(folder, true),
                          .fd = -1,
                          .random = { seed_of_ids() } };
    arena_defer(arena, give_back, l);
    if (l->folder >= 0)
        l->fd = openat(l->folder, LEDGER_FILE, WRITING);
    if (l->folder < 0 || !read_file(arena, l->path, l->fd, &l->content)) {
        cannot_open(l->path, error);
        return NULL;
    }
    if (l->content.broken)
        mend_end(l);
    else if (!rewrite(l))
        fail(l, strerror(errno));
    if (!l->failed)
        return l;
    error_set(error, "%s", l->failed);
    return NULL;
}

const struct ledger_content *ledger_content(const struct ledger *ledger)
{
    return &ledger->content;
}

void ledger_close(struct ledger *ledger)
{
    if (!ledger->content.broken && ledger->fd >= 0)
        (void)rewrite(ledger); /* what is there says the same, at greater length */
    give_back(ledger);
    ledger->fd = ledger->folder = -1;
}

/* --- What is noted --- */

static const char *new_id(struct ledger *l)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    char id[LEDGER_ID_LENGTH + 1] = "";
    const struct ledger_entry *same;

    do {
        for (size_t i = 0; i < LEDGER_ID_LENGTH; i++)
            id[i] = letters[random_below(&l->random, sizeof(letters) - 1)];
        for (same = l->content.entries; same && strcmp(same->id, id) != 0; same = same->next)
            continue;
    } while (same);
    return arena_printf(l->arena, "%s", id);
}

struct ledger_entry *ledger_add(struct ledger *l, const struct ledger_entry *what,
                                struct error *error)
{
    struct ledger_entry *entry = arena_alloc(l->arena, sizeof(*entry));
    struct ledger_entry **end = &l->content.entries;
    struct text text = text_new(arena_new());

    *entry = *what;
    entry->id = new_id(l);
    for (size_t i = 0; i < LEDGER_TEXT_COUNT; i++) {
        const char **member = ledger_text_of(entry, &ledger_texts[i]);

        *member = arena_printf(l->arena, "%s", *member ? *member : "");
    }
    entry->time_ms = clock_wall_ms();
    entry->desired = json_copy(l->arena, what->desired);
    add_sent(&text, entry);
    if (!l->failed)
        append(l, text.bytes, true);
    arena_free(text.arena);
    if (l->failed) {
        error_set(error, "%s", l->failed);
        return NULL;
    }
    while (*end)
        end = &(*end)->next;
    *end = entry;
    l->content.count++;
    return entry;
}

static void note(struct ledger *l, const char *is, const struct ledger_entry *entry,
                 const char *why, bool durable)
{
    struct text text = text_new(arena_new());
    json *line = line_new(text.arena, is, entry);

    if (why)
        json_set_string(line, "why", why);
    add_line(&text, line);
    append(l, text.bytes, durable);
    arena_free(text.arena);
}

void ledger_known(struct ledger *l, struct ledger_entry *entry, const json *model,
                  const json *identifier, bool durable)
{
    if (entry->model && json_equal(entry->model, model))
        return;
    struct text text = text_new(arena_new());
    entry->model = json_copy(l->arena, model);
    entry->identifier = json_copy(l->arena, identifier);
    entry->answered = true;
    entry->state = entry->state == LEDGER_SENT ? LEDGER_KNOWN : entry->state;
    add_known(&text, entry);
    append(l, text.bytes, durable);
    arena_free(text.arena);
}

void ledger_answered(struct ledger *l, struct ledger_entry *entry)
{
    if (entry->answered)
        return;
    entry->answered = true;
    note(l, "answered", entry, NULL, true);
}

void ledger_closing(struct ledger *l, struct ledger_entry *entry)
{
    if (entry->state == LEDGER_CLOSING)
        return;
    entry->state = LEDGER_CLOSING;
    note(l, "closing", entry, NULL, false);
}

void ledger_closed(struct ledger *l, struct ledger_entry *entry, const char *why)
{
    struct ledger_entry **at = &l->content.entries;

    while (*at && *at != entry)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = entry->next;
    l->content.count--;
    note(l, "closed", entry, why, false); /* were it lost, a delete would find nothing */
}

const char *ledger_failed(const struct ledger *ledger)
{
    return ledger->failed;
}
