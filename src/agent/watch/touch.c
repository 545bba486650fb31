/* SPDX-License-Identifier: Apache-2.0
 *
 * touch.c - see touch.h. */
#include "agent/watch/touch.h"
#include "agent/core/agent.h"
#include "agent/port/payload.h"
#include "agent/port/version.h"
#include "agent/port/window.h"

#include <string.h>

/* A loop over memory makes one range. What has more than these is not followed. */
enum { MOST = 4096 };

struct noted {
    struct touch touch;
    uint32_t calls; /* touch_calls() before it */
};

struct touching {
    uint32_t calls;
    VEC(struct noted) now;
    VEC(struct rma_touch) list; /* to make a payload of */
};

static struct touching *touching(void)
{
    if (!agent.touching)
        agent.touching = mem_alloc(sizeof *agent.touching);
    return agent.touching;
}

void touch_begin(void)
{
    if (agent.touching)
        agent.touching->calls = 0, agent.touching->now.len = 0;
}

uint32_t touch_calls(void)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    uint32_t calls = touching()->calls++;
    agent.current = who;
    return calls;
}

/* Can the second be part of the first? */
static bool joins(struct noted *a, const struct touch *b, uint32_t calls)
{
    struct touch *x = &a->touch;
    if (a->calls != calls || x->window != b->window || x->owner != b->owner ||
        x->write != b->write || x->mark || b->mark || x->site != b->site ||
        b->lo > x->hi || x->lo > b->hi)
        return false;
    if (b->lo < x->lo)
        x->lo = b->lo;
    if (b->hi > x->hi)
        x->hi = b->hi;
    return true;
}

static void note(const struct touch *t)
{
    struct touching *all = touching();
    for (size_t i = all->now.len; i-- > 0;)
        if (joins(&all->now.at[i], t, all->calls))
            return;
    if (all->now.len == MOST)
        link_leaves_out(agent.shared, TOUCH_LEFT_OUT);
    else
        vec_push(&all->now, (struct noted){*t, all->calls});
    if (t->mark)
        all->calls++;
}

void touch_note(const struct touch *t)
{
    int who = agent.current;
    agent.current = AT_AGENT;
    note(t);
    agent.current = who;
}

bool touch_stored(uint32_t window, int owner, uint64_t lo, uint64_t hi)
{
    const struct touching *all = agent.touching;
    bool more = true;
    while (all && more && lo < hi) {
        more = false;
        for (size_t i = 0; i < all->now.len; i++) {
            const struct touch *t = &all->now.at[i].touch;
            if (t->write && t->window == window && t->owner == owner && t->lo <= lo &&
                lo < t->hi) {
                lo = t->hi;
                more = true;
            }
        }
    }
    return lo >= hi;
}

bool touch_loaded(void)
{
    const struct touching *all = agent.touching;
    for (size_t i = 0; all && i < all->now.len; i++)
        if (!all->now.at[i].touch.write && !all->now.at[i].touch.mark)
            return true;
    return false;
}

static void add_to_list(const struct rank *r, const struct noted *n)
{
    const struct touch *t = &n->touch;
    const struct port_run run = {.at = t->lo, .bytes = t->hi - t->lo};
    struct port_rma a = {.kind = t->write ? PORT_STORED : PORT_LOADED,
                         .from = {.call = t->call, .site = (void *)(uintptr_t)t->site},
                         .epoch = window_epoch(r, t->window, t->owner),
                         .lo = t->lo,
                         .hi = t->hi,
                         .runs = &run,
                         .nruns = 1,
                         .touched = run.bytes};
    struct rma_touch x;
    memset(&x, 0, sizeof x); /* equal ones are kept once, so the padding matters */
    x.window = t->window;
    x.peer = t->owner;
    x.calls = n->calls;
    x.access.lo = t->lo;
    x.access.hi = t->hi;
    x.mark = t->mark;
    x.access.reads = !t->write && !t->mark;
    x.access.writes = t->write;
    x.access.first = window_first(r, t->window, t->owner, t->lo);
    x.access.where = rank_site(t->site);
    x.access.operand = deed_keep(&a);
    vec_push(&agent.touching->list, x);
}

uint32_t touch_take(const struct rank *r)
{
    if (r->head->copies)
        window_in_use(r);
    struct touching *all = agent.touching;
    if (!all || !all->now.len)
        return 0;
    all->list.len = 0;
    for (size_t i = 0; i < all->now.len; i++)
        add_to_list(r, &all->now.at[i]);
    all->now.len = 0;
    size_t bytes = all->list.len * sizeof *all->list.at;
    return (uint32_t)payload_describe(all->list.at, bytes, bytes) + 1;
}

const struct rma_touch *touch_list(struct program *p, const struct op *op, size_t *n)
{
    (void)p;
    *n = op->touched ? payload_size(op->touched - 1) / sizeof(struct rma_touch) : 0;
    return op->touched ? payload_bytes(op->touched - 1) : NULL;
}
