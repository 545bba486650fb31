/* SPDX-License-Identifier: Apache-2.0
 *
 * names.c - see names.h.
 *
 * The program may make, remove and rename files and directories: that changes its ranks'
 * views and nothing else. What it may not do is to take real directories away, as
 * then all that is known about paths would be wrong. */
#include "agent/files/names.h"
#include "agent/system/trial.h"

#include <stdio.h>
#include <string.h>
#include <linux/magic.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

long names_path(char *to, uint64_t from)
{
    char end;
    if (user_text(to, PATH_MOST, from))
        return 0;
    return user_read(&end, from + PATH_MOST - 1, 1) ? -ENAMETOOLONG : -EFAULT;
}

void names_look(struct call *c, const struct place *p, bool present)
{
    if (present)
        node_input(p->node);
    else
        node_missing(p->dir, p->name);
    ledger_add(c, (struct access){.kind = ACCESS_LOOK,
                                  .node = p->dir,
                                  .name = p->name,
                                  .flags = present ? ACCESS_PRESENT : 0});
}

long names_allows(node_id node, int mode)
{
    const struct stat *st = &node_at(node)->st;
    mode_t user = st->st_mode >> 6 & 7, any = st->st_mode & 0111;
    bool root = !agent_syscall(SYS_geteuid);
    if (mode & X_OK && !(root ? any : user & 1))
        return -EACCES;
    return root || (user & (mode_t)mode) == (mode_t)mode ? 0 : -EACCES;
}

long names_may_change(node_id dir)
{
    const struct node *n = node_at(dir);
    return n->host
               ? agent_syscall(SYS_faccessat2, AT_FDCWD, n->path, W_OK | X_OK, AT_EACCESS)
               : names_allows(dir, W_OK | X_OK);
}

long names_make(struct call *c, const struct place *p, mode_t mode, unsigned flags,
                node_id *to)
{
    const struct entry *e = view_entry(c, p->dir, p->name);
    node_missing(p->dir, p->name);
    *to = node_made(p->dir, p->name, e ? e->generation : 0, mode);
    return view_name(c, p->dir, p->name, *to, flags);
}

/* ---- looking ---- */

static struct timespec moment(uint64_t nanoseconds)
{
    return (struct timespec){(time_t)(nanoseconds / 1000000000u),
                             (long)(nanoseconds % 1000000000u)};
}

/* The virtual clock begins in 2001. Real files must be older than whatever the program
 * writes, so their times are shifted thirty years into the past. */
static void shift_times(struct stat *st)
{
    enum { SHIFT = 30 * 31556952 };
    st->st_atim.tv_sec -= SHIFT;
    st->st_mtim.tv_sec -= SHIFT;
    st->st_ctim.tv_sec -= SHIFT;
}

static void set_times(struct call *c, node_id node, struct stat *st)
{
    const struct changes last = view_changes(c, node);
    if (node_at(node)->host)
        shift_times(st);
    else
        st->st_atim = st->st_mtim = st->st_ctim = moment(VIRTUAL_EPOCH);
    if (last.content)
        st->st_mtim = moment(last.content);
    if (last.status)
        st->st_ctim = moment(last.status);
}

long names_stat(struct call *c, node_id node, struct stat *st)
{
    const struct node *n = node_at(node);
    const struct content *x = view_content(c, node);
    *st = n->st;
    if (c->over)
        return -EIO;
    if (S_ISREG(st->st_mode) || S_ISDIR(st->st_mode))
        st->st_nlink = view_links(c, node);
    if (x) {
        st->st_size = (off_t)x->size;
        st->st_blocks = (blkcnt_t)((x->size + 511) / 512);
    }
    set_times(c, node, st);
    return 0;
}

void names_status(struct call *c, node_id node)
{
    if (view_changes(c, node).status)
        link_rests_on(agent.shared, "virtual time");
    if (S_ISREG(node_at(node)->st.st_mode))
        ledger_add(c, (struct access){
                          .kind = ACCESS_STATUS, .node = node, .flags = ACCESS_LENGTH});
    else if (node_is_dir(node))
        ledger_add(c, (struct access){.kind = ACCESS_COUNT, .node = node});
}

/* Finds what a directory descriptor and a path lead to. */
static long walk(struct call *c, int directory, uint64_t name, enum walk_how how,
                 struct place *p)
{
    char path[PATH_MOST];
    long err = names_path(path, name);
    if (err)
        return err;
    node_id from = path[0] == '/' ? node_start() : file_directory(c, directory);
    return from ? node_walk(c, from, path, how, p) : -EBADF;
}

long names_see(struct call *c, int directory, uint64_t name, enum walk_how how,
               struct place *p)
{
    long err = walk(c, directory, name, how, p);
    if (err)
        return err;
    if (p->dir)
        names_look(c, p, p->node != 0);
    return p->node ? 0 : -ENOENT;
}

static long stat_path(struct call *c, int directory, uint64_t name, int flags,
                      struct stat *st)
{
    struct place p;
    char first = 1;
    if (flags & AT_EMPTY_PATH && name && user_read(&first, name, 1) && !first) {
        if (directory != AT_FDCWD)
            return file_stat_of(c, (uint64_t)directory, st);
        names_status(c, file_directory(c, AT_FDCWD));
        return names_stat(c, file_directory(c, AT_FDCWD), st);
    }
    bool stay = flags & AT_SYMLINK_NOFOLLOW;
    long err = names_see(c, directory, name, stay ? WALK_STAY : WALK_FOLLOW, &p);
    if (err)
        return err;
    names_status(c, p.node);
    return names_stat(c, p.node, st);
}

static long answer(struct call *c, long err, uint64_t to, const struct stat *st)
{
    if (err || c->over)
        return err;
    return user_write(to, st, sizeof *st) ? 0 : -EFAULT;
}

long name_stat(struct call *c)
{
    struct stat st;
    int flags = c->nr == SYS_lstat ? AT_SYMLINK_NOFOLLOW : 0;
    return answer(c, stat_path(c, AT_FDCWD, c->arg[0], flags, &st), c->arg[1], &st);
}

long name_fstat(struct call *c)
{
    struct stat st;
    return answer(c, file_stat_of(c, c->arg[0], &st), c->arg[1], &st);
}

long name_fstatat(struct call *c)
{
    struct stat st;
    long err = stat_path(c, (int)c->arg[0], c->arg[1], (int)c->arg[3], &st);
    return answer(c, err, c->arg[2], &st);
}

/* The disk, which is the same for all files: half of it is free, whatever was written. */
long name_statfs(struct call *c)
{
    enum { BLOCKS = 1 << 28 };
    struct place p;
    struct stat st;
    long err = c->nr == SYS_fstatfs ? file_stat_of(c, c->arg[0], &st)
                                    : names_see(c, AT_FDCWD, c->arg[0], WALK_FOLLOW, &p);
    if (err || c->over)
        return err;
    struct statfs s = {.f_type = EXT4_SUPER_MAGIC,
                       .f_bsize = 4096,
                       .f_frsize = 4096,
                       .f_blocks = BLOCKS,
                       .f_bfree = BLOCKS / 2,
                       .f_bavail = BLOCKS / 2,
                       .f_files = BLOCKS / 4,
                       .f_ffree = BLOCKS / 8,
                       .f_namelen = NAME_MAX};
    link_rests_on(agent.shared, "a disk with 512 GiB free");
    return user_write(c->arg[1], &s, sizeof s) ? 0 : -EFAULT;
}

static struct statx_timestamp stamp(struct timespec t)
{
    return (struct statx_timestamp){.tv_sec = t.tv_sec, .tv_nsec = (uint32_t)t.tv_nsec};
}

long name_statx(struct call *c)
{
    struct stat st;
    long err = stat_path(c, (int)c->arg[0], c->arg[1], (int)c->arg[2], &st);
    if (err || c->over)
        return err;
    struct statx x = {.stx_mask = STATX_BASIC_STATS,
                      .stx_blksize = (uint32_t)st.st_blksize,
                      .stx_nlink = (uint32_t)st.st_nlink,
                      .stx_uid = st.st_uid,
                      .stx_gid = st.st_gid,
                      .stx_mode = (uint16_t)st.st_mode,
                      .stx_ino = st.st_ino,
                      .stx_size = (uint64_t)st.st_size,
                      .stx_blocks = (uint64_t)st.st_blocks,
                      .stx_atime = stamp(st.st_atim),
                      .stx_ctime = stamp(st.st_ctim),
                      .stx_mtime = stamp(st.st_mtim),
                      .stx_rdev_major = major(st.st_rdev),
                      .stx_rdev_minor = minor(st.st_rdev),
                      .stx_dev_major = major(st.st_dev),
                      .stx_dev_minor = minor(st.st_dev)};
    return user_write(c->arg[4], &x, sizeof x) ? 0 : -EFAULT;
}

static long access_at(struct call *c, int directory, uint64_t name, int mode, int flags)
{
    struct place p;
    if (flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW) || mode & ~7)
        return -EINVAL;
    bool stay = flags & AT_SYMLINK_NOFOLLOW;
    long err = names_see(c, directory, name, stay ? WALK_STAY : WALK_FOLLOW, &p);
    if (err)
        return err;
    const struct node *n = node_at(p.node);
    return n->host ? agent_syscall(SYS_faccessat2, AT_FDCWD, n->path, mode, flags)
                   : names_allows(p.node, mode);
}

long name_access(struct call *c)
{
    if (c->nr == SYS_access)
        return access_at(c, AT_FDCWD, c->arg[0], (int)c->arg[1], 0);
    int flags = c->nr == SYS_faccessat2 ? (int)c->arg[3] : 0;
    return access_at(c, (int)c->arg[0], c->arg[1], (int)c->arg[2], flags);
}

static long link_at_path(struct call *c, int directory, uint64_t name, uint64_t to,
                         size_t room)
{
    struct place p;
    char path[PATH_MOST];
    long err = names_path(path, name);
    if (err)
        return err;
    const char *text = NULL;
    if (!strcmp(path, "/proc/self/exe")) {
        long n = agent_syscall(SYS_readlink, path, path, sizeof path - 1);
        path[n > 0 ? n : 0] = '\0';
        text = path;
    } else {
        err = names_see(c, directory, name, WALK_STAY, &p);
        if (err)
            return err;
        text = node_at(p.node)->link;
    }
    if (!text || !room)
        return -EINVAL;
    size_t n = strlen(text) < room ? strlen(text) : room;
    return user_write(to, text, n) ? (long)n : -EFAULT;
}

long name_readlink(struct call *c)
{
    if (c->nr == SYS_readlink)
        return link_at_path(c, AT_FDCWD, c->arg[0], c->arg[1], c->arg[2]);
    return link_at_path(c, (int)c->arg[0], c->arg[1], c->arg[2], c->arg[3]);
}

/* ---- changing ---- */

static bool is_empty(struct call *c, node_id dir)
{
    const struct fs_view *v = view_of(c);
    ledger_add(c, (struct access){.kind = ACCESS_LIST, .node = dir});
    for (uint32_t i = 0; v && i < v->nentries; i++)
        if (v->entries[i].dir == dir && v->entries[i].node)
            return false;
    return true;
}

/* May the name be removed? In a directory with the sticky bit, like /tmp, only by the
 * owner of the file or of the directory. */
static long may_remove(const struct place *p)
{
    const struct stat *dir = &node_at(p->dir)->st, *st = &node_at(p->node)->st;
    uid_t me = (uid_t)agent_syscall(SYS_geteuid);
    long err = names_may_change(p->dir);
    bool others = dir->st_mode & S_ISVTX && me && me != dir->st_uid && me != st->st_uid;
    return err ? err : others ? -EPERM : 0;
}

static long remove_at(struct call *c, int directory, uint64_t name, bool is_directory)
{
    /* errors for /, . and .. */
    static const long of_dots[] = {-EBUSY, -EINVAL, -ENOTEMPTY};
    struct place p;
    long err = walk(c, directory, name, WALK_STAY, &p);
    if (err)
        return err;
    if (!p.dir)
        return is_directory ? of_dots[p.dots] : -EISDIR;
    if (!p.node) {
        names_look(c, &p, false);
        return -ENOENT;
    }
    err = may_remove(&p);
    if (err)
        return err;
    if (node_is_dir(p.node) != is_directory) {
        names_look(c, &p, true);
        return is_directory ? -ENOTDIR : -EISDIR;
    }
    if (is_directory && node_at(p.node)->host)
        return REFUSE(c, REASON_DIRECTORY, "removes %s, a directory that it has not made",
                      node_shown(p.node));
    if (is_directory && !is_empty(c, p.node))
        return -ENOTEMPTY;
    node_input(p.node);
    struct tried t = trial_of(c, 0, -ENOENT);
    unsigned flags = ACCESS_ENSURE | ACCESS_TOLD | t.flags;
    ledger_add(c, (struct access){.kind = ACCESS_UNLINK, .node = p.node});
    err = view_name(c, p.dir, p.name, 0, flags);
    return err ? err : t.answer;
}

long name_unlink(struct call *c)
{
    if (c->nr == SYS_unlinkat && c->arg[2] & ~(uint64_t)AT_REMOVEDIR)
        return -EINVAL;
    if (c->nr == SYS_unlinkat)
        return remove_at(c, (int)c->arg[0], c->arg[1], c->arg[2] & AT_REMOVEDIR);
    return remove_at(c, AT_FDCWD, c->arg[0], c->nr == SYS_rmdir);
}

static long make_directory(struct call *c, int directory, uint64_t name, mode_t mode)
{
    struct place p;
    node_id made;
    long err = walk(c, directory, name, WALK_STAY, &p);
    if (err)
        return err;
    if (p.node) {
        if (p.dir)
            names_look(c, &p, true);
        return -EEXIST;
    }
    err = names_may_change(p.dir);
    if (err)
        return err;
    mode &= ~(mode_t)files_head(c)->umask & 01777;
    struct tried t = trial_of(c, 0, -EEXIST);
    unsigned flags = ACCESS_ENSURE | ACCESS_TOLD | t.flags;
    err = names_make(c, &p, S_IFDIR | mode, flags, &made);
    return err ? err : t.answer;
}

long name_mkdir(struct call *c)
{
    if (c->nr == SYS_mkdirat)
        return make_directory(c, (int)c->arg[0], c->arg[1], (mode_t)c->arg[2]);
    return make_directory(c, AT_FDCWD, c->arg[0], (mode_t)c->arg[1]);
}

/* Is this place on another file system, or a single file that is mounted there? */
static bool is_mounted(const struct place *p)
{
    return node_at(p->node)->st.st_dev != node_at(p->dir)->st.st_dev;
}

/* Is this directory that one, or somewhere below? */
static bool is_inside(struct call *c, node_id dir, node_id top)
{
    while (dir && dir != top)
        dir = node_parent(c, dir);
    return dir == top;
}

static long rename_at(struct call *c, int from_directory, uint64_t from, int to_directory,
                      uint64_t to, unsigned flags)
{
    struct place a, b;
    if (flags & ~(unsigned)RENAME_NOREPLACE)
        return REFUSE(c, REASON_FEATURE, "exchanges two files (renameat2)");
    long err = walk(c, from_directory, from, WALK_STAY, &a);
    if (!err)
        err = walk(c, to_directory, to, WALK_STAY, &b);
    if (err)
        return err;
    if (node_at(a.dir ? a.dir : a.node)->st.st_dev !=
        node_at(b.dir ? b.dir : b.node)->st.st_dev)
        return -EXDEV;
    if (!a.dir || !b.dir)
        return -EBUSY;
    if (!a.node) {
        names_look(c, &a, false);
        return -ENOENT;
    }
    if (b.node && flags & RENAME_NOREPLACE) {
        names_look(c, &b, true);
        return -EEXIST;
    }
    bool directory = node_is_dir(a.node);
    if (directory && node_at(a.node)->host)
        return REFUSE(c, REASON_DIRECTORY, "renames %s, a directory that it has not made",
                      node_shown(a.node));
    if (directory && is_inside(c, b.dir, a.node))
        return -EINVAL;
    if (b.slash && !directory)
        return -ENOTDIR;
    if (a.node == b.node)
        return 0;
    err = may_remove(&a);
    if (!err)
        err = b.node ? may_remove(&b) : names_may_change(b.dir);
    if (!err && b.node && node_is_dir(b.node) != directory) {
        names_look(c, &b, true);
        err = directory ? -ENOTDIR : -EISDIR;
    }
    if (!err && b.node && directory && node_at(b.node)->host)
        return REFUSE(c, REASON_DIRECTORY,
                      "replaces %s, a directory that it has not made",
                      node_shown(b.node));
    if (!err && b.node && directory && !is_empty(c, b.node))
        err = -ENOTEMPTY;
    if (!err && is_mounted(&a))
        err = -EBUSY;
    if (err)
        return err;
    node_input(a.node);
    if (b.node)
        ledger_add(c, (struct access){.kind = ACCESS_UNLINK, .node = b.node});
    err = view_name(c, b.dir, b.name, a.node, 0);
    return err ? err : view_name(c, a.dir, a.name, 0, 0);
}

long name_rename(struct call *c)
{
    if (c->nr == SYS_rename)
        return rename_at(c, AT_FDCWD, c->arg[0], AT_FDCWD, c->arg[1], 0);
    unsigned flags = c->nr == SYS_renameat2 ? (unsigned)c->arg[4] : 0;
    return rename_at(c, (int)c->arg[0], c->arg[1], (int)c->arg[2], c->arg[3], flags);
}

long name_truncate(struct call *c)
{
    struct place p;
    if ((int64_t)c->arg[1] < 0)
        return -EINVAL;
    long err = names_see(c, AT_FDCWD, c->arg[0], WALK_FOLLOW, &p);
    if (err)
        return err;
    const struct node *n = node_at(p.node);
    if (!S_ISREG(n->st.st_mode))
        return S_ISDIR(n->st.st_mode) ? -EISDIR : -EINVAL;
    err = n->host ? agent_syscall(SYS_faccessat2, AT_FDCWD, n->path, W_OK, AT_EACCESS)
                  : names_allows(p.node, W_OK);
    if (!err && node_runs(p.node))
        return -ETXTBSY;
    return err ? err : view_truncate(c, p.node, c->arg[1]);
}

/* ---- the rank's own directory ---- */

static long change_directory(struct call *c, node_id to)
{
    const struct node *n = node_at(to);
    if (!S_ISDIR(n->st.st_mode))
        return -ENOTDIR;
    long err = n->host
                   ? agent_syscall(SYS_faccessat2, AT_FDCWD, n->path, X_OK, AT_EACCESS)
                   : names_allows(to, X_OK);
    struct fs_view *v = view_of(c);
    if (err || !v)
        return err ? err : -ENOMEM;
    v->directory = to;
    return 0;
}

long name_chdir(struct call *c)
{
    struct place p;
    if (c->nr == SYS_fchdir) {
        node_id to = file_node(c, (int)c->arg[0]);
        return to ? change_directory(c, to) : -EBADF;
    }
    long err = names_see(c, AT_FDCWD, c->arg[0], WALK_FOLLOW, &p);
    return err ? err : change_directory(c, p.node);
}

/* The path of a directory, as the rank knows it. */
static long path_of(struct call *c, node_id dir, char path[PATH_MOST])
{
    char *begin = path + PATH_MOST - 1;
    *begin = 0;
    for (; !node_at(dir)->host; dir = node_parent(c, dir)) {
        const struct entry *e = view_entry_of(c, dir);
        if (!e)
            return -ENOENT;
        const char *name = node_text(e->name);
        size_t n = strlen(name);
        if ((size_t)(begin - path) <= n)
            return -ENAMETOOLONG;
        begin -= n;
        memcpy(begin, name, n);
        *--begin = '/';
    }
    const char *real = node_at(dir)->path;
    size_t n = strcmp(real, "/") || !*begin ? strlen(real) : 0;
    if ((size_t)(begin - path) < n)
        return -ENAMETOOLONG;
    begin -= n;
    memcpy(begin, real, n);
    memmove(path, begin, strlen(begin) + 1);
    return 0;
}

long name_getcwd(struct call *c)
{
    char path[PATH_MOST];
    long err = path_of(c, file_directory(c, AT_FDCWD), path);
    if (err)
        return err;
    size_t n = strlen(path) + 1;
    if (c->arg[1] < n)
        return -ERANGE;
    return user_write(c->arg[0], path, n) ? (long)n : -EFAULT;
}
