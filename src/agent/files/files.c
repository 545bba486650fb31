/* SPDX-License-Identifier: Apache-2.0
 *
 * files.c - descriptors: opening, closing, duplicating.
 *
 * Descriptors are the rank's own numbers. What open() makes, with its position, is shared
 * by the descriptors that were duplicated from it. All of it lies in the rank's memory
 * and goes back with it. Standard output and error are kept, up to a limit, for reports;
 * standard input is the first rank's, as with mpirun, and empty for the others. */
#include "agent/files/names.h"
#include "agent/files/opened.h"
#include "agent/core/unwind.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>

struct inherited {
    int fd;
    struct opened file;
};

struct files {
    VEC(struct inherited) inherited;
};

void files_init(void)
{
    agent.files = mem_alloc(sizeof *agent.files);
    nodes_init();
}

/* ---- descriptors ---- */

static struct opened *opened_new(struct call *c, struct opened o)
{
    struct opened *file = heap_alloc(&files_head(c)->heap, sizeof *file, 16);
    if (!file)
        return NULL;
    *file = o;
    file->refs = 1;
    return file;
}

static bool grow_table(struct call *c, uint32_t room)
{
    struct rank_head *h = files_head(c);
    uint32_t n = h->nfiles ? h->nfiles : 8;
    while (n < room)
        n *= 2;
    struct rank_file *more = heap_alloc(&h->heap, n * sizeof *more, 16);
    if (!more)
        return false;
    memset(more, 0, n * sizeof *more);
    if (h->files) {
        memcpy(more, h->files, h->nfiles * sizeof *more);
        heap_free(&h->heap, h->files);
    }
    h->files = more;
    h->nfiles = n;
    return true;
}

static bool make_table(struct call *c)
{
    struct rank_head *h = files_head(c);
    if (h->files)
        return true;
    if (!grow_table(c, 3))
        return false;
    struct opened standard[3] = {{.kind = FILE_INPUT, .flags = O_RDONLY},
                                 {.kind = FILE_OUTPUT, .flags = O_WRONLY, .out = 1},
                                 {.kind = FILE_OUTPUT, .flags = O_WRONLY, .out = 2}};
    standard[0].offset = agent.setup_input;
    for (int i = 0; i < 3; i++)
        h->files[i].file = opened_new(c, standard[i]);
    for (size_t i = 0; i < agent.files->inherited.len; i++) {
        const struct inherited *in = &agent.files->inherited.at[i];
        if (!grow_table(c, (uint32_t)in->fd + 1))
            return false;
        h->files[in->fd].file = opened_new(c, in->file);
    }
    return true;
}

static struct rank_file *slot(struct call *c, uint64_t fd)
{
    struct rank_head *h = files_head(c);
    if (!make_table(c) || (uint32_t)fd >= h->nfiles || !h->files[(uint32_t)fd].file)
        return NULL;
    return &h->files[(uint32_t)fd];
}

/* A thread uses a file that others may use, too. */
static void share_files(const struct call *c)
{
    if (agent.hybrid && rank_process((uint32_t)c->who) != (uint32_t)c->who)
        port_take_turns();
    else if (!agent.hybrid)
        link_leaves_out(agent.shared, "another order in which threads use files, where "
                                      "nothing else orders them");
}

struct opened *opened_find(struct call *c, uint64_t fd)
{
    struct rank_file *s = slot(c, fd);
    struct opened *f = s ? s->file : NULL;
    if (fd > STDERR_FILENO && agent.shares && c->who > 0)
        share_files(c);
    c->handle = f ? f->handle : 0;
    c->atomic = f && f->atomic;
    return f;
}

/* The lowest free descriptor from `from` on; an error if there are too many. */
static long free_slot(struct call *c, uint64_t from)
{
    struct rank_head *h = files_head(c);
    if (!make_table(c))
        return -ENOMEM;
    if (from >= RANK_FILES)
        return -EINVAL;
    uint32_t fd = (uint32_t)from;
    while (fd < h->nfiles && h->files[fd].file)
        fd++;
    if (fd >= RANK_FILES)
        return REFUSE(c, REASON_SIZE,
                      "has more than %d files open, which is the most here", RANK_FILES);
    return fd < h->nfiles || grow_table(c, fd + 1) ? (long)fd : -ENOMEM;
}

static long give(struct call *c, long fd, struct opened *file, bool close_on_exec)
{
    if (fd >= 0 && !file)
        return -ENOMEM;
    if (fd >= 0)
        files_head(c)->files[fd] = (struct rank_file){file, close_on_exec};
    return fd;
}

static void set_lock(struct call *c, struct opened *f, int how)
{
    f->lock = how == LOCK_UN ? 0 : (uint8_t)how;
    ledger_add(
        c, (struct access){.kind = ACCESS_LOCK, .node = f->node, .to = (uint64_t)how});
}

long opened_give(struct call *c, struct opened o, bool close_on_exec)
{
    return give(c, free_slot(c, 0), opened_new(c, o), close_on_exec);
}

static void drop(struct call *c, struct rank_file *s)
{
    if (s->file->refs == 1 && s->file->lock)
        set_lock(c, s->file, LOCK_UN);
    if (!--s->file->refs) {
        pipe_drop(c, s->file);
        heap_free(&files_head(c)->heap, s->file);
    }
    *s = (struct rank_file){0};
}

long file_close(struct call *c)
{
    struct rank_file *s = slot(c, c->arg[0]);
    if (!s)
        return -EBADF;
    drop(c, s);
    return 0;
}

long file_close_range(struct call *c)
{
    if (c->arg[0] > c->arg[1])
        return -EINVAL;
    if (c->arg[2])
        return REFUSE(c, REASON_FEATURE, "calls close_range with flags");
    for (uint64_t fd = c->arg[0]; fd <= c->arg[1] && fd < files_head(c)->nfiles; fd++) {
        struct rank_file *s = slot(c, fd);
        if (s)
            drop(c, s);
    }
    return 0;
}

static long duplicate(struct call *c, uint64_t from, uint64_t lowest, bool close_on_exec)
{
    struct opened *file = opened_find(c, from);
    if (!file)
        return -EBADF;
    long fd = free_slot(c, lowest);
    file->refs += fd >= 0;
    return give(c, fd, file, close_on_exec);
}

long file_dup(struct call *c)
{
    return duplicate(c, c->arg[0], 0, false);
}

/* The system calls dup2 and dup3. */
long file_dup2(struct call *c)
{
    struct opened *file = opened_find(c, c->arg[0]);
    bool three = c->nr == SYS_dup3;
    if (!file)
        return -EBADF;
    if (c->arg[0] == c->arg[1])
        return three ? -EINVAL : (long)c->arg[1];
    struct rank_file *old = slot(c, c->arg[1]);
    file->refs++;
    if (old)
        drop(c, old);
    long fd = free_slot(c, (uint32_t)c->arg[1]);
    if (fd != (long)(uint32_t)c->arg[1]) {
        file->refs--;
        return fd == -ENOMEM ? fd : -EBADF;
    }
    return give(c, fd, file, three && c->arg[2] & O_CLOEXEC);
}

static void inherit(int fd)
{
    long at = agent_syscall(SYS_lseek, fd, 0, SEEK_CUR);
    long flags = agent_syscall(SYS_fcntl, fd, F_GETFL);
    if (at < 0 || (flags & O_ACCMODE) != O_RDONLY)
        agent_refuse(REASON_SAID,
                     "descriptor %d is open %s before the actors start; actors cannot "
                     "share that",
                     fd, at < 0 ? "on something that is not a file" : "for writing");
    struct opened file = {
        .kind = FILE_NODE, .flags = (int)flags, .node = node_of_fd(fd), .offset = at};
    vec_push(&agent.files->inherited, (struct inherited){fd, file});
}

void files_inherit(void)
{
    _Alignas(struct dirent64) char part[4096];
    VEC(int) open = {0};
    long list =
             agent_syscall(SYS_openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY),
         n;
    while (list >= 0 && (n = agent_syscall(SYS_getdents64, list, part, sizeof part)) > 0)
        for (long at = 0; at < n;) {
            const struct dirent64 *d = (const struct dirent64 *)(const void *)(part + at);
            int fd = atoi(d->d_name);
            if (fd > 2 && fd != list && fd < LINK_FILES_FROM)
                vec_push(&open, fd);
            at += d->d_reclen;
        }
    agent_syscall(SYS_close, list);
    for (size_t i = 0; i < open.len; i++)
        inherit(open.at[i]);
    vec_free(&open);
}

const char *file_path(struct call *c, int fd)
{
    const struct opened *f = opened_find(c, (uint64_t)fd);
    return f && f->kind == FILE_NODE && node_at(f->node)->host ? node_at(f->node)->path
                                                               : NULL;
}

node_id file_directory(struct call *c, int fd)
{
    const struct opened *f = NULL;
    if (fd != AT_FDCWD)
        f = opened_find(c, (uint64_t)fd);
    else if (files_head(c)->view && files_head(c)->view->directory)
        return files_head(c)->view->directory;
    else
        return node_start();
    return f && f->kind == FILE_NODE ? f->node : 0;
}

node_id file_node(struct call *c, int fd)
{
    const struct opened *f = opened_find(c, (uint64_t)fd);
    return f && f->kind == FILE_NODE ? f->node : 0;
}

/* ---- opening ---- */

static bool writes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY;
}

static long open_device(struct call *c, node_id node, struct opened *o)
{
    const struct stat *st = &node_at(node)->st;
    static const struct {
        unsigned low;
        enum file_kind kind;
    } memory[] = {{3, FILE_NULL},
                  {5, FILE_ZERO},
                  {7, FILE_FULL},
                  {8, FILE_RANDOM},
                  {9, FILE_RANDOM}};
    for (size_t i = 0; S_ISCHR(st->st_mode) && i < sizeof memory / sizeof *memory; i++)
        if (major(st->st_rdev) == 1 && minor(st->st_rdev) == memory[i].low) {
            o->kind = (uint8_t)memory[i].kind;
            return 0;
        }
    if (S_ISCHR(st->st_mode) && st->st_rdev == makedev(5, 0))
        return -ENXIO; /* /dev/tty: there is no terminal */
    return REFUSE(c, REASON_SAID, "opens %s, which is %s; use a file", node_shown(node),
                  S_ISFIFO(st->st_mode)   ? "a pipe"
                  : S_ISSOCK(st->st_mode) ? "a socket"
                                          : "a device");
}

/* Does the file's mode allow the user to open it with these flags? */
static long permitted(node_id node, int flags)
{
    const struct node *n = node_at(node);
    int mode = (flags & O_ACCMODE) == O_RDONLY   ? R_OK
               : (flags & O_ACCMODE) == O_WRONLY ? W_OK
                                                 : R_OK | W_OK;
    if (flags & O_TRUNC)
        mode |= W_OK;
    return n->host ? agent_syscall(SYS_faccessat2, AT_FDCWD, n->path, mode, AT_EACCESS)
                   : names_allows(node, mode);
}

static long open_existing(struct call *c, const struct place *p, int flags,
                          struct opened *o)
{
    const struct node *n = node_at(p->node);
    mode_t type = n->st.st_mode & S_IFMT;
    if (p->dir)
        names_look(c, p, true);
    if (flags & O_CREAT && flags & O_EXCL)
        return -EEXIST;
    if (type == S_IFLNK)
        return flags & O_PATH ? REFUSE(c, REASON_FEATURE, "opens a symbolic link")
                              : -ELOOP;
    if (flags & O_DIRECTORY && type != S_IFDIR)
        return -ENOTDIR;
    if (type == S_IFDIR && (writes(flags) || flags & O_CREAT))
        return -EISDIR;
    o->node = p->node;
    if (flags & O_PATH)
        return 0;
    long err = permitted(p->node, flags);
    if (err)
        return err;
    if (type != S_IFREG && type != S_IFDIR)
        return open_device(c, p->node, o);
    if ((writes(flags) || flags & O_TRUNC) && node_runs(p->node))
        return -ETXTBSY;
    return flags & O_TRUNC ? view_truncate(c, p->node, 0) : 0;
}

static long open_new(struct call *c, const struct place *p, int flags, mode_t mode,
                     struct opened *o)
{
    if (!(flags & O_CREAT)) {
        names_look(c, p, false);
        return -ENOENT;
    }
    if (p->slash)
        return -EISDIR;
    long err = names_may_change(p->dir);
    if (err)
        return err;
    err =
        names_make(c, p, S_IFREG | mode,
                   flags & O_EXCL ? ACCESS_TOLD | ACCESS_ALONE : ACCESS_ENSURE, &o->node);
    if (err)
        return err;
    return flags & O_TRUNC ? view_truncate(c, o->node, 0) : 0;
}

/* Is this one of the names by which a program reopens a descriptor (/dev/stdin,
 * /proc/self/fd/...)? Sets its number. */
static bool names_descriptor(const char *path, uint64_t *fd)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    for (uint64_t i = 0; i < 3; i++)
        if (!strcmp(path, standard[i])) {
            *fd = i;
            return true;
        }
    unsigned n = 0;
    char end;
    bool yes = sscanf(path, "/dev/fd/%u%c", &n, &end) == 1 ||
               sscanf(path, "/proc/self/fd/%u%c", &n, &end) == 1;
    *fd = n;
    return yes;
}

static long reopen(struct call *c, uint64_t fd, int flags)
{
    const struct opened *o = opened_find(c, fd);
    if (!o)
        return -ENOENT;
    if (o->kind == FILE_NODE || o->kind == FILE_SOCKET || o->kind == FILE_EVENTS ||
        o->kind == FILE_PIPE)
        return REFUSE(c, REASON_SAID, "opens descriptor %u by a name; use dup()",
                      (unsigned)fd);
    return duplicate(c, fd, 0, flags & O_CLOEXEC);
}

/* Is this where a program that was compiled with --coverage adds up how often its lines
 * were executed? What it finds there must not matter to it, and so nothing is there, and
 * what it writes is lost. */
static bool is_coverage(const char *path, int flags)
{
    static const char end[] = ".gcda";
    size_t n = strlen(path), most = sizeof end - 1;
    return writes(flags) && n > most && !strcmp(path + n - most, end);
}

static long open_at(struct call *c, int directory, uint64_t name, int flags, mode_t mode)
{
    char path[PATH_MOST];
    struct place p;
    struct opened o = {.kind = FILE_NODE, .flags = flags};
    uint64_t same;
    bool stays = flags & O_NOFOLLOW || (flags & O_CREAT && flags & O_EXCL);
    long err = names_path(path, name);
    if (err)
        return err;
    if (names_descriptor(path, &same))
        return reopen(c, same, flags);
    if (is_coverage(path, flags)) {
        strcpy(path, "/dev/null");
        link_rests_on(agent.shared, "no coverage data (.gcda) written");
    }
    if (writes(flags) && (!strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5)))
        return REFUSE(c, REASON_SAID, "writes %.100s, which is no file but the kernel's",
                      path);
    if (flags & O_DIRECT)
        link_rests_on(agent.shared, "O_DIRECT with blocks of 512 bytes");
    if ((flags & O_TMPFILE) == O_TMPFILE)
        return -EOPNOTSUPP; /* as on a file system that does not support O_TMPFILE */
    node_id from = path[0] == '/' ? node_start() : file_directory(c, directory);
    if (!from)
        return -EBADF;
    err = node_walk(c, from, path, stays ? WALK_STAY : WALK_FOLLOW, &p);
    if (err || c->over)
        return err;
    if ((flags & O_ACCMODE) == O_ACCMODE)
        return -EINVAL;
    long fd = free_slot(c, 0);
    if (fd < 0)
        return fd;
    mode &= ~(mode_t)files_head(c)->umask & 07777;
    err = p.node ? open_existing(c, &p, flags, &o) : open_new(c, &p, flags, mode, &o);
    if (err || c->over)
        return err;
    o.unseen = o.kind == FILE_NODE && node_is_dir(o.node) &&
               unwind_inside((const void *)opendir);
    o.flags &= ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC | O_NOCTTY);
    return give(c, fd, opened_new(c, o), flags & O_CLOEXEC);
}

long file_openat(struct call *c)
{
    return open_at(c, (int)c->arg[0], c->arg[1], (int)c->arg[2], (mode_t)c->arg[3]);
}

long file_open(struct call *c)
{
    return open_at(c, AT_FDCWD, c->arg[0], (int)c->arg[1], (mode_t)c->arg[2]);
}

long file_creat(struct call *c)
{
    return open_at(c, AT_FDCWD, c->arg[0], O_CREAT | O_WRONLY | O_TRUNC,
                   (mode_t)c->arg[1]);
}

/* ---- flags ---- */

static long set_flags(struct opened *f, int flags)
{
    int may = O_APPEND | O_NONBLOCK | O_NOATIME;
    f->flags = (f->flags & ~may) | (flags & may);
    return 0;
}

long file_fcntl(struct call *c)
{
    struct rank_file *s = slot(c, c->arg[0]);
    if (!s)
        return -EBADF;
    switch ((int)c->arg[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        return duplicate(c, c->arg[0], c->arg[2], c->arg[1] == F_DUPFD_CLOEXEC);
    case F_GETFL:
        return s->file->flags | 0100000; /* O_LARGEFILE */
    case F_SETFL:
        return set_flags(s->file, (int)c->arg[2]);
    case F_GETFD:
        return s->close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD:
        s->close_on_exec = c->arg[2] & FD_CLOEXEC;
        return 0;
    case F_SETLK:
    case F_SETLKW:
        if (agent.nranks == 1 || s->file->kind == FILE_NULL)
            return 0;
        return REFUSE(c, REASON_SAID,
                      "locks a file, which others may hold; use messages");
    default:
        return REFUSE(c, REASON_FEATURE, "calls fcntl with command %d", (int)c->arg[1]);
    }
}

/* Has another open file of the rank a lock on this one that excludes the operation? */
static bool is_locked(struct call *c, const struct opened *f, int how)
{
    const struct rank_head *h = files_head(c);
    for (uint64_t fd = 0; fd < h->nfiles; fd++) {
        const struct opened *x = opened_find(c, fd);
        if (x && x != f && x->kind == FILE_NODE && x->node == f->node && x->lock &&
            (how == LOCK_EX || x->lock == LOCK_EX))
            return true;
    }
    return false;
}

/* A lock is given at once. That is as it would be unless another rank has one, too, at a
 * time that nothing orders before or after: see filerace.c. */
long file_flock(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    int how = (int)c->arg[1] & ~LOCK_NB;
    if (!f)
        return -EBADF;
    if (how != LOCK_SH && how != LOCK_EX && how != LOCK_UN)
        return -EINVAL;
    if (agent.nranks == 1 && f->kind != FILE_NODE)
        return 0;
    if (f->kind != FILE_NODE)
        return REFUSE(c, REASON_SAID,
                      "locks what is no file, which others may hold; use messages");
    if (how != LOCK_UN && is_locked(c, f, how))
        return c->arg[1] & LOCK_NB
                   ? -EWOULDBLOCK
                   : REFUSE(c, REASON_SAID,
                            "waits for a lock on a file that it holds itself");
    if (how != LOCK_UN || f->lock)
        set_lock(c, f, how);
    return 0;
}

/* fsync and similar calls: there is no disk. */
long file_sync(struct call *c)
{
    const struct opened *f = opened_find(c, c->arg[0]);
    return !f ? -EBADF : f->kind == FILE_NODE ? 0 : -EINVAL;
}

long file_advise(struct call *c)
{
    const struct opened *f = opened_find(c, c->arg[0]);
    return !f ? -EBADF : opened_seeks(f) ? 0 : -ESPIPE;
}

/* ioctl: no descriptor is a terminal. */
long file_ioctl(struct call *c)
{
    struct rank_file *s = slot(c, c->arg[0]);
    if (!s)
        return -EBADF;
    const struct opened *f = s->file;
    switch ((uint32_t)c->arg[1]) {
    case FIOCLEX:
    case FIONCLEX:
        s->close_on_exec = c->arg[1] == FIOCLEX;
        return 0;
    case FIONREAD:
        if (f->kind == FILE_NODE && !node_is_dir(f->node)) {
            struct stat st;
            long err = file_stat_of(c, c->arg[0], &st);
            if (err)
                return err;
            int left = (int)(st.st_size - f->offset);
            return user_write(c->arg[2], &left, sizeof left) ? 0 : -EFAULT;
        }
        if (f->kind == FILE_INPUT)
            return REFUSE(c, REASON_FEATURE,
                          "asks how much there is to read (ioctl FIONREAD)");
        return -ENOTTY;
    case TCGETS:
    case TCSETS:
    case TCSETSW:
    case TCSETSF:
    case TIOCGWINSZ:
    case TIOCGPGRP:
        return -ENOTTY;
    default:
        return REFUSE(c, REASON_FEATURE, "controls a device (ioctl %#x)",
                      (unsigned)c->arg[1]);
    }
}

/* ---- what is not a file ---- */

/* socket: libc asks the name service cache before it reads /etc/passwd and similar
 * files. It is told that there is none; and when it looks for the address of a machine,
 * that there is no network. */
long file_socket(struct call *c)
{
    if (c->arg[0] != AF_UNIX && call_head(c)->looks_up) {
        link_rests_on(agent.shared, "a machine without a network");
        return -EAFNOSUPPORT;
    }
    if (c->arg[0] != AF_UNIX)
        return REFUSE(c, REASON_CHANNEL, "uses the network (socket)");
    return opened_give(c, (struct opened){.kind = FILE_SOCKET}, c->arg[1] & SOCK_CLOEXEC);
}

/* epoll_create: Python makes a set of events, and closes it, to see whether it could.
 * What is done with one is refused. */
long file_events(struct call *c)
{
    if (c->nr == SYS_epoll_create1 ? c->arg[0] & ~(uint64_t)EPOLL_CLOEXEC
                                   : (int)c->arg[0] <= 0)
        return -EINVAL;
    return opened_give(c, (struct opened){.kind = FILE_EVENTS},
                       c->nr == SYS_epoll_create1 && c->arg[0] & EPOLL_CLOEXEC);
}

long file_connect(struct call *c)
{
    struct sockaddr_un to = {0};
    const struct opened *f = opened_find(c, c->arg[0]);
    size_t n = c->arg[2] < sizeof to ? c->arg[2] : sizeof to;
    if (!f || f->kind != FILE_SOCKET)
        return f ? -ENOTSOCK : -EBADF;
    if (!user_read(&to, c->arg[1], n))
        return -EFAULT;
    if (!strncmp(to.sun_path, "/var/run/nscd/", 14))
        return -ENOENT;
    return REFUSE(c, REASON_CHANNEL, "connects to %.100s", to.sun_path);
}
