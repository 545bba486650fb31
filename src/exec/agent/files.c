/* SPDX-License-Identifier: Apache-2.0
 *
 * agent.files->c - files as a rank sees them.
 *
 * Descriptors are the rank's own numbers; positions are part of its image and go
 * back with it. Reading reads the real file. Writing never does: a file that a rank
 * writes is copied into the rank's memory, and dropped at the end of the execution,
 * so that every execution starts from the same agent.files-> If one actor opens a file
 * that another one writes, messages could pass that we do not see; then the program
 * cannot be verified. Standard output and error are kept, up to a limit, for reports. */
#include "exec/agent/syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>

#define OUTPUT_KEPT ((uint64_t)64 << 10)
#define PATH_MOST   512

enum file_kind {
    FILE_CLOSED,
    FILE_HOST,
    FILE_OVERLAY,
    FILE_RANDOM,
    FILE_NOTHING,
    FILE_SOCKET
};

struct overlay {
    struct overlay *next;
    char *data;
    size_t size, room;
    char path[PATH_MOST];
};

/* Who has opened what, in any execution so far. */
struct use {
    char *path;
    int rank;
    bool writes;
};

struct host {
    char *path;
    int fd;
};

struct files {
    VEC(struct use) uses;
    VEC(struct host) hosts;
    struct rank_file inherited[RANK_FILES];
};

void files_init(void)
{
    agent.files = mem_alloc(sizeof *agent.files);
}

void files_copied(void)
{
    for (size_t i = 0; i < agent.files->hosts.len; i++) {
        const struct host *h = &agent.files->hosts.at[i];
        long fd = agent_syscall(SYS_openat, AT_FDCWD, h->path, O_RDONLY | O_CLOEXEC, 0);
        if (fd < 0)
            continue; /* reading it needs no position; only listing a directory does */
        agent_syscall(SYS_dup3, fd, h->fd, O_CLOEXEC);
        agent_syscall(SYS_close, fd);
    }
}

/* ---- descriptors ---- */

static struct rank_file *table(struct call *c)
{
    struct head *h = call_head(c);
    if (!h->files) {
        h->files = heap_alloc(&h->heap, sizeof agent.files->inherited, 16);
        if (h->files)
            memcpy(h->files, agent.files->inherited, sizeof agent.files->inherited);
    }
    return h->files;
}

static struct rank_file *find(struct call *c, uint64_t fd)
{
    struct rank_file *t = table(c);
    return t && fd < RANK_FILES && t[fd].kind != FILE_CLOSED ? &t[fd] : NULL;
}

void files_inherit(void)
{
    for (int fd = 3; fd < RANK_FILES; fd++) {
        long at = agent_syscall(SYS_lseek, fd, 0, SEEK_CUR);
        long flags = agent_syscall(SYS_fcntl, fd, F_GETFL);
        if (flags < 0)
            continue;
        if (at < 0 || (flags & O_ACCMODE) != O_RDONLY)
            agent_refuse(
                "descriptor %d is open %s before the actors start; actors cannot "
                "share that",
                fd, at < 0 ? "on something that is not a file" : "for writing");
        agent.files->inherited[fd] = (struct rank_file){
            .host = fd, .kind = FILE_HOST, .flags = (int)flags, .offset = at};
    }
}

/* ---- opening ---- */

static bool same_use(const struct use *u, const char *path)
{
    return !strcmp(u->path, path);
}

/* Is there another rank with which this one would share the file? */
static const struct use *conflict(const char *path, int rank, bool writes)
{
    for (size_t i = 0; i < agent.files->uses.len; i++) {
        const struct use *u = &agent.files->uses.at[i];
        if (u->rank != rank && (writes || u->writes) && same_use(u, path))
            return u;
    }
    return NULL;
}

static void note_use(const char *path, int rank, bool writes)
{
    for (size_t i = 0; i < agent.files->uses.len; i++) {
        struct use *u = &agent.files->uses.at[i];
        if (u->rank == rank && same_use(u, path)) {
            u->writes |= writes;
            return;
        }
    }
    vec_push(&agent.files->uses, (struct use){mem_strdup(path), rank, writes});
}

static struct overlay *overlay_of(const struct call *c, const char *path)
{
    struct overlay *o = call_head(c)->overlays;
    while (o && strcmp(o->path, path))
        o = o->next;
    return o;
}

static bool overlay_room(struct call *c, struct overlay *o, size_t size)
{
    if (size <= o->room)
        return true;
    size_t room = size * 2 < 4096 ? 4096 : size * 2;
    char *data = heap_alloc(&call_head(c)->heap, room, 16);
    if (!data)
        return false;
    if (o->size)
        memcpy(data, o->data, o->size);
    if (o->data)
        heap_free(&call_head(c)->heap, o->data);
    memset(data + o->size, 0, room - o->size);
    o->data = data;
    o->room = room;
    return true;
}

static long overlay_new(struct call *c, const char *path, int host, struct overlay **out)
{
    struct overlay *o = heap_alloc(&call_head(c)->heap, sizeof *o, 16);
    if (!o)
        return -ENOSPC;
    memset(o, 0, sizeof *o);
    snprintf(o->path, sizeof o->path, "%s", path);
    o->next = call_head(c)->overlays;
    call_head(c)->overlays = o;
    *out = o;
    struct stat st;
    if (host < 0 || agent_syscall(SYS_fstat, host, &st))
        return 0;
    if (!overlay_room(c, o, (size_t)st.st_size))
        return -ENOSPC;
    long got = agent_syscall(SYS_pread64, host, o->data, st.st_size, 0);
    o->size = got > 0 ? (size_t)got : 0;
    return 0;
}

/* Files stay open once they were opened: a rank may go back to that moment. */
static long host_open(const char *path, int flags)
{
    for (size_t i = 0; i < agent.files->hosts.len; i++)
        if (!strcmp(agent.files->hosts.at[i].path, path))
            return agent.files->hosts.at[i].fd;
    long fd = agent_syscall(SYS_openat, AT_FDCWD, path,
                            O_RDONLY | O_CLOEXEC | (flags & O_DIRECTORY), 0);
    if (fd >= 0 && fd < 1000) { /* out of the way of what setup had */
        long high = agent_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 1000);
        if (high >= 0) {
            agent_syscall(SYS_close, fd);
            fd = high;
        }
    }
    if (fd >= 0)
        vec_push(&agent.files->hosts, (struct host){mem_strdup(path), (int)fd});
    return fd;
}

const char *file_path(struct call *c, int fd)
{
    const struct rank_file *f = find(c, (uint64_t)fd);
    for (size_t i = 0; f && f->kind == FILE_HOST && i < agent.files->hosts.len; i++)
        if (agent.files->hosts.at[i].fd == f->host)
            return agent.files->hosts.at[i].path;
    return NULL;
}

static long open_written(struct call *c, const char *path, int flags, struct rank_file *f)
{
    struct overlay *o = overlay_of(c, path);
    long host = o ? -ENOENT : host_open(path, 0);
    if ((o || host >= 0) && (flags & O_CREAT) && (flags & O_EXCL))
        return -EEXIST;
    if (!o && host < 0 && (host != -ENOENT || !(flags & O_CREAT)))
        return host;
    if (!o && host < 0) { /* could it be made there? */
        char directory[PATH_MOST] = "./";
        const char *slash = strrchr(path, '/');
        if (slash)
            snprintf(directory, sizeof directory, "%.*s", (int)(slash - path) + 1, path);
        long err = agent_syscall(SYS_faccessat, AT_FDCWD, directory, 2);
        if (err < 0)
            return err;
    }
    long err = o ? 0 : overlay_new(c, path, flags & O_TRUNC ? -1 : (int)host, &o);
    if (!err && flags & O_TRUNC)
        o->size = 0;
    *f = (struct rank_file){
        .host = -1, .kind = FILE_OVERLAY, .flags = flags, .overlay = o};
    return err;
}

static bool special(const char *path, int flags, struct rank_file *f)
{
    if (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"))
        *f = (struct rank_file){.host = -1, .kind = FILE_RANDOM, .flags = flags};
    else if (!strcmp(path, "/dev/null") || !strcmp(path, "/dev/tty"))
        *f = (struct rank_file){.host = -1, .kind = FILE_NOTHING, .flags = flags};
    else
        return false;
    return true;
}

static long open_at(struct call *c, int directory, uint64_t name, int flags)
{
    char path[PATH_MOST];
    struct rank_file f, *t = table(c);
    if (!user_text(path, sizeof path, name))
        return -EFAULT;
    if (directory != AT_FDCWD && path[0] != '/')
        return call_fail(c, FAULT_UNSUPPORTED, "opens a file relative to a descriptor");
    int fd = 3;
    while (t && fd < RANK_FILES && t[fd].kind != FILE_CLOSED)
        fd++;
    if (!t || fd == RANK_FILES)
        return -EMFILE;
    if (!special(path, flags, &f)) {
        bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
        if (writes && agent.link->inboxes)
            return call_fail(c, FAULT_UNSUPPORTED,
                             "writes a file (%s), which other actors could read", path);
        const struct use *u = conflict(path, c->who, writes);
        if (u)
            return call_fail(
                c, FAULT_UNSUPPORTED,
                "opens %s, which %s %s too: actors must not share files they write", path,
                agent.rank[u->rank].name, u->writes ? "writes" : "opens");
        struct overlay *o = overlay_of(c, path);
        long host = 0;
        if (writes)
            host = open_written(c, path, flags, &f);
        else if (o)
            f = (struct rank_file){
                .host = -1, .kind = FILE_OVERLAY, .flags = flags, .overlay = o};
        else if ((host = host_open(path, flags)) >= 0)
            f = (struct rank_file){.host = (int)host, .kind = FILE_HOST, .flags = flags};
        if (host < 0 || c->over)
            return host;
        note_use(path, c->who, writes);
    }
    t[fd] = f;
    return fd;
}

long file_openat(struct call *c)
{
    return open_at(c, (int)c->arg[0], c->arg[1], (int)c->arg[2]);
}

long file_open(struct call *c)
{
    return open_at(c, AT_FDCWD, c->arg[0], (int)c->arg[1]);
}

long file_creat(struct call *c)
{
    return open_at(c, AT_FDCWD, c->arg[0], O_CREAT | O_WRONLY | O_TRUNC);
}

long file_close(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    if (!f)
        return c->arg[0] < 3 ? 0 : -EBADF;
    f->kind = FILE_CLOSED;
    return 0;
}

/* ---- reading ---- */

static long read_at(struct call *c, struct rank_file *f, uint64_t to, size_t n,
                    int64_t offset)
{
    switch (f->kind) {
    case FILE_SOCKET:
        return call_fail(c, FAULT_UNSUPPORTED, "uses a socket");
    case FILE_HOST: {
        pages_touch((void *)to, n);
        long got = agent_syscall(SYS_pread64, f->host, to, n, offset);
        if (got == -ESPIPE)
            return call_fail(c, FAULT_UNSUPPORTED,
                             "reads from something that is not a file");
        return got;
    }
    case FILE_OVERLAY: {
        size_t size = f->overlay->size;
        if (offset < 0 || (size_t)offset >= size)
            return 0;
        if (n > size - (size_t)offset)
            n = size - (size_t)offset;
        return user_write(to, f->overlay->data + offset, n) ? (long)n : -EFAULT;
    }
    case FILE_RANDOM: {
        char part[256];
        n = n < sizeof part ? n : sizeof part;
        agent.current = c->who;
        virtual_random(part, n);
        agent.current = AT_AGENT;
        return user_write(to, part, n) ? (long)n : -EFAULT;
    }
    default:
        return 0;
    }
}

static long read_on(struct call *c, struct rank_file *f, uint64_t to, size_t n)
{
    long got = read_at(c, f, to, n, f->offset);
    if (got > 0)
        f->offset += got;
    return got;
}

long file_read(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    if (!f)
        return c->arg[0] ? -EBADF : 0; /* standard input is empty */
    return read_on(c, f, c->arg[1], c->arg[2]);
}

long file_pread(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    return f ? read_at(c, f, c->arg[1], c->arg[2], (int64_t)c->arg[3]) : -EBADF;
}

long file_readv(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    long sum = 0;
    for (uint64_t i = 0; f && i < c->arg[2]; i++) {
        struct iovec v;
        if (!user_read(&v, c->arg[1] + i * sizeof v, sizeof v))
            return -EFAULT;
        long got = read_on(c, f, (uint64_t)(uintptr_t)v.iov_base, v.iov_len);
        if (got < 0)
            return sum ? sum : got;
        sum += got;
        if ((size_t)got < v.iov_len)
            break;
    }
    return f || !c->arg[0] ? sum : -EBADF;
}

long file_map(struct call *c, char *to, size_t bytes, int fd, int64_t offset)
{
    struct rank_file *f = find(c, (uint64_t)fd);
    return f ? read_at(c, f, (uint64_t)(uintptr_t)to, bytes, offset) : -EBADF;
}

/* ---- writing ---- */

static long print_setup(uint64_t from, size_t n)
{
    char *text = agent.link->setup_output;
    size_t have = strlen(text), room = sizeof agent.link->setup_output - 1 - have;
    if (!user_read(text + have, from, n < room ? n : room))
        return -EFAULT;
    return (long)n;
}

static long print(struct call *c, uint64_t fd, uint64_t from, size_t n)
{
    /* Not a behaviour's: what it does before a choice, it does for each of them. */
    if (agent.link->echo && (c->who == AT_SETUP || !agent.front->start))
        return agent_syscall(SYS_write, fd, from, n);
    if (c->who == AT_SETUP)
        return print_setup(from, n);
    struct head *h = call_head(c);
    h->output_bytes += n;
    size_t keep = OUTPUT_KEPT - h->output_kept < n ? OUTPUT_KEPT - h->output_kept : n;
    if (h->output_kept + keep > h->output_room) {
        uint64_t room = h->output_room ? h->output_room : 256;
        while (room < h->output_kept + keep)
            room *= 2;
        char *more = heap_alloc(&h->heap, room, 16);
        if (!more)
            return -ENOSPC;
        if (h->output_kept)
            memcpy(more, h->output, h->output_kept);
        if (h->output)
            heap_free(&h->heap, h->output);
        h->output = more;
        h->output_room = room;
    }
    if (!user_read(h->output + h->output_kept, from, keep))
        return -EFAULT;
    h->output_kept += keep;
    return (long)n;
}

static long write_at(struct call *c, struct rank_file *f, uint64_t from, size_t n,
                     int64_t at)
{
    struct overlay *o = f->overlay;
    if (f->kind == FILE_NOTHING || f->kind == FILE_RANDOM)
        return (long)n;
    if (f->kind != FILE_OVERLAY || (f->flags & O_ACCMODE) == O_RDONLY)
        return -EBADF;
    if (!overlay_room(c, o, (size_t)at + n))
        return -ENOSPC;
    if (!user_read(o->data + at, from, n))
        return -EFAULT;
    if ((size_t)at + n > o->size)
        o->size = (size_t)at + n;
    return (long)n;
}

static long write_on(struct call *c, uint64_t fd, uint64_t from, size_t n)
{
    struct rank_file *f = c->who >= 0 ? find(c, fd) : NULL;
    if (!f)
        return fd == 1 || fd == 2 ? print(c, fd, from, n) : -EBADF;
    if (f->flags & O_APPEND && f->kind == FILE_OVERLAY)
        f->offset = (int64_t)f->overlay->size;
    long put = write_at(c, f, from, n, f->offset);
    if (put > 0)
        f->offset += put;
    return put;
}

long file_write(struct call *c)
{
    return write_on(c, c->arg[0], c->arg[1], c->arg[2]);
}

long file_pwrite(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    return f ? write_at(c, f, c->arg[1], c->arg[2], (int64_t)c->arg[3]) : -EBADF;
}

long file_writev(struct call *c)
{
    long sum = 0;
    for (uint64_t i = 0; i < c->arg[2]; i++) {
        struct iovec v;
        if (!user_read(&v, c->arg[1] + i * sizeof v, sizeof v))
            return -EFAULT;
        long put = write_on(c, c->arg[0], (uint64_t)(uintptr_t)v.iov_base, v.iov_len);
        if (put < 0)
            return sum ? sum : put;
        sum += put;
    }
    return sum;
}

long file_truncate(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    if (!f || f->kind != FILE_OVERLAY)
        return -EINVAL;
    if (!overlay_room(c, f->overlay, c->arg[1]))
        return -ENOSPC;
    if (c->arg[1] < f->overlay->size)
        memset(f->overlay->data + c->arg[1], 0, f->overlay->size - c->arg[1]);
    f->overlay->size = c->arg[1];
    return 0;
}

/* ---- the rest ---- */

static void pretend(struct stat *st, mode_t mode, size_t size)
{
    *st = (struct stat){
        .st_mode = mode, .st_nlink = 1, .st_size = (off_t)size, .st_blksize = 4096};
}

static long stat_of(struct call *c, uint64_t fd, struct stat *st)
{
    struct rank_file *f = find(c, fd);
    if (!f && fd > 2)
        return -EBADF;
    if (f && f->kind == FILE_HOST)
        return agent_syscall(SYS_fstat, f->host, st);
    if (f && f->kind == FILE_OVERLAY)
        pretend(st, S_IFREG | 0644, f->overlay->size);
    else
        pretend(st, f ? S_IFCHR | 0666 : S_IFIFO | 0600, 0);
    return 0;
}

long file_fstat(struct call *c)
{
    struct stat st;
    long err = stat_of(c, c->arg[0], &st);
    return err ? err : user_write(c->arg[1], &st, sizeof st) ? 0 : -EFAULT;
}

long file_newfstatat(struct call *c)
{
    char path[PATH_MOST];
    struct stat st;
    if (!user_text(path, sizeof path, c->arg[1]))
        return -EFAULT;
    if (!path[0] && c->arg[3] & AT_EMPTY_PATH) {
        long err = stat_of(c, c->arg[0], &st);
        return err ? err : user_write(c->arg[2], &st, sizeof st) ? 0 : -EFAULT;
    }
    const struct overlay *o = overlay_of(c, path);
    if (o) {
        pretend(&st, S_IFREG | 0644, o->size);
        return user_write(c->arg[2], &st, sizeof st) ? 0 : -EFAULT;
    }
    pages_touch((void *)c->arg[2], sizeof st);
    return call_pass(c);
}

long file_lseek(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    int64_t offset = (int64_t)c->arg[1], from = 0;
    struct stat st;
    if (!f)
        return c->arg[0] < 3 ? -ESPIPE : -EBADF;
    if (c->arg[2] == SEEK_CUR)
        from = f->offset;
    else if (c->arg[2] == SEEK_END)
        from = stat_of(c, c->arg[0], &st) ? 0 : st.st_size;
    else if (c->arg[2] != SEEK_SET)
        return -EINVAL;
    if (from + offset < 0)
        return -EINVAL;
    return f->offset = from + offset;
}

long file_fcntl(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    if (!f && c->arg[0] > 2)
        return -EBADF;
    switch (c->arg[1]) {
    case F_GETFL:
        return f ? f->flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC) : O_RDWR;
    case F_GETFD:
    case F_SETFD:
    case F_SETFL:
    case F_SETLK:
    case F_SETLKW:
        return 0;
    default:
        return call_fail(c, FAULT_UNSUPPORTED, "calls fcntl with command %d",
                         (int)c->arg[1]);
    }
}

long file_getdents(struct call *c)
{
    struct rank_file *f = find(c, c->arg[0]);
    if (!f || f->kind != FILE_HOST)
        return -EBADF;
    pages_touch((void *)c->arg[1], c->arg[2]);
    agent_syscall(SYS_lseek, f->host, f->offset, SEEK_SET);
    long got = agent_syscall(SYS_getdents64, f->host, c->arg[1], c->arg[2]);
    f->offset = agent_syscall(SYS_lseek, f->host, 0, SEEK_CUR);
    return got;
}

/* There is no terminal. */
long file_ioctl(struct call *c)
{
    (void)c;
    return -ENOTTY;
}

/* libc asks the name service cache before it reads /etc/passwd and the like. It may
 * ask, and hears that there is none. */
long file_socket(struct call *c)
{
    struct rank_file *t = table(c);
    int fd = 3;
    while (t && fd < RANK_FILES && t[fd].kind != FILE_CLOSED)
        fd++;
    if (c->arg[0] != AF_UNIX)
        return call_fail(c, FAULT_UNSUPPORTED, "uses the network (socket)");
    if (!t || fd == RANK_FILES)
        return -EMFILE;
    t[fd] = (struct rank_file){.host = -1, .kind = FILE_SOCKET};
    return fd;
}

long file_connect(struct call *c)
{
    struct sockaddr_un to = {0};
    struct rank_file *f = find(c, c->arg[0]);
    size_t n = c->arg[2] < sizeof to ? c->arg[2] : sizeof to;
    if (!f || f->kind != FILE_SOCKET)
        return -EBADF;
    if (!user_read(&to, c->arg[1], n))
        return -EFAULT;
    if (!strncmp(to.sun_path, "/var/run/nscd/", 14))
        return -ENOENT;
    return call_fail(c, FAULT_UNSUPPORTED, "connects to %s", to.sun_path);
}
