/* SPDX-License-Identifier: Apache-2.0
 *
 * pipe.c - pipes, pairs of sockets and counters of events, by which a rank talks to
 * itself, as a library does that wakes itself up. They lie in the rank's memory. Nobody
 * else has an end of one, so who would have to wait would wait for ever. */
#include "agent/files/opened.h"

#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

enum { ROOM = 65536, WHOLE = 4096 }; /* of a pipe; up to this size nothing is divided */

struct conduit {
    uint32_t readers, writers; /* open files */
    uint32_t first, used;
    char bytes[ROOM];
};

void pipe_drop(struct call *c, struct opened *o)
{
    struct heap *h = &files_head(c)->heap;
    struct conduit *both[2] = {o->source, o->sink};
    if (o->source)
        o->source->readers--;
    if (o->sink)
        o->sink->writers--;
    for (int i = 0; i < 2; i++)
        if (both[i] && !both[i]->readers && !both[i]->writers)
            heap_free(h, both[i]);
}

static long would_wait(struct call *c, const struct opened *o, const char *what)
{
    if (o->flags & O_NONBLOCK)
        return -EAGAIN;
    return REFUSE(c, REASON_CHANNEL, "waits for %s, which nobody but itself can bring",
                  what);
}

static long read_count(struct call *c, struct opened *o, uint64_t to, size_t n)
{
    uint64_t value = o->semaphore ? 1 : o->count;
    if (n < sizeof value)
        return -EINVAL;
    if (!o->count)
        return would_wait(c, o, "an event");
    if (!user_write(to, &value, sizeof value))
        return -EFAULT;
    o->count -= value;
    return sizeof value;
}

static long write_count(struct call *c, struct opened *o, uint64_t from, size_t n)
{
    uint64_t value;
    if (n < sizeof value)
        return -EINVAL;
    if (!user_read(&value, from, sizeof value))
        return -EFAULT;
    if (value == UINT64_MAX)
        return -EINVAL;
    if (value > UINT64_MAX - 1 - o->count)
        return would_wait(c, o, "events to be read");
    o->count += value;
    return sizeof value;
}

/* Up to so many bytes, in the one or two pieces in which they lie. */
static size_t piece(uint32_t from, size_t n)
{
    return n < ROOM - from % ROOM ? n : ROOM - from % ROOM;
}

long pipe_read(struct call *c, struct opened *o, uint64_t to, size_t n)
{
    struct conduit *p = o->source;
    if (!p)
        return read_count(c, o, to, n);
    if (!n)
        return 0;
    if (!p->used)
        return p->writers ? would_wait(c, o, "what is written to a pipe") : 0;
    n = n < p->used ? n : p->used;
    for (size_t done = 0; done < n;) {
        size_t some = piece(p->first, n - done);
        if (!user_write(to + done, p->bytes + p->first % ROOM, some))
            return done ? (long)done : -EFAULT;
        p->first = (uint32_t)(p->first + some) % ROOM;
        p->used -= (uint32_t)some;
        done += some;
    }
    return (long)n;
}

long pipe_write(struct call *c, struct opened *o, uint64_t from, size_t n)
{
    struct conduit *p = o->sink;
    if (!p)
        return write_count(c, o, from, n);
    if (!n)
        return 0;
    if (!p->readers)
        return REFUSE(c, REASON_CHANNEL, "writes to a pipe that nobody reads any more");
    size_t room = ROOM - p->used;
    if (n > room && (!(o->flags & O_NONBLOCK) || n <= WHOLE || !room))
        return would_wait(c, o, "room in a pipe");
    n = n < room ? n : room;
    for (size_t done = 0; done < n;) {
        uint32_t at = (p->first + p->used) % ROOM;
        size_t some = piece(at, n - done);
        if (!user_read(p->bytes + at, from + done, some))
            return done ? (long)done : -EFAULT;
        p->used += (uint32_t)some;
        done += some;
    }
    return (long)n;
}

/* ---- making them ---- */

static struct conduit *conduit_new(struct call *c)
{
    struct conduit *p = heap_alloc(&files_head(c)->heap, sizeof *p, 16);
    if (p)
        memset(p, 0, sizeof *p);
    return p;
}

/* Gives the rank two descriptors, of what reads from `a` and of what writes to `b`; or
 * with `both`, each also does the other. */
static long give_two(struct call *c, uint64_t to, int flags, bool both)
{
    struct conduit *a = conduit_new(c), *b = both ? conduit_new(c) : a;
    int fd[2];
    if (!a || !b)
        return -ENOMEM;
    struct opened one = {.kind = FILE_PIPE, .source = a, .sink = both ? b : NULL},
                  other = {.kind = FILE_PIPE, .source = both ? b : NULL, .sink = a};
    one.flags = (both ? O_RDWR : O_RDONLY) | (flags & O_NONBLOCK);
    other.flags = (both ? O_RDWR : O_WRONLY) | (flags & O_NONBLOCK);
    a->readers = a->writers = 1;
    if (both)
        b->readers = b->writers = 1;
    long first = opened_give(c, one, flags & O_CLOEXEC);
    long second = first < 0 ? first : opened_give(c, other, flags & O_CLOEXEC);
    if (second < 0)
        return second; /* the rank has no memory left */
    fd[0] = (int)first;
    fd[1] = (int)second;
    return user_write(to, fd, sizeof fd) ? 0 : -EFAULT;
}

/* pipe, pipe2 */
long file_pipe(struct call *c)
{
    int flags = c->nr == SYS_pipe2 ? (int)c->arg[1] : 0;
    if (flags & ~(O_CLOEXEC | O_NONBLOCK))
        return REFUSE(c, REASON_FEATURE, "makes a pipe of packets");
    return give_two(c, c->arg[0], flags, false);
}

long file_socketpair(struct call *c)
{
    int type = (int)c->arg[1];
    if (c->arg[0] != AF_UNIX || (type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) != SOCK_STREAM)
        return REFUSE(c, REASON_CHANNEL, "makes a pair of sockets that are no streams");
    return give_two(c, c->arg[3],
                    (type & SOCK_CLOEXEC ? O_CLOEXEC : 0) |
                        (type & SOCK_NONBLOCK ? O_NONBLOCK : 0),
                    true);
}

/* eventfd, eventfd2 */
long file_eventfd(struct call *c)
{
    int flags = c->nr == SYS_eventfd2 ? (int)c->arg[1] : 0;
    if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
        return -EINVAL;
    struct opened o = {.kind = FILE_PIPE, .count = (uint32_t)c->arg[0]};
    o.flags = O_RDWR | (flags & EFD_NONBLOCK);
    o.semaphore = flags & EFD_SEMAPHORE;
    return opened_give(c, o, flags & EFD_CLOEXEC);
}
