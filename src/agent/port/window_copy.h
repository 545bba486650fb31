/* SPDX-License-Identifier: Apache-2.0
 *
 * window_copy.h - a rank's copies of parts of windows: what window.c and window_copy.c
 * share. */
#ifndef MZ_AGENT_PORT_WINDOW_COPY_H
#define MZ_AGENT_PORT_WINDOW_COPY_H
#include "agent/core/agent.h"
#include "mpi/port.h"

/* A rank's copy of bytes of a part. It lies in the rank's memory; the shadow follows:
 * what the rank and the public memory agreed on last. */
struct win_copy {
    struct win_copy *next;
    uint32_t window;
    int owner;
    char *base;
    size_t bytes;
    uint64_t offset; /* of the first byte, in the part */
    uint64_t seen;   /* the version that was pulled last */
    uint32_t users;  /* how many other windows have this memory, too */
    bool left;       /* its own window was freed, and only they are left */
    bool fresh;      /* nothing was published so far, so nobody else has stored there */
    uint32_t made;   /* how many operations the rank had performed when the window was
                        made: what it stores before the next gives it its contents */
    bool stored;     /* while all are published: it has been stored there, */
    bool told;       /* that was noted (touch.h), */
    bool first;      /* and it is the first contents */
    bool dirty;      /* see port_window_dirty() */
    struct port_watch watch;
    struct port_bytes all;  /* the bytes that are watched */
    struct port_from epoch; /* in which the rank accesses them; for reports */
    char shadow[];
};

/* In place of the name of a moment. */
#define NOW UINT32_MAX

static inline struct rank *rank_running(void)
{
    return &agent.rank[agent.current];
}

static inline uintptr_t copy_address(const struct win_copy *c, size_t at)
{
    return (uintptr_t)c->base + at;
}

/* Of which part it is, as the kernel numbers them. */
static inline uint32_t copy_part(const struct win_copy *c)
{
    return c->window * agent.nranks + (uint32_t)c->owner;
}

/* Room for a copy, in the rank's memory; NULL: there is none. */
void *copy_place(struct rank_head *, size_t bytes);
void copy_unplace(struct rank_head *, struct win_copy *);

/* Tells the kernel what the rank has stored to its copies since it was asked last. */
void window_publish(struct port_from);
/* Brings what others have written, and happens before, into the copies. */
void window_pull(struct port_from);

/* window.c: the operation that carries out this access. */
struct op window_op(enum op_kind, const struct port_rma *);

#endif
