/* SPDX-License-Identifier: Apache-2.0
 *
 * origins.c - see origins.h.
 *
 * The table has one place for each value of a hash: if two blocks share it, the origin of
 * the older one is forgotten, and not told. */
#include "agent/rank/origins.h"
#include "agent/core/agent.h"
#include "agent/core/unwind.h"
#include "mpi/port.h"

#define PLACES ((size_t)1 << 16)

struct origin {
    const void *block;
    uint64_t site;
};

/* In a replay for findings, and to tell states apart, which are compared. */
static bool wanted(void)
{
    return agent.current >= 0 && (agent.link->replay.origins_wanted || agent.compares);
}

static struct origin *place_of(const void *block)
{
    if (!agent.origins) {
        int who = agent.current;
        agent.current = AT_AGENT;
        agent.origins = mem_alloc(PLACES * sizeof *agent.origins);
        agent.current = who;
    }
    return &agent.origins[((uintptr_t)block / 16 * 0x9e3779b97f4a7c15u) >> 48];
}

/* The MPI library has hundreds of blocks in a moment, of which the program knows hardly
 * any: see port_gives(). */
static bool is_of_library(uint64_t site)
{
    return site >= agent.link->mpi_low && site < agent.link->mpi_high;
}

void origins_note(const void *block, const void *caller)
{
    if (!block || !wanted())
        return;
    uint64_t site = (uint64_t)(uintptr_t)caller;
    if (agent.link->replay.origins_wanted && is_of_library(site)) {
        site = 0;
    } else if (agent.link->replay.origins_wanted &&
               !unwind_is_users(site)) { /* operator new, strdup, ... */
        site = unwind_site();
        rank_wipe_deep();
    }
    *place_of(block) = (struct origin){block, site};
}

EXPORT void port_gives(const void *block)
{
    if (block && wanted() && agent.link->replay.origins_wanted)
        *place_of(block) = (struct origin){block, unwind_site()};
    rank_wipe_deep();
}

const void *origins_of(const void *block)
{
    const struct origin *o = agent.origins ? place_of(block) : NULL;
    return o && o->block == block ? (const void *)(uintptr_t)o->site : NULL;
}

void origins_tell(enum finding_kind kind, uint64_t site, const void *address)
{
    struct link *l = agent.link;
    struct heap_block b;
    if (!wanted() || l->norigins == LINK_ORIGINS ||
        !heap_owns(&rank_head()->heap, address) ||
        !heap_find(&rank_head()->heap, address, NULL, &b))
        return;
    const struct origin *o = place_of(b.low);
    if (o->block == b.low && o->site)
        l->origins[l->norigins++] =
            (struct link_origin){kind, (uint32_t)agent.current, site, o->site};
}
