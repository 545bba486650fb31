/* SPDX-License-Identifier: Apache-2.0
 *
 * setup.c - files before the actors start: constructors, and main up to mz_run().
 *
 * The kernel answers most of what setup asks. It must not change a real file, though:
 * setup runs again whenever an execution is replayed, and its effects would stay. */
#include "agent/system/syscall.h"
#include "real/guard.h"
#include "real/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <linux/prctl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

#define PATH_MOST 4096

static long refuse(struct call *c, const char *what, const char *path)
{
    return call_refuse(c, REASON_SAID, "%s%s%s; do that after MPI_Init or mz_run()", what,
                       *path ? " " : "", path);
}

/* Is this a library? Libraries are listed elsewhere. */
static bool is_library(const char *path)
{
    size_t n = strlen(path);
    return strstr(path, ".so.") || (n > 3 && !strcmp(path + n - 3, ".so"));
}

/* Devices that nobody else notices: null zero full random urandom. */
static bool is_memory(dev_t device)
{
    return major(device) == 1 && strchr("\3\5\7\10\11", (int)minor(device)) &&
           minor(device);
}

/* libc looks for the cache of names of users and hosts. */
static long connect_to(struct call *c)
{
    struct sockaddr_un to = {0};
    size_t n = c->arg[2] < sizeof to ? c->arg[2] : sizeof to;
    if (!user_read(&to, c->arg[1], n))
        return -EFAULT;
    if (strncmp(to.sun_path, "/var/run/nscd/", 14) != 0)
        refuse(c, "talks to another process", "");
    return -ENOENT;
}

/* What a descriptor is asked for must not reach other processes: signals and leases
 * would. */
static void check_control(struct call *c)
{
    switch ((int)c->arg[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
    case F_GETFD:
    case F_SETFD:
    case F_GETFL:
    case F_SETFL:
    case F_GETLK:
    case F_SETLK:
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_ADD_SEALS:
    case F_GET_SEALS:
        return;
    default:
        refuse(c, "asks for what is not known (fcntl)", "");
    }
}

/* The name of this process, and what it has itself. */
static bool is_own(const struct call *c)
{
    switch ((int)c->arg[0]) {
    case PR_SET_NAME:
    case PR_GET_NAME:
    case PR_GET_DUMPABLE:
    case PR_GET_KEEPCAPS:
    case PR_GET_SECCOMP:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_THP_DISABLE:
    case PR_SET_THP_DISABLE:
    case PR_CAPBSET_READ:
    case PR_GET_TIMERSLACK:
    case PR_SET_TIMERSLACK:
        return true;
    default:
        return false;
    }
}

/* What the kernel says of the machine is the same for setup as for ranks: otherwise a
 * library that looks at the free memory when it is loaded would change each time. */
static bool answer_machine(struct call *c, uint64_t name, long *result)
{
    static const char proc[] = "/proc/";
    char path[PATH_MOST];
    size_t bytes = 0;
    if (!user_text(path, sizeof path, name))
        return false;
    if (machine_hides(path)) {
        *result = -ENOENT;
        return true;
    }
    const char *text = strncmp(path, proc, sizeof proc - 1)
                           ? NULL
                           : machine_proc(c, path + sizeof proc - 1, &bytes);
    if (!text)
        return false;
    *result = agent_syscall(SYS_memfd_create, "proc", MFD_CLOEXEC);
    if (*result >= 0) {
        agent_syscall(SYS_write, *result, text, bytes);
        agent_syscall(SYS_lseek, *result, 0, SEEK_SET);
    }
    return true;
}

static void check_open(struct call *c, int directory, uint64_t name, int flags)
{
    char path[PATH_MOST];
    struct stat st;
    bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
    if (!user_text(path, sizeof path, name))
        return; /* the kernel will report the error */
    bool there = !agent_syscall(SYS_newfstatat, directory, path, &st, 0);
    bool device = there && S_ISCHR(st.st_mode) && is_memory(st.st_rdev);
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
    *result = 0;
    if (c->arg[0] <= 2 && answer_standard(c, result))
        return true;
    switch (c->nr) {
    case SYS_open:
        if (answer_machine(c, c->arg[0], result))
            return true;
        check_open(c, AT_FDCWD, c->arg[0], (int)c->arg[1]);
        return false;
    case SYS_openat:
        if (answer_machine(c, c->arg[1], result))
            return true;
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
        *result = call_pass(c);
        return true;
    case SYS_connect:
        *result = connect_to(c);
        return true;
    case SYS_fcntl:
        check_control(c);
        return false;
    case SYS_ioctl:
        if (c->arg[1] != FIOCLEX && c->arg[1] != FIONCLEX && c->arg[1] != FIONBIO &&
            c->arg[1] != FIONREAD)
            *result = -ENOTTY; /* no file that may be opened knows others */
        return *result == -ENOTTY;
    case SYS_prctl:
        *result = is_own(c) ? call_pass(c) : -EINVAL;
        if (c->arg[0] == PR_SET_PDEATHSIG || c->arg[0] == PR_SET_VMA)
            return true;
        if (!is_own(c))
            refuse(c, "changes what processes may do (prctl)", "");
        return true;
    case SYS_personality:
        *result = (uint32_t)c->arg[0] == UINT32_MAX ? call_pass(c) : -EPERM;
        return true;
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
    case SYS_lremovexattr:
    case SYS_fremovexattr:
        refuse(c, "changes files", "");
        return true;
    default:
        return false;
    }
}
