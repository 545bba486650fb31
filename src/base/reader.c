/* SPDX-License-Identifier: Apache-2.0
 *
 * reader.c - see reader.h. */
#include "base/reader.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define BLOCK   ((size_t)1 << 16)
#define LONGEST ((size_t)1 << 32) /* no line of ours is longer */

struct reader {
    char *path;
    int fd, error;       /* error: as errno says; 0: there was none */
    char *block;         /* what was read from the file, */
    size_t at, end, cap; /* of which the bytes from `at` to `end` are still to come */
    bool over;           /* nothing comes after them */
    XXH3_state_t *sum;   /* of what is before `at` */
};

struct reader *reader_open(const char *path)
{
    struct reader *r = mem_alloc(sizeof *r);
    r->path = mem_strdup(path);
    r->fd = open(path, O_RDONLY | O_CLOEXEC);
    r->error = r->fd < 0 ? errno : 0;
    r->over = r->fd < 0;
    r->cap = BLOCK;
    r->block = mem_resize(NULL, r->cap);
    r->sum = XXH3_createState();
    XXH3_64bits_reset(r->sum);
    return r;
}

/* Reads more, behind what is still to come. False if there is no more. */
static bool fill(struct reader *r)
{
    ssize_t n = 0;
    memmove(r->block, r->block + r->at, r->end - r->at);
    r->end -= r->at;
    r->at = 0;
    if (r->end == r->cap && r->cap < LONGEST)
        r->block = mem_resize(r->block, r->cap *= 2);
    do
        n = r->over ? 0 : read(r->fd, r->block + r->end, r->cap - r->end);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        r->error = errno;
    r->over |= n <= 0;
    r->end += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* The next n bytes, which are there, are read. */
static char *take(struct reader *r, size_t n)
{
    char *from = r->block + r->at;
    XXH3_64bits_update(r->sum, from, n);
    r->at += n;
    return from;
}

char *reader_line(struct reader *r)
{
    size_t seen = 0; /* so many of the bytes to come have no end of a line */
    char *end;
    while (!(end = memchr(r->block + r->at + seen, '\n', r->end - r->at - seen))) {
        seen = r->end - r->at;
        if (!fill(r))
            return NULL;
    }
    char *line = take(r, (size_t)(end - r->block) + 1 - r->at);
    *end = '\0';
    return line + strlen(line) == end ? line : NULL;
}

bool reader_skips(struct reader *r, const char *text)
{
    size_t n = strlen(text);
    while (r->end - r->at < n && fill(r))
        ;
    if (r->end - r->at < n || memcmp(r->block + r->at, text, n))
        return false;
    take(r, n);
    return true;
}

bool reader_bytes(struct reader *r, struct str *to, uint64_t n)
{
    while (n && (r->at < r->end || fill(r))) {
        size_t some = r->end - r->at < n ? r->end - r->at : (size_t)n;
        str_add(to, take(r, some), some);
        n -= some;
    }
    return !n;
}

bool reader_at_end(struct reader *r)
{
    return r->at == r->end && !fill(r);
}

uint64_t reader_checksum(const struct reader *r)
{
    return XXH3_64bits_digest(r->sum);
}

bool reader_close(struct reader *r, struct str *why)
{
    bool good = !r->error;
    if (!good)
        str_addf(why, "cannot read %s: %s", r->path, strerror(r->error));
    if (r->fd >= 0)
        close(r->fd);
    XXH3_freeState(r->sum);
    free(r->block);
    free(r->path);
    free(r);
    return good;
}
