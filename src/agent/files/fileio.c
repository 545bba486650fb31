/* SPDX-License-Identifier: Apache-2.0
 *
 * fileio.c - reading, writing and measuring what is open.
 *
 * Whatever a rank sees of a file, or changes in it, is put into the ledger: bytes, and
 * where it ends. libc looks at files for reasons of its own, and does not pass on what it
 * sees: how large a stream's buffer should be, and that the end can be sought. Those
 * looks do not count. */
#include "agent/files/names.h"
#include "agent/files/opened.h"
#include "agent/files/standard.h"
#include "agent/core/unwind.h"

#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

/* Functions of libc that look at a file for their own purposes. */
extern int _IO_file_doallocate(FILE *);
extern FILE *_IO_file_open(FILE *, const char *, int, int, int, int);

/* ---- reading ---- */

static void note_read(struct call *c, const struct opened *f, int64_t from, size_t n,
                      bool length)
{
    if (n || length)
        ledger_add(c, (struct access){.kind = ACCESS_READ,
                                      .node = f->node,
                                      .from = (uint64_t)from,
                                      .to = (uint64_t)from + n,
                                      .flags = length ? ACCESS_LENGTH : 0});
}

static long read_node(struct call *c, struct opened *f, uint64_t to, size_t n,
                      int64_t offset)
{
    if (node_is_dir(f->node))
        return -EISDIR;
    const struct content *x = view_content(c, f->node);
    size_t wanted = n, size = x ? x->size : 0;
    if (c->over)
        return -EIO;
    if (!x) {
        node_read(f->node, NULL, 0, 0);
        size = node_at(f->node)->size;
    }
    size_t left = (uint64_t)offset < size ? size - (size_t)offset : 0;
    n = n < left ? n : left;
    if (x && !user_write(to, x->data + offset, n))
        return -EFAULT;
    for (size_t done = 0; !x && done < n;) {
        char part[16384];
        size_t some = n - done < sizeof part ? n - done : sizeof part;
        long got = node_read(f->node, part, some, offset + (int64_t)done);
        if (got < 0 || !user_write(to + done, part, (size_t)got))
            return got < 0 ? got : -EFAULT;
        if (!got)
            n = done;
        done += (size_t)got;
    }
    note_read(c, f, offset, n, n < wanted || f->loose);
    return (long)n;
}

static long fill_user(uint64_t to, size_t n, bool random, int who)
{
    char part[4096] = {0};
    size_t done = 0;
    while (done < n) {
        size_t some = n - done < sizeof part ? n - done : sizeof part;
        if (random) {
            agent.current = who;
            virtual_random(part, some);
            agent.current = AT_AGENT;
        }
        if (!user_write(to + done, part, some))
            return done ? (long)done : -EFAULT;
        done += some;
    }
    return (long)n;
}

/* Is this a range that memory could have? */
static bool in_space(uint64_t from, size_t n)
{
    const uint64_t end = 0x7ffffffff000;
    return from <= end && n <= end - from;
}

/* With O_DIRECT, what is read and written lies in whole blocks, in memory and in the
 * file. What happens otherwise depends on the file system. */
static bool is_crooked(const struct opened *f, uint64_t at, size_t n, int64_t offset)
{
    enum { BLOCK = 512 };
    return f->flags & O_DIRECT && (at | n | (uint64_t)offset) % BLOCK;
}

#define CROOKED "accesses parts of blocks of a file that is open with O_DIRECT"

static long read_at(struct call *c, struct opened *f, uint64_t to, size_t n,
                    int64_t offset)
{
    if (!in_space(to, n))
        return -EFAULT;
    n = n < IO_MOST ? n : IO_MOST;
    if (!opened_reads(f))
        return -EBADF;
    switch (f->kind) {
    case FILE_SOCKET:
        return REFUSE(c, REASON_CHANNEL, "uses a socket");
    case FILE_EVENTS:
        return -EINVAL;
    case FILE_PIPE:
        return pipe_read(c, f, to, n);
    case FILE_NODE:
        if (is_crooked(f, to, n, offset))
            return REFUSE(c, REASON_DIRECT, CROOKED);
        return read_node(c, f, to, n, offset);
    case FILE_ZERO:
    case FILE_FULL:
        return fill_user(to, n, false, c->who);
    case FILE_RANDOM: /* as in the kernel, reads of up to 256 bytes are never split */
        return fill_user(to, n < ((size_t)32 << 20) ? n : (size_t)32 << 20, true, c->who);
    case FILE_INPUT:
        return stdin_read(c, to, n, offset);
    default:
        return 0;
    }
}

static long read_on(struct call *c, struct opened *f, uint64_t to, size_t n)
{
    long got = read_at(c, f, to, n, f->offset);
    if (got > 0)
        f->offset += got;
    return got;
}

long file_read(struct call *c)
{
    if (c->who == AT_SETUP) {
        long got = stdin_read(c, c->arg[1], c->arg[2], agent.setup_input);
        agent.setup_input += got > 0 ? got : 0;
        return got;
    }
    struct opened *f = opened_find(c, c->arg[0]);
    return f ? read_on(c, f, c->arg[1], c->arg[2]) : -EBADF;
}

long file_pread(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    if (!f || !opened_seeks(f))
        return f ? -ESPIPE : -EBADF;
    if ((int64_t)c->arg[3] < 0)
        return -EINVAL;
    return read_at(c, f, c->arg[1], c->arg[2], (int64_t)c->arg[3]);
}

/* readv, preadv, writev, pwritev: processes one buffer after the other. */
static long vector(struct call *c, bool at, bool (*may)(const struct opened *),
                   long (*one)(struct call *, struct opened *, uint64_t, size_t,
                               int64_t offset, bool at))
{
    struct opened *f = opened_find(c, c->arg[0]);
    int64_t offset = (int64_t)c->arg[3];
    long sum = 0;
    if (!f)
        return -EBADF;
    if (at && !opened_seeks(f))
        return -ESPIPE;
    if (!may(f))
        return -EBADF;
    if (c->arg[2] > 1024 || (at && offset < 0))
        return -EINVAL;
    for (uint64_t i = 0; i < c->arg[2]; i++) {
        struct iovec v;
        if (!user_read(&v, c->arg[1] + i * sizeof v, sizeof v))
            return sum ? sum : -EFAULT;
        if (!v.iov_len)
            continue;
        long got =
            one(c, f, (uint64_t)(uintptr_t)v.iov_base, v.iov_len, offset + sum, at);
        if (got < 0 || c->over)
            return sum ? sum : got;
        sum += got;
        if ((size_t)got < v.iov_len)
            break;
    }
    return sum;
}

static long read_part(struct call *c, struct opened *f, uint64_t to, size_t n,
                      int64_t offset, bool at)
{
    return at ? read_at(c, f, to, n, offset) : read_on(c, f, to, n);
}

long file_readv(struct call *c)
{
    return vector(c, c->nr == SYS_preadv, opened_reads, read_part);
}

long file_map(struct call *c, char *to, size_t bytes, int fd, int64_t offset)
{
    struct opened *f = opened_find(c, (uint64_t)fd);
    if (!f || !opened_reads(f))
        return f ? -EACCES : -EBADF;
    if (f->kind != FILE_NODE)
        return f->kind == FILE_ZERO ? 0 : -ENODEV;
    long got = read_at(c, f, (uint64_t)(uintptr_t)to, bytes, offset);
    if (got >= 0 && !c->over)
        view_map(c, f->node, offset, bytes, (size_t)got < bytes);
    return got;
}

/* ---- writing ---- */

static long write_node(struct call *c, struct opened *f, uint64_t from, size_t n,
                       int64_t at, bool moves)
{
    char *bytes;
    bool append = f->flags & O_APPEND;
    if (!n)
        return 0;
    if (n > (uint64_t)INT64_MAX - (uint64_t)at)
        return -EFBIG;
    bytes = malloc(n);
    long put = bytes && user_read(bytes, from, n)
                   ? view_write(c, f->node, bytes, n, at, append)
                   : -EFAULT;
    free(bytes);
    if (put >= 0 && moves) {
        f->offset = put + (long)n;
        f->loose = append;
    }
    return put < 0 ? put : (long)n;
}

static long write_at(struct call *c, struct opened *f, uint64_t from, size_t n,
                     int64_t at, bool moves)
{
    if (!in_space(from, n))
        return -EFAULT;
    n = n < IO_MOST ? n : IO_MOST;
    if (!opened_writes(f))
        return -EBADF;
    switch (f->kind) {
    case FILE_SOCKET:
        return REFUSE(c, REASON_CHANNEL, "uses a socket");
    case FILE_EVENTS:
        return -EINVAL;
    case FILE_PIPE:
        return pipe_write(c, f, from, n);
    case FILE_OUTPUT:
        return stdout_write(c, f->out, from, n);
    case FILE_FULL:
        return -ENOSPC;
    case FILE_NODE:
        if (is_crooked(f, from, n, at))
            return REFUSE(c, REASON_DIRECT, CROOKED);
        return write_node(c, f, from, n, at, moves);
    default:
        return (long)n;
    }
}

static long write_part(struct call *c, struct opened *f, uint64_t from, size_t n,
                       int64_t offset, bool at)
{
    return write_at(c, f, from, n, at ? offset : f->offset, !at);
}

static bool is_print(const struct call *c)
{
    bool standard = c->arg[0] == 1 || c->arg[0] == 2;
    return standard && (c->who == AT_SETUP || !files_head(c)->files);
}

long file_write(struct call *c)
{
    if (is_print(c)) /* writes directly, without the table of descriptors, which most
                        programs never need */
        return stdout_write(c, (unsigned)c->arg[0], c->arg[1],
                            c->arg[2] < IO_MOST ? c->arg[2] : IO_MOST);
    struct opened *f = opened_find(c, c->arg[0]);
    return f ? write_at(c, f, c->arg[1], c->arg[2], f->offset, true) : -EBADF;
}

long file_pwrite(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    if (!f || !opened_seeks(f))
        return f ? -ESPIPE : -EBADF;
    if ((int64_t)c->arg[3] < 0)
        return -EINVAL;
    return write_at(c, f, c->arg[1], c->arg[2], (int64_t)c->arg[3], false);
}

long file_writev(struct call *c)
{
    if (c->who == AT_SETUP) {
        long sum = 0;
        for (uint64_t i = 0; i < c->arg[2] && i < 1024; i++) {
            struct iovec v;
            if (!user_read(&v, c->arg[1] + i * sizeof v, sizeof v))
                return sum ? sum : -EFAULT;
            long put = stdout_write(c, (unsigned)c->arg[0],
                                    (uint64_t)(uintptr_t)v.iov_base, v.iov_len);
            if (put < 0)
                return sum ? sum : put;
            sum += put;
        }
        return sum;
    }
    return vector(c, c->nr == SYS_pwritev, opened_writes, write_part);
}

long file_ftruncate(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    if (!f)
        return -EBADF;
    if (f->kind != FILE_NODE || !opened_writes(f) || (int64_t)c->arg[1] < 0 ||
        node_is_dir(f->node))
        return -EINVAL;
    return view_truncate(c, f->node, c->arg[1]);
}

/* The system call behind posix_fallocate(). */
long file_allocate(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    if (!f || !opened_writes(f))
        return -EBADF;
    if (c->arg[1] || f->kind != FILE_NODE)
        return -EOPNOTSUPP;
    if ((int64_t)c->arg[2] < 0 || (int64_t)c->arg[3] <= 0)
        return -EINVAL;
    size_t end = c->arg[2] + c->arg[3];
    return end > view_size(c, f->node) ? view_truncate(c, f->node, end) : 0;
}

/* ---- positions and lengths ---- */

static void note_length(struct call *c, const struct opened *f)
{
    note_read(c, f, 0, 0, true);
}

static long seek_end(struct call *c, struct opened *f)
{
    if (f->kind != FILE_NODE || node_is_dir(f->node))
        return 0;
    /* fopen(..., "a") seeks to the end, which the program does not observe */
    bool unseen = unwind_inside((const void *)_IO_file_open);
    if (!unseen)
        note_length(c, f);
    if (!view_content(c, f->node) && node_at(f->node)->host)
        node_read(f->node, NULL, 0, 0);
    long size = (long)view_size(c, f->node);
    f->loose = unseen;
    return size;
}

/* The largest file size of ext4; other file systems allow more. */
#define FARTHEST (((int64_t)1 << 44) - 4096)

long file_lseek(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    int64_t offset = (int64_t)c->arg[1], from = 0;
    if (!f)
        return -EBADF;
    if (!opened_seeks(f))
        return -ESPIPE;
    if (f->kind != FILE_NODE)
        return 0; /* seeking has no effect on /dev/null and similar devices */
    switch (c->arg[2]) {
    case SEEK_SET:
        f->loose = false;
        break;
    case SEEK_CUR:
        from = f->offset;
        if (f->loose)
            note_length(c, f);
        break;
    case SEEK_END:
        from = seek_end(c, f);
        break;
    case SEEK_DATA:
    case SEEK_HOLE:
        return REFUSE(c, REASON_FEATURE, "looks for holes in a file (lseek)");
    default:
        return -EINVAL;
    }
    if (c->over)
        return -EIO;
    if (__builtin_add_overflow(from, offset, &from) || from < 0)
        return -EINVAL;
    if (from > FARTHEST)
        return REFUSE(c, REASON_FEATURE,
                      "moves to a position in a file that not every file system has");
    return f->offset = from;
}

static void pipe_stat(struct stat *st, mode_t mode, dev_t device)
{
    *st = (struct stat){.st_mode = mode,
                        .st_nlink = 1,
                        .st_rdev = device,
                        .st_uid = (uid_t)agent_syscall(SYS_geteuid),
                        .st_gid = (gid_t)agent_syscall(SYS_getegid),
                        .st_blksize = 4096};
}

/* libc calls fstat() to choose a stream's buffer size; then the length counts as not
 * observed. */
long file_stat_of(struct call *c, uint64_t fd, struct stat *st)
{
    struct opened *f = opened_find(c, fd);
    if (!f)
        return -EBADF;
    switch (f->kind) {
    case FILE_NODE:
        if (!f->unseen && !unwind_inside((const void *)_IO_file_doallocate))
            names_status(c, f->node);
        f->unseen = false;
        return names_stat(c, f->node, st);
    case FILE_NULL:
    case FILE_ZERO:
    case FILE_FULL:
    case FILE_RANDOM:
        *st = node_at(f->node)->st;
        return 0;
    default:
        pipe_stat(st, S_IFIFO | 0600, 0);
        return 0;
    }
}

/* ---- directories ---- */

struct dirent_out {
    uint64_t inode;
    int64_t next;
    uint16_t bytes;
    uint8_t type;
    char name[NAME_MAX + 1];
};

/* The number of names in the directory before the program changed it. */
static int64_t names_before(node_id dir)
{
    if (!node_at(dir)->host)
        return 2;
    node_list(dir);
    return (int64_t)node_at(dir)->names.len;
}

/* The k-th of all names: first the real ones, then those that the program has
 * changed. */
static bool name_at(struct call *c, node_id dir, int64_t k, struct dirent_out *to)
{
    const struct node *d = node_at(dir);
    const struct fs_view *v = view_of(c);
    uint32_t name = 0;
    if (k < names_before(dir) && !d->host) {
        to->inode = node_at(k ? d->dir : dir)->st.st_ino;
        to->type = 4; /* DT_DIR */
        memcpy(to->name, "..", (size_t)k + 1);
        return true;
    }
    if (k < names_before(dir)) {
        const struct listed *l = &d->names.at[k];
        const struct entry *e = view_entry(c, dir, l->name);
        if (e) /* this name was changed by the program, and is listed later if it
                  exists */
            return false;
        name = l->name;
        to->inode = l->inode;
        to->type = l->type;
    } else {
        const struct entry *e = &v->entries[k - names_before(dir)];
        if (e->dir != dir || !e->node)
            return false;
        name = e->name;
        to->inode = node_at(e->node)->st.st_ino;
        to->type = node_is_dir(e->node) ? 4 : 8; /* DT_DIR, DT_REG */
    }
    snprintf(to->name, sizeof to->name, "%s", node_text(name));
    return true;
}

long file_getdents(struct call *c)
{
    struct opened *f = opened_find(c, c->arg[0]);
    if (!f)
        return -EBADF;
    if (f->kind != FILE_NODE || !node_is_dir(f->node))
        return -ENOTDIR;
    ledger_add(c, (struct access){.kind = ACCESS_LIST, .node = f->node});
    const struct fs_view *v = view_of(c);
    int64_t all = names_before(f->node) + (v ? v->nentries : 0);
    size_t done = 0;
    for (; f->offset < all; f->offset++) {
        struct dirent_out e = {.next = f->offset + 1};
        if (!name_at(c, f->node, f->offset, &e))
            continue;
        size_t n = offsetof(struct dirent_out, name) + strlen(e.name) + 1;
        e.bytes = (uint16_t)((n + 7) & ~(size_t)7);
        if (done + e.bytes > c->arg[2])
            return done ? (long)done : -EINVAL;
        if (!user_write(c->arg[1] + done, &e, e.bytes))
            return -EFAULT;
        done += e.bytes;
    }
    return (long)done;
}
