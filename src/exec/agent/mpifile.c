/* SPDX-License-Identifier: Apache-2.0
 *
 * mpifile.c - files of the MPI library (mpi/port.h): whose descriptors are an MPI_File's,
 * and when what was written is made known. The accesses themselves are system calls. */
#include "exec/agent/opened.h"
#include "mpi/port.h"

static struct opened *find(struct call *c, int fd)
{
    struct opened *f = opened_find(c, (uint64_t)fd);
    return f && f->kind == FILE_NODE ? f : NULL;
}

EXPORT void port_file_open(int fd)
{
    struct call c = {.who = agent.current};
    const struct access *newest = ledger_at(rank_head()->accesses);
    struct opened *f = find(&c, fd);
    if (f)
        f->handle = newest ? newest->count + 1 : 1; /* MPI_File_open has a record, so the
                                                       next file has another number */
}

EXPORT void port_file_atomic(int fd, bool atomic)
{
    struct call c = {.who = agent.current};
    struct opened *f = find(&c, fd);
    if (f)
        f->atomic = atomic;
}

EXPORT void port_file_sync(int fd)
{
    struct call c = {.who = agent.current};
    struct opened *f = find(&c, fd);
    if (!f)
        return;
    agent.current = AT_AGENT;
    ledger_add(&c, (struct access){.kind = ACCESS_SYNC, .node = f->node});
    agent.current = c.who;
}
