/* The ledger: on the disk before the call, whole after any loss, and nobody else's to read. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/ledger/ledger.h"
#include "json_of_text.h"
#include "test.h"

static struct arena *arena;
static char folder[64];

static void begin(void)
{
    arena = arena_new();
    strcpy(folder, "/tmp/cfnc-ledger-XXXXXX");
    check(mkdtemp(folder) != NULL);
}

static const char *in_folder(const char *name)
{
    return arena_printf(arena, "%s/.cfnc/%s", folder, name);
}

static void end(void)
{
    static const char *const names[] = { ".gitignore", "ledger.jsonl", "ledger.new", "lock" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        unlink(in_folder(names[i]));
    rmdir(in_folder(""));
    check_number(rmdir(folder), 0);
    arena_free(arena);
}

static struct ledger *opened(void)
{
    struct error error = { .text = "" };
    struct ledger *ledger = ledger_open(arena, folder, &error);

    check_text(error.text, "");
    if (!ledger)
        abort();
    return ledger;
}

static const json *parsed(const char *text)
{
    return json_of_text(arena, text);
}

static struct ledger_entry *add_model(struct ledger *ledger, const json *desired)
{
    const struct ledger_entry what = { .run = "run",
                                       .type_name = "Acme::Demo::Thing",
                                       .account_id = "123456789012",
                                       .region = "us-east-1",
                                       .endpoint = "http://127.0.0.1:3001",
                                       .function_name = "TypeFunction",
                                       .test = "contract_create_read",
                                       .set = "generated",
                                       .desired = desired,
                                       .unique = true };
    struct error error = { .text = "" };
    struct ledger_entry *entry = ledger_add(ledger, &what, &error);

    check_text(error.text, "");
    return entry;
}

static struct ledger_entry *add(struct ledger *ledger, const char *name)
{
    json *model = json_object(arena);

    json_set_string(model, "Name", name);
    return add_model(ledger, model);
}

static struct ledger_content content(void)
{
    struct ledger_content read = { .entries = NULL };
    struct error error = { .text = "" };

    check(ledger_read(arena, folder, &read, &error));
    check_text(error.text, "");
    return read;
}

static const char *file_text(size_t *length)
{
    struct error error = { .text = "" };
    const char *text = file_read(arena, in_folder("ledger.jsonl"), 64 << 20, length, &error);

    check_text(error.text, "");
    return text;
}

static void put_file(const char *text, size_t length)
{
    struct error error = { .text = "" };

    check(file_write(arena, in_folder("ledger.jsonl"), text, length, &error));
}

static const char *name_of(const struct ledger_entry *entry)
{
    return entry ? json_string(json_get(entry->desired, "Name")) : "no entry";
}

static void what_was_noted_is_there_again(void)
{
    begin();
    struct ledger *ledger = opened();
    struct ledger_entry *a = add(ledger, "a"), *b = add(ledger, "b"), *c = add(ledger, "c");
    add(ledger, "d");

    check_number((long long)content().count, 4); /* all of it before anything is closed */
    ledger_known(ledger, a, parsed("{\"Name\": \"a\", \"Arn\": \"arn:1\"}"), json_object(arena),
                 true);
    ledger_known(ledger, a, parsed("{\"Name\": \"a\", \"Arn\": \"arn:2\"}"), json_object(arena),
                 true);
    ledger_closing(ledger, a);
    ledger_closed(ledger, b, "deleted");
    ledger_answered(ledger, c);
    for (int turn = 0; turn < 3; turn++) { /* as it was written, and rewritten, and again */
        const struct ledger_content read = content();
        const struct ledger_entry *e = read.entries;

        check_number((long long)read.count, 3);
        check(!read.broken);
        if (!e || !e->next || !e->next->next)
            abort();
        check_text(name_of(e), "a");
        check_text(json_string(json_get(e->model, "Arn")), "arn:2");
        check_number(e->state, LEDGER_CLOSING);
        check_text(e->id, a->id);
        check_text(e->test, "contract_create_read");
        check_text(e->region, "us-east-1");
        check(e->unique && e->time_ms > 1000000000000);
        check(e->next->answered && !e->next->model && e->next->state == LEDGER_SENT);
        check(!e->next->next->answered);
        if (turn == 0)
            ledger_close(ledger);
        else
            ledger_close(opened());
    }
    end();
}

static void it_does_not_grow_for_ever(void)
{
    size_t length;

    begin();
    for (int run = 0; run < 3; run++) {
        struct ledger *ledger = opened();

        for (int i = 0; i < 20; i++)
            ledger_closed(ledger, add(ledger, "x"), "deleted");
        ledger_close(ledger);
    }
    file_text(&length);
    check(length < 64);
    check_number((long long)content().count, 0);
    end();
}

static int mode_of(const char *name)
{
    struct stat status = { 0 };

    check(lstat(in_folder(name), &status) == 0);
    return (int)(status.st_mode & 07777);
}

static void it_is_the_owners_alone(void)
{
    const mode_t mask = umask(0);

    begin();
    ledger_close(opened());
    check_number(mode_of(""), 0700);
    check_number(mode_of("ledger.jsonl"), 0600);
    check_number(mode_of(".gitignore"), 0600);
    umask(mask);
    end();
}

/* Whatever is lost of the last line, the others are there, and the next is written whole. */
static void cut_off_anywhere(void)
{
    size_t length;

    begin();
    struct ledger *ledger = opened();
    add(ledger, "a");
    ledger_known(ledger, add(ledger, "b"), parsed("{\"Name\": \"b\"}"), json_object(arena), true);
    const char *text = file_text(&length);
    size_t last = length - 1;

    while (text[last - 1] != '\n')
        last--;
    for (size_t cut = last; cut <= length; cut++) {
        put_file(text, cut);
        struct ledger_content read = content();
        check(!read.broken);
        check_number((long long)read.count, 2);
        check((read.entries->next->model != NULL) == (cut + 1 >= length));
        struct ledger *again = opened();
        add(again, "c");
        check_number((long long)content().count, 3);
        check(!content().broken);
        ledger_close(again);
    }
    end();
}

#define SENT(id, name)                                                                             \
    "{\"is\":\"sent\",\"entry\":\"" id "\",\"run\":\"r\",\"type\":\"A::B::C\",\"account\":\"1\","  \
    "\"region\":\"r\",\"endpoint\":\"e\",\"function\":\"f\",\"test\":\"t\",\"set\":\"s\","         \
    "\"time\":1,\"desired\":{\"Name\":\"" name "\"}}\n"
#define FIRST "{\"is\":\"ledger\",\"version\":1}\n"

static const struct damage {
    const char *text;
    size_t count;      /* of entries that are read all the same */
    const char *error; /* NULL: it is whole */
} damages[] = {
    { "", 0, NULL },
    { FIRST, 0, NULL },
    { FIRST SENT("aaaaaaaa", "a"), 1, NULL },
    { FIRST SENT("aaaaaaaa",
                 "a") "{\"is\":\"closed\",\"entry\":\"aaaaaaaa\"}\n"
                      "{\"is\":\"known\",\"entry\":\"aaaaaaaa\",\"identifier\":{},\"model\":{}}\n",
      0, NULL },
    { SENT("aaaaaaaa", "a"), 0, "l:1:2: a ledger begins with its version" },
    { FIRST "{oops}\n" SENT("aaaaaaaa", "a"), 1, "l:2:2: " },
    { FIRST SENT("aaaaaaaa", "a") "\n" SENT("bbbbbbbb", "b"), 2, "l:3:1: " },
    { FIRST SENT("aaaaaaaa", "a") SENT("aaaaaaaa", "b") SENT("bbbbbbbb", "c"), 2,
      "l:3:14: an entry of this id stands before it; look for what it names in the account, then "
      "delete the line" },
    { FIRST SENT("../../aa", "a") SENT("bbbbbbbb", "b"), 1, "l:2:14: this is no id" },
    { FIRST "{\"is\":\"known\",\"entry\":\"aaaaaaaa\",\"identifier\":{},\"model\":{}}\n", 0,
      "l:2:15: no create of this id" },
    { FIRST SENT("aaaaaaaa",
                 "a") "{\"is\":\"known\",\"entry\":\"aaaaaaaa\",\"identifier\":{},\"model\":[]}\n",
      1, "l:3:50: model: expected an object, not array" },
    { FIRST SENT("aaaaaaaa", "a") "{\"is\":\"known\",\"entry\":7,\"identifier\":{},\"model\":{}}\n",
      1, "l:3:15: entry: expected a string, not integer" },
    { FIRST SENT("aaaaaaaa", "a") "{\"is\":\"thing\"}\n", 1, "l:3:2: a ledger has no such line" },
    { FIRST SENT("aaaaaaaa", "a") "[]\n7\nnull\n", 1, "l:3:1: is is missing" },
    { FIRST FIRST, 0, "l:2:2: only a first line" },
    { "{\"is\":\"ledger\",\"version\":2}\n", 0, "l:1:16: this cfnc knows version 1" },
    { FIRST "{\"is\":\"sent\",\"entry\":\"aaaaaaaa\"}\n", 0, "l:2:1: run is missing" },
};

static void damage_loses_nothing_else(void)
{
    begin();
    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        const struct damage *d = &damages[i];
        const struct ledger_content read = ledger_parse(arena, "l", d->text, strlen(d->text));

        check_number((long long)read.count, (long long)d->count);
        check(read.broken == (d->error != NULL));
        if (d->error)
            check_contains(read.error.text, d->error);
        if (d->error)
            check_contains(read.error.text, "delete the line");
    }
    end();
}

/* Each member taken away, or made another thing: an error or an entry, but no crash. */
static void members_are_checked(void)
{
    static const char *const others[] = { "null", "7", "-1", "1e300", "\"x\"", "[]", "{}", "true" };
    static const char text[] = FIRST SENT("aaaaaaaa", "a");

    begin();
    for (const char *at = strstr(text, "\":"); at; at = strstr(at + 1, "\":")) {
        const char *value = at + 2, *rest = value;

        rest += *value == '"' ? 1 + strcspn(value + 1, "\"") + 1 : strcspn(value, ",}");
        for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
            const char *changed = arena_printf(arena, "%.*s%s%s" SENT("bbbbbbbb", "b"),
                                               (int)(value - text), text, others[i], rest);
            const struct ledger_content read = ledger_parse(arena, "l", changed, strlen(changed));

            check(read.count >= 1 && (read.broken || read.count == 2));
        }
    }
    end();
}

/* What is broken is neither rewritten nor lost; what is noted stands behind it. */
static void what_is_broken_is_only_added_to(void)
{
    static const char text[] = FIRST "{oops}\n" SENT("aaaaaaaa", "a");
    size_t length;

    begin();
    ledger_close(opened());
    put_file(text, strlen(text));
    struct ledger *ledger = opened();
    check(ledger_content(ledger)->broken);
    check_number((long long)ledger_content(ledger)->count, 1);
    add(ledger, "b");
    ledger_closed(ledger, ledger_content(ledger)->entries, "deleted");
    ledger_close(ledger);
    const char *now = file_text(&length);
    check(strncmp(now, text, strlen(text)) == 0);
    check_number((long long)content().count, 1);
    check_text(name_of(content().entries), "b");
    end();
}

static void hostile_names_are_safe(void)
{
    const char *long_name = memset(arena_alloc(arena = arena_new(), 1000001), 'x', 1000000);
    const char *const names[] = { "two\nlines",    "../../etc/passwd",      ("a" TEXT_NUL "b"),
                                  "\x1b[2J\"\\\r", "{\"is\":\"closed\"}\n", "",
                                  long_name };

    strcpy(folder, "/tmp/cfnc-ledger-XXXXXX");
    check(mkdtemp(folder) != NULL);
    struct ledger *ledger = opened();
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        ledger_known(ledger, add(ledger, names[i]), add(ledger, names[i])->desired,
                     json_object(arena), true);
    ledger_close(ledger);
    const struct ledger_entry *e = content().entries;
    check(!content().broken);
    check_number((long long)content().count, 14);
    for (size_t i = 0; e && i < 14; i++, e = e->next)
        check_text(name_of(e), names[i / 2]);
    end();
}

/* --- What cannot be written --- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    check(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* A disk that is full: nothing may be sent, what was noted is whole, and what fails says so. */
static void a_full_disk(void)
{
    struct error error = { .text = "" };
    size_t length;

    begin();
    signal(SIGXFSZ, SIG_IGN);
    struct ledger *ledger = opened();
    struct ledger_entry *entry = add(ledger, "a");
    file_text(&length);
    limit_files(length + 40);
    const struct ledger_entry what = { .type_name = "A::B::C",
                                       .test = "t",
                                       .desired = json_object(arena) };
    check(ledger_add(ledger, &what, &error) == NULL);
    check_contains(error.text, "ledger.jsonl: ");
    check_contains(error.text, "nothing more is");
    check_text(ledger_failed(ledger), error.text);
    limit_files(RLIM_INFINITY);
    check(ledger_add(ledger, &what, &error) == NULL); /* once is enough */
    ledger_known(ledger, entry, parsed("{\"Name\": \"a\", \"Arn\": \"arn:1\"}"), json_object(arena),
                 true);
    check(!content().broken);
    check_number((long long)content().count, 1);
    check(content().entries->model != NULL);
    limit_files(10);
    check(ledger_open(arena, folder, &error) == NULL);
    limit_files(RLIM_INFINITY);
    check_number((long long)content().count, 1); /* as it was */
    end();
}

static void links_are_not_followed(void)
{
    struct error error = { .text = "" };

    begin();
    check(symlink("/tmp", arena_printf(arena, "%s/.cfnc", folder)) == 0);
    check(ledger_open(arena, folder, &error) == NULL);
    check_contains(error.text, "ledger.jsonl: ");
    check(ledger_lock(arena, folder, 0, &error) == NULL);
    unlink(arena_printf(arena, "%s/.cfnc", folder));
    ledger_close(opened());
    unlink(in_folder("ledger.jsonl"));
    check(symlink("elsewhere", in_folder("ledger.jsonl")) == 0);
    check(ledger_open(arena, folder, &error) == NULL);
    check(ledger_read(arena, folder, &(struct ledger_content){ .entries = NULL }, &error) == false);
    end();
}

static void no_file_of_ours(void)
{
    struct error error = { .text = "" };

    begin();
    ledger_close(opened());
    unlink(in_folder("ledger.jsonl"));
    check(mkfifo(in_folder("ledger.jsonl"), 0600) == 0);
    check(ledger_open(arena, folder, &error) == NULL); /* and nobody waits for its other end */
    check_contains(error.text, "no file of a ledger");
    end();
}

/* --- One at a time --- */

/* Another process that has the lock until it is told. */
static pid_t hold(int *tell)
{
    int ready[2] = { -1, -1 }, done[2] = { -1, -1 };
    char byte = 0;

    check(pipe(ready) == 0 && pipe(done) == 0);
    const pid_t child = fork();
    if (child == 0) {
        struct error error;

        close(done[1]);
        if (ledger_lock(arena, folder, 0, &error) && write(ready[1], &byte, 1) == 1 &&
            read(done[0], &byte, 1) >= 0)
            _exit(0);
        _exit(1);
    }
    close(done[0]);
    close(ready[1]);
    check(read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    *tell = done[1];
    return child;
}

static void one_at_a_time(void)
{
    struct error error = { .text = "" };
    int tell, status = 1;

    begin();
    const pid_t other = hold(&tell);
    check(ledger_lock(arena, folder, 0, &error) == NULL);
    check_contains(error.text, arena_printf(arena,
                                            "another cfnc is at work in this project "
                                            "(process %ld); wait for it, or pass "
                                            "--wait-for-lock",
                                            (long)other));
    check(ledger_lock(arena, folder, 150, &error) == NULL);
    close(tell);
    check(waitpid(other, &status, 0) == other && status == 0);
    struct ledger_lock *lock = ledger_lock(arena, folder, 60000, &error);
    check(lock != NULL);
    ledger_unlock(lock);
    end();
}

static const struct test tests[] = {
    { "ledger: what was noted is there again", what_was_noted_is_there_again },
    { "ledger: it does not grow for ever", it_does_not_grow_for_ever },
    { "ledger: it is the owner's alone", it_is_the_owners_alone },
    { "ledger: cut off anywhere", cut_off_anywhere },
    { "ledger: damage loses nothing else", damage_loses_nothing_else },
    { "ledger: members are checked", members_are_checked },
    { "ledger: what is broken is only added to", what_is_broken_is_only_added_to },
    { "ledger: hostile names are safe", hostile_names_are_safe },
    { "ledger: a full disk", a_full_disk },
    { "ledger: links are not followed", links_are_not_followed },
    { "ledger: no file of ours", no_file_of_ours },
    { "ledger: one at a time", one_at_a_time },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
