/* SPDX-License-Identifier: Apache-2.0
 *
 * file.c - see file.h.
 *
 * What is written has no name until it is complete and on the disk (O_TMPFILE), so that
 * somebody who is killed on the way leaves nothing behind. Where the file system cannot
 * do that, or the name is taken, it has another name for a moment. */
#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define BLOCK  4096               /* small, because the stack may be small, too */
#define LARGE  ((size_t)1 << 30)  /* no file of ours is larger */
#define SOURCE ((size_t)64 << 20) /* no source is larger */

static bool write_all(int fd, const char *at, size_t n)
{
    while (n) {
        ssize_t some = write(fd, at, n);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            return false;
        at += some;
        n -= (size_t)some;
    }
    return true;
}

/* ---- a name for what is written ---- */

struct draft {
    struct str directory, other; /* other: the temporary name that the file may have */
    int fd;
    bool named; /* it has the temporary name now */
};

static void draft_free(struct draft *d)
{
    if (d->named)
        unlink(str_text(&d->other));
    if (d->fd >= 0)
        close(d->fd);
    str_free(&d->directory);
    str_free(&d->other);
}

static bool draft_open(struct draft *d, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    *d = (struct draft){.fd = -1};
    str_add(&d->directory, directory ? path : ".", directory ? directory : 1);
    str_addf(&d->other, "%.*s.%s.%d~", (int)directory, path, path + directory,
             (int)getpid());
    d->fd = open(str_text(&d->directory), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (d->fd >= 0)
        return true;
    d->fd = open(str_text(&d->other), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    d->named = d->fd >= 0;
    return d->named;
}

static bool draft_link(const struct draft *d, const char *to)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", d->fd);
    return !linkat(AT_FDCWD, self, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
}

static bool draft_become(struct draft *d, const char *path)
{
    if (!d->named && draft_link(d, path))
        return true;
    if (!d->named && errno == EEXIST)
        d->named = draft_link(d, str_text(&d->other));
    if (!d->named || rename(str_text(&d->other), path))
        return false;
    d->named = false;
    return true;
}

/* Makes sure that the name of the file is on the disk, too. */
static void sync_directory(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* ---- what is written piece by piece ---- */

struct file_draft {
    char *path;
    struct draft d;
    struct stat before; /* of the file that is replaced, */
    bool replaces;      /* if there is one */
    XXH3_state_t *sum;  /* of what was added */
    int error;          /* what has failed, as errno says; 0: nothing */
};

struct file_draft *file_begin(const char *path)
{
    struct file_draft *f = mem_alloc(sizeof *f);
    f->path = mem_strdup(path);
    f->d.fd = -1;
    f->sum = XXH3_createState();
    XXH3_64bits_reset(f->sum);
    f->replaces = !lstat(path, &f->before) && S_ISREG(f->before.st_mode);
    if ((f->replaces && access(path, W_OK)) || !draft_open(&f->d, path))
        f->error = errno;
    return f;
}

void file_add(struct file_draft *f, const void *bytes, size_t n)
{
    if (f->error)
        return;
    XXH3_64bits_update(f->sum, bytes, n);
    if (!write_all(f->d.fd, bytes, n))
        f->error = errno;
}

uint64_t file_added(const struct file_draft *f)
{
    return XXH3_64bits_digest(f->sum);
}

/* Gives it its name, and frees it. The claim of the name, if there is one, passes to the
 * new file. errno says what has failed. */
static bool finish(struct file_draft *f, int *claim)
{
    bool claimed = claim && *claim >= 0 && !f->error && !flock(f->d.fd, LOCK_EX);
    bool good = !f->error && !fsync(f->d.fd) &&
                (!f->replaces || !fchmod(f->d.fd, f->before.st_mode & 07777)) &&
                draft_become(&f->d, f->path);
    int error = f->error ? f->error : errno;
    if (good)
        sync_directory(str_text(&f->d.directory));
    if (good && claimed) {
        close(*claim);
        *claim = fcntl(f->d.fd, F_DUPFD_CLOEXEC, 0);
    }
    draft_free(&f->d);
    XXH3_freeState(f->sum);
    free(f->path);
    free(f);
    errno = error;
    return good;
}

static bool replace(const char *path, const void *bytes, size_t n, int *claim)
{
    struct file_draft *f = file_begin(path);
    file_add(f, bytes, n);
    return finish(f, claim);
}

/* ---- writing at once ---- */

static bool write_into(const char *path, const void *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write_all(fd, bytes, n);
    int error = errno;
    if (fd >= 0 && close(fd) && good)
        return false;
    errno = error;
    return good;
}

/* The descriptor that a path like /dev/stdout names; -1 if it names none. */
static int descriptor_of(const char *path)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    int fd = -1;
    char end;
    for (int i = 0; i < 3; i++)
        if (!strcmp(path, standard[i]))
            return i;
    if (sscanf(path, "/dev/fd/%d%c", &fd, &end) == 1 ||
        sscanf(path, "/proc/self/fd/%d%c", &fd, &end) == 1)
        return fd;
    return -1;
}

static bool write_to(int fd, const void *bytes, size_t n)
{
    if (file_nowhere(fd)) {
        errno = EBADF;
        return false;
    }
    return !fflush(stdout) && write_all(fd, bytes, n);
}

/* Gives a file new content atomically. A symbolic link is replaced, and its target
 * stays as it is. Pipes and devices are written to. */
static bool put(const char *path, const void *bytes, size_t n)
{
    struct stat st;
    int fd = descriptor_of(path);
    if (fd >= 0)
        return write_to(fd, bytes, n);
    if (!stat(path, &st) && !S_ISREG(st.st_mode))
        return write_into(path, bytes, n);
    return replace(path, bytes, n, NULL);
}

static bool explain(bool good, const char *path, struct str *why)
{
    if (!good)
        str_addf(why, "'%s' cannot be written: %s", path, strerror(errno));
    return good;
}

bool file_write(const char *path, const void *bytes, size_t n, struct str *why)
{
    return explain(put(path, bytes, n), path, why);
}

bool file_replace(const char *path, const void *bytes, size_t n, struct str *why)
{
    return explain(replace(path, bytes, n, NULL), path, why);
}

bool file_end(struct file_draft *f, struct str *why)
{
    char *path = mem_strdup(f->path);
    bool good = explain(finish(f, NULL), path, why);
    free(path);
    return good;
}

/* ---- names that are taken ---- */

/* Does the name lead to the file that is open? It may have been replaced meanwhile. */
static bool leads_to(const char *path, int fd)
{
    struct stat named, is;
    return !stat(path, &named) && !fstat(fd, &is) && named.st_dev == is.st_dev &&
           named.st_ino == is.st_ino;
}

enum file_claimed file_claim(const char *path, bool (*may_replace)(const char *path),
                             int *claim)
{
    for (;;) {
        *claim = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        bool fresh = *claim >= 0;
        if (!fresh && errno != EEXIST)
            return FILE_NEW;
        if (!fresh && may_replace(path))
            *claim = open(path, O_RDWR | O_CLOEXEC);
        if (*claim < 0)
            return FILE_TAKEN;
        bool other = flock(*claim, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
        if (!other && leads_to(path, *claim))
            return fresh ? FILE_NEW : FILE_OLD;
        close(*claim);
        *claim = -1;
        if (other)
            return FILE_TAKEN;
    }
}

bool file_replace_claimed(const char *path, const void *bytes, size_t n, int *claim,
                          struct str *why)
{
    return explain(replace(path, bytes, n, claim), path, why);
}

const char *file_prefix(const char *name)
{
    return name[0] == '-' ? "./" : "";
}

/* ---- descriptors that were closed ---- */

/* Flags with which no other code opens a file, so that file_nowhere() recognises it. */
#define NOWHERE (O_RDWR | O_APPEND | O_NONBLOCK)

void file_standard(void)
{
    int fd;
    do
        fd = open("/dev/null", NOWHERE);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

bool file_nowhere(int fd)
{
    struct stat st, null;
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & NOWHERE) == NOWHERE && !fstat(fd, &st) &&
           !stat("/dev/null", &null) && S_ISCHR(st.st_mode) && st.st_rdev == null.st_rdev;
}

/* ---- reading ---- */

/* Reads up to the end, or until there is too much; false then, and after an error. */
static bool read_all(int fd, size_t most, struct str *content)
{
    char block[BLOCK];
    struct stat is;
    ssize_t n = 0;
    bool large = !fstat(fd, &is) && S_ISREG(is.st_mode) && is.st_size > (off_t)most;
    while (!large && (n = read(fd, block, sizeof block)) > 0) {
        str_add(content, block, (size_t)n);
        large = content->len > most;
    }
    errno = large ? EFBIG : errno;
    return !n && !large;
}

bool file_read(const char *path, struct str *content, struct str *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && read_all(fd, LARGE, content);
    if (!good)
        str_addf(why, "cannot read %s: %s", path,
                 errno == EFBIG ? "it is too large" : strerror(errno));
    if (fd >= 0)
        close(fd);
    return good;
}

bool file_read_source(const char *path, struct str *content)
{
    struct stat is;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool good = fd >= 0 && !fstat(fd, &is) && S_ISREG(is.st_mode) &&
                read_all(fd, SOURCE, content);
    if (fd >= 0)
        close(fd);
    return good;
}

void file_digest(const char *path, struct str *digits)
{
    enum { AT_A_TIME = 256 << 10 }; /* libraries have megabytes */
    char *block;
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    block = mem_alloc(AT_A_TIME);
    XXH3_state_t *x = XXH3_createState();
    XXH3_128bits_reset(x);
    while ((n = read(fd, block, AT_A_TIME)) > 0)
        XXH3_128bits_update(x, block, (size_t)n);
    free(block);
    XXH128_hash_t h = XXH3_128bits_digest(x);
    XXH3_freeState(x);
    close(fd);
    if (!n)
        str_addf(digits, "%016" PRIx64 "%016" PRIx64, h.high64, h.low64);
}

uint64_t file_checksum(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}
