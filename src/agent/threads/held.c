/* SPDX-License-Identifier: Apache-2.0
 *
 * held.c - the mutexes that a thread holds, for what comes of them when it ends. */
#include "agent/tell/remark.h"
#include "agent/threads/threads.h"
#include "mpi/port.h"

#include <stdio.h>

#include "agent/core/for_program.h"

void held_add(struct sync_ref o, const void *robust, const void *site)
{
    struct rank_head *h = rank_head();
    if (h->nheld < RANK_HELD)
        h->held[h->nheld] =
            (struct held){o.number, o.type, (uint64_t)(uintptr_t)site, robust};
    h->nheld++;
}

void held_remove(struct sync_ref o)
{
    struct rank_head *h = rank_head();
    uint32_t n = h->nheld < RANK_HELD ? h->nheld : RANK_HELD, i = n;
    while (i && h->held[i - 1].object != o.number)
        i--;
    if (h->nheld)
        h->nheld--;
    for (; i && i < n; i++)
        h->held[i - 1] = h->held[i];
}

void threads_ends(void)
{
    struct rank_head *h = rank_head();
    if (!h->nheld || h->nheld > RANK_HELD)
        return;
    for (uint32_t i = 0; i < h->nheld; i++) {
        const struct held *x = &h->held[i];
        struct sync_ref o = {.type = (enum sync_type)x->type, .number = x->object};
        if (x->robust) {
            threads_ask(OP_RELEASE, o, LEFT_DEAD, NULL);
            continue;
        }
        char text[FAULT_TEXT];
        int who = agent.current;
        agent.current = AT_AGENT;
        snprintf(text, sizeof text,
                 "%s ends while it holds %s, which it has locked at %s",
                 agent.rank[who].name, threads_front.object_name(x->object),
                 port_place((const void *)(uintptr_t)x->site));
        agent.current = who;
        remark_add(FINDING_LOCK_HELD, (const void *)(uintptr_t)x->site, text);
    }
}
