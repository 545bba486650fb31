/* SPDX-License-Identifier: Apache-2.0
 *
 * mpifile.c - files of the MPI library (mpi/port.h): whose descriptors are an MPI_File's,
 * and when what was written is made known. The accesses themselves are system calls. */
#include "agent/files/filerace.h"
#include "agent/files/opened.h"
#include "agent/port/payload.h"
#include "mpi/port.h"

static struct opened *find(struct call *c, int fd)
{
    struct opened *f = opened_find(c, (uint64_t)fd);
    return f && f->kind == FILE_NODE ? f : NULL;
}

static bool used;

bool mpifile_used(void)
{
    return used;
}

EXPORT void port_file_open(int fd, uint32_t name)
{
    struct call c = {.who = agent.current};
    struct opened *f = find(&c, fd);
    used = true;
    if (f)
        f->handle = name;
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

/* Clocks by their names: at the number of the payload that is the name. */
static VEC(uint32_t) told;

EXPORT uint64_t port_file_known(void)
{
    uint32_t clock = ledger_clock();
    int who = agent.current;
    agent.current = AT_AGENT;
    uint64_t name = ledger_name(clock);
    int64_t at = payload_keep(&name, sizeof name);
    while (told.len <= (size_t)at)
        vec_push(&told, 0);
    told.at[at] = clock;
    agent.current = who;
    return name;
}

EXPORT void port_file_learn(uint64_t name)
{
    int who = agent.current;
    if (!name)
        return;
    agent.current = AT_AGENT;
    int64_t at = payload_keep(&name, sizeof name);
    uint32_t clock = (size_t)at < told.len ? told.at[at] : 0;
    agent.current = who;
    ledger_learn(clock);
}
