/* SPDX-License-Identifier: Apache-2.0
 *
 * callers.c - see callers.h. */
#include "agent/watch/callers.h"
#include "agent/core/agent.h"
#include "agent/core/unwind.h"

#include <string.h>

struct noted {
    int rank;
    uint32_t nops, n;
    uint64_t frames[CALLERS_MOST];
};

static VEC(struct noted) all;

void callers_note(int rank, uint32_t nops)
{
    struct noted x = {.rank = rank, .nops = nops};
    int who = agent.current;
    if (agent.link->job != JOB_REPLAY || agent.trial)
        return;
    agent.current = AT_AGENT;
    x.n = unwind_sites(x.frames, CALLERS_MOST);
    vec_push(&all, x);
    agent.current = who;
}

uint32_t callers_of(uint32_t rank, uint32_t nops, uint64_t site, uint64_t *frames)
{
    for (size_t i = all.len; i-- > 0;) {
        const struct noted *x = &all.at[i];
        if (x->rank != (int)rank || x->nops > nops || !x->n || x->frames[0] != site)
            continue;
        memcpy(frames, x->frames, x->n * sizeof *frames);
        return x->n;
    }
    return 0;
}
