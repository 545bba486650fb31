/* SPDX-License-Identifier: Apache-2.0
 *
 * setup.c - files before the actors start: constructors, and main up to mz_run().
 *
 * The kernel answers most of what setup asks. It must not change a real file, though:
 * setup runs again whenever an execution is replayed, and its effects would stay. */
#include "exec/agent/syscall.h"
#include "exec/guard.h"
#include "exec/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#define PATH_MOST 4096

static long refuse(struct call *c, const char *what, const char *path)
{
    return call_fail(c, FINDING_UNSUPPORTED, "%s%s%s; do that after MPI_Init or mz_run()",
                     what, *path ? " " : "", path);
}

/* Is this a library? Libraries are listed elsewhere. */
static bool is_library(const char *path)
{
    size_t n = strlen(path);
    return strstr(path, ".so.") || (n > 3 && !strcmp(path + n - 3, ".so"));
}

static void check_open(struct call *c, int directory, uint64_t name, int flags)
{
    char path[PATH_MOST];
    struct stat st;
    bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
    if (!user_text(path, sizeof path, name))
        return; /* the kernel will report the error */
    bool there = !agent_syscall(SYS_newfstatat, directory, path, &st, 0);
    bool device = there && S_ISCHR(st.st_mode);
    if (there && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode) && !device)
        refuse(c, "opens what is not a file:", path);
    if (writes && !device && (there || flags & O_CREAT))
        refuse(c, "writes the file", path);
    if (writes && device)
        c->arg[5] = GUARD_DEVICE;
    if ((!there || S_ISREG(st.st_mode)) && !is_library(path) && path[0] == '/')
        link_input(agent.shared, path, input_digest(path, raw_call));
    else if (there && S_ISREG(st.st_mode) && path[0] != '/' && directory == AT_FDCWD) {
        char whole[2 * PATH_MOST];
        long n = agent_syscall(SYS_getcwd, whole, PATH_MOST);
        if (n > 0) {
            whole[n - 1] = '/';
            strcpy(whole + n, path);
            link_input(agent.shared, whole, input_digest(whole, raw_call));
        }
    }
}

/* ---- files that are mapped ---- */

struct inode {
    dev_t device;
    ino_t number;
};

static VEC(struct inode) mapped;

bool setup_mapped(const struct stat *st)
{
    for (size_t i = 0; i < mapped.len; i++)
        if (mapped.at[i].device == st->st_dev && mapped.at[i].number == st->st_ino)
            return true;
    return false;
}

static void note_mapping(int fd)
{
    struct stat st;
    if (!agent_syscall(SYS_fstat, fd, &st) && !setup_mapped(&st))
        vec_push(&mapped, (struct inode){st.st_dev, st.st_ino});
}

/* ---- standard descriptors ---- */

/* The status of standard descriptors, the same as for ranks: it must not matter whether
 * the tool's are a terminal. */
static long standard_stat(uint64_t to)
{
    struct stat st = {.st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_blksize = 4096};
    return user_write(to, &st, sizeof st) ? 0 : -EFAULT;
}

static bool is_empty(uint64_t path)
{
    char first = 1;
    return !path || (user_read(&first, path, 1) && !first);
}

static bool answer_standard(struct call *c, long *result)
{
    switch (c->nr) {
    case SYS_write:
        *result = file_write(c);
        return c->arg[0] != 0;
    case SYS_writev:
        *result = file_writev(c);
        return c->arg[0] != 0;
    case SYS_read:
        if (!c->arg[0])
            *result = file_read(c);
        return !c->arg[0];
    case SYS_fstat:
        *result = standard_stat(c->arg[1]);
        return true;
    case SYS_newfstatat:
        if (!is_empty(c->arg[1]))
            return false;
        *result = standard_stat(c->arg[2]);
        return true;
    case SYS_lseek:
        *result = -ESPIPE;
        return true;
    case SYS_ioctl:
        *result = -ENOTTY;
        return true;
    case SYS_close:
        refuse(c, "closes a standard descriptor", "");
        return true;
    case SYS_readv:
    case SYS_dup:
    case SYS_fcntl:
        if (c->nr == SYS_fcntl && c->arg[1] != F_DUPFD && c->arg[1] != F_DUPFD_CLOEXEC)
            return false;
        refuse(c, "does more than reading and writing with a standard descriptor", "");
        return true;
    default:
        return false;
    }
}

bool setup_answers(struct call *c, long *result)
{
    if (c->arg[0] <= 2 && answer_standard(c, result))
        return true;
    switch (c->nr) {
    case SYS_open:
        check_open(c, AT_FDCWD, c->arg[0], (int)c->arg[1]);
        return false;
    case SYS_openat:
        check_open(c, (int)c->arg[0], c->arg[1], (int)c->arg[2]);
        return false;
    case SYS_mmap:
        if (!(c->arg[3] & MAP_ANONYMOUS))
            note_mapping((int)c->arg[4]);
        return false;
    case SYS_dup2:
    case SYS_dup3:
        if (c->arg[0] <= 2 || c->arg[1] <= 2)
            refuse(c, "replaces a standard descriptor", "");
        return false;
    case SYS_socket:
        if (c->arg[0] != AF_UNIX)
            refuse(c, "uses the network", "");
        return false;
    case SYS_creat:
    case SYS_openat2:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rmdir:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_mknod:
    case SYS_mknodat:
    case SYS_link:
    case SYS_linkat:
    case SYS_symlink:
    case SYS_symlinkat:
    case SYS_truncate:
    case SYS_chmod:
    case SYS_fchmod:
    case SYS_fchmodat:
    case SYS_chown:
    case SYS_lchown:
    case SYS_fchown:
    case SYS_fchownat:
    case SYS_utime:
    case SYS_utimes:
    case SYS_futimesat:
    case SYS_utimensat:
    case SYS_setxattr:
    case SYS_lsetxattr:
    case SYS_fsetxattr:
    case SYS_removexattr:
        refuse(c, "changes files", "");
        return true;
    default:
        return false;
    }
}
