/* SPDX-License-Identifier: Apache-2.0
 *
 * opened.h - what open() makes. */
#ifndef MZ_AGENT_FILES_OPENED_H
#define MZ_AGENT_FILES_OPENED_H
#include "agent/files/fs.h"

enum file_kind {
    FILE_INPUT,
    FILE_OUTPUT,
    FILE_NODE, /* a file or directory */
    FILE_NULL,
    FILE_ZERO,
    FILE_FULL,
    FILE_RANDOM,
    FILE_SOCKET,
    FILE_EVENTS, /* a set of events (epoll), of which none can come */
    FILE_PIPE,   /* an end of a pipe, one of a pair of sockets, or a counter of events */
};

struct opened {
    uint32_t refs;
    uint8_t kind;
    uint8_t lock; /* by flock(): LOCK_SH, LOCK_EX; 0: none */
    bool loose;   /* the position is the end of the file, which others may have moved */
    bool unseen;  /* opendir() opened it, and will look at its status, which the program
                     does not see */
    uint8_t out;  /* standard output or error: 1 or 2 */
    int flags;
    node_id node;
    int64_t offset;
    uint32_t handle; /* the name of the MPI_File that it belongs to, which is the same on
                        all ranks that have opened it together; 0: to none */
    bool atomic;     /* that is in atomic mode */
    struct conduit *source, *sink; /* FILE_PIPE: what it reads from and writes to; */
    uint64_t count;                /* neither: it counts events, */
    bool semaphore;                /* and a read takes one of them, not all */
};

/* The open file of a descriptor; NULL if it is closed. */
struct opened *opened_find(struct call *, uint64_t fd);

/* Makes it an open file of the rank, with the lowest free descriptor; an error if that is
 * not possible. */
long opened_give(struct call *, struct opened, bool close_on_exec);

/* pipe.c: reads from it and writes to it, and what becomes of it when it is closed. */
long pipe_read(struct call *, struct opened *, uint64_t to, size_t n);
long pipe_write(struct call *, struct opened *, uint64_t from, size_t n);
void pipe_drop(struct call *, struct opened *);

static inline bool opened_reads(const struct opened *o)
{
    return (o->flags & O_ACCMODE) != O_WRONLY && !(o->flags & O_PATH);
}

static inline bool opened_writes(const struct opened *o)
{
    return (o->flags & O_ACCMODE) != O_RDONLY && !(o->flags & O_PATH);
}

/* Does it have a position that can be moved? */
static inline bool opened_seeks(const struct opened *o)
{
    return o->kind != FILE_INPUT && o->kind != FILE_OUTPUT && o->kind != FILE_SOCKET &&
           o->kind != FILE_EVENTS && o->kind != FILE_PIPE;
}

#endif
