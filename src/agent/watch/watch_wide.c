/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_wide.c - does it matter what a load of a vector has read of a buffer in use?
 *
 * A compiler that makes vectors of elements loads those between and beside them as well,
 * and throws them away. So it is tried whether what is there matters: first for all bytes
 * that nobody must read, which answers for all loads up to the next operation, and then
 * for those of this load. */
#include "agent/core/unwind.h"
#include "agent/system/trial.h"
#include "agent/watch/watching.h"
#include "agent/x86/frame.h"

#include <string.h>

enum { WIDE = 16 };

bool watch_is_wide(const ucontext_t *u, const struct memory_access *a)
{
    return !a->write && !a->repeats && a->high - a->low >= WIDE &&
           unwind_is_users(frame_pc(u));
}

static enum wide try_bytes(ucontext_t *u, int who, uintptr_t from, uintptr_t to)
{
    struct watching *w = agent.watching;
    bool matters = true;
    w->tried.len = 0;
    for (size_t i = 0; i < w->spots.len; i++) {
        const struct spot *s = &w->spots.at[i];
        uintptr_t low = s->low > from ? s->low : from, high = s->high < to ? s->high : to;
        if (low < high && !s->window && s->use == PORT_WRITES)
            vec_push(&w->tried, (struct port_bytes){low, high});
    }
    if (!trial_of_bytes(u, who, w->tried.at, (uint32_t)w->tried.len, &matters))
        return WIDE_COPY;
    return matters ? WIDE_MATTERS : WIDE_IDLE;
}

enum wide watch_try_wide(struct rank *r, int who, ucontext_t *u,
                         const struct memory_access *a)
{
    enum { MOST_TRIALS = 16 }; /* between two operations: something does matter */
    struct watching *w = agent.watching;
    uint64_t now[3] = {(uint64_t)who, r->head->history, r->head->strand.nops};
    enum wide all = WIDE_MATTERS;
    if (memcmp(w->wide_at, now, sizeof now) != 0) {
        memcpy(w->wide_at, now, sizeof now);
        w->wide_trials = 0;
    }
    if (w->wide_idle && w->wide_trials)
        return WIDE_IDLE;
    watch_lift(r);
    if (!w->wide_trials++)
        all = try_bytes(u, who, 0, UINTPTR_MAX);
    w->wide_idle = all == WIDE_IDLE;
    if (all == WIDE_MATTERS && w->wide_trials <= MOST_TRIALS)
        all = try_bytes(u, who, a->low, a->high);
    if (all != WIDE_COPY)
        watch_enforce(r);
    return all;
}
