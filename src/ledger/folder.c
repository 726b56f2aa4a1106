#include "cfnc/ledger/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int folder_below(int folder, const char *name, bool make)
{
    if (make && mkdirat(folder, name, 0700) == 0)
        (void)fsync(folder); /* where it cannot be, a loss of power may take it away again */
    else if (make && errno != EEXIST)
        return -1;
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Answers of handlers are nobody's to commit. */
static void keep_out_of_git(int folder)
{
    const int fd =
        openat(folder, ".gitignore", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (fd < 0) /* it is there */
        return;
    const ssize_t written = write(fd, "*\n", 2);
    (void)written; /* without it, git shows the folder: no harm to a run */
    close(fd);
}

int folder_ours(const char *folder, bool make)
{
    const int project = open(folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int ours = project < 0 ? -1 : folder_below(project, ".cfnc", make);
    const int why = errno;

    if (ours >= 0 && make) {
        (void)fchmod(ours, 0700); /* whoever made it */
        keep_out_of_git(ours);
    }
    if (project >= 0)
        close(project);
    errno = why;
    return ours;
}
